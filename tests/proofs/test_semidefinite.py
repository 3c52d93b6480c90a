"""Sums of squares: what is found is checked by the kernel, and nothing is found for what is false."""

import sys
from fractions import Fraction

import pytest

from novikoff.proofs import kernel
from novikoff.proofs.search import sums_of_squares
from novikoff.proofs.search.elaboration import write_statement
from novikoff.proofs.search.ideal_reduction import Quotient, add_polynomials
from novikoff.proofs.search.sums_of_squares import Strength, certificate, ldl_decompose
from novikoff.proofs.statements.grammar import parse

TRUE = [
    ("real x y |- x**4 + y**4 >= x**3*y + x*y**3", Strength(4)),
    ("real x y |- x**4*y**2 + x**2*y**4 + 1 >= 3*x**2*y**2", Strength(8)),  # Motzkin: no sum of squares itself
    ("real a b c; a > 0, b > 0, c > 0 |- a**3 + b**3 + c**3 >= 3*a*b*c", Strength(3)),
    ("real a b; a > b |- a**3 > b**3", Strength(4, 3)),
    ("real a b; a*b > 0 |- a != 0", Strength(2)),
    ("vec u v; real e; e > 0 |- 2*e*(u@v) <= e**2*(u@u) + v@v", Strength(4)),
    ("vec w x; real D; x@x <= D**2 |- ((w-x)@(w-x))*(w@w) <= D**2*(w@w) + (w@(w-x))**2", Strength(4)),
    ("real x y; x**2 + y**2 == 1 |- x*y <= 1/2", Strength(2)),
    ("real a[i] x[i]; all(a[i] >= 0), Sum(a[i]) == 1 |- Sum(a[i]*x[i])**2 <= Sum(a[i]*x[i]**2)", Strength(3)),
    ("vec u x[i]; real a[i]; all(a[i] >= 0) |- 2*Sum(a[i]*(u@x[i])) <= Sum(a[i])*(u@u) + Sum(a[i]*(x[i]@x[i]))",
     Strength(3)),
]
FALSE = [
    ("real x y |- x**4 + y**4 >= 2*x**3*y + x*y**3/100", Strength(4)),
    ("real x y |- x**4*y**2 + x**2*y**4 + 1 >= 31*x**2*y**2/10", Strength(8)),
    ("real x y; x**2 + y**2 == 1 |- x*y <= 499/1000", Strength(4)),
    ("vec u v |- 2001/1000*(u@v) <= u@u + v@v", Strength(4)),
    ("real a[i] x[i]; Sum(a[i]) == 1 |- Sum(a[i]*x[i])**2 <= Sum(a[i]*x[i]**2)", Strength(3)),
]


def found(text: str, strength: Strength) -> tuple[kernel.Json, kernel.Json]:
    """The statement and the proof of its conclusion."""
    data = write_statement("it", parse(text)).data
    statement = kernel.read_statement(data)
    (goal,) = statement.show.values()
    vectors = sorted(n for n in statement.context.names if n.endswith("@") and "[i]" not in n)
    return data, certificate(statement.context, goal, strength, vectors)


@pytest.mark.parametrize(("text", "strength"), TRUE + FALSE)
def test_what_is_found_is_a_proof_and_nothing_for_what_is_false(text: str, strength: Strength) -> None:
    data, proof = found(text, strength)
    assert (proof is None) == ((text, strength) in FALSE)
    assert proof is None or kernel.check_book([{"statement": data, "proof": proof}])["it"][:2] == ("proved", "")


def test_faces_are_found_with_a_solver_and_nothing_without(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every certificate vanishes where a = b, at the same irrational places."""
    data, proof = found("real a b; a**2 == 2 |- (a*b - 2)**2*(b**2 + 1) + (a - b)**2 >= 0", Strength(6))
    assert kernel.check_book([{"statement": data, "proof": proof}])["it"][0] == "proved"
    monkeypatch.setitem(sys.modules, "clarabel", None)
    assert not sums_of_squares.is_there()


@pytest.mark.parametrize(("matrix", "rank"), [
    ([[1, 2], [2, 4]], 1), ([[0, 0], [0, 3]], 1), ([[2, 1], [1, 2]], 2), ([[0]], 0),
    ([[0, 1], [1, 5]], None), ([[1, 2], [2, 3]], None), ([[-1]], None), ([[1, 0], [0, -1]], None),
])
def test_a_semidefinite_matrix_is_a_sum_of_squares_and_no_other(matrix: list[list[int]], rank: int | None) -> None:
    parts, size = ldl_decompose([[Fraction(x) for x in row] for row in matrix]), range(len(matrix))
    assert (parts if parts is None else len(parts)) == rank
    assert not parts or [[sum(d * row[i] * row[j] for d, row in parts) for j in size] for i in size] == matrix


def test_exact_parts_of_the_search() -> None:
    x, y = kernel.atom("x"), kernel.atom("y")
    circle = add_polynomials(kernel.product([x, x]), kernel.product([y, y]), kernel.constant(-1))
    line = add_polynomials(x, kernel.negative(y))
    equations = {"circle": circle, "line": line}
    quotient = Quotient(equations)
    p = kernel.product([x, x, x, y])
    normal, by = quotient.division(p)
    assert normal == {(): Fraction(1, 4)}
    assert add_polynomials(normal, *(kernel.product([q, equations[name]]) for name, q in by.items())) == p
    assert quotient.multiples(p) is None
    assert quotient.reduce(p) == normal
    # Pivots are the first independent columns
    half = Fraction(1, 2)
    columns = [{}, {0: 2, 1: half}, {0: 4, 1: 1}, {1: half}, {0: 1, 2: 3}, {0: 1}]
    assert sums_of_squares.find_pivots(columns, 3) == [1, 3, 4]
    assert sums_of_squares.find_pivots([{0: sums_of_squares.PRIME}, {0: 1}], 1) == [1]  # fewer, never dependent ones
