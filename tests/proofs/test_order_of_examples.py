"""Exact runs on the data of claims that give the number of updates: every order makes those. What no claim says is
tested here: the numbers for root systems.
"""

import random
from fractions import Fraction

import numpy as np
import pytest

from novikoff.algorithms import batch_perceptron, kozinec, perceptron

RULES = {
    "first": lambda wrong, scores, chance: wrong[0],
    "last": lambda wrong, scores, chance: wrong[-1],
    "worst": lambda wrong, scores, chance: min(wrong, key=scores.__getitem__),
    "least wrong": lambda wrong, scores, chance: max(wrong, key=scores.__getitem__),
    "random": lambda wrong, scores, chance: chance.choice(wrong),
}


def counts(rows, rule, most=5000):
    """The weights at the end of a run without bias on signed examples, and the updates on each."""
    Z, chance = [np.array(row, dtype=object) for row in rows], random.Random(0)
    state, made = perceptron.State(0 * Z[0], 0), [0] * len(Z)
    while sum(made) <= most:
        scores = [perceptron.margin(state, z, 1) for z in Z]
        wrong = [i for i, s in enumerate(scores) if s <= 0]
        if not wrong:
            return list(state.w), made
        i = RULES[rule](wrong, scores, chance)
        made[i] += 1
        state = perceptron.update(state, Z[i], 1, bias_step=0)
    raise AssertionError("the run is too long")


@pytest.mark.parametrize("rule", RULES)
def test_doubling_examples_take_the_same_number_in_every_order(rule):
    for n in range(1, 6):
        rows = [[-1] * i + [1] + [0] * (n - i - 1) for i in range(n)]
        w, made = counts(rows, rule)
        assert w == [2**i for i in range(n)]
        assert sum(made) == (4**n - 1) // 3


def obtuse(chance):
    """Independent integer vectors at obtuse angles; so some vector separates them."""
    n = chance.randint(2, 4)
    rows = [[chance.randint(1, 3) if i == j else 0 for j in range(n)] for i in range(n)]
    for i in range(1, n):
        rows[i][chance.randrange(i)] = -chance.randint(0, 4)
    good = all(np.dot(a, b) <= 0 for i, a in enumerate(rows) for b in rows[:i])
    return rows if good else obtuse(chance)


def test_at_obtuse_angles_every_order_makes_the_same_updates():
    chance = random.Random(1)
    different = 0
    for _ in range(40):
        rows = obtuse(chance)
        made = {rule: counts(rows, rule) for rule in RULES}
        assert all(found == made["first"] for found in made.values())
        different += sum(made["first"][1]) > len(rows)
    assert different > 20


def test_orders_differ_where_an_angle_is_acute():
    """So that the tests above can fail."""
    rows = [[-2, -2], [-1, -1], [1, 2]]
    assert len({sum(counts(rows, rule)[1]) for rule in RULES}) > 1


def simplest(low, high):
    """The simplest fraction between two, both excluded, down the tree of Stern and Brocot; high None is infinity."""
    left, right = (0, 1), (1, 0)
    while True:
        middle = (left[0] + right[0], left[1] + right[1])
        if middle[0] <= low * middle[1]:
            left = middle
        elif high is not None and middle[0] >= high * middle[1]:
            right = middle
        else:
            return middle


def test_two_examples_make_the_simplest_fraction():
    chance, seen = random.Random(2), 0
    while seen < 60:
        x, z = ([chance.randint(-6, 6) for _ in range(2)] for _ in range(2))
        h, X, Z = -int(np.dot(x, z)), int(np.dot(x, x)), int(np.dot(z, z))
        if h >= 0 and h * h < X * Z:
            seen += 1
            expected = simplest(Fraction(h, X), Fraction(Z, h) if h else None)
            assert all(tuple(counts([x, z], rule)[1]) == expected for rule in RULES)


def simple_roots(kind, n):
    """The simple roots of a simply-laced root system, all multiplied by 2 for E."""
    steps = [[int(j == i) - int(j == i + 1) for j in range(n + 1)] for i in range(n)]
    if kind == "A":
        return steps
    if kind == "D":
        return [*(row[:n] for row in steps[: n - 1]), [0] * (n - 2) + [1, 1]]
    chain = [[2 * int(j == i + 1) - 2 * int(j == i) for j in range(8)] for i in range(6)]
    return [[1, -1, -1, -1, -1, -1, -1, 1], [2, 2, 0, 0, 0, 0, 0, 0], *chain][:n]


def updates_on_roots(kind, n):
    """‖ρ‖² + ⟨ρ, ω⟩, with half the sum ρ of the positive roots and the least weight ω of its class."""
    if kind == "A":
        return Fraction(n * (n + 1) * (n + 2), 12) + (Fraction((n + 1) ** 2, 8) if n % 2 else 0)
    if kind == "D":
        return Fraction(n * (n - 1) * (2 * n - 1), 6) + (n - 1 if n % 4 in (2, 3) else 0)
    return {6: 78, 7: 213, 8: 620}[n]


@pytest.mark.parametrize(("kind", "n"), [*(("A", n) for n in range(1, 9)), *(("D", n) for n in range(4, 8)),
                                         *(("E", n) for n in (6, 7, 8))])
def test_updates_on_simple_roots(kind, n):
    """Tested, and not proved by a claim: w = ρ + ω, after half of Novikoff's bound 2‖ρ‖² where ω = 0."""
    roots = simple_roots(kind, n)
    for order, seed in (("first", None), ("cyclic", None), ("random", 1)):
        found = perceptron.run(roots, [1] * n, bias_step=0, order=order, seed=seed)
        assert found.updates == updates_on_roots(kind, n)
        if (kind, n) == ("E", 8):
            assert [found.mistakes.count(i) for i in range(n)] == [46, 68, 91, 135, 110, 84, 57, 29]


@pytest.mark.parametrize("copies", [2, 3, 6, 9, 14])
def test_the_batch_perceptron_on_many_copies(copies):
    """The unit vectors of 120°, in the plane of (1, −1, 0) and (0, 1, −1): 1 + ⌊(L − 1)/2⌋ steps."""
    run = batch_perceptron.run([[1, -1, 0]] * copies + [[0, 1, -1]], [1] * (copies + 1), bias_step=0)
    assert run.updates == 1 + copies // 2


@pytest.mark.parametrize("size", range(1, 8))
def test_kozinec_on_orthonormal_examples(size):
    run = kozinec.run([[int(i == j) for j in range(size)] for i in range(size)], [1] * size, bias_step=0)
    assert run.updates + 1 == size
    assert [*run.w] == [Fraction(1, size)] * size
