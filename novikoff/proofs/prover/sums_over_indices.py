"""Sums of products of facts about every index, if these sums occur; lengths of sums of vectors.

A preparation takes a sequent and a prover for the remaining sequent. It returns a proof of the whole, or None.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, islice

from .. import kernel
from ..kernel import Fact, constant
from ..search.ideal_reduction import Quotient
from ..search.linear_certificates import ONE, Term, fact_term, square_term
from ..search.proof_json import quote
from ..search.sums_of_squares import identity
from .sequents import Sequent, minus, preparation, product, sum_over_index
from .sum_inequalities import sums_in_sight

MOST_FACTS, MOST_ADDED, MOST_LENGTHS = 8, 14, 4


@preparation
def sum_products(s: Sequent) -> Sequent | None:
    """Add sums of products of up to three facts about every index, and of squares of summands. Only products that bring
    no new sums are summed. Return None if there are none."""
    found = [] if s.context.at_index or kernel.is_indexed(s.goal[1]) else list(islice(candidates(s), MOST_ADDED))
    for term in found:
        s = sum_reduced(s, term, s.fresh("products in sum"))
    return s.hiding(n for n, (_, p) in s.facts.items() if kernel.is_indexed(p)) if found else None


@preparation
def weigh(s: Sequent) -> Sequent | None:
    """Put c·Σ p for every c without sums in the goal, where Σ p is 1; return None if there is no such p or c."""
    for name, p in s.equations.items():
        weights = [a for m in p for a, _ in m if kernel.shape(a).kind == "sum" and a != "sum()"]
        if len(p) != 2 or len(weights) != 1 or p.keys() != {(), ((weights[0], 1),)} or p[()] != -p[(weights[0], 1),]:
            continue
        relation, goal = s.goal
        plain = {m: c for m, c in goal.items() if not any(kernel.shape(a).kind == "sum" for a, _ in m)}
        if not plain or relation not in (">=", "=") or s.context.at_index or kernel.is_indexed(goal):
            return None
        changed = minus(kernel.add(goal, product(plain, kernel.atom(weights[0]))), plain)
        label, by = s.fresh("weighed"), product(plain, constant(-1 / Fraction(p[(weights[0], 1),])))
        return s.reduce_to(label, (relation, changed), partial(quote, label, relation, {name: by}))
    return None


def sum_reduced(s: Sequent, term: Term, name: str) -> Sequent:
    """Add the sum of a product that is not negative at each index, after its equations are substituted."""
    modulo = Quotient({n: p for n, p in s.equations.items() if kernel.is_indexed(p)})
    each: Fact = (">=", modulo.reduce(term.poly))
    if not kernel.is_indexed(each[1]):
        return s
    why = identity(modulo, each[1], [(ONE, 1)], [(term, 1)])
    return sum_over_index(s, s.fresh(f"each {name}"), each, why, name) if why else s


def candidates(s: Sequent) -> Iterator[Term]:
    """Yield the products, first the products of fewer facts."""
    modulo, inside = Quotient(s.equations), Quotient({n: p for n, p in s.equations.items() if kernel.is_indexed(p)})
    facts = [(n, f) for n, f in s.facts.items() if kernel.is_indexed(f[1]) and f[0] in (">=", ">")]
    terms = [fact_term(n, f) for n, f in sorted(facts, key=lambda pair: len(pair[1][1]))][:MOST_FACTS]
    sums = sums_in_sight(s)
    roots = dict.fromkeys(tuple((a, e // 2) for a, e in m if e > 1) for m in sums.values())
    squares = [square_term({m: 1}) for m in roots if m]
    powers = [ONE, *squares]
    seen = set[frozenset[tuple[kernel.Monomial, kernel.Rational]]]()
    for count in range(5):
        for chosen in combinations_with_replacement(terms, count):
            for square in powers:
                term = square
                for factor in chosen:
                    term = term * factor if term is not ONE else factor
                if term is ONE:
                    continue
                each = inside.reduce(term.poly)
                p = modulo.reduce(kernel.sum_over(each))
                new = {a for m in p for a, _ in m if kernel.shape(a).kind == "sum" and a != "sum()"} - sums.keys()
                key = frozenset(p.items())
                if not new and key not in seen and not set(p) <= {()} and kernel.is_indexed(each):
                    seen.add(key)
                    yield term
