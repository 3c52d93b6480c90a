"""A second checker of proofs, written apart from the kernel; the two have to agree.

The kernel (`kernel.py`) is one recursive class over dictionaries of Fractions. This checker shares no line
with it and is built the other way round, so that one mistake is unlikely to be in both:

* numbers are elements of a polynomial ring of python-flint, one ring for each entry, with one generator for
  each atom (a variable, an inner product, a sum over the index set, an exponential) that has turned up so far;
* vectors are linear maps from basis symbols (variables, sums of families) to that ring; the inner product is bilinear;
* putting terms for names is a ring homomorphism (`Morphism`), from the ring of a theorem to that of its user;
* a proof is a list of obligations. Each rule turns one obligation into others; an entry is proved when none is left.

What the data look like is said on the first page of the kernel. What is accepted follows from the meaning:

    all values of the declared names, all finite index sets I (the empty one too), all real inner-product spaces.
    A fact that mentions [i] is meant for every i in I. An obligation whose only goal mentions [i] is met for one
    fixed i (an environment that is `pointwise`): from there on [i] is a constant, and neither sums nor families nor
    theorems on families may be formed of it; or for all i at once, if the rule is `open`; or by `entry` for one i at
    which the members of the families have names of their own. Elsewhere [i] may not enter an argument, for there may
    be no i.
    In a run the state moves; all other names keep their values, also those that name a number defined from the state
    reached, but facts about the state reached say nothing about the steps that lead to it.

    python -m novikoff.proofs.second_checker FILE.json
"""

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import flint

Json: TypeAlias = Any
Exponents: TypeAlias = tuple[int, ...]

IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
RATIONAL = re.compile(r"(-?[0-9]{1,400})(?:/([0-9]{1,400}))?")
LETTER = "A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff\u0391-\u03a1\u03a3-\u03a9\u03b1-\u03c9"
SYMBOL = re.compile(rf"([{LETTER}][{LETTER}0-9\u2080-\u2089]*[*']*)(\[i\])?")
UNIT = re.compile(r"(#[1-9])@")
POWER = re.compile(r"\^([1-9][0-9]?)")
NEAREST = ("to", "balance", "multiplier")  # what is said of a nearest point besides its name, kind and vectors
RELATIONS = (">=", ">", "=", "!=")
TURNED = {"<=": ">=", "<": ">"}  # with the sides exchanged
OPERATORS = {  # how many terms are in one
    "-": (1, 2),
    **dict.fromkeys("/@^", (2, 2)),
    **dict.fromkeys(("sum", "exp", "ln", "sqrt", "abs"), (1, 1)),
    **dict.fromkeys(("+", "*", "max", "min"), (2, 20_000)),
}

MOST_TERMS = 20_000  # of a polynomial that is read or multiplied out
MOST_SUMMANDS = 1_000_000  # of a sum
MOST_ATOMS = 1_000  # of an entry
MOST_BITS = 200_000  # of a numerator or denominator
MOST_WORK = 2**30  # on the products of an entry: terms times terms times bits
MOST_BOOK = 2**34  # on those of all entries of a file; those of the ledger take a six-hundredth of it
MOST_BYTES = 256 * 2**20  # of a file
MOST_LEVELS = 200  # of objects and arrays in an entry
MOST_PARENTHESES = 20  # that are open at once in an atom
MOST_LETTERS = 20_000  # of an exponential
MOST_EXPONENT = 25  # of an exponential at a witness
PRECISION = 528  # bits, where the sign of a sum of exponentials is looked for


class Refused(Exception):
    """Why an entry is not accepted."""


class Work:
    """The work left for the entry that is checked: at most `MOST_WORK`, and `MOST_BOOK` for a whole file."""

    left = inf


def spend(work: int) -> None:
    """Count work, and refuse too much of it."""
    Work.left -= work
    demand(Work.left >= 0, "this takes too long")


def show(data: Json) -> str:
    """A short picture of some data, safe to print."""
    return ascii(data[:60] if isinstance(data, str) else data)[:60]


def demand(condition: object, why: str, *found: Json) -> None:
    """Refuse unless the condition holds, and show what was found: only then, for pictures of long data are dear."""
    if not condition:
        raise Refused(": ".join([why, *map(show, found)]))


# ---------------------------------------------------------------------------------------- JSON


def record(data: Json, needed: Iterable[str], optional: Iterable[str] = ()) -> dict[str, Json]:
    """An object with just these keys; those that are absent are None."""
    needed, optional = set(needed), set(optional)
    demand(isinstance(data, dict), "an object is expected", data)
    demand(needed <= data.keys() <= needed | optional, "wrong keys", sorted(data))
    return {**dict.fromkeys(optional), **data}


def array(data: Json) -> list[Json]:
    """An array; null is the empty one."""
    demand(data is None or isinstance(data, list), "an array is expected", data)
    return data or []


def flat(data: Json) -> None:
    """Refuse data with too many levels."""
    levels: list[tuple[int, Json]] = [(1, data)]
    while levels:
        level, whole = levels.pop()
        inside = list(whole.values()) if isinstance(whole, dict) else whole if isinstance(whole, list) else None
        demand(inside is None or level <= MOST_LEVELS, "the data have too many levels")
        levels += [(level + 1, part) for part in inside or ()]


def text(data: Json) -> str:
    """A string."""
    demand(isinstance(data, str), "a text is expected", data)
    return str(data)


def rational(data: Json) -> flint.fmpq:
    """A number, "p" or "p/q"."""
    found = RATIONAL.fullmatch(text(data))
    if not found or (found[2] and not int(found[2])):
        raise Refused(f"not a rational number: {show(data)}")
    return flint.fmpq(int(found[1]), int(found[2] or 1))


def light(numbers: Iterable[flint.fmpq]) -> None:
    """Refuse numbers of absurd length."""
    demand(all(n.height_bits() <= MOST_BITS for n in numbers), "a number is too long")


# --------------------------------------------------------------------------------------- atoms


class Symbol(NamedTuple):
    """A declared name: b, a[i], w@ or x[i]@; or an adjoined unit vector #1@."""

    base: str
    family: bool
    vector: bool

    def __str__(self) -> str:
        """As it is written."""
        return self.base + "[i]" * self.family + "@" * self.vector

    @property
    def unit(self) -> bool:
        """Is it an adjoined unit vector?"""
        return self.base.startswith("#")


class Inner(NamedTuple):
    """The inner product of two basis symbols, in alphabetic order."""

    left: "Basis"
    right: "Basis"

    def __str__(self) -> str:
        """As it is written."""
        return f"{str(self.left)[:-1]}@{str(self.right)[:-1]}"


class Total(NamedTuple):
    """The sum over the index set of a product of powers of atoms that depend on the index."""

    factors: "Monomial"

    def __str__(self) -> str:
        """As it is written."""
        return f"sum({','.join(spelled(self.factors))})"


@dataclass(frozen=True)
class Resultant:
    """The sum over the index set of the vectors of a family, each times a product as in `Total`."""

    factors: "Monomial"
    of: Symbol
    unit = False

    def __str__(self) -> str:
        """As it is written."""
        return f"{Total(self.factors | {(self.of, 1)})}@"


@dataclass(frozen=True)
class Exponential:
    """The exponential of a number other than 0."""

    terms: "frozenset[tuple[Monomial, flint.fmpq]]"

    def __str__(self) -> str:
        """As it is written."""
        return f"exp({';'.join(sorted(','.join([str(c), *spelled(monomial)]) for monomial, c in self.terms))})"

    def __post_init__(self) -> None:
        """Refuse what is too long to be written."""
        demand(len(str(self)) <= MOST_LETTERS, "an exponent is too long")
        demand(all(e < 100 for monomial, _ in self.terms for _, e in monomial), "an exponent is too large")


Basis: TypeAlias = Symbol | Resultant  # what vectors are made of
Atom: TypeAlias = Basis | Inner | Total | Exponential
Monomial: TypeAlias = frozenset[tuple[Atom, int]]


def shallow(written: str) -> None:
    """Refuse a text with too many parentheses in each other."""
    opened = 0
    for letter in written if written.count("(") > MOST_PARENTHESES else "":
        opened += {"(": 1, ")": -1}.get(letter, 0)
        demand(opened <= MOST_PARENTHESES, "too many parentheses are open", written)


def spelled(monomial: Monomial) -> list[str]:
    """The factors as they are written."""
    return sorted(str(a) if e == 1 else f"{a}^{e}" for a, e in monomial)


def inside(atom: Atom) -> list[Atom]:
    """What an atom is made of."""
    match atom:
        case Inner(left, right):
            return [left, right]
        case Total(factors):
            return [a for a, _ in factors]
        case Resultant(factors, of):
            return [of, *(a for a, _ in factors)]
        case Exponential(terms):
            return [a for monomial, _ in terms for a, _ in monomial]
    return []


