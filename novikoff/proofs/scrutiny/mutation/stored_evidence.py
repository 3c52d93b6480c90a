"""Evidence on mutants of claims that was dear to find: stored, and checked by the kernel whenever it is used.

Main definitions:
    Evidence      what is stored, by the key of a mutant
    key_of        the key of a mutant: the claim's id, and a digest of the whole statement
    verdict_on    what the kernel says of a mutant by a piece of evidence: "proved", "refuted", or "" if it refuses
    flaws         what is stored and says nothing of a mutant of today, with the reason
    renewed       the text of `mutants.json`: what still holds is kept, under today's key

A piece of evidence is an entry as the kernel reads it, but for the statement: a proof, which may cite proved claims, or
a counterexample, with proofs that quotients and roots have a meaning; and `change`, the mutant's name for readers. The
statement is always the mutant's own, made from today's claim: evidence on another one is worth no more than the kernel
finds in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from ....algorithms.safe_files import read_json
from ... import evidence, kernel
from ...checking.vacuity import lines_of
from ...search.elaboration import write_statement
from ...statements.registry import claims
from ...statements.vector_language import multiplied_out
from ..necessity import Proved
from .proof_search import ERRORS
from .statement_mutants import Change, canonical, digest, mutants_of

Json = Any
Evidence = Mapping[str, Json]


def key_of(data: Json) -> str:
    """The key of a mutant: equal for equal statements only.

    >>> key_of({"id": "cauchy-schwarz", "show": {}})
    'cauchy-schwarz/2efd7437bdc92c31'
    """
    return f"{data['id']}/{digest(canonical(data))[:16]}"


@cache
def stored_table() -> Evidence:
    """What ships with the package, read once."""
    table: Evidence = read_json(evidence.MUTANTS)
    return table


def of_claim(identifier: str) -> list[Json]:
    """What is stored on the mutants of a claim."""
    return [record for key, record in stored_table().items() if key.startswith(f"{identifier}/")]


def verdict_on(data: Json, record: Json) -> str:
    """What the kernel says of a mutant by this evidence: "proved", "refuted", or "" if it refuses it."""
    try:
        given = {name: part for name, part in record.items() if name != "change"}
        return kernel.check_entry({"statement": data, **given}, Proved())[0]
    except ERRORS:
        return ""


def mutants_by_claim(table: Evidence) -> Iterator[tuple[str, list[Change]]]:
    """The claims of today on whose mutants something is stored, each with all its mutants."""
    for identifier in sorted({key.partition("/")[0] for key in table} & set(claims())):
        data = write_statement(identifier, claims()[identifier].script).data
        yield identifier, list(mutants_of(multiplied_out(data)))


def flaws(table: Evidence) -> dict[str, str]:
    """What is wrong with stored evidence, by its key: {} if each piece decides the mutant that it is stored for."""
    found = dict.fromkeys(table, "there is no such mutant")
    for _, mutants in mutants_by_claim(table):
        for _, change, data in mutants:
            record = table.get(key := key_of(data))
            if record and record.get("change") != change:
                found[key] = f"the mutant's name is {change!r}"
            elif record:
                found[key] = "" if verdict_on(data, record) else "the kernel refuses it"
    return {key: reason for key, reason in found.items() if reason}


def renewed(table: Evidence, progress: Callable[[str, int, int], None] = lambda name, done, total: None) -> str:
    """The text of `mutants.json`: of each mutant of today what the kernel accepts, of the same statement or of one that
    had the same name before its claim changed.
    """
    kept, by_claim = dict[str, Json](), list(mutants_by_claim(table))
    for done, (identifier, mutants) in enumerate(by_claim, 1):
        records = [record for key, record in table.items() if key.startswith(f"{identifier}/")]
        for _, change, data in mutants:
            named = [record for record in records if record["change"] == change]
            good = next((record for record in named if verdict_on(data, record)), None)
            kept |= {key_of(data): good} if good else {}
        progress(identifier, done, len(by_claim))
    return lines_of(kept)
