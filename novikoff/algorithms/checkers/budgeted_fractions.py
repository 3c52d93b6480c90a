"""Exact arithmetic that counts its work: the only place where the checkers compute.

A unit of work is about what Python needs to multiply and add two short integers, at most 100 ns. An operation is
charged before it is made, by the lengths of its operands in bits: their product for multiplications and common
divisors, their sum for additions. So no certificate takes longer than its size and `MOST_WORK` allow, whatever its
numbers grow to.
"""

import operator
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, inf, isqrt, lcm
from typing import Any

MOST_WORK = 300_000_000  # units for one certificate, unless the caller allows more
OVERHEAD = 100  # units of an operation on rationals, whatever their length


class TooMuchWork(Exception):
    """Checking the certificate would take more work than one certificate may take."""


class Work:
    """The units left for the certificate that is being checked; outside `dispatch.verify` there is no limit."""

    left: float = inf


def charge(units: float) -> None:
    """Subtract `units` from the remaining work; raise `TooMuchWork` if too little remains."""
    Work.left -= units
    if Work.left < 0:
        raise TooMuchWork("checking the certificate takes more work than is allowed")


def _length(value):
    return value.numerator.bit_length() + value.denominator.bit_length()


def _charge_pair(a, b):
    charge(OVERHEAD + (a + b >> 9) + (a * b >> 12))


class Q(Fraction):
    """A rational number.

    >>> Q(1, 2) + 1, 3 * Q(1, 3) ** 2
    (Q(3, 2), Q(1, 3))
    """

    __slots__ = ()

    def __new__(cls, numerator: Any = 0, denominator: int | None = None) -> "Q":
        """Return numerator/denominator in lowest terms."""
        if denominator is not None:
            _charge_pair(numerator.bit_length(), denominator.bit_length())
        return super().__new__(cls, numerator, denominator)

    def __pow__(self, exponent: int) -> "Q":  # type: ignore[override]
        length = _length(self) * abs(exponent)
        _charge_pair(length, length)
        return Q(super().__pow__(exponent))


def _add_charged_method(name: str, result: Any) -> None:
    plain = getattr(Fraction, name)

    def method(self, *others):
        if others:
            _charge_pair(_length(self), _length(others[0]))
        else:
            charge(OVERHEAD)
        return result(plain(self, *others))

    setattr(Q, name, method)


for _name in ("add", "sub", "mul", "truediv"):
    _add_charged_method(f"__{_name}__", Q)
    _add_charged_method(f"__r{_name}__", Q)
for _name in ("neg", "pos", "abs"):
    _add_charged_method(f"__{_name}__", Q)
for _name in ("lt", "le", "gt", "ge"):
    _add_charged_method(f"__{_name}__", bool)


ZERO = Q(0)


