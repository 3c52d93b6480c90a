"""`float_safe` against runs in real and in tiny formats; the fixtures; the theorem that it rests on."""

import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from novikoff.algorithms import fast_perceptron, perceptron
from novikoff.proofs.checking import entry_building
from novikoff.properties import float_safety
from novikoff.properties.float_failure_data import FIXTURES
from novikoff.properties.float_safety import FORMATS, Format, float_safe, root_above, safety

TINY = Format(5, -60, 60)


def nearest(value, form):
    """The nearest number of a format with so many bits; ties to even. No underflow, no overflow."""
    if not value:
        return value
    unit, size = Fraction(1), abs(value)
    while size >= unit * 2**form.precision:
        unit *= 2
    while size < unit * 2 ** (form.precision - 1):
        unit /= 2
    return round(value / unit) * unit


def rounded_run(X, y, c, alpha, form, chance, most):
    """A run from 0 that rounds each operation, in random orders of visits and of summation; the mistakes made."""
    w, b, mistakes = [Fraction(0)] * len(X[0]), Fraction(0), []
    while len(mistakes) <= most:
        order = chance.sample(range(len(X)), len(X))
        wrong = next((i for i in order if y[i] * score(w, b, X[i], form, chance) <= 0), None)
        if wrong is None:
            break
        mistakes.append(wrong)
        w = [nearest(v + y[wrong] * nearest(alpha * x, form), form) for v, x in zip(w, X[wrong], strict=True)]
        b = nearest(b + y[wrong] * nearest(alpha * c, form), form)
    return mistakes, w, b


def score(w, b, x, form, chance):
    terms = [b, *(nearest(v * u, form) for v, u in zip(w, x, strict=True))]
    while len(terms) > 1:
        chance.shuffle(terms)
        terms.append(nearest(terms.pop() + terms.pop(), form))
    return terms[0]


def small_data(chance):
    """Few points with coordinates of the format, separable or not, a bias step and a rate."""
    n, d, size = chance.randint(1, 3), chance.randint(1, 2), chance.choice((1, 2, 4, 15))
    X = [[Fraction(chance.randint(-size, size), chance.choice((1, 1, 2))) for _ in range(d)] for _ in range(n)]
    return X, [chance.choice((-1, 1)) for _ in range(n)], Fraction(chance.choice((0, 1, 2))), chance.choice(
        (Fraction(1), Fraction(1, 4), Fraction(3)))


def judged(form, seeds):
    """(verdict, what was promised, what a rounded run did, what an exact run on the same visits does)."""
    for seed in seeds:
        chance = random.Random(seed)
        X, y, c, alpha = small_data(chance)
        found = safety(X, y, form, c, alpha)
        if found.verdict != "uncertain":
            mistakes, w, b = rounded_run(X, y, c, alpha, form, chance, found.updates)
            state = perceptron.State(np.array([Fraction(0)] * len(X[0])), Fraction(0))
            for i in mistakes:
                state = perceptron.update(state, np.array(X[i]), y[i], bias_step=c, rate=alpha)
            yield found, len(mistakes), (w, b) == (list(state.w), state.b)


def test_what_is_certain_is_never_broken_in_tiny_formats(sample):
    """Formats of 4 to 12 bits, where rounding is common; each verdict occurs."""
    seen = Counter()
    for precision in (4, 5, 8, 12):
        for found, updates, equal in judged(Format(precision, -60, 60), map(int, sample(map(str, range(500)), 120))):
            seen[found.verdict] += 1
            assert updates <= found.updates
            if found.verdict == "equal":
                assert equal
            if found.safe:
                assert updates <= found.bound
    assert set(seen) == {"equal", "bound", "rounded bound"}


def test_the_judgement_can_fail(monkeypatch):
    """Believing in more bits than there are is noticed."""
    real = float_safety._why_rounded
    monkeypatch.setattr(
        float_safety, "_why_rounded", lambda X, form, *rest: real(X, form._replace(precision=14), *rest)
    )
    assert not all(equal for found, _, equal in judged(TINY, range(500)) if found.verdict == "equal")


@pytest.mark.parametrize("name", FIXTURES)
def test_the_known_failures_are_flagged_and_exact(name):
    fixture = FIXTURES[name]
    found = float_safe(fixture.X, fixture.y, fixture.dtype, **fixture.conventions)
    assert not found.safe
    assert "\n" not in found.reason
    # The fixtures are exact in their format
    assert all(FORMATS[fixture.dtype].holds(v) for x in fixture.X for v in x)
    assert all(Fraction(float(np.dtype(fixture.dtype).type(float(v)))) == v for x in fixture.X for v in x)
    # The exact runs of the fixtures
    if fixture.exact_updates < 10**6:
        settings = {key: fixture.conventions[key] for key in ("bias_step", "rate", "tie")}
        assert fast_perceptron.run(fixture.X, fixture.y, **settings).updates == fixture.exact_updates


def float_pass(fixture, w, b):
    """One pass in the dtype of the fixture: the state after it and its mistakes."""
    kind = np.dtype(fixture.dtype).type
    mistakes = 0
    for x, y in zip(fixture.X, fixture.y, strict=True):
        point = np.array([float(v) for v in x], kind)
        if y * (w @ point + b) <= 0:
            w, b, mistakes = w + kind(y) * point, b + kind(y * fixture.conventions["bias_step"]), mistakes + 1
    return w, b, mistakes


