"""Hypothesis strategies for exact separable data, of two or several classes or of candidates, and for runs on them.

Random data rarely touch the boundary, so the corner cases are made on purpose: points on the lattice next to
the hyperplane, on either side; repeated points; one class only; all points at the origin. Labels come from
the separator and a point on the hyperplane is moved off it, so nothing is rejected.

Tests check a bound sharply only on data that nearly attain it. `tight_runs` draws examples whose signed augmentations z
= y(x, √c) are each orthogonal to the sum of the earlier ones: each is a mistake with the score 0 exactly once. So there
are as many updates as examples, and for the separator Σz/‖z‖² the bounds are at most 6/5 of this number.
`attaining_runs` draws up to 60 examples whose signed augmentations are orthogonal, so that the bounds equal their
number.

Implementation notes: everything is drawn as small integers and scaled by rationals at the end, since drawing
fractions is slow. A run is capped one update above the bound that is proved for it: the cap is never reached
unless the rule or the bound is wrong, and then the run still ends.
"""

import math
from fractions import Fraction
from functools import cache
from typing import Any

from hypothesis import strategies as st

from ..algorithms import multi_class_perceptron
from ..algorithms.base_rule import Record
from ..algorithms.candidate_rule import SHARES, TIES
from ..algorithms.labelled_examples import Exact
from ..algorithms.perceptron import ORDERS, State
from ..algorithms.run_loop import check_choice
from .bounds import bounds_for
from .multiclass_runs import SeveralClasses, label_by_leader, with_best
from .separable_instances import (
    LARGEST,
    MOST_DIMENSIONS,
    MOST_POINTS,
    PLACES,
    SHAPES,
    SeparableData,
    add_bias,
    dot,
    drive,
    separated,
)

__all__ = ["CONVENTIONS", "DRIVERS", "SeparableData", "attaining_runs", "candidate_examples", "class_runs",
           "positive_rationals", "runs", "separable", "several", "tight_runs"]

DRIVERS = (*ORDERS, "caller", "online")
CONVENTIONS = {
    "homogeneous": "no bias: c = 0, and b* = 0",
    "one": "c = 1",
    "R2": "c = R² > 0",
    "any": "c = ρ² for a rational ρ > 0",
}
MOST_MISTAKES = 60  # in `attaining_runs`
BLOCKS: dict[int, list[tuple[int, ...]]] = {  # by size: points with inner products −1, so that (x, 1) are orthogonal
    1: [()],
    2: [(1,), (-1,)],
    4: [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)],
}
SHORTER = Fraction(15, 16)  # some examples are shorter, so that the bound is nearly, but not quite, reached


@cache
def positive_rationals() -> st.SearchStrategy[Fraction]:
    """Return a strategy for p/q with 1 ≤ p, q ≤ 5; it shrinks to 1."""
    return st.builds(Fraction, st.integers(1, 5), st.integers(1, 5))


# ------------------------------------------------------------------------------------ separable data


@st.composite
def separable(draw, *, unit: bool = False, homogeneous: bool = False) -> SeparableData:
    """Return data with 1 ≤ n ≤ 8 points in 1 ≤ d ≤ 5 dimensions, and a separator with its exact margin. `unit` makes
    ‖w*‖ = 1 (a Pythagorean w*, rescaled). `homogeneous` makes b* = 0. Otherwise R = 0 is possible: all points at the
    origin, separated by b* alone, with w* = 0 unless `unit`."""
    d = draw(st.integers(1, MOST_DIMENSIONS))
    rational = st.tuples(st.integers(1, 3), *[st.integers(-2, 2)] * (d - 1)).map(pythagorean)
    w = draw(rational if unit else _integers(d))
    points = draw(_points(d))
    shape = draw(st.sampled_from(SHAPES))
    if shape == "origin" and not unit:
        w = (0,) * d  # then b* alone separates
    data = separated(w, None if homogeneous else draw(st.integers(-LARGEST, LARGEST)), points, shape)
    data = data.scale_by(draw(positive_rationals()))
    return data.unit() if unit else data


