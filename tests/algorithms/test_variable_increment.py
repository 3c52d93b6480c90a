"""The perceptron with step sizes that change: by hand, against the plain rule, and against its theorems."""

import dataclasses
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from novikoff.algorithms import perceptron
from novikoff.algorithms.checkers import Refuted
from novikoff.algorithms.checkers.dispatch import verify
from novikoff.algorithms.nearest_point import best_margin
from novikoff.algorithms.registry import ALGORITHMS
from novikoff.algorithms.variable_increment import by_length, certificate, replay, run, sizes, step_sizes
from novikoff.properties.applicable_bounds import conditions, find_bounds

from .example_data import EASY, F, dot, repeatable, separable

SLOW = [[1, 2], [1, -9]], [1, 1]  # (1, 0) separates them
RATES = [F(2, 3), [3, F(1, 2), 1], "1/t", "2^-t", "normalised"]
kinds = st.sampled_from(RATES)
ENDING = [rates for rates in RATES if rates != "2^-t"]


def test_runs_by_hand():
    """w = (1, 0), then (1, −1/2), then (2/3, 1/6); (1, 1) has the score 5/6 there, and is right. With the bias step 6
    and the last size for ever: (1, 0) with b = 6, (1, −1/2) with 3, (−1, 2) is right, and then (1, −1) with 0.
    """
    X, y = [[1, 0], [0, 1], [-1, 2], [1, 1]], [1, -1, 1, 1]
    result = run(X, y, bias_step=0, rates="1/t", order=[0, 1, 2, 3])
    assert result.mistakes == (0, 1, 2)
    assert result.w == (1 - F(1, 3), F(-1, 2) + F(2, 3)) == (F(2, 3), F(1, 6))
    assert (result.updates, result.visits, result.stopped) == (3, 4, "order_exhausted")
    biased = run(X, y, bias_step=6, rates=[1, F(1, 2)], order=[0, 1, 2, 1])
    assert (biased.mistakes, biased.w, biased.b) == ((0, 1, 1), (1, -1), 0)
    assert by_length(np.array([F(1, 2), 1]), F(3, 4), F(1)) == F(1, 2)
    result = run([[3, 4], [-1, 0]], [1, 1], rates="normalised", bias_step=0, order=[0, 1])
    assert (result.w, step_sizes(result, [[3, 4], [-1, 0]])) == ((F(3, 25) - 1, F(4, 25)), [F(1, 25), 1])


@pytest.mark.parametrize(("rates", "first"), [
    (2, [2, 2, 2, 2]), ([3, 1, F(1, 2)], [3, 1, F(1, 2), F(1, 2)]), ("1/t", [1, F(1, 2), F(1, 3), F(1, 4)]),
    ("2^-t", [F(1, 2), F(1, 4), F(1, 8), F(1, 16)]), (lambda t: t * t, [1, 4, 9, 16]), (np.array([5, 4]), [5, 4, 4, 4]),
])
def test_the_step_sizes(rates, first):
    assert list(islice(sizes(rates), 4)) == first


@repeatable
@given(separable(), st.sampled_from([1, F(2, 3), 7]), st.sampled_from(["cyclic", "first", "random"]))
def test_with_one_step_size_it_is_the_perceptron(data, eta, order):
    """The mistakes are those of the perceptron whatever the size is, and the run is that of the perceptron with it."""
    X, y, c = data
    more = {"bias_step": c, "order": order, "seed": 5 if order == "random" else None, "max_updates": 99}
    mine, listed = run(X, y, rates=eta, **more), run(X, y, rates=[eta, eta], **more)
    plain = perceptron.run(X, y, **more)
    assert mine.mistakes == listed.mistakes == plain.mistakes
    assert (mine.visits, mine.separated, mine.stopped) == (plain.visits, plain.separated, plain.stopped)
    assert (mine.w, mine.b) == (tuple(eta * v for v in plain.w), eta * plain.b) == (listed.w, listed.b)
    scaled = dataclasses.asdict(perceptron.run(X, y, rate=eta, **more))
    assert {**dataclasses.asdict(mine), "rate": eta} == {**scaled, "rates": eta}


@repeatable
@given(separable(), kinds, st.sampled_from(["cyclic", "first"]))
def test_the_theorems_hold_on_every_run(data, rates, order):
    """At each mistake, from the updates before it; and with step sizes in an interval by their number."""
    X, y, c = data
    result = run(X, y, bias_step=c, rates=rates, order=order, max_updates=200)
    G = (max(dot(x, x) for x in X) + c) * best_margin(X, y, c).upper - 1
    made = step_sizes(result, X)
    P = Q = F(0)
    for eta in made:
        assert P**2 <= G * Q
        P, Q = P + eta, Q + F(eta) ** 2
    if made:
        a, b = min(made), max(made)
        assert result.updates <= 1 + F(a + b) ** 2 / (4 * a * b) * G
    assert result.separated == (result.stopped == "separated")


