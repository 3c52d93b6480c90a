"""The ellipsoid method: a step by hand, its rounding, the separators it keeps, the volume it loses, and its bound."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novikoff.algorithms.ellipsoid import EllipsoidMethod, most, run, weight
from novikoff.algorithms.nearest_point import best_margin
from novikoff.properties.applicable_bounds import find_bounds

from .example_data import F, separable

repeatable = settings(deadline=None, derandomize=True, max_examples=25)
positive = st.builds(F, st.integers(1, 10**6), st.integers(1, 10**6))


def test_two_steps_by_hand():
    """β = 2. h is 257/256, the next number of nine digits above 1: p = (257/256, 0), and A has 1/3 for the first axis.
    Then R = 1 + p²/3, and 256·√R is 295.9, so that h is 296/256.
    """
    found = run([[1, 0], [0, 1]], [1, 1], bias_step=0)
    assert (found.mistakes, found.w, found.stopped) == ((0, 1), (F(257, 768), F(296, 768)), "separated")


@repeatable
@given(positive, positive, st.integers(-(10**6), 0), st.integers(2, 40))
def test_rounding_keeps_what_the_volume_needs(g, square, score, D):
    exact = F(2, D - 1) / g
    beta, h = weight(g, D, 5), most(F(score, 999), square, D, 5) - F(score, 999)
    assert (1 - F(1, 16 * D)) * exact <= beta <= exact
    assert square <= h**2
    assert 8 * D * (beta / exact * h**2 - square) <= square


def volume(before, after):
    """Return the square of the ratio of the volumes after and before a step."""
    D = max(2, len(after.p))
    R, S = (1 + each.p @ each.A @ each.p for each in (before, after))
    determinant = lambda each: F(np.linalg.det(each.A.astype(float)))  # noqa: E731
    return float((S / R) ** D) * float(determinant(after) / determinant(before))


@repeatable
@given(separable(), st.sampled_from(["cyclic", "first"]))
def test_each_step_keeps_the_separators_and_loses_volume(data, order):
    X, y, c = data
    best, limit = best_margin(X, y, c), find_bounds("ellipsoid", X, y, {"bias_step": c, "bits": 5}).limit
    learner, steps = EllipsoidMethod.begin(X, y, bias_step=c, order=order, seed=None, bits=5)
    length = int(best.upper) + 1
    u = [F(v) / length for v in [*best.w, *[best.b] * bool(c)]]  # in the unit ball, of positive margins
    value = sum(v * v for v in u[: len(X[0])]) + (u[-1] ** 2 / c if c else 0) - 1
    for i in steps:
        before = learner.state
        z, Az = learner.sign_example(i), before.A @ learner.sign_example(i)
        learner.take(i)
        g, D = z @ Az, max(2, len(Az))
        h = most(before.p @ Az, g * (1 + before.p @ before.A @ before.p), D, 5)
        along = sum(a * b for a, b in zip(u, z, strict=True))
        value += weight(g, D, 5) * along * (along - h)
        assert value <= 0
        assert volume(before, learner.state) <= np.exp(-1 / (D + 2)) + 1e-9
    assert learner.updates <= limit[1]


@pytest.mark.parametrize(("k", "updates"), [(10, 2), (1000, 10), (10**6, 22)])
def test_a_narrow_cone_takes_few_steps(k, updates):
    """R²/γ² is more than k²; the bound grows with its logarithm."""
    X, y = [[k, 1], [-k, 1], [0, 1]], [1, 1, 1]
    found, bounds = run(X, y, bias_step=0), find_bounds("ellipsoid", X, y, {"bias_step": 0, "bits": 5}).bounds
    assert found.separated
    assert found.updates == updates
    assert found.updates <= bounds[0][1] <= 16 * np.log(2 * (k + 1)) + 1 < k**2
