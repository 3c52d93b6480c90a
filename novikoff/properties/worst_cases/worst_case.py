"""The question for a worst case, and its answer: a bound that a claim gives, and exact data with a run on them.

If the ratio Q is given, the answer is a number of updates: the bound, rounded down, if data reach it. If the number k
of updates is given, the answer is the least ratio. Where equality in the theorem forces square roots into the
coordinates, exact data have a slightly larger ratio than the least one, and the answer reports this ratio. `SLACK`
bounds the difference.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Any, ClassVar

from ...algorithms.command_results import INCONCLUSIVE, OK, Result, format_count, format_rounded
from ...algorithms.errors import BadInput, format_option
from ...algorithms.processes import OutOfTime
from ...algorithms.registry import Algorithm
from ...proofs.search import work
from .ratio_bounds import Theorem

SLACK = Fraction(1, 1000)  # for one update, the ratio of the data exceeds the least ratio by at most this
MOST_UPDATES = 20_000
FARTHEST = 2**10  # data are tried at ratios up to this multiple of the least ratio
TRYING = 100  # units of work for an update, for each try at data
GRIDS = [10**digits for digits in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 32, 48)]


@dataclass(frozen=True)
class Data:
    """Examples X with labels y; (w, b) separates them, and R2 is at least every ‖x‖². `options` are the options of the
    run. The ratio is D²/γ²: the vectors y(x, √c) have length at most D and margin γ along (w, b/√c). Without bias, c is
    0."""

    X: Sequence[Sequence[Fraction | int]]
    y: Sequence[int]
    options: Mapping[str, Any]
    w: Sequence[Fraction | int]
    b: Fraction | int
    R2: Fraction | int

    @property
    def bias_step(self) -> Fraction:
        """Return the bias step c as a number; "R2" means R²."""
        c = self.options.get("bias_step", 1)
        return Fraction(self.R2 if c == "R2" else c)

    @property
    def margin(self) -> Fraction:
        """Return the least y(⟨w, x⟩ + b) over the examples."""
        return Fraction(min(
            sign * (sum(u * v for u, v in zip(self.w, x, strict=True)) + self.b)
            for x, sign in zip(self.X, self.y, strict=True)
        ))

    @property
    def ratio(self) -> Fraction:
        """Return D²/γ².

        >>> Data([[3, 4]], [1], {"bias_step": 0}, [3, 4], 0, 25).ratio
        Fraction(1, 1)
        """
        c = self.bias_step
        norm2 = sum(Fraction(u) ** 2 for u in self.w) + (Fraction(self.b) ** 2 / c if c else 0)
        return (self.R2 + c) * norm2 / self.margin**2


def alternate_labels(vectors: Sequence[Sequence[Any]]) -> tuple[list[list[Any]], list[int]]:
    """Return the examples and labels of signed examples: the labels are 1 and −1 in turn.

    >>> alternate_labels([(1, 2), (3, -4)])
    ([[1, 2], [-3, 4]], [1, -1])
    """
    labels = [(-1) ** i for i in range(len(vectors))]
    return [[label * value for value in z] for label, z in zip(labels, vectors, strict=True)], labels


class Family(ABC):
    """Algorithms whose updates are bounded by a ratio. `options` are the options of the question, with the defaults."""

    ratio: str = "R²/γ²"  # as messages print it
    known: ClassVar[Sequence[Theorem]] = ()  # claims that bound the updates, whatever the fields of the family
    sharp: ClassVar[Sequence[str]] = ()  # ids of claims that the bounds are reached
    tried: str = "examples that spiral round the separator, all with the same length and the same margin"
    dimension: int = 3  # the least dimension of the data
    limit: int = MOST_UPDATES  # the most updates for which data are made

    def theorems(self) -> Sequence[Theorem]:
        """Return the claims that bound the updates."""
        return self.known

    @abstractmethod
    def data(self, updates: int, ratio: Fraction) -> Data | None:
        """Return data with at most this ratio on which a run makes at least `updates` updates; None if none are known.
        """

    def exactly(self, updates: int, ratio: Fraction) -> Data | None:
        """Return exact data with the least ratio for this number of updates, where `data` could only come close."""
        return None

    def reaches(self, updates: int) -> bool:
        """Return whether some data with real coordinates attain the least ratio that the theorems allow for `updates`.
        """
        return True

    def proved(self, updates: int, dimension: int) -> Sequence[str]:
        """Return the claims that say that data of this dimension make this number of updates at the least ratio, if
        there are any."""
        return self.sharp_for(updates)[:1] if dimension >= self.dimension and self.reaches(updates) else ()

    def excludes(self, updates: int) -> Sequence[str]:
        """Return the claims that say that no data attain the bound with this number of updates, if there are any."""
        return ()

    def sharp_for(self, updates: int) -> Sequence[str]:
        """Return the claims that say that this number of updates reaches the bound."""
        return self.sharp

    def run(self, entry: Algorithm, data: Data) -> Any:
        """Return the record of the algorithm's run on the data."""
        return entry.run(data.X, data.y, **data.options)

    def certify(self, entry: Algorithm, record: Any, data: Data) -> dict[str, Any]:
        """Return the certificate of this run."""
        return entry.certify(record, data.X, data.y, **data.options)

    def find_stored(self) -> Sequence[Theorem]:
        """Return the theorems whose certificates are stored. Raises `BadInput` if there is none."""
        found = [theorem for theorem in self.theorems() if theorem.stored]
        if not found:
            raise BadInput(f"no certificate is stored of {', '.join(theorem.claim for theorem in self.theorems())}")
        return found

    def most(self, ratio: Fraction) -> tuple[Fraction, str]:
        """Return the least bound on the updates at this ratio, and its claim. Raises `BadInput` if no claim bounds
        them."""
        bounds = [(most, theorem.claim) for theorem in self.find_stored() if (most := theorem.most(ratio)) is not None]
        if not bounds:
            raise BadInput(f"with {self.ratio} = {ratio} no number of updates up to {self.limit} is excluded; give "
                           f"a smaller ratio, or {format_option('updates', 'K')}")
        return min(bounds, key=lambda found: found[0])

    def least(self, updates: int) -> tuple[Fraction, str]:
        """Return the least ratio that the theorems allow for this number of updates, and the claim."""
        return max(((theorem.least(updates), theorem.claim) for theorem in self.find_stored()),
                   key=lambda found: found[0])


