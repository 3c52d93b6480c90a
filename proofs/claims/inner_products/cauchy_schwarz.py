"""The Cauchy–Schwarz inequality, from ⟨v, v⟩ ≥ 0 alone.

Main statements
    cauchy-schwarz           ⟨u, v⟩² ≤ ‖u‖²·‖v‖²
    cauchy-schwarz-norm      ⟨u, v⟩ ≤ ‖u‖·‖v‖

Implementation notes
    No definiteness is needed: where ‖u‖² + ‖v‖² vanishes, ‖u ± v‖² ≥ 0 gives ⟨u, v⟩ = 0.
"""

from ...statements.language import Eq, augment, norm
from ...statements.registry import cite, theorem
from ...statements.script import Script, by, length, times


@theorem(
    "cauchy-schwarz",
    title="Cauchy–Schwarz inequality",
    source=cite("steele2004", "chapter 1"),
)
def cauchy_schwarz(p: Script) -> None:
    """The square of an inner product is at most the product of the square lengths."""
    u, v = p.vectors("u v")
    size = u @ u + v @ v
    p.show(conclusion=(u @ v) ** 2 <= (u @ u) * (v @ v))
    with p.case(size > 0):
        p.conclude(times("case"), length((v @ v) * u - (u @ v) * v), length((u @ u) * v - (u @ v) * u))
    with p.case(size <= 0):
        p.have("sum", u @ v >= -size / 2, length(u + v))
        p.have("difference", u @ v <= size / 2, length(u - v))
        p.have("first", u @ u >= 0, length(u))
        p.have("second", v @ v >= 0, length(v))
        p.have("zero", Eq(u @ v, 0), "case", "sum", "difference", "first", "second")
        p.conclude("zero", "first * second")


@theorem(
    "cauchy-schwarz-norm",
    title="Cauchy–Schwarz inequality for lengths",
    source=cite("iml", "proof of Theorem 1.7"),
    ledger=["001-cs"],
)
def cauchy_schwarz_norm(p: Script) -> None:
    """An inner product is at most the product of the lengths."""
    u, v = p.vectors("u v")
    p.show(conclusion=u @ v <= norm(u) * norm(v))
    p.suppose_not("larger")
    p.have("product", norm(u) * norm(v) >= 0)
    p.conclude(by("cauchy-schwarz"), "larger", "product")


@theorem(
    "pair-cauchy-schwarz",
    title="Cauchy–Schwarz inequality for pairs",
    source=cite("iml", "proof of Theorem 1.7"),
    ledger=["004-proof-cs"],
)
def pair_cauchy_schwarz(p: Script) -> None:
    """Cauchy–Schwarz in the space V ⊕ R, whose elements are pairs of a vector and a number."""
    u, v = p.vectors("u v")
    s, t = p.reals("s t")
    p.use("cauchy-schwarz", u=augment(u, s), v=augment(v, t))
    p.show(conclusion=(u @ v + s * t) ** 2 <= (u @ u + s**2) * (v @ v + t**2))
