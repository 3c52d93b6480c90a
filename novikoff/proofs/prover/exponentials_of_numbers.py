"""Rational bounds of the exponentials of numbers, by Taylor polynomials, and of exponentials on either side of them."""

from collections.abc import Iterator
from fractions import Fraction
from math import floor

from .. import kernel
from ..kernel import Fact, Poly, Rational, constant
from ..search.ideal_reduction import Quotient
from ..search.linear_certificates import ONE, Term, exponential_term, fact_term, tangent_term
from ..search.sums_of_squares import identity
from ..statements.vector_language import atoms_of
from .exponentials import exponents_in_sight, with_given_laws
from .sequents import Json, Sequent, minus, preparation, product

DEGREE = 19  # of the Taylor polynomials
LARGE, DIGITS = 1, 64  # the exponents whose exponentials are bounded as squares, and binary digits of these bounds
MOST_EXPONENT = 40  # whose exponential is bounded


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
