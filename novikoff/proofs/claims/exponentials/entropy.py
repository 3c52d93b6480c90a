"""The relative entropy p·ln(p/q) − p + q is at least a square: the inequalities of Pinsker and Hoeffding, and the log
sum.

A logarithm of a quotient is a number l with q·e^l = p. So l is ln(p/q) or ln p − ln q, and q = 0 is allowed.
"""

from ...statements.proof_script import Script, exponents, square, tangent, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Rational, Sum, exp, ln


@theorem("entropy-above-square", title="E·ln E − E + 1 is at least 3(E − 1)²/(2E + 4)",
         source=cite("tsybakov2009", "Lemma 2.5, first step of the proof of Pinsker's inequality"))
def entropy(p: Script) -> None:
    """3(E − 1)² ≤ (2E + 4)(l·E − E + 1) for E = e^l and every l.

    Divided by E, the difference is (2l − 5)E + 4l + 4 + 1/E. For l ≤ 0, E⁻¹ is at least its Taylor polynomial of degree
    5. For l ≥ 0, with l = 2t and t ≤ 5/4, E⁻¹ is at least W = T², where T is the Taylor polynomial of e^(−t) of degree
    3. What is left is a polynomial with positive coefficients in −l, or in t and r = 5/4 − t.
    """
    l = p.real("l")  # noqa: E741
    E, D = exp(l), exp(-l)
    p.show(conclusion=(2 * E + 4) * (l * E - E + 1) >= 3 * (E - 1) ** 2)
    p.have("E", E > 0)
    p.have("D", D > 0)
    p.have("unit", Eq(E * D, 1), exponents(l, -l))
    with p.proving("divided", D**2 + (4 * l + 4) * D - (5 - 2 * l) >= 0):
        with p.case(l <= 0):
            s, T = -l, 1 - l + l**2 / 2 - l**3 / 6 + l**4 / 24 - l**5 / 120
            p.have("sign", s >= 0, "case")
            p.have("Taylor", D >= T, tangent(s, degree=5))
            p.have("enough", T**2 + (4 * l + 4) * T - (5 - 2 * l) >= 0,
                   *(" * ".join(["sign"] * k) for k in range(4, 11)))
            p.have("slope", D + T + 4 * l + 4 >= 0, "Taylor", "sign * sign * sign", "sign * sign * sign * sign",
                   "sign * sign * sign * sign * sign", square(s - 1))
            p.conclude("enough", "Taylor * slope")
        with p.case(l > 0):
            t = l / 2
            with p.case(l > Rational(5, 2), name="size"):
                p.conclude("D * D", "D * case", "D", "size")
            with p.case(l <= Rational(5, 2), name="size"):
                d, r = exp(-t), Rational(5, 4) - t
                T = 1 - t + t**2 / 2 - t**3 / 6
                p.have("t", t >= 0, "case")
                p.have("r", r >= 0, "size")
                p.have("root", Eq(D, d**2), exponents(-t, -t))
                p.have("Taylor", d >= T, tangent(-t, degree=3))
                p.have("T", T >= 0, *(" * ".join(["t"] * i + ["r"] * (3 - i)) for i in range(4)))
                p.have("W", D >= T**2, "root", "Taylor * T", "Taylor * Taylor")
                p.have("enough", T**4 + (8 * t + 4) * T**2 - (5 - 4 * t) >= 0,
                       *(" * ".join(["t"] * (4 + i) + ["r"] * (8 - i)) for i in range(9)))
                p.have("square", T**2 >= 0, square(T))
                p.have("slope", D + T**2 + 4 * l + 4 >= 0, "D", "square", "case")
                p.conclude("enough", "W * slope")
    p.conclude("divided * E * E", "unit")


@theorem("relative-entropy-above-square", title="p·ln(p/q) − p + q is at least 3(p − q)²/(2p + 4q)",
         source=cite("tsybakov2009", "Lemma 2.5, first step of the proof of Pinsker's inequality"))
def above_square(p: Script) -> None:
    """If p = q·e^l, then 3(p − q)² ≤ (2p + 4q)(p·l − p + q)."""
    P, q, l = p.reals("p q l")  # noqa: E741
    p.assume(quotient=Eq(q * exp(l), P))
    p.show(conclusion=3 * (P - q) ** 2 <= (2 * P + 4 * q) * (P * l - P + q))
    p.use("entropy-above-square", name="one", l=l)
    p.have("square", q**2 >= 0, square(q))
    p.conclude("square * one", "quotient")


