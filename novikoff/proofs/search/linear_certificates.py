"""The search for certificates. The kernel checks each certificate, so the search need not be trusted.

A certificate is an identity  times·goal = Σ products of facts, squares, norms + Σ multiples of equations.
Its unknown coefficients enter linearly, so that once a list of candidate products is chosen, an exact
linear program over Q decides whether one exists. The candidates come from the reasons given for a step; without
reasons, from all facts, then from their pairwise products. If this fails for an equation, a Gröbner basis is tried.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import combinations_with_replacement, repeat
from operator import mul
from typing import Any, TypeVar

from .. import kernel
from ..kernel import Context, Fact, Monomial, Poly, Rational
from ..statements.vector_language import atoms_of, sort_monomials, write_poly
from . import work
from .factoring import factors_of
from .ideal_reduction import Quotient, quotient
from .proof_json import fresh_name, quote

T = TypeVar("T")
Column = dict[Monomial, Rational]
WEIGHT: Monomial = (("weight", 0),)  # the row that normalises a sum of coefficients to 1
MAX_COLUMNS = 600
MAX_CELLS = 60_000  # of a linear program; what is larger is not tried
QUICK_CELLS, QUICK_PIVOTS = 24_000, 100  # of one that is to be solved quickly


@dataclass(frozen=True)
class Hints:
    """The facts that a step may use, by name (None: all), and products to try."""

    facts: tuple[str, ...] | None = None
    products: tuple[tuple[str | Term, ...], ...] = ()
    terms: tuple[Term, ...] = ()  # which are never negative
    times: tuple[tuple[str, ...], ...] = ()
    laws: tuple[tuple[Poly, Poly], ...] = ()
    also: tuple[str, ...] = ()  # facts that are used too if these do not suffice
    quick: bool = False  # small linear programs with few steps, and no Gröbner basis


@dataclass(slots=True)
class Term:
    """A candidate product (immutable): its factors, its value, and its sign."""

    facts: tuple[str, ...] = ()
    squares: tuple[Poly, ...] = ()
    norms: tuple[Poly, ...] = ()
    exponentials: tuple[Poly, ...] = ()
    remainders: tuple[tuple[Poly, Poly, int], ...] = ()
    poly: Poly = field(default_factory=lambda: kernel.constant(1))
    strict: bool = True

    def json(self, coefficient: Rational) -> dict[str, Any]:
        """Return the term with its coefficient, for the kernel."""
        remainders = [{"of": write_poly(p), "at": write_poly(q), "degree": degree} for p, q, degree in self.remainders]
        parts = {"facts": list(self.facts), "squares": [*map(write_poly, self.squares)],
                 "norms": [*map(write_poly, self.norms)], "exponentials": [*map(write_poly, self.exponentials)],
                 "remainders": remainders}
        data: dict[str, Any] = {} if coefficient == 1 else {"c": str(coefficient)}
        return data | {part: factors for part, factors in parts.items() if factors}

    def __mul__(self, other: Term) -> Term:
        return Term(self.facts + other.facts, self.squares + other.squares, self.norms + other.norms,
                    self.exponentials + other.exponentials, self.remainders + other.remainders,
                    kernel.product([self.poly, other.poly]), self.strict and other.strict)


ONE = Term()


def fact_term(name: str, fact: Fact) -> Term:
    """Return a fact as a factor; an inequation counts with its square."""
    relation, p = fact
    return Term(facts=(name,), poly=kernel.product([p, p]) if relation == "!=" else p, strict=relation != ">=")


def square_term(p: Poly) -> Term:
    """Return the square of p as a factor."""
    return Term(squares=(p,), poly=kernel.product([p, p]), strict=False)


def norm_term(v: Poly) -> Term:
    """Return ⟨v, v⟩ as a factor."""
    return Term(norms=(v,), poly=kernel.gram(v, v), strict=False)


def exponential_term(p: Poly) -> Term:
    """Return exp(p) as a factor."""
    return Term(exponentials=(p,), poly=kernel.exponential(p))


def tangent_term(p: Poly, q: Poly, degree: int) -> Term:
    """Return exp(p) minus its Taylor polynomial at q as a factor."""
    return Term(remainders=((p, q, degree),), poly=kernel.remainder(p, q, degree), strict=False)


def length_term(vector: str) -> Term:
    """Return the term ⟨v, v⟩ ≥ 0 for a vector variable, without computing."""
    return Term(norms=(kernel.atom(vector),), poly=kernel.gram_of(vector, vector), strict=False)


def monomial_term(m: Monomial, signs: Mapping[str, Term]) -> Term | None:
    """Return a positive multiple of a monomial, as a product of a square and of atoms with a sign; None if an odd power
    has no sign. The factor is the coefficient in `.poly`."""
    if not all(e % 2 == 0 or a in signs for a, e in m):
        return None
    root = tuple((a, e // 2) for a, e in m if e > 1)
    return reduce(mul, (signs[a] for a, e in m if e % 2), square_term({root: 1}) if root else ONE)


@dataclass
class Sight:
    """The vectors (variables, and sums of vectors) and the exponents in some polynomials."""

    vectors: set[str] = field(default_factory=set)
    exponents: list[Poly] = field(default_factory=list)

    @classmethod
    def of(cls, polys: Iterable[Poly]) -> Sight:
        """Return what occurs in polynomials, also under sums and in exponents."""
        found = cls()
        for name in atoms_of(*polys):
            found.look(name)
        found.exponents.sort(key=lambda p: [(kernel.spelled(m), str(c)) for m, c in sort_monomials(p).items()])
        return found

    def look(self, name: str) -> None:
        """Add what occurs in an atom."""
        if name.endswith("@") and not name.startswith("#"):
            self.vectors.add(name)
        kind, inner, _ = kernel.shape(name)
        if kind != "variable":
            if kind == "exp" and inner not in self.exponents:
                self.exponents.append(inner)
            for part in {part for m in inner for part, _ in m}:
                self.look(part)


def sums_of_vectors(vectors: Sequence[str]) -> Iterator[tuple[dict[str, Any], Poly]]:
    """Yield the equation ⟨Σu, v⟩ − Σ⟨u, v⟩ = 0 for each sum among the vectors, as the kernel reads it."""
    plain = [v for v in vectors if not kernel.is_indexed(kernel.atom(v))]
    yield from (_unfold_sum(s, v) for s in vectors if kernel.shape(s).kind == "sum" for v in plain)


@lru_cache(1000)
def _unfold_sum(total: str, v: str) -> tuple[dict[str, Any], Poly]:
    u, other = kernel.shape(total).inner, kernel.atom(v)
    return {"sum": {"of": write_poly(u), "with": write_poly(other)}}, kernel.unfolded(u, other)


def laws_of_exponents(
    exponents: Sequence[Poly], asked: Iterable[tuple[Poly, Poly]]
) -> Iterator[tuple[dict[str, Any], Poly]]:
    """Yield exp(p + q) − exp(p)·exp(q) = 0 for the given pairs, and for pairs whose sum occurs too or is 0."""
    pairs = [pq for pq in combinations_with_replacement(exponents, 2) if kernel.add(*pq) in [*exponents, {}]]
    for p, q in [*asked, *pairs]:
        yield {"law": {"of": write_poly(p), "and": write_poly(q)}}, kernel.power_law(p, q)


class Equations(dict[str, Poly]):
    """Equations by name, with the multiples that were requested."""

    def __init__(self, *given: Mapping[str, Poly]) -> None:
        super().__init__({name: p for table in given for name, p in table.items()})
        self.made: dict[tuple[str, Monomial], Column] = {}

    def multiple(self, name: str, m: Monomial) -> Column:
        """Return minus a monomial times an equation; the result is cached, so do not change it."""
        if (name, m) not in self.made:
            self.made[name, m] = {kernel.times(m, n): -c for n, c in self[name].items()}
        return self.made[name, m]


class Problem:
    """A goal and the facts that its proof may use."""

    def __init__(self, context: Context, goal: Fact, hints: Hints):
        """Collect the facts, without the facts about single indices that the kernel would refuse."""
        at_index = context.at_index or kernel.is_indexed(goal[1])
        self.relation: str = goal[0]
        self.goal: Poly = goal[1]
        usable = {n: f for n, f in context.facts.items() if at_index or not kernel.is_indexed(f[1])}
        chosen = usable if hints.facts is None else {n: usable[n] for n in hints.facts if n in usable}
        chosen = {n: f for n, f in usable.items() if n.endswith((".def", ".sign"))} | chosen
        equations = {n: f[1] for n, f in chosen.items() if f[0] == "="}
        self.signed: list[Term] = [fact_term(n, f) for n, f in chosen.items() if f[0] != "="]
        self.hinted: list[Term] = [*(self.product(usable, names) for names in hints.products), *hints.terms]
        self.multipliers: list[Term] = [self.product(usable, names) for names in hints.times]
        self.automatic: bool = hints.facts is None
        self.quick: bool = hints.quick
        seen = Sight.of([self.goal, *(f[1] for f in chosen.values()), *(t.poly for t in self.hinted)])
        self.vectors: list[str] = sorted(v for v in seen.vectors if at_index or not kernel.is_indexed(kernel.atom(v)))
        exponents = [p for p in seen.exponents if at_index or not kernel.is_indexed(p)]
        self.signed += map(exponential_term, exponents)
        if self.automatic and len(exponents) <= 3:
            points = [*exponents, Poly()]
            self.hinted += [tangent_term(p, q, 1) for p in points for q in points if p != q]
        schemas = [*sums_of_vectors(self.vectors), *laws_of_exponents(exponents, hints.laws)]
        self.schemas: list[tuple[dict[str, Any], Poly]] = schemas
        self.sources: dict[str, dict[str, Any]] = {name: {"fact": name} for name in equations}
        self.sources |= {f"schema {number}": source for number, (source, _) in enumerate(self.schemas)}
        known = {f"schema {number}": p for number, (_, p) in enumerate(schemas)}
        self.equations: Equations = Equations(equations, known)

    def product(self, facts: dict[str, Fact], names: Sequence[str | Term]) -> Term:
        """Return the product of named facts and of terms."""
        term = ONE
        for name in names:
            term = term * (fact_term(name, facts[name]) if isinstance(name, str) else name)
        return term

    def attempts(self) -> Iterator[tuple[list[Term], list[Term]]]:
        """Yield larger and larger lists of (multipliers of the goal, candidate summands), beginning with the hints."""
        strict = [t for t in self.signed if t.strict]
        lengths = [length_term(v) for v in self.vectors]
        simple = [ONE, *self.hinted, *self.signed, *lengths]
        scaled = [ONE, *self.multipliers, *(strict if self.relation in (">=", "=") else self.signed)]
        first = [] if self.relation == "=" else simple
        if self.multipliers:
            yield scaled, first
        yield [ONE], first
        if self.relation != "=":
            yield [ONE], self.factor()
        if not self.multipliers:
            yield scaled, first
        if self.relation == "=":
            return
        factors = [*self.signed, *self.hinted] + (lengths if self.automatic else [])
        factors = factors[:24]
        pairs = [a * b for a, b in combinations_with_replacement(factors, 2)]
        squares = [square_term({m: 1}) for m in sorted({m for m in self.monomials() if m})] if self.automatic else []
        yield [ONE], [*simple, *pairs, *squares]
        doubled = [*scaled, *(a * b for a, b in combinations_with_replacement(strict, 2))]
        yield doubled, [*simple, *pairs, *squares]
        if self.automatic or self.multipliers:
            differences = self.differences() if self.automatic else []
            yield doubled, [*simple, *pairs, *squares, *differences]
            if self.quick:
                return
            few = factors[:9]
            yield doubled, [*simple, *pairs, *(a * b * c for a, b, c in combinations_with_replacement(few, 3))]

    def factor(self) -> list[Term]:
        """Return the goal as a square times lengths and facts, if it has that form, as ⟨v, v⟩ ≥ 0 has for v = c·w."""
        (sign, factors), term = factors_of(self.goal), ONE
        if sign < 0 or not factors:
            return []
        for p, power in factors:
            known = [t for t in (*self.signed, *(length_term(v) for v in self.vectors)) if t.poly == p]
            if power % 2 and not known:
                return []
            for t in known[:1] * (power % 2) + [square_term(p)] * (power // 2):
                term = term * t
        return [term]

    def differences(self) -> list[Term]:
        """Return the norms of sums and differences of vectors, and the squares of sums and differences of variables."""
        names = self.vectors[:6]
        pairs = [(kernel.atom(a), kernel.atom(b)) for i, a in enumerate(names) for b in names[:i]]
        norms = [norm_term(kernel.add(a, s)) for a, b in pairs for s in (b, kernel.negative(b))]
        single = [m for m in sorted(self.monomials()) if sum(e for _, e in m) == 1][:8]
        reals: list[Poly] = [{m: 1} for m in single]
        mixed = [(a, b) for i, a in enumerate(reals) for b in [*reals[:i], kernel.constant(1)]]
        return norms + [square_term(kernel.add(a, s)) for a, b in mixed for s in (b, kernel.negative(b))]

    def monomials(self) -> set[Monomial]:
        """Return monomials of low degree in the goal's own atoms, whose squares may help."""
        atoms = sorted(atoms_of(self.goal))[:8]
        return {((a, 1),) for a in atoms} | {tuple(sorted({a: 1, b: 1}.items())) for i, a in enumerate(atoms)
                                             for b in atoms[:i]}


