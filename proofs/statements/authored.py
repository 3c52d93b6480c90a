"""What the author of a claim wrote, for pages: terms in which nothing is multiplied out.

Main definitions:
    authored    the script of a claim, written once more with terms that are kept as they are written
    Reading     the kernel's polynomial of such a term, by computation
    same        is it that of another term?

In `language`, ⟨w + yx, w + yx⟩ is multiplied out at once into ‖w‖² + 2y⟨w, x⟩ + y²‖x‖²; this is what the kernel
reads. Here a vector is the tree of the operators that made it, and an inner product is one of two trees. Nothing but
pages is made of them, and a page prints such a term only in the place of one that has the same polynomial.

>>> script = Authored()
>>> w, x = script.vectors("w x")
>>> (w - x) @ (w - x)
Inner(w@ - x@, w@ - x@)
>>> v, z = Script().vectors("w x")
>>> same((w - x) @ (w - x), (v - z) @ (v - z), {}), same((w - x) @ (w - x), (v + z) @ (v + z), {})
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar, cast

import sympy
from sympy.core.parameters import distribute

from ...algorithms.processes import surviving
from .. import kernel
from ..kernel import Fact, Poly
from .expressions import Number, put
from .language import (
    OPERATORS,
    SUMS,
    Relation,
    Scalar,
    Vector,
    as_written,
    expression,
    gram_symbol,
    in_sympy,
    pair_of,
    word_of,
)
from .registry import Claim
from .script import Script

T = TypeVar("T")


class Inner(sympy.Function):
    """The inner product of two trees; of two variables, the symbol that it has in the language."""

    @classmethod
    def eval(cls, u: Any, v: Any) -> Any:
        """What it is at once."""
        if u == 0 or v == 0:
            return sympy.S.Zero
        return in_sympy(gram_symbol(u.name[:-1], v.name[:-1])) if u.is_Symbol and v.is_Symbol else None


class Pair(sympy.Function):
    """The pair of a tree and a number, a vector of the larger space (see `language.augment`)."""


class Written(Vector):
    """A vector as it is written: a sympy expression, in which symbols that end in @ are vectors."""

    __slots__ = ("tree",)

    def __init__(self, tree: Any):
        """Keep the tree; a variable is one in the language, too."""
        super().__init__({tree.name[:-1]: 1} if tree.is_Symbol else {})
        put(self, "tree", tree)

    def __add__(self, other: Any) -> Written:
        """Vector plus vector, or the pair of a vector and a number, as `augment` makes it."""
        more = tree_of(other)
        if isinstance(more, Pair) and more.args[0] == 0 and not isinstance(self.tree, Pair):
            return Written(Pair(self.tree, more.args[1]))
        return Written(self.tree + more)

    def __radd__(self, other: Any) -> Written:
        """Vector, or the number 0, plus vector."""
        return Written(tree_of(other) + self.tree)

    def __mul__(self, scalar: Scalar) -> Written:
        """A multiple of the vector."""
        return Written(sympy.sympify(scalar) * self.tree)

    __rmul__ = __mul__

    def __matmul__(self, other: Vector) -> Scalar:
        """The inner product."""
        return Inner(self.tree, tree_of(other))

    def __rmatmul__(self, other: Vector) -> Scalar:
        """The inner product."""
        return Inner(tree_of(other), self.tree)

    def __eq__(self, other: object) -> bool:
        """Written in the same way."""
        return isinstance(other, Vector) and bool(self.tree == tree_of(other))

    def __hash__(self) -> int:
        """Consistent with equality."""
        return super().__hash__()

    def __repr__(self) -> str:
        """The tree as it is read; a variable as in the language."""
        return str(self.tree).replace("@", "")


def tree_of(v: Any) -> Any:
    """The tree of a vector, or of the number 0; of a combination of the language, that combination."""
    if isinstance(v, Written):
        return v.tree
    if not isinstance(v, Vector):
        return sympy.sympify(v)
    rest = sympy.Add(*(c * sympy.Symbol(f"{name}@") for name, c in v.parts.items() if name != "#1"))
    return Pair(rest, v.parts["#1"]) if "#1" in v.parts else rest


def written(e: Any) -> Any:
    """A vector as it is written; a number as it is."""
    return Written(tree_of(e)) if isinstance(e, Vector) else e


class Authored(Script):
    """A script whose vectors are kept as they are written, with numbers of sympy, which can keep sums and products."""

    def _reals(self, names: str) -> list[Scalar]:
        return list(map(sympy.Symbol, names.split()))

    def vectors(self, names: str) -> list[Vector]:
        """Declare vectors."""
        return list(map(written, super().vectors(names)))

    def entry(self, label: str, **names: str) -> list[Any]:
        """Name entries of families at one index."""
        return list(map(written, super().entry(label, **names)))

    def let(self, name: str, value: T) -> T:
        """An abbreviation."""
        short = super().let(name, value)
        return cast(T, written(short))


@contextmanager
def kept() -> Iterator[None]:
    """Inside, sympy leaves 2·(a + b) as it is, and relations too."""
    with as_written(), distribute(False):
        yield


@cache
def authored(claim: Claim) -> Script:
    """The script of a claim as its author wrote it; if it cannot be written so, the script that the kernel reads."""
    script = Authored()
    try:
        with kept(), surviving():
            claim.write(script)
            return script.finish()
    except KeyboardInterrupt:
        raise
    except BaseException:  # a page of somebody's claim that looks into vectors is printed as it is proved
        return cast(Script, in_sympy(claim.script))


class Reading:
    """Turns terms as they are written, and the expressions of the language, into kernel polynomials.

    `abbreviations` are names for longer expressions (already translated). `define(kind, poly)` is
    asked for the name of 1/poly ("inverse"), of the root of poly ("sqrt") or of its logarithm ("ln").
    """

    def __init__(self, abbreviations: Mapping[str, Poly], define: Callable[[str, Poly], str]):
        """A translation in one scope."""
        self.abbreviations = abbreviations
        self.define = define

    def vector(self, v: Any) -> Poly:
        """A vector (or the number 0) as a kernel term."""
        if isinstance(v, Written):
            return self.scalar(v.tree)
        if not isinstance(v, Vector):
            if v == 0:
                return {}
            raise TypeError(f"a vector is expected, not {v}")
        return kernel.add(*(kernel.product([self.scalar(c), self.part(name)]) for name, c in v.parts.items()))

    def part(self, name: str) -> Poly:
        """A vector variable, or a sum of vectors."""
        if name in SUMS:
            return kernel.sum_over(self.vector(SUMS[name]))
        return self.abbreviations.get(name + "@", kernel.atom(name + "@"))

    def scalar(self, e: Scalar) -> Poly:
        """A number, or the tree of a vector."""
        e = expression(e)
        if isinstance(e, Inner):
            return kernel.gram(*map(self.scalar, e.args))
        if isinstance(e, Pair):
            v, s = map(self.scalar, e.args)
            return kernel.add(v, kernel.product([s, kernel.atom("#1@")]))
        if e.is_Symbol and e.name.endswith("@"):
            return self.part(e.name[:-1])
        if isinstance(e, Number):
            return kernel.constant(e.value)
        if e.is_Rational:
            return kernel.constant(int(e) if e.is_Integer else Fraction(int(e.p), int(e.q)))
        if e.is_Symbol:
            pair = pair_of(e.name)
            return kernel.gram(*map(self.part, pair)) if len(pair) == 2 else self.number(e.name)
        if e.is_Add:
            return kernel.add(*map(self.scalar, e.args))
        if e.is_Mul:
            return kernel.product(map(self.scalar, e.args))
        if e.is_Pow and e.exp.is_Rational and e.exp.q in (1, 2):
            return self.power(self.scalar(e.base), int(e.exp.p), int(e.exp.q))
        word = word_of(e)
        if word == "Sum":
            return kernel.sum_over(self.scalar(e.args[0]))
        if word == "exp":
            return kernel.exponential(self.scalar(e.args[0]))
        if word == "ln":
            return self.defined("ln", self.scalar(e.args[0]))
        if word == "Abs":
            return self.magnitude(self.scalar(e.args[0]))
        if word in ("Max", "Min"):
            return self.extreme(1 if word == "Max" else -1, [self.scalar(a) for a in e.args])
        words = "polynomials, roots, quotients, exp, ln, abs, max, min and Sum"
        raise TypeError(f"{e} is outside the language of {words}")

    def number(self, name: str) -> Poly:
        """A variable, or what an abbreviation stands for."""
        return self.abbreviations.get(name, kernel.atom(name))

    def power(self, base: Poly, numerator: int, root: int) -> Poly:
        """base ** (numerator/root), for root 1 or 2."""
        if root == 2:
            base = self.defined("sqrt", base)
        if numerator < 0:
            base = self.defined("inverse", base)
        return kernel.product([base] * abs(numerator))

    def defined(self, kind: str, p: Poly) -> Poly:
        """1/p, the root of p, or its logarithm; a number is divided out at once."""
        if kind == "inverse" and set(p) == {()}:
            return kernel.constant(Fraction(1) / p[()])
        return kernel.atom(self.define(kind, p))

    def magnitude(self, p: Poly) -> Poly:
        """The absolute value: the root of the square."""
        return self.defined("sqrt", kernel.product([p, p]))

    def extreme(self, sign: int, polys: list[Poly]) -> Poly:
        """The maximum (sign 1) or minimum (-1): half of p + q ± |p - q|."""
        p, *rest = polys
        for q in rest:
            distance = self.magnitude(kernel.add(p, kernel.negative(q)))
            signed = distance if sign > 0 else kernel.negative(distance)
            p = kernel.product([kernel.constant(Fraction(1, 2)), kernel.add(p, q, signed)])
        return p

    def fact(self, r: Relation) -> Fact:
        """A relation as a kernel fact; equal vectors differ by a vector of length 0."""
        if isinstance(r.lhs, Vector) or isinstance(r.rhs, Vector):
            if r.operator != "==":
                raise TypeError(f"vectors are compared with == only ({r.lhs} {r.operator} {r.rhs})")
            gap = kernel.add(self.vector(r.lhs), kernel.negative(self.vector(r.rhs)))
            return "=", kernel.gram(gap, gap)
        lhs, rhs = (r.rhs, r.lhs) if r.operator in ("<=", "<") else (r.lhs, r.rhs)
        return OPERATORS[r.operator], kernel.add(self.scalar(lhs), kernel.negative(self.scalar(rhs)))


def same(a: Any, b: Any, abbreviations: Mapping[str, Poly]) -> bool:
    """Have two terms, relations or tuples of these the same polynomials, where abbreviations are written out?"""
    defined: dict[Any, str] = {}

    def define(kind: str, of: Poly) -> str:
        key = kind, frozenset(of.items())
        return defined.setdefault(key, f"{kind}{len(defined)}" + "[i]" * kernel.is_indexed(of))

    reading = Reading(abbreviations, define)

    def polynomials(e: Any) -> Any:
        if isinstance(e, Relation):
            return polynomials(e.lhs), e.operator, polynomials(e.rhs)
        if isinstance(e, tuple | list):
            return [polynomials(part) for part in e]
        if isinstance(e, str):
            return e
        return reading.vector(e) if isinstance(e, Vector) else reading.scalar(e)

    try:
        return bool(polynomials(a) == polynomials(b))
    except (TypeError, kernel.Rejected):  # what cannot be read is not shown
        return False
