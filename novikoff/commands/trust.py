"""`novikoff mutate` and `novikoff fuzz`: can a wrong claim, rule or kernel pass, can a wrong proof?

Both are long. With `--resume FILE` what is done is noted in FILE as it comes, so that the same command goes on where it
was interrupted; notes made by other sources are not used.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..algorithms.errors import BadInput
from ..output.printing import Row, emit, exit_status, progress

Verdict = Any
Record = dict[str, Any]


def mutate_command(
    ids: tuple[str, ...], *, jobs: int | None, sample: int | None, resume: str | None, output_format: str, quiet: bool,
    verbose: bool,
) -> int:  # fmt: skip
    """Change claims, rules and the kernel, and print what noticed each change."""
    from ..proofs.scrutiny import mutation
    from ..properties.noticing import NOTICING

    settings: dict[str, Any] = {"sample": sample, "resume": notes(resume), "properties": NOTICING}
    with progress("mutate", quiet) as tick:
        report = mutation.mutate(ids or None, jobs, tick, **settings)
    text = mutation.report_text(report, quiet=quiet, verbose=verbose)
    rows = [row_of(verdict) for verdict in report.verdicts]
    emit(output_format, text=text, data=mutation.report_json(report), rows=rows)
    return exit_status(rows)


def row_of(verdict: Verdict) -> Row:
    """A mutant as a result; one that survived has failed."""
    status = "failed" if verdict.status == "survived" else "ok"
    by = f" by {verdict.by}" if verdict.by else ""
    return Row(f"{verdict.kind}: {verdict.change}", status, f"{verdict.status}{by}", verdict.target)


def fuzz_command(
    *, number: int, seed: int, jobs: int | None, resume: str | None, output_format: str, quiet: bool, verbose: bool
) -> int:
    """Try to make the kernel accept what is false, and print what it accepted."""
    from ..proofs.scrutiny import fuzzing

    with progress("fuzz", quiet) as tick:
        report = fuzzing.fuzz(number, seed, jobs, tick, resume=notes(resume))
    report.accepted = [smallest(record) for record in report.accepted]
    failures = [*(failure(r, "accepted") for r in report.accepted), *(failure(r, "refused") for r in report.refused)]
    whole = Row(f"{number} false statements, {number} corrupted certificates", "ok" if report.sound else "failed")
    text = fuzzing.report_text(report, quiet=quiet, verbose=verbose)
    rows = [whole, *failures]
    emit(output_format, text=text, data=fuzzing.report_json(report), rows=rows)
    return exit_status(rows)


def sweep_command(*, number: int | None, output_format: str, quiet: bool) -> int:
    """Change every leaf of certificates of runs and data, and print what is verified and false."""
    from ..properties import sweeping

    with progress("fuzz", quiet) as tick:
        report = sweeping.sweep(number, tick)
    whole = Row(f"{report.changes} changed certificates", "failed" if report.false else "ok")
    rows = [whole, *(Row(str(one["path"]), "failed", one["change"], "verify") for one in report.false)]
    emit(output_format, text=sweeping.report_text(report), data=sweeping.report_json(report), rows=rows)
    return exit_status(rows)


def smallest(record: Record) -> Record:
    """A small item like the one that was accepted."""
    from ..proofs.scrutiny import fuzzing

    small: Record = fuzzing.shrink(record)
    return small


def failure(record: Record, how: str) -> Row:
    """An item that the kernel judged wrongly, as a result."""
    return Row(record["kind"], "failed", f"{how}, which is wrong", "kernel")


def notes(resume: str | None) -> Path | None:
    """The file for what is done."""
    if resume is None:
        return None
    path = Path(resume)
    if not path.resolve().parent.is_dir() or path.is_dir():
        raise BadInput(f"--resume {resume}: name a file in a folder that exists")
    return path
