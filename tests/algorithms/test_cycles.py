"""Cycles of runs: what comes back does so by the shipped rule, and only where there is no separator."""

import random
from fractions import Fraction

import pytest

from novikoff.algorithms import perceptron
from novikoff.algorithms.cycle_detection import find_cycle
from novikoff.algorithms.errors import NoSeparator
from novikoff.algorithms.nearest_point import require_separator


@pytest.mark.parametrize("order", ["cyclic", "first"])
@pytest.mark.parametrize("bias_step", [0, 1, Fraction(1, 4)])
def test_a_cycle_is_one_of_the_rule(order, bias_step):
    choose, found = random.Random(f"{order} {bias_step}"), 0
    for _ in range(40):
        X = [[choose.randrange(-2, 3) for _ in range(2)] for _ in range(5)]
        y = [choose.choice([-1, 1]) for _ in X]
        run = perceptron.run(X, y, bias_step=bias_step, order=order, max_updates=150)
        cycle = find_cycle(run.mistakes, X, y, bias=bias_step != 0, order=order)
        if separable(X, y, bias_step):
            assert cycle is None
        if cycle is None:
            continue
        found += 1
        start, again = (perceptron.run(X, y, bias_step=bias_step, order=order, max_updates=k)
                        for k in (cycle.start, cycle.start + cycle.updates))
        assert (start.w, start.b) == (again.w, again.b)
        later = run.mistakes[cycle.start :]
        assert later == tuple(later[k % cycle.updates] for k in range(len(later)))
    assert found > 9


def separable(X, y, bias_step):
    try:
        require_separator(X, y, bias_step)
    except NoSeparator:
        return False
    return True


def test_weights_that_come_back_within_a_pass_are_no_cycle():
    """After two updates the weights are 0 again, in the middle of a pass: what follows is not what followed."""
    X, y = [[1], [1], [0]], [1, -1, 1]
    assert find_cycle([0, 1, 2], X, y, bias=False) is None
    assert find_cycle([0, 1, 2, 0], X, y, bias=False) == (0, 3)
    assert find_cycle([0, 1, 2], X, y, bias=False, order="first") == (0, 2)
