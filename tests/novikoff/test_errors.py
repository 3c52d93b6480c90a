"""An error of the program itself is not a verdict: one sentence, and a status of its own."""

import ast
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import novikoff as module
from novikoff.algorithms.processes import OutOfMemory
from novikoff.api import claim_checks
from novikoff.cli import cli
from novikoff.commands import _shared

from .conftest import Run

ROOT = Path(__file__).parents[2]
COMMANDS = {
    "check": (claim_checks, "progress", ["cauchy-schwarz"]),
    "prove": (_shared, "show", ["real a |- a >= 0"]),
    "explain": (_shared, "show", ["cauchy-schwarz"]),
    "list": (_shared, "show", []),
}


def slip(*arguments: object, **options: object) -> int:
    """A mistake of ours."""
    return {"there": 1}["here\nand there"]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("options", [[], ["--json"], ["-v"]])
def test_an_internal_error_is_status_70_in_one_sentence(novikoff, monkeypatch, command, options):
    module, function, arguments = COMMANDS[command]
    monkeypatch.setattr(module, function, slip)
    *trace, last = novikoff(command, *arguments, *options, status=70, stdout="").stderr.splitlines()
    assert last.startswith("novikoff: internal error, not a verdict: KeyError: ")
    assert "(test_errors.py, line " in last
    assert bool(trace) == (options == ["-v"])


def test_what_is_stopped_at_its_limits_concludes_nothing(novikoff: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*arguments: object, **options: object) -> int:
        raise OutOfMemory("no answer with 4 GiB of memory")
    monkeypatch.setattr(claim_checks, "progress", stopped)
    novikoff("check", "cauchy-schwarz", status=3, stdout="",
             stderr="novikoff: no verdict: no answer with 4 GiB of memory\n")


def test_no_command_lets_an_exception_pass() -> None:
    """The status of a traceback is 1, that of what is refuted; so each command is wrapped where they all are."""
    assert all(hasattr(command.callback, "__wrapped__") for command in cli.commands.values())


XY = ([[2, 1], [-1, 3]], [1, -1])


def test_integers_of_numpy_are_integers() -> None:
    assert module.worst_case("perceptron:homogeneous", updates=np.int64(3)).updates == 3
    assert module.prove("real a |- a == a", limit=10**400)


PLANE = "perceptron:homogeneous"


def test_no_sentence_below_the_commands_names_an_option_by_hand() -> None:
    """`errors.format_option` writes the names; a command in backticks is one."""
    found = set()
    for folder in ("algorithms", "proofs", "properties"):
        for file in (ROOT / folder).rglob("*.py"):
            raised = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Raise)]
            said = [text.value for node in raised for text in ast.walk(node) if isinstance(text, ast.Constant)]
            if any(re.search(r"(?<![\w-])--[a-z]", re.sub("`[^`]*`", "", text)) for text in said if type(text) is str):
                found.add(".".join(file.relative_to(ROOT).with_suffix("").parts))
    assert not found


def test_results_in_python_name_arguments(tmp_path: Path) -> None:
    assert "stopped at the cap of max_updates," in repr(module.run("perceptron", XY, max_updates=1))
    with pytest.raises(module.BadInput, match="exists; continue it with resume=True, or give another file"):
        module.campaign("k <= R**2", 10, __file__)


def test_numbers_and_labels_are_those_that_are_given() -> None:
    def rate(given: object) -> Fraction:
        return module.run("perceptron", XY, rate=given).record.rate
    assert (rate(0.5), rate("0.1"), rate(Fraction(1, 10))) == (Fraction(1, 2), Fraction(1, 10), Fraction(1, 10))
    assert rate(0.1) == Fraction(0.1) != Fraction(1, 10)
    assert module.worst_case(PLANE, ratio=3.5).ratio == Fraction(7, 2)
    found = [module.run("perceptron", (XY[0], [1, 2]), positive=positive).record.w for positive in (1, 2)]
    assert found[0] == tuple(-w for w in found[1])


def test_without_arguments_the_help_is_shown(novikoff: Run) -> None:
    result = novikoff()
    assert "Usage: novikoff [OPTIONS] COMMAND" in result.stdout + result.stderr
