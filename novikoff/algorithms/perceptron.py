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

Proofs call `update`, `margin` and `mistake_condition` on symbols.

Notation: an example is (x, y) with y = ±1; the score is f(x) = ⟨w, x⟩ + b; the functional margin is y·f(x). The bias
step c says how far a mistake moves the bias: c = 0 is the homogeneous perceptron, c = 1 the rule of Smola &
Vishwanathan [iml, Algorithm 1.3], c = R² = max‖x‖² the rule of Cristianini & Shawe-Taylor [cristianini2000, section
2.1.1] and of the tutorial, and any c = ρ² the perceptron on the points (x, ρ).

The perceptron cycle of `slides` (p. 7) is `run` with bias_step=1, tie="positive" (f = 0 is classified +1) and rate=α.
The page adds α·sign(f(xᵢ))·xᵢ on a mistake, which moves away from the example; the rule is α·yᵢ·xᵢ.

An online rule overrides what differs from the perceptron: `is_wrong` says which examples cause an update, and `after`
returns the state after an update. It overrides `final` if the classifier is not the state itself. It overrides
`is_separated` if "separated" means more than y·f(x) > 0 for all examples. It overrides `contradicts` if some examples
allow no step. `options` lists the shared options of the rule and its own, each an attribute of the learner. `prepare`
tests conditions on several options, and `check_examples` conditions on the examples.

Implementation notes: a carrier is anything with `w + c*x` and `w @ x`. The drivers look the rule up in this
module at each step, so that a changed rule changes the runs and the proofs alike.

References: [rosenblatt1958]; for its convergence [block1962], [novikoff1962].
"""

import random
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import repeat
from numbers import Integral
from typing import Any, ClassVar, NamedTuple, Self

from . import nearest_point
from .base_rule import Record, Rule
from .errors import BadExample, BadInput, NoSeparator
from .labelled_examples import Arithmetic, Number, arithmetic_of, label, labels, rows, vector
from .options import BIAS_STEP, ORDER, RATE, SEED, START, TIE, Found, Options
from .run_certificates import rational_to_text, vector_to_json
from .run_loop import (
    bias_step_of,
    check_choice,
    check_integer,
    check_positive,
    classifier_of,
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
    """Represent the classifier x ↦ sign(⟨w, x⟩ + b), with a vector w and a scalar b: numbers or symbols.

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


# ------------------------------------------------------------------------ rules that visit the examples


class OnlineRule(Rule):
    """The state (w, b) of a run and the rule that moves it, by default the perceptron's; all numbers are in one
    arithmetic.
    """

    found: ClassVar[Found] = {"visits": int, "w": vector_to_json, "b": rational_to_text, "mistakes": None}
    options: ClassVar[Options] = ()
    goes_on: ClassVar[bool]
    order: str | list[int] = "online"
    seed: int | None = None

    def __init_subclass__(cls) -> None:
        """Register a rule that has a name."""
        super().__init_subclass__()
        if "name" in vars(cls):
            cls.goes_on = vars(cls).get("goes_on", START in cls.options)

    def __init__(self, dimension: int, arithmetic: Arithmetic, *, bias_step: Any = 1, rate: Any = 1,
                 tie: str = "mistake", start: Any = None, **own: Any) -> None:
        """Start at `start`, without examples, and set the rule's own options."""
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
        self.set_options(own)
        self.prepare()

    @classmethod
    def on(cls, X: Iterable[Any], y: Iterable[Any], *, bias_step: Any = 1, arithmetic: Arithmetic | None = None,
           **settings: Any) -> Self:
        """Return a learner that has these examples."""
        table = rows(X)
        signs = labels(y, len(table))
        arithmetic = arithmetic or arithmetic_of(table)
        learner = cls(len(table[0]), arithmetic, bias_step=bias_step_of(bias_step, table, arithmetic), **settings)
        learner.table, learner.X, learner.y = table, table.vectors(arithmetic), signs
        learner.check_examples()
        return learner

    @classmethod
    def begin(cls, X: Iterable[Any], y: Iterable[Any], **settings: Any) -> tuple[Self, Generator[int, None, str]]:
        order, seed = settings.pop("order"), settings.pop("seed")
        learner = cls.on(X, y, **settings)
        return learner, learner.limit(steps_in_order(learner, order, seed))

    def prepare(self) -> None:
        """Raise `BadInput` for options that do not fit together."""

    def check_examples(self) -> None:
        """Raise `BadExample` for an example that the rule cannot take, and compute what depends on all examples."""

    def refuse_zero(self, consequence: str) -> None:
        """Raise `BadExample` for an example 0 without bias, which has this consequence."""
        for i, x in enumerate(self.table if self.bias_step == 0 else ()):
            if not any(x):
                raise BadExample((i,), f"is 0, and the bias step is 0, so that {consequence}; leave it out, or give a "
                                       "positive bias step")

    def is_wrong(self, x: Any, y: int) -> bool:
        """Return whether the example causes an update."""
        return is_mistake(self.state, x, y, self.tie)

    def square(self, w: Any, b: Any) -> Any:
        """Return ‖w‖² + b²/c, or ‖w‖² if c = 0."""
        c = self.bias_step
        return w @ w + (b * b / (Fraction(c) if isinstance(c, int) else c) if c else 0)

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

    def refuse_endless(self) -> None:
        """Raise `NoSeparator` or `BadInput` for a run without a cap, in an endless order, where an example causes an
        update.
        """
        with overflow_is_an_error():
            if isinstance(self.order, str) and not self.separates():
                self.require_an_end()

    def contradicts(self, i: int) -> bool:
        """Return whether this example, whose step is due, shows that no separator exists; then no step can be made."""
        return False

    def limit(self, due: Generator[int, None, str]) -> Generator[int, None, str]:
        """Yield the steps that are due, as long as they can be made; return why there are no more."""
        while True:
            try:
                i = next(due)
            except StopIteration as end:
                return str(end.value)
            if self.contradicts(i):
                return "contradiction"
            yield i

    def final(self) -> State:
        """Return the classifier of the state."""
        state: State = self.state
        return state

    def is_separated(self) -> bool:
        """Return whether the result is right on all examples: under `tie` if there is one, else strictly."""
        return self.separates() if "tie" in self.recorded else self.has_margins(self.final())

    def has_margins(self, state: State) -> bool:
        """Return whether y·f(x) > 0 on all examples.

        >>> learner = Perceptron.on([[1], [-1]], [1, -1])
        >>> learner.has_margins(State(learner.X[0], 0)), learner.has_margins(State(learner.X[0], 1))
        (True, False)
        """
        return all(margin(state, x, y) > 0 for x, y in zip(self.X, self.y, strict=True))

    def setting(self, name: str) -> Any:
        return to_plain_state(self.start) if name == START.name else super().setting(name)

    def results(self, stopped: str) -> dict[str, Any]:
        visits = self.at.visits if stopped == "interrupted" else self.visits
        order = self.order if isinstance(self.order, str) else tuple(self.order[:visits])
        found = super().results(stopped) | {"visits": visits, "order": order, "seed": self.seed}
        return found | (to_plain_state(self.final())._asdict() if "w" in self.found else {})


