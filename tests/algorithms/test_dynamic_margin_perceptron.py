"""The perceptron with dynamic margin: a run by hand, its bounds, and the margin that it ends with."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novikoff.algorithms.dynamic_margin_perceptron import run
from novikoff.algorithms.nearest_point import best_margin

from .example_data import F, length2, margins, repeatable, separable, units


def test_runs_by_hand():
    """ε = 1/2. After (1, 0) the next example needs more than 1/2, and has 0; after (1, 1) both need more than 1/2."""
    result = run([[1, 0], [0, 1]], [1, 1], epsilon=F(1, 2), bias_step=0)
    assert (result.mistakes, result.w, result.stopped) == ((0, 1), (1, 1), "separated")
    eager = run([[1, 0], [0, 1]], [1, 1], epsilon=F(1, 4), bias_step=0)
    assert eager.updates == 2  # 2·1 is more than 3/4·2
    assert run([[1, 0], [0, 1]], [1, 1], epsilon=F(1, 10**9), bias_step=0).updates == 2
    # b²/c is c = 2^60 + 1, which is no float; the second example has the margin ‖w‖²/2 = 2^59 + 1, a mistake
    X, c = [[1], [-(2**59)]], 2**60 + 1
    assert run(X, [1, 1], epsilon=F(1, 2), bias_step=c, order=[0, 1]).mistakes == (0, 1)


@repeatable
@given(separable(), st.sampled_from([F(1), F(3, 4), F(1, 2), F(1, 4)]))
def test_it_ends_within_its_bound_with_a_part_of_the_best_margin(data, epsilon):
    X, y, c = data
    V, R2 = best_margin(X, y, c).upper, max(sum(F(v) ** 2 for v in x) for x in X) + c
    W, t = F(1), 1
    while (t + 1) ** 2 <= V * R2 * (W * (1 + 2 * (1 - epsilon) / t) + 1) and t < 500:
        W, t = W * (1 + 2 * (1 - epsilon) / t) + 1, t + 1
    if t == 500:
        return
    result = run(X, y, bias_step=c, epsilon=epsilon)
    assert result.updates <= t
    least = min(margins(result, X, y))
    assert least > 0
    assert least**2 * V >= (1 - epsilon) ** 2 * length2(result)


@pytest.mark.parametrize("k", [2, 5, 9])
def test_the_bound_for_one_is_attained_by_orthogonal_examples(k):
    """R²/γ² = k for the k unit vectors, each of which causes one update."""
    assert run(units(k), [1] * k, epsilon=1, bias_step=0).updates == k
