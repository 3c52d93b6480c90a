"""Kozinec's algorithm against its identities and bounds, Wolfe's exact nearest point, and the ends of κ."""

import math
from itertools import pairwise

import pytest
import sympy
from hypothesis import assume, given
from hypothesis import strategies as st

from novikoff.algorithms.errors import BadInput
from novikoff.algorithms.kozinec import CHOICES, Step, is_far, kappa, minimiser, run
from novikoff.algorithms.nearest_point import nearest_point, require_separator

from .example_data import F, combined, dot, repeatable, separable, signed

small = st.builds(F, st.integers(-12, 12), st.integers(1, 3))
positive = st.builds(F, st.integers(1, 12), st.integers(1, 5))
HALF_PLANE = [[3, 1], [-1, 4], [2, -1], [-2, 7]], [1, 1, 1, 1]


def hull(X, y, result):
    """The signed vectors, the final vector in their space, and the inner product there."""
    Z, inner = signed(X, y, result.bias_step)
    return Z, [*result.w, *([F(result.b) / result.bias_step] if result.bias_step else [])], inner


@repeatable
@given(st.tuples(small, small), st.tuples(small, small), st.integers(1, 8))
def test_kappa_is_the_best_in_the_half_open_interval(w, x, eighths):
    ww, wx, xx = dot(w, w), dot(w, x), dot(x, x)
    assume(wx < ww)
    best = kappa(ww, wx, xx)
    assert 0 < best <= 1
    moved, other = ([(1 - k) * a + k * b for a, b in zip(w, x, strict=True)] for k in (best, F(eighths, 8)))
    assert dot(moved, moved) <= dot(other, other)


def test_the_ends_of_the_step():
    """w = (2, 0), x = (1, 0): the line's minimiser is 2, over (0, 1) none exists, over (0, 1] it is 1."""
    assert minimiser(F(4), 2, 1) == 2
    result = run([[2, 0], [1, 0]], [1, 1], bias_step=0, epsilon=F(1, 2))
    assert (result.steps, result.w, result.stopped) == ((Step(1, 1),), (1, 0), "eps_solution")
    for x in ((2, 0), (3, 5), (2, 7)):
        with pytest.raises(BadInput, match="no best step exists"):
            kappa(F(4), dot((2, 0), x), dot(x, x))


@repeatable
@given(positive, small, positive)
def test_the_rule_without_roots_agrees_with_high_precision(ww, wx, epsilon):
    gap = sympy.sqrt(sympy.Rational(str(ww))) - sympy.Rational(str(wx)) / sympy.sqrt(sympy.Rational(str(ww)))
    assert is_far(ww, wx, epsilon) == bool(gap >= sympy.Rational(str(epsilon)))


def test_by_hand():
    """X = {1, 2}, w = 2, ε = 1: the page calls this an ε-solution (<=) and x = 1 wrong (>=)."""
    assert is_far(4, 2, 1)
    assert not is_far(4, 2, F(1001, 1000))
    assert run([[2], [1]], [1, 1], bias_step=0, epsilon=1).updates == 1
    assert run([[2], [1]], [1, 1], bias_step=0, epsilon=F(1001, 1000)).updates == 0
    # w = (2, 1), x = (−1, 1): <w, x> = −1, κ = (5 + 1)/(5 + 2 + 2) = 2/3, w' = (0, 1)
    result = run([[2, 1], [-1, 1]], [1, 1], bias_step=0)
    assert (result.steps, result.w, result.stopped) == ((Step(1, F(2, 3)),), (0, 1), "separated")
    assert (result.norm2, result.least) == (1, 1)


def test_plain_ends_at_the_first_separator_and_epsilon_goes_on():
    plain = run(*HALF_PLANE, bias_step=0)
    close = run(*HALF_PLANE, bias_step=0, epsilon=F(1, 100))
    nearest = nearest_point(HALF_PLANE[0])
    assert plain.separated
    assert plain.norm2 > close.norm2 >= nearest.norm2
    assert math.sqrt(close.norm2) - math.sqrt(nearest.norm2) < 0.01


