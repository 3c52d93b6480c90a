"""k nearest neighbours: the definition, its tie rules, and scikit-learn where it states its own."""

import pytest

from novikoff.algorithms.dataset_reader import read_csv
from novikoff.algorithms.nearest_neighbours import predict, run


def test_ties_are_decided_as_stated():
    """The point 0 lies between −1 (label 1) and 1 (labels 0, 0)."""
    X, y = [[-1], [1], [1]], [1, 0, 0]
    assert predict(run(X, y, k=1), X, y, [[0]]) == [1]
    assert predict(run(X, y, k=1, distance_tie="all"), X, y, [[0]]) == [0]
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
