"""Hypothesis strategies for exact separable data and for runs on them.

Main definitions:
    separable             data with a known separator (`SeparableData`)
    runs                  pairs (data, Run), for each driver and each bias convention
    positive_rationals    scales, rates and ρ

Random data rarely touch the boundary, so the corner cases are made on purpose: points on the lattice next to
the hyperplane, on either side; repeated points; one class only; all points at the origin. Labels come from
the separator and a point on the hyperplane is moved off it, so nothing is rejected.

Implementation notes: everything is drawn as small integers and scaled by rationals at the end, since drawing
fractions is slow. A run is capped one update above the bound that is proved for it: the cap is never reached
unless the rule or the bound is wrong, and then the run still ends.
"""

import math
from fractions import Fraction
from functools import cache

from hypothesis import strategies as st

from ..algorithms.errors import BadInput
from ..algorithms.examples import Exact
from ..algorithms.perceptron import ORDERS, Run
from .bounds import bounds_for
from .instances import SeparableData, dot, drive

__all__ = ["CONVENTIONS", "DRIVERS", "SeparableData", "positive_rationals", "runs", "separable"]

DRIVERS = (*ORDERS, "caller", "online")
CONVENTIONS = {
    "homogeneous": "no bias: c = 0, and b* = 0",
    "one": "c = 1",
    "R2": "c = R² > 0",
    "any": "c = ρ² for a rational ρ > 0",
}
MOST_POINTS, MOST_DIMENSIONS, LARGEST = 8, 5, 3
ONE_CLASS = {"positive": 1, "negative": -1}
SHAPES = ("general",) * 17 + (*ONE_CLASS, "origin")  # origin: R = 0
PLACES = ("free", "near", "across", "repeat")  # near and across: next to the hyperplane, on either side


@cache
def positive_rationals() -> st.SearchStrategy[Fraction]:
    """Return a strategy for p/q with 1 ≤ p, q ≤ 5; it shrinks to 1."""
    return st.builds(Fraction, st.integers(1, 5), st.integers(1, 5))


# ------------------------------------------------------------------------------------ separable data


@st.composite
def separable(draw, *, unit: bool = False, homogeneous: bool = False) -> SeparableData:
    """Return data with 1 ≤ n ≤ 8 points in 1 ≤ d ≤ 5 dimensions, and a separator with its exact margin.

    `unit` makes ‖w*‖ = 1 (a Pythagorean w*, rescaled). `homogeneous` makes b* = 0. Otherwise R = 0 is
    possible: all points at the origin, separated by b* alone, with w* = 0 unless `unit`.
    """
    d = draw(st.integers(1, MOST_DIMENSIONS))
    w = draw(_rational_length(d) if unit else _integers(d))
    points = draw(_points(d))
    shape = draw(st.sampled_from(SHAPES))
    if shape == "origin" and not unit:
        w = (0,) * d  # then b* alone separates
    b = 0 if homogeneous else draw(st.integers(-LARGEST, LARGEST))
    data = _through_origin(w, points, shape) if homogeneous else _with_bias(w, b, points, shape)
    data = data.scaled(draw(positive_rationals()))
    return data.unit() if unit else data


@cache
def _integers(d: int):
    """Integer vectors of length d."""
    return st.tuples(*[st.integers(-LARGEST, LARGEST)] * d)


@cache
def _points(d: int):
    """Lists of (place, integer point); what the place means is the business of `_placed`."""
    return st.lists(st.tuples(st.sampled_from(PLACES), _integers(d)), min_size=1, max_size=MOST_POINTS)


@cache
def _rational_length(d: int):
    """Integer vectors of length d, not 0, whose norm is an integer."""
    return st.tuples(st.integers(1, 3), *[st.integers(-2, 2)] * (d - 1)).map(pythagorean)


