"""The perceptron's mistake bound (R/g)² in the notes, where the labels come from a target hyperplane.

Notation: u is the target, w is the perceptron's vector u_t after t mistakes, y = sgn⟨u, x⟩ is the label of x, and g is
the margin. An example of the run has y² = 1 and y⟨u, x⟩ ≥ g, which is the second form that the notes give.
"""

from collections.abc import Callable
from typing import NamedTuple

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, square
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Abs, Comparison, Eq, Scalar, Vector, equal, norm, sqrt


class NotesRun(NamedTuple):
    """Weights w after t updates; an example (x, y); the weights after one more update."""

    w: Vector
    t: Scalar
    x: Vector
    y: Scalar
    after: Vector


def run_with(p: Script, **facts: Callable[[State, Vector, Scalar], Comparison]) -> NotesRun:
    """Declare a run through the origin. `facts` are the facts about the state (w, 0) and the example (x, y) at every
    update.
    """
    w, x = p.vectors("w x")
    t, y = p.reals("t y")
    after = p.let("w'", updated(w, x, y))
    when = {name: say(State(w, 0), x, y) for name, say in facts.items()}
    p.run([(w, 0, after), (t, 0, t + 1)], [x, y], when)
    return NotesRun(w, t, x, y, after)


def labelled_run(p: Script, **facts: Callable[[State, Vector, Scalar], Comparison]) -> NotesRun:
    """Declare a run with updates on mistakes only; `facts` are the facts about an example in addition to y = ±1."""
    return run_with(p, label=lambda state, x, y: Eq(y**2, 1), **facts, mistake=perceptron.mistake_condition)


def target_run(
    p: Script, run: Callable[..., NotesRun] = labelled_run, **facts: Callable[[State, Vector, Scalar], Comparison]
) -> tuple[Vector, Scalar, NotesRun]:
    """Declare a target u with margin g, and a run on examples that u labels with this margin."""
    u, g = p.vector("u"), p.real("g")
    return u, g, run(p, margin=lambda state, x, y: y * (u @ x) >= g, **facts)


def updated(w: Vector, x: Vector, y: Scalar) -> Vector:
    """Return the weights after a mistake, without bias."""
    after: Vector = perceptron.update(State(w, 0), x, y, bias_step=0).w
    return after


@theorem("sign-times-score-is-absolute-score", title="Two forms of the margin",
         source=cite("notes", "perceptron, the data"), ledger=["001-margin-abs"])
def two_forms(p: Script) -> None:
    """If y = ±1 is a sign of ⟨u, x⟩, then y⟨u, x⟩ = |⟨u, x⟩|, so that |⟨u, x⟩| ≥ g says y⟨u, x⟩ ≥ g."""
    u, x = p.vectors("u x")
    y, g = p.reals("y g")
    p.assume(label=Eq(y**2, 1), target=y * (u @ x) >= 0, margin=Abs(u @ x) >= g)
    p.show(product=Eq(y * (u @ x), Abs(u @ x)), other_form=y * (u @ x) >= g)
    p.have("square", Eq((y * (u @ x)) ** 2, (u @ x) ** 2), "label")
    p.have("same", Eq(y * (u @ x), Abs(u @ x)), "square", "target")
    p.have("at-least", y * (u @ x) >= g, "same", "margin")


@theorem("notes-update", title="The additive update", source=cite("notes", "perceptron, the algorithm"),
         ledger=["001-update"], adds={"target": "⟨u, x⟩ ≠ 0"},
         says="nothing about ⟨u, x⟩ = 0; then the sign, and with it the update, would be 0")
def update(p: Script) -> None:
    """If y = ±1 is the sign of ⟨u, x⟩ ≠ 0, then y = sgn⟨u, x⟩ = |⟨u, x⟩|/⟨u, x⟩, and the update on (x, y) adds sgn⟨u,
    x⟩x.
    """
    u, w, x = p.vectors("u w x")
    y = p.real("y")
    p.assume(label=Eq(y**2, 1), target=y * (u @ x) > 0)
    sign = Abs(u @ x) / (u @ x)
    p.show(sign=Eq(y, sign), update=equal(updated(w, x, y), w + sign * x))
    p.use("sign-times-score-is-absolute-score", name="absolute", g=0)
    p.have("label-is-sign", Eq(y, sign), "absolute.product")
    p.conclude("label-is-sign")


