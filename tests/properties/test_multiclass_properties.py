"""The properties of multi-class runs can fail: with smaller bounds, and with planted mistakes of the rule."""

from fractions import Fraction

import pytest

from novikoff.algorithms import candidate_rule, multi_class_perceptron, structured_perceptron
from novikoff.algorithms.perceptron import State
from novikoff.properties.multiclass_runs import (
    SeveralClasses,
    check_bound,
    check_collins,
    check_deviations,
    check_steps,
)

CROSS = SeveralClasses(((3, 0), (0, 3), (-3, 0)), (0, 1, 2), (State((1, 0), 0), State((0, 2), 0), State((-1, 0), 0)))
SHARP = SeveralClasses(((2, 0), (0, 2)), (0, 0), (State((1, 1), 0), State((-1, -1), 0)))  # the bound is 2


def run(data, **options):
    return multi_class_perceptron.run(data.X, data.y, classes=range(len(data.separator)), bias_step=0, **options)


def test_the_bound_is_reached_and_no_smaller_one_holds():
    made = run(SHARP)
    assert made.updates == SHARP.bound(0) == 2
    check_bound(SHARP, made)
    with pytest.raises(AssertionError, match="2 updates exceed the bound 19/10"):
        check_bound(SHARP, made, Fraction(19, 20))
    with pytest.raises(AssertionError, match=r"the run stopped \(max_updates\) without separating"):
        check_bound(SHARP, run(SHARP, max_updates=1))


def test_neither_invariant_has_room():
    made = run(SHARP)
    check_steps(SHARP, made)
    with pytest.raises(AssertionError, match="square length 8 after mistake 1"):
        check_steps(SHARP, made, grown=lambda k, R2, c, rate: Fraction(199, 100) * rate**2 * k * (R2 + c))
    with pytest.raises(AssertionError, match="alignment 4 after mistake 1"):
        check_steps(SHARP, made, aligned=lambda k, lead, rate: Fraction(101, 100) * rate * k * lead)


def all_by_one(scores, right, rule="chosen", tie="mistake"):
    """Every class that scores too high loses all of x."""
    wrong = candidate_rule.wrong_ones(scores, right, tie)
    return [bool(wrong) if j == right else -(j in wrong) for j in range(len(scores))]


def without_subtraction(scores, right, rule="chosen", tie="mistake"):
    """Only the right class moves."""
    return [int(j == right) for j in range(len(scores))]


def to_the_lowest(scores, right, rule="chosen", tie="mistake"):
    """The class with the lowest score loses x, though it does not score too high."""
    wrong = [j for j in range(len(scores)) if j != right]
    low = min(wrong, key=lambda j: scores[j])
    return [1 if j == right else -(j == low) for j in range(len(scores))]


@pytest.mark.parametrize("rule", [all_by_one, without_subtraction, to_the_lowest])
def test_planted_mistakes_of_the_shares_are_noticed(monkeypatch, rule):
    monkeypatch.setattr(candidate_rule, "shares", rule)
    runs = [run(CROSS, order=order) for order in ([0, 1, 2] * 4, [2, 0, 1] * 4, [1, 0, 2] * 4)]
    with pytest.raises(AssertionError):
        [check_steps(CROSS, made) for made in runs]


@pytest.mark.parametrize("factor", [-1, 2])
def test_planted_mistakes_of_the_update_are_noticed(monkeypatch, factor):
    real = multi_class_perceptron.update
    monkeypatch.setattr(multi_class_perceptron, "update", lambda states, x, given, **settings: real(
        states, factor * x, given, **settings))
    with pytest.raises(AssertionError):
        check_steps(CROSS, run(CROSS, max_updates=5))


AGAINST_0 = [[(2, 0), (0, 0)], [(0, 0), (0, 2)]], [0, 1], (1, 1)  # two orthogonal examples: the bound 2 is reached


def test_collins_bounds_are_reached_and_no_smaller_ones_hold():
    """In one pass with δ = 4 each misses by 2: (R‖u‖ + D)² = (√8 + √8)² = 32 = kδ²."""
    X, y, u = AGAINST_0
    run = structured_perceptron.run(X, y)
    check_collins(X, y, u, run)
    with pytest.raises(AssertionError, match="but the bound is 19/10"):
        check_collins(X, y, u, run, Fraction(19, 20))
    check_deviations(X, y, u, Fraction(4), run.updates)
    with pytest.raises(AssertionError, match="2 updates in one pass are too many"):
        check_deviations(X, y, u, Fraction(4), run.updates, Fraction(99, 100))
