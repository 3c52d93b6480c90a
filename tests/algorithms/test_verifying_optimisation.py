"""The checker of minimising runs confirms honest certificates and refutes every falsified one."""

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novikoff.algorithms import hinge, hull_distance, pegasos
from novikoff.algorithms.checkers import Refuted
from novikoff.algorithms.checkers.dispatch import verify as check

from .example_data import changed

X, y = [[0, 1], [2, 0], [3, 1], [-1, -2]], [-1, 1, 1, -1]
HALF = Fraction(1, 2)

MDM = hull_distance.certificate(hull_distance.run(X, y, epsilon=Fraction(1, 9), bits=None), X, y)
GILBERT = hull_distance.certificate(
    hull_distance.run(X, y, epsilon=0, rule="gilbert", bits=4, bias=False, max_updates=4), X, y
)
ORIGIN = hull_distance.certificate(
    hull_distance.run([[1], [-1]], [1, 1], epsilon=1, bias=False, max_updates=9), [[1], [-1]], [1, 1]
)
HINGE = hinge.certificate(hinge.run(X, y, lam=HALF, max_updates=4), X, y)
STATIONARY = hinge.certificate(hinge.run([[1], [-1]], [1, -1], lam=2, max_updates=9), [[1], [-1]], [1, -1])
LISTED = hinge.certificate(hinge.run(X, y, lam=1, rate=[1, HALF], bias=False, max_updates=9), X, y)
PEGASOS = pegasos.certificate(pegasos.run(X, y, lam=HALF, batch=2, bias=True, max_updates=5), X, y)

ALL = [MDM, GILBERT, ORIGIN, HINGE, STATIONARY, LISTED, PEGASOS]

coordinate = st.integers(-3, 3)
datasets = st.lists(
    st.tuples(st.lists(coordinate, min_size=2, max_size=2), st.sampled_from([-1, 1])), min_size=1, max_size=5
)


@settings(deadline=None, max_examples=40)
@given(datasets, st.booleans(), st.sampled_from([None, 1, 6]), st.sampled_from(["1/(λt)", 2, [1, 1]]))
def test_honest_runs_are_confirmed(data, bias, bits, rate):
    points, labels = [x for x, _ in data], [sign for _, sign in data]
    options = {"epsilon": HALF, "bits": bits, "bias": bias, "max_updates": 4}
    records = [(hull_distance, hull_distance.run(points, labels, rule=rule, **options)) for rule in hull_distance.RULES]
    records.append((hinge, hinge.run(points, labels, lam=HALF, rate=rate, bias=bias, max_updates=4)))
    records.append((pegasos, pegasos.run(points, labels, lam=2, batch=2, bias=bias, max_updates=4)))
    for module, record in records:
        facts = check(json.loads(json.dumps(module.certificate(record, points, labels))))
        assert (facts["updates"], facts["stopped"], facts["separated"]) == (
            record.updates, record.stopped, record.separated
        )  # fmt: skip


def test_reasons_to_stop():
    stops = [check(certificate)["stopped"] for certificate in ALL]
    assert stops == ["epsilon", "max_updates", "origin", "max_updates", "stationary", "rates_exhausted", "max_updates"]


# After a first step that is too short, two points have weight at different heights; OTHER is the lower one.
SHORT = hull_distance.certificate(hull_distance.run(X, y, epsilon=0, bits=1, max_updates=3), X, y)
(OTHER,) = {SHORT["parameters"]["start"], SHORT["steps"][0][1]} - {SHORT["steps"][1][2]}

