"""The kernel: it checks proofs and finds nothing.

Promise
    If an entry is reported as `proved`, its statement is true in every real inner-product space, of
    any dimension, for every finite index set and every finite run. If it is reported as `refuted`,
    its witness makes every hypothesis true and a conclusion false. Nothing but this file has to be
    trusted for that. It imports only the standard library and computes with int and Fraction, within
    limits on the length of numbers and on the work, so that every file is answered in bounded time.

Terms
    A term is written as an array: ["+", t, u, …], ["-", t], ["-", t, u], ["*", t, u, …], ["/", t, u], ["^", t, n] for
    a whole number n or half of one, ["@", u, v] for the inner product, ["sum", t] for the sum over the whole index set,
    ["exp", t], ["ln", t], ["sqrt", t], ["abs", t], ["max", t, u, …] and ["min", t, u, …]; or as a string: a rational
    number "-1/2", or a name. A name `b` denotes a real number, `w@` a vector, `a[i]` and `x[i]@` entries of finite
    families; a sum binds its [i]. Names consist of Latin and Greek letters, digits, ₀ to ₉ and _, and may end in
    * and '. `#1@` ... `#9@` are unit vectors adjoined to the space, orthonormal and orthogonal to all of it. For each
    quotient, root and logarithm in a term there has to be a definition in `let`, also where it cancels. The kernel
    multiplies terms out: to polynomials over Q in atoms, which are names of numbers, inner products, sums over the
    index of products of atoms that mention [i], and exponentials of polynomials. A vector is a polynomial with exactly
    one vector atom in each monomial. A vector atom is a name of a vector, or a sum of multiples of a vector.

Statements
    For all names in `declare`: if the facts in `assume` hold, so do those in `show`. A fact is
    [relation, left side, right side] with <=, <, =, !=, > or >=. Equal vectors have a difference of length 0. If a fact
    mentions [i], it is meant for every i, and [i] must not cancel. If [i] cancels in a fact of `show`, the fact is
    proved without "for every i", which is stronger. All names in terms are declared, also names that cancel. `let`
    names numbers that exist, or one for each index: inverses, square roots and logarithms, whose side condition is
    proved, and the weights of a nearest point. With a `run` the statement is about every state that finitely many steps
    reach from `start`: a step takes any `input` that satisfies the facts in `when` and moves the state to `next`.

Rules
    Each is a method of the class Checker. Its docstring is the rule: premises above a line, the conclusion below it,
    conditions beside it.

    Γ           what is known: names, facts about them, each under a name of its own, and perhaps a run
    Γ ⊢ Δ       wherever the facts of Γ hold, so do the facts Δ, the goals
    A, ¬A       a fact p ⋈ 0, where ⋈ is ≥, >, = or ≠, and its negation
    Γ, n: A     Γ with one more fact, over the names of Γ, under the new name n
    Γ, i        Γ at one index: from now on [i] is one i, the same everywhere outside of sums
    t of Γ      t is a number or vector over the names of Γ; a vector may use the adjoined units too
    p plain     p is a number of Γ; it mentions [i] only if Γ is at one index, for elsewhere there may be no i
    σA, A[t/s]  A with terms put for all its names at once, or only for the names s
    s, x        the state and the input of Γ's run, which goes from `start` by `next`, where `when` holds
    Γ⁻          what Γ knows without the run: no name and no fact that depends on the state reached
    Γ⁻, s, x    any one step of the run: Γ⁻, the names s and x, the facts `when`
"""

import json
import os
import re
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, lru_cache
from math import inf
from typing import Any, NamedTuple, TypeAlias

Rational: TypeAlias = int | Fraction
Monomial: TypeAlias = tuple[tuple[str, int], ...]  # (("R", 2), ("w@x", 1)), sorted by atom: a name, or an Atom
Poly: TypeAlias = dict[Monomial, Rational]  # no zero coefficients
Fact: TypeAlias = tuple[str, Poly]  # (">=", p) means p >= 0
Images: TypeAlias = Mapping[str, Poly]
Defined: TypeAlias = Mapping[tuple[str, frozenset[tuple[Monomial, Rational]]], str]  # ("inverse", of what): name
Names: TypeAlias = Container[str] | None  # those that are declared; None: all
Json: TypeAlias = Any
Result: TypeAlias = tuple[str, str, list[str]]  # a verdict, the reason for an error, the theorems cited

NAME = re.compile(r"(?!.{100}|[0-9₀-₉])[A-Za-z0-9_À-ÖØ-öø-ɏḀ-ỿΑ-ΡΣ-Ωα-ω₀-₉]+[*']*(\[i\])?@?\Z")  # Latin or Greek
IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}\Z")
UNITS = frozenset(f"#{k}@" for k in range(1, 10))
RATIONAL = re.compile(r"-?[0-9]{1,400}(/(?=[0-9]{1,400}\Z)0*[1-9][0-9]*)?\Z")
# The depth is of objects and arrays in an entry, the nesting of sums and exponentials in a term.
MAX_BYTES, MAX_TERMS, MAX_BITS, MAX_WORK, MAX_BOOK, MAX_DEPTH, MAX_NESTING = 2**24, 20_000, 10**4, 10**6, 10**8, 200, 20
UNIT = 2**128  # bounds of exponentials are multiples of 1/UNIT
RULES = ("poly", "cases", "contra", "have", "split", "define", "lemma", "induction", "sum", "entry")
OPEN = ("have", "define", "lemma", "induction", "sum")  # rules that are right for every i at once
FACTORS = ("c", "facts", "squares", "norms", "exponentials", "remainders")
FALSE: Fact = (">=", {(): -1})
NOTHING: Defined = {}
ARITY = {"-": range(1, 3), **dict.fromkeys("/@^", range(2, 3)), **dict.fromkeys("+*", range(2, MAX_BYTES))}
ARITY |= {"max": ARITY["+"], "min": ARITY["+"], **dict.fromkeys(("sum", "exp", "ln", "sqrt", "abs"), range(1, 2))}
RELATIONS = {"<=": (-1, ">="), "<": (-1, ">"), "=": (1, "="), "!=": (1, "!="), ">": (1, ">"), ">=": (1, ">=")}


class Rejected(Exception):
    """The proof, statement or witness is not accepted; the message says why."""


def require(condition: object, message: str, *given: object) -> None:
    """Raise Rejected unless the condition is true; the message shows what was given."""
    if not condition:
        raise Rejected(": ".join([message, *(f"{part!r:.60}" for part in given)]))


class Work:
    """The work left for the entry that is being checked: at most MAX_WORK, and MAX_BOOK for all entries together. While
    no entry is checked, work has no limit, but products of polynomials have the limit MAX_TERMS.
    """

    left = inf


def spend(value: Rational, size: int) -> Rational:
    """Return the number after counting its work: its length times the size of the object that it belongs to."""
    bits = value.numerator.bit_length() + value.denominator.bit_length()
    Work.left -= 2 + size + bits // 64
    if bits > MAX_BITS or Work.left < 0:
        raise Rejected("a number is too long, or the work takes too long")
    return value


def constant(value: Rational) -> Poly:
    """Return a constant polynomial."""
    return {(): value} if value else {}


