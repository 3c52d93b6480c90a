"""The language of statements: vectors of any real inner-product space, and numbers.

A vector is known only by its inner products, so every theorem holds in every dimension. `u @ v` is an inner product.
For `norm`, `sqrt`, `ln`, `abs`, `max`, `min` and division, the translation to the kernel introduces a name and requires
the side condition under which the number exists. The `Sum` of a vector is a vector.

>>> w, x = vectors("w x")
>>> (y,) = reals("y")
>>> (w + y*x) @ (w - x), norm(w)
((w + y*x)@(w - x), sqrt(w@w))
>>> (w + y*x) @ (w - x) == w @ w + y * (x @ w) - w @ x - y * (x @ x)
True
>>> a, z = reals("a[i]")[0], vectors("z[i]")[0]
>>> w @ Sum(a*z)
w@Sum(a[i]*z[i])
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from .. import kernel
from ..kernel import Fact, Monomial, Poly
from .comparison_guards import COORDINATES, refuse
from .expressions import (
    EQUATION,
    LANGUAGE,
    Abs,
    Asked,
    Expression,
    Max,
    Min,
    Rational,
    Relation,
    Symbol,
    Term,
    Written,
    apply_function,
    exp,
    expression,
    join_terms,
    leaves,
    ln,
    polynomial,
    put,
    sqrt,
    term_of,
    value_of,
    write_relation,
    write_value,
)

__all__ = ["OPERATORS", "OPPOSITES", "SIGNS", "Abs", "Comparison", "Eq", "Key", "Max", "Min", "Ne", "PairName",
           "Rational", "Relation", "Scalar", "Sum", "Translation", "Vector", "augment", "equal", "exp",
           "expression", "facts_of", "key_of", "ln", "multiplied_out", "names_in", "norm", "polynomial",
           "reals", "relation", "require_name", "sqrt", "vectors", "write_fact", "write_poly"]

Scalar = Any  # an expression (see `expressions`), an int or a Fraction
Comparison = Any  # a Relation, or what Python makes of <, <=, > or >=
OPERATORS = {"==": "=", ">=": ">=", ">": ">", "!=": "!=", "<=": ">=", "<": ">"}
SIGNS = {">=": ">=", ">": ">", "=": "==", "!=": "!="}  # of the kernel's relations
OPPOSITES = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


class Vector(Written):
    """Represent an element of an arbitrary real inner-product space, as the term that its author wrote.

    Add vectors, scale them, and pair them with `@`; other operations raise an error that says what to write instead.

    >>> u, v = Vector({"u": 1}), Vector({"v": 1})
    >>> (u + 2*v) @ v
    (u + 2*v)@v
    """

    __slots__ = ()
    __array_ufunc__ = None
    is_vector = True

    def __init__(self, parts: Mapping[str, Scalar]):
        terms = [f"{name}@" if value_of(c) == 1 else ("*", term_of(c), f"{name}@")
                 for name, c in parts.items() if value_of(c) != 0]
        super().__init__("0" if not terms else terms[0] if len(terms) == 1 else ("+", *terms))

    def __add__(self, other: Any) -> Any:
        if isinstance(other, int) and other == 0:
            return self
        if not isinstance(other, Vector):
            raise TypeError(f"a vector cannot be added to a scalar ({self} + {other})")
        return of_term(join_terms("+", self.term, other.term))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return of_term(("-", self.term, other.term)) if isinstance(other, Vector) else self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __neg__(self) -> Any:
        return of_term(("-", self.term))

    def __mul__(self, scalar: Scalar) -> Any:
        if isinstance(scalar, Vector):
            raise TypeError(f"the product of two vectors is written with @ ({self} @ {scalar}), not with *")
        return of_term(join_terms("*", expression(scalar).term, self.term))

    __rmul__ = __mul__

    def __truediv__(self, scalar: Scalar) -> Any:
        if isinstance(scalar, Vector):
            raise TypeError(f"a vector cannot be divided by a vector ({self} / {scalar})")
        if value_of(divisor := expression(scalar)) == 0:
            raise ZeroDivisionError("a term is divided by 0")
        return of_term(("/", self.term, divisor.term))

    def __matmul__(self, other: Any) -> Scalar:
        if not isinstance(other, Vector):
            raise TypeError(f"@ needs a vector on both sides ({self} @ {other})")
        return Expression(("@", self.term, other.term))

    def sum_over_index(self) -> Any:
        """Return the sum over the index (see `Sum`)."""
        return of_term(("sum", self.term))

    def __pow__(self, exponent: Any) -> Scalar:
        """Raise `TypeError`, because the square of a vector is ambiguous."""
        raise TypeError(f"a vector has no powers; its square length is written {self} @ {self}")

    def __eq__(self, other: object) -> bool:
        """Compare polynomials; refuse an author's code, which may mean to state an equation."""
        refuse("{0} == {1} has no truth value", self, other, instead=EQUATION)
        return super().__eq__(other)

    def __hash__(self) -> int:
        return super().__hash__()

    def __getattr__(self, name: str) -> Any:
        """Raise an error that names the attribute, because an author may expect an array."""
        if not name.startswith("_"):
            refuse("{} is a symbol without coordinates and has no attribute {}", self, name, instead=COORDINATES)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


