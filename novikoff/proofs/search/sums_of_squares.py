"""Sums of squares: certificates that a semidefinite program suggests and that are then rounded to exact ones.

The search looks for an identity of the kernel's rule `poly`, modulo the known equations:

    Σ μⱼ·tⱼ·goal = Σ c·(products of facts) + Σ f·⟨Q_f, m mᵀ⟩ + Σ f·⟨P_f, Gram(v)⟩

with μ, c ≥ 0, positive semidefinite Q_f and P_f for products f of facts, scalar monomials m and vector monomials v.
A real variable, a root and a vector weigh 1, an inner product 2; the strength of a search bounds the weight of every
product. Facts about every index are multiplied by squares under the sum as well.

How:
    presolve    sets an unknown to 0 if all terms that could balance it have its sign, again and again
    solve       clarabel, first for short certificates, then for central ones
    rounding    all but a basis of the unknowns become simple fractions, the basis follows exactly; LDLᵀ decides
    faces       where rounding fails, each block is restricted to the exact complement of its numerical null space

Nothing here has to be trusted. Effort is bounded by sizes and iterations, never by the clock. Without clarabel
(extra `solvers`) nothing is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from ...algorithms.lazy_numpy import np
from ...algorithms.optional_packages import are_installed
from .. import kernel
from ..kernel import Context, Fact, Monomial, Poly, Rational
from ..statements.vector_language import atoms_of, write_fact, write_poly
from . import work
from .ideal_reduction import Quotient, add_polynomials, scale_by, weight_of
from .linear_certificates import ONE, Sight, Term, fact_term, leading_columns, norm_term, poly_proof, square_term
from .proof_json import fresh_name, negation

MAX_ROWS, MAX_UNKNOWNS, MAX_BLOCK, MAX_PRODUCTS, MAX_ENTRIES = 500, 2000, 50, 400, 20_000
ITERATIONS = 80
DENOMINATORS = (1, 2, 4, 12, 60, 1000, 10**5)
TINY = 1e-6  # what is smaller in a numerical solution is taken for 0
FACES, MAX_SOLVED = 3, 10  # how often a program is restricted to a face, and how many are solved
NORMAL: Monomial = (("normal", 0),)  # the row that normalises the multipliers of the goal
PRIME = 2**61 - 1
NOT = "not"


@dataclass(frozen=True)
class Strength:
    """The extent of the search: the weight of a product, the number of its facts, and whether it has squares, too."""

    weight: int
    factors: int = 2
    squares: bool = True


@dataclass(frozen=True)
class Block:
    """The unknown positive semidefinite combination of products of basis elements, times a product of facts."""

    term: Term
    basis: tuple[Poly, ...] = ()  # none: a single unknown c ≥ 0
    kind: str = ""  # "squares" or "norms" of basis elements
    entries: Mapping[tuple[int, int], Poly] = field(default_factory=dict)  # i <= j; twice the product if i < j
    summed: bool = False  # over the index
    price: float = 1.0  # of a unit of its trace, in the search for short certificates

    @classmethod
    def of(cls, term: Term, p: Poly, basis: tuple[Poly, ...], kind: str, reduce: Callable[[Poly], Poly]) -> Block:
        """Return the block of a term with value p and of a basis of monomials; `reduce` gives the normal forms."""
        known: dict[tuple[tuple[Monomial, Any], ...], Poly] = {}  # many pairs of monomials have the same product

        def value(q: Poly) -> Poly:
            if (key := tuple(q.items())) not in known:
                known[key] = reduce(add_polynomials(*(scale_by(p, m, c) for m, c in key)))
            return known[key]

        if not kind:
            return cls(term, entries={(0, 0): value({(): 1})})
        entries = {(i, j): scale_by(value(multiply_monomials(kind, a, b)), (), 1 if i == j else 2)
                   for i, a in enumerate(basis) for j, b in enumerate(basis[i:], i)}
        return cls(term, basis, kind, entries)

    @property
    def size(self) -> int:
        """Return the number of rows of its matrix."""
        return max(1, len(self.basis))

    def restrict(self, rows: Sequence[Sequence[Rational]]) -> Block:
        """Return the block with combinations of its basis elements as the new basis."""
        basis, entries = tuple(_combine_basis(row, self.basis) for row in rows), {}
        supports = [[(k, c) for k, c in enumerate(row) if c] for row in rows]
        for i, a in enumerate(supports):
            for j, b in enumerate(supports[i:], i):
                factors: dict[tuple[int, int], Rational] = {}
                for k, c in a:
                    for n, d in b:  # an entry off the diagonal is twice the product
                        place = (min(k, n), max(k, n))
                        half = 1 if k == n else Fraction(1, 2)
                        factors[place] = factors.get(place, 0) + c * d * half * (1 if i == j else 2)
                entries[i, j] = add_polynomials(*(scale_by(self.entries[at], (), c) for at, c in factors.items() if c))
        return replace(self, basis=basis, entries=entries)

    def keep(self, places: Sequence[int]) -> Block:
        """Return the block with only the basis elements at these places."""
        new = {old: n for n, old in enumerate(places)}
        entries = {(new[i], new[j]): p for (i, j), p in self.entries.items() if i in new and j in new}
        return replace(self, basis=tuple(self.basis[n] for n in places), entries=entries)


def multiply_monomials(kind: str, a: Poly, b: Poly) -> Poly:
    """Return the product of two monomials, or for "norms" the inner product of two monomials with a vector."""
    return kernel.gram(a, b) if kind == "norms" else {kernel.times(*a, *b): 1}


def _combine_basis(row: Sequence[Rational], basis: Sequence[Poly]) -> Poly:
    return add_polynomials(*(scale_by(p, (), c) for c, p in zip(row, basis, strict=True) if c))


def is_there() -> bool:
    """Return whether the solver is installed."""
    return are_installed("clarabel", "scipy")


# --- weights and candidates -----------------------------------------------------------------------


def max_weight(p: Poly) -> int:
    """Return the largest weight of a monomial."""
    return max(map(weight_of, p), default=0)


def monomials(atoms: Sequence[str], most: int, flat: bool = False) -> Iterator[Monomial]:
    """Yield all monomials in the atoms up to a weight (with `flat` a degree), the lightest first."""
    found: list[list[Monomial]] = [[()]]
    yield ()
    for w in range(1, most + 1):
        fresh = dict.fromkeys(
            kernel.times(m, ((a, 1),))
            for a in atoms if (step := 1 if flat else weight_of(((a, 1),))) <= w for m in found[w - step]
        )
        found.append(list(fresh))
        yield from fresh


@dataclass
class Search:
    """One goal, the known facts, and the allowed products of facts."""

    facts: Mapping[str, Fact]  # no equations among them
    quotient: Quotient
    goal: Poly
    vectors: Sequence[str]  # names that end in @
    strength: Strength
    summing: bool = False  # may facts about every index be summed?

    def __post_init__(self) -> None:
        """Prepare the facts and collect all atoms; a fact at an index is used as it is, unless it is to be summed."""
        self.plain: dict[str, Fact] = {
            n: f for n, f in self.facts.items() if not (self.summing and kernel.is_indexed(f[1]))
        }
        everything = [self.goal, *(f[1] for f in self.facts.values()), *self.quotient.polynomials()]
        self.atoms: list[str] = sorted(atoms_of(*everything))

    def products(self, facts: Mapping[str, Fact]) -> list[tuple[Term, Poly]]:
        """Return 1, the facts, and their products up to the weight, with their normal forms."""
        single = [fact_term(n, f) for n, f in facts.items()]
        found, layer = [(ONE, ONE.poly)], [(ONE, ONE.poly, 0)]
        for count in range(self.strength.factors):
            fresh = []
            for term, _, first in layer:
                for n, t in enumerate(single[first:], first):
                    if not count or max_weight(term.poly) + max_weight(t.poly) <= self.strength.weight + 2:
                        p = self.quotient.reduce((product := term * t).poly)
                        if not count or max_weight(p) <= self.strength.weight:
                            fresh.append((product, p, n))
            layer = fresh[:MAX_PRODUCTS]
            found += [(t, p) for t, p, _ in layer]
        return found[:MAX_PRODUCTS]

    def times(self) -> list[tuple[Term, Poly]]:
        """Return the multipliers of the goal, each with its product with the goal."""
        strict = {n: f for n, f in self.plain.items() if f[0] != ">="}
        found = [(t, self.quotient.reduce(kernel.product([p, self.goal]))) for t, p in self.products(strict)]
        return [(t, value) for t, value in found if t is ONE or max_weight(value) <= self.strength.weight]

    def blocks(self) -> Iterator[Block]:
        """Yield the blocks of everything that cannot be negative."""
        scalars = [a for a in self.atoms if not kernel.is_indexed(kernel.atom(a)) or not self.summing]
        for term, p in self.products(self.plain):
            most = (self.strength.weight - max_weight(p)) // 2
            yield from self.multiples(term, p, scalars, self.vectors, most)
        entries = self.atoms_under_sums() if self.summing else []
        if not entries:
            return
        everywhere = Sight.of(map(kernel.atom, self.atoms)).vectors
        vectors = sorted(v for v in everywhere if not v.startswith("#"))
        for term, p in self.products(self.facts):
            most = max(1, (self.strength.weight - max_weight(p)) // 2)
            yield from self.multiples(term, p, [*entries, *scalars], vectors, most, summed=True)

    def multiples(self, term: Term, p: Poly, atoms: Sequence[str], vectors: Sequence[str], most: int,
                  summed: bool = False) -> Iterator[Block]:
        """Yield the blocks of a product of facts: the product alone, the product times squares, and the product times
        squared lengths. A product that is 0 because of the equations has none."""
        if not p:
            return
        if term is not ONE and (not summed or kernel.is_indexed(p)):
            yield self.block(term, p, (), "", summed)
        if not self.strength.squares and term is not ONE:
            return
        scalar: list[Poly] = [{m: 1} for m in monomials(atoms, most, summed) if self.quotient.monomial(m) == {m: 1}]
        if summed and term is ONE:
            scalar = [q for q in scalar if q != {(): 1}]
        if len(scalar) > 1 or (scalar and summed):
            yield self.block(term, p, tuple(scalar[:MAX_BLOCK]), "squares", summed)
        factors = [m for m in monomials(atoms, most - 1, summed) if self.quotient.monomial(m) == {m: 1}]
        vector: list[Poly] = [{kernel.times(m, ((v, 1),)): 1} for m in factors for v in vectors]
        if most > 0 and vector:
            yield self.block(term, p, tuple(vector[:MAX_BLOCK]), "norms", summed)

    def block(self, term: Term, p: Poly, basis: tuple[Poly, ...], kind: str, summed: bool) -> Block:
        """Return a block with its entries computed."""
        work.spend(5 * len(basis) ** 2 * len(p))
        reduce = self.quotient.reduce
        made = Block.of(term, p, basis, kind, (lambda q: reduce(kernel.sum_over(q))) if summed else reduce)
        return replace(made, summed=summed)

    def atoms_under_sums(self) -> list[str]:
        """Return the entries a[i] and x[i]@w that occur anywhere."""
        found = {a for a in self.atoms if kernel.is_indexed(kernel.atom(a))}
        for a in self.atoms:
            kind, inner, _ = kernel.shape(a)
            found |= {b for m in inner for b, _ in m} if kind == "sum" else set()
        return sorted(found)


# --- the program ------------------------------------------------------------------------------------


@dataclass
class Program:
    """Non-negative multipliers of the goal and blocks such that all monomials cancel."""

    times: list[tuple[Term, Poly]]
    blocks: list[Block]

    def presolve(self) -> Program:
        """Return the program without the unknowns that must be 0. An unknown must be 0 if everything that could balance
        one of its monomials has the same sign."""
        times, blocks = list(self.times), list(self.blocks)
        while True:
            signs: dict[Monomial, set[int]] = {}
            for _, p in times:
                for m, c in p.items():
                    signs.setdefault(m, set()).add(-1 if c > 0 else 1)
            for block in blocks:
                for (i, j), p in block.entries.items():
                    for m, c in p.items():
                        signs.setdefault(m, set()).update({1, -1} if i != j else {1 if c > 0 else -1})
            alone = {m for m, s in signs.items() if len(s) == 1}
            if not alone:
                return Program(times, blocks)
            times = [(t, p) for t, p in times if not p.keys() & alone]
            places = [[n for n in range(b.size) if not b.entries[n, n].keys() & alone] for b in blocks]
            smaller = [b.keep(p) if b.kind else b for b, p in zip(blocks, places, strict=True) if p]
            blocks = [b for b in smaller if b.entries and (b.kind == "" or b.basis)]

    @property
    def unknowns(self) -> list[Poly]:
        """Return the coefficient of each unknown in all rows, in the order of the columns."""
        columns = [{**kernel.negative(p), NORMAL: 1} for _, p in self.times]
        return columns + [b.entries.get((i, j), {}) for b in self.blocks for i, j in upper_triangle(b.size)]

    def rows(self) -> list[Monomial]:
        """Return the monomials, one for each row."""
        return sorted({m for p in self.unknowns for m in p})

    def is_small(self) -> bool:
        """Return whether the program is small enough to solve."""
        count = len(self.times) + sum(b.size * (b.size + 1) // 2 for b in self.blocks)
        return bool(self.times) and count <= MAX_UNKNOWNS and len(self.rows()) <= MAX_ROWS

    def to_matrices(self, values: Sequence[Any]) -> list[list[list[Any]]]:
        """Return the matrix of each block."""
        matrices, n = [], len(self.times)
        for b in self.blocks:
            matrix = [[values[0]] * b.size for _ in range(b.size)]
            for i, j in upper_triangle(b.size):
                matrix[i][j] = matrix[j][i] = values[n]
                n += 1
            matrices.append(matrix)
        return matrices


def upper_triangle(size: int) -> list[tuple[int, int]]:
    """Return the places of the upper triangle, column by column, in clarabel's order."""
    return [(i, j) for j in range(size) for i in range(j + 1)]