def atom(name: str) -> Poly:
    """Return an atom as a polynomial."""
    return {((name, 1),): 1}


def add(*polys: Poly) -> Poly:
    """Return the sum."""
    return collect(term for p in polys for term in p.items())


def collect(terms: Iterable[tuple[Monomial, Rational]]) -> Poly:
    """Return the sum of terms."""
    total: Poly = {}
    for monomial, value in terms:
        total[monomial] = spend(total[monomial] + value if monomial in total else value, len(monomial))
    return total if all(total.values()) else {monomial: value for monomial, value in total.items() if value}


def negative(p: Poly) -> Poly:
    """Return -p."""
    return {monomial: -value for monomial, value in p.items()}


def times(m: Monomial, n: Monomial) -> Monomial:
    """Return the product of two monomials."""
    exponents = dict(m if n else ())
    for name, e in n if m else ():
        exponents[name] = exponents.get(name, 0) + e
    return tuple(sorted(exponents.items())) if m and n else m or n


def product(polys: Iterable[Poly]) -> Poly:
    """Return the product, 1 for none; factors 1 are left out."""
    factors, one = [*polys], constant(1)
    spend(0, 4 * len(factors))
    total, *others = [p for p in factors if p != one] or [one]
    for q in others:
        require(len(total) * len(q) <= (MAX_TERMS if Work.left == inf else Work.left), "a product is too long")
        total = collect((times(m, n), a * b) for m, a in total.items() for n, b in q.items())
    return total


def gram(u: Poly, v: Poly) -> Poly:
    """Return the inner product of two vectors: bilinear, symmetric, with orthonormal adjoined units."""
    pairs = ((times(m, n), a * spend(b, len(x + y)), gram_of(x, y)) for x, m, a in parts(u) for y, n, b in parts(v))
    return collect((times(m, n), a * b) for m, a, p in pairs for n, b in p.items())


def parts(v: Poly) -> list[tuple[str, Monomial, Rational]]:
    """Return the vector variable, the rest and the coefficient of each monomial of a vector."""
    return [(x, tuple(f for f in m if f[0] != x), c) for m, c in v.items() for x, _ in m if x.endswith("@")]


@lru_cache(10_000)
def gram_of(x: str, y: str) -> Poly:
    """Return the inner product of two vector atoms. Nothing here counts work: the caller counts it, whether the result
    is cached or not.
    """
    if x in UNITS or y in UNITS:
        return constant(int(x == y))
    pair = (x, y) if x[:-1] <= y[:-1] else (y, x)
    return atom(made_of("pair", "@".join(v[:-1] for v in pair), {((v, 1),): 1 for v in pair}, pair))


class Shape(NamedTuple):
    """The kind of an atom ("variable", "sum", "exp" or "pair"), what is in it, and the vectors of a pair."""

    kind: str
    inner: Poly
    pair: tuple[str, ...] = ()


class Atom(str):
    """An atom that is made of others, by a name of its own: a sum of the monomial in it, an exponential of the
    polynomial in it, an inner product of a pair of vectors.
    """

    shape: Shape
    variables: set[str]
    is_indexed: bool  # whether it mentions a single index [i] (outside of sums)
    nesting: int  # of sums and exponentials


def made_of(kind: str, name: str, inner: Poly, pair: tuple[str, ...] = ()) -> Atom:
    """Return the atom of this shape and name."""
    made, deepest = Atom(name), max((getattr(a, "nesting", 0) for monomial in inner for a, _ in monomial), default=0)
    made.shape, made.variables, made.nesting = Shape(kind, inner, pair), names_in(inner), deepest + (kind != "pair")
    made.is_indexed = kind != "sum" and is_indexed(inner)
    return made


def shape(name: str) -> Shape:
    """Return the parts of an atom; a variable is its own part."""
    return name.shape if isinstance(name, Atom) else Shape("variable", atom(name))


def is_indexed(p: Poly) -> bool:
    """Return whether the polynomial mentions a single index [i] (outside of sums)."""
    return any(a.is_indexed if isinstance(a, Atom) else "[i]" in a for monomial in p for a, _ in monomial)


def variables(p: Poly) -> set[str]:
    """Return the names of the variables in a polynomial; vectors end in @."""
    spend(0, len(p))
    return names_in(p)


def names_in(p: Poly) -> set[str]:
    """Return the names of the variables, for callers that count the work themselves."""
    atoms = {name for monomial in p for name, _ in monomial}
    return {v for a in atoms for v in (a.variables if isinstance(a, Atom) else (a,))}


def spelled(m: Monomial) -> str:
    """Return the factors of a monomial as text."""
    return ",".join([a if e == 1 else f"{a}^{e}" for a, e in m])


def sum_over(p: Poly) -> Poly:
    """Return the sum over the index. Factors that do not depend on [i] are taken out; sum() is the number of indices.
    """
    return collect((summed(monomial), value) for monomial, value in p.items())


def summed(m: Monomial) -> Monomial:
    """Return the sum of a monomial."""
    under = tuple(f for f in m if is_indexed({(f,): 1}))
    name = f"sum({spelled(under)})" + "@" * any(a.endswith("@") for a, _ in under)
    return times(tuple(f for f in m if f not in under), ((made_of("sum", name, {under: spend(1, len(name))}), 1),))


def exponential(p: Poly) -> Poly:
    """Return exp(p), which is 1 for p = 0."""
    terms = sorted((",".join([str(c), *filter(None, [spelled(m)])]), m, c) for m, c in p.items())
    name = f"exp({';'.join(text for text, _, _ in terms)})"
    spend(0, len(name))
    return atom(made_of("exp", name, {m: c for _, m, c in terms})) if p else constant(1)


def substitute(p: Poly, images: Images, total: Callable[[Monomial], Poly] | None = None) -> Poly:
    """Replace variables by their images; variables without an image stay. `total`, if given, maps the sum of a
    monomial; by default it becomes the sum of the image.
    """
    total = total or (lambda m: sum_over(substitute({m: 1}, images)))
    terms = ([constant(c), *(substitute_atom(a, images, total) for a, e in m for _ in range(e))] for m, c in p.items())
    return add(*(product(factors) for factors in terms))


def substitute_atom(name: str, images: Images, total: Callable[[Monomial], Poly]) -> Poly:
    """Return the image of an atom. The image of a sum is computed from the image of its summand, of an exponential from
    the image of its exponent, of an inner product from the images of its vectors.
    """
    if not isinstance(name, Atom):
        return images[name] if name in images else atom(name)
    kind, inner, pair = name.shape
    if kind == "pair":
        return gram(*(substitute_atom(x, images, total) for x in pair))
    return total(next(iter(inner))) if kind == "sum" else exponential(substitute(inner, images, total))


def fields(data: Json, *needed: str, optional: Iterable[str] = ()) -> list[Json]:
    """Return the values of a JSON object that has all needed keys and no unknown ones, in this order."""
    require(isinstance(data, dict), "not an object", data)
    names = [*needed, *optional]
    require(set(needed) <= data.keys() <= set(names), "keys are given where others belong", [*data], names)
    return [data.get(name) for name in names]


