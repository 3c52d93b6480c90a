"""Means of exponentials: the logarithmic mean lies between the geometric mean and the arithmetic mean; Young's
inequality."""

from ...statements.proof_script import Script, exponents, tangent, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Scalar, exp


@theorem("geometric-below-logarithmic-mean", title="The geometric mean is at most the logarithmic mean",
         source=cite("mitrinovic1970", "section 3.6.15, with x = e^a and y = e^b"))
def geometric(p: Script) -> None:
    """If a ≥ b and r² = e^a·e^b, then r(a − b) ≤ e^a − e^b.

    With H = e^(−t), 2t = a − b, r is e^a·H, and 2H·t ≤ 1 − H² follows from 3(H − 1)² ≤ (2H + 4)(1 − H − t·H).
    """
    a, b, r = p.reals("a b r")
    p.assume(order=a >= b, mean=Eq(r**2, exp(a) * exp(b)))
    p.show(conclusion=r * (a - b) <= exp(a) - exp(b))
    t = (a - b) / 2
    H, x = exp(-t), exp(a)
    p.use("entropy-above-square", name="entropy", l=-t)
    p.have("x", x > 0)
    p.have("H", H > 0)
    p.have("most", H <= 1, tangent(0, at=-t), "H * order")
    p.have("half", Eq(exp(b - a), H**2), exponents(-t, -t))
    p.have("y", Eq(exp(b), x * H**2), exponents(a, b - a), "half")
    p.have("positive", x * H > 0, "x * H")
    with p.proving("r", r <= x * H):
        p.suppose_not("no")
        p.conclude("positive * no", "mean", "y", times("no", "no"))
    p.have("A", 2 * H + 4 > 0, "H")
    p.have("low", 1 - H >= 0, "most")
    p.have("one", 2 * H * t <= 1 - H**2, "entropy", "low * low * low", times("A"))
    p.conclude("x * one", "order * r", "y")


@theorem("logarithmic-below-arithmetic-mean", title="The logarithmic mean is at most the arithmetic mean",
         source=cite("mitrinovic1970", "section 3.6.15, with x = e^a and y = e^b"))
def arithmetic(p: Script) -> None:
    """If a ≥ b, then 2(e^a − e^b) ≤ (e^a + e^b)(a − b)."""
    a, b = p.reals("a b")
    p.assume(order=a >= b)
    p.show(conclusion=2 * (exp(a) - exp(b)) <= (exp(a) + exp(b)) * (a - b))
    t = a - b
    E, y = exp(t), exp(b)
    p.use("entropy-above-square", name="entropy", l=t)
    p.have("E", E > 0)
    p.have("y", y > 0)
    p.have("least", E >= 1, tangent(t), "order")
    p.have("low", E - 1 >= 0, "least")
    p.have("x", Eq(exp(a), y * E), exponents(b, t))
    p.have("A", E * (2 * E + 4) > 0, "E", "E * E")
    p.have("one", (E + 1) * t >= 2 * (E - 1), "entropy * E", "entropy", "low * low * low", "entropy * low", times("A"))
    p.conclude("y * one", "x")


@theorem("young", title="Young's inequality",
         source=cite("steele2004", "chapter 9, Young's inequality, with x = e^a and y = e^b"))
def young(p: Script) -> None:
    """If p + q = pq, which is 1/p + 1/q = 1 unless p = q = 0, then pq·e^a·e^b ≤ q·e^(pa) + p·e^(qb).

    For p < 0 < q, e^(qb) is at most a mean of e^(pa) and e^(a + b). So the proof uses the tangents at qb.
    """
    a, b, P, q = p.reals("a b p q")
    p.assume(conjugate=Eq(P + q, P * q))
    p.show(conclusion=P * q * exp(a) * exp(b) <= q * exp(P * a) + P * exp(q * b))
    p.have("law", Eq(exp(a + b), exp(a) * exp(b)), exponents(a, b))

    def negative(own: str, rest: Scalar, near: Scalar, far: Scalar) -> None:
        """Prove the case of a negative p or q by the tangents at the other exponent."""
        with p.proving("sign", rest >= 0):
            p.suppose_not("no")
            p.conclude(f"{own} * no", own, "no", "conjugate")
        p.have("side", exp(near) >= exp(far) * (1 + near - far), tangent(near, at=far))
        p.have("middle", exp(a + b) >= exp(far) * (1 + a + b - far), tangent(a + b, at=far))
        p.conclude("sign * side", f"sign * {own} * middle", "conjugate", "law")

    with p.case(P < 0, "first"):
        negative("first", q, P * a, q * b)
    with p.case(P >= 0, "first"):
        with p.case(q < 0, "second"):
            negative("second", P, q * b, P * a)
        with p.case(q >= 0, "second"):
            p.have("left", exp(P * a) >= exp(a + b) * (1 + P * a - a - b), tangent(P * a, at=a + b))
            p.have("right", exp(q * b) >= exp(a + b) * (1 + q * b - a - b), tangent(q * b, at=a + b))
            p.conclude("second * left", "first * right", "conjugate", "law")
