"""What an update does to a sample that was correct, and what one pass leaves undone.

Main statements
    update-keeps-correct-sample-as-printed   an update makes no correct sample wrong (false)
    one-pass-classifies-all-as-printed       after one pass over two samples both are correct (false)

Notation: (x₁, y₁) and (x₂, y₂) are visited in this order by the perceptron with bias step R²; (w*, b*) separates them.
"""

from ...algorithms import perceptron
from ...algorithms.perceptron import State
from ..language import Eq
from ..ledger import cite, refuted
from ..page import Page

PASS = {"w*": [-2], "b*": 3, "R": 2, "x1": [1], "y1": 1, "x2": [2], "y2": -1}


def one_pass(p: Page):
    """The margins of both samples at (0, 0), after the update on the first, and after the update on the second."""
    ws, x1, x2 = p.vectors("w* x1 x2")
    bs, R, y1, y2 = p.reals("b* R y1 y2")
    start = State(0 * x1, 0)
    first = perceptron.update(start, x1, y1, bias_step=R**2)
    second = perceptron.update(first, x2, y2, bias_step=R**2)
    p.assume(label1=Eq(y1**2, 1), radius1=x1 @ x1 <= R**2, margin1=y1 * (x1 @ ws + bs) >= 1,
             label2=Eq(y2**2, 1), radius2=x2 @ x2 <= R**2, margin2=y2 * (x2 @ ws + bs) >= 1,
             mistake=perceptron.mistake_condition(first, x2, y2))  # fmt: skip
    return [[perceptron.margin(state, x, y) for x, y in ((x1, y1), (x2, y2))] for state in (start, first, second)]


@refuted(
    "update-keeps-correct-sample-as-printed",
    title="The classifier improves gradually",
    source=cite("tutorial", "The Perceptron Algorithm, first sentence"),
    corrected="update-improvement-not-negative",
    missing="only the sample that caused the update is sure to gain; the number of errors may grow",
    ledger=["000-gradual-improvement"],
)
def keeps_correct_as_printed(p):
    """On samples that (w*, b*) separates, a sample that is correct stays correct when the other is learnt."""
    _, (before, _), (after, _) = one_pass(p)
    p.assume(correct=before > 0)
    p.show(conclusion=after > 0)
    p.counterexample(dimension=1, values=PASS)


@refuted(
    "one-pass-classifies-all-as-printed",
    title="The listed steps, a single pass over the samples, are enough",
    source=cite("tutorial", "The Perceptron Algorithm, the listed loop"),
    corrected="tutorial-mistake-bound",
    missing="the passes have to be repeated until one makes no mistake, as the counters that are set to 0 suggest",
    ledger=["000-one-pass"],
)
def one_pass_as_printed(p):
    """After one pass over two samples that (w*, b*) separates, which updates at both, both are correct."""
    (_, _), (_, _), (first, second) = one_pass(p)
    p.show(first=first > 0, second=second > 0)
    p.counterexample(dimension=1, values=PASS)
