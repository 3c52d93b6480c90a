"""Claims as files in the languages of other provers.

Main definitions: `LANGUAGES` (language -> the function that writes the files of some claims), `export_statement`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..algorithms.command_results import format_count
from ..algorithms.errors import BadInput
from ..algorithms.safe_files import write_whole

PATIENCE = 10.0  # seconds for the search for a model of a statement's hypotheses
Tick = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Written:
    """The files of each claim, and notes as lines of text, as data, and as a warning."""

    files: dict[str, list[Path]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    data: dict[str, Any] = field(default_factory=dict)
    warning: str = ""


def export_statement(language: str, text: str, folder: Path) -> Written:
    """Write the files of one statement.

    Raises `BadInput` if a language needs a proof of it and none is found.
    """
    from ..proofs.export import coq, lean
    from ..proofs.prover.prove import prove, to_smtlib

    if language == "smt2":
        folder.mkdir(parents=True, exist_ok=True)
        scripts = to_smtlib(text)
        paths = [folder / f"statement-{number:02}.smt2" for number in range(1, len(scripts) + 1)]
        for path, (script, is_exact) in zip(paths, scripts, strict=True):
            sat = "it can fail" if is_exact else "no answer, as the file says too little about exp, sums or vectors"
            write_whole(path, f"; {' '.join(text.split())}\n; unsat: it cannot fail\n; sat: {sat}\n{script}")
        return Written({"statement": paths})
    finding = prove(text, patience=PATIENCE)
    if finding.verdict != "proved":
        why = f": {finding.reason}" if finding.reason else ""
        raise BadInput(f"only a proved statement is exported; this one is {finding.verdict}{why}")
    entries = finding.certificate["entries"]
    if language == "coq":
        written = coq.export(["statement"], folder, entries)
        return Written({"statement": written}, data={"not_exported": coq.not_exported(folder)})
    book = lean.export(["statement"], folder, entries)
    return Written({"statement": [folder / name for name in book.files]}, [], {"checked": False}, lean.UNCHECKED)


def export_smt2(chosen: list[str], folder: Path, tick: Tick) -> Written:
    """Write a script for each obligation, with the expected answer in its first lines."""
    from ..proofs.checking.entry_building import obligations
    from ..proofs.export.claim_comments import comment_lines
    from ..proofs.search.elaboration import Unproved, write_statement
    from ..proofs.statements.registry import Unwritten, known_claims

    files: dict[str, list[Path]] = {}
    missing: dict[str, str] = {}
    for done, identifier in enumerate(chosen, 1):
        try:
            scripts, wanted = obligations(identifier)
        except (Unproved, Unwritten) as problem:
            missing[identifier] = str(problem)
            continue
        said = "".join(
            f"; {line}\n" for line in comment_lines(write_statement(identifier, known_claims()[identifier].script).data)
        )
        files[identifier] = []
        folder.mkdir(parents=True, exist_ok=True)
        for number, script in enumerate(scripts, 1):
            path = folder / f"{identifier}-{number:02}.smt2"
            heading = f"; {identifier}, obligation {number} of {len(scripts)}\n{said}(set-info :status {wanted})\n"
            write_whole(path, heading + script)
            files[identifier].append(path)
        tick(identifier, done, len(chosen))
    return Written(files, [f"not exported: {i}: {why}" for i, why in missing.items()], {"not_exported": missing})


def export_coq(chosen: list[str], folder: Path, tick: Tick) -> Written:
    """Write the stored proofs as Coq files, with all that they cite; omissions are listed and counted."""
    from ..proofs.checking.entry_building import make_coq_entry
    from ..proofs.export.coq import export, not_exported
    from ..proofs.statements.registry import known_claims_of_coq

    by_coq = known_claims_of_coq()
    alone = {i: make_coq_entry(by_coq[i]) for i in chosen if i in by_coq}
    stored, missing, entries = in_store([i for i in chosen if i not in alone])
    stored += alone
    paths = export(stored, folder, [*entries, *alone.values()]) if stored else []
    missing |= not_exported(folder) if stored else {}
    tick("", len(chosen), len(chosen))
    notes = [f"{len(missing)} not exported", *(f"not exported: {i}: {why}" for i, why in missing.items())]
    return Written({i: paths for i in stored if i not in missing}, notes, {"not_exported": missing})


def export_lean(chosen: list[str], folder: Path, tick: Tick) -> Written:
    """Write the stored proofs as Lean files, with all that they cite; omissions are listed and counted."""
    from ..proofs.export.lean import UNCHECKED, export

    stored, unknown, entries = in_store(chosen)
    if not stored:
        return Written({}, [f"not stated: {i}: {why}" for i, why in unknown.items()], {"not_stated": unknown})
    book = export(stored, folder, entries)
    tick("", len(chosen), len(chosen))
    missing = {"left_out": book.omitted, "not_stated": {**unknown, **book.skipped}}
    counts = [len(reasons) for reasons in missing.values()]
    notes = [f"{format_count(counts[0], 'proof')} left out (sorry), {counts[1]} not stated, 0 checked by Lean"]
    notes += [f"{key.replace('_', ' ')}: {i}: {why}" for key, reasons in missing.items() for i, why in reasons.items()]
    paths = [folder / name for name in book.files]
    files = {i: paths for i in stored if i not in book.skipped}
    return Written(files, notes, {"checked": False, **missing}, UNCHECKED)


def in_store(chosen: list[str]) -> tuple[list[str], dict[str, str], list[Any]]:
    """Return the claims with stored proofs, the reasons why the others are not exported, and the entries of the proofs.

    User theorems, and the theorems that they cite, are proved now.
    """
    from ..proofs import evidence
    from ..proofs.checking.ledger_check import check
    from ..proofs.search.citation_graph import in_order
    from ..proofs.statements.registry import known_claims

    known, entries = known_claims(), evidence.certificates()
    own = [i for i in in_order(i for i in chosen if i in known and known[i].origin) if known[i].origin]
    missing = {i: "no proof of it is stored; renew the certificates" for i in chosen if i not in {*entries, *own}}
    for outcome in check(own, engines="kernel"):
        if outcome.entry is not None and outcome.as_expected:
            entries[outcome.claim.id] = outcome.entry
        else:
            missing[outcome.claim.id] = outcome.verdict + (f": {outcome.reason}" if outcome.reason else "")
    return [i for i in chosen if i in entries], missing, list(entries.values())


LANGUAGES: dict[str, Callable[[list[str], Path, Tick], Written]] = {
    "smt2": export_smt2,
    "coq": export_coq,
    "lean": export_lean,
}
