"""The perceptron without bias from a start w₀ that is not 0, with ‖w₀‖ ≤ S·R.

k ≤ R²/γ² + 2‖w₀‖/γ (`start-anywhere-mistake-bound`). The worst start points away from the separator, by η, and in part
across it; from there the examples are as without a start: the margin γ, the length R, and the largest score that is
still a mistake, or the largest there is while w is so far behind that each example is one. What η is best, nobody
knows; a few are tried. For two mistakes that is exact for S ≤ 1: they need R²/γ² ≥ 2/(1 + S), with η = Sγ.

Source: this project for the data; the bound is Novikoff's with a start.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from .answers import GRIDS, Data, Family
from .spiral import Next, spiral
from .theorems import Theorem
from .winding import root_up

TRIED = 16  # parts of S that η is tried at
FINE = 10**12


@dataclass(frozen=True)
class Starts(Family):
    """S is `length`."""

    length: Fraction

    def theorems(self) -> Sequence[Theorem]:
        """The bound, taken at a γ that is hardly less than that of the ratio, and has no roots."""
        def at(ratio: Fraction, updates: int) -> dict[str, Fraction]:
            return {"D^2": Fraction(1), "γ": Fraction(FINE, root_up(ratio * FINE**2)), "root2": self.length}

        return (Theorem("start-anywhere-mistake-bound", at),)

    def reaches(self, updates: int) -> bool:
        """Nobody knows."""
        return False

    def data(self, updates: int, ratio: Fraction) -> Data | None:
        """The data on the coarsest grid on which one of the starts is good enough."""
        for grid in GRIDS:
            along = root_up(grid**2 / ratio)
            R2 = along**2 + isqrt(max(0, grid**2 - along**2)) ** 2
            reach = int(self.length * isqrt(R2))
            for back in (min(reach, reach * along // grid), *(reach * part // TRIED for part in range(TRIED + 1))):
                start = -back, isqrt(reach**2 - back**2)
                rows = spiral([Next(1, along)] * updates, R2, start=start)
                if rows is not None:
                    labels = [(-1) ** i for i in range(updates)]
                    X = [[label * value for value in row] for label, row in zip(labels, rows, strict=True)]
                    return Data(X, labels, {"bias_step": 0, "start": ((*start, 0), 0)}, (1, 0, 0), 0, R2)
        return None
