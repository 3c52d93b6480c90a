"""The checkers of Winnow and of weighted majority confirm every run, and refuse what a run is not."""

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novikoff.algorithms import weighted_majority, winnow
from novikoff.algorithms.checkers import Refuted, multiplicative_runs

from .example_data import changed

F = Fraction
repeatable = settings(deadline=None, derandomize=True, max_examples=60)  # the same examples everywhere
signs = st.sampled_from([-1, 1])
WINNOW = [[1, -1, 1], [-1, 1, 1], [-1, -1, -1]], [1, -1, -1]
PANEL = [[1, -1, -1], [1, -1, 1], [1, 1, -1]], [1, 1, -1]


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
    facts = multiplicative_runs.check(json.loads(json.dumps(winnow.certificate(record, *table))))
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
    facts = multiplicative_runs.check(json.loads(json.dumps(weighted_majority.certificate(record, *table))))
    assert facts == {
        "updates": record.updates,
        "stopped": record.stopped,
        "separated": record.separated,
        "best_expert_mistakes": min(record.expert_mistakes),
    }


# ---------------------------------------------------------------------------------------- refused


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (["schema"], 2, "schema: 2 is not 1"),
        (["schema"], True, "schema: True is not 1"),
        (["kind"], "margin", "kind: 'margin' is not 'run'"),
        (["algorithm"], "perceptron", "winnow or weighted_majority"),
        (["algorithm"], ["winnow"], r"algorithm: \['winnow'\] is not a text"),
        (["extra"], 1, "an object with the keys"),
        (["steps"], KeyError, "an object with the keys"),
        (["parameters", "extra"], 1, "an object with the keys"),
        (["parameters", "delta"], "0", r"parameters\.delta: 0 is not above 0"),
        (["parameters", "delta"], 1, "is no rational number"),
        (["parameters", "delta"], "1/0", r"parameters\.delta: '1/0' is no rational number; write it as a string 'p"),
        (["parameters", "balanced"], 0, r"parameters\.balanced: 0 is not true or false"),
        (["parameters", "balanced"], True, "stopped is 'max_updates', not 'separated'"),
        (["X", 0, 0], "2", r"X\[0\] has a coordinate"),
        (["X", 0], ["1"], r"X\[1\] has 3 coordinates, not 1"),
        (["y", 0], True, r"y\[0\]: True is not -1 or 1"),
        (["y", 0], -1, "stopped is 'max_updates', not 'separated'"),
        (["steps", 0], 3, "step 1 is 3, not an index from 0 to 2"),
        (["steps", 0], True, r"steps\[0\]: True is not an integer"),
        (["steps", 0], 0, "step 1: example 0 is not a mistake there"),
        (["result", "updates"], 2, "updates is 1, the number of steps, not 2"),
        (["result", "updates"], True, r"result\.updates: True is not an integer"),
        (["result", "stopped"], "done", "stopped is 'separated', not 'done'"),
        (["result", "separated"], 1, r"result\.separated: 1 is not true or false"),
        (["result", "separated"], False, "separated is True, not False"),
        (["result", "exponents", 0], 7, r"exponents is \[1, -1, -1\], not \[7, -1, -1\]"),
        (["result", "exponents", 0], -1.0, r"result\.exponents\[0\]: -1\.0 is not an integer"),
        (["result", "exponents"], None, r"result\.exponents: None is no list"),
    ],
)
def test_a_changed_winnow_certificate_is_refused(place, value, message):
    certificate = winnow.certificate(winnow.run(*WINNOW), *WINNOW)
    assert certificate["steps"] == [1]
    assert certificate["result"]["exponents"] == [1, -1, -1]
    with pytest.raises(Refuted, match=message):
        multiplicative_runs.check(changed(certificate, place, value))


def test_separation_is_not_claimed_of_a_run_that_ends_wrong():
    X, y = [[1], [-1]], [-1, 1]
    certificate = winnow.certificate(winnow.run(X, y, max_updates=2), X, y)
    with pytest.raises(Refuted, match="stopped is 'max_updates', not 'separated'"):
        multiplicative_runs.check(changed(certificate, ["result", "stopped"], "separated"))


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (["parameters", "beta"], "1", r"not in \[0, 1\)"),
        (["parameters", "beta"], "-1/2", r"not in \[0, 1\)"),
        (["parameters", "tie"], "heads", r"parameters\.tie: 'heads' is not 'mistake', 'correct', 'positive' or 'ne"),
        (["parameters", "tie"], ["mistake"], r"parameters\.tie: \['mistake'\] is not 'mistake', 'correct', 'positive'"),
        (["steps"], [0], "updates is 1, the number of steps, not 2"),
        (["steps"], [0, 1], "in trial 2, and the next step is 1|in trial 1 as the next step"),
        (["steps"], [2, 0], "the panel is wrong in trial 0"),
        (["result", "stopped"], "separated", "stopped is 'order_exhausted', not 'separated'"),
        (["result", "exponents", 1], 1, r"exponents is \[1, 2, 1\], not \[1, 1, 1\]"),
        (["result", "expert_mistakes", 0], 0, r"expert_mistakes is \[1, 3, 1\], not \[0, 3, 1\]"),
        (["result", "best"], 2, "best is 0, not 2"),
        (["result", "best"], False, r"result\.best: False is not an integer"),
        (["X", 1, 1], "0", "a coordinate that is not -1 or 1"),
    ],
)
def test_a_changed_panel_is_refused(place, value, message):
    certificate = weighted_majority.certificate(weighted_majority.run(*PANEL), *PANEL)
    assert certificate["steps"] == [0, 2]
    with pytest.raises(Refuted, match=message):
        multiplicative_runs.check(changed(certificate, place, value))


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ([0], "stopped is 'max_updates', not 'order_exhausted'"),
        ([0, 2, 2], "no mistake in trial 2 as the next step"),
    ],
)
def test_a_whole_pass_lists_all_its_mistakes_and_no_more(steps, message):
    certificate = weighted_majority.certificate(weighted_majority.run(*PANEL), *PANEL)
    certificate["steps"], certificate["result"]["updates"] = steps, len(steps)
    with pytest.raises(Refuted, match=message):
        multiplicative_runs.check(certificate)


@pytest.mark.parametrize("certificate", [None, [], "run", 3, {}, {"algorithm": "winnow"}])
def test_no_certificate_at_all(certificate):
    with pytest.raises(Refuted):
        multiplicative_runs.check(certificate)


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
    with pytest.raises(Refuted, match=r"in trial|stopped is 'max_updates', not 'order_exhausted'"):
        multiplicative_runs.check(certificate)
