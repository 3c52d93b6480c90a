"""The language of statements: vectors of any real inner-product space, and numbers.

A vector is a linear combination of named vectors; nothing is known of it but its inner products.
`u @ v` is bilinear and symmetric and yields an expression in the symbols `u@v` (Gram symbols),
so that what is proved holds in every dimension. `norm`, `sqrt`, `ln`, `abs`, `max`, `min` and division may
be used freely: the translation to the kernel names each such number, or one for each index, and asks for the
side condition that makes it exist. `Sum` of a vector is a vector, `exp` of a number a number.

>>> w, x = vectors("w x")
>>> (y,) = reals("y")
>>> (w + y*x) @ (w - x)
w@w + w@x*y - w@x - x@x*y
>>> a, z = reals("a[i]")[0], vectors("z[i]")[0]
>>> w @ Sum(a*z)
Sum(a[i]*z[i]@)@w
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType, SimpleNamespace
from typing import Any

from .. import kernel
from ..kernel import Fact, Poly
from .expressions import (
    EQUATION,
    Abs,
    Expression,
    Fixed,
    Function,
    Max,
    Min,
    Number,
    Rational,
    Relation,
    Symbol,
    Term,
    expression,
    having,
    in_sympy,
    is_known,
    is_sympy,
    kept_power,
    put,
    sqrt,
    term_of,
    total,
    written,
)
from .symbols import COORDINATES, Symbolic, refuse

__all__ = [
    "OPERATORS",
    "SUMS",
    "TOTAL",
    "Abs",
    "Asked",
    "Comparison",
    "Eq",
    "Key",
    "Max",
    "Min",
    "Ne",
    "PairName",
    "Rational",
    "Relation",
    "Scalar",
    "Sum",
    "Translation",
    "Vector",
    "as_written",
    "augment",
    "equal",
    "exp",
    "expression",
    "facts_of",
    "gram_symbol",
    "in_sympy",
    "kept_power",
    "key_of",
    "ln",
    "multiplied_out",
    "names_in",
    "norm",
    "pair_of",
    "polynomial",
    "reals",
    "relation",
    "require_name",
    "sqrt",
    "vectors",
    "with_terms",
    "word_of",
    "write_fact",
    "write_poly",
    "write_relation",
    "write_term",
]  # fmt: skip

Scalar = Any  # an expression (see `expressions`), an int or a Fraction; or one of sympy's expressions
Comparison = Any  # a Relation, or what sympy makes of <, <=, > or >= between its expressions
OPERATORS = {"==": "=", ">=": ">=", ">": ">", "!=": "!=", "<=": ">=", "<": ">"}
TOTAL = Function("Sum")
exp = Function("exp")
"""exp(e), as it is written: sympy's own merges products of exponentials, which is for a proof to do."""
ln = Function("ln")
"""ln(e), the number whose exponential is e; e > 0 has to be shown."""


