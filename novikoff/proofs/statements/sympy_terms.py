"""Terms as trees of sympy, for derivations and claimed bounds.

In a tree, symbols that end in @ are vectors.

>>> from .vector_language import vectors
>>> w, x = vectors("w x")
>>> tree_of((w - x) @ (w - x))
Inner(w@ - x@, w@ - x@)
>>> expand_inner(tree_of((w - x) @ (w - x)))
w@w - 2*w@x + x@x
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any

import sympy

from .expressions import Relation, Term, Written, is_numeral, put, term_of
from .term_values import name_of_product
from .vector_language import PairName, Vector


class Inner(sympy.Function):
    """The inner product of two trees; of two variables, the symbol u@v."""

    @classmethod
    def eval(cls, u: Any, v: Any) -> Any:
        """Return the value if sympy can simplify at once, else None."""
        if u == 0 or v == 0:
            return sympy.S.Zero
        if all(x.is_Symbol and x.name.endswith("@") for x in (u, v)):
            return sympy.Symbol(name_of_product(u.name, v.name))
        if UNIT in (u, v):
            return sympy.S.One if u == v else sympy.S.Zero if not (is_pair(u) and is_pair(v)) else None
        return None

    def as_term(self) -> Term:
        """Return the term that the kernel reads."""
        return ("@", *map(term_of, self.args))


class Pair(sympy.Function):
    """The pair of a tree and a number, a vector of the larger space (see `vector_language.augment`)."""

    def as_term(self) -> Term:
        """Return the term that the kernel reads."""
        v, s = map(term_of, self.args)
        return "+", v, ("*", s, "#1@")


class Total(sympy.Function):
    """The sum of a tree over the index."""

    @classmethod
    def eval(cls, e: Any) -> Any:
        """Return the value if sympy can simplify at once, else None."""
        return sympy.S.Zero if e == 0 else None

    def as_term(self) -> Term:
        """Return the term that the kernel reads."""
        return "sum", term_of(self.args[0])


UNIT: Any = Pair(sympy.S.Zero, sympy.S.One)


class Tree(Vector):
    """A vector as a sympy expression, in which symbols that end in @ are vectors."""

    __slots__ = ("tree",)

    def __init__(self, tree: Any):
        put(self, "tree", tree)
        put(self, "term", term_of(tree))

    def __add__(self, other: Any) -> Tree:
        return Tree(add_trees(self.tree, tree_of(other)))

    def __radd__(self, other: Any) -> Tree:
        return Tree(add_trees(tree_of(other), self.tree))

    def __sub__(self, other: Any) -> Tree:
        return Tree(subtract_trees(self.tree, tree_of(other)))

    def __rsub__(self, other: Any) -> Tree:
        return Tree(subtract_trees(tree_of(other), self.tree))

    def __neg__(self) -> Tree:
        return Tree(subtract_trees(self.tree))

    def __mul__(self, scalar: Any) -> Tree:
        return Tree(multiply_trees(tree_of(scalar), self.tree))

    __rmul__ = __mul__

    def __matmul__(self, other: Any) -> Any:
        return Inner(self.tree, tree_of(other))

    def __rmatmul__(self, other: Any) -> Any:
        return Inner(tree_of(other), self.tree)

    def sum_over_index(self) -> Tree:
        return Tree(Total(self.tree))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vector) and bool(self.tree == tree_of(other))

    def __hash__(self) -> int:
        return hash(self.tree)

    def __repr__(self) -> str:
        return str(self.tree).replace("@", "")


def tree_of(e: Any) -> Any:
    """Return the tree of a number or of a vector."""
    return e.tree if isinstance(e, Tree) else tree(e.term) if isinstance(e, Written) else sympy.sympify(e)


def tree(term: Term) -> Any:
    """Return the tree of a term, with sympy's operations."""
    if isinstance(term, str):
        name = {"pair": True} if isinstance(term, PairName) else {}
        return sympy.Rational(term) if is_numeral(term) else UNIT if term == "#1@" else sympy.Symbol(str(term), **name)
    word, *parts = term
    return operation(word, *map(tree, parts))