@theorem("notes-tilt", title="An update tilts the hyperplane towards correcting the mistake",
         source=cite("notes", "perceptron, the algorithm"), ledger=["001-tilt"])
def tilt(p: Script) -> None:
    """For y = ±1 an update on (x, y) adds ‖x‖² to the margin y⟨w, x⟩."""
    w, x = p.vectors("w x")
    y = p.real("y")
    p.assume(label=Eq(y**2, 1))
    p.calc(perceptron.margin(State(updated(w, x, y), 0), x, y),
           "==", y * (w @ x) + y**2 * (x @ x), "update",
           "==", perceptron.margin(State(w, 0), x, y) + x @ x, "label")


@theorem("notes-inner-product-grows", title="Every mistake adds at least g to the inner product with the target",
         source=cite("notes", "perceptron, convergence to u"))
def inner_product_grows(p: Script) -> None:
    """An update on an example with y⟨u, x⟩ ≥ g adds at least g to ⟨u, w⟩."""
    u, w, x = p.vectors("u w x")
    y, g = p.reals("y g")
    p.assume(margin=y * (u @ x) >= g)
    p.calc(u @ updated(w, x, y),
           "==", u @ w + y * (u @ x), "update",
           ">=", u @ w + g, "margin")


@theorem("notes-alignment", title="The inner product with the target grows linearly",
         source=cite("notes", "perceptron, convergence to u"), ledger=["001-inner-lower"])
def alignment(p: Script) -> None:
    """After t updates on examples that u labels with margin g, mistakes or not, ⟨u, u_t⟩ is at least t·g."""
    u, g, run = target_run(p, run_with)
    w, t = run.w, run.t
    with p.induction(alignment=u @ w >= t * g):
        p.use("notes-inner-product-grows", name="growth")
        p.calc(u @ run.after,
               ">=", u @ w + g, "growth",
               ">=", t * g + g, "alignment",
               "==", (t + 1) * g, "algebra")
    p.show(conclusion=u @ w >= t * g)


@theorem("notes-length-at-least-alignment", title="The length is at least the inner product with a unit vector",
         source=cite("notes", "perceptron, convergence to u"), ledger=["001-cs"])
def length_at_least_alignment(p: Script) -> None:
    """For a target u of length 1: ‖u_t‖ = ‖u_t‖‖u‖ ≥ ⟨u, u_t⟩ ≥ t·g after t updates, on mistakes or not."""
    u, g, run = target_run(p, run_with)
    w, t = run.w, run.t
    p.assume(unit=Eq(norm(u), 1))
    p.show(length=Eq(norm(w), norm(w) * norm(u)), projection=norm(w) * norm(u) >= u @ w, alignment=u @ w >= t * g)
    p.use("notes-alignment", name="along-u")
    p.use("cauchy-schwarz-norm", v=w, name="cauchy-schwarz")
    p.calc(norm(w),
           "==", norm(w) * norm(u), "unit",
           ">=", u @ w, "cauchy-schwarz",
           ">=", t * g, "along-u")


@theorem("notes-norm-growth", title="The square length grows at most linearly",
         source=cite("notes", "perceptron, convergence to u"), ledger=["001-norm-upper"])
def norm_growth(p: Script) -> None:
    """After t mistakes on examples with ‖x‖ ≤ R, ‖u_t‖² is at most t·R²."""
    R = p.real("R")
    run = labelled_run(p, radius=lambda state, x, y: x @ x <= R**2)
    w, t, x, y, after = run
    with p.induction(growth=w @ w <= t * R**2):
        p.calc(after @ after,
               "==", w @ w + 2 * y * (w @ x) + x @ x, "update", "label",
               "<=", w @ w + x @ x, "mistake",
               "<=", w @ w + R**2, "radius",
               "<=", t * R**2 + R**2, "growth",
               "==", (t + 1) * R**2, "algebra")
    p.show(conclusion=w @ w <= t * R**2)


