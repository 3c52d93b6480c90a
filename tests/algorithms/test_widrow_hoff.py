"""The Widrow–Hoff rule: its theorem on random exact data, a run by hand, and scikit-learn's."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from novikoff.algorithms.perceptron import State
from novikoff.algorithms.widrow_hoff import error, loss_bound, run, update

from .example_data import F, labelled, repeatable


def test_by_hand():
    """η = 1/8: from 0, 1/4 after the first (e = 1); then e = −1 − 1/4 adds −5/32."""
    result = run([[2], [1]], [1, -1], bias_step=0, order=[0, 1])
    assert (result.rate, result.w, result.squares) == (F(1, 8), (F(3, 32),), 1 + F(25, 16))
    result = run([[1], [-1]], [1, -1], bias_step=0, rate=1, max_updates=9)
    assert (result.updates, result.visits, result.stopped, result.separated) == (1, 4, "separated", True)


@repeatable
@given(labelled(1, 4, st.integers(-3, 3)), st.lists(st.integers(0, 3), min_size=1, max_size=8),
       st.sampled_from([F(1, 5), F(1, 2), F(9, 10)]), st.sampled_from([0, 1, F(3, 2)]), st.data())
def test_the_theorem_holds_on_every_run(data, order, a, c, source):
    """The bound for any u, for the best one, and of each step; from any start."""
    X, y = data
    order = [i % len(X) for i in order]
    d, size = len(X[0]), max(sum(v * v for v in x) for x in X) + c
    if size == 0:
        return
    numbers = st.lists(st.integers(-3, 3), min_size=d, max_size=d)
    w0, u = source.draw(numbers), source.draw(numbers)
    b0, b = (source.draw(st.integers(-3, 3)) if c else 0 for _ in range(2))
    record = run(X, y, rate=a / size, bias_step=c, order=order, start=(w0, b0))
    least = loss_bound(record, X, y)
    visited = [(np.array(X[i], dtype=object), y[i]) for i in record.mistakes]
    def distance(state, other):
        gap = np.array(state.w) - np.array(other.w)
        return gap @ gap + (F(state.b - other.b) ** 2 / c if c else 0)
    state, start, target = State(np.array(w0, dtype=object), b0), State(w0, b0), State(np.array(u, dtype=object), b)
    total = F(0)
    for x, sign in visited:
        after, e, s = update(state, x, sign, rate=a / size, bias_step=c), error(state, x, sign), error(target, x, sign)
        assert distance(state, target) - distance(after, target) >= a / size * (e**2 - F(s**2) / (1 - a))
        total, state = total + e**2, after
    bound = size * distance(start, target) / a + sum((F(error(target, x, s) ** 2) for x, s in visited), F(0)) / (1 - a)
    assert record.squares == total <= least.value <= bound
    best = State(np.array(least.best.w), least.best.b)
    losses = sum((error(best, x, s) ** 2 for x, s in visited), F(0))
    assert least.value == size * distance(start, best) / a + losses / (1 - a)


def test_agrees_with_scikit_learn():
    """SGDRegressor on the squared error ½(f − y)², with the bias in f, visits in order with a constant rate."""
    linear_model = pytest.importorskip("sklearn.linear_model")
    draw = np.random.default_rng(1)
    X, y = draw.normal(size=(12, 3)), draw.choice([-1.0, 1.0], size=12)
    theirs = linear_model.SGDRegressor(alpha=0, penalty=None, learning_rate="constant", eta0=0.125, shuffle=False,
                                       max_iter=1, tol=None)
    theirs.fit(X, y)
    mine = run(X.tolist(), y.tolist(), rate=0.125, order=range(12))
    assert np.allclose(theirs.coef_, mine.w)
    assert np.allclose(theirs.intercept_, mine.b)