def test_the_float64_fixtures_repeat_their_state_or_exceed_their_bound():
    fixture = FIXTURES["float64-cycle"]
    w, b, _ = float_pass(fixture, np.zeros(2), np.float64(0))
    again, same, mistakes = float_pass(fixture, w, b)
    assert mistakes > 0
    assert (again.tolist(), same) == (w.tolist(), b)
    fixture = FIXTURES["float64-false-mistake"]
    w, b, mistakes = float_pass(fixture, np.zeros(3), np.float64(0))
    assert float_pass(fixture, w, b)[2] == 0
    assert mistakes == 2 > float_safe(fixture.X, fixture.y).bound


def test_the_float32_fixture_reaches_a_state_that_it_repeats():
    """After about 2²⁴ passes, 1 is absorbed by the second weight, and a pass with mistakes changes nothing any more."""
    numba = pytest.importorskip("numba", reason="33 million updates need numba")
    fixture = FIXTURES["float32-absorption"]
    X = np.array([[float(v) for v in x] for x in fixture.X], np.float32)
    w = numba.njit(passes)(X, np.array(fixture.y, np.float32), 2**25)
    after, _, mistakes = float_pass(fixture, w, np.float32(0))
    assert mistakes > 0
    assert after.tolist() == w.tolist()


def passes(X, y, count):
    """The weights after so many passes without bias, in float32."""
    w = np.zeros(2, np.float32)
    for _ in range(count):
        for i in range(len(X)):
            if y[i] * (np.float32(w[0] * X[i, 0]) + np.float32(w[1] * X[i, 1])) <= 0:
                w[0] += y[i] * X[i, 0]
                w[1] += y[i] * X[i, 1]
    return w


def test_what_is_flagged_before_a_run():
    assert "is not a number of 24 bits" in float_safe([[2**24 + 1]], [1], "float32").reason
    assert float_safe([[2**24 + 1]], [1], "float64").verdict == "equal"
    assert "1/3 is not a number" in float_safe([[Fraction(1, 3)]], [1]).reason
    assert "is not a number of 53 bits" in float_safe([[1]], [1], rate=Fraction(1, 10)).reason
    assert float_safe([[0.1]], [1]).safe  # the float itself, not 1/10
    # Data without a separator
    assert "no hyperplane" in float_safe([[1], [1]], [1, -1]).reason
    # Data and types of NumPy are taken
    X = np.array([[1.5, -2.0], [0.25, 3.0]], np.float32)
    assert float_safe(X, np.array([1, -1]), np.float32) == float_safe(X.tolist(), [1, -1], "float32")
    assert float_safe(X, [1, -1], X.dtype).verdict == "equal"


def test_small_integers_are_exact_and_roots_are_above():
    found = float_safe([[1, 2], [3, -1], [-2, 2]], [1, -1, 1], "float32")
    run = perceptron.run([[1, 2], [3, -1], [-2, 2]], [1, -1, 1])
    assert found.verdict == "equal"
    assert run.updates <= found.updates
    for square in (Fraction(0), Fraction(2), Fraction(1, 3), Fraction(10**300 + 7, 11), Fraction(7, 10**300)):
        assert square <= root_above(square) ** 2 <= square * (1 + Fraction(1, 2**60))


@pytest.mark.parametrize("name", ["rounded-perceptron-norm", "rounded-perceptron-mistake-bound",
                                  "norm-guard-no-overflow", "rounded-weights-stay-short",
                                  "rounding-shortens-the-margin"])
def test_the_theorems_it_rests_on_are_proved(name):
    assert entry_building.build_entry(name, ("kernel",)).entry is not None


def test_the_bounds_are_those_of_the_theorems():
    """B with the theorem's own numbers: without errors it is the exact bound, and errors only add."""
    D, V = Fraction(9), Fraction(2)
    exact = float_safety._rounded_bound(2, Format(10_000, -20_000, 20_000), Fraction(1), D, V, 20)
    assert D * V < exact < D * V * (1 + Fraction(1, 10**3000))
    coarse, finer = (float_safety._rounded_bound(2, Format(p, -500, 500), Fraction(1), D, V, 20) for p in (20, 40))
    assert D * V < finer < coarse
    # ‖u‖ = 2, ‖w‖ at most 2·46/5·2/(49/50) < 38
    given = Fraction(3), Fraction(4), Fraction(1, 100), Fraction(1, 10)
    assert float_safety._by_margin(*given, Fraction(38)) == Fraction(46, 5) * 4 / Fraction(49, 50) ** 2
    assert float_safety._by_margin(*given, Fraction(37)) is None
    assert float_safety._by_margin(Fraction(3), Fraction(4), Fraction(1, 2), Fraction(0), Fraction(10**9)) is None


def test_the_smaller_bound_counts(monkeypatch):
    """Two points at a distance of 1/256 need half a million updates at most; only the bound by the margin says so."""
    X, y = [[1, 0], [1, Fraction(1, 256)]], [-1, 1]
    found = float_safe(X, y, "float32")
    assert (found.verdict, found.updates < Fraction(6, 5) * found.bound) == ("rounded bound", True)
    monkeypatch.setattr(float_safety, "_by_margin", lambda *given: None)
    assert float_safe(X, y, "float32").verdict == "uncertain"
