"""ALMA₂, an approximate maximal margin algorithm: shorter and shorter steps, within a ball.

Proofs call `threshold`, `span` and `step` on symbols.

Notation: the examples are the signed vectors z = y(x, 1) with ⟨(x, s), (x', s')⟩ = ⟨x, x'⟩ + c·ss' for the bias step c,
as in `signed_examples`, so that ⟨w, z⟩ = y·f(x) for w = (w, b/c); D = max‖z‖. Correction number j has the step η =
√(2/j). It is made if ⟨w, z⟩ ≤ (2/α − 2)ηD². It leads to f(w + ηz) with the largest f ≤ 1 for which this vector is in
the ball of radius D. It is the published algorithm with p = 2, B = √8/α and C = √2 on the vectors z/D, with the weights
w/D. Every vector has length 1 there, and at most length D here.

Bounds. If ⟨u, z⟩ ≥ γ > 0 for all z, at most 2(2/α − 1)²D²‖u‖²/γ² corrections are made, and at the end ⟨w, z⟩/‖w‖ >
(1 − α)γ/‖u‖ for all z.

Implementation notes: η and f are roots of roots. Exact runs therefore round η up and f down, to at least `bits` binary
digits, and to enough for (4/α − 3)η²j ≤ 8/α − 11/2 and f²(j + 8/α − 5) ≥ j. The bounds need only these inequalities, so
they hold unchanged. But the run differs from the run with roots, and may correct at other examples. The weights are
stored as Fv: a correction adds η/F·z to v, and multiplies F by f. So v stays on one grid, and digits do not accumulate.

Source: gentile2001.
"""

from fractions import Fraction
from math import isqrt, sqrt
from typing import Any, ClassVar, NamedTuple

from . import perceptron
from .options import BIAS_STEP, ORDER, SEED, Option, Options, bits_kept, identity, parse_integer, parse_rational, within
from .perceptron import OnlineRule, State
from .run_loop import Point


def threshold(alpha: Any) -> Any:
    """Return (1 − α)B/C for B = √8/α and C = √2: the threshold of a correction in units of its step."""
    return 2 / alpha - 2


def span(alpha: Any) -> Any:
    """Return 8/α − 4. The bound is span(α)²/8 · D²‖u‖²/γ², and rounding needs f²(j + span(α) − 1) ≥ j."""
    return 8 / alpha - 4


def step(w: Any, x: Any, rate: Any, factor: Any) -> Any:
    """Return f(w + ηx). Nothing is checked or converted.

    >>> step(w=4, x=-2, rate=1, factor=3)
    6
    """
    return factor * (w + rate * x)


def rate(number: int, scale: Any, alpha: Any, bits: int | None) -> Any:
    """Return η/F for correction `number` ≥ 1 and the scale F: √(2/j)/F in float64 if `bits` is None, else rounded up.

    >>> rate(1, 1, Fraction(1, 2), 8), rate(2, 1, Fraction(1, 2), 8), rate(2, 0.5, 0.5, None)
    (Fraction(91, 64), Fraction(1, 1), 2.0)
    """
    if bits is None:
        return sqrt(2 / number) / scale
    digits, square = bits, 2 / Fraction(number * scale**2)
    while True:
        found = roots(square, digits)[1]
        if (4 / alpha - 3) * found**2 * number * scale**2 <= 8 / alpha - Fraction(11, 2):
            return found
        digits += bits


def rescale(scale: Any, length2: Any, D2: Any, number: int, alpha: Any, bits: int | None) -> Any:
    """Return the scale fF after correction `number` to a v of this square length. It is the largest F' ≤ F with F'‖v‖ ≤
    D, rounded down if `bits` is given. Raise `ValueError` for a v that is longer than a correction can make it.

    >>> rescale(1, Fraction(4), 1, 1, Fraction(1, 2), 8), rescale(1, 1, 2, 1, Fraction(1, 2), 8)
    (Fraction(1, 2), 1)
    """
    if scale**2 * length2 <= D2:
        return scale
    if bits is None:
        return sqrt(D2 / length2)
    digits, square = bits + number.bit_length(), D2 / Fraction(length2)
    if square * (number + span(alpha) - 1) <= number * scale**2:
        raise ValueError(f"after correction {number} the weights are longer than 1: the step was too long")
    while True:
        found = roots(square, digits)[0]
        if found**2 * (number + span(alpha) - 1) >= number * scale**2:
            return found
        digits += bits


def roots(value: Fraction, digits: int) -> tuple[Fraction, Fraction]:
    """Return the neighbours of √value > 0 with about `digits` binary digits, below and above; both are √value if it
    fits.

    >>> roots(Fraction(2), 2), roots(Fraction(9, 4), 2)
    ((Fraction(1, 1), Fraction(3, 2)), (Fraction(3, 2), Fraction(3, 2)))
    """
    unit = Fraction(2) ** ((value.numerator.bit_length() - value.denominator.bit_length()) // 2 + 1 - digits)
    square = value / unit**2
    down = isqrt(square.numerator // square.denominator)
    return down * unit, (down if down**2 == square else down + 1) * unit


class Scaled(NamedTuple):
    """The weights F·w and F·b."""

    w: Any
    b: Any
    scale: Any


class Alma(OnlineRule):
    """ALMA₂, from (w, b) = 0; for α = 1 only mistakes cause corrections.

    `stopped` = "separated" means that all functional margins exceed the threshold of the next correction. `separated`
    says whether all are positive.

    >>> result = run([[1, 0], [0, 1]], [1, -1], bias_step=0, alpha=1)
    >>> result.updates, result.w, result.stopped
    (2, (Fraction(23023, 32768), Fraction(-5819, 8192)), 'separated')
    """

    name = "alma"
    options: ClassVar[Options] = (
        Option("alpha", parse_rational, "0 < α ≤ 1: the margin reached is more than 1 − α times the best",
               default=Fraction(1, 2),
               check=within(above=0, most=1, hint="; the run attains 1 - alpha times the best margin")),
        Option("bits", parse_integer, "the binary digits that a step keeps, more if needed", default=8,
               check=bits_kept(), write=identity), BIAS_STEP, ORDER, SEED)
    alpha: Any
    bits: int | None
    D2: Any

    def prepare(self) -> None:
        self.at: Point = Point(Scaled(self.start.w, self.start.b, 1), 0, 0)
        self.due: tuple[int, Any] = 0, 0  # the number of a correction, and its step

    def check_examples(self) -> None:
        self.D2 = max(x @ x for x in self.X) + self.bias_step

    def next_rate(self) -> Any:
        """Return the step of the next correction, in units of the scale."""
        number = self.updates + 1
        if self.due[0] != number:
            self.due = number, rate(number, self.state.scale, self.alpha, self.bits)
        return self.due[1]

    def is_wrong(self, x: Any, y: int) -> bool:
        return bool(perceptron.margin(self.state, x, y) <= threshold(self.alpha) * self.next_rate() * self.D2)

    def after(self, step_due: int) -> Any:
        (w, b, scale), x, y, c = self.state, self.X[step_due], self.y[step_due], self.bias_step
        w, b = step(w, y * x, self.next_rate(), 1), step(b, c * y, self.next_rate(), 1)
        scale = rescale(scale, self.square(w, b), self.D2, self.updates + 1, self.alpha, self.bits)
        return Scaled(w, b, scale) if self.bits else Scaled(scale * w, scale * b, 1)

    def final(self) -> State:
        w, b, scale = self.state
        return State(scale * w, scale * b)


Run = Alma.Run
run, replay, certificate = Alma.functions()
