"""Times campaigns: exact datasets per second on one core and on two, for the bounds of the documents.

    python benchmarks/campaign.py [--blocks N] [--runs N]

One process on the first core, one on the second, and one on each core take turns, and process blocks as a campaign
does. Other programs disturb wall-clock times, so leave the machine alone. Two cores are often slower than one alone,
because they share caches and heat: the same work then takes more CPU seconds, which no program can change. So the last
line compares two processes with one as if the CPU seconds were equal. Each line has a measure, the figure, the target,
and whether it is reached. The start of processes is counted; imports and compilation before it are not.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from operator import mul
from statistics import mean, median
from time import perf_counter

from measuring import Row, at_least, show

from novikoff.algorithms.processes import cpu_seconds
from novikoff.api.claimed_bound_checks import resolve_runs
from novikoff.properties.campaign import Campaign, count_block, workers
from novikoff.properties.compiled_campaign import BLOCK, Shape

BOUNDS = (
    ("w@w == 1 |- k <= (1 + R**2)*(1 + b**2)/gamma**2", "perceptron"),
    ("k <= 2*R**2*(w@w + b**2/R**2)/gamma**2", "perceptron:R2"),
    ("w@w == 1 |- k <= D**2/gamma**2", "perceptron:homogeneous"),
)
Times = tuple[float, float]  # wall-clock seconds, and CPU seconds


def measure(task: Campaign, cores: set[int], blocks: int) -> Times:
    """Return wall-clock seconds, and CPU seconds of all processes, for `blocks` blocks, with one process per core."""
    known = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)  # inherited by the processes
    try:
        began, used = perf_counter(), cpu_seconds()
        with workers("processes", len(cores), None, task) as each:
            assert len(list(each(task, [(i, BLOCK) for i in range(blocks)]))) == blocks
        return perf_counter() - began, cpu_seconds() - used
    finally:
        os.sched_setaffinity(0, known)


def compare_bound(task: Campaign, blocks: int, runs: int) -> Iterator[Row]:
    """Yield the lines of one bound."""
    tally = count_block(task, 0, BLOCK)  # compiled
    first, second = sorted(os.sched_getaffinity(0))[:2]
    rounds = [[measure(task, cores, blocks) for cores in ({first}, {second}, {first, second})] for _ in range(runs)]
    ones, twos, gains, costs = zip(*(compare_round(blocks * BLOCK / 1e6, *each) for each in rounds), strict=True)
    yield Row(f"{task.algorithm}, n ≤ 8, d ≤ 3, updates each", f"{tally.updates / tally.compared:.1f}")
    yield Row("  one process", f"{median(ones):.2f} million/s")
    yield at_least("  two processes", median(twos), 15, "million/s")
    yield Row("  two against one", f"{median(gains):.2f} ×")
    yield Row("  CPU seconds of the same work, two against one", f"{median(costs):.2f} ×")
    yield at_least("  two against one, if these were the same", median(map(mul, gains, costs)), 1.9, "×")


def compare_round(work: float, first: Times, second: Times, both: Times) -> tuple[float, float, float, float]:
    """Return the rates of one process and of two, their quotient, and the quotient of their CPU seconds."""
    one, two = mean(work / clock for clock, _ in (first, second)), work / both[0]
    return one, two, two / one, both[1] / mean(cpu for _, cpu in (first, second))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--blocks", type=int, default=64, help=f"blocks of {BLOCK} datasets in each measurement")
    parser.add_argument("--runs", type=int, default=5, help="repetitions")
    given = parser.parse_args()
    tasks = (Campaign(bound, name, resolve_runs(name)["bias_step"], "mistake", 0, *Shape()) for bound, name in BOUNDS)
    return show(row for task in tasks for row in compare_bound(task, given.blocks, given.runs))


if __name__ == "__main__":
    sys.exit(main())
