"""Leaving a sample out: the hard margin without a sample of weight 0, and a bound on the errors by the number of
support vectors.

Notation: as in svm_duality; x[i], y[i], a[i] are the samples with their multipliers, and (z, s) is a sample that is
left out.

Implementation notes: a solution without some samples is feasible for the others, and so for all samples with positive
weights: a[i](y[i](⟨v, x[i]⟩ + c) − 1) ≥ 0. As (w, b) is feasible for them too, v is not longer than w. The proofs use
no other fact about a solution. There are solutions, by svm-strong-duality. In the last claim, each step of a run leaves
out one sample: d[i] is 1 for this sample, and 0 for the others.
"""

from typing import Any, NamedTuple

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, by, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Comparison, Eq, Scalar, Sum, Vector, equal
from .svm_duality import Samples, samples

LEAVE_ONE_OUT = cite("vapnik1998", "chapter 10, leave-one-out and the support vectors; the part without chance")


class Optimum(NamedTuple):
    """Samples, and an optimum (w, b) with their multipliers, w ≠ 0."""

    data: Samples
    w: Vector
    b: Scalar

    @property
    def facts(self) -> dict[str, Comparison]:
        """Return the conditions of an optimum, except that no multiplier is negative."""
        a, margin = self.data.a, self.data.margin(self.w, self.b)
        return {"balance": self.data.balance, "slackness": Eq(a * (1 - margin), 0), "nonzero": self.w @ self.w > 0}

    def solution(self, v: Vector, c: Scalar) -> dict[str, Comparison]:
        """Return the facts about a solution (v, c) without samples of weight 0 that the proofs use."""
        return {"feasible": self.data.a * (self.data.margin(v, c) - 1) >= 0, "solution": v @ v <= self.w @ self.w}


def optimum(p: Script) -> Optimum:
    """Declare the samples and an optimum."""
    data = samples(p)
    return Optimum(data, p.let("w", data.weights), p.real("b"))


@theorem("left-out-without-weight-same-solution",
         title="Without samples of weight 0 the hard margin has the same solution", source=LEAVE_ONE_OUT)
def same_solution(p: Script) -> None:
    """Let (w, b) with w ≠ 0 and multipliers aᵢ satisfy conditions of the hard margin: w = Σ aᵢyᵢxᵢ, Σ aᵢyᵢ = 0 and aᵢ(1
    − yᵢf(xᵢ)) = 0 for every i. If (v, c) is feasible for the samples with aᵢ > 0, that is aᵢ(yᵢ(⟨v, xᵢ⟩ + c) − 1) ≥ 0,
    and v is not longer than w, then v = w and c = b. The proof does not need aᵢ ≥ 0.
    """
    here = data, w, b = optimum(p)
    v, c = p.vector("v"), p.real("c")
    p.assume(here.facts, **here.solution(v, c))
    p.show(weights=equal(v, w), bias=Eq(c, b))
    p.sum("feasible", "slack", each="single")
    p.sum("slackness", "tight")
    p.have("weight", Eq(Sum(data.a), w @ w), "tight", "balance")
    p.have("along", v @ w >= w @ w, "slack", "weight", "balance")
    p.have("no gap", (v - w) @ (v - w) <= 0, "along", "solution")
    p.have("same", equal(v, w), "no gap", length(v - w))
    p.use("equal-vectors-have-equal-products", name="with w", u=v, v=w, w=w)
    p.have("none", Sum(data.a * (data.margin(v, c) - 1)) <= 0, "weight", "with w", "balance")
    p.have("each", Eq(data.a * (data.margin(v, c) - 1), 0), "single", "feasible", "none")
    p.have("with x", Eq(data.x @ v, data.x @ w), by("equal-vectors-have-equal-products", u=v, v=w, w=data.x), "same")
    p.have("signed", Eq(data.a * data.y * (c - b), 0), "each", "slackness", "with x")
    p.have("biases", Eq(data.a * (c - b), 0), "each", "signed")
    p.sum("biases", "all biases")
    p.have("bias", Eq(c, b), "all biases", "weight", times("nonzero"))
    p.conclude("same", "bias")


@theorem("left-out-without-weight-correct", title="A sample of weight 0 is classified correctly when it is left out",
         source=LEAVE_ONE_OUT)
def left_out_correct(p: Script) -> None:
    """Let (w, b) with w ≠ 0 be a solution of the hard margin, and let (z, s) be a sample with the multiplier 0. Every
    solution (v, c) for the samples without (z, s) has s(⟨v, z⟩ + c) ≥ 1.
    """
    here = _, w, b = optimum(p)
    v, c, z, s = p.vector("v"), p.real("c"), p.vector("z"), p.real("s")
    p.assume(here.facts, **here.solution(v, c), left=perceptron.margin(State(w, b), z, s) >= 1)
    p.show(conclusion=perceptron.margin(State(v, c), z, s) >= 1)
    p.use("left-out-without-weight-same-solution", name="same")
    p.use("equal-vectors-have-equal-products", name="score", u=v, v=w, w=z)
    p.conclude("left", "score", "same.bias")


@theorem("leave-one-out-errors-at-most-support", title="At most as many leave-one-out errors as support vectors",
         source=LEAVE_ONE_OUT)
