"""Shared by the programs of this folder: their arguments, and how they end."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import TypeVar

from novikoff.algorithms.resumable_work import hash_files, package_folders, run_parts
from novikoff.proofs.mutation import Report, Verdict
from novikoff.proofs.mutation.statement_mutants import sample_mutants
from novikoff.report.mutation_text import MutationReport

Part = TypeVar("Part", bound=Hashable)
STATUSES = ("killed", "argued", "survived")
ROOT = Path(__file__).parents[1]


def arguments(title: str | None, names: str) -> argparse.Namespace:
    """Read the arguments that all programs on mutants take, and return them."""
    parser = argparse.ArgumentParser(description=(title or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{names} (default: all)")
    parser.add_argument("--sample", type=int, metavar="N", help="at most N mutants of each, always the same")
    parser.add_argument("--jobs", "-j", type=int, metavar="N", help="processes (default: one a processor)")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="note what is done, and go on from there")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report to FILE, too")
    parser.add_argument("-q", "--quiet", action="store_true", help="print what is undecided, and the total")
    parser.add_argument("-v", "--verbose", action="store_true", help="print each mutant with what decided")
    return parser.parse_args()


def tick(name: str, done: int, total: int) -> None:
    """Print a line for every tenth finished part."""
    if done % 10 == 0 or done == total:
        print(f"{done} of {total}  {name}", file=sys.stderr)


def campaign(
    mutants: list[Part],
    judge: Callable[[Part], Verdict],
    *,
    sample: int | None = None,
    jobs: int | None = 1,
    resume: Path | None = None,
    progress: Callable[[str, int, int], None] = lambda name, done, total: None,
) -> Report:
    """Return the verdicts on these mutants of source, or on a sample; `judge` decides each."""
    began = time.perf_counter()
    state = hash_files([*package_folders(), ROOT / "tests" / "proofs", Path(__file__).parent]) if resume else ""
    chosen = sample_mutants(mutants, "mutants", sample)
    found = run_parts(chosen, judge, jobs=jobs, progress=progress, resume=resume, state=state)
    return Report([Verdict(*data) for data in found], time.perf_counter() - began, STATUSES)


def finish(report: Report, given: argparse.Namespace) -> None:
    """Print the report, and end with status 1 if a mutant survived."""
    if given.json:
        given.json.write_text(json.dumps(MutationReport(report).json(), ensure_ascii=False) + "\n", encoding="utf-8")
    print(MutationReport(report).text(given.quiet, given.verbose))
    sys.exit(any(verdict.status == "survived" for verdict in report.verdicts))
