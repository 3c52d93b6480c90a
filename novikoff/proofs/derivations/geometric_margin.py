"""The geometric margin of an example (x, y), y = ±1, for the classifier (w, b), w ≠ 0.

Derives: x lies at the signed distance γ = (⟨w, x⟩ + b)/‖w‖ from the decision boundary, and the geometric
margin is γ_G = y(⟨w, x⟩ + b)/‖w‖ = ±γ, which is positive if and only if x lies on the side of its label.

Source: tutorial, eqs. (2)–(5), corrected: x_⊥ is the part of x orthogonal to w, not the projection of x on
the boundary, and eq. (5) lacks the label, so that it is negative on one side.
"""

import sympy

from ..statements.vector_language import equal
from . import decision_boundary_offset
from ._derivation import Derivation, length
from ._trees import reals, vectors

SOURCE = ("tutorial", "eqs. (2)–(5), corrected")


def derive() -> Derivation:
    """Split x along w, take the inner product with w, solve for γ, then bring in the label.

    >>> len(derive().lines)
    15
    """
    w, x, across = vectors("w x x_⊥")
    b, y, gamma, d_O, gamma_G = reals("b y gamma d_O gamma_G")
    norm = length("w")
    page = Derivation("The geometric margin", SOURCE)

    split = page.given(equal(x, across + (gamma + d_O) / norm * w), "across w, along w to the boundary, and on to x")
    right_angle = page.given(equal(w @ across, 0), "the other part is orthogonal to w")
    square = page.given(equal(w @ w, norm**2), "the definition of the norm")
    offset = page.quote(decision_boundary_offset.derive(), equal(d_O, -b / norm))
    page.inner(w, of=split, gives=equal(w @ x, w @ across + (gamma + d_O) / norm * w @ w))
    page.substitute(offset, gives=equal(w @ x, w @ across + gamma / norm * w @ w - b / norm**2 * w @ w))
    page.substitute(right_angle, square, gives=equal(w @ x, gamma * norm - b))
    signed = page.solve(gamma, gives=equal(gamma, (w @ x + b) / norm), why="the norm of w is not zero")
    page.evaluate({w @ x: -1, b: 0, norm: 1}, gives=-1, why="negative at w = 1, b = 0, x = -1, so no distance yet")
    page.both_sides(sympy.Abs, "absolute value", of=signed, gives=equal(abs(gamma), abs(w @ x + b) / norm))

    label = page.given(equal(y**2, 1), "a label is 1 or -1")
    margin = page.given(equal(gamma_G, y * gamma), "the distance counts as positive on the side of the label")
    page.both_sides(lambda t: t**2, "square", gives=equal(gamma_G**2, y**2 * gamma**2))
    page.substitute(label, gives=equal(gamma_G**2, gamma**2), why="the label does not change the size")
    page.substitute(signed, of=margin, gives=equal(gamma_G, y * (w @ x + b) / norm))
    return page