@theorem("relative-entropy-above-tangent", title="p·ln(p/q) − p + q is at least 2τ|p − q| − τ²(2p + 4q)/3",
         source=cite("tsybakov2009", "Lemma 2.5, proof of Pinsker's inequality, with a tangent for Cauchy–Schwarz"))
def above_tangent(p: Script) -> None:
    """If q ≥ 0, p = q·e^l and d² = (p − q)², then p·l − p + q ≥ 2τd − τ²(2p + 4q)/3 for every τ."""
    P, q, l, d, tau = p.reals("p q l d τ")  # noqa: E741
    p.assume(sign=q >= 0, quotient=Eq(q * exp(l), P), distance=Eq(d**2, (P - q) ** 2))
    E, K = exp(l), P * l - P + q
    rest = tau**2 * (2 * P + 4 * q) / 3
    p.show(conclusion=2 * tau * d - rest <= K)
    p.use("entropy-above-square", name="one", l=l)
    p.have("E", E > 0)
    p.have("A", 2 * E + 4 > 0, "E")
    for name, t in (("right", tau), ("left", -tau)):
        p.have(f"{name} of 1", l * E - E + 1 >= 2 * t * (E - 1) - t**2 * (2 * E + 4) / 3, "one",
               square(E - 1 - t * (2 * E + 4) / 3), times("A"))
        p.have(name, K + rest >= 2 * t * (P - q), f"sign * {name} of 1", "quotient")
    p.have("both", K + rest >= 0, "right", "left")
    p.suppose_not("no")
    p.conclude("both * no", "right * left", "distance", times("no", "no"))


@theorem("relative-entropy-above-hellinger", title="p·ln(p/q) − p + q is at least (√p − √q)²",
         source=cite("tsybakov2009", "Lemma 2.4, the distance of Hellinger and the relative entropy"))
def above_hellinger(p: Script) -> None:
    """If r, t ≥ 0 and r² = t²·e^l, then r²·l − r² + t² ≥ (r − t)²."""
    r, t, l = p.reals("r t l")  # noqa: E741
    p.assume(r=r >= 0, t=t >= 0, quotient=Eq(t**2 * exp(l), r**2))
    p.show(conclusion=r**2 * l - r**2 + t**2 >= (r - t) ** 2)
    D = exp(-l / 2)
    p.have("D", D > 0)
    p.have("whole", Eq(exp(-l), D**2), exponents(-l / 2, -l / 2))
    p.have("inverse", Eq(exp(l) * exp(-l), 1), exponents(l, -l))
    p.have("same", Eq(r**2 * D**2, t**2), "whole", "inverse", "quotient")
    with p.proving("below", r * D <= t):
        p.suppose_not("no")
        p.conclude("t * no", "same", times("no", "no"))
    p.have("square", r**2 >= 0, square(r))
    p.have("tangent", 1 - l / 2 <= D, tangent(-l / 2))
    p.conclude("r * below", "square * tangent")


@theorem("pinsker-two-points", title="Pinsker's inequality for two points",
         source=cite("tsybakov2009", "Lemma 2.5, Pinsker's inequality, for two points"),
         says="Pinsker's inequality in general. This claim does not show that low and high are needed: at rational "
              "numbers l = m = 0 or p = q, and both sides are 0.")
def pinsker_two(p: Script) -> None:
    """If 0 ≤ q ≤ 1, p = q·e^l and 1 − p = (1 − q)e^m, then p·l + (1 − p)m ≥ 2(p − q)²."""
    P, q, l, m = p.reals("p q l m")  # noqa: E741
    p.assume(low=q >= 0, high=q <= 1, first=Eq(q * exp(l), P), second=Eq((1 - q) * exp(m), 1 - P))
    p.show(conclusion=P * l + (1 - P) * m >= 2 * (P - q) ** 2)
    p.use("relative-entropy-above-tangent", name="one", p=P, q=q, l=l, d=P - q, τ=P - q)
    p.use("relative-entropy-above-tangent", name="other", p=1 - P, q=1 - q, l=m, d=P - q, τ=P - q)
    p.conclude("one", "other")


