"""Certificate files of user-defined theorems: certificates, models, and the necessity of hypotheses.

Each file of theorems has one certificate file. No stored result is trusted: the kernel checks each certificate against
the current statement, and evaluates models and counterexamples.
"""

from collections.abc import Iterable
from pathlib import Path

from ...algorithms.errors import BadInput
from ...algorithms.safe_files import write_whole
from ...algorithms.source_lines import relative_path
from ..evidence import entries_beside
from ..statements.registry import claims
from . import necessity, vacuity
from .entry_building import identifiers_of
from .entry_verdicts import book_text
from .outcomes import Outcome
from .stored_certificates import user_evidence


def save(outcomes: Iterable[Outcome]) -> list[Path]:
    """Store the outcomes with their expected verdict; return the files written. Stored results about other theorems of
    a file are kept. Raises `BadInput` if two files would have the same certificate file."""
    by_file: dict[Path, list[Outcome]] = {}
    for outcome in outcomes:
        if outcome.claim.origin and outcome.verdict == outcome.claim.expected:
            by_file.setdefault(outcome.claim.origin.certificates, []).append(outcome)
    return [save_file(file, of_file) for file, of_file in by_file.items()]


def save_file(file: Path, outcomes: list[Outcome]) -> Path:
    """Write one certificate file with the models of its theorems and the necessity of each hypothesis."""
    sources = {c.origin.file: c.origin.certificates for c in claims().values() if c.origin}
    if len(sharing := [relative_path(source) for source, its in sources.items() if its == file]) > 1:
        raise BadInput(f"{' and '.join(sharing)} would have their certificates in one file; rename one of them")
    done = {o.claim.id for o in outcomes}
    others = [c for c in claims().values() if c.origin and c.origin.certificates == file and c.id not in done]
    stored = entries_beside(file)
    entries = [stored[i] for c in others for i in identifiers_of(c) if i in stored]
    kinds = ("models", "necessity")
    evidence = {kind: {c.id: t[c.id] for c in others if c.id in (t := user_evidence(file, kind))} for kind in kinds}
    for claim in (outcome.claim for outcome in outcomes):
        if model := vacuity.find_model(claim):
            evidence["models"][claim.id] = model.json()
        if claim.expected == "proved":
            found = necessity.necessity_of(claim)
            evidence["necessity"][claim.id] = {name: result.json() for name, result in found.items()}
    file.parent.mkdir(parents=True, exist_ok=True)  # pyproject.toml may name a new folder
    write_whole(file, book_text(outcomes, entries, **evidence))
    return file
