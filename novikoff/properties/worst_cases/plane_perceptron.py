"""The perceptron without bias in the plane: 1 + R²/(2γ²) mistakes, half as many as in three dimensions.

This number is a bound (`plane-mistake-bound`), and some data attain it (`plane-mistake-bound-reached`). In the
coordinates of u and of a unit vector v orthogonal to it, let every example have the length R and the margin γ, so that
its part along v is ±σ, σ² = R² − γ². After j updates w is jγu + av, and the next example is a mistake if |a|σ ≥ jγ².
The part a alternates between two values of different signs whose absolute values sum to σ. With R² = 2nγ² and α = γ²/σ
these absolute values are nα and (n − 1)α. The first example is shorter: its part along v is the value for which update
n + 1 is due. The parts of the later examples along v alternate between −σ and σ. So 1 + ⌊R²/(2γ²)⌋ is reached. If 2n −
1 is the square of m, three examples with whole coordinates do: (n, m), (−m², m), (m², m), where R²/γ² = 2n.

Source: this project; no earlier statement was found.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt
from typing import ClassVar

from ...proofs.statements.term_values import root_up
from .homogeneous_perceptron import NOVIKOFF
from .ratio_bounds import Theorem
from .worst_case import GRIDS, Data, Family, alternate_labels


class Plane(Family):
    """Homogeneous data in two dimensions."""

    dimension = 2
    sharp: ClassVar[Sequence[str]] = ("plane-mistake-bound-reached",)

    def theorems(self) -> Sequence[Theorem]:
        """Return the claim for the plane, and Novikoff's bound, which is smaller for ratios below 2."""
        return (Theorem("plane-mistake-bound", lambda ratio, _: {"R^2": 1, "γ^2": 1 / ratio}), NOVIKOFF)

    def data(self, updates: int, ratio: Fraction) -> Data | None:
        """Return data on the coarsest grid that reaches the updates at this ratio; None if no grid does."""
        if updates == 1:
            return _data_of([(1, 0)])
        for grid in GRIDS:
            along = root_up(grid**2 / ratio)
            found = to_and_fro(updates - 1, along, isqrt(max(0, grid**2 - along**2)))
            if found is not None:
                data = _data_of(found)
                if data.ratio <= ratio:
                    return data
        return None

    def exactly(self, updates: int, ratio: Fraction) -> Data | None:
        """Return three examples with whole coordinates, visited repeatedly; None unless R²/γ² is 2n and 2n − 1 is a
        square."""
        n, m = updates - 1, isqrt(max(0, 2 * updates - 3))
        if n < 1 or ratio != 2 * n or m * m != 2 * n - 1:
            return None
        return _data_of([(m, n), (m, -m * m), (m, m * m)][: max(2, min(3, updates))])


def to_and_fro(n: int, along: int, across: int) -> list[tuple[int, int]] | None:
    """Return n + 1 vectors with first coordinate `along`, each a mistake, whose second coordinate alternates in sign.
    The second coordinate is at most `across` in size. Returns None if one of the vectors is not a mistake.

    >>> to_and_fro(2, 10, 18)
    [(10, 6), (10, -18), (10, 18)]
    """
    if not across:
        return None
    first = -(-(n if n % 2 else n - 1) * along**2 // across)
    a, found = first, [(along, first)]
    for j in range(1, n + 1):
        p = -across if a > 0 else across
        if first > across or a * p + j * along**2 > 0:
            return None
        found.append((along, p))
        a += p
    return found


def _data_of(vectors: Sequence[tuple[int, int]]) -> Data:
    return Data(*alternate_labels(vectors), {"bias_step": 0}, (1, 0), 0, max(a * a + p * p for a, p in vectors))
