"""`novikoff explain`: prints a claim, its derivation and the claims that it cites."""

from __future__ import annotations

import click

from ..report.result_output import Printed, terminal_width
from ._shared import command, complete_claim, with_own_theorems


@command(
    click.argument("identifier", metavar="ID", shell_complete=complete_claim),
    click.option(
        "--format", "page_format", type=click.Choice(["text", "markdown", "latex", "beamer", "html"]), default="text",
        show_default=True, help="The format of the page. beamer writes slides in LaTeX.",
    ),
    click.option("--standalone", is_flag=True, help="Write a complete LaTeX document, with its preamble."),
    click.option("--expanded", is_flag=True, help="Print formulas multiplied out, as the kernel checks them."),
    verdicts=False,
)
@with_own_theorems
def explain_command(
    identifier: str, *, page_format: str, standalone: bool, expanded: bool, output_format: str
) -> Printed:
    """Print a claim: its statement, its hypotheses, and its derivation step by step.

    \b
    novikoff explain smola-mistake-bound
    novikoff explain geometric-margin --format html -o margin.html
    novikoff explain smola-mistake-bound --format latex --standalone -o bound.tex
    novikoff explain smola-mistake-bound --format beamer -o slides.tex
    """
    from ..algorithms.errors import BadInput
    from ..api.claim_selection import find_named
    from ..report.claim_text import explain
    from ..report.document_formats import WIDTH

    if standalone and page_format not in ("latex", "beamer"):
        raise BadInput(f"--standalone is for --format latex; {page_format} has no preamble")
    claim = find_named(identifier)
    width = WIDTH if output_format == "json" else terminal_width(WIDTH)
    page = explain(claim, page_format, standalone=standalone, width=width, expanded=expanded)
    data = {"schema": 1, "id": claim.id, "format": page_format, "expanded": expanded, "page": page}
    return Printed([page], data)
