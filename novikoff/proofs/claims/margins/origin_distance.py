"""The distance of the decision boundary from the origin, eq. (3).

Notation: DB = {v : ⟨w, v⟩ + b = 0} with w ≠ 0. The source first writes the hyperplane as ⟨w, x⟩ = b. That is DB with −b
in place of b.
"""

from ...statements.proof_script import Script, by, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, Scalar, Vector, equal, norm


def foot(w: Vector, b: Scalar) -> Vector:
    """Return the foot of the perpendicular from the origin to the decision boundary."""
    at: Vector = -(b / (w @ w)) * w
    return at


@theorem("origin-foot-in-boundary", title="The foot of the perpendicular from the origin lies in the decision boundary",
         source=cite("tutorial", "before eq. (3)"), ledger=["000-x0-in-db"], adds={"nonzero": "w ≠ 0"})
def foot_in_boundary(p: Script) -> None:
    """If w ≠ 0, the point x₀ = −(b/‖w‖²)w lies in the decision boundary."""
    w, b = p.vector("w"), p.real("b")
    p.assume(nonzero=w @ w > 0)
    factor = p.let("s", b / (w @ w))
    point = p.let("x0", -factor * w)
    p.calc(w @ point + b,
           "==", -factor * (w @ w) + b, "bilinearity",
           "==", -b + b, "definition")


@theorem("origin-foot-unique", title="The perpendicular from the origin meets the decision boundary at most once",
         source=cite("tutorial", "before eq. (3)"), ledger=["000-x0-in-db"], adds={"nonzero": "w ≠ 0"})
def foot_unique(p: Script) -> None:
    """If w ≠ 0 and a multiple tw of w lies in the decision boundary, then t = −b/‖w‖²."""
    w = p.vector("w")
    b, t = p.reals("b t")
    p.assume(nonzero=w @ w > 0, member=Eq(w @ (t * w) + b, 0))
    p.conclude("member", times("nonzero"), conclusion=Eq(t, -b / (w @ w)))


@theorem("origin-foot-closest",
         title="The foot of the perpendicular is the point of the decision boundary closest to the origin",
         source=cite("tutorial", "before eq. (3)"), ledger=["000-x0-in-db"], adds={"nonzero": "w ≠ 0"})
def foot_closest(p: Script) -> None:
    """If w ≠ 0, the point x₀ = −(b/‖w‖²)w is the only point of the decision boundary closest to the origin: for any
    v in the boundary, ‖v‖² = ‖x₀‖² + ‖v − x₀‖².
    """
    w, v = p.vectors("w v")
    b = p.real("b")
    p.assume(nonzero=w @ w > 0, member=Eq(w @ v + b, 0))
    factor = p.let("s", b / (w @ w))
    point = p.let("x0", -factor * w)
    p.use("origin-foot-in-boundary", name="foot")
    p.use("weights-orthogonal-to-boundary-differences", name="orthogonal", v1=v, v2=point)
    p.calc(v @ v,
           "==", point @ point + 2 * (point @ (v - point)) + (v - point) @ (v - point), "bilinearity",
           "==", point @ point - 2 * factor * (w @ (v - point)) + (v - point) @ (v - point), "definition",
           "==", point @ point + (v - point) @ (v - point), "orthogonal")


@refuted("origin-foot-same-direction-as-printed", title="The foot of the perpendicular has the direction of w",
         source=cite("tutorial", "before eq. (3)"), corrected="origin-foot-direction",
         missing="b ≤ 0; for b > 0 the direction is opposite", ledger=["000-x0-same-direction"])
def same_direction_as_printed(p: Script) -> None:
    """If w ≠ 0 and x₀ is the multiple of w in the decision boundary, then x₀ = ‖x₀‖·w/‖w‖."""
    w, b = p.vector("w"), p.real("b")
    p.assume(nonzero=w @ w > 0)
    point = p.let("x0", foot(w, b))
    p.show(conclusion=equal(point, norm(point) / norm(w) * w))
    p.counterexample(dimension=1, w=[1], b=1)


@theorem("origin-foot-direction", title="The signed distance of the decision boundary from the origin",
         source=cite("tutorial", "eq. (3)"), ledger=["000-x0-same-direction", "000-eq3-dO"],
         says="d_O is called a distance, but is negative for b > 0")
def direction(p: Script) -> None:
    """If w ≠ 0, the foot of the perpendicular from the origin is x₀ = d_O·w/‖w‖ with the signed distance
    d_O = −b/‖w‖, where w/‖w‖ has length 1.
    """
    w, b = p.vector("w"), p.real("b")
    p.assume(nonzero=w @ w > 0)
    size = p.let("n", norm(w))
    offset = p.let("d_O", -b / size)
    point = p.let("x0", foot(w, b))
    unit = p.let("e", w / size)
    p.have("square", Eq(size**2, w @ w), "definition")
    p.have("factor", Eq(offset / size, -b / (w @ w)), "square", times("nonzero"))
    p.have("unit", Eq(unit @ unit, 1), "square")
    p.conclude("factor", "unit", direction=equal(point, offset * unit), unit=Eq(unit @ unit, 1))


