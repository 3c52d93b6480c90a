"""The perceptron: one update rule for every carrier, and the drivers that apply it to data.

Main definitions:
    State, update, margin, mistake_condition   the rule itself; proofs call these on symbolic vectors
    is_mistake                                 the rule with its tie convention, on numbers
    run, Online                                all examples in some order; one example at a time
    Run, replay                                the record of a run; anyone can repeat it

Notation: an example is (x, y) with y = ±1; the score is f(x) = ⟨w, x⟩ + b; the functional margin is y·f(x).
The bias step c says how far a mistake moves the bias: c = 0 is the homogeneous perceptron, c = 1 the one of
Smola & Vishwanathan (Algorithm 1.3), c = R² = max‖x‖² the one of Cristianini & Shawe-Taylor, and any
c = ρ² the perceptron on the points (x, ρ).

Implementation notes: a carrier is anything with `w + c*x` and `w @ x`. The drivers look the rule up in this
module at each step, so that a changed rule changes the runs and the proofs alike.
"""

import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from itertools import repeat
from numbers import Integral
from typing import Any, Literal, NamedTuple

from . import nearest_point
from .errors import BadInput, NoSeparator, ReplayError
from .examples import Arithmetic, Number, arithmetic_of, carry, label, labels, number, rows, vector

# The labels for which a tie, f(x) = 0, is a mistake.
TIES = {
    "mistake": (-1, 1),  # y·f ≤ 0 is a mistake: the rule of the mistake bounds
    "correct": (),       # y·f < 0 is a mistake
    "positive": (-1,),   # f = 0 is classified +1
    "negative": (1,),    # f = 0 is classified −1
}
ORDERS = ("cyclic", "first", "random")


class State(NamedTuple):
    """A classifier x ↦ sign(⟨w, x⟩ + b): a vector w of the carrier and a scalar b."""

    w: Any
    b: Any


# ------------------------------------------------------------------------------------ the rule


def update(state: State, x: Any, y: Any, *, bias_step: Any = 1, rate: Any = 1) -> State:
    """Return the state after a mistake on (x, y): w + αyx and b + αcy.

    `bias_step` is c ≥ 0, `rate` is α > 0. Nothing is checked or converted: the arguments may be symbolic.

    >>> update(State(w=5, b=1), x=2, y=-1)
    State(w=3, b=0)
    """
    return State(state.w + rate * (y * x), state.b + rate * bias_step * y)


def margin(state: State, x: Any, y: Any) -> Any:
    """Return the functional margin y(⟨w, x⟩ + b) of one example."""
    return y * (state.w @ x + state.b)


def mistake_condition(state: State, x: Any, y: Any) -> Any:
    """Return y(⟨w, x⟩ + b) ≤ 0: a bool for numbers, a relation for symbols."""
    return margin(state, x, y) <= 0


def is_mistake(state: State, x: Any, y: int, tie: str = "mistake") -> bool:
    """Say whether (x, y) is a mistake of the state; `tie`, one of `TIES`, decides at f(x) = 0.

    >>> import numpy as np
    >>> zero = State(np.array([0, 0]), 0)
    >>> [is_mistake(zero, np.array([1, 2]), 1, tie) for tie in TIES]
    [True, False, False, True]
    """
    ties = TIES[_choice("tie", tie, TIES)]
    return bool(mistake_condition(state, x, y) if y in ties else margin(state, x, y) < 0)


# ---------------------------------------------------------------------------------- the record


@dataclass(frozen=True)
class Run:
    """What happened in a run, enough for anyone to repeat it with `replay`.

    `mistakes` are the indices of the examples that caused the updates, in order; `visits` counts the
    examples looked at; `separated` says whether the final (w, b) makes no mistake (under `tie`) on any
    example. `stopped` says why the run ended, and reaching `max_updates` is never called separation.
    """

    updates: int
    visits: int
    w: tuple[Number, ...]
    b: Number
    mistakes: tuple[int, ...]
    separated: bool
    stopped: Literal["separated", "max_updates", "order_exhausted"]
    bias_step: Number
    rate: Number
    order: str | tuple[int, ...]  # a name in ORDERS, "online", or the indices visited in the caller's order
    seed: int | None
    tie: str
    start: State
    arithmetic: Arithmetic


