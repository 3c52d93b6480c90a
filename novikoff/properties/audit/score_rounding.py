"""Where rounding may decide the sign of a score, so that no sign is wrong.

Main definitions:
    may_flip_sign  for weights and a point
    terms_size     Σ|terms| of an inner product, to which errors are proportional

The bound on the error of an inner product is that of N. J. Higham, *Accuracy and Stability of Numerical Algorithms*,
second edition, section 3.1: n terms that are multiplied and added up in any order, in floats of p digits, are wrong by
at most γₙΣ|terms|, where γₙ = nu/(1 − nu) and u = 2⁻ᵖ.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from ...algorithms.perceptron import State

DIGITS = {"float32": 24, "float64": 53}
FAR_FROM_0 = Fraction(1, 2**40)  # of the largest term or weight: nearer, rounded weights may decide the sign


def may_flip_sign(state: State, x: Sequence[Any], dtype: str | None = None) -> bool:
    """Say whether a class that computes in this dtype, None for float64, may find another sign of ⟨w, x⟩ + b.

    It may if the score is less than the error of a sum of floats, unless every such sum is exact; and if the weights
    have so many digits that they seem to be rounded, and the score is less than that leaves: the bias then may be a
    rounding error beside the weights, which a probability rounds to 1/2.

    >>> tiny = Fraction(1, 2**36)
    >>> may_flip_sign(State((1 - tiny, -1), 0), ((1 + tiny) / 2, Fraction(1, 2)))
    True
    >>> may_flip_sign(State((1, -1), 0), (1, 1)), may_flip_sign(State((1, -1), tiny), (1, 1))
    (False, False)
    """
    terms = [Fraction(p) * Fraction(q) for p, q in zip(state.w, x, strict=True)] + [Fraction(state.b)]
    score, digits = abs(sum(terms, Fraction(0))), DIGITS.get(dtype or "float64", 0)
    rounded = any(Fraction(value).denominator > 1 / FAR_FROM_0 for value in [*state.w, state.b])
    if rounded and score <= FAR_FROM_0 * max(map(abs, [*terms, *map(Fraction, state.w)])):
        return True
    unit = Fraction(len(terms), 2**digits)
    size = sum(map(abs, terms), Fraction(0))
    return bool(digits) and not _is_exact(terms, digits) and score * (1 - unit) <= unit * size


def _is_exact(terms: Sequence[Fraction], digits: int) -> bool:
    """Say whether floats of so many digits hold these terms and the sums of any of them: all are multiples of one
    number, and not too many times as large.
    """
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
