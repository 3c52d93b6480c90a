"""The perceptron without bias whose updates have step sizes of any kind.

With the step sizes η₁, …, η_k so far, P = Σ η and Q = Σ η², one more mistake is made only if P² ≤ (R²/γ² − 1)·Q
(`any-step-sizes-mistake-bound`). For η = 1 that is Novikoff's bound. This is the only condition: after updates with
⟨w, z⟩ = 0, ‖z‖ = R and ⟨u, z⟩ = γ, w has ‖w‖² = QR² and ⟨w, u⟩ = Pγ, and in three dimensions there is one more such
example (`any-step-sizes-bound-reached-in-space`). So k mistakes are possible if and only if R²/γ² ≥ 1 + P²/Q after each
of the first k − 1 of them.

If the step sizes never increase, P²/Q first falls and then rises: an η that is not larger than the previous η lowers
P²/Q only if the previous η lowered it. So for step sizes that never increase, only the last update before a mistake
matters.

Source: this project; no earlier statement was found.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import lcm
from typing import Any, ClassVar

from ...algorithms import variable_increment
from ...algorithms.base_rule import Record
from ...algorithms.registry import Algorithm
from .ratio_bounds import Theorem, last, least_ratio
from .winding_data import Plan, Winding
from .worst_case import MOST_UPDATES, Data

CLAIM = "any-step-sizes-mistake-bound"
MOST_OF_A_WORD = 1000  # updates with 1/t or 2^−t: the sums get about as many digits


def parse_step_sizes(rates: Any) -> tuple[Fraction, ...] | str | None:
    """Return the step sizes as a list, whose last element applies to all later updates, or as a word such as "1/t".
    Returns None for step sizes that depend on the examples, and for numbers that are not positive.

    >>> [parse_step_sizes(rates) for rates in (2, [1, Fraction(1, 2)], "1/t", "normalised", [0])]
    [(Fraction(2, 1),), (Fraction(1, 1), Fraction(1, 2)), '1/t', None, None]
    """
    if isinstance(rates, str):
        return rates if rates in (variable_increment.HARMONIC, variable_increment.HALVED) else None
    if callable(rates):
        return None
    listed = tuple(map(Fraction, rates if isinstance(rates, Iterable) else [rates]))
    return listed if listed and min(listed) > 0 else None


@dataclass(frozen=True)
class Rates(Winding):
    """The perceptron without bias with given step sizes: a list, whose last element applies to all later updates, or
    1/t or 2^−t."""

    rates: Sequence[Fraction] | str

    sharp: ClassVar[Sequence[str]] = ("any-step-sizes-bound-reached-in-space",)

    def of(self, updates: int) -> list[Fraction]:
        """Return the step sizes of the first `updates` updates."""
        return list(map(Fraction, islice(variable_increment.sizes(self.rates), updates)))

    @property
    def limit(self) -> int:  # type: ignore[override]
        """Return the largest number of updates for which data are made."""
        return MOST_OF_A_WORD if isinstance(self.rates, str) else MOST_UPDATES

    def theorems(self) -> Sequence[Theorem]:
        """Return the condition for one more mistake, which applies after each mistake."""
        if isinstance(self.rates, str):
            return (OneMore(CLAIM, self.at, known=self.limit + 1),)
        return (OneMore(CLAIM, self.at, falling=len(self.rates)),)

    def at(self, ratio: Fraction, updates: int) -> Mapping[str, Fraction]:
        """Return the values of the claim's variables."""
        return {"R^2": ratio, "γ^2": Fraction(1), **self.sums(updates)}

    def sums(self, updates: int) -> dict[str, Fraction]:
        """Return Σ η as "P" and Σ η² as "Q" over this number of updates."""
        given: Sequence[Fraction] = self.of(updates) if isinstance(self.rates, str) else self.rates[:updates]
        later = max(0, updates - len(given))
        return {name: sum((rate**power for rate in given), later * given[-1] ** power if later else Fraction(0))
                for name, power in (("P", 1), ("Q", 2))}

    def plan(self, updates: int, ratio: Fraction) -> Plan:
        """Return a plan in which all examples have length 1 and the same margin."""
        given = self.of(updates)
        over = lcm(*(rate.denominator for rate in given))  # the run is the same for all multiples of the rates
        return Plan(Fraction(1), updates, {1: 1 / ratio, -1: 1 / ratio}, rates=[rate * over for rate in given])

    def run(self, entry: Algorithm, data: Data) -> Record:
        """Return the run of `variable_increment` with these step sizes; `entry` is not used. For a word such as "1/t"
        the run stops after one visit of each example."""
        cap = len(data.X) if isinstance(self.rates, str) else None
        record: Record = variable_increment.run(data.X, data.y, bias_step=0, rates=self.rates, max_updates=cap)
        return record

    def certify(self, entry: Algorithm, record: Record, data: Data) -> dict[str, Any]:
        return variable_increment.certificate(record, data.X, data.y)


@dataclass(frozen=True)
class OneMore(Theorem):
    """A claim on each mistake, given the updates before it: k mistakes are possible if the claim excludes none of the
    k. From update `falling` on, the step sizes never increase. If `known` is given, sums are computed for at most
    `known` updates."""

    falling: int = 1
    known: int | None = None

    def most(self, ratio: Fraction) -> Fraction | None:
        """Return the number of mistakes before the first excluded one; None if no mistake with known sums is excluded.
        """
        for made in range(1, self.falling + 1):
            if not self.one_more(made, ratio):
                return Fraction(made)

        def later(number: int) -> bool:
            made = self.falling + number - 1
            return number == 1 or ((self.known is None or made < self.known) and self.one_more(made, ratio))

        found = self.falling + last(later)
        return None if found == self.known else Fraction(found)

    def one_more(self, made: int, ratio: Fraction) -> bool:
        """Return whether the claim allows a mistake after this number of updates."""
        return self.conclusion.holds(self.at(ratio, made))

    def allows(self, updates: int, ratio: Fraction) -> bool:
        return all(self.one_more(made, ratio) for made in self._tight(updates))

    def least(self, updates: int) -> Fraction:
        """Return the least ratio at which the claim allows each of the mistakes."""
        def least(made: int) -> Fraction:
            return least_ratio(lambda ratio: self.conclusion.value(self.at(ratio, made)))

        return max(map(least, self._tight(updates)), default=Fraction(1))

    def _tight(self, updates: int) -> list[int]:
        """Return numbers of updates that include one after which the next mistake needs the largest ratio."""
        return sorted({*range(1, min(self.falling, updates - 1) + 1), *([updates - 1] if updates > 1 else [])})
