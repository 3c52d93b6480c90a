"""k nearest neighbours: the definition, its tie rules, and scikit-learn where it states its own."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novikoff.algorithms.datasets import read_csv
from novikoff.algorithms.errors import BadInput
from novikoff.algorithms.nearest_neighbours import neighbours, predict, run, squared_distance, vote

F = Fraction
repeatable = settings(deadline=None, derandomize=True, max_examples=80)  # the same examples everywhere


@st.composite
def questions(draw):
    """Examples on a small grid, so that ties are common; a point; k."""
    d, n = draw(st.integers(1, 2)), draw(st.integers(1, 7))
    vectors = st.lists(st.builds(F, st.integers(-3, 3), st.integers(1, 2)), min_size=d, max_size=d)
    X = draw(st.lists(vectors, min_size=n, max_size=n))
    return X, draw(st.lists(st.integers(0, 2), min_size=n, max_size=n)), draw(vectors), draw(st.integers(1, n))


def distance(u, v):
    return sum((a - b) ** 2 for a, b in zip(u, v, strict=True))


@repeatable
@given(questions())
def test_first_takes_k_and_none_farther_than_one_left_out(question):
    X, _y, x, k = question
    distances = [distance(u, x) for u in X]
    near = neighbours(distances, k)
    left = set(range(len(X))) - set(near)
    assert len(near) == len(set(near)) == k
    assert all((distances[i], i) < (distances[j], j) for i in near for j in left)
    assert near == sorted(near, key=lambda i: (distances[i], i))


@repeatable
@given(questions())
def test_all_takes_the_ball_through_the_kth(question):
    X, _y, x, k = question
    distances = [distance(u, x) for u in X]
    near = neighbours(distances, k, "all")
    radius = sorted(distances)[k - 1]
    assert set(near) == {i for i, value in enumerate(distances) if value <= radius}


@repeatable
@given(st.lists(st.integers(0, 3), min_size=1, max_size=8))
def test_votes(labels):
    count = Counter(labels)
    leaders = {label for label in count if count[label] == max(count.values())}
    assert vote(labels) == min(leaders)
    assert vote(labels, "nearest") == next(label for label in labels if label in leaders)


@repeatable
@given(questions(), st.sampled_from(["first", "all"]), st.sampled_from(["smallest", "nearest"]))
def test_predictions_put_the_halves_together(question, distance_tie, vote_tie):
    X, y, x, k = question
    record = run(X, y, k=k, distance_tie=distance_tie, vote_tie=vote_tie)
    near = neighbours([distance(u, x) for u in X], k, distance_tie)
    assert predict(record, X, y, [x]) == [vote([y[i] for i in near], vote_tie)]
    assert list(record.labels) == predict(record, X, y, X)
    assert record.separated == (list(record.labels) == y)
    assert all(
        indices[0] == min(j for j in range(len(X)) if X[j] == X[i]) for i, indices in enumerate(record.neighbours)
    )


@repeatable
@given(questions())
def test_one_neighbour_separates_distinct_points(question):
    X, y, _, _ = question
    distinct = {tuple(x): label for x, label in zip(X, y, strict=True)}
    assert run([*distinct], [*distinct.values()]).separated


def test_a_distance_tie_is_decided_as_stated():
    """The point 0 lies between −1 (label 1) and 1 (labels 0, 0)."""
    X, y = [[-1], [1], [1]], [1, 0, 0]
    assert predict(run(X, y, k=1), X, y, [[0]]) == [1]
    assert predict(run(X, y, k=1, distance_tie="all"), X, y, [[0]]) == [0]


def test_a_vote_tie_is_decided_as_stated():
    X, y = [[1], [2]], [1, 0]
    assert predict(run(X, y, k=2), X, y, [[0]]) == [0]
    assert predict(run(X, y, k=2, vote_tie="nearest"), X, y, [[0]]) == [1]


def test_distances_that_floats_confuse_are_told_apart():
    """(2⁵³)² and (2⁵³)² + 1 round to one float64; the nearer point is found all the same."""
    X, y = [[2**53, 1], [2**53, 0]], ["far", "near"]
    assert predict(run(X, y), X, y, [[0, 0]]) == ["near"]
    floats = [[float(value) for value in row] for row in X]
    record = run(floats, y)
    assert (record.arithmetic, predict(record, floats, y, [[0.0, 0.0]])) == ("float64", ["near"])


def test_squared_distance_by_hand():
    assert squared_distance(np.array([1, F(1, 2)], dtype=object), np.array([4, F(9, 2)], dtype=object)) == 25


@pytest.mark.parametrize("k", [1, 3, 4, 9])
def test_iris_agrees_with_scikit_learn_where_nothing_is_tied(k):
    """scikit-learn leaves distance ties at the k-th place to its search, and rounds; points with such a tie are left
    out.

    Its vote tie is ours: the least label. Numbers in tenths keep its distances exact integers.
    """
    KNeighborsClassifier = pytest.importorskip("sklearn.neighbors").KNeighborsClassifier
    iris = read_csv("iris", positive="setosa")
    species = [i // 50 for i in range(150)]
    X = [[int(10 * value) for value in x] for x in iris.X]
    strict = run(X, species, k=k)
    ball = run(X, species, k=k, distance_tie="all")
    untied = [i for i in range(150) if len(ball.neighbours[i]) == k]
    assert len(untied) >= 75
    theirs = KNeighborsClassifier(k, algorithm="brute").fit(X, species).predict(X)
    assert [strict.labels[i] for i in untied] == [theirs[i] for i in untied]


@pytest.mark.parametrize(("call", "message"), [
    (lambda: run([[1], [2]], [0, 1], k=3), "k = 3 neighbours are asked for, and there are 2 examples"),
    (lambda: run([[1]], [0], k=0), "k must be an integer >= 1"),
    (lambda: run([[1]], [0], k=True), "k must be an integer >= 1"),
    (lambda: run([[1], [2]], [0]), "y has 1 labels for 2 examples"),
    (lambda: run([[1], [2]], [0, "a"]), r"y\[1\] = 'a' does not fit"),
    (lambda: run([[1], [2]], ["a", 0]), r"y\[1\] = 0 does not fit"),
    (lambda: run([[1]], [0.5]), r"y\[0\] = 0.5 does not fit"),
    (lambda: run([[1]], [True]), r"y\[0\] = True does not fit"),
    (lambda: run([[1]], [0], distance_tie="last"), "distance_tie = 'last' is unknown"),
    (lambda: run([[1]], [0], vote_tie="random"), "vote_tie = 'random' is unknown"),
    (lambda: predict(run([[1]], [0]), [[1]], [0], [[1, 2]]), "the points have 2 coordinates, and X has 1"),
])  # fmt: skip
def test_bad_input(call, message):
    with pytest.raises(BadInput, match=message):
        call()
