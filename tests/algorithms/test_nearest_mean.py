"""The nearest-mean classifier: the page's formulas as corrected, and the means themselves."""


import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from novikoff.algorithms.dataset_reader import read_csv
from novikoff.algorithms.kernels import kernel
from novikoff.algorithms.lifting import lift, tensor_power
from novikoff.algorithms.nearest_mean import classifier, mean, predict, run, scores

from .example_data import F, dot, labelled, repeatable

rationals = st.builds(F, st.integers(-9, 9), st.integers(1, 4))


# Examples of both classes, and one more point.
EXAMPLES = labelled(3, 7, rationals).filter(lambda data: len({*data[1][1:]}) > 1).map(
    lambda data: (data[0][1:], data[1][1:], data[0][0]))


def class_mean(X, y, label):
    members = [x for x, sign in zip(X, y, strict=True) if sign == label]
    return [sum(column, F(0)) / len(members) for column in zip(*members, strict=True)]


def squared_distance(u, v):
    return sum((a - b) ** 2 for a, b in zip(u, v, strict=True))


@repeatable
@given(EXAMPLES)
def test_f_compares_the_distances_to_the_means(data):
    """(1.19)–(1.21), with the sign that makes f > 0 mean +1."""
    X, y, x = data
    minus, plus = class_mean(X, y, -1), class_mean(X, y, 1)
    result = run(X, y)
    f = squared_distance(minus, x) - squared_distance(plus, x)
    assert scores(result, X, [x]) == [f] == [dot(result.w, x) + result.b]
    assert predict(result, X, [x]) == [1 if f > 0 else -1]


@repeatable
@given(EXAMPLES, st.integers(1, 3))
def test_kernel_form_is_the_same_in_the_feature_space(data, degree):
    """(1.24): the kernel ⟨u, v⟩^p classifies as the means of the tensor powers do."""
    X, y, x = data
    phi = tensor_power(len(x), degree)
    lifted = lift(phi, X)
    in_space = run(lifted, y)
    k = kernel("polynomial", degree=degree)
    assert scores(run(X, y, kernel=k), X, [x]) == scores(in_space, lifted, [phi(x)])


def test_formulas_of_the_page_have_the_wrong_sign_or_factor():
    """(1.22) with αᵢ = yᵢ/m: at x = 3/4, closer to μ₊ = 1 than to μ₋ = 0, it has the wrong sign."""
    X, y, x = [[1], [0]], [1, -1], [F(3, 4)]
    result = run(X, y)
    assert result.alpha == (2, -2)
    of_the_page = sum(sign * dot(xi, x) for xi, sign in zip(X, y, strict=True)) + result.b
    assert (of_the_page, scores(result, X, [x])) == (F(-1, 4), [F(1, 2)])
    # (1.21) claims ‖μ₊ − x‖² − ‖μ₋ − x‖² = 2⟨μ₋ − μ₊, x⟩ + ‖μ₋‖² − ‖μ₊‖²; for μ₊ = 1, μ₋ = 0, x = 0 that is 1 = −1
    w, b = classifier(np.array([0]), np.array([1]))
    assert (int(w[0]), int(b)) == (2, -1)
    assert scores(run([[0], [1]], [-1, 1]), [[0], [1]], [[0]]) == [-1]


def test_runs_by_hand():
    """μ₋ = (1, 1), μ₊ = (4, 1): w = (6, 0), b = 2 − 17."""
    X, y = [[0, 0], [2, 2], [4, 1]], [-1, -1, 1]
    result = run(X, y)
    assert (result.w, result.b, result.alpha, result.separated) == ((6, 0), -15, (-1, -1, 2), True)
    X, y = [[0], [2]], [-1, 1]
    assert predict(run(X, y), X, [[1]]) == [-1]
    assert predict(run(X, y, tie="positive"), X, [[1]]) == [1]
    # The adversarial case: the classes differ, their means do not
    X, y = [[-1], [1], [-2], [2]], [-1, -1, 1, 1]
    assert (run(X, y).w, run(X, y).b, run(X, y).separated) == ((0,), 0, False)
    assert run(X, y, kernel=kernel("polynomial", degree=2)).separated  # the means of x² do
    # An outlier draws its mean over the border: separable, and yet an example is on the wrong side
    X, y = [[0], [1], [2], [100]], [-1, 1, 1, 1]
    result = run(X, y)
    assert not result.separated
    assert predict(result, X, X) == [-1, -1, -1, 1]
    assert mean([F(1, 3), F(1, 3), 1], F(1, 3)) == F(5, 9)


def test_iris_agrees_with_scikit_learn():
    NearestCentroid = pytest.importorskip("sklearn.neighbors").NearestCentroid
    iris = read_csv("iris", positive="versicolor")
    X = np.array(iris.X, dtype=float)
    result = run(iris.X, iris.y)
    assert result.arithmetic == "exact"
    assert predict(result, iris.X, iris.X) == NearestCentroid().fit(X, iris.y).predict(X).tolist()


def test_floats_are_rounded_and_say_so():
    draw = np.random.default_rng(4)
    X, y = draw.normal(size=(20, 3)), [1, -1] * 10
    result = run(X, y)
    assert result.arithmetic == "float64"
    exact = run([[F(value) for value in row] for row in X.tolist()], y)
    np.testing.assert_allclose(result.w, np.array(exact.w, dtype=float), rtol=1e-12)
    assert predict(result, X, X) == predict(exact, [[F(v) for v in row] for row in X.tolist()], X.tolist())


def test_gaussian_agrees_with_the_formula():
    X, y, x = [[0], [1], [3]], [-1, -1, 1], [2]
    k = lambda u, v: np.exp(-((u - v) ** 2) / 2)  # noqa: E731
    f = k(3, 2) * 2 - (k(0, 2) + k(1, 2)) + (2 + 2 * k(0, 1)) / 4 - 1
    [value] = scores(run(X, y, kernel=kernel("gaussian", gamma=F(1, 2))), X, [x])
    assert value == pytest.approx(f, rel=1e-14)
