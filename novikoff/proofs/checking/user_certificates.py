"""The certificates and models of users' theorems, stored in a file for each file of theorems, and what each
hypothesis is for.

Nothing is believed because it is stored: the kernel checks each certificate against what the file states today, and
models and counterexamples are evaluated.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ...algorithms.errors import BadInput
from ...algorithms.safe_files import write_whole
from ...algorithms.source_lines import relative_path
from ..statements.registry import claims
from . import necessity, vacuity
from .entries import identifiers_of
from .outcomes import Outcome
from .stored_book import entries_of, user_evidence
from .verdicts import book_text


def save(outcomes: Iterable[Outcome]) -> list[Path]:
    """Store those that have their expected verdict; the files written. Of the other theorems of a file, what is stored
    is kept. Raises `BadInput` if two files would have their certificates in one.
    """
    by_file: dict[Path, list[Outcome]] = {}
    for outcome in outcomes:
        if outcome.claim.origin and outcome.verdict == outcome.claim.expected:
            by_file.setdefault(outcome.claim.origin.certificates, []).append(outcome)
    return [save_file(file, of_file) for file, of_file in by_file.items()]


def save_file(file: Path, outcomes: list[Outcome]) -> Path:
    """Write one file of certificates with the models of its theorems, and what each hypothesis is for."""
    sources = {c.origin.file: c.origin.certificates for c in claims().values() if c.origin}
    if len(sharing := [relative_path(source) for source, its in sources.items() if its == file]) > 1:
        raise BadInput(f"{' and '.join(sharing)} would have their certificates in one file; rename one of them")
    done = {o.claim.id for o in outcomes}
    others = [c for c in claims().values() if c.origin and c.origin.certificates == file and c.id not in done]
    stored = entries_of(file)
    entries = [stored[i] for c in others for i in identifiers_of(c) if i in stored]
    kinds = ("models", "necessity")
    evidence = {kind: {c.id: t[c.id] for c in others if c.id in (t := user_evidence(file, kind))} for kind in kinds}
    for claim in (outcome.claim for outcome in outcomes):
        if model := vacuity.find_model(claim):
            evidence["models"][claim.id] = model.json()
        if claim.expected == "proved":
            found = necessity.necessity_of(claim)
            evidence["necessity"][claim.id] = {name: result.json() for name, result in found.items()}
    file.parent.mkdir(parents=True, exist_ok=True)  # as pyproject.toml names it
    write_whole(file, book_text(outcomes, entries, **evidence))
    return file
