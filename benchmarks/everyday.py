"""Time what a user waits for: the everyday loop, audits and short commands, the pytest plugin; and `make test`.

    python benchmarks/everyday.py [--runs N] [--whole] [--tests]

The package is copied, so that a claim can be changed. Every run is a separate process, except with `--watch`. Medians
over the runs are printed; of the plugin, the difference of the least CPU seconds with and without it. `--whole` adds
the page docs/dev/audits.md (`make audits`). `--tests` times only `make test`, and lists the ten most expensive files.
Timings are noisy: compare figures of one run only, on a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.metadata import entry_points
from itertools import chain
from pathlib import Path
from statistics import median

from measuring import Cost, Row, at_least, at_most, cost, show, taken

ROOT = Path(__file__).parents[1]
TARGET = "sklearn.linear_model:Perceptron"
LEAST_CHECKS = 30
RULE = "perceptron:homogeneous"
COMMANDS = {  # wall-clock seconds at most
    f"novikoff audit {TARGET}": (["audit", TARGET, "--json", "-q"], 2.0),
    "novikoff bound, derived": (["bound", "w@w == 1 |- k <= (1 + R**2)*(1 + b**2)/gamma**2", "-q"], 1.0),
    "novikoff bound, refuted": (["bound", "w@w == 1 |- k <= (1 + R**2)/gamma**2", "-q"], 2.0),
    "novikoff worst-case, from 1000": (["worst-case", RULE, "--updates", "4", "--start", "1000"], 5.0),
    "novikoff prove, one line": (["prove", "vec u v |- (u@v)**2 <= (u@u)*(v@v)"], 0.25),
    "novikoff check, one claim": (["check", "smola-mistake-bound", "--fresh"], 1.0),
    "novikoff --help": (["--help"], 0.06),
}
IMPORTS = "import novikoff", "pass"
PAGE = ("make audits: docs/dev/audits.md", [sys.executable, "-m", "metatests.audits_page_writer"], 30.0)
PLUGIN_MILLISECONDS = 20  # at most
TEST_MINUTES = {"clock": 4, "cpu": 8}  # at most
PACKAGE = ROOT / "novikoff"
CLAIMS = "proofs/claims/classifiers/deciding_neighbours.py"  # three small claims that no other claim cites
THEOREMS = 50
HEAD = "from novikoff.theorems import *\n\n"
THEOREM = '''@theorem("a-sum-{n}", title="A sum is not long")
def a_sum_{n}(p):
    """A sum is not long."""
    u, v = p.vectors("u v")
    p.show(conclusion=(u + v) @ (u + v) <= {factor} * (u @ u + v @ v))
    p.conclude()

'''


class Place:
    """A folder with a copy of the package, a cache, and user-defined theorems."""

    def __init__(self, folder: Path) -> None:
        self.package, self.home, self.count = folder / "package" / "novikoff", folder / "home", 2
        shutil.copytree(PACKAGE, self.package, ignore=shutil.ignore_patterns("__pycache__", "test_*"))
        (self.home / "theorems").mkdir(parents=True)
        self.mine, self.many = self.home / "mine.py", self.home / "theorems" / "many.py"
        self.many.write_text(HEAD + "".join(THEOREM.format(n=n, factor=2) for n in range(THEOREMS)))
        self.environment = {k: v for k, v in os.environ.items() if k not in ("CI", "PYTHONDONTWRITEBYTECODE")}
        self.environment |= {"NOVIKOFF_CACHE": str(folder / "cache"), "PYTHONPATH": str(self.package.parent)}
        self.program = [sys.executable, "-m", "novikoff"]

    def run(self, command: Sequence[str]) -> str:
        """Return the output of a command, which has to succeed."""
        done = subprocess.run(command, cwd=self.home, env=self.environment, capture_output=True, text=True, check=True)
        return done.stdout

    def novikoff(self, *arguments: str, said: str = "") -> Callable[[], float]:
        """Return a timed run of the program, whose output must contain `said`."""

        def timed() -> float:
            began = time.perf_counter()
            printed = self.run([*self.program, *arguments])
            seconds = time.perf_counter() - began
            assert said in printed, printed[-500:]
            return seconds

        return timed

    def after(self, change: Callable[[], object], timed: Callable[[], float]) -> Callable[[], float]:
        """Return a timed run after a change."""
        return lambda: (change(), timed())[1]

    def change_claims(self) -> None:
        """Change a file of claims."""
        with (self.package / CLAIMS).open("a", encoding="utf-8") as file:
            file.write("# changed\n")

    def change_theorem(self) -> None:
        """Change the statement of the theorem."""
        self.count += 1
        self.mine.write_text(HEAD + THEOREM.format(n=0, factor=self.count))

    def collected(self) -> float:
        """Return how many seconds longer pytest takes to collect the theorems than to collect nothing."""
        table = f'[tool.novikoff]\ntheorems = ["{self.many.parent.name}"]\n'
        seconds = []
        for text in (table, ""):
            (self.home / "pyproject.toml").write_text(text)
            pytest = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "theorems"]
            began = time.perf_counter()
            printed = subprocess.run(pytest, cwd=self.home, env=self.environment, capture_output=True, text=True).stdout
            seconds.append(time.perf_counter() - began)
            assert printed.count("many.py::") == (THEOREMS if text else 0), printed
        (self.home / "pyproject.toml").unlink()
        return seconds[0] - seconds[1]

    def seen(self, runs: int) -> float:
        """Return the median seconds from a change to its verdict, in a program that watches."""
        self.change_theorem()
        command, seconds = [*self.program, "check", "mine.py", "--watch", "-q"], []
        with subprocess.Popen(command, cwd=self.home, env=self.environment | {"PYTHONUNBUFFERED": "1"}, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as program:
            assert program.stdout is not None
            assert "1 proved" in program.stdout.readline()
            for _ in range(runs):
                began = time.perf_counter()
                self.change_theorem()
                assert "1 proved" in program.stdout.readline()
                seconds.append(time.perf_counter() - began)
            program.terminate()
        return median(seconds)


def loop(runs: int) -> Iterator[Row]:
    """Yield the lines of the everyday loop."""
    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder))
        place.novikoff("check", "-q")()  # fills the caches of byte code and verdicts
        everything = place.novikoff("check", said=" unchanged")
        place.change_theorem()
        mine = place.novikoff("check", "mine.py", said="1 proved")
        measures = {
            "check, nothing changed": (everything, 1.0),
            "check, one file of claims changed": (place.after(place.change_claims, everything), 1.5),
            "check of a user's theorem, unchanged": (mine, 1.5),
            "the same, changed": (place.after(place.change_theorem, mine), 1.5),
            f"pytest collects {THEOREMS} theorems, more": (place.collected, 2.0),
            "novikoff --help": (place.novikoff("--help"), 0.3),
        }
        for what, (timed, most) in measures.items():
            yield at_most(what, median(timed() for _ in range(runs)), most)
        yield at_most("from saving a file to its verdict, --watch", place.seen(runs), 1.0)


def in_an_empty_folder(arguments: Sequence[str]) -> Cost:
    """Return the cost of a run of the program in an empty folder; status 1, a refutation, is accepted."""
    with tempfile.TemporaryDirectory() as folder:
        run = f'{sys.executable} -m novikoff "$@"; test $? -le 1'
        return cost(["sh", "-c", run, "sh", *arguments], folder=folder)


def commands(runs: int, whole: bool) -> Iterator[Row]:
    """Yield the wall-clock times of audits and short commands, without failures stored by earlier runs."""
    for name, (arguments, most) in COMMANDS.items():
        found = taken(partial(in_an_empty_folder, arguments), runs)
        yield at_most(name, found.clock, most, digits=3)
        yield Row("  of the processors", f"{found.cpu:.3f} s")
        if arguments[0] == "audit":
            yield at_least("  checks", json.loads(found.printed)["summary"]["checks"], LEAST_CHECKS, "checks", 0)
    with_it, without = (median(cost([sys.executable, "-c", each]).cpu for _ in range(4 * runs)) for each in IMPORTS)
    yield at_most("import novikoff", with_it - without, 0.03, digits=3)
    if whole:
        name, command, most = PAGE
        found = cost(command)
        yield at_most(name, found.clock, most, digits=1)
        yield Row("  of the processors", f"{found.cpu:.1f} s")


def plugin(runs: int) -> Iterator[Row]:
    """Yield the cost of the pytest plugin for a run that does not use it: a project with one empty test."""

    def pytest(*options: str) -> float:
        return cost([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options], folder=folder).cpu

    loaded = any(point.value == "novikoff.plugin" for point in entry_points(group="pytest11"))
    with_it: tuple[str, ...] = () if loaded else ("-p", "novikoff.plugin")
    without: tuple[str, ...] = ("-p", "no:novikoff") if loaded else ()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "test_nothing.py").write_text("def test_nothing():\n    pass\n")
        pytest(*with_it)  # byte code is compiled
        pairs = [(pytest(*with_it), pytest(*without)) for _ in range(6 * runs)]
    milliseconds = 1000 * (min(a for a, _ in pairs) - min(b for _, b in pairs))
    yield at_most("extra CPU time of pytest with the plugin", milliseconds, PLUGIN_MILLISECONDS, "ms", 1)


def tests() -> Iterator[Row]:
    """Yield the times of `make test`, and from pytest's report the most expensive files. Workers share the files."""
    report = ROOT / "build" / "benchmarks" / "tests.xml"
    report.parent.mkdir(parents=True, exist_ok=True)
    found = cost(["make", "test", f"REPORT=--junitxml={report}"], folder=ROOT)
    files = defaultdict[str, float](float)
    for name, most in TEST_MINUTES.items():
        yield at_most(f"make test, {name}", getattr(found, name) / 60, most, "min", 1)
    for case in ET.parse(report).iter("testcase"):  # the name of a class follows the name of its file
        names = case.get("classname", "").split(".")
        last = max(n for n, name in enumerate(names) if n == 0 or name.startswith("test_"))
        cpu = (float(p.get("value", 0)) for p in case.iter("property") if p.get("name") == "cpu")
        files["/".join(names[: last + 1])] += sum(cpu)
    for name, seconds in sorted(files.items(), key=lambda each: -each[1])[:10]:
        yield Row(f"  {name}", f"{seconds:.1f} CPU s")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="runs of which the median is taken (default 5)")
    parser.add_argument("--whole", action="store_true", help="the whole page of audits, too")
    parser.add_argument("--tests", action="store_true", help="make test, and nothing else")
    given = parser.parse_args()
    if given.tests:
        return show(tests())
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    return show(chain(loop(given.runs), commands(given.runs, given.whole), plugin(given.runs)))


if __name__ == "__main__":
    sys.exit(main())
