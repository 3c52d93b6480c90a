"""`novikoff mutate`: is a wrong claim noticed?

With `--resume FILE` what is done is noted in FILE as it comes, so that the same command goes on where it was
interrupted; notes made by other sources are not used.
"""

from __future__ import annotations

import click

from ..algorithms.errors import BadInput
from ..report.outcome_text import explain_verdict
from ..report.printing import Row, emit, exit_status, progress
from ._shared import AT_LEAST_ONE, command, complete_claim, jobs_option, notes, resume_option, with_own_theorems


@command(
    click.argument("ids", nargs=-1, metavar="[ID]...", shell_complete=complete_claim),
    jobs_option,
    click.option("--sample", type=AT_LEAST_ONE, metavar="N", help="At most N mutants of each, always the same."),
    resume_option,
)
@with_own_theorems
def mutate_command(
    ids: tuple[str, ...], *, jobs: int | None, sample: int | None, resume: str | None, output_format: str, quiet: bool,
    verbose: bool,
) -> int:  # fmt: skip
    """Change claims a little: what notices each change?

    ID is a claim, or a theorem in a file of your own; without any, all claims are changed. A mutant is killed (an exact
    counterexample), equivalent (true as well, with a proof that the kernel accepts) or open (neither; perhaps a sharper
    theorem). A complete run takes minutes.

    \b
    novikoff mutate smola-mistake-bound        all mutants of one claim
    novikoff mutate smola-mistake-bound -v     each of them, with what killed it
    novikoff mutate my_bound.py                of the theorems in a file
    novikoff mutate --sample 5 -j 2            five of each, on two processors
    novikoff mutate --resume mutate.jsonl      everything; can be interrupted and repeated
    """
    from ..proofs import mutation
    from ..proofs.checking.check import check
    from ..proofs.statements.registry import claims

    for outcome in check([i for i, c in claims().items() if c.origin and i in (ids or claims())], engines="kernel"):
        if not outcome:
            raise BadInput(f"only what holds is changed a little; {outcome.claim.id} is {explain_verdict(outcome)}")
    with progress("mutate", quiet) as tick:
        report = mutation.mutate(ids or None, jobs, tick, sample=sample, resume=notes(resume))
    text = mutation.report_text(report, quiet=quiet, verbose=verbose)
    rows = [Row(f"{v.kind}: {v.change}", "ok", f"{v.status} by {v.by}", v.target) for v in report.verdicts]
    emit(output_format, text=text, data=mutation.report_json(report), rows=rows)
    return exit_status(rows)
