"""ALMA₂: its bounds on random data, data that come near to them, and how exact steps are rounded."""

from math import hypot, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novikoff.algorithms.alma import certificate, rate, rescale, roots, run, span, step, threshold
from novikoff.algorithms.checkers.dispatch import verify
from novikoff.algorithms.nearest_point import best_margin

from .example_data import EASY, F, dot, length2, margins, repeatable, separable

parts = st.sampled_from([F(1), F(8, 9), F(2, 3), F(2, 5)])


@repeatable
@given(st.integers(1, 10**6), parts, st.integers(2, 9), st.fractions(F(1, 99), 1))
def test_a_rounded_step_is_what_the_bound_needs(number, alpha, bits, scale):
    eta = rate(number, scale, alpha, bits) * scale
    assert eta**2 * number >= 2
    assert (4 / alpha - 3) * eta**2 * number <= 8 / alpha - 5
    assert abs(eta * sqrt(number / 2) - 1) < F(4, 2**bits)


@repeatable
@given(st.fractions(F(1, 9), 99), st.integers(1, 10**6), parts, st.integers(2, 9))
def test_a_rounded_factor_is_what_the_bound_needs(D2, number, alpha, bits):
    """The longest weights after a correction that is due, D²(1 + (4/α − 3)η²), have the smallest factor."""
    eta = rate(number, 1, alpha, bits)
    longest = D2 * (1 + (4 / alpha - 3) * eta**2)
    f = rescale(1, longest, D2, number, alpha, bits)
    assert f**2 * longest <= D2
    assert f**2 * (number - 1 + span(alpha)) >= number
    assert rescale(f, D2, D2, number, alpha, bits) == f


@repeatable
@given(st.fractions(F(1, 9), 99), st.fractions(F(1, 9), 9), st.integers(1, 10**3), parts, st.integers(2, 9))
def test_no_factor_is_smaller_than_the_bound_allows(D2, scale, number, alpha, bits):
    """F'² ≥ F²·j/(j − 1 + span) for correction j: weights for which only that very factor is left have none."""
    least = scale**2 * F(number) / (number - 1 + span(alpha))
    with pytest.raises(ValueError, match=f"after correction {number} the weights are longer"):
        rescale(scale, D2 / least, D2, number, alpha, bits)
    shorter = D2 / least * F(999, 1000)
    assert least <= rescale(scale, shorter, D2, number, alpha, bits) ** 2 <= D2 / shorter


def test_a_step_is_rounded_to_as_many_digits_as_the_bound_needs():
    """Both of these are just what it needs: 1/2 for √(1/5), as 10·(1/2)² = 5/2, and for a little more than √(1/4)."""
    assert rate(10, 1, F(1), 2) == F(1, 2)
    assert rescale(1, 1 / F(251, 1000), 1, 1, F(1), 2) == F(1, 2)
    # Their factor is kept, although 1/3 has more digits
    assert rescale(F(1, 3), F(9), F(1), 1, F(1), 2) == F(1, 3)


@repeatable
@given(st.fractions(F(1, 999), 999), st.integers(1, 12))
def test_roots_are_neighbours(value, digits):
    down, up = roots(value, digits)
    assert down**2 <= value <= up**2
    assert (down == up) == (down**2 == value)
    assert (up - down) * 2 ** (digits - 2) <= up


def test_a_run_by_hand():
    """D² = 4, z = (2, 0), η = √2 as 91/64: η·z is longer than 2, and F = 2/(2·91/64) rounded down is 45/64."""
    result = run([[2, 0], [0, 1]], [1, 1], bias_step=0, alpha=1, max_updates=1, bits=6)
    eta = rate(1, 1, F(1), 6)
    scale = rescale(1, 4 * eta**2, 4, 1, F(1), 6)
    assert (eta, result.w) == (F(23, 16), (scale * eta * 2, 0))
    assert 4 * F(99, 100) ** 2 < length2(result) <= 4


@repeatable
@given(separable(), parts, st.integers(2, 8), st.sampled_from(["cyclic", "first"]))
def test_the_bounds_hold_and_the_end_has_the_margin(data, alpha, bits, order):
    X, y, c = data
    result = run(X, y, bias_step=c, alpha=alpha, bits=bits, order=order, max_updates=80)
    V, D2 = best_margin(X, y, c).upper, max(dot(x, x) for x in X) + c
    assert result.updates <= span(alpha) ** 2 / 8 * D2 * V
    assert length2(result) <= D2
    assert result.separated == (min(margins(result, X, y)) > 0)
    if result.stopped == "separated":
        assert min(margins(result, X, y)) > 0
        assert min(margins(result, X, y)) ** 2 * V > (1 - alpha) ** 2 * length2(result)
        assert min(margins(result, X, y)) > threshold(alpha) * D2 * sqrt(2 / (result.updates + 1))
    assert verify(certificate(result, X, y))["updates"] == result.updates


def slowly(alpha, gamma):
    """Unit examples with ⟨u, z⟩ = γ for u = (1, 0, 0) that are corrected with all of the threshold, if they can be; the
    weights are turned so that they are (r, s, 0). No more of them than the bound allows.
    """
    r, s, p, side, rows = 0.0, 0.0, 0.0, sqrt(1 - gamma**2), []
    while r < 1 - 1e-9 and p >= -side and len(rows) * 8 * gamma**2 <= span(alpha) ** 2:
        eta = sqrt(2 / (len(rows) + 1))
        p = min((threshold(alpha) * eta - gamma * r) / s, side) if s else side
        rows.append((gamma, p, sqrt(max(0, side**2 - p * p))))
        moved = [step(w, x, eta, 1) for w, x in zip((r, s, 0), rows[-1], strict=True)]
        f = min(1, 1 / hypot(*moved))
        r, s = f * moved[0], f * hypot(*moved[1:])
    return rows[:-1]


@pytest.mark.parametrize(("alpha", "gamma", "near"), [(0.25, 0.1, 0.998), (0.5, 0.03, 0.9995)])
def test_some_data_come_near_to_the_sharper_bound(alpha, gamma, near):
    """That with T = 1 + (2τ + 1)c = 8/α − 5."""
    assert near < len(slowly(alpha, gamma)) * 8 * gamma**2 / (8 / alpha - 5) ** 2 <= 1


def test_margins_grow_with_a_smaller_part_and_digits_do_not_pile_up():
    X, y = EASY
    few, many = (run(X, y, alpha=alpha) for alpha in (1, F(1, 2)))
    assert few.updates < many.updates
    assert min(margins(few, X, y)) ** 2 / length2(few) < min(margins(many, X, y)) ** 2 / length2(many)
    short, long = (run(*EASY, alpha=F(1, 4), max_updates=k) for k in (40, 400))
    sizes = [max(F(v).denominator.bit_length() for v in one.w) for one in (short, long)]
    assert sizes[1] < sizes[0] + 40
