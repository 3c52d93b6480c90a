"""The update rule, the drivers and the record of a run."""

import dataclasses
import itertools
import pickle
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from novikoff.algorithms import perceptron
from novikoff.algorithms.errors import BadInput, Interrupted, NoSeparator, ReplayError
from novikoff.algorithms.perceptron import Online, State, is_mistake, replay, run, update

LINE = [[1], [2]], [1, -1]


def separable(seed, *, size=8, dimension=3):
    """Integer examples that (w, b) = (random, random) separates with functional margin >= 1."""
    draw = Random(seed).randint
    w, b = [draw(-5, 5) for _ in range(dimension)], draw(-5, 5)
    X, y = [], []
    while len(X) < size:
        x = [draw(-9, 9) for _ in range(dimension)]
        if score := sum(map(int.__mul__, w, x)) + b:
            X.append(x)
            y.append(1 if score > 0 else -1)
    return X, y


# ---------------------------------------------------------------------------------- the rule
def test_the_update():
    state = State(np.array([1, Fraction(1, 2)], dtype=object), 10)
    after = update(state, np.array([2, 3], dtype=object), -1, bias_step=7, rate=Fraction(1, 2))
    assert after.w.tolist() == [0, -1]
    assert after.b == 10 - Fraction(7, 2)
    w = np.array([1.0, 2.0])
    update(State(w, 0.0), np.array([1.0, 1.0]), 1)
    assert w.tolist() == [1, 2]


@pytest.mark.parametrize(("tie", "wrong_at_tie"), [("mistake", {1, -1}), ("correct", set()), ("positive", {-1}),
                                                   ("negative", {1})])
def test_tie_rule_decides_only_at_score_zero(tie, wrong_at_tie):
    w = State(np.array([1]), 0)
    for y in (1, -1):
        assert is_mistake(w, np.array([0]), y, tie) == (y in wrong_at_tie)
        assert is_mistake(w, np.array([-y]), y, tie)
        assert not is_mistake(w, np.array([y]), y, tie)


# -------------------------------------------------------------------------- worked by hand
def test_runs_by_hand():
    """Tutorial: after one pass over {(1,+), (2,-)} the first example is misclassified."""
    after_pass = run(*LINE, order=[0, 1])
    assert (after_pass.w, after_pass.b, after_pass.updates) == ((-1,), 0, 2)
    assert after_pass.stopped == "order_exhausted"
    assert not after_pass.separated
    # R² = 4: (0,0) → (1,4) → (-1,0) → (0,4) → (-2,0) → (-1,4) → (-3,0) → (-2,4): + has margin 2, - has 0
    result = run(*LINE, bias_step="R2", order=[0, 1, 0, 1, 0, 1, 0])
    assert (result.w, result.b, result.bias_step) == ((-2,), 4, 4)
    assert result.mistakes == (0, 1, 0, 1, 0, 1, 0)
    assert not result.separated  # f(2) = 0 is a tie, and a tie is a mistake
    # Signed vectors x1, x2 with 0 <= -<x1,x2> < min of the squared lengths: w = x1, then x1 + x2
    result = run([[2, 1], [-1, 1]], [1, 1], bias_step=0)
    assert (result.mistakes, result.w, result.b) == ((0, 1), (1, 2), 0)
    # The ledger's counterexample to `the two updates always suffice`
    result = run([[1, Fraction(1, 10)], [-3, 1]], [1, 1], bias_step=0)
    assert result.updates > 2
    assert result.separated
    X, y = [[Fraction(-1, 2)], [3], [2]], [-1, 1, 1]
    scaled = [[10 * x] for [x] in X]
    assert [run(data, y).updates for data in (X, scaled)] == [2, 1]
    assert run(X, y, bias_step="R2").mistakes == run(scaled, y, bias_step="R2").mistakes


@pytest.mark.parametrize("c", range(2, 8))
def test_always_first_rule_can_be_exponentially_slow(c):
    """{(1,0), (-2^-c, 2^-c)}, both +, homogeneous: 2^(c-1) + 2 updates."""
    small = Fraction(1, 2**c)
    assert run([[1, 0], [-small, small]], [1, 1], bias_step=0, order="first").updates == 2 ** (c - 1) + 2


