"""The Forgetron: what it stores, its bounds on random data with and without losses, and what no budget can do."""

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novikoff.algorithms.errors import BadInput
from novikoff.algorithms.forgetron import run, shrinking
from novikoff.algorithms.nearest_point import best_margin
from novikoff.properties.applicable_bounds import find_bounds

from .example_data import F, dot, repeatable, separable, units


def test_a_run_by_hand():
    """B = 1 and Φ = 1/2: each mistake leaves the half of its example, and nothing else."""
    result = run([[1, 0], [1, -1], [0, 1]], [1, -1, 1], bias_step=0, budget=1, shrink=F(1, 2), order=[0, 1, 2, 2, 0])
    assert (result.mistakes, result.visits) == ((0, 1, 0), 5)
    assert result.w == (F(1, 2), 0)


small = st.integers(-3, 3)
examples = st.lists(st.tuples(small, small), min_size=1, max_size=8)


@repeatable
@given(examples, st.tuples(small, small), st.integers(1, 9), st.sampled_from([F(1, 2), F(4, 5), F(9, 10), F(24, 25)]))
def test_the_bounds_on_any_data(X, u, budget, shrink):
    """The examples have the label 1, and come again and again: 60 visits."""
    result = run(X, [1] * len(X), bias_step=0, budget=budget, shrink=shrink, order=[i % len(X) for i in range(60)])
    k, R, u = result.updates, sqrt(max(dot(x, x) for x in X)), [F(v, 4) for v in u]
    losses = float(sum(max(0, 1 - dot(u, X[i])) for i in result.mistakes))
    tau, kappa, G = float(shrink ** (budget + 1)) if k > budget else 0, (1 - shrink) / (1 + shrink), R * sqrt(dot(u, u))
    room = 1 - float(shrink) ** 2
    W = (tau + sqrt(tau**2 + room * (1 + tau**2) / float(shrink) ** 2)) * float(shrink) ** 2 / room
    T, added = tau * max(0, k - budget), longer(result, X) / (R * R or 1)
    assert sqrt(dot(result.w, result.w)) <= (W + tau) * R + 1e-9
    assert added <= (tau**2 + 2 * tau * W) * k + 1e-9
    assert k * (1 - kappa * G**2) <= G**2 + 2 * losses + added + 2 * G * T + 1e-9
    divisor, gain = 1 - kappa * G**2 - tau**2 - 2 * tau * (W + G), k - losses - G * T
    assert divisor <= 0 or k <= (G**2 + 2 * losses) / divisor + 1e-9
    assert gain <= 0 or gain**2 <= (k + added) * G**2 * (1 + kappa * k) + 1e-9
    divisor = 1 - kappa * G**2 - tau**2 - 2 * tau * G
    assert losses or divisor <= 0 or k <= G**2 / divisor + 1e-9


def longer(result, X):
    """What forgetting added to ‖w‖²."""
    total, before = F(0), [F(0)] * len(X[0])
    for k, i in enumerate(result.mistakes):
        stored = [result.shrink * (v + x) for v, x in zip(before, X[i], strict=True)]
        gone = X[result.mistakes[k - result.budget]] if k >= result.budget else [0] * len(before)
        before = [v - result.shrink ** (result.budget + 1) * x for v, x in zip(stored, gone, strict=True)]
        total += dot(before, before) - dot(stored, stored)
    return float(total)


@repeatable
@given(separable(), st.integers(1, 40), st.sampled_from([None, F(9, 10), F(1)]))
def test_a_run_without_a_cap_ends_within_its_budget_or_is_refused(data, budget, shrink):
    X, y, c = data
    size = (max(dot(x, x) for x in X) + c) * best_margin(X, y, c).upper
    phi = shrinking(budget) if shrink is None else shrink
    if size * ((1 - phi) / (1 + phi) + F(1, budget + 1)) >= 1:
        with pytest.raises(BadInput, match=f"with budget = {budget} this run may never end"):
            run(X, y, bias_step=c, budget=budget, shrink=shrink)
        return
    result = run(X, y, bias_step=c, budget=budget, shrink=shrink)
    assert result.separated
    assert result.updates <= size / (1 - size * (1 - phi) / (1 + phi)) < budget + 1


@pytest.mark.parametrize("budget", [1, 2, 7])
def test_no_budget_suffices_for_one_example_more(budget):
    """R²‖u‖² = B + 1, and every visit is a mistake for ever."""
    n = budget + 1
    result = run(units(n), [(-1) ** i for i in range(n)], bias_step=0, budget=budget, max_updates=5 * n)
    assert (result.updates, result.visits - 1, result.stopped) == (5 * n, 5 * n, "max_updates")
    assert best_margin(units(n), [(-1) ** i for i in range(n)], 0).upper == n


@pytest.mark.parametrize("k", [1, 4, 9])
def test_orthonormal_examples_come_near_to_the_bounds(k):
    """k mistakes; the bound exceeds k by less than k²(1 − Φ), and by nothing for Φ = 1."""
    shrink = F(999, 1000)
    options = {"bias_step": 0, "budget": k, "shrink": shrink}
    (name, bound), *more = find_bounds("forgetron", units(k), [1] * k, options | {"order": "cyclic"}).bounds
    assert (name, more) == ("forgetron-separable-bound", [])
    assert run(units(k), [1] * k, **options).updates == k < bound < k + k * k * (1 - shrink)
    assert find_bounds("forgetron", units(k), [1] * k, options | {"shrink": 1}).bounds == [(name, k)]


def test_weights_nearly_as_long_as_they_can_be_and_the_lightest_shrinking():
    last = run(units(40), [1] * 40, bias_step=0, budget=40, shrink=F(9, 10), max_updates=40)
    longest = F(81, 100) / (1 - F(81, 100))
    assert longest * (1 - F(1, 4000)) <= dot(last.w, last.w) <= longest
    for n, digits in ((2, 5), (11, 7), (29, 8), (32, 9), (62, 9), (64, 10), (125, 10), (128, 11)):
        shrink = shrinking(n - 1)
        assert 2**digits % shrink.denominator == 0
        assert shrink**n <= F(1, 2 * n) < (shrink + F(1, 2**digits)) ** n
