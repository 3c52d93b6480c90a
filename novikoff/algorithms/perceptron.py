"""The perceptron: one update rule for every carrier, and the drivers that apply it to data.

The whole algorithm, by the same functions that the proofs and the drivers call, on three examples:

    >>> import numpy as np
    >>> X, y = np.array([[2, 1], [1, 3], [-1, 1]]), [1, -1, -1]

    >>> state, clean = State(w=0 * X[0], b=0), False
    >>> while not clean:
    ...     clean = True
    ...     for x, sign in zip(X, y):
    ...         if mistake_condition(state, x, sign):
    ...             state, clean = update(state, x, sign), False

    >>> state
    State(w=array([ 4, -3]), b=1)
    >>> run(X, y).w, run(X, y).b, run(X, y).separated
    ((4, -3), 1, True)

Main definitions:
    State, update, margin, mistake_condition   the rule itself; proofs call these on symbolic vectors
    is_mistake                                 the rule with its tie convention, on numbers
    run, Online                                all examples in some order; one example at a time
    Run, replay                                the record of a run; anyone can repeat it
    certificate               a record as data, for a checker that knows only fractions
    Learner                                    the state of a run, for the variants that learn by the same update

Notation: an example is (x, y) with y = ±1; the score is f(x) = ⟨w, x⟩ + b; the functional margin is y·f(x). The bias
step c says how far a mistake moves the bias: c = 0 is the homogeneous perceptron, c = 1 the rule of Smola &
Vishwanathan [iml, Algorithm 1.3], c = R² = max‖x‖² the rule of Cristianini & Shawe-Taylor [cristianini2000, section
2.1.1] and of the tutorial, and any c = ρ² the perceptron on the points (x, ρ).

The perceptron cycle of `slides` (p. 7) is `run` with bias_step=1, tie="positive" (f = 0 is classified +1) and rate=α.
The page adds α·sign(f(xᵢ))·xᵢ on a mistake, which moves away from the example; the rule is α·yᵢ·xᵢ.

Implementation notes: a carrier is anything with `w + c*x` and `w @ x`. The drivers look the rule up in this
module at each step, so that a changed rule changes the runs and the proofs alike.

References: [rosenblatt1958]; for its convergence [block1962], [novikoff1962].
"""

import random
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from numbers import Integral
from typing import Any, ClassVar, Literal, NamedTuple, Self

from . import nearest_point, run_certificates, run_loop
from .errors import BadInput, NoSeparator, ReplayError
from .labelled_examples import Arithmetic, Number, arithmetic_of, label, labels, rows, vector
from .options import describe_order
from .run_loop import (
    Progress,
    bias_step_of,
    check_choice,
    check_integer,
    check_positive,
    classifier_of,
    drive,
    overflow_is_an_error,
    to_plain_number,
)

# The labels for which a tie, f(x) = 0, is a mistake.
TIES = {
    "mistake": (-1, 1),  # y·f ≤ 0 is a mistake: the rule of the mistake bounds
    "correct": (),  # y·f < 0 is a mistake
    "positive": (-1,),  # f = 0 is classified +1
    "negative": (1,),  # f = 0 is classified −1
}
ORDERS = ("cyclic", "first", "random")


class State(NamedTuple):
    """Represent the classifier x ↦ sign(⟨w, x⟩ + b), with a vector w and a scalar b of any carrier.

    >>> State(2, 1).w
    2
    """

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
    """Return whether (x, y) is a mistake of the state; `tie`, one of `TIES`, decides at f(x) = 0.

    >>> import numpy as np
    >>> zero = State(np.array([0, 0]), 0)
    >>> [is_mistake(zero, np.array([1, 2]), 1, tie) for tie in TIES]
    [True, False, False, True]
    """
    ties = TIES[check_choice("tie", tie, TIES)]
    return bool(mistake_condition(state, x, y) if y in ties else margin(state, x, y) < 0)


# ---------------------------------------------------------------------------------- the record


@dataclass(frozen=True)
class Run:
    """The record of a run, with all that `replay` needs to repeat it.

    `mistakes` are the indices of the examples that caused the updates, in order; `visits` counts the
    examples looked at (up to the last update if the run was interrupted); `separated` says whether the final
    (w, b) makes no mistake (under `tie`) on any example. `stopped` says why the run ended, and reaching
    `max_updates` is never called separation.
    """

    updates: int
    visits: int
    w: tuple[Number, ...]
    b: Number
    mistakes: tuple[int, ...]
    separated: bool
    stopped: Literal["separated", "max_updates", "order_exhausted", "interrupted"]
    bias_step: Number
    rate: Number
    order: str | tuple[int, ...]  # a name in ORDERS, "online", or the indices visited in the caller's order
    seed: int | None
    tie: str
    start: State
    arithmetic: Arithmetic


