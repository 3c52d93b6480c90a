"""Separators and Gordan combinations, by rounding and by the nearest point, checked by their definition."""

import json
import subprocess
import sys
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novikoff.algorithms import nearest_point, separability
from novikoff.algorithms.checkers import Refuted
from novikoff.algorithms.checkers import separability as verifying
from novikoff.algorithms.dataset_reader import read_csv
from novikoff.algorithms.separability import certificate, separate

METHODS = ["auto", "nearest_point"]


def proves(answer, X, y):
    """The definition, in exact arithmetic, of what the answer claims."""
    X = [list(map(Fraction, x)) for x in X]
    if answer.separable:
        scores = [sum(a * b for a, b in zip(answer.w, x, strict=True)) + answer.b for x in X]
        return all(sign * score > 0 for sign, score in zip(y, scores, strict=True)) and (answer.bias or not answer.b)
    weights = answer.combination
    signed = [weight * sign for weight, sign in zip(weights, y, strict=True)]
    return (
        min(weights) >= 0
        and sum(weights) == 1
        and (not answer.bias or sum(signed) == 0)
        and not any(sum(s * x[k] for s, x in zip(signed, X, strict=True)) for k in range(len(X[0])))
        and answer.active == tuple(i for i, weight in enumerate(weights) if weight)
    )


coordinate = st.integers(-3, 3)
datasets = st.integers(1, 3).flatmap(
    lambda d: st.lists(st.tuples(st.lists(coordinate, min_size=d, max_size=d), st.sampled_from([-1, 1])),
                       min_size=1, max_size=8)
)


@settings(deadline=None)
@given(datasets, st.booleans())
def test_both_methods_prove_the_same_answer(data, bias):
    """Small integers: ties, duplicates, contradictory points, d > n, n = 1 and one class come by themselves."""
    X, y = [x for x, _ in data], [sign for _, sign in data]
    rounded, hull = (separate(X, y, bias=bias, method=method) for method in METHODS)
    assert rounded.separable == hull.separable
    assert proves(rounded, X, y)
    assert proves(hull, X, y)
    assert verifying.check(json.loads(json.dumps(certificate(rounded, X, y))))["separable"] == rounded.separable


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", range(8))
def test_the_last_bits_of_floats_do_not_change_the_answer(monkeypatch, method, seed):
    """Processors sum floats in another order. Small whole numbers have ties, which such bits would decide."""
    draw, guess = Random(seed), nearest_point._float_wolfe
    X = [[draw.randint(-2, 2) for _ in range(1 + seed % 4)] for _ in range(20)]
    y = [draw.choice([-1, 1]) for _ in X]
    answers = set()
    for noise in map(np.random.default_rng, range(4)):
        def guess_nearly(Z, groups, slack=0, noise=noise):
            return guess(Z + 2e-16 * Z * noise.standard_normal(Z.shape), groups, slack)

        monkeypatch.setattr(nearest_point, "_float_wolfe", guess_nearly)
        answers.add(separate(X, y, method=method))
    assert len(answers) == 1


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("positive", "separable"), [("setosa", True), ("versicolor", False), ("virginica", False)])
def test_iris(positive, separable, method):
    iris = read_csv("iris", "species", positive)
    answer = separate(iris.X, iris.y, method=method)
    found = ("rounding", "") if method == "auto" else ("nearest_point", "as asked")
    assert (answer.separable, answer.method, answer.note) == (separable, *found)
    assert proves(answer, iris.X, iris.y)
    assert len(answer.active) <= 6  # Carathéodory in R⁵


@pytest.mark.parametrize("method", METHODS)
def test_contradictory_points_and_a_separator_by_a_hair(method):
    answer = separate([[1, 2], [5, 5], [1, 2]], [1, 1, -1], method=method)
    assert answer.combination == (Fraction(1, 2), 0, Fraction(1, 2))
    # The classes are 2⁻⁵² apart at 1: the floats next to it, taken exactly
    X, y = np.array([[1.0], [1.0 + 2**-52]]), [-1, 1]
    answer = separate(X, y, method=method)
    assert answer.separable
    assert answer.arithmetic == "float64"
    assert proves(answer, X.tolist(), y)


def test_floats_that_mislead_are_not_believed(monkeypatch):
    """Beyond float64 the guess sees one point with both labels."""
    X, y = [[10**40], [10**40 + 1]], [-1, 1]
    answer = separate(X, y)
    assert answer.separable
    assert proves(answer, X, y)
    assert (answer.method, answer.note) == ("nearest_point", "rounding misled the guess")
    # A guess on the wrong side: neither part survives its check
    monkeypatch.setattr(separability, "float_corral", lambda Z, slack: (np.array([0, 1]), np.array([-0.5, -0.5])))
    answer = separate([[0], [1]], [-1, 1])
    assert answer.method == "nearest_point"
    assert proves(answer, [[0], [1]], [-1, 1])
    # 1 and 2, no bias: the weights of the equations are 2 and −1, and so no proof, whatever the guess is
    monkeypatch.setattr(separability, "float_corral", lambda Z, slack: (np.array([0, 1]), np.array([1.0, -1.0])))
    answer = separate([[1], [2]], [1, 1], bias=False)
    assert (answer.separable, answer.method) == (True, "nearest_point")


@pytest.mark.parametrize(("X", "y"), [([[-5e-324], [1e-310], [0.0]], [1, -1, 1]), ([[5e-324], [1e-310]], [-1, 1])])
def test_columns_so_small_that_a_separator_is_beyond_floats(X, y):
    assert proves(separate(X, y), X, y)


