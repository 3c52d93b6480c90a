"""Times the everyday loop by the clock: what has not changed, what has, and what waits for a change.

    python benchmarks/everyday.py [--runs N]

The package is copied, so that a claim of it can be changed, and every run is a process of its own but the one that
watches. Medians over the runs are printed. Timings are noisy: compare figures of one run only, on a machine that does
nothing else.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from measuring import at_most, show

PACKAGE = Path(__file__).parents[1] / "novikoff"
CLAIMS = "proofs/claims/classifiers/nearest_neighbours.py"  # three small ones that no other claim cites
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
    """A folder with a copy of the package, a cache, and theorems of somebody's own."""

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
        """What a command prints; it has to succeed."""
        done = subprocess.run(command, cwd=self.home, env=self.environment, capture_output=True, text=True, check=True)
        return done.stdout

    def novikoff(self, *arguments: str, said: str = "") -> Callable[[], float]:
        """A run of the program, which says this at its end."""

        def timed() -> float:
            began = time.perf_counter()
            printed = self.run([*self.program, *arguments])
            seconds = time.perf_counter() - began
            assert said in printed, printed[-500:]
            return seconds

        return timed

    def after(self, change: Callable[[], object], timed: Callable[[], float]) -> Callable[[], float]:
        """A run after a change."""
        return lambda: (change(), timed())[1]

    def change_claims(self) -> None:
        """A file of claims is another one."""
        with (self.package / CLAIMS).open("a", encoding="utf-8") as file:
            file.write("# changed\n")

    def change_theorem(self) -> None:
        """The statement of the theorem is another one."""
        self.count += 1
        self.mine.write_text(HEAD + THEOREM.format(n=0, factor=self.count))

    def collected(self) -> float:
        """Seconds that pytest takes longer to collect the theorems than to collect nothing."""
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
        """The median of the seconds from a change to its verdict, in a program that watches."""
        self.change_theorem()
        command, seconds = [*self.program, "check", "mine.py", "--watch", "-q"], []
        with subprocess.Popen(command, cwd=self.home, env=self.environment | {"PYTHONUNBUFFERED": "1"}, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as program:  # fmt: skip
            assert program.stdout is not None
            assert "1 proved" in program.stdout.readline()
            for _ in range(runs):
                began = time.perf_counter()
                self.change_theorem()
                assert "1 proved" in program.stdout.readline()
                seconds.append(time.perf_counter() - began)
            program.terminate()
        return median(seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="runs of which the median is taken (default 5)")
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder))
        place.novikoff("check", "-q")()  # what is compiled, and what is kept
        everything = place.novikoff("check", said=" unchanged")
        place.change_theorem()
        mine = place.novikoff("check", "mine.py", said="1 proved")
        measures = {
            "check, nothing changed": (everything, 1.0),
            "check, one file of claims changed": (place.after(place.change_claims, everything), 1.5),
            "check of a theorem of one's own, unchanged": (mine, 1.5),
            "the same, changed": (place.after(place.change_theorem, mine), 1.5),
            f"pytest collects {THEOREMS} theorems, more": (place.collected, 2.0),
            "novikoff --help": (place.novikoff("--help"), 0.3),
        }
        found = {what: (median(timed() for _ in range(runs)), most) for what, (timed, most) in measures.items()}
        found["from saving a file to its verdict, --watch"] = place.seen(runs), 1.0
    return show(at_most(what, seconds, most) for what, (seconds, most) in found.items())


if __name__ == "__main__":
    sys.exit(main())
