"""Kernels against their formulas and scikit-learn; the test of a Gram matrix against its definition."""

import math
import pickle
from itertools import combinations
from random import Random

import numpy as np
import pytest
import sympy
from hypothesis import assume, given
from hypothesis import strategies as st

from novikoff.algorithms.kernels import (
    Kernel,
    NotPositiveSemidefinite,
    gram,
    kernel,
    negative_direction,
    require_positive_semidefinite,
)

from .example_data import F, dot, repeatable

rationals = st.builds(F, st.integers(-9, 9), st.integers(1, 5))


def points(d, least=1):
    return st.lists(st.lists(rationals, min_size=d, max_size=d), min_size=least, max_size=5)


def form(K, v):
    return sum(v[i] * v[j] * K[i][j] for i in range(len(v)) for j in range(len(v)))


def symmetric(size):
    return st.lists(st.integers(-4, 4), min_size=size * size, max_size=size * size).map(
        lambda flat: [[flat[size * min(i, j) + max(i, j)] for j in range(size)] for i in range(size)]
    )


def is_psd_by_minors(K):
    """Sylvester's criterion for semi-definiteness: every principal minor is ≥ 0, not the leading ones only."""
    n = len(K)
    return all(sympy.Matrix(K)[list(s), list(s)].det() >= 0 for k in range(1, n + 1) for s in combinations(range(n), k))


@repeatable
@given(points(2), points(2), st.integers(1, 4), st.builds(F, st.integers(0, 9), st.integers(1, 4)))
def test_exact_matrices_are_the_formula_entry_by_entry(U, V, degree, offset):
    K = gram(kernel("polynomial", degree=degree, offset=offset), V, U)
    assert K.tolist() == [[(dot(u, v) + offset) ** degree for v in V] for u in U]
    assert all(type(value) in (int, F) for row in K for value in row)
    assert gram(kernel("linear"), V, U).tolist() == [[dot(u, v) for v in V] for u in U]


def test_matrices_by_hand():
    K = gram(kernel("polynomial", degree=2, offset=F(1, 2)), [[1], [2]])
    assert K.tolist() == [[F(9, 4), F(25, 4)], [F(25, 4), F(81, 4)]]
    # Far points have the value zero
    assert gram(kernel("gaussian"), [[0], [10**200]]).tolist() == [[1, 0], [0, 1]]
    # A float anywhere makes the matrix float
    assert gram(kernel("linear"), [[1, 2]], [[0.5, 1]]).dtype == float
    assert gram(kernel("polynomial", offset=0.5), [[1, 2]]).dtype == float
    assert gram(kernel("linear"), [[1, 2]]).dtype == object
    # A precomputed matrix is the values given
    K = [[2, 1], [1, F(1, 2)]]
    assert gram(kernel("precomputed"), K).tolist() == K
    assert gram(kernel("precomputed"), K, [[5, 7]]).tolist() == [[5, 7]]


@repeatable
@given(points(3))
def test_gaussian_of_exact_data_rounds_the_exact_exponent_once(X):
    gamma = F(1, 7)
    K = gram(kernel("gaussian", gamma=gamma), X)
    assert K.dtype == float
    for i, u in enumerate(X):
        for j, v in enumerate(X):
            assert K[i][j] == math.exp(-float(gamma * sum((a - b) ** 2 for a, b in zip(u, v, strict=True))))


def test_floats_agree_with_scikit_learn():
    """Its rbf_kernel takes ‖u‖² + ‖v‖² − 2⟨u, v⟩ and so loses about ‖u‖²·2⁻⁵² of the squared distance; hence 1e-12
    here.
    """
    pairwise = pytest.importorskip("sklearn.metrics.pairwise")
    draw = np.random.default_rng(1)
    U, V = draw.normal(size=(6, 4)), draw.normal(size=(5, 4))
    np.testing.assert_allclose(gram(kernel("gaussian", gamma=0.3), V, U), pairwise.rbf_kernel(U, V, gamma=0.3),
                               rtol=1e-12)
    np.testing.assert_allclose(gram(kernel("polynomial", degree=3, offset=1), V, U),
                               pairwise.polynomial_kernel(U, V, degree=3, gamma=1, coef0=1), rtol=1e-12)
    np.testing.assert_allclose(gram(kernel("linear"), V, U), pairwise.linear_kernel(U, V), rtol=1e-12)


