"""The relaxation method: a step goes towards the half-space of an example, as far as it, or on to its mirror image.

Main definitions:
    update, update_condition    the step, and where it is made; proofs call them on symbolic vectors
    run, Run, replay, certificate    the driver and its record; anyone can repeat it

The step on a signed vector z = y(x, √c), in the space of the (w, b/√c), is w + λ(β − ⟨w, z⟩)/‖z‖²·z with 0 < λ ≤ 2. It
aims at the functional margin β > 0: λ = 1 projects on the half-space ⟨w, z⟩ ≥ β, λ = 2 reflects at its border. It is
made where the functional margin is at most the threshold θ, 0 ≤ θ < β. With θ = 0 only mistakes cause steps; the method
as it was published makes them wherever the margin is below β, and then it need not end. The projection where the margin
is below β is the passive-aggressive algorithm.

Source: `agmon1954`, `motzkinschoenberg1954`, for any linear inequalities; `duda2001`, section 5.6, with margin.

Bounds. No step takes w away from any u with ⟨u, z⟩ ≥ β for all z. If a unit (w*, b*/√c) has yᵢ(⟨w*, xᵢ⟩ + b*) ≥ γ > 0
for all i, and D² = max‖xᵢ‖² + c, at most (1 + 2θ/(λ(β − θ)))·D²/γ² steps are made from 0: for θ = 0 it is Novikoff's
bound, for every λ. A step is a perceptron update whose rate depends on the example and the weights, and is rational
where these are.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from . import certificates, perceptron
from .driving import Progress, follow, plain_number
from .errors import BadInput
from .examples import Arithmetic, Number, carry
from .perceptron import State

# ------------------------------------------------------------------------------------ the rule


def update(state: State, x: Any, y: Any, *, rate: Any = 1, beta: Any = 1, bias_step: Any = 1) -> State:
    """The perceptron update with the rate λ(β − y·f(x))/(‖x‖² + c). Nothing is checked or converted.

    >>> from numpy import array
    >>> update(State(array([0]), 0), array([2]), 1, rate=Fraction(1), bias_step=0).w
    array([Fraction(1, 2)], dtype=object)
    """
    length = rate * (beta - perceptron.margin(state, x, y)) / (x @ x + bias_step)
    return perceptron.update(state, x, y, bias_step=bias_step, rate=length)


def update_condition(state: State, x: Any, y: Any, threshold: Any = 0) -> Any:
    """y(⟨w, x⟩ + b) ≤ θ: a bool for numbers, a relation for symbols."""
    return perceptron.margin(state, x, y) <= threshold


# ---------------------------------------------------------------------------------- the record


@dataclass(frozen=True)
class Run:
    """What happened in a run; the fields are those of `perceptron.Run`, with β and θ instead of the rule for ties.

    `rate` is λ. `stopped` = "separated" means that all functional margins exceed θ; `separated`, that all are positive.
    """

    updates: int
    visits: int
    w: tuple[Number, ...]
    b: Number
    mistakes: tuple[int, ...]
    separated: bool
    stopped: str
    beta: Number
    threshold: Number
    bias_step: Number
    rate: Number
    order: str | tuple[int, ...]
    seed: int | None
    start: State
    arithmetic: Arithmetic


class Learner(perceptron.Learner):
    """The perceptron's learner with another condition and another step."""

    kept = ("bias_step", "rate", "start", "beta", "threshold")

    def __init__(self, *settings: Any, beta: Any, threshold: Any, **more: Any) -> None:
        """Take β > θ ≥ 0 and the settings of the perceptron, with a rate of at most 2."""
        super().__init__(*settings, **more)
        self.beta, self.threshold = carry(beta, self.arithmetic, "beta"), carry(threshold, self.arithmetic, "threshold")
        if not 0 <= self.threshold < self.beta:
            raise BadInput(f"threshold must be >= 0 and below beta (got threshold {threshold} and beta {beta})")
        if self.rate > 2:
            raise BadInput(f"rate must be at most 2 (got {plain_number(self.rate)}); 1 projects and 2 reflects")
        self.step_rate = Fraction(self.rate) if self.arithmetic == "exact" else self.rate

    @classmethod
    def on(cls, X: Iterable[Iterable[Any]], y: Iterable[int], **settings: Any) -> Any:
        """A learner that has these examples, none of which is 0 where there is no bias."""
        learner = super().on(X, y, **settings)
        if learner.bias_step == 0:
            for i, x in enumerate(learner.table):
                if not any(x):
                    raise BadInput(f"X[{i}] is 0, and the bias step is 0, so that no step changes its margin; leave it "
                                   "out, or give a positive bias_step")  # fmt: skip
        return learner

    def is_wrong(self, x: Any, y: int) -> bool:
        """Say whether the functional margin is at most θ."""
        return bool(update_condition(self.state, x, y, self.threshold))

    def after(self, step: int) -> State:
        """The state after a step on example number `step`."""
        return update(self.state, self.X[step], self.y[step], rate=self.step_rate, beta=self.beta,
                      bias_step=self.bias_step)  # fmt: skip

    def record(self, stopped: str) -> Run:
        """The record so far."""
        separated = all(perceptron.margin(self.state, x, y) > 0 for x, y in zip(self.X, self.y, strict=True))
        return Run(
            **perceptron.plain(self.state)._asdict(), separated=separated, beta=plain_number(self.beta),
            threshold=plain_number(self.threshold), **self.settings(stopped),
        )  # fmt: skip


# ---------------------------------------------------------------------------------- the driver


def run(
    X: Iterable[Iterable[Any]],
    y: Iterable[int],
    *,
    beta: Number = 1,
    threshold: Number = 0,
    rate: Number = 1,
    bias_step: Number | Literal["R2"] = 1,
    order: str | Iterable[int] = "cyclic",
    seed: int | None = None,
    max_updates: int | None = None,
    start: tuple[Any, Any] | None = None,
    progress: Progress = None,
) -> Run:
    """Run the relaxation method and return its record.

    `rate` is λ with 0 < λ ≤ 2, and `beta` > `threshold` ≥ 0; all else is as in `perceptron.run`. Raises `NoSeparator`,
    `BadInput` (also for x = 0 without bias) and `Interrupted` as `perceptron.run` does.

    >>> result = run([[2, 1], [1, 3]], [1, -1], bias_step=0)
    >>> result.updates, result.w
    (4, (Fraction(1, 2), Fraction(-1, 2)))
    """
    learner = Learner.on(X, y, bias_step=bias_step, rate=rate, start=start, beta=beta, threshold=threshold)
    return perceptron.run_learner(learner, order=order, seed=seed, max_updates=max_updates, progress=progress)


# ------------------------------------------------------------------------- what a record is good for


def replay(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> Run:
    """Repeat the recorded run and return its record; raises `ReplayError`, naming the step, if it differs.

    >>> X, y = [[2], [-1]], [1, -1]
    >>> replay(run(X, y), X, y).updates
    1
    """
    learner = Learner.again(record, X, y)
    return follow(learner, perceptron.steps_in_order(learner, record.order, record.seed), record.mistakes, record)


def certificate(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> dict[str, Any]:
    """The run as JSON-ready data that `verifying.visits` can repeat; exact runs only.

    >>> certificate(run([[2]], [1]), [[2]], [1])["result"]["w"]
    ['2/5']
    """
    given = {"beta": certificates.rational(record.beta), "threshold": certificates.rational(record.threshold)}
    return certificates.run(
        "relaxation", record, X, y, parameters=perceptron.written_settings(record) | given,
        steps=list(record.mistakes), result={"visits": record.visits, **certificates.classifier(record)},
    )  # fmt: skip