@repeatable
@given(separable(), st.sampled_from(sorted(CHOICES)), st.integers(0, 5))
def test_plain_kozinec_obeys_its_bound(data, choose, start):
    """T + 1 <= D²/m² with the exact κ; a cap keeps the doubling digits short, and every prefix obeys the bound."""
    X, y, c = data
    result = run(X, y, bias_step=c, choose=choose, start=start % len(y), kappa_bits=None, max_updates=9)
    D2 = max(dot(x, x) for x in X) + c
    assert (result.updates + 1) * require_separator(X, y, c).norm2 <= D2
    assert result.separated == (result.stopped == "separated")


@repeatable
@given(separable(), st.sampled_from(sorted(CHOICES)), st.integers(0, 5), st.sampled_from([F(1, 2), F(1, 5)]))
def test_epsilon_kozinec_obeys_its_bound_and_its_promise(data, choose, start, epsilon):
    X, y, c = data
    bits = 8
    result = run(X, y, bias_step=c, epsilon=epsilon, choose=choose, start=start % len(y), kappa_bits=bits)
    m2, D2 = require_separator(X, y, c).norm2, max(dot(x, x) for x in X) + c
    # a rounded κ loses at most the part 4^(1 − bits) of each decrease of ‖w‖²
    assert result.updates * epsilon**2 * m2 * (1 - F(4) ** (1 - bits)) <= D2 * (D2 - m2)
    Z, v, inner = hull(X, y, result)
    assert result.norm2 == inner(v, v) >= m2  # w is in the hull
    assert result.least == min(inner(v, z) for z in Z)
    assert not is_far(result.norm2, result.least, epsilon)  # so |w| − m < ε
    assert max(result.least, 0) ** 2 <= m2 * result.norm2  # the sandwich


@repeatable
@given(separable(), st.sampled_from([None, F(1, 4)]))
def test_w_stays_in_the_hull_and_its_length_falls(data, epsilon):
    X, y, c = data
    result = run(X, y, bias_step=c, epsilon=epsilon, max_updates=40)
    Z, v, inner = hull(X, y, result)
    weights = [F(int(i == result.start)) for i in range(len(y))]
    lengths = []
    for index, k in result.steps:
        lengths.append(inner(*[combined(weights, Z)] * 2))
        weights = [(1 - k) * a + k * (i == index) for i, a in enumerate(weights)]
    assert combined(weights, Z) == v
    assert all(a >= 0 for a in weights)
    assert sum(weights) == 1
    assert all(b < a for a, b in pairwise([*lengths, result.norm2]))


def test_the_choices_differ_and_obey_their_names():
    X = [[4, 0], [-1, 3], [-3, 4], [-2, 1]]
    first, worst = (
        run(X, [1] * 4, bias_step=0, choose=choose, max_updates=1).steps[0].example for choose in ("first", "worst")
    )
    assert (first, worst) == (1, 2)
    cyclic = run(X, [1] * 4, bias_step=0, epsilon=F(1, 10), choose="cyclic", max_updates=30)
    last = 0
    for count, taken in enumerate(cyclic.steps):
        before = run(X, [1] * 4, bias_step=0, epsilon=F(1, 10), choose="cyclic", max_updates=count)
        wrong = [j for j, z in enumerate(X) if is_far(before.norm2, dot(before.w, z), F(1, 10))]
        assert taken.example == min(wrong, key=lambda j: (j - last - 1) % 4)
        last = taken.example


def test_ends_that_are_no_separation():
    result = run([[1], [-1]], [1, 1], bias_step=0, max_updates=9)
    assert (result.updates, result.w, result.stopped, result.separated) == (1, (0,), "origin", False)
    assert run([[0]], [1], bias_step=0, max_updates=3).stopped == "origin"
    result = run([[1, 0], [-1, 1]], [1, 1], bias_step=0, epsilon=9)
    assert (result.updates, result.stopped, result.separated) == (0, "eps_solution", False)


def test_rounding_keeps_numbers_short_and_exact_runs_do_not():
    """The exact κ doubles the digits of w at each step; a rounded one adds a few."""
    data = HALF_PLANE[0], HALF_PLANE[1]
    runs = [run(*data, bias_step=0, epsilon=F(1, 10**6), kappa_bits=bits, max_updates=10) for bits in (None, 8)]
    assert [result.updates for result in runs] == [10, 10]
    exact, rounded = (result.norm2.denominator.bit_length() for result in runs)
    assert exact > 2000
    assert rounded < 10 * 2 * 30
    assert all(k.numerator.bit_length() <= 9 for _, k in runs[1].steps)