def pythagorean(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the integer vector along (m² − Σt², 2mt₁, 2mt₂, …), whose norm is rational, for (m, t₁, t₂, …), m ≠ 0.

    The norm of that vector is m² + Σt², and all rational directions but one are of this form.

    >>> pythagorean((2, 1)), pythagorean((1, 1, 1))
    ((3, 4), (-1, 2, 2))
    """
    m, *t = numbers
    squares = sum(s * s for s in t)
    vector = (m * m - squares, *(2 * m * s for s in t))
    divisor = math.gcd(*vector)
    return tuple(value // divisor for value in vector)


def _through_origin(w, points, shape) -> SeparableData:
    """Return data with b* = 0; a point on the wrong side for its one class goes to the opposite point."""
    w = _not_zero(w)
    X, y = _labelled(w, 0, points)
    if sign := ONE_CLASS.get(shape):
        X = [tuple(sign * label * value for value in x) for x, label in zip(X, y, strict=True)]
        y = [sign] * len(y)
    return SeparableData.of(X, y, w, 0)


def _with_bias(w, b, points, shape) -> SeparableData:
    """Return data with any b*; for one class it is chosen so that the smallest margin is 1."""
    if shape == "origin":
        return SeparableData.of([(0,) * len(w)] * len(points), [-1 if b < 0 else 1] * len(points), w, b or 1)
    w = _not_zero(w)
    if sign := ONE_CLASS.get(shape):
        b = sign * (1 - min(sign * dot(w, x) for _, x in points))
        points = [("free", x) for _, x in points]
    X, y = _labelled(w, b, points)
    return SeparableData.of(X, y, w, b)


def _not_zero(w):
    return w if any(w) else (1, *w[1:])


def _labelled(w, b, points):
    """Return the points, put where their places say, and the labels that (w, b) gives them."""
    X: list[tuple[int, ...]] = []
    for place, x in points:
        X.append(X[-1] if place == "repeat" and X else _placed(w, b, x, place))
    return X, [1 if dot(w, x) + b > 0 else -1 for x in X]


def _placed(w, b, x, place):
    """Move x along one axis: next to the hyperplane if `place` says so, and in any case off it."""
    axis = max(range(len(w)), key=lambda j: abs(w[j]))  # the heaviest weight keeps the points, and the runs, small
    score, weight = dot(w, x) + b, w[axis]
    steps = {"near": score // weight, "across": score // weight + 1}.get(place, 0)
    if score == steps * weight:
        steps -= 1
    return (*x[:axis], x[axis] - steps, *x[axis + 1:])


# ---------------------------------------------------------------------------------------------- runs


def runs(driver: str | None = None, convention: str | None = None, *,
         unit: bool = False) -> st.SearchStrategy[tuple[SeparableData, Run]]:
    """Return a strategy for (data, run), with rational rates; `None` means any of `DRIVERS` or `CONVENTIONS`.

    The caller's order visits any indices, perhaps too few to separate. An online run has met each example of
    its data once, every point at least once. Raises `BadInput` for unknown names.

    >>> runs("perceptron")
    Traceback (most recent call last):
    novikoff.algorithms.errors.BadInput: driver = 'perceptron' is unknown; choose one of: cyclic, first, \
random, caller, online
    """
    for name, given, known in (("driver", driver, DRIVERS), ("convention", convention, tuple(CONVENTIONS))):
        if given is not None and given not in known:
            raise BadInput(f"{name} = {given!r} is unknown; choose one of: {', '.join(known)}")
    return _runs(driver, convention, unit)


@st.composite
def _runs(draw, driver, convention, unit):
    convention = convention or draw(st.sampled_from(tuple(CONVENTIONS)))
    driver = driver or draw(st.sampled_from(DRIVERS))
    data = draw(_data_for(convention, unit))
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


@cache
def _data_for(convention: str, unit: bool):
    data = separable(unit=unit, homogeneous=convention == "homogeneous")
    # With R = 0 the bias step R² is void.
    return data.filter(_has_radius) if convention == "R2" else data


def _has_radius(data: SeparableData) -> bool:
    return data.R2 > 0


def _bias_step(draw, convention: str, data: SeparableData) -> Exact:
    if convention == "any":
        return draw(positive_rationals()) ** 2
    return {"homogeneous": 0, "one": 1, "R2": data.R2}[convention]


def _cap(data: SeparableData, c: Exact) -> int:
    return math.floor(min(value(data.separator) for _, value in bounds_for(c, data.R2))) + 1