class _Learner:
    """The state of one run and the rule that moves it; every number is already in one arithmetic."""

    def __init__(self, dimension, arithmetic, bias_step, rate, tie, start):
        self.arithmetic = arithmetic
        self.bias_step = carry(bias_step, arithmetic, "bias_step")
        self.rate = carry(rate, arithmetic, "rate")
        self.tie = _choice("tie", tie, TIES)
        if self.bias_step < 0:
            raise BadInput(f"bias_step must be >= 0 (got {bias_step}); 0 means no bias")
        if self.rate <= 0:
            raise BadInput(f"rate must be > 0 (got {rate})")
        self.start = self.state = self._state(((0,) * dimension, 0) if start is None else start,
                                              dimension)
        self.mistakes: list[int] = []
        self.visits = 0

    def _state(self, start, dimension):
        try:
            w, b = start
            w = list(w)
        except (TypeError, ValueError):
            raise BadInput(f"start = {start!r} is not a pair (w, b), such as ([0, 0], 0)") from None
        if len(w) != dimension:
            raise BadInput(f"start has {len(w)} weights for examples with {dimension} coordinates")
        return State(vector(w, self.arithmetic, "start.w"), carry(b, self.arithmetic, "start.b"))

    def is_wrong(self, x, y):
        return is_mistake(self.state, x, y, self.tie)

    def learn(self, i, x, y):
        self.state = update(self.state, x, y, bias_step=self.bias_step, rate=self.rate)
        self.mistakes.append(i)

    def separates(self, X, y):
        return not any(map(self.is_wrong, X, y))

    def record(self, X, y, stopped, order, seed=None) -> Run:
        final = _plain(self.state)
        return Run(
            updates=len(self.mistakes), visits=self.visits, w=final.w, b=final.b,
            mistakes=tuple(self.mistakes), separated=self.separates(X, y), stopped=stopped,
            bias_step=_plain_number(self.bias_step), rate=_plain_number(self.rate), order=order, seed=seed,
            tie=self.tie, start=_plain(self.start), arithmetic=self.arithmetic,
        )  # fmt: skip


# --------------------------------------------------------------------------------- the drivers


def run(
    X: Iterable[Iterable[Any]],
    y: Iterable[int],
    *,
    bias_step: Number | Literal["R2"] = 1,
    rate: Number = 1,
    order: str | Iterable[int] = "cyclic",
    seed: int | None = None,
    tie: str = "mistake",
    max_updates: int | None = None,
    start: tuple[Any, Any] | None = None,
) -> Run:
    """Run the perceptron on the examples and return its record.

    X has shape (n, d), n, d ≥ 1; y has n labels ±1. Ints and Fractions are run exactly, floats in float64.
    `bias_step` is c ≥ 0, or "R2" for max‖x‖². `start` is (w, b), zero by default. `order` is one of

    * "cyclic": pass over the data until a pass has no mistake;
    * "first": always the first mistake in the order of the data;
    * "random": passes in an order drawn afresh for each pass, by `seed`;
    * indices: visits exactly these (stopped = "order_exhausted"), then says whether the result separates.

    The run stops at the mistake that would need update number `max_updates` + 1. Without a cap, exact data
    are first checked to have a separator; the exact question has no meaning for rounded runs, so floats
    need a cap.

    Raises `NoSeparator` (with a certificate) if the run would never end, `BadInput` for unusable arguments.

    >>> result = run([[1, 0], [0, 1]], [1, -1], bias_step=0)
    >>> result.updates, result.w, result.b, result.stopped
    (2, (1, -1), 0, 'separated')
    """
    table = rows(X)
    arithmetic = arithmetic_of(table)
    signs = labels(y, len(table))
    if isinstance(bias_step, str):
        bias_step = _squared_radius(table, arithmetic, bias_step)
    learner = _Learner(len(table[0]), arithmetic, bias_step, rate, tie, start)
    vectors = [vector(row, arithmetic, f"X[{i}]") for i, row in enumerate(table)]
    passes = _passes(order, len(table), seed)
    cap = None if max_updates is None else _whole(max_updates, "max_updates", least=0)
    with _overflow_is_an_error():
        if cap is None and isinstance(order, str) and not learner.separates(vectors, signs):
            _require_an_end(table, signs, learner)
        if not isinstance(order, str):
            return _run_in_callers_order(learner, vectors, signs, next(passes), cap)
        stopped = _run_passes(learner, vectors, signs, passes, cap, restart=order == "first")
        return learner.record(vectors, signs, stopped, order, seed if order == "random" else None)


