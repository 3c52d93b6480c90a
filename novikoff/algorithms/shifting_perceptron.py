"""The shifting perceptron, which forgets old mistakes so that it can follow a hyperplane that moves.

Proofs call `update` on symbols.

Notation: the examples are the signed vectors z = y(x, 1) with ⟨(x, s), (x', s')⟩ = ⟨x, x'⟩ + c·ss' for the bias step c,
as in `signed_examples`; D = max‖z‖. The first mistake replaces all of the weights, since λ₀ = 1. So w is a weighted
mean of the signed examples at the mistakes. For λ = 1 it is their mean, and the run equals the perceptron's. For λ > 1
late mistakes weigh more: the weight of number k + 1 is (λ + k − 1)/k times the weight of number k.

Bounds. If ⟨u, z⟩ ≥ γ > 0 for all z, at most 1 + λ²/(2λ − 1)·(D²‖u‖²/γ² − 1) mistakes are made, for any λ > 1/2. On any
data, for λ ≥ 1 and a moving u, a bound on the mistakes depends on the length of u, the length of its path, and its
hinge losses (shifting-perceptron-mistake-bound).

Source: cavallanti2007. Other programs add yx instead of λ_k·yx. Up to a positive factor this is the rule with λ + 1
instead of λ, and it makes the same mistakes.
"""

from typing import Any, ClassVar

from .options import BIAS_STEP, ORDER, SEED, TIE, Option, Options, parse_rational, within
from .perceptron import OnlineRule, State


def share(lam: Any, before: Any) -> Any:
    """Return λ/(λ + k) for k earlier mistakes.

    >>> from fractions import Fraction
    >>> share(Fraction(2), 0), share(Fraction(2), 4)
    (Fraction(1, 1), Fraction(1, 3))
    """
    return lam / (lam + before)


def update(state: State, x: Any, y: Any, *, share: Any, bias_step: Any = 1) -> State:
    """Return the state after a mistake on (x, y), in which the example replaces this share of the state. Nothing is
    checked or converted.

    >>> from fractions import Fraction
    >>> update(State(w=6, b=3), x=3, y=-1, share=Fraction(1, 3))
    State(w=Fraction(3, 1), b=Fraction(5, 3))
    """
    return State(state.w + share * (y * x - state.w), state.b + share * (bias_step * y - state.b))


class ShiftingPerceptron(OnlineRule):
    """The shifting perceptron. For λ = 1 its weights are the weights of the perceptron divided by the number of
    mistakes.

    >>> result = run([[1, 0], [0, 1]], [1, -1], bias_step=0, lam=2)
    >>> result.updates, result.w, result.stopped
    (2, (Fraction(1, 3), Fraction(-2, 3)), 'separated')
    """

    name = "shifting_perceptron"
    options: ClassVar[Options] = (
        Option("lam", parse_rational, "λ > 0: mistake number k + 1 replaces a fraction λ/(λ + k) of the weights",
               default=2, check=within(above=0)), BIAS_STEP, ORDER, SEED, TIE)
    lam: Any

    def after(self, step: int) -> State:
        part = share(self.lam, self.updates)
        return update(self.state, self.X[step], self.y[step], share=part, bias_step=self.bias_step)


Run = ShiftingPerceptron.Run
run, replay, certificate = ShiftingPerceptron.functions()
