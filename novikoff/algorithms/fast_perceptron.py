"""Fast exact runs of the perceptron: the runs of `perceptron.run`, mistake for mistake, in compiled 64-bit integers.

Main definitions: `run`, `Run`; `runs_of` for many small datasets; the guards `by_norm` and `by_terms`.

Integers. Let s be the least common denominator of the data, X' = sX. With a whole number a ≥ 1 put w' = (as/α)w and
b' = (as²/α)b. Then f'(x') = ⟨w', x'⟩ + b' = (as²/α)f(x) has the sign of f, and an update of (w, b) with the rate α and
the bias step c adds ayx' to w' and as²c·y to b'. a is the least number for which the bias step h = as²c and the start
are whole numbers. At the end w and b are scaled back exactly.

The guard decides when k updates are safe in integers of absolute value ≤ L, where L = 2⁶³ − 1. Write the state as a
vector v = (w', b'/√c') and an example as z = (x', √c') with c' = h/a, so that f' = ⟨v, z⟩ and an update is v + ayz; if
h = 0, then b' must be 0, v = w' and z = x'. Hypotheses: y² = 1; ‖z‖² ≤ D for all examples, and 1 ≤ D; an update is made
only if y⟨v, z⟩ ≤ 0 (so under every tie convention); ‖v₀‖² ≤ V.
  (1) Growth. ‖v + ayz‖² = ‖v‖² + 2ay⟨v, z⟩ + a²‖z‖² ≤ ‖v‖² + a²D, hence ‖v_k‖² ≤ V + ka²D.
  (2) Partial sums. The sum over some of the terms of ⟨v, z⟩ is ⟨p, z⟩ with v = p + q, ⟨p, q⟩ = 0 (p holds these
      coordinates), and ⟨p, z⟩² ≤ ‖p‖²‖z‖² ≤ ‖v‖²D.
  By norm: (V + ka²D)·D ≤ L² makes every partial sum, in any order of summation, at most L in absolute value, at
  each state up to v_k. Partial sums of one term are the products w'ⱼx'ⱼ, and b'. Moreover w'ⱼ² ≤ ‖v‖² ≤ ‖v‖²D ≤ L²
  since D ≥ 1, and for k ≥ 1 the increments have (ax'ⱼ)² ≤ a²D ≤ L² and h² = a²c'² ≤ a²D² ≤ L².
  By terms: with |x'ⱼ| ≤ Mⱼ, 1 ≤ Mⱼ, every state up to v_k has |w'ⱼ| ≤ |w'₀ⱼ| + kaMⱼ and |b'| ≤ |b'₀| + kh,
  whatever the updates; so Σ|w'₀ⱼ|Mⱼ + |b'₀| + k(aΣMⱼ² + h) ≤ L makes every partial sum, every w'ⱼ and b', and for
  k ≥ 1 the increments, at most L in absolute value.
  Either suffices. `by_norm` allows far more updates (k grows with L²); `by_terms` also holds if h = 0 and b'₀ ≠ 0.
  Rows: a⟨p, z'⟩ for a part p of an example is at most aD ≤ L too, since k ≥ 1: a²D² ≤ (V + ka²D)·D. So if a mistake
  adds a⟨z, z'⟩ to the scores of other examples, and they are not computed again, no number exceeds L either.
All this is about any L and any format that holds the whole numbers within ±L exactly, with the products and sums that
do not leave them: int16 with L = 2¹⁵ − 1, int32 with L = 2³¹ − 1, float64 with L = 2⁵³, int64 with L = 2⁶³ − 1. As no
partial sum in any order leaves them, the order does not matter, even in floats. The compiled loops check nothing. They
make at most as many updates as the guard allows. Then the guard computes a new number for the state reached. If it
allows none, the run continues in numbers of as many limbs as are needed (`_long_integer_loops`, with its own guard).
Without a compiler it uses Python integers.

Implementation notes: the loop is written once (`_int64_loops.advance`); Python runs its source, numba its machine code.
A run begins in Python, so that a short one need not wait for the compiler. Once the process has used the compiled loop,
only small data begin in Python. A run in the order of the examples continues in blocks (`_narrow_loops.sweep`), in the
narrowest of `FORMATS` that the guard allows. float32 is not one of them, since it reaches only 2²⁴ and was not faster
than int32. Runs are cut into stretches, each of which is made completely or not at all. Between two stretches a run can
be interrupted, and `progress` is called. The proofs are about the shipped `perceptron.update`. If another rule has
replaced it, `run` calls `perceptron.run`.

References: A. B. J. Novikoff, "On convergence proofs for perceptrons" (1962), for (1).
"""

import math
import os
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from itertools import chain, dropwhile, islice
from operator import mul
from typing import Any, Literal, NamedTuple

