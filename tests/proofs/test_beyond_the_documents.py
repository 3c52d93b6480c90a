"""Claims beyond the documents on exact data: leaving out, boosting, dichotomies."""

from fractions import Fraction
from itertools import product
from math import comb, exp, isqrt, log, sqrt

import pytest

from novikoff.algorithms import perceptron
from novikoff.algorithms.separability import separate
from novikoff.proofs.claims.classifiers.boosting import reweighted


def dot(u, v):
    return sum(a * b for a, b in zip(u, v, strict=True))


@pytest.mark.parametrize("X", [[[2, 1], [1, 3], [3, -1], [-1, 2]], [[1, 0, 0], [-1, 1, 0], [-1, -1, 1], [5, 5, 5]]])
def test_each_left_out_error_costs_an_update(X):
    run = perceptron.run(X, [1] * len(X), bias_step=0)
    wrong = [i for i, x in enumerate(X)
             if dot(perceptron.run(X[:i] + X[i + 1 :], [1] * (len(X) - 1), bias_step=0).w, x) <= 0]
    assert set(wrong) <= set(run.mistakes)
    assert len(wrong) <= len(set(run.mistakes)) <= run.updates


def stumps(values):
    """All decision stumps on numbers: the label is 1 just above the threshold, or just below it."""
    cuts = [min(values) - 1, *values]
    return [[sign * (1 if v > cut else -1) for v in values] for cut in cuts for sign in (1, -1)]


def test_adaboost_has_the_loss_that_its_edges_say_and_then_no_errors():
    """Intervals on a line, which no stump separates; √(1 − 4γ²) is rounded, and β with it, so that βr is 1 + 2γ."""
    y = [-1, 1, 1, -1, 1]
    D, F, V, G = [Fraction(1)] * 5, [0.0] * 5, 1.0, Fraction(0)
    for _ in range(30):
        m = max(([a * b for a, b in zip(y, h, strict=True)] for h in stumps(range(5))), key=lambda m: dot(D, m))
        gamma = dot(D, m) / sum(D) / 2
        square = 1 - 4 * gamma**2
        r = Fraction(isqrt(square.numerator * 10**24 // square.denominator), 10**12)
        beta = (1 + 2 * gamma) / r
        D = [reweighted(d, v, beta, 1 / beta).limit_denominator(10**15) for d, v in zip(D, m, strict=True)]
        F = [f + log(beta) * v for f, v in zip(F, m, strict=True)]
        V, G = V * sqrt(square), G + gamma**2
        assert sum(D) == pytest.approx(5 * V)
        assert [exp(-f) for f in F] == pytest.approx([float(d) for d in D])
        assert sum(d >= 1 for d in D) <= 5 * V <= 5 * exp(-2 * G) + 1e-9
    assert min(F) > 0


@pytest.mark.parametrize("d", [1, 2, 3])
def test_points_in_general_position_have_as_many_dichotomies_as_cover_says(d):
    """On the moment curve, where any d points are independent; N = 1 … 5 points and planes through 0."""
    for N in range(1, 6):
        X = [[Fraction(t) ** k for k in range(d)] for t in range(1, N + 1)]
        found = sum(separate(X, y, bias=False).separable for y in product((1, -1), repeat=N))
        assert found == 2 * sum(comb(N - 1, k) for k in range(d))
