"""Data in three dimensions on which every example is a mistake: a recursion in integers.

Only two numbers of a state w matter: its length along the separator, and its distance from that axis. In three
dimensions or more an example with the margin a along the axis, a length up to R and any score exists if Cauchy–Schwarz
allows it. So each example is taken with that margin, with the length R, and with the largest score that still causes
an update: w becomes as long as it can. The examples wind round the axis like a spiral.

Here the coordinates are integers: points are rounded into the disc and behind the line of the score. The coarser the
grid, the more is lost by rounding. So if a number of updates needs the ratio Q exactly, the data attain it at ratios
above Q, arbitrarily near to Q, but not at Q.

Main definitions: `spiral`, `outermost`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import floor, isqrt
from typing import NamedTuple

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
    allows.

    The function chooses a long point among these. Returns None if this rounding finds no point.

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
