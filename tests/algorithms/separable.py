"""Small separable data, and the inner product, for the tests of algorithms that take any separable examples."""

from fractions import Fraction

from hypothesis import assume
from hypothesis import strategies as st


def dot(u, v):
    return sum(a * b for a, b in zip(u, v, strict=True))


@st.composite
def separable(draw):
    """Examples that some integer (w, b) separates, and a bias step for which a separator exists."""
    d = draw(st.integers(1, 3))
    whole = st.integers(-4, 4)
    w, b = draw(st.lists(whole, min_size=d, max_size=d)), draw(whole)
    points = draw(st.lists(st.lists(whole, min_size=d, max_size=d), min_size=1, max_size=6))
    scores = [dot(w, x) + b for x in points]
    kept = [(x, 1 if s > 0 else -1) for x, s in zip(points, scores, strict=True) if s]
    assume(kept)
    return [x for x, _ in kept], [y for _, y in kept], 0 if b == 0 else draw(st.sampled_from([1, 2, Fraction(1, 3)]))
