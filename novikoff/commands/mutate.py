"""`novikoff mutate`: is a wrong claim, update rule or kernel noticed?

With `--resume FILE` what is done is noted in FILE as it comes, so that the same command goes on where it was
interrupted; notes made by other sources are not used.
"""

from __future__ import annotations

from typing import Any

import click

from ..algorithms.errors import BadInput
from ..output.printing import Row, emit, exit_status, progress
from ._shared import AT_LEAST_ONE, command, complete_claim, jobs_option, notes, resume_option
from ._user_files import with_own_theorems
from .check import explanation

Verdict = Any


def complete_mutable(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """What can be mutated: the kernel, algorithms, claims."""
    from ..proofs.scrutiny.mutation import ALGORITHMS, KERNEL

    names = [KERNEL, *ALGORITHMS, *complete_claim(context, parameter, "")]
    return [name for name in names if name.startswith(incomplete)]


@command(
    click.argument("ids", nargs=-1, metavar="[ID]...", shell_complete=complete_mutable),
    jobs_option,
    click.option(
        "--sample", type=AT_LEAST_ONE, metavar="N", help="At most N mutants of each, always the same."
    ),
    resume_option,
)
@with_own_theorems
def mutate_command(
    ids: tuple[str, ...], *, jobs: int | None, sample: int | None, resume: str | None, output_format: str, quiet: bool,
    verbose: bool,
) -> int:  # fmt: skip
    """Change claims, update rules and the kernel a little: what notices each change?

    ID is a claim, an algorithm (`perceptron`, `kozinec`, …) or `kernel`; without any, all are changed. A
    mutant is killed (an exact counterexample, an unproved claim, a failed property, another verdict of the kernel),
    equivalent (true as well, with a proof that the kernel accepts), open (of a claim: neither; perhaps a sharper
    theorem), argued (of the kernel: not to be noticed, for a reason that no machine has checked) or survived. One that
    survives shows a check that is missing, and the exit status is 1. A complete run takes minutes.

    \b
    novikoff mutate smola-mistake-bound        all mutants of one claim
    novikoff mutate smola-mistake-bound -v     each of them, with what killed it
    novikoff mutate perceptron kernel          of the update rule, and of the kernel
    novikoff mutate --sample 5 -j 2            five of each, on two processors
    novikoff mutate --resume mutate.jsonl      everything; can be interrupted and repeated
    """
    from ..proofs.checking.check import check
    from ..proofs.scrutiny import mutation
    from ..proofs.statements.registry import claims
    from ..properties.rule_mutant_checks import RULE_CHECKS

    settings: dict[str, Any] = {"sample": sample, "resume": notes(resume), "properties": RULE_CHECKS}
    for outcome in check([i for i, c in claims().items() if c.origin and i in (ids or claims())], engines="kernel"):
        if not outcome:
            raise BadInput(f"only what holds is changed a little; {outcome.claim.id} is {explanation(outcome)}")
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
