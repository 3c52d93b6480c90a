"""The float filter decides nothing that exact arithmetic would decide otherwise; linear equations near a guess."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novikoff.algorithms import exact_linear, processes
from novikoff.algorithms.errors import BadInput
from novikoff.algorithms.exact_linear import Points, solve_near
from novikoff.algorithms.labelled_examples import rows
from novikoff.algorithms.svm import hard_margin

from .conftest import peak_of

wide = st.integers(-(2**70), 2**70) | st.integers(-9, 9)
floats = st.floats(allow_nan=False, allow_infinity=False)


def products(X, v):
    return [sum(Fraction(a) * b for a, b in zip(x, v, strict=True)) for x in X]


@settings(deadline=None)
@given(st.lists(st.tuples(wide, wide, wide), min_size=1, max_size=5), st.tuples(wide, wide, wide), st.integers(-1, 1))
def test_no_point_below_its_threshold_is_missed(X, v, offset):
    """Thresholds within 1 of products up to 2¹⁴², where float64 cannot tell the sides."""
    exact = products(X, v)
    threshold = exact[0] + offset
    low = Points(X).below(v, [threshold], np.zeros(len(X), dtype=int))
    assert {i for i, value in enumerate(exact) if value < threshold} <= set(low)
    assert all(low[i] == exact[i] for i in low)


def test_ties_that_rounding_turns_are_decided_exactly():
    """Products of about 2¹⁴³ one below the threshold: plain float64 puts a quarter of them above it."""
    draw = Random(1).randint
    for _ in range(100):
        x, v = ([draw(-(2**70), 2**70) for _ in range(8)] for _ in "xv")
        (exact,) = products([x], v)
        assert Points([x]).below(v, [int(exact) + 1], np.zeros(1, dtype=int)) == {0: exact}


@settings(deadline=None)
@given(st.lists(st.tuples(floats, floats), min_size=1, max_size=4), st.tuples(wide, wide))
def test_floats_of_any_size_are_taken_exactly(X, v):
    points = Points(np.array(X))
    low = points.below(v, [1], np.zeros(len(X), dtype=int))
    for i, value in enumerate(products(X, v)):
        assert points.exact(i) == list(map(Fraction, X[i]))
        if value * points.scale < 1:
            assert low[i] == value * points.scale


@pytest.mark.parametrize("largest", [2**53 - 1, 2**53, 2**53 + 1])
def test_whole_numbers_in_an_array_are_exact_at_the_edge_of_float64(largest):
    """A row that is one more than a float64 would be seen as its neighbour."""
    X = np.array([[largest, -1], [-largest, 2]])
    points, plain = Points(X, constant=True), Points(X.tolist(), constant=True)
    assert [points.row(i) for i in range(2)] == [plain.row(i) for i in range(2)] == [[*x, 1] for x in X.tolist()]
    assert (points.arithmetic, points.scale, points.unit) == ("exact", 1, plain.unit)
    assert points.rounded.tolist() == plain.rounded.tolist()


def test_the_filter_leaves_little_to_exact_arithmetic():
    """What the filter is for: of 1000 points far from the threshold not one is computed exactly."""
    X = np.random.default_rng(1).normal(size=(1000, 20))
    points = Points(X)
    v = [3] * 20
    limit = min(products(X, v)) * points.scale
    assert points.below(v, [int(limit) - int(points.scale)], np.zeros(1000, dtype=int)) == {}
    assert len(points.below(v, [int(limit) + 1], np.zeros(1000, dtype=int))) == 1


def test_thresholds():
    points, group = Points([[5]]), np.array([0])
    assert points.below([1], [10**500], group) == {0: 5}
    assert set(points.below([1], [-(10**500)], group)) <= {0}
    low = Points([[5], [5], [5]]).below([1], [6, 5, 4], np.array([0, 1, 2]))
    assert low[0] == 5
    assert 2 not in low


def test_arrays_and_lists_are_the_same_points():
    X, y = [[0.1, -3.0], [1e-30, 2.5]], [1, -1]
    arrays, lists = Points(np.array(X), np.array(y), constant=True), Points(X, y, constant=True)
    assert [arrays.exact(i) for i in (0, 1)] == [lists.exact(i) for i in (0, 1)]
    assert arrays.exact(1) == [-Fraction(1e-30), Fraction(-5, 2), -1]
    assert arrays.arithmetic == lists.arithmetic == "float64"
    assert np.allclose(arrays.rounded * float(arrays.unit), lists.rounded * float(lists.unit), rtol=1e-15, atol=0)
    assert Points([[1, Fraction(1, 3)]]).arithmetic == "exact"


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_not_finite(bad):
    with pytest.raises(BadInput, match=r"X\[1\]\[0\] = .* is not finite"):
        Points(np.array([[0.0], [bad]]))


small = st.integers(-3, 3)


@settings(deadline=None)
@given(st.lists(st.lists(small, min_size=4, max_size=4), min_size=1, max_size=4),
       st.lists(small, min_size=3, max_size=3))
def test_solutions_solve(system, near):
    solution = solve_near(system, near)
    if solution is not None:
        assert all(sum(a * x for a, x in zip(row, solution, strict=False)) == row[-1] for row in system)
    else:  # inconsistent: the rank of the equations grows with their right side
        matrix = np.array(system, dtype=float)
        assert np.linalg.matrix_rank(matrix) > np.linalg.matrix_rank(matrix[:, :-1])


@pytest.mark.parametrize("kind", [float, int, Fraction])
def test_what_does_not_fit_is_refused_with_the_size_that_would_be_needed(monkeypatch, kind):
    """Where it is said to fit, no more is used: counted by tracemalloc, with the answer that is computed of it."""
    n, d = 4000, 8
    X = np.random.default_rng(1).integers(-999, 1000, size=(n, d))
    y = (-1) ** np.arange(n)
    X[:, 0] += 1100 * y
    table = rows([[Fraction(v, 7) for v in x] for x in X.tolist()]) if kind is Fraction else X.astype(kind)
    asked = []
    monkeypatch.setattr(exact_linear, "require_memory", lambda needed, what: asked.append(needed))
    hard_margin(X[:10], y[:10])
    peak, _ = peak_of(lambda: hard_margin(table, y))
    assert peak < asked[-1] < 3 * peak
    monkeypatch.undo()
    monkeypatch.setattr(processes, "LITTLE", 0)
    monkeypatch.setattr(processes, "_memory_available", lambda: asked[-1])
    assert Points(table).shape == (n, d)
    monkeypatch.setattr(processes, "_memory_available", lambda: asked[-1] - 1)
    with pytest.raises(BadInput, match=r"for 4000 examples with 8 features needs 0\.0 GiB of memory"):
        Points(table)
