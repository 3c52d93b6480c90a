"""Accounts for rows of the lecture: definitions, and remarks in which nothing can be checked."""

from .coverage import definition, informal

definition(
    "002-risk",
    "R(q) = Σ p(x, k)W(q(x), k), summed over all observations x and classes k: the mean loss of the strategy q",
)
definition(
    "002-remp",
    "R_emp(q) = (1/L) Σ W(q(xᵢ), kᵢ) over the L ≥ 1 examples; θ* is a θ with R_emp(q_θ*) ≤ R_emp(q_θ) for every θ",
)
definition(
    "002-eq1",
    "Linearly separable: some (w₀, w) has sign(⟨w, xᵢ⟩ + w₀) = kᵢ for all i; sign(0) is neither 1 nor −1",
    slip="(x_L, k_L) as the last example, instead of (x_L, k_N)",
)
definition(
    "002-eq2",
    "q(x) = 1 if ⟨w, x⟩ + w₀ > 0 and −1 if it is negative; q is not defined where it is 0",
)
definition(
    "002-caption",
    "x''_j = k_j x'_j, the augmented vector multiplied by its label",
    slip="x''_j = k_j x'_j under the figure, instead of k_j x''_j, which would be x'_j again",
)
definition("002-eq6", "The goal: a w with ⟨w, x_j⟩ > 0 for all signed vectors x_j")
definition(
    "002-J",
    "J(w) is the number of signed vectors x in the data with ⟨w, x⟩ ≤ 0",
    slip="⟨w, x⟩ instead of ⟨w^(t), x⟩ in the definition of J(w)",
)
definition("002-gd-step", "w^(t+1) = w^(t) − η∇J(w^(t)) with a step size η > 0")
definition("002-eq31", "φ: ℝᴰ → ℝ^(D+D') appends D' functions of x to the coordinates of x")

informal("002-rstr-independent", "the function R_str is not given")
informal("002-well-posed", "it is not said what well-posed means, nor how large a difference is not much")
informal(
    "002-misc-remarks",
    "remarks on when a method is useful, that name neither a distribution nor a class of strategies",
)
informal("002-rate-unknown", "it says that nothing is known")
informal("002-termcond", "the function TermCond is not given")
informal("002-erm-hard", "neither a model of computation nor a class of strategies is named")
informal("002-either-or", "it names methods of optimisation, and asserts nothing of them")
informal(
    "002-ex2-final",
    "the data are in a figure only, so that the run cannot be repeated; that w₀ has the parity of the number of "
    "updates is a claim, and holds here",
)
informal(
    "002-w48",
    "the data are in a figure only, so that the run cannot be repeated; that w₀ has the parity of the number of "
    "updates is a claim, and holds here",
)
informal(
    "002-lift-faster",
    "it compares two runs on data that are in a figure only, so that neither can be repeated. In general either map "
    "may need fewer updates: shifted-lifting-needs-no-more-updates and plain-lifting-needs-no-more-updates are both "
    "false",
)
