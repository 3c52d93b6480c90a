"""SMO (sequential minimal optimization) for the soft margin: steps that change two dual weights.

Notation: the weights 0 ≤ aᵢ ≤ C of the examples have Σaᵢyᵢ = 0, and w = Σaᵢyᵢxᵢ. A step of the pair i, j adds yᵢt to aᵢ
and −yⱼt to aⱼ, so w moves by t(xᵢ − xⱼ). The limit r is the largest t that keeps both weights in [0, C]. For the
violation δ = yᵢ − yⱼ − ⟨w, xᵢ − xⱼ⟩ and η = ‖xᵢ − xⱼ‖² the step gains tδ − t²η/2 in the dual value
D = Σaᵢ − ½‖w‖². It takes t = min(δ/η, r), which gains most (`smo-clipped-step-gain`).

The pair has the largest product rδ (`choose` = "gain"), or the largest δ among the pairs with r > 0 ("violation"). If
no pair has r > 0 and δ > 0, the point is optimal. For the pair with the largest rδ, the best dual value is at most M/t
larger after t steps (`smo-rate`). For both, the sum of all t²η is at most twice the best value
(`smo-steps-square-summable`).

Source: platt1999; for the choice of the pair hush2006 and keerthi2001.
"""

from collections.abc import Generator
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from .errors import BadInput
from .options import Found, Option, Options, allow_none, at_its_value, one_of, parse_rational, parse_word, within
from .run_certificates import rational_to_text, rationals_to_text
from .run_loop import to_plain_number
from .signed_examples import SignedRule
from .svm import best_bias


class Step(NamedTuple):
    """One step: the pair i, j, and t."""

    i: int
    j: int
    t: Any


def length(violation: Any, square: Any, limit: Any) -> Any:
    """Return min(δ/η, r) for δ > 0 and η ≥ 0; the limit r if η = 0.

    >>> length(1, 4, 2), length(9, 4, 2), length(1, 0, 2)
    (Fraction(1, 4), 2, 2)
    """
    if limit * square <= violation:
        return limit
    return violation / square if isinstance(violation, float) else Fraction(violation) / square


def step(w: Any, x_i: Any, x_j: Any, t: Any) -> Any:
    """Return w + t(xᵢ − xⱼ). Nothing is checked or converted, so the arguments may be symbolic.

    >>> step(1, 5, 3, Fraction(1, 4))
    Fraction(3, 2)
    """
    return w + t * (x_i - x_j)


