"""`novikoff fuzz`: what it prints, and that it fails if the kernel accepts what is wrong."""

import json
from collections.abc import Callable

import pytest
from click.testing import Result

from novikoff.proofs.scrutiny import fuzzing
from novikoff.proofs.scrutiny.fuzzing import campaign

Run = Callable[..., Result]
FEW = ["fuzz", "--number", "30", "--seed", "7", "-j", "1"]


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "BLOCK", 25)


@pytest.mark.parametrize("option", ["--seed", "--jobs"])
def test_the_sweep_refuses_what_it_does_not_read(novikoff: Run, option: str) -> None:
    result = novikoff("fuzz", "--certificates", option, "7")
    assert (result.exit_code, f"not {option}" in result.stderr) == (2, True)


def test_json(novikoff: Run) -> None:
    result = novikoff(*FEW, "--json", "-q")
    assert (result.exit_code, result.stderr) == (0, "")
    data = json.loads(result.stdout)
    assert (data["schema"], data["seed"]) == (1, 7)
    assert data["false_statements"] >= 30
    assert data["corrupted"] >= 30
    assert data["summary"] == {"wrongly_accepted": 0, "right_accepted": data["right"]}


def test_text_and_progress(novikoff: Run) -> None:
    result = novikoff(*FEW)
    assert result.stderr.splitlines()[-1] == "fuzz: 2 of 2"
    assert result.stdout.splitlines()[-1].endswith("corrupted certificates: none accepted")
    assert len(novikoff(*FEW, "-q").stdout.splitlines()) == 1
    assert any(line.endswith("shift") for line in novikoff(*FEW, "-v").stdout.splitlines())


def test_the_report_depends_on_number_and_seed_alone(novikoff: Run) -> None:
    one, two = (novikoff("fuzz", "--number", "50", "-j", jobs, "--json", "-q").stdout for jobs in "12")
    assert one == two
    assert one != novikoff("fuzz", "--number", "50", "--seed", "1", "--json", "-q").stdout


def test_what_is_accepted_is_shown_small_and_the_status_is_1(novikoff: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    record = {"kind": "point", "book": [], "counterexample": {}}
    report = fuzzing.Report(0, 300, 300, 10, 10, wrongly_accepted=1, accepted=[record])
    monkeypatch.setattr(fuzzing, "fuzz", lambda *_, **__: report)
    monkeypatch.setattr(fuzzing, "shrink", lambda found: {**found, "book": ["small"]})
    result = novikoff("fuzz", "-q")
    assert result.exit_code == 1
    first, last = result.stdout.splitlines()
    assert first.startswith("accepted  point: ")
    assert "small" in first
    assert last == "300 false statements and 300 corrupted certificates: 1 accepted"


def test_what_is_refused_wrongly_is_a_failure_too(novikoff: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    report = fuzzing.Report(0, 300, 300, 10, 9, refused=[{"kind": "poly", "book": [], "reason": "why"}])
    monkeypatch.setattr(fuzzing, "fuzz", lambda *_, **__: report)
    result = novikoff("fuzz", "--output-format", "github")
    assert result.exit_code == 1
    assert "title=poly::refused, which is wrong" in result.stdout


def test_work_goes_on_from_the_notes(novikoff: Run, tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = str(tmp_path / "notes.jsonl")
    first = novikoff(*FEW, "--json", "-q", "--resume", notes)
    monkeypatch.setattr(campaign, "block", lambda *_: pytest.fail("it was done already"))
    assert novikoff(*FEW, "--json", "-q", "--resume", notes).stdout == first.stdout


def test_no_items_are_bad_input(novikoff: Run) -> None:
    assert novikoff("fuzz", "--number", "0").exit_code == 2
