"""The multi-class perceptron by hand, against the perceptron, repeated and certified; several classes with proofs."""

import json

import numpy as np
import pytest

from novikoff.algorithms.checkers.dispatch import verify
from novikoff.algorithms.dataset_reader import many_classes, read_records
from novikoff.algorithms.errors import NoSeparator
from novikoff.algorithms.multi_class_perceptron import (
    best_lead,
    choices,
    predict,
    run,
    scores,
    separate,
    separate_certificate,
    update,
)
from novikoff.algorithms.perceptron import State

from .example_data import F

CORNERS = [[0, 3], [3, 0], [-3, -3]], ["a", "b", "c"]
MORE = [[0, 3], [3, 0], [-3, -3], [-2, -4], [1, 5], [4, -1]], ["a", "b", "c", "c", "a", "b"]
LINE = [[1], [2], [3]], ["low", "middle", "high"]


def test_by_hand():
    """(0, 3) ties with b and c, and b gives; at (3, 0) a leads with 1, and gives; (−3, −3) ties with all, and a gives.
    """
    result = run(*CORNERS)
    assert result.mistakes == (0, 1, 2)
    assert result.classifiers == {"a": State((0, 6), -1), "b": State((3, -3), 0), "c": State((-3, -3), 1)}
    assert (result.updates, result.visits, result.stopped, result.separated) == (3, 6, "separated", True)
    assert [scores(result, x) for x in CORNERS[0]] == [[17, -9, -8], [-1, 9, -8], [-19, 0, 19]]
    assert [predict(result, x) for x in CORNERS[0]] == CORNERS[1]
    # All three tie: the class of x gains x, the others lose half of it
    result = run(*CORNERS, shares="equal", bias_step=0, order=[0])
    assert {name: state.w for name, state in result.classifiers.items()} == {
        "a": (0, 3), "b": (0, F(-3, 2)), "c": (0, F(-3, 2))}
    assert (result.stopped, result.separated) == ("order_exhausted", False)
    result = run(*LINE)
    assert result.separated
    assert [predict(result, x) for x in LINE[0]] == LINE[1]
    assert separate(*LINE).separable
    # From 0 all scores are equal, and where that is right nothing is learned
    assert [run(*CORNERS, tie=tie).mistakes for tie in ("mistake", "correct", "first")] == [(0, 1, 2), (), (1, 2)]
    silent = run(*CORNERS, tie="correct")
    assert silent.separated
    assert [predict(silent, x, "correct") for x in CORNERS[0]] == [None] * 3


def test_the_bound_for_two_classes_is_that_of_the_perceptron():
    """`two-classes-bound-is-novikoff`: the best pair is (u/2, −u/2)."""
    from novikoff.algorithms.nearest_point import best_margin
    X, y = [[2, 1], [-1, 3], [-2, F(3, 2)], [1, -2]], [1, 1, -1, -1]
    for c in (0, 1, F(5, 2)):
        lead, margin = best_lead(X, y, c), best_margin(X, y, c)
        assert 2 * lead.upper == margin.upper
        first, second = lead.classifiers.values()
        assert first == (tuple(v / 2 for v in margin.w), margin.b / 2)
        assert second == (tuple(-v / 2 for v in margin.w), -margin.b / 2)


def test_the_rule_is_that_of_the_perceptron_for_each_class():
    x, states = np.array([1, 2], dtype=object), [State(np.array([0, 0], dtype=object), 0)] * 3
    after = update(states, x, [1, F(-1, 3), F(-2, 3)], bias_step=2, rate=3)
    with pytest.raises(ValueError, match="shorter"):
        update(states, x, [1, -1])
    assert [(list(w), b) for w, b in after] == [([3, 6], 6), ([-1, -2], -2), ([-2, -4], -4)]


def iris():
    return many_classes(read_records("iris"))


def test_the_three_classes_of_iris_cannot_be_separated():
    data = iris()
    answer = separate(data.X, data.y)
    assert not answer.separable
    sums = {name: [F(0)] * 5 for name in answer.classes}
    for (i, wrong), weight in answer.combination.items():
        for name, sign in ((data.y[i], 1), (wrong, -1)):
            sums[name] = [u + sign * weight * v for u, v in zip(sums[name], [*data.X[i], 1], strict=True)]
    assert sum(answer.combination.values()) == 1
    assert not any(any(row) for row in sums.values())
    assert verify(separate_certificate(answer, data.X, data.y))["separable"] is False
    with pytest.raises(NoSeparator, match="no separator exists: a convex combination of differences"):
        run(data.X, data.y)
    assert run(data.X, data.y, max_updates=100).stopped == "max_updates"


def test_certificates_and_differences_of_several_classes():
    answer = separate(*MORE, bias=False)
    assert [predict(answer, x, "mistake") for x in MORE[0]] == MORE[1]
    assert verify(json.loads(json.dumps(separate_certificate(answer, *MORE)))) == {
        "separable": True, "examples": 6, "dimension": 2, "classes": ["a", "b", "c"]}
    # In Kesler's space ‖φ(x, r) − φ(x, s)‖² = 2(‖x‖² + c)
    for c in (0, 1, F(7, 3)):
        found = choices(*MORE, c)
        assert len(found.points) == 12
        assert found.longest2 == 2 * (26 + c)


@pytest.mark.parametrize("c", [0, 1, F(1, 4)])
def test_the_best_lead_leads_by_1_and_no_shorter_one_does(c):
    lead = best_lead(*MORE, c)
    for x, label in zip(*MORE, strict=True):
        found = {name: sum((u * v for u, v in zip(w, x, strict=True)), b) for name, (w, b) in lead.classifiers.items()}
        assert all(found[label] - score >= 1 for name, score in found.items() if name != label)
    size = sum(sum(v * v for v in w) + (F(b) ** 2 / c if c else 0) for w, b in lead.classifiers.values())
    assert lead.lower == lead.upper == size
    assert [sum(v) for v in zip(*(w for w, _ in lead.classifiers.values()), strict=True)] == [0, 0]
