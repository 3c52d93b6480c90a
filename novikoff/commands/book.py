"""`novikoff book`: all claims and their proofs as a site that opens from a file; slides of some of them, figures."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from ..report.printing import OK, emit, progress
from ._shared import Writable, command, complete_claim, jobs_option

NEEDED = ("jinja2", "markdown_it", "pygments")
SUFFIXES = {"slides": (".html", ".tex"), "handout": (".html",), "figure": (".svg", ".html")}
"""What a file of each kind may be called."""


class Output(Writable):
    """A file, if it is called as one that is made here, else the folder of a book; tried before the work."""

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> str:
        """The path, unless it cannot be written."""
        is_file = any(str(value).endswith(suffix) for suffixes in SUFFIXES.values() for suffix in suffixes)
        self.what, self.folder = ("file", False) if is_file else ("book", True)
        return super().convert(value, parameter, context)


def complete_name(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """What the options before are about: claims and chapters, or figures."""
    from ..algorithms.optional_packages import are_installed

    if not are_installed(*NEEDED):
        return []
    from ..book.figures import STARTS
    from ..book.prose import pages

    if context.params.get("figure"):
        return [name for name in STARTS if name.startswith(incomplete)]
    return [*(name for name in pages() if name.startswith(incomplete)), *complete_claim(context, parameter, incomplete)]


@command(
    click.argument("names", nargs=-1, metavar="[CLAIM|CHAPTER|FIGURE]...", shell_complete=complete_name),
    click.option(
        "-o", "--output", type=Output(), metavar="FOLDER|FILE", required=True,
        help="The folder of the book (new, empty, or with a book in it), or the file of slides, a handout or a figure.",
    ),
    click.option("--only", is_flag=True, help="Make only the pages of these claims and chapters."),
    click.option(
        "--slides", is_flag=True,
        help="Make slides of claims, or of the claims of a chapter: FILE.html or FILE.tex.",
    ),
    click.option(
        "--handout", is_flag=True,
        help="Make a page to print, of claims or of the claims of a chapter: FILE.html.",
    ),
    click.option(
        "--title", metavar="TEXT",
        help="With --slides, --handout: the title. Default: the title of the first name.",
    ),
    click.option(
        "--exercises", type=click.IntRange(0), metavar="N", help="With --handout: at most N exercises for each claim.",
    ),
    click.option("--filled", is_flag=True, help="With --handout: fill the gaps."),
    click.option("--solutions", is_flag=True, help="With --handout: print the solutions of the exercises."),
    click.option("--figure", is_flag=True, help="Make a figure: FILE.svg, or FILE.html for a page of a course."),
    click.option("--state", metavar="JSON", help="With --figure: changes to the first state of the figure."),
    jobs_option,
    verdicts=False,
)  # fmt: skip
def book_command(
    names: tuple[str, ...], *, output: str, only: bool, slides: bool, handout: bool, title: str | None,
    exercises: int | None, filled: bool, solutions: bool, figure: bool, state: str | None, jobs: int | None,
    output_format: str, quiet: bool, verbose: bool,
) -> int:  # fmt: skip
    """Write the book: all claims, their proofs and the source statements, as a site that opens from a file.

    \b
    novikoff book -o book
    xdg-open book/index.html

    The site needs no server and no network. The command checks all certificates, and takes unchanged pages from the
    cache folder. It needs the extra `book`. While you write, make some pages only; they have no links to other pages:

    \b
    novikoff book --only student-theorem novikoff-mistake-bound -o draft

    Slides, whose proofs unfold line by line, in one file for a browser or for Beamer:

    \b
    novikoff book --slides smola-alignment smola-mistake-bound -o lecture.html
    novikoff book --slides student-two-inequalities novikoff-mistake-bound --title 'The theorem' -o lecture.tex

    A page to print, whose proofs have gaps, with exercises:

    \b
    novikoff book --handout student-theorem --exercises 3 -o handout.html
    novikoff book --handout student-theorem --exercises 3 --filled --solutions -o answers.html

    A figure:

    \b
    novikoff book --figure perceptron -o perceptron.html
    novikoff book --figure perceptron --state '{"t": 9, "u": [-3, -1]}' -o perceptron.svg
    """
    from ..algorithms.errors import BadInput
    from ..algorithms.optional_packages import import_extra

    import_extra("novikoff book", "book", *NEEDED)
    kinds = {"only": only, "slides": slides, "handout": handout, "figure": figure}
    chosen = [kind for kind, is_set in kinds.items() if is_set]
    if len(chosen) > 1 or bool(chosen) != bool(names):
        raise BadInput("name claims with one of --only, --slides and --handout, a figure with --figure, or nothing for "
                       "the whole book")  # fmt: skip
    for option, given in (("filled", filled), ("solutions", solutions), ("exercises", exercises is not None)):
        if given and not handout:
            raise BadInput(f"--{option} goes with --handout")
    if title is not None and not (slides or handout):
        raise BadInput("--title is that of slides or of a handout; it goes with --slides or --handout")
    if state is not None and not figure:
        raise BadInput("--state is that of a figure; it goes with --figure")
    if only or not chosen:
        return site(names, output, jobs, output_format, quiet)
    if Path(output).suffix not in SUFFIXES[chosen[0]]:
        raise BadInput(f"--{chosen[0]} writes {' or '.join(f'FILE{s}' for s in SUFFIXES[chosen[0]])} (got {output})")
    if figure:
        return figure_of(names, state, output, output_format)
    ids, title = parse_targets(names, title)
    if handout:
        return handout_of(ids, title, exercises, filled, solutions, output, output_format, quiet)
    return slides_of([*ids], title, output, output_format, quiet)


def site(names: tuple[str, ...], output: str, jobs: int | None, output_format: str, quiet: bool) -> int:
    """The book, or some of its pages."""
    from ..book.docs import find_docs
    from ..book.site import Options, build
    from ..proofs.checking.verdict_cache import cache_folder

    with progress("book", quiet) as tick:
        options = Options(cache_folder(), jobs or os.cpu_count() or 1, transcript, tick, find_docs())
        made = build(output, options, names)
    size = sum(map(len, made.files.values()))
    first = Path(output) / ("index.html" if "index.html" in made.pages else min(made.pages))
    text = f"{len(made.files)} files, {size / 1e6:.1f} MB; {made.pieces.made} claims set again; open {first}"
    data = {"schema": 1, "folder": output, "files": len(made.files), "bytes": size, "made": made.pieces.made}
    emit(output_format, text=text, data=data)
    return OK


def parse_targets(names: tuple[str, ...], title: str | None) -> tuple[dict[str, bool], str]:
    """The claims that are named or in boxes of the chapters, each with whether its proof is wanted; and the title."""
    from ..algorithms.errors import BadInput
    from ..book.chapters import boxed_claims, find_page
    from ..book.prose import Prose

    found = [find_page(name) for name in names]
    ids = dict[str, bool]()
    for each in found:
        ids |= boxed_claims(each) if isinstance(each, Prose) else {each.id: True}
    if not ids:
        raise BadInput(f"the chapter {names[0]} sets no claim in a box, of which this could be made; name claims")
    return ids, title if title is not None else found[0].title if len(found) == 1 else "Statements and proofs"


def slides_of(ids: list[str], title: str, output: str, output_format: str, quiet: bool) -> int:
    """Slides of some claims."""
    from ..algorithms.safe_files import write_whole
    from ..book import slides
    from ..book.site import RUNS, render_run
    from ..book.site_data import gather

    with progress("slides", quiet) as tick:
        contents = gather(tick, ids)
    runs = {i: render_run(RUNS[i], transcript) for i in ids if i in RUNS}
    made = (slides.beamer if output.endswith(".tex") else slides.deck)(contents, title, ids, runs)
    write_whole(output, made, "slides")
    text = f"slides of {', '.join(ids)}; {'compile' if output.endswith('.tex') else 'open'} {output}"
    data = {"schema": 1, "file": output, "claims": ids, "bytes": len(made.encode())}
    emit(output_format, text=text, data=data)
    return OK


def handout_of(
    ids: dict[str, bool], title: str, most: int | None, filled: bool, solutions: bool, output: str, output_format: str,
    quiet: bool,
) -> int:  # fmt: skip
    """A handout of some claims."""
    from ..algorithms.safe_files import write_whole
    from ..book.handout import handout
    from ..book.site_data import gather

    with progress("handout", quiet) as tick:
        contents = gather(tick, ids)
    made = handout(contents, title, ids, filled=filled, solutions=solutions, most=most)
    write_whole(output, made, "handout")
    text = f"handout of {', '.join(ids)}; open {output} and print it"
    data = {"schema": 1, "file": output, "claims": [*ids], "filled": filled, "bytes": len(made.encode())}
    emit(output_format, text=text, data=data)
    return OK


def figure_of(names: tuple[str, ...], changes: str | None, output: str, output_format: str) -> int:
    """A figure by itself."""
    from ..algorithms.errors import BadInput
    from ..algorithms.safe_files import write_whole
    from ..book import pictures

    name, *more = names
    if more:
        raise BadInput(f"one file has one figure (got {', '.join(names)})")
    pictures.require_figure(name)
    text = f"the figure {name}; open {output}"
    state = pictures.make_state(name, changes or "{}")
    if output.endswith(".svg"):
        made = pictures.draw_figure(name, state)
    else:
        made = pictures.draw_standalone(name, state)
        title = pictures.title_of(name)
        frame = f'<iframe src="{Path(output).name}" title="{title}" width="100%" height="900"></iframe>'
        text += f", or put it into a page: {frame}"
    write_whole(output, made, "figure")
    data = {"schema": 1, "file": output, "figure": name, "state": state, "bytes": len(made.encode())}
    emit(output_format, text=text, data=data)
    return OK


def transcript(typed: str) -> str:
    """What a run prints."""
    from contextlib import redirect_stdout, suppress
    from io import StringIO
    from shlex import split

    from .run import run_command

    with redirect_stdout(StringIO()) as printed, suppress(SystemExit):
        run_command.main(split(typed)[2:], prog_name="novikoff run", standalone_mode=False)
    return printed.getvalue()
