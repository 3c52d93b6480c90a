"""The passive-aggressive rules as update rules for an audit.

Where the hinge loss l = max(0, 1 − y·f(x)) is positive, w moves by τ·y·x and b by τ·y. The three rules differ in τ: PA
has τ = l/s, PA-I has τ = min(C, l/s), PA-II has τ = l/(s + 1/(2C)). Here s = ‖x‖² + 1 if the bias is the weight of a
feature 1. If the bias is not counted, as in scikit-learn, or if there is none, s = ‖x‖².

With several classes, "one-vs-rest" runs the rule for each class against all others, as scikit-learn does. "highest" has
the loss max(0, 1 − f_r(x) + f_s(x)) for the class r of x and the class s with the highest score among the others, and
moves both, as `crammer2006` does for several classes.

Source: `crammer2006`, Fig. 1. A run need not end, so runs are compared after a number of passes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from ...algorithms import user_rules
from ...algorithms.options import Option, parse_rational, parse_word
from ...algorithms.perceptron import State
from ...algorithms.registry import Algorithm
from ...algorithms.run_loop import check_choice, check_positive

NAME = "passive_aggressive"
OPTIONS = {
    "variant": Option("variant", parse_word, "PA, PA-I or PA-II"),
    "C": Option("C", parse_rational, "C > 0 of PA-I and PA-II; 1 if not given"),
    "bias": Option("bias", parse_word, "feature (‖x‖² + 1), apart (‖x‖²) or none"),
    "classes": Option("classes", parse_word, "one-vs-rest or highest; if not given, both are tried"),
}
WORDS = {"variant": ("PA", "PA-I", "PA-II"), "bias": ("feature", "apart", "none"),
         "classes": ("one-vs-rest", "highest")}
NEAR = Fraction(1, 2**30)  # relative to the largest score: rounding may reorder scores this close


@dataclass(frozen=True)
class Step:
    """The step sizes under these options; `extra` is the square that a bias feature adds to ‖x‖²."""

    variant: str
    C: Any
    extra: Fraction

    @classmethod
    def read(cls, options: Mapping[str, Any]) -> Step:
        """Read the options; raises `BadInput` for others."""
        for name, words in WORDS.items():
            check_choice(name, options.get(name, words[0]), words)
        C = check_positive(options.get("C", 1), "exact", "C")
        return cls(options.get("variant", "PA"), C, Fraction(options.get("bias", "feature") == "feature"))

    def of(self, loss: Any, size: Any) -> Any:
        """Return τ for this loss, if w moves along a vector of this squared length."""
        size += 1 / (2 * Fraction(self.C)) if self.variant == "PA-II" else 0
        step = loss / size if size else Fraction(0)
        return min(self.C, step) if self.variant == "PA-I" else step


def algorithm(options: Mapping[str, Any]) -> Algorithm:
    """Return the algorithm with these options; raises `BadInput` for others.

    >>> row = algorithm({"variant": "PA-I", "C": Fraction(1, 8)})
    >>> row.run([[1], [3]], [-1, 1], order=[0, 1]).b
    0
    """
    steps, bias = Step.read(options), options.get("bias", "feature") != "none"

    @user_rules.algorithm(when=lambda state, x, y: y * (state.w @ x + state.b) < 1, bias=bias)
    def rule(state: State, x: Any, y: Any) -> State:
        step = steps.of(1 - y * (state.w @ x + state.b), x @ x + steps.extra)
        return State(state.w + step * y * x, state.b + step * y if bias else state.b)

    made = user_rules.Rule.of(rule, NAME)
    return Algorithm(NAME, NAME, "`crammer2006`, Fig. 1", "", options=tuple(OPTIONS.values()), rule=made,
                     solve=partial(user_rules.run, rule=made))


def one_vs_rest(options: Mapping[str, Any], X: Any, y: Any, passes: int) -> list[State] | None:
    """Run the rule for each class, with the label 1 for its examples and −1 for all others. Return the weights by
    class."""
    entry, order = algorithm(options), [*range(len(y))] * passes
    runs = [entry.run(X, [1 if label == k else -1 for label in y], order=order, max_updates=len(order))
            for k in range(len(set(y)))]
    return [State(user_rules.exact_vector(run.w), Fraction(run.b)) for run in runs]


def highest(options: Mapping[str, Any], X: Any, y: Any, passes: int) -> list[State] | None:
    """Run the rule that makes the class of x lead by 1 over the first of the other classes with the highest score.
    Returns the weights by class, or None where rounding may decide which other class has the highest score. An update
    moves the class of x by τ·x, and the other one by −τ·x: along a vector of the squared length 2(‖x‖² + 1)."""
    steps, bias = Step.read(options), options.get("bias", "feature") != "none"
    states = [State(user_rules.exact_vector([0] * len(X[0])), Fraction(0)) for _ in set(y)]
    for x, right in list(zip(map(user_rules.exact_vector, X), y, strict=True)) * passes:
        scores = [state.w @ x + state.b for state in states]
        others = [k for k in range(len(scores)) if k != right]
        other = max(others, key=lambda k: scores[k])
        loss = 1 - scores[right] + scores[other]
        if loss <= 0:
            continue
        lead = min(scores[other] - scores[k] for k in others if k != other)
        if any(scores) and lead <= NEAR * max(map(abs, scores)):
            return None
        step = steps.of(loss, 2 * (x @ x + steps.extra))
        for k, sign in ((right, 1), (other, -1)):
            w, b = states[k]
            states[k] = State(w + sign * step * x, b + sign * step if bias else b)
    return states


SEVERAL: dict[str, Callable[[Mapping[str, Any], Any, Any, int], list[State] | None]] = {
    "one-vs-rest": one_vs_rest, "highest": highest,
}
