"""The conventions of an implementation, found out by a few steps, or by a few fits where it takes no single steps.

Main definitions:
    found_out   the conventions that could be observed; those that could not are None

By steps. From w = 0 every score is 0, so the first step on e₁ shows the rule for ties, its length α and the bias
increment c; a second, correct step shows a penalty or a threshold; a mistake after it, a step size that changes; the
integer 2²⁴ + 1 as a coordinate, a weight kept in float32. By fits: the shipped rule is replayed under every combination
of conventions on fixed datasets, and the first one that ends at the weights of `fit` each time is taken.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from ...algorithms.perceptron import State
from .conventions import Conventions
from .counting import replay
from .implementations import Implementation

DATA: list[tuple[Any, list[int]]] = [
    ([(1, 2), (3, -1), (-1, -1)], [1, 1, -1]),
    ([(2, 1), (1, 3), (-1, 0), (0, -2)], [1, 1, -1, 1]),
    ([(1,), (3,)], [-1, 1]),
    ([(-3, 2), (0, 0), (0, 2), (-2, 1), (1, -2)], [-1, 1, 1, -1, 1]),  # nearly all combinations end elsewhere
]
SHAPES = ((1, 0), (1,), (1, 0, 0), (4, 0), (0, 2))  # powers of two: rounding leaves the ratio as it is
TIES_SHOWN = {(True, True): "mistake", (True, False): "positive", (False, True): "negative", (False, False): "correct"}


def found_out(audited: Implementation) -> Conventions:
    """Return what a few steps, and fits, show of the conventions; None is what they do not show."""
    seen = by_steps(audited) if audited.can_step else Conventions(penalty=None)
    by_fit = by_fits(audited, seen)
    return by_fit or seen


# ------------------------------------------------------------------------------------------------ steps


class _Probe:
    """A new estimator that is shown one example after another."""

    def __init__(self, audited):
        self.audited, self.estimator = audited, audited.fresh()

    def after(self, x, label) -> State:
        """Return the state after this example."""
        self.audited.step(self.estimator, self.audited.array([x])[0], label)
        return self.audited.state(self.estimator)


def by_steps(audited: Implementation) -> Conventions:
    """Return what single steps show; they end with what cannot be seen from weights that never leave 0."""
    start = _start(audited)
    if start != "zero":
        return Conventions(start=start, dtype=_dtype(audited), penalty=None)
    positive, negative = (_Probe(audited).after((1, 0), label) for label in (1, -1))
    tie = TIES_SHOWN[any([*negative.w, negative.b]), any([*positive.w, positive.b])]
    seen = Conventions(tie=tie, start=start, dtype=_dtype(audited), penalty=None)
    if tie == "correct":
        return seen
    label, first = (1, positive) if tie != "positive" else (-1, negative)
    rates, steps = zip(*(_lengths(audited, label, x) for x in SHAPES), strict=True)
    seen = replace(seen, rate=_only(rates), bias_step=_only(steps))
    return replace(seen, **_second(audited, label, first, seen.rate))


def _only(values):
    """Return the one value that all are, or "varies"."""
    return values[0] if len(set(values)) == 1 else "varies"


def _start(audited):
    """Return "zero" or "random", from what the first step on x = 0 leaves in w."""
    states = [_Probe(audited).after((0, 0), label) for label in (1, -1, 1)]
    moved = any(any(state.w) for state in states) or (states[0].b == states[1].b != 0)
    return "random" if moved else "zero"


def _lengths(audited, label, x):
    """Return α and c, from the first update on x: that of w over x, and that of b over α."""
    state = _Probe(audited).after(x, label)
    k = next(k for k, value in enumerate(x) if value)
    rate = label * state.w[k] / x[k]
    return (rate, label * state.b / rate) if rate else (None, None)


def _second(audited, label, first, rate):
    """Return penalty, threshold and rate, from a correct step after the first and from a mistake after that."""
    probe = _Probe(audited)
    probe.after((1, 0), label)
    again = probe.after((2, 0), label)
    if again != first:
        grown = abs(again.w[0]) > abs(first.w[0])
        return {"threshold": Fraction(0), "penalty": None if grown else "that shrinks the weights"}
    turned = probe.after((1, 0), -label)
    constant = rate == "varies" or abs(turned.w[0] - first.w[0]) == abs(rate)
    return {"penalty": "", "rate": rate if constant else "varies"}


def _dtype(audited):
    """Return the dtype in which weights are kept: 2²⁴ + 1 and 1/3 as coordinates show it."""
    if audited.rule.dtype is not None:
        return audited.rule.dtype
    for label in (1, -1):
        w, unit = (_Probe(audited).after((x, 0), label).w[0] for x in (2**24 + 1, 1))
        if w and w == 2**24 * unit:
            return "float32"
    return "float64"


# ------------------------------------------------------------------------------------------------- fits


def by_fits(audited: Implementation, seen: Conventions) -> Conventions | None:
    """Return the first combination, of what is not seen yet, whose replay ends at the weights of `fit` on all data."""
    if seen.penalty or seen.rate == "varies" or seen.bias_step == "varies" or seen.start == "random":
        return None
    fitted = [(audited.fit(X, y), X, y) for X, y in DATA]
    wanted = [audited.state(estimator) for estimator, _, _ in fitted]
    ties = [seen.tie] if seen.tie else ["mistake", "positive", "negative"]
    rates = [seen.rate] if seen.rate else _rates(wanted)
    steps = [Fraction(1), Fraction(0), "R2", Fraction(1, 100)] if seen.bias_step is None else [seen.bias_step]
    for tie, rate, step, order in product(ties, rates, steps, ("cyclic", "first")):
        guess = Conventions(tie, "zero", rate, step, Fraction(0), order, "separated", "", seen.dtype or "float64")
        if all(replay(audited.obeying(guess), *each).agrees for each in fitted):
            return guess
    return None


def _rates(states):
    """Return possible step sizes: 1, and the least difference from 0 that is seen in a weight."""
    values = [abs(value) for state in states for value in [*state.w, state.b] if value]
    return [Fraction(1), *({min(values)} - {1} if values else ())]
