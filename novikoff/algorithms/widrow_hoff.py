"""The Widrow–Hoff rule, or LMS: every example moves the weights by its error.

Proofs call `update` and `error` on symbols.

The step is the perceptron update with the error in place of the label, on every example whose error is not 0. So a run
ends by itself only if f(x) = y on all examples, which is rare: it needs a cap, or an order that ends.

Source: `widrowhoff1960`; `duda2001`, section 5.8.4. Bound: let ‖x‖² + c ≤ D² (c is the bias step), and η = a/D² with 0
< a < 1. From 0, the sum of (f(x) − y)² over the visits, with f at that visit, is at most D²‖u‖²/a + Σ(⟨u, x⟩ − y)²/(1 −
a) for every u (`widrow-hoff-loss-bound`; the bias is a coordinate of u).
"""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from . import perceptron
from .base_rule import Record
from .errors import BadInput, format_option
from .exact_linear import solve_near
from .labelled_examples import exact_rows, labels
from .options import BIAS_STEP, ORDER, RATE, SEED, START, Found, Options
from .perceptron import OnlineRule, State
from .run_certificates import rational_to_text, rationals_to_text
from .run_loop import to_plain_number


def error(state: State, x: Any, y: Any) -> Any:
    """Return y − f(x)."""
    return y - (state.w @ x + state.b)


def update(state: State, x: Any, y: Any, *, rate: Any = 1, bias_step: Any = 1) -> State:
    """Return the state w + η(y − f(x))x and b + ηc(y − f(x)). Nothing is checked or converted.

    >>> from numpy import array
    >>> update(State(array([1]), 0), array([3]), 1, rate=2)
    State(w=array([-11]), b=np.int64(-4))
    """
    return perceptron.update(state, x, error(state, x, y), bias_step=bias_step, rate=rate)


class WidrowHoff(OnlineRule):
    """The Widrow–Hoff rule; a named order needs `max_updates`. The rate is η.

    `mistakes` are the examples whose error was not 0, and `squares` is the sum of the squares of these errors.
    `stopped` = "separated" means that all errors are 0. `separated` says whether all y·f(x) are positive.

    >>> result = run([[2], [1]], [1, -1], bias_step=0, order=[0, 1])
    >>> result.rate, result.w, result.squares
    (Fraction(1, 8), (Fraction(3, 32),), Fraction(41, 16))
    """

    name = "widrow_hoff"
    cap = 1000
    options: ClassVar[Options] = (
        replace(RATE, meaning="η > 0; 1/(2D²) if not given, D² = max‖x‖² + c", convention="", default=None),
        BIAS_STEP, ORDER, SEED, START)
    found: ClassVar[Found] = {
        "visits": int,
        "w": rationals_to_text,
        "b": rational_to_text,
        "squares": rational_to_text,
        "mistakes": None,
    }

    def prepare(self) -> None:
        self.squares: list[Any] = [0]  # their sums after each step

    @classmethod
    def on(cls, X: Iterable[Iterable[Any]], y: Iterable[int], *, rate: Any = None, **settings: Any) -> Any:
        """Return a learner that has these examples; the rate is 1/(2D²) if none is given."""
        learner = super().on(X, y, **settings)
        if rate is None:
            one: Any = Fraction(1) if learner.arithmetic == "exact" else 1.0
            size = max(x @ x for x in learner.X) + learner.bias_step
            rate = one / (2 * size) if size else 1
        learner.rate = perceptron.check_positive(rate, learner.arithmetic, "rate")
        return learner

    def is_wrong(self, x: Any, y: int) -> bool:
        return bool(error(self.state, x, y) != 0)

    def after(self, step: int) -> State:
        x, y, made = self.X[step], self.y[step], self.updates
        self.squares[made + 1 :] = [self.squares[made] + error(self.state, x, y) ** 2]
        return update(self.state, x, y, bias_step=self.bias_step, rate=self.rate)

    def require_an_end(self) -> None:
        """Raise `BadInput` for a run without a cap, in an order that does not end."""
        raise BadInput("a run of the Widrow-Hoff rule ends only where all errors are 0; give "
                       f"{format_option('max_updates', 'N')}, or an order of indices")

    def results(self, stopped: str) -> dict[str, Any]:
        return super().results(stopped) | {"squares": to_plain_number(self.squares[self.updates])}


Run = WidrowHoff.Run
run, replay, certificate = WidrowHoff.functions()


class LossBound(NamedTuple):
    """A bound of the sum of the squared errors of a run, and the (w, b) that gives it."""

    value: Fraction
    best: State


def loss_bound(record: Record, X: Iterable[Iterable[Any]], y: Iterable[int]) -> LossBound:
    """Return the least of the theorem's bounds, one for each u, on the squared errors of an exact run.

    With D² = max‖x‖² + c and a = ηD² it is the least D²‖u − u₀‖²/a + Σ(f_u(x) − y)²/(1 − a) over the steps of the run,
    ‖u‖² = ‖w‖² + b²/c. Raises `BadInput` for a run in float64, or a ≥ 1, for which the theorem does not hold.

    >>> X, y = [[2], [1]], [1, -1]
    >>> loss_bound(run(X, y, bias_step=0, order=[0, 1]), X, y).value
    Fraction(34, 9)
    """
    table = exact_rows(X)
    signs, c = labels(y, len(table)), Fraction(record.bias_step)
    points = [[*map(Fraction, x), *([Fraction(1)] if c else [])] for x in table]
    metric = [Fraction(1)] * len(table[0]) + [c] * bool(c)
    size = max(sum(m * v * v for m, v in zip(metric, z, strict=True)) for z in points)
    a = Fraction(record.rate) * size
    if record.arithmetic != "exact" or a >= 1:
        raise BadInput("the bound is about exact runs with a rate below 1/D², D² = max‖x‖² + c")
    start = [*record.start.w, *([record.start.b] if c else [])]
    steps = [(points[i], signs[i] - sum(v * s for v, s in zip(points[i], start, strict=True))) for i in record.mistakes]
    weights = [size / a / m for m in metric]
    system = [[(weights[j] if j == k else 0) + sum(z[j] * z[k] for z, _ in steps) / (1 - a) for k in range(len(metric))]
              + [sum(z[j] * e for z, e in steps) / (1 - a)] for j in range(len(metric))]
    v = solve_near(system, [0] * len(metric)) or []
    value = sum(m * p * p for m, p in zip(weights, v, strict=True)) + sum(
        (e - sum(p * q for p, q in zip(z, v, strict=True))) ** 2 for z, e in steps
    ) / (1 - a)
    best = [Fraction(p + q) for p, q in zip(start, v, strict=True)]
    return LossBound(Fraction(value), State(tuple(best[: len(table[0])]), best[-1] if c else Fraction(0)))