@theorem("pinsker", title="Pinsker's inequality: (Σ|p − q|)² is at most twice the relative entropy",
         source=cite("tsybakov2009", "Lemma 2.5, Pinsker's inequality, for finite sets"),
         says="Pinsker's inequality in general. This claim does not show that sign, one and other are needed: at "
              "rational numbers l = 0 or q = 0, and both sides are 0.")
def pinsker(p: Script) -> None:
    """If qᵢ ≥ 0, pᵢ = qᵢe^lᵢ, dᵢ² = (pᵢ − qᵢ)² and Σ p = Σ q = 1, then (Σ d)² ≤ 2Σ p·l."""
    P, q, l, d = p.reals("p[i] q[i] l[i] d[i]")  # noqa: E741
    p.assume(sign=q >= 0, quotient=Eq(q * exp(l), P), distance=Eq(d**2, (P - q) ** 2), one=Eq(Sum(P), 1),
             other=Eq(Sum(q), 1))
    tau = Sum(d) / 2
    p.show(conclusion=Sum(d) ** 2 <= 2 * Sum(P * l))
    with p.proving("each", P * l - P + q >= 2 * tau * d - tau**2 * (2 * P + 4 * q) / 3):
        p.use("relative-entropy-above-tangent", name="tangent", p=P, q=q, l=l, d=d, τ=tau)
        p.conclude("tangent")
    p.sum("each", "all")
    p.conclude("all", "one", "other")


@theorem("log-sum", title="The log sum inequality", source=cite("cover2006", "Theorem 2.7.1, the log sum inequality"),
         says="the log sum inequality. This claim does not show that sign is needed: at rational numbers l = 0 or "
              "b = 0.")
def log_sum(p: Script) -> None:
    """If bᵢ ≥ 0, aᵢ = bᵢe^lᵢ and e^L·Σ b ≤ Σ a, then Σ a·l ≥ L·Σ a."""
    a, b, l, L = p.reals("a[i] b[i] l[i] L")  # noqa: E741
    p.assume(sign=b >= 0, quotient=Eq(b * exp(l), a), total=exp(L) * Sum(b) <= Sum(a))
    p.show(conclusion=Sum(a * l) >= L * Sum(a))
    p.have("tangent", exp(L) >= exp(l) * (1 + L - l), tangent(L, at=l))
    p.have("each", b * exp(L) >= a * (1 + L - l), "sign * tangent", "quotient")
    p.sum("each", "all")
    p.conclude("all", "total")


@theorem("hoeffding-two-points", title="Hoeffding's lemma for two points",
         source=cite("mohri2018", "Lemma D.1, Hoeffding's lemma, for the values 0 and 1"))
def hoeffding_two(p: Script) -> None:
    """If w = θu, then 1 − θ + θe^u ≤ exp(w + u²/8).

    For 0 ≤ θ ≤ 1, L = ln(1 − θ + θe^u) and p = θe^(u − L), Pinsker's inequality for p and θ is p·u − L ≥ 2(p − θ)². For
    other θ, the point (θu, e^(θu)) is above the line through (0, 1) and (u, e^u).
    """
    theta, u, w = p.reals("θ u w")
    p.assume(mean=Eq(w, theta * u))
    Z = 1 - theta + theta * exp(u)
    p.show(conclusion=exp(w + u**2 / 8) >= Z)
    p.have("square", u**2 >= 0, square(u))
    p.have("w", exp(w) > 0)
    p.have("larger", exp(w + u**2 / 8) >= exp(w) * (1 + u**2 / 8), tangent(w + u**2 / 8, at=w))
    with p.case(theta < 0, "low"):
        p.have("left", exp(w) >= 1 + w, tangent(w))
        p.have("right", exp(u) >= 1 + u, tangent(u))
        p.conclude("larger", "square * w", "left", "low * right", "mean")
    with p.case(theta >= 0, "low"):
        with p.case(theta > 1, "high"):
            p.have("left", exp(w) >= exp(u) * (1 + w - u), tangent(w, at=u))
            p.have("right", exp(u) * (1 - u) <= 1, tangent(0, at=u))
            p.conclude("larger", "square * w", "left", "high * right", "mean")
        with p.case(theta <= 1, "high"):
            p.have("power", exp(u) > 0)
            with p.proving("Z", Z > 0):
                with p.case(exp(u) >= 1):
                    p.conclude("low * case")
                with p.case(exp(u) < 1):
                    p.conclude("high * case", "power")
            L = ln(Z)
            P = theta * exp(u - L)
            p.have("inverse", Eq(Z * exp(-L), 1), exponents(L, -L))
            p.have("law", Eq(exp(u - L), exp(u) * exp(-L)), exponents(u, -L))
            p.have("rest", Eq((1 - theta) * exp(-L), 1 - P), "inverse", "law")
            p.use("pinsker-two-points", name="pinsker", p=P, q=theta, l=u - L, m=-L)
            p.have("exponent", w + u**2 / 8 >= L, "pinsker", "mean", "rest", square(P - theta - u / 4))
            p.conclude(tangent(w + u**2 / 8, at=L), "Z * exponent")


