"""Time the fast exact engine against scikit-learn, the Fraction reference and itself, and draw the plots.

    python benchmarks/engine.py [--runs N] [--plots FOLDER] [-k WORD]

Each line has a measure, the figure, the target, and whether it is reached. The two sides of a ratio alternate in one
process, and the median ratio is printed. Single-threaded work is timed in CPU seconds, so other programs disturb it
little. Two threads are timed in wall-clock seconds, and the next line says how much of two cores they had; leave the
machine alone. The plot is an SVG file: updates against the proved bound.
"""

from __future__ import annotations

import argparse
import sys
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain, repeat
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any
from unittest.mock import patch

import numpy as np
from measuring import Row, show

from novikoff.algorithms import fast_perceptron, nearest_point, perceptron
from novikoff.algorithms.dataset_reader import read_csv
from novikoff.algorithms.sparse_rows import SparseRows

Clock = Callable[[], float]


def seconds(work: Callable[[], Any], clock: Clock = process_time) -> float:
    began = clock()
    work()
    return clock() - began


def both_clocks(work: Callable[[], Any]) -> tuple[float, float]:
    """Return wall-clock seconds, and CPU seconds of all threads."""
    cpu = process_time()
    return seconds(work, perf_counter), process_time() - cpu


def side_by_side(ours: Callable[[], Any], theirs: Callable[[], Any], runs: int) -> tuple[float, float, float]:
    """Return the median seconds of both, which take turns, and the median of ours / theirs."""
    ours(), theirs()  # compiled, imported, in the cache
    pairs = [(seconds(ours), seconds(theirs)) for _ in range(runs)]
    return median(a for a, _ in pairs), median(b for _, b in pairs), median(a / b for a, b in pairs)


# ------------------------------------------------------------------------------------------ the data


def noisy(n: int, d: int, seed: int = 0) -> tuple[Any, Any]:
    """Return integers labelled by a plane with noise: inseparable, so a run lasts until its cap."""
    random = np.random.default_rng(seed)
    X = random.integers(-100, 101, size=(n, d))
    return X, np.where(X @ random.integers(-9, 10, size=d) + random.normal(size=n) * 300 > 0, 1, -1)


def steady(n: int, d: int) -> tuple[Any, Any]:
    """Return data of which one update separates all but the last two, (0, +) and (0, −), which cost two updates per
    pass.
    """
    random = np.random.default_rng(0)
    X = random.integers(-3, 4, size=(n, d))
    y = random.choice([-1, 1], size=n)
    X[:, 0] = 100 * y
    X[-2:] = 0
    y[-2:] = 1, -1
    return X, y


def small_datasets(m: int, n: int = 8, d: int = 3) -> tuple[Any, Any]:
    """Return separable datasets, labelled by 2(⟨w, x⟩ + b) + 1, which is never 0."""
    random = np.random.default_rng(1)
    X = random.integers(-3, 4, size=(m, n, d))
    w, b = random.integers(-3, 4, size=(m, d)), random.integers(-3, 4, size=(m, 1))
    return X, np.where(2 * (np.einsum("mnd,md->mn", X, w) + b) + 1 > 0, 1, -1)


def with_margin(n: int, d: int) -> tuple[Any, Any]:
    """Return separable integers without examples within a tenth of the width around the plane."""
    random = np.random.default_rng(2)
    w = random.integers(-9, 10, size=d)
    X = random.integers(-100, 101, size=(4 * n, d))
    score = X @ w
    X = X[abs(score) > 200][:n]
    return X, np.where(X @ w > 0, 1, -1)


# -------------------------------------------------------------------------------------- the measures


def against_scikit_learn(runs: int) -> Iterator[Row]:
    """Yield the lines for n = 1000, d = 20 and 1000 passes, scikit-learn's default. Equal weights show that both made
    the same mistakes at the same visits.
    """
    from sklearn.linear_model import Perceptron

    X, y = noisy(1000, 20)
    theirs = Perceptron(tol=None, max_iter=1000, shuffle=False)
    floats = X.astype(float)
    updates = fast_perceptron.run(X, y, order=np.tile(np.arange(1000), 1000)).updates
    record = fast_perceptron.run(X, y, max_updates=updates)
    theirs.fit(floats, y)
    assert (*theirs.coef_[0], *theirs.intercept_) == (*record.w, record.b)
    ours_s, theirs_s, ratio = side_by_side(
        lambda: fast_perceptron.run(X, y, max_updates=updates), lambda: theirs.fit(floats, y), runs
    )
    yield Row("scikit-learn Perceptron, float, n = 1000, d = 20", f"{theirs_s / 1_000_000 * 1e9:.1f} ns/visit")
    yield Row("exact engine on the same visits", f"{ours_s / record.visits * 1e9:.1f} ns/visit")
    yield Row("  ratio", f"{ratio:.2f} ×", "≤ 0.15 ×", ratio <= 0.15)


