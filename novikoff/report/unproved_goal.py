"""The open goal of a claim: the step for which the search finds no certificate."""

from __future__ import annotations

from typing import Any

from ..proofs import kernel
from ..proofs.checking.outcomes import Outcome
from ..proofs.statements.notation import Notation
from ..proofs.statements.printable_polynomials import term
from ..proofs.statements.vector_language import Relation


def open_goal_json(outcome: Outcome) -> dict[str, Any] | None:
    """Return the open step, its file and line, the goal and the known facts by name; None if no step is open."""
    leaf = outcome.open
    if leaf is None:
        return None
    notation = Notation(order=[name.rstrip("@") for name in outcome.claim.script.names])

    def line(fact: kernel.Fact) -> str:
        operator = "==" if fact[0] == "=" else fact[0]
        return str(notation.relation(Relation(term(fact[1]), operator, 0)))

    place = {"file": leaf.at.file, "line": leaf.at.line} if leaf.at else {}
    known = {name: line(fact) for name, fact in leaf.context.facts.items()}
    return {"step": leaf.label, **place, "goal": line(leaf.goal), "known": known}


def open_goal_lines(outcome: Outcome) -> list[str]:
    """Return the open steps as lines of text; [] if there are none."""
    found = open_goal_json(outcome)
    if found is None:
        return []
    known = [f"  {name}: {fact}" for name, fact in found["known"].items()]
    return [f"left to show, for {found['step']}: {found['goal']}", *(["known there:"] if known else []), *known]
