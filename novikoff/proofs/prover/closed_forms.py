"""Terms with logarithms and radicals for numbers of which only approximations are known.

Main definitions: `name_values` (near a point that a search found), `write_answer` (for the algebraic numbers of z3).

Equations are solved by radicals: those that are linear or quadratic in a power of the unknown number or of its
exponential, and cubics with one real zero, by Cardano's formula. A term need not be right: whoever uses it proves what
it is used for.
"""

from collections.abc import Callable, Container, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from .. import kernel
from ..kernel import Poly, Rational, Statement, constant
from ..search import counterexamples
from ..search.counterexamples import Algebraic, Found, nest_values
from ..search.factoring import factors_of
from ..statements.expressions import with_terms, write_term
from ..statements.term_values import simplify_root
from ..statements.valuation import Valuation
from ..statements.vector_language import atoms_of, write_poly
from ..statements.witness_completion import is_term
from .sequents import Json, minus, product

ROOT, POWER = "the root", "the power"  # no name of a statement has a space
SIMPLE = 1000  # the largest denominator of what is neither a logarithm nor a root
MULTIPLES, ROOTS = (1, 2, 3), (2, 3, 4)  # the logarithms and roots that are tried
TINY = Fraction(1, 10**9)  # as far as a number may be from a root that it stands for


def name_values(statement: Statement, data: Json, found: Found) -> Json | None:
    """Return a witness with terms such as ["*", "1/3", ["ln", "2"]], without definitions that have no term; None if
    another number has none."""
    defined = {entry["name"]: entry["kind"] for entry in data.get("let", [])}

    def number(text: Any) -> Any:
        return list(map(number, text)) if isinstance(text, list) else simplify_number(Fraction(text))

    def is_named(value: Any, kind: str = "") -> bool:
        if isinstance(value, list) and not is_term(value):
            return all(is_named(v, kind) for v in value)
        return value is not None and (kind != "inverse" or isinstance(value, str))

    given = found.nest(sorted(statement.context.names), found.values)
    values = {name: number(value) for name, value in given.items()}
    solve_equations(statement, values, given, data.get("let", []))
    kept = {n: value for n, value in values.items() if n not in defined or is_named(value, defined[n])}
    if not all(map(is_named, kept.values())):
        return None
    return {"dimension": found.dimension, "size": found.size, "steps": [], "values": kept}


def solve_equations(statement: Statement, values: dict[str, Any], near: Mapping[str, Any],
                    lets: Sequence[Json]) -> None:
    """Give numbers that are not rational a term that solves an equation of the statement, by radicals of numbers that
    have a term already; of several equations, the one of least degree. `near` has all numbers, and `values` the terms
    that are known. A definition without a value has the term that defines it.
    """
    defined = {entry["name"]: entry for entry in lets}
    numbers = {name: Fraction(v) for name, v in near.items() if isinstance(v, str)}
    terms = {name: v for name, v in values.items() if isinstance(v, str) or (name in defined and is_term(v))}
    left = {name for name in numbers if name not in terms and name not in defined}
    equations = [p for relation, p in statement.assume.values() if relation == "="]
    while left:
        for name, entry in defined.items():
            of = kernel.read_poly(entry["of"])
            if name not in terms and name in numbers and kernel.variables(of) <= terms.keys():
                inner = write_term(with_terms(write_poly(of), terms))
                terms[name] = ["/", "1", inner] if entry["kind"] == "inverse" else [entry["kind"], inner]
        solved = [found for p in equations if (found := solve_equation(p, left, terms, numbers))]
        kept = [(1, name, values[name]) for name in sorted(left) if values[name] is not None]
        _, name, term = min([*solved, *kept], key=lambda found: (found[0], len(str(found[2]))), default=(0, "", None))
        if not name:
            return
        values[name] = terms[name] = term
        left.remove(name)


def solve_equation(p: Poly, left: Container[str], terms: Mapping[str, Any],
                   numbers: Mapping[str, Fraction]) -> tuple[int, str, Any] | None:
    """Return a rank, the only name of `left` that occurs in p, and a term near the number of this name at which p is 0.

    The rank is 0 if p is linear in this name, otherwise the degree. Return None for other p, and where `radical` finds
    no term.
    """
    new = kernel.variables(p) - terms.keys()
    if len(new) != 1 or (name := new.pop()) not in left:
        return None
    p, rate, terms, numbers = name_powers(divide_by_power(p, name), name, terms, numbers)
    unknown = POWER if rate else name
    x, others = numbers[unknown], atoms_of(p) - {unknown}
    if not others <= terms.keys():  # as in exp(x) + x = 2
        return None
    if all(isinstance(terms[a], str) for a in others):
        p = kernel.substitute(p, {a: constant(Fraction(terms[a])) for a in others})
        p = min((f for f, _ in factors_of(p)[1]), key=lambda f: abs(newton_step(f, x)), default=p)
    if unknown not in kernel.variables(p):  # it cancels at these values
        return None
    powers = counterexamples.coefficients(p, unknown)
    term = radical(powers, x, lambda q: Fraction(Valuation(0, 0, dict(numbers)).number(q)), terms)
    if term is None:
        return None
    return 0 if max(powers) == 1 else max(powers), name, log_term(term, 1 / rate) if rate else term


