"""ROMMA: its step against a solver of the same problem, its bounds, and how its digits are kept few."""

from hypothesis import assume, given
from hypothesis import strategies as st

from novikoff.algorithms.nearest_point import best_margin, nearest_point
from novikoff.algorithms.romma import coefficients, run, shorten, step

from .example_data import EASY, F, dot, length2, margins, repeatable, separable

LINE = [[1], [3]], [-1, 1]
small = st.builds(F, st.integers(-9, 9), st.integers(1, 3))
plane = st.tuples(small, small)


def by_hull(w, x):
    """The shortest v with ⟨v, w⟩ ≥ ‖w‖² and ⟨v, x⟩ ≥ 1 by Wolfe's exact nearest point: p/‖p‖² for the p of the hull of
    w/‖w‖² and x that is nearest to 0; None if that is 0.
    """
    points = [[a / dot(w, w) for a in w], list(x)] if any(w) else [list(x)]
    near = nearest_point(points)
    return [a / near.norm2 for a in near.point] if near.norm2 else None


@repeatable
@given(plane, plane)
def test_the_step_is_the_shortest_vector(w, x):
    w, x = tuple(map(F, w)), tuple(map(F, x))
    products = dot(w, w), dot(w, x), dot(x, x)
    assume(products[1] < 1)
    found, expected = coefficients(*products), by_hull(w, x)
    if found is None or expected is None:
        assert found is expected is None
        return
    c, d = found
    assert min(c, d) >= 0
    assert [step(a, b, c, d) for a, b in zip(w, x, strict=True)] == expected


@repeatable
@given(plane, plane, st.integers(2, 9))
def test_fewer_digits_keep_what_they_promise(w, x, bits):
    ww, wx, xx = dot(w, w), dot(w, x), dot(x, x)
    assume(wx < 1)
    exact = coefficients(F(ww), F(wx), F(xx))
    assume(exact is not None)
    c, d = shorten(exact, ww, wx, xx, bits)
    v2, best = c * c * ww + 2 * c * d * wx + d * d * xx, exact[0] * ww + exact[1]
    assert 0 <= c <= exact[0]
    assert 0 <= d <= exact[1]
    assert v2 <= c * ww + d
    assert v2 - ww >= (1 - F(2) ** (1 - bits)) * (best - ww)
    assert (best - ww) * xx >= (1 - wx) ** 2


def test_numbers_are_shortened_as_much_as_they_may_be():
    """With ‖w‖² = 2/5, ⟨w, x⟩ = −3/4 and ‖x‖² = 6 three digits lose a quarter of what the exact step gains."""
    ww, wx, xx = F(2, 5), F(-3, 4), F(6)
    exact = coefficients(ww, wx, xx)
    c, d = shorten(exact, ww, wx, xx, 3)
    assert (exact, c, d) == ((F(12, 7), F(8, 21)), F(3, 2), F(3, 8))
    gained = exact[0] * ww + exact[1] - ww
    assert c * c * ww + 2 * c * d * wx + d * d * xx - ww == F(3, 4) * gained
    assert shorten((F(1, 3), F(1, 3)), 1, 0, 1, 2) == (F(1, 3), F(1, 3))
    assert shorten((F(1, 9), F(8, 9)), 1, 0, 1, None) == (F(1, 9), F(8, 9))


def test_digits_are_few_and_those_of_exact_steps_triple():
    data = [[5, 1, 2], [-3, 4, 1], [2, -7, 3], [1, 1, -9], [-4, -3, 8]], [1] * 5
    sizes = {}
    for bits in (None, 8):
        runs = [run(*data, bias_step=0, rho=F(9, 10), bits=bits, max_updates=k) for k in (3, 4, 5)]
        sizes[bits] = [max(F(v).denominator.bit_length() for v in one.w) for one in runs]
    assert sizes[None][2] > 2 * sizes[None][1] > 4 * sizes[None][0]
    assert sizes[8][2] < sizes[8][1] + 60


def test_runs_by_hand():
    """z = (2, 0): w = (1/2, 0). Then z = (−1, 1): ⟨w, z⟩ = −1/2 and v₁ = 1/2, −v₁ + v₂ = 1: v = (1/2, 3/2)."""
    result = run([[2, 0], [-1, 1]], [1, 1], bias_step=0)
    assert (result.updates, result.w, result.mistakes) == (2, (F(1, 2), F(3, 2)), (0, 1))
    assert (result.stopped, result.separated, result.visits) == ("separated", True, 4)
    # z = (4, 0): w = (1/4, 0); z = (1, 1) has ⟨w, z⟩ = 1/4 ≥ ‖w‖²‖z‖² = 1/8, and x/‖x‖² = (1/2, 1/2)
    assert run([[4, 0], [1, 1]], [1, 1], bias_step=0, rho=F(1, 2), max_updates=2).w == (F(1, 2), F(1, 2))


def test_the_bias_is_a_coordinate_and_a_large_threshold_a_large_margin():
    c = F(9, 4)  # the square of 3/2
    mine = run(*LINE, bias_step=c, rho=F(1, 2), bits=None, max_updates=3)
    lifted = run([[*x, F(3, 2)] for x in LINE[0]], LINE[1], bias_step=0, rho=F(1, 2), bits=None, max_updates=3)
    assert mine.mistakes == lifted.mistakes
    assert (mine.w[0], mine.b) == (lifted.w[0], lifted.w[1] * F(3, 2))
    X, y = EASY
    result = run(X, y, rho=F(9, 10))
    assert min(margins(result, X, y)) ** 2 * best_margin(X, y, 1).upper > F(81, 100) * length2(result)
    assert run(X, y).updates < result.updates


@repeatable
@given(separable(), st.sampled_from([0, F(1, 2), F(4, 5)]), st.sampled_from(["cyclic", "first"]))
def test_the_bounds_hold_and_the_end_has_the_margin(data, rho, order):
    X, y, c = data
    result = run(X, y, bias_step=c, rho=rho, bits=4, order=order, max_updates=60)
    V, D2 = best_margin(X, y, c).upper, max(dot(x, x) for x in X) + c
    kept = 1 - F(1, 8)
    assert result.updates * kept * (1 - rho) ** 2 <= D2 * V
    assert length2(result) <= V
    assert length2(result) * D2 >= result.updates * kept * (1 - rho) ** 2
    assert result.separated == (min(margins(result, X, y)) > 0)
    if result.stopped == "separated":
        assert min(margins(result, X, y)) > rho
        assert min(margins(result, X, y)) ** 2 * V > rho**2 * length2(result)


def test_examples_that_contradict_each_other_end_the_run():
    """z = 2 and −3 on a line: no v has 2v ≥ 1 and −3v ≥ 1."""
    result = run([[2], [-3]], [1, 1], bias_step=0, max_updates=9)
    assert (result.updates, result.stopped, result.separated) == (1, "contradiction", False)
    assert run([[0]], [1], bias_step=0, max_updates=1).stopped == "contradiction"
