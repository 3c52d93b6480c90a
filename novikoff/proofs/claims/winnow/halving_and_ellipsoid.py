"""Halving, the centre of gravity and the ellipsoid method: each mistake leaves only part of the possible hypotheses."""

from ....algorithms.ellipsoid import move_centre
from ...statements.proof_script import Script, by, exponents, length, square, tangent, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, exp, ln


@theorem("cutting-mistake-bound",
         title="If each mistake leaves at most the part e^(−c) of the hypotheses, c·M ≤ ln(V₀/v)",
         source=cite("littlestone1988", "the halving algorithm; here for any measure of what is left"))
def cutting(p: Script) -> None:
    """Let V be the size of the set of hypotheses that agree with all answers so far, V₀ at first. If each mistake
    reduces V to at most e^(−c)·V, and V ≥ v > 0 in the end, then c·M ≤ ln V₀ − ln v for the number M of mistakes.

    Halving predicts as most of n hypotheses do: c = ln 2, V₀ = n and v = 1, so that M ≤ log₂ n. Let V be the volume of
    the separators in the unit ball of d dimensions. If a ball of radius r in the unit ball consists of separators
    (nearby-separators-separate), then v = r^d·V₀ is possible, and ln(V₀/v) is at most d·ln(1/r). The ellipsoid method
    has c = 1/(2(d + 1)), by ellipsoid-volume-factor. For the centre of gravity, a mistake leaves at most a fraction 1 −
    1/e of a convex set, by Grünbaum's theorem, which is not proved here.
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


@theorem("nearby-separators-separate", title="All vectors closer than γ/R to a separator with margin γ separate",
         source=cite("novikoff1962", "the setting; the ball of separators is a remark made here"))
def nearby(p: Script) -> None:
    """Let ⟨u, z⟩ ≥ γ and ‖z‖ ≤ R for a signed example z, and ‖w − u‖ ≤ r with rR < γ. Then ⟨w, z⟩ > 0."""
    u, w, z = p.vectors("u w z")
    gamma, R, r = p.reals("γ R r")
    p.assume(margin=u @ z >= gamma, radius=z @ z <= R**2, near=(w - u) @ (w - u) <= r**2, size=R >= 0,
             radius_sign=r >= 0, small=r * R < gamma)
    p.show(conclusion=w @ z > 0)
    p.have("schwarz", ((w - u) @ z) ** 2 <= ((w - u) @ (w - u)) * (z @ z), by("cauchy-schwarz", u=w - u, v=z))
    p.have("own", z @ z >= 0, length(z))
    p.have("short", ((w - u) @ (w - u)) * (z @ z) <= r**2 * R**2, "near * own", "radius * radius_sign * radius_sign")
    p.have("room", r * R >= 0, "radius_sign * size")
    p.use("square-root-monotone", name="loss", u=-((w - u) @ z), v=r * R)
    p.conclude("loss", "margin", "small", "schwarz", "short")


@theorem("halving-mistake-bound", title="Halving makes at most log₂ n mistakes, if one of its n hypotheses makes none",
         source=cite("littlestone1988", "Theorem 1, the halving algorithm"))
def halving(p: Script) -> None:
    """Let n hypotheses be possible at first. At least one of them agrees with all answers in the end. Let each mistake
    leave at most half of the hypotheses, because at least half of them predicted wrongly. Then 2^M ≤ n for M mistakes.

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


@theorem("ellipsoid-covers-half-ball",
         title="The half of the unit ball with ⟨a, x⟩ ≥ 0 is in an ellipsoid around a/(d + 1)",
         source=cite("grotschel1988", "section 3.1, one step of the ellipsoid method, for the unit ball"))