# ----------------------------------------------------------------------------------- orders
def test_visits_are_counted():
    result = run([[1], [-1]], [1, -1])
    # pass 1: mistake on 0 gives (1, 1); example 1 has score 0, a mistake: (2, 0); pass 2 is clean
    assert (result.mistakes, result.visits) == ((0, 1), 4)
    X, y = [[1, 0], [0, 1], [-1, -2]], [1, 1, -1]
    result = run(X, y, bias_step=0, order="first")
    # mistakes 0 (1 visit) and 1 (after 0: 2 visits), then all three are right
    assert (result.mistakes, result.visits) == ((0, 1), 6)


def test_random_orders_are_repeatable_and_fresh_in_each_pass():
    X, y = separable(5, size=20)
    runs = [run(X, y, order="random", seed=seed) for seed in (1, 1, 2, 3, 4)]
    assert runs[0] == runs[1]
    assert len({result.mistakes for result in runs}) > 1
    assert all(result.separated for result in runs)
    first, second = itertools.islice(perceptron.iterate_passes("random", 30, 7), 2)
    assert sorted(first) == sorted(second) == list(range(30))
    assert first != second


# -------------------------------------------------------------------------- caps and endings
def test_caps_and_starts():
    needed = run(*LINE).updates
    assert run(*LINE, max_updates=needed).stopped == "separated"
    assert run(*LINE, max_updates=needed - 1).stopped == "max_updates"
    result = run([[1]], [1], start=([2], 0))
    assert (result.updates, result.visits, result.w) == (0, 1, (2,))
    assert run([[0, 0]], [1], bias_step="R2", max_updates=5).stopped == "max_updates"
    assert run([[0, 0]], [1], bias_step=1).updates == 1  # R = 0 is harmless for c = 1


