"""The conventions of an implementation, inferred from a few steps, or from fits if it takes no single steps.

By steps: from w = 0 every score is 0. So the first step on e₁ shows the rule for ties, the step size α and the bias
increment c. A second, correct step shows a penalty or a threshold, and a mistake after it shows whether the step size
changes. The integers 2²⁴, 2²⁴ + 1 and 2²⁴ + 2 as coordinates show whether a weight is kept in float32, if any two lead
to different weights.

By fits: on a few fixed datasets, the module knows every state in which a run with certain conventions can end
(`reaching`). It takes the conventions that explain the results of `fit` on all of these datasets, and an order in which
a replay by the shipped rule has the same results, if there is one. A step size that floats round leaves the rule for
ties and the order unknown, since rounding decides there.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from ...algorithms.errors import format_option
from ...algorithms.perceptron import State
from .audit_data import Data, Points, is_separable
from .conventions import Conventions, radius2
from .estimator_adapter import caps_of, rows_of, was_capped
from .implementation_interface import Broken, Implementation, Refused
from .reachable_ends import ROUNDING, scales
from .update_counting import format_state, mistakes_left, numbers, replay

Ended = tuple[State, Points, list[int]]  # the state after a fit, and its data
DATA: list[Data] = [
    ([(1, 2), (3, -1), (-1, -1)], [1, 1, -1]),
    ([(2, 1), (1, 3), (-1, 0), (0, -2)], [1, 1, -1, 1]),
    ([(1,), (3,)], [-1, 1]),
    ([(-3, 2), (0, 0), (0, 2), (-2, 1), (1, -2)], [-1, 1, 1, -1, 1]),  # nearly all conventions have different ends
    ([(1, 0, 0), (0, 2, 0), (0, 0, 16)], [1, 1, -1]),  # the axes: w shows how often each was updated, so b shows c
    ([(1, 0, 0), (0, 2, 0), (0, 0, 16)], [-1, -1, 1]),
    ([(3, 1), (1, 2), (4, 0)], [1, 1, -1]),
    ([(1, 1), (2, 2), (3, -1)], [1, 1, -1]),  # an update on one of the first two is enough
    ([(1,), (2,), (5,)], [1, 1, -1]),
]
DIGITS = (2**24, 2**24 + 1, 2**24 + 2)  # coordinates; float32 represents the first and the last exactly
SHAPES = ((1, 0), (1,), (1, 0, 0), (4, 0), (0, 2))  # powers of two, so that rounding does not change the ratio
TIES_SHOWN = {(True, True): "mistake", (True, False): "positive", (False, True): "negative", (False, False): "correct"}


def infer_conventions(audited: Implementation) -> Conventions:
    """Return the conventions that a few steps and fits show; a convention that they do not show is None. A class
    without `fit` is shown the examples pass after pass until a pass has no mistake."""
    seen = (probe_steps if audited.can_step else probe_dtype)(audited)
    if audited.profile.fit is None:
        return replace(seen, order="cyclic", stop="separated")
    by_fit = probe_fits(audited, seen)
    return by_fit or seen


class _Probe:
    """A new estimator that is trained on one example after another."""

    def __init__(self, audited: Implementation) -> None:
        self.audited, self.estimator = audited, audited.fresh()

    def after(self, x: Sequence[int], label: int) -> State:
        """Train on this example and return the state."""
        self.audited.step(self.estimator, self.audited.array([x])[0], label)
        return self.audited.state(self.estimator)


def probe_steps(audited: Implementation) -> Conventions:
    """Return the conventions that single steps show; an implementation whose weights stay at 0 shows only a few."""
    start = _start(audited)
    if start != "zero":
        return Conventions(start=start, dtype=_dtype(audited), penalty=None)
    positive, negative = (_Probe(audited).after((1, 0), label) for label in (1, -1))
    tie = TIES_SHOWN[any([*negative.w, negative.b]), any([*positive.w, positive.b])]
    seen = Conventions(tie=tie, start=start, dtype=_dtype(audited), penalty=None)
    if tie == "correct":
        return seen
    label, first = (1, positive) if tie != "positive" else (-1, negative)
    rates, steps = zip(*(_step_lengths(audited, label, x) for x in SHAPES), strict=True)
    seen = replace(seen, rate=_common_value(rates), bias_step=_common_value(steps))
    return replace(seen, **_probe_second_step(audited, label, first, seen.rate))


def _common_value(values: Sequence[Any]) -> Any:
    return values[0] if len(set(values)) == 1 else "varies"


def _start(audited: Implementation) -> str:
    """Return "zero" or "random", from the weights after a first step on x = 0."""
    states = [_Probe(audited).after((0, 0), label) for label in (1, -1, 1)]
    moved = any(any(state.w) for state in states) or (states[0].b == states[1].b != 0)
    return "random" if moved else "zero"


def _step_lengths(audited: Implementation, label: int, x: Sequence[int]) -> tuple[Any, Any]:
    """Return α and c from the first update on x: the change of w over x, and the change of b over α."""
    state = _Probe(audited).after(x, label)
    k = next(k for k, value in enumerate(x) if value)
    rate = label * state.w[k] / x[k]
    return (rate, label * state.b / rate) if rate else (None, None)


def _probe_second_step(audited: Implementation, label: int, first: State, rate: Any) -> dict[str, Any]:
    """Return penalty, threshold and rate, from a correct step after the first one and a mistake after that."""
    probe = _Probe(audited)
    probe.after((1, 0), label)
    again = probe.after((2, 0), label)
    if again != first:
        grown = abs(again.w[0]) > abs(first.w[0])
        return {"threshold": Fraction(0), "penalty": None if grown else "that shrinks the weights"}
    turned = probe.after((1, 0), -label)
    constant = rate == "varies" or abs(turned.w[0] - first.w[0]) == abs(rate)
    return {"penalty": "", "rate": rate if constant else "varies"}


def _dtype(audited: Implementation) -> str | None:
    """Return the dtype that the values of the weights show; None if they show none."""
    if audited.rule.dtype is not None:
        return audited.rule.dtype
    shown = (_infer_dtype(*(_Probe(audited).after((x, 0), label).w[0] for x in DIGITS)) for label in (1, -1))
    return next(filter(None, shown), None)


def _infer_dtype(even: Fraction, odd: Fraction, next_even: Fraction) -> str | None:
    """Return the dtype of weights that come from `DIGITS`; None if all three agree, as after scaling or clipping.

    >>> _infer_dtype(0, 1, 2), _infer_dtype(0, 0, 2), _infer_dtype(1, 1, 1)
    ('float64', 'float32', None)
    """
    return "float64" if odd != even else "float32" if next_even != even else None


def probe_dtype(audited: Implementation) -> Conventions:
    """Return conventions with the dtype of the weights if `fit` shows it; exact numbers look like float64."""
    if audited.rule.dtype == "float32" or not audited.profile.readable or audited.profile.fit is None:
        return Conventions(penalty=None, dtype=audited.rule.dtype)
    try:
        kept = _infer_dtype(*(audited.state(audited.fit([(x, 0), (-x, 0)], [1, -1])).w[0] for x in DIGITS))
    except Broken:  # the class refuses these data
        return Conventions(penalty=None)
    return Conventions(penalty=None, dtype=audited.rule.dtype or kept if kept == "float64" else kept)


def probe_fits(audited: Implementation, seen: Conventions) -> Conventions | None:
    """Return conventions that extend `seen` and explain the weights of `fit` on all data; None if none do."""
    if seen.penalty or "varies" in (seen.rate, seen.bias_step) or seen.start == "random":
        return None
    if not audited.profile.readable or audited.profile.fit is None:
        return None
    fitted, states = _fit_all(audited)
    found = [(tie, rate, step) for tie, step in product(_ties(seen), _steps(states, seen))
             for rate in _rates(states, step, tie, seen)]
    guesses = [Conventions(tie, "zero", rate, step, order="any", stop="separated", dtype=seen.dtype)
               for tie, rate, step in found]
    if any(guess.rate.denominator & (guess.rate.denominator - 1) for guess in guesses):  # floats round this step size
        return replace(guesses[0], tie=None)
    for guess, order in product(guesses, ("cyclic", "first")):
        ordered = replace(guess, order=order)
        if guess.tie and all(replay(audited.with_conventions(ordered), *each).agrees for each in fitted):
            return ordered
    ties = {guess.tie for guess in guesses} - {None}
    return replace(guesses[0], tie=ties.pop() if len(ties) == 1 else None) if guesses else None


def _fit_all(audited: Implementation) -> tuple[list[tuple[Any, Points, list[int]]], list[Ended]]:
    """Return (estimator, X, y) and (state, X, y) for all data that the class takes."""
    fitted = []
    for X, y in DATA:
        with suppress(Refused):
            if not audited.homogeneous or is_separable(X, y, 0):
                fitted.append((audited.fit(X, y), X, y))
    return fitted, [(audited.state(estimator), X, y) for estimator, X, y in fitted]


def _ties(seen: Conventions) -> list[str | None]:
    return [seen.tie] if seen.tie else ["mistake", "positive", "negative", None]


def _steps(states: Sequence[Ended], seen: Conventions) -> list[Any]:
    """Return possible bias increments: the usual ones, and increments that fit the update counts of examples on
    axes."""
    if seen.bias_step is not None:
        return [seen.bias_step]
    shown = [state.b / counts for state, X, y in states if (counts := _on_axes(state, X))]
    return list(dict.fromkeys([Fraction(1), Fraction(0), "R2", *(c for c in map(_simplify_float, shown) if c > 0)]))


def _on_axes(state: State, X: Points) -> Any:
    """Return αΣkᵢyᵢ if each example lies on its own axis, else 0."""
    axes = [[j for j, value in enumerate(x) if value] for x in X]
    if any(len(axis) != 1 for axis in axes) or len({axis[0] for axis in axes}) < len(X):
        return 0
    return sum(Fraction(state.w[axis[0]]) / x[axis[0]] for axis, x in zip(axes, X, strict=True))


def _simplify_float(value: Any) -> Fraction:
    """Return the simple fraction that a float seems to round, else its exact value."""
    simple = Fraction(value).limit_denominator(10**4)
    return simple if abs(simple - value) <= ROUNDING * abs(value) else Fraction(value)


def _rates(states: Sequence[Ended], step: Any, tie: str | None, seen: Conventions) -> list[Fraction]:
    """Return the step sizes at which every `fit` ends where a run with these conventions can end."""
    common: set[Fraction] | None = None
    for state, X, y in states:
        here = scales(state, X, y, radius2(X) if step == "R2" else step, tie)
        if here is not None:
            common = here if common is None else {a for a in common if any(abs(a / b - 1) <= ROUNDING for b in here)}
    rates = {_simplify_float(rate) for rate in common or ()}
    return sorted(rates if seen.rate is None else rates & {_simplify_float(seen.rate)})


def describe_unexplained(audited: Implementation) -> str:
    """Return a sentence with the first data on which no usual conventions explain the end of `fit`."""
    if not audited.profile.readable:
        rows = rows_of(audited.fit(*DATA[0]))
        if rows < 2:
            return "no attributes of the class are the weights by which it predicts"
        return (f"coef_ has {rows} rows, like a perceptron for several classes; give "
                f"{format_option('profile', 'FILE')} "
                """with {"classes": {"shares": "chosen", "tie": "mistake"}}, or with what it does""")
    if audited.can_step and probe_fits(audited, probe_dtype(audited)):
        return "fit ends where runs of a perceptron end, but single steps by partial_fit are not steps of such a run"
    fitted, states = _fit_all(audited)
    usual = list(product(_ties(Conventions()), _steps(states, Conventions())))
    for (estimator, X, y), (state, _, _) in zip(fitted, states, strict=True):
        if not any(_rates([(state, X, y)], step, tie, Conventions()) for tie, step in usual):
            where = f"on X = ({', '.join(map(numbers, X))}), y = {audited.labels_text(y)} it ends at"
            if mistakes_left(state, X, y, None) and was_capped(audited, estimator, X, y):
                return f"{where} its cap, with mistakes left; give more passes in {' or '.join(caps_of(audited.cls))}"
            return (f"{where} {format_state(state)}, where no run of a perceptron from 0 ends, whatever its order, its "
                    "rule for ties and its step size")
    return ("no single choice of a rule for ties, a step size and a bias increment ≥ 0 explains where it ends on all "
            "data, in any order")