@dataclass(frozen=True, repr=False)
class WorstCase(Result):
    """The most updates at a ratio, or the least ratio for a number of updates. `upper` bounds the updates at `ratio`,
    by the claim `theorem`. `data` are exact, and `record` is the run of the algorithm on them, with `reached` updates.
    `fixed` is "ratio" or "updates", whichever the caller gave."""

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
        """Return the number of updates of the run."""
        found: int = self.record.updates
        return found

    @property
    def closed(self) -> bool:
        """Return whether the theorem is reached: by the data, or by data with square roots in their coordinates."""
        most = self.updates if self.fixed == "updates" else floor(self.upper)
        return self.reached >= most and (self.data.ratio <= self.ratio or self.family.reaches(most))

    @property
    def gap(self) -> str:
        """Return why bound and data differ: the data that were tried, and what the claims say; "" if they agree."""
        if self.closed:
            return ""
        most = self.updates if self.fixed == "updates" else floor(self.upper)
        shown = f"the command tried {self.family.tried}"
        if self.reached >= most:
            more = f"{100 * float(self.data.ratio / self.ratio - 1):.2g}"
            shown += f"; their ratio is {more} % above the least ratio that the theorem allows"
        elif self.fixed == "ratio":
            return f"{shown}; they make at most {format_count(self.reached, 'update')} at this ratio. " + (
                f"No claim says whether {format_count(most, 'update')} are possible")
        else:
            shown += f"; they make at most {format_count(self.reached, 'update')} at ratios "
            shown += f"up to {format_rounded(self.ratio * FARTHEST)}"
        if claims := self.family.excludes(most):
            return f"{shown}. No data have exactly the least ratio ({', '.join(claims)})"
        return f"{shown}. No claim says whether other data attain the bound"

    @property
    def sharp(self) -> Sequence[str]:
        """Return the claims that say that the theorem is reached."""
        return self.family.sharp_for(self.reached) if self.closed else ()

    @property
    def exit_status(self) -> int:
        """Return the exit status of `novikoff worst-case`: 3 where the theorem and the data differ, else 0."""
        return OK if self.closed else INCONCLUSIVE

    def in_short(self) -> str:
        """Return the number of updates of the run and the bound in one line."""
        return (
            f"{self.typed}, {self.family.ratio} = {self.ratio}: {format_count(self.reached, 'update')} of {self.upper}"
        )


