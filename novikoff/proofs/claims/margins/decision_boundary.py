"""The decision boundary DB = {x : ⟨w, x⟩ + b = 0}: w is perpendicular to it, and the class changes across it.

Notation: the score of x is ⟨w, x⟩ + b. The source first writes a hyperplane as ⟨w, x⟩ = b, later as ⟨w, x⟩ + b = 0.
"""

from ...statements.proof_script import Script, by, square
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, equal, norm


@theorem("weights-orthogonal-to-boundary-differences", title="The weight vector is orthogonal to the decision boundary",
         source=cite("tutorial", "before eq. (2)"), ledger=["000-w-perp-differences", "003-normal"])
def differences(p: Script) -> None:
    """The weight vector w is orthogonal to the difference of any two vectors of the decision boundary."""
    w, v1, v2 = p.vectors("w v1 v2")
    b = p.real("b")
    p.assume(first=Eq(w @ v1 + b, 0), second=Eq(w @ v2 + b, 0))
    p.calc(w @ (v1 - v2),
           "==", (w @ v1 + b) - (w @ v2 + b), "bilinearity",
           "==", 0, "first", "second")


@refuted("boundary-vectors-orthogonal-as-printed", title="Every vector of the decision boundary is orthogonal to w",
         source=cite("tutorial", "before eq. (2)"), corrected="boundary-vector-inner-product",
         missing="only differences of such vectors are orthogonal to w, that is, vectors from one point of the "
                 "boundary to another, which may be meant; the vectors themselves are orthogonal to w if and only if b "
                 "= 0",
         ledger=["000-vectors-in-db-perp"])
def vectors_as_printed(p: Script) -> None:
    """Every vector of the decision boundary is orthogonal to w."""
    w, v = p.vectors("w v")
    b = p.real("b")
    p.assume(member=Eq(w @ v + b, 0))
    p.show(conclusion=Eq(w @ v, 0))
    p.counterexample(dimension=1, w=[1], v=[1], b=-1)


@theorem("boundary-vector-inner-product", title="Vectors of the decision boundary have the inner product −b with w",
         source=cite("tutorial", "before eq. (2)"), ledger=["000-vectors-in-db-perp"],
         says="the inner product is 0; this holds if and only if b = 0")
def inner_product(p: Script) -> None:
    """A vector of the decision boundary has the inner product −b with w, so it is orthogonal to w if and only if b
    = 0.
    """
    w, v = p.vectors("w v")
    b = p.real("b")
    p.assume(member=Eq(w @ v + b, 0))
    p.calc(w @ v,
           "==", (w @ v + b) - b, "algebra",
           "==", -b, "member")


@theorem("boundary-vectors-orthogonal-without-bias",
         title="Without bias the decision boundary is the orthogonal complement of w",
         source=cite("tutorial", "before eq. (2)"), ledger=["000-vectors-in-db-perp"])
def without_bias(p: Script) -> None:
    """If b = 0, every vector of the decision boundary is orthogonal to w."""
    w, v = p.vectors("w v")
    b = p.real("b")
    p.assume(homogeneous=Eq(b, 0), member=Eq(w @ v + b, 0))
    p.calc(w @ v,
           "==", -b, by("boundary-vector-inner-product"),
           "==", 0, "homogeneous")


@theorem("orthogonal-boundary-vector-forces-zero-bias",
         title="Only a boundary through the origin has a vector orthogonal to w",
         source=cite("tutorial", "before eq. (2)"), ledger=["000-vectors-in-db-perp"])
def forces_zero_bias(p: Script) -> None:
    """If one vector of the decision boundary is orthogonal to w, then b = 0."""
    w, v = p.vectors("w v")
    b = p.real("b")
    p.assume(orthogonal=Eq(w @ v, 0), member=Eq(w @ v + b, 0))
    p.calc(b,
           "==", -(w @ v), by("boundary-vector-inner-product"),
           "==", 0, "orthogonal")


@theorem("hyperplane-is-translated-complement", title="A hyperplane is a translate of the orthogonal complement of w",
         source=cite("tutorial", "Basic Concepts, hyperplane"), ledger=["000-hyperplane-def", "003-normal"],
         adds={"nonzero": "w ≠ 0"}, says="nothing about w = 0; then the set is empty or the whole space")
def hyperplane(p: Script) -> None:
    """If w ≠ 0, the point p = (c/‖w‖²)w lies in the set of all x with ⟨w, x⟩ = c, and any x lies in it if and only if
    x − p is orthogonal to w, because ⟨w, x − p⟩ and ⟨w, x⟩ − c are equal.
    """
    w, x = p.vectors("w x")
    c = p.real("c")
    p.assume(nonzero=w @ w > 0)
    factor = p.let("s", c / (w @ w))
    point = p.let("p", factor * w)
    p.calc(w @ point,
           "==", factor * (w @ w), "bilinearity",
           "==", c, "definition", name="point")
    p.calc(w @ (x - point),
           "==", w @ x - w @ point, "bilinearity",
           "==", w @ x - c, "point.all", name="others")
    p.conclude("point.all", "others.all", point=equal(w @ point, c), others=equal(w @ (x - point), w @ x - c))


@theorem("score-changes-sign-at-boundary", title="The class changes at each point of the decision boundary",
         source=cite("tutorial", "before eq. (2), definition of the decision boundary"), ledger=["000-db-def"],
         adds={"nonzero": "w ≠ 0"})
def changes_sign(p: Script) -> None:
    """If w ≠ 0 and v lies in the decision boundary, then v + tw has a positive score and v − tw a negative one for
    every t > 0, however small.
    """
    w, v = p.vectors("w v")
    b, t = p.reals("b t")
    p.assume(nonzero=w @ w > 0, member=Eq(w @ v + b, 0), positive=t > 0)
    p.calc(w @ (v + t * w) + b,
           "==", (w @ v + b) + t * (w @ w), "bilinearity",
           "==", t * (w @ w), "member",
           ">", 0, "positive * nonzero", name="ahead")
    p.calc(w @ (v - t * w) + b,
           "==", (w @ v + b) - t * (w @ w), "bilinearity",
           "==", -t * (w @ w), "member",
           "<", 0, "positive * nonzero", name="behind")
    p.conclude("ahead.all", "behind.all", ahead=w @ (v + t * w) + b > 0, behind=w @ (v - t * w) + b < 0)


@theorem("score-keeps-sign-off-boundary", title="The class changes nowhere but at the decision boundary",
         source=cite("tutorial", "before eq. (2), definition of the decision boundary"), ledger=["000-db-def"])
def keeps_sign(p: Script) -> None:
    """If u is closer to x than |⟨w, x⟩ + b|/‖w‖, then the scores of u and x have the same sign and are not 0."""
    w, x, u = p.vectors("w x u")
    b = p.real("b")
    score, change = w @ x + b, w @ (u - x)
    p.assume(near=norm(w) * norm(u - x) < abs(score))
    p.have("product", norm(w) * norm(u - x) >= 0)
    p.have("small", (w @ w) * ((u - x) @ (u - x)) < score**2, "near * near", "near * product")
    p.calc(2 * (w @ u + b) * score,
           "==", (score + change)**2 + score**2 - change**2, "bilinearity",
           ">=", score**2 - change**2, square(score + change),
           ">=", score**2 - (w @ w) * ((u - x) @ (u - x)), by("cauchy-schwarz", u=w, v=u - x),
           ">", 0, "small", name="twice")
    p.conclude("twice.all", conclusion=(w @ u + b) * score > 0)
