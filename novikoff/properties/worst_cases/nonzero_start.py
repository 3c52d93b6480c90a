"""The perceptron without bias from a start w₀ that is not 0, with ‖w₀‖ ≤ S·R.

k ≤ R²/γ² + 2‖w₀‖/γ (`start-anywhere-mistake-bound`). A smaller bound counts the first mistakes and the last one
separately (`start-anywhere-weighted-bound`). This module searches for its best weights; any weights give a bound. The
worst start has the component −η along the separator, and another component orthogonal to it. From there the examples
are as for the start 0: they have the margin γ, the length R, and the largest score that is still a mistake. While w is
so far behind that every example is a mistake, they have the largest possible score. The best η is unknown; a few values
are tried. For two mistakes and S ≤ 1 the best value is known: two mistakes need R²/γ² ≥ 2/(1 + S), which data with
η = Sγ attain.

Source: this project for the data; the bound is Novikoff's with a start.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import isqrt

from ...proofs.statements.term_values import root_up
from .ratio_bounds import ForTwo, Theorem, last, least_ratio
from .winding_data import Next, spiral
from .worst_case import GRIDS, Data, Family, alternate_labels

TRIED = 16  # η is tried at multiples of S/16
FINE = 10**12
SHARES = 4096  # the weight of the last mistake is a multiple of 1/4096
FIRST = 24  # up to 24 first mistakes all numbers are tried, beyond that a selection


@dataclass(frozen=True)
class Starts(Family):
    """The perceptron without bias from a start with ‖w₀‖ = S·R; S is `length`."""

    length: Fraction

    def theorems(self) -> Sequence[Theorem]:
        """Return the three bounds; the first is taken at a rational γ slightly below the value that the ratio gives."""
        def at(ratio: Fraction, updates: int) -> dict[str, Fraction]:
            return {"D^2": Fraction(1), "γ": Fraction(FINE, root_up(ratio * FINE**2)), "root2": self.length}

        two = {"R": Fraction(1), "s": self.length}
        return (Theorem("start-anywhere-mistake-bound", at), Weighted("start-anywhere-weighted-bound", self.weights),
                ForTwo("start-anywhere-two-mistakes", lambda ratio, _: {**two, "γ^2": 1 / ratio}))

    @property
    def tried(self) -> str:  # type: ignore[override]
        """Return the data in words."""
        return f"starts of length {self.length}·R in {TRIED + 2} directions, with examples of one length and one margin"

    def sharp_for(self, updates: int) -> Sequence[str]:
        return ("start-anywhere-two-mistakes-reached",) if self.reaches(updates) else ()

    def weights(self, ratio: Fraction, updates: int) -> dict[str, Fraction]:
        """Return the variables of the weighted bound that do not depend on the weights."""
        return {"R^2": Fraction(1), "γ^2": 1 / ratio, "w₀@w₀": self.length**2}

    def reaches(self, updates: int) -> bool:
        """Return whether the bound is proved to be reached: by two mistakes, from a start no longer than the examples.
        """
        return updates == 2 and self.length <= 1 and self.theorems()[-1].stored

    def data(self, updates: int, ratio: Fraction) -> Data | None:
        """Return data on the coarsest grid on which one of the tried starts reaches the updates; None if none does."""
        for grid in GRIDS:
            along = root_up(grid**2 / ratio)
            R2 = along**2 + isqrt(max(0, grid**2 - along**2)) ** 2
            reach = int(self.length * isqrt(R2))
            for back in (min(reach, reach * along // grid), *(reach * part // TRIED for part in range(TRIED + 1))):
                start = -back, isqrt(reach**2 - back**2)
                rows = spiral([Next(1, along)] * updates, R2, start=start)
                if rows is not None:
                    return Data(*alternate_labels(rows), {"bias_step": 0, "start": ((*start, 0), 0)}, (1, 0, 0), 0, R2)
        return None


class Weighted(Theorem):
    """The claim with weights for the first m mistakes and for the last one; the best weights are searched."""

    def most(self, ratio: Fraction) -> Fraction:
        """Return the last number of updates that the claim allows at this ratio."""
        return Fraction(last(lambda updates: self.allows(updates, ratio)))

    def allows(self, updates: int, ratio: Fraction) -> bool:
        return self.least(updates) <= ratio

    def least(self, updates: int) -> Fraction:
        """Return the largest, over the tried weights, of the least ratios that allow this number of updates."""
        square = Fraction(self.at(Fraction(1), updates)["w₀@w₀"])
        most = max(1, min(updates - 1, 2 + 2 * isqrt(int(square))))
        if most <= FIRST:
            return max(self._best(updates, first, square) for first in range(1, most + 1))
        some = sorted({round(most ** (part / FIRST)) for part in range(FIRST + 1)})
        return highest(lambda place: self._best(updates, some[place], square), 0, len(some) - 1)

    def _best(self, updates: int, first: int, square: Fraction) -> Fraction:
        """Return the best least ratio for a number of first mistakes. The search runs over the share φ of the last
        mistake. The weight λ is determined by φ."""
        if updates < 2:
            return Fraction(1)
        between = updates - first - 1

        @cache
        def value(part: int) -> Fraction:
            share = Fraction(part, SHARES)
            theta, reach = 1 / share - 1, first + between * share
            weights = {"m": Fraction(first), "n": Fraction(between), "θ": theta,
                       "λ": reach / (first**2 + between * share + square / theta)}
            return least_ratio(lambda ratio: self.conclusion.value({**self.at(ratio, updates), **weights}))

        return highest(value, 1, SHARES - 1)


def highest(value: Callable[[int], Fraction], low: int, high: int) -> Fraction:
    """Return the largest value between two places if the values rise and then fall; otherwise one of the values.

    >>> highest(lambda place: Fraction(-(place - 7) ** 2), 1, 1000)
    Fraction(0, 1)
    """
    while high - low > 2:
        left, right = (2 * low + high) // 3, (low + 2 * high) // 3
        low, high = (left, high) if value(left) < value(right) else (low, right)
    return max(map(value, range(low, high + 1)))