def _run_passes(learner, X, y, passes, cap, restart):
    """Make passes until one has no mistake; with `restart`, a mistake ends its pass."""
    for indices in passes:
        before = len(learner.mistakes)
        if not _visit(learner, X, y, indices, cap, restart):
            return "max_updates"
        if len(learner.mistakes) == before:
            return "separated"
    raise AssertionError("the named orders never run out of passes")


def _run_in_callers_order(learner, X, y, indices, cap):
    visited: list[int] = []
    complete = _visit(learner, X, y, _remember(indices, visited), cap, restart=False)
    return learner.record(X, y, "order_exhausted" if complete else "max_updates", tuple(visited))


def _visit(learner, X, y, indices, cap, restart):
    """Visit the examples, learning from each mistake; return False at a mistake beyond the cap."""
    for i in indices:
        learner.visits += 1
        if learner.is_wrong(X[i], y[i]):
            if len(learner.mistakes) == cap:
                return False
            learner.learn(i, X[i], y[i])
            if restart:
                break
    return True


class Online:
    """The perceptron that meets one example at a time.

    `X` and `y` keep the examples seen, so that `record()` can say whether all of them are now separated
    and `replay(online.record(), online.X, online.y)` can repeat the run. Floats need arithmetic="float64".

    >>> online = Online(2)
    >>> online.learn([1, 0], 1), online.learn([2, 0], 1)
    (True, False)
    >>> online.record().w, online.record().b
    ((1, 0), 1)
    """

    def __init__(self, dimension: int, *, bias_step: Number = 1, rate: Number = 1, tie: str = "mistake",
                 arithmetic: Arithmetic = "exact") -> None:
        """Start at (w, b) = 0."""
        if isinstance(bias_step, str):
            raise BadInput(f"bias_step = {bias_step!r} needs all examples; online, give the number")
        _choice("arithmetic", arithmetic, ("exact", "float64"))
        self.dimension = _whole(dimension, "dimension", least=1)
        self.X: list[Any] = []
        self.y: list[int] = []
        self._learner = _Learner(self.dimension, arithmetic, bias_step, rate, tie, None)

    def learn(self, x: Iterable[Any], y: int) -> bool:
        """Take one example: x of length `dimension`, y = ±1; return whether it was a mistake."""
        i = len(self.X)
        values = list(x)
        if len(values) != self.dimension:
            raise BadInput(f"example {i} has {len(values)} coordinates; this perceptron takes "
                           f"{self.dimension}")
        point = vector(values, self._learner.arithmetic, f"example {i}")
        sign = label(y, f"label {i}")
        with _overflow_is_an_error():
            mistake = self._learner.is_wrong(point, sign)
            if mistake:
                self._learner.learn(i, point, sign)
        self._learner.visits += 1
        self.X.append(point)
        self.y.append(sign)
        return mistake

    def record(self) -> Run:
        """Return the record so far; its mistakes count the examples in order of arrival, from 0."""
        with _overflow_is_an_error():
            return self._learner.record(self.X, self.y, "order_exhausted", "online")