@repeatable
@given(st.integers(1, 4).flatmap(symmetric))
def test_verdict_is_that_of_all_principal_minors(K):
    v = negative_direction(K)
    assert (v is None) == is_psd_by_minors(K)
    assert v is None or (form(K, v) < 0 and all(type(value) is int for value in v))


@repeatable
@given(st.integers(1, 4), st.data())
def test_gram_matrices_of_rational_points_pass(d, data):
    """Also singular ones: more points than dimensions, repeated points."""
    X = data.draw(points(d, least=2))
    K = gram(kernel("linear"), [*X, X[0]])
    assert negative_direction(K.tolist()) is None


@repeatable
@given(st.integers(2, 4), st.data())
def test_lowering_a_diagonal_entry_of_a_singular_matrix_is_noticed(d, data):
    X = data.draw(points(d))
    K = gram(kernel("polynomial", degree=2), [*X, X[-1]]).tolist()
    K[-1][-1] -= F(1, 10**30)
    v = negative_direction(K)
    assert v is not None
    assert form(K, v) < 0


def test_random_large_matrices_with_one_negative_direction():
    """K = ‖u‖⁴AAᵀ − (uᵀAAᵀu + 1)uuᵀ has uᵀKu = −‖u‖⁴, and is positive on the complement of u if A is invertible."""
    draw = Random(5).randint
    A = [[draw(-5, 5) for _ in range(12)] for _ in range(12)]
    K = [[dot(u, v) for v in A] for u in A]
    assert negative_direction(K) is None
    u = [draw(-3, 3) for _ in range(12)]
    worse = [[K[i][j] * dot(u, u) ** 2 - u[i] * u[j] * (form(K, u) + 1) for j in range(12)] for i in range(12)]
    v = negative_direction(worse)
    assert form(worse, u) == -(dot(u, u) ** 2)
    assert form(worse, v) < 0


@pytest.mark.parametrize("K", [[[0, 1], [1, 0]], [[0, -1], [-1, 7]], [[0, 1], [1, -9]],
                               [[1, 1, 0], [1, 1, 1], [0, 1, 5]]])
def test_a_zero_pivot_beside_a_nonzero_entry(K):
    assert form(K, negative_direction(K)) < 0


def test_floats_count_at_their_binary_value():
    """0.1² in float64 lies above the square of the float 0.1: as exact numbers these are no inner products."""
    below = [[0.1 * 0.1, 0.1], [0.1, 1.0]]
    assert F(0.1 * 0.1) > F(0.1) ** 2
    require_positive_semidefinite(below)
    # tanh(⟨u, v⟩ − 1) is called a kernel in places; its matrix at 1 and 2 is not positive semi-definite
    K = [[math.tanh(u * v - 1) for u in (1, 2)] for v in (1, 2)]
    with pytest.raises(NotPositiveSemidefinite) as caught:
        require_positive_semidefinite(K)
    v = caught.value.witness
    assert form([[F(value) for value in row] for row in K], v) < 0


@repeatable
@given(st.integers(2, 3).flatmap(symmetric))
def test_a_precomputed_matrix_is_tested_where_it_enters(K):
    assume(not is_psd_by_minors(K))
    with pytest.raises(NotPositiveSemidefinite):
        gram(kernel("precomputed"), K)


def test_a_kernel_has_only_its_own_parameters_and_an_error_its_witness():
    assert kernel("linear", degree=5) == Kernel("linear")
    assert kernel("gaussian", gamma=2).parameters == {"gamma": 2}
    assert kernel(Kernel("linear")) == Kernel("linear")
    with pytest.raises(NotPositiveSemidefinite, match=r"v = \(-2, 1\) has vᵀKv = -3 < 0") as caught:
        require_positive_semidefinite([[1, 2], [2, 1]])
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (str(copy), copy.witness) == (str(caught.value), (-2, 1))
