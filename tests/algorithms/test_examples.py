"""Examples are checked where they enter, and who is given checked ones does not check them again: counted."""

from fractions import Fraction

import numpy as np
import pytest

from novikoff.algorithms import engine, examples, perceptron
from novikoff.algorithms.errors import BadInput, NoSeparator
from novikoff.algorithms.examples import Rows, checked, exact_rows
from novikoff.algorithms.registry import ALGORITHMS

DATA = [[2, 1], [-1, 3], [-2, Fraction(3, 2)], [1, -2]], [1, 1, -1, -1]
SIGNS = [[-1, 1, 1], [1, 1, -1], [-1, -1, -1], [1, -1, 1]], [-1, 1, -1, 1]
UNCAPPED = {  # so that, where there is no cap, a separator is looked for as well
    **{name: {} for name in ALGORITHMS},
    "margin_perceptron": {"beta": 1}, "batch_perceptron": {"rate": 1}, "pocket": {"patience": 3},
    "gradient_descent": {"rate": 1}, "kozinec": {"epsilon": Fraction(1, 4)},
    "hull_distance": {"epsilon": Fraction(1, 4)},
    "hinge": {"lam": 1, "max_updates": 3}, "pegasos": {"lam": 1, "max_updates": 3, "seed": 1},
}  # fmt: skip
# Some hand lists on, which are checked again: so often the vectors, and one label (one-vs-rest has two kinds of them).
AGAIN = {
    "batch_perceptron": (2, 2), "gradient_descent": (2, 2), "kozinec": (2, 2), "hull_distance": (2, 2),
    "nearest_point": (2, 1), "kernel_perceptron": (2, 2), "lifting": (2, 1), "nearest_mean": (3, 1),
    "nearest_neighbours": (1, 0), "winnow": (1, 2), "one_vs_rest": (3, 2),
}  # fmt: skip


@pytest.fixture
def asked(monkeypatch):
    """What is looked at: each table of vectors by its size, each label by its name in a message."""
    seen = []
    check, label = examples._check, examples.label

    def watched_check(X):
        table = check(X)
        seen.append((len(table), len(table[0])))
        return table

    def watched_label(value, where):
        seen.append(where)
        return label(value, where)

    monkeypatch.setattr(examples, "_check", watched_check)
    monkeypatch.setattr(examples, "label", watched_label)
    return seen


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_run_checks_its_examples_once(asked, name):
    X, y = SIGNS if name in ("winnow", "weighted_majority") else DATA
    ALGORITHMS[name].run(X, y, **UNCAPPED[name])
    assert (asked.count((len(X), len(X[0]))), asked.count("y[0]")) == AGAIN.get(name, (1, 1))


WIDE = [[1, 5], [2, 9], [3, 16]], [1, -1, 1]
LINE = [[0], [1], [2]], [1, -1, 1]


@pytest.mark.parametrize("settings", [{}, {"bias_step": "R2", "order": "first"}, {"order": "random", "seed": 1}])
def test_the_perceptron_checks_each_number_and_label_once(asked, settings):
    perceptron.run(*WIDE, **settings)
    assert asked == [(3, 2), "y[0]", "y[1]", "y[2]"]


@pytest.mark.parametrize("run", [perceptron.run, engine.run])
def test_neither_does_the_proof_that_there_is_no_separator_check_them_again(asked, run):
    with pytest.raises(NoSeparator):
        run(*LINE)
    assert asked == [(3, 1), "y[0]", "y[1]", "y[2]"]


def test_the_engine_hands_floats_to_the_reference_as_they_were_checked(asked):
    assert engine.run(np.array(WIDE[0], dtype=float), WIDE[1], max_updates=9).engine == "reference"
    assert asked == [(3, 2), "y[0]", "y[1]", "y[2]"]


def test_a_certificate_of_checked_vectors_checks_none(asked):
    X, y = checked(WIDE[0]), WIDE[1]
    perceptron.replay(perceptron.run(X, y), X, y)
    perceptron.certificate(perceptron.run(X, y), X, y)
    assert [size for size in asked if isinstance(size, tuple)] == [(3, 2)]


def test_only_checked_vectors_are_believed_and_they_cannot_be_changed():
    X = [[1, 2.0], [3, 4]]
    table = checked(X)
    assert checked(table) is table == ((1, 2.0), (3, 4))
    assert isinstance(table, Rows)
    assert not hasattr(table, "__setitem__")
    assert not any(hasattr(row, "__setitem__") for row in table)
    X[0][0] = float("nan")
    with pytest.raises(BadInput, match=r"X\[0\]\[0\] = nan is not finite"):
        checked(X)


def test_the_first_float_among_exact_numbers_is_named():
    for X in ([[1, 2], [3, 0.5], [0.25, 1]], checked([[1, 2], [3, 0.5], [0.25, 1]])):
        with pytest.raises(BadInput, match=r"^X\[1\]\[1\] = 0.5 is a float among exact numbers; give int or Fraction$"):
            exact_rows(X)
