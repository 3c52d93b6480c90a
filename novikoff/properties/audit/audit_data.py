"""The datasets of an audit: generated ones, bundled ones and the known failures; all exact, also as floats.

All data have both labels and two or more points, since many implementations refuse others. The numbers are small
integers times a power of two. Every float implementation can represent them, and its sums are exact, except in data
that test rounding.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import count, product
from math import lcm
from operator import mul
from typing import Any

from ...algorithms import dataset_reader as files
from ...algorithms import fast_perceptron
from ...algorithms.errors import NoSeparator
from ..separable_instances import LARGEST, MOST_DIMENSIONS, MOST_POINTS, PLACES, SHAPES, separated
from .conventions import best
from .data_search import Draws, Source

FEW_PASSES = 20
NEARLY_0 = Fraction(1, 2**36)  # less than a tolerance of 1e-10, and sums with it are exact in float64
Points = list[tuple[Any, ...]]
Data = tuple[Points, list[int]]
CROWD: Data = ([(3, 1)] * 1024 + [(4, 0)] + [(3, 1)] * 1024, [1] * 1024 + [-1] + [1] * 1024)  # two updates in a pass
WIDE: Data = ([(0,) * 39 + (1,), (0,) * 39 + (-1,)], [1, -1])
SIGNS = list(product((-1, 1), repeat=5))


def _scale_by(factor: Fraction) -> Callable[[Points, list[int]], Data]:
    return lambda X, y: ([tuple(value * factor for value in x) for x in X], y)


VARIANTS: dict[str, Callable[[Points, list[int]], Data]] = {
    "plain": lambda X, y: (X, y),
    "reversed": lambda X, y: (X[::-1], y[::-1]),
    "repeated": lambda X, y: ([x for x in X for _ in (0, 1)], [label for label in y for _ in (0, 1)]),
    "mirrored": lambda X, y: (X, [-label for label in y]),
    "turned": lambda X, y: ([x[::-1] for x in X], y),
    "sorted": lambda X, y: ([X[i] for i in sorted(range(len(y)), key=y.__getitem__)], sorted(y)),
    "padded": lambda X, y: ([(*x, 0) for x in X], y),
    "halved": _scale_by(Fraction(1, 2)),
    "large": _scale_by(Fraction(2**20)),
    "small": _scale_by(Fraction(1, 2**10)),
    "digits": _scale_by(Fraction(2**8 + 1)),
    "stretched": lambda X, y: ([(x[0] * 16, *x[1:]) for x in X], y),
}


def datasets(variant: str, homogeneous: bool = False) -> Source:
    """Return a source of (X, y) in this form; if `homogeneous`, a plane through the origin separates them."""

    def is_wanted(base: Data) -> bool:
        return len(set(base[1])) == 2 and is_separable(*base, 0 if homogeneous else 1)

    return Source(lambda draws: _draw_data(draws, homogeneous), is_wanted, VARIANTS[variant], filters=False)


def short_datasets(variant: str, through_0: bool, steps: Sequence[Any], passes: int = FEW_PASSES) -> Source:
    """Return a source of (X, y) in this form on which the run with each of these bias increments needs few passes. An
    increment is a number or "R2". With `through_0`, a plane through 0 separates the data."""

    def short(base: Data) -> bool:
        X, y = VARIANTS[variant](*base)
        return (len(set(y)) == 2 and all(is_short(X, y, step, passes) for step in steps)
                and (not through_0 or is_separable(X, y, 0)))

    return Source(lambda draws: _draw_data(draws, through_0), short, VARIANTS[variant])


def sign_datasets(variant: str) -> Source:
    """Return a source of (X, y) in this form whose coordinates are ±1 and which positive weights separate. There are
    five coordinates: since their number is odd, equal weights have no tie, which floats might miss. With three, a rule
    that multiplies by a root of the factor ends at the same direction."""

    def draw(draws: Draws) -> Data:
        points = [draws.one_of(SIGNS) for _ in range(draws.between(2, 8))]
        w = draws.one_of([(5, 1, 1, 1, 1), (1, 3, 1, 3, 1), (1, 1, 1, 1, 5), (3, 1, 1, 1, 1)])
        return list(points), [1 if sum(map(mul, w, x)) > 0 else -1 for x in points]

    return Source(draw, lambda base: len(set(base[1])) == 2 and set(base[0]) <= set(SIGNS), VARIANTS[variant])


def is_separable(X: Points, y: list[int], c: Any) -> bool:
    """Return whether a plane separates the examples; if c = 0, a plane through 0.

    >>> is_separable([(1,), (3,)], [-1, 1], 1), is_separable([(1,), (3,)], [-1, 1], 0)
    (True, False)
    """
    try:
        best(tuple(X), tuple(y), Fraction(c))
    except NoSeparator:
        return False
    return True


def is_short(X: Points, y: list[int], step: Any, passes: int = FEW_PASSES) -> bool:
    """Return whether the cyclic run with this bias increment ends within this number of passes.

    >>> is_short([(1,), (3,)], [-1, 1], 1), is_short([(1,), (3,)], [-1, 1], 0)
    (True, False)
    """
    run = fast_perceptron.run(X, y, bias_step=step, max_updates=passes * len(y))
    return bool(run.separated and run.visits <= passes * len(y))


def close_pair(step: Any, least: int) -> tuple[Data, int]:
    """Return two neighbours on a line on which the cyclic run needs at least `least` passes, and the exact number. The
    points are far from 0. If the bias increment `step` is below 1, they have a second coordinate 1.

    >>> close_pair(1, 200), close_pair(0, 200)[0]
    ((([(16,), (17,)], [-1, 1]), 564), ([(16, 1), (17, 1)], [-1, 1]))
    """
    more = () if step == "R2" or step >= 1 else (1,)
    for at in (2**k for k in count()):
        X, y = [(at, *more), (at + 1, *more)], [-1, 1]
        passes = fast_perceptron.run(X, y, bias_step=step).visits // len(y)
        if passes >= least:
            return (X, y), passes
    raise AssertionError("the passes grow with the distance from 0")


def _draw_data(draws: Draws, homogeneous: bool) -> Data:
    """Return separable data with both labels, or two points that are close."""
    while draws.between(0, 1):
        d, b = draws.between(1, MOST_DIMENSIONS), None if homogeneous else draws.between(-LARGEST, LARGEST)
        w, shape = draws.vector(d, LARGEST), draws.one_of(SHAPES)
        points = [(draws.one_of(PLACES), draws.vector(d, LARGEST)) for _ in range(draws.between(1, MOST_POINTS))]
        data = separated(w, b, points, shape).scale_by(Fraction(draws.between(1, 5), draws.between(1, 5)))
        X, y = to_integers(data.X, data.y)
        if len(set(y)) == 2:
            return X, y
    return _draw_close_pair(draws, homogeneous)


def to_integers(X: Iterable[Sequence[Any]], y: Iterable[int]) -> Data:
    """Return the examples times the least number that makes them integers.

    >>> to_integers([(Fraction(1, 2), 1)], [1])
    ([(1, 2)], [1])
    """
    X = list(X)
    common = lcm(*(Fraction(value).denominator for x in X for value in x))
    return [tuple(int(value * common) for value in x) for x in X], list(y)


def _draw_close_pair(draws: Draws, homogeneous: bool) -> Data:
    """Return two points on a line with different labels and the least margin for their size."""
    at, label = draws.between(0, 6), draws.one_of([-1, 1])
    pair = [(-at - 1,), (at + 1,)] if homogeneous else [(at,), (at + 1,)]
    return draws.one_of([(pair, [label, -label]), (pair[::-1], [-label, label])])


def near_ties(step: Any) -> list[Data]:
    """Return data on which the score of the second example is nearly 0 after an update on the first example. The score
    is slightly on the right side, or (in the last dataset) on the wrong side. An implementation with a tolerance for
    rounding makes a different run.

    >>> [y for _, y in near_ties(1)], [y for _, y in near_ties("R2")]
    ([[1, 1, -1], [1, -1]], [[1, -1]])
    """
    if step == "R2":  # the R² of the first example
        return [([(1,), (NEARLY_0 - 1,)], [1, -1])]
    first, second = (1, 0), (NEARLY_0 - step, 1)
    return [([first, second, (-8 * (step + 1), -1)], [1, 1, -1]), ([first, second], [1, -1])]


def load_bundled() -> dict[str, tuple[Data, bool]]:
    """Return {name: (data, separable)} of the bundled data, scaled to whole numbers."""
    tables = {"iris-setosa": (files.read_csv("iris", positive="setosa"), True),
              "iris-versicolor": (files.read_csv("iris", positive="versicolor"), False)}
    return {name: (to_integers(table.X, table.y), separated) for name, (table, separated) in tables.items()} | {
        "two-points": (([(1,), (3,)], [-1, 1]), True),
        "xor": (([(0, 0), (1, 1), (0, 1), (1, 0)], [-1, -1, 1, 1]), False),
        "one-point-both-labels": (([(1, 2), (1, 2)], [-1, 1]), False),
    }


def absorption(digits: int) -> Data:
    """Return data on which a run in floats of `digits` binary digits never ends, with or without a bias. The exact run
    ends. The first update makes w = (2ᵖ⁺¹, 2ᵖ⁺¹). Adding ±(1, −1) then leaves w unchanged in floats, so the other two
    examples keep the score ±b, and no b is right for both. For runs without bias, the fixture "float64-cycle" consists
    of the first two of the three examples.

    >>> from novikoff.properties.float_failure_data import FIXTURES
    >>> absorption(53)[0][:2] == [tuple(map(int, x)) for x in FIXTURES["float64-cycle"].X]
    True
    """
    return [(-(2 ** (digits + 1)),) * 2, (1, -1), (-1, 1)], [-1, 1, -1]
