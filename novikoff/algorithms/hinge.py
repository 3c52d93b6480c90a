"""Sub-gradient descent on the averaged hinge objective λ/2·‖w‖² + (1/n)·Σmax(0, 1 − yᵢ(⟨w, xᵢ⟩ + b)).

Proofs call `step` on symbols.

Notation: V = {i : yᵢf(xᵢ) < 1} are the violations. The step of size η_t goes against the sub-gradient
g_t = (λw − (1/n)·Σ_V yᵢxᵢ, −(1/n)·Σ_V yᵢ), which takes 0 at the kink yᵢf(xᵢ) = 1. It may increase the objective, so the
record keeps the best point seen. A sub-gradient 0 proves the point optimal: the run then stops as "stationary".

The bound: for any (u, β), by convexity and because ‖(w, b) − (u, β)‖² telescopes, a run from 0 has
2·Ση_t·(objective(w_t, b_t) − objective(u, β)) ≤ ‖(u, β)‖² + Ση_t²‖g_t‖².

Source: slides, "Gradient (or steepest) descent algorithm for SVM", which writes the objective as this average with
λ = 2/(nC), a multiple of ‖w‖² + C·Σξᵢ.
"""

from collections.abc import Generator, Iterable, Iterator
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from . import batch_perceptron
from .base_rule import NEEDED
from .errors import BadInput
from .labelled_examples import Arithmetic, Number, arithmetic_of, labels, rows, vector
from .lazy_numpy import np
from .options import LAM, Found, Option, Options, describe_rate, identity, parse_flag, parse_step_sizes
from .perceptron import State
from .run_certificates import rational_to_text, rationals_to_text
from .run_loop import to_plain_number


class Step(NamedTuple):
    """One step: its size η and the indices of V."""

    rate: Number
    violations: tuple[int, ...]


def step(state: State, violating: Iterable[tuple[Any, Any]], *, lam: Any, rate: Any, share: Any) -> State:
    """Return (w, b) minus η times the sub-gradient; `violating` yields the (x, y) of V, `share` is 1/n.

    Nothing is checked or converted: the arguments may be symbolic.

    >>> step(State(w=2, b=0), [(3, 1), (1, -1)], lam=1, rate=Fraction(1, 2), share=Fraction(1, 2))
    State(w=Fraction(3, 2), b=Fraction(0, 1))
    """
    pairs = list(violating)
    pull, push = sum(y * x for x, y in pairs), sum(y for _, y in pairs)
    return State((1 - rate * lam) * state.w + (rate * share) * pull, state.b + (rate * share) * push)


