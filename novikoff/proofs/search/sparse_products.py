"""Products of monomials and facts, chosen by the monomials that are missing: linear programs for many variables.

The search looks for an identity of the kernel's rule `poly`, modulo the known equations:

    Σ μⱼ·tⱼ·goal = Σ c·m·(a fact, or a product of two) + Σ c·(a monomial that is not negative) + Σ c·m·(a ± b)²

with monomials m that are not negative: products of squares, square lengths, and variables with a known sign. A product
is a candidate only if it shares a monomial with the goal, or with a product chosen before. Candidates are added round
by round, first the candidates that bring the fewest new monomials. HiGHS solves the program in floats; the products
that it uses are combined exactly. If there is no solution, a semidefinite program combines the same products with
squares, and with square lengths, of combinations of the known terms.

Nothing here has to be trusted. Effort is bounded by counts, never by the clock. Without scipy nothing is found.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from ...algorithms.lazy_numpy import np
from .. import kernel
from ..kernel import Context, Fact, Monomial, Poly, Rational
from . import work
from .ideal_reduction import Quotient, quotient, scale_by, weight_of
from .linear_certificates import (
    ONE,
    WEIGHT,
    Column,
    Term,
    fact_term,
    length_term,
    monomial_term,
    norm_term,
    solve,
    square_term,
)
from .sums_of_squares import (
    Block,
    Program,
    directly_or_by_contradiction,
    identity,
    is_there,
    list_summands,
    multiply_monomials,
    solve_exactly,
)

MOST_PAIRS, MOST_TERMS, MOST_NEEDED, MOST_BASIS, MOST_FACTORED = 40, 80, 120, 16, 6
MOST_BASES, OPTIONS = 80, 3  # products of facts, and how many times as many columns are looked at
SHORT, MOST_SCALED, MOST_LENGTHS = 3, 4, 12  # facts with few terms, which are multiplied by lengths
KINDS = ("squares", "norms")
POSITIVE = 1e-9  # a coefficient that is smaller is taken for 0


@dataclass(frozen=True)
class Effort:
    """The extent of the search: rounds, columns, the weight of the monomial that multiplies a fact, whether there are
    pairs of facts and squares, too, and whether the products are combined with squares of combinations."""

    rounds: int = 2
    columns: int = 800
    weight: int = 6
    pairs: bool = True
    squares: bool = False


@dataclass
class Candidates:
    """Products that cannot be negative, with their normal forms, and the monomials that they have."""

    facts: Mapping[str, Fact]  # no equations among them
    equations: Quotient
    vectors: Sequence[str]
    effort: Effort
    found: dict[tuple[Any, ...], tuple[Term, Poly]] = field(default_factory=dict)
    needed: dict[Monomial, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Collect the atoms that are not negative, and the facts to multiply by monomials."""
        terms = {n: fact_term(n, f) for n, f in self.facts.items()}
        self.signs: dict[str, Term] = {a: length_term(v) for v in self.vectors for ((a, _),) in kernel.gram_of(v, v)}
        several = list[Term]()
        for n, term in terms.items():
            ((m, c),) = term.poly.items() if len(term.poly) == 1 else (((), 0),)
            if len(m) == 1 and m[0][1] == 1 and c == 1 and self.facts[n][0] != "!=":
                self.signs[m[0][0]] = term
            else:
                several.append(term)
        pairs = [a * b for a, b in combinations_with_replacement(several, 2)
                 if len(a.poly) * len(b.poly) <= MOST_TERMS] if self.effort.pairs else []
        pairs = sorted(pairs, key=lambda t: len(t.poly))[:MOST_PAIRS]
        plain = [t for t in several if not any(kernel.shape(a).pair for m in t.poly for a, _ in m)]
        self.short: list[Term] = [t for t in plain if len(t.poly) <= SHORT]
        couples = combinations(map(kernel.atom, self.vectors), 2)
        lengths = [norm_term(kernel.add(u, scale_by(v, (), c))) for u, v in couples for c in (1, -1)]
        scaled = [a * b for a in self.short[:MOST_SCALED] for b in lengths[:MOST_LENGTHS]] if self.effort.pairs else []
        reduced = [(t, self.equations.reduce(t.poly)) for t in (*several, *pairs, *scaled)]
        self.bases: list[tuple[Term, Poly]] = [(t, p) for t, p in reduced if p and len(p) <= MOST_TERMS][:MOST_BASES]

    def grow(self) -> None:
        """Run one more round."""
        options = dict[tuple[Any, ...], tuple[int, int, Term, Term | None, Poly]]()
        needed = list(self.needed)[:MOST_NEEDED]
        for m in needed:
            if ("", m) not in self.found and (term := monomial_term(m, self.signs)) is not None:
                options["", m] = 0, weight_of(m), term, None, {m: 1}
            for key, term, p in self.squares(m) if self.effort.pairs else ():
                if key not in self.found and key not in options:
                    new = sum(n not in self.needed for n in p)
                    options[key] = new, weight_of(m), term, None, p
        for number, (base, p) in enumerate(self.bases):
            work.spend(len(needed) * len(p))
            if len(options) > OPTIONS * self.effort.columns:
                break
            for m, n in product(needed, p):
                factor = quotient(m, n)
                key = number, factor
                if factor is None or key in self.found or key in options or weight_of(factor) > self.effort.weight:
                    continue
                if (term := monomial_term(factor, self.signs)) is None:
                    continue
                value = self.equations.reduce(scale_by(p, factor, 1)) if factor else p
                new = sum(n not in self.needed for n in value)
                options[key] = new, weight_of(factor), base, term, value
        best = sorted(options, key=lambda key: (options[key][:2], str(key)))
        for key in best[: max(0, self.effort.columns - len(self.found))]:
            _, _, base, term, value = options[key]
            self.found[key] = base if term is None or term is ONE else base * term, value
        self.needed |= dict.fromkeys(m for _, p in self.found.values() for m in p)

    def squares(self, m: Monomial) -> Iterator[tuple[tuple[Any, ...], Term, Poly]]:
        """Yield ±(s + t)², or ±‖s + t‖², for two terms s and t whose product is a multiple of the monomial."""
        for (a, e) in m:
            pair = kernel.shape(a).pair
            if pair and pair[0] != pair[1] and e == 1:
                rest = tuple(f for f in m if f[0] != a)
                for s, b, c in self.splits(rest):
                    u: Poly = {kernel.times(b, ((pair[0], 1),)): 1}
                    yield from self.binomials("norms", s, u, {kernel.times(c, ((pair[1], 1),)): 1}, norm_term)
        for s, b, c in self.splits(m):
            if b != c:
                yield from self.binomials("squares", s, {b: 1}, {c: 1}, square_term)

    def binomials(self, kind: str, s: Monomial, u: Poly, v: Poly, made: Any) -> Iterator[tuple[Any, Term, Poly]]:
        """Yield the squares of the sum and of the difference, if all their monomials occur already."""
        sign = monomial_term(s, self.signs)
        for c in (1, -1):
            term = made(kernel.add(u, scale_by(v, (), c)))
            p = self.equations.reduce(scale_by(term.poly, s, 1))
            if sign is not None and p and sum(n not in self.needed for n in p) <= 1:
                yield (kind, s, *u, *v, c), term * sign if s else term, p

    def splits(self, m: Monomial) -> Iterator[tuple[Monomial, Monomial, Monomial]]:
        """Yield s, b and c with  m = s·b·c, where s is a product of different atoms that are not negative."""
        parts = [[(k, n, e - k - n) for k in ((0, 1) if a in self.signs else (0,)) for n in range(e - k + 1)]
                 for a, e in m]
        if len(m) > 4 or sum(e for _, e in m) > 6:
            return
        for chosen in product(*parts):
            s, b, c = (tuple((a, e[n]) for (a, _), e in zip(m, chosen, strict=True) if e[n]) for n in range(3))
            if b <= c:
                yield s, b, c


