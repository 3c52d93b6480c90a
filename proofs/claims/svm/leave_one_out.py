"""Leaving a sample out: the hard margin without a sample of weight 0, and the bound by the number of support vectors.

Main statements
    left-out-without-weight-same-solution    without a sample of weight 0 the solution (w, b) is the same
    left-out-without-weight-correct          so that this sample is classified correctly, with margin 1 at least
    leave-one-out-errors-at-most-support     at most as many samples are misclassified when left out as have weight > 0

Notation: as in svm_duality; x[i], y[i], a[i] are the samples that remain, with their multipliers, and (z, s) is the one
that is left out. As its multiplier is 0, it is in none of the sums, and what remains satisfies the conditions of an
optimum.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.language import Eq, Scalar, Sum, Vector, equal
from ...statements.registry import cite, theorem
from ...statements.script import Script, by, length, times
from .svm_duality import Samples, samples

LEAVE_ONE_OUT = cite("vapnik1998", "chapter 10, leave-one-out and the support vectors; the part without chance")


def remaining(p: Script) -> tuple[Samples, Vector, Scalar, Vector, Scalar]:
    """Declare an optimum (w, b) ≠ 0 of the samples that remain, with its multipliers, and one more solution (v, c)."""
    data = samples(p)
    v, (b, c) = p.vector("v"), p.reals("b c")
    w = p.let("w", data.weights)
    p.assume(balance=data.balance, dual=data.a >= 0,
             slackness=Eq(data.a * (1 - data.margin(w, b)), 0), nonzero=w @ w > 0,
             feasible=data.margin(v, c) >= 1, solution=v @ v <= w @ w)  # fmt: skip
    return data, w, b, v, c


@theorem(
    "left-out-without-weight-same-solution",
    title="Without a sample of weight 0 the hard margin has the same solution",
    source=LEAVE_ONE_OUT,
)
def same_solution(p: Script) -> None:
    """Let (w, b), w ≠ 0, with multipliers aᵢ of the samples that remain satisfy the conditions of the hard margin: w =
    Σ aᵢyᵢxᵢ, Σ aᵢyᵢ = 0, aᵢ ≥ 0 and aᵢ(1 − yᵢf(xᵢ)) = 0 for every i. If (v, c) is feasible for them and v not longer
    than w, then v = w and c = b.
    """
    data, w, b, v, c = remaining(p)
    p.show(weights=equal(v, w), bias=Eq(c, b))
    p.use("svm-kkt-optimal", name="best")
    p.have("gap", (v - w) @ (v - w) >= 0, length(v - w))
    p.have("no gap", (v - w) @ (v - w) <= 0, "best", "solution")
    p.have("same", equal(v, w), "gap", "no gap")
    p.use("equal-vectors-have-equal-products", name="with w", u=v, v=w, w=w)
    p.have("term", data.a * (data.margin(v, c) - 1) >= 0, "dual * feasible")
    p.sum("term", "slack", each="single")
    p.sum("slackness", "tight")
    p.have("none", Sum(data.a * (data.margin(v, c) - 1)) <= 0, "tight", "with w", "balance")
    p.have("each", Eq(data.a * (data.margin(v, c) - 1), 0), "single", "term", "none")
    p.have("with x", Eq(data.x @ v, data.x @ w), by("equal-vectors-have-equal-products", u=v, v=w, w=data.x), "same")
    p.have("signed", Eq(data.a * data.y * (c - b), 0), "each", "slackness", "with x")
    p.have("biases", Eq(data.a * (c - b), 0), "each", "signed")
    p.sum("biases", "all biases")
    p.have("weight", Eq(Sum(data.a), w @ w), "tight", "balance")
    p.have("bias", Eq(c, b), "all biases", "weight", times("nonzero"))
    p.conclude("same", "bias")


@theorem(
    "left-out-without-weight-correct",
    title="A sample of weight 0 is classified correctly when it is left out",
    source=LEAVE_ONE_OUT,
)
def left_out_correct(p: Script) -> None:
    """Let (w, b), w ≠ 0, be a solution of the hard margin for all samples, in which (z, s) has the multiplier 0. Every
    solution (v, c) for the samples without (z, s) has s(⟨v, z⟩ + c) ≥ 1.
    """
    _, w, b, v, c = remaining(p)
    z, s = p.vector("z"), p.real("s")
    p.assume(left=perceptron.margin(State(w, b), z, s) >= 1)
    p.show(conclusion=perceptron.margin(State(v, c), z, s) >= 1)
    p.use("left-out-without-weight-same-solution", name="same")
    p.use("equal-vectors-have-equal-products", name="score", u=v, v=w, w=z)
    p.conclude("left", "score", "same.bias")


@theorem(
    "leave-one-out-errors-at-most-support",
    title="At most as many leave-one-out errors as support vectors",
    source=LEAVE_ONE_OUT,
    supposes={
        "correct": "without each of the samples there is a solution of the hard margin, and "
        "left-out-without-weight-correct holds of it",
    },
)
def errors_at_most_support(p: Script) -> None:
    """Let m[i] be the margin of sample i under the solution without it, with m[i] ≥ 1 if its multiplier is 0
    (left-out-without-weight-correct). Then at most as many samples have m[i] ≤ 0 as have a multiplier that is not 0,
    each counted with a weight v[i] ≥ 0: 1 for their numbers, one over the number of samples for their shares.

    t[i] and e[i] are 1 for the samples with a multiplier, and for errors, and 0 for the others. Of that it is used that
    t[i] ≥ 0 and e[i] ≤ 1.
    """
    m, t, e, v = p.reals("m[i] t[i] e[i] v[i]")
    p.assume(support=t >= 0, correct=(1 - t) * (m - 1) >= 0, error=e <= 1, wrong=e * m <= 0,
             weight=v >= 0)  # fmt: skip
    p.show(conclusion=Sum(v * e) <= Sum(v * t))
    with p.proving("each", e <= t):
        with p.case(t < 1):
            p.have("rest", 1 - t > 0, "case")
            p.have("right", m >= 1, "correct", times("rest"))
            p.have("positive", m > 0, "right")
            p.have("none", e <= 0, "wrong", times("positive"))
            p.conclude("none", "support")
        with p.case(t >= 1):
            p.conclude("error", "case")
    p.have("term", v * e <= v * t, "weight * each")
    p.sum("term", "total")
