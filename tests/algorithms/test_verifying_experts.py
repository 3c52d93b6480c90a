"""The checkers of Winnow and of weighted majority confirm every run, and refuse what a run is not."""

import copy
import json
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from novikoff.algorithms import weighted_majority, winnow
from novikoff.algorithms.verifying import Refuted, experts

F = Fraction
repeatable = settings(deadline=None, derandomize=True, max_examples=60)  # the same examples everywhere
signs = st.sampled_from([-1, 1])
WINNOW = [[1, -1, 1], [-1, 1, 1], [-1, -1, -1]], [1, -1, -1]
PANEL = [[1, -1, -1], [1, -1, 1], [1, 1, -1]], [1, 1, -1]


def changed(certificate, place, value):
    """The certificate with another value at this place, a list of keys."""
    other = copy.deepcopy(certificate)
    inner = other
    for key in place[:-1]:
        inner = inner[key]
    if value is KeyError:
        del inner[place[-1]]
    else:
        inner[place[-1]] = value
    return other


@st.composite
def tables(draw):
    n, t = draw(st.integers(1, 5)), draw(st.integers(1, 8))
    X = draw(st.lists(st.lists(signs, min_size=n, max_size=n), min_size=t, max_size=t))
    return X, draw(st.lists(signs, min_size=t, max_size=t))


# -------------------------------------------------------------------------------------- confirmed


@repeatable
@given(tables(), st.booleans(), st.integers(0, 9), st.builds(F, st.integers(1, 5), st.integers(1, 5)))
def test_every_winnow_run_is_confirmed(table, balanced, cap, delta):
    record = winnow.run(*table, balanced=balanced, max_updates=cap, delta=delta)
    facts = experts.check(json.loads(json.dumps(winnow.certificate(record, *table))))
    assert facts["separated"] == record.separated
    assert (facts["updates"], facts["stopped"]) == (record.updates, record.stopped)
    assert tuple((1 + delta) ** e for e in facts["exponents"]) == record.weights


@repeatable
@given(
    tables(),
    st.one_of(st.none(), st.integers(0, 4)),
    st.sampled_from([F(0), F(1, 2), F(2, 3)]),
    st.sampled_from(["mistake", "correct", "positive", "negative"]),
)
def test_every_panel_is_confirmed(table, cap, beta, tie):
    record = weighted_majority.run(*table, beta=beta, tie=tie, max_updates=cap)
    facts = experts.check(json.loads(json.dumps(weighted_majority.certificate(record, *table))))
    assert facts == {
        "updates": record.updates,
        "stopped": record.stopped,
        "separated": record.separated,
        "best_expert_mistakes": min(record.expert_mistakes),
    }


def test_the_checkers_need_the_standard_library_only():
    """Importing them loads neither NumPy nor the algorithms."""
    code = (
        "import sys, novikoff.algorithms.verifying.experts, novikoff.algorithms.verifying.neighbours, "
        "novikoff.algorithms.verifying.kernels; print(sorted(name for name in sys.modules if 'numpy' in name or "
        "(name.startswith('novikoff.algorithms.') and not name.startswith('novikoff.algorithms.verifying'))))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


# ---------------------------------------------------------------------------------------- refused


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (["schema"], 2, "schema 1"),
        (["schema"], True, "schema 1"),
        (["kind"], "margin", "kind 'run'"),
        (["algorithm"], "perceptron", "winnow or weighted_majority"),
        (["algorithm"], ["winnow"], "winnow or weighted_majority"),
        (["extra"], 1, "an object with the keys"),
        (["steps"], KeyError, "an object with the keys"),
        (["parameters", "extra"], 1, "an object with the keys"),
        (["parameters", "delta"], "0", "delta = 0 must be above 0"),
        (["parameters", "delta"], 1, "is no rational number"),
        (["parameters", "delta"], "1/0", "denominator 0"),
        (["parameters", "balanced"], 0, "balanced true or false"),
        (["parameters", "balanced"], True, "exponents are"),
        (["X", 0, 0], "2", r"X\[0\] has a coordinate"),
        (["X", 0], ["1"], "no list of 1 numbers"),
        (["y", 0], True, "the integer 1 or -1"),
        (["y", 0], -1, "separated = False in the end, not True"),
        (["steps", 0], 3, "indices from 0 to 2"),
        (["steps", 0], True, "indices from 0 to 2"),
        (["steps", 0], 0, "step 1: example 0 is not a mistake there"),
        (["result", "updates"], 2, "2 updates are claimed, and there are 1 steps"),
        (["result", "updates"], True, "updates are claimed"),
        (["result", "stopped"], "done", "stopped = 'done'"),
        (["result", "separated"], 1, "separated true or false"),
        (["result", "separated"], False, "separated = True in the end, not False"),
        (["result", "exponents", 0], 7, "exponents are"),
        (["result", "exponents", 0], -1.0, "exponents are"),
        (["result", "exponents"], None, "exponents are"),
    ],
)
def test_a_changed_winnow_certificate_is_refused(place, value, message):
    certificate = winnow.certificate(winnow.run(*WINNOW), *WINNOW)
    assert certificate["steps"] == [1]
    assert certificate["result"]["exponents"] == [1, -1, -1]
    with pytest.raises(Refuted, match=message):
        experts.check(changed(certificate, place, value))


