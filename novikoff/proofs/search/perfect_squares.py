"""Perfect squares among polynomials: |t| is written as the root of t², and ‖v‖ as the root of ⟨v, v⟩."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from .. import kernel
from ..kernel import Poly
from .ideal_membership import Ring


def square_root(p: Poly) -> Poly | None:
    """Return t with  t² = p, or None.

    >>> square_root({(("a", 2),): 1, (("a", 1), ("b", 1)): -2, (("b", 2),): 1})
    {(('a', 1),): Fraction(1, 1), (('b', 1),): Fraction(-1, 1)}
    """
    ring = Ring([p])
    if not p or not ring.atoms:
        return None
    constant, factors = ring.element(p).factor()
    scale = Fraction(int(constant.p), int(constant.q))
    top, bottom = isqrt(max(0, scale.numerator)), isqrt(scale.denominator)
    if scale != Fraction(top * top, bottom * bottom) or any(e % 2 for _, e in factors):
        return None
    root = ring.element({(): Fraction(top, bottom)})
    for factor, e in factors:
        root *= factor ** (int(e) // 2)
    return ring.poly(root)


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
