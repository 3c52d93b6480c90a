"""The fast engine makes the runs of the reference, mistake for mistake, and its guard keeps it inside 64 bits."""

import gc
import math
import os
import pickle
import subprocess
import sys
import weakref
from contextlib import contextmanager
from copy import copy, deepcopy
from dataclasses import fields, replace
from fractions import Fraction
from itertools import cycle
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from novikoff.algorithms import _int64_loops, _long_integer_loops, _narrow_loops, fast_perceptron, perceptron
from novikoff.algorithms.checkers.dispatch import verify
from novikoff.algorithms.errors import BadInput, Interrupted, NoSeparator, Slower
from novikoff.algorithms.fast_perceptron import (
    COMPILED,
    FORMATS,
    INT64,
    LIMBS,
    PYTHON,
    by_norm,
    by_terms,
    largest_coordinate,
    runs_of,
)
from novikoff.algorithms.perceptron import ORDERS, TIES

from ..refused_calls import check_refusal, read_calls
from .test_conformance import COMMON

LINE = [[1], [2]], [1, -1]
OPTIONS = [(name, value) for name in ("order", "tie", "max_updates", "bias_step", "rate") for value, _ in COMMON[name]]
ANY_TIME = settings(deadline=None, max_examples=25)  # the first example compiles the loop; each engine has them all


def assert_same(fast, slow):
    """Every field of the reference's record, with the same types of numbers (1, not Fraction(1, 1))."""
    for field in fields(perceptron.Run):
        assert repr(getattr(fast, field.name)) == repr(getattr(slow, field.name)), field.name


def both(X, y, **options):
    fast = fast_perceptron.run(X, y, **options)
    assert_same(fast, perceptron.run(X, y, **options))
    return fast


@pytest.fixture(params=["rows", "blocks", "blocks without kept rows"])
def impatient(request, monkeypatch):
    """Stretches of a few visits, so that small runs go through every transition between them."""
    monkeypatch.setattr(fast_perceptron, "FORMATS", () if request.param == "rows" else FORMATS)
    monkeypatch.setattr(fast_perceptron, "ENOUGH", 1)
    monkeypatch.setattr(fast_perceptron, "KEPT", 2**20 if request.param == "blocks" else 0)
    monkeypatch.setattr(fast_perceptron, "WORK", {PYTHON: 20, COMPILED: 60})
    monkeypatch.setattr(fast_perceptron, "MOST_MISTAKES", 7)
    monkeypatch.setattr(fast_perceptron, "BLOCK", 5)


# -------------------------------------------------------------------- the same runs as the reference

SIZES = (3, 100, 2**15, 2**31, 2**33, 2**62, 2**100)  # squares of 2³¹ and more come near 2⁶³ or pass it
rationals = st.builds(Fraction, st.integers(-9, 9), st.integers(1, 4))


@st.composite
def data(draw, whole=False):
    """Examples of every size; every other one near a hyperplane, on either side, and some repeated."""
    n, d = draw(st.integers(1, 6)), draw(st.integers(1, 4))
    size = draw(st.sampled_from(SIZES))
    row = st.lists(st.integers(-size, size), min_size=d, max_size=d)
    X = draw(st.lists(row, min_size=n, max_size=n))
    if draw(st.booleans()):
        X[-1] = [-value + draw(st.integers(-1, 1)) for value in X[0]]
    if not whole and draw(st.booleans()):
        X = [[Fraction(value, draw(st.integers(1, 6))) for value in row] for row in X]
    return X, draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n))


@st.composite
def settings_for(draw, X):
    d, n = len(X[0]), len(X)
    order = draw(st.sampled_from([*ORDERS, None]))
    if order is None:
        order = draw(st.lists(st.integers(0, n - 1), max_size=40))
    start = draw(st.none() | st.tuples(st.lists(rationals, min_size=d, max_size=d), rationals))
    return {"order": order, "seed": draw(st.integers(0, 5)), "tie": draw(st.sampled_from(list(TIES))),
            "bias_step": draw(st.sampled_from([0, 1, "R2", 7, Fraction(9, 4), Fraction(1, 3)])),
            "rate": draw(st.sampled_from([1, 1, 3, Fraction(1, 3), Fraction(5, 2)])),
            "max_updates": draw(st.sampled_from([0, 1, 6, 40])), "start": start}