@repeatable
@given(separable(), kinds)
def test_what_governs_a_run(data, rates):
    """The bounds known before it hold, and the condition is that of the last mistake, with the numbers of the run."""
    X, y, c = data
    entry, options = ALGORITHMS["variable_increment"], {"bias_step": c, "rates": rates}
    known = find_bounds("variable_increment", X, y, entry.defaults() | options)
    record = entry.run(X, y, **options, max_updates=300)
    bounds, made = dict(known.bounds), [F(eta) for eta in step_sizes(record, X)]
    assert all(record.updates <= value for value in bounds.values())
    assert ("step-sizes-kantorovich-bound" in bounds) == (rates in (F(2, 3), [3, F(1, 2), 1], "normalised"))
    assert "any-step-sizes-mistake-bound" not in bounds or rates != "normalised"
    ratio = known.best.ratio
    if rates == F(2, 3):
        assert bounds == {"any-step-sizes-mistake-bound": ratio // 1, "step-sizes-kantorovich-bound": ratio}
    if not isinstance(rates, str) or rates == "normalised":
        all_sizes = [F(1) / (dot(x, x) + c) for x in X] if rates == "normalised" else rates
        a, b = (min(all_sizes), max(all_sizes)) if isinstance(all_sizes, list) else (rates, rates)
        assert bounds["step-sizes-kantorovich-bound"] == 1 + F(a + b) ** 2 / (4 * a * b) * (ratio - 1)
    met = {condition.claim: condition for condition in conditions(entry, known, record)}
    assert all(condition.holds for condition in met.values())
    if len(made) > 1:
        last = met.pop("any-step-sizes-mistake-bound")
        assert (last.left, last.right) == (sum(made[:-1]) ** 2, (ratio - 1) * sum(e**2 for e in made[:-1]))
    if made and rates == "normalised":
        total = met.pop("square-length-steps-mistake-bound")
        assert (total.left, total.right) == (sum(made), known.best.V)
    assert met == {}
    assert bounds.get("square-length-steps-mistake-bound") == (ratio if rates == "normalised" else None)


def test_a_condition_can_be_violated():
    """Not by a run, but by a record that says what no run can: seven more mistakes."""
    entry = ALGORITHMS["variable_increment"]
    known = find_bounds("variable_increment", *EASY, entry.defaults())
    record = entry.run(*EASY)
    (met,) = conditions(entry, known, record)
    assert met.holds
    (broken,) = conditions(entry, known, dataclasses.replace(record, updates=10**4, mistakes=(0,) * 10**4))
    assert not broken.holds


def test_step_sizes_with_a_finite_sum_may_never_separate():
    """After two updates (1, 2) is a mistake for ever: its score stays below 5·3/4 − 17/4. Others end."""
    result = run(*SLOW, bias_step=0, rates="2^-t", max_updates=300)
    assert (result.mistakes, result.separated, result.stopped) == ((0, 1) + (0,) * 298, False, "max_updates")
    assert dot(result.w, SLOW[0][0]) < F(3, 4) * 5 - F(17, 4)
    for rates in ENDING:
        assert run(*SLOW, bias_step=0, rates=rates).separated
    assert run([[1]], [1], rates="2^-t", start=([1], 0)).updates == 0  # there is nothing to do
    assert run(*SLOW, bias_step=0, rates="2^-t", order=[0, 1, 0]).updates == 3


def test_a_function_is_recorded_as_what_it_gave():
    record = run(*EASY, rates=lambda t: F(1, t * t), max_updates=3)
    assert record.rates == (1, F(1, 4), F(1, 9))
    assert replay(record, *EASY) == record
    assert verify(certificate(record, *EASY))["updates"] == 3
    none = run(*EASY, rates=lambda t: F(1, t * t), max_updates=0)
    assert none.rates == (1,)
    assert verify(certificate(none, *EASY))["stopped"] == "max_updates"


@pytest.mark.parametrize(("rates", "w", "end"), [("-1", "-1", "max_updates"), (["1", "-1"], "1", "separated")])
def test_a_step_size_below_0_is_no_step_size(rates, w, end):
    """Though with it the run on 1 would be as it is written: one update, after which 1 is wrong, or right."""
    data = certificate(run([[1]], [1], bias_step=0), [[1]], [1])
    data["parameters"]["rates"] = rates
    data["result"] |= {"w": [w], "stopped": end, "separated": end == "separated"}
    with pytest.raises(Refuted, match="not above 0"):
        verify(data)


def test_rates_are_lists_only_where_they_may_be():
    """It is the same run."""
    data = certificate(run(*EASY, rates=[3, F(1, 2)], max_updates=6), *EASY)
    assert verify({**data, "parameters": {**data["parameters"], "rates": ["3", "1/2", "1/2"]}}) == verify(data)
    data = perceptron.certificate(perceptron.run(*EASY), *EASY)
    with pytest.raises(Refuted, match="rate"):
        verify({**data, "parameters": {**data["parameters"], "rate": ["1"]}})


def test_what_has_no_step_size_is_refused():
    data = certificate(run([[1], [2]], [1, -1], bias_step=0, max_updates=2, rates="normalised"), [[1], [2]], [1, -1])
    data["X"][0] = ["0"]
    with pytest.raises(Refuted, match="this example has no step size"):
        verify(data)
    assert run([[1], [0]], [1, 1], rates="normalised").separated
