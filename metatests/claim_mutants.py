"""Mutate all claims, with stored evidence on some mutants: `python -m metatests.claim_mutants`.

Main definitions:
    Informed      judges a mutant by the stored evidence first, then as `novikoff mutate` does
    key_of        the key of a mutant: the claim's id, and a digest of the whole statement
    verdict_on    the kernel's verdict on a mutant by a piece of evidence: "proved", "refuted", or "" if it refuses
    flaws         stored evidence that decides no current mutant, with the reason
    renewed       the text of `claim_mutants.json`: valid evidence under current keys

`claim_mutants.json` stores evidence that the search does not find. A piece of evidence is an entry as the kernel reads
it, without the statement: a proof, which may cite proved claims, or a counterexample, with proofs that quotients and
roots have a meaning; and `change`, the mutant's name for readers. The statement is always the mutant's own, made from
the current claim. Evidence on another statement counts only if the kernel accepts it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from novikoff.algorithms.resumable_work import digest
from novikoff.algorithms.safe_files import read_json
from novikoff.proofs import kernel
from novikoff.proofs.checking.necessity import Proved
from novikoff.proofs.mutation import mutate
from novikoff.proofs.mutation.mutant_verdicts import Judge, Outcome
from novikoff.proofs.mutation.statement_mutants import Change, canonical, mutants_of
from novikoff.proofs.search.elaboration import write_statement
from novikoff.proofs.search.proof_json import REFUSALS
from novikoff.proofs.statements.registry import claims
from novikoff.proofs.statements.vector_language import multiplied_out

from .hypothesis_evidence import to_json_lines
from .mutant_runner import arguments, finish, tick

Json = Any
Evidence = Mapping[str, Json]
STORED = Path(__file__).with_name("claim_mutants.json")


def key_of(data: Json) -> str:
    """Return the key of a mutant: equal for equal statements only.

    >>> key_of({"id": "cauchy-schwarz", "show": {}})
    'cauchy-schwarz/2efd7437bdc92c31'
    """
    return f"{data['id']}/{digest(canonical(data))[:16]}"


@cache
def stored_table() -> Evidence:
    """Return all stored evidence, read once."""
    table: Evidence = read_json(STORED)
    return table


def verdict_on(data: Json, record: Json) -> str:
    """Return the kernel's verdict on a mutant by this evidence: "proved", "refuted", or "" if it refuses the evidence.
    """
    try:
        given = {name: part for name, part in record.items() if name != "change"}
        return kernel.check_entry({"statement": data, **given}, Proved())[0]
    except REFUSALS:
        return ""


class Informed(Judge):
    """A judge who knows the stored evidence on the mutants of the claim."""

    def judge(self, kind: str, change: str, data: Json) -> Outcome:
        """Return the verdict by the stored evidence, if the kernel accepts it; otherwise by the search."""
        record = stored_table().get(key_of(data), {})
        verdict = verdict_on(data, record)
        if verdict == "refuted":
            return "killed", "a stored counterexample", record["counterexample"]
        return self.true("a stored proof") if verdict == "proved" else super().judge(kind, change, data)

    def find_points(self) -> Iterable[Json]:
        """Yield the stored counterexamples to other mutants of the claim."""
        records = [record for key, record in stored_table().items() if key.startswith(f"{self.claim.id}/")]
        given = [self.name_values(record["counterexample"]) for record in records if "counterexample" in record]
        return filter(None, map(self.complete, given))


def mutants_by_claim(table: Evidence) -> Iterator[tuple[str, list[Change]]]:
    """Yield the current claims with stored evidence, each with all its mutants."""
    for identifier in sorted({key.partition("/")[0] for key in table} & set(claims())):
        data = write_statement(identifier, claims()[identifier].script).data
        yield identifier, list(mutants_of(multiplied_out(data)))


def flaws(table: Evidence) -> dict[str, str]:
    """Return {key: reason} for each piece of stored evidence that decides no mutant."""
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
    """Return the text of `claim_mutants.json`: the evidence that the kernel accepts for each current mutant. It was
    stored for the same statement, or for one that had the same name before its claim changed.
    """
    kept, by_claim = dict[str, Json](), list(mutants_by_claim(table))
    for done, (identifier, mutants) in enumerate(by_claim, 1):
        records = [record for key, record in table.items() if key.startswith(f"{identifier}/")]
        for _, change, data in mutants:
            named = [record for record in records if record["change"] == change]
            good = next((record for record in named if verdict_on(data, record)), None)
            kept |= {key_of(data): good} if good else {}
        progress(identifier, done, len(by_claim))
    return to_json_lines(kept)


if __name__ == "__main__":
    given = arguments(__doc__, "ids of claims")
    report = mutate(given.names or None, given.jobs, tick, sample=given.sample, resume=given.resume, kind=Informed)
    finish(report, given)
