"""The margin perceptron: the perceptron that also learns from examples it classifies with too small a margin.

Main definitions:
    update_condition   y·f(x) ≤ β; proofs call it on symbolic vectors
    run, Run, replay, certificate   the driver and its record; anyone can repeat it

The update is `perceptron.update`; β ≥ 0, and β = 0 is the perceptron. y·f(x) is the functional margin, so that only the
ratio β/α to the rate α matters from (w, b) = 0.

Source: `krauthmezard1987`, which updates on the least margin only; the rule for any example is that of `li2002`, with
one margin for both classes.

Bounds. Let ‖(w, b)‖² = ‖w‖² + b²/c, D² = max‖xᵢ‖² + c, and let a unit (w*, b*) have yᵢ(⟨w*, xᵢ⟩ + b*) ≥ γ > 0 for
all i. From 0, at most (D² + 2β/α)/γ² updates are made: α²k²γ² ≤ ‖(w, b)‖² ≤ k(α²D² + 2αβ). A run that ends "separated"
has yᵢ·f(xᵢ)/‖(w, b)‖ > βγ/(αD² + 2β) for all i, which tends to γ/2 as β/α grows.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from . import certificates, perceptron
from .driving import Progress, follow, plain_number
from .errors import BadInput
from .examples import Arithmetic, Number, carry
from .perceptron import State


def update_condition(state: State, x: Any, y: Any, beta: Any) -> Any:
    """y(⟨w, x⟩ + b) ≤ β: a bool for numbers, a relation for symbols."""
    return perceptron.margin(state, x, y) <= beta


@dataclass(frozen=True)
class Run:
    """What happened in a run; the fields are those of `perceptron.Run`, with β instead of the rule for ties.

    `stopped` = "separated" means that all functional margins exceed β; `separated`, that all are positive.
    """

    updates: int
    visits: int
    w: tuple[Number, ...]
    b: Number
    mistakes: tuple[int, ...]
    separated: bool
    stopped: str
    beta: Number
    bias_step: Number
    rate: Number
    order: str | tuple[int, ...]
    seed: int | None
    start: State
    arithmetic: Arithmetic


class Learner(perceptron.Learner):
    """The perceptron's learner with another condition."""

    kept = ("bias_step", "rate", "start", "beta")

    def __init__(self, *settings: Any, beta: Any, **more: Any) -> None:
        """Take β ≥ 0 and the settings of the perceptron."""
        super().__init__(*settings, **more)
        self.beta = carry(beta, self.arithmetic, "beta")
        if self.beta < 0:
            raise BadInput(f"beta must be >= 0 (got {beta}); 0 is the perceptron")

    def is_wrong(self, x: Any, y: int) -> bool:
        """Say whether the functional margin is at most β."""
        return bool(update_condition(self.state, x, y, self.beta))

    def record(self, stopped: str) -> Run:
        """The record so far."""
        separated = all(perceptron.margin(self.state, x, y) > 0 for x, y in zip(self.X, self.y, strict=True))
        return Run(
            **perceptron.plain(self.state)._asdict(),
            separated=separated,
            beta=plain_number(self.beta),
            **self.settings(stopped),
        )


def run(
    X: Iterable[Iterable[Any]],
    y: Iterable[int],
    *,
    beta: Number = 1,
    bias_step: Number | Literal["R2"] = 1,
    rate: Number = 1,
    order: str | Iterable[int] = "cyclic",
    seed: int | None = None,
    max_updates: int | None = None,
    start: tuple[Any, Any] | None = None,
    progress: Progress = None,
) -> Run:
    """Run the margin perceptron and return its record; all but `beta` ≥ 0 is as in `perceptron.run`.

    Raises `NoSeparator`, `BadInput` and `Interrupted` as `perceptron.run` does.

    >>> result = run([[1], [-1]], [1, -1], beta=3, bias_step=0)
    >>> result.updates, result.w
    (4, (4,))
    """
    learner = Learner.on(X, y, bias_step=bias_step, rate=rate, start=start, beta=beta)
    return perceptron.run_learner(learner, order=order, seed=seed, max_updates=max_updates, progress=progress)


def replay(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> Run:
    """Repeat the recorded run and return its record; raises `ReplayError`, naming the step, if it differs.

    >>> X, y = [[1], [-1]], [1, -1]
    >>> replay(run(X, y), X, y).w
    (2,)
    """
    learner = Learner.again(record, X, y)
    return follow(learner, perceptron.steps_in_order(learner, record.order, record.seed), record.mistakes, record)


def certificate(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> dict[str, Any]:
    """The run as JSON-ready data that `verifying.runs.check` can repeat; exact runs only.

    >>> certificate(run([[1], [-1]], [1, -1]), [[1], [-1]], [1, -1])["steps"]
    [0, 1]
    """
    parameters = {**perceptron.written_settings(record), "beta": certificates.rational(record.beta)}
    return certificates.run(
        "margin_perceptron",
        record,
        X,
        y,
        parameters=parameters,
        steps=list(record.mistakes),
        result={"visits": record.visits, **certificates.classifier(record)},
    )
