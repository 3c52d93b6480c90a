"""PRank: runs by hand, its theorems on random exact data, and what is reached."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from novikoff.algorithms import perceptron, prank
from novikoff.algorithms.checkers.dispatch import verify
from novikoff.algorithms.errors import NoSeparator
from novikoff.algorithms.prank import State, changes, margin, predict, predict_rank, run, signs
from novikoff.algorithms.registry import ALGORITHMS
from novikoff.proofs.bounds import bound, conclusion

from .example_data import F, dot, repeatable

LONGEST = 100  # more updates than any run here
LINE = [[1], [2], [4]], ["low", "mid", "top"]


def limited(X, y, **options):
    """A run that has to end: one of a wrong rule, which goes on, fails after more updates than any bound here."""
    record = run(X, y, max_updates=LONGEST, **options)
    assert record.stopped != "max_updates"
    return record


@st.composite
def ranked(draw):
    """Examples that some whole w and thresholds rank, none of which is on a threshold, of at least two ranks."""
    d, k = draw(st.integers(1, 3)), draw(st.integers(2, 4))
    w = draw(st.lists(st.integers(-3, 3), min_size=d, max_size=d))
    thresholds = sorted(draw(st.lists(st.integers(-9, 9), min_size=k - 1, max_size=k - 1)))
    halves = st.integers(-6, 6).map(lambda v: F(v, 2))
    points = draw(st.lists(st.lists(halves, min_size=d, max_size=d), min_size=1, max_size=6))
    kept = [x for x in points if dot(w, x) not in thresholds] or [[0] * d]
    return kept, [sum(dot(w, x) > b for b in thresholds) for x in kept], range(k)


def trajectory(record, X, y):
    """(state before, example, signs, state after) of each update, by the shipped rule."""
    state = State(np.array([0] * len(X[0]), dtype=object), np.array([0] * (len(record.ranks) - 1), dtype=object))
    for i in record.mistakes:
        x = np.array(X[i], dtype=object)
        sides = np.array(signs(record.ranks.index(y[i]) + 1, len(record.ranks)), dtype=object)
        after = prank.update(state, x, changes(state, x, sides))
        yield state, x, sides, after
        state = after


def test_by_hand():
    """All thresholds are 0, and so is the score: rank 3. Then w = −2, b = (1, 1): −4 gives rank 1 to the second one."""
    result = run(*LINE, max_updates=2)
    assert [(before.w.tolist(), before.b.tolist(), after.w.tolist(), after.b.tolist())
            for before, _, _, after in trajectory(result, *LINE)] == [
        ([0], [0, 0], [-2], [1, 1]), ([-2], [1, 1], [0], [0, 1])]
    assert (result.mistakes, result.loss, result.changes, result.stopped) == ((0, 1), 3, 3, "max_updates")
    assert (result.weights, result.thresholds, result.separated) == ((0,), (0, 1), False)
    # Scores of 0 with the rank 2 of 3: the lower threshold is on the right side, by a tie, and is changed as well
    sides = np.array(signs(2, 3))
    zero = State(np.array([0]), np.array([0, 0]))
    assert (sides.tolist(), predict_rank(zero, np.array([5]))) == ([1, -1], 3)
    assert changes(zero, np.array([5]), sides).tolist() == [1, -1]
    result = run([[5]], [2], ranks=[1, 2, 3], max_updates=1)
    assert (result.loss, result.changes) == (1, 2)
    # From 0 and 1/2 the score 1/4 of the lowest rank changes the lower one only, which passes the other
    state, x = State(np.array([F(1)]), np.array([F(0), F(1, 2)])), np.array([F(1, 4)])
    assert prank.update(state, x, changes(state, x, np.array([-1, -1]))).b.tolist() == [1, F(1, 2)]


@repeatable
@given(ranked(), st.sampled_from(perceptron.ORDERS))
def test_the_theorems_hold_on_every_run(data, order):
    X, y, ranks = data
    record = limited(X, y, ranks=ranks, order=order, seed=3 if order == "random" else None)
    assert (record.separated, record.stopped) == (True, "separated")
    assert [predict(record, x) for x in X] == y
    V, R2, m = margin(X, y, ranks).upper, max(dot(x, x) for x in X), len(ranks) - 1
    limit = bound("prank-change-bound", {"sum()": m, "R^2": R2, "u@u": 1, "sum(v[i]^2)": 0, "γ^2": 1 / V}, "updates")
    assert limit == (m * R2 + 1) * V <= m * (R2 + 1) * V
    assert conclusion("prank-mistake-bound").value({"L": 0, "sum()": m, "R^2": R2, "γ^2": 1 / V}) == m * (R2 + 1) * V
    assert record.updates <= record.loss <= record.changes <= limit
    for before, x, sides, after in trajectory(record, X, y):
        assert all(low <= high for low, high in pairwise(after.b))
        due = [int(s * (before.w @ x - b) <= 0) for s, b in zip(sides, before.b, strict=True)]
        assert (before.b - after.b).tolist() == [s * e for s, e in zip(sides, due, strict=True)]
        assert abs(predict_rank(before, x) - 1 - sum(s > 0 for s in sides)) <= sum(due)


@repeatable
@given(ranked())
def test_of_two_ranks_it_is_the_perceptron(data):
    """With f = 0 classified as 1; and the bias is −b₁."""
    X, y, _ = data
    labels = [1 if rank > 0 else -1 for rank in y]
    mine = limited(X, labels, ranks=(-1, 1), order=range(len(X)))
    theirs = perceptron.run(X, labels, tie="positive", order=range(len(X)))
    assert (mine.mistakes, mine.weights, mine.thresholds) == (theirs.mistakes, theirs.w, (-theirs.b,))


@pytest.mark.parametrize("m", [1, 2, 3])
@pytest.mark.parametrize("T", [1, 2, 5])
def test_the_bound_is_reached(m, T):
    """The examples of prank-change-bound-reached: T of the lowest rank, with the products −1/m."""
    X = [[(T + F(1, m)) / 2 * (i == j) - 1 for j in range(T)] for i in range(T)]
    assert {dot(X[i], X[j]) for i in range(T) for j in range(i)} <= {F(-1, m)}
    record = limited(X, [0] * T, ranks=range(m + 1))
    limit = (m * dot(X[0], X[0]) + 1) * margin(X, [0] * T, range(m + 1)).upper
    assert record.loss == record.changes == m * T == limit


@pytest.mark.parametrize(("labels", "ranks"), [
    (["10", "9", "x"], ("9", "10", "x")), ([3, F(1, 2), 0.75], (F(1, 2), 0.75, 3)), (["b", "a", "b"], ("a", "b")),
])
def test_ranks_are_in_the_order_of_the_labels(labels, ranks):
    assert run([[1], [2], [4]], labels, max_updates=0).ranks == ranks


def test_ranks_that_cannot_be_told_apart_are_refused_with_a_combination():
    X, y = [[1], [2], [3]], [1, 3, 2]
    with pytest.raises(NoSeparator, match="no weights and thresholds give every example its rank") as caught:
        run(X, y)
    points, sides = prank.to_comparisons(X, [1, 3, 2], 3)
    weights = caught.value.certificate
    assert min(weights) >= 0
    assert sum(weights) == sum(prank.sum_by_example(weights, 3)) == 1
    assert verify(prank.inseparable(weights, X, y))["separable"] is False
    by_example, data = ALGORITHMS["prank"].none(caught.value, X, y, {"ranks": None})
    assert by_example == prank.sum_by_example(weights, 3)
    assert verify(data)["separable"] is False
    assert not any(sum(a * s * p[j] for a, s, p in zip(weights, sides, points, strict=True)) for j in range(3))
    assert run(X, y, max_updates=50).stopped == "max_updates"
