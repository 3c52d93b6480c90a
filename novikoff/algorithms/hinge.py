"""Sub-gradient descent on the averaged hinge objective λ/2·‖w‖² + (1/n)·Σmax(0, 1 − yᵢ(⟨w, xᵢ⟩ + b)).

Main definitions:
    step                 one descent step; proofs call it on symbolic vectors
    objective            the value at (w, b), and the margin violations

Notation: V = {i : yᵢf(xᵢ) < 1} are the violations. The step of size η_t goes against the sub-gradient
g_t = (λw − (1/n)·Σ_V yᵢxᵢ, −(1/n)·Σ_V yᵢ), which takes 0 at the kink yᵢf(xᵢ) = 1. It may increase the objective, so the
record keeps the best point seen. A sub-gradient 0 proves the point optimal: the run then stops as "stationary".

The bound: for any (u, β), by convexity and because ‖(w, b) − (u, β)‖² telescopes, a run from 0 has
2·Ση_t·(objective(w_t, b_t) − objective(u, β)) ≤ ‖(u, β)‖² + Ση_t²‖g_t‖².

Source: slides, "Gradient (or steepest) descent algorithm for SVM", which writes the objective as this average with
λ = 2/(nC), a multiple of ‖w‖² + C·Σξᵢ.
"""

from collections.abc import Callable, Generator, Iterable
from fractions import Fraction
from typing import Any, ClassVar, Literal, NamedTuple, Self

from . import batch_perceptron
from .declared_rule import NEEDED, Driver, Record, Rule
from .errors import BadInput
from .labelled_examples import Arithmetic, Labels, Number, arithmetic_of, labels, rows, vector
from .options import LAM, Found, Option, Options, describe_rate, identity, parse_flag, parse_step_sizes
from .perceptron import State
from .run_certificates import rational_to_text, rationals_to_text
from .run_loop import check_positive, to_plain_number

Rate = Number | Literal["1/(λt)"] | Iterable[Number] | Callable[[int], Number]


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


class Examples:
    """The examples in one arithmetic, and the objective."""

    def __init__(self, X: Any, y: Any, lam: Any, bias: bool, arithmetic: Arithmetic | None = None) -> None:
        """Store X of shape (n, d), n labels and λ > 0 in one arithmetic."""
        import numpy as np

        table = rows(X)
        self.arithmetic: Arithmetic = arithmetic or arithmetic_of(table)
        self.y: Labels = labels(y, len(table))
        self.X = np.array([vector(row, self.arithmetic, f"X[{i}]") for i, row in enumerate(table)])
        self.signs: Any = np.array(self.y, dtype=self.X.dtype)
        self.lam: Any = check_positive(lam, self.arithmetic, "lam")
        self.bias = bias
        self.share: Any = Fraction(1, len(table)) if self.arithmetic == "exact" else np.float64(1 / len(table))

    def zero(self) -> State:
        """Return (w, b) = 0."""
        return State(self.X[0] * 0, self.signs[0] * 0)

    def margins(self, state: State) -> Any:
        """Return yᵢ(⟨w, xᵢ⟩ + b) for each example."""
        return self.signs * (self.X @ state.w + state.b)

    def objective(self, state: State) -> Any:
        """Return λ/2·‖w‖² + (1/n)·Σmax(0, 1 − yᵢf(xᵢ))."""
        losses = [1 - margin for margin in self.margins(state) if margin < 1]
        return self.lam * (state.w @ state.w) / self._two() + self.share * sum(losses)

    def _two(self):
        return Fraction(2) if self.arithmetic == "exact" else 2.0

    def after(self, state: State, due: Step) -> State:
        """Return the state after a step; without bias, b stays 0."""
        violating = [(self.X[i], self.signs[i]) for i in due.violations]
        moved = step(state, violating, lam=self.lam, rate=due.rate, share=self.share)
        return moved if self.bias else State(moved.w, state.b)


