"""What is left to show of a claim for which the search finds no certificate."""

from __future__ import annotations

from ..proofs import kernel
from ..proofs.checking.making import proof
from ..proofs.search.elaboration import Unproved
from ..proofs.statements.language import Relation
from ..proofs.statements.notation import Notation
from ..proofs.statements.registry import Claim
from .derivation import term


def residual(claim: Claim) -> list[str]:
    """The step that is open, what is known there, and what is to be shown, a line each; [] if the search succeeds."""
    try:
        proof(claim)
    except Unproved as problem:
        leaf, notation = problem.leaf, Notation(order=[name.rstrip("@") for name in claim.script.names])

        def line(fact: kernel.Fact) -> str:
            operator = "==" if fact[0] == "=" else fact[0]
            return str(notation.relation(Relation(term(fact[1]), operator, 0)))

        known = [f"  {name}: {line(fact)}" for name, fact in leaf.context.facts.items()]
        return [f"left to show, for {leaf.label}: {line(leaf.goal)}", *(["known there:"] if known else []), *known]
    return []
