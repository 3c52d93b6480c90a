"""SMO: steps by hand, its end at the optimum of the soft margin, and its bounds on data."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from novikoff.algorithms.smo import run
from novikoff.algorithms.svm import dual_value, primal_value, soft_margin

from .example_data import RATIONAL, F, labelled, repeatable

DATA = labelled(2, 6, RATIONAL, 2)
CHOICES = st.sampled_from(["gain", "violation"])


def test_runs_by_hand():
    """For 0 and 2 with the label −1, and 3 with +1, each pair has the violation 2 and the limit C = 1 at first. The
    pair of 3 and 0 comes first: t = 2/9 < 1, so w = 2/3. Then the scores are −1, −7/3 and −1. The pairs 3, 2 and 0, 2
    have the violation 4/3; their limits are 1 − 2/9 and 2/9. The first goes 7/9, for (4/3)/1 is beyond its limit.
    """
    found = run([[0], [2], [3]], [-1, -1, 1], C=1, max_updates=2)
    assert found.steps == ((2, 0, F(2, 9)), (2, 1, F(7, 9)))
    assert (found.w, found.dual) == ((F(2, 3) + F(7, 9),), (F(2, 9), F(7, 9), 1))
    # The largest violation may have hardly any room
    X, y = [[0], [2], [3], [9]], [-1, 1, 1, -1]
    gain, violation = (run(X, y, C=1, choose=choose, max_updates=9).steps for choose in ("gain", "violation"))
    assert gain != violation
    found = run([[1], [2]], [1, 1], epsilon=1)
    assert (found.updates, found.stopped, found.w, found.upper, found.b) == (0, "optimal", (0,), 0, 1)


@repeatable
@given(DATA, st.fractions(F(1, 8), 8, max_denominator=8), CHOICES)
def test_the_points_are_feasible_and_bracket_the_least_value(data, C, choose):
    X, y = data
    assume(len(set(y)) == 2)
    found, best = run(X, y, C=C, choose=choose, max_updates=12), soft_margin(X, y, C=C)
    assert found.lower == dual_value(X, y, found.dual, C) <= best.upper
    assert found.upper == primal_value(X, y, found.w, found.b, C) >= best.lower
    if found.stopped == "optimal":
        assert found.lower == found.upper
    for bias in (found.b - F(1, 9), found.b + F(1, 9)):
        assert primal_value(X, y, found.w, bias, C) >= found.upper


def square(x):
    return sum(F(value) ** 2 for value in x)


@repeatable
@given(DATA, st.fractions(F(1, 8), 8, max_denominator=8), CHOICES)
def test_the_squares_of_the_steps_are_summable(data, C, choose):
    """smo-steps-square-summable, with the final (w, b): Σ‖v‖² ≤ 2·upper."""
    X, y = data
    found = run(X, y, C=C, choose=choose, max_updates=12)
    steps = (t**2 * square(u - v for u, v in zip(X[i], X[j], strict=True)) for i, j, t in found.steps)
    assert sum(steps) <= 2 * found.upper


@repeatable
@given(DATA, st.fractions(F(1, 8), 8, max_denominator=8))
def test_the_rate_of_the_largest_gain(data, C):
    """smo-rate: t·Δ ≤ M = max(8n²C²R², 2nΔ₀)."""
    X, y = data
    assume(len(set(y)) == 2)
    best = soft_margin(X, y, C=C).lower
    most = max(8 * (len(y) * C) ** 2 * max(map(square, X)), 2 * len(y) * best)
    for count in range(1, 9):
        assert count * (best - run(X, y, C=C, max_updates=count).lower) <= most


def test_float_runs_end_near_the_exact_optimum():
    X, y = [[0.0, 1.0], [1.0, 0.5], [4.0, 2.0], [2.0, 3.0], [1.0, 1.0]], [-1, 1, 1, -1, -1]
    assert run(X, y, C=2, epsilon=1e-6, max_updates=500).upper == pytest.approx(64 / 17, abs=1e-6)
