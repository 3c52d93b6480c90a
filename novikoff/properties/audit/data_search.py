"""Generated datasets, which a seed determines independently of the versions of libraries, and the search for a failing
one, which is shrunk as long as it fails.

The seed and the name of the check determine the datasets; the class under audit does not.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from ...algorithms.perceptron import State

MOST_SHRINKS = 300  # datasets tried after the first failure
T = TypeVar("T")
MOST_DRAWN = 60  # the most datasets drawn for each wanted one
Base = tuple[list[Any], list[int]]  # the examples and their labels, before `form` transforms them


class Draws:
    """Numbers that a text determines. Only random() of `Random` is used, since Python guarantees its sequence.

    >>> draws = Draws("0/plain")
    >>> [draws.between(1, 6) for _ in range(8)]
    [2, 1, 1, 2, 5, 3, 4, 2]
    """

    def __init__(self, seed: str) -> None:
        self._random = Random(seed).random

    def between(self, low: int, high: int) -> int:
        """Return an integer from `low` to `high`."""
        return low + int(self._random() * (high - low + 1))

    def one_of(self, values: Sequence[T]) -> T:
        """Return one of the values."""
        return values[self.between(0, len(values) - 1)]

    def vector(self, dimension: int, largest: int) -> tuple[int, ...]:
        """Return integers from −largest to largest."""
        return tuple(self.between(-largest, largest) for _ in range(dimension))


@dataclass(frozen=True)
class Source:
    """A source of datasets: `drawn(draws)` makes one, `form` transforms it to the (X, y) that is judged. `wanted` says
    whether a dataset meets the condition. If `filters` is false, drawn datasets always meet it, and only shrunk ones
    are tested."""

    drawn: Callable[[Draws], Base]
    wanted: Callable[[Base], bool]
    form: Callable[[list[Any], list[int]], Any] = lambda X, y: (X, y)
    filters: bool = True

    def take(self, draws: Draws, count: int) -> Iterator[Base]:
        """Yield at most `count` wanted datasets, all of them different."""
        seen = set()
        for _ in range(MOST_DRAWN * count):
            base = self.drawn(draws)
            if (key := repr(base)) not in seen and (not self.filters or self.wanted(base)):
                seen.add(key)
                yield base
                if len(seen) == count:
                    return


def shrink_data(X: list[Any], y: list[int]) -> Iterator[Base]:
    """Yield datasets with one example, candidate or coordinate less, or with a number that is nearer to 0. An example
    is a point, or a list of candidates of which number y is right.

    >>> list(shrink_data([(2,)], [1]))
    [([], []), ([(0,)], [1]), ([(1,)], [1])]
    """
    for i in range(len(X)):
        yield X[:i] + X[i + 1 :], y[:i] + y[i + 1 :]
    if X and isinstance(X[0][0], tuple):
        yield from (_without(X, y, i, k) for i, one in enumerate(X) for k in range(len(one)) if k != y[i])
        for rows in map(iter, _smaller_rows([row for one in X for row in one])):
            yield [[next(rows) for _ in one] for one in X], y
    else:
        yield from ((rows, y) for rows in _smaller_rows(X))


def _without(X: list[Any], y: list[int], i: int, k: int) -> Base:
    """Return the examples, where the i-th has lost its candidate k."""
    return [*X[:i], [*X[i][:k], *X[i][k + 1 :]], *X[i + 1 :]], [*y[:i], y[i] - (k < y[i]), *y[i + 1 :]]


def _smaller_rows(rows: Sequence[tuple[int, ...]]) -> Iterator[list[Any]]:
    for j in range(len(rows[0]) if len(rows[0]) > 1 else 0):
        yield [(*row[:j], *row[j + 1 :]) for row in rows]
    for i, row in enumerate(rows):
        for j, value in enumerate(row):
            half, less = int(value / 2), value - (value > 0) + (value < 0)
            for instead in dict.fromkeys([0, half, less] if value else []):
                yield [*rows[:i], (*row[:j], instead, *row[j + 1 :]), *rows[i + 1 :]]


@dataclass(frozen=True)
class Failure:
    """A failing dataset: the verdict, the reason, the data, and code for `failure_code`. `code` shows the failure after
    the fit, or after single steps (`steps`), which begin at `start` if it is given. `begin` precedes the fit; `whole`
    replaces the fit and the code after it. `cause` is the cause of the finding."""

    verdict: str
    reason: str
    X: Any = ()
    y: Any = ()
    code: Sequence[str] = ()
    begin: Sequence[str] = ()
    whole: Sequence[str] = ()
    steps: bool = False
    start: State | None = None
    cause: str = ""

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
    """Judge the `first` datasets and `examples` datasets of the source until one fails, and return the result. A
    failing dataset of the source is shrunk; `note` is called with each smaller failure. `seed` and `key`, the name of
    the search, determine the datasets."""
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
