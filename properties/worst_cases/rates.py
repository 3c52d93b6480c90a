"""The perceptron without bias whose updates have step sizes of any kind.

With the step sizes η₁, …, η_k so far, P = Σ η and Q = Σ η², one more mistake is made only if P² ≤ (R²/γ² − 1)·Q
(`any-step-sizes-mistake-bound`). For η = 1 that is Novikoff's bound. And it is the only condition: after updates with
⟨w, z⟩ = 0, ‖z‖ = R and ⟨u, z⟩ = γ, w has ‖w‖² = QR² and ⟨w, u⟩ = Pγ, and in three dimensions there is one more such
example (`any-step-sizes-bound-reached-in-space`). So k mistakes are possible just if R²/γ² ≥ 1 + P²/Q after each of the
first k − 1 of them.

Source: this project; no earlier statement was found.

Main definitions:
    Rates       the family; the sizes of the first updates are given, and the last one is that of all later ones
    run         the perceptron with these step sizes: the shipped update rule, another rate at each update
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from ...algorithms import perceptron
from ...algorithms.certificates import rational
from ...algorithms.registry import Algorithm
from .answers import MOST_UPDATES, Data
from .theorems import Theorem, least_ratio
from .winding import Plan, Winding

CLAIM = "any-step-sizes-mistake-bound"


class Learner(perceptron.Learner):
    """The perceptron's learner, with the step sizes of `rates` in their order, the last one for ever."""

    def __init__(self, *given: Any, **settings: Any) -> None:
        """Take the settings of the perceptron; the step sizes are set apart."""
        super().__init__(*given, **settings)
        self.rates: Sequence[Fraction] = (Fraction(1),)

    def after(self, step: int) -> perceptron.State:
        """The state after a mistake on example number `step`."""
        rate = self.rates[min(self.updates, len(self.rates) - 1)]
        return perceptron.update(self.state, self.X[step], self.y[step], bias_step=self.bias_step, rate=rate)


def run(X: Sequence[Sequence[Any]], y: Sequence[int], rates: Sequence[Fraction]) -> perceptron.Run:
    """The run without bias in the order of the examples, until no example is a mistake.

    >>> run([[1, 0], [0, 1]], [1, -1], [Fraction(1), Fraction(1, 2)]).w
    (1, Fraction(-1, 2))
    """
    learner: Any = Learner.on(X, y, bias_step=0)
    learner.rates = rates
    found: perceptron.Run = perceptron.run_learner(learner, order="cyclic", seed=None, max_updates=None, progress=None)
    return found


@dataclass(frozen=True)
class Rates(Winding):
    """The step sizes of the first updates; all later ones are as the last of them."""

    rates: Sequence[Fraction]

    sharp = ("any-step-sizes-bound-reached-in-space",)

    def of(self, updates: int) -> list[Fraction]:
        """The step sizes of so many updates."""
        return [self.rates[min(i, len(self.rates) - 1)] for i in range(updates)]

    def theorems(self) -> Sequence[Theorem]:
        """The condition for one more mistake, after each of the mistakes."""
        return (OneMore(CLAIM, lambda ratio, updates: {"R^2": 1, "γ^2": 1 / ratio, **self.sums(updates)}),)

    def sums(self, updates: int) -> dict[str, Fraction]:
        """Σ η and Σ η² of so many updates."""
        given, later = self.rates[:updates], max(0, updates - len(self.rates))
        return {name: sum((rate**power for rate in given), later * self.rates[-1] ** power)
                for name, power in (("P", 1), ("Q", 2))}  # fmt: skip

    def plan(self, updates: int, ratio: Fraction) -> Plan:
        """All examples have the length 1 and the same margin."""
        labels = [(-1) ** i for i in range(updates)]
        over = lcm(*(rate.denominator for rate in self.rates))  # the run is the same for all multiples of the rates
        rates = [rate * over for rate in self.of(updates)]
        return Plan(Fraction(1), labels, {1: 1 / ratio, -1: 1 / ratio}, rates=rates)

    def run(self, entry: Algorithm, data: Data) -> perceptron.Run:
        """With these step sizes."""
        return run(data.X, data.y, self.rates)

    def certify(self, entry: Algorithm, record: perceptron.Run, data: Data) -> dict[str, Any]:
        """That of the run, with the list of its step sizes for the one."""
        found = perceptron.certificate(record, data.X, data.y)
        return found | {"parameters": {**found["parameters"], "rate": [rational(rate) for rate in self.rates]}}


class OneMore(Theorem):
    """A claim on each mistake, from the updates before it: k mistakes are possible if it excludes none of them."""

    def most(self, ratio: Fraction) -> Fraction:
        """The mistake before the first one that is excluded."""
        updates = 1
        while updates <= MOST_UPDATES and self.conclusion.holds(self.at(ratio, updates)):
            updates += 1
        return Fraction(updates)

    def allows(self, updates: int, ratio: Fraction) -> bool:
        """Say whether so many updates are not excluded at this ratio."""
        return self.most(ratio) >= updates

    def least(self, updates: int) -> Fraction:
        """The least ratio that excludes none of them."""
        def least(before: int) -> Fraction:
            return least_ratio(lambda ratio: self.conclusion.value(self.at(ratio, before)))

        return max(map(least, range(1, updates)), default=Fraction(1))
