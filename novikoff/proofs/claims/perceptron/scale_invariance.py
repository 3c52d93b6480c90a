"""The perceptron with bias step R² does not depend on the scale of the data; with bias step 1 it does.

Notation
    (w, b) is the run on x, (v, c) the run on the scaled examples. Whenever the first run makes an update, the second
    run makes one too.
"""

from dataclasses import dataclass
from typing import Any

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.perceptron_runs import PerceptronRun, perceptron_run
from ...statements.proof_script import Script, square, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Abs, Eq, Ne, Scalar, Vector, equal


@dataclass
class CoupledRuns:
    """One run on x and one on factor·x, with their bias steps; and an example (x', y') on which to compare them."""

    w: Vector
    b: Scalar
    v: Vector
    c: Scalar
    k: Scalar
    x2: Vector
    y2: Scalar
    factor: Any

    @property
    def original(self) -> tuple[State, Vector, Scalar]:
        """State and example of the run on x, as the rule takes them."""
        return State(self.w, self.b), self.x2, self.y2

    @property
    def scaled(self) -> tuple[State, Vector, Scalar]:
        """Return the state and the example of the run on factor·x."""
        return State(self.v, self.c), self.factor * self.x2, self.y2


def coupled_runs(p: Script, factor: Scalar, bias_step: Scalar, scaled_bias_step: Scalar, **facts: Any) -> CoupledRuns:
    """Declare both runs, which make their updates together. `facts` are the facts about the state and the example (x,
    y) of the run on x at every update: name=lambda state, x, y: relation.
    """
    w, v, x, x2 = p.vectors("w v x x'")
    b, c, k, y, y2 = p.reals("b c k y y'")
    after = perceptron.update(State(w, b), x, y, bias_step=bias_step)
    scaled = perceptron.update(State(v, c), factor * x, y, bias_step=scaled_bias_step)
    p.run([(w, 0, after.w), (b, 0, after.b), (v, 0, scaled.w), (c, 0, scaled.b), (k, 0, k + 1)], [x, y],
          {name: say(State(w, b), x, y) for name, say in facts.items()})
    return CoupledRuns(w, b, v, c, k, x2, y2, factor)


@theorem("scaled-run-proportional", title="With bias step R², scaled data give a proportional run",
         source=cite("tutorial", "eqs. (6), (7)"), ledger=["x-scaling"])
def scaled_run_proportional(p: Script) -> None:
    """Let the run on s·x with bias step (sR)² update whenever the run on x with bias step R² updates. Then its weights
    are s·w, its bias is s²·b, and every example has s² times the margin.
    """
    s, R = p.reals("s R")
    runs = coupled_runs(p, s, R**2, (s * R) ** 2)
    with p.induction(weights=equal(runs.v, s * runs.w), bias=equal(runs.c, s**2 * runs.b),
                     score=equal(runs.v @ runs.x2, s * (runs.w @ runs.x2))):
        pass
    p.conclude("weights", "bias", "score",
           weights=equal(runs.v, s * runs.w), bias=equal(runs.c, s**2 * runs.b),
           margin=equal(perceptron.margin(*runs.scaled), s**2 * perceptron.margin(*runs.original)))


@theorem("scaled-run-makes-same-mistakes", title="With bias step R², a mistake is a mistake at every scale",
         source=cite("tutorial", "eqs. (6), (7)"), ledger=["x-scaling"])
def scaled_run_same_mistakes(p: Script) -> None:
    """After the same updates of the runs on x and on s·x with bias steps R² and (sR)², a mistake of the run on x is a
    mistake of the run on s·x.
    """
    s, R = p.reals("s R")
    runs = coupled_runs(p, s, R**2, (s * R) ** 2)
    p.assume({"mistake'": perceptron.mistake_condition(*runs.original)})
    p.use("scaled-run-proportional", name="scaled")
    p.have("scale", s**2 >= 0, square(s))
    p.conclude("scaled.margin", "scale * mistake'", mistake=perceptron.mistake_condition(*runs.scaled))


@theorem("scaled-run-makes-no-other-mistakes", title="With bias step R², scaling the data brings no new mistake",
         source=cite("tutorial", "eqs. (6), (7)"), ledger=["x-scaling"])
def scaled_run_no_other_mistakes(p: Script) -> None:
    """Let s ≠ 0. After the same updates of the runs on x and on s·x, with bias steps R² and (sR)², a mistake of the run
    on s·x is a mistake of the run on x.
    """
    s, R = p.reals("s R")
    p.assume(scale=Ne(s, 0))
    runs = coupled_runs(p, s, R**2, (s * R) ** 2)
    p.assume({"mistake'": perceptron.mistake_condition(*runs.scaled)})
    p.use("scaled-run-proportional", name="scaled")
    p.conclude("scaled.margin", "mistake'", times("scale"), mistake=perceptron.mistake_condition(*runs.original))


@refuted("scaled-run-same-mistakes-with-unit-bias-step",
         title="With bias step 1, a mistake is a mistake at every scale", near=cite("iml", "Algorithm 1.3"),
         corrected="scaled-run-makes-same-mistakes",
         missing="the bias step has to be scaled with the square of the data", ledger={"x-scaling": "denies"})
