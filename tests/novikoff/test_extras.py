"""Without the extras everything works in plain Python, or says in one sentence which extra it needs.

Here one Python cannot import them; `make package` tries what the documents show where they are not installed.
"""

import ast
import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import warnings
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

from novikoff.algorithms import optional_packages
from novikoff.algorithms.errors import Slower
from novikoff.algorithms.optional_packages import NotInstalled, are_installed, import_extra, install
from novikoff.commands._shared import print_warning

ROOT = Path(__file__).parents[2]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
MODULES = ("IPython", "clarabel", "dask", "distributed", "ipykernel", "jinja2", "joblib", "llvmlite", "markdown_it",
           "matplotlib", "mlxtend", "nbclient", "nbformat", "numba", "pandas", "playwright", "polars", "pyarrow",
           "pygments", "pytest", "river", "scipy", "sklearn")
# What is imported only where its packages are there, or after `import_extra`, and needs them.
BEHIND = {"algorithms._narrow_loops", "algorithms._long_integer_loops", "book"}
BARE = f"import sys\nsys.modules.update(dict.fromkeys({MODULES}))\n"
IMPORT = """
import json, pkgutil, importlib, novikoff
def outcome(name):
    try:
        importlib.import_module(name)
    except Exception as problem:
        return type(problem).__name__
    return ""
names = [each.name for each in pkgutil.walk_packages(novikoff.__path__, "novikoff.", onerror=lambda name: None)]
print(json.dumps({name: outcome(name) for name in names if not name.endswith("__main__") and ".test_" not in name}))
"""
RUN = """
import json, warnings
from click.testing import CliRunner
from novikoff.cli import cli
def outcome(arguments):
    done = CliRunner().invoke(cli, arguments, prog_name="novikoff", catch_exceptions=False)
    return [done.exit_code, done.stdout, done.stderr]
print(json.dumps([outcome(each) for each in json.loads(sys.argv[1])]))
"""
NEEDING = {  # a command, and the extra that it needs
    "run perceptron iris.csv --positive setosa --plot x.svg": "plots",
    "run perceptron points.parquet": "data",
    "run svm iris.csv --positive versicolor -p C=1": "solvers",
    "worst-case rules:forgetting --updates 2": "solvers",
    "campaign smola-mistake-bound --count 10": "fast",
    "campaign multi-class-bias-step-mistake-bound --count 10 --backend dask --scheduler tcp://localhost:1": "cluster",
    "book -o book": "book",
    "book --figure perceptron -o perceptron.svg": "book",
    "audit novikoff.algorithms.estimators:Perceptron": "estimators",
}
PLAIN = {  # a command, and its exit status
    "run perceptron iris.csv --positive setosa": 0,
    "run perceptron iris.csv --positive versicolor --max-updates 3000": 1,
    "run svm iris.csv --positive setosa": 0,
    "separate iris.csv --positive setosa": 0,
    "worst-case perceptron:homogeneous --ratio 7/2": 0,
    "bound 'k <= (1 + R**2)*(1 + b**2)*(w@w)/gamma**2/2' --datasets 20": 1,
    "explain cauchy-schwarz --format html": 0,
    "exercise list": 0,
    "prove 'real a b |- a**4 + b**4 + 1 >= a*b + a - 7/10'": 3,
}


NOTE = re.compile(r"novikoff: |[\w-]+: \d+ of \d+")  # what may be said on the way


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory) -> dict[str, tuple[int, str, str]]:
    """The exit status, the output and the messages of each command, from one Python without the packages."""
    home = tmp_path_factory.mktemp("bare")
    (home / "points.parquet").write_bytes(b"PAR1 and so on")
    shutil.copy(ROOT / "docs" / "examples" / "forgetting.py", home / "rules.py")
    lines = [*NEEDING, *PLAIN]
    done = bare(RUN, home, json.dumps([shlex.split(line) for line in lines]))
    return dict(zip(lines, json.loads(done), strict=True))


