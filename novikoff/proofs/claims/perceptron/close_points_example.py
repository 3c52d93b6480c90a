"""The slides' statements about their perceptron example: w is a combination of the samples, the perceptron is slow, and
its line is close to the data.

Notation: f(x) = ⟨w, x⟩ + b; the slides classify f(x) ≥ 0 as 1 and f(x) < 0 as −1, and append 1 to each x, so that an
update changes b by αy.
"""

from dataclasses import dataclass
from typing import Any

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Scalar, Vector, equal, norm

EXAMPLE = "Perceptron example"


@theorem("perceptron-weights-combination", title="The weights are a combination of the samples",
         source=cite("slides", "The Perceptron Algorithm, for example in 2D"), ledger=["003-combination"],
         says="this holds after convergence; in fact it holds after every step")
def combination(p: Script) -> None:
    """After any number of updates from 0 with rate α, let n be the number of updates on the sample (z, s), and (r, c)
    the contribution of the other samples. Then w = αsn·z + r and b = αsn + c.

    Applied to one sample after the other, this gives w = Σ αᵢxᵢ with αᵢ = αyᵢnᵢ. For an update on (x, y), e is 1 if
    this sample is (z, s), and 0 otherwise. (r, c) is the contribution of the other samples.
    """
    w, r, z, x = p.vectors("w r z x")
    b, c, n, rate, s, y, e = p.reals("b c n α s y e")
    after = perceptron.update(State(w, b), x, y, rate=rate)
    others = perceptron.update(State(r, c), x, y, rate=(1 - e) * rate)
    p.run([(w, 0, after.w), (b, 0, after.b), (n, 0, n + e), (r, 0, others.w), (c, 0, others.b)], [x, y, e],
          {"which": equal(e * x, e * z), "label": Eq(e * y, e * s)})
    weights, bias = equal(w, rate * s * n * z + r), Eq(b, rate * s * n + c)
    p.show(weights=weights, bias=bias)
    with p.induction(weights=weights, bias=bias):
        gap = w - rate * s * n * z - r
        p.use("equal-vectors-have-equal-products", name="same with x", u=e * x, v=e * z, w=x)
        p.use("equal-vectors-have-equal-products", name="same with z", u=e * x, v=e * z, w=z)
        p.use("equal-vectors-have-equal-products", name="gap with x", u=w, v=w - gap, w=x)
        p.use("equal-vectors-have-equal-products", name="gap with z", u=w, v=w - gap, w=z)
        p.conclude("weights", "bias", "label", "same with x", "same with z", "gap with x", "gap with z")
    p.conclude("weights", "bias")


@theorem("perceptron-weights-in-span", title="The weights lie in the span of the samples",
         source=cite("slides", "The Perceptron Algorithm, for example in 2D"), ledger=["003-combination"])
def span(p: Script) -> None:
    """In a run from 0, with any rate and on any samples, (w, b) is orthogonal to every (v, s) that is orthogonal to all
    (x, 1).
    """
    w, v, x = p.vectors("w v x")
    b, s, y, rate = p.reals("b s y α")
    after = perceptron.update(State(w, b), x, y, rate=rate)
    p.run([(w, 0, after.w), (b, 0, after.b)], [x, y], {"orthogonal": Eq(v @ x + s, 0)})
    p.show(conclusion=Eq(w @ v + b * s, 0))
    with p.induction(orthogonal_so_far=Eq(w @ v + b * s, 0)):
        p.conclude("orthogonal_so_far", "orthogonal")
    p.conclude("orthogonal_so_far")


# ------------------------------------------------------------------------------------- two close points


@dataclass
class ClosePoints:
    """The run on the samples (0, −1) and (x, 1), until both are classified correctly."""

    x: Vector
    w: Vector
    b: Scalar
    k: Scalar
    m: Scalar
    e: Scalar


def close_points(p: Script) -> ClosePoints:
    """Declare the run: (w, b) after k updates, m of them on x. The input e of a step is 1 for the sample x, else 0."""
    x, w = p.vectors("x w")
    b, k, m, e = p.reals("b k m e")
    chosen, y, state = e * x, 2 * e - 1, State(w, b)
    after = perceptron.update(state, chosen, y)
    p.assume(right=perceptron.margin(state, x, 1) >= 0, other_right=perceptron.margin(state, 0 * x, -1) > 0)
    p.run([(w, 0, after.w), (b, 0, after.b), (k, 0, k + 1), (m, 0, m + e)], [e],
          {"choice": Eq(e * (e - 1), 0), "mistake": perceptron.mistake_condition(state, chosen, y)})
    return ClosePoints(x, w, b, k, m, e)


def ended(p: Script, run: ClosePoints, **more: Any) -> None:
    """Derive the end of the run; the steps preserve `more`, too. The proof uses only b³ = b about the start of b."""
    x, w, b, m, e = run.x, run.w, run.b, run.m, run.e
    p.have("length", x @ x >= 0, length(x))
    with p.induction(weights=equal(w, m * x), sign=m >= 0, bias=Eq(b**3, b), few=m * (x @ x) <= 1 + x @ x, **more):
        p.use("equal-vectors-have-equal-products", name="product", u=w, v=m * x, w=x)
        with p.case(e > 0, name="which"):
            p.have("used", Eq(e, 1), "choice", times("which"))
            p.have("value", m * (x @ x) + b <= 0, "mistake", "used", "product")
            p.have("low", b < 1, "value", "sign * length")
            p.have("two", Eq(b * (b + 1), 0), "bias", times("low"))
            p.have("floor", b >= -1, "two", square(b + 1))
            p.have("fewer", m * (x @ x) <= 1, "value", "floor")
            p.conclude("used", "two", "weights", "sign", "fewer", *more)
        with p.case(e <= 0, name="which"):
            p.have("less", e < 1, "which")
            p.have("used", Eq(e, 0), "choice", times("less"))
            p.have("high", b > -1, "mistake", "used")
            p.have("two", Eq(b * (b - 1), 0), "bias", times("high"))
            p.conclude("used", "two", "weights", "sign", "few", *more)
    p.use("equal-vectors-have-equal-products", name="product", u=w, v=m * x, w=x)
    p.have("negative", b < 0, "other_right")
    p.have("low", b * (b - 1) > 0, "negative * negative", "negative")
    p.have("minus-one", Eq(b, -1), "bias", times("low"))
    p.have("enough", m * (x @ x) >= 1, "right", "product", "minus-one")