def clean_scans(runs: int) -> Iterator[Row]:
    """Yield the lines for n = 1000000, d = 20 and two mistakes per pass, with the time to read and add as many bytes.
    """
    from sklearn.linear_model import Perceptron

    n, passes = 1_000_000, 100
    X, y = steady(n, 20)
    floats = X.astype(float)
    theirs = Perceptron(tol=None, max_iter=passes, shuffle=False)
    theirs.fit(floats, y)
    updates = fast_perceptron.run(X, y, order=chain.from_iterable(repeat(range(n), 2))).updates + 2 * (passes - 2)
    record = fast_perceptron.run(X, y, max_updates=updates)
    assert (*theirs.coef_[0], *theirs.intercept_) == (*record.w, record.b)
    ours_s, theirs_s, ratio = side_by_side(
        lambda: fast_perceptron.run(X, y, max_updates=updates), lambda: theirs.fit(floats, y), runs
    )
    named = "scikit-learn Perceptron, float, clean scans of 1000000 × 20"
    yield Row(named, f"{theirs_s / passes / n * 1e9:.1f} ns/visit")
    yield Row(f"exact engine on the same visits ({record.engine})", f"{ours_s / record.visits * 1e9:.2f} ns/visit")
    yield Row("  ratio", f"{ratio:.3f} ×", "≤ 0.10 ×", ratio <= 0.1)
    blocks = np.concatenate([fast_perceptron._Data(X, y).blocks("int8").ravel(), np.zeros(n // 64 * 64, np.int8)]).view(
        np.int64
    )
    short, long = (partial(fast_perceptron.run, X, y, max_updates=k * updates) for k in (1, 2))
    read = lambda: [blocks.sum() for _ in range(10)]  # noqa: E731
    alike = [(seconds(long) - seconds(short), passes / 10 * seconds(read)) for _ in range(runs)]
    scan, limit = (median(column) / passes / n * 1e9 for column in zip(*alike, strict=True))
    share = median(least / scanned for scanned, least in alike)
    yield Row("  a further pass", f"{scan:.2f} ns/visit")
    yield Row(f"  its {blocks.nbytes / n:.0f} bytes a visit read and added", f"{limit:.2f} ns/visit")
    yield Row("  share of the memory's speed", f"{share:.0%}", "≥ 60 %", share >= 0.6)


def like_rcv1(n: int = 20_000, d: int = 47_000, k: int = 75) -> tuple[SparseRows, Any]:
    """Return sparse rows of length 1, up to their five decimals, with columns as frequent as words, and random labels.
    """
    random = np.random.default_rng(0)
    frequent = np.cumsum(1 / np.arange(1, d + 1))
    rows = [np.unique(np.searchsorted(frequent, random.random(4 * k) * frequent[-1])) for _ in range(n)]
    rows = [np.sort(random.choice(row, min(k, len(row)), replace=False)) for row in rows]
    weights = [random.random(len(row)) * (1 + np.log1p(row)) for row in rows]
    whole = [np.rint(value / np.linalg.norm(value) * 1e5).astype(int) for value in weights]
    starts = np.cumsum([0, *map(len, rows)])
    X = SparseRows(starts, np.concatenate(rows), np.concatenate(whole), 10**5, d)
    return X, random.choice([-1, 1], size=n)


def sparse(runs: int) -> Iterator[Row]:
    """Yield the lines for data of the shape of rcv1: exact numbers with five decimals, against scikit-learn's floats on
    CSR.
    """
    from scipy.sparse import csr_array
    from sklearn.linear_model import Perceptron

    passes = 20
    X, y = like_rcv1()
    floats = csr_array((X.numerators / X.scale, X.indices, X.starts.astype(np.int32)), shape=X.shape)
    theirs = Perceptron(tol=None, max_iter=passes, shuffle=False)
    updates = fast_perceptron.run(X, y, order=np.tile(np.arange(len(y)), passes)).updates
    run = partial(fast_perceptron.run, X, y, max_updates=updates)
    record = run()
    ours_s, theirs_s, ratio = side_by_side(run, lambda: theirs.fit(floats, y), runs)
    entries = len(X.indices) / len(y) * record.visits
    named = f"scikit-learn Perceptron, float, {len(y)} × {X.shape[1]} sparse"
    yield Row(named, f"{theirs_s / entries * 1e9:.1f} ns/non-zero")
    yield Row(f"exact engine on the same visits ({record.engine})", f"{ours_s / entries * 1e9:.1f} ns/non-zero")
    yield Row("  ratio", f"{ratio:.2f} ×", "≤ 1.0 ×", ratio <= 1)
    tracemalloc.start()
    run()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    times = (peak + X.numerators.nbytes + X.indices.nbytes + X.starts.nbytes) / (
        floats.data.nbytes + floats.indices.nbytes + floats.indptr.nbytes)
    yield Row("  memory, with the examples, over the floats in CSR", f"{times:.2f} ×", "≤ 2 ×", times <= 2)


def wide(runs: int) -> Iterator[Row]:
    """Yield the lines for breast cancer, whose scores have 80 bits and more: limbs against Python's integers."""
    cancer = read_csv("breast_cancer", label="diagnosis")
    few, many = 1_000, 200_000
    start, whole = run_in_python(cancer.X, cancer.y, few), fast_perceptron.run(cancer.X, cancer.y, max_updates=many)
    assert whole.mistakes[:few] == start.mistakes
    ours_s, theirs_s, ratio = side_by_side(
        lambda: fast_perceptron.run(cancer.X, cancer.y, max_updates=many),
        lambda: run_in_python(cancer.X, cancer.y, few),
        runs,
    )
    times = whole.visits / start.visits / ratio
    yield Row("breast cancer, 569 × 30, Python's integers", f"{theirs_s / start.visits * 1e9:.0f} ns/visit")
    yield Row(f"exact engine on the same data ({whole.engine})", f"{ours_s / whole.visits * 1e9:.1f} ns/visit")
    yield Row("  how much faster", f"{times:.0f} ×", "≥ 20 ×", times >= 20)


def run_in_python(X: Any, y: Any, updates: int) -> fast_perceptron.Run:
    """Return the run as without numba."""
    with patch.object(fast_perceptron, "_compiled_advance", lambda: None):
        return fast_perceptron.run(X, y, max_updates=updates)


def against_fractions(runs: int) -> Iterator[Row]:
    """Yield the lines for n = 100, d = 5 and decimals; the reference makes only the beginning of the run."""
    numbers, y = noisy(100, 5)
    X = [[Fraction(int(value), 10) for value in row] for row in numbers]
    start, whole = perceptron.run(X, y, max_updates=500), fast_perceptron.run(X, y, max_updates=400_000)
    assert whole.mistakes[:500] == start.mistakes
    ours_s, theirs_s, ratio = side_by_side(
        lambda: fast_perceptron.run(X, y, max_updates=400_000), lambda: perceptron.run(X, y, max_updates=500), runs
    )
    times = whole.visits / start.visits / ratio
    yield Row("Fraction reference, n = 100, d = 5", f"{theirs_s / start.visits * 1e9:.0f} ns/visit")
    yield Row("exact engine on the same data", f"{ours_s / whole.visits * 1e9:.1f} ns/visit")
    yield Row("  how much faster", f"{times:.0f} ×", "≥ 2000 ×", times >= 2000)


def many_small(runs: int) -> Iterator[Row]:
    X, y = small_datasets(1_000_000)
    found = fast_perceptron.runs_of(X, y, threads=2)
    assert found.separated.all()
    named = f"small datasets, n = 8, d = 3, {found.updates.mean():.1f} updates each, threads:"
    alone = median(seconds(partial(fast_perceptron.runs_of, X, y, threads=1)) for _ in range(runs))
    yield Row(f"{named} 1", f"{len(X) / alone / 1e6:.1f} million/CPU second")
    both = [both_clocks(partial(fast_perceptron.runs_of, X, y, threads=2)) for _ in range(runs)]
    rate = len(X) / median(clock for clock, _ in both) / 1e6
    yield Row(f"{named} 2", f"{rate:.1f} million/s", "≥ 25 million/s", rate >= 25)
    yield Row("  cores that the machine gave to the two threads", f"{median(cpu / clock for clock, cpu in both):.1f}")


def memory(runs: int) -> Iterator[Row]:
    """Yield the line for the memory that a run allocates (NumPy and Python, by tracemalloc) beyond a million examples.
    """
    X, y = steady(1_000_000, 20)
    fast_perceptron.run(X[:1000], y[:1000], max_updates=400)
    tracemalloc.start()
    fast_perceptron.run(X, y, max_updates=400)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    times = 1 + peak / (X.nbytes + y.nbytes)
    yield Row("memory, n = 1000000, d = 20", f"{times:.2f} × the data", "≤ 1.2 ×", times <= 1.2)


def against_svc(runs: int) -> Iterator[Row]:
    from sklearn.svm import SVC

    from novikoff.algorithms import svm

    iris = read_csv("iris", label="species", positive="setosa")
    for name, X, y in [("Iris", iris.X, iris.y), ("1000 × 20", *with_margin(1000, 20))]:
        exact, floats, labels = np.asarray(X).tolist(), np.asarray(X, dtype=float), list(map(int, y))
        fit = partial(SVC(kernel="linear", C=1e10).fit, floats, labels)
        for gap, proof in [(svm.GAP, "bracket within 1e-9"), (Fraction(0), "exact optimum")]:
            bracket = partial(svm.hard_margin, exact, labels, gap=gap)
            assert bracket().gap <= gap
            ours_s, theirs_s, ratio = side_by_side(bracket, fit, runs)
            target = ("≤ 3 ×", ratio <= 3) if gap else ()
            yield Row(f"hard margin on {name}, {proof}, proved", f"{ours_s * 1e3:.1f} ms")
            yield Row(f"  SVC {theirs_s * 1e3:.1f} ms, ratio", f"{ratio:.2f} ×", *target)


def bounds(runs: int, plots: Path | None = None) -> Iterator[Row]:
    """Yield the line for Novikoff's bound (R² + c)·min(‖w‖² + b²/c), c = 1, with the best margin, exactly."""
    X, y = small_datasets(300)
    updates = fast_perceptron.runs_of(X, y).updates.tolist()
    limits = [best_bound(points, signs) for points, signs in zip(X.tolist(), y.tolist(), strict=True)]
    held = all(k <= limit for k, limit in zip(updates, limits, strict=True))
    yield Row("updates ≤ the proved bound", f"on all of {len(limits)}" if held else "NO", "all", held)
    if plots:
        draw_bounds(plots, updates, limits)


def best_bound(X: Any, y: Any) -> Fraction:
    return (max(sum(value * value for value in x) for x in X) + 1) * nearest_point.best_margin(X, y).upper


# ----------------------------------------------------------------------------------------- the plots


def figure() -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    drawing = Figure(figsize=(6, 4), layout="constrained")
    axes = drawing.subplots()
    axes.set_xscale("log")
    axes.set_yscale("log")
    return drawing, axes


def draw_bounds(folder: Path, updates: Sequence[int], limits: Sequence[Fraction]) -> None:
    drawing, axes = figure()
    axes.plot(list(map(float, limits)), updates, ".", label="a run, n = 8, d = 3, c = 1")
    ends = [1.0, float(max(limits))]
    axes.plot(ends, ends, "k:", label="updates = bound")
    axes.set(xlabel="(R² + 1)·min(‖w‖² + b²), exact", ylabel="updates", title="Updates against Novikoff's bound")
    axes.legend()
    drawing.savefig(folder / "updates_against_bound.svg")


# -------------------------------------------------------------------------------------- the command

MEASURES = {
    "scikit-learn": against_scikit_learn, "sparse": sparse,
    "clean": clean_scans, "wide": wide, "fractions": against_fractions,
    "small": many_small, "memory": memory, "margin": against_svc, "bounds": bounds,
}


def rows(name: str, runs: int, plots: Path) -> Iterator[Row]:
    """Yield the lines of one measure; a missing library gives one line, too."""
    measure: Callable[..., Iterator[Row]] = MEASURES[name]
    try:
        yield from measure(runs, plots) if measure is bounds else measure(runs)
    except ImportError as error:
        yield Row(name, "not measured", f"{error.name} is not installed")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5, help="repetitions of each measurement (default 5)")
    parser.add_argument("--plots", type=Path, default=Path("build/benchmarks"), help="where the SVG files go")
    parser.add_argument("-k", default="", metavar="WORD", help=f"only the measures named so: {', '.join(MEASURES)}")
    given = parser.parse_args()
    given.plots.mkdir(parents=True, exist_ok=True)
    missed = show(row for name in MEASURES if given.k in name for row in rows(name, given.runs, given.plots))
    print(f"plots: {given.plots.resolve()}")
    return missed


if __name__ == "__main__":
    sys.exit(main())
