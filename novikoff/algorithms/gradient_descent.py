"""Gradient descent on the number of errors J, which cannot move, and on the perceptron criterion J_p, which can.

Proofs call `subgradient` and `step` on symbols.

Notation: the examples are the signed vectors zᵢ = yᵢ(xᵢ, 1) of `signed_examples`, and w is the vector (w, b/c).

Source: `lecture`, pp. 28–29, eqs. (24)–(28). J is locally constant wherever no ⟨w, x⟩ is 0 (x ≠ 0), so its gradient is
0 there. At ties the gradient is undefined. So a run on J makes no step, and its record says which of the two cases
occurred. J_p = Σ max(0, −⟨w, x⟩) is convex and piecewise linear; (28) is its gradient where there are no ties, and a
subgradient everywhere. J_p(0) = 0 is always a minimum, so J_p = 0 does not mean separation: the run goes on while X⁻ is
not empty, unless the subgradient (28) is 0.

A step on J_p is the batch perceptron's step, so the bounds of `batch_perceptron` hold.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, ClassVar

from . import batch_perceptron
from .batch_perceptron import Step
from .options import BIAS_STEP, RATES, START, Found, Option, Options, one_of, parse_word
from .run_certificates import rational_to_text, rationals_to_text
from .run_loop import to_plain_number

CRITERIA = ("J_p", "J")


def error_count(products: Iterable[Any]) -> int:
    """Return J, the number of products ⟨w, x⟩ ≤ 0 (24).

    >>> error_count([-2, 0, 3])
    2
    """
    return sum(1 for product in products if product <= 0)


def perceptron_criterion(products: Iterable[Any]) -> Any:
    """Return J_p, the sum of −⟨w, x⟩ over the products ⟨w, x⟩ ≤ 0 (27).

    >>> perceptron_criterion([-2, 0, 3])
    2
    """
    return -sum(product for product in products if product <= 0)


def subgradient(misclassified: Iterable[Any]) -> Any:
    """Return −Σ x over the misclassified vectors (28). Nothing is checked or converted."""
    return -1 * sum(misclassified)


def step(w: Any, gradient: Any, rate: Any = 1) -> Any:
    """Return w − η·g (26). Nothing is checked or converted.

    >>> step(w=5, gradient=2, rate=3)
    -1
    """
    return w - rate * gradient


def written_start(start: Any) -> dict[str, Any]:
    """Return a pair (w, b) as a certificate has it."""
    return {"w": rationals_to_text(start[0]), "b": rational_to_text(start[1])}


class GradientDescent(batch_perceptron.BatchPerceptron):
    """Gradient descent on "J_p" or "J" from `start` = (w, b), 0 by default.

    `value` is J or J_p at the final (w, b). `stopped` is "separated" (X⁻ is empty), "gradient_zero" or
    "gradient_undefined" (J has a tie there), "rates_exhausted", "max_updates" or "interrupted".

    >>> X, y = [[0], [1]], [-1, 1]
    >>> run(X, y).w, run(X, y, criterion="J").stopped, run(X, y, criterion="J", start=([1], 1)).stopped
    ((2,), 'gradient_undefined', 'gradient_zero')
    """

    name = "gradient_descent"
    options: ClassVar[Options] = (
        Option("criterion", parse_word, "J_p (the perceptron criterion) or J (the number of errors)",
               default="J_p", check=one_of(CRITERIA), write=str),
        RATES, BIAS_STEP, replace(START, write=written_start))
    found: ClassVar[Found] = {"w": rationals_to_text, "b": rational_to_text, "value": rational_to_text, "steps": None}
    criterion: str
    start: Any

    def beginning(self) -> Any:
        zero = super().beginning()
        first = zero if self.start is None else self.examples.vector_of(self.start)
        self.start = self.examples.classifier(first)
        return first

    def after(self, step_due: Step) -> Any:
        return step(self.state, subgradient(self.examples.Z[list(step_due.wrong)]), step_due.rate)

    def why_stop(self, wrong: tuple[int, ...]) -> str | None:
        """Return the reason to stop: none misclassified, or a gradient that is 0 or undefined; None if there is no
        reason.
        """
        if not wrong:
            return "separated"
        if self.criterion == "J_p":
            return None if any(subgradient(self.examples.Z[list(wrong)])) else "gradient_zero"
        products = self.examples.products(self.state)
        tie = any(product == 0 and z.any() for product, z in zip(products, self.examples.Z, strict=True))
        return "gradient_undefined" if tie else "gradient_zero"

    def refuse_endless(self) -> None:
        if self.criterion == "J_p":
            super().refuse_endless()

    def results(self, stopped: str) -> dict[str, Any]:
        criterion = perceptron_criterion if self.criterion == "J_p" else error_count
        value = to_plain_number(criterion(self.examples.products(self.state)))
        return super().results(stopped) | {"value": value}


Run = GradientDescent.Run
run, replay, certificate = GradientDescent.functions()
