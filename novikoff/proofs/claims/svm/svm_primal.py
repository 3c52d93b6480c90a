"""The support vector machine with hard margin, before any duality: normalisation, margin, objective, uniqueness.

Notation: f(x) = ⟨w, x⟩ + b. A solution is a (w, b) with the least ‖w‖² among all (w, b) with yᵢf(xᵢ) ≥ 1 for every i.

Implementation notes: the proof compares the solution (w, b) with one competitor, and concludes that the competitor
satisfies the constraints.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, length, square, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Ne, Scalar, Sum, Vector, equal, norm

SKETCH = "SVM – sketch derivation"
OPTIMIZATION = "SVM – Optimization"


# ------------------------------------------------------------------------------------- normalisation


@theorem("normalised-plane-exists", title="The scores at two points become 1 and −1", source=cite("slides", SKETCH),
         ledger=["003-normalization"], adds={"order": "⟨w, x₊⟩ > ⟨w, x₋⟩"})
def normalised_plane(p: Script) -> None:
    """If ⟨w, x₊⟩ > ⟨w, x₋⟩, then with c = 2/⟨w, x₊ − x₋⟩ > 0 and b = 1 − ⟨cw, x₊⟩ the plane (cw, b) has the score 1 at
    x₊ and −1 at x₋.
    """
    w, u, v = p.vectors("w x' x")
    p.assume(order=w @ u > w @ v)
    c = p.let("c", 2 / (w @ (u - v)))
    b = p.let("b", 1 - (c * w) @ u)
    p.show(factor=c > 0, plus=Eq((c * w) @ u + b, 1), minus=Eq((c * w) @ v + b, -1))


@theorem("normalised-plane-needs-order", title="Otherwise no positive multiple of w does",
         source=cite("slides", SKETCH), says="the normalisation is always possible",
         ledger={"003-normalization": "follows"})
def needs_order(p: Script) -> None:
    """If c > 0, ⟨cw, x₊⟩ + b = 1 and ⟨cw, x₋⟩ + b = −1, then ⟨w, x₊⟩ > ⟨w, x₋⟩."""
    w, u, v = p.vectors("w x' x")
    b, c = p.reals("b c")
    p.assume(factor=c > 0, plus=Eq((c * w) @ u + b, 1), minus=Eq((c * w) @ v + b, -1))
    p.conclude(times("factor"), "plus", "minus", order=w @ u > w @ v)


@theorem("normalising-factor", title="Scaling alone normalises two opposite scores", source=cite("slides", SKETCH),
         ledger={"003-normalization": "follows"},
         says="the reason is the freedom to scale (w, b). It is enough that the support vectors of both classes have "
              "opposite scores; for the plane of the largest margin they do.")
def normalising_factor(p: Script) -> None:
    """If ⟨w, x₊⟩ + b = s ≠ 0 and ⟨w, x₋⟩ + b = −s, then with c = 1/s the plane (cw, cb) has the scores 1 and −1."""
    w, u, v = p.vectors("w x' x")
    b = p.real("b")
    s = p.let("s", w @ u + b)
    p.assume(nonzero=Ne(s, 0), opposite=Eq(w @ v + b, -s))
    c = p.let("c", 1 / s)
    p.show(plus=Eq((c * w) @ u + c * b, 1), minus=Eq((c * w) @ v + c * b, -1))


@theorem("normalised-margin", title="The margin of the normalised plane is 2/‖w‖", source=cite("slides", SKETCH),
         ledger=["003-margin"])
def normalised_margin(p: Script) -> None:
    """If w = ne with ‖e‖ = 1, so that n = ‖w‖ for e = w/‖w‖, and w has the scores 1 and −1 at x₊ and x₋, then
    e·(x₊ − x₋) = 2/n.
    """
    e, u, v = p.vectors("e x' x")
    b, n = p.reals("b n")
    w = p.let("w", n * e)
    p.assume(unit=Eq(e @ e, 1), plus=Eq(w @ u + b, 1), minus=Eq(w @ v + b, -1))
    p.show(length=Eq(w @ w, n**2), conclusion=Eq(e @ (u - v), 2 / n))


# ------------------------------------------------------------------------------------- the problem


@theorem("constraints-by-class-as-margin", title="The constraints of the two classes as one",
         source=cite("slides", OPTIMIZATION), ledger=["003-max-min"])
def as_margin(p: Script) -> None:
    """Let y = ±1. If y = 1 implies f(x) ≥ 1 and y = −1 implies f(x) ≤ −1, then yf(x) ≥ 1."""
    w, x = p.vectors("w x")
    b, y = p.reals("b y")
    score = w @ x + b
    p.assume(positive=(1 + y) * (score - 1) >= 0, negative=(1 - y) * (-1 - score) >= 0)
    p.show(conclusion=perceptron.margin(State(w, b), x, y) >= 1)


@theorem("margin-as-constraints-by-class", title="The one constraint as those of the two classes",
         source=cite("slides", OPTIMIZATION), ledger=["003-max-min"])
def as_classes(p: Script) -> None:
    """If y = ±1 and yf(x) ≥ 1, then f(x) ≥ 1 in case y = 1, and f(x) ≤ −1 in case y = −1."""
    w, x = p.vectors("w x")
    b, y = p.reals("b y")
    score = w @ x + b
    p.assume(label=Eq(y**2, 1), margin=perceptron.margin(State(w, b), x, y) >= 1)
    p.show(positive=(1 + y) * (score - 1) >= 0, negative=(1 - y) * (-1 - score) >= 0)
    p.have("plus", 1 + y >= 0, square(1 + y), "label")
    p.have("minus", 1 - y >= 0, square(1 - y), "label")
    p.have("positive", (1 + y) * (score - 1) >= 0, "plus * margin", "label")
    p.have("negative", (1 - y) * (-1 - score) >= 0, "minus * margin", "label")
    p.conclude("positive", "negative")


def samples(p: Script) -> tuple[Vector, Scalar]:
    """Declare samples with labels ±1, at least one of each class: Σ(1 + yᵢ) and Σ(1 − yᵢ) are twice their numbers."""
    x, y = p.vector("x[i]"), p.real("y[i]")
    p.assume(label=Eq(y**2, 1), some_positive=Sum(1 + y) > 0, some_negative=Sum(1 - y) > 0)
    return x, y


@theorem("both-classes-need-weights", title="With both classes the constraints exclude w = 0",
         source=cite("slides", OPTIMIZATION), ledger=["003-max-min"],
         adds={"some_positive": "there is a sample of the class 1",
               "some_negative": "there is a sample of the class −1"},
         says="2/‖w‖ is defined for every (w, b) that satisfies the constraints")
def need_weights(p: Script) -> None:
    """If yᵢf(xᵢ) ≥ 1 for every i and there are samples of both classes, then w ≠ 0."""
    x, y = samples(p)
    w, b = p.vector("w"), p.real("b")
    margin = perceptron.margin(State(w, b), x, y)
    p.assume(margin=margin >= 1)
    p.show(conclusion=w @ w > 0)
    p.suppose_not("none")
    p.have("zero", Eq(w @ w, 0), "none", length(w))
    with p.proving("score", Eq(w @ x, 0)):
        p.use("cauchy-schwarz", name="product", u=w, v=x)
        p.have("square", (w @ x) ** 2 <= 0, "product", "zero")
        p.conclude("square")
    p.have("plus", 1 + y >= 0, square(1 + y), "label")
    p.have("minus", 1 - y >= 0, square(1 - y), "label")
    p.have("positive", (1 + y) * (b - 1) >= 0, "plus * margin", "label", "score")
    p.have("negative", (1 - y) * (-b - 1) >= 0, "minus * margin", "label", "score")
    p.sum("positive", "positives")
    p.sum("negative", "negatives")
    p.have("above", b >= 1, "positives", times("some_positive"))
    p.have("below", -b >= 1, "negatives", times("some_negative"))
    p.conclude("above", "below")


@theorem("one-class-needs-no-weights", title="With one class w = 0 satisfies the constraints",
         source=cite("slides", OPTIMIZATION), ledger={"003-max-min": "follows"},
         says="the text does not state that both classes must be present; otherwise 2/‖w‖ has no maximum")
def one_class(p: Script) -> None:
    """If all samples have the same label y = ±1, then (0, y) satisfies the constraints. The same holds for (v, 2y) and
    every v, however short, with y⟨v, xᵢ⟩ ≥ −1 for every i.
    """
    v, x = p.vectors("v x[i]")
    y = p.real("y")
    p.assume(label=Eq(y**2, 1), short=y * (v @ x) >= -1)
    p.show(none=perceptron.margin(State(0 * v, y), x, y) >= 1, some=perceptron.margin(State(v, 2 * y), x, y) >= 1)


@theorem("shorter-weights-larger-margin", title="Least ‖w‖² means largest 2/‖w‖", source=cite("slides", OPTIMIZATION),
         ledger=["003-max-min"], adds={"nonzero": "w ≠ 0, which holds if both classes are present"})
def larger_margin(p: Script) -> None:
    """If w ≠ 0 and ‖w‖² ≤ ‖v‖², then v ≠ 0 and 2/‖w‖ ≥ 2/‖v‖."""
    w, v = p.vectors("w v")
    p.assume(nonzero=w @ w > 0, shorter=w @ w <= v @ v)
    p.show(conclusion=2 / norm(w) >= 2 / norm(v))
    p.have("own", norm(w) > 0)
    p.have("other", norm(v) > 0)
    p.use("square-root-monotone", name="lengths", u=norm(w), v=norm(v))
    p.conclude("lengths", times("own", "other"))


@theorem("larger-margin-shorter-weights", title="Largest 2/‖w‖ means least ‖w‖²", source=cite("slides", OPTIMIZATION),
         ledger=["003-max-min"],
         adds={"nonzero": "w ≠ 0, which holds if both classes are present",
               "other_nonzero": "v ≠ 0, which holds if both classes are present"})
def shorter_weights(p: Script) -> None:
    """If w ≠ 0, v ≠ 0 and 2/‖w‖ ≥ 2/‖v‖, then ‖w‖² ≤ ‖v‖²."""
    w, v = p.vectors("w v")
    p.assume(nonzero=w @ w > 0, other_nonzero=v @ v > 0, larger=2 / norm(w) >= 2 / norm(v))
    p.show(conclusion=w @ w <= v @ v)
    p.have("own", norm(w) > 0)
    p.have("other", norm(v) > 0)
    p.have("lengths", norm(w) <= norm(v), "own * other * larger")
    p.conclude("own * lengths", "other * lengths")


# ------------------------------------------------------------------------------------- uniqueness and existence


def two_solutions(p: Script) -> tuple[State, State, Vector, Scalar]:
    """Declare two classifiers of equal ‖w‖² that satisfy the constraints, and the samples."""
    w, v, x = p.vectors("w v x[i]")
    b, c, y = p.reals("b c y[i]")
    first, second = State(w, b), State(v, c)
    p.assume(first=perceptron.margin(first, x, y) >= 1, second=perceptron.margin(second, x, y) >= 1)
    return first, second, x, y


@theorem("hard-margin-weights-unique", title="The weights of the hard margin are unique",
         source=cite("slides", OPTIMIZATION), ledger=["003-unique-hard"])
def weights_unique(p: Script) -> None:
    """Let (w, b) and (v, c) satisfy the constraints, with equal ‖w‖² = ‖v‖². Their midpoint satisfies them, too; and if
    its weights are not shorter than w, then w = v.
    """
    first, second, x, y = two_solutions(p)
    (w, b), (v, c) = first, second
    middle = State(p.let("m", (w + v) / 2), (b + c) / 2)
    p.assume(equal=Eq(w @ w, v @ v), least=w @ w <= middle.w @ middle.w)
    p.show(feasible=perceptron.margin(middle, x, y) >= 1, conclusion=equal(w, v))
    p.have("feasible'", perceptron.margin(middle, x, y) >= 1, "first", "second")
    p.have("parallelogram", Eq(middle.w @ middle.w, (w @ w + v @ v) / 2 - (w - v) @ (w - v) / 4), "bilinearity")
    p.have("below", (w - v) @ (w - v) <= 0, "parallelogram", "equal", "least")
    p.have("above", (w - v) @ (w - v) >= 0, length(w - v))
    p.conclude("feasible'", "below", "above")


@theorem("hard-margin-bias-unique", title="The bias of the hard margin is unique", source=cite("slides", OPTIMIZATION),
         says="the minimum is over w alone; for the bias, both classes must be present",
         ledger={"003-unique-hard": "follows"})
def bias_unique(p: Script) -> None:
    """Let (w, b) and (w, c) with b < c satisfy the constraints, w ≠ 0 (as it is with samples of both classes), and
    δ = ½(c − b). Then (w, ½(b + c))/(1 + δ) satisfies them, with weights shorter than w.
    """
    w, x = p.vectors("w x[i]")
    b, c, y = p.reals("b c y[i]")
    p.assume(label=Eq(y**2, 1), first=perceptron.margin(State(w, b), x, y) >= 1,
             second=perceptron.margin(State(w, c), x, y) >= 1, different=b < c, nonzero=w @ w > 0)
    scale = p.let("s", 1 / (1 + (c - b) / 2))
    shorter = State(p.let("u", scale * w), scale * (b + c) / 2)
    p.show(feasible=perceptron.margin(shorter, x, y) >= 1, shorter=shorter.w @ shorter.w < w @ w)
    p.have("scale", Eq(scale * (1 + (c - b) / 2), 1), "definition")
    p.have("positive", scale > 0, "different")
    p.have("small", scale < 1, "scale", "positive * different")
    p.have("plus", 1 + y >= 0, square(1 + y), "label")
    p.have("minus", 1 - y >= 0, square(1 - y), "label")
    p.have("middle", perceptron.margin(State(w, (b + c) / 2), x, y) >= 1 + (c - b) / 2,
           "plus * first", "minus * second", "label")
    p.have("feasible'", perceptron.margin(shorter, x, y) >= 1, "positive * middle", "scale")
    p.have("square", scale**2 < 1, "positive * small", "small")
    p.have("less", 1 - scale**2 > 0, "square")
    p.conclude("feasible'", "less * nonzero")


@theorem("svm-weights-in-span", title="The weights of the hard margin lie in the span of the samples",
         source=cite("slides", "Support Vector Machine, support vectors"), ledger=["003-sv-intuitive"],
         says="the representation with αᵢ ≥ 0 on the support vectors, which is the stationarity of w in the dual "
              "problem")
def in_span(p: Script) -> None:
    """Let (w, b) satisfy the constraints, and let v ≠ 0 be orthogonal to all samples. Then (u, b) with u = w −
    (⟨w, v⟩/‖v‖²)v satisfies them, too, and ‖u‖² = ‖w‖² − ⟨w, v⟩²/‖v‖²: so if w is a solution, it is orthogonal to v.
    """
    w, v, x = p.vectors("w v x[i]")
    b, y = p.reals("b y[i]")
    u = p.let("u", w - (w @ v) / (v @ v) * v)
    p.assume(nonzero=v @ v > 0, orthogonal=Eq(v @ x, 0), margin=perceptron.margin(State(w, b), x, y) >= 1)
    p.show(feasible=perceptron.margin(State(u, b), x, y) >= 1, length=Eq(u @ u, w @ w - (w @ v) ** 2 / (v @ v)))
    p.have("feasible'", perceptron.margin(State(u, b), x, y) >= 1, "margin", "orthogonal")
    p.have("length'", Eq(u @ u, w @ w - (w @ v) ** 2 / (v @ v)))
    p.conclude("feasible'", "length'")


@theorem("support-vectors-are-closest", title="Support vectors are closest to the decision boundary",
         source=cite("slides", "Support Vector Machine, support vectors"), ledger=["003-sv-intuitive"],
         says="they are the closest points; a closest point may have the weight α = 0", adds={"nonzero": "w ≠ 0"})
def support_vectors_closest(p: Script) -> None:
    """Let (w, b) with w ≠ 0 satisfy the constraints, and let (z, s) be a sample with weight α > 0 and α(sf(z) − 1) = 0.
    Then sf(z) = 1, and no sample has a smaller signed distance yᵢf(xᵢ)/‖w‖ from the plane than z has.
    """
    w, z, x = p.vectors("w z x[i]")
    b, s, y, a = p.reals("b s y[i] α")
    own, others = perceptron.margin(State(w, b), z, s), perceptron.margin(State(w, b), x, y)
    p.assume(nonzero=w @ w > 0, margin=others >= 1, weight=a > 0, slackness=Eq(a * (own - 1), 0))
    p.show(tight=Eq(own, 1), closest=own / norm(w) <= others / norm(w))
    p.have("tight'", Eq(own, 1), "slackness", times("weight"))
    p.have("inverse", 1 / norm(w) >= 0)
    p.have("closest", others / norm(w) >= own / norm(w), "inverse * margin", "tight'")
    p.conclude("tight'", "closest")
