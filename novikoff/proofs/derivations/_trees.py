"""Numbers of sympy, and vectors over them, for derivations. Symbols that end in @ are vectors.

>>> w, x = vectors("w x")
>>> (w - x) @ (w - x), expand_inner((w - x) @ (w - x))
(Inner(w@ - x@, w@ - x@), w@w - 2*w@x + x@x)
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy

from ..statements.expressions import Expression, Relation, Term, is_vector
from ..statements.term_values import name_of_product
from ..statements.vector_language import of_term


class Inner(sympy.Function):
    """The inner product of two trees; of two variables, the symbol u@v."""

    @classmethod
    def eval(cls, u: Any, v: Any) -> Any:
        """Return the value if sympy can simplify at once, else None."""
        if u == 0 or v == 0:
            return sympy.S.Zero
        return sympy.Symbol(name_of_product(u.name, v.name)) if u.is_Symbol and v.is_Symbol else None


class Tree:
    """A vector as a sympy expression, in which symbols that end in @ are vectors."""

    def __init__(self, tree: Any):
        self.tree = tree

    def __add__(self, other: Tree) -> Tree:
        return Tree(self.tree + other.tree)

    def __sub__(self, other: Tree) -> Tree:
        return Tree(self.tree - other.tree)

    def __mul__(self, scalar: Any) -> Tree:
        return Tree(self.tree * scalar)

    __rmul__ = __mul__

    def __matmul__(self, other: Tree) -> Any:
        return Inner(self.tree, other.tree)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tree) and bool(self.tree == other.tree)

    def __hash__(self) -> int:
        return hash(self.tree)


def vectors(names: str) -> list[Tree]:
    """Return vector variables with these names."""
    return [Tree(sympy.Symbol(f"{name}@")) for name in names.split()]


def reals(names: str) -> list[Any]:
    """Return real variables with these names."""
    return list(map(sympy.Symbol, names.split()))


def expand_inner(e: Any) -> Any:
    """Return a number, vector or equation with only inner products of variables."""
    if isinstance(e, Relation):
        return Relation(expand_inner(e.lhs), e.operator, expand_inner(e.rhs))
    if isinstance(e, Tree):
        return Tree(sympy.Add(*(c * v for v, c in parts_of(expand_inner(e.tree)).items())))
    return sympy.sympify(e).replace(Inner, multiply_out)


def multiply_out(u: Any, v: Any) -> Any:
    """Return the inner product of two combinations, multiplied out."""
    return sympy.Add(*(p * q * Inner(a, b) for a, p in parts_of(u).items() for b, q in parts_of(v).items()))


def parts_of(v: Any) -> dict[Any, Any]:
    """Return the variables in the tree of a vector, with their coefficients."""
    found: dict[Any, Any] = {}
    for part in sympy.Add.make_args(v):
        if part != 0:
            (inside,) = (each for each in sympy.Mul.make_args(part) if is_vector(tree_to_term(each)))
            more = {inside: sympy.S.One} if inside.is_Symbol else parts_of(inside)
            for variable, c in more.items():
                found[variable] = found.get(variable, 0) + c * part / inside
    return {variable: c for variable, c in found.items() if c != 0}


def tree_to_term(e: Any) -> Term:
    """Return the term of a tree as it is printed: `inner` is an inner product, also of a vector with itself."""
    if e.is_Rational:
        return str(Fraction(int(e.p), int(e.q)))
    if e.is_Symbol:
        u, *v = e.name.split("@")
        return ("inner", f"{u}@", f"{v[0]}@") if v and v[0] else e.name
    words = [word for word, is_it in (("+", e.is_Add), ("*", e.is_Mul), ("^", e.is_Pow)) if is_it]
    return (words[0] if words else type(e).__name__.lower(), *map(tree_to_term, e.args))


def as_written(e: Any) -> Any:
    """Return an equation, a number or a vector in the language of statements, to print it."""
    if isinstance(e, Relation):
        return Relation(as_written(e.lhs), e.operator, as_written(e.rhs))
    return of_term(tree_to_term(e.tree)) if isinstance(e, Tree) else Expression(tree_to_term(sympy.sympify(e)))