def solve_numerically(program: Program, central: bool) -> list[float] | None:
    """Return a numerical solution, or None; the solver's status proves nothing."""
    import clarabel
    from scipy import sparse

    rows = {m: n for n, m in enumerate(program.rows())}
    work.spend(20 * sum(map(len, program.unknowns)) + len(rows) * len(program.unknowns))
    columns, scale, cost = program.unknowns, [1.0] * len(program.times), [0.0] * len(program.times)
    for b in program.blocks:
        scale += [1.0 if i == j else 0.5**0.5 for i, j in upper_triangle(b.size)]
        cost += [0.0 if i != j or central else b.price for i, j in upper_triangle(b.size)]
    norms = [max((abs(float(p[m])) for p in columns if m in p), default=1.0) for m in rows]
    data = [(rows[m], k, float(c) * scale[k] / norms[rows[m]]) for k, p in enumerate(columns) for m, c in p.items()]
    at, of, value = zip(*data, strict=True)
    count = len(columns)
    matrix = sparse.vstack([
        sparse.csc_matrix((value, (at, of)), shape=(len(rows), count)), -sparse.identity(count, format="csc"),
    ]).tocsc()
    right = np.zeros(len(rows) + count)
    right[rows[NORMAL]] = 1.0
    cones = [clarabel.ZeroConeT(len(rows)), clarabel.NonnegativeConeT(len(program.times))]
    cones += [clarabel.PSDTriangleConeT(b.size) if b.size > 1 else clarabel.NonnegativeConeT(1) for b in program.blocks]
    settings = clarabel.DefaultSettings()
    settings.verbose, settings.max_iter, settings.max_threads = False, ITERATIONS, 1
    quadratic = sparse.csc_matrix((count, count))
    solution = clarabel.DefaultSolver(quadratic, np.array(cost), matrix, right, cones, settings).solve()
    if "Infeasible" in str(solution.status) or not np.all(np.isfinite(solution.x)):
        return None
    return [float(x) * s for x, s in zip(solution.x, scale, strict=True)]