def divide_by_power(p: Poly, name: str) -> Poly:
    """Return c·name·exp(e) + q as c·name + q·exp(-e), and another polynomial as it is."""
    leading = [m for m in p if any(a == name for a, _ in m)]
    powers = [kernel.shape(a).inner for m in leading for a, e in m if kernel.shape(a).kind == "exp" and e == 1]
    if len(leading) != 1 or len(powers) != 1 or len(leading[0]) != 2 or name in kernel.variables(powers[0]):
        return p
    rest: Poly = {m: c for m, c in p.items() if m not in leading}
    inverse = kernel.exponential(kernel.negative(powers[0]))
    return kernel.add(product(kernel.atom(name), constant(p[leading[0]])), product(rest, inverse))


def name_powers(p: Poly, name: str, terms: Mapping[str, Any], numbers: Mapping[str, Fraction]
                ) -> tuple[Poly, Fraction, dict[str, Any], dict[str, Fraction]]:
    """Return p with names for its exponentials, and the terms and numbers with those of these names.

    If `name` occurs in exponentials of its multiples only, their exponents are multiples of a rate c, and p becomes a
    polynomial in POWER = exp(c·name). If not, the rate is 0.
    """
    exponents = {a: kernel.shape(a).inner for a in atoms_of(p) if kernel.shape(a).kind == "exp"}
    rates = {a: Fraction(e[((name, 1),)]) for a, e in exponents.items() if e.keys() == {((name, 1),)}}
    rate, terms, numbers, names = Fraction(0), dict(terms), dict(numbers), dict[str, str]()
    for n, (a, e) in enumerate(exponents.items()):
        if name not in kernel.variables(e):
            names[a] = f"{POWER} {n}"
            q = Fraction(Valuation(0, 0, numbers).number(e))
            ((m, c),) = e.items() if len(e) == 1 else (((), 0),)
            exponent = (write_multiple(c, terms[m[0][0]]) if len(m) == 1 and m[0][1] == 1 and m[0][0] in terms
                        else write_term(with_terms(write_poly(e), terms)))
            terms[names[a]] = ["exp", exponent] if q else "1"
            numbers[names[a]] = near_power(q)
    p = {tuple(sorted((names.get(a, a), e) for a, e in m)): c for m, c in p.items()}
    if rates and name not in atoms_of(p):
        below = lcm(*(r.denominator for r in rates.values()))
        rate = Fraction(gcd(*(int(r * below) for r in rates.values())), below)
        numbers[POWER] = near_power(rate * numbers[name])
        times = {a: int(r / rate) for a, r in rates.items()}
        parts = [(sum(e * times.get(a, 0) for a, e in m), tuple(f for f in m if f[0] not in rates), c)
                 for m, c in p.items()]
        lowest = min(power for power, _, _ in parts)
        p = kernel.add(*(product({rest: c}, *[kernel.atom(POWER)] * (power - lowest)) for power, rest, c in parts))
    return p, rate, terms, numbers


def near_power(q: Fraction) -> Fraction:
    """Return a rational number near exp(q)."""
    return counterexamples.to_fraction(counterexamples.power_of_e(counterexamples.to_exact(q)))


def write_answer(statement: Statement, data: Json, problem: counterexamples.Problem,
                 answer: Sequence[Algebraic]) -> Json | None:
    """Return the witness of z3's values, or None if one of them is no term with radicals."""
    terms = list(map(write_number, answer))
    if None in terms:
        return None

    names = statement.context.names - {entry["name"] for entry in data.get("let", []) if entry["kind"] == "inverse"}
    values = nest_values(sorted(names), problem.dimension, problem.size, dict(zip(problem.keys, terms, strict=True)))
    return {"dimension": problem.dimension, "size": problem.size, "steps": [], "values": values}


def write_number(value: Algebraic) -> Any:
    """Return a term for a number, or None."""
    powers: dict[int, Poly] = {e: constant(c) for e, c in enumerate(value.coefficients) if c}
    return radical(powers, value.near, lambda q: Fraction(q.get((), 0)), {}) if powers else str(value.near)


def newton_step(p: Poly, x: Fraction) -> Fraction:
    """Return about how far a polynomial in one name has its zero from x."""
    powers = {sum(e for _, e in m): c for m, c in p.items()}
    slope = sum(e * c * x ** (e - 1) for e, c in powers.items() if e)
    return Fraction(sum(c * x**e for e, c in powers.items())) / slope if slope else Fraction(10**9)


