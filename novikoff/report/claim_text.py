"""The pages that `novikoff explain` and `novikoff errata` print.

Main definitions: `explain`, `chain`, `errata_page`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from ..algorithms.command_results import Shown, format_count
from ..algorithms.errors import BadInput
from ..proofs.documents.coverage import Erratum, errata, rows
from ..proofs.search.citation_graph import cited
from ..proofs.search.elaboration import Unproved
from ..proofs.statements import bibliography as works
from ..proofs.statements.bound_tightness import find_tightness
from ..proofs.statements.registry import (
    Claim,
    blame_author,
    find,
    format_suppositions,
    known_claims,
    require_claim,
    suppositions,
)
from .derivation_blocks import derivations_of, reader_of, sympy_derivation
from .document_formats import WIDTH, WRITERS, Group, Section, Words, cites
from .document_formats import expand_blocks as multiplied


class Explanation(Shown, str):
    """The text of a page, with its sections."""

    sections: Sequence[Section]

    @classmethod
    def of(cls, sections: Sequence[Section], text: str) -> Explanation:
        """Return `text` as an explanation made from `sections`."""
        made = cls(text)
        made.sections = sections
        return made

    def in_short(self) -> str:
        first, *rest = self.sections
        also = f", and {len(rest)} that it rests on" * bool(rest)
        return f"explanation of {first.id}{also}: {len(self.splitlines())} lines to print"


def explain(
    claim: Claim | str, format: str = "text", depth: int | None = None, *, standalone: bool = False,
    width: int = WIDTH, expanded: bool = False,
) -> Explanation:
    """Explain a claim: its statement and derivation, then the cited theorems, each after all theorems that cite it.

    format       "text", "markdown", "latex" (a fragment for the preamble of `standalone`), "beamer" (slides) or "html"
                 (one self-contained file)
    depth        how far citations are followed: 0 for the claim alone, None for the whole chain
    standalone   LaTeX as a complete document
    width        of text, in columns; a formula that is longer is not broken
    expanded     inner products multiplied out, as the kernel reads them, instead of as the author wrote them

    Raises BadInput for an unknown claim id or format.

    >>> print(explain("count-at-most-quotient", depth=0).splitlines()[0])
    Dividing a quadratic bound by the count
    """
    if format not in WRITERS:
        raise BadInput(f"the format must be one of {', '.join(WRITERS)} (got {format!r:.60})")
    sections = chain(claim if isinstance(claim, Claim) else find(claim), depth, expanded)
    writer = WRITERS[format]({s.id: s.number for s in sections}, width)
    return Explanation.of(sections, writer.document(sections) if not standalone else writer.standalone(sections))


def chain(claim: Claim, depth: int | None, expanded: bool = False) -> list[Section]:
    """Return a section for the claim and for each claim that it cites, each once, after all that cite it."""
    found: dict[str, Section] = {}

    def visit(identifier: str, left: float) -> None:
        if identifier in found:
            return
        found[identifier] = section_of(claim if identifier == claim.id else known[identifier], expanded)
        for other in reversed(list(dict.fromkeys(cites(found[identifier].blocks)))) if left > 0 else ():
            visit(other, left - 1)
        finished.append(identifier)

    known, finished = known_claims(), list[str]()
    visit(claim.id, float("inf") if depth is None else depth)
    return [replace(found[identifier], number=n) for n, identifier in enumerate(reversed(finished), 1)]


@cache
def section_of(claim: Claim, expanded: bool = False) -> Section:
    """Return the section of a claim; it holds no number yet."""
    with blame_author(claim, Unproved):
        blocks = blocks_of(claim, expanded)
        return Section(claim.id, claim.title.strip() or claim.id, claim.sentence, list(remarks(claim)), blocks)


def blocks_of(claim: Claim, expanded: bool = False) -> list[Any]:
    """Return the statement, the proof or counterexample, and the sympy derivations of a claim.

    With `expanded`, inner products are multiplied out; otherwise they are printed as the author wrote them.
    """
    reader = reader_of(claim)
    blocks: list[Any] = [Group(["Statement"], reader.statement())]
    if claim.expected == "refuted":
        blocks.append(Group(["Counterexample"], reader.counterexample(claim)))
        blocks += [_correction(require_claim(claim.corrected, "for `corrected`"))] if claim.corrected else []
    elif claim.coq:
        blocks.append(by_coq(claim))
    elif not claim.admitted:
        blocks += [*reader.necessity(claim), Group(["Proof"], reader.proof())]
    blocks = multiplied(blocks) if expanded else blocks
    return blocks + [sympy_derivation(found, reader.order) for found in derivations_of(claim.id)]


def by_coq(claim: Claim) -> Group:
    """Return a block that says where the Coq proof is and which command checks it."""
    where = f"By Coq only, in proofs/analysis/{claim.coq}.v: {why_coq(claim)}."
    asked = f"To export this statement, compile the proof and see its axioms: novikoff check {claim.id} --engine coq"
    return Group(["Proof"], [Words([where]), Words([asked])])


def why_coq(claim: Claim) -> str:
    """Return why the kernel does not decide a claim that only Coq proves."""
    return "the kernel cannot read its statement" if claim.script.in_coq else "the kernel has no rule for its last step"


def _correction(claim: Claim) -> Group:
    holds = [Words([f"{claim.sentence} ({claim.id})"]), *reader_of(claim).statement()]
    return Group(["What holds instead"], holds)


def reference(claim: Claim) -> str:
    """Return authors, title, year, key and locator of a claim's source."""
    entry = works.works().get(claim.source.key)
    if entry is None:  # a user's theorem, whose source is the file
        return str(claim.source)
    *others, last = (author.split(",")[0] for author in entry.get("author", "").split(" and "))
    authors = " and ".join(filter(None, [", ".join(others), last]))
    parts = [authors, entry.get("title"), entry.get("year")]
    return f"{', '.join(filter(None, parts))} [{claim.source.key}], {claim.source.locator}"


