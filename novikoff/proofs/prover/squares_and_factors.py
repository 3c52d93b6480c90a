"""Compare the squares of two sides with roots; prove the sign of a product from the signs of its factors.

A preparation takes a sequent and a prover for the remaining sequent. It returns a proof of the whole, or None.
"""

from dataclasses import replace
from fractions import Fraction
from functools import partial, reduce
from operator import mul

from .. import kernel
from ..kernel import Fact, Poly, constant
from ..search.factoring import factors_of
from ..search.ideal_reduction import Quotient
from ..search.linear_certificates import ONE, fact_term, square_term
from ..search.sums_of_squares import identity
from ..statements.vector_language import atoms_of
from .denominators import clear_quotients, mentions
from .direct_proofs import prove_fact
from .sequents import Json, Sequent, Then, have, have_all, minus, product, prove_by_identity

MOST_TERMS = 60  # of a polynomial that is factored


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
