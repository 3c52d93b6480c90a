"""The kernel perceptron is the perceptron in the feature space, mistake for mistake."""

from random import Random

import numpy as np
import pytest
from hypothesis import assume, given

from novikoff.algorithms import kernel_perceptron, perceptron
from novikoff.algorithms.errors import BadInput, NoSeparator
from novikoff.algorithms.kernel_perceptron import certificate, run, scores
from novikoff.algorithms.kernels import kernel
from novikoff.algorithms.lifting import lift, squares, tensor_power

from .example_data import RATIONAL, F, dot, labelled, repeatable

SQUARE = kernel("polynomial", degree=2)
OUTSIDE = [[-1], [0], [1]], [1, -1, 1]


def test_runs_by_hand():
    """f after each mistake: x² + 1, x², x² − 1, 2x², 2x² − 1; the last is right on all three points."""
    result = run(*OUTSIDE, kernel=SQUARE)
    assert (result.mistakes, result.counts, result.b, result.separated) == ((0, 1, 1, 2, 1), (1, 3, 1), -1, True)
    assert scores(result, *OUTSIDE, [[3], [F(1, 2)]]) == [17, F(-1, 2)]
    # Restarting at the first example: x² + 1; x²; x² − 1; now x = −1 gives 0: 2x²; 2x² − 1
    assert run(*OUTSIDE, kernel=SQUARE, order="first").mistakes == (0, 1, 1, 0, 1)
    # Without it f is a multiple of x², which vanishes at 0: the run could never end
    with pytest.raises(NoSeparator) as caught:
        run(*OUTSIDE, kernel=SQUARE, bias_step=0)
    assert caught.value.certificate == (0, 1, 0)
    X, y = [[1], [-3]], [1, -1]
    assert run(X, y, kernel=SQUARE, bias_step="R2", max_updates=3).bias_step == 81


@repeatable
@given(labelled(most=6, numbers=RATIONAL))
def test_never_ending_runs_come_with_a_vanishing_combination(data):
    X, y = data
    try:
        weights = run(X, y, kernel=SQUARE).separated
    except NoSeparator as error:
        weights = error.certificate
    assert weights is True or vanishes(weights, lift(tensor_power(len(X[0]), 2), X), y)


def vanishes(weights, points, y):
    """λ ≥ 0, Σλ = 1 and Σλᵢyᵢ(zᵢ, 1) = 0."""
    signed = [[weight * sign * value for value in [*z, 1]] for weight, sign, z in zip(weights, y, points, strict=True)]
    return sum(weights) == 1 and min(weights) >= 0 and not any(map(sum, zip(*signed, strict=True)))


@repeatable
@given(labelled(most=6, numbers=RATIONAL))
def test_novikoffs_bound_holds_in_the_feature_space(data):
    """For w* with yf ≥ 1 on all examples: updates ≤ (R² + 1)(‖w*‖² + b*²), here with the separator that the run
    found.
    """
    X, y = data
    assume(set(y) == {-1, 1})
    try:
        result = run(X, y, kernel=SQUARE)
    except NoSeparator:
        assume(False)
    phi = lift(tensor_power(len(X[0]), 2), X)
    coefficients = [a * sign for a, sign in zip(result.counts, y, strict=True)]
    w = [sum(c * z[k] for c, z in zip(coefficients, phi, strict=True)) for k in range(len(phi[0]))]
    least = min(sign * (dot(w, z) + result.b) for sign, z in zip(y, phi, strict=True))
    assert result.updates * least**2 <= (max(dot(z, z) for z in phi) + 1) * (dot(w, w) + result.b**2)


def test_gaussian_agrees_with_a_textbook_loop():
    """The same loop on scikit-learn's matrix; the scores stay above 1e-6 away from 0, far beyond rounding."""
    rbf_kernel = pytest.importorskip("sklearn.metrics.pairwise").rbf_kernel
    draw = Random(3)
    X = [[draw.uniform(-1, 1), draw.uniform(-1, 1)] for _ in range(40)]
    y = [1 if u * u + v * v < 0.5 else -1 for u, v in X]
    K, f, steps = rbf_kernel(X, gamma=2.0), np.zeros(40), []
    while any(y * f <= 0):
        for i in range(40):
            assert f[i] == 0 or abs(f[i]) > 1e-6
            if y[i] * f[i] <= 0:
                f += y[i] * (K[i] + 1)
                steps.append(i)
    result = run(X, y, kernel=kernel("gaussian", gamma=2.0), max_updates=10_000)
    assert result.mistakes == tuple(steps)
    assert (result.stopped, result.separated, result.arithmetic) == ("separated", True, "float64")
    np.testing.assert_allclose(scores(result, X, y, X), f, rtol=1e-9)


def test_numbers_are_taken_at_their_exact_value():
    result = run([[F(1, 3)], [F(2, 3)]], [1, -1], kernel="gaussian", max_updates=1000)
    assert (result.arithmetic, result.separated) == ("float64", True)
    # An exact run takes float points at their binary value
    assert scores(run(*OUTSIDE, kernel=SQUARE), *OUTSIDE, [[0.1]]) == [2 * F(0.1) ** 2 - 1]
    # The driver is kept apart from the rule
    assert kernel_perceptron.update(perceptron.State(5, 1), 2, -1, bias_step=3) == perceptron.State(3, -2)


def test_no_certificate_of_a_rounded_run():
    gaussian = run(*OUTSIDE, kernel="gaussian", max_updates=100)
    with pytest.raises(BadInput, match="Gaussian kernel has irrational values"):
        certificate(gaussian, *OUTSIDE)


def test_squares_separate_where_the_line_does_not():
    """Lifting and kernel tell one story: the map (x, x²) as a precomputed matrix."""
    X, y = OUTSIDE
    with pytest.raises(NoSeparator):
        run(X, y)
    lifted = lift(squares(1), X)
    K = [[dot(u, v) for v in lifted] for u in lifted]
    assert run(K, y, kernel="precomputed").mistakes == perceptron.run(lifted, y).mistakes
