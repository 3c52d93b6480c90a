"""The batch perceptron without bias on L examples: how its steps grow with L, from both sides.

L·D²/γ² steps are a bound (`batch-perceptron-step-bound`). 1 + (L + 1)²/(4L)·(D²/γ² − 1) steps are a sharper bound,
about a quarter of the first (`batch-perceptron-sharper-step-bound`). The first step adds all examples. If L − 1 of them
are (g, s) and one is (g, −s), with s² > g², the first step adds too little of (g, −s), and about (s² − g²)(L − 1)
further steps add (g, −s) alone (`batch-perceptron-steps-grow-with-count`). So the growth with L is as the bounds say;
the best factor is not known.

Source: `lecture`, p. 30, for the algorithm; this project for the bounds and the data.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from ...proofs.statements.term_values import root_up
from .ratio_bounds import Theorem
from .worst_case import GRIDS, Data, Family


@dataclass(frozen=True)
class Batches(Family):
    """The batch perceptron with a constant step size on L examples; L is `examples`."""

    examples: int

    ratio = "D²/γ²"

    @property
    def tried(self) -> str:  # type: ignore[override]
        """Return the data in words."""
        if self.examples == 1:
            return "a single example"
        return f"{self.examples - 1} equal examples and one that is their mirror image in the separator"

    def theorems(self) -> Sequence[Theorem]:
        """Return the claims on the number of steps: the first bound and the sharper one."""
        at = {"D^2": 1, "sum()": self.examples}
        return (Theorem("batch-perceptron-step-bound", lambda ratio, _: {**at, "γ^2": 1 / ratio}, "steps"),
                Theorem("batch-perceptron-sharper-step-bound", lambda ratio, _: {**at, "γ^2": 1 / ratio}))

    def reaches(self, updates: int) -> bool:
        return False

    def data(self, updates: int, ratio: Fraction) -> Data | None:
        """Return L − 1 examples of one kind and one of another kind; None if the run on them makes fewer steps."""
        for grid in GRIDS:
            g = root_up(grid**2 / ratio)
            s = isqrt(max(0, grid**2 - g * g))
            steps = 1 + max(0, ((s * s - g * g) * (self.examples - 1)) // (s * s + g * g))
            if steps >= updates and self.examples > 1:
                X = [[g, s]] * (self.examples - 1) + [[g, -s]]
                return Data(X, [1] * self.examples, {"bias_step": 0}, (1, 0), 0, g * g + s * s)
        return None if updates > 1 else Data([[1]] * self.examples, [1] * self.examples, {"bias_step": 0}, [1], 0, 1)