LANGUAGE.append(Vector)


def of_term(term: Term) -> Vector:
    """Return the vector with this term."""
    made = Vector.__new__(Vector)
    put(made, "term", term)
    return made


class PairName(str):
    """The name of an abbreviation of a pair."""


def is_pair(v: Vector) -> bool:
    """Return whether a vector is a pair (v, s), that is, contains the adjoined unit."""
    return any(leaf.startswith("#") or isinstance(leaf, PairName) for leaf in leaves(v.term))


def Sum(e: Any) -> Any:
    """Return the sum of a scalar or vector that mentions family entries such as a[i], over the whole index set.

    >>> Sum(augment(Vector({"x[i]": 1}), Symbol("b[i]")))
    Sum(x[i] + b[i]*#1)
    """
    if isinstance(e, Vector):
        return e.sum_over_index()
    return apply_function("sum", e)


def names_in(e: Any, in_sums: bool = True) -> Iterator[str]:
    """Yield the names of variables in numbers, vectors and relations; skip sums if `in_sums` is False."""
    if isinstance(e, Relation | tuple | list):
        for part in [e.lhs, e.rhs] if isinstance(e, Relation) else e:
            yield from names_in(part, in_sums)
    else:
        yield from (leaf.removesuffix("@") for leaf in leaves(term_of(e), in_sums) if not kernel.RATIONAL.match(leaf))


def require_name(name: str) -> str:
    """Return the name, with [i] for a family; raise ValueError if proofs cannot use it.

    >>> require_name("ŷ₁[i]")
    'ŷ₁[i]'
    >>> require_name("x²")
    Traceback (most recent call last):
    ValueError: 'x²' is not a name: write Latin or Greek letters, digits, ₀ to ₉ and _, and [i] at the end of a family
    """
    if not kernel.NAME.match(name) or name.endswith("@"):
        what = "write Latin or Greek letters, digits, ₀ to ₉ and _, and [i] at the end of a family"
        raise ValueError(f"{name[:60]!r} is not a name: {what}")
    return name


def vectors(names: str) -> list[Vector]:
    """Return vector variables with the given names, without declaring them."""
    return [of_term(f"{name}@") for name in names.split()]


def reals(names: str) -> list[Scalar]:
    """Return real variables with the given names, without declaring them."""
    return [Symbol(name) for name in names.split()]


def norm(v: Vector) -> Scalar:
    """Return the length of a vector, the non-negative root of v @ v.

    >>> norm(Vector({"v": 1}))
    sqrt(v@v)
    """
    if not isinstance(v, Vector):
        raise TypeError(f"norm takes a vector, not {v!r:.60}; the absolute value of a number is Abs")
    return sqrt(v @ v)


def augment(v: Vector, s: Scalar) -> Vector:
    """Return the pair (v, s) as a vector of the larger space V ⊕ R.

    The pair is v + s·e with a unit vector e ⟂ V, which all pairs share; so v itself must not be a pair.

    >>> augment(Vector({"x": 1}), 1) @ augment(Vector({"w": 1}), Symbol("b"))
    (x + #1)@(w + b*#1)
    """
    if not isinstance(v, Vector) or is_pair(v):
        raise TypeError("augment(v, s) needs a vector v that is not itself a pair; write the second number of a triple "
                        "as a multiple of a vector of length 1")
    pair: Vector = v + Vector({"#1": s})
    return pair


def Eq(lhs: Any, rhs: Any) -> Relation:
    """State that two scalars are equal, as they are written.

    >>> Eq(Symbol("a") ** 2, 1)
    Relation(lhs=a**2, operator='==', rhs=1)
    """
    return Relation(lhs, "==", rhs)


