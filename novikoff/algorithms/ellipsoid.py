"""The ellipsoid method: it answers with the centre of an ellipsoid that contains all separators of length at most 1.

Proofs call `move_centre` on symbols.

Notation: the examples are the signed vectors z = y(x, √c) for the bias step c, in D dimensions, D = d + 1, or d without
bias. The ellipsoid is {x : Q(x) ≤ 0} with Q(x) = ⟨x, Bx⟩ − 2⟨p, x⟩ − 1. It begins as the unit ball, B = I and p = 0.
Its centre m = A·p, A = 1/B, is the classifier, and −R = Q(m) the least value of Q. A mistake has ⟨z, m⟩ ≤ 0. All
separators x in the ellipsoid have 0 < ⟨z, x⟩ ≤ ⟨z, m⟩ + √(gR), where g = ⟨z, Az⟩. So for any larger h they have ⟨z,
x⟩(⟨z, x⟩ − h) ≤ 0, and β times that may be added to Q: B becomes B + βzz', and p becomes p + βh/2·z. For β = 2/((D −
1)g) and the least h the new ellipsoid has at most the volume that textbooks give.

Bounds. If a ball of radius r in the unit ball consists of separators, the method makes at most 2D(D + 2)·ln(1/r)
updates. If a unit vector u has ⟨u, z⟩ ≥ γ and ‖z‖ ≤ R for all z, there is such a ball around u/2 for every r < γ/(2R).

Implementation notes: h is a root, and with exact h and β the digits of Q double with each step. So β is rounded down
and h up, to as many binary digits as keep the bound. Then the digits of B and p grow by a constant in each step.
Examples in one dimension are treated as points of a line in the plane, D = 2.

Source: `grotschel1988`, section 3.1, with the deep cut ⟨z, x⟩ ≥ 0; this form without roots is derived here.
"""

from fractions import Fraction
from math import isqrt, sqrt
from typing import Any, ClassVar, NamedTuple

from .exact_linear import round_down
from .lazy_numpy import np
from .options import BIAS_STEP, ORDER, SEED, Option, Options, bits_kept, identity, parse_integer
from .perceptron import OnlineRule, State
from .run_loop import Point


def move_centre(p: Any, z: Any, weight: Any, most: Any) -> Any:
    """Return p + βh/2·z, the p of the next ellipsoid. Nothing is checked or converted.

    >>> move_centre(p=1, z=4, weight=Fraction(2), most=3)
    Fraction(13, 1)
    """
    return p + weight * most / 2 * z


def weight(g: Any, dimension: int, bits: int | None) -> Any:
    """Return β: 2/((D − 1)g), rounded down by at most a fraction 2^(1 − bits)/D unless `bits` is None.

    >>> weight(Fraction(3), 2, 5), weight(2.0, 3, None)
    (Fraction(85, 128), 0.5)
    """
    if bits is None:
        return 2 / ((dimension - 1) * g)
    return round_down(Fraction(2, dimension - 1) / g, bits + dimension.bit_length())


def most(score: Any, square: Any, dimension: int, bits: int | None) -> Any:
    """Return h: ⟨z, m⟩ + √(gR) from ⟨z, m⟩ and gR > 0, rounded up by at most a fraction 2^(1 − bits)/D of
    √(gR) unless `bits` is None.

    >>> most(Fraction(0), Fraction(2), 2, 5), most(-1.0, 4.0, 2, None)
    (Fraction(363, 256), 1.0)
    """
    if bits is None:
        return score + sqrt(square)
    digits = bits + 2 + dimension.bit_length()
    unit = Fraction(2) ** ((square.numerator.bit_length() - square.denominator.bit_length()) // 2 + 1 - digits)
    root = square / unit**2
    return -(-(score / unit + isqrt(root.numerator // root.denominator) + 1) // 1) * unit


class Ellipsoid(NamedTuple):
    """The centre (w, b), with A of shape (D, D) and p of shape (D,) in the coordinates (w, b)."""

    w: Any
    b: Any
    A: Any
    p: Any


class EllipsoidMethod(OnlineRule):
    """The ellipsoid method, from the unit ball.

    `stopped` = "contradiction" means that an example is 0, so that no separator exists. `separated` says whether all
    functional margins are positive.

    >>> result = run([[2, 1], [-1, 3]], [1, -1], bias_step=0)
    >>> result.updates, result.separated
    (2, True)
    """

    name = "ellipsoid"
    cap = 200
    options: ClassVar[Options] = (
        Option("bits", parse_integer, "the binary digits that a step keeps, 5 or more; more in many dimensions",
               default=5, check=bits_kept(5), write=identity), BIAS_STEP, ORDER, SEED)
    bits: int | None

    def prepare(self) -> None:
        one: Any = 1.0 if self.arithmetic == "float64" else Fraction(1)
        axes = [one] * len(self.start.w) + [one * self.bias_step] * bool(self.bias_step)
        self.dimension: int = max(2, len(axes))
        A = np.array([[value * (i == j) for j in range(len(axes))] for i, value in enumerate(axes)])
        self.at: Point = Point(Ellipsoid(self.start.w, self.start.b, A, A[0] * 0), 0, 0)

    def sign_example(self, i: int) -> Any:
        """Return y(x, 1), or yx without bias."""
        return self.y[i] * (np.append(self.X[i], type(self.state.A[0, 0])(1)) if self.bias_step else self.X[i])

    def after(self, step_due: int) -> Any:
        (_, _, A, p), z = self.state, self.sign_example(step_due)
        Az = A.dot(z)
        g, score, R = z @ Az, p @ Az, 1 + p.dot(A) @ p
        beta, h = weight(g, self.dimension, self.bits), most(score, g * R, self.dimension, self.bits)
        A, p = A - np.outer(Az, Az) * (beta / (1 + beta * g)), move_centre(p, z, beta, h)
        centre = A.dot(p)
        return Ellipsoid(centre[:-1], centre[-1], A, p) if self.bias_step else Ellipsoid(centre, self.state.b, A, p)

    def final(self) -> State:
        return State(self.state.w, self.state.b)

    def contradicts(self, i: int) -> bool:
        return not any(self.sign_example(i))


Run = EllipsoidMethod.Run
run, replay, certificate = EllipsoidMethod.functions()
