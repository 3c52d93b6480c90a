"""The checkers of certificates about data: they confirm what is true and refute every falsified certificate."""

import json
from fractions import Fraction

import pytest

from novikoff.algorithms import nearest_point, separability, svm
from novikoff.algorithms.checkers import Refuted, margin
from novikoff.algorithms.checkers import separability as separability_checker
from novikoff.algorithms.checkers import svm as svm_checker
from novikoff.algorithms.datasets import read_csv

from .example_data import changed

X, y = [[0, 0], [2, 0], [3, 1]], [-1, 1, 1]
MIXED_X, MIXED_Y = [[0], [1], [2]], [1, -1, 1]

SEPARATOR = separability.certificate(separability.separate(X, y), X, y)
COMBINATION = separability.certificate(separability.separate(MIXED_X, MIXED_Y), MIXED_X, MIXED_Y)
HARD = svm.certificate(svm.hard_margin(X, y), X, y)
MARGIN = svm.margin_certificate(svm.hard_margin(X, y), X, y)
PRICED = nearest_point.certificate(nearest_point.best_margin(X, y, 2), X, y, 2)
HOMOGENEOUS = nearest_point.certificate(nearest_point.best_margin([[1], [-2]], [1, -1], 0), [[1], [-2]], [1, -1], 0)
SOFT = svm.certificate(svm.soft_margin([[1], [-1], [3]], [1, -1, -1], C=1), [[1], [-1], [3]], [1, -1, -1])

ALL = [
    (separability_checker, SEPARATOR), (separability_checker, COMBINATION), (svm_checker, HARD), (svm_checker, SOFT),
    (margin, MARGIN), (margin, PRICED), (margin, HOMOGENEOUS),
]  # fmt: skip


@pytest.mark.parametrize(("checker", "certificate"), ALL)
def test_certificates_survive_json(checker, certificate):
    facts = checker.check(json.loads(json.dumps(certificate)))
    assert json.loads(json.dumps(facts)) == facts


def test_facts():
    assert separability_checker.check(SEPARATOR) == {"separable": True, "examples": 3, "dimension": 2}
    facts = separability_checker.check(COMBINATION)
    assert facts == {"separable": False, "examples": 3, "dimension": 1, "active": [0, 1, 2]}
    assert svm_checker.check(HARD) == {"C": None, "lower": "1/2", "upper": "1/2", "optimal": True, "gap": "0"}
    assert svm_checker.check(SOFT) == {"C": "1", "lower": "2", "upper": "2", "optimal": True, "gap": "0"}
    assert margin.check(MARGIN) == {"lower": "1", "upper": "1", "optimal": True, "gap": "0"}
    assert margin.check(HOMOGENEOUS)["upper"] == "1"


def test_iris():
    for positive, separable in [("setosa", True), ("versicolor", False)]:
        iris = read_csv("iris", "species", positive)
        answer = separability.separate(iris.X, iris.y)
        assert separability_checker.check(separability.certificate(answer, iris.X, iris.y))["separable"] is separable
    found = svm.soft_margin(iris.X, iris.y, C=1)
    assert svm_checker.check(svm.certificate(found, iris.X, iris.y))["optimal"]


def test_an_open_bracket_is_confirmed_as_open():
    """Any feasible pair is a bracket: w = (2, 0), b = −2 has ‖w‖² = 4 where the best is 1; so the gap is 3."""
    wide = MARGIN | {"w": ["2", "0"], "b": "-2", "upper": "4"}
    assert margin.check(wide) == {"lower": "1", "upper": "4", "optimal": False, "gap": "3"}


def test_floats_are_checked_at_their_exact_value():
    data, labels = [[0.1], [0.3]], [-1, 1]
    found = svm.hard_margin(data, labels)
    certificate = svm.certificate(found, data, labels)
    assert certificate["X"][0] == [str(Fraction(0.1))]
    assert svm_checker.check(certificate)["optimal"]


