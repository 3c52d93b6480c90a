"""The pocket keeps the best weights met, and its ends are what they are called."""


from novikoff.algorithms import batch_perceptron
from novikoff.algorithms.pocket import run

INSIDE = [[0], [1], [2], [4]], [1, -1, 1, 1]  # not separable; one error is the least


def errors(w, b, X, y):
    return sum(s * (sum(p * q for p, q in zip(w, x, strict=True)) + b) <= 0 for x, s in zip(X, y, strict=True))


def test_ends():
    result = run(*INSIDE, patience=20)
    assert (result.errors, result.stopped) == (1, "patience")
    assert result.updates - result.found == 20
    assert not result.separated
    # A target is not separation
    result = run(*INSIDE, target=1, max_updates=50)
    assert (result.errors, result.stopped, result.separated) == (1, "target", False)
    assert run([[0], [1]], [-1, 1]).stopped == "separated"
    # {x, −x}: w = 0 for ever with two errors, though any w with <w, x> > 0 has one
    result = run([[1], [1]], [1, -1], bias_step=0, patience=10)
    assert (result.stopped, result.errors, result.updates) == ("stationary", 2, 0)
    assert errors((1,), 0, [[1], [1]], [1, -1]) == 1
    assert run(*INSIDE, rate=lambda t: 1, patience=3).stopped == "patience"


def test_the_last_weights_may_be_worse_than_the_pocket():
    result = run(*INSIDE, max_updates=30)
    worst = max(
        errors(step.w, step.b, *INSIDE)
        for step in (batch_perceptron.run(*INSIDE, max_updates=t) for t in range(result.found, 31))
    )
    assert worst > result.errors == 1
