"""The stored proofs as a Coq project: statements as their authors wrote them, proved by the checker in Coq.

`Checked.v` holds the checker and the meaning of statements, and `Entries.v` the entries as numbers, which Coq reads and
checks together. `Theorems.v` holds the theorems: each accepted statement is true as it is written. A theorem that is
proved by hand requires the file of its proof. Each claim that cannot be exported has a comment line in `_CoqProject`,
with the reason.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ....algorithms.safe_files import write_whole
from ... import analysis, evidence
from ...kernel import Json
from ...search.proof_json import with_citations
from ..claim_comments import comment_lines
from ..prover_syntax import FAULTS, Names, describe_fault, make_readable, nearest_point_facts
from .certificate_encoding import Writer, pack_trees
from .statements import Theorem

PROJECT = "_CoqProject"
PACKAGE = "Novikoff"
SKIPPED = "# not exported: "
HERE = Path(__file__).resolve().parent
VERIFIED = HERE.parents[1] / "verified"
SPACES, EXPONENTIAL, NEAREST = "InnerProduct", "Exponential", "NearestPoint"
CHECKER = ("Algebra", "Terms", "Checker", "Meaning", "Rules", "Lemmas", "Definitions", "Proving", "Signs", "Refuting",
           "Book")
WRITTEN = ("Reading", "Written", "Stored")  # statements as they are written, and entries as numbers
PAGES, CHECKED, ENTRIES, THEOREMS = "Pages", "Checked", "Entries", "Theorems"
PAGE = 500  # numbers in one page of `Pages`
REQUIRED = (SPACES, EXPONENTIAL)  # what statements are read with
REQUIRE = re.compile(r"^(?:From (\w+) )?Require (?:Import|Export) (.*\n)", re.MULTILINE)
READ = """Module Answers.
Import Checked Entries. Import Written Stored.
Definition said := accepted (decoded Entries.book).
Definition said_so k : so_at (at_place said k) := accepted_so (decoded Entries.book) k.
Tactic Notation "checked" constr(k) := by_accepted (at_place said k) (said_so k).
Tactic Notation "refuted" constr(k) := by_refuted (at_place said k) (said_so k).
End Answers.
Import Answers.
"""


@dataclass
class Book:
    """Texts of files by name, in compilation order, and the reasons for missing entries."""

    files: dict[str, str] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)

    def project(self) -> str:
        """Return the text of _CoqProject."""
        skipped = [f"{SKIPPED}{identifier}: {reason}" for identifier, reason in self.skipped.items()]
        return "\n".join([f"-Q . {PACKAGE}", *(f"{name}.v" for name in self.files), *skipped, ""])


def theory(name: str) -> str:
    """Return the text of a file in this folder, or of a file of the checker."""
    file = HERE / f"{name}.v"
    return (file if file.is_file() else VERIFIED / file.name).read_text(encoding="utf-8")


def words() -> dict[str, str]:
    """Return the texts of the files with the words of statements."""
    return {name: theory(name) for name in REQUIRED}


def theories() -> dict[str, str]:
    """Return the texts of the files on which theorems rest, in an order in which they compile."""
    return words() | {PAGES: theory(PAGES), CHECKED: _checker_text()}


def _checker_text() -> str:
    parts = {name: theory(name) for name in (NEAREST, *CHECKER, *WRITTEN)}
    parts["Book"] = parts["Book"].partition("Print Assumptions")[0]  # the program is not extracted here
    return preamble(CHECKED, [*REQUIRED, PAGES]) + wrap_as_modules(parts)


def wrap_as_modules(parts: dict[str, str]) -> str:
    """Return the files as modules of one file, since loading Coq's numbers takes longer than compiling most of them."""
    others = [found[0] for text in parts.values() for found in REQUIRE.finditer(text) if found[1] != PACKAGE]

    def imported(found: re.Match[str]) -> str:
        return f"Import {found[2]}" if found[1] == PACKAGE else ""

    return "\n".join([*others, *(f"Module {n}.\n{REQUIRE.sub(imported, t)}End {n}.\n" for n, t in parts.items())])


def export(wanted: Iterable[str] | None, directory: Path, entries: Iterable[Json] | None = None) -> list[Path]:
    """Write the wanted entries (default: all) and what they cite; return the paths written.

    `entries` are the entries of a book in order (default: the stored book). Raises KeyError for an id that
    is not in it, OSError if the folder cannot be made, and BadInput if a file cannot be written.
    """
    book = translate(evidence.certificates().values() if entries is None else entries, wanted)
    directory.mkdir(parents=True, exist_ok=True)
    texts = {PROJECT: book.project(), **{f"{name}.v": text for name, text in book.files.items()}}
    for name, text in texts.items():
        write_whole(directory / name, text)
    return [directory / name for name in texts]


