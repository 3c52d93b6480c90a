"""Support vector machines: textbook cases, scikit-learn, and brackets checked by their definition."""

import sys
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novikoff.algorithms import svm as module
from novikoff.algorithms.dataset_reader import read_csv
from novikoff.algorithms.errors import BadInput, NoSeparator
from novikoff.algorithms.svm import dual_value, hard_margin, primal_value, residuals, soft_margin


def confirmed(svm, X, y):
    """Both sides recomputed on their own, and in order."""
    return (
        primal_value(X, y, svm.w, svm.b, svm.C) == svm.upper
        and dual_value(X, y, svm.dual, svm.C) == svm.lower <= svm.upper
        and svm.support == tuple(i for i, a in enumerate(svm.dual) if a > 0)
    )


def random_data(seed, n, d, gap=0):
    draw = Random(seed).randint
    X = [[draw(-9, 9) for _ in range(d)] for _ in range(n)]
    y = [1 if 2 * x[0] - x[-1] + 1 > 0 else -1 for x in X]
    y[:2] = [1, -1] if gap else y[:2]
    return X, y


def test_machines_by_hand():
    """The plane halves the segment: w = 2(x₊ − x₋)/‖x₊ − x₋‖²."""
    svm = hard_margin([[1, 1], [4, 5]], [-1, 1])
    assert svm.w == (Fraction(6, 25), Fraction(8, 25))
    assert svm.b == Fraction(-39, 25)
    assert svm.dual == (Fraction(2, 25), Fraction(2, 25))
    assert svm.upper == svm.lower == Fraction(2, 25)
    assert svm.squared_margin == (Fraction(25, 4), Fraction(25, 4))  # half the distance 5, squared
    # x₊ = (3, 0), x₋ = (1, 0): w·x₊ + b = 1, w·x₋ + b = −1, margin w/‖w‖·(x₊ − x₋) = 2/‖w‖ (slides, SVM)
    svm = hard_margin([[3, 0], [1, 0], [5, 5]], [1, -1, 1])
    assert (svm.w, svm.b) == ((1, 0), -2)
    assert svm.optimal
    # (0,1), (1,1) against (0,−1): both positives are closest, only one carries weight
    svm = hard_margin([[0, 1], [1, 1], [0, -1]], [1, 1, -1])
    assert svm.w == (0, 1)
    assert svm.dual == (Fraction(1, 2), 0, Fraction(1, 2))
    X = [[1, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0]]
    svm = hard_margin(X, [1, 1, -1, -1])
    assert svm.w == (1, -1, 0, 0)
    assert svm.b == 0
    assert svm.optimal
    assert sum(svm.dual) == 2


@pytest.mark.parametrize("seed", range(25))
def test_exact_on_random_integers(seed):
    X, y = random_data(seed, 6 + seed, 1 + seed % 4)
    if len(set(y)) == 1:
        pytest.skip("one class")
    svm = hard_margin(X, y)
    assert svm.optimal
    assert confirmed(svm, X, y)
    assert residuals(X, y, svm.w, svm.b, svm.dual) == module.Residuals(0, 0, 0, 0, 0)


@pytest.mark.parametrize("gap", [Fraction(1, 10**9), Fraction(1, 100), 1e-6])
@pytest.mark.parametrize("seed", range(5))
def test_a_bracket_is_as_narrow_as_asked(seed, gap):
    X, y = random_data(seed, 40, 3)
    svm = hard_margin(X, y, gap=gap)
    exact = hard_margin(X, y)
    assert confirmed(svm, X, y)
    assert svm.lower <= exact.upper <= svm.upper
    assert svm.gap <= gap


def test_a_gap_is_closed_where_floats_cannot():
    """1 and 1 + 10⁻³⁰ are one float: the bracket comes from exact steps."""
    tiny = Fraction(1, 10**30)
    svm = hard_margin([[1], [1 + tiny]], [-1, 1], gap=Fraction(1, 10))
    assert svm.w == (2 / tiny,)
    assert svm.optimal


def test_iris_versicolor_has_no_hard_margin():
    iris = read_csv("iris", "species", "versicolor")
    with pytest.raises(NoSeparator, match="hulls meet") as caught:
        hard_margin(iris.X, iris.y)
    weights = caught.value.certificate
    assert sum(weights) == 1
    assert min(weights) >= 0
    signed = [weight * sign for weight, sign in zip(weights, iris.y, strict=True)]
    assert sum(signed) == 0
    assert not any(sum(s * x[k] for s, x in zip(signed, iris.X, strict=True)) for k in range(4))


