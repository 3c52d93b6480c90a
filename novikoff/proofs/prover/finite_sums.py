"""Families: whether there is an index, sums of positive terms, Cauchy–Schwarz for sums, entropies.

A preparation takes a sequent and a prover for the remaining sequent. It returns a proof of the whole, or None.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import combinations, islice

from .. import kernel
from ..kernel import Fact, Monomial, Poly
from ..search.ideal_reduction import Quotient, quotient
from ..search.linear_certificates import ONE, Term, exponential_term, fact_term, norm_term, square_term, tangent_term
from ..statements.vector_language import write_fact, write_poly
from .exponentials import with_laws, with_terms
from .preparations import sum_equations
from .sequents import (
    Json,
    Sequent,
    Then,
    constant,
    minus,
    product,
    prove_by_contradiction,
    prove_by_identity,
    prove_fact,
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
    """Split on whether there is an index; return None if nothing is summed or counted. Without an index all sums are 0;
    with one, sums of positive terms are positive.
    """
    sums = sums_in_sight(s)
    if s.context.at_index or kernel.is_indexed(s.goal[1]) or not (sums or "sum()" in atoms_in_sight(s)):
        return None
    one, number, case = s.fresh("one"), s.fresh("number"), s.fresh("index")
    here = s.knowing(one, (">=", constant(1))).knowing(number, (">=", NUMBER))
    below = here.knowing(case, (">", kernel.negative(NUMBER)))
    arms = {
        "<": prove_by_contradiction(below, s.goal, lambda n, f: [fact_term(case, below.context.facts[case])],
                                    lambda n, f: [fact_term(number, (">=", NUMBER))]),
        "=": show_sums_zero(here.knowing(case, ("=", NUMBER)), case, list(sums.items())[:MOST_SUMS], then),
        ">": positive_sums(here.knowing(case, (">", NUMBER)), case, strict_families(s), then),
    }  # fmt: skip
    split = {"rule": "cases", "on": write_poly(NUMBER), "name": case, "arms": arms}
    total = {"rule": "sum", "fact": one, "name": number, "then": split}
    why = {"rule": "poly", "sum": [{}]}
    known = {"rule": "have", "name": one, "fact": write_fact((">=", constant(1))), "why": why, "then": total}
    return known if all(arms.values()) else None


def sum_product(s: Sequent, term: Term, then: Then, name: str) -> Json | None:
    """Continue with the sum of a product that is not negative at each index."""
    each = s.fresh(f"each {name}")
    rest = then(s.knowing(each, (">=", term.poly)).hiding([each]).knowing(name, (">=", kernel.sum_over(term.poly))))
    return rest and {"rule": "have", "name": each, "fact": write_fact((">=", term.poly)),
                     "why": {"rule": "poly", "sum": [term.json(1)]},
                     "then": {"rule": "sum", "fact": each, "name": name, "then": rest}}  # fmt: skip


def show_sums_zero(s: Sequent, case: str, todo: Sequence[tuple[str, Monomial]], then: Then) -> Json | None:
    """Continue with A = 0 for sums A = Σ m where there is no index. With S = Σ m²,  Σ (A·m - (S + 1)/2)² = -A², so A² ≤
    0.
    """
    if not todo:
        return then(s)
    (atom, m), rest = todo[0], todo[1:]
    A, total, name = kernel.atom(atom), s.fresh(f"total {atom}"), s.fresh(f"{atom} is 0")
    half = product(kernel.add(kernel.sum_over(product({m: 1}, {m: 1})), constant(1)), constant(Fraction(1, 2)))

    def vanishing(here: Sequent) -> Json | None:
        square = fact_term(total, here.context.facts[total])
        return prove_by_contradiction(here, ("=", A), lambda n, f: [fact_term(n, f)], lambda n, f: [square], [case])

    why = sum_product(s, square_term(minus(product(A, {m: 1}), half)), vanishing, total)
    return s.have(name, ("=", A), why, lambda inner: show_sums_zero(inner, case, rest, then))


def strict_families(s: Sequent) -> list[str]:
    """Return the facts p > 0 for every index."""
    return [n for n, (relation, p) in s.facts.items() if relation == ">" and kernel.is_indexed(p)][:MOST_SUMS]


def positive_sums(s: Sequent, case: str, todo: Sequence[str], then: Then) -> Json | None:
    """Continue with Σ p > 0 for facts p > 0, where there is an index."""
    if not todo:
        return then(s)
    p, name = s.context.facts[todo[0]][1], s.fresh(f"{todo[0]} in sum")
    positive = fact_term(todo[0], (">", p))
    proof = positive_sum(s, ONE, positive, fact_term(case, s.context.facts[case]))
    return s.have(name, (">", kernel.sum_over(p)), proof, lambda inner: positive_sums(inner, case, todo[1:], then))


def weighted_sums(s: Sequent, then: Then) -> Json | None:
    """Continue with Σ ap > 0 for facts a ≥ 0 or a > 0, and p > 0, for every index; return None if there is no such a.
    Σ a > 0 must be evident, and a term of Σ ap must occur.
    """

    def step(here: Sequent, todo: Sequence[tuple[str, Fact, str, str]]) -> Json | None:
        if not todo:
            return then(here)
        (total, sign, weight, fact), rest = todo[0], todo[1:]
        a, positive = (fact_term(n, here.context.facts[n]) for n in (weight, fact))
        proof = positive_sum(here, a, positive, fact_term(total, sign))
        goal = ">", kernel.sum_over((a * positive).poly)
        return here.have(here.fresh(f"{fact} weighted"), goal, proof, lambda inner: step(inner, rest))

    def weights(here: Sequent, todo: Sequence[str], found: list[tuple[str, Fact, str, str]]) -> Json | None:
        if not todo:
            return step(here, found) if found else None
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
    facts: dict[str, Fact] = {
        no: (">=", kernel.negative(whole)), each: (">=", term.poly), all_: (">=", whole),
        below: (">=", minus(whole, term.poly)),
    }  # fmt: skip
    here = reduce(lambda k, fact: k.knowing(*fact), facts.items(), s)
    less = [fact_term(n, facts[n]) for n in (no, below)]
    why = prove_by_contradiction(here, (">=", absurd), lambda n, f: [fact_term(n, f) * positive],
                                 lambda n, f: [*less, *(one * term * positive for one in less)])  # fmt: skip

    def last(inner: Sequent) -> Json | None:
        both = [fact_term(n, inner.context.facts[n]) for n in (squares, sums)]
        return prove_by_identity(inner, kernel.FALSE, [total], both, [])

    known = here.knowing(nowhere, (">=", absurd)).hiding([nowhere]).knowing(sums, (">=", kernel.sum_over(absurd)))
    end = sum_product(known, square_term(term.poly), last, squares)
    return why and end and {"rule": "contra", "name": no, "then": {
        "rule": "have", "name": each, "fact": write_fact(facts[each]), "why": {"rule": "poly", "sum": [term.json(1)]},
        "then": {"rule": "sum", "fact": each, "name": all_, "each": below, "then": {
            "rule": "have", "name": nowhere, "fact": write_fact((">=", absurd)), "why": why, "then": {
                "rule": "sum", "fact": nowhere, "name": sums, "then": end}}}}}  # fmt: skip


# --- Cauchy–Schwarz for sums ------------------------------------------------------------------------


def cauchy_for_sums(s: Sequent, then: Then) -> Json | None:
    """Continue with (Σ c)² ≤ Σ a·Σ b for entries a, b ≥ 0 with c² = ab; return None if there are none. All three sums
    must occur.
    """

    def step(here: Sequent, todo: Sequence[tuple[dict[str, Poly], dict[str, Json]]]) -> Json | None:
        if not todo:
            return then(here)
        put, premises = todo[0]
        name, (a, b, c) = here.fresh("cauchy"), (kernel.sum_over(p) for p in put.values())
        rest = step(here.knowing(name, (">=", minus(product(a, b), product(c, c)))), todo[1:])
        return rest and {"rule": "lemma", "of": "cauchy-schwarz-for-sums", "premises": premises,
                         "put": {n: write_poly(p) for n, p in put.items()}, "as": {"conclusion": name},
                         "then": rest}  # fmt: skip

    roots = {d.names[0] for d in s.definitions if d.kind == "sqrt"}
    products = any(sum(e for a, e in m if a.startswith("sum(") or a in roots) > 1 for m in s.goal[1])
    found = list(islice(cauchy_triples(s), MOST_CITED)) if products and not s.context.at_index else []
    return step(s, found) if found else None


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

    def step(here: Sequent, todo: Sequence[str]) -> Json | None:
        if not todo:
            return then(replace(here, context=replace(here.context, at_index=bool(opened))))
        name, each = here.fresh(f"{todo[0]} total"), here.fresh(f"{todo[0]} below")
        p = here.context.facts[todo[0]][1]
        total = kernel.sum_over(p)
        rest = step(here.knowing(name, (">=", total)).knowing(each, (">=", minus(total, p))), todo[1:])
        return rest and {"rule": "sum", "fact": todo[0], "name": name, "each": each, "then": rest, **opened}

    def squared(here: Sequent, todo: Sequence[Term], names: list[str]) -> Json | None:
        if not todo:
            return step(here, [*signed, *names])
        name, why = here.fresh("square"), {"rule": "poly", "sum": [todo[0].json(1)]}
        fact: Fact = (">=", todo[0].poly)
        proof = here.have(name, fact, why, lambda inner: squared(inner, todo[1:], [*names, name]))
        return proof and {**proof, **opened}

    everywhere = replace(s, context=replace(s.context, at_index=False))
    return squared(everywhere, squares[:MOST_SUMS], []) if signed or squares else None


def as_square(m: Monomial) -> Term | None:
    """Return a monomial as a product of a square, squared lengths and exponentials, or None if it is no such product.
    """
    term = square_term({root: 1}) if (root := tuple((a, e // 2) for a, e in m if e > 1)) else ONE
    for shape in (kernel.shape(a) for a, e in m if e % 2):
        if shape.kind == "exp":
            term = term * exponential_term(shape.inner)
        elif shape.pair and shape.pair[0] == shape.pair[1]:
            term = term * norm_term(kernel.atom(shape.pair[0]))
        else:
            return None
    return term


# --- entropies ----------------------------------------------------------------------------------------


def entropies(s: Sequent, then: Then) -> Json | None:
    """Continue with exp(l - L) ≥ q·(1 - L) for sums of q·L, where ln q = l and L consists of logarithms. Return None if
    there is no such sum.
    """
    logs = {d.names[0]: d.of[0] for d in s.definitions if d.kind == "ln"}
    found = [] if s.context.at_index else list(informations(s.goal[1], logs))
    if not found:
        return None
    plain = [kernel.atom(log) for log in sorted(logs)]
    inverses = [kernel.negative(log) for log in plain if not kernel.is_indexed(log)]
    shifted = [p for log, L in found if (p := minus(log, L)) and p not in [*plain, *inverses]]
    terms = [tangent_term(minus(log, L), log, 1) for log, L in found]
    return with_laws(s, [*plain, *inverses, *shifted],
                     lambda here: with_terms(here, terms, lambda inner: sum_equations(inner, then)))  # fmt: skip


def informations(p: Poly, logs: Mapping[str, Poly]) -> Iterator[tuple[Poly, Poly]]:
    """Yield (l, L) for l = ln q where a polynomial has q·L, or Σ q·L for families, with logarithms L. A logarithm
    without a factor belongs to every L, as if its factor were 1.
    """
    parts = {log: {m: c for n, c in p.items() if (m := quotient(n, ((log, 1),))) is not None} for log in logs}
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
