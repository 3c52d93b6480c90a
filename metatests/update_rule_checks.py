"""Check the properties of an update rule on fixed runs, so that a changed rule is noticed.

Main definitions:
    broken_tie        the first tie convention that contradicts its name
    broken_property   the first property that fails on fixed runs of the perceptron
    another_rate      whether the batch rule without a rate uses another rate than 1
    uneven            whether a rule for weights takes inputs of another length
    RULE_CHECKS       these functions, by the name of the algorithm

`metatests.update_rule_mutants` runs these checks on mutants. Each function uses the rule that is in the
module when it is called.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from novikoff.algorithms import batch_perceptron, perceptron, weighted_majority, winnow
from novikoff.algorithms.errors import BadInput
from novikoff.properties.run_properties import PROPERTIES
from novikoff.properties.separable_instances import SeparableData, drive

HALF = Fraction(1, 2)
ROWS: list[Any] = [  # points, labels and a separator of each dataset: lines, offsets, fractions, a right angle
    ([(1,), (3,)], [-1, 1], (1,), -2),
    ([(1, 2), (3, 0)], [1, -1], (-1, 2), 0),
    ([(0, 1), (1, 0)], [1, -1], (-1, 1), 0),
    ([(2, 1), (1, 3), (-1, 0)], [1, 1, -1], (1, 1), 0),
    ([(HALF,), (-1,)], [1, -1], (2,), 0),
]
OPTIONS: list[tuple[str, Any, Any]] = [  # order, bias step, rate
    ("cyclic", 1, 1), ("first", 2, 1), ("random", 1, HALF), ("cyclic", 3, 2), ("online", 1, 1),
]
MULTIPLICATIVE: dict[str, Any] = {"winnow": winnow, "weighted_majority": weighted_majority}
CAP = 300  # updates; the shipped rule needs far fewer


def broken_property() -> str:
    """Return which property fails on a fixed run of the current perceptron; "" if none does.

    >>> broken_property()
    ''
    """
    for row, (order, c, rate) in product(ROWS, OPTIONS):
        data = SeparableData.of(*row)
        cap = {} if order == "online" else {"max_updates": CAP}
        for name, check in PROPERTIES.items():
            try:
                check(data, drive(data, order, seed=1 if order == "random" else None, bias_step=c, rate=rate, **cap))
            except BadInput:
                continue
            except Exception as problem:
                how = "" if isinstance(problem, AssertionError) else f" ({type(problem).__name__})"
                return f"the property {name} fails{how}"
    return ""


def broken_tie() -> str:
    """Return the first tie convention that contradicts its name, by the score of one example; "" if none does."""
    scores: tuple[Any, ...] = (-2, Fraction(-1, 2), 0, Fraction(1, 2), 3)
    for name, at_zero in (("mistake", (1, 1)), ("correct", (0, 0)), ("positive", (0, 1)), ("negative", (1, 0))):
        for score, y in product(scores, (1, -1)):
            expected = bool(at_zero[y < 0]) if score == 0 else score * y < 0
            try:
                said = perceptron.is_mistake(perceptron.State(Line(1), score - 5), Line(5), y, name)
            except Exception as problem:
                return f"the tie convention {name!r} raises {type(problem).__name__}"
            if said is not expected:
                return f"the tie convention {name!r} is wrong for y = {y} and score {score}"
    return ""


class Line(int):
    """A number as a vector of one coordinate."""

    def __matmul__(self, other: int) -> int:
        return int(self) * int(other)


def another_rate() -> str:
    """Return a message if a batch step without a rate differs from rate 1; else "".

    >>> another_rate()
    ''
    """
    return "" if batch_perceptron.step(HALF, [2, 3]) == HALF + 5 else "a step without a rate is none of rate 1"


def uneven(name: str) -> str:
    """Return a message if the algorithm's rule takes more inputs than there are weights; else "".

    >>> uneven("winnow")
    ''
    """
    try:
        MULTIPLICATIVE[name].update([1], [1, -1], 1, HALF)
    except ValueError:
        return ""
    return "more inputs than weights are taken"


RULE_CHECKS: dict[str, tuple[Callable[[], str], ...]] = {
    "perceptron": (broken_tie, broken_property),
    "batch_perceptron": (another_rate,),
    **{name: (partial(uneven, name),) for name in MULTIPLICATIVE},  # by name: a module does not reach other processes
}