class HingeDescent(Rule):
    """At most `max_updates` sub-gradient steps from (w, b) = 0, fewer if one finds a sub-gradient 0. `rate` is a number
    η > 0, "1/(λt)", a function of t = 1, 2, …, or a list, whose end ends the run. The bias is not regularised.

    (w, b) is the last point, `value` its objective; `best_value` is the least objective met, at (best_w, best_b) after
    `best_update` steps. `separated` says whether (w, b) has yᵢf(xᵢ) > 0 for all i. `stopped` is "stationary" (proved
    optimal), "rates_exhausted", "max_updates" or "interrupted"; only the first of these says anything about
    convergence.

    >>> result = run([[1], [-1]], [1, -1], lam=2, max_updates=9)
    >>> result.w, result.value, result.stopped, result.updates
    ((Fraction(1, 2),), Fraction(3, 4), 'stationary', 1)
    """

    name = "hinge"
    trace = "steps"
    max_updates = NEEDED
    cap = 1000
    usual: ClassVar[dict[str, Any]] = {"lam": 1}
    options: ClassVar[Options] = (
        LAM,
        Option("rate", parse_step_sizes, "a number η > 0, a list such as 1,1/2,1/4, or 1/(λt)", default="1/(λt)",
               write=describe_rate),
        Option("bias", parse_flag, "true or false", default=True, write=identity),
    )
    found: ClassVar[Found] = {"w": rationals_to_text, "b": rational_to_text, "value": rational_to_text,
                       "best_value": rational_to_text, "best_w": rationals_to_text,
                       "best_b": rational_to_text, "best_update": None, "steps": None}

    def __init__(self, examples: Examples, rate: Rate) -> None:
        """Start at 0."""
        self.examples = examples
        self.rate = rate
        self.lam: Any = examples.lam
        self.bias: bool = examples.bias
        start = examples.zero()
        super().__init__((start, (examples.objective(start), start, 0)))

    @classmethod
    def begin(
        cls, X: Iterable[Any], y: Iterable[Any], *, arithmetic: Arithmetic | None = None, **settings: Any
    ) -> tuple[Self, Generator[Any, None, str]]:
        """Return a learner that has these examples, and the steps that are due."""
        learner = cls(Examples(X, y, settings["lam"], settings["bias"], arithmetic), settings["rate"])
        return learner, learner.steps()

    def after(self, due: Step) -> Any:
        last, best = self.state
        moved = self.examples.after(last, due)
        value = self.examples.objective(moved)
        return moved, (value, moved, self.updates + 1) if value < best[0] else best

    def steps(self) -> Generator[Step, None, str]:
        """Yield the steps that are due; return why there are no more."""
        for rate in _rates(self.rate, self.examples):
            state, _ = self.state
            due = Step(rate, tuple(i for i, margin in enumerate(self.examples.margins(state)) if margin < 1))
            if self._is_stationary(state, due.violations):
                return "stationary"
            yield due
        return "rates_exhausted"

    def _is_stationary(self, state, violations):
        after = self.examples.after(state, Step(1, violations))
        return bool((after.w == state.w).all() and after.b == state.b)

    def refuse_endless(self) -> None:
        """Raise `BadInput` for a run without a cap."""
        raise BadInput("sub-gradient descent does not end by itself; give max_updates")

    def setting(self, name: str) -> Any:
        """Return an option as a record has it; for listed rates, only the word "listed"."""
        return batch_perceptron.rate_name(self.rate) if name == "rate" else super().setting(name)

    @classmethod
    def read_option(cls, record: Record, name: str) -> Any:
        return batch_perceptron.recorded_rate(record) if name == "rate" else super().read_option(record, name)

    def results(self, stopped: str) -> dict[str, Any]:
        (w, b), (value, best, update) = self.state
        return {
            "updates": self.updates, "stopped": stopped, "arithmetic": self.examples.arithmetic,
            "separated": bool((self.examples.margins(State(w, b)) > 0).all()), "w": tuple(map(to_plain_number, w)),
            "b": to_plain_number(b), "value": to_plain_number(self.examples.objective(State(w, b))),
            "best_w": tuple(map(to_plain_number, best.w)), "best_b": to_plain_number(best.b),
            "best_value": to_plain_number(value), "best_update": update,
            "steps": tuple(Step(to_plain_number(rate), violations) for rate, violations in self.steps_taken),
        }

    @staticmethod
    def step_to_json(step: Step) -> list[Any]:
        return [rational_to_text(step.rate), list(step.violations)]


def _rates(rate, examples):
    """Return the step sizes η₁, η₂, …; "1/(λt)" is the rate of the strongly convex case."""
    if isinstance(rate, str) and rate == "1/(λt)":
        one = Fraction(1) if examples.arithmetic == "exact" else 1.0
        return batch_perceptron.rates(lambda t: one / (to_plain_number(examples.lam) * t), examples.arithmetic)
    if isinstance(rate, str):
        raise BadInput(f"rate = {rate!r} is unknown; give numbers > 0, a function of t = 1, 2, …, or '1/(λt)'")
    return batch_perceptron.rates(rate, examples.arithmetic)


run: Driver = HingeDescent.driver()
Run = HingeDescent.Run
replay, certificate = HingeDescent.replay, HingeDescent.certificate


def objective(X: Iterable[Iterable[Any]], y: Iterable[int], w: Iterable[Number], b: Number, lam: Number) -> Number:
    """Return λ/2·‖w‖² + (1/n)·Σmax(0, 1 − yᵢ(⟨w, xᵢ⟩ + b)) for w of length d, in the arithmetic of X.

    >>> objective([[1], [-1]], [1, -1], [0], 0, lam=1)
    1
    """
    examples = Examples(X, y, lam, True)
    weights = list(w)
    if len(weights) != examples.X.shape[1]:
        raise BadInput(f"w has {len(weights)} coordinates for examples with {examples.X.shape[1]}")
    return to_plain_number(examples.objective(State(vector(weights, examples.arithmetic, "w"), b)))