@pytest.mark.usefixtures("impatient")
class TestOnEveryKindOfData:
    @ANY_TIME
    @given(st.data())
    def test_capped_runs_are_those_of_the_reference(self, source):
        X, y = source.draw(data())
        both(X, y, **source.draw(settings_for(X)))

    @ANY_TIME
    @given(st.data())
    def test_uncapped_runs_are_those_of_the_reference_or_refused_alike(self, source):
        X, y = source.draw(data())
        options = {**source.draw(settings_for(X)), "max_updates": None}
        assume(perceptron.run(X, y, **options | {"max_updates": 400}).updates < 400 or not separable(X, y, options))
        slow, fast = (outcome(module, X, y, options) for module in (perceptron, fast_perceptron))
        if isinstance(fast, perceptron.Run) and "may never end" in str(slow):  # this one does end, as the engine found
            slow = perceptron.run(X, y, **options | {"max_updates": fast.updates})
        if isinstance(slow, perceptron.Run):
            assert_same(fast, slow)
        else:
            assert fast == slow

    @ANY_TIME
    @given(st.data())
    def test_arrays_of_every_width_give_the_runs_of_lists(self, source):
        X, y = source.draw(data(whole=True))
        array = np.array(X)
        assume(array.dtype.kind != "f")  # as NumPy's choice for [0, 2**63] is
        narrow = array.astype(np.min_scalar_type(min(int(array.min()), -1 - int(array.max()))))
        options = {"max_updates": 40, "order": source.draw(st.sampled_from(ORDERS)), "seed": 1}
        for form in (narrow, np.asfortranarray(array)):
            assert_same(fast_perceptron.run(form, np.array(y, dtype=float), **options), perceptron.run(X, y, **options))

    @pytest.mark.parametrize("width", [np.int8, np.uint8, np.int32, np.int64])
    def test_the_radius_does_not_overflow_the_width_of_the_array(self, width):
        X = np.full((2, 3), np.iinfo(width).max)
        X[1] //= -3 if width != np.uint8 else 3
        both(X.astype(width), [1, -1], bias_step="R2", max_updates=20)

    @ANY_TIME
    @given(st.integers(3, 7), st.integers(0, 2), st.sampled_from(["cyclic", "random"]))
    def test_data_near_the_limit_leave_int64_in_the_middle_of_the_run(self, n, spread, order):
        """Axes of length 2³¹: after k updates ‖w‖² = 2⁶²k, and ‖w‖²·D reaches L² = 2¹²⁶ at k = 4."""
        X = [[2**31 - spread * (i == j + 1) if i == j else spread for j in range(n)] for i in range(n)]
        run = both(X, [1] * n, bias_step=0, order=order, seed=0, tie="mistake", max_updates=50)
        assert run.engine == (f"{COMPILED}, then {LIMBS}" if run.updates > 4 else COMPILED) or run.updates <= 4


def outcome(module, X, y, options):
    """The record, or how the run is refused."""
    try:
        return module.run(X, y, **options)
    except BadInput as refusal:
        return type(refusal), str(refusal), getattr(refusal, "certificate", None)


def separable(X, y, options):
    try:
        perceptron.nearest_point.require_separator(X, y, 1 if options["bias_step"] else 0)
    except NoSeparator:
        return False
    return True


@pytest.mark.parametrize("order", ["cyclic", "first", "random"])
def test_a_long_run_is_the_same_in_its_true_stretches(order):
    """One wrong label among 300 points: no pass is clean, so the cap ends the run, long after its beginning."""
    X = [[i] for i in range(300)]
    y = [1 if 150 <= i < 299 else -1 for i in range(300)]
    run = both(X, y, order=order, seed=4, max_updates=3000)
    assert (run.engine, run.why) == (COMPILED if order == "random" else "int32", "")
    assert run.updates == 3000


def test_the_known_run_that_float32_never_ends():
    """33 570 821 updates, which float32 never makes: here in a few compiled stretches."""
    run = fast_perceptron.run(np.array([[4097, -1], [4097, 0]]), [1, -1], bias_step=0)
    assert (run.updates, run.stopped, run.engine) == (33_570_821, "separated", "int32, then float64")
    assert len(run.mistakes) == run.updates


@pytest.mark.parametrize("copied", [copy, deepcopy, replace, lambda record: pickle.loads(pickle.dumps(record))])
def test_a_record_is_the_same_before_and_after_its_mistakes_are_asked_for(copied):
    """They are a tuple all the same; until then nobody pays for Python's numbers."""
    unread, read = fast_perceptron.run(*LINE), fast_perceptron.run(*LINE)
    assert "mistakes" not in vars(unread)
    assert read.mistakes == perceptron.run(*LINE).mistakes
    assert isinstance(read.mistakes, tuple)
    again = copied(unread)
    assert (again, hash(again), repr(again)) == (read, hash(read), repr(read))


def test_a_callers_order_is_read_as_far_as_the_run_goes():
    """It may be endless, and a wrong index matters only when its turn comes."""
    assert both([[1]], [1], order=[0]).separated
    assert both_orders(lambda: cycle([0, 1]), max_updates=3) == (0, 1, 0, 1)
    assert both_orders(lambda: iter([0, 1, 0, 7]), max_updates=2) == (0, 1, 0)


def both_orders(order, **options):
    fast = fast_perceptron.run(*LINE, order=order(), **options)
    assert_same(fast, perceptron.run(*LINE, order=order(), **options))
    return fast.order


# ---------------------------------------------------------------------------------------- the guard


class Watched(int):
    """An integer that makes integers of its kind, and counts the multiplications."""

    products = 0

    def __add__(self, other):
        return type(self)(int(self) + int(other))

    def __mul__(self, other):
        Watched.products += 1
        return type(self)(int(self) * int(other))

    __radd__, __rmul__ = __add__, __mul__


class Narrow(Watched):
    """An integer that may not leave ±L, nor may what is computed from it."""

    limit = 0

    def __new__(cls, value):
        if abs(value) > cls.limit:
            raise OverflowError(f"{value} is beyond ±{cls.limit}")
        return super().__new__(cls, value)


