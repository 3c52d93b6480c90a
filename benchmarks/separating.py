"""Time exact answers about many examples: the bracket of the best margin, or the proof that none separates.

    python benchmarks/separating.py [--rows 88000] [--runs 5] [--plots FOLDER]

Separable examples keep a distance from a random hyperplane; inseparable ones have noise. `LinearSVC`, `SVC` and HiGHS
alone run on the same examples, in turn with the exact answers. The table also compares their V = ‖w‖² under y(⟨w, x⟩ +
b) ≥ 1, each with the best bias for its w, with the least V, which the exact answer proves. The last lines time whole
commands, from the file to the written certificate. Plots of time and gap against the number of examples go to the
folder. Ends with status 1 if something is missed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

import numpy as np
from engine import figure
from measuring import PROGRAM, Row, at_most, cost, show, taken
from scipy.optimize import linprog
from scipy.sparse import csr_array, hstack, issparse
from sklearn.svm import SVC, LinearSVC

from novikoff.algorithms.separability import separate
from novikoff.algorithms.svm import hard_margin

DIMENSION = 20
SIZES = (1_000, 4_000, 16_000, 88_000)
BRACKET, INSEPARABLE = 8, 10  # wall-clock seconds for 88 000 examples
EXACT, NONE, HIGHS = "exact bracket of the best margin", "proof that none separates", "HiGHS alone"
SEPARATOR, WIDE = "separator", 5  # CPU seconds


def examples(n: int, noise: float) -> tuple[Any, Any]:
    """Return n examples with four decimals: without noise at least 1/2 from the plane times ‖w‖, with noise partly on
    the wrong side.
    """
    random = np.random.default_rng(1)
    w = random.normal(size=DIMENSION)
    X = np.round(random.normal(size=(2 * n, DIMENSION)), 4)
    X = X[(abs(X @ w) > 0.5) | (noise > 0)][:n]
    return X, np.where(X @ w + noise * random.normal(size=n) > 0, 1, -1)


def by_highs(X: Any, y: Any) -> Any:
    """Return w of a separator by the linear program of all examples, or None for the answer no."""
    n, d = X.shape
    ones = np.ones((n, 1))
    if issparse(X):
        A = hstack([-X.multiply(y[:, None]), -ones * y[:, None], ones]).tocsc()
    else:
        A = np.hstack([-X * y[:, None], -ones * y[:, None], ones])
    bounds = [(-1, 1)] * (d + 1) + [(None, None)]
    found = linprog(np.append(np.zeros(d + 1), -1.0), A, np.zeros(n), bounds=bounds)
    return found.x[:d] if found.x[-1] > 0 else None


def of_margin(X: Any, y: Any) -> dict[str, Callable[[], Any]]:
    """Return functions that find w for separable examples; the exact one returns the bracket."""
    return {
        EXACT: partial(hard_margin, X, y),
        "SVC(C=1e10)": lambda: SVC(kernel="linear", C=1e10).fit(X, y).coef_[0],
        "LinearSVC(C=1e6)": lambda: LinearSVC(C=1e6, dual=False).fit(X, y).coef_[0],
        HIGHS: partial(by_highs, X, y),
    }


class Found(NamedTuple):
    """Median wall-clock seconds and CPU seconds, and the last result."""

    clock: float
    cpu: float
    result: Any


def in_turn(works: dict[str, Callable[[], Any]], runs: int) -> dict[str, Found]:
    """Return the cost and result of each; all take turns."""
    rounds = [{name: once(work) for name, work in works.items()} for _ in range(runs)]
    return {name: Found(median(r[name].clock for r in rounds), median(r[name].cpu for r in rounds), last.result)
            for name, last in rounds[-1].items()}


def once(work: Callable[[], Any]) -> Found:
    clock, cpu = perf_counter(), process_time()
    result = work()
    return Found(perf_counter() - clock, process_time() - cpu, result)


def gap(w: Any, X: Any, y: Any, least: float) -> float:
    """Return V/least − 1 for the w of a float solver with its best bias; infinity if w separates nothing."""
    scores = X @ w
    width = scores[y > 0].min() - scores[y < 0].max()
    return float(4 * (w @ w) / width**2 / least - 1) if width > 0 else np.inf


def growth(sizes: tuple[int, ...], runs: int, plots: Path) -> Iterator[Row]:
    """Yield the lines of the largest size, and plot all sizes."""
    times, gaps = [], []
    for n in sizes:
        X, y = examples(n, 0)
        found = in_turn(of_margin(X, y), runs)
        machine = found[EXACT].result
        assert machine.optimal
        least = float(2 * machine.lower)
        gaps.append({name: gap(one.result, X, y, least) for name, one in found.items() if name != EXACT})
        X, y = examples(n, 1.5)
        refuted = in_turn({NONE: partial(separate, X, y), f"{HIGHS}, no": partial(by_highs, X, y)}, runs)
        assert not refuted[NONE].result.separable
        times.append({name: one.cpu for name, one in (found | refuted).items()})
    for ours, limit, group in ((EXACT, BRACKET, found), (NONE, INSEPARABLE, refuted)):
        yield at_most(f"{ours}, {n} × {DIMENSION}", group[ours].clock, limit)
        for name, one in group.items():
            off = f", V off by {gaps[-1][name]:.1g}" if name in gaps[-1] else ""
            yield Row(f"  {name}{off}", f"{one.cpu:.2f} CPU s, {one.cpu / group[ours].cpu:.2f} ×")
    draw(plots / "separating_time.svg", sizes, times, "CPU seconds")
    draw(plots / "separating_gap.svg", sizes, [one | {EXACT: 0} for one in gaps], "V over the proved least, less 1")


def wide(runs: int) -> Iterator[Row]:
    """Yield the lines of more features than examples: 1000 × 5000 with 25 non-zeros a row, in SciPy's CSR."""
    n, d, entries = 1000, 5000, 25
    random = np.random.default_rng(1)
    columns = np.concatenate([np.sort(random.choice(d, entries, replace=False)) for _ in range(n)])
    X = csr_array((random.integers(1, 100, n * entries).astype(float), columns, np.arange(n + 1) * entries), (n, d))
    y = random.choice([-1, 1], n)
    works: dict[str, Callable[[], Any]] = {
        SEPARATOR: partial(separate, X, y),
        EXACT: partial(hard_margin, X, y),
        HIGHS: partial(by_highs, X, y),
    }
    found = in_turn(works, runs)
    assert found[SEPARATOR].result.separable
    for name in (SEPARATOR, EXACT):
        yield at_most(f"{name}, {n} × {d} sparse", found[name].cpu, WIDE, "CPU s")
        yield at_most("  over HiGHS alone", found[name].cpu / found[HIGHS].cpu, 3, "×")


