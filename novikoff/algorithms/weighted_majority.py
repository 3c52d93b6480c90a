"""Weighted majority: a panel of experts; each mistake of the panel lowers the weights of the experts that were wrong.

The rule: the n experts start with weight 1. In a trial expert i says xᵢ = ±1, the panel says the sign of ⟨w, x⟩, and
the outcome is y = ±1. If the panel is wrong, wᵢ ← βwᵢ for the experts with xᵢ ≠ y, where 0 ≤ β < 1; if it is right,
nothing changes. Outcomes of ⟨w, x⟩ = 0 are decided by `tie`, one of `perceptron.TIES`; "mistake" counts each as a
mistake.

Source: notes, "With panel of experts algorithm", which describes it in a sentence; littlestonewarmuth1994 has the rule
and its bound (algorithm WM).

Bound. Over all trials, let the panel make m mistakes, and let the best expert make k mistakes. Then 2^m·β^k ≤ n(1 +
β)^m, that is m ≤ (ln n + k ln(1/β))/ln(2/(1 + β)). A mistake multiplies the total weight by at most (1 + β)/2, because
at least half of the weight was wrong. The total is at least the weight of the best expert, which is at least β^k. For β
= 0 and k = 0 this is m ≤ log₂ n, the bound of halving.

Arithmetic: exact. A float β counts at its exact binary value, which the record shows.
"""

from collections.abc import Generator
from fractions import Fraction
from typing import Any, ClassVar

from . import perceptron
from .lazy_numpy import np
from .options import TIE, Found, Option, Options, at_its_value, parse_rational, within
from .perceptron import State
from .winnow import OnSigns


def update(w: Any, x: Any, y: Any, beta: Any) -> Any:
    """Return the weights wᵢ·β^{(1 − y·xᵢ)/2}: βwᵢ where xᵢ ≠ y. Nothing is checked.

    >>> update([4, 4], [1, -1], 1, Fraction(1, 2))
    [Fraction(4, 1), Fraction(2, 1)]
    """
    return [weight * beta ** ((1 - y * sign) // 2) for weight, sign in zip(w, x, strict=True)]


def is_mistake(w: Any, x: Any, y: int, tie: str = "mistake") -> bool:
    """Return whether the panel is wrong: y⟨w, x⟩ < 0, or a tie that `tie` calls a mistake."""
    return perceptron.is_mistake(State(w, 0), x, y, tie)


class WeightedMajority(OnSigns):
    """The panel judges each trial once, in the order of the data: X[t][i] = ±1 is what expert i says in trial t, and y
    has the outcomes ±1.

    `mistakes` are the trials in which the panel was wrong. w holds the final weights βᵉ with the `exponents` e, and b
    is 0. `expert_mistakes[i]` counts all given trials in which expert i was wrong, and `best` is the first expert with
    the fewest mistakes. `separated` says whether the final panel is right in every trial. `stopped` is
    "order_exhausted" (after the last trial), "max_updates" or "interrupted".

    >>> result = run([[1, -1], [1, -1]], [1, 1])
    >>> result.mistakes, result.w, result.expert_mistakes
    ((0,), (1, Fraction(1, 2)), (0, 2))
    """

    name = "weighted_majority"
    options: ClassVar[Options] = (
        Option("beta", parse_rational, "0 ≤ β < 1: what the weight of a wrong expert is multiplied by",
               default=Fraction(1, 2), check=at_its_value(within(least=0, below=1))), TIE)
    found: ClassVar[Found] = {"mistakes": None, "w": None, "b": None, "exponents": list,
                              "expert_mistakes": list, "best": int}
    beta: Fraction
    tie: str

    def is_wrong(self, i: int) -> bool:
        return is_mistake(self.state, self.X[i], self.y[i], self.tie)

    def after(self, step: int) -> Any:
        return np.array(update(self.state, self.X[step], self.y[step], self.beta), dtype=object)

    def steps(self) -> Generator[int, None, str]:
        yield from self.wrong()
        return "order_exhausted"

    def refuse_endless(self) -> None:
        """Do nothing, because a pass always ends."""

    def results(self, stopped: str) -> dict[str, Any]:
        errors = tuple(sum(said != y for said, y in zip(column, self.y, strict=True)) for column in self.X.T)
        steps = self.steps_taken
        exponents = tuple(sum(self.X[t][i] != self.y[t] for t in steps) for i in range(len(errors)))
        found = {"expert_mistakes": errors, "best": errors.index(min(errors))}
        return super().results(stopped) | {"exponents": tuple(map(int, exponents))} | found


Run = WeightedMajority.Run
run, replay, certificate = WeightedMajority.functions()