def translate(entries: Iterable[Json], wanted: Iterable[str] | None = None) -> Book:
    """Return the files of a book. A malformed or unsupported entry is skipped with a reason."""
    by_id = {entry["statement"]["id"]: entry for entry in entries}
    chosen = with_citations(by_id, by_id if wanted is None else wanted)
    writer, names, book = Writer(), Names(), Book()
    trees, sentences, files = list[Json](), list[str](), dict[str, str]()
    for identifier in (i for i in by_id if i in chosen):
        entry, name = by_id[identifier], names(identifier, "fact")
        if file := file_of(entry):
            files |= analysis.sources(file)
        if sentence := entry["statement"].get("coq"):
            sentence = f"{require_file(file)}{in_coq(name, sentence)}\nProof. {file}.{name}. Qed.\n"
            sentences.append(f"(** ** {identifier} *)\n\n{sentence}")
            continue
        try:
            statement = make_readable(entry["statement"])
            theorem = Theorem(statement, name, nearest_point_facts(statement.get("let")))
            if file:
                sentences.append(theorem_comment(entry["statement"]) + require_file(file) + theorem.by_hand(file))
                continue
            text = theorem_comment(entry["statement"]) + theorem.text(len(trees), proved=entry.get("proof") is not None)
            trees.append(writer.entry(entry, statement, theorem.given))
            sentences.append(text)
        except FAULTS as problem:
            book.skipped[identifier] = describe_fault(problem)
    book.files = theories() if trees else words()
    book.files |= {ENTRIES: _entries_file(trees)} if trees else {}
    book.files |= files
    if sentences:
        before = f"From {PACKAGE} Require {CHECKED} {ENTRIES}.\n{READ}" if trees else ""
        book.files[THEOREMS] = "\n".join([preamble(THEOREMS, REQUIRED) + before, *sentences])
    return book


def theorem_texts(entries: Iterable[Json], wanted: Collection[str]) -> Iterator[tuple[str, str]]:
    """Return the theorem of each wanted entry by id, without its proof, or "" for an entry that is not exported.

    >>> text = dict(theorem_texts([evidence.certificate("cauchy-schwarz")], ["cauchy-schwarz"]))["cauchy-schwarz"]
    >>> print(text)
    Theorem cauchy_schwarz (E : ips) (u v : E)
      : inner u v ^ 2 <= inner u u * inner v v.
    """
    names = Names()
    for entry in entries:
        identifier = entry["statement"]["id"]
        name = names(identifier, "fact")
        if identifier in wanted and "coq" in entry["statement"]:
            yield identifier, in_coq(name, entry["statement"]["coq"])
        elif identifier in wanted:
            try:
                statement = make_readable(entry["statement"])
                theorem = Theorem(statement, name, nearest_point_facts(statement.get("let")))
                yield identifier, theorem.write_claim(proved=entry.get("proof") is not None)
            except FAULTS:
                yield identifier, ""


def in_coq(name: str, sentence: str) -> str:
    """Return a theorem whose sentence the author wrote in Coq."""
    return f"Theorem {name}\n  : {sentence}."


def _entries_file(trees: Iterable[Json]) -> str:
    numbers = pack_trees(trees)
    pages = -(-len(numbers) // PAGE)
    return f"""(** Entries *)

From Novikoff Require Import {PAGES}.
From Coq Require Import Uint63 PArray.
Definition book : pages.
Proof. computed (stored [| {"; ".join(map(str, numbers))} | 0 |]%uint63 {pages}%nat). Defined.
"""


def file_of(entry: Json) -> str:
    """Return the file that proves an entry, if it is proved by hand."""
    proof = entry.get("proof")
    return str(proof["file"]) if isinstance(proof, dict) and proof.get("rule") == "coq" else ""


def require_file(file: str) -> str:
    """Return the sentence above a theorem that another file proves, which is not imported: nothing that is written
    there can change what statements mean."""
    return f"From {PACKAGE} Require {file}.\n\n"


def preamble(name: str, needs: Iterable[str]) -> str:
    """Return the first lines of a file."""
    return f"(** {name} *)\n\nFrom {PACKAGE} Require Import {' '.join(needs)}.\nOpen Scope R_scope.\n"


def theorem_comment(statement: Json) -> str:
    """Return the comment above a theorem: its id, its sentence, its statement as written, and its source."""
    lines = [f"(** ** {statement['id']}", *(f"    {escape_comment(line)}" for line in comment_lines(statement))]
    return "\n".join(lines) + " *)\n\n"


def escape_comment(text: str) -> str:
    """Return words that cannot end a comment, nor begin a string or another comment."""
    return re.sub(r"(?<=\()\*|\*(?=\))", "∗", text.replace('"', "''"))