def combine(times: Sequence[tuple[Term, Poly]], columns: Sequence[tuple[Term, Poly]]) -> list[Rational] | None:
    """Return exact coefficients of some of the multipliers and columns that a linear program in floats uses."""
    from scipy import sparse
    from scipy.optimize import linprog

    unknowns: list[Column] = [{**kernel.negative(p), WEIGHT: 1} for _, p in times] + [dict(p) for _, p in columns]
    rows = {m: n for n, m in enumerate(dict.fromkeys(m for p in unknowns for m in p))}
    count = defaultdict[Monomial, int](int)
    for p in unknowns:
        for m in p:
            count[m] += 1
    work.spend(20 * sum(map(len, unknowns)) + 5000)
    data = [(float(c), rows[m], k) for k, p in enumerate(unknowns) for m, c in p.items()]
    value, at, of = zip(*data, strict=True)
    matrix = sparse.csr_matrix((value, (at, of)), shape=(len(rows), len(unknowns)))
    right = np.zeros(len(rows))
    right[rows[WEIGHT]] = 1.0
    cost = [0.0] * len(times) + [1.0 + 0.1 * sum(weight_of(m) for m in list(p)[:1]) for _, p in columns]
    solution = linprog(cost, A_eq=matrix, b_eq=right, method="highs-ds", options={"maxiter": 20_000})
    if solution.x is None or solution.status != 0:
        return None
    used = [k for k, x in enumerate(solution.x) if x > POSITIVE]
    found = solve([], [unknowns[k] for k in used], {WEIGHT: 1})
    if found is None or not any(c for k, c in zip(used, found[1], strict=True) if k < len(times)):
        return None
    values: list[Rational] = [0] * len(unknowns)
    for k, c in zip(used, found[1], strict=True):
        values[k] = c
    return values


