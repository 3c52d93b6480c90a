"""Families whose data wind round their separator: a plan in real numbers, made exact on a grid.

Main definitions: `Plan`, `Winding`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, isqrt
from typing import Any

from ...proofs.statements.term_values import root_up
from .spiral_data import Next, spiral
from .worst_case import GRIDS, Data, Family, alternate_labels


@dataclass(frozen=True)
class Plan:
    """The values that determine the examples.

    R² is `R2`; the labels of the updates are 1 and −1 in turn, and `rates` their step sizes. `along2[y]` is the square
    of y⟨e₁, x⟩. The separator is (e₁, b) with b² = `offset2`, b ≥ 0.
    """

    R2: Fraction
    updates: int
    along2: Mapping[int, Fraction]
    offset2: Fraction = Fraction(0)
    bias_step: Fraction | str = Fraction(0)
    beta: Fraction = Fraction(0)
    rates: Sequence[Fraction | int] | None = None

    def on(self, grid: int) -> tuple[list[list[int]], list[int], int, int] | None:
        """Return X, y, b and R² in units of 1/`grid`, rounded to whole numbers; None if the grid is too coarse."""
        square = grid * grid
        along = {label: root_up(value * square) for label, value in self.along2.items()}
        R2, c = floor(self.R2 * square), self.bias_step
        if isinstance(c, str):  # c = R²: then R² must be the square length of an example
            R2 = along[1] ** 2 + isqrt(max(0, R2 - along[1] ** 2)) ** 2
        step = R2 if isinstance(c, str) else c * square
        rates = self.rates or [1] * self.updates
        examples = [Next((-1) ** i, along[(-1) ** i], rate) for i, rate in zip(range(self.updates), rates, strict=True)]
        rows = spiral(examples, R2, beta=_whole(self.beta * square), bias_step=_whole(step))
        if rows is None:
            return None
        every = [row for _, row in zip(examples, rows, strict=True)]  # one for each update
        return *alternate_labels(every), isqrt(floor(self.offset2 * square)), R2


class Winding(Family):
    """A family whose data follow a plan; if it is free of scale, the data are whole numbers."""

    scale_free = True

    @abstractmethod
    def plan(self, updates: int, ratio: Fraction) -> Plan | None:
        """Return the plan for this number of updates at this ratio; None if the theorem excludes them."""

    def options(self) -> Mapping[str, Any]:
        """Return the options of the run."""
        return {}

    def data(self, updates: int, ratio: Fraction, grids: Sequence[int] | None = None) -> Data | None:
        """Return data on the coarsest grid on which the plan can be carried out at this ratio; None if no grid is fine
        enough.
        """
        plan = self.plan(updates, ratio)
        if plan is None or not any(plan.along2.values()):
            return None
        for grid in GRIDS if grids is None else grids:
            found = plan.on(grid)
            if found is not None:
                data = self._scale(plan, grid, *found[:3])
                if data.margin > 0 and data.ratio <= ratio:
                    return data
        return None

    def _scale(self, plan: Plan, grid: int, X: list[list[int]], y: list[int], b: int) -> Data:
        options = {**self.options(), "bias_step": plan.bias_step}
        if self.scale_free:  # rounding to the grid may have made all examples shorter
            return Data(X, y, options, (1, 0, 0), b, max(sum(v * v for v in x) for x in X))
        exact = [[Fraction(value, grid) for value in row] for row in X]
        return Data(exact, y, options, (1, 0, 0), Fraction(b, grid), plan.R2)


def _whole(value: Fraction | int) -> Fraction | int:
    return int(value) if value.denominator == 1 else value
