"""The logarithm ln q of q > 0: the number whose exponential is q."""

from ...statements.proof_script import Script, by, exponents, tangent, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Sum, exp, ln


@theorem("logarithm-below-tangent", title="The logarithm lies below its tangent at 1",
         source=cite("steele2004", "chapter 2, the bound 1 + x ≤ e^x"))
def below_tangent(p: Script) -> None:
    """If q > 0, then 1 − 1/q ≤ ln q ≤ q − 1."""
    q = p.real("q")
    p.assume(positive=q > 0)
    p.show(above=ln(q) <= q - 1, below=ln(q) >= 1 - 1 / q)
    p.have("inverse", 1 / q > 0, "positive")
    p.have("other", exp(-ln(q)) >= 1 - ln(q), tangent(-ln(q)))
    p.have("law", Eq(exp(-ln(q)) * q, 1), exponents(ln(q), -ln(q)))
    p.have("same", Eq(exp(-ln(q)), 1 / q), "law")
    p.conclude(tangent(ln(q)), "other", "same")


@theorem("logarithm-of-a-product", title="The logarithm turns products into sums",
         source=cite("steele2004", "chapter 2, the exponential"))
def of_a_product(p: Script) -> None:
    """If q > 0 and r > 0, then ln(qr) = ln q + ln r."""
    q, r = p.reals("q r")
    p.assume(first=q > 0, second=r > 0)
    p.have("positive", q * r > 0, "first * second")
    p.have("law", Eq(exp(ln(q) + ln(r)), exp(ln(q * r))), exponents(ln(q), ln(r)))
    p.show(conclusion=Eq(ln(q * r), ln(q) + ln(r)))
    p.conclude(by("exponential-determines-its-exponent", s=ln(q * r), t=ln(q) + ln(r)))


@theorem("logarithm-of-an-inverse", title="The logarithm of an inverse is the opposite of the logarithm",
         source=cite("steele2004", "chapter 2, the exponential"))
def of_an_inverse(p: Script) -> None:
    """If q > 0, then ln(1/q) = −ln q."""
    q = p.real("q")
    p.assume(positive=q > 0)
    p.have("law", Eq(q * exp(-ln(q)), 1), exponents(ln(q), -ln(q)))
    p.have("same", Eq(exp(ln(1 / q)), exp(-ln(q))), "law")
    p.show(conclusion=Eq(ln(1 / q), -ln(q)))
    p.conclude(by("exponential-determines-its-exponent", s=ln(1 / q), t=-ln(q)))


@theorem("power-with-a-choice", title="A power with the exponent 0 or 1",
         source=cite("littlestonewarmuth1994", "section 2, the weights of WM as powers of β"))
def with_a_choice(p: Script) -> None:
    """If q > 0 and c is 0 or 1, then exp(c·ln q) = 1 + c(q − 1)."""
    q, c = p.reals("q c")
    p.assume(positive=q > 0, choice=Eq(c**2, c))
    power = exp(c * ln(q))
    p.show(conclusion=Eq(power, 1 + c * (q - 1)))
    p.have("positive power", power > 0)
    with p.case(c > 0):
        p.have("one", Eq(c, 1), "choice", times("case"))
        p.have("least", power >= q, "one", tangent(c * ln(q), at=ln(q)))
        p.have("most", power <= q, "one", tangent(ln(q), at=c * ln(q)))
        p.conclude("one", "least", "most")
    with p.case(c <= 0):
        p.have("rest", 1 - c > 0, "case")
        p.have("none", Eq(c, 0), "choice", times("rest"))
        p.have("least", power >= 1, "none", tangent(c * ln(q)))
        p.have("most", power <= 1, "none", tangent(0, at=c * ln(q)))
        p.conclude("none", "least", "most")


@theorem("logarithm-is-increasing", title="The logarithm is strictly increasing",
         source=cite("steele2004", "chapter 2, the exponential"))
def increasing(p: Script) -> None:
    """If 0 < q < r, then ln q < ln r."""
    q, r = p.reals("q r")
    p.assume(positive=q > 0, less=q < r)
    p.have("larger", r > 0, "positive", "less")
    p.show(conclusion=ln(q) < ln(r))
    p.conclude(tangent(ln(q), at=ln(r)), "less", times("larger"))


@theorem("weighted-means", title="The weighted geometric mean is at most the arithmetic mean",
         source=cite("steele2004", "chapter 2, Pólya's proof of the inequality of the means"))
def weighted_means(p: Script) -> None:
    """If aᵢ ≥ 0 with Σ aᵢ = 1 and qᵢ > 0, then exp(Σ aᵢ ln qᵢ), the product of the powers qᵢ^aᵢ, is at most Σ aᵢqᵢ."""
    a, q = p.reals("a[i] q[i]")
    p.assume(weights=a >= 0, total=Eq(Sum(a), 1), positive=q > 0)
    mean = Sum(a * ln(q))
    p.have("tangents", q >= exp(mean) * (1 + ln(q) - mean), tangent(ln(q), at=mean))
    p.have("weighted", a * (q - exp(mean) * (1 + ln(q) - mean)) >= 0, "weights * tangents")
    p.sum("weighted", "all")
    p.conclude("all", "total", conclusion=exp(mean) <= Sum(a * q))


