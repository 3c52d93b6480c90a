"""Polynomials modulo equations: normal forms, and the multiples of the equations that lead to them.

Buchberger's algorithm over Q, up to a number of pairs. Monomials are ordered by the number of exponentials, then by
weight, then by their first atom. Every replacement is an identity, whether the basis is complete or not, so each result
is correct.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import count
from typing import NamedTuple

from .. import kernel
from ..kernel import Monomial, Poly, Rational
from . import work

ADDING = 4  # units of work for a term
MAX_PAIRS, MAX_TERMS = 40, 60  # pairs of rules that are tried; of longer polynomials no rule is made
MAX_REPLACED = 20_000  # monomials
MAX_COMPLETING = 30_000  # terms written while new rules are made


class Rule(NamedTuple):
    """lead = tail + Σ by·equation."""

    lead: Monomial
    tail: Poly
    by: dict[str, Poly]


class Quotient:
    """Polynomials modulo named equations, each of which says that its polynomial is 0."""

    def __init__(self, equations: Mapping[str, Poly], pairs: int = MAX_PAIRS):
        self.rules: list[Rule] = list[Rule]()
        self.known: dict[Monomial, Poly] = dict[Monomial, Poly]()
        self.spent: int = 0
        for name, p in sorted(equations.items(), key=lambda item: (len(item[1]), item[0])):
            self.learn(p, {name: {(): 1}})
        self.complete(pairs)

    def learn(self, p: Poly, by: Mapping[str, Poly]) -> None:
        """Add a rule from  p = Σ by·equation."""
        value, more = self.division(p)
        if not value or len(value) > MAX_TERMS:
            return
        lead = max(value, key=monomial_order)
        c = value.pop(lead)
        made = _add_named(by, {name: kernel.negative(q) for name, q in more.items()})
        inverse = Fraction(1) / c
        self.rules.append(Rule(lead, scale_by(value, (), -inverse),
                               {n: scale_by(q, (), inverse) for n, q in made.items()}))
        self.known.clear()

    def complete(self, pairs: int) -> None:
        """Add rules from pairs of rules whose leading monomials have a common factor, the lightest first."""
        done = set[tuple[int, int]]()
        for _ in range(pairs):
            todo = [(monomial_order(_monomial_lcm(a.lead, b.lead)), i, j)
                    for j, b in enumerate(self.rules) for i, a in enumerate(self.rules[:j])
                    if (i, j) not in done and dict(a.lead).keys() & dict(b.lead).keys()]
            if not todo or self.spent > MAX_COMPLETING:
                return
            _, i, j = min(todo)
            done.add((i, j))
            a, b = self.rules[i], self.rules[j]
            multiple = _monomial_lcm(a.lead, b.lead)
            m, n = quotient(multiple, a.lead), quotient(multiple, b.lead)
            assert m is not None
            assert n is not None  # both divide their common multiple
            gap = add_polynomials(scale_by(a.tail, m, 1), scale_by(b.tail, n, -1))  # = Σ (n·by_b - m·by_a)·equation
            ours = {name: scale_by(q, m, -1) for name, q in a.by.items()}
            self.learn(gap, _add_named(ours, {name: scale_by(q, n, 1) for name, q in b.by.items()}))

    def polynomials(self) -> list[Poly]:
        """Return the polynomials that are 0 by the rules."""
        return [{**scale_by(rule.tail, (), -1), rule.lead: 1} for rule in self.rules]

    def find_rule(self, m: Monomial) -> tuple[Rule, Monomial] | None:
        """Return the first rule that applies to a monomial, and the factor, or None."""
        for rule in self.rules:
            if (rest := quotient(m, rule.lead)) is not None:
                return rule, rest
        return None

    def monomial(self, m: Monomial) -> Poly:
        """Return the normal form of a monomial."""
        if m not in self.known:
            found = self.find_rule(m)
            self.known[m] = self.reduce(scale_by(found[0].tail, found[1], 1)) if found else {m: 1}
        return self.known[m]

    def reduce(self, p: Poly) -> Poly:
        """Return the normal form of a polynomial."""
        return add_polynomials(*(scale_by(self.monomial(m), (), c) for m, c in p.items())) if self.rules else p

    def division(self, p: Poly) -> tuple[Poly, dict[str, Poly]]:
        """Return the normal form, and q with  p = normal form + Σ q·equation, by name."""
        by, normal, left = dict[str, Poly](), dict[Monomial, Rational](), dict(p)
        for step in count():
            if not left:
                break
            kernel.require(step < MAX_REPLACED, "a normal form takes too long")
            m, c = left.popitem()
            found = self.find_rule(m) if c else None
            if found is None:
                normal[m] = normal.get(m, 0) + c
                continue
            rule, factor = found
            self.spent += len(rule.tail) + sum(map(len, by.values()))
            for name, q in rule.by.items():
                add_to(by.setdefault(name, {}), scale_by(q, factor, c))
            add_to(left, scale_by(rule.tail, factor, c))
        return _nonzero(normal), {name: _nonzero(q) for name, q in by.items()}

    def multiples(self, p: Poly) -> dict[str, Poly] | None:
        """Return q with  p = Σ q·equation, by name, or None if the normal form of p is not 0."""
        normal, by = self.division(p)
        return None if normal else {name: q for name, q in by.items() if q}


def add_polynomials(*polys: Poly) -> Poly:
    """Return the sum of polynomials; it does not count as the kernel's work."""
    found: Poly = {}
    for p in polys:
        add_to(found, p)
    return _nonzero(found)


def add_to(total: Poly, p: Poly) -> None:
    """Add a polynomial to another polynomial in place; coefficients may become 0."""
    work.spend(ADDING * len(p))
    for m, c in p.items():
        total[m] = total.get(m, 0) + c


def _nonzero(p: Poly) -> Poly:
    return {m: c for m, c in p.items() if c}


def _add_named(one: Mapping[str, Poly], other: Mapping[str, Poly]) -> dict[str, Poly]:
    return {name: add_polynomials(one.get(name, {}), other.get(name, {})) for name in {**one, **other}}


def scale_by(p: Poly, m: Monomial, c: Rational) -> Poly:
    """Return c·m·p."""
    if not m:
        return dict(p) if c == 1 else {n: c * d for n, d in p.items()}
    return {kernel.times(m, n): c * d for n, d in p.items()}


def weight_of(m: Monomial) -> int:
    """Return the weight of a monomial: 2 for each inner product, 1 for each other atom."""
    return sum(e * (2 if kernel.shape(a).kind == "pair" else 1) for a, e in m)


def monomial_order(m: Monomial) -> tuple[int, int, tuple[tuple[str, int], ...]]:
    """Return the key that orders monomials by the number of exponentials, then by weight, then by their atoms."""
    return sum(e for a, e in m if a.startswith("exp(")), weight_of(m), tuple(sorted(m, reverse=True))


def quotient(m: Monomial, n: Monomial) -> Monomial | None:
    """Return m / n, or None if n does not divide m."""
    exponents = dict(m)
    for a, e in n:
        left = exponents.get(a, 0) - e
        if left < 0:
            return None
        exponents[a] = left
    return tuple([(a, e) for a, e in exponents.items() if e])  # which are in order


def _monomial_lcm(m: Monomial, n: Monomial) -> Monomial:
    exponents = dict(m)
    for a, e in n:
        exponents[a] = max(e, exponents.get(a, 0))
    return tuple(sorted(exponents.items()))
