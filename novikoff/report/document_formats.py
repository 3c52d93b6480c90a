"""Documents of words and formulas, set as text, Markdown, LaTeX, slides or HTML.

Main definitions:
    Section, Words, Lines, Line, Group    what a document consists of
    Table, Code                           what the result of a command has besides
    Formula, Name, Cite, Mark             what a paragraph has besides words
    WRITERS                               format -> Writer, whose `document` sets sections
    Report                                the writer of what commands print

A writer knows nothing of what is said. In text it keeps to its width as far as the formulas allow; its Markdown has the
LaTeX math that GitHub and notebooks show; its LaTeX is a fragment for amsmath, or a complete document; its slides are a
document for Beamer; its HTML is one file with native MathML that needs nothing else, light or dark as the reader's
system is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from html import escape
from textwrap import wrap
from typing import Any
from unicodedata import combining

from ..proofs.statements.notation import GREEK, Notation
from ..proofs.statements.polynomial_terms import expand_inner
from .terminal import style

WIDTH = 100
REASONS = 0.56  # of the width, the column of a text at which reasons start, if the formula leaves room
UNBROKEN: dict[str, Any] = {"break_on_hyphens": False, "break_long_words": False}


# --- what a document consists of ------------------------------------------------------------------


@dataclass(frozen=True)
class Formula:
    """A formula: a method of Notation, what to call it with, and the order of variables; `text`, if not "", is what
    text has in its place.
    """

    method: str
    arguments: tuple[Any, ...]
    order: tuple[str, ...] = ()
    text: str = ""
    written: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)

    def write(self, form: str) -> str:
        """The formula in a form of Notation: kept, as a theorem is set again wherever it is cited."""
        if form == "text" and self.text:
            return self.text
        if form not in self.written:
            self.written[form] = getattr(Notation(form, self.order), self.method)(*self.arguments)
        return self.written[form]

    @property
    def expanded(self) -> Formula | None:
        """The same with inner products multiplied out, where it is not so already."""
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
    """Words in a colour, which says whether what they name is fine; where there are no colours, a sign says so."""

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
    """A formula with its label and reasons; with an operator it continues the chain of the line above. What is shown in
    a proof has the name of the `fact` that its certificate is about.
    """

    label: str
    formula: Formula
    reasons: Inline = ()
    operator: str = ""
    fact: str = ""


@dataclass(frozen=True)
class Lines:
    """Lines set below each other."""

    lines: tuple[Line, ...]

    @property
    def is_chain(self) -> bool:
        """Does a line continue another?"""
        return any(line.operator for line in self.lines)


@dataclass(frozen=True)
class Group:
    """Blocks under a heading, set apart from what follows."""

    heading: Inline
    blocks: Sequence[Any]


@dataclass(frozen=True)
class Table:
    """Cells in rows; `width` is that of the first column in text."""

    rows: Sequence[Sequence[Inline]]
    width: int = 9


@dataclass(frozen=True)
class Code:
    """Text as it is."""

    text: str


BLANK = Words("")
Block = Words | Lines | Group | Table | Code


def is_empty(block: Block) -> bool:
    """Whether it is a table without rows."""
    return isinstance(block, Table) and not block.rows


@dataclass(frozen=True)
class Section:
    """A numbered part of the document about one claim; `remarks` are (heading, words), `begins` a heading above it."""

    id: str
    title: str
    sentence: str
    remarks: Sequence[tuple[str, str]]
    blocks: Sequence[Any]
    number: int = 0
    begins: str = ""


def cites(part: Any) -> Iterator[str]:
    """The claims that blocks cite, in order."""
    if isinstance(part, Cite):
        yield part.claim
    inside = {Words: ["content"], Lines: ["lines"], Line: ["reasons"], Group: ["heading", "blocks"]}
    for name in inside.get(type(part), []):
        yield from cites(getattr(part, name))
    for item in part if isinstance(part, list | tuple) else ():
        yield from cites(item)


def expand_blocks(block: Any) -> Any:
    """A part of a document with inner products multiplied out, as the kernel reads them."""
    if isinstance(block, Formula):
        return block.expanded or block
    if isinstance(block, list | tuple):
        return type(block)(map(expand_blocks, block))
    kind: Any = type(block)
    return kind(*(expand_blocks(getattr(block, f.name)) for f in fields(block))) if is_dataclass(block) else block


# --- writers --------------------------------------------------------------------------------------


@dataclass
class Writer:
    """Sets sections in one format; `numbers` are those of the claims that have a section, `width` is that of text."""

    numbers: Mapping[str, int]
    width: int = WIDTH

    def document(self, sections: Sequence[Section]) -> str:
        """All sections."""
        return "\n\n".join(map(self.section, sections)) + "\n"

    def standalone(self, sections: Sequence[Section]) -> str:
        """A complete file."""
        return self.document(sections)

    def blocks(self, blocks: Iterable[Any]) -> str:
        """Blocks one after another."""
        return "\n\n".join(map(self.block, blocks))

    def block(self, block: Any) -> str:
        """One block."""
        if isinstance(block, Words):
            return self.paragraph(block.content)
        made: str = getattr(self, type(block).__name__.lower())(block)
        return made

    def paragraph(self, content: Inline) -> str:
        """Words with formulas between them."""
        return self.inline(content)

    def inline(self, content: Inline) -> str:
        """The pieces of a paragraph, or words alone."""
        return self.words(content) if isinstance(content, str) else "".join(map(self.piece, content))

    def piece(self, piece: Piece) -> str:
        """A piece of a paragraph."""
        if isinstance(piece, Formula):
            return self.formula(piece)
        if isinstance(piece, Mark):
            return self.mark(piece)
        if isinstance(piece, Name):
            return self.name(piece.text)
        return self.cite(piece.claim) if isinstance(piece, Cite) else self.words(piece)

    def title(self, section: Section) -> str:
        """The title, with its number if there are several."""
        return f"{section.number}. {section.title}" if len(self.numbers) > 1 else section.title

    def reference(self, claim: str) -> str:
        """A claim with the number of its section."""
        return f"{claim} ({self.numbers[claim]})" if claim in self.numbers else claim

    # What each format has to say:

    def section(self, section: Section) -> str:
        """Title, sentence, remarks, blocks."""
        raise NotImplementedError

    def group(self, group: Group) -> str:
        """Blocks under a heading."""
        raise NotImplementedError

    def lines(self, block: Lines) -> str:
        """Lines of formulas."""
        raise NotImplementedError

    def formula(self, formula: Formula) -> str:
        """A formula among words."""
        raise NotImplementedError

    def words(self, text: str) -> str:
        """Words, with special characters escaped."""
        raise NotImplementedError

    def name(self, text: str) -> str:
        """The name of a fact."""
        return self.words(text)

    def mark(self, mark: Mark) -> str:
        """Words with the sign of their colour."""
        return self.words(f"{SIGNS.get(mark.colour, '')} {mark.text}".lstrip())

    def cite(self, claim: str) -> str:
        """A claim that is cited."""
        return self.words(self.reference(claim))


class Text(Writer):
    """Plain text."""

    indent = 0

    def section(self, section: Section) -> str:
        """A title underlined, remarks, blocks."""
        title = self.wrapped(self.title(section))
        line = "=" * max(map(columns, title.splitlines()))
        remarks = [self.wrapped(f"{heading}: {words}") for heading, words in section.remarks]
        above = [self.wrapped(section.begins.upper()), ""] if section.begins else []
        head = [*above, title, line, section.id, "", self.wrapped(section.sentence), "", *remarks, ""]
        return "\n".join([*head, self.blocks(section.blocks)])

    def wrapped(self, text: str) -> str:
        """A paragraph."""
        return "\n".join(" " * self.indent + line for line in wrap(text, self.width - self.indent, **UNBROKEN))

    def paragraph(self, content: Inline) -> str:
        """A paragraph."""
        return unglue_words(self.wrapped(self.inline(content)))

    def formula(self, formula: Formula) -> str:
        """A formula, which is not broken if a line has room for it."""
        text = formula.write("text")
        return glue_words(text) if columns(text) <= self.width - self.indent - 8 else text

    def words(self, text: str) -> str:
        """Words as they are."""
        return text

    def cite(self, claim: str) -> str:
        """A claim and its number, not to be separated."""
        return glue_words(self.reference(claim))

    def group(self, group: Group) -> str:
        """A heading, and the blocks further in."""
        heading = self.paragraph(group.heading)
        self.indent += 2
        body = self.blocks(group.blocks)
        self.indent -= 2
        return f"{heading}\n{body}"

    def lines(self, block: Lines) -> str:
        """Labels, formulas and reasons in columns."""
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
            return unglue_words((pad_columns(start, column) + reasons).rstrip())
        column = usual
        rows = wrap(reasons, self.width - column, **UNBROKEN)
        if max(map(columns, rows)) > self.width - column:
            column = self.indent + 8
            rows = wrap(reasons, self.width - column, **UNBROKEN)
        first = pad_columns(start, column) + rows.pop(0) if columns(start) < column - 1 else start
        return unglue_words("\n".join([first, *(" " * column + row for row in rows)]))


class Report(Text):
    """What a command prints: lines that are not broken, without formulas on lines of their own."""

    def blocks(self, blocks: Iterable[Any]) -> str:
        """Blocks on lines that follow each other."""
        return "\n".join(self.block(each) for each in blocks if not isinstance(each, Lines) and not is_empty(each))

    def wrapped(self, text: str) -> str:
        """A line."""
        return (" " * self.indent + text).rstrip(" ") if self.indent else text

    def formula(self, formula: Formula) -> str:
        """A formula in a line."""
        return formula.write("text")

    def cite(self, claim: str) -> str:
        """The id of a claim."""
        return claim

    def mark(self, mark: Mark) -> str:
        """Words in their colour."""
        return style(mark.text, mark.colour, mark.bold)

    def table(self, table: Table) -> str:
        """A line for each row, two spaces between the columns."""
        rows = ([*map(self.inline, row)] for row in table.rows)
        return "\n".join(" " * self.indent + "  ".join([pad_columns(first, table.width), *rest])
                         for first, *rest in rows)  # fmt: skip

    def code(self, code: Code) -> str:
        """Lines further in."""
        return "\n".join(f"    {line}".rstrip() for line in code.text.splitlines())


def pad_columns(text: str, width: int) -> str:
    """Filled up with spaces, as accents that combine take no column."""
    return text + " " * (width - columns(text))


def columns(text: str) -> int:
    """How wide a text is."""
    return sum(not combining(c) for c in text)


def glue_words(text: str) -> str:
    """Without places to break a line."""
    return text.replace(" ", "\xa0")


def unglue_words(text: str) -> str:
    """With ordinary spaces again."""
    return text.replace("\xa0", " ")


class Display(Writer):
    """What Markdown and LaTeX have in common: lines of formulas in LaTeX, and headings by level."""

    level = 0

    def rows(self, block: Lines) -> str:
        r"""The rows of an `aligned` or `align*`: label, formula or link of a chain, reasons."""
        return " \\\\\n".join(map(self.row, block.lines))

    def row(self, line: Line) -> str:
        """One row, whose relation signs stand below each other."""
        cells = [self.said(line), *([self.reasons(line.reasons)] if line.reasons else [])]
        return f"& {' && '.join(cells)}"

    def said(self, line: Line) -> str:
        """What a row says, without its reasons."""
        label = rf"\text{{{tex(line.label)}}}\quad " if line.label else ""
        start = rf"\quad {Notation('latex').operator(line.operator)} " if line.operator else label
        return start + line.formula.write("latex")

    def reasons(self, content: Inline) -> str:
        r"""Reasons inside of math: words in \text, formulas as they are."""
        pieces = [p.write("latex") if isinstance(p, Formula) else rf"\text{{{self.spoken(p)}}}" for p in content]
        return "".join(pieces).replace(r"}\text{", "")

    def spoken(self, piece: Piece) -> str:
        """Words, names and claims inside of math."""
        return tex(self.reference(piece.claim) if isinstance(piece, Cite) else getattr(piece, "text", str(piece)))

    def formula(self, formula: Formula) -> str:
        """A formula among words."""
        return f"${formula.write('latex')}$"


class Latex(Display):
    """LaTeX: a fragment that needs amsmath, without sections of its own."""

    preamble = r"""\documentclass{article}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage{amsmath,amssymb}