def test_separation_is_not_claimed_of_a_run_that_ends_wrong():
    X, y = [[1], [-1]], [-1, 1]
    certificate = winnow.certificate(winnow.run(X, y, max_updates=2), X, y)
    with pytest.raises(Refuted, match="stopped as separated"):
        experts.check(changed(certificate, ["result", "stopped"], "separated"))


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (["parameters", "beta"], "1", r"not in \[0, 1\)"),
        (["parameters", "beta"], "-1/2", r"not in \[0, 1\)"),
        (["parameters", "tie"], "heads", "rule for ties"),
        (["parameters", "tie"], ["mistake"], "rule for ties"),
        (["steps"], [0], "2 updates are claimed, and there are 1 steps"),
        (["steps"], [0, 1], "in trial 2, and the next step is 1|in trial 1 as the next step"),
        (["steps"], [2, 0], "the panel is wrong in trial 0"),
        (["result", "stopped"], "separated", "stopped = 'separated'"),
        (["result", "exponents", 1], 1, "exponents are"),
        (["result", "expert_mistakes", 0], 0, "expert_mistakes are"),
        (["result", "best"], 2, "the first of the best experts is 0"),
        (["result", "best"], False, "the first of the best experts is 0"),
        (["X", 1, 1], "0", "a coordinate that is not -1 or 1"),
    ],
)
def test_a_changed_panel_is_refused(place, value, message):
    certificate = weighted_majority.certificate(weighted_majority.run(*PANEL), *PANEL)
    assert certificate["steps"] == [0, 2]
    with pytest.raises(Refuted, match=message):
        experts.check(changed(certificate, place, value))


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ([0], "the panel is wrong in trial 2, and the next step is None"),
        ([0, 2, 2], "no mistake in trial 2 as the next step"),
    ],
)
def test_a_whole_pass_lists_all_its_mistakes_and_no_more(steps, message):
    certificate = weighted_majority.certificate(weighted_majority.run(*PANEL), *PANEL)
    certificate["steps"], certificate["result"]["updates"] = steps, len(steps)
    with pytest.raises(Refuted, match=message):
        experts.check(certificate)


@pytest.mark.parametrize("certificate", [None, [], "run", 3, {}, {"algorithm": "winnow"}])
def test_no_certificate_at_all(certificate):
    with pytest.raises(Refuted):
        experts.check(certificate)


@repeatable
@given(tables(), st.data())
def test_no_other_steps_pass(table, data):
    """A panel's mistakes are determined: any other list of steps, with everything else counted again, is refused."""
    record = weighted_majority.run(*table)
    other = data.draw(
        st.lists(st.integers(0, len(table[0]) - 1), max_size=4).filter(lambda steps: tuple(steps) != record.mistakes)
    )
    certificate = weighted_majority.certificate(record, *table)
    exponents = [sum(table[0][t][i] != table[1][t] for t in other) for i in range(len(table[0][0]))]
    certificate["steps"] = other
    certificate["result"] |= {"updates": len(other), "exponents": exponents}
    with pytest.raises(Refuted, match="trial"):
        experts.check(certificate)
