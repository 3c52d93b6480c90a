"""cosh t is at most exp(t²/2). For small t Taylor's polynomials show it at t/4, and t/4 is doubled twice. For large t
monotonicity shows it."""


from ...statements.proof_script import Script, exponents, square, tangent, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Comparison, Eq, Rational, Scalar, exp


def bounded(t: Scalar) -> Comparison:
    """State (exp t + exp(−t))/2 ≤ exp(t²/2)."""
    return exp(t) + exp(-t) <= 2 * exp(t**2 / 2)


def for_small(p: Script, t: Scalar) -> None:
    """Conclude it from the fact `small`, t² ≤ 1/2.

    Let U = 1 + t + t²/2 + t³/6, and let V be U at −t. Then exp t ≥ U and exp(−t) ≥ V. As exp t·exp(−t) = 1, exp t·V ≤ 1
    and exp(−t)·U ≤ 1. So UV(exp t + exp(−t)) ≤ U + V = 2 + t², which is at most 2UV(1 + t²/2 + t⁴/8 + t⁶/48).
    """
    U, V = 1 + t + t**2 / 2 + t**3 / 6, 1 - t + t**2 / 2 - t**3 / 6
    T = 1 + t**2 / 2 + t**4 / 8 + t**6 / 48
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


def doubled(p: Script, half: Scalar) -> None:
    """Conclude the bound at 2s from the fact `half`, the bound at s. With g = exp(s²/2), cosh 2s = 2cosh² s − 1 is at
    most 2g² − 1 ≤ g⁴.
    """
    g = exp(half**2 / 2)
    p.have("unit", Eq(exp(half) * exp(-half), 1), exponents(half, -half))
    p.have("E", Eq(exp(2 * half), exp(half) ** 2), exponents(half, half))
    p.have("D", Eq(exp(-2 * half), exp(-half) ** 2), exponents(-half, -half))
    p.have("g²", Eq(exp(half**2), g**2), exponents(half**2 / 2, half**2 / 2))
    p.have("G", Eq(exp(2 * half**2), g**4), exponents(half**2, half**2), "g²")
    p.have("sum", exp(half) + exp(-half) > 0)
    p.have("squared", (exp(half) + exp(-half)) ** 2 <= 4 * g**2, "half * half", "half * sum")
    p.conclude("squared", "unit", "E", "D", "G", square(g**2 - 1))


@theorem("cosh-below-gaussian", title="cosh t is at most exp(t²/2)",
         source=cite("mohri2018", "Lemma D.1, Hoeffding's lemma, for the values 1 and −1 with equal probabilities"),
         ledger=["001-winnow-step-lemma"], aliases=["cosh-power-below-gaussian"])
def cosh(p: Script) -> None:
    """cosh t = (exp t + exp(−t))/2 ≤ exp(t²/2) for every t.

    If t² ≤ 8, the proof shows the bound at t/4 and doubles the argument twice. If t² ≥ 4, then t²/2 ≥ |t|, and cosh t ≤
    exp |t|.
    """
    t = p.real("t")
    p.show(conclusion=bounded(t))
    with p.case(t**2 <= 8):
        with p.proving("half", bounded(t / 2)):
            with p.proving("half", bounded(t / 4)):
                p.have("small", (t / 4) ** 2 <= Rational(1, 2), "case")
                for_small(p, t / 4)
            doubled(p, t / 4)
        doubled(p, t / 2)
    with p.case(t**2 > 8):
        p.have("right", t**2 / 2 >= t, "case", square(t - 1), square(t - 2))
        p.have("left", t**2 / 2 >= -t, "case", square(t + 1), square(t + 2))
        p.have("E", exp(t) > 0)
        p.have("D", exp(-t) > 0)
        p.have("above E", exp(t**2 / 2) >= exp(t), tangent(t**2 / 2, at=t), "E * right")
        p.have("above D", exp(t**2 / 2) >= exp(-t), tangent(t**2 / 2, at=-t), "D * left")
        p.conclude("above E", "above D")
