"""The randomised budget perceptron: it stores B examples, and a mistake replaces an example drawn at random.

The weights are the sum of yx over the stored examples, and the bias is the sum of cy. The algorithm stores a mistake on
(x, y). If B examples are stored already, it first drops one of them, drawn uniformly. Until the first drop the run is
the perceptron's. The Forgetron with Φ = 1 drops the oldest example instead. The drops depend on `drop_seed` alone, so a
run can be repeated.

Bounds. Let D² = max‖x‖² + c, and u any weights of length U. Let k be the number of mistakes, let L be the sum of the
hinge losses of u at them, and let E be the mean over the drops. Then (1 − g)E(k) ≤ E(L) + gB for g = DU/√(B + 1) < 1
(random-budget-mistake-bound). This holds even if an adversary chooses the examples and sees the drops. If u has no loss
on any example and g < 1, the rule never drops an example, and k ≤ D²U² < B + 1 (random-budget-separable-bound). If g ≥
1, a run may never end: B + 1 orthogonal examples in cyclic order have g = 1, and one of them is always missing.

Source: cavallanti2007.
"""

import random
from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from typing import Any, ClassVar, Literal

from . import forgetron, perceptron
from .forgetron import Budgeted
from .labelled_examples import Number
from .options import BIAS_STEP, ORDER, SEED, TIE, Option, Options, check_seed, parse_count
from .perceptron import State


class RandomBudgetPerceptron(Budgeted):
    """The randomised budget perceptron; `drop_seed` is any integer, and `seed` is for the order.

    Without a cap, `BadInput` is also raised where the budget is so small that the run may never end.

    >>> result = run([[4, 0], [0, 4]], [1, -1], bias_step=0, budget=1, order=[0, 1])
    >>> result.updates, result.w, result.separated
    (2, (0, -4), False)
    """

    name = "random_budget_perceptron"
    options: ClassVar[Options] = (
        Budgeted.BUDGET,
        Option("drop_seed", parse_count, "the seed of the random drops, which makes them repeatable", default=0,
               check=check_seed, write=int), BIAS_STEP, ORDER, SEED, TIE)
    drop_seed: int

    def prepare(self) -> None:
        """Store nothing, and seed a generator for the drops that is independent of the order's."""
        self.stored: list[int] = []
        self.drawn: random.Random = random.Random(f"drop {self.drop_seed}")

    def after(self, step: int) -> State:
        state = self.state
        if len(self.stored) == self.budget:
            gone = self.stored.pop(self.drawn.randrange(self.budget))
            state = forgetron.forget(state, self.X[gone], self.y[gone], weight=1, bias_step=self.bias_step)
        self.stored.append(step)
        return self.with_example(state, step)

    def with_example(self, state: State, i: int) -> State:
        """Return the state with example number i."""
        return perceptron.update(state, self.X[i], self.y[i], bias_step=self.bias_step)


Run = RandomBudgetPerceptron.Run
run, replay, certificate = RandomBudgetPerceptron.functions()


def mistake_chances(X: Iterable[Iterable[Any]], y: Iterable[int], *, order: Iterable[int], budget: int,
                    bias_step: Number | Literal["R2"] = 1, tie: str = "mistake") -> tuple[Fraction, ...]:
    """Return the probability of a mistake at each visit of the examples in this order, over all random drops.

    Their sum is E(k). The function has the parameters of `run`, and X must be exact. The work grows with the number of
    ways to store B examples.

    >>> mistake_chances([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [1, 1, 1], order=[0, 1, 2, 0], budget=2, bias_step=0)
    (Fraction(1, 1), Fraction(1, 1), Fraction(1, 1), Fraction(1, 2))
    """
    learner = RandomBudgetPerceptron.on(X, y, bias_step=bias_step, arithmetic="exact", budget=budget, drop_seed=0,
                                        tie=tie)
    stored: dict[tuple[int, ...], Fraction] = {(): Fraction(1)}
    found = []
    for i in next(perceptron.iterate_passes(order, len(learner.X), None)):
        after: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        found.append(Fraction(0))
        for examples, chance in stored.items():
            state = reduce(learner.with_example, examples, learner.state)
            if not perceptron.is_mistake(state, learner.X[i], learner.y[i], tie):
                after[examples] += chance
                continue
            found[-1] += chance
            places = range(budget) if len(examples) == budget else [budget]  # the last is none
            for place in places:
                kept = (*examples[:place], *examples[place + 1 :], i)
                after[tuple(sorted(kept))] += chance / len(places)
        stored = after
    return tuple(found)
