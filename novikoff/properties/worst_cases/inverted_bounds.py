"""A claim that bounds updates by a ratio, read in both directions; no formula is written here.

Main definitions:
    Theorem        a claim, and at which numbers it is taken where the margin is such that R²/γ² is the ratio
    FromTwo        a claim on two updates and more;  ForTwo, on two alone
    least_ratio    where what a claim concludes begins to hold
    last           up to which number something holds
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from ...algorithms.errors import BadInput
from ...proofs.bounds import Conclusion, Number, conclusion

ROUNDING = 10**9


@dataclass(frozen=True)
class Theorem:
    """A conclusion of a claim that bounds the updates of every run. `at(ratio, updates)` gives its other numbers."""

    claim: str
    at: Callable[[Fraction, int], Mapping[str, Number]]
    name: str | None = None
    before: int = 0  # updates that its counter leaves out

    @property
    def conclusion(self) -> Conclusion:
        """The conclusion, read from the claim."""
        return conclusion(self.claim, self.name)

    @property
    def stored(self) -> bool:
        """Whether the certificate of the claim is stored; a claim without one is not used as a bound."""
        try:
            return self.conclusion is not None
        except BadInput:
            return False

    def allows(self, updates: int, ratio: Fraction) -> bool:
        """Say whether so many updates are not excluded at this ratio."""
        counter = self.conclusion.counter
        assert counter is not None
        return self.conclusion.holds({**self.at(ratio, updates), counter: updates - self.before})

    def most(self, ratio: Fraction) -> Fraction | None:
        """The bound on the updates at this ratio; a whole number where the claim is no bound of its counter as it is.
        None if it bounds none there.

        >>> novikoff = Theorem("novikoff-mistake-bound", lambda ratio, _: {"D^2": 1, "γ^2": 1 / ratio})
        >>> novikoff.most(Fraction(7, 2)), novikoff.least(3), novikoff.allows(4, Fraction(7, 2))
        (Fraction(7, 2), Fraction(3, 1), False)
        """
        if self.conclusion.bounds_counter:
            return self.conclusion.bound(self.at(ratio, 0)) + self.before
        return Fraction(last(lambda updates: self.allows(updates, ratio)))

    def least(self, updates: int) -> Fraction:
        """The least ratio ≥ 1 at which so many updates are not excluded: exactly, if the conclusion is linear in it or
        in its inverse, else rounded down.
        """
        counter = self.conclusion.counter
        assert counter is not None
        given = {counter: updates - self.before}
        try:
            return least_ratio(lambda ratio: self.conclusion.value({**self.at(ratio, updates), **given}))
        except ArithmeticError:  # it has a root of the ratio: a little less than the least one
            low, high = Fraction(1), Fraction(2 * updates)
            while not self.allows(updates, low) and high - low > low / ROUNDING:
                middle = Fraction(round((low + high) / 2 * ROUNDING), ROUNDING)
                low, high = (low, middle) if self.allows(updates, middle) else (middle, high)
            return low


class ForTwo(Theorem):
    """A claim on the first two updates, without a counter: it says nothing of more but that two are needed for them."""

    def most(self, ratio: Fraction) -> Fraction | None:
        """One, or no bound."""
        return None if self.allows(2, ratio) else Fraction(1)

    def allows(self, updates: int, ratio: Fraction) -> bool:
        """Say whether so many updates are not excluded at this ratio."""
        return updates < 2 or self.conclusion.holds(self.at(ratio, 2))

    def least(self, updates: int) -> Fraction:
        """The least ratio ≥ 1 at which they are not."""
        return Fraction(1) if updates < 2 else least_ratio(lambda ratio: self.conclusion.value(self.at(ratio, 2)))


class FromTwo(Theorem):
    """A claim on two updates and more; one is always possible. More than two are not, where two are excluded."""

    def allows(self, updates: int, ratio: Fraction) -> bool:
        """Say whether so many updates are not excluded at this ratio."""
        return updates < 2 or all(super(FromTwo, self).allows(made, ratio) for made in {2, updates})

    def least(self, updates: int) -> Fraction:
        """The least ratio ≥ 1 at which they are not."""
        return Fraction(1) if updates < 2 else max(super(FromTwo, self).least(made) for made in {2, updates})


def least_ratio(value: Callable[[Fraction], Fraction]) -> Fraction:
    """Return the least ratio ≥ 1 at which the value, increasing and linear in the ratio or in its inverse, is not
    negative.

    Raises `ArithmeticError` if it is linear in neither.

    >>> least_ratio(lambda ratio: 2 * ratio - 5), least_ratio(lambda ratio: 5 - 12 / ratio)
    (Fraction(5, 2), Fraction(12, 5))
    """
    one, two, three = (value(Fraction(ratio)) for ratio in (1, 2, 3))
    if one == two == three:
        return Fraction(1)
    if three - two == two - one:
        return max(Fraction(1), 1 - one / (two - one))
    if three - one == Fraction(4, 3) * (two - one):
        return max(Fraction(1), 1 / (1 + one / (2 * (two - one))))
    raise ArithmeticError("the conclusion of a claim is linear neither in the ratio nor in its inverse")


def last(holds: Callable[[int], bool]) -> int:
    """Return the last number of those ≥ 1 of which it holds, where it holds up to a number, at least of 1.

    >>> last(lambda number: number < 12), last(lambda number: number < 10**30) == 10**30 - 1
    (11, True)
    """
    high = 2
    while holds(high):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
