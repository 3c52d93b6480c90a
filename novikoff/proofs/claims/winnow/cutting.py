"""Halving, the centre of gravity and the ellipsoid method: each mistake leaves a part of what is possible.

Main statements
    cutting-mistake-bound          c·M ≤ ln(V₀/v), if each mistake leaves at most the part exp(−c)
    halving-mistake-bound          2^M ≤ n: c = ln 2, without logarithms
    nearby-separators-separate     the ball around a separator that is left in the end
"""

from ...statements.proof_script import Script, by, exponents, length, tangent, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, exp, ln


@theorem(
    "cutting-mistake-bound",
    title="If each mistake leaves at most the part e^(−c) of the hypotheses, c·M ≤ ln(V₀/v)",
    source=cite("littlestone1988", "the halving algorithm; here for any measure of what is left"),
)
def cutting(p: Script) -> None:
    """Let the hypotheses that agree with all answers so far have the size V, V₀ at first. If each mistake leaves at
    most e^(−c)·V of it, and at least v > 0 is left in the end, c·M ≤ ln V₀ − ln v for the number M of mistakes.

    Halving predicts as most of n hypotheses do: c = ln 2, V₀ = n and v = 1, so that M ≤ log₂ n. If V is the volume of
    the separators in the unit ball of d dimensions, v is at least that of a ball of radius r·V₀^(1/d), where a ball of
    radius r around a separator consists of separators (nearby-separators-separate): ln(V₀/v) is at most d·ln(1/r).
    That the centre of gravity leaves at most the part 1 − 1/e of a convex set is Grünbaum's theorem, and that the
    ellipsoid method has c = 1/(2(d + 1)) is a computation with determinants; neither is proved here.
    """
    V, start, least, c, M, after = p.reals("V V0 v c M V'")
    p.assume(some=start > 0, least=least > 0, left=least <= V)
    p.run([(V, start, after), (M, 0, M + 1)], [after], {"cut": after <= exp(-c) * V})
    p.show(conclusion=c * M <= ln(start) - ln(least))
    with p.induction(falls=exp(-c * M) * start >= V):
        p.have("factor", exp(-c) > 0)
        p.have("law", Eq(exp(-c * (M + 1)), exp(-c) * exp(-c * M)), exponents(-c, -c * M))
        p.conclude("cut", "falls * factor", "law")
    p.have("product", Eq(exp(ln(start) - c * M), start * exp(-c * M)), exponents(ln(start), -c * M))
    p.have("power", exp(ln(start) - c * M) > 0)
    p.have("size", exp(ln(start) - c * M) >= least, "falls", "left", "product")
    p.have("exponent", ln(start) - c * M >= ln(least), tangent(ln(least), at=ln(start) - c * M), "size", times("power"))
    p.conclude("exponent")


@theorem(
    "nearby-separators-separate",
    title="All vectors within r of a separator with margin γ separate, if r ≤ γ/R",
    source=cite("novikoff1962", "the setting; the ball of separators is a remark made here"),
)
def nearby(p: Script) -> None:
    """Let ⟨u, z⟩ ≥ γ and ‖z‖ ≤ R for a signed example z, and ‖w − u‖ ≤ r with rR < γ. Then ⟨w, z⟩ > 0."""
    u, w, z = p.vectors("u w z")
    gamma, R, r = p.reals("γ R r")
    p.assume(margin=u @ z >= gamma, radius=z @ z <= R**2, near=(w - u) @ (w - u) <= r**2, size=R >= 0,
             radius_sign=r >= 0, small=r * R < gamma)  # fmt: skip
    p.show(conclusion=w @ z > 0)
    p.have("schwarz", ((w - u) @ z) ** 2 <= ((w - u) @ (w - u)) * (z @ z), by("cauchy-schwarz", u=w - u, v=z))
    p.have("own", z @ z >= 0, length(z))
    p.have("short", ((w - u) @ (w - u)) * (z @ z) <= r**2 * R**2, "near * own", "radius * radius_sign * radius_sign")
    p.have("room", r * R >= 0, "radius_sign * size")
    p.use("square-root-monotone", name="loss", u=-((w - u) @ z), v=r * R)
    p.conclude("loss", "margin", "small", "schwarz", "short")


@theorem(
    "halving-mistake-bound",
    title="Halving makes at most log₂ n mistakes, if one of its n hypotheses makes none",
    source=cite("littlestone1988", "Theorem 1, the halving algorithm"),
)
def halving(p: Script) -> None:
    """Let n hypotheses agree with all answers so far at first, at least one in the end, and let each mistake leave at
    most half of them, as more than half of them predicted wrongly, or a tie. Then 2^M ≤ n for M mistakes.

    P is 2^M: 1 at first, and doubled by each mistake. Nothing is supposed of the hypotheses, which need not be linear.
    Weighted majority with β = 0 is this algorithm.
    """
    V, n, P, after = p.reals("V n P V'")
    p.assume(left=V >= 1)
    p.run([(V, n, after), (P, 1, 2 * P)], [after], {"half": 2 * after <= V})
    p.show(conclusion=n >= P)
    with p.induction(positive=P > 0, product=n >= P * V):
        p.conclude("product", "positive * half", "positive")
    p.conclude("product", "positive * left")