def certificate(context: Context, goal: Fact, hints: Hints) -> dict[str, Any] | None:
    """Return a `poly` proof of the goal, or None if no candidate list yields one."""
    for name, fact in context.facts.items():
        if fact == goal and (hints.facts is None or name in hints.facts):
            return quotation(name, fact, context)
    problem = Problem(context, goal, hints)
    plainly: list[tuple[str, Monomial]] = [(name, ()) for name in problem.equations]
    tries = ((lists, multiples) for number, lists in enumerate(_drop_duplicates(problem.attempts()))
             for multiples in ([plainly, None] if plainly and (number == 0 or problem.schemas) else [None]))
    found = next(filter(None, (solve_coefficients(problem, *lists, multiples) for lists, multiples in tries)), None)
    return found or (None if hints.quick else ideal_certificate(problem))


def _drop_duplicates(lists: Iterable[T]) -> Iterator[T]:
    seen: list[T] = []
    for each in lists:
        if each not in seen:
            seen.append(each)
            yield each


def ideal_certificate(problem: Problem) -> dict[str, Any] | None:
    """Return an equation, or a contradiction, as a combination of equations by a Gröbner basis, or None."""
    if not problem.equations or not (problem.relation == "=" or (problem.relation, problem.goal) == kernel.FALSE):
        return None
    multiples = None
    with suppress(kernel.Rejected):  # it takes too long
        multiples = Quotient(problem.equations).multiples(problem.goal)
    if multiples is None:
        return None
    ideal = [{**problem.sources[name], "by": write_poly(p)} for name, p in multiples.items()]
    return {"rule": "poly", "ideal": ideal}