class Vector:
    """The vector `values`/`over`: integers, of at most `bits` bits, over one denominator > 0."""

    __slots__ = ("bits", "over", "values")

    def __init__(self, values: list[int], over: int = 1) -> None:
        """Store the numbers unchanged; they need not be in lowest terms."""
        charge(OVERHEAD // 4 + len(values))
        self.values: list[int] = values
        self.over: int = over
        self.bits: int = max((value.bit_length() for value in values), default=0)

    @classmethod
    def of(cls, numbers: Iterable[Any]) -> "Vector":
        """Return integers and rationals as a vector.

        >>> Vector.of([1, Q(1, 2), Q(2, 3)]).values
        [6, 3, 4]
        """
        given = list(numbers)
        charge(OVERHEAD)
        over = common_denominator(given)
        _charge_each(given, over.bit_length())
        return cls([value.numerator * (over // value.denominator) for value in given], over)

    def times(self, sign: int) -> "Vector":
        """Return sign·self."""
        return Vector([sign * value for value in self.values], self.over)

    def numbers(self) -> list[Q]:
        """Return the coordinates."""
        return [Q(value, self.over) for value in self.values]

    def plus(self, factor: Any, other: "Vector", *, in_place: bool = False) -> "Vector":
        """Return self + factor·other; `in_place` may change self, which saves a copy if `other` has few non-zeros.

        >>> Vector([1, 2]).plus(Q(1, 2), Vector([3, 4])).numbers()
        [Q(5, 2), Q(4, 1)]
        """
        _charge_pair(factor.denominator.bit_length(), other.over.bit_length())
        under = factor.denominator * other.over
        if under == self.over:
            a, b, over = 1, factor.numerator, under
        else:
            _charge_pair(self.over.bit_length(), under.bit_length())
            over = lcm(self.over, under)
            a, b = over // self.over, factor.numerator * (over // under)
        if isinstance(other, SparseVector):
            if a != 1:
                return other.add_to(Vector([a * value for value in self.values], over), b)
            return other.add_to(self if in_place else self.copy(), b)
        _charge_row(len(self.values), self.bits, a.bit_length())
        _charge_row(len(self.values), other.bits, b.bit_length())
        if a == 1:
            return Vector([u + b * v for u, v in zip(self.values, other.values, strict=True)], over)
        return Vector([a * u + b * v for u, v in zip(self.values, other.values, strict=True)], over)

    def copy(self) -> "Vector":
        """Return a copy of the vector."""
        charge(OVERHEAD + (len(self.values) >> 5))
        found = Vector([], self.over)
        found.values, found.bits = self.values.copy(), self.bits
        return found

    def reduce(self) -> "Vector":
        """Return the vector over its least denominator."""
        charge(len(self.values) * (1 + (self.bits * self.over.bit_length() >> 12)))
        common = gcd(self.over, *self.values)
        _charge_row(len(self.values), self.bits, common.bit_length())
        return Vector([value // common for value in self.values], self.over // common)


class SparseVector(Vector):
    """A vector of dimension `size` given by its nonzero `values` at increasing `indices`.

    >>> x = SparseVector([1], [5], 2, 3)
    >>> inner(Vector([1, 2, 3]), x), Vector([1, 2, 3]).plus(2, x).numbers(), x.numbers()[1]
    (10, [Q(1, 1), Q(7, 1), Q(3, 1)], Q(5, 2))
    """

    __slots__ = ("indices", "size")

    def __init__(self, indices: list[int], values: list[int], over: int, size: int) -> None:
        super().__init__(values, over)
        self.indices: list[int] = indices
        self.size: int = size

    def times(self, sign: int) -> "SparseVector":
        return SparseVector(self.indices, [sign * value for value in self.values], self.over, self.size)

    def numbers(self) -> list[Q]:
        return list(SparseNumbers(self.size, self.indices, super().numbers()))

    def add_to(self, vector: Vector, b: int) -> Vector:
        """Add b·self to a vector over the denominator of the sum, in place and at the cost of the non-zeros."""
        charge(OVERHEAD)
        _charge_row(2 * len(self.values), max(vector.bits, self.bits), b.bit_length())
        sums = vector.values
        for j, value in zip(self.indices, self.values, strict=True):
            sums[j] += b * value
            vector.bits = max(vector.bits, sums[j].bit_length())
        return vector


def inner(u: Vector, v: Vector) -> int:
    """Return Σuᵢvᵢ of the integers, which is the inner product times u.over·v.over and has its sign.

    >>> inner(Vector([1, 2], 7), Vector([3, -1]))
    1
    """
    if isinstance(u, SparseVector):
        u, v = v, u
    if isinstance(v, SparseVector):
        charge(OVERHEAD // 4 + len(v.values) * (1 + (u.bits + v.bits >> 9) + (u.bits * v.bits >> 15)))
        if isinstance(u, SparseVector):
            there = dict(zip(u.indices, u.values, strict=True))
            return sum(value * there.get(j, 0) for j, value in zip(v.indices, v.values, strict=True))
        return sum(map(operator.mul, v.values, map(u.values.__getitem__, v.indices)))
    charge(OVERHEAD // 4 + len(u.values) * (1 + (u.bits + v.bits >> 9) + (u.bits * v.bits >> 15)))
    return sum(map(operator.mul, u.values, v.values))


def product(u: Vector, v: Vector) -> Q:
    """Return the inner product.

    >>> product(Vector([1, 2], 7), Vector([3, -1]))
    Q(1, 7)
    """
    _charge_pair(u.over.bit_length(), v.over.bit_length())
    return Q(inner(u, v), u.over * v.over)


def vectors(table: Sequence[Sequence[Any]]) -> list[Vector]:
    """Return the rows as vectors over one common denominator.

    >>> [row.values for row in vectors([[Q(1, 2)], [Q(1, 3)]])]
    [[3], [2]]
    """
    over = common_denominator([value for row in table for value in entries(row)])
    found = list[Vector]()
    for row in table:
        given = entries(row)
        _charge_each(given, over.bit_length())
        values = [value.numerator * (over // value.denominator) for value in given]
        if isinstance(row, SparseNumbers):
            found.append(SparseVector(row.indices, values, over, row.dimension))
        else:
            found.append(Vector(values, over))
    return found


@dataclass(frozen=True)
class SparseNumbers(Sequence[Q]):
    """A sequence of `dimension` numbers, given by its nonzero `values` at increasing `indices` from 0."""

    dimension: int
    indices: list[int]
    values: list[Q]

    def __len__(self) -> int:
        return self.dimension

    def __iter__(self) -> Iterator[Q]:
        charge(self.dimension)
        row = [ZERO] * self.dimension
        for j, value in zip(self.indices, self.values, strict=True):
            row[j] = value
        return iter(row)

    def __getitem__(self, k: Any) -> Any:
        """Return one coordinate, or a list for a slice."""
        return list(self)[k]


def entries(row: Any) -> Sequence[Any]:
    """Return the stored numbers of a row; a sparse row stores no zeros."""
    return row.values if isinstance(row, SparseNumbers) else row


def extend(row: Any, *more: Any) -> Any:
    """Return the row with the integers `more` appended."""
    if not isinstance(row, SparseNumbers):
        return [*row, *more]
    there = [(row.dimension + k, value) for k, value in enumerate(more) if value]
    indices, values = [*row.indices, *(k for k, _ in there)], [*row.values, *(value for _, value in there)]
    return SparseNumbers(row.dimension + len(more), indices, values)


def common_denominator(numbers: Iterable[Any]) -> int:
    """Return the least common denominator of integers and rationals.

    >>> common_denominator([Q(1, 4), 3, Q(1, 6)])
    12
    """
    over = 1
    for denominator in {value.denominator for value in numbers}:
        _charge_pair(over.bit_length(), denominator.bit_length())
        over = lcm(over, denominator)
    return over


def power(base: int, exponent: int) -> int:
    """Return base^exponent for an exponent ≥ 0.

    >>> power(3, 4)
    81
    """
    length = base.bit_length() * exponent
    _charge_pair(length, length)
    return base**exponent


def total(numbers: Iterable[Any]) -> Q:
    """Return the sum of rationals.

    >>> total([Q(1, 2), Q(1, 3)])
    Q(5, 6)
    """
    return sum(numbers, Q(0))


def _charge_row(count, *lengths):
    charge(OVERHEAD // 4 + count * (1 + (sum(lengths) >> 9) + (lengths[0] * lengths[1] >> 15)))


def _charge_each(numbers, length):
    for value in numbers:
        charge(10 + (length >> 9) + (length * _length(value) >> 12))


def round_down(value: Q, digits: int) -> Q:
    """Round a number ≥ 0 down to `digits` or `digits` + 1 leading binary digits.

    >>> round_down(Q(1, 3), 2), round_down(Q(1, 2), 2), round_down(Q(13), 2)
    (Q(1, 4), Q(1, 2), Q(12, 1))
    """
    places = digits + value.denominator.bit_length() - value.numerator.bit_length()
    _charge_pair(_length(value) + abs(places), _length(value) + abs(places))
    up, down = max(places, 0), max(-places, 0)
    whole = (value.numerator << up) // (value.denominator << down)
    return Q(whole << down, 1 << up)


def root(value: Q, digits: int) -> tuple[Q, Q]:
    """Return a power u of 2 and the largest multiple of u that is at most √value, for value > 0. The multiple has about
    `digits` binary digits.

    >>> root(Q(2), 2), root(Q(9, 4), 2)
    ((Q(1, 2), Q(1, 1)), (Q(1, 2), Q(3, 2)))
    """
    _charge_pair(_length(value) + 2 * digits, _length(value) + 2 * digits)
    shift = (value.numerator.bit_length() - value.denominator.bit_length()) // 2 + 1 - digits
    unit: Any = Q(1 << max(shift, 0), 1 << max(-shift, 0))
    square = value / unit**2
    return unit, isqrt(square.numerator // square.denominator) * unit
