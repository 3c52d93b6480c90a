"""Numbers of a statement as expressions: each is the term that its author wrote, without simplification.

A term is a name, a number, or (operator, term, …); names of vectors end in @. The kernel reads a term, multiplies it
out, and requires the condition of each quotient, root and logarithm in it. Two expressions are equal if the kernel
gives them the same polynomial. An expression has a value if its polynomial is a number and all its quotients, roots and
logarithms are certainly defined.

>>> a, b = Symbol("a"), Symbol("b")
>>> (a + b - a) * 2 * b / a, str(a + a <= 3), (a + b) ** 2 == a**2 + 2 * a * b + b**2
((a + b - a)*2*b/a, 'a + a <= 3', True)
>>> (0 / a).term, (sqrt(a * b) ** 2).term
(('/', '0', 'a'), ('^', ('sqrt', ('*', 'a', 'b')), '2'))
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from math import inf, isfinite
from operator import add, eq, ge, gt, le, lt, ne
from types import MappingProxyType
from typing import Any, TypeAlias, cast

from .. import kernel
from ..kernel import Poly
from .comparison_guards import WHOLE, Symbolic, refuse

Term: TypeAlias = Any  # a name, a number, or (operator, term, …)
OWN = "use ints, Fractions, names of the script and functions of novikoff.theorems"
FUNCTIONS = "write sqrt, exp, ln, Abs, Max and Min of novikoff.theorems"
EQUATION = "write Eq({0}, {1}) to state it, or Ne for !=; Python evaluates == at once, so no rule can branch on it"
SUM, PAIR, PRODUCT, FACTOR, BASE = range(5)  # precedences, the weakest first
COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge, "==": eq, "!=": ne}
BOUND = {"+": SUM, "-": SUM, "@": PAIR, "*": PRODUCT, "/": PRODUCT, "^": FACTOR}


put: Callable[[object, str, Any], None] = object.__setattr__  # for constructors, because Written forbids assignment


class Written(Symbolic):
    """A number or a vector, as the term that its author wrote; it is immutable, so that no statement changes."""

    __slots__ = ("term",)
    term: Term
    is_vector = False

    def __init__(self, term: Term):
        put(self, "term", term)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{name} of {self} cannot be set to {value!r:.60}; terms do not change, so make a new one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{name} of {self} cannot be deleted; terms do not change, so make a new one")

    def __setstate__(self, state: tuple[None, dict[str, Any]]) -> None:
        for name, value in state[1].items():
            put(self, name, value)

    def __repr__(self) -> str:
        return term_to_text(self.term)

    def __eq__(self, other: object) -> bool:
        """Compare polynomials; refuse symbols, because an author may mean to state an equation."""
        if not (has_known_value(self) and has_known_value(other)):
            refuse("{0} == {1} has no truth value", self, other, instead=EQUATION)
        if not isinstance(other, Written | int | Fraction):
            return NotImplemented
        return self.is_vector == getattr(other, "is_vector", False) and identity_key(self) == identity_key(other)

    def __hash__(self) -> int:
        if not has_known_value(self):
            refuse("{} is a symbol, so it cannot be a key of a dictionary or a member of a set", self)
        return hash(identity_key(self))


class Expression(Written):
    """A number."""

    __slots__ = ()

    def __add__(self, other: Any) -> Any:
        return apply_operation("+", self, other)

    def __radd__(self, other: Any) -> Any:
        return apply_operation("+", other, self)

    def __sub__(self, other: Any) -> Any:
        return apply_operation("-", self, other)

    def __rsub__(self, other: Any) -> Any:
        return apply_operation("-", other, self)

    def __mul__(self, other: Any) -> Any:
        return apply_operation("*", self, other)

    def __rmul__(self, other: Any) -> Any:
        return apply_operation("*", other, self)

    def __truediv__(self, other: Any) -> Any:
        return apply_operation("/", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return apply_operation("/", other, self)

    def __pow__(self, other: Any) -> Any:
        return apply_operation("^", self, other)

    def __rpow__(self, other: Any) -> Any:
        return apply_operation("^", other, self)

    def __le__(self, other: Any) -> Any:
        return make_relation(self, "<=", other)

    def __lt__(self, other: Any) -> Any:
        return make_relation(self, "<", other)

    def __ge__(self, other: Any) -> Any:
        return make_relation(self, ">=", other)

    def __gt__(self, other: Any) -> Any:
        return make_relation(self, ">", other)

    def __neg__(self) -> Any:
        return apply_operation("-", self)

    def __pos__(self) -> Any:
        return self

    def __floordiv__(self, other: Any) -> Any:
        """Return the quotient rounded down; refuse symbols, except in the package, whose claims remove the rounding."""
        if (of := value_of(self)) is not None and (by := value_of(expression(other))):
            return Number(of // by)
        refuse("{} // {} rounds a symbol down", self, other, instead=WHOLE, shipped=True)
        return apply_operation("floor", self / other)

    def __abs__(self) -> Any:
        return Abs(self)

    @property
    def is_settled(self) -> bool:  # type: ignore[override]
        """Return whether the expression has a value."""
        return value_of(self) is not None

    def __bool__(self) -> bool:
        value = value_of(self)
        return super().__bool__() if value is None else value != 0

    def __float__(self) -> float:
        if not has_known_value(self):
            refuse("{} is a symbol and cannot become a float", self, instead=FUNCTIONS)
        return float(cast(Fraction, value_of(self)))

    def __int__(self) -> int:
        if not has_known_value(self):
            refuse("{} is a symbol and cannot become an int", self, instead=FUNCTIONS)
        return int(cast(Fraction, value_of(self)))

    def __getattr__(self, name: str) -> Any:
        """Raise `AttributeError`; refuse questions about a symbol's value, and conversions to sympy."""
        if name.startswith("is_"):
            refuse("{}.{} asks a symbol for its value", self, name)
        if name == "_sympy_":
            raise TypeError(f"{self} cannot become a term of sympy, which cancels quotients unseen; {OWN}")
        raise AttributeError(f"a term of a statement has no attribute {name!r}")


