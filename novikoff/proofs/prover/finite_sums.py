"""Families: whether there is an index, sums of positive terms, Cauchy–Schwarz for sums, entropies.

A preparation takes a sequent and a prover for the remaining sequent. It returns a proof of the whole, or None.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial, reduce
from itertools import combinations, islice

from .. import kernel
from ..kernel import Fact, Monomial, Poly, constant
from ..search.ideal_reduction import Quotient
from ..search.linear_certificates import (
    ONE,
    Term,
    exponential_term,
    fact_term,
    monomial_term,
    norm_term,
    square_term,
    tangent_term,
)
from ..statements.vector_language import write_poly
from .exponentials import with_laws, with_terms
from .preparations import sum_equations
from .sequents import (
    Json,
    Sequent,
    Then,
    divide,
    have,
    in_turn,
    minus,
    product,
    prove_by_contradiction,
    prove_by_identity,
    prove_fact,
    sum_over_index,
    zero_or_positive,
)

MOST_SUMS, MOST_CITED, MOST_WEIGHTS = 6, 4, 5
NUMBER: Poly = kernel.sum_over(kernel.constant(1))


def atoms_in_sight(s: Sequent) -> set[str]:
    """Return the atoms of the goal and the facts."""
    return {a for p in [s.goal[1], *(p for _, p in s.facts.values())] for m in p for a, _ in m}


def sums_in_sight(s: Sequent) -> dict[str, Monomial]:
    """Return the sums of numbers in the goal and the facts, each with its summand, without the number of indices."""
    shapes = {a: kernel.shape(a) for a in sorted(atoms_in_sight(s) - {"sum()"}) if not a.endswith("@")}
    return {a: m for a, (kind, inner, _) in shapes.items() if kind == "sum" for m in inner}


def without_index(s: Sequent, then: Then) -> Json | None:
    """Split on whether there is an index; return None if nothing is summed or counted. If there is no index, all sums
    are 0. If there is an index, sums of positive terms are positive.
    """
    sums = sums_in_sight(s)
    if s.context.at_index or kernel.is_indexed(s.goal[1]) or not (sums or "sum()" in atoms_in_sight(s)):
        return None
    one, number, fact = s.fresh("one"), s.fresh("number"), (">=", constant(1))
    here = s.knowing(one, fact).knowing(number, (">=", NUMBER))
    split = zero_or_positive(
        here, NUMBER, [fact_term(number, (">=", NUMBER))],
        lambda k, case: in_turn(k, list(sums.items())[:MOST_SUMS], partial(zero_sum, case), then),
        lambda k, case: in_turn(k, strict_families(s), partial(sum_of_positive, case), then), "index",
    )
    total = split and {"rule": "sum", "fact": one, "name": number, "then": split}
    return have(one, fact, {"rule": "poly", "sum": [{}]}, total)


def sum_product(s: Sequent, term: Term, then: Then, name: str) -> Json | None:
    """Continue with the sum of a product that is not negative at each index."""
    why = {"rule": "poly", "sum": [term.json(1)]}
    return sum_over_index(s, s.fresh(f"each {name}"), (">=", term.poly), why, name, then)


def zero_sum(case: str, s: Sequent, summand: tuple[str, Monomial], then: Then) -> Json | None:
    """Continue with A = 0 for a sum A = Σ m where there is no index. With S = Σ m²,  Σ (A·m - (S + 1)/2)² = -A², so A²
    ≤ 0.
    """
    atom, m = summand
    A, total, name = kernel.atom(atom), s.fresh(f"total {atom}"), s.fresh(f"{atom} is 0")
    half = product(kernel.add(kernel.sum_over(product({m: 1}, {m: 1})), constant(1)), constant(Fraction(1, 2)))

    def vanishing(here: Sequent) -> Json | None:
        return prove_by_contradiction(
            here, ("=", A), lambda n, f: [fact_term(n, f)], lambda n, f: [here.term(total)], [case])

    return s.have(name, ("=", A), sum_product(s, square_term(minus(product(A, {m: 1}), half)), vanishing, total), then)


def strict_families(s: Sequent) -> list[str]:
    """Return the facts p > 0 for every index."""
    return [n for n, (relation, p) in s.facts.items() if relation == ">" and kernel.is_indexed(p)][:MOST_SUMS]


def sum_of_positive(case: str, s: Sequent, fact: str, then: Then) -> Json | None:
    """Continue with Σ p > 0 for a fact p > 0, where there is an index."""
    positive = s.term(fact)
    proof = positive_sum(s, ONE, positive, s.term(case))
    return s.have(s.fresh(f"{fact} in sum"), (">", kernel.sum_over(positive.poly)), proof, then)


def weighted_sums(s: Sequent, then: Then) -> Json | None:
    """Continue with Σ ap > 0 for facts a ≥ 0 or a > 0, and p > 0, for every index; return None if there is no such a.
    Σ a > 0 must be evident, and a term of Σ ap must occur.
    """

    def use(here: Sequent, one: tuple[str, Fact, str, str], go_on: Then) -> Json | None:
        total, sign, weight, fact = one
        a, positive = here.term(weight), here.term(fact)
        proof = positive_sum(here, a, positive, fact_term(total, sign))
        goal = ">", kernel.sum_over((a * positive).poly)
        return here.have(here.fresh(f"{fact} weighted"), goal, proof, go_on)

    def weights(here: Sequent, todo: Sequence[str], found: list[tuple[str, Fact, str, str]]) -> Json | None:
        if not todo:
            return in_turn(here, found, use, then) if found else None
        sign: Fact = (">", kernel.sum_over(here.context.facts[todo[0]][1]))
        name, why = here.fresh(f"{todo[0]} in sum"), prove_fact(here, sign)
        more = [(name, sign, todo[0], fact) for fact in strict_families(s) if why and in_sight(todo[0], fact)]
        return here.have(name, sign, why, lambda inner: weights(inner, todo[1:], [*found, *more]))

    def in_sight(weight: str, fact: str) -> bool:
        """Return whether a term of their Σ ap is in the goal or in a fact."""
        return not seen.isdisjoint(kernel.sum_over(product(s.facts[weight][1], s.facts[fact][1])))

    if s.context.at_index:
        return None
    seen = {m for p in (s.goal[1], *(p for _, p in s.facts.values())) for m in p}
    signed = [n for sign in (">=", ">") for n, (r, p) in s.facts.items() if r == sign and kernel.is_indexed(p)]
    return weights(s, signed[:MOST_WEIGHTS], [])


def positive_sum(s: Sequent, weight: Term, positive: Term, total: Term) -> Json | None:
    """Show Σ ap > 0 from a ≥ 0 and p > 0 at each index, and Σ a > 0.

    If not, ap ≤ Σ ap ≤ 0 at each index, where n = a + (ap)² > 0 makes np ≤ 0; so -a - (ap)² ≥ 0 there, and in sum.
    """
    term = weight * positive
    names = "no product", "product", "products", "product below", "nowhere", "sum of weights", "sum of squares"
    no, each, all_, below, nowhere, sums, squares = map(s.fresh, names)
    whole, absurd = kernel.sum_over(term.poly), minus(kernel.negative(weight.poly), product(term.poly, term.poly))
    facts: dict[str, Fact] = {no: (">=", kernel.negative(whole)), each: (">=", term.poly), all_: (">=", whole),
                              below: (">=", minus(whole, term.poly))}
    here = reduce(lambda k, fact: k.knowing(*fact), facts.items(), s)
    less = [here.term(no), here.term(below)]
    why = prove_by_contradiction(here, (">=", absurd), lambda n, f: [fact_term(n, f) * positive],
                                 lambda n, f: [*less, *(one * term * positive for one in less)])

    def last(inner: Sequent) -> Json | None:
        return prove_by_identity(inner, kernel.FALSE, [total], [inner.term(squares), inner.term(sums)], [])

    end = why and sum_over_index(here, nowhere, (">=", absurd), why, sums,
                                 lambda k: sum_product(k, square_term(term.poly), last, squares))
    rest = end and {"rule": "sum", "fact": each, "name": all_, "each": below, "then": end}
    known = have(each, facts[each], {"rule": "poly", "sum": [term.json(1)]}, rest)
    return known and {"rule": "contra", "name": no, "then": known}


# --- Cauchy–Schwarz for sums ------------------------------------------------------------------------


def cauchy_for_sums(s: Sequent, then: Then) -> Json | None:
    """Continue with (Σ c)² ≤ Σ a·Σ b where c² = ab, a, b ≥ 0, and all three sums occur; None if there are none."""

    def use(here: Sequent, found: tuple[dict[str, Poly], dict[str, Json]], go_on: Then) -> Json | None:
        put, premises = found
        name, (a, b, c) = here.fresh("cauchy"), (kernel.sum_over(p) for p in put.values())
        rest = go_on(here.knowing(name, (">=", minus(product(a, b), product(c, c)))))
        return rest and {"rule": "lemma", "of": "cauchy-schwarz-for-sums", "premises": premises,
                         "put": {n: write_poly(p) for n, p in put.items()}, "as": {"conclusion": name},
                         "then": rest}

    roots = s.defined("sqrt")
    products = any(sum(e for a, e in m if a.startswith("sum(") or a in roots) > 1 for m in s.goal[1])
    found = list(islice(cauchy_triples(s), MOST_CITED)) if products and not s.context.at_index else []
    return in_turn(s, found, use, then) if found else None


def cauchy_triples(s: Sequent) -> Iterator[tuple[dict[str, Poly], dict[str, Json]]]:
    """Yield the entries a, b and c, and the reason why the theorem holds for them."""
    modulo, inside = Quotient(s.equations), replace(s, context=replace(s.context, at_index=True))
    under: list[Poly] = [{m: 1} for m in dict.fromkeys([*sums_in_sight(s).values(), ()])]
    for c in under:
        for a, b in combinations([p for p in under if p != c], 2):
            gap = minus(product(a, b), product(c, c))
            if not modulo.reduce(gap):
                facts: dict[str, Fact] = {"first": (">=", a), "second": (">=", b), "mixed": (">=", gap)}
                proofs = {name: prove_fact(inside, fact) for name, fact in facts.items()}
                if all(proofs.values()):
                    yield {"a[i]": a, "b[i]": b, "s[i]": c}, proofs


# --- entries and their sums ---------------------------------------------------------------------------


def entries_below_sums(s: Sequent, then: Then) -> Json | None:
    """Continue with p ≤ Σ p at each index; return None if there is no such p. p is a fact p ≥ 0 or a square, and its
    sum occurs.

    If the goal is about every index, each of these steps is marked as a step about every index.
    """
    opened = {"open": True} if s.context.at_index else {}
    facts = {n: p for n, (relation, p) in s.facts.items() if relation in (">=", ">") and kernel.is_indexed(p)}
    sums = set(sums_in_sight(s).values())
    signed = [n for n, p in facts.items() if p.keys() <= sums]
    squares = [term for m in sorted(sums) if m and (term := as_square(m))]

    names = list[str]()  # of the squares

    def use(here: Sequent, fact: str, go_on: Then) -> Json | None:
        name, each = here.fresh(f"{fact} total"), here.fresh(f"{fact} below")
        p = here.context.facts[fact][1]
        total = kernel.sum_over(p)
        rest = go_on(here.knowing(name, (">=", total)).knowing(each, (">=", minus(total, p))))
        return rest and {"rule": "sum", "fact": fact, "name": name, "each": each, "then": rest, **opened}

    def square(here: Sequent, term: Term, go_on: Then) -> Json | None:
        names.append(here.fresh("square"))
        proof = here.have(names[-1], (">=", term.poly), {"rule": "poly", "sum": [term.json(1)]}, go_on)
        return proof and {**proof, **opened}

    def last(here: Sequent) -> Json | None:
        return then(replace(here, context=replace(here.context, at_index=bool(opened))))

    everywhere = replace(s, context=replace(s.context, at_index=False))
    return in_turn(everywhere, squares[:MOST_SUMS], square, lambda here: in_turn(here, [*signed, *names], use, last)
                   ) if signed or squares else None


def as_square(m: Monomial) -> Term | None:
    """Return a monomial as a product of a square, squared lengths and exponentials, or None if it is none."""
    shapes = {a: kernel.shape(a) for a, _ in m}
    powers = {a: exponential_term(shape.inner) for a, shape in shapes.items() if shape.kind == "exp"}
    lengths = {a: norm_term(kernel.atom(shape.pair[0])) for a, shape in shapes.items() if len({*shape.pair}) == 1}
    return monomial_term(m, powers | lengths)


# --- entropies ----------------------------------------------------------------------------------------


def entropies(s: Sequent, then: Then) -> Json | None:
    """Continue with exp(l - L) ≥ q·(1 - L) for sums of q·L, where ln q = l and L consists of logarithms. Return None if
    there is no such sum.
    """
    logs = s.defined("ln")
    found = [] if s.context.at_index else list(informations(s.goal[1], logs))
    if not found:
        return None
    plain = [kernel.atom(log) for log in sorted(logs)]
    inverses = [kernel.negative(log) for log in plain if not kernel.is_indexed(log)]
    shifted = [p for log, L in found if (p := minus(log, L)) and p not in [*plain, *inverses]]
    terms = [tangent_term(minus(log, L), log, 1) for log, L in found]
    return with_laws(s, [*plain, *inverses, *shifted],
                     lambda here: with_terms(here, terms, lambda inner: sum_equations(inner, then)))


def informations(p: Poly, logs: Mapping[str, Poly]) -> Iterator[tuple[Poly, Poly]]:
    """Yield (l, L) for l = ln q where a polynomial has q·L, or Σ q·L for families, with logarithms L. A logarithm
    without a factor belongs to every L, as if its factor were 1.
    """
    parts = {log: divide(p, log) for log in logs}
    alone: Poly = {((log, 1),): part[()] for log, part in parts.items() if part.keys() == {()} and "[i]" not in log}
    for log, q in logs.items():
        if kernel.is_indexed(q):
            found = summands(p, q, logs)
            if any("[i]" in a for m in found for a, _ in m):
                yield kernel.atom(log), kernel.add(found, alone)
        elif parts[log] == q:
            yield kernel.atom(log), kernel.add(kernel.atom(log), {m: c for m, c in alone.items() if m != ((log, 1),)})


def summands(p: Poly, q: Poly, logs: Iterable[str]) -> Poly:
    """Return the logarithms that are multiplied by q under sums, or by Σ q, with their coefficients."""
    found = Poly()
    for log in logs:
        value = kernel.atom(log)
        total = kernel.sum_over(product(value, q)) if "[i]" in log else product(kernel.sum_over(q), value)
        coefficients = {p.get(m, 0) / Fraction(c) for m, c in total.items()}
        found = kernel.add(found, product(value, constant(coefficients.pop()))) if len(coefficients) == 1 else found
    return found
