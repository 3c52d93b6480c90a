"""Textbook statements, true and false, without any derivation given."""

import json
import signal
from pathlib import Path

import pytest

from novikoff.algorithms.errors import BadInput
from novikoff.proofs import kernel
from novikoff.proofs.prover import prove as prover
from novikoff.proofs.prover.automatic_derivations import attempt
from novikoff.proofs.prover.prove import NAME, parse_question, prove
from novikoff.proofs.statements.proof_script import Conclude

from ..statement_files import read_statements

TEXTBOOK = read_statements(Path(__file__).with_name("known_statements.txt"))["textbook"]


@pytest.mark.parametrize(("is_true", "statement"), [(each.is_true, each.text) for each in TEXTBOOK])
def test_a_true_statement_is_proved_and_a_false_one_refuted(is_true: bool, statement: str) -> None:
    finding, verdict = prove(statement), "proved" if is_true else "refuted"
    assert finding.verdict == verdict, finding.reason
    stored = json.loads(json.dumps(finding.certificate))
    assert kernel.check_book(stored["entries"])[NAME][0] == verdict
    if not is_true:
        held = {e.name: e.holds for e in finding.evaluated}
        assert all(holds for name, holds in held.items() if name.startswith("hypothesis"))
        assert not all(holds for name, holds in held.items() if name.startswith("conclusion"))


def test_what_is_easily_refuted_costs_no_attempt_at_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prover, "attempt", lambda *arguments, **options: pytest.fail("a proof is sought"))
    assert prove("real a b; a <= b |- a**2 <= b**2").verdict == "refuted"


def test_a_false_statement_comes_with_both_sides_by_its_seed() -> None:
    (conclusion,) = prove("vec u v |- norm(u + v) == norm(u) + norm(v)").evaluated
    assert (conclusion.left, conclusion.operator, conclusion.right) == ("norm(u + v)", "==", "norm(u) + norm(v)")
    assert conclusion.values[0] != conclusion.values[1]
    statement = "vec u v |- u@v <= norm(u)"
    assert prove(statement, seed=5).counterexample == prove(statement, seed=5).counterexample


def test_a_proof_is_not_lost_to_the_search_for_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*arguments: object, **options: object) -> None:
        while True:
            signal.pause()
    monkeypatch.setattr(prover, "consistency", endless)
    finding = prove("real a; a > 0 |- a**2 > 0", patience=0.01)
    assert (finding.verdict, finding.reason) == (
        "proved", "neither a model of the hypotheses nor a contradiction between them was found",
    )


CUBE = "vec u; real a b c; a >= 0, b == c |- a*(b - 1)**2*(u@u) >= {}"


@pytest.mark.parametrize(("hint", "least", "found"), [
    ("hypothesis1*square(b - 1)*length(u)", "0", True), ("hypothesis1*square(b - 1)*length(u)", "1", False),
    ("hypothesis1*square(b + 1)*length(u)", "0", False),
])
def test_a_hint_multiplies_hypotheses_squares_and_lengths(hint: str, least: str, found: bool) -> None:
    asked = parse_question(CUBE.format(least), [hint])
    *_, step = asked.steps()
    proof = attempt(asked.script, [*asked.steps(), Conclude((step.name,))])
    assert (proof is not None) is found
    for equation in ("hypothesis1*hypothesis2", "hypothesis1*exponents(a, b)", "hypothesis1*length(a)"):
        with pytest.raises(BadInput, match="hint"):
            parse_question(CUBE.format("0"), [equation])


@pytest.mark.parametrize("hypothesis", ["Sum(1) > 0", "Sum(1) >= 2", "Sum(1) == 3"])
def test_a_sum_of_exponentials_is_positive_by_a_short_proof(hypothesis: str) -> None:
    """With Sum(1) >= 2, the proof that was found had 800 levels, of numbers from floats."""
    asked = parse_question(f"real b[i]; {hypothesis} |- ln(Sum(exp(b[i]))) >= 0")
    assert len(json.dumps(asked.sides)) < 5000


def test_what_is_nested_too_deeply_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def recurse(*_: object) -> None:
        raise RecursionError

    monkeypatch.setattr(prover, "prove_well_defined", recurse)
    with pytest.raises(BadInput, match="the proofs that they make sense, are nested too deeply"):
        parse_question("real a; a > 0 |- ln(a) >= 0")
