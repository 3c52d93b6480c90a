"""Classes of statements from papers, each with the strategy that is made for it; and false ones that are near."""

from pathlib import Path

import pytest

from novikoff.proofs import kernel
from novikoff.proofs.prover.prove import NAME, parse_question, sequents_at
from novikoff.proofs.prover.script_tactics import book_of
from novikoff.proofs.prover.strategies import STRATEGIES, proof_of
from novikoff.proofs.search.linear_certificates import fact_term
from novikoff.proofs.search.sparse_products import combine

from ..statement_files import read_statements

PAPERS = read_statements(Path(__file__).with_name("known_statements.txt"))["papers"]


@pytest.mark.parametrize(("name", "statement"), [(each.note, each.text) for each in PAPERS if each.is_true])
def test_the_strategy_proves_its_class(name: str, statement: str) -> None:
    book = certificate(name, statement)
    assert book is not None
    assert kernel.check_book(book["entries"])[NAME][0] == "proved"


@pytest.mark.parametrize(("name", "statement"), [(each.note, each.text) for each in PAPERS if not each.is_true])
def test_the_strategy_proves_nothing_false(name: str, statement: str) -> None:
    assert certificate(name, statement) is None


def certificate(name: str, statement: str) -> dict | None:
    """A book with a proof by this strategy alone."""
    asked = parse_question(statement)
    (strategy,) = [s for s in STRATEGIES if s.name == name]
    proof = proof_of(strategy, sequents_at(asked))
    return proof and book_of(asked.entry(proof=proof))


def test_a_combination_is_exact() -> None:
    a, b = ({((name, 1),): 1} for name in "ab")
    terms = [(fact_term(n, (">=", p)), p) for n, p in (("first", a), ("second", b))]
    goal = kernel.add(*(kernel.product([p, {(): c}]) for p, c in ((a, 3), (b, 7))))
    assert combine([(fact_term("goal", (">=", goal)), goal)], terms) == [1, 3, 7]
    assert combine([(fact_term("goal", (">=", goal)), kernel.negative(goal))], terms) is None
