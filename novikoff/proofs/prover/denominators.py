"""Quotients and roots: the signs of denominators; facts and goals without quotients and squares of roots."""

from collections.abc import Sequence

from .. import kernel
from ..kernel import Poly
from ..search.ideal_reduction import Quotient
from ..search.linear_certificates import ONE, Term, fact_term
from .direct_proofs import prove_fact
from .sequents import (
    Json,
    Sequent,
    Then,
    minus,
    opposite,
    preparation,
    product,
    prove_by_contradiction,
    prove_by_identity,
    rewrite,
)


@preparation
def denominators(s: Sequent) -> Sequent:
    """Add d ≠ 0 for every quotient, and d > 0 or -d > 0 if the sign is evident."""
    for d in s.definitions:
        name, fact = f"{d.names[0]}.nonzero", ("!=", d.of[0])
        if d.kind == "inverse" and name not in s.context.facts:
            s = s.have(name, fact, prove_by_contradiction(s, fact, [ONE], [], [f"{d.names[0]}.def"]))
            s = signed_denominator(s, d)
    return s


def signed_denominator(s: Sequent, d: kernel.Definition) -> Sequent:
    """Add d > 0 or -d > 0, from d ≠ 0, if the sign is evident."""
    nonzero, weakly = f"{d.names[0]}.nonzero", f"{d.names[0]}.weakly"
    for p in (d.of[0], kernel.negative(d.of[0])):
        if weak := prove_fact(s, (">=", p)):
            s = s.have(weakly, (">=", p), weak)
            s = with_inverse(s.have(f"{d.names[0]}.positive", (">", p), prove_positive(s, d.names[0], p)), d, p)
            return s.hiding([nonzero, weakly])
    return s


def is_family(s: Sequent, d: kernel.Definition) -> bool:
    """Return whether the denominator has one number for each index, and is at a place where facts about it may be
    summed."""
    return "[i]" in d.names[0] and not s.context.at_index


def with_inverse(s: Sequent, d: kernel.Definition, p: Poly) -> Sequent:
    """Add 1/p > 0 for a family with p > 0, where p = d or p = -d. The quotient of a family is not cleared."""
    if not is_family(s, d):
        return s
    inverse = kernel.atom(d.names[0]) if p == d.of[0] else kernel.negative(kernel.atom(d.names[0]))
    name, fact = f"{d.names[0]}.positive", (">", inverse)
    product = opposite(s, fact) * fact_term(name, (">", p))
    why = prove_by_contradiction(s, fact, [ONE], [product], [f"{d.names[0]}.def"])
    return s.have(f"{name} inverse", fact, why)


def prove_positive(s: Sequent, name: str, p: Poly) -> Json | None:
    """Show p > 0 from p ≠ 0 and p ≥ 0; if p > 0 were false, -p² would be a product of facts."""
    nonzero, weakly = s.term(f"{name}.nonzero"), s.term(f"{name}.weakly")
    return prove_by_contradiction(s, (">", p), [nonzero], [weakly * opposite(s, (">", p))])


