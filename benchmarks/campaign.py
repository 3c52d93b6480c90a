"""Times campaigns: exact datasets per second on one core and on two, for the bounds of the documents.

    python benchmarks/campaign.py [--blocks N] [--runs N]

One process and two take turns, and do the blocks as a campaign does. By the clock, other programs on the machine
disturb it, so leave it alone; the CPU seconds, of all processes, say what two free cores can do at most. Each line
names a measure, the figure, what it is to reach, and whether it does. What precedes the processes (imports, the
compiler) is not counted, their start is.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from statistics import median
from time import perf_counter

from measuring import Row, at_least, show

from novikoff.algorithms.processes import computed
from novikoff.commands.bound import runs_of
from novikoff.properties.bulk import BLOCK, Shape
from novikoff.properties.campaign import Campaign, counted, workers

BOUNDS = (
    ("w@w == 1 |- k <= (1 + R**2)*(1 + b**2)/gamma**2", "perceptron"),
    ("k <= 2*R**2*(w@w + b**2/R**2)/gamma**2", "perceptron:R2"),
    ("w@w == 1 |- k <= D**2/gamma**2", "perceptron:homogeneous"),
)


def measured(task: Campaign, jobs: int, blocks: int) -> tuple[float, float]:
    """Seconds by the clock, and CPU seconds of all processes, for so many blocks."""
    began, used = perf_counter(), computed()
    with workers("processes", jobs, None) as each:
        assert len(list(each(task, [(i, BLOCK) for i in range(blocks)]))) == blocks
    return perf_counter() - began, computed() - used


def compared(task: Campaign, blocks: int, runs: int) -> Iterator[Row]:
    """The lines of one bound."""
    tally = counted(task, 0, BLOCK)  # compiled
    pairs = [[measured(task, jobs, blocks) for jobs in (1, 2)] for _ in range(runs)]
    done = blocks * BLOCK / 1e6
    (one, one_cpu), (two, two_cpu) = ([median(column) for column in zip(*side, strict=True)]
                                      for side in zip(*pairs, strict=True))  # fmt: skip
    yield Row(f"{task.algorithm}, n ≤ 8, d ≤ 3, updates each", f"{tally.updates / tally.compared:.1f}")
    yield Row("  one process", f"{done / one:.2f} million/s")
    yield at_least("  two processes", done / two, 15, "million/s")
    yield at_least("  two against one", one / two, 1.9, "×")
    yield Row("  one process, per CPU second", f"{done / one_cpu:.2f} million")
    yield Row("  two processes, per two CPU seconds", f"{2 * done / two_cpu:.2f} million")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--blocks", type=int, default=64, help=f"blocks of {BLOCK} datasets in each measurement")
    parser.add_argument("--runs", type=int, default=5, help="repetitions")
    given = parser.parse_args()
    tasks = (Campaign(bound, name, runs_of(name)["bias_step"], "mistake", 0, *Shape()) for bound, name in BOUNDS)
    return show(row for task in tasks for row in compared(task, given.blocks, given.runs))


if __name__ == "__main__":
    sys.exit(main())