# --- exact solutions ----------------------------------------------------------------------------------


def round_exactly(program: Program, near: Sequence[float]) -> list[Fraction] | None:
    """Return exact values of all unknowns close to `near`, with positive semidefinite blocks, or None."""
    for small in (True, False):
        zero = {n for n, x in enumerate(near) if small and abs(x) < TINY}
        order = sorted((n for n in range(len(near)) if n not in zero), key=lambda n: -abs(near[n]))
        if (system := row_reduce(program, order)) is None:
            continue
        for denominator in DENOMINATORS:
            values = round_unknowns(system, order, near, denominator)
            matrices = program.to_matrices(values)
            if min(values[: len(program.times)]) < 0 or not all(map(is_nearly_psd, matrices)):
                continue
            if all(ldl_decompose(matrix) is not None for matrix in matrices):
                return values
    return None


@dataclass
class System:
    """The equations between unknowns, solved for some of them, the pivots: square·pivots + rest·others = right."""

    pivots: list[int]
    others: list[int]
    square: Any  # matrices over the rational numbers
    rest: Any
    right: Any


def find_pivots(columns: Sequence[Mapping[int, Rational]], height: int) -> list[int]:
    """Return the first columns that are independent modulo a prime, which makes them independent over the rational
    numbers. Exact elimination takes a hundred times longer, since its numbers grow."""
    from flint import nmod_mat

    matrix = nmod_mat(height, len(columns), PRIME)
    for k, column in enumerate(columns):
        for n, c in column.items():
            matrix[n, k] = c.numerator * pow(c.denominator, -1, PRIME) % PRIME
    return leading_columns(*matrix.rref())