@theorem("hoeffding-lemma", title="Hoeffding's lemma for finite distributions",
         source=cite("mohri2018", "Lemma D.1, Hoeffding's lemma, for finite distributions"))
def hoeffding(p: Script) -> None:
    """If pᵢ ≥ 0, Σ p = 1, Σ p·x = m and a ≤ xᵢ ≤ b, then Σ p·e^(sx) ≤ exp(sm + s²(b − a)²/8)."""
    P, x, s, m, a, b = p.reals("p[i] x[i] s m a b")
    p.assume(weights=P >= 0, one=Eq(Sum(P), 1), mean=Eq(Sum(P * x), m), low=a <= x, high=x <= b)
    c = b - a
    theta = (m - a) / c
    p.show(conclusion=Sum(P * exp(s * x)) <= exp(s * m + s**2 * (b - a) ** 2 / 8))
    with p.case(a < b, "width"):
        p.have("left", exp(s * a) >= exp(s * x) * (1 + s * a - s * x), tangent(s * a, at=s * x))
        p.have("right", exp(s * b) >= exp(s * x) * (1 + s * b - s * x), tangent(s * b, at=s * x))
        p.have("chord", c * exp(s * x) <= (b - x) * exp(s * a) + (x - a) * exp(s * b), "high * left", "low * right")
        p.have("each", P * c * exp(s * x) <= P * ((b - x) * exp(s * a) + (x - a) * exp(s * b)), "weights * chord")
        p.sum("each", "all")
        p.have("inverse", 1 / c > 0, "width")
        p.have("w", Eq(s * (m - a), theta * (s * c)), "definition")
        p.use("hoeffding-two-points", name="two", θ=theta, u=s * c, w=s * (m - a))
        p.have("start", exp(s * a) > 0)
        p.have("law", Eq(exp(s * b), exp(s * a) * exp(s * c)), exponents(s * a, s * c))
        end = s * (m - a) + (s * c) ** 2 / 8
        p.have("law of the bound", Eq(exp(s * a + end), exp(s * a) * exp(end)), exponents(s * a, end))
        p.have("mixed", (b - m) * exp(s * a) + (m - a) * exp(s * b) <= c * exp(s * a) * exp(end), "width * start * two",
               "law", "definition")
        p.conclude("all", "mean", "one", "mixed", "law of the bound", times("width"))
    with p.case(a >= b, "width"):
        p.have("equal", Eq(x, a), "low", "high", "width")
        p.have("value", exp(s * a) >= exp(s * x), tangent(s * a, at=s * x), "equal")
        p.have("each", P * exp(s * a) >= P * exp(s * x), "weights * value")
        p.sum("each", "all")
        p.have("weighted", Eq(P * x, P * a), "equal")
        p.sum("weighted", "mean of a")
        p.have("square", (s * (b - a)) ** 2 >= 0, square(s * (b - a)))
        p.have("start", exp(s * a) > 0)
        p.have("end", exp(s * m + s**2 * (b - a) ** 2 / 8) >= exp(s * a) * (1 + s**2 * (b - a) ** 2 / 8),
               tangent(s * m + s**2 * (b - a) ** 2 / 8, at=s * a), "mean", "one", "mean of a")
        p.conclude("all", "one", "end", "start * square")
