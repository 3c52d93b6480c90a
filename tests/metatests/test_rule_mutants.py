"""A changed update rule is noticed by a claim, a property, an example or a test; the shipped rule stays as it is."""

import ast
import importlib.util
import sys
from pathlib import Path

import pytest

from metatests import update_rule_mutants
from metatests.mutant_runner import campaign
from metatests.update_rule_mutants import mutants_of_rule, rule_verdict
from novikoff.algorithms import kozinec, perceptron


def test_mutants_of_source_are_python_and_change_one_place():
    shipped = ast.unparse(ast.parse(Path(perceptron.__file__).read_text(encoding="utf-8")))
    for source in mutants_of_rule("perceptron"):
        with source.tree() as tree:
            text = ast.unparse(tree)
        assert text != shipped
        changed = [a for a, b in zip(text.splitlines(), shipped.splitlines(), strict=True) if a != b]
        assert len(changed) == 1


def changed_sign():
    """The perceptron that moves away from its mistakes."""
    return next(s for s in mutants_of_rule("perceptron") if s.change.endswith("-> state.w - rate * (y * x)"))


@pytest.mark.sampled(0)
def test_a_changed_rule_is_noticed_by_claims_and_by_runs():
    source = changed_sign()
    verdict = rule_verdict("perceptron", source)
    assert verdict.status == "killed"
    assert "is not proved" in verdict.by
    assert "property" in verdict.by


@pytest.mark.sampled(0)
@pytest.mark.parametrize(("name", "sample"), [("perceptron", 6), ("winnow", 4), ("nearest_mean", 4), ("kozinec", 4)])
def test_no_mutant_of_a_rule_survives_in_the_sample(name, sample, monkeypatch):
    monkeypatch.setattr(update_rule_mutants, "RULE", 8)  # one of the rules in the sample loops, the others need 3
    names = update_rule_mutants.ALGORITHMS["perceptron"].names
    shipped = {name: getattr(perceptron, name) for name in names}
    report = campaign(update_rule_mutants.mutants_of_rules([name]), update_rule_mutants.verdict, sample=sample)
    assert report.totals() == {"killed": sample, "argued": 0, "survived": 0}
    assert {name: getattr(perceptron, name) for name in names} == shipped


@pytest.mark.sampled(0)
def test_a_rule_that_no_claim_is_about_is_noticed_by_its_example_or_test():
    found = {s.change: rule_verdict("pegasos", s) for s in mutants_of_rule("pegasos")[:3]}
    assert {verdict.status for verdict in found.values()} == {"killed"}


@pytest.mark.sampled(0)
def test_a_changed_rule_that_loops_is_noticed_by_its_computing_time(monkeypatch):
    """Where ε stands for ε², Kozinec's rule goes on for ever; nothing of this process is changed."""
    monkeypatch.setattr(update_rule_mutants, "RULE", 1)
    source = next(s for s in mutants_of_rule("kozinec") if s.change == "epsilon * epsilon -> epsilon")
    shipped = {name: getattr(kozinec, name) for name in update_rule_mutants.ALGORITHMS["kozinec"].names}
    verdict = rule_verdict("kozinec", source)
    assert (verdict.status, verdict.by) == ("killed", "what runs it is stopped: no answer within 1 s of computing")
    assert {name: getattr(kozinec, name) for name in shipped} == shipped


@pytest.mark.sampled(0)
def test_the_tests_of_an_algorithm_see_the_changed_rule_although_they_were_read_before():
    """A test module binds the shipped functions when it is read; here it is read, as in a run of the whole suite."""
    path = Path(__file__).parents[1] / "algorithms" / "test_kozinec.py"
    spec = importlib.util.spec_from_file_location("tests.algorithms.test_kozinec", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
        source = next(s for s in mutants_of_rule("kozinec") if s.change == "gap * abs(gap) -> gap + abs(gap)")
        assert "test" in rule_verdict("kozinec", source).by
    finally:
        del sys.modules[spec.name]
