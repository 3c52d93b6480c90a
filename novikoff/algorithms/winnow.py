"""Winnow: positive weights, multiplied on a mistake; the threshold is 0 and the inputs are ±1.

Main definitions:
    update, is_mistake   the step and when it is due
    run, Run             passes over the examples until one has no mistake
    replay, certificate  a record repeated, and as JSON-ready data
    delta_for            the rational δ for which a target of weight W has at most 2W² ln n mistakes
    within_bound, mistake_bound   the exact mistake bound for any δ, without logarithms; what it says of given data

The rule: aᵢ = 1 at first; x ∈ {±1}ⁿ is given the sign of ⟨a, x⟩; on a mistake, y⟨a, x⟩ ≤ 0, aᵢ ← aᵢ(1 + δ)^{y·xᵢ} for
all i. Balanced Winnow is the same on the doubled inputs (x, −x); with weights (a, a') its classifier is w = a − a',
of any signs.

Source: notes, "Winnow: multiplicative update" (the algorithm is that of littlestone1988, for ±1), which omits that
only a mistake changes the weights (without that the bound is false), what the weight of the target is, and that its
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
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from . import certificates, nearest_point, perceptron
from .certificates import rational
from .driving import Learner, Progress, drive, follow, plain_number, whole
from .errors import BadInput, NoSeparator
from .examples import Arithmetic, Exact, Number, Rows, labels, number, rows
from .perceptron import State

LONGEST = 4 * 10**6  # binary digits of the powers that the search for a bound takes
LONG = 10**6  # the longer, the closer to 0 may a weight of the target lie that the search finds

# ---------------------------------------------------------------------------------------- the rule


def update(a: Any, x: Any, y: Any, factor: Any) -> Any:
    """The weights aᵢ·F^{y·xᵢ}; they may be symbols, and nothing is checked.

    >>> update([1, 6], [1, -1], 1, Fraction(3, 2))
    [Fraction(3, 2), Fraction(4, 1)]
    """
    return [weight * factor ** (y * sign) for weight, sign in zip(a, x, strict=True)]


def is_mistake(a: Any, x: Any, y: int) -> bool:
    """Say whether y⟨a, x⟩ ≤ 0; a tie is a mistake."""
    return perceptron.is_mistake(State(a, 0), x, y)


# ----------------------------------------------------------------------------------- the mistake bound


def delta_for(weight: int) -> Fraction:
    """δ = 2/(2W − 1) for a target of weight W ≥ 1: at most 2W² ln n mistakes.

    >>> delta_for(1), delta_for(5)
    (Fraction(2, 1), Fraction(2, 9))
    """
    return Fraction(2, 2 * whole(weight, "weight", least=1) - 1)


def within_bound(mistakes: int, inputs: int, weight: int, delta: Exact, margin: int = 1) -> bool:
    """Say whether F^{mM} ≤ n^W·c^{WM}, exactly: M = `mistakes`, n = `inputs`, W = `weight`, m = `margin`.

    >>> within_bound(4, 16, 1, delta_for(1)), within_bound(5, 16, 1, delta_for(1))
    (True, False)
    """
    factor = 1 + Fraction(delta)
    growth = (factor + 1 / factor) / 2
    return factor ** (margin * mistakes) <= inputs**weight * growth ** (weight * mistakes)


def mistake_bound(X: Iterable[Iterable[Any]], y: Iterable[int], *, delta: Number = 1, balanced: bool = False) -> Any:
    """The greatest M that the bound allows with the target found for these data; None if that is none, or long.

    The target has Σuᵢ = 1 and a margin of at least g/64, g whole, so that (F^g/c^64)^M ≤ n^64. Raises what `run` does.

    >>> mistake_bound([[1, 1], [-1, 1]], [1, -1])
    1
    """
    learner = _Learner(X, y, delta, balanced)
    factor, inputs = 1 + learner.delta, learner.X.shape[1]
    ratio = factor ** math.floor(64 * _margin_of_a_target(learner)) / ((factor + 1 / factor) / 2) ** 64
    allowed = range(LONGEST // (ratio.numerator.bit_length() + ratio.denominator.bit_length()))
    if ratio <= 1 or ratio ** len(allowed) <= inputs**64:
        return None
    return bisect_right(allowed, inputs**64, key=lambda M: ratio**M) - 1


# -------------------------------------------------------------------------------------- the driver


@dataclass(frozen=True)
class Run:
    """What happened in a run, enough for anyone to repeat it with `replay`.

    `mistakes` are the examples that caused the updates, in order; `weights` the final aᵢ > 0, n of them, or 2n if
    `balanced`; w the classifier x ↦ sign ⟨w, x⟩ that they make; b is 0. `separated` says whether y⟨w, x⟩ > 0 for all
    examples. `stopped` is "separated", "max_updates" or "interrupted".
    """

    updates: int
    mistakes: tuple[int, ...]
    w: tuple[Number, ...]
    b: int
    weights: tuple[Number, ...]
    separated: bool
    stopped: str
    delta: Number
    balanced: bool
    arithmetic: Arithmetic = "exact"


class _Learner(Learner):
    """The weights of one run."""

    def __init__(self, X, y, delta, balanced):
        import numpy as np

        table = signs(X)
        self.y = labels(y, len(table))
        self.delta = Fraction(number(delta, "delta"))
        if self.delta <= 0:
            raise BadInput(f"delta must be > 0 (got {delta})")
        self.balanced = balanced
        self.X = np.array([[*x, *(-sign for sign in x)] if balanced else x for x in table], dtype=object)
        super().__init__(np.array([1] * len(self.X[0]), dtype=object))

    def after(self, step):
        import numpy as np

        return np.array(update(self.state, self.X[step], self.y[step], 1 + self.delta), dtype=object)

    def wrong(self):
        """The examples that are mistakes, in the order of the data, each judged by the state it meets."""
        return (i for i in range(len(self.y)) if is_mistake(self.state, self.X[i], self.y[i]))

    def due(self):
        """The mistakes as the passes meet them, until a pass has none."""
        before = -1
        while before < self.updates:
            before = self.updates
            yield from self.wrong()
        return "separated"

    def record(self, stopped) -> Run:
        a = tuple(map(plain_number, self.state))
        n = len(a) // 2
        w = tuple(plain_number(p - q) for p, q in zip(a[:n], a[n:], strict=True)) if self.balanced else a
        return Run(
            self.updates,
            self.steps_taken,
            w,
            0,
            a,
            not any(True for _ in self.wrong()),
            stopped,
            plain_number(self.delta),
            self.balanced,
        )


def run(
    X: Iterable[Iterable[Any]],
    y: Iterable[int],
    *,
    delta: Number = 1,
    balanced: bool = False,
    max_updates: int | None = None,
    progress: Progress = None,
) -> Run:
    """Pass over the examples with Winnow until a pass has no mistake, and return the record.

    X has shape (k, n) with entries ±1, y has k labels ±1; `delta` is δ > 0. The run stops at the mistake that would
    need update number `max_updates` + 1. Without a cap, a target u ≥ 0 with Σuᵢ = 1 and margin g = min y⟨u, x⟩ > 0 is
    searched for first, and δ must give it a finite bound, for which δ ≤ 2g suffices. `progress(updates)` is called
    after each.

    Raises `NoSeparator` if there is no such target: its certificate λ ≥ 0, Σλᵢ = 1, has Σλᵢyᵢxᵢ ≤ 0 in each
    coordinate (= 0 if balanced). Raises `BadInput` for unusable arguments, `Interrupted` with the record so far at a
    keyboard interrupt.

    >>> result = run([[1, 1], [-1, 1]], [1, -1])
    >>> result.updates, result.w, result.stopped
    (1, (2, Fraction(1, 2)), 'separated')
    """
    learner = _Learner(X, y, delta, balanced)
    if max_updates is None and any(True for _ in learner.wrong()):
        _require_an_end(learner)
    return drive(learner, learner.due(), max_updates, progress)


def signs(X: Iterable[Iterable[Any]]) -> Rows:
    """The rows of X, whose entries must be −1 or 1, as ints.

    >>> signs([[1, 0]])
    Traceback (most recent call last):
    novikoff.algorithms.errors.BadInput: X[0][1] = 0 is not -1 or 1; every coordinate must be one of the two
    """
    table = rows(X)
    for i, row in enumerate(table):
        for j, value in enumerate(row):
            if value not in (-1, 1):
                raise BadInput(f"X[{i}][{j}] = {value!s:.40} is not -1 or 1; every coordinate must be one of the two")
    return Rows(tuple(map(int, row)) for row in table)


def _require_an_end(learner):
    """Refuse an uncapped run that never ends, or may never end."""
    margin = _margin_of_a_target(learner)
    if not _has_finite_bound(learner.delta, margin):
        raise BadInput(
            f"with delta = {learner.delta} this run may never end; give max_updates, or a smaller delta, such as "
            f"{Fraction(1, math.ceil(1 / (2 * margin)))}"
        )


def _margin_of_a_target(learner):
    """min yᵢ⟨u, xᵢ⟩ > 0 of some u ≥ 0 with Σuᵢ = 1; raises `NoSeparator`.

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
    """Say whether F^g > c, or a little more, for a target u with Σuᵢ = 1 and margin g: then F^{gM} ≤ n·c^M bounds M.

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


# ------------------------------------------------------------------------- what a record is good for


def replay(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> Run:
    """Repeat the run and return its record; raises `ReplayError`, naming the step, where it differs.

    >>> X, y = [[1, 1], [-1, 1]], [1, -1]
    >>> replay(run(X, y), X, y).weights
    (2, Fraction(1, 2))
    """
    learner = _Learner(X, y, record.delta, record.balanced)
    return follow(learner, learner.due(), record.mistakes, record)


def certificate(record: Run, X: Iterable[Iterable[Any]], y: Iterable[int]) -> dict[str, Any]:
    """The run as JSON-ready data that `verifying.experts.check` can repeat.

    The weights are given by their exponents e: aᵢ = (1 + δ)^eᵢ.
    """
    table = signs(X)
    learner = _Learner(table, y, record.delta, record.balanced)
    exponents = [sum(learner.y[i] * learner.X[i][j] for i in record.mistakes) for j in range(len(record.weights))]
    parameters = {"delta": rational(record.delta), "balanced": record.balanced}
    return certificates.run(
        "winnow", record, table, learner.y, parameters=parameters, steps=[*record.mistakes],
        result={"exponents": exponents},
    )  # fmt: skip
