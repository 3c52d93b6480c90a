"""The randomised budget perceptron: it stores B examples, and a mistake takes the place of one drawn at random.

Main definitions:
    mistake_chances     how likely each visit is a mistake, exactly, over all that may be drawn
    run, Run, replay, certificate     the driver and its record; anyone can repeat it

The weights are the sum of the stored examples yx, the bias that of the cy. A mistake on (x, y) is added to both; if B
examples were stored, one of these is drawn first, each as likely as any other, and taken out. Till then the run is
that of the perceptron; the Forgetron with Φ = 1 differs in that it takes the oldest. What is drawn depends on the
number `drop_seed` alone, so that a run can be repeated.

Bounds. Let D² = max‖x‖² + c, and u any weights of length U. Then (1 − g)E(k) ≤ E(L) + gB for g = DU/√(B + 1) < 1,
where k is the number of mistakes, L the sum of the hinge losses of u at them, and E the mean over all that may be drawn
(random-budget-mistake-bound); also if the examples are chosen by somebody who sees what was drawn. If u has no loss on
any example, nothing is ever forgotten where g < 1, so that k ≤ D²U² < B + 1 (random-budget-separable-bound). Where
g ≥ 1, there may be no end: B + 1 orthogonal examples that come in turn have g = 1, and one of them is never stored.

Source: cavallanti2007.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any, Literal

from . import certificates, forgetron, perceptron
from .driving import Progress, follow
from .errors import BadInput
from .examples import Arithmetic, Number
from .perceptron import State

# ---------------------------------------------------------------------------------- the record


@dataclass(frozen=True)
class Run:
    """What happened in a run, enough for anyone to repeat it with `replay`.

    The fields are those of `perceptron.Run`, with B and the seed of what is drawn instead of a rate and a start.
    """

    updates: int
    visits: int
    w: tuple[Number, ...]
    b: Number
    mistakes: tuple[int, ...]
    separated: bool
    stopped: str
    budget: int
    drop_seed: int
    bias_step: Number
    order: str | tuple[int, ...]
    seed: int | None
    tie: str
    arithmetic: Arithmetic


class Learner(forgetron.Learner):
    """The Forgetron's learner without shrinking, which forgets what is drawn."""

    kept = ("bias_step", "budget", "drop_seed", "tie")

    def __init__(self, dimension: int, arithmetic: Arithmetic, *, drop_seed: Any, **more: Any) -> None:
        """Take the seed, B ≥ 1, and the settings of the perceptron."""
        super().__init__(dimension, arithmetic, shrink=1, **more)
        if isinstance(drop_seed, bool) or not isinstance(drop_seed, int):
            raise BadInput(f"drop_seed must be an integer, so that the run can be repeated (got {drop_seed!r:.60})")
        self.drop_seed = drop_seed
        self.drawn = random.Random(f"drop {drop_seed}")  # apart from the order, which another seed may give
        self.stored: list[int] = []

    def after(self, step: int) -> State:
        """The state after a mistake on example number `step`."""
        state = self.state
        if len(self.stored) == self.budget:
            gone = self.stored.pop(self.drawn.randrange(self.budget))
            state = self.without(state, gone)
        self.stored.append(step)
        return self.with_example(state, step)

    def with_example(self, state: State, i: int) -> State:
        """The state with example number i."""
        return perceptron.update(state, self.X[i], self.y[i], bias_step=self.bias_step)

    def without(self, state: State, i: int) -> State:
        """The state without it."""
        return forgetron.forget(state, self.X[i], self.y[i], weight=1, bias_step=self.bias_step)

    def record(self, stopped: str) -> Any:
        """The record so far."""
        shared = {name: value for name, value in self.settings(stopped).items() if name not in ("rate", "start")}
        return Run(**perceptron.plain(self.state)._asdict(), separated=self.separates(), budget=self.budget,
                   drop_seed=self.drop_seed, tie=self.tie, **shared)  # fmt: skip