@theorem("perceptron-on-close-points", title="The perceptron on two close points", source=cite("slides", EXAMPLE))
def on_close_points(p: Script) -> None:
    """On the two samples (0, −1) and (x, 1), shown in any order, the perceptron ends with w = mx and b = −1 after
    k = 2m + 1 updates, where 1 ≤ m‖x‖² ≤ 1 + ‖x‖².

    It ends when f(x) ≥ 0 and f(0) < 0, which is possible for x ≠ 0 only. Until then b is −1, 0 or 1.
    """
    run = close_points(p)
    x, w, b, k, m = run.x, run.w, run.b, run.k, run.m
    p.show(weights=equal(w, m * x), bias=Eq(b, -1), updates=Eq(k, 2 * m + 1), least=m * (x @ x) >= 1,
           most=m * (x @ x) <= 1 + x @ x)
    ended(p, run, count=Eq(b, 2 * m - k))
    p.conclude("weights", "minus-one", "count", "enough", "few")


@theorem("perceptron-slow-on-close-points", title="Convergence can be as slow as you like",
         source=cite("slides", EXAMPLE), ledger=["003-slow"], says="convergence can be slow; there is a picture")
def slow(p: Script) -> None:
    """Let x ≠ 0. On the two samples (0, −1) and (x, 1), shown in any order, the perceptron makes k updates with 1 +
    2/‖x‖² ≤ k ≤ 3 + 2/‖x‖².
    """
    run = close_points(p)
    x, k, m = run.x, run.k, run.m
    p.assume(different=x @ x > 0)
    p.show(least=k >= 1 + 2 / (x @ x), most=k <= 3 + 2 / (x @ x))
    p.use("perceptron-on-close-points", name="end")
    p.have("at least", m >= 1 / (x @ x), "end.least", times("different"))
    p.have("at most", m <= 1 + 1 / (x @ x), "end.most", times("different"))
    p.conclude("at least", "at most", "end.updates")


@theorem("perceptron-line-close-to-data", title="The separating line is close to the data",
         source=cite("slides", EXAMPLE), ledger=["003-close-line"],
         says="the line is close to the training data; there is a picture")
def close_line(p: Script) -> None:
    """On the two samples (0, −1) and (x, 1) the perceptron ends with a line whose distance from x is at most ‖x‖³/(1 +
    ‖x‖²): (1 + ‖x‖²)f(x) ≤ ‖x‖³‖w‖, with b = −1 and ‖w‖ ≥ 1, ‖w‖ ≥ ‖x‖. The line halfway, (x, −½‖x‖²), has the distance
    d = ½‖x‖ from both samples.

    The first distance is attained where m‖x‖² = 1 + ‖x‖², which is possible if 1/‖x‖² is a whole number and a score of
    0 counts as a mistake.
    """
    run = close_points(p)
    x, w, b, m = run.x, run.w, run.b, run.m
    best, n = State(x, -(x @ x) / 2), norm(x)
    half = p.let("d", n / 2)
    p.show(bias=Eq(b, -1), size=norm(w) >= 1, larger=w @ w >= x @ x,
           close=(1 + x @ x) * perceptron.margin(State(w, b), x, 1) <= n**3 * norm(w),
           best=Eq(perceptron.margin(best, x, 1), half * n),
           other_best=Eq(perceptron.margin(best, 0 * x, -1), half * n))
    ended(p, run, whole=m * (m - 1) >= 0)
    p.use("equal-vectors-have-equal-products", name="own product", u=w, v=m * x, w=w)
    with p.proving("positive", m > 0):
        p.suppose_not("none")
        p.conclude("none * length", "enough")
    p.have("at least 1", m >= 1, "whole", times("positive"))
    p.have("square", Eq(w @ w, m**2 * (x @ x)), "product", "own product")
    p.have("squares", Eq(norm(w) ** 2, (m * n) ** 2), "square")
    p.have("own", n >= 0)
    p.have("product'", m * n >= 0, "positive * own")
    p.have("other", norm(w) >= 0)
    p.use("square-root-unique", name="norms", u=norm(w), v=m * n)
    p.have("value", (1 + x @ x) * perceptron.margin(State(w, b), x, 1) <= m * (x @ x) ** 2,
           "product", "minus-one", "few")
    p.have("fourth", Eq(n**4, (x @ x) ** 2), "definition")
    p.have("close", (1 + x @ x) * perceptron.margin(State(w, b), x, 1) <= n**3 * norm(w), "value", "norms", "fourth")
    p.have("larger", w @ w >= x @ x, "square", "at least 1 * length", "positive * at least 1 * length")
    p.have("long", w @ w >= 1, "square", "enough", "at least 1", "at least 1 * enough")
    p.have("sum", norm(w) + 1 > 0, "other")
    p.have("size", norm(w) >= 1, "long", times("sum"))
    p.conclude("minus-one", "size", "larger", "close")
