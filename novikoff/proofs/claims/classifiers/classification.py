"""The classifier of eq. (1): f(x) = 1 if ⟨w, x⟩ + b > 0, else −1; how its labels decide about stopping and updating.

Implementation notes
    f stands for the number f(x). f = 1 if the score s is positive, and −1 otherwise. Three facts state this: f² = 1, an
    inequality that holds for f = 1 only if s > 0, and an inequality that holds for f = −1 only if s ≤ 0.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, Scalar, Vector


def classified(p: Script) -> tuple[State, Vector, Scalar, Scalar]:
    """Declare a classifier (w, b) and a sample x; return them, the score, and the value f of eq. (1)."""
    w, x = p.vectors("w x")
    b, f = p.reals("b f")
    s = w @ x + b
    p.assume(classes=Eq(f**2, 1), one_if_positive=(1 - f) * s <= 0, positive_if_one=(1 + f) * s + (1 - f) > 0)
    return State(w, b), x, s, f


def labelled(p: Script) -> tuple[State, Vector, Scalar, Scalar, Scalar]:
    """Declare a classifier and a sample with label y = ±1."""
    state, x, s, f = classified(p)
    y = p.real("y")
    p.assume(label=Eq(y**2, 1))
    return state, x, y, s, f


@theorem("correct-margin-means-correct-label", title="Where the perceptron makes no update, the classifier is right",
         source=cite("tutorial", "the perceptron algorithm, stop condition"),
         ledger=["000-stop-implies-correct", "000-classifier"])
def correct_margin(p: Script) -> None:
    """If y = ±1 and y(⟨w, x⟩ + b) > 0, then f(x) = y. So if every sample has a positive margin, all samples are
    classified correctly.
    """
    state, x, y, s, f = labelled(p)
    p.assume(correct=perceptron.margin(state, x, y) > 0)
    p.show(conclusion=Eq(f, y))
    with p.case(s > 0):
        p.have("label-one", Eq(y, 1), "case", "correct", "label")
        p.have("class-one", Eq(f, 1), "case", "one_if_positive", "classes")
        p.conclude("label-one", "class-one")
    with p.case(s <= 0):
        p.have("label-minus-one", Eq(y, -1), "case", "correct", "label")
        p.have("class-minus-one", Eq(f, -1), "case", "positive_if_one", "classes")
        p.conclude("label-minus-one", "class-minus-one")


@theorem("wrong-label-means-mistake", title="Every misclassified sample causes an update",
         source=cite("tutorial", "eq. (1) and the perceptron algorithm"), ledger=["000-classifier"])
def wrong_label(p: Script) -> None:
    """If f(x) = −y, so that y = ±1, then (x, y) is a mistake of the perceptron: y(⟨w, x⟩ + b) ≤ 0."""
    state, x, _, f = classified(p)
    y = p.real("y")
    p.assume(wrong=Eq(f, -y))
    p.show(mistake=perceptron.mistake_condition(state, x, y))
    p.have("factors", Eq((y - 1) * (y + 1), 0), "classes", "wrong")
    with p.case(y > 0):
        p.have("one", Eq(y, 1), "factors", "case")
        p.conclude("one", "wrong", "positive_if_one", "one_if_positive")
    with p.case(y <= 0):
        p.have("minus-one", Eq(y, -1), "factors", "case")
        p.conclude("minus-one", "wrong", "positive_if_one", "one_if_positive")


@refuted("mistake-means-opposite-labels-as-printed", title="A mistake means that the labels have opposite signs",
         source=cite("tutorial", "after eq. (5)"), corrected="negative-margin-means-opposite-labels",
         missing="a tie, ⟨w, x⟩ + b = 0, with y = −1 is a mistake, but the class −1 of x is right",
         ledger=["000-leq0-means-opposite-signs"])
def opposite_as_printed(p: Script) -> None:
    """If y = ±1 and y(⟨w, x⟩ + b) ≤ 0, then f(x) = −y.

    The counterexample is the first step of a run, where w = 0 and b = 0.
    """
    state, x, y, _, f = labelled(p)
    p.assume(mistake=perceptron.mistake_condition(state, x, y))
    p.show(conclusion=Eq(f, -y))
    p.counterexample(dimension=1, w=[0], b=0, x=[0], y=-1, f=-1)


@theorem("negative-margin-means-opposite-labels", title="A negative margin means that the labels have opposite signs",
         source=cite("tutorial", "after eq. (5)"), ledger=["000-leq0-means-opposite-signs"],
         adds={"negative": "the margin is not 0"})
def negative_margin(p: Script) -> None:
    """If y = ±1 and y(⟨w, x⟩ + b) < 0, then f(x) = −y."""
    state, x, y, s, f = labelled(p)
    p.assume(negative=perceptron.margin(state, x, y) < 0)
    p.show(conclusion=Eq(f, -y))
    with p.case(s > 0):
        p.have("label-minus-one", Eq(y, -1), "case", "negative", "label")
        p.have("class-one", Eq(f, 1), "case", "one_if_positive", "classes")
        p.conclude("label-minus-one", "class-one")
    with p.case(s <= 0):
        p.have("label-one", Eq(y, 1), "case", "negative", "label")
        p.have("class-minus-one", Eq(f, -1), "case", "positive_if_one", "classes")
        p.conclude("label-one", "class-minus-one")


@theorem("tie-is-classified-negative", title="At a tie the class is −1", source=cite("tutorial", "eq. (1)"),
         ledger=["000-leq0-means-opposite-signs", "000-classifier", "x-tie-conv"],
         says="eq. (1), which defines f for every score; at a tie, one half of eq. (1) is not needed: the hypothesis "
              "‘one if positive’")
def tie(p: Script) -> None:
    """If ⟨w, x⟩ + b = 0, then f(x) = −1, so the opposite label is y = 1."""
    _, _, s, f = classified(p)
    p.assume(tie=Eq(s, 0))
    p.show(conclusion=Eq(f, -1))
    p.have("not-one", 1 - f > 0, "tie", "positive_if_one")
    p.conclude("classes", times("not-one"))