def narrow_run(X, y, rule, w, b, updates):
    """The very loop that is compiled, on integers that refuse to overflow; two passes for each update."""
    x = [[Narrow(value) for value in row] for row in X]
    step, bias_step, *ties = rule
    limits = updates, 2 * len(X) * (updates + 1)
    place = [Narrow(value) for value in w], Narrow(b), 0, False
    rule = Narrow(step), Narrow(bias_step), *ties
    return _int64_loops.advance(x, y, rule, None, len(X), False, place, limits, [0] * updates)


def narrow_sweep(X, y, rule, w, b, updates, kept, lanes=2, number=Narrow):
    """The source of the loop over blocks, of so few examples each, on such integers."""
    step, bias_step, *ties = rule
    n, size = len(X), -(-len(X) // lanes) * lanes
    vectors = [[label * value for value in (*x, 1)] for x, label in zip(X, y, strict=True)]
    vectors += [[0] * (len(w) + 1)] * (size - n)
    numbers = np.vectorize(number, otypes=[object])
    least = [ties[label > 0] for label in y] + [0] * (size - n)
    state = numbers([*[0] * lanes, *w, b])
    work = numbers(np.zeros((1 + kept, len(state)), int)), [-1] * n + [0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_narrow_loops, "LANES", lanes)
        Z = numbers(vectors).reshape(-1, lanes, len(w) + 1).transpose(0, 2, 1)
        rates, mistakes = numbers([*[step] * len(w), bias_step]), [0] * updates
        found = _narrow_loops.sweep.py_func(Z, np.reshape(least, (-1, lanes)), n, rates, False, (state, 0, False),
                                      (updates, 2 * n * (updates + 1)), mistakes, work)
    return list(map(int, state[lanes:])), mistakes[: found[2]]


@contextmanager
def integers_up_to(limit):
    """Integers within ±limit: few enough to hold the guard against every value of a run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Narrow, "limit", limit)
        yield


@st.composite
def guarded(draw):
    n, d = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    vectors = st.lists(st.integers(-6, 6), min_size=d, max_size=d)
    X, w = draw(st.lists(vectors, min_size=n, max_size=n)), draw(vectors)
    y = draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n))
    return X, y, draw(st.integers(1, 3)), draw(st.integers(0, 9)), w, draw(st.integers(-30, 30))


@pytest.mark.parametrize("bound", ["norm", "terms"])
@ANY_TIME
@given(guarded(), st.integers(20, 2000))
def test_no_value_of_an_allowed_run_leaves_the_limit(bound, given, limit):
    X, y, step, bias_step, w, b = given
    with integers_up_to(limit):
        if bound == "norm":
            radius2 = max(sum(value * value for value in row) for row in X)
            allowed = by_norm(radius2, step, bias_step, w, b, limit=limit)
        else:
            largest = [max(map(abs, column)) for column in zip(*X, strict=True)]
            allowed = by_terms(largest, step, bias_step, w, b, limit=limit)
        assume(allowed >= 1)
        given = X, y, (step, bias_step, 1, 1), w, b, min(allowed, 200)
        narrow_run(*given)
        assert narrow_sweep(*given, kept=len(X)) == narrow_sweep(*given, kept=1) == narrow_sweep(*given, kept=0)


def test_the_guards_by_hand():
    """Norm: a = 2, h = 6, R'² = 4, w = 1, b = 6: c' = 3, D = 7, V = 13; (13 + 28k)·7 ≤ L²: 287 ≤ 17², 483 ≤ 22².
    Terms: a = 2, h = 6, M = 2, w = −1, b = 3: 2 + 3 + k(2·4 + 6) ≤ L: 33 for k = 2.
    """
    assert [by_norm(4, 2, 6, [1], 6, limit=limit) for limit in (16, 17, 21, 22)] == [0, 1, 1, 2]
    assert [by_norm(r * r, 1, 0, [0], 0, limit=2047) for r in (45, 46)] == [1, 0]  # 45² = 2025, 46² = 2116
    assert [by_terms([2], 2, 6, [-1], 3, limit=limit) for limit in (32, 33)] == [1, 2]
    # Terms hold for a start with a bias that never moves
    assert by_norm(1, 1, 0, [0], 5) < 0
    assert by_terms([1], 1, 0, [0], 5) == INT64 - 5
    # Where every x is 0, the weights enter no score, but they are held all the same
    for w in ([INT64 + 1], [-INT64 - 1]):
        assert by_norm(0, 3, 1, w, 0) < 0
        assert by_terms([0], 3, 1, w, 0) < 0


def test_a_run_with_a_bias_that_never_moves_is_compiled_too(monkeypatch):
    monkeypatch.setattr(fast_perceptron, "WORK", {PYTHON: 0, COMPILED: 60})
    assert both([[1], [2]], [1, 1], bias_step=0, start=([0], -5)).engine == "int16"


NAMES = [*(form.name for form in FORMATS), COMPILED]
LIMITS = [*(form.largest for form in FORMATS), INT64]


@pytest.mark.parametrize(("name", "limit"), list(zip(NAMES, LIMITS, strict=True)), ids=NAMES)
def test_a_format_is_exact_up_to_its_limit_and_not_beyond(name, limit):
    def held(value):
        return int(np.array([value], dtype=object).astype(name)[0])

    assert [held(sign * (limit - less)) for sign in (1, -1) for less in (0, 1)] == [limit, limit - 1, -limit, 1 - limit]
    try:
        assert held(limit + 1) != limit + 1
    except OverflowError:
        assert name.startswith("int")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("guard", ["by_norm", "by_terms"])
def test_the_run_leaves_a_format_at_its_edge(monkeypatch, name, guard):
    """One update from w₀ > 0, b₀ = 0 with x = ±1, c = 0: by terms |w₀| + 1 ≤ L, by norm w₀² + 1 ≤ L²."""
    monkeypatch.setattr(fast_perceptron, "WORK", {PYTHON: 0, COMPILED: 2**20})
    monkeypatch.setattr(fast_perceptron, {"by_norm": "by_terms", "by_terms": "by_norm"}[guard],
                        lambda *given, limit: -1)
    limit, following = LIMITS[NAMES.index(name)], [*NAMES, LIMBS][NAMES.index(name) + 1]
    for beyond, engine_used in [(-1, name), (0, name), (1, following)]:
        start = [limit - 1 + beyond], 0
        assert both([[1], [-1]], [1, 1], bias_step=0, start=start, max_updates=1).engine == engine_used


@pytest.mark.parametrize(
    ("largest", "storage"), [(127, "int8"), (128, "int16"), (2**15 - 1, "int16"), (2**15, "int32")]
)
def test_examples_are_stored_as_narrow_as_they_fit(largest, storage):
    """With their labels: y·x for −128 does not fit int8, though x does. So many bytes are read in a pass."""
    X = np.array([[i % 5 - largest, i % 7] for i in range(100)])
    y = [1 if i % 3 else -1 for i in range(100)]
    given = fast_perceptron._Data(X, y)
    assert next(filter(None, map(given.storage, FORMATS))) == storage
    blocks = given.blocks(storage)
    assert blocks.nbytes == 2 * 64 * 3 * np.dtype(storage).itemsize
    vectors = np.hstack([X, np.ones((100, 1), int)]) * np.array(y)[:, None]
    assert np.array_equal(blocks.transpose(0, 2, 1).reshape(-1, 3), np.pad(vectors, ((0, 28), (0, 0))))


@pytest.mark.parametrize("n", [1, 63, 64, 65, 130])
@pytest.mark.parametrize("width", [np.int8, np.uint16, np.int64])
def test_the_bound_of_a_coordinate_is_found_in_whichever_row_it_is(n, width):
    for row in range(n):
        for value in (100, 100 if np.iinfo(width).min == 0 else -100):
            X = np.ones((n, 2), width)
            X[row, 1] = value
            assert fast_perceptron._Data(X, np.ones(n)).largest == [1, abs(value)]


@pytest.mark.parametrize("width", [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64])
def test_the_bounds_are_exact_at_the_edge_of_every_width(width):
    low, high = np.iinfo(width).min, np.iinfo(width).max
    given = fast_perceptron._Data(np.array([[high, 0], [low, high], [1, low]], width), np.ones(3))
    assert given.largest == [max(high, -low)] * 2
    assert given.radius2 == low**2 + high**2


@pytest.mark.parametrize("beyond", [0, 1])
def test_the_radius_is_exact_where_a_square_leaves_64_bits(beyond):
    M = math.isqrt(INT64) + beyond
    assert fast_perceptron._Data(np.array([[M], [-1]]), np.ones(2)).radius2 == M**2


class Read:
    """An array of which it is counted how many numbers are read."""

    def __init__(self, array):
        self.array, self.shape, self.numbers = array, array.shape, 0

    def __len__(self):
        return len(self.array)

    def __getitem__(self, index):
        found = self.array[index]
        if isinstance(found, np.ndarray):
            return Part(self, found)
        self.numbers += 1
        return int(found)


class Part(Read):
    """A row of one."""

    def __init__(self, whole, array):
        super().__init__(array)
        self.whole = whole

    def __getitem__(self, index):
        self.whole.numbers += 1
        return int(self.array[index])


@pytest.mark.parametrize("n", [64, 130])
def test_what_finds_the_bounds_and_what_fills_the_blocks_read_each_number_once(n):
    X, y = np.random.default_rng(0).integers(-9, 10, (n, 3)), np.resize([1, -1, 1], n)
    least, greatest, given = [0] * 3, [0] * 3, Read(X)
    assert _int64_loops.extremes(given, least, greatest) == (X**2).sum(axis=1).max()
    assert (least, greatest, given.numbers) == (X.min(axis=0).tolist(), X.max(axis=0).tolist(), X.size)
    blocks, given = np.full((-(-n // 64), 4, 64), 99, np.int8), Read(X)
    _narrow_loops.fill.py_func(given, y, blocks)
    assert np.array_equal(blocks, fast_perceptron._Data(X, y).blocks("int8"))
    assert given.numbers == X.size


def test_a_long_run_goes_over_the_given_array_twice_whatever_its_passes(monkeypatch):
    """Once for the bounds, once to fill the blocks; all passes read these, also that which looks for a separator."""
    given = []

    def noted(function):
        return lambda X, *rest: given.append((function.__name__, X.nbytes)) or function(X, *rest)

    monkeypatch.setattr(fast_perceptron, "compile_loop", lambda function: noted(_int64_loops.compile_loop(function)))
    monkeypatch.setattr(fast_perceptron, "_compiled_advance",
                        lambda: noted(_int64_loops.compile_loop(_int64_loops.advance)))
    monkeypatch.setattr(_narrow_loops, "fill", noted(_narrow_loops.fill))
    monkeypatch.setattr(_narrow_loops, "sweep", noted(_narrow_loops.sweep))
    X, y = np.array([[9 * i, 1] for i in [1, -1] * 149 + [0, 0]]), [1, -1] * 150  # the last two separate nothing
    monkeypatch.setattr(fast_perceptron, "WORK", {PYTHON: 0, COMPILED: 2**10})
    run = both(X, y, max_updates=9)
    assert (run.engine, run.stopped) == ("int16", "max_updates")
    names, sizes = zip(*given, strict=True)
    assert names == ("extremes", "fill", *["sweep"] * (len(names) - 2))
    assert len(names) > 4
    assert sizes == (X.nbytes, X.nbytes, *[5 * 64 * 3] * (len(names) - 2))


def test_what_mistakes_read_and_write_begins_with_a_cache_line(monkeypatch):
    found = []

    def noted(*given, sweep=_narrow_loops.sweep):
        found.extend(array.ctypes.data % _narrow_loops.LINE for array in (given[5][0], given[8][0]))
        return sweep(*given)

    monkeypatch.setattr(_narrow_loops, "sweep", noted)
    for n in range(400, 1000, 100):  # arrays of different sizes
        X = np.array([[i % 100, i // 100] for i in range(100 * n)])
        assert fast_perceptron.run(X, np.resize([1, 1, -1], len(X)), max_updates=2 * n).engine == "int32"
    assert set(found) == {0}
    assert len(found) >= 2 * 6


def test_a_run_that_is_over_holds_no_data():
    """Neither the examples nor their copy: it was kept for ever, and every further run needed memory of its own."""
    X = np.array([[i % 100] for i in range(80_000)])
    run, held = fast_perceptron.run(X, np.where(X[:, 0] < 9, -1, 1), max_updates=1000), weakref.ref(X)
    assert run.engine == "int32"
    del X
    gc.collect()
    assert held() is None


@pytest.mark.parametrize("kept", [40, 5, 0])
def test_the_work_of_a_pass_is_one_product_for_each_number_and_a_row_for_each_new_mistake(monkeypatch, kept):
    monkeypatch.setattr(Watched, "products", 0)
    X, y = [[i % 5 - 2, i % 7 - 3] for i in range(40)], [1 if i % 3 else -1 for i in range(40)]
    weights, mistakes = narrow_sweep(X, y, (1, 1, 1, 1), [0, 0], 0, 60, kept, lanes=8, number=Watched)
    record = perceptron.run(X, y, max_updates=60)
    assert (tuple(weights), tuple(mistakes)) == ((*record.w, record.b), record.mistakes)
    blocks = -(-record.visits // 8)
    first = list(dict.fromkeys(mistakes))[:kept]
    rows = len(first) + sum(i not in first for i in mistakes)
    assert Watched.products == blocks * 8 * 3 + rows * (8 + 1) * 3


@pytest.mark.parametrize(("form", "storage"), [(form, name) for form in FORMATS for name in form.storage])
@settings(deadline=None, max_examples=20)
@given(st.data())
def test_the_compiled_loop_over_blocks_is_its_source_on_whole_numbers_up_to_the_edge(form, storage, source):
    """The guard (by terms) holds with equality: Σ|wⱼ|M + |b| + k(dM² + h) = L."""
    d, n, k = source.draw(st.integers(1, 9)), source.draw(st.integers(1, 150)), source.draw(st.integers(0, 5))
    random = np.random.default_rng(source.draw(st.integers(0, 2**32)))
    M = min(np.iinfo(storage).max, math.isqrt(form.largest // (8 * d * 5)))
    w, h = random.integers(-2, 3, d).tolist(), int(random.integers(0, 9))
    b = form.largest - sum(map(abs, w)) * M - k * (d * M**2 + h)
    assert by_terms([M] * d, 1, h, w, -b, limit=form.largest) == k
    count, last = divmod(n - 1, _narrow_loops.LANES)
    Z = random.integers(-M, M + 1, (count + 1, d + 1, _narrow_loops.LANES)).astype(storage)
    Z[:, -1] = random.choice([-1, 1], (count + 1, _narrow_loops.LANES))
    least = random.integers(0, 2, (count + 1, _narrow_loops.LANES)).astype(np.int8)
    Z[-1, :, last + 1 :] = least[-1, last + 1 :] = 0
    state = np.zeros(_narrow_loops.LANES + 16, form.name)
    state[_narrow_loops.LANES : _narrow_loops.LANES + d + 1] = *w, source.draw(st.sampled_from([b, -b]))
    rates, restart, begin = np.array([*[1] * d, h], form.name), source.draw(st.booleans()), int(random.integers(n))
    work = np.zeros((3, len(state)), form.name), np.array([-1] * n + [0], np.int16)
    made = np.zeros(k, np.int32)
    found = []
    for loop, kind in [(_narrow_loops.sweep, None), (_narrow_loops.sweep.py_func, object)]:
        numbers = [part.astype(kind or part.dtype) for part in (Z, least, rates, state, made, *work)]
        blocks, ties, steps, held, mistakes, *room = numbers
        ended = loop(blocks, ties, n, steps, restart, (held, begin, False), (k, 400), mistakes, tuple(room))
        found.append((ended, *(part.astype(int).tolist() for part in numbers[3:])))
    assert found[0] == found[1]


def test_with_the_guard_it_goes_on_in_limbs_and_without_it_int64_would_overflow(monkeypatch):
    """16 axes of length 2³¹, then their mean direction: its score is 16·2³¹·2²⁹ = 2⁶⁴, which int64 takes for 0."""
    X, y = [*(2**31 * np.eye(16, dtype=int)).tolist(), [2**29] * 16], [1] * 17
    monkeypatch.setattr(fast_perceptron, "WORK", {PYTHON: 0, COMPILED: 2**20})
    guarded = both(X, y, bias_step=0, max_updates=60)
    assert guarded.engine == f"{COMPILED}, then {LIMBS}"
    assert "updates" in guarded.why
    monkeypatch.setattr(fast_perceptron._Running, "capacity", lambda self, limit=INT64: INT64 if limit == INT64 else -1)
    assert fast_perceptron.run(X, y, bias_step=0, max_updates=60).mistakes != guarded.mistakes


@pytest.mark.parametrize(("dimension", "bias_step", "cap"), [(3, 1, 10_000), (1, 0, 1), (5, 2**40, 17), (2, 3, 0)])
def test_largest_coordinate_is_the_greatest_that_the_guard_allows(dimension, bias_step, cap):
    M = largest_coordinate(dimension, bias_step, cap)
    assert by_norm(dimension * M**2, 1, bias_step, [0] * dimension, 0) >= cap
    assert by_norm(dimension * (M + 1) ** 2, 1, bias_step, [0] * dimension, 0) < max(1, cap)


# -------------------------------------------------------------- what computes, and what is said of it


def test_a_run_begins_in_python_only_until_the_process_has_used_the_compiled_loop(monkeypatch):
    """With 2¹² multiplications a pass, a run that ends in its first pass shows where it began."""
    monkeypatch.setattr(fast_perceptron, "_used_loops", set())
    examples = np.eye(64, dtype=int), [1] * 64
    first = both(*examples)
    assert first.engine == PYTHON
    many = np.tile(np.arange(1, 5001)[:, None], 20), np.resize([1, -1], 5000)
    assert fast_perceptron.run(*many, max_updates=1000).engine != PYTHON
    again = both(*examples)
    assert again.engine == "int16"
    assert again == first  # the record is the same, whatever made it
    assert both(*LINE).engine == PYTHON
    assert both(*examples, order="random", seed=0).engine == PYTHON  # which has another loop


def test_a_run_that_ends_at_a_mistake_makes_no_further_pass(monkeypatch):
    """The mistake shows that its weights do not separate the examples."""
    passes = []
    monkeypatch.setattr(fast_perceptron._Running, "_separates", passes.append)
    assert not fast_perceptron.run(*LINE, max_updates=1).separated
    assert not passes


@pytest.mark.parametrize("used", [LIMBS, PYTHON])
def test_numbers_beyond_64_bits_run_in_limbs_unless_these_are_too_many(monkeypatch, used):
    monkeypatch.setattr(fast_perceptron, "WORK", {PYTHON: 1, COMPILED: 60})
    if used == PYTHON:
        monkeypatch.setattr(_long_integer_loops, "LEAST_BITS", 31)
    run = both([[2**70], [-(2**70)]], [1, -1], max_updates=3)
    assert run.engine == used
    assert "64-bit" in run.why


@pytest.mark.parametrize("coordinates", [4, 5, 64, 65])
def test_the_largest_limbs_allowed_stay_in_64_bits_and_one_more_bit_would_not_be_proved_to(monkeypatch, coordinates):
    bits, count = _long_integer_loops.layout(coordinates, 2**27 - 1)
    assert coordinates * count <= 2 ** (62 - 2 * bits)
    assert bits == 30 or coordinates * _long_integer_loops.length(2**27 - 1, bits + 1) > 2 ** (60 - 2 * bits)
    largest = np.vectorize(Narrow, otypes=[object])
    with integers_up_to(INT64):
        ones = largest(np.full((1, count, coordinates), 2**bits - 1))
        place = largest(np.full((3, coordinates), 2**bits - 1)), 0, False
        found = _long_integer_loops.advance.py_func(ones, ones[:, :1], [1], bits, [], 1, False, place, (1, 1), [0])
    assert found[2:] == (0, 1, _int64_loops.CLEAN)


@pytest.mark.parametrize("name", ["update", "margin", "mistake_condition", "is_mistake"])
def test_a_changed_rule_is_run_by_the_reference(monkeypatch, name):
    """The compiled loop knows the shipped rule only, so it claims nothing about another."""
    shipped = getattr(perceptron, name)
    monkeypatch.setattr(perceptron, name, lambda *arguments, **options: shipped(*arguments, **options))
    assert both(*LINE, max_updates=20).engine == "reference"


@pytest.mark.usefixtures("_without_numba")
def test_without_numba_it_says_so_once_and_runs_in_python(monkeypatch):
    monkeypatch.setattr(fast_perceptron, "WORK", {PYTHON: 4, COMPILED: 60})
    X, y = [[i] for i in range(30)], [1 if i > 14 else -1 for i in range(30)]
    with pytest.warns(Slower, match=r"numba is not installed.*pip install 'numba>=.*'") as warned:
        runs = [both(X, y, max_updates=100) for _ in range(2)]
    assert len(warned) == 1
    assert {(run.engine, run.why) for run in runs} == {(PYTHON, fast_perceptron.missing_numba_message())}


@pytest.fixture
def _without_numba(monkeypatch):
    """Neither numba nor llvmlite can be imported, nor what needs them."""
    for name in ("numba", "llvmlite", "novikoff.algorithms._narrow_loops", "novikoff.algorithms._long_integer_loops"):
        monkeypatch.setitem(sys.modules, name, None)
    caches = _int64_loops.compile_loop, fast_perceptron._compiled_advance
    for each in caches:
        each.cache_clear()
    yield
    for each in caches:
        each.cache_clear()


def test_code_is_compiled_where_no_directory_can_be_written(tmp_path):
    """Neither beside the module nor in the user's cache: numba then refuses to cache, and we compile anew."""
    module = tmp_path / "loops.py"
    module.write_text("def double(k):\n    return 2 * k\n")
    code = (
        "import loops; from novikoff.algorithms._int64_loops import compile_loop; print(compile_loop(loops.double)(21))"
    )
    locators = "import numba.core.caching as c; c.CacheImpl._locator_classes = []; "
    done = subprocess.run([sys.executable, "-c", locators + code], cwd=tmp_path,
                          env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=False)
    assert done.stdout == "42\n", done.stderr


# -------------------------------------------------------------------- refusal, progress, interruption


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("passes", "times"), [(20, 1), (10**6, 0)])
def test_a_separable_run_asks_for_a_separator_once_and_not_before_it_is_long(monkeypatch, passes, times):
    asked = []
    monkeypatch.setattr(perceptron, "require_an_end", asked.append)
    monkeypatch.setattr(fast_perceptron, "PATIENCE", {PYTHON: passes, COMPILED: passes})
    assert fast_perceptron.run([[i] for i in range(10)], [1 if i > 4 else -1 for i in range(10)]).separated
    assert len(asked) == times


