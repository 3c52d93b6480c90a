"""What a question comes to: the exit status of its command, and whether the result is true.

A result is true just when all holds, that is, when its command would end with status 0. So
`assert novikoff.prove("real a |- a >= 0")` fails, as it should.

Main definitions:
    Result         what the results of prove, check, bound and check_bounds are
    exit_status    the exit status for how each part of a question fared
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

OK, FAILED, MISUSE, INCONCLUSIVE, NOTHING, INTERNAL, INTERRUPTED = 0, 1, 2, 3, 5, 70, 130


class Result(ABC):
    """An answer with an exit status; true just when that is 0."""

    @property
    @abstractmethod
    def exit_status(self) -> int:
        """0 all holds; 1 something is refuted, vacuous or an error; 3 inconclusive only; 5 nothing was looked at."""

    def __bool__(self) -> bool:
        """Whether all holds."""
        return self.exit_status == OK


def exit_status(statuses: Iterable[str]) -> int:
    """The exit status for parts that are "ok", "failed", "inconclusive" or "error".

    >>> [exit_status(found) for found in ([], ["ok"], ["ok", "inconclusive"], ["inconclusive", "failed"])]
    [5, 0, 3, 1]
    """
    found = set(statuses)
    if not found:
        return NOTHING
    if found & {"failed", "error"}:
        return FAILED
    return INCONCLUSIVE if "inconclusive" in found else OK
