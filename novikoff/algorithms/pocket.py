"""The pocket algorithm: the batch perceptron that keeps the best weights met so far.

Main definitions:
    improves     when weights go into the pocket; proofs call this on symbols
    run          the driver, with an explicit rule of termination
    Run, replay, certificate    the record of a run; anyone can repeat it
    Best         the weights in the pocket

At each time t, from t = 0 and w = 0, X⁻ = {i : ⟨w, zᵢ⟩ ≤ 0} is found; if it is smaller than the least E so far
(E = L, the number of examples, at first), then w goes into the pocket: w* = w, E = |X⁻|, found = t. The step is the
one of `batch_perceptron`. The result is w*.

Source: `lecture`, p. 30. It leaves the termination open; here a run ends, in this order of precedence, when
E ≤ `target`, when `patience` steps brought no improvement (t − found ≥ patience), when no step can move w
("stationary"), or at the cap. The page says that the algorithm converges with probability 1 to the optimal
solution. It is deterministic, and that is false: on {x, −x} w stays at 0 with E = 2, and the optimum is 1.

Bounds: the pocket never gets worse; for a constant η on separable examples E = 0 after at most L·D²/γ² steps, as in
`batch_perceptron`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from . import batch_perceptron, certificates
from .batch_perceptron import Rate, Step, has_end, recorded_rate, require_an_end, written_settings, written_steps
from .driving import Progress, drive, follow, whole
from .examples import Arithmetic, Number
from .signed import Signed


def improves(errors: Any, best: Any) -> Any:
    """|X⁻| < E, when weights go into the pocket: a bool for numbers, a relation for symbols.

    >>> [improves(errors, 2) for errors in (1, 2, 3)]
    [True, False, False]
    """
    return errors < best


class Best(NamedTuple):
    """The weights in the pocket, their number of errors, and the time at which they were met."""

    errors: int
    w: Any
    found: int


@dataclass(frozen=True)
class Run:
    """What happened in a run, enough for anyone to repeat it with `replay`.

    (w, b) are the weights in the pocket, `errors` the number of examples with yᵢ(⟨w, xᵢ⟩ + b) ≤ 0, `found` the
    number of steps after which they were met. `stopped` is "separated" (no errors), "target", "patience",
    "stationary", "rates_exhausted", "max_updates" or "interrupted".
    """

    updates: int
    stopped: str
    separated: bool
    w: tuple[Number, ...]
    b: Number
    errors: int
    found: int
    steps: tuple[Step, ...]
    rate: Number | str
    patience: int | None
    target: int
    bias_step: Number
    arithmetic: Arithmetic


class Learner(batch_perceptron.Learner):
    """The batch perceptron with a pocket."""

    def __init__(self, examples: Signed, rate: Rate, patience: int | None, target: int) -> None:
        """Start at 0 with 0 in the pocket."""
        super().__init__(examples, rate)
        self.patience = None if patience is None else whole(patience, "patience", least=1)
        self.target = whole(target, "target", least=0)
        self.best = Best(len(examples.y), self.state, 0)

    def look(self, wrong: tuple[int, ...]) -> None:
        """Put the weights into the pocket if they are better."""
        if improves(len(wrong), self.best.errors):
            self.best = Best(len(wrong), self.state, self.updates)

    def why_stop(self, wrong: tuple[int, ...]) -> str | None:
        """The reason to stop at X⁻ = `wrong`, if there is one."""
        self.look(wrong)
        if self.best.errors <= self.target:
            return "target" if self.best.errors else "separated"
        if self.patience is not None and self.updates - self.best.found >= self.patience:
            return "patience"
        return super().why_stop(wrong)

    def record(self, stopped: str) -> Run:
        """The record so far; an interruption may come before the last weights were looked at."""
        self.look(self.examples.wrong(self.state))
        w, b = self.examples.classifier(self.best.w)
        return Run(
            w=w,
            b=b,
            errors=self.best.errors,
            found=self.best.found,
            separated=self.best.errors == 0,
            patience=self.patience,
            target=self.target,
            **self.settings(stopped),
        )


def run(
    X: Iterable[Iterable[Any]],
    y: Iterable[int],
    *,
    bias_step: Number | Literal["R2"] = 1,
    rate: Rate = 1,
    patience: int | None = None,
    target: int = 0,
    max_updates: int | None = None,
    progress: Progress = None,
) -> Run:
    """Run the pocket algorithm from 0 and return its record.

    X, y, `bias_step`, `rate`, `max_updates` and `progress` are as in `batch_perceptron.run`. `patience` ≥ 1 is the
    number of steps without improvement that ends the run; `target` ≥ 0 is the number of errors that is good enough.
    Examples that are not separable, and floats, need `patience` or `max_updates`.

    Raises `NoSeparator`, `BadInput` and `Interrupted` as `batch_perceptron.run` does.

    >>> result = run([[0], [1], [2], [4]], [1, -1, 1, 1], patience=20)
    >>> result.errors, result.found, result.stopped
    (1, 1, 'patience')
    """
    examples = Signed(X, y, bias_step)
    learner = Learner(examples, rate, patience, target)
    if max_updates is None and patience is None and not has_end(rate):
        require_an_end(examples, rate)
    return drive(learner, learner.steps(), max_updates, progress)


def replay(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> Run:
    """Repeat the recorded run and return its record; raises `ReplayError`, naming the step, if it differs.

    >>> X, y = [[0], [1]], [-1, 1]
    >>> replay(run(X, y), X, y).w
    (2,)
    """
    examples = Signed(X, y, record.bias_step, record.arithmetic)
    learner = Learner(examples, recorded_rate(record), record.patience, record.target)
    return follow(learner, learner.steps(), record.steps, record)


def certificate(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> dict[str, Any]:
    """The run as JSON-ready data that `verifying.runs.check` can repeat; exact runs only.

    >>> X, y = [[0], [1]], [-1, 1]
    >>> certificate(run(X, y), X, y)["result"]["errors"]
    0
    """
    parameters = {**written_settings(record), "patience": record.patience, "target": record.target}
    result = {"errors": record.errors, "found": record.found, **certificates.classifier(record)}
    return certificates.run("pocket", record, X, y, parameters=parameters, steps=written_steps(record), result=result)
