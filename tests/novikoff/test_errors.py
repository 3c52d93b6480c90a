"""An error of the program itself is not a verdict: one sentence, and a status of its own."""

import ast
import math
import re
from collections.abc import Callable
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
ROUNDS: dict[str, object] = {"statement": "k <= R", "count": 9, "output": "rounds.jsonl"}


@pytest.mark.parametrize(("name", "given", "words"), [
    ("prove", 3, "a statement must be text"), ("prove", None, "a statement must be text"),
    ("parse", b"|- 1 >= 0", "must be text"),
    ("prove", "real a |- b >= 0", "'b' is not declared"), ("explain", 5, "a claim must be named by text"),
    ("explain", "no-such", "there is no claim named 'no-such'"), ("explain", None, "a claim must be named by text"),
    ("check", "no-such", "there is no claim"), ("check", 3.5, "claims must be given by name"),
    ("worst_case", 3, "an algorithm must be given by its name, as text"), ("worst_case", None, "as text"),
    ("parametrize_with_bounds", int, "estimators must be a list"), ("parametrize_with_bounds", "m:C", "must be a list"),
    # of options, the wrong type
    ("list_claims", {"wanted": 3}, "claims must be given by name"), ("list_claims", {"wanted": "x" * 9999}, "no claim"),
    ("list_claims", {"expression": b"norm"}, "expression must be text"), ("check", {"source": []}, "source must be"),
    ("explain", {"claim": "cauchy-schwarz", "format": []}, "format must be text"),
    ("explain", {"claim": "cauchy-schwarz", "width": 3}, "width must be an integer from 20 to"),
    ("explain", {"claim": "cauchy-schwarz", "standalone": 1}, "standalone must be True or False"),
    ("mutate", {"wanted": "cauchy-schwarz", "jobs": "2"}, "jobs must be an integer >= 1"),
    ("mutate", {"wanted": "cauchy-schwarz", "resume": 3}, "resume must be a path"),
    ("campaign", {**ROUNDS, "count": "9"}, "count must be an"), ("campaign", {**ROUNDS, "output": []}, "a path"),
    ("campaign", {**ROUNDS, "part": 3}, "part must be a list"), ("campaign", {**ROUNDS, "part": [3, 2]}, "from 1 to 2"),
    ("campaign", {**ROUNDS, "statement": None}, "the bound must be text"),
    ("campaign", {**ROUNDS, "dimensions": []}, "dimensions must be an integer >= 1"),
    ("estimate", {"algorithm": "perceptron:homogeneous", "updates": 1, "labels": 3}, "labels must be a list"),
    ("worst_case", {"algorithm": "perceptron:homogeneous", "updates": [3]}, "updates must be an integer >= 1"),
    ("verify", {"file": 3}, "the certificate must be a path"), ("verify", {"file": "x", "limit": "3"}, "limit must"),
    ("float_safe", {"X": 3, "y": [1]}, "X must be a list"), ("float_safe", {"X": [[1]], "y": 1}, "y must be a list"),
    ("run", {"algorithm": "perceptron", "data": XY, "margin": "no"}, "margin must be True or False"),
    ("separate", {"data": XY, "group": ""}, "the column of groups needs a name"),
    ("theorem", {"identifier": "my-own", "title": 3}, "title must be text"),
    ("check", {"wanted": "cauchy-schwarz", "limit": "3"}, "limit must"),
    ("worst_case", {"algorithm": "perceptron:homogeneous", "updates": 3, "rates": 1}, "rates must be a list"),
    ("worst_case", {"algorithm": "perceptron:homogeneous", "updates": 3, "dimension": {}}, "dimension must be an"),
    ("mutate", {"wanted": "cauchy-schwarz", "resume": "no/such/folder"}, "cannot be written"),
    ("campaign", {**ROUNDS, "output": "a\0b"}, "cannot be the name of"), ("campaign", {**ROUNDS, "seed": 10**30}, "to"),
    ("audit", {"estimator": int, "algorithm": 3}, "algorithm must be text"),
    ("audit", {"estimator": int, "profile": 3}, "profile must be a path"),
    ("audit", {"estimator": int, "profile": "x" * 9999}, "there is no profile"),
    ("audit", {"estimator": int, "options": [3]}, "each option must be text"),
    ("audit", {"estimator": int, "only": "fit"}, "only must be a function"),
])
def test_wrong_arguments_from_python_are_bad_input(name: str, given: object, words: str) -> None:
    with pytest.raises(module.BadInput, match=words):
        getattr(module, name)(**given) if isinstance(given, dict) else getattr(module, name)(given)


def test_integers_of_numpy_are_integers() -> None:
    assert module.worst_case("perceptron:homogeneous", updates=np.int64(3)).updates == 3
    assert module.prove("real a |- a == a", limit=10**400)


PLANE = "perceptron:homogeneous"


