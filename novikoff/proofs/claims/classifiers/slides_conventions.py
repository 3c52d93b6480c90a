"""The conventions at the start of the slides: the right score for each label, the role of w, scaling, many classes.

Notation: f(x) = ⟨w, x⟩ + b.

Implementation notes: "f(x) ≥ 0 for y = 1 and f(x) < 0 for y = −1" is stated as (1 + y)f(x) ≥ 0 and (1 − y)f(x) < 1 + y.
For each label, one of the two is the condition and the other always holds.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, Ne, Scalar, augment, equal

RULE = "Binary classification"


def labelled(p: Script) -> tuple[Scalar, Scalar, Scalar]:
    """Declare a sample with a label ±1: the label, the score and the margin."""
    w, x = p.vectors("w x")
    b, y = p.reals("b y")
    p.assume(label=Eq(y**2, 1))
    return y, w @ x + b, perceptron.margin(State(w, b), x, y)


def right_side(y: Scalar, score: Scalar) -> dict[str, Scalar]:
    """Return the rule of the slides."""
    return {"positive": (1 + y) * score >= 0, "negative": (1 - y) * score < 1 + y}


@theorem("positive-margin-means-correct", title="A positive margin means a correct classification",
         source=cite("slides", RULE), ledger=["003-yf-pos", "003-labels"])
def positive_margin(p: Script) -> None:
    """If y = ±1 and yf(x) > 0, then f(x) ≥ 0 in case y = 1, and f(x) < 0 in case y = −1."""
    y, score, margin = labelled(p)
    p.assume(margin=margin > 0)
    p.show(**right_side(y, score))
    with p.case(y > 0):
        p.have("one", Eq(y, 1), "label", "case")
        p.conclude("one", "margin")
    with p.case(y <= 0):
        p.have("one", Eq(y, -1), "label", "case")
        p.conclude("one", "margin")


@refuted("correct-means-positive-margin-as-printed", title="A correct classification means a positive margin",
         source=cite("slides", RULE), corrected="correct-off-plane-means-positive-margin",
         missing="f(x) = 0 is correct for y = 1, with the margin 0", ledger=["003-yf-pos"])
def correct_as_printed(p: Script) -> None:
    """If y = ±1, f(x) ≥ 0 in case y = 1 and f(x) < 0 in case y = −1, then yf(x) > 0."""
    y, score, margin = labelled(p)
    p.assume(right_side(y, score))
    p.show(conclusion=margin > 0)
    p.counterexample(w=[1], x=[0], b=0, y=1)


@theorem("correct-off-plane-means-positive-margin",
         title="Off the plane a correct classification means a positive margin", source=cite("slides", RULE),
         ledger=["003-yf-pos"], adds={"off_plane": "f(x) ≠ 0"})
def correct_off_plane(p: Script) -> None:
    """If y = ±1, f(x) ≥ 0 in case y = 1, f(x) < 0 in case y = −1, and f(x) ≠ 0, then yf(x) > 0."""
    y, score, margin = labelled(p)
    p.assume(right_side(y, score), off_plane=Ne(score, 0))
    p.show(conclusion=margin > 0)
    with p.case(y > 0):
        p.have("one", Eq(y, 1), "label", "case")
        p.have("weakly", score >= 0, "one", "positive")
        with p.case(score > 0, name="side"):
            p.conclude("side", "one")
        with p.case(score <= 0, name="side"):
            p.have("zero", Eq(score, 0), "side", "weakly")
            p.suppose_not("no")
            p.conclude("zero", times("off_plane"))
    with p.case(y <= 0):
        p.have("one", Eq(y, -1), "label", "case")
        p.conclude("one", "negative")


@theorem("tie-is-correct-for-positive-label", title="On the plane the label 1 is right", source=cite("slides", RULE),
         ledger=["003-labels", "003-yf-pos", "x-tie-conv"])
def tie(p: Script) -> None:
    """Let y = ±1 and f(x) = 0. The classification is correct if f(x) ≥ 0 for y = 1, and if f(x) < 0 for y = −1. If it
    is correct, then y = 1. Conversely, if y = 1, it is correct.
    """
    y, score, _ = labelled(p)
    p.assume(tie=Eq(score, 0), negative=right_side(y, score)["negative"])
    p.show(only=Eq(y, 1), correct=score >= 0)
    p.have("above", y + 1 > 0, "tie", "negative")
    p.conclude("label", "tie", times("above"))


@refuted("weights-alone-classify-as-printed", title="Only w is needed to classify new data",
         source=cite("slides", "Linear classifiers"), corrected="augmented-weights-decide-score",
         missing="the bias b, unless it is one of the weights, as it becomes later, for vectors with 1 appended",
         ledger=["003-only-w"])
def weights_alone(p: Script) -> None:
    """Two classifiers with the same w give x the same class: if ⟨w, x⟩ + b ≥ 0, then ⟨w, x⟩ + b' ≥ 0."""
    w, x = p.vectors("w x")
    b, other = p.reals("b b'")
    p.assume(class_one=w @ x + b >= 0)
    p.show(conclusion=w @ x + other >= 0)
    p.counterexample(w=[1], x=[1], b=0, values={"b'": -5})


@theorem("augmented-weights-decide-score", title="The weights with the bias among them decide the score",
         source=cite("slides", "The Perceptron Algorithm"), ledger=["003-only-w"],
         says="w is enough, without the bias")
def augmented_weights(p: Script) -> None:
    """If (w, b) and (v, c) are equal as vectors, then ⟨w, x⟩ + b = ⟨v, x⟩ + c = ⟨(w, b), (x, 1)⟩ for every x."""
    w, v, x = p.vectors("w v x")
    b, c = p.reals("b c")
    first, second, longer = augment(w, b), augment(v, c), augment(x, 1)
    p.assume(same=equal(first, second))
    p.show(score=Eq(w @ x + b, first @ longer), same_score=Eq(w @ x + b, v @ x + c))
    p.use("equal-vectors-have-equal-products", name="products", u=first, v=second, w=longer)
    p.conclude("products")


@theorem("scaled-plane-is-same-plane", title="Multiples define the same plane",
         source=cite("slides", "SVM – sketch derivation"), ledger=["003-c-plane"], adds={"nonzero": "c ≠ 0"},
         says="nothing about c = 0; then every x is a solution")
def same_plane(p: Script) -> None:
    """For c ≠ 0, let (w, b) have the score s at x. Then (cw, cb) has the score cs at x, and s is 1/c times cs. So one
    score is 0 if and only if the other is 0.
    """
    w, x = p.vectors("w x")
    b, c = p.reals("b c")
    p.assume(nonzero=Ne(c, 0))
    score, scaled = w @ x + b, (c * w) @ x + c * b
    p.show(there=Eq(scaled, c * score), back=Eq(score, scaled / c))


@theorem("one-vs-rest-separators-classify", title="The most positive score, if every classifier separates its class",
         source=cite("slides", "M-Class Classifiers; build from binary classifiers"), ledger=["003-1vsrest"],
         says="the maximum; the text means the class at which the maximum is attained")
def one_vs_rest(p: Script) -> None:
    """Let x be of class k, and let j ≠ k. If f_k puts x on its positive side, and f_j puts x on its negative side, then
    f_k(x) > f_j(x). This is so for every f_j that separates its class from the rest.
    """
    w, v, x = p.vectors("w_k w_j x")
    b, c = p.reals("b_k b_j")
    own, other = State(w, b), State(v, c)
    p.assume(own=perceptron.margin(own, x, 1) > 0, other=perceptron.margin(other, x, -1) > 0)
    p.show(conclusion=w @ x + b > v @ x + c)