def interrupted(X, y, **options):
    """The record of a run that is interrupted: it is that of the updates that it has."""
    with pytest.raises(Interrupted) as caught:
        fast_perceptron.run(X, y, **options)
    record = caught.value.record
    assert len(record.mistakes) == record.updates > 0
    assert_same(record, replace(perceptron.replay(record, X, y), visits=record.visits, order=record.order))
    return record


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("order", [*ORDERS, [0, 1, 2, 3] * 30])
def test_progress_grows_and_an_interruption_keeps_what_was_done(order):
    X, y = [[5], [6], [7], [8]], [1, 1, -1, -1]
    seen = []

    def stop_at_third(updates):
        seen.append(updates)
        if len(seen) == 3:
            raise KeyboardInterrupt

    record = interrupted(X, y, order=order, seed=0, progress=stop_at_third)
    assert seen == sorted(seen)
    assert (record.stopped, record.updates) == ("interrupted", seen[-1])
    assert verify(perceptron.certificate(record, X, y))["stopped"] == "interrupted"


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("safe", [INT64, -1], ids=[COMPILED, PYTHON])
def test_a_stretch_interrupted_in_its_middle_leaves_no_trace(monkeypatch, safe):
    calls = []

    def breaks(X, y, rule, indices, period, restart, place, limits, mistakes):
        calls.append(limits)
        if len(calls) == 4 and limits[0]:
            place[0][0] += 10**6  # half a step was made
            mistakes[0] = 3
            raise KeyboardInterrupt
        return _int64_loops.advance(X, y, rule, indices, period, restart, place, limits, mistakes)

    monkeypatch.setattr(fast_perceptron._Running, "capacity", lambda self, limit=INT64: safe if limit == INT64 else -1)
    monkeypatch.setattr(fast_perceptron, "_compiled_advance", lambda: breaks)
    monkeypatch.setattr(fast_perceptron._Running, "_layout", None)
    monkeypatch.setattr(fast_perceptron, "advance", breaks)
    interrupted([[5], [6], [7], [8]], [1, 1, -1, -1])