@preparation
def clear_denominators(s: Sequent) -> Sequent:
    """Multiply facts and goal by their denominators, so that no quotient is left."""
    inverses = [d for d in s.definitions if d.kind == "inverse" and not is_family(s, d)]
    if not inverses:
        return s
    below = {name for d in inverses for name in kernel.variables(d.of[0])}
    roots = [d for d in s.definitions if d.kind == "sqrt" and d.names[0] in below]  # 1/√p·1/√p·p is 1
    definitions = [f"{d.names[0]}.def" for d in (*inverses, *roots)]
    quotient = Quotient({name: s.context.facts[name][1] for name in definitions})

    def multiplied(here: Sequent, p: Poly) -> tuple[Term, Poly]:
        """Return the factor that makes up for a cancelled b/b, and the product."""
        factor = denominator(here, quotient.reduce(p), inverses)
        return factor, quotient.reduce(product(p, factor.poly))

    for old in [n for n, f in s.facts.items() if mentions(f[1], inverses) and n not in definitions]:
        relation, p = s.context.facts[old]
        factor, value = multiplied(s, p)
        if relation != "!=" and not mentions(value, inverses):
            term = [factor * Term(facts=(old,), poly=p)] if relation != "=" else []
            multiple = {old: factor.poly} if relation == "=" else {}
            why = prove_by_identity(s, (relation, value), [ONE], term, definitions, multiple)
            s = s.have(s.fresh(f"{old} cleared"), (relation, value), why).hiding([old] if why else [])
    relation, p = s.goal
    factor, value = multiplied(s, p)
    ready = s.hiding(f"{d.names[0]}.def" for d in inverses)
    if value == p or mentions(value, inverses):
        return s if mentions(p, inverses) else ready
    name, goal = s.fresh("cleared"), (relation, value)

    def last() -> Json | None:
        after = s.knowing(name, goal)
        if relation == "!=":
            return prove_by_contradiction(after, s.goal, [fact_term(name, goal)], [], definitions)
        known = [] if relation == "=" else [Term(facts=(name,), poly=value)]
        multiple = {name: kernel.constant(1)} if relation == "=" else {}
        return prove_by_identity(after, s.goal, [factor], known, definitions, multiple)

    return ready.reduce_to(name, goal, last)


@preparation
def about_quotients(s: Sequent) -> Sequent | None:
    """Add nothing; return None if there is no quotient."""
    return s if s.defined("inverse") else None


def clear_quotients(s: Sequent, then: Then) -> Json | None:
    """Multiply by denominators before anything else, so that no exponent has a quotient; None without a quotient."""
    return denominators(s, lambda known: clear_denominators(known, then)) if s.defined("inverse") else None


@preparation
def squares_of_roots(s: Sequent) -> Sequent:
    """Put p for the square of the root of p in facts and goal."""
    roots = [d for d in s.definitions if d.kind == "sqrt" and not is_family(s, d)]
    known = {f"{d.names[0]}.def" for d in roots}
    return rewrite(s, [n for n in s.facts if n not in known], lambda p: without_squares(p, roots), "plain")


def without_squares(p: Poly, roots: Sequence[kernel.Definition]) -> tuple[Poly, dict[str, Poly]]:
    """Return p without squares of roots, the last defined first, and the multiples of root² − radicand subtracted."""
    multiples: dict[str, Poly] = {}
    for d in reversed(roots):
        name, square = d.names[0], kernel.product([kernel.atom(d.names[0])] * 2)
        while found := {m: c for m, c in p.items() if dict(m).get(name, 0) > 1}:
            less = kernel.add(*({tuple((a, e - 2 * (a == name)) for a, e in m if (a, e) != (name, 2)): c}
                                for m, c in found.items()))
            multiples[f"{name}.def"] = kernel.add(multiples.get(f"{name}.def", {}), less)
            p = minus(p, product(less, minus(square, d.of[0])))
    return p, multiples


def mentions(p: Poly, inverses: Sequence[kernel.Definition]) -> bool:
    """Return whether a polynomial has a quotient."""
    names = {d.names[0] for d in inverses}
    return any(a in names for m in p for a, _ in m)


def denominator(s: Sequent, p: Poly, inverses: Sequence[kernel.Definition]) -> Term:
    """Return the product of facts by which to multiply, each denominator as often as needed."""
    factor = ONE
    for d in inverses:
        power = max((dict(m).get(d.names[0], 0) for m in p), default=0)
        for kind in ("positive", "nonzero"):
            if power and f"{d.names[0]}.{kind}" in s.context.facts:
                for _ in range(power if kind == "positive" else (power + 1) // 2):
                    factor = factor * s.term(f"{d.names[0]}.{kind}")
                break
    return factor