def find_unconfirmed(claim: Claim) -> str:
    """Return the locators that references.bib marks as not yet compared with the cited text, "" if none."""
    mentioned = {claim.source.key, *re.findall(r"\w+", claim.source.locator)}
    notes = {key: works.unconfirmed_places(key) for key in works.bibliography() if key in mentioned}
    return "; ".join(f"{places} [{key}]" for key, places in notes.items() if places)


def remarks(claim: Claim) -> Iterator[tuple[str, str]]:
    """Yield the remarks that precede the statement of a claim, as pairs (heading, words)."""
    yield ("Source" if claim.printed else "Not stated in a source, but close to"), reference(claim)
    if places := find_unconfirmed(claim):
        yield "Not confirmed against the text", places
    if claim.notes:
        yield "Notes", claim.notes
    yield "Expected verdict", claim.expected + (", which this page does not check" if claim.origin else "")
    if claim.sizes is not None:
        yield "Proved only for", f"families of at most {format_count(claim.sizes, 'member')}"
    if claim.admitted:
        yield "Admitted without proof", claim.admitted
    supposed = suppositions(claim, lambda other: cited(other.script))
    if claim.supposes:
        yield "Supposes", "; ".join(format_suppositions(claim.supposes))
    if rest := {key: fact for key, fact in supposed.items() if not key.startswith(f"{claim.id}.")}:
        yield "Rests on what supposes", "; ".join(format_suppositions(rest))
    if claim.adds:
        yield "Added hypothesis, which the source lacks", "; ".join(format_suppositions(claim.adds))
    if claim.says:
        documents = {row.document for row in rows().values()}
        elsewhere = claim.ledger and claim.source.key not in documents  # then `says` is about the document of the row
        yield "In the document" if elsewhere else "In the source", claim.says
    if known := find_tightness(claim.id):
        yield "Tightness of the bound", str(known)
    if found := erratum_of(claim):
        yield "Printed", f"“{found.quote}”"
        yield "What is wrong", f"{found.wrong} Grade: {found.grade}."
    elif claim.missing:
        yield "What is missing", claim.missing
    if claim.corrected:
        yield "Corrected claim", claim.corrected