def Symbol(name: str) -> Expression:
    """Return the number with this name.

    >>> Symbol("a")
    a
    """
    return Expression(name)


def Number(value: int | Fraction) -> Expression:
    """Return a rational number.

    >>> Number(Fraction(4, 2))
    2
    """
    return Expression(str(Fraction(value)))


ONE = Number(1)


@dataclass(frozen=True, eq=False)
class Relation(Symbolic):
    """`lhs operator rhs`, between two scalars, or == between two vectors."""

    lhs: Any
    operator: str
    rhs: Any

    def __str__(self) -> str:
        return f"{self.lhs} {self.operator} {self.rhs}"

    @property
    def is_settled(self) -> bool:  # type: ignore[override]
        """Return whether both sides have values."""
        return self.decided is not None

    @property
    def decided(self) -> bool | None:
        """Return whether the relation is true, or None if a side has no value."""
        x, y = value_of(self.lhs), value_of(self.rhs)
        return None if x is None or y is None else COMPARISONS[self.operator](x, y)

    def __bool__(self) -> bool:
        """Return whether a relation between values is true; refuse symbols. Otherwise Python would evaluate `Eq(a, 0)
        and Eq(b, 0)` to its second operand, and drop the first."""
        if self.decided is None:
            refuse("{} contains symbols, so it is neither true nor false", self)
            raise TypeError(f"{self} contains symbols, so it is neither true nor false; state facts one by one")
        return self.decided

    def __eq__(self, other: object) -> bool:
        """Compare both sides; refuse while an author writes, who may mean equivalent facts."""
        refuse("({}) == ({}) has no truth value", self, other)
        return isinstance(other, Relation) and (self.lhs, self.operator, self.rhs) == (
            other.lhs, other.operator, other.rhs)

    def __hash__(self) -> int:
        refuse("{} contains symbols, so it cannot be a key of a dictionary or a member of a set", self)
        return hash((self.lhs, self.operator, self.rhs))


# --- what a term means --------------------------------------------------------------------------


class Asked(dict[Any, str]):
    """A table that defines a quotient, root or logarithm when the kernel asks for its name."""

    def __init__(self, define: Callable[[str, Poly], str], known: Mapping[Any, str] = MappingProxyType({})):
        super().__init__(known)
        self.define = define

    def get(self, key: Any, otherwise: Any = None) -> str:
        """Return the name, after defining it if necessary."""
        if key not in self:
            self[key] = self.define(key[0], dict(key[1]))
        return self[key]


# The same number has the same name in all polynomials, which no author can write, with an index if the number has one.
UNNAMED: Asked = Asked(lambda kind, of: f"{kind}-{len(UNNAMED)}" + "[i]" * kernel.is_indexed(of))


def polynomial(term: Any) -> Poly:
    """Return the kernel's polynomial of a term or an expression. Raises `kernel.Rejected` if the kernel cannot read it.

    >>> a, b = Symbol("a"), Symbol("b")
    >>> polynomial((a + b) * (a - b)) == polynomial(a**2 - b**2), polynomial(a / a) == polynomial(b / b)
    (True, False)
    """
    # Where work is counted, it does not depend on what was read before.
    read = _polynomial if kernel.Work.left == inf else _polynomial.__wrapped__
    return dict(read(term if isinstance(term, str | tuple) else term_of(term)))