@pytest.mark.usefixtures("impatient")
def test_an_interruption_between_two_notes_of_one_stretch_leaves_no_trace(monkeypatch):
    class Interrupting(list):
        def append(self, part):
            super().append(part)
            if len(self) == 4:
                raise KeyboardInterrupt

    def prepared(self, prepare=fast_perceptron._Running._scale):
        prepare(self)
        self.mistakes = Interrupting()

    monkeypatch.setattr(fast_perceptron._Running, "_scale", prepared)
    interrupted([[5], [6], [7], [8]], [1, 1, -1, -1])


# ------------------------------------------------------------------------------------- bad input


@pytest.mark.parametrize("call", [
    *(call for module, call, _ in read_calls(__file__) if module.endswith(".perceptron") and call.startswith("run(")),
    *(f"run([[1], [2]], [1, -1], {name}={value!r})" for name, value in OPTIONS),
    "run(np.array([[1], [2]]), np.array([1, 0]))", "run(np.array([[1], [2]]), np.array([1]))",
    "run(np.array([[True]]), [1])", "run(np.array([1, 2]), [1, 1])", "run(np.zeros((0, 3), dtype=int), [])",
    "run([[1.0]], [1])",
])
def test_bad_input_is_refused_in_the_words_of_the_reference(call):
    words = check_refusal("novikoff.algorithms.perceptron", call, "")
    assert check_refusal("novikoff.algorithms.fast_perceptron", call, "") == words