class Learner(run_loop.Learner):
    """The state (w, b) of one run and the rule that moves it; every number is already in one arithmetic.

    A variant changes `is_wrong`, and `record` if its record differs; `rule` names the setting that says what is wrong.
    """

    kept: ClassVar[tuple[str, ...]] = ("bias_step", "rate", "start", "tie")  # the settings, as a record names them
    order: str | list[int] = "online"
    seed: int | None = None

    def __init__(
        self,
        dimension: int,
        arithmetic: Arithmetic,
        *,
        bias_step: Any = 1,
        rate: Any = 1,
        tie: str = "mistake",
        start: Any = None,
    ) -> None:
        """Start at `start`, without examples."""
        self.arithmetic: Arithmetic = arithmetic
        self.bias_step: Any = bias_step_of(bias_step, [], arithmetic)
        self.rate: Any = check_positive(rate, arithmetic, "rate")
        self.tie: Any = check_choice("tie", tie, TIES)
        self.table: Sequence[Sequence[Any]] = ()  # the examples as they were given; X holds them as vectors
        self.X: list[Any] = []
        self.y: Any = []
        start = ((0,) * dimension, 0) if start is None else start
        super().__init__(State(*classifier_of(start, dimension, arithmetic)))
        self.start: Any = self.state

    @classmethod
    def on(
        cls,
        X: Iterable[Iterable[Any]],
        y: Iterable[int],
        *,
        bias_step: Any = 1,
        arithmetic: Arithmetic | None = None,
        **settings: Any,
    ) -> Self:
        """Return a learner that has these examples."""
        table = rows(X)
        signs = labels(y, len(table))
        arithmetic = arithmetic or arithmetic_of(table)
        learner = cls(len(table[0]), arithmetic, bias_step=bias_step_of(bias_step, table, arithmetic), **settings)
        learner.table, learner.X, learner.y = table, table.vectors(arithmetic), signs
        return learner

    @classmethod
    def again(cls, record: Any, X: Iterable[Iterable[Any]], y: Iterable[int]) -> Any:
        """Return a learner at the start of a recorded run on these examples."""
        return cls.on(X, y, **{name: getattr(record, name) for name in ("arithmetic", *cls.kept)})

    def is_wrong(self, x: Any, y: int) -> bool:
        """Return whether the example causes an update."""
        return is_mistake(self.state, x, y, self.tie)

    def separates(self) -> bool:
        """Return whether no example is a mistake."""
        return not any(map(self.is_wrong, self.X, self.y))

    def after(self, step: int) -> State:
        return update(self.state, self.X[step], self.y[step], bias_step=self.bias_step, rate=self.rate)

    def meet(self, i: int) -> bool:
        """Visit example i, and return whether it is a mistake."""
        self.visits += 1
        return self.is_wrong(self.X[i], self.y[i])

    def passes_until_clean(self, passes: Iterable[Iterable[int]], restart: bool) -> Generator[int, None, str]:
        """Pass over the data until a pass has no mistake, yielding the mistakes; with `restart`, a mistake ends its
        pass.
        """
        for indices in passes:
            before = self.updates
            for i in indices:
                if self.meet(i):
                    yield i
                    if restart:
                        break
            if self.updates == before:
                return "separated"
        raise AssertionError("the named orders never run out of passes")

    def visits_in_order(self, indices: Iterable[int], visited: list[int]) -> Generator[int, None, str]:
        """Visit exactly these examples, adding them to `visited`, and yield the mistakes."""
        for i in indices:
            visited.append(i)
            if self.meet(i):
                yield i
        return "order_exhausted"

    def require_an_end(self) -> None:
        """Raise `NoSeparator` or `BadInput` for a run without a cap that never ends, or may never end."""
        require_an_end(self)

    def course(self, stopped: str) -> dict[str, Any]:
        """Return the fields about the steps, which the records of all variants share."""
        visits = self.at.visits if stopped == "interrupted" else self.visits
        return {
            "updates": self.updates, "visits": visits, "mistakes": self.steps_taken, "stopped": stopped,
            "order": self.order if isinstance(self.order, str) else tuple(self.order[:visits]), "seed": self.seed,
        }  # fmt: skip

    def record(self, stopped: str) -> Any:
        return Run(
            **to_plain_state(self.state)._asdict(), separated=self.separates(), tie=self.tie,
            bias_step=to_plain_number(self.bias_step), rate=to_plain_number(self.rate),
            start=to_plain_state(self.start), arithmetic=self.arithmetic, **self.course(stopped),
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
    progress: Progress = None,
) -> Run:
    """Run the perceptron on the examples and return its record.

    X has shape (n, d), n, d ≥ 1; y has n labels ±1. Ints and Fractions are run exactly, floats in float64.
    `bias_step` is c ≥ 0, or "R2" for max‖x‖². `start` is (w, b), zero by default. `order` is one of

    * "cyclic": pass over the data until a pass has no mistake;
    * "first": always the first mistake in the order of the data;
    * "random": passes in a new random order each, drawn from `seed`;
    * indices: visits exactly these (stopped = "order_exhausted"), then says whether the result separates.

    The run stops at the mistake that would need update number `max_updates` + 1. Without a cap, exact data
    are first checked to have a separator; the exact question has no meaning for rounded runs, so floats
    need a cap. `progress(updates)` is called after each update.

    Raises `NoSeparator` (with a certificate) if the run would never end, `BadInput` for unusable arguments,
    `Interrupted` (with the record so far) at a keyboard interrupt.

    >>> result = run([[1, 0], [0, 1]], [1, -1], bias_step=0)
    >>> result.updates, result.w, result.b, result.stopped
    (2, (1, -1), 0, 'separated')
    """
    learner = Learner.on(X, y, bias_step=bias_step, rate=rate, tie=tie, start=start)
    steps = steps_in_order(learner, order, seed)
    with overflow_is_an_error():
        if max_updates is None and isinstance(order, str) and not learner.separates():
            learner.require_an_end()
    found: Run = drive(learner, steps, max_updates, progress)
    return found