def enlarge_ratio(ratio: Fraction, updates: int) -> Fraction:
    """Return a slightly larger ratio; with R²/γ² = k + SLACK, k updates are still the most.

    >>> enlarge_ratio(Fraction(2), 2)
    Fraction(2001, 1000)
    """
    return ratio * (1 + SLACK / max(updates, 1))


def find_worst_case(typed: str, entry: Algorithm, family: Family, *, updates: int | None = None,
                    ratio: Fraction | None = None) -> WorstCase:
    """Return the worst case for a given number of updates or a given ratio; exactly one of the two must be given.
    Raises `BadInput` where no bound or no data are known, and for a ratio below 1."""
    if updates is not None:
        if not isinstance(updates, int) or not 1 <= updates <= family.limit:
            raise BadInput(f"the number of updates must be a whole number from 1 to {family.limit} (got {updates})")
        least, claim = family.least(updates)
        data = family.exactly(updates, least) or _try_data(family, updates, enlarge_ratio(least, updates))
        data = data or _find_data(family, updates, enlarge_ratio(least, updates))
        data = data or _most_updates(family, updates, FARTHEST * least)
        return _answer(typed, entry, family, "updates", least, updates, claim, data)
    assert ratio is not None
    if ratio < 1:
        raise BadInput(f"the ratio {family.ratio} is never below 1, since no margin exceeds the length (got {ratio})")
    upper, claim = family.most(ratio)
    most = floor(upper)
    if most > family.limit:
        raise BadInput(f"the ratio {ratio} allows {most} updates ({claim}); data are made for at most {family.limit}")
    data = family.exactly(most, ratio)
    if data is None and (most == 1 or ratio > family.least(most)[0]):
        data = _try_data(family, most, ratio)
    if data is None and family.reaches(most):
        data = _try_data(family, most, enlarge_ratio(ratio, most))
    if data is None:
        data = _most_updates(family, most, ratio)
    return _answer(typed, entry, family, "ratio", ratio, None, claim, data)


def _most_updates(family: Family, high: int, ratio: Fraction) -> Data | None:
    """Return data at this ratio with the most updates that are found by bisection, fewer than `high`."""
    low, data = 0, None
    while high - low > 1:
        middle = (low + high) // 2
        found = _try_data(family, middle, ratio)
        low, high, data = (middle, high, found) if found else (low, middle, data)
    return data


def _try_data(family: Family, updates: int, ratio: Fraction) -> Data | None:
    """Return data as the family makes them; raise `OutOfTime` if the work limit was reached."""
    work.spend(TRYING * updates)
    if work.is_over():
        raise OutOfTime(work.LIMIT)
    return family.data(updates, ratio)


def _find_data(family: Family, updates: int, low: Fraction) -> Data | None:
    """Return data with this number of updates at about the least ratio for which the family has data."""
    high, found, most = 2 * low, None, FARTHEST * low
    while found is None and high <= most:
        found = _try_data(family, updates, high)
        low, high = (low, high) if found else (high, 2 * high)
    while found is not None and high - low > low / 10**4:
        middle = (low + high) / 2
        better = _try_data(family, updates, middle)
        low, high, found = (low, middle, better) if better else (middle, high, found)
    return found


def _answer(typed: str, entry: Algorithm, family: Family, fixed: str, ratio: Fraction, updates: int | None, claim: str,
            data: Data | None) -> WorstCase:
    if data is None:
        raise BadInput(f"no data are known for {typed} at {family.ratio} = {ratio}; the bound there is {claim}")
    upper, by = family.most(ratio)
    if updates is not None and floor(upper) > max(family.limit, updates):  # this happens with a long start w₀
        raise BadInput(f"{format_count(floor(upper), 'update')} are possible where {family.ratio} = {ratio} ({by}); "
                       f"runs of at most {family.limit} are made")
    record = family.run(entry, data)
    if claim != by:  # the theorem of the ratio may allow more updates there than another one
        allowed = next(theorem for theorem in family.find_stored() if theorem.claim == claim).most(ratio)
        claim = claim if allowed in (None, upper) else by
    return WorstCase(typed, entry, family, fixed, ratio, updates or record.updates, upper, claim, data, record)
