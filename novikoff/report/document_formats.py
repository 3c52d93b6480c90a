"""Documents of words and formulas, written as text, Markdown, LaTeX, slides or HTML.

Main definitions: `Section` and the other parts of a document, `Formula` and the other pieces of a paragraph, `WRITERS`,
and `Report`, the writer of command output.

* Text keeps within its width, unless a formula is longer.
* Markdown contains LaTeX math, which GitHub and notebooks render.
* LaTeX is a fragment that needs amsmath, or a complete document; slides are a complete Beamer document.
* HTML is one self-contained file with MathML; it is light or dark as the reader's system is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import Any
from unicodedata import combining

from ..proofs.statements.notation import GREEK, Notation
from ..proofs.statements.printable_polynomials import expand_inner
from ..proofs.statements.registry import find
from .formula_detection import ABOVE, BELOW, split_formulas, to_latex
from .formula_detection import SIGNS as MATHEMATICS
from .output_streams import style

WIDTH = 100
REASONS = 0.56  # of the width, the column of a text at which reasons start, if the formula leaves room
UNBROKEN: dict[str, Any] = {"break_on_hyphens": False, "break_long_words": False}


# --- what a document consists of ------------------------------------------------------------------


@dataclass(frozen=True)
class Formula:
    """A formula: a method of Notation, its arguments, and the order of variables.

    Text output prints `text` instead, unless it is "".
    """

    method: str
    arguments: tuple[Any, ...]
    order: tuple[str, ...] = ()
    text: str = ""
    written: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)

    def write(self, form: str) -> str:
        """Return the formula in a form of Notation, cached because each citation of a theorem writes it again."""
        if form == "text" and self.text:
            return self.text
        if form not in self.written:
            self.written[form] = getattr(Notation(form, self.order), self.method)(*self.arguments)
        return self.written[form]

    @property
    def expanded(self) -> Formula | None:
        """Return the formula with inner products multiplied out, or None if that changes nothing."""
        if self.method not in ("relation", "term"):
            return None
        found = replace(self, arguments=expand_inner(self.arguments))
        return found if found.write("text") != self.write("text") else None


@dataclass(frozen=True)
class Name:
    """The name of a hypothesis or of an earlier fact."""

    text: str


@dataclass(frozen=True)
class Cite:
    """A claim, by its id."""

    claim: str


@dataclass(frozen=True)
class Mark:
    """Coloured words; the colour says whether the result is good. Without colours a sign says whether it is good."""

    text: str
    colour: str
    bold: bool = False


Piece = str | Formula | Name | Cite | Mark
Inline = Sequence[Piece]
SIGNS = {"green": "✓", "yellow": "?", "red": "✗"}


@dataclass(frozen=True)
class Words:
    """A paragraph."""

    content: Inline


@dataclass(frozen=True)
class Line:
    """A formula with its label and reasons; with an operator, it continues the chain of the line above.

    `fact` names the fact of the certificate that the line shows.
    """

    label: str
    formula: Formula
    reasons: Inline = ()
    operator: str = ""
    fact: str = ""


@dataclass(frozen=True)
class Lines:
    """Formulas, each on its own line below the one before."""

    lines: tuple[Line, ...]

    @property
    def is_chain(self) -> bool:
        """Return whether a line continues another."""
        return any(line.operator for line in self.lines)


@dataclass(frozen=True)
class Group:
    """Blocks under a heading, set apart from what follows."""

    heading: Inline
    blocks: Sequence[Any]


@dataclass(frozen=True)
class Table:
    """Cells in rows; `width` is the width of the first column in text."""

    rows: Sequence[Sequence[Inline]]
    width: int = 9


@dataclass(frozen=True)
class Code:
    """Preformatted text."""

    text: str


BLANK = Words("")
Block = Words | Lines | Group | Table | Code


@cache
def read_beside(name: str) -> str:
    """Return the text of a file in the folder of this module."""
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def is_empty(block: Block) -> bool:
    """Return whether a block is a table without rows."""
    return isinstance(block, Table) and not block.rows


@dataclass(frozen=True)
class Section:
    """A numbered part of the document about one claim.

    `remarks` are pairs (heading, words); `begins` is a heading above the section.
    """

    id: str
    title: str
    sentence: str
    remarks: Sequence[tuple[str, str]]
    blocks: Sequence[Any]
    number: int = 0
    begins: str = ""


def cites(part: Any) -> Iterator[str]:
    """Yield the ids of the claims that blocks cite, in order."""
    if isinstance(part, Cite):
        yield part.claim
    inside = {Words: ["content"], Lines: ["lines"], Line: ["reasons"], Group: ["heading", "blocks"]}
    for name in inside.get(type(part), []):
        yield from cites(getattr(part, name))
    for item in part if isinstance(part, list | tuple) else ():
        yield from cites(item)


def expand_blocks(block: Any) -> Any:
    """Return a part of a document with inner products multiplied out, as the kernel reads them."""
    if isinstance(block, Formula):
        return block.expanded or block
    if isinstance(block, list | tuple):
        return type(block)(map(expand_blocks, block))
    kind: Any = type(block)
    return kind(*(expand_blocks(getattr(block, f.name)) for f in fields(block))) if is_dataclass(block) else block


# --- writers --------------------------------------------------------------------------------------


@dataclass
class Writer:
    """The writer of one format; `numbers` maps claims to section numbers, `width` is the width of text in columns."""

    numbers: Mapping[str, int]
    width: int = WIDTH

    def document(self, sections: Sequence[Section]) -> str:
        """Write all sections."""
        return "\n\n".join(map(self.section, sections)) + "\n"

    def standalone(self, sections: Sequence[Section]) -> str:
        """Write a complete file."""
        return self.document(sections)

    def blocks(self, blocks: Iterable[Any]) -> str:
        """Write blocks one after another."""
        return "\n\n".join(map(self.block, blocks))

    def block(self, block: Any) -> str:
        """Write one block."""
        if isinstance(block, Words):
            return self.paragraph(block.content)
        made: str = getattr(self, type(block).__name__.lower())(block)
        return made

    def paragraph(self, content: Inline) -> str:
        """Write words with formulas between them."""
        return self.inline(content)

    def inline(self, content: Inline) -> str:
        """Write the pieces of a paragraph, or a plain string."""
        return self.words(content) if isinstance(content, str) else "".join(map(self.piece, content))

    def piece(self, piece: Piece) -> str:
        """Write a piece of a paragraph."""
        if isinstance(piece, Formula):
            return self.formula(piece)
        if isinstance(piece, Mark):
            return self.mark(piece)
        if isinstance(piece, Name):
            return self.name(piece.text)
        return self.cite(piece.claim) if isinstance(piece, Cite) else self.words(piece)

    def title(self, section: Section) -> str:
        """Return the title of a section, with its number if the document has several."""
        return f"{section.number}. {section.title}" if len(self.numbers) > 1 else section.title

    def reference(self, claim: str) -> str:
        """Return the id of a claim, with its section number if it has one."""
        return f"{claim} ({self.numbers[claim]})" if claim in self.numbers else claim

    # Each format defines these:

    def section(self, section: Section) -> str:
        """Write the title, sentence, remarks and blocks of a section."""
        raise NotImplementedError

    def group(self, group: Group) -> str:
        """Write blocks under a heading."""
        raise NotImplementedError

    def lines(self, block: Lines) -> str:
        """Write lines of formulas."""
        raise NotImplementedError

    def formula(self, formula: Formula) -> str:
        """Write a formula among words."""
        raise NotImplementedError

    def words(self, text: str) -> str:
        """Write words, with special characters escaped."""
        raise NotImplementedError

    def name(self, text: str) -> str:
        """Write the name of a fact."""
        return self.words(text)

    def mark(self, mark: Mark) -> str:
        """Write words after the sign of their colour."""
        return self.words(f"{SIGNS.get(mark.colour, '')} {mark.text}".lstrip())

    def cite(self, claim: str) -> str:
        """Write a citation of a claim."""
        return self.words(self.reference(claim))


class Text(Writer):
    """Plain text."""

    indent: int = 0

    def section(self, section: Section) -> str:
        title = self.wrap_text(self.title(section))
        line = "=" * max(map(columns, title.splitlines()))
        remarks = [self.wrap_text(f"{heading}: {words}") for heading, words in section.remarks]
        above = [self.wrap_text(section.begins.upper()), ""] if section.begins else []
        head = [*above, title, line, section.id, "", self.wrap_text(section.sentence), "", *remarks, ""]
        return "\n".join([*head, self.blocks(section.blocks)])

    def wrap_text(self, text: str) -> str:
        """Break a paragraph into indented lines."""
        return "\n".join(" " * self.indent + line for line in wrap(text, self.width - self.indent, **UNBROKEN))

    def paragraph(self, content: Inline) -> str:
        return _unglue_words(self.wrap_text(self.inline(content)))

    def formula(self, formula: Formula) -> str:
        """Write a formula, which stays on one line if it fits."""
        text = formula.write("text")
        return _glue_words(text) if columns(text) <= self.width - self.indent - 8 else text

    def words(self, text: str) -> str:
        return text

    def cite(self, claim: str) -> str:
        return _glue_words(self.reference(claim))

    def group(self, group: Group) -> str:
        heading = self.paragraph(group.heading)
        self.indent += 2
        body = self.blocks(group.blocks)
        self.indent -= 2
        return f"{heading}\n{body}"

    def lines(self, block: Lines) -> str:
        width = max(columns(line.label) for line in block.lines)
        return "\n".join(self.line(line, width + 1 if width else 0) for line in block.lines)

    def line(self, line: Line, width: int) -> str:
        """Write one line. Reasons that do not fit continue below it, further left if a formula is long."""
        sign = f"  {Notation().operator(line.operator)} " if line.operator else f"{pad_columns(line.label, width)}"
        start = " " * (self.indent + 2) + sign + line.formula.write("text")
        reasons = self.inline(line.reasons)
        usual = int(self.width * REASONS)
        column = max(usual, columns(start) + 2)
        if not reasons or column + columns(reasons) <= self.width:
            return _unglue_words((pad_columns(start, column) + reasons).rstrip())
        column = usual
        rows = wrap(reasons, self.width - column, **UNBROKEN)
        if max(map(columns, rows)) > self.width - column:
            column = self.indent + 8
            rows = wrap(reasons, self.width - column, **UNBROKEN)
        first = pad_columns(start, column) + rows.pop(0) if columns(start) < column - 1 else start
        return _unglue_words("\n".join([first, *(" " * column + row for row in rows)]))

    def code(self, code: Code) -> str:
        """Write indented lines."""
        return "\n".join(f"    {line}".rstrip() for line in code.text.splitlines())


class Report(Text):
    """The writer of command output: it breaks no line and omits displayed formulas."""

    def blocks(self, blocks: Iterable[Any]) -> str:
        return "\n".join(self.block(each) for each in blocks if not isinstance(each, Lines) and not is_empty(each))

    def wrap_text(self, text: str) -> str:
        return (" " * self.indent + text).rstrip(" ") if self.indent else text

    def formula(self, formula: Formula) -> str:
        return formula.write("text")

    def cite(self, claim: str) -> str:
        return claim

    def mark(self, mark: Mark) -> str:
        return style(mark.text, mark.colour, mark.bold)

    def table(self, table: Table) -> str:
        """Write a line for each row, with two spaces between columns."""
        rows = ([*map(self.inline, row)] for row in table.rows)
        return "\n".join(" " * self.indent + "  ".join([pad_columns(first, table.width), *rest])
                         for first, *rest in rows)


def pad_columns(text: str, width: int) -> str:
    """Pad a text with spaces to `width` columns; combining accents take no column."""
    return text + " " * (width - columns(text))


def columns(text: str) -> int:
    """Return the number of columns that a text takes."""
    return sum(not combining(c) for c in text)


def _glue_words(text: str) -> str:
    return text.replace(" ", "\xa0")


def _unglue_words(text: str) -> str:
    return text.replace("\xa0", " ")


class Display(Writer):
    """The common part of Markdown and LaTeX: formulas in LaTeX, and headings by level."""

    level = 0

    def rows(self, block: Lines) -> str:
        r"""Write the rows of an `aligned` or `align*`: label, formula or link of a chain, reasons."""
        return " \\\\\n".join(map(self.row, block.lines))

    def row(self, line: Line) -> str:
        """Write one row, with its relation signs aligned."""
        cells = [self.write_row(line), *([self.reasons(line.reasons)] if line.reasons else [])]
        return f"& {' && '.join(cells)}"

    def write_row(self, line: Line) -> str:
        """Write a row without its reasons."""
        label = rf"\text{{{tex(line.label)}}}\quad " if line.label else ""
        start = rf"\quad {Notation('latex').operator(line.operator)} " if line.operator else label
        return start + line.formula.write("latex")

    def reasons(self, content: Inline) -> str:
        r"""Write reasons inside math: words in \text, formulas unchanged."""
        pieces = [p.write("latex") if isinstance(p, Formula) else rf"\text{{{self.write_words(p)}}}" for p in content]
        return "".join(pieces).replace(r"}\text{", "")

    def write_words(self, piece: Piece) -> str:
        """Return the text of words, names and citations inside math."""
        return tex(self.reference(piece.claim) if isinstance(piece, Cite) else getattr(piece, "text", str(piece)))

    def formula(self, formula: Formula) -> str:
        return f"${formula.write('latex')}$"


class Latex(Display):
    """LaTeX: a fragment for the preamble, which has the environments `theorem` and `falsehood` and the command `row`.
    """

    head = "article.tex"

    @property
    def preamble(self) -> str:
        r"""Return the beginning of a document. The command \row writes a formula, with its reasons beside it if they
        fit there, and otherwise below it."""
        return read_beside(self.head) + read_beside("rows.tex") + "\\begin{document}\n"

    def standalone(self, sections: Sequence[Section]) -> str:
        """Write a complete document, which has the title of its first section."""
        head = rf"\title{{{sentence_in_latex(sections[0].title)}}}\author{{}}\date{{}}"
        return f"{self.preamble}{head}\n\\maketitle\n\n{self.document(sections)}\\end{{document}}\n"

    def section(self, section: Section) -> str:
        kind = "falsehood" if ("Expected verdict", "refuted") in section.remarks else "theorem"
        said = f"[{{{sentence_in_latex(section.title)}}}]\\label{{{section.id}}}\n{sentence_in_latex(section.sentence)}"
        above = [rf"\bigskip\noindent\textbf{{\Large {tex(section.begins)}}}"] if section.begins else []
        shown = (pair for pair in section.remarks if pair[0] != "Expected verdict")
        remarks = " \\\\\n".join(rf"\textit{{{tex(heading)}:}} {sentence_in_latex(words)}" for heading, words in shown)
        theorem = f"\\begin{{{kind}}}{said}\n\\end{{{kind}}}"
        return "\n\n".join([*above, theorem, remarks, self.blocks(section.blocks)])

    def cite(self, claim: str) -> str:
        """Write the number of a theorem of the document, or the title of any other theorem."""
        if claim in self.numbers:
            return rf"Theorem~\ref{{{claim}}}"
        return f"``{sentence_in_latex(find(claim).title)}''"

    def words(self, text: str) -> str:
        return tex(text)

    def name(self, text: str) -> str:
        return rf"\textit{{{tex(text)}}}"

    def group(self, group: Group) -> str:
        self.level += 1
        heading, body = self.inline(group.heading), self.blocks(group.blocks)
        self.level -= 1
        if self.level == 0:
            return f"\\textbf{{{heading}}}\n\n{body}"
        return f"{heading}\n\\begin{{quote}}\n{body}\n\\end{{quote}}"

    def code(self, code: Code) -> str:
        """Write lines in one width; verbatim text would not fit into slides that are split."""
        lines = (line.replace(" ", "\0") for line in code.text.splitlines())
        return "\\\\\n".join(rf"\texttt{{{tex(line)}}}".replace("\0", "~") for line in lines)

    def lines(self, block: Lines) -> str:
        """Write rows one below the other; long reasons go below their row."""
        return "\n".join(map(self.row, block.lines))

    def row(self, line: Line) -> str:
        return rf"\row{{{self.write_row(line)}}}{{{self.inline(line.reasons)}}}"


class Beamer(Latex):
    """LaTeX with Beamer, a complete document; a full slide continues on the next."""

    head = "slides.tex"

    def document(self, sections: Sequence[Section]) -> str:
        return f"{self.preamble}{self.sections(sections)}\n\\end{{document}}\n"

    def sections(self, sections: Sequence[Section]) -> str:
        """Write all slides, without preamble."""
        return super().document(sections).rstrip()

    def standalone(self, sections: Sequence[Section]) -> str:
        """Write the complete document; a Beamer document is always complete."""
        return self.document(sections)

    def section(self, section: Section) -> str:
        """Write a slide with the sentence and the remarks, then slides for each part."""
        title = sentence_in_latex(self.title(section))
        remarks = [rf"{{\small\textit{{{tex(heading)}:}} {sentence_in_latex(words)}\par}}"
                   for heading, words in section.remarks]
        first = self.slides(title, "", "\n\n".join([sentence_in_latex(section.sentence), *remarks]))
        return "\n\n".join([first, *(self.part(part, title) for part in section.blocks)])

    def cite(self, claim: str) -> str:
        return tex(self.reference(claim))

    def part(self, part: Group, below: str) -> str:
        """Write the slides of a part."""
        return self.slides(self.inline(part.heading), below, self.blocks(part.blocks))

    def group(self, group: Group) -> str:
        """Write a heading and its blocks, not in a quotation, which takes room and has unbreakable displays."""
        return f"\\structure{{{self.inline(group.heading)}}}\n\n{self.blocks(group.blocks)}"

    def slides(self, title: str, below: str, body: str) -> str:
        """Write as many slides as the body needs."""
        return self.frame(title, below, body, "[allowframebreaks]")

    def frame(self, title: str, below: str, body: str, options: str = "") -> str:
        """Write one slide, or with `allowframebreaks` as many as it needs."""
        return f"\\begin{{frame}}{options}{{{title}}}{{{below}}}\n{body}\n\\end{{frame}}"


class Markdown(Display):
    """Markdown with LaTeX math."""

    def section(self, section: Section) -> str:
        head = f'<a id="{section.id}"></a>\n\n## {self.words(self.title(section))}\n\n`{section.id}`'
        remarks = "\n".join(f"- *{heading}*: {self.words(words)}" for heading, words in section.remarks)
        above = [f"# {section.begins}"] if section.begins else []
        return "\n\n".join([*above, head, self.words(section.sentence), remarks, self.blocks(section.blocks)])

    def words(self, text: str) -> str:
        return re.sub(r"([\\`*_{}\[\]<>#|$~])", r"\\\1", text)

    def name(self, text: str) -> str:
        return f"*{self.words(text)}*"

    def cite(self, claim: str) -> str:
        """Write a link to a claim, or its id if the document does not explain it."""
        return f"[{self.reference(claim)}](#{claim})" if claim in self.numbers else f"`{claim}`"

    def group(self, group: Group) -> str:
        """Write a heading of the section; inside a proof, write words above quoted blocks."""
        self.level += 1
        heading, body = self.inline(group.heading), self.blocks(group.blocks)
        self.level -= 1
        if self.level == 0:
            return f"### {heading}\n\n{body}"
        return heading + "\n\n" + "\n".join(f"> {line}".rstrip() for line in body.splitlines())

    def code(self, code: Code) -> str:
        """Write a fenced block."""
        return f"```\n{code.text}\n```"

    def lines(self, block: Lines) -> str:
        """Write a list of facts, or an aligned chain followed by links to the claims that it cites."""
        if not block.is_chain:
            return "\n".join(map(self.item, block.lines))
        links = ", ".join(map(self.cite, dict.fromkeys(c for c in cites(block) if c in self.numbers)))
        display = f"$$\n\\begin{{aligned}}\n{self.rows(block)}\n\\end{{aligned}}\n$$"
        return f"{display}\n\nHere {links} is used." if links else display

    def item(self, line: Line) -> str:
        """Write a fact with its reasons."""
        label = f"**{self.words(line.label)}** " if line.label else ""
        return f"- {label}{self.formula(line.formula)}" + (f" — {self.inline(line.reasons)}" if line.reasons else "")


class Html(Writer):
    """One file of HTML."""

    def document(self, sections: Sequence[Section]) -> str:
        """Write the complete file, with a list of sections if there are several."""
        named = ((escape(s.id), escape(s.title)) for s in sections)
        entries = (f'<li><a href="#{name}">{title}</a> <code>{name}</code></li>' for name, title in named)
        contents = f"<nav><ol>{''.join(entries)}</ol></nav>" if len(sections) > 1 else ""
        body = contents + "\n".join(map(self.section, sections))
        return read_beside("page.html").replace("TITLE", escape(sections[0].title)).replace("BODY", body)

    def section(self, section: Section) -> str:
        remarks = "".join(f"<dt>{escape(h)}</dt><dd>{escape(words)}</dd>" for h, words in section.remarks)
        head = f'<h2>{escape(self.title(section))}</h2><p class="id"><code>{escape(section.id)}</code></p>'
        body = f'<p class="sentence">{escape(section.sentence)}</p><dl>{remarks}</dl>{self.blocks(section.blocks)}'
        above = f"<h1>{escape(section.begins)}</h1>" if section.begins else ""
        return f'{above}<article id="{escape(section.id)}">{head}{body}</article>'

    def paragraph(self, content: Inline) -> str:
        return f"<p>{self.inline(content)}</p>"

    def formula(self, formula: Formula) -> str:
        return f"<math>{formula.write('mathml')}</math>"

    def words(self, text: str) -> str:
        return escape(text)

    def name(self, text: str) -> str:
        return f"<em>{escape(text)}</em>"

    def cite(self, claim: str) -> str:
        """Write a link to a claim, or its id if the document does not explain it."""
        name = escape(claim)
        known = claim in self.numbers
        return f'<a href="#{name}">{escape(self.reference(claim))}</a>' if known else f"<code>{name}</code>"

    def group(self, group: Group) -> str:
        return f"<section><h3>{self.inline(group.heading)}</h3><div>{self.blocks(group.blocks)}</div></section>"

    def table(self, table: Table) -> str:
        """Write the cells in rows."""
        cells = ("".join(f"<td>{self.inline(cell)}</td>" for cell in row) for row in table.rows)
        return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"

    def code(self, code: Code) -> str:
        """Write preformatted text."""
        return f"<pre>{escape(code.text)}</pre>"

    def lines(self, block: Lines) -> str:
        kind = "chain" if block.is_chain else "facts"
        return f'<table class="{kind}">{"".join(map(self.row, block.lines))}</table>'

    def row(self, line: Line) -> str:
        """Write one row; a formula that can be expanded has a details element."""
        sign = f"<math>{Notation('mathml').operator(line.operator)}</math> " if line.operator else ""
        place = ' class="link"' if line.operator else ""
        label = f"<th>{escape(line.label)}</th>"
        formula = self.formula(line.formula).replace("<math>", '<math displaystyle="true">')
        if expanded := line.formula.expanded:
            formula += f"<details><summary>expanded</summary>{self.formula(expanded)}</details>"
        return f"<tr>{label}<td{place}>{sign}{formula}</td><td>{self.inline(line.reasons)}</td></tr>"


TEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_",
    "^": r"\^{}", "~": r"\~{}", "–": "--", "—": "---", "‘": "`", "’": "'", "“": "``", "”": "''", "<": "$<$", ">": "$>$",
    "|": "$|$", "∥": r"$\|$", "√": r"$\surd$", "⊕": r"$\oplus$", "←": r"$\gets$", "…": r"\dots{}", "\xa0": "~",
    **{c: f"${MATHEMATICS[c].strip()}$" for c in "⟨⟩‖·×±−≤≥≠≈∞∈⊥→↦′⌈⌉⌊⌋ℝ"},
    **{letter: f"$\\{spelling}$" for letter, spelling in GREEK.items()},
    **{c: f"$_{d}$" for c, d in BELOW.items()},
    **{c: f"$^{d}$" for c, d in ABOVE.items()},
    **{c: f"$\\frac{{{n}}}{{{d}}}$" for n, d, c in (("1", "3", "⅓"), ("2", "3", "⅔"), ("1", "5", "⅕"))},
}


TEX_ACCENTS = {"\u0302": "^", "\u0303": "~", "\u0304": "="}  # combining: hat, tilde, bar


def tex(words: str) -> str:
    """Return words for LaTeX, with special characters escaped.

    >>> print(tex("b*² ≤ 50 %"))
    b*$^2$ $\\leq$ 50 \\%
    """
    spelled = "".join(TEX.get(c, c) for c in words)
    return re.sub("(.)([\u0302\u0303\u0304])", lambda m: f"\\{TEX_ACCENTS[m[2]]}{{{m[1]}}}", spelled)


def set_in_latex(formula: str) -> str:
    """Return a formula of a sentence between dollars, or as words where LaTeX has no letters for it."""
    made = to_latex(formula)
    return f"${made}$" if all(ord(c) < 0x180 for c in made) else tex(formula)


def sentence_in_latex(text: str) -> str:
    """Return a sentence, whose formulas are set as mathematics."""
    return "".join(set_in_latex(part) if is_formula else tex(part) for part, is_formula in split_formulas(text))


WRITERS: dict[str, type[Writer]] = {
    "text": Text, "markdown": Markdown, "latex": Latex, "html": Html, "beamer": Beamer,
}
