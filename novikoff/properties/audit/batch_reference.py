"""The batch perceptron for an audit, with a rule for ties.

`algorithms.batch_perceptron` counts a score of 0 as a mistake, as `lecture`, p. 30, does. Other implementations predict
a label at 0 and call an example a mistake if this label is wrong. Both add the mistakes in each step; only the set of
mistakes differs.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ...algorithms.base_rule import Record
from ...algorithms.batch_perceptron import BatchPerceptron, Rate
from ...algorithms.options import BIAS_STEP, MAX_UPDATES, RATES, TIE
from ...algorithms.perceptron import TIES
from ...algorithms.registry import ALGORITHMS
from ...algorithms.run_loop import check_choice, drive
from ...algorithms.signed_examples import Signed

NAME = "batch_perceptron"


class _Examples(Signed):
    """Signed examples; the rule for ties decides whether an example with score 0 is a mistake."""

    tie = "mistake"

    def wrong(self, v: Any) -> tuple[int, ...]:
        ties, products = TIES[self.tie], self.scaled_products(v)[0]
        return tuple(i for i, product in enumerate(products) if product < 0 or (not product and self.y[i] in ties))


class _Tied(BatchPerceptron):
    """The batch perceptron on examples with a rule for ties."""

    signed = _Examples
    examples: _Examples


def run(X: Iterable[Iterable[Any]], y: Iterable[int], *, tie: str = "mistake", bias_step: Any = 1, rate: Rate = 1,
        max_updates: int) -> Record:
    """Run the batch perceptron from 0 for at most `max_updates` steps; `tie` is one of `perceptron.TIES`. Raises
    `BadInput` for unusable arguments. In the record, "separated" means that no mistake is left under `tie`.

    >>> [run([[0], [1]], [-1, 1], tie=tie, max_updates=99).updates for tie in TIES]
    [4, 0, 3, 2]
    """
    learner = _Tied(X, y, bias_step=bias_step, rate=rate)
    learner.examples.tie = check_choice("tie", tie, TIES)
    made: Record = drive(learner, learner.steps(), max_updates, None)
    return made


PLAIN = ALGORITHMS[NAME]
ALGORITHM = replace(PLAIN, options=(RATES, BIAS_STEP, MAX_UPDATES, TIE), solve=run)
