"""The breast-cancer data: their numbers."""

from collections import Counter
from fractions import Fraction

import pytest

from novikoff.algorithms.dataset_reader import both_labels, list_bundled, read_csv


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
