"""The relaxation method: a step goes towards the half-space of an example: part of the way, to its border, or to the
mirror image.

Main definitions: `update`; `margin_perceptron.update_condition` says where a step is made.

The step on a signed vector z = y(x, √c), in the space of the (w, b/√c), is w + λ(β − ⟨w, z⟩)/‖z‖²·z with 0 < λ ≤ 2. It
aims at the functional margin β > 0: λ = 1 projects on the half-space ⟨w, z⟩ ≥ β, λ = 2 reflects at its border. It is
made where the functional margin is at most the threshold θ, 0 ≤ θ < β. With θ = 0 only mistakes cause steps; the method
as it was published makes them wherever the margin is below β, and then it need not end. The projection where the margin
is below β is the passive-aggressive algorithm.

Source: `agmon1954`, `motzkinschoenberg1954`, for any linear inequalities; `duda2001`, section 5.6, with margin.

Bounds. No step takes w away from any u with ⟨u, z⟩ ≥ β for all z. Let D² = max‖xᵢ‖² + c, and let a unit vector (w*,
b*/√c) have yᵢ(⟨w*, xᵢ⟩ + b*) ≥ γ > 0 for all i. From 0, at most (1 + 2θ/(λ(β − θ)))·D²/γ² steps are made. For θ = 0
this is Novikoff's bound, for every λ. A step is a perceptron update whose rate depends on the example and the weights;
it is rational for rational ones.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

from . import perceptron
from .errors import BadInput
from .margin_perceptron import update_condition
from .options import BIAS_STEP, ORDER, RATE, SEED, START, Option, Options, parse_rational, within
from .perceptron import OnlineRule, State
from .run_loop import to_plain_number


def update(state: State, x: Any, y: Any, *, rate: Any = 1, beta: Any = 1, bias_step: Any = 1) -> State:
    """Return the state after the perceptron update with the rate λ(β − y·f(x))/(‖x‖² + c). Nothing is checked or
    converted.

    >>> from numpy import array
    >>> update(State(array([0]), 0), array([2]), 1, rate=Fraction(1), bias_step=0).w
    array([Fraction(1, 2)], dtype=object)
    """
    length = rate * (beta - perceptron.margin(state, x, y)) / (x @ x + bias_step)
    return perceptron.update(state, x, y, bias_step=bias_step, rate=length)


class Relaxation(OnlineRule):
    """The relaxation method; `rate` is λ.

    `stopped` = "separated" means that all functional margins exceed θ. `separated` says whether all are positive.

    >>> result = run([[2, 1], [1, 3]], [1, -1], bias_step=0)
    >>> result.updates, result.w
    (4, (Fraction(1, 2), Fraction(-1, 2)))
    """

    name = "relaxation"
    cap = 500
    options: ClassVar[Options] = (
        Option("beta", parse_rational, "β > 0: the functional margin at which a step aims", default=1,
               check=within()),
        Option("threshold", parse_rational, "0 ≤ θ < β: an example with y·f(x) ≤ θ causes a step",
               convention="threshold", default=0, check=within()), BIAS_STEP,
        replace(RATE, meaning="λ, 0 < λ ≤ 2: 1 projects, 2 reflects", convention=""), ORDER, SEED, START)
    beta: Any
    threshold: Any

    def prepare(self) -> None:
        """Raise `BadInput` for θ ≥ β and λ > 2."""
        if not 0 <= self.threshold < self.beta:
            raise BadInput(f"threshold must be >= 0 and below beta (got threshold {to_plain_number(self.threshold)} "
                           f"and beta {to_plain_number(self.beta)})")
        if self.rate > 2:
            raise BadInput(f"rate must be at most 2 (got {to_plain_number(self.rate)}); 1 projects and 2 reflects")
        self.rate: Any = Fraction(self.rate) if self.arithmetic == "exact" else self.rate

    def check_examples(self) -> None:
        self.refuse_zero("no step changes its margin")

    def is_wrong(self, x: Any, y: int) -> bool:
        return bool(update_condition(self.state, x, y, self.threshold))

    def after(self, step: int) -> State:
        return update(self.state, self.X[step], self.y[step], rate=self.rate, beta=self.beta, bias_step=self.bias_step)


Run = Relaxation.Run
run, replay, certificate = Relaxation.functions()
