"""`novikoff list`: the claims."""

from __future__ import annotations

import sys
from typing import Any

import click

from ..algorithms.results import exit_status, format_count
from ..report.printing import emit, hang_indent, terminal_width
from ._shared import command, expression_option, ids_argument, source_option, with_own_theorems


@command(
    ids_argument,
    expression_option,
    source_option,
    click.option("--supposes", is_flag=True, help="Only claims that suppose something, or rest on such; with what."),
    click.option("--reached", "bounds", is_flag=True, help="Only bounds of which is known whether data reach them."),
    verdicts=False,
)
@with_own_theorems
def list_command(ids: tuple[str, ...], *, expression: str | None, source: str | None, supposes: bool,
                 bounds: bool, output_format: str, quiet: bool, verbose: bool) -> int:  # fmt: skip
    """List claims: id, expected verdict, source and title.

    \b
    novikoff list -k "norm and not smola"
    novikoff list --source tutorial -q      ids only, for scripts
    novikoff list smola-mistake-bound -v    with the sentence in plain words
    novikoff list --supposes                what claims assume beyond their sources
    novikoff list --reached                 which bounds are attained, by which data, and which are open
    """
    from ..api.claim_selection import select
    from ..proofs.search.citations import cited
    from ..proofs.statements.registry import format_suppositions, suppositions
    from ..proofs.statements.tightness import find_tightness

    found = select(ids, expression, source, coq=True)
    supposed = {c.id: suppositions(c, lambda other: cited(other.script) if supposes else ()) for c in found}
    supposed = {i: {key.removeprefix(f"{i}."): fact for key, fact in s.items()} for i, s in supposed.items()}
    found = [claim for claim in found if supposed[claim.id] or not supposes]
    found = [claim for claim in found if find_tightness(claim.id) or not bounds]
    width = max((len(claim.id) for claim in found), default=0)
    further = width + 2
    if further + 40 > terminal_width(sys.maxsize):  # no room for a column
        width, further = 0, 4
    lines = []
    for claim in found:
        details = [f"supposes {fact}" for fact in format_suppositions(supposed[claim.id])]
        said = [*filter(None, [claim.sentence, claim.notes])] * verbose
        details = said + ([str(find_tightness(claim.id))] * bounds + details) * (not quiet)
        expected = "error" if claim.unread else claim.expected
        first = claim.id if quiet else f"{claim.id:{width}}  {expected:8}  {claim.title} [{claim.source}]"
        lines += [hang_indent(first, further), *(hang_indent(f"{'':{further}}{line}", further) for line in details)]
    if not quiet:
        none = "no claim supposes anything" if supposes and supposed else "no claim is selected"
        lines.append(format_count(len(found), "claim") if found else none)
    data = {"schema": 1, "claims": [claims_json(claim) for claim in found]}
    emit(output_format, text="\n".join(lines), data=data)
    return exit_status("error" if claim.unread else "ok" for claim in found)


def claims_json(claim: Any) -> dict[str, Any]:
    """One claim of `list --json`."""
    from ..proofs.statements.tightness import find_tightness

    known = find_tightness(claim.id)
    return {
        "id": claim.id,
        "title": claim.title,
        "expected": claim.expected,
        "source": {"key": claim.source.key, "locator": claim.source.locator},
        "printed": claim.printed,
        "sentence": claim.sentence,
        "notes": claim.notes,
        "ledger": list(claim.ledger),
        "corrected": claim.corrected,
        "adds": dict(claim.adds),
        "supposes": dict(claim.supposes),
        "reached": known and {"status": known.status, "words": known.words, "by": list(known.by)},
    }
