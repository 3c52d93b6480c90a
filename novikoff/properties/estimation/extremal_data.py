"""Data on which a rule updates k times while the square size of a separator is at most a given number.

A semidefinite program finds the Gram matrix of u and the examples. A certificate restricts it to a face: a hypothesis
with a multiplier is an equation, and a squared expression is 0. The matrix is rounded to an exact one in the same way
as a certificate, but the rows of the program are hypotheses instead of monomials. Coordinates are rational, since each
pivot is a sum of four squares.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ...proofs import kernel
from ...proofs.kernel import Poly
from ...proofs.search import sums_of_squares
from ...proofs.search.linear_certificates import ONE
from ...proofs.search.sums_of_squares import Block, Program
from ...proofs.statements.term_values import split_into_squares
from ..separable_instances import dot
from .k_update_conditions import START, Problem
from .least_separator_proofs import Dual, Multiplier

Vectors = Mapping[str, tuple[Fraction, ...]]
UNIT, SIZE = "unit", "size"
STRICT = Fraction(1, 10**6)  # in data, a positive quantity is at least this


@dataclass(frozen=True)
class Data:
    """Examples with labels and a separator: yᵢ(⟨u, xᵢ⟩ + b) ≥ 1. `start` is the start of the run if that is not 0."""

    X: tuple[tuple[Fraction, ...], ...]
    y: tuple[int, ...]
    u: tuple[Fraction, ...]
    b: Fraction
    start: tuple[Fraction, ...] = ()

    @property
    def square_radius(self) -> Fraction:
        """Return max‖x‖²."""
        return max(dot(x, x) for x in self.X)

    def separates(self) -> bool:
        """Return whether all margins are at least 1."""
        return all(label * (dot(self.u, x) + self.b) >= 1 for x, label in zip(self.X, self.y, strict=True))

    def size(self, bias: Fraction) -> Fraction:
        """Return ‖u‖² + b²/c, or ‖u‖² if the bias c is 0."""
        return dot(self.u, self.u) + (self.b**2 / bias if bias else 0)


def find_data(problem: Problem, at_most: Fraction, active: Sequence[Multiplier] = ()) -> Data | None:
    """Return data of square size at most `at_most`; None if none are found. `active` is a certificate that the square
    size is at least this. Then the size is equal to it, and each hypothesis that the certificate uses is an
    equation."""
    solved = sums_of_squares.solve_exactly(program(problem, at_most, active), inside=not active)
    if solved is None:
        return None
    parts = [(t, Fraction(d)) for t, d, _ in sums_of_squares.list_summands(*solved)]
    offset = sum((d * dict(to_coefficients(t.squares[0])).get("b",
                                                              0) * dict(to_coefficients(t.squares[0])).get("gamma", 0)
                  for t, d in parts if t.squares), Fraction(0))
    return data_from_gram(problem, [(dict(to_coefficients(t.norms[0])), d) for t, d in parts if t.norms], offset)


def data_from_gram(problem: Problem, parts: Sequence[tuple[Mapping[str, Fraction], Fraction]],
                   offset: Fraction) -> Data:
    """Return the data whose Gram matrix is Σ d·of·ofᵀ, with this b."""
    vectors = coordinates(parts, [f"{n}@" for n in problem.vectors])
    return Data(tuple(vectors[f"{n}@"] for n in problem.examples), problem.labels, vectors["u@"], offset,
                vectors.get(f"{START}@", ()))


def program(problem: Problem, at_most: Fraction | None, active: Sequence[Multiplier] = ()) -> Program:
    """Return the program for the matrix. It minimises the square size if `at_most` is None."""
    facts = unit_facts(problem)
    names = [f"{n}@" for n in problem.vectors]
    strict = {m.hypothesis for m in active if m.hypothesis is not None and m.value}
    rows = {row_name(n): kernel.add(p, kernel.constant(-STRICT if relation == ">" else 0))
            for n, (relation, p) in enumerate(facts[:-1])}
    rows[SIZE] = kernel.add(kernel.constant(at_most or 0), kernel.negative(facts[-1][1]))
    slack = [row_name(n) for n, (relation, _) in enumerate(facts[:-1]) if relation != "=" and n not in strict]
    slack += [] if active or at_most is None else [SIZE]
    blocks = [matrix(rows, names, [m.of for m in active if m.of and is_vector(m)], "norms")]
    if problem.bias:
        blocks.append(matrix(rows, ["gamma", "b"], [m.of for m in active if m.of and not is_vector(m)], "squares"))
    blocks += [Block(ONE, entries={(0, 0): {((name, 1),): -1}}) for name in slack]
    if at_most is None:
        blocks = [replace(b, price=0.0) for b in blocks] + [Block(ONE, entries={(0, 0): {((SIZE, 1),): 1}})]
    constants: Poly = {((name, 1),): -p[()] for name, p in rows.items() if () in p}
    if problem.bias:
        constants[((UNIT, 1),)] = 1
    return Program([(ONE, constants)], [b for b in blocks if b.basis or not b.kind])


def to_coefficients(p: Poly) -> list[tuple[str, Fraction]]:
    """Return the coefficients of a linear combination of atoms, by name."""
    return [(m[0][0], Fraction(c)) for m, c in p.items()]


def is_vector(m: Multiplier) -> bool:
    """Return whether a multiplier belongs to the squared length of a vector."""
    return not any(name in ("gamma", "b") for name, _ in m.of)


def unit_facts(problem: Problem) -> list[tuple[str, Poly]]:
    """Return the hypotheses, and the square size last, at R = γ = 1, as polynomials of the kernel."""
    dual = Dual(problem, Fraction(0))
    facts = dual.question.statement.context.facts
    one = {"R": kernel.constant(1), "gamma": kernel.constant(1)}
    return [(relation, kernel.substitute(p, one))
            for relation, p in [*(facts[n] for n in dual.names), (">=", dual.goal)]]


def row_name(number: int) -> str:
    """Return the name of a hypothesis' row in the program, for its number."""
    return f"row{number}"


