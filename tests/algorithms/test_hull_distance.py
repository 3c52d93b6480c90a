"""Gilbert's and the MDM rule: lengths that are line minima, the sandwich against Wolfe, the stop decided exactly."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novikoff.algorithms import hull_distance
from novikoff.algorithms.hull_distance import RULES, is_gap_closed, mdm_length, run, transfer
from novikoff.algorithms.kozinec import minimiser, step
from novikoff.algorithms.nearest_point import require_separator


def separable(seed, n=12, d=3):
    draw = Random(seed).randint
    X = [[draw(-5, 5) for _ in range(d)] for _ in range(n)]
    scores = [2 * x[0] - x[-1] + Fraction(1, 2) for x in X]
    return X, [1 if score > 0 else -1 for score in scores]


vectors = st.lists(st.fractions(-9, 9, max_denominator=5), min_size=3, max_size=3).map(
    lambda values: np.array(values, dtype=object)
)


@settings(deadline=None)
@given(vectors, vectors, vectors, st.fractions(-1, 2, max_denominator=20))
def test_the_lengths_are_line_minima(w, z, giver, other):
    """No other length gives a shorter vector: the parabola's minimum, compared exactly."""
    def norm2(v):
        return v @ v
    if (w != z).any():
        kappa = minimiser(w @ w, w @ z, z @ z)
        assert norm2(step(w, z, kappa)) <= norm2(step(w, z, other))
    if (giver != z).any():
        t = mdm_length(w @ (giver - z), norm2(giver - z))
        assert norm2(transfer(w, z, giver, t)) <= norm2(transfer(w, z, giver, other))


@settings(deadline=None)
@given(st.fractions(0, 50, max_denominator=9), st.fractions(-50, 50), st.fractions(0, 9))
def test_the_stop_is_that_of_the_root(norm2, lowest, epsilon):
    """‖w‖ − lowest/‖w‖ ≤ ε, against 100 digits of the root."""
    from decimal import Decimal, localcontext
    if not norm2 or lowest > norm2:
        return
    with localcontext() as context:
        context.prec = 100
        root = (Decimal(norm2.numerator) / Decimal(norm2.denominator)).sqrt()
        gap = root - Decimal(lowest.numerator) / Decimal(lowest.denominator) / root
        difference = gap - Decimal(epsilon.numerator) / Decimal(epsilon.denominator)
    if abs(difference) > Decimal("1e-80"):
        assert is_gap_closed(norm2, lowest, epsilon) == (difference < 0)
    else:
        assert is_gap_closed(norm2, lowest, epsilon)  # the tie stops


@pytest.mark.sampled(7)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("seed", range(8))
def test_the_sandwich_holds_and_closes(rule, seed):
    X, y = separable(seed)
    epsilon = Fraction(1, 20)
    result = run(X, y, epsilon=epsilon, rule=rule)
    lower, upper = result.squared_bounds
    assert lower <= require_separator(X, y, 1).norm2 <= upper
    assert result.stopped == "epsilon"
    assert result.separated == (result.lowest > 0)
    assert (upper - result.lowest) ** 2 <= epsilon**2 * upper


def test_runs_by_hand():
    """The hull of two points: one Gilbert step from the first finds the foot of the perpendicular."""
    result = run([[2, 0], [0, 2]], [1, 1], epsilon=0, rule="gilbert", bias=False, bits=None, max_updates=5)
    assert (result.w, result.updates, result.stopped) == ((1, 1), 1, "epsilon")
    assert result.squared_bounds == (2, 2)
    # κ > 1 is cut to 1: the nearest point of the segment is its end
    result = run([[5, 5], [1, 0]], [1, 1], epsilon=0, rule="gilbert", bias=False, bits=None, max_updates=5)
    assert result.w == (1, 0)
    assert result.steps[0].length == 1
    result = run([[1], [-1]], [1, 1], epsilon=1, bias=False, max_updates=9)
    assert (result.stopped, result.separated, result.w) == ("origin", False, (0,))


def test_shortened_lengths_keep_their_leading_bits():
    for length in (Fraction(1, 3), Fraction(1, 1000), Fraction(999, 1000), Fraction(5, 7)):
        short = hull_distance._round_length(length, 8)
        assert length * (1 - Fraction(1, 2**7)) < short <= length
        assert short.denominator.bit_count() == 1
