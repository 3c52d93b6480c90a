"""The perceptron from a start w0 other than 0: the effect of the start and of the learning rate on the bound.

Notation: x stands for a signed vector with ‖x‖ ≤ D; t counts the mistakes, as in novikoff_mistake_bound.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, by, length, square, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, Scalar, Vector, equal, norm
from .novikoff_mistake_bound import run_from_anywhere


@theorem("start-anywhere-distance-bound", title="From any start: at most ‖w0 − (D²/γ)u‖²/D² mistakes",
         source=cite("duda2001", "section 5.5.2, the bound on the number of corrections"))
def distance_bound(p: Script) -> None:
    """If γ > 0, D > 0, and every signed vector satisfies u·x ≥ γ and ‖x‖ ≤ D, the perceptron from the start w0 makes at
    most ‖w0 − (D²/γ)u‖²/D² mistakes, because each mistake reduces ‖w − (D²/γ)u‖² by at least D².
    """
    u, (gamma, D) = p.vector("u"), p.reals("γ D")
    p.assume(positive=gamma > 0, radius_sign=D > 0)
    w0, w, t, x, _ = run_from_anywhere(p, margin=lambda state, x, y: u @ x >= gamma,
                                       radius=lambda state, x, y: x @ x <= D**2,
                                       mistake=perceptron.mistake_condition)
    target = D**2 / gamma * u
    p.show(conclusion=t <= (w0 - target) @ (w0 - target) / D**2)
    p.have("scale", D**2 / gamma >= 0, square(D), "positive")
    with p.induction(shorter=(w - target) @ (w - target) <= (w0 - target) @ (w0 - target) - t * D**2):
        p.have("turn", D**2 / gamma * (u @ x) >= D**2, "scale * margin", "definition")
        p.conclude("shorter", "turn", "radius", "mistake")
    p.have("count", t * D**2 <= (w0 - target) @ (w0 - target), "shorter", length(w - target))
    p.conclude("count", times("radius_sign", "radius_sign"))


@theorem("start-anywhere-mistake-bound", title="From any start: at most D²/γ² + 2‖w0‖/γ mistakes",
         source=cite("novikoff1962", "the theorem; here from any start"))
def mistake_bound(p: Script) -> None:
    """If ‖u‖ = 1, γ > 0, and every signed vector satisfies u·x ≥ γ and ‖x‖ ≤ D, the perceptron from the start w0 makes
    at most D²/γ² + 2‖w0‖/γ mistakes, whatever the order of the examples.
    """
    u, (gamma, D) = p.vector("u"), p.reals("γ D")
    p.assume(unit=Eq(u @ u, 1), positive=gamma > 0)
    w0, w, t, *_ = run_from_anywhere(p, margin=lambda state, x, y: u @ x >= gamma,
                                     radius=lambda state, x, y: x @ x <= D**2,
                                     mistake=perceptron.mistake_condition)
    start = norm(w0)
    p.show(conclusion=t <= D**2 / gamma**2 + 2 * start / gamma)
    p.use("lecture-norm-growth-from-any-start", name="growth")
    p.use("lecture-alignment-from-any-start", name="alignment")
    p.have("size", start >= 0, "definition")
    p.use("cauchy-schwarz-norm", name="first", u=w0, v=-u)
    p.have("opposite", w0 @ u >= -start, "first", "unit")
    p.have("against", w @ u >= t * gamma - start, "alignment", "opposite")
    p.have("along", (w @ u) ** 2 <= start**2 + t * D**2, by("cauchy-schwarz", u=w, v=u), "unit", "growth", "definition")
    B = D**2 + 2 * start * gamma
    with p.case(t * gamma - start > 0):
        p.have("squares", (t * gamma - start) ** 2 <= (w @ u) ** 2, "against * against", "against * case")
        p.have("quadratic", (t * gamma) ** 2 <= t * B, "squares", "along")
        p.have("positive-count", t * gamma > 0, "case", "size")
        p.have("count", t > 0, "positive-count", times("positive"))
        p.have("divided", t * gamma**2 <= B, "quadratic", times("count"))
        p.conclude("divided", times("positive", "positive"))
    with p.case(t * gamma - start <= 0):
        p.have("few", t * gamma**2 <= start * gamma, "case * positive")
        p.have("enough", t * gamma**2 <= B, "few", "size * positive", square(D))
        p.conclude("enough", times("positive", "positive"))


@theorem("start-zero-gives-novikoff", title="From the start 0 both bounds are Novikoff's",
         source=cite("novikoff1962", "the theorem"))
def start_zero(p: Script) -> None:
    """If ‖u‖ = 1 and w0 = 0, then ‖w0 − (D²/γ)u‖²/D² and D²/γ² + 2‖w0‖/γ are both D²/γ²."""
    u, w0 = p.vectors("u w0")
    gamma, D = p.reals("γ D")
    p.assume(unit=Eq(u @ u, 1), positive=gamma > 0, radius_sign=D > 0, start=equal(w0, 0 * u))
    target = D**2 / gamma * u
    p.show(distance=Eq((w0 - target) @ (w0 - target) / D**2, D**2 / gamma**2),
           sum=Eq(D**2 / gamma**2 + 2 * norm(w0) / gamma, D**2 / gamma**2))
    p.use("cauchy-schwarz", u=w0, v=u)
    p.have("turn", Eq(w0 @ u, 0), "cauchy-schwarz", "start")
    p.have("short", Eq(norm(w0), 0), "start", "definition")
    p.have("scaled", Eq((w0 - target) @ (w0 - target), (D**2 / gamma) ** 2), "turn", "start", "unit")
    p.have("distance'", Eq((w0 - target) @ (w0 - target) / D**2, D**2 / gamma**2), "scaled", "definition")
    p.conclude("distance'", "short")


def coupled_runs(p: Script, scale: Scalar) -> tuple[Vector, Vector, Scalar]:
    """Declare two runs updated on the same arbitrary examples, with the rates 1 and α, from the starts w0 and scale·w0
    (α·w0 if the scale is None). Returns the weights reached and α.
    """
    w0, w, v, x = p.vectors("w0 w v x")
    y, rate = p.reals("y α")
    slow = perceptron.update(State(w, 0), x, y, bias_step=0).w
    fast = perceptron.update(State(v, 0), x, y, bias_step=0, rate=rate).w
    p.run([(w, w0, slow), (v, (rate if scale is None else scale) * w0, fast)], [x, y], {})
    return w, v, rate


@theorem("learning-rate-scaled-start", title="The learning rate is a scale, if the start is scaled with it",
         source=cite("cristianini2000", "section 2.1.1, the remark on the learning rate and the start 0"),
         says="the same for the start 0 only")
def scaled_start(p: Script) -> None:
    """After the same updates, the perceptron with the rate α > 0 from the start αw0 has α times the weights and margins
    of the perceptron with the rate 1 from w0. So every mistake of the second run is a mistake of the first.

    The first run makes no other mistakes, because the margins of both runs have the same signs.
    """
    w, v, rate = coupled_runs(p, None)
    z, s = p.vector("z"), p.real("s")
    slow, fast = State(w, 0), State(v, 0)
    p.assume(rate=rate > 0, wrong=perceptron.mistake_condition(slow, z, s))
    p.show(weights=equal(v, rate * w), margin=Eq(perceptron.margin(fast, z, s), rate * perceptron.margin(slow, z, s)),
           wrong_too=perceptron.mistake_condition(fast, z, s))
    with p.induction(weights=equal(v, rate * w)):
        p.conclude("weights")
    p.use("cauchy-schwarz", u=v - rate * w, v=z)
    p.have("same-direction", Eq((v - rate * w) @ z, 0), "cauchy-schwarz", "weights")
    p.conclude("weights", "same-direction", "rate * wrong")


@refuted("learning-rate-irrelevant-from-any-start", title="The learning rate changes no mistake, whatever the start",
         near=cite("cristianini2000", "section 2.1.1, the remark on the learning rate, where the start is 0"),
         corrected="learning-rate-scaled-start", missing="the start 0, or a start that is scaled with the rate")
def irrelevant_from_any_start(p: Script) -> None:
    """After the same updates from one start w0, an example that is a mistake with the rate 1 is also a mistake with the
    rate α > 0.
    """
    w, v, rate = coupled_runs(p, 1)
    z, s = p.vector("z"), p.real("s")
    p.assume(rate=rate > 0, wrong=perceptron.mistake_condition(State(w, 0), z, s))
    p.show(wrong_too=perceptron.mistake_condition(State(v, 0), z, s))
    p.counterexample(w0=[2], z=[1], s=-1, steps=[{"x": [1], "y": -1}], values={"α": 3})
