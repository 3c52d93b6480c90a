"""Stored results of expensive searches, one file for each kind.

A stored result is never trusted: whenever it is used, the kernel or exact evaluation checks it. The file of
certificates is in the folder `proofs`, beside the two checkers, which can read it by themselves.
"""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...algorithms.errors import BadInput
from ...algorithms.safe_files import parse_json
from ...algorithms.safe_files import read_text as read_evidence
from .. import kernel

HOME = Path(__file__).parent
CERTIFICATES = HOME.parent / "certificates.json"  # a proof or counterexample of each claim
MODELS = HOME / "models.json"  # an exact model of the hypotheses of each claim
NECESSITY = HOME / "necessity.json"  # the result about each claim without each hypothesis


def certificates() -> dict[str, Any]:
    """Return the entries of the book by id, in its order. Raises `BadInput` if the file is not a book, or has a key or
    an id twice.

    >>> certificates()["cauchy-schwarz"]["statement"]["id"]
    'cauchy-schwarz'
    """
    return entries_in(CERTIFICATES)


def entries_in(file: Path) -> dict[str, Any]:
    """Return the entries of the certificate file; raise the errors of `certificates`."""
    try:
        return {**parse_entries(read_evidence(file), file)}
    except (kernel.Rejected, RecursionError, LookupError, TypeError, ValueError) as problem:
        raise BadInput(
            f"the stored certificates cannot be read ({problem}); `novikoff check --save` renews them"
        ) from None


def entries_beside(file: Path) -> dict[str, Any]:
    """Return the entries of the certificate file of a user's theorems, {} if there is none."""
    return entries_in(file) if file.exists() else {}


@lru_cache(maxsize=4)  # that of the ledger, and some of the user's
def parse_entries(text: str, file: Path) -> dict[str, Any]:
    """Return the entries of a certificate file, which is parsed only once, so callers must not change the entries."""
    book = parse_json(text, file)
    return kernel.no_duplicates([(entry["statement"]["id"], entry) for entry in book["entries"]])


def certificate(identifier: str) -> dict[str, Any]:
    """Return the entry of one claim: only its line of the book is parsed. Raises `BadInput` unless there is exactly one
    line.

    >>> certificate("cauchy-schwarz") == certificates()["cauchy-schwarz"]
    True
    """
    text, start = read_evidence(CERTIFICATES), f'\n{{"statement":{{"id":{json.dumps(identifier)},'
    if text.count(start) != 1:
        raise BadInput(f"{identifier[:60]!r} has no stored certificate; `novikoff check --save` stores certificates")
    place = text.index(start) + 1
    return parse_json(text[place : text.index("\n", place)].removesuffix(","), CERTIFICATES)
