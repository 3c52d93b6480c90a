"""The margin perceptron, which updates at y⟨w, x⟩ ≤ β, for 0 ≤ β ≤ R².

k updates give k²γ² ≤ k(R² + 2β) (`margin-perceptron-update-bound`). But the first example has the score 0, not β, and
the last one may be counted t times. For v = w + tz, where z is the last example and w the weights before it, ⟨u, v⟩ ≥
(k − 1 + t)γ and ‖v‖² ≤ (k − 1)(R² + 2β) − 2β + 2tβ + t²R². With the best t, and R = 1, that is
(`margin-perceptron-exact-bound`)

    1/γ² ≥ (k(k − 1) − 2β)/((k − 1)(1 + 2β) − β(2 + β)),  at β = 1 it is (k + 1)/3,

and it is reached for every k ≥ 2 in three dimensions (`margin-perceptron-bound-reached-in-space`): all examples have
the length R and the margin γ, and from the second on the score β.

Source: this project; the rule is the rule of `krauthmezard1987`, for any example.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from .ratio_bounds import FromTwo, Theorem
from .winding_data import Plan, Winding


@dataclass(frozen=True)
class Margins(Winding):
    """The margin perceptron with threshold β for examples with ‖x‖² ≤ R², from w = 0, without bias."""

    beta: Fraction
    R2: Fraction

    scale_free = False
    sharp: ClassVar[Sequence[str]] = ("margin-perceptron-bound-reached-in-space",)

    def theorems(self) -> Sequence[Theorem]:
        R2, beta = self.R2, self.beta
        known = "margin-perceptron-update-bound"
        return (FromTwo("margin-perceptron-exact-bound", lambda ratio, _: {"R^2": R2, "γ^2": R2 / ratio, "β": beta}),
                Theorem(known, lambda ratio, _: {"D^2": R2, "γ^2": R2 / ratio, "β": beta, "α": 1}))

    def reaches(self, updates: int) -> bool:
        """Return whether the exact bound is stored; it is reached by every number of updates."""
        return not self.beta or self.theorems()[0].stored

    def options(self) -> Mapping[str, Any]:
        return {"beta": self.beta}

    def plan(self, updates: int, ratio: Fraction) -> Plan:
        """Return a plan in which all examples have length R and the same margin."""
        return Plan(self.R2, updates, dict.fromkeys((1, -1), self.R2 / ratio), beta=self.beta)
