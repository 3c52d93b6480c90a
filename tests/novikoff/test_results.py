"""`assert novikoff.prove(…)` means what it says: a result is true just when its command ends with status 0."""

from collections.abc import Callable

import pytest
from click.testing import Result

import novikoff
from novikoff.algorithms import results
from novikoff.proofs.checking import verdicts as verdicts_
from novikoff.proofs.statements.registry import claims
from novikoff.properties.audit.auditing import Audit
from novikoff.properties.audit.verdicts import CAP, HANGS, HOLDS, VIOLATED, Finding

Run = Callable[..., Result]
BOUND = "w@w == 1 |- k <= {}*(1 + R**2)*(1 + b**2)/gamma**2"


@pytest.mark.parametrize(
    ("statement", "status"),
    [
        ("real a |- a**2 >= 0", 0),
        ("real a |- a >= 0", 1),
        ("real a; a**5 - a == 1 |- 6*a <= 7", 3),  # false at the root 1.1673…, which has no rational name
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
    monkeypatch.setattr(verdicts_, "emptiness", lambda *_, **__: "none was found")
    assert command(*arguments).exit_code == 1
    found = novikoff.check(["cauchy-schwarz"], engines=["kernel"])
    assert (len(found), bool(found), bool(found[0])) == (1, False, False)


@pytest.mark.parametrize(
    ("verdict", "status"), [("proved", 0), ("refuted", 1), ("vacuous", 1), ("error", 1), ("unknown", 3)]
)
def test_an_outcome(verdict: str, status: int) -> None:
    outcome = verdicts_.Outcome(claims()["cauchy-schwarz"], verdict, {}, [], 0.0)
    assert (outcome.exit_status, bool(outcome)) == (status, status == 0)
    assert bool(verdicts_.Outcomes([outcome])) == (status == 0)


@pytest.mark.parametrize(("statement", "status"), [(BOUND.format(1), 0), (BOUND.format("1/4"), 1)])
def test_bound(command: Run, statement: str, status: int) -> None:
    assert command("bound", statement, "--datasets", "60").exit_code == status
    assert bool(novikoff.bound(statement, datasets=60)) == (status == 0)


@pytest.mark.parametrize(
    ("verdicts", "status"), [([HOLDS], 0), ([HOLDS, CAP], 3), ([HOLDS, VIOLATED], 1), ([HANGS], 1), ([], 5)]
)
def test_an_audit(verdicts: list[str], status: int) -> None:
    found = Audit("module:Class", {}, "", "", None, [Finding("a.check", verdict) for verdict in verdicts])
    assert (found.exit_status, bool(found)) == (status, status == 0)


def test_check_bounds(command: Run) -> None:
    assert command("audit", "collections:Counter", "--examples", "1").exit_code == 1
    assert not novikoff.check_bounds("collections:Counter", examples=1)


def test_float_safe() -> None:
    assert novikoff.float_safe([[1, 2], [3, -1]], [1, -1])
    assert not novikoff.float_safe([[4097, -1], [4097, 0]], [1, -1], "float32", bias_step=0)


def test_a_result_says_which_status_it_has() -> None:
    with pytest.raises(TypeError, match="exit_status"):
        type("Silent", (results.Result,), {})()