@lru_cache(2**14)  # each part of a nested maximum is asked for again and again
def _polynomial(term: Term) -> Poly:
    return kernel.read_term(write_term(term), UNNAMED)[0]


def identity_key(e: Any) -> Hashable:
    """Return a key for equality: the value, else the polynomial, else the term if the kernel cannot read it."""
    value, term = value_of(e), term_of(e)
    if value is not None:
        return value
    try:
        return frozenset(polynomial(term).items())
    except kernel.Rejected:
        return term


def value_of(e: Any) -> Fraction | None:
    """Return the value of a rational number whose quotients, roots and logarithms are all defined, else None.

    >>> a = Symbol("a")
    >>> [value_of(e) for e in (a, a - a + 2, a / a, Fraction(1, 2))]
    [None, Fraction(2, 1), None, Fraction(1, 2)]
    """
    if isinstance(e, int | Fraction):
        return Fraction(e)
    if not isinstance(e, Expression) or (isinstance(e.term, str) and not is_numeral(e.term)) or is_partial(e.term):
        return None
    try:
        p = polynomial(e.term)
    except kernel.Rejected:
        return None
    return Fraction(p.get((), 0)) if set(p) <= {()} else None


def has_known_value(e: Any) -> bool:
    """Return whether `value_of` finds a value."""
    return value_of(e) is not None


def is_partial(term: Term) -> bool:
    """Return whether a term contains a root, a logarithm, or a quotient by something other than a number.

    >>> a = Symbol("a")
    >>> is_partial((a / a).term), is_partial((a / 2 + a**2).term), is_partial((a**-1).term)
    (True, False, True)
    """
    if isinstance(term, str):
        return False
    word, *parts = term
    is_inverse = word == "/" and not is_numeral(parts[1])
    is_power = word == "^" and not is_numeral(parts[0]) and not parts[1].isdigit()
    return is_inverse or is_power or word in ("sqrt", "ln") or any(map(is_partial, parts))


def is_numeral(term: Term) -> bool:
    """Return whether a term is a rational number."""
    return isinstance(term, str) and term.lstrip("-")[:1].isdigit()


def is_vector(term: Term) -> bool:
    """Return whether a term is a vector."""
    if isinstance(term, str):
        return term.endswith("@")
    return term[0] in ("+", "-", "*", "/", "sum") and any(map(is_vector, term[1:]))


def leaves(term: Term, in_sums: bool = True) -> list[str]:
    """Return the names and numbers in a term; skip sums if `in_sums` is False.

    >>> leaves(("*", ("-", "a"), "2"))
    ['a', '2']
    """
    if isinstance(term, str):
        return [term]
    return [leaf for part in term[1:] for leaf in leaves(part, in_sums)] if in_sums or term[0] != "sum" else []


def fold_numerals(term: Term) -> Term:
    """Return the term with each rational subterm as one numeral.

    >>> fold_numerals(("*", ("/", "1", "1000"), "R"))
    ('*', '1/1000', 'R')
    """
    if isinstance(term, str):
        return term
    value = value_of(Expression(term)) if all(map(is_numeral, leaves(term))) else None
    return (term[0], *map(fold_numerals, term[1:])) if value is None else str(value)


def walk_terms(term: Term) -> Iterator[Term]:
    """Yield a term, then all its subterms."""
    yield term
    for part in () if isinstance(term, str) else term[1:]:
        yield from walk_terms(part)


# --- between the two ------------------------------------------------------------------------------


def is_number(e: Any) -> bool:
    """Return whether an object can be a number of the language."""
    return isinstance(e, Expression | int | Fraction | float)


def expression(e: Any) -> Any:
    """Convert an int or a Fraction to an expression.

    Raises `TypeError` for a float and for other types, and `ValueError` for a number that the kernel does not read.

    >>> expression(2), expression(Fraction(1, 2))
    (2, 1/2)
    """
    if isinstance(e, Expression):
        return e
    if isinstance(e, int | Fraction):
        if not kernel.RATIONAL.match((number := Number(e)).term):
            raise ValueError(f"a number has more than 400 digits: {str(number)[:20]}…")
        return number
    if isinstance(e, float):
        raise TypeError(
            f"{float(e)!r} is a float, which is rarely the intended number; write {suggest_exact(float(e))}"
        )
    raise TypeError(f"{e!r:.60} of type {type(e).__name__} cannot be part of a statement; {OWN}")


