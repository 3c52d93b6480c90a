"""The stored book: what it has on the wanted claims, and which of its entries are about what the claims state today."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from .. import evidence, kernel
from ..kernel import Statement
from ..search.elaboration import Json
from ..statements.registry import Claim, claims
from .citing import read
from .making import ProofRecord, identifiers_of, statements_of


def stored(wanted: Iterable[str]) -> dict[str, ProofRecord]:
    """What the stored book has on the wanted claims and on all that its proofs of them cite, in its order; whether
    that is about the claims of today is to be seen.
    """
    known, entries = claims(), evidence.certificates()
    place = {identifier: number for number, identifier in enumerate(entries)}
    needed, todo = set[str](), list(wanted)
    while todo:
        identifier = todo.pop()
        if identifier in known and identifier not in needed:
            needed.add(identifier)
            todo += citations_in(entries.get(identifier))
    order = sorted(needed, key=lambda identifier: place.get(identifier, -1))
    return {identifier: from_store(known[identifier], entries) for identifier in order}


def citations_in(entry: Json) -> Iterator[str]:
    """The theorems that the proof of an entry cites."""
    todo = [entry]
    while todo:
        item = todo.pop()
        if isinstance(item, dict):
            if item.get("rule") == "lemma" and isinstance(item.get("of"), str):
                yield item["of"]
            todo += item.values()
        elif isinstance(item, list):
            todo += item


def from_store(claim: Claim, entries: Mapping[str, Json]) -> ProofRecord:
    """The entry of one claim, or those of its sizes."""
    began = time.perf_counter()
    if claim.admitted:
        return ProofRecord(None, {}, 0.0, {}, f"admitted: {claim.admitted}")
    found = [entries.get(identifier) for identifier in identifiers_of(claim)]
    if None in found:
        return ProofRecord(None, {}, 0.0, {}, "no certificate is stored; `novikoff check --save` stores them")
    entry, parts = (found[0], ()) if claim.sizes is None else (None, tuple(found))
    return ProofRecord(entry, {}, time.perf_counter() - began, {}, parts=parts)


@cache
def book() -> dict[str, Json]:
    """The stored book, read once."""
    return evidence.certificates()


@cache
def stored_entry(identifier: str) -> Json | None:
    """The certificate of a claim, if it is about what the claim states today."""
    claim = claims()[identifier]
    made = from_store(claim, book())
    return made.entry if made.is_about(statements_of(claim)) else None


@cache
def stored_entries() -> dict[str, Json]:
    """The certificates that are about what the claims state today."""
    return {identifier: entry for identifier in claims() if (entry := stored_entry(identifier)) is not None}


def statement_of(claim: Claim) -> Statement:
    """What the claim states. Side conditions of its definitions are shown as in its certificate, if there is one."""
    entry = stored_entry(claim.id) if claims().get(claim.id) is claim else None
    return statement_in(entry) if entry is not None else read(claim.id, claim.script)[1]


def statement_in(entry: Json) -> Statement:
    """The statement of an entry."""
    return kernel.read_statement(entry["statement"], entry.get("sides"))
