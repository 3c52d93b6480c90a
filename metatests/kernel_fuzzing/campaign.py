"""The campaign: so many false statements and corrupted certificates, by blocks, and its report.

Main definitions:
    fuzz                       the campaign
    block                      a part of it, which depends on nothing but its seed and its number
    Report                     what was tried, and what was accepted that must not be
    report_text                it, for people
"""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from novikoff.algorithms.resumable_work import Progress, hash_files, run_parts
from novikoff.proofs import kernel

from .faulty_proofs import at_a_point, cheated_item, shifted, spoiled, true_item
from .questions import Check, Item, Json, judge

BLOCK = 250  # false statements, and corrupted certificates, that come from one seed
KEPT = 20  # examples that a report keeps of each kind of failure


@dataclass
class Report:
    """What a campaign tried. `accepted` must be empty, and so must `refused`, or the generator is idle."""

    seed: int
    false_statements: int = 0
    corrupted: int = 0
    right: int = 0  # certificates that were not corrupted
    right_accepted: int = 0
    wrongly_accepted: int = 0
    accepted: list[Json] = field(default_factory=list)  # the first of them, false statements before corrupted proofs
    refused: list[Json] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)  # of what was tried

    def add(self, other: Report) -> None:
        """Take in the report of a block."""
        self.false_statements += other.false_statements
        self.corrupted += other.corrupted
        self.right += other.right
        self.right_accepted += other.right_accepted
        self.wrongly_accepted += other.wrongly_accepted
        self.accepted = kept([*self.accepted, *other.accepted])
        self.refused = (self.refused + other.refused)[:KEPT]
        self.kinds.update(other.kinds)

    @property
    def sound(self) -> bool:
        """Was nothing wrong accepted, and everything right?"""
        return not self.wrongly_accepted and not self.refused and self.right == self.right_accepted


def kept(records: list[Json]) -> list[Json]:
    """The first of these, false statements before others."""
    return sorted(records, key=lambda record: "counterexample" not in record)[:KEPT]


def block(seed: int, number: int, count: int, check: Check = kernel.check_book) -> Report:
    """A part of a campaign, which depends on nothing but its seed and its number."""
    chance, report = random.Random(f"{seed}:{number}"), Report(seed)

    def wrong(item: Item) -> None:
        report.kinds[item.kind.partition(" of ")[0] if item.kind.startswith("shift") else item.kind] += 1
        if judge(item, check)[0]:
            report.wrongly_accepted += 1
            report.accepted = kept([*report.accepted, item.record()])

    while report.false_statements < count or report.corrupted < count:
        right = true_item(chance)
        proved, reason = judge(right, check)
        report.right += 1
        report.right_accepted += proved
        report.kinds[f"right: {right.kind}"] += 1
        if not proved:
            report.refused = [*report.refused, right.record(reason)][:KEPT]
        elif right.witness:
            report.wrongly_accepted += 1
            report.accepted = kept([*report.accepted, right.record()])
        for _ in range(6 if right.leaves else 0):
            if report.corrupted < count:
                how, undo = spoiled(right, chance)
                if how:
                    wrong(replace(right, kind=how))
                    report.corrupted += 1
                undo()
        if report.false_statements < count and shifted(right, chance):
            wrong(right)
            report.false_statements += 1
        if report.false_statements < count and chance.random() < 0.5 and (point := at_a_point(chance)):
            wrong(point)
            report.false_statements += 1
        for _ in range(3):
            if report.false_statements < count:
                item = cheated_item(chance)
                if item.witness or report.corrupted < count:
                    wrong(item)
                    report.false_statements += item.witness
                    report.corrupted += not item.witness
    return report


def fuzz(
    count: int = 100_000,
    seed: int = 0,
    jobs: int | None = 1,
    progress: Progress = lambda name, done, total: None,
    *,
    resume: Path | None = None,
    check: Check = kernel.check_book,
) -> Report:
    """Try `count` false statements and as many corrupted certificates; the report does not depend on `jobs`.

    jobs      worker processes (None: one a processor)
    progress  is called with (name, done, total) after each block
    resume    a file in which the reports of blocks are noted; those noted there for the same sources are taken from it
    check     stands in for the kernel's
    """
    parts = [Part(seed, n // BLOCK, min(BLOCK, count - n)) for n in range(0, count, BLOCK)]
    state = hash_files([Path(kernel.__file__).parent, Path(__file__).parent]) if resume else ""
    report, work = Report(seed), partial(block_json, check=check)
    for data in run_parts(parts, work, jobs=jobs, progress=progress, resume=resume, state=state):
        report.add(Report(**{**data, "kinds": Counter(data["kinds"])}))
    return report


class Part(NamedTuple):
    """A block: what it depends on."""

    seed: int
    number: int
    size: int


def block_json(part: Part, check: Check) -> Json:
    """The report of a block, as data."""
    return vars(block(*part, check))


def report_text(report: Report, *, quiet: bool = False, verbose: bool = False) -> str:
    """The report for people: what was tried, by kind (verbose), and what the kernel accepted."""
    lines = [f"{n:8}  {kind}" for kind, n in sorted(report.kinds.items())] if verbose else []
    accepted = [f"accepted  {r['kind']}: {json.dumps(r, ensure_ascii=False)}" for r in report.accepted]
    refused = [f"refused   {r['kind']}: {json.dumps(r, ensure_ascii=False)}" for r in report.refused]
    if not quiet:
        lines += [f"{report.right} right proofs, of which {report.right_accepted} are accepted"]
        lines += [f"{len(report.kinds)} kinds of items, from seed {report.seed}"]
    total = f"{report.false_statements} false statements and {report.corrupted} corrupted certificates: "
    return "\n".join([*lines, *accepted, *refused, total + f"{report.wrongly_accepted or 'none'} accepted"])
