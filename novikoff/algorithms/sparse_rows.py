"""Exact vectors that store only their non-zeros: the compressed rows (CSR) of SciPy and libsvm.

Coordinate k of a row is numerators[k]/scale, with one whole scale for all rows. Equal data have the same form: indices
increase, no zero is stored, and no common divisor is left in the numerators and the scale. So two rows are equal if and
only if their indices and numerators are.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from operator import mul
from typing import Any, ClassVar

from .errors import BadInput
from .lazy_numpy import np

INT64 = 2**63 - 1
MOST_CELLS = 20_000_000  # numbers, zeros too, that are written out


class SparseRows(Sequence[tuple[Any, ...]]):
    """Vectors of shape (n, d), n, d ≥ 1: row i has numerators[starts[i]:starts[i + 1]] over `scale` at the `indices`.

    The arrays are NumPy's: `starts` has n + 1 entries; `numerators` has the first of the types int32, int64 and object
    (Python's integers) that holds all numbers. Rows may be given in any order of indices and with zeros; the arrays are
    then copied. Raises `BadInput` for an index that is repeated or out of range.

    >>> import numpy as np
    >>> X = SparseRows(np.array([0, 2, 2]), np.array([3, 0]), np.array([2, 4]), 4, 4)
    >>> X[0], X[1], X.scale
    ((1, 0, 0, Fraction(1, 2)), (0, 0, 0, 0), 2)
    """

    def __init__(self, starts: Any, indices: Any, numerators: Any, scale: int, dimension: int) -> None:
        """Check the arrays, and bring them into their canonical form."""
        starts, indices = np.asarray(starts, dtype=np.int64), np.asarray(indices)
        if indices.dtype != np.int32:
            indices = indices.astype(np.int64, copy=False)
        count = len(starts) - 1
        if count < 1 or dimension < 1:
            raise BadInput(f"X has the shape {(count, dimension)}; give at least one example with one coordinate")
        fits = starts[0] == 0 and (np.diff(starts) >= 0).all() and starts[-1] == len(indices) == len(numerators)
        if not fits:
            raise BadInput("the rows of X do not fit: indptr must begin with 0, not decrease, and end with the number "
                           "of entries")
        if len(indices) and not (int(indices.min()) >= 0 and int(indices.max()) < dimension):
            raise BadInput(f"X has an index outside of 0, …, {dimension - 1}")
        if not _is_rising(starts, indices):
            row = np.repeat(np.arange(count), np.diff(starts))
            order = np.argsort(row * dimension + indices, kind="stable")
            indices, numerators = indices[order], numerators[order]
            repeated = np.flatnonzero((np.diff(indices) == 0) & (np.diff(row) == 0))
            if len(repeated):
                k = int(repeated[0])
                raise BadInput(f"X[{row[k]}] has two entries at the index {int(indices[k])}; give one")
        if not np.all(numerators):
            kept = numerators != 0
            starts = np.concatenate([[0], np.cumsum(kept)])[starts]
            indices, numerators = indices[kept], numerators[kept]
        scale = scale if len(numerators) else 1
        common = math.gcd(scale, int(np.gcd.reduce(numerators))) if scale > 1 else 1
        self.shape: tuple[int, int] = (count, dimension)
        self.scale: int = scale // common
        self.starts: Any = np.ascontiguousarray(starts)
        self.indices: Any = np.ascontiguousarray(indices, dtype=np.int32)
        self.numerators: Any = _narrow(numerators if common == 1 else numerators // common)

    @classmethod
    def of(cls, table: Sequence[Sequence[Any]]) -> SparseRows:
        """Return these vectors, given as rows of ints and Fractions.

        >>> SparseRows.of([[0, Fraction(1, 2)], [3, 0]]).numerators.tolist()
        [1, 6]
        """
        entries = [[(j, value) for j, value in enumerate(row) if value] for row in table]
        values = [value for row in entries for _, value in row]
        scale = math.lcm(*(value.denominator for value in values))
        return cls(np.cumsum([0, *map(len, entries)]), np.array([j for row in entries for j, _ in row], dtype=np.int64),
                   whole_array([value.numerator * (scale // value.denominator) for value in values]), scale,
                   len(table[0]))

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        indices, values = self.entries(range(len(self))[i])
        row: list[Any] = [0] * self.shape[1]
        for j, value in zip(indices, values, strict=True):
            row[j] = value
        return tuple(row)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        """Yield all rows, written out; raise `BadInput` for too many numbers."""
        self.require_few_cells()
        return (self[i] for i in range(len(self)))

    @property
    def is_large(self) -> bool:
        """Return whether the rows, zeros included, are too many numbers to write out."""
        return math.prod(self.shape) > MOST_CELLS

    def require_few_cells(self) -> None:
        """Raise `BadInput` for rows that are too many numbers, zeros included, to write out."""
        if self.is_large:
            raise BadInput(f"this would write out {self.shape[0]} sparse examples with {self.shape[1]} features, zeros "
                           f"included; the limit is {MOST_CELLS} numbers")

    def __eq__(self, other: object) -> bool:
        """Return whether these are the same vectors, in any form."""
        if isinstance(other, SparseRows):
            return self.shape == other.shape and self.scale == other.scale and [*self.keys()] == [*other.keys()]
        return isinstance(other, Sequence) and len(self) == len(other) and all(
            a == tuple(b) for a, b in zip(self, other, strict=True))

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def whole_entries(self, i: int) -> tuple[list[int], list[int]]:
        """Return the indices and the numerators of row i ≥ 0."""
        part = slice(int(self.starts[i]), int(self.starts[i + 1]))
        return self.indices[part].tolist(), self.numerators[part].tolist()

    def entries(self, i: int) -> tuple[list[int], list[Any]]:
        """Return the indices and the values of row i."""
        indices, numerators = self.whole_entries(i)
        return indices, [self._value(p) for p in numerators]

    def _value(self, numerator: int) -> Any:
        """Return numerator/scale as an int, or a Fraction if it is not an integer."""
        return Fraction(numerator, self.scale) if numerator % self.scale else numerator // self.scale

    def keys(self) -> Iterator[Hashable]:
        """Yield a key for each row; two keys are equal if and only if the rows are."""
        whole = self.numerators.dtype != object
        for i in range(len(self)):
            part = slice(int(self.starts[i]), int(self.starts[i + 1]))
            numerators = self.numerators[part]
            yield self.indices[part].tobytes(), numerators.tobytes() if whole else tuple(numerators.tolist())

    def vectors(self, arithmetic: str) -> list[SparseVector]:
        """Return each row as a carrier of the rules; raise `BadInput` unless the arithmetic is "exact"."""
        if arithmetic != "exact":
            raise BadInput("sparse examples are exact; give them as lists of floats for a run in float64")
        return [
            SparseVector(np.array(indices, dtype=np.int64), objects(values), self.shape[1])
            for indices, values in map(self.entries, range(len(self)))
        ]

    def take(self, chosen: Sequence[int]) -> SparseRows:
        """Return the rows of these indices, in this order."""
        lengths = np.diff(self.starts)[chosen]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        entries = np.repeat(self.starts[:-1][chosen] - starts[:-1], lengths) + np.arange(starts[-1])
        return SparseRows(starts, self.indices[entries], self.numerators[entries], self.scale, self.shape[1])

    def column(self, j: int) -> list[Any]:
        """Return the n numbers of a column."""
        places = np.flatnonzero(self.indices == j)
        found: list[Any] = [0] * len(self)
        rows = np.searchsorted(self.starts, places, side="right") - 1
        for i, p in zip(rows.tolist(), self.numerators[places].tolist(), strict=True):
            found[i] = self._value(p)
        return found

    def full_columns(self, most_zeros: int) -> list[int]:
        """Return the columns with at most `most_zeros` zeros."""
        counts = np.bincount(self.indices, minlength=self.shape[1])
        return np.flatnonzero(counts >= len(self) - most_zeros).tolist()

    def without_columns(self, dropped: Sequence[int]) -> SparseRows:
        """Return the same vectors without these coordinates."""
        kept = np.ones(self.shape[1], dtype=bool)
        kept[list(dropped)] = False
        entries = kept[self.indices]
        starts = np.concatenate([[0], np.cumsum(entries)])[self.starts]
        indices = (np.cumsum(kept) - 1)[self.indices[entries]]
        return SparseRows(starts, indices, self.numerators[entries], self.scale, int(kept.sum()))

    def with_entries(self, values: Mapping[tuple[int, int], Fraction]) -> SparseRows:
        """Return the same vectors with these numbers at the places (row, index); the vectors must have 0 there.

        >>> SparseRows.of([[1, 0]]).with_entries({(0, 1): Fraction(1, 3)})[0]
        (1, Fraction(1, 3))
        """
        scale = math.lcm(self.scale, *(value.denominator for value in values.values()))
        counts = np.diff(self.starts) + np.bincount([i for i, _ in values], minlength=len(self))
        rows = np.concatenate([np.repeat(np.arange(len(self)), np.diff(self.starts)), [i for i, _ in values]])
        order = np.argsort(rows, kind="stable")
        numerators = [p * (scale // self.scale) for p in self.numerators.tolist()]
        numerators += [value.numerator * (scale // value.denominator) for value in values.values()]
        indices = np.concatenate([self.indices, [j for _, j in values]])
        starts = np.concatenate([[0], np.cumsum(counts)])
        return SparseRows(starts, indices[order], whole_array(numerators)[order], scale, self.shape[1])

    @property
    def largest(self) -> list[int]:
        """Return the d bounds max |x'ⱼ| of the numerators."""
        found = np.zeros(self.shape[1], dtype=self.numerators.dtype)
        np.maximum.at(found, self.indices, np.abs(self.numerators))
        return list(map(int, found))

    def squares(self) -> list[int]:
        """Return scale²·‖x‖² for each row."""
        values = self.numerators
        if values.dtype == object or self._longest * self.largest_entry**2 > INT64:
            numbers = values.tolist()
            return [sum(p * p for p in numbers[a:b]) for a, b in pairwise(self.starts.tolist())]
        return list(self.row_sums(np.square(values, dtype=np.int64)).tolist())

    def row_sums(self, entries: Any) -> Any:
        """Return an array with the sum of `entries`, one number per stored entry, for each row."""
        found = np.zeros(len(self), dtype=entries.dtype)
        used = np.flatnonzero(np.diff(self.starts))  # reduceat does not give 0 for an empty row
        if len(used):
            found[used] = np.add.reduceat(entries, self.starts[used])
        return found

    def products(self, w: Sequence[Any]) -> list[Any]:
        """Return the n inner products ⟨w, xᵢ⟩, exactly, at the cost of the non-zeros."""
        common = math.lcm(*(value.denominator for value in w if value))
        whole = [value and value.numerator * (common // value.denominator) for value in w]
        sums = self.whole_products(whole)
        return [Fraction(value, common * self.scale) for value in sums]

    def whole_products(self, w: Sequence[int]) -> list[int]:
        """Return scale·⟨w, xᵢ⟩ for each row and integers w."""
        top = max(map(abs, w), default=0)
        if self.numerators.dtype != object and top * self._longest * self.largest_entry <= INT64:
            return list(self.row_sums(np.array(w, dtype=np.int64)[self.indices] * self.numerators).tolist())
        rows = map(self.whole_entries, range(len(self)))
        return [sum(map(mul, map(w.__getitem__, indices), numerators)) for indices, numerators in rows]

    @property
    def _longest(self) -> int:
        """Return the most entries of a row."""
        return int(np.diff(self.starts).max())

    @property
    def largest_entry(self) -> int:
        """Return the largest absolute value of a numerator."""
        return max(int(self.numerators.max(initial=0)), -int(self.numerators.min(initial=0)))

    def radius2(self) -> Fraction:
        """Return R² = max‖x‖²."""
        return Fraction(max(self.squares()), self.scale**2)


class SparseVector:
    """A vector of dimension d with exact `values` at its `indices`; rules compute with it and a NumPy vector w.

    >>> import numpy as np
    >>> x = SparseVector(np.array([2]), objects([5]), 3)
    >>> w = np.array([1, 2, 3], dtype=object)
    >>> w @ x, (w + 2 * (-1 * x)).tolist()
    (15, [1, 2, -7])
    """

    __array_ufunc__ = None  # NumPy leaves its operators to this class
    __slots__ = ("dimension", "indices", "values")

    def __init__(self, indices: Any, values: Any, dimension: int) -> None:
        self.indices: Any = indices
        self.values: Any = values
        self.dimension: int = dimension

    def __len__(self) -> int:
        return self.dimension

    def __rmul__(self, factor: Any) -> SparseVector:
        return SparseVector(self.indices, factor * self.values, self.dimension)

    __mul__ = __rmul__

    def __radd__(self, w: Any) -> Any:
        """Return w + self, a new NumPy vector."""
        after = w.copy()
        after[self.indices] += self.values
        return after

    def __rmatmul__(self, w: Any) -> Any:
        return w[self.indices] @ self.values if len(self.indices) else 0

    def __matmul__(self, other: Any) -> Any:
        """Return ⟨self, other⟩, also for another SparseVector."""
        if not isinstance(other, SparseVector):
            return self.__rmatmul__(other)
        there = dict(zip(other.indices.tolist(), other.values, strict=True))
        return sum(value * there.get(j, 0) for j, value in zip(self.indices.tolist(), self.values, strict=True))


def _is_rising(starts: Any, indices: Any) -> bool:
    """Return whether the indices of each row increase."""
    falls = np.diff(indices) <= 0
    ends = starts[(starts > 0) & (starts < len(indices))] - 1
    falls[ends] = False
    return not falls.any()


def _narrow(numerators: Any) -> Any:
    """Return integers as int32 if all of them fit, which takes less memory and time."""
    if numerators.dtype == object:
        return numerators
    top = max(int(numerators.max(initial=0)), -int(numerators.min(initial=0)))
    return np.ascontiguousarray(numerators, dtype=np.int32 if top < 2**31 else np.int64)


def objects(values: Iterable[Any]) -> Any:
    """Return the numbers as an array of Python's objects, of one axis."""
    given = list(values)
    found = np.empty(len(given), dtype=object)
    found[:] = given
    return found


def whole_array(values: list[int]) -> Any:
    """Return integers as an array of int64, or of Python's integers if one does not fit.

    >>> whole_array([1, -2]).dtype.name, whole_array([2**70]).dtype.name
    ('int64', 'object')
    """
    fits = all(-INT64 <= value <= INT64 for value in values)
    return np.array(values, dtype=np.int64) if fits else objects(values)
