"""`assert novikoff.prove(…)` means what it says: a result is true just when its command ends with status 0."""

import json
from pathlib import Path

import pytest

import novikoff
from novikoff.algorithms import command_results
from novikoff.api import audits as auditing
from novikoff.proofs.checking import entry_verdicts as verdicts_
from novikoff.proofs.checking.outcomes import Outcome, Outcomes
from novikoff.proofs.statements.registry import claims
from novikoff.properties.audit.audit_runner import Audit
from novikoff.properties.audit.isolated_checks import run_directly
from novikoff.properties.audit.verdicts import CAP, HANGS, HOLDS, VIOLATED, Finding

from .conftest import Run

BOUND = "w@w == 1 |- k <= {}*(1 + R**2)*(1 + b**2)/gamma**2"


@pytest.mark.parametrize(
    ("statement", "status"),
    [
        ("real a |- a**2 >= 0", 0),
        ("real a |- a >= 0", 1),
        ("real a; a**3 == 3*a - 1 |- a <= 3/2", 3),  # false at the zero 1.532…, which is no real radical
    ],
)
def test_prove(command: Run, statement: str, status: int) -> None:
    assert command("prove", statement).exit_code == status
    assert bool(novikoff.prove(statement)) == (status == 0)


def test_check(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("check", "cauchy-schwarz", "--engine", "kernel")
    assert command(*arguments).exit_code == 0
    assert novikoff.check(["cauchy-schwarz"], engines=["kernel"])
    assert not novikoff.check([]), "nothing was checked: status 5"
    monkeypatch.setattr(verdicts_, "vacuity_reason", lambda *_, **__: "none was found")
    assert command(*arguments).exit_code == 1
    found = novikoff.check(["cauchy-schwarz"], engines=["kernel"])
    assert (len(found), bool(found), bool(found[0])) == (1, False, False)


@pytest.mark.parametrize(("verdict", "status"),
                         [("proved", 0), ("refuted", 1), ("vacuous", 1), ("error", 1), ("unknown", 3)])
def test_an_outcome(verdict: str, status: int) -> None:
    outcome = Outcome(claims()["cauchy-schwarz"], verdict, {}, [], 0.0)
    assert (outcome.exit_status, bool(outcome)) == (status, status == 0)
    assert bool(Outcomes([outcome])) == (status == 0)


@pytest.mark.parametrize(("statement", "status"), [(BOUND.format(1), 0), (BOUND.format("1/4"), 1)])
def test_bound(command: Run, statement: str, status: int) -> None:
    assert command("bound", statement, "--datasets", "9").exit_code == status
    assert bool(novikoff.bound(statement, datasets=9)) == (status == 0)


@pytest.mark.parametrize(("verdicts", "status"),
                         [([HOLDS], 0), ([HOLDS, CAP], 3), ([HOLDS, VIOLATED], 1), ([HANGS], 1), ([], 5)])
def test_an_audit(verdicts: list[str], status: int) -> None:
    found = Audit("module:Class", {}, "", "", None, [Finding("a.check", verdict) for verdict in verdicts])
    assert (found.exit_status, bool(found)) == (status, status == 0)


def test_check_bounds(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auditing, "run_with_cpu_limit", run_directly)  # it has no `fit` that could go on for ever
    assert command("audit", "collections:Counter", "--examples", "1").exit_code == 2


def test_float_safe() -> None:
    assert novikoff.float_safe([[1, 2], [3, -1]], [1, -1])
    assert not novikoff.float_safe([[4097, -1], [4097, 0]], [1, -1], "float32", bias_step=0)


def test_a_result_says_which_status_it_has() -> None:
    with pytest.raises(TypeError, match="exit_status"):
        type("Silent", (command_results.Result,), {})()


def short(result: object) -> str:
    """The repr of a result, which has a few lines at most."""
    assert len(repr(result)) <= 402
    assert len(repr(result).splitlines()) <= 3
    return repr(result)


def test_reprs_say_what_was_found_in_a_line() -> None:
    assert short(novikoff.prove("real a |- a <= a**2")) == "<refuted at a = 1/2: |- a <= a**2>"
    many = ", ".join(f"a**2 + {n} >= a" for n in range(1, 60))
    assert short(novikoff.parse(f"real a; {many} |- a**2 >= 0")).startswith("<a**2 + 1 >= a, ")
    checked = novikoff.check(["cauchy-schwarz"], engines="kernel")
    assert short(checked) == "<1 claim: 1 proved; 1 as expected>"
    assert short(checked[0]) == "<proved cauchy-schwarz [kernel]>"
    assert short(checked[0].claim) == "<cauchy-schwarz: Cauchy–Schwarz inequality>"
    held = novikoff.bound(BOUND.format("1/4"), datasets=9)
    assert "false for a run of" in short(held)
    assert " update" in short(held.found.broken)
    assert short(novikoff.explain("smola-mistake-bound")).startswith("<explanation of smola-mistake-bound, and ")
    audit = Audit("module:Class", {}, "1.0", "", None, [Finding(f"c{n}", VIOLATED) for n in range(60)])
    assert short(audit).startswith("<module:Class 1.0: 0 of 60 checks as expected; c0: bound violated; ")


@pytest.mark.parametrize(("positive", "separable", "status"), [("setosa", True, 0), ("versicolor", False, 1)])
def test_runs_and_separations(command: Run, positive: str, separable: bool, status: int) -> None:
    assert command("separate", "iris.csv", "--positive", positive, "-q").exit_code == status
    found = novikoff.separate("iris.csv", positive=positive)
    assert (bool(found), found.separable, found.exit_status) == (separable, separable, status)
    assert f"species = {positive} is +1" in short(found)
    X, y = [list(x) for x in found.data.X], list(found.data.y)
    assert novikoff.separate((X, y)).answer == found.answer
    if not separable:
        with pytest.raises(novikoff.BadInput, match="no separator exists"):
            novikoff.run("perceptron", (X, y))
        return
    run = novikoff.run("perceptron:R2", "iris.csv", positive=positive, order="random", seed=7)
    options = ("--order", "random", "--seed", "7", "--json", "-q")
    told = json.loads(command("run", "perceptron:R2", "iris.csv", "--positive", positive, *options).stdout)
    assert run
    assert (run.record.updates, list(map(str, run.record.w))) == (told["updates"], told["w"])
    assert [(name, str(value)) for name, value, _ in run.bounds] == [(b["id"], b["value"]) for b in told["bounds"]]
    assert f"{run.record.updates} updates" in short(run)


def test_a_limit_leaves_it_open() -> None:
    found = novikoff.prove("real a; a**5 - a == 1 |- 6*a <= 7", limit=0.01)
    assert (found.verdict, found.exit_status) == ("unknown", 3)
    assert "a larger limit" in short(found)


def test_files_of_theorems_are_read_from_python_too(command: Run, tmp_path: Path) -> None:
    assert command("new", "theorem", "of-mine", "-o", str(tmp_path)).exit_code == 0
    file = str(tmp_path / "of_mine.py")
    assert [outcome.claim.id for outcome in novikoff.check(file, engines="kernel")] == ["of-mine"]
    assert "of-mine" in novikoff.explain(f"{file}::of-mine", depth=0)
    assert "of-mine" not in novikoff.claims()
    with pytest.raises(novikoff.BadInput, match="has no theorem 'other'"):
        novikoff.check(f"{file}::other")
