"""The Cauchy–Schwarz inequality, from ⟨v, v⟩ ≥ 0 alone.

Implementation notes
    No definiteness is needed: if ‖u‖² + ‖v‖² = 0, then ‖u ± v‖² ≥ 0 gives ⟨u, v⟩ = 0.
"""

from ...statements.proof_script import Script, by, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Scalar, Sum, augment, equal, norm


@theorem("cauchy-schwarz", title="Cauchy–Schwarz inequality", source=cite("steele2004", "chapter 1"))
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


@theorem("cauchy-schwarz-equality", title="Equality in Cauchy–Schwarz: vectors of one line",
         source=cite("steele2004", "chapter 1, the case of equality"))
def equality(p: Script) -> None:
    """If ⟨u, v⟩² = ‖u‖²‖v‖², then ‖u‖²v and ⟨u, v⟩u are equal: they have the same inner product with any vector x."""
    u, v, x = p.vectors("u v x")
    p.assume(equality=Eq((u @ v) ** 2, (u @ u) * (v @ v)))
    p.show(vectors=equal((u @ u) * v, (u @ v) * u), products=Eq((u @ u) * (v @ x), (u @ v) * (u @ x)))
    gap = (u @ u) * v - (u @ v) * u
    p.have("none", Eq(gap @ gap, 0), "equality")
    p.use("cauchy-schwarz", name="along", u=gap, v=x)
    p.have("no part", Eq(gap @ x, 0), "along", "none")
    p.conclude("none", "no part")


@theorem("cauchy-schwarz-norm", title="Cauchy–Schwarz inequality for lengths",
         source=cite("iml", "proof of Theorem 1.7"), ledger=["001-cs"])
def cauchy_schwarz_norm(p: Script) -> None:
    """An inner product is at most the product of the lengths."""
    u, v = p.vectors("u v")
    p.show(conclusion=u @ v <= norm(u) * norm(v))
    p.suppose_not("larger")
    p.have("product", norm(u) * norm(v) >= 0)
    p.conclude(by("cauchy-schwarz"), "larger", "product")


@theorem("pair-cauchy-schwarz", title="Cauchy–Schwarz inequality for pairs", source=cite("iml", "proof of Theorem 1.7"),
         ledger=["004-proof-cs"])
def pair_cauchy_schwarz(p: Script) -> None:
    """Cauchy–Schwarz in the space V ⊕ R, whose elements are pairs of a vector and a number."""
    u, v = p.vectors("u v")
    s, t = p.reals("s t")
    p.use("cauchy-schwarz", u=augment(u, s), v=augment(v, t))
    p.show(conclusion=(u @ v + s * t) ** 2 <= (u @ u + s**2) * (v @ v + t**2))


def sum_of_forms(p: Script, of: tuple[Scalar, Scalar, Scalar], x: Scalar, y: Scalar) -> None:
    """Derive `forms`:  Σ (x²aᵢ − 2xysᵢ + y²bᵢ) ≥ 0, as no term is negative."""
    a, b, s = of
    p.have("y²", y**2 >= 0, square(y))
    with p.proving("form", x**2 * a - 2 * x * y * s + y**2 * b >= 0):
        with p.case(a > 0, "entry"):
            p.conclude("y² * mixed", square(x * a - y * s), times("entry"))
        with p.case(a <= 0, "entry"):
            p.have("none", Eq(a, 0), "entry", "first")
            p.have("nothing", Eq(s, 0), "mixed", "none")
            p.conclude("none", "nothing", "y² * second")
    p.sum("form", "forms")


@theorem("cauchy-schwarz-for-sums", title="Cauchy–Schwarz inequality for sums",
         source=cite("steele2004", "chapter 1, Cauchy's inequality for sums"))
def cauchy_schwarz_for_sums(p: Script) -> None:
    """If aᵢ ≥ 0, bᵢ ≥ 0 and sᵢ² ≤ aᵢbᵢ, then (Σ sᵢ)² ≤ Σ aᵢ·Σ bᵢ; with aᵢ = uᵢ², bᵢ = vᵢ², sᵢ = uᵢvᵢ it is Cauchy's."""
    a, b, s = p.reals("a[i] b[i] s[i]")
    p.assume(first=a >= 0, second=b >= 0, mixed=s**2 <= a * b)
    first, second, mixed = Sum(a), Sum(b), Sum(s)
    p.show(conclusion=mixed**2 <= first * second)
    p.sum("first", "total")

    with p.case(first > 0):
        sum_of_forms(p, (a, b, s), mixed, first)
        p.conclude("forms", times("case"))
    with p.case(first <= 0):
        p.have("zero", Eq(first, 0), "total", "case")
        sum_of_forms(p, (a, b, s), (second + 1) / 2, mixed)
        p.conclude("forms", "zero")


