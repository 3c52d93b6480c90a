"""The lecture: about twenty slides with pictures, from the question to the theorem and its limits.

`lecture.md`, or your own file in the same form, has the text. There each `## ` begins a slide, the items of lists and
the quotations appear one by one, `==…==` and each quotation are gaps of the handout, and `{{figure NAME STATE}}` sets a
figure, with changes to its first state. In code all these signs are code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from markdown_it.token import Token

from .. import __version__
from ..algorithms.errors import BadInput
from ..report.document_formats import Beamer, sentence_in_latex, set_in_latex, tex
from .figure_export import draw_figure, join_scripts, make_state, require_figure
from .figures import make_figure, render_figure
from .html_writer import set_words
from .pages import style_sheet, template
from .picture_formats import to_tikz
from .prose import DIRECTIVE, MATH, Prose, Setter, find_code, read_prose
from .prose_formulas import to_mathml
from .slides import Slide, render_deck

NAME = "lecture"  # by which commands call it
SOURCE = Path(__file__).with_name("lecture.md")
# Code and formulas, which have no gaps; the words of a gap; what is before a quotation, and the quotation.
GAP = re.compile(rf"(?P<kept>(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)|{MATH.pattern})|==(?P<words>.+?)==|"
                 r"^(?P<before>\s*> )(?P<quotation>.+)$")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def find_source(names: Sequence[str]) -> Path | None:
    """Return the file of a lecture that these names stand for: `lecture` or FILE.md; None for names of claims."""
    if [*names] == [NAME]:
        return SOURCE
    lectures = [name for name in names if name == NAME or name.endswith(".md")]
    if lectures and len(names) > 1:
        raise BadInput(f"slides and handouts have one lecture alone; name nothing beside {lectures[0]}")
    if not lectures:
        return None
    if not Path(names[0]).is_file():
        how = f"`novikoff book --slides lecture -o {names[0]}` writes one to edit"
        raise BadInput(f"there is no file {names[0]}; {how}")
    return Path(names[0])


def describe_source(source: Path) -> str:
    """Return how messages name a lecture."""
    return "the lecture" if source == SOURCE else str(source)


def read_lecture(source: Path = SOURCE) -> tuple[str, list[Prose]]:
    """Return the title of the lecture, and its slides: a heading and lines.

    Raises `BadInput` for a file without slides, or with text before the first slide; a comment is no text.
    """
    whole = read_prose(source)
    code = find_code(whole.lines)
    starts = [n for n, line in enumerate(whole.lines) if line.startswith("## ") and n not in code]
    if not starts:
        raise BadInput(f"{source}: no slides; begin each slide with a line `## ` and its heading")
    before = COMMENT.sub(lambda found: "\n" * found[0].count("\n"), "\n".join(whole.lines[: starts[0]]))
    for number, line in enumerate(before.split("\n"), whole.first):
        if line.strip():
            raise BadInput(f"{source}, line {number}: text before the first slide; begin a slide with a line `## ` and "
                           "its heading")
    ends = [*starts[1:], len(whole.lines)]
    def plain(heading: str) -> str:  # as it is set as words, in which formulas are found without $
        return MATH.sub(r"\1", heading)

    return plain(whole.title), [
        Prose(NAME, plain(whole.lines[start][3:]), whole.lines[start + 1 : end], whole.first + start + 1, str(source))
        for start, end in zip(starts, ends, strict=True)
    ]


def write_source(title: str | None) -> str:
    """Return the text of the lecture, to edit; `title` replaces its title."""
    first, rest = SOURCE.read_text(encoding="utf-8").split("\n", 1)
    return f"{first}\n{rest}" if title is None else f"# {' '.join(title.split())}\n{rest}"


def without_gaps(slide: Prose, put: Callable[[str], str] = str) -> Prose:
    """Return the slide with `put(words)` in place of each gap.

    >>> without_gaps(Prose("a", "A", ("1 + 1 is ==$2$==, as `1 + 1 == 2`, `2 == 1 + 1`.",), 1)).lines
    ('1 + 1 is $2$, as `1 + 1 == 2`, `2 == 1 + 1`.',)
    """
    def fill(found: re.Match[str]) -> str:
        quotation = found["quotation"] and GAP.sub(lambda inner: inner["words"] or inner[0], found["quotation"])
        return found["kept"] or (found["before"] or "") + put(quotation or found["words"])

    code = find_code(slide.lines)
    return replace(slide, lines=tuple(line if n in code else GAP.sub(fill, line) for n, line in enumerate(slide.lines)))


def _set_figure(name: str, rest: str) -> str:
    figure, state = read_figure(name, rest)
    return render_figure(figure, replace(make_figure(figure), values=state), lambda claim: f"<code>{claim}</code>")


def _scripts_of(bodies: Iterable[str]) -> str:
    names = (name for body in bodies for name in re.findall(r'<figure data-figure="([^"]*)"', body))
    return join_scripts(*dict.fromkeys(names)).replace("</script", "<\\/script")


def read_figure(name: str, rest: str) -> tuple[str, dict[str, Any]]:
    """Return the name and the state of the figure of a directive; raise `LookupError` for any other directive."""
    if name != "figure":
        raise LookupError(f"a slide has no directive {name!r}")
    figure, _, changes = rest.partition(" ")
    require_figure(figure)
    return figure, dict(make_state(figure, changes or "{}"))


def set_slides(slides: Iterable[Prose]) -> Iterator[tuple[str, str]]:
    """Yield the heading and the body of each slide; a figure stands beside the words."""
    setter = Setter(lambda what, words: escape(words or what), _set_figure)
    for slide in slides:
        parts = setter.page(slide)[0].partition("<figure")
        words, figure = f'<div class="words">{parts[0]}</div>', parts[1] + parts[2]
        yield set_words(slide.title), words + figure


def lecture_deck(title: str | None = None, source: Path = SOURCE) -> str:
    """Return the slides as a page."""
    own, found = read_lecture(source)
    slides = [
        Slide("", "talk" + " pictured" * ("<figure" in body), heading, body, opens=True)
        for heading, body in set_slides(map(without_gaps, found))
    ]
    scripts = _scripts_of(slide.body for slide in slides)
    return render_deck(
        slides, title or own, [], {}, "novikoff check novikoff-mistake-bound", most=1, scripts=f"{scripts}\n",
    )


def lecture_handout(title: str | None = None, source: Path = SOURCE, *, filled: bool) -> str:
    """Return the text of the slides as a page to print, with gaps, or with the gaps filled."""
    own, found = read_lecture(source)
    sections = list(set_slides(
        without_gaps(slide, lambda words: f'<span class="gap middle">{words if filled else ""}</span>')
        for slide in found
    ))
    return template("lecture_handout.html").render(
        version=__version__, title=escape(title or own), style=style_sheet("handout.css"), filled=filled,
        sections=sections, script=_scripts_of(body for _, body in sections),
    )


# --- for Beamer --------------------------------------------------------------------------------------------

OPENED: dict[str, str] = {
    "paragraph_close": "\n\n", "bullet_list_open": "\\begin{itemize}[<+->]\n", "bullet_list_close": "\\end{itemize}\n",
    "ordered_list_open": "\\begin{enumerate}[<+->]\n", "ordered_list_close": "\\end{enumerate}\n",
    "list_item_open": "\\item ",
    "blockquote_open": "\\par\\medskip\n\\begin{uncoverenv}<+->\n\\structure{$\\triangleright$} ",
    "blockquote_close": "\\end{uncoverenv}\n", "strong_open": "\\textbf{", "strong_close": "}", "em_open": "\\emph{",
    "em_close": "}", "softbreak": "\n", "hardbreak": "\\newline\n", "heading_open": "\\textbf{",
    "heading_close": "}\n\n", "hr": "\\hrulefill\n\n", "th_close": " & ", "td_close": " & ", "tr_close": "\\\\\n",
    # Each row ends with an empty cell, and more columns than cells do no harm.
    "table_open": "\\begin{tabular}{*{40}{l}}\n", "table_close": "\\end{tabular}\n\n",
}


class BeamerSetter(Setter):
    """Sets the Markdown of slides in LaTeX."""

    def __init__(self) -> None:
        super().__init__(lambda what, words: tex(words or what), _draw_in_latex, set_readable_formula)

    def text(self, prose: Prose, start: int, stop: int, sections: list[tuple[str, str]]) -> str:
        return "".join(map(self.token, self.parse(prose, start, stop)))

    def token(self, token: Token) -> str:
        """Return a token of Markdown, with the tokens inside it, in LaTeX."""
        if token.type == "inline":
            return "".join(map(self.token, token.children or []))
        if token.type in ("fence", "code_block", "code_inline"):
            rows = (tex(row).replace(" ", r"\ ") for row in token.content.splitlines())
            if token.type == "code_inline":
                return f"\\texttt{{{next(rows)}}}"
            lines = "\\\\\n".join(rows)
            return f"{{\\ttfamily {lines}\\par}}\n"
        if token.type == "image":
            return f"\\includegraphics[width=\\linewidth]{{{token.attrs['src']}}}"
        if token.type == "text":
            return tex(token.content)
        return token.content if token.type == "written" else OPENED.get(token.type, "")


def set_readable_formula(formula: str) -> str:
    """Return a formula in LaTeX; raise `BadInput` for the formulas that the page refuses."""
    to_mathml(formula)
    return set_in_latex(formula)


def _draw_in_latex(name: str, rest: str) -> str:
    figure, state = read_figure(name, rest)
    return f"\\resizebox{{\\linewidth}}{{!}}{{%\n{to_tikz(draw_figure(figure, state))}}}\n"


def lecture_beamer(title: str | None = None, source: Path = SOURCE) -> str:
    """Return the slides as a document for Beamer."""
    own, found = read_lecture(source)
    writer, setter = Beamer({}), BeamerSetter()
    frames = [writer.frame("", "", rf"\vfill{{\Huge {tex(title or own)}\par}}\vfill")]
    for slide in map(without_gaps, found):
        found_at = {n for n, line in enumerate(slide.lines) if DIRECTIVE.match(line)} - find_code(slide.lines)
        at = min(found_at, default=len(slide.lines))
        words = setter.page(replace(slide, lines=slide.lines[:at]))[0]
        figure = setter.page(replace(slide, lines=slide.lines[at:], first=slide.first + at))[0]
        frames.append(writer.frame(sentence_in_latex(slide.title), "", _in_columns(words, figure) if figure else words))
    body = "\n\n".join(frames)
    preamble = writer.preamble.replace("\\begin{document}", "\\usepackage{tikz}\n\\begin{document}")
    return f"{preamble}{body}\n\\end{{document}}\n"


def _in_columns(left: str, right: str) -> str:
    spaced = "\\setlength{\\parskip}{.5em}\n"
    columns = "".join(f"\\begin{{column}}{{{width}\\linewidth}}\n{spaced}{inside}\\end{{column}}\n"
                      for width, inside in ((0.54, left), (0.42, right)))
    return f"\\begin{{columns}}[T]\n{columns}\\end{{columns}}"