def draw(file: Path, sizes: tuple[int, ...], columns: list[dict[str, float]], title: str) -> None:
    """Plot each name's values against the number of examples; 0 is at the bottom."""
    drawing, axes = figure()
    for name in columns[0]:
        axes.plot(sizes, [max(column[name], 1e-16) for column in columns], "o-", label=name)
    axes.set(xlabel=f"examples, of {DIMENSION} features", ylabel=title)
    axes.legend(fontsize="small")
    drawing.savefig(file)


def whole(n: int, runs: int) -> Iterator[Row]:
    """Yield the times of `novikoff separate` from a file to the certificate; the status is 1 if nothing separates."""
    command = (*PROGRAM, "separate", "data.csv", "--certificate", "c.json")
    for status, limit in ((0, BRACKET), (1, INSEPARABLE)):
        with tempfile.TemporaryDirectory() as folder:
            X, y = examples(n, 1.5 * status)
            header = ",".join([*(f"f{k}" for k in range(DIMENSION)), "label"])
            forms = [*["%.4f"] * DIMENSION, "%d"]
            np.savetxt(Path(folder, "data.csv"), np.c_[X, y], forms, ",", header=header, comments="")
            used = taken(lambda: cost(command, folder=folder, status=status), runs)  # noqa: B023 - called at once
        said = "not separable" if status else "separable, with the bracket"
        yield at_most(f"novikoff separate FILE: {said}, {used.cpu:.2f} CPU s", used.clock, limit)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rows", type=int, default=SIZES[-1], help="of the largest dataset")
    parser.add_argument("--runs", type=int, default=5, help="repetitions of each measurement")
    parser.add_argument("--plots", type=Path, default=Path("build/benchmarks"), help="where the SVG files go")
    given = parser.parse_args()
    given.plots.mkdir(parents=True, exist_ok=True)
    sizes = (*(n for n in SIZES if n < given.rows), given.rows)
    return show(chain(growth(sizes, given.runs, given.plots), whole(given.rows, given.runs), wide(given.runs)))


if __name__ == "__main__":
    sys.exit(main())
