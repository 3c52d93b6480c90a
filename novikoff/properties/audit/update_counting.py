"""Reliable counts of updates.

The number of updates is not the number of weight changes: a penalty changes weights without an update, and a rounded
update may change nothing.

`watch` counts in the implementation's own arithmetic, with the score of `Profile.score`. `replay` is certified: each
update that it counts is due when it is made, and its final (w, b) equals the (w, b) of `fit`, number for number. It
uses integers and fractions if the implementation rounds nothing, and float64 otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...algorithms import fast_perceptron, margin_perceptron, perceptron
from ...algorithms.errors import BadInput
from ...algorithms.lazy_numpy import np
from ...algorithms.perceptron import TIES, State
from .conventions import Conventions
from .implementation_interface import Implementation
from .score_rounding import may_flip_sign

MOST_VISITS = 200  # in one watched run
MOST_EPOCHS = 2000  # in a replay whose order the implementation does not report


def is_update_due(score: Any, label: int, rule: Conventions) -> bool:
    """Return whether an update is due at this score, under the rule for ties and the threshold.

    >>> [is_update_due(0, label, Conventions(tie="positive")) for label in (-1, 1)]
    [True, False]
    """
    margin = label * score
    if rule.threshold:
        return bool(margin <= rule.threshold)
    return bool(margin < 0 or (margin == 0 and label in TIES[rule.tie or "mistake"]))


def watch(audited: Implementation, X: Sequence[Any], y: Sequence[int], *, limit: int | None = None,
          order: Sequence[int] | None = None, visits: int = MOST_VISITS) -> Watched:
    """Show the examples one at a time, pass after pass, until a pass has no mistake; `Watched` lists the other ends.
    `limit` ends the run at update number limit + 1; `order` is the order of each pass."""
    run = Watched(audited, X, y)
    indices = list(order) if order is not None else list(range(len(y)))
    seen: dict[State, tuple[int, int]] = {}
    for passes in range(visits // len(indices) + 1):
        before, state = run.updates, run.state
        if state in seen:
            since, earlier = seen[state]
            run.end, run.cycle = "cycle", (state, run.updates - since, passes - earlier)
            return run
        seen[state] = run.updates, passes
        for i in indices:
            run.meet(i)
            if limit is not None and run.updates > limit:
                run.end = "limit"
                return run
        if run.updates == before:
            run.end = "separated"
            return run
    return run


class Watched:
    """A watched run: `end` is "separated", "cycle", "limit" (too many updates) or "cap" (of visits). `wrong` describes
    the first step that breaks the rule. `cycle` holds the state that came back, the number of updates since, and the
    number of passes."""

    def __init__(self, audited: Implementation, X: Sequence[Any], y: Sequence[int]) -> None:
        self.audited: Implementation = audited
        self.rule: Conventions = audited.rule
        self.y: Sequence[int] = y
        self.rows: Any = audited.array(X)
        self.estimator: Any = audited.fresh()
        self.updates: int = 0
        self.wrong: str = ""
        self.state: State = initial_state(audited, len(self.rows[0]))
        self.end: str = "cap"
        self.cycle: tuple[State, int, int] | None = None
        self.own: tuple[Any, Any] | None = None  # the weights in the implementation's numbers, after the first example

    def meet(self, i: int) -> None:
        """Show example i, count the update that the score before it requires, and compare the step with the rule."""
        x, label, before = self.rows[i], self.y[i], self.state
        score = self._score(x)
        self.audited.step(self.estimator, x, label)
        self.own = self.audited.weights(self.estimator)
        self.state = self.audited.state(self.estimator)
        is_due = is_update_due(score, label, self.rule)
        difference = self._difference(before, x, label, is_due)
        if difference and may_flip_sign(before, list(map(float, x)), self.rule.dtype):
            other = self._difference(before, x, label, not is_due)
            is_due, difference = (is_due, difference) if other else (not is_due, "")
        self.updates += is_due
        self.wrong = self.wrong or difference

    def _score(self, x: Any) -> Any:
        if self.own is None:
            return sum((w * Fraction(float(v)) for w, v in zip(self.state.w, x, strict=True)), self.state.b)
        return self.audited.profile.score(*self.own, x)

    def _difference(self, before: State, x: Any, label: int, is_due: bool) -> str:
        """Return a description of a step that is not αyx and αcy, rounded to the dtype; "" if it is."""
        if not isinstance(self.rule.rate, Fraction) or not isinstance(self.rule.bias_step, Fraction):
            return ""
        expected = apply_update(before, x, label, self.rule) if is_due else before
        if expected == self.state:
            return ""
        what = "an update" if is_due else "no update"
        y = self.audited.names([label])[0]
        return (f"at {format_state(before)} the example x = {numbers(x)}, y = {y!r} calls for {what}, to "
                f"{format_state(expected)}; the implementation goes to {format_state(self.state)}")


def initial_state(audited: Implementation, dimension: int) -> State:
    """Return the state before the first example, from the conventions or the profile. Raises `BadInput` if the start is
    random and the profile does not give it."""
    if audited.rule.start != "random":
        return State((Fraction(0),) * dimension, Fraction(0))
    start = audited.profile.facts.get("start")
    if start is None:
        raise BadInput("the initial weights are random, but the profile of the class does not give them")
    return State(*start(audited.params, dimension))


def apply_update(before: State, x: Any, label: int, rule: Conventions) -> State:
    """Return the exact state after an update in which each operation is rounded to the rule's dtype."""
    if rule.dtype == "exact":
        after = perceptron.update(State(_column(before.w), before.b), _column(x), label, bias_step=rule.bias_step,
                                  rate=rule.rate)
        return State(tuple(map(Fraction, after.w)), Fraction(after.b))
    kind = np.float32 if rule.dtype == "float32" else np.float64
    rate, step = kind(float(rule.rate)), kind(float(rule.bias_step))
    with np.errstate(all="ignore"):
        w = [kind(float(wk)) + rate * (kind(label) * kind(xk)) for wk, xk in zip(before.w, x, strict=True)]
        b = kind(float(before.b)) + rate * step * kind(label)
    return State(tuple(Fraction(float(value)) for value in w), Fraction(float(b)))


