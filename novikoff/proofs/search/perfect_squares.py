"""Perfect squares among polynomials: |t| is written as the root of t²."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

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
