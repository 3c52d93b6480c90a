"""The example of docs/how-to/your-own-update-rule.md in an empty folder, up to the files for Coq.

    python tests/worked_example.py PYTHON [--compile]

PYTHON is that of an environment with the package and pytest. With `--compile`, Coq compiles the files if it is
installed. The folder is not below this one, whose settings of pytest would be found. `make package` does this with the
wheel.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

EXAMPLE = Path(__file__).parents[1] / "docs" / "examples" / "damped"
FILES = ("pyproject.toml", "rules.py", "estimators.py", "test_damped.py", "points.csv", "theorems/damped_bound.py")
FALSE = "k <= (w@w)/(4*gamma**2)"
PLUGIN = "novikoff.plugin"


def go(python: str, home: Path, environment: Mapping[str, str], with_coq: bool) -> None:
    """Do all of it, and raise AssertionError where something else comes out."""
    def done(*command: str, status: int = 0) -> str:
        return said([python, "-m", "novikoff", *command], home, environment, status)
    lay_out(home)
    (home / "theorems" / "damped_bound.py").unlink()
    done("new", "theorem", "damped-bound", "-o", "theorems")
    assert "1 proved" in done("check", "theorems/damped_bound.py")
    lay_out(home)
    run = ("run", "-q", "rules:damped", "points.csv", "--certificate", "run.json")
    assert "every example is on its side" in done(*run)
    assert done("verify", "run.json", "--algorithm", "rules:damped").startswith("verified: run.json")
    broken = done("bound", "-q", FALSE, "--algorithm", "rules:damped", status=1)
    assert "false for a run of 1 update on 1 example" in broken
    be_tested(python, home, environment)
    done("export", "coq", "theorems/damped_bound.py", "-o", "coq")
    flags, *files = (home / "coq" / "_CoqProject").read_text().splitlines()
    assert "Theorem damped_bound " in (home / "coq" / files[-1]).read_text(encoding="utf-8")
    for file in files if with_coq else []:
        subprocess.run(["coqc", *flags.split(), file], cwd=home / "coq", check=True)


def lay_out(home: Path) -> None:
    """The files of the example in a folder."""
    for name in FILES:
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(EXAMPLE / name, home / name)


def be_tested(python: str, home: Path, environment: Mapping[str, str]) -> None:
    """Let pytest collect the example's tests and its theorem."""
    assert "3 passed" in said([python, "-m", "pytest", "-q", "-p", "no:cacheprovider"], home, environment)


def said(command: list[str], home: Path, environment: Mapping[str, str], status: int = 0) -> str:
    """What a program prints that must end with this status."""
    found = subprocess.run(command, cwd=home, capture_output=True, text=True, env=environment)
    assert found.returncode == status, found.stdout + found.stderr
    return found.stdout


def main(arguments: list[str]) -> int:
    """Say what was done."""
    python, *more = arguments
    with_coq = bool(more and shutil.which("coqc"))
    alone = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST", "NOVIKOFF"))}
    with tempfile.TemporaryDirectory() as folder:
        go(str(Path(python).absolute()), Path(folder) / "example", alone, with_coq)
    print("the worked example: proved, run, verified, tested, exported to Coq" + (", compiled" if with_coq else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
