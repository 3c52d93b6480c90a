"""cosh t is at most exp(t²/2): for small t by Taylor's polynomials, doubled twice, for large t by monotonicity.

Main statements
    cosh-below-gaussian-small   for t² ≤ 1/2
    cosh-below-gaussian-middle  for t² ≤ 8
    cosh-below-gaussian         for every t
"""

from sympy import Rational

from ...statements.language import Eq, Scalar, exp
from ...statements.registry import cite, theorem
from ...statements.script import Script, by, exponents, square, tangent, times

SOURCE = cite("mohri2018", "Lemma D.1, Hoeffding's lemma, for the values 1 and −1 with equal probabilities")


def cosh_below_gaussian(t: Scalar) -> Scalar:
    """(exp t + exp(−t))/2 ≤ exp(t²/2)."""
    return exp(t) + exp(-t) <= 2 * exp(t**2 / 2)


@theorem("cosh-below-gaussian-small", title="cosh t ≤ exp(t²/2) for small t", source=SOURCE)
def small(p: Script) -> None:
    """If t² ≤ 1/2, then cosh t ≤ exp(t²/2).

    With U = 1 + t + t²/2 + t³/6 and V = U at −t: exp t ≥ U and exp(−t) ≥ V, and as their product is 1, exp t·V ≤ 1 and
    exp(−t)·U ≤ 1. So UV(exp t + exp(−t)) ≤ U + V = 2 + t², which is at most 2UV(1 + t²/2 + t⁴/8 + t⁶/48).
    """
    t = p.real("t")
    p.assume(small=t**2 <= Rational(1, 2))
    U, V = 1 + t + t**2 / 2 + t**3 / 6, 1 - t + t**2 / 2 - t**3 / 6
    T = 1 + t**2 / 2 + t**4 / 8 + t**6 / 48
    p.show(conclusion=cosh_below_gaussian(t))
    p.have("unit", Eq(exp(t) * exp(-t), 1), exponents(t, -t))
    p.have("E", exp(t) > 0)
    p.have("D", exp(-t) > 0)
    p.have("up", exp(t) >= U, tangent(t, degree=3))
    p.have("down", exp(-t) >= V, tangent(-t, degree=3))
    p.have("G", exp(t**2 / 2) >= T, tangent(t**2 / 2, degree=3))
    p.have("EV", exp(t) * V <= 1, "E * down", "unit")
    p.have("DU", exp(-t) * U <= 1, "D * up", "unit")
    p.have("low", t >= -1, "small", square(t + 1))
    p.have("high", t <= 1, "small", square(t - 1))
    p.have("square", t**2 >= 0, square(t))
    p.have("U", U > 0, "low", square(t + Rational(3, 2)), square(t + 1), "square * low", "square * high", "square")
    p.have("V", V > 0, "high", square(t - Rational(3, 2)), square(t - 1), "square * low", "square * high", "square")
    p.have("UV", U * V > 0, "U * V")
    p.have("total", U * V * (exp(t) + exp(-t)) <= 2 + t**2, "EV * U", "DU * V")
    slack = [" * ".join(["square", "square", *["square"] * j, *["small"] * k]) for j in range(4) for k in range(3)]
    p.have("enough", 2 + t**2 <= 2 * U * V * T, *slack)
    p.conclude("total", "enough", "UV * G", times("UV"))


def doubled(p: Script, t: Scalar) -> None:
    """From t/2, for which it is known under "half", to t: cosh t = 2cosh²(t/2) − 1, and with g = exp(t²/8) this is at
    most 2g² − 1 ≤ g⁴ = exp(t²/2).
    """
    half = t / 2
    p.have("unit", Eq(exp(half) * exp(-half), 1), exponents(half, -half))
    p.have("E", Eq(exp(t), exp(half) ** 2), exponents(half, half))
    p.have("D", Eq(exp(-t), exp(-half) ** 2), exponents(-half, -half))
    g = exp(half**2 / 2)
    p.have("g²", Eq(exp(t**2 / 4), g**2), exponents(half**2 / 2, half**2 / 2))
    p.have("G", Eq(exp(t**2 / 2), g**4), exponents(t**2 / 4, t**2 / 4), "g²")
    p.have("sum", exp(half) + exp(-half) > 0)
    p.have("squared", (exp(half) + exp(-half)) ** 2 <= 4 * g**2, "half * half", "half * sum")
    p.conclude("squared", "unit", "E", "D", "G", square(g**2 - 1))


@theorem("cosh-below-gaussian-middle", title="cosh t ≤ exp(t²/2) for t² ≤ 8", source=SOURCE)
def middle(p: Script) -> None:
    """If t² ≤ 8, then cosh t ≤ exp(t²/2): doubled twice from cosh-below-gaussian-small."""
    t = p.real("t")
    p.assume(middle=t**2 <= 8)
    p.show(conclusion=cosh_below_gaussian(t))
    with p.proving("half", cosh_below_gaussian(t / 2)):
        p.use("cosh-below-gaussian-small", t=t / 4, name="half")
        doubled(p, t / 2)
    doubled(p, t)


@theorem(
    "cosh-below-gaussian",
    title="cosh t is at most exp(t²/2)",
    source=SOURCE,
    ledger=["001-winnow-step-lemma"],
    aliases=["cosh-power-below-gaussian"],
)
def cosh(p: Script) -> None:
    """cosh t = (exp t + exp(−t))/2 ≤ exp(t²/2) for every t. For t² ≥ 4 already t²/2 ≥ |t|."""
    t = p.real("t")
    p.show(conclusion=cosh_below_gaussian(t))
    with p.case(t**2 <= 8):
        p.conclude(by("cosh-below-gaussian-middle"))
    with p.case(t**2 > 8):
        p.have("right", t**2 / 2 >= t, "case", square(t - 1), square(t - 2))
        p.have("left", t**2 / 2 >= -t, "case", square(t + 1), square(t + 2))
        p.have("E", exp(t) > 0)
        p.have("D", exp(-t) > 0)
        p.have("above E", exp(t**2 / 2) >= exp(t), tangent(t**2 / 2, at=t), "E * right")
        p.have("above D", exp(t**2 / 2) >= exp(-t), tangent(t**2 / 2, at=-t), "D * left")
        p.conclude("above E", "above D")
