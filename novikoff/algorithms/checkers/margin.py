"""Certificates of the best margin: a feasible classifier and dual weights that bracket the least value.

The problem: least V = ‖w‖² + b²/c under yᵢ(⟨w, xᵢ⟩ + b) ≥ 1 for all i. `bias_step` is c > 0; "0" means no bias (b = 0,
V = ‖w‖²), and null means a bias that V does not contain (V = ‖w‖², so that 1/√V is the distance of the plane to both
classes). The checker confirms that (w, b) is feasible with value `upper`, and that the weights a ≥ 0, a ≠ 0 (with Σaᵢyᵢ
= 0 where the bias has no price) give the bound `lower` = (Σaᵢ)²/‖Σaᵢzᵢ‖², zᵢ = yᵢ(xᵢ, 1), ‖(x, s)‖² = ‖x‖² + c·s², by
Σaᵢ ≤ Σaᵢyᵢ(⟨w, xᵢ⟩ + b) ≤ √V·‖Σaᵢzᵢ‖.
"""

from dataclasses import dataclass
from typing import Any, Literal

from . import Refuted
from .budgeted_fractions import Q, Vector, product, total
from .run_replay import format_short
from .separability import functional_margins, signed_sum
from .typed_records import Classifier, NotNegative, Sign, Vectors, Weights, read, require_table


@dataclass(frozen=True)
class Bracket:
    """Examples, a primal point (w, b), a dual point, and the values claimed for them."""

    schema: Literal[1]
    X: Vectors
    y: list[Sign]
    w: Weights
    b: Q
    dual: list[NotNegative]
    upper: Q
    lower: Q

    def slacks(self) -> list[Any]:
        """Return max(0, 1 − yᵢf(xᵢ)) for each example."""
        found = functional_margins(self.X, self.y, Classifier(self.w, self.b))
        return [max(Q(0), 1 - margin) for margin in found]

    def require_feasible(self) -> None:
        """Raise `Refuted` if a functional margin is below 1."""
        for i, slack in enumerate(self.slacks()):
            if slack:
                raise Refuted(f"(w, b) is not feasible: example {i} has a functional margin below 1")

    def combination(self) -> list[Q]:
        """Return Σaᵢyᵢ(xᵢ, 1)."""
        return signed_sum(self.X, self.y, self.dual)

    def bracket(self, value: Q, bound: Q) -> dict[str, Any]:
        """Check the values found against the claimed ones, and return the bracket with its relative gap."""
        for name, found, claimed in (("lower", bound, self.lower), ("upper", value, self.upper)):
            if found != claimed:
                raise Refuted(f"{name} is {format_short(found)}, not {format_short(claimed)}")
        gap = format_short((value - bound) / bound, 4000) if bound > 0 else "0" if value == bound else None
        return {"lower": str(bound), "upper": str(value), "optimal": value == bound, "gap": gap}


@dataclass(frozen=True)
class _Margin(Bracket):
    kind: Literal["margin"]
    bias_step: NotNegative | None


def read_bracket(kind: type[Any], certificate: Any) -> Any:
    """Return the record of a certificate of two points; raise `Refuted` unless their dimensions fit the examples."""
    given = read(kind, certificate)
    require_table(given.X, given.y)
    if len(given.dual) != len(given.y):
        raise Refuted(f"the dual must be {len(given.y)} weights, not {len(given.dual)}")
    return given


def check(certificate: Any) -> dict[str, Any]:
    """Check a certificate and return {"lower", "upper", "optimal", "gap"} as strings, with lower ≤ least V ≤ upper;
    raise `Refuted`.
    """
    given = read_bracket(_Margin, certificate)
    given.require_feasible()
    return given.bracket(squared_norm(given.w) + _bias_price(given.b, given.bias_step), _find_lower_bound(given))


def squared_norm(vector: list[Q]) -> Q:
    """Return ‖vector‖².

    >>> squared_norm([Q(1, 2), Q(2)])
    Q(17, 4)
    """
    whole = Vector.of(vector)
    return product(whole, whole)


def _bias_price(b, c):
    """Return b²/c, or 0 where the bias has no price."""
    if c == 0 and b:
        raise Refuted("b is not 0, but bias_step 0 means that there is no bias")
    return b * b / c if c else Q(0)


def _find_lower_bound(given):
    *point, balance = given.combination()
    c = given.bias_step
    if c is None and balance:
        raise Refuted("Σ a[i]·y[i] is not 0, but the bias costs nothing")
    norm2 = squared_norm(point) + (c or 0) * balance * balance
    if not norm2:
        raise Refuted("Σ a[i]·z[i] is 0, so it gives no bound")
    return total(given.dual) ** 2 / norm2
