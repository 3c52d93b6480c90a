"""Late strategies, most with a multiplier of the goal: true statements by one strategy, false ones by none."""

from pathlib import Path

import pytest

from novikoff.proofs.prover import prove as prover
from novikoff.proofs.prover.script_tactics import book_of
from novikoff.proofs.prover.strategies import STRATEGIES, proof_of

from ..statement_files import read_statements

ALL = read_statements(Path(__file__).with_name("known_statements.txt"))["multipliers"]
TRUE, FALSE = ([(each.text, each.note) for each in ALL if each.is_true is mark] for mark in (True, False))
NEW = dict.fromkeys(name for _, name in TRUE)


def is_proved(statement: str, name: str) -> bool:
    asked = prover.parse_question(statement)
    (strategy,) = [each for each in STRATEGIES if each.name == name]
    proof = proof_of(strategy, prover.sequents_at(asked), asked.first())
    return proof is not None and book_of(asked.entry(proof=proof)) is not None


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("statement", "name"), TRUE)
def test_a_multiplier_proves_it(statement: str, name: str) -> None:
    assert is_proved(statement, name)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("statement", [text for text, _ in FALSE])
def test_no_multiplier_proves_what_is_false(statement: str) -> None:
    assert not any(is_proved(statement, name) for name in NEW)


def test_a_denominator_makes_sense_by_cauchy_schwarz() -> None:
    prover.parse_question("vec s y; s@y > 0 |- (s@y)/(y@y) <= (s@s)/(s@y)")
    with pytest.raises(prover.BadInput, match="denominator y@y may be 0"):
        prover.parse_question("vec s y; s@y >= 0 |- (s@y)/(y@y) <= s@s")


def test_a_root_makes_sense_by_cauchy_schwarz() -> None:
    prover.parse_question("vec x z; norm(x) == 1, norm(z) == 1 |- sqrt(1 - (x@z)**2) <= 1")
    prover.parse_question("vec x y; real a b; a >= norm(x), b >= norm(y) |- sqrt((a + b)**2 - norm(x + y)**2) >= 0")
    with pytest.raises(prover.BadInput, match="may not exist"):
        prover.parse_question("vec x z; norm(x) == 1, norm(z) == 2 |- sqrt(1 - (x@z)**2) <= 1")
