"""Labelled examples (xᵢ, yᵢ), checked once, where they enter.

Main definitions: `rows`, `labels`, `exact_rows` check data; `number`, `exact`, `convert_number`, `vector` check
numbers.

Floats stay floats, integers and Fractions stay exact, and no number is ever rounded on the way in.
"""

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from numbers import Integral, Rational, Real
from typing import Any, Literal, TypeAlias, TypeVar

from .command_results import format_count
from .errors import BadInput
from .lazy_numpy import np
from .sparse_rows import SparseRows

Exact: TypeAlias = int | Fraction
Number: TypeAlias = int | Fraction | float
Arithmetic: TypeAlias = Literal["exact", "float64"]
T = TypeVar("T")


def yield_blocks(values: Iterable[T], size: int) -> Iterator[list[T]]:
    """Yield the values in lists of this size; the last may be shorter. The values before a bad one come before its
    error.

    >>> list(yield_blocks("abcde", 2))
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    left = iter(values)
    for first in left:
        block = [first]
        try:
            block.extend(islice(left, size - 1))
        finally:
            yield block


def number(value: Any, where: str) -> Number:
    """Return `value` as int, Fraction (not integral) or finite float; raise `BadInput`, which names it `where`.

    >>> number(Fraction(6, 3), "x"), number(0.5, "x")
    (2, 0.5)
    >>> number("a", "X[0][1]")
    Traceback (most recent call last):
    novikoff.algorithms.errors.BadInput: X[0][1] = 'a' is not a number; give int, Fraction or float
    """
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Rational):
        ratio = Fraction(int(value.numerator), int(value.denominator))
        return ratio.numerator if ratio.denominator == 1 else ratio
    if not isinstance(value, Real):
        raise BadInput(f"{where} = {value!r} is not a number; give int, Fraction or float")
    if not math.isfinite(value):
        raise BadInput(f"{where} = {float(value)} is not finite; every number must be finite")
    return float(value)


def exact(value: Any, where: str) -> Exact:
    """Return `value` as int or Fraction, without rounding: a float is the binary number that it is.

    >>> exact(0.5, "rate"), exact(0.1, "rate")
    (Fraction(1, 2), Fraction(3602879701896397, 36028797018963968))
    """
    plain = number(value, where)
    return Fraction(plain) if isinstance(plain, float) else plain


class Rows(tuple[tuple[Any, ...], ...]):
    """Checked vectors, shape (n, d) with n ≥ 1 and d ≥ 1; they are immutable.

    `rows` makes them, or an algorithm makes them of numbers that need no check.
    """

    def vectors(self, arithmetic: Arithmetic) -> list[Any]:
        """Return each row as a `vector`; raise `BadInput` for a number outside this arithmetic."""
        return [_array((_convert_plain(value, arithmetic, f"X[{i}][{j}]") for j, value in enumerate(row)), arithmetic)
                for i, row in enumerate(self)]


def rows(X: Iterable[Iterable[Any]]) -> Any:
    """Return the vectors of X, shape (n, d) with n ≥ 1 and d ≥ 1; `Rows` and `SparseRows` are not checked again.

    >>> rows([[1, 2], [3, 4]])
    ((1, 2), (3, 4))
    """
    return X if isinstance(X, Rows | SparseRows) else _check_rows(X)


def _check_rows(X):
    try:
        table = [list(row) for row in X]
    except TypeError:
        raise BadInput("X must be a sequence of vectors, such as [[1, 2], [3, 4]]") from None
    if not table:
        raise BadInput("X has no rows; give at least one example")
    for i, row in enumerate(table):
        if not row or len(row) != len(table[0]):
            raise BadInput(f"X[{i}] has {len(row)} coordinates; every row must have the same number, "
                           f"at least 1 (X[0] has {len(table[0])})")
    return Rows(map(_check_row, range(len(table)), table))


def _check_row(i, row):
    # The usual cases first: testing for an abstract class, and formatting the place, take longer than most solvers.
    return tuple([
        value if (kind := type(value)) is int else
        (value if value.denominator != 1 else value.numerator) if kind is Fraction else number(value, f"X[{i}][{j}]")
        for j, value in enumerate(row)
    ])


def exact_rows(X: Iterable[Iterable[Any]]) -> Any:
    """Return `rows(X)`; raise `BadInput` for floats."""
    table = rows(X)
    if arithmetic_of(table) != "exact":
        table.vectors("exact")  # names the first float
    return table


class Labels(tuple[int, ...]):
    """Checked labels, each −1 or +1, made by `labels`; they are immutable."""


def labels(y: Iterable[Any], count: int) -> Labels:
    """Return the `count` labels of y as ints, each −1 or +1; raise `BadInput`.

    >>> labels([1, -1.0], 2)
    (1, -1)
    """
    if not isinstance(y, Iterable):
        raise BadInput(f"y must be a list with one label for each example (got {y!r:.60})")
    given = y if isinstance(y, Labels) else list(y)
    require_one_for_each(given, count)
    return given if isinstance(given, Labels) else _check_labels(given)


def _check_labels(given):
    return Labels(label(value, f"y[{i}]") for i, value in enumerate(given))


def require_one_for_each(given: Sequence[Any], count: int) -> None:
    """Raise `BadInput` unless there are `count` labels.

    >>> require_one_for_each([1], 2)
    Traceback (most recent call last):
    novikoff.algorithms.errors.BadInput: y has 1 label for 2 examples; give one label for each row of X
    """
    if len(given) != count:
        raise BadInput(f"y has {format_count(len(given), 'label')} for {format_count(count, 'example')}; "
                       "give one label for each row of X")


def require_names(given: Sequence[Any], count: int) -> None:
    """Raise `BadInput` unless there are `count` labels, all hashable.

    >>> require_names([[1], [2]], 2)
    Traceback (most recent call last):
    novikoff.algorithms.errors.BadInput: y[0] = [1] is not a label; give one number or text for each row of X
    """
    require_one_for_each(given, count)
    for i, name in enumerate(given):
        if not isinstance(name, Hashable):
            raise BadInput(f"y[{i}] = {name!r:.40} is not a label; give one number or text for each row of X")


def label(value: Any, where: str) -> int:
    """Return `value` as the int −1 or +1; raise `BadInput` for any other value."""
    if isinstance(value, Real) and value in (-1, 1):
        return 1 if value == 1 else -1
    raise BadInput(f"{where} = {value!r} is not a label; labels are -1 and 1")


def arithmetic_of(table: Sequence[Sequence[Number]]) -> Arithmetic:
    """Return "float64" if any number of a table made by `rows` is a float, else "exact"."""
    if isinstance(table, SparseRows):
        return "exact"
    return "float64" if any(float in map(type, row) for row in table) else "exact"


def convert_number(value: Any, arithmetic: Arithmetic, where: str) -> Any:
    """Return `value` as a number of this arithmetic, unchanged in value: exact, or NumPy's float64.

    >>> convert_number(0.5, "exact", "rate")
    Traceback (most recent call last):
    novikoff.algorithms.errors.BadInput: rate = 0.5 is a float among exact numbers; give int or Fraction
    """
    if type(value) is int and arithmetic == "exact":
        return value  # the usual case first: testing for an abstract class takes longer
    return _convert_plain(number(value, where), arithmetic, where)


def _convert_plain(plain, arithmetic, where):
    if arithmetic == "exact":
        if isinstance(plain, float):
            raise BadInput(f"{where} = {plain!r} is a float among exact numbers; give int or Fraction")
        return plain
    try:
        rounded = float(plain)
    except OverflowError:
        rounded = math.inf
    if rounded != plain:
        raise BadInput(f"{where} = {plain} is not a float64, but the data are floats; give a float, or exact data")
    return np.float64(rounded)  # unlike Python's float, it can report an overflow


def vector(values: Sequence[Any], arithmetic: Arithmetic, where: str) -> Any:
    """Return a NumPy vector of shape (d,): float64, or objects that are int or Fraction."""
    if arithmetic == "exact" and set(map(type, values)) == {int}:
        return _array(values, arithmetic)
    return _array((convert_number(value, arithmetic, f"{where}[{j}]") for j, value in enumerate(values)), arithmetic)


def _array(carried, arithmetic):
    return np.array(list(carried), dtype=float if arithmetic == "float64" else object)