@pytest.mark.parametrize(("line", "ask", "typed", "called"), [
    ("run perceptron iris --positive setosa --order random", lambda: module.run("perceptron", XY, order="random"),
     "--order random needs --seed N", "order='random' needs seed=N"),
    ("run perceptron iris --positive setosa --seed 3", lambda: module.run("perceptron", XY, seed=3),
     "--seed can be used only with --order random", "seed can be used only with order='random'"),
    ("run perceptron iris", lambda: module.run("perceptron", "iris"), "+1 with --positive", "+1 with positive"),
    ("run perceptron iris --drop x", lambda: module.run("perceptron", "iris", drop="x"),
     "--drop: iris.csv has no", "drop: iris.csv has no"),
    ("run perceptron iris --group x", lambda: module.run("perceptron", "iris", group="x"),
     "--group is for examples", " group is for examples"),
    ("run structured_perceptron iris", lambda: module.run("structured_perceptron", "iris"),
     "name this column with --group", "name this column with group"),
    ("run perceptron iris --sep xx", lambda: module.run("perceptron", "iris", sep="xx"),
     "--sep xx cannot separate cells", "sep='xx' cannot separate cells"),
    ("run pegasos iris --positive setosa -p lam=1", lambda: module.run("pegasos", XY, lam=1),
     "needs --max-updates N", "needs max_updates=N"),
    ("run hull_distance iris --positive setosa", lambda: module.run("hull_distance", XY),
     "needs --option epsilon=…", "needs epsilon=…"),
    ("run perceptron iris -p rate=x", lambda: module.run("perceptron", XY, rate="x"),
     "--option rate: 'x' is not a rational", "rate: 'x' is not a rational"),
    ("separate iris", lambda: module.separate("iris"), "+1 with --positive", "+1 with positive"),
    ("worst-case perceptron", lambda: module.worst_case("perceptron"),
     "give one of --updates K and --ratio Q", "give one of updates=K and ratio=Q"),
    (f"worst-case {PLANE} --updates 2 --examples 3", lambda: module.worst_case(PLANE, updates=2, examples=3),
     "leave out --examples", "leave out examples"),
    (f"worst-case {PLANE} --updates 3 --start -1", lambda: module.worst_case(PLANE, updates=3, start=-1),
     "--start must be the length", "start must be the length"),
    (f"worst-case {PLANE} --updates 3 --rates x", lambda: module.worst_case(PLANE, updates=3, rates="x"),
     "write --rates 1,1/2,1/4", "write rates='1,1/2,1/4'"),
    ("audit a:B -p k=3", lambda: module.audit("a:B", options=["k=3"]),
     "--option k=3 needs an algorithm; give it with --algorithm", "options='k=3' needs an algorithm"),
])
def test_a_sentence_names_options_as_its_reader_writes_them(novikoff, line, ask, typed, called):
    assert typed in novikoff(*line.split()).stderr
    with pytest.raises(module.BadInput) as caught:
        ask()
    assert called in str(caught.value)
    assert "--" not in str(caught.value)


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
    with pytest.raises(module.BadInput, match="backend='dask' needs scheduler=ADDRESS"):
        module.campaign("k <= R**2", 10, tmp_path / "results", backend="dask")
    with pytest.raises(module.BadInput, match="exists; continue it with resume=True, or give another file"):
        module.campaign("k <= R**2", 10, __file__)


@pytest.mark.parametrize("ask", [
    lambda: module.prove("real a |- a >= 0", seed="x"), lambda: module.prove("real a |- a >= 0", limit=True),
    lambda: module.run("perceptron", XY, order="random", seed=-3), lambda: module.bound("k <= R", seed=-3),
    lambda: module.run("perceptron", XY, order="random", seed=1.5), lambda: module.bound("k <= R", datasets=0),
    lambda: module.run("perceptron", XY, max_updates=True), lambda: module.run("perceptron", XY, rate=math.nan),
    lambda: module.run("perceptron", (XY[0], [2, 2])), lambda: module.run("perceptron", (XY[0], ["a", "a"])),
    lambda: module.run("perceptron", (XY[0], [[1], [2]])), lambda: module.run("perceptron", "iris", missing="x"),
    lambda: module.separate(XY, bias="x"), lambda: module.separate("iris", classes=1),
    lambda: module.explain("cauchy-schwarz", depth="x"), lambda: module.explain("cauchy-schwarz", width=-1),
    lambda: module.estimate(PLANE, "x"), lambda: module.estimate(PLANE, 2, labels=[2, 3]),
    lambda: module.audit("a:B", examples="x"), lambda: module.audit("a:B", limit="x"),
    lambda: module.audit("a:B", params=3), lambda: module.check("cauchy-schwarz", jobs="x"),
])
def test_seeds_counts_limits_flags_and_labels_are_checked(ask: Callable[[], object]) -> None:
    with pytest.raises(module.BadInput):
        ask()


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
