"""The claims as a list: `list_claims`, and its result `ClaimList`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..algorithms.command_results import exit_status, format_count
from ..proofs.checking.outcomes import as_list
from ..proofs.search.citation_graph import cited
from ..proofs.statements.bound_tightness import find_tightness
from ..proofs.statements.registry import Claim, format_suppositions, suppositions
from ..report.document_formats import Block
from ..report.result_output import Reported, hang_indent, terminal_width, to_blocks
from .claim_selection import select
from .theorem_loading import load_named

__all__ = ["list_claims"]
ROOM = 40  # the fewest columns for a title beside the ids


@dataclass(frozen=True, repr=False)
class ClaimList(Reported):
    """The selected claims in order, with the hypotheses that each supposes without proof, by name.

    With `supposes` these are the claims that suppose something. With `reached` they are the bounds for which it is
    known whether data attain them. `is_restricted` is true if `supposes` or `reached` left out claims.
    """

    claims: Sequence[Claim]
    supposed: Mapping[str, Mapping[str, str]]
    reached: bool = False
    is_restricted: bool = False

    @property
    def exit_status(self) -> int:
        return exit_status("error" if claim.unread else "ok" for claim in self.claims)

    def in_short(self) -> str:
        if not self.claims:
            return "no claim supposes anything" if self.is_restricted else "no claim is selected"
        return format_count(len(self.claims), "claim")

    def blocks(self, quiet: bool = False, verbose: bool = False) -> Sequence[Block]:
        """Return a line for each claim; with `quiet` the ids, with `verbose` also the sentences."""
        width = max((len(claim.id) for claim in self.claims), default=0)
        indent = width + 2
        if indent + ROOM > terminal_width(sys.maxsize):  # the terminal is too narrow for a column of ids
            width, indent = 0, 4
        lines = []
        for claim in self.claims:
            expected = "error" if claim.unread else claim.expected
            first = claim.id if quiet else f"{claim.id:{width}}  {expected:8}  {claim.title} [{claim.source}]"
            details = [*filter(None, [claim.sentence, claim.notes])] if verbose else []
            if not quiet:
                details += [str(find_tightness(claim.id))] * self.reached
                details += [f"supposes {fact}" for fact in format_suppositions(self.supposed[claim.id])]
            lines += [hang_indent(first, indent), *(hang_indent(f"{'':{indent}}{line}", indent) for line in details)]
        return to_blocks(lines if quiet else [*lines, self.in_short()])

    def json(self) -> dict[str, Any]:
        return {"schema": 1, "claims": [_claim_json(claim) for claim in self.claims]}


def list_claims(
    wanted: Iterable[str] = (), expression: str | None = None, source: str | None = None, *, supposes: bool = False,
    reached: bool = False,
) -> ClaimList:
    """Return the claims with these ids or words.

    wanted      ids, source statements, files of your own theorems, folders, FILE.py::ID; none: all claims
    expression  words that a claim must have, as for -k: "norm and not smola"
    source      a key of the bibliography
    supposes    only claims that suppose something, or rest on a claim that does
    reached     only bounds for which it is known whether data attain them

    Raises `BadInput` for an unknown id or source.

    >>> list_claims(expression="kozinec and reached")
    <1 claim>
    """
    with load_named(as_list("claims", wanted)) as ids:
        found = select(ids, expression, source, coq=True)
        supposed = {claim.id: supposed_by(claim, supposes) for claim in found}
        chosen = [c for c in found if (supposed[c.id] or not supposes) and (find_tightness(c.id) or not reached)]
        return ClaimList(chosen, supposed, reached, supposes and bool(supposed))


def supposed_by(claim: Claim, further: bool) -> dict[str, str]:
    """Return what a claim supposes, by name, and with `further` also what the claims that it cites suppose."""
    found = suppositions(claim, lambda other: cited(other.script) if further else ())
    return {key.removeprefix(f"{claim.id}."): fact for key, fact in found.items()}


def _claim_json(claim: Claim) -> dict[str, Any]:
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
