"""`novikoff mutate`: tests whether a wrong claim would be noticed.

With `--resume FILE` the command notes each finished mutant in FILE, so that the same command continues after an
interruption. Notes made by another version of the program are not used.
"""

from __future__ import annotations

import click

from ..report.result_output import Reported
from ._shared import AT_LEAST_ONE, Writable, command, ids_argument, jobs_option


@command(
    ids_argument,
    jobs_option,
    click.option("--sample", type=AT_LEAST_ONE, metavar="N",
                 help="Try at most N mutants of each claim, the same ones in every run."),
    click.option(
        "--resume", type=Writable("file of --resume"), metavar="FILE",
        help="Record finished work in FILE, and skip work that FILE records. After Ctrl-C, repeat the same command.",
    ),
)
def mutate_command(
    ids: tuple[str, ...], *, jobs: int | None, sample: int | None, resume: str | None, quiet: bool
) -> Reported:
    """Change claims a little, and report what notices each change (mutation testing).

    \b
    novikoff mutate smola-mistake-bound        all mutants of one claim
    novikoff mutate smola-mistake-bound -v     each mutant, with what killed it
    novikoff mutate my_bound.py                the theorems of a file
    novikoff mutate --sample 5 -j 2            five mutants of each claim, on two processors
    novikoff mutate --resume mutate.jsonl      all claims; after Ctrl-C repeat the same command

    ID is a claim, or a theorem in a file of yours. Without ID, the command changes all claims, which takes minutes. A
    mutant is killed (an exact counterexample refutes it), equivalent (the kernel accepts a proof of it) or open
    (neither: perhaps there is a sharper theorem).
    """
    from ..api.claims import mutate

    return mutate(ids or None, jobs=jobs, sample=sample, resume=resume, quiet=quiet)
