"""The perceptron with a bias: the numbers of mistakes that its bounds allow, and the numbers that data attain.

With the bias step c = ρ² the examples y(x, ρ) have lengths up to D, D² = R² + c, and k ≤ D²(‖w*‖² + b*²/c)/γ² is
Novikoff's bound for them (`bias-step-mistake-bound`; with c = 1 `smola-mistake-bound`, with c = R²
`tutorial-mistake-bound`). The ratio is this value. The last coordinates of all these vectors are ±ρ, which need not be
true of Novikoff's data. Equality makes w after i − 1 updates, the example i, and what is still added orthogonal to each
other, so that by Bessel's inequality for the axis of the bias, with b_i the sum of the first i labels,

    R²/c ≥ b_{i−1}²/(i − 1) + (b_k − b_i)²/(k − i)  for i = 1, …, k  (0/0 stands for 0),

and where this holds there are data in three dimensions (`smola-bound-attained-needs-room`,
`bias-step-bound-attained-by-labels`). With labels that alternate it says R² ≥ c for even k, and (k − 2)R² ≥ (k − 1)c
for odd k ≥ 3. So, where R is free, every k is reached; and with c = R² every even k, but no odd one from 3 on: there
the data have a ratio between k and k + 1, the least one that this recipe found. For R² < c no k ≥ 2 is reached: k²γ² ≤
(k(R² + c) − 2(c − R²))(‖w*‖² + b*²/c) is sharper (`small-radius-sharper-bound`), and exact for k = 2.

Source: the documents for the bounds, this project for the data.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ...proofs.bounds import Number
from ..bounds import bounds_for
from .homogeneous_perceptron import MOST_ORTHONORMAL
from .ratio_bounds import FromTwo, Theorem
from .winding_data import Plan, Winding
from .worst_case import Data, alternate_labels


@dataclass(frozen=True)
class Biased(Winding):
    """The perceptron with bias step c, a number or "R2". R² is `R2`, or free if that is None."""

    bias_step: Fraction | str
    R2: Fraction | None = None

    ratio = "(R² + c)(‖w*‖² + b*²/c)/γ²"

    @property
    def scale_free(self) -> bool:  # type: ignore[override]
        """Return whether all numbers may be multiplied by the same factor."""
        return self.bias_step == "R2"

    def theorems(self) -> Sequence[Theorem]:
        """Return the mistake bounds for this bias step, at a separator through 0 for which (R² + c)/γ² is the ratio."""
        c, R2 = self.sizes(3)  # where c is no R², and R² is free, they differ
        names = [name for name, _ in bounds_for(c, R2)]
        given: dict[str, dict[str, Number]] = {"bias-step-mistake-bound": {"R^2": R2, "ρ^2": c, "w*@w*": 1, "b*": 0},
                                               "smola-mistake-bound": {"R^2": R2, "b*": 0},
                                               "tutorial-mistake-bound": {"R^2": R2, "w*@w*": 1, "b*": 0}}
        margin = {"tutorial-mistake-bound": "γ*^2"}
        conclusions = {"tutorial-mistake-bound": "bound"}

        def theorem(name: str) -> Theorem:
            return Theorem(name, lambda ratio, _: {**given[name], margin.get(name, "γ^2"): (R2 + c) / ratio},
                           conclusions.get(name))

        found = [theorem(name) for name in names]
        if c > R2:
            shorter: dict[str, Number] = {"R^2": R2, "ρ^2": c, "w*@w*": 1, "b*": 0}
            found.append(FromTwo("small-radius-sharper-bound", lambda r, _: {**shorter, "γ^2": (R2 + c) / r}))
        return found

    def sizes(self, updates: int) -> tuple[Fraction, Fraction]:
        """Return c and R²; where R is free, R² is the least value with which the theorem is reached."""
        if isinstance(self.bias_step, str):
            R2 = self.R2 or Fraction(1)
            return R2, R2
        free = self.bias_step * (2 if updates % 2 and updates > 1 else 1)
        return self.bias_step, free if self.R2 is None else self.R2

    def reaches(self, updates: int) -> bool:
        """Return whether Bessel's inequality holds for alternating labels, which are the least restrictive. For R² < c
        only one and two updates are known to reach the bound."""
        c, R2 = self.sizes(updates)
        if c > R2:
            return updates <= 2 and all(theorem.stored for theorem in self.theorems())
        return updates == 1 or (updates - 2 * (updates % 2)) * R2 >= (updates - updates % 2) * c

    def excludes(self, updates: int) -> Sequence[str]:
        """Return the claim where R² ≥ c is too small for an odd number, whatever the labels."""
        c, R2 = self.sizes(updates)
        return ("smola-bound-attained-needs-room",) if c <= R2 and not self.reaches(updates) else ()

    def proved(self, updates: int, dimension: int) -> Sequence[str]:
        """Return the claims; for R² < c two updates are possible in any dimension."""
        c, R2 = self.sizes(updates)
        return super().proved(updates, self.dimension if c > R2 else dimension)

    def sharp_for(self, updates: int) -> Sequence[str]:
        """Return the claim for even numbers or for odd numbers of updates if R² ≥ c, and for two updates if R² < c."""
        c, R2 = self.sizes(updates)
        if c > R2:
            return ("small-radius-sharper-bound-reached",) if updates == 2 else ()
        if updates % 2 == 0:
            return ("bias-step-bound-attained-in-space",)
        return ("bias-step-bound-attained-by-odd-numbers",) if updates > 1 and self.reaches(updates) else ()

    def plan(self, updates: int, ratio: Fraction) -> Plan | None:
        """Return a plan with alternating labels. If the data attain the bound, (w*, b*) is the state after the last
        update, with b* = c·(the sum of the labels). For odd numbers that do not reach it, a smaller b* is better."""
        c, R2 = self.sizes(updates)
        share = Fraction(updates % 2) * (1 if self.reaches(updates) else 1 - Fraction(5, 3 * updates))
        norm2 = ratio * (R2 + c) - share**2 * c  # ‖w*‖², with b* = share·c and the margin R² + c
        along = {label: (R2 + c - share * label * c) ** 2 / norm2 for label in (1, -1)}
        return Plan(R2, updates, along, share**2 * c**2 / norm2, self.bias_step)

    def exactly(self, updates: int, ratio: Fraction) -> Data | None:
        """Return data for R² = c = 1: one example, or orthonormal examples, each once with label 1 and once negated
        with label −1. Returns None for other sizes and ratios."""
        if set(self.sizes(updates)) != {1} or updates != ratio:
            return None
        if updates == 1:
            return Data([[1]], [1], {"bias_step": self.bias_step}, [1], 1, 1)
        if updates % 2 or updates > MOST_ORTHONORMAL:
            return None
        n = updates // 2
        X, labels = alternate_labels([[int(i // 2 == j) for j in range(n)] for i in range(updates)])
        return Data(X, labels, {"bias_step": self.bias_step}, [1] * n, 0, 1)
