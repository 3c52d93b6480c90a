"""The distance of a convex hull from the origin, step by step: Gilbert's and the MDM rule, with sandwich bounds.

Main definitions:
    towards, transfer         the two steps: w moves towards a point; weight moves from one point to another
    gilbert_length, mdm_length     how far, so that ‖w‖ becomes least on the way
    closed                    the ε-stop, decided exactly
    run, Run, replay, certificate     the driver, its record, its repetition

Notation: zⱼ = yⱼ(xⱼ, 1) are the signed examples (yⱼxⱼ without bias), w a point of their hull. Then
minⱼ⟨w, zⱼ⟩/‖w‖ ≤ m ≤ ‖w‖ for the distance m of the hull from 0, which is the best separation of the zⱼ by a
hyperplane through 0. The run ends when ‖w‖ − minⱼ⟨w, zⱼ⟩/‖w‖ ≤ ε, that is when g = ‖w‖² − minⱼ⟨w, zⱼ⟩ has
g² ≤ ε²‖w‖²: no root is taken. Both rules look at the point z with the least ⟨w, z⟩:

* "gilbert": w ← (1−κ)w + κz with κ = min(1, (⟨w, w⟩ − ⟨w, z⟩)/‖w − z‖²); the step of ε-Kozinec at the worst point;
* "mdm": w ← w + t(z − z'), z' the point of positive weight a' with the greatest ⟨w, z'⟩ and
  t = min(a', ⟨w, z' − z⟩/‖z' − z‖²).

Exact lengths double their digits with every step. With `bits` they are rounded down to that many leading bits: w stays
an exact point of the hull, the bounds stay exact, and a step loses at most the fraction 4^(1−bits) of its gain. Under
"gilbert" every step still adds digits to all weights, so long exact runs are the business of "mdm".

Source: lecture, p. 31 f. (nearest point and ε-solution; its "closest point to a convex hull" is the point OF the hull
closest to 0, and it separates only if it is not 0); gilbert1966; mitchell1974 (MDM). Both end for every ε > 0 if
0 is not in the hull. Wolfe's rule, which ends with the nearest point itself, is in `nearest_point`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from . import certificates, driving
from .driving import MOST_DIGITS, Progress, choice, drive, follow, plain_number, whole
from .errors import BadInput
from .examples import Arithmetic, Number, carry
from .signed import Signed

RULES = ("gilbert", "mdm")


class Step(NamedTuple):
    """One step: its length, the point moved to, and for "mdm" the point that gives the weight (else None)."""

    length: Number
    to: int
    giver: int | None


# ------------------------------------------------------------------------------------ the steps


def towards(w: Any, z: Any, length: Any) -> Any:
    """(1 − κ)w + κz. Nothing is checked or converted.

    >>> towards(w=4, z=-2, length=Fraction(1, 2))
    Fraction(1, 1)
    """
    return (1 - length) * w + length * z


def transfer(w: Any, z: Any, giver: Any, length: Any) -> Any:
    """w + t(z − z') for the giver z'. Nothing is checked or converted.

    >>> transfer(w=4, z=-2, giver=6, length=Fraction(1, 4))
    Fraction(2, 1)
    """
    return w + length * (z - giver)


def gilbert_length(ww: Any, wz: Any, zz: Any) -> Any:
    """The κ that makes ‖(1−κ)w + κz‖ least, from ⟨w, w⟩, ⟨w, z⟩ and ⟨z, z⟩; may exceed 1.

    >>> gilbert_length(Fraction(4), 0, 4)
    Fraction(1, 2)
    """
    return (ww - wz) / (ww - 2 * wz + zz)


def mdm_length(gain: Any, squared_edge: Any) -> Any:
    """The t that makes ‖w + t(z − z')‖ least: ⟨w, z' − z⟩/‖z' − z‖².

    >>> mdm_length(Fraction(3), 6)
    Fraction(1, 2)
    """
    return gain / squared_edge


def closed(norm2: Any, lowest: Any, epsilon: Any) -> Any:
    """Whether ‖w‖ − lowest/‖w‖ ≤ ε, from ‖w‖², lowest = minⱼ⟨w, zⱼ⟩ ≤ ‖w‖² and ε ≥ 0.

    >>> closed(Fraction(4), 3, Fraction(1, 2)), closed(Fraction(4), 3, Fraction(1, 3))
    (True, False)
    """
    return (norm2 - lowest) ** 2 <= epsilon**2 * norm2


# --------------------------------------------------------------------------------- the driver


@dataclass(frozen=True)
class Run:
    """What happened in a run, enough for anyone to repeat it with `replay`.

    The final point is w' = Σ weights[j]·zⱼ = (w, b), with ‖w'‖² = `norm2` and minⱼ⟨w', zⱼ⟩ = `lowest`. `separated`
    says whether `lowest` > 0. `stopped` is "epsilon", "origin" (w' = 0, so nothing separates), "max_updates" or
    "interrupted".
    """

    updates: int
    stopped: str
    separated: bool
    w: tuple[Number, ...]
    b: Number
    weights: tuple[Number, ...]
    norm2: Number
    lowest: Number
    steps: tuple[Step, ...]
    rule: str
    epsilon: Number
    bits: int | None
    start: int
    bias: bool
    arithmetic: Arithmetic

    @property
    def squared_bounds(self) -> tuple[Number, Number]:
        """Lower and upper bound of the squared distance m²: max(0, lowest)²/‖w‖² and ‖w‖²."""
        return (_ratio(max(0, self.lowest)) ** 2 / self.norm2 if self.norm2 else 0), self.norm2


class Learner(driving.Learner):
    """A point of the hull, as (w, weights), and the signed examples."""

    def __init__(self, examples: Signed, rule: str, epsilon: Any, bits: int | None, start: int) -> None:
        """Start at example `start`."""
        count = len(examples.y)
        self.rule, self.epsilon, self.bits, self.start = rule, epsilon, bits, start
        self.examples = examples
        self.squares = (examples.Z * examples.Z).sum(axis=1)
        zero = examples.vector([0] * count)
        super().__init__((examples.Z[start], _moved(zero, {start: 1})))

    def after(self, step: Step) -> Any:
        """The point and the weights after this step."""
        (w, weights), Z = self.state, self.examples.Z
        if step.giver is None:
            return towards(w, Z[step.to], step.length), _moved((1 - step.length) * weights, {step.to: step.length})
        change = {step.to: step.length, step.giver: -step.length}
        return transfer(w, Z[step.to], Z[step.giver], step.length), _moved(weights, change)

    def steps(self) -> Generator[Step, None, str]:
        """The steps that are due; return why there are no more."""
        while True:
            w, weights = self.state
            products, norm2 = self.examples.products(w), w @ w
            worst = int(products.argmin())
            if not norm2:
                return "origin"
            if closed(norm2, products[worst], self.epsilon):
                return "epsilon"
            due = self._gilbert if self.rule == "gilbert" else self._mdm
            yield due(products, norm2, weights, worst)

    def _gilbert(self, products, norm2, _, worst):
        length = gilbert_length(_ratio(norm2), products[worst], self.squares[worst])
        return Step(_shortened(min(length, 1), self.bits), worst, None)

    def _mdm(self, products, _, weights, worst):
        giver = max((j for j, weight in enumerate(weights) if weight > 0), key=products.__getitem__)
        edge = self.examples.Z[giver] - self.examples.Z[worst]
        length = _shortened(mdm_length(_ratio(products[giver] - products[worst]), edge @ edge), self.bits)
        return Step(min(weights[giver], length), worst, giver)

    def record(self, stopped: str) -> Run:
        """The record so far."""
        w, weights = self.state
        lowest = min(self.examples.products(w))
        steps = tuple(Step(plain_number(length), to, giver) for length, to, giver in self.steps_taken)
        vector, b = self.examples.classifier(w)
        return Run(self.updates, stopped, bool(lowest > 0), vector, b, tuple(map(plain_number, weights)),
                   plain_number(w @ w), plain_number(lowest), steps, self.rule, plain_number(self.epsilon), self.bits,
                   self.start, bool(self.examples.bias_step), self.examples.arithmetic)  # fmt: skip


def run(
    X: Iterable[Iterable[Any]],
    y: Iterable[int],
    *,
    epsilon: Number,
    rule: Literal["gilbert", "mdm"] = "mdm",
    bits: int | None = 8,
    start: int = 0,
    bias: bool = True,
    max_updates: int | None = None,
    progress: Progress = None,
) -> Run:
    """Approach the nearest point of the hull of the signed examples until the bounds are `epsilon` apart.

    X has shape (n, d); y has n labels ±1. Ints and Fractions are run exactly, floats in float64. `epsilon` ≥ 0; 0 needs
    `max_updates`. `bits` ≥ 1 shortens the step lengths of exact runs (None: keep them whole, for a few steps only);
    `start` is the example to start at. Without a cap the examples must be exact and separable.

    Raises `NoSeparator` (with a certificate), `BadInput`, and `Interrupted` with the record so far.

    >>> result = run([[0, 1], [2, 1]], [1, 1], epsilon=Fraction(1, 10), bias=False)
    >>> result.w, result.weights, result.stopped, result.squared_bounds
    ((0, 1), (1, 0), 'epsilon', (Fraction(1, 1), 1))
    """
    examples = Signed(X, y, 1 if bias else 0)
    tolerance = carry(epsilon, examples.arithmetic, "epsilon")
    if tolerance < 0:
        raise BadInput(f"epsilon must be >= 0 (got {epsilon})")
    if max_updates is None:
        if not tolerance:
            raise BadInput("with epsilon = 0 the bounds may never meet; give max_updates, or epsilon > 0")
        examples.require_an_end()
    if whole(start, "start", 0) >= len(examples.y):
        raise BadInput(f"start = {start} is no example; the data have {len(examples.y)}, counted from 0")
    digits = None if bits is None or examples.arithmetic == "float64" else whole(bits, "bits", 1, MOST_DIGITS)
    learner = Learner(examples, choice("rule", rule, RULES), tolerance, digits, int(start))
    return drive(learner, learner.steps(), max_updates, progress)


def replay(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> Run:
    """Repeat the recorded run and return its record; raises `ReplayError`, naming the step, if it differs.

    >>> X, y = [[1], [2]], [-1, 1]
    >>> replay(run(X, y, epsilon=1), X, y).updates == run(X, y, epsilon=1).updates
    True
    """
    examples = Signed(X, y, 1 if record.bias else 0, record.arithmetic)
    epsilon = carry(record.epsilon, record.arithmetic, "epsilon")
    learner = Learner(examples, record.rule, epsilon, record.bits, record.start)
    return follow(learner, learner.steps(), record.steps, record)


def certificate(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> dict[str, Any]:
    """An exact run as JSON-ready data; a step is [length, to, giver].

    >>> certificate(run([[1], [2]], [1, 1], epsilon=1), [[1], [2]], [1, 1])["result"]["lowest"]
    '2'
    """
    parameters = {"rule": record.rule, "epsilon": certificates.rational(record.epsilon), "bits": record.bits,
                  "start": record.start, "bias": record.bias}  # fmt: skip
    steps = [[certificates.rational(length), to, giver] for length, to, giver in record.steps]
    result = certificates.classifier(record) | {
        "weights": certificates.rationals(record.weights),
        "norm2": certificates.rational(record.norm2), "lowest": certificates.rational(record.lowest),
    }  # fmt: skip
    return certificates.run("hull_distance", record, X, y, parameters=parameters, steps=steps, result=result)


# ---------------------------------------------------------------------------------- helpers


def _moved(weights, change):
    """A copy of the weights with the changes added."""
    moved = weights.copy()
    for j, value in change.items():
        moved[j] += value
    return moved


def _ratio(value):
    """A number that divides exactly: an int as a Fraction."""
    return Fraction(value) if isinstance(value, int) else value


def _shortened(length, bits):
    """The length, or its `bits` leading bits: rounded down, and never 0.

    >>> _shortened(Fraction(1, 3), 2), _shortened(Fraction(1, 2), 2)
    (Fraction(1, 4), Fraction(1, 2))
    """
    if bits is None:
        return length
    exact = Fraction(length)
    places = bits + exact.denominator.bit_length() - exact.numerator.bit_length()
    unit = Fraction(2) ** -places
    return exact // unit * unit
