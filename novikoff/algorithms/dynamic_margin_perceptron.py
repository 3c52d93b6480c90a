"""The perceptron with dynamic margin: it requires each example to have a fraction of ‖w‖/t as its margin, and ‖w‖/t is
at least the best margin.

Proofs call `update_condition` on symbols.

After t updates from w = 0 with the rate 1, every unit separator u with ⟨u, z⟩ ≥ γ has tγ ≤ ⟨u, w⟩ ≤ ‖w‖. An example
with a margin ⟨w, z⟩/‖w‖ of at most (1 − ε)‖w‖/t causes an update. So a run that ends has a margin of at least (1 − ε)γ,
although it does not know γ. The condition has no root, and exact runs take fractions only. With a bias step c the
examples are the z = y(x, √c), and ‖w‖² is ‖w‖² + b²/c.

Source: `panagiotakopoulos2011`. Only the paper's abstract was compared, not its theorem; the bounds are derived here.

Bounds. For ε > 1/2 at most R²/((2ε − 1)γ²) updates. For every ε > 0, t updates have t²γ² ≤ W, where W is R² after the
first update, and each later update changes W to (1 + 2(1 − ε)/t)W + R², where t is the number of earlier updates. W
grows like t^{2(1 − ε)} for ε < 1/2, so that every run on separable examples ends.
"""

from typing import Any, ClassVar

from . import perceptron
from .options import BIAS_STEP, ORDER, SEED, Option, Options, parse_rational, within
from .perceptron import OnlineRule, State


def update_condition(state: State, x: Any, y: Any, updates: Any, square: Any, epsilon: Any) -> Any:
    """Compare t·y(⟨w, x⟩ + b) with (1 − ε)‖w‖²: a bool for numbers, a relation for symbols; `square` is ‖w‖² + b²/c."""
    return updates * perceptron.margin(state, x, y) <= (1 - epsilon) * square


class DynamicMarginPerceptron(OnlineRule):
    """The perceptron with dynamic margin.

    `stopped` = "separated" means that all margins exceed (1 − ε)‖w‖/t. `separated` says whether all margins are
    positive.

    >>> result = run([[2, 1], [-1, 3]], [1, -1], epsilon=1, bias_step=0)
    >>> result.updates, result.w, result.separated
    (2, (3, -2), True)
    """

    name = "dynamic_margin_perceptron"
    options: ClassVar[Options] = (
        Option("epsilon", parse_rational, "0 < ε ≤ 1: the result has at least 1 − ε times the best margin",
               default=1, check=within(above=0, most=1, hint="; 1 is the perceptron")), BIAS_STEP, ORDER, SEED)
    epsilon: Any

    def is_wrong(self, x: Any, y: int) -> bool:
        square = self.square(*self.state)
        return bool(update_condition(self.state, x, y, self.updates or 1, square, self.epsilon))


Run = DynamicMarginPerceptron.Run
run, replay, certificate = DynamicMarginPerceptron.functions()
