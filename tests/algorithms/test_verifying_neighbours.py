"""The checkers of nearest means and nearest neighbours confirm every classifier, and refuse what one is not."""

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novikoff.algorithms import nearest_mean, nearest_neighbours
from novikoff.algorithms.checkers import Refuted, prototypes
from novikoff.algorithms.checkers.repeated_runs import Run
from novikoff.algorithms.checkers.typed_records import read
from novikoff.algorithms.kernels import kernel

from .example_data import changed

F = Fraction
repeatable = settings(deadline=None, derandomize=True, max_examples=60)  # the same examples everywhere
CLASSES = [[0], [2], [5]], [-1, -1, 1]


@st.composite
def points(draw):
    """Two lists of points of one dimension: examples, two at least, and others."""
    d = draw(st.integers(1, 2))
    vectors = st.lists(st.builds(F, st.integers(-3, 3), st.integers(1, 2)), min_size=d, max_size=d)
    return draw(st.lists(vectors, min_size=2, max_size=6)), draw(st.lists(vectors, min_size=1, max_size=3))


# -------------------------------------------------------------------------------------- confirmed


@repeatable
@given(
    points(),
    st.sampled_from([kernel("linear"), kernel("polynomial", degree=2, offset=1)]),
    st.sampled_from(["negative", "positive"]),
    st.data(),
)
def test_every_mean_is_confirmed(given_points, k, tie, data):
    X, others = given_points
    y = [-1, 1, *data.draw(st.lists(st.sampled_from([-1, 1]), min_size=len(X) - 2, max_size=len(X) - 2))]
    record = nearest_mean.run(X, y, kernel=k, tie=tie)
    certificate = nearest_mean.certificate(record, X, y, others)
    assert certificate["result"]["labels"] == nearest_mean.predict(record, X, others)
    facts = prototypes.check(json.loads(json.dumps(certificate)))
    assert facts == {"updates": 0, "stopped": "computed", "separated": record.separated, "points": len(others)}


def test_a_precomputed_matrix_is_confirmed():
    X, y = CLASSES
    K = [[u * v for (v,) in X] for (u,) in X]
    record = nearest_mean.run(K, y, kernel="precomputed")
    assert prototypes.check(nearest_mean.certificate(record, K, y, [[0, 8, 20]]))["points"] == 1
    assert (
        nearest_mean.predict(record, K, [[0, 8, 20]]) == nearest_mean.predict(nearest_mean.run(X, y), X, [[4]]) == [1]
    )


@repeatable
@given(points(), st.sampled_from(["first", "all"]), st.sampled_from(["smallest", "nearest"]), st.data())
def test_every_vote_is_confirmed(given_points, distance_tie, vote_tie, data):
    X, others = given_points
    y = data.draw(st.lists(st.sampled_from("abc"), min_size=len(X), max_size=len(X)))
    k = data.draw(st.integers(1, len(X)))
    record = nearest_neighbours.run(X, y, k=k, distance_tie=distance_tie, vote_tie=vote_tie)
    certificate = nearest_neighbours.certificate(record, X, y, others)
    assert certificate["result"]["labels"] == nearest_neighbours.predict(record, X, y, others)
    assert prototypes.check(json.loads(json.dumps(certificate)))["separated"] == record.separated


# ---------------------------------------------------------------------------------------- refused


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (["algorithm"], "nearest", "nearest_mean or nearest_neighbours"),
        (["parameters", "kernel"], {"name": "gaussian", "gamma": "1"}, r"parameters\.kernel: an object with the keys"),
        (["parameters", "kernel"], {"name": "polynomial", "degree": 2, "offset": "0"}, r"w is None, not \[8\]"),
        (["parameters", "tie"], "none", r"parameters\.tie: 'none' is not 'negative' or 'positive'"),
        (["parameters", "tie"], "positive", r"labels is \[-1, 1, 1\], not \[-1, -1, 1\]"),
        (["parameters", "points", 1], ["4"], r"labels is \[-1, 1, 1\], not \[-1, -1, 1\]"),
        (["parameters", "points", 1], ["4", "0"], r"points\[1\] has 2 coordinates, not 1"),
        (["parameters", "points"], None, r"parameters\.points: None is no list"),
        (["y"], [1, 1, 1], "examples of both classes"),
        (["y"], [-1, 1, 1], r"w is \[7\], not \[8\]"),
        (["X", 0, 0], "1", r"w is \[7\], not \[8\]"),
        (["steps"], [0], "updates is 1, the number of steps, not 0"),
        (["result", "alpha", 0], "-1/2", r"alpha is \[-1, -1, 2\], not \[-1/2, -1, 2\]"),
        (["result", "b"], "24", "b is -24, not 24"),
        (["result", "w"], ["4"], r"w is \[8\], not \[4\]"),
        (["result", "w"], None, r"w is \[8\], not None"),
        (["result", "labels", 0], 1, r"labels is \[-1, -1, 1\], not \[1, -1, 1\]"),
        (["result", "labels", 0], -1.0, r"result\.labels\[0\]: -1\.0 is not an integer"),
        (["result", "labels"], [-1, -1], r"labels is \[-1, -1, 1\], not \[-1, -1\]"),
        (["result", "labels"], None, r"result\.labels: None is no list"),
        (["result", "separated"], False, "separated is True, not False"),
        (["result", "stopped"], "separated", "stopped is 'computed', not 'separated'"),
    ],
)
def test_a_changed_mean_is_refused(place, value, message):
    certificate = nearest_mean.certificate(nearest_mean.run(*CLASSES), *CLASSES, [[0], [3], [4]])
    with pytest.raises(Refuted, match=message):
        prototypes.check(changed(certificate, place, value))


