"""The option --plot, and the picture that each command draws."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from ..algorithms.command_results import format_count
from ..report.result_output import note
from ._shared import Failure, Writable

if TYPE_CHECKING:
    from ..api.bound_campaigns import CampaignReport

FIRST = 1000  # datasets of a campaign that are drawn, besides the worst of each block


class Drawable(Writable):
    """A file for a picture: it is writable, its suffix is known, and matplotlib is installed."""

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> str:
        from ..algorithms.errors import BadInput
        from ..report.pictures import require

        try:
            require(str(value))
        except BadInput as problem:
            raise Failure(str(problem)) from None
        return super().convert(value, parameter, context)


plot_option = click.option(
    "--plot", type=Drawable("picture"), metavar="FILE",
    help="Also draw a picture: FILE.svg or FILE.png. Needs matplotlib."
)
axes_option = click.option(
    "--axes", metavar="COL,COL",
    help="The two features that --plot draws. Default: both features, or the principal axes if there are more."
)


def plot_run(file: str, held: Any, axes: str | None) -> None:
    """Draw the plane of a `CheckedRun`, with the proof of its bound below if there is one."""
    from ..report import pictures, plot_geometry

    data, record = held.data, held.record
    view = plot_geometry.view_of(data.X, data.features, axes)
    way = _states(held)
    seen = plot_geometry.plane(view, data.X, data.y, _classifiers(held), way)
    names = {1: f"{data.label} = {data.positive}", -1: "the others"} if data.positive else {}
    margin, step = held.governed.margin, held.governed.bias_step
    name, found = "", None
    if held.algorithm.additive and way and margin is not None and step is not None:
        found = plot_geometry.proof(way, record.rate, step, held.governed.R2, (margin.w, margin.b))
        name = next((name for name, value, _ in held.bounds if found and value == found.bound), "")
    pictures.run_picture(file, _title(held), seen, found if name else None, names, name)


def plot_combination(file: str, typed: str, data: Any, vectors: Any, proof: Any, more: str, axes: str | None) -> None:
    """Draw examples that no hyperplane separates, and the common point of both hulls.

    `proof` certifies that a combination of `vectors`, the vectors to separate, is 0; it may be None. `more` is a
    further reason why no run ends.
    """
    from ..report import pictures, plot_geometry

    names = {1: f"{data.label} = {data.positive}", -1: "the others"} if data.positive else {}
    seen = plot_geometry.plane(plot_geometry.view_of(data.X, data.features, axes), data.X, data.y, {})
    found, says = None, f"{typed}, {data.source}: no separator exists"
    if proof is None or any(tuple(v) != tuple(x) for v, x in zip(vectors, data.X, strict=True)):
        says += ", computed in the space of the run, not in the plane of the picture" * (proof is not None)
    else:
        used = proof.get("chosen", range(len(data.y)))
        weights = [Fraction(weight) for weight in proof["proof"]["combination"]]
        found = plot_geometry.combination_view(seen.view, [data.X[i] for i in used], proof["y"], weights, proof["bias"])
        says += f"; {found.says}"
    pictures.inseparable_picture(file, says + f"; {more}" * bool(more), seen, found, names)


def _title(held: Any) -> str:
    updates = getattr(held.record, "updates", None)
    examples = format_count(len(held.data.y), "example")
    made = "" if updates is None else f": {format_count(updates, 'update')} on {examples}"
    scaled = "" if held.data.scaling is None else ", scaled"
    limit = held.governed.limit
    known = f"; at most {float(limit[1]):.5g} by {limit[0]}" if limit and updates is not None else ""
    return f"{held.typed}, {held.data.source}{scaled}{made}{known}"


def _classifiers(held: Any) -> dict[str, tuple[Any, Any]]:
    """Return the hyperplanes that a run found in the coordinates of the examples, by name."""
    record, d = held.record, len(held.data.features)
    if held.algorithm.driver:
        found = {name: (one.w, one.b) for name, one in zip(record.classes, record.runs, strict=False)}
    else:
        name = "the separator found" if held.separated else "the boundary found"
        found = {name: (getattr(record, "w", None), getattr(record, "b", None))}
    return {name: (w, b) for name, (w, b) in found.items() if w is not None and b is not None and len(w) == d}


def _states(held: Any) -> list[Any]:
    """Return the classifiers after each update, for algorithms that learn by mistakes in the examples' coordinates."""
    from ..algorithms import user_rules
    from ..algorithms.base_rule import RULES
    from ..algorithms.perceptron import OnlineRule
    from ..report.plot_geometry import states

    record, data, entry = held.record, held.data, held.algorithm
    if not getattr(record, "mistakes", None) or len(getattr(record, "w", None) or ()) != len(data.features):
        return []
    if entry.rule is not None:
        return states(user_rules.Learner(data.X, data.y, entry.rule, record.tie), record.mistakes)
    rule = entry.module and RULES.get(entry.name)  # a rule is known when its module is loaded
    if rule is None or not issubclass(rule, OnlineRule):
        return []
    return states(rule.resume(record, data.X, data.y)[0], record.mistakes)


def plot_bound(file: str, held: Any) -> None:
    """Draw both sides of a claim on all datasets that a `BoundFinding` compared."""
    from ..report.pictures import bound_picture

    found = held.found
    if not found.seeds and not found.broken:
        note("no examples met the hypotheses, so no picture is drawn")
        return
    says = f"{format_count(found.datasets, 'dataset')}, each compared exactly on runs of {held.algorithm}"
    theorem = f"proved, as {held.derivation.theorem} implies it" if held.derivation else held.verdict
    bound_picture(file, held.claim.text, found.seeds, found.broken, theorem, says)


def plot_campaign(file: str, held: CampaignReport) -> None:
    """Draw both sides of a claim on the first datasets of a campaign and on the worst of each block."""
    from ..report.pictures import bound_picture

    total, results = held.total, held.results
    worst = {tally.at for tally in results.done.values()} - {-1}
    begins = ((i * results.task.block, tally.datasets) for i, tally in results.done.items())
    first = [n for begin, size in begins for n in range(begin, begin + min(size, FIRST))][:FIRST]
    numbers = sorted({*first, *worst})
    cases = [c for number in numbers if (c := held.case(number)) and (c.k is not None or number == total.first)]
    if not cases:
        note("no examples met the hypotheses, so no picture is drawn")
        return
    drawn = f"the compared ones among the first {FIRST}, and the worst of each block"
    says = f"{len(cases)} of {total.datasets} datasets: {drawn}"
    bound_picture(file, held.task.statement, cases, held.broken(), "refuted" if total.broken else "tested", says)


def plot_audit(file: str, found: Any) -> None:
    """Draw a panel for each failed check."""
    from ..report.pictures import audit_picture

    if not audit_picture(file, found.target, [f for f in found.findings if f.status in ("failed", "error")]):
        note("no check failed on examples, so no picture is drawn")
