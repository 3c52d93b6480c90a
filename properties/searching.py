"""The search for examples on which a claimed bound fails, and for those on which it is nearly reached.

Main definitions:
    search, Found    the search, and what it found: the largest ratio left/right, and a case that breaks the claim
    considered       a claim on one dataset: the worst of several separators
    shrunk           a broken case made small

Three sources of examples: all datasets on small grids; random ones, labelled by a hyperplane, with points moved next to
it, on either side; and a local search from the best of both, which changes one number, label or place at a time and
keeps what does not lower the ratio. Thousands of runs at once (`engine.runs_of`) and floats only choose which datasets
are looked at. Each of those is run exactly, its separators are computed exactly, and every verdict and every ratio is
an exact comparison.

Implementation notes: a claim is about every separator, so several are tried: those of least ‖w‖² + b²/c' for the bias
step c' = c, for c' = 0 (no offset) and for a large c' (the widest margin, whatever the offset).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, islice, product
from typing import Any

import sympy

from ..algorithms import engine, nearest_point
from ..algorithms.errors import NoSeparator
from .claimed import GAMMA as MARGIN
from .claimed import WW, B, Case, Claim

Data = tuple[list[list[int]], list[int]]
Progress = Callable[[int, int], None]
MOST_UPDATES = 100_000  # of one run; a run that needs more is left out, and counted
FREE = Fraction(10**6)  # a bias step so large that the offset costs next to nothing
GRIDS = ((1, 1, 3), (1, 2, 3), (1, 3, 3), (1, 4, 1), (2, 1, 2), (2, 2, 2), (2, 3, 1), (3, 2, 1))  # (d, n, size)
SHAPES = ((1, 3, 9), (1, 4, 20), (2, 3, 5), (2, 4, 3), (2, 4, 9), (3, 4, 3), (3, 6, 2), (2, 8, 4))  # (d, n, size)
MOST_OF_A_GRID = 20_000
RANDOM_OF_EACH = 4_000
SCALES = (Fraction(1), Fraction(16), Fraction(1, 16))  # tried where nothing fixes the scale
CLIMBERS = 8


@dataclass
class Found:
    """What a search has seen. `datasets` were compared exactly, `screened` only looked at.

    `largest` is the case with the largest ratio, among equals with the most updates; `broken` one that breaks the
    claim, made small. Either is None if there is none.
    """

    claim: Claim
    datasets: int = 0
    screened: int = 0
    largest: Case | None = None
    broken: Case | None = None
    seeds: list[Case] = field(default_factory=list)

    def look(self, X: Sequence[Sequence[Any]], y: Sequence[int]) -> Case | None:
        """Compare on one dataset, and remember the largest ratio and the first failure."""
        case = considered(self.claim, X, y)
        if case is None:
            return None
        self.datasets += 1
        if case.ratio is not None and (self.largest is None or _exceeds(case, self.largest)):
            self.largest = case
        if not case.holds and self.broken is None:
            self.broken = case
        return case


def search(claim: Claim, *, seed: int = 0, datasets: int = 1500, progress: Progress = lambda *_: None) -> Found:
    """Look for a dataset that breaks the claim, on about so many; stop at the first, and shrink it.

    >>> from .claimed import claim
    >>> found = search(claim("k <= R**2*(w@w)/gamma**2"), datasets=50)
    >>> found.broken.X, found.broken.y, found.broken.k, str(found.broken.right)
    (((0,),), (-1,), 1, '0')
    """
    found = Found(claim)
    for X, y in islice(chain(_chosen(claim, found, seed), _climbing(found, seed)), datasets):
        case = found.look(X, y)
        if case is not None:
            found.seeds.append(case)
        progress(found.datasets, datasets)
        if found.broken is not None:
            found.broken = shrunk(claim, found.broken)
            break
    return found


# ----------------------------------------------------------------------------------- one dataset, exactly


def considered(claim: Claim, X: Sequence[Sequence[Any]], y: Sequence[int]) -> Case | None:
    """Return a case that breaks the claim on a dataset, or the worst of some; None if it says nothing there."""
    if claim.bias_step == "R2" and not any(map(any, X)):
        return None  # R = 0: the bias never moves, and the run does not end
    separators = list(_separators(claim, X, y))
    if not separators:
        return None
    run = engine.run(X, y, bias_step=claim.bias_step, tie=claim.tie, max_updates=MOST_UPDATES)
    if not run.separated:
        return None
    scales = SCALES if claim.moves else SCALES[:1]
    every = (claim.at(X, y, w, b, run.updates, scale) for w, b in separators for scale in scales)
    cases = [case for case in every if case is not None]
    broken = next((case for case in cases if not case.holds), None)
    return broken or max(cases, key=lambda case: case.steepness, default=None)


def _exceeds(case: Case, other: Case) -> bool:
    if case.ratio is None or other.ratio is None:
        return other.ratio is None
    return case.ratio > other.ratio or (case.ratio == other.ratio and case.k > other.k)


def _separators(claim: Claim, X: Any, y: Any) -> Iterator[tuple[Any, Any]]:
    step = max(sum(v * v for v in x) for x in X) if claim.bias_step == "R2" else claim.bias_step
    both = len(set(y)) == 2  # with one class alone, a free offset has no best value
    for c in dict.fromkeys((step, 0, FREE) if step and both else (step, 0)):
        try:
            best = nearest_point.best_margin(X, y, c)
        except NoSeparator:
            continue
        yield best.w, best.b


def shrunk(claim: Claim, case: Case) -> Case:
    """Return a case that still breaks the claim, from which nothing can be taken: no point, no part of a number."""
    smaller = (considered(claim, X, y) for X, y in _smaller([list(x) for x in case.X], list(case.y)))
    broken = next((c for c in smaller if c is not None and not c.holds), None)
    return case if broken is None else shrunk(claim, broken)


def _smaller(X: list[list[Any]], y: list[int]) -> Iterator[Data]:
    for i in range(len(X) if len(X) > 1 else 0):
        yield X[:i] + X[i + 1 :], y[:i] + y[i + 1 :]
    for j in range(len(X[0]) if len(X[0]) > 1 else 0):
        yield [x[:j] + x[j + 1 :] for x in X], y
    for i, x in enumerate(X):
        for j, value in enumerate(x):
            for less in dict.fromkeys((0, int(value / 2), value - (value > 0) + (value < 0))):
                if abs(less) < abs(value):
                    yield _with(X, i, j, less), y


def _with(X: list[list[Any]], i: int, j: int, value: Any) -> list[list[Any]]:
    return [[value if (i, j) == (k, m) else v for m, v in enumerate(x)] for k, x in enumerate(X)]


# ------------------------------------------------------------------------------------- many, by estimates


def _chosen(claim: Claim, found: Found, seed: int) -> Iterator[Data]:
    """The datasets of grids and random shapes that look worst, those of few points first."""
    rng, chance = _generator(seed), random.Random(seed)
    for shape in (*GRIDS, *SHAPES):
        X, y = grid(*shape, chance) if shape in GRIDS else near_hyperplanes(*shape, RANDOM_OF_EACH, rng)
        found.screened += len(X)
        for i in _worst(claim, X, y, 24):
            yield X[i].tolist(), y[i].tolist()


def grid(d: int, n: int, size: int, chance: random.Random) -> tuple[Any, Any]:
    """All datasets of n points with coordinates within ±size and all labels; a sample of them if there are many.

    >>> grid(1, 1, 1, random.Random(0))[0].shape
    (6, 1, 1)
    """
    import numpy as np

    signed = [(*x, label) for x in product(range(-size, size + 1), repeat=d) for label in (-1, 1)]
    if len(signed) ** n <= MOST_OF_A_GRID:
        rows = np.array(list(product(signed, repeat=n)))
    else:
        rows = np.array([chance.choices(signed, k=n) for _ in range(MOST_OF_A_GRID)])
    return np.ascontiguousarray(rows[:, :, :d]), np.ascontiguousarray(rows[:, :, d])


def near_hyperplanes(d: int, n: int, size: int, count: int, rng: Any) -> tuple[Any, Any]:
    """Random datasets with coordinates near ±size, labelled by hyperplanes; half of the points lie next to theirs."""
    import numpy as np

    X = rng.integers(-size, size + 1, (count, n, d))
    w, b = rng.integers(-size, size + 1, (count, d)), rng.integers(-size, size + 1, (count, 1))
    w[:, 0] += ~w.any(axis=1)  # no w is 0
    axis = abs(w).argmax(axis=1)
    heaviest = np.take_along_axis(w, axis[:, None], 1)
    score = np.einsum("mnd,md->mn", X, w) + b
    steps = np.where(rng.random((count, n)) < 0.5, score // heaviest + rng.integers(0, 2, (count, n)), 0)
    X[np.arange(count), :, axis] -= steps
    return X, np.where(2 * (score - steps * heaviest) + 1 > 0, 1, -1)


def _generator(seed: int) -> Any:
    import numpy as np

    return np.random.default_rng(seed)


def _worst(claim: Claim, X: Any, y: Any, count: int) -> Any:
    """The indices of the separable datasets with the largest estimated ratios, or the most updates, and a few."""
    import numpy as np

    made = _runs(claim, X, y)
    able = np.flatnonzero(made.separated)
    if not len(able):
        return able
    ratios = _estimates(claim, X[able], y[able], made.updates[able], made.w[able], made.b[able])
    order = np.argsort(-ratios, kind="stable")
    busy = np.argsort(-made.updates[able], kind="stable")
    spread = np.linspace(0, len(able) - 1, count).astype(int)
    return able[list(dict.fromkeys([*order[:count], *busy[: count // 3], *spread].copy()))]


def _runs(claim: Claim, X: Any, y: Any) -> Any:
    """The runs of all datasets, with b in the units of the data; for "R2", one bias step after the other."""
    import numpy as np

    R2 = np.einsum("mnd,mnd->mn", X, X).max(axis=1)
    steps = R2 if claim.bias_step == "R2" else np.full(len(X), 0)
    found = engine.Runs(np.zeros(len(X), int), np.zeros((len(X), X.shape[2])), np.zeros(len(X)), np.zeros(len(X), bool))
    for step in np.unique(steps):
        here = steps == step
        if claim.bias_step == "R2" and step == 0:
            continue
        c = Fraction(int(step)) if claim.bias_step == "R2" else claim.bias_step
        q = c.denominator  # the data times q, the bias step times q²
        part = engine.runs_of(X[here] * q, y[here], bias_step=int(c * q * q), tie=claim.tie, max_updates=2000)
        found.updates[here], found.separated[here] = part.updates, part.separated
        found.w[here], found.b[here] = part.w, part.b / q
    return found


def _estimates(claim: Claim, X: Any, y: Any, k: Any, w: Any, b: Any) -> Any:
    """The ratios as floats, with the separators that the runs found."""
    import numpy as np

    gamma = (y * (np.einsum("mnd,md->mn", X, w) + b[:, None])).min(axis=1)
    R2 = np.einsum("mnd,mnd->mn", X, X).max(axis=1).astype(float)
    step = R2 if claim.bias_step == "R2" else float(claim.bias_step)
    size = 1 / gamma if claim.scaling is None else 1 / np.sqrt((w * w).sum(axis=1) + 1e-300)
    values = {"k": k.astype(float), "n": float(X.shape[1]), "d": float(X.shape[2]), "R": np.sqrt(R2),
              "D": np.sqrt(R2 + step), WW: (w * w).sum(axis=1) * size**2, B: b * size,
              MARGIN: gamma * size}  # fmt: skip
    with np.errstate(all="ignore"):
        ratios = _floats(claim.left, values) / _floats(claim.right, values)
    return np.broadcast_to(np.nan_to_num(ratios, nan=-np.inf, posinf=np.inf), len(X))


def _floats(e: Any, values: dict[str, Any]) -> Any:
    import numpy as np

    if e.is_Symbol:
        return values[e.name]
    if e.is_Rational:
        return float(e)
    if e.is_Pow:
        return np.power(_floats(e.base, values), float(e.exp))
    parts = [_floats(a, values) for a in e.args]
    reduce = {sympy.Add: np.add, sympy.Mul: np.multiply, sympy.Max: np.maximum, sympy.Min: np.minimum}
    if e.func not in reduce:
        return np.abs(parts[0])
    total = parts[0]
    for part in parts[1:]:
        total = reduce[e.func](total, part)
    return total


# --------------------------------------------------------------------------------------- the local search


def _climbing(found: Found, seed: int) -> Iterator[Data]:
    """Neighbours of the best cases seen; the caller looks at each, and appends it to `found.seeds`."""
    chance = random.Random(seed)
    front = _best(found.seeds)
    while front:
        for place, case in enumerate(front):
            before = len(found.seeds)
            yield _neighbour(case, chance)
            if len(found.seeds) > before and found.seeds[-1].steepness >= case.steepness:
                front[place] = found.seeds[-1]


def _best(cases: list[Case]) -> list[Case]:
    unlike = {(case.X, case.y): case for case in sorted(cases, key=lambda case: case.steepness)}
    return list(unlike.values())[-CLIMBERS:]


def _neighbour(case: Case, chance: random.Random) -> Data:
    """The dataset with one or two changes."""
    X, y = [list(x) for x in case.X], list(case.y)
    for _ in range(chance.choice((1, 1, 2))):
        chance.choice((_step, _step, _step, _swap, _turn, _drop, _add))(X, y, chance)
    return X, y


def _step(X: list[list[Any]], y: list[int], chance: random.Random) -> None:
    x = chance.choice(X)
    x[chance.randrange(len(x))] += chance.choice((-4, -1, -1, 1, 1, 4))


def _swap(X: list[list[Any]], y: list[int], chance: random.Random) -> None:
    i, j = chance.randrange(len(X)), chance.randrange(len(X))
    X[i], X[j], y[i], y[j] = X[j], X[i], y[j], y[i]


def _turn(X: list[list[Any]], y: list[int], chance: random.Random) -> None:
    y[chance.randrange(len(y))] *= -1


def _drop(X: list[list[Any]], y: list[int], chance: random.Random) -> None:
    if len(X) > 1:
        i = chance.randrange(len(X))
        del X[i], y[i]


def _add(X: list[list[Any]], y: list[int], chance: random.Random) -> None:
    if len(X) < 8:
        X.append([v + chance.choice((-1, 0, 1)) for v in chance.choice(X)])
        y.append(chance.choice((-1, 1)))