def test_a_closed_formula_has_no_steps():
    certificate = nearest_mean.certificate(nearest_mean.run(*CLASSES), *CLASSES)
    certificate["steps"], certificate["result"]["updates"] = [0], 1
    with pytest.raises(Refuted, match="nothing is repeated"):
        prototypes.check(certificate)


def test_a_kernel_has_no_w():
    certificate = nearest_mean.certificate(nearest_mean.run(*CLASSES, kernel="polynomial"), *CLASSES)
    with pytest.raises(Refuted, match=r"w is None, not \[1\]"):
        prototypes.check(changed(certificate, ["result", "w"], ["1"]))


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (["parameters", "k"], 4, "k = 4 is above 3, the number of examples"),
        (["parameters", "k"], True, r"parameters\.k: True is not an integer"),
        (["parameters", "k"], 3, "separated is False, not True"),
        (["parameters", "distance_tie"], "all", r"labels is \['a', 'b'\], not \['a', 'a'\]"),
        (["parameters", "distance_tie"], "last", r"parameters\.distance_tie: 'last' is not 'first' or 'all'"),
        (["parameters", "vote_tie"], None, r"parameters\.vote_tie: None is not 'smallest' or 'nearest'"),
        (["y", 0], 1, "all integers or all texts"),
        (["y"], ["a", "b"], "."),
        (["y"], "abb", "y: 'abb' is no list"),
        (["result", "labels", 0], "b", r"labels is \['a', 'a'\], not \['b', 'a'\]"),
        (["result", "separated"], False, "separated is True, not False"),
    ],
)
def test_a_changed_vote_is_refused(place, value, message):
    """The point 1 is as far from a, at 0, as from both b, at 2."""
    X, y = [[0], [2], [2]], ["a", "b", "b"]
    certificate = nearest_neighbours.certificate(nearest_neighbours.run(X, y), X, y, [[0], [1]])
    assert certificate["result"]["labels"] == ["a", "a"]
    with pytest.raises(Refuted, match=message):
        prototypes.check(changed(certificate, place, value))


def test_the_rule_for_votes_matters():
    """Two votes, one each: the smaller label, or that of the nearer."""
    X, y = [[0], [2]], ["a", "b"]
    certificate = nearest_neighbours.certificate(nearest_neighbours.run(X, y, k=2), X, y, [[F(3, 2)]])
    with pytest.raises(Refuted, match="separated is True, not False"):
        prototypes.check(changed(certificate, ["parameters", "vote_tie"], "nearest"))


def test_labels_are_not_compared_again_for_each_point():
    """Texts of megabytes that differ at their ends would take a millisecond at every point."""
    compared = []

    class Long(str):
        __slots__ = ()

        def __eq__(self, other):
            compared.append(other)
            return str.__eq__(self, other)

        def __lt__(self, other):
            compared.append(other)
            return str.__lt__(self, other)

        def __hash__(self):
            return 0

    def comparisons(count):
        compared.clear()
        asked = {"k": 3, "distance_tie": "all", "vote_tie": "smallest", "points": [["1"]] * count}
        rule = prototypes.RULES["nearest_neighbours"]
        y = [Long("same"), Long("same"), Long("other")]
        run = Run(read(rule.parameters, asked), [[F(0)], [F(1)], [F(2)]], y, [], None)
        assert rule.repeat(run).labels == ["same"] * count
        return len(compared) - count  # those of the line above

    assert comparisons(1) == comparisons(100)
