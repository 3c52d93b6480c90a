"""What comes from a file is never printed raw: cells, labels, classes, names of columns and of the file itself.

A line break would begin a line of its own, and an escape would colour or clear the terminal. `::` at the beginning of a
line and `##[` anywhere are commands for GitHub's runner, and a mark of direction turns what follows.
"""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from novikoff.algorithms.registry import ALGORITHMS

from .conftest import Run

EVIL = "z\n::warning title=a::b\n\x1b[1A\x1b[2K\x1b[32mproved\x1b[0m\u202e\u2028##[group]x\r"
OPTIONS = {"pegasos": ["-p", "lam=1", "--max-updates", "3"], "hinge": ["-p", "lam=1", "--max-updates", "3"],
           "gradient_descent": ["--max-updates", "3"], "one_vs_rest": ["--max-updates", "9"]}


def cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


@pytest.fixture
def hostile(tmp_path: Path) -> Callable[..., str]:
    """Write a file whose name, columns and labels are hostile."""
    def write(rows: list[str], columns: tuple[str, ...] = (f"f{EVIL}", "b"), suffix: str = ".csv") -> str:
        path = tmp_path / (f"::error::{EVIL}".replace("/", "") + suffix)
        header = ",".join(map(cell, [*columns, f"kind{EVIL}"]))
        path.write_text("\n".join([header, *rows]), encoding="utf-8", newline="")
        return str(path)
    return write


def require_tame(result: Result) -> None:
    for text in (result.stdout, result.stderr):
        assert all(c.isprintable() or c == "\n" for c in text), text
        assert "##[" not in text
        assert not any(line.lstrip().startswith("::") for line in text.splitlines())
    assert result.exit_code in (0, 1, 2), result.stderr
    assert result.stdout + result.stderr


SIGNS = [f"1,-1,{cell(EVIL)}", "-1,1,a", f"1,1,{cell(EVIL)}"]
LABELS = [f"1,-1,{cell(EVIL)}", "-1,1,a", f"1,1,{cell(EVIL)}", f"-1,-1,{cell('y' + EVIL)}"]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_run(novikoff: Run, hostile: Callable[..., str], tmp_path: Path, algorithm: str) -> None:
    proof = str(tmp_path / "proof.json")
    for rows in (SIGNS, LABELS):
        path = hostile(rows)
        arguments = [path, *OPTIONS.get(algorithm, []), "-v", "--certificate", proof]
        for more in ([], ["--positive", EVIL], ["--scale", "unit", "--positive", EVIL]):
            require_tame(novikoff("run", algorithm, *arguments, *more))
    if Path(proof).exists():
        require_tame(novikoff("verify", proof, "--data", path))


@pytest.mark.parametrize("arguments", [[], ["--classes"], ["--positive", EVIL], ["--label", "b"],
                                       ["--drop", f"f{EVIL}"], ["--group", "b"], ["--label", EVIL], ["--drop", EVIL],
                                       ["--positive", "x" + EVIL], ["--scale", "integers"]])
def test_separate(novikoff: Run, hostile: Callable[..., str], arguments: list[str]) -> None:
    for rows in (SIGNS, LABELS, [f"1,{cell(EVIL)},a", "2,3,b"], ["1,2"], [f"{cell(EVIL)},1,u", f"{cell(EVIL)},2,v"]):
        require_tame(novikoff("separate", hostile(rows), "-v", *arguments))
    for columns in (("id" + EVIL, "id"), (f"a{EVIL}", f"a{EVIL}"), (f"my{EVIL}_id", "label")):
        require_tame(novikoff("separate", hostile(["1,2,a", "3,4,b"], columns), *arguments))


def test_the_name_of_a_file(novikoff: Run, hostile: Callable[..., str], tmp_path: Path) -> None:
    path = hostile(SIGNS)
    for missing in (path + "x", str(tmp_path) + f"/{EVIL}/a".replace("::", ":"), str(tmp_path)):
        for command in (["separate"], ["run", "perceptron"], ["verify"]):
            require_tame(novikoff(*command, missing))
    proof = hostile([], suffix=".json")
    for command in (["separate", path], ["run", "perceptron", path]):
        require_tame(novikoff(*command, "--certificate", proof))
        require_tame(novikoff("verify", proof))
        changed = json.loads(Path(proof).read_text(encoding="utf-8")) | {"X": [["9", "9"]] * 3, "kind": EVIL}
        Path(proof).write_text(json.dumps(changed), encoding="utf-8")
        require_tame(novikoff("verify", proof))
        require_tame(novikoff(*command, "--certificate", f"{tmp_path}/{EVIL}/proof.json"))


@pytest.mark.parametrize("arguments", [
    ["audit", "a\x1b[2Jb:C"], ["audit", "json:JSONDecoder", "--algorithm", "perceptron", "-p", "a\x1b[2Jb=1"],
    ["run", "perceptron", "iris.csv", "--positive", "setosa", "-p", "a\x1b[2Jb=1"],
    ["audit", "json:JSONDecoder", "--plot", "a\x1b[2Jb"],
])
def test_an_argument(novikoff: Run, arguments: list[str]) -> None:
    result = novikoff(*arguments, status=2)
    require_tame(result)
    assert "a\\x1b[2Jb" in result.stderr
