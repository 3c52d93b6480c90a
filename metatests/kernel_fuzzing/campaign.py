"""The campaign: the kernel and the verified checker on entries that Hypothesis draws.

Main definitions:
    draw_books    books of each kind
    fuzz          the campaign
    search        try a block, which depends only on its kind, its seed and its number
    Report        the entries tried, and the failures
    report_text   a report for people
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as hypothesis_seed
from hypothesis.strategies import SearchStrategy

from novikoff.algorithms.resumable_work import Progress, hash_files, run_parts
from novikoff.proofs import kernel
from novikoff.proofs.verified import client

from . import entries
from .entries import KINDS, Item, items
from .points import Json

BLOCK = 50  # entries from one seed: Hypothesis makes many that resemble earlier ones
Check = Callable[[list[Json]], Mapping[str, tuple[str, str, list[str]]]]


class Part(NamedTuple):
    """A block, with everything on which it depends."""

    kind: str
    seed: int
    number: int
    size: int


@dataclass
class Report:
    """The results of a campaign. Each list must be empty; a block adds at most one shrunk entry."""

    seed: int
    tried: Counter[str] = field(default_factory=Counter)  # by kind
    false: int = 0  # statements, at the point that comes with them
    proved: int = 0  # of the right entries
    accepted: list[Json] = field(default_factory=list)
    refused: list[Json] = field(default_factory=list)
    disagreed: list[Json] = field(default_factory=list)

    def add(self, other: Report) -> None:
        """Add the report of a block."""
        self.tried.update(other.tried)
        self.false += other.false
        self.proved += other.proved
        self.accepted += other.accepted
        self.refused += other.refused
        self.disagreed += other.disagreed

    def count(self, word: str) -> int:
        """Return how many entries were tried whose kind begins with this word."""
        return sum(n for kind, n in self.tried.items() if kind.startswith(word))

    @property
    def sound(self) -> bool:
        """Return whether nothing is wrong."""
        return not (self.accepted or self.refused or self.disagreed)


class Wrong(Exception):
    """An entry has a verdict that it must not have."""


def draw_each(part: Part, test: Callable[[Item], None]) -> Exception | None:
    """Call the function with entries of this kind; if it raises, shrink the entry, and return the exception."""
    strategy: SearchStrategy[Item] = entries.corrupted() if part.kind == "corrupted" else items(part.kind)
    run = settings(
        max_examples=part.size, database=None, deadline=None, phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck), report_multiple_bugs=False,
    )(given(strategy)(lambda item: test(item)))
    try:
        hypothesis_seed(f"{part.kind}:{part.seed}:{part.number}")(run)()
    except Wrong as problem:
        return problem
    return None


def draw_books(count: int, seed: int) -> list[list[Json]]:
    """Return about `count` books of each kind: right, faulty and corrupted ones."""
    books = list[list[Json]]()
    for kind in (*KINDS, "corrupted"):
        draw_each(Part(kind, seed, 0, count), lambda item: books.append(json.loads(json.dumps(item.book))))
    return books


def search(part: Part, check: Check = kernel.check_book, compare: bool = False) -> Report:
    """Return the report of a block, which ends with the first failure."""
    report, drawn = Report(part.seed), list[Item]()

    def judge(item: Item) -> None:
        verdict, reason, _ = check(item.book).get("it", ("error", "no entry", []))
        if not report.accepted and not report.refused:
            drawn.append(item)
            report.tried[f"right: {item.kind}" if part.kind == "right" else item.kind] += 1
            report.false += item.is_false
            report.proved += part.kind == "right" and verdict == "proved"
        if item.is_false and verdict == "proved":
            report.accepted = [item.record()]
            raise Wrong
        if part.kind == "right" and verdict != "proved":
            report.refused = [item.record() | {"reason": reason}]
            raise Wrong

    draw_each(part, judge)
    if compare and disagreements([item.book for item in drawn], check):

        def both(item: Item) -> None:
            if difference := disagreements([item.book], check):
                report.disagreed = [item.record() | {"reason": difference}]
                raise Wrong

        draw_each(part, both)
    return report


def disagreements(books: list[Json], check: Check) -> str:
    """Return the verdicts of both checkers on an entry on which they disagree, or ""."""
    for book, theirs in zip(books, client.ask_each(books), strict=True):
        try:  # as the kernel reads a file
            ours = check(json.loads(json.dumps(book), **kernel.NUMBERS))
        except kernel.Rejected:
            ours = {}
        for name, (second, reason) in theirs.items():
            verdict, why, _ = ours.get(name, ("error", "the file is refused", []))
            if (verdict == "proved") != (second == "proved"):
                return f"kernel: {verdict} {why}; verified checker: {second} {reason}"
    return ""


def fuzz(
    count: int = 20_000,
    seed: int = 0,
    jobs: int | None = 1,
    progress: Progress = lambda name, done, total: None,
    *,
    resume: Path | None = None,
    check: Check = kernel.check_book,
    compare: bool = False,
) -> Report:
    """Try `count` faulty entries, as many corrupted ones, and half as many right ones.

    jobs       worker processes (None: one a processor); the report does not depend on it
    progress   called with (name, done, total) after each block
    resume     a file that stores the reports of blocks; those stored for the same sources are reused
    check      replaces the kernel's `check_book`
    compare    ask the verified checker for its verdict on each entry, too; it has to be built
    """
    faulty = -(-count // (len(KINDS) - 1))
    sizes = {**dict.fromkeys(KINDS, faulty), "right": count // 2, "corrupted": count}
    parts = [Part(kind, seed, n // BLOCK, min(BLOCK, size - n))
             for kind, size in sizes.items() for n in range(0, size, BLOCK)]
    state = hash_files([Path(kernel.__file__).parent, Path(__file__).parent]) if resume else ""
    report, work = Report(seed), partial(search_json, check=check, compare=compare)
    for data in run_parts(parts, work, jobs=jobs, progress=progress, resume=resume, state=state):
        report.add(Report(**{**data, "tried": Counter(data["tried"])}))
    return report


def search_json(part: Part, check: Check, compare: bool) -> dict[str, Any]:
    """Return the report of a block, as data."""
    return vars(search(part, check, compare))


def report_text(report: Report, *, verbose: bool = False) -> str:
    """Return the report for people: the entries tried, by kind if `verbose`, and the failures."""
    lines = [f"{n:8}  {kind}" for kind, n in sorted(report.tried.items())] if verbose else []
    for word in ("accepted", "refused", "disagreed"):
        lines += [f"{word}  {one['kind']}: {json.dumps(one, ensure_ascii=False)}" for one in getattr(report, word)]
    right, corrupted = report.count("right"), report.count("corrupted")
    lines += [f"{len(report.tried)} kinds of entries, from seed {report.seed}"]
    lines += [f"{right} right entries, of which {report.proved} are accepted"]
    lines += [f"{report.count('') - right - corrupted} faulty and {corrupted} corrupted entries, {report.false} false:"]
    wrong = len(report.accepted) or "none", len(report.disagreed) or "none"
    return "\n".join([*lines[:-1], f"{lines[-1]} {wrong[0]} accepted, {wrong[1]} with two verdicts"])