def quotation(name: str, fact: Fact, context: Context) -> Any:
    """Return the proof of a goal that is literally a known fact."""
    if fact[0] != "!=":
        return quote(name, fact[0])
    zero = fresh_name("zero", context.facts)
    square = {"fact": zero, "by": write_poly(kernel.negative(fact[1]))}
    return {"rule": "contra", "name": zero, "then": {"rule": "poly", "times": [{"facts": [name]}], "ideal": [square]}}


def solve_coefficients(problem: Problem, times: list[Term], terms: list[Term],
                       multiples: list[tuple[str, Monomial]] | None = None) -> dict[str, Any] | None:
    """Solve for the coefficients: Σ μ·times·goal - Σ c·terms - Σ λ·equations = 0, with μ, c ≥ 0. `multiples` are the
    monomials by which each equation is multiplied; by default, the monomials that may help."""
    if len(times) + len(terms) > MAX_COLUMNS:
        return None
    needs_strict = problem.relation in (">", "!=")  # of the summands; else of the goal's multipliers
    left: list[Column] = [dict(problem.goal if t is ONE else kernel.product([t.poly, problem.goal])) for t in times]
    right: list[Column] = [kernel.negative(t.poly) for t in terms]
    weighty = [c for c, t in zip(right, terms, strict=True) if t.strict] if needs_strict else left
    for column in weighty:  # the sum of their coefficients is 1: they must not all vanish
        column[WEIGHT] = 1
    for tried in propose_multiples(problem.equations, left + right) if multiples is None else [multiples]:
        free = [problem.equations.multiple(name, m) for name, m in tried]
        mixed, found = solve(free, left + right, {WEIGHT: 1}, problem.quick) or ([], [])
        mu, c = found[: len(times)], found[len(times) :]
        if any(mu):  # else the hypotheses contradict each other, at best; the kernel takes that by contradiction only
            break
    else:
        return None
    by: dict[str, Poly] = {}
    for (name, m), value in zip(tried, mixed, strict=True):
        if value:
            by[name] = kernel.add(by.get(name, {}), {m: value})
    ideal = [{**problem.sources[name], "by": write_poly(p)} for name, p in by.items()]
    chosen, summands = ([(t, value) for t, value in zip(of, values, strict=True) if value]
                        for of, values in ((times, mu), (terms, c)))
    return poly_proof(chosen, summands, ideal)


