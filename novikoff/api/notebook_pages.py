"""How a notebook shows the results of `run`, `separate`, `worst_case`, `bound` and `audit`.

Main definitions:
    page      an object in "html" or "latex"; None for what has no page
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ..algorithms.multi_class_perceptron import Classes
from ..algorithms.results import format_equal
from ..algorithms.separability import Separability
from ..algorithms.structured_perceptron import Chooser
from ..proofs.statements.expressions import Symbol
from ..proofs.statements.vector_language import Relation, Vector
from ..properties.audit.audit_runner import Audit
from ..properties.bound_statements import Case
from ..properties.worst_cases.worst_case import WorstCase
from ..report import classifier_text as texts
from ..report.document_formats import Cite, Formula, Group, Inline, Line, Lines, Name, Words
from ..report.notebook import MOST, Code, Row, Table, blocks, more, page
from . import audits, run_report, separations, worst_cases
from .bound_text import MOST_SHOWN
from .exact_runs import CheckedRun, stop_text
from .mistake_bounds import BoundFinding
from .separations import Separation

__all__ = ["page"]


@blocks.register
def _(shown: CheckedRun) -> Sequence[Any]:
    record, known = shown.record, shown.governed
    rows: list[Row] = [[["examples"], [texts.describe_data(shown.data)]]]
    if hasattr(record, "updates"):
        rows.append([["updates"], [number(record.updates), f"; {stop_text(shown)}"]])
    if getattr(record, "w", None) is not None:
        rows.append([["separator" if shown.separated else "weights"], classifier(record.w, record.b)])
    rows += [[[line[:11].strip()], [line[11:]]] for line in texts.scaling_lines(shown.data, record)]
    rows.append([["R²"], [number(known.R2)]])
    rows += [[[line[:11].strip()], [line[11:]]] for line in run_report.margin_lines(known)]
    for name, limit, holds in shown.bounds:
        said: Inline = [number(record.updates), " ≤ " if holds else " > ", number(limit)]
        rows.append([["bound"], [*said, " holds" if holds else " VIOLATED", " (", Cite(name), ")"]])
    for met in shown.conditions:
        said = [number(met.left), " ≤ " if met.holds else " > ", number(met.right)]
        said += [" holds" if met.holds else " VIOLATED", f": {met.says} ("]
        rows.append([["bound"], [*said, Cite(met.claim), ")"]])
    return [Group([f"{shown.typed} on {shown.data.source}"], [Table(rows)])]


def number(given: Any) -> str | Formula:
    """A number as a formula; one that is long, rounded and in words."""
    if isinstance(given, int | Fraction) and len(str(given)) <= texts.LONGEST:
        return Formula("term", (Fraction(given),))
    return texts.format_number(given)


def classifier(w: Sequence[Any], b: Any) -> Inline:
    """(w, b) as two formulas, or in words if a number is long."""
    parts = [number(part) for part in (*w, b)]
    if not all(isinstance(part, Formula) for part in parts):
        return [texts.format_classifier(w, b)]
    *first, last = (part.arguments[0] for part in parts if isinstance(part, Formula))
    vector = Formula("relation", (Relation(Vector({"w": 1}), "==", tuple(first)),))
    return [vector, ", ", Formula("relation", (Relation(Symbol("b"), "==", last),))]


@blocks.register
def _(shown: WorstCase) -> Sequence[Any]:
    data = shown.data
    rows: list[Row] = [[["theorem"], ["updates ≤ ", number(shown.upper), " (", Cite(shown.theorem), ")"]]]
    rows.append([["reached"], [number(shown.reached), f" with {shown.family.ratio} {format_equal(data.ratio)}"]])
    rows.append([["separator"], classifier(data.w, data.b)])
    first = zip(data.X[:MOST], data.y[:MOST], strict=True)
    points: list[Row] = [[[", ".join(map(texts.format_decimal, x[:MOST]))], [f"{y:+d}"]] for x, y in first]
    return [Group([worst_cases.headline(shown)], [Table(rows), Table(points), *more(len(data.X))])]


@blocks.register
def _(shown: Separation) -> Sequence[Any]:
    if isinstance(shown.answer, Classes):
        rows: list[Row] = [[["examples"], [texts.describe_data(shown.data)]]]
        rows += [[[str(name)], classifier(*one)] for name, one in (shown.answer.classifiers or {}).items()]
        first = separations.as_text(shown.data, shown.answer, shown.margin, quiet=True, verbose=False)
        return [Group([first], [Table(rows)])]
    if isinstance(shown.answer, Chooser):
        told = separations.as_text(shown.data, shown.answer, shown.margin, quiet=False, verbose=False).splitlines()
        return [Group([told[0]], [Words([line]) for line in told[1:]])]
    return separation(shown.answer, shown)


@blocks.register
def _(shown: Separability) -> Sequence[Any]:
    return separation(shown, None)


def separation(answer: Separability, found: Separation | None) -> Sequence[Any]:
    """A separator with its margin, or the weights of the combination that is 0."""
    rows: list[Row] = [[["examples"], [texts.describe_data(found.data)]]] if found else []
    if answer.separable:
        rows.append([["separator"], classifier(answer.w or (), answer.b)])
        if found and found.margin:
            rows.append([["margin"], [separations.margin_line(found.margin)[11:]]])
    for i in answer.active[:MOST] if answer.combination else ():
        place = f"example {i + 1}" if found is None else f"line {found.data.lines[i]}"
        rows.append([["weight"], [number((answer.combination or ())[i]), f" of {place}"]])
    through = "" if answer.bias else " by a hyperplane through 0"
    why = "" if answer.separable else ": a convex combination of signed examples is 0"
    rest = [] if answer.separable else more(len(answer.active))
    return [Group([f"{'separable' if answer.separable else 'not separable'}{through}{why}"], [Table(rows), *rest])]


@blocks.register
def _(shown: BoundFinding) -> Sequence[Any]:
    stated = shown.claim
    facts = {f"hypothesis {n}:": r for n, r in enumerate(stated.hypotheses, 1)}
    facts["claim:"] = Relation(stated.left, stated.operator, stated.right)
    lines = Lines(tuple(Line(name, Formula("relation", (r,))) for name, r in facts.items()))
    case = shown.found.broken
    broken = [*(blocks(case) or ()), Group(["To reproduce"], [Code(shown.reproduce)])] if case else []
    tested = f"Datasets compared exactly: {shown.found.datasets}, of {shown.found.screened} looked at."
    parts = [lines, Words([shown.reason]), *broken, Words([tested])]
    return [Group([f"{shown.verdict}, for runs of {shown.algorithm}"], parts)]


@blocks.register
def _(shown: Case) -> Sequence[Any]:
    points = list(zip(shown.X, shown.labels, strict=True))[:MOST]
    rows: list[Row] = [[["x = "], [point(x)], [f"y = {label}"]] for x, label in points]
    separator = Words([f"separator: w = {plain_number(shown.w)}, b = {shown.b}, γ = {shown.gamma}"])
    return [Table(rows), *more(len(shown.X)), separator]


def point(x: Sequence[Any]) -> str | Formula:
    """The coordinates of an example."""
    parts = list(map(number, x))
    if len(parts) > MOST_SHOWN or not all(isinstance(part, Formula) for part in parts):
        return plain_number(x)
    return Formula("term", (tuple(part.arguments[0] for part in parts if isinstance(part, Formula)),))


def plain_number(x: Sequence[Any]) -> str:
    """Coordinates in words."""
    shown = [*map(str, x[: MOST_SHOWN]), *["…"] * (len(x) > MOST_SHOWN)]
    return f"({', '.join(shown)})"


@blocks.register
def _(shown: Audit) -> Sequence[Any]:
    version = f" {shown.version}" if shown.version else ""
    parts: list[Any] = [Words([f"Conventions: {shown.profile}"])]
    if conventions := audits.describe_conventions(shown.rule):
        parts.append(Words([", ".join(f"{name.replace('_', ' ')} {word}" for name, word in conventions.items())]))
    rows: list[Row] = [[[MARKS.get(f.status, "✗")], [Name(f.id)], [audits.finding_message(f)]] for f in shown.findings]
    parts.append(Table(rows))
    failed = [f for f in shown.findings if f.reproduce and f.status != "ok"]
    parts += [Group([f"To reproduce {f.id}"], [Code(f.reproduce)]) for f in failed]
    return [Group([f"{shown.target}{version}"], [*parts, Words([audits.summarise(shown.summary)])])]


MARKS = {"ok": "✓", "inconclusive": "?"}
