"""The kernel's polynomials as terms that can be printed.

>>> term(kernel.read_poly(["+", "1", ["-", ["/", "b", "2"]], ["*", "2", ["@", "w@", "x@"], "y"]]))
1 - b/2 + 2*(w@x)*y
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from .. import kernel
from .expressions import UNNAMED, Expression, Relation, Term, Written, polynomial
from .term_values import rational_root
from .vector_language import Vector, of_term, write_poly

NOTHING: Mapping[str, Any] = MappingProxyType({})


def term(p: kernel.Poly, lets: Mapping[str, Any] = NOTHING) -> Expression:
    """Return a number of the kernel as a term, with the definitions in `lets` written out or evaluated."""
    return Expression(of_polynomial(simplify_definitions(p, lets), lets))


def atom(a: str, lets: Mapping[str, Any] = NOTHING) -> Written:
    """Return an atom of the kernel as a term: a number or a vector."""
    return (of_term if a.endswith("@") else Expression)(_of_atom(a, lets))


def vector(p: kernel.Poly, lets: Mapping[str, Any] = NOTHING) -> Vector:
    """Return a vector of the kernel as a term."""
    return of_term(of_polynomial(p, lets))


def simplify_definitions(p: kernel.Poly, lets: Mapping[str, Any]) -> kernel.Poly:
    """Return a polynomial with simplified definitions. Equal definitions get one name, definitions with a rational
    value become numbers, and squares of roots are multiplied out."""
    images, names, roots = dict[str, kernel.Poly](), dict[Any, kernel.Poly](), dict[str, kernel.Poly]()
    for name in sorted(kernel.variables(p) & {*lets}):
        kind, of = lets[name]["kind"], simplify_definitions(kernel.read_poly(lets[name]["of"]), lets)
        roots |= {name: of} if kind == "sqrt" else {}
        known = rational_value(kind, of)
        images[name] = names.setdefault((kind, frozenset(of.items())), kernel.atom(name) if known is None else known)
    p = kernel.substitute(p, images) if images else p
    return kernel.add(*({m: c} if not roots else _expand_root_squares(m, c, roots) for m, c in p.items()))


def _expand_root_squares(m: kernel.Monomial, c: kernel.Rational, roots: Mapping[str, kernel.Poly]) -> kernel.Poly:
    plain = [kernel.atom(a) for a, e in m for _ in range(e % 2 if a in roots else e)]
    return kernel.product([kernel.constant(c), *plain, *(roots[a] for a, e in m if a in roots for _ in range(e // 2))])


def rational_value(kind: str, of: kernel.Poly) -> kernel.Poly | None:
    """Return the value of a definition if it is rational or the inverse of an exponential, else None."""
    if kind == "ln" or len(of) > 1:
        return {} if of == kernel.constant(1) else None
    ((m, c),) = of.items() or {(): Fraction(0)}.items()
    if kind == "inverse" and c and all(kernel.shape(a).kind == "exp" for a, _ in m):
        inverses = [kernel.exponential(kernel.negative(kernel.shape(a).inner)) for a, e in m for _ in range(e)]
        return kernel.product([kernel.constant(Fraction(1) / c), *inverses])
    root = rational_root(c) if kind == "sqrt" and not m else None
    return None if root is None else kernel.constant(root)


def of_polynomial(p: kernel.Poly, lets: Mapping[str, Any]) -> Term:
    """Return the term of a number or vector, its monomials in this order."""
    return _join_terms("+", [of_monomial(m, Fraction(c), lets) for m, c in p.items()], "0")


def of_monomial(m: kernel.Monomial, c: Fraction, lets: Mapping[str, Any]) -> Term:
    """Return the term of a monomial, with denominators below the line; a vector comes last."""
    if not m:
        return str(c)
    parts = [(_of_atom(a, lets), e) for a, e in sorted(m, key=lambda factor: factor[0].endswith("@"))]
    below = [part[2] if e == 1 else ("^", part[2], str(e)) for part, e in parts if part[0] == "/"]
    above = [part if e == 1 else ("^", part, str(e)) for part, e in parts if part[0] != "/"]
    top = product([str(abs(c.numerator))] * (abs(c.numerator) != 1) + above)
    below = [str(c.denominator)] * (c.denominator != 1) + below
    term = ("/", top, product(below)) if below else top
    return ("-", term) if c < 0 else term


def _of_atom(a: str, lets: Mapping[str, Any]) -> Term:
    kind, inner, pair = kernel.shape(a)
    if pair:
        return ("@", *(_of_atom(x, lets) for x in pair))
    if kind in ("sum", "exp"):
        return kind, of_polynomial(inner, lets)
    if a not in lets:
        return a
    kind, of = lets[a]["kind"], of_polynomial(simplify_definitions(kernel.read_poly(lets[a]["of"]), lets), lets)
    return ("/", "1", of) if kind == "inverse" else (kind, of)


def product(factors: Sequence[Term]) -> Term:
    """Return the product of the factors, 1 for none."""
    return _join_terms("*", [part for f in factors for part in (f[1:] if f[0] == "*" else [f])], "1")


def _join_terms(word: str, parts: Sequence[Term], nothing: str) -> Term:
    return (word, *parts) if len(parts) > 1 else parts[0] if parts else nothing


def expand_inner(e: Any) -> Any:
    """Return a number, relation or tuple with inner products multiplied out, as the kernel reads them.

    >>> from .vector_language import vectors
    >>> u, v = vectors("u v")
    >>> expand_inner((u - v) @ (u - v) + 1)
    u@u - 2*(u@v) + v@v + 1
    """
    if isinstance(e, Relation):
        return Relation(expand_inner(e.lhs), e.operator, expand_inner(e.rhs))
    if isinstance(e, tuple | list):
        return type(e)(map(expand_inner, e))
    return (of_term if e.is_vector else Expression)(without_inner(e.term)) if isinstance(e, Written) else e


def without_inner(term: Term) -> Term:
    """Return the term with the inner products multiplied out that the kernel can read."""
    if isinstance(term, str):
        return term
    if term[0] == "@":
        with suppress(kernel.Rejected):
            p = polynomial(term)
            named = any("-" in name for name in kernel.variables(p))  # by the kernel, not by an author
            lets = {name: {"kind": kind, "of": write_poly(dict(of))} for (kind, of), name in UNNAMED.items() if named}
            return of_polynomial(p, lets)
    return (term[0], *map(without_inner, term[1:]))