class Vector(Symbolic, Fixed):
    """An element of an arbitrary real inner-product space.

    `parts` maps names of vector variables to coefficients. Vectors are added, scaled and
    paired with `@`; anything else is an error that says what to write instead. `term` is what its author wrote.
    """

    __slots__ = ("parts", "term")
    parts: Mapping[str, Scalar]
    term: Term
    __array_ufunc__ = None
    tree: Any = 0  # how it was written, of a vector for which that is kept (see `authored`)

    def __init__(self, parts: Mapping[str, Scalar]):
        """A linear combination; zero coefficients are dropped, but the term keeps a quotient that cancels in one."""
        given = {name: expression(c) for name, c in parts.items()}
        put(self, "parts", MappingProxyType({name: c for name, c in given.items() if c != 0}))
        cancelled = any(c == 0 and not is_known(c) for c in given.values())
        put(self, "term", combination(given) if cancelled else ())

    def __add__(self, other: Vector) -> Vector:
        """Vector plus vector (or the number 0)."""
        if isinstance(other, int) and other == 0:
            return self
        if not isinstance(other, Vector):
            raise TypeError(f"a vector cannot be added to a scalar ({self} + {other})")
        names = [*self.parts, *(name for name in other.parts if name not in self.parts)]
        found = Vector({name: self.parts.get(name, 0) + other.parts.get(name, 0) for name in names})
        return written(found, "+", self, other)

    __radd__ = __add__

    def __sub__(self, other: Vector) -> Vector:
        """Vector minus vector."""
        return written(self + (-other), "-", self, other) if isinstance(other, Vector) else self + (-other)

    def __rsub__(self, other: Vector) -> Vector:
        """0 minus vector."""
        return -self + other

    def __neg__(self) -> Vector:
        """The opposite vector."""
        return written(-1 * self, "-", self)

    def __mul__(self, scalar: Scalar) -> Vector:
        """A multiple of the vector."""
        if isinstance(scalar, Vector):
            raise TypeError(f"the product of two vectors is written with @ ({self} @ {scalar}), not with *")
        factor = expression(scalar)
        return written(Vector({name: factor * c for name, c in self.parts.items()}), "*", factor, self)

    __rmul__ = __mul__

    def __truediv__(self, scalar: Scalar) -> Vector:
        """The vector divided by a scalar."""
        if isinstance(scalar, Vector):
            raise TypeError(f"a vector cannot be divided by a vector ({self} / {scalar})")
        quotient: Vector = self * (1 / expression(scalar))
        return written(quotient, "/", self, scalar)

    def __matmul__(self, other: Vector) -> Scalar:
        """The inner product."""
        if not isinstance(other, Vector):
            raise TypeError(f"@ needs a vector on both sides ({self} @ {other})")
        pairs = ((a, b, p * q) for a, p in self.parts.items() for b, q in other.parts.items())
        return written(total(c * gram_symbol(a, b) for a, b, c in pairs), "@", self, other)

    def by_form(self) -> Term:
        """The term of the linear combination."""
        return combination(self.parts)

    def __pow__(self, exponent: Any) -> Scalar:
        """Not defined: the square of a vector is ambiguous."""
        raise TypeError(f"a vector has no powers; its square length is written {self} @ {self}")

    def __eq__(self, other: object) -> bool:
        """The same linear combination; an author, who may mean equal vectors, is refused."""
        refuse("{0} == {1} has no truth value", self, other, instead=EQUATION)
        return isinstance(other, Vector) and self.parts == other.parts

    def __hash__(self) -> int:
        """Consistent with equality."""
        refuse("{} is a symbol, and no key of a dictionary or member of a set", self)
        return hash(frozenset(self.parts.items()))

    def __getattr__(self, name: str) -> Any:
        """Raise: an author may ask for an attribute that only arrays have."""
        if not name.startswith("_"):
            refuse("{} is a symbol without coordinates and has no attribute {}", self, name, instead=COORDINATES)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __repr__(self) -> str:
        """The linear combination as it is read."""
        names = {name: f"Sum({SUMS[name]})" if name in SUMS else name for name in self.parts}
        return str(total(c * Symbol(names[name]) for name, c in self.parts.items()))

    def in_sympy(self) -> Vector:
        """With coefficients of sympy."""
        return self if self.tree != 0 else Vector({name: in_sympy(c) for name, c in self.parts.items()})

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """What a copy is made of."""
        return None, {**object.__getstate__(self)[1], "parts": dict(self.parts)}  # type: ignore[index]

    def __setstate__(self, state: tuple[None, dict[str, Any]]) -> None:
        """A copy is made."""
        super().__setstate__((None, {**state[1], "parts": MappingProxyType(state[1]["parts"])}))


def combination(parts: Mapping[str, Scalar]) -> Term:
    """The term of a linear combination."""
    terms = [vector_term(name) if is_known(c) and c == 1 else ("*", term_of(c), vector_term(name))
             for name, c in parts.items()]  # fmt: skip
    return "0" if not terms else terms[0] if len(terms) == 1 else ("+", *terms)


class PairName(str):
    """The name of an abbreviation that stands for a pair, so that its product with the unit vector is not 0."""


def gram_symbol(a: str, b: str) -> Scalar:
    """The inner product of two vector variables; `#1` is a unit vector orthogonal to all vectors of the space."""
    if (a.startswith("#") or b.startswith("#")) and not (isinstance(a, PairName) or isinstance(b, PairName)):
        return Number(int(a == b))
    return having(Symbol("@".join(sorted((a, b)))), ("@", vector_term(a), vector_term(b)))


