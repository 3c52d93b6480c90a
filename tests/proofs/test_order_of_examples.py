"""The number of updates on the simple roots of root systems, in three orders: no claim says it, exact runs do."""

from fractions import Fraction

import pytest

from novikoff.algorithms import perceptron


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
