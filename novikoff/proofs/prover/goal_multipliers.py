"""Multipliers of the goal, and the cases where they vanish: s·(A - B) ≥ 0 where s > 0, and A ≥ B where s = 0.

The multiplier s ≥ 0 is a square length, the smaller side of the goal, or a sum of lengths. A later search multiplies
the goal by positive factors. So this module only states that s is positive.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, islice, permutations

from .. import kernel
from ..kernel import Fact, Monomial, Poly, Rational, constant
from ..search.factoring import square_root
from ..search.ideal_reduction import Quotient
from ..search.linear_certificates import ONE, Hints, Term, certificate, fact_term, norm_term, square_term
from ..search.sums_of_squares import identity
from .direct_proofs import prove_fact
from .expansions_at_bounds import prove_term_by_term
from .preparations import cauchy_schwarz, determinant, equal_vectors, lengths
from .sequents import (
    Json,
    Sequent,
    Then,
    have,
    minus,
    opposite,
    preparation,
    product,
    prove_by_contradiction,
    zero_or_positive,
)
from .taylor_bounds import from_goals

MOST_ROOTS, MOST_PRODUCTS, MOST_VANISHING = 8, 8, 3
Counted = tuple[Term, Rational]


@dataclass(frozen=True)
class Bounded:
    """A vector u and a bound P ≥ 0: P² - ⟨u, u⟩ is the sum of these products, by the known equations."""

    vector: Poly
    bound: Poly
    summands: tuple[Counted, ...] = ()

    @property
    def gap(self) -> Poly:
        """Return P² - ⟨u, u⟩."""
        return minus(product(self.bound, self.bound), kernel.gram(self.vector, self.vector))


def lengths_vanish(s: Sequent, then: Then) -> Json | None:
    """Split on ⟨v, v⟩ = 0 and ⟨v, v⟩ > 0 for a vector in the goal. In the first case all ⟨v, z⟩ are 0."""
    known = {m[0][0] for r, p in s.facts.values() if r == ">" and len(p) == 1 for m in p if len(m) == 1}
    named = [v for v in s.vectors() if any(a not in known for ((a, _),) in kernel.gram_of(v, v))]
    often = {v: sum(e * kernel.shape(a).pair.count(v) for m in s.goal[1] for a, e in m) for v in named}

    def split(vector: str) -> Json | None:
        v = kernel.atom(vector)

        def zero(here: Sequent, name: str) -> Json | None:
            return equal_vectors(replace(here, gaps={name: v}), lambda k: roots_vanish(k).prove(then))

        return zero_or_positive(s, kernel.gram(v, v), [norm_term(v)], zero, lambda k, _: then(k))

    used = sorted(named, key=lambda v: (-often[v], v))[:MOST_VANISHING]
    return next(filter(None, map(split, used)), None)


def roots_vanish(s: Sequent) -> Sequent:
    """Add r = 0 for roots of terms that are 0 by the equations, and r = q for roots of equal numbers."""
    roots = {r: p for r, p in s.defined("sqrt").items() if not kernel.is_indexed(kernel.atom(r))}
    plain = {n: p for n, p in s.equations.items() if not roots.keys() & kernel.variables(p)}
    modulo = Quotient(plain)
    values = {r: modulo.reduce(p) for r, p in roots.items()}
    wanted = [(r, "") for r, p in values.items() if not p]
    wanted += [(r, q) for r, q in combinations(values, 2) if values[r] == values[q] != {}]
    for r, q in wanted[:MOST_ROOTS]:
        goal: Fact = "=", minus(kernel.atom(r), kernel.atom(q) if q else Poly())
        n, using = opposite(s, goal), [f"{r}.def", *([f"{q}.def"] if q else []), *plain]
        # (r - q)⁴ = (r² - q²)² - 4rq·(r - q)²
        summands = [s.term(f"{r}.sign") * s.term(f"{q}.sign") * n] * 4 if q else []
        why = prove_by_contradiction(s, goal, [n] * (2 if q else 1), summands, using)
        s = s.have(s.fresh(f"{r}.equal"), goal, why)
    return s


def smaller_side(s: Sequent, then: Then) -> Json | None:
    """Split on B = 0 and B > 0 for a goal A - B ≥ 0; return None if there is no B of the following form.

    B = ⟨x, u⟩ is quadratic in a vector x, with B² ≤ ⟨x, x⟩⟨u, u⟩. If B > 0, then B·(A - B) ≥ B·A - ⟨x, x⟩⟨u, u⟩, and it
    may be evident that this is not negative.
    """
    for x in s.vectors() if s.goal[0] == ">=" else ():
        side, u = quadratic(s.goal[1], x)
        if side and (why := prove_fact(s, (">=", side))):
            name, known = s.fresh("side"), s.fresh("cs side")

            def positive(here: Sequent, _: str, x: str = x, u: Poly = u, known: str = known) -> Json | None:
                return cauchy_schwarz(here, [(known, kernel.atom(x), u)]).prove(then)

            def split(here: Sequent, side: Poly = side, name: str = name) -> Json | None:
                return zero_or_positive(here, side, [fact_term(name, (">=", side))], lambda k, _: then(k), positive)

            if proof := s.have(name, (">=", side), why).prove(split):
                return proof
    return None


def quadratic(p: Poly, x: str) -> tuple[Poly, Poly]:
    """Return B ≥ 0 and u with B = ⟨x, u⟩, for the terms -B of p with two inner products of x with other vectors."""
    side, parts = Poly(), list[Poly]()
    for m, c in p.items():
        others = list(partners(m, x))
        if len(others) == 2 and not any((x, 1) in n for n in others) and c < 0:
            side[m] = -c
            parts.extend({n: Fraction(-c) / 2} for n in others)
    return side, kernel.add(*parts)


def partners(m: Monomial, x: str) -> Iterator[Monomial]:
    """Yield the other vector times the other factors, for each factor of a monomial that is an inner product of x."""
    for a, e in m:
        pair = kernel.shape(a).pair
        if x in pair:
            rest = tuple((b, k - (b == a)) for b, k in m if k - (b == a))
            yield from [kernel.times(rest, ((pair[pair[0] == x], 1),))] * e


def triangles(s: Sequent, then: Then) -> Json | None:
    """Continue with ‖u‖ ≤ ‖v‖ + ‖w‖ for mentioned lengths with u = ±v ± w; return None if there are none. Then split on
    whether the sum of the lengths with a positive sign in the goal is 0 or positive."""
    roots = [r for r in s.lengths if r in kernel.variables(s.goal[1])][:MOST_ROOTS]
    smaller = [r for r in roots if s.goal[1].get(((r, 1),), 0) < 0]
    known = [(r, a, b) for r in smaller for a, b in combinations(roots, 2) if r not in (a, b) and any(
        not kernel.add(s.lengths[r], product(s.lengths[a], constant(c)), product(s.lengths[b], constant(d)))
        for c in (1, -1) for d in (1, -1))]
    larger = [r for r in roots if s.goal[1].get(((r, 1),), 0) > 0]
    if not known or not larger:
        return None
    sizes = [s.term(f"{r}.sign") for r in larger]

    for three in known:
        s = s.have(s.fresh("triangle"), *triangle_inequality(s.begin(), *three))
    return s.prove(lambda here: zero_or_positive(
        here, kernel.add(*map(kernel.atom, larger)), sizes, lambda k, _: then(k), lambda k, _: then(k)))


def triangle_inequality(s: Sequent, r: str, a: str, b: str) -> tuple[Fact, Json | None]:
    """Return r ≤ a + b with its proof or None, by Cauchy–Schwarz: (a + b)² - r² = 2(ab ± ⟨v, w⟩)."""
    goal: Fact = ">=", minus(kernel.add(kernel.atom(a), kernel.atom(b)), kernel.atom(r))
    u, v, w = (s.lengths[n] for n in (r, a, b))
    sign = next(c * d for c in (1, -1) for d in (1, -1)
                if not kernel.add(u, product(v, constant(c)), product(w, constant(d))))

    def last(here: Sequent) -> Json | None:
        bound: Fact = ">=", minus(product(kernel.atom(a), kernel.atom(b)), product(kernel.gram(v, w), constant(sign)))
        if (known := next((n for n, f in here.context.facts.items() if f == bound), None)) is None:
            return None
        n = opposite(here, goal)  # n = r - a - b > 0:  n² + 2(a + b)n + 2(ab ∓ ⟨v, w⟩) = 0
        sizes = [here.term(f"{name}.sign") * n for name in (a, b)]
        summands = [*(t for size in sizes for t in [size] * 2), *[fact_term(known, bound)] * 2]
        return prove_by_contradiction(here, goal, [n * n], summands, [f"{name}.def" for name in (r, a, b)])

    return goal, lengths(replace(s, lengths={n: s.lengths[n] for n in (a, b)}), last)


def complete_square(s: Sequent, then: Then) -> Json | None:
    """Show P·⟨x, x⟩ - ⟨x, u⟩ ≥ 0 from P·⟨x, u⟩ - ⟨u, u⟩ ≥ 0 for a vector x; return None if there is none. P > 0 must be
    evident.

    P·(P⟨x, x⟩ - ⟨x, u⟩) = ‖P·x - u‖² + (P·⟨x, u⟩ - ⟨u, u⟩)
    """
    for x in s.vectors() if s.goal[0] == ">=" else ():
        square, (side, u) = kernel.gram_of(x, x), quadratic(s.goal[1], x)
        (((atom, _),),) = square
        P = {tuple(f for f in m if f[0] != atom): c for m, c in s.goal[1].items() if (atom, 1) in m}
        if not side or minus(product(P, square), side) != s.goal[1] or not (why := prove_fact(s, (">", P))):
            continue
        name, rest = s.fresh("coefficient"), minus(product(P, side), kernel.gram(u, u))
        times, length = [(fact_term(name, (">", P)), 1)], norm_term(minus(product(kernel.atom(x), P), u))
        here = s.knowing(name, (">", P))
        last = from_goals(here, [(">=", rest)], lambda f, times=times, length=length: (times, [(length, 1), *f]), then)  # type: ignore[misc]
        if last:
            return have(name, (">", P), why, last)
    return None


@preparation
def products_bounded(s: Sequent) -> Sequent | None:
    """Add ±⟨u, v⟩ ≤ P·Q for vectors with ⟨u, u⟩ ≤ P² and ⟨v, v⟩ ≤ Q²; return None if there are none. P, Q ≥ 0 hold, and
    the goal or a fact has the terms of ⟨u, v⟩."""
    strict = [m for r, p in s.facts.values() if r == ">" and len(p) == 1 for m in p if m]
    modulo, mentioned = Quotient(s.equations), list(s.lengths.values())
    aim = {m for n in ((), *strict) for m in modulo.reduce(product(s.goal[1], {n: 1}))}
    known = aim.union(*(modulo.reduce(p) for _, p in s.facts.values()))
    wanted = list[tuple[tuple[bool, int, int], Bounded, Bounded]]()
    for u, v in combinations(bounded_vectors(s), 2):
        mixed, bound = modulo.reduce(kernel.gram(u.vector, v.vector)), modulo.reduce(product(u.bound, v.bound))
        new, far = len(mixed.keys() - known), not bound.keys() <= aim
        plain = u.vector in mentioned and v.vector in mentioned
        if u.vector != v.vector and mixed and (plain or not new or (new == 1 and not far)):
            wanted.append(((far, new, len(mixed)), u, v))
    wanted, start = sorted(wanted, key=lambda w: w[0])[:MOST_PRODUCTS], s
    for u, v, sign in [(u, v, sign) for _, u, v in wanted for sign in (1, -1)]:
        value = minus(product(u.bound, v.bound), product(kernel.gram(u.vector, v.vector), constant(sign)))
        s = s.have(s.fresh("product"), (">=", value), product_proof(start, u, v, sign))
    return s if wanted else None


def product_proof(s: Sequent, u: Bounded, v: Bounded, sign: int) -> Json | None:
    """Return a proof of PQ ∓ ⟨u, v⟩ ≥ 0, or None. n = ±⟨u, v⟩ - PQ > 0 would give n² + 2PQn + (P² - ⟨u, u⟩)Q² + ⟨u,
    u⟩(Q² - ⟨v, v⟩) + (⟨u, u⟩⟨v, v⟩ - ⟨u, v⟩²) = 0."""
    P, Q = u.bound, v.bound
    modulo, shown = Quotient(s.equations), list[Counted]()
    opposed: Fact = (">", minus(product(kernel.gram(u.vector, v.vector), constant(sign)), product(P, Q)))
    no, mixed = s.fresh("not"), s.fresh("cs")
    gaps = [(b.gap, identity(modulo, b.gap, [(ONE, 1)], b.summands)) for b in (u, v)]
    for size, why in [*((size, prove_size(s, size)) for size in (P, Q)), *gaps]:
        name, number = s.fresh("size"), size.get((), 0)
        if set(size) <= {()}:
            shown.append((ONE, number))
        elif why:
            s = s.have(name, (">=", size), why)
            shown.append((fact_term(name, (">=", size)), 1))
        if not why or (set(size) <= {()} and number < 0):
            return None
    s = cauchy_schwarz(s, [(mixed, u.vector, v.vector)])
    (p, a), (q, b), (first, c), (second, d) = shown
    n = fact_term(no, opposed)
    square = (ONE, Fraction(b) ** 2) if q is ONE else (square_term(Q), 1)
    summands = [(p * q * n, 2 * a * b), (first * square[0], c * square[1]), (norm_term(u.vector) * second, d),
                (s.term(mixed), 1)]
    then = identity(Quotient({}), kernel.FALSE[1], [(n * n, 1)], [(t, c) for t, c in summands if c])
    return s.prove(lambda _: then and {"rule": "contra", "name": no, "then": then})


def prove_size(s: Sequent, p: Poly) -> Json | None:
    """Return a quick proof of p ≥ 0, or None."""
    goal: Fact = (">=", p)
    return prove_term_by_term(replace(s, goal=goal)) or certificate(s.context, goal, Hints(tuple(s.facts), quick=True))


def is_name(p: Poly) -> bool:
    """Return whether p is c·x with c > 0 and a name x."""
    return len(p) == 1 and all(c > 0 and len(m) == 1 and m[0][1] == 1 and "@" not in m[0][0] for m, c in p.items())


def bounded_vectors(s: Sequent) -> Iterator[Bounded]:
    """Yield vectors with bounds of their lengths:

    * unit vectors e, and mentioned vectors u, with their parts u - ⟨u, e⟩e
    * mirrored vectors ⟨x, x⟩u - 2⟨x, u⟩x, as long as ⟨x, x⟩u
    * ⟨v, v⟩u - ⟨u, u⟩v for mentioned u, v and u - v (or u + v), as long as ‖u‖‖v‖(u - v)
    * ⟨u, w⟩v - ⟨u, v⟩w for mentioned u, v, w, not longer than ‖u‖‖v‖‖w‖, if their Gram determinant is known to be ≥ 0
    * x - w/2 where a fact says ⟨x, x⟩ ≤ ⟨x, w⟩ + c
    """
    modulo = Quotient(s.equations)
    units = [x for x in s.vectors() if modulo.reduce(kernel.gram_of(x, x)) == constant(1)]
    yield from (Bounded(kernel.atom(x), constant(1)) for x in units)

    def parts(of: Bounded) -> Iterator[Bounded]:
        yield of
        for e in map(kernel.atom, units):
            along = kernel.gram(of.vector, e)
            if of.vector != e:
                part = minus(of.vector, product(e, along))
                yield Bounded(part, of.bound, (*of.summands, (square_term(along), 1)))

    roots = {tuple(sorted(modulo.reduce(p).items())): kernel.atom(r) for r, p in s.defined("sqrt").items()}
    for u, e in ((u, e) for u in map(kernel.atom, s.vectors()) for e in map(kernel.atom, units) if u != e):
        part = minus(u, product(e, kernel.gram(u, e)))
        if root := roots.get(tuple(sorted(modulo.reduce(kernel.gram(part, part)).items()))):
            yield Bounded(part, root)
    for (r, u), (q, v) in combinations(s.lengths.items(), 2):
        gap = minus(u, v), kernel.add(u, v)
        for t, w in s.lengths.items():
            if sign := next((c for c, g in zip((-1, 1), gap, strict=True) if w in (g, kernel.negative(g))), 0):
                turned = kernel.add(product(u, kernel.gram(v, v)), product(v, kernel.gram(u, u), constant(sign)))
                yield Bounded(turned, product(kernel.atom(r), kernel.atom(q), kernel.atom(t)))
    terms = {frozenset(p.items()): fact_term(name, (relation, p)) for name, (relation, p) in s.facts.items()}
    named = {v: kernel.atom(r) for r, p in s.lengths.items() for v in s.vectors() if p == kernel.atom(v)}
    for one, *two in permutations(sorted(named), 3):
        if two == sorted(two) and (term := terms.get(frozenset(determinant(*sorted([one, *two])).items()))):
            turned = minus(*(product(kernel.atom(x), kernel.gram_of(one, z)) for x, z in (two, two[::-1])))
            mixed = norm_term(kernel.atom(one)) * square_term(kernel.gram_of(*two))
            yield Bounded(turned, kernel.product([named[x] for x in (one, *two)]), ((term, 1), (mixed, 1)))
    for length, v in s.lengths.items():
        yield from parts(Bounded(v, kernel.atom(length)))
        for x in map(kernel.atom, s.vectors()):
            if x != v:
                size = kernel.gram(x, x)
                mirrored = minus(product(v, size), product(x, kernel.gram(x, v), constant(2)))
                yield Bounded(mirrored, product(size, kernel.atom(length)))
    powers = {m[0][0]: kernel.product([kernel.atom(r)] * 2)
             for r, p in s.defined("sqrt").items() if is_name(p) for m in p}
    for (name, (relation, p)), y in ((f, y) for f in s.facts.items() for y in s.vectors()):
        (square,) = kernel.gram_of(y, y)
        c = -p.get(square, 0)
        if relation not in (">=", ">") or c <= 0:
            continue
        linear, w = linear_part(p, y, c)
        rest = product({m: d for m, d in p.items() if m not in linear and m != square}, constant(Fraction(1) / c))
        radius = kernel.add(rest, product(kernel.gram(w, w), constant(Fraction(1, 4))))
        root = square_root(kernel.substitute(modulo.reduce(radius), powers)) if set(radius) - {()} else None
        signed = (q for q in (root, kernel.negative(root)) if prove_size(s, q)) if root else ()
        centre = minus(kernel.atom(y), product(w, constant(Fraction(1, 2))))
        for P in islice(signed, 1):
            yield from parts(Bounded(centre, P, ((fact_term(name, (relation, p)), 1 / Fraction(c)),)))


def linear_part(p: Poly, x: str, c: Rational) -> tuple[Poly, Poly]:
    """Return the terms of p that are linear in a vector x, and w with c·⟨x, w⟩ for their sum."""
    found, w = Poly(), list[Poly]()
    for m, d in p.items():
        others = list(partners(m, x))
        if len(others) == 1 and (x, 1) not in others[0]:
            found[m] = d
            w.append({others[0]: Fraction(d) / c})
    return found, kernel.add(*w)
