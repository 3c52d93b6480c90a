"""Von Neumann's algorithm: a separator, or a point of the hull near 0 with its weights.

Notation: zᵢ = yᵢ(xᵢ, 1) are the signed examples of `signed_examples`, D = max‖zᵢ‖, w = Σ λᵢzᵢ a point of their hull.
While ‖w‖ ≥ ε, the algorithm takes the example of least ⟨w, z⟩. If that product is positive, w separates. Otherwise w
moves towards the example by the κ of least ‖w‖, with `kozinec.kappa` and `kozinec.step`.

Related algorithms. While ‖w‖ ≥ ε, Kozinec's algorithm with choose="worst" makes the same steps. Without a separator
it ends only at 0. Gilbert's rule in `hull_distance` continues if ⟨w, z⟩ > 0, to the nearest point. After k mistakes
from 0, the perceptron's w/k is a point of the hull, too; a mistake moves it by κ = 1/(k + 1) instead of the best κ
(`perceptron-mean-is-hull-step`).

Bounds, whether there is a separator or not: (T + 1)‖w‖² ≤ D² after T steps, and so T ≤ D²/ε². With a separator of
margin m, T + 1 ≤ D²/m² as well. If the ball of radius r around 0 lies in the hull, ‖w‖² falls by the factor 1 − r²/D²
in each step, and T ≤ 1 + (D²/r²)·ln(D²/ε²).

Convex weights λ with ‖Σ λᵢzᵢ‖ < ε show that no margin reaches ε. Convex weights with Σ λᵢzᵢ = 0 show that there is no
separator at all. A run that ends without a separator searches for weights of the second kind among the examples used,
by the exact nearest point of their hull (`nearest_point`). It finds them if ε is so small that the hull of some of the
examples contains 0 whenever its distance from 0 is below ε; otherwise `combination` may be None.

Source: dantzig1992, who had it from von Neumann, for vectors of length 1; epelmanfreund2000 (the linear rate).
"""

from collections.abc import Generator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

from .base_rule import Record
from .errors import BadInput
from .kozinec import EPSILON, FIRST, KAPPA_BITS, Step, Towards
from .options import BIAS_STEP, Found, Options
from .run_certificates import rationals_to_text
from .run_loop import to_plain_number
from .separability import Separability, inseparable, separate


def is_near(ww: Any, epsilon: Any) -> Any:
    """Return whether ‖w‖ < ε, from ⟨w, w⟩ and ε > 0: a bool for numbers, a relation for symbols.

    >>> is_near(4, 2), is_near(4, Fraction(5, 2))
    (False, True)
    """
    return ww < epsilon * epsilon


def weights_after(steps: Sequence[Step], start: int, count: int) -> list[Any]:
    """Return the convex weights, of `count` examples, of the point to which the steps lead from example `start`.

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


class VonNeumann(Towards):
    """Von Neumann's algorithm. With `epsilon` > 0 the run ends where ‖w‖ < ε at the latest, so that exact runs need no
    cap; without it, and without `max_updates`, the examples must be exact and separable.

    The final point w = Σ weights[i]·zᵢ has ‖w‖² = `norm2` and min ⟨w, zᵢ⟩ = `least`. `stopped` is "separated", "near"
    (‖w‖ < ε), "origin" (w = 0), "max_updates" or "interrupted". `separated` says whether ⟨w, zᵢ⟩ > 0 for all i.
    `combination` holds exact convex weights with Σ λᵢzᵢ = 0, the proof that there is no separator, or is None if the
    run found none; `inseparable` says whether it found one, and `combined` how many of its weights are positive.

    >>> result = run([[0], [1], [3]], [1, -1, 1], epsilon=Fraction(1, 10))
    >>> result.stopped, result.updates, result.combination
    ('near', 7, (Fraction(1, 3), Fraction(1, 2), Fraction(1, 6)))
    """

    name = "von_neumann"
    cap = 500
    options: ClassVar[Options] = (
        replace(EPSILON, meaning="ε > 0: end when a point of the hull is nearer than ε to 0"),
        BIAS_STEP, FIRST, KAPPA_BITS)
    found: ClassVar[Found] = Towards.found | {
        "weights": rationals_to_text, "combination": lambda given: None if given is None else rationals_to_text(given),
        "inseparable": bool, "combined": None}

    def steps(self) -> Generator[Step, None, str]:
        """Yield the steps that are due; return why there are no more. Everything is scaled by a factor s that makes it
        integral.
        """
        while any(self.state):
            products, s = self.examples.scaled_products(self.state)
            worst = min(range(len(products)), key=products.__getitem__)
            norm2 = self.examples.inner(s * self.state, s * self.state)
            if products[worst] > 0:
                return "separated"
            if self.epsilon is not None and is_near(norm2, s * self.epsilon):
                return "near"
            yield self.step_towards(worst, norm2, products[worst], s)
        return "origin"

    def refuse_endless(self) -> None:
        if self.epsilon is None or self.arithmetic != "exact":
            self.examples.require_an_end("give max_updates, or exact data with or without epsilon")

    def results(self, stopped: str) -> dict[str, Any]:
        """Return the result, its weights, and convex weights with Σ λᵢzᵢ = 0 if any are found."""
        found = super().results(stopped)
        weights = weights_after(self.steps_taken, self.start, len(self.examples.y))
        combination = self._combination(found["separated"], weights)
        combined = None if combination is None else sum(1 for weight in combination if weight)
        return found | {"weights": tuple(map(to_plain_number, weights)), "combination": combination,
                        "inseparable": combination is not None, "combined": combined}

    def _combination(self, separated, weights):
        """Return exact convex weights with Σ λᵢzᵢ = 0 among the examples with positive weights, or None."""
        if separated or self.arithmetic != "exact":
            return None
        table, signs = self.examples.table, self.examples.y
        used = [i for i, weight in enumerate(weights) if weight]
        part = separate([table[i] for i in used], [signs[i] for i in used], bias=bool(self.examples.bias_step),
                        method="nearest_point").combination
        share = dict(zip(used, part or (), strict=False))
        return part and tuple(share.get(i, Fraction(0)) for i in range(len(weights)))


Run = VonNeumann.Run
run, replay, certificate = VonNeumann.functions()


def answer(record: Record) -> Separability:
    """Return what the run proves for `separability.certificate`: the separator w, or convex weights with Σ λᵢzᵢ = 0.

    Raises `BadInput` for a run in float64, and for a run that found neither.

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
        raise BadInput("this run found neither a separator nor a combination that is 0; give a smaller epsilon, or "
                       "more updates")
    return inseparable(weights, bias, "", "von_neumann")
