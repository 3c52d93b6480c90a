"""Measures how time and memory grow: with examples, features, non-zeros, updates, claims, datasets and processes.

    python benchmarks/growth.py [--runs N] [--plots FOLDER] [-k WORD]

Each line gives the exponent p of the power law size^p that fits best between the two largest sizes and over all, in
CPU seconds and in bytes at the peak. All sizes of an axis take turns, and the median counts. `growth.svg` shows the
points. The last lines compare one, two and four processes of a campaign with a simulation, and say what it gives for
up to 1000 cores.

The simulation assumes: every core is as fast as the one measured and has its memory for itself; blocks take the
seconds measured here, in random order; processes start one after the other; one process receives all results, and
needs for each block what it needed here. It knows nothing of a network.
"""

from __future__ import annotations

import argparse
import heapq
import math
import os
import random
import sys
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

import numpy as np
from engine import figure, noisy, steady
from matplotlib import rc_context
from measuring import PROGRAM, Row, at_most, show
from separating import examples
from threadpoolctl import threadpool_limits

from novikoff.algorithms import fast_perceptron
from novikoff.algorithms.sparse_rows import SparseRows
from novikoff.algorithms.svm import hard_margin
from novikoff.api.claimed_bound_checks import resolve_runs
from novikoff.proofs.search.citation_graph import in_order
from novikoff.proofs.statements.registry import claims
from novikoff.properties.campaign import Campaign, count_block, workers
from novikoff.properties.compiled_campaign import BLOCK, Shape

BOUND, RULE = "w@w == 1 |- k <= (1 + R**2)*(1 + b**2)/gamma**2", "perceptron"
CORES = (1, 2, 4, 16, 64, 256, 1000)


class Use(NamedTuple):
    """CPU seconds, and bytes at the peak."""

    seconds: float
    memory: float


def of_function(work: Callable[[], Any]) -> Use:
    """Return what a call takes; its memory is measured in a second call, which is slower.

    With two threads, the CPU seconds of a large matrix product would include a thread that waits.
    """
    with threadpool_limits(1):
        began = process_time()
        work()
        seconds = process_time() - began
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return Use(seconds, peak)


def of_command(*arguments: str) -> Use:
    """Return the CPU seconds of a command. Linux counts the memory of this program as its own, so that is left out."""
    with open(os.devnull, "w") as nowhere:
        child = os.posix_spawnp(PROGRAM[0], [*PROGRAM, *arguments], os.environ,
                                file_actions=[(os.POSIX_SPAWN_DUP2, nowhere.fileno(), 1)])
        _, status, used = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status):
        raise RuntimeError(f"novikoff {' '.join(arguments)} ended with {os.waitstatus_to_exitcode(status)}")
    return Use(used.ru_utime + used.ru_stime, math.nan)


def run_sparse(nonzeros: int) -> Callable[[], Any]:
    """Return a run of ten passes over 2000 examples of 47 000 features with so many non-zeros each."""
    draw = np.random.default_rng(0)
    n, d = 2000, 47_000
    columns = np.concatenate([np.sort(draw.choice(d, nonzeros, replace=False)) for _ in range(n)])
    X = SparseRows(np.arange(n + 1) * nonzeros, columns, draw.integers(1, 100_000, n * nonzeros), 100_000, d)
    order = np.tile(np.arange(n), 10)
    return partial(fast_perceptron.run, X, draw.choice([-1, 1], n).tolist(), order=order)


def replay(count: int) -> Callable[[], Use]:
    """Return a replay of so many claims, each after those that it cites."""
    chosen = in_order(claims())[:count]
    return lambda: of_command("check", "--replay", "-q", *chosen)


def run(X: Any, y: Any, updates: int) -> Callable[[], Any]:
    return partial(fast_perceptron.run, X, y, max_updates=updates)


# What grows: its sizes, and for each size what is done.
AXES: dict[str, tuple[Sequence[int], Callable[[int], Callable[[], Any]]]] = {
    "examples of a run": ((10_000, 100_000, 1_000_000), lambda n: run(*steady(n, 20), 400)),
    "features of a run": ((20, 80, 320, 1280), lambda d: run(*steady(200, d), 20_000)),
    "non-zeros of a sparse run": ((10, 30, 100, 300), run_sparse),
    "updates of a run": ((10_000, 100_000, 1_000_000), lambda k: run(*noisy(1000, 20), k)),
    "examples with a margin": ((1000, 10_000, 100_000), lambda n: partial(hard_margin, *examples(n, 0))),
    "claims of a replay": ((100, 300, len(claims())), replay),
}


def measure(name: str, runs: int) -> tuple[Sequence[int], list[Use]]:
    """Return the sizes of an axis and the median use of each; all sizes take turns."""
    sizes, work_of = AXES[name]
    works = [work_of(size) for size in sizes]
    take = (lambda work: work()) if name == "claims of a replay" else of_function
    take(works[0])  # compiled and imported
    rounds = [[take(work) for work in works] for _ in range(runs)]
    return sizes, [Use(*map(median, zip(*column, strict=True))) for column in zip(*rounds, strict=True)]


def exponent(sizes: Sequence[int], values: Sequence[float]) -> float:
    """Return p of the power law size^p that fits best in logarithms.

    >>> round(exponent([1, 10, 100], [2, 200, 20000]), 6)
    2.0
    """
    return float(np.polyfit(np.log(sizes), np.log(values), 1)[0])


