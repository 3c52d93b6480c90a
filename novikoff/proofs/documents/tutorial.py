"""Accounts for rows of the tutorial: definitions and remarks in which nothing can be checked."""

from .coverage import definition, informal

definition(
    "000-training-set-subset",
    "A training set is a finite set of pairs (x_t, y_t) ∈ ℝ^d × ℝ; for classification y_t ∈ {−1, 1}.",
    slip="∈ instead of ⊂: a pair is an element of ℝ^d × ℝ",
)
informal(
    "000-new-vectors-correct",
    "Nothing is said of how unseen vectors arise, so that no statement on their classes can be checked.",
)
definition(
    "000-in-r3",
    "The augmented vectors (w, b/R) and (x, R) are elements of V ⊕ ℝ, for samples in ℝ^d of ℝ^(d+1).",
    slip="ℝ^(d+1) instead of ℝ³, which is right for d = 2 only",
)