from . import perceptron
from ._int64_loops import CLEAN, FULL, NotCompiled, advance, advance_sparse, compile_loop, extremes, make_batch_loop
from .errors import BadInput, Interrupted, Slower
from .labelled_examples import Labels, Number, Rows, arithmetic_of, labels, number, rows, yield_blocks
from .lazy_numpy import np
from .optional_packages import install
from .run_loop import Progress, bias_step_of, check_choice, check_integer
from .sparse_rows import SparseRows

INT64 = 2**63 - 1  # L
PYTHON, COMPILED, LIMBS = "python integers", "int64", "limbs"
WORK = {PYTHON: 2**16, COMPILED: 2**26}  # about how many multiplications make one stretch of a run
LOADED = 2**11  # the same for the beginning of a run, if the process has used its compiled loop before
PATIENCE = {PYTHON: 2**6, COMPILED: 2**13}  # passes of an uncapped run that cost as much as to ask for a separator
MOST_MISTAKES = 2**16  # in one compiled stretch, which keeps their list short
BLOCK = 2**12  # indices taken at once from a shuffled or a caller's order
ENOUGH = 2**10  # updates that a format for blocks must allow, unless a stretch is likely to have fewer
FEW = 2**8  # updates of a run on a small dataset that is made in step with others
MANY = 2**7  # datasets for which that pays
SMALL = 2**9  # numbers that these hold at most
SPARE = 2**23  # bytes that a copy in blocks may take even if the data take less
KEPT = 2**21  # bytes of rows of the Gram matrix: as many as are read faster than they are computed; less than 2¹⁵ rows


def _rule():
    return perceptron.update, perceptron.margin, perceptron.mistake_condition, perceptron.is_mistake


SHIPPED_RULE = _rule()
_used_loops: set[str] = set()  # the compiled loops that this process has used


