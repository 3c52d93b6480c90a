"""The margin perceptron: its bound, its margin, and scikit-learn's hinge loss, which is the same rule at β = 1."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from novikoff.algorithms.errors import BadInput
from novikoff.algorithms.margin_perceptron import run
from novikoff.algorithms.nearest_point import best_margin

from .example_data import F, margins, repeatable, separated


def test_by_hand():
    """x = 1 and −1, no bias: every update adds 1 to w, until w > 3."""
    result = run([[1], [-1]], [1, -1], beta=3, bias_step=0)
    assert (result.w, result.mistakes, result.stopped) == ((4,), (0, 1, 0, 1), "separated")
    assert run([[1]], [1], beta=1, bias_step=0).updates == 2  # w = 1 has margin 1 <= 1
    result = run([[1], [-1]], [1, -1], beta=100, bias_step=0, max_updates=60)
    assert (result.stopped, result.separated) == ("max_updates", True)


@repeatable
@given(separated(), st.sampled_from([0, F(1, 2), 5]), st.sampled_from([1, 3, "R2"]), st.sampled_from([1, F(1, 3)]))
def test_bounds_on_updates_and_margin(data, beta, bias_step, rate):
    X, y = data
    try:
        result = run(X, y, beta=beta, bias_step=bias_step, rate=rate)
    except BadInput:
        assert bias_step == "R2"
        assert not any(map(any, X))  # R = 0
        return
    c = result.bias_step
    inverse = best_margin(X, y, c).upper  # 1/γ² of the best separator
    D2 = max(sum(v * v for v in x) for x in X) + c
    assert result.updates <= (D2 + F(2 * beta) / rate) * inverse
    least, length2 = min(margins(result, X, y)), sum(v * v for v in result.w) + F(result.b) ** 2 / c
    assert result.separated
    assert least > beta
    assert (least * (rate * D2 + 2 * beta)) ** 2 * inverse >= F(beta) ** 2 * length2  # least/‖v‖ >= βγ/(αD² + 2β)


def test_a_large_beta_nearly_halves_the_best_margin_at_worst():
    X, y = [[0, 0], [4, 1], [5, -3]], [-1, 1, 1]
    best2 = 1 / best_margin(X, y, 1).upper
    for beta in (0, 1000):
        result = run(X, y, beta=beta)
        achieved2 = F(min(margins(result, X, y))) ** 2 / (sum(v * v for v in result.w) + result.b**2)
        if beta:
            assert achieved2 > best2 * F(24, 100)
        else:
            assert achieved2 < best2 * F(24, 100)


@pytest.mark.parametrize("seed", range(5))
def test_agrees_with_scikit_learns_hinge_loss(seed):
    """SGD on the hinge loss without penalty at rate 1 updates at y·f <= 1 with b += y: β = 1, c = 1."""
    linear_model = pytest.importorskip("sklearn.linear_model")
    draw = np.random.default_rng(seed)
    X = draw.integers(-5, 6, size=(12, 3)).astype(float)
    y = np.where(X @ [1, -2, 1] + 0.5 > 0, 1, -1)
    theirs = linear_model.SGDClassifier(loss="hinge", penalty=None, alpha=0, learning_rate="constant", eta0=1,
                                        shuffle=False, max_iter=4, tol=None).fit(X, y)
    mine = run(X, y, order=[*range(12)] * 4)
    assert mine.updates > 3
    assert theirs.coef_[0].tolist() == list(mine.w)
    assert theirs.intercept_[0] == mine.b
