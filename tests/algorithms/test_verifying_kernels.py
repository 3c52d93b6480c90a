"""The checker of kernel and lifted perceptron runs confirms every exact run, and refuses what a run is not."""

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novikoff.algorithms import kernel_perceptron, lifting
from novikoff.algorithms.checkers import Refuted, kernels
from novikoff.algorithms.kernels import kernel
from novikoff.algorithms.perceptron import TIES

from .example_data import RATIONAL, changed, labelled

F = Fraction
repeatable = settings(deadline=None, derandomize=True, max_examples=60)  # the same examples everywhere
SQUARE = kernel("polynomial", degree=2)
OUTSIDE = [[-1], [0], [1]], [1, -1, 1]


# -------------------------------------------------------------------------------------- confirmed


@repeatable
@given(
    labelled(numbers=RATIONAL, dimension=2),
    st.sampled_from([kernel("linear"), SQUARE, kernel("polynomial", degree=3, offset=F(1, 2))]),
    st.sampled_from([0, 1, F(7, 3)]),
    st.sampled_from(sorted(TIES)),
    st.sampled_from(["cyclic", "first"]),
)
def test_every_kernel_run_is_confirmed(data, k, bias_step, tie, order):
    record = kernel_perceptron.run(*data, kernel=k, bias_step=bias_step, tie=tie, order=order, max_updates=12)
    facts = kernels.check(json.loads(json.dumps(kernel_perceptron.certificate(record, *data))))
    assert facts == {
        "updates": record.updates,
        "stopped": record.stopped,
        "separated": record.separated,
        "b": str(record.b),
    }


@repeatable
@given(labelled(numbers=RATIONAL, dimension=2))
def test_every_run_on_a_precomputed_matrix_is_confirmed(data):
    X, y = data
    K = [[(sum(a * b for a, b in zip(u, v, strict=True)) + 1) ** 2 for v in X] for u in X]
    record = kernel_perceptron.run(K, y, kernel="precomputed", max_updates=12)
    assert kernels.check(kernel_perceptron.certificate(record, K, y))["updates"] == record.updates


@repeatable
@given(
    labelled(numbers=RATIONAL, dimension=2),
    st.sampled_from(["squares", "shifted_squares"]),
    st.sampled_from(sorted(TIES)),
    st.sampled_from([1, F(1, 3)]),
)
def test_every_lifted_run_is_confirmed(data, name, tie, rate):
    record = lifting.run(*data, lifting=name, tie=tie, rate=rate, max_updates=12)
    facts = kernels.check(json.loads(json.dumps(lifting.certificate(record, *data))))
    assert (facts["updates"], facts["separated"]) == (record.updates, record.separated)


def test_a_start_is_part_of_the_run():
    record = lifting.run(*OUTSIDE, lifting="squares", start=([0, 1], F(-1, 2)))
    assert record.updates == 0
    assert kernels.check(lifting.certificate(record, *OUTSIDE))["separated"]


# ---------------------------------------------------------------------------------------- refused


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (["algorithm"], "kernel perceptron", "kernel_perceptron or lifting"),
        (["parameters", "kernel"], {"name": "gaussian", "gamma": "1"}, r"parameters\.kernel: an object with the keys"),
        (["parameters", "kernel"], "linear", "an object with the keys"),
        (["parameters", "kernel"], {"name": "linear", "degree": 2}, "an object with the keys"),
        (["parameters", "kernel"], {"name": "linear"}, "not a mistake there|dual counts|separated"),
        (["parameters", "kernel"], {"name": "precomputed"}, "not square and symmetric"),
        (["parameters", "kernel", "degree"], 3, "not a mistake there|separated"),
        (["parameters", "kernel", "degree"], 0, r"parameters\.kernel\.degree: 0 is not from 1 to 1000"),
        (["parameters", "kernel", "degree"], True, r"parameters\.kernel\.degree: True is not an integer"),
        (["parameters", "kernel", "degree"], 10**6, r"parameters\.kernel\.degree: 1000000 is not from 1 to 1000"),
        (["parameters", "kernel", "offset"], "-1", r"parameters\.kernel\.offset: -1 is below 0"),
        (["parameters", "bias_step"], "-1", r"parameters\.bias_step: -1 is below 0"),
        (["parameters", "bias_step"], "2", "stopped is 'max_updates', not 'separated'"),
        (["parameters", "tie"], "positive", "not a mistake there"),
        (["X", 0, 0], "-1/2", "not a mistake there|separated"),
        (["steps", 0], 1, "step 2: example 1 is not a mistake"),
        (["result", "counts", 0], 2, r"counts is \[1, 3, 1\], not \[2, 3, 1\]"),
        (["result", "counts", 0], True, r"result\.counts\[0\]: True is not an integer"),
        (["result", "counts"], None, r"result\.counts: None is no list"),
        (["result", "b"], "0", "b is -1, not 0"),
        (["result", "separated"], False, "separated is True, not False"),
    ],
)
def test_a_changed_kernel_run_is_refused(place, value, message):
    certificate = kernel_perceptron.certificate(kernel_perceptron.run(*OUTSIDE, kernel=SQUARE), *OUTSIDE)
    assert certificate["steps"] == [0, 1, 1, 2, 1]
    with pytest.raises(Refuted, match=message):
        kernels.check(changed(certificate, place, value))


