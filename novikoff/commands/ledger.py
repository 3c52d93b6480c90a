"""`novikoff ledger`: lists every statement of the documents with its claims and verdict, and the totals."""

from __future__ import annotations

import click

from ..report.result_output import Reported
from ._shared import command


@command(
    click.argument("ids", nargs=-1, metavar="[ID]..."),
    click.option("--source", metavar="KEY", help="Only statements of this document: tutorial, notes, lecture, slides "
                 "or iml; or relations, for statements that compare the documents."),
    click.option("--fresh", is_flag=True, help="Prove everything from scratch instead of replaying certificates."),
)
def ledger_command(ids: tuple[str, ...], *, source: str | None, fresh: bool, quiet: bool) -> Reported:
    """List every statement of the five documents, with its claims and its verdict.

    \b
    novikoff ledger -q                      the totals, and statements that are not accounted for
    novikoff ledger --source lecture -v     with places, all claims and their roles
    novikoff ledger --json                  one entry for each statement

    The claims that state a source statement, or a part of it, decide its verdict. A claim that contradicts it
    counts with the opposite verdict. A claim that adds a hypothesis which the source lacks counts as
    proved with an added hypothesis. If one of these verdicts is refuted, the statement is refuted; otherwise it
    has the weakest of them. Without such claims, the statement is a definition or informal. Corrections, consequences,
    and statements that show what the source lacks do not count. But if any claim of the statement is vacuous, unknown
    or an error, so is the statement.

    The command asks Coq about claims that only Coq proves; without coqc they are unknown.
    """
    from ..api.source_statements import read_ledger

    return read_ledger(ids, source, fresh=fresh, quiet=quiet)
