"""Accounts for rows of the notes: definitions, remarks without checkable content, examples repeated exactly."""

from .coverage import definition, informal

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
