"""The averaged perceptron: the mean of the weights over all visits of a perceptron run.

Main definitions:
    average        the mean, made by the perceptron's own update
    run, Run, replay, certificate   the driver and its record; anyone can repeat it

The run is the perceptron's, and weights are counted as in `voted_perceptron`: after each of N visits, the weights then
held count once. The update made at visit m is in the weights after the visits m, …, N, so the mean is the start plus
each update times (N + 1 − m)/N, and the updates by one example add up to one.

Source: `freundschapire1999`, Fig. 1, with the prediction by averaging. Its T passes are order=[*range(n)] * T here; by
default the run ends after the first pass without a mistake, and that pass counts.

Bounds: the number of updates obeys the perceptron's bounds. About the average they say nothing: that the last weights
separate the examples does not imply that the mean does. Without bias, (2, −2) → −1, (−2, 1) → −1 is such a case: there
stopped = "separated", while `separated`, which speaks of the average, is False.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from . import certificates, perceptron, voted_perceptron
from .driving import Progress, follow
from .examples import Arithmetic, Number
from .perceptron import State


@dataclass(frozen=True)
class Run:
    """What happened in a run; the fields are those of `perceptron.Run`, `votes` and `last`.

    (w, b) is the average and `last` the last weights; `votes` counts the visits after which each weights held, the
    start first. `separated` says whether the average has y·f(x) > 0 on all examples; `stopped` = "separated", that the
    last weights make no mistake.
    """

    updates: int
    visits: int
    w: tuple[Number, ...]
    b: Number
    last: State
    mistakes: tuple[int, ...]
    votes: tuple[int, ...]
    separated: bool
    stopped: str
    bias_step: Number
    rate: Number
    order: str | tuple[int, ...]
    seed: int | None
    tie: str
    start: State
    arithmetic: Arithmetic


class Learner(voted_perceptron.Learner):
    """The learner that counts votes, with another record."""

    def average(self, stopped: str) -> State:
        """The mean of the weights over all complete visits; the start if there are none."""
        _, *learned_at, end = self.marks(stopped)
        one = Fraction(1) if self.arithmetic == "exact" else 1.0
        shares = dict.fromkeys(self.steps_taken, 0)
        for i, visit in zip(self.steps_taken, learned_at, strict=True):
            shares[i] += end - visit
        mean = self.start
        for i, share in shares.items():
            rate = self.rate * (one * share / (end - 1))
            mean = perceptron.update(mean, self.X[i], self.y[i], bias_step=self.bias_step, rate=rate)
        return mean

    def record(self, stopped: str) -> Run:
        """The record so far."""
        mean = self.average(stopped)
        separated = all(perceptron.margin(mean, x, y) > 0 for x, y in zip(self.X, self.y, strict=True))
        return Run(
            **perceptron.plain(mean)._asdict(),
            last=perceptron.plain(self.state),
            votes=self.votes(stopped),
            separated=separated,
            tie=self.tie,
            **self.settings(stopped),
        )


def run(
    X: Iterable[Iterable[Any]],
    y: Iterable[int],
    *,
    bias_step: Number | Literal["R2"] = 1,
    rate: Number = 1,
    order: str | Iterable[int] = "cyclic",
    seed: int | None = None,
    tie: str = "mistake",
    max_updates: int | None = None,
    start: tuple[Any, Any] | None = None,
    progress: Progress = None,
) -> Run:
    """Run the perceptron, average its weights, and return the record; the settings are those of `perceptron.run`.

    Raises `NoSeparator`, `BadInput` and `Interrupted` as `perceptron.run` does.

    >>> result = run([[1], [-1]], [1, -1])
    >>> result.votes, result.last, result.w, result.b
    ((0, 1, 3), State(w=(2,), b=0), (Fraction(7, 4),), Fraction(1, 4))
    """
    learner = Learner.on(X, y, bias_step=bias_step, rate=rate, tie=tie, start=start)
    return perceptron.run_learner(learner, order=order, seed=seed, max_updates=max_updates, progress=progress)


def replay(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> Run:
    """Repeat the recorded run and return its record; raises `ReplayError`, naming the step, if it differs.

    >>> X, y = [[1], [-1]], [1, -1]
    >>> replay(run(X, y), X, y).last
    State(w=(2,), b=0)
    """
    learner = Learner.again(record, X, y)
    return follow(learner, perceptron.steps_in_order(learner, record.order, record.seed), record.mistakes, record)


def certificate(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> dict[str, Any]:
    """The run as JSON-ready data that `verifying.runs.check` can repeat; exact runs only.

    >>> certificate(run([[1], [-1]], [1, -1]), [[1], [-1]], [1, -1])["result"]["w"]
    ['7/4']
    """
    result = {
        "visits": record.visits,
        "votes": list(record.votes),
        "last": certificates.classifier(record.last),
        **certificates.classifier(record),
    }
    parameters = {**perceptron.written_settings(record), "tie": record.tie}
    return certificates.run(
        "averaged_perceptron", record, X, y, parameters=parameters, steps=list(record.mistakes), result=result
    )
