"""Kozinec's algorithm without bias: D²/m² − 1 steps, m the distance of the hull from 0.

T + 1 ≤ D²/m² (`kozinec-mistake-bound`) is reached by T + 1 orthonormal examples. After j steps w is the mean of the
first j + 1 examples, each other example has ⟨w, x⟩ = 0, and the hull has the distance 1/√(T + 1) from 0.

Source: the lecture for the bound, this project for the examples.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from .homogeneous_perceptron import MOST_ORTHONORMAL
from .ratio_bounds import Theorem
from .worst_case import Data, Family, alternate_labels


class Kozinec(Family):
    """Kozinec's algorithm without bias, with the examples in any order."""

    ratio = "D²/m²"
    limit = MOST_ORTHONORMAL - 1
    known: ClassVar[Sequence[Theorem]] = (
        Theorem("kozinec-mistake-bound", lambda ratio, _: {"D^2": 1, "γ^2": 1 / ratio}, "count"),)
    sharp: ClassVar[Sequence[str]] = ("kozinec-mistake-bound-reached",)

    def proved(self, updates: int, dimension: int) -> Sequence[str]:
        """Return the claims if each of the `updates` + 1 examples has a dimension of its own."""
        return self.sharp if dimension > updates else ()

    def data(self, updates: int, ratio: Fraction) -> Data | None:
        return self.exactly(updates, ratio)

    def exactly(self, updates: int, ratio: Fraction) -> Data | None:
        """Return orthonormal examples, which attain the bound; None if the ratio is too small."""
        n = updates + 1
        if not 1 <= n <= min(ratio, Fraction(MOST_ORTHONORMAL)):
            return None
        X, labels = alternate_labels([[int(i == j) for j in range(n)] for i in range(n)])
        return Data(X, labels, {"bias_step": 0}, [1] * n, 0, 1)
