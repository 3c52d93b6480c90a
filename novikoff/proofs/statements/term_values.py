"""Values of terms in any kind of number: exact numbers, arrays of floats, signs, degrees, rational functions.

A kind of number, as `SIGNS` or `DEGREES`, has the operations for which Python has no operator. Elements of a kind are
added and multiplied with + and *. In a kind without vectors, an inner product has the value of the name u@v.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import product
from math import floor, isqrt
from operator import add, mul
from typing import Any, Protocol

from .expressions import Abs, Expression, Max, Min, Number, Term, is_numeral, polynomial, sqrt

HALF = Fraction(1, 2)
FEW_SQUARES = 10**6  # smaller numbers are also searched for as sums of two squares
LARGEST_FACTOR = 1000  # whose square is moved out of a root


@dataclass(frozen=True)
class Numbers:
    """A kind of number: the element for a rational number, powers with a whole exponent or 1/2, abs, max and min; exp,
    ln, inner products of vectors and sums over the index, where it has them. A sum has a function of the values."""

    constant: Callable[[Fraction], Any]
    power: Callable[[Any, Fraction], Any]
    abs: Callable[[Any], Any]
    max: Callable[..., Any]
    min: Callable[..., Any]
    exp: Callable[[Any], Any] | None = None
    ln: Callable[[Any], Any] | None = None
    inner: Callable[[Any, Any], Any] | None = None
    sum: Callable[[Callable[[Any], Any], Any], Any] | None = None


class Values(Protocol):
    """The values of names."""

    def __getitem__(self, name: str, /) -> Any: ...


def evaluate(term: Term, values: Values, numbers: Numbers) -> Any:
    """Return the value of a term, given the values of names; raise the errors of the operations.

    >>> evaluate(("/", ("+", "a", "1"), ("-", "b")), {"a": PLUS, "b": PLUS}, SIGNS) == Signs({-1})
    True
    """
    if isinstance(term, str):
        return numbers.constant(Fraction(term)) if is_numeral(term) else values[term]
    word, *parts = term
    if word == "@" and numbers.inner is None:
        return values[name_of_product(*parts)]
    if word == "sum" and numbers.sum is not None:
        return numbers.sum(lambda at: evaluate(parts[0], at, numbers), values)
    if word == "^":
        base, exponent = evaluate(parts[0], values, numbers), Fraction(parts[1])
        base = numbers.power(base, HALF) if exponent.denominator == 2 else base
        return numbers.power(base, Fraction(exponent.numerator))
    found = [evaluate(part, values, numbers) for part in parts]
    if word == "sqrt":
        return numbers.power(found[0], HALF)
    if word == "-":
        found[-1] = numbers.constant(Fraction(-1)) * found[-1]
    if word == "/":
        found[-1] = numbers.power(found[-1], Fraction(-1))
    if word in ("+", "-", "*", "/"):
        return reduce(add if word in ("+", "-") else mul, found)
    return getattr(numbers, "inner" if word == "@" else word)(*found)


def name_of_product(u: str, v: str) -> str:
    """Return the name of the inner product of two vectors."""
    return "@".join(sorted((u.removesuffix("@"), v.removesuffix("@"))))


def names_in(term: Term) -> Iterator[str]:
    """Yield the names in a term, including the names of inner products."""
    if isinstance(term, str):
        yield from () if is_numeral(term) else (term,)
    elif term[0] == "@" and all(isinstance(part, str) for part in term[1:]):
        yield name_of_product(*term[1:])
    else:
        for part in term[1:]:
            yield from names_in(part)


def rational_root(q: int | Fraction) -> Fraction | None:
    """Return the root of a number that is the square of a rational number, else None.

    >>> rational_root(Fraction(9, 4)), rational_root(2), rational_root(-1)
    (Fraction(3, 2), None, None)
    """
    root = Fraction(isqrt(max(q.numerator, 0)), isqrt(q.denominator))
    return root if root**2 == q else None


def simplify_root(q: int | Fraction, largest: int) -> tuple[int, Fraction]:
    """Return an integer n and c with √q = c√n for q ≥ 0. No k² with 2 ≤ k ≤ largest divides n, and n is 1 if √q is
    rational.

    >>> simplify_root(Fraction(3, 8), 10), simplify_root(1009**2, 10)
    ((6, Fraction(1, 4)), (1, Fraction(1009, 1)))
    """
    if (root := rational_root(q)) is not None:
        return 1, root
    n, c = q.numerator * q.denominator, Fraction(1, q.denominator)  # √(p/q) = √(pq)/q
    for k in range(2, min(largest, isqrt(n)) + 1):
        while n % (k * k) == 0:
            n, c = n // (k * k), c * k
    return n, c


def split_into_squares(d: Fraction) -> list[Fraction]:
    """Return at most four positive numbers whose squares have the sum d > 0, as few as a quick search finds.

    >>> [[str(v) for v in split_into_squares(Fraction(d))] for d in ("4", "1/2", "7")]
    [['2'], ['1/2', '1/2'], ['1', '1', '1', '2']]
    """
    from sympy.solvers.diophantine.diophantine import sum_of_four_squares, sum_of_three_squares

    n, factor = simplify_root(d, LARGEST_FACTOR)
    pairs = ((a, isqrt(n - a * a)) for a in range(isqrt(n // 2) + 1 if n < FEW_SQUARES else 0))
    two = next(((a, b) for a, b in pairs if a * a + b * b == n), None)
    return [int(a) * factor for a in two or sum_of_three_squares(n) or sum_of_four_squares(n) if a]


def root_up(value: int | Fraction) -> int:
    """Return the least whole number whose square is at least the value.

    >>> root_up(9), root_up(Fraction(19, 2))
    (3, 4)
    """
    found = isqrt(floor(value))
    return found if found * found >= value else found + 1


class Signs(frozenset[int]):
    """The signs, -1, 0 and 1, that a number may have."""

    def __add__(self, other: Signs) -> Signs:
        return Signs(sign for s, t in product(self, other) for sign in ((s or t,) if s * t >= 0 else ANY))

    def __mul__(self, other: Signs) -> Signs:
        return Signs(s * t for s, t in product(self, other))

    def power(self, exponent: Fraction) -> Signs:
        """Return the signs of a power, where it is defined."""
        if exponent == HALF:
            return Signs(self & NONNEGATIVE)
        return Signs(s ** abs(int(exponent)) for s in self if s or exponent > 0)


def choose_sign(choose: Callable[..., int]) -> Callable[..., Signs]:
    """Return a function that gives the possible signs of a maximum or minimum."""
    return lambda *parts: Signs(choose(signs) for signs in product(*parts))


PLUS, NONNEGATIVE, ANY = Signs({1}), Signs({0, 1}), Signs({-1, 0, 1})
SIGNS = Numbers(lambda q: Signs({(q > 0) - (q < 0)}), Signs.power, lambda signs: Signs(map(abs, signs)),
                choose_sign(max), choose_sign(min))


class NoDegrees(ArithmeticError):
    """A number is not a sum of multiples of powers of the factor."""


@dataclass(frozen=True)
class Degrees:
    """The sum of coefficient·s^p with a factor s > 0: the nonzero coefficients by p."""

    parts: Mapping[Fraction, Expression]

    @classmethod
    def collect(cls, parts: Iterator[tuple[Fraction, Expression]]) -> Degrees:
        """Return the sum of parts, with equal degrees combined."""
        found: dict[Fraction, Expression] = {}
        for p, e in parts:
            found[p] = found[p] + e if p in found else e
        return cls({p: e for p, e in found.items() if polynomial(e)})

    def __add__(self, other: Degrees) -> Degrees:
        return self.collect((p, e) for side in (self, other) for p, e in side.parts.items())

    def __mul__(self, other: Degrees) -> Degrees:
        pairs = product(self.parts.items(), other.parts.items())
        return self.collect((p + q, a * b) for (p, a), (q, b) in pairs)

    def power(self, exponent: Fraction) -> Degrees:
        """Return a power. For a sum of several parts, the exponent must be a whole number ≥ 0; otherwise raises
        `NoDegrees`."""
        if exponent.denominator == 1 and exponent >= 0 and len(self.parts) > 1:
            return reduce(mul, [self] * int(exponent), Degrees({Fraction(0): Number(1)}))
        return self.map(lambda e: sqrt(e) if exponent == HALF else e ** int(exponent), exponent)

    def map(self, function: Callable[..., Expression], exponent: Fraction = Fraction(1), *others: Degrees) -> Degrees:
        """Apply a function with f(s·x) = s^exponent·f(x). Raises `NoDegrees` unless all arguments have one degree."""
        degrees = {p for each in (self, *others) for p in each.parts}
        if len(degrees) > 1:
            raise NoDegrees
        values = [each.parts.get(p, Number(0)) for each in (self, *others) for p in degrees or {Fraction(0)}]
        return self.collect((p * exponent, function(*values)) for p in degrees or {Fraction(0)})


DEGREES = Numbers(constant=lambda q: Degrees({Fraction(0): Number(q)} if q else {}), power=Degrees.power,
                  abs=lambda e: e.map(Abs), max=lambda e, *more: e.map(Max, Fraction(1), *more),
                  min=lambda e, *more: e.map(Min, Fraction(1), *more))