@theorem("cauchy-schwarz-for-sums-of-vectors", title="Cauchy–Schwarz inequality for sums of vectors",
         source=cite("steele2004", "chapter 1, Cauchy's inequality for sums; for vectors"))
def cauchy_schwarz_for_sums_of_vectors(p: Script) -> None:
    """If aᵢ ≥ 0, bᵢ ≥ 0 and ‖vᵢ‖² ≤ aᵢbᵢ, then ‖Σ vᵢ‖² ≤ Σ aᵢ·Σ bᵢ; with vᵢ = uᵢxᵢ, aᵢ = uᵢ² and bᵢ = ‖xᵢ‖² it bounds a
    weighted sum of vectors."""
    a, b = p.reals("a[i] b[i]")
    v = p.vector("v[i]")
    total = Sum(v)
    size = total @ total
    p.assume(first=a >= 0, second=b >= 0, mixed=v @ v <= a * b)
    p.show(conclusion=size <= Sum(a) * Sum(b))
    p.have("size", size >= 0, length(total))
    p.have("scaled", size * a >= 0, "size * first")
    p.have("product", (total @ v) ** 2 <= size * a * b, by("cauchy-schwarz", u=total, v=v), "size * mixed")
    p.use("cauchy-schwarz-for-sums", {"s[i]": total @ v, "a[i]": size * a, "b[i]": b}, name="sums")
    p.sum("first", "weights")
    p.sum("second", "values")
    p.have("not negative", Sum(a) * Sum(b) >= 0, "weights * values")
    p.suppose_not("larger")
    p.conclude("sums", "larger", "size * larger", "larger * not negative")


@theorem("cauchy-schwarz-for-two-terms", title="Cauchy–Schwarz inequality for two terms",
         source=cite("steele2004", "chapter 1, Cauchy's inequality for sums; for two of them"))
def cauchy_schwarz_for_two_terms(p: Script) -> None:
    """If a, b, c, d ≥ 0, s² ≤ ab and t² ≤ cd, then (s + t)² ≤ (a + c)(b + d)."""
    a, b, c, d, s, t = p.reals("a b c d s t")
    p.assume(a=a >= 0, b=b >= 0, c=c >= 0, d=d >= 0, first=s**2 <= a * b, second=t**2 <= c * d)
    p.show(conclusion=(s + t) ** 2 <= (a + c) * (b + d))
    p.have("one way", a * d >= 0, "a * d")
    p.have("other way", c * b >= 0, "c * b")
    with p.case(s * t > 0):
        p.have("size", t**2 >= 0, square(t))
        p.have("lengths", a * b >= 0, "a * b")
        p.have("product", (s * t) ** 2 <= a * b * c * d, "first * size", "second * lengths")
        p.have("squares", (2 * s * t) ** 2 <= (a * d + c * b) ** 2, "product", square(a * d - c * b))
        p.have("sum", a * d + c * b + 2 * s * t > 0, "one way", "other way", "case")
        p.have("mixed", 2 * s * t <= a * d + c * b, "squares", times("sum"))
        p.conclude("first", "second", "mixed")
    with p.case(s * t <= 0):
        p.conclude("first", "second", "case", "one way", "other way")


@theorem("cauchy-schwarz-for-families", title="Cauchy–Schwarz inequality for families of vectors",
         source=cite("steele2004", "chapter 1, Cauchy's inequality for sums; for vectors"))
def cauchy_schwarz_for_families(p: Script) -> None:
    """Cauchy–Schwarz for two finite families with equally many vectors, with the inner product Σ ⟨uᵢ, vᵢ⟩."""
    u, v = p.vectors("u[i] v[i]")
    first, second, mixed = Sum(u @ u), Sum(v @ v), Sum(u @ v)
    p.show(conclusion=mixed**2 <= first * second)
    with p.case(first + second > 0):
        p.have("each", (second * u - mixed * v) @ (second * u - mixed * v) >= 0, length(second * u - mixed * v))
        p.sum("each", "one way")
        p.have("every", (first * v - mixed * u) @ (first * v - mixed * u) >= 0, length(first * v - mixed * u))
        p.sum("every", "other way")
        p.conclude("one way", "other way", times("case"))
    with p.case(first + second <= 0):
        p.have("plus", (u + v) @ (u + v) >= 0, length(u + v))
        p.sum("plus", "sum")
        p.have("minus", (u - v) @ (u - v) >= 0, length(u - v))
        p.sum("minus", "difference")
        p.have("u", u @ u >= 0, length(u))
        p.sum("u", "first")
        p.have("v", v @ v >= 0, length(v))
        p.sum("v", "second")
        p.have("zero", Eq(mixed, 0), "case", "sum", "difference", "first", "second")
        p.conclude("zero", "first * second")
