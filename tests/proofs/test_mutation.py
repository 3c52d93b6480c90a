"""The mutation gate: a fixed sample leaves no survivor, and what cannot be decided is reported as one."""

import ast
import json
from pathlib import Path

import pytest
from novikoff.algorithms import perceptron
from novikoff.algorithms.errors import BadInput
from novikoff.proofs import kernel, mutation
from novikoff.proofs.ledger import claims
from novikoff.proofs.mutation import Verdict, mutants_of, mutate, report_json, report_text
from novikoff.proofs.proving import write_statement

SAMPLE = [  # one steps, runs, sums, roots, quotients; a refuted statement
    "notes-alignment",
    "homogeneous-update-on-pairs",
    "lecture-alignment-from-any-start",
    "projection-pythagoras",
    "cauchy-schwarz",
    "functional-margin-scales",
    "origin-distance",
    "corrected-update-raises-margin",
    "update-if-label-differs",
]


def statement(name):
    return write_statement(name, claims()[name].page).data


def survivors(report):
    return [f"{v.target}: {v.kind}: {v.change}" for v in report.survivors()]


def test_no_mutant_of_a_claim_survives_in_the_sample():
    report = mutate(SAMPLE, 1, sample=8)
    assert survivors(report) == []
    assert len(report.verdicts) == 8 * len(SAMPLE)
    assert {v.status for v in report.verdicts} == {"killed", "equivalent"}


@pytest.mark.parametrize(("part", "sample"), [("perceptron", 6), ("kernel", 16)])
def test_no_mutant_of_source_survives_in_the_sample(part, sample):
    shipped = {name: getattr(perceptron, name) for name in mutation.RULES}
    report = mutate([part], 1, sample=sample)
    assert survivors(report) == []
    assert len(report.verdicts) == sample
    assert {name: getattr(perceptron, name) for name in mutation.RULES} == shipped


def test_what_is_true_but_cannot_be_proved_is_reported_as_a_survivor(monkeypatch):
    """Motzkin's polynomial is not negative, and no sum of squares."""

    def undecided(data):
        motzkin = {"b^4 y^2": "1", "b^2 y^4": "1", "b^2 y^2": "-3", "1": "1"}
        yield "always true", "Motzkin", {**data, "show": {"goal": [">=", motzkin]}}

    monkeypatch.setattr(mutation, "MUTATORS", [undecided])
    monkeypatch.setattr(mutation, "BUDGETS", ((0, 2000),) * 3)
    monkeypatch.setattr(mutation, "ATTEMPTS", 40)
    report = mutate(["update-if-label-differs"], 1)
    assert [v.status for v in report.verdicts] == ["survived"]
    assert "update-if-label-differs: always true: Motzkin" in report_text(report)
    assert report_json(report)["summary"]["survived"] == 1


@pytest.mark.parametrize(
    ("show", "status"),
    [([">=", {"b": "1"}], "killed"), ([">=", {"b^2": "1"}], "equivalent"), (["=", {"b": "1", "y": "-1"}], "killed")],
)
def test_the_gate_decides_by_the_kernel(show, status):
    gate = mutation.Gate(claims()["update-if-label-differs"])
    data = {**gate.data, "show": {"goal": show}}
    verdict = gate.verdict("any", "any", data)
    assert verdict.status == status
    if status == "killed":
        changed = kernel.read_statement(data, gate.sides)
        assert kernel.false_conclusions(changed, verdict.evidence) == ["goal"]


def test_mutants_differ_from_the_statement_and_from_each_other():
    for name in SAMPLE:
        data = statement(name)
        texts = [json.dumps(mutant, sort_keys=True) for _, _, mutant in mutants_of(data)]
        assert len({*texts, json.dumps(data, sort_keys=True)}) == len(texts) + 1
        assert len(texts) >= 8


def test_every_kind_of_mutant_is_made():
    kinds = {kind for name in [*SAMPLE, "smola-mistake-bound"] for kind, _, _ in mutants_of(statement(name))}
    assert kinds == {
        "relation", "sign", "constant", "exponent", "variable", "index", "hypothesis dropped", "tie rule",
    }  # fmt: skip


def test_mutants_of_source_are_python_and_change_one_place():
    shipped = ast.unparse(ast.parse(Path(perceptron.__file__).read_text(encoding="utf-8")))
    for source in mutation.rule_mutants():
        with source.tree() as tree:
            text = ast.unparse(tree)
        assert text != shipped
        changed = [a for a, b in zip(text.splitlines(), shipped.splitlines(), strict=True) if a != b]
        assert len(changed) == 1


def test_a_changed_rule_is_noticed_by_claims_and_by_runs():
    source = next(s for s in mutation.rule_mutants() if s.change.endswith("-> state.w - rate * (y * x)"))
    verdict = mutation.rule_verdict(source)
    assert verdict.status == "killed"
    assert "is not proved" in verdict.by
    assert "property" in verdict.by


def test_a_kernel_that_checks_less_is_noticed():
    source = next(s for s in mutation.kernel_mutants() if s.kind == "check deleted" and "two sides" in s.change)
    assert mutation.kernel_verdict(source).status == "killed"


def test_every_argument_for_an_equivalent_mutant_is_about_one():
    keys = [f"{source.target}: {source.change}" for source in mutation.kernel_mutants()]
    assert len(set(keys)) == len(keys)
    assert set(mutation.EQUIVALENT) <= set(keys)


def test_verdicts_are_kept_and_used_again(tmp_path):
    notes, done = tmp_path / "notes.jsonl", []
    first = mutate(["cauchy-schwarz"], 1, sample=5, resume=notes)
    with notes.open("a") as file:
        file.write('{"key": "cut o')
    again = mutate(["cauchy-schwarz"], 1, lambda *at: done.append(at), sample=5, resume=notes)
    assert first.verdicts == again.verdicts
    assert done == []


def test_two_processes_say_the_same():
    names, seen = SAMPLE[:3], []
    one = mutate(names, 1, sample=3)
    two = mutate(names, 2, lambda name, done, total: seen.append((done, total)), sample=3)
    assert one.verdicts == two.verdicts
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_the_report_names_what_killed():
    verdicts = [Verdict("a", "sign", "x", "killed", "search", {}), Verdict("kernel.poly", "relation", "y", "survived")]
    report = mutation.Report(verdicts, 1.0)
    assert report_json(report)["kinds"] == [
        {"part": "claims", "kind": "sign", "killed": 1, "equivalent": 0, "survived": 0},
        {"part": "kernel", "kind": "relation", "killed": 0, "equivalent": 0, "survived": 1},
    ]
    assert "kernel.poly: relation: y" in report_text(report)


def test_an_unknown_name_is_bad_input():
    with pytest.raises(BadInput, match="nothing named 'no-claim'"):
        mutate(["no-claim"])
