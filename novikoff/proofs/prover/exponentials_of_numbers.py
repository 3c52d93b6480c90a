"""Rational bounds of the exponentials of numbers, by Taylor polynomials, and of exponentials on either side of them."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from math import ceil, floor, log

from .. import kernel
from ..kernel import Fact, Poly, Rational, constant
from ..search.ideal_reduction import Quotient
from ..search.linear_certificates import ONE, Term, exponential_term, fact_term, tangent_term
from ..search.sums_of_squares import identity
from ..statements.vector_language import atoms_of
from .exponentials import FEW, exponents_in_sight, with_given_laws, with_laws, with_terms
from .sequents import Json, Sequent, minus, preparation, product, with_facts

DEGREE = 19  # of the Taylor polynomials
LARGE, DIGITS = 1, 64  # the exponents whose exponentials are bounded as squares, and binary digits of these bounds
MOST_EXPONENT = 40  # whose exponential is bounded
MOST_SLOPES, STEEPEST, FINE = 6, 50, 10**9  # of tangents: how many, the largest, and the denominator of their points


@preparation
def enclose_exponentials(s: Sequent) -> Sequent | None:
    """Add bounds of exp(q) for each number q in sight, and that exp(p) is on the same side of exp(q) as p of q, if this
    is known; return None without such numbers."""
    exponents = exponents_in_sight(s)
    orders = [(p, *each) for p in exponents if set(p) != {()} for each in numbers_beside(s, p)]
    numbers = [q for q in [*exponents, *(q for _, q, _, _ in orders)] if set(q) == {()}]
    if not numbers or not all(-MOST_EXPONENT <= q[()] <= MOST_EXPONENT for q in numbers):
        return None
    known, powers = s.context.facts.keys(), {a for q in numbers for a in atoms_of(kernel.exponential(q))}
    for q in numbers:
        s = enclosed(s, q)
    s = s.hiding(n for n, (_, p) in s.context.facts.items() if n not in known and not atoms_of(p) <= powers)
    for p, q, name, size in orders:
        low, high = (q, p) if size > 0 else (p, q)
        order: Fact = (">=", minus(kernel.exponential(high), kernel.exponential(low)))
        # exp(high) - exp(low) = (exp(high) less its tangent at low) + exp(low)·(high - low)
        gap = fact_term(name, s.facts[name]) * exponential_term(low)
        why = identity(Quotient({}), order[1], [(ONE, 1)], [(tangent_term(high, low, 1), 1), (gap, abs(size))])
        s = s.have(s.fresh("order"), order, why)
    return s


@preparation
def tangents_with_slopes(s: Sequent) -> Sequent | None:
    """Add exp(p) ≥ c·(1 + p − q), where q is a little above ln c, for each exponent p and its opposite, and for
    quotients c of coefficients of the goal; return None if there are no exponents, or more than FEW."""
    exponents, sizes = exponents_in_sight(s), dict.fromkeys(abs(Fraction(c)) for c in s.goal[1].values())
    slopes = [c for c in dict.fromkeys(a / b for a, b in permutations(sizes, 2)) if 1 / STEEPEST < c < STEEPEST]
    if not 0 < len(exponents) <= FEW or not 0 < len(slopes) <= MOST_SLOPES:
        return None
    signed = [*exponents, *(q for p in exponents if (q := kernel.negative(p)) not in exponents)]
    known = with_terms(with_laws(s, signed), map(exponential_term, signed))
    return with_facts(known, "tangent", [tangent_with_slope(known, p, c) for p in signed for c in slopes])


def tangent_with_slope(s: Sequent, p: Poly, c: Fraction) -> tuple[Fact, Json | None]:
    """Return exp(p) ≥ c·(1 + p − q) with its proof: exp(p) = exp(q)·exp(p − q) ≥ c·exp(p − q) ≥ c·(1 + p − q)."""
    q = constant(Fraction(ceil(log(c) * FINE) + 1, FINE))
    rest, low = minus(p, q), exponential_bounds(q[()])[0]
    here = with_given_laws(enclosed(s.begin(), q), [(q, rest)])
    equations = [find_fact(here, ("=", kernel.power_law(q, rest))), *(f"{log}.def" for log in s.defined("ln"))]
    power, tangent = exponential_term(rest), tangent_term(rest, Poly(), 1)
    start = known_term(here, (">=", minus(kernel.exponential(q), constant(low))))
    fact: Fact = (">=", s.modulo(equations[1:]).reduce(
        minus(kernel.exponential(p), product(kernel.add(constant(1), rest), constant(c)))))
    why = identity(here.modulo(equations), fact[1], [(ONE, 1)], [(start * power, 1), (power, low - c), (tangent, c)])
    return fact, here.prove(lambda _: why)


def numbers_beside(s: Sequent, p: Poly) -> Iterator[tuple[Poly, str, Fraction]]:
    """Yield the numbers q ≠ 0 such that p ≥ q or p ≤ q is known, each with the name of this fact, and with the number
    by which p - q is a multiple of the fact."""
    m, c = next((m, c) for m, c in p.items() if m)
    for name, (relation, fact) in s.facts.items():
        if relation in (">=", ">") and m in fact:
            size = Fraction(c) / fact[m]
            q = minus(p, product(fact, constant(size)))
            if set(q) == {()}:
                yield q, name, size


def enclosed(s: Sequent, exponent: Poly) -> Sequent:
    """Add bounds of exp(q): by Taylor's polynomials, or for a large q by bounds of exp(q/2)."""
    q, power = Fraction(exponent.get((), 0)), kernel.exponential(exponent)
    low, high = exponential_bounds(q)
    least, most = minus(power, constant(low)), minus(constant(high), power)
    if abs(q) <= LARGE:
        modulo = Quotient({})
        below: list[tuple[Term, Rational]] = [(tangent_term(exponent, Poly(), DEGREE), 1)]
        above: list[tuple[Term, Rational]] = [(tangent_term(Poly(), exponent, DEGREE), 1 / taylor(-q))]
    else:
        half, name = product(exponent, constant(Fraction(1, 2))), s.fresh("law")
        root, (a, b) = kernel.exponential(half), exponential_bounds(q / 2)
        s = enclosed(with_given_laws(s, [(half, half)]), half)
        lower, upper = (known_term(s, (">=", p)) for p in (minus(root, constant(a)), minus(constant(b), root)))
        modulo, below = s.modulo([name]), [(lower * lower, 1), (lower, 2 * a)]
        above = [(upper, b), (upper * exponential_term(half), 1)]
    proofs = list[Json]()
    for p, terms in ((least, below), (most, above)):
        gap = minus(p, kernel.add(*(product(t.poly, constant(c)) for t, c in terms)))
        rest = modulo.reduce(gap).get((), Fraction(0))
        proofs.append(identity(modulo, p, [(ONE, 1)], [*terms, *([(ONE, rest)] if rest else [])]))
    s = s.have(s.fresh("least"), (">=", least), proofs[0])
    return s.have(s.fresh("most"), (">=", most), proofs[1])


def exponential_bounds(q: Rational) -> tuple[Fraction, Fraction]:
    """Return lower and upper bounds of exp(q), with at most DIGITS binary digits after the point."""
    q = Fraction(q)
    if abs(q) > LARGE:
        low, high = exponential_bounds(q / 2)
        low, high = low**2, high**2
    else:
        low, high = taylor(q), 1 / taylor(-q)
    return Fraction(floor(low * 2**DIGITS), 2**DIGITS), Fraction(-floor(-high * 2**DIGITS), 2**DIGITS)


def known_term(s: Sequent, fact: Fact) -> Term:
    """Return a fact that is known, as a term."""
    return fact_term(find_fact(s, fact), fact)


def find_fact(s: Sequent, fact: Fact) -> str:
    """Return the name of a fact that is known; raise `Rejected` for another one."""
    name = next((n for n, f in s.context.facts.items() if f == fact), "")
    kernel.require(name, "this fact is not known", fact)
    return name


def taylor(q: Rational) -> Fraction:
    """Return the Taylor polynomial of the exponential at q."""
    term, total = Fraction(1), Fraction(1)
    for k in range(1, DEGREE + 1):
        term = term * q / k
        total += term
    return total