def test_no_separator_is_refused_with_its_certificate():
    with pytest.raises(NoSeparator, match="no separator exists") as caught:
        run([[0], [1], [2]], [1, -1, 1])
    assert caught.value.certificate == (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    assert "may" not in str(caught.value)  # this run certainly never ends
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (str(copy), copy.certificate) == (str(caught.value), caught.value.certificate)


# ------------------------------------------------------------------------ rate and arithmetic


def test_the_rate_matters_from_another_start():
    """From 0 it does not: `check_rate_invariance` of `novikoff/properties`."""
    assert run([[1]], [1], start=([-3], 0), rate=1).updates > run([[1]], [1], start=([-3], 0), rate=9).updates


def test_exact_runs_do_not_round():
    """2^54 + 1 is no float64, so there this run repeats one update for ever; exactly it takes 2."""
    X, y = [[-(2**54), -(2**54)], [1, -1]], [-1, 1]
    assert run(X, y, bias_step=0).updates == 2
    assert run(np.array(X, dtype=float), y, bias_step=0, max_updates=50).stopped == "max_updates"
    # Integers of NumPy run exactly
    result = run(np.array([[2**62], [-(2**62)]]), np.array([1, -1]), bias_step="R2")
    assert result.arithmetic == "exact"
    assert result.bias_step == 2**124
    # Integral fractions become integers
    assert type(run([[Fraction(4, 2)]], [1]).w[0]) is int


# ----------------------------------------------------------------------------------- online
def test_online_equals_the_callers_order():
    X, y = separable(4)
    online = Online(3, bias_step=4, rate=Fraction(1, 2))
    for x, label in zip(X, y, strict=True):
        online.learn(x, label)
    batch = run(X, y, bias_step=4, rate=Fraction(1, 2), order=range(len(X)))
    assert dataclasses.replace(online.record(), order=batch.order) == batch
    assert replay(online.record(), online.X, online.y) == dataclasses.replace(batch, order=(*range(len(X)),))


def test_online_says_what_was_a_mistake_and_refuses_what_it_cannot_use():
    online = Online(1, arithmetic="float64")
    assert [online.learn([0.5], 1), online.learn([0.5], 1), online.learn([0.25], -1)] == [True, False, True]
    assert (online.record().visits, online.record().separated) == (3, False)
    for call, words in [
        (lambda: online.learn([1, 2], 1), "2 coordinates"), (lambda: online.learn([1], 0), "label"),
        (lambda: online.learn([float("nan")], 1), "not finite"), (lambda: Online(1).learn([0.5], 1), "float among"),
        (lambda: Online(0), "dimension must be"), (lambda: Online(1, bias_step="R2"), "needs all examples"),
        (lambda: Online(1, arithmetic="float32"), "exact, float64"), (lambda: Online(1, tie="up"), "tie"),
    ]:
        with pytest.raises(BadInput, match=words):
            call()
    assert online.record().visits == 3  # a refused example leaves no trace


# ----------------------------------------------------------------------------------- replay
@pytest.mark.parametrize(("change", "words"), [
    ({"mistakes": (0, 0, 1, 0, 1)}, "step 2: the record has 0, but 1 is due there"),
    ({"mistakes": (0, 5)}, "step 2: the record has 5, but 1 is due there"),
    ({"mistakes": (-1,)}, "step 1: the record has -1, but 0 is due there"),
    ({"mistakes": (0, 1)}, "after step 2"),
])
def test_replay_detects_tampering(change, words):
    record = run(*LINE)
    with pytest.raises(ReplayError, match=words):
        replay(dataclasses.replace(record, **change), *LINE)


# ------------------------------------------------------------- the perceptron cycle of the slides
def cycle_of_the_slides(X, y, alpha, direction, passes):
    """The page's loop on (x, 1): f >= 0 is classified +1; `direction(f, y)` is what multiplies α·x on a mistake."""
    w = np.array([Fraction(0)] * (len(X[0]) + 1))
    for _ in range(passes):
        for x, label in zip(X, y, strict=True):
            f = w @ np.array([*x, 1], dtype=object)
            if (1 if f >= 0 else -1) != label:
                w = w + alpha * direction(f, label) * np.array([*x, 1], dtype=object)
    return w.tolist()


@pytest.mark.parametrize("alpha", [1, Fraction(1, 3)])
@pytest.mark.parametrize("seed", range(4))
def test_the_cycle_of_the_slides_is_a_run_with_a_tie_rule_and_a_rate(seed, alpha):
    X, y = separable(seed)
    result = run(X, y, tie="positive", rate=alpha)
    corrected = cycle_of_the_slides(X, y, alpha, lambda f, label: label, passes=result.visits // len(X))
    assert [*result.w, result.b] == corrected
    assert result.separated


def test_the_cycle_as_printed_and_its_rule_for_ties():
    """α·sign(f)·x with sign(0) = +1: on x = 1, y = −1 every step adds to the wrong side."""
    X, y = [[1]], [-1]
    printed = cycle_of_the_slides(X, y, 1, lambda f, label: 1 if f >= 0 else -1, passes=5)
    assert printed == [5, 5]
    assert run(X, y, tie="positive").w == (-1,)
    # f >= 0 is right for +1, though the page also asks y·f > 0: at w = 0 nothing is wrong with all labels +1
    lenient, strict = run([[1]], [1], tie="positive"), run([[1]], [1])
    assert (lenient.updates, lenient.w, lenient.stopped) == (0, (0,), "separated")
    assert strict.updates == 1


# ------------------------------------------------------------------- progress and interruption
@pytest.mark.parametrize(("tie", "each"), [("mistake", 2), ("positive", 1)])
@pytest.mark.parametrize(("k", "m"), [(1, 0), (2, 3), (3, 1)])
def test_a_disjunction_takes_as_many_updates_in_every_order(tie, each, k, m):
    """`disjunction-exact-count`: each of k variables with the m that do not matter, and these alone."""
    X = [[int(i == j) for j in range(k)] + [1] * m for i in range(k)] + [[0] * k + [1] * m]
    runs = [run(X, [1] * k + [-1], tie=tie, order="random", seed=seed) for seed in range(4)]
    assert all(r.separated and r.updates == 2 * k * (m + each) + 1 for r in runs)


def test_an_interruption_inside_an_update_leaves_a_record_that_agrees_with_itself(monkeypatch):
    calls = []
    def interrupted(state, x, y, *, bias_step=1, rate=1):
        calls.append(x)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return update(state, x, y, bias_step=bias_step, rate=rate)
    monkeypatch.setattr(perceptron, "update", interrupted)
    with pytest.raises(Interrupted) as caught:
        run(*LINE)
    monkeypatch.undo()
    assert caught.value.record.updates == 2
    assert replay(caught.value.record, *LINE) == caught.value.record


def test_an_interruption_between_the_update_and_its_note_leaves_no_half_step():
    """The step is noted before the state changes, and counts only once it has."""
    learner = perceptron.Perceptron.on(*LINE)
    learner.take(0)
    learner.taken.append(1)  # as if the interruption fell here
    record = learner.record("interrupted")
    assert (record.updates, record.mistakes, record.w) == (1, (0,), (1,))
