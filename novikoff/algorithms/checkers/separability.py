"""Certificates of linear separability: an exact separator, or a convex combination that is 0.

The checker confirms that yᵢ(⟨w, xᵢ⟩ + b) > 0 for all i (b = 0 without bias); or λᵢ ≥ 0, Σλᵢ = 1 and Σλᵢyᵢ(xᵢ, 1) = 0
(without bias: Σλᵢyᵢxᵢ = 0), so that no (w, b) is positive on every term of a sum that is 0.
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any, Literal

from . import Refuted
from .budgeted_fractions import Q, SparseVector, Vector, extend, inner, total, vectors
from .typed_records import Classifier, Count, NotNegative, Sign, Vectors, read, record, require_length, require_table

_FIELDS = {"schema": Literal[1], "kind": Literal["separability"], "bias": bool, "X": Vectors, "y": list[Sign],
           "separable": bool, "proof": Classifier | record(combination=list[NotNegative])}
_PART, _MAPPED = {"chosen": list[Count], "of": Count}, {"mapped": str}


def check(certificate: Any) -> dict[str, Any]:
    """Check a certificate and return {"separable", "examples", "dimension"}, with "active" for a combination; raise
    `Refuted`.

    "chosen" lists the indices of the given examples among "of" examples. A combination of the given examples is also a
    combination of all examples. "mapped" names the algorithm that made the given points from other examples; no check
    depends on it.
    """
    there = certificate if isinstance(certificate, dict) else {}
    given = read(_separability("chosen" in there, "mapped" in there), certificate)
    require_table(given.X, given.y)
    if "chosen" in there:
        _check_part(given)
    facts: dict[str, Any] = {"separable": given.separable, "examples": len(given.y), "dimension": len(given.X[0])}
    facts |= {"mapped": given.mapped} if "mapped" in there else {}
    if given.separable != isinstance(given.proof, Classifier):
        raise Refuted("the proof must have w and b if the examples are separable, and a combination if not")
    if isinstance(given.proof, Classifier):
        _check_separator(given, given.proof)
        return facts
    facts |= {"of": given.of} if "chosen" in there else {}
    return facts | {"active": check_combination(given.X, given.y, given.proof.combination, bias=given.bias)}


@cache
def _separability(part: bool, mapped: bool) -> Any:
    """Return the type of a certificate of a part of the examples, or of mapped examples."""
    return record(**_FIELDS, **(_PART if part else {}), **(_MAPPED if mapped else {}))


def _check_part(given):
    if given.separable:
        raise Refuted("the certificate has only some of the examples, so its separator proves nothing about the others")
    if len(given.chosen) != len(given.y) or any(i >= j for i, j in pairwise([*given.chosen, given.of])):
        raise Refuted(f"chosen must be {len(given.y)} increasing indices below {given.of!r:.40}")


def _check_separator(given, proof):
    if proof.b and not given.bias:
        raise Refuted("b is not 0, but the certificate says that there is no bias")
    for i, margin in enumerate(margins(given.X, given.y, proof)):
        if margin <= 0:
            raise Refuted(f"(w, b) does not separate: example {i} is not on its side")


# ------------------------------------------------------------------- what the files of this folder share


def check_combination(X: Vectors, y: Sequence[int], weights: Sequence[Q], *, bias: bool) -> list[int]:
    """Return the indices of the positive weights, all ≥ 0; raise `Refuted` unless they are convex weights with Σ λᵢzᵢ =
    0.

    >>> check_combination([[Q(1)], [Q(2)]], [1, -1], [Q(2, 3), Q(1, 3)], bias=False)
    [0, 1]
    """
    if len(weights) != len(y):
        raise Refuted(f"there must be {len(y)} weights, not {len(weights)}")
    if total(weights) != 1:
        raise Refuted("the weights have a sum other than 1")
    *point, balance = signed_sum(X, y, weights)
    if bias and balance:
        raise Refuted("Σ λ[i]·y[i] is not 0")
    if any(point):
        raise Refuted("Σ λ[i]·y[i]·x[i] is not 0")
    return [i for i, weight in enumerate(weights) if weight]


def margins(X: Vectors, y: Sequence[int], classifier: Classifier) -> list[int]:
    """Return S·yᵢ(⟨w, xᵢ⟩ + b) for an integer S > 0, the same for all examples.

    >>> margins([[Q(1, 2)], [Q(2)]], [1, -1], Classifier([Q(2)], Q(-1)))
    [0, -6]
    """
    return _margins(X, y, classifier)[0]


def functional_margins(X: Vectors, y: Sequence[int], classifier: Classifier) -> list[Q]:
    """Return yᵢ(⟨w, xᵢ⟩ + b) for each example.

    >>> functional_margins([[Q(1, 2)], [Q(2)]], [1, -1], Classifier([Q(2)], Q(-1)))
    [Q(0, 1), Q(-3, 1)]
    """
    values, over = _margins(X, y, classifier)
    return [Q(value, over) for value in values]


def _margins(X, y, classifier):
    require_length(classifier.w, len(X[0]), "w")
    state, rows = Vector.of([*classifier.w, classifier.b]), vectors([extend(x, 1) for x in X])
    return [sign * inner(state, row) for row, sign in zip(rows, y, strict=True)], state.over * rows[0].over


def signed_sum(X: Vectors, y: Sequence[int], weights: Sequence[Q]) -> list[Q]:
    """Return Σ weights[i]·y[i]·(x[i], 1).

    >>> signed_sum([[Q(1)], [Q(4)]], [1, -1], [Q(1), Q(1, 2)])
    [Q(-1, 1), Q(1, 2)]
    """
    factors = Vector.of([weight * sign for weight, sign in zip(weights, y, strict=True)])
    rows = vectors([extend(x, 1) for x in X])
    over = factors.over * rows[0].over
    if any(isinstance(row, SparseVector) for row in rows):
        sums = Vector([0] * (len(X[0]) + 1), rows[0].over)
        for factor, row in zip(factors.values, rows, strict=True):
            sums = sums.plus(Q(factor), row) if factor else sums
        return [Q(value, over) for value in sums.values]
    columns = [Vector(list(column)) for column in zip(*(row.values for row in rows), strict=True)]
    return [Q(inner(factors, column), over) for column in columns]