def replay(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> State:
    """Repeat the recorded mistakes with the same rule and return the final state.

    Raises `ReplayError`, naming the step, if an example was no mistake when its update was made, or if the
    final (w, b), the number of updates or the claim of separation differs from the record.

    >>> X, y = [[1], [2]], [1, -1]
    >>> replay(run(X, y), X, y)
    State(w=(-2,), b=3)
    """
    table = rows(X)
    signs = labels(y, len(table))
    vectors = [vector(row, record.arithmetic, f"X[{i}]") for i, row in enumerate(table)]
    learner = _Learner(len(table[0]), record.arithmetic, record.bias_step, record.rate, record.tie,
                       record.start)
    with _overflow_is_an_error():
        for step, i in enumerate(record.mistakes, start=1):
            if not 0 <= i < len(table):
                raise ReplayError(f"step {step}: there is no example {i}; the data have {len(table)}")
            if not learner.is_wrong(vectors[i], signs[i]):
                raise ReplayError(f"step {step}: example {i} is not a mistake there, so it causes no update")
            learner.learn(i, vectors[i], signs[i])
        separated = learner.separates(vectors, signs)
    final = _plain(learner.state)
    if (len(record.mistakes), final, separated) != (record.updates, (record.w, record.b), record.separated):
        raise ReplayError(f"after step {len(record.mistakes)}: the replay ends at w = {final.w}, "
                          f"b = {final.b}, separated = {separated}, which is not what the record says")
    return final


# ------------------------------------------------------------------------------------ the border


def _choice(name, given, allowed):
    if given not in allowed:
        raise BadInput(f"{name} = {given!r} is unknown; choose one of: {', '.join(allowed)}")
    return given


def _whole(value, name, least):
    if isinstance(value, bool) or not isinstance(value, Integral) or int(value) < least:
        raise BadInput(f"{name} must be an integer >= {least} (got {value!r})")
    return int(value)


def _passes(order, count, seed) -> Iterator[Iterable[int]]:
    """Return the passes over the examples: endless for a named order, one for the caller's indices."""
    if not isinstance(order, str):
        if not isinstance(order, Iterable):
            raise BadInput(f"order = {order!r} is unknown; give indices, or one of: {', '.join(ORDERS)}")
        return iter([_checked_indices(order, count)])
    _choice("order", order, ORDERS)
    if order != "random":
        return repeat(range(count))
    if not isinstance(seed, int):
        raise BadInput(f"order 'random' needs an integer seed, so that it can be repeated (got {seed!r})")
    return _shuffles(count, seed)


def _shuffles(count, seed):
    generator = random.Random(seed)
    while True:
        yield generator.sample(range(count), count)


def _checked_indices(order, count):
    for position, i in enumerate(order):
        if not isinstance(i, Integral) or not 0 <= int(i) < count:
            raise BadInput(f"order[{position}] = {i!r} is no index of an example; "
                           f"give integers from 0 to {count - 1}")
        yield int(i)


def _remember(indices, visited):
    for i in indices:
        visited.append(i)
        yield i


def _squared_radius(table, arithmetic, word):
    """Return R² = max‖x‖², computed exactly; for float data then rounded once to float64."""
    if word != "R2":
        raise BadInput(f"bias_step = {word!r} is unknown; give a number >= 0, or 'R2' for max‖x‖²")
    squared = max(sum(Fraction(value) ** 2 for value in row) for row in table)
    if arithmetic == "exact":
        return squared
    try:
        return float(squared)
    except OverflowError:
        raise BadInput("bias_step 'R2': max‖x‖² overflows float64; scale the data, "
                       "or give exact data") from None


def _require_an_end(table, signs, learner):
    """Refuse an uncapped run that never ends, or may never end."""
    if learner.arithmetic != "exact":
        raise BadInput("a float64 run may never end, even on separable data; give max_updates, or exact data")
    if learner.bias_step == 0 and not any(map(any, table)):
        raise BadInput("every x is 0 and the bias step is 0 (R = 0), so every update is void and the run "
                       "never ends; give a positive bias_step, or max_updates")
    try:
        # Whether a separator exists does not depend on the size of a positive bias step.
        nearest_point.require_separator(table, signs, 1 if learner.bias_step else 0)
    except NoSeparator as error:
        if learner.tie == "mistake" and (learner.bias_step or not learner.start.b):
            raise
        raise NoSeparator(f"{error}; this run may never end; give max_updates", error.certificate) from None


@contextmanager
def _overflow_is_an_error():
    """Turn an overflow into `BadInput`: a NaN is on neither side of 0, so the mistake rule would be void."""
    import numpy as np

    try:
        with np.errstate(over="raise", invalid="raise"):
            yield
    except FloatingPointError:
        raise BadInput("the run overflows float64; scale the data, or give exact data") from None


def _plain_number(value):
    return float(value) if isinstance(value, float) else number(value, "b")


def _plain(state):
    """Return the state with Python's own numbers, w as a tuple."""
    return State(tuple(map(_plain_number, state.w)), _plain_number(state.b))
