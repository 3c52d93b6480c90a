"""Examples are checked where they enter, and who is given checked ones does not check them again: counted."""

from fractions import Fraction

import numpy as np
import pytest

from novikoff.algorithms import fast_perceptron, labelled_examples, perceptron
from novikoff.algorithms.errors import BadInput, NoSeparator
from novikoff.algorithms.labelled_examples import Labels, Rows, exact_rows, labels, rows
from novikoff.algorithms.registry import ALGORITHMS

DATA = [[2, 1], [-1, 3], [-2, Fraction(3, 2)], [1, -2]], [1, 1, -1, -1]
SIGNS = [[-1, 1, 1], [1, 1, -1], [-1, -1, -1], [1, -1, 1]], [-1, 1, -1, 1]
UNCAPPED = {  # so that, where there is no cap, a separator is looked for as well
    **{name: {} for name in ALGORITHMS},
    "margin_perceptron": {"beta": 1}, "batch_perceptron": {"rate": 1}, "pocket": {"patience": 3},
    "gradient_descent": {"rate": 1}, "kozinec": {"epsilon": Fraction(1, 4)},
    "hull_distance": {"epsilon": Fraction(1, 4)},
    "widrow_hoff": {"max_updates": 3},
    "hinge": {"lam": 1, "max_updates": 3}, "pegasos": {"lam": 1, "max_updates": 3, "seed": 1},
}


@pytest.fixture
def asked(monkeypatch):
    """What is looked at: tables of vectors, each by its shape, and lists of labels, each by its length."""
    seen = []
    def watch(name, size):
        real = getattr(labelled_examples, name)
        def watched(given):
            found = real(given)
            seen.append(size(found))
            return found
        monkeypatch.setattr(labelled_examples, name, watched)
    watch("_check_rows", lambda table: (len(table), len(table[0])))
    watch("_check_labels", len)
    return seen


@pytest.mark.parametrize("name", sorted(set(ALGORITHMS) - {"structured_perceptron"}))
def test_a_run_and_its_certificate_check_the_examples_once(asked, name):
    """What is made of them on the way, such as a Gram matrix, has another shape. One-vs-rest makes two lists of labels;
    the nearest neighbours take labels of any kind, and their certificate has labels to fill in; so do the multi-class
    perceptron and PRank, whose certificates have names.
    """
    X, y = SIGNS if name in ("winnow", "weighted_majority") else DATA
    lists = {"one_vs_rest": 2, "nearest_neighbours": 0}.get(name, 1)
    record = ALGORITHMS[name].run(X, y, **UNCAPPED[name])
    assert (asked.count((len(X), len(X[0]))), asked.count(len(y))) == (1, lists)
    asked.clear()
    ALGORITHMS[name].certify(record, X, y, **UNCAPPED[name])
    named = name in ("multi_class_perceptron", "prank")
    assert (asked.count((len(X), len(X[0]))), asked.count(len(y))) == (1, 0 if named else max(1, lists))


WIDE = [[1, 5], [2, 9], [3, 16]], [1, -1, 1]
LINE = [[0], [1], [2]], [1, -1, 1]


@pytest.mark.parametrize("settings", [{}, {"bias_step": "R2", "order": "first"}, {"order": "random", "seed": 1}])
def test_the_perceptron_checks_each_number_and_label_once(asked, settings):
    perceptron.run(*WIDE, **settings)
    assert asked == [(3, 2), 3]


@pytest.mark.parametrize("run", [perceptron.run, fast_perceptron.run])
def test_neither_does_the_proof_that_there_is_no_separator_check_them_again(asked, run):
    with pytest.raises(NoSeparator):
        run(*LINE)
    assert asked == [(3, 1), 3]


def test_floats_are_named_and_handed_on_as_they_were_checked(asked):
    assert fast_perceptron.run(np.array(WIDE[0], dtype=float), WIDE[1], max_updates=9).engine == "reference"
    assert asked == [(3, 2), 3]
    for X in ([[1, 2], [3, 0.5], [0.25, 1]], rows([[1, 2], [3, 0.5], [0.25, 1]])):
        with pytest.raises(BadInput, match=r"^X\[1\]\[1\] = 0.5 is a float among exact numbers; give int or Fraction$"):
            exact_rows(X)


def test_nothing_checks_what_is_known_to_be_checked(asked):
    X, y = rows(WIDE[0]), labels(WIDE[1], 3)
    perceptron.replay(perceptron.run(X, y), X, y)
    perceptron.certificate(perceptron.run(X, y), X, y)
    assert asked == [(3, 2), 3]


def test_only_checked_examples_are_believed():
    X = [[1, 2.0], [3, 4]]
    table = rows(X)
    assert rows(table) is table == ((1, 2.0), (3, 4))
    assert isinstance(table, Rows)
    assert not hasattr(table, "__setitem__")
    assert not any(hasattr(row, "__setitem__") for row in table)
    X[0][0] = float("nan")
    with pytest.raises(BadInput, match=r"X\[0\]\[0\] = nan is not finite"):
        rows(X)
    y = [1, -1.0]
    signs = labels(y, 2)
    assert labels(signs, 2) is signs == (1, -1)
    assert isinstance(signs, Labels)
    assert not hasattr(signs, "__setitem__")
    y[0] = 0
    with pytest.raises(BadInput, match=r"y\[0\] = 0 is not a label"):
        labels(y, 2)
    with pytest.raises(BadInput, match="y has 2 labels for 3 examples"):
        labels(signs, 3)
