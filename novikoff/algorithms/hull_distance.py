"""The distance of a convex hull from the origin, step by step: Gilbert's and the MDM rule, with sandwich bounds.

Gilbert's step is `kozinec.step`.

Notation: zⱼ = yⱼ(xⱼ, 1) are the signed examples (yⱼxⱼ without bias), w a point of their hull. Then
minⱼ⟨w, zⱼ⟩/‖w‖ ≤ m ≤ ‖w‖ for the distance m of the hull from 0, which is the best separation of the zⱼ by a
hyperplane through 0. The run ends when ‖w‖ − minⱼ⟨w, zⱼ⟩/‖w‖ ≤ ε, that is when g = ‖w‖² − minⱼ⟨w, zⱼ⟩ has
g² ≤ ε²‖w‖²: no root is taken. Both rules look at the point z with the least ⟨w, z⟩:

* "gilbert": w ← (1−κ)w + κz with κ = min(1, (⟨w, w⟩ − ⟨w, z⟩)/‖w − z‖²); the step of ε-Kozinec at the worst point;
* "mdm": w ← w + t(z − z'), z' the point of positive weight a' with the greatest ⟨w, z'⟩ and
  t = min(a', ⟨w, z' − z⟩/‖z' − z‖²).

Exact lengths double their digits with every step. With `bits` they are rounded down to that many leading bits: w stays
an exact point of the hull, the bounds stay exact, and a step loses at most the fraction 4^(1−bits) of its gain. Under
"gilbert" every step still adds digits to all weights, so use "mdm" for long exact runs.

Source: lecture, p. 31 f. (nearest point and ε-solution; its "closest point to a convex hull" is the point OF the hull
closest to 0, and it separates only if it is not 0); gilbert1966; mitchell1974 (MDM). Both end for every ε > 0 if
0 is not in the hull. Wolfe's rule, which ends with the nearest point itself, is in `nearest_point`.
"""

from collections.abc import Generator
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from . import kozinec
from .errors import BadInput
from .exact_linear import round_down
from .labelled_examples import Number
from .options import (
    Found,
    Option,
    Options,
    allow_none,
    bits_kept,
    identity,
    one_of,
    parse_flag,
    parse_integer_or_none,
    parse_word,
    within,
)
from .options import parse_rational as number
from .run_certificates import rational_to_text, rationals_to_text
from .run_loop import to_plain_number
from .signed_examples import SignedRule

RULES = ("gilbert", "mdm")


class Step(NamedTuple):
    """One step: its length, the point moved to, and for "mdm" the point that gives the weight (else None)."""

    length: Number
    to: int
    giver: int | None


def transfer(w: Any, z: Any, giver: Any, length: Any) -> Any:
    """Return w + t(z − z') for the giver z'. Nothing is checked or converted.

    >>> transfer(w=4, z=-2, giver=6, length=Fraction(1, 4))
    Fraction(2, 1)
    """
    return w + length * (z - giver)


def mdm_length(gain: Any, squared_edge: Any) -> Any:
    """Return the t for which ‖w + t(z − z')‖ is least: ⟨w, z' − z⟩/‖z' − z‖².

    >>> mdm_length(Fraction(3), 6)
    Fraction(1, 2)
    """
    return gain / squared_edge


def is_gap_closed(norm2: Any, lowest: Any, epsilon: Any) -> Any:
    """Return whether ‖w‖ − lowest/‖w‖ ≤ ε, from ‖w‖², lowest = minⱼ⟨w, zⱼ⟩ ≤ ‖w‖² and ε ≥ 0.

    >>> is_gap_closed(Fraction(4), 3, Fraction(1, 2)), is_gap_closed(Fraction(4), 3, Fraction(1, 3))
    (True, False)
    """
    return (norm2 - lowest) ** 2 <= epsilon**2 * norm2


