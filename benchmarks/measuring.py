"""Shared by the benchmarks: the cost of a command, and the printing of figures with their targets.

Main definitions:
    Row, show            a line: measure, figure, target, whether it is reached; print lines and return the exit status
    at_most, at_least    the line of a figure with an upper or lower target
    Cost, cost           wall-clock seconds and CPU seconds of a command with all its child processes
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
    """One line of a table; `reached` is None without a target."""

    measure: str
    figure: str
    target: str = ""
    reached: bool | None = None

    def __str__(self) -> str:
        target = f"to reach {self.target}" if self.target else ""
        return f"{self.measure:64} {self.figure:>20}   {target:26} {MARKS[self.reached]}".rstrip()


def at_most(measure: str, figure: float, most: float, unit: str = "s", digits: int = 2) -> Row:
    """Return the line of a figure with an upper target."""
    return Row(measure, f"{figure:.{digits}f} {unit}", f"<= {most:g} {unit}", figure <= most)


def at_least(measure: str, figure: float, least: float, unit: str, digits: int = 2) -> Row:
    """Return the line of a figure with a lower target."""
    return Row(measure, f"{figure:.{digits}f} {unit}", f">= {least:g} {unit}", figure >= least)


def show(rows: Iterable[Row]) -> int:
    """Print the rows as they come; return 1 if a target is missed, else 0."""
    missed = False
    for row in rows:
        print(row, flush=True)
        missed |= row.reached is False
    return int(missed)


class Cost(NamedTuple):
    """Wall-clock seconds, and CPU seconds of the process and all its finished child processes."""

    clock: float
    cpu: float
    printed: str = ""


def cost(
    command: Sequence[str], *, folder: str | os.PathLike[str] = ".", environment: Mapping[str, str] | None = None,
    status: int = 0,
) -> Cost:
    """Return the cost of a command; raise CalledProcessError if it ends with another status."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    clock, after = perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != status:
        raise subprocess.CalledProcessError(done.returncode, command, done.stdout, done.stderr)
    return Cost(clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout)


def taken(work: Callable[[], Cost], runs: int) -> Cost:
    """Return the median seconds of several runs, and the output of the last one."""
    found = [work() for _ in range(runs)]
    return Cost(median(c.clock for c in found), median(c.cpu for c in found), found[-1].printed)
