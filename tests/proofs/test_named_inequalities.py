"""Named inequalities: statements that follow by one that the prover cites by itself, and slips that none proves."""

from pathlib import Path

import pytest

from novikoff.proofs.prover import prove as prover
from novikoff.proofs.prover.named_inequalities import FINDERS
from novikoff.proofs.prover.script_tactics import book_of
from novikoff.proofs.prover.strategies import STRATEGIES, proof_of

from ..statement_files import read_statements

NAMED = read_statements(Path(__file__).with_name("known_statements.txt"))["named inequalities"]



def citations(statement: str) -> set[str] | None:
    """What a strategy with named inequalities cites in a proof of a statement; None, if none proves it."""
    asked = prover.parse_question(statement)
    for strategy in STRATEGIES:
        if "named inequalities" in strategy.name:
            proof = proof_of(strategy, prover.sequents_at(asked), asked.first())
            if proof is not None and (book := book_of(asked.entry(proof=proof))):
                return {entry["statement"]["id"] for entry in book["entries"]}
    return None


def test_each_named_inequality_has_a_statement_that_needs_it() -> None:
    assert {each.note for each in NAMED if each.is_true} == FINDERS.keys()


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("statement", "name"), [(each.text, each.note) for each in NAMED if each.is_true])
def test_a_statement_follows_by_a_named_inequality(statement: str, name: str) -> None:
    assert name in (citations(statement) or ())


@pytest.mark.sampled(1)
@pytest.mark.parametrize("statement", [each.text for each in NAMED if not each.is_true])
def test_no_named_inequality_proves_what_is_false(statement: str) -> None:
    assert citations(statement) is None
