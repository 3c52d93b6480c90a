"""The mistake bounds as exact functions of exact rationals.

Main definitions:
    novikoff_bound, tutorial_bound, smola_bound, bias_step_bound    the right-hand sides, as printed
    Separator                   what a bound is computed from: (w*, b*) and its margin γ
    BOUNDS, Bound, bounds_for   which of them hold for a run, by the id of the claim
    alignment_bound, growth_bound    the two invariants from which all of them follow

Notation: R² = max‖x‖²; c is the bias step, α the rate; γ > 0 is at most every yᵢ(⟨w*, xᵢ⟩ + b*).
A bound holds for every run from (w, b) = 0, in any order of visits, for every α > 0 and however ties are
treated, since an update is made only where y(⟨w, x⟩ + b) ≤ 0. No float enters: one is refused, not rounded.

>>> separator = Separator(w=(1,), b=-2, gamma=1)
>>> {name: str(value(separator)) for name, value in bounds_for(bias_step=1, R2=9)}
{'smola-mistake-bound': '50', 'bias-step-mistake-bound': '50'}
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from ..algorithms.errors import BadInput
from ..algorithms.examples import Exact, carry


class Separator(NamedTuple):
    """A separator (w*, b*), w* of shape (d,), with a margin γ > 0 that it has on all examples.

    >>> Separator(w=(3, 4), b=0, gamma=Fraction(1, 2)).gamma
    Fraction(1, 2)
    """

    w: Sequence[Exact]
    b: Exact
    gamma: Exact


# --------------------------------------------------------------------------- the bounds, as printed


def novikoff_bound(D2: Exact, gamma: Exact, u_norm2: Exact = 1) -> Fraction:
    """Return D²‖u‖²/γ² for the homogeneous perceptron: ‖xᵢ‖² ≤ D² and yᵢ⟨u, xᵢ⟩ ≥ γ > 0.

    Raises `BadInput` for γ ≤ 0, negative squares and floats.

    >>> novikoff_bound(D2=4, gamma=Fraction(1, 2))
    Fraction(16, 1)
    """
    return _at_least_zero(D2, "D2") * _at_least_zero(u_norm2, "u_norm2") / _square_margin(gamma)


def tutorial_bound(R2: Exact, w_star: Sequence[Exact], b_star: Exact, gamma: Exact) -> Fraction:
    """Return 2(R²‖w*‖² + b*²)/γ² for the bias step R²; raises `BadInput` as above, and for R = 0.

    >>> tutorial_bound(R2=9, w_star=(1,), b_star=-2, gamma=1)
    Fraction(26, 1)
    """
    return 2 * (_positive(R2, "R2") * _norm2(w_star) + _square(b_star, "b_star")) / _square_margin(gamma)


def smola_bound(R2: Exact, w_star: Sequence[Exact], b_star: Exact, gamma: Exact) -> Fraction:
    """Return (1 + R²)(‖w*‖² + b*²)/γ² for the bias step 1.

    Theorem 1.7 states it for ‖w*‖ = 1; rescaling (w*, b*) rescales γ and leaves this value.

    >>> smola_bound(R2=9, w_star=(1,), b_star=-2, gamma=1)
    Fraction(50, 1)
    """
    return (1 + _at_least_zero(R2, "R2")) * (_norm2(w_star) + _square(b_star, "b_star")) / _square_margin(gamma)


def bias_step_bound(R2: Exact, c: Exact, w_star: Sequence[Exact], b_star: Exact, gamma: Exact) -> Fraction:
    """Return (R² + c)(‖w*‖² + b*²/c)/γ² for the bias step c > 0; c = R² and c = 1 are the two above.

    >>> bias_step_bound(R2=9, c=6, w_star=(1,), b_star=-2, gamma=1)
    Fraction(25, 1)
    """
    step = _positive(c, "c")
    length = _norm2(w_star) + _square(b_star, "b_star") / step
    return (_at_least_zero(R2, "R2") + step) * length / _square_margin(gamma)


# ---------------------------------------------------------------------------- which of them holds


@dataclass(frozen=True)
class Bound:
    """One mistake bound: the claim's id, the runs it speaks of, and its value.

    `applies(c, R2)` says whether it bounds the runs with bias step c on data of square radius R²;
    `value(c, R2, separator)` is then the bound.
    """

    id: str
    applies: Callable[[Exact, Exact], bool]
    value: Callable[[Exact, Exact, Separator], Fraction]


def _homogeneous(R2: Exact, separator: Separator) -> Fraction:
    if separator.b != 0:
        raise BadInput(f"without a bias only separators with b* = 0 give a bound (got b* = {separator.b})")
    return novikoff_bound(R2, separator.gamma, _norm2(separator.w))


BOUNDS = {bound.id: bound for bound in (
    Bound("novikoff-mistake-bound", lambda c, R2: c == 0, lambda c, R2, s: _homogeneous(R2, s)),
    Bound("tutorial-mistake-bound", lambda c, R2: c == R2 > 0, lambda c, R2, s: tutorial_bound(R2, *s)),
    Bound("smola-mistake-bound", lambda c, R2: c == 1, lambda c, R2, s: smola_bound(R2, *s)),
    Bound("bias-step-mistake-bound", lambda c, R2: c > 0, lambda c, R2, s: bias_step_bound(R2, c, *s)),
)}  # fmt: skip


def bounds_for(bias_step: Exact, R2: Exact) -> list[tuple[str, Callable[[Separator], Fraction]]]:
    """Return (id, value) for each bound that holds for runs with this bias step c ≥ 0 on data with this R².

    `value(separator)` is exact. The list is never empty. Raises `BadInput` for floats and negative numbers.

    >>> [name for name, value in bounds_for(bias_step=0, R2=2)]
    ['novikoff-mistake-bound']
    >>> [name for name, value in bounds_for(bias_step=2, R2=2)]
    ['tutorial-mistake-bound', 'bias-step-mistake-bound']
    """
    c, square = _at_least_zero(bias_step, "bias_step"), _at_least_zero(R2, "R2")
    return [(bound.id, partial(bound.value, c, square)) for bound in BOUNDS.values() if bound.applies(c, square)]


# ----------------------------------------------------------------------------- the two invariants


def alignment_bound(k: int, gamma: Exact, rate: Exact = 1) -> Exact:
    """Return kαγ, at most ⟨w, w*⟩ + b·b*/c after k mistakes (without the second term for c = 0).

    >>> alignment_bound(3, gamma=2)
    6
    """
    return k * rate * gamma


def growth_bound(k: int, R2: Exact, bias_step: Exact, rate: Exact = 1) -> Exact:
    """Return kα²(R² + c), at least ‖w‖² + b²/c after k mistakes (without the second term for c = 0).

    >>> growth_bound(3, R2=2, bias_step=1)
    9
    """
    return k * rate**2 * (R2 + bias_step)


# -------------------------------------------------------------------------------------- the border


def _exact(value: Exact, name: str) -> Fraction:
    return Fraction(carry(value, "exact", name))


def _at_least_zero(value: Exact, name: str) -> Fraction:
    number = _exact(value, name)
    if number < 0:
        raise BadInput(f"{name} must be >= 0 (got {number})")
    return number


def _positive(value: Exact, name: str) -> Fraction:
    number = _exact(value, name)
    if number <= 0:
        raise BadInput(f"{name} must be > 0 (got {number})")
    return number


def _square(value: Exact, name: str) -> Fraction:
    return _exact(value, name) ** 2


def _square_margin(gamma: Exact) -> Fraction:
    return _positive(gamma, "margin") ** 2


def _norm2(w_star: Sequence[Exact]) -> Fraction:
    return sum((_square(weight, f"w_star[{j}]") for j, weight in enumerate(w_star)), Fraction(0))
