"""Accounts for rows of the book: definitions, informal remarks, errata."""

from .coverage import definition, erratum, informal

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
erratum(
    "004-eq121",
    "false",
    "Taking differences between the two distances yields",
    "The constant in (1.21) has the opposite sign: the difference has ‖μ₊‖² − ‖μ₋‖².",
)
erratum(
    "004-eq121-sign",
    "false",
    "its sign corresponds to the labels we estimate for x",
    "f is the square distance from μ₊ minus that from μ₋, so it is negative where μ₊ is closer.",
)
erratum(
    "004-eq122",
    "false",
    "Consequently we may express the classification rule (1.21) as",
    "(1.21) has 2⟨μ₊ − μ₋, x⟩, so that αᵢ must be 2yᵢ/m_{yᵢ}, or b half as large.",
)
erratum(
    "004-eq124",
    "false",
    "where as before α_i = y_i/m_{y_i} and the offset b is computed analogously",
    "As in (1.22), αᵢ must be 2yᵢ/m_{yᵢ}, or b half as large.",
)
erratum(
    "004-eq126",
    "lacks a hypothesis",
    "If ŷ_t = y_t then no updates are made.",
    "At a score of 0 Algorithm 1.3 updates whatever the label is, and sign(0) may be that label.",
)
erratum(
    "004-fig122",
    "unkind reading",
    "this leads to the weight vector w_{t+1} which is more aligned with w*",
    "What grows with every update is the inner product with w*; the angle may grow, too.",
)
erratum(
    "004-margin-distance",
    "lacks a hypothesis",
    "Geometrically speaking the margin measures the distance of x from the hyperplane",
    "The distance is the margin divided by ‖w‖, for x on the side of its label.",
)
erratum(
    "004-novikoff",
    "lacks a hypothesis",
    "the Perceptron will make at most (1+R²)(1+(b*)²)/γ² mistakes",
    "Without γ > 0 nothing needs to be separated: for γ < 0 the number is finite, and the mistakes need not end.",
)
erratum(
    "004-proof-strict",
    "false",
    "On the other hand we made an update because y_t(⟨x_t, w_{t−1}⟩ + b_{t−1}) < 0.",
    "The algorithm also updates at 0, as in the first step; the proof needs only ≤ 0.",
)
erratum(
    "004-proof-norm-eq",
    "false",
    "Since ‖x_t‖² = R² we can again apply induction",
    "R is the largest length, so ‖x_t‖² ≤ R²; the proof needs only this.",
)
