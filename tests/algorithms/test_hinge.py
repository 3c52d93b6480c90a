"""Sub-gradient descent on the averaged hinge objective: its step, its bound, its fixed points, other minimisers."""

from fractions import Fraction
from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from novikoff.algorithms.hinge import objective, replay, run, step
from novikoff.algorithms.perceptron import State
from novikoff.algorithms.svm import soft_margin


def by_hand(X, y, w, b, lam):
    """The objective of the slides, term by term."""
    loss = sum(
        max(0, 1 - sign * (sum(p * q for p, q in zip(w, x, strict=True)) + b)) for x, sign in zip(X, y, strict=True)
    )
    return Fraction(lam) / 2 * sum(value * value for value in w) + Fraction(loss) / len(X)


def subgradient(X, y, w, b, lam):
    n = len(X)
    inside = [(x, s) for x, s in zip(X, y, strict=True) if s * (sum(p * q for p, q in zip(w, x, strict=True)) + b) < 1]
    return [lam * wk - Fraction(sum(s * x[k] for x, s in inside)) / n for k, wk in enumerate(w)], -Fraction(
        sum(s for _, s in inside)
    ) / n


def random_data(seed, n=8, d=2):
    draw = Random(seed)
    return [[draw.randint(-4, 4) for _ in range(d)] for _ in range(n)], [draw.choice([-1, 1]) for _ in range(n)]


def points(result, X, y):
    """The points w_1, …, w_T at which the recorded steps were made, recomputed from the definition."""
    w, b = [Fraction(0)] * len(X[0]), Fraction(0)
    for rate, _ in result.steps:
        yield w, b, rate
        slope, push = subgradient(X, y, w, b, result.lam)
        w, b = [wk - rate * gk for wk, gk in zip(w, slope, strict=True)], b - rate * push * result.bias


coordinate = st.integers(-3, 3)


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.tuples(st.lists(coordinate, min_size=2, max_size=2), st.sampled_from([-1, 1])), min_size=1, max_size=6),
    st.sampled_from([Fraction(1, 3), 1, 4]), st.sampled_from(["1/(λt)", "1/t", Fraction(1, 5)]),
    st.tuples(st.fractions(-2, 2), st.fractions(-2, 2), st.fractions(-2, 2)),
)
def test_the_bound_of_the_descent_holds_against_any_point(data, lam, rate, other):
    """2·Ση(F(w_t) − F(u)) ≤ ‖u‖² + Ση²‖g‖², exactly, and the run follows the definition."""
    X, y = [x for x, _ in data], [sign for _, sign in data]
    rate = rate if rate != "1/t" else lambda t: Fraction(1, t)
    result = run(X, y, lam=lam, rate=rate, max_updates=6)
    *u, beta = other
    left, right = Fraction(0), sum(value * value for value in other)
    best = by_hand(X, y, result.w, result.b, lam)
    for w, b, eta in points(result, X, y):
        slope, push = subgradient(X, y, w, b, lam)
        left += 2 * eta * (by_hand(X, y, w, b, lam) - by_hand(X, y, u, beta, lam))
        right += eta**2 * (sum(g * g for g in slope) + push**2)
        best = min(best, by_hand(X, y, w, b, lam))
    assert left <= right
    assert result.best_value == best == by_hand(X, y, result.best_w, result.best_b, lam)
    assert result.value == by_hand(X, y, result.w, result.b, lam)


def test_stationary_is_optimal():
    """±1 with λ = 2: w²  + 1 − w is least at 1/2, where one step of size 1/2 arrives; the QP agrees."""
    X, y = [[1], [-1]], [1, -1]
    result = run(X, y, lam=2, max_updates=50)
    assert (result.w, result.value, result.stopped, result.updates) == (
        (Fraction(1, 2),), Fraction(3, 4), "stationary", 1
    )
    svm = soft_margin(X, y, C=Fraction(1, 4))
    assert result.value == 2 * svm.upper


def test_the_descent_may_go_up_and_keeps_its_best_point_its_sizes_and_no_bias():
    result = run([[4], [-3]], [1, 1], lam=1, rate=2, max_updates=4)
    assert result.value > result.best_value
    assert result.best_update < result.updates
    assert result.best_value == by_hand([[4], [-3]], [1, 1], result.best_w, result.best_b, 1)
    # Without bias b stays 0
    result = run(*random_data(2), lam=1, bias=False, max_updates=5)
    assert result.b == 0
    assert any(result.w)
    # A function is recorded as listed sizes
    X, y = random_data(5)
    result = run(X, y, lam=Fraction(1, 3), rate=lambda t: Fraction(1, t * t), max_updates=5)
    assert (result.rate, replay(result, X, y)) == ("listed", result)


def test_steps_by_hand():
    """w = 1 after one step, y·f = 1 exactly: the next step only shrinks w."""
    result = run([[1]], [1], lam=1, rate=[1, Fraction(1, 2)], bias=False, max_updates=9)
    assert [violations for _, violations in result.steps] == [(0,), ()]
    assert (result.w, result.stopped) == ((Fraction(1, 2),), "rates_exhausted")
    exact = step(State(np.array([Fraction(1), Fraction(2)]), Fraction(0)), [(np.array([3, 1], dtype=object), -1)],
                 lam=1, rate=Fraction(1, 4), share=Fraction(1, 2))
    assert exact.w.tolist() == [Fraction(3, 8), Fraction(11, 8)]
    assert exact.b == Fraction(-1, 8)
    rounded = step(State(np.array([1.0, 2.0]), 0.0), [(np.array([3.0, 1.0]), -1.0)], lam=1.0, rate=0.25, share=0.5)
    assert rounded.w.tolist() == [0.375, 1.375]


def test_the_objective_by_hand():
    """λ = 2/(NC): nC times the average is ‖w‖² + CΣξ."""
    X, y, w, b, C = [[1], [2], [-3]], [1, -1, 1], [Fraction(2, 3)], Fraction(1, 4), 10
    slacks = sum(max(0, 1 - s * (w[0] * x[0] + b)) for x, s in zip(X, y, strict=True))
    assert 3 * C * objective(X, y, w, b, Fraction(2, 3 * C)) == w[0] ** 2 + C * slacks


def test_the_step_takes_symbolic_vectors():
    """In every inner-product space: w' = (1 − ηλ)w + (η/n)(x − z) for x of +1 and z of −1."""
    from novikoff.proofs.statements.vector_language import reals, vectors
    w, x, z = vectors("w x z")
    lam, rate, share, b = reals("lam rate share b")
    moved = step(State(w, b), [(x, 1), (z, -1)], lam=lam, rate=rate, share=share)
    assert moved.w == (1 - rate * lam) * w + rate * share * (x - z)
    assert moved.b == b
