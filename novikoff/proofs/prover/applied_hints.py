"""Hints of the user as preparations: facts to add, a split into cases, a multiplier of the goal.

A hint may mention roots, quotients and logarithms that the statement does not have. They are defined where the hint is
used. The fast strategies must prove a fact that the user claims; otherwise the hint is not used.
"""

from dataclasses import dataclass, field, replace
from functools import reduce
from operator import mul
from typing import Any

from .. import kernel
from ..kernel import Fact
from ..search.elaboration import Json, Unproved, Written, translate_factor
from ..search.linear_certificates import ONE, Term, fact_term
from ..search.proof_json import split_cases
from ..statements.grammar import Hint
from ..statements.proof_script import Claimed, Exponents, Length, Split, Square, Tangent, Times
from ..statements.vector_language import Translation
from .cited_theorems import NotProved, continue_within
from .direct_proofs import prove_fact
from .exponentials import with_given_laws
from .preparations import add_hints
from .sequents import Sequent, Then, have, product
from .strategies import CHEAP, STRATEGIES

SECOND = {">=": "<=", "<=": ">=", ">": "<=", "<": ">="}  # a second case that covers the rest


@dataclass
class Hinted:
    """A hint with its text, and why it is not used ("" if it is)."""

    hint: Hint
    text: str
    written: Written
    lengths: tuple[Term, ...]
    lacks: str = ""
    proofs: dict[Any, Json | None] = field(default_factory=dict)  # of the facts that it claims

    def prepare(self, s: Sequent, then: Then) -> Json | None:
        """Use the hint in the proof of a sequent."""
        parts = self.hint if isinstance(self.hint, tuple) else (self.hint,)
        made = [part.facts[0] if isinstance(part, Times) else part for part in parts]

        def translate(t: Translation) -> list[Any]:
            return [translate_part(t, part) for part in made]

        def use(here: Sequent, terms: list[Any]) -> Json | None:
            return self.claim(here, list(zip(made, terms, strict=True)), [], then)

        try:
            return continue_within(s, self.written, self.lengths, use, lambda guided, scope, body: guided.translated(
                scope, translate, body))
        except NotProved:
            return None
        except Unproved as problem:
            self.lacks = f"the hint {self.text} is not used, as {problem.leaf.label} is not shown"
            return then(s)

    def claim(self, s: Sequent, todo: list[tuple[Any, Any]], terms: list[Term], then: Then) -> Json | None:
        """Prove the facts that the hint claims, then use the product of its parts."""
        if not todo:
            return self.finish(s, terms, then)
        (part, value), rest = todo[0], todo[1:]
        match part:
            case Split(relation):
                name, arms = s.fresh("case"), (relation.operator, SECOND[relation.operator])
                facts = ((a, (a.replace("<", ">"), value if ">" in a else kernel.negative(value))) for a in arms)
                return split_cases(value, name, ((arm, then(s.knowing(name, fact))) for arm, fact in facts))
            case Exponents():
                return with_given_laws(s, [value]).prove(then)
            case Claimed():
                if value[0] == "!=" or (why := self.prove(s, value)) is None:
                    self.lacks = f"the hint {self.text} is not used, as {part.relation} is not shown"
                    return then(s)
                name = s.fresh("claim")
                new = [*terms, fact_term(name, value)] if value[0] != "=" else terms
                return s.have(name, value, why).prove(lambda inner: self.claim(inner, rest, new, then))
            case str():
                return self.claim(s, rest, [*terms, s.term(part)], then)
        return self.claim(s, rest, [*terms, value], then)

    def finish(self, s: Sequent, terms: list[Term], then: Then) -> Json | None:
        """Add the product as a fact, or multiply the goal by it."""
        if not terms:
            return then(s)
        term = reduce(mul, terms, ONE)
        if not isinstance(self.hint, Times):
            return then(s) if len(terms) == 1 and isinstance(self.hint, Claimed) else add_hints([term])(s, then)
        if not term.strict:
            self.lacks = f"the hint {self.text} is not used, as the factor is not known to be > 0"
            return then(s)
        relation, name = s.goal[0], s.fresh("times")
        fact: Fact = relation, product(s.goal[1], term.poly)
        uses = {"ideal": [{"fact": name, "by": "1"}]} if relation == "=" else {"sum": [{"facts": [name]}]}
        why = None if relation == "!=" else then(replace(s, goal=fact))
        return have(name, fact, why, {"rule": "poly", "times": [term.json(1)], **uses})

    def prove(self, s: Sequent, fact: Fact) -> Json | None:
        """Return a proof of a fact that the hint claims, or None; it is searched once."""
        key = fact[0], frozenset(fact[1].items()), frozenset(s.context.facts)
        if key not in self.proofs:
            here = replace(s, goal=fact)
            tries = (strategy.proof(here) for strategy in STRATEGIES[:CHEAP])
            self.proofs[key] = prove_fact(s, fact) or next(filter(None, tries), None)
        return self.proofs[key]


def translate_part(t: Translation, part: Any) -> Any:
    """Return a part of a hint for the kernel: a term that is not negative, a fact, or a polynomial."""
    match part:
        case Square() | Length() | Tangent():
            return translate_factor(t, part)
        case Exponents(a, b):
            return t.scalar(a), t.scalar(b)
        case Claimed(relation):
            return t.fact(relation)
        case Split(relation):
            return t.scalar(relation.lhs - relation.rhs)
    return part
