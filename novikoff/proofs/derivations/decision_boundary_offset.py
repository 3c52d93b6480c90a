"""The offset of the decision boundary {x : ⟨w, x⟩ + b = 0} from the origin, w ≠ 0.

Derives: the signed distance along w is d_O = −b/‖w‖, and the distance is |d_O| = |b|/‖w‖.

Source: tutorial, eq. (3). The text calls d_O itself a distance; for b > 0 it is negative.
"""

import sympy

from ..statements.vector_language import equal
from ._derivation import Derivation, length
from ._trees import reals, vectors

SOURCE = ("tutorial", "eq. (3)")


def derive() -> Derivation:
    """Put the foot of the perpendicular from the origin, a multiple of w, into the boundary's equation.

    >>> print(derive().lines[6].reason())
    solve (6) for d_O: the norm of w is not zero
    """
    w, x0 = vectors("w x_0")
    b, d_O = reals("b d_O")
    norm = length("w")
    page = Derivation("The offset of the decision boundary from the origin", SOURCE)

    foot = page.given(equal(x0, d_O / norm * w), "the perpendicular from the origin runs along w")
    on_it = page.given(equal(w @ x0 + b, 0), "its foot lies in the decision boundary")
    square = page.given(equal(w @ w, norm**2), "the definition of the norm")
    page.inner(w, of=foot, gives=equal(w @ x0, d_O / norm * w @ w))
    score = page.substitute(square, gives=equal(w @ x0, d_O * norm))
    page.substitute(score, of=on_it, gives=equal(d_O * norm + b, 0))
    signed = page.solve(d_O, gives=equal(d_O, -b / norm), why="the norm of w is not zero")
    page.evaluate({norm: 1, b: 1}, gives=-1, why="negative at w = 1, b = 1, so this is not a distance")

    page.inner(x0, of=foot, gives=equal(x0 @ x0, d_O / norm * w @ x0))
    page.substitute(score, gives=equal(x0 @ x0, d_O**2), why="so the distance is the absolute value")
    page.both_sides(sympy.Abs, "absolute value", of=signed, gives=equal(abs(d_O), abs(b) / norm))
    return page
