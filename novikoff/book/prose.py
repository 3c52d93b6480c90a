"""The prose of the book: Markdown that cites and includes claims, rows and pages.

    [[smola-mistake-bound]]            a link to the claim, by its title
    [[smola-mistake-bound|Novikoff]]   the same, with this text
    [[row:002-eq6|goal]]               a link to a row of the documents; [[page:errata|the errata]] to a page
    [[docs:how-to/ci|words]]           a link to a document, if the site has the documents (see `docs`), else the words
    [[#refuted]]                       a number that the build counts
    $‖w‖² ≤ kR²$                       a formula, in plain characters (see `prose_formulas`)

and on a line of its own:

    {{claim ID}}       the claim: its statement, with proof and hypotheses to unfold
    {{proof ID}}       the same with the proof open
    {{rows FROM TO}}   the rows of a document in a range, each with its verdict
    {{rule NAME}}      the code of a function of the algorithms, as perceptron.update
    {{modules NAME}}   the claims of a subject, file by file
    {{graph NAME}}     the graph of a subject; {{map}} the graph of all claims
    {{exercises}}      all exercises; {{exercises CHAPTER}}: the questions of a chapter of the course
    {{recheck}} the form with which a browser checks the book
    {{figure NAME}}    a figure (see `figures`); {{errata}}, {{all}}, {{sources}}, {{contents}}: lists

A formula has no space after its first `$` or before its last, and no digit after its last. Any other `$`, and any in
code, is a dollar sign. An unknown name stops the build; the message has the file and the line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from ..algorithms.errors import BadInput
from ..algorithms.safe_files import read_text
from .html_writer import slug
from .prose_formulas import to_mathml

HOME = Path(__file__).parent / "prose"
DIRECTIVE = re.compile(r"^\{\{\s*(\w+)\s*(.*?)\s*\}\}\s*$")
CITATION = re.compile(r"\[\[([^\]|]+)(?:\|([^\]]+))?\]\]")
ALIGNED = re.compile(' style="text-align:([a-z]+)"')  # of a table; a page has no styles of its own
MATH = re.compile(r"\$(?!\s)([^$\n]+)(?<!\s)\$(?!\d)")


@dataclass(frozen=True)
class Prose:
    """A page of prose: its name, its title, and its lines after the title."""

    name: str
    title: str
    lines: tuple[str, ...]
    first: int  # the number of the first of these lines in the file
    path: str = ""  # of the file, if it is not one of the book's pages

    @property
    def file(self) -> str:
        """Return the file, as errors name it."""
        return self.path or f"novikoff/book/prose/{self.name}.md"

    @contextmanager
    def blame(self, number: int) -> Iterator[None]:
        """Raise `BadInput` with the place of a line for an error in it."""
        try:
            yield
        except (LookupError, BadInput) as problem:
            said = str(problem.args[0]) if problem.args else type(problem).__name__
            raise BadInput(f"{self.file}, line {self.first + number}: {said}") from None


def read_prose(path: Path) -> Prose:
    """Read a file; raise `BadInput` if it is not UTF-8 text that begins with a title."""
    lines = read_text(path).splitlines()
    if not lines or not lines[0].startswith("# "):
        raise BadInput(f"{path.name}, line 1: a page begins with its title, # …")
    return Prose(path.stem, lines[0][2:].strip(), tuple(lines[1:]), 2)


@cache
def pages(home: Path = HOME) -> Mapping[str, Prose]:
    """Return all files by name."""
    return {path.stem: read_prose(path) for path in sorted(home.glob("*.md"))}


Cite = Callable[[str, str], str]  # what is cited, and the words for it if there are any
Directive = Callable[[str, str], str]  # its name, and what follows that


class Setter:
    """Writes prose as HTML with two functions, for citations and for directives; both raise `LookupError` for an
    unknown target.
    """

    def __init__(self, cite: Cite, directive: Directive, formula: Callable[[str], str] = to_mathml) -> None:
        self.directive = directive
        self.writers: Mapping[re.Pattern[str], Callable[[re.Match[str]], str]] = {
            CITATION: lambda found: cite(found[1].strip(), (found[2] or "").strip()),
            MATH: lambda found: formula(found[1]),
        }
        self.markdown: MarkdownIt = MarkdownIt("commonmark", {"xhtmlOut": True, "typographer": False}).enable("table")
        self.markdown.inline.ruler.before("link", "citation", partial(self.insert, CITATION))
        self.markdown.inline.ruler.before("emphasis", "math", partial(self.insert, MATH))
        self.renderer: Any = self.markdown.renderer
        self.markdown.add_render_rule("written", render_written)

    def insert(self, pattern: re.Pattern[str], state: StateInline, silent: bool) -> bool:
        """Parse a citation or a formula between words; `parse` writes it."""
        found = pattern.match(state.src, state.pos)
        if found and not silent:
            state.push("written", "", 0).meta["found"] = found
        if found:
            state.pos = found.end()
        return bool(found)

    def page(self, prose: Prose) -> tuple[str, list[tuple[str, str]]]:
        """Return the page as HTML below its title, and its sections: anchor and heading."""
        parts, sections, start, code = list[str](), list[tuple[str, str]](), 0, find_code(prose.lines)
        for number, line in enumerate([*prose.lines, "{{end}}"]):
            if number in code or not (found := DIRECTIVE.match(line)):
                continue
            parts.append(self.text(prose, start, number, sections))
            start = number + 1
            if found[1] == "end":
                break
            with prose.blame(number):
                made = self.directive(found[1], found[2])
            parts.append(made)
            sections += [(a, w) for a, w in re.findall(r'<h2 id="([^"]+)">(.*?)</h2>', made)]
        return "\n".join(filter(None, parts)), sections

    def text(self, prose: Prose, start: int, stop: int, sections: list[tuple[str, str]]) -> str:
        """Return lines of Markdown as HTML; headings get anchors."""
        tokens = self.parse(prose, start, stop)
        sections += anchor_headings(tokens, self.markdown, slug)
        return plain_tables(str(self.renderer.render(tokens, self.markdown.options, {})))

    def parse(self, prose: Prose, start: int, stop: int) -> list[Token]:
        """Return lines of Markdown as tokens; raise `BadInput`, with its line, for a citation or a formula that cannot
        be written.
        """
        tokens, first = self.markdown.parse("\n".join(prose.lines[start:stop])), start
        for token in tokens:
            first = start + token.map[0] if token.map else first
            for child in token.children or []:
                if found := child.meta.get("found"):
                    with prose.blame(first + found.string.count("\n", 0, found.start())):
                        child.content = self.writers[found.re](found)
        return tokens


def find_code(lines: Sequence[str]) -> set[int]:
    """Return the numbers of the lines that are in blocks of code, or in comments.

    >>> find_code(["```", "## a", "```", "## b"])
    {0, 1, 2}
    """
    return {
        number for token in MarkdownIt("commonmark").parse("\n".join(lines))
        if token.map and (token.type in ("fence", "code_block") or token.content.startswith("<!--"))
        for number in range(*token.map)
    }


def plain_tables(html: str) -> str:
    """Return tables with classes in place of styles, and without headings that have no words.

    >>> plain_tables('<th style="text-align:right"></th>')
    '<td class="right"></td>'
    """
    return re.sub(r"<th([^>]*)></th>", r"<td\1></td>", ALIGNED.sub(r' class="\1"', html))


def anchor_headings(
    tokens: list[Token], markdown: MarkdownIt, make_anchor: Callable[[str], str]
) -> list[tuple[str, str]]:
    """Give anchors to the headings below the title, and return the sections: anchor and heading."""
    sections, renderer, taken = list[tuple[str, str]](), cast(Any, markdown.renderer), set[str]()
    for opening, content in pairwise(tokens):
        if opening.type == "heading_open" and opening.tag in ("h2", "h3", "h4"):
            words = str(renderer.renderInline(content.children or [], markdown.options, {}))
            plain = make_anchor(unescape(re.sub("<[^>]+>", "", words)))
            anchor = next(a for a in (plain, *(f"{plain}-{n}" for n in range(1, 999))) if a not in taken)
            taken.add(anchor)
            opening.attrSet("id", anchor)
            if opening.tag == "h2":
                sections.append((anchor, re.sub("</?a[^>]*>", "", words)))
    return sections


def render_written(self: Any, tokens: list[Token], idx: int, options: Any, env: Any) -> str:
    """Return a token that is HTML already."""
    return tokens[idx].content
