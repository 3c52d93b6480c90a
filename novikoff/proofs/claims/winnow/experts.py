"""A panel of experts: the weighted majority compared with its best expert, and properties that it shares with the
perceptron.

Notation: the experts say x[i] = ±1, the outcome is y = ±1, the weights are w[i]; the panel errs if y Σ wᵢxᵢ ≤ 0.

Implementation notes: β^{(1 − y·xᵢ)/2} is 1 + (1 − y·xᵢ)(β − 1)/2, as the exponent is 0 or 1. The claims run the shipped
update rule with this power.
"""

from ....algorithms import perceptron, weighted_majority
from ....algorithms.perceptron import State
from ...statements.expressions import Expression
from ...statements.proof_script import Script, by, exponents, square, tangent, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Abs, Eq, Max, Ne, Scalar, Sum, exp, ln
from .winnow import Family


class Share:
    """The share β as a base whose exponents are 0 and 1."""

    def __init__(self, beta: Scalar):
        self.beta = beta

    def __pow__(self, exponent: Scalar) -> Scalar:
        """Return 1 or β; the exponent is a whole number, so that rounding down leaves it unchanged."""
        whole = Expression(exponent.term[1]) if exponent.term[0] == "floor" else exponent
        return 1 + whole * (self.beta - 1)


def updated(w: Scalar, x: Scalar, y: Scalar, beta: Scalar) -> Scalar:
    """Return a weight after the shipped update."""
    (after,) = weighted_majority.update([w], [x], y, Share(beta))
    return after


@theorem("weighted-majority-update", title="The panel changes the weights of the experts who erred only",
         source=cite("notes", "With panel of experts algorithm"), ledger=["001-A-updates"])
def update(p: Script) -> None:
    """For x = ±1 and y = ±1 the update multiplies the weight of an expert by β if x differs from y, and does not change
    it if x = y.

    This is stated as (1 + xy)(w' − w) = 0 and (1 − xy)(w' − βw) = 0.
    """
    w, x, y, beta = p.reals("w x y β")
    p.assume(expert=Eq(x**2, 1), label=Eq(y**2, 1))
    after = updated(w, x, y, beta)
    p.show(right=Eq((1 + x * y) * (after - w), 0), wrong=Eq((1 - x * y) * (after - beta * w), 0))
    p.have("sign", Eq((x * y) ** 2, 1), "expert", "label")
    p.conclude("sign")


@refuted("perceptron-updates-all-as-printed", title="The perceptron updates every weight",
         source=cite("notes", "With panel of experts algorithm"), corrected="perceptron-updates-all-signs",
         missing="inputs that are not 0, such as ±1; a coordinate with xᵢ = 0 keeps its weight",
         ledger=["001-A-updates"])
def updates_all_as_printed(p: Script) -> None:
    """An update on an example with x ≠ 0 changes every coordinate wᵢ."""
    w, x, y = p.reals("w[i] x[i] y")
    p.assume(label=Eq(y**2, 1), example=Sum(x**2) > 0,
             mistake=perceptron.mistake_condition(State(Family(w), 0), Family(x), y))
    p.show(changed=Ne(perceptron.update(State(w, 0), x, y, bias_step=0).w, w))
    p.counterexample(size=2, y=1, values={"w[i]": [0, 0], "x[i]": [1, 0]})


@theorem("perceptron-updates-all-signs", title="For inputs ±1 the perceptron updates every weight",
         source=cite("notes", "With panel of experts algorithm"), ledger=["001-A-updates"],
         adds={"input": "the inputs are ±1"})
def updates_all_signs(p: Script) -> None:
    """If x = ±1 and y = ±1 for a coordinate, an update changes its weight by exactly 1."""
    w, x, y = p.reals("w x y")
    p.assume(input=Eq(x**2, 1), label=Eq(y**2, 1))
    after = perceptron.update(State(w, 0), x, y, bias_step=0).w
    p.show(by_one=Eq((after - w) ** 2, 1), changed=Ne(after, w))
    p.have("square", Eq((after - w) ** 2, 1), "input", "label")
    p.conclude("square")


@theorem("negated-experts-give-signed-weights", title="Experts that say the opposite stand for negative weights",
         source=cite("notes", "With panel of experts algorithm"), ledger=["001-negated-experts"])
def negated_experts(p: Script) -> None:
    """Weights p[i] on the experts x[i] and q[i] on their opposites −x[i] vote like the weights p[i] − q[i] on x[i]."""
    plus, minus, x = p.reals("p[i] q[i] x[i]")
    p.show(conclusion=Eq(Sum(plus * x) + Sum(minus * -x), Sum((plus - minus) * x)))


@theorem("signed-weight-splits", title="Every weight is a difference of two that are not negative",
         source=cite("notes", "With panel of experts algorithm"), ledger=["001-negated-experts"])
def signed_weight_splits(p: Script) -> None:
    """w = max(w, 0) − max(−w, 0); both are not negative, and their sum is |w|."""
    w = p.real("w")
    plus, minus = Max(w, 0), Max(-w, 0)
    p.show(difference=Eq(plus - minus, w), plus=plus >= 0, minus=minus >= 0, total=Eq(plus + minus, Abs(w)))


@theorem("weighted-majority-mistake-bound",
         title="The weighted majority makes not many more mistakes than its best expert",
         source=cite("littlestonewarmuth1994", "Theorem 2.1, the mistake bound of WM; for weights that are 1 at first"),
         ledger=["001-A-updates"], says="the notes have a mistake bound comparable with the bound of the best expert")