def row_reduce(program: Program, order: list[int]) -> System | None:
    """Return the equations solved for the first unknowns that determine them; None if they contradict each other."""
    from flint import fmpq_mat

    unknowns, rows = program.unknowns, {m: n for n, m in enumerate(program.rows())}
    columns = [{rows[m]: c for m, c in unknowns[n].items()} for n in order]
    columns.append({rows[NORMAL]: 1})
    pivots = find_pivots(columns, len(rows))
    work.spend(2 * len(rows) * len(order) + len(rows) * len(order) * len(pivots) / 500)
    if pivots and pivots[-1] == len(order):
        return None
    across = [{k: columns[p][n] for k, p in enumerate(pivots) if n in columns[p]} for n in range(len(rows))]
    kept = {n: i for i, n in enumerate(find_pivots(across, len(pivots)))}

    def part(some: Sequence[int]) -> Any:
        matrix = fmpq_mat(len(kept), len(some))
        for k, p in enumerate(some):
            for n, c in columns[p].items():
                if n in kept:
                    matrix[kept[n], k] = _to_fmpq(c)
        return matrix

    fixed = set(pivots)
    others = [k for k in range(len(order)) if k not in fixed]
    return System(pivots, others, part(pivots), part(others), part([len(order)]))


def round_unknowns(system: System, order: list[int], near: Sequence[float], denominator: int) -> list[Fraction]:
    """Return rounded values of the other unknowns, and the values of the pivots that follow."""
    from flint import fmpq_mat

    values, right = [Fraction(0)] * len(near), system.right
    for k in system.others:
        values[order[k]] = Fraction(round(near[order[k]] * denominator), denominator)
    if system.others:
        free = fmpq_mat(len(system.others), 1, [_to_fmpq(values[order[k]]) for k in system.others])
        right = right - system.rest * free
    solution = system.square.solve(right)
    for i, k in enumerate(system.pivots):
        values[order[k]] = Fraction(int(solution[i, 0].p), int(solution[i, 0].q))
    return values


