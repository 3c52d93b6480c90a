"""Halving, the centre of gravity and the ellipsoid method: each mistake leaves only part of the possible hypotheses."""

from ...statements.proof_script import Script, by, exponents, length, square, tangent, times
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
    The ellipsoid method has c = 1/(2(d + 1)), by ellipsoid-volume-factor. By Grünbaum's theorem, which is not proved
    here, the centre of gravity leaves at most the part 1 − 1/e of a convex set.
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

    P is 2^M: 1 at first, and doubled by each mistake. The hypotheses are arbitrary, and need not be linear.
    Weighted majority with β = 0 is this algorithm.
    """
    V, n, P, after = p.reals("V n P V'")
    p.assume(left=V >= 1)
    p.run([(V, n, after), (P, 1, 2 * P)], [after], {"half": 2 * after <= V})
    p.show(conclusion=n >= P)
    with p.induction(positive=P > 0, product=n >= P * V):
        p.conclude("product", "positive * half", "positive")
    p.conclude("product", "positive * left")


@theorem(
    "ellipsoid-covers-half-ball",
    title="The half of the unit ball with ⟨a, x⟩ ≥ 0 is in an ellipsoid around a/(d + 1)",
    source=cite("grotschel1988", "section 3.1, one step of the ellipsoid method, for the unit ball"),
)
def covers(p: Script) -> None:
    """Let ‖a‖ = 1, ‖x‖ ≤ 1, ⟨a, x⟩ ≥ 0 and d > 1. Then x is in the ellipsoid around a/(d + 1) whose half axis is d/(d +
    1) along a and d/√(d² − 1) across.

    An ellipsoid is a ball of another inner product, so that this is a step from any ellipsoid that contains all
    separators, after a mistake at its centre, where a is the direction of the example. d need not be the dimension.
    """
    a, x = p.vectors("a x")
    d = p.real("d")
    p.assume(unit=Eq(a @ a, 1), ball=x @ x <= 1, half=a @ x >= 0, dimension=d > 1)
    s = a @ x
    p.show(conclusion=(d + 1) ** 2 * (s - 1 / (d + 1)) ** 2 + (d**2 - 1) * (x @ x - s**2) <= d**2)
    p.have("more", d + 1 > 0, "dimension")
    p.have("schwarz", s**2 <= (a @ a) * (x @ x), by("cauchy-schwarz", u=a, v=x))
    p.have("square", s**2 <= 1, "schwarz", "unit", "ball")
    p.have("most", s <= 1, "square", square(s - 1))
    p.have("turn", s * (1 - s) * (d + 1) >= 0, "most * half * more")
    p.have("wide", (d**2 - 1) * (1 - x @ x) >= 0, "dimension * ball * more")
    p.have("value", Eq((d + 1) * (s - 1 / (d + 1)), (d + 1) * s - 1), "more")
    p.have("first", Eq((d + 1) ** 2 * (s - 1 / (d + 1)) ** 2, ((d + 1) * s - 1) ** 2), "value")
    p.conclude("first", "turn", "wide")


@theorem(
    "ellipsoid-volume-factor",
    title="The ellipsoid of a step in d dimensions has at most e^(−1/(2(d + 1))) times the volume",
    source=cite("grotschel1988", "section 3.1, one step of the ellipsoid method, its volume"),
)
def volume_factor(p: Script) -> None:
    """For d > 1, (d/(d + 1))²·(d²/(d² − 1))^(d − 1) ≤ e^(−1/(d + 1)): the square of the product of the d half axes of
    ellipsoid-covers-half-ball, one along a and d − 1 across.
    """
    d = p.real("d")
    p.assume(dimension=d > 1)
    h, k = 1 / (d + 1), 1 / (d**2 - 1)

    def sizes() -> None:
        """Derive that d + 1, d − 1 and d² − 1 are positive: `more`, `less` and `squares`."""
        p.have("more", d + 1 > 0, "dimension")
        p.have("less", d - 1 > 0, "dimension")
        p.have("squares", d**2 - 1 > 0, "more * less")
    with p.making_sense(k):
        sizes()
        p.conclude("squares")
    with p.making_sense(ln(d**2 / (d**2 - 1))):
        sizes()
        p.have("share", k > 0, "squares")
        p.have("one", Eq(d**2 / (d**2 - 1), 1 + k), "definition", times("squares"))
        p.conclude("one", "share")
    L = ln(d**2 / (d**2 - 1))
    p.show(conclusion=(d / (d + 1)) ** 2 * exp((d - 1) * L) <= exp(-1 / (d + 1)))
    sizes()
    p.have("h", h > 0, "more")
    p.have("a", Eq(d / (d + 1), 1 - h), "definition")
    p.have("h1", h <= 1, "definition", "dimension", times("more"))
    p.have("one", Eq(exp(L), 1 + k), "definition", times("squares"))
    p.have("tangent", exp(k) >= 1 + k, tangent(k))
    p.have("power", exp(k) > 0)
    p.have("L", k >= L, tangent(L, at=k), "one", "tangent", times("power"))
    p.have("same", Eq((d - 1) * k, h), "definition", times("squares"))
    p.have("exponent", (d - 1) * L <= h, "L * less", "same")
    p.have("factor", exp((d - 1) * L) > 0)
    p.have("height", exp((d - 1) * L) <= exp(h), tangent(h, at=(d - 1) * L), "exponent * factor")
    p.have("width", 1 - h <= exp(-h), tangent(-h))
    p.have("small", exp(-h) > 0)
    p.have("square", (1 - h) ** 2 <= exp(-h) ** 2, "width * h1", "width * small")
    p.have("law", Eq(exp(h) * exp(-h), 1), exponents(h, -h))
    p.have("together", (1 - h) ** 2 * exp((d - 1) * L) <= exp(-h) ** 2 * exp(h), "square * factor",
           "height * small * small")  # fmt: skip
    p.conclude("together", "law", "a")


@theorem(
    "ellipsoid-mistake-bound",
    title="The ellipsoid method makes at most 2d(d + 1)·ln(1/r) mistakes, if a ball of radius r separates",
    source=cite("grotschel1988", "section 3.1, one step of the ellipsoid method, and the number of steps"),
)
def ellipsoid_bound(p: Script) -> None:
    """Let the volume V of the ellipsoid be V₀ > 0 at first, that of the unit ball, and let each mistake leave V' with
    V'² ≤ e^(−1/(d + 1))·V², as by ellipsoid-volume-factor. If it is at least r^d·V₀ in the end, M mistakes have M ≤
    2d(d + 1)·ln(1/r).

    For a unit vector u with margin γ, all vectors within any r < γ/(2R) of u/2 separate (nearby-separators-separate),
    and are in the unit ball. Not stated here: a linear map multiplies volumes by its determinant.
    """
    V, start, d, r, M, after = p.reals("V V0 d r M V'")
    p.assume(some=start > 0, dimension=d >= 1, radius=r > 0)
    p.run([(V, start, after), (M, 0, M + 1)], [after], {"cut": after**2 <= exp(-1 / (d + 1)) * V**2})
    p.assume(ball=exp(d * ln(r)) * start <= V)
    p.show(conclusion=-2 * d * (d + 1) * ln(r) >= M)
    p.have("more", d + 1 > 0, "dimension")
    c, L = 1 / (d + 1), d * ln(r)
    with p.induction(falls=exp(-c * M) * start**2 >= V**2):
        p.have("factor", exp(-c) > 0)
        p.have("next", Eq(exp(-c * (M + 1)), exp(-c) * exp(-c * M)), exponents(-c, -c * M))
        p.conclude("cut", "falls * factor", "next")
    p.have("part", exp(L) > 0)
    p.have("size", exp(L) * start > 0, "part * some")
    p.have("square", (exp(L) * start) ** 2 <= V**2, "ball * ball", "ball * size")
    p.have("law", Eq(exp(2 * L), exp(L) ** 2), exponents(L, L))
    p.have("product", exp(2 * L) * start**2 <= exp(-c * M) * start**2, "square", "falls", "law")
    p.have("powers", exp(2 * L) <= exp(-c * M), "product", times("some", "some"))
    p.have("power", exp(-c * M) > 0)
    p.have("exponent", -c * M >= 2 * L, tangent(2 * L, at=-c * M), "powers", times("power"))
    p.have("count", Eq((d + 1) * c, 1), "definition", times("more"))
    p.have("scaled", (d + 1) * (2 * L) <= -((d + 1) * c) * M, "exponent * more")
    p.conclude("scaled", "count")
