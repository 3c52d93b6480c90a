"""True mutants of the claims on the slides' perceptron example."""

from ....statements.language import Eq, reals, vectors
from ....statements.script import Script, length, square, times
from . import derives


@derives("perceptron-line-close-to-data", "mistake: >= becomes <=")
@derives("perceptron-on-close-points", "mistake: >= becomes <=")
@derives("perceptron-slow-on-close-points", "mistake: >= becomes <=")
def only_right(p: Script) -> None:
    """b < 0 is reached with w = 0 only, and then x is not right: ⟨w, x⟩ is the larger of 0 and b|x|²."""
    w, x = p.vectors("w x")
    b, e = p.reals("b e")
    score, size = w @ x, x @ x
    p.have("size", size >= 0, length(x))
    with p.induction(sign=score >= 0, least=score >= b * size, one=Eq(score * (score - b * size), 0)):
        with p.case(e > 0, name="which"):
            p.have("used", Eq(e, 1), "choice", times("which"))
            p.have("allowed", score + b >= 0, "mistake", "used")
            with p.proving("same", score <= b * size):
                p.suppose_not("more")
                p.have("zero", Eq(score, 0), "one", times("more"))
                p.have("ahead", b >= 0, "allowed", "zero")
                p.conclude("more", "zero", "ahead * size")
            p.have("equal", Eq(score, b * size), "same", "least")
            p.conclude("used", "equal", "sign", "size")
        with p.case(e <= 0, name="which"):
            p.have("less", e < 1, "which")
            p.have("used", Eq(e, 0), "choice", times("less"))
            p.have("allowed", b <= 0, "mistake", "used")
            with p.proving("none", score <= 0):
                p.suppose_not("more")
                p.have("equal", Eq(score, b * size), "one", times("more"))
                p.conclude("more", "equal", "allowed * size")
            p.have("zero", Eq(score, 0), "none", "sign")
            p.conclude("used", "zero", "least", "size")
    p.have("ahead", score > 0, "right", "other_right")
    p.have("equal", Eq(score, b * size), "one", times("ahead"))
    p.have("behind", b < 0, "other_right")
    p.conclude("ahead", "equal", "behind * size")


def some_update(p: Script) -> None:
    """Derive that m, a whole number, is 1 or at least 2, after the end of the run: "one" and "two"."""
    (x,), (m, e) = vectors("x"), reals("m e")
    p.use("perceptron-on-close-points", name="end")
    with p.induction(sign=m >= 0, whole=m * (m - 1) >= 0, next_whole=m * (m - 1) * (m - 2) >= 0):
        with p.case(e > 0, name="which"):
            p.have("used", Eq(e, 1), "choice", times("which"))
            p.conclude("used", "sign", "whole", "sign * whole")
        with p.case(e <= 0, name="which"):
            p.have("less", e < 1, "which")
            p.have("used", Eq(e, 0), "choice", times("less"))
            p.conclude("used", "sign", "whole", "next_whole")
    p.have("length", x @ x >= 0, length(x))
    with p.proving("some", m > 0):
        p.suppose_not("none")
        p.conclude("none * length", "end.least")
    p.have("one", m >= 1, "whole", times("some"))
    p.have("two", (m - 1) * (m - 2) >= 0, "next_whole", times("some"))


@derives("perceptron-on-close-points", "show.least: m x@x becomes m")
def at_least_one(p: Script) -> None:
    """m|x|² >= 1, so m is a positive whole number."""
    some_update(p)
    p.conclude("one", "end")


@derives("perceptron-on-close-points", "least: w@ and x@ exchanged")
def long_weights(p: Script) -> None:
    """m|w|² = m²·m|x|² >= m² >= 1."""
    w, x = p.vectors("w x")
    m = p.real("m")
    some_update(p)
    p.use("equal-vectors-have-equal-products", name="product", u=w, v=m * x, w=x)
    p.use("equal-vectors-have-equal-products", name="length'", u=w, v=m * x, w=w)
    p.have("size", Eq(w @ w, m**2 * (x @ x)), "product", "length'")
    p.have("square", m**2 >= 1, "one * one", "one")
    p.have("factor", m**2 >= 0, square(m))
    p.have("scaled", m**2 * (m * (x @ x)) >= m**2, "factor * end.least")
    p.have("long", m * (w @ w) >= 1, "scaled", "square", "size")
    p.conclude("long", "end")


@derives("perceptron-slow-on-close-points", "show.least: inv1 becomes 1")
def at_least_three(p: Script) -> None:
    """m >= 1, so k = 2m + 1 >= 3."""
    some_update(p)
    p.use("perceptron-slow-on-close-points", name="claim")
    p.conclude("one", "end.updates", "claim")


@derives("perceptron-slow-on-close-points", "show.most: inv1 becomes inv1^2")
def three_or_close(p: Script) -> None:
    """For |x| <= 1 it is larger; for |x| > 1 m <= 1 + 1/|x|² < 2, so m = 1 and k = 3."""
    x = p.vector("x")
    k, m, share = p.reals("k m inv1")
    some_update(p)
    p.use("perceptron-slow-on-close-points", name="claim")
    with p.proving("most", k <= 3 + 2 * share**2):
        with p.case(x @ x <= 1):
            p.have("large", share >= 1, "case", times("different"))
            p.conclude("claim", "large * large", "large")
        with p.case(x @ x > 1):
            p.have("small", share < 1, "case", times("different"))
            p.have("few", m < 2, "claim", "end.updates", "small")
            p.have("rest", 2 - m > 0, "few")
            p.have("at most one", m <= 1, "two", times("rest"))
            p.conclude("at most one", "end.updates", square(share))
    p.conclude("most", "claim")