def is_nearly_psd(matrix: Sequence[Sequence[Fraction]]) -> bool:
    """Return whether no eigenvalue is clearly negative; the test is cheap and proves nothing."""
    floats = np.array([[float(x) for x in row] for row in matrix])
    return bool(np.linalg.eigvalsh(floats)[0] > -TINY * max(1.0, np.abs(floats).max()))


def ldl_decompose(matrix: Sequence[Sequence[Fraction]]) -> list[tuple[Fraction, list[Fraction]]] | None:
    """Return d > 0 and rows l with  matrix = Σ d·l lᵀ, or None if the matrix is not positive semidefinite."""
    a, parts = [list(row) for row in matrix], []
    for k in range(len(a)):
        d = a[k][k]
        if d < 0 or (not d and any(a[k][k:])):
            return None
        if not d:
            continue
        row = [Fraction(0)] * k + [x / d for x in a[k][k:]]
        parts.append((d, row))
        support = [j for j in range(k, len(a)) if row[j]]
        for i in support:
            for j in support:
                a[i][j] -= d * row[i] * row[j]
    return parts


def faces(program: Program, near: Sequence[float]) -> Iterator[Program]:
    """Yield programs in which each block is restricted to where its numerical solution is not singular."""
    for cut, denominator in ((1e-6, 12), (1e-5, 60), (1e-3, 12)):
        blocks = []
        for block, matrix in zip(program.blocks, program.to_matrices(list(near)), strict=True):
            if not block.kind:
                blocks += [block] if matrix[0][0] > cut else []
            elif rows := complement_rows(matrix, cut, denominator):
                blocks.append(block if len(rows) == block.size else block.restrict(rows))
        yield Program(program.times, blocks).presolve()


