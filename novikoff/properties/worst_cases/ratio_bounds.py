"""A claim that bounds updates by a ratio, read in both directions; this module contains no formula of a bound."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from ...algorithms.errors import BadInput
from ...proofs.bounds import Conclusion, Number, conclusion

ROUNDING = 10**9


@dataclass(frozen=True)
class Theorem:
    """A conclusion of a claim that bounds the updates of every run. `at(ratio, updates)` gives the values of its
    variables."""

    claim: str
    at: Callable[[Fraction, int], Mapping[str, Number]]
    name: str | None = None
    before: int = 0  # updates that the counter of the claim does not count

    @property
    def conclusion(self) -> Conclusion:
        """Return the conclusion, read from the claim."""
        return conclusion(self.claim, self.name)

    @property
    def stored(self) -> bool:
        """Return whether the certificate of the claim is stored; only then is the claim used as a bound."""
        try:
            return self.conclusion is not None
        except BadInput:
            return False

    def allows(self, updates: int, ratio: Fraction) -> bool:
        """Return whether the claim allows this number of updates at this ratio."""
        counter = self.conclusion.counter
        assert counter is not None
        return self.conclusion.holds({**self.at(ratio, updates), counter: updates - self.before})

    def most(self, ratio: Fraction) -> Fraction | None:
        """Return the bound on the updates at this ratio; None if the claim gives none there. If the claim does not
        bound its counter directly, the result is the last whole number that it allows.

        >>> novikoff = Theorem("novikoff-mistake-bound", lambda ratio, _: {"D^2": 1, "γ^2": 1 / ratio})
        >>> novikoff.most(Fraction(7, 2)), novikoff.least(3), novikoff.allows(4, Fraction(7, 2))
        (Fraction(7, 2), Fraction(3, 1), False)
        """
        if self.conclusion.bounds_counter:
            return self.conclusion.bound(self.at(ratio, 0)) + self.before
        return Fraction(last(lambda updates: self.allows(updates, ratio)))

    def least(self, updates: int) -> Fraction:
        """Return the least ratio ≥ 1 at which the claim allows this number of updates. The result is exact if the
        conclusion is linear in the ratio or in its inverse. Otherwise it is rounded down."""
        counter = self.conclusion.counter
        assert counter is not None
        given = {counter: updates - self.before}
        try:
            return least_ratio(lambda ratio: self.conclusion.value({**self.at(ratio, updates), **given}))
        except ArithmeticError:  # the conclusion has a root of the ratio: return slightly less than the least one
            low, high = Fraction(1), Fraction(2 * updates)
            while not self.allows(updates, low) and high - low > low / ROUNDING:
                middle = Fraction(round((low + high) / 2 * ROUNDING), ROUNDING)
                low, high = (low, middle) if self.allows(updates, middle) else (middle, high)
            return low


class ForTwo(Theorem):
    """A claim on the first two updates, without a counter: it only gives the ratio that two updates need."""

    def most(self, ratio: Fraction) -> Fraction | None:
        """Return 1 if the claim excludes two updates at this ratio, else None."""
        return None if self.allows(2, ratio) else Fraction(1)

    def allows(self, updates: int, ratio: Fraction) -> bool:
        return updates < 2 or self.conclusion.holds(self.at(ratio, 2))

    def least(self, updates: int) -> Fraction:
        """Return the least ratio ≥ 1 at which the claim allows this number of updates."""
        return Fraction(1) if updates < 2 else least_ratio(lambda ratio: self.conclusion.value(self.at(ratio, 2)))


class FromTwo(Theorem):
    """A claim on two or more updates; one update is always possible. If the claim excludes two updates, it excludes
    more."""

    def allows(self, updates: int, ratio: Fraction) -> bool:
        return updates < 2 or all(super(FromTwo, self).allows(made, ratio) for made in {2, updates})

    def least(self, updates: int) -> Fraction:
        """Return the least ratio ≥ 1 at which the claim allows this number of updates."""
        return Fraction(1) if updates < 2 else max(super(FromTwo, self).least(made) for made in {2, updates})


def least_ratio(value: Callable[[Fraction], Fraction]) -> Fraction:
    """Return the least ratio ≥ 1 at which an increasing value is not negative. The value must be linear in the ratio or
    in its inverse; otherwise `ArithmeticError` is raised.

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
    """Return the last number ≥ 1 for which `holds` is true. `holds` must be true at 1, stay true up to some number, and
    be false afterwards.

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
