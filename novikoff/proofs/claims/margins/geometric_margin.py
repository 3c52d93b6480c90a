"""The distance of a point from the decision boundary, and the geometric margin, eq. (5).

Notation: DB = {v : ⟨w, v⟩ + b = 0} with w ≠ 0; the score of x is ⟨w, x⟩ + b; P = x − ((⟨w, x⟩ + b)/‖w‖²)w is the
projection of x on DB. "d is the distance of x from DB" is stated as three conclusions: P lies in DB, ‖x − P‖ = d, and
‖x − v‖ ≥ d for every v in DB.
"""

from ....algorithms import perceptron
from ....algorithms.perceptron import State
from ...statements.proof_script import Script, by, length, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, equal, norm
from ..inner_products.projection import projection


@theorem("score-bounded-by-distance", title="A point far from 0 in score is far from the decision boundary",
         source=cite("tutorial", "before eq. (2)"))
def score_bounded_by_distance(p: Script) -> None:
    """The square of the score of x is at most ‖w‖²·‖x − v‖² for any v in the decision boundary."""
    w, x, v = p.vectors("w x v")
    b = p.real("b")
    p.assume(member=Eq(w @ v + b, 0))
    p.calc((w @ x + b) ** 2,
           "==", (w @ (x - v)) ** 2, "member",
           "<=", (w @ w) * ((x - v) @ (x - v)), by("cauchy-schwarz", u=w, v=x - v))


@theorem("projection-distance", title="The distance of x from its projection on the decision boundary",
         source=cite("tutorial", "before eq. (2)"))
def projection_distance(p: Script) -> None:
    """If w ≠ 0, the distance of x from its projection on the decision boundary is |⟨w, x⟩ + b|/‖w‖."""
    w, x = p.vectors("w x")
    b = p.real("b")
    p.assume(nonzero=w @ w > 0)
    factor = p.let("s", (w @ x + b) / (w @ w))
    point = p.let("P", x - factor * w)
    d, n = p.let("d", norm(x - point)), p.let("n", norm(w))
    p.show(conclusion=equal(d, abs(w @ x + b) / n))
    p.have("gap", Eq(d**2, factor**2 * (w @ w)), "definition")
    p.have("length", Eq(n**2, w @ w), "definition")
    p.have("factor", Eq(factor * (w @ w), w @ x + b), "definition")
    p.calc((d * n) ** 2,
           "==", d**2 * (w @ w), "length",
           "==", (factor * (w @ w)) ** 2, "gap",
           "==", (w @ x + b) ** 2, "factor",
           "==", abs(w @ x + b) ** 2, "definition", name="squares")
    p.have("nonnegative", d * n >= 0)
    p.use("square-root-unique", name="product", u=d * n, v=abs(w @ x + b))
    p.conclude("product")


@theorem("distance-to-boundary", title="The distance of a point from the decision boundary",
         source=cite("tutorial", "before eq. (2)"), ledger=["000-geom-margin-def"], adds={"nonzero": "w ≠ 0"})
def distance_to_boundary(p: Script) -> None:
    """If w ≠ 0, the distance of x from the decision boundary is |⟨w, x⟩ + b|/‖w‖: its projection P lies in the boundary
    and has this distance from x, and no v in the boundary is closer.
    """
    w, x, v = p.vectors("w x v")
    b = p.real("b")
    p.assume(nonzero=w @ w > 0, member=Eq(w @ v + b, 0))
    point = p.let("P", projection(w, b, x))
    distance = abs(w @ x + b) / norm(w)
    p.use("projection-lies-in-boundary", name="foot")
    p.use("projection-distance", name="attained")
    p.calc((x - point) @ (x - point),
           "<=", (x - point) @ (x - point) + (point - v) @ (point - v), length(point - v),
           "==", (x - v) @ (x - v), by("projection-pythagoras"), name="squares")
    p.use("square-root-monotone", name="closest", u=norm(x - point), v=norm(x - v))
    p.conclude("foot", "attained", "closest",
           member=equal(w @ point + b, 0), attained=equal(norm(x - point), distance),
           least=norm(x - v) >= distance)


@theorem("separated-margin-is-absolute-score", title="On the right side the functional margin is the absolute score",
         source=cite("tutorial", "after eq. (5)"), ledger=["000-geom-margin-signed"])
