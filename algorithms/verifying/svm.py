"""Certificates of support vector machines: primal and dual feasible points, and the gap between their values.

Main definitions:
    check   a certificate of kind "svm"

The problem: least ½‖w‖² + C·Σξᵢ under yᵢ(⟨w, xᵢ⟩ + b) ≥ 1 − ξᵢ, ξᵢ ≥ 0; `C` null means ξ = 0, the hard margin. What
is confirmed: (w, b) with ξᵢ = max(0, 1 − yᵢf(xᵢ)) has the value `upper`; the weights 0 ≤ aᵢ ≤ C with Σaᵢyᵢ = 0 have the
dual value `lower` = Σaᵢ − ½‖Σaᵢyᵢxᵢ‖², which is below every primal value (weak duality). Equality proves both optimal.
"""

from fractions import Fraction
from typing import Any

from . import Refuted, dot, fields, fraction, fractions
from .margin import bracket, require_margins
from .separability import examples, require_kind, require_weights, signed_sum


def check(certificate: Any) -> dict[str, Any]:
    """Return {"C", "lower", "upper", "optimal", "gap"}, rationals as strings; raises `Refuted`."""
    schema, kind, penalty, X, y, w, b, dual, upper, lower = fields(
        certificate, "schema", "kind", "C", "X", "y", "w", "b", "dual", "upper", "lower"
    )
    require_kind(schema, kind, "svm")
    points, signs = examples(X, y)
    C = None if penalty is None else fraction(penalty)
    if C is not None and C <= 0:
        raise Refuted(f"C = {penalty} is not above 0")
    value = _primal(points, signs, fractions(w, len(points[0])), fraction(b), C)
    bound = _dual(points, signs, fractions(dual, len(signs)), C)
    return {"C": penalty} | bracket(bound, value, lower, upper)


def _primal(points, signs, w, b, C):
    if C is None:
        require_margins(points, signs, w, b)
        return dot(w, w) / 2
    slacks = (max(Fraction(0), 1 - sign * (dot(w, x) + b)) for x, sign in zip(points, signs, strict=True))
    return dot(w, w) / 2 + C * sum(slacks)


def _dual(points, signs, weights, C):
    require_weights(weights)
    if C is not None and max(weights) > C:
        raise Refuted(f"weight {weights.index(max(weights))} is above C")
    if dot(weights, signs):
        raise Refuted("Σ a[i]·y[i] is not 0")
    total = signed_sum(points, signs, weights)
    return sum(weights) - dot(total, total) / 2