def grow(name: str, runs: int, panels: list[tuple[str, Sequence[int], list[Use]]]) -> Iterator[Row]:
    """Yield the lines of one axis."""
    sizes, used = measure(name, runs)
    panels.append((name, sizes, used))
    seconds, memory = zip(*used, strict=True)
    yield Row(f"{name}, {sizes[0]} to {sizes[-1]}", f"{seconds[0]:.3g} to {seconds[-1]:.3g} s")
    yield at_most("  exponent of time between the two largest", exponent(sizes[-2:], seconds[-2:]), 1.15, "")
    yield Row("  exponent of time over all", f"{exponent(sizes, seconds):.2f}")
    if not math.isnan(memory[0]):
        yield Row("  memory", f"{memory[0] / 1e6:.1f} to {memory[-1] / 1e6:.1f} MB")
        yield Row("  exponent of memory between the two largest", f"{exponent(sizes[-2:], memory[-2:]):.2f}")


def draw(file: Path, panels: list[tuple[str, Sequence[int], list[Use]]]) -> None:
    """Draw time and memory of each axis, beside a line of slope 1."""
    drawing, _ = figure()
    drawing.clear()
    drawing.set_size_inches(4 * len(panels), 6)
    for column, (name, sizes, used) in enumerate(panels):
        for row, (unit, values) in enumerate(zip(("CPU seconds", "bytes"), zip(*used, strict=True), strict=True)):
            if math.isnan(values[0]):
                continue
            axes = drawing.add_subplot(2, len(panels), 1 + column + row * len(panels))
            axes.loglog(sizes, values, "o-")
            axes.loglog(sizes, [values[-1] * size / sizes[-1] for size in sizes], "k:", linewidth=1)
            axes.set(xlabel=name, ylabel=unit if column == 0 else "")
            axes.minorticks_off()
    with rc_context({"svg.fonttype": "none"}):  # letters, and not their shapes
        drawing.savefig(file)


# ------------------------------------------------------------------------------------------ processes


class Model(NamedTuple):
    """What a simulation of a campaign is made of, in seconds."""

    block: float  # one process on one block
    start: float  # from one process to the next, at the beginning
    receive: float  # the program, for each result

    def clock(self, processes: int, blocks: int, seed: int = 0) -> float:
        """Return the seconds of a simulated campaign; a process on a block takes up to a tenth more or less.

        >>> round(Model(1.0, 0.0, 0.0).clock(2, 2000) / 1000, 2), Model(1.0, 0.0, 0.1).clock(1000, 2000) >= 200
        (1.0, True)
        """
        draw = random.Random(seed)
        free = [self.start * (1 + k) for k in range(processes)]
        received = 0.0
        for _ in range(blocks):
            done = heapq.heappop(free) + self.block * draw.uniform(0.9, 1.1)
            heapq.heappush(free, done)
            received = max(received, done) + self.receive
        return received


def campaign(processes: int, blocks: int) -> tuple[float, float, float]:
    """Return the wall-clock seconds of so many processes, those of the processors, and those of the program itself."""
    task = Campaign(BOUND, RULE, resolve_runs(RULE)["bias_step"], "mistake", 0, *Shape())
    count_block(task, 0, BLOCK)  # compiled
    began, own, before = perf_counter(), process_time(), os.times()
    with workers("processes", processes, None, task) as each:
        assert len(list(each(task, [(k, BLOCK) for k in range(blocks)]))) == blocks
    own, after = process_time() - own, os.times()
    return perf_counter() - began, own + sum(after[2:4]) - sum(before[2:4]), own


def processes(runs: int, blocks: int = 64) -> Iterator[Row]:
    """Yield the lines of one, two and four processes on this machine, and of the simulation."""
    found = {n: [campaign(n, blocks) for _ in range(runs)] for n in (1, 2, 4)}
    clock = {n: median(each[0] for each in rounds) for n, rounds in found.items()}
    block = median(each[1] for each in found[1]) / blocks
    receive = median(each[2] for each in found[2]) / blocks
    start = max(median(each[0] for each in (campaign(2, 2) for _ in range(runs))) - block, 0) / 2
    model = Model(block, start, receive)
    yield Row("a block of a campaign", f"{block * 1e3:.1f} ms")
    yield Row("  start of a process", f"{start * 1e3:.1f} ms")
    yield Row("  the program, for each result", f"{receive * 1e3:.2f} ms")
    for n in (1, 2, 4):
        shared = min(n, len(os.sched_getaffinity(0)))
        yield Row(f"  {n} processes, {blocks} blocks: measured, simulated for {shared} cores",
                  f"{clock[n]:.2f} s, {model.clock(shared, blocks):.2f} s")
    many = 100_000
    for cores in CORES:
        seconds = model.clock(cores, many)
        yield Row(f"  simulated: {cores} cores, {many} blocks", f"{model.clock(1, many) / seconds:.0f} × one core")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="repetitions of each measurement (default 5)")
    parser.add_argument("--plots", type=Path, default=Path("build/benchmarks"), help="where the SVG file goes")
    parser.add_argument("-k", default="", metavar="WORD", help=f"only what is named so: {', '.join(AXES)}, processes")
    given = parser.parse_args()
    given.plots.mkdir(parents=True, exist_ok=True)
    panels: list[tuple[str, Sequence[int], list[Use]]] = []
    missed = show(row for name in AXES if given.k in name for row in grow(name, given.runs, panels))
    if given.k in "processes":
        show(processes(given.runs))
    if panels:
        draw(given.plots / "growth.svg", panels)
        print(f"plot: {(given.plots / 'growth.svg').resolve()}")
    return missed


if __name__ == "__main__":
    sys.exit(main())
