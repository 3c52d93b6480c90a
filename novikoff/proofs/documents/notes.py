"""Accounts for rows of the notes: definitions, informal remarks, errata."""

from .coverage import definition, erratum, informal

definition(
    "001-knn",
    "The decision on x is a class with most votes among k samples nearest to x. A rule for equal distances and one "
    "for equal numbers of votes belong to it: with two classes and odd k votes cannot be equal (odd-vote-decides), "
    "with more they can.",
    slip="two letters: k counts the neighbours, another letter the classes",
)

definition(
    "001-winnow-init",
    "The run starts at aᵢ = 1 for every i, so that Σ aᵢ = n; winnow-mistake-bound and its companions start there.",
)

definition(
    "001-target-sgn",
    "The target is a vector u with ‖u‖ = 1, the label of x is c(x) = sgn⟨u, x⟩. ⟨u, x⟩ ≠ 0 belongs to it: a sample on "
    "the hyperplane has no label ±1. A margin g > 0 implies it.",
)

definition(
    "001-g-function-of-S",
    "g is the least |⟨u, x⟩| over the samples x ∈ S: for a given target u a function of S. Other targets that give the "
    "samples the same labels may have another margin (margin-function-of-samples); the largest of all is a function of "
    "S and the labels (hull-nearest-point-solves).",
)

definition(
    "001-soft-primal",
    "Minimise C Σ ξᵢ + ½‖w‖² over w, w₀ and ξ, with yᵢf(xᵢ) + ξᵢ ≥ 1 and ξᵢ ≥ 0 for every i, where C > 0. The best ξᵢ "
    "is max(0, 1 − yᵢf(xᵢ)): soft-margin-slack-is-hinge.",
)

definition(
    "001-prediction-sgn",
    "The prediction for x is sgn f(x). What it is at f(x) = 0 is not said; no theorem here depends on it.",
)

informal(
    "001-faster-than-lp",
    "That one algorithm is usually faster than another is a statement on implementations and on a distribution of "
    "data, neither of which is named.",
)

informal(
    "001-soft-variant",
    "It says that there is a soft margin variant of the perceptron and a connection with noise, and that Winnow may be "
    "more efficient, without saying which or when. For one case see winnow-mistake-bound-one-input and "
    "orthogonal-example-is-mistake.",
)
erratum(
    "001-knn-cannot-discard",
    "false",
    "So, can't ever throw away data points.",
    "A sample behind another one of its class is never nearest, so the decisions do not change without it.",
)
erratum(
    "001-level-sets",
    "lacks a hypothesis",
    "Decision surfaces are h(x, v) = constant or vᵀx' = constant",
    "For the sign as activation function, h is constant on a half-space, where vᵀx' is not.",
)
erratum(
    "001-winnow-update",
    "lacks a hypothesis",
    "Multiplicative update rule: if x_i agrees with c(x), set a_i = a_i(1+δ); set a_i = a_i/(1+δ) for others.",
    "If the weights change on every example, not only on mistakes, the mistakes need not end, so that no mistake "
    "bound holds.",
)
erratum(
    "001-winnow-needs-nonneg",
    "lacks a hypothesis",
    "mb = O(W² log n).",
    "Weights that start at 1 and are multiplied stay positive, so that a target with a negative weight, such as "
    "−x₁, is never learnt.",
)
erratum(
    "001-A-updates",
    "lacks a hypothesis",
    "B updates weight assigned to every expert.",
    "The update adds y·x, so a coordinate with xᵢ = 0 keeps its weight.",
)
erratum(
    "001-kkt-hard",
    "unkind reading",
    "Primal feasible: y(x_n)c(x_n) ≥ 1. Dual feasible: a_n ≥ 0; Σ a_n c(x_n) = 0. Complementary slackness",
    "The list alone does not make (w, b) optimal: a = 0 satisfies it for every feasible (w, b); the missing w = Σ "
    "a_n c(x_n)x_n is a section earlier.",
)
erratum(
    "001-w0",
    "false",
    "So, w₀ = Σ_m [c(x_m)y(x_m) − Σ_n a_n k(x_n, x_m)]/N.",
    "The inner sum lacks the label c(x_n), and only for support vectors is y(x_m) known to be the label c(x_m).",
)
erratum(
    "001-soft-lagrangian",
    "false",
    "Lagrangian: L(w, w₀, ξ, a, m) = ‖w‖²/2 + C Σ ξ_n + Σ a_n(1 − c(x_n)y(x_n) − ξ_n) + Σ μ_n ξ_n",
    "The constraint is −ξ_n ≤ 0, so its term is −Σ μ_n ξ_n; with + the Lagrangian does not bound the objective.",
)
erratum(
    "001-soft-kkt",
    "unkind reading",
    "Primal feasible: 1 − c(x_n)y(x_n) − ξ_n ≤ 0. Dual feasible: a_n ≥ 0, μ_n ≥ 0. Complimentary slackness",
    "The list alone does not make a point optimal; stationarity and ξ_n ≥ 0, which it lacks, are in the sections "
    "before.",
)
erratum(
    "001-soft-sv",
    "false",
    "So, support vectors now are points on or within certain margin from hyperplane.",
    "Misclassified points are support vectors, too, however far from the hyperplane they are.",
)
definition(
    "001-sv-second-case",
    "The samples with c(xₙ)y(xₙ) = 1 are the support vectors. A sample with aₙ ≠ 0 is one of them "
    "(support-vector-on-margin); one of them may have aₙ = 0 (margin-vector-is-support-vector is false).",
)
