"""`novikoff errata`: lists the false statements of the documents with counterexamples and corrections."""

from __future__ import annotations

import click

from ..report.result_output import Reported
from ._shared import command, ids_argument


@command(
    ids_argument,
    click.option("--source", metavar="KEY", help="Only statements of this source."),
    click.option(
        "--format", "page_format", type=click.Choice(["text", "markdown", "html", "latex"]), default="text",
        show_default=True, help="The format of the page.",
    ),
)
def errata_command(ids: tuple[str, ...], *, source: str | None, page_format: str) -> Reported:
    """List the false statements of the documents: each with an exact counterexample and a corrected claim.

    \b
    novikoff errata --source iml            only one document
    novikoff errata --format markdown       as a page
    novikoff errata --json                  for programs
    """
    from ..api.source_statements import read_errata

    return read_errata(ids, source, page_format)