def steps_in_order(learner: Learner, order: str | Iterable[int], seed: int | None) -> Generator[int, None, str]:
    """Return the steps of a learner that visits its examples in this order, and store the order in the learner."""
    passes = iterate_passes(order, len(learner.X), seed)
    if not isinstance(order, str):
        visited: list[int] = []
        learner.order = visited
        return learner.visits_in_order(next(passes), visited)
    learner.order, learner.seed = order, seed if order == "random" else None
    return learner.passes_until_clean(passes, order == "first")


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

    def __init__(
        self,
        dimension: int,
        *,
        bias_step: Number = 1,
        rate: Number = 1,
        tie: str = "mistake",
        arithmetic: Arithmetic = "exact",
    ) -> None:
        if isinstance(bias_step, str):
            raise BadInput(f"bias_step = {bias_step!r} needs all examples; online, give the number")
        check_choice("arithmetic", arithmetic, ("exact", "float64"))
        self.dimension: int = check_integer(dimension, "dimension", least=1)
        self._learner = Learner(self.dimension, arithmetic, bias_step=bias_step, rate=rate, tie=tie)
        self.X = self._learner.X
        self.y: Any = self._learner.y

    def learn(self, x: Iterable[Any], y: int) -> bool:
        """Learn from one example, x of length `dimension` and y = ±1; return whether it was a mistake."""
        i = len(self.X)
        values = list(x)
        if len(values) != self.dimension:
            raise BadInput(f"example {i} has {len(values)} coordinates; this perceptron takes {self.dimension}")
        point = vector(values, self._learner.arithmetic, f"example {i}")
        sign = label(y, f"label {i}")
        self.X.append(point)
        self.y.append(sign)
        try:
            with overflow_is_an_error():
                mistake = self._learner.meet(i)
                if mistake:
                    self._learner.take(i)
        except BadInput:
            self.X.pop()
            self.y.pop()
            self._learner.visits -= 1
            raise
        return mistake

    def record(self) -> Run:
        """Return the record so far; its mistakes count the examples in order of arrival, from 0."""
        with overflow_is_an_error():
            return self._learner.record("order_exhausted")


