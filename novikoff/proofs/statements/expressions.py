"""Numbers of a statement as expressions: what is added, multiplied and raised to powers of names, and the relations.

Main definitions:
    Expression      a number made of names; immutable, in the one form that sympy has for it
    Relation        two terms and what is between them
    expression      an expression from an int or a Fraction
    in_sympy        the same in sympy, for pages and for calculus
    term_of         what the author wrote

Each number also keeps the `term` that its author wrote, in which nothing has cancelled. The kernel reads this term, and
asks for the condition of each quotient, root and logarithm in it.

The form is sympy's own: equal terms and factors are collected, 2·(a + b) is 2a + 2b, (ab)² is a²b², and terms are in
sympy's order. So nothing that is printed or stored depends on which of the two an expression is made of. What is rare
(roots of numbers, absolute values of products, maxima of maxima) is left to sympy, and taken back; with sympy's own
expressions, the result is sympy's. All else that sympy's expressions can do, these do by being turned into one.
sympy, which takes longer to load than most statements take to prove, is loaded only then.

>>> a, b = Symbol("a"), Symbol("b")
>>> (a + b - a) * 2 * b / a, str(a + a <= 3), sqrt(a**2 * b) ** 2
(2*b**2/a, '2*a <= 3', a**2*b)
>>> (0 / a).term, (sqrt(a * b) ** 2).term
(('/', '0', 'a'), ('^', ('sqrt', ('*', 'a', 'b')), '2'))
"""

# ruff: noqa: N815  # the names of attributes and functions are sympy's

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from functools import reduce
from itertools import combinations
from math import isfinite, isqrt
from operator import mul, pow
from typing import Any, TypeAlias, TypeVar

from .symbols import Symbolic, refuse

Key: TypeAlias = tuple[Any, ...]
Term: TypeAlias = Any  # as it is written: a name, a number, or (operator, term, …); () if no operation wrote it
T = TypeVar("T")
WORDS = {"__add__": "+", "__mul__": "*", "__truediv__": "/", "__pow__": "^"}
PLACES = {"Symbol": 13, "Pow": 15, "Mul": 16, "Add": 17, "Abs": 20}  # in sympy's order of kinds
UNKNOWN = 58  # the place of all others, which are in the order of their names
FUNCTIONS = "write sqrt, exp, ln, Abs, Max and Min of novikoff.theorems"
EQUATION = "write Eq({0}, {1}) to state it, or Ne for !=; Python compares with == at once, and no rule can branch on it"
NUMBERS = {0: (0,), 1: (1,), Fraction(1, 2): (2,), -1: (5,)}  # those with a kind of their own there