def vector_term(name: str) -> Term:
    """The term of a vector by its name, which may be that of a sum."""
    return ("sum", term_of(SUMS[name])) if name in SUMS else f"{name}@"


SUMS: dict[str, Vector] = {}  # what is summed, by the name of the sum


def Sum(e: Any) -> Any:
    """The sum of a number or a vector, which mentions family entries such as a[i], over the whole index set.

    >>> Sum(augment(Vector({"x[i]": 1}), Symbol("b[i]")))
    #1*Sum(b[i]) + Sum(x[i])
    """
    if not isinstance(e, Vector):
        return TOTAL(e)
    if e.tree != 0:
        return type(e)(TOTAL(e.tree))
    units = {name: TOTAL(c) for name, c in e.parts.items() if name.startswith("#")}
    rest = Vector({name: c for name, c in e.parts.items() if name not in units})
    sort = PairName if any(isinstance(name, PairName) for name in rest.parts) else str
    text = total(c * Symbol(f"{name}@") for name, c in rest.parts.items())  # of numbers a[i] it is another name
    name = sort(f"Sum({text})")
    SUMS[name] = rest
    return written(Vector({name: int(bool(rest.parts)), **units}), "sum", e)


def pair_of(name: str) -> list[str]:
    """The vectors of an inner product by its name; else the name.

    >>> pair_of("Sum(a[i]*x[i])@w"), pair_of("b")
    (['Sum(a[i]*x[i])', 'w'], ['b'])
    """
    return kernel.pieces(name, "@") if "(" in name else name.split("@")


def names_in(e: Any, in_sums: bool = True) -> Iterator[str]:
    """The names of the variables in numbers, vectors and relations; in sums too, unless `in_sums` is False."""
    if isinstance(e, Relation | tuple | list):
        parts = [e.lhs, e.rhs] if isinstance(e, Relation) else list(e)
    elif isinstance(e, Vector):
        yield from (name for name in e.parts if name not in SUMS)
        parts = [*e.parts.values(), *(SUMS[name] for name in e.parts if name in SUMS and in_sums), e.tree]
    else:
        e = expression(e)
        parts = [Vector({name: 1}) for name in pair_of(e.name)] if e.is_Symbol else list(e.args)
        parts = [] if word_of(e) == "Sum" and not in_sums else parts
    for part in parts:
        yield from names_in(part, in_sums)


def require_name(name: str) -> str:
    """The name, if proofs may have it, with [i] for a family; else a ValueError.

    >>> require_name("ŷ₁[i]")
    'ŷ₁[i]'
    >>> require_name("x²")
    Traceback (most recent call last):
    ValueError: 'x²' is no name: it takes Latin or Greek letters, digits, ₀ to ₉ and _, and [i] at the end of a family
    """
    if not kernel.NAME.match(name) or name.endswith("@"):
        what = "it takes Latin or Greek letters, digits, ₀ to ₉ and _, and [i] at the end of a family"
        raise ValueError(f"{name[:60]!r} is no name: {what}")
    return name


def word_of(e: Any) -> str:
    """The function of which a number is a value (Sum, exp, ln, Abs, Max, Min or another one); "" if of none.

    >>> word_of(exp(Symbol("a"))), word_of(Max(Symbol("a"), 0)), word_of(Symbol("a"))
    ('exp', 'Max', '')
    """
    if isinstance(e, Expression):
        return e.func.__name__ if e.func else ""
    name, undefined = type(e).__name__, type(type(e)).__name__ == "UndefinedFunction"  # of sympy's
    return name if undefined or name in ("Abs", "Max", "Min") else ""


def vectors(names: str) -> list[Vector]:
    """Vector variables with the given names, without declaring them anywhere."""
    return [Vector({name: 1}) for name in names.split()]


def reals(names: str) -> list[Scalar]:
    """Real variables with the given names, without declaring them anywhere."""
    return [Symbol(name) for name in names.split()]


def norm(v: Vector) -> Scalar:
    """The length of a vector: the non-negative root of v @ v."""
    return sqrt(v @ v)