\usepackage[margin=25mm]{geometry}
\allowdisplaybreaks
\setlength{\parindent}{0pt}
\setlength{\parskip}{6pt plus 2pt}
\begin{document}
"""

    def standalone(self, sections: Sequence[Section]) -> str:
        """A complete document."""
        return self.preamble + self.document(sections) + "\\end{document}\n"

    def section(self, section: Section) -> str:
        """A paragraph heading, remarks, blocks."""
        head = rf"\textbf{{\large {tex(self.title(section))}}} \\ \texttt{{{tex(section.id)}}}"
        above = [rf"\bigskip\noindent\textbf{{\Large {tex(section.begins)}}}"] if section.begins else []
        remarks = " \\\\\n".join(rf"\textit{{{tex(heading)}:}} {tex(words)}" for heading, words in section.remarks)
        blocks = [*above, rf"\bigskip\noindent {head}", tex(section.sentence), remarks, self.blocks(section.blocks)]
        return "\n\n".join(blocks)

    def words(self, text: str) -> str:
        """Words with special characters spelled out."""
        return tex(text)

    def name(self, text: str) -> str:
        """The name of a fact."""
        return rf"\textit{{{tex(text)}}}"

    def group(self, group: Group) -> str:
        """A heading in italics, and the blocks further in."""
        self.level += 1
        heading, body = self.inline(group.heading), self.blocks(group.blocks)
        self.level -= 1
        if self.level == 0:
            return f"\\textbf{{{heading}}}\n\n{body}"
        return f"{heading}\n\\begin{{quote}}\n{body}\n\\end{{quote}}"

    def reasons(self, content: Inline) -> str:
        """Reasons as a paragraph of their own beside the formula."""
        return rf"\parbox[t]{{.33\linewidth}}{{\raggedright\small {self.inline(content)}}}"

    def lines(self, block: Lines) -> str:
        """An align* environment."""
        return f"\\begin{{align*}}\n{self.rows(block)}\n\\end{{align*}}"


class Beamer(Latex):
    """LaTeX with Beamer, a complete document: slides for each section, which go on where one is full."""

    preamble = r"""\documentclass[10pt,t,fleqn,aspectratio=169]{beamer}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage{amsmath,amssymb}