def run(
    X: Iterable[Iterable[Any]],
    y: Iterable[int],
    *,
    budget: int = 100,
    drop_seed: int = 0,
    bias_step: Number | Literal["R2"] = 1,
    order: str | Iterable[int] = "cyclic",
    seed: int | None = None,
    tie: str = "mistake",
    max_updates: int | None = None,
    progress: Progress = None,
) -> Run:
    """Run the randomised budget perceptron and return its record.

    X has shape (n, d); y has n labels ±1. Ints and Fractions are run exactly, floats in float64. `budget` is B, how
    many examples are stored at most, from 1 to 10 000; `drop_seed` is any integer, from which it is drawn what is
    forgotten. All else is as in `perceptron.run`; `seed` is for the order.

    Raises `NoSeparator`, `BadInput` and `Interrupted` as `perceptron.run` does; `BadInput` also where there is no cap,
    and the budget is so small that the run may never end.

    >>> result = run([[4, 0], [0, 4]], [1, -1], bias_step=0, budget=1, order=[0, 1])
    >>> result.updates, result.w, result.separated
    (2, (0, -4), False)
    """
    learner = Learner.on(X, y, bias_step=bias_step, budget=budget, drop_seed=drop_seed, tie=tie)
    return perceptron.run_learner(learner, order=order, seed=seed, max_updates=max_updates, progress=progress)


def mistake_chances(
    X: Iterable[Iterable[Any]],
    y: Iterable[int],
    *,
    order: Iterable[int],
    budget: int,
    bias_step: Number | Literal["R2"] = 1,
    tie: str = "mistake",
) -> tuple[Fraction, ...]:
    """The probability of a mistake at each visit of the examples in this order, over all that may be drawn.

    Their sum is E(k). The parameters are those of `run`, and X is exact. The work grows with the number of ways to
    store B examples.

    >>> mistake_chances([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [1, 1, 1], order=[0, 1, 2, 0], budget=2, bias_step=0)
    (Fraction(1, 1), Fraction(1, 1), Fraction(1, 1), Fraction(1, 2))
    """
    learner = Learner.on(X, y, bias_step=bias_step, arithmetic="exact", budget=budget, drop_seed=0, tie=tie)
    stored: dict[tuple[int, ...], Fraction] = {(): Fraction(1)}
    found = []
    for i in next(perceptron.passes_over(order, len(learner.X), None)):
        after: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        found.append(Fraction(0))
        for examples, chance in stored.items():
            state = reduce(learner.with_example, examples, learner.state)
            if not perceptron.is_mistake(state, learner.X[i], learner.y[i], tie):
                after[examples] += chance
                continue
            found[-1] += chance
            places = range(budget) if len(examples) == budget else [budget]  # the last is none
            for place in places:
                kept = (*examples[:place], *examples[place + 1 :], i)
                after[tuple(sorted(kept))] += chance / len(places)
        stored = after
    return tuple(found)


def replay(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> Run:
    """Repeat the recorded run and return its record; raises `ReplayError`, naming the step, if it differs.

    >>> X, y = [[1], [-1]], [1, -1]
    >>> record = run(X, y, budget=2, max_updates=9)
    >>> replay(record, X, y) == record
    True
    """
    learner = Learner.again(record, X, y)
    return follow(learner, perceptron.steps_in_order(learner, record.order, record.seed), record.mistakes, record)


def certificate(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> dict[str, Any]:
    """The run as JSON-ready data that `verifying.dispatch.verify` can repeat; exact runs only.

    >>> X, y = [[1], [-1]], [1, -1]
    >>> certificate(run(X, y, budget=2, drop_seed=7), X, y)["parameters"]["drop_seed"]
    7
    """
    parameters = {
        "budget": record.budget, "drop_seed": record.drop_seed, "bias_step": certificates.rational(record.bias_step),
        "tie": record.tie, "order": perceptron.written_order(record), "seed": record.seed,
    }  # fmt: skip
    result = {"visits": record.visits, **certificates.classifier(record)}
    return certificates.run("random_budget_perceptron", record, X, y, parameters=parameters,
                            steps=list(record.mistakes), result=result)  # fmt: skip