def items(data: Json) -> list[Json]:
    """Return the elements of a JSON array; none if it is absent."""
    require(data is None or isinstance(data, list), "not an array", data)
    return data or []


def require_shallow(level: list[Json], left: int) -> None:
    """Refuse data in which too many objects and arrays are open at once."""
    while level:
        require(left > 0, "objects and arrays are nested too deeply")
        parts = [part for whole in level for part in (whole.values() if isinstance(whole, dict) else whole)]
        level, left = [part for part in parts if isinstance(part, (dict, list))], left - 1


def read_rational(text: Json, otherwise: str = "not a rational number") -> Rational:
    """Read a number from "p" or "p/q"."""
    require(isinstance(text, str) and RATIONAL.match(text), otherwise, text)
    return Fraction(*map(int, text.split("/"))) if "/" in text else int(text)


def read_poly(data: Json, defined: Defined = NOTHING, names: Names = None) -> Poly:
    """Read a polynomial from a term."""
    p = limited(read_term(data, defined, names)[0])
    require(is_indexed(p) or not mentions_index(data), "where [i] cancels, nothing is said", data)
    return p


def limited(p: Poly) -> Poly:
    """Return the polynomial with its monomials in order; raise `Rejected` if it exceeds a limit. The limits are on
    exponents, and on the nesting of sums and exponentials.
    """
    for name, e in {factor for monomial in p for factor in monomial}:
        require(e < 100 and getattr(name, "nesting", 0) <= MAX_NESTING, "too large an exponent, or nested too deeply")
        spend(0, len(p) * len(name) // 1000)
    return dict(sorted(p.items(), key=lambda term: spelled(term[0])))


def mentions_index(data: Json) -> bool:
    """Return whether a term, as it is written, mentions a single index [i] (outside of sums)."""
    return "[i]" in data if isinstance(data, str) else data[0] != "sum" and any(map(mentions_index, data[1:]))


def read_term(data: Json, defined: Defined, names: Names = None) -> tuple[Poly, bool | None]:
    """Read a term, over the names if they are given, multiply it out, and return whether it is a vector. None: it is
    the number 0 or the vector 0.
    """
    if isinstance(data, str):
        if data in UNITS or (NAME.match(data) if names is None else data in names):
            return atom(data), data[-1] == "@"
        return constant(value := read_rational(data, "not declared")), False if value else None
    word, *given = items(data) or [""]
    require(isinstance(word, str) and len(given) in ARITY.get(word, ()), "not a term", data)
    terms = [read_term(part, defined, names) for part in (given[:1] if word == "^" else given)]
    polys, sorts = [p for p, _ in terms], [is_vector for _, is_vector in terms]
    vectors, is_number = sorts.count(True), False in sorts
    require(not (vectors and is_number) or word not in ("+", "-"), "a number and a vector are added", data)
    require(not is_number or word != "@", "not two vectors", data)
    most = inf if word in ("+", "-", "@", "sum") else word == "*" or (word == "/" and sorts[0] is True)
    require(vectors <= most, "a vector is where a number belongs", data)
    is_vector = word in ("+", "-", "sum", "*", "/") and (vectors > 0 if vectors or is_number else None)
    return operation(word, polys, given, defined, names), is_vector


OPERATIONS: Mapping[str, Callable[..., Poly]] = {
    "+": add, "-": lambda *polys: add(*polys[:-1], negative(polys[-1])), "*": lambda *polys: product(polys),
    "@": gram, "sum": lambda p: sum_over(limited(p)), "exp": lambda p: exponential(limited(p)),
}


def operation(word: str, polys: list[Poly], given: list[Json], defined: Defined, names: Names) -> Poly:
    """Return the result of an operation on the polynomials of terms. |p| is the root of p², and max(p, q) is half of p
    + q + |p − q|.
    """
    if word in OPERATIONS:
        return OPERATIONS[word](*polys)
    p, *others = polys
    if word == "/":
        return product([p, inverse(given[1], polys[1], defined, names)])
    if word == "^":
        n = read_rational(given[1])
        require(n.denominator < 3 and -100 < n.numerator < 100, "not an exponent", given[1])
        base, p = ("", named("sqrt", p, defined, names)) if n.denominator == 2 else (given[0], p)
        return product([inverse(base, p, defined, names) if n < 0 else p] * abs(n.numerator))
    if word in ("ln", "sqrt", "abs"):
        return named("ln" if word == "ln" else "sqrt", product([p, p]) if word == "abs" else p, defined, names)
    for q in others:
        distance = operation("abs", [add(p, negative(q))], [], defined, names)
        p = product([constant(Fraction(1, 2)), add(p, q, distance if word == "max" else negative(distance))])
    return p


def inverse(data: Json, p: Poly, defined: Defined, names: Names) -> Poly:
    """Return the inverse of a number. The inverse of a product or a power without a name for its own inverse is made of
    the inverses of its factors.
    """
    word, *parts = data if isinstance(data, list) and ("inverse", frozenset(p.items())) not in defined else [""]
    n = read_rational(parts[1]) if word == "^" else 1
    if word != "*" and (word != "^" or n < 0 or n.denominator > 1) and (word, len(parts)) != ("-", 1):
        return named("inverse", p, defined, names)
    factors = [(part, read_term(part, defined, names)[0]) for part in (parts[:1] if word == "^" else parts)]
    whole = product([inverse(part, q, defined, names) for part, q in factors] * int(n))
    return negative(whole) if word == "-" else whole


def named(kind: str, p: Poly, defined: Defined, names: Names = None) -> Poly:
    """Return the named inverse, root or logarithm of a number; the inverse of a rational number is rational."""
    if kind == "inverse" and set(p) == {()}:
        return constant(Fraction(1) / p[()])
    name = defined.get((kind, frozenset(p.items())), "")
    require(name and (names is None or name in names), f"no definition in `let` says that this {kind} exists", p)
    return atom(name)


def read_facts(data: Json, defined: Defined = NOTHING, names: Names = None, stronger: bool = False) -> dict[str, Fact]:
    """Read named facts; with `stronger`, a fact for every i in which [i] cancels is read without "for every i"."""
    require(isinstance(data, dict), "not a table of facts", data)
    return {name: read_fact(name, items(fact), defined, names, stronger=stronger) for name, fact in data.items()}


def read_fact(name: str, data: list[Json], defined: Defined, names: Names = None, *, stronger: bool) -> Fact:
    """Read a fact from [relation, left side, right side]."""
    require(len(data) == 3 and data[0] in RELATIONS, "not [relation, left side, right side]", name)
    (sign, relation), *sides = RELATIONS[data[0]], *data[1:]
    (p, is_vector), (q, is_too) = (read_term(side, defined, names) for side in sides)
    require({is_vector, is_too} != {True, False}, "a number and a vector are compared", name)
    require(relation == "=" or not (is_vector or is_too), "vectors are not compared so", name)
    gap = add(p, negative(q)) if sign > 0 else add(q, negative(p))
    gap = limited(gram(gap, gap) if is_vector or is_too else gap)
    require(stronger or is_indexed(gap) or not mentions_index(data), "where [i] cancels, nothing is said", name)
    return relation, gap


class Run(NamedTuple):
    """A transition system over parameters."""

    state: list[str]
    start: dict[str, Poly]
    input: list[str]
    when: dict[str, Fact]
    next: dict[str, Poly]


class Definition(NamedTuple):
    """A number, or one number for each index, defined by facts, with the side condition under which such numbers
    exist."""

    names: tuple[str, ...]
    kind: str
    of: tuple[Poly, ...]
    side: Fact
    facts: dict[str, Fact]


def definition(name: str, kind: str, p: Poly) -> Definition:
    """Return the definition of n: for the inverse of p, n*p = 1; for its square root, n >= 0 and n^2 = p; for its
    logarithm, exp(n) = p.
    """
    n = atom(name)
    kinds = {"inverse": ("!=", product([n, p])), "sqrt": (">=", product([n, n])), "ln": (">", exponential(n))}
    require(kind in kinds, "no kind of definition", kind)
    (side, value), is_p = kinds[kind], constant(1) if kind == "inverse" else p
    facts: dict[str, Fact] = {f"{name}.def": ("=", add(value, negative(is_p)))}
    return Definition((name,), kind, (p,), (side, p), facts | ({f"{name}.sign": (">=", n)} if kind == "sqrt" else {}))


def nearest(name: str, kind: str, f: Poly, c: Poly, y: Poly, multiplier: str) -> Definition:
    """Return the definition of the weights n[i] for which q = Σ n[i]·f[i] is nearest to c, and of their multiplier. The
    constraints are Σ n[i]·y[i] = 0, which has the multiplier, and n[i] >= 0 if the kind is `nearest`. The weights
    exist for all f, c and y: a cone, or a span, of finitely many vectors is closed.
    """
    n, q = atom(name), sum_over(product([atom(name), f]))
    relation, gap = "=" if kind == "projection" else ">=", add(c, negative(q))
    across = negative(add(gram(gap, f), product([atom(multiplier), y])))
    facts: dict[str, Fact] = {f"{name}.across": (relation, across), f"{name}.along": ("=", gram(gap, q))}
    facts |= {f"{name}.balance": ("=", sum_over(product([n, y])))}
    facts |= {f"{name}.sign": (">=", n)} if kind == "nearest" else {}
    require("[i]" in name and "[i]" not in multiplier and is_indexed(across), "no weights, one for each index", name)
    return Definition((name, multiplier), kind, (f, c, y), ("=", {}), facts)


@dataclass(frozen=True)
class Context:
    """The names, facts and run that are known at one place of a proof. Facts come in by `knowing` only: all are numbers
    over its names.
    """

    names: frozenset[str] = frozenset()
    facts: Mapping[str, Fact] = field(default_factory=dict)
    run: Run | None = None
    state: frozenset[str] = frozenset()  # the names that depend on the state reached
    at_index: bool = False  # inside a proof for one arbitrary index

    def term(self, name: str, p: Poly) -> Poly:
        """Return the polynomial; raise `Rejected` unless it is over declared names and of the same sort as `name`."""
        unknown = variables(p) - self.names - UNITS
        require(not unknown, "not declared", sorted(unknown))
        vectors = {sum([e for a, e in monomial if a[-1] == "@"]) for monomial in p}
        require(vectors <= {int(name.endswith("@"))}, "a number is expected, or a vector", name)
        return p

    def read(self, name: str, data: Json, defined: Defined = NOTHING) -> Poly:
        """Read a term of the same sort as `name`. All its names must be declared, also names that cancel."""
        return self.term(name, read_poly(data, defined, self.names))

    def table(self, names: list[str], data: Json, defined: Defined = NOTHING) -> dict[str, Poly]:
        """Read one term of the right sort for each name. A name without index takes no [i], since its value would be
        ambiguous.
        """
        terms = {n: self.read(n, p, defined) for n, p in zip(names, fields(data, *names), strict=True)}
        for n, p in terms.items():
            require("[i]" in n or self.at_index or not is_indexed(p), "the term for this name mentions an index", n)
        return terms

    def naming(self, names: Json) -> "Context":
        """Return the context with further variables; the inputs of the run keep their names for the steps."""
        taken = self.names.union(self.run.input if self.run else ())
        require(len(set(items(names))) == len(items(names)), "a name is declared twice")
        for n in items(names):
            require(isinstance(n, str) and NAME.match(n) and n not in taken, "cannot be declared (again)", n)
        return replace(self, names=self.names | set(items(names)))

    def knowing(self, facts: Mapping[str, Fact]) -> "Context":
        """Return the context with further facts."""
        for name, (_, p) in facts.items():
            require(isinstance(name, str) and name not in self.facts, "two facts have one name", name)
            self.term("", p)
        return replace(self, facts={**self.facts, **facts})

    def defining(self, d: Definition) -> "Context":
        """Return the context with the names and facts of a definition."""
        state = self.state.union(d.names) if any(variables(p) & self.state for p in d.of) else self.state
        return replace(self.naming(list(d.names)), state=state).knowing(d.facts)

    def before(self) -> "Context":
        """Return Γ⁻: only what does not depend on the state that the run has reached."""
        facts = {name: fact for name, fact in self.facts.items() if not variables(fact[1]) & self.state}
        return Context(self.names - self.state, facts)

    def stepping(self) -> tuple[Run, "Context"]:
        """Return the run, and Γ⁻, s, x: the context of any one step of it."""
        if self.run is None or self.at_index:
            raise Rejected("this rule needs a statement about runs")
        return self.run, self.before().naming(self.run.state + self.run.input).knowing(self.run.when)


class Statement(NamedTuple):
    """In the context, `assume` implies `show`; definitions count as hypotheses."""

    context: Context
    assume: dict[str, Fact]
    show: dict[str, Fact]


def read_definition(data: Json, context: Context, defined: Defined = NOTHING) -> Definition:
    """Read a definition from {"name", "kind", "of"}; a nearest point also has {"to", "balance", "multiplier"}."""
    name, kind, of, *more = fields(data, "name", "kind", "of", optional=("to", "balance", "multiplier"))
    vector = "@" * (kind in ("nearest", "projection"))
    p = context.read(vector, of, defined)
    right = "@" not in name and ("[i]" in name) == (is_indexed(p) and not context.at_index)
    require(right, "a definition is of a number, or of one for each index", name)
    require(bool(vector) != (more == [None] * 3), "this kind has no more than a name and a term", kind)
    if not vector:
        return definition(name, kind, p)
    c, y = context.read("@", more[0], defined), context.read("", more[1], defined)
    require(not is_indexed(c) and NAME.match(more[2]) and "@" not in more[2], "not one point, or not a number", name)
    return nearest(name, kind, p, c, y, more[2])


def read_run(data: Json, context: Context, defined: Defined) -> Context:
    """Return the context in which a run over the parameters so far has reached some state. Later definitions are about
    that state: no step has them.
    """
    names, start, more, when, after = fields(data, "state", "start", "input", "when", "next")
    state, inputs, reached = items(names), items(more), context.naming(items(names))
    step = reached.naming(inputs)
    facts = read_facts(when, defined, step.names)
    moved = step.knowing(facts).table(state, after, defined)
    run = Run(state, context.table(state, start, defined), inputs, facts, moved)
    require("#" not in f"{start}{after}", "a run leaves the space by an adjoined unit")
    return replace(reached, run=run, state=frozenset(state))


def is_over(names: Names, terms: Iterable[Json], defined: Defined) -> bool:
    """Return whether the terms use only these names, and definitions over these names."""
    try:
        return all(read_term(term, defined, names) for term in terms)
    except Rejected:
        return False


def read_table(lets: Json) -> Defined:
    """Read the names of quotients, roots and logarithms in the definitions of a statement."""
    table: dict[tuple[str, frozenset[tuple[Monomial, Rational]]], str] = {}
    for entry in items(lets):
        name, kind, of = fields(entry, "name", "kind", "of", optional=entry)[:3]
        table[kind, frozenset(read_poly(of, table).items())] = name
    return table


def read_statement(data: Json, sides: Json = None, *, to_prove: bool = True) -> Statement:
    """Read a statement, to be proved or to be refuted, and check that its definitions make sense. The side condition of
    each is proved from those hypotheses that use only the names before it.
    """
    _, declare, assume, show, run, lets = fields(data, "id", "declare", "assume", "show", optional=["run", "let"])
    context, proofs = Context().naming(declare), {**({} if sides is None else sides)}
    table, state = read_table(lets), items((run or {}).get("state"))
    names = {*context.names, *state, *(entry.get(key) for entry in items(lets) for key in ("name", "multiplier"))}
    hypotheses, conclusions = read_facts(assume, table, names), read_facts(show, table, names, stronger=to_prove)
    defined: dict[str, Fact] = {}
    for entry in items(lets):  # definitions that do not need the state come before the run
        terms = [entry[part] for part in ("of", "to", "balance") if part in entry]
        if run is not None and not is_over(context.names, terms, table):
            context, run = read_run(run, context, table), None
        d = read_definition(entry, context, table)
        known = {name: fact for name, fact in hypotheses.items() if is_over(context.names, assume[name][1:], table)}
        Checker({}).prove(context.knowing(known), {"side": d.side}, proofs.pop(d.names[0], None))
        context, defined = context.defining(d), {**defined, **d.facts}
    context = context if run is None else read_run(run, context, table)
    require(conclusions and not proofs, "nothing is shown, or a side condition belongs to no definition")
    context.knowing(conclusions)
    return Statement(context.knowing(hypotheses), {**defined, **hypotheses}, conclusions)


def remainder(p: Poly, q: Poly, degree: Json) -> Poly:
    """Return exp(p) − exp(q)·(1 + x + … + x^d/d!) with x = p − q. For odd d it is not negative: it is exp(q) times
    e^ξ·x^(d+1)/(d+1)!, for some ξ between 0 and x (Lagrange).
    """
    require(type(degree) is int and degree in range(1, 20, 2), "not an odd degree", degree)
    x, series = add(p, negative(q)), constant(1)
    for k in range(degree, 0, -1):
        series = add(constant(1), product([constant(Fraction(1, k)), x, series]))
    return add(exponential(p), negative(product([exponential(q), series])))


def power_law(p: Poly, q: Poly) -> Poly:
    """Return exp(p + q) − exp(p)·exp(q), which is 0."""
    return add(exponential(add(p, q)), negative(product([exponential(p), exponential(q)])))


def unfolded(u: Poly, v: Poly) -> Poly:
    """Return ⟨Σu, v⟩ − Σ⟨u, v⟩, which is 0 if v does not mention [i]."""
    return add(gram(sum_over(u), v), negative(sum_over(gram(u, v))))


class Checker:
    """Checks one proof. `library` holds the statements proved before it, `used` the statements that it cites."""

    def __init__(self, library: Mapping[str, Statement]) -> None:
        self.library, self.used = library, set[str]()

    def prove(self, context: Context, goals: Mapping[str, Fact], proof: Json) -> None:
        """Raise Rejected unless the proof shows all goals, by the rule that it names.

        Γ, i ⊢ A
        ────────    A mentions [i] and is the only goal; the rule is not `entry`, nor one of OPEN that says
        Γ ⊢ A       "open": true, to show A for every i at once
        """
        require(isinstance(proof, dict) and proof.get("rule") in RULES, "not a proof", proof)
        spend(0, len(context.names) + len(context.facts))
        rule, is_open = proof["rule"], proof.get("open")
        require(is_open is None or (is_open is True and rule in OPEN), "this rule does not leave the index open", rule)
        if len(goals) == 1 and all(is_indexed(p) for _, p in goals.values()) and not (is_open or rule == "entry"):
            context = replace(context, at_index=True)
        getattr(self, rule)(context, goals, {k: value for k, value in proof.items() if k not in ("rule", "open")})

    def here(self, context: Context, p: Poly) -> Poly:
        """Return p, which must be a plain number of the context."""
        require(context.at_index or not is_indexed(p), "an index [i] is used outside a proof for one index")
        return p

    def plain(self, context: Context, data: Json) -> Poly:
        """Read a polynomial, which must be a plain number of the context."""
        return self.here(context, context.read("", data))

    def prove_each(self, context: Context, goals: Mapping[str, Fact], proofs: Json) -> None:
        """Check one proof for each goal."""
        for (name, goal), proof in zip(goals.items(), fields(proofs, *goals), strict=True):
            self.prove(context, {name: goal}, proof)

    def poly(self, context: Context, goals: Mapping[str, Fact], proof: Json) -> None:
        """Check an identity between polynomials, with signs that imply the goal.

        Γ ⊢ tⱼ ≥ 0    Γ ⊢ sⱼ ≥ 0    Γ ⊢ eⱼ = 0
        ──────────────────────────────────────    tⱼ and sⱼ by `positive`, eⱼ by `multiple`; p plain;
        Γ ⊢ p ⋈ 0                                 (Σtⱼ)·p = Σsⱼ + Σeⱼ, where Σtⱼ is 1 if there is no tⱼ;
                                                  if ⋈ is ≥ or =, every tⱼ is strict; if it is > or ≠, some sⱼ is;
                                                  if it is =, there is no sⱼ
        """
        multiplier, terms, ideal = fields(proof, optional=("times", "sum", "ideal"))
        ((relation, goal),) = goals.values()
        factors = [self.positive(context, term) for term in items(multiplier) or [{}]]
        summands = [self.positive(context, term) for term in items(terms)]
        left = product([add(*(p for p, _ in factors)), context.term("", self.here(context, goal))])
        right = add(*(p for p, _ in summands), *(self.multiple(context, entry) for entry in items(ideal)))
        require(left == right, "the two sides of the certificate differ")
        strong = relation in (">", "!=")
        require(strong or all(strict for _, strict in factors), "the goal's multiplier is not strictly positive")
        require(not strong or any(strict for _, strict in summands), "no summand is strictly positive")
        require(relation != "=" or not summands, "an equation is certified by equations only")

    def positive(self, context: Context, data: Json) -> tuple[Poly, bool]:
        """Read a product that cannot be negative, and return whether it is strict, so that it cannot be 0 either.

        aⱼ ⋈ⱼ 0 in Γ
        ──────────────────────────────────────    c > 0 is rational, 1 if absent; ⋈ⱼ is not =; pⱼ is aⱼ² if ⋈ⱼ is ≠,
        Γ ⊢ c·Πpⱼ·Πqⱼ²·Π‖vⱼ‖²·Πexp(eⱼ)·Πrⱼ ≥ 0    else aⱼ; rⱼ by `remainder`; vⱼ, a vector, of Γ; every pⱼ, qⱼ, eⱼ, rⱼ
                                                  and ‖vⱼ‖² plain; strict: there is no qⱼ, vⱼ, rⱼ, and no ⋈ⱼ is ≥
        """
        c, names, squares, norms, exponents, remainders = fields(data, optional=FACTORS)
        coefficient = read_rational("1" if c is None else c)
        require(coefficient > 0, "a coefficient is not positive")
        factors, strict = [constant(coefficient)], not (squares or norms or remainders)
        for relation, p in (context.facts[name] for name in items(names)):
            require(relation != "=", "an equation has no sign")
            factors += [p, p] if relation == "!=" else [p]
            strict = strict and relation != ">="
        factors += [p for square in items(squares) for p in [context.read("", square)] * 2]
        factors += [gram(v, v) for norm in items(norms) for v in [context.read("@", norm)]]
        factors += [exponential(self.plain(context, e)) for e in items(exponents)]
        for p, q, degree in (fields(data, "of", "at", "degree") for data in items(remainders)):
            factors.append(remainder(self.plain(context, p), self.plain(context, q), degree))
        return product(self.here(context, p) for p in factors), strict

    def multiple(self, context: Context, data: Json) -> Poly:
        """Read a multiple of an equation.

        ───────────    e = 0 is in Γ, or is exp(p + p′) − exp(p)·exp(p′) = 0, or is ⟨Σu, v⟩ − Σ⟨u, v⟩ = 0 for vectors
        Γ ⊢ eq = 0     u and v of Γ, where v does not mention [i]; e, q, p and p′ plain
        """
        by, name, law, total = fields(data, "by", optional=("fact", "law", "sum"))
        require((name, law, total).count(None) == 2, "not one equation")
        relation, equation = ("=", {}) if name is None else context.facts[name]
        require(relation == "=", "not an equation", name)
        if law is not None:
            equation = power_law(*(self.plain(context, part) for part in fields(law, "of", "and")))
        if total is not None:
            u, v = (context.read("@", part) for part in fields(total, "of", "with"))
            require(not is_indexed(v), "the sum would capture an index", total)
            equation = unfolded(u, v)
        return product([self.here(context, equation), self.plain(context, by)])

    def cases(self, context: Context, goals: Mapping[str, Fact], proof: Json) -> None:
        """Check a case split on the sign of a polynomial.

        Γ, n: p ⋈₁ 0 ⊢ Δ    …    Γ, n: p ⋈ₖ 0 ⊢ Δ
        ─────────────────────────────────────────    ⋈₁, …, ⋈ₖ, each <, ≤, =, ≥ or >, together cover <, = and >;
        Γ ⊢ Δ                                        p plain
        """
        on, name, arms = fields(proof, "on", "name", "arms")
        p = self.plain(context, on)
        facts = {"<": (">", negative(p)), "<=": (">=", negative(p)), "=": ("=", p), ">=": (">=", p), ">": (">", p)}
        require(set("".join(arms)) == set("<=>"), "the cases do not cover every sign")
        for arm, then in arms.items():
            self.prove(context.knowing({name: facts[arm]}), goals, then)

    def contra(self, context: Context, goals: Mapping[str, Fact], proof: Json) -> None:
        """Suppose not.

        Γ, n: ¬A ⊢ −1 ≥ 0
        ─────────────────    A is the only goal
        Γ ⊢ A
        """
        name, then = fields(proof, "name", "then")
        ((relation, p),) = goals.values()
        negations = {">=": (">", negative(p)), ">": (">=", negative(p)), "=": ("!=", p), "!=": ("=", p)}
        self.prove(context.knowing({name: negations[relation]}), {"false": FALSE}, then)

    def have(self, context: Context, goals: Mapping[str, Fact], proof: Json) -> None:
        """Check a proof of a fact, then a proof of the goals with it (cut).

        Γ ⊢ A    Γ, n: A ⊢ Δ
        ────────────────────
        Γ ⊢ Δ
        """
        name, fact, why, then = fields(proof, "name", "fact", "why", "then")
        new = read_facts({name: fact}, names=context.names)
        self.prove(context, new, why)
        self.prove(context.knowing(new), goals, then)

    def split(self, context: Context, goals: Mapping[str, Fact], proof: Json) -> None:
        """Check each conclusion separately.

        Γ ⊢ A₁    …    Γ ⊢ Aₖ
        ─────────────────────
        Γ ⊢ A₁, …, Aₖ
        """
        self.prove_each(context, goals, *fields(proof, "parts"))

    def define(self, context: Context, goals: Mapping[str, Fact], proof: Json) -> None:
        """Check a proof that gives a name to an inverse or a square root that exists.

        Γ ⊢ C    Γ, r, D ⊢ Δ
        ────────────────────    inverse: C is p ≠ 0, D is rp = 1; sqrt: C is p ≥ 0, D is r ≥ 0 and r² = p;
        Γ ⊢ Δ                   ln: C is p > 0, D is exp(r) = p; or `nearest`, without C; p, r of Γ; r is new, no input
                                of the run; it is r[i], one number for each index, if p mentions [i] and Γ is not at
                                one index, else a number; it depends on the state if p does
        """
        let, why, then = fields(proof, "let", "why", "then")
        d = read_definition(let, context)
        self.prove(context, {"side": d.side}, why)
        self.prove(context.defining(d), goals, then)

    def lemma(self, context: Context, goals: Mapping[str, Fact], proof: Json) -> None:
        """Apply an earlier theorem A₁, …, Aₖ ⊢ B₁, …, Bₗ of the library, over the same index set.

        Γ ⊢ σA₁    …    Γ ⊢ σAₖ    Γ, n₁: σB₁, …, nₗ: σBₗ ⊢ Δ
        ─────────────────────────────────────────────────────    σ puts for each name of the theorem a term of Γ, of
        Γ ⊢ Δ                                                    the same sort; σBⱼ mentions [i] if Bⱼ does;
                                                                 if the theorem is about a run, `simulate` holds of σ

        The definitions of the theorem are among the Aⱼ. At one index, the theorem has no name with [i]. Elsewhere, what
        is put for a name without [i] mentions none, so that neither a sum nor "for every i" captures it.
        """
        of, put, premises, names, then, seen = fields(proof, "of", "put", "premises", "as", "then", optional=["run"])
        require(of in self.library, "no theorem before this has this id", of)
        theirs, assume, show = self.library[of]
        images = context.table(sorted(theirs.names), put)
        require(not (context.at_index and "[i]" in "".join(images)), "a theorem on families is used at one index")
        self.used.add(of)
        require((theirs.run is None) == (seen is None), "a simulation goes with a theorem about runs")
        if theirs.run:
            self.simulate(context, theirs, theirs.run, images, seen)
        self.prove_each(context, {n: (r, substitute(p, images)) for n, (r, p) in assume.items()}, premises)
        shown = [(r, substitute(p, images)) for r, p in show.values()]
        kept = (is_indexed(q) or not is_indexed(p) for (_, p), (_, q) in zip(show.values(), shown, strict=True))
        require(all(kept), 'a conclusion loses its "for every i"')
        new = dict(zip(fields(names, *show), shown, strict=True))
        require(len(new) == len(shown), "two conclusions get one name")
        self.prove(context.knowing(new), goals, then)

    def simulate(self, context: Context, theirs: Context, run: Run, images: Images, data: Json) -> None:
        """Check that the run, mapped by σ, is a run of the theorem, which has s′, x′, start′, when′ and next′.

        Γ⁻ ⊢ σs′[start/s] = σstart′    Γ⁻, s, x ⊢ τwhen′    Γ⁻, s, x ⊢ σs′[next/s] = τnext′
        ───────────────────────────────────────────────────────────────────────────────────
        a state s that our run reaches is, as σs′, one that theirs reaches

        Γ has a run and is not at one index. What σ puts for a name that does not depend on their state is of Γ⁻, and
        what it puts for s′ is over the names of Γ⁻ and s. τ puts terms of Γ⁻, s, x for x′, under the conditions of
        `lemma`, and else what σ does. Two vectors are equal if ‖difference‖² = 0.
        """
        inputs, start, when, after = fields(data, "input", "start", "when", "next")
        ours, step = context.stepping()
        before = context.before()
        seen = {n: before.term(n, p) for n, p in images.items() if n not in theirs.state}
        seen |= {n: step.term(n, images[n]) for n in run.state}
        taken = {**seen, **step.table(run.input, inputs)}
        self.prove_each(step, {n: (r, substitute(p, taken)) for n, (r, p) in run.when.items()}, when)
        sides = (before, ours.start, run.start, seen, start), (step, ours.next, run.next, taken, after)
        for where, here, there, through, proofs in sides:
            gaps = {n: add(substitute(images[n], here), negative(substitute(there[n], through))) for n in run.state}
            goals = {n: ("=", gram(p, p) if n.endswith("@") else p) for n, p in gaps.items()}
            self.prove_each(where, goals, proofs)

    def induction(self, context: Context, goals: Mapping[str, Fact], proof: Json) -> None:
        """Check invariants of the run: true at the start, kept by every step, so true of the state reached.

        Γ⁻ ⊢ J[start/s]    Γ⁻, s, x, J ⊢ J[next/s]    Γ, J ⊢ Δ
        ──────────────────────────────────────────────────────    J: facts, over the names of Γ⁻ and s, under new names;
        Γ ⊢ Δ                                                     Γ has a run and is not at one index
        """
        invariants, base, step, then = fields(proof, "invariants", "base", "step", "then")
        run, arbitrary = context.stepping()
        facts = read_facts(invariants, names=context.before().naming(run.state).names)
        for where, images, proofs in ((context.before(), run.start, base), (arbitrary.knowing(facts), run.next, step)):
            self.prove_each(where, {n: (r, substitute(p, images)) for n, (r, p) in facts.items()}, proofs)
        self.prove(context.knowing(facts), goals, then)

    def sum(self, context: Context, goals: Mapping[str, Fact], proof: Json) -> None:
        """Sum a fact over all indices, weakly, as there may be no index; no term exceeds a sum of such terms.

        p ⋈ 0 in Γ    Γ, n: Σp ⋈′ 0, m: Σp − p ≥ 0 ⊢ Δ
        ──────────────────────────────────────────────    ⋈ is not ≠; ⋈′ is = if ⋈ is =, else ≥; Γ is not at one index;
        Γ ⊢ Δ                                             m may be left out, and is if ⋈ is = or p does not mention [i]
        """
        fact, name, then, each = fields(proof, "fact", "name", "then", optional=["each"])
        (relation, p), known = context.facts[fact], context
        require(not context.at_index and relation != "!=", "this fact cannot be summed here")
        if each is not None:
            require(relation != "=" and is_indexed(p), "no sum of terms that are not negative, one for each index")
            known = context.knowing({each: (">=", add(sum_over(p), negative(p)))})
        self.prove(known.knowing({name: ("=" if relation == "=" else ">=", sum_over(p))}), goals, then)

    def entry(self, context: Context, goals: Mapping[str, Fact], proof: Json) -> None:
        """Conclude a fact for every i from a proof of it at one index, where the entries have names of their own.

        Γ, x, n₁: A₁[x/z[i]], …, nₖ: Aₖ[x/z[i]] ⊢ A[x/z[i]]
        ───────────────────────────────────────────────────    A mentions [i] and is the only goal; Γ is not at one
        Γ ⊢ A                                                  index; x are new names without [i], of the same sorts as
                                                               the families z[i] and of the state if these are; Aⱼ in Γ;
                                                               x is put for z[i] outside of sums, where no [i] is left
        """
        names, facts, then = fields(proof, "names", "facts", "then")
        ((goal, fact),) = goals.items()
        require(is_indexed(fact[1]) and not context.at_index, "nothing is to be shown for every i")
        ok = (z in context.names and "[i]" in z and "[" not in x and ("@" in z) == ("@" in x) for z, x in names.items())
        require(all(ok), "not a family, or not a name for its entry")
        images, state = {z: atom(x) for z, x in names.items()}, {x for z, x in names.items() if z in context.state}
        taken = [fact, *(context.facts[old] for old in facts.values())]
        shown, *known = [(relation, substitute(p, images, lambda m: {summed(m): 1})) for relation, p in taken]
        require(not any(is_indexed(p) for _, p in [shown, *known]), "an entry has no name")
        there = replace(context.naming(list(names.values())), state=context.state | state)
        self.prove(there.knowing(dict(zip(facts, known, strict=True))), {goal: shown}, then)


def enclosure(q: Rational) -> tuple[int, int]:
    """Return bounds of exp(q) in units of 1/2^128. 1 + q/1·(1 + q/2·(1 + …)) is computed to degree 99, with products
    rounded down and up. The factor that would follow the last one is between 0 and 2, as |q| is at most a quarter of
    the degree.
    """
    require(-25 <= q <= 25, "the exponent of a number is too large", q)
    (n, d), low, high = q.as_integer_ratio(), 0 if q else UNIT, 2 * UNIT if q else UNIT
    for k in range(99 if q else 0, 0, -1):
        low, high = UNIT + min(n * low, n * high) // (d * k), UNIT - min(-n * low, -n * high) // spend(d * k, k)
    return low, high


def sign(p: Poly) -> int:
    """Return the sign of a number, which is a polynomial in exponentials of rational numbers."""
    powers: dict[Rational, Rational] = {}
    for monomial, c in p.items():
        power = add(*(product([shape(name).inner, constant(e)]) for name, e in monomial))
        require(set(power) <= {()} and all(shape(name).kind == "exp" for name, _ in monomial), "a name has no value")
        powers[power.get((), 0)] = powers.get(power.get((), 0), 0) + c
    least, most = map(sum, zip((0, 0), *(sorted(c * e for e in enclosure(q)) for q, c in powers.items()), strict=True))
    require(least > 0 or most < 0 or not any(powers.values()), "a sign is not decided")
    return (least > 0) - (most < 0)


@dataclass
class Witness:
    """A term without variables for each name, over the units of a space of this dimension; for families, one term for
    each of `size` indices.
    """

    dimension: int
    size: int
    terms: dict[str, list[Poly]] = field(default_factory=dict)

    def read(self, names: Iterable[str], data: Json) -> None:
        """Take values {"b": "1/2", "q": ["exp", "2"], "w@": ["1", "0"], "a[i]": ["1", "2", "3"]}."""
        for name, value in zip(names, fields(data, *names), strict=True):
            values = items(value) if "[i]" in name else [value]
            require("[i]" not in name or len(values) == self.size, "not one value for each index", name)
            self.terms[name] = [self.vector(v) if name.endswith("@") else read_poly(v, names=()) for v in values]
            require(name.endswith("@") or all(sign(p) < 2 for p in self.terms[name]), "not numbers", name)

    def vector(self, coordinates: Json) -> Poly:
        """Return the vector with these coordinates."""
        require(len(items(coordinates)) == self.dimension, "not one coordinate for each dimension", coordinates)
        return add(*(product([constant(read_rational(c)), atom(f"#{k}@")]) for k, c in enumerate(coordinates, 1)))

    def at(self, p: Poly) -> list[Poly]:
        """Return the value of a term; if it has an index, all its values."""
        terms = {n: self.terms[n] for n in variables(p) if n in self.terms}
        spend(0, self.size)
        each = [{n: t[i % len(t)] for n, t in terms.items()} for i in range(self.size)]
        one = {n: t[0] for n, t in terms.items() if "[i]" not in n}

        @cache
        def total(m: Monomial) -> Poly:
            return add(*(substitute({m: 1}, images, total) for images in each))

        return [substitute(p, images, total) for images in (each if is_indexed(p) else [one])]

    def holds(self, fact: Fact) -> bool:
        """Return whether the fact is true (for every index)."""
        return all({">=": n >= 0, ">": n > 0, "=": n == 0, "!=": n != 0}[fact[0]] for n in map(sign, self.at(fact[1])))


def false_conclusions(statement: Statement, data: Json) -> list[str]:
    """Return the conclusions that fail at a witness {"dimension", "size", "values", "steps"}. Raise `Rejected` unless
    every hypothesis holds and every step of the run is allowed.
    """
    dimension, size, values, steps = fields(data, "dimension", "size", "values", optional=("steps",))
    require(type(dimension) is type(size) is int and 0 <= dimension < 10 and 0 <= size < 100, "not a dimension or size")
    run, witness = statement.context.run or Run([], {}, [], {}, {}), Witness(dimension, size)
    require(statement.context.run or not items(steps), "steps without a run")
    witness.read(statement.context.names - set(run.state), values)
    witness.terms |= {name: witness.at(p) for name, p in run.start.items()}
    for number, step in enumerate(items(steps), 1):
        witness.read(run.input, step)
        require(all(map(witness.holds, run.when.values())), "a step is not allowed", number)
        witness.terms |= {name: witness.at(p) for name, p in run.next.items()}
    failing = [name for name, fact in statement.assume.items() if not witness.holds(fact)]
    require(not failing, "a hypothesis does not hold", failing)
    return [name for name, fact in statement.show.items() if not witness.holds(fact)]


def check_entry(entry: Json, library: Mapping[str, Statement]) -> tuple[str, Statement, set[str]]:
    """Return the verdict "proved" or "refuted" on an entry, its statement, and the theorems that it cites."""
    require_shallow([entry], MAX_DEPTH)
    data, sides, proof, witness = fields(entry, "statement", optional=("sides", "proof", "counterexample"))
    require((proof is None) != (witness is None), "an entry has either a proof or a counterexample")
    statement, checker = read_statement(data, sides, to_prove=proof is not None), Checker(library)
    if proof is not None:
        checker.prove(statement.context, statement.show, proof)
        return "proved", statement, checker.used
    require(false_conclusions(statement, witness), "the counterexample makes every conclusion true")
    return "refuted", statement, set()


def check_each(entries: Iterable[Json], proved: dict[str, Statement]) -> Iterator[tuple[str, Result]]:
    """Check the entries in order, and yield for each its id and (verdict, reason, theorems cited). Proofs cite proved
    entries before them. Their statements are added to `proved`, from which nothing is removed.
    """
    library, seen, left = dict[str, Statement](), set[str](), float(MAX_BOOK)
    for number, entry in enumerate(entries, 1):
        name, Work.left = f"entry {number}", min(left, MAX_WORK)
        try:
            given = fields(entry, "statement", optional=entry)[0]["id"]
            require(isinstance(given, str) and IDENTIFIER.match(given) and given not in seen, "not a new id", given)
            name = given
            verdict, statement, used = check_entry(entry, library)
            result = verdict, "", sorted(used)
            if verdict == "proved":
                library[name] = proved[name] = statement
        except (Rejected, RecursionError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as e:
            result = "error", f"{type(e).__name__}: {e!s:.300}", []
        finally:
            left, Work.left = left - (min(left, MAX_WORK) - Work.left), inf
        seen.add(name)
        yield name, result


def check_book(entries: Iterable[Json], proved: dict[str, Statement] | None = None) -> dict[str, Result]:
    """Return id -> (verdict, reason, theorems cited), for each entry in order; `proved` as in `check_each`."""
    return dict(check_each(entries, {} if proved is None else proved))


NUMBERS: Json = dict.fromkeys(("parse_int", "parse_float", "parse_constant"), read_rational)  # for json: integers only


def no_duplicates(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """Return the pairs as a dictionary; raise `Rejected` for a repeated key, which json would accept."""
    require(len({key for key, _ in pairs}) == len(pairs), "a key is repeated")
    return dict(pairs)


def main(arguments: list[str]) -> int:
    """Check a file of entries; 0 if every entry is proved or refuted, 1 if not, 2 if it cannot be read."""
    path = arguments[0] if len(arguments) == 1 else "usage: python -I kernel.py FILE.json"
    try:
        require(os.path.isfile(path) and os.path.getsize(path) <= MAX_BYTES, f"no file of at most {MAX_BYTES} bytes")
        with open(path, encoding="utf-8") as file:
            book = json.load(file, object_pairs_hook=no_duplicates, **NUMBERS)
        require(isinstance(book, dict), "no object with entries", book)
        entries = items(book["entries"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError, Rejected) as problem:
        print(f"{path}: cannot be read: {problem!s:.300}", file=sys.stderr)
        return 2
    for name, (verdict, reason, used) in (results := check_book(entries)).items():
        print(f"{verdict:8} {name} {reason or ', '.join(used)}")
    counts = {v: sum(r[0] == v for r in results.values()) for v in ("proved", "refuted", "error")}
    print(", ".join(f"{n} {v}" for v, n in counts.items()))
    return int(counts["error"] > 0 or not results)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
