"""From one document's conventions to another's: the penalty C, the margin, augmented vectors, what counts as a step.

Notation: f(x) = ⟨w, x⟩ + b. ξ[i] ≥ 0 are the slacks. As in `hull_nearest_point`, a point of a hull is given by
its weights and by the inner products that a proof needs.
"""

from collections.abc import Sequence

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Comparison, Eq, Rational, Scalar, Sum, Vector, augment, equal, norm
from ..inner_products.projection import projection


@theorem("svm-penalty-conversion", title="The penalty of the slides is twice that of the notes",
         source=cite("slides", "soft margin, the objective"), ledger=["x-C-factor"])
def penalty(p: Script) -> None:
    """The slides' objective ‖w‖² + CΣξ with C = 2C' is twice the notes' objective ½‖w‖² + C'Σξ. So of any two points
    (w, ξ) and (v, η), both objectives prefer the same point. The difference of the slides' objective is twice the
    difference of the notes' objective.
    """
    w, v = p.vectors("w v")
    xi, eta = p.reals("ξ[i] η[i]")
    C, notes_C = p.reals("C C'")
    p.assume(factor=Eq(C, 2 * notes_C))

    def slides(u: Vector, slack: Scalar) -> Scalar:
        return u @ u + C * Sum(slack)

    def notes(u: Vector, slack: Scalar) -> Scalar:
        return u @ u / 2 + notes_C * Sum(slack)

    p.show(twice=equal(slides(w, xi), 2 * notes(w, xi)),
           difference=equal(slides(w, xi) - slides(v, eta), 2 * (notes(w, xi) - notes(v, eta))))


@theorem("svm-margin-conversion", title="The margin of the slides is twice the geometric margin",
         source=cite("slides", "SVM, sketch of the derivation"), ledger=["x-margin-conv"])
def margin_conversion(p: Script) -> None:
    """If ⟨w, x⟩ + b = m and ⟨w, z⟩ + b = −m with w ≠ 0 and m ≥ 0, then ⟨w, x − z⟩/‖w‖ = 2m/‖w‖ is twice the distance of
    x from the decision boundary, and twice the distance of z. Both distances are m/‖w‖. The slides have m = 1.
    """
    w, x, z = p.vectors("w x z")
    b, m = p.reals("b m")
    p.assume(nonzero=w @ w > 0, level=m >= 0, positive=Eq(w @ x + b, m), negative=Eq(w @ z + b, -m))
    near, far = p.let("P", projection(w, b, x)), p.let("Q", projection(w, b, z))
    p.show(width=equal(w @ (x - z) / norm(w), 2 * m / norm(w)),
           first=equal(norm(x - near), m / norm(w)), second=equal(norm(z - far), m / norm(w)))
    p.use("separated-projection-distance", name="first", y=1)
    p.use("separated-projection-distance", name="second", x=z, y=-1)
    p.have("width'", equal(w @ (x - z) / norm(w), 2 * m / norm(w)), "positive", "negative")
    p.conclude("width'", "first", "second", "positive", "negative")


@theorem("corrected-slides-run-is-book-run", title="The corrected perceptron of the slides is that of the book section",
         source=cite("slides", "the perceptron algorithm, with y in place of sign(f(x)) and α = 1"),
         ledger=["x-corrected-003"],
         says="sign(f(x)) in place of y. If f ≥ 0 counts as right for y = 1, a tie such as in the first step "
              "is not a mistake, and the updates differ. In this claim, misclassified means yf ≤ 0 in both algorithms.")
def corrected_slides_run(p: Script) -> None:
    """Let e be a unit vector orthogonal to all examples, and let x' = x + e be the augmented examples. After the same
    updates from 0, v ← v + yx' and Algorithm 1.3 have v = w + be and the same margins, so that both make the same
    mistakes.
    """
    w, v, x, z, e = p.vectors("w v x z e")
    b, y, label = p.reals("b y y'")
    book = perceptron.update(State(w, b), x, y)
    slides = perceptron.update(State(v, 0), x + e, y, bias_step=0)
    p.assume(unit=Eq(e @ e, 1), new_orthogonal=Eq(z @ e, 0))
    p.run([(w, 0, book.w), (b, 0, book.b), (v, 0, slides.w)], [x, y], {"orthogonal": Eq(x @ e, 0)})
    with p.induction(weights=equal(v, w + b * e), plain=Eq(w @ e, 0), product=Eq(v @ (z + e), w @ z + b)):
        pass
    p.conclude("weights", "product", weights=equal(v, w + b * e),
           margin=equal(perceptron.margin(State(v, 0), z + e, label), perceptron.margin(State(w, b), z, label)),
           )


@theorem("updates-are-mistakes", title="There are as many updates as mistakes",
         source=cite("iml", "proof of Theorem 1.7, last sentence"), ledger=["004-mistakes-updates"])