FALSIFIED = [
    # separability
    (separability_checker, SEPARATOR, ["proof", "w"], ["-1", "0"], "does not separate"),
    (separability_checker, SEPARATOR, ["proof", "w"], ["0", "0"], "does not separate"),
    (separability_checker, SEPARATOR, ["proof"], {"w": ["1", "0"], "b": "0"}, "example 0 is not on its side"),
    (separability_checker, SEPARATOR, ["proof", "w"], ["1"], "w has 1 coordinates, not 2"),
    (separability_checker, SEPARATOR, ["bias"], False, "has no bias"),
    (separability_checker, SEPARATOR, ["bias"], 1, "true or false"),
    (separability_checker, SEPARATOR, ["separable"], False, r"separable examples are shown by a \(w, b\), others by a"),
    (separability_checker, SEPARATOR, ["separable"], 1, "true or false"),
    (separability_checker, SEPARATOR, ["schema"], True, "schema: True is not 1"),
    (separability_checker, SEPARATOR, ["schema"], 2, "schema: 2 is not 1"),
    (separability_checker, SEPARATOR, ["kind"], "margin", "kind: 'margin' is not 'separability'"),
    (separability_checker, SEPARATOR, ["extra"], 0, "an object with the keys"),
    (separability_checker, SEPARATOR, ["X", 1], ["2"], r"X\[1\] has 1 coordinates, not 2"),
    (separability_checker, SEPARATOR, ["X", 1, 0], 2.0, "no rational number"),
    (separability_checker, SEPARATOR, ["X", 1, 0], "1/0", r"X\[1\]\[0\]: '1/0' is no rational number; write it as a s"),
    (separability_checker, SEPARATOR, ["X"], [], "at least one vector"),
    (separability_checker, SEPARATOR, ["X"], [[], [], []], "at least one vector"),
    (separability_checker, SEPARATOR, ["y", 0], 0, r"y\[0\]: 0 is not -1 or 1"),
    (separability_checker, SEPARATOR, ["y", 1], True, r"y\[1\]: True is not -1 or 1"),
    (separability_checker, SEPARATOR, ["y"], [-1, 1], "3 labels"),
    (separability_checker, COMBINATION, ["separable"], True, r"separable examples are shown by a \(w, b\), others by"),
    (separability_checker, COMBINATION, ["proof", "combination"], ["1/4", "1/4", "1/4"], "the weights have a sum othe"),
    (separability_checker, COMBINATION, ["proof", "combination"], ["1/2", "0", "1/2"], r"λ\[i\]·y\[i\] is not 0"),
    (separability_checker, COMBINATION, ["proof", "combination"], ["1/2", "1/2", "0"], r"x\[i\] is not 0"),
    (separability_checker, COMBINATION, ["proof", "combination"], ["0", "0", "0"], "the weights have a sum other than"),
    (separability_checker, COMBINATION, ["proof", "combination"], ["3/4", "1/2", "-1/4"], r"proof\.combination\[2\]:"),
    (separability_checker, COMBINATION, ["proof", "combination"], ["1/2", "1/2"], "there must be 3 weights, not 2"),
    # margin
    (margin, MARGIN, ["w"], ["1/2", "0"], "example 0 has a functional margin below 1|example 1"),
    (margin, MARGIN, ["b"], "0", "not feasible"),
    (margin, MARGIN, ["upper"], "2", "upper is 1, not 2"),
    (margin, MARGIN, ["lower"], "2", "lower is 1, not 2"),
    (margin, MARGIN, ["lower"], 1, "no rational number"),
    (margin, MARGIN, ["dual"], ["1/2", "1/2", "-1/2"], r"dual\[2\]: -1/2 is below 0"),
    (margin, MARGIN, ["dual"], ["1", "1/2", "0"], r"y\[i\] is not 0"),
    (margin, MARGIN, ["dual"], ["0", "0", "0"], "bounds nothing"),
    (margin, MARGIN, ["dual"], ["1", "1"], "the dual must be 3 weights, not 2"),
    (margin, MARGIN, ["bias_step"], "-1", "below 0"),
    (margin, MARGIN, ["bias_step"], "0", "no bias"),
    (margin, MARGIN, ["bias_step"], "1", "upper is 2, not 1|lower"),
    (margin, MARGIN, ["kind"], "svm", "kind: 'svm' is not 'margin'"),
    (margin, PRICED, ["bias_step"], None, r"y\[i\] is not 0"),
    (margin, PRICED, ["bias_step"], "3", "lower is"),
    (margin, HOMOGENEOUS, ["b"], "1/2", "not feasible|no bias"),
    # svm
    (svm_checker, HARD, ["b"], "0", "not feasible"),
    (svm_checker, HARD, ["C"], "1/3", "above C"),
    (svm_checker, HARD, ["upper"], "1/3", "upper is 1/2, not 1/3"),
    (svm_checker, HARD, ["lower"], "1/3", "lower is 1/2, not 1/3"),
    (svm_checker, HARD, ["dual"], ["1/2", "0", "0"], r"y\[i\] is not 0"),
    (svm_checker, HARD, ["dual"], ["-1/2", "-1/2", "0"], r"dual\[0\]: -1/2 is below 0"),
    (svm_checker, SOFT, ["C"], "0", "not above 0"),
    (svm_checker, SOFT, ["C"], None, "not feasible"),
    (svm_checker, SOFT, ["C"], "2", "upper is"),
    (svm_checker, SOFT, ["b"], "0", "upper is"),
    (svm_checker, SOFT, ["kind"], "margin", "kind: 'margin' is not 'svm'"),
]


@pytest.mark.parametrize(("checker", "certificate", "path", "value", "words"), FALSIFIED)
def test_falsified_certificates_are_refuted(checker, certificate, path, value, words):
    with pytest.raises(Refuted, match=words):
        checker.check(changed(certificate, path, value))


@pytest.mark.parametrize(("checker", "certificate"), ALL)
def test_no_field_may_be_missing(checker, certificate):
    for key in certificate:
        with pytest.raises(Refuted):
            checker.check({name: value for name, value in certificate.items() if name != key})


@pytest.mark.parametrize("checker", [separability_checker, margin, svm_checker])
@pytest.mark.parametrize("data", [None, [], "x", 3, {}])
def test_what_is_no_certificate_is_refuted(checker, data):
    with pytest.raises(Refuted, match="an object with the keys"):
        checker.check(data)