def test_a_support_vector_may_be_far_from_the_margin_and_a_bias_of_many():
    """x = 1 (+), x = −1 (−), C = 1/4: optimum 3/8 for all b in [−1/2, 1/2] (the slides' example, C = 1/2)."""
    X, y, C = [[1], [-1]], [1, -1], Fraction(1, 4)
    svm = soft_margin(X, y, C=C)
    assert svm.upper == svm.lower == Fraction(3, 8)
    assert svm.w == (Fraction(1, 2),)
    assert {primal_value(X, y, svm.w, Fraction(b, 2), C) for b in (-1, 0, 1)} == {svm.upper}
    assert primal_value(X, y, svm.w, Fraction(51, 100), C) > svm.upper
    # The notes' remark fails: the outlier (3, −) is a support vector at functional margin −3
    X, y = [[1]] * 8 + [[-1]] * 8 + [[3]], [1] * 8 + [-1] * 9
    svm = soft_margin(X, y, C=1)
    assert svm.optimal
    assert svm.w == (1,)
    assert svm.dual[-1] == 1
    assert -(svm.w[0] * 3 + svm.b) == -3


@pytest.mark.parametrize(("near", "b"), [(0, 0), (3, Fraction(1, 2)), (-3, Fraction(-1, 2))])
def test_the_bias_is_the_best_one_next_to_the_guess(near, b):
    """The same example: w·x = ±1/2, and the slack 1 is least on [−1/2, 1/2]."""
    half = Fraction(1, 2)
    assert module.best_bias([half, half], [1, -1], near) == (b, 1)


@pytest.mark.parametrize("C", [Fraction(1, 2), 1, 100])
def test_a_large_penalty_gives_the_hard_margin(C):
    """Points 0 and 2: exact as soon as C is at least the hard margin's weights, 1/2 (notes, C → ∞)."""
    soft, hard = soft_margin([[0], [2]], [-1, 1], C=C), hard_margin([[0], [2]], [-1, 1])
    assert (soft.w, soft.b, soft.upper) == (hard.w, hard.b, hard.upper)
    assert soft_margin([[0], [2]], [-1, 1], C=Fraction(49, 100)).upper < hard.upper


points = st.lists(st.tuples(st.lists(st.integers(-4, 4), min_size=2, max_size=2), st.sampled_from([-1, 1])),
                  min_size=2, max_size=9).filter(lambda data: len({sign for _, sign in data}) == 2)


@settings(max_examples=60, deadline=None)
@given(points, st.sampled_from([Fraction(1, 7), 1, 30]))
def test_every_soft_bracket_is_true_and_narrow(data, C):
    """Duplicates, contradictions and ties; equality proves optimality, else the gap is that of a float solver."""
    X, y = [x for x, _ in data], [sign for _, sign in data]
    svm = soft_margin(X, y, C=C)
    assert confirmed(svm, X, y)
    assert svm.upper - svm.lower <= Fraction(1, 10**6) * max(1, svm.lower)
    if svm.optimal:
        missed = residuals(X, y, svm.w, svm.b, svm.dual, C)
        assert missed == module.Residuals(0, 0, 0, 0, 0)


@pytest.mark.parametrize("positive", ["versicolor", "virginica"])
def test_iris_soft_margins_are_exact_and_agree_with_scikit_learn(positive):
    SVC = pytest.importorskip("sklearn.svm").SVC
    iris = read_csv("iris", "species", positive)
    svm = soft_margin(iris.X, iris.y, C=1)
    assert svm.optimal
    assert confirmed(svm, iris.X, iris.y)
    theirs = SVC(kernel="linear", C=1, tol=1e-8).fit(np.array(iris.X, dtype=float), iris.y)
    value = primal_value(iris.X, iris.y, theirs.coef_[0].tolist(), float(theirs.intercept_[0]), 1)
    # libsvm keeps kernel values in float32, so its optimum has five to six digits at any `tol`.
    assert svm.lower <= value <= svm.upper * (1 + Fraction(1, 10**5))


@settings(deadline=None)
@given(st.lists(st.tuples(st.fractions(-3, 3), st.sampled_from([-1, 1])), min_size=1, max_size=6))
def test_any_weights_are_moved_into_the_box(guess):
    weights, signs = dict(enumerate(a for a, _ in guess)), [sign for _, sign in guess]
    moved = module.into_box(weights, signs, Fraction(2))
    assert all(0 < a <= 2 for a in moved.values())
    assert sum(a * signs[i] for i, a in moved.items()) == 0
    if all(0 < a <= 2 for a in weights.values()) and sum(a * s for a, s in guess) == 0:
        assert moved == weights


