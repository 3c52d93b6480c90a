"""The passive-aggressive rules as update rules for an audit.

Main definitions:
    OPTIONS               the options of `--algorithm passive_aggressive`
    C_of                  the C of these options
    algorithm             a row of the registry with these options

Where the hinge loss l = max(0, 1 − y·f(x)) is positive, w moves by τ·y·x and b by τ·y. The three rules differ in τ:
PA has τ = l/s, PA-I has τ = min(C, l/s), PA-II has τ = l/(s + 1/(2C)). Here s = ‖x‖² + 1 if the bias is the weight of
a feature 1, and s = ‖x‖² if the bias is not counted, as in scikit-learn, or if there is none.

Source: `crammer2006`, Fig. 1. A run need not end, so that it is compared after a number of passes.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from ...algorithms import own
from ...algorithms.driving import choice, positive
from ...algorithms.perceptron import State
from ...algorithms.registry import Algorithm, Option, rational, word

NAME = "passive_aggressive"
OPTIONS = {
    "variant": Option("variant", word, "PA, PA-I or PA-II"),
    "C": Option("C", rational, "C > 0 of PA-I and PA-II; 1 if not given"),
    "bias": Option("bias", word, "feature (‖x‖² + 1), apart (‖x‖²) or none"),
}
WORDS = {"variant": ("PA", "PA-I", "PA-II"), "bias": ("feature", "apart", "none")}


def C_of(options: Mapping[str, Any]) -> Any:
    """Return C under these options; None for PA, which has none."""
    return None if options.get("variant", "PA") == "PA" else options.get("C", 1)


def algorithm(options: Mapping[str, Any]) -> Algorithm:
    """Return the algorithm with these options; raises `BadInput` for others.

    >>> row = algorithm({"variant": "PA-I", "C": Fraction(1, 8)})
    >>> row.run([[1], [3]], [-1, 1], order=[0, 1]).b
    0
    """
    for name, words in WORDS.items():
        choice(name, options.get(name, words[0]), words)
    variant, bias = options.get("variant", "PA"), options.get("bias", "feature")
    C = positive(options.get("C", 1), "exact", "C")
    extra = Fraction(bias == "feature") + (1 / (2 * Fraction(C)) if variant == "PA-II" else 0)

    @own.algorithm(when=lambda state, x, y: y * (state.w @ x + state.b) < 1, bias=bias != "none")
    def rule(state: State, x: Any, y: Any) -> State:
        size = x @ x + extra
        step = (1 - y * (state.w @ x + state.b)) / size if size else Fraction(0)
        if variant == "PA-I":
            step = min(C, step)
        return State(state.w + step * y * x, state.b + step * y if bias != "none" else state.b)

    made = own.Rule.of(rule, NAME)
    return Algorithm(NAME, NAME, "`crammer2006`, Fig. 1", "", options=tuple(OPTIONS.values()), rule=made,
                     solve=partial(own.run, rule=made))  # fmt: skip
