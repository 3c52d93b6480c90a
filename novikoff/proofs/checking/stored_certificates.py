"""The stored certificates: their entries for claims, and whether these are about the claims' current statements."""

import time
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from ...algorithms.safe_files import read_json
from .. import evidence, kernel
from ..kernel import Statement
from ..search.citation_graph import read
from ..search.elaboration import Json
from ..search.proof_json import cited_ids, reachable
from ..statements.registry import Claim, cache_by_claims, claims, known_claims, own_claims
from .entry_building import ProofRecord, identifiers_of, statements_or_problem


def read_records(wanted: Iterable[str]) -> dict[str, ProofRecord]:
    """Return the stored records of the wanted claims and of all claims that their proofs cite, in stored order. They
    need not be about the claims' current statements."""
    known, entries = known_claims(), {**evidence.certificates(), **all_user_entries()}
    place = {identifier: number for number, identifier in enumerate(entries)}
    needed = known.keys() & set(wanted)
    if len(needed) < len(known):  # else all claims are needed already
        needed = reachable(needed, lambda identifier: cited_ids(entries.get(identifier)) & known.keys())
    order = sorted(needed, key=lambda identifier: place.get(identifier, -1))
    return {identifier: stored_record(known[identifier], entries) for identifier in order}


@cache_by_claims
def all_user_entries() -> dict[str, Json]:
    """Return the stored entries of user-defined theorems, each after the theorems that it cites. From a file of
    certificates, only the entries for the file beside it count."""
    own = [(claim, claim.origin.certificates) for claim in own_claims() if claim.origin]
    files = {file: evidence.entries_beside(file) for file in dict.fromkeys(file for _, file in own)}
    return sort_by_citations({i: files[f][i] for claim, f in own for i in identifiers_of(claim) if i in files[f]})


@cache_by_claims
def user_evidence(file: Path, kind: str) -> dict[str, Json]:
    """Return the `models` or `necessity` of a file of certificates by id, {} if there are none."""
    found = read_json(file) if file.exists() else {}
    table = found.get(kind) if isinstance(found, dict) else None
    return table if isinstance(table, dict) else {}


def sort_by_citations(entries: Mapping[str, Json]) -> dict[str, Json]:
    """Return the entries, each after the entries that it cites; the kernel rejects entries that cite each other in a
    circle."""
    ordered: dict[str, Json] = {}

    def visit(identifier: str, above: frozenset[str]) -> None:
        if identifier in entries and identifier not in ordered and identifier not in above:
            for other in sorted(cited_ids(entries[identifier])):
                visit(other, above | {identifier})
            ordered.setdefault(identifier, entries[identifier])

    for identifier in entries:
        visit(identifier, frozenset())
    return ordered


def stored_record(claim: Claim, entries: Mapping[str, Json]) -> ProofRecord:
    """Return the stored record of one claim: its entry, or the entries for its sizes."""
    began = time.perf_counter()
    if claim.admitted:
        return ProofRecord(reason=f"admitted: {claim.admitted}")
    found = [entries.get(identifier) for identifier in identifiers_of(claim)]
    if None in found and claim.origin and isinstance(why := statements_or_problem(claim.id), str):
        return ProofRecord(reason=why)
    if None in found:
        return ProofRecord(reason="no certificate is stored; `novikoff check --save` stores it once the verdict is the "
                                  "expected one")
    entry, parts = (found[0], ()) if claim.sizes is None else (None, tuple(found))
    return ProofRecord(entry, seconds=time.perf_counter() - began, parts=parts)


@cache
def ledger_entries() -> dict[str, Json]:
    """Return the stored certificates of the ledger; the file is read once."""
    return evidence.certificates()


@cache_by_claims
def stored_entry(identifier: str) -> Json | None:
    """Return the certificate of a claim, or None if it is not about the claim's current statement."""
    claim = known_claims()[identifier]
    made = stored_record(claim, all_user_entries() if claim.origin else ledger_entries())
    return made.entry if made.is_about(statements_or_problem(identifier)) else None


@cache_by_claims
def stored_entries() -> dict[str, Json]:
    """Return the certificates that are about the claims' current statements."""
    return {identifier: entry for identifier in claims() if (entry := stored_entry(identifier)) is not None}


def statement_of(claim: Claim) -> Statement:
    """Return the statement of a claim as the kernel reads it, with side conditions proved as in its certificate."""
    entry = stored_entry(claim.id) if known_claims().get(claim.id) is claim else None
    return statement_in(entry) if entry is not None else read(claim.id, claim.script)[1]


def statement_in(entry: Json) -> Statement:
    """Return the statement of an entry as the kernel reads it."""
    return kernel.read_statement(entry["statement"], entry.get("sides"))
