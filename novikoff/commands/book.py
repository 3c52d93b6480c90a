"""`novikoff book`: writes all claims and proofs as a site that opens from a file; slides, handouts, figures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..report.result_output import Reported
from ._shared import Writable, command, complete_claim, jobs_option

SUFFIXES = {"slides": (".html", ".tex", ".md"), "handout": (".html",), "figure": (".svg", ".png", ".tex", ".html")}
"""The suffixes of each kind of file."""


class _Output(Writable):
    """A file if its suffix is known, else the folder of a book; refused before the work if it cannot be written."""

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> str:
        is_file = any(str(value).endswith(suffix) for suffixes in SUFFIXES.values() for suffix in suffixes)
        self.what = "file" if is_file else "book"
        self.folder: bool = not is_file
        return super().convert(value, parameter, context)


def _complete_name(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    from ..algorithms.optional_packages import are_installed
    from ..api.book_files import NEEDED

    if not are_installed(*NEEDED):
        return []
    from ..book.figures import STARTS
    from ..book.prose import pages

    if context.params.get("figure"):
        return [name for name in STARTS if name.startswith(incomplete)]
    return [*(name for name in pages() if name.startswith(incomplete)), *complete_claim(context, parameter, incomplete)]


@command(
    click.argument("names", nargs=-1, metavar="[CLAIM|CHAPTER|FIGURE]...", shell_complete=_complete_name),
    click.option(
        "-o", "--output", type=_Output(), metavar="FOLDER|FILE", required=True,
        help="Where to write: a folder for the book (new, empty, or with a book in it), or a file for slides, a "
        "handout or a figure.",
    ),
    click.option("--only", is_flag=True, help="Make only the pages of these claims and chapters."),
    click.option(
        "--slides", is_flag=True,
        help="Make slides, as FILE.html or FILE.tex. Name claims, a chapter (for all its claims), `lecture` (for the "
        "lecture that novikoff ships), or your own FILE.md. With -o FILE.md: write the text of `lecture`, for you to "
        "edit; the command overwrites no FILE.md.",
    ),
    click.option(
        "--handout", is_flag=True,
        help="Make a page to print, as FILE.html. Name claims, a chapter, `lecture` or FILE.md, as for --slides.",
    ),
    click.option(
        "--title", metavar="TEXT",
        help="With --slides or --handout: the title. Default: the title of the first claim or chapter.",
    ),
    click.option(
        "--exercises", type=click.IntRange(0), metavar="N", help="With --handout: at most N exercises for each claim.",
    ),
    click.option("--filled", is_flag=True, help="With --handout: fill the gaps, for the teacher's copy."),
    click.option("--solutions", is_flag=True, help="With --handout: print the solutions of the exercises."),
    click.option(
        "--figure", is_flag=True,
        help="Make a figure, as FILE.svg, FILE.png, FILE.tex (TikZ), or FILE.html for a web page.",
    ),
    click.option("--state", metavar="JSON", help="With --figure: initial values that replace the default ones."),
    jobs_option,
    verdicts=False,
)
def book_command(
    names: tuple[str, ...], *, output: str, only: bool, slides: bool, handout: bool, title: str | None,
    exercises: int | None, filled: bool, solutions: bool, figure: bool, state: str | None, jobs: int | None,
    quiet: bool,
) -> Reported:
    """Write the book: all claims, their proofs and the source statements, as a site that opens from a file.

    \b
    novikoff book -o book
    xdg-open book/index.html

    The site needs no server and no network. The command checks all certificates, and takes unchanged pages from the
    cache folder. It needs the extra `book`. While you write, make some pages only; they have no links to other pages:

    \b
    novikoff book --only student-theorem novikoff-mistake-bound -o draft

    A lecture on Novikoff's theorem: slides with pictures for a browser or for Beamer, and a handout with gaps:

    \b
    novikoff book --slides lecture -o lecture.html
    novikoff book --handout lecture -o handout.html

    Your own lecture, from the text of this one:

    \b
    novikoff book --slides lecture -o talk.md
    novikoff book --slides talk.md -o talk.html
    novikoff book --handout talk.md -o handout.html

    Slides of claims, whose proofs unfold line by line:

    \b
    novikoff book --slides smola-alignment smola-mistake-bound -o slides.html
    novikoff book --slides student-two-inequalities novikoff-mistake-bound --title 'The theorem' -o slides.tex

    A page to print, whose proofs have gaps, with exercises:

    \b
    novikoff book --handout student-theorem --exercises 3 -o handout.html
    novikoff book --handout student-theorem --exercises 3 --filled --solutions -o answers.html

    A figure:

    \b
    novikoff book --figure perceptron -o perceptron.html
    novikoff book --figure perceptron --state '{"t": 9, "u": [-3, -1]}' -o perceptron.svg
    novikoff book --figure race -o race.tex
    """
    from ..algorithms.errors import BadInput
    from ..api import book_files

    kinds = {"only": only, "slides": slides, "handout": handout, "figure": figure}
    chosen = [kind for kind, is_set in kinds.items() if is_set]
    if len(chosen) > 1 or bool(chosen) != bool(names):
        raise BadInput("name claims with one of --only, --slides and --handout, or a figure with --figure; the whole "
                       "book takes no names")
    for option, given in (("filled", filled), ("solutions", solutions), ("exercises", exercises is not None)):
        if given and not handout:
            raise BadInput(f"--{option} can be used only with --handout")
    if title is not None and not (slides or handout):
        raise BadInput("--title can be used only with --slides or --handout")
    if state is not None and not figure:
        raise BadInput("--state can be used only with --figure")
    if only or not chosen:
        return book_files.write_book(output, names, jobs=jobs, quiet=quiet)
    if Path(output).suffix not in SUFFIXES[chosen[0]]:
        *others, last = (f"FILE{suffix}" for suffix in SUFFIXES[chosen[0]])
        formats = " or ".join(filter(None, [", ".join(others), last]))
        raise BadInput(f"--{chosen[0]} writes {formats} (got {output})")
    if figure:
        name, *more = names
        if more:
            raise BadInput(f"one file has one figure (got {', '.join(names)})")
        return book_files.write_figure(output, name, state or "{}")
    if handout:
        return book_files.write_handout(output, names, title=title, exercises=exercises, filled=filled,
                                        solutions=solutions, quiet=quiet)
    return book_files.write_slides(output, names, title=title, quiet=quiet)