@theorem("notes-norm-growth-unit", title="The square length is at most the number of mistakes",
         source=cite("notes", "perceptron, convergence to u"), ledger=["001-norm-upper"])
def norm_growth_unit(p: Script) -> None:
    """After t mistakes on examples of length 1, ‖u_t‖² is at most t."""
    run = labelled_run(p, length=lambda state, x, y: Eq(x @ x, 1))
    p.use("notes-norm-growth", name="growth", R=1)
    p.conclude("growth", conclusion=run.w @ run.w <= run.t)


@theorem("notes-mistake-bound-unit", title="The mistake bound for examples of length 1",
         source=cite("notes", "perceptron, convergence to u"), ledger=["001-bound-unit"], adds={"positive": "g > 0"})
def mistake_bound_unit(p: Script) -> None:
    """Let u and the examples have length 1, and let u label them with margin g > 0. Then the number t of mistakes has
    (tg)² ≤ t, that is t ≤ 1/g².
    """
    u, g, run = target_run(p, length=lambda state, x, y: Eq(x @ x, 1))
    w, t = run.w, run.t
    p.assume(unit=Eq(u @ u, 1), positive=g > 0)
    p.show(squared=(t * g) ** 2 <= t, bound=t <= g**-2)
    p.use("notes-alignment", name="alignment")
    p.use("notes-norm-growth-unit", name="growth")
    with p.induction(counter=t >= 0):
        p.conclude("counter")
    p.use("cauchy-schwarz", v=w)
    p.calc((t * g) ** 2,
           "<=", (u @ w) ** 2, "alignment", "counter * positive",
           "<=", (u @ u) * (w @ w), "cauchy-schwarz",
           "==", w @ w, "unit",
           "<=", t, "growth", name="squares")
    p.use("count-at-most-quotient", name="quotient", B=1, γ=g)
    p.conclude("squares.all", "quotient")


@theorem("notes-mistake-bound", title="The mistake bound (R/g)²", source=cite("notes", "perceptron, convergence to u"),
         ledger=["001-bound-R", "x-001-002"], adds={"positive": "g > 0"},
         says="the bound O((R/g)²); this claim shows that the constant is 1")
def mistake_bound(p: Script) -> None:
    """If a target u of length 1 labels the examples with margin g > 0 and they satisfy ‖x‖ ≤ R, the perceptron makes
    at most (R/g)² mistakes.

    This is Novikoff's theorem for the signed vectors y·x.
    """
    R = p.real("R")
    u, g, run = target_run(p, radius=lambda state, x, y: x @ x <= R**2)
    t, x, y = run.t, run.x, run.y
    p.assume(unit=Eq(u @ u, 1), positive=g > 0)
    p.use("novikoff-mistake-bound", name="novikoff", γ=g, D=R, inputs={"x": y * x})
    p.conclude("novikoff", conclusion=t <= (R / g) ** 2)


@theorem("notes-cosine-lower-bound", title="A lower bound on the cosine that grows with the mistakes",
         source=cite("notes", "perceptron, convergence to u"), ledger=["001-cos-lower"],
         says="t ≥ 0 is not stated, because t counts the mistakes")
def cosine_lower_bound(p: Script) -> None:
    """If ‖u‖ = 1, g ≥ 0, R > 0 and u_t ≠ 0, the cosine between u and u_t is at least √t·g/R after t ≥ 0 mistakes."""
    R = p.real("R")
    u, g, run = target_run(p, radius=lambda state, x, y: x @ x <= R**2)
    w, t = run.w, run.t
    p.assume(unit=Eq(norm(u), 1), nonnegative=g >= 0, positive=R > 0, nonzero=w @ w > 0)
    p.assume(counter=t >= 0)  # without it the root of t has no meaning
    p.show(conclusion=u @ w / (norm(u) * norm(w)) >= sqrt(t) * g / R)
    p.use("notes-alignment", name="alignment")
    p.use("notes-norm-growth", name="growth")
    p.have("root", sqrt(t) >= 0, "definition")
    p.have("inverse-R", 1 / R >= 0, square(1 / R), "positive")
    p.have("inverse-length", 1 / norm(w) >= 0, square(1 / norm(w)))
    p.have("bound", sqrt(t) * R >= 0, "root * positive")
    p.have("length", norm(w) <= sqrt(t) * R, "growth", "bound")
    p.have("times-root", sqrt(t) * norm(w) <= t * R, "length * root")
    p.calc(sqrt(t) * g * norm(w),
           "<=", t * g * R, "times-root * nonnegative",
           "<=", (u @ w) * R, "alignment * positive", name="scaled")
    p.have("by-length", sqrt(t) * g <= u @ w / norm(w) * R, "scaled.all * inverse-length")
    p.calc(u @ w / (norm(u) * norm(w)),
           "==", u @ w / norm(w), "unit",
           ">=", sqrt(t) * g / R, "by-length * inverse-R")