def replay(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> State:
    """Repeat the recorded mistakes with the same rule and return the final state.

    Raises `ReplayError`, naming the step, if an example was no mistake when its update was made, or if the
    final (w, b), the number of updates or the claim of separation differs from the record.

    >>> X, y = [[1], [2]], [1, -1]
    >>> replay(run(X, y), X, y)
    State(w=(-2,), b=3)
    """
    learner = Learner.again(record, X, y)
    retrace(learner, record.mistakes)
    with overflow_is_an_error():
        separated = learner.separates()
    final = to_plain_state(learner.state)
    if (len(record.mistakes), final, separated) != (record.updates, (record.w, record.b), record.separated):
        raise ReplayError(
            f"after step {len(record.mistakes)}: the replay ends at w = {final.w}, "
            f"b = {final.b}, separated = {separated}, which is not what the record says"
        )
    return final


def retrace(learner: Learner, mistakes: Iterable[int]) -> None:
    """Repeat these updates; raise `ReplayError` at the first one that is not a mistake."""
    with overflow_is_an_error():
        for step, i in enumerate(mistakes, start=1):
            if not 0 <= i < len(learner.X):
                raise ReplayError(f"step {step}: there is no example {i}; the data have {len(learner.X)}")
            if not learner.is_wrong(learner.X[i], learner.y[i]):
                raise ReplayError(f"step {step}: example {i} is not a mistake there, so it causes no update")
            learner.take(i)


# ----------------------------------------------------------------------------- the certificate


def certificate(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> dict[str, Any]:
    """Return the run as JSON-ready data that `checkers.dispatch` can repeat; exact runs only.

    >>> X, y = [[1], [-1]], [1, -1]
    >>> data = certificate(run(X, y), X, y)
    >>> data["steps"], data["result"]["updates"], data["result"]["w"]
    ([0, 1], 2, ['2'])
    """
    return run_certificates.make_certificate(
        "perceptron", record, X, y, parameters={
            "bias_step": run_certificates.rational_to_text(record.bias_step),
            "rate": run_certificates.rational_to_text(record.rate),
            "order": list(range(record.visits)) if record.order == "online" else describe_order(record.order),
            "seed": record.seed, "start": run_certificates.classifier_to_json(record.start), "tie": record.tie,
        }, steps=list(record.mistakes),
        result={"visits": record.visits, **run_certificates.classifier_to_json(record)},
    )  # fmt: skip


# ------------------------------------------------------------------------------------ the border


def iterate_passes(order: Any, count: int, seed: Any) -> Iterator[Iterable[int]]:
    """Return the passes over `count` examples: endless for a named order, one for the caller's indices; raise
    `BadInput`.
    """
    if not isinstance(order, str):
        if not isinstance(order, Iterable):
            raise BadInput(f"order = {order!r} is unknown; give indices, or one of: {', '.join(ORDERS)}")
        return iter([_check_indices(order, count)])
    check_choice("order", order, ORDERS)
    if order != "random":
        return repeat(range(count))
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise BadInput(f"order 'random' needs an integer seed, so that it can be repeated (got {seed!r})")
    return _shuffles(count, seed)


def _shuffles(count, seed):
    generator = random.Random(seed)
    while True:
        yield generator.sample(range(count), count)


def _check_indices(order, count):
    for position, i in enumerate(order):
        if not isinstance(i, Integral) or not 0 <= int(i) < count:
            raise BadInput(f"order[{position}] = {i!r} is not an index of an example; give 0 to {count - 1}")
        yield int(i)


def require_an_end(learner: Learner) -> None:
    """Raise `NoSeparator` or `BadInput` for a run without a cap that never ends, or may never end."""
    if learner.arithmetic != "exact":
        raise BadInput("a float64 run may never end, even on separable data; give max_updates, or exact data")
    if learner.bias_step == 0 and not any(map(any, learner.table)):
        raise BadInput(
            "every x is 0 and the bias step is 0 (R = 0), so every update is void and the run "
            "never ends; give a positive bias_step, or max_updates"
        )
    try:
        # Whether a separator exists does not depend on the size of a positive bias step.
        nearest_point.require_separator(learner.table, learner.y, 1 if learner.bias_step else 0)
    except NoSeparator as error:
        if learner.tie == "mistake" and (learner.bias_step or not learner.start.b):
            raise
        raise NoSeparator(f"{error}; this run may never end; give max_updates", error.certificate) from None


def to_plain_state(state: State) -> State:
    """Return the state with Python's own numbers, w as a tuple."""
    whole = set(map(type, state.w)) <= {int}
    return State(tuple(state.w) if whole else tuple(map(to_plain_number, state.w)), to_plain_number(state.b))
