"""The stored certificate of a claim, which helps the search; the kernel checks each reused part.

The search reuses the steps that the kernel accepts at the same place. It searches the other steps as usual. So if the
proof script of a claim changes in one step, only that step is searched again.
"""

import json
import re
from contextlib import suppress
from functools import cache
from typing import Any

from ...algorithms.errors import BadInput
from ...algorithms.safe_files import parse_json
from .. import evidence
from ..statements.registry import Claim, cache_by_claims

Json = Any
BEGINNING = re.compile(r'^\{"statement":\{"id":("[^"\\]*"),', re.MULTILINE)


def entry_of(claim: Claim) -> Json:
    """Return the stored entry of a claim, or None if there is no readable entry.

    >>> from ..statements.registry import claims
    >>> entry_of(claims()["cauchy-schwarz"])["statement"]["id"]
    'cauchy-schwarz'
    """
    with suppress(BadInput, OSError):
        found = own(claim).get(claim.id) if claim.origin else parsed(claim.id)
        if isinstance(found, dict) and all(isinstance(found.get(part, {}), dict) for part in ("statement", "sides")):
            return found
    return None


def parsed(identifier: str) -> Json:
    """Return the entry on its line of the book, which has one line for each entry."""
    line = lines().get(identifier)
    return parse_json(line, evidence.CERTIFICATES) if line else None


@cache
def lines() -> dict[str, str]:
    """Return the lines of the book by id. A process reads them once; the processes that it starts inherit them."""
    text = evidence.read_evidence(evidence.CERTIFICATES)
    starts = [(json.loads(found[1]), found.start()) for found in BEGINNING.finditer(text)]
    return {name: text[start : text.find("\n", start)].removesuffix(",") for name, start in starts}


@cache_by_claims
def own(claim: Claim) -> dict[str, Json]:
    """Return the entries beside the file of a user's theorem."""
    return evidence.entries_beside(claim.origin.certificates) if claim.origin else {}
