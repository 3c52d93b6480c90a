"""Accounts for rows of the slides: definitions, remarks without checkable content, examples repeated exactly."""

from .coverage import definition, example, informal  # noqa: F401

definition(
    "003-labels",
    "f classifies (xᵢ, yᵢ), yᵢ = ±1, correctly if f(xᵢ) ≥ 0 in case yᵢ = 1 and f(xᵢ) < 0 in case yᵢ = −1; a tie, "
    "f(xᵢ) = 0, is class 1.",
)
definition(
    "003-yi-set",
    "The labels are yᵢ = 1 or yᵢ = −1.",
    slip="yᵢ ∈ {−1, 1}, not yᵢ = {−1, 1}",
)
definition(
    "003-normal",
    "The discriminant is the set of all x with ⟨w, x⟩ + b = 0, w ≠ 0: a line in dimension 2, a plane in dimension 3, a "
    "hyperplane in dimension n. Its normal is w, which is orthogonal to the difference of any two of its points; b is "
    "the bias. For w = 0 the set is empty or the whole space.",
)
definition(
    "003-soft",
    "The soft margin: min ‖w‖² + C·Σ ξᵢ over w, b and ξ, where yᵢ(⟨w, xᵢ⟩ + b) ≥ 1 − ξᵢ and ξᵢ ≥ 0 for every i, with "
    "C > 0.",
    slip="the minimum is over b, too; w′ stands for w",
)
definition(
    "003-gd",
    "Gradient descent on a cost: w_{t+1} = w_t − η_t g_t with the step size η_t > 0 and the gradient g_t of the cost "
    "at w_t, or a sub-gradient where there is no gradient.",
)
definition(
    "003-1vsrest",
    "Class k has a classifier f_k, learnt with the label 1 for class k and −1 for all others; x gets a class k with "
    "f_k(x) ≥ f_j(x) for every j. The greatest score may be negative, and no rule is given for ties.",
    slip="argmax_k f_k(x), as max_k f_k(x) is the score and not the class",
)
informal(
    "003-tradeoff",
    "Neither the trade-off nor the number of mistakes is made precise: that the margin is large and the mistakes are "
    "few are wishes which the choice of C balances. What does hold for the sum of the slacks is the claim named here.",
)
informal(
    "003-pegasos",
    "The slides name the algorithm and say that it samples at random; its steps are in a picture. The claims named "
    "here are about the published step.",
)
