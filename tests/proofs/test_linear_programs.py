"""The exact linear programs of the search: what is left out before changes no solution, and what comes out is one."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from novikoff.proofs.search import linear_certificates
from novikoff.proofs.search.ideal_reduction import quotient
from novikoff.proofs.search.linear_certificates import (
    Column,
    Equations,
    closure,
    index_by_atom,
    needed_columns,
    propose_multiples,
    quotients,
    solve,
)

ROWS = [((name, 1),) for name in "abcdefgh"]


def column(numbers: random.Random, rows: int) -> Column:
    """Few entries, as in a program of the search."""
    chosen = numbers.sample(ROWS[:rows], numbers.randint(1, 3))
    return {m: numbers.choice([1, 1, 2, Fraction(1, 2), Fraction(-2, 3)]) * numbers.choice([1, -1]) for m in chosen}


def program(seed: int) -> tuple[list[Column], list[Column], Column]:
    """A program; of half of them it is known that there is a solution."""
    numbers = random.Random(seed)
    rows = numbers.randint(3, 8)
    free, signed = ([column(numbers, rows) for _ in range(numbers.randint(0, 5))] for _ in range(2))
    if seed % 2 or not free + signed:
        return free, signed, column(numbers, rows)
    values = [numbers.randint(-2, 2) for _ in free] + [numbers.randint(0, 2) for _ in signed]
    target = combined([*free, *signed], values)
    return free, signed, target or column(numbers, rows)


def combined(columns: list[Column], values: list[Any]) -> Column:
    total: Column = {}
    for each, value in zip(columns, values, strict=True):
        for m, c in each.items():
            total[m] = total.get(m, 0) + c * value
    return {m: c for m, c in total.items() if c}


def test_what_is_left_out_changes_nothing_and_what_is_found_is_a_solution(monkeypatch) -> None:
    programs = [program(seed) for seed in range(300)]
    found = [solve(*each) for each in programs]
    assert 100 < sum(map(bool, found)) < 200
    monkeypatch.setattr(linear_certificates, "needed_columns", lambda columns: list(range(len(columns))))
    assert found == [solve(*each) for each in programs]
    for (free, signed, target), values in zip(programs, found, strict=True):
        if values:
            assert combined([*free, *signed], [*values[0], *values[1]]) == target
            assert min(values[1], default=0) >= 0


def test_a_column_that_is_alone_in_a_row_is_left_out_and_what_is_alone_then() -> None:
    (a,), (b,), (c,) = ([m] for m in ROWS[:3])
    assert needed_columns([{a: 1, b: 1}, {b: 1, c: 1}, {c: 1}, {c: 2}]) == [2, 3]
    assert needed_columns([{a: 1}, {b: 1}]) == []


def test_only_divisors_whose_atoms_are_there_are_tried_in_the_order_of_the_monomials(monkeypatch) -> None:
    a, b, c, ab, aab = ((("a", 1),), (("b", 1),), (("c", 1),), (("a", 1), ("b", 1)), (("a", 2), ("b", 1)))
    monomials, tried = sorted([a, b, c, ab, aab]), []
    monkeypatch.setattr(linear_certificates, "quotient", lambda m, n: tried.append((m, n)) or quotient(m, n))
    assert list(quotients(monomials, index_by_atom(monomials), [ab, a])) == [(), (), b, a, ab]
    assert [m for m, _ in tried] == [a, ab, ab, aab, aab]


def test_multiples_are_computed_once_and_tried_in_their_order() -> None:
    equations = Equations({"e": {(("a", 1),): 1, (): -2}})
    assert equations.multiple("e", (("b", 1),)) == {(("a", 1), ("b", 1)): -1, (("b", 1),): 2}
    assert equations.multiple("e", (("b", 1),)) is equations.multiple("e", (("b", 1),))
    assert list(closure(equations, [{(("a", 2),): 1}])) == [[("e", (("a", 1),))], [("e", ())]]
    assert list(propose_multiples(equations, [{(("a", 2),): 1}])) == [
        [("e", (("a", 1),))], [("e", (("a", 1),)), ("e", ())]
    ]
    assert list(propose_multiples(equations, [{(("a", 1),): 1}])) == [[("e", ())]], "nothing new, so no second try"
    assert list(propose_multiples(Equations(), [{(("a", 1),): 1}])) == [[]]