class HullDistance(SignedRule):
    """Approach the nearest point of the hull of the signed examples until the bounds are `epsilon` apart.

    ε = 0 needs `max_updates`. `bits` shortens the lengths of exact runs (None: never shorten them, which is practical
    for a few steps). The final point is w' = Σ weights[j]·zⱼ = (w, b), with ‖w'‖² = `norm2` and minⱼ⟨w', zⱼ⟩ =
    `lowest`. `separated` says whether `lowest` > 0. `stopped` is "epsilon", "origin" (w' = 0, so nothing separates),
    "max_updates" or "interrupted". `squared_bounds` are the bounds of m²: max(0, lowest)²/‖w'‖² and ‖w'‖².

    >>> result = run([[0, 1], [2, 1]], [1, 1], epsilon=Fraction(1, 10), bias=False)
    >>> result.w, result.weights, result.stopped, result.squared_bounds
    ((0, 1), (1, 0), 'epsilon', (Fraction(1, 1), 1))
    """

    name = "hull_distance"
    cap = 1000
    usual: ClassVar[dict[str, Any]] = {"epsilon": 2**-10}
    options: ClassVar[Options] = (
        Option("epsilon", number, "ε ≥ 0: end when both bounds of the distance are within ε",
               check=within(least=0)),
        Option("rule", parse_word, "gilbert or mdm", default="mdm", check=one_of(RULES), write=str),
        Option("bits", parse_integer_or_none, "round lengths down to this number of binary digits; none: never",
               **allow_none(bits_kept(1), default=8)),
        kozinec.FIRST,
        Option("bias", parse_flag, "true or false", default=True, write=identity))
    found: ClassVar[Found] = {"w": rationals_to_text, "b": rational_to_text, "weights": rationals_to_text,
                       "norm2": rational_to_text, "lowest": rational_to_text,
                       "squared_bounds": None, "steps": None}
    epsilon: Any
    rule: str
    bits: int | None
    start: int

    def beginning(self) -> Any:
        count = len(self.examples.y)
        if self.start >= count:
            raise BadInput(f"start = {self.start} is not an example; the data have {count}, counted from 0")
        self.squares: Any = (self.examples.Z * self.examples.Z).sum(axis=1)
        return self.examples.Z[self.start], _add_changes(self.examples.vector([0] * count), {self.start: 1})

    def after(self, step: Step) -> Any:
        (w, weights), Z = self.state, self.examples.Z
        if step.giver is None:
            moved = kozinec.step(w, Z[step.to], step.length)
            return moved, _add_changes((1 - step.length) * weights, {step.to: step.length})
        change = {step.to: step.length, step.giver: -step.length}
        return transfer(w, Z[step.to], Z[step.giver], step.length), _add_changes(weights, change)

    def steps(self) -> Generator[Step, None, str]:
        while True:
            w, weights = self.state
            products, norm2 = self.examples.products(w), w @ w
            worst = int(products.argmin())
            if not norm2:
                return "origin"
            if is_gap_closed(norm2, products[worst], self.epsilon):
                return "epsilon"
            due = self._gilbert if self.rule == "gilbert" else self._mdm
            yield due(products, norm2, weights, worst)

    def _gilbert(self, products, norm2, _, worst):
        length = kozinec.minimiser(_ratio(norm2), products[worst], self.squares[worst])
        return Step(to_plain_number(_round_length(min(length, 1), self.bits)), worst, None)

    def _mdm(self, products, _, weights, worst):
        giver = max((j for j, weight in enumerate(weights) if weight > 0), key=products.__getitem__)
        edge = self.examples.Z[giver] - self.examples.Z[worst]
        length = _round_length(mdm_length(_ratio(products[giver] - products[worst]), edge @ edge), self.bits)
        return Step(to_plain_number(min(weights[giver], length)), worst, giver)

    def refuse_endless(self) -> None:
        if not self.epsilon:
            raise BadInput("with epsilon = 0 the bounds may never meet; give max_updates, or epsilon > 0")
        super().refuse_endless()

    def vector(self) -> Any:
        return self.state[0]

    def results(self, stopped: str) -> dict[str, Any]:
        w, weights = self.state
        lowest, norm2 = to_plain_number(min(self.examples.products(w))), to_plain_number(w @ w)
        bounds = (_ratio(max(0, lowest)) ** 2 / norm2 if norm2 else 0), norm2
        return super().results(stopped) | {"weights": tuple(map(to_plain_number, weights)), "norm2": norm2,
                                           "lowest": lowest, "squared_bounds": bounds}

    @staticmethod
    def step_to_json(step: Step) -> list[Any]:
        return [rational_to_text(step.length), step.to, step.giver]


def _add_changes(weights, change):
    moved = weights.copy()
    for j, value in change.items():
        moved[j] += value
    return moved


def _ratio(value):
    """Return a number that divides exactly: an int as a Fraction."""
    return Fraction(value) if isinstance(value, int) else value


def _round_length(length, bits):
    return length if bits is None else round_down(length, bits)


Run = HullDistance.Run
run, replay, certificate = HullDistance.functions()