def indexed(atom: Atom) -> bool:
    """Does the value of the atom depend on the single index i? A sum does not: it goes over all of them."""
    if isinstance(atom, Symbol):
        return atom.family
    return not isinstance(atom, Total | Resultant) and any(map(indexed, inside(atom)))


def symbols(atom: Atom) -> Iterator[Symbol]:
    """The symbols in an atom."""
    if isinstance(atom, Symbol):
        yield atom
    for part in inside(atom):
        yield from symbols(part)


def is_vector(atom: Atom) -> bool:
    """Is it a vector?"""
    return isinstance(atom, Resultant) or (isinstance(atom, Symbol) and atom.vector)


def inner_atom(u: Basis, v: Basis) -> Inner:
    """The atom for an inner product."""
    return Inner(*sorted((u, v), key=str))


class Reader:
    """Reads a product of powers of atoms, from left to right."""

    def __init__(self, written: str) -> None:
        """Start at the first letter."""
        shallow(written)
        self.written, self.at = written, 0

    def refuse(self) -> Refused:
        """Why nothing can be read here."""
        return Refused(f"not a term: {show(self.written)}, from {show(self.written[self.at :])}")

    def take(self, letters: str) -> bool:
        """Read just these letters, if they are there."""
        found = self.written.startswith(letters, self.at)
        self.at += len(letters) * found
        return found

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Read what has this pattern, if it is there."""
        found = pattern.match(self.written, self.at)
        self.at = found.end() if found else self.at
        return found

    def expect(self, letters: str) -> None:
        """Read just these letters."""
        if not self.take(letters):
            raise self.refuse()

    def whole(self) -> Monomial:
        """All that is written."""
        monomial = self.monomial(" ")
        if self.at < len(self.written):
            raise self.refuse()
        return monomial

    def monomial(self, separator: str) -> Monomial:
        """Powers of atoms, as many as there are."""
        powers: dict[Atom, int] = {}
        following = True
        while following:
            atom, raised = self.atom(), self.match(POWER)
            powers[atom] = powers.get(atom, 0) + (int(raised[1]) if raised else 1)
            demand(powers[atom] < 100, f"an exponent is too large: {show(self.written)}")
            following = self.take(separator)
        return frozenset(powers.items())

    def atom(self) -> Atom:
        """A number, a vector or an inner product."""
        unit = self.match(UNIT)
        if unit:
            return Symbol(unit[1], False, True)
        left = self.operand()
        if not self.take("@"):
            demand(not is_vector(left), f"a vector has no @: {show(self.written)}")
            return left
        if self.at == len(self.written) or self.written[self.at] in " ,;)^":
            return self.vector(left)
        return inner_atom(self.vector(left), self.vector(self.operand()))

    def vector(self, found: Atom) -> Basis:
        """The vector whose @ is read apart."""
        if isinstance(found, Symbol):
            return short(found._replace(vector=True))
        if not isinstance(found, Resultant):
            raise self.refuse()
        return found

    def operand(self) -> Atom:
        """An atom that is no inner product, without its @."""
        if self.take("sum("):
            return self.total()
        if self.take("exp("):
            return self.exponential()
        found = self.match(SYMBOL)
        if not found:
            raise self.refuse()
        return short(Symbol(found[1], bool(found[2]), False))

    def total(self) -> Total | Resultant:
        """What a sum goes over; it binds the index."""
        if self.take(")"):
            return Total(frozenset())
        factors = self.monomial(",")
        self.expect(")")
        demand(all(indexed(a) for a, _ in factors), f"not a sum of what has an index: {show(self.written)}")
        match [(a, e) for a, e in factors if is_vector(a)]:
            case []:
                return Total(factors)
            case [(Symbol() as family, 1)]:
                return Resultant(factors - {(family, 1)}, family)
        raise self.refuse()

    def exponential(self) -> Exponential:
        """The terms of an exponent."""
        terms: dict[Monomial, flint.fmpq] = {}
        following = True
        while following:
            number = self.match(RATIONAL)
            value = rational(number[0] if number else None)
            monomial = self.monomial(",") if self.take(",") else frozenset()
            terms[monomial] = terms.get(monomial, flint.fmpq(0)) + value
            following = self.take(";")
        self.expect(")")
        found = Exponential(frozenset((m, c) for m, c in terms.items() if c))
        demand(found.terms and not any(map(is_vector, inside(found))), f"not an exponent: {show(self.written)}")
        lost = any(indexed(a) for m in terms for a, _ in m) and not indexed(found)
        demand(not lost, f"the index cancels in an exponent: {show(self.written)}")
        return found


def short(symbol: Symbol) -> Symbol:
    """The symbol, if its name is not too long."""
    demand(len(str(symbol)) < 100, "a name is too long")
    return symbol


def read_symbol(data: Json) -> Symbol:
    """A name that may be declared."""
    reader = Reader(text(data))
    symbol = reader.atom()
    if not isinstance(symbol, Symbol) or symbol.unit or reader.at < len(data):
        raise Refused(f"not a name: {show(data)}")
    return symbol


@lru_cache(10_000)
def read_monomial(written: str) -> Monomial:
    """A product of powers of atoms."""
    return Reader(written).whole() if written != "1" else frozenset()


def read_terms(data: Json) -> dict[Monomial, flint.fmpq]:
    """The terms of a polynomial that do not cancel."""
    demand(isinstance(data, dict) and len(data) <= MOST_TERMS, "not a polynomial", data)
    terms: dict[Monomial, flint.fmpq] = {}
    for key, value in data.items():
        monomial = read_monomial(key)
        terms[monomial] = terms.get(monomial, flint.fmpq(0)) + rational(value)
    return {monomial: value for monomial, value in terms.items() if value}


def mentions_index(data: Json) -> bool:
    """Is [i] in a term as it is written, cancelled or not? A sum goes over all of them."""
    match data:
        case dict():
            return any(indexed(a) for key in data for a, _ in read_monomial(key))
        case [word, *parts]:
            return word != "sum" and any(map(mentions_index, parts))
    return "[i]" in data


def names_in(data: Json) -> set[Symbol]:
    """The symbols in a term as it is written, cancelled or not; in a polynomial those that do not cancel."""
    match data:
        case dict():
            return {s for monomial in read_terms(data) for a, _ in monomial for s in symbols(a) if not s.unit}
        case ["^", base, _]:
            return names_in(base)
        case [_, *parts]:
            return {symbol for part in parts for symbol in names_in(part)}
    if not isinstance(data, str) or RATIONAL.fullmatch(data) or UNIT.fullmatch(data):
        return set()
    return {read_symbol(data)}


# ------------------------------------------------------------------------- numbers and vectors


class Ring:
    """The polynomials over Q in the atoms of one entry; it gains generators as atoms turn up."""

    def __init__(self) -> None:
        """Start without atoms."""
        self.atoms: list[Atom] = []
        self.place: dict[Atom, int] = {}
        self.widen(16)

    def widen(self, generators: int) -> None:
        """Make room for so many atoms."""
        names = [f"x{n}" for n in range(generators)]
        self.context = flint.fmpq_mpoly_ctx.get(names, flint.Ordering.lex)

    def generator(self, atom: Atom) -> "Poly":
        """The atom as a polynomial."""
        if atom not in self.place:
            demand(len(self.atoms) < MOST_ATOMS, "there are too many atoms")
            shallow(str(atom))
            self.place[atom] = len(self.atoms)
            self.atoms.append(atom)
            if len(self.atoms) > self.context.nvars():
                self.widen(2 * self.context.nvars())
        return Poly(self, self.context.gen(self.place[atom]))

    def number(self, value: flint.fmpq | int) -> "Poly":
        """A constant."""
        return Poly(self, self.context.constant(value))

    def exponential(self, p: "Poly") -> "Poly":
        """exp(p), which is 1 for p = 0."""
        return self.generator(Exponential(frozenset(p.terms()))) if p else self.number(1)

    def variable(self, symbol: Symbol) -> "Term":
        """The symbol as a number or vector."""
        return Vector(self, {symbol: self.number(1)}) if symbol.vector else self.generator(symbol)

    def term(self, monomial: Monomial, value: flint.fmpq) -> "Poly":
        """A multiple of a product of atoms, made at once and not multiplied out."""
        for atom in sorted((a for a, _ in monomial if a not in self.place), key=str):
            self.generator(atom)
        exponents = [0] * self.context.nvars()
        for atom, exponent in monomial:
            exponents[self.place[atom]] = exponent
        spend(len(exponents))
        return Poly(self, self.context.from_dict({tuple(exponents): value}))

    def total(self, parts: Iterable["Poly"]) -> "Poly":
        """The sum."""
        level = list(parts) or [self.number(0)]
        while len(level) > 1:
            odd = level[-1:] if len(level) % 2 else []
            level = [a + b for a, b in zip(level[::2], level[1::2], strict=False)] + odd
        return level[0]

    def product(self, parts: Iterable["Poly"]) -> "Poly":
        """The product."""
        result, *others = [*parts] or [self.number(1)]
        for part in others:
            result = result * part
        return result


class Poly:
    """A number: an element of a ring."""

    __slots__ = ("raw", "ring")

    def __init__(self, ring: Ring, raw: flint.fmpq_mpoly) -> None:
        """Hold an element of the ring."""
        self.ring, self.raw = ring, raw

    def aligned(self) -> flint.fmpq_mpoly:
        """The element with as many generators as its ring has by now."""
        if self.raw.context() is not self.ring.context:
            self.raw = self.raw.project_to_context(self.ring.context)
        return self.raw

    def __add__(self, other: "Poly") -> "Poly":
        """The sum."""
        demand(self.ring is other.ring, "numbers of two rings are mixed")
        raw = self.aligned() + other.aligned()
        demand(len(raw) <= MOST_SUMMANDS, "a sum is too large")
        return Poly(self.ring, raw)

    def __neg__(self) -> "Poly":
        """The opposite."""
        return Poly(self.ring, -self.raw)

    def __sub__(self, other: "Poly") -> "Poly":
        """The difference."""
        return self + (-other)

    def __mul__(self, other: "Poly") -> "Poly":
        """The product."""
        demand(self.ring is other.ring, "numbers of two rings are mixed")
        pairs = len(self.raw) * len(other.raw)
        demand(pairs <= MOST_TERMS, "a product is too large")
        spend(64 + pairs * (self.bits() + other.bits()))
        raw = self.aligned() * other.aligned()
        return Poly(self.ring, raw)

    def bits(self) -> int:
        """The length of the longest coefficient."""
        longest = max((c.height_bits() for c in self.raw.coeffs()), default=0)
        demand(longest <= MOST_BITS, "a number is too long")
        return int(longest) + 1

    def __pow__(self, exponent: int) -> "Poly":
        """A power, by squaring."""
        if exponent < 2:
            return self if exponent else self.ring.number(1)
        half = self ** (exponent // 2)
        return half * half * self if exponent % 2 else half * half

    def __bool__(self) -> bool:
        """Is it other than 0?"""
        return not self.raw.is_zero()

    def terms(self) -> Iterator[tuple[Monomial, flint.fmpq]]:
        """Monomials and their coefficients."""
        atoms = self.ring.atoms
        for exponents, value in self.raw.to_dict().items():
            yield frozenset((atoms[n], int(e)) for n, e in enumerate(exponents) if e), value

    def atoms(self) -> list[Atom]:
        """The atoms that occur."""
        return [self.ring.atoms[n] for n, degree in enumerate(self.raw.degrees()) if degree > 0]

    def symbols(self) -> set[Symbol]:
        """The symbols that occur."""
        return {symbol for atom in self.atoms() for symbol in symbols(atom)}

    def indexed(self) -> bool:
        """Does it depend on the single index i?"""
        return any(map(indexed, self.atoms()))

    def by_index(self) -> Iterator[tuple[Monomial, "Poly"]]:
        """What depends on the index in each term, and the rest of the term."""
        ring = self.ring
        for monomial, value in self.terms():
            under = frozenset((a, e) for a, e in monomial if indexed(a))
            demand(all(e < 100 for _, e in under), "an exponent is too large")
            yield under, ring.product([ring.number(value), *(ring.generator(a) ** e for a, e in monomial - under)])

    def summed(self) -> "Poly":
        """The sum over the index set, what does not depend on the index taken out of each term."""
        return self.ring.total(rest * self.ring.generator(Total(under)) for under, rest in self.by_index())


class Vector:
    """A vector: a linear map from basis symbols to their coefficients."""

    def __init__(self, ring: Ring, parts: Mapping[Basis, Poly]) -> None:
        """Hold the coefficients that are not 0."""
        self.ring = ring
        self.parts = {symbol: c for symbol, c in parts.items() if c}

    def plus(self, other: "Vector") -> "Vector":
        """The sum."""
        parts = dict(self.parts)
        for basis, c in other.parts.items():
            parts[basis] = parts[basis] + c if basis in parts else c
        return Vector(self.ring, parts)

    def times(self, factor: Poly) -> "Vector":
        """A multiple."""
        return Vector(self.ring, {basis: c * factor for basis, c in self.parts.items()})

    def inner(self, other: "Vector") -> Poly:
        """The inner product: bilinear; units are orthonormal, and orthogonal to all else."""
        size = sum(len(c.raw) for c in self.parts.values()) * sum(len(c.raw) for c in other.parts.values())
        demand(size <= MOST_SUMMANDS, "an inner product is too large")
        pairs = [(u, v) for u in self.parts for v in other.parts if u == v or not (u.unit or v.unit)]
        return self.ring.total(
            self.parts[u] * other.parts[v] * (self.ring.number(1) if u.unit else self.ring.generator(inner_atom(u, v)))
            for u, v in pairs
        )

    def symbols(self) -> set[Symbol]:
        """The symbols that occur, without units."""
        found = {symbol for c in self.parts.values() for symbol in c.symbols()}
        return found | {symbol for basis in self.parts if not basis.unit for symbol in symbols(basis)}

    def indexed(self) -> bool:
        """Does it depend on the single index i?"""
        return any(indexed(basis) or c.indexed() for basis, c in self.parts.items())

    def summed(self) -> "Vector":
        """The sum over the index set, what does not depend on the index taken out of each term."""
        result = Vector(self.ring, {})
        for basis, c in self.parts.items():
            if isinstance(basis, Symbol) and basis.family:
                for under, rest in c.by_index():
                    result = result.plus(Vector(self.ring, {Resultant(under, basis): rest}))
            else:
                result = result.plus(Vector(self.ring, {basis: c.summed()}))
        return result


Term: TypeAlias = Poly | Vector


class Fact(NamedTuple):
    """`number relation 0`; for every i if it is indexed."""

    relation: str
    number: Poly

    def indexed(self) -> bool:
        """Is it meant for every i?"""
        return self.number.indexed()

    def symbols(self) -> set[Symbol]:
        """The symbols that occur."""
        return self.number.symbols()

    def negation(self) -> "Fact":
        """What holds if it does not (at one index, or without any)."""
        opposite = {">=": (">", -1), ">": (">=", -1), "=": ("!=", 1), "!=": ("=", 1)}
        relation, sign = opposite[self.relation]
        return Fact(relation, self.number if sign > 0 else -self.number)


Facts: TypeAlias = dict[str, Fact]


class Morphism:
    """The homomorphism to a ring that puts terms for symbols; a symbol without a term stays as it is. One that is
    `outside` leaves sums as they are, for their index is not the one that is meant.
    """

    def __init__(self, ring: Ring, images: Mapping[Symbol, Term], *, outside: bool = False) -> None:
        """Hold the images of symbols."""
        self.ring, self.images, self.outside = ring, dict(images), outside
        self.known: dict[Atom, Poly] = {}

    def also(self, images: Mapping[Symbol, Term]) -> "Morphism":
        """With further images."""
        return Morphism(self.ring, {**self.images, **images})

    def basis(self, basis: Basis) -> Vector:
        """The image of a basis symbol."""
        if isinstance(basis, Resultant) and not self.outside:
            return self.basis(basis.of).times(self.monomial(basis.factors)).summed()
        image = self.images.get(basis) if isinstance(basis, Symbol) else None
        return image if isinstance(image, Vector) else Vector(self.ring, {basis: self.ring.number(1)})

    def atom(self, atom: Atom) -> Poly:
        """The image of an atom."""
        if atom not in self.known:
            self.known[atom] = self.fresh(atom)
        return self.known[atom]

    def fresh(self, atom: Atom) -> Poly:
        """The image of an atom that is met for the first time."""
        match atom:
            case Inner(left, right):
                return self.basis(left).inner(self.basis(right))
            case Total(factors) if not self.outside:
                return self.monomial(factors).summed()
            case Exponential(terms):
                return self.ring.exponential(self.combination(terms))
        image = self.images.get(atom) if isinstance(atom, Symbol) else None
        return image if isinstance(image, Poly) else self.ring.generator(atom)

    def monomial(self, monomial: Monomial) -> Poly:
        """The image of a product."""
        return self.ring.product(self.atom(a) ** e for a, e in sorted(monomial, key=str))

    def combination(self, terms: Iterable[tuple[Monomial, flint.fmpq]]) -> Poly:
        """The image of a sum of multiples of products."""
        return self.ring.total(self.ring.number(value) * self.monomial(m) for m, value in terms)

    def number(self, p: Poly) -> Poly:
        """The image of a number."""
        return self.combination(p.terms())

    def vector(self, v: Vector) -> Vector:
        """The image of a vector."""
        result = Vector(self.ring, {})
        for basis, c in v.parts.items():
            result = result.plus(self.basis(basis).times(self.number(c)))
        return result

    def term(self, t: Term) -> Term:
        """The image of a number or vector."""
        return self.vector(t) if isinstance(t, Vector) else self.number(t)

    def fact(self, fact: Fact) -> Fact:
        """The image of a fact."""
        return Fact(fact.relation, self.number(fact.number))

    def facts(self, facts: Facts) -> Facts:
        """The image of each fact."""
        return {name: self.fact(fact) for name, fact in facts.items()}


# ------------------------------------------------------------------------ terms as they are written


@dataclass(frozen=True)
class Language:
    """Terms as they are written, and the numbers that have a name there: quotients, roots and logarithms."""

    ring: Ring
    named: dict[tuple[str, frozenset[tuple[Monomial, flint.fmpq]]], Symbol] = field(default_factory=dict)

    def name(self, symbol: Symbol, kind: str, of: Term) -> None:
        """From here on the inverse, root or logarithm of this number has a name."""
        if isinstance(of, Poly) or not of.parts:
            self.named[kind, frozenset(self.number(of).terms())] = symbol

    def find(self, kind: str, p: Poly) -> Poly:
        """What is defined to be the inverse, root or logarithm of a number."""
        symbol = self.named.get((kind, frozenset(p.terms())))
        if symbol is None:
            raise Refused(f"no definition says that this {kind} exists")
        return self.ring.generator(symbol)

    def read(self, data: Json) -> Term:
        """A term, whose index does not cancel, or a polynomial; its names are not looked at."""
        if isinstance(data, dict):
            return self.polynomial(data)
        term = self.written(data) or self.ring.number(0)
        demand(term.indexed() or not mentions_index(data), "the index cancels in a term", data)
        return term

    def number(self, term: Term | None) -> Poly:
        """The number; the vector 0 is as good as the number 0."""
        if isinstance(term, Poly):
            return term
        demand(term is None or not term.parts, "a number is expected")
        return self.ring.number(0)

    def vector(self, term: Term | None) -> Vector:
        """The vector; the number 0 is as good as the vector 0."""
        if isinstance(term, Vector):
            return term
        demand(not term, "a vector is expected")
        return Vector(self.ring, {})

    def fact(self, data: Json, *, stronger: bool = False) -> Fact:
        """A relation between two terms, or of a polynomial to 0; its names are not looked at. One `for every i` in
        which the index cancels is refused, or read without it: this is stronger, as there may be no i.
        """
        demand(isinstance(data, list) and len(data) in (2, 3), "not a fact", data)
        relation, *sides = data
        demand(relation in (RELATIONS if len(sides) == 1 else (*RELATIONS, *TURNED)), "not a fact", data)
        if len(sides) == 1:
            fact = Fact(relation, self.number(self.read(sides[0])))
        else:
            fact = self.comparison(relation, *map(self.written, sides))
        lost = any(map(mentions_index, sides)) and not fact.indexed()
        demand(stronger or not lost, "where [i] cancels, a fact is not for every i")
        return fact

    def comparison(self, relation: str, left: Term | None, right: Term | None) -> Fact:
        """That one term is in a relation to another; of vectors, that they are equal."""
        if isinstance(left, Vector) or isinstance(right, Vector):
            demand(not isinstance(left, Poly) and not isinstance(right, Poly), "a number and a vector are compared")
            demand(relation == "=", "vectors are equal or not, and only the first can be said", relation)
            return same(self.vector(left), self.vector(right))
        gap = self.number(left) - self.number(right)
        return Fact(TURNED.get(relation, relation), -gap if relation in TURNED else gap)

    def polynomial(self, data: Json) -> Term:
        """The sum of its terms: of numbers, or of multiples of vectors."""
        numbers: list[Poly] = []
        vector = Vector(self.ring, {})
        for monomial, value in read_terms(data).items():
            match [(a, e) for a, e in monomial if is_vector(a)]:
                case []:
                    numbers.append(self.ring.term(monomial, value))
                case [(Symbol() | Resultant() as basis, 1)]:
                    rest = self.ring.term(monomial - {(basis, 1)}, value)
                    vector = vector.plus(Vector(self.ring, {basis: rest}))
                case _:
                    raise Refused("a number is expected, or a vector is expected: not a product of vectors")
        demand(not (numbers and vector.parts), "a number is expected, or a vector is expected: not a sum of both")
        return vector if vector.parts else self.ring.total(numbers)

    def written(self, data: Json) -> Term | None:
        """The value of a term; None for a 0, be it the number or the vector."""
        if isinstance(data, str):
            return self.leaf(data)
        word, *given = array(data) or [""]
        least, most = OPERATORS.get(word, (1, 0)) if isinstance(word, str) else (1, 0)
        demand(least <= len(given) <= most, "not a term", data)
        terms = [self.written(part) for part in (given[:1] if word == "^" else given)]
        known = [t for t in terms if t is not None]
        vectors = [t for t in known if isinstance(t, Vector)]
        match word:
            case "+" | "-":
                demand(len(vectors) in (0, len(known)), "a number and a vector are added", data)
                minus = self.ring.number(-1)
                signs = [len(given) > 1 or word == "+", *[word == "+"] * (len(given) - 1)]
                moved = [
                    t if plus else t.times(minus) if isinstance(t, Vector) else -t
                    for t, plus in zip(terms, signs, strict=True)
                    if t is not None
                ]
                return self.sum_of(moved) if known else None
            case "@":
                demand(len(vectors) == len(known), "an inner product is of vectors", data)
                u, v = (t if isinstance(t, Vector) else Vector(self.ring, {}) for t in terms)
                return u.inner(v)
            case "sum":
                return known[0].summed() if known else None
            case "*":
                demand(len(vectors) < 2, "a product of vectors", data)
                return self.multiple(vectors, terms)
            case "/":
                demand(not isinstance(terms[1], Vector), "a quotient by a vector", data)
                inverse = self.inverse(given[1], self.number(terms[1]))
                return self.multiple(vectors, [terms[0], inverse]) if known else None
        demand(not vectors, "a number is expected", data)
        return self.of_numbers(word, given, [self.number(t) for t in terms])

    def leaf(self, data: str) -> Term | None:
        """A number, a name or a unit."""
        if RATIONAL.fullmatch(data):
            value = rational(data)
            return self.ring.number(value) if value else None
        unit = UNIT.fullmatch(data)
        return self.ring.variable(Symbol(unit[1], False, True) if unit else read_symbol(data))

    def sum_of(self, terms: list[Term]) -> Term:
        """The sum of numbers, or of vectors."""
        total = Vector(self.ring, {})
        for vector in terms:
            if not isinstance(vector, Vector):
                return self.ring.total(t for t in terms if isinstance(t, Poly))
            total = total.plus(vector)
        return total

    def multiple(self, vectors: list[Vector], terms: list[Term | None]) -> Term | None:
        """A product with at most one vector."""
        if not any(t is not None for t in terms):
            return None
        factor = self.ring.product(self.number(t) for t in terms if not isinstance(t, Vector))
        return vectors[0].times(factor) if vectors else factor

    def of_numbers(self, word: str, given: list[Json], numbers: list[Poly]) -> Poly:
        """A function of numbers."""
        p, *others = numbers
        match word:
            case "^":
                exponent = rational(given[1])
                demand(exponent.q in (1, 2) and abs(exponent.p) < 100, "not an exponent", given[1])
                root = exponent.q == 2
                p = self.find("sqrt", p) if root else p
                p = self.inverse("" if root else given[0], p) if exponent < 0 else p
                return p ** abs(int(exponent.p))
            case "exp":
                return self.ring.exponential(p)
            case "ln" | "sqrt":
                return self.find(word, p)
            case "abs":
                return self.find("sqrt", p * p)
        for q in others:
            distance = self.find("sqrt", (p - q) * (p - q))
            p = (p + q + (distance if word == "max" else -distance)) * self.ring.number(flint.fmpq(1, 2))
        return p

    def inverse(self, data: Json, p: Poly) -> Poly:
        """The inverse of a number: its name, or that of a product by the inverses of its factors."""
        if ("inverse", frozenset(p.terms())) not in self.named:
            match data:
                case ["*", *factors]:
                    return self.ring.product([self.inverse(f, self.number(self.written(f))) for f in factors])
                case ["^", base, n] if rational(n).q == 1 and rational(n) >= 0:
                    return self.inverse(base, self.number(self.written(base))) ** int(rational(n).p)
                case ["-", opposite]:
                    return -self.inverse(opposite, -p)
        match list(p.terms()):
            case [(monomial, value)] if not monomial:
                return self.ring.number(1 / value)
        return self.find("inverse", p)


# -------------------------------------------------------------------------------- environments


@dataclass(frozen=True)
class System:
    """A transition system: what the state is at the start, which inputs are allowed, what the state is next."""

    state: frozenset[Symbol]
    inputs: frozenset[Symbol]
    start: dict[Symbol, Term]
    guards: Facts
    after: dict[Symbol, Term]


class Definition(NamedTuple):
    """Numbers, or families of them, that there are if the side condition holds, and what they satisfy."""

    new: list[Symbol]
    of: list[Term]
    side: Fact
    facts: Facts


@dataclass(frozen=True)
class Env:
    """What may be said, and what is known, at one place of a proof."""

    ring: Ring
    names: frozenset[Symbol] = frozenset()
    moving: frozenset[Symbol] = frozenset()  # names whose meaning depends on the state reached
    reserved: frozenset[Symbol] = frozenset()  # names of inputs: known in steps only, but not free elsewhere
    facts: Facts = field(default_factory=dict)
    system: System | None = None
    pointwise: bool = False  # [i] is one fixed index

    # what may be said

    def declaring(self, data: Json) -> tuple["Env", frozenset[Symbol]]:
        """With further names."""
        new = [read_symbol(name) for name in array(data)]
        demand(len(set(new)) == len(new), "a name is declared twice")
        demand(not set(new) & (self.names | self.reserved), "a name is declared again")
        return replace(self, names=self.names | set(new)), frozenset(new)

    def term(self, data: Json, language: Language | None) -> Term:
        """A term over the names."""
        self.known(names_in(data))
        term = (language or Language(self.ring)).read(data)
        self.known(term.symbols())
        return term

    def number(self, data: Json, language: Language | None = None) -> Poly:
        """A number over the names."""
        return Language(self.ring).number(self.term(data, language))

    def vector(self, data: Json, language: Language | None = None) -> Vector:
        """A vector over the names, perhaps with adjoined units."""
        return Language(self.ring).vector(self.term(data, language))

    def known(self, found: set[Symbol]) -> None:
        """Refuse names that are not declared."""
        demand(found <= self.names, "not declared", sorted(map(str, found - self.names)))

    def plain(self, term: Term) -> Term:
        """The term, if it has one value here: [i] is one index, or is not mentioned."""
        demand(self.pointwise or not term.indexed(), "an index is used where there may be none")
        return term

    def plain_number(self, data: Json) -> Poly:
        """A number that has one value here."""
        p = self.number(data)
        self.plain(p)
        return p

    def images(
        self, targets: Iterable[Symbol], data: Json, language: Language | None = None
    ) -> dict[Symbol, Term]:
        """A term for each symbol, of its sort. One value is put for a symbol without an index."""
        targets = sorted(targets)
        table = record(data, map(str, targets))
        found: dict[Symbol, Term] = {}
        for symbol in targets:
            given = table[str(symbol)]
            term: Term = self.vector(given, language) if symbol.vector else self.number(given, language)
            found[symbol] = term if symbol.family else self.plain(term)
        return found

    def fact(self, data: Json, language: Language | None = None, *, stronger: bool = False) -> Fact:
        """A fact over the names."""
        fact = (language or Language(self.ring)).fact(data, stronger=stronger)
        self.known({symbol for side in data[1:] for symbol in names_in(side)})
        self.known(fact.symbols())
        return fact

    def fact_table(self, data: Json, language: Language | None = None, *, stronger: bool = False) -> Facts:
        """Named facts."""
        demand(isinstance(data, dict), "not a table of facts", data)
        return {name: self.fact(given, language, stronger=stronger) for name, given in data.items()}

    # what is known

    def knowing(self, facts: Mapping[str, Fact]) -> "Env":
        """With further facts."""
        demand(not facts.keys() & self.facts.keys(), "two facts have one name", sorted(facts))
        return replace(self, facts={**self.facts, **facts})

    def lookup(self, name: Json) -> Fact:
        """A known fact."""
        demand(isinstance(name, str) and name in self.facts, "no such fact", name)
        return self.facts[name]

    def defining(self, definition: Definition) -> "Env":
        """With what is defined; it depends on the state reached if its terms do."""
        new = frozenset(definition.new)
        moves = any(term.symbols() & self.moving for term in definition.of)
        known = replace(self, names=self.names | new, moving=self.moving | new if moves else self.moving)
        return known.knowing(definition.facts)

    def read_definition(self, data: Json, language: Language | None = None) -> Definition:
        """A definition of new numbers: of one for each index, if it is of a term that depends on the index."""
        given = record(data, ["name", "kind", "of"], NEAREST)
        kind, of_vector = given["kind"], given["kind"] in ("nearest", "projection")
        symbol = read_symbol(given["name"])
        demand(not symbol.vector, "a definition names numbers")
        demand(symbol not in self.names | self.reserved, "a definition takes a name that is taken")
        p = self.vector(given["of"], language) if of_vector else self.number(given["of"], language)
        demand(symbol.family == (p.indexed() and not self.pointwise), "a definition names one number, or one per index")
        if isinstance(p, Vector):
            point, y = self.vector(given["to"], language), self.number(given["balance"], language)
            return self.nearest(symbol, p, point, y, given)
        demand(all(given[key] is None for key in NEAREST), "only a nearest point has further parts")
        x, one, name = self.ring.generator(symbol), self.ring.number(1), str(symbol)
        match kind:
            case "inverse":
                return Definition([symbol], [p], Fact("!=", p), {f"{name}.def": Fact("=", x * p - one)})
            case "sqrt":
                facts = {f"{name}.sign": Fact(">=", x), f"{name}.def": Fact("=", x * x - p)}
                return Definition([symbol], [p], Fact(">=", p), facts)
            case "ln":
                return Definition([symbol], [p], Fact(">", p), {f"{name}.def": Fact("=", self.ring.exponential(x) - p)})
        raise Refused(f"not a kind of definition: {show(kind)}")

    def nearest(self, symbol: Symbol, f: Vector, point: Vector, y: Poly, given: dict[str, Json]) -> Definition:
        """Weights for which the sum of the vectors f is as near as can be to a point, where they balance; not negative,
        or of any sign if it is a projection. The point leaves f on its far side, but for a multiple of the balance.
        """
        multiplier = read_symbol(given["multiplier"])
        demand(multiplier not in self.names | self.reserved, "a multiplier takes a name that is taken")
        demand(not (multiplier.vector or multiplier.family), "the multiplier is one number")
        demand(symbol.family and not point.indexed(), "weights are for each index, and the point is one")
        weight, name = self.ring.generator(symbol), str(symbol)
        reached = f.times(weight).summed()
        rest = point.plus(reached.times(self.ring.number(-1)))
        side = rest.inner(f) + self.ring.generator(multiplier) * y
        free = given["kind"] == "projection"
        facts = {
            f"{name}.across": Fact("=" if free else ">=", -side),
            f"{name}.along": Fact("=", rest.inner(reached)),
            f"{name}.balance": Fact("=", (weight * y).summed()),
            **({} if free else {f"{name}.sign": Fact(">=", weight)}),
        }
        return Definition([symbol, multiplier], [f, point, y], Fact("=", self.ring.number(0)), facts)

    # runs

    def at_one_index(self) -> "Env":
        """For one fixed index; there the steps of the run are out of sight."""
        return replace(self, pointwise=True, system=None)

    def fixed(self) -> "Env":
        """What holds of the names that do not move."""
        facts = {name: fact for name, fact in self.facts.items() if not fact.symbols() & self.moving}
        return replace(
            self, names=self.names - self.moving, moving=frozenset(), reserved=frozenset(), facts=facts, system=None
        )

    def running(self) -> tuple[System, "Env"]:
        """The system and what holds at any one step of it."""
        if self.system is None:
            raise Refused("there is no run here")
        system, env = self.system, self.fixed()
        env = replace(env, names=env.names | system.state | system.inputs)
        return system, env.knowing(system.guards)

    def read_system(self, data: Json, language: Language) -> "Env":
        """The environment of the state reached by a run over the names so far."""
        given = record(data, ["state", "start", "input", "when", "next"])
        reached, state = self.declaring(given["state"])
        step, inputs = reached.declaring(given["input"])
        start = self.images(state, given["start"], language)
        after = step.images(state, given["next"], language)
        adjoined = [
            t for t in [*start.values(), *after.values()] if isinstance(t, Vector) and any(s.unit for s in t.parts)
        ]
        demand(not adjoined, "a run leaves its space by an adjoined unit")
        guards = step.fact_table(given["when"], language)
        step.knowing(guards)
        system = System(state, inputs, start, guards, after)
        return replace(reached, moving=state, reserved=self.reserved | inputs, system=system)


# ---------------------------------------------------------------------------------- statements


@dataclass(frozen=True)
class Theorem:
    """A statement: in the environment, the hypotheses imply the conclusions."""

    env: Env  # knows the hypotheses
    conclusions: Facts
    sides: tuple["Obligation", ...]


class Obligation(NamedTuple):
    """Goals to be shown in an environment by a proof."""

    env: Env
    goals: Facts
    proof: Json


def read_theorem(data: Json, side_proofs: Json, *, to_prove: bool = True) -> Theorem:
    """A statement, to be proved or to be refuted, with the obligations that its definitions make sense."""
    given = record(data, ["id", "declare", "assume", "show"], ["run", "let"])
    env, _ = Env(Ring()).declaring(given["declare"])
    demand(isinstance(given["assume"], dict), "not a table of facts")
    proofs = record({} if side_proofs is None else side_proofs, (), side_proofs or ())
    language = Language(env.ring)
    for item in array(given["let"]):
        named = record(item, ["name", "kind", "of"], NEAREST)
        language.name(read_symbol(named["name"]), text(named["kind"]), language.read(named["of"]))
    assumed = {name: language.fact(fact) for name, fact in given["assume"].items()}
    waiting = given["run"]
    sides = []
    for item in array(given["let"]):
        if waiting is not None and not writable(env, item, language):
            env, waiting = env.read_system(waiting, language), None
        definition = env.read_definition(item, language)
        name = str(definition.new[0])
        demand(name in proofs, f"no proof that {show(name)} exists")
        known = {n: fact for n, fact in assumed.items() if fact.symbols() <= env.names}
        sides.append(Obligation(env.knowing(known), {"side": definition.side}, proofs.pop(name)))
        env = env.defining(definition)
    if waiting is not None:
        env = env.read_system(waiting, language)
    demand(not proofs, "a proof that something exists belongs to no definition")
    conclusions = env.fact_table(given["show"], language, stronger=to_prove)
    demand(conclusions, "nothing is shown")
    demand(not conclusions.keys() & env.facts.keys(), "a conclusion is named like a definition")
    env = env.knowing(env.fact_table(given["assume"], language))
    return Theorem(env, conclusions, tuple(sides))


def writable(env: Env, definition: Json, language: Language) -> bool:
    """Can the definition be written with the names so far?"""
    given = record(definition, ["name", "kind", "of"], NEAREST)
    terms = [given[part] for part in ("of", "to", "balance") if given[part] is not None]
    return all(language.read(part).symbols() <= env.names for part in terms)


# --------------------------------------------------------------------------------------- rules


Rule: TypeAlias = Callable[["Session", Obligation, dict[str, Json]], Iterator[Obligation]]
RULES: dict[str, tuple[list[str], list[str], Rule]] = {}


def rule(name: str, needed: str = "", optional: str = "") -> Callable[[Rule], Rule]:
    """Register what a rule makes of an obligation, and the keys of its proofs."""

    def register(function: Rule) -> Rule:
        RULES[name] = (["rule", *needed.split()], optional.split(), function)
        return function

    return register


@dataclass
class Session:
    """The check of one entry."""

    library: Mapping[str, Theorem]

    def run(self, obligations: Iterable[Obligation]) -> None:
        """Refuse unless every obligation is met."""
        work = list(obligations)
        while work:
            env, goals, proof = work.pop()
            kind = proof.get("rule") if isinstance(proof, dict) else None
            demand(isinstance(kind, str) and kind in RULES, "not a proof", proof)
            needed, optional, function = RULES[str(kind)]
            parts = record(proof, needed, optional)
            opened = parts.get("open")
            demand(opened is None or opened is True, f"open or not: {show(opened)}")
            if len(goals) == 1 and all(goal.indexed() for goal in goals.values()) and not opened and kind != "entry":
                env = env.at_one_index()
            work.extend(function(self, Obligation(env, goals, proof), parts))


def single(goals: Facts) -> Fact:
    """The goal, if there is one."""
    demand(len(goals) == 1, "there are several conclusions, where one is shown at a time")
    return next(iter(goals.values()))


def each(env: Env, goals: Facts, proofs: Json) -> Iterator[Obligation]:
    """One obligation for each goal."""
    table = record(proofs, goals)
    for name, goal in goals.items():
        yield Obligation(env, {name: goal}, table[name])


def nonnegative(env: Env, data: Json) -> tuple[Poly, bool]:
    """A product that is not negative for what it is made of, and whether it cannot be 0 either."""
    given = record(data, (), ["c", "facts", "squares", "norms", "exponentials", "remainders"])
    factor = rational("1" if given["c"] is None else given["c"])
    demand(factor > 0, "a coefficient is not positive")
    parts, strict = [env.ring.number(factor)], True
    for name in array(given["facts"]):
        relation, p = env.lookup(name)
        env.plain(p)
        match relation:
            case "=":
                raise Refused("an equation has no sign")
            case "!=":
                parts += [p, p]
            case ">=" | ">":
                parts.append(p)
                strict = strict and relation == ">"
    for square in array(given["squares"]):
        p = env.plain_number(square)
        parts += [p, p]
        strict = False
    for norm in array(given["norms"]):
        v = env.vector(norm)
        env.plain(v)
        parts.append(v.inner(v))
        strict = False
    parts += [env.ring.exponential(env.plain_number(p)) for p in array(given["exponentials"])]
    for data in array(given["remainders"]):
        parts.append(remainder(env, data))
        strict = False
    return env.ring.product(parts), strict


def remainder(env: Env, data: Json) -> Poly:
    """What exp(p) exceeds its Taylor polynomial of odd degree d at q by: not negative, as the derivative of even order
    d + 1 is positive; but 0 for p = q.
    """
    given = record(data, ["of", "at", "degree"])
    p, q, degree = env.plain_number(given["of"]), env.plain_number(given["at"]), given["degree"]
    demand(type(degree) is int and degree in range(1, 20, 2), f"not an odd degree: {show(degree)}")
    terms = [env.ring.number(1)]
    for k in range(1, degree + 1):
        terms.append(terms[-1] * (p - q) * env.ring.number(flint.fmpq(1, k)))
    return env.ring.exponential(p) - env.ring.exponential(q) * env.ring.total(terms)


def vanishing(env: Env, data: Json) -> Poly:
    """A multiple of what is 0: of a known equation, by the law of exponentials, or as inner products are linear."""
    given = record(data, ["by"], ["fact", "law", "sum"])
    match [kind for kind in ("fact", "law", "sum") if given[kind] is not None]:
        case ["fact"]:
            relation, zero = env.lookup(given["fact"])
            demand(relation == "=", "a multiple is taken of what is no equation")
            env.plain(zero)
        case ["law"]:
            law, exp = record(given["law"], ["of", "and"]), env.ring.exponential
            p, q = env.plain_number(law["of"]), env.plain_number(law["and"])
            zero = exp(p + q) - exp(p) * exp(q)
        case ["sum"]:
            total = record(given["sum"], ["of", "with"])
            u, v = env.vector(total["of"]), env.vector(total["with"])
            demand(not v.indexed(), "a sum would capture the index of a vector")
            zero = u.summed().inner(v) - u.inner(v).summed()
        case _:
            raise Refused("not one equation")
    return zero * env.plain_number(given["by"])


@rule("poly", optional="times sum ideal")
def by_identity(_: Session, here: Obligation, parts: dict[str, Json]) -> Iterator[Obligation]:
    """Check m*goal = s + e with m > 0 (or m >= 0 and s > 0), s >= 0 and e = 0."""
    env, ring = here.env, here.env.ring
    relation, p = single(here.goals)
    env.plain(p)
    weights = [nonnegative(env, w) for w in array(parts["times"])]
    summands = [nonnegative(env, s) for s in array(parts["sum"])]
    multiples = [vanishing(env, e) for e in array(parts["ideal"])]
    weight = ring.total(w for w, _ in weights) if weights else ring.number(1)
    match relation:
        case ">=":
            demand(all(strict for _, strict in weights), "the goal's multiplier may vanish")
        case "=":
            demand(all(strict for _, strict in weights), "the goal's multiplier may vanish")
            demand(not summands, "signs do not show an equation")
        case ">" | "!=":
            demand(any(strict for _, strict in summands), "the sum may vanish")
    remainder = weight * p - ring.total([*(s for s, _ in summands), *multiples])
    demand(not remainder, "the two sides differ")
    yield from ()


@rule("cases", "on name arms")
def by_cases(_: Session, here: Obligation, parts: dict[str, Json]) -> Iterator[Obligation]:
    """A number is negative, 0 or positive."""
    p = here.env.plain_number(parts["on"])
    meaning = {"<": Fact(">", -p), "<=": Fact(">=", -p), "=": Fact("=", p), ">=": Fact(">=", p), ">": Fact(">", p)}
    arms = record(parts["arms"], (), meaning)
    taken = [arm for arm in meaning if arm in parts["arms"]]
    demand(set("".join(taken)) == set("<=>"), "a case is left out")
    for arm in taken:
        yield Obligation(here.env.knowing({text(parts["name"]): meaning[arm]}), here.goals, arms[arm])


@rule("contra", "name then")
def by_contradiction(_: Session, here: Obligation, parts: dict[str, Json]) -> Iterator[Obligation]:
    """Suppose not: then -1 >= 0."""
    goal = single(here.goals)
    env = here.env.knowing({text(parts["name"]): goal.negation()})
    yield Obligation(env, {"false": Fact(">=", env.ring.number(-1))}, parts["then"])


@rule("have", "name fact why then", optional="open")
def by_cut(_: Session, here: Obligation, parts: dict[str, Json]) -> Iterator[Obligation]:
    """Show a fact, then use it."""
    new = {text(parts["name"]): here.env.fact(parts["fact"])}
    yield Obligation(here.env, new, parts["why"])
    yield Obligation(here.env.knowing(new), here.goals, parts["then"])


@rule("split", "parts")
def by_parts(_: Session, here: Obligation, parts: dict[str, Json]) -> Iterator[Obligation]:
    """Each goal by itself."""
    yield from each(here.env, here.goals, parts["parts"])


@rule("define", "let why then", optional="open")
def by_definition(_: Session, here: Obligation, parts: dict[str, Json]) -> Iterator[Obligation]:
    """Name numbers that exist."""
    definition = here.env.read_definition(parts["let"])
    yield Obligation(here.env, {"side": definition.side}, parts["why"])
    yield Obligation(here.env.defining(definition), here.goals, parts["then"])


@rule("sum", "fact name then", optional="each open")
def by_summation(_: Session, here: Obligation, parts: dict[str, Json]) -> Iterator[Obligation]:
    """What holds for every i holds in sum; not strictly, for there may be no i."""
    relation, p = here.env.lookup(parts["fact"])
    demand(not here.env.pointwise, "what holds at one index cannot be summed")
    demand(relation != "!=", "an inequation cannot be summed")
    env = here.env
    if parts["each"] is not None:
        demand(
            relation in (">", ">=") and p.indexed(),
            "only terms that are not negative, each at its index, have a largest sum",
        )
        env = env.knowing({text(parts["each"]): Fact(">=", p.summed() - p)})
    new = {text(parts["name"]): Fact("=" if relation == "=" else ">=", p.summed())}
    yield Obligation(env.knowing(new), here.goals, parts["then"])


@rule("entry", "names facts then")
def by_member(_: Session, here: Obligation, parts: dict[str, Json]) -> Iterator[Obligation]:
    """What holds for the members at any one index, under names of their own, holds for every index."""
    env, goal, names, facts = here.env, single(here.goals), parts["names"], parts["facts"]
    demand(goal.indexed() and not env.pointwise, "there may be no index, or it is chosen")
    demand(isinstance(names, dict) and isinstance(facts, dict), "not tables of names and facts")
    known = env.declaring(list(names.values()))[0]
    members = {read_symbol(family): read_symbol(name) for family, name in names.items()}
    for family, member in members.items():
        demand(family in env.names and family.family, f"not a family: {show(str(family))}")
        demand(not member.family and member.vector == family.vector, f"not a member's name: {show(str(member))}")
    moving = env.moving | {member for family, member in members.items() if family in env.moving}
    at = Morphism(env.ring, {family: env.ring.variable(member) for family, member in members.items()}, outside=True)
    taken = {name: at.fact(env.lookup(old)) for name, old in facts.items()}
    shown = {name: at.fact(goal) for name in here.goals}
    demand(not any(fact.indexed() for fact in (*taken.values(), *shown.values())), "a member has no name")
    yield Obligation(replace(known, moving=moving).knowing(taken), shown, parts["then"])


@rule("induction", "invariants base step then", optional="open")
def by_induction(_: Session, here: Obligation, parts: dict[str, Json]) -> Iterator[Obligation]:
    """What holds at the start and is kept by every step holds at the state reached."""
    system, step = here.env.running()
    fixed, ring = here.env.fixed(), here.env.ring
    invariants = replace(fixed, names=fixed.names | system.state).fact_table(parts["invariants"])
    yield from each(fixed, Morphism(ring, system.start).facts(invariants), parts["base"])
    yield from each(step.knowing(invariants), Morphism(ring, system.after).facts(invariants), parts["step"])
    yield Obligation(here.env.knowing(invariants), here.goals, parts["then"])


@rule("lemma", "of put premises as then", optional="run open")
def by_theorem(session: Session, here: Obligation, parts: dict[str, Json]) -> Iterator[Obligation]:
    """An earlier theorem, with terms put for its names."""
    env = here.env
    demand(isinstance(parts["of"], str) and parts["of"] in session.library, "no such theorem", parts['of'])
    theorem = session.library[parts["of"]]
    theirs = theorem.env
    families = any(symbol.family for symbol in theirs.names | theirs.reserved)
    demand(not (env.pointwise and families), "a theorem on families is used at one index")
    images = env.images(theirs.names, parts["put"])
    put = Morphism(env.ring, images)
    yield from each(env, put.facts(theirs.facts), parts["premises"])
    demand((theirs.system is None) == (parts["run"] is None), "a simulation is for a theorem about runs")
    if theirs.system is not None:
        yield from simulation(env, theorem, theirs.system, put, parts["run"])
    renamed = record(parts["as"], theorem.conclusions)
    new: Facts = {}
    for name, conclusion in theorem.conclusions.items():
        fact = put.fact(conclusion)
        demand(env.pointwise or conclusion.indexed() == fact.indexed(), 'a conclusion loses its "for every i"')
        demand(text(renamed[name]) not in new, "two conclusions get one name")
        new[renamed[name]] = fact
    yield Obligation(env.knowing(new), here.goals, parts["then"])


def simulation(env: Env, theorem: Theorem, theirs: System, put: Morphism, data: Json) -> Iterator[Obligation]:
    """Whatever our run does is, seen through the images, what theirs may do."""
    given = record(data, ["input", "start", "when", "next"])
    ours, step = env.running()
    fixed = env.fixed()
    for symbol, image in put.images.items():
        seen = image.symbols()
        if symbol in theirs.state:
            demand(seen <= fixed.names | ours.state, "a state is seen through what is only known of the last state")
        elif symbol not in theorem.env.moving:
            demand(seen <= fixed.names, "a parameter would move with the state")
    at_start, after = Morphism(env.ring, ours.start), Morphism(env.ring, ours.after)
    fed = put.also(step.images(theirs.inputs, given["input"]))
    yield from each(
        fixed,
        {str(s): same(at_start.term(put.images[s]), put.term(theirs.start[s])) for s in theirs.state},
        given["start"],
    )
    yield from each(step, fed.facts(theirs.guards), given["when"])
    yield from each(
        step,
        {str(s): same(after.term(put.images[s]), fed.term(theirs.after[s])) for s in theirs.state},
        given["next"],
    )


def same(left: Term, right: Term) -> Fact:
    """That two terms of one sort are equal."""
    match left, right:
        case Vector(), Vector():
            difference = left.plus(right.times(left.ring.number(-1)))
            return Fact("=", difference.inner(difference))
        case Poly(), Poly():
            return Fact("=", left - right)
    raise Refused("a number and a vector are compared")


# ----------------------------------------------------------------------------------- witnesses


Power: TypeAlias = frozenset[tuple[Any, flint.fmpq]]  # the terms of a Real that is an exponent
Real: TypeAlias = dict[Power, flint.fmpq]  # {p: c} is the sum of c*exp(p) for rational c other than 0
Value: TypeAlias = Any  # a Real, a list of them (a vector), or a list of either (a family)
ZERO: Power = frozenset()


def real(value: flint.fmpq) -> Real:
    """A rational number."""
    return {ZERO: value} if value else {}


def added(numbers: Iterable[Real]) -> Real:
    """The sum."""
    result: Real = {}
    for number in numbers:
        for p, c in number.items():
            result[p] = result.get(p, flint.fmpq(0)) + c
    light(result.values())
    return {p: c for p, c in result.items() if c}


def sign(number: Real) -> int:
    """The sign; exponentials of different rational numbers are linearly independent (Lindemann)."""
    powers = [(dict(p), c) for p, c in number.items()]
    demand(all(p.keys() <= {ZERO} for p, _ in powers), "an exponent is not rational")
    terms = [(p.get(ZERO, flint.fmpq(0)), c) for p, c in powers]
    demand(all(abs(q) <= MOST_EXPONENT for q, _ in terms), "an exponent is too large")
    with flint.ctx.workprec(PRECISION):
        ball = sum((flint.arb(c) * flint.arb(q).exp() for q, c in terms), flint.arb(0))
    demand(not terms or ball > 0 or ball < 0, "a sign is not decided")
    return bool(ball > 0) - bool(ball < 0)


def multiplied(a: Real, b: Real) -> Real:
    """The product, unless it takes too long."""
    bits = sum(n.height_bits() for n in (*a.values(), *b.values()))
    spend(1024 * (1 + len(a) * len(b)) + 4 * bits)
    pairs = product(a.items(), b.items())
    return added({frozenset(added([dict(p), dict(q)]).items()): c * d} for (p, c), (q, d) in pairs)


@dataclass(frozen=True)
class World:
    """Values for symbols, in coordinates: rational numbers, and sums of exponentials of them."""

    dimension: int
    size: int
    values: Mapping[Symbol, Value]
    sums: dict[Atom, Value] = field(default_factory=dict, init=False)  # so that none in another is done many times

    def giving(self, targets: Iterable[Symbol], data: Json) -> "World":
        """With values as they are written."""
        targets = list(targets)
        table = record(data, map(str, targets))
        return self.having({symbol: self.read(symbol, table[str(symbol)]) for symbol in targets})

    def having(self, values: Mapping[Symbol, Value]) -> "World":
        """With these values."""
        return replace(self, values={**self.values, **values})

    def read(self, symbol: Symbol, data: Json) -> Value:
        """A value of the right shape."""
        if symbol.family:
            demand(isinstance(data, list) and len(data) == self.size, "not a value for each index", data)
            return [self.read(symbol._replace(family=False), one) for one in data]
        if symbol.vector:
            demand(isinstance(data, list) and len(data) == self.dimension, f"not the coordinates: {show(data)}")
            return [real(rational(one)) for one in data]
        if isinstance(data, dict):
            demand("sum" not in "".join(data), "a value is of numbers and exponentials")
            return self.sum(Env(Ring()).number(data).terms(), -1)
        return real(rational(data))

    def at(self, symbol: Symbol, i: int) -> Value:
        """The value at an index."""
        value = self.values[symbol]
        return value[i] if symbol.family else value

    def basis(self, basis: Basis, i: int) -> list[Real]:
        """The value of a basis symbol at an index."""
        if isinstance(basis, Symbol):
            return list(self.at(basis, i))
        if basis not in self.sums:
            parts = ((self.monomial(basis.factors, j), self.at(basis.of, j)) for j in range(self.size))
            self.sums[basis] = self.combination(parts)
        return list(self.sums[basis])

    def combination(self, parts: Iterable[tuple[Real, list[Real]]]) -> list[Real]:
        """The sum of multiples of vectors."""
        moved = [[multiplied(c, x) for x in vector] for c, vector in parts]
        return [added(part[k] for part in moved) for k in range(self.dimension)]

    def atom(self, atom: Atom, i: int) -> Real:
        """The value of an atom at an index."""
        match atom:
            case Inner(left, right):
                pairs = zip(self.basis(left, i), self.basis(right, i), strict=True)
                return added(multiplied(a, b) for a, b in pairs)
            case Total(factors):
                if atom not in self.sums:
                    self.sums[atom] = added(self.monomial(factors, j) for j in range(self.size))
                return dict(self.sums[atom])
            case Exponential(terms):
                return {frozenset(self.sum(terms, i).items()): flint.fmpq(1)}
            case Symbol():
                return dict(self.at(atom, i))
        raise Refused("a vector is no number")

    def monomial(self, monomial: Monomial, i: int) -> Real:
        """The value of a product."""
        result = real(flint.fmpq(1))
        for atom, exponent in monomial:
            base = self.atom(atom, i)
            for _ in range(exponent):
                result = multiplied(result, base)
        return result

    def sum(self, terms: Iterable[tuple[Monomial, flint.fmpq]], i: int) -> Real:
        """The value of a sum of multiples of products."""
        return added(multiplied(real(value), self.monomial(monomial, i)) for monomial, value in terms)

    def term(self, t: Term, i: int) -> Value:
        """The value of a number or vector."""
        if isinstance(t, Poly):
            return self.sum(t.terms(), i)
        return self.combination((self.sum(c.terms(), i), self.basis(basis, i)) for basis, c in t.parts.items())

    def moved(self, terms: Mapping[Symbol, Term]) -> "World":
        """With the values of these terms, all taken in this world."""
        return self.having(
            {
                symbol: [self.term(t, i) for i in range(self.size)] if symbol.family else self.term(t, -1)
                for symbol, t in terms.items()
            }
        )

    def true(self, fact: Fact) -> bool:
        """Does the fact hold (for every index)?"""
        for i in range(self.size) if fact.indexed() else [-1]:
            value = self.sum(fact.number.terms(), i)
            if sign(value) not in {">=": (0, 1), ">": (1,), "=": (0,), "!=": (-1, 1)}[fact.relation]:
                return False
        return True


def refutes(theorem: Theorem, data: Json) -> bool:
    """Do the values make all hypotheses true (or else refuse), and a conclusion false?"""
    given = record(data, ["dimension", "size", "values"], ["steps"])
    for number, bound in ((given["dimension"], 10), (given["size"], 100)):
        demand(type(number) is int and 0 <= number < bound, f"not a dimension or size: {show(number)}")
    env, system, steps = theorem.env, theorem.env.system, array(given["steps"])
    state = system.state if system else frozenset()
    world = World(given["dimension"], given["size"], {}).giving(env.names - state, given["values"])
    demand(system or not steps, "there are steps, but no run")
    if system:
        world = world.moved(system.start)
        for step in steps:
            fed = world.giving(system.inputs, step)
            demand(all(map(fed.true, system.guards.values())), "a step is not allowed")
            world = world.having({s: fed.moved(system.after).values[s] for s in state})
    demand(all(map(world.true, env.facts.values())), "a hypothesis does not hold")
    return not all(map(world.true, theorem.conclusions.values()))


# --------------------------------------------------------------------------------------- books


def check_entry(entry: Json, library: Mapping[str, Theorem]) -> tuple[str, Theorem]:
    """The verdict on an entry, "proved" or "refuted", and what it states."""
    flat(entry)
    given = record(entry, ["statement"], ["proof", "sides", "counterexample"])
    proof, witness = given["proof"], given["counterexample"]
    demand((proof is None) != (witness is None), "an entry has a proof or a counterexample")
    theorem = read_theorem(given["statement"], given["sides"], to_prove=proof is not None)
    Session({}).run(theorem.sides)
    if witness is not None:
        demand(refutes(theorem, witness), "the counterexample is none")
        return "refuted", theorem
    Session(library).run([Obligation(theorem.env, theorem.conclusions, proof)])
    return "proved", theorem


def identity(entry: Json) -> str:
    """The id of an entry."""
    statement = entry.get("statement") if isinstance(entry, dict) else None
    name = statement.get("id") if isinstance(statement, dict) else None
    demand(isinstance(name, str) and IDENTIFIER.fullmatch(name), "not an id", name)
    return str(name)


def check_each(entries: Iterable[Json]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Check the entries in order, each when it is asked for: id, (verdict, reason). A proof may cite what is proved
    before it.
    """
    library: dict[str, Theorem] = {}
    seen: set[str] = set()
    left = MOST_BOOK
    for place, entry in enumerate(entries, start=1):
        key = f"entry {place}"
        verdict, reason = "error", ""
        allowed = min(left, MOST_WORK)
        Work.left = allowed
        try:
            name = identity(entry)
            demand(name not in seen, "an id is used again", name)
            key = name
            verdict, theorem = check_entry(entry, library)
        except Refused as refusal:
            reason = str(refusal)
        except Exception as failure:  # whatever else goes wrong on such data, nothing is shown
            reason = f"{type(failure).__name__}: {show(str(failure))}"
        finally:
            left -= int(allowed - Work.left)
            Work.left = inf
        if verdict == "proved":
            library[key] = theorem
        seen.add(key)
        yield key, (verdict, reason)


