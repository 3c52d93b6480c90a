"""The breast-cancer data: their numbers, and that they are linearly separable."""

from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest

from novikoff.algorithms.datasets import both_labels, list_bundled, read_csv


@pytest.fixture(scope="module")
def cancer():
    return read_csv("breast_cancer", label="diagnosis")


def test_shape_and_classes(cancer):
    assert "breast_cancer" in list_bundled()
    assert (len(cancer.X), len(cancer.features), cancer.positive) == (569, 30, "malignant")
    assert Counter(cancer.y) == {1: 212, -1: 357}
    assert cancer.features[0] == "mean_radius"
    assert cancer.features[-1] == "worst_fractal_dimension"
    assert both_labels(cancer) is None
    assert len(set(cancer.X)) == 569


def test_the_numbers_are_the_decimals_that_scikit_learn_rounds(cancer):
    """Each decimal of the file is the shortest that rounds to the float64 there; 0 = malignant there."""
    theirs = pytest.importorskip("sklearn.datasets").load_breast_cancer()
    for x, row in zip(cancer.X, theirs.data, strict=True):
        assert [Fraction(repr(float(value))) for value in row] == list(x)
    assert [1 if value == 0 else -1 for value in theirs.target] == list(cancer.y)
    assert [name.replace(" ", "_") for name in theirs.feature_names] == list(cancer.features)


def test_the_classes_are_linearly_separable_on_all_columns(cancer):
    """A float LP proposes a separator; rounded to rationals, it separates exactly. No trust in the LP is needed."""
    np, linprog = pytest.importorskip("numpy"), pytest.importorskip("scipy.optimize").linprog
    X, y = np.array(cancer.X, dtype=float), np.array(cancer.y)
    scale = X.std(axis=0)
    Z = np.hstack([X / scale, np.ones((len(X), 1))])
    found = linprog(np.zeros(31), A_ub=-y[:, None] * Z, b_ub=-np.ones(len(Z)), bounds=(None, None)).x
    w = [Fraction(value).limit_denominator(10**9) for value in found[:-1] / scale]
    b = Fraction(found[-1]).limit_denominator(10**9)
    assert all(
        sign * (sum(wk * xk for wk, xk in zip(w, x, strict=True)) + b) > 0
        for sign, x in zip(cancer.y, cancer.X, strict=True)
    )


def test_area_lies_near_that_of_a_circle_of_the_radius(cancer):
    """A check of the columns against each other: mean radius and mean area of one nucleus agree within the spread."""
    radius, area = (cancer.features.index(name) for name in ("mean_radius", "mean_area"))
    assert all(0.9 < sqrt(x[area] / Fraction(355, 113)) / x[radius] < 1.05 for x in cancer.X)
