"""A run that was compared with its bounds, for readers and programs.

Main definitions:
    as_text, run_lines, bounds_text    lines for a reader
    as_json, rows                      the same as data, and as results for reports
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..algorithms.candidate_choice import Lead
from ..algorithms.datasets import Dataset
from ..algorithms.nearest_point import Margin
from ..algorithms.results import format_count
from ..algorithms.safe_files import safe_text
from ..properties import applicable_bounds
from ..properties.bound_slack import CLAIM, FACTORS, Missed
from ..report.classifier_text import (
    LONGEST,
    add_through_zero,
    class_lines,
    classifiers_json,
    describe_data,
    format_bracket,
    format_brief,
    format_classifier,
    format_number,
    format_polynomial,
    format_vector,
    objective,
    reading_json,
    scaling_lines,
    unscaled_classifier,
)
from ..report.printing import Row, style
from .exact_runs import CheckedRun, stop_text

# What else a record may say: the name in JSON, how it is got, and its line for a reader (None: JSON only).
Fact = tuple[str, Callable[[Any], Any], str | None]
FACTS: dict[str, Fact] = {
    "visits": ("visits", int, None),
    "mistakes": ("mistakes", list, None),
    "engine": ("engine", str, None),
    "why": ("why", str, None),
    "errors": ("errors_in_the_pocket", int, None),
    "found": ("found_at", int, "found      at update {}"),
    "value": ("value", str, "value      {} at the end"),
    "best_value": ("best_value", str, "best       {} is the least value met"),
    "norm2": ("norm2", str, "hull       ‖w‖² = {} is at least the squared distance of the hull from 0"),
    "least": ("least", str, "least      ⟨w, z⟩ = {} over the signed examples z"),
    "lowest": ("lowest", str, "least      ⟨w, z⟩ = {} over the signed examples z"),
    "combined": ("combined", lambda count: count, "proof      a convex combination of {} signed examples is 0"),
    "counts": ("support_examples", lambda counts: sum(1 for a in counts if a), "support    {} examples"),
    "support": ("support_examples", len, "support    {} examples"),
    "votes": ("voters", len, "voters     {}"),
    "weights": ("weights", lambda weights: list(map(str, weights)), None),
    "squares": ("squares", str, "squares    {} is the sum of the squared errors"),
    "thresholds": ("thresholds", lambda values: list(map(str, values)), None),
    "loss": ("loss", int, "loss       {} is the sum of the differences of ranks"),
    "changes": ("changes", int, "changes    {} of thresholds"),
    "expert_mistakes": ("expert_mistakes", list, None),
    "best": ("best_expert", int, "best       expert {}, counted from 0"),
    "k": ("k", int, None),
    "optimal": ("optimal", bool, None),
    "upper": ("upper", str, None),
    "lower": ("lower", str, None),
    "classifiers": ("classifiers", lambda found: classifiers_json(found), None),
    "combination": ("combination", lambda weights: None if weights is None else list(map(str, weights)), None),
}


def record_facts(record: Any) -> dict[str, Any]:
    """What a record says beyond what all have, JSON-ready."""
    return {
        name: get(getattr(record, attribute))
        for attribute, (name, get, _) in FACTS.items()
        if hasattr(record, attribute)
    }


def as_json(held: CheckedRun) -> dict[str, Any]:
    """The result of `run --json`; rationals are strings."""
    record, known = held.record, held.governed
    w = getattr(record, "w", None)
    data: dict[str, Any] = {
        "schema": 1,
        "algorithm": held.typed,
        "data": held.data.source,
        "options": {key: option_to_json(value) for key, value in held.options.items()},
        "updates": getattr(record, "updates", None),
        "separated": held.separated,
        "separable": is_separable(known, record),
        "stopped": held.stopped,
        **reading_json(held.data, record),
        "R2": str(known.R2),
        "bias_step": None if known.bias_step is None else str(known.bias_step),
        "w": None if w is None else [str(value) for value in w],
        "b": None if w is None else str(record.b),
        "training_errors": held.errors,
        "bounds": [{"id": name, "value": str(value), "holds": holds} for name, value, holds in held.bounds],
        "conditions": [{"id": c.claim, "says": c.says, "left": str(c.left), "right": str(c.right), "holds": c.holds}
                       for c in held.conditions],
        "missed": missed_json(held.missed),
        **record_facts(record),
    }
    if held.algorithm.driver:
        runs = zip(record.classes, record.runs, strict=False)
        data["runs"] = [_one_class(name, run, held.data) for name, run in runs]
    if known.margin:
        data["margin"] = margin_json(known.margin, held.data)
    return data


def missed_json(away: Missed | None) -> dict[str, Any] | None:
    """The best bound, what is known of other data, and the factors of the bound over the updates."""
    if away is None:
        return None
    others = None if away.others is None else {"updates": away.others, "by": list(away.by)}
    factors = {name: str(value) for name, value in away.factors.items()}
    product = {"by": CLAIM, "product": str(away.times), **factors} if factors else None
    return {"best": away.claim, "most": away.most, "others": others, "factors": product}


def is_separable(known: applicable_bounds.Governed, record: Any) -> bool | None:
    """Whether there is a separator in the space of the run, as far as that was found out."""
    if known.margin or known.no_separator:
        return known.no_separator is None
    found: bool | None = getattr(record, "separable", None)
    return found


def option_to_json(value: Any) -> Any:
    """An option as JSON: rationals are strings."""
    if isinstance(value, list):
        return [str(part) for part in value]
    return str(value) if isinstance(value, Fraction) else value


def _one_class(name: str, run: Any, data: Dataset) -> dict[str, Any]:
    found = unscaled_classifier(data, run)
    unscaled = {"original": {"w": [str(value) for value in found[0]], "b": str(found[1])}} if found else {}
    return {
        "class": name, "updates": run.updates, "stopped": run.stopped, "separated": run.separated,
        "w": [str(value) for value in run.w], "b": str(run.b), **unscaled,
    }  # fmt: skip


def margin_json(margin: Margin | Lead, data: Dataset) -> dict[str, Any]:
    """The bracket of the best margin, with the dual weights by the lines of the file."""
    dual = {str(data.lines[i]): str(a) for i, a in enumerate(margin.dual) if a}
    best: dict[str, Any] = {"w": [str(v) for v in margin.w], "b": str(margin.b)}
    if found := getattr(margin, "classifiers", None):
        best = {"classifiers": classifiers_json(found)}
    return {"lower": str(margin.lower), "upper": str(margin.upper), **best, "dual_by_line": dual}


def rows(held: CheckedRun) -> list[Row]:
    """How the run ended and each bound as results."""
    ended = held.stopped in held.algorithm.ends and (held.stopped != "separated" or held.separated)
    name = "separates" if "separated" in held.algorithm.ends else "ends"
    return (
        [Row(name, "ok" if ended else "failed", stop_text(held), held.typed)]
        + [
            Row(
                name,
                "ok" if holds else "failed",
                f"{format_count(held.record.updates, 'update')}, bound {format_number(value)}",
                held.typed,
            )
            for name, value, holds in held.bounds
        ]
        + [
            Row(
                met.claim,
                "ok" if met.holds else "failed",
                f"{met.says}: {format_number(met.left)}, {format_number(met.right)}",
                held.typed,
            )
            for met in held.conditions
        ]
    )


def as_text(held: CheckedRun, verbose: bool, quiet: bool) -> str:
    """The result for a reader."""
    return "\n".join([*run_lines(held, verbose, quiet), *bounds_lines(held, verbose, quiet)])


def bounds_text(held: CheckedRun, verbose: bool, quiet: bool) -> str:
    """What is printed after the lines that need no margin."""
    return "\n".join(bounds_lines(held, verbose, quiet))


def run_lines(held: CheckedRun, verbose: bool, quiet: bool) -> list[str]:
    """The lines that need no margin."""
    head = [f"{held.typed}: {', '.join(option_phrases(held))}".removesuffix(": "), describe_data(held.data), ""]
    lines = updates_lines(held)
    if not quiet:
        lines = [*head, *lines, *engine_lines(held, verbose), *result_lines(held)]
        lines += [f"R²         {format_number(held.governed.R2)}"]
    return lines


def bounds_lines(held: CheckedRun, verbose: bool, quiet: bool) -> list[str]:
    """The best margin, the bounds, and with `verbose` more about the run."""
    lines = [] if quiet else margin_lines(held.governed)
    if held.without_margin and held.governed.bias_step is not None:
        lines.append(f"margin     not computed, {held.without_margin}")
    if held.bounds or held.conditions:
        lines += ["bounds", *(bound_line(held, *bound) for bound in held.bounds)]
        lines += [line for met in held.conditions for line in condition_lines(met)]
        lines += missed_lines(held.missed) if held.missed and not quiet else []
    elif held.governed.no_separator and held.governed.bias_step is not None:
        lines.append(add_through_zero("bounds     none: no separator exists for these data", held.governed.bias_step))
    if verbose:
        lines += detail_lines(held)
    return lines


PHRASES: dict[str, Callable[[Any], str]] = {
    "bias_step": lambda value: f"bias step {format_number(value)}",
    "rate": lambda value: f"rate {format_number(value) if isinstance(value, Fraction) else _plain(value)}",
    "order": lambda value: f"{value} order",
    "tie": lambda value: f"a score of 0 counts as {value}",
}


def option_phrases(held: CheckedRun) -> list[str]:
    """The options in words, given or not; those that are not in use are left out."""
    options = held.algorithm.defaults(held.options) | dict(held.options)
    if held.governed.bias_step is not None:
        options["bias_step"] = held.governed.bias_step
    if options.get("order") == "random":
        options["order"] = f"random order with seed {options['seed']}".removesuffix(" order")
    used = set(held.algorithm.takes(held.options)) - {"max_updates", *(["seed"] if "order" in options else [])}
    order = sorted(used & set(options), key=lambda name: (list(PHRASES).index(name) if name in PHRASES else -1, name))
    takes = held.algorithm.takes(held.options)
    return [
        takes[name].says.format(options[name]) if takes[name].says else
        PHRASES.get(name, lambda value, name=name: f"{name} {_plain(value)}")(options[name])
        for name in order
        if options[name] is not None
    ]  # fmt: skip


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)


def updates_lines(held: CheckedRun) -> list[str]:
    """The line of the updates, if there can be any."""
    if held.stopped in ("computed", "solved", "inseparable") or not hasattr(held.record, "updates"):
        return []
    visits = getattr(held.record, "visits", None)
    return [f"updates    {held.record.updates}{'' if visits is None else f' in {visits} visits'}; {stop_text(held)}"]


def engine_lines(held: CheckedRun, verbose: bool) -> list[str]:
    """Which engine ran; a short run in plain integers is not worth a line unless asked for."""
    engine, why = getattr(held.record, "engine", ""), getattr(held.record, "why", "")
    if not engine or (why == "the run was short" and not verbose):
        return []
    return [f"engine     {engine}{f' ({why})' if why else ''}"]


def result_lines(held: CheckedRun) -> list[str]:
    """What was found: the classifier, and what else the record says."""
    record = held.record
    lines = []
    if held.algorithm.driver:
        lines += [f"class      {safe_text(str(name))}: {format_count(one.updates, 'update')}, {one.stopped}; "
                  f"{format_classifier(one.w, one.b)}"
                  for name, one in zip(record.classes, record.runs, strict=False)]  # fmt: skip
    lines += class_lines(getattr(record, "classifiers", {}))
    if getattr(record, "w", None) is not None:
        lines.append(f"{'separator' if held.separated else 'weights  '}  {format_classifier(record.w, record.b)}")
    lines += scaling_lines(held.data, record)
    if hasattr(record, "thresholds"):
        between = ", ".join(map(format_number, record.thresholds))
        lines.append(f"ranks by   w {format_vector(record.weights)}, thresholds {between}")
    if hasattr(record, "discriminant"):
        lines.append(f"f(x)       {format_polynomial(record.discriminant, held.data.features)}")
    lines += [
        line.format(format_number(value) if isinstance(value, Fraction) else get(value))
        for attribute, (_, get, line) in FACTS.items()
        if line and (value := getattr(record, attribute, None)) is not None
    ]
    if hasattr(record, "upper"):
        lines.append(f"value      least {_least(held)}  {format_bracket(record.lower, record.upper)}")
    if not held.separated or held.algorithm.ends == ("computed",):
        lines += [] if held.errors is None else [f"errors     {held.errors} of {len(held.data.y)} examples"]
    return lines


def _least(held: CheckedRun) -> str:
    """What was made least."""
    if held.algorithm.objective:
        return held.algorithm.objective(held.record)
    step = held.options.get("bias_step", 1)
    return objective(held.governed.R2 if step == "R2" else Fraction(step)) + " under y(⟨w, x⟩ + b) ≥ 1"


def detail_lines(held: CheckedRun) -> list[str]:
    """What -v adds."""
    record, margin, lines = held.record, held.governed.margin, []
    if several := getattr(margin, "classifiers", None):
        lines += [f"best       {safe_text(str(name))}: {format_classifier(*one)}" for name, one in several.items()]
    elif margin:
        lines.append(
            f"best       {format_classifier(margin.w, margin.b)} has the least {objective_text(held.governed)}"
        )
    if hasattr(record, "mistakes"):
        visited = ", ".join(str(held.data.lines[i]) for i in record.mistakes)
        lines.append(f"mistakes   lines {visited} of {held.data.source}")
    return lines


def margin_lines(governed: applicable_bounds.Governed) -> list[str]:
    """The exact bracket of the best margin."""
    margin = governed.margin
    if margin is None:
        return []
    size = format_bracket(margin.lower, margin.upper)
    under = "the right one leading by 1" if isinstance(margin, Lead) else "y(⟨w, x⟩ + b) ≥ 1"
    return [f"margin     least {objective_text(governed)} under {under}  {size}"]


def objective_text(governed: applicable_bounds.Governed) -> str:
    """What the best separator makes least, which is a sum over the classes, if there are several."""
    of_one = objective(governed.bias_step)
    several = getattr(governed.margin, "classifiers", None)
    return (f"Σ({of_one})" if governed.bias_step else f"Σ{of_one}") if several else of_one


def bound_line(held: CheckedRun, name: str, value: Fraction, holds: bool) -> str:
    """One bound beside the updates."""
    return f"  {_compared(held.record.updates, value, holds)}  {name}"


def condition_lines(met: applicable_bounds.Condition) -> list[str]:
    """An inequality of a claim, at the numbers of the run, and what it says."""
    return [f"  {_compared(met.left, met.right, met.holds)}  {met.claim}", f"         {met.says}"]


def _compared(left: Any, right: Fraction, holds: bool) -> str:
    verdict = style("holds", fg="green") if holds else style("VIOLATED", fg="red")
    size = "" if right.denominator == 1 or len(str(right)) > LONGEST else f" (≈ {float(right):.2f})"
    return f"{verdict}  {format_number(left)} {'≤' if holds else '>'} {format_number(right)}{size}"


def missed_lines(away: Missed) -> list[str]:
    """The best bound with what other data reach, and what kept this run from it."""
    lines = [f"best       {away.updates} of at most {format_count(away.most, 'update')} ({away.claim})"]
    if away.others is not None and away.others > away.updates:
        lines.append(f"others     {away.others} on other data with this R² and margin ({', '.join(away.by)})")
    if away.factors:
        due = [f"× {format_brief(value)} {FACTORS[name]}" for name, value in away.factors.items() if value != 1]
        lines.append(f"missed     {', '.join(due)}" if due else "reached    by lengths, scores, direction and margins")
        lines.append(f"           ({CLAIM})")
    return lines
