"""The work of a search, which is counted, so that the result depends neither on the machine nor on its load.

A unit is about a microsecond on a laptop. A search calls `is_over` before each step.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf

PER_SECOND = 1_000_000  # units
LIMIT = "the work limit was reached"  # the reason that a search gives


class Meter:
    """The number of remaining units, and what to do when none remain."""

    left: float = inf
    ends = False  # whether what exceeds them is ended


class Over(Exception):
    """More units are needed than are left for this turn."""


def spend(units: float) -> None:
    """Count units of work, and end a turn that has no more."""
    Meter.left -= units
    if Meter.ends and Meter.left < 0:
        raise Over


def is_over() -> bool:
    """Check whether the limit is reached."""
    return Meter.left < 0


@contextmanager
def limited_to(units: float | None) -> Iterator[None]:
    """Restrict the work to at most this number of units; None means no limit."""
    before, Meter.left = Meter.left, inf if units is None else units
    try:
        yield
    finally:
        Meter.left = before


@contextmanager
def in_turn(units: float) -> Iterator[None]:
    """Leave the block as soon as it has used `units` of the units that are left. They also count outside the block."""
    before, Meter.left = (Meter.left, Meter.ends), min(Meter.left, units)
    allowed, Meter.ends = Meter.left, True
    try:
        yield
    except Over:
        pass
    finally:
        Meter.left, Meter.ends = before[0] - (allowed - Meter.left), before[1]
