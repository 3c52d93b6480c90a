"""Von Neumann's algorithm: runs worked by hand, its kin's steps, its bounds, and proofs for both answers."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novikoff.algorithms.checkers.dispatch import verify
from novikoff.algorithms.errors import BadInput, NoSeparator
from novikoff.algorithms.kozinec import Step
from novikoff.algorithms.nearest_point import nearest_point
from novikoff.algorithms.separability import certificate, separate
from novikoff.algorithms.von_neumann import answer, is_near, run, weights_after

from .example_data import F, combined, labelled, repeatable, signed

HALF_PLANE = [[3, 1], [-1, 4], [2, -1], [-2, 7]], [1, 1, 1, 1]
SQUARE = [[1, 0], [0, 1], [-1, 0], [0, -1]], [1] * 4  # 0 is inside, with the ball of radius r, r² = 1/2
BOUNDARY = [[2, 1], [-3, 1], [1, 0], [-1, 0]], [1] * 4  # 0 is on an edge
examples = st.tuples(labelled(most=6), st.sampled_from([0, 1, 2]))  # separable or not, and a bias step


def test_runs_by_hand():
    """w = (2, 1), z = (−1, 1): ⟨w, z⟩ = −1, κ = (5 + 1)/(5 + 2 + 2) = 2/3, w' = (0, 1)."""
    result = run([[2, 1], [-1, 1]], [1, 1], bias_step=0, epsilon=F(1, 2))
    assert (result.steps, result.w, result.stopped) == ((Step(1, F(2, 3)),), (0, 1), "separated")
    assert (result.weights, result.combination, result.inseparable) == ((F(1, 3), F(2, 3)), None, False)
    # From (4, 0) the products are 16, −4, −12, −8
    assert run([[4, 0], [-1, 3], [-3, 4], [-2, 1]], [1] * 4, bias_step=0, max_updates=1).steps[0].example == 2
    # Zero is found by hand
    result = run([[1], [-2]], [1, 1], bias_step=0, epsilon=F(1, 100))
    assert (result.updates, result.stopped, result.weights) == (1, "origin", (F(2, 3), F(1, 3)))
    assert result.combination == result.weights
    # w = (1, 1), z = (0, −3): κ = (2 + 3)/(2 + 6 + 9) = 5/17
    data = [[1, 1], [-1, 1], [0, -3]], [1] * 3
    result = run(*data, bias_step=0, epsilon=F(11, 10), kappa_bits=None)
    assert (result.updates, result.stopped, result.norm2, result.least) == (1, "near", F(9, 17), F(-15, 17))
    assert result.weights == (F(12, 17), 0, F(5, 17))
    assert run(*data, bias_step=0, epsilon=F(1, 100), kappa_bits=None).combination == (F(3, 8), F(3, 8), F(1, 4))
    # Two orthogonal examples of length 1: ‖w‖² is 1, then 1/2
    data = [[1, 0], [0, 1], [-1, -1]], [1] * 3
    assert run(*data, bias_step=0, epsilon=1, max_updates=0).stopped == "max_updates"
    assert run(*data, bias_step=0, epsilon=F(1001, 1000)).stopped == "near"
    assert not is_near(F(1, 4), F(1, 2))
    # A separator that is near is a separator
    result = run([[F(1, 10)]], [1], bias_step=0, epsilon=1)
    assert (result.stopped, result.separated) == ("separated", True)


@repeatable
@given(examples, st.sampled_from([F(1, 2), F(1, 5)]), st.sampled_from([2, 8]))
def test_every_run_with_epsilon_ends_within_its_bounds_and_says_what_is_true(data, epsilon, bits):
    (X, y), c = data
    result = run(X, y, bias_step=c, epsilon=epsilon, kappa_bits=bits, start=len(y) - 1)
    Z, inner = signed(X, y, c)
    D2, delta2 = max(inner(z, z) for z in Z), F(2, 2**bits) ** 2
    assert (1 + delta2 + result.updates * (1 - delta2)) * result.norm2 <= (1 + delta2) * D2
    assert result.updates * epsilon**2 * (1 - delta2) <= D2 * (1 + delta2)
    m2 = nearest_point(Z, [1] * len(X[0]) + ([c] if c else [])).norm2
    if m2:
        assert result.updates * (1 - delta2) * m2 <= (D2 - m2) * (1 + delta2)
    v = combined(result.weights, Z)
    assert min(result.weights) >= 0
    assert sum(result.weights) == 1
    assert (result.norm2, result.least) == (inner(v, v), min(inner(v, z) for z in Z))
    assert result.stopped in ("separated", "near", "origin")
    assert result.separated == (result.least > 0) == (result.stopped == "separated")
    assert not result.separated or m2
    assert result.stopped != "near" or result.norm2 < epsilon**2
    if result.inseparable:
        assert not m2
        assert (min(result.combination) >= 0, sum(result.combination)) == (True, 1)
        assert not any(combined(result.combination, Z))


@repeatable
@given(examples)
def test_a_small_epsilon_decides(data):
    """The hulls of some of these examples are farther than 1/1000 from 0, or hold it."""
    (X, y), c = data
    result = run(X, y, bias_step=c, epsilon=F(1, 40), max_updates=60)
    separable = separate(X, y, bias=c > 0, method="nearest_point").separable
    if result.stopped == "max_updates":
        return
    assert result.separated or not separable or result.stopped == "near"
    if result.stopped != "near" or result.inseparable:
        assert answer(result).separable == separable
        assert verify(certificate(answer(result), X, y))["separable"] is separable


def test_weights_are_those_of_the_steps():
    steps = [Step(1, F(1, 2)), Step(2, F(1, 3)), Step(1, F(1, 4))]
    assert weights_after(steps, 0, 3) == [F(1, 4), F(1, 2), F(1, 4)]
    assert weights_after([], 1, 2) == [0, 1]


def test_inseparable_examples_have_a_proof():
    with pytest.raises(NoSeparator) as caught:
        run(*SQUARE, bias_step=0)
    assert not any(combined(caught.value.certificate, SQUARE[0]))
    assert run(*SQUARE, bias_step=0, max_updates=0).stopped == "max_updates"
    # A capped run looks for a proof too
    assert run([[1], [-2], [3]], [1] * 3, bias_step=0, max_updates=0).combination is None
    assert run([[3], [-2], [1]], [1] * 3, bias_step=0, kappa_bits=2, max_updates=1).inseparable
    # With zero inside the length falls by a factor
    lengths = [run(*SQUARE, bias_step=0, kappa_bits=None, max_updates=t).norm2 for t in range(4)]
    assert all(b <= F(1, 2) * a for a, b in pairwise(lengths))
    # On the boundary too weights of zero are found
    result = run(*BOUNDARY, bias_step=0, epsilon=F(1, 10))
    assert (result.stopped, result.inseparable) == ("near", True)
    assert result.updates > 2
    assert result.combined == 2
    assert answer(result).combination == result.combination


def test_a_run_that_proves_nothing_has_no_answer():
    result = run(*HALF_PLANE, bias_step=0, max_updates=0, start=3)
    assert not result.separated
    with pytest.raises(BadInput, match="neither a separator nor a combination that is 0"):
        answer(result)
    # A rounded run proves nothing
    with pytest.raises(BadInput, match="made in float64, so it proves nothing"):
        answer(run([[1.0], [2.0]], [1, 1], max_updates=1))
