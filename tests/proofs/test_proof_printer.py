"""Proofs in words: each line of a chain is there, and the code to paste proves the statement."""

from pathlib import Path
from typing import Any

import pytest

from novikoff.proofs.prover.automatic_derivations import attempt
from novikoff.proofs.prover.proof_printer import chain, script
from novikoff.proofs.prover.prove import failure_evidence, parse_question, prove
from novikoff.proofs.statements.proof_script import Script

from ..statement_files import read_statements

KNOWN = read_statements(Path(__file__).with_name("known_statements.txt"))


def told(text: str) -> tuple[list[str], list[str]]:
    """The chain and the script."""
    finding = prove(text, patience=1)
    entries = finding.certificate["entries"]
    return chain(entries), script(entries, finding.said)


def test_a_chain_states_what_is_given_what_is_to_be_shown_and_why() -> None:
    lines, _ = told("vec u v; real e; e > 0 |- 2*(u@v) <= e*(u@u) + (v@v)/e")
    assert lines[:2] == ["[hypothesis1]  e > 0", "to show  e*(u@u) + (v@v)/e - 2*(u@v) >= 0"]
    assert "    e**2*(u@u) + v@v - 2*e*(u@v) = norm(v - e*u)**2" in lines


def test_lemmas_sums_and_exponentials_are_told() -> None:
    lines, _ = told("vec u v |- (u@v)**2 <= (u@u)*(v@v)")
    assert any(line.endswith("(u@u)*(v@v) - (u@v)**2 >= 0, by cauchy-schwarz") for line in lines)
    lines, _ = told("real a[i]; Sum(1) == 0 |- Sum(a[i]) == 0")
    assert any(line.strip().startswith("case [") for line in lines)
    lines, _ = told("real a[i] x[i]; all(a[i] >= 0), Sum(a[i]) == 1 |- Sum(a[i]*x[i])**2 <= Sum(a[i]*x[i]**2)")
    assert "[sum0]  [each0] summed over all indices" in lines
    # What is supposed is in the grammar
    lines, _ = told("vec u v; u@v > 0 |- u@u != 0")
    assert "suppose not: [not]  u@u == 0; then" in lines
    # Sums of vectors and exponentials are told
    lines, _ = told("vec x[i] v; real a[i]; Sum(a[i]*(v@x[i])) >= 1 |- Sum(a[i]*x[i])@v >= 1")
    assert any(line.endswith("*(Sum(a[i]*x[i])@v - Sum(a[i]*(v@x[i])))") for line in lines)
    lines, _ = told("real t; t >= 0 |- exp(t) >= 1 + t + t**2/2")
    assert any(line.endswith("[compared] + (exp(t) - t**3/6 - t**2/2 - t - 1)") for line in lines)
    lines, _ = told("real a b |- exp(a + b) == exp(a)*exp(b)")
    assert "(exp(a + b) - exp(a)*exp(b))" in lines[-1]


@pytest.mark.parametrize("text", [each.text for each in KNOWN["told as a script"]])
def test_what_is_to_be_pasted_is_a_proof(text: str) -> None:
    _, lines = told(text)
    known = dict[str, Any]()
    exec("\n".join(line for line in lines if not line.startswith("@")), known)
    page = Script()
    known["statement"](page)
    assert attempt(page, page.steps) is not None


@pytest.mark.parametrize(("_", "part", "text"), KNOWN["what is left to show"])
def test_what_is_left_to_show_is_a_statement_again(_: bool, part: str, text: str) -> None:
    asked = parse_question(text)
    (left,) = failure_evidence(asked, []).residual
    assert part in left
    parse_question(f"{text.split('|-')[0]}|- {left}")
