"""What the author of a claim wrote, for pages: the terms of its script as trees of sympy, in which nothing is expanded.

Main definitions:
    authored    the script of a claim with these trees
    same        have two trees, or relations between them, the same polynomial?
    kept        the setting of sympy in which such trees are made

>>> w, x = Script().vectors("w x")
>>> tree_of((w - x) @ (w - x))
Inner(w@ - x@, w@ - x@)
>>> same(tree_of((w - x) @ (w - x)), (x - w) @ (x - w), {}), same((w - x) @ (w - x), (w + x) @ (w + x), {})
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, reduce
from typing import Any, cast

import sympy
from sympy.core.parameters import distribute

from .. import kernel
from .expressions import Expression, Term, in_sympy, is_numeral, put, term_of
from .language import Relation, Vector, as_written, gram_symbol, pair_of, polynomial, vector_term, with_terms
from .registry import Claim
from .script import Script


class Inner(sympy.Function):
    """The inner product of two trees; of two variables, the symbol that it has in the language."""

    @classmethod
    def eval(cls, u: Any, v: Any) -> Any:
        """Return what it is at once."""
        if u == 0 or v == 0:
            return sympy.S.Zero
        return in_sympy(gram_symbol(u.name[:-1], v.name[:-1])) if u.is_Symbol and v.is_Symbol else None

    @property
    def term(self) -> Term:
        """The same for the kernel."""
        return ("@", *map(term_of, self.args))


class Pair(sympy.Function):
    """The pair of a tree and a number, a vector of the larger space (see `language.augment`)."""

    @property
    def term(self) -> Term:
        """The same for the kernel."""
        v, s = map(term_of, self.args)
        return "+", v, ("*", s, "#1@")


class Written(Vector):
    """A vector as it is written: a sympy expression, in which symbols that end in @ are vectors."""

    __slots__ = ("tree",)

    def __init__(self, tree: Any):
        """Keep the tree; a variable is one in the language, too."""
        super().__init__({tree.name[:-1]: 1} if tree.is_Symbol else {})
        put(self, "tree", tree)
        put(self, "term", term_of(tree))

    def __add__(self, other: Any) -> Written:
        """Vector plus vector, or the pair of a vector and a number."""
        return Written(plus(self.tree, tree_of(other)))

    def __radd__(self, other: Any) -> Written:
        """Vector, or the number 0, plus vector."""
        return Written(plus(tree_of(other), self.tree))

    def __mul__(self, scalar: Any) -> Written:
        """A multiple of the vector."""
        return Written(times(sympy.sympify(scalar), self.tree))

    __rmul__ = __mul__

    def __matmul__(self, other: Vector) -> Any:
        """The inner product."""
        return Inner(self.tree, tree_of(other))

    def __rmatmul__(self, other: Vector) -> Any:
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


def tree_of(e: Any) -> Any:
    """The tree of a number or of a vector."""
    if isinstance(e, Written):
        return e.tree
    return tree(term_of(e)) if isinstance(e, Expression | Vector) else sympy.sympify(e)


def tree(term: Term) -> Any:
    """The tree of a term, with sympy's operations; sums and products that are inside others stay there if `kept`."""
    if isinstance(term, str):
        if is_numeral(term):
            return sympy.Rational(term)
        return Pair(sympy.S.Zero, sympy.S.One) if term == "#1@" else sympy.Symbol(term)
    word, *parts = term
    if word == "^":
        return power(tree(parts[0]), sympy.Rational(parts[1]))
    operation = OPERATIONS.get(word) or sympy.Function(word)
    trees = list(map(tree, parts))
    return operation(*trees) if word not in ("+", "*", "/") else reduce(operation, trees)


def plus(a: Any, b: Any) -> Any:
    """The sum; of a vector and a multiple of the unit vector, the pair of the vector and the number."""
    if isinstance(b, Pair) and b.args[0] == 0 and not isinstance(a, Pair):
        return Pair(a, b.args[1])
    return a + b


def minus(a: Any, *b: Any) -> Any:
    """The opposite, or the difference."""
    return plus(a, times(sympy.S.NegativeOne, b[0])) if b else times(sympy.S.NegativeOne, a)


def times(a: Any, b: Any) -> Any:
    """The product; of a number and the unit vector, the pair of 0 and the number."""
    return Pair(sympy.S.Zero, a * b.args[1]) if isinstance(b, Pair) and b.args[0] == 0 else a * b


def power(base: Any, exponent: Any) -> Any:
    """The power; the inverse of a product or power stays what it is."""
    kept = exponent.is_negative and exponent.is_Integer and (base.is_Mul or base.is_Pow)
    return sympy.Pow(base, exponent, evaluate=not kept)


OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "+": plus, "-": minus, "*": times, "/": lambda a, b: a / b, "@": Inner, "sum": sympy.Function("Sum"),
    "sqrt": sympy.sqrt, "abs": sympy.Abs, "max": sympy.Max, "min": sympy.Min,
}  # fmt: skip


def written(e: Any) -> Any:
    """A number or vector as its tree."""
    return Written(tree_of(e)) if isinstance(e, Vector) else tree_of(e) if isinstance(e, Expression) else in_sympy(e)


@contextmanager
def kept() -> Iterator[None]:
    """Inside, sympy leaves 2·(a + b) as it is, and relations too."""
    with as_written(), distribute(False):
        yield


@cache
def authored(claim: Claim) -> Script:
    """The script of a claim as its author wrote it."""
    with kept():
        return cast(Script, in_sympy(claim.script, written))


class Meant(dict[str, Term]):
    """The terms that names stand for: abbreviations, and inner products with sums, whose names spell what is summed."""

    def get(self, name: str, otherwise: Any = None) -> Term:
        """Return the term, or the name itself."""
        u, *v = pair_of(name)
        if name in self or "(" not in name:
            return super().get(name, name)
        vectors = [with_terms(vector_term(part), self) for part in (u, *filter(None, v))]
        return ("@", *vectors) if len(vectors) == 2 else vectors[0]


def same(a: Any, b: Any, abbreviations: Mapping[str, Term]) -> bool:
    """Have two terms, relations or tuples of these the same polynomials, where abbreviations are written out?"""
    meant = Meant(abbreviations)

    def polynomials(e: Any) -> Any:
        if isinstance(e, Relation):
            return polynomials(e.lhs), e.operator, polynomials(e.rhs)
        if isinstance(e, tuple | list):
            return [polynomials(part) for part in e]
        return e if isinstance(e, str) else polynomial(with_terms(term_of(e), meant))

    try:
        return bool(polynomials(a) == polynomials(b))
    except (TypeError, kernel.Rejected):  # what cannot be read is not shown
        return False
