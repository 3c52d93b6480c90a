"""Families whose data wind round their separator: a plan in real numbers, and a recursion in integers.

Only two numbers of a state w matter: its length along the separator, and its distance from that axis. In three
dimensions or more an example with the margin a along the axis, a length up to R and any score exists if Cauchy–Schwarz
allows it. So each example is taken with that margin, with the length R, and with the largest score that still causes
an update: w becomes as long as it can. The examples wind round the axis like a spiral.

The coordinates are integers: points are rounded into the disc and behind the line of the score. The coarser the grid,
the more is lost by rounding. So if a number of updates needs the ratio Q exactly, the data attain it at ratios above Q,
arbitrarily near to Q, but not at Q.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, isqrt
from typing import Any, NamedTuple

from ...proofs.statements.term_values import root_up
from .worst_case import GRIDS, Data, Family, alternate_labels

Row = tuple[int, int, int]


class Next(NamedTuple):
    """The fixed values of the next example: its label, its margin along the axis, and the step size of its update."""

    label: int
    along: int
    rate: Fraction | int = 1


def spiral(examples: Iterable[Next], R2: int, *, beta: Fraction | int = 0, bias_step: Fraction | int = 0,
           start: tuple[Fraction | int, Fraction | int] = (0, 0)) -> list[Row] | None:
    """Return signed examples y·x, visited in this order, on each of which the run updates since y(⟨w, x⟩ + b) ≤ β.
    Their square lengths are at most R2, and their first coordinates are given by `examples`. `start` holds the first
    two coordinates of w₀; the third is 0. Returns None if no such example exists at some place.

    >>> spiral([Next(1, 54), Next(1, 54), Next(1, 54)], 10_000)
    [(54, 84, 0), (54, -35, 76), (54, -80, -26)]
    """
    Q: Fraction | int = 0  # whole numbers stay whole, which is much faster than fractions
    b: Fraction | int = 0
    h, P = start
    rows = []
    for label, along, rate in examples:
        found = outermost(P, Q, R2 - along * along, beta - label * b - h * along)
        if found is None:
            return None
        p, q = found
        rows.append((along, p, q))
        h, P, Q, b = h + rate * along, P + rate * p, Q + rate * q, b + rate * label * bias_step
    return rows


def outermost(P: Fraction | int, Q: Fraction | int, radius2: int, most: Fraction | int) -> tuple[int, int] | None:
    """Return a grid point (p, q) with p² + q² ≤ `radius2` and Pp + Qq ≤ `most`, as far out along (P, Q) as the grid
    allows. The function chooses a long point among these. Returns None if this rounding finds no point.

    >>> outermost(0, 2, 100, 0), outermost(0, 2, 100, 50), outermost(0, 2, 100, -21)
    ((-10, 0), (0, 10), None)
    """
    if radius2 < 0:
        return None
    radius, (x, y) = isqrt(radius2), (floor(P), floor(Q))
    length = isqrt(x * x + y * y)
    if not length:
        return (radius, 0) if most >= 0 and not (P or Q) else None
    for less in (0, 1, 2, 4, 8):  # for what rounding does, at most
        reach = radius - less
        along = min(most // length - less, reach)
        if reach < 0 or along < -reach:
            continue
        across = isqrt(reach * reach - along * along)
        p = _nearest(along * x - across * y, length)
        q = _nearest(along * y + across * x, length)
        if p * p + q * q <= radius2 and P * p + Q * q <= most:
            return p, q
    return None


def _nearest(over: int, under: int) -> int:
    return (2 * over + under) // (2 * under)


@dataclass(frozen=True)
class Plan:
    """The values that determine the examples. R² is `R2`; the labels of the updates are 1 and −1 in turn, and `rates`
    their step sizes. `along2[y]` is the square of y⟨e₁, x⟩. The separator is (e₁, b) with b² = `offset2`, b ≥ 0."""

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
        every = [row for _, row in zip(examples, rows, strict=True)]  # a missing one is an error
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
        enough."""
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
