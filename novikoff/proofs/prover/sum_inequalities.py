"""Families: whether there is an index, sums of positive terms, Cauchy–Schwarz for sums, entropies.

A preparation takes a sequent and a prover for the remaining sequent. It returns a proof of the whole, or None.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice

from .. import kernel
from ..kernel import Fact, Monomial, Poly, Rational, constant
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
from ..statements.vector_language import atoms_of
from .direct_proofs import prove_fact
from .exponentials import with_laws, with_terms
from .preparations import bound_roots, squares_under_roots
from .sequents import (
    Json,
    Sequent,
    Then,
    divide,
    minus,
    opposite,
    preparation,
    product,
    prove_by_contradiction,
    prove_by_identity,
    sum_over_index,
    zero_or_positive,
)

MOST_SUMS, MOST_CITED, MOST_WEIGHTS = 6, 4, 5
NUMBER: Poly = kernel.sum_over(kernel.constant(1))


def atoms_in_sight(s: Sequent) -> set[str]:
    """Return the atoms of the goal and the facts."""
    return atoms_of(s.goal[1], *(p for _, p in s.facts.values()))


def sums_in_sight(s: Sequent) -> dict[str, Monomial]:
    """Return the sums of numbers in the goal and the facts, each with its summand, without the number of indices."""
    shapes = {a: kernel.shape(a) for a in sorted(atoms_in_sight(s) - {"sum()"}) if not a.endswith("@")}
    return {a: m for a, (kind, inner, _) in shapes.items() if kind == "sum" for m in inner}


def without_index(s: Sequent, then: Then) -> Json | None:
    """Split on whether there is an index; return None if nothing is summed or counted. If there is no index, all sums
    are 0. If there is an index, sums of positive terms are positive."""
    sums = sums_in_sight(s)
    if s.context.at_index or kernel.is_indexed(s.goal[1]) or not (sums or "sum()" in atoms_in_sight(s)):
        return None
    one = s.fresh("one")
    here = s.have(one, (">=", constant(1)), {"rule": "poly", "sum": [{}]}).sum(one, number := s.fresh("number"))
    return here.prove(lambda known: zero_or_positive(
        known, NUMBER, [known.term(number)],
        lambda k, case: zero_sums(k, case, sums).prove(then),
        lambda k, case: positive_sums(k, case, positive_summands(s, sums.values())).prove(then), "index"))


def sum_product(s: Sequent, term: Term, name: str) -> Sequent:
    """Add the sum of a product that is not negative at each index."""
    why = {"rule": "poly", "sum": [term.json(1)]}
    return sum_over_index(s, s.fresh(f"each {name}"), (">=", term.poly), why, name)


def zero_sums(s: Sequent, case: str, sums: Mapping[str, Monomial]) -> Sequent:
    """Add A = 0 for sums A = Σ m where there is no index."""
    for atom, m in islice(sums.items(), MOST_SUMS):
        s = s.have(s.fresh(f"{atom} is 0"), ("=", kernel.atom(atom)), zero_sum(s.begin(), case, atom, m))
    return s


def zero_sum(s: Sequent, case: str, atom: str, m: Monomial) -> Json | None:
    """Return a proof of A = 0. With S = Σ m²,  Σ (A·m - (S + 1)/2)² = -A², so A² ≤ 0."""
    goal, total = ("=", kernel.atom(atom)), s.fresh(f"total {atom}")
    half = product(kernel.add(kernel.sum_over(product({m: 1}, {m: 1})), constant(1)), constant(Fraction(1, 2)))
    known = sum_product(s, square_term(minus(product(goal[1], {m: 1}), half)), total)
    return known.prove(lambda k: prove_by_contradiction(k, goal, [opposite(k, goal)], [k.term(total)], [case]))


def strict_families(s: Sequent) -> list[str]:
    """Return the facts p > 0 for every index."""
    return [n for n, (relation, p) in s.facts.items() if relation == ">" and kernel.is_indexed(p)][:MOST_SUMS]


def positive_summands(s: Sequent, summands: Iterable[Monomial]) -> Iterator[Term]:
    """Yield facts p > 0 for every index, and summands that are products of positive numbers and exponentials."""
    yield from map(s.term, strict_families(s))
    signs = {a: term for a, term in s.signs().items() if term.strict}
    for m in islice(summands, MOST_SUMS):
        powers = {a: exponential_term(shape.inner) for a, _ in m if (shape := kernel.shape(a)).kind == "exp"}
        if len(m) > 1 and (term := monomial_term(m, signs | powers)) and term.strict:
            yield term


def positive_sums(s: Sequent, case: str, terms: Iterable[Term]) -> Sequent:
    """Add Σ p > 0 for p > 0, where there is an index."""
    for positive in terms:
        proof = positive_sum(s.begin(), ONE, positive, s.term(case))
        s = s.have(s.fresh("positive in sum"), (">", kernel.sum_over(positive.poly)), proof)
    return s


@preparation
def weighted_sums(s: Sequent) -> Sequent | None:
    """Add Σ ap > 0 for facts a ≥ 0 or a > 0, and p > 0, for every index; return None if there is no such a. Σ a > 0
    must be evident, and a term of Σ ap must occur."""
    if s.context.at_index:
        return None
    seen = {m for p in (s.goal[1], *(p for _, p in s.facts.values())) for m in p}
    signed = [n for sign in (">=", ">") for n, (r, p) in s.facts.items() if r == sign and kernel.is_indexed(p)]
    families, found = strict_families(s), list[tuple[Term, Term, str]]()
    for weight in signed[:MOST_WEIGHTS]:
        a, sign = s.term(weight), (">", kernel.sum_over(s.context.facts[weight][1]))
        name, why = s.fresh(f"{weight} in sum"), prove_fact(s, sign)
        found += [(a, fact_term(name, sign), fact) for fact in families if why and not seen.isdisjoint(
            kernel.sum_over(product(a.poly, s.context.facts[fact][1])))]
        s = s.have(name, sign, why)
    for a, total, fact in found:
        positive = s.term(fact)
        proof = positive_sum(s.begin(), a, positive, total)
        s = s.have(s.fresh(f"{fact} weighted"), (">", kernel.sum_over((a * positive).poly)), proof)
    return s if found else None


def positive_sum(s: Sequent, weight: Term, positive: Term, total: Term) -> Json | None:
    """Show Σ ap > 0 from a ≥ 0 and p > 0 at each index, and Σ a > 0. If not, ap ≤ Σ ap ≤ 0 at each index, where n = a +
    (ap)² > 0 makes np ≤ 0; so -a - (ap)² ≥ 0 there, and in sum."""
    term = weight * positive
    names = "no product", "product", "products", "product below", "nowhere", "sum of weights", "sum of squares"
    no, each, all_, below, nowhere, sums, squares = map(s.fresh, names)
    whole, absurd = kernel.sum_over(term.poly), minus(kernel.negative(weight.poly), product(term.poly, term.poly))
    here = s.knowing(no, (">=", kernel.negative(whole))).step(lambda then: {"rule": "contra", "name": no, "then": then})
    here = here.have(each, (">=", term.poly), {"rule": "poly", "sum": [term.json(1)]}).sum(each, all_, each=below)
    here = here.knowing(below, (">=", minus(whole, term.poly)))
    less = [here.term(no), here.term(below)]
    why = prove_by_contradiction(here, (">=", absurd), [opposite(here, (">=", absurd)) * positive],
                                 [*less, *(one * term * positive for one in less)])
    if why is None:
        return None
    here = sum_product(sum_over_index(here, nowhere, (">=", absurd), why, sums), square_term(term.poly), squares)
    return here.prove(lambda k: prove_by_identity(k, kernel.FALSE, [total], [k.term(squares), k.term(sums)], []))


@preparation
def cauchy_for_sums(s: Sequent) -> Sequent | None:
    """Add (Σ c)² ≤ Σ a·Σ b where c² = ab, or ‖Σ v‖² ≤ Σ a·Σ b where ‖v‖² = ab, for a, b ≥ 0, or (Σ ⟨u, v⟩)² ≤ Σ ‖u‖²·Σ
    ‖v‖²; return None if there are none. All three sums occur."""
    found = [] if s.context.at_index else list(islice(cauchy_triples(s), MOST_CITED))
    for of, put, premises in found:
        s = s.citing(s.fresh("cauchy"), of, put, premises)
    return s if found else None


def cauchy_triples(s: Sequent) -> Iterator[tuple[str, dict[str, Poly], dict[str, Json]]]:
    """Yield the theorem, its entries, and the reasons why it holds for them. Sums whose squares the goal has come
    first."""
    modulo, inside = Quotient(s.equations), replace(s, context=replace(s.context, at_index=True))
    under: list[Poly] = [{m: 1} for m in dict.fromkeys([*sums_in_sight(s).values(), ()])]
    vectors = sorted({v for a in atoms_in_sight(s) for v in kernel.shape(a).pair if kernel.shape(v).kind == "sum"})
    mixed = [("cauchy-schwarz-for-sums-of-vectors", "v[i]@", v, kernel.gram(v, v))
             for v in (kernel.shape(v).inner for v in vectors)]
    squared = {a for m in s.goal[1] for a, e in m if e == 2}
    first = sorted(under, key=lambda c: squared.isdisjoint(atoms_of(kernel.sum_over(c))))
    mixed += [("cauchy-schwarz-for-sums", "s[i]", c, product(c, c)) for c in first]
    for of, name, c, square in mixed:
        for a, b in combinations([p for p in under if p != c], 2):
            gap = minus(product(a, b), square)
            if not modulo.reduce(gap):
                facts: dict[str, Fact] = {"first": (">=", a), "second": (">=", b), "mixed": (">=", gap)}
                proofs = {name: prove_fact(inside, fact) for name, fact in facts.items()}
                if all(proofs.values()):
                    yield of, {"a[i]": a, "b[i]": b, name: c}, proofs
    for c in under:
        u, v = map(kernel.atom, next((kernel.shape(a).pair for m in c for a, _ in m), ()) or ("", ""))
        if u != v and c == kernel.gram(u, v) and all(kernel.gram(w, w) in under for w in (u, v)):
            yield "cauchy-schwarz-for-families", {"u[i]@": u, "v[i]@": v}, {}


@preparation
def entries_below_sums(s: Sequent) -> Sequent | None:
    """Add p ≤ Σ p at each index; return None if there is no such p.

    p is a square whose sum occurs; or |t| - t, |t| + t or a fact p ≥ 0, and the sums of its terms with an index occur.
    If the goal is about every index, each of these steps is marked as a step about every index.
    """
    at_index, opened = s.context.at_index, {"open": True} if s.context.at_index else {}
    facts = {n: p for n, (relation, p) in s.facts.items() if relation in (">=", ">") and kernel.is_indexed(p)}
    sums = set(sums_in_sight(s).values())
    names = [n for n, p in facts.items() if {keep_indexed_factors(m) for m in p} <= sums | {()}]
    squares = [term for m in sorted(sums) if m and (term := as_square(m))]
    signed = [(root, p) for root, t in squares_under_roots(s) if ((root, 1),) in sums and kernel.is_indexed(t)
              for p in (t, kernel.negative(t)) if {keep_indexed_factors(m) for m in p} <= sums | {()}]
    if not names and not squares and not signed:
        return None
    s = replace(s, context=replace(s.context, at_index=False))
    for pair in signed:
        s, known = s.step(lambda proof: {**proof, **opened}), s.context.facts.keys()
        s = bound_roots(s, [pair])
        names += s.context.facts.keys() - known
    for term in squares[:MOST_SUMS]:
        names.append(s.fresh("square"))
        s = s.step(lambda proof: {**proof, **opened})
        s = s.have(names[-1], (">=", term.poly), {"rule": "poly", "sum": [term.json(1)]})
    for fact in names:
        name, below, p = s.fresh(f"{fact} total"), s.fresh(f"{fact} below"), s.context.facts[fact][1]
        s = s.sum(fact, name, each=below, **opened).knowing(below, (">=", minus(kernel.sum_over(p), p)))
    return replace(s, context=replace(s.context, at_index=at_index))


def keep_indexed_factors(m: Monomial) -> Monomial:
    """Return the factors of a monomial that have an index."""
    return tuple((a, e) for a, e in m if kernel.is_indexed(kernel.atom(a)))


def as_square(m: Monomial) -> Term | None:
    """Return a monomial as a product of a square, squared lengths and exponentials, or None if it is none."""
    shapes = {a: kernel.shape(a) for a, _ in m}
    powers = {a: exponential_term(shape.inner) for a, shape in shapes.items() if shape.kind == "exp"}
    lengths = {a: norm_term(kernel.atom(shape.pair[0])) for a, shape in shapes.items() if len({*shape.pair}) == 1}
    return monomial_term(m, powers | lengths)


@preparation
def entropies(s: Sequent) -> Sequent | None:
    """Add exp(l - L) ≥ q·(1 - L) for sums of q·L, where ln q = l and L consists of logarithms. Return None if there is
    no such sum."""
    logs = s.defined("ln")
    found = [] if s.context.at_index else list(informations(s.goal[1], logs))
    plain = [kernel.atom(log) for log in sorted(logs)]
    inverses = [kernel.negative(log) for log in plain if not kernel.is_indexed(log)]
    shifted = [p for log, L in found if (p := minus(log, L)) and p not in [*plain, *inverses]]
    terms = [tangent_term(minus(log, L), log, 1) for log, L in found]
    return with_terms(with_laws(s, [*plain, *inverses, *shifted]), terms) if found else None


def informations(p: Poly, logs: Mapping[str, Poly]) -> Iterator[tuple[Poly, Poly]]:
    """Yield (l, L) for l = ln q where a polynomial has a positive multiple of q·L, or Σ q·L for families, with
    logarithms L. A logarithm without a factor belongs to every L, as if its factor were 1, or that of l. If q is a
    sum, as 1 − x, L has the logarithms whose factors are multiples of q; these belong to no other L."""
    parts = {log: divide(p, log) for log in logs}
    alone: Poly = {((log, 1),): part[()] for log, part in parts.items() if part.keys() == {()} and "[i]" not in log}
    of_sums = {other for log, q in logs.items() if len(q) > 1 and ratio(parts[log], q) > 0 for other in logs
               if ratio(parts[other], q)}
    for log, q in logs.items():
        if kernel.is_indexed(q):
            found = summands(p, q, logs)
            if any("[i]" in a for m in found for a, _ in m):
                yield kernel.atom(log), kernel.add(found, alone)
        elif q.keys() != {()}:
            shares = {other: ratio(part, q) if len(q) > 1 else ratio({m: c for m, c in part.items() if m in q}, q)
                      for other, part in parts.items() if len(q) > 1 or other not in of_sums}
            if (factor := Fraction(shares.get(log, 0))) > 0:
                mixed: Poly = {((other, 1),): share / factor for other, share in shares.items() if share}
                for size in dict.fromkeys((Fraction(1), 1 / factor)):
                    yield kernel.atom(log), kernel.add(mixed, product(alone, constant(size)))


def ratio(p: Poly, q: Poly) -> Rational:
    """Return the number c with p = c·q, or 0 if there is none."""
    found = {p.get(m, 0) / Fraction(c) for m, c in q.items()}
    return found.pop() if len(found) == 1 and p.keys() == q.keys() else 0


def summands(p: Poly, q: Poly, logs: Iterable[str]) -> Poly:
    """Return the logarithms that are multiplied by q under sums, or by Σ q, with their coefficients."""
    found = Poly()
    for log in logs:
        value = kernel.atom(log)
        total = kernel.sum_over(product(value, q)) if "[i]" in log else product(kernel.sum_over(q), value)
        coefficients = {p.get(m, 0) / Fraction(c) for m, c in total.items()}
        found = kernel.add(found, product(value, constant(coefficients.pop()))) if len(coefficients) == 1 else found
    return found
