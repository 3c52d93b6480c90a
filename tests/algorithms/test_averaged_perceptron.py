"""The average of the weights over all visits, against its definition and scikit-learn."""

import numpy as np
import pytest

from novikoff.algorithms.averaged_perceptron import run

from .example_data import F

TRAP = [[2, -2], [-2, 1]], [-1, -1]


def test_the_average_of_a_separating_run_need_not_separate_before_many_passes():
    """The known trap: the last weights separate (2, −2) → −, (−2, 1) → −; their mean (10, 25)/12 does not."""
    result = run(*TRAP, bias_step=0)
    assert (result.stopped, result.separated, result.visits) == ("separated", False, 12)
    assert (result.w, result.last.w) == ((F(10, 12), F(25, 12)), (2, 3))
    separates = [
        all(y * (w[0] * x[0] + w[1] * x[1]) > 0 for x, y in zip(*TRAP, strict=True)) for w in (result.last.w, result.w)
    ]
    assert separates == [True, False]
    assert not run(*TRAP, bias_step=0, order=[0, 1] * 6).separated
    assert run(*TRAP, bias_step=0, order=[0, 1] * 12).separated


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("passes", [1, 4])
def test_agrees_with_scikit_learns_average(seed, passes):
    """SGD on the perceptron loss with average=True: y·f <= 0 is a mistake, b += y, the mean over all visits."""
    linear_model = pytest.importorskip("sklearn.linear_model")
    draw = np.random.default_rng(seed)
    X = draw.integers(-5, 6, size=(12, 3)).astype(float)
    y = draw.choice([-1, 1], size=12)
    theirs = linear_model.SGDClassifier(loss="perceptron", penalty=None, alpha=0, learning_rate="constant", eta0=1,
                                        shuffle=False, max_iter=passes, tol=None, average=True).fit(X, y)
    mine = run(X, y, order=[*range(12)] * passes)
    # both are means of at most 48 integers below 300, rounded once for each visit
    assert np.allclose(theirs.coef_[0], mine.w, rtol=0, atol=300 * 48 * 2.0**-52)
    assert abs(theirs.intercept_[0] - mine.b) < 300 * 48 * 2.0**-52
