"""`novikoff explain`: a claim, its derivation and all that it rests on."""

from __future__ import annotations

import click

from ..output.printing import OK, Row, emit, terminal_width
from ._shared import command, complete_claim


@command(
    click.argument("identifier", metavar="ID", shell_complete=complete_claim),
    click.option(
        "--format",
        "page_format",
        type=click.Choice(["text", "markdown", "latex", "html"]),
        default="text",
        show_default=True,
        help="The language of the page.",
    ),
)
def explain_command(identifier: str, *, page_format: str, output_format: str, quiet: bool, verbose: bool) -> int:
    """The statement, its hypotheses, the derivation step by step, and all that it rests on.

    \b
    novikoff explain smola-mistake-bound
    novikoff explain geometric-margin --format html > margin.html
    """
    from ..output.explanation import explain
    from ..output.writers import WIDTH
    from ..proofs.statements.registry import find

    claim = find(identifier)
    script = explain(claim, page_format, width=WIDTH if output_format == "json" else terminal_width(WIDTH))
    data = {"schema": 1, "id": claim.id, "format": page_format, "page": script}
    emit(output_format, text=script, data=data, rows=[Row(claim.id, "ok", claim.title, claim.source.key)])
    return OK
