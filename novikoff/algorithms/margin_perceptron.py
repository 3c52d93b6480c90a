"""The margin perceptron: the perceptron that also learns from examples it classifies with too small a margin.

Proofs call `update_condition` on symbols.

The update is `perceptron.update`; β ≥ 0, and β = 0 is the perceptron. y·f(x) is the functional margin, so from (w, b) =
0 only the ratio of β to the rate α matters.

Source: `krauthmezard1987`, which updates on the least margin only; `li2002` has the rule for any example. Here both
classes have the same margin.

Bounds. Let ‖(w, b)‖² = ‖w‖² + b²/c, D² = max‖xᵢ‖² + c, and let a unit vector (w*, b*) have yᵢ(⟨w*, xᵢ⟩ + b*) ≥ γ > 0
for all i. From 0, at most (D² + 2β/α)/γ² updates are made: α²k²γ² ≤ ‖(w, b)‖² ≤ k(α²D² + 2αβ). A run that ends
"separated" has yᵢ·f(xᵢ)/‖(w, b)‖ > βγ/(αD² + 2β) for all i, which tends to γ/2 as β/α grows.
"""

from typing import Any, ClassVar

from . import perceptron
from .options import BIAS_STEP, ORDER, RATE, SEED, START, Option, Options, parse_rational, within
from .perceptron import OnlineRule, State


def update_condition(state: State, x: Any, y: Any, beta: Any) -> Any:
    """Return y(⟨w, x⟩ + b) ≤ β: a bool for numbers, a relation for symbols."""
    return perceptron.margin(state, x, y) <= beta


class MarginPerceptron(OnlineRule):
    """The margin perceptron.

    `stopped` = "separated" means that all functional margins exceed β. `separated` says whether all are positive.

    >>> result = run([[1], [-1]], [1, -1], beta=3, bias_step=0)
    >>> result.updates, result.w
    (4, (4,))
    """

    name = "margin_perceptron"
    options: ClassVar[Options] = (
        Option("beta", parse_rational, "β ≥ 0: an example with y·f(x) ≤ β causes an update",
               convention="threshold", default=1, check=within(least=0, hint="; 0 is the perceptron")),
        BIAS_STEP, RATE, ORDER, SEED, START)
    beta: Any

    def is_wrong(self, x: Any, y: int) -> bool:
        return bool(update_condition(self.state, x, y, self.beta))


Run = MarginPerceptron.Run
run, replay, certificate = MarginPerceptron.functions()