def updates_are_mistakes(p: Script) -> None:
    """Let m = 1 in the rounds with a mistake and m = 0 in the others, and let the perceptron update only in the rounds
    with a mistake. Then b changes exactly in these rounds, so the number of changes of (w, b) is the number of
    mistakes.

    c is 1 in the rounds in which b changes, and 0 in the others. For the change d of b, this is (1 − c)d = 0, and c =
    c·q·d for some number q. The claim holds for any choice of the rounds that count as mistakes.
    """
    w, x = p.vectors("w x")
    b, y, m, c, q, mistakes, changes = p.reals("b y m c q M U")
    after = perceptron.update(State(w, b), x, y, rate=m)
    change = after.b - b
    p.run([(w, 0, after.w), (b, 0, after.b), (mistakes, 0, mistakes + m), (changes, 0, changes + c)], [x, y, m, c, q],
          {"label": Eq(y**2, 1), "mistake": Eq(m * (1 - m), 0), "unchanged": Eq((1 - c) * change, 0),
           "changed": Eq(c * (1 - q * change), 0)})
    with p.induction(counts=Eq(mistakes, changes)):
        p.have("kept", Eq((1 - c) * m, 0), "unchanged", "label")
        p.have("made", Eq(c * (1 - m), 0), "changed", "mistake")
        p.conclude("counts", "kept", "made")
    p.show(conclusion=Eq(mistakes, changes))


# ---------------------------------------------------------------------- two bias steps on the same data


def visited(data: Sequence[tuple[Vector, int]], bias_step: int, visits: str) -> list[Comparison]:
    """Return the conditions on the visits of a run on multiples of a unit vector. "-" is a visit with a mistake, "+" a
    visit without one, in cyclic order.

    The first visit has no condition, because it is always a tie. The shipped update follows each mistake.
    """
    state, found = State(0 * data[0][0], 0), []
    for number, visit in enumerate(visits):
        x, y = data[number % len(data)]
        found.append(perceptron.mistake_condition(state, x, y) if visit == "-" else perceptron.margin(state, x, y) > 0)
        if visit == "-":
            state = perceptron.update(state, x, y, bias_step=bias_step)
    return found[1:]


@theorem("update-counts-incomparable", title="Neither bias step makes fewer updates on all data",
         source=cite("tutorial", "eqs. (6), (7); with Algorithm 1.3 of the book section"),
         ledger=["x-counts-incomparable"])
def counts_incomparable(p: Script) -> None:
    """Let e be a unit vector, and visit the examples in cyclic order. On (−3e, 1), (e, −1) the perceptron makes two
    updates with bias step R² = 9 and one with bias step 1. On (−3e, 1), (e, 1), (3e, −1) it makes three updates with
    bias step 9 and six with bias step 1.
    """
    e = p.vector("e")
    p.assume(unit=Eq(e @ e, 1))
    two, three = [(-3 * e, 1), (e, -1)], [(-3 * e, 1), (e, 1), (3 * e, -1)]
    runs = {"tutorial_two": (two, 9, "--++"), "book_two": (two, 1, "-++"),
            "tutorial_three": (three, 9, "-+-+-+++"), "book_three": (three, 1, "--++--+-++-+++")}
    for name, (data, bias_step, visits) in runs.items():
        p.show(**{f"{name}_{n}": fact for n, fact in enumerate(visited(data, bias_step, visits), 2)})


# ---------------------------------------------------------------------------- (29) on augmented vectors


@theorem("augmented-hull-point-is-feasible",
         title="The nearest point of the augmented hull, scaled, separates with margin 1",
         source=cite("lecture", "eq. (29) and p. 31, on the vectors k·(1, x)"), ledger=["x-aug-hull-vs-svm"])
def augmented_hull_feasible(p: Script) -> None:
    """Let (w, b) ≠ 0 be the point nearest to 0 in the hull of the signed vectors y[i](x[i], 1): y[i](⟨w, x[i]⟩ + b) ≥ N
    = ‖w‖² + b² for every i. Then (w/N, b/N) has all margins at least 1 and the square length 1/N. (There is such a
    point: hull-nearest-point-exists.)
    """
    w, x = p.vectors("w x[i]")
    b, y = p.reals("b y[i]")
    size = w @ w + b**2
    p.assume(nearest=perceptron.margin(State(w, b), x, y) >= size, nonzero=size > 0)
    scaled = State(w / size, b / size)
    p.show(feasible=perceptron.margin(scaled, x, y) >= 1,
           value=Eq(scaled.w @ scaled.w + scaled.b**2, 1 / size))
    p.have("scaled", perceptron.margin(scaled, x, y) >= 1, "nearest", times("nonzero"))
    p.conclude("scaled", "algebra")


@theorem("augmented-hull-is-svm-with-bias",
         title="The nearest point of the augmented hull minimises ‖w‖² + b², not ‖w‖²",
         source=cite("lecture", "eq. (29) and p. 31, on the vectors k·(1, x)"),
         ledger=["x-aug-hull-vs-svm", "002-rstr-page8"],
         says="the remark of p. 31 takes this classifier for the classifier of the largest geometric margin")
