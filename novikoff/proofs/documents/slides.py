"""Accounts for rows of the slides: definitions, informal remarks, errata."""

from .coverage import definition, erratum, informal

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
erratum(
    "003-yf-pos",
    "lacks a hypothesis",
    "i.e. y_i f(x_i) > 0 for a correct classification",
    "f(x) = 0 is correct for y = 1, and there y·f(x) is 0.",
)
erratum(
    "003-only-w",
    "unkind reading",
    "Only w is needed for classifying new data",
    "The class also depends on b, unless w stands for all parameters, as it does some slides later.",
)
erratum(
    "003-update-sign",
    "false",
    "if x_i is misclassified then w ← w + α sign(f(x_i)) x_i",
    "For a misclassified point sign(f(x)) is the wrong label, so that the update moves f(x) away from the right sign.",
)
erratum(
    "003-converges",
    "false",
    "if the data is linearly separable, then the algorithm will converge",
    "With the printed update, w + α sign(f(x))x, a point of the class −1 is never learnt.",
)
erratum(
    "003-slack-margin",
    "lacks a hypothesis",
    "for ξ > 1 point is misclassified",
    "Any larger slack is feasible, too: ξ = 2 for a correct point; the sentence needs the least slack.",
)
erratum(
    "003-soft-unique",
    "false",
    "This is still a quadratic optimization problem and there is a unique minimum.",
    "w and Σ ξ_i are unique; the single slacks, over which the minimum is taken, and b need not be.",
)
erratum(
    "003-xi-equality",
    "lacks a hypothesis",
    "which, together with ξ_i ≥ 0, is equivalent to ξ_i = max(0, 1 − y_i f(x_i))",
    "The constraints say ξ ≥ max(0, 1 − yf(x)); equality holds at a solution.",
)
erratum(
    "003-convex-def",
    "lacks a hypothesis",
    "A convex function f: D → ℝ is one that satisfies, for any x₀ and x₁ in D: f((1 − α)x₀ + αx₁) ≤ (1 − α)f(x₀) + "
    "αf(x₁)",
    "The range 0 ≤ α ≤ 1 is missing; only affine functions satisfy the inequality for every α.",
)
definition(
    "003-convex-def",
    "f: D → ℝ is convex if D is convex and f((1 − α)x₀ + αx₁) ≤ (1 − α)f(x₀) + αf(x₁) for all x₀, x₁ ∈ D and 0 ≤ α "
    "≤ 1.",
)
