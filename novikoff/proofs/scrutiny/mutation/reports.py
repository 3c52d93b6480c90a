"""What a campaign of mutants has found, as text and as data.

Main definitions:
    Report        the verdicts on all mutants
    report_text   for people: counts by kind and by target, what decided, the survivors, the total
    report_json   all of it as data, each mutant with what killed it
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ....algorithms.results import counted
from .kernel_mutants import KERNEL
from .rule_mutants import ALGORITHMS
from .statement_mutants import Verdict

STATUSES = ("killed", "equivalent", "open", "argued", "survived")
Table = dict[tuple[str, ...], Counter[str]]


@dataclass(frozen=True)
class Report:
    """The verdicts on all mutants, in order."""

    verdicts: list[Verdict]
    seconds: float

    def survivors(self) -> list[Verdict]:
        """Those that nothing has noticed."""
        return [v for v in self.verdicts if v.status == "survived"]


def part_of(verdict: Verdict) -> str:
    """Claims, an algorithm or the kernel."""
    start, dot, _ = verdict.target.partition(".")
    return start if dot and start in (KERNEL, *ALGORITHMS) else "claims"


def counts(report: Report, key: Callable[[Verdict], tuple[str, ...]]) -> Table:
    """How many mutants have which status, by a key."""
    table: Table = {}
    for v in report.verdicts:
        table.setdefault(key(v), Counter())[v.status] += 1
    return dict(sorted(table.items()))


def by_kind(verdict: Verdict) -> tuple[str, ...]:
    """Of claims, an algorithm or the kernel, and its kind."""
    return part_of(verdict), verdict.kind


def by_target(verdict: Verdict) -> tuple[str, ...]:
    """The claim or the function that is changed."""
    return (verdict.target,)


def decider(verdict: Verdict) -> str:
    """What decided, without particulars."""
    part = part_of(verdict)
    if verdict.status == "open":
        return "exact instances only"
    if verdict.status == "argued":
        return "a reason that is given"
    if part in ALGORITHMS:
        return "an unproved claim" if "not proved" in verdict.by else "a property, an example or a test"
    if part == KERNEL:
        return verdict.by.split(":")[0]
    return verdict.by


def numbers(table: Counter[str]) -> dict[str, int]:
    """The counts of all statuses."""
    return {status: table[status] for status in STATUSES}


def totals(report: Report) -> dict[str, int]:
    """How many there are of each status."""
    return numbers(Counter(v.status for v in report.verdicts))


def report_json(report: Report) -> dict[str, Any]:
    """The report as data."""
    return {
        "schema": 1,
        "mutants": [{key: value for key, value in v._asdict().items() if value} for v in report.verdicts],
        "kinds": [
            {"part": part, "kind": kind, **numbers(table)} for (part, kind), table in counts(report, by_kind).items()
        ],
        "targets": [{"target": target, **numbers(table)} for (target,), table in counts(report, by_target).items()],
        "summary": {**totals(report), "seconds": round(report.seconds, 1)},
    }


def report_text(report: Report, *, quiet: bool = False, verbose: bool = False) -> str:
    """The report for people; quiet: survivors and the total only; verbose: each mutant with what decided."""
    survivors = [f"survived  {v.target}: {v.kind}: {v.change}" for v in report.survivors()]
    unknown = [f"open      {v.target}: {v.kind}: {v.change}  [{v.by}]" for v in report.verdicts if v.status == "open"]
    mutants = counted(len(report.verdicts), "mutant")
    total = f"{mutants}: " + ", ".join(f"{n} {status}" for status, n in totals(report).items())
    if quiet:
        return "\n".join([*survivors, total])
    lines = [*rows("by kind", counts(report, by_kind)), "", *rows("by target", counts(report, by_target)), ""]
    if verbose:
        lines += [f"{v.status:10}  {v.target}: {v.kind}: {v.change}  [{v.by}]" for v in report.verdicts] + [""]
    deciders = Counter((v.status, decider(v)) for v in report.verdicts if v.status != "survived")
    lines += ["decided by", *(f"  {status:12}{n:6}  {by}" for (status, by), n in deciders.most_common()), ""]
    return "\n".join([*lines, *unknown, *(survivors or ["survivors: <none>"]), total])


def rows(title: str, table: Table) -> list[str]:
    """A table of counts."""
    names = ["  ".join(f"{part:10}" for part in key).rstrip() for key in table]
    width = max(map(len, [title, *names]))
    return [f"{title:{width}}" + "".join(f"{s:>12}" for s in STATUSES)] + [
        f"{name:{width}}" + "".join(f"{counted[s]:12}" for s in STATUSES)
        for name, counted in zip(names, table.values(), strict=True)
    ]
