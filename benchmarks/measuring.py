"""What the benchmarks share: a command and what it costs, and the one way to print what is to be reached and whether it
was.

Main definitions:
    Row, show            a line: measure, figure, what is to be reached, whether it is; the exit status of several
    at_most, at_least    the line of a figure that is to be no larger, or no smaller
    Cost, cost           wall-clock seconds and of the processors, of a command with all that it starts
    taken                the median cost of several runs
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median
from time import perf_counter
from typing import NamedTuple

PROGRAM = (sys.executable, "-m", "novikoff")
MARKS = {None: "", True: "reached", False: "MISSED"}


class Row(NamedTuple):
    """One line of a table; `reached` is None where nothing is promised."""

    measure: str
    figure: str
    target: str = ""
    reached: bool | None = None

    def __str__(self) -> str:
        """The line."""
        target = f"to reach {self.target}" if self.target else ""
        return f"{self.measure:64} {self.figure:>20}   {target:26} {MARKS[self.reached]}".rstrip()


def at_most(measure: str, figure: float, most: float, unit: str = "s", digits: int = 2) -> Row:
    """A figure that is to be no larger."""
    return Row(measure, f"{figure:.{digits}f} {unit}", f"<= {most:g} {unit}", figure <= most)


def at_least(measure: str, figure: float, least: float, unit: str, digits: int = 2) -> Row:
    """A figure that is to be no smaller."""
    return Row(measure, f"{figure:.{digits}f} {unit}", f">= {least:g} {unit}", figure >= least)


def show(rows: Iterable[Row]) -> int:
    """Print the rows as they come; 1 if something is missed, else 0."""
    missed = False
    for row in rows:
        print(row, flush=True)
        missed |= row.reached is False
    return int(missed)


class Cost(NamedTuple):
    """Wall-clock seconds, and of the processors in the process and all that it has started and waited for."""

    clock: float
    cpu: float
    printed: str = ""


def cost(
    command: Sequence[str], *, folder: str | os.PathLike[str] = ".", environment: Mapping[str, str] | None = None,
    status: int = 0,
) -> Cost:  # fmt: skip
    """What a command takes; CalledProcessError if it ends with another status."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    clock, after = perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != status:
        raise subprocess.CalledProcessError(done.returncode, command, done.stdout, done.stderr)
    return Cost(clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout)


def taken(work: Callable[[], Cost], runs: int) -> Cost:
    """The median seconds of several runs, and what the last has printed."""
    found = [work() for _ in range(runs)]
    return Cost(median(c.clock for c in found), median(c.cpu for c in found), found[-1].printed)
