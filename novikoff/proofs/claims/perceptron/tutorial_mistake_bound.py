"""The mistake bound of the perceptron with bias step R², as the tutorial derives it in eqs. (11)–(15).

Notation: w̃ = (w, b/R), w̃* = (w*, b*/R) and x̃ = (x, R) in V ⊕ R. The counter k is the number of updates; the
examples may come in any order. R > 0 is any number ≥ ‖x‖, not only the largest ‖x‖.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.perceptron_runs import perceptron_run
from ...statements.proof_script import Script, by, length, square
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, Scalar, Vector, augment, norm, sqrt


def separator_of(p: Script, w: Vector, b: Scalar, R: Scalar) -> Vector:
    """Return the abbreviation w̃* = (w, b/R)."""
    return p.let("w̃*", augment(w, b / R))


def weights_of(p: Script, w: Vector, b: Scalar, R: Scalar, name: str = "w̃") -> Vector:
    """Return the abbreviation w̃ = (w, b/R)."""
    return p.let(name, augment(w, b / R))


def example_of(p: Script, x: Vector, R: Scalar) -> Vector:
    """Return the abbreviation x̃ = (x, R)."""
    return p.let("x̃", augment(x, R))


@theorem("tutorial-cosine-at-most-one", title="The cosine between w̃* and w̃", source=cite("tutorial", "eq. (11)"),
         ledger=["000-eq11-cos"], adds={"radius_positive": "R > 0", "separator": "w̃* ≠ 0", "weights": "w̃ ≠ 0"},
         says="the start is w̃^(0) = 0")
def cosine(p: Script) -> None:
    """For R > 0, w̃* ≠ 0 and w̃ ≠ 0 the cosine of the angle between w̃* and w̃ is at most 1."""
    ws, w = p.vectors("w* w")
    bs, b, R = p.reals("b* b R")
    p.assume(radius_positive=R > 0)
    separator, weights = separator_of(p, ws, bs, R), weights_of(p, w, b, R)
    p.assume(separator=separator @ separator > 0, weights=weights @ weights > 0)
    p.use("cosine-at-most-one", name="cosine", u=separator, v=weights)
    p.conclude("cosine", conclusion=separator @ weights / (norm(separator) * norm(weights)) <= 1)


@theorem("tutorial-alignment", title="Alignment with a separator grows linearly",
         source=cite("tutorial", "before eq. (12)"), ledger=["000-induction-inner"], adds={"radius_positive": "R > 0"})
def alignment(p: Script) -> None:
    """For R > 0, if every example has y(⟨w*, x⟩ + b*) ≥ γ*, then ⟨w̃*, w̃⟩ is at least kγ* after k updates, on mistakes
    or not.
    """
    ws, (bs, gamma, R) = p.vector("w*"), p.reals("b* γ* R")
    p.assume(radius_positive=R > 0)
    run = perceptron_run(p, bias_step=R**2)
    w, b, k, x, y = run.w, run.b, run.k, run.x, run.y
    run.updates(margin=y * (ws @ x + bs) >= gamma)
    separator, weights, longer = separator_of(p, ws, bs, R), weights_of(p, w, b, R), example_of(p, x, R)
    new = weights_of(p, run.after.w, run.after.b, R, "w̃'")
    with p.induction(alignment=separator @ weights >= k * gamma):
        p.calc(separator @ new,
               "==", separator @ weights + y * (separator @ longer), "update",
               "==", separator @ weights + y * (ws @ x + bs), by("augmented-inner-product", w=ws, b=bs),
               ">=", separator @ weights + gamma, "margin",
               ">=", k * gamma + gamma, "alignment",
               "==", (k + 1) * gamma, "algebra")
    p.show(conclusion=separator @ weights >= k * gamma)


@theorem("tutorial-weights-not-zero", title="After an update the weights are not zero",
         source=cite("tutorial", "eqs. (11), (12)"))
def weights_not_zero(p: Script) -> None:
    """For R > 0, if every example has y(⟨w*, x⟩ + b*) ≥ γ* > 0, then w̃* ≠ 0 and w̃ ≠ 0 after k > 0 updates."""
    ws, (bs, gamma, R) = p.vector("w*"), p.reals("b* γ* R")
    p.assume(radius_positive=R > 0, positive=gamma > 0)
    run = perceptron_run(p, bias_step=R**2)
    w, b, k, x, y = run.w, run.b, run.k, run.x, run.y
    run.updates(margin=y * (ws @ x + bs) >= gamma)
    p.assume(updates=k > 0)
    separator, weights = separator_of(p, ws, bs, R), weights_of(p, w, b, R)
    p.show(separator=separator @ separator > 0, weights=weights @ weights > 0)
    p.use("tutorial-alignment", name="alignment")
    p.have("aligned", separator @ weights > 0, "alignment", "updates * positive")
    p.have("first", separator @ separator >= 0, length(separator))
    p.have("second", weights @ weights >= 0, length(weights))
    p.use("cauchy-schwarz", u=separator, v=weights)
    p.conclude("cauchy-schwarz", "aligned", "first", "second")


@theorem("tutorial-alignment-ratio", title="The alignment divided by the lengths is at most 1",
         source=cite("tutorial", "eq. (12)"), ledger=["000-eq12"],
         adds={"radius_positive": "R > 0", "separator": "w̃* ≠ 0", "weights": "w̃ ≠ 0"},
         says="γ* > 0, so that w̃* ≠ 0, and w̃ ≠ 0 as soon as k > 0")
def ratio(p: Script) -> None:
    """For R > 0, w̃* ≠ 0 and w̃ ≠ 0, if every example has y(⟨w*, x⟩ + b*) ≥ γ*, then kγ*/(‖w̃*‖‖w̃‖) ≤ 1 after k
    updates.
    """
    ws, (bs, gamma, R) = p.vector("w*"), p.reals("b* γ* R")
    p.assume(radius_positive=R > 0)
    run = perceptron_run(p, bias_step=R**2)
    w, b, k, x, y = run.w, run.b, run.k, run.x, run.y
    run.updates(margin=y * (ws @ x + bs) >= gamma)
    separator, weights = separator_of(p, ws, bs, R), weights_of(p, w, b, R)
    p.assume(separator=separator @ separator > 0, weights=weights @ weights > 0)
    p.show(conclusion=k * gamma / (norm(separator) * norm(weights)) <= 1)
    p.use("tutorial-alignment", name="alignment")
    p.have("first", 1 / norm(separator) >= 0, square(1 / norm(separator)))
    p.have("second", 1 / norm(weights) >= 0, square(1 / norm(weights)))
    p.calc(k * gamma / (norm(separator) * norm(weights)),
           "<=", separator @ weights / (norm(separator) * norm(weights)), "alignment * first * second",
           "<=", 1, by("tutorial-cosine-at-most-one"))


@theorem("tutorial-norm-expansion", title="The square length after an update",
         source=cite("tutorial", "before eq. (13)"), ledger=["000-norm-expand"], adds={"radius_positive": "R > 0"})
def norm_expansion(p: Script) -> None:
    """For R > 0 and y = ±1, an update changes ‖w̃‖² to ‖w̃‖² + 2y⟨w̃, x̃⟩ + ‖x̃‖²."""
    w, x = p.vectors("w x")
    b, y, R = p.reals("b y R")
    p.assume(radius_positive=R > 0, label=Eq(y**2, 1))
    after = perceptron.update(State(w, b), x, y, bias_step=R**2)
    weights, longer = weights_of(p, w, b, R), example_of(p, x, R)
    new = weights_of(p, after.w, after.b, R, "w̃'")
    p.calc(new @ new,
           "==", (weights + y * longer) @ (weights + y * longer), "update",
           "==", weights @ weights + 2 * y * (weights @ longer) + longer @ longer, "bilinearity", "label")


@theorem("tutorial-mistake-sign", title="A mistake in augmented vectors", source=cite("tutorial", "before eq. (13)"),
         ledger=["000-mistake-neg"], adds={"radius_positive": "R > 0"})
def mistake_sign(p: Script) -> None:
    """For R > 0, if (w, b) makes a mistake on (x, y), then y⟨w̃, x̃⟩ ≤ 0."""
    w, x = p.vectors("w x")
    b, y, R = p.reals("b y R")
    p.assume(radius_positive=R > 0, mistake=perceptron.mistake_condition(State(w, b), x, y))
    weights, longer = weights_of(p, w, b, R), example_of(p, x, R)
    p.calc(y * (weights @ longer),
           "==", perceptron.margin(State(w, b), x, y), by("augmented-inner-product"),
           "<=", 0, "mistake")


@theorem("tutorial-norm-step", title="One update lengthens w̃ by at most 2R² in square",
         source=cite("tutorial", "eq. (13)"), ledger=["000-norm-step", "000-eq13"], adds={"radius_positive": "R > 0"})
def norm_step(p: Script) -> None:
    """For R > 0, y = ±1 and ‖x‖ ≤ R, a mistake on (x, y) adds at most ‖x̃‖² to ‖w̃‖², which is at most 2R²."""
    w, x = p.vectors("w x")
    b, y, R = p.reals("b y R")
    p.assume(radius_positive=R > 0, label=Eq(y**2, 1), radius=x @ x <= R**2)
    p.assume(mistake=perceptron.mistake_condition(State(w, b), x, y))
    after = perceptron.update(State(w, b), x, y, bias_step=R**2)
    weights, longer = weights_of(p, w, b, R), example_of(p, x, R)
    new = weights_of(p, after.w, after.b, R, "w̃'")
    p.show(step=new @ new <= weights @ weights + longer @ longer, eq13=new @ new <= weights @ weights + 2 * R**2)
    p.calc(new @ new,
           "==", weights @ weights + 2 * y * (weights @ longer) + longer @ longer, by("tutorial-norm-expansion"),
           "<=", weights @ weights + longer @ longer, by("tutorial-mistake-sign"),
           "==", weights @ weights + x @ x + R**2, "bilinearity",
           "<=", weights @ weights + 2 * R**2, "radius")


@theorem("tutorial-norm-growth", title="The square length grows at most linearly", source=cite("tutorial", "eq. (14)"),
         ledger=["000-eq14"], adds={"radius_positive": "R > 0"})
def norm_growth(p: Script) -> None:
    """For R > 0 and examples with ‖x‖ ≤ R, ‖w̃‖² is at most 2kR² after k updates."""
    R = p.real("R")
    p.assume(radius_positive=R > 0)
    run = perceptron_run(p, bias_step=R**2)
    w, b, k, x = run.w, run.b, run.k, run.x
    run.examples(radius=x @ x <= R**2)
    weights, new = weights_of(p, w, b, R), weights_of(p, run.after.w, run.after.b, R, "w̃'")
    with p.induction(growth=weights @ weights <= k * 2 * R**2):
        p.use("tutorial-norm-step", name="step")
        p.calc(new @ new,
               "<=", weights @ weights + 2 * R**2, "step.eq13",
               "<=", k * 2 * R**2 + 2 * R**2, "growth",
               "==", (k + 1) * 2 * R**2, "algebra")
    p.show(conclusion=weights @ weights <= k * 2 * R**2)


@theorem("tutorial-ratio-after-growth", title="The ratio with the bound on the length",
         source=cite("tutorial", "eq. (15), first inequality"), ledger=["000-eq15-chain"],
         adds={"radius_positive": "R > 0", "updates": "k > 0", "separator": "w̃* ≠ 0"})
def ratio_after_growth(p: Script) -> None:
    """If R > 0, w̃* ≠ 0, and every example has ‖x‖ ≤ R and y(⟨w*, x⟩ + b*) ≥ γ*, then kγ*/(‖w̃*‖·R·√(2k)) ≤ 1 after k
    > 0 updates.
    """
    ws, (bs, gamma, R) = p.vector("w*"), p.reals("b* γ* R")
    p.assume(radius_positive=R > 0)
    run = perceptron_run(p, bias_step=R**2)
    w, b, k, x, y = run.w, run.b, run.k, run.x, run.y
    run.examples(radius=x @ x <= R**2, margin=y * (ws @ x + bs) >= gamma)
    separator, weights, root = separator_of(p, ws, bs, R), weights_of(p, w, b, R), sqrt(p.let("m", 2 * k))
    p.assume(updates=k > 0, separator=separator @ separator > 0)
    p.show(conclusion=k * gamma / (norm(separator) * R * root) <= 1)
    p.use("tutorial-alignment", name="alignment")
    p.use("tutorial-norm-growth", name="growth")
    p.have("root", root >= 0, "definition")
    p.have("length", norm(separator) >= 0, "definition")
    p.have("bound", R * root >= 0, "radius_positive * root")
    p.have("eq14", norm(weights) <= R * root, "growth", "bound")
    p.calc(k * gamma,
           "<=", separator @ weights, "alignment",
           "<=", norm(separator) * norm(weights), by("cauchy-schwarz-norm", u=separator, v=weights),
           "<=", norm(separator) * R * root, "length * eq14", name="eq12")
    p.have("first", 1 / norm(separator) >= 0, square(1 / norm(separator)), "length")
    p.have("second", 1 / R >= 0, square(1 / R), "radius_positive")
    p.have("third", 1 / root >= 0, square(1 / root), "root")
    p.have("by-root", k * gamma / root <= norm(separator) * R, "eq12.all * third")
    p.have("by-R", k * gamma / (R * root) <= norm(separator), "by-root * second")
    p.conclude("by-R * first")


@theorem("tutorial-count-from-ratio", title="From the ratio to the count",
         source=cite("tutorial", "eq. (15), both implications"), ledger=["000-eq15-chain"],
         adds={"updates": "k > 0", "radius": "R > 0", "length": "w̃* ≠ 0"})
def count_from_ratio(p: Script) -> None:
    """For k, γ*, R, W > 0: if kγ*/(W·R·√(2k)) ≤ 1, then k²γ*²/(W²·R²·2k) ≤ 1, and k ≤ 2R²W²/γ*²."""
    k, gamma, W, R = p.reals("k γ* W R")
    twice = p.let("m", 2 * k)
    p.assume(updates=k > 0, margin=gamma > 0, length=W > 0, radius=R > 0)
    ratio = k * gamma / (W * R * sqrt(twice))
    p.assume(ratio=ratio <= 1)
    p.show(squared=k**2 * gamma**2 / (W**2 * R**2 * twice) <= 1, count=k <= 2 * R**2 * W**2 / gamma**2)
    p.have("root", sqrt(twice) >= 0, "definition")
    p.have("times-W", k * gamma / (R * sqrt(twice)) <= W, "ratio * length")
    p.have("times-R", k * gamma / sqrt(twice) <= W * R, "times-W * radius")
    p.have("times-root", k * gamma <= W * R * sqrt(twice), "times-R * root")
    p.have("quadratic", (k * gamma) ** 2 <= k * (2 * R**2 * W**2), "times-root", "updates * margin")
    p.have("inverse", 1 / twice >= 0, square(1 / twice), "updates")
    p.have("by-m", k**2 * gamma**2 / twice <= R**2 * W**2, "quadratic * inverse")
    p.have("by-R", k**2 * gamma**2 / (R**2 * twice) <= W**2, "by-m", square(1 / R))
    p.have("by-W", k**2 * gamma**2 / (W**2 * R**2 * twice) <= 1, "by-R", square(1 / W))
    p.have("nonnegative", 2 * R**2 * W**2 >= 0, square(R * W))
    p.use("count-at-most-quotient", name="count", t=k, B=2 * R**2 * W**2, γ=gamma)
    p.conclude("by-W", "count")


@theorem("tutorial-mistake-bound", title="The mistake bound of the perceptron with bias step R²",
         source=cite("tutorial", "eq. (15)"), adds={"radius_positive": "R > 0"},
         ledger=["000-eq15-bound", "000-finite-convergence"])
def mistake_bound(p: Script) -> None:
    """If R > 0, every example has ‖x‖ ≤ R and y(⟨w*, x⟩ + b*) ≥ γ* > 0, and they come in any order, the perceptron
    with bias step R² makes at most 2R²‖w̃*‖²/γ*² = 2(R²‖w*‖² + b*²)/γ*² updates.
    """
    ws, (bs, gamma, R) = p.vector("w*"), p.reals("b* γ* R")
    p.assume(positive=gamma > 0, radius_positive=R > 0)
    run = perceptron_run(p, bias_step=R**2)
    k, x, y = run.k, run.x, run.y
    run.examples(radius=x @ x <= R**2, margin=y * (ws @ x + bs) >= gamma)
    separator = separator_of(p, ws, bs, R)
    p.show(
        bound=k <= 2 * R**2 * (separator @ separator) / gamma**2,
        expanded=k <= 2 * (R**2 * (ws @ ws) + bs**2) / gamma**2,
    )
    p.use("augmented-separator-length", name="separator-length")
    with p.case(k > 0):
        p.use("tutorial-weights-not-zero", name="not-zero")
        p.use("tutorial-ratio-after-growth", name="ratio")
        p.have("length", norm(separator) > 0, "not-zero.separator")
        p.use("tutorial-count-from-ratio", name="eq15", W=norm(separator))
        p.conclude("eq15.count")
    with p.case(k <= 0):
        p.conclude("case", square(R / gamma), square(bs / gamma), length(R / gamma * ws))


@refuted("tutorial-mistake-bound-as-printed", title="Finitely many updates, with R = 0 allowed",
         source=cite("tutorial", "before eq. (9), and eq. (15)"), corrected="tutorial-mistake-bound",
         missing="R > 0; if all examples are 0, then R = 0, no update changes anything, and the run never ends",
         ledger=["000-finite-convergence"])
def mistake_bound_as_printed(p: Script) -> None:
    """If R ≥ 0, every example has ‖x‖ ≤ R and y(⟨w*, x⟩ + b*) ≥ γ* > 0, the perceptron with bias step R² makes at most
    2(R²‖w*‖² + b*²)/γ*² updates.
    """
    ws, (bs, gamma, R) = p.vector("w*"), p.reals("b* γ* R")
    p.assume(positive=gamma > 0, radius_nonnegative=R >= 0)
    run = perceptron_run(p, bias_step=R**2)
    x, y = run.x, run.y
    run.examples(radius=x @ x <= R**2, margin=y * (ws @ x + bs) >= gamma)
    p.show(bound=run.k <= 2 * (R**2 * (ws @ ws) + bs**2) / gamma**2)
    p.counterexample(R=0, values={"w*": [1], "b*": 1, "γ*": 1}, steps=[{"x": [0], "y": 1}] * 3)


@theorem("tutorial-recursion-to-growth", title="(13) alone gives (14)",
         source=cite("tutorial", "after eq. (13), and eq. (14)"), ledger={"000-eq13-bounded": "states"})
def recursion_to_growth(p: Script) -> None:
    """If the square length of each of the vectors 0, v_1, v_2, … exceeds the square length of its predecessor by at
    most 2R², then ‖v_k‖² ≤ 2kR².
    """
    v, u = p.vectors("v u")
    k, R = p.reals("k R")
    p.run([(v, 0, u), (k, 0, k + 1)], [u], {"eq13": u @ u <= v @ v + 2 * R**2})
    with p.induction(growth=v @ v <= 2 * k * R**2):
        p.calc(u @ u,
               "<=", v @ v + 2 * R**2, "eq13",
               "<=", 2 * k * R**2 + 2 * R**2, "growth",
               "==", 2 * (k + 1) * R**2, "algebra")
    p.show(conclusion=v @ v <= 2 * k * R**2)


@theorem("tutorial-recursion-unbounded", title="A sequence with (13) exceeds every bound",
         source=cite("tutorial", "after eq. (13)"), ledger={"000-eq13-bounded": "lacks"},
         aliases=["tutorial-boundedness-as-printed"],
         says="(13) implies that ‖w̃‖ is bounded; its proof shows (14), which grows with k")
def recursion_unbounded(p: Script) -> None:
    """In the sequence 0, v_1, v_2, … let each step increase the square length by 2R², so that (13) holds at each step.
    Then, for every number M, ‖v_k‖² > M for every k with k·2R² > M.

    Every space except {0} has such vectors, of the lengths R√(2k). So from (13) alone no bound for all k follows:
    neither a common bound for all sequences nor a bound for each sequence.
    """
    v, u = p.vectors("v u")
    k, R, M = p.reals("k R M")
    p.run([(v, 0, u), (k, 0, k + 1)], [u], {"longer": Eq(u @ u, v @ v + 2 * R**2)})
    p.assume(late=k * 2 * R**2 > M)
    p.show(conclusion=v @ v > M)
    with p.induction(length=Eq(v @ v, 2 * k * R**2)):
        p.conclude("length", "longer")
    p.conclude("length", "late")


@theorem("tutorial-weights-bounded", title="On separable samples ‖w̃‖ is bounded",
         source=cite("tutorial", "after eq. (13); with eqs. (14), (15)"), ledger={"000-eq13-bounded": "follows"},
         says="(13) alone implies it")
def weights_bounded(p: Script) -> None:
    """If R > 0, every example has ‖x‖ ≤ R and y(⟨w*, x⟩ + b*) ≥ γ* > 0, and they come in any order, ‖w̃‖ is at most
    2R²‖w̃*‖/γ* after any number of updates.

    The bound depends on γ* and (w*, b*). So it is no common bound for all separable samples with ‖x‖ ≤ R.
    """
    ws, (bs, gamma, R) = p.vector("w*"), p.reals("b* γ* R")
    p.assume(positive=gamma > 0, radius_positive=R > 0)
    run = perceptron_run(p, bias_step=R**2)
    w, b, k, x, y = run.w, run.b, run.k, run.x, run.y
    run.examples(radius=x @ x <= R**2, margin=y * (ws @ x + bs) >= gamma)
    separator, weights = separator_of(p, ws, bs, R), weights_of(p, w, b, R)
    p.use("tutorial-norm-growth", name="growth")
    p.use("tutorial-mistake-bound", name="count")
    p.calc(weights @ weights,
           "<=", k * 2 * R**2, "growth",
           "<=", 4 * R**4 * (separator @ separator) / gamma**2, "count.bound", square(R), name="squares")
    p.have("scale", R**2 / gamma >= 0, square(R), "positive")
    p.have("length", norm(separator) >= 0, "definition")
    p.have("bound", 2 * R**2 * norm(separator) / gamma >= 0, "scale * length")
    p.have("root", norm(weights) ** 2 <= (2 * R**2 * norm(separator) / gamma) ** 2, "squares.all")
    p.use("square-root-monotone", name="least", u=norm(weights), v=2 * R**2 * norm(separator) / gamma)
    p.conclude("least", conclusion=norm(weights) <= 2 * R**2 * norm(separator) / gamma)
