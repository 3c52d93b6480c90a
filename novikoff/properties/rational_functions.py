"""Quotients of polynomials in quantities and in roots of these polynomials. All quantities are positive, except for one
that may be negative.

A root is a generator g with g² = p, for a p that no square divides. √(p²) is p where p is known to be ≥ 0, and √(b²) is
the generator |b|.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import gcd, isqrt, lcm
from operator import mul
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from ..proofs.statements.term_values import HALF, Numbers

MOST_ROOTS = 8
Polynomial = Any  # a polynomial of python-flint
Terms = dict[tuple[int, ...], Fraction]  # coefficients by the exponents of the names


class NoQuotient(ArithmeticError):
    """A term is not a quotient of polynomials."""


@dataclass(frozen=True)
class Quotient:
    """A numerator and a denominator."""

    field: RationalFunctions
    above: Polynomial
    below: Polynomial

    def __add__(self, other: Quotient) -> Quotient:
        return self.field.quotient(self.above * other.below + other.above * self.below, self.below * other.below)

    def __mul__(self, other: Quotient) -> Quotient:
        return self.field.quotient(self.above * other.above, self.below * other.below)

    def power(self, exponent: Fraction) -> Quotient:
        """Return the root, or an integer power. Raises `ZeroDivisionError` for a negative power of 0."""
        if exponent == HALF:
            return self.field.root(self.above * self.below) * self.field.quotient(self.field.one, self.below)
        above, below = (self.above, self.below) if exponent >= 0 else (self.below, self.above)
        n = abs(int(exponent))
        return self.field.quotient(above**n, below**n)

    def magnitude(self) -> Quotient:
        """Return the absolute value."""
        return (self * self).power(HALF)


class RationalFunctions:
    """The quotients of polynomials in names. Only `signed` may be negative; its absolute value has a name too."""

    def __init__(self, names: Sequence[str], signed: str, magnitude: str):
        self.names: list[str] = list(names)
        self.signed = signed
        generators = [*(f"v{i}" for i in range(len(names))), *(f"r{i}" for i in range(MOST_ROOTS))]
        self.context: Any = fmpq_mpoly_ctx.get(generators, Ordering.lex)
        own = (*names, *generators[len(names) :])
        self.generators: dict[str, Any] = dict(zip(own, self.context.gens(), strict=True))
        self.one: Any = self.context.constant(1)
        self.magnitude: Any = self.generators[magnitude]
        self.under: list[Polynomial] = []  # the arguments of the roots, by the numbers of their generators
        self.numbers: Numbers = Numbers(self.constant, Quotient.power, Quotient.magnitude, self.refuse, self.refuse)

    def constant(self, q: Fraction) -> Quotient:
        """Return a rational number as a quotient."""
        return Quotient(self, self.context.constant(fmpq(q.numerator, q.denominator)), self.one)

    def name(self, name: str) -> Quotient:
        """Return the quotient for a name."""
        return Quotient(self, self.generators[name], self.one)

    def refuse(self, *_: Quotient) -> Quotient:
        """Raise `NoQuotient` for maxima and minima."""
        raise NoQuotient

    def quotient(self, above: Polynomial, below: Polynomial) -> Quotient:
        """Return a quotient in lowest terms, without squares of roots."""
        if not below:
            raise ZeroDivisionError
        above, below = self.without_squares(above), self.without_squares(below)
        common = above.gcd(below)
        return Quotient(self, above / common, below / common)

    def without_squares(self, p: Polynomial) -> Polynomial:
        """Return the polynomial, in which p replaces the square of the root of p."""
        for number, under in reversed([*enumerate(self.under)]):
            place, total = len(self.names) + number, self.context.constant(0)
            for exponents, c in p.to_dict().items():
                rest = [*exponents]
                rest[place] %= 2
                total += self.context.from_dict({tuple(rest): c}) * under ** (exponents[place] // 2)
            p = total
        return p

    def root(self, p: Polynomial) -> Quotient:
        """Return the root of a polynomial; if no factor is negative, as the product of the roots of the factors."""
        if not p:
            return self.constant(Fraction(0))
        number, powers = p.factor()
        c, factors = Fraction(int(number.p), int(number.q)), [(q, int(e)) for q, e in powers]
        odd = [n for n, (_, e) in enumerate(factors) if e % 2]
        if len(odd) > 1 and not all(self.is_positive(factors[n][0]) for n in odd):
            raise NoQuotient
        if c < 0 and odd:
            c, factors[odd[0]] = -c, (-factors[odd[0]][0], factors[odd[0]][1])
        found = [self.root_of_number(c), *(self.root_of_factor(q, e) for q, e in factors)]
        return self.quotient(reduce(mul, found), self.one)

    def root_of_number(self, c: Fraction) -> Polynomial:
        """Return the root of a rational number ≥ 0."""
        if c < 0:
            raise NoQuotient
        whole = c.numerator * c.denominator
        square = isqrt(whole) ** 2 == whole
        root = self.context.constant(isqrt(whole)) if square else self.generator(self.context.constant(whole))
        return root * fmpq(1, c.denominator)

    def root_of_factor(self, q: Polynomial, e: int) -> Polynomial:
        """Return the root of the power of an irreducible polynomial."""
        is_signed = q == self.generators[self.signed]
        if e % 2 == 0:
            if not is_signed and not self.is_positive(q) and e % 4:
                raise NoQuotient
            return (self.magnitude if is_signed else q) ** (e // 2)
        return self.generator(q) * self.root_of_factor(q, e - 1) if e > 1 else self.generator(q)

    def is_positive(self, q: Polynomial) -> bool:
        """Return whether all terms are ≥ 0: the coefficients are, and the name with a sign has even powers."""
        place = self.names.index(self.signed)
        return all(c > 0 and exponents[place] % 2 == 0 for exponents, c in q.to_dict().items())

    def generator(self, under: Polynomial) -> Polynomial:
        """Return the generator of a root."""
        if under not in self.under:
            if len(self.under) == MOST_ROOTS:
                raise NoQuotient
            self.under.append(under)
        return self.generators[f"r{self.under.index(under)}"]

    def terms(self, p: Polynomial) -> Terms:
        """Return a polynomial by its terms. Raises `NoQuotient` if a root is left."""
        size, found = len(self.names), p.to_dict()
        if any(any(exponents[size:]) for exponents in found):
            raise NoQuotient
        return {tuple(map(int, exponents[:size])): Fraction(int(c.p), int(c.q)) for exponents, c in found.items()}


def substitute_last(value: Fraction, p: Terms) -> Terms:
    """Return the polynomial with a number in place of the last name."""
    found: Terms = {}
    for (*exponents, e), c in p.items():
        found[tuple(exponents)] = found.get(tuple(exponents), Fraction(0)) + c * value**e
    return {exponents: c for exponents, c in found.items() if c}


def clear_denominators(*polynomials: Terms) -> list[dict[tuple[int, ...], int]]:
    """Return multiples of polynomials, by one number, with integer coefficients without a common divisor.

    >>> clear_denominators({(1,): Fraction(1, 2)}, {(0,): Fraction(3)})
    [{(1,): 1}, {(0,): 6}]
    """
    coefficients = [c for p in polynomials for c in p.values()]
    common = lcm(*(c.denominator for c in coefficients))
    divisor = gcd(*(int(c * common) for c in coefficients)) or 1
    return [{exponents: int(c * common) // divisor for exponents, c in p.items()} for p in polynomials]
