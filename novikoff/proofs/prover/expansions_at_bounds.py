"""Proofs by expansion: each term is a product of squares and of known facts, such as x ≥ 0, x ≥ 3 and x ≥ y."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import islice
from itertools import product as cartesian_product
from operator import mul
from typing import NamedTuple

from .. import kernel
from ..kernel import Fact, Poly, constant
from ..search.ideal_reduction import Quotient, quotient
from ..search.linear_certificates import ONE, Term, fact_term, norm_term, square_term
from ..search.proof_json import negation, refute_signs
from ..search.sums_of_squares import identity
from ..statements.vector_language import atoms_of
from .sequents import Json, Sequent, Then, have, minus, preparation, product, prove_by_identity, rewrite

MOST_EXPANSIONS = 32  # of a goal at bounds of its names
HALF = Fraction(1, 2)


class Signed(NamedTuple):
    """A polynomial `value` that is linear in `name`, and the fact that it is ≥ 0, > 0 or ≠ 0; None without a fact."""

    name: str
    value: Poly
    fact: Term | None

    def power(self, exponent: int, strict: bool) -> Term | None:
        """Return a power of the value as a product of squares and facts, strict if this is wanted and possible."""
        has_sign = self.fact is not None and self.fact.poly == self.value  # the fact ≠ 0 is about its square
        if self.fact and strict and self.fact.strict and (has_sign or exponent % 2 == 0):
            return reduce(mul, [self.fact] * (exponent if has_sign else exponent // 2))
        if exponent % 2 and not has_sign:
            return None
        square = square_term(kernel.product([self.value] * (exponent // 2))) if exponent > 1 else ONE
        return square * self.fact if self.fact and exponent % 2 else square

    @property
    def rest(self) -> Poly:
        """Return the terms of the value without the name."""
        return {m: c for m, c in self.value.items() if m != ((self.name, 1),)}

    def image(self, value: Poly, images: Mapping[str, Poly]) -> Poly:
        """Return the name as a polynomial in its value, with images in place of other names."""
        scale = 1 / Fraction(self.value[(self.name, 1),])
        return product(minus(value, put_images(self.rest, images)), constant(scale))


Expansion = tuple[dict[str, Signed], dict[str, Poly]]  # the value of each name, and each name in terms of the values


def put_images(p: Poly, images: Mapping[str, Poly]) -> Poly:
    """Return a polynomial with images in place of its atoms; atoms without an image are unchanged. An inner product is
    one atom here, while `kernel.substitute` replaces the vectors in it."""
    return kernel.add(*(kernel.product([constant(c), *(images.get(a, kernel.atom(a)) for a, e in m for _ in range(e))])
                        for m, c in p.items()))


def find_signed_values(s: Sequent, name: str, *, strict: bool, at_bounds: bool) -> list[Signed]:
    """Return multiples of a name with a known sign, or the name; with `at_bounds` first other values that are linear in
    the name, such as x − 3 and x − y, and then 3 − x."""
    found = list[Signed]()
    for n, (relation, p) in s.facts.items():
        is_linear = all(sum(e for _, e in m) <= 1 for m in p)
        if relation != "=" and ((name, 1),) in p and (is_linear if at_bounds else len(p) == 1):
            found.append(Signed(name, p, fact_term(n, (relation, p))))
    here = [each for each in found if len(each.value) == 1][::-1]
    if strict:
        here.sort(key=lambda each: not (each.fact and each.fact.strict))
    bounds = sorted((each for each in found if len(each.value) > 1), key=lambda each: each.value[(name, 1),] < 0)
    if not here:
        length = kernel.shape(name)
        is_square = length.kind == "pair" and len({*length.pair}) == 1
        here = [Signed(name, kernel.atom(name), norm_term(kernel.atom(length.pair[0])) if is_square else None)]
    return [*bounds, *here[:2]]


def expansions(s: Sequent, names: list[str], *, strict: bool, at_bounds: bool) -> Iterator[Expansion]:
    """Yield ways to expand a polynomial in these names. A value is denoted by its name.

    With `at_bounds`, names also have the values x − y ≥ 0 and x + y: xⁿ − yⁿ has only positive terms in these if n is
    odd, and only even powers of x + y.
    """
    choices = [find_signed_values(s, name, strict=strict, at_bounds=at_bounds) for name in names]
    for chosen in cartesian_product(*choices):
        known = dict(zip(names, chosen, strict=True))
        if len(images := images_of(known)) == len(known):
            yield known, images
    plain = {each[-1].name: each[-1] for each in choices}
    for gap, other in ((gap, a) for each in choices for gap in each if at_bounds for a in plain if gap.name < a):
        if atoms_of(gap.rest) == {other}:
            total = Signed(other, minus(gap.value, product(gap.rest, constant(2))), None)
            half = product(minus(kernel.atom(gap.name), kernel.atom(other)), constant(HALF))  # it equals gap.rest
            images = {other: Signed(other, gap.rest, None).image(half, {})}
            images[gap.name] = gap.image(kernel.atom(gap.name), images)
            yield {**plain, gap.name: gap, other: total}, images


def images_of(known: Mapping[str, Signed]) -> dict[str, Poly]:
    """Return the image of each name. Names whose values mention each other in a circle have no image."""
    images = dict[str, Poly]()
    for _ in known:
        images |= {name: each.image(kernel.atom(name), images) for name, each in known.items()
                   if name not in images and atoms_of(each.value) & known.keys() <= {name, *images}}
    return images


def prove_term_by_term(s: Sequent, *, at_bounds: bool = False) -> Json | None:
    """Return a proof of p ≥ 0 or p > 0 if every term of p is a product of squares and of facts about single names, else
    None. With `at_bounds`, p is also expanded at bounds: in powers of x − 3 or x − y, if x ≥ 3 or x ≥ y is known."""
    relation, p = s.goal
    if relation not in (">=", ">") or not p or (not s.context.at_index and any(kernel.is_indexed({m: 1}) for m in p)):
        return None
    strict, names = relation == ">", sorted(atoms_of(p))
    for known, images in islice(expansions(s, names, strict=strict, at_bounds=at_bounds), MOST_EXPANSIONS):
        try:
            expanded = put_images(p, images)
        except kernel.Rejected:  # it is too long, as others would be
            return None
        summands = list[tuple[Term, kernel.Rational]]()
        for m, c in expanded.items():
            factors = [known[a].power(e, strict) if a in known else None for a, e in m]
            summands.append((reduce(mul, (factor for factor in factors if factor), ONE), c))
            if c < 0 or None in factors:
                break
        else:
            if not strict or any(term.strict for term, _ in summands):
                return identity(Quotient({}), p, [(ONE, 1)], summands)
    return None


def prove_at_bounds(s: Sequent, then: Then) -> Json | None:
    """Prove a goal by expansion at bounds of names, or show that its opposite contradicts a fact, as x ≥ 2 contradicts
    3x¹¹ = 5; return None if neither succeeds."""
    relation, p = s.goal
    if proof := prove_term_by_term(s, at_bounds=True):
        return proof
    name = s.fresh("not")
    if relation == "=":
        return refute_signs(p, name, s.facts, lambda fact: contradict_a_fact(s.knowing(name, fact)))
    last = contradict_a_fact(s.knowing(name, negation(s.goal)))
    return last and {"rule": "contra", "name": name, "then": last}


@preparation
def put_roots(s: Sequent) -> Sequent | None:
    """Write the goal in roots r of monomials, with r² for the monomial; return None if this changes nothing."""
    roots = {root: p for root, p in s.defined("sqrt").items() if f"{root}.def" in s.context.facts}
    found = {root: m for root, p in roots.items() for m, c in p.items() if m and c == len(p) == 1}

    def change(p: Poly) -> tuple[Poly, dict[str, Poly]]:
        multiples = dict[str, Poly]()
        for root, inside in found.items():
            square, parts = product(kernel.atom(root), kernel.atom(root)), list[Poly]()
            while within := {rest: c for m, c in p.items() if (rest := quotient(m, inside)) is not None}:
                parts.append(kernel.negative(within))
                p = kernel.add(p, product(within, minus(square, {inside: 1})))
            multiples |= {f"{root}.def": kernel.add(*parts)} if parts else {}
        return p, multiples

    changed = rewrite(s, [], change, "in roots")
    return changed if changed.goal != s.goal else None


def contradict_a_fact(s: Sequent) -> Json | None:
    """Return a proof of a contradiction: the opposite of a fact follows by expansion from the others. None if there is
    no such fact."""
    sign = s.fresh("sign")
    for known, (relation, p) in s.facts.items():
        less: Fact = (">=" if relation == ">" else ">", kernel.negative(p))
        for fact in {"=": [less, (">", p)], "!=": []}.get(relation, [less]):
            if why := prove_term_by_term(replace(s.hiding([known]), goal=fact), at_bounds=True):
                times, summand = (known, sign) if relation == ">" else (sign, known)
                both, is_equation = s.knowing(sign, fact), relation == "="
                last = prove_by_identity(both, kernel.FALSE, [both.term(times)],
                                         [] if is_equation else [both.term(summand)], [known] if is_equation else [])
                return have(sign, fact, why, last)
    return None
