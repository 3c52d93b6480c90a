"""`novikoff run`: one exact run, the exact best margin, and the proved bounds beside the updates.

The best margin for a bias step c is the least V = ‖w‖² + b²/c under y(⟨w, x⟩ + b) ≥ 1. Its classifier is the
separator that makes the bound (R² + c)·V on the updates as small as the theorem can; a feasible classifier
and a dual feasible point bracket V exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .algorithms import perceptron
from .algorithms.datasets import Dataset, read_csv, require_consistent
from .algorithms.errors import BadInput, NoSeparator
from .algorithms.nearest_point import Margin, best_margin
from .output import FAILED, OK, Row, emit, style
from .properties.bounds import Separator, bounds_for

LONGEST = 40  # characters of a rational that text output still prints in full


@dataclass(frozen=True)
class Held:
    """A run held against the theorems that govern it."""

    algorithm: str
    data: Dataset
    R2: Fraction
    bias_step: Fraction
    run: perceptron.Run
    margin: Margin | None  # None if no separator exists
    bounds: list[tuple[str, Fraction, bool]]


def run_command(
    algorithm: str, data: str, *, label: str | None, positive: str | None, order: str, seed: int | None, rate: str,
    tie: str, max_updates: int | None, output_format: str, quiet: bool, verbose: bool,
) -> int:  # fmt: skip
    """Run, print, and say by the exit status whether the run separates and every bound holds."""
    step = bias_step_of(algorithm)
    if seed is not None and order != "random":
        raise BadInput(f"--seed goes with --order random only, not with --order {order}")
    examples = read_csv(data, label, positive)
    require_consistent(examples)
    settings = {"order": order, "seed": seed, "rate": rational(rate, "--rate"), "tie": tie, "max_updates": max_updates}
    try:
        held = hold(algorithm, examples, step, **settings)
    except NoSeparator as problem:
        return inseparable(algorithm, examples, problem, output_format)
    emit(output_format, text=text(held, verbose, quiet), data=as_json(held), rows=rows(held))
    return OK if held.run.separated and all(holds for _, _, holds in held.bounds) else FAILED


def bias_step_of(algorithm: str) -> Fraction | str:
    """The bias step that a name stands for: perceptron, perceptron:R2, perceptron:homogeneous, perceptron:c=p/q."""
    family, _, variant = algorithm.partition(":")
    known = "perceptron, perceptron:R2, perceptron:homogeneous and perceptron:c=NUMBER"
    if family != "perceptron":
        raise BadInput(f"there is no algorithm {algorithm!r}; known are {known}")
    if variant.startswith("c="):
        step = rational(variant[2:], algorithm)
        if step <= 0:
            raise BadInput(f"{algorithm}: the bias step must be > 0; perceptron:homogeneous has no bias")
        return step
    steps: dict[str, Fraction | str] = {"": Fraction(1), "R2": "R2", "homogeneous": Fraction(0)}
    if variant not in steps:
        raise BadInput(f"there is no variant {variant!r} of the perceptron; known are {known}")
    return steps[variant]


def rational(given: str, where: str) -> Fraction:
    """A rational number from the command line: a decimal or p/q."""
    try:
        if len(given) <= 100 and "e" not in given.lower():
            return Fraction(given)
    except (ValueError, ZeroDivisionError):
        pass
    raise BadInput(f"{where}: {given[:40]!r} is not a rational number; write a decimal or p/q")


def hold(algorithm: str, data: Dataset, bias_step: Fraction | str, **settings: Any) -> Held:
    """Run and compare with the bounds that hold for this bias step. Raises NoSeparator and BadInput."""
    R2 = Fraction(max(sum(v * v for v in x) for x in data.X))
    step = R2 if bias_step == "R2" else Fraction(bias_step)
    run = perceptron.run(data.X, data.y, bias_step=step, **settings)
    try:
        margin = best_margin(data.X, data.y, step)
    except NoSeparator:  # a capped run on data without separator
        return Held(algorithm, data, R2, step, run, None, [])
    separator = Separator(margin.w, margin.b, Fraction(1))
    values = [(name, value(separator)) for name, value in bounds_for(step, R2)]
    return Held(algorithm, data, R2, step, run, margin, [(name, v, run.updates <= v) for name, v in values])


def inseparable(algorithm: str, data: Dataset, problem: NoSeparator, output_format: str) -> int:
    """Say that no run can end, with the convex combination that proves it."""
    R2 = Fraction(max(sum(v * v for v in x) for x in data.X))
    weights = {str(data.lines[i]): str(a) for i, a in enumerate(problem.certificate) if a}
    answer = {
        "schema": 1, "algorithm": algorithm, "updates": None, "separated": False, "R2": str(R2), "w": None, "b": None,
        "bounds": [], "no_separator": {"weights_by_line": weights},
    }  # fmt: skip
    message = (
        f"no separator exists: a convex combination of {len(weights)} signed examples is 0 "
        f"(lines {', '.join(list(weights)[:8])}{', …' if len(weights) > 8 else ''} of {data.source}), "
        "so every run goes on for ever; --max-updates N makes N updates of it"
    )
    emit(output_format, text=message, data=answer, rows=[Row(algorithm, "failed", message, data.source)])
    return FAILED


# --- what is printed --------------------------------------------------------------------------------


def as_json(held: Held) -> dict[str, Any]:
    """The result of `run --json`; rationals are strings."""
    run, margin = held.run, held.margin
    data: dict[str, Any] = {
        "schema": 1,
        "algorithm": held.algorithm,
        "data": held.data.source,
        "updates": run.updates,
        "visits": run.visits,
        "separated": run.separated,
        "stopped": run.stopped,
        "R2": str(held.R2),
        "bias_step": str(held.bias_step),
        "w": [str(v) for v in run.w],
        "b": str(run.b),
        "bounds": [{"id": name, "value": str(value), "holds": holds} for name, value, holds in held.bounds],
        "mistakes": list(run.mistakes),
    }
    if margin:
        dual = {str(held.data.lines[i]): str(a) for i, a in enumerate(margin.dual) if a}
        best = {"w": [str(v) for v in margin.w], "b": str(margin.b), "dual_by_line": dual}
        data["margin"] = {"lower": str(margin.lower), "upper": str(margin.upper), **best}
    return data


def rows(held: Held) -> list[Row]:
    """Separation and each bound as results."""
    separated = Row("separates", "ok" if held.run.separated else "failed", stop_text(held), held.algorithm)
    return [separated] + [
        Row(name, "ok" if holds else "failed", f"{held.run.updates} updates, bound {value}", held.algorithm)
        for name, value, holds in held.bounds
    ]


def text(held: Held, verbose: bool, quiet: bool) -> str:
    """The result for a reader."""
    data, run = held.data, held.run
    positive = sum(v > 0 for v in data.y)
    lines = [
        f"{held.algorithm}: bias step {number(held.bias_step)}, rate {number(run.rate)}, {order_text(run)}, "
        f"a score of 0 counts as {run.tie}",
        f"{data.source}: {len(data.X)} examples, {len(data.features)} features; {data.label} = {data.positive} is +1 "
        f"({positive}), the rest −1 ({len(data.y) - positive})",
        "",
        f"updates    {run.updates} in {run.visits} visits; {stop_text(held)}",
        f"{'separator' if run.separated else 'weights  '}  w = ({', '.join(map(number, run.w))}), b = {number(run.b)}",
        f"R²         {number(held.R2)}",
    ]
    if quiet:
        lines = lines[3:4]
    if held.margin:
        lines += [] if quiet else margin_lines(held.margin, held.bias_step)
        lines += ["bounds"] + [bound_line(held, *bound) for bound in held.bounds]
    else:
        lines.append("bounds     none: no separator exists for these data")
    if verbose and held.margin:
        best = ", ".join(map(number, held.margin.w))
        lines.append(f"best       w = ({best}), b = {number(held.margin.b)} has the least {objective(held.bias_step)}")
    if verbose:
        lines.append(f"mistakes   lines {', '.join(str(data.lines[i]) for i in run.mistakes)} of {data.source}")
    return "\n".join(lines)


def order_text(run: perceptron.Run) -> str:
    """The visiting order in words."""
    return f"random order with seed {run.seed}" if run.order == "random" else f"{run.order} order"


def stop_text(held: Held) -> str:
    """Why the run ended; a cap is never called convergence."""
    if held.run.stopped == "max_updates":
        return "stopped at the cap of --max-updates, which is no convergence"
    return "every example is on its side" if held.run.separated else "not every example is on its side"


def objective(step: Fraction) -> str:
    """What the best separator makes least."""
    return "‖w‖² + b²" if step == 1 else "‖w‖²" if step == 0 else f"‖w‖² + b²/({number(step)})"


def margin_lines(margin: Margin, step: Fraction) -> list[str]:
    """The exact bracket of the best margin."""
    if margin.lower == margin.upper:
        size = f"= {number(margin.upper)}, attained and proved least by a dual point"
    else:
        size = f"between {number(margin.lower)} and {number(margin.upper)}"
    return [f"margin     least {objective(step)} under y(⟨w, x⟩ + b) ≥ 1  {size}"]


def bound_line(held: Held, name: str, value: Fraction, holds: bool) -> str:
    """One bound beside the updates."""
    verdict = style("holds", fg="green") if holds else style("VIOLATED", fg="red")
    relation = "≤" if holds else ">"
    size = "" if value.denominator == 1 else f" (≈ {float(value):.2f})"
    return f"  {verdict}  {held.run.updates} {relation} {number(value)}{size}  {name}"


def number(value: Any) -> str:
    """A rational in full if it is short, else rounded and marked so; JSON has it in full.

    >>> number(Fraction(1, 3)), number(Fraction(10**50 + 1, 10**49))
    ('1/3', '≈ 10.00000')
    """
    if isinstance(value, float) or len(str(value)) <= LONGEST:
        return str(value)
    return f"≈ {float(value):.7g}" if abs(value) >= 10**9 else f"≈ {float(value):.5f}"
