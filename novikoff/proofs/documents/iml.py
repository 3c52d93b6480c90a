"""Accounts for rows of the book: definitions, remarks without checkable content, examples repeated exactly."""

from .coverage import definition, informal

definition(
    "004-means",
    "μ₊ = (1/m₊) Σ xᵢ over the examples labelled +1, μ₋ the same for −1; each class needs an example, m₊, m₋ ≥ 1, "
    "which is not stated",
)
definition(
    "004-eq123",
    "k is a kernel if k(x, x') = ⟨φ(x), φ(x')⟩ for some map φ into a space with an inner product; then every matrix of "
    "values k(xᵢ, xⱼ) is positive semi-definite",
)
definition(
    "004-eq125",
    "ŷ = sign(⟨w, x⟩ + b), a number with ŷ·(⟨w, x⟩ + b) = |⟨w, x⟩ + b|; sign(0) is left open, and Algorithm 1.3 counts "
    "a score 0 as a mistake whatever the label is",
)
informal(
    "004-kmeans",
    "it names the aim of K-means, that points be similar to those of their own cluster; no measure of similarity and "
    "no algorithm is given",
)
informal(
    "004-similar-svm-bound",
    "it announces a bound for support vector machines without stating it",
)