# --- errata ---------------------------------------------------------------------------------------


PARTS = {
    "false": "False, and printed in the source",
    "lacks a hypothesis": "Printed in the source without a hypothesis that it needs",
    "unkind reading": "Printed in the source, and false only in an unkind reading",
    "": "False statements that no source prints, close to printed ones",
}
STATED = {True: "As printed", False: "The statement"}


def erratum_of(claim: Claim) -> Erratum | None:
    """Return the erratum of the first row that a refuted, printed claim is about."""
    rows = claim.ledger if claim.expected == "refuted" and claim.printed else ()
    return next((errata()[row] for row in rows if row in errata()), None)


def grade_of(claim: Claim) -> str:
    """Return the grade of a refuted claim, "" for a claim that no source states."""
    found = erratum_of(claim)
    return found.grade if found else "false" if claim.printed else ""


def erratum_blocks(claim: Claim) -> dict[str, list[Any]]:
    """Return the blocks of a refuted claim by name: "statement", "counterexample" and perhaps "correction"."""
    reader = reader_of(claim)
    blocks = {"statement": reader.statement(), "counterexample": reader.counterexample(claim)}
    if claim.corrected:
        holds = known_claims()[claim.corrected]
        blocks["correction"] = [Words([holds.sentence]), *reader_of(holds).statement()]
    return blocks


def erratum(claim: Claim, page_format: str) -> dict[str, str]:
    """Return the blocks of an erratum, each written in the given format."""
    write = WRITERS[page_format]({}).blocks
    return {name: write(blocks) for name, blocks in erratum_blocks(claim).items()}


def errata_sections(wrong: Sequence[Claim]) -> list[Section]:
    """Return a section for each refuted statement, by grade and source; the statements that no source has are last."""
    keys, parts = list(dict.fromkeys(claim.source.key for claim in wrong)), list(PARTS)
    ordered = sorted(wrong, key=lambda c: (parts.index(grade_of(c)), keys.index(c.source.key)))
    sections, part = [], ""
    for number, claim in enumerate(ordered, 1):
        headings = {"statement": STATED[claim.printed], "counterexample": "Counterexample",
                    "correction": "What holds instead"}
        groups = [Group([headings[name]], blocks) for name, blocks in erratum_blocks(claim).items()]
        before = [(heading, words) for heading, words in remarks(claim) if heading != "Expected verdict"]
        mine = PARTS[grade_of(claim)]
        begins, part = (mine if mine != part else ""), mine
        sections.append(Section(claim.id, claim.title, claim.sentence, before, groups, number, begins))
    return sections


def errata_page(
    wrong: Sequence[Claim], denied: Sequence[Mapping[str, str]], slips: Sequence[Mapping[str, str]],
    added: Sequence[Mapping[str, str]], page_format: str, width: int = WIDTH,
) -> str:
    """Return the page of errata: false statements, then one line each for statements that theorems deny, statements
    that lack a hypothesis, and typographical slips.
    """
    writer = WRITERS[page_format]({}, width)
    pages = [writer.document(errata_sections(wrong))] if wrong else []
    lists = {
        "Denied by theorems": [(row, f"“{row['quote']}” {row['wrong']} See {row['by']}.") for row in denied],
        "Proved with an added hypothesis": [(row, f"{row['adds']} ({row['by']})") for row in added],
        "Typographical slips": [(row, row["meant"]) for row in slips],
    }
    for heading, found in lists.items():
        lines = [f"{row['document']}, {row['place']} ({row['ledger_id']}): {text}" for row, text in found]
        pages += [writer.blocks([Group([heading], [Words([line]) for line in lines])])] if lines else []
    return "\n\n".join(pages)