# ------------------------------------------------------------------------------- many small datasets


@ANY_TIME
@given(st.data())
def test_batched_runs_are_those_of_the_reference(source):
    m, n, d = (source.draw(st.integers(1, most)) for most in (4, 6, 3))
    seed = source.draw(st.integers(0, 2**32))
    random = np.random.default_rng(seed)
    X, y = random.integers(-3, 4, size=(m, n, d)), random.choice([-1, 1], size=(m, n))
    X *= random.choice([1, 1, 50, 10**6], size=(m, 1, 1))
    options = {"bias_step": source.draw(st.integers(0, 2)), "tie": source.draw(st.sampled_from(list(TIES))),
                "max_updates": source.draw(st.sampled_from([0, 1, 30]))}
    many, few = source.draw(st.sampled_from([1, 100])), source.draw(st.sampled_from([2, 100]))
    with patch.object(fast_perceptron, "MANY", many), patch.object(fast_perceptron, "FEW", few):
        found = runs_of(X, y, threads=2, **options)
    for i in range(m):
        one = perceptron.run(X[i], y[i], **options)
        row = found.updates[i], tuple(found.w[i].tolist()), found.b[i], found.separated[i]
        assert row == (one.updates, one.w, one.b, one.separated or one.stopped == "separated")


def done_in_step(monkeypatch):
    """A list that will say of each dataset whether it was done when the loop over one after the other began."""
    done, every = [], fast_perceptron._compiled_batch_loop
    monkeypatch.setattr(fast_perceptron, "_compiled_batch_loop",
                        lambda d: lambda *given: done.extend(given[-1]) or every(d)(*given))
    return done


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("bias_step", [0, 1, 40])
def test_datasets_that_are_run_in_step_have_the_runs_that_each_has(monkeypatch, bias_step, tie):
    """1000 datasets in 64 lanes: half are separable, and in step; of the rest few are, and some are too large."""
    random = np.random.default_rng(bias_step)
    X, y = random.integers(-3, 4, size=(1000, 8, 3)), random.choice([-1, 1], size=(1000, 8))
    y[::2] = np.where(2 * X[::2, :, 0] + X[::2, :, 1] >= 1 - bias_step % 2, 1, -1)
    X[::7] *= 10_000
    options = {"bias_step": bias_step, "tie": tie, "max_updates": 1000}
    in_step = done_in_step(monkeypatch)
    found = runs_of(X, y, **options)
    together = sum(in_step)
    monkeypatch.setattr(fast_perceptron, "MANY", len(X) + 1)
    alone = runs_of(X, y, **options)
    assert sum(in_step) == together
    assert all(np.array_equal(a, b) for a, b in zip(found, alone, strict=True))
    fits = (abs(X).max(axis=(1, 2)) < 30) & alone.separated & (alone.updates <= fast_perceptron.FEW)
    assert together == fits.sum() > 300


