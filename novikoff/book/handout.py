"""A handout for a class: statements, proofs with gaps, and exercises with space for answers, on one page for printing.

Every other step of a proof is a gap: the formula is missing, and its reasons are printed. The page does not
contain the text of its gaps, and the filled page has its gaps at the same places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from .. import __version__
from ..exercises.generation import exercises
from ..exercises.grading import Exercise, explain_solution
from ..proofs.statements.registry import Claim
from ..report.claim_text import reference
from ..report.derivation_blocks import COMPUTED, reader_of
from ..report.document_formats import Line, Lines
from .claim_html import coq_proof_place
from .counterexample_pictures import draw_witness
from .html_writer import Addresses, BookWriter, add_subscripts
from .pages import badge, style_sheet, template
from .site_data import Contents

LINES = {"point": 4, "hypothesis": 2, "multipliers": 5, "order": 2, "count": 4}  # lines for an answer of each kind
WIDTHS = ((14, "short"), (30, "middle"), (10_000, "long"))  # up to how many letters a gap is how wide


def handout(
    contents: Contents, title: str, wanted: Mapping[str, bool], *, filled: bool, solutions: bool, most: int | None
) -> str:
    """Return the page for these claims, in this order, with a proof or without, and at `most` exercises of each."""
    chosen = [contents.claims[i] for i in wanted]
    addresses = Addresses({claim.id: claim.title for claim in chosen}, place="#{}")
    asked = [each for claim in chosen for each in spread([e for e in exercises() if e.claim == claim.id], most)]
    return template("handout.html").render(
        version=__version__, title=escape(title), style=style_sheet("handout.css"), filled=filled,
        claims=[_section(claim, contents, addresses, wanted[claim.id], filled) for claim in chosen],
        exercises=[_question(each) for each in asked],
        solutions=[escape(f"{each.solution}. {explain_solution(each)}") for each in asked] if solutions else [],
    )


def _section(claim: Claim, contents: Contents, addresses: Addresses, proof: bool, filled: bool) -> dict[str, Any]:
    page = reader_of(claim)
    writer = GappedWriter({}, prefix=claim.id, addresses=addresses, filled=filled)
    found = {"id": claim.id, "title": writer.words(claim.title), "badge": badge(claim.expected),
             "sentence": writer.words(claim.sentence), "source": escape(reference(claim)), "heading": "Proof" * proof,
             "statement": writer.blocks(page.statement()), "answer_lines": 0,
             "proof": ""}
    if not proof:
        return found
    if claim.coq:
        return {**found, "proof": coq_proof_place(claim)}
    if claim.expected != "refuted":
        return {**found, "proof": writer.blocks(page.proof())}
    found["heading"] = "It is false: find numbers at which it fails"
    if not filled:
        return {**found, "answer_lines": LINES["point"]}
    numbers = writer.blocks(page.counterexample(claim)) + draw_witness(page.evaluated[""])
    holds = contents.claims[claim.corrected].sentence if claim.corrected else ""
    return {**found, "proof": numbers + (f"<p>What holds instead: {writer.words(holds)}</p>" if holds else "")}


def spread(found: Sequence[Exercise], most: int | None) -> list[Exercise]:
    """Return at `most` of the exercises, in their order: one of each level before a second."""
    levels = [each.level for each in found]
    chosen = sorted(range(len(found)), key=lambda n: (levels[:n].count(levels[n]), n))[:most]
    return [found[n] for n in sorted(chosen)]


def _question(exercise: Exercise) -> dict[str, Any]:
    return {"title": escape(exercise.title), "level": exercise.level, "answer_lines": LINES[exercise.kind],
            "question": add_subscripts(exercise.question), "given": [add_subscripts(line) for line in exercise.given],
            "form": escape(exercise.form)}


@dataclass
class GappedWriter(BookWriter):
    """Sets blocks as the book does, with gaps, which are `filled` or not."""

    filled: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self.missing: set[int] = set()  # the identities of the lines with a gap

    def lines(self, block: Lines) -> str:
        self.missing |= {id(line) for line in gaps(block)}
        return super().lines(block)

    def what(self, line: Line) -> str:
        said = super().what(line)
        if id(line) not in self.missing:
            return said
        width = next(name for most, name in WIDTHS if len(line.formula.write("text")) <= most)
        return f'<span class="gap {width}">{said if self.filled else ""}</span>'


def gaps(block: Lines) -> Iterator[Line]:
    """Yield the lines that have a gap: every other line with reasons, and in a chain every other line without."""
    steps = [line for line in block.lines if tuple(line.reasons) != tuple(COMPUTED)]
    for number, line in enumerate(line for line in steps if line.operator or line.reasons):
        if number % 2 == (1 if block.is_chain else 0) or not line.reasons:
            yield line
