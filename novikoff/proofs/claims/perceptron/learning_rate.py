"""The learning rate α > 0 scales the weights and changes no mistake. The slides print the update with a wrong sign.

Notation: f(x) = ⟨w, x⟩ + b is the score. The slides append 1 to each x, so that f(x) = ⟨w, x⟩ there. In the
coupled runs (w, b) belongs to rate 1 and (v, c) to rate α; both are updated on the same examples.
sign(f) for f ≠ 0 is f/|f|; the printed rule is the shipped rule with sign(f(x)) in place of y.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, square, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Abs, Eq, Scalar, equal


def coupled_runs(p: Script) -> tuple[State, State, Scalar]:
    """Declare two runs from 0 with any bias step β, updated on the same arbitrary examples.

    Return the states with rate 1 and with rate α, and α itself.
    """
    w, v, x = p.vectors("w v x")
    b, c, y, k, step, rate = p.reals("b c y k β α")
    slow, fast = State(w, b), State(v, c)
    slow_after = perceptron.update(slow, x, y, bias_step=step)
    fast_after = perceptron.update(fast, x, y, bias_step=step, rate=rate)
    state = [(w, 0, slow_after.w), (b, 0, slow_after.b), (v, 0, fast_after.w), (c, 0, fast_after.b), (k, 0, k + 1)]
    p.run(state, [x, y], {})
    return slow, fast, rate


@theorem("learning-rate-scales-weights", title="The learning rate scales the weights",
         source=cite("slides", "the perceptron algorithm"), ledger=["003-alpha-irrelevant"])
def scales_weights(p: Script) -> None:
    """After the same updates from 0, the perceptron with rate α has α times the weights, the bias and all margins
    y(⟨w, x⟩ + b) that it has with rate 1.
    """
    (w, b), (v, c), rate = coupled_runs(p)
    z, s = p.vector("z"), p.real("s")
    p.show(
        weights=equal(v, rate * w),
        bias=Eq(c, rate * b),
        margin=Eq(perceptron.margin(State(v, c), z, s), rate * perceptron.margin(State(w, b), z, s)),
    )
    gap = v - rate * w
    with p.induction(weights=equal(v, rate * w), bias=Eq(c, rate * b)):
        p.conclude("weights", "bias")
    p.use("cauchy-schwarz", u=gap, v=z)
    p.have("same-direction", Eq(gap @ z, 0), "cauchy-schwarz", "weights")
    p.conclude("weights", "bias", "same-direction")


@theorem("learning-rate-same-mistakes", title="The learning rate keeps every mistake",
         source=cite("slides", "the perceptron algorithm"), ledger=["003-alpha-irrelevant"], adds={"rate": "α > 0"})
def same_mistakes(p: Script) -> None:
    """After the same updates from 0, an example that is a mistake with rate 1 is also a mistake with rate α > 0."""
    slow, fast, rate = coupled_runs(p)
    z, s = p.vector("z"), p.real("s")
    p.assume(rate=rate > 0, wrong=perceptron.mistake_condition(slow, z, s))
    p.show(wrong_too=perceptron.mistake_condition(fast, z, s))
    p.use("learning-rate-scales-weights", name="scaled")
    p.conclude("scaled.margin", "rate * wrong")


@theorem("learning-rate-no-other-mistakes", title="The learning rate adds no mistake",
         source=cite("slides", "the perceptron algorithm"), ledger=["003-alpha-irrelevant"], adds={"rate": "α > 0"})
def no_other_mistakes(p: Script) -> None:
    """After the same updates from 0, an example that is a mistake with rate α > 0 is also a mistake with rate 1."""
    slow, fast, rate = coupled_runs(p)
    z, s = p.vector("z"), p.real("s")
    p.assume(rate=rate > 0, wrong=perceptron.mistake_condition(fast, z, s))
    p.show(wrong_too=perceptron.mistake_condition(slow, z, s))
    p.use("learning-rate-scales-weights", name="scaled")
    p.have("inverse", 1 / rate >= 0, square(1 / rate), "rate")
    p.conclude("scaled.margin", "wrong * inverse")


@theorem("learning-rate-mistake-bound", title="The mistake bound with a learning rate",
         source=cite("slides", "perceptron example"), ledger={"003-converges": "corrects", "003-tie-rule": "states"},
         says="the algorithm converges; there is no number", adds={"rate": "α > 0"})
def mistake_bound(p: Script) -> None:
    """If ‖u‖ = 1, γ > 0, and every example satisfies y⟨u, x⟩ ≥ γ and ‖x‖ ≤ D, the perceptron with rate α > 0 makes at
    most D²/γ² updates, if it updates only where y⟨w, x⟩ ≤ 0.

    It need not update at every point with y⟨w, x⟩ ≤ 0: with the rule f ≥ 0 for y = 1, a tie at y = 1 is not a mistake.
    """
    u, w, x = p.vectors("u w x")
    gamma, D, rate, t, y = p.reals("γ D α t y")
    p.assume(unit=Eq(u @ u, 1), positive=gamma > 0, rate=rate > 0)
    after = p.let("w'", perceptron.update(State(w, 0), x, y, bias_step=0, rate=rate).w)
    when = {"label": Eq(y**2, 1), "margin": y * (u @ x) >= gamma, "radius": x @ x <= D**2}
    when["mistake"] = perceptron.mistake_condition(State(w, 0), x, y)
    p.run([(w, 0, after), (t, 0, t + 1)], [x, y], when)
    p.have("inverse", 1 / rate >= 0, square(1 / rate), "rate")
    p.use("novikoff-mistake-bound", name="novikoff", w=w / rate, inputs={"x": y * x})
    p.conclude("novikoff", conclusion=t <= D**2 / gamma**2)


@theorem("corrected-update-raises-margin", title="The corrected update moves the margin up",
         source=cite("slides", "the perceptron algorithm"), ledger=["003-corrected-step"], adds={"rate": "α ≥ 0"})
def corrected_update(p: Script) -> None:
    """For y = ±1 the update w + αyx adds α‖x‖² to the margin y⟨w, x⟩, which therefore does not fall if α ≥ 0."""
    w, x = p.vectors("w x")
    y, rate = p.reals("y α")
    p.assume(label=Eq(y**2, 1), rate=rate >= 0)
    before = perceptron.margin(State(w, 0), x, y)
    after = perceptron.margin(perceptron.update(State(w, 0), x, y, bias_step=0, rate=rate), x, y)
    p.show(step=Eq(after, before + rate * (x @ x)), improvement=after >= before)
    p.have("square", x @ x >= 0, "definition")
    p.calc(after,
           "==", y * (w @ x) + rate * y**2 * (x @ x), "update",
           "==", before + rate * (x @ x), "label",
           ">=", before, "rate * square", name="chain")


@theorem("corrected-update-as-minus-sign", title="The corrected update in terms of sign(f)",
         source=cite("slides", "the perceptron algorithm"))
def minus_sign(p: Script) -> None:
    """For y = ±1 and y⟨w, x⟩ < 0, the update w + αyx is w − α sign(f(x))x with f(x) = ⟨w, x⟩ and sign(f) = f/|f|."""
    w, x = p.vectors("w x")
    y, rate = p.reals("y α")
    score = w @ x
    p.assume(label=Eq(y**2, 1), wrong=y * score < 0)
    after = perceptron.update(State(w, 0), x, y, bias_step=0, rate=rate).w
    p.show(sign=Eq(score / Abs(score), -y), update=equal(after, w - rate * (score / Abs(score)) * x))
    p.have("square", Eq((y * score) ** 2, Abs(score) ** 2), "label")
    p.have("absolute", Eq(Abs(score), -y * score), "square", "wrong")
    p.have("score", Eq(score, -y * Abs(score)), "absolute", "label")
    p.have("sign", Eq(score / Abs(score), -y), "score")
    p.conclude("sign")


@refuted("printed-update-raises-margin-as-printed", title="The printed update moves a misclassified point up",
         source=cite("slides", "the perceptron algorithm"), corrected="corrected-update-raises-margin",
         missing="the label y in place of sign(f(x)), or a minus sign before it",
         ledger={"003-update-sign": "states", "003-converges": "lacks"})
def printed_update(p: Script) -> None:
    """For α > 0, y = ±1 and y⟨w, x⟩ < 0, the update w + α sign(f(x))x does not lower the margin y⟨w, x⟩."""
    w, x = p.vectors("w x")
    y, rate = p.reals("y α")
    score = w @ x
    p.assume(label=Eq(y**2, 1), rate=rate > 0, wrong=y * score < 0)
    after = perceptron.update(State(w, 0), x, score / Abs(score), bias_step=0, rate=rate)
    p.show(improvement=perceptron.margin(after, x, y) >= perceptron.margin(State(w, 0), x, y))
    p.counterexample(y=-1, α=1, w=[1], x=[1])


@theorem("printed-update-never-learns-a-point", title="The printed update never learns a point of the class −1",
         source=cite("slides", "the perceptron algorithm; perceptron example"),
         ledger={"003-converges": "denies", "003-update-sign": "follows"},
         says="the algorithm, with the printed update, converges if the data are separable")
def never_learns(p: Script) -> None:
    """Let the only example be x ≠ 0 with the label −1, which −x separates. Run the printed update w + α sign(f(x))x
    with α > 0 from w = 0. After any number of updates f(x) ≥ 0, so x stays misclassified.

    The sign σ = ±1 is 1 where f(x) ≥ 0, as is the class. Elsewhere σ may be 1 or −1. With sign(0) = 0 the
    weights stay 0, and f(x) = 0 ≥ 0 too.
    """
    w, x = p.vectors("w x")
    rate, sigma = p.reals("α σ")
    score = w @ x
    p.assume(nonzero=x @ x > 0, rate=rate > 0)
    after = perceptron.update(State(w, 0), x, sigma, bias_step=0, rate=rate).w
    p.run([(w, 0, after)], [sigma], {"value": Eq(sigma**2, 1), "sign": (1 + sigma) - (1 - sigma) * score > 0})
    p.show(misclassified=score >= 0, separable=perceptron.margin(State(-x, 0), x, -1) > 0)
    with p.induction(up=score >= 0):
        p.have("low", 1 - sigma >= 0, "value", square(1 - sigma))
        p.have("product", (1 - sigma) * score >= 0, "low * up")
        p.have("above", 1 + sigma > 0, "product", "sign")
        p.have("one", Eq(sigma, 1), "value", times("above"))
        p.have("length", rate * (x @ x) > 0, "rate * nonzero")
        p.conclude("one", "length", "up")
    p.conclude("up", "nonzero")


@refuted("printed-update-mistake-bound", title="The printed update makes at most D²/γ² mistakes on separable data",
         near=cite("slides", "the perceptron algorithm; perceptron example"), corrected="learning-rate-mistake-bound",
         missing="the label y in place of sign(f(x)); with the printed sign, one point with y = −1 is never learnt "
                 "(printed-update-never-learns-a-point), so that no other bound holds either",
         ledger={"003-update-sign": "lacks", "003-converges": "lacks"},
         aliases=["printed-update-mistake-bound-as-printed"])
def printed_update_bound(p: Script) -> None:
    """If ‖u‖ = 1, γ > 0, α > 0, and every example satisfies y⟨u, x⟩ ≥ γ and ‖x‖ ≤ D, the perceptron with the printed
    update w + α sign(f(x))x makes at most D²/γ² updates.

    The sign σ of f(x) is an input of the step, with σ² = 1 and σf(x) ≥ 0. If f(x) = 0, the slides classify x as
    positive, and the counterexample has σ = +1. (With sign(0) = 0 the weights would stay 0 for ever.)
    """
    u, w, x = p.vectors("u w x")
    gamma, D, rate, t, y, sigma = p.reals("γ D α t y σ")
    p.assume(unit=Eq(u @ u, 1), positive=gamma > 0, rate=rate > 0)
    after = perceptron.update(State(w, 0), x, sigma, bias_step=0, rate=rate).w
    when = {"label": Eq(y**2, 1), "margin": y * (u @ x) >= gamma, "radius": x @ x <= D**2}
    when |= {"sign": Eq(sigma**2, 1), "sign_of_score": sigma * (w @ x) >= 0}
    when["mistake"] = perceptron.mistake_condition(State(w, 0), x, y)
    p.run([(w, 0, after), (t, 0, t + 1)], [x, y, sigma], when)
    p.show(conclusion=t <= D**2 / gamma**2)
    p.counterexample(u=[-1], γ=1, D=1, α=1, steps=[{"x": [1], "y": -1, "σ": 1}] * 2)
