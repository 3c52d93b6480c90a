"""The vote of all weights, against the loop of the article."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from novikoff.algorithms import voted_perceptron
from novikoff.algorithms.perceptron import State
from novikoff.algorithms.voted_perceptron import exact_scores, run, score, voters

from .example_data import F, repeatable

TRAP = [[2, -2], [-2, 1]], [-1, -1]


@repeatable
@given(st.data(), st.sampled_from([1, 2**61, 2**64]), st.integers(1, 3))
def test_the_scores_of_many_points_are_those_of_each(data, size, d):
    """Near 2⁶¹ products leave 64 bits only with more than one coordinate; the parts of two voters must add up."""
    numbers = st.sampled_from([F(0), F(1), F(-1), F(1, 3), F(-5, 2), F(size), F(1 - size), F(1, size)])
    vectors = st.lists(numbers, min_size=d, max_size=d).map(lambda v: np.array(v, dtype=object))
    X = data.draw(st.lists(vectors, min_size=1, max_size=3))
    states = data.draw(st.lists(st.builds(State, vectors, numbers), min_size=1))
    voters = [(count % 4, state) for count, state in enumerate(states)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(voted_perceptron, "AT_ONCE", 2)
        assert exact_scores(voters, X) == [score(voters, x) for x in X]


def test_votes_by_hand():
    result = run(*TRAP, bias_step=0)
    assert (result.stopped, result.separated, sum(result.votes)) == ("separated", False, 12)
    electorate = voters(result, *TRAP)
    assert [(score(electorate, np.array(x)) < 0) for x in TRAP[0]] == [True, False]
    # Weights that say nothing abstain
    silent = State(np.array([0]), 0)
    assert score([(100, silent), (1, State(np.array([1]), 0))], np.array([2])) == 1
    assert score([(100, silent)], np.array([2])) == 0
    # Lenient ties give the start its votes
    result = run([[1], [1]], [1, -1], tie="positive", order=[0, 0, 1])
    assert result.votes == (2, 1)