@theorem("mistake-keeps-cosine-if-length-grows-little",
         title="The perceptron gets no farther from the target where its length grows by at most the margin",
         source=cite("notes", "perceptron, convergence to u"), ledger={"001-closer": "states"},
         says="it may get closer if the length does not increase too much; the text does not say how much is too much")
def closer(p: Script) -> None:
    """Let ‖u‖ = 1, and let u label the examples with margin g ≥ 0. If a further update with a signed vector x' makes
    u_t longer by at most g, then ‖u_t‖⟨u, u_{t+1}⟩ ≥ ‖u_{t+1}‖⟨u, u_t⟩. So the cosine with u does not fall if neither
    vector is 0. This holds for updates without a mistake, too.
    """
    u, g, run = target_run(p, run_with)
    w, x = run.w, p.vector("x'")
    after = p.let("w''", updated(w, x, 1))
    p.assume({"unit": Eq(u @ u, 1), "nonnegative": g >= 0, "margin'": u @ x >= g,
              "little": norm(after) <= norm(w) + g})
    p.show(conclusion=norm(w) * (u @ after) >= norm(after) * (u @ w))
    with p.induction(ahead=u @ w >= 0):
        p.conclude("ahead", "margin", "nonnegative")
    p.use("cauchy-schwarz-norm", name="product", u=u, v=w)
    p.have("length of u", Eq(norm(u), 1), "unit")
    p.have("projection", u @ w <= norm(w), "product", "length of u")
    p.have("length", norm(w) >= 0, "definition")
    p.have("forward", u @ after >= u @ w + g, "margin'")
    p.have("surplus", g * norm(w) >= g * (u @ w), "nonnegative * projection")
    p.conclude("length * forward", "ahead * little", "surplus")


@refuted("every-mistake-raises-cosine", title="The perceptron gets closer to the target with every mistake",
         near=cite("notes", "perceptron, convergence to u"), corrected="mistake-keeps-cosine-if-length-grows-little",
         missing="the length must not grow by more than the margin, as the notes say with less precision; what grows "
                 "in any case is the inner product with u, and with it a lower bound on the cosine "
                 "(notes-cosine-lower-bound)",
         ledger={"001-closer": "lacks"}, aliases=["notes-closer-as-printed"])
def always_closer(p: Script) -> None:
    """If u and the examples have length 1 and u labels them with margin g > 0, a further mistake, on (x', y'), does
    not lower the cosine between u and u_t.
    """
    u, g, run = target_run(p, length=lambda state, x, y: Eq(x @ x, 1))
    w = run.w
    x, y = p.vector("x'"), p.real("y'")
    after = p.let("w''", updated(w, x, y))
    p.assume(unit=Eq(u @ u, 1), positive=g > 0)
    p.assume({"label'": Eq(y**2, 1), "margin'": y * (u @ x) >= g, "length'": Eq(x @ x, 1),
              "mistake'": perceptron.mistake_condition(State(w, 0), x, y)})
    p.assume(nonzero=w @ w > 0, moved=after @ after > 0)
    p.show(conclusion=u @ after / norm(after) >= u @ w / norm(w))
    p.counterexample(
        dimension=2,
        u=["15/17", "8/17"],
        g="13/85",
        steps=[{"x": ["3/5", "4/5"], "y": 1}],
        values={"x'": ["3/5", "-4/5"], "y'": 1},
    )
