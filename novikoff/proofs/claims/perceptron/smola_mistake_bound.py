"""Novikoff's theorem as the book section states it (Theorem 1.7), for Algorithm 1.3, line by line.

Slips in print, with the correct statement:
    first-update-is-a-tie      the first update is made at margin 0, not at a negative one
    example-norm-at-most-radius      ‖x_t‖² ≤ R², not = R²
    alignment-step-without-bias      the inner product with w* grows, the cosine need not

Notation
    (w, b) is the state after t updates, (x, y) the example of the next update, (w*, b*) a separator.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.perceptron_runs import perceptron_run
from ...statements.proof_script import Script, by, length, square
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, Max, Ne, augment, equal, norm, sqrt

# ------------------------------------------------------------------------- alignment with a separator


@theorem("smola-alignment-step", title="One update adds the separator's margin to the alignment",
         source=cite("iml", "proof of Theorem 1.7, first display"), ledger=["004-proof-identity"])
def alignment_step(p: Script) -> None:
    """An update on (x, y) adds y(⟨x, w*⟩ + b*), which is at least γ, to ⟨w, w*⟩ + b·b*."""
    w, ws, x = p.vectors("w w* x")
    b, bs, y, gamma = p.reals("b b* y γ")
    p.assume(margin=y * (x @ ws + bs) >= gamma)
    after = perceptron.update(State(w, b), x, y)
    p.show(identity=equal(after.w @ ws + after.b * bs, w @ ws + b * bs + y * (x @ ws + bs)),
           step=after.w @ ws + after.b * bs >= w @ ws + b * bs + gamma)
    p.calc(after.w @ ws + after.b * bs,
           "==", w @ ws + b * bs + y * (x @ ws + bs), "update", "bilinearity",
           ">=", w @ ws + b * bs + gamma, "margin")


@theorem("smola-alignment", title="Alignment with a separator grows linearly",
         source=cite("iml", "proof of Theorem 1.7"), ledger=["004-proof-tgamma"])
def alignment(p: Script) -> None:
    """After t updates on examples with margin at least γ with respect to (w*, b*), mistakes or not, the inner product
    of (w, b) with (w*, b*) is at least t·γ.
    """
    ws, (bs, gamma) = p.vector("w*"), p.reals("b* γ")
    run = perceptron_run(p, counter="t")
    w, b, t, x, y, after = run.w, run.b, run.k, run.x, run.y, run.after
    run.updates(margin=y * (x @ ws + bs) >= gamma)
    with p.induction(alignment=w @ ws + b * bs >= t * gamma):
        p.calc(after.w @ ws + after.b * bs,
               ">=", w @ ws + b * bs + gamma, by("smola-alignment-step"),
               ">=", t * gamma + gamma, "alignment",
               "==", (t + 1) * gamma, "algebra")
    p.show(conclusion=w @ ws + b * bs >= t * gamma)


@refuted("update-more-aligned-as-printed", title="An update turns the weights towards the separator",
         source=cite("iml", "Figure 1.22"), corrected="alignment-step-without-bias",
         missing="what grows is the inner product with w*, not the cosine of the angle", ledger=["004-fig122"])
def update_more_aligned_as_printed(p: Script) -> None:
    """In a run without bias on data that w* separates with margin γ > 0, a mistake does not decrease the cosine
    of the angle between w and w*.
    """
    ws, w, x, x2 = p.vectors("w* w x x'")
    gamma, y, y2 = p.reals("γ y y'")
    after = perceptron.update(State(w, 0), x, y, bias_step=0).w
    p.run([(w, 0, after)], [x, y],
          {"label": Eq(y**2, 1), "margin": y * (x @ ws) >= gamma,
           "mistake": perceptron.mistake_condition(State(w, 0), x, y)})
    turned = perceptron.update(State(w, 0), x2, y2, bias_step=0).w
    p.assume(positive=gamma > 0, unit=Eq(ws @ ws, 1), nonzero=w @ w > 0)
    p.assume({"label'": Eq(y2**2, 1), "margin'": y2 * (x2 @ ws) >= gamma,
              "mistake'": perceptron.mistake_condition(State(w, 0), x2, y2),
              "nonzero'": turned @ turned > 0})
    p.show(closer=(turned @ ws) / norm(turned) >= (w @ ws) / norm(w))
    p.counterexample(dimension=2, values={"w*": [1, 0], "γ": 2, "x'": [2, -11], "y'": 1}, steps=[{"x": [4, 3], "y": 1}])


@theorem("alignment-step-without-bias",
         title="One update without bias adds the separator's margin to the inner product",
         source=cite("iml", "Figure 1.22"), says="the cosine grows, and not only the inner product",
         ledger=["004-fig122"])
def alignment_step_without_bias(p: Script) -> None:
    """Without bias, an update on (x, y) adds y⟨x, w*⟩, which is at least γ, to the inner product of w and w*."""
    w, ws, x = p.vectors("w w* x")
    y, gamma = p.reals("y γ")
    p.assume(margin=y * (x @ ws) >= gamma)
    after = perceptron.update(State(w, 0), x, y, bias_step=0)
    p.show(step=after.w @ ws >= w @ ws + gamma)
    p.calc(after.w @ ws,
           "==", w @ ws + y * (x @ ws), "update",
           ">=", w @ ws + gamma, "margin")


# ------------------------------------------------------------------------------- growth of the length


@theorem("perceptron-norm-expansion", title="The square length after one update",
         source=cite("iml", "proof of Theorem 1.7, second display"), ledger=["004-proof-norm"])
def norm_expansion(p: Script) -> None:
    """An update on (x, y) with y² = 1 adds y²‖x‖² + 1 + 2y(⟨w, x⟩ + b) to ‖w‖² + b², which is at most ‖x‖² + 1 if
    (x, y) was a mistake.
    """
    w, x = p.vectors("w x")
    b, y = p.reals("b y")
    p.assume(label=Eq(y**2, 1), mistake=perceptron.mistake_condition(State(w, b), x, y))
    after = perceptron.update(State(w, b), x, y)
    before, longer = w @ w + b**2, after.w @ after.w + after.b**2
    p.show(identity=equal(longer, before + y**2 * (x @ x) + 1 + 2 * y * (w @ x + b)), step=longer <= before + x @ x + 1)
    p.calc(longer,
           "==", before + y**2 * (x @ x) + y**2 + 2 * y * (w @ x + b), "update", "bilinearity",
           "==", before + x @ x + 1 + 2 * y * (w @ x + b), "label",
           "<=", before + x @ x + 1, "mistake", name="expansion")
    p.conclude("expansion.1", "expansion.all", "label")


@theorem("perceptron-norm-growth", title="One mistake lengthens (w, b) by at most R² + 1 in square",
         source=cite("iml", "proof of Theorem 1.7, second display"))
def norm_growth_step(p: Script) -> None:
    """A mistake on an example of length at most R increases ‖w‖² + b² by at most R² + 1."""
    w, x = p.vectors("w x")
    b, y, R = p.reals("b y R")
    p.assume(label=Eq(y**2, 1), radius=x @ x <= R**2, mistake=perceptron.mistake_condition(State(w, b), x, y))
    after = perceptron.update(State(w, b), x, y)
    p.calc(after.w @ after.w + after.b**2,
           "==", w @ w + b**2 + 2 * y * (w @ x + b) + x @ x + 1, "update", "label",
           "<=", w @ w + b**2 + x @ x + 1, "mistake",
           "<=", w @ w + b**2 + R**2 + 1, "radius")


@theorem("smola-norm-growth", title="The square length grows at most linearly",
         source=cite("iml", "proof of Theorem 1.7"), ledger=["004-proof-upper"])
def norm_growth(p: Script) -> None:
    """After t mistakes on examples of length at most R, ‖w‖² + b² is at most t·(R² + 1)."""
    R = p.real("R")
    run = perceptron_run(p, counter="t")
    w, b, t, x, after = run.w, run.b, run.k, run.x, run.after
    run.examples(radius=x @ x <= R**2)
    with p.induction(growth=w @ w + b**2 <= t * (R**2 + 1)):
        p.calc(after.w @ after.w + after.b**2,
               "<=", w @ w + b**2 + R**2 + 1, by("perceptron-norm-growth"),
               "<=", t * (R**2 + 1) + R**2 + 1, "growth",
               "==", (t + 1) * (R**2 + 1), "algebra")
    p.show(conclusion=w @ w + b**2 <= t * (R**2 + 1))


@refuted("update-margin-negative-as-printed", title="An update is made because the margin is negative",
         source=cite("iml", "proof of Theorem 1.7"), missing="the rule updates at margin 0 too: ≤ 0 instead of < 0",
         ledger=["004-proof-strict"], corrected="perceptron-norm-growth")
def update_margin_negative_as_printed(p: Script) -> None:
    """At every mistake of a run on data with the separator (w*, b*), the margin of the example is negative."""
    ws, x2 = p.vectors("w* x'")
    bs, gamma, R, y2 = p.reals("b* γ R y'")
    run = perceptron_run(p, counter="t")
    w, b, x, y = run.w, run.b, run.x, run.y
    run.examples(radius=x @ x <= R**2, margin=y * (x @ ws + bs) >= gamma)
    p.assume(unit=Eq(ws @ ws, 1), positive=gamma > 0)
    p.assume({"label'": Eq(y2**2, 1), "radius'": x2 @ x2 <= R**2, "margin'": y2 * (x2 @ ws + bs) >= gamma,
              "mistake'": perceptron.mistake_condition(State(w, b), x2, y2)})
    p.show(negative=perceptron.margin(State(w, b), x2, y2) < 0)
    p.counterexample(dimension=1, values={"w*": [1], "b*": 0, "γ": 1, "R": 1, "x'": [1], "y'": 1})


@theorem("first-update-is-a-tie", title="Before the first update every example has margin 0",
         source=cite("iml", "proof of Theorem 1.7"),
         says="the margin at an update is < 0; the norm recursion needs only ≤ 0")
def first_update_is_a_tie(p: Script) -> None:
    """Before the first update of a run the margin of every example is 0, and the rule counts every example as a
    mistake."""
    x2, y2 = p.vector("x'"), p.real("y'")
    run = perceptron_run(p, counter="t")
    w, b, t, after = run.w, run.b, run.k, run.after
    run.updates()
    p.assume(first=Eq(t, 0))
    p.show(tie=equal(perceptron.margin(State(w, b), x2, y2), 0),
           mistake=perceptron.mistake_condition(State(w, b), x2, y2))
    with p.induction(counter=t >= 0, weights=(t - 1) * (w @ w) >= 0, bias=(t - 1) * b**2 >= 0):
        p.conclude("counter", length(after.w), square(after.b))
    p.have("short", w @ w <= 0, "weights", "first")
    p.have("squared-offset", b**2 <= 0, "bias", "first")
    p.have("offset", Eq(b, 0), "squared-offset")
    p.have("squared", (w @ x2) ** 2 <= 0, by("cauchy-schwarz", u=w, v=x2), "short", length(x2))
    p.have("score", Eq(w @ x2, 0), "squared")
    p.conclude("score", "offset")


@refuted("example-norm-is-radius-as-printed", title="Every example has length R",
         source=cite("iml", "proof of Theorem 1.7"), corrected="example-norm-at-most-radius",
         missing="≤ instead of =, as R is the largest length", ledger=["004-proof-norm-eq"])
def example_norm_is_radius_as_printed(p: Script) -> None:
    """Let m be the largest length of all other examples. If R is the larger of ‖x‖ and m, then ‖x‖² = R²."""
    x, (m, R) = p.vector("x"), p.reals("m R")
    p.assume(others=m >= 0, radius=Eq(R, Max(norm(x), m)))
    p.show(equality=equal(x @ x, R**2))
    p.counterexample(dimension=1, x=[0], m=1, R=1)


@theorem("example-norm-at-most-radius", title="Every example has length at most R",
         source=cite("iml", "proof of Theorem 1.7"), says="equality is printed")
def example_norm_at_most_radius(p: Script) -> None:
    """Let m be the largest length of all other examples. If R is the larger of ‖x‖ and m, then ‖x‖² ≤ R²."""
    x, (m, R) = p.vector("x"), p.reals("m R")
    p.assume(radius=Eq(R, Max(norm(x), m)))
    p.have("largest", Max(norm(x), m) >= norm(x))
    p.have("length", norm(x) >= 0)
    p.calc(x @ x,
           "==", norm(x) ** 2, "definition",
           "<=", Max(norm(x), m) ** 2, "largest", "length",
           "==", R**2, "radius")


# ------------------------------------------------------------------------------------------ the bound


@theorem("smola-root-chain", title="The chain of inequalities that combines both bounds",
         source=cite("iml", "proof of Theorem 1.7, last display"), ledger=["004-proof-cs"],
         says="t ≥ 0 is not stated, because t counts the updates")
def root_chain(p: Script) -> None:
    """After t ≥ 0 mistakes, tγ is at most the inner product of (w, b) with (w*, b*). This is at most the product of
    their lengths, which is at most √t·√(R² + 1)·√(1 + b*²).
    """
    ws, (bs, gamma, R) = p.vector("w*"), p.reals("b* γ R")
    run = perceptron_run(p, counter="t")
    w, b, t, x, y = run.w, run.b, run.k, run.x, run.y
    run.examples(radius=x @ x <= R**2, margin=y * (x @ ws + bs) >= gamma)
    p.assume(unit=Eq(ws @ ws, 1), counter=t >= 0)  # without it the root of t has no meaning
    learnt, separator, most = sqrt(w @ w + b**2), sqrt(1 + bs**2), sqrt(t) * sqrt(R**2 + 1)
    p.show(alignment=w @ ws + b * bs >= t * gamma,
           lengths=w @ ws + b * bs <= learnt * separator,
           growth=learnt * separator <= most * separator)
    p.use("smola-alignment", name="aligned")
    p.use("smola-norm-growth", name="grown")
    p.use("pair-cauchy-schwarz", name="cauchy-schwarz", u=w, s=b, v=ws, t=bs)
    p.have("nonnegative", separator >= 0)
    p.have("nonnegative'", learnt >= 0)
    p.have("product", learnt * separator >= 0, "nonnegative * nonnegative'")
    p.calc((w @ ws + b * bs) ** 2,
           "<=", (w @ w + b**2) * (ws @ ws + bs**2), "cauchy-schwarz",
           "==", (learnt * separator) ** 2, "unit", "definition", name="squares")
    p.have("within", w @ ws + b * bs <= learnt * separator, "squares.all", "product")
    p.have("root-t", sqrt(t) >= 0)
    p.have("root-radius", sqrt(R**2 + 1) >= 0)
    p.have("most", most >= 0, "root-t * root-radius")
    p.have("shorter", learnt <= most, "grown", "most")
    p.have("longer", learnt * separator <= most * separator, "shorter * nonnegative")
    p.conclude("aligned", "within", "longer")


@theorem("smola-mistake-bound", title="Novikoff's theorem (Theorem 1.7)", source=cite("iml", "Theorem 1.7"),
         ledger=["004-novikoff", "004-both-labels", "004-dimension-free", "004-R-ball"], adds={"positive": "γ > 0"},
         says="the hypothesis that there is an example of each label, which is not needed")
def mistake_bound(p: Script) -> None:
    """If ‖w*‖ = 1 and every example has length at most R and margin at least γ > 0 with respect to (w*, b*), then
    the perceptron makes at most (1 + R²)(1 + b*²)/γ² mistakes, in any order and in any dimension.
    """
    ws, (bs, gamma, R) = p.vector("w*"), p.reals("b* γ R")
    p.assume(unit=Eq(ws @ ws, 1), positive=gamma > 0)
    run = perceptron_run(p, counter="t")
    w, b, t, x, y = run.w, run.b, run.k, run.x, run.y
    run.examples(radius=x @ x <= R**2, margin=y * (x @ ws + bs) >= gamma)
    p.use("smola-alignment", name="alignment")
    p.use("smola-norm-growth", name="growth")
    with p.induction(counter=t >= 0):
        p.conclude("counter")
    p.use("pair-cauchy-schwarz", name="cauchy-schwarz", u=w, s=b, v=ws, t=bs)
    p.calc((t * gamma) ** 2,
           "<=", (w @ ws + b * bs) ** 2, "alignment", "positive", "counter", "counter * positive",
           "<=", (w @ w + b**2) * (ws @ ws + bs**2), "cauchy-schwarz",
           "==", (w @ w + b**2) * (1 + bs**2), "unit",
           "<=", t * (R**2 + 1) * (1 + bs**2), "growth", square(bs))
    p.have("nonnegative", (1 + R**2) * (1 + bs**2) >= 0, square(R), square(bs), square(R * bs))
    p.use("count-at-most-quotient", B=(1 + R**2) * (1 + bs**2))
    p.show(conclusion=t <= (1 + R**2) * (1 + bs**2) / gamma**2)


@refuted("smola-mistake-bound-as-printed", title="Theorem 1.7 without γ > 0", source=cite("iml", "Theorem 1.7"),
         corrected="smola-mistake-bound", missing="γ > 0", ledger=["004-novikoff"])
def mistake_bound_as_printed(p: Script) -> None:
    """If ‖w*‖ = 1 and every example, among them u labelled +1 and v labelled −1, has length at most R and margin at
    least γ ≠ 0 with respect to (w*, b*), then the perceptron makes at most (1 + R²)(1 + b*²)/γ² mistakes.
    """
    ws, u, v = p.vectors("w* u v")
    bs, gamma, R = p.reals("b* γ R")
    p.assume(unit=Eq(ws @ ws, 1), divisible=Ne(gamma, 0),
             radius_u=u @ u <= R**2, margin_u=u @ ws + bs >= gamma,
             radius_v=v @ v <= R**2, margin_v=-(v @ ws + bs) >= gamma)
    run = perceptron_run(p, counter="t")
    t, x, y = run.k, run.x, run.y
    run.examples(radius=x @ x <= R**2, margin=y * (x @ ws + bs) >= gamma)
    p.show(conclusion=t <= (1 + R**2) * (1 + bs**2) / gamma**2)
    one, other = {"x": [1], "y": 1}, {"x": [1], "y": -1}
    p.counterexample(dimension=1, values={"w*": [1], "b*": -1, "γ": -1, "R": 1, "u": [1], "v": [1]},
                     steps=[one, other, one, other, one])


@refuted("smola-bound-any-ball", title="Theorem 1.7 with the radius of any ball that encloses the examples",
         near=cite("iml", "after Theorem 1.7"), corrected="smola-mistake-bound",
         missing="the ball is centred at the origin", ledger={"004-R-ball": "lacks"},
         aliases=["smola-bound-any-ball-as-printed"])
def bound_any_ball_as_printed(p: Script) -> None:
    """If ‖w*‖ = 1 and every example lies in a ball of radius R about some point c and has margin at least γ > 0 with
    respect to (w*, b*), then the perceptron makes at most (1 + R²)(1 + b*²)/γ² mistakes.
    """
    ws, c = p.vectors("w* c")
    bs, gamma, R = p.reals("b* γ R")
    p.assume(unit=Eq(ws @ ws, 1), positive=gamma > 0)
    run = perceptron_run(p, counter="t")
    t, x, y = run.k, run.x, run.y
    run.examples(radius=(x - c) @ (x - c) <= R**2, margin=y * (x @ ws + bs) >= gamma)
    p.show(conclusion=t <= (1 + R**2) * (1 + bs**2) / gamma**2)
    p.counterexample(dimension=1, values={"w*": [1], "b*": 0, "γ": 2, "R": 0, "c": [2]}, steps=[{"x": [2], "y": 1}])


@theorem("smola-bound-attained", title="One mistake attains the bound of Theorem 1.7",
         source=cite("iml", "Theorem 1.7"))
def bound_attained(p: Script) -> None:
    """For R > 0, let (R·e, +1) with ‖e‖ = 1 be the only example. It has margin R + 1/R with respect to (e, 1/R), it is
    a mistake of the perceptron at the start, and the bound of Theorem 1.7 is 1.

    For other numbers of mistakes: any even number attains the bound if R ≥ 1 (bias-step-bound-attained-by-pairs), and
    an odd number k ≥ 3 if and only if R² ≥ (k − 1)/(k − 2) (bias-step-bound-attained-by-odd-numbers,
    smola-bound-attained-needs-room).
    """
    e, R = p.vector("e"), p.real("R")
    p.assume(unit=Eq(e @ e, 1), positive=R > 0)
    x, gamma = R * e, R + 1 / R
    start = State(0 * e, 0)
    p.show(length=equal(x @ x, R**2), margin=equal(x @ e + 1 / R, gamma),
           mistake=perceptron.mistake_condition(start, x, 1),
           bound=equal((1 + R**2) * (1 + (1 / R) ** 2), gamma**2))


@theorem("smola-convergence", title="After finitely many updates every example is classified correctly",
         source=cite("iml", "before Definition 1.6"), ledger=["004-converges"])
def convergence(p: Script) -> None:
    """If ‖w*‖ = 1 and every example has length at most R and margin at least γ > 0 with respect to (w*, b*), then as
    soon as t + 1 exceeds (1 + R²)(1 + b*²)/γ², every example is on its side: y(⟨w, x⟩ + b) > 0.
    """
    ws, x2 = p.vectors("w* x'")
    bs, gamma, R, y2 = p.reals("b* γ R y'")
    p.assume(unit=Eq(ws @ ws, 1), positive=gamma > 0)
    p.assume({"label'": Eq(y2**2, 1), "radius'": x2 @ x2 <= R**2, "margin'": y2 * (x2 @ ws + bs) >= gamma})
    run = perceptron_run(p, counter="t")
    w, b, t, x, y = run.w, run.b, run.k, run.x, run.y
    run.examples(radius=x @ x <= R**2, margin=y * (x @ ws + bs) >= gamma)
    p.assume(enough=t + 1 > (1 + R**2) * (1 + bs**2) / gamma**2)
    p.show(correct=perceptron.margin(State(w, b), x2, y2) > 0)
    p.suppose_not("mistake")
    after = perceptron.update(State(w, b), x2, y2)
    p.use("smola-alignment", name="alignment")
    p.use("smola-norm-growth", name="growth")
    p.use("smola-alignment-step", name="aligned", x=x2, y=y2)
    p.use("perceptron-norm-growth", name="grown", x=x2, y=y2)
    p.have("alignment'", after.w @ ws + after.b * bs >= (t + 1) * gamma, "aligned.step", "alignment")
    p.have("growth'", after.w @ after.w + after.b**2 <= (t + 1) * (R**2 + 1), "grown", "growth")
    p.use("alignment-and-growth-bound-count", name="bound",
          u=augment(after.w, after.b), v=augment(ws, bs), k=t + 1, M=R**2 + 1)
    p.conclude("bound", "enough", "unit")


@theorem("larger-margin-smaller-bound", title="A larger margin gives a smaller bound",
         source=cite("iml", "after Definition 1.6"), ledger=["004-larger-margin"],
         says="a larger margin makes the search easier; what shrinks is the bound of Theorem 1.7",
         adds={"positive": "γ > 0"})
def larger_margin_smaller_bound(p: Script) -> None:
    """For margins 0 < γ ≤ γ' the bound of Theorem 1.7 with γ' is at most the bound with γ."""
    bs, R, gamma, larger = p.reals("b* R γ γ'")
    p.assume(positive=gamma > 0, larger=larger >= gamma)
    B = (1 + R**2) * (1 + bs**2)
    p.have("nonnegative", B >= 0, square(R), square(bs), square(R * bs))
    p.have("positive'", 1 / gamma > 0, "positive")
    p.have("larger-positive", larger > 0, "positive", "larger")
    p.have("reciprocals", 1 / larger <= 1 / gamma)
    p.have("reciprocal", 1 / larger >= 0)
    p.have("squares", 1 / larger**2 <= 1 / gamma**2, "reciprocals", "reciprocal", "positive'")
    p.conclude("nonnegative * squares", conclusion=B / larger**2 <= B / gamma**2)
