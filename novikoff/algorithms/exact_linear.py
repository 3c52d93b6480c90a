"""Exact linear algebra on points of Qᵈ, with float64 doing the work where rounding cannot matter.

Why the filter is sound. Let x̂, v̂ be float64 roundings of x, v ∈ Qᵈ with entries in [−1, 1]. In any order of summation
the computed product differs from ⟨x, v⟩ by at most γ·Σ|xₖvₖ| with γ = (d+2)u/(1−(d+2)u), u = 2⁻⁵³, apart from
underflows of at most 2⁻¹⁰⁷⁴ each (higham2002, section 3.1), and Σ|xₖvₖ| ≤ Σ|xₖ|. The error allowed here is more than
twice that, which covers the rounding of the sums, of the threshold and of the error itself. A product farther from its
threshold is decided; the rest are computed in integers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

from .errors import BadInput
from .labelled_examples import Exact, Labels, arithmetic_of, labels, rows
from .lazy_numpy import np
from .processes import require_memory
from .run_certificates import table_to_json
from .sparse_rows import SparseRows

Row: TypeAlias = Callable[[int], list[int]]
Entries: TypeAlias = Callable[[int], tuple[list[int], list[int]]]


class Points:
    """The points xᵢ of X; with labels y, the points yᵢxᵢ; with `constant`, the points (xᵢ, 1) or yᵢ(xᵢ, 1).

    `rounded`, of shape (n, d), is float64 with entries in [−1, 1], the points over `unit`; `row(i)` holds integers,
    point i times `scale`. `signs` are the labels (1 without y). `arithmetic` is "float64" if a float was given, which
    then stands for its exact binary value. Raises `BadInput` for invalid numbers and labels, and for points that need
    more memory than there is.

    >>> points = Points([[Fraction(1, 2), 3], [0, 1]], y=[1, -1], constant=True)
    >>> points.row(1), points.scale, points.arithmetic
    ([0, -2, -2], 2, 'exact')
    """

    def __init__(self, X: Iterable[Iterable[Any]], y: Iterable[Any] | None = None, *, constant: bool = False) -> None:
        table, signs = check_examples(X, y)
        n, d, extra = len(table), len(table[0]), [1] if constant else []
        of_table, size = (_scale_array, 32) if isinstance(table, np.ndarray) else (_scale_rows, 112)  # bytes a number
        if isinstance(table, SparseRows):
            of_table, size = _scale_sparse, 32
        require_memory(size * n * (d + 2), f"an exact answer for {n} examples with {d} features")
        self.arithmetic, scale, exponent, entries = of_table(table, int(constant))
        ones = np.full((n, len(extra)), math.ldexp(1, -max(exponent, 0)))
        self.signs: Sequence[int] = signs
        self.scale: int = scale
        self.unit: Fraction = Fraction(2) ** exponent
        self.rounded: Any = np.hstack([entries, ones]) * np.array(signs, dtype=float)[:, None]
        self.entries: Entries | None = None
        self.row: Row
        if isinstance(table, SparseRows):
            last = [d] if constant else []
            entries = cache(lambda i: _signed_entries(table.whole_entries(i), last, scale, signs[i]))
            self.entries, self.row = entries, lambda i: _write_out(entries(i), d + len(extra))
        else:
            self.row = cache(lambda i: [signs[i] * _times(value, scale) for value in (*_to_lists(table[i]), *extra)])
        self._sizes = np.abs(self.rounded).sum(axis=1)

    def part(self, chosen: Sequence[int]) -> Points:
        """Return the points of these indices, in this order."""
        part = copy(self)
        part.signs, part.row = Labels(self.signs[i] for i in chosen), lambda k: self.row(chosen[k])
        entries = self.entries
        part.entries = None if entries is None else lambda k: entries(chosen[k])
        part.rounded, part._sizes = self.rounded[chosen], self._sizes[chosen]
        return part

    @property
    def shape(self) -> tuple[int, int]:
        """Return (n, d)."""
        return self.rounded.shape

    def exact(self, i: int) -> list[Fraction]:
        """Return point i."""
        return [Fraction(value, self.scale) for value in self.row(i)]

    def combine(self, weights: Mapping[int, Exact]) -> tuple[list[int], int]:
        """Return Σ weights[i]·point i as integers, and their common denominator.

        >>> Points([[Fraction(1, 2), 3], [0, 1]]).combine({0: 2, 1: Fraction(1, 3)})
        ([6, 38], 6)
        """
        common = math.lcm(*(weight.denominator for weight in weights.values()))
        if self.entries:
            total = [0] * self.shape[1]
            for i, weight in weights.items():
                factor = int(weight * common)
                for j, value in zip(*self.entries(i), strict=True):
                    total[j] += factor * value
            return total, common * self.scale
        terms = [(int(weight * common), self.row(i)) for i, weight in weights.items()]
        return [sum(weight * row[k] for weight, row in terms) for k in range(self.shape[1])], common * self.scale

    def product(self, i: int, v: Sequence[int]) -> int:
        """Return `scale`·⟨point i, v⟩ for an integer vector v."""
        if self.entries:
            indices, values = self.entries(i)
            return sum(map(int.__mul__, values, map(v.__getitem__, indices)))
        return sum(map(int.__mul__, self.row(i), v))

    def below(self, v: Sequence[int], thresholds: Sequence[int], groups: Any) -> dict[int, int]:
        """Return {i: product(i, v)} for all points with product(i, v) < thresholds[groups[i]], and perhaps for others.

        `groups` is an integer array of shape (n,): the threshold of each point.

        >>> import numpy as np
        >>> Points([[3], [1], [-1]]).below([2], [2, 0], np.array([0, 0, 1]))
        {1: 2, 2: -2}
        """
        products, unit = self._multiply_rounded(v)
        limits = np.array([nearest_float(threshold / unit) for threshold in thresholds])[groups]
        surely_above = products - limits > self._error(limits)
        return {i: self.product(i, v) for i in np.flatnonzero(~surely_above).tolist()}

    def all_positive(self, v: Sequence[int]) -> bool:
        """Return whether product(i, v) > 0 for all points; float64 decides wherever rounding cannot matter.

        >>> Points([[3], [1]]).all_positive([2]), Points([[3], [-1]]).all_positive([2])
        (True, False)
        """
        products, _ = self._multiply_rounded(v)
        error = self._error(np.zeros(1))
        if (products < -error).any():
            return False
        return all(self.product(i, v) > 0 for i in np.flatnonzero(products <= error).tolist())

    def _multiply_rounded(self, v):
        """Return each product(i, v) in float64, over a unit, and the unit."""
        size = 1 << max((abs(value) for value in v), default=0).bit_length()
        return self.rounded @ np.array([value / size for value in v]), self.unit * self.scale * size

    def _error(self, limits):
        """Return more than the rounding error of `products - limits`, for each point."""
        sizes = self._sizes + np.abs(limits)  # the entries of the direction are at most 1
        return (self.shape[1] + 8) * (2.0**-51 * sizes + np.finfo(float).tiny)


def check_examples(X: Iterable[Iterable[Any]], y: Iterable[Any] | None = None) -> tuple[Any, Sequence[int]]:
    """Return X as `rows`, or unchanged if it is an array of numbers that float64 holds; and the labels, 1 without y.

    Raises `BadInput`.

    >>> check_examples([[0.5, 2]], [-1.0])
    (((0.5, 2),), (-1,))
    """
    array = isinstance(X, np.ndarray) and X.ndim == 2 and X.size and _fits_float64(X)
    table = _require_finite(X) if array else rows(_to_lists(X))
    return table, Labels([1] * len(table)) if y is None else labels(_to_lists(y), len(table))


def _scale_array(X, least):
    """Return arithmetic, scale, an exponent ≥ `least`, and the numbers over 2^exponent as float64 in [−1, 1]."""
    mantissas, exponents = np.frexp(X)
    used = exponents[mantissas != 0]
    top, bottom = (int(used.max()), int(used.min())) if used.size else (0, 0)
    exponent = max(top, least)
    if X.dtype.kind in "iu":
        return "exact", 1, exponent, np.ldexp(X, -exponent)
    return "float64", 1 << max(0, 53 - bottom), exponent, np.ldexp(X, -exponent)


def _scale_sparse(table, least):
    """Do what `_scale_array` does, for `SparseRows`."""
    numerators, scale = table.numerators, table.scale
    distinct = set(numerators.tolist())
    top = max(map(abs, distinct), default=0)
    ratios = [Fraction(p, scale) for p in distinct] + [Fraction(0)] * (len(numerators) < math.prod(table.shape))
    exponent = max(least, 1 + max(v.numerator.bit_length() - v.denominator.bit_length() for v in ratios))
    up, down = 1 << max(0, -exponent), 1 << max(0, exponent)
    if numerators.dtype != object and top <= 2**53 and scale <= 2**53 and abs(exponent) < 900:
        values = np.ldexp(numerators.astype(float) / scale, -exponent)
    else:
        values = np.array([p * up / (scale * down) for p in numerators.tolist()])
    entries = np.zeros(table.shape)
    entries[np.repeat(np.arange(len(table)), np.diff(table.starts)), table.indices] = values
    return "exact", scale, exponent, entries


def _signed_entries(entries, last, one, sign):
    """Return the indices and numerators of sign·(x, 1), or of sign·x if there is no `last` index."""
    indices, values = entries
    return indices + last, [sign * value for value in values] + [sign * one] * len(last)


def _write_out(entries, dimension):
    row = [0] * dimension
    for j, value in zip(*entries, strict=True):
        row[j] = value
    return row


def _scale_rows(table, least):
    ratios = [value.as_integer_ratio() for row in table for value in row]
    distinct = set(ratios)
    exponent = max(least, 1 + max(p.bit_length() - q.bit_length() for p, q in distinct))
    up, down = 1 << max(0, -exponent), 1 << max(0, exponent)
    entries = np.array([p * up / (q * down) for p, q in ratios])
    return arithmetic_of(table), math.lcm(*{q for _, q in distinct}), exponent, entries.reshape(len(table), -1)


def solve_near(system: Sequence[Sequence[Exact]], near: Sequence[Exact]) -> list[Fraction] | None:
    """Solve the equations, rows [A | b], with the values `near` for free variables; return None if there is no
    solution.

    >>> solve_near([[1, 1, 3]], [5, 1]), solve_near([[0, 1]], [7])
    ([Fraction(2, 1), Fraction(1, 1)], None)
    """
    from flint import fmpz_mat

    size = len(near)
    reduced, pivot, rank = fmpz_mat([integers(row)[0] for row in system]).rref()
    rows = [[Fraction(int(value), int(pivot)) for value in row] for row in reduced.tolist()[:rank]]
    leading = [next(k for k, value in enumerate(row) if value) for row in rows]
    if size in leading:
        return None
    solution = [Fraction(value) for value in near]
    free = sorted(set(range(size)) - set(leading))
    for k, row in zip(leading, rows, strict=True):
        solution[k] = row[size] - sum(row[j] * near[j] for j in free)
    return solution


def integers(values: Iterable[Any]) -> tuple[list[int], int]:
    """Return the numbers times their least common denominator, and that denominator; floats keep their exact value.

    >>> integers([Fraction(1, 2), 3, 0.25])
    ([2, 12, 1], 4)
    """
    exact = [Fraction(value) for value in values]
    common = math.lcm(*(value.denominator for value in exact))
    return [value.numerator * (common // value.denominator) for value in exact], common


def data_fields(X: Iterable[Iterable[Any]], y: Iterable[Any]) -> dict[str, Any]:
    """Return the examples in the form of certificates: X as strings "p/q", y as ints.

    >>> data_fields([[0.5, 2]], [1])
    {'X': [['1/2', '2']], 'y': [1]}
    """
    table = rows(_to_lists(X))
    return {"X": table_to_json(table), "y": [*labels(_to_lists(y), len(table))]}


def _to_lists(values):
    """Return a NumPy array as lists of Python numbers, which are checked faster; anything else unchanged."""
    return values.tolist() if hasattr(values, "tolist") else values


def _fits_float64(X):
    """Return whether an array holds float64 numbers, or integers that float64 holds exactly."""
    return X.dtype == float or (X.dtype.kind in "iu" and max(int(X.max()), -int(X.min())) <= 2**53)


def _require_finite(X):
    if not np.isfinite(X).all():
        i, j = np.argwhere(~np.isfinite(X))[0]
        raise BadInput(f"X[{i}][{j}] = {float(X[i, j])} is not finite; every number must be finite")
    return X


def _times(value, scale):
    numerator, denominator = value.as_integer_ratio()
    return numerator * (scale // denominator)


def round_down(value: Exact, digits: int) -> Fraction:
    """Round a number ≥ 0 down to `digits` or `digits` + 1 leading binary digits.

    >>> round_down(Fraction(1, 3), 2), round_down(Fraction(1, 2), 2)
    (Fraction(1, 4), Fraction(1, 2))
    """
    places = digits + value.denominator.bit_length() - value.numerator.bit_length()
    unit = Fraction(2) ** -places
    return value // unit * unit


def nearest_float(ratio: Exact) -> float:
    """Return the nearest float64; ±infinity beyond their range."""
    try:
        return float(ratio)
    except OverflowError:
        return math.inf if ratio > 0 else -math.inf
