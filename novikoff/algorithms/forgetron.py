"""The Forgetron, a perceptron on a budget: it stores B examples, whose weights shrink until the oldest is forgotten.

Proofs call `update` and `forget` on symbols.

A mistake on (x, y) changes w to Φ(w + yx), and b to Φ(b + cy). If more than B examples are then stored, the rule
forgets the oldest, whose weight is Φ^(B+1). So w is always the sum of Φ^j·yx over the last B mistakes, where the latest
has j = 1. For Φ = 1 this is the perceptron that forgets its oldest mistake.

Bounds. Let D² = max‖x‖² + c, u a separator of length U, and L the sum of its hinge losses at the k mistakes, on any
data. Then k ≤ (D²U² + 2L)/(1 − κD²U² − τ² − 2τ(W + DU)) for τ = Φ^(B+1), κ = (1 − Φ)/(1 + Φ) and any W ≥ 0 with Φ²(1 +
(W + τ)²) ≤ W², if the divisor is positive (forgetron-budget-bound). For L = 0, W may be left out
(forgetron-separable-bound). While no example is forgotten, τ is 0. So on data with the margin 1/U the rule makes at
most B mistakes if D²U²(κ + 1/(B + 1)) < 1. For DU = √(B + 1), no rule that keeps a sum of B examples has a bound: given
B + 1 orthogonal examples, the rule errs on the example that it has not stored.

Source: dekel2008. The published rule also shrinks the weights into a ball of radius
¼√((B + 1)/log(B + 1)), which takes a root, or adapts Φ to the losses so far. This module does neither. The bound does
not need it, and allows a longer u (forgetron-constants).
"""

from bisect import bisect_left
from fractions import Fraction
from typing import Any, ClassVar

from . import nearest_point
from .command_results import format_equal
from .errors import BadInput
from .options import BIAS_STEP, ORDER, SEED, TIE, Option, Options, parse_integer, parse_rational, whole, within
from .perceptron import OnlineRule, State

MOST_STORED = 10_000


def update(state: State, x: Any, y: Any, *, shrink: Any, bias_step: Any = 1) -> State:
    """Return the state after a mistake on (x, y), before anything is forgotten. Nothing is checked or converted.

    >>> update(State(w=3, b=1), x=5, y=-1, shrink=Fraction(1, 2))
    State(w=Fraction(-1, 1), b=Fraction(0, 1))
    """
    return State(shrink * (state.w + y * x), shrink * (state.b + bias_step * y))


def forget(state: State, x: Any, y: Any, *, weight: Any, bias_step: Any = 1) -> State:
    """Return the state without the example (x, y), which contributes with this weight.

    >>> forget(State(w=3, b=1), x=2, y=-1, weight=Fraction(1, 2))
    State(w=Fraction(4, 1), b=Fraction(3, 2))
    >>> forget(State(w=3, b=1), x=2, y=-1, weight=Fraction(1, 2), bias_step=3).b
    Fraction(5, 2)
    """
    return State(state.w - weight * (y * x), state.b - weight * bias_step * y)


def shrinking(budget: int) -> Fraction:
    """Return the largest Φ with Φⁿ ≤ 1/(2n), where n = B + 1, among the numbers with as many binary digits as 8n. An
    example is forgotten with the weight Φⁿ.

    >>> shrinking(1), shrinking(10)
    (Fraction(1, 2), Fraction(3, 4))
    """
    n = budget + 1
    parts = 2 ** (8 * n).bit_length()
    too_much = bisect_left(range(parts), True, key=lambda part: 2 * n * part**n > parts**n)
    return Fraction(too_much - 1, parts)


class Budgeted(OnlineRule):
    """A rule that stores at most `budget` examples."""

    BUDGET = Option("budget", parse_integer, "B ≥ 1, the number of examples that are stored at most", default=100,
                    check=whole(1, MOST_STORED), write=int)
    budget: int
    shrink: Any = Fraction(1)

    def require_an_end(self) -> None:
        super().require_an_end()
        size = max(x @ x for x in self.X) + self.bias_step
        size *= nearest_point.best_margin(self.table, self.y, self.bias_step).upper
        if size * ((1 - self.shrink) / (1 + self.shrink) + Fraction(1, self.budget + 1)) >= 1:
            raise BadInput(f"with budget = {self.budget} this run may never end, as D²/γ² {format_equal(size)}; give "
                           "max_updates, or a larger budget")


class Forgetron(Budgeted):
    """The Forgetron, with B from 1 to 10 000, and `shrinking(budget)` for Φ if that is not given.

    At the end it stores the examples of the last B mistakes. Without a cap, `BadInput` is also raised where the budget
    is so small that the run may never end.

    >>> result = run([[4, 0], [0, 4]], [1, -1], bias_step=0, budget=1, shrink=Fraction(1, 2), order=[0, 1])
    >>> result.updates, result.w, result.separated
    (2, (0, -2), False)
    """

    name = "forgetron"
    cap = 1000
    options: ClassVar[Options] = (
        Budgeted.BUDGET,
        Option("shrink", parse_rational, "Φ, 0 < Φ ≤ 1, by which weights shrink at a mistake; if not given, Φ^(B + 1) "
               "is about 1/(2B + 2)", default=None),
        BIAS_STEP, ORDER, SEED, TIE,
        )

    def prepare(self) -> None:
        given = shrinking(self.budget) if self.shrink is None else self.shrink
        self.shrink: Any = within(above=0, most=1, hint=", or weights grow")(given, self.arithmetic, "shrink")

    def after(self, step: int) -> State:
        state = update(self.state, self.X[step], self.y[step], shrink=self.shrink, bias_step=self.bias_step)
        if self.updates < self.budget:
            return state
        oldest, weight = self.taken[self.updates - self.budget], self.shrink ** (self.budget + 1)
        return forget(state, self.X[oldest], self.y[oldest], weight=weight, bias_step=self.bias_step)


Run = Forgetron.Run
run, replay, certificate = Forgetron.functions()
