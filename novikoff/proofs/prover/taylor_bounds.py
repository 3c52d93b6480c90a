"""Compare one exponential with a side without exponentials, by Taylor polynomials; bound the exponentials of numbers;
compare sides with roots by their squares.

A preparation takes a sequent and a prover for the remaining sequent. It returns a proof of the whole, or None.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial, reduce
from math import floor, gcd, lcm
from operator import mul

from .. import kernel
from ..kernel import Fact, Poly, Rational, constant
from ..search.factoring import factors_of
from ..search.ideal_reduction import MAX_PAIRS, Quotient
from ..search.ideal_reduction import quotient as monomial_quotient
from ..search.linear_certificates import ONE, Term, exponential_term, fact_term, square_term, tangent_term
from ..search.sums_of_squares import Strength, identity
from ..statements.vector_language import atoms_of
from .denominators import clear_quotients, mentions
from .direct_proofs import prove_directly, prove_fact
from .exponentials import exponents_in_sight, with_given_laws
from .sequents import Json, Preparation, Sequent, Then, divide, have, minus, preparation, product, prove_by_identity

Counted = list[tuple[Term, Rational]]
DEGREE = 19  # of the Taylor polynomials that bound the exponentials of numbers
LARGE, DIGITS = 1, 64  # the exponents whose exponentials are bounded as squares, and binary digits of these bounds
MOST_EXPONENT = 40  # whose exponential is bounded
MOST_TERMS = 60  # of a polynomial that is factored
MOST_LOGARITHMS = 12  # of a comparison, each with its multiplicity
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


def have_all(proofs: Sequence[tuple[str, Fact, Json]], proof: Json | None) -> Json | None:
    """Return a proof after the proofs of facts that it uses."""
    for name, fact, why in reversed(proofs):
        proof = have(name, fact, why, proof)
    return proof


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


def two_inequalities(s: Sequent, then: Then) -> Json | None:
    """Prove p = 0 from p ≥ 0 and −p ≥ 0; leave other goals as they are."""
    relation, p = s.goal
    if relation != "=":
        return then(s)
    here, proofs = s, list[tuple[str, Fact, Json]]()
    for q in (p, kernel.negative(p)):
        name, fact = here.fresh("inequality"), (">=", q)
        proofs.append((name, fact, then(replace(s, goal=fact))))
        here = here.knowing(name, fact)
    return have_all(proofs, prove_directly(here, Strength(2))) if all(why for *_, why in proofs) else None


def compare_logarithms(s: Sequent, then: Then) -> Json | None:
    """Prove Σ ln q + u ≥ Σ ln r + v, with two or three logarithms, from  Π q·exp(u) ≥ Π r·exp(v); None for other goals.
    A logarithm with a whole coefficient is as many logarithms.

    u has the other terms of the goal with positive coefficients, and v has the terms with negative coefficients.
    """
    relation, p = s.goal
    logs = s.defined("ln")
    found: Poly = {m: c for m, c in p.items() if any(a in logs for a, _ in m)}
    alone = all(len(m) == 1 and m[0][1] == 1 for m in found)
    if relation not in (">=", ">") or not 2 <= len(found) <= 3 or not alone:
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


def compare_squares(s: Sequent, then: Then, *, is_cleared: bool = False) -> Json | None:
    """Prove A ≥ B with roots from A ≥ 0 and A² ≥ B², where B > A may be supposed; None, if no A and B are found. n = B
    - A > 0 makes n² + 2An + (A² - B²) = 0. If the sign of A is not evident, denominators are cleared once."""
    if s.goal[0] != ">=":
        return None
    definitions = [f"{root}.def" for root in s.defined("sqrt")]
    quotient = s.modulo(definitions)
    has_sign = False
    for A, B in sides(s):
        if why := prove_fact(s, (">=", A)):
            has_sign = True
            known, no, gap = s.fresh("larger"), s.fresh("no"), s.fresh("squares")
            goal: Fact = (">=", quotient.reduce(minus(product(A, A), product(B, B))))
            size, opposite = fact_term(known, (">=", A)), fact_term(no, (">", minus(B, A)))
            here = s.knowing(known, (">=", A)).knowing(no, (">", opposite.poly))
            parts = [fact_term(gap, goal), *[opposite * size] * 2]
            end = prove_by_identity(here.knowing(gap, goal), kernel.FALSE, [opposite * opposite], parts, definitions)
            rest = end and then(replace(here, goal=goal))
            if rest:
                return have(known, (">=", A), why, {"rule": "contra", "name": no, "then": have(gap, goal, rest, end)})
    if is_cleared or has_sign or not mentions(s.goal[1], [d for d in s.definitions if d.kind == "inverse"]):
        return None
    again: Then = partial(compare_squares, then=then, is_cleared=True)
    return clear_quotients(s, again)


def sides(s: Sequent) -> list[tuple[Poly, Poly]]:
    """Return pairs (A, B) for which the goal is A - B. One of the two has the terms with roots and one sign, or the
    only root of one sign."""
    p, roots = s.goal[1], s.defined("sqrt")
    found = list[tuple[Poly, Poly]]()
    for sign in (-1, 1):
        rooted: Poly = {m: c * sign for m, c in p.items() if c * sign > 0 and any(a in roots for a, _ in m)}
        alone: Poly = {m: c for m, c in rooted.items() if len(m) == 1 and m[0][1] == 1}
        parts = [rooted, alone] if len(alone) == 1 else [rooted]
        for part in parts:
            pair = (part, minus(part, p)) if sign > 0 else (kernel.add(p, part), part)
            found += [pair] if all(pair) and pair not in found else []
    return found


# --- products ------------------------------------------------------------------------------------------


def prove_by_factors(s: Sequent, then: Then) -> Json | None:
    """Prove that a product is ≥ 0 from the signs of its factors, after its equations are substituted; squares have a
    sign. Return None if it has no factors, or if more than one factor has no evident sign."""
    names = atoms_of(s.goal[1])
    absent = {f"{d.names[0]}.def" for d in s.definitions if d.names[0] not in names}
    quotient = Quotient({n: p for n, p in s.equations.items() if n not in absent})
    goal = quotient.reduce(s.goal[1])
    scale, factors = factors_of(goal) if 1 < len(goal) <= MOST_TERMS else (Fraction(1), [])
    if s.goal[0] != ">=" or sum(e for _, e in factors) < 2:
        return None
    term, opposite, open_factors = ONE, scale < 0, list[Poly]()
    here, proofs = s, list[tuple[str, Fact, Json]]()

    def known(f: Poly, why: Json) -> None:
        nonlocal here, term
        name, fact = here.fresh("factor"), (">=", f)
        proofs.append((name, fact, why))
        here, term = here.knowing(name, fact), term * fact_term(name, fact)

    for f, e in factors:
        term = reduce(mul, [square_term(f)] * (e // 2), term)
        signed = [
            (sign, why) for sign in (1, -1) if e % 2 and (why := prove_fact(s, (">=", product(f, constant(sign)))))
        ]
        if signed:
            known(product(f, constant(signed[0][0])), signed[0][1])
            opposite ^= signed[0][0] < 0
        elif e % 2:
            open_factors.append(f)
    if len(open_factors) > 1 or (opposite and not open_factors):
        return None
    for f in open_factors:
        last = kernel.negative(f) if opposite else f
        if (why := then(replace(s, goal=(">=", last)))) is None:
            return None
        known(last, why)
    return have_all(proofs, identity(quotient, s.goal[1], [(ONE, 1)], [(term, abs(scale))]))


# --- bounds of the exponentials of numbers ------------------------------------------------------------


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
        below: Counted = [(tangent_term(exponent, Poly(), DEGREE), 1)]
        above: Counted = [(tangent_term(Poly(), exponent, DEGREE), 1 / taylor(-q))]
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
