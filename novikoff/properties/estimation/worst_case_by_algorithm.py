"""The rule of an algorithm for an estimate, and its worst cases."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from ...algorithms.errors import BadInput, format_option
from ...algorithms.registry import Algorithm
from ..applicable_bounds import find_bounds
from ..worst_cases.by_algorithm import FIXED, family, governing_claim, supported_names
from ..worst_cases.perceptron_step_sizes import Rates as OfRates
from ..worst_cases.perceptron_step_sizes import parse_step_sizes
from .data_dependent_rules import KOZINEC, PASSIVE_AGGRESSIVE, Relaxed, passive_aggressive
from .estimates import Estimate, estimate
from .k_update_conditions import problems
from .symbolic_rules import Scheme, count_updates, perceptron_like, scheme_of_rule

Rates = Sequence[Fraction]


def _perceptron(options: Mapping[str, Any], rates: Rates) -> Scheme:
    step = options["bias_step"]
    return perceptron_like(step if step == "R2" else Fraction(step), beta=Fraction(options.get("beta", 0)), rates=rates)


def _kozinec(options: Mapping[str, Any], rates: Rates) -> Relaxed:
    if options["bias_step"]:
        raise BadInput("kozinec is estimated only without bias; write kozinec:homogeneous")
    return KOZINEC


def _step_sizes(options: Mapping[str, Any], updates: int) -> Rates:
    steps = parse_step_sizes(options.get("rates", 1))
    if steps is None:
        raise BadInput("step sizes must be numbers > 0, 1/t or 2^-t; they cannot depend on the examples")
    return OfRates(steps).of(updates)


RULES: Mapping[str, Callable[[Mapping[str, Any], Rates], Scheme | Relaxed]] = {
    "novikoff-mistake-bound": _perceptron,
    "any-step-sizes-mistake-bound": _perceptron,
    "margin-perceptron-update-bound": _perceptron,
    "kozinec-mistake-bound": _kozinec,
}
RELAXED: Mapping[Any, Relaxed] = {passive_aggressive: PASSIVE_AGGRESSIVE}


@dataclass(frozen=True)
class Comparison:
    """A claim of the ledger, and the number of updates that it allows on the data that were found."""

    claim: str
    allows: Fraction


def rule_of(entry: Algorithm, options: Mapping[str, Any], rates: Rates = ()) -> Scheme | Relaxed:
    """Return the rule of an algorithm with these options. Raises `BadInput` for algorithms and options that have no
    rule here.

    >>> from ...algorithms.registry import ALGORITHMS
    >>> rule_of(ALGORITHMS["perceptron"], {"bias_step": 0}).name
    'perceptron'
    """
    for name, value in options.items():
        if name in FIXED and value != FIXED[name]:
            raise BadInput(f"the estimate is for runs with {name} = {FIXED[name]} (got {value})")
    if rates and "rates" in options:
        raise BadInput(
            f"{format_option('rates')} and the algorithm's option rates both set the step sizes; give one of them"
        )
    if entry.rule is not None:
        if rates or options.keys() - FIXED.keys():
            raise BadInput("a user-defined rule takes no step sizes and no options of the perceptron")
        return RELAXED.get(entry.rule.function) or scheme_of_rule(entry.rule)
    claim = governing_claim(entry, RULES)
    if claim is None:
        names = ", ".join(supported_names(RULES))
        raise BadInput(f"the semidefinite method does not cover {entry.name}; give a rule of your own, or one of "
                       f"{names}")
    found = RULES[claim](entry.defaults(options) | dict(options), rates)
    if rates and isinstance(found, Relaxed):
        raise BadInput(f"{entry.name} has no step sizes")
    return found


def worst_case(entry: Algorithm, options: Mapping[str, Any], updates: int, *, labels: Sequence[int] | None = None,
               square_radius: Fraction = Fraction(1), equal_lengths: bool = False, rates: Rates = (),
               start: Fraction | None = None) -> Estimate:
    """Return the worst case of k updates. `labels`, `square_radius` and `equal_lengths` are as in
    `k_update_conditions.problems`. `rates` are step sizes, one for each update, instead of 1. With `start` = S the run
    begins at any w₀ with ‖w₀‖ ≤ S·R. Raises `BadInput` for rules to which the method does not apply, and without the
    solver.

    >>> from ...algorithms.registry import ALGORITHMS
    >>> worst_case(ALGORITHMS["perceptron"], {"bias_step": 0}, 3)
    <perceptron, 3 updates: 3>
    """
    if square_radius <= 0:
        raise BadInput(f"R² must be > 0 (got {square_radius})")
    rule = rule_of(entry, options, rates)
    if not rates and not isinstance(rule, Relaxed) and "rates" in entry.takes(options):
        rates = _step_sizes(options, updates)
        rule = replace(perceptron_like(rule.bias, rates=rates), name=entry.name)
    if start is not None:
        if entry.rule is not None or isinstance(rule, Relaxed) or rule.bias or "beta" in entry.defaults(options):
            raise BadInput("a start other than 0 is only for the perceptron without bias, perceptron:homogeneous")
        rule = perceptron_like(rates=rates, start=start or None)
    if isinstance(rule, Relaxed):
        if labels is not None or equal_lengths:
            raise BadInput(f"the estimate of {rule.name} is for signed examples of any lengths; leave out "
                           f"{format_option('labels')} and {format_option('equal_lengths')}")
        return estimate(rule.name, [rule.problem(updates, square_radius)], rule.made, rule.entries(square_radius))
    stated = problems(rule, updates, labels=labels, square_radius=square_radius, equal_lengths=equal_lengths)
    return replace(estimate(rule.name, stated, partial(count_updates, rule)),
                   labels=None if labels is None else tuple(labels))


def compare_with_bound(entry: Algorithm, options: Mapping[str, Any], found: Estimate, rates: Rates = (),
                       start: Fraction | None = None) -> Comparison | None:
    """Return the ledger's smallest bound on the data, and its claim; None if no bound applies to this rule. With step
    sizes, or from a start other than 0, the bound comes from `worst_cases`."""
    if entry.rule is not None or found.data is None or found.upper is None:
        return None
    if rates or start:
        with suppress(BadInput):
            allows, claim = family(entry, options, rates=rates or None, start=start).most(found.upper)
            return Comparison(claim, allows)
        return None
    exact = {"kappa_bits": None} if "kappa_bits" in entry.defaults(options) else {}  # no step is rounded here
    limit = find_bounds(entry.name, found.data.X, found.data.y, {**entry.defaults(options), **options, **exact}).limit
    return limit and Comparison(*limit)