def covers(p: Script) -> None:
    """Let ‖a‖ = 1, ‖x‖ ≤ 1, ⟨a, x⟩ ≥ 0 and d > 1. Then x is in the ellipsoid around a/(d + 1) with the half axis d/(d +
    1) along a and the half axes d/√(d² − 1) orthogonal to a.

    An ellipsoid is the unit ball of another inner product. So the claim describes a step from any ellipsoid that
    contains all separators, after a mistake at its centre, where a is the direction of the example. d need not be the
    dimension.
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


@theorem("ellipsoid-volume-factor",
         title="The ellipsoid of a step in d dimensions has at most e^(−1/(2(d + 1))) times the volume",
         source=cite("grotschel1988", "section 3.1, one step of the ellipsoid method, its volume"),
         says="the smaller factor e^(−1/(2d)), as far as we remember")
def volume_factor(p: Script) -> None:
    """For d > 1, (d/(d + 1))²·(d²/(d² − 1))^(d − 1) ≤ e^(−1/(d + 1)): the square of the product of the d half axes of
    ellipsoid-covers-half-ball, one along a and d − 1 orthogonal to a.
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
           "height * small * small")
    p.conclude("together", "law", "a")


@theorem("ellipsoid-step-keeps-separators",
         title="A step of the ellipsoid method keeps all x of the ellipsoid with ⟨z, x⟩ ≥ 0",
         source=cite("grotschel1988", "section 3.1, one step of the ellipsoid method; this form is derived here"))
def keeps(p: Script) -> None:
    """Let Q(x) = ‖x‖² − 2⟨c, x⟩ − 1 ≤ 0 and ⟨z, x⟩ ≥ 0, and h ≥ ⟨z, c⟩ + ‖z‖√R for R = 1 + ‖c‖². Let β ≥ 0, and let c'
    = c + βh/2·z as in the program. Then Q'(x) = ‖x‖² + β⟨z, x⟩² − 2⟨c', x⟩ − 1 ≤ 0.

    Q ≤ 0 is an ellipsoid around c, that is, a ball of another inner product. For any β ≥ 0 and any large enough h, the
    new ellipsoid contains all separators of the old one. So rounding loses no separators. Q' is Q + β⟨z, x⟩(⟨z, x⟩ −
    h).
    """
    z, c, x = p.vectors("z c x")
    h, beta = p.reals("h β")
    p.assume(ellipsoid=x @ x - 2 * (c @ x) - 1 <= 0, above=h >= z @ c, most=(h - z @ c) ** 2 >= (z @ z) * (1 + c @ c),
             right=z @ x >= 0, weight=beta >= 0)
    p.show(conclusion=x @ x + beta * (z @ x) ** 2 - 2 * (move_centre(c, z, beta, h) @ x) - 1 <= 0)
    p.have("schwarz", (z @ (x - c)) ** 2 <= (z @ z) * ((x - c) @ (x - c)), by("cauchy-schwarz", u=z, v=x - c))
    p.have("own", z @ z >= 0, length(z))
    p.have("square", (z @ (x - c)) ** 2 <= (h - z @ c) ** 2, "schwarz", "own * ellipsoid", "most")
    p.use("square-root-monotone", name="end", u=z @ (x - c), v=h - z @ c)
    p.have("slab", z @ x <= h, "end", "square", "above")
    p.conclude("ellipsoid", "weight * right * slab")


@theorem("ellipsoid-rounded-height",
         title="A rounded step of the ellipsoid method: the least value of Q is at least −(1 + v²h²/((d − 1)(d − 1 + "
               "2v)))",
         source=cite("grotschel1988", "section 3.1, one step of the ellipsoid method; this form is derived here"))
