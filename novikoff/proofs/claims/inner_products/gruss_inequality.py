"""The covariance of two families of numbers, with weights that sum to 1."""

from ...statements.proof_script import Script, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Sum


@theorem("gruss", title="Grüss' inequality for finite families with weights",
         source=cite("mitrinovic1970", "section 2.13, Grüss' inequality, for finite sums with weights"))
def gruss(p: Script) -> None:
    """If pᵢ ≥ 0, Σ p = 1, m ≤ xᵢ ≤ M and k ≤ yᵢ ≤ K, then C = Σ p·xy − Σ p·x·Σ p·y has C ≤ (M − m)(K − k)/4.

    With g = Σ p·x − m, h = Σ p·y − k, the widths a = M − m and b = K − k: C ≤ (a − g)h and C ≤ g(b − h). The product
    of these bounds is at most (ab/4)².
    """
    P, x, y, m, M, k, K = p.reals("p[i] x[i] y[i] m M k K")
    p.assume(weights=P >= 0, one=Eq(Sum(P), 1), m=m <= x, M=x <= M, k=k <= y, K=y <= K)
    a, b, X, Y = M - m, K - k, Sum(P * x), Sum(P * y)
    g, h, C = X - m, Y - k, Sum(P * x * y) - X * Y
    p.show(conclusion=a * b / 4 >= C)
    for name, sign in (("M", M - x), ("m", x - m), ("K", K - y), ("k", y - k)):
        p.have(f"{name} weighted", P * sign >= 0, f"weights * {name}")
        p.sum(f"{name} weighted", f"{name} in sum")
    p.have("upper of each", P * (M - x) * (y - k) >= 0, "weights * M * k")
    p.sum("upper of each", "upper sum")
    p.have("lower of each", P * (x - m) * (K - y) >= 0, "weights * m * K")
    p.sum("lower of each", "lower sum")
    p.have("upper", (a - g) * h >= C, "upper sum", "one")
    p.have("lower", g * (b - h) >= C, "lower sum", "one")
    p.have("g", g >= 0, "m in sum", "one")
    p.have("a", a - g >= 0, "M in sum", "one")
    p.have("h", h >= 0, "k in sum", "one")
    p.have("b", b - h >= 0, "K in sum", "one")
    p.have("width", a * b >= 0, "g * h", "g * b", "a * h", "a * b")
    p.have("of g", g * (a - g) <= a**2 / 4, square(g - a / 2))
    p.have("of h", h * (b - h) <= b**2 / 4, square(h - b / 2))
    p.have("first", (a - g) * h * g * (b - h) <= a**2 / 4 * h * (b - h), "of g * h * b")
    p.have("second", a**2 / 4 * h * (b - h) <= (a * b / 4) ** 2, square(a * (h - b / 2)))
    p.suppose_not("no")
    p.have("C", C >= 0, "no", "width")
    p.have("product", (a - g) * h * g * (b - h) >= C**2, "upper * lower", "C * upper", "C * lower")
    p.conclude("first", "second", "product", "width * no", times("no", "no"))
