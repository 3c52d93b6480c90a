"""One exact run of any algorithm, with the proved bounds beside it.

Main definitions: `run`, `run_and_check`.

The bounds on the run are computed first (`properties.applicable_bounds`). So progress can be compared with the least
bound, and an interrupted run can report what is known. A run that ended by its cap or an interruption is never called
convergence.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from math import floor
from typing import Any, Literal

from ..algorithms import nearest_point
from ..algorithms.command_results import format_count
from ..algorithms.dataset_reader import Dataset, both_labels, name_places
from ..algorithms.errors import Interrupted, NoSeparator, format_option
from ..algorithms.registry import Algorithm
from ..algorithms.run_loop import check_flag
from ..properties import applicable_bounds
from ..properties.bound_slack import find_slack
from ..report.result_output import BLINK, has_live_bar, note, progress
from ..report.value_text import format_number
from .data_reading import Examples, describe_reading, examples
from .option_parsing import read_settings, to_values
from .run_report import CheckedRun

FIRST_LINE = 10_000  # updates before the first line of progress without a terminal
MUCH = 5 * 10**7  # numbers read for the best margin before the first line of progress
TOO_MANY = 10**9  # updates, which take the fast engine half an hour
__all__ = ["CheckedRun", "run"]


def run(
    algorithm: str, data: Examples, *, label: str | None = None, positive: str | None = None, sep: str | None = None,
    drop: str | Iterable[str] = (), missing: Literal["error", "drop"] = "error", scale: str | None = None,
    group: str | None = None, margin: bool = True, quiet: bool | None = None, **options: Any,
) -> CheckedRun:
    """Run an algorithm exactly on examples, and compare the run with the proved bounds.

    algorithm  a name as for `novikoff run`: "perceptron", "perceptron:R2", "kozinec", "MODULE:FUNCTION", …
    data       a file, the name of a built-in dataset, a frame of pandas or polars, a table of Arrow, or (X, y). X has
               the shape (n, d); y has n labels ±1 or of two values, where the larger value means +1. For
               structured_perceptron, X has lists of candidates, and y the numbers of the right ones.
    label, positive, sep, drop, missing, group    how to read a file or a frame, as on the command line
    scale      how to scale the features exactly
    margin     whether to compute the best margin, and the bounds that need it; without it, a run may not end
    quiet      whether to print no progress; None: print it on a terminal
    options    of the algorithm: order="random", seed=7, max_updates=100, epsilon="1/100", …

    A float has its exact binary value: write 1/10 as Fraction(1, 10) or "0.1". The result has the `record` of the run,
    `bounds` as (id, value, holds), `separated` and `stopped`. Raises `BadInput`, and its subclass `NoSeparator` with
    the convex combination which shows that no run can end.

    >>> run("perceptron", ([[2, 1], [-1, 3]], [1, -1]))
    <perceptron on (X, y): 2 updates, every example is on its side; 2 of 2 bounds hold>
    """
    entry, read = read_settings(algorithm, to_values(options))
    given = examples(data, describe_reading(label, positive, sep, drop, missing, scale, group), entry)
    return run_and_check(algorithm, entry, read, given, quiet, margin=check_flag(margin, "margin"))


class NothingRun(KeyboardInterrupt):
    """A run was interrupted before its first update."""


def run_and_check(
    typed: str, entry: Algorithm, options: Mapping[str, Any], data: Dataset, quiet: bool | None = True, *,
    margin: bool = True, first: Callable[[CheckedRun], None] = lambda held: None,
) -> CheckedRun:
    """Run an algorithm, and compare the run with the bounds for these options.

    A short run is made before the best margin is computed, and `first` receives it without the margin. A longer run
    waits for the margin, which shows whether the run ends. With `margin` False no margin is computed. Raises
    `NoSeparator` and `BadInput`.
    """
    full, cap, takes = entry.defaults(options) | dict(options), options.get("max_updates"), entry.takes(options)

    def compare(known: applicable_bounds.Governed, record: Any) -> CheckedRun:
        """Return the run beside its bounds."""
        bounds = [(name, value, record.updates <= value) for name, value in known.bounds]
        away, met = find_slack(entry, full, data.y, known, record), applicable_bounds.conditions(entry, known, record)
        return CheckedRun(typed, entry, options, data, known, record, bounds, away, met)

    with name_places(data):
        is_plain = not (entry.none or entry.driver or entry.grouped)  # one weight for each example is a proof
        is_free = cap is None and "max_updates" in takes
        if is_free and is_plain and entry.ends == ("separated",) and (weights := both_labels(data)):
            raise NoSeparator("no separator exists: one point has both labels", weights)
        known = applicable_bounds.find_bounds(entry.name, data.X, data.y, full, margin=False)
        is_short = cap is not None and cap <= FIRST_LINE and "max_updates" in takes
        record = _record(entry, options, data, quiet, known, "") if is_short else _short(entry, options, data)
        if record is not None:
            held = compare(known, record)
            if not margin or held.stopped == "interrupted":
                return replace(held, without_margin="as asked" if not margin else "interrupted")
            first(held)
            try:
                known = add_margin(entry, data, full, quiet)
            except KeyboardInterrupt:
                note("interrupted: the best margin was still being computed")
                return replace(held, without_margin="interrupted")
            return compare(known, record)
        if not margin:
            return replace(compare(known, _record(entry, options, data, quiet, known, "")), without_margin="as asked")
        try:
            known = add_margin(entry, data, full, quiet)
        except KeyboardInterrupt:
            note("interrupted: 0 updates were made; the best bound was still being computed")
            raise NothingRun from None
        if known.no_separator and is_endless(entry, options, known):
            raise known.no_separator
        foretold = forecast_margin(known, data) if quiet is False and cap is None else ""
        return compare(known, _record(entry, options, data, quiet, known, foretold))


def add_margin(
    entry: Algorithm, data: Dataset, options: Mapping[str, Any], quiet: bool | None
) -> applicable_bounds.Governed:
    """Return the bounds for every run, with the best margin; the number of steps is printed as progress."""
    due, made = 1 + MUCH // (len(data.X) * len(data.features)), 0

    def step() -> None:
        nonlocal due, made
        made += 1
        if made == due and quiet is False:
            due *= 2
            print(f"margin: {format_count(made, 'step')}", file=sys.stderr)

    token = nearest_point.ON_STEP.set(step)
    try:
        return applicable_bounds.find_bounds(entry.name, data.X, data.y, options)
    finally:
        nearest_point.ON_STEP.reset(token)


def _short(entry: Algorithm, options: Mapping[str, Any], data: Dataset) -> Any:
    """Return the record of a run that ends within `FIRST_LINE` updates, for an algorithm with cheap updates; else None.
    """
    known = entry.takes(options)
    if not entry.additive or entry.driver or entry.grouped or "kernel" in known or "max_updates" in options:
        return None
    try:
        record = entry.run(data.X, data.y, **{**options, "max_updates": FIRST_LINE})
    except Interrupted as interruption:
        return interruption.record
    return None if record.stopped == "max_updates" else record


def _record(
    entry: Algorithm, options: Mapping[str, Any], data: Dataset, quiet: bool | None, known: applicable_bounds.Governed,
    foretold: str,
) -> Any:
    """Print the progress of the run, and return its record, also if the run is interrupted."""
    progressing, forecasts = {"progress"} & set(entry.defaults(options)), [foretold] * bool(foretold)
    with reporting(entry.name, quiet, known, options.get("max_updates")) as after:

        def report(updates: int) -> None:
            while forecasts:  # printed when the run has started, since its options are then valid
                note(forecasts.pop())
            after(updates)

        try:
            return entry.run(data.X, data.y, **options, **dict.fromkeys(progressing, report))
        except Interrupted as interruption:
            return interruption.record


def is_endless(entry: Algorithm, options: Mapping[str, Any], known: applicable_bounds.Governed) -> bool:
    """Return whether no run can end on these inseparable examples, with the proof at hand."""
    mistake = options.get("tie", "mistake") == "mistake" and options.get("max_updates") is None
    proof = known.no_separator is not None and known.no_separator.certificate
    return bool(entry.endless and mistake and proof and (known.R2 or known.bias_step))


def forecast_margin(known: applicable_bounds.Governed, data: Dataset) -> str:
    """Return a forecast for a run without cap: whether it ends, when, and what helps; "" for a short run."""
    if known.limit is None or known.limit[1] <= FIRST_LINE:
        return ""
    claim, most = known.limit
    few = most <= TOO_MANY
    said = (f"{'separable: ' if known.margin else ''}at most {floor(most) if few else format_number(most)} updates "
            f"({claim})")
    if few:
        return said
    scale = (
        "" if data.scaling else f"{format_option('scale', 'standard')} makes features alike, and the bound smaller; "
    )
    return (f"{said}, too many to wait for; {scale}`novikoff separate` and `novikoff run svm` find a separator "
            f"without updates; {format_option('max_updates', 'N')} ends the run")


@contextmanager
def reporting(
    name: str, quiet: bool | None, known: applicable_bounds.Governed, cap: int | None
) -> Iterator[Callable[[int], None]]:
    """Yield a function that reports the number of updates: a live bar on a terminal, else a line at each doubling."""
    limits: list[int] = [floor(known.limit[1])] if known.limit else []
    limits += [] if cap is None else [cap]
    total = min(limits, default=0) or None
    due, last = FIRST_LINE, 0.0

    def print_line(updates: int) -> None:
        nonlocal due
        if quiet is False and updates >= due:
            due = 2 * updates
            print(f"{name}: {format_count(updates, 'update')}", file=sys.stderr)

    def move_bar(updates: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= BLINK:
            last = now
            say("updates", updates, total)

    if quiet or not has_live_bar():
        yield print_line
        return
    with progress(name, quiet) as say:
        yield move_bar


def describe_interruption(held: CheckedRun) -> str:
    """Return the number of updates so far, and the best known bound."""
    made = held.record.updates
    cap = held.options.get("max_updates", made)
    capped = f"stopped at {format_option('max_updates', cap)}, which does not count as convergence"
    how = "interrupted" if held.stopped == "interrupted" else capped
    limit = held.governed.limit
    known = f"the best bound known is {format_number(limit[1])} updates ({limit[0]})" if limit else "no bound is known"
    return f"{how}: {made} {'update was' if made == 1 else 'updates were'} made; {known}"