def matrix(rows: Mapping[str, Poly], names: Sequence[str], zero: Iterable[tuple[tuple[str, Fraction], ...]],
           kind: str) -> Block:
    """Return the unknown matrix of the products of these names. The combinations in `zero` are in its null space."""

    def coefficient(p: Poly, a: str, b: str) -> Any:
        if kind == "norms":
            return next((c for m, c in p.items() if m in kernel.gram_of(a, b)), 0)
        wanted = {("gamma", "b"): (("b", 1),), ("b", "b"): (("b", 2),)}.get((a, b))
        return p.get(wanted, 0) if wanted else 0

    entries: dict[tuple[int, int], Poly] = {
        (i, j): {((name, 1),): c for name, p in rows.items() if (c := coefficient(p, a, b))}
        for i, a in enumerate(names) for j, b in enumerate(names[i:], i)
    }
    if kind == "squares":
        entries[0, 0] = {((UNIT, 1),): 1}
    block = Block(ONE, tuple(kernel.atom(n) for n in names), kind, entries)
    null = [[dict(of).get(n.removesuffix("@"), Fraction(0)) for n in names] for of in zero]
    return block.restrict(sums_of_squares.orthogonal_rows(null, len(names))) if null else block


def coordinates(parts: Sequence[tuple[Mapping[str, Fraction], Fraction]], names: Sequence[str]) -> Vectors:
    """Return rational vectors whose Gram matrix is Σ d·of·ofᵀ.

    >>> coordinates([({"a": Fraction(1), "b": Fraction(1, 2)}, Fraction(2))], ["a", "b"])
    {'a': (Fraction(1, 1), Fraction(1, 1)), 'b': (Fraction(1, 2), Fraction(1, 2))}
    """
    columns = [(of, length) for of, d in parts for length in split_into_squares(d)]
    return {name: tuple(of.get(name, Fraction(0)) * length for of, length in columns) for name in names}
