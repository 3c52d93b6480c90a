"""The driver that all algorithms share: cap, interruption, progress, overflow, checked settings, and replaying a
record.

Main definitions: `Learner`, `drive`, `replay_steps`; `check_…` check settings.

An algorithm is a generator of steps: it reads the learner's state, yields the step that is due, and finally returns the
reason why no further step is due. The driver takes the steps, so the cap, progress and interruption work alike in all
algorithms.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from fractions import Fraction
from numbers import Integral
from os import PathLike, fspath
from typing import Any, NamedTuple

from .errors import BadInput, Interrupted, ReplayError
from .labelled_examples import Arithmetic, Number, convert_number, number, vector
from .lazy_numpy import np
from .sparse_rows import SparseRows

Progress = Callable[[int], object] | None
MOST_DEGREE = 1000  # of a polynomial kernel or map
MOST_DIGITS = 10_000  # binary digits to which a length may be rounded; longer lengths are better not rounded


class Point(NamedTuple):
    """The state of a run after `updates` steps and `visits` visited examples."""

    state: Any
    updates: int
    visits: int


class Learner:
    """The state of one run and the steps that led to it.

    A subclass gives `after(step)`, the state that a step leads to, a generator of the steps that are due, and
    `record(stopped)`. An interruption may come between any two instructions. `at` changes in one assignment, and only
    the first `at.updates` entries of `taken` count. So the two always agree.
    """

    def __init__(self, state: Any) -> None:
        self.at: Point = Point(state, 0, 0)
        self.taken: list[Any] = []
        self.visits = 0

    @property
    def state(self) -> Any:
        """Return the current state."""
        return self.at.state

    @property
    def updates(self) -> int:
        """Return the number of steps taken."""
        return self.at.updates

    @property
    def steps_taken(self) -> tuple[Any, ...]:
        """Return the steps taken, in order."""
        return tuple(self.taken[: self.at.updates])

    def take(self, step: Any) -> None:
        """Make one step."""
        after = self.after(step)
        self.taken.append(step)
        self.at = Point(after, self.at.updates + 1, self.visits)

    def after(self, step: Any) -> Any:
        """Return the state after this step."""
        raise NotImplementedError

    def record(self, stopped: str) -> Any:
        """Return the record of the run so far."""
        raise NotImplementedError


def drive(learner: Learner, steps: Generator[Any, None, str], max_updates: int | None, progress: Progress) -> Any:
    """Take the steps that are due until none is left, or step number `max_updates` + 1 is due; return the record.

    `progress(updates)` is called after each step. Raises `Interrupted` with the record so far.
    """
    cap = None if max_updates is None else check_integer(max_updates, "max_updates", least=0)
    try:
        with overflow_is_an_error():
            return learner.record(_advance(learner, steps, cap, progress))
    except KeyboardInterrupt:
        with overflow_is_an_error():
            raise Interrupted(learner.record("interrupted")) from None


def _advance(learner, steps, cap, progress):
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            return end.value
        if learner.updates == cap:
            return "max_updates"
        learner.take(step)
        if progress:
            progress(learner.updates)


def replay_steps(learner: Learner, steps: Generator[Any, None, str], recorded: Sequence[Any], record: Any) -> Any:
    """Repeat a record, whose steps `recorded` follow from the data and its parameters; return the new record.

    Raises `ReplayError`, naming the step, if a recorded step is not the one that is due, or if the run ends
    differently.
    """
    with overflow_is_an_error():
        for count, step in enumerate(recorded, start=1):
            due, reason = _next_step(steps)
            if due != step:
                raise ReplayError(f"step {count}: the record has {step}, but {reason or due} is due there")
            learner.take(due)
        due, reason = _next_step(steps)
        again = learner.record(record.stopped)
    free = ("visits", "order") if record.stopped == "interrupted" else ()  # examples visited after the last update
    differing = [name for name, value in vars(again).items() if name not in free and value != getattr(record, name)]
    if record.stopped not in ("interrupted", reason or "max_updates"):
        differing.append("stopped")
    if differing:
        raise ReplayError(
            f"after step {len(recorded)}: the replay ends with another value of {', '.join(differing)} than the record"
        )
    return again


def require_same_record(again: Any, record: Any) -> None:
    """Raise `ReplayError`, naming the fields in which a record differs from the one computed again."""
    differing = [name for name, value in vars(again).items() if value != getattr(record, name)]
    if differing:
        raise ReplayError(f"these data have another value of {', '.join(differing)} than the record")


def _next_step(steps):
    """Return (step, None) for the step that is due, or (None, reason)."""
    try:
        return next(steps), None
    except StopIteration as end:
        return None, end.value


@contextmanager
def overflow_is_an_error():
    """Turn an overflow into `BadInput`: a NaN is on neither side of 0, so the mistake rule would be void."""
    try:
        with np.errstate(over="raise", invalid="raise", divide="raise"):
            yield
    except FloatingPointError:
        raise BadInput("the run overflows float64; scale the data, or give exact data") from None


def check_choice(name: str, given: Any, allowed: Iterable[str]) -> Any:
    """Return `given` if it is one of the allowed words; raise `BadInput` otherwise.

    >>> check_choice("tie", "up", ("mistake", "correct"))
    Traceback (most recent call last):
    novikoff.algorithms.errors.BadInput: tie = 'up' is unknown; choose one of: mistake, correct
    """
    if not isinstance(given, str) or given not in allowed:
        raise BadInput(f"{name} = {given!r:.60} is unknown; choose one of: {', '.join(allowed)}")
    return given


def check_text(value: Any, name: str) -> str:
    """Return a text; raise `BadInput` for anything else."""
    if not isinstance(value, str):
        raise BadInput(f"{name} must be text (got {value!r:.60})")
    return value


def check_list(value: Any, name: str) -> list[Any]:
    """Return the members of an iterable that is not text; raise `BadInput` for anything else."""
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise BadInput(f"{name} must be a list (got {value!r:.60})")
    return list(value)


def check_path(value: Any, name: str) -> str:
    """Return a path as text; raise `BadInput` for anything else."""
    if not isinstance(value, str | PathLike) or not isinstance(fspath(value), str) or fspath(value) == "":
        raise BadInput(f"{name} must be a path (got {value!r:.60})")
    return fspath(value)


def check_integer(value: Any, name: str, least: int, most: int | None = None) -> int:
    """Return an integer from `least` to `most`, if that is given; raise `BadInput` otherwise."""
    limits = f">= {least}" if most is None else f"from {least} to {most}"
    fits = isinstance(value, Integral) and not isinstance(value, bool) and int(value) >= least
    if not fits or (most is not None and int(value) > most):
        raise BadInput(f"{name} must be an integer {limits} (got {value!r:.60})")
    return int(value)


def check_seconds(value: Any, name: str) -> float:
    """Return a number of seconds > 0; raise `BadInput` otherwise."""
    if type(value) not in (int, float) or not 0 < value < float("inf"):
        raise BadInput(f"{name} must be a number of seconds > 0 (got {value!r:.60})")
    return float(min(value, 10**6))  # the system's clocks overflow soon after


def check_flag(value: Any, name: str) -> bool:
    """Return True or False; raise `BadInput` otherwise."""
    if value is not True and value is not False:
        raise BadInput(f"{name} must be True or False (got {value!r:.60})")
    return value


def check_time_limit(value: Any, name: str = "limit") -> float | None:
    """Return a limit in seconds > 0, or None for none; raise `BadInput` otherwise."""
    return None if value is None else check_seconds(value, name)


def check_positive(value: Any, arithmetic: Arithmetic, name: str) -> Any:
    """Return a number > 0 in this arithmetic; raise `BadInput` otherwise."""
    carried = convert_number(value, arithmetic, name)
    if carried <= 0:
        raise BadInput(f"{name} must be > 0 (got {value})")
    return carried


def classifier_of(start: Any, dimension: int, arithmetic: Arithmetic) -> tuple[Any, Any]:
    """Return a pair (w, b), w of length `dimension`, in this arithmetic; raise `BadInput` otherwise.

    >>> classifier_of(([1, 2], 3), 3, "exact")
    Traceback (most recent call last):
    novikoff.algorithms.errors.BadInput: start has 2 weights for examples with 3 coordinates
    """
    try:
        w, b = start
        w = list(w)
    except (TypeError, ValueError):
        raise BadInput(f"start = {start!r} is not a pair (w, b), such as ([0, 0], 0)") from None
    if len(w) != dimension:
        raise BadInput(f"start has {len(w)} weights for examples with {dimension} coordinates")
    return vector(w, arithmetic, "start.w"), convert_number(b, arithmetic, "start.b")


def bias_step_of(given: Any, table: Sequence[Sequence[Number]], arithmetic: Arithmetic) -> Any:
    """Return the bias step c ≥ 0 in this arithmetic: a number, or max‖x‖² for "R2"; raise `BadInput` otherwise.

    max‖x‖² is computed exactly; for float data it is then rounded once to float64.

    >>> bias_step_of("R2", [[3, 4], [1, 1]], "exact")
    25
    """
    if isinstance(given, str):
        if given != "R2":
            raise BadInput(f"bias_step = {given!r} is unknown; give a number >= 0, or 'R2' for max‖x‖²")
        given = _squared_radius(table, arithmetic)
    carried = convert_number(given, arithmetic, "bias_step")
    if carried < 0:
        raise BadInput(f"bias_step must be >= 0 (got {given}); 0 means no bias")
    return carried


def _squared_radius(table, arithmetic):
    if isinstance(table, SparseRows):
        return table.radius2()
    squared = max(sum(Fraction(value) ** 2 for value in row) for row in table)
    if arithmetic == "exact":
        return squared
    try:
        return float(squared)
    except OverflowError:
        raise BadInput("bias_step 'R2': max‖x‖² overflows float64; scale the data, or give exact data") from None


def to_plain_number(value: Any) -> Number:
    """Return a number as Python's own int, Fraction or float."""
    if type(value) is int:
        return value
    return float(value) if isinstance(value, float) else number(value, "a number of the run")
