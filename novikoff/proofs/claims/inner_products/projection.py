"""The orthogonal projection on the decision boundary, and the part of x that is orthogonal to w.

Notation: DB = {v : ⟨w, v⟩ + b = 0} with w ≠ 0; P = x − ((⟨w, x⟩ + b)/‖w‖²)w is the projection of x on DB;
x_⊥ = x − (⟨w, x⟩/‖w‖²)w is the part of x orthogonal to w; γ = (⟨w, x⟩ + b)/‖w‖ and d_O = −b/‖w‖ are signed.

Implementation notes
    The source uses one symbol for P and x_⊥. Eq. (2) and the following equations hold only for x_⊥.
"""

from ...statements.proof_script import Script, by, times
from ...statements.registry import cite, refuted, theorem
from ...statements.vector_language import Eq, Scalar, Vector, equal, norm


def projection(w: Vector, b: Scalar, x: Vector) -> Vector:
    """Return the orthogonal projection of x on the decision boundary."""
    image: Vector = x - (w @ x + b) / (w @ w) * w
    return image


def orthogonal_part(w: Vector, x: Vector) -> Vector:
    """Return the part of x that is orthogonal to w."""
    part: Vector = x - (w @ x) / (w @ w) * w
    return part


@theorem("projection-lies-in-boundary", title="The projection lies in the decision boundary",
         source=cite("tutorial", "before eq. (2)"))
def lies_in_boundary(p: Script) -> None:
    """If w ≠ 0, the projection P of x lies in the decision boundary."""
    w, x = p.vectors("w x")
    b = p.real("b")
    p.assume(nonzero=w @ w > 0)
    factor = p.let("s", (w @ x + b) / (w @ w))
    point = p.let("P", x - factor * w)
    p.calc(w @ point + b,
           "==", w @ x - factor * (w @ w) + b, "bilinearity",
           "==", w @ x - (w @ x + b) + b, "definition",
           "==", 0, "algebra")


@theorem("projection-pythagoras", title="Pythagoras for the projection on the decision boundary",
         source=cite("tutorial", "before eq. (2)"))
def pythagoras(p: Script) -> None:
    """If w ≠ 0, the projection P of x is the only point of the decision boundary closest to x: for any v in the
    boundary, ‖x − v‖² = ‖x − P‖² + ‖P − v‖².
    """
    w, x, v = p.vectors("w x v")
    b = p.real("b")
    p.assume(nonzero=w @ w > 0, member=Eq(w @ v + b, 0))
    factor = p.let("s", (w @ x + b) / (w @ w))
    point = p.let("P", x - factor * w)
    p.use("projection-lies-in-boundary", name="foot")
    p.use("weights-orthogonal-to-boundary-differences", name="orthogonal", v1=point, v2=v)
    p.calc((x - v) @ (x - v),
           "==", (x - point) @ (x - point) + 2 * ((x - point) @ (point - v)) + (point - v) @ (point - v), "bilinearity",
           "==", (x - point) @ (x - point) + 2 * factor * (w @ (point - v)) + (point - v) @ (point - v), "definition",
           "==", (x - point) @ (x - point) + (point - v) @ (point - v), "orthogonal")


@refuted("projection-decomposition-as-printed",
         title="x = P + (γ + d_O)·w/‖w‖ with the projection P of x on the decision boundary",
         source=cite("tutorial", "eq. (2)"), corrected="orthogonal-part-decomposition",
         missing="from the projection on DB, γ·w/‖w‖ leads to x; (γ + d_O)·w/‖w‖ does from the part orthogonal to w",
         ledger=["000-eq2-projection"])
def decomposition_as_printed(p: Script) -> None:
    """If w ≠ 0, x is the sum of its projection on the decision boundary and (γ + d_O)·w/‖w‖."""
    w, x = p.vectors("w x")
    b = p.real("b")
    p.assume(nonzero=w @ w > 0)
    margin = p.let("γ", (w @ x + b) / norm(w))
    offset = p.let("d_O", -b / norm(w))
    point = p.let("P", projection(w, b, x))
    p.show(conclusion=equal(x, point + (margin + offset) / norm(w) * w))
    p.counterexample(dimension=1, w=[1], b=-1, x=[2])


@theorem("projection-decomposition", title="From the projection on the decision boundary to x",
         source=cite("tutorial", "eq. (2), for the projection on the boundary"), ledger=["000-eq2-projection"],
         says="(γ + d_O)·w/‖w‖ stands for γ·w/‖w‖")
