"""Several classes, and choices among candidates: the worst case is the same as for the perceptron.

The bounds hold for any number of classes or candidates (`multi-class-mistake-bound`, `structured-mistake-bound`), and
two are enough to reach them. With two classes the run is a run of the perceptron, and 2R²Σ‖u_r‖²/γ² of the pair (u/2,
−u/2) is R²‖u‖²/γ² (`two-classes-run-as-one-perceptron`, `two-classes-bound-is-novikoff`). With the candidates x and 0,
an example is an example of the perceptron. So `homogeneous_perceptron` makes the data, in three dimensions or more.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from ...algorithms.registry import Algorithm
from .homogeneous_perceptron import Homogeneous
from .ratio_bounds import Theorem
from .worst_case import Data

SEVERAL = Theorem("multi-class-mistake-bound",
                  lambda ratio, updates: {"R^2": 1, "γ": 1, "sum(u[i]@u[i])": ratio / 2})
STRUCTURED = Theorem("structured-mistake-bound", lambda ratio, updates: {"R^2": 1, "δ": 1, "u@u": ratio})


@dataclass(frozen=True)
class Classes(Homogeneous):
    """Several classes: the separator w means the pair w/2 and −w/2, whose lead equals the margin of w."""

    ratio = "2R²Σ‖u‖²/γ²"
    known: ClassVar[Sequence[Theorem]] = (SEVERAL,)
    sharp: ClassVar[Sequence[str]] = ("multi-class-mistake-bound-reached", "two-classes-run-as-one-perceptron",
                                      *Homogeneous.sharp)

    def exactly(self, updates: int, ratio: Fraction) -> Data | None:
        """Return two opposite examples for one update: the second class needs an example, which is no mistake."""
        if updates != 1:
            return super().exactly(updates, ratio)
        unused = [0] * (0 if self.any_dimension else self.dimension - 1)
        return Data([[1, *unused], [-1, *unused]], [1, -1], {"bias_step": 0}, [1, *unused], 0, 1)


@dataclass(frozen=True)
class Candidates(Homogeneous):
    """Choices among candidates: an example x has the candidates x and 0."""

    ratio = "R²‖u‖²/δ²"
    known: ClassVar[Sequence[Theorem]] = (STRUCTURED,)

    def run(self, entry: Algorithm, data: Data) -> Any:
        return super().run(entry, replace(data, options=_without_bias(data)))

    def certify(self, entry: Algorithm, record: Any, data: Data) -> dict[str, Any]:
        """Return the certificate of the run, without the option for the bias."""
        return super().certify(entry, record, replace(data, options=_without_bias(data)))


def _without_bias(data: Data) -> dict[str, Fraction | Any]:
    return {name: value for name, value in data.options.items() if name != "bias_step"}
