"""Systems without fork, limits of processes and Unix's signals, as Windows and Pyodide: simulated, in new processes."""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from . import without_unix

ROOT = Path(__file__).parents[2]
SAID = (
    "novikoff: this system cannot fork processes, so the work is done in this one, without limits of time and memory; "
    "Ctrl-C ends it\n"
)


def there(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the command line there."""
    command = [sys.executable, without_unix.__file__, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=500)


def test_every_module_and_all_public_names_can_be_imported(tmp_path: Path) -> None:
    done = there("import", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout.split()[0]) > 400


@pytest.mark.parametrize("command", [
    "--help", "list -q", "explain cauchy-schwarz", "errata -q", "help trust", "check --replay -q",
    "ledger 000-stop-implies-correct -q",
    "run perceptron iris.csv --positive setosa", "separate iris.csv --positive setosa",
])  # fmt: skip
def test_what_needs_no_process_works_without_a_word(tmp_path: Path, command: str) -> None:
    done = there(*command.split(), folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.parametrize("make", [
    ["run", "perceptron", "iris.csv", "--positive", "setosa", "--certificate", "made.json"],
    ["prove", "vec u v |- norm(u + v) <= norm(u) + norm(v)", "--save", "made.json"],
], ids=["run", "prove"])  # fmt: skip
def test_what_is_made_there_is_verified_there(tmp_path: Path, make: list[str]) -> None:
    assert there(*make, folder=tmp_path).returncode == 0
    done = there("verify", "made.json", folder=tmp_path)
    assert (done.returncode, done.stderr, done.stdout.startswith("verified: made.json")) == (0, "", True)


@pytest.mark.parametrize(("command", "status", "said"), [
    (["prove", "real a |- a <= a**2"], 1, True),
    (["check", "cauchy-schwarz", "smola-mistake-bound", "--fresh"], 0, True),
    (["check", "ours.py"], 0, True),
    (["bound", "w@w == 1 |- k <= R**2/gamma**2", "--algorithm", "perceptron:homogeneous"], 0, True),
    (["audit", "wrong:Wrong"], 1, True),
    (["worst-case", "perceptron:homogeneous", "--ratio", "7/2"], 0, True),
    (["campaign", "smola-mistake-bound", "--count", "100"], 0, False),
], ids=lambda each: each[0] if isinstance(each, list) else None)  # fmt: skip
def test_other_commands_work_in_one_process_and_say_once_that_nothing_is_limited(
    tmp_path: Path, command: list[str], status: int, said: bool
) -> None:
    (tmp_path / "ours.py").write_text(OURS, encoding="utf-8")
    (tmp_path / "wrong.py").write_text(WRONG, encoding="utf-8")
    done = there(*command, folder=tmp_path)
    assert (done.returncode, done.stderr.count(SAID)) == (status, said)


OURS = '''
from novikoff.theorems import *

@theorem("ours", title="A square")
def ours(p):
    """A square is not negative."""
    (a,) = p.reals("a")
    p.show(conclusion=a**2 >= 0)
    p.conclude()
'''
WRONG = '''
class Wrong:
    """Ends the process, as if all were well."""

    def fit(self, X, y):
        import os

        os._exit(0)

    def predict(self, X):
        return [1] * len(X)
'''


def test_the_same_verdicts_and_proofs_come_out(tmp_path: Path) -> None:
    command = ["check", "-k", "cauchy", "--fresh", "--json"]
    here = subprocess.run([sys.executable, "-m", "novikoff", *command], cwd=tmp_path, capture_output=True, text=True)
    alike = [[{**claim, "seconds": 0} for claim in json.loads(each.stdout)["claims"]]
             for each in (here, there(*command, folder=tmp_path))]  # fmt: skip
    assert alike[0] == alike[1] != []


@pytest.mark.parametrize(("module", "package", "command"), [
    ("numpy", "numpy", ["run", "perceptron", "iris.csv", "--positive", "setosa"]),
    ("flint", "python-flint", ["explain", "cauchy-schwarz"]),
])  # fmt: skip
def test_a_required_package_that_a_system_does_not_have_is_named(
    tmp_path: Path, module: str, package: str, command: list[str]
) -> None:
    """As in Pyodide, where each is to be loaded."""
    code = f"import sys; sys.modules[{module!r}] = None; from novikoff.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, *command], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"novikoff: this needs {package}, which is not installed; pip install '{package}'")


# --- what only Unix has is used where this is known -----------------------------------------------------

KNOWN = {
    "cli.py: resource": "asks for limits; there are none without it",
    "algorithms/safe_files.py: geteuid": "asks first whether there are owners",
    "algorithms/safe_files.py: pwd": "a number serves as well as a name",
    "algorithms/resumable_work.py: fcntl": "two campaigns on one file are not noticed without it",
    "algorithms/fast_perceptron.py: sched_getaffinity": "asks first",
    "commands/campaign.py: sched_getaffinity": "asks first",
}
MORE = {"waitpid", "WNOHANG", "uname", "ITIMER_PROF"}  # which Windows lacks too, but Python's own modules need here


def of_unix(tree: ast.AST) -> Iterator[str]:
    """What a module imports or uses that only Unix has."""
    names = {*without_unix.OF_OS, *without_unix.OF_SIGNAL, *without_unix.OF_SELECT, *MORE}
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="os" | "signal" | "select"), attr=name):
                windows = not name.startswith("SIG") or name in (*without_unix.SIGNALS, "SIG_DFL", "SIG_IGN")
                yield from [name] * (name in names or not windows)
            case ast.Import(names=found):
                yield from (each.name for each in found if each.name in without_unix.MODULES)
            case ast.ImportFrom(module=name) if name in without_unix.MODULES:
                yield str(name)


def test_what_only_unix_has_is_used_in_known_places() -> None:
    """Besides the module that forks and limits processes, which asks `can_fork` first."""
    found = set()
    for path in (ROOT / "novikoff").rglob("*.py"):
        place = path.relative_to(ROOT / "novikoff").as_posix()
        found |= {f"{place}: {what}" for what in of_unix(ast.parse(path.read_text(encoding="utf-8")))}
    processes = {each for each in found if each.startswith("algorithms/processes.py: ")}
    assert found - processes == set(KNOWN)


@pytest.mark.parametrize("code", ["import fcntl", "from pwd import x", "os.fork()", "signal.SIGHUP", "select.poll()"])
def test_another_use_would_be_seen(code: str) -> None:
    assert list(of_unix(ast.parse(code)))