@theorem("relative-entropy-is-positive", title="The relative entropy of two distributions is not negative",
         source=cite("mohri2018", "Proposition E.7, relative entropy, for positive weights"))
def relative_entropy(p: Script) -> None:
    """If uᵢ > 0 and qᵢ > 0 with Σ uᵢ = Σ qᵢ = 1, then Σ uᵢ(ln uᵢ − ln qᵢ) ≥ 0."""
    u, q = p.reals("u[i] q[i]")
    p.assume(first=u > 0, second=q > 0, one=Eq(Sum(u), 1), other=Eq(Sum(q), 1))
    p.have("tangents", q >= u * (1 + ln(q) - ln(u)), tangent(ln(q), at=ln(u)))
    p.sum("tangents", "all")
    p.conclude("all", "one", "other", conclusion=Sum(u * (ln(u) - ln(q))) >= 0)


@theorem("harmonic-sum-below-logarithm", title="The harmonic sum is at most 1 + ln T",
         source=cite("hazan2007", "proof of Theorem 1, last step"), aliases=["harmonic-sum-below-binary-logarithm"])
def harmonic_sum(p: Script) -> None:
    """1 + 1/2 + … + 1/T ≤ 1 + ln T for every T ≥ 1.

    The state of the run is T and H = 1 + 1/2 + … + 1/T; a step takes r = 1/(T + 1).
    """
    T, H, r = p.reals("T H r")
    p.run([(T, 1, T + 1), (H, 1, H + r)], [r], {"inverse": Eq(r * (T + 1), 1)})
    with p.induction(counter=T >= 1, growth=exp(H - 1) <= T):
        p.have("law", Eq(exp(H + r - 1) * exp(-r), exp(H - 1)), exponents(H + r - 1, -r))
        p.have("tangent", exp(-r) >= 1 - r, tangent(-r))
        p.have("positive", r > 0, "inverse", "counter")
        p.have("kept", Eq((1 - r) * (T + 1), T), "inverse")
        p.conclude("law", "growth", "tangent", "kept")
    with p.making_sense(ln(T)), p.induction(counter=T >= 1):
        p.conclude("counter")
    p.have("positive", T > 0, "counter")
    p.conclude(tangent(H - 1, at=ln(T)), "growth", times("positive"), conclusion=1 + ln(T) >= H)


@theorem("harmonic-sum-of-rounds", title="The sum of 1/t over T rounds is at most 1 + ln T",
         source=cite("hazan2007", "proof of Theorem 1, last step"))
def harmonic_sum_of_rounds(p: Script) -> None:
    """Consider a run in which t is the number of the next round, and H is the sum of h = 1/t over the rounds made.
    After T = t − 1 > 0 rounds, H ≤ 1 + ln T.

    The inequality e^(H − 1) ≤ T is false before the first round. So the invariants are T times this inequality, and H ≤
    T.
    """
    t, H, h = p.reals("t H h")
    p.run([(t, 1, t + 1), (H, 0, H + h)], [h], {"inverse": Eq(h * t, 1)})
    T, after = t - 1, H + h - 1
    p.assume(some=T > 0)
    with p.induction(counter=T >= 0, below=H <= T, growth=T * (T - exp(H - 1)) >= 0):
        p.have("round", t > 0, "counter")
        p.have("positive", h > 0, "inverse", times("round"))
        p.have("part", h <= 1, "inverse", "positive * counter")
        p.have("power", exp(after) > 0)
        with p.proving("growth'", exp(after) <= t):
            with p.case(T > 0):
                p.have("before", exp(H - 1) <= T, "growth", times("case"))
                p.have("law", Eq(exp(after) * exp(-h), exp(H - 1)), exponents(after, -h))
                p.have("tangent", exp(-h) >= 1 - h, tangent(-h))
                p.have("rest", exp(after) * (1 - h) <= T, "power * tangent", "law", "before")
                p.have("scaled", exp(after) * T <= T * t, "round * rest", "inverse")
                p.conclude("scaled", times("case"))
            with p.case(T <= 0):
                p.have("first", Eq(t, 1), "case", "counter")
                p.have("small", after <= 0, "below", "first", "inverse")
                p.conclude("power * small", tangent(0, at=after), "first")
        p.conclude("counter", "below", "part", "round * growth'")
    p.have("growth'", exp(H - 1) <= T, "growth", times("some"))
    p.conclude(tangent(H - 1, at=ln(T)), "growth'", times("some"), conclusion=1 + ln(T) >= H)
