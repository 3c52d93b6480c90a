"""Weighted majority: the rule, the bound against the best expert, ties."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novikoff.algorithms import perceptron
from novikoff.algorithms.weighted_majority import run

from ..bound_formulas import majority_allows
from .example_data import F, labelled

repeatable = settings(deadline=None, derandomize=True, max_examples=80)  # the same examples everywhere
signs = st.sampled_from([-1, 1])


betas = st.one_of(st.just(F(0)), st.integers(2, 9).flatmap(lambda q: st.builds(F, st.integers(1, q - 1), st.just(q))))


def test_by_hand():
    """Trial 0: −1 of three, wrong, the last two halved. Trial 1: 1 − ½ + ½ > 0, right. Trial 2: 1 + ½ − ½, wrong."""
    result = run([[1, -1, -1], [1, -1, 1], [1, 1, -1]], [1, 1, -1])
    assert (result.mistakes, result.w) == ((0, 2), (F(1, 2), F(1, 4), F(1, 2)))
    assert (result.expert_mistakes, result.best, result.stopped) == ((1, 3, 1), 0, "order_exhausted")
    # Expert 1 is wrong, the panel is right: nothing changes
    assert run([[1, -1, 1]], [1]).w == (1, 1, 1)
    # β = 0, eight experts, one perfect: each trial half of those left are wrong, and ties are mistakes
    X = [[1 if (expert >> bit) & 1 else -1 for expert in range(8)] for bit in range(3)]
    result = run(X, [1, 1, 1], beta=0)
    assert (result.updates, result.expert_mistakes[7], result.w) == (3, 0, (0,) * 7 + (1,))
    # β = 0 and no perfect expert: the panel has nothing to go by, and the bound says nothing
    result = run([[1], [1], [1]], [-1, 1, 1], beta=0)
    assert (result.mistakes, result.w) == ((0, 1, 2), (0,))
    assert majority_allows(3, min(result.expert_mistakes), 1, 0)


@pytest.mark.parametrize(("tie", "wrong_on"), [("mistake", {-1, 1}), ("correct", set()), ("positive", {-1}),
                                               ("negative", {1})])
def test_ties_are_decided_as_stated(tie, wrong_on):
    assert {y for y in (-1, 1) if run([[1, -1]], [y], tie=tie).updates} == wrong_on


@repeatable
@given(labelled(1, 12, signs, 6), betas, st.sampled_from(sorted(perceptron.TIES)))
def test_the_bound_against_the_best_expert(panel, beta, tie):
    result = run(*panel, beta=beta, tie=tie)
    assert majority_allows(result.updates, min(result.expert_mistakes), len(result.w), beta)


def test_the_bound_can_fail():
    assert [majority_allows(m, 0, 8, 0) for m in (3, 4)] == [True, False]
    assert [majority_allows(m, 2, 4, F(1, 2)) for m in (9, 10)] == [True, False]  # (4/3)^m ≤ 16
    # A float beta counts at its binary value
    assert run([[-1]], [1], beta=0.3).w == (F(0.3),)