def suggest_exact(x: float) -> str:
    """Suggest exact code for a float: the decimal that it prints as, if its fraction is short.

    >>> suggest_exact(0.5), suggest_exact(2**0.5)
    ('Fraction(1, 2)', 'a Fraction, or sqrt, exp and ln of novikoff.theorems')
    """
    if isfinite(x) and (f := Fraction(repr(x))).denominator <= 10**6:
        return f"Fraction({f.numerator}, {f.denominator})" if f.denominator > 1 else str(f.numerator)
    return "a Fraction, or sqrt, exp and ln of novikoff.theorems"


def find_foreign(e: Any) -> Iterator[Any]:
    """Yield the objects in a number, vector, relation or sequence that do not belong to the language."""
    if isinstance(e, tuple | list):
        for part in e:
            yield from find_foreign(part)
    elif isinstance(e, Relation):
        yield from find_foreign((e.lhs, e.rhs))
    elif type(e) not in (*LANGUAGE, int, bool, Fraction):
        yield e


LANGUAGE: list[type] = [Expression]  # `vector_language` appends Vector


def term_of(e: Any) -> Term:
    """Return the term for the kernel, as written.

    >>> a, b = Symbol("a"), Symbol("b")
    >>> term_of((a + b)**2 - b/b), term_of(Fraction(1, 2))
    (('-', ('^', ('+', 'a', 'b'), '2'), ('/', 'b', 'b')), '1/2')
    """
    return (e if isinstance(e, Written) else expression(e)).term


def write_term(term: Term) -> Any:
    """Return a term in the kernel's JSON format."""
    return term if isinstance(term, str) else [*map(write_term, term)]


def with_terms(term: Term, put: Mapping[str, Term], in_sums: bool = True) -> Term:
    """Replace names in a term by terms; leave sums unchanged if `in_sums` is False."""
    if isinstance(term, str):
        return put.get(term, term)
    return (term[0], *(with_terms(part, put, in_sums) for part in term[1:])) if in_sums or term[0] != "sum" else term


def write_value(e: Any, put: Mapping[str, Term]) -> Any:
    """Return a number or a vector as written, in the kernel's JSON, with terms in place of abbreviations."""
    return write_term(with_terms(term_of(e), put))


def write_relation(r: Relation, put: Mapping[str, Term]) -> list[Any]:
    """Return a relation as written, in the kernel's JSON, with terms in place of abbreviations."""
    return ["=" if r.operator == "==" else r.operator, write_value(r.lhs, put), write_value(r.rhs, put)]


def read_term(data: Any) -> Term:
    """Return a term from the kernel's JSON."""
    return data if isinstance(data, str) else (*map(read_term, data),)


# --- operations -----------------------------------------------------------------------------------


def apply_operation(word: str, *parts: Any) -> Any:
    """Apply an operation to numbers. Returns `NotImplemented` if an argument is not a number."""
    if not all(map(is_number, parts)):
        return NotImplemented
    numbers = [expression(part) for part in parts]
    if word == "^":
        return power(*numbers)
    if word == "/" and value_of(numbers[1]) == 0:
        raise ZeroDivisionError("a term is divided by 0")
    return Expression(join_terms(word, *(e.term for e in numbers)))


def make_relation(a: Any, operator: str, b: Any) -> Any:
    """Return the relation between two numbers as written, `NotImplemented` if b is not a number."""
    return Relation(a, operator, expression(b)) if is_number(b) else NotImplemented


def join_terms(word: str, first: Term, *rest: Term) -> Term:
    """Return the term of an operation; a sum or product that continues on the right becomes one longer term."""
    together = word in ("+", "*") and isinstance(first, tuple) and first[:1] == (word,)
    return (*first, *rest) if together else (word, first, *rest)


def power(base: Expression, exponent: Expression) -> Expression:
    """Return a power with a rational exponent, which may be written as -(2) or 1/2. Raises `TypeError` unless twice the
    exponent is an integer."""
    n = value_of(exponent)
    if n is None or n.denominator > 2:
        raise TypeError(f"the exponent of ({base})**({exponent}) is neither a whole number nor half of one; write "
                        f"exp({exponent}*ln({base})) with exp and ln of novikoff.theorems")
    if n < 0 and value_of(base) == 0:
        raise ZeroDivisionError("a term is divided by 0")
    return Expression(("^", base.term, str(n)))


def apply_function(word: str, *arguments: Any) -> Any:
    """Apply a function to numbers. Raises `TypeError` for an argument that is not a number."""
    value = apply_operation(word, *arguments)
    if value is NotImplemented:
        other = next(e for e in arguments if not is_number(e))
        raise TypeError(f"{word} takes numbers, but {other!r:.60} has the type {type(other).__name__}")
    return value


