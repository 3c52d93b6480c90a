"""AdaBoost on stumps: a run by hand, its bounds on random data, the votes at new points, and what no vote separates."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novikoff.algorithms.adaboost import Stump, run, scores, stump_values, vote_margin
from novikoff.algorithms.errors import NoSeparator

from .example_data import F

repeatable = settings(deadline=None, derandomize=True, max_examples=10)
points = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.sampled_from([-1, 1])), min_size=1, max_size=7)


def test_a_run_by_hand():
    """+ − + on a line: the stumps at 0 and at 1, and the constant, with the errors 1/3, 1/4 and 1/6."""
    result = run([[0], [1], [2]], [1, -1, 1])
    first, second, third = result.stumps
    assert first == Stump(0, 0, -1, F(1, 3))  # right on 0 and 1: weights 1/4, 1/4, 1/2
    assert second == Stump(0, 1, 1, F(1, 2))  # right on 1 and 2: weights 1/2, 1/6, 1/3
    assert third == Stump(1, 0, 1, F(2, 3))  # the constant: right on 0 and 2
    assert result.weights == (F(3, 10), F(1, 2), F(1, 5))
    assert result.product == F(8, 9) * F(3, 4) * F(5, 9) == F(10, 27)
    odds = [(1 + f) / (1 - f) for f in scores(result, [[0], [1], [2]])]
    assert odds == [F(2 * 5, 3), F(5, 2 * 3), F(3 * 5, 2)]  # 2, 3 and 5 are those of the stumps


@repeatable
@given(points)
def test_errors_are_at_most_what_the_edges_say(data):
    """k² ≤ n²·Π(1 − e²) after each round, and the stump chosen before has the edge 0 for the new weights."""
    X, y = [list(row[:2]) for row in data], [row[2] for row in data]
    n = len(y)
    for cap in (0, 2, 5):
        result = run(X, y, max_updates=cap)
        assert sum(result.weights) == 1
        wrong = sum(s * f <= 0 for s, f in zip(y, scores(result, X), strict=True))
        assert wrong == result.wrong
        assert wrong**2 <= n * n * result.product
        if result.updates == cap > 0 and result.product:
            stump = result.stumps[-1]
            assert sum(D * s * stump([*x, 1]) for D, s, x in zip(result.weights, y, X, strict=True)) == 0


@repeatable
@given(points)
def test_edges_are_at_least_the_margin_of_any_vote(data):
    """So an uncapped run ends within 2·ln n/ρ², and without such a vote it is refused."""
    X, y = [list(row[:2]) for row in data], [row[2] for row in data]
    try:
        rho = vote_margin(X, y)
    except NoSeparator:
        with pytest.raises(NoSeparator):
            run(X, y)
        return
    result = run(X, y)
    assert result.separated
    assert min(stump.edge for stump in result.stumps) >= rho
    assert len(y) ** 2 * (1 - rho**2) ** (result.updates - 1) >= 1


def test_the_bound_on_the_errors_is_attained_before_the_first_round_and_after_a_useless_vote():
    """All of n examples are wrong at first: k² = n². XOR has the edge 0 for every stump, and stays there."""
    xor = [list(x) for x in product((0, 1), repeat=2)], [1, -1, -1, 1]
    result = run(*xor, max_updates=5)
    assert (result.updates, result.stopped, result.wrong, result.product) == (0, "stationary", 4, 1)
    with pytest.raises(NoSeparator):
        run(*xor)


def test_stumps_are_in_order_and_one_that_is_always_right_votes_alone():
    values = stump_values([[0, 5], [1, 5], [3, 6]])
    assert values == [[-1, -1, -1, 1], [1, -1, -1, 1], [1, 1, 1, 1]]
    assert run([[0, 5], [1, 5], [3, 6]], [-1, -1, 1]).stumps == (Stump(0, 1, 1, 1),)
    result = run([[0], [1]], [-1, 1])
    assert (result.updates, result.wrong, result.product) == (1, 0, 0)
    assert [f > 0 for f in scores(result, [[-9], [9]])] == [False, True]