def complement_rows(matrix: Sequence[Sequence[float]], cut: float, denominator: int) -> list[list[Fraction]]:
    """Return exact rows that span the complement of a numerical matrix's null space."""
    size = len(matrix)
    values, vectors = np.linalg.eigh(np.array(matrix))
    null = vectors[:, values < cut * max(1.0, values[-1])].T
    identity = [[Fraction(int(i == j)) for j in range(size)] for i in range(size)]
    if not len(null):
        return identity
    echelon = null.copy()
    for r in range(len(echelon)):  # reduced echelon form, complete pivoting
        k = int(np.argmax(np.abs(echelon[r:]).max(axis=0)))
        best = r + int(np.argmax(np.abs(echelon[r:, k])))
        if abs(echelon[best, k]) < 1e-3:
            return identity
        echelon[[r, best]] = echelon[[best, r]]
        echelon[r] /= echelon[r, k]
        others = [i for i in range(len(echelon)) if i != r]
        echelon[others] -= np.outer(echelon[others, k], echelon[r])
    return orthogonal_rows([[Fraction(float(x)).limit_denominator(denominator) for x in row] for row in echelon], size)


def orthogonal_rows(rows: Sequence[Sequence[Rational]], size: int) -> list[list[Fraction]]:
    """Return exact rows that span the orthogonal complement of some rows of this size."""
    from flint import fmpq_mat

    reduced, rank = fmpq_mat(len(rows), size, [_to_fmpq(x) for row in rows for x in row]).rref()
    pivots = leading_columns(reduced, rank)
    found = []
    for k in (k for k in range(size) if k not in pivots):  # N·b = 0 with b[k] = 1
        b = [Fraction(int(k == j)) for j in range(size)]
        for i, p in enumerate(pivots):
            b[p] = -Fraction(int(reduced[i, k].p), int(reduced[i, k].q))
        found.append(b)
    return found


def _to_fmpq(x: Rational) -> Any:
    from flint import fmpq

    return fmpq(x.numerator, x.denominator)


def solve_exactly(program: Program, inside: bool = False) -> tuple[Program, list[Fraction]] | None:
    """Return the program, or a face of it, with an exact solution, or None. With `inside` only a central solution
    counts."""
    todo = [(program.presolve(), central, FACES) for central in (False, True)[inside:]]
    for _ in range(MAX_SOLVED):
        if not todo:
            return None
        here, central, depth = todo.pop(0)
        if not here.is_small() or (near := solve_numerically(here, central)) is None:
            continue
        if (values := round_exactly(here, near)) is not None:
            return here, values
        if central and depth:
            todo += [(face, True, depth - 1) for face in faces(here, near)]
    return None


# --- certificates -----------------------------------------------------------------------------------


def list_summands(program: Program, values: Sequence[Fraction]) -> Iterator[tuple[Term, Rational, bool]]:
    """Yield the summands with their coefficients, and whether each is summed over the index."""
    for block, matrix in zip(program.blocks, program.to_matrices(values), strict=True):
        for d, row in ldl_decompose(matrix) or ():
            term = block.term
            if block.kind:
                of = _combine_basis(row, block.basis)
                term = term * (norm_term(of) if block.kind == "norms" else square_term(of))
            yield term, d, block.summed


