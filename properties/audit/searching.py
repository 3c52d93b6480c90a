"""Hypothesis looks for a dataset on which a check fails, shrinks it, and keeps it for the next time.

Main definitions:
    Failure, UNDECIDED   what a judge says of one dataset: None is "holds"
    undecided            the same as UNDECIDED for another reason than a cap
    Search               how many datasets held, how many were undecided, the smallest failure
    search               the search

Every example is generated from a fixed seed, and failures of earlier runs, kept in Hypothesis' example database, are
tried first.
"""

from __future__ import annotations

import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

MOST_SHRINKS = 300  # datasets tried after the first failure
PROVIDERS = "hypothesis.internal.conjecture.providers"  # private; not in each version
ASKED = "_get_local_constants"  # what Hypothesis calls for each dataset


@dataclass(frozen=True)
class Failure:
    """A dataset fails: the verdict, the reason, and the dataset."""

    verdict: str
    reason: str
    X: Any = ()
    y: Any = ()
    more: dict[str, Any] = field(default_factory=dict)


UNDECIDED = Failure("undecided", "")  # at the cap


def undecided(why: str) -> Failure:
    """Nothing is said of a dataset, for this reason.

    >>> undecided("it has one class") == UNDECIDED, undecided("it has one class").verdict == UNDECIDED.verdict
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


class _Enough(BaseException):
    """The failure is small enough for the time that it has cost."""


class _Fails(AssertionError):
    """What Hypothesis sees of a failure."""


def search(strategy: SearchStrategy[Any], judge: Callable[[Any], Failure | None], *, key: str, examples: int,
           note: Callable[[Any], None], database: Any = None) -> Search:  # fmt: skip
    """Judge `examples` datasets of the strategy; the smallest failure met is noted and returned.

    `database` is an example database of Hypothesis, None for none; `key` tells this search from others in it.
    """
    from hypothesis import HealthCheck, Phase, given, seed, settings
    from hypothesis.errors import Flaky, Unsatisfiable

    found = Search()

    def trial(data: Any) -> None:
        said = judge(data)
        if found.failure is not None:
            found.shrinks += 1
            if found.shrinks > MOST_SHRINKS:
                raise _Enough
        if said is None or said.verdict == UNDECIDED.verdict:
            if found.failure is None:
                found.count(said)
        else:
            if found.failure is None or size(said) <= size(found.failure):
                found.failure = said
                note(said)
            raise _Fails(said.verdict)

    trial.__name__ = f"audit_{zlib.crc32(key.encode()):08x}"  # by which Hypothesis knows it again
    chosen = settings(
        max_examples=examples, deadline=None, database=database, suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False, phases=[Phase.reuse, Phase.generate, Phase.shrink], derandomize=False,
    )  # fmt: skip
    try:
        with _without_reading_code(), suppress(_Fails, _Enough, Unsatisfiable):
            seed(zlib.crc32(key.encode()))(chosen(given(strategy)(trial)))()
    except Flaky:  # a failure that does not come each time is a failure
        if found.failure is None:
            raise
    return found


@contextmanager
def _without_reading_code() -> Iterator[None]:
    """Keep Hypothesis from reading the local modules meanwhile, which takes longer than most checks.

    It would draw numbers from 100 on that it finds there, and no range here has such numbers: this changes no verdict.
    A version that lacks the module or the function, which are private, reads them, or knows nothing of the kind.
    """
    providers = sys.modules.get(PROVIDERS)
    asked, known = getattr(providers, ASKED, None), getattr(providers, "_local_constants", None)
    if providers is None or asked is None:  # another version
        yield
        return
    setattr(providers, ASKED, lambda: known)
    try:
        yield
    finally:
        setattr(providers, ASKED, asked)


def size(failure: Failure) -> tuple[int, int, int]:
    """What makes one failing dataset smaller than another: points, dimensions, digits."""
    digits = sum(len(str(value)) for x in failure.X for value in x)
    return len(failure.X), len(failure.X[0]) if failure.X else 0, digits