def majority_bound(p: Script) -> None:
    """Let n experts start with weight 1, and 0 ≤ β ≤ 1. After m mistakes of the panel, let k be the number of these
    mistakes at which expert i is wrong. Then 2^m·β^k ≤ n(1 + β)^m, for every i, and so for the sum over all experts.

    β^k is the weight w[i], by weighted-majority-update; C in the run is ((1 + β)/2)^m. If k also counts errors of the
    expert in trials where the panel is right, the bound still holds, because β^k only becomes smaller.
    """
    w, x = p.reals("w[i] x[i]")
    y, beta, C = p.reals("y β C")
    p.assume(share=beta >= 0, less=beta <= 1)
    p.run([(w, 1, updated(w, x, y, beta)), (C, 1, C * (1 + beta) / 2)], [x, y], {
        "expert": Eq(x**2, 1), "label": Eq(y**2, 1),
        "mistake": perceptron.mistake_condition(State(Family(w), 0), Family(x), y),
    })
    p.show(all_experts=Sum(w) <= Sum(1) * C, each_expert=w <= Sum(1) * C)
    with p.induction(weight=w >= 0):
        p.have("sign", Eq((x * y) ** 2, 1), "expert", "label")
        p.have("low", 1 - x * y >= 0, "sign", square(1 - x * y))
        p.have("high", 1 + x * y >= 0, "sign", square(1 + x * y))
        p.have("shares", (1 + x * y) + (1 - x * y) * beta >= 0, "high", "low * share")
        p.conclude("weight * shares")
    with p.induction(total=Sum(w) <= Sum(1) * C):
        p.have("turn", (1 - beta) * (y * Sum(w * x)) <= 0, "less * mistake")
        p.have("factor", 1 + beta >= 0, "share")
        p.conclude("turn", "total * factor")
    p.sum("weight", "all weights", each="single")
    p.have("each", w <= Sum(1) * C, "single", "total")
    p.conclude("total", "each")


@theorem("weighted-majority-mistake-bound-logarithmic", title="The mistakes of the weighted majority, in logarithms",
         source=cite("littlestonewarmuth1994", "Theorem 2.1 and Corollary 2.1, for weights that are 1 at first"),
         ledger=["001-A-updates"], says="the notes have a mistake bound comparable with the bound of the best expert")
def majority_bound_logarithmic(p: Script) -> None:
    """Let n ≥ 1 experts start with weight 1, and 0 < β < 1. After m mistakes of the panel, let k[i] be the number of
    these mistakes at which expert i is wrong. Then m·ln(2/(1 + β)) ≤ ln n + k[i]·ln(1/β) for every i.
    """
    w, x, k = p.reals("w[i] x[i] k[i]")
    y, beta, m, C = p.reals("y β m C")
    wrong = (1 - x * y) / 2
    p.assume(share=beta > 0, less=beta < 1, some=Sum(1) > 0)
    p.run([(w, 1, updated(w, x, y, beta)), (C, 1, C * (1 + beta) / 2), (k, 0, k + wrong), (m, 0, m + 1)], [x, y], {
        "expert": Eq(x**2, 1), "label": Eq(y**2, 1),
        "mistake": perceptron.mistake_condition(State(Family(w), 0), Family(x), y),
    })
    p.show(conclusion=m * ln(2 / (1 + beta)) <= ln(Sum(1)) + k * ln(1 / beta))
    p.have("weak", beta <= 1, "less")
    p.have("sign", beta >= 0, "share")
    p.use("weighted-majority-mistake-bound", name="bound")
    decay, factor = ln(beta), ln((1 + beta) / 2)
    with p.induction(weight=Eq(w, exp(k * decay)), factor=Eq(C, exp(m * factor))):
        p.have("choice", Eq(wrong**2, wrong), "expert", "label")
        with p.proving("power", Eq(exp(wrong * decay), 1 + wrong * (beta - 1))):
            p.conclude(by("power-with-a-choice", q=beta, c=wrong))
        p.have("law", Eq(exp(k * decay + wrong * decay), w * exp(wrong * decay)), exponents(k * decay, wrong * decay),
               "weight")
        p.have("next", Eq(exp(m * factor + factor), C * (1 + beta) / 2), exponents(m * factor, factor), "factor")
        p.conclude("law", "power", "next")
    count = ln(Sum(1))
    p.have("product", Eq(exp(count + m * factor), Sum(1) * C), exponents(count, m * factor), "factor")
    p.have("most", exp(k * decay) <= exp(count + m * factor), "weight", "bound.each_expert", "product")
    p.have("positive", exp(count + m * factor) > 0)
    p.have("exponent", k * decay <= count + m * factor, tangent(k * decay, at=count + m * factor), "most",
           times("positive"))
    p.use("logarithm-of-an-inverse", q=beta, name="decay")
    p.have("unit", Eq((1 + beta) / 2 * exp(-factor), 1), exponents(factor, -factor))
    p.have("inverse", Eq(exp(-factor), 2 / (1 + beta)), "unit", "definition")
    p.have("growth", Eq(ln(2 / (1 + beta)), -factor),
           by("exponential-determines-its-exponent", s=ln(2 / (1 + beta)), t=-factor))
    p.conclude("exponent", "decay", "growth")