def absolute_score(p: Script) -> None:
    """If y = ±1 and y(⟨w, x⟩ + b) is not negative, then |⟨w, x⟩ + b| = y(⟨w, x⟩ + b)."""
    w, x = p.vectors("w x")
    b, y = p.reals("b y")
    margin = perceptron.margin(State(w, b), x, y)
    p.assume(label=Eq(y**2, 1), separated=margin >= 0)
    p.show(conclusion=equal(abs(w @ x + b), margin))
    p.calc(abs(w @ x + b) ** 2,
           "==", (w @ x + b) ** 2, "definition",
           "==", margin**2, "label", name="squares")
    p.have("nonnegative", abs(w @ x + b) >= 0)
    p.conclude(by("square-root-unique", u=abs(w @ x + b), v=margin))


@theorem("separated-projection-distance", title="The distance of a sample on the right side from its projection",
         source=cite("tutorial", "eq. (5)"))
def separated_projection_distance(p: Script) -> None:
    """If w ≠ 0, y = ±1 and y(⟨w, x⟩ + b) is not negative, the distance of x from its projection on the decision
    boundary is y(⟨w, x⟩ + b)/‖w‖.
    """
    w, x = p.vectors("w x")
    b, y = p.reals("b y")
    margin = perceptron.margin(State(w, b), x, y)
    p.assume(nonzero=w @ w > 0, label=Eq(y**2, 1), separated=margin >= 0)
    point = p.let("P", projection(w, b, x))
    p.use("projection-distance", name="distance")
    p.use("separated-margin-is-absolute-score", name="absolute")
    p.calc(norm(x - point),
           "==", abs(w @ x + b) / norm(w), "distance",
           "==", margin / norm(w), "absolute")


@refuted("geometric-margin-as-printed", title="The geometric margin without the label",
         source=cite("tutorial", "eq. (5)"), corrected="geometric-margin",
         missing="the label y (or the absolute value): the quotient is negative for y = −1", ledger=["000-eq5"])
def margin_as_printed(p: Script) -> None:
    """If w ≠ 0 and (w, b) puts x on the side of its label, the distance of x from the decision boundary is
    (⟨w, x⟩ + b)/‖w‖.
    """
    w, x = p.vectors("w x")
    b, y = p.reals("b y")
    p.assume(nonzero=w @ w > 0, label=Eq(y**2, 1), separated=perceptron.margin(State(w, b), x, y) > 0)
    point = p.let("P", projection(w, b, x))
    p.show(conclusion=equal(norm(x - point), (w @ x + b) / norm(w)))
    p.counterexample(dimension=1, w=[1], b=0, x=[-1], y=-1)


@theorem("geometric-margin", title="The geometric margin (eq. (5) corrected)", source=cite("tutorial", "eq. (5)"),
         ledger=["000-eq5"],
         says="the label y is missing; strict separation is supposed, where y(⟨w, x⟩ + b) ≥ 0 is enough")
def geometric_margin(p: Script) -> None:
    """If w ≠ 0, y = ±1 and y(⟨w, x⟩ + b) is not negative, the distance of x from the decision boundary is
    y(⟨w, x⟩ + b)/‖w‖: attained at the projection P of x, and no v in the boundary is closer.
    """
    w, x, v = p.vectors("w x v")
    b, y = p.reals("b y")
    margin = perceptron.margin(State(w, b), x, y)
    p.assume(nonzero=w @ w > 0, label=Eq(y**2, 1), separated=margin >= 0, member=Eq(w @ v + b, 0))
    point = p.let("P", projection(w, b, x))
    p.use("separated-projection-distance", name="attained")
    p.use("distance-to-boundary", name="distance")
    p.calc(norm(x - v),
           ">=", abs(w @ x + b) / norm(w), "distance.least",
           "==", norm(x - point), "distance.attained",
           "==", margin / norm(w), "attained", name="least")
    p.conclude("distance.member", "attained", "least.all",
           member=equal(w @ point + b, 0), attained=equal(norm(x - point), margin / norm(w)),
           least=norm(x - v) >= margin / norm(w))


@theorem("signed-distance-of-decomposition", title="The signed distance from eqs. (2)–(4)",
         source=cite("tutorial", "eqs. (2)–(5), for the part of x orthogonal to w"), ledger=["000-eq5"],
         says="γ is called a distance, but is negative where ⟨w, x⟩ + b is")