def errors_at_most_support(p: Script) -> None:
    """Let (w, b) with w ≠ 0 be a solution of the hard margin for all samples. Leave out samples, one after another, and
    let (v, c) be a solution without the sample (z, s) that is left out: yᵢ(⟨v, xᵢ⟩ + c) ≥ 1 for all others, and v is
    not longer than w. Let every sample have the same weight u ≥ 0: 1 for numbers of samples, one over the number of
    samples for fractions. Then the left-out samples with an error s(⟨v, z⟩ + c) ≤ 0 have at most the total weight of
    the left-out samples whose multiplier is not 0.

    E and F are the sums of e and t. e is 1 for an error, and at most 0 otherwise. t is 1 if the multiplier α of (z, s)
    is not 0, and at least 0 otherwise.
    """
    here = data, w, b = optimum(p)
    v, z = p.vectors("v z")
    c, s, d, e, t, u, errors, support, own = p.reals("c s d[i] e t u E F α")
    p.assume(here.facts, dual=data.a >= 0, primal=data.margin(w, b) >= 1)
    left = {"one": Eq(Sum(d**2), 1), "point": Eq(d * ((data.x - z) @ (data.x - z)), 0),
            "label": Eq(d * (data.y - s), 0), "multiplier": Eq(d * (data.a - own), 0)}
    found = {"others": (1 - d) * (data.margin(v, c) - 1) >= 0, "solution": v @ v <= w @ w,
             "error": e <= 1, "wrong": e * perceptron.margin(State(v, c), z, s) <= 0,
             "support": t >= 0, "with_weight": own <= own * t, "weight": u >= 0}
    p.run([(errors, 0, errors + u * e), (support, 0, support + u * t)], [z, s, own, d, v, c, e, t, u],
          {**left, **found})
    p.show(conclusion=errors <= support)
    score = perceptron.margin(State(w, b), z, s)
    with p.induction(counted=errors <= support):
        with p.proving("gain", e <= t):
            with p.case(own > 0):
                p.have("supporting", t >= 1, "with_weight", times("case"))
                p.conclude("supporting", "error")
            with p.case(own <= 0):
                p.have("square", d**2 * data.a <= 0, "case", square(d), "multiplier")
                p.have("nothing", (d * data.a) ** 2 <= 0, "dual * square")
                p.have("none", Eq(d * data.a, 0), "nothing")
                p.have("feasible'", data.a * (data.margin(v, c) - 1) >= 0, "dual * others", "none")
                p.have("with w", Eq(w @ (d * data.x), w @ (d * z)),
                       by("equal-vectors-have-equal-products", u=d * data.x, v=d * z, w=w), "point")
                p.have("its margin", d**2 * (score - 1) >= 0, "primal", square(d), "with w", "label")
                p.sum("its margin", "margins")
                p.have("left", score >= 1, "margins", "one")
                p.use("left-out-without-weight-correct", name="correct")
                p.have("positive", perceptron.margin(State(v, c), z, s) > 0, "correct")
                p.have("right", e <= 0, "wrong", times("positive"))
                p.conclude("right", "support")
        p.conclude("counted", "weight * gain")
    p.conclude("counted")
    examples_without(p)


def examples_without(p: Script) -> None:
    """Return values for which the claims fail without a hypothesis. There are two samples on their margins and a third
    one of weight 0, which is left out.
    """

    def example(without: str, third: list[int], chosen: tuple[int, ...] = (0, 0, 1), half: str = "1/2",
                **changed: Any) -> None:
        """Return the third sample, and the changes in the step that leaves it out."""
        flat = len(third) == 1
        x = [[1], [-1], third] if flat else [[1, 0], [-1, 0], third]
        step = {"z": third, "s": 1, "α": 0, "d[i]": [*chosen], "v": [1] if flat else [1, 0], "c": 0, "e": 1, "t": 0,
                "u": 1, **changed}
        values = {"x[i]": x, "y[i]": [1, -1, 1], "a[i]": [half, half, 0], "b": 0}
        p.example_without(without, dimension=len(third), size=3, values=values, steps=[step])

    example("wrong", [2])
    example("label", [2], s=-1)
    example("point", [2], z=[-5])
    example("one", [2], (0, 0, 0), z=[-5])
    example("primal", [-5])
    example("others", [2], v=[0])
    example("support", [2], e=0, t=-1)
    example("error", [2], (1, 0, 0), z=[1], α="1/2", c=-1, e=2, t=1)
    example("solution", [1, 1], v=[1, -5])
    example("slackness", [1, 100], half="1", v=[1, -1])
    samples_of = {"x[i]": [[1, 0], [1, -1], [-1, 1], [1, 100]], "y[i]": [1, 1, -1, 1], "b": 0,
                  "a[i]": [1, "-1/2", "1/2", 0]}
    p.example_without("dual", dimension=2, size=4, values=samples_of, steps=[
        {"z": [1, 100], "s": 1, "α": 0, "d[i]": [0, 0, 0, 1], "v": ["3/4", "-1/2"], "c": "1/4", "e": 1, "t": 0, "u": 1},
    ])
    one_class = {"x[i]": [[1], [2]], "y[i]": [1, 1], "a[i]": [1, 0], "b": 0}
    p.example_without("balance", dimension=1, size=2, values=one_class, steps=[
        {"z": [2], "s": 1, "α": 0, "d[i]": [0, 1], "v": [-1], "c": 2, "e": 1, "t": 0, "u": 1},
    ])
