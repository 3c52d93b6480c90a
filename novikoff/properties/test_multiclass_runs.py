"""The mistake bound for several classes and its invariants, for every option; two classes against the perceptron."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novikoff.algorithms import multi_class_perceptron, perceptron, structured_perceptron
from novikoff.algorithms.candidate_rule import SHARES, TIES
from novikoff.algorithms.perceptron import ORDERS
from novikoff.properties.multiclass_runs import check_bound, check_collins, check_deviations, check_steps
from novikoff.properties.strategies import candidate_examples, class_runs, positive_rationals, runs, several


@given(case=class_runs())
def test_each_run(case):
    check_bound(*case)
    check_steps(*case)


@given(data=several(), c=positive_rationals())
def test_the_best_lead_gives_the_least_of_the_bounds(data, c):
    """Compare with all separators; the classifiers of the best one lead by 1. One class alone has no lead."""
    if len(set(data.y)) > 1:
        names = sorted(set(data.y))
        best = multi_class_perceptron.best_lead(data.X, data.y, c)
        assert best.classifiers is not None
        own = type(data)(data.X, tuple(map(names.index, data.y)), tuple(best.classifiers[k] for k in names))
        assert own.lead == 1
        assert 2 * (data.R2 + c) * best.upper == own.bound(c) <= data.bound(c)


@pytest.mark.parametrize("tie", ["mistake", "correct", "positive"])
@given(case=runs("cyclic", "any"), order=st.sampled_from(ORDERS), shares=st.sampled_from(["chosen", "equal"]))
def test_two_classes_are_one_perceptron(case, order, shares, tie):
    """Test `two-classes-run-as-one-perceptron`: the same mistakes, and the weights of the perceptron and their
    opposites."""
    data, run = case
    settings = {"order": order, "seed": 3 if order == "random" else None, "bias_step": run.bias_step, "rate": run.rate,
                "max_updates": 50}
    one = perceptron.run(data.X, data.y, tie=tie, **settings)
    two = multi_class_perceptron.run(data.X, data.y, classes=[1, -1], shares=shares,
                                     tie="first" if tie == "positive" else tie, **settings)
    assert (two.mistakes, two.visits, two.stopped) == (one.mistakes, one.visits, one.stopped)
    assert list(two.classifiers.values()) == [(one.w, one.b), (tuple(-v for v in one.w), -one.b)]


@pytest.mark.parametrize("shares", SHARES)
@given(case=candidate_examples(), order=st.sampled_from(ORDERS), tie=st.sampled_from(TIES), rate=positive_rationals())
def test_collins_bound(case, order, tie, rate, shares):
    """Test `structured-mistake-bound` for every option."""
    X, y, u = case
    seed = 5 if order == "random" else None
    run = structured_perceptron.run(X, y, order=order, seed=seed, tie=tie, rate=rate, shares=shares)
    check_collins(X, y, u, run)


@pytest.mark.parametrize("shares", SHARES)
@given(case=candidate_examples(separable=False), delta=positive_rationals(), tie=st.sampled_from(TIES))
def test_collins_bound_for_one_pass_over_any_data(case, delta, tie, shares):
    """Test `structured-deviation-mistake-bound` for all u and δ."""
    X, y, u = case
    run = structured_perceptron.run(X, y, order=range(len(y)), tie=tie, shares=shares)
    check_deviations(X, y, u, delta, run.updates)
