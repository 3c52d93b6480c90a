"""Gradient descent: J cannot move, J_p moves as the batch perceptron does."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from novikoff.algorithms.gradient_descent import error_count, perceptron_criterion, run

from .example_data import F

repeatable = settings(deadline=None, derandomize=True, max_examples=80)
LINE = [[0], [1]], [-1, 1]
whole = st.integers(-4, 4)


def vectors_of(d, most=6):
    return st.lists(st.lists(whole, min_size=d, max_size=d), min_size=1, max_size=most)


def products(w, Z):
    return [sum(p * q for p, q in zip(w, z, strict=True)) for z in Z]


@repeatable
@given(vectors_of(2), st.tuples(whole, whole), st.tuples(whole, whole))
def test_J_is_constant_off_ties_and_everywhere_the_step_is_a_subgradient(Z, w, v):
    """J_p(v) >= J_p(w) + <g, v − w> at all w, ties included. J_p is linear and J constant up to the nearest tie, so
    exact difference quotients are the slopes.
    """
    values, direction = products(w, Z), [b - a for a, b in zip(w, v, strict=True)]
    slopes = products(direction, Z)
    slope = -sum(s for value, s in zip(values, slopes, strict=True) if value <= 0)
    assert perceptron_criterion(products(v, Z)) >= perceptron_criterion(values) + slope
    assume(all(values))
    t = min([F(1), *(F(abs(v), 2 * abs(s)) for v, s in zip(values, slopes, strict=True) if s)])
    moved = products([a + t * b for a, b in zip(w, direction, strict=True)], Z)
    assert perceptron_criterion(moved) - perceptron_criterion(values) == t * slope
    assert error_count(moved) == error_count(values)


def test_the_criterion_by_hand():
    assert perceptron_criterion([-2, 0, 3, F(-1, 2)]) == F(5, 2)
    assert error_count([-2, 0, 3, F(-1, 2)]) == 3
    result = run(*LINE, max_updates=0)
    assert (result.value, result.separated, result.stopped) == (0, False, "max_updates")
    assert run(*LINE).separated


def test_J_does_not_move_and_says_why():
    at_tie = run(*LINE, criterion="J")
    assert (at_tie.updates, at_tie.stopped, at_tie.w, at_tie.value) == (0, "gradient_undefined", (0,), 2)
    off_ties = run(*LINE, criterion="J", start=([1], 1))
    assert (off_ties.updates, off_ties.stopped, off_ties.w, off_ties.b) == (0, "gradient_zero", (1,), 1)
    assert (off_ties.value, off_ties.separated) == (1, False)
    # J at a separator is done
    result = run(*LINE, criterion="J", start=([2], -1))
    assert (result.updates, result.stopped, result.separated, result.value) == (0, "separated", True, 0)
    # A tie at the vector zero leaves J constant
    assert run([[0], [1]], [1, 1], bias_step=0, criterion="J", start=([1], 0)).stopped == "gradient_zero"
    # J needs no separability to end
    assert run([[0], [0]], [1, -1], criterion="J").updates == 0


def test_the_start_is_a_classifier_in_any_bias_step():
    for bias_step in (1, 4, F(1, 3)):
        result = run(*LINE, bias_step=bias_step, start=([2], -1))
        assert (result.updates, result.w, result.b, result.start) == (0, (2,), -1, ((2,), -1))
