"""Hypotheses that contradict each other, in plain sight and disguised, and those that hold somewhere."""

from pathlib import Path

import pytest

from novikoff.proofs import kernel
from novikoff.proofs.prover.automatic_derivations import lengths_of
from novikoff.proofs.prover.consistency import consistency
from novikoff.proofs.prover.prove import prove
from novikoff.proofs.search.elaboration import write_statement
from novikoff.proofs.statements.grammar import Parser

from ..statement_files import read_statements

ALL = read_statements(Path(__file__).with_name("known_statements.txt"))
CONTRADICTORY, CONSISTENT, IRRATIONAL = ([each.text for each in ALL[group]] for group in (
    "contradictory hypotheses", "hypotheses with a model", "hypotheses with an irrational model"))


def known(hypotheses: str):
    """What is known of hypotheses, as `prove` asks for it."""
    parser = Parser(f"{hypotheses} |- 1 == 1")
    return consistency(parser.script, lengths_of(parser.lengths, write_statement("it", parser.script)))


@pytest.mark.parametrize("hypotheses", CONTRADICTORY)
def test_a_contradiction_is_checked_by_the_kernel(hypotheses: str) -> None:
    found = known(hypotheses)
    assert found.model is None
    entries = found.contradiction["entries"]
    assert kernel.check_book(entries)["hypotheses"][0] == "proved"
    assert entries[-1]["statement"]["show"] == {"contradiction": [">=", "-1", "0"]}
    written = write_statement("hypotheses", Parser(f"{hypotheses} |- 1 == 1").script).data
    assert entries[-1]["statement"]["assume"] == written["assume"], "nothing else is assumed"


@pytest.mark.parametrize("hypotheses", CONSISTENT)
def test_a_model_is_evaluated_by_the_kernel(hypotheses: str) -> None:
    found = known(hypotheses)
    assert (found.contradiction, found.doubt) == (None, "")
    data = write_statement("it", Parser(f"{hypotheses} |- 1 == 2").script).data
    assert kernel.false_conclusions(kernel.read_statement(data), found.model) == ["conclusion"]


@pytest.mark.parametrize("hypotheses", IRRATIONAL)
def test_an_irrational_model_is_proved_by_the_kernel(hypotheses: str) -> None:
    found = known(hypotheses)
    assert (found.contradiction, found.doubt) == (None, "")
    assert kernel.check_book(found.model["entries"])["refutation"][0] == "proved"
    assert found.model["entries"][-1]["statement"]["assume"] == {}


@pytest.mark.parametrize(("hypotheses", "doubt"), [
    ("real a; a**3 == 3*a - 1", "no model of the hypotheses was found that the kernel can check; z3 finds one"),
    ("real a[i] b; all(a[i]**2 < 0), b**2 == 2", "the only model of the hypotheses that was found has no index i"),
    ("real a[i]; all(a[i] > 0), all(a[i] < 0)", "the only model of the hypotheses that was found has no index i"),
])
def test_what_is_not_known_is_said(hypotheses: str, doubt: str) -> None:
    found = known(hypotheses)
    assert (found.contradiction, found.doubt) == (None, doubt)


def test_what_prove_says_of_doubtful_hypotheses() -> None:
    finding = prove("real a b c; b == 5, a > c, c == 1, a < 0 |- b == 7")
    assert (finding.verdict, bool(finding)) == ("vacuous", False)
    assert finding.reason == "the hypotheses a > c, c == 1 and a < 0 contradict each other"
    assert prove("vec u; norm(u) < 0 |- u@u == 7").reason == "the hypothesis norm(u) < 0 never holds"
    # A proof that may say nothing says so
    finding = prove("real a; a**3 == 3*a - 1 |- a**4 == 3*a**2 - a")
    assert finding.verdict == "proved"
    assert finding.reason == "no model of the hypotheses was found that the kernel can check; z3 finds one"
    # A false statement is refuted even if only of no index
    assert prove("real a[i]; all(a[i] > 0), all(a[i] < 0) |- Sum(1) == 1").verdict == "refuted"


@pytest.mark.parametrize("conclusion", ["a == 7", "a**3 + 2*a <= 5/7", "sqrt(a) <= 2", "a > 0"])
def test_it_does_not_matter_what_is_concluded(conclusion: str) -> None:
    assert prove(f"real a; a >= 0, a**2 < 0 |- {conclusion}").verdict == "vacuous"
