r"""Notebook output for statements, proofs, counterexamples, runs and audits, in HTML and for MathJax.

The writers escape all text of a user: names, titles, labels, the output of a class. The LaTeX is one display,
`$$\begin{aligned}…\end{aligned}$$`, in which all words are in \text.

>>> import novikoff
>>> print(novikoff.prove("real a |- a <= a**2")._repr_latex_())
$$\begin{aligned}
& \textbf{refuted: every hypothesis holds and the conclusion fails} \\
& \quad \text{Let }a\text{ be a real number.} \\
& \quad \text{Then} \\
& \quad \quad a \leq a^{2} \\
& \quad \text{Take }a = \frac{1}{2}\text{.} \\
& \quad \text{conclusion fails:}\quad \frac{1}{2} \leq \frac{1}{4}
\end{aligned}$$
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import singledispatch
from typing import Any

from ..proofs.checking.outcomes import Outcome, Outcomes
from ..proofs.prover.proof_printer import chain
from ..proofs.prover.prove import Finding
from ..proofs.statements.expressions import Expression, read_term
from ..proofs.statements.notation import SPECIAL, Notation
from ..proofs.statements.proof_script import Script
from ..proofs.statements.registry import Claim
from ..proofs.statements.vector_language import Relation, Vector
from ..proofs.statements.witness_completion import describe_witness, is_term
from ..properties.estimation.estimates import Estimate
from ..properties.float_safety import Safety
from . import estimates
from .claim_text import Explanation
from .derivation_blocks import Reader
from .document_formats import (
    BLANK,
    SIGNS,
    Block,
    Cite,
    Code,
    Display,
    Formula,
    Group,
    Html,
    Inline,
    Line,
    Lines,
    Mark,
    Name,
    Table,
    Words,
    is_empty,
)
from .outcome_text import open_goal_lines
from .prove_result_text import cited_by

Row = Sequence[Inline]
MOST = 30  # rows of a table that are shown


def page(shown: Any, form: str) -> str | None:
    """Write an object as "html" or "latex"; return None if a notebook should print its repr."""
    result = getattr(shown, "result", None)  # of a theorem that is stated in a cell
    found = blocks(shown if result is None else result)
    if found is None:
        return None
    return NotebookHtml({}).page(found) if form == "html" else MathJax({}).page(found)


@singledispatch
def blocks(shown: Any) -> Sequence[Any] | None:
    """Return the parts of the page of an object (for a result, the output of its command), or None if the object has no
    page."""
    return as_page(shown.blocks()) if hasattr(shown, "blocks") else None


def as_page(printed: Sequence[Block]) -> Sequence[Block]:
    """Return the output of a command grouped under its first line, with adjacent tables merged."""
    first, *rest = printed
    assert isinstance(first, Words)
    found = list[Block]()
    for block in rest:
        if isinstance(block, Table) and found and isinstance(last := found[-1], Table) and last.width == block.width:
            found[-1] = Table([*last.rows, *block.rows], last.width)
        elif block != BLANK and not is_empty(block):
            found.append(block)
    return [Group(first.content, found)]


@blocks.register
def _(shown: Script) -> Sequence[Any]:
    return Reader(shown).statement()


@blocks.register
def _(shown: Claim) -> Sequence[Any]:
    statement = Reader(shown.script, supposed=shown.supposes).statement()
    return [Group([shown.title, " (", Name(shown.id), ")"], [Words([shown.sentence]), *statement])]


@blocks.register
def _(shown: Explanation) -> Sequence[Any]:
    def of(section: Any) -> Group:
        remarks = Table([[[heading], [words]] for heading, words in section.remarks])
        title = [section.title, " (", Name(section.id), ")"]
        return Group(title, [Words([section.sentence]), remarks, *section.blocks])

    return list(map(of, shown.sections))


@blocks.register
def _(shown: Finding) -> Sequence[Any]:
    if not shown.script.conclusions:
        return [Group([shown.verdict], [Words([shown.reason])])]
    reader = Reader(shown.script)
    statement = reader.statement()
    if shown.counterexample is not None:
        parts = [*statement, *counterexample(shown, reader)]
        return [Group([f"{shown.verdict}: every hypothesis holds and the conclusion fails"], parts)]
    known = [Words([shown.reason])] * bool(shown.reason)
    if shown.verdict != "proved":
        seen = shown.evidence.lines(verbose=True) if shown.evidence else []
        return [Group([shown.verdict], [*statement, *known, *(Words([line.strip()]) for line in seen)])]
    proof = Group(["Proof"], [Code("\n".join(chain(shown.certificate["entries"])))])
    heading = f"{shown.verdict}; the certificate passed the kernel"
    cited = cited_by(shown)
    return [Group([heading, f", using {', '.join(cited)}" * bool(cited)], [*statement, *known, proof])]


def counterexample(found: Finding, reader: Reader) -> Iterator[Any]:
    """Yield the values of a counterexample, and both sides of each relation that fails there."""
    values = found.counterexample["values"]
    given = {name: value(values[name]) for name in found.script.names}
    pairs = [reader.formula(Relation(Vector({n.rstrip("@"): 1}), "==", v)) for n, v in given.items()]
    pieces = [piece for formula in pairs for piece in (", ", formula)][1:]
    indices = f", with {found.counterexample['size']} for the number of indices" * any("[i]" in n for n in given)
    yield Words(["Take ", *pieces, f"{indices}."] if pairs else ["The statement has no variables."])
    for e in found.evaluated:
        if not e.holds:
            sides = Relation(value(e.values[0]), e.operator, value(e.values[1]))
            where = f" at index {e.index}" if e.index else ""
            yield Lines((Line(f"{e.name} fails{where}:", reader.formula(sides)),))


def value(given: Any) -> Any:
    """Return a number, or the coordinates, of a counterexample as a term.

    >>> value([["*", "1/2", ["ln", "2"]], "3"])
    (1/2*ln(2), 3)
    """
    return Expression(read_term(given)) if isinstance(given, str) or is_term(given) else tuple(map(value, given))


@blocks.register
def _(shown: Outcome) -> Sequence[Any]:
    said = f"{shown.verdict}" + ("" if shown.as_expected else f", expected {shown.claim.expected}")
    agree = ", ".join(shown.agreeing)
    parts: list[Any] = [Words([reason])] if (reason := shown.reason or shown.trust.taint) else []
    if shown.verdict == "refuted" and shown.entry and not reason:
        parts.append(
            Words([f"It is false at {describe_witness(shown.entry['counterexample'], shown.claim.script.names)}."])
        )
    if lines := open_goal_lines(shown):
        parts += [Code("\n".join(lines))]
    parts += [Words([f"It rests on {', '.join(shown.rests_on)}."])] if shown.rests_on else []
    statement = [] if shown.verdict == "error" else blocks(shown.claim) or []
    return [Group([f"{said} [{agree}]"], [*statement, *parts] if statement else [Words([shown.claim.title]), *parts])]


@blocks.register
def _(shown: Outcomes) -> Sequence[Any]:
    first = shown[:MOST]
    rows: list[Row] = [[[o.verdict], [Name(o.claim.id)], [o.claim.title], [o.reason or o.trust.taint]] for o in first]
    return [Group([shown.in_short()], [Table(rows), *more(len(shown))])]


def more(count: int) -> list[Words]:
    """Return a line that counts the rows left out of a table."""
    return [Words([f"… and {count - MOST} more"])] if count > MOST else []


@blocks.register
def _(shown: Estimate) -> Sequence[Any]:
    heading, *lines = estimates.as_text(shown, None, False).splitlines()
    return [Group([heading], [Code("\n".join(lines))])]


@blocks.register
def _(shown: Safety) -> Sequence[Any]:
    return [Group([shown.verdict], [Words([shown.reason])])]


STYLE = """<style>
.novikoff h3 { font-size: 1em; margin: .6em 0 .2em; }
.novikoff section section { margin-left: 1em; }
.novikoff p { margin: .3em 0; }
.novikoff table { border: none; border-collapse: collapse; margin: .3em 0 .3em 1em; }
.novikoff tr, .novikoff td, .novikoff th { background: none; border: none; text-align: left; vertical-align: baseline; }
.novikoff td, .novikoff th { padding: .1em 1.2em .1em 0; font-weight: normal; }
</style>"""


class NotebookHtml(Html):
    """HTML for a part of another page."""

    def page(self, found: Sequence[Any]) -> str:
        """Write all blocks, with the styles that they need."""
        return f'{STYLE}<div class="novikoff">{self.blocks(found)}</div>'


class MathJax(Display):
    """One display in which all words are in \\text, as MathJax and KaTeX read it."""

    def page(self, found: Sequence[Any]) -> str:
        """Write all blocks, a row for each line."""
        rows = " \\\\\n".join(row for block in found for row in self.of(block))
        return f"$$\\begin{{aligned}}\n{rows}\n\\end{{aligned}}$$"

    def of(self, block: Any, indent: str = "& ") -> Iterator[str]:
        """Yield the rows of a block."""
        further = indent + r"\quad "
        if isinstance(block, Group):
            yield indent + self.inline(block.heading).replace(r"\text{", r"\textbf{")
            for inner in block.blocks:
                yield from self.of(inner, further)
        elif isinstance(block, Lines):
            bare = not any(line.label for line in block.lines)
            yield from ((further if bare else indent) + self.row(line) for line in block.lines)
        elif isinstance(block, Table):
            yield from (indent + r"\quad ".join(map(self.inline, row)) for row in block.rows)
        elif isinstance(block, Code):
            yield from (further + self.words(line) for line in block.text.splitlines())
        else:
            yield indent + self.inline(block.content)

    def row(self, line: Line) -> str:
        sign = rf"\quad {Notation('latex').operator(line.operator)} " if line.operator else ""
        label = self.words(line.label) + r"\quad " if line.label else ""
        reasons = r"\qquad " + self.inline(line.reasons) if line.reasons else ""
        return label + sign + line.formula.write("latex") + reasons

    def inline(self, content: Inline) -> str:
        parts, words = list[str](), ""
        for piece in content:
            if isinstance(piece, Formula):
                parts += [self.words(words), self.formula(piece)]
                words = ""
            else:
                words += self.write_words(piece)
        return "".join([*parts, self.words(words)])

    def write_words(self, piece: Any) -> str:
        if isinstance(piece, Mark):
            return f"{SIGNS.get(piece.colour, '')} {piece.text}".lstrip()
        return self.reference(piece.claim) if isinstance(piece, Cite) else getattr(piece, "text", str(piece))

    def formula(self, formula: Formula) -> str:
        return formula.write("latex")

    def words(self, text: str) -> str:
        parts = re.split(r"([\\{}$&%#_^~])", " ".join(text.split("\n")))
        return "".join(SPECIAL.get(part, rf"\text{{{part}}}") for part in parts if part)
