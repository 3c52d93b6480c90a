"""Search for a failing dataset among generated ones, and shrink it as long as it fails.

The seed and the name of the check determine the datasets; the class under audit does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...algorithms.perceptron import State
from .seeded_data import Base, Draws, Source, shrink_data

MOST_SHRINKS = 300  # datasets tried after the first failure


@dataclass(frozen=True)
class Failure:
    """A failing dataset: the verdict, the reason, the data, and code for `failure_code`.

    `code` shows the failure after the fit, or after single steps (`steps`), which begin at `start` if it is given.
    `begin` precedes the fit; `whole` replaces the fit and the code after it.
    """

    verdict: str
    reason: str
    X: Any = ()
    y: Any = ()
    code: Sequence[str] = ()
    begin: Sequence[str] = ()
    whole: Sequence[str] = ()
    steps: bool = False
    start: State | None = None

    @property
    def is_undecided(self) -> bool:
        """Return whether this is `UNDECIDED`, for any reason."""
        return self.verdict == UNDECIDED.verdict


UNDECIDED = Failure("undecided", "")  # the fit ended at a cap


def make_undecided(why: str) -> Failure:
    """Return the answer that a dataset is undecided for this reason.

    >>> make_undecided("it has one class") == UNDECIDED, make_undecided("it has one class").is_undecided
    (False, True)
    """
    return Failure(UNDECIDED.verdict, why)


@dataclass
class Search:
    """The result of a search; `reasons` counts why datasets were undecided, where "" means the cap."""

    held: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    failure: Failure | None = None
    shrinks: int = 0

    def count(self, said: Failure | None) -> None:
        """Count the answer about a dataset that does not fail."""
        if said is None:
            self.held += 1
        else:
            self.reasons[said.reason] += 1


Judge = Callable[[Any], Failure | None]


def search(source: Source, judge: Judge, *, key: str, examples: int, seed: int = 0, first: Iterable[Any] = (),
           note: Callable[[Failure], None] = lambda failure: None) -> Search:
    """Judge the `first` datasets and `examples` datasets of the source until one fails, and return the result.

    A failing dataset of the source is shrunk; `note` is called with each smaller failure. `seed` and `key`, the name of
    the search, determine the datasets.
    """
    found = Search()
    for data in first:
        said = judge(data)
        if said is not None and not said.is_undecided:
            found.failure = said
            return found
        found.count(said)
    for base in source.take(Draws(f"{seed}/{key}"), examples):
        said = judge(source.form(*base))
        if said is not None and not said.is_undecided:
            note(said)
            found.failure = said
            _shrink(source, judge, base, found, note)
            break
        found.count(said)
    return found


def _shrink(source: Source, judge: Judge, base: Base, found: Search, note: Callable[[Failure], None]) -> None:
    """Replace the failing dataset by smaller ones with the same failure, trying at most `MOST_SHRINKS`."""
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