def scaled_run_same_mistakes_with_unit_bias_step(p: Script) -> None:
    """Let s > 0, and let (w*, b*) separate the data. After the same updates of the runs on x and on s·x, both with bias
    step 1, a mistake of the run on x is a mistake of the run on s·x.
    """
    s = p.real("s")
    ws, bs = p.vector("w*"), p.real("b*")
    runs = coupled_runs(p, s, 1, 1, label=lambda state, x, y: Eq(y**2, 1),
                        margin=lambda state, x, y: y * (x @ ws + bs) >= 1,
                        mistake=perceptron.mistake_condition)
    p.assume({"scale": s > 0, "label'": Eq(runs.y2**2, 1), "margin'": runs.y2 * (runs.x2 @ ws + bs) >= 1,
              "mistake'": perceptron.mistake_condition(*runs.original)})
    p.show(scaled=perceptron.mistake_condition(*runs.scaled))
    p.counterexample(dimension=1, values={"s": 2, "w*": [1], "b*": 0, "x'": [1], "y'": 1}, steps=[{"x": [-1], "y": -1}])


@theorem("scaled-bound-equal", title="The tutorial's bound does not depend on the scale",
         source=cite("tutorial", "eq. (15)"), ledger=["x-scaling"])
def scaled_bound_equal(p: Script) -> None:
    """For R, s ≠ 0, the bound 2R²(‖w*‖² + b*²/R²)/γ² is the same for the data s·x, whose radius is sR. (w*/s, b*)
    separates these with the same margin with which (w*, b*) separates the data x.
    """
    ws, x = p.vectors("w* x")
    bs, gamma, R, s = p.reals("b* γ R s")
    p.assume(radius=Ne(R, 0), scale=Ne(s, 0), positive=gamma > 0)
    scaled = (1 / s) * ws
    p.conclude("algebra",
           score=equal((s * x) @ scaled + bs, x @ ws + bs),
           bound=equal(2 * (s * R) ** 2 * (scaled @ scaled + bs**2 / (s * R) ** 2) / gamma**2,
                       2 * R**2 * (ws @ ws + bs**2 / R**2) / gamma**2))


# ------------------------------------------------------------------- the tutorial's run as one of the book's


@theorem("tutorial-run-is-scaled-smola-run", title="Bias step R² on x is bias step 1 on x/R",
         source=cite("tutorial", "eqs. (6), (7)"), ledger=["x-000-is-004-scaled"])
def tutorial_run_is_scaled_smola_run(p: Script) -> None:
    """For R > 0, let the run on x/R with bias step 1 update whenever the run on x with bias step R² updates. Then its
    weights are w/R, its bias is b/R², and every margin is divided by R². So both runs make the same mistakes.
    """
    R = p.real("R")
    p.assume(positive=R > 0)
    runs = coupled_runs(p, 1 / R, R**2, 1)
    with p.induction(weights=equal(R * runs.v, runs.w), bias=equal(R**2 * runs.c, runs.b),
                     score=equal(R * (runs.v @ runs.x2), runs.w @ runs.x2)):
        pass
    p.conclude("weights", "bias", "score",
           weights=equal(R * runs.v, runs.w), bias=equal(R**2 * runs.c, runs.b),
           margin=equal(R**2 * perceptron.margin(*runs.scaled), perceptron.margin(*runs.original)))


@theorem("tutorial-bound-from-smola", title="The tutorial's bound is Theorem 1.7 on the data x/R",
         source=cite("tutorial", "eq. (15)"), ledger=["x-000-is-004-scaled"])
def tutorial_bound_from_smola(p: Script) -> None:
    """The examples x/R have length at most 1, and (w*, b*/R) with ‖w*‖ = 1 separates them with margin γ/R. On these
    examples, Theorem 1.7 bounds the updates of the run on x with bias step R² by 2R²(1 + b*²/R²)/γ².
    """
    ws, (bs, gamma, R) = p.vector("w*"), p.reals("b* γ R")
    p.assume(unit=Eq(ws @ ws, 1), positive=gamma > 0, radius_positive=R > 0)
    run = perceptron_run(p, bias_step=R**2)
    w, b, k, x, y = run.w, run.b, run.k, run.x, run.y
    run.examples(radius=x @ x <= R**2, margin=y * (x @ ws + bs) >= gamma)
    r = p.let("r", 1 / R)
    p.have("shrinks", r > 0, "radius_positive")
    p.have("square", r**2 > 0, "shrinks * shrinks")
    p.use("smola-mistake-bound", {"w": r * w, "b": r**2 * b, "t": k, "R": 1, "b*": r * bs, "γ": r * gamma},
          name="scaled", inputs={"x": r * x})
    p.have("quotient", equal((r * gamma) ** -1, R / gamma), times("positive", "shrinks"))
    p.conclude("scaled", "quotient", conclusion=k <= 2 * R**2 * (1 + bs**2 / R**2) / gamma**2)


