"""Signed examples: the vectors on which a homogeneous rule finds a classifier with a bias.

A vector v = (w, β) classifies x by f(x) = ⟨w, x⟩ + b with b = cβ, so that ⟨v, zᵢ⟩ = yᵢ·f(xᵢ): v separates the
examples if and only if all these products are positive (`lecture`, p. 16, where c = 1 and the coordinate 1 is the
first).
"""

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, ClassVar

from . import nearest_point
from .base_rule import Rule
from .errors import BadInput
from .labelled_examples import Arithmetic, Labels, arithmetic_of, exact_rows, labels, rows, vector
from .lazy_numpy import np
from .options import Found
from .run_certificates import rational_to_text, rationals_to_text
from .run_loop import bias_step_of, classifier_of, to_plain_number


class Signed:
    """The signed examples as the rows of `Z`, shape (n, D), where D is d + 1, or d if there is no bias.

    `metric` holds the D positive factors of the inner product: 1, …, 1, c.

    >>> examples = Signed([[1], [2]], [1, -1], bias_step=4)
    >>> examples.Z.tolist(), examples.products(examples.vector([1, 1])).tolist()
    ([[1, 1], [-2, -1]], [5, -6])
    """

    def __init__(self, X: Iterable[Iterable[Any]], y: Iterable[int], bias_step: Any = 1,
                 arithmetic: Arithmetic | None = None) -> None:
        """Set examples of shape (n, d) and labels ±1; `bias_step` is c ≥ 0, or "R2" for max‖x‖²."""
        self.table: Any = rows(X)
        self.y: Labels = labels(y, len(self.table))
        self.arithmetic: Arithmetic = arithmetic or arithmetic_of(self.table)
        self.bias_step: Any = bias_step_of(bias_step, self.table, self.arithmetic)
        extra = [1] if self.bias_step else []
        self.metric: Any = vector([1] * len(self.table[0]) + [self.bias_step] * len(extra), self.arithmetic, "metric")
        self.Z = np.array(
            [
                self.vector([sign * value for value in row] + [sign] * len(extra), f"X[{i}]")
                for i, (row, sign) in enumerate(zip(self.table, self.y, strict=True))
            ]
        )
        self.scale: int
        self.scaled_Z: Any
        self.scale, self.scaled_Z = self._whole(self.Z)

    def vector(self, values: Iterable[Any], where: str = "v") -> Any:
        """Return a vector of length D in the arithmetic of the examples."""
        return vector(list(values), self.arithmetic, where)

    def zero(self) -> Any:
        """Return the vector 0."""
        return self.vector([0] * len(self.metric))

    def products(self, v: Any) -> Any:
        """Return the n products ⟨v, zᵢ⟩, which are the functional margins of v."""
        return self.Z.dot(self.metric * v)

    def scaled_products(self, v: Any) -> tuple[Any, Any]:
        """Return P and s > 0 with ⟨v, zᵢ⟩ = Pᵢ/s. For exact examples P and s are integers, which saves time."""
        scale, whole = self._whole(self.metric * v)
        # Not @: if Ctrl-C interrupts it at an array of objects, NumPy 2.4 frees memory twice.
        return self.scaled_Z.dot(whole), self.scale * scale

    def _whole(self, numbers):
        """Return the least common denominator of an array of exact numbers, and the array times that."""
        if self.arithmetic != "exact":
            return 1, numbers
        scale = math.lcm(*(value.denominator for value in numbers.flat))
        scaled = numbers * scale
        scaled.flat = [int(value) for value in scaled.flat]
        return scale, scaled

    def inner(self, u: Any, v: Any) -> Any:
        """Return ⟨u, v⟩."""
        return u @ (self.metric * v)

    def wrong(self, v: Any) -> tuple[int, ...]:
        """Return the indices with ⟨v, zᵢ⟩ ≤ 0: a tie is a mistake."""
        return tuple(i for i, product in enumerate(self.scaled_products(v)[0]) if product <= 0)

    def classifier(self, v: Any) -> tuple[tuple[Any, ...], Any]:
        """Return the (w, b) of v, in Python's own numbers."""
        values = [to_plain_number(value) for value in v]
        if not self.bias_step:
            return tuple(values), 0
        return tuple(values[:-1]), to_plain_number(self.bias_step * v[-1])

    def vector_of(self, classifier: Any) -> Any:
        """Return the vector (w, b/c) of a pair (w, b); without bias, b must be 0."""
        w, b = classifier_of(classifier, len(self.table[0]), self.arithmetic)
        if not self.bias_step:
            if b:
                raise BadInput(f"start has b = {b}, but bias_step 0 means that there is no bias")
            return w
        return self.vector([*w, b / (Fraction(self.bias_step) if self.arithmetic == "exact" else self.bias_step)])

    def require_an_end(self, hint: str = "give max_updates, or exact data") -> None:
        """Raise an error for a run without a cap, unless its examples are exact and separable.

        Raises `NoSeparator` with its certificate, or `BadInput` for float data, whose rounded runs may never end.
        """
        if self.arithmetic != "exact":
            raise BadInput(f"a float64 run may never end, even on separable data; {hint}")
        # Whether a separator exists does not depend on the size of a positive bias step.
        nearest_point.require_separator(exact_rows(self.table), self.y, 1 if self.bias_step else 0)


class SignedRule(Rule):
    """A rule that sees all signed examples. Its options are attributes; `bias_step` or `bias` goes to the examples.

    A rule defines its first state (`beginning`), the steps of its run (`steps`), and the state after a step (`after`).
    """

    found: ClassVar[Found] = {"w": rationals_to_text, "b": rational_to_text, "steps": None}
    trace = "steps"
    signed: ClassVar[type[Signed]] = Signed  # what holds the examples

    def __init__(self, X: Iterable[Any], y: Iterable[Any], arithmetic: Arithmetic | None = None,
                 **settings: Any) -> None:
        """Set the examples and the rule's options."""
        self.examples: Any = self.signed(X, y, settings.pop("bias_step", int(bool(settings.get("bias")))), arithmetic)
        self.arithmetic: Arithmetic = self.examples.arithmetic
        self.bias_step: Any = self.examples.bias_step
        self.set_options(settings)
        super().__init__(self.beginning())

    def beginning(self) -> Any:
        """Return the state before the first step."""
        return self.examples.zero()

    def refuse_endless(self) -> None:
        self.examples.require_an_end()

    def is_separated(self) -> bool:
        return not self.examples.wrong(self.vector())

    def vector(self) -> Any:
        """Return the vector whose classifier is the result."""
        return self.state

    def results(self, stopped: str) -> dict[str, Any]:
        w, b = self.examples.classifier(self.vector())
        return super().results(stopped) | {"w": w, "b": b}