def identity(
    quotient: Quotient, goal: Poly, times: Sequence[tuple[Term, Rational]], summands: Sequence[tuple[Term, Rational]],
    known: Mapping[str, tuple[Poly, Poly]] | None = None,
) -> dict[str, Any] | None:
    """Return the proof of  Σ c·times·goal = Σ c·summands + multiples of equations, or None if it is false.

    known    further equations by name, each with its multiple; the multiples of the `quotient` equations are computed
    """
    more = {} if known is None else known
    left = add_polynomials(*(scale_by(kernel.product([t.poly, goal]), (), c) for t, c in times))
    right = [scale_by(t.poly, (), -c) for t, c in summands] + [kernel.product([{(): -1}, p, q])
                                                               for p, q in more.values()]
    by = quotient.multiples(add_polynomials(left, *right))
    if by is None or not times:
        return None
    by |= {name: q for name, (_, q) in more.items()}
    return poly_proof(times, summands, [{"fact": name, "by": write_poly(p)} for name, p in by.items()])


def write_proof(search: Search, program: Program, values: Sequence[Fraction]) -> dict[str, Any] | None:
    """Return the proof, in which the facts under the sum come first, or None."""
    multipliers = [(t, c) for (t, _), c in zip(program.times, values, strict=False) if c]
    before, summands = list[dict[str, Any]](), list[tuple[Term, Rational]]()
    for n, (term, c, summed) in enumerate(list_summands(program, values)):
        if summed:
            value = scale_by(term.poly, (), c)
            why = {"rule": "poly", "sum": [term.json(c)]}
            before.append({"rule": "have", "name": f"each{n}", "fact": write_fact((">=", value)), "why": why})
            before.append({"rule": "sum", "fact": f"each{n}", "name": f"sum{n}"})
            term, c = Term(facts=(f"sum{n}",), poly=kernel.sum_over(value)), 1
        summands.append((term, c))
    proof = identity(search.quotient, search.goal, multipliers, summands)
    for node in reversed(before if proof else []):
        proof = {**node, "then": proof}
    return proof


def search_proof(search: Search) -> dict[str, Any] | None:
    """Return a proof, or None if this search finds none."""
    if not search.goal:
        return write_proof(search, Program([(ONE, {})], []), [Fraction(1)])
    blocks = list[Block]()
    for block in search.blocks():
        blocks.append(block)
        if sum(len(b.entries) for b in blocks) > MAX_ENTRIES or work.is_over():
            return None
    found = solve_exactly(Program(search.times(), blocks))
    return found and write_proof(search, *found)


def certificate(context: Context, goal: Fact, strength: Strength, vectors: Sequence[str],
                facts: Sequence[str] | None = None) -> dict[str, Any] | None:
    """Return a proof of a goal that is not an equation, directly or by contradiction, or None if none is found.

    vectors    whose combinations may be squared
    facts      the names of the facts that may be used; None: all
    """
    summing = not context.at_index and not kernel.is_indexed(goal[1])
    known = {n: f for n, f in context.facts.items() if facts is None or n in facts}
    return directly_or_by_contradiction(
        context, goal, known, lambda signed, modulo, p: search_proof(
            Search(signed, modulo, p, vectors, strength, summing)))


def directly_or_by_contradiction(
    context: Context, goal: Fact, facts: Mapping[str, Fact],
    search: Callable[[Mapping[str, Fact], Quotient, Poly], dict[str, Any] | None],
) -> dict[str, Any] | None:
    """Return a proof of a goal that is not an equation, or None if none is found.

    search    gets the facts without equations, the polynomials modulo the equations, and p; it returns a proof of p ≥ 0
    """
    signed = {n: f for n, f in facts.items() if f[0] != "="}
    equations = {n: p for n, (relation, p) in facts.items() if relation == "="}
    name, (relation, p) = fresh_name(NOT, context.facts), negation(goal)
    modulo = Quotient({**equations, name: p} if relation == "=" else equations)
    if goal[0] == ">=" and (found := search(signed, modulo, goal[1])):
        return found
    if relation != "=":
        signed[name] = relation, p
    then = search(signed, modulo, {(): -1})
    return then and {"rule": "contra", "name": name, "then": then}
