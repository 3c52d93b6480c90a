"""Certificates of support vector machines: primal and dual feasible points, and the gap between their values.

The problem: least ½‖w‖² + C·Σξᵢ under yᵢ(⟨w, xᵢ⟩ + b) ≥ 1 − ξᵢ, ξᵢ ≥ 0; `C` null means ξ = 0, the hard margin. The
checker confirms that (w, b) with ξᵢ = max(0, 1 − yᵢf(xᵢ)) has the value `upper`, and that the weights 0 ≤ aᵢ ≤ C with
Σaᵢyᵢ = 0 have the dual value `lower` = Σaᵢ − ½‖Σaᵢyᵢxᵢ‖², which is below every primal value (weak duality). Equality
proves both optimal.
"""

from dataclasses import dataclass
from typing import Any, Literal

from . import Refuted
from .budgeted_fractions import total
from .margin import Bracket, read_bracket, squared_norm
from .typed_records import Positive


@dataclass(frozen=True)
class _Machine(Bracket):
    kind: Literal["svm"]
    C: Positive | None


def check(certificate: Any) -> dict[str, Any]:
    """Check a certificate and return {"C", "lower", "upper", "optimal", "gap"}, rationals as strings; raise `Refuted`.
    """
    given = read_bracket(_Machine, certificate)
    return {"C": certificate["C"]} | given.bracket(_primal(given), _dual(given))


def _primal(given):
    half = squared_norm(given.w) / 2
    if given.C is None:
        given.require_feasible()
        return half
    return half + given.C * total(given.slacks())


def _dual(given):
    if given.C is not None and max(given.dual) > given.C:
        raise Refuted(f"weight {given.dual.index(max(given.dual))} is above C")
    *point, balance = given.combination()
    if balance:
        raise Refuted("Σ a[i]·y[i] is not 0")
    return total(given.dual) - squared_norm(point) / 2