def test_a_misled_solver_leaves_a_true_bracket(monkeypatch):
    """Nothing that the float solver says is trusted: weights out of the box, a wrong bias, wrong active sets."""
    X, y = [[0], [1], [2], [3]], [-1, 1, -1, 1]
    wrong = ([5.0, -3.0, 0.25, 0.5], 17.0, np.array([0, 1]), np.array([], dtype=int))
    monkeypatch.setattr(module, "_solve_in_floats", lambda Z, penalty: wrong)
    svm = soft_margin(X, y, C=1)
    assert confirmed(svm, X, y)
    assert svm.lower < svm.upper
    assert svm.gap > 0


@pytest.mark.parametrize("scale", [10**200, Fraction(1, 10**200)])
def test_sizes_beyond_floats_leave_a_true_bracket(scale):
    X, y = [[scale], [-scale], [2 * scale]], [1, -1, -1]
    assert confirmed(soft_margin(X, y, C=1), X, y)


def test_a_solver_that_fails_leaves_a_true_bracket(monkeypatch):
    """Not a number anywhere: the weights 0 and their value 0 remain."""
    clarabel = pytest.importorskip("clarabel")
    class Failed:
        def __init__(self, *problem):
            pass

        def solve(self):
            return type("Found", (), dict.fromkeys(("z", "s"), [float("nan")] * 6) | {"x": [float("nan")] * 5})
    monkeypatch.setattr(clarabel, "DefaultSolver", Failed)
    X, y = [[1], [-1], [2]], [1, -1, -1]
    svm = soft_margin(X, y, C=1)
    assert confirmed(svm, X, y)


def test_without_the_solver(monkeypatch):
    monkeypatch.setitem(sys.modules, "clarabel", None)
    assert hard_margin([[0], [2]], [-1, 1]).optimal
    with pytest.raises(BadInput, match="the soft margin needs the extra 'solvers'"):
        soft_margin([[0], [2]], [-1, 1], C=1)


def test_conventions_describe_one_problem_and_its_gap():
    """‖w‖² + C·Σξ, λ/2·‖w‖² + mean ξ with λ = 2/(nC), and ½‖w‖² + C/2·Σξ are multiples of each other."""
    X, y, w, b, C = [[0], [1], [3]], [1, -1, 1], [Fraction(1, 3)], Fraction(1, 5), Fraction(7)
    slacks = sum(max(0, 1 - sign * (w[0] * x[0] + b)) for x, sign in zip(X, y, strict=True))
    ours = primal_value(X, y, w, b, C / 2)
    assert 2 * ours == w[0] ** 2 + C * slacks
    lam = 2 / (3 * C)
    assert lam * ours == lam / 2 * w[0] ** 2 + slacks / 3
    # primal − dual = ½‖w − Σayx‖² + Σa(yf − 1 + ξ) + Σ(C − a)ξ for feasible points (weak duality)
    X, y, C = [[0, 1], [2, 0], [1, 5]], [-1, 1, 1], Fraction(3)
    w, b, dual = [Fraction(1, 2), Fraction(-1, 3)], Fraction(1, 7), [2, Fraction(1, 2), Fraction(3, 2)]
    v = [sum(a * s * x[k] for a, s, x in zip(dual, y, X, strict=True)) for k in range(2)]
    gap = sum((p - q) ** 2 for p, q in zip(w, v, strict=True)) / 2
    for a, sign, x in zip(dual, y, X, strict=True):
        margin = sign * (w[0] * x[0] + w[1] * x[1] + b)
        slack = max(0, 1 - margin)
        gap += a * (margin - 1 + slack) + (C - a) * slack
    assert primal_value(X, y, w, b, C) - dual_value(X, y, dual, C) == gap > 0


def test_residuals_measure_each_condition():
    X, y = [[0], [2]], [-1, 1]
    half = Fraction(1, 2)
    assert residuals(X, y, [1], -1, [half, half]) == module.Residuals(0, 0, 0, 0, 0)
    assert residuals(X, y, [2], -1, [half, half]).stationarity == 1
    assert residuals(X, y, [1], -1, [half, 1]).balance == half
    assert residuals(X, y, [1], 0, [half, half]).primal == 1  # f(0) = 0, so 1 − yf = 1
    assert residuals(X, y, [1], -1, [-half, -half]).dual == half
    assert residuals(X, y, [1], -1, [half, half], C=Fraction(1, 4)).dual == Fraction(1, 4)
    assert residuals(X, y, [2], -1, [half, half]).slackness == 1  # f(2) = 3: ½·(3 − 1)
    assert residuals(X, y, [1], 0, [half, half], C=2).slackness == Fraction(3, 2)  # (2 − ½)·ξ with ξ = 1