@pytest.mark.parametrize("bias_step", [0, 5])
def test_the_edge_of_what_is_run_in_step(monkeypatch, bias_step):
    """One coordinate, one update: the score M² + c leaves int16 from 182 on; beyond the guard nothing is in step."""
    monkeypatch.setattr(fast_perceptron, "MANY", 1)
    M = math.isqrt(math.isqrt((2**15 - 1) ** 2 // (fast_perceptron.FEW + 1)) - bias_step)  # (FEW + n)·(M² + c)² ≤ L²
    sizes = [M, M + 1, 181, 182, 2**8, 2**16, 2**29]
    found = done_in_step(monkeypatch)
    for size in sizes:
        made = runs_of([[[size]]], [[-1]], bias_step=bias_step, max_updates=1000)
        assert (made.updates[0], made.w[0, 0], made.b[0], made.separated[0]) == (1, -size, -bias_step, True)
    assert found == [size <= M for size in sizes]


def test_batched_runs_without_numba_are_the_same(request):
    """Few and many at once, as many as are made in step."""
    X, y = [[[1], [2]], [[3], [4]]] * fast_perceptron.MANY, [[1, -1], [1, 1]] * fast_perceptron.MANY
    fast = runs_of(X, y)
    request.getfixturevalue("_without_numba")
    with pytest.warns(Slower, match="numba"):
        slow = runs_of(X, y)
    assert all(np.array_equal(a, b) for a, b in zip(fast, slow, strict=True))


def test_a_batch_is_refused_just_beyond_the_largest_coordinate():
    M = largest_coordinate(1, 1, 10_000)
    assert runs_of([[[M]], [[-M]]], [[1], [1]]).separated.all()
    for beyond in (M + 1, -M - 1):
        with pytest.raises(BadInput, match=f"dataset 1.*beyond ±{M}"):
            runs_of([[[1]], [[beyond]]], [[1], [1]])
