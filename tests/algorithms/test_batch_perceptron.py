"""The batch perceptron against its page, a textbook loop and its bound."""

import subprocess
import sys
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novikoff.algorithms.batch_perceptron import Step, rates, run
from novikoff.algorithms.errors import NoSeparator
from novikoff.algorithms.nearest_point import require_separator

from .example_data import F, margins, separated

repeatable = settings(deadline=None, derandomize=True, max_examples=80)
SLOW = [[1, 2], [1, -6]], [1, 1]  # separable, but not by summable steps


def test_by_hand():
    """Signed vectors with 0 <= -<x1, x2> < both squares: their sum is right on both, so one step ends."""
    result = run([[2, 1], [-1, 1]], [1, 1], bias_step=0)
    assert (result.updates, result.w, result.stopped) == (1, (1, 2), "separated")
    assert result.steps == (Step(1, (0, 1)),)
    result = run([[1, 1], [1, -1], [1, 0]], [1, 1, 1], bias_step=0, max_updates=1)
    assert (result.w, result.separated) == ((3, 0), True)
    assert run([[1, 0], [0, 1]], [1, 1], bias_step=0, rate=[1]).steps[0].wrong == (0, 1)  # at w = 0 all are ties


def test_summable_steps_never_separate_and_constant_ones_do():
    result = run(*SLOW, bias_step=0, rate=lambda t: F(1, 8**t), max_updates=60)
    assert (result.stopped, result.separated, result.rate) == ("max_updates", False, "listed")
    assert result.steps[0] == Step(F(1, 8), (0, 1))
    assert run(*SLOW, bias_step=0).separated
    assert run(*SLOW, bias_step=0, rate="1/t").separated


def test_a_sum_of_zero_is_stationary_not_convergence():
    """The lecture: `converges with probability 1 to the optimal solution`. Here w stays 0 with all wrong."""
    X, y = [[0], [3], [1], [2]], [1, 1, -1, -1]
    result = run(X, y, max_updates=100)
    assert (result.updates, result.stopped, result.separated) == (0, "stationary", False)
    with pytest.raises(NoSeparator):
        run(X, y)


def test_ends_of_lists_and_caps():
    assert run(*SLOW, bias_step=0, rate=[F(1, 2)]).stopped == "rates_exhausted"
    assert run([[1]], [1], rate=[2]).stopped == "separated"
    assert run([[1]], [1], rate=[]).stopped == "rates_exhausted"
    needed = run(*SLOW, bias_step=0).updates
    assert run(*SLOW, bias_step=0, max_updates=needed).stopped == "separated"
    assert run(*SLOW, bias_step=0, max_updates=needed - 1).stopped == "max_updates"


@pytest.mark.parametrize(("rate", "sizes"), [(2, [2, 2, 2]), ("1/t", [1, F(1, 2), F(1, 3)]),
                                             (lambda t: t * t, [1, 4, 9]), ([3, F(1, 2), 1], [3, F(1, 2), 1])])
def test_rates(rate, sizes):
    assert list(islice(rates(rate), 3)) == sizes
    if isinstance(rate, str):
        assert list(islice(rates(rate, "float64"), 3)) == list(map(float, sizes))


@repeatable
@given(separated(), st.sampled_from([0, 1, 3, "R2", F(1, 3)]), st.sampled_from([1, F(2, 3)]))
def test_at_most_L_D2_over_gamma2_steps(data, bias_step, rate):
    X, y = data
    try:
        result = run(X, y, bias_step=bias_step, rate=rate)
    except NoSeparator:
        assert bias_step in (0, "R2")  # "R2" is 0 if all x are 0
        return
    c = result.bias_step
    gamma2 = require_separator(X, y, c).norm2
    D2 = max(sum(v * v for v in x) for x in X) + c
    assert result.updates * gamma2 <= len(y) * D2
    assert result.separated
    assert min(margins(result, X, y)) > 0


INTERRUPTED = """
import random, signal
from novikoff.algorithms.signed_examples import Signed
drawn, made = random.Random(0), 0
examples = Signed([[drawn.randint(-9, 9) for _ in range(2)] for _ in range(20)], [1] * 20)
v = examples.vector([drawn.getrandbits(200_000) for _ in range(3)])
signal.signal(signal.SIGPROF, signal.default_int_handler)
while made < 100:
    try:
        signal.setitimer(signal.ITIMER_PROF, drawn.uniform(0.0005, 0.005))
        while True:
            examples.scaled_products(v)
    except KeyboardInterrupt:
        made += 1
"""


def test_an_interruption_within_the_products_of_long_numbers_breaks_no_memory():
    assert subprocess.run([sys.executable, "-c", INTERRUPTED], check=False).returncode == 0