def augment(v: Vector, s: Scalar) -> Vector:
    """The pair (v, s) as a vector of the larger space V ⊕ R: v + s·e with a unit vector e ⟂ V, which is the same in all
    pairs. So v is no pair.
    """
    if any(name.startswith("#") or isinstance(name, PairName) for name in v.parts):
        raise TypeError("augment(v, s) needs a vector v that is not itself a pair; write the second number of a triple "
                        "as a multiple of a vector of length 1")  # fmt: skip
    return v + Vector({"#1": s})


def Eq(lhs: Any, rhs: Any) -> Relation:
    """lhs = rhs as it is written."""
    return Relation(lhs, "==", rhs)


def Ne(lhs: Any, rhs: Any) -> Relation:
    """lhs ≠ rhs as it is written."""
    return Relation(lhs, "!=", rhs)


@contextmanager
def as_written() -> Iterator[None]:
    """Inside, <, <=, > and >= between sympy's expressions are kept as they are written too: its evaluate(False) for
    these.

    Outside, sympy looks for a decision first. That takes longer than all the rest of a script, and it decides what is
    for the kernel to check: Max(w, 0) >= 0 would be written down as True.
    """
    from sympy.core import relational

    outside = relational.global_parameters
    relational.global_parameters = SimpleNamespace(evaluate=False)
    try:
        yield
    finally:
        relational.global_parameters = outside


def relation(given: Any) -> Relation:
    """A Relation from a sympy relational, a Relation, or what sympy has already decided."""
    if isinstance(given, Relation):
        return given
    if not is_sympy(given):
        raise TypeError(f"not a relation: {given!r}")
    import sympy

    if isinstance(given, sympy.logic.boolalg.BooleanAtom):  # Python's own come from == and !=, which compare spellings
        return Relation(sympy.S.Zero, "==" if given else "!=", 0)  # sympy's 0: what has cancelled nobody knows
    if isinstance(given, sympy.core.relational.Relational):
        return Relation(given.lhs, given.rel_op, given.rhs)
    raise TypeError(f"not a relation: {given!r}")


def equal(lhs: Any, rhs: Any) -> Relation:
    """The statement that two scalars, or two vectors, are equal."""
    return Relation(lhs, "==", rhs)


Key = tuple[str, frozenset[Any]]  # what identifies a definition: its kind, and its terms


def key_of(kind: str, *of: Poly) -> Key:
    """What identifies a definition."""
    return kind, frozenset((place, *term) for place, p in enumerate(of) for term in p.items())


class Asked(dict[Any, Any]):
    """The names of quotients, roots and logarithms, each of which is defined when the kernel asks for its name."""

    def __init__(self, define: Callable[[str, Poly], str], known: Mapping[Key, str]):
        """Those that have a name already."""
        super().__init__({(kind, frozenset((m, c) for _, m, c in of)): name for (kind, of), name in known.items()})
        self.define = define

    def get(self, key: Any, otherwise: Any = None) -> str:
        """Define it."""
        if key not in self:
            self[key] = self.define(key[0], dict(key[1]))
        return str(self[key])


class Translation:
    """Asks the kernel for the polynomials of terms.

    `terms` has terms for abbreviations. `define(kind, poly)` is asked for the name of 1/poly ("inverse"), of the root
    of poly ("sqrt") or of its logarithm ("ln"), but for those that are `known`.
    """

    def __init__(
        self,
        terms: Mapping[str, Term],
        define: Callable[[str, Poly], str],
        known: Mapping[Key, str] = MappingProxyType({}),
    ):
        """A translation in one scope."""
        self.terms, self.names = terms, Asked(define, known)

    def vector(self, v: Any) -> Poly:
        """A vector (or the number 0) as a kernel term."""
        return self.scalar(required_vector(v))

    def scalar(self, e: Any) -> Poly:
        """A term as a kernel polynomial."""
        p, _ = kernel.read_term(write_term(with_terms(term_of(e), self.terms)), self.names)
        return p

    def defined(self, kind: str, p: Poly) -> Poly:
        """1/p, the root of p, or its logarithm; a number is divided out at once."""
        return kernel.named(kind, p, self.names)

    def fact(self, r: Relation) -> Fact:
        """A relation as a kernel fact; equal vectors differ by a vector of length 0."""
        if isinstance(r.lhs, Vector) or isinstance(r.rhs, Vector):
            if r.operator != "==":
                raise TypeError(f"vectors are compared with == only ({r.lhs} {r.operator} {r.rhs})")
            for side in (r.lhs, r.rhs):
                required_vector(side)
        return kernel.read_fact(r.operator, write_relation(r, self.terms), self.names, stronger=True)


