"""Sub-gradient descent on the averaged hinge objective λ/2·‖w‖² + (1/n)·Σmax(0, 1 − yᵢ(⟨w, xᵢ⟩ + b)).

Main definitions:
    step                 one descent step; proofs call it on symbolic vectors
    objective            the value at (w, b), and the margin violations
    run, Run, replay, certificate     the driver, its record, its repetition
    average_weight       λ of the slides' constrained form

Notation: V = {i : yᵢf(xᵢ) < 1} are the violations. The step of size η_t goes against the sub-gradient
g_t = (λw − (1/n)·Σ_V yᵢxᵢ, −(1/n)·Σ_V yᵢ), which takes 0 at the kink yᵢf(xᵢ) = 1. It may increase the objective, so the
record keeps the best point seen. A sub-gradient 0 proves the point optimal: the run then stops as "stationary".

The bound: for any (u, β), by convexity and because ‖(w, b) − (u, β)‖² telescopes, a run from 0 has
2·Ση_t·(objective(w_t, b_t) − objective(u, β)) ≤ ‖(u, β)‖² + Ση_t²‖g_t‖².

Source: slides, "Gradient (or steepest) descent algorithm for SVM", which writes the objective as this average with
λ = 2/(nC), a multiple of ‖w‖² + C·Σξᵢ.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from . import batch_perceptron, certificates, driving
from .driving import Progress, drive, follow, plain_number, positive
from .errors import BadInput
from .examples import Arithmetic, Number, arithmetic_of, labels, rows, vector
from .perceptron import State

Rate = Number | Literal["1/(λt)"] | Iterable[Number] | Callable[[int], Number]


class Step(NamedTuple):
    """One step: its size η and the indices of V."""

    rate: Number
    violations: tuple[int, ...]


def step(state: State, violating: Iterable[tuple[Any, Any]], *, lam: Any, rate: Any, share: Any) -> State:
    """(w, b) minus η times the sub-gradient; `violating` yields the (x, y) of V, `share` is 1/n.

    Nothing is checked or converted: the arguments may be symbolic.

    >>> step(State(w=2, b=0), [(3, 1), (1, -1)], lam=1, rate=Fraction(1, 2), share=Fraction(1, 2))
    State(w=Fraction(3, 2), b=Fraction(0, 1))
    """
    pairs = list(violating)
    pull, push = sum(y * x for x, y in pairs), sum(y for _, y in pairs)
    return State((1 - rate * lam) * state.w + (rate * share) * pull, state.b + (rate * share) * push)


def average_weight(C: Number, n: int) -> Fraction:
    """λ = 2/(nC): the averaged objective is then ‖w‖² + C·Σξᵢ divided by nC.

    >>> average_weight(10, 5)
    Fraction(1, 25)
    """
    return Fraction(2) / (n * Fraction(positive(C, "exact", "C")))


@dataclass(frozen=True)
class Run:
    """What happened in a run, enough for anyone to repeat it with `replay`.

    (w, b) is the last point, `value` its objective; `best_value` is the least objective met, at (best_w, best_b) after
    `best_update` steps. `separated` says whether (w, b) has yᵢf(xᵢ) > 0 for all i. `stopped` is "stationary" (proved
    optimal), "rates_exhausted", "max_updates" or "interrupted"; only the first says anything of convergence.
    """

    updates: int
    stopped: str
    separated: bool
    w: tuple[Number, ...]
    b: Number
    value: Number
    best_w: tuple[Number, ...]
    best_b: Number
    best_value: Number
    best_update: int
    steps: tuple[Step, ...]
    lam: Number
    rate: Number | str
    bias: bool
    arithmetic: Arithmetic


class Examples:
    """The examples in one arithmetic, and the objective."""

    def __init__(self, X: Any, y: Any, lam: Any, bias: bool, arithmetic: Arithmetic | None = None) -> None:
        """Take X of shape (n, d), n labels, λ > 0."""
        import numpy as np

        table = rows(X)
        self.arithmetic: Arithmetic = arithmetic or arithmetic_of(table)
        self.y = labels(y, len(table))
        self.X = np.array([vector(row, self.arithmetic, f"X[{i}]") for i, row in enumerate(table)])
        self.signs = np.array(self.y, dtype=self.X.dtype)
        self.lam = positive(lam, self.arithmetic, "lam")
        self.bias = bias
        self.share: Any = Fraction(1, len(table)) if self.arithmetic == "exact" else np.float64(1 / len(table))

    def zero(self) -> State:
        """(w, b) = 0."""
        return State(self.X[0] * 0, self.signs[0] * 0)

    def margins(self, state: State) -> Any:
        """Every yᵢ(⟨w, xᵢ⟩ + b)."""
        return self.signs * (self.X @ state.w + state.b)

    def objective(self, state: State) -> Any:
        """λ/2·‖w‖² + (1/n)·Σmax(0, 1 − yᵢf(xᵢ))."""
        losses = [1 - margin for margin in self.margins(state) if margin < 1]
        return self.lam * (state.w @ state.w) / self._two() + self.share * sum(losses)

    def _two(self):
        return Fraction(2) if self.arithmetic == "exact" else 2.0

    def after(self, state: State, due: Step) -> State:
        """The state after a step; without bias, b stays 0."""
        violating = [(self.X[i], self.signs[i]) for i in due.violations]
        moved = step(state, violating, lam=self.lam, rate=due.rate, share=self.share)
        return moved if self.bias else State(moved.w, state.b)


class Learner(driving.Learner):
    """The last point and the best one with its value and time, of one run."""

    def __init__(self, examples: Examples, rate: Rate) -> None:
        """Start at 0."""
        self.examples, self.given_rate = examples, rate
        start = examples.zero()
        super().__init__((start, (examples.objective(start), start, 0)))

    def after(self, due: Step) -> Any:
        """The new point and the best one."""
        last, best = self.state
        moved = self.examples.after(last, due)
        value = self.examples.objective(moved)
        return moved, (value, moved, self.updates + 1) if value < best[0] else best

    def steps(self) -> Generator[Step, None, str]:
        """The steps that are due; return why there are no more."""
        for rate in _rates(self.given_rate, self.examples):
            state, _ = self.state
            due = Step(rate, tuple(i for i, margin in enumerate(self.examples.margins(state)) if margin < 1))
            if self._is_stationary(state, due.violations):
                return "stationary"
            yield due
        return "rates_exhausted"

    def _is_stationary(self, state, violations):
        after = self.examples.after(state, Step(1, violations))
        return bool((after.w == state.w).all() and after.b == state.b)

    def record(self, stopped: str) -> Run:
        """The record so far."""
        (w, b), (value, best, update) = self.state
        steps = tuple(Step(plain_number(rate), violations) for rate, violations in self.steps_taken)
        separated = bool((self.examples.margins(State(w, b)) > 0).all())
        return Run(
            self.updates, stopped, separated, tuple(map(plain_number, w)), plain_number(b),
            plain_number(self.examples.objective(State(w, b))), tuple(map(plain_number, best.w)),
            plain_number(best.b), plain_number(value), update, steps, plain_number(self.examples.lam),
            _rate_name(self.given_rate), self.examples.bias, self.examples.arithmetic,
        )  # fmt: skip


def _rate_name(rate):
    return batch_perceptron.rate_name(rate)


def _rates(rate, examples):
    """The step sizes η₁, η₂, …; "1/(λt)" is the one of the strongly convex case."""
    if isinstance(rate, str) and rate == "1/(λt)":
        one = Fraction(1) if examples.arithmetic == "exact" else 1.0
        return batch_perceptron.rates(lambda t: one / (plain_number(examples.lam) * t), examples.arithmetic)
    if isinstance(rate, str):
        raise BadInput(f"rate = {rate!r} is unknown; give numbers > 0, a function of t = 1, 2, …, or '1/(λt)'")
    return batch_perceptron.rates(rate, examples.arithmetic)


def run(
    X: Iterable[Iterable[Any]],
    y: Iterable[int],
    *,
    lam: Number,
    max_updates: int,
    rate: Rate = "1/(λt)",
    bias: bool = True,
    progress: Progress = None,
) -> Run:
    """Make `max_updates` sub-gradient steps from (w, b) = 0, fewer if one finds a sub-gradient 0.

    X has shape (n, d); y has n labels ±1; `lam` is λ > 0. Ints and Fractions are run exactly, floats in float64. `rate`
    is a number η > 0, "1/(λt)", a function of t = 1, 2, …, or a list, whose end ends the run. The bias is not
    regularised. Raises `BadInput`, and `Interrupted` with the record so far.

    >>> result = run([[1], [-1]], [1, -1], lam=2, max_updates=9)
    >>> result.w, result.value, result.stopped, result.updates
    ((Fraction(1, 2),), Fraction(3, 4), 'stationary', 1)
    """
    if max_updates is None:
        raise BadInput("sub-gradient descent has no end of its own; give max_updates")
    learner = Learner(Examples(X, y, lam, bias), rate)
    return drive(learner, learner.steps(), max_updates, progress)


def objective(X: Iterable[Iterable[Any]], y: Iterable[int], w: Iterable[Number], b: Number, lam: Number) -> Number:
    """λ/2·‖w‖² + (1/n)·Σmax(0, 1 − yᵢ(⟨w, xᵢ⟩ + b)) for w of length d, in the arithmetic of X.

    >>> objective([[1], [-1]], [1, -1], [0], 0, lam=1)
    1
    """
    examples = Examples(X, y, lam, True)
    weights = list(w)
    if len(weights) != examples.X.shape[1]:
        raise BadInput(f"w has {len(weights)} coordinates for examples with {examples.X.shape[1]}")
    return plain_number(examples.objective(State(vector(weights, examples.arithmetic, "w"), b)))


def replay(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> Run:
    """Repeat the recorded run and return its record; raises `ReplayError`, naming the step, if it differs.

    >>> X, y = [[1], [3]], [-1, 1]
    >>> replay(run(X, y, lam=1, max_updates=3), X, y).updates
    3
    """
    learner = Learner(Examples(X, y, record.lam, record.bias, record.arithmetic), _recorded_rate(record))
    return follow(learner, learner.steps(), record.steps, record)


def _recorded_rate(record):
    """The step sizes of a record; of a list that did not run out, with one more size that is not used."""
    sizes = [rate for rate, _ in record.steps] + [1] * (record.stopped != "rates_exhausted")
    return sizes if record.rate == "listed" else record.rate


def certificate(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> dict[str, Any]:
    """An exact run as JSON-ready data; a step is [η, violations].

    >>> certificate(run([[1], [-1]], [1, -1], lam=2, max_updates=9), [[1], [-1]], [1, -1])["steps"]
    [['1/2', [0, 1]]]
    """
    rate = record.rate if isinstance(record.rate, str) else certificates.rational(record.rate)
    result = certificates.classifier(record) | {
        "value": certificates.rational(record.value), "best_value": certificates.rational(record.best_value),
        "best_w": certificates.rationals(record.best_w), "best_b": certificates.rational(record.best_b),
    }  # fmt: skip
    return certificates.run(
        "hinge", record, X, y,
        parameters={"lam": certificates.rational(record.lam), "rate": rate, "bias": record.bias},
        steps=[[certificates.rational(eta), list(violations)] for eta, violations in record.steps], result=result,
    )  # fmt: skip