def test_without_bias_the_origin_counts():
    assert separate([[1], [2]], [1, -1]).separable
    assert separate([[1], [2]], [1, -1], bias=False).combination == (Fraction(2, 3), Fraction(1, 3))
    assert separate([[0, 0]], [1], bias=False).combination == (1,)
    # One class is separable by its bias
    assert separate([[1], [-1]], [1, 1]).separable
    assert not separate([[1], [-1]], [1, 1], bias=False).separable
    # The separator of Iris is short
    iris = read_csv("iris", "species", "setosa")
    answer = separate(iris.X, iris.y)
    assert (answer.w, answer.b) == ((0, 5, -3, -10), 5)


ANSWER = """
import sys
class Hidden:
    def find_spec(self, name, *rest):
        if name.partition(".")[0] in sys.argv[1:]:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Hidden())
from novikoff.algorithms.dataset_reader import read_csv
from novikoff.algorithms.separability import separate
for name, positive in (("iris", "setosa"), ("iris", "virginica"), ("breast_cancer", None)):
    data = read_csv(name, positive=positive)
    print(separate(data.X, data.y))
"""


def test_the_answer_is_the_same_whatever_is_installed():
    """The whole record, with its numbers, once with all packages and once without the optional ones."""
    def said(*hidden):
        command = [sys.executable, "-c", ANSWER, *hidden]
        return subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
    assert said() == said("scipy", "numba", "llvmlite", "clarabel", "sklearn", "pandas")
    assert said().count("Separability(separable=True") == 2


@pytest.mark.parametrize(("X", "y", "separator"), [
    ([[1, 2], [3, -1]], [1, -1], ((-1, 2), 0)),
    ([[0, 1], [2, 3], [4, 4]], [-1, 1, 1], ((4, 3), -10)),
    ([[0.1], [0.3]], [-1, 1], ((5,), -1)),
    ([[1000, 0.001], [1010, 0.002], [1000, 0.004]], [-1, -1, 1], None),
    ([[10**9], [10**9 + 1]], [-1, 1], ((2,), -(2 * 10**9 + 1))),
])
def test_the_separator_is_short(X, y, separator):
    answer = separate(X, y)
    assert proves(answer, X, y)
    assert separator is None or (answer.w, answer.b) == separator
    assert max(len(str(value)) for value in (*answer.w, answer.b)) <= 12


def noisy(n, flips=True):
    """Points of the plane on two sides of a line, some with the other label."""
    choose = Random(n)
    X = [[Fraction(choose.randrange(-99, 99), 10), Fraction(choose.randrange(-99, 99), 7)] for _ in range(n)]
    y = [1 if 2 * u - 3 * v > 1 else -1 for u, v in X]
    return X, [-sign if flips and i % 9 == 0 else sign for i, sign in enumerate(y)]


@pytest.mark.parametrize("floats", [False, True])
@pytest.mark.parametrize("bias", [True, False])
def test_a_part_of_many_noisy_examples_answers_for_all(monkeypatch, floats, bias):
    monkeypatch.setattr(separability, "SAMPLE", 60)
    X, y = noisy(300)
    table = np.array(X, dtype=float) if floats else X
    answer = separate(table, y, bias=bias)
    assert (answer.separable, answer.note) == (False, "in 60 of the examples")
    assert answer.arithmetic == ("float64" if floats else "exact")
    proof = certificate(answer, table, y)
    assert (proof["of"], proof["chosen"]) == (300, list(answer.active))
    facts = verifying.check(proof)
    assert (facts["separable"], facts["examples"], facts["of"]) == (False, len(answer.active), 300)
    exact = [[Fraction(v) for v in table[i]] for i in proof["chosen"]]
    assert proof["X"] == [list(map(str, x)) for x in exact]


def test_many_separable_examples_are_all_looked_at(monkeypatch):
    """The one wrong label is outside of the part, and is found."""
    monkeypatch.setattr(separability, "SAMPLE", 60)
    X, y = noisy(300, flips=False)
    parts = []
    by_rounding = separability._by_rounding
    monkeypatch.setattr(separability, "_by_rounding", lambda part: parts.append(part.shape) or by_rounding(part))
    assert separate(X, y).separable
    assert sum(count for count, _ in parts) < 200
    i = max(range(300), key=lambda i: 2 * X[i][0] - 3 * X[i][1] if i % 5 else 0)
    assert i not in [k * 300 // 60 for k in range(60)]
    y[i] = -1
    answer = separate(X, y)
    assert not answer.separable
    assert i in answer.active
    assert verifying.check(certificate(answer, X, y))["of"] == 300


@pytest.mark.parametrize(("change", "words"), [
    ({"of": 3}, "chosen must be"), ({"of": -1}, "of: -1 is below 0"), ({"chosen": [0]}, "chosen must be"),
    ({"chosen": None}, "chosen"), ({"of": None}, "of"), ({"chosen": "reversed"}, "increasing indices below"),
    ({"separable": True, "proof": {"w": ["0", "0"], "b": "0"}}, "proves nothing about the others"),
])
def test_a_forged_part_is_refused(monkeypatch, change, words):
    monkeypatch.setattr(separability, "SAMPLE", 60)
    X, y = noisy(300)
    proof = certificate(separate(X, y), X, y)
    if change.get("chosen") == "reversed":
        change = {"chosen": proof["chosen"][::-1]}
    with pytest.raises(Refuted, match=words):
        verifying.check(proof | change)