def required_vector(v: Any) -> Any:
    """Return v if it is a vector or the number 0; else raise a TypeError."""
    if not isinstance(v, Vector) and v != 0:
        raise TypeError(f"a vector is expected, not {v}")
    return v


def write_poly(p: Poly) -> dict[str, str]:
    """A polynomial in the kernel's JSON."""
    texts = {" ".join(a if e == 1 else f"{a}^{e}" for a, e in m) or "1": str(c) for m, c in p.items()}
    return dict(sorted(texts.items()))


def write_fact(fact: Fact) -> list[Any]:
    """A fact in the kernel's JSON."""
    return [fact[0], write_poly(fact[1])]


def with_terms(term: Term, put: Mapping[str, Term]) -> Term:
    """A term in which names stand for terms."""
    if isinstance(term, str):
        return put.get(term, term)
    return (term[0], *(with_terms(part, put) for part in term[1:]))


def write_term(term: Term) -> Any:
    """A term in the kernel's JSON."""
    return term if isinstance(term, str) else [*map(write_term, term)]


def write_relation(r: Relation, put: Mapping[str, Term]) -> list[Any]:
    """A relation in the kernel's JSON, as it is written, with terms in place of abbreviations."""
    sides = (write_term(with_terms(term_of(side), put)) for side in (r.lhs, r.rhs))
    return ["=" if r.operator == "==" else r.operator, *sides]


class Unnamed(dict[Any, Any]):
    """Names for quotients, roots and logarithms, each of which gets one when the kernel asks for it."""

    def get(self, key: Any, otherwise: Any = None) -> str:
        """A name that no author can write, with an index where the number has one."""
        return str(self.setdefault(key, f"{key[0]}-{len(self)}" + "[i]" * kernel.is_indexed(dict(key[1]))))


UNNAMED = Unnamed()  # the same number has the same name in all polynomials


def polynomial(term: Any) -> Poly:
    """What the kernel makes of a term, or of the term of an expression.

    >>> a, b = reals("a b")
    >>> polynomial((a + b) * (a - b)) == polynomial(a**2 - b**2), polynomial(a / a) == polynomial(b / b)
    (True, False)
    """
    return kernel.read_term(write_term(term if isinstance(term, str | tuple) else term_of(term)), UNNAMED)[0]


def facts_of(statement: Any, *parts: str) -> dict[str, Fact]:
    """The facts of parts of a statement in the kernel's JSON, multiplied out: "assume", "show", "when" of its run."""
    table = kernel.read_table(statement.get("let"))
    whole = {**statement, "when": (statement.get("run") or {}).get("when", {})}
    found = (kernel.read_facts(whole[part], table, stronger=True) for part in parts)
    return {name: fact for facts in found for name, fact in facts.items()}


def multiplied_out(statement: Any) -> Any:
    """A statement in the kernel's JSON with polynomials in place of terms: [relation, polynomial].

    >>> multiplied_out({"declare": ["a"], "assume": {}, "show": {"goal": ["<=", "a", ["+", "a", "1"]]}})["show"]
    {'goal': ['>=', {'1': '1'}]}
    """
    table, run = kernel.read_table(statement.get("let")), statement.get("run")
    parts: dict[str, Any] = {part: {name: write_fact(fact) for name, fact in facts_of(statement, part).items()}
                             for part in ("assume", "show")}  # fmt: skip
    if run:
        terms = {part: {name: write_poly(kernel.read_poly(term, table)) for name, term in run[part].items()}
                 for part in ("start", "next")}  # fmt: skip
        when = {name: write_fact(fact) for name, fact in facts_of(statement, "when").items()}
        parts["run"] = {**run, **terms, "when": when}
    return {**statement, **parts}
