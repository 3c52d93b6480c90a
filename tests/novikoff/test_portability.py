"""Systems without fork, limits of processes and Unix's signals, as Windows and Pyodide: simulated, in new processes."""

import ast
import json
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

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


QUIET = ["--help", "list -q", "explain cauchy-schwarz", "errata --source tutorial -q", "help trust",
         "check --replay -k cauchy -q", "ledger 000-stop-implies-correct -q",
         "run perceptron iris.csv --positive setosa", "separate iris.csv --positive setosa",
         "run perceptron iris.csv --positive setosa --certificate run.json", "verify run.json", "verify proof.json"]
LIMITED = {  # a command, its exit status, and whether its work would have limits elsewhere
    "prove 'vec u v |- norm(u + v) <= norm(u) + norm(v)' --save proof.json": (0, True),
    "prove 'real a |- a <= a**2'": (1, True),
    "check cauchy-schwarz smola-mistake-bound --fresh": (0, True),
    "check ours.py": (0, True),
    "bound 'w@w == 1 |- k <= R**2/gamma**2' --algorithm perceptron:homogeneous --datasets 20": (0, True),
    "audit wrong:Wrong": (1, True),
    "worst-case perceptron:homogeneous --ratio 7/2": (0, True),
    "campaign smola-mistake-bound --count 100": (0, False),
}


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, str, str]]:
    """The exit status, the output and the errors of each command, from one process there."""
    home = tmp_path_factory.mktemp("there")
    (home / "ours.py").write_text(OURS, encoding="utf-8")
    (home / "wrong.py").write_text(WRONG, encoding="utf-8")
    lines = [*LIMITED, *QUIET]
    done = there("several", json.dumps([shlex.split(line) for line in lines]), folder=home)
    assert (done.returncode, done.stderr) == (0, "")
    return dict(zip(lines, json.loads(done.stdout), strict=True))


@pytest.mark.parametrize("line", QUIET)
def test_what_needs_no_process_works_without_a_word(outcomes: dict[str, tuple[int, str, str]], line: str) -> None:
    status, printed, messages = outcomes[line]
    assert (status, messages) == (0, "")
    assert printed.startswith("verified: " if line.startswith("verify") else "")
    assert printed


@pytest.mark.parametrize("line", LIMITED)
def test_other_commands_work_in_one_process_and_say_once_that_nothing_is_limited(outcomes, line):
    status, _, messages = outcomes[line]
    assert (status, messages.count(SAID)) == LIMITED[line]


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


def test_the_same_verdicts_and_proofs_come_out(novikoff: Callable[..., Result], tmp_path: Path) -> None:
    command = ["check", "-k", "cauchy", "--fresh", "--json"]
    alike = [[{**claim, "seconds": 0} for claim in json.loads(each.stdout)["claims"]]
             for each in (novikoff(*command), there(*command, folder=tmp_path))]
    assert alike[0] == alike[1] != []


@pytest.mark.parametrize(("module", "package", "command"), [
    ("numpy", "numpy", ["run", "perceptron", "iris.csv", "--positive", "setosa"]),
    ("flint", "python-flint", ["explain", "cauchy-schwarz"]),
])
def test_a_required_package_that_a_system_does_not_have_is_named(tmp_path, module, package, command):
    """As in Pyodide, where each is to be loaded."""
    code = f"import sys; sys.modules[{module!r}] = None; from novikoff.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, *command], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"novikoff: this needs {package}, which is not installed; pip install '{package}'")


KNOWN = {
    "cli.py: resource": "asks for limits; there are none without it",
    "algorithms/safe_files.py: geteuid": "asks first whether there are owners",
    "algorithms/safe_files.py: pwd": "a number serves as well as a name",
    "algorithms/resumable_work.py: fcntl": "two campaigns on one file are not noticed without it",
    "algorithms/fast_perceptron.py: sched_getaffinity": "asks first",
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
