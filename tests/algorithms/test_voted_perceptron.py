"""The vote of all weights, against the loop of the article."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novikoff.algorithms import voted_perceptron
from novikoff.algorithms.perceptron import State
from novikoff.algorithms.voted_perceptron import exact_scores, replay, run, score, voters

from .example_data import labelled

F = Fraction
repeatable = settings(deadline=None, derandomize=True, max_examples=60)
TRAP = [[2, -2], [-2, 1]], [-1, -1]


def of_the_article(X, y, passes):
    """The published loop, without bias: [(v_k, c_k)]; a score of 0 is a mistake."""
    v, c, made = np.zeros(len(X[0]), dtype=int), 0, []
    for _ in range(passes):
        for x, label in zip(np.array(X), y, strict=True):
            if label * (v @ x) > 0:
                c += 1
            else:
                made.append((v, c))
                v, c = v + label * x, 1
    return [*made, (v, c)]


@repeatable
@given(labelled(), st.integers(1, 4))
def test_agrees_with_the_loop_of_the_article(data, passes):
    X, y = data
    result = run(X, y, bias_step=0, order=[*range(len(y))] * passes)
    expected = of_the_article(X, y, passes)
    assert result.votes == tuple(c for _, c in expected)
    electorate = voters(result, X, y)
    assert [tuple(state.w) for _, state in electorate] == [tuple(v) for v, _ in expected]
    for x, label in zip(np.array(X), y, strict=True):
        vote = sum(c * int(np.sign(v @ x)) for v, c in expected)
        assert score(electorate, x) == vote
        if label * vote <= 0:
            assert not result.separated
    assert replay(result, X, y) == result


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


def test_a_separating_run_whose_vote_does_not_separate():
    result = run(*TRAP, bias_step=0)
    assert (result.stopped, result.separated, sum(result.votes)) == ("separated", False, 12)
    electorate = voters(result, *TRAP)
    assert [(score(electorate, np.array(x)) < 0) for x in TRAP[0]] == [True, False]


def test_weights_that_say_nothing_abstain():
    silent = State(np.array([0]), 0)
    assert score([(100, silent), (1, State(np.array([1]), 0))], np.array([2])) == 1
    assert score([(100, silent)], np.array([2])) == 0


def test_lenient_ties_give_the_start_its_votes():
    result = run([[1], [1]], [1, -1], tie="positive", order=[0, 0, 1])
    assert result.votes == (2, 1)
