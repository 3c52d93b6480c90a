"""Von Neumann's algorithm: a separator, or a point of the hull near 0 with its weights.

Main definitions:
    is_near            ‖w‖ < ε, decided without roots
    weights_after      the convex weights of the point that steps lead to
    run, Run, replay, certificate     the driver and its record; anyone can repeat it
    answer             what a record proves of separability, in the form of `separability`

Notation: zᵢ = yᵢ(xᵢ, 1) are the signed examples of `signed`, D = max‖zᵢ‖, w = Σ λᵢzᵢ a point of their hull. While
‖w‖ ≥ ε, the example of least ⟨w, z⟩ is taken; if that is positive, w separates, else w moves towards it by the κ of
least ‖w‖: κ and the step are those of `kozinec`.

What it is to its kin. It is Kozinec's algorithm with choose="worst" (the same steps, as long as ‖w‖ ≥ ε), which has no
end but 0 itself where there is no separator; Gilbert's rule in `hull_distance` goes on where ⟨w, z⟩ > 0, to the nearest
point. The perceptron's w/k, after k mistakes from 0, is a point of the hull too; a mistake moves it by κ = 1/(k + 1)
instead of the best one (`perceptron-mean-is-hull-step`).

Bounds, whether there is a separator or not: (T + 1)‖w‖² ≤ D² after T steps, and so T ≤ D²/ε². With a separator of
margin m, T + 1 ≤ D²/m² as well. If the ball of radius r around 0 lies in the hull, ‖w‖² falls by the factor 1 − r²/D²
in each step, and T ≤ 1 + (D²/r²)·ln(D²/ε²).

Weights with ‖Σ λᵢzᵢ‖ < ε show that no margin reaches ε. That there is no separator at all is shown by weights of 0: a
run that ends without separator looks for them among the examples that it has used, by the exact nearest point of their
hull (`nearest_point`). It finds them if ε is so small that every hull of some of the examples which is nearer than ε to
0 holds 0; else `combination` may be None.

Source: dantzig1992, who had it from von Neumann, for vectors of length 1; epelmanfreund2000 (the linear rate).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from . import certificates, kozinec
from .driving import Progress, drive, follow, plain_number, positive
from .errors import BadInput
from .examples import Arithmetic, Number
from .kozinec import Step
from .separability import Separability, separate
from .signed import Signed


def is_near(ww: Any, epsilon: Any) -> Any:
    """Whether ‖w‖ < ε, from ⟨w, w⟩ and ε > 0: a bool for numbers, a relation for symbols.

    >>> is_near(4, 2), is_near(4, Fraction(5, 2))
    (False, True)
    """
    return ww < epsilon * epsilon


def weights_after(steps: Sequence[Step], start: int, count: int) -> list[Any]:
    """The convex weights, of `count` examples, of the point that the steps lead to from example `start`.

    >>> weights_after([Step(1, Fraction(1, 2)), Step(0, Fraction(1, 3))], 0, 2)
    [Fraction(2, 3), Fraction(1, 3)]
    """
    weights: list[Any] = [0] * count
    left: Any = 1
    for j, kappa in reversed(steps):
        weights[j] += left * kappa
        left *= 1 - kappa
    weights[start] += left
    return weights


@dataclass(frozen=True)
class Run:
    """What happened in a run, enough for anyone to repeat it with `replay`.

    The final point w = Σ weights[i]·zᵢ has ‖w‖² = `norm2` and min ⟨w, zᵢ⟩ = `least`. `stopped` is "separated", "near"
    (‖w‖ < ε), "origin" (w = 0), "max_updates" or "interrupted". `separated` says whether ⟨w, zᵢ⟩ > 0 for all i.
    `combination` holds exact weights of 0, the proof that there is no separator, or is None if the run found none.
    """

    updates: int
    stopped: str
    separated: bool
    w: tuple[Number, ...]
    b: Number
    norm2: Number
    least: Number
    weights: tuple[Number, ...]
    combination: tuple[Fraction, ...] | None
    steps: tuple[Step, ...]
    epsilon: Number | None
    start: int
    kappa_bits: int | None
    bias_step: Number
    arithmetic: Arithmetic

    @property
    def inseparable(self) -> bool:
        """Whether the run has a proof that there is no separator."""
        return self.combination is not None

    @property
    def combined(self) -> int | None:
        """The number of examples with positive weights in the combination that is 0, None without one."""
        return None if self.combination is None else sum(1 for weight in self.combination if weight)


class Learner(kozinec.Learner):
    """The learner of Kozinec's algorithm, with the worst example and an end near 0."""

    def __init__(self, examples: Signed, epsilon: Any, start: int, kappa_bits: int | None) -> None:
        """Start at example number `start`."""
        super().__init__(examples, None, start, "worst", kappa_bits)
        self.tolerance = None if epsilon is None else positive(epsilon, examples.arithmetic, "epsilon")

    def steps(self) -> Generator[Step, None, str]:
        """The steps that are due; return why there are no more. All is scaled by a factor s that makes it whole."""
        while any(self.state):
            products, s = self.examples.scaled_products(self.state)
            worst = min(range(len(products)), key=products.__getitem__)
            norm2 = self.examples.inner(s * self.state, s * self.state)
            if products[worst] > 0:
                return "separated"
            if self.tolerance is not None and is_near(norm2, s * self.tolerance):
                return "near"
            yield self.step_towards(worst, norm2, products[worst], s)
        return "origin"

    def record(self, stopped: str) -> Run:
        """The record so far."""
        found = super().record(stopped)
        weights = weights_after(found.steps, self.start, len(self.examples.y))
        return Run(
            updates=found.updates, stopped=stopped, separated=found.separated, w=found.w, b=found.b, norm2=found.norm2,
            least=found.least, weights=tuple(map(plain_number, weights)), combination=self._combination(found, weights),
            steps=found.steps, epsilon=None if self.tolerance is None else plain_number(self.tolerance),
            start=self.start, kappa_bits=self.kappa_bits, bias_step=found.bias_step, arithmetic=found.arithmetic,
        )  # fmt: skip

    def _combination(self, found, weights):
        """Exact weights of 0, if there are such of the examples with positive weights."""
        if found.separated or found.arithmetic != "exact":
            return None
        table, signs = self.examples.table, self.examples.y
        used = [i for i, weight in enumerate(weights) if weight]
        part = separate([table[i] for i in used], [signs[i] for i in used], bias=bool(self.examples.bias_step),
                        method="nearest_point").combination  # fmt: skip
        share = dict(zip(used, part or (), strict=False))
        return part and tuple(share.get(i, Fraction(0)) for i in range(len(weights)))