def Ne(lhs: Any, rhs: Any) -> Relation:
    """State that two scalars are not equal, as they are written, or that the difference of two vectors has a length
    other than 0.

    >>> Ne(Symbol("a"), 0), Ne(Vector({"x": 1}), 0)
    (Relation(lhs=a, operator='!=', rhs=0), Relation(lhs=x@x, operator='!=', rhs=0))
    """
    if isinstance(lhs, Vector) or isinstance(rhs, Vector):
        gap = _require_vector(lhs) - _require_vector(rhs)
        return Relation(gap @ gap, "!=", 0)
    return Relation(lhs, "!=", rhs)


def relation(given: Any) -> Relation:
    """Return the relation that a fact states; raise `TypeError` for a fact that is no relation."""
    if isinstance(given, Relation):
        return given
    if isinstance(given, bool):
        raise TypeError(f"{given} is no fact: Python has compared two numbers or names; compare symbols, with Eq, Ne, "
                        "<=, <, >= or >")
    raise TypeError(f"a fact compares two terms, as a >= 0 or Eq(a, b), and is not {given!r:.60}")


def equal(lhs: Any, rhs: Any) -> Relation:
    """State that two scalars, or two vectors, are equal.

    >>> u, v = Vector({"u": 1}), Vector({"v": 1})
    >>> equal(u, v).operator
    '=='
    """
    return Relation(lhs, "==", rhs)


Key = tuple[str, frozenset[Any]]  # identifies a definition: its kind and its terms


def key_of(kind: str, *of: Poly) -> Key:
    """Return the key of a definition."""
    return kind, frozenset((place, *term) for place, p in enumerate(of) for term in p.items())


class Translation:
    """The translation of terms to the kernel's polynomials.

    `terms` maps abbreviations to terms. `define(kind, poly)` returns a name for 1/poly ("inverse"), for the root of
    poly ("sqrt") or for its logarithm ("ln"), unless it is in `known`.
    """

    def __init__(self, terms: Mapping[str, Term], define: Callable[[str, Poly], str],
                 known: Mapping[Key, str] = MappingProxyType({})):
        self.terms = terms
        plain = {(kind, frozenset((m, c) for _, m, c in of)): name for (kind, of), name in known.items()}
        self.names: Asked = Asked(define, plain)

    def vector(self, v: Any) -> Poly:
        """Return a vector (or the number 0) as a kernel polynomial."""
        return self.scalar(_require_vector(v))

    def scalar(self, e: Any) -> Poly:
        """Return a term as a kernel polynomial."""
        return self.polynomial(write_value(e, self.terms))

    def define(self, kind: str, p: Poly) -> Poly:
        """Return 1/p, the root of p, or its logarithm; division by a number is carried out."""
        return kernel.named(kind, p, self.names)

    def fact(self, r: Relation) -> Fact:
        """Return a relation as a kernel fact; two vectors are equal if their difference has length 0."""
        return self.fact_as_written(r)[0]

    def fact_as_written(self, r: Relation) -> tuple[Fact, list[Any]]:
        """Return a relation as a kernel fact, and as the author wrote it."""
        if isinstance(r.lhs, Vector) or isinstance(r.rhs, Vector):
            if r.operator != "==":
                raise TypeError(f"vectors are compared with == and != only ({r.lhs} {r.operator} {r.rhs})")
            for side in (r.lhs, r.rhs):
                _require_vector(side)
        data = write_relation(r, self.terms)
        return kernel.read_fact(r.operator, data, self.names, stronger=True), data

    def state_relation(self, r: Relation) -> tuple[Fact, Any]:
        """Return a relation as a kernel fact, and as written in the kernel's JSON. In the JSON, quotients, roots and
        logarithms have names. If [i] would cancel, the relation is multiplied out."""
        fact, (relation, *sides) = self.fact_as_written(r)
        data = [relation, *map(self.name_parts, sides)]
        return fact, data if kernel.is_indexed(fact[1]) or not kernel.mentions_index(data) else write_fact(fact)

    def name_parts(self, term: Any) -> Any:
        """Return a term in the kernel's JSON, with names for quotients, roots and logarithms."""
        if isinstance(term, str):
            return term
        word, *parts = term
        if word == "/" and (inverse := self.polynomial(["/", "1", parts[1]])).keys() - {()}:
            return ["*", self.name_parts(parts[0]), write_poly(inverse)]
        if word in ("ln", "sqrt", "abs", "max", "min") or (word == "^" and not parts[1].isdigit()):
            return write_poly(self.polynomial(term))
        return [word, *map(self.name_parts, parts)]

    def polynomial(self, data: Any) -> Poly:
        """Return the kernel's polynomial of a term in its JSON."""
        return kernel.read_term(data, self.names)[0]


