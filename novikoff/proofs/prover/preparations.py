"""Preparations: facts to add and cases to split before the search for sums of squares.

A preparation takes a sequent and a prover for the remaining sequent. It returns a proof of the whole, or None. A
preparation proves each fact that it adds. One without a split is written as a function of a sequent (`@preparation`).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations, islice, permutations
from math import prod

from .. import kernel
from ..kernel import Fact, Poly, constant
from ..search.factoring import square_root
from ..search.ideal_reduction import quotient
from ..search.linear_certificates import ONE, Hints, Term, certificate, fact_term, norm_term, sums_of_vectors
from ..search.proof_json import quote, split_cases
from ..statements.vector_language import atoms_of, write_poly
from .direct_proofs import prove_briefly
from .sequents import (
    Json,
    Preparation,
    Sequent,
    Then,
    divide,
    in_turn,
    minus,
    opposite,
    preparation,
    product,
    prove_by_contradiction,
    prove_by_identity,
    rewrite,
    sum_over_index,
    with_facts,
    zero_or_positive,
)

MOST_VECTORS, MOST_LENGTHS, MOST_MAGNITUDES, MOST_PIECES, MOST_ORDERED = 5, 4, 4, 8, 3
MOST_SUMMED, MOST_UNFOLDED = 12, 30


def add_hints(terms: Sequence[Term]) -> Preparation:
    """Add terms that cannot be negative as facts, so that they are multiplied with others too."""
    facts: list[tuple[Fact, Json]] = [((">=", t.poly), {"rule": "poly", "sum": [t.json(1)]}) for t in terms]
    return preparation(lambda s: with_facts(s, "hint", facts))


@preparation
def unfold_sums(s: Sequent) -> Sequent:
    """Add ⟨Σu, v⟩ = Σ⟨u, v⟩ for all sums of vectors that occur."""
    found = [(source, value) for source, value in sums_of_vectors(s.everywhere()) if value][:MOST_UNFOLDED]
    return with_facts(s, "sum", ((("=", value), {"rule": "poly", "ideal": [{**source, "by": "1"}]})
                                 for source, value in found))


@preparation
def equal_vectors(s: Sequent) -> Sequent:
    """Add ⟨g, v⟩ = 0 for every vector v and every g with ⟨g, g⟩ = 0.

    With t = ⟨g, v⟩ ≠ 0 and l = 1 + ⟨v, v⟩:  2t² + t²⟨v, v⟩ + ‖t·v - l·g‖² = l²⟨g, g⟩.
    """
    for name, g, v in [(name, gap, v) for name, gap in s.gaps.items() for v in all_vectors(s, gap)][:30]:
        value = kernel.gram(g, kernel.atom(v))
        larger = kernel.add(constant(1), kernel.gram_of(v, v))
        length = norm_term(minus(product(kernel.atom(v), value), product(g, larger)))
        n = opposite(s, ("=", value))
        why = prove_by_contradiction(s, ("=", value), [n] * 2, [n * norm_term(kernel.atom(v)), length], [name])
        s = s.have(s.fresh(f"{name} {v[:-1]}"), ("=", value), why)
    return s.hiding(s.gaps)


def all_vectors(s: Sequent, g: Poly) -> list[str]:
    """Return the vectors to pair with g. Vectors with an index are among them only if g has an index too, or in a proof
    for one index."""
    named = sorted({*s.everywhere(), *(n for n in s.context.names if n.endswith("@"))})
    return [v for v in named if not kernel.is_indexed(kernel.atom(v)) or kernel.is_indexed(g) or s.context.at_index]


def magnitudes(s: Sequent, then: Then) -> Json | None:
    """Split on the sign of t for each root of t² from abs, max or min; for entries, add |t| ≥ ±t."""
    found = squares_under_roots(s)
    each = [] if s.context.at_index else [(root, t) for root, t in found if "[i]" in root]
    roots = [pair for pair in found if pair not in each]
    signed = [(root, p) for root, t in each for p in (t, kernel.negative(t))]

    def use(here: Sequent, pair: tuple[str, Poly], go_on: Then) -> Json | None:
        return split_sign(here, *pair, f"{pair[0]}.def", lambda inner, _name, _value: go_on(inner))

    enough = found and len(roots) <= MOST_MAGNITUDES
    return bound_roots(s, signed).prove(lambda here: in_turn(here, roots, use, then)) if enough else None


def squares_under_roots(s: Sequent) -> list[tuple[str, Poly]]:
    """Return the roots of squares, each with the number that is squared."""
    return [(root, t) for root, p in s.defined("sqrt").items() if (t := square_root(p))]


def split_sign(s: Sequent, root: str, t: Poly, square: str, then: Callable[[Sequent, str, Poly], Json | None]
               ) -> Json | None:
    """Split into t ≥ 0, where the root of t² is t, and t ≤ 0; `then` gets the name of that equation, and ±t.

    square    name of the equation that the square of the root is t²
    """
    case = s.fresh(f"{root}.case")

    def arm(p: Poly) -> Json | None:
        inner, value = s.knowing(case, (">=", p)), minus(kernel.atom(root), p)
        sign, name = inner.term(f"{root}.sign") * inner.term(case), inner.fresh(f"{root}.value")
        n = opposite(inner, ("=", value))  # (r - t)⁴ = (r² - t²)² - 4rt·(r - t)²
        why = prove_by_contradiction(inner, ("=", value), [n * n], [sign * n] * 4, [square])
        return why and inner.have(name, ("=", value), why).prove(lambda k: then(k, name, p))

    return split_cases(t, case, ((sign, arm(p)) for sign, p in ((">=", t), ("<=", kernel.negative(t)))))


def piecewise(s: Sequent, then: Then) -> Json | None:
    """Split on the sign of each t with a root of t², and put ±t for the root in the goal and in the hypotheses. A proof
    by few products is tried before each further split. Return None without roots of squares, or with more than
    MOST_PIECES.
    """
    roots = [(root, t) for root, t in squares_under_roots(s) if "[i]" not in root or s.context.at_index]

    def step(here: Sequent, todo: Sequence[tuple[str, Poly]], known: Mapping[str, Poly]) -> Json | None:
        if known and (proof := prove_briefly(here)):
            return proof
        if not todo:
            return then(here)
        root, t = todo[0]
        squares = [n for n in here.facts if n.startswith(f"{root}.def")]
        if not squares:  # the replacement may have removed the root from the goal
            return step(here, todo[1:], known)
        t, square = kernel.substitute(t, known), squares[-1]

        def put(inner: Sequent, name: str, p: Poly) -> Json | None:
            here = inner.hiding([square])
            others = [n for n in here.facts if n not in (name, f"{root}.sign")]
            changed = rewrite(here, others, lambda q: replace_root(q, name, root, p), "put")
            return changed.prove(lambda last: step(last.hiding([name]), todo[1:], {**known, root: p}))

        return split_sign(here, root, t, square, put)

    return step(s, roots, {}) if 0 < len(roots) <= MOST_PIECES else None


def replace_root(p: Poly, name: str, root: str, t: Poly) -> tuple[Poly, dict[str, Poly]]:
    """Return p with t for an atom, and the multiple q of the equation  root - t = 0  that this subtracts."""
    parts = list[Poly]()
    for m, c in p.items():
        e, rest = dict(m).get(root, 0), {tuple(f for f in m if f[0] != root): c}
        parts += [product(rest, *([kernel.atom(root)] * k), *([t] * (e - 1 - k))) for k in range(e)]
    q = kernel.add(*parts)
    return minus(p, product(q, minus(kernel.atom(root), t))), {name: q} if q else {}


@preparation
def put_values(s: Sequent) -> Sequent:
    """Put p for a number x in the goal, if an equation x = p with sums or exponentials defines x."""
    defined = {name for d in s.definitions for name in (*d.names, *d.facts)}
    for name, p in s.equations.items() if s.goal[0] != "!=" else ():
        relation, goal = s.goal
        is_closed = name not in defined and any("(" in a for a in atoms_of(p))
        named = atoms_of(p) & atoms_of(goal) if is_closed else set()
        for x in sorted(a for a in named - defined if kernel.shape(a).kind == "variable" and ((a, 1),) in p):
            by = product(divide(goal, x), constant(1 / Fraction(p[(x, 1),])))
            changed, label = minus(goal, product(by, p)), s.fresh("put")
            if x not in kernel.variables(changed):
                s = s.reduce_to(label, (relation, changed), partial(quote, label, relation, {name: by}))
                break
    return s


def bound_roots(s: Sequent, signed: Iterable[tuple[str, Poly]]) -> Sequent:
    """Add r ≥ p for roots r of p²: with n = p - r > 0,  n² + 2rn = p² - r² = 0."""
    for root, p in signed:
        goal: Fact = ">=", minus(kernel.atom(root), p)
        n, sign = opposite(s, goal), s.term(f"{root}.sign")
        why = prove_by_contradiction(s, goal, [n * n], [sign * n] * 2, [f"{root}.def"])
        s = s.have(s.fresh(f"{root}.bound"), goal, why)
    return s


@preparation
def intervals(s: Sequent) -> Sequent | None:
    """Add -c ≤ t ≤ c for |t| ≤ c if |t| is not in the goal; return None without such a fact."""
    roots = dict(squares_under_roots(s))
    free = [root for root in roots if root not in kernel.variables(s.goal[1])]
    found = [(n, root) for n, (relation, p) in s.facts.items() for root in free
             if relation == ">=" and p.get(((root, 1),), 0) < 0]
    signed = [(n, root, q) for n, root in found for q in (roots[root], kernel.negative(roots[root]))]
    if not found:
        return None
    s = bound_roots(s, [(root, q) for _, root, q in signed])
    for name, root, q in signed:
        bound, (_, p) = minus(kernel.atom(root), q), s.context.facts[name]
        source = next(n for n, fact in s.context.facts.items() if fact == (">=", bound))
        size = -p[((root, 1),)]
        why = {"rule": "poly", "sum": [{"facts": [name]}, {"c": str(size), "facts": [source]}]}
        s = s.have(s.fresh(f"{name} inside"), (">=", kernel.add(p, product(bound, constant(size)))), why)
    gone = {root for _, root in found}
    return s.hiding(n for n, (_, p) in s.facts.items() if kernel.variables(p) & gone)


@preparation
def termwise(s: Sequent) -> Sequent | None:
    """Show term by term that a sum is not negative, or is 0; return None if the goal is not a sum."""
    relation, p = s.goal
    terms = [term_of(m, c) for m, c in p.items()]
    if s.context.at_index or relation not in (">=", "=") or not all(terms):
        return None
    each = relation, kernel.add(*(term for term in terms if term))
    if not kernel.is_indexed(each[1]) or kernel.sum_over(each[1]) != p:
        return None
    name, total = s.fresh("each"), s.fresh("total")
    inside = replace(s, context=replace(s.context, at_index=True))
    last = {"rule": "sum", "fact": name, "name": total, "then": quote(total, relation)}
    return inside.reduce_to(name, each, lambda: last)


def term_of(m: kernel.Monomial, c: kernel.Rational) -> Poly | None:
    """Return the summand in a term of a polynomial, or None if the term is not one sum."""
    sums = [(a, e) for a, e in m if kernel.shape(a).kind == "sum"]
    if len(sums) != 1 or sums[0][1] != 1:
        return None
    return product(kernel.shape(sums[0][0]).inner, {tuple(f for f in m if f != sums[0]): c})


@preparation
def sum_equations(s: Sequent) -> Sequent:
    """Add sums of multiples of equations for every index, if they replace terms under sums."""
    if s.context.at_index or kernel.is_indexed(s.goal[1]):
        return s
    equations = {n: p for n, p in s.equations.items() if kernel.is_indexed(p)}
    monomials = {m for p in [s.goal[1], *(f[1] for f in s.facts.values())] for m in p}
    for name, factor in islice(replacing_equations(equations, monomials), MOST_SUMMED):
        value, total = product(equations[name], factor), s.fresh(f"sum of {name}")
        why = {"rule": "poly", "ideal": [{"fact": name, "by": write_poly(factor)}]}
        s = sum_over_index(s, s.fresh(f"{name} times"), ("=", value), why, total)
    return s


def replacing_equations(
    equations: Mapping[str, Poly], monomials: Iterable[kernel.Monomial]
) -> Iterator[tuple[str, Poly]]:
    """Yield equations with monomials by which one of their terms becomes a term under a sum."""
    shapes = (kernel.shape(a) for monomial in monomials for a, _ in monomial)
    under = {m for kind, inner, _ in shapes if kind == "sum" for m in inner}
    done = set[tuple[str, kernel.Monomial]]()
    for _ in range(2):
        for name, p in equations.items():
            for m, n in ((m, n) for m in sorted(under) for n in p):
                factor = quotient(m, n)
                if n and factor is not None and (name, factor) not in done:
                    done.add((name, factor))
                    under |= set(product(p, {factor: 1}))
                    yield name, {factor: 1}


def cauchy_schwarz(s: Sequent, pairs: Iterable[tuple[str, Poly, Poly]]) -> Sequent:
    """Add ⟨u, v⟩² ≤ ⟨u, u⟩⟨v, v⟩ for named pairs of vectors."""
    for name, u, v in pairs:
        s = s.citing(name, "cauchy-schwarz", {"u@": u, "v@": v})
    return s


@preparation
def lengths(s: Sequent) -> Sequent | None:
    """Add ±⟨u, v⟩ ≤ ‖u‖‖v‖ for pairs of independent vectors whose lengths are mentioned."""
    bounded_above = {m[0][0] for m, c in s.goal[1].items() if len(m) == 1 and c < 0}
    return bound_products(s, independent(s.lengths, bounded_above))


@preparation
def all_lengths(s: Sequent) -> Sequent | None:
    """Add ±⟨u, v⟩ ≤ ‖u‖‖v‖ for all vectors with rational coefficients whose lengths are mentioned."""
    return bound_products(s, [r for r, v in s.lengths.items() if all(len(m) == 1 for m in v)])


def bound_products(s: Sequent, chosen: Sequence[str]) -> Sequent | None:
    """Add ±⟨u, v⟩ ≤ ‖u‖‖v‖ for these lengths; return None if they are fewer than two."""
    vector, pairs = s.lengths, [(f"cs {a} {b}", a, b) for a, b in combinations(chosen[:MOST_LENGTHS], 2)]
    if not pairs:
        return None
    s = cauchy_schwarz(s, [(n, vector[a], vector[b]) for n, a, b in pairs])
    for name, a, b, sign in [(*pair, sign) for pair in pairs for sign in (1, -1)]:
        inner = product(kernel.gram(vector[a], vector[b]), constant(sign))
        goal: Fact = ">=", minus(product(kernel.atom(a), kernel.atom(b)), inner)
        n, size = opposite(s, goal), s.term(f"{a}.sign") * s.term(f"{b}.sign")
        summands = [*[size * n] * 2, s.term(name)]  # n² + 2‖u‖‖v‖n + (‖u‖²‖v‖² - ⟨u, v⟩²) = 0 for n = ⟨u, v⟩ - ‖u‖‖v‖
        why = prove_by_contradiction(s, goal, [n * n], summands, [f"{a}.def", f"{b}.def"])
        s = s.have(s.fresh(f"{name} {'+' if sign > 0 else '-'}"), goal, why)
    return s.hiding(name for name, _, _ in pairs)


def independent(lengths_of: Mapping[str, Poly], last: Collection[str] = ()) -> list[str]:
    """Return roots whose vectors are linearly independent for general values of the reals, the simplest first."""
    rows, chosen = list[dict[str, Fraction]](), list[str]()
    for root in sorted(lengths_of, key=lambda r: (r in last, len(lengths_of[r]), r)):
        row = general(lengths_of[root])
        for other in rows:
            lead = next(iter(other))
            factor = row.get(lead, Fraction(0)) / other[lead]
            row = {v: c for v in {**row, **other} if (c := row.get(v, 0) - factor * other.get(v, 0))}
        if row:
            rows.append(row)
            chosen.append(root)
    return chosen


def general(v: Poly) -> dict[str, Fraction]:
    """Return the coefficients of a vector at a point at which little cancels."""
    found: dict[str, Fraction] = {}
    for x, m, c in kernel.parts(v):
        value = prod((Fraction(sum(map(ord, a)) % 97 + 2, 7) ** e for a, e in m), start=Fraction(c))
        found[x] = found.get(x, Fraction(0)) + value
    return {x: c for x, c in found.items() if c}


@preparation
def pairs(s: Sequent) -> Sequent | None:
    """Add Cauchy–Schwarz for the vector variables."""
    named = s.vectors()[:MOST_VECTORS]
    if len(named) < 2:
        return None
    couples = combinations(named, 2)
    return cauchy_schwarz(s, ((f"cs {u[:-1]} {v[:-1]}", kernel.atom(u), kernel.atom(v)) for u, v in couples))


@preparation
def find_orders(s: Sequent) -> Sequent:
    """Add x > z, or x ≥ z, if a linear combination of facts shows it of two atoms of the goal, as for x > y and y ≥
    z."""
    names = sorted(atoms_of(s.goal[1]))
    for a, b in permutations(names, 2) if len(names) <= MOST_ORDERED else ():
        facts: list[Fact] = [(relation, minus(kernel.atom(a), kernel.atom(b))) for relation in (">", ">=")]
        new = [] if any(fact in s.facts.values() for fact in facts) else facts
        proofs = ((fact, certificate(s.context, fact, Hints(tuple(s.facts), quick=True))) for fact in new)
        s = with_facts(s, "order", islice(((fact, why) for fact, why in proofs if why), 1))
    return s


@preparation
def determinants(s: Sequent) -> Sequent | None:
    """Add det ≥ 0 for the Gram matrices of three vectors a, b, c. If ⟨a, a⟩ > 0, Cauchy–Schwarz for ⟨a, a⟩b - ⟨a, b⟩a
    and ⟨a, a⟩c - ⟨a, c⟩a is ⟨a, a⟩³ times that; if ⟨a, a⟩ = 0, it is 0."""
    named = s.vectors()[:4]
    for three in combinations(named, 3):
        s = s.have(s.fresh("det"), (">=", determinant(*three)), determinant_proof(s, *three))
    return s if len(named) > 2 else None


def determinant(a: str, b: str, c: str) -> Poly:
    """Return the determinant of the Gram matrix of three vectors."""
    g = kernel.gram_of
    plus = [(g(a, a), g(b, b), g(c, c)), (g(a, b), g(b, c), g(a, c)), (g(a, b), g(b, c), g(a, c))]
    less = [(g(a, a), g(b, c), g(b, c)), (g(b, b), g(a, c), g(a, c)), (g(c, c), g(a, b), g(a, b))]
    return kernel.add(*map(kernel.product, plus), *(kernel.negative(kernel.product(p)) for p in less))


def determinant_proof(s: Sequent, a: str, b: str, c: str) -> Json | None:
    """Return a proof that the determinant is not negative, or None."""
    name, length = s.fresh("cs"), kernel.gram_of(a, a)
    goal: Fact = (">=", determinant(a, b, c))
    u, v = (minus(product(kernel.atom(x), length), product(kernel.atom(a), kernel.gram_of(a, x))) for x in (b, c))

    def zero(here: Sequent, case: str) -> Json | None:
        there = replace(here, gaps={case: kernel.atom(a)})
        return equal_vectors(there, lambda k: prove_by_identity(k, goal, [ONE], [], k.equations))

    def positive(here: Sequent, case: str) -> Json | None:
        factor = fact_term(case, (">", length))
        return cauchy_schwarz(here, [(name, u, v)]).prove(
            lambda k: prove_by_identity(k, goal, [factor * factor * factor], [k.term(name)], []))

    bare = Sequent(replace(s.context, facts={}), goal)
    return zero_or_positive(bare, length, [norm_term(kernel.atom(a))], zero, positive, s.fresh("case"))
