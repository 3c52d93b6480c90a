"""The conventions of an implementation of the perceptron, and the theorem about such runs.

The theorem. Let every update add αyx to w and αcy to b, and let it be made only where y(⟨w, x⟩ + b) ≤ β; α > 0, c ≥ 0,
β ≥ 0. Write v = (w, b) with ⟨(w, b), (w', b')⟩ = ⟨w, w'⟩ + bb'/c (c = 0: no bias), D² = max‖x‖² + c, and let v* have
y(⟨w*, x⟩ + b*) ≥ 1 on all examples, V = ‖v*‖². After k updates from v₀

    ⟨v, v*⟩ ≥ ⟨v₀, v*⟩ + kα           (lecture-alignment-from-any-start, bias-step-alignment)
    ‖v‖² ≤ ‖v₀‖² + k(α²D² + 2αβ)      (lecture-norm-growth-from-any-start, bias-step-norm-growth)

so that by Cauchy–Schwarz s = ⟨v₀, v*⟩ + kα has s ≤ 0 or s² ≤ (‖v₀‖² + k(α²D² + 2αβ))·V, which is
`margin-perceptron-bound-from-any-start`. For v₀ = 0 this is `margin-perceptron-update-bound`, k ≤ (R² + c + 2β/α)·V.
For β = 0 it is the mistake bound for this c at the best v*. `proofs.bounds` reads these claims, so that no bound is
written here. The order of visits, the rule for ties and the reason for the end do not matter. A penalty moves v between
updates, and with a changing step size there is no α. Then neither line holds, and no theorem applies.

>>> rule = Conventions(tie="mistake", start="zero", rate=Fraction(1), bias_step=Fraction(1))
>>> theorem = updates_theorem(rule)
>>> theorem.name, theorem.most([(1,), (3,)], [-1, 1])
('smola-mistake-bound', 50)
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Any

from ...algorithms import nearest_point
from ...algorithms.errors import BadInput
from ...algorithms.perceptron import TIES
from ...proofs.bounds import bound, conclusion
from ..bounds import BOUNDS, Separator
from ..worst_cases.ratio_bounds import last

FROM_ANY_START = "margin-perceptron-bound-from-any-start"
RULES: dict[str, tuple[str, ...]] = {
    "tie": tuple(TIES),
    "start": ("zero", "random"),
    "order": ("cyclic", "first", "shuffled", "any", "batch"),
    "stop": ("separated", "plateau", "epochs"),
    "dtype": ("exact", "float64", "float32"),
}
ZERO = Fraction(0)
MOST_DIGITS = 400  # before or behind the point of a number with an exponent
NO_PENALTY = "none"  # as the audit prints it
WORDS: dict[str, tuple[str, ...]] = {"rate": ("varies",), "bias_step": ("R2", "varies"), "threshold": ()}


def suggest_name(word: Any, words: Iterable[str]) -> str:
    """Return the question " (did you mean …?)" with the closest of the words, "" if none is close.

    >>> suggest_name("ties", ["tie", "rate"])
    " (did you mean 'tie'?)"
    """
    close = difflib.get_close_matches(str(word)[:40], list(words), n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


@dataclass(frozen=True)
class Conventions:
    """The conventions by which an implementation learns; None means unknown.

    `rate` is α > 0 or "varies"; `bias_step` is c ≥ 0, "R2", or "varies"; `threshold` is β ≥ 0. `penalty` names what
    moves the weights between updates; "" means nothing does. `start` is "zero" or "random"; a profile can reproduce a
    random start. `stop` is the reason for which `fit` ends: no mistake is left, the loss makes no progress, or all
    epochs are done. A run in the order "any" cannot be repeated from outside.
    """

    tie: str | None = None
    start: str | None = None
    rate: Any = None
    bias_step: Any = None
    threshold: Fraction = ZERO
    order: str | None = None
    stop: str | None = None
    penalty: str | None = ""
    dtype: str | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any], where: str = "", others: Sequence[str] = ()) -> Conventions:
        """Return the conventions that JSON data describe; numbers are strings "p/q" or integers, and the penalty "none"
        is none. Raises `BadInput` with a sentence that begins with `where`. `others` are words that it suggests besides
        the conventions.

        >>> Conventions.from_json({"tie": "mistake", "bias_step": "1/100", "penalty": "none"}).bias_step
        Fraction(1, 100)
        """
        known = [field.name for field in fields(cls)]
        for name, value in data.items():
            if name not in known:
                words = sorted([*known, *others])
                said = f"{where}there is no field {name!r:.60}{suggest_name(name, words)}"
                raise BadInput(f"{said}; the fields are: {', '.join(words)}")
            if name in RULES and value not in RULES[name]:
                said = f"{where}{name} = {value!r:.60} is unknown{suggest_name(value, RULES[name])}"
                raise BadInput(f"{said}; choose one of: {', '.join(RULES[name])}")
        return cls(**{name: _parse_value(name, value, where) for name, value in data.items()})

    def known(self) -> dict[str, Any]:
        """Return the known conventions; a threshold of 0 is left out."""
        return {name: value for name, value in vars(self).items()
                if value is not None and (name, value) != ("threshold", 0)}

    def to_json(self) -> dict[str, Any]:
        """Return the known conventions as JSON data, which `from_json` reads.

        >>> Conventions("mistake", "zero", Fraction(1, 2)).to_json()
        {'tie': 'mistake', 'start': 'zero', 'rate': '1/2', 'penalty': 'none'}
        """
        return {name: str(value) or NO_PENALTY for name, value in self.known().items()}


def _parse_value(name: str, value: Any, where: str) -> Any:
    if name == "penalty":
        if not isinstance(value, str):
            raise BadInput(f"{where}penalty = {value!r:.60} must be a text: what moves the weights, or {NO_PENALTY!r}")
        return "" if value.strip().lower() == NO_PENALTY else value
    if name in RULES or value in WORDS[name]:
        return value
    try:
        if isinstance(value, str) and "e" in value.lower() and abs(Decimal(value).adjusted()) > MOST_DIGITS:
            raise OverflowError
        number = Fraction(value)
    except (TypeError, ValueError, ArithmeticError):
        said = f"{where}{name} = {value!r:.60} is not a number; write it as 1 or as the string '1/100'"
        raise BadInput(said) from None
    if isinstance(value, bool) or number < 0 or (name == "rate" and not number):
        raise BadInput(f"{where}{name} = {value!r:.60} must be a number {'>' if name == 'rate' else '≥'} 0")
    return number


@dataclass(frozen=True)
class Theorem:
    """The bound on the updates of runs with these conventions; `name` is the id of its claim, and `formula` is its
    text."""

    name: str
    formula: str
    rate: Fraction
    bias_step: Any
    threshold: Fraction

    def is_exceeded(self, updates: int, X: Sequence[Any], y: Sequence[int], start: Any = None) -> bool:
        """Return whether the theorem excludes this number of updates on these separable data, in exact arithmetic."""
        if start is None and self.from_zero:
            return updates > self._bound(X, y)
        return self._is_behind(updates, X, y, start or ((ZERO,) * len(X[0]), ZERO))

    def most(self, X: Sequence[Any], y: Sequence[int], start: Any = None) -> int:
        """Return the largest number of updates that the theorem allows. Raises `NoSeparator`."""
        if start is None and self.from_zero:
            return floor(self._bound(X, y))
        return last(lambda number: not self.is_exceeded(number - 1, X, y, start)) - 1

    @property
    def from_zero(self) -> bool:
        """Return whether the claim is about runs from 0."""
        return self.name in (*BOUNDS, "margin-perceptron-update-bound")

    def step_for(self, X: Sequence[Any]) -> Fraction:
        """Return the bias increment c on these points."""
        return radius2(X) if self.bias_step == "R2" else self.bias_step

    def _bound(self, X: Sequence[Any], y: Sequence[int]) -> Fraction:
        """Return the bound of the claim from the start 0, with the best v*. The bound of margin perceptrons is for a
        unit vector in the space of the v, and its margin 1/√V."""
        c, R2 = self.step_for(X), radius2(X)
        w, b, V = best(tuple(map(tuple, X)), tuple(y), c)
        if not self.threshold:
            return BOUNDS[self.name].value(c, R2, Separator(w, b, Fraction(1)))
        given = {"D^2": R2 + c, "γ^2": 1 / V, "α": self.rate, "β": self.threshold}
        return bound("margin-perceptron-update-bound", given)

    def _is_behind(self, updates: int, X: Sequence[Any], y: Sequence[int], start: Any) -> bool:
        """Return whether s > 0 and s² exceeds the limit in the claim for any start."""
        c, (w0, b0) = self.step_for(X), start
        w, b, V = best(tuple(map(tuple, X)), tuple(y), c)
        price = Fraction(1) / c if c else ZERO
        given = {"u@u": V, "γ": 1, "D^2": radius2(X) + c, "α": self.rate, "β": self.threshold, "k": updates,
                 "u@w0": sum((p * q for p, q in zip(w0, w, strict=True)), b0 * b * price),
                 "w0@w0": sum((p * p for p in w0), b0 * b0 * price)}
        return given["u@w0"] + updates * self.rate > 0 and not conclusion(FROM_ANY_START).holds(given)


@lru_cache(maxsize=4096)
def best(X: tuple[Any, ...], y: tuple[int, ...], c: Fraction) -> Any:
    """Return (w*, b*) with functional margin 1 and the least V = ‖w*‖² + b*²/c, and V. Raises `NoSeparator`."""
    margin = nearest_point.best_margin(X, y, c)
    return margin.w, margin.b, margin.upper


def radius2(X: Sequence[Any]) -> Fraction:
    """Return R² = max‖x‖².

    >>> radius2([(1, 2), (3, 0)])
    Fraction(9, 1)
    """
    return Fraction(max(sum(value * value for value in x) for x in X))


def updates_theorem(rule: Conventions) -> Theorem | str:
    """Return the theorem that bounds the updates under these conventions, or the reason why there is none."""
    why = _why_no_theorem(rule)
    if why:
        return why
    name, formula = _name_theorem(rule)
    return Theorem(name, formula, Fraction(rule.rate), rule.bias_step, rule.threshold)


def convergence_theorem(rule: Conventions) -> Theorem | str:
    """Return the theorem by which `fit` ends with a separator of separable data, or the reason why there is none."""
    ends = {
        "plateau": "fit stops where the loss makes no progress, but no theorem says that the data are separated there",
        "epochs": "fit stops after a number of epochs, but no theorem says that the data are separated there",
        None: "it is not known when fit stops",
    }
    if isinstance(updates_theorem(rule), Theorem) and rule.stop != "separated":
        return ends[rule.stop]
    return updates_theorem(rule)


def excludes_theorems(rule: Conventions | None) -> bool:
    """Return whether known conventions, rather than unknown ones, exclude every theorem."""
    return rule is not None and bool(rule.penalty or rule.order == "batch" or "varies" in (rule.rate, rule.bias_step))


def _why_no_theorem(rule: Conventions) -> str:
    if rule.penalty:
        return f"{rule.penalty} moves the weights between updates, so their alignment need not grow"
    if rule.penalty is None:
        return "it is not known whether there is a penalty"
    if rule.order == "batch":
        return "an update adds several examples at once, so it need not be a mistake on what it adds"
    for name, word in (("rate", "step size"), ("bias_step", "bias increment")):
        value = getattr(rule, name)
        if value == "varies":
            return f"the {word} changes from update to update"
        if value is None:
            return f"the {word} is not known"
    if rule.rate <= 0:
        return "an update moves away from its example, so it is not an update of a perceptron"
    return "the weights at the start are not known" if rule.start is None else ""


def _name_theorem(rule: Conventions) -> tuple[str, str]:
    c, beta = rule.bias_step, rule.threshold
    V = "V = ‖w*‖²" + (f" + b*²/{c}" if c else "") + " at margin 1"
    if beta and rule.start == "random":
        return FROM_ANY_START, f"(⟨v₀, v*⟩ + kα)² ≤ (‖v₀‖² + k(α²D² + 2αβ))·V, unless v₀ points away from v*; {V}"
    if beta:
        return "margin-perceptron-update-bound", f"(R² + {c} + {2 * beta / Fraction(rule.rate)})·V, {V}"
    if rule.start == "random":
        return "start-anywhere-mistake-bound", f"(R² + {c})·V + 2‖v₀‖√V, less where v₀ points towards v*; {V}"
    plain = {0: ("novikoff-mistake-bound", "R²/γ²"),
             1: ("smola-mistake-bound", "(R² + 1)(1 + b*²)/γ²"),
             "R2": ("tutorial-mistake-bound", "2(R² + b*²)/γ²")}
    return plain.get(c, ("bias-step-mistake-bound", f"(R² + {c})(1 + b*²/({c}))/γ²"))
