"""What a campaign of mutants has found, as text and as data.

Main definitions:
    Report        the verdicts on all mutants
    report_text   for people: counts by kind and by target, what decided, what is open or survived, the total
    report_json   all of it as data, each mutant with what decided
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ...algorithms.results import format_count
from .statement_mutants import Verdict

STATUSES = ("killed", "equivalent", "open")
UNDECIDED = ("open", "survived")


@dataclass(frozen=True)
class Report:
    """The verdicts on all mutants, in order, and which verdicts there can be."""

    verdicts: list[Verdict]
    seconds: float
    statuses: tuple[str, ...] = STATUSES

    def count(self, key: Callable[[Verdict], str]) -> dict[str, dict[str, int]]:
        """Return how many mutants have which status, by a key."""
        table: dict[str, Counter[str]] = {}
        for verdict in self.verdicts:
            table.setdefault(key(verdict), Counter())[verdict.status] += 1
        return {name: self.numbers(counts) for name, counts in sorted(table.items())}

    def numbers(self, counts: Counter[str]) -> dict[str, int]:
        """Return the counts of all statuses."""
        return {status: counts[status] for status in self.statuses}

    def totals(self) -> dict[str, int]:
        """Return how many mutants there are of each status."""
        return self.numbers(Counter(verdict.status for verdict in self.verdicts))


def report_json(report: Report) -> dict[str, Any]:
    """Return the report as data."""
    return {
        "schema": 2,
        "mutants": [{key: value for key, value in v._asdict().items() if value} for v in report.verdicts],
        "kinds": [{"kind": kind, **numbers} for kind, numbers in report.count(lambda v: v.kind).items()],
        "targets": [{"target": name, **numbers} for name, numbers in report.count(lambda v: v.target).items()],
        "summary": {**report.totals(), "seconds": round(report.seconds, 1)},
    }


def report_text(report: Report, *, quiet: bool = False, verbose: bool = False) -> str:
    """Return the report for people; quiet: undecided mutants and the total only; verbose: each mutant."""
    total = f"{format_count(len(report.verdicts), 'mutant')}: " + ", ".join(
        f"{n} {s}" for s, n in report.totals().items()
    )
    undecided = [line(verdict) for verdict in report.verdicts if verdict.status in UNDECIDED]
    if quiet:
        return "\n".join([*undecided, total])
    lines = [*rows("by kind", report.count(lambda v: v.kind)), "", *rows("by target", report.count(lambda v: v.target))]
    if verbose:
        lines += ["", *map(line, report.verdicts)]
    deciders = Counter((v.status, v.by.split(":")[0]) for v in report.verdicts if v.status not in UNDECIDED)
    lines += ["", "decided by", *(f"  {status:12}{n:6}  {by}" for (status, by), n in deciders.most_common()), ""]
    return "\n".join([*lines, *undecided, total])


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
