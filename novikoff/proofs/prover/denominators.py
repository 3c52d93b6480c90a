"""Quotients and roots: the signs of denominators; facts and goals without quotients and squares of roots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .. import kernel
from ..kernel import Poly
from ..search.ideal_reduction import Quotient
from ..search.linear_certificates import ONE, Term, fact_term
from .sequents import (
    Json,
    Sequent,
    Then,
    have,
    in_turn,
    minus,
    product,
    prove_by_contradiction,
    prove_by_identity,
    prove_fact,
    rewrite,
)


def denominators(s: Sequent, then: Then) -> Json | None:
    """Continue with d ≠ 0 for every quotient, and with d > 0 or -d > 0 if the sign is evident."""

    def use(here: Sequent, d: kernel.Definition, go_on: Then) -> Json | None:
        fact = "!=", d.of[0]
        why = prove_by_contradiction(here, fact, lambda n, f: [ONE], lambda n, f: [], [f"{d.names[0]}.def"])
        return here.have(f"{d.names[0]}.nonzero", fact, why, lambda k: signed_denominator(k, d, go_on))

    new = (d for d in s.definitions if f"{d.names[0]}.nonzero" not in s.context.facts)
    return in_turn(s, [d for d in new if d.kind == "inverse"], use, then)


def signed_denominator(s: Sequent, d: kernel.Definition, then: Then) -> Json | None:
    """Continue with d > 0 or -d > 0, from d ≠ 0, if the sign is evident."""
    nonzero, weakly = f"{d.names[0]}.nonzero", f"{d.names[0]}.weakly"
    for p in (d.of[0], kernel.negative(d.of[0])):
        if weak := prove_fact(s, (">=", p)):
            known = s.knowing(weakly, (">=", p))
            rest = known.have(
                f"{d.names[0]}.positive", (">", p), prove_positive(known, d.names[0], p),
                lambda k, p=p: with_inverse(k, d, p, lambda last: then(last.hiding([nonzero, weakly]))),  # type: ignore[misc]
            )
            return s.have(weakly, (">=", p), weak, lambda _, rest=rest: rest)  # type: ignore[misc]
    return then(s)


def is_family(s: Sequent, d: kernel.Definition) -> bool:
    """Return whether the denominator has one number for each index, and is at a place where facts about it may be
    summed."""
    return "[i]" in d.names[0] and not s.context.at_index


def with_inverse(s: Sequent, d: kernel.Definition, p: Poly, then: Then) -> Json | None:
    """Continue with p > 0, where p = d or p = -d; for a family also with 1/p > 0. The quotient of a family is not
    cleared.
    """
    if not is_family(s, d):
        return then(s)
    inverse = kernel.atom(d.names[0]) if p == d.of[0] else kernel.negative(kernel.atom(d.names[0]))
    name, using = f"{d.names[0]}.positive", [f"{d.names[0]}.def"]
    positive = fact_term(name, (">", p))
    why = prove_by_contradiction(
        s, (">", inverse), lambda n, f: [ONE], lambda n, f: [fact_term(n, f) * positive], using
    )
    return s.have(f"{name} inverse", (">", inverse), why, then)


def prove_positive(s: Sequent, name: str, p: Poly) -> Json | None:
    """Show p > 0 from p ≠ 0 and p ≥ 0; if p > 0 were false, -p² would be a product of facts."""
    nonzero, weakly = s.term(f"{name}.nonzero"), s.term(f"{name}.weakly")
    return prove_by_contradiction(s, (">", p), lambda n, f: [nonzero], lambda n, f: [weakly * fact_term(n, f)])


def clear_denominators(s: Sequent, then: Then) -> Json | None:
    """Multiply facts and goal by their denominators, so that no quotient is left, and continue."""
    inverses = [d for d in s.definitions if d.kind == "inverse" and not is_family(s, d)]
    if not inverses:
        return then(s)
    below = {name for d in inverses for name in kernel.variables(d.of[0])}
    roots = [d for d in s.definitions if d.kind == "sqrt" and d.names[0] in below]  # 1/√p·1/√p·p is 1
    definitions = [f"{d.names[0]}.def" for d in (*inverses, *roots)]
    quotient = Quotient({name: s.context.facts[name][1] for name in definitions})

    def multiplied(here: Sequent, p: Poly) -> tuple[Term, Poly]:
        """Return the factor that makes up for a cancelled b/b, and the product."""
        factor = denominator(here, quotient.reduce(p), inverses)
        return factor, quotient.reduce(product(p, factor.poly))

    def clear(here: Sequent, old: str, go_on: Then) -> Json | None:
        relation, p = here.context.facts[old]
        factor, value = multiplied(here, p)
        if relation == "!=" or mentions(value, inverses):
            return go_on(here)
        term = [factor * Term(facts=(old,), poly=p)] if relation != "=" else []
        multiple = {old: factor.poly} if relation == "=" else {}
        why = prove_by_identity(here, (relation, value), [ONE], term, definitions, multiple)
        hidden = [old] if why else []
        return here.have(here.fresh(f"{old} cleared"), (relation, value), why, lambda k: go_on(k.hiding(hidden)))

    def with_goal(here: Sequent) -> Json | None:
        relation, p = here.goal
        factor, value = multiplied(here, p)
        ready = here.hiding(f"{d.names[0]}.def" for d in inverses)
        if value == p or mentions(value, inverses):
            return then(here if mentions(p, inverses) else ready)
        name, goal = here.fresh("cleared"), (relation, value)
        why = then(replace(ready, goal=goal))
        if why is None:
            return None
        after = here.knowing(name, goal)
        known = [Term(facts=(name,), poly=value)]
        if relation == "!=":
            last = prove_by_contradiction(after, here.goal, lambda n, f: [fact_term(name, goal)], lambda n, f: [],
                                          definitions)
        else:
            equal = relation == "="
            multiple = {name: kernel.constant(1)} if equal else {}
            last = prove_by_identity(after, here.goal, [factor], [] if equal else known, definitions, multiple)
        return have(name, goal, why, last)

    todo = [n for n, f in s.facts.items() if mentions(f[1], inverses) and n not in definitions]
    return in_turn(s, todo, clear, with_goal)


def squares_of_roots(s: Sequent, then: Then) -> Json | None:
    """Put p for the square of the root of p in facts and goal, and continue."""
    roots = [d for d in s.definitions if d.kind == "sqrt" and not is_family(s, d)]
    known = {f"{d.names[0]}.def" for d in roots}

    return rewrite(s, [n for n in s.facts if n not in known], lambda p: without_squares(p, roots), "plain", then)


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
