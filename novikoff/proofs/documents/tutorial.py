"""Accounts for rows of the tutorial: definitions, informal remarks, errata."""

from .coverage import definition, erratum, informal

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
erratum(
    "000-gradual-improvement",
    "unkind reading",
    "a … algorithm based on the gradual improvement of a classifier function until it classifies all the samples in"
    " the … set correctly.",
    "An update may make other samples wrong, so the number of errors need not fall; the distance to separators of "
    "large margin does.",
)
erratum(
    "000-one-pass",
    "unkind reading",
    "for t=1 to number of samples: Check if y_t(⟨w^(k), x_t⟩ + b^(k)) > 0 is satisfied.",
    "The list shows a single pass, which need not classify all samples; the passes repeat until one makes no "
    "mistake, as the counters suggest.",
)
erratum(
    "000-vectors-in-db-perp",
    "false",
    "Therefore any vector lying within DB is perpendicular to w.",
    "The derivation shows this for differences of two vectors of DB; the vectors themselves have the inner product "
    "−b with w.",
)
erratum(
    "000-eq2-projection",
    "false",
    "x_t can be expressed as the sum of its orthogonal projection on DB and another vector which is parallel to the"
    " weight vector w",
    "Eq. (2) adds (γ_G + d_O)w/‖w‖ to the projection on DB, but γ_G w/‖w‖ already leads from there to x_t.",
)
erratum(
    "000-x0-same-direction",
    "false",
    "x₀ has the same direction as w and can be written as x₀ = ‖x₀‖ w/‖w‖.",
    "The foot of the perpendicular is −(b/‖w‖²)w, which has the opposite direction for b > 0.",
)
erratum(
    "000-eq3-dO",
    "false",
    "d_O is the distance of the decision boundary from the origin",
    "Eq. (3) sets d_O = −b/‖w‖, which is negative for b > 0; the distance is |b|/‖w‖.",
)
erratum(
    "000-eq4-perp-vanishes",
    "false",
    "Since w and (x_t)_⊥ are perpendicular to each other, the ⟨w, (x_t)_⊥⟩ term in Eq. (4) vanishes.",
    "The projection on DB has the inner product −b with w; only the part of x_t orthogonal to w has 0.",
)
erratum(
    "000-eq5",
    "false",
    "Eq. (5) which shows the expression for the geometric margin γ_G",
    "The quotient (⟨w, x_t⟩ + b)/‖w‖ has no label, so it is negative for a correct sample of the class −1.",
)
erratum(
    "000-leq0-means-opposite-signs",
    "lacks a hypothesis",
    "this would imply that the actual label of the training sample and the predicted label have opposite signs",
    "At a score of 0 the predicted label is −1, so a sample with y = −1 has the product 0 and the right label.",
)
erratum(
    "000-finite-convergence",
    "lacks a hypothesis",
    "after a finite number of updates a proper classifier function can be obtained as long as the samples in the "
    "training set are linearly separable",
    "If all samples are 0, then R = 0, no update changes anything, and the run never ends.",
)
erratum(
    "000-larger-functional-larger-distance",
    "lacks a hypothesis",
    "A larger … margin implies that the training samples are geometrically farther away from the separating hyperplane",
    "The distance is the functional margin divided by ‖w‖, and ‖w‖ may differ; scaling (w, b) changes only the "
    "functional margin.",
)
erratum(
    "000-eq13-bounded",
    "unkind reading",
    "Eq. (13) implies the boundedness of ‖w̃^(k)‖.",
    "(13) alone allows lengths that exceed every bound; the proof that follows shows (14), a bound that grows with k.",
)
definition(
    "000-one-pass",
    "The run starts with w = 0 and b = 0. A pass goes through the samples and updates on every mistake. Passes repeat "
    "until one makes no mistake.",
    slip="the loop over t is repeated until a pass has no misclassification",
)
