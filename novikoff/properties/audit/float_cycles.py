"""The cycle of a rounded run after millions of updates: a state to which the run returns again and again, if there is
one.

The implementation's own steps prove the cycle: they lead from the state back to it, with updates on the way. Only the
replay shows that the run from the start reaches the state. Without numba no cycle is found.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...algorithms._int64_loops import NotCompiled, compile_loop
from ...algorithms.lazy_numpy import np
from ...algorithms.perceptron import State
from .implementation_interface import Implementation
from .update_counting import format_state, is_update_due

MOST_PASSES = 2**26
MOST_ROUND = 64  # the longest cycle, in passes, that is repeated with the implementation


@dataclass(frozen=True)
class Cycle:
    """The state at the beginning of a pass, the passes until it comes back, and the updates made before it."""

    state: State
    passes: int
    before: int


def find_repeat(X: Any, y: Any, w: Any, b: Any, step: Any, most: int) -> tuple[Any, int, int]:
    """Make passes until the state of an earlier pass comes back or a pass is clean; a mistake is y·f(x) ≤ 0. This is
    Brent's method: the state is compared with the state after the latest pass whose number is a power of two. X, y, w,
    b and step have the same float type. Changes w. Returns (b, passes since, updates before), with 0 passes if there is
    no cycle."""
    kept_w = w.copy()
    kept_b = b
    kept_at = 0
    mark = 1
    updates = 0
    kept_updates = 0
    for number in range(1, most + 1):
        before = updates
        for i in range(len(X)):
            score = w[0] * X[i, 0]
            for j in range(1, len(w)):
                score = score + w[j] * X[i, j]
            score = score + b
            if y[i] * score <= 0:
                for j in range(len(w)):
                    w[j] = w[j] + y[i] * X[i, j]
                b = b + step * y[i]
                updates += 1
        if updates == before:
            return b, 0, updates
        same = b == kept_b
        for j in range(len(w)):
            same = same and w[j] == kept_w[j]
        if same:
            return b, number - kept_at, kept_updates
        if number == mark:
            kept_w[:] = w
            kept_b = b
            kept_at = number
            kept_updates = updates
            mark = 2 * mark
    return b, 0, updates


def find_cycle(audited: Implementation, X: Sequence[Any], y: Sequence[int]) -> Cycle | None:
    """Return the cycle of the rule in the implementation's dtype, from 0 with step size 1; None if none is found."""
    rule = audited.rule
    if rule.dtype not in ("float32", "float64") or rule.tie != "mistake" or rule.rate != 1 or rule.threshold:
        return None
    kind = np.float32 if rule.dtype == "float32" else np.float64
    w = np.zeros(len(X[0]), kind)
    try:
        run = compile_loop(find_repeat)
    except NotCompiled:
        return None
    b, passes, before = run(audited.array(X), np.array(y, kind), w, kind(0), kind(float(rule.bias_step)), MOST_PASSES)
    if not passes:
        return None
    state = State(tuple(Fraction(float(value)) for value in w), Fraction(float(b)))
    return Cycle(state, int(passes), int(before))


def confirm_cycle(audited: Implementation, X: Sequence[Any], y: Sequence[int], cycle: Cycle) -> str:
    """Return a sentence about the cycle that the implementation's own steps make; "" if they make none."""
    if cycle.passes > MOST_ROUND:
        return ""
    rows, estimator, updates = audited.array(X), audited.fresh(), 0
    audited.step(estimator, rows[0], y[0])  # creates the weights that `set_state` replaces
    set_state(estimator, cycle.state, rows.dtype)
    if audited.state(estimator) != cycle.state:
        return ""
    for _ in range(cycle.passes):
        for x, label in zip(rows, y, strict=True):
            updates += is_update_due(audited.score(estimator, x), label, audited.rule)
            audited.step(estimator, x, label)
    if not updates or audited.state(estimator) != cycle.state:
        return ""
    many = f"{updates} update{'s' * (updates != 1)} in {cycle.passes} pass{'es' * (cycle.passes != 1)}"
    return (f"the state {format_state(cycle.state)} comes back after {many}; a replay of the rule in "
            f"{audited.rule.dtype} is there after {cycle.before} updates")


def set_state(estimator: Any, state: State, dtype: Any) -> None:
    """Set the `coef_` and `intercept_` of an estimator to this state; leave an estimator without them as it is."""
    if not hasattr(estimator, "coef_"):
        return
    with suppress(Exception):  # the attributes may be read-only properties
        estimator.coef_ = np.array([float(v) for v in state.w], dtype).reshape(np.shape(estimator.coef_))
        if hasattr(estimator, "intercept_"):
            estimator.intercept_ = np.array([float(state.b)], dtype).reshape(np.shape(estimator.intercept_))