\setbeamertemplate{navigation symbols}{}
\setbeamertemplate{footline}[frame number]
\setbeamersize{text margin left=8mm,text margin right=8mm}
\allowdisplaybreaks
\let\usualsize\normalsize
\def\normalsize{\usualsize\setlength{\abovedisplayskip}{2pt}\setlength{\belowdisplayskip}{4pt}}
\setlength{\parskip}{4pt plus 2pt}
\newsavebox{\said}
\newsavebox{\grounds}
\newcommand{\whole}{\ifdim\wd\said>\linewidth\resizebox{\linewidth}{!}{\usebox{\said}}\else\usebox{\said}\fi}
\newcommand{\below}[1]{\par\penalty9000{\raggedright\small\hangindent1.5em\hangafter0 #1\par}}
\newcommand{\row}[2]{\par\noindent\sbox{\said}{$\displaystyle #1$}\sbox{\grounds}{\small #2}%
  \ifdim\wd\grounds=0pt\whole\else\ifdim\wd\said>.65\linewidth\whole\below{#2}\else
  \ifdim\wd\grounds>1.2\linewidth\whole\below{#2}\else
  \makebox[.67\linewidth][l]{\usebox{\said}}\parbox[t]{.33\linewidth}{\raggedright\small #2}\fi\fi\fi\par}
\begin{document}
"""

    def document(self, sections: Sequence[Section]) -> str:
        """The whole file."""
        return f"{self.preamble}{self.sections(sections)}\n\\end{{document}}\n"

    def sections(self, sections: Sequence[Section]) -> str:
        """All slides."""
        return super().document(sections).rstrip()

    def standalone(self, sections: Sequence[Section]) -> str:
        """The same."""
        return self.document(sections)

    def section(self, section: Section) -> str:
        """A slide with the sentence and the remarks, and slides for each part."""
        title = tex(self.title(section))
        remarks = [rf"{{\small\textit{{{tex(heading)}:}} {tex(words)}\par}}" for heading, words in section.remarks]
        first = self.slides(title, rf"\texttt{{{tex(section.id)}}}", "\n\n".join([tex(section.sentence), *remarks]))
        return "\n\n".join([first, *(self.part(part, title) for part in section.blocks)])

    def part(self, part: Group, below: str) -> str:
        """The slides of a part."""
        return self.slides(self.inline(part.heading), below, self.blocks(part.blocks))

    def group(self, group: Group) -> str:
        """A heading and the blocks; a quotation, as in a document, takes room, and its displays cannot be broken."""
        return f"\\structure{{{self.inline(group.heading)}}}\n\n{self.blocks(group.blocks)}"

    def lines(self, block: Lines) -> str:
        """Rows one below the other; the reasons of a wide one, or long ones, stand below it."""
        return "\n".join(map(self.row, block.lines))

    def row(self, line: Line) -> str:
        """A row of its own, as the preamble has it."""
        return rf"\row{{{self.said(line)}}}{{{self.inline(line.reasons)}}}"

    def slides(self, title: str, below: str, body: str) -> str:
        """As many slides as the body needs."""
        return self.frame(title, below, body, "[allowframebreaks]")

    def frame(self, title: str, below: str, body: str, options: str = "") -> str:
        """One slide, or as many as it needs."""
        return f"\\begin{{frame}}{options}{{{title}}}{{{below}}}\n{body}\n\\end{{frame}}"


class Markdown(Display):
    """Markdown with LaTeX math."""

    def section(self, section: Section) -> str:
        """A heading with an anchor, remarks, blocks."""
        head = f'<a id="{section.id}"></a>\n\n## {self.words(self.title(section))}\n\n`{section.id}`'
        remarks = "\n".join(f"- *{heading}*: {self.words(words)}" for heading, words in section.remarks)
        above = [f"# {section.begins}"] if section.begins else []
        return "\n\n".join([*above, head, self.words(section.sentence), remarks, self.blocks(section.blocks)])

    def words(self, text: str) -> str:
        """Words with a backslash before what Markdown would take for markup."""
        return re.sub(r"([\\`*_{}\[\]<>#|$~])", r"\\\1", text)

    def name(self, text: str) -> str:
        """The name of a fact."""
        return f"*{self.words(text)}*"

    def cite(self, claim: str) -> str:
        """A link, if the claim is explained in the document."""
        return f"[{self.reference(claim)}](#{claim})" if claim in self.numbers else f"`{claim}`"

    def group(self, group: Group) -> str:
        """A heading of the section, or in a proof words with the blocks quoted."""
        self.level += 1
        heading, body = self.inline(group.heading), self.blocks(group.blocks)
        self.level -= 1
        if self.level == 0:
            return f"### {heading}\n\n{body}"
        return heading + "\n\n" + "\n".join(f"> {line}".rstrip() for line in body.splitlines())

    def lines(self, block: Lines) -> str:
        """A list of facts, or an aligned chain with links to the claims that it cites."""
        if not block.is_chain:
            return "\n".join(map(self.item, block.lines))
        links = ", ".join(map(self.cite, dict.fromkeys(c for c in cites(block) if c in self.numbers)))
        display = f"$$\n\\begin{{aligned}}\n{self.rows(block)}\n\\end{{aligned}}\n$$"
        return f"{display}\n\nHere {links} is used." if links else display

    def item(self, line: Line) -> str:
        """A fact with its reasons."""
        label = f"**{self.words(line.label)}** " if line.label else ""
        return f"- {label}{self.formula(line.formula)}" + (f" — {self.inline(line.reasons)}" if line.reasons else "")


class Html(Writer):
    """One file of HTML."""

    def document(self, sections: Sequence[Section]) -> str:
        """The whole file, with a list of its sections if there are several."""
        named = ((escape(s.id), escape(s.title)) for s in sections)
        entries = (f'<li><a href="#{name}">{title}</a> <code>{name}</code></li>' for name, title in named)
        contents = f"<nav><ol>{''.join(entries)}</ol></nav>" if len(sections) > 1 else ""
        body = contents + "\n".join(map(self.section, sections))
        return PAGE.replace("TITLE", escape(sections[0].title)).replace("BODY", body)

    def section(self, section: Section) -> str:
        """An article with an anchor."""
        remarks = "".join(f"<dt>{escape(h)}</dt><dd>{escape(words)}</dd>" for h, words in section.remarks)
        head = f'<h2>{escape(self.title(section))}</h2><p class="id"><code>{escape(section.id)}</code></p>'
        body = f'<p class="sentence">{escape(section.sentence)}</p><dl>{remarks}</dl>{self.blocks(section.blocks)}'
        above = f"<h1>{escape(section.begins)}</h1>" if section.begins else ""
        return f'{above}<article id="{escape(section.id)}">{head}{body}</article>'

    def paragraph(self, content: Inline) -> str:
        """A paragraph."""
        return f"<p>{self.inline(content)}</p>"

    def formula(self, formula: Formula) -> str:
        """A formula."""
        return f"<math>{formula.write('mathml')}</math>"

    def words(self, text: str) -> str:
        """Words with markup escaped."""
        return escape(text)

    def name(self, text: str) -> str:
        """The name of a fact."""
        return f"<em>{escape(text)}</em>"

    def cite(self, claim: str) -> str:
        """A link, if the claim is explained in the document."""
        name = escape(claim)
        known = claim in self.numbers
        return f'<a href="#{name}">{escape(self.reference(claim))}</a>' if known else f"<code>{name}</code>"

    def group(self, group: Group) -> str:
        """A section with a heading."""
        return f"<section><h3>{self.inline(group.heading)}</h3><div>{self.blocks(group.blocks)}</div></section>"

    def table(self, table: Table) -> str:
        """Cells in rows."""
        cells = ("".join(f"<td>{self.inline(cell)}</td>" for cell in row) for row in table.rows)
        return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"

    def code(self, code: Code) -> str:
        """Text as it is."""
        return f"<pre>{escape(code.text)}</pre>"

    def lines(self, block: Lines) -> str:
        """A table of labels, formulas and reasons."""
        kind = "chain" if block.is_chain else "facts"
        return f'<table class="{kind}">{"".join(map(self.row, block.lines))}</table>'

    def row(self, line: Line) -> str:
        """One row."""
        sign = f"<math>{Notation('mathml').operator(line.operator)}</math> " if line.operator else ""
        place = ' class="link"' if line.operator else ""
        label = f"<th>{escape(line.label)}</th>"
        formula = self.formula(line.formula).replace("<math>", '<math displaystyle="true">')
        if expanded := line.formula.expanded:
            formula += f"<details><summary>expanded</summary>{self.formula(expanded)}</details>"
        return f"<tr>{label}<td{place}>{sign}{formula}</td><td>{self.inline(line.reasons)}</td></tr>"


PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>TITLE</title>
<style>
:root { color-scheme: light dark; --ink: #1d2433; --paper: #fdfcf9; --soft: #6a7080; --line: #dcd8cc; --link: #1f5fa8; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e3de; --paper: #16181d; --soft: #9aa0ae; --line: #343842; --link: #8ab8f0; }
}
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 58rem; color: var(--ink); background: var(--paper);
       font: 1.05rem/1.55 Charter, "Bitstream Charter", Cambria, Georgia, serif; }
a { color: var(--link); text-decoration: none; } a:hover { text-decoration: underline; }
code { font-size: .85em; color: var(--soft); }
math { font-size: 1.08em; }
nav { font-size: .95em; } nav code { margin-left: .4em; }
article { border-top: 1px solid var(--line); margin-top: 2.2rem; padding-top: .4rem; }
article:target h2 { color: var(--link); }
h2 { margin: .8rem 0 0; font-size: 1.45rem; line-height: 1.25; } .id { margin: 0; }
.sentence { font-size: 1.12em; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .9rem; font-size: .92em; }
dt { color: var(--soft); } dd { margin: 0; }
h3 { margin: 1.3rem 0 .3rem; font-size: 1.08rem; }
section section { border-left: 2px solid var(--line); padding-left: 1rem; margin: .8rem 0; }
section section h3 { margin: 0 0 .3rem; font-weight: normal; font-size: 1em; }
p { margin: .55rem 0; }
table { border-collapse: collapse; margin: .4rem 0 .4rem 1rem; } div:has(> table) { overflow-x: auto; }
td, th { padding: .12rem 1.6rem .12rem 0; text-align: left; vertical-align: baseline; }
th { white-space: nowrap; font-weight: normal; font-style: italic; color: var(--soft); padding-right: .8rem; }
th:empty { padding: 0; }
td:nth-child(2) { white-space: nowrap; } td.link { padding-left: 1.6rem; }
td details { display: inline-block; margin-left: 1em; font-size: .85em; color: var(--soft); white-space: normal; }
summary { cursor: pointer; }
td:last-child { color: var(--soft); font-size: .92em; padding-right: 0; }
@media print { body { max-width: none; } nav, details:not([open]) { display: none; } }
</style>
</head>
<body>
BODY
</body>
</html>
"""

TEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_",
    "^": r"\^{}", "~": r"\~{}", "–": "--", "—": "---", "’": "'", "“": "``", "”": "''", "<": "$<$", ">": "$>$",
    "⟨": r"$\langle$", "⟩": r"$\rangle$", "‖": r"$\|$", "|": "$|$", "·": r"$\cdot$", "×": r"$\times$", "±": r"$\pm$",
    "−": "$-$", "≤": r"$\leq$", "≥": r"$\geq$", "≠": r"$\neq$", "√": r"$\surd$", "∞": r"$\infty$", "∈": r"$\in$",
    "⊕": r"$\oplus$", "⊥": r"$\perp$", "→": r"$\to$", "…": r"\dots{}", "∥": r"$\|$", "′": "$'$", "\xa0": "~",
    **{letter: f"$\\{spelling}$" for letter, spelling in GREEK.items()},
    **{c: f"$_{d}$" for d, c in zip("0123456789ijt", "₀₁₂₃₄₅₆₇₈₉ᵢⱼₜ", strict=True)},
    **{c: f"$_{d}$" for d, c in zip("+-lmn", "₊₋ₗₘₙ", strict=True)},
    **{c: f"$^{d}$" for d, c in zip("0123456789+-nitkT", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱᵗᵏᵀ", strict=True)},
    **{c: f"$\\frac{{{n}}}{{{d}}}$" for n, d, c in (("1", "3", "⅓"), ("2", "3", "⅔"), ("1", "5", "⅕"))},
    "←": r"$\gets$", "↦": r"$\mapsto$", "⌈": r"$\lceil$", "⌉": r"$\rceil$",
    "⌊": r"$\lfloor$", "⌋": r"$\rfloor$", "≈": r"$\approx$", "ℝ": r"$\mathbb{R}$",
}  # fmt: skip


TEX_ACCENTS = {"\u0302": "^", "\u0303": "~", "\u0304": "="}  # combining: hat, tilde, bar


def tex(words: str) -> str:
    """Words for LaTeX, with special characters spelled out.

    >>> print(tex("b*² ≤ 50 %"))
    b*$^2$ $\\leq$ 50 \\%
    """
    spelled = "".join(TEX.get(c, c) for c in words)
    return re.sub("(.)([\u0302\u0303\u0304])", lambda m: f"\\{TEX_ACCENTS[m[2]]}{{{m[1]}}}", spelled)


WRITERS: dict[str, type[Writer]] = {
    "text": Text, "markdown": Markdown, "latex": Latex, "html": Html, "beamer": Beamer,
}  # fmt: skip