def signed_distance(p: Script) -> None:
    """If w ≠ 0 and x = u + (γ + d_O)·w/‖w‖ with ⟨w, u⟩ = 0 and d_O = −b/‖w‖, then ⟨w, x⟩ + b = γ‖w‖, that is
    γ = (⟨w, x⟩ + b)/‖w‖.
    """
    w, x, u = p.vectors("w x u")
    b, margin = p.reals("b γ")
    size, square = p.let("n", norm(w)), p.let("q", w @ w)
    offset = p.let("d_O", -b / size)
    p.assume(nonzero=w @ w > 0, orthogonal=Eq(w @ u, 0), decomposition=equal(x, u + (margin + offset) / size * w))
    p.have("square", Eq(square, size**2), "definition")
    p.use("projected-inner-product", {"γ": margin}, name="eq4")
    p.calc(w @ x + b,
           "==", w @ u + margin / size * square - b / size**2 * square + b, "eq4",
           "==", margin / size * square - b / size**2 * square + b, "orthogonal",
           "==", margin * size, "square", name="score")
    p.calc(margin,
           "==", (margin * size) / size, "definition",
           "==", (w @ x + b) / size, "score.all", name="quotient")
    p.conclude("score.all", "quotient.all", score=equal(w @ x + b, margin * size),
           quotient=equal(margin, (w @ x + b) / size))


@theorem("geometric-margin-of-samples", title="The geometric margin of a training set",
         source=cite("tutorial", "before eq. (2)"), ledger=["000-geom-margin-def"], adds={"nonzero": "w ≠ 0"})
def margin_of_samples(p: Script) -> None:
    """If w ≠ 0 and no sample x[i] has a smaller |⟨w, x[i]⟩ + b| than x has, then the distance of x from the decision
    boundary is |⟨w, x⟩ + b|/‖w‖, and the distance of every x[i] from any v in the boundary is at least that.
    """
    w, x, samples, v = p.vectors("w x x[i] v")
    b = p.real("b")
    p.assume(nonzero=w @ w > 0, nearest=(w @ x + b) ** 2 <= (w @ samples + b) ** 2, member=Eq(w @ v + b, 0))
    point = p.let("P", projection(w, b, x))
    p.use("projection-distance", name="attained")
    p.calc((w @ x + b) ** 2,
           "<=", (w @ samples + b) ** 2, "nearest",
           "<=", (w @ w) * ((samples - v) @ (samples - v)), by("score-bounded-by-distance", x=samples),
           name="scores")
    p.have("least", (samples - v) @ (samples - v) >= (w @ x + b) ** 2 / (w @ w), "scores.all", times("nonzero"))
    p.conclude("attained", "least", attained=equal(norm(x - point), abs(w @ x + b) / norm(w)),
           least=(samples - v) @ (samples - v) >= (w @ x + b) ** 2 / (w @ w))


@theorem("separated-samples-minimum-signed",
         title="For a separating (w, b) the least absolute score is the least functional margin",
         source=cite("tutorial", "after eq. (5)"), ledger=["000-geom-margin-signed"],
         says="strict separation is supposed, where y(⟨w, x⟩ + b) ≥ 0 is enough")
def minimum_signed(p: Script) -> None:
    """Let all labels be ±1, let the functional margin y(⟨w, x⟩ + b) of (x, y) not be negative, and let no y[i](⟨w,
    x[i]⟩ + b) be smaller. Then |⟨w, x⟩ + b| = y(⟨w, x⟩ + b), and no |⟨w, x[i]⟩ + b| is smaller.
    """
    w, x, samples = p.vectors("w x x[i]")
    b, y, labels = p.reals("b y y[i]")
    state = State(w, b)
    margin, margins = perceptron.margin(state, x, y), perceptron.margin(state, samples, labels)
    p.assume(label=Eq(y**2, 1), labels=Eq(labels**2, 1), separated=margin >= 0, least=margins >= margin)
    p.use("separated-margin-is-absolute-score", name="absolute")
    p.have("gap", (margins - margin) * (margins + margin) >= 0, "least * least", "least * separated")
    p.calc((w @ x + b) ** 2,
           "==", margin**2, "label",
           "<=", margins**2, "gap",
           "==", (w @ samples + b) ** 2, "labels", name="scores")
    p.conclude("absolute", "scores.all", value=equal(abs(w @ x + b), margin),
           smallest=(w @ x + b) ** 2 <= (w @ samples + b) ** 2)