def radical(powers: Mapping[int, Poly], x: Fraction, number: Callable[[Poly], Fraction],
            terms: Mapping[str, Any]) -> Any:
    """Return a term near x that is a zero of the polynomial with these coefficients, or None.

    The polynomial is linear or quadratic in a power of x, or a cubic with rational coefficients and one real zero. Its
    leading coefficient is rational. `number` computes a coefficient, and `terms` has terms for the names in it.
    """
    def write(p: Poly, **more: Any) -> Any:
        return write_term(with_terms(write_poly(p), {**terms, **more}))

    g, top = gcd(*powers), powers[max(powers)]
    c, b = (powers.get(e * g, Poly()) for e in range(2))
    if set(top) != {()}:
        return None
    if max(powers) == g:
        return root_term(lambda s: write(product(c, constant(Fraction(-s) / top[()]))), x, g)
    if max(powers) == 2 * g:
        half = Fraction(1) / (2 * top[()])
        square = minus(product(b, b), product(top, c, constant(4)))
        if number(square) <= 0:
            return None
        sign = 1 if 2 * top[()] * x**g + number(b) > 0 else -1  # 2·a·x + b = ±√square
        root, scale = sqrt_term(write(square)), sign * half
        if root[0] == "*":
            root, scale = root[2], scale * Fraction(root[1])
        solution = kernel.add(product(b, constant(-half)), {((ROOT, 1),): scale})
        return root_term(lambda s: write(product(solution, constant(s)), **{ROOT: root}), x, g)
    if max(powers) != 3 or any(set(q) != {()} for q in powers.values()):
        return None
    shift, (r, q) = depress_cubic(*(Fraction(powers.get(e, {}).get((), 0)) for e in range(4)))
    under_root = q**2 / 4 + r**3 / 27
    if under_root <= 0:
        return None
    # t³ + rt + q = 0 has the zero t = u − r/(3u), where u³ = −q/2 ± √(q²/4 + r³/27) has the sign s of −q
    s = -1 if q > 0 else 1
    log = ["ln", ["+", str(abs(q) / 2), sqrt_term(str(under_root))]]
    parts = [str(shift), write_multiple(Fraction(s), ["exp", write_multiple(Fraction(1, 3), log)]),
             write_multiple(-s * r / 3, ["exp", write_multiple(Fraction(-1, 3), log)])]
    return ["+", *parts[not shift:]]


def depress_cubic(d: Fraction, c: Fraction, b: Fraction, a: Fraction) -> tuple[Fraction, tuple[Fraction, Fraction]]:
    """Return h, and r and q with  a·x³ + b·x² + c·x + d = a·(t³ + r·t + q)  for x = t + h.

    >>> depress_cubic(Fraction(0), Fraction(0), Fraction(3), Fraction(1))
    (Fraction(-1, 1), (Fraction(-3, 1), Fraction(2, 1)))
    """
    h = -b / (3 * a)
    return h, ((3 * a * h**2 + 2 * b * h + c) / a, (a * h**3 + b * h**2 + c * h + d) / a)


def root_term(power: Callable[[int], Any], x: Fraction, n: int) -> Any:
    """Return a term for x, where `power` writes s·xⁿ for a sign s: with square roots if n is a power of 2."""
    sign = 1 if x > 0 else -1
    if n == 1:
        return power(1)
    term = power(sign**n)
    if n & (n - 1):
        return write_multiple(sign, ["exp", log_term(term, Fraction(1, n))])
    for _ in range(n.bit_length() - 2):
        term = sqrt_term(term)
    return sqrt_term(term, sign)


def sqrt_term(of: Any, c: Rational = 1) -> Any:
    """Return a term for c√of; if `of` is rational, the root of an integer without small square factors, so that equal
    roots look alike.

    >>> sqrt_term("3/8"), sqrt_term("9")
    (['*', '1/4', ['sqrt', '6']], '3')
    """
    if not isinstance(of, str):
        return write_multiple(c, ["sqrt", of])
    n, factor = simplify_root(Fraction(of), SIMPLE)
    return str(c * factor) if n == 1 else write_multiple(c * factor, ["sqrt", str(n)])


def simplify_number(q: Fraction) -> Any:
    """Return a simple number as a term, or None. A number near (ln x)/k, or near a root of small degree of a simple
    number x, becomes that term."""
    if q.denominator <= SIMPLE:
        return str(q)
    for k in MULTIPLES:
        x = counterexamples.to_fraction(counterexamples.power_of_e(counterexamples.to_exact(k * q)))
        if x.denominator < SIMPLE and 0 < x.numerator < SIMPLE:
            return log_term(str(x), Fraction(1, k))
    for n in ROOTS:
        x = (abs(q) ** n).limit_denominator(SIMPLE)
        if abs(abs(q) ** n - x) < TINY and 0 < x < SIMPLE:
            return root_term(lambda _, x=x: str(x), q, n)  # type: ignore[misc]
    return None


def log_term(of: Any, c: Rational) -> Any:
    """Return a term for c·ln of; ln(1/2) is -ln 2, of which more may follow."""
    if isinstance(of, str) and 0 < Fraction(of) < 1:
        c, of = -c, str(1 / Fraction(of))
    return "0" if of == "1" else write_multiple(c, ["ln", of])


def write_multiple(c: Rational, term: Json) -> Json:
    """Return c times a term."""
    if c == -1 and term[0] == "-" and len(term) == 2 and isinstance(term, list):
        return term[1]
    return term if c == 1 else ["-", term] if c == -1 else ["*", str(c), term]