def _column(values: Iterable[Any]) -> Any:
    return np.array([Fraction(value) for value in values], dtype=object)


@dataclass(frozen=True)
class Replayed:
    """A replay of `fit`: `agrees` says that it ends at the weights of `fit`; `state` is its end."""

    updates: int
    agrees: bool
    state: State


def replay(audited: Implementation, estimator: Any, X: Sequence[Any], y: Sequence[int]) -> Replayed:
    """Repeat the run of a fitted estimator by the shipped rule, in the order that its profile reports. If there is no
    such order, the examples are visited in turn until a pass has no mistake."""
    rule = audited.rule
    visits = audited.read_entry("visits", estimator, X, y)
    n, d = len(X), len(X[0])
    order: Any = list(visits) if visits is not None else (rule.order if rule.order in ("cyclic", "first") else "cyclic")
    start = initial_state(audited, d)
    fitted = audited.state(estimator)
    cap = None if visits is not None else MOST_EPOCHS * n
    ties = [rule.tie or "mistake"] if rule.tie or rule.threshold else list(TIES)  # an unknown rule may be any of them
    for tie in ties:
        record = _run_rule(rule, tie, X, y, order, start, cap)
        state = State(tuple(map(Fraction, record.w)), Fraction(record.b))
        if state == fitted:
            break
    return Replayed(record.updates, state == fitted, state)


def count_passes(audited: Implementation, X: Sequence[Any], y: Sequence[int], fitted: State) -> int:
    """Return the passes after which the cyclic run is where `fit` ends, with mistakes left; 0 if it never is."""
    rule, n = audited.rule, len(X)
    has_step = isinstance(rule.rate, Fraction) and (rule.bias_step == "R2" or isinstance(rule.bias_step, Fraction))
    if rule.order not in (None, "cyclic") or rule.penalty or rule.start != "zero" or not has_step:
        return 0
    state = initial_state(audited, len(X[0]))
    for count in range(MOST_EPOCHS):
        if state == fitted:
            return count
        record = _run_rule(rule, rule.tie or "mistake", X, y, [*range(n)], state, None)
        if not record.updates:
            break
        state = State(tuple(map(Fraction, record.w)), Fraction(record.b))
    return 0


def _run_rule(rule: Conventions, tie: str, X: Sequence[Any], y: Sequence[int], order: Any, start: State,
              cap: int | None) -> Any:
    """Run in exact arithmetic, or in float64 if the rate or the start is not an integer."""
    rounds = rule.dtype != "exact" and any(Fraction(value).denominator > 1 for value in [rule.rate, *start.w, start.b])
    number = float if rounds else Fraction
    step = rule.bias_step if rule.bias_step == "R2" else number(rule.bias_step)
    settings = {"bias_step": step, "rate": number(rule.rate), "order": order, "max_updates": cap}
    settings["start"] = (tuple(map(number, start.w)), number(start.b))
    data = [[number(value) for value in x] for x in X]
    if rule.threshold:
        return margin_perceptron.run(data, y, beta=number(rule.threshold), **settings)
    return fast_perceptron.run(data, y, tie=tie, **settings)


def score_at(state: State, x: Sequence[Any]) -> Any:
    """Return ⟨w, x⟩ + b, in exact arithmetic.

    >>> score_at(State((1, Fraction(1, 2)), 1), (2, 4))
    Fraction(5, 1)
    """
    return sum((w * v for w, v in zip(state.w, x, strict=True)), state.b)


def mistakes_left(state: State, X: Iterable[Sequence[Any]], y: Sequence[int], tie: str | None) -> list[int]:
    """Return the indices of examples that (w, b) classifies wrongly, in exact arithmetic. f = 0 counts as a class only
    if the rule for ties assigns it to a class.

    >>> mistakes_left(State((1,), 0), [(2,), (0,)], [1, 1], "mistake")
    [1]
    """
    left = tie if tie in ("positive", "negative") else "mistake"
    scores = [score_at(state, x) for x in X]
    return [
        i for i, (f, label) in enumerate(zip(scores, y, strict=True)) if is_update_due(f, label, Conventions(tie=left))
    ]


def format_state(state: State) -> str:
    """Return a state as text.

    >>> format_state(State((Fraction(1, 2), 3), Fraction(0)))
    'w = (1/2, 3), b = 0'
    """
    return f"w = {numbers(state.w)}, b = {_short(state.b)}"


def numbers(values: Iterable[Any]) -> str:
    """Return numbers as text in parentheses."""
    return f"({', '.join(map(_short, values))})"


def _short(value: Any) -> str:
    exact = Fraction(value) if isinstance(value, int | Fraction) else Fraction(float(value))
    text = str(exact)
    return text if len(text) <= 22 else repr(float(exact))
