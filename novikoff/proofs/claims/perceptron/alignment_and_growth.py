"""The end of every mistake bound: alignment grows like k, length only like √k.

Notation
    u is the state after k updates (weights and scaled bias), v is a separator in the same space.
"""

from ...statements.proof_script import Script, by, length, square
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq


@theorem("alignment-and-growth-bound-count", title="Linear alignment and square-root growth bound the count",
         source=cite("iml", "proof of Theorem 1.7, last step"))
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
               "<=", k * M * (v @ v), "growth", length(v))
        p.use("count-at-most-quotient", t=k, B=M * (v @ v))
    with p.case(k < 0, "counter"):
        p.conclude("counter", "size", square(1 / gamma))


@theorem("mistake-keeps-away-from-separator", title="Where a mistake is left, the weights are not along a separator",
         source=cite("novikoff1962", "proof of the theorem, for weights that still make a mistake"))
def mistake_keeps_away(p: Script) -> None:
    """Let ‖u‖ = 1 and ⟨u, w⟩ ≥ 0. Let a signed example z with ⟨u, z⟩ ≥ γ ≥ 0 and ‖z‖ ≤ D be a mistake of w, that is ⟨w,
    z⟩ ≤ 0. Then ⟨u, w⟩²D² is at most (D² − γ²)‖w‖².

    The proof is Cauchy–Schwarz for the parts of w and z that are orthogonal to u: with a = ⟨u, w⟩ and g = ⟨u, z⟩,
    (ag)² ≤ (⟨w, z⟩ − ag)² ≤ (‖w‖² − a²)(‖z‖² − g²).
    """
    u, w, z = p.vectors("u w z")
    gamma, D = p.reals("γ D")
    p.assume(unit=Eq(u @ u, 1), positive=gamma >= 0, aligned=u @ w >= 0, margin=u @ z >= gamma, radius=z @ z <= D**2,
             mistake=w @ z <= 0)
    a, g, rest = u @ w, u @ z, w - (u @ w) * u
    p.show(conclusion=a**2 * D**2 <= (D**2 - gamma**2) * (w @ w))
    p.have("room", rest @ rest >= 0, length(rest))
    p.have("reach", g**2 >= gamma**2, "margin * margin", "margin * positive")
    p.have("product", a * g >= 0, "aligned * margin", "aligned * positive")
    p.use("cauchy-schwarz", name="across", u=rest, v=z - g * u)
    p.have("parts", (w @ z - a * g) ** 2 <= (w @ w - a**2) * (z @ z - g**2), "across", "unit")
    p.have("turned", (a * g) ** 2 <= (w @ z - a * g) ** 2, "mistake * product", square(w @ z))
    p.have("short", (w @ w - a**2) * (z @ z) <= (w @ w - a**2) * D**2, "room * radius", "unit")
    p.have("size", w @ w >= 0, length(w))
    p.have("far", a**2 * D**2 <= (D**2 - g**2) * (w @ w), "parts", "turned", "short")
    p.conclude("far", "reach * size")
