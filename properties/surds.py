"""Exact numbers with square roots: sums of rational multiples of products of roots.

Main definitions:
    root      the root of a rational ≥ 0: a Fraction if it is rational, else a Surd
    Surd      such a number; the four operations, powers and comparisons are exact

Signs without factoring: x = a + u√g, where a and u have no √g. If a and u have one sign, so has x; if not, x has the
sign of a times that of a² − u²g, where √g is gone. This holds for every g ≥ 0, so the roots need not be independent.

>>> root(8) * root(2) == 4, root(2) + root(3) > Fraction(314, 100), root(2) * root(3) == root(6)
(True, True, True)
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import total_ordering
from typing import Any

from ..algorithms.errors import BadInput

ONE: frozenset[int] = frozenset()
SMALL = (2, 3, 5, 7, 11, 13)  # squares of these are taken out of roots, for the reader
Number = Any  # an int, a Fraction or a Surd


def root(value: Number) -> Number:
    """The root of a rational ≥ 0; raises `BadInput` for a negative number, and for a Surd.

    >>> root(Fraction(9, 4)), str(root(Fraction(1, 2)))
    (Fraction(3, 2), '1/2*sqrt(2)')
    """
    if isinstance(value, Surd):
        raise BadInput(f"the root of {value}, which is itself a root, is not computed exactly; name its square instead")
    number = Fraction(value)
    if number < 0:
        raise BadInput(f"{number} has no real root")
    inside, outside = number.numerator * number.denominator, Fraction(1, number.denominator)  # √(p/q) = √(pq)/q
    whole = math.isqrt(inside)
    if whole * whole == inside:
        return whole * outside
    for prime in SMALL:
        while inside % (prime * prime) == 0:
            inside, outside = inside // (prime * prime), outside * prime
    return Surd({frozenset([inside]): outside})


@total_ordering
class Surd:
    """Σ of coefficient·Π√g; `parts` gives for each set of whole numbers g its rational coefficient."""

    __slots__ = ("parts",)
    __hash__ = None  # type: ignore[assignment]  # equal numbers may be written with different roots

    def __init__(self, parts: Mapping[frozenset[int], Fraction]):
        """Drop what is 0."""
        self.parts = {roots: c for roots, c in parts.items() if c}

    def __add__(self, other: Number) -> Number:
        """The sum."""
        parts = dict(self.parts)
        for roots, c in _parts(other).items():
            parts[roots] = parts.get(roots, Fraction(0)) + c
        return _plain(parts)

    def __mul__(self, other: Number) -> Number:
        """The product: √g·√g = g."""
        parts: dict[frozenset[int], Fraction] = {}
        for r, c in self.parts.items():
            for s, e in _parts(other).items():
                parts[r ^ s] = parts.get(r ^ s, Fraction(0)) + c * e * math.prod(r & s)
        return _plain(parts)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Number:
        """The opposite."""
        return self * -1

    def __sub__(self, other: Number) -> Number:
        """The difference."""
        return self + -1 * other

    def __rsub__(self, other: Number) -> Number:
        """The difference."""
        return -self + other

    def __truediv__(self, other: Number) -> Number:
        """The quotient."""
        return self * (other.reciprocal() if isinstance(other, Surd) else Fraction(1) / other)

    def __rtruediv__(self, other: Number) -> Number:
        """The quotient."""
        return self.reciprocal() * other

    def __pow__(self, exponent: int) -> Number:
        """A whole power."""
        return math.prod([self if exponent > 0 else self.reciprocal()] * abs(exponent), start=Fraction(1))

    def split(self) -> tuple[Number, Number, int]:
        """(a, u, g) with x = a + u√g, and √g neither in a nor in u."""
        g = max(max(roots) for roots in self.parts if roots)
        without = {roots: c for roots, c in self.parts.items() if g not in roots}
        return _plain(without), _plain({roots - {g}: c for roots, c in self.parts.items() if g in roots}), g

    def reciprocal(self) -> Number:
        """1/x by the conjugate: (a − u√g)/(a² − u²g); if that is 0/0, then a = u√g and x = 2a."""
        a, u, g = self.split()
        square = a * a - u * u * g
        if sign(square):
            return (a - u * root(g)) / square
        if not sign(self):
            raise ZeroDivisionError("division by 0")
        return Fraction(1) / (2 * a)

    def __eq__(self, other: object) -> bool:
        """Equal numbers, however they are written."""
        return sign(self - other) == 0

    def __lt__(self, other: Number) -> bool:
        """Exact comparison."""
        return sign(self - other) < 0

    def __abs__(self) -> Number:
        """The magnitude."""
        return self if sign(self) >= 0 else -self

    def __float__(self) -> float:
        """A float near it, for reading only."""
        return sum((float(c) * math.sqrt(math.prod(roots)) for roots, c in self.parts.items()), 0.0)

    def __str__(self) -> str:
        """The sum as one would type it."""
        terms = [_term(roots, c) for roots, c in sorted(self.parts.items(), key=lambda part: sorted(part[0]))]
        return " + ".join(terms).replace("+ -", "- ")

    __repr__ = __str__


def sign(x: Number) -> int:
    """−1, 0 or 1.

    >>> sign(root(2) + root(3) - root(10)), sign(root(6) - root(2) * root(3))
    (-1, 0)
    """
    if not isinstance(x, Surd):
        return (x > 0) - (x < 0)
    a, u, g = x.split()
    s, t = sign(a), sign(u)
    return s or t if s * t >= 0 else s * sign(a * a - u * u * g)


def _parts(x: Number) -> Mapping[frozenset[int], Fraction]:
    return x.parts if isinstance(x, Surd) else {ONE: Fraction(x)}


def _plain(parts: Mapping[frozenset[int], Fraction]) -> Number:
    """A Fraction if no root is left."""
    kept = {roots: c for roots, c in parts.items() if c}
    return Surd(kept) if any(kept) else kept.get(ONE, Fraction(0))


def _term(roots: frozenset[int], c: Fraction) -> str:
    factors = [f"sqrt({g})" for g in sorted(roots)]
    return "*".join(factors if c == 1 and roots else [str(c), *factors])
