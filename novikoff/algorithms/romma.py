"""ROMMA, the relaxed online maximum margin algorithm: it takes the shortest weights that satisfy two constraints.

Proofs call `step` and `meeting` on symbols.

Notation: the examples are the signed vectors z = y(x, 1) with ⟨(x, s), (x', s')⟩ = ⟨x, x'⟩ + c·ss' for the bias step c,
as in `signed_examples`, so that ⟨w, z⟩ = y·f(x) for w = (w, b/c); D = max‖z‖. The maximum margin belongs to the
shortest w with ⟨w, z⟩ ≥ 1 for all examples. Where ⟨w, z⟩ ≤ ρ, the new w is the shortest under ⟨w', z⟩ ≥ 1 and ⟨w', w⟩ ≥
⟨w, w⟩, a half-space that contains every vector that satisfies all earlier constraints. ρ = 0 is ROMMA; for ρ near 1 it
is nearly its aggressive variant, in which every ⟨w, z⟩ < 1 causes an update. If no vector satisfies the two, no
separator exists: the run ends with stopped = "contradiction".

Bounds. If ⟨u, z⟩ ≥ γ > 0 for all z, at most D²‖u‖²/γ² updates are made for ρ = 0, and at most D²‖u‖²/((1 − ρ)²γ²) for
any ρ; at the end ⟨w, z⟩/‖w‖ > ργ/‖u‖ for all z, that is more than ρ times the best margin.

Implementation notes: exact c and d triple the digits of w with each step. Exact runs therefore round c and d down to
few leading binary digits, but enough for two conditions. First, ‖cw + dx‖² ≤ c‖w‖² + d, which keeps ⟨u, cw + dx⟩ ≥ γ‖cw
+ dx‖². Second, ‖w‖² grows by at least 1 − δ times its exact growth, δ = 2^(1 − bits). Then the bounds hold
divided by 1 − δ. bits=None never rounds, which is practical for about eight updates.

Source: lilong2002; its aggressive variant has the first update rule for ⟨w, z⟩ ≥ ‖w‖²‖z‖².
"""

from fractions import Fraction
from typing import Any, ClassVar

from . import perceptron
from .errors import BadInput
from .exact_linear import round_down
from .options import (
    BIAS_STEP,
    ORDER,
    SEED,
    Option,
    Options,
    allow_none,
    bits_kept,
    parse_integer_or_none,
    parse_rational,
    within,
)
from .perceptron import OnlineRule, State


def meeting(ww: Any, wx: Any, xx: Any) -> tuple[Any, Any]:
    """Return the (c, d) for which v = cw + dx has ⟨v, w⟩ = ⟨w, w⟩ and ⟨v, x⟩ = 1, from ⟨w, w⟩, ⟨w, x⟩ and ⟨x, x⟩.

    >>> meeting(Fraction(2), -1, 1)
    (Fraction(3, 1), Fraction(4, 1))
    """
    apart = ww * xx - wx * wx
    return (ww * xx - wx) / apart, ww * (1 - wx) / apart


def coefficients(ww: Any, wx: Any, xx: Any) -> tuple[Any, Any] | None:
    """Return the (c, d) of the shortest v = cw + dx with ⟨v, w⟩ ≥ ⟨w, w⟩ and ⟨v, x⟩ ≥ 1, for numbers with ⟨w, x⟩ < 1.
    Return None if there is no such v.

    >>> coefficients(Fraction(0), 0, 4), coefficients(Fraction(1), -1, 1)
    ((0, Fraction(1, 4)), None)
    """
    if wx >= ww * xx:
        return (0, 1 / (xx * Fraction(1) if isinstance(xx, int) else xx)) if xx else None
    return meeting(ww, wx, xx) if ww * xx > wx * wx else None


def step(w: Any, x: Any, c: Any, d: Any) -> Any:
    """Return cw + dx. Nothing is checked or converted.

    >>> step(w=4, x=-2, c=3, d=1)
    10
    """
    return c * w + d * x


def shorten(found: tuple[Any, Any], ww: Any, wx: Any, xx: Any, bits: int | None) -> tuple[Any, Any]:
    """Return the exact (c, d). If they are longer than `bits` binary digits, return as many of their first digits as
    needed.

    For v = cw + dx, the digits suffice for ‖v‖² ≤ c⟨w, w⟩ + d, and for losing at most a fraction 2^(1 − bits) of ‖v‖² −
    ‖w‖².

    >>> shorten((Fraction(1, 3), Fraction(1, 3)), 1, 0, 1, 2)
    (Fraction(1, 3), Fraction(1, 3))
    """
    if bits is None or max(map(_length, found)) <= bits:
        return found
    best, places = found[0] * ww + found[1], bits
    while True:
        c, d = (round_down(value, places) for value in found)
        made = c * c * ww + 2 * c * d * wx + d * d * xx
        if made <= c * ww + d and (best - made) * 2 ** (bits - 1) <= best - ww:
            return c, d
        places += bits


def _length(value):
    return max(value.numerator.bit_length(), value.denominator.bit_length())


class Romma(OnlineRule):
    """ROMMA, from (w, b) = 0.

    `stopped` = "separated" means that all functional margins exceed ρ, and "contradiction" that no separator exists.
    `separated` says whether all margins are positive.

    >>> result = run([[1, 0], [0, 1]], [1, -1], bias_step=0)
    >>> result.updates, result.w, result.b, result.stopped
    (2, (1, -1), 0, 'separated')
    """

    name = "romma"
    cap = 200
    options: ClassVar[Options] = (
        Option("rho", parse_rational, "0 ≤ ρ < 1: an example with y·f(x) ≤ ρ causes an update",
               convention="threshold", default=0, check=within(least=0, below=1, hint="; 0 is ROMMA")),
        Option("bits", parse_integer_or_none, "the binary digits that a step keeps, more if needed; none: all",
               **allow_none(bits_kept(), default=8)), BIAS_STEP, ORDER, SEED)
    rho: Any
    bits: int | None

    def is_wrong(self, x: Any, y: int) -> bool:
        return bool(perceptron.margin(self.state, x, y) <= self.rho)

    def products(self, i: int) -> tuple[Any, Any, Any]:
        """Return ⟨w, w⟩, ⟨w, z⟩ and ⟨z, z⟩ for the signed example z."""
        x = self.X[i]
        return self.square(*self.state), perceptron.margin(self.state, x, self.y[i]), x @ x + self.bias_step

    def after(self, step_due: int) -> State:
        products = self.products(step_due)
        found = coefficients(*products)
        if found is None:
            raise BadInput(f"example {step_due} contradicts those before it, so that there is no step")
        c, d = shorten(found, *products, self.bits)
        (w, b), y = self.state, self.y[step_due]
        return State(step(w, y * self.X[step_due], c, d), step(b, self.bias_step * y, c, d))

    def contradicts(self, i: int) -> bool:
        return coefficients(*self.products(i)) is None


Run = Romma.Run
run, replay, certificate = Romma.functions()
