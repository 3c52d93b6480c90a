"""Compare exponentials and logarithms with other terms, by Taylor polynomials, tangents and products.

A preparation takes a sequent and a prover for the remaining sequent. It returns a proof of the whole, or None.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from math import gcd, lcm
from operator import mul

from .. import kernel
from ..kernel import Fact, Poly, Rational, constant
from ..search.ideal_reduction import MAX_PAIRS, Quotient
from ..search.ideal_reduction import quotient as monomial_quotient
from ..search.linear_certificates import ONE, Term, exponential_term, fact_term, tangent_term
from ..search.proof_json import refute_signs
from ..search.sums_of_squares import Strength, identity
from .denominators import clear_denominators, denominators
from .direct_proofs import prove_directly
from .exponentials import exponents_in_sight, with_given_laws
from .sequents import (
    Json,
    Preparation,
    Sequent,
    Then,
    divide,
    have,
    have_all,
    minus,
    preparation,
    product,
    prove_by_identity,
)

Counted = list[tuple[Term, Rational]]
MOST_DIFFERENT, MOST_LOGARITHMS = 5, 20  # of a comparison: different ones, and each with its multiplicity
Combination = Callable[[Counted], tuple[Counted, Counted]]  # facts -> times and summands of an identity


def compare_with_taylor(degree: int) -> Preparation:
    """Prove A + B·exp(x) ≥ 0, where B ≥ 0, from  A + B·T ≥ 0 with Taylor's polynomial T of exp(x).

    Prove A - B·exp(x) ≥ 0 from A·T - B ≥ 0 with Taylor's polynomial T > 0 of exp(-x).
    A logarithm without a factor is first compared by exponentials.
    """

    def step(s: Sequent, then: Then) -> Json | None:
        if not (alone := match_exponential(s.goal)):
            return compare_logarithm(s, lambda inner: step(inner, then) if match_exponential(inner.goal) else None)
        name, A, B = alone
        x = kernel.shape(name).inner
        if sign_of(B) >= 0:  # A + B·exp(x) = (A + B·T) + B·(exp(x) - T)
            gap = tangent_term(x, Poly(), degree)
            rest = kernel.add(A, product(B, minus(kernel.exponential(x), gap.poly)))
            goals: list[Fact] = [(s.goal[0], rest), (">=", B)]
            if found := from_goals(s, goals, lambda f: ([(ONE, 1)], [f[0], multiply_term(gap, f[1])]), then):
                return found
        if sign_of(B) > 0:
            return None
        C, gap = kernel.negative(B), tangent_term(Poly(), x, degree)
        T = divide(minus(constant(1), gap.poly), name)
        goals = [(">", T), (s.goal[0], minus(product(A, T), C)), (">=", C)]
        # T·(A - C·exp(x)) = (A·T - C) + C·(1 - exp(x)·T)
        return from_goals(s, goals, lambda f: ([f[0]], [f[1], multiply_term(gap, f[2])]), then)

    return step


def multiply_term(term: Term, factor: tuple[Term, Rational]) -> tuple[Term, Rational]:
    """Multiply a term by another term and its coefficient."""
    return term * factor[0], factor[1]


def sign_of(p: Poly) -> int:
    """Return the sign of a number; 0 for an expression that is not a number."""
    return (p[()] > 0) - (p[()] < 0) if set(p) == {()} else 0


def match_exponential(goal: Fact) -> tuple[str, Poly, Poly] | None:
    """Return exp(x), A and B if the polynomial is A + B·exp(x) without other exponentials; otherwise None."""
    relation, p = goal
    names = {a for m in p for a, _ in m if "exp(" in a}
    if relation not in (">=", ">") or len(names) != 1:
        return None
    (name,) = names
    inside = {m: c for m, c in p.items() if name in dict(m)}
    if kernel.shape(name).kind != "exp" or any(dict(m)[name] > 1 for m in inside):
        return None
    return name, minus(p, inside), divide(inside, name)


def from_goals(s: Sequent, goals: Sequence[Fact], combined: Combination, then: Then) -> Json | None:
    """Prove facts by the rest of the strategy, except positive numbers, then the goal by a combination of them."""
    found, proofs, here = list[tuple[Term, Rational]](), list[tuple[str, Fact, Json]](), s
    for goal in goals:
        if sign_of(goal[1]) > 0:
            found.append((ONE, goal[1][()]))
            continue
        name = here.fresh("compared")
        why = then(replace(here.hiding(n for t, _ in found for n in t.facts), goal=goal))
        if why is None:
            return None
        proofs.append((name, goal, why))
        here = here.knowing(name, goal)
        found.append((fact_term(name, goal), 1))
    quotient = here.modulo(f"{log}.def" for log in s.defined("ln"))
    return have_all(proofs, identity(quotient, s.goal[1], *combined(found)))


def compare_logarithm(s: Sequent, then: Then) -> Json | None:
    """Prove l ≥ a from  q ≥ exp(a), and l ≤ a from  exp(a) ≥ q, where l = ln q; None for other goals."""
    relation, p = s.goal
    logs = s.defined("ln")
    found = [a for m in p for a, _ in m if a in logs]
    if relation not in (">=", ">") or len(found) != 1 or ((found[0], 1),) not in p:
        return None
    (log,) = found
    value, q, c = kernel.atom(log), logs[log], p[((log, 1),)]
    a = product({m: d for m, d in p.items() if m != ((log, 1),)}, constant(Fraction(-1) / c))
    upper, lower = (a, value) if c < 0 else (value, a)  # what is to be shown is |c|·(upper - lower)
    powers = [q if e is value else kernel.exponential(e) for e in (upper, lower)]
    gap = tangent_term(lower, upper, 1)  # exp(upper)·(upper - lower) = gap + exp(upper) - exp(lower)

    def combined(f: Counted) -> tuple[Counted, Counted]:
        size = max(c, -c)
        return [(exponential_term(upper), 1)], [(f[0][0], f[0][1] * size), (gap, size)]

    return from_goals(s, [(relation, minus(*powers))], combined, then)


def compare_with_tangents(s: Sequent, then: Then) -> Json | None:
    """Put 1 + x for each exp(x) that the goal adds, and q − 1 for each ln q that it subtracts; None for other goals.
    Exponentials and logarithms inside products and sums stay as they are."""
    relation, p = s.goal
    logs = s.defined("ln")
    rest, gaps = p, list[tuple[Term, Rational]]()
    for m, c in p.items() if relation in (">=", ">") else ():
        name = m[0][0] if len(m) == 1 and m[0][1] == 1 else ""
        is_power = kernel.shape(name).kind == "exp"
        if (c > 0) if is_power else (c < 0 and name in logs):
            x = kernel.shape(name).inner if is_power else kernel.atom(name)
            q = minus(constant(1), kernel.negative(x)) if is_power else minus(logs[name], constant(1))
            rest = kernel.add(rest, product(constant(c), minus(q, kernel.atom(name))))
            gaps.append((tangent_term(x, Poly(), 1), max(c, -c)))
    if not gaps:
        return None
    return from_goals(s, [(relation, rest)], lambda f: ([(ONE, 1)], [f[0], *gaps]), then)


def compare_powers(s: Sequent, then: Then) -> Json | None:
    """Put exp(m·(q − 1)) for exp(m·ln q) where the goal subtracts it, from m ≥ 0; None for other goals."""
    relation, p = s.goal
    logs, found = s.defined("ln"), list[tuple[str, Poly, str, Poly]]()
    for n, c in p.items() if relation in (">=", ">") else ():
        for power in [a for a, e in n if kernel.shape(a).kind == "exp" and e == 1 and c < 0]:
            found += [(power, divide({n: -c}, power), log, {m: d}) for log in logs
                      for m, d in divide(kernel.shape(power).inner, log).items() if d > 0]
    if len(found) != 1:
        return None
    (power, factor, log, size), = found
    x, gap = kernel.shape(power).inner, tangent_term(kernel.atom(log), Poly(), 1)
    larger = kernel.add(x, product(size, minus(logs[log], minus(constant(1), kernel.negative(kernel.atom(log))))))
    less = product(factor, minus(kernel.exponential(larger), kernel.atom(power)))

    def combined(f: Counted) -> tuple[Counted, Counted]:
        # exp(larger) - exp(x) = (exp(larger) less its tangent at x) + exp(x)·m·(q - 1 - ln q)
        (_, _), (m, d), (n, c) = f
        return [(ONE, 1)], [f[0], (tangent_term(larger, x, 1) * n, c), (exponential_term(x) * gap * m * n, c * d)]

    return from_goals(s, [(relation, minus(p, less)), (">=", size), (">=", factor)], combined, then)


@preparation
def order_exponents(s: Sequent) -> Sequent | None:
    """Add exp(p) ≤ exp(q) for an exponent p with a quotient and an exponent q, or its opposite, if p ≤ q follows after
    denominators are cleared; return None if there are none."""
    exponents, quotients, start = exponents_in_sight(s), s.defined("inverse").keys(), s
    for p in (p for p in exponents if quotients & kernel.variables(p)):
        for q in (q for e in exponents for q in (e, kernel.negative(e)) if e != p):
            order: Fact = (">=", minus(q, p))
            asked = replace(start.begin(), goal=order)
            name, why = s.fresh("order"), denominators(asked, lambda k: clear_denominators(k, prove_last))
            known = s.have(name, order, why)
            fact: Fact = (">=", minus(kernel.exponential(q), kernel.exponential(p)))
            parts: Counted = [(tangent_term(q, p, 1), 1), (exponential_term(p) * fact_term(name, order), 1)]
            s = known.have(s.fresh("larger"), fact, why and identity(Quotient({}), fact[1], [(ONE, 1)], parts))
    return s if s is not start else None


def prove_last(s: Sequent) -> Json | None:
    """Return a proof by products of two facts, or None."""
    return prove_directly(s, Strength(2, squares=False))


def two_inequalities(s: Sequent, then: Then) -> Json | None:
    """Prove p = 0 from p ≥ 0 and −p ≥ 0; leave other goals as they are."""
    relation, p = s.goal
    if relation != "=":
        return then(s)
    name, known = s.fresh("sign"), s.fresh("inequality")

    def refute(opposite: Fact) -> Json | None:
        fact: Fact = (">=", kernel.negative(opposite[1]))
        here = s.knowing(name, opposite)
        end = prove_by_identity(here, kernel.FALSE, [here.term(name)], [fact_term(known, fact)], [])
        return have(known, fact, then(replace(here.hiding([name]), goal=fact)), end)

    return refute_signs(p, name, s.facts, refute)


def compare_logarithms(s: Sequent, then: Then) -> Json | None:
    """Prove Σ ln q + u ≥ Σ ln r + v, with two to five logarithms, from  Π q·exp(u) ≥ Π r·exp(v); None for other goals.
    A logarithm with a whole coefficient is as many logarithms.

    u has the other terms of the goal with positive coefficients, and v has the terms with negative coefficients.
    """
    relation, p = s.goal
    logs = s.defined("ln")
    found: Poly = {m: c for m, c in p.items() if any(a in logs for a, _ in m)}
    alone = all(len(m) == 1 and m[0][1] == 1 for m in found)
    if relation not in (">=", ">") or not 2 <= len(found) <= MOST_DIFFERENT or not alone:
        return None
    sizes = [abs(Fraction(c)) for c in found.values()]
    size = Fraction(gcd(*(q.numerator for q in sizes)), lcm(*(q.denominator for q in sizes)))
    if sum(sizes) > MOST_LOGARITHMS * size:
        return None
    sides = list[list[tuple[Poly, Poly]]]()  # numbers and their exponentials
    for sign in (1, -1):
        rest: Poly = {m: sign * c / Fraction(size) for m, c in p.items() if m not in found and sign * c > 0}
        side: list[tuple[Poly, Poly]] = [({m: 1}, logs[m[0][0]]) for m, c in found.items()
                                         for _ in range(int(sign * c / size))]
        sides.append([*side, (rest, kernel.exponential(rest))] if rest else side)
    upper, lower = (kernel.add(*(e for e, _ in side)) for side in sides)
    powers = [kernel.product([power for _, power in side]) for side in sides]
    pairs = [(kernel.add(*(e for e, _ in side[:n])), side[n][0]) for side in sides for n in range(1, len(side))]
    defined = [f"{log[0][0]}.def" for log in found]

    def compare(here: Sequent) -> Json | None:
        laws = [n for n in here.context.facts if n not in s.context.facts]
        name, fact = here.fresh("compared"), (relation, minus(*powers))
        why = then(replace(here.hiding(laws), goal=fact))
        quotient = here.modulo((*defined, *laws), MAX_PAIRS)
        proof = why and identity(quotient, p, [(exponential_term(upper), 1)],
                                 [(fact_term(name, fact), size), (tangent_term(lower, upper, 1), size)])
        return have(name, fact, why, proof)

    return with_given_laws(s, pairs).prove(compare)


def common_factor(s: Sequent, then: Then) -> Json | None:
    """Prove m·q ≥ 0 from q ≥ 0, for a monomial m in names that are not negative; leave other goals as they are."""
    relation, p = s.goal
    signs = s.signs()
    powers = {a: min(dict(m).get(a, 0) for m in p) for a in signs} if relation == ">=" and p else {}
    factor = reduce(mul, (signs[a] for a, e in powers.items() for _ in range(e)), ONE)
    if factor is ONE:
        return then(s)
    scale = next(iter(factor.poly.values()))
    m = next(iter(factor.poly))
    rest: Poly = {k: c / Fraction(scale) for n, c in p.items() if (k := monomial_quotient(n, m)) is not None}
    return from_goals(s, [(">=", rest)], lambda f: ([(ONE, 1)], [multiply_term(factor, f[0])]), then)
