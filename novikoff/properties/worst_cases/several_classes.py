"""Several classes, and choices among candidates: no bound that is larger than that of the perceptron, nor a smaller
one.

The bounds hold for any number of classes or candidates (`multi-class-mistake-bound`, `structured-mistake-bound`), and
two are enough to reach them: with two classes the run is that of the perceptron, and 2R²Σ‖u_r‖²/γ² of the pair (u/2,
−u/2) is R²‖u‖²/γ² (`two-classes-run-as-one-perceptron`, `two-classes-bound-is-novikoff`); with the candidates x and 0
an example is one of the perceptron. So the data are those of `homogeneous`, in three dimensions as in any.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from ...algorithms.registry import Algorithm
from .inverted_bounds import Theorem
from .without_bias import Homogeneous
from .worst_case import Data

SEVERAL = Theorem("multi-class-mistake-bound",
                  lambda ratio, updates: {"R^2": 1, "γ": 1, "sum(u[i]@u[i])": ratio / 2})  # fmt: skip
STRUCTURED = Theorem("structured-mistake-bound", lambda ratio, updates: {"R^2": 1, "δ": 1, "u@u": ratio})


@dataclass(frozen=True)
class Classes(Homogeneous):
    """Labels are classes; the separator w stands for the pair of w/2 and −w/2, which leads as much as w has margin."""

    ratio = "2R²Σ‖u‖²/γ²"
    sharp: ClassVar[Sequence[str]] = ("multi-class-mistake-bound-reached", "two-classes-run-as-one-perceptron",
                                      *Homogeneous.sharp)  # fmt: skip

    def theorems(self) -> Sequence[Theorem]:
        """That of any number of classes."""
        return (SEVERAL,)


@dataclass(frozen=True)
class Candidates(Homogeneous):
    """An example x has the candidates x and 0."""

    ratio = "R²‖u‖²/δ²"
    def theorems(self) -> Sequence[Theorem]:
        """Collins'."""
        return (STRUCTURED,)

    def run(self, entry: Algorithm, data: Data) -> Any:
        """The record of the run; there is no bias to be told of."""
        return super().run(entry, replace(data, options=_without_bias(data)))

    def certify(self, entry: Algorithm, record: Any, data: Data) -> dict[str, Any]:
        """The certificate of that run."""
        return super().certify(entry, record, replace(data, options=_without_bias(data)))


def _without_bias(data: Data) -> dict[str, Fraction | Any]:
    return {name: value for name, value in data.options.items() if name != "bias_step"}