def augmented_hull(p: Script) -> None:
    """If (w, b) lies in the hull of the signed vectors y[i](x[i], 1), every (u, c) with y[i](⟨u, x[i]⟩ + c) ≥ 1 for
    every i has (‖u‖² + c²)(‖w‖² + b²) ≥ 1. Take (w, b)/(‖w‖² + b²) of `augmented-hull-point-is-feasible` for the
    nearest (w, b). No such (u, c) has a smaller ‖u‖² + c².
    """
    u, x = p.vectors("u x[i]")
    c, y, a = p.reals("c y[i] a[i]")
    w, b, margin = p.let("w", Sum(a * y * x)), p.let("b", Sum(a * y)), perceptron.margin(State(u, c), x, y)
    p.assume(nonnegative=a >= 0, total=Eq(Sum(a), 1), feasible=margin >= 1)
    p.show(conclusion=(u @ u + c**2) * (w @ w + b**2) >= 1)
    p.have("terms", a * margin >= a, "nonnegative * feasible")
    p.sum("terms", "summed")
    p.have("long", w @ u + b * c >= 1, "summed", "total")
    p.use("pair-cauchy-schwarz", name="lengths", u=w, v=u, s=b, t=c)
    p.conclude("lengths", "long * long", "long")


@refuted("augmented-hull-maximises-margin-as-printed",
         title="The nearest point of the augmented hull is the classifier of the largest geometric margin",
         source=cite("lecture", "p. 31, its last remark, with p. 8"), corrected="augmented-hull-is-svm-with-bias",
         missing="the bias: (29) on augmented vectors minimises ‖w‖² + b², the best geometric margin ‖w‖²",
         ledger=["002-rstr-page8"])
def augmented_hull_as_printed(p: Script) -> None:
    """Let (w, b) with w ≠ 0 be the point nearest to 0 in the hull of the signed vectors y[i](x[i], 1). For every (u, c)
    with u ≠ 0 and y[i](⟨u, x[i]⟩ + c) ≥ g for every i, the distances y[i](⟨w, x[i]⟩ + b)/‖w‖ are all at least g/‖u‖.

    In the counterexample, −5 has the label 1 and 1 has the label −1: the augmented hull puts the threshold at −1, but
    the best threshold is −2.
    """
    w, u, x = p.vectors("w u x[i]")
    b, c, y, a, g = p.reals("b c y[i] a[i] g")
    own, other = perceptron.margin(State(w, b), x, y), perceptron.margin(State(u, c), x, y)
    p.assume(label=Eq(y**2, 1), nonnegative=a >= 0, total=Eq(Sum(a), 1), nearest=own >= w @ w + b**2,
             itself=Eq(w @ w + b**2, Sum(a * own)), combination=Eq(w @ u + b * c, Sum(a * other)),
             direction=w @ w > 0, other_direction=u @ u > 0, least=other >= g)
    p.show(best=own / norm(w) >= g / norm(u))
    p.counterexample(dimension=1, size=2, w=[-1], b=-1, u=[-1], c=-2, g=3, values={
        "x[i]": [[-5], [1]], "y[i]": [1, -1], "a[i]": [0, 1],
    })


@theorem("augmented-hull-margin-smaller",
         title="The nearest point of the augmented hull may have a smaller margin than the best plane",
         source=cite("lecture", "p. 31, its last remark"), ledger=["x-aug-hull-vs-svm"])
def augmented_margin_smaller(p: Script) -> None:
    """With orthonormal e, f, the augmented hull of the examples 2e labelled 1 and f labelled −1 has the nearest point
    (w, b) = (⅔(e − f), −⅓), where both margins are 1 = ‖w‖² + b². Both margins are 1 for (u, c) = (⅕(4e − 2f), −3/5)
    too, but ‖u‖ < ‖w‖, so the geometric margin 1/‖u‖ is larger than 1/‖w‖.
    """
    e, f = p.vectors("e f")
    p.assume(first=Eq(e @ e, 1), second=Eq(f @ f, 1), orthogonal=Eq(e @ f, 0))
    w, u = p.let("w", Rational(2, 3) * (e - f)), p.let("u", Rational(2, 5) * (2 * e - f))
    b, c = -Rational(1, 3), -Rational(3, 5)
    near, best = State(w, b), State(u, c)
    point = Rational(1, 3) * augment(2 * e, 1) - Rational(2, 3) * augment(f, 1)
    p.show(in_hull=equal(augment(Rational(2, 3) * (e - f), b), point), length=Eq(w @ w + b**2, 1),
           near_first=Eq(perceptron.margin(near, 2 * e, 1), 1), near_second=Eq(perceptron.margin(near, f, -1), 1),
           best_first=Eq(perceptron.margin(best, 2 * e, 1), 1), best_second=Eq(perceptron.margin(best, f, -1), 1),
           shorter=u @ u < w @ w)
