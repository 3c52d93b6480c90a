"""The shifting perceptron: its bounds on random data, on separators that move, and what its λ means."""

from itertools import pairwise
from math import hypot, sqrt

from hypothesis import given
from hypothesis import strategies as st

from novikoff.algorithms import perceptron
from novikoff.algorithms.nearest_point import best_margin
from novikoff.algorithms.perceptron import State
from novikoff.algorithms.shifting_perceptron import run, share

from .example_data import F, dot, length2, repeatable, separable

lams = st.sampled_from([F(1), F(3, 2), F(2), F(7)])


def test_a_run_by_hand():
    """λ = 2: w = (1, 0), and then w/3 + 2/3·(0, −1); at the third mistake half of w is replaced."""
    result = run([[1, 0], [0, 1], [-1, 0], [1, -1]], [1, -1, 1, -1], bias_step=0, lam=2, order=[0, 1, 2, 2, 3])
    assert (result.updates, result.mistakes, result.visits) == (4, (0, 1, 2, 3), 5)
    w = (F(1, 3), F(-2, 3))
    w = tuple((a + b) / 2 for a, b in zip(w, (-1, 0), strict=True))
    assert w == (F(-1, 3), F(-1, 3))
    assert result.w == tuple(a * F(3, 5) + b * F(2, 5) for a, b in zip(w, (-1, 1), strict=True))


@repeatable
@given(separable(), lams)
def test_programs_that_add_all_of_the_example_make_the_mistakes_of_the_next_lambda(data, lam):
    X, y, c = data
    state, mistakes = State([F(0)] * len(X[0]), F(0)), []
    for i in list(range(len(X))) * 8:
        if y[i] * (dot(state.w, X[i]) + state.b) <= 0:
            kept = 1 - share(lam, len(mistakes))
            state = State([kept * w + y[i] * x for w, x in zip(state.w, X[i], strict=True)], kept * state.b + c * y[i])
            mistakes.append(i)
    assert run(X, y, lam=lam + 1, bias_step=c, order=[*range(len(X))] * 8).mistakes == tuple(mistakes)


@repeatable
@given(separable(), st.sampled_from([F(2, 3), F(1), F(2), F(7)]), st.sampled_from(["cyclic", "first"]))
def test_the_bounds_of_separable_data(data, lam, order):
    X, y, c = data
    result = run(X, y, lam=lam, bias_step=c, order=order, max_updates=200)
    V, D2, k = best_margin(X, y, c).upper, max(dot(x, x) for x in X) + c, result.updates
    assert result.separated == (result.stopped == "separated")
    assert k <= 1 + lam**2 / (2 * lam - 1) * (D2 * V - 1)
    assert ((2 * lam - 1) * (k - 1) + lam**2) * length2(result) <= lam**2 * D2


small = st.integers(-3, 3)
moments = st.lists(st.tuples(st.tuples(small, small), st.tuples(small, small)), min_size=1, max_size=12)


@repeatable
@given(moments, lams)
def test_the_bound_against_a_separator_that_moves(moments, lam):
    """Each example x of the label 1 has a u of its own; only those of the mistakes count."""
    X = [list(x) for x, _ in moments]
    result = run(X, [1] * len(X), bias_step=0, lam=lam, order=range(len(X)))
    met = [(X[i], [F(v, 2) for v in moments[i][1]]) for i in result.mistakes]
    losses = sum(max(0, 1 - dot(u, x)) for x, u in met)
    R, U, a, k = sqrt(max(dot(x, x) for x in X)), sqrt(max(dot(u, u) for _, u in met)), 2 * lam - 1, result.updates
    steps = [hypot(*(b - c for b, c in zip(u, v, strict=True))) for (_, u), (_, v) in pairwise(met)]
    S = sum(sqrt(a * j) * step for j, step in enumerate(steps, start=1))
    assert a * (k - losses) <= a * R * U * (sqrt(a * (k - 1) + lam**2) - lam + 1) + R * S + 1e-9
    K = R * (a * U + sum(steps)) / sqrt(a)
    assert k <= (K / 2 + sqrt(K * K / 4 + losses)) ** 2 + 1e-9


def test_it_follows_a_label_that_changes_every_time():
    """While λ_k > 1/2, one mistake suffices; the perceptron has to undo the last one first."""
    X, y = [[1]] * 30, [(-1) ** (i // 3) for i in range(30)]
    mine, other = run(X, y, bias_step=0, lam=10, order=range(30)), perceptron.run(X, y, bias_step=0, order=range(30))
    assert (mine.updates, other.updates) == (10, 19)
