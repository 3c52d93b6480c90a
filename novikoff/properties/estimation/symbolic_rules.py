"""Rules in the form that the estimates need: k updates, each on its own example, on symbols and on fractions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Literal

from ...algorithms import margin_perceptron, perceptron, user_rules
from ...algorithms.errors import BadInput
from ...algorithms.perceptron import State
from ...algorithms.user_rules import Rule


@dataclass(frozen=True)
class Scheme:
    """A rule, on numbers or symbols. `due(state, x, y)` says whether a rule updates at an example: a relation for
    symbols, a bool for numbers. `step(state, x, y, i, R2)` is the state after update number i, from 1; R2 is max‖x‖².
    `bias` is the c of the square size ‖u‖² + b²/c of a separator: a number or "R2", or 0 if there is no offset. `rule`
    is the user's rule. With `start` = S the run starts at any w₀ with ‖w₀‖ ≤ S·R, else at 0."""

    name: str
    due: Callable[[State, Any, Any], Any]
    step: Callable[[State, Any, Any, int, Any], Any]
    bias: Fraction | Literal["R2"] = Fraction(0)
    rule: Rule | None = None
    start: Fraction | None = None


def scheme_of_rule(rule: Rule) -> Scheme:
    """Return the scheme of a user's rule. It is called if its `when` holds, by default at mistakes and scores of 0.

    >>> scheme = scheme_of_rule(Rule.of(lambda state, x, y: State(state.w + y * x, 0)))
    >>> count_updates(scheme, [[1], [-1]], [1, 1]), count_updates(scheme, [[1], [1]], [1, 1])
    (2, 1)
    """
    return Scheme(rule.name, rule.when or perceptron.mistake_condition,
                  lambda state, x, y, number, square_radius: rule.call(state, x, y), Fraction(int(rule.bias)), rule)


def perceptron_like(bias_step: Fraction | Literal["R2"] = Fraction(0), *, beta: Fraction = Fraction(0),
                    rates: Sequence[Fraction] = (), start: Fraction | None = None) -> Scheme:
    """Return the perceptron that updates where y·f(x) ≤ β; update i has the step size rates[i − 1], or 1 without
    `rates`. Raises `BadInput` for β < 0 and for step sizes that are not positive.

    >>> count_updates(perceptron_like(beta=Fraction(1)), [[1], [1]], [1, 1])
    2
    """
    if start is not None and (start < 0 or bias_step):
        raise BadInput("a start is a number S >= 0 that allows any w with ‖w‖ <= S*R, and is possible only for the "
                       f"perceptron without bias (got {start})")
    if beta < 0 or any(rate <= 0 for rate in rates):
        raise BadInput(f"beta must be >= 0 and step sizes > 0 (got {beta}; {', '.join(map(str, rates)) or 'none'})")

    def step(state: State, x: Any, y: Any, number: int, square_radius: Any) -> Any:
        if rates and number > len(rates):
            raise BadInput(f"there are {len(rates)} step sizes, but none for update {number}")
        c = square_radius if bias_step == "R2" else bias_step
        return perceptron.update(state, x, y, bias_step=c, rate=rates[number - 1] if rates else Fraction(1))

    due = partial(margin_perceptron.update_condition, beta=beta)
    return Scheme("margin_perceptron" if beta else "perceptron", due, step, bias_step, start=start)


def count_updates(scheme: Scheme, X: Sequence[Sequence[Any]], y: Sequence[int], start: Sequence[Any] = ()) -> int:
    """Return the number of updates of the exact run that visits each example once, from 0 or another start."""
    if scheme.rule is not None:
        return user_rules.run(X, y, rule=scheme.rule, order=range(len(X))).updates
    table = [user_rules.exact_vector(map(Fraction, x)) for x in X]
    square_radius = max(x @ x for x in table)
    state, updates = State(user_rules.exact_vector(start or [0] * len(table[0])), Fraction(0)), 0
    for x, label in zip(table, map(Fraction, y), strict=True):
        if scheme.due(state, x, label):
            state, updates = scheme.step(state, x, label, updates + 1, square_radius), updates + 1
    return updates
