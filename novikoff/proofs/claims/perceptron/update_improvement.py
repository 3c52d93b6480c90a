"""How an update changes the functional margin of the sample that caused it, eqs. (6)–(8).

Notation: (w', b') is the state after the shipped `perceptron.update` of (w, b) on (x, y), with bias step R². The
identity needs no mistake: it holds for an update on any sample. For any number y the gain is y²(‖x‖² + R²).
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, length, square
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, Scalar, Vector, equal, reals, vectors


def updated(p: Script) -> tuple[Vector, Scalar, Scalar, Scalar, Scalar]:
    """Declare a sample (x, y); return its margin before the update of (w, b) with bias step R², its margin after it,
    and R."""
    w, x = p.vectors("w x")
    b, y, R = p.reals("b y R")
    after = perceptron.update(State(w, b), x, y, bias_step=R**2)
    after = State(p.let("w'", after.w), p.let("b'", after.b))
    return x, y, R, perceptron.margin(State(w, b), x, y), perceptron.margin(after, x, y)


def labelled(p: Script) -> tuple[Vector, Scalar, Scalar, Scalar]:
    """Declare a sample with a label y = ±1, and return the same as `updated`."""
    x, y, R, before, after = updated(p)
    p.assume(label=Eq(y**2, 1))
    return x, R, before, after


@theorem("update-improvement", title="The margin gained by an update", source=cite("tutorial", "eq. (8)"),
         ledger=["000-eq8-identity", "000-update"])
def improvement(p: Script) -> None:
    """An update w' = w + yx, b' = b + yR² on (x, y) with y = ±1 adds ‖x‖² + R² to the functional margin of (x, y)."""
    x, R, before, after = labelled(p)
    w, (b, y) = vectors("w")[0], reals("b y")
    p.calc(after,
           "==", y * ((w + y * x) @ x + b + y * R**2), "update",
           "==", y * (w @ x + b) + y**2 * (x @ x + R**2), "algebra",
           "==", before + x @ x + R**2, "label")


@theorem("update-improvement-not-negative", title="An update does not lessen the margin of its sample",
         source=cite("tutorial", "eq. (8)"), ledger=["000-eq8-ge", "000-eq8-improves"])
def not_negative(p: Script) -> None:
    """For any number y, an update with bias step R² on (x, y) does not lower the functional margin of (x, y).
    """
    x, y, R, before, after = updated(p)
    p.calc(after,
           "==", before + (y * x) @ (y * x) + (y * R) ** 2, "update",
           ">=", before, length(y * x), square(y * R))


@theorem("update-improvement-strict", title="An update enlarges the margin of its sample",
         source=cite("tutorial", "eq. (8)"), ledger={"000-eq8-ge": "follows"},
         says="the inequality is not strict, because R > 0 is not a hypothesis")
def strict(p: Script) -> None:
    """If R > 0, an update with bias step R² on (x, y) with y = ±1 increases the functional margin of (x, y).
    """
    x, R, before, after = labelled(p)
    p.assume(positive=R > 0)
    p.use("update-improvement", name="improvement")
    p.calc(after,
           "==", before + x @ x + R**2, "improvement",
           ">", before, length(x), "positive * positive")


@theorem("update-void-without-radius", title="If all samples are 0, an update changes no margin",
         source=cite("tutorial", "eq. (8), R = 0"), ledger={"000-eq8-ge": "follows"})
def void(p: Script) -> None:
    """If ‖x‖ ≤ R and R = 0, an update with bias step R² on (x, y), for any number y, leaves the functional margin of
    (x, y) unchanged.
    """
    x, y, R, before, after = updated(p)
    p.assume(radius=x @ x <= R**2, no_radius=Eq(R, 0))
    p.have("at-most", x @ x <= 0, "radius", "no_radius")
    p.have("at-least", x @ x >= 0, length(x))
    p.have("zero", Eq(x @ x, 0), "at-most", "at-least")
    p.calc(after,
           "==", before + y**2 * (x @ x + R**2), "update",
           "==", before, "zero", "no_radius")


@theorem("update-improvement-range", title="An update adds between R² and 2R² to the margin of its sample",
         source=cite("tutorial", "eq. (8)"), ledger={"000-eq8-ge": "follows"})
def improvement_range(p: Script) -> None:
    """If ‖x‖ ≤ R, an update with bias step R² on (x, y) with y = ±1 adds at least R² and at most 2R² to the functional
    margin of (x, y).
    """
    x, R, before, after = labelled(p)
    p.assume(radius=x @ x <= R**2)
    p.use("update-improvement", name="improvement")
    p.calc(after - before,
           "==", x @ x + R**2, "improvement",
           ">=", R**2, length(x), name="lower")
    p.calc(after - before,
           "==", x @ x + R**2, "improvement",
           "<=", 2 * R**2, "radius", name="upper")
    p.conclude("lower.all", "upper.all", lower=after - before >= R**2, upper=after - before <= 2 * R**2)


@refuted("update-improves-all-samples", title="An update lowers the margin of no sample",
         near=cite("tutorial", "before eq. (8)"), corrected="update-improvement-not-negative",
         missing="only the sample that caused the update is sure to gain; the margin of another sample may fall",
         ledger={"000-eq8-improves": "lacks"}, aliases=["update-improves-all-samples-as-printed"])
def improves_all_as_printed(p: Script) -> None:
    """An update with bias step R² on a mistake (x, y) lowers the functional margin of no sample (z, t) with ‖z‖ ≤ R.
    """
    w, x, z = p.vectors("w x z")
    b, y, t, R = p.reals("b y t R")
    before = State(w, b)
    after = perceptron.update(before, x, y, bias_step=R**2)
    p.assume(label=Eq(y**2, 1), other_label=Eq(t**2, 1), radius=x @ x <= R**2, other_radius=z @ z <= R**2,
             mistake=perceptron.mistake_condition(before, x, y))
    p.show(conclusion=perceptron.margin(after, z, t) >= perceptron.margin(before, z, t))
    p.counterexample(dimension=1, w=[0], b=0, x=[1], y=1, z=[0], t=-1, R=1)


def repeated(p: Script) -> tuple[Vector, Scalar, Scalar, Scalar, State, State, State]:
    """Return the state (w, b) after j updates with bias step R² on one sample (x, y), starting from (v, c)."""
    v, x, w = p.vectors("v x w")
    c, y, R, b, j = p.reals("c y R b j")
    after = perceptron.update(State(w, b), x, y, bias_step=R**2)
    p.assume(label=Eq(y**2, 1))
    p.run([(w, v, after.w), (b, c, after.b), (j, 0, j + 1)], [], {})
    return x, y, R, j, State(v, c), State(w, b), after


@theorem("repeated-updates-add-up", title="The margin gained by several updates on one sample",
         source=cite("tutorial", "eq. (8), repeated"), ledger=["000-repeat-same"])
def add_up(p: Script) -> None:
    """After j updates with bias step R² on one sample (x, y) with y = ±1, its functional margin has grown by j(‖x‖² +
    R²).
    """
    x, y, R, j, first, now, after = repeated(p)
    start, gain = perceptron.margin(first, x, y), x @ x + R**2
    with p.induction(sum=Eq(perceptron.margin(now, x, y), start + j * gain)):
        p.use("update-improvement", name="improvement", w=now.w, b=now.b)
        p.calc(perceptron.margin(after, x, y),
               "==", perceptron.margin(now, x, y) + gain, "improvement",
               "==", start + j * gain + gain, "sum",
               "==", start + (j + 1) * gain, "algebra")
    p.conclude("sum", conclusion=equal(perceptron.margin(now, x, y), start + j * gain))


@theorem("repeated-updates-correct-sample", title="Enough updates on one sample correct it",
         source=cite("tutorial", "eq. (8), repeated"), ledger=["000-repeat-same"])
def correct_sample(p: Script) -> None:
    """Let the sample (x, y) with y = ±1 have the functional margin s at first, and let jR² > −s. Then j updates with
    bias step R² on this sample make its functional margin positive.
    """
    x, y, R, j, first, now, _ = repeated(p)
    start = perceptron.margin(first, x, y)
    p.assume(enough=j * R**2 > -start)
    p.use("repeated-updates-add-up", name="sum")
    with p.induction(counter=j >= 0):
        p.conclude("counter")
    p.calc(perceptron.margin(now, x, y),
           "==", start + j * (x @ x) + j * R**2, "sum",
           ">=", start + j * R**2, "counter", length(x),
           ">", 0, "enough")
