"""Shares of candidates by hand, and what a convex combination of differences shows."""

import pytest

from novikoff.algorithms.candidate_rule import TIES, Choices, choose_candidate, shares, wrong_ones
from novikoff.algorithms.errors import NoSeparator

from .example_data import F


@pytest.mark.parametrize(("scores", "right", "wrong"), [
    ([0, 0, 0], 1, {"mistake": [0, 2], "correct": [], "first": [0]}),
    ([1, 2, 3], 2, {"mistake": [], "correct": [], "first": []}),
    ([1, 2, 3], 0, {"mistake": [1, 2], "correct": [1, 2], "first": [1, 2]}),
    ([2, 1, 2, 3], 2, {"mistake": [0, 3], "correct": [3], "first": [0, 3]}),
    ([2, 2], 0, {"mistake": [1], "correct": [], "first": []}),
])
def test_who_scores_too_high(scores: list[int], right: int, wrong: dict[str, list[int]]) -> None:
    assert {tie: wrong_ones(scores, right, tie) for tie in TIES} == wrong


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("rule", ["chosen", "equal"])
def test_shares_are_what_the_theorem_asks_for(tie: str, rule: str) -> None:
    """`ultraconservative-update`: 1 for the right one, the sum 0, and below 0 only where a score is as high as its own.
    """
    for scores in ([0, 0, 0], [3, 1, 3], [1, 3, 2], [-1, -1, -2], [5]):
        for right in range(len(scores)):
            tau = shares(scores, right, rule, tie)
            wrong = wrong_ones(scores, right, tie)
            assert sum(tau) == 0
            assert tau[right] == bool(wrong)
            assert sum(t * t for t in tau) <= 2
            assert {j for j, t in enumerate(tau) if t < 0} <= {j for j, s in enumerate(scores) if s >= scores[right]}
            assert {j for j, t in enumerate(tau) if t < 0} == (set(wrong) if rule == "equal" else {*wrong} & {
                max(wrong, key=lambda j: (scores[j], -j), default=-1)})


def test_chosen_candidates_and_longest_differences() -> None:
    assert [choose_candidate([2, 3, 3], tie) for tie in TIES] == [None, None, 1]
    assert choose_candidate([F(1, 2), 0]) == 0
    assert Choices([[1, 1], [0, 3]], [(0, 1), (1, 0)]).longest2 == 9
    assert Choices([[1, 1], [0, 3]], [(0, 1), (1, 0)], [9, 1]).longest2 == 10


def test_the_best_lead_is_the_nearest_point_or_there_is_none() -> None:
    """Of the differences (2, 0) and (0, 1) the hull comes as near as (2/5, 4/5), of square length 4/5."""
    best = Choices([[2, 0], [0, 1]], [(0, 1), (1, 0)]).best(2)
    assert (best.w, best.upper, best.lower, sum(best.dual)) == ((F(1, 2), 1), F(5, 4), F(5, 4), F(5, 4))
    weighted = Choices([[2, 0], [0, 1]], [(0, 1), (1, 0)], [1, 4]).best(2)
    assert (weighted.w, weighted.upper, weighted.lower) == ((F(1, 2), 1), F(1, 2), F(1, 2))
    choices = Choices([[1, 1], [-1, -1], [0, 2]], [(0, 1), (0, 2), (2, 0)])
    with pytest.raises(NoSeparator, match=r"of the examples \[0\], is 0") as caught:
        choices.best(3)
    weights = caught.value.certificate
    assert choices.weights(weights, 3) == [1, 0, 0]
    assert [sum(a * z[k] for a, z in zip(weights, choices.points, strict=True)) for k in (0, 1)] == [0, 0]