def one_sided(p: Script, b_sign: int) -> None:
    """Derive x₀ = ±‖x₀‖·w/‖w‖ and ‖x₀‖ = ±b/‖w‖, where ±b = |b|."""
    w, b = p.vector("w"), p.real("b")
    p.assume(nonzero=w @ w > 0, side=b_sign * b >= 0)
    size = p.let("n", norm(w))
    point = p.let("x0", foot(w, b))
    p.use("origin-foot-direction", name="signed")
    p.have("positive", size > 0)
    p.have("nonnegative", b_sign * b / size >= 0, "side", times("positive"))
    p.have("square", Eq(size**2, w @ w), "definition")
    p.have("squares", Eq(point @ point, (b_sign * b / size) ** 2), "square", times("nonzero"))
    p.use("square-root-unique", name="length", u=norm(point), v=b_sign * b / size)
    p.conclude("length", "signed.direction",
           direction=equal(point, -b_sign * norm(point) / size * w),
           length=equal(norm(point), b_sign * b / size))


@theorem("origin-foot-same-direction", title="For b ≤ 0 the foot of the perpendicular has the direction of w",
         source=cite("tutorial", "before eq. (3) and eq. (3)"), ledger=["000-x0-same-direction", "000-eq3-dO"],
         says="b ≤ 0 is not stated")
def same_direction(p: Script) -> None:
    """If w ≠ 0 and b ≤ 0, the foot of the perpendicular is x₀ = ‖x₀‖·w/‖w‖, and ‖x₀‖ = −b/‖w‖."""
    one_sided(p, -1)


@theorem("origin-foot-opposite-direction",
         title="For b ≥ 0 the foot of the perpendicular has the opposite direction of w",
         source=cite("tutorial", "before eq. (3) and eq. (3)"), ledger=["000-x0-same-direction"],
         says="the direction of w is claimed for every b")
def opposite_direction(p: Script) -> None:
    """If w ≠ 0 and b ≥ 0, the foot of the perpendicular is x₀ = −‖x₀‖·w/‖w‖, and ‖x₀‖ = b/‖w‖."""
    one_sided(p, 1)


@refuted("origin-distance-as-printed", title="The distance of the decision boundary from the origin is −b/‖w‖",
         source=cite("tutorial", "eq. (3)"), corrected="origin-distance",
         missing="the absolute value of b (or b ≤ 0); −b/‖w‖ is a signed distance", ledger=["000-eq3-dO"])
def distance_as_printed(p: Script) -> None:
    """If w ≠ 0, the point x₀ of the decision boundary closest to the origin has the distance −b/‖w‖ from it."""
    w, b = p.vector("w"), p.real("b")
    p.assume(nonzero=w @ w > 0)
    point = p.let("x0", foot(w, b))
    p.show(conclusion=equal(norm(point), -b / norm(w)))
    p.counterexample(dimension=1, w=[1], b=1)


@theorem("origin-distance", title="The distance of the decision boundary from the origin (eq. (3) corrected)",
         source=cite("tutorial", "eq. (3)"), ledger=["000-eq3-dO", "000-b-determines-offset"],
         says="the distance is −b/‖w‖", adds={"nonzero": "w ≠ 0"})
def distance(p: Script) -> None:
    """If w ≠ 0, the distance of the decision boundary from the origin is |b|/‖w‖: the point x₀ = −(b/‖w‖²)w lies in the
    boundary and has this length, and no v in the boundary is shorter.
    """
    w, v = p.vectors("w v")
    b = p.real("b")
    p.assume(nonzero=w @ w > 0, member=Eq(w @ v + b, 0))
    point = p.let("x0", foot(w, b))
    p.use("distance-to-boundary", name="distance", x=0 * w)
    p.conclude("distance.member", "distance.attained", "distance.least",
           member=equal(w @ point + b, 0),
           attained=equal(norm(point), abs(b) / norm(w)), least=norm(v) >= abs(b) / norm(w))


@refuted("offset-determined-by-bias", title="Hyperplanes with the same b have the same distance from the origin",
         near=cite("tutorial", "Basic Concepts, hyperplane"), corrected="offset-determined-by-bias-for-equal-norm",
         missing="equal lengths of the weight vectors, as where w is given; the distance is |b|/‖w‖",
         ledger={"000-b-determines-offset": "lacks"}, aliases=["offset-determined-by-bias-as-printed"])
def offset_as_printed(p: Script) -> None:
    """If w and u are not 0, the hyperplanes ⟨w, x⟩ = b and ⟨u, x⟩ = b have the same distance from the origin."""
    w, u = p.vectors("w u")
    b = p.real("b")
    p.assume(nonzero=w @ w > 0, other_nonzero=u @ u > 0)
    p.show(conclusion=equal(norm(foot(w, -b)), norm(foot(u, -b))))
    p.counterexample(dimension=1, w=[1], u=[2], b=1)


@theorem("offset-determined-by-bias-for-equal-norm",
         title="Among weight vectors of one length b determines the distance of the hyperplane from the origin",
         source=cite("tutorial", "Basic Concepts, hyperplane"), ledger=["000-b-determines-offset"],
         adds={"nonzero": "w ≠ 0", "same": "the weight vectors are equally long"})
def offset_for_equal_norm(p: Script) -> None:
    """If w ≠ 0 and u has the same length as w, the hyperplanes ⟨w, x⟩ = b and ⟨u, x⟩ = b have the same distance
    from the origin.
    """
    w, u = p.vectors("w u")
    b = p.real("b")
    p.assume(nonzero=w @ w > 0, same=Eq(w @ w, u @ u))
    first, second = p.let("p", foot(w, -b)), p.let("q", foot(u, -b))
    p.calc(first @ first,
           "==", b**2 / (w @ w), "definition",
           "==", b**2 / (u @ u), "same", times("nonzero"),
           "==", second @ second, "definition", name="squares")
    p.conclude(by("square-root-unique", u=norm(first), v=norm(second)), conclusion=equal(norm(first), norm(second)))