def operation(word: str, *parts: Any) -> Any:
    """Apply an operation of the language to sympy expressions."""
    if word == "^":
        return power(*parts)
    found = OPERATIONS.get(word) or sympy.Function(word)
    return found(*parts) if word not in ("+", "*", "/") else reduce(found, parts)


def add_trees(a: Any, b: Any) -> Any:
    """Return the sum; a vector plus a multiple of the unit vector is a pair."""
    if isinstance(b, Pair) and b.args[0] == 0 and not isinstance(a, Pair):
        return Pair(a, b.args[1])
    return a + b


def subtract_trees(a: Any, *b: Any) -> Any:
    """Return the negative of a, or the difference a − b."""
    return add_trees(a, multiply_trees(sympy.S.NegativeOne, b[0])) if b else multiply_trees(sympy.S.NegativeOne, a)


def multiply_trees(a: Any, b: Any) -> Any:
    """Return the product; a number times the unit vector is the pair of 0 and the number."""
    return Pair(sympy.S.Zero, a * b.args[1]) if isinstance(b, Pair) and b.args[0] == 0 else a * b


def power(base: Any, exponent: Any) -> Any:
    """Return the power; the inverse of a product or power is not simplified."""
    kept = exponent.is_negative and exponent.is_Integer and (base.is_Mul or base.is_Pow)
    return sympy.Pow(base, exponent, evaluate=not kept)


OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "+": add_trees, "-": subtract_trees, "*": multiply_trees, "/": lambda a, b: a / b, "@": Inner, "sum": Total,
    "sqrt": sympy.sqrt, "abs": sympy.Abs, "max": sympy.Max, "min": sympy.Min, "floor": sympy.floor,
}


def expand_inner(e: Any) -> Any:
    """Return a number, vector or relation with only inner products of variables, or of sums."""
    if isinstance(e, Relation):
        return Relation(expand_inner(e.lhs), e.operator, expand_inner(e.rhs))
    found = tree_of(e).replace(Inner, product)
    if isinstance(e, Vector):
        return Tree(reduce(add_trees, (multiply_trees(c, v) for v, c in parts_of(found).items()), sympy.S.Zero))
    return found


def product(u: Any, v: Any) -> Any:
    """Return the inner product of two combinations, multiplied out."""
    pairs = ((a, b, p * q) for a, p in parts_of(u).items() for b, q in parts_of(v).items())
    return sympy.Add(*(c * Inner(a, b) for a, b, c in pairs))


def parts_of(v: Any) -> dict[Any, Any]:
    """Return the variables, sums and unit vectors in the tree of a vector, with their coefficients."""
    if isinstance(v, Pair) and v != UNIT:
        return combine_multiples([(parts_of(v.args[0]), 1), ({UNIT: sympy.S.One}, v.args[1])])
    if v.is_Add:
        return combine_multiples([(parts_of(part), 1) for part in v.args])
    if v.is_Mul:
        (inside,) = (part for part in v.args if is_vector(part))
        return combine_multiples([(parts_of(inside), sympy.Mul(*(part for part in v.args if part is not inside)))])
    return {v: sympy.S.One} if v != 0 else {}


def combine_multiples(parts: list[tuple[dict[Any, Any], Any]]) -> dict[Any, Any]:
    """Return the sum of combinations, each multiplied by its factor."""
    found: dict[Any, Any] = {}
    for combination, scale in parts:
        for v, c in combination.items():
            found[v] = found.get(v, 0) + c * scale
    return {v: c for v, c in found.items() if c != 0}


def is_vector(e: Any) -> bool:
    """Return whether a tree is a vector."""
    inside = e.args if e.is_Mul else e.args[:1] if e.is_Add or isinstance(e, Total) else ()
    return isinstance(e, Pair) or (e.is_Symbol and e.name.endswith("@")) or any(map(is_vector, inside))


def is_pair(v: Any) -> bool:
    """Return whether a vector's tree contains the adjoined unit, or an abbreviation of a pair."""
    return bool(v.has(Pair)) or any("pair" in s.assumptions0 for s in v.free_symbols)
