"""Wolfe's algorithm and the margin bracket, against closed formulas and conditions checked here by hand."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from novikoff.algorithms import nearest_point as module
from novikoff.algorithms.dataset_reader import read_csv
from novikoff.algorithms.errors import NoSeparator
from novikoff.algorithms.exact_linear import Points
from novikoff.algorithms.nearest_point import (
    best_margin,
    dual_value,
    feasible_value,
    nearest_point,
    require_separator,
    wolfe,
)
from novikoff.algorithms.svm import hard_margin


def dot(u, v, metric=None):
    return sum(m * a * b for m, a, b in zip(metric or [1] * len(u), u, v, strict=True))


def random_points(seed, size, dimension, shift=0):
    draw = Random(seed).randint
    return [[Fraction(draw(-9, 9) + shift, draw(1, 3)) for _ in range(dimension)] for _ in range(size)]


def is_nearest(nearest, points, metric=None):
    """The definition: a convex combination of the points with <p, z> >= |p|² for every point z."""
    p = [sum(w * z[k] for w, z in zip(nearest.weights, points, strict=True)) for k in range(len(points[0]))]
    return (
        sum(nearest.weights) == 1
        and all(w >= 0 for w in nearest.weights)
        and tuple(p) == nearest.point
        and nearest.norm2 == dot(p, p, metric)
        and all(dot(p, z, metric) >= nearest.norm2 for z in points)
        and nearest.active == tuple(i for i, w in enumerate(nearest.weights) if w)
    )


@pytest.mark.parametrize("seed", range(40))
def test_optimality_conditions(seed):
    points = random_points(seed, 3 + seed % 9, 1 + seed % 5, shift=seed % 7)
    assert is_nearest(nearest_point(points), points)


@pytest.mark.parametrize("seed", range(20))
def test_optimality_conditions_in_a_metric(seed):
    points = random_points(seed, 8, 3, shift=5)
    metric = [Fraction(1, 2), 3, Fraction(7, 5)]
    assert is_nearest(nearest_point(points, metric), points, metric)


def test_hulls_by_hand():
    tiny = Fraction(1, 10**30)
    nearest = nearest_point([(tiny, 1), (tiny, -1)])
    assert nearest.norm2 == tiny**2
    # Repeated and collinear points
    points = [(1, 2), (1, 2), (2, 2), (3, 2), (-1, 2), (-1, 2)]
    nearest = nearest_point(points)
    assert nearest.point == (0, 2)
    assert is_nearest(nearest, points)
    # A wide range of sizes
    points = [(10**400, 1), (1, Fraction(1, 10**400)), (Fraction(1, 10**400), 10**400)]
    assert is_nearest(nearest_point(points), points)


@pytest.mark.parametrize(
    "points",
    [[(0, 0)], [(0, 0), (1, 1)], [(1, 1), (-1, -1)], [(2, 0), (-1, 1), (-1, -1)], [(3, 3)] * 4 + [(-1, -1)],
     [(0, 1), (-3, 0), (3, 0)]],  # the last: the first point ends with weight exactly 0
)
def test_origin_in_the_hull(points):
    nearest = nearest_point(points)
    assert nearest.norm2 == 0
    assert is_nearest(nearest, points)


def test_margins_by_hand():
    """min w² + b²/c under 3w + b >= 1: (w, b/c) is parallel to (3, 1), so the value is 1/(9 + c)."""
    margin = best_margin([[3]], [1], bias_step=4)
    assert (margin.w, margin.b) == ((Fraction(3, 13),), Fraction(4, 13))
    assert margin.upper == margin.lower == Fraction(1, 13)
    margin = best_margin([[1, 0], [0, 1]], [1, -1], bias_step=0)
    assert (margin.w, margin.b, margin.upper, margin.lower) == ((1, -1), 0, 2, 2)
    # -1 at 1, +1 at 3 force w = 1, b = -2 on the cheapest line: value 1 + 4/c
    for c in (1, 2, Fraction(1, 4), 16):
        margin = best_margin([[1], [3]], [-1, 1], bias_step=c)
        assert margin.upper == margin.lower == 1 + 4 / Fraction(c)


@pytest.mark.parametrize("bias_step", [0, 1, Fraction(5, 2), 100])
@pytest.mark.parametrize("seed", range(8))
def test_bracket_closes_on_random_data(seed, bias_step):
    offset = 4 if bias_step else 0
    scores = [(x, dot((2, -1, 1), x) + offset) for x in random_points(seed, 9, 3)]
    X, y = zip(*[(x, 1 if score > 0 else -1) for x, score in scores if score], strict=True)
    margin = best_margin(X, y, bias_step)
    assert margin.upper == margin.lower > 0
    assert min(label * (dot(margin.w, x) + margin.b) for x, label in zip(X, y, strict=True)) == 1


def test_a_separator_is_of_its_bias_step_or_there_is_a_certificate():
    X, y = [[1], [2]], [1, -1]
    assert require_separator(X, y, 1).norm2 > 0
    with pytest.raises(NoSeparator):
        require_separator(X, y, 0)
    big = 10**1000 + 1
    with pytest.raises(NoSeparator, match=r"i in \[0, 1\]") as caught:
        best_margin([[big], [-1]], [1, 1], 0)
    assert caught.value.certificate[0] == Fraction(1, big + 1)


def test_values_of_feasible_points():
    assert feasible_value([[1], [3]], [-1, 1], [1], -2) == 5
    assert feasible_value([[1]], [1], [2], 0, bias_step=0) == 4


def test_values_of_dual_points():
    X, y = [[1, 0], [3, 1], [4, -2]], [-1, 1, 1]
    best = best_margin(X, y, 3)
    for dual in ([1, 1, 1], [5, 1, 2], [1, 0, 0]):
        assert dual_value(X, y, dual, 3) <= best.upper
    assert feasible_value(X, y, [2 * w for w in best.w], 2 * best.b, 3) == 4 * best.upper
    assert dual_value([[1], [3]], [-1, 1], [7, 3]) == dual_value([[1], [3]], [-1, 1], [70, 30]) == 5


def minkowski(points, groups):
    """All sums of one point of each group."""
    first, second = ([p for p, g in zip(points, groups, strict=True) if g == k] for k in (0, 1))
    return [[a + b for a, b in zip(u, v, strict=True)] for u in first for v in second]


@pytest.mark.parametrize("floats", ["as they are", "no help"])
@pytest.mark.parametrize("seed", range(20))
def test_the_nearest_point_of_a_sum_is_that_of_all_sums(monkeypatch, seed, floats):
    """Without help from the floats, the rational steps alone find it, from the first point of each group."""
    if floats == "no help":
        monkeypatch.setattr(module, "_float_wolfe", lambda Z, groups: (np.array([0, 1]), np.ones(2)))
    points = random_points(seed, 9, 1 + seed % 3, shift=seed % 8)
    groups = [i % 2 for i in range(9)]
    weights = wolfe(Points(points), groups, [1] * len(points[0])).weights
    p = [sum(weight * points[i][k] for i, weight in weights.items()) for k in range(len(points[0]))]
    assert all(sum(weight for i, weight in weights.items() if groups[i] == g) == 1 for g in (0, 1))
    assert dot(p, p) == nearest_point(minkowski(points, groups)).norm2


@pytest.mark.parametrize("gap", [Fraction(1, 10), Fraction(1, 10**12), 0])
def test_a_gap_is_kept(gap):
    """‖p‖² is at most 1 + gap times the least, whatever the floats made of it."""
    points = random_points(7, 30, 4, shift=8)
    weights = wolfe(Points(points), [0] * 30, [1] * 4, gap).weights
    p = [sum(weight * points[i][k] for i, weight in weights.items()) for k in range(4)]
    least = nearest_point(points).norm2
    assert least <= dot(p, p) <= (1 + gap) * least


@pytest.mark.parametrize(("gap", "p"), [(Fraction(5, 4), Fraction(3, 2)), (Fraction(124, 100), 1)])
def test_the_gap_decides_when_the_floats_suffice(monkeypatch, gap, p):
    """The float corral stops at 3/2 where 1 is nearest: (3/2)² = 1 + 5/4, and less gap asks for exact steps."""
    monkeypatch.setattr(module, "_float_wolfe", lambda Z, groups: (np.array([0, 1]), np.array([0.75, 0.25])))
    weights = wolfe(Points([[1], [3]]), [0, 0], [1], gap).weights
    assert weights.get(0, 0) + 3 * weights.get(1, 0) == p


def test_floats_may_mislead_the_search_but_not_the_result(monkeypatch):
    """A float phase that returns a dependent corral, or a bad one, costs exact steps and nothing else."""
    points = random_points(3, 12, 2, shift=5)
    points[5] = points[4]
    best = nearest_point(points)
    for corral in ([4, 5], [11], [0, 1, 2, 3, 4, 5, 6]):
        guess = (np.array(corral), np.full(len(corral), 0.5))
        monkeypatch.setattr(module, "_float_wolfe", lambda Z, groups, guess=guess: guess)
        assert nearest_point(points).point == best.point


def test_the_floats_spare_most_exact_steps(monkeypatch):
    """On ill-conditioned data they find the active points, up to some that depend on how the processor's BLAS rounds:
    a fifth of the exact steps is left at most (a cost in counts).
    """
    data = read_csv("breast_cancer")
    steps = []
    original = module._Search.affine_minimum
    monkeypatch.setattr(module._Search, "affine_minimum", lambda self, i: steps.append(i) or original(self, i))
    assert hard_margin(data.X, data.y).optimal
    helped = len(steps)
    monkeypatch.setattr(module, "_float_wolfe", lambda Z, groups: (np.unique(groups, return_index=True)[1], np.ones(2)))
    assert hard_margin(data.X, data.y).optimal
    assert 0 < 5 * helped <= len(steps) - helped
