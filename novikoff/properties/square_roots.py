"""Exact numbers with square roots, also nested: sums of rational multiples of products of roots.

Signs are found without factoring. Let x = a + u√g, where a and u have no √g. If a and u have the same sign, x has it
too. Otherwise x has the sign of a times the sign of a² − u²g, where √g does not occur. This holds for every g ≥ 0, so
the roots need not be independent. With nested roots g is one of the deepest, so that √g is under no root, and does not
occur at all afterwards.

>>> root(8) * root(2) == 4, root(2) + root(3) > Fraction(314, 100), root(2) * root(3) == root(6)
(True, True, True)
>>> root(3 + 2 * root(2)) == 1 + root(2), str(root(root(2) / 2))
(True, 'sqrt(1/2*sqrt(2))')
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import total_ordering
from typing import Any, ClassVar

from flint import arb, ctx

from ..algorithms.errors import BadInput
from ..proofs.statements.term_values import Numbers, simplify_root
from ..proofs.statements.valuation import ball

ONE: frozenset[Any] = frozenset()
SMALL = 16  # squares of numbers up to this one are moved out of roots for readability
PRECISIONS = (64, 256, 1024)  # bits of the intervals that are tried
MOST_TERMS = 24  # the longest sum with nested roots whose sign is computed exactly
Number = Any  # an int, a Fraction or a Surd


def root(value: Number) -> Number:
    """Return the root of a number ≥ 0. Raises `BadInput` for a negative one.

    >>> root(Fraction(9, 4)), str(root(Fraction(1, 2)))
    (Fraction(3, 2), '1/2*sqrt(2)')
    """
    if sign(value) < 0:
        raise BadInput(f"{value} has no real root")
    if isinstance(value, Surd):
        return Surd({frozenset([Nested(value)]): Fraction(1)}) if sign(value) else Fraction(0)
    inside, outside = simplify_root(Fraction(value), SMALL)
    return outside if inside == 1 else Surd({frozenset([inside]): outside})


class Nested:
    """A Surd > 0 under a root. `depth` is the number of nested roots in it: at least 1; it is 0 for an integer. Two
    values are equal if they are written in the same way."""

    __slots__ = ("depth", "parts", "value")

    def __init__(self, value: Surd) -> None:
        self.value: Surd = value
        self.parts: frozenset[tuple[frozenset[Any], Fraction]] = frozenset(value.parts.items())
        self.depth: int = 1 + max(depth_of(g) for roots in value.parts for g in roots)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Nested) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(self.parts)

    def __float__(self) -> float:
        return float(self.value)

    def __str__(self) -> str:
        return str(self.value)


def depth_of(g: Any) -> int:
    """Return the number of nested roots in the argument of a root."""
    return g.depth if isinstance(g, Nested) else 0


@total_ordering
class Surd:
    """Σ of coefficient·Π√g; `parts` gives for each set of g, integers or `Nested`, its rational coefficient."""

    __slots__ = ("parts",)
    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # equal numbers may have different roots

    def __init__(self, parts: Mapping[frozenset[Any], Fraction]):
        self.parts: dict[frozenset[Any], Fraction] = {roots: c for roots, c in parts.items() if c}

    def __add__(self, other: Number) -> Number:
        parts = dict(self.parts)
        for roots, c in _parts(other).items():
            parts[roots] = parts.get(roots, Fraction(0)) + c
        return _plain(parts)

    def __mul__(self, other: Number) -> Number:
        parts: dict[frozenset[Any], Fraction] = {}
        nested: Number = Fraction(0)
        for r, c in self.parts.items():
            for s, e in _parts(other).items():
                whole = math.prod(g for g in r & s if isinstance(g, int))
                if inner := [g.value for g in r & s if isinstance(g, Nested)]:
                    nested = nested + math.prod(inner, start=_plain({r ^ s: c * e * whole}))
                else:
                    parts[r ^ s] = parts.get(r ^ s, Fraction(0)) + c * e * whole
        return _plain(parts) + nested

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self) -> Number:
        return self * -1

    def __sub__(self, other: Number) -> Number:
        return self + -1 * other

    def __rsub__(self, other: Number) -> Number:
        return -self + other

    def __truediv__(self, other: Number) -> Number:
        return self * (other.reciprocal() if isinstance(other, Surd) else Fraction(1) / other)

    def __rtruediv__(self, other: Number) -> Number:
        return self.reciprocal() * other

    def __pow__(self, exponent: int) -> Number:
        return math.prod([self if exponent > 0 else self.reciprocal()] * abs(exponent), start=Fraction(1))

    def split(self) -> tuple[Number, Number, Number]:
        """Return (a, u, g) with x = a + u√g. √g does not occur in a, u or g, not even under a root."""
        under = max({g for roots in self.parts for g in roots}, key=_place)
        without = {roots: c for roots, c in self.parts.items() if under not in roots}
        part = {roots - {under}: c for roots, c in self.parts.items() if under in roots}
        return _plain(without), _plain(part), under.value if isinstance(under, Nested) else under

    def reciprocal(self) -> Number:
        """Return 1/x by the conjugate: (a − u√g)/(a² − u²g); if that is 0/0, then a = u√g and x = 2a. Raises
        `ZeroDivisionError` for x = 0."""
        a, u, g = self.split()
        square = a * a - u * u * g
        if sign(square):
            return (a - u * root(g)) / square
        if not sign(self):
            raise ZeroDivisionError("division by 0")
        return Fraction(1) / (2 * a)

    def __eq__(self, other: object) -> bool:
        return sign(self - other) == 0

    def __lt__(self, other: Number) -> bool:
        return sign(self - other) < 0

    def __abs__(self) -> Number:
        return self if sign(self) >= 0 else -self

    def __float__(self) -> float:
        return sum((float(c) * math.prod(_root(g) for g in roots) for roots, c in self.parts.items()), 0.0)

    def __str__(self) -> str:
        terms = [_term(roots, c) for roots, c in sorted(self.parts.items(), key=lambda part: _order(part[0]))]
        return " + ".join(terms).replace("+ -", "- ")

    __repr__ = __str__


class Undecided(ArithmeticError):
    """The sign of a number with nested roots is not computed: the number is 0 or nearly 0, and has too many terms."""


def sign(x: Number) -> int:
    """Return the sign −1, 0 or 1: by intervals, and exactly where these do not decide. Raises `Undecided`.

    >>> sign(root(2) + root(3) - root(10)), sign(root(6) - root(2) * root(3))
    (-1, 0)
    """
    if not isinstance(x, Surd):
        return (x > 0) - (x < 0)
    for bits in PRECISIONS:
        with ctx.workprec(bits):
            near = enclose(x)
        if near > 0 or near < 0:
            return 1 if near > 0 else -1
    if len(x.parts) > MOST_TERMS and any(map(depth_of, frozenset().union(*x.parts))):
        raise Undecided(f"the sign of a sum of {len(x.parts)} terms with nested roots")
    a, u, g = x.split()
    s, t = sign(a), sign(u)
    return s or t if s * t >= 0 else s * sign(a * a - u * u * g)


def enclose(x: Number) -> arb:
    """Return an interval that contains the number, computed with the current precision of python-flint.

    >>> enclose(root(2)), enclose(-root(root(2)) / 3)
    ([1.41421356237309 +/- 5.15e-15], [-0.396402371667574 +/- 7.00e-16])
    """
    total = arb(0)
    for roots, c in _parts(x).items():
        # what is below a root is not negative; the interval of a number near 0 may begin below 0
        under = (enclose(g.value).nonnegative_part() if isinstance(g, Nested) else arb(g) for g in roots)
        total += math.prod((g.sqrt() for g in under), start=ball(c))
    return total


def _root(g: Any) -> float:
    try:
        return math.sqrt(max(float(g), 0.0))
    except OverflowError:
        return math.inf


def _place(g: Any) -> tuple[int, int, str]:
    """Return a sort key for arguments of roots: integers first, by size."""
    return depth_of(g), 0 if isinstance(g, Nested) else g, str(g)


def _order(roots: frozenset[Any]) -> list[tuple[int, int, str]]:
    return sorted(map(_place, roots))


def _parts(x: Number) -> Mapping[frozenset[Any], Fraction]:
    return x.parts if isinstance(x, Surd) else {ONE: Fraction(x)}


def _plain(parts: Mapping[frozenset[Any], Fraction]) -> Number:
    """Return the number with these parts; a Fraction if no root is left."""
    kept = {roots: c for roots, c in parts.items() if c}
    return Surd(kept) if any(kept) else kept.get(ONE, Fraction(0))


def _term(roots: frozenset[Any], c: Fraction) -> str:
    factors = [f"sqrt({g})" for _, _, g in _order(roots)]
    return "*".join(factors if c == 1 and roots else [str(c), *factors])


class Negative(ArithmeticError):
    """The error for the root of a negative number."""


def _power(base: Number, exponent: Fraction) -> Number:
    if exponent.denominator == 1:
        if exponent < 0 and sign(base) == 0:
            raise ZeroDivisionError
        return base ** int(exponent)
    if sign(base) < 0:
        raise Negative(f"{base} has no real root")
    return root(base)


EXACT = Numbers(Fraction, _power, abs, max, min)