class HingeDescent(batch_perceptron.ListedRates):
    """At most `max_updates` sub-gradient steps from (w, b) = 0, fewer if one finds a sub-gradient 0. `rate` is a number
    η > 0, "1/(λt)", a function of t = 1, 2, …, or a list, whose end ends the run. The bias is not regularised.

    (w, b) is the last point, and `value` is its objective. `best_value` is the least objective of the run, at (best_w,
    best_b) after `best_update` steps. `separated` says whether (w, b) has yᵢf(xᵢ) > 0 for all i. `stopped` is
    "stationary" (proved optimal), "rates_exhausted", "max_updates" or "interrupted"; only the first of these says
    anything about convergence.

    >>> result = run([[1], [-1]], [1, -1], lam=2, max_updates=9)
    >>> result.w, result.value, result.stopped, result.updates
    ((Fraction(1, 2),), Fraction(3, 4), 'stationary', 1)
    """

    name = "hinge"
    max_updates = NEEDED
    cap = 1000
    usual: ClassVar[dict[str, Any]] = {"lam": 1}
    options: ClassVar[Options] = (
        LAM,
        Option("rate", parse_step_sizes, "a number η > 0, a list such as 1,1/2,1/4, or 1/(λt)", default="1/(λt)",
               write=describe_rate),
        Option("bias", parse_flag, "true or false", default=True, write=identity))
    found: ClassVar[Found] = {"w": rationals_to_text, "b": rational_to_text, "value": rational_to_text,
                       "best_value": rational_to_text, "best_w": rationals_to_text,
                       "best_b": rational_to_text, "best_update": None, "steps": None}

    lam: Any
    bias: bool

    def __init__(self, X: Iterable[Any], y: Iterable[Any], arithmetic: Arithmetic | None = None,
                 **settings: Any) -> None:
        """Start at 0, with X of shape (n, d) and n labels."""
        table = rows(X)
        self.arithmetic: Arithmetic = arithmetic or arithmetic_of(table)
        signs = labels(y, len(table))
        self.X = np.array([vector(row, self.arithmetic, f"X[{i}]") for i, row in enumerate(table)])
        self.signs: Any = np.array(signs, dtype=self.X.dtype)
        self.set_options(settings)
        self.share: Any = Fraction(1, len(table)) if self.arithmetic == "exact" else np.float64(1 / len(table))
        start = State(self.X[0] * 0, self.signs[0] * 0)
        super().__init__((start, (self.objective(start), start, 0)))

    def margins(self, state: State) -> Any:
        """Return yᵢ(⟨w, xᵢ⟩ + b) for each example."""
        return self.signs * (self.X.dot(state.w) + state.b)

    def objective(self, state: State) -> Any:
        """Return λ/2·‖w‖² + (1/n)·Σmax(0, 1 − yᵢf(xᵢ))."""
        two = Fraction(2) if self.arithmetic == "exact" else 2.0
        losses = [1 - margin for margin in self.margins(state) if margin < 1]
        return self.lam * (state.w @ state.w) / two + self.share * sum(losses)

    def move(self, state: State, due: Step) -> State:
        """Return the weights after a step; without bias, b stays 0."""
        violating = [(self.X[i], self.signs[i]) for i in due.violations]
        moved = step(state, violating, lam=self.lam, rate=due.rate, share=self.share)
        return moved if self.bias else State(moved.w, state.b)

    def after(self, due: Step) -> Any:
        last, best = self.state
        moved = self.move(last, due)
        value = self.objective(moved)
        return moved, (value, moved, self.updates + 1) if value < best[0] else best

    def steps(self) -> Generator[Step, None, str]:
        for rate in self.rates():
            state, _ = self.state
            due = Step(to_plain_number(rate), tuple(i for i, margin in enumerate(self.margins(state)) if margin < 1))
            after = self.move(state, Step(1, due.violations))
            if (after.w == state.w).all() and after.b == state.b:
                return "stationary"
            yield due
        return "rates_exhausted"

    def rates(self) -> Iterator[Any]:
        """Return the step sizes η₁, η₂, …; "1/(λt)" is the rate of the strongly convex case."""
        if not isinstance(self.rate, str):
            return batch_perceptron.rates(self.rate, self.arithmetic)
        if self.rate != "1/(λt)":
            raise BadInput(f"rate = {self.rate!r} is unknown; give numbers > 0, a function of t = 1, 2, …, or '1/(λt)'")
        one = Fraction(1) if self.arithmetic == "exact" else 1.0
        return batch_perceptron.rates(lambda t: one / (to_plain_number(self.lam) * t), self.arithmetic)

    def is_separated(self) -> bool:
        return bool((self.margins(self.state[0]) > 0).all())

    def refuse_endless(self) -> None:
        raise BadInput("sub-gradient descent does not end by itself; give max_updates")

    def results(self, stopped: str) -> dict[str, Any]:
        (w, b), (value, best, update) = self.state
        return super().results(stopped) | {
            "w": tuple(map(to_plain_number, w)), "b": to_plain_number(b),
            "value": to_plain_number(self.objective(State(w, b))),
            "best_w": tuple(map(to_plain_number, best.w)), "best_b": to_plain_number(best.b),
            "best_value": to_plain_number(value), "best_update": update}

    @staticmethod
    def step_to_json(step: Step) -> list[Any]:
        return [rational_to_text(step.rate), list(step.violations)]


Run = HingeDescent.Run
run, replay, certificate = HingeDescent.functions()


def objective(X: Iterable[Iterable[Any]], y: Iterable[int], w: Iterable[Number], b: Number, lam: Number) -> Number:
    """Return λ/2·‖w‖² + (1/n)·Σmax(0, 1 − yᵢ(⟨w, xᵢ⟩ + b)) for w of length d, in the arithmetic of X.

    >>> objective([[1], [-1]], [1, -1], [0], 0, lam=1)
    1
    """
    learner = HingeDescent(X, y, lam=lam)
    weights = list(w)
    if len(weights) != learner.X.shape[1]:
        raise BadInput(f"w has {len(weights)} coordinates for examples with {learner.X.shape[1]}")
    return to_plain_number(learner.objective(State(vector(weights, learner.arithmetic, "w"), b)))
