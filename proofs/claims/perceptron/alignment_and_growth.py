"""The end of every mistake bound: alignment grows like k, length only like √k.

Main statement
    alignment-and-growth-bound-count    k·γ ≤ ⟨u, v⟩, ‖u‖² ≤ k·M, γ > 0 and M ≥ 0 give k ≤ M·‖v‖²/γ²

Notation
    u is what has been learnt in k updates (weights and scaled bias), v a separator, both in one space.
"""

from ...statements.registry import cite, theorem
from ...statements.script import Script, by, length, square


@theorem(
    "alignment-and-growth-bound-count",
    title="Linear alignment and square-root growth bound the count",
    source=cite("iml", "proof of Theorem 1.7, last step"),
)
def alignment_and_growth_bound_count(p: Script) -> None:
    """If ⟨u, v⟩ is at least k·γ with γ > 0, and ‖u‖² is at most k·M with M ≥ 0, then k is at most M·‖v‖²/γ²."""
    u, v = p.vectors("u v")
    k, gamma, M = p.reals("k γ M")
    p.assume(positive=gamma > 0, nonnegative=M >= 0, alignment=u @ v >= k * gamma, growth=u @ u <= k * M)
    p.show(conclusion=k <= M * (v @ v) / gamma**2)
    p.have("size", M * (v @ v) >= 0, "nonnegative", length(v))
    with p.case(k >= 0, "counter"):
        p.calc((k * gamma) ** 2,
               "<=", (u @ v) ** 2, "alignment", "counter * positive",
               "<=", (u @ u) * (v @ v), by("cauchy-schwarz"),
               "<=", k * M * (v @ v), "growth", length(v))  # fmt: skip
        p.use("count-at-most-quotient", t=k, B=M * (v @ v))
    with p.case(k < 0, "counter"):
        p.conclude("counter", "size", square(1 / gamma))
