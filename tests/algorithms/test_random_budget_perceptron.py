"""The randomised budget perceptron: what it stores and draws, and its bounds over the whole tree of what may be drawn.

That the bounds hold on these trees is computed exactly; for all trees it is proved (random-budget-mistake-bound).
"""

from itertools import accumulate, product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from novikoff.algorithms.errors import BadInput
from novikoff.algorithms.nearest_point import best_margin
from novikoff.algorithms.random_budget_perceptron import RandomBudgetPerceptron, mistake_chances, run
from novikoff.properties.applicable_bounds import find_bounds

from .example_data import F, dot, repeatable, separable, units

small = st.integers(-3, 3)
examples = st.lists(st.tuples(small, small), min_size=1, max_size=8)


class Drawn:
    """Draws the numbers that are given, in the place of a generator, and no others."""

    def __init__(self, numbers):
        self.numbers = list(numbers)

    def randrange(self, count):
        assert self.numbers[0] < count
        return self.numbers.pop(0)


def drawing(X, numbers, budget, visits):
    """Whether each of the visits is a mistake of the shipped learner, if these numbers are drawn; its state."""
    learner = RandomBudgetPerceptron.on(X, [1] * len(X), bias_step=0, budget=budget, drop_seed=0)
    learner.drawn = Drawn(numbers)
    met = []
    for i in visits:
        met.append(learner.meet(i))
        if met[-1]:
            learner.take(i)
    return met, learner.state


def test_runs_and_chances_by_hand():
    """B = 2, and the places 1, 0 are drawn: of e1, e2 the second makes room for e3, of e1, e3 the first for e2."""
    met, state = drawing(units(3), [1, 0], 2, [0, 1, 2, 0, 2, 1])
    assert met == [True, True, True, False, False, True]
    assert [*state.w] == [0, 1, 1]
    # B = 2: of e1, e2, e3, which come twice, the third leaves e1 or e2 beside itself. At the end e3 is missing if e2
    # was missing before and took its place, 3/4 · 1/2, or if e1 had taken it, 1/4.
    found = mistake_chances(units(3), [1] * 3, order=[0, 1, 2, 0, 1, 2], budget=2, bias_step=0)
    assert found == (1, 1, 1, F(1, 2), F(3, 4), F(3, 8) + F(1, 4))


def test_each_of_the_stored_examples_is_drawn_about_as_often_as_any_other():
    """Of 4 examples the first is gone by the fifth mistake in a quarter of 400 runs; the seed alone decides."""
    results = [run(units(5), [1] * 5, bias_step=0, budget=4, drop_seed=seed, order=range(5)) for seed in range(400)]
    gone = [result.w.index(0) for result in results]
    assert all(70 <= gone.count(i) <= 130 for i in range(4))
    assert gone.count(4) == 0
    assert results[7] == run(units(5), [1] * 5, bias_step=0, budget=4, drop_seed=7, order=range(5))


@settings(repeatable, max_examples=25)
@example(units(3), 2, 7)
@example([[1, 0], [-1, 1], [0, -2], [1, 1]], 2, 7)
@given(examples, st.integers(1, 2), st.integers(1, 6))
def test_the_chances_are_the_means_over_all_that_may_be_drawn(X, budget, visits):
    """The shipped learner is run on each sequence of numbers that may be drawn; all are as likely."""
    order = [i % len(X) for i in range(visits)]
    trees = [drawing(X, numbers, budget, order)[0] for numbers in product(range(budget), repeat=visits)]
    means = tuple(F(sum(met), len(trees)) for met in zip(*trees, strict=True))
    assert mistake_chances(X, [1] * len(X), order=order, budget=budget, bias_step=0) == means


@repeatable
@given(examples, st.tuples(small, small), st.integers(1, 4), st.integers(1, 4), st.integers(1, 24))
def test_the_bounds_on_any_data(X, u, part, budget, visits):
    """Exactly, with the mean number of mistakes and losses over the whole tree, after each visit."""
    order, u = [i % len(X) for i in range(visits)], [F(v, 2 * part) for v in u]
    chances = mistake_chances(X, [1] * len(X), order=order, budget=budget, bias_step=0)
    losses = [chance * max(0, 1 - dot(u, X[i])) for chance, i in zip(chances, order, strict=True)]
    size = max(dot(x, x) for x in X) * dot(u, u)
    for k, lost in zip(accumulate(chances), accumulate(losses), strict=True):
        assert k < lost or (budget + 1) * (k - lost) ** 2 <= size * k * (k + 2 * budget)
        for g in (F(1, 4), F(1, 2), F(9, 10)):
            assert size > (budget + 1) * g**2 or k <= (lost + g * budget) / (1 - g)


@pytest.mark.parametrize("budget", [1, 2, 4])
@pytest.mark.parametrize("c", [F(1, 4), F(9, 10)])
def test_orthogonal_examples_come_near_to_the_bounds(budget, c):
    """B + 1 of them in turn, and u = c·Σ x, so that g = c: the losses are (1 − c)E[k]."""
    n = budget + 1
    chances = mistake_chances(units(n), [1] * n, order=[i % n for i in range(30 * n)], budget=budget, bias_step=0)
    k = sum(chances)
    lost, size = (1 - c) * k, c**2 * n
    assert (lost + c * budget) / (1 - c) == k + c * budget / (1 - c)
    assert size * k * (k + 2 * budget) == (1 + 2 * budget / k) * (budget + 1) * (k - lost) ** 2
    assert k > 10 * n


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("g", [F(1, 5), F(1, 2)])
def test_a_quarter_of_the_last_term_is_needed(k, g):
    """k = (B + 1)/4 orthogonal examples, of which none is forgotten, and u = 2g·Σ x: R²‖u‖² = (B + 1)g²."""
    budget = 4 * k - 1
    result = run(units(k), [1] * k, bias_step=0, budget=budget)
    lost = sum(max(0, 1 - 2 * g * v) for v in result.w)
    assert 4 * g**2 * dot(result.w, result.w) == (budget + 1) * g**2
    assert (1 - g) * result.updates == lost + g * F(budget + 1, 4)


@pytest.mark.parametrize("budget", [1, 2, 7])
def test_no_budget_suffices_for_one_example_more(budget):
    """R²‖u‖² = B + 1 without losses, and always first: every visit to the one that is not stored is a mistake."""
    n = budget + 1
    labels = [(-1) ** i for i in range(n)]
    result = run(units(n), labels, bias_step=0, budget=budget, order="first", max_updates=5 * n)
    assert (result.updates, result.stopped) == (5 * n, "max_updates")
    assert best_margin(units(n), labels, 0).upper == n
    options = {"bias_step": 0, "budget": budget, "order": "first"}
    assert find_bounds("random_budget_perceptron", units(n), labels, options).bounds == []
    (name, bound), *more = find_bounds("random_budget_perceptron", units(budget), labels[:-1], options).bounds
    assert (name, bound, more) == ("random-budget-separable-bound", budget, [])


@repeatable
@given(separable(), st.integers(1, 40))
def test_a_run_without_a_cap_ends_within_its_budget_or_is_refused(data, budget):
    X, y, c = data
    size = (max(dot(x, x) for x in X) + c) * best_margin(X, y, c).upper
    if size >= budget + 1:
        with pytest.raises(BadInput, match=f"with budget = {budget} this run may never end"):
            run(X, y, bias_step=c, budget=budget)
        return
    result = run(X, y, bias_step=c, budget=budget)
    assert result.separated
    assert result.updates <= size < budget + 1
