"""A claim that bounds updates by a ratio, read in both directions; no formula is written here.

Main definitions:
    Theorem     a claim, and at which numbers it is taken where the margin is such that R²/γ² is the ratio
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from ...proofs.bounds import Conclusion, Number, conclusion


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

    def allows(self, updates: int, ratio: Fraction) -> bool:
        """Say whether so many updates are not excluded at this ratio."""
        counter = self.conclusion.counter
        assert counter is not None
        return self.conclusion.holds({**self.at(ratio, updates), counter: updates - self.before})

    def most(self, ratio: Fraction) -> Fraction:
        """The bound on the updates at this ratio; a whole number where the claim is no bound of its counter as it is.

        >>> novikoff = Theorem("novikoff-mistake-bound", lambda ratio, _: {"D^2": 1, "γ^2": 1 / ratio})
        >>> novikoff.most(Fraction(7, 2)), novikoff.least(3), novikoff.allows(4, Fraction(7, 2))
        (Fraction(7, 2), Fraction(3, 1), False)
        """
        if self.conclusion.bounds_counter:
            return self.conclusion.bound(self.at(ratio, 0)) + self.before
        return Fraction(_last(lambda updates: self.allows(updates, ratio)))

    def least(self, updates: int) -> Fraction:
        """The least ratio ≥ 1 at which so many updates are not excluded; the conclusion is linear in γ² = 1/ratio.

        Raises `ArithmeticError` if it is not.
        """
        counter = self.conclusion.counter
        assert counter is not None

        def value(margin2: Fraction) -> Fraction:
            given = self.at(1 / margin2, updates)
            found = self.conclusion.value({**given, counter: updates - self.before})
            return found * margin2 if self.conclusion.bounds_counter else found  # a bound has 1/γ², the rest γ²

        low, high = value(Fraction(1, 3)), value(Fraction(2, 3))
        if value(Fraction(1)) - high != high - low:
            raise ArithmeticError(f"{self.claim} is not linear in the square of the margin")
        slope = 3 * (high - low)
        zero = Fraction(1, 3) - low / slope
        return max(Fraction(1), 1 / zero)


def _last(holds: Callable[[int], bool]) -> int:
    """The last number of those ≥ 1 of which it holds, where it holds up to a number, at least of 1."""
    high = 2
    while holds(high):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = floor((low + high) / 2)
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
