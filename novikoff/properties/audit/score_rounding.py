"""Points at which rounding may decide the sign of a score, so that either sign is accepted.

The bound on the error of an inner product comes from N. J. Higham, *Accuracy and Stability of Numerical Algorithms*,
second edition, section 3.1. Let n terms be multiplied and added in any order in floats of p digits. The error is at
most γₙΣ|terms|, where γₙ = nu/(1 − nu) and u = 2⁻ᵖ.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from ...algorithms.perceptron import State

DIGITS = {"float32": 24, "float64": 53}
FAR_FROM_0 = Fraction(1, 2**40)  # relative to the largest term or weight: below, rounded weights may decide


def may_flip_sign(state: State, x: Sequence[Any], dtype: str | None = None) -> bool:
    """Return whether a class that computes in this dtype (None: float64) may find another sign of ⟨w, x⟩ + b. The sign
    may flip if the score is less than the error of a sum of floats, unless every sum is exact. It may also flip if the
    weights have so many digits that they seem rounded, and the score is within their rounding error. In this case the
    bias may be a rounding error beside the weights, and a probability rounds to 1/2.

    >>> tiny = Fraction(1, 2**36)
    >>> may_flip_sign(State((1 - tiny, -1), 0), ((1 + tiny) / 2, Fraction(1, 2)))
    True
    >>> may_flip_sign(State((1, -1), 0), (1, 1)), may_flip_sign(State((1, -1), tiny), (1, 1))
    (False, False)
    """
    terms = [Fraction(p) * Fraction(q) for p, q in zip(state.w, x, strict=True)] + [Fraction(state.b)]
    score, digits = abs(sum(terms, Fraction(0))), DIGITS.get(dtype or "float64", 0)
    if has_rounded_weights(state) and score <= FAR_FROM_0 * max(map(abs, [*terms, *map(Fraction, state.w)])):
        return True
    unit = Fraction(len(terms), 2**digits)
    size = sum(map(abs, terms), Fraction(0))
    return bool(digits) and not _is_exact(terms, digits) and score * (1 - unit) <= unit * size


def has_rounded_weights(state: State) -> bool:
    """Return whether the weights have so many digits that they seem rounded.

    >>> has_rounded_weights(State((0.1, 1), 0)), has_rounded_weights(State((0.125, 1), 0))
    (True, False)
    """
    return any(Fraction(value).denominator > 1 / FAR_FROM_0 for value in [*state.w, state.b])


def _is_exact(terms: Sequence[Fraction], digits: int) -> bool:
    """Return whether floats of this many digits hold the terms and all their sums exactly. They do if all terms are
    small enough multiples of one number."""
    common = lcm(*(term.denominator for term in terms))
    whole = [int(term * common) for term in terms]
    grain = gcd(*whole)
    return sum(map(abs, whole)) <= 2**digits * (grain & -grain) if common & (common - 1) == 0 else True


def terms_size(state: State, x: Sequence[Any]) -> Any:
    """Return Σ|wₖxₖ| + |b|.

    >>> terms_size(State((1, -2), 3), (4, 5))
    17
    """
    return sum((abs(p * q) for p, q in zip(state.w, x, strict=True)), abs(state.b))