def run(
    X: Iterable[Iterable[Any]],
    y: Iterable[int],
    *,
    epsilon: Number | None = None,
    bias_step: Number | Literal["R2"] = 1,
    start: int = 0,
    kappa_bits: int | None = 8,
    max_updates: int | None = None,
    progress: Progress = None,
) -> Run:
    """Run von Neumann's algorithm and return its record.

    X has shape (n, d); y has n labels ±1. Ints and Fractions are run exactly, floats in float64. With `epsilon` > 0 the
    run ends where ‖w‖ < ε at the latest, so that exact runs need no cap; without it, and without `max_updates`, the
    examples must be exact and separable. `bias_step` is c ≥ 0 (0: no bias), or "R2" for max‖x‖². `start` is the index
    of the first w. `kappa_bits` ≥ 2 limits the digits of an exact κ, and None does not. `progress(updates)` is called
    after each step.

    Raises `NoSeparator` (with a certificate) if the run need not end, `BadInput` for unusable arguments, `Interrupted`
    (with the record so far) at a keyboard interrupt.

    >>> result = run([[0], [1], [3]], [1, -1, 1], epsilon=Fraction(1, 10))
    >>> result.stopped, result.updates, result.combination
    ('near', 7, (Fraction(1, 3), Fraction(1, 2), Fraction(1, 6)))
    """
    examples = Signed(X, y, bias_step)
    learner = Learner(examples, epsilon, start, kappa_bits)
    if max_updates is None and (learner.tolerance is None or examples.arithmetic != "exact"):
        examples.require_an_end("give max_updates, or exact data with or without epsilon")
    return drive(learner, learner.steps(), max_updates, progress)


def replay(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> Run:
    """Repeat the recorded run and return its record; raises `ReplayError`, naming the step, if it differs.

    >>> X, y = [[0], [1]], [-1, 1]
    >>> replay(run(X, y), X, y).separated
    True
    """
    examples = Signed(X, y, record.bias_step, record.arithmetic)
    learner = Learner(examples, record.epsilon, record.start, record.kappa_bits)
    return follow(learner, learner.steps(), record.steps, record)


def answer(record: Run) -> Separability:
    """What the run proves: the separator w, or weights of 0; for `separability.certificate`.

    Raises `BadInput` if it was made in float64, or has neither.

    >>> answer(run([[0], [1], [2]], [1, -1, 1], epsilon=Fraction(1, 3))).combination
    (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    """
    if record.arithmetic != "exact":
        raise BadInput("this run was made in float64, so it proves nothing; run it on ints or Fractions")
    bias, weights = bool(record.bias_step), record.combination
    if record.separated:
        w, b = tuple(Fraction(value) for value in record.w), Fraction(record.b)
        return Separability(True, w, b, None, (), bias, "von_neumann", "", "exact")
    if weights is None:
        raise BadInput("this run has neither a separator nor weights of 0; give a smaller epsilon, or more updates")
    active = tuple(i for i, weight in enumerate(weights) if weight)
    return Separability(False, None, None, weights, active, bias, "von_neumann", "", "exact")


def certificate(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> dict[str, Any]:
    """The run as JSON-ready data that `verifying.dispatch.verify` can repeat; exact runs only.

    >>> X, y = [[1], [-2]], [1, 1]
    >>> certificate(run(X, y, bias_step=0, epsilon=1), X, y)["result"]["combination"]
    ['2/3', '1/3']
    """
    rational, rationals = certificates.rational, certificates.rationals
    parameters = {
        "bias_step": rational(record.bias_step), "start": record.start,
        "epsilon": None if record.epsilon is None else rational(record.epsilon), "kappa_bits": record.kappa_bits,
    }  # fmt: skip
    steps = [{"example": j, "kappa": rational(kappa)} for j, kappa in record.steps]
    result = {
        "norm2": rational(record.norm2), "least": rational(record.least), "weights": rationals(record.weights),
        "combination": None if record.combination is None else rationals(record.combination),
        "inseparable": record.inseparable, **certificates.classifier(record),
    }  # fmt: skip
    return certificates.run("von_neumann", record, X, y, parameters=parameters, steps=steps, result=result)
