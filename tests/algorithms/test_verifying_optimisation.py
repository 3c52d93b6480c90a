"""The checker of minimising runs confirms honest certificates and refutes every falsified one."""

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from novikoff.algorithms import hinge, hull_distance, pegasos
from novikoff.algorithms.verifying import Refuted
from novikoff.algorithms.verifying.optimisation import check

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


def changed(certificate, path, value):
    copy = json.loads(json.dumps(certificate))
    *way, last = path
    place = copy
    for key in way:
        place = place[key]
    place[last] = value
    return copy


# After a first step that is too short, two points have weight at different heights; OTHER is the lower one.
SHORT = hull_distance.certificate(hull_distance.run(X, y, epsilon=0, bits=1, max_updates=3), X, y)
(OTHER,) = {SHORT["parameters"]["start"], SHORT["steps"][0][1]} - {SHORT["steps"][1][2]}

FALSIFIED = [
    (MDM, ["kind"], "svm", "kind 'run'"),
    (MDM, ["algorithm"], "perceptron", "is none of"),
    (MDM, ["algorithm"], [], "is none of"),
    (MDM, ["steps"], {}, "must be a list"),
    (MDM, ["steps"], MDM["steps"][:-1], "updates"),
    (MDM, ["steps", 0], ["1/2", 1], r"not \[length, to, giver\]"),
    (MDM, ["steps", 0, 0], "1/100", "the length 1/100 does not fit"),
    (MDM, ["steps", 0, 0], "2", "does not fit"),
    (MDM, ["steps", 0, 1], MDM["parameters"]["start"], "is not the lowest"),
    (MDM, ["steps", 0, 1], 9, "9 is no example"),
    (MDM, ["steps", 0, 2], MDM["steps"][0][1], "not the highest"),
    (MDM, ["steps", 0, 2], True, "True is no example"),
    (SHORT, ["steps", 1, 2], OTHER, f"point {OTHER} is not the highest"),
    (MDM, ["parameters", "start"], -1, "-1 is no example"),
    (MDM, ["parameters", "rule"], "wolfe", "gilbert or mdm"),
    (MDM, ["parameters", "epsilon"], "-1", "epsilon >= 0"),
    (MDM, ["parameters", "epsilon"], "1/1000", "does not stop by 'epsilon'"),
    (MDM, ["parameters", "bias"], 1, "true or false"),
    (MDM, ["result", "stopped"], "origin", "does not stop by 'origin'"),
    (MDM, ["result", "stopped"], "optimal", "does not stop by"),
    (MDM, ["result", "separated"], False, "'separated' is True"),
    (MDM, ["result", "separated"], 1, "'separated' is True"),
    (MDM, ["result", "b"], "7", r"another \(w, b\)"),
    (MDM, ["result", "norm2"], "7", "norm2"),
    (MDM, ["result", "lowest"], "7", "lowest"),
    (MDM, ["result", "weights"], ["1", "0", "0", "0"], "weights"),
    (STATIONARY, ["result", "updates"], True, "not True updates"),
    (GILBERT, ["steps", 0, 0], "-1/2", "does not fit"),
    (GILBERT, ["steps", 0, 0], "1", "does not fit"),
    (HINGE, ["steps", 1, 1], [], "the violations are"),
    (HINGE, ["steps", 0, 0], "1/3", "is not that of the rate"),
    (HINGE, ["steps", 0, 0], "-1", "not above 0"),
    (HINGE, ["steps", 0], ["1"], r"not \[rate, violations\]"),
    (HINGE, ["parameters", "lam"], "0", "not above 0"),
    (HINGE, ["parameters", "rate"], "1", "is not that of the rate"),
    (HINGE, ["result", "stopped"], "stationary", "does not stop by"),
    (HINGE, ["result", "stopped"], ["interrupted"], "does not stop by"),
    (PEGASOS, ["result", "stopped"], {}, "does not stop by"),
    (HINGE, ["result", "stopped"], "rates_exhausted", "does not stop by"),
    (HINGE, ["result", "value"], "0", "objective"),
    (HINGE, ["result", "best_value"], "0", "best point"),
    (HINGE, ["result", "w"], ["0", "0"], r"another \(w, b\)"),
    (LISTED, ["parameters", "bias"], True, "best point"),
    (LISTED, ["parameters", "bias"], 0, "true or false"),
    (PEGASOS, ["steps", 0], [0], "not a list of 2"),
    (PEGASOS, ["steps", 0, 0], 4, "4 is no example"),
    (PEGASOS, ["parameters", "batch"], 0, "a batch of at least 1"),
    (PEGASOS, ["parameters", "projection"], True, "no projection"),
    (PEGASOS, ["parameters", "lam"], "1", r"another \(w, b\)"),
    (PEGASOS, ["result", "stopped"], "epsilon", "does not stop by"),
    (PEGASOS, ["result", "w"], ["0", "0"], r"another \(w, b\)"),
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
