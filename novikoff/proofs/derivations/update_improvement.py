"""The effect of one update with bias step R² on the functional margin of its example.

Derives: y(⟨w', x⟩ + b') = y(⟨w, x⟩ + b) + ‖x‖² + R² for w' = w + yx, b' = b + yR², y = ±1.

Source: tutorial, eqs. (6)–(8). The shipped `perceptron.update` returns w' and b' for symbolic vectors, and the shipped
`perceptron.margin` the functional margin, so no formula is repeated here.
"""

from ...algorithms import perceptron
from ...algorithms.perceptron import State
from ..statements.vector_language import equal
from ._derivation import Derivation, length
from ._trees import reals, vectors

SOURCE = ("tutorial", "eq. (8)")


def derive() -> Derivation:
    """Put the updated state into the functional margin and use y² = 1.

    >>> print(derive().lines[1].reason())
    given: the update rule for w
    """
    w, x, new_w = vectors("w x w'")
    b, y, R, new_b, new_margin = reals("b y R b' gamma'")
    after = perceptron.update(State(w, b), x, y, bias_step=R**2)
    norm = length("x", may_vanish=True)
    page = Derivation("The improvement by one update", SOURCE)

    label = page.given(equal(y**2, 1), "a label is 1 or -1")
    rule = page.given(equal(new_w, after.w), "the update rule for w")
    bias = page.given(equal(new_b, after.b), "the update rule for b")
    margin = page.given(equal(new_margin, perceptron.margin(State(new_w, new_b), x, y)),
                        "the functional margin after the update")
    square = page.given(equal(x @ x, norm**2), "the definition of the norm")

    score = page.inner(x, of=rule, gives=equal(new_w @ x, w @ x + y * x @ x))
    page.substitute(score, bias, of=margin, gives=equal(new_margin, y * (w @ x + y * x @ x + b + y * R**2)))
    page.substitute(label, gives=equal(new_margin, y * (w @ x + b) + x @ x + R**2))
    page.substitute(square, gives=equal(new_margin, y * (w @ x + b) + norm**2 + R**2))
    return page
