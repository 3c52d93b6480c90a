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

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar, cast

import sympy
from sympy.core.parameters import distribute

from ...algorithms.processes import surviving
from .. import kernel
from ..kernel import Poly
from .expressions import put
from .language import Relation, Scalar, Translation, Vector, as_written, gram_symbol, in_sympy
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


class Reading(Translation):
    """From a term as it is written to the kernel's polynomial."""

    def vector(self, v: Any) -> Poly:
        """A vector."""
        return self.scalar(v.tree) if isinstance(v, Written) else super().vector(v)

    def scalar(self, e: Any) -> Poly:
        """A number, or the tree of a vector."""
        e = sympy.sympify(e)
        if isinstance(e, Inner):
            return kernel.gram(*map(self.scalar, e.args))
        if isinstance(e, Pair):
            v, s = map(self.scalar, e.args)
            return kernel.add(v, kernel.product([s, kernel.atom("#1@")]))
        if e.is_Symbol and e.name.endswith("@"):
            return self.part(e.name[:-1])
        return super().scalar(e)


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
