"""Exact scaling of the features: zₖ = factorₖ·(xₖ − shiftₖ), with rational numbers that are stored.

Scaling with a shift and a factor > 0 for each feature changes no answer to whether there is a separator: ⟨w, z⟩ + b =
⟨w', x⟩ + b' with w'ₖ = wₖ·factorₖ and b' = b − ⟨w', shift⟩. It changes R and the margin, and so the number of updates.

The cost of a run grows with the digits of the common denominator of its data. The common factors 1/range and
1/deviation would turn short numbers into long ones. Here column k, times Lₖ, has a whole number as its centre, and a
whole number hₖ as the size that becomes 1; with one power of ten S for all columns, S ≥ 10⁶ and S ≥ hₖ, the factor is
Lₖ·⌊S/hₖ⌋/S. So all zₖ are multiples of 1/S, and the size becomes at most 1 and more than 1/2; for short numbers nearly
1. Lₖ is the least common denominator of the column, times the least power of ten with which the range is at least 1000,
so that centre and size are rounded little.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, lcm

from .run_loop import check_choice

LEAST_UNIT = 6  # decimal digits of S


@dataclass(frozen=True)
class Scaling:
    """zₖ = factor[k]·(xₖ − shift[k]) for each of d features; `kind` is the rule of `KINDS` that made it.

    >>> Scaling("integers", (Fraction(1),), (Fraction(2),)).original([3], 5)
    ((Fraction(6, 1),), Fraction(-1, 1))
    """

    kind: str
    shift: tuple[Fraction, ...]
    factor: tuple[Fraction, ...]

    def scale_points(self, X: Sequence[Sequence[Fraction]]) -> tuple[tuple[Fraction, ...], ...]:
        """Return the points z for X, of shape (n, d)."""
        return tuple(tuple(f * (v - s) for f, v, s in zip(self.factor, x, self.shift, strict=True)) for x in X)

    def original(self, w: Sequence[Fraction], b: Fraction) -> tuple[tuple[Fraction, ...], Fraction]:
        """Return the (w', b') with ⟨w', x⟩ + b' = ⟨w, z⟩ + b."""
        weights = tuple(Fraction(v * f) for v, f in zip(w, self.factor, strict=True))
        return weights, Fraction(b - sum(v * s for v, s in zip(weights, self.shift, strict=True)))


def fit_scaling(kind: str, X: Sequence[Sequence[Fraction]]) -> Scaling:
    """Return the scaling of this rule for X, of shape (n, d), n, d ≥ 1, of ints or Fractions; see `KINDS`.

    >>> found = fit_scaling("unit", [[Fraction(1, 2)], [1], [3]])
    >>> found.shift, found.scale_points([[Fraction(1, 2)], [3]])
    ((Fraction(1, 2),), ((Fraction(0, 1),), (Fraction(1, 1),)))
    """
    check_choice("scale", kind, KINDS)
    columns = [[Fraction(value) for value in column] for column in zip(*X, strict=True)]
    denominators = [lcm(*(value.denominator for value in column)) for column in columns]
    if kind == "integers":
        return Scaling(kind, (Fraction(0),) * len(columns), tuple(map(Fraction, denominators)))
    grids = [_grid(column, L) for column, L in zip(columns, denominators, strict=True)]
    found = [RULES[kind]([int(value * L) for value in column]) for column, L in zip(columns, grids, strict=True)]
    unit = 10 ** max(LEAST_UNIT, *(len(str(size - 1)) for _, size in found))
    shift = tuple(Fraction(centre, L) for (centre, _), L in zip(found, grids, strict=True))
    factor = tuple(Fraction(L * (unit // size), unit) for (_, size), L in zip(found, grids, strict=True))
    return Scaling(kind, shift, factor)


def _grid(column: Sequence[Fraction], L: int) -> int:
    """Return a multiple of L for which the range of the column is at least 1000, if that is not 0."""
    width = (max(column) - min(column)) * L
    return L * 10 ** max(0, 4 - len(str(width))) if width else L


def _unit(column: Sequence[int]) -> tuple[int, int]:
    """Return centre and size for which the least number becomes 0, the greatest at most 1."""
    return min(column), max(max(column) - min(column), 1)


def _range(column: Sequence[int]) -> tuple[int, int]:
    """Return centre and size for which the middle becomes 0, the greatest distance from it at most 1."""
    middle = (min(column) + max(column)) // 2
    return middle, max(max(column) - middle, middle - min(column), 1)


def _standard(column: Sequence[int]) -> tuple[int, int]:
    """Return centre and size for which the mean becomes about 0, and the standard deviation at most about 1."""
    n, total = len(column), sum(column)
    return round(Fraction(total, n)), max(isqrt(n * sum(v * v for v in column) - total**2) // n, 1)


RULES: dict[str, Callable[[Sequence[int]], tuple[int, int]]] = {"unit": _unit, "range": _range, "standard": _standard}
KINDS = {
    "integers": "each feature times its least common denominator",
    "unit": "each feature into [0, 1], its least value to 0",
    "range": "each feature into [−1, 1], the middle of its range to 0",
    "standard": "each feature to mean about 0 and standard deviation about 1",
}
