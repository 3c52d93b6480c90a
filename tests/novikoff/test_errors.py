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
    assert result.stderr.startswith("novikoff: ")
    assert result.stderr.count("\n") == 1
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


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["prove"], "missing argument 'STATEMENT'; `novikoff prove --help` says what is taken"),
        (["prove", "real a |- a >= 0", "--limit", "abc"], "invalid value for '--limit': 'abc' is not a number; "),
        (["prove", "real a |- a >= 0", "--seed", "1.5"], "'1.5' is not a whole number; "),
        (["check", "-j", "x"], "'x' is not a whole number; `novikoff check --help`"),
        (["explain", "a", "--format", "pdf"], "'pdf' is not one of 'text', 'markdown', "),
        (["exercise"], "missing argument '{list|show|sheet|notebook|check}'; choose from: list, show, "),
        (["list", "--source"], "option '--source' requires an argument; "),
        (["--nothing"], "no such option '--nothing'; `novikoff --help`"),
    ],
)  # fmt: skip
def test_wrong_use_is_told_in_one_sentence(novikoff: Run, arguments: list[str], words: str) -> None:
    result = novikoff(*arguments)
    assert result.stderr.startswith("novikoff: ")
    assert words in result.stderr
    assert "range" not in result.stderr


def test_without_arguments_the_help_is_shown(novikoff: Run) -> None:
    result = novikoff()
    assert "Usage: novikoff [OPTIONS] COMMAND" in result.stdout + result.stderr


TAKEN = "multi_class_perceptron, perceptron, prank"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["bound", "smola-mistake-bund"], "no bound named 'smola-mistake-bund'; did you mean smola-mistake-bo"),
        (["campaign", "foo"], "no bound named 'foo'; write one, such as  k <= R**2/gamma**2,  or name one of no-"),
        (["bound", "k <= 1", "--algorithm", "prunk"], "there is no algorithm 'prunk'; did you mean prank?"),
        (["bound", "k <= 1", "--algorithm", "xx"], f"there is no algorithm 'xx'; known are {TAKEN}\n"),
        (["run", "perceptrn", "iris"], "there is no algorithm 'perceptrn'; did you mean perceptron or "),
        (["run", "perceptron", "iris", "--option", "max_update=3"], "has no option 'max_update'; did you mean max_up"),
        (["worst-case", "xx", "--ratio", "2"], "there is no algorithm 'xx'; known are averaged_perceptron, batch_p"),
        (["worst-case", "xx", "--updates", "2", "--method", "semidefinite"], "known are averaged_perceptron, kozinec,"),
        (["audit", "a:B", "--algorithm", "one_vs_rst"], "known are alma, averaged_perceptron, "),
        (["check", "--engine", "kernl"], "there is no engine 'kernl'; did you mean kernel?"),
        (["check", "--source", "novikof1962"], "did you mean novikoff1962?"),
        (["help", "verdits"], "there is no topic or command 'verdits'; did you mean verdicts"),
        (["exercise", "show", "update/1"], "there is no exercise 'update/1'; did you mean updates/"),
    ],
)  # fmt: skip
def test_of_a_name_that_nobody_knows_a_near_one_is_offered_or_those_that_are_taken(
    novikoff: Run, arguments: list[str], words: str
) -> None:
    result = novikoff(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert "one_vs_rest" not in result.stderr
