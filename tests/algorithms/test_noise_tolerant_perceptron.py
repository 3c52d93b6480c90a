"""Bylander's noise-tolerant perceptron: steps by hand, what flipped labels add, and its bounds on data."""

from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novikoff.algorithms.labelled_examples import exact_rows
from novikoff.algorithms.noise_tolerant_perceptron import NoiseTolerantPerceptron, run
from novikoff.properties.applicable_bounds import find_bounds

from .example_data import F, separable

repeatable = settings(deadline=None, derandomize=True, max_examples=25)


def test_two_steps_by_hand():
    """All are wrong at first, and the mean of (2, 1), (−3, 1) and (−1, 1) is (−2/3, 1). The scores are −1/3, 3 and 5/3,
    and the weights of the next mean 3/5, 1/5 and 1/5.
    """
    found = run([[2, 1], [3, -1], [-1, 1]], [1, -1, 1], bias_step=0, noise=F(1, 4), max_updates=2)
    assert found.steps == ((0, 1, 2), (0,))
    assert found.w == (F(-2, 3) + F(3 * 2 - 3 - 1, 5), F(2))


def test_balanced_flips_change_no_classifier():
    """Of five copies of each example, one has another label. Then each step is a multiple of the step without noise."""
    X, y = [[2, 1], [-1, 3], [-2, F(3, 2)], [1, -2]], [1, 1, -1, -1]
    clean = NoiseTolerantPerceptron.begin(X, y, noise=F(0), epsilon=F(0), bias_step=1)[0].examples
    copies = [(x, -label if i == 0 else label) for x, label in zip(X, y, strict=True) for i in range(5)]
    found = run(*zip(*copies, strict=True), noise=F(1, 5), max_updates=40)
    assert found.stopped == "target"
    assert len(found.steps[-1]) > 4
    assert not clean.wrong(clean.vector([*found.w, found.b]))


@repeatable
@given(separable(), st.sampled_from([F(0), F(1, 9), F(2, 5)]), st.data())
def test_what_flipped_labels_add(data, eta, draw):
    X, y, c = data
    f = draw.draw(st.lists(st.integers(0, 1), min_size=len(y), max_size=len(y)))
    noisy = [label * (1 - 2 * flip) for label, flip in zip(y, f, strict=True)]
    learner, steps = NoiseTolerantPerceptron.begin(X, noisy, noise=eta, epsilon=F(0), bias_step=c)
    true = [[s * v for v in chain(x, [1] * bool(c))] for x, s in zip(exact_rows(X), y, strict=True)]
    for wrong, _ in zip(steps, range(4), strict=False):
        k, w = [int(i in wrong) for i in range(len(y))], learner.state
        m = [a * (1 - b) + b * (1 - a) for a, b in zip(k, f, strict=True)]
        N = sum((1 - 2 * eta) * a + eta for a in k)
        learner.take(wrong)
        for j, (after, before) in enumerate(zip(learner.state, w, strict=True)):
            right = sum(((1 - 2 * eta) * a + eta - b) * z[j] for a, b, z in zip(m, f, true, strict=True))
            assert (after - before) * N == right


@repeatable
@given(separable(), st.sampled_from([F(0), F(1, 99), F(1, 9)]), st.sampled_from([F(0), F(1, 3)]))
def test_runs_on_right_labels_keep_the_bound(data, eta, epsilon):
    X, y, c = data
    options = {"noise": eta, "epsilon": epsilon, "bias_step": c}
    limit = find_bounds("noise_tolerant_perceptron", X, y, options).limit
    assert limit or eta
    if limit:
        assert run(X, y, **options, max_updates=int(limit[1]) + 1).updates <= limit[1]


@pytest.mark.parametrize(("coordinate", "bias_step"), [(1, 0), (0, 1)])
@pytest.mark.parametrize(("eta", "bound"), [(F(0), 1), (F(1, 10), F(9, 6) ** 2), (F(1, 4), None)])
def test_the_numbers_of_the_bound(eta, bound, coordinate, bias_step):
    """On two copies of 1, or of 0 with a bias, g is (1 − 2η)/(1 − η), and α, which is rounded up for its root,
    η/(1 − η).
    """
    options = {"noise": eta, "epsilon": F(1, 2), "bias_step": bias_step}
    limit = find_bounds("noise_tolerant_perceptron", [[coordinate]] * 2, [1, 1], options).limit
    if bound is None:
        assert limit is None
    else:
        assert bound <= limit[1] <= bound + F(eta, 1000)
