"""Hints of `prove using`: facts to prove first, cases, factors of the goal, citations, and products of all kinds."""

from pathlib import Path
from typing import Any

import pytest

from novikoff.proofs import kernel
from novikoff.proofs.prover import prove as prover
from novikoff.proofs.prover.prove import parse_question
from novikoff.proofs.prover.sequents import Preparation, Sequent
from novikoff.proofs.search.elaboration import Prover
from novikoff.proofs.search.linear_certificates import Hints, certificate
from novikoff.proofs.statements.proof_script import Script, length, square

from ..statement_files import read_statements

HINTED = read_statements(Path(__file__).with_name("known_statements.txt"))["with a hint"]


def follows(statement: str, *hints: str) -> bool:
    """Return whether a statement is a combination of its facts, with the facts that the hints add."""
    asked = parse_question(statement, hints)
    (sequent,) = prover.sequents_at(asked).values()
    def step(here: Sequent, todo: list[Preparation]) -> Any:
        if todo:
            return todo[0](here, lambda inner: step(inner, todo[1:]))
        return certificate(here.context, here.goal, Hints(facts=tuple(here.facts), quick=True))
    proof = step(sequent, [*(one.cited for one in asked.usable), *(one.prepare for one in asked.hinted)])
    return proof is not None and prover.book_of(asked.entry(proof=proof)) is not None


@pytest.mark.parametrize(("_", "hint", "statement"), HINTED)
def test_a_statement_follows_with_a_hint(_: bool, hint: str, statement: str) -> None:
    assert not follows(statement)
    assert follows(statement, hint)


@pytest.mark.parametrize(("hint", "why"), [
    ("have(a >= 1)", "have(a >= 1) is not used, as a >= 1 is not shown"),
    ("times(a)", "times(a) is not used, as a > 0 is not shown"),
    ("times(hypothesis1)", "times(hypothesis1) is not used, as the factor is not known to be > 0"),
    ("square(1/a)", "square(1/a) is not used, as the side condition of"),
])
def test_a_hint_that_is_not_shown_is_not_used(hint: str, why: str) -> None:
    asked = parse_question("real a; a**2 >= 0 |- a**4 + 1 >= a**3", [hint])
    (hinted,) = asked.hinted
    (sequent,) = prover.sequents_at(asked).values()
    assert hinted.prepare(sequent, lambda here: here.goal == sequent.goal and {"rule": "none"}) == {"rule": "none"}
    assert f"the hint {why}" in hinted.lacks


@pytest.mark.parametrize(("sign", "arms"), [(">=", [">=", "<="]), ("<", ["<", ">="])])
def test_a_case_splits_on_a_sign(sign: str, arms: list[str]) -> None:
    asked = parse_question("real a b |- a**2 + b**2 >= 2*a*b", [f"case(a {sign} b)"])
    (sequent,), (hinted,), seen = prover.sequents_at(asked).values(), asked.hinted, list[Any]()
    proof = hinted.prepare(sequent, lambda here: seen.append(here.context.facts["case"]) or {"rule": "none"})
    assert list(proof["arms"]) == arms
    assert {relation for relation, _ in seen} == {arm.replace("<", ">") for arm in arms}
    assert follows("real a b |- (a - b)**2 >= 0", f"case(a {sign} b)", "square(a - b)")


def test_a_hint_that_is_false_proves_nothing() -> None:
    for hint in ("have(a >= 0)", "case(a >= 1)", "times(a**2)", "have(a**2 >= 1)*square(a)"):
        assert prover.prove("real a |- a**3 >= 0", using=[hint], limit=1).verdict == "refuted"


def test_a_product_of_reasons_is_a_reason() -> None:
    p = Script()
    a, b = p.real("a"), p.real("b")
    u = p.vector("u")
    p.assume(margin=b >= a)
    p.show(first=a**2 * b * (u @ u) >= a**3 * (u @ u))
    p.conclude(square(a) * length(u) * "margin")
    entry = Prover().entry("products", p)
    assert kernel.check_book([entry])["products"][0] == "proved"
    assert ("margin" * square(a)).factors == ("margin", square(a))
    with pytest.raises(TypeError, match=r"a factor must be square.* or the name of an inequality, not 3"):
        square(a) * 3