FALSIFIED = [
    (MDM, ["kind"], "svm", "an object with the keys schema, X, y, w, b, dual, upper, lower, kind, "),
    (MDM, ["algorithm"], "perceptron", "parameters: an object with the keys bias_step, order, seed, rate, start"),
    (MDM, ["algorithm"], [], r"the algorithm is \[\], and known are perceptron, variable_increment, margin_perceptron"),
    (MDM, ["steps"], {}, r"steps: \{\} is no list"),
    (MDM, ["steps"], MDM["steps"][:-1], "updates"),
    (MDM, ["steps", 0], ["1/2", 1], r"steps\[0\]: \['1/2', 1\] is no list of 3 entries"),
    (MDM, ["steps", 0, 0], "1/100", r"step 1: \[4/17, 2, 0\] is due there, not \[1/100, 2, 0\]"),
    (MDM, ["steps", 0, 0], "2", r"step 1: \[4/17, 2, 0\] is due there, not \[2, 2, 0\]"),
    (MDM, ["steps", 0, 1], MDM["parameters"]["start"], r"step 1: \[4/17, 2, 0\] is due there, not \[4/17, 0, 0\]"),
    (MDM, ["steps", 0, 1], 9, r"step 1: \[4/17, 2, 0\] is due there, not \[4/17, 9, 0\]"),
    (MDM, ["steps", 0, 2], MDM["steps"][0][1], r"step 1: \[4/17, 2, 0\] is due there, not \[4/17, 2, 2\]"),
    (MDM, ["steps", 0, 2], True, r"steps\[0\]: True is not an integer and True is not null"),
    (SHORT, ["steps", 1, 2], OTHER, r"step 2: \[3/32, 2, 0\] is due there"),
    (MDM, ["parameters", "start"], -1, r"parameters\.start: -1 is below 0"),
    (MDM, ["parameters", "rule"], "wolfe", r"parameters\.rule: 'wolfe' is not 'gilbert' or 'mdm'"),
    (MDM, ["parameters", "epsilon"], "-1", r"parameters\.epsilon: -1 is below 0"),
    (MDM, ["parameters", "epsilon"], "1/1000", "stopped is 'max_updates', not 'epsilon'"),
    (MDM, ["parameters", "bias"], 1, "true or false"),
    (MDM, ["result", "stopped"], "origin", "stopped is 'epsilon', not 'origin'"),
    (MDM, ["result", "stopped"], "optimal", "stopped is 'epsilon', not 'optimal'"),
    (MDM, ["result", "separated"], False, "separated is True, not False"),
    (MDM, ["result", "separated"], 1, r"result\.separated: 1 is not true or false"),
    (MDM, ["result", "b"], "7", "b is -2923/5202, not 7"),
    (MDM, ["result", "norm2"], "7", "norm2"),
    (MDM, ["result", "lowest"], "7", "lowest"),
    (MDM, ["result", "weights"], ["1", "0", "0", "0"], "weights"),
    (STATIONARY, ["result", "updates"], True, r"result\.updates: True is not an integer"),
    (GILBERT, ["steps", 0, 0], "-1/2", r"step 1: \[19/64, 3, None\] is due there, not \[-1/2, 3, None\]"),
    (GILBERT, ["steps", 0, 0], "1", r"step 1: \[19/64, 3, None\] is due there, not \[1, 3, None\]"),
    (HINGE, ["steps", 1, 1], [], r"step 2: \[1, \[0\]\] is due there, not \[1, \[\]\]"),
    (HINGE, ["steps", 0, 0], "1/3", r"step 1: \[2, \[0, 1, 2, 3\]\] is due there, not \[1/3, \[0, 1, 2, 3\]\]"),
    (HINGE, ["steps", 0, 0], "-1", "not above 0"),
    (HINGE, ["steps", 0], ["1"], r"steps\[0\]: \['1'\] is no list of 2 entries"),
    (HINGE, ["parameters", "lam"], "0", "not above 0"),
    (HINGE, ["parameters", "rate"], "1", r"step 1: \[1, \[0, 1, 2, 3\]\] is due there, not \[2, \[0, 1, 2, 3\]\]"),
    (HINGE, ["result", "stopped"], "stationary", "stopped is 'max_updates', not 'stationary'"),
    (HINGE, ["result", "stopped"], ["interrupted"], r"result\.stopped: \['interrupted'\] is not a text"),
    (PEGASOS, ["result", "stopped"], {}, r"result\.stopped: \{\} is not a text"),
    (HINGE, ["result", "stopped"], "rates_exhausted", "stopped is 'max_updates', not 'rates_exhausted'"),
    (HINGE, ["result", "value"], "0", "value is 61/256, not 0"),
    (HINGE, ["result", "best_value"], "0", "best_value is 61/256, not 0"),
    (HINGE, ["result", "w"], ["0", "0"], r"w is \[3/4, -1/8\], not \[0, 0\]"),
    (LISTED, ["parameters", "bias"], True, "b is -1/8, not 0"),
    (LISTED, ["parameters", "bias"], 0, "true or false"),
    (PEGASOS, ["steps", 0], [0], r"step 1: \[3, 3\] is due there, not \[0\]"),
    (PEGASOS, ["steps", 0, 0], 4, r"step 1: \[3, 3\] is due there, not \[4, 3\]"),
    (PEGASOS, ["parameters", "batch"], 0, r"parameters\.batch: 0 is not from 1 to 1000000"),
    (PEGASOS, ["parameters", "projection"], True, r"parameters\.projection: True is not False"),
    (PEGASOS, ["parameters", "lam"], "1", r"w is \[7/10, 2/5\], not \[4/5, 3/5\]"),
    (PEGASOS, ["result", "stopped"], "epsilon", "stopped is 'max_updates', not 'epsilon'"),
    (PEGASOS, ["result", "w"], ["0", "0"], r"w is \[4/5, 3/5\], not \[0, 0\]"),
]


@pytest.mark.parametrize(("certificate", "path", "value", "words"), FALSIFIED)
def test_falsified_certificates_are_refuted(certificate, path, value, words):
    with pytest.raises(Refuted, match=words):
        check(changed(certificate, path, value))


@pytest.mark.parametrize("certificate", ALL)
def test_no_field_may_be_missing_or_added(certificate):
    for part in ("parameters", "result"):
        for key in certificate[part]:
            fewer = {name: value for name, value in certificate[part].items() if name != key}
            with pytest.raises(Refuted, match="an object with the keys"):
                check(certificate | {part: fewer})
        with pytest.raises(Refuted, match="an object with the keys"):
            check(certificate | {part: certificate[part] | {"more": 1}})
