"""The relaxation method: its theorems on random exact data, and runs by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from novikoff.algorithms import perceptron
from novikoff.algorithms.errors import NoSeparator
from novikoff.algorithms.nearest_point import best_margin
from novikoff.algorithms.perceptron import State
from novikoff.algorithms.relaxation import run, update, update_condition
from novikoff.proofs.bounds import bound

from .example_data import F, dot, repeatable, separated

# Examples that some integer (w, b) separates, none of which is 0.
NOT_ZERO = separated().map(lambda data: [(x, s) for x, s in zip(*data, strict=True) if any(x)] or [([1], 1)])


def states(record, X, y):
    """The states before and after each step, and its example, by the shipped rule."""
    state = State(np.array([F(v) for v in record.start.w]), F(record.start.b))
    for i in record.mistakes:
        x = np.array(X[i], dtype=object)
        after = update(state, x, y[i], rate=F(record.rate), beta=record.beta, bias_step=record.bias_step)
        yield state, x, y[i], after
        state = after


def distance2(state, other, c):
    """‖w − u‖² + (b − b')²/c."""
    difference = state.w - other.w
    return difference @ difference + (F(state.b - other.b) ** 2 / c if c else 0)


def test_by_hand():
    """(2, 1) with β = 1: the projection is 1/5 of it. Then (1, 3), of the class −1, has 1, and w goes back by 2/10."""
    result = run([[2, 1], [1, 3]], [1, -1], bias_step=0, max_updates=2)
    assert [after.w.tolist() for *_, after in states(result, [[2, 1], [1, 3]], [1, -1])] == [
        [F(2, 5), F(1, 5)], [F(1, 5), F(-2, 5)]]
    assert (result.w, result.stopped, result.separated) == ((F(1, 5), F(-2, 5)), "max_updates", False)


@pytest.mark.parametrize(("rate", "margin"), [(F(1, 2), F(3, 2)), (1, 3), (2, 6)])
def test_a_step_aims_at_the_margin(rate, margin):
    """From 0: half the way to β, to the plane of the margin β, and as far behind it."""
    state = update(State(np.array([0, 0]), 0), np.array([1, 2]), -1, rate=F(rate), beta=3, bias_step=4)
    assert perceptron.margin(state, np.array([1, 2]), -1) == margin


@repeatable
@given(NOT_ZERO, st.sampled_from([F(1, 3), 1, F(3, 2), 2]), st.sampled_from([0, F(1, 2), F(5, 3)]),
       st.sampled_from([0, 1, 3]), st.sampled_from(perceptron.ORDERS))
def test_the_theorems_hold_on_every_run(data, rate, theta, c, order):
    """The bound on the steps; each of them nears every solution, here that of the best margin, times β and 3β."""
    (X, y), beta = zip(*data, strict=True), 2
    try:
        best = best_margin(X, y, c)
    except NoSeparator:
        return
    seed = 3 if order == "random" else None
    record = run(X, y, rate=rate, beta=beta, threshold=theta, bias_step=c, order=order, seed=seed)
    assert (record.separated, record.stopped) == (True, "separated")
    given = {"D^2": max(dot(x, x) for x in X) + c, "γ^2": 1 / best.upper, "λ": rate, "β": beta, "θ": theta}
    limit = bound("relaxation-update-bound", given)
    assert limit == (1 + F(2 * theta) / (rate * (beta - theta))) * given["D^2"] * best.upper
    assert record.updates <= limit
    total = F(0)
    for before, x, sign, after in states(record, X, y):
        assert update_condition(before, x, sign, theta)
        h, size = beta - perceptron.margin(before, x, sign), x @ x + c
        for factor in (beta, 3 * beta):
            u = State(factor * np.array(best.w), factor * best.b)
            gap = factor - beta  # by which the inequality is solved at least
            assert distance2(after, u, c) <= distance2(before, u, c) - rate * h * ((2 - rate) * h + 2 * gap) / size
        total += F(h) ** 2 / size
    assert rate * (2 - rate) * total <= beta**2 * best.upper


@repeatable
@given(NOT_ZERO)
def test_reflections_go_a_way_of_bounded_length(data):
    """With u = 2βw* for the best w*, the ball of radius ρ = β/D around u is solved; here Σh/‖z‖ ≤ ‖u‖²/(4ρ)."""
    X, y = zip(*data, strict=True)
    try:
        best = best_margin(X, y, 1)
    except NoSeparator:
        return
    record = run(X, y, rate=2, beta=3, threshold=1)
    D2, squares = max(dot(x, x) for x in X) + 1, [F(0)]
    for before, x, sign, _ in states(record, X, y):
        h = 3 - perceptron.margin(before, x, sign)
        squares.append(h / (x @ x + 1))
    assert sum(squares) <= 4 * 9 * best.upper / (4 * 3)  # Σh/‖z‖² ≤ ‖u‖²/(4β), which is the claim where ‖z‖ = 1
    assert D2 >= 1