class Fixed:
    """What is as it was made, so that no statement changes after it was written down."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        """Not to be done."""
        raise AttributeError(f"{name} of {self} cannot be set to {value!r:.60}; write another term instead")

    def __delattr__(self, name: str) -> None:
        """Not to be done."""
        raise AttributeError(f"{name} of {self} cannot be deleted; write another term instead")

    def __setstate__(self, state: tuple[None, dict[str, Any]]) -> None:
        """A copy is made."""
        for name, value in state[1].items():
            put(self, name, value)


put = object.__setattr__  # as long as it is made


class Function(Fixed):
    """A function by its name; called, it makes an expression."""

    __slots__ = ("__name__",)
    __name__: str

    def __init__(self, name: str):
        """A function without rules."""
        put(self, "__name__", name)

    def __call__(self, *arguments: Any) -> Any:
        """Its value, of which nothing is known."""
        if any(map(is_sympy, arguments)):
            return in_sympy(self)(*map(in_sympy, arguments))
        return written(Call(self, tuple(map(expression, arguments))), self.__name__.lower(), *arguments)

    def __eq__(self, other: object) -> bool:
        """Of the same name."""
        return isinstance(other, Function) and self.__name__ == other.__name__

    def __hash__(self) -> int:
        """Consistent with equality."""
        return hash(self.__name__)

    def __repr__(self) -> str:
        """The name."""
        return self.__name__


class Expression(Symbolic, Fixed):
    """A number made of names. `args` are its parts, in sympy's order; `key` tells it from all others and orders it;
    `term` is what its author wrote.
    """

    __slots__ = ("_hash", "_key", "args", "term")
    args: tuple[Expression, ...]
    term: Term
    _key: Key | None
    _hash: int | None
    is_Add = is_Mul = is_Pow = is_Symbol = is_Rational = is_Integer = is_Number = is_Atom = False
    func: Any = None

    @property
    def key(self) -> Key:
        """Sympy's order of expressions, as an order of tuples."""
        if self._key is None:
            put(self, "_key", self.make_key())
        return self._key  # type: ignore[return-value]

    def __init__(self, args: tuple[Expression, ...]):
        """Of parts that are in order; what is computed of it later is kept."""
        put(self, "args", args)
        put(self, "term", ())
        put(self, "_key", None)
        put(self, "_hash", None)

    def make_key(self) -> Key:
        """The key, for the first time."""
        raise NotImplementedError

    def coefficient(self) -> tuple[Any, Expression]:
        """The number in front, and the rest."""
        return 1, self

    def raised(self) -> tuple[Expression, Any]:
        """The base and the exponent."""
        return self, 1

    # --- arithmetic ---

    def __add__(self, other: Any) -> Any:
        """The sum."""
        return combined(add, "__add__", self, other)

    def __radd__(self, other: Any) -> Any:
        """The sum."""
        return combined(add, "__add__", other, self)

    def __neg__(self) -> Any:
        """The opposite."""
        return written(multiply(MINUS, self), "-", self)

    def __pos__(self) -> Any:
        """It itself."""
        return self

    def __sub__(self, other: Any) -> Any:
        """The difference."""
        return written(self + -other, "-", self, other) if is_number(other) else NotImplemented

    def __rsub__(self, other: Any) -> Any:
        """The difference."""
        return written(-self + other, "-", other, self)

    def __mul__(self, other: Any) -> Any:
        """The product."""
        return combined(multiply, "__mul__", self, other)

    def __rmul__(self, other: Any) -> Any:
        """The product."""
        return combined(multiply, "__mul__", other, self)

    def __truediv__(self, other: Any) -> Any:
        """The quotient."""
        return combined(divide, "__truediv__", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        """The quotient."""
        return combined(divide, "__truediv__", other, self)

    def __pow__(self, other: Any) -> Any:
        """The power."""
        return combined(raised, "__pow__", self, other)

    def __rpow__(self, other: Any) -> Any:
        """The power."""
        return combined(raised, "__pow__", other, self)

    def __floordiv__(self, other: Any) -> Any:
        """The quotient rounded down, of which nothing is known."""
        return FLOOR(self / other)

    def __abs__(self) -> Any:
        """The absolute value."""
        return Abs(self)

    # --- relations ---

    def __le__(self, other: Any) -> Any:
        """At most."""
        return compared(self, "<=", other)

    def __lt__(self, other: Any) -> Any:
        """Less."""
        return compared(self, "<", other)

    def __ge__(self, other: Any) -> Any:
        """At least."""
        return compared(self, ">=", other)

    def __gt__(self, other: Any) -> Any:
        """More."""
        return compared(self, ">", other)

    def __eq__(self, other: object) -> bool:
        """Written in the same way; an author, who may mean equal values, is refused."""
        if not (is_known(self) and is_known(other)):
            refuse("{0} == {1} has no truth value", self, other, instead=EQUATION)
        if self is other:
            return True
        if isinstance(other, Expression):
            return self.key == other.key
        if isinstance(other, int | Fraction):
            return isinstance(self, Number) and self.value == other
        return bool(in_sympy(self) == other) if is_sympy(other) else NotImplemented

    def __hash__(self) -> int:
        """Consistent with equality."""
        refuse("{} is a symbol, and no key of a dictionary or member of a set", self)
        if self._hash is None:
            put(self, "_hash", hash(self.key))
        return self._hash  # type: ignore[return-value]

    def __float__(self) -> float:
        """The nearest float, of a number without names."""
        refuse("{} is a symbol, and no float can stand for it", self, instead=FUNCTIONS)
        return float(in_sympy(self))

    def __int__(self) -> int:
        """Rounded towards 0, of a number without names."""
        refuse("{} is a symbol, and no int can stand for it", self, instead=FUNCTIONS)
        return int(in_sympy(self))

    def __repr__(self) -> str:
        """As sympy writes it."""
        return spelled(self) or str(in_sympy(self))

    def __getattr__(self, name: str) -> Any:
        """What only sympy's expressions have."""
        if name.startswith("_") and name != "_sympy_":
            raise AttributeError(name)
        if name.startswith("is_"):
            refuse("{}.{} asks a symbol for its value", self, name)
        return (lambda: in_sympy(self)) if name == "_sympy_" else getattr(in_sympy(self), name)


class Number(Expression):
    """A rational number."""

    __slots__ = ("value",)
    value: int | Fraction
    is_Rational = is_Number = True

    def __init__(self, value: int | Fraction):
        """Of a whole number or a quotient."""
        super().__init__(())
        put(self, "value", value.numerator if value.denominator == 1 else value)

    @property
    def p(self) -> int:
        """The numerator."""
        return self.value.numerator

    @property
    def q(self) -> int:
        """The denominator."""
        return self.value.denominator

    @property
    def is_settled(self) -> bool:  # type: ignore[override]
        """Is no quotient, root or logarithm written in it, which may not exist?"""
        return not is_partial(self.term)

    @property
    def is_Integer(self) -> bool:  # type: ignore[override]
        """Is it whole?"""
        return self.value.denominator == 1

    def make_key(self) -> Key:
        """Zero, one, a half and minus one have kinds of their own."""
        return NUMBERS.get(self.value) or (7 + (self.q != 1), "", 2, self.p, self.q)

    def coefficient(self) -> tuple[Any, Expression]:
        """All of it."""
        return self.value, ONE

    def __bool__(self) -> bool:
        """Is it not 0?"""
        return self.value != 0 if self.is_settled else super().__bool__()

    def __int__(self) -> int:
        """Rounded towards 0."""
        return int(self.value)

    def __float__(self) -> float:
        """The nearest float."""
        return float(self.value)

    def __hash__(self) -> int:
        """That of the number."""
        return hash(self.value)

    def __eq__(self, other: object) -> bool:
        """The same number."""
        if isinstance(other, Number) and is_known(self) and is_known(other):
            return self.value == other.value
        return super().__eq__(other)


class Symbol(Expression):
    """A name."""

    __slots__ = ("name",)
    name: str
    is_Symbol = True

    def __init__(self, name: str):
        """Of a number, or of an inner product."""
        super().__init__(())
        put(self, "name", name)

    def make_key(self) -> Key:
        """By its name."""
        return PLACES["Symbol"], "", 1, self.name


class Add(Expression):
    """A sum of at least two terms."""

    __slots__ = ()
    is_Add = True

    def make_key(self) -> Key:
        """By its terms."""
        return (PLACES["Add"], "", len(self.args), *(a.key for a in self.args))


class Mul(Expression):
    """A product of at least two factors."""

    __slots__ = ()
    is_Mul = True

    def make_key(self) -> Key:
        """By its factors."""
        return (PLACES["Mul"], "", len(self.args), *(a.key for a in self.args))

    def coefficient(self) -> tuple[Any, Expression]:
        """The number in front, and the rest."""
        first, *rest = self.args
        if not isinstance(first, Number):
            return 1, self
        return first.value, rest[0] if len(rest) == 1 else Mul(tuple(rest))


class Pow(Expression):
    """A power with a rational exponent, which is neither 0 nor 1."""

    __slots__ = ("base", "exp")
    base: Expression
    exp: Number
    is_Pow = True

    def __init__(self, base: Expression, exp: Number):
        """Of a base that is no power which the exponent could be multiplied with."""
        super().__init__((base, exp))
        put(self, "base", base)
        put(self, "exp", exp)

    def make_key(self) -> Key:
        """By base and exponent."""
        return PLACES["Pow"], "", 2, self.base.key, self.exp.key

    def raised(self) -> tuple[Expression, Any]:
        """The base and the exponent."""
        return self.base, self.exp.value


class Call(Expression):
    """A function of arguments."""

    __slots__ = ("func",)

    def __init__(self, function: Function, args: tuple[Expression, ...]):
        """As it is."""
        super().__init__(args)
        put(self, "func", function)

    def make_key(self) -> Key:
        """By function and arguments."""
        name = self.func.__name__
        place = (PLACES[name], "") if name in PLACES else (UNKNOWN, name)
        return (*place, len(self.args), *(a.key for a in self.args))


ZERO, ONE, MINUS, HALF = Number(0), Number(1), Number(-1), Number(Fraction(1, 2))
SMALL = {n: Number(n) for n in range(1, 10)} | {-1: MINUS}
ABS, MAX, MIN, FLOOR = RULED = Function("Abs"), Function("Max"), Function("Min"), Function("floor")


@dataclass(frozen=True, eq=False)
class Relation(Symbolic):
    """`lhs operator rhs`, between two scalars, or == between two vectors."""

    lhs: Any
    operator: str
    rhs: Any

    def __str__(self) -> str:
        """As it is written."""
        return f"{self.lhs} {self.operator} {self.rhs}"

    @property
    def is_settled(self) -> bool:  # type: ignore[override]
        """Is it between numbers?"""
        return self.decided is not None

    @property
    def decided(self) -> bool | None:
        """Is it true, if it is between numbers?"""
        if not (is_known(self.lhs) and is_known(self.rhs)):
            return None
        return decide(expression(self.lhs).value, self.operator, expression(self.rhs).value)

    def __bool__(self) -> bool:
        """Not defined but between numbers: Python reads `Eq(a, 0) and Eq(b, 0)` as its second part."""
        if self.decided is None:
            refuse("{} is neither true nor false of symbols", self)
            raise TypeError(f"{self} is neither true nor false here; state facts one by one")
        return self.decided

    def __eq__(self, other: object) -> bool:
        """Written in the same way; an author, who may mean equivalent facts, is refused."""
        refuse("({}) == ({}) has no truth value", self, other)
        return isinstance(other, Relation) and astuple(self) == astuple(other)

    def __hash__(self) -> int:
        """Consistent with equality."""
        refuse("{} is no key of a dictionary or member of a set", self)
        return hash(astuple(self))


# --- between the two ------------------------------------------------------------------------------


def astuple(r: Relation) -> tuple[Any, str, Any]:
    """Its parts."""
    return r.lhs, r.operator, r.rhs


def is_known(e: Any) -> bool:
    """Is it a rational number in which no quotient, root or logarithm was written, which may not exist?"""
    return isinstance(e, int | Fraction) or (isinstance(e, Number) and e.is_settled)


def is_sympy(e: Any) -> bool:
    """Is it one of sympy's expressions? There is none as long as sympy is not loaded."""
    sympy = sys.modules.get("sympy")
    return sympy is not None and isinstance(e, getattr(sympy, "Basic", ()))


def is_number(e: Any) -> bool:
    """Is it a number in the language, as far as can be told?"""
    return isinstance(e, Expression | int | Fraction | float) or is_sympy(e)


def expression(e: Any) -> Any:
    """An expression from an int or a Fraction; one of sympy's stays what it is. TypeError for a float.

    >>> expression(2), expression(Fraction(1, 2))
    (2, 1/2)
    """
    if isinstance(e, Expression):
        return e
    if isinstance(e, int):
        return SMALL.get(e) or Number(int(e))
    if isinstance(e, Fraction):
        return Number(e)
    if is_sympy(e):
        return e
    if isinstance(e, float):
        raise TypeError(f"{float(e)!r} is a float, which is seldom the number that is meant; write {exactly(float(e))}")
    import sympy

    return sympy.sympify(e)


def exactly(x: float) -> str:
    """What to write in place of a float: the number that it prints as, if that is short.

    >>> exactly(0.5), exactly(2**0.5)
    ('Fraction(1, 2)', 'a Fraction, or sqrt, exp and ln of novikoff.theorems')
    """
    if isfinite(x) and (f := Fraction(repr(x))).denominator <= 10**6:
        return f"Fraction({f.numerator}, {f.denominator})" if f.denominator > 1 else str(f.numerator)
    return "a Fraction, or sqrt, exp and ln of novikoff.theorems"


def in_sympy(e: Any, leaf: Callable[[Any], Any] | None = None) -> Any:
    """The same made of sympy's expressions: expressions, and whatever has them in it (relations, vectors, scripts).
    `leaf` says otherwise what becomes of a number, vector or function.
    """
    if isinstance(e, Expression | Function):
        return leaf(e) if leaf else converted(e)
    if isinstance(e, list | tuple):
        parts = (in_sympy(part, leaf) for part in e)
        return type(e)(*parts) if hasattr(e, "_fields") else type(e)(parts)
    if isinstance(e, Mapping):
        return {in_sympy(name, leaf): in_sympy(value, leaf) for name, value in e.items()}
    if hasattr(e, "in_sympy"):
        return leaf(e) if leaf else e.in_sympy()
    if is_dataclass(e) and not isinstance(e, type):
        return replace(e, **{f.name: in_sympy(getattr(e, f.name), leaf) for f in fields(e)})
    return e


def converted(e: Expression | Function) -> Any:
    """An expression, or a function, of sympy."""
    import sympy

    if isinstance(e, Number):
        return sympy.Rational(e.p, e.q)
    if isinstance(e, Symbol):
        return sympy.Symbol(e.name)
    if isinstance(e, Function):
        return getattr(sympy, e.__name__) if e in RULED else sympy.Function(e.__name__)
    parts = [converted(a) for a in e.args]
    if isinstance(e, Call):
        return converted(e.func)(*parts)
    if isinstance(e, Pow) and isinstance(e.base, Mul | Pow) and e.exp.is_Integer:  # see `kept_power`
        return sympy.Pow(*parts, evaluate=False)
    return {Add: sympy.Add, Mul: sympy.Mul, Pow: sympy.Pow}[type(e)](*parts)


def taken(e: Any) -> Any:
    """An expression from one of sympy's; what has no counterpart stays what it is."""
    import sympy

    if isinstance(e, sympy.Rational):
        return Number(Fraction(int(e.p), int(e.q)))
    if type(e) is sympy.Symbol and e == sympy.Symbol(e.name):
        return Symbol(e.name)
    undefined = type(type(e)) is sympy.core.function.UndefinedFunction
    if not (undefined or isinstance(e, sympy.Add | sympy.Mul | sympy.Pow | sympy.Abs | sympy.Max | sympy.Min)):
        return e
    parts = tuple(map(taken, e.args))
    if not all(isinstance(part, Expression) for part in parts):
        return e
    if isinstance(e, sympy.Pow):
        base, exponent = parts
        return Pow(base, exponent) if isinstance(exponent, Number) else e
    if made := {sympy.Add: Add, sympy.Mul: Mul}.get(type(e)):
        return made(parts)
    return Call(Function(type(e).__name__), parts)


def by_sympy(operation: Callable[[Any], Any], *parts: Any) -> Any:
    """What sympy makes of expressions."""
    import sympy

    return taken(operation(sympy)(*map(in_sympy, parts)))


def combined(operation: Callable[[Any, Any], Any], name: str, a: Any, b: Any) -> Any:
    """The result of an operation, of sympy's if one of the two is sympy's."""
    if not (isinstance(a, Expression) and isinstance(b, Expression)):
        if not (is_number(a) and is_number(b)):
            return NotImplemented
        a, b = expression(a), expression(b)
        if not (isinstance(a, Expression) and isinstance(b, Expression)):
            return getattr(in_sympy(a), name)(in_sympy(b))
    return written(operation(a, b), WORDS[name], a, b)


def compared(a: Any, operator: str, b: Any) -> Any:
    """The relation between two numbers as it is written."""
    if not is_number(b):
        return NotImplemented
    return Relation(a, operator, expression(b))


def decide(x: Any, operator: str, y: Any) -> bool:
    """Is it true of two rational numbers?"""
    return bool({"<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y, "==": x == y, "!=": x != y}[operator])


# --- as it is written ---------------------------------------------------------------------------


def written(result: T, word: str, *parts: Any) -> T:
    """The result of an operation, with the term that its author wrote. A sum or product of several is one term, and an
    exponent is a rational number, also where the author wrote -(2) or 1/2.
    """
    if not hasattr(result, "term"):
        return result  # one of sympy's
    first, *rest = map(term_of, parts)
    if word == "^" and is_known(parts[1]):
        rest = [str(expression(parts[1]).value)]
    together = word in ("+", "*") and isinstance(first, tuple) and first[:1] == (word,)
    return having(result, (*first, *rest) if together else (word, first, *rest))  # others wrote the same otherwise


def having(result: T, term: Term) -> T:
    """The same, written as this term."""
    made = copy(result)
    put(made, "term", term)
    return made


def leaves(term: Term) -> Iterator[str]:
    """The names and numbers in a term.

    >>> [*leaves(("*", ("-", "a"), "2"))]
    ['a', '2']
    """
    if isinstance(term, str):
        yield term
    else:
        for part in term[1:]:
            yield from leaves(part)


def is_partial(term: Term) -> bool:
    """Is a quotient by something else than a number written in it, a root or a logarithm?

    >>> a = Symbol("a")
    >>> is_partial((a / a).term), is_partial((a / 2 + a**2).term), is_partial((a**-1).term)
    (True, False, True)
    """
    if isinstance(term, str) or not term:
        return False
    word, *parts = term
    is_inverse = word == "/" and not is_numeral(parts[1])
    return is_inverse or word in ("sqrt", "ln") or is_power_of_root(term) or any(map(is_partial, parts))


def is_numeral(term: Term) -> bool:
    """Is it a rational number?"""
    return isinstance(term, str) and term.lstrip("-")[:1].isdigit()


def is_power_of_root(term: Term) -> bool:
    """Is it the inverse of a power, or the power of a root, of something else than a number?"""
    word, *parts = term
    return word == "^" and not is_numeral(parts[0]) and not str(parts[1]).isdigit()


def foreign(e: Any) -> Iterator[Any]:
    """Numbers that are none of the language, in a number, vector or relation, or in some of them."""
    if isinstance(e, Expression | int | Fraction):
        return
    if isinstance(e, tuple | list):
        for part in e:
            yield from foreign(part)
    elif isinstance(e, Relation):
        yield from foreign((e.lhs, e.rhs))
    elif hasattr(e, "parts"):
        yield from foreign([*e.parts.values()])
    else:
        yield e


def term_of(e: Any) -> Term:
    """The term for the kernel: as it is written, or, of what no operation of the language made, by its form.

    >>> a, b = Symbol("a"), Symbol("b")
    >>> term_of((a + b)**2 - b/b), term_of(Add((a, Number(2)))), term_of(Symbol("u@v"))
    (('-', ('^', ('+', 'a', 'b'), '2'), ('/', 'b', 'b')), ('+', 'a', '2'), ('@', 'u@', 'v@'))
    """
    if getattr(e, "term", ()):
        return e.term
    if hasattr(type(e), "by_form"):  # of an expression itself, sympy would be asked
        return e.by_form()
    e = expression(e)
    if isinstance(e, Number) or getattr(e, "is_Rational", False):
        return str(e.value if isinstance(e, Number) else Fraction(int(e.p), int(e.q)))
    if e.is_Symbol:
        vectors = e.name.split("@") if "(" not in e.name else []
        return ("@", *(f"{x}@" for x in vectors)) if len(vectors) == 2 and vectors[1] else e.name
    parts = tuple(map(term_of, e.args))
    operators = [word for word, is_it in (("+", e.is_Add), ("*", e.is_Mul), ("^", e.is_Pow)) if is_it]
    word = operators[0] if operators else type(e).__name__ if is_sympy(e) else e.func.__name__
    return (word.lower(), *parts)


# --- sums, products and powers --------------------------------------------------------------------


def total(terms: Iterable[Any]) -> Any:
    """The sum of any number of terms."""
    parts = [expression(term) for term in terms]
    if all(isinstance(part, Expression) for part in parts):
        return written(add(*parts), "+", *parts) if len(parts) > 1 else (parts or [ZERO])[0]
    import sympy

    return sympy.Add(*map(in_sympy, parts))


def add(*terms: Expression) -> Any:
    """A sum: like terms collected, in order, the number first."""
    constant: Any = 0
    found: dict[Expression, Any] = {}
    todo = list(terms)
    for term in todo:  # which grows
        if isinstance(term, Number):
            constant += term.value
        elif isinstance(term, Add):
            todo += term.args
        else:
            c, rest = term.coefficient()
            found[rest] = found.get(rest, 0) + c
    parts = [scaled(c, rest) for rest, c in found.items() if c]
    parts.sort(key=key_of)
    if constant:
        parts.insert(0, Number(constant))
    return ZERO if not parts else parts[0] if len(parts) == 1 else Add(tuple(parts))


def key_of(e: Expression) -> Key:
    """The key."""
    return e.key


def scaled(c: Any, e: Expression) -> Expression:
    """A number times what has no number in front."""
    if c == 1:
        return e
    return Mul((Number(c), *e.args) if isinstance(e, Mul) else (Number(c), e))


def multiply(*factors: Expression) -> Any:
    """A product: powers of the same base collected, in order, the number first; of a number and a sum, a sum."""
    if len(factors) == 2:
        for a, b in (factors, factors[::-1]):
            if isinstance(a, Number):
                return times(a.value, b)
    number: Any = 1
    found: dict[Expression, Any] = {}
    is_rare, roots, todo = False, 0, list(factors)
    for factor in todo:  # which grows
        if isinstance(factor, Number):
            number *= factor.value
        elif isinstance(factor, Mul):
            todo += factor.args
        else:
            base, exponent = factor.raised()
            if base in found:
                is_rare = is_rare or isinstance(base, Mul | Pow | Number)
                found[base] += exponent
            else:
                found[base] = exponent
                roots += isinstance(base, Number)
    if is_rare or roots > 1:
        return by_sympy(lambda sympy: sympy.Mul, *factors)
    if not number:
        return ZERO
    parts = [power(base, exponent) for base, exponent in found.items() if exponent]
    if len(parts) > 1:
        parts.sort(key=key_of)
    if not parts:
        return Number(number)
    if number != 1 and len(parts) == 1 and isinstance(parts[0], Add):
        return times(number, parts[0])
    if number != 1:
        parts.insert(0, Number(number))
    return parts[0] if len(parts) == 1 else Mul(tuple(parts))


def times(number: Any, e: Expression) -> Any:
    """A number times anything."""
    if number in (0, 1):
        return e if number else ZERO
    if isinstance(e, Number):
        return Number(number * e.value)
    if isinstance(e, Add):
        return add(*(times(number, term) for term in e.args))
    c, rest = e.coefficient()
    return scaled(number * c, rest)


def power(base: Expression, exponent: Any) -> Expression:
    """A power of a base whose exponents were collected."""
    return base if exponent == 1 else Pow(base, Number(exponent))


def divide(a: Expression, b: Expression) -> Any:
    """A quotient."""
    inverse = raised(b, MINUS)
    return multiply(a, inverse) if isinstance(inverse, Expression) else in_sympy(a) * inverse


def raised(base: Expression, exponent: Expression) -> Any:
    """A power. Raises `TypeError` for an exponent that is neither a whole number nor half of one, and for one in which
    a quotient by a variable, a root or a logarithm has cancelled.
    """
    if isinstance(exponent, Number) and not is_known(exponent):
        raise TypeError(f"the exponent {exponent} of {base} is written with a quotient, root or logarithm, which may "
                        "not exist; write the number")  # fmt: skip
    if not isinstance(exponent, Number) or (exponent.q > 2 and has_names(base)):
        raise TypeError(f"the exponent of ({base})**({exponent}) is neither a whole number nor half of one; write "
                        f"exp({exponent}*ln({base})) with exp and ln of novikoff.theorems")  # fmt: skip
    return raise_to(base, exponent)


def raise_to(base: Expression, exponent: Expression) -> Any:
    """A power; roots of numbers, and of products with a number in front, are sympy's to simplify."""
    n = exponent.value if isinstance(exponent, Number) else Fraction(1, 3)
    if n < 0 and isinstance(base, Number) and not base.value:
        raise ZeroDivisionError("a term is divided by 0")
    if n in (0, 1):
        return base if n else ONE
    if n.denominator == 1 and (found := whole_power(base, int(n))) is not None:
        return found
    if n.denominator == 2 and (found := root(base, Number(n))) is not None:
        return found
    return by_sympy(lambda sympy: sympy.Pow, base, exponent)


def with_inverses(e: Expression, inverses: Mapping[Expression, Expression]) -> Any:
    """The expression with a number in place of the inverse of another one.

    >>> a, b, q = Symbol("a"), Symbol("b"), Symbol("q")
    >>> with_inverses((a - 1)/(1 + b)**2, {1 + b: q})
    q**2*(a - 1)
    """
    if isinstance(e, Pow) and e.base in inverses and e.exp.is_Integer and e.exp.value < 0:
        return inverses[e.base] ** -e.exp.value
    parts = [with_inverses(a, inverses) for a in e.args]
    if isinstance(e, Add):
        return total(parts)
    if isinstance(e, Mul | Pow):
        return reduce(mul if isinstance(e, Mul) else pow, parts)
    return e.func(*parts) if isinstance(e, Call) else e


def with_inverses_written(term: Term, inverse: Callable[[Term], str]) -> Term:
    """The term with a name in place of the inverse of another term; "" if that has no name.

    >>> with_inverses_written(("/", "a", ("+", "1", "b")), lambda term: "q" if term == ("+", "1", "b") else "")
    ('*', 'a', 'q')
    >>> with_inverses_written(("/", "a", ("*", "t", "b")), lambda term: "h" if term == "t" else "")
    ('/', ('*', 'a', 'h'), 'b')
    """
    if isinstance(term, str):
        return term
    word, *parts = (term[0], *(with_inverses_written(part, inverse) for part in term[1:]))
    factors = term[2][1:] if word == "/" and term[2][0] == "*" else term[2:]
    if word == "/" and any(found := [inverse(factor) for factor in factors]):
        rest = [factor for factor, q in zip(factors, found, strict=True) if not q]
        above = ("*", parts[0], *filter(None, found))
        return ("/", above, *(rest if len(rest) == 1 else [("*", *rest)])) if rest else above
    if word == "^" and "/" not in term[2] and term[2].startswith("-") and (q := inverse(term[1])):
        return ("^", q, term[2].removeprefix("-"))
    return (word, *parts)


def whole_power(base: Expression, n: int) -> Any:
    """A whole power; None of 0 and of roots of numbers."""
    if isinstance(base, Number):
        return Number(Fraction(base.value) ** n) if base.value else ZERO if n > 0 else None
    if isinstance(base, Symbol | Call) or (isinstance(base, Add) and has_names(base)):
        return Pow(base, Number(n))
    if isinstance(base, Pow) and has_names(base):
        return raise_to(base.base, Number(base.exp.value * n))
    if isinstance(base, Mul) and all(isinstance(a, Number) or has_names(a) for a in base.args):
        return multiply(*(raise_to(a, Number(n)) for a in base.args))
    return None


def root(e: Expression, exponent: Number) -> Expression | None:
    """A power that is half a whole one, of a square number or of what sympy leaves as it is; None of anything else."""
    if isinstance(e, Number):
        p, q = (isqrt(part) if part > 0 else 0 for part in (e.p, e.q))
        if p and (p * p, q * q) == (e.p, e.q):
            return Number(Fraction(p, q) ** int(2 * exponent.value))
        has_no_square = e.is_Integer and 1 < e.p < 1000 and all(e.p % (d * d) for d in range(2, p + 1))
        return Pow(e, HALF) if has_no_square and exponent == HALF else None
    has_number = isinstance(e, Mul) and isinstance(e.args[0], Number)
    is_plain_power = not isinstance(e, Pow) or e.exp.is_Integer
    if isinstance(e, Call) or (is_plain(e) and is_plain_power and has_names(e) and not has_number):
        return Pow(e, exponent)
    return None


def kept_power(base: Any, exponent: int) -> Any:
    """A power of a product that is kept, and not made a product of powers.

    >>> kept_power(Symbol("a") / Symbol("b"), -1)
    1/(a/b)
    """
    if is_sympy(base):
        import sympy

        return sympy.Pow(base, exponent, evaluate=False)
    return written(Pow(expression(base), Number(exponent)), "^", base, exponent)


def has_names(e: Expression) -> bool:
    """Is it about names at all, or about sums over the index?"""
    return isinstance(e, Symbol) or (e.func is not None and e.func not in RULED) or any(map(has_names, e.args))


def is_plain(e: Expression) -> bool:
    """Is it made of numbers, names and sums over the index by sums, products, quotients and whole powers?"""
    if isinstance(e, Pow):
        return e.exp.is_Integer and is_plain(e.base)
    return e.func.__name__ == "Sum" if isinstance(e, Call) else all(map(is_plain, e.args))


def is_expanded(e: Expression) -> bool:
    """Is it a sum of products of names, and of sums over the index of such products?"""
    terms = e.args if isinstance(e, Add) else (e,)
    factors = [f for term in terms for f in (term.args if isinstance(term, Mul) else (term,))]
    bases = [f.base if isinstance(f, Pow) and f.exp.is_Integer and f.exp.value > 0 else f for f in factors]
    inner = [a for base in bases if isinstance(base, Call) and is_plain(base) for a in base.args]
    known = all(isinstance(base, Number | Symbol) or (isinstance(base, Call) and is_plain(base)) for base in bases)
    return known and all(is_expanded(a) and not isinstance(a, Add) for a in inner)


def sqrt(e: Any) -> Any:
    """The square root.

    >>> sqrt(4), sqrt(Symbol("a")) ** 2, sqrt(8)
    (2, a, 2*sqrt(2))
    """
    e = expression(e)
    if is_sympy(e):
        import sympy

        return sympy.sqrt(e)
    return written(raised(e, HALF), "sqrt", e)


def Rational(p: Any, q: Any = 1) -> Any:
    """A quotient of whole numbers.

    >>> Rational(2, 4)
    1/2
    """
    return Number(Fraction(p) / Fraction(q))


def Abs(e: Any) -> Any:
    """The absolute value.

    >>> Abs(Symbol("a")), Abs(-2), Abs(-2*Symbol("a"))
    (Abs(a), 2, 2*Abs(a))
    """
    e = expression(e)
    if is_sympy(e):
        import sympy

        return sympy.Abs(e)
    if isinstance(e, Number):
        return written(Number(-e.value if e.value < 0 else e.value), "abs", e)
    is_power = isinstance(e, Pow) or (isinstance(e, Mul) and not all(isinstance(a, Symbol) for a in e.args))
    value = by_sympy(lambda sympy: sympy.Abs, e) if is_power or not is_expanded(e) else Call(ABS, (e,))
    return written(value, "abs", e)


def Max(*arguments: Any) -> Any:
    """The maximum.

    >>> Max(Symbol("a"), 0), Max(1, 2)
    (Max(0, a), 2)
    """
    return written(extreme(MAX, arguments), "max", *arguments)


def Min(*arguments: Any) -> Any:
    """The minimum.

    >>> Min(Symbol("b"), Symbol("a"))
    Min(a, b)
    """
    return written(extreme(MIN, arguments), "min", *arguments)


def extreme(function: Function, arguments: Iterable[Any]) -> Any:
    """The maximum or minimum; terms of which nothing is known are kept."""
    given = [expression(e) for e in arguments]
    if any(map(is_sympy, given)):
        return in_sympy(function)(*map(in_sympy, given))
    if numbers := [e.value for e in given if isinstance(e, Number)]:
        number: Any = max(numbers) if function == MAX else min(numbers)
        given = [Number(number), *(e for e in given if not isinstance(e, Number))]
        if len(given) == 1:
            return given[0]
        if len(given) == 2 and is_clipped(given[1], number, MIN if function == MAX else MAX):
            return Call(function, tuple(given))
    if all(are_unrelated(a, b) for a, b in combinations(given, 2)):
        return Call(function, tuple(sorted(given, key=lambda e: (size(e), place(e)))))
    return by_sympy(lambda sympy: getattr(sympy, function.__name__), *given)


def are_unrelated(a: Expression, b: Expression) -> bool:
    """Is it clear that sympy does not know which of two terms is larger, and that they are not of one kind?"""
    gap = a - b
    terms = gap.args if isinstance(gap, Add) else (gap,)
    nested = any(e.func in RULED for e in (a, b))
    is_open = any(has_names(term) and is_plain(term) for term in terms) or not (has_ruled(a) or has_ruled(b))
    return not nested and is_open and has_names(gap)


def is_clipped(e: Expression, bound: Any, function: Function) -> bool:
    """Is it the minimum of something plain and a number above a bound, or a maximum and a number below?"""
    if e.func != function or len(e.args) != 2 or not isinstance(e.args[0], Number):
        return False
    number, other = e.args[0].value, e.args[1]
    return is_plain(other) and has_names(other) and (number > bound if function == MIN else number < bound)


def size(e: Expression) -> int:
    """How many parts it has, all together."""
    return 1 + sum(map(size, e.args))


def has_ruled(e: Expression) -> bool:
    """Is there an absolute value, a maximum or a minimum in it?"""
    return e.func in RULED or any(map(has_ruled, e.args))


# --- in words -------------------------------------------------------------------------------------


def spelled(e: Expression) -> str:
    """A term with sums, products, quotients, roots and functions, as sympy writes it; "" of anything else.

    >>> a, b = Symbol("a"), Symbol("b")
    >>> spelled(1 - a**2*b/2 + 3*b), spelled((a + 1)*b/2), spelled(a/(2*sqrt(b))), spelled(sqrt(a*b))
    ('-a**2*b/2 + 3*b + 1', 'b*(a + 1)/2', 'a/(2*sqrt(b))', '')
    """
    if not is_spelled(e):
        return ""
    words = [(term.coefficient()[0] < 0, spelled_term(term)) for term in terms_in_order(e)]
    (negative, first), *rest = words
    return "-" * negative + first + "".join((" - " if minus else " + ") + term for minus, term in rest)


def is_spelled(e: Expression) -> bool:
    """Is it clear how sympy writes it?"""
    is_clear = isinstance(e, Pow) and (e.exp.is_Integer or abs(e.exp.value) == HALF)
    if isinstance(e, Pow) and not (is_clear and isinstance(e.base, Symbol | Add | Call)):
        return False
    return e.func not in RULED and all(map(is_spelled, e.args))


def terms_in_order(e: Expression) -> list[Expression]:
    """The terms of a sum in the order in which sympy writes them: by degree in one base after the other."""
    if not isinstance(e, Add):
        return [e]
    first, second, *more = e.args
    if not more and isinstance(first, Number) and first.value > 0 and is_negated(second) and len(second.args) == 2:
        return [first, second]  # 1 - a
    powers = [(dict(map(decomposed, factors_in_order(term.coefficient()[1]))), term) for term in e.args]
    bases = sorted({base for exponents, _ in powers for base in exponents}, key=place)
    powers.sort(key=lambda each: [-each[0].get(base, 0) for base in bases])
    return [term for _, term in powers]


def decomposed(e: Expression) -> tuple[Expression, int]:
    """The base, which may be a root, and the exponent, which is whole."""
    base, n = e.raised()
    return (base, n) if isinstance(n, int) else (Pow(base, HALF), n.numerator)


def is_negated(e: Expression) -> bool:
    """Has it a negative number in front?"""
    return isinstance(e, Mul) and e.coefficient()[0] < 0


def factors_in_order(e: Expression) -> list[Expression]:
    """The factors of a product without a number in front, in the order in which sympy writes them."""
    return sorted(e.args, key=place) if isinstance(e, Mul) else [] if e == ONE else [e]


def place(e: Expression) -> Key:
    """Where sympy writes it among factors: its sort_key."""
    c, rest = e.coefficient()
    base, exponent = rest.raised()
    inner = terms_in_order(base) if isinstance(base, Add) else factors_in_order(base)
    inner = list(base.args) if isinstance(base, Call) else inner
    args: Key = (1, (base.name,)) if isinstance(base, Symbol) else (len(inner), tuple(map(place, inner)))
    kinds = {Number: (1, "Number"), Symbol: (2, "Symbol"), Mul: (3, 0, "Mul"), Add: (3, 1, "Add"), Pow: (3, 2, "Pow")}
    return function_place(base.func.__name__) if base.func else kinds[type(base)], args, exponent, c


def function_place(name: str) -> Key:
    """Where sympy writes the values of a function."""
    return (5, 0, name) if name in ("Max", "Min") else (4, {"exp": 10, "Abs": 20}.get(name, 10000), name)


def spelled_term(e: Expression) -> str:
    """A product without its sign."""
    c, rest = e.coefficient()
    c = abs(c)
    factors = [factor.raised() for factor in factors_in_order(rest)]
    if isinstance(e, Pow) and e.exp.value < -1:
        return f"{spelled_power(e.base, 1)}**({e.exp})"
    above = [spelled_power(base, n) for base, n in factors if n > 0]
    below = [str(c.denominator)] * (c.denominator != 1) + [spelled_power(base, -n) for base, n in factors if n < 0]
    top = "*".join([*[str(c.numerator)] * (c.numerator != 1 or not above), *above])
    return top + ("/" + (below[0] if len(below) == 1 else f"({'*'.join(below)})") if below else "")


def spelled_power(base: Expression, exponent: Any) -> str:
    """A base with its exponent, if that is not 1."""
    if exponent == HALF:
        return f"sqrt({spelled(base)})"
    if isinstance(base, Symbol):
        word = base.name
    elif isinstance(base, Call):
        word = f"{base.func}({', '.join(map(spelled, base.args))})"
    else:
        word = f"({spelled(base)})"
    return word if exponent == 1 else f"{word}**{exponent}"
