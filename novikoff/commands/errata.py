"""`novikoff errata`: what the documents have wrong, each with its counterexample and correction; what theorems deny."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from ..report.printing import Row, emit, exit_status, terminal_width
from ._shared import command, ids_argument


@command(
    ids_argument,
    click.option("--source", metavar="KEY", help="Only statements of this source."),
    click.option(
        "--format", "page_format", type=click.Choice(["text", "markdown", "html", "latex"]), default="text",
        show_default=True, help="The format of the page.",
    ),
)  # fmt: skip
def errata_command(
    ids: tuple[str, ...], *, source: str | None, page_format: str, output_format: str, quiet: bool, verbose: bool
) -> int:
    """List the false statements of the documents: each with an exact counterexample and a corrected claim.

    \b
    novikoff errata --source iml            those of one document
    novikoff errata --format markdown       as a page
    novikoff errata --json                  for programs
    """
    from ..api.claim_selection import select
    from ..proofs.checking import check

    wrong = [claim for claim in select(ids, None, source) if claim.expected == "refuted"]
    against = denied_rows(ids, source)
    checked = check.check([*(c.id for c in wrong), *(row["by"] for row in against)], replay=True)
    outcomes = {o.claim.id: o for o in checked}
    table = [Row(c.id, "ok" if outcomes[c.id].as_expected else "failed", c.missing, c.source.key) for c in wrong]
    table += [Row(row["ledger_id"], "ok" if outcomes[row["by"]].as_expected else "failed", f"denied by {row['by']}",
                  row["document"]) for row in against]  # fmt: skip
    found = slips(source) if not ids else []
    entries = [erratum_json(c, outcomes[c.id]) for c in wrong] if output_format == "json" else []  # each takes a while
    data = {"schema": 1, "errata": entries, "denied": against, "slips": found}
    shown = output_format == "text" and (wrong or against or found)
    text = errata_text(wrong, against, found, page_format, quiet) if shown else "" if quiet else nothing_wrong_text(ids)
    emit(output_format, text=text, data=data, rows=table)
    return exit_status([*table, *(Row(slip["ledger_id"], "ok") for slip in found)])


def nothing_wrong_text(ids: Iterable[str]) -> str:
    """Why there is no erratum: what is asked for is not refuted; and which claims that are it corrects."""
    from ..proofs.statements.registry import claims, find

    corrected = [f"{c.id} is corrected by {i}" for i in dict.fromkeys(find(i).id for i in ids)
                 for c in claims().values() if c.corrected == i]  # fmt: skip
    return "; ".join([f"there is no erratum to {', '.join(ids) or 'this source'}", *corrected])


def denied_rows(ids: Iterable[str], source: str | None) -> list[dict[str, str]]:
    """The rows that are false by a theorem, where no counterexample to a statement of their own says so: of the claims
    and rows that are asked for, or all.
    """
    from ..proofs.documents import coverage
    from ..proofs.statements.registry import find

    wanted = {i if i in coverage.rows() else find(i).id for i in ids}
    homes = [(home.row, home.claim, home) for home in coverage.home() if home.claim]
    found = [(row, c) for row, c, home in homes if home.role(c) == "denies" and c.expected == "proved"]
    return [{"ledger_id": row.id, "document": row.document, "place": row.place, "by": claim.id, "title": claim.title}
            for row, claim in found
            if source in (None, row.document) and (not wanted or wanted & {row.id, claim.id})]  # fmt: skip


def slips(source: str | None) -> list[dict[str, str]]:
    """The purely typographical slips."""
    from ..proofs.documents import coverage

    slips = [home for home in coverage.home() if home.account and home.account.slip]
    homes = [home for home in slips if source in (None, home.row.document)]
    return [{"ledger_id": h.row.id, "document": h.row.document, "place": h.row.place, "meant": h.account.slip}
            for h in homes if h.account]  # fmt: skip


def erratum_json(claim: Any, outcome: Any) -> dict[str, Any]:
    """One erratum; the statement, counterexample and correction as text."""
    from ..report.claim_text import erratum

    return {
        "id": claim.id,
        "ledger": list(claim.ledger),
        "source": {"key": claim.source.key, "locator": claim.source.locator},
        "printed": claim.printed,
        "verdict": outcome.verdict,
        "missing": claim.missing,
        "corrected": claim.corrected,
        **erratum(claim, "text"),
    }


def errata_text(
    wrong: list[Any], against: list[dict[str, str]], slips: list[dict[str, str]], page_format: str, quiet: bool
) -> str:
    """Grouped by document, in text or Markdown."""
    from ..report.claim_text import errata_page
    from ..report.document_formats import WIDTH

    if quiet:
        return "\n".join([*(claim.id for claim in wrong), *(row["ledger_id"] for row in against)])
    return errata_page(wrong, against, slips, page_format, terminal_width(WIDTH))