def total(terms: Iterable[Any]) -> Any:
    """Return the sum of the terms, 0 for none."""
    parts = [expression(term) for term in terms]
    return reduce(add, parts) if parts else Number(0)


def sqrt(e: Any) -> Any:
    """Return the square root of a scalar that is not negative, as it is written.

    >>> sqrt(Symbol("a")) ** 2
    sqrt(a)**2
    """
    return apply_function("sqrt", e)


def Rational(p: Any, q: Any = 1) -> Any:
    """Return a quotient of whole numbers.

    >>> Rational(2, 4)
    1/2
    """
    return Number(Fraction(p) / Fraction(q))


def Abs(e: Any) -> Any:
    """Return the absolute value of a scalar, as it is written.

    >>> Abs(-2*Symbol("a"))
    abs(-2*a)
    """
    return apply_function("abs", e)


def Max(*arguments: Any) -> Any:
    """Return the maximum of scalars, as it is written.

    >>> Max(Symbol("a"), 0)
    max(a, 0)
    """
    return apply_function("max", *arguments)


def Min(*arguments: Any) -> Any:
    """Return the minimum of scalars, as it is written.

    >>> Min(Symbol("b"), Symbol("a"))
    min(b, a)
    """
    return apply_function("min", *arguments)


def exp(e: Any) -> Any:
    """Return the exponential of a scalar, as it is written.

    >>> exp(Symbol("a")) * exp(Symbol("b"))
    exp(a)*exp(b)
    """
    return apply_function("exp", e)


def ln(e: Any) -> Any:
    """Return the natural logarithm of a scalar. The proof must show that the scalar is positive.

    >>> ln(Symbol("a"))
    ln(a)
    """
    return apply_function("ln", e)


def with_inverses(term: Term, inverse: Callable[[Term], str]) -> Term:
    """Replace each division by a term t with a product by the name `inverse(t)`, where that is not "".

    >>> with_inverses(("/", "a", ("+", "1", "b")), lambda term: "q" if term == ("+", "1", "b") else "")
    ('*', 'a', 'q')
    >>> with_inverses(("/", "a", ("*", "t", "b")), lambda term: "h" if term == "t" else "")
    ('/', ('*', 'a', 'h'), 'b')
    """
    if isinstance(term, str):
        return term
    word, *parts = (term[0], *(with_inverses(part, inverse) for part in term[1:]))
    factors = term[2][1:] if word == "/" and term[2][0] == "*" else term[2:]
    if word == "/" and any(found := [inverse(factor) for factor in factors]):
        rest = [factor for factor, q in zip(factors, found, strict=True) if not q]
        above = ("*", parts[0], *filter(None, found))
        return ("/", above, *(rest if len(rest) == 1 else [("*", *rest)])) if rest else above
    if word == "^" and "/" not in term[2] and term[2].startswith("-") and (q := inverse(term[1])):
        return ("^", q, term[2].removeprefix("-"))
    return (word, *parts)


# --- in words -------------------------------------------------------------------------------------


def term_to_text(term: Term, place: int = SUM) -> str:
    """Return a term as a user types it, in brackets if its precedence is lower than `place`.

    >>> term_to_text(("-", ("^", ("+", "a", "-1"), "-2"), ("*", ("@", "w@", ("*", "y", "x@")), ("/", "1/2", "b"))))
    '(a - 1)**(-2) - (w@(y*x))*(1/2/b)'
    """
    if isinstance(term, str):
        text = term.removesuffix("@")
        bound = PRODUCT if is_numeral(text) and not text.isdigit() else BASE
    else:
        word, *parts = term
        bound, text = BOUND.get(word, BASE), _operation_to_text(word, *parts)
    return f"({text})" if bound < place else text


def _operation_to_text(word: str, first: Term, *rest: Term) -> str:
    if word == "+":
        return " + ".join([term_to_text(first), *map(term_to_text, rest)]).replace("+ -", "- ")
    if word == "-":
        return (
            " - ".join([term_to_text(first), term_to_text(rest[0], PAIR)]) if rest else f"-{term_to_text(first, PAIR)}"
        )
    if word in ("*", "/"):
        return word.join([term_to_text(first, PRODUCT), *(term_to_text(part, FACTOR) for part in rest)])
    if word == "@":
        return f"{term_to_text(first, FACTOR)}@{term_to_text(rest[0], FACTOR)}"
    if word == "^":
        return f"{term_to_text(first, BASE)}**{term_to_text(rest[0], BASE)}"
    return f"{'Sum' if word == 'sum' else word}({', '.join(map(term_to_text, (first, *rest)))})"
