"""Text and JSON for the estimates of `novikoff worst-case`: the value, its proof, and the multipliers as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from shlex import quote
from typing import TYPE_CHECKING, Any

from ..algorithms.command_results import format_count, format_digits, format_equal, format_rounded
from ..algorithms.errors import BadInput
from .output_streams import style
from .result_output import Reported, Row, to_blocks
from .value_text import classifier_json, exact_json

if TYPE_CHECKING:
    from ..properties.estimation.estimates import Estimate
    from ..properties.estimation.least_separator_proofs import Multiplier
    from ..properties.estimation.worst_case_by_algorithm import Comparison
    from .document_formats import Block


@dataclass(frozen=True, repr=False)
class EstimatesReport(Reported):
    """Estimates for some numbers of updates of an algorithm, each with the bound of a theorem.

    `typed` is the algorithm as the user wrote it. `stopped` says why later estimates are missing, "" if none are.
    """

    typed: str
    found: Sequence[tuple[Estimate, Comparison | None]]
    stopped: str = ""

    @property
    def is_single(self) -> bool:
        """Return whether the user gave one number of updates and it has an estimate."""
        return len(self.found) == 1 and not self.stopped

    def blocks(self, quiet: bool = False, verbose: bool = False) -> Sequence[Block]:
        """Return one estimate in full, or one line for each of several estimates."""
        if self.is_single:
            return to_blocks(as_text(*self.found[0], quiet).splitlines())
        return to_blocks([*_table(*zip(*self.found, strict=True)).splitlines(), *filter(None, [self.stopped])])

    def json(self) -> dict[str, Any]:
        each = [as_json(*one) for one in self.found]
        data = {**each[0], "algorithm": self.typed} if self.is_single else {
            "schema": 1, "algorithm": self.typed, "estimates": each}
        return data | ({"stopped": self.stopped} if self.stopped else {})

    def rows(self) -> list[Row]:
        rows = [Row(format_count(e.updates, "update"), "ok" if e else "inconclusive", e.in_short(), self.typed)
                for e, _ in self.found]
        return rows + [Row("limit", "inconclusive", self.stopped, self.typed)] * bool(self.stopped)

    def book(self, file: str) -> dict[str, Any]:
        """Return the certificates of all theorems for `file`; raise `BadInput` if nothing was proved."""
        entries = {entry["statement"]["id"]: entry for e, _ in self.found for entry in e.book["entries"]}
        if not entries:
            raise BadInput(f"{file}: nothing was proved, so there is no certificate file")
        return {"schema": 1, "entries": list(entries.values())}


def size_of(found: Estimate) -> str:
    """Return the formula of the estimated quantity.

    The formula contains R only if R² is not a given number; a given number is printed by `radius_of`.
    """
    bias = found.problem.bias
    if found.problem.square_radius is None:
        return "(R²‖u‖² + b²)/γ²" if bias else "R²‖u‖²/γ²"
    return ("(‖u‖² + b²)/γ²" if bias == 1 else f"(‖u‖² + b²/{bias})/γ²") if bias else "‖u‖²/γ²"


def radius_of(found: Estimate) -> str:
    """Return the hypothesis on the lengths of the examples."""
    square = found.problem.square_radius
    if square is None:
        return "‖x‖ ≤ R"
    sign = "=" if any(h.relation.operator == "==" and h.part == "radius" for h in found.problem.hypotheses) else "≤"
    return f"‖x‖² {sign} {square}"


def _headline(found: Estimate) -> str:
    updates = format_count(found.updates, "update") + start_and_labels(found)
    if found.impossible:
        return f"{found.rule}: no data make {updates}"
    if found.lower is None:
        return f"{found.rule}: nothing was proved about {updates}"
    if found.is_exact or found.upper is None:
        return f"{found.rule}: {updates} need {size_of(found)} ≥ {format_digits(found.lower)}"
    return f"{found.rule}: the least {size_of(found)} for {updates} is {found.value}"


def as_text(found: Estimate, compared: Comparison | None, quiet: bool) -> str:
    """Describe one estimate; with `quiet`, on one line."""
    lines = [_headline(found)]
    if quiet:
        return lines[0]
    if found.theorems:
        verdict = style(found.verdict, fg="green", bold=True)
        many = f", one for each of {found.patterns} ways to label the updates" * (found.patterns > 1)
        says = "there are no such data" if found.impossible else f"{size_of(found)} ≥ {format_digits(found.lower)}"
        data = f"every data set with this many updates{start_and_labels(found)}, {radius_of(found)} and margin ≥ γ"
        lines.append(f"{verdict} for k = {format_count(found.updates, 'update')}: for {data}, {says}; "
                     f"{format_count(len(found.theorems), 'theorem')}{many}, accepted by the kernel")
        lines.append(f"theorem    {found.theorems[0].statement}")
        lines += [f"rests on   {entry['statement']['id']}, a theorem about one step: its conclusion is a hypothesis of "
                  "the theorem above for each step; compare them by reading" for entry in found.lemmas]
    if found.data is not None:
        word = "attained " if found.is_exact else "data     "
        examples = format_count(len(found.data.X), "example")
        sign = "=" if found.is_exact else "≤"
        lines.append(f"{word}  {format_count(found.updates, 'update')} in the exact run on {examples} in dimension "
                     f"{len(found.data.u)}, labels {pattern(found.data.y)}, max‖x‖² "
                     f"{format_equal(found.data.square_radius)}, "
                     f"γ = 1 and {size_of(found)} {sign} {format_digits(found.upper)}")
    lines += [f"gap        {found.gap}"] if found.gap else []
    if compared is not None:
        ratio = compared.allows / found.updates
        lines.append(f"bound      {compared.claim} allows {format_rounded(compared.allows)} updates on these data, "
                     f"{'as many' if ratio == 1 else f'{format_rounded(ratio)} times as many'}")
    elif found.lower is not None:
        lines.append("bound      the ledger has no bound to compare with; this result is about "
                     f"k = {found.updates} only")
    if found.multipliers and (found.is_exact or found.impossible):
        lines += ["", *table_of_multipliers(found)]
        if not found.impossible and found.lower is not None:
            lines += ["", f"this command proves the inequality at {_units(found)}; "
                      "it is a start for a proof for every k:"]
            lines.append(f"    {command(found)}")
    return "\n".join(lines)


def start_and_labels(found: Estimate) -> str:
    """Return the labels of the updates, if the user fixed them, and the start, if it may differ from 0."""
    on = "" if found.labels is None else f" on examples with the labels {pattern(found.labels)}"
    limits = [str(h.relation.rhs).replace("R**2", "R²") for h in found.problem.hypotheses if h.index == 0]
    return on + "".join(f" from a start with ‖w₀‖² ≤ {limit}" for limit in limits)


def _units(found: Estimate) -> str:
    return "R = γ = 1" if found.problem.square_radius is None else "γ = 1"


def pattern(labels: Sequence[int]) -> str:
    """Return labels as signs."""
    return "".join("+" if label > 0 else "-" for label in labels)


def table_of_multipliers(found: Estimate) -> list[str]:
    """Return the lines of Σ λ·hypothesis + Σ squares, at R = γ = 1: a row for each example."""
    given = {m.hypothesis: m.value for m in found.multipliers if m.hypothesis is not None}
    known = list(enumerate(found.problem.hypotheses))
    parts = list(dict.fromkeys(h.part for _, h in known if h.relation.operator != "=="))
    rows = [["example", *parts]]
    for index in sorted({h.index for _, h in known}):
        cells = {h.part: str(given.get(n, 0)) for n, h in known if h.index == index and h.relation.operator != "=="}
        rows.append([f"x{index}" if index else "w0", *(cells.get(part, "-") for part in parts)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [f"multipliers of the hypotheses at {_units(found)} (0: not used; -: there is none):"]
    lines += ["    " + "  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows]
    return lines + [f"    plus {square(m)}" for m in found.multipliers if m.of]


def square(m: Multiplier) -> str:
    """Return a square with its factor."""
    inner = _combination(m)
    is_number = any(name in ("gamma", "b") for name, _ in m.of)
    return f"{'' if m.value == 1 else f'{m.value}·'}" + (f"({inner})²" if is_number else f"‖{inner}‖²")


def _combination(m: Multiplier, times: str = "·") -> str:
    terms = list[str]()
    for name, c in m.of:
        size = abs(c)
        word = str(size) if name == "gamma" else name if size == 1 else f"{size}{times}{name}"
        terms.append(("- " if c < 0 else "+ ") + word)
    first, *more = terms
    return " ".join([first.removeprefix("+ ").replace("- ", "-"), *more])


def command(found: Estimate) -> str:
    """Return the command that proves the theorem at R = γ = 1 with the squares of the certificate."""
    assert found.lower is not None
    hints = [f"{'square' if any(n in ('gamma', 'b') for n, _ in m.of) else 'length'}({_combination(m, '*')})"
             for m in found.multipliers if m.of]
    using = f" using {' '.join(map(quote, hints))}" if hints else ""
    return f"novikoff prove {quote(found.problem.in_units(found.lower))}{using}"


def _table(found: Sequence[Estimate], compared: Sequence[Comparison | None]) -> str:
    rows = [["updates", size_of(found[0]), "", "bound/updates"]]
    for e, c in zip(found, compared, strict=True):
        ratio = "-" if c is None else format_rounded(c.allows / e.updates)
        rows.append(
            [str(e.updates), "impossible" if e.impossible else e.value, "exact" if e.is_exact else e.verdict, ratio]
        )
    if all(c is None for c in compared):
        rows = [row[:-1] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [f"{found[0].rule}, {radius_of(found[0])}{start_and_labels(found[0])}"]
    lines += ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    values = {e.lower for e in found if e.is_exact}
    if len(found) > 1 and len(values) == 1 and all(e.is_exact for e in found):
        lines.append("The value is the same for all of these k. Other k were not computed.")
    return "\n".join(lines)


def as_json(found: Estimate, compared: Comparison | None) -> dict[str, Any]:
    """Return one estimate as JSON, with the keys of every `worst-case` answer; rationals are strings."""
    data, hypotheses = found.data, [f"{h.part} {h.index}" for h in found.problem.hypotheses]
    return {
        "schema": 1, "algorithm": found.rule, "updates": found.updates, "verdict": found.verdict,
        "quantity": size_of(found), "examples": radius_of(found), "exact": found.is_exact,
        "ratio": exact_json(found.lower), "impossible": found.impossible, "patterns": found.patterns,
        "upper": {"value": str(found.updates - found.impossible),
                  "theorem": found.theorems[0].statement if found.theorems else None},
        "labels": found.labels and list(found.labels), "theorems": [t.statement for t in found.theorems],
        "multipliers": [
            {"hypothesis": None if m.hypothesis is None else hypotheses[m.hypothesis], "value": str(m.value),
             "square": {name: str(c) for name, c in m.of}} for m in found.multipliers],
        "bound": compared and {"id": compared.claim, "value": str(compared.allows)},
        "reached": data and {
            "X": exact_json(data.X), "y": list(data.y), "updates": found.updates,
            "ratio": exact_json(found.upper), "start": classifier_json(data.start, 0),
            "separator": {**classifier_json(data.u, data.b), "margin": "1"}},
        "rests_on": [entry["statement"]["id"] for entry in found.lemmas],
        "certificate": found.book if found.theorems else None,
        **({"gap": found.gap} if found.gap else {}),
    }