def steps_in_order(learner: OnlineRule, order: str | Iterable[int], seed: int | None) -> Generator[int, None, str]:
    """Return the steps of a learner that visits its examples in this order, and store the order in the learner."""
    passes = iterate_passes(order, len(learner.X), seed)
    if not isinstance(order, str):
        visited: list[int] = []
        learner.order = visited
        return learner.visits_in_order(next(passes), visited)
    learner.order, learner.seed = order, seed if order == "random" else None
    return learner.passes_until_clean(passes, order == "first")


class Perceptron(OnlineRule):
    """The perceptron on n vectors of length d, n, d ≥ 1. Ints and Fractions are run exactly, floats in float64.
    `bias_step` is c ≥ 0, or "R2" for max‖x‖². `start` is (w, b), zero by default. `order` is one of

    * "cyclic": pass over the data until a pass has no mistake;
    * "first": always the first mistake in the order of the data;
    * "random": passes in a new random order each, drawn from `seed`;
    * indices: visits exactly these (stopped = "order_exhausted"), then says whether the result separates.

    The run stops at the mistake that would need update number `max_updates` + 1. Without a cap, exact data are first
    checked to have a separator; the exact question has no meaning for rounded runs, so floats need a cap.

    `mistakes` are the indices of the examples that caused the updates, in order; `visits` counts the examples looked at
    (up to the last update if the run was interrupted); `separated` says whether the final (w, b) makes no mistake
    (under `tie`) on any example. `stopped` is "separated", "max_updates", "order_exhausted" or "interrupted", and
    reaching `max_updates` is never called separation. `order` is its name, "online", or the indices visited.

    >>> result = run([[1, 0], [0, 1]], [1, -1], bias_step=0)
    >>> result.updates, result.w, result.b, result.stopped
    (2, (1, -1), 0, 'separated')
    >>> data = certificate(result, [[1, 0], [0, 1]], [1, -1])
    >>> data["steps"], data["result"]["updates"], data["result"]["w"]
    ([0, 1], 2, ['1', '-1'])
    """

    name = "perceptron"
    options: ClassVar[Options] = (BIAS_STEP, RATE, ORDER, SEED, TIE, START)

    @classmethod
    def replay(cls, record: Record, X: Iterable[Any], y: Iterable[Any]) -> Record:
        return super().replay(_list_visits(record), X, y)

    @classmethod
    def certificate(cls, record: Record, X: Iterable[Any], y: Iterable[Any]) -> dict[str, Any]:
        return super().certificate(_list_visits(record), X, y)


def _list_visits(record: Any) -> Any:
    """Return a record whose order is a name or a list: an online run visits the examples in their order."""
    return replace(record, order=tuple(range(record.visits))) if record.order == "online" else record


Run = Perceptron.Run
run, replay, certificate = Perceptron.functions()


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
        if isinstance(bias_step, str):
            raise BadInput(f"bias_step = {bias_step!r} needs all examples; online, give the number")
        check_choice("arithmetic", arithmetic, ("exact", "float64"))
        self.dimension: int = check_integer(dimension, "dimension", least=1)
        self._learner = Perceptron(self.dimension, arithmetic, bias_step=bias_step, rate=rate, tie=tie)
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

    def record(self) -> Record:
        """Return the record so far; its mistakes count the examples in order of arrival, from 0."""
        with overflow_is_an_error():
            record: Record = self._learner.record("order_exhausted")
            return record


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


def require_an_end(learner: OnlineRule) -> None:
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