def height(p: Script) -> None:
    """Let the ellipsoid be the unit ball, let a have length 1, and let the mistake leave all x with ⟨a, x⟩ ≥ τ ≥ 0.
    With s = ⟨a, x⟩ and β = 2v/(d − 1), the step adds β(s − τ)(s − h) to Q(x) = ‖x‖² − 1. Without rounding, v = h = 1.
    Then Q' ≥ −(1 + v²h²/((d − 1)(d − 1 + 2v))) everywhere. With τ > 0, a deep cut, the lower bound is the same as with
    τ = 0.
    """
    a, x = p.vectors("a x")
    d, v, beta, h, tau = p.reals("d v β h τ")
    p.assume(unit=Eq(a @ a, 1), dimension=d >= 2, part=v >= 0, weight=Eq((d - 1) * beta, 2 * v), mistake=tau >= 0,
             room=tau <= h)
    m, s = d - 1 + 2 * v, a @ x
    after = x @ x - 1 + beta * (s - tau) * (s - h)
    p.show(conclusion=(d - 1) * m * (after + 1) >= -(v**2) * h**2)
    p.have("schwarz", s**2 <= (a @ a) * (x @ x), by("cauchy-schwarz", u=a, v=x))
    p.have("less", d - 1 > 0, "dimension")
    p.have("m", m > 0, "less", "part")
    p.have("high", h >= 0, "mistake", "room")
    p.have("spare", tau * v * (2 * h * (m - v) - v * tau) >= 0, "mistake * part * high * less",
           "mistake * part * part * room", "mistake * part * part * high")
    p.have("line", (d - 1) * m * s**2 + 2 * v * m * (s - tau) * (s - h) + v**2 * h**2 >= 0, "spare",
           square(m * s - v * (h + tau)))
    p.have("whole", (d - 1) * m * (x @ x) + 2 * v * m * (s - tau) * (s - h) + v**2 * h**2 >= 0, "line",
           "schwarz * less * m", "unit")
    p.have("value", Eq((d - 1) * (after + 1), (d - 1) * (x @ x) + 2 * v * (s - tau) * (s - h)), "weight")
    p.conclude("whole", "value")


@theorem("ellipsoid-rounded-volume-factor",
         title="The ellipsoid of a rounded step in d dimensions has at most e^(−1/(2(d + 2))) times the volume",
         source=cite("grotschel1988", "section 3.1, the volume of one step of the method; this form is derived here"))
