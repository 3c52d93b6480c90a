"""Certificates that contradict themselves, hold fields without consequence, or cost too much, are not verified."""

import json
from math import inf

import pytest

from novikoff.algorithms import hull_distance, perceptron
from novikoff.algorithms.checkers import Refuted
from novikoff.algorithms.checkers.budgeted_fractions import Q, Work
from novikoff.algorithms.checkers.dispatch import MOST_WORK, TooMuchWork, verify, verify_nested
from novikoff.algorithms.dataset_reader import read_csv
from novikoff.algorithms.registry import ALGORITHMS

SAME = [["1"], ["1"]], [1, -1]  # nothing separates one point from itself
ZERO = {"w": ["0"], "b": "0"}
APART = [[5, 3], [2, 7], [-1, 4], [-3, -2]], [1, 1, 1, -1]


def same_point(algorithm, result, **parameters):
    """A run on `SAME` that claims to have ended as separated, and not to separate."""
    rule = {"beta": "0"} if algorithm == "margin_perceptron" else {"tie": "mistake"}
    claimed = {"updates": 1, "stopped": "separated", "separated": False}
    return {"schema": 1, "kind": "run", "algorithm": algorithm, "X": SAME[0], "y": SAME[1], "steps": [0],
            "parameters": {"bias_step": "1", "rate": "1", "start": ZERO, **rule, **parameters},
            "result": claimed | result}


ONE = {"w": ["1"], "b": "1"}
FORGED = {
    "perceptron": {**ONE, "visits": 4},
    "margin_perceptron": {**ONE, "visits": 4},
    "averaged_perceptron": {**ONE, "visits": 4, "votes": [0, 4], "last": ONE},
    "voted_perceptron": {"visits": 4, "votes": [0, 4]},
}


@pytest.mark.parametrize("algorithm", FORGED)
@pytest.mark.parametrize("order", [[0, 0, 0, 0], [0, 1, 0, 0], "random", "cyclic", "first"])
@pytest.mark.parametrize("seed", [7, None])
def test_a_run_that_never_met_all_examples_is_not_separated(algorithm, order, seed):
    """With an order written out and any seed, such runs were verified: the order skipped what was wrong."""
    with pytest.raises(Refuted):
        verify(same_point(algorithm, FORGED[algorithm], order=order, seed=seed))


def test_nor_is_one_vs_rest_made_of_such_runs():
    other = {"w": ["-1"], "b": "-1", "visits": 4}
    runs = [same_point("perceptron", result, order=[0, 0, 0, 0], seed=7) for result in (FORGED["perceptron"], other)]
    runs[1]["y"] = [-1, 1]
    result = {"updates": 2, "stopped": "separated", "separated": False}
    with pytest.raises(Refuted):
        verify({**runs[0], "algorithm": "one_vs_rest", "parameters": {"classes": ["a", "b"]}, "y": ["a", "b"],
                "steps": runs, "result": result})


def test_a_random_order_is_drawn_again_from_its_seed():
    X, y = [[2, 1], [-1, 3], [-2, 1], [1, -2]], [1, 1, -1, -1]
    record = perceptron.run(X, y, order="random", seed=5)
    certificate = perceptron.certificate(record, X, y)
    assert (certificate["parameters"]["order"], certificate["parameters"]["seed"]) == ("random", 5)
    assert verify(certificate)["stopped"] == "separated"
    same, refused = [], 0
    for seed in range(5, 30):
        other = perceptron.run(X, y, order="random", seed=seed)
        certificate["parameters"]["seed"] = seed
        if (other.mistakes, other.visits) == (record.mistakes, record.visits):
            same.append(verify(certificate)["visits"])
        else:
            with pytest.raises(Refuted):
                verify(certificate)
            refused += 1
    assert same
    assert refused > 5


@pytest.mark.parametrize("bits", [-8, [8], ["any"], "8", True, 0, 10_001, 7, None])
def test_the_digits_of_a_length_are_read(bits):
    """They were not, and with any value but null every length up to the best one was taken."""
    certificate = hull_distance.certificate(hull_distance.run(*APART, epsilon=Q(1, 9), bits=8), *APART)
    verify(certificate)
    certificate["parameters"]["bits"] = bits
    with pytest.raises(Refuted):
        verify(certificate)


