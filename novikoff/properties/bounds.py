"""The mistake bounds of the claims as exact functions of a separator, in rational numbers.

This module contains no formula: `proofs.bounds` reads all formulas from the claims. Notation: R² = max‖x‖²; c is the
bias step, α the rate; γ > 0 is at most every yᵢ(⟨w*, xᵢ⟩ + b*). A bound holds for every run from (w, b) = 0, in any
order of visits, for every α > 0 and every treatment of ties, since an update is made only where y(⟨w, x⟩ + b) ≤ 0.
Floats are refused, not rounded.

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
from ..algorithms.labelled_examples import Exact, convert_number
from ..algorithms.run_loop import check_positive
from ..proofs.bounds import bound, conclusion


class Separator(NamedTuple):
    """A separator (w*, b*), w* of shape (d,), with a margin γ > 0 that it has on all examples.

    >>> Separator(w=(3, 4), b=0, gamma=Fraction(1, 2)).norm2
    Fraction(25, 1)
    """

    w: Sequence[Exact]
    b: Exact
    gamma: Exact

    @property
    def norm2(self) -> Fraction:
        """Return ‖w*‖²."""
        return _norm2(self.w)


class Measured(NamedTuple):
    """A `Separator` of which only the square length of w* is known, or whose coordinates are not orthonormal."""

    norm2: Exact
    b: Exact
    gamma: Exact


def _homogeneous(c: Exact, R2: Exact, s: Separator | Measured) -> Fraction:
    if s.b != 0:
        raise BadInput(f"without a bias only separators with b* = 0 give a bound (got b* = {s.b})")
    D2, margin2 = _at_least_zero(R2, "D2"), _square_margin(s.gamma)
    return bound("novikoff-mistake-bound", {"D^2": D2, "γ^2": margin2 / check_positive(s.norm2, "exact", "u_norm2")})


def _tutorial(c: Exact, R2: Exact, s: Separator | Measured) -> Fraction:
    given = {"R^2": check_positive(R2, "exact", "R2"), "w*@w*": _exact(s.norm2, "norm2")}
    given |= {"b*^2": _square(s.b, "b_star"), "γ*^2": _square_margin(s.gamma)}
    return bound("tutorial-mistake-bound", given, "bound")


def _smola(c: Exact, R2: Exact, s: Separator | Measured) -> Fraction:
    if not s.norm2:  # the claim supposes ‖w*‖ = 1, to which w* = 0 cannot be rescaled
        return _family(1, R2, s)
    given = {"b*^2": _square(s.b, "b_star") / s.norm2, "γ^2": _square_margin(s.gamma) / s.norm2}
    return bound("smola-mistake-bound", {"R^2": _at_least_zero(R2, "R2"), **given})


def _family(c: Exact, R2: Exact, s: Separator | Measured) -> Fraction:
    given = {"R^2": _at_least_zero(R2, "R2"), "ρ^2": check_positive(c, "exact", "c"), "w*@w*": _exact(s.norm2, "norm2")}
    given |= {"b*^2": _square(s.b, "b_star"), "γ^2": _square_margin(s.gamma)}
    return bound("bias-step-mistake-bound", given)


def multiclass_bound(R2: Exact, c: Exact, size: Exact) -> tuple[str, Fraction]:
    """Return the claim that bounds the runs of the multi-class perceptron with bias step c, and its bound 2(R² + c)V. V
    = Σ(‖u_r‖² + β_r²/c), or Σ‖u_r‖² for c = 0, is the size of weights with the lead 1.

    >>> multiclass_bound(9, 4, Fraction(1, 2)), multiclass_bound(9, 0, 2)[0]
    (('multi-class-bias-step-mistake-bound', Fraction(13, 1)), 'multi-class-mistake-bound')
    """
    step = _at_least_zero(c, "c")
    claim = "multi-class-bias-step-mistake-bound" if step else "multi-class-mistake-bound"
    biases = {"ρ^2": step, "sum(β[i]^2)": 0} if step else {}
    given = {"R^2": _at_least_zero(R2, "R2"), "γ": 1, "sum(u[i]@u[i])": _at_least_zero(size, "size"), **biases}
    return claim, bound(claim, given)


@dataclass(frozen=True)
class Bound:
    """One mistake bound: the claim's id, the runs that it is about, and its value. `applies(c, R2)` says whether it
    bounds the runs with bias step c on data of square radius R². `value(c, R2, separator)` is then the bound, for any
    separator and margin. It raises `BadInput` for a margin that is not positive, for negative squares, and for floats.

    >>> separator = Separator(w=(1,), b=-2, gamma=1)
    >>> {name: str(each.value(9, 9, separator)) for name, each in BOUNDS.items() if each.applies(9, 9)}
    {'tutorial-mistake-bound': '26', 'bias-step-mistake-bound': '26'}
    """

    id: str
    applies: Callable[[Exact, Exact], bool]
    value: Callable[[Exact, Exact, Separator | Measured], Fraction]


BOUNDS = {bound.id: bound for bound in (
    Bound("novikoff-mistake-bound", lambda c, R2: c == 0, _homogeneous),
    Bound("tutorial-mistake-bound", lambda c, R2: c == R2 > 0, _tutorial),
    Bound("smola-mistake-bound", lambda c, R2: c == 1, _smola),
    Bound("bias-step-mistake-bound", lambda c, R2: c > 0, _family),
)}


def bounds_for(bias_step: Exact, R2: Exact) -> list[tuple[str, Callable[[Separator | Measured], Fraction]]]:
    """Return (id, value) for each bound that holds for runs with this bias step c ≥ 0 on data with this R².
    `value(separator)` is exact. The list is never empty. Raises `BadInput` for floats and negative numbers.

    >>> [name for name, value in bounds_for(bias_step=0, R2=2)]
    ['novikoff-mistake-bound']
    >>> [name for name, value in bounds_for(bias_step=2, R2=2)]
    ['tutorial-mistake-bound', 'bias-step-mistake-bound']
    """
    c, square = _at_least_zero(bias_step, "bias_step"), _at_least_zero(R2, "R2")
    return [(bound.id, partial(bound.value, c, square)) for bound in BOUNDS.values() if bound.applies(c, square)]


def alignment_bound(k: Exact, gamma: Exact, rate: Exact = 1) -> Fraction:
    """Return kαγ, which is at most ⟨w, w*⟩ + b·b*/c after k mistakes (without the second term for c = 0). It is
    `lecture-alignment-from-any-start` from 0, for the examples αy(x, √c), on which the rate is 1.

    >>> str(alignment_bound(3, gamma=2))
    '6'
    """
    return -conclusion("lecture-alignment-from-any-start").value({"t": k, "γ": rate * gamma, "u@w": 0, "u@w0": 0})


def growth_bound(k: Exact, R2: Exact, bias_step: Exact, rate: Exact = 1) -> Fraction:
    """Return kα²(R² + c), which is at least ‖w‖² + b²/c after k mistakes (without the second term for c = 0). It is
    `lecture-norm-growth-from-any-start` from 0, for the examples αy(x, √c), on which the rate is 1.

    >>> str(growth_bound(3, R2=2, bias_step=1))
    '9'
    """
    D2 = rate**2 * (R2 + bias_step)
    return conclusion("lecture-norm-growth-from-any-start").value({"t": k, "D^2": D2, "w@w": 0, "w0@w0": 0})


def _exact(value: Exact, name: str) -> Fraction:
    return Fraction(convert_number(value, "exact", name))


def _at_least_zero(value: Exact, name: str) -> Fraction:
    number = _exact(value, name)
    if number < 0:
        raise BadInput(f"{name} must be >= 0 (got {number})")
    return number


def _square(value: Exact, name: str) -> Fraction:
    return _exact(value, name) ** 2


def _square_margin(gamma: Exact) -> Fraction:
    return Fraction(check_positive(gamma, "exact", "margin")) ** 2


def _norm2(w_star: Sequence[Exact]) -> Fraction:
    return sum((_square(weight, f"w_star[{j}]") for j, weight in enumerate(w_star)), Fraction(0))
