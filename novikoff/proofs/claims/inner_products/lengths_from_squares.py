"""Lengths and their squares: from statements about ⟨v, v⟩ to statements about ‖v‖."""

from ...statements.proof_script import Script, by, length, times
from ...statements.registry import cite, theorem
from ...statements.vector_language import Eq, Vector, equal


def no_product(p: Script, name: str, u: Vector, v: Vector) -> None:
    """Conclude ⟨u, v⟩ ≤ 0 under this name from the fact `short`, which is ‖u‖² ≤ 0.

    This is equal-vectors-have-equal-products for u = 0. Use it where a proof cannot cite a theorem: the proof that a
    term is well defined may use only the hypotheses.
    """
    with p.proving(name, u @ v <= 0):
        p.suppose_not("far")
        p.have("square", v @ v >= 0, length(v))
        p.conclude(times("far", "far"), "short", "short * square", "short * square * square", "far * far",
                   "far * far * square", length((v @ v + 1) * u - (u @ v) * v))


@theorem("equal-vectors-have-equal-products", title="Equal vectors have equal inner products",
         source=cite("tutorial", "before eq. (4)"))
def equal_products(p: Script) -> None:
    """If u and v are equal, that is ‖u − v‖ = 0, then so are their inner products with any vector w."""
    u, v, w = p.vectors("u v w")
    p.assume(same=equal(u, v))
    p.show(conclusion=Eq(w @ u, w @ v))
    p.calc((w @ (u - v)) ** 2,
           "<=", (w @ w) * ((u - v) @ (u - v)), by("cauchy-schwarz", u=w, v=u - v),
           "==", 0, "same", name="square")
    p.conclude("square.all")


@theorem("square-root-monotone", title="The larger square belongs to the larger number",
         source=cite("tutorial", "before eq. (3), used for distances"))
def square_root_monotone(p: Script) -> None:
    """If u² is at most v² and v is not negative, then u is at most v."""
    u, v = p.reals("u v")
    p.assume(nonnegative=v >= 0, squares=u**2 <= v**2)
    p.show(conclusion=u <= v)
    p.suppose_not("larger")
    p.have("sum", u + v > 0, "larger", "nonnegative")
    p.conclude(times("larger", "sum"), "squares")


@theorem("square-root-unique", title="A square has one root that is not negative",
         source=cite("tutorial", "before eq. (3), used for distances"))
def square_root_unique(p: Script) -> None:
    """Two numbers that are not negative and have equal squares are equal."""
    u, v = p.reals("u v")
    p.assume(first=u >= 0, second=v >= 0, squares=Eq(u**2, v**2))
    p.use("square-root-monotone", name="at most")
    p.use("square-root-monotone", name="at least", u=v, v=u)
    p.have("below", u <= v, "at most")
    p.have("above", u >= v, "at least")
    p.conclude("below", "above", conclusion=Eq(u, v))