def volume(p: Script) -> None:
    """Let e = v(1 + η)² and k = 1 + ve/((d − 1)(d − 1 + 2v)). Then −k is a lower bound of Q' by
    ellipsoid-rounded-height with h = 1 + η. The square of the half axis is at most k(d − 1)/(d − 1 + 2v) along a, and
    at most k orthogonal to a. Let v ≥ 1 − 1/(16d) and v(1 + η)² ≤ 1 + 1/(8d), which the program ensures. Then the
    product of all d squares is at most k^d·(d − 1)/(d − 1 + 2v) ≤ e^(−1/(d + 2)).
    """
    d, v, eta = p.reals("d v η")
    e, m = v * (1 + eta) ** 2, d - 1 + 2 * v
    p.assume(dimension=d >= 2, part=16 * d * (1 - v) <= 1, small=8 * d * (e - 1) <= 1)
    k = 1 + v * e / ((d - 1) * m)

    def signs() -> None:
        """Derive that d − 1, v and m are positive, and ve at least 0."""
        p.have("less", d - 1 > 0, "dimension")
        p.have("d", d > 0, "dimension")
        p.have("v", v > 0, "part", "dimension", times("d"))
        p.have("m", m > 0, "less", "v")
        p.have("ve", v * e >= 0, square(v * (1 + eta)))
    with p.making_sense(1 / m):
        signs()
        p.conclude("m")
    with p.making_sense(ln(k)):
        signs()
        p.have("i", 1 / (d - 1) > 0, "less")
        p.have("j", 1 / m > 0, "m")
        p.have("k", k - 1 >= 0, "ve * i * j")
        p.conclude("k")
    L, y = ln(k), v * e / m + 1 / (d + 2)
    p.show(conclusion=k * (d - 1) / m * exp((d - 1) * L) <= exp(-1 / (d + 2)))
    signs()
    p.have("more", d + 2 > 0, "less")
    p.have("tangent", exp(k - 1) >= k, tangent(k - 1))
    p.have("one", Eq(exp(L), k), "definition")
    p.have("power", exp(k - 1) > 0)
    p.have("L", k - 1 >= L, tangent(L, at=k - 1), "one", "tangent", times("power"))
    p.have("same", Eq((d - 1) * (k - 1), v * e / m), "definition", times("less", "m"))
    p.have("exponent", (d - 1) * L <= v * e / m, "L * less", "same")
    p.have("factor", exp((d - 1) * L) > 0)
    p.have("across", exp((d - 1) * L) <= exp(v * e / m), tangent(v * e / m, at=(d - 1) * L), "exponent * factor")
    S = d - 1 + v
    p.have("S", S > 0, "less", "v")
    p.have("large", 8 * d**2 - d - 2 > 0, "dimension * dimension", "dimension")
    p.have("slope", 16 * d**2 * (v - 1) + 16 * d - 2 * v * (d + 2) >= 3 * (d + 2), "part * large",
           "dimension * d", "d", times("d"))
    p.have("wide", S - v >= 1, "dimension")
    P = v * (2 - e) * (d + 2) * S - m * S - v * (e - v) * (d + 2)
    p.have("P", P >= 0, "S * slope", "wide * more", "more", "v * small * more * S", "v * small * more",
           "v * part * more", times("d"))
    G = S / m + v * (e - v) / (2 * S * m)
    p.have("width", 1 - y / 2 >= G, "P", "definition", times("S", "m", "more"))
    p.have("j", 1 / m > 0, "m")
    p.have("q", 1 / S > 0, "S")
    p.have("ratio", v / S <= 1, "wide", times("S"))
    p.have("positive", G > 0, "ve * q * j", "v * j * ratio", "wide * j", "j", "v * j")
    p.have("square", k * (d - 1) / m <= G**2, "definition", square((e - v) * v / (2 * S * m)))
    p.have("half", exp(-y / 2) >= 1 - y / 2, tangent(-y / 2))
    p.have("low", exp(-y / 2) > 0)
    p.have("root", exp(-y / 2) >= G, "width", "half")
    p.have("along", k * (d - 1) / m <= exp(-y / 2) ** 2, "square", "root * positive", "root * low")
    p.have("law", Eq(exp(-y), exp(-y / 2) ** 2), exponents(-y / 2, -y / 2))
    p.have("sum", Eq(exp(-1 / (d + 2)), exp(-y) * exp(v * e / m)), exponents(-y, v * e / m))
    p.have("over", exp(-y) > 0)
    p.conclude("along * factor", "across * over", "law", "sum")


@theorem("ellipsoid-mistake-bound",
         title="The ellipsoid method makes at most 2dk·ln(1/r) mistakes, if a ball of radius r separates",
         source=cite("grotschel1988", "section 3.1, one step of the ellipsoid method, and the number of steps"))
def ellipsoid_bound(p: Script) -> None:
    """Let the volume V of the ellipsoid be V₀ > 0 at first, the volume of the unit ball. Let each mistake change V to
    V' with V'² ≤ e^(−1/k)·V². If V ≥ r^d·V₀ after M mistakes, then M ≤ 2dk·ln(1/r). k is d + 1 by
    ellipsoid-volume-factor, and d + 2 for a program that rounds, by ellipsoid-rounded-volume-factor.

    For a unit vector u with margin γ, all vectors within any r < γ/(2R) of u/2 separate (nearby-separators-separate),
    and are in the unit ball. Not stated here: a linear map multiplies volumes by its determinant.
    """
    V, start, d, k, r, M, after = p.reals("V V0 d k r M V'")
    p.assume(some=start > 0, rate=k > 0, radius=r > 0)
    p.run([(V, start, after), (M, 0, M + 1)], [after], {"cut": after**2 <= exp(-1 / k) * V**2})
    p.assume(ball=exp(d * ln(r)) * start <= V)
    p.show(conclusion=-2 * d * k * ln(r) >= M)
    c, L = 1 / k, d * ln(r)
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
    p.have("count", Eq(k * c, 1), "definition")
    p.have("scaled", k * (2 * L) <= -(k * c) * M, "exponent * rate")
    p.conclude("scaled", "count")
