"""Winnow: positive weights, multiplied on a mistake; the threshold is 0 and the inputs are ±1.

The rule: aᵢ = 1 at first, and x ∈ {±1}ⁿ gets the sign of ⟨a, x⟩. A mistake (y⟨a, x⟩ ≤ 0) changes aᵢ to
aᵢ(1 + δ)^{y·xᵢ} for all i. Balanced Winnow runs the same rule on the doubled inputs (x, −x). With weights (a, a') its
classifier is w = a − a', which may have any signs.

Source: notes, "Winnow: multiplicative update" (the algorithm of littlestone1988, for ±1), which omits three things.
Only a mistake changes the weights; otherwise the bound is false. The weight of the target is undefined there. Its
weights must not be negative: the target −x₁ is never learnt.

Bound. Let the target w have integer weights wᵢ ≥ 0, W = Σwᵢ ≥ 1, and yₜ⟨w, xₜ⟩ ≥ m for all t, m ≥ 1. (Balanced Winnow:
any signs, W = Σ|wᵢ|, and 2n for n.) With F = 1 + δ and c = (F + 1/F)/2, the number M of mistakes satisfies

    F^{mM} ≤ n^W·c^{WM}        and, for δ = 2/(2W − 1), M ≤ 2W² ln n, which is the O(W² log n) of the notes.

The usual δ = e^{1/W} − 1, with the same bound, is irrational. On a mistake the inputs that agree with y have at most
half of S = Σaᵢ, so that S grows at most by the factor c, and S ≤ n·c^M in the end, while Πaᵢ^{wᵢ} = F^{Σyₜ⟨w, xₜ⟩} ≥
F^{mM} and each aᵢ ≤ S. If δ = 2/(2W − 1), ln F = 2 artanh(1/2W) ≥ 1/W + 1/12W³ and ln c = 2 artanh(1/4W²) ≤ 1/2W² +
1/90W⁴, so that ln F − W·ln c ≥ 1/2W. A δ that does not depend on W is not enough: with δ = 1 the target x₁ + x₂ + x₃
+ 2x₄ has infinite runs.

Arithmetic: exact. A float δ counts at its exact binary value, which the record shows.
"""

import math
from bisect import bisect_right
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, ClassVar

from . import nearest_point, perceptron
from .base_rule import PassingRule
from .errors import BadExample, BadInput, NoSeparator
from .labelled_examples import Arithmetic, Number, Rows, labels, rows
from .lazy_numpy import np
from .options import Found, Option, Options, at_its_value, identity, parse_flag, parse_rational, within
from .perceptron import State
from .run_loop import check_integer, to_plain_number

LONGEST = 4 * 10**6  # binary digits of the powers that the search for a bound computes
LONG = 10**6  # a larger number lets the search find targets with weights closer to 0


def update(a: Any, x: Any, y: Any, factor: Any) -> Any:
    """Return the weights aᵢ·F^{y·xᵢ}; they may be symbols, and nothing is checked.

    >>> update([1, 6], [1, -1], 1, Fraction(3, 2))
    [Fraction(3, 2), Fraction(4, 1)]
    """
    return [weight * factor ** (y * sign) for weight, sign in zip(a, x, strict=True)]


def is_mistake(a: Any, x: Any, y: int) -> bool:
    """Return whether y⟨a, x⟩ ≤ 0; a tie is a mistake."""
    return perceptron.is_mistake(State(a, 0), x, y)


def delta_for(weight: int) -> Fraction:
    """Return δ = 2/(2W − 1) for a target of weight W ≥ 1: at most 2W² ln n mistakes.

    >>> delta_for(1), delta_for(5)
    (Fraction(2, 1), Fraction(2, 9))
    """
    return Fraction(2, 2 * check_integer(weight, "weight", least=1) - 1)


