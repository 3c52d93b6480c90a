"""Text and JSON for a campaign of mutants: `MutationReport`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..algorithms.command_results import format_count
from ..proofs.mutation.statement_mutants import Report, Verdict
from .document_formats import Block
from .result_output import Reported, Row, to_blocks

UNDECIDED = ("open", "survived")


@dataclass(frozen=True, repr=False)
class MutationReport(Reported):
    """The verdicts on all mutants: counts by kind, by target and by deciding method, the undecided mutants, and the
    total."""

    report: Report

    def in_short(self) -> str:
        counts = ", ".join(f"{number} {status}" for status, number in self.report.totals().items())
        return f"{format_count(len(self.report.verdicts), 'mutant')}: {counts}"

    def blocks(self, quiet: bool = False, verbose: bool = False) -> list[Block]:
        """Return the counts; with `quiet`, only undecided mutants and the total; with `verbose`, each mutant."""
        verdicts, count = self.report.verdicts, self.report.count
        undecided = [line(verdict) for verdict in verdicts if verdict.status in UNDECIDED]
        if quiet:
            return to_blocks([*undecided, self.in_short()])
        lines = [*rows("by kind", count(lambda v: v.kind)), "", *rows("by target", count(lambda v: v.target))]
        if verbose:
            lines += ["", *map(line, verdicts)]
        deciders = Counter((v.status, v.by.split(":")[0]) for v in verdicts if v.status not in UNDECIDED)
        lines += ["", "decided by", *(f"  {status:12}{n:6}  {by}" for (status, by), n in deciders.most_common()), ""]
        return to_blocks([*lines, *undecided, self.in_short()])

    def json(self) -> dict[str, Any]:
        report = self.report
        return {
            "schema": 2,
            "mutants": [{key: value for key, value in v._asdict().items() if value} for v in report.verdicts],
            "kinds": [{"kind": kind, **numbers} for kind, numbers in report.count(lambda v: v.kind).items()],
            "targets": [{"target": name, **numbers} for name, numbers in report.count(lambda v: v.target).items()],
            "summary": {**report.totals(), "seconds": round(report.seconds, 1)},
        }

    def rows(self) -> list[Row]:
        """Return a row for each mutant; an open mutant is not a failure."""
        return [Row(f"{v.kind}: {v.change}", "ok", f"{v.status} by {v.by}", v.target) for v in self.report.verdicts]


def line(verdict: Verdict) -> str:
    """Return a mutant with its verdict on one line."""
    by = f"  [{verdict.by}]" if verdict.by else ""
    return f"{verdict.status:10}  {verdict.target}: {verdict.kind}: {verdict.change}{by}"


def rows(title: str, table: dict[str, dict[str, int]]) -> Iterable[str]:
    """Yield the lines of a table of counts."""
    width = max(map(len, [title, *table]))
    for name, numbers in table.items():
        if title:
            yield f"{title:{width}}" + "".join(f"{status:>12}" for status in numbers)
            title = ""
        yield f"{name:{width}}" + "".join(f"{number:12}" for number in numbers.values())
