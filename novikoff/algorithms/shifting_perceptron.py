"""The shifting perceptron, which forgets old mistakes so that it can follow a hyperplane that moves.

Main definitions:
    share     λ/(λ + k), the part of the weights that a mistake replaces, where k is the number of those before
    update    w + λ_k(yx − w), and the bias likewise; proofs call it on symbolic scalars and vectors
    run, Run, replay, certificate     the driver and its record; anyone can repeat it

Notation: the examples are the signed vectors z = y(x, 1) with ⟨(x, s), (x', s')⟩ = ⟨x, x'⟩ + c·ss' for the bias step c,
as in `signed`; D = max‖z‖. The first mistake takes all of the weights, λ₀ = 1, so that w is a weighted mean of the
examples at the mistakes. For λ = 1 it is their mean, and the run that of the perceptron; for λ > 1 late mistakes weigh
more, as the weight of number k + 1 is (λ + k − 1)/k times that of number k.

Bounds. If ⟨u, z⟩ ≥ γ > 0 for all z, at most 1 + λ²/(2λ − 1)·(D²‖u‖²/γ² − 1) mistakes are made, for any λ > 1/2. On
any data, for λ ≥ 1 and against a u that moves, they are bounded by its length, its way and its hinge losses
(shifting-perceptron-mistake-bound).

Source: cavallanti2007. Programs of others add yx in the place of λ_k·yx: up to a positive factor that is this rule with
λ + 1 instead of λ, and makes the same mistakes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from . import certificates, perceptron
from .driving import Progress, follow, plain_number, positive
from .examples import Arithmetic, Number
from .perceptron import State

# ------------------------------------------------------------------------------------ the rule


def share(lam: Any, before: Any) -> Any:
    """λ/(λ + k) for k mistakes before.

    >>> share(Fraction(2), 0), share(Fraction(2), 4)
    (Fraction(1, 1), Fraction(1, 3))
    """
    return lam / (lam + before)


def update(state: State, x: Any, y: Any, *, share: Any, bias_step: Any = 1) -> State:
    """The state after a mistake on (x, y) that replaces this share of it. Nothing is checked or converted.

    >>> update(State(w=6, b=3), x=3, y=-1, share=Fraction(1, 3))
    State(w=Fraction(3, 1), b=Fraction(5, 3))
    """
    return State(state.w + share * (y * x - state.w), state.b + share * (bias_step * y - state.b))


# ---------------------------------------------------------------------------------- the record


@dataclass(frozen=True)
class Run:
    """What happened in a run, enough for anyone to repeat it with `replay`.

    The fields are those of `perceptron.Run`, with λ instead of a rate and a start.
    """

    updates: int
    visits: int
    w: tuple[Number, ...]
    b: Number
    mistakes: tuple[int, ...]
    separated: bool
    stopped: str
    lam: Number
    bias_step: Number
    order: str | tuple[int, ...]
    seed: int | None
    tie: str
    arithmetic: Arithmetic


class Learner(perceptron.Learner):
    """The perceptron's learner with another step."""

    kept = ("bias_step", "lam", "tie")

    def __init__(self, dimension: int, arithmetic: Arithmetic, *, lam: Any, **more: Any) -> None:
        """Take λ > 0 and the settings of the perceptron."""
        super().__init__(dimension, arithmetic, **more)
        lam = positive(lam, arithmetic, "lam")
        self.lam = Fraction(lam) if arithmetic == "exact" else lam

    def after(self, step: int) -> State:
        """The state after a mistake on example number `step`."""
        part = share(self.lam, self.updates)
        return update(self.state, self.X[step], self.y[step], share=part, bias_step=self.bias_step)

    def record(self, stopped: str) -> Run:
        """The record so far."""
        shared = {name: value for name, value in self.settings(stopped).items() if name not in ("rate", "start")}
        return Run(**perceptron.plain(self.state)._asdict(), separated=self.separates(), lam=plain_number(self.lam),
                   tie=self.tie, **shared)  # fmt: skip


def run(
    X: Iterable[Iterable[Any]],
    y: Iterable[int],
    *,
    lam: Number = 2,
    bias_step: Number | Literal["R2"] = 1,
    order: str | Iterable[int] = "cyclic",
    seed: int | None = None,
    tie: str = "mistake",
    max_updates: int | None = None,
    progress: Progress = None,
) -> Run:
    """Run the shifting perceptron and return its record.

    X has shape (n, d); y has n labels ±1. Ints and Fractions are run exactly, floats in float64. `lam` is λ > 0; for 1
    it is the perceptron, whose weights are divided by their number. All else is as in `perceptron.run`.

    Raises `NoSeparator`, `BadInput` and `Interrupted` as `perceptron.run` does.

    >>> result = run([[1, 0], [0, 1]], [1, -1], bias_step=0, lam=2)
    >>> result.updates, result.w, result.stopped
    (2, (Fraction(1, 3), Fraction(-2, 3)), 'separated')
    """
    learner = Learner.on(X, y, bias_step=bias_step, lam=lam, tie=tie)
    return perceptron.run_learner(learner, order=order, seed=seed, max_updates=max_updates, progress=progress)


def replay(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> Run:
    """Repeat the recorded run and return its record; raises `ReplayError`, naming the step, if it differs.

    >>> X, y = [[1], [-1]], [1, -1]
    >>> replay(run(X, y), X, y).w == run(X, y).w
    True
    """
    learner = Learner.again(record, X, y)
    return follow(learner, perceptron.steps_in_order(learner, record.order, record.seed), record.mistakes, record)


def certificate(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> dict[str, Any]:
    """The run as JSON-ready data that `verifying.dispatch.verify` can repeat; exact runs only.

    >>> certificate(run([[1], [-1]], [1, -1]), [[1], [-1]], [1, -1])["parameters"]["lam"]
    '2'
    """
    rational = certificates.rational
    parameters = {
        "lam": rational(record.lam), "bias_step": rational(record.bias_step), "tie": record.tie,
        "order": perceptron.written_order(record), "seed": record.seed,
    }  # fmt: skip
    result = {"visits": record.visits, **certificates.classifier(record)}
    return certificates.run("shifting_perceptron", record, X, y, parameters=parameters, steps=list(record.mistakes),
                            result=result)  # fmt: skip
