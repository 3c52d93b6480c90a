"""Generated datasets are judged until one fails, and that one is made smaller as long as it fails.

Main definitions:
    Failure, UNDECIDED   what a judge says of one dataset: None is "holds"
    make_undecided       the same as UNDECIDED for another reason than a cap
    Search               how many datasets held, how many were undecided, the smallest failure
    search               the search

A seed and the name of the check decide which datasets these are, whatever class is judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .seeded_data import Base, Draws, Source, shrink_data

MOST_SHRINKS = 300  # datasets tried after the first failure


@dataclass(frozen=True)
class Failure:
    """A dataset fails: the verdict, the reason, and the dataset."""

    verdict: str
    reason: str
    X: Any = ()
    y: Any = ()
    more: dict[str, Any] = field(default_factory=dict)


UNDECIDED = Failure("undecided", "")  # at the cap


def make_undecided(why: str) -> Failure:
    """Nothing is said of a dataset, for this reason.

    >>> make_undecided("it has one class") == UNDECIDED, make_undecided("it has one class").verdict == UNDECIDED.verdict
    (False, True)
    """
    return Failure(UNDECIDED.verdict, why)


@dataclass
class Search:
    """What a search found; `reasons` counts why datasets were undecided, "" being the cap."""

    held: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    failure: Failure | None = None
    shrinks: int = 0

    def count(self, said: Failure | None) -> None:
        """Count what was said of a dataset that does not fail."""
        if said is None:
            self.held += 1
        else:
            self.reasons[said.reason] += 1


Judge = Callable[[Any], Failure | None]


def search(source: Source, judge: Judge, *, key: str, examples: int, seed: int = 0,
           note: Callable[[Failure], None] = lambda failure: None) -> Search:  # fmt: skip
    """Judge `examples` datasets of the source, and return what was found; each smaller failure that is met is noted.

    `seed` and `key`, the name of the search, decide the datasets.
    """
    found = Search()
    for base in source.take(Draws(f"{seed}/{key}"), examples):
        said = judge(source.form(*base))
        if said is not None and said.verdict != UNDECIDED.verdict:
            note(said)
            found.failure = said
            _shrink(source, judge, base, found, note)
            break
        found.count(said)
    return found


def _shrink(source: Source, judge: Judge, base: Base, found: Search, note: Callable[[Failure], None]) -> None:
    """Go from the failing dataset to a smaller one that fails alike, as long as one does, and try `MOST_SHRINKS`."""
    assert found.failure is not None
    tried, going_on = {repr(base)}, True
    while going_on:
        going_on = False
        for other in shrink_data(*base):
            if repr(other) in tried or not other[0] or not source.wanted(other):
                continue
            if found.shrinks == MOST_SHRINKS:
                return
            tried.add(repr(other))
            found.shrinks += 1
            said = judge(source.form(*other))
            if said is not None and said.verdict == found.failure.verdict:
                note(said)
                found.failure, base, going_on = said, other, True
                break
