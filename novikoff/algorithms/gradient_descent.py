"""Gradient descent on the number of errors J, which cannot move, and on the perceptron criterion J_p, which can.

Main definitions:
    error_count, perceptron_criterion   J(w) = |X⁻| and J_p(w) = Σ −⟨w, x⟩ over X⁻ = {x : ⟨w, x⟩ ≤ 0}
    subgradient, step   −Σ x over X⁻, and w − η·g; proofs call these on symbolic vectors
    run, Run, replay, certificate   the driver and its record; anyone can repeat it

Notation: the examples are the signed vectors zᵢ = yᵢ(xᵢ, 1) of `signed`, and w is the vector (w, b/c).

Source: `lecture`, pp. 28–29, eqs. (24)–(28). J is locally constant wherever no ⟨w, x⟩ is 0 (x ≠ 0), so its gradient is
0 there, and it is undefined at such ties: a run on J makes no step, and its record says which of the two it was.
J_p = Σ max(0, −⟨w, x⟩) is convex and piecewise linear; (28) is its gradient where there are no ties, and a
subgradient everywhere. J_p(0) = 0 is always a minimum, so J_p = 0 does not mean separation: the run goes on while X⁻
is not empty, unless the subgradient (28) is 0.

A step on J_p is the batch perceptron's step, and so are its bounds (see `batch_perceptron`).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from . import batch_perceptron, certificates
from .batch_perceptron import Rate, Step, has_end, recorded_rate, require_an_end, written_settings, written_steps
from .driving import Progress, choice, drive, follow, plain_number
from .examples import Arithmetic, Number
from .signed import Signed

CRITERIA = ("J_p", "J")


def error_count(products: Iterable[Any]) -> int:
    """J, the number of products ⟨w, x⟩ ≤ 0 (24).

    >>> error_count([-2, 0, 3])
    2
    """
    return sum(1 for product in products if product <= 0)


def perceptron_criterion(products: Iterable[Any]) -> Any:
    """J_p, the sum of −⟨w, x⟩ over the products ⟨w, x⟩ ≤ 0 (27).

    >>> perceptron_criterion([-2, 0, 3])
    2
    """
    return -sum(product for product in products if product <= 0)


def subgradient(misclassified: Iterable[Any]) -> Any:
    """−Σ x over the misclassified vectors (28). Nothing is checked or converted."""
    return -1 * sum(misclassified)


def step(w: Any, gradient: Any, rate: Any = 1) -> Any:
    """w − η·g (26). Nothing is checked or converted.

    >>> step(w=5, gradient=2, rate=3)
    -1
    """
    return w - rate * gradient


@dataclass(frozen=True)
class Run:
    """What happened in a run, enough for anyone to repeat it with `replay`.

    `value` is J or J_p at the final (w, b). `stopped` is "separated" (X⁻ is empty), "gradient_zero" or
    "gradient_undefined" (J has a tie there), "rates_exhausted", "max_updates" or "interrupted".
    """

    updates: int
    stopped: str
    separated: bool
    w: tuple[Number, ...]
    b: Number
    value: Number
    criterion: str
    steps: tuple[Step, ...]
    rate: Number | str
    start: tuple[tuple[Number, ...], Number]
    bias_step: Number
    arithmetic: Arithmetic


class Learner(batch_perceptron.Learner):
    """The vector of one run and the criterion that moves it."""

    def __init__(self, examples: Signed, rate: Rate, name: str, start: Any) -> None:
        """Start at `start` = (w, b)."""
        super().__init__(examples, rate, None if start is None else examples.vector_of(start))
        self.criterion = choice("criterion", name, CRITERIA)
        self.start = examples.classifier(self.state)

    def after(self, step_due: Step) -> Any:
        """w − η·g."""
        return step(self.state, subgradient(self.examples.Z[list(step_due.wrong)]), step_due.rate)

    def why_stop(self, wrong: tuple[int, ...]) -> str | None:
        """The reason to stop: none misclassified, or a gradient that is 0 or undefined."""
        if not wrong:
            return "separated"
        if self.criterion == "J_p":
            return None if any(subgradient(self.examples.Z[list(wrong)])) else "gradient_zero"
        products = self.examples.products(self.state)
        tie = any(product == 0 and z.any() for product, z in zip(products, self.examples.Z, strict=True))
        return "gradient_undefined" if tie else "gradient_zero"

    def record(self, stopped: str) -> Run:
        """The record so far."""
        w, b = self.examples.classifier(self.state)
        products = self.examples.products(self.state)
        value = plain_number((perceptron_criterion if self.criterion == "J_p" else error_count)(products))
        return Run(
            w=w,
            b=b,
            value=value,
            separated=error_count(products) == 0,
            criterion=self.criterion,
            start=self.start,
            **self.settings(stopped),
        )


def run(
    X: Iterable[Iterable[Any]],
    y: Iterable[int],
    *,
    criterion: str = "J_p",
    bias_step: Number | Literal["R2"] = 1,
    rate: Rate = 1,
    start: tuple[Any, Any] | None = None,
    max_updates: int | None = None,
    progress: Progress = None,
) -> Run:
    """Run gradient descent on "J_p" or "J" from `start` = (w, b), 0 by default, and return its record.

    X, y, `bias_step`, `rate`, `max_updates` and `progress` are as in `batch_perceptron.run`.

    Raises `NoSeparator`, `BadInput` and `Interrupted` as `batch_perceptron.run` does.

    >>> X, y = [[0], [1]], [-1, 1]
    >>> run(X, y).w, run(X, y, criterion="J").stopped, run(X, y, criterion="J", start=([1], 1)).stopped
    ((2,), 'gradient_undefined', 'gradient_zero')
    """
    examples = Signed(X, y, bias_step)
    learner = Learner(examples, rate, criterion, start)
    if criterion == "J_p" and max_updates is None and not has_end(rate):
        require_an_end(examples, rate)
    return drive(learner, learner.steps(), max_updates, progress)


def replay(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> Run:
    """Repeat the recorded run and return its record; raises `ReplayError`, naming the step, if it differs.

    >>> X, y = [[0], [1]], [-1, 1]
    >>> replay(run(X, y), X, y).w
    (2,)
    """
    examples = Signed(X, y, record.bias_step, record.arithmetic)
    learner = Learner(examples, recorded_rate(record), record.criterion, record.start)
    return follow(learner, learner.steps(), record.steps, record)


def certificate(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> dict[str, Any]:
    """The run as JSON-ready data that `verifying.runs.check` can repeat; exact runs only.

    >>> X, y = [[0], [1]], [-1, 1]
    >>> certificate(run(X, y), X, y)["result"]["value"]
    '0'
    """
    w, b = record.start
    parameters = {
        **written_settings(record),
        "criterion": record.criterion,
        "start": {"w": certificates.rationals(w), "b": certificates.rational(b)},
    }
    result = {"value": certificates.rational(record.value), **certificates.classifier(record)}
    return certificates.run(
        "gradient_descent", record, X, y, parameters=parameters, steps=written_steps(record), result=result
    )