def test_a_length_is_the_best_one_rounded_by_the_rule():
    certificate = hull_distance.certificate(hull_distance.run(*APART, epsilon=Q(1, 9), max_updates=1), *APART)
    certificate["steps"][0][0] = str(Q(1, 2) * Q(certificate["steps"][0][0]))
    with pytest.raises(Refuted, match="is due there"):
        verify(certificate)


@pytest.mark.parametrize("value", ["2/4", "+1", "1/1", "01", "-0", "0/3", " 1", "1.0", "٣", "1_0", "", "1/-2"])
def test_each_number_has_one_name(value):
    certificate = same_point("perceptron", FORGED["perceptron"], order="cyclic", seed=None)
    certificate["X"] = [[value], ["1"]]
    with pytest.raises(Refuted, match=r"X\[0\]\[0\]"):
        verify(certificate)


def run_of(algorithm, X, y, **options):
    row = ALGORITHMS[algorithm]
    record = row.run(X, y, **options)
    return json.loads(json.dumps(row.certify(record, X, y, **options)))


def units(certificate):
    """What it takes to check a certificate."""
    Work.left = MOST_WORK
    try:
        verify_nested(certificate)
        return MOST_WORK - Work.left
    finally:
        Work.left = inf


def run_on(X, y, algorithm, parameters, steps, **result):
    return {"schema": 1, "kind": "run", "algorithm": algorithm, "parameters": parameters, "X": X, "y": y,
            "steps": steps, "result": {"updates": len(steps), "stopped": "max_updates", "separated": False, **result}}


def long_fraction(i):
    """A number with 3900 digits, another for each i."""
    return f"1/{10**3899 + i}"


LONG = [[long_fraction(i)] for i in range(300)], [1] * 300
KERNEL = {"name": "polynomial", "degree": 1000, "offset": "1/3"}
SMALL = {"bias_step": "1", "rate": "1", "order": "cyclic", "seed": None, "tie": "mistake", "start": ZERO}
COSTLY = {
    "powers": run_on([[str(10**29 + i)] * 20 for i in range(40)], [1] * 40, "kernel_perceptron",
                     {"kernel": KERNEL, "bias_step": "1", "tie": "mistake"}, [0] * 1000, counts=[0] * 40, b="0"),
    "common denominators": run_on(*LONG, "perceptron", SMALL, [], visits=1, w=["0"], b="0"),
    "exponents": run_on([["1", "1"], ["1", "-1"]], [-1, 1], "winnow", {"delta": f"1/{10**200 + 1}", "balanced": False},
                        [0] * 10**5, exponents=[0, 0]),
    "degrees": run_on(
        [[long_fraction(0)] * 60] * 60, [1] * 60, "lifting",
        {**{key: SMALL[key] for key in ("bias_step", "rate", "tie")}, "start": {"w": ["0"] * 60, "b": "0"},
         "lifting": [[{"exponents": [1000] * 60, "coefficient": "1"}]] * 60}, [], w=["0"] * 60, b="0", discriminant=[],
    ),
}


WORKED = {
    "perceptron": {"order": "random", "seed": 1}, "voted_perceptron": {}, "batch_perceptron": {}, "svm": {},
    "kozinec": {"epsilon": Q(1, 2), "choose": "worst"}, "hull_distance": {"epsilon": Q(1, 2)}, "nearest_point": {},
    "kernel_perceptron": {"kernel": "polynomial", "degree": 2}, "nearest_neighbours": {"k": 3}, "nearest_mean": {},
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", COSTLY)
def test_what_would_take_minutes_is_refused_before(name):
    with pytest.raises(TooMuchWork, match="more work than is allowed"):
        verify(COSTLY[name])
    assert Work.left == inf


def test_the_certificates_of_the_bundled_data_take_little_of_the_work():
    iris = read_csv("iris", label="species", positive="setosa")
    cancer = read_csv("breast_cancer", label="diagnosis")
    for algorithm, options in WORKED.items():
        assert units(run_of(algorithm, iris.X, iris.y, **options)) < MOST_WORK / 50, algorithm
    assert units(run_of("separability", cancer.X, cancer.y)) < MOST_WORK / 50