@dataclass(frozen=True)
class Run(perceptron.Run):  # type: ignore[valid-type, misc]
    """The record of `perceptron.run`, with its `engine`; for an engine other than int64, `why` gives the reason.

    `engine` names the arithmetics in the order of their use, as in "int64, then int32": "int16", "int32", "float64",
    "int64", "limbs", "python integers"; or it is "reference". A run in the first five may begin in Python. The choice
    also depends on the runs that the process made before, so equal runs may differ in `engine` and `why`. Mistakes and
    weights stay in the loops' arrays until someone reads the fields.
    """

    engine: str = field(compare=False)
    why: str = field(compare=False)

    @cached_property  # it is the field of the base, filled later
    def mistakes(self) -> tuple[int, ...]:
        """Return the examples of the updates."""
        parts = vars(self)["_parts"]
        return tuple(np.concatenate(parts).tolist()) if parts else ()

    @cached_property  # it is the field of the base, filled later
    def w(self) -> tuple[Number, ...]:
        """Return the weights."""
        (p, q), scaled = vars(self)["_scaled"]
        if q == 1:
            return tuple([p * weight for weight in scaled])
        return tuple([Fraction(p * weight, q) if p * weight % q else p * weight // q for weight in scaled])


def run(X: Iterable[Iterable[Any]], y: Iterable[int], *, bias_step: Number | Literal["R2"] = 1, rate: Number = 1,
        order: str | Iterable[int] = "cyclic", seed: int | None = None, tie: str = "mistake",
        max_updates: int | None = None, start: tuple[Any, Any] | None = None, progress: Progress = None) -> Run:
    """Run the perceptron on the examples and return its record, as `perceptron.run` does with these arguments.

    X has shape (n, d), n, d ≥ 1; y has n labels ±1. A NumPy array of integers of 64 bits or less is not copied if its
    rows are contiguous. Ints and Fractions are run exactly and fast; floats, in float64, by the reference. `progress`
    is called as progress(updates) from time to time. A caller's order is read ahead in blocks.

    Raises `BadInput` as the reference does, and `Interrupted`, with the record so far, at a KeyboardInterrupt. Raises
    `NoSeparator` for inseparable data, but only after an uncapped run has lasted as long as the search for a separator
    takes. A run that has ended by then is returned. The reference might refuse the same run, because with its ties it
    might never have ended.

    >>> result = run([[1, 0], [0, 1]], [1, -1], bias_step=0)
    >>> result.updates, result.w, result.b, result.stopped
    (2, (1, -1), 0, 'separated')
    """
    table = X if _is_integer_array(X) else rows(X)
    if reason := _why_reference(table):
        record = perceptron.run(table, y, bias_step=bias_step, rate=rate, order=order, seed=seed, tie=tie,
                                max_updates=max_updates, start=start, progress=progress)
        return Run(**vars(record), engine="reference", why=reason)
    data = (_SparseData if isinstance(table, SparseRows) else _Data)(table, y)
    if not data.sparse and (not isinstance(order, str) or order == "random"):
        data.loop = "rows"
    learner = perceptron.Perceptron(data.dimension, "exact", bias_step=_bias_step(bias_step, data), rate=rate, tie=tie,
                                 start=start)
    passes = perceptron.iterate_passes(order, data.size, seed)
    cap = None if max_updates is None else check_integer(max_updates, "max_updates", least=0)
    return _Running(data, learner, order, seed, cap, progress).to_the_end(passes)


def _why_reference(table):
    if _rule() != SHIPPED_RULE:
        return "the rule in algorithms.perceptron is not the shipped one"
    return "" if _is_integer_array(table) or arithmetic_of(table) == "exact" else "the data are floats"


# ---------------------------------------------------------------------------------------- the guard


def by_norm(radius2: int, step: int, bias_step: int, w: Sequence[int], b: int, *, limit: int = INT64) -> int:
    """Return the greatest k with (V + ka²D)·D ≤ L²: k updates from (w, b) are safe. If k < 0, even the state (w, b) is
    not safe.

    `radius2` is R'² ≥ ‖x'‖² for all examples, `step` a ≥ 1, `bias_step` h ≥ 0, `limit` L; V = ‖w‖² + b²a/h,
    D = max(1, R'² + h/a).

    >>> by_norm(2**31, 1, 0, [0], 0) == (2**63 - 1)**2 // 2**62
    True
    """
    if b and not bias_step:
        return -1
    h = bias_step or 1
    aD = max(step, step * radius2 + bias_step)
    hV = h * sum(map(mul, w, w)) + b * b * step
    return (limit**2 * h * step - hV * aD) // (h * step * aD**2)


def by_terms(largest: Sequence[int], step: int, bias_step: int, w: Sequence[int], b: int, *, limit: int = INT64) -> int:
    """Return the greatest k with Σ|wⱼ|Mⱼ + |b| + k(aΣMⱼ² + h) ≤ L: k updates from (w, b) are safe.

    `largest` holds the d bounds of |x'ⱼ|, and Mⱼ is the bound or 1; `limit` is L.

    >>> by_terms([3, 0], 1, 1, [1, 1], -1) == (2**63 - 1 - 5) // 11
    True
    """
    M = [max(1, bound) for bound in largest]
    first = sum(abs(weight) * bound for weight, bound in zip(w, M, strict=True)) + abs(b)
    return (limit - first) // (step * sum(bound * bound for bound in M) + bias_step)


# ------------------------------------------------------------------------------ the examples, in integers


def _is_integer_array(X):
    return (isinstance(X, np.ndarray) and X.ndim == 2 and X.size > 0 and X.dtype.kind in "iu"
            and X.dtype.isnative and np.can_cast(X.dtype, np.int64))


class _Data:
    """The examples X' = scale·X and their labels, as an array for the compiled loop and as lists for Python.

    `work` is about how many multiplications a visit makes. `loop` names the compiled loop: over blocks in the order of
    the examples, over rows in any other order, or over sparse rows.
    """

    sparse = False
    loop = "blocks"

    @property
    def formats(self):
        """Return the formats in which a stretch may be made, if they are exact."""
        return FORMATS

    def __init__(self, table, y):
        self.original = table
        self.size, self.dimension = len(table), len(table[0])
        self.scale = 1
        self.array: Any
        if _is_integer_array(table):
            self.array = np.ascontiguousarray(table)
        else:
            self.scale = math.lcm(*(value.denominator for row in table for value in row))
            self.lists = [[value.numerator * (self.scale // value.denominator) for value in row] for row in table]
            try:
                self.array = np.array(self.lists, dtype=np.int64)
            except OverflowError:
                self.array = None
        self.signs = _signs(y, self.size)
        self._filled: dict[str, Any] = {}

    @property
    def short(self):
        """Return whether a run begins in Python; a run that may end there should not wait for the compiler."""
        return self.size * self.work <= self.beginning

    @cached_property
    def beginning(self):
        """Return about how many multiplications a run may make in Python, before it uses a compiled loop."""
        return min(WORK[PYTHON], LOADED) if self.loop in _used_loops else WORK[PYTHON]

    @property
    def work(self):
        return self.dimension

    @cached_property
    def lists(self):
        return self.array.tolist()

    @cached_property
    def labels(self):
        return Labels(self.signs.tolist())

    @property
    def largest(self):
        """Return the d bounds max |x'ⱼ|."""
        return self._bounds[0]

    @property
    def radius2(self):
        """Return R'² = max ‖x'‖², exactly."""
        return self._bounds[1]

    @cached_property
    def _bounds(self):
        if self.array is None:
            return [max(map(abs, column)) for column in zip(*self.lists, strict=True)], _radius2(self.lists)
        if self.size * self.work <= WORK[PYTHON] or not _compiled_advance():
            least, greatest = self.array.min(axis=0), self.array.max(axis=0)
            radius2 = int(np.square(self.array, dtype=np.int64).sum(axis=1).max())
        else:
            least, greatest = np.zeros((2, self.dimension), np.int64)
            radius2 = compile_loop(extremes)(self.array, least, greatest)
        largest = [max(high, -low) for high, low in zip(greatest.tolist(), least.tolist(), strict=True)]
        fits = sum(bound * bound for bound in largest) <= INT64
        return largest, radius2 if fits else _radius2(self.lists)

    def blocks(self, storage):
        """Return the vectors y·(x', 1) in blocks, shape (blocks, d + 1, LANES), as this type; they are filled once."""
        from ._narrow_loops import LANES, fill

        if storage not in self._filled:
            self._filled[storage] = np.empty((-(-self.size // LANES), self.dimension + 1, LANES), storage)
            fill(self.array, self.signs, self._filled[storage])
        return self._filled[storage]

    def storage(self, form):
        """Return the narrowest type for the numbers, of at most two bytes or `SPARE` bytes in all, or None."""
        for name in form.storage:
            size = np.dtype(name).itemsize
            if max(self.largest) <= np.iinfo(name).max and (size <= 2 or size * self.size * self.dimension <= SPARE):
                return name
        return None

    @property
    def table(self):
        """Return the vectors of the examples, not scaled."""
        return self.original if isinstance(self.original, Rows) else Rows(map(tuple, self.lists))


class _SparseData(_Data):
    """Sparse examples X' = scale·X and their labels, as (starts, columns, values); never in blocks or limbs."""

    sparse = True
    loop = "sparse rows"

    def __init__(self, table, y):
        self.original, self.scale = table, table.scale
        self.size, self.dimension = table.shape
        whole = table.numerators.dtype != object
        columns = table.indices.view(f"u{table.indices.itemsize}")  # without a sign nothing looks for negative ones
        self.array: Any = (table.starts, columns, table.numerators) if whole else None
        self.signs = _signs(y, self.size)
        self.radius2 = max(table.squares())

    @cached_property
    def work(self):
        return len(self.original.indices) // self.size + 1

    @cached_property
    def lists(self):
        table = self.original
        return table.starts.tolist(), table.indices.tolist(), table.numerators.tolist()

    @property
    def formats(self):
        """Return float64 alone: the processor multiplies integers, of 64 bits or fewer, no faster."""
        return FORMATS[-1:]

    def storage(self, form):
        """Return the type of the stored numbers, which become floats one at a time."""
        return self.array[2].dtype.name

    @cached_property
    def largest(self):
        return self.original.largest

    radius2: Any = None  # the property of the base, found at once

    @property
    def table(self):
        return self.original


def _radius2(lists):
    return max(sum(value * value for value in row) for row in lists)


def _signs(y, count):
    """Return the labels as an int8 array; arrays are checked at once, everything else one by one."""
    if isinstance(y, np.ndarray) and y.shape == (count,) and y.dtype.kind in "iuf" and np.all((y == 1) | (y == -1)):
        return y.astype(np.int8)
    return np.array(labels(y, count), dtype=np.int8)


def _bias_step(given, data):
    if not isinstance(given, str):
        return given
    bias_step_of(given, [[0]], "exact")  # refuses every word but "R2"
    of_lists = data.short and isinstance(data.lists, list)
    return Fraction(_radius2(data.lists) if of_lists else data.radius2, data.scale**2)


# ---------------------------------------------------------------------------------------------- a run


class Format(NamedTuple):
    """A number format of blocks: weights and scores have the type `name`, and examples the first type of `storage` that
    fits.

    It holds all whole numbers within ±`largest` exactly, and all products and sums within these limits.
    """

    name: str
    largest: int
    storage: tuple[str, ...]


FORMATS = (
    Format("int16", 2**15 - 1, ("int8",)),
    Format("int32", 2**31 - 1, ("int8", "int16")),
    Format("float64", 2**53, ("int32",)),
)


class _Block(NamedTuple):
    """Indices to visit; a pass ends after each `period` of them. None means all examples, again and again."""

    indices: list[int] | None
    period: int


class _State(NamedTuple):
    """The state of a run between two stretches: the scaled w' and b', the place in the block, and the counts so far."""

    w: list[int]
    b: int
    position: int = 0
    dirty: bool = False
    updates: int = 0
    visits: int = 0
    stretches: int = 0


class _Running:
    """One exact run: its data, settings and state."""

    def __init__(self, data, learner, order, seed, cap, progress):
        self.data, self.learner, self.order, self.seed = data, learner, order, seed
        self.cap = math.inf if cap is None else cap
        self.progress = progress or (lambda updates: None)
        self.ends = cap is not None or not isinstance(order, str)  # whether it is known that the run ends
        self.restart = isinstance(order, str) and order == "first"
        self.mistakes: list[Any] = []  # an array for each stretch
        self.visited: list[int] = []  # in a caller's order
        self.used: list[str] = [PYTHON]
        self.obstacle = ""  # why 64-bit integers cannot be used any more
        self._works: dict[Format, Any] = {}
        self._scale()

    def _scale(self):
        """Compute a, h and the start in whole numbers, and the factors that scale the result back."""
        s, c, rate = Fraction(self.data.scale), self.learner.bias_step, self.learner.rate
        factor = number(s / rate, "rate")
        w, b = list(self.learner.start.w), self.learner.start.b * s * factor
        w = [weight * factor for weight in w] if any(w) else w
        self.step = math.lcm(*(part.denominator for part in (s * s * c, b, *(w if any(w) else ()))))
        self.bias_step = int(s * s * c * self.step)
        self.rule = self.step, self.bias_step, *_thresholds(self.learner.tie)
        self.back = [number(rate / (self.step * s**power), "rate") for power in (1, 2)]
        self.state = _State([int(weight * self.step) for weight in w] if any(w) else w, int(b * self.step))

    # ---- the course of the run

    def to_the_end(self, passes):
        try:
            stopped = next(filter(None, map(self._through, self._blocks(passes))), "order_exhausted")
            return self.record(stopped)
        except KeyboardInterrupt:
            raise Interrupted(self.record("interrupted")) from None

    def _blocks(self, passes) -> Iterator[_Block]:
        n = self.data.size
        if not isinstance(self.order, str):
            for block in yield_blocks(next(passes), BLOCK):
                self.visited += block
                yield _Block(block, BLOCK + 1)  # in which no pass ends
        elif self.order == "random":
            while True:
                yield _Block(list(chain.from_iterable(islice(passes, BLOCK // n + 1))), n)
        else:
            yield _Block(None, n)

    def _through(self, block):
        """Run through a block, stretch by stretch; return why the run stopped there, or None if it goes on."""
        left = math.inf if block.indices is None else len(block.indices)
        while left:
            engine, allowed = self._choice(block)
            before = self.state.visits
            ended = self._stretch(engine, block, allowed, left)
            left -= self.state.visits - before
            if ended == CLEAN:
                return "separated"
            if ended == FULL and self.state.updates == self.cap:
                self.state = self.state._replace(visits=self.state.visits + 1)
                return "max_updates"
            self._between(engine)
        return None

    def _stretch(self, engine, block, allowed, left):
        """Make one whole stretch, or none if interrupted, and return how it ended."""
        work = WORK[_kind(engine)] if self.state.stretches or engine != PYTHON else self.data.beginning
        visits = min(left, work // self.data.work + 1)
        state, mistakes, ended = self._read_stretch(engine, block, self.state, min(allowed, visits), visits)
        if isinstance(engine, Format) or (engine == COMPILED and self.data.loop != "blocks"):
            _used_loops.add(self.data.loop)
        self.mistakes.append(mistakes)
        self.used.append(engine)
        self.state = state
        return ended

    def _between(self, engine):
        self.progress(self.state.updates)
        if not self.ends and self.state.visits >= PATIENCE[_kind(engine)] * self.data.size:
            self.learner.table, self.learner.y = self.data.table, self.data.labels
            perceptron.require_an_end(self.learner)
            self.ends = True

    # ---- one stretch, in either arithmetic

    def _choice(self, block):
        """Choose the number format for the next part of the run, and the greatest number of updates in this part."""
        left = self.cap - self.state.updates
        if not self.state.stretches and self.data.short:
            return PYTHON, left
        if (block.indices is None or self.data.sparse) and not self.obstacle:
            stretch = WORK[COMPILED] // self.data.work + 1
            likely = 1 + self.state.updates * stretch // self.state.visits if self.state.visits else stretch
            for form in self.data.formats:
                allowed = self.capacity(form.largest)
                if allowed >= min(left, likely, ENOUGH) and self.data.storage(form) and _compiled_sweep():
                    return form, min(left, allowed, MOST_MISTAKES)
        allowed = -1 if self.obstacle else self.capacity()
        self.obstacle = self.obstacle or self._obstacle(allowed)
        if not self.obstacle:
            return COMPILED, min(left, allowed, MOST_MISTAKES)
        if _compiled_advance() and not self.data.sparse and self._layout:
            return LIMBS, min(left, MOST_MISTAKES)
        return PYTHON, left

    def _obstacle(self, allowed):
        if allowed < 1:
            return f"after {self.state.updates} updates, no further one is proved safe in 64-bit integers"
        return "" if _compiled_advance() else missing_numba_message()

    def capacity(self, limit: int = INT64) -> int:
        """Return the number of further updates that the guard proves safe in integers within ±limit."""
        if self.data.array is None:
            return -1
        here = self.step, self.bias_step, self.state.w, self.state.b
        allowed = by_norm(self.data.radius2, *here, limit=limit)
        if self.data.sparse and allowed >= MOST_MISTAKES:
            return allowed  # no stretch has more
        return max(allowed, by_terms(self.data.largest, *here, limit=limit))

    def _read_stretch(self, engine, block, state, updates, visits):
        """Return the state after a stretch, the examples of its updates, and how it ended."""
        if engine == LIMBS:
            made = self._in_limbs
        else:
            made = self._in_blocks if isinstance(engine, Format) and not self.data.sparse else self._in_rows
        (*w, b), mistakes, (position, dirty, count, seen, ended) = made(engine, block, state, (updates, visits))
        after = _State(w, b, position, dirty, state.updates + count, state.visits + seen, state.stretches + 1)
        return after, np.array(mistakes[:count], dtype=np.min_scalar_type(self.data.size)), ended

    # Each of the following returns the weights with the bias, the array of mistakes, and what its loop returns.

    def _in_rows(self, engine, block, state, limits):
        """Make a stretch in Python's integers, in 64-bit integers, or over sparse rows in floats."""
        data, indices, number_of = self.data, block.indices, float if isinstance(engine, Format) else int
        w: Any = list(state.w)
        mistakes: Any = [0] * limits[0] if engine == PYTHON else np.empty(limits[0], dtype=np.int64)
        if engine == PYTHON:
            loop, X, y = advance_sparse if data.sparse else advance, data.lists, data.labels
        else:
            loop, X, y = compile_loop(advance_sparse) if data.sparse else _compiled_advance(), data.array, data.signs
            indices = None if indices is None else np.array(indices, dtype=np.int64)
            w = np.array(w, dtype=getattr(engine, "name", np.int64))
        rule = *map(number_of, self.rule[:2]), *self.rule[2:]
        place = w, number_of(state.b), state.position, state.dirty
        b, *ended = loop(X, y, rule, indices, block.period, self.restart, place, limits, mistakes)
        return [*(w if engine == PYTHON else w.astype(np.int64).tolist()), int(b)], mistakes, ended

    def _in_blocks(self, form, block, state, limits):
        from ._narrow_loops import LANES, allocate_aligned

        data, mistakes, work = self.data, self._mistakes[: limits[0]], self._work(form)
        rates = np.array([*[self.step] * data.dimension, self.bias_step], dtype=form.name)
        held = allocate_aligned(len(work[0][0]), form.name)
        w = held[LANES : LANES + len(rates)]
        w[:] = *state.w, state.b
        place = held, state.position, state.dirty
        ended = _compiled_sweep()(data.blocks(data.storage(form)), self._least_in_blocks, data.size, rates,
                                  self.restart, place, limits, mistakes, work)
        return map(int, w.tolist()), mistakes, ended

    def _in_limbs(self, engine, block, state, limits):
        """Make a stretch in limbs; the weights get as many limbs as these updates can need."""
        from . import _long_integer_loops as long

        (bits, _), (Z, U) = self._layout, self._limbs
        indices = np.array([] if block.indices is None else block.indices, dtype=np.int64)
        v, mistakes = [*state.w, state.b], np.empty(limits[0], dtype=np.int64)
        most = max(abs(value) + limits[0] * gain for value, gain in zip(v, self._gains, strict=True))
        w = long.limbs(np.array(v, dtype=object), bits, long.length(most, bits))
        place = w, state.position, state.dirty
        ended = long.advance(Z, U, self._least, bits, indices, block.period, self.restart, place, limits, mistakes)
        return long.whole(w, bits, self.data.dimension + 1), mistakes, ended

    @cached_property
    def _mistakes(self):
        """Return an array for the mistakes of a stretch, whose memory the next stretch reuses."""
        return np.empty(MOST_MISTAKES, dtype=np.int32 if self.data.size <= 2**31 else np.int64)

    @cached_property
    def _gains(self):
        """Return the most that an update can add to each weight, and to the bias: a·max |x'ⱼ|, and h."""
        return [*(self.step * bound for bound in self.data.largest), self.bias_step]

    @cached_property
    def _layout(self):
        """Return the bits of a limb, and the number of limbs of a coordinate; None if the examples need too many."""
        from ._long_integer_loops import layout

        return layout(self.data.dimension + 1, max(1, *self.data.largest))

    @cached_property
    def _limbs(self):
        """Return the vectors y·(x', 1), and their updates of the weights, in limbs."""
        from ._long_integer_loops import length, limbs

        bits, count = self._layout
        vectors = np.array([[*row, 1] for row in self.data.lists], dtype=object) * self.data.signs[:, None]
        steps = vectors * np.array([*[self.step] * self.data.dimension, self.bias_step], dtype=object)
        return limbs(vectors, bits, count), limbs(steps, bits, length(max(self._gains), bits))

    @cached_property
    def _least(self):
        """Return the least value of y·f(x) that is not a mistake, for each example."""
        return np.where(self.data.signs > 0, np.int8(self.rule[3]), np.int8(self.rule[2]))

    @cached_property
    def _least_in_blocks(self):
        """Return `_least` in blocks, with 0 where the last block is filled up."""
        from ._narrow_loops import LANES

        return np.pad(self._least, (0, -self.data.size % LANES)).reshape(-1, LANES)

    def _work(self, form):
        """Return an array for the rows of updates and one spare row, within `KEPT` bytes, and their places."""
        from ._narrow_loops import LANES, UNIT, allocate_aligned

        if form in self._works:
            return self._works[form]
        width = LANES + -(-(self.data.dimension + 1) // UNIT) * UNIT
        count = 1 + min(self.data.size, KEPT // (width * np.dtype(form.name).itemsize))
        places = np.full(self.data.size + 1, -1, np.int16)
        places[-1] = 0
        self._works[form] = allocate_aligned((count, width), form.name), places
        return self._works[form]

    # ---- the record

    def record(self, stopped) -> Run:
        learner, state = self.learner, self.state
        named = isinstance(self.order, str)
        engine, why = self._how()
        record = Run(**dict[str, Any](
            updates=state.updates, visits=state.visits, mistakes=(), w=(), b=number(state.b * self.back[1], "b"),
            separated=stopped == "separated" or (stopped != "max_updates" and self._separates()),
            stopped=stopped, bias_step=learner.bias_step, rate=learner.rate,
            order=self.order if named else tuple(self.visited[: state.visits]),
            seed=self.seed if named and self.order == "random" else None, tie=learner.tie,
            start=perceptron.to_plain_state(learner.start), arithmetic="exact", engine=engine, why=why))
        held: dict[str, Any] = record.__dict__
        del held["mistakes"], held["w"]
        held["_scaled"], held["_parts"] = (self.back[0].as_integer_ratio(), state.w), self.mistakes[: state.stretches]
        return record

    def _separates(self):
        """Return whether a pass over all examples, without any update, finds no mistake."""
        everything = _Block(None, self.data.size)
        state = self.state._replace(position=0, dirty=False)
        return self._read_stretch(self.used[-1], everything, state, 0, self.data.size)[-1] == CLEAN

    def _how(self):
        """Return the arithmetics by first use, except the one in which a run begins, and why not int64."""
        names = [getattr(engine, "name", engine) for engine in self.used]
        named = list(dict.fromkeys(dropwhile(lambda name: name == PYTHON, names))) or [PYTHON]
        return ", then ".join(named), self.obstacle or ("the run was short" if named == [PYTHON] else "")


def _kind(engine):
    return PYTHON if engine == PYTHON else COMPILED


def _thresholds(tie):
    """Return t for the labels −1 and 1: y·f(x) < t is a mistake, in whole numbers."""
    return tuple(int(label in perceptron.TIES[tie]) for label in (-1, 1))


@cache
def _compiled_advance():
    """Return the compiled loop; without numba return None and warn once. Then nothing else is compiled."""
    try:
        return compile_loop(advance)
    except NotCompiled:
        warnings.warn(missing_numba_message(), Slower, stacklevel=2)
        return None


def missing_numba_message() -> str:
    """Return the sentence that says why exact runs are slow."""
    return ("numba is not installed, so exact runs use Python integers, about a hundred times slower; "
            f"{install('fast')}")


def _compiled_sweep():
    """Return the compiled loop over blocks, or None; it numbers lanes as little-endian machines do."""
    if not _compiled_advance() or sys.byteorder != "little":
        return None
    from ._narrow_loops import sweep

    return sweep


# ------------------------------------------------------------------------------- many small datasets


class Runs(NamedTuple):
    """The results of m runs: updates (m,), w (m, d), b (m,), separated (m,): whether a run ended in separation."""

    updates: Any
    w: Any
    b: Any
    separated: Any


def runs_of(X: Any, y: Any, *, bias_step: int = 1, tie: str = "mistake", max_updates: int = 10_000,
            threads: int | None = None) -> Runs:
    """Run the perceptron on m datasets of n examples each, from zero in cyclic order: `run` on each, all at once.

    X holds integers, shape (m, n, d); y the labels ±1, shape (m, n); `bias_step` is an integer c ≥ 0. A run that
    would need more than `max_updates` updates stops there, with separated = False. `threads` is the number of
    cores by default. Needs numba to be fast; without numba it uses Python integers.

    Runs of at most `FEW` updates are made in step in int16 (`_narrow_loops.make_lockstep_loop`), where the guard allows
    it; the rest in int64. A dataset is refused if `max_updates` updates might overflow 64-bit integers on it: by the
    guard (by norm, with D = dM² + c), if a coordinate exceeds the greatest M with max_updates·D² ≤ L². Raises
    `BadInput`.

    >>> found = runs_of([[[1], [2]], [[3], [4]]], [[1, -1], [1, 1]])
    >>> found.updates.tolist(), found.w.tolist(), found.b.tolist(), found.separated.tolist()
    ([13, 1], [[-2], [3]], [3, 1], [True, True])
    """
    X, y = _integers(X, "X", 3), _integers(y, "y", 2)
    m, n, d = X.shape
    if y.shape != (m, n):
        raise BadInput(f"y has the shape {y.shape}; for X of shape {X.shape} give labels of shape {(m, n)}")
    c = check_integer(bias_step, "bias_step", least=0)
    cap = check_integer(max_updates, "max_updates", least=0)
    largest = largest_coordinate(d, c, cap)
    rule = c, *_thresholds(check_choice("tie", tie, perceptron.TIES))
    found = Runs(np.zeros(m, np.int64), np.zeros((m, d), np.int64), np.zeros(m, np.int64), np.zeros(m, bool))
    loop, count = _compiled_batch_loop(d), threads or count_cores()
    few = min(FEW, cap)
    narrow = min(largest, _largest_coordinate(d, c, few + n, FORMATS[0].largest))  # `few` is asked after a pass
    begin = None
    if m >= MANY and narrow > 0 and n * (d + 2) <= SMALL and _compiled_advance():
        from ._narrow_loops import make_lockstep_loop

        begin = compile_loop(make_lockstep_loop(d))

    def work(part):
        given, columns = (X[part], y[part], rule), [column[part] for column in found]
        if begin:
            begin(*given, few, narrow, *columns)
        refused = loop(*given, cap, largest, *columns)
        return refused + part.start if refused >= 0 else -1

    with ThreadPoolExecutor(count) as pool:
        refused = max(pool.map(work, _parts(m, 8 * count)), default=-1)
    if refused >= 0:
        raise BadInput(f"dataset {refused} has a label other than -1 and 1, or a coordinate beyond ±{largest}, where "
                       f"{cap} updates might overflow 64-bit integers; correct it, or use a smaller max_updates")
    return found


def largest_coordinate(dimension: int, bias_step: int, max_updates: int) -> int:
    """Return the greatest M with max_updates·(dM² + c)² ≤ L²: the guard allows the run for coordinates within ±M.

    >>> largest_coordinate(1, 0, 1) == math.isqrt(2**63 - 1)
    True
    """
    M = _largest_coordinate(dimension, bias_step, max_updates, INT64)
    if M < 1:
        raise BadInput(f"bias_step = {bias_step} with {max_updates} updates might overflow 64-bit integers; give "
                       "smaller ones, or run each dataset by itself")
    return M


def _largest_coordinate(dimension, bias_step, max_updates, limit):
    """Return the greatest M of `largest_coordinate` for L = `limit`, or 0."""
    return math.isqrt(max(0, math.isqrt(limit**2 // max(1, max_updates)) - bias_step) // dimension)


def _integers(values, name, axes):
    array = np.ascontiguousarray(values)
    if array.ndim != axes or array.dtype.kind not in "iu" or not np.can_cast(array.dtype, np.int64) or not array.size:
        raise BadInput(f"{name} must hold 64-bit integers in {axes} axes, none empty (got {array.dtype} of shape "
                       f"{array.shape})")
    return array


def _parts(total, count):
    """Cut 0, …, total − 1 into about `count` slices, and return them."""
    length = -(-total // count)
    return [slice(first, min(first + length, total)) for first in range(0, total, length)]


def _compiled_batch_loop(dimension):
    if _compiled_advance():
        return compile_loop(make_batch_loop(dimension))
    return lambda X, y, *rest: make_batch_loop(dimension)(X.tolist(), y.tolist(), *rest)


def count_cores() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
