"""An error of the program itself is no verdict: one sentence, and a status of its own."""

from collections.abc import Callable

import pytest
from click.testing import Result

import novikoff as module
from novikoff.algorithms.processes import OutOfMemory
from novikoff.cli import cli
from novikoff.commands import check, explain, prove
from novikoff.commands import list as list_

Run = Callable[..., Result]
COMMANDS = {
    "check": (check, "progress", ["cauchy-schwarz"]),
    "prove": (prove, "emit", ["real a |- a >= 0"]),
    "explain": (explain, "emit", ["cauchy-schwarz"]),
    "list": (list_, "emit", []),
}


def slip(*arguments: object, **options: object) -> int:
    """A mistake of ours."""
    return {"there": 1}["here\nand there"]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("options", [[], ["--json"], ["-v"]])
def test_an_internal_error_is_status_70_in_one_sentence(
    novikoff: Run, monkeypatch: pytest.MonkeyPatch, command: str, options: list[str]
) -> None:
    module, function, arguments = COMMANDS[command]
    monkeypatch.setattr(module, function, slip)
    result = novikoff(command, *arguments, *options)
    assert (result.exit_code, result.stdout) == (70, "")
    *trace, last = result.stderr.splitlines()
    assert last.startswith("novikoff: internal error, which is no verdict: KeyError: ")
    assert "(test_errors.py, line " in last
    assert bool(trace) == (options == ["-v"])


def test_what_is_stopped_at_its_limits_concludes_nothing(novikoff: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*arguments: object, **options: object) -> int:
        raise OutOfMemory("no answer with 4 GiB of memory")

    monkeypatch.setattr(check, "progress", stopped)
    result = novikoff("check", "cauchy-schwarz")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == "novikoff: nothing is concluded: no answer with 4 GiB of memory\n"


def test_no_command_lets_an_exception_pass() -> None:
    """The status of a traceback is 1, that of what is refuted; so each command is wrapped where they all are."""
    assert all(hasattr(command.callback, "__wrapped__") for command in cli.commands.values())


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "no-such"], ["check", "cauchy-schwarz", "--engine", "lean"], ["check", "-k", "norm norm"],
        ["check", "--source", "nobody"], ["check", "-j", "x"], ["check", "--evaluate", "0"], ["check", ""],
        ["explain"], ["explain", "no-such"], ["explain", "cauchy-schwarz", "--format", "pdf"], ["explain", ""],
        ["list", "no-such"], ["list", "-k", "(("], ["list", "--source", ""],
        ["export", "isabelle", "-o", "x"], ["export", "coq"], ["export", "smt2", "no-such", "-o", "x"],
        ["prove"], ["prove", ""], ["prove", "a"], ["prove", "real a |- a"], ["prove", "|-"],
        ["prove", "real a |- a >="],
        ["prove", "real a; |- a = 1"], ["prove", "vec a |- a >= 0"], ["prove", "real a |- a >= 0", "--limit", "0"],
        ["prove", "real a |- a >= 0", "--seed", "x"], ["prove", "real a |- 1/a > 0"], ["prove", "real a |- a > \ud800"],
        ["prove", "real a", "real b"], ["prov", "real a |- a >= 0"], ["check", "--no-such-option"],
    ],
)  # fmt: skip
def test_wrong_use_is_status_2_without_a_traceback(novikoff: Run, arguments: list[str]) -> None:
    result = novikoff(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.strip()
    assert "Traceback" not in result.stderr
    assert "internal error" not in result.stderr


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("prove", 3, "a statement is text"), ("prove", None, "a statement is text"), ("parse", b"|- 1 >= 0", "is text"),
        ("prove", "real a |- b >= 0", "'b' is not declared"), ("explain", 5, "a claim is named by text"),
        ("explain", "no-such", "there is no claim named 'no-such'"), ("explain", None, "a claim is named by text"),
        ("check", "no-such", "there is no claim"), ("check", 3.5, "claims are given by name"),
        ("worst_case", 3, "an algorithm is given by its name, as text"), ("worst_case", None, "as text"),
    ],
)  # fmt: skip
def test_wrong_arguments_from_python_are_bad_input(name: str, given: object, words: str) -> None:
    with pytest.raises(module.BadInput, match=words):
        getattr(module, name)(given)