@cache
def _integers(d: int):
    return st.tuples(*[st.integers(-LARGEST, LARGEST)] * d)


@cache
def _points(d: int):
    """Return a strategy for lists of (place, integer point); `_place_point` interprets the place."""
    return st.lists(st.tuples(st.sampled_from(PLACES), _integers(d)), min_size=1, max_size=MOST_POINTS)


def pythagorean(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the integer vector along (m² − Σt², 2mt₁, 2mt₂, …), whose norm is rational, for (m, t₁, t₂, …), m ≠ 0. The
    norm of that vector is m² + Σt², and all rational directions but one are of this form.

    >>> pythagorean((2, 1)), pythagorean((1, 1, 1))
    ((3, 4), (-1, 2, 2))
    """
    m, *t = numbers
    squares = sum(s * s for s in t)
    vector = (m * m - squares, *(2 * m * s for s in t))
    divisor = math.gcd(*vector)
    return tuple(value // divisor for value in vector)


# ---------------------------------------------------------------------------------------------- runs


def runs(driver: str | None = None, convention: str | None = None, *,
         unit: bool = False) -> st.SearchStrategy[tuple[SeparableData, Record]]:
    """Return a strategy for (data, run), with rational rates; `None` means any of `DRIVERS` or `CONVENTIONS`.

    The caller's order visits any indices, perhaps too few to separate. An online run visits each example of its data
    once, and its data contain each drawn point at least once. Raises `BadInput` for unknown names.

    >>> runs("perceptron")
    Traceback (most recent call last):
    novikoff.algorithms.errors.BadInput: driver = 'perceptron' is unknown; choose one of: cyclic, first, \
random, caller, online
    """
    _require_names(driver, convention)
    return _runs(driver, convention, unit)


def _require_names(driver, convention):
    for name, given, known in (("driver", driver, DRIVERS), ("convention", convention, CONVENTIONS)):
        if given is not None:
            check_choice(name, given, known)


@st.composite
def _runs(draw, driver, convention, unit):
    convention = convention or draw(st.sampled_from(tuple(CONVENTIONS)))
    driver = driver or draw(st.sampled_from(DRIVERS))
    made = separable(unit=unit, homogeneous=convention == "homogeneous")
    data = draw(made.filter(lambda data: data.R2 > 0) if convention == "R2" else made)  # the bias step 0 is void
    order, seed = driver, None
    if driver == "random":
        seed = draw(st.integers(0, 9))
    if driver in ("caller", "online"):
        order = tuple(draw(st.lists(st.integers(0, len(data.X) - 1), max_size=2 * MOST_POINTS)))
    if driver == "online":
        data, order = data.take((*order, *range(len(data.X)))), "online"
    c = _bias_step(draw, convention, data)
    return data, drive(data, order, seed=seed, bias_step=c, rate=draw(positive_rationals()),
                       max_updates=_cap(data, c))


def _bias_step(draw, convention: str, data: SeparableData) -> Exact:
    if convention == "any":
        return draw(positive_rationals()) ** 2
    return {"homogeneous": 0, "one": 1, "R2": data.R2}[convention]


def _cap(data: SeparableData, c: Exact) -> int:
    return math.floor(min(value(data.separator) for _, value in bounds_for(c, data.R2))) + 1


# -------------------------------------------------------------------------------- runs at the bounds


@st.composite
def tight_runs(draw, driver: str, convention: str) -> tuple[SeparableData, Record]:
    """Return (data, run) whose updates come within a factor 6/5 of every bound that applies; often they reach it.
    Blocks of 1, 2 or 4 examples are orthogonal in their own coordinates and, after a block whose labels cancel, the
    offset is 0 again, so the next block begins with scores of 0 too. A run in random order has one block only. Raises
    `BadInput` for unknown names."""
    _require_names(driver, convention)
    rho = 0 if convention == "homogeneous" else 1 if convention == "one" else draw(positive_rationals())
    block, count, lengths = draw(_blocks(convention, driver == "random", rho))
    points = [tuple(rho * value for value in point) for point in BLOCKS[block]]
    free = st.lists(st.sampled_from((1, -1)), min_size=block, max_size=block)
    balanced = st.permutations([1, -1] * (block // 2))
    labels = [sign for _ in range(count) for sign in draw(balanced if count > 1 and rho else free)]
    unit, size = [0] * len(points[0]), range(count)  # each block has coordinates of its own
    X = _orthogonal([tuple(v for j in size for v in (points[i % block] if j == i // block else unit))
                     for i in range(len(labels))], lengths)
    data = _sum_separator(_reflect(X, draw(_integers(len(X[0])))), labels, rho**2)
    again = draw(st.lists(st.integers(0, len(labels) - 1), max_size=3))  # repeated examples are no mistakes
    data = SeparableData(X=(*data.X, *(data.X[i] for i in again)), y=(*data.y, *(data.y[i] for i in again)),
                         w_star=data.w_star, b_star=data.b_star, gamma=data.gamma)
    order = tuple(range(len(data.X))) if driver == "caller" else driver
    return data, drive(data, order, seed=draw(st.integers(0, 9)) if driver == "random" else None, bias_step=rho**2,
                       rate=draw(positive_rationals()), max_updates=_cap(data, rho**2))


@st.composite
def _blocks(draw, convention, single, rho):
    """Return the size of the blocks, their number, and the length that each example has in a separate coordinate."""
    if convention == "R2":  # R² = c leaves pairs x and −x, or a single point
        block = draw(st.sampled_from((2, 2, 2, 1)))
        count = 1 if single or block == 1 else draw(st.integers(1, 4))
        return block, count, [0 if block == 2 else rho] * (block * count)
    block = draw(st.sampled_from((1, 2, 4) if rho else (1,)))
    count = 1 if rho and (single or block == 1) else draw(st.integers(1, 8 // block if rho else MOST_DIMENSIONS))
    longest = draw(positive_rationals()) * (1 if not rho else draw(st.integers(0, 1)))
    return block, count, [longest * draw(st.sampled_from((1, SHORTER))) for _ in range(block * count)]


def _orthogonal(X, lengths):
    """Append a separate coordinate to each point, or a single 0 to all if every length is 0."""
    if not any(lengths):
        return [x or (0,) for x in X]
    return [(*x, *(length if j == i else 0 for j in range(len(X)))) for i, (x, length) in
            enumerate(zip(X, lengths, strict=True))]


def _reflect(X, normal):
    """Return the points reflected at the hyperplane with this normal vector, which preserves all inner products."""
    square = dot(normal, normal)
    if not square:
        return X
    return [tuple(v - Fraction(2 * dot(normal, x), square) * n for v, n in zip(x, normal, strict=True)) for x in X]


def _sum_separator(X, y, c) -> SeparableData:
    """Return the examples with their separator Σz/‖z‖², whose margin is 1 on orthogonal z = y(x, √c)."""
    parts = [sign / Fraction(dot(x, x) + c) for x, sign in zip(X, y, strict=True)]
    w = tuple(dot(parts, column) for column in zip(*X, strict=True))
    return SeparableData.of(X, y, w, c * sum(parts))


# ------------------------------------------------------------------------- runs that attain the bounds


@st.composite
def attaining_runs(draw, driver: str, convention: str) -> tuple[SeparableData, Record]:
    """Return (data, run) of 2 to 60 mistakes, which equal the bounds. With the bias step R² only even numbers of
    mistakes attain the bounds. Raises `BadInput` for unknown names."""
    _require_names(driver, convention)
    c = draw(positive_rationals()) ** 2 if convention == "any" else Fraction(convention != "homogeneous")
    # A bound that is wrong for many mistakes only must fail on the first few draws, too.
    count = draw(st.integers(2, MOST_MISTAKES) | st.integers(MOST_MISTAKES * 9 // 10, MOST_MISTAKES))
    count -= count % 2 * (convention == "R2")
    seed = draw(st.integers(0, 9)) if driver == "random" else None
    data = _in_many_dimensions(count, c, convention == "R2")
    if seed is not None:  # the first pass visits the examples in this order; each unit vector is a mistake there
        visited = drive(_in_many_dimensions(count, Fraction(0)), driver, seed=seed, bias_step=0).mistakes
        data = data.take(sorted(range(count), key=visited.__getitem__))
    return data, drive(data, tuple(range(count)) if driver == "caller" else driver, seed=seed, bias_step=c,
                       rate=draw(positive_rationals()), max_updates=_cap(data, c))


@cache
def _in_many_dimensions(count: int, c: Fraction, paired: bool = False) -> SeparableData:
    """Return examples with orthogonal y(x, √c), or pairs x, −x of unit vectors, where R² = c = 1."""
    labels = [(-1) ** i for i in range(count)]
    if paired:
        X = [tuple(label * (i // 2 == j) for j in range(count // 2)) for i, label in enumerate(labels)]
        return _sum_separator(X, labels, 1)
    return _sum_separator(add_bias([[int(i == j) for j in range(count)] for i in range(count)], labels, c), labels, c)


# --------------------------------------------------------------------------- several classes or candidates


@st.composite
def several(draw: Any, classes: int | None = None, *, bias: bool = True) -> SeveralClasses:
    """Return data of 2 to 4 classes with at most 8 points in at most 3 dimensions, each labelled by the separator. A
    point at which two classes have the largest score is left out. If no point is left, a point at which a class leads
    is made."""
    d = draw(st.integers(1, 3))
    number = draw(st.integers(2, 4)) if classes is None else classes
    vector = st.tuples(*[st.integers(-LARGEST, LARGEST)] * d)
    offsets = st.integers(-LARGEST, LARGEST) if bias else st.just(0)
    separator = [State(*one) for one in draw(st.lists(st.tuples(vector, offsets), min_size=number, max_size=number))]
    points = draw(st.lists(vector, min_size=1, max_size=8))
    return label_by_leader(separator, points, draw(positive_rationals()))


@st.composite
def class_runs(draw: Any) -> tuple[SeveralClasses, Record]:
    """Return (data, run) with any options; a run is capped one update above its bound, which it never reaches."""
    c = draw(st.one_of(st.just(0), st.just(1), positive_rationals()))
    given: SeveralClasses = draw(several(bias=bool(c)))
    order = draw(st.sampled_from(ORDERS))
    run = multi_class_perceptron.run(given.X, given.y, classes=range(len(given.separator)), bias_step=c,
                                     rate=draw(positive_rationals()), order=order,
                                     seed=draw(st.integers(0, 9)) if order == "random" else None,
                                     tie=draw(st.sampled_from(TIES)), shares=draw(st.sampled_from(SHARES)),
                                     max_updates=math.floor(given.bound(c)) + 1)
    return given, run


@st.composite
def candidate_examples(draw: Any, *, separable: bool = True) -> tuple[list[Any], list[int], tuple[int, ...]]:
    """Return at most 5 examples of 2 to 4 candidates in at most 3 dimensions, the numbers of the right ones, and a
    vector u. If `separable`, the right candidate is the one with the largest product with u. Wrong candidates with the
    same product are left out. If no wrong candidate is left, the opposite of the right candidate is added. Otherwise u
    and the right ones are arbitrary."""
    d = draw(st.integers(1, 3))
    vector = st.tuples(*[st.integers(-LARGEST, LARGEST)] * d)
    u = draw(vector.filter(any))
    X, y = [], []
    for each in draw(st.lists(st.lists(vector, min_size=2, max_size=4), min_size=1, max_size=5)):
        right = draw(st.integers(0, len(each) - 1))
        candidates, right = with_best(u, each, right) if separable else (each, right)
        X.append(candidates)
        y.append(right)
    return X, y, u
