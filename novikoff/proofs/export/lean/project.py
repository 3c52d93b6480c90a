"""The stored proofs as Lean files, with a project file, and a root file that counts the proofs left out."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ....algorithms.command_results import format_count
from ....algorithms.safe_files import write_whole
from ... import evidence
from ...kernel import Json
from ...search.proof_json import with_citations
from ..claim_comments import comment_lines
from ..prover_syntax import FAULTS, Names, describe_fault
from .kernel_proofs import Translation
from .statements import Theorem

UNCHECKED = "NOT CHECKED BY LEAN: no Lean was run on these files; their proofs may fail, and none counts as checked"
PACKAGE = "Novikoff"
FEW = 40  # theorems in one file
BASIC = "Basic"  # the file that every other file imports
PROJECT = """name = "novikoff-export"
defaultTargets = ["Novikoff"]

[[require]]
name = "mathlib"
scope = "leanprover-community"

[[lean_lib]]
name = "Novikoff"
"""


@dataclass
class Exported:
    """Texts of files by path, the ids of the entries in them, and reasons for proofs that are `sorry`."""

    files: dict[str, str] = field(default_factory=dict)
    stated: list[str] = field(default_factory=list)
    omitted: dict[str, str] = field(default_factory=dict)  # stated, but the proof is `sorry`
    skipped: dict[str, str] = field(default_factory=dict)  # not even stated


def export(wanted: Iterable[str] | None, directory: Path, entries: Iterable[Json] | None = None) -> Exported:
    """Write the wanted entries (default: all) and everything that they cite; return what was written.

    `entries` are the entries of certificates in order (default: the stored ones). Raises KeyError for an id that is not
    among them, OSError if the folder cannot be made, and BadInput if a file cannot be written.
    """
    book = translate(evidence.certificates().values() if entries is None else entries, wanted)
    (directory / PACKAGE).mkdir(parents=True, exist_ok=True)
    for name, text in book.files.items():
        write_whole(directory / name, text)
    return book


def translate(entries: Iterable[Json], wanted: Iterable[str] | None = None) -> Exported:
    """Return the files for entries. A malformed or unsupported entry is skipped with a reason."""
    by_id = {entry["statement"]["id"]: entry for entry in entries}
    texts, book, chosen = list[str](), Exported(), with_citations(by_id, by_id if wanted is None else wanted)
    for identifier, text, reason in translations(by_id.values(), chosen, Names()):
        if text:
            texts.append(theorem_comment(by_id[identifier]["statement"]) + text)
            book.stated.append(identifier)
            book.omitted |= {identifier: reason} if reason else {}
        else:
            book.skipped[identifier] = reason
    parts = split_into_files(texts)
    basic = (Path(__file__).parent / f"{BASIC}.lean").read_text(encoding="utf-8")
    book.files = {f"{PACKAGE}/{BASIC}.lean": add_warning(basic)}
    book.files |= {f"{PACKAGE}/{name}.lean": add_warning(text + "\nend Novikoff\n") for name, text in parts.items()}
    imports = [f"import {PACKAGE}.{name}" for name in (BASIC, *parts)]
    book.files |= {f"{PACKAGE}.lean": add_warning("\n".join([*imports, "", summary(book)])),
                   "lakefile.toml": f"# {UNCHECKED}\n{PROJECT}"}
    return book


def translations(entries: Iterable[Json], chosen: Collection[str], names: Names) -> Iterator[tuple[str, str, str]]:
    """Yield the id of each chosen entry, its text, and why its proof is left out. Without a text, the reason is why the
    statement is left out."""
    theorems = dict[str, Theorem]()
    for entry in entries:
        identifier = entry["statement"]["id"]
        if identifier in chosen:
            try:
                translation = Translation(entry, theorems, names(identifier, "fact"))
                yield identifier, translation.render(), translation.omitted
            except FAULTS as problem:
                yield identifier, "", describe_fault(problem)
                continue
            if entry.get("proof") is not None:
                theorems[identifier] = translation.theorem


def theorem_texts(entries: Iterable[Json], wanted: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield each wanted id with its theorem without the proof, "" for an entry without translation.

    >>> text = dict(theorem_texts([evidence.certificate("cauchy-schwarz")], ["cauchy-schwarz"]))["cauchy-schwarz"]
    >>> print(text)
    theorem cauchy_schwarz {V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V] (u v : V)
        : ⟪u, v⟫_ℝ ^ 2 ≤ ⟪u, u⟫_ℝ * ⟪v, v⟫_ℝ
    """
    names = Names()
    for entry in entries:
        identifier = entry["statement"]["id"]
        name = names(identifier, "fact")
        if identifier in wanted:
            try:
                yield identifier, Translation(entry, {}, name).without_proof()
            except FAULTS:
                yield identifier, ""


def split_into_files(texts: Iterable[str]) -> dict[str, str]:
    """Return the theorems in files of at most 40; each file imports the one before."""
    texts, before, files = list(texts), BASIC, dict[str, str]()
    for start in range(0, len(texts), FEW):
        name = f"Theorems{start // FEW + 1}" if len(texts) > FEW else "Theorems"
        files[name], before = "\n".join([preamble(before), *texts[start : start + FEW]]), name
    return files


def add_warning(text: str) -> str:
    """Return the text of a file after the warning."""
    return f"/-\nExported by novikoff.\n{UNCHECKED}\n-/\n{text}"


def summary(book: Exported) -> str:
    """Return the comment that counts statements and omitted proofs."""
    stated = format_count(len(book.stated), "statement")
    lines = [f"{stated}, {len(book.omitted)} of them with the proof left out (`sorry`), "
             f"{len(book.skipped)} not stated."]
    lines += [f"* left out: {identifier}: {reason}" for identifier, reason in book.omitted.items()]
    lines += [f"* not stated: {identifier}: {reason}" for identifier, reason in book.skipped.items()]
    return "/-!\n" + "\n".join(map(escape_comment, lines)) + "\n-/\n"


def preamble(before: str) -> str:
    """Return the first lines of a file."""
    return f"import {PACKAGE}.{before}\n\nnamespace Novikoff\n\nopen scoped InnerProductSpace BigOperators\n"


def theorem_comment(statement: Json) -> str:
    """Return the comment above a theorem: its id, its sentence, its formulas and its source."""
    return "\n".join([f"/-! #### {statement['id']}", *map(escape_comment, comment_lines(statement))]) + " -/\n\n"


def escape_comment(text: str) -> str:
    """Return text that can neither end a comment nor begin one."""
    return re.sub(r"-(?=/)|(?<=/)-", "−", text)
