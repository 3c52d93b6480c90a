"""The question for a worst case, and its answer: a bound that a claim gives, and exact data with a run on them.

Main definitions:
    Family       algorithms of one kind, with their theorems and their data
    Data         examples, the options of the run, and the separator that shows the ratio
    WorstCase    the answer
    find_worst_case  the answer to a question

With the ratio Q given, the updates are asked for: the bound rounded down is their largest number if data reach it. With
the updates k given, the least ratio is asked for. Where equality in the theorem forces roots into the coordinates, data
with exact numbers have a ratio that is a little larger than the least one, and say so; `SLACK` is how little.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Any, ClassVar

from ...algorithms.errors import BadInput, format_option
from ...algorithms.registry import Algorithm
from ...algorithms.results import INCONCLUSIVE, OK, Result, format_count
from .inverted_bounds import Theorem

SLACK = Fraction(1, 1000)  # of one update: by so much, at most, the ratio of the data exceeds the least one
MOST_UPDATES = 20_000
GRIDS = [10**digits for digits in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 32, 48)]


@dataclass(frozen=True)
class Data:
    """Examples X with labels y; (w, b) separates them, and R2 is at least every ‖x‖².

    `options` are those of the run; the ratio is D²/γ² for the vectors y(x, √c), of lengths up to D, and the direction
    of (w, b/√c), which has the margin γ on them; c = 0 without bias.
    """

    X: Sequence[Sequence[Fraction | int]]
    y: Sequence[int]
    options: Mapping[str, Any]
    w: Sequence[Fraction | int]
    b: Fraction | int
    R2: Fraction | int

    @property
    def bias_step(self) -> Fraction:
        """c."""
        c = self.options.get("bias_step", 1)
        return Fraction(self.R2 if c == "R2" else c)

    @property
    def margin(self) -> Fraction:
        """The least y(⟨w, x⟩ + b)."""
        return Fraction(min(
            sign * (sum(u * v for u, v in zip(self.w, x, strict=True)) + self.b)
            for x, sign in zip(self.X, self.y, strict=True)
        ))  # fmt: skip

    @property
    def ratio(self) -> Fraction:
        """D²/γ².

        >>> Data([[3, 4]], [1], {"bias_step": 0}, [3, 4], 0, 25).ratio
        Fraction(1, 1)
        """
        c = self.bias_step
        norm2 = sum(Fraction(u) ** 2 for u in self.w) + (Fraction(self.b) ** 2 / c if c else 0)
        return (self.R2 + c) * norm2 / self.margin**2


class Family(ABC):
    """Algorithms whose updates a ratio bounds. `options` are those of the question, with the defaults."""

    ratio: str = "R²/γ²"  # in the reader's words
    sharp: ClassVar[Sequence[str]] = ()  # claims that the bounds are reached
    dimension: int = 3  # that the data need
    limit: int = MOST_UPDATES  # so many updates are made, at most, on data that are made here

    @abstractmethod
    def theorems(self) -> Sequence[Theorem]:
        """The claims that bound the updates."""

    @abstractmethod
    def data(self, updates: int, ratio: Fraction) -> Data | None:
        """Data with at most this ratio on which a run makes at least so many updates; None if none are known."""

    def exactly(self, updates: int, ratio: Fraction) -> Data | None:
        """The same where the theorem leaves nothing: data with the least ratio for so many updates."""
        return None

    def reaches(self, updates: int) -> bool:
        """Whether some data with real coordinates have the least ratio that the theorems allow for so many updates."""
        return True

    def proved(self, updates: int, dimension: int) -> Sequence[str]:
        """Claims that data in so many dimensions make so many updates at the least ratio; none if that is not known."""
        return self.sharp_for(updates)[:1] if dimension >= self.dimension and self.reaches(updates) else ()

    def sharp_for(self, updates: int) -> Sequence[str]:
        """Claims that the bound is reached by so many updates."""
        return self.sharp

    def run(self, entry: Algorithm, data: Data) -> Any:
        """The record of the run of the algorithm on the data."""
        return entry.run(data.X, data.y, **data.options)

    def certify(self, entry: Algorithm, record: Any, data: Data) -> dict[str, Any]:
        """The certificate of that run."""
        return entry.certify(record, data.X, data.y, **data.options)

    def stored(self) -> Sequence[Theorem]:
        """Those whose certificates are stored; raises `BadInput` if there is none."""
        found = [theorem for theorem in self.theorems() if theorem.stored]
        if not found:
            raise BadInput(f"no certificate is stored of {', '.join(theorem.claim for theorem in self.theorems())}")
        return found

    def most(self, ratio: Fraction) -> tuple[Fraction, str]:
        """The least bound on the updates, and its claim."""
        bounds = [(most, theorem.claim) for theorem in self.stored() if (most := theorem.most(ratio)) is not None]
        if not bounds:
            raise BadInput(f"with {self.ratio} = {ratio} no number of updates up to {self.limit} is excluded; give "
                           f"a smaller ratio, or {format_option('updates', 'K')}")  # fmt: skip
        return min(bounds, key=lambda found: found[0])

    def least(self, updates: int) -> tuple[Fraction, str]:
        """The least ratio that the theorems allow for so many updates, and the claim."""
        return max(((theorem.least(updates), theorem.claim) for theorem in self.stored()),
                   key=lambda found: found[0])  # fmt: skip


@dataclass(frozen=True, repr=False)
class WorstCase(Result):
    """The most updates at a ratio, or the least ratio for a number of updates.

    `upper` bounds the updates at `ratio`, by the claim `theorem`. `data` is exact, and `record` is the run of the
    algorithm on it, of `reached` updates. `fixed` is "ratio" or "updates", as it was asked.
    """

    typed: str
    algorithm: Algorithm
    family: Family = field(repr=False)
    fixed: str
    ratio: Fraction
    updates: int
    upper: Fraction
    theorem: str
    data: Data
    record: Any

    @property
    def reached(self) -> int:
        """The updates of the run."""
        found: int = self.record.updates
        return found

    @property
    def closed(self) -> bool:
        """Whether the theorem is reached: by the data, or, where equality needs roots in the coordinates, nearly."""
        most = self.updates if self.fixed == "updates" else floor(self.upper)
        return self.reached >= most and (self.data.ratio <= self.ratio or self.family.reaches(most))

    @property
    def sharp(self) -> Sequence[str]:
        """Claims that the theorem is reached."""
        return self.family.sharp_for(self.reached) if self.closed else ()

    @property
    def exit_status(self) -> int:
        """That of `novikoff worst-case`: 3 where the theorem and the data differ."""
        return OK if self.closed else INCONCLUSIVE

    def in_short(self) -> str:
        """Both numbers."""
        return (
            f"{self.typed}, {self.family.ratio} = {self.ratio}: {format_count(self.reached, 'update')} of {self.upper}"
        )


def enlarge_ratio(ratio: Fraction, updates: int) -> Fraction:
    """Return a ratio that is a little larger; with R²/γ² = k + SLACK, k updates are still the most.

    >>> enlarge_ratio(Fraction(2), 2)
    Fraction(2001, 1000)
    """
    return ratio * (1 + SLACK / max(updates, 1))


def find_worst_case(
    typed: str, entry: Algorithm, family: Family, *, updates: int | None = None, ratio: Fraction | None = None
) -> WorstCase:
    """Return the answer where one of the two is given. Raises `BadInput` for what has none."""
    if updates is not None:
        require_updates(family, updates)
        least, claim = family.least(updates)
        data = family.exactly(updates, least) or family.data(updates, enlarge_ratio(least, updates))
        data = data or _find_data(family, updates, enlarge_ratio(least, updates))
        return _answer(typed, entry, family, "updates", least, updates, claim, data)
    assert ratio is not None
    if ratio < 1:
        raise BadInput(f"the ratio {family.ratio} is never below 1, since no margin exceeds the length (got {ratio})")
    upper, claim = family.most(ratio)
    most = floor(upper)
    if most > family.limit:
        raise BadInput(f"the ratio {ratio} allows {most} updates ({claim}); data are made for up to {family.limit}")
    data = family.exactly(most, ratio)
    if data is None and (most == 1 or ratio > family.least(most)[0]):
        data = family.data(most, ratio)
    if data is None and family.reaches(most):
        data = family.data(most, enlarge_ratio(ratio, most))
    if data is None:
        low, high = 0, most  # bisection between what data reach and what they do not
        while high - low > 1:
            middle = (low + high) // 2
            found = family.data(middle, ratio)
            low, high, data = (middle, high, found) if found else (low, middle, data)
    return _answer(typed, entry, family, "ratio", ratio, None, claim, data)


def require_updates(family: Family, updates: int) -> None:
    """Raise `BadInput` for a number of updates for which no data are made."""
    if not isinstance(updates, int) or not 1 <= updates <= family.limit:
        raise BadInput(f"the updates are a whole number from 1 to {family.limit} (got {updates})")


def _find_data(family: Family, updates: int, low: Fraction) -> Data | None:
    """Data for so many updates with a ratio that is about the least of those that the family has."""
    high, found, most = 2 * low, None, 2**10 * low
    while found is None and high <= most:
        found = family.data(updates, high)
        low, high = (low, high) if found else (high, 2 * high)
    while found is not None and high - low > low / 10**4:
        middle = (low + high) / 2
        better = family.data(updates, middle)
        low, high, found = (low, middle, better) if better else (middle, high, found)
    return found


def _answer(
    typed: str, entry: Algorithm, family: Family, fixed: str, ratio: Fraction, updates: int | None, claim: str,
    data: Data | None,
) -> WorstCase:  # fmt: skip
    if data is None:
        raise BadInput(f"no data are known for {typed} at {family.ratio} = {ratio}; the bound there is {claim}")
    upper, by = family.most(ratio)
    if updates is not None and floor(upper) > max(family.limit, updates):  # as from a long start
        raise BadInput(f"{format_count(floor(upper), 'update')} are possible where {family.ratio} = {ratio} ({by}); "
                       f"runs of up to {family.limit} are made")  # fmt: skip
    record = family.run(entry, data)
    if claim != by:  # the theorem of the ratio may allow more updates there than another one
        allowed = next(theorem for theorem in family.stored() if theorem.claim == claim).most(ratio)
        claim = claim if allowed in (None, upper) else by
    return WorstCase(typed, entry, family, fixed, ratio, updates or record.updates, upper, claim, data, record)
