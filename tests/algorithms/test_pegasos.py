"""Pegasos: the published iteration, written out again here; its regret bound on every sequence; its projection."""

from fractions import Fraction
from math import sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novikoff.algorithms.errors import BadInput
from novikoff.algorithms.pegasos import certificate, project, replay, run

from ..bound_formulas import pegasos_regret
from .example_data import dot


def iterates(X, y, lam, batches):
    """w_1, …, w_{T+1} as sums over the past, w_{t+1} = 1/(λtk)·Σ of the violations so far: another formula."""
    total, w = [Fraction(0)] * len(X[0]), [Fraction(0)] * len(X[0])
    yield w
    for t, batch in enumerate(batches, start=1):
        for i in batch:
            if y[i] * dot(w, X[i]) < 1:
                total = [a + y[i] * v for a, v in zip(total, X[i], strict=True)]
        w = [a / (lam * t * len(batch)) for a in total]
        yield w


def loss(w, X, y, lam, batch):
    hinge = sum(max(Fraction(0), 1 - y[i] * dot(w, X[i])) for i in batch)
    return Fraction(lam) / 2 * dot(w, w) + Fraction(hinge) / len(batch)


coordinate = st.integers(-3, 3)
datasets = st.lists(st.tuples(st.lists(coordinate, min_size=2, max_size=2), st.sampled_from([-1, 1])), min_size=1,
                    max_size=5)


@settings(deadline=None, max_examples=60)
@given(datasets, st.sampled_from([Fraction(1, 9), 1, 5]), st.integers(1, 3), st.integers(0, 99),
       st.lists(st.fractions(-3, 3), min_size=2, max_size=2))
def test_regret_of_every_sequence(data, lam, batch, seed, u):
    """Σf_t(w_t) − Σf_t(u) ≤ 4R²/(2λ)·Σ1/t, exactly, for any u; and the run is the published iteration."""
    X, y = [x for x, _ in data], [sign for _, sign in data]
    result = run(X, y, lam=lam, batch=batch, seed=seed, max_updates=9)
    *path, last = iterates(X, y, lam, result.steps)
    assert list(result.w) == last
    R2 = max(dot(x, x) for x in X)
    regret = sum(loss(w, X, y, lam, drawn) - loss(u, X, y, lam, drawn)
                 for w, drawn in zip(path, result.steps, strict=True))
    assert regret <= pegasos_regret(4 * R2, Fraction(lam), len(path))


@settings(deadline=None, max_examples=40)
@given(datasets, st.sampled_from([0.1, 1.0, 5.0]), st.integers(0, 99), st.tuples(st.floats(-1, 1), st.floats(-1, 1)))
def test_regret_and_ball_with_projection(data, lam, seed, direction):
    """G = √λ + R and ‖u‖ ≤ 1/√λ, on the iterates of the float run; the slack is that of rounding 8 values ≤ 10³."""
    X, y = [[float(v) for v in x] for x, _ in data], [sign for _, sign in data]
    options = {"lam": lam, "seed": seed, "projection": True}
    drawn = run(X, y, max_updates=8, **options).steps
    path = [np.array(run(X, y, max_updates=t, **options).w) for t in range(8)]
    u = np.array(direction) / sqrt(2 * lam)
    assert all(lam * (w @ w) <= 1 + 1e-12 for w in path)
    losses = [[lam / 2 * (v @ v) + max(0, 1 - y[i] * (v @ np.array(X[i]))) for v in (w, u)]
              for w, (i,) in zip(path, drawn, strict=True)]
    R = max(np.linalg.norm(x) for x in X)
    regret = sum(ours - theirs for ours, theirs in losses)
    assert regret <= float(pegasos_regret((sqrt(lam) + R) ** 2, lam, 8)) + 1e-9


def test_by_hand():
    """x = 1, λ = 1: f(0) = 1, f(1) = 1/2, so one iteration has the regret 1/2 already."""
    assert loss([0], [[1]], [1], 1, (0,)) - loss([1], [[1]], [1], 1, (0,)) == Fraction(1, 2)
    assert [pegasos_regret(4, Fraction(1), T) for T in (1, 2, 3)] == [2, 3, Fraction(11, 3)]
    # x = 4, λ = 1: w = 4 after the first iteration, cut to 1/√λ = 1; y·f = 4 ≥ 1 then only shrinks it
    assert [run([[4.0]], [1], lam=1.0, max_updates=t, projection=True).w[0] for t in (1, 2)] == [1.0, 0.5]
    assert [run([[4.0]], [1], lam=1.0, max_updates=t).w[0] for t in (1, 2)] == [4.0, 2.0]
    inside, outside = np.array([0.3, 0.4]), np.array([30.0, 40.0])
    assert project(inside, 4.0) is inside  # ‖w‖ = 1/2 = 1/√4: the border stays
    assert np.allclose(project(outside, 4.0), [0.3, 0.4], rtol=1e-15)


def test_runs_stay_exact_and_replay():
    """λtk·w_{t+1} is a sum of examples, so the denominator divides λtk."""
    generator = Random(1)
    X = [[generator.randint(-9, 9) for _ in range(3)] for _ in range(20)]
    result = run(X, [generator.choice([-1, 1]) for _ in X], lam=1, batch=3, max_updates=500)
    assert all(1500 % w.denominator == 0 for w in map(Fraction, result.w))
    # The bias is a coordinate
    X, y = [[1], [4]], [-1, 1]
    with_bias = run(X, y, lam=1, max_updates=30, bias=True)
    augmented = run([[1, 1], [4, 1]], y, lam=1, max_updates=30)
    assert (*with_bias.w, with_bias.b) == augmented.w
    # Floats with projection replay
    floats = run([[0.5], [-2.0]], [1, -1], lam=0.3, max_updates=8, projection=True)
    assert replay(floats, [[0.5], [-2.0]], [1, -1]) == floats
    with pytest.raises(BadInput, match="float64"):
        certificate(floats, [[0.5], [-2.0]], [1, -1])