class Smo(SignedRule):
    """SMO for the soft margin, from the weights 0: least ½‖w‖² + C·Σξᵢ with yᵢ(⟨w, xᵢ⟩ + b) ≥ 1 − ξᵢ, ξᵢ ≥ 0.

    The final point has the dual weights `dual` and w; b is the best bias for w next to 0. `lower` is the dual value and
    `upper` the value of (w, b), so the least value lies between them. `stopped` is "optimal", "gap" (upper − lower ≤
    ε), "max_updates" or "interrupted". `separated` says whether yᵢf(xᵢ) > 0 for all i.

    >>> result = run([[0], [1], [4]], [-1, 1, 1], C=1)
    >>> result.w, result.b, result.dual, result.lower, result.upper, result.stopped
    ((1,), 0, (1, 1, 0), Fraction(3, 2), Fraction(3, 2), 'optimal')
    """

    name = "smo"
    cap = 1000
    options: ClassVar[Options] = (
        Option("C", parse_rational, "C > 0, the price of the slack", default=1, check=within(above=0)),
        Option("epsilon", parse_rational, "ε > 0: end when the value is at most ε above the least",
               **allow_none(at_its_value(within(above=0)), rational_to_text, 2**-10)),
        Option("choose", parse_word, "gain or violation: the pair that promises the largest gain, or that violates the "
               "conditions of an optimum most", default="gain",
               check=one_of(("gain", "violation")), write=str),
        )
    found: ClassVar[Found] = SignedRule.found | {
        "dual": rationals_to_text, "upper": rational_to_text, "lower": rational_to_text}
    C: Any
    epsilon: Any
    choose: str

    def beginning(self) -> Any:
        return (self.C * 0,) * len(self.examples.y), self.examples.zero()

    def vector(self) -> Any:
        return self.state[1]

    def point(self, i: int) -> Any:
        """Return xᵢ."""
        return self.examples.y[i] * self.examples.Z[i]

    def after(self, due: Step) -> Any:
        (a, w), y = self.state, self.examples.y
        moves = {due.i: y[due.i] * due.t, due.j: -y[due.j] * due.t}
        moved = tuple(weight + moves.get(i, 0) for i, weight in enumerate(a))
        return moved, step(w, self.point(due.i), self.point(due.j), due.t)

    def steps(self) -> Generator[Step, None, str]:
        while pair := self.pair(products := self.examples.products(self.vector())):
            if self.epsilon is not None:
                lower, upper, _ = self.values(products)
                if upper - lower <= self.epsilon:
                    return "gap"
            i, j, violation, limit = pair
            between = self.point(i) - self.point(j)
            yield Step(i, j, to_plain_number(length(to_plain_number(violation), between @ between, limit)))
        return "optimal"

    def pair(self, products: Any) -> tuple[int, int, Any, Any] | None:
        """Return the pair to change, with its violation and limit, from the products yᵢ⟨w, xᵢ⟩; None at an optimum.
        Among equal pairs, the pair with the largest yᵢ − ⟨w, xᵢ⟩ is taken, then the pair with the least yⱼ − ⟨w, xⱼ⟩,
        then the first pair.
        """
        (a, _), y = self.state, self.examples.y
        scores = [sign * (1 - product) for sign, product in zip(y, products, strict=True)]
        rises = [self.C - weight if sign > 0 else weight for weight, sign in zip(a, y, strict=True)]
        falls = [self.C - room for room in rises]
        up = sorted((i for i, room in enumerate(rises) if room > 0), key=lambda i: -scores[i])
        down = sorted((j for j, room in enumerate(falls) if room > 0), key=scores.__getitem__)
        if self.choose == "violation":
            up, down = up[:1], down[:1]
        best, most = None, self.C * 0
        for i in up:
            for j in down:
                violation, limit = scores[i] - scores[j], min(rises[i], falls[j])
                if violation <= 0 or self.C * violation <= most:
                    break  # as all limits are at most C, the pairs that follow gain no more
                if limit * violation > most:
                    best, most = (i, j, violation, limit), limit * violation
        return best

    def values(self, products: Any) -> tuple[Any, Any, Any]:
        """Return the dual value, the least value that w has with any bias, and the bias next to 0 that has it."""
        a, w = self.state
        half = w @ w / (2.0 if self.arithmetic == "float64" else Fraction(2))
        b, slack = best_bias(list(products), self.examples.y, self.C * 0)
        return sum(a) - half, half + self.C * slack, b

    def refuse_endless(self) -> None:
        if self.epsilon is None or self.arithmetic != "exact":
            raise BadInput("SMO need not reach the optimum; give max_updates, or exact data with epsilon")

    def is_separated(self) -> bool:
        products = self.examples.products(self.vector())
        *_, b = self.values(products)
        return all(bool(product + sign * b > 0) for sign, product in zip(self.examples.y, products, strict=True))

    def results(self, stopped: str) -> dict[str, Any]:
        lower, upper, b = self.values(self.examples.products(self.vector()))
        return super().results(stopped) | {
            "b": to_plain_number(b), "dual": tuple(map(to_plain_number, self.state[0])),
            "upper": to_plain_number(upper), "lower": to_plain_number(lower),
        }

    @staticmethod
    def step_to_json(step: Step) -> list[Any]:
        return [step.i, step.j, rational_to_text(step.t)]


Run = Smo.Run
run, replay, certificate = Smo.functions()
