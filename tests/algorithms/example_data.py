"""Small examples, and what is computed of them, for the tests of several algorithms."""

import copy
from fractions import Fraction

from hypothesis import assume, settings
from hypothesis import strategies as st

F = Fraction
repeatable = settings(deadline=None, derandomize=True, max_examples=60)  # the same examples everywhere
EASY = [[2, 1], [-1, 3], [-2, F(3, 2)], [1, -2], [0, F(1, 2)]], [1, 1, -1, -1, -1]
WHOLE = st.integers(-4, 4)
RATIONAL = st.builds(Fraction, WHOLE, st.integers(1, 3))


def dot(u, v):
    return sum(a * b for a, b in zip(u, v, strict=True))


def units(n):
    """n orthonormal vectors."""
    return [[int(i == j) for j in range(n)] for i in range(n)]


def margins(record, X, y):
    return [s * (dot(record.w, x) + record.b) for x, s in zip(X, y, strict=True)]


def length2(record):
    """‖w‖² + b²/c."""
    return dot(record.w, record.w) + (Fraction(record.b) ** 2 / record.bias_step if record.bias_step else 0)


def signed(X, y, c):
    """The signed vectors, each with its bias coordinate unless c is 0, and the inner product there."""
    Z = [[s * v for v in [*x, *([1] if c else [])]] for x, s in zip(X, y, strict=True)]
    return Z, lambda p, q: dot([*([1] * len(X[0])), *([c] if c else [])], [a * b for a, b in zip(p, q, strict=True)])


def combined(weights, Z):
    """The combination of vectors with these weights."""
    return [dot(weights, column) for column in zip(*Z, strict=True)]


def changed(certificate, place, value):
    """Return the certificate with another value at this place, a list of keys; without it for `KeyError`."""
    other = inner = copy.deepcopy(certificate)
    for key in place[:-1]:
        inner = inner[key]
    if value is KeyError:
        del inner[place[-1]]
    else:
        inner[place[-1]] = value
    return other


@st.composite
def labelled(draw, least=1, most=5, numbers=WHOLE, dimension=3):
    """Examples with two labels, separable or not."""
    d, n = draw(st.integers(1, dimension)), draw(st.integers(least, most))
    X = draw(st.lists(st.lists(numbers, min_size=d, max_size=d), min_size=n, max_size=n))
    return X, draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n))


@st.composite
def separable(draw):
    """Examples that some integer (w, b) separates, and a bias step for which a separator exists."""
    d = draw(st.integers(1, 3))
    w, b = draw(st.lists(WHOLE, min_size=d, max_size=d)), draw(WHOLE)
    points = draw(st.lists(st.lists(WHOLE, min_size=d, max_size=d), min_size=1, max_size=6))
    scores = [dot(w, x) + b for x in points]
    kept = [(x, 1 if s > 0 else -1) for x, s in zip(points, scores, strict=True) if s]
    assume(kept)
    return [x for x, _ in kept], [y for _, y in kept], 0 if b == 0 else draw(st.sampled_from([1, 2, Fraction(1, 3)]))


def separated():
    """Examples that some integer (w, b) separates."""
    return separable().map(lambda data: data[:2])
