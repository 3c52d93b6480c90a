"""`novikoff fuzz`: is a wrong proof refused, or a wrong certificate?"""

from __future__ import annotations

from typing import Any

import click

from ..algorithms.errors import BadInput
from ..output.printing import Row, emit, exit_status, progress
from ._shared import AT_LEAST_ONE, command, jobs_option, notes, resume_option

Record = dict[str, Any]


@command(
    click.option(
        "--number", type=AT_LEAST_ONE, metavar="N",
        help="So many false statements, and as many corrupted certificates (100 000), or so many changes (all).",
    ),
    click.option("--seed", type=int, default=0, show_default=True, help="The report depends on N and on this alone."),
    jobs_option,
    resume_option,
    click.option("--certificates", is_flag=True, help="Change certificates of runs and data instead of proofs."),
)  # fmt: skip
def fuzz_command(
    *, number: int | None, seed: int, jobs: int | None, resume: str | None, certificates: bool, output_format: str,
    quiet: bool, verbose: bool,
) -> int:  # fmt: skip
    """Try to make the kernel, or `novikoff verify`, accept something false.

    Random statements that are false at a known exact point come with proofs in which one step is wrong, and right
    certificates are corrupted. The kernel must accept none of them, and must accept the right ones from which they are
    made. What it accepts wrongly is printed, made small, and the exit status is 1.

    With --certificates, every leaf of certificates of every kind is changed in many ways. What `verify` still confirms
    is judged without it, by a run of the changed question: if it is false, the exit status is 1.

    \b
    novikoff fuzz                          100 000 of each; takes minutes
    novikoff fuzz --number 2000 --seed 7   fewer, others
    novikoff fuzz --resume fuzz.jsonl      can be interrupted and repeated
    novikoff fuzz --certificates           of runs, separators, margins and support vector machines
    """
    if certificates:
        ignored = [f"--{name}" for name, given in (("jobs", jobs), ("resume", resume), ("seed", seed)) if given]
        if ignored:
            raise BadInput(f"--certificates changes every leaf: give it --number alone, not {' and '.join(ignored)}")
        return change_certificates(number, output_format, quiet)
    return attack_kernel(number or 100_000, seed, jobs, resume, output_format, quiet, verbose)


def attack_kernel(
    number: int, seed: int, jobs: int | None, resume: str | None, output_format: str, quiet: bool, verbose: bool
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


def change_certificates(number: int | None, output_format: str, quiet: bool) -> int:
    """Change every leaf of certificates of runs and data, and print what is verified and false."""
    from ..properties import certificate_mutants

    with progress("fuzz", quiet) as tick:
        report = certificate_mutants.sweep(number, tick)
    whole = Row(f"{report.changes} changed certificates", "failed" if report.false else "ok")
    rows = [whole, *(Row(str(one["path"]), "failed", one["change"], "verify") for one in report.false)]
    emit(
        output_format,
        text=certificate_mutants.report_text(report),
        data=certificate_mutants.report_json(report),
        rows=rows,
    )
    return exit_status(rows)


def smallest(record: Record) -> Record:
    """A small item like the one that was accepted."""
    from ..proofs.scrutiny import fuzzing

    small: Record = fuzzing.shrink(record)
    return small


def failure(record: Record, how: str) -> Row:
    """An item that the kernel judged wrongly, as a result."""
    return Row(record["kind"], "failed", f"{how}, which is wrong", "kernel")
