"""`novikoff list`: lists the claims."""

from __future__ import annotations

import click

from ..report.result_output import Reported
from ._shared import command, expression_option, ids_argument, source_option


@command(
    ids_argument,
    expression_option,
    source_option,
    click.option("--supposes", is_flag=True, help="Only claims with a supposition, and claims that cite such a claim."),
    click.option("--reached", is_flag=True, help="Only bounds for which the ledger says whether data attain them."),
    verdicts=False,
)
def list_command(ids: tuple[str, ...], *, expression: str | None, source: str | None, supposes: bool,
                 reached: bool) -> Reported:
    """List claims: id, expected verdict, source and title.

    \b
    novikoff list -k "norm and not smola"
    novikoff list --source tutorial -q      ids only, for scripts
    novikoff list smola-mistake-bound -v    with the sentence in plain words
    novikoff list --supposes                what claims assume beyond their sources
    novikoff list --reached                 which bounds are attained, by which data, and which are open
    """
    from ..api.claim_list import list_claims

    return list_claims(ids, expression, source, supposes=supposes, reached=reached)
