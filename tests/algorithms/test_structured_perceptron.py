"""The structured perceptron by hand, against the two perceptrons of which it is the common form, and certified."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novikoff.algorithms import multi_class_perceptron, perceptron
from novikoff.algorithms.candidate_rule import SHARES, TIES
from novikoff.algorithms.perceptron import State
from novikoff.algorithms.structured_perceptron import (
    best_lead,
    choices,
    predict,
    reach2,
    run,
    scores,
    separate,
    update,
)
from novikoff.properties.strategies import several

from .example_data import F

CHOICES = [[[2, 0], [0, 1], [1, 1]], [[0, 3], [1, 0]], [[F(1, 2), 1], [3, -1], [0, 0], [5, 5]]], [0, 1, 1]
NONE = [[[0], [1]], [[2], [1]], [[3], [4], [5]]], [0, 0, 1]


def test_by_hand():
    """From 0 all candidates of the first tie: (2, 0) − (0, 1) is added, and then each right one leads."""
    result = run(*CHOICES)
    assert (result.mistakes, result.w, result.b) == ((0,), (2, -1), 0)
    assert [scores(result, one) for one in CHOICES[0]] == [[4, -1, 1], [-3, 2], [0, 7, 0, 5]]
    assert [predict(result, one) for one in CHOICES[0]] == CHOICES[1]
    assert (result.visits, result.stopped, result.separated) == (6, "separated", True)
    assert run(*CHOICES, shares="equal", order=[0]).w == (F(3, 2), -1)
    moved = update(State(F(1), 0), [F(5), F(2), F(9)], [1, F(-1, 2), F(-1, 2)], rate=2)
    assert moved == (1 + 2 * (5 - F(11, 2)), 0)
    with pytest.raises(ValueError, match="longer"):
        update(State(1, 0), [5, 2, 9], [1, -1])


@pytest.mark.parametrize("tie", ["mistake", "correct", "first"])
@pytest.mark.parametrize("shares", ["chosen", "equal"])
def test_an_example_against_0_is_one_of_the_perceptron_without_bias(tie, shares):
    X = [[2, 1], [-1, 3], [F(1, 3), -2], [-2, F(3, 2)], [1, -2], [0, F(1, 2)]]
    y = [1, 1, -1, -1, -1, 1]
    for options in ({}, {"rate": F(2, 7)}, {"order": "random", "seed": 5}, {"order": [3, 1, 4, 1, 5, 2]}):
        chosen = run(X, y, tie=tie, shares=shares, max_updates=40, **options)
        one = perceptron.run(X, y, bias_step=0, max_updates=40, tie="positive" if tie == "first" else tie, **options)
        assert (chosen.mistakes, chosen.visits, chosen.w, chosen.separated) == (
            one.mistakes, one.visits, one.w, one.separated)


def blocks(X, y, count, c):
    """Kesler's construction written out for a square c = s²: candidate r of x has (x, s) at the place of class r."""
    s = F(int(c**0.5 + 0.5))
    assert s * s == c
    extended = [[*x, s] if c else list(x) for x in X]
    zero = [0] * len(extended[0])
    places = range(count)
    return [[[v for k in places for v in (x if k == r else zero)] for r in places] for x in extended], list(y)


@settings(deadline=None)
@given(data=several(), c=st.sampled_from([0, 1, 4]), shares=st.sampled_from(SHARES), tie=st.sampled_from(TIES),
       order=st.sampled_from(perceptron.ORDERS))
def test_several_classes_are_choices_mistake_for_mistake(data, c, shares, tie, order):
    """With the classes in blocks of features the runs are the same, and so are R², the best lead, and the bound."""
    options = {"shares": shares, "tie": tie, "order": order, "max_updates": 30}
    options["seed"] = 4 if order == "random" else None
    count = len(data.separator)
    one = multi_class_perceptron.run(data.X, data.y, classes=range(count), bias_step=c, **options)
    X, y = blocks(data.X, data.y, count, c)
    other = run(X, y, **options)
    assert (one.mistakes, one.visits, one.stopped, one.separated) == (
        other.mistakes, other.visits, other.stopped, other.separated)
    weights = [v for w, b in one.classifiers.values() for v in ([*w, F(b) / F(c**0.5).limit_denominator()] if c else w)]
    assert list(other.w) == weights
    assert reach2(X, y) == 2 * (data.R2 + c)


def test_the_best_lead_leads_by_1():
    lead = best_lead(*CHOICES)
    gaps = [sum(w * v for w, v in zip(lead.w, z, strict=True)) for z in choices(*CHOICES).points]
    assert min(gaps) == 1
    assert lead.upper == lead.lower == sum(v * v for v in lead.w)
    assert run(*CHOICES).updates <= reach2(*CHOICES) * lead.upper


def test_what_cannot_be_chosen_rightly_has_a_proof():
    answer = separate(*NONE)
    total = [sum(a * (NONE[0][i][NONE[1][i]][0] - NONE[0][i][j][0]) for (i, j), a in answer.combination.items())]
    assert (total, sum(answer.combination.values())) == ([0], 1)
    assert run(*NONE, max_updates=7).stopped == "max_updates"