def mistake_bound(X: Iterable[Iterable[Any]], y: Iterable[int], *, delta: Number = 1, balanced: bool = False) -> Any:
    """Return the greatest M that the bound allows with the target found for these data; None if there is none, or it is
    too long to compute.

    The target has Σuᵢ = 1 and a margin of at least g/64, g whole, so that (F^g/c^64)^M ≤ n^64. Raises the same errors
    as `run`.

    >>> mistake_bound([[1, 1], [-1, 1]], [1, -1])
    1
    """
    learner = Winnow(X, y, delta=delta, balanced=balanced)
    factor, inputs = 1 + learner.delta, learner.X.shape[1]
    ratio = factor ** math.floor(64 * _margin_of_a_target(learner)) / ((factor + 1 / factor) / 2) ** 64
    allowed = range(LONGEST // (ratio.numerator.bit_length() + ratio.denominator.bit_length()))
    if ratio <= 1 or ratio ** len(allowed) <= inputs**64:
        return None
    return bisect_right(allowed, inputs**64, key=lambda M: ratio**M) - 1


class OnSigns(PassingRule):
    """A rule on examples with coordinates ±1. Its weights are powers of a base, with exponents that are 0 at first. Its
    runs are always exact."""

    arithmetic: Arithmetic = "exact"

    def __init__(self, X: Iterable[Iterable[Any]], y: Iterable[int], **settings: Any) -> None:
        """Set the examples and the rule's options."""
        table = signs(X)
        self.y: tuple[int, ...] = labels(y, len(table))
        self.set_options(settings)
        self.X = np.array([self.inputs(x) for x in table], dtype=object)
        super().__init__(np.array([1] * len(self.X[0]), dtype=object))

    @classmethod
    def examples_to_json(cls, X: Iterable[Any]) -> Iterable[Any]:
        return signs(X)

    def inputs(self, x: tuple[int, ...]) -> list[int]:
        """Return the inputs of an example."""
        return list(x)

    def classifier(self) -> tuple[Number, ...]:
        """Return the w of the classifier that the weights make."""
        return tuple(map(to_plain_number, self.state))

    def results(self, stopped: str) -> dict[str, Any]:
        return super().results(stopped) | {"w": self.classifier(), "b": 0}


class Winnow(OnSigns):
    """Winnow: passes over the examples until one has no mistake. Without a cap, the run first searches for a target u ≥
    0 with Σuᵢ = 1 and margin g = min y⟨u, x⟩ > 0. For this target, δ must give a finite bound; δ ≤ 2g suffices.

    `weights` are the final aᵢ > 0, n of them, or 2n if `balanced`, and `exponents` their e, aᵢ = (1 + δ)^eᵢ; w is the
    classifier x ↦ sign ⟨w, x⟩ that they make. `separated` says whether y⟨w, x⟩ > 0 for all examples. `stopped` is
    "separated", "max_updates" or "interrupted". The certificate of a `NoSeparator` is λ ≥ 0, Σλᵢ = 1, with Σλᵢyᵢxᵢ ≤ 0
    in each coordinate (= 0 if balanced).

    >>> result = run([[1, 1], [-1, 1]], [1, -1])
    >>> result.updates, result.w, result.stopped
    (1, (2, Fraction(1, 2)), 'separated')
    """

    name = "winnow"
    options: ClassVar[Options] = (
        Option("delta", parse_rational, "δ > 0: a mistake multiplies weights by (1 + δ)^{±1}", default=1,
               check=at_its_value(within(above=0))),
        Option("balanced", parse_flag, "true: weights of any sign", default=False, write=identity))
    found: ClassVar[Found] = {"mistakes": None, "w": None, "b": None, "weights": None, "exponents": list}
    delta: Fraction
    balanced: bool

    def inputs(self, x: tuple[int, ...]) -> list[int]:
        """Return the inputs of an example, doubled for weights of any sign."""
        return [*x, *(-sign for sign in x)] if self.balanced else list(x)

    def is_wrong(self, i: int) -> bool:
        return is_mistake(self.state, self.X[i], self.y[i])

    def after(self, step: int) -> Any:
        return np.array(update(self.state, self.X[step], self.y[step], 1 + self.delta), dtype=object)

    def require_an_end(self) -> None:
        margin = _margin_of_a_target(self)
        if not _has_finite_bound(self.delta, margin):
            raise BadInput(
                f"with delta = {self.delta} this run may never end; give max_updates, or a smaller delta, such as "
                f"{Fraction(1, math.ceil(1 / (2 * margin)))}"
            )

    def classifier(self) -> tuple[Number, ...]:
        a, n = self.state, len(self.state) // 2
        return tuple(map(to_plain_number, a[:n] - a[n:])) if self.balanced else super().classifier()

    def results(self, stopped: str) -> dict[str, Any]:
        """Return the weights, their exponents, and the classifier that they make."""
        steps, a = self.steps_taken, self.state
        exponents = tuple(int(sum(self.y[i] * self.X[i][j] for i in steps)) for j in range(len(a)))
        return super().results(stopped) | {"weights": tuple(map(to_plain_number, a)), "exponents": exponents}


Run = Winnow.Run
run, replay, certificate = Winnow.functions()


def signs(X: Iterable[Iterable[Any]]) -> Rows:
    """Return the rows of X as ints; raise `BadInput` for an entry other than −1 and 1.

    >>> signs([[1, 0]])
    Traceback (most recent call last):
    novikoff.algorithms.errors.BadExample: X[0][1] = 0 is not -1 or 1; write every number as one of the two
    """
    table = rows(X)
    for i, row in enumerate(table):
        for j, value in enumerate(row):
            if value not in (-1, 1):
                raise BadExample((i, j), "is not -1 or 1; write every number as one of the two", value)
    return Rows(tuple(map(int, row)) for row in table)


def _margin_of_a_target(learner):
    """Return min yᵢ⟨u, xᵢ⟩ > 0 of some u ≥ 0 with Σuᵢ = 1; raise `NoSeparator`.

    The hull of the yᵢxᵢ and of long multiples of the unit vectors misses 0 if and only if some u > 0 has yᵢ⟨u, xᵢ⟩ >
    0 for all i; its point nearest to 0 is one.
    """
    count, n = learner.X.shape
    units = [[LONG * (i == j) for j in range(n)] for i in range(n)]
    try:
        target = nearest_point.require_separator([*learner.X.tolist(), *units], [*learner.y, *[1] * n], 0).point
    except NoSeparator as error:
        raise _no_target(error.certificate[:count], learner.balanced) from None
    return min(sign * (x @ target) for x, sign in zip(learner.X, learner.y, strict=True)) / sum(target)


def _has_finite_bound(delta, margin):
    """Return whether F^g > c (or a slightly stronger condition) for a target u with Σuᵢ = 1 and margin g. Then F^{gM} ≤
    n·c^M bounds M.

    δ ≤ 2g suffices: with η = ln F < δ, ln c = ln cosh η < η²/2 < ηg. For large g the powers themselves are compared.
    """
    factor = 1 + delta
    return delta <= 2 * margin or factor ** math.floor(64 * margin) > ((factor + 1 / factor) / 2) ** 64


def _no_target(certificate, balanced):
    total = sum(certificate)
    active = [i for i, weight in enumerate(certificate) if weight]
    kind, relation, advice = (
        ("", "= 0", "")
        if balanced
        else (" >= 0", "<= 0 in every coordinate", "; for a target with negative weights use balanced=True")
    )
    return NoSeparator(
        f"no weights{kind} separate the examples: Σ λ[i]·y[i]·x[i] {relation}, with weights λ > 0 on the "
        f"examples {active}{advice}",
        tuple(weight / total for weight in certificate),
    )
