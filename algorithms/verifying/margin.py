"""Certificates of the best margin: a feasible classifier and dual weights that bracket the least value.

Main definitions:
    check             a certificate of kind "margin"
    require_margins   every yᵢ(⟨w, xᵢ⟩ + b) ≥ 1

The problem: least V = ‖w‖² + b²/c under yᵢ(⟨w, xᵢ⟩ + b) ≥ 1 for all i. `bias_step` is c > 0; "0" means no bias
(b = 0, V = ‖w‖²), and null a bias without a price (V = ‖w‖², so that 1/√V is the distance of the plane to both
classes). What is confirmed: (w, b) is feasible with value `upper`; the weights a ≥ 0, a ≠ 0 (with Σaᵢyᵢ = 0 where
the bias has no price) give the bound `lower` = (Σaᵢ)²/‖Σaᵢzᵢ‖², zᵢ = yᵢ(xᵢ, 1), ‖(x, s)‖² = ‖x‖² + c·s², by
Σaᵢ ≤ Σaᵢyᵢ(⟨w, xᵢ⟩ + b) ≤ √V·‖Σaᵢzᵢ‖.
"""

from fractions import Fraction
from typing import Any

from . import Refuted, dot, fields, fraction, fractions
from .separability import examples, require_kind, require_weights, signed_sum


def check(certificate: Any) -> dict[str, Any]:
    """Return {"lower", "upper", "optimal", "gap"} as strings, lower ≤ least V ≤ upper; raises `Refuted`."""
    schema, kind, step, X, y, w, b, dual, upper, lower = fields(
        certificate, "schema", "kind", "bias_step", "X", "y", "w", "b", "dual", "upper", "lower"
    )
    require_kind(schema, kind, "margin")
    points, signs = examples(X, y)
    c = None if step is None else fraction(step)
    if c is not None and c < 0:
        raise Refuted(f"bias_step = {step} is below 0")
    vector, offset = fractions(w, len(points[0])), fraction(b)
    require_margins(points, signs, vector, offset)
    value = dot(vector, vector) + _price(offset, c)
    bound = _bound(points, signs, fractions(dual, len(signs)), c)
    return bracket(bound, value, lower, upper)


def _price(b, c):
    """b²/c, which is 0 where the bias has no price."""
    if c == 0 and b:
        raise Refuted(f"b = {b} is not 0, but bias_step 0 means that there is no bias")
    return b * b / c if c else Fraction(0)


def _bound(points, signs, weights, c):
    require_weights(weights)
    total, balance = signed_sum(points, signs, weights), dot(weights, signs)
    if c is None and balance:
        raise Refuted("Σ a[i]·y[i] is not 0, but the bias has no price")
    norm2 = dot(total, total) + (c or 0) * balance**2
    if not norm2:
        raise Refuted("Σ a[i]·z[i] is 0, which bounds nothing")
    return sum(weights) ** 2 / norm2


def require_margins(points: list[list[Fraction]], signs: list[int], w: list[Fraction], b: Fraction) -> None:
    """Refuse a classifier with a functional margin below 1."""
    for i, (x, sign) in enumerate(zip(points, signs, strict=True)):
        if sign * (dot(w, x) + b) < 1:
            raise Refuted(f"(w, b) is not feasible: example {i} has a functional margin below 1")


def bracket(bound: Fraction, value: Fraction, lower: Any, upper: Any) -> dict[str, Any]:
    """Compare the values found with those claimed; return the bracket and its relative gap."""
    for name, found, claimed in (("lower", bound, lower), ("upper", value, upper)):
        if found != fraction(claimed):
            raise Refuted(f"{name} is {found!s:.60}, not {claimed:.60}")
    gap = None if bound <= 0 < value else str((value - bound) / bound if value != bound else Fraction(0))
    return {"lower": str(bound), "upper": str(value), "optimal": value == bound, "gap": gap}
