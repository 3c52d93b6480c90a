"""Exponentials: the power laws for the exponentials of a sequent, and tangents as lower bounds of them."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, islice
from math import lcm

from .. import kernel
from ..kernel import Fact, Poly, constant
from ..search.ideal_reduction import Quotient
from ..search.linear_certificates import ONE, Sight, Term, exponential_term, tangent_term
from ..statements.vector_language import atoms_of, write_poly
from .preparations import replace_root
from .sequents import (
    Json,
    Sequent,
    minus,
    opposite,
    preparation,
    product,
    prove_by_contradiction,
    prove_by_identity,
    rewrite,
    with_facts,
)

MOST_EXPONENTS, MOST_FACTORS, MOST_LAWS = 7, 4, 20
FEW = 2  # exponents, for which Taylor polynomials of a higher degree are tried
LARGEST = 4  # coefficient in a fact on logarithms whose sides become exponents


def exponents_in_sight(s: Sequent) -> list[Poly]:
    """Return the exponents that may help, each once: mentioned exponents, exponents of products, and sides of facts on
    logarithms. Return at most MOST_EXPONENTS, and none if there is no exponential and no logarithm."""
    logs = s.defined("ln").keys()
    polys = [s.goal[1], *(p for _, p in s.facts.values())]
    powers = [kernel.exponential(kernel.atom(log)) for log in sorted(logs)]
    found = Sight.of([*polys, *powers]).exponents
    monomials = {m for p in found for m in p}
    for p in polys if found else ():
        found += [total for m in p if (total := exponent(m))]
        if p.keys() <= monomials and logs & atoms_of(p):
            found += sides(p)
    once = [p for n, p in enumerate(found) if p and p not in found[:n]]
    return once[:MOST_EXPONENTS]


def exponent(m: kernel.Monomial) -> Poly:
    """Return the exponent of the product of all exponentials in a monomial."""
    parts = [product(shape.inner, constant(e)) for a, e in m if (shape := kernel.shape(a)).kind == "exp"]
    return kernel.add(*parts)


def sides(p: Poly) -> list[Poly]:
    """Return s and t with small whole coefficients such that p is a multiple of s - t, or nothing."""
    whole = product(p, constant(lcm(*(c.denominator for c in p.values()))))
    if not all(-LARGEST <= c <= LARGEST for c in whole.values()):
        return []
    both: list[Poly] = [whole, kernel.negative(whole)]
    return [{m: c for m, c in q.items() if c > 0} for q in both]


@preparation
def simplify_exponents(s: Sequent) -> Sequent:
    """Put exp(q) for exp(p) in the goal and the facts, if p = q by equations without exponentials."""
    exponents = Sight.of([s.goal[1], *(p for _, p in s.facts.values())]).exponents
    plain = {n: p for n, p in s.equations.items() if not any("exp(" in a or "[i]" in a for a in atoms_of(p))}
    modulo = Quotient(plain if exponents else {})
    for p in (p for p in exponents if plain and not kernel.is_indexed(p)):
        q, name = modulo.reduce(p), s.fresh("exponent")
        if p != q and name in (known := with_equal_exponents(s, name, p, q, plain)).context.facts:
            ((atom, _),) = next(iter(kernel.exponential(p)))
            put = partial(replace_root, name=name, root=atom, t=kernel.exponential(q))
            s = rewrite(known.hiding([name]), s.facts, put, "put")
    return s


def with_equal_exponents(s: Sequent, name: str, p: Poly, q: Poly, equations: Iterable[str]) -> Sequent:
    """Add exp(p) = exp(q) under a name, if p = q by these equations."""
    fact: Fact = ("=", minus(kernel.exponential(p), kernel.exponential(q)))
    both = tangent_term(p, q, 1) * tangent_term(q, p, 1)  # it is -(exp(p) - exp(q))²
    return s.have(name, fact, prove_by_contradiction(s, fact, [opposite(s, fact)], [both], equations))


@preparation
def exponentials(s: Sequent) -> Sequent:
    """Add exp > 0, the laws, and the tangents at each other exponent and at 0."""
    exponents = exponents_in_sight(s)
    points = [*exponents, Poly()]
    tangents = [tangent_term(p, q, 1) for p in points for q in points if p != q]
    return with_terms(with_laws(s, exponents), [*map(exponential_term, exponents), *tangents]) if exponents else s


@preparation
def about_exponentials(s: Sequent) -> Sequent | None:
    """Add nothing; return None if there is no exponential."""
    return s if exponents_in_sight(s) else None


@preparation
def forget_exponentials(s: Sequent) -> Sequent:
    """Leave out the facts that have exponentials or logarithms, if the goal has none."""
    logs = s.defined("ln")

    def has(p: Poly) -> bool:
        return any("exp(" in a or a in logs for m in p for a, _ in m)

    return s if has(s.goal[1]) else s.hiding(n for n, f in s.facts.items() if has(f[1]))


@preparation
def halves_and_opposites(s: Sequent) -> Sequent | None:
    """Add the tangents at 0 for halves and opposites of the exponents; return None if there are no exponents, or more
    than FEW."""
    exponents, fresh = exponents_in_sight(s), list[Poly]()
    if not 0 < len(exponents) <= FEW:
        return None
    for q in (product(p, constant(c)) for p in exponents for c in (Fraction(1, 2), -1)):
        fresh += [q] * (q not in [*exponents, *fresh])
    terms = [*(tangent_term(p, Poly(), 1) for p in [*exponents, *fresh]), *map(exponential_term, fresh)]
    return with_terms(with_laws(s, [*exponents, *fresh]), terms)


@preparation
def expansions(s: Sequent) -> Sequent | None:
    """Add the Taylor polynomials of degree 3 of each exponential at each other exponent and at 0, in place of the
    tangents; return None if there are no exponents, or more than FEW."""
    exponents = exponents_in_sight(s)
    if not 0 < len(exponents) <= FEW:
        return None
    points = [*exponents, Poly()]
    terms = [tangent_term(p, q, 3) for p in points for q in points if p != q]
    tangents = [n for n, (_, p) in s.facts.items() if n.startswith("exponential") and len(p) > 1]
    return with_terms(s.hiding(tangents), terms)


def with_terms(s: Sequent, terms: Iterable[Term]) -> Sequent:
    """Add products that cannot be negative as facts, after logarithms are substituted."""
    definitions = [f"{log}.def" for log in s.defined("ln")]
    quotient = s.modulo(definitions)
    for n, term in enumerate(terms, 1):
        fact: Fact = (">" if term.strict else ">=", quotient.reduce(term.poly))
        lost = kernel.is_indexed(term.poly) and not kernel.is_indexed(fact[1])
        if not lost and fact[1] and fact not in s.context.facts.values():
            s = s.have(s.fresh(f"exponential{n}"), fact, prove_by_identity(s, fact, [ONE], [term], definitions))
    return s


def with_given_laws(s: Sequent, pairs: Iterable[tuple[Poly, Poly]]) -> Sequent:
    """Add exp(p + q) = exp(p)·exp(q) for given pairs."""
    return with_equations(s, ((kernel.power_law(p, q), {"rule": "poly", "ideal": list(chain((p, q), "1"))})
                              for p, q in pairs))


def with_laws(s: Sequent, exponents: Sequence[Poly]) -> Sequent:
    """Add the products of exponentials that are equal, or 1, and the values of long products."""
    seen = dict.fromkeys(m for p in (s.goal[1], *(p for _, p in s.facts.values())) for m in p)
    return with_equations(s, [*islice(laws(exponents), MOST_LAWS), *islice(long_products(seen), MOST_LAWS)])


def with_equations(s: Sequent, equations: Iterable[tuple[Poly, Json]]) -> Sequent:
    """Add polynomials that are 0, each with its proof."""
    return with_facts(s, "law", ((("=", value), why) for value, why in equations if value))


def laws(exponents: Sequence[Poly]) -> Iterator[tuple[Poly, Json]]:
    """Yield equations between products of exponentials with equal sums of exponents, each with its proof. The two
    products have no common factor."""
    groups: dict[frozenset[tuple[kernel.Monomial, kernel.Rational]], list[tuple[Poly, ...]]] = {frozenset(): [()]}
    for count in range(1, MOST_FACTORS + 1):
        for factors in combinations_with_replacement(exponents, count):
            group = groups.setdefault(frozenset(kernel.add(*factors).items()), [])
            if all(p not in other for other in group for p in factors) and not has_trivial_part(factors):
                group.append(factors)
    for first, *others in groups.values():
        for other in others:
            value = minus(*(kernel.product(map(kernel.exponential, factors)) for factors in (first, other)))
            yield value, {"rule": "poly", "ideal": [*chain(first, "-1"), *chain(other, "1")]}


def long_products(monomials: Iterable[kernel.Monomial]) -> Iterator[tuple[Poly, Json]]:
    """Yield the equation of each product of exponentials that has more factors than those of `laws`, with its proof."""
    for m in monomials:
        factors = [shape.inner for a, e in m if (shape := kernel.shape(a)).kind == "exp" for _ in range(e)]
        if len(factors) > MOST_FACTORS:
            value = minus(kernel.exponential(exponent(m)), kernel.product(map(kernel.exponential, factors)))
            yield value, {"rule": "poly", "ideal": list(chain(factors, "1"))}


def has_trivial_part(factors: tuple[Poly, ...]) -> bool:
    """Return whether a proper part of the product is 1; then the other factors have a law of their own."""
    parts = (factors[:n] + factors[n + 1 :] for n in range(len(factors)))
    return len(factors) > 2 and any(not kernel.add(*part) or has_trivial_part(part) for part in parts)


def chain(factors: Sequence[Poly], sign: str) -> Iterator[Json]:
    """Yield multiples of power laws with the sum  ±(exp(Σ factors) - Π exp(factor))."""
    for n in range(1, len(factors)):
        rest = kernel.product(map(kernel.exponential, factors[n + 1 :]))
        of = {"of": write_poly(kernel.add(*factors[:n])), "and": write_poly(factors[n])}
        yield {"law": of, "by": write_poly(product(rest, constant(int(sign))))}