def check_book(entries: Iterable[Json]) -> dict[str, tuple[str, str]]:
    """For each id in order the verdict and the reason."""
    return dict(check_each(entries))


def unrepeated(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """An object whose keys all differ."""
    demand(len({key for key, _ in pairs}) == len(pairs), "a key is repeated")
    return dict(pairs)


def whole_number(digits: str) -> int:
    """A number as JSON has it: those of a proof are whole and short, and fractions are texts."""
    found = RATIONAL.fullmatch(digits)
    if not found:
        raise Refused(f"a number is not whole, or too long: {show(digits)}")
    return int(found[1])


def read_book(path: Path) -> list[Json]:
    """The entries of a file."""
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    demand(len(content) <= MOST_BYTES, "the file is too large")
    book = json.loads(
        content.decode("utf-8"),
        object_pairs_hook=unrepeated,
        parse_int=whole_number,
        parse_float=whole_number,
        parse_constant=whole_number,
    )
    demand(isinstance(book, dict) and isinstance(book.get("entries"), list), "not a book with entries")
    return list(book["entries"])


def main(arguments: list[str]) -> int:
    """Check a file; 0 if every entry is proved or refuted, 1 if not, 2 if it cannot be read."""
    if len(arguments) != 1:
        print("usage: python -m novikoff.proofs.second_checker FILE.json", file=sys.stderr)
        return 2
    try:
        entries = read_book(Path(arguments[0]))
    except (OSError, ValueError, RecursionError, MemoryError, Refused) as failure:
        print(f"cannot be read: {type(failure).__name__}: {show(str(failure))}", file=sys.stderr)
        return 2
    verdicts = check_book(entries)
    for name, (verdict, reason) in verdicts.items():
        print(f"{verdict:8} {name} {reason}".rstrip())
    counts = {word: sum(v == word for v, _ in verdicts.values()) for word in ("proved", "refuted", "error")}
    print(", ".join(f"{number} {word}" for word, number in counts.items()))
    return 0 if entries and not counts["error"] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
