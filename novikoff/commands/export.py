"""`novikoff export`: writes the claims in the languages of other provers.

smt2    each obligation of each claim as the SMT-LIB 2 script that `novikoff check` gives to z3 and cvc5: they answer
        `unsat` for a proved claim, `sat` for the counterexample of a refuted one
coq     the stored proofs as Coq theorems over an abstract inner-product space, with everything that they cite, and the
        proofs written by hand in Coq; `coqc` compiles them (see _CoqProject), and `novikoff check --engine coq` also
        prints their assumptions
lean    the same in Lean 4 with Mathlib; no Lean has checked these files, as their first lines say
"""

from __future__ import annotations

from pathlib import Path

import click

from ..algorithms.command_results import exit_status, format_count
from ..algorithms.errors import BadInput
from ..report.result_output import Printed, note, progress
from ._shared import Writable, command, expression_option, ids_argument, source_option, with_own_theorems


@command(
    click.argument("language", type=click.Choice(["smt2", "coq", "lean"])),
    ids_argument,
    click.option(
        "-o", "--output", type=Writable("files", folder=True), metavar="FOLDER", required=True,
        help="Write the files to this folder. The command creates the folder if it does not exist.",
    ),
    expression_option,
    source_option,
    verdicts=False,
)
@with_own_theorems
def export_command(language: str, ids: tuple[str, ...], *, output: str, expression: str | None, source: str | None,
                   quiet: bool, verbose: bool) -> Printed:
    """Write claims for another prover: SMT-LIB, Coq or Lean.

    \b
    novikoff export smt2 smola-mistake-bound -o obligations
    z3 obligations/smola-mistake-bound-01.smt2
    novikoff export coq -o coq
    novikoff export lean -o lean        no Lean has checked these files
    novikoff export coq "real a b |- 2*a*b <= a**2 + b**2" -o mine

    In place of ids you may give one statement in the grammar of `novikoff prove`. For Coq and Lean, the command proves
    it first. In SMT-LIB it becomes the question whether the statement can fail.
    """
    from ..api.claim_exports import LANGUAGES, Written, export_statement
    from ..api.claim_selection import select
    from ..proofs.statements.registry import known_claims_of_coq

    folder = Path(output)
    if typed := [i for i in ids if "|-" in i]:
        if len(ids) > 1 or expression or source:
            raise BadInput(f"a statement is exported alone, without other ids and selections ({typed[0]!r:.60})")
        chosen, done = ["statement"], export_statement(language, typed[0], folder)
    else:
        chosen = [claim.id for claim in select(ids, expression, source, coq=language == "coq")]
        if language != "coq" and (alone := [i for i in chosen if i in known_claims_of_coq()]):
            raise BadInput(f"{alone[0]} is proved in Coq only, so it is not exported to another language")
        with progress(f"export {language}", quiet) as tick:
            done = LANGUAGES[language](chosen, folder, tick) if chosen else Written()
    if done.warning:
        note(done.warning)
    written = sorted({str(path) for paths in done.files.values() for path in paths})
    said = f"{format_count(len(done.files), 'claim')} in {format_count(len(written), 'file')} in {folder}"
    lines = [*(written if verbose else []), said, *done.notes]
    files = {i: [str(p) for p in paths] for i, paths in done.files.items()}
    data = {"schema": 1, "language": language, **done.data, "files": files}
    named = bool(ids or expression or source)  # else claims that cannot be exported are no failure
    missing = ["inconclusive" for i in chosen if named and i not in files]
    status = exit_status(["ok" for _ in files] + missing * bool(files))
    return Printed(lines, data, status)
