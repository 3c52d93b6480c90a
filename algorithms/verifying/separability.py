"""Certificates of linear separability: an exact separator, or a convex combination that is 0.

Main definitions:
    check      a certificate of kind "separability"
    examples   the X and y of a certificate, checked

What is confirmed: yᵢ(⟨w, xᵢ⟩ + b) > 0 for all i (b = 0 without bias); or λᵢ ≥ 0, Σλᵢ = 1 and Σλᵢyᵢ(xᵢ, 1) = 0
(without bias: Σλᵢyᵢxᵢ = 0), so that no (w, b) is positive on every term of a sum that is 0.
"""

from fractions import Fraction
from typing import Any

from . import Refuted, dot, fields, fraction, fractions


def check(certificate: Any) -> dict[str, Any]:
    """Return {"separable", "examples", "dimension"}, and "active" for a combination; raises `Refuted`."""
    schema, kind, bias, X, y, separable, proof = fields(
        certificate, "schema", "kind", "bias", "X", "y", "separable", "proof"
    )
    require_kind(schema, kind, "separability")
    if not isinstance(bias, bool) or not isinstance(separable, bool):
        raise Refuted("'bias' and 'separable' must be true or false")
    points, signs = examples(X, y)
    facts = {"separable": separable, "examples": len(signs), "dimension": len(points[0])}
    if separable:
        _check_separator(points, signs, bias, *fields(proof, "w", "b"))
        return facts
    return facts | {"active": _check_combination(points, signs, bias, *fields(proof, "combination"))}


def _check_separator(points, signs, bias, w, b):
    v, offset = fractions(w, len(points[0])), fraction(b)
    if offset and not bias:
        raise Refuted(f"b = {b} is not 0, but the question has no bias")
    for i, (x, sign) in enumerate(zip(points, signs, strict=True)):
        if sign * (dot(v, x) + offset) <= 0:
            raise Refuted(f"(w, b) does not separate: example {i} is not on its side")


def _check_combination(points, signs, bias, combination):
    weights = fractions(combination, len(signs))
    require_weights(weights)
    if sum(weights) != 1:
        raise Refuted(f"the weights have the sum {sum(weights)}, not 1")
    if bias and dot(weights, signs):
        raise Refuted("Σ λ[i]·y[i] is not 0")
    if any(signed_sum(points, signs, weights)):
        raise Refuted("Σ λ[i]·y[i]·x[i] is not 0")
    return [i for i, weight in enumerate(weights) if weight]


# ------------------------------------------------------------------- what the files of this folder share


def require_kind(schema: Any, kind: Any, expected: str) -> None:
    """Refuse another schema or kind of certificate."""
    if schema != 1 or isinstance(schema, bool) or kind != expected:
        raise Refuted(f"a certificate of schema 1 and kind {expected!r} is expected, not {schema!r:.40}, {kind!r:.40}")


def examples(X: Any, y: Any) -> tuple[list[list[Fraction]], list[int]]:
    """Return the points and the labels, after checking shapes and that every label is the integer 1 or −1.

    >>> examples([["1/2", "0"]], [1])
    ([[Fraction(1, 2), Fraction(0, 1)]], [1])
    """
    if not isinstance(X, list) or not X or not isinstance(X[0], list) or not X[0]:
        raise Refuted("X must be a list of at least one vector, of at least one coordinate")
    points = [fractions(x, len(X[0])) for x in X]
    if not isinstance(y, list) or len(y) != len(points) or any(type(sign) is not int or abs(sign) != 1 for sign in y):
        raise Refuted(f"y must be a list of {len(points)} labels, each the integer 1 or -1")
    return points, y


def require_weights(weights: list[Fraction]) -> None:
    """Refuse a negative weight."""
    for i, weight in enumerate(weights):
        if weight < 0:
            raise Refuted(f"weight {i} is {weight}, below 0")


def signed_sum(points: list[list[Fraction]], signs: list[int], weights: list[Fraction]) -> list[Fraction]:
    """Return Σ weights[i]·y[i]·x[i]."""
    used = [(weight * sign, x) for weight, sign, x in zip(weights, signs, points, strict=True) if weight]
    return [sum((weight * x[k] for weight, x in used), Fraction(0)) for k in range(len(points[0]))]