def bare(code: str, home: Path, *arguments: str) -> str:
    """What a Python without the packages prints."""
    done = subprocess.run([sys.executable, "-c", BARE + code, *arguments], cwd=home, capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("line", NEEDING)
def test_one_sentence_names_the_extra_and_the_command(outcomes, line) -> None:
    status, printed, message = outcomes[line]
    *notes, sentence = message.splitlines()
    assert (status, printed) == (2, "")
    assert sentence.startswith("novikoff: ")
    assert f" needs the extra '{NEEDING[line]}' (" in sentence
    assert re.search(r"\); pip install '[\w-]+>=[^\[\]]*'$", sentence)
    assert all(map(NOTE.match, notes))


@pytest.mark.parametrize("line", PLAIN)
def test_plain_python_does_it(outcomes, line) -> None:
    status, _, message = outcomes[line]
    assert status == PLAIN[line], message
    assert all(map(NOTE.match, message.splitlines())), message


def test_that_runs_are_slow_is_said_once_in_a_process(outcomes) -> None:
    said = "".join(message for _, _, message in outcomes.values())
    assert said.count("numba is not installed, so exact runs") == 1


@pytest.mark.parametrize(("quiet", "message"), [(False, "novikoff: it is slow\n"), (True, "")])
def test_a_warning_is_a_sentence_and_with_q_nothing(capsys, quiet, message) -> None:
    with print_warning(quiet):
        warnings.warn("it is slow", Slower, stacklevel=1)
    assert capsys.readouterr().err == message


def test_an_undecided_statement_says_what_was_skipped(outcomes) -> None:
    (line,) = (line for line in PLAIN if line.startswith("prove"))
    assert f"sums of squares and local search; {install('solvers')}\n" in outcomes[line][1]


def test_every_module_is_imported_or_says_what_it_needs(tmp_path) -> None:
    found = json.loads(bare(IMPORT, tmp_path))
    assert len(found) > 400
    problems = {name.removeprefix("novikoff."): kind for name, kind in found.items() if kind}
    assert {name for name, kind in problems.items() if kind == "NotInstalled"} == {"algorithms.estimators", "plugin"}
    others = {name for name, kind in problems.items() if kind != "NotInstalled"}
    assert {name if name in BEHIND else name.partition(".")[0] for name in others} == BEHIND


def product() -> Iterator[str]:
    """The texts of the package that anybody reads."""
    for path in (ROOT / "novikoff").rglob("*"):
        if path.suffix in (".py", ".md", ".html", ".js") and not path.name.startswith("test_"):
            yield path.read_text(encoding="utf-8")


def test_no_other_place_says_how_to_install() -> None:
    """A release or an extra that is named by hand is wrong sooner or later, and zsh refuses brackets."""
    (text,) = (text for text in product() if re.search(r"pip3? install|novikoff\[", text))
    assert "def install(" in text
    pages = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("*.md")}
    assert {name for name, text in pages.items() if re.search(r"novikoff\[|pip install [^'\n]*\[", text)} == set()


def test_the_page_lists_every_extra_with_its_packages() -> None:
    page = (ROOT / "docs" / "how-to" / "install.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([\w-]+)` \| (.*?) \|", page, re.MULTILINE))
    assert rows == {name: ", ".join(packages(name)) for name in EXTRAS if name not in ("dev", "book-test")}
    assert set(re.findall(r"[\w-]+", ",".join(re.findall(r"(?:\.|whl)\[(.*?)\]'", page)))) <= set(EXTRAS)


def packages(extra: str) -> list[str]:
    """Their names."""
    return [re.match(r"[\w-]+", each)[0] for line in EXTRAS[extra] for each in of_others(line)]


def test_every_extra_that_is_named_exists() -> None:
    users = [text for text in product() if "optional_packages import" in text]
    calls = [node for text in users for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    place = {"import_extra": 1, "missing_extra_error": 1, "install": 0}
    given = [call.args[place[call.func.id]] for call in calls
             if isinstance(call.func, ast.Name) and call.func.id in place]
    named = {each.value for each in given if isinstance(each, ast.Constant)}
    assert len(named) > 6
    assert named <= set(EXTRAS)


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_command_has_the_versions_of_the_project(declared, extra) -> None:
    included = [each for line in EXTRAS[extra] for each in of_others(line)]
    assert install(extra).startswith("pip install '")
    assert sorted(shlex.split(install(extra))[2:]) == sorted(set(included))


@pytest.fixture
def declared(monkeypatch) -> Iterator[None]:
    """Metadata as setuptools writes them of pyproject.toml, whatever was installed; it sorts versions."""
    lines = [re.sub("(>=.*),(<.*)", r"\2,\1", each) + f'; extra == "{extra}"'
             for extra in EXTRAS for each in EXTRAS[extra]]
    monkeypatch.setattr(metadata, "requires", lambda name: ["click<9,>=8.1.8", *lines])
    optional_packages._requirements.cache_clear()
    yield
    optional_packages._requirements.cache_clear()


def of_others(line: str) -> list[str]:
    """A requirement, or those of the extras of this project that it names."""
    if not line.startswith("novikoff["):
        return [line]
    return [each for extra in line[9:-1].split(",") for inner in EXTRAS[extra] for each in of_others(inner)]


def test_a_package_is_installed_in_the_versions_of_the_project(declared) -> None:
    assert install("scikit-learn") == f"pip install '{EXTRAS['estimators'][0]}'"
    assert install("no-such-package") == "pip install 'no-such-package'"


def test_a_checkout_that_is_not_installed_is_named_by_its_folder(monkeypatch) -> None:
    def gone(name: str) -> list[str]:
        raise metadata.PackageNotFoundError(name)
    monkeypatch.setattr(metadata, "requires", gone)
    optional_packages._requirements.cache_clear()
    try:
        assert install("plots") == "pip install '.[plots]'"
    finally:
        optional_packages._requirements.cache_clear()


def test_a_package_that_cannot_be_imported_is_named_with_the_reason(tmp_path, monkeypatch) -> None:
    (tmp_path / "broken_package.py").write_text("raise ImportError('it needs NumPy 2.2 or less')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(NotInstalled, match=r"^x needs the extra 'fast' \(it needs NumPy 2\.2 or less\); pip"):
        import_extra("x", "fast", "broken_package")
    assert are_installed("broken_package")
    assert not are_installed("json", "no_such_package")
