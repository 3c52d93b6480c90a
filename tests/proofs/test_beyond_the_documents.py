"""Theorems beyond the documents on exact data: leaving out, boosting, dichotomies, gradient descent, changed inputs."""

from fractions import Fraction
from itertools import combinations, product
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
        found = sum(has_separator(X, y) for y in product((1, -1), repeat=N))
        assert found == 2 * sum(comb(N - 1, k) for k in range(d))


@pytest.mark.parametrize("d", [0, 1, 2])
def test_the_largest_family_of_sets_that_shatters_few_points_is_as_large_as_sauer_says(d):
    """Of all 256 families of sets of three points; the sets of at most d points attain it."""
    n, sets = 3, list(product((0, 1), repeat=3))
    def shatters(family, points):
        return len({tuple(s[i] for i in points) for s in family}) == 2 ** len(points)
    def shatters_few(family):
        return not any(shatters(family, points) for points in combinations(range(n), d + 1))
    families = ([s for s, chosen in zip(sets, marks, strict=True) if chosen] for marks in product((0, 1), repeat=8))
    most = sum(comb(n, k) for k in range(d + 1))
    assert max(len(family) for family in families if shatters_few(family)) == most
    small = [s for s in sets if sum(s) <= d]
    assert shatters_few(small)
    assert len(small) == most


def has_separator(X, y):
    return separate(X, y, bias=False).separable


def test_parity_is_orthogonal_to_what_does_not_depend_on_all_inputs():
    n = 4
    points = list(product((1, -1), repeat=n))
    parity = [p[0] * p[1] * p[2] * p[3] for p in points]
    for size in range(n + 1):
        for chosen in combinations(range(n), size):
            feature = []
            for p in points:
                value = 1
                for i in chosen:
                    value *= p[i]
                feature.append(value)
            assert dot(parity, feature) == (2**n if size == n else 0)


def test_normalised_steps_come_near_the_best_margin():
    X, R = [[3, 1], [1, 2], [2, -1]], sqrt(10)
    directions = [(sqrt(1 - s * s), s) for s in (k / 1000 for k in range(-999, 1000))]
    gamma = max(min(dot(u, x) for x in X) for u in directions)
    w, delta, T = [0.0, 0.0], gamma / (8 * R**2), 4000
    for _ in range(T):
        weights = [exp(-dot(w, x)) for x in X]
        G = [sum(a * x[j] for a, x in zip(weights, X, strict=True)) for j in range(2)]
        size = sqrt(dot(G, G))
        w = [a + delta * g / size for a, g in zip(w, G, strict=True)]
    margin = gamma - R**2 * delta - log(3) / (T * delta)
    assert margin > gamma / 2
    assert min(dot(w, x) for x in X) >= margin * sqrt(dot(w, w))
    assert sqrt(dot(w, w)) <= T * delta + 1e-9