def _require_vector(v: Any) -> Any:
    if not isinstance(v, Vector) and v != 0:
        raise TypeError(f"a vector is expected, not {v}")
    return v


def write_poly(p: Poly) -> Any:
    """Return a polynomial as a term in the kernel's JSON; equal polynomials give equal terms.

    >>> write_poly({(("R", 2), ("b", 1)): 3, (): -1})
    ['+', '-1', ['*', '3', ['^', 'R', '2'], 'b']]
    """
    terms = [write_monomial(m, c) for m, c in sort_monomials(p).items()]
    return ["+", *terms] if len(terms) > 1 else terms[0] if terms else "0"


def sort_monomials(p: Poly) -> Poly:
    """Return a polynomial with its monomials in the kernel's order."""
    return dict(sorted(p.items(), key=lambda term: kernel.spelled(term[0])))


def write_monomial(m: Monomial, c: kernel.Rational, atom: Callable[[str], Any] | None = None) -> Any:
    """Return a multiple of a monomial as a term; `atom` writes its atoms, by default `_write_atom`."""
    write = atom or _write_atom
    factors = [write(a) if e == 1 else ["^", write(a), str(e)] for a, e in m]
    factors = factors if factors and c in (1, -1) else [str(c), *factors]
    term = ["*", *factors] if len(factors) > 1 else factors[0]
    return ["-", term] if m and c == -1 else term


def _write_atom(name: str) -> Any:
    kind, inner, pair = kernel.shape(name)
    if kind == "variable":
        return name
    return ["@", *map(_write_atom, pair)] if kind == "pair" else [kind, write_poly(inner)]


def text_of(m: Monomial, gap: str = " ") -> str:
    """Return a monomial by the names of its atoms: "y w@x^2"; "" for the constant monomial."""
    return gap.join(a if e == 1 else f"{a}^{e}" for a, e in m)


def write_fact(fact: Fact) -> list[Any]:
    """Return a fact in the kernel's JSON, with 0 on its right side."""
    return [fact[0], write_poly(fact[1]), "0"]


def terms_of(let: Any) -> list[Any]:
    """Return the terms in a definition of the kernel's JSON."""
    return [let[part] for part in ("of", "to", "balance") if part in let]


def atoms_of(*polys: Poly) -> set[str]:
    """Return the atoms of polynomials, without those inside of atoms."""
    return {atom for p in polys for m in p for atom, _ in m}


def names_of_let(let: Any) -> set[str]:
    """Return the names in the terms of a definition, multiplied out."""
    return set[str]().union(*(kernel.variables(kernel.read_poly(term)) for term in terms_of(let))) - kernel.UNITS


def facts_of(statement: Any, *parts: str) -> dict[str, Fact]:
    """Return the facts in parts of a statement ("assume", "show", or "when" of its run), multiplied out."""
    table = kernel.read_table(statement.get("let"))
    whole = {**statement, "when": (statement.get("run") or {}).get("when", {})}
    found = (kernel.read_facts(whole[part], table, stronger=True) for part in parts)
    return {name: fact for facts in found for name, fact in facts.items()}


def multiplied_out(statement: Any) -> Any:
    """Return a statement in the kernel's JSON whose terms are multiplied out, with 0 on the right sides of its facts.

    >>> multiplied_out({"declare": ["a"], "assume": {}, "show": {"goal": ["<=", "a", ["+", "a", "1"]]}})["show"]
    {'goal': ['>=', '1', '0']}
    """
    table, run = kernel.read_table(statement.get("let")), statement.get("run")
    parts: dict[str, Any] = {part: {name: write_fact(fact) for name, fact in facts_of(statement, part).items()}
                             for part in ("assume", "show")}
    if run:
        terms = {part: {name: write_poly(kernel.read_poly(term, table)) for name, term in run[part].items()}
                 for part in ("start", "next")}
        when = {name: write_fact(fact) for name, fact in facts_of(statement, "when").items()}
        parts["run"] = {**run, **terms, "when": when}
    return {**statement, **parts}