def search_proof(candidates: Candidates, goal: Poly, times: Sequence[tuple[Term, Poly]]) -> dict[str, Any] | None:
    """Return a proof of  goal ≥ 0  with these multipliers, or None."""
    candidates.needed = dict.fromkeys(m for _, p in times for m in p)
    for _ in range(candidates.effort.rounds):
        if work.is_over():
            return None
        before = len(candidates.found)
        candidates.grow()
        if len(candidates.found) == before:
            break
        columns = list(candidates.found.values())
        if (values := combine(times, columns)) is not None:
            multipliers = [(t, c) for (t, _), c in zip(times, values, strict=False) if c]
            summands = [(t, c) for (t, _), c in zip(columns, values[len(times) :], strict=True) if c]
            return identity(candidates.equations, goal, multipliers, summands)
    if not candidates.effort.squares:
        return None
    blocks = [Block(t, entries={(0, 0): p}) for key, (t, p) in candidates.found.items() if key[0] not in KINDS]
    blocks += [b for b in psd_blocks(candidates) if b.basis]
    solved = solve_exactly(Program(list(times), blocks))
    if solved is None:
        return None
    program, exact = solved
    multipliers = [(t, c) for (t, _), c in zip(program.times, exact, strict=False) if c]
    return identity(candidates.equations, goal, multipliers, [(t, c) for t, c, _ in list_summands(program, exact)])


def psd_blocks(candidates: Candidates) -> Iterator[Block]:
    """Return blocks of squares whose monomials occur already, also times single facts. The squares are squares of
    combinations of monomials, and squared lengths of combinations of vectors."""
    needed, modulo = candidates.needed, candidates.equations
    halves: list[Poly] = [{tuple((a, e // 2) for a, e in m): 1} for m in needed if all(e % 2 == 0 for _, e in m)]
    vectors = list[Poly]()
    for m in needed:
        for a, e in m:
            pair = kernel.shape(a).pair
            rest = tuple((b, k) for b, k in m if b != a)
            if pair and pair[0] == pair[1] and e == 1 and all(k % 2 == 0 for _, k in rest):
                vectors.append({kernel.times(tuple((b, k // 2) for b, k in rest), ((pair[0], 1),)): 1})
    for kind, basis in zip(KINDS, (halves, vectors), strict=True):
        basis = sorted(basis, key=lambda q: (weight_of(next(iter(q))), str(q)))[:MOST_BASIS]
        for factor in [ONE, *candidates.short[:MOST_SCALED]]:
            p = modulo.reduce(factor.poly)
            chosen = basis
            if factor is not ONE:
                squares = [(q, modulo.reduce(kernel.product([p, multiply_monomials(kind, q, q)]))) for q in basis]
                chosen = [q for q, value in squares if not needed.keys().isdisjoint(value)][:MOST_FACTORED]
            yield Block.of(factor, p, tuple(chosen), kind, modulo.reduce)


def certificate(context: Context, goal: Fact, effort: Effort, vectors: Sequence[str],
                facts: Sequence[str] | None = None) -> dict[str, Any] | None:
    """Return a proof of a goal that is not an equation, directly or by contradiction, or None if none is found."""
    if not is_there() or goal[0] == "=":
        return None
    known = {n: f for n, f in context.facts.items()
             if (facts is None or n in facts) and (context.at_index or not kernel.is_indexed(f[1]))}

    def multipliers(of: Mapping[str, Fact], p: Poly, modulo: Quotient) -> list[tuple[Term, Poly]]:
        strict = [ONE, *(fact_term(n, f) for n, f in of.items() if f[0] != ">=")][:8]
        terms = [a * b if a is not ONE else b for a, b in combinations_with_replacement(strict, 2)]
        values = [(t, modulo.reduce(kernel.product([t.poly, p]))) for t in terms if len(t.poly) <= MOST_TERMS]
        return [(t, value) for t, value in values if value and len(value) <= MOST_TERMS]

    def search(of: Mapping[str, Fact], modulo: Quotient, p: Poly) -> dict[str, Any] | None:
        if not (rest := modulo.reduce(p)):
            return identity(modulo, p, [(ONE, 1)], [])
        times = multipliers(of, rest, modulo)
        return search_proof(Candidates(of, modulo, vectors, effort), p, times) if times else None

    return directly_or_by_contradiction(context, goal, known, search)