def scaled_smola_run(p: Script, ws: Vector, bs: Scalar, gamma: Scalar, R: Scalar, s: Scalar) -> PerceptronRun:
    """Declare a run with bias step 1 on the data s·x, which (w*, b*) with ‖w*‖ = 1 separates at scale 1."""
    w, x = p.vectors("w x")
    b, t, y = p.reals("b t y")
    p.assume(unit=Eq(ws @ ws, 1), positive=gamma > 0)
    after = perceptron.update(State(w, b), s * x, y)
    p.run([(w, 0, after.w), (b, 0, after.b), (t, 0, t + 1)], [x, y],
          {"label": Eq(y**2, 1), "radius": x @ x <= R**2, "margin": y * (x @ ws + bs) >= gamma,
           "mistake": perceptron.mistake_condition(State(w, b), s * x, y)})
    return PerceptronRun(p, w, b, t, x, y, after)


@theorem("rescaled-data-mistake-bound", title="Theorem 1.7 on rescaled data", source=cite("iml", "Theorem 1.7"),
         ledger=["x-scale-opt-004"])
def rescaled_data_mistake_bound(p: Script) -> None:
    """Let (w*, b*) with ‖w*‖ = 1 separate the data x, of length at most R, with margin γ > 0, and let s ≠ 0. With bias
    step 1 on the data s·x, the perceptron makes at most F(1/s) = (R² + 1/s²)(1 + s²b*²)/γ² mistakes.

    (w*, s·b*) separates the data s·x for s > 0, and (−w*, −s·b*) separates them for s < 0.
    """
    ws, (bs, gamma, R, s) = p.vector("w*"), p.reals("b* γ R s")
    run = scaled_smola_run(p, ws, bs, gamma, R, s)
    p.assume(scale=Ne(s, 0))
    p.show(conclusion=run.k <= (R**2 + 1 / s**2) * (1 + s**2 * bs**2) / gamma**2)
    size = p.let("n", Abs(s))
    p.have("size", size >= 0, "definition")
    p.have("square", equal(size**2, s**2), "definition")
    p.have("shrinks", size > 0, "size", "square", "scale")
    p.have("unit'", equal((s / size) ** 2, 1), "square", times("shrinks", "shrinks"))
    p.use("smola-mistake-bound", {"w*": (s / size) * ws, "b*": size * bs, "γ": size * gamma, "R": s * R},
          name="scaled", inputs={"x": s * run.x})
    p.have("quotient", equal((size * gamma) ** -2, 1 / s**2 * (1 / gamma**2)))
    p.conclude("scaled", "quotient", "square")


@theorem("best-scale-bound-minimum", title="No scale gives Theorem 1.7 a bound below (R + |b*|)²/γ²",
         source=cite("iml", "Theorem 1.7"), ledger=["x-scale-opt-004"])
def best_scale_bound_minimum(p: Script) -> None:
    """For s ≠ 0 the bound F(1/s) of Theorem 1.7 on the data s·x is at least (R + |b*|)²/γ²."""
    bs, gamma, R, s = p.reals("b* γ R s")
    p.assume(scale=Ne(s, 0), margin=Ne(gamma, 0))
    p.calc((R**2 + 1 / s**2) * (1 + s**2 * bs**2) / gamma**2,
           "==", ((R + Abs(bs)) ** 2 + (1 / s - R * s * Abs(bs)) ** 2) / gamma**2, "definition",
           ">=", (R + Abs(bs)) ** 2 / gamma**2, square((1 / s - R * s * Abs(bs)) / gamma))


@theorem("best-scale-mistake-bound", title="Theorem 1.7 at the best scale", source=cite("iml", "Theorem 1.7"),
         ledger=["x-scale-opt-004"])
def best_scale_mistake_bound(p: Script) -> None:
    """Let (w*, b*) with ‖w*‖ = 1 separate the data x, of length at most R, with margin γ > 0, and let s²R|b*| = 1. With
    bias step 1 on the data s·x, the perceptron makes at most (R + |b*|)²/γ² mistakes.
    """
    ws, (bs, gamma, R, s) = p.vector("w*"), p.reals("b* γ R s")
    run = scaled_smola_run(p, ws, bs, gamma, R, s)
    p.assume(best=equal(s**2 * R * Abs(bs), 1))
    p.have("scale", Ne(s, 0), "best")
    p.use("rescaled-data-mistake-bound", name="rescaled")
    p.have("small", equal(1 / s**2, R * Abs(bs)), "best", times("scale", "scale"))
    p.have("large", equal(s**2 * R**2 * Abs(bs) ** 2, R * Abs(bs)), "best")
    p.calc((R**2 + 1 / s**2) * (1 + s**2 * bs**2) / gamma**2,
           "==", (R**2 + 1 / s**2 + s**2 * R**2 * Abs(bs) ** 2 + Abs(bs) ** 2) / gamma**2, "definition",
           "==", (R**2 + 2 * R * Abs(bs) + Abs(bs) ** 2) / gamma**2, "small", "large", name="least")
    p.conclude("rescaled", "least.all", conclusion=run.k <= (R + Abs(bs)) ** 2 / gamma**2)
