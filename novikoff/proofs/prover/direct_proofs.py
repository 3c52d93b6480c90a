"""Proofs without further facts: by expansion, by few products, or by sums of squares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from .. import kernel
from ..kernel import Fact
from ..search import sparse_products, sums_of_squares
from ..search.ideal_reduction import Quotient
from ..search.linear_certificates import ONE, Hints, certificate
from ..search.proof_json import quote, refute_signs
from ..search.sparse_products import Effort
from ..search.sums_of_squares import Strength, identity, max_weight
from .expansions_at_bounds import prove_term_by_term
from .sequents import Json, Sequent

BRIEF = Effort(rounds=1, columns=120, weight=2, pairs=False)
MOST_WEIGHT = 8  # of a goal that is searched for at its own weight


def prove_directly(s: Sequent, strength: Strength | Effort) -> Json | None:
    """Return a proof without further facts, or None."""
    relation, p = s.goal
    if relation != "!=" and (known := next((name for name, fact in s.facts.items() if fact == s.goal), "")):
        return quote(known, relation)
    if evident := prove_term_by_term(s):
        return evident
    if isinstance(strength, Strength):
        strength = replace(strength, weight=max(strength.weight, min(max_weight(p), MOST_WEIGHT)))

    def certified(here: Sequent, goal: Fact, facts: Sequence[str]) -> Json | None:
        search: Any = sums_of_squares if isinstance(strength, Strength) else sparse_products
        return search.certificate(here.context, goal, strength, s.vectors(), facts)

    if relation != "=":
        return certified(s, s.goal, list(s.facts))
    if proof := identity(Quotient(s.equations), p, [(ONE, 1)], []):
        return proof
    name = s.fresh("sign")
    return refute_signs(p, name, s.facts, lambda fact: certified(s.knowing(name, fact), kernel.FALSE, [*s.facts, name]))


def prove_briefly(s: Sequent) -> Json | None:
    """Return a proof by few products of facts and monomials, without the squares of roots, or None."""
    squares = tuple(f"{d.names[0]}.def" for d in s.definitions if d.kind == "sqrt")
    return prove_directly(s.hiding(n for n in s.context.facts if n.startswith(squares)) if squares else s, BRIEF)


def prove_fact(s: Sequent, goal: Fact) -> Json | None:
    """Return a proof of another fact by a weak search, or None. The exact search comes first, since floats may find
    hundreds of steps where one is enough."""
    facts = s.facts
    key = (s.context.at_index, *s.context.facts, *s.vectors(),
           *((n, relation, *p.items()) for n, (relation, p) in [*facts.items(), ("", goal)]))
    if key not in s.found:
        hints = Hints(facts=tuple(facts), quick=True)
        s.found[key] = certificate(s.context, goal, hints) or prove_directly(replace(s, goal=goal), Strength(2))
    return s.found[key]
