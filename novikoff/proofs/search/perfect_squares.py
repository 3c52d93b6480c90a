"""Perfect squares among polynomials: |t| is written as the root of t², and ‖v‖ as the root of ⟨v, v⟩."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

from .. import kernel
from ..kernel import Poly


def square_root(p: Poly) -> Poly | None:
    """Return t with  t² = p, or None.

    >>> square_root({(("a", 2),): 1, (("a", 1), ("b", 1)): -2, (("b", 2),): 1})
    {(('a', 1),): Fraction(1, 1), (('b', 1),): Fraction(-1, 1)}
    """
    atoms = sorted({a for m in p for a, _ in m})
    if not atoms:
        return None
    from flint import Ordering, fmpq, fmpq_mpoly_ctx

    context: Any = fmpq_mpoly_ctx.get([f"x{i}" for i in range(len(atoms))], Ordering.degrevlex)
    exponents = (tuple(dict(m).get(a, 0) for a in atoms) for m in p)
    values = (fmpq(c.numerator, c.denominator) for c in p.values())
    constant, factors = context.from_dict(dict(zip(exponents, values, strict=True))).factor()
    scale = Fraction(int(constant.p), int(constant.q))
    top, bottom = isqrt(max(0, scale.numerator)), isqrt(scale.denominator)
    if scale != Fraction(top * top, bottom * bottom) or any(e % 2 for _, e in factors):
        return None
    root = context.constant(fmpq(top, bottom))
    for factor, e in factors:
        root *= factor ** (int(e) // 2)
    monomials = {tuple((a, int(e)) for a, e in zip(atoms, m, strict=True) if e): c for m, c in root.to_dict().items()}
    return {m: Fraction(int(c.p), int(c.q)) for m, c in monomials.items()}


def vector_of_square(p: Poly) -> Poly | None:
    """Return a vector v with p = ⟨v, v⟩ that is a rational combination of names or sums, if there is one."""
    coefficients = {kernel.shape(m[0][0]).pair: Fraction(c) for m, c in p.items() if len(m) == 1}
    found = Poly()
    for (x, y), c in ((pair, c) for pair, c in coefficients.items() if pair):
        size = Fraction(isqrt(abs(c.numerator)), isqrt(c.denominator))
        if x == y and size**2 == c:
            first = next((m[0][0] for m in found), x)
            sign = -1 if coefficients.get((first, x), coefficients.get((x, first), 0)) < 0 else 1
            found = kernel.add(found, kernel.product([kernel.atom(x), {(): sign * size}]))
    return found if found and kernel.gram(found, found) == p else None