def poly_proof(times: Iterable[tuple[Term, Rational]], summands: Iterable[tuple[Term, Rational]],
               ideal: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a `poly` proof, given products with their coefficients, and multiples of equations."""
    multipliers = [t.json(c) for t, c in times]
    parts = {"times": [] if multipliers == [{}] else multipliers, "sum": [t.json(c) for t, c in summands],
             "ideal": ideal}
    return {"rule": "poly", **{part: found for part, found in parts.items() if found}}


def propose_multiples(equations: Equations, columns: Iterable[Column]) -> Iterator[list[tuple[str, Monomial]]]:
    """Yield first the multiples of equations that rewrite the columns, which mostly suffice, and then the closure."""
    rounds = closure(equations, columns)
    first = next(rounds, [])
    yield first
    if further := [multiple for each in rounds for multiple in each]:
        yield first + further


def closure(equations: Equations, columns: Iterable[Column]) -> Iterator[list[tuple[str, Monomial]]]:
    """Yield multiples of equations whose leading monomials occur among the columns, now or after further multiples are
    added. The first multiples rewrite the columns, the next ones rewrite the new monomials, and so on."""
    leading = {name: leaders(name, p) for name, p in equations.items()}
    seen: set[Monomial] = {m for column in columns for m in column if m != WEIGHT}
    if seen <= {()}:  # nothing but a contradiction is asked for: the equations themselves must yield it
        seen = set().union(*equations.values())
    frontier, done = set(seen), set[tuple[str, Monomial]]()
    for _ in range(4):
        fresh, made = set[Monomial](), list[tuple[str, Monomial]]()
        monomials = sorted(frontier)
        having = index_by_atom(monomials)
        for name in sorted(leading):
            for factor in quotients(monomials, having, leading[name]):
                if (name, factor) in done:
                    continue
                if len(done) > MAX_COLUMNS:
                    yield made
                    return
                done.add((name, factor))
                made.append((name, factor))
                fresh |= equations.multiple(name, factor).keys() - seen
        if not made:
            return
        yield made
        seen |= fresh
        frontier = fresh


def index_by_atom(monomials: Sequence[Monomial]) -> dict[str, set[int]]:
    """Return the positions of the monomials in which each atom occurs."""
    found = defaultdict[str, set[int]](set)
    for place, m in enumerate(monomials):
        for atom, _ in m:
            found[atom].add(place)
    return found


def quotients(monomials: Sequence[Monomial], having: dict[str, set[int]],
              divisors: list[Monomial]) -> Iterator[Monomial]:
    """Yield the quotients of the monomials by each divisor that divides them. Only monomials with all atoms of the
    divisor are tried."""
    common = (set.intersection(*(having[atom] for atom, _ in divisor)) for divisor in divisors)
    for place, number in sorted([(place, number) for number, found in enumerate(common) for place in found]):
        if (factor := quotient(monomials[place], divisors[number])) is not None:
            yield factor


def leaders(name: str, p: Poly) -> list[Monomial]:
    """Return the monomials of an equation by which other terms are rewritten. These are all monomials except the
    constant; for a definition, the monomials with the defined number."""
    defined = name.removesuffix(".def")
    monomials = [m for m in p if m]
    return [m for m in monomials if any(atom == defined for atom, _ in m)] or monomials


def solve(free: list[Column], signed: list[Column], target: Column,
          quick: bool = False) -> tuple[list[Rational], list[Rational]] | None:
    """Return exact x (any sign) and y >= 0 with  Σ free·x + Σ signed·y = target ≠ 0, or None. None also means that the
    computation would take too long.

    Gauss–Jordan elimination (python-flint) removes the free unknowns; the rest is the dual simplex method
    with zero costs and Bland's rule, which ends for every input.

    >>> solve([], [{(): 1}, {(): -2}], {(): 3})
    ([], [Fraction(3, 1), 0])
    """
    columns, first = [*free, *signed, target], len(free)
    if len(set[Monomial]().union(*columns)) * len(columns) > (QUICK_CELLS if quick else MAX_CELLS):
        return None
    work.spend(5 * sum(map(len, columns)))
    kept = needed_columns(columns)
    if kept[-1:] != [len(columns) - 1]:
        return None
    matrix = row_reduce([columns[j] for j in kept])
    few = bisect_left(kept, first)
    found = matrix and simplex(*matrix, few, QUICK_PIVOTS if quick else None)
    if not found:
        return None
    values: list[Rational] = [0] * (len(columns) - 1)
    for n, value in found.items():
        values[kept[n]] = Fraction(int(value.p), int(value.q))
    return values[:first], values[first:]


def needed_columns(columns: list[Column]) -> list[int]:
    """Return the positions of the columns that can be used.

    If a row contains only one column, the unknown of this column is 0, and the column is dropped. This is repeated
    until there is no such row. If the last column, the target, is dropped, there is no solution.
    """
    where = defaultdict[Monomial, set[int]](set)
    for j, column in enumerate(columns):
        for m in column:
            where[m].add(j)
    alone = [row for row in where.values() if len(row) == 1]
    for row in alone:  # which gets longer
        for j in list(row):
            for m in columns[j]:
                where[m].discard(j)
                if len(where[m]) == 1:
                    alone.append(where[m])
    return sorted(set[int]().union(*where.values()))


def row_reduce(columns: list[Column]) -> tuple[Any, list[int]] | None:
    """Return the matrix of the columns in reduced row echelon form, with the column in which each row begins. Return
    None if a row begins in the last column: then there is no solution."""
    from flint import fmpq, fmpq_mat

    place = {m: i for i, m in enumerate(dict.fromkeys(m for column in columns for m in column))}
    work.spend(2 * len(place) * len(columns))
    matrix = fmpq_mat(len(place), len(columns))
    for j, column in enumerate(columns):
        for m, value in column.items():
            matrix[place[m], j] = value if type(value) is int else fmpq(value.numerator, value.denominator)
    reduced, rank = matrix.rref()
    basis = leading_columns(reduced, rank)
    return None if basis[-1:] == [len(columns) - 1] else (reduced, basis)


def leading_columns(reduced: Any, rank: int) -> list[int]:
    """Return the column in which each row of an echelon form begins."""
    found, j = list[int](), 0
    for i in range(rank):
        while reduced[i, j] == 0:
            j += 1
        found.append(j)
    return found


def simplex(reduced: Any, basis: list[int], first: int, most: int | None) -> dict[int, Any] | None:
    """Return a solution whose unknowns from `first` on are >= 0 (all others are 0), or None. None means that
    there is none, or none after `most` pivots. The rows of unknowns of any sign are used only at the end, since
    their values follow from the others.
    """
    last, free = reduced.ncols() - 1, bisect_left(basis, first)
    tableau = [[reduced[i, j] for j in range(first, last + 1)] for i in range(free, len(basis))]
    bases = basis[free:]
    for _ in repeat(None) if most is None else repeat(None, most):
        short = [i for i, row in enumerate(tableau) if row[-1] < 0]
        if not short:
            signed = {j: row[-1] for j, row in zip(bases, tableau, strict=True) if row[-1]}
            others = (reduced[i, last] - sum(reduced[i, j] * v for j, v in signed.items()) for i in range(free))
            return signed | dict(zip(basis[:free], others, strict=True))
        leaving = min(short, key=bases.__getitem__)
        entering = next((j for j, value in enumerate(tableau[leaving][:-1]) if value < 0), None)
        if entering is None:
            return None
        _pivot(tableau, leaving, entering)
        bases[leaving] = first + entering
    return None


def _pivot(tableau: list[list[Any]], r: int, c: int) -> None:
    """Make column c a unit column with its 1 in row r."""
    work.spend(len(tableau) * len(tableau[r]) / 5)
    scale = tableau[r][c]
    tableau[r] = [value / scale for value in tableau[r]]
    support = [j for j, value in enumerate(tableau[r]) if value]
    for i, row in enumerate(tableau):
        factor = row[c]
        if i != r and factor:
            for j in support:
                row[j] -= factor * tableau[r][j]
