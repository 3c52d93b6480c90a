"""The perceptron on data that no hyperplane separates with margin g: mistakes in terms of the deviations from this
margin.

Notation: u is any unit vector and g > 0 any number; d is the amount by which the margin of the example falls short of
g. In the run s and q are Σ d and Σ d² over the mistakes, so that q ≤ D² if no example is visited twice.
"""

from typing import NamedTuple

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, by, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Scalar, Vector, sqrt


class Deviating(NamedTuple):
    """A run without bias: w after t mistakes; the sum s of the deviations and the sum q of their squares; the deviation
    of the next example.
    """

    u: Vector
    w: Vector
    t: Scalar
    s: Scalar
    q: Scalar
    g: Scalar
    R: Scalar
    d: Scalar


def deviating_run(p: Script) -> Deviating:
    """Declare the run."""
    u, w, x = p.vectors("u w x")
    t, s, q, g, R, y, d = p.reals("t s q g R y d")
    after = perceptron.update(State(w, 0), x, y, bias_step=0).w
    when = {"label": Eq(y**2, 1), "radius": x @ x <= R**2, "deviation": d >= g - y * (u @ x)}
    when["mistake"] = perceptron.mistake_condition(State(w, 0), x, y)
    p.run([(w, 0, after), (t, 0, t + 1), (s, 0, s + d), (q, 0, q + d**2)], [x, y, d], when)
    return Deviating(u, w, t, s, q, g, R, d)


@theorem("deviations-sum-within-squares",
         title="The square of a sum of t numbers is at most t times the sum of their squares",
         source=cite("steele2004", "chapter 1, Cauchy's inequality"))
def sum_within_squares(p: Script) -> None:
    """If s is the sum of t numbers and q is the sum of their squares, then s² ≤ t·q."""
    t, s, q, d = p.reals("t s q d")
    p.run([(t, 0, t + 1), (s, 0, s + d), (q, 0, q + d**2)], [d], {})
    with p.induction(counter=t >= 0, squares=q >= 0, conclusion=s**2 <= t * q):
        with p.case(t > 0):
            p.have("scaled", t * (q + t * d**2 - 2 * s * d) >= 0, "conclusion", square(s - t * d))
            p.have("gap", q + t * d**2 - 2 * s * d >= 0, "scaled", times("case"))
            p.conclude("gap", "conclusion", "counter", "squares", square(d))
        with p.case(t <= 0):
            p.have("nothing", s**2 <= 0, "conclusion", "case * squares")
            p.have("zero", Eq(s, 0), "nothing")
            p.have("none", Eq(t, 0), "case", "counter")
            p.conclude("zero", "none", "squares", square(d))
    p.show(conclusion=s**2 <= t * q)


@theorem("deviation-mistake-bound", title="The mistake bound ((R + D)/g)² on data that are not separable",
         source=cite("freundschapire1999", "Theorem 2"), ledger=["001-rd-bound"],
         says="the notes have O(((R + D)/g)²), and do not state what D is", adds={"positive": "g > 0"})
def deviation_bound(p: Script) -> None:
    """Let ‖u‖ = 1, g > 0, ‖x‖ ≤ R for every example, and d ≥ g − y⟨u, x⟩. If the d² of the examples sum to at most D²,
    the perceptron makes at most ((R + D)/g)² mistakes when it visits each of them once.
    """
    run = deviating_run(p)
    u, w, t, s, q, g, R = run[:7]
    D = p.real("D")
    p.assume(unit=Eq(u @ u, 1), positive=g > 0, R_positive=R >= 0, some=D >= 0, deviations=q <= D**2)
    p.show(conclusion=t <= ((R + D) / g) ** 2)
    with p.induction(counter=t >= 0, alignment=u @ w >= t * g - s):
        p.conclude("counter", "alignment", "deviation")
    p.use("notes-norm-growth", name="growth")
    count_from_deviations(p, run, D)


def count_from_deviations(p: Script, run: Deviating, D: Scalar) -> None:
    """Derive a bound with the hypotheses of the claim above from "counter", "alignment" and "growth"."""
    u, w, t, s, g, R = run.u, run.w, run.t, run.s, run.g, run.R
    p.use("deviations-sum-within-squares", name="sum")
    root = sqrt(t)
    p.have("root", root >= 0, "definition")
    p.have("length", (u @ w) ** 2 <= (root * R) ** 2, by("cauchy-schwarz", u=u, v=w), "unit", "growth", "definition")
    p.have("length positive", root * R >= 0, "root * R_positive")
    p.have("along", u @ w <= root * R, "length", "length positive")
    p.have("sum squared", s**2 <= (root * D) ** 2, "sum", "counter * deviations", "definition")
    p.have("sum positive", root * D >= 0, "root * some")
    p.have("missing", s <= root * D, "sum squared", "sum positive")
    p.have("together", root * (root * g) <= root * (R + D), "alignment", "along", "missing", "definition")
    with p.case(t > 0):
        p.have("root positive", root > 0, "case", "root", "definition")
        p.have("reach", root * g <= R + D, "together", times("root positive"))
        p.have("start", root * g >= 0, "root * positive")
        p.have("squares", t * g**2 <= (R + D) ** 2, "reach * reach", "reach * start", "definition")
        p.conclude("squares", times("positive", "positive"))
    with p.case(t <= 0):
        p.conclude("case", square((R + D) / g))