@pytest.mark.parametrize(
    ("K", "message"),
    [([["1", "2"], ["2", "1"]], "not positive semi-definite"), ([["0", "1"], ["1", "9"]], "not positive semi-definite"),
     ([["-1", "0"], ["0", "1"]], "not positive semi-definite"), ([["1", "0"], ["1", "1"]], "not square and symmetric")],
)  # fmt: skip
def test_a_matrix_that_is_no_gram_matrix_is_refused(K, message):
    good = [[1, 0], [0, 1]], [1, -1]
    certificate = kernel_perceptron.certificate(kernel_perceptron.run(*good, kernel="precomputed"), *good)
    with pytest.raises(Refuted, match=message):
        kernels.check(changed(certificate, ["X"], K))


@repeatable
@given(
    st.integers(1, 3).flatmap(
        lambda n: st.lists(st.lists(st.integers(-3, 3), min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_the_two_tests_of_a_gram_matrix_agree(rows):
    """The checker's, in fractions, and that of the algorithms, in integers with a witness."""
    from novikoff.algorithms.kernels import negative_direction

    K = [[F(rows[min(i, j)][max(i, j)]) for j in range(len(rows))] for i in range(len(rows))]
    if negative_direction(K) is None:
        kernels.require_positive_semidefinite(K)
    else:
        with pytest.raises(Refuted):
            kernels.require_positive_semidefinite(K)


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (["parameters", "lifting"], [], "at least one polynomial"),
        (["parameters", "lifting", 0], None, r"parameters\.lifting\[0\]: None is no list"),
        (["parameters", "lifting", 1, 0, "exponents"], [3], "."),
        (["parameters", "lifting", 1, 0, "exponents"], [-2], r"parameters\.lifting\[1\]\[0\]\.exponents\[0\]: -2 is n"),
        (["parameters", "lifting", 1, 0, "exponents"], [10**9], r"parameters\.lifting\[1\]\[0\]\.exponents\[0\]: 1000"),
        (["parameters", "lifting", 1, 0, "exponents"], [2, 0], "must be 1 integers"),
        (["parameters", "lifting", 1], [{"exponents": [2], "coefficient": "1"}] * 2, "in one term only"),
        (["parameters", "bias_step"], "-1", r"parameters\.bias_step: -1 is below 0"),
        (["parameters", "rate"], "0", r"parameters\.rate: 0 is not above 0"),
        (["parameters", "rate"], "2", r"the discriminant is not ⟨w, φ\(x\)⟩ \+ b"),
        (["parameters", "start", "w"], ["0"], r"start\.w has 1 coordinates, not 2"),
        (["steps", 0], 2, "."),
        (["result", "w", 0], "5", r"w is \[0, 3\], not \[5, 3\]"),
        (["result", "b"], "5", "b is 1, not 5"),
        (["result", "discriminant", 0, "coefficient"], "5", "the discriminant is not"),
        (["result", "separated"], False, "separated is True, not False"),
    ],
)
def test_a_changed_lifted_run_is_refused(place, value, message):
    certificate = lifting.certificate(lifting.run(*OUTSIDE, lifting="shifted_squares"), *OUTSIDE)
    with pytest.raises(Refuted, match=message):
        kernels.check(changed(certificate, place, value))


def test_separation_is_not_claimed_of_a_run_that_ends_wrong():
    capped = lifting.certificate(lifting.run(*OUTSIDE, max_updates=1), *OUTSIDE)
    with pytest.raises(Refuted, match="stopped is 'max_updates', not 'separated'"):
        kernels.check(changed(capped, ["result", "stopped"], "separated"))


def test_a_lifted_step_must_be_a_mistake():
    record = lifting.run(*OUTSIDE, lifting="squares", start=([0, 1], F(-1, 2)))
    certificate = lifting.certificate(record, *OUTSIDE)
    certificate["steps"], certificate["result"]["updates"] = [0], 1
    with pytest.raises(Refuted, match="step 1: example 0 is not a mistake"):
        kernels.check(certificate)
