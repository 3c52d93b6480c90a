"""The stored book as Coq files, with one chapter for each module of claims, and a `_CoqProject` that lists them.

What cannot be exported is a comment line of `_CoqProject`, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from ....algorithms.files import write_whole
from ... import analysis, evidence, kernel
from ...kernel import Json
from ...statements.registry import claims
from ..spelling import Names, Unsupported
from ..stating import Theorem, cited, told
from . import exponential, library, nearest
from .translate import Translation

PROJECT = "_CoqProject"
PACKAGE = "Novikoff"
SKIPPED = "# not exported: "
COMMENT = re.compile(r"\(\*.*?\*\)", re.DOTALL)
FEW = 40  # theorems that go into one file
PARTS = {exponential: re.compile(r"\b(exp|log_exists)\b"), nearest: re.compile(r"\b(nearest|projection)_exists\b")}


@dataclass
class Book:
    """Texts of files by name, in an order in which they compile, and why entries are missing."""

    files: dict[str, str] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)

    def project(self) -> str:
        """The text of _CoqProject."""
        skipped = [f"{SKIPPED}{identifier}: {reason}" for identifier, reason in self.skipped.items()]
        return "\n".join([f"-Q . {PACKAGE}", *(f"{name}.v" for name in self.files), *skipped, ""])


def export(wanted: Iterable[str] | None, directory: Path, entries: Iterable[Json] | None = None) -> list[Path]:
    """Write the wanted entries (default: all) and what they cite; the paths written.

    `entries` are the entries of a book in order (default: the stored book). Raises KeyError for an id that
    is not in it, OSError if there can be no such folder, and BadInput if a file cannot be written.
    """
    book = translate(evidence.certificates().values() if entries is None else entries, wanted)
    directory.mkdir(parents=True, exist_ok=True)
    texts = {PROJECT: book.project(), **{f"{name}.v": text for name, text in book.files.items()}}
    for name, text in texts.items():
        write_whole(directory / name, text)
    return [directory / name for name in texts]


def translate(entries: Iterable[Json], wanted: Iterable[str] | None = None) -> Book:
    """The files of a book. A malformed or unsupported entry is skipped with a reason."""
    by_id = {entry["statement"]["id"]: entry for entry in entries}
    chosen = with_citations(by_id, by_id if wanted is None else wanted)
    theorems, texts, book = dict[str, Theorem](), dict[str, str](), Book()
    names, by_hand = Names(), dict[str, list[str]]()
    for identifier in (i for i in by_id if i in chosen):
        entry = by_id[identifier]
        try:
            translation = Translation(entry, theorems, names(identifier, "fact"))
            texts[identifier] = heading(entry["statement"]) + translation.render()
            if entry.get("proof") is not None:
                theorems[identifier] = translation.theorem
        except (Unsupported, kernel.Rejected, AttributeError, LookupError, TypeError, ValueError) as problem:
            book.skipped[identifier] = " ".join(f"{type(problem).__name__}: {problem}".split())
        if written := file_of(entry):
            by_hand.setdefault(written, []).append(texts.pop(identifier, ""))
    files = in_files(texts, by_id, preamble, "\n(** * {} *)\n\n")
    files |= {f"{name}Claims": claims_of(name, members) for name, members in by_hand.items()}
    book.files, sources = {library.NAME: library.TEXT}, {name: analysis.source(name) for name in by_hand}
    for part, words in PARTS.items():
        users = {name for name, text in files.items() if words.search(COMMENT.sub("", text))}
        needed = users or part.NAME in "\n".join(sources.values())
        book.files |= {part.NAME: part.TEXT} if needed else {}
        files = {name: f"{requiring(part.NAME)}{text}" if name in users else text for name, text in files.items()}
    book.files |= sources | files
    return book


def file_of(entry: Json) -> str:
    """The file that proves an entry, if it is proved by hand."""
    proof = entry.get("proof")
    return str(proof["file"]) if isinstance(proof, dict) and proof.get("rule") == "coq" else ""


def claims_of(file: str, theorems: Iterable[str]) -> str:
    """The file of the theorems that are proved in another one, which is not imported: nothing that is written there
    can change what the statements mean.
    """
    return "\n".join([preamble(f"{file}Claims", []), f"From {PACKAGE} Require {file}.", "", *theorems])


def with_citations(entries: dict[str, Json], wanted: Iterable[str]) -> set[str]:
    """The wanted entries and what they cite, directly or through others."""
    found, todo = set[str](), list(wanted)
    while todo:
        identifier = todo.pop()
        if identifier not in found:
            found.add(identifier)
            todo += cited(entries[identifier]) & set(entries)
    return found


def in_files(
    texts: dict[str, str], entries: dict[str, Json], preamble: Callable[[str, list[str]], str], chapter_title: str
) -> dict[str, str]:
    """The theorems by chapters, which are the modules of their claims, in few files: each costs a start.

    `preamble` gives the first lines of a file from its name and the files that it needs.
    Chapters that others cite are the foundations.
    """
    chapters, needs = dict[str, list[str]](), dict[str, set[str]]()
    home = {identifier: chapter_of(identifier) for identifier in texts}
    for identifier, chapter in home.items():
        chapters.setdefault(chapter, []).append(identifier)
        cites = {home[other] for other in cited(entries[identifier]) if other in home}
        needs[chapter] = needs.get(chapter, set()) | cites - {chapter}
    try:
        order = list(TopologicalSorter(needs).static_order())
    except CycleError:  # chapters that cite each other become one
        chapters, needs, order = {"Theorems": list(texts)}, {"Theorems": set()}, ["Theorems"]
    parts = dealt(order, needs, {c: sum(len(texts[i]) for i in members) for c, members in chapters.items()})
    if len(texts) <= FEW:
        parts = {"Foundations": parts.pop("Foundations"), "Theorems": [c for part in parts.values() for c in part]}
    return {
        name: preamble(name, ["Foundations"] * bool(set().union(*map(needs.__getitem__, members)) - {*members}))
        + "".join(chapter_title.format(chapter) + "\n".join(texts[i] for i in chapters[chapter]) for chapter in members)
        for name, members in parts.items()
        if members
    }


def dealt(order: list[str], needs: dict[str, set[str]], length: dict[str, int]) -> dict[str, list[str]]:
    """The chapters in files of which two at a time can be compiled: the foundations and what is independent of them,
    then the rest in two halves. A chapter that just one other cites goes where that goes.
    """
    home: dict[str, str] = {}  # the foundations, or the chapter that a chapter goes with
    for chapter in reversed(order):
        citers = [c for c in order if chapter in needs[c]]
        home[chapter] = chapter if not citers else home[citers[0]] if len(citers) == 1 else "Foundations"
    groups = {c: [d for d in order if home[d] == c] for c in [*order, "Foundations"] if c in {*home.values()}}
    foundations, halves = groups.pop("Foundations", []), {"Theorems1": list[str](), "Theorems2": list[str]()}
    alone = {c for c, members in groups.items() if not set().union(*map(needs.__getitem__, members)) - {*members}}
    for group in (members for c, members in groups.items() if c not in alone):
        min(halves.values(), key=lambda half: sum(map(length.__getitem__, half))).extend(group)
    independent = [d for c, members in groups.items() if c in alone for d in members]
    return {"Foundations": foundations, "Independent": independent, **halves}


def chapter_of(identifier: str) -> str:
    """SmolaMistakeBound, for a claim of smola_mistake_bound.py."""
    claim = claims().get(identifier)
    return "".join(part.capitalize() for part in claim.module.split(".")[-1].split("_")) if claim else "Theorems"


def preamble(name: str, needs: Iterable[str]) -> str:
    """The first lines of a file."""
    return f"(** {name} *)\n\n{requiring(library.NAME, *needs)}Open Scope R_scope.\n"


def requiring(*names: str) -> str:
    """The sentence that requires these files."""
    return f"From {PACKAGE} Require Import {' '.join(names)}.\n"


def heading(statement: Json) -> str:
    """The comment above a theorem: its id, what it says in words and as it was written, and where it stands."""
    lines = [f"(** ** {statement['id']}", *(f"    {plain(line)}" for line in told(statement))]
    return "\n".join(lines) + " *)\n\n"


def plain(text: str) -> str:
    """Words that cannot end a comment, nor begin a string or another comment."""
    return re.sub(r"(?<=\()\*|\*(?=\))", "∗", text.replace('"', "''"))
