"""Exact scaling: what each rule promises, the separator in the numbers of the file, and forged certificates."""

import random
from fractions import Fraction

import pytest

from novikoff.algorithms import perceptron
from novikoff.algorithms.checkers import Refuted
from novikoff.algorithms.checkers.dispatch import verify
from novikoff.algorithms.scaling import KINDS, fit_scaling


def table(seed, n=9):
    """Columns of decimals, of large and of small numbers, of thirds, of a constant, of floats."""
    choose = random.Random(seed)
    columns = [[Fraction(choose.randrange(-999, 999), 100) for _ in range(n)],
               [Fraction(choose.randrange(10**9)) for _ in range(n)],
               [Fraction(choose.randrange(1, 99), 10**7) for _ in range(n)],
               [Fraction(choose.randrange(9), 3) for _ in range(n)], [Fraction(7, 2)] * n,
               [Fraction(choose.random()) for _ in range(n)]]
    return list(zip(*columns, strict=True))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("kind", KINDS)
def test_a_rule_does_what_it_promises(kind, seed):
    X = table(seed)
    found = fit_scaling(kind, X)
    Z = found.scale_points(X)
    assert min(found.factor) > 0
    for k, (x, z) in enumerate(zip(zip(*X, strict=True), zip(*Z, strict=True), strict=True)):
        assert [v / found.factor[k] + found.shift[k] for v in z] == list(x)
        if kind == "integers":
            assert all(value.denominator == 1 for value in z)
            continue
        if min(x) == max(x):
            assert set(z) == {0}
            continue
        size = {"unit": max(z), "range": max(map(abs, z)), "standard": deviation(z)}[kind]
        assert Fraction(1, 2) < size < 1 + Fraction(1, 100), (kind, k)
        assert size <= 1 or kind == "standard"
        if kind == "unit":
            assert min(z) == 0
        if kind == "range":
            assert abs(min(z) + max(z)) < Fraction(1, 100)
        if kind == "standard":
            assert abs(sum(z) / len(z)) < Fraction(1, 100)


def deviation(values):
    mean = sum(values) / len(values)
    return float(sum((value - mean) ** 2 for value in values) / len(values)) ** 0.5


@pytest.mark.parametrize("kind", ["unit", "range", "standard"])
def test_all_numbers_have_one_short_denominator(kind):
    X = [row[:4] for row in table(1)]
    denominators = {value.denominator for z in fit_scaling(kind, X).scale_points(X) for value in z}
    assert all(10**9 % value == 0 for value in denominators)
    short = [row[:1] for row in table(1)]
    assert max(value.denominator for z in fit_scaling(kind, short).scale_points(short) for value in z) <= 10**6


def test_a_separator_in_the_numbers_of_the_file_says_the_same():
    X = table(2)
    found = fit_scaling("range", X)
    w, b = [Fraction(k - 3, 7) for k in range(6)], Fraction(2, 3)
    w0, b0 = found.original(w, b)
    for x, z in zip(X, found.scale_points(X), strict=True):
        assert inner(w, z) + b == inner(w0, x) + b0


def inner(u, v):
    return sum(p * q for p, q in zip(u, v, strict=True))


@pytest.fixture
def certificate():
    """A run on examples that were scaled."""
    X, y = [(Fraction(1, 2), 100), (2, 300), (3, 500)], [1, 1, -1]
    made = fit_scaling("unit", X)
    Z = made.scale_points(X)
    proof = perceptron.certificate(perceptron.run(Z, y), Z, y)
    return proof | {"scaling": {"kind": "unit", "shift": list(map(str, made.shift)),
                                "factor": list(map(str, made.factor))}}


def test_the_checker_gives_the_separator_of_the_file_and_refuses_other_numbers(certificate):
    facts = verify(certificate)
    w, b = [Fraction(v) for v in facts["original"]["w"]], Fraction(facts["original"]["b"])
    assert facts["scaling"] == "unit"
    assert inner(w, (2, 300)) + b > 0 > inner(w, (3, 500)) + b
    X = [[2, 0], [0, 1]]
    forged = {**perceptron.certificate(perceptron.run(X, [1, -1]), X, [1, -1]), "scaling": certificate["scaling"]}
    with pytest.raises(Refuted, match=r"X\[0\]\[0\] = 2 was not made by the rule 'unit'"):
        verify(forged)
    with pytest.raises(Refuted, match="scaling"):
        verify(certificate | {"scaling": None})