def decomposition(p: Script) -> None:
    """If w ≠ 0, x is the sum of its projection P on the decision boundary and γ·w/‖w‖."""
    w, x = p.vectors("w x")
    b = p.real("b")
    p.assume(nonzero=w @ w > 0)
    size = p.let("n", norm(w))
    margin = p.let("γ", (w @ x + b) / size)
    point = p.let("P", projection(w, b, x))
    p.have("square", Eq(size**2, w @ w), "definition")
    p.have("factor", Eq(margin / size, (w @ x + b) / (w @ w)), "square", times("nonzero"))
    p.conclude("factor", conclusion=equal(x, point + margin / size * w))


@theorem("orthogonal-part-decomposition", title="From the part orthogonal to w to x (eq. (2) corrected)",
         source=cite("tutorial", "eq. (2), for the part of x orthogonal to w"),
         ledger=["000-eq2-corrected", "000-eq4-perp-vanishes"],
         says="x_⊥ is called the projection on the decision boundary", adds={"nonzero": "w ≠ 0"})
def orthogonal_decomposition(p: Script) -> None:
    """If w ≠ 0, the part x_⊥ = x − (⟨w, x⟩/‖w‖²)w of x is orthogonal to w, and x = x_⊥ + (γ + d_O)·w/‖w‖ with the
    signed γ = (⟨w, x⟩ + b)/‖w‖ and d_O = −b/‖w‖.
    """
    w, x = p.vectors("w x")
    b = p.real("b")
    p.assume(nonzero=w @ w > 0)
    size = p.let("n", norm(w))
    margin = p.let("γ", (w @ x + b) / size)
    offset = p.let("d_O", -b / size)
    across = p.let("x_perp", orthogonal_part(w, x))
    p.have("square", Eq(size**2, w @ w), "definition")
    p.have("factor", Eq((margin + offset) / size, w @ x / (w @ w)), "square", times("nonzero"))
    p.conclude("factor", decomposition=equal(x, across + (margin + offset) / size * w), orthogonal=equal(w @ across, 0))


@theorem("projected-inner-product", title="The inner product of eq. (2) with w", source=cite("tutorial", "eq. (4)"),
         ledger=["000-eq4"], adds={"nonzero": "w ≠ 0"})
def inner_product_of_decomposition(p: Script) -> None:
    """If w ≠ 0 and x = u + (γ + d_O)·w/‖w‖ with d_O = −b/‖w‖, for any vector u and number γ, then
    ⟨w, x⟩ = ⟨w, u⟩ + (γ/‖w‖)⟨w, w⟩ − (b/‖w‖²)⟨w, w⟩.
    """
    w, x, u = p.vectors("w x u")
    b, margin = p.reals("b γ")
    size, square = p.let("n", norm(w)), p.let("q", w @ w)
    offset = p.let("d_O", -b / size)
    p.assume(nonzero=w @ w > 0, decomposition=equal(x, u + (margin + offset) / size * w))
    p.use("equal-vectors-have-equal-products", name="products", u=x, v=u + (margin + offset) / size * w, w=w)
    p.calc(w @ x,
           "==", w @ u + (margin + offset) / size * square, "products",
           "==", w @ u + margin / size * square - b / size**2 * square, "definition")


@refuted("projection-orthogonal-as-printed", title="The projection on the decision boundary is orthogonal to w",
         source=cite("tutorial", "after eq. (4)"), corrected="projection-inner-product",
         missing="the part of x orthogonal to w is meant; the projection on the boundary has the inner product −b with "
                 "w",
         ledger=["000-eq4-perp-vanishes"])
def orthogonal_as_printed(p: Script) -> None:
    """If w ≠ 0, the orthogonal projection of x on the decision boundary is orthogonal to w."""
    w, x = p.vectors("w x")
    b = p.real("b")
    p.assume(nonzero=w @ w > 0)
    point = p.let("P", projection(w, b, x))
    p.show(conclusion=Eq(w @ point, 0))
    p.counterexample(dimension=1, w=[1], b=1, x=[0])


@theorem("projection-inner-product", title="The projection on the decision boundary has the inner product −b with w",
         source=cite("tutorial", "after eq. (4)"), ledger=["000-eq4-perp-vanishes"],
         says="the inner product is 0; this is true of the part of x that is orthogonal to w")
def inner_product_of_projection(p: Script) -> None:
    """If w ≠ 0, the orthogonal projection P of x on the decision boundary has the inner product −b with w."""
    w, x = p.vectors("w x")
    b = p.real("b")
    p.assume(nonzero=w @ w > 0)
    point = p.let("P", projection(w, b, x))
    p.use("projection-lies-in-boundary", name="foot")
    p.conclude(by("boundary-vector-inner-product", v=point), conclusion=Eq(w @ point, -b))
