"""Ideal membership: whether a polynomial is a combination of equations, and with which multiples.

Buchberger's algorithm over Q with python-flint's polynomials, in degree-reverse-lexicographic order. Each element of
the basis keeps its representation by the given equations, so a membership test also returns the multiples that prove
it. The numbers of reductions and of their terms are bounded; time is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from operator import sub
from typing import Any

from ..kernel import Monomial, Poly

MAX_PAIRS = 120
MAX_TERMS = 400
MAX_WORK = 250_000  # terms of all polynomials that reductions make; the dearest proof of the ledger takes a sixth of it
Element = Any  # a polynomial of python-flint


@dataclass(frozen=True)
class Represented:
    """A polynomial with its coefficients over the given equations."""

    value: Element
    by: tuple[Element, ...]

    @cached_property
    def leader(self) -> tuple[int, ...]:
        """Return the exponents of the leading monomial."""
        exponents: tuple[int, ...] = self.value.monomial(0)
        return exponents

    @property
    def terms(self) -> int:
        """Return the number of terms."""
        return sum(map(len, (self.value, *self.by)))

    def minus(self, factor: Element, other: Represented) -> Represented:
        """Return self - factor * other."""
        by = tuple(a - factor * b for a, b in zip(self.by, other.by, strict=True))
        return Represented(self.value - factor * other.value, by)


class Ring:
    """The polynomial ring in the atoms that occur, and the remaining work."""

    def __init__(self, polys: Sequence[Poly]):
        """Build the ring of all atoms of the given polynomials."""
        from flint import Ordering, fmpq_mpoly_ctx

        self.left = MAX_WORK
        self.atoms: list[str] = sorted({a for p in polys for m in p for a, _ in m})
        self.context: Any = fmpq_mpoly_ctx.get([f"x{i}" for i in range(len(self.atoms))], Ordering.degrevlex)

    def element(self, p: Poly) -> Element:
        """Return a kernel polynomial as an element of this ring."""
        from flint import fmpq

        exponents = (tuple(dict(m).get(a, 0) for a in self.atoms) for m in p)
        values = (fmpq(c.numerator, c.denominator) for c in p.values())
        return self.context.from_dict(dict(zip(exponents, values, strict=True)))

    def poly(self, e: Element) -> Poly:
        """Return a polynomial of this ring as a kernel polynomial."""
        return {self.monomial(m): Fraction(int(c.p), int(c.q)) for m, c in e.to_dict().items()}

    def monomial(self, exponents: Sequence[int]) -> Monomial:
        """Return exponents as a kernel monomial."""
        return tuple((a, int(e)) for a, e in zip(self.atoms, exponents, strict=True) if e)

    def quotient(self, p: Represented, q: Represented) -> Element | None:
        """Return the quotient of the leading terms, or None if one does not divide the other."""
        difference = tuple(map(sub, p.leader, q.leader))
        if min(difference, default=0) < 0:
            return None
        return self.context.from_dict({difference: p.value.leading_coefficient() / q.value.leading_coefficient()})


def least_multiple(p: Represented, q: Represented) -> tuple[int, ...]:
    """Return the exponents of the least common multiple of the leading monomials."""
    return tuple(map(max, p.leader, q.leader))


def ideal_multiples(goal: Poly, equations: Sequence[Poly]) -> list[Poly] | None:
    """Return polynomials c with  goal = Σ c·equation, or None if none exist or the search ends before.

    >>> ideal_multiples({(("x", 2),): 1}, [{(("x", 1), ("y", 1)): 1}, {(("x", 1),): 1, (("y", 1),): 1}])
    [{(): Fraction(-1, 1)}, {(('x', 1),): Fraction(1, 1)}]
    """
    ring = Ring([goal, *equations])
    if not ring.atoms:
        return None
    zero, one = ring.element({}), ring.element({(): 1})
    units = [tuple(one if i == j else zero for j in range(len(equations))) for i in range(len(equations))]
    basis = [Represented(ring.element(p), unit) for p, unit in zip(equations, units, strict=True) if p]
    sought = Represented(ring.element(goal), tuple(zero for _ in equations))
    for found in extend_basis(ring, basis):
        rest = reduce_leading_term(ring, sought, found)
        if rest is not None and not rest.value:
            return [ring.poly(-c) for c in rest.by]
    return None


def extend_basis(ring: Ring, basis: list[Represented]) -> Any:
    """Yield the basis, then larger parts of a Gröbner basis, until it is complete or the effort is spent."""
    yield basis
    pairs = list(combinations(range(len(basis)), 2))
    for _ in range(MAX_PAIRS):
        if not pairs:
            return
        i, j = min(pairs, key=lambda pair: sum(least_multiple(*(basis[place] for place in pair))))
        pairs.remove((i, j))
        left, right = basis[i], basis[j]
        multiple = ring.context.from_dict({least_multiple(left, right): 1})
        nothing = Represented(multiple - multiple, tuple(c - c for c in left.by))
        both = Represented(multiple, nothing.by)
        first, second = ring.quotient(both, left), ring.quotient(both, right)
        assert first is not None  # both leading monomials divide their common multiple
        assert second is not None
        s = nothing.minus(-first, left).minus(second, right)
        rest = reduce_leading_term(ring, s, basis)
        if rest is None:
            return
        if rest.value:
            pairs += [(n, len(basis)) for n in range(len(basis))]
            basis = [*basis, rest]
            yield basis


def reduce_leading_term(ring: Ring, p: Represented, basis: list[Represented]) -> Represented | None:
    """Reduce the leading term of p as long as the basis allows it; return None if that takes too much work."""
    while p.value:
        steps = ((ring.quotient(p, b), b) for b in basis)
        step = next(((q, b) for q, b in steps if q is not None), None)
        if step is None:
            return p
        p = p.minus(*step)
        ring.left -= p.terms
        if len(p.value) > MAX_TERMS or ring.left < 0:
            return None
    return p
