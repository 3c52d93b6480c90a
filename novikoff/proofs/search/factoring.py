"""Factors of polynomials, and perfect squares: |t| is written as the root of t², and ‖v‖ as the root of ⟨v, v⟩."""

from fractions import Fraction
from typing import Any

from .. import kernel
from ..kernel import Poly
from ..statements.term_values import rational_root
from ..statements.vector_language import atoms_of


def factors_of(p: Poly) -> tuple[Fraction, list[tuple[Poly, int]]]:
    """Return a number and the irreducible factors of a polynomial, with their powers.

    >>> factors_of({(("a", 2),): 3, (): -3})[0]
    Fraction(3, 1)
    """
    atoms = sorted(atoms_of(p))
    if not atoms:
        return Fraction(p.get((), 0)), []
    from flint import Ordering, fmpq, fmpq_mpoly_ctx

    ring: Any = fmpq_mpoly_ctx.get([f"x{i}" for i in range(len(atoms))], Ordering.degrevlex)
    exponents = (tuple(dict(m).get(a, 0) for a in atoms) for m in p)
    values = (fmpq(c.numerator, c.denominator) for c in p.values())
    scale, factors = ring.from_dict(dict(zip(exponents, values, strict=True))).factor()

    def poly(f: Any) -> Poly:
        terms = ((zip(atoms, map(int, es), strict=True), c) for es, c in f.to_dict().items())
        return {tuple((a, e) for a, e in m if e): Fraction(int(c.p), int(c.q)) for m, c in terms}

    return Fraction(int(scale.p), int(scale.q)), [(poly(f), int(e)) for f, e in factors]


def square_root(p: Poly) -> Poly | None:
    """Return t with  t² = p, or None.

    >>> square_root({(("a", 2),): 1, (("a", 1), ("b", 1)): -2, (("b", 2),): 1})
    {(('a', 1),): Fraction(1, 1), (('b', 1),): Fraction(-1, 1)}
    """
    scale, factors = factors_of(p)
    size = rational_root(scale)
    if not factors or size is None or any(e % 2 for _, e in factors):
        return None
    return kernel.product([kernel.constant(size), *(f for f, e in factors for _ in range(e // 2))])


def vector_of_square(p: Poly) -> Poly | None:
    """Return a vector v with p = ⟨v, v⟩, or None. One vector in v has a positive rational coefficient.

    >>> from novikoff.proofs.statements.vector_language import Symbol, polynomial, vectors, write_poly
    >>> u, v = vectors("u v")
    >>> write_poly(vector_of_square(polynomial((2*u - Symbol("a")*v) @ (2*u - Symbol("a")*v))))
    ['+', ['-', ['*', 'a', 'v@']], ['*', '2', 'u@']]
    """
    forms: dict[str, dict[str, Poly]] = {}  # the coefficients of ⟨u, w⟩ by u and w
    for m, c in p.items():
        pairs = [(a, pair) for a, _ in m if (pair := kernel.shape(a).pair)]
        if len(pairs) != 1 or (pairs[0][0], 1) not in m:
            return None
        rest = {tuple(part for part in m if part != (pairs[0][0], 1)): c}
        for u, w in dict.fromkeys([pairs[0][1], pairs[0][1][::-1]]):
            row = forms.setdefault(u, {})
            row[w] = kernel.add(row.get(w, {}), rest)
    for u, row in forms.items():
        q = rational_root(row[u][()]) if row.get(u, {}).keys() == {()} else None
        if q:
            half = kernel.constant(1 / (2 * q))
            others = [kernel.product([half, c, kernel.atom(w)]) for w, c in row.items() if w != u]
            v = kernel.add(kernel.product([kernel.constant(q), kernel.atom(u)]), *others)
            if kernel.gram(v, v) == p:
                return v
    return None
