"""The perceptron without bias: R²/γ² mistakes, in three dimensions as in any, and half as many in the plane.

Novikoff's k ≤ R²/γ² (`novikoff-mistake-bound`) is reached for every k by k orthonormal examples
(`mistake-bound-reached`), and by others in three dimensions (`novikoff-bound-reached-in-space`): with ‖z‖ = R,
⟨u, z⟩ = γ and ⟨w, z⟩ = 0 the state has ‖w‖² = jR² and ⟨w, u⟩ = jγ after j updates, and an example of this kind exists
in three dimensions while (j + 1)γ² ≤ R², since it needs just what Cauchy–Schwarz asks for in the plane that is
orthogonal to u. With R²/γ² = k the last one lies in the plane of u and w, and all are determined; on the grid that
needs roots, so the data here have a slightly larger ratio. (For k = 4 the signed examples (1, 1, 0), (1, −1, 0),
(0, 1, −1) and (0, −1, −1) need none.)

Source: this project; no earlier statement for three dimensions was found.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from .ratio_bounds import Theorem
from .winding_data import Plan, Winding
from .worst_case import Data, alternate_labels

MOST_ORTHONORMAL = 200
NOVIKOFF = Theorem("novikoff-mistake-bound", lambda ratio, updates: {"D^2": 1, "γ^2": 1 / ratio})


@dataclass(frozen=True)
class Homogeneous(Winding):
    """The perceptron without bias. The examples have dimension three, or at most `room`, or any dimension if
    `any_dimension`."""

    any_dimension: bool = True
    room: int = 0

    known: ClassVar[Sequence[Theorem]] = (NOVIKOFF,)
    sharp: ClassVar[Sequence[str]] = ("novikoff-bound-reached-in-space", "mistake-bound-reached")

    def plan(self, updates: int, ratio: Fraction) -> Plan:
        """Return a plan in which all examples have length 1 and the same margin."""
        return Plan(Fraction(1), updates, {1: 1 / ratio, -1: 1 / ratio})

    def exactly(self, updates: int, ratio: Fraction) -> Data | None:
        """Return orthonormal examples if the ratio equals the number of updates and the dimension allows them, else
        None."""
        if not 1 < updates == ratio <= (MOST_ORTHONORMAL if self.any_dimension else min(self.room, MOST_ORTHONORMAL)):
            return None
        unused = [] if self.any_dimension else [0] * (self.dimension - updates)
        X, labels = alternate_labels([[*(int(i == j) for j in range(updates)), *unused] for i in range(updates)])
        return Data(X, labels, {"bias_step": 0}, [1] * updates + unused, 0, 1)
