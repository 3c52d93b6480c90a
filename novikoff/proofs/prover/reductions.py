"""Fewer vectors, and squares in place of lengths: an easier sequent, whose proof gives a proof of the original one.

A preparation takes a sequent and a prover for the remaining sequent. It returns a proof of the whole, or None.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from .. import kernel
from ..kernel import Poly, constant
from ..search.linear_certificates import Sight, Term, fact_term, monomial_term
from ..search.sums_of_squares import orthogonal_rows
from ..statements.vector_language import write_poly
from .denominators import without_squares
from .direct_proofs import prove_fact
from .sequents import Json, Sequent, Then, minus, preparation, product

MOST_SQUARED = 8  # facts


@preparation
def without_translations(s: Sequent) -> Sequent:
    """Set as many vectors to 0 as possible, if adding multiples of one vector to all vectors changes no fact. In the
    proof, differences replace the other vectors."""
    polys = [s.goal[1], *(p for _, p in s.facts.values()), *(p for d in s.definitions for p in d.of)]
    names = sorted(n for n in Sight.of(polys).vectors)
    if len(names) < 3 or any(kernel.shape(n).kind != "variable" or "[i]" in n or n in kernel.UNITS for n in names):
        return s
    if s.gaps or any(d.kind in ("nearest", "projection") for d in s.definitions):
        return s
    directions = invariant_directions(polys, names)
    if not directions:
        return s
    gone = {next(n for n in reversed(names) if row[n] == 1 and all(o is row or not o[n] for o in directions)): row
            for row in directions}
    shifts = {n: kernel.add(*(product(kernel.atom(y), constant(row[n])) for y, row in gone.items())) for n in names}
    lifted = {n: write_poly(minus(kernel.atom(n), p)) for n, p in shifts.items() if p and n not in gone}
    zero: dict[str, Poly] = {y: Poly() for y in gone}

    def put(p: Poly) -> Poly:
        return kernel.substitute(p, zero)

    facts = {n: (r, put(p)) if n in s.facts else (r, p) for n, (r, p) in s.context.facts.items()}
    context = replace(s.context, facts=facts, names=s.context.names - gone.keys())
    definitions = tuple(kernel.definition(d.names[0], d.kind, put(d.of[0])) for d in s.definitions)
    prepared = replace(s, context=context, goal=(s.goal[0], put(s.goal[1])), definitions=definitions,
                       lengths={root: put(v) for root, v in s.lengths.items()},
                       hidden=s.hidden | (s.context.facts.keys() - s.facts.keys()))
    return prepared.step(lambda proof: put_terms(proof, lifted))


def put_terms(proof: Json, images: Mapping[str, Any]) -> Json:
    """Return a proof with terms in place of names of vectors."""
    if isinstance(proof, str):
        return images.get(proof, proof)
    if isinstance(proof, dict):
        return {key: put_terms(part, images) for key, part in proof.items()}
    return [put_terms(part, images) for part in proof] if isinstance(proof, list) else proof


def invariant_directions(polys: Sequence[Poly], names: Sequence[str]) -> list[dict[str, Any]]:
    """Return independent rows c such that no polynomial changes if c[v]·z is added to every vector v, for all z."""
    rows = dict[tuple[int, Any], list[Any]]()
    for k, p in enumerate(polys):
        for m, value in p.items():
            for a, e in m:
                pair = kernel.shape(a).pair
                if not pair:
                    if getattr(a, "variables", set()) & set(names):
                        return []  # inside an exponential
                    continue
                rest = tuple((b, n - (b == a)) for b, n in m if (b, n) != (a, 1))
                for x, y in (pair, pair[::-1]):
                    row = rows.setdefault((k, (rest, y)), [0] * len(names))
                    row[names.index(x)] += value * e
    found = orthogonal_rows(list(rows.values()), len(names)) if rows else []
    return [dict(zip(names, row, strict=True)) for row in found]


def without_idle_roots(s: Sequent) -> Sequent:
    """Return the sequent without definitions and signs of roots that are in neither the goal nor another fact."""
    roots = s.defined("sqrt").keys()
    own = {f"{root}.{word}": root for root in roots for word in ("def", "sign")}
    facts = s.facts
    used, todo = set[str](), kernel.variables(s.goal[1]).union(
        *(kernel.variables(p) for n, (_, p) in facts.items() if n not in own))
    while fresh := (todo & roots) - used:
        used |= fresh
        todo = todo.union(*(kernel.variables(p) for n, (_, p) in facts.items() if own.get(n) in fresh))
    return s.hiding(n for n, root in own.items() if root not in used)


def square_facts(s: Sequent, then: Then) -> Json | None:
    """Add A² ≥ B² for facts A ≥ B, where B is a product of roots and of factors ≥ 0. Also square a fact where A ≥ 0 is
    evident and B² has a root as a factor. Hide the squared facts with roots. Return None if there is no such fact."""
    roots = [d for d in s.definitions if d.kind == "sqrt"]
    names, own = {d.names[0] for d in roots}, {f"{d.names[0]}.{word}" for d in roots for word in ("def", "sign")}
    todo = [n for n, (r, p) in s.facts.items() if r in (">=", ">") and len(p) > 1 and n not in own
            and all(kernel.shape(a).kind in ("variable", "pair") for m in p for a, _ in m)
            and any(a in names or kernel.shape(a).pair for m in p for a, _ in m)][:MOST_SQUARED]

    def step(here: Sequent, left: Sequence[str], done: int) -> Json | None:
        if not left:
            return then(here) if done else None
        name, rest = left[0], left[1:]
        p = here.context.facts[name][1]
        gone = [name] if any(a in names for m in p for a, _ in m) else []
        for m, c in p.items():
            if m and (c < 0 or any(a in names for a, _ in m)) and (size := monomial_term(m, here.signs())):
                squared = larger_squared(here, name, m, size, roots)
                proof = squared and squared.hiding(gone).prove(lambda k: step(k, rest, done + 1))
                return proof or step(here, rest, done)
        return step(here, rest, done)

    return step(s, todo, 0)


def larger_squared(s: Sequent, name: str, m: kernel.Monomial, size: Term, roots: Sequence[kernel.Definition]
                   ) -> Sequent | None:
    """Add p·(p + 2·lower) ≥ 0 for a fact p = upper - lower ≥ 0, where m is a side; return None unless lower ≥ 0 is
    evident."""
    p = s.context.facts[name][1]
    side: Poly = {m: max(p[m], -p[m])}
    lower = side if p[m] < 0 else minus(side, p)
    upper = kernel.add(p, lower)
    if not lower:
        return None
    value, multiples = without_squares(minus(product(upper, upper), product(lower, lower)), roots)
    ideal = [{"fact": n, "by": write_poly(kernel.negative(q))} for n, q in multiples.items()]
    fact, label, weak = s.term(name), s.fresh(f"{name} squared"), s.fresh(f"{name} sign")
    if p[m] < 0:
        signed, by, known = size, 2 * side[m] / Fraction(size.poly[m]), s
    elif why := prove_fact(s, (">=", lower)):
        signed, by, known = fact_term(weak, (">=", lower)), Fraction(2), s.have(weak, (">=", lower), why).hiding([weak])
    else:
        return None
    proof = {"rule": "poly", "sum": [(fact * fact).json(1), (signed * fact).json(by)], "ideal": ideal}
    return known.have(label, (">=", value), proof)
