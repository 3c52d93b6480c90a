"""The book, slides, handouts and figures as files. They need the extra `book`.

Main definitions: `write_book`, `write_slides`, `write_handout`, `write_figure`, `transcript`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..algorithms.command_results import format_count
from ..algorithms.errors import BadInput
from ..algorithms.optional_packages import import_extra
from ..algorithms.safe_files import write_whole
from ..report.result_output import Printed, progress
from .exact_runs import run

__all__ = ["write_book", "write_figure", "write_handout", "write_slides"]
NEEDED = ("jinja2", "markdown_it", "pygments")


def write_book(
    folder: str | Path, names: Sequence[str] = (), *, jobs: int | None = None, quiet: bool | None = None
) -> Printed:
    """Write the site of the book into a folder that is new, empty or has a book.

    names    claims and chapters; write only their pages
    jobs     number of worker processes; None: the number of processors
    quiet    whether to print no progress; None: print it on a terminal

    The call checks all certificates, and takes unchanged pages from the cache folder. Raises `BadInput` for a folder
    with other files, and for an unknown name.

    >>> try:
    ...     write_book("book", ["no-such-claim"])
    ... except BadInput as problem:
    ...     print(str(problem).partition(";")[0])
    there is no claim or chapter named 'no-such-claim'
    """
    import_extra("novikoff book", "book", *NEEDED)
    from ..book.docs import find_docs
    from ..book.site import Options, build
    from ..proofs.checking.verdict_cache import cache_folder

    with progress("book", quiet) as tick:
        options = Options(cache_folder(), jobs or os.cpu_count() or 1, transcript, tick, find_docs())
        made = build(folder, options, names)
    size = sum(map(len, made.files.values()))
    first = Path(folder) / ("index.html" if "index.html" in made.pages else min(made.pages))
    files, claims = format_count(len(made.files), "file"), format_count(made.pieces.made, "claim")
    line = f"{files}, {size / 1e6:.1f} MB; {claims} set again; open {first}"
    data = {"schema": 1, "folder": str(folder), "files": len(made.files), "bytes": size, "made": made.pieces.made}
    return Printed([line], data)


def write_slides(
    file: str | Path, names: Sequence[str], *, title: str | None = None, quiet: bool | None = None
) -> Printed:
    """Write slides of claims, or of the claims of chapters: FILE.tex for Beamer, else a page for a browser.

    The name "lecture" alone stands for the lecture on Novikoff's theorem, whose slides have pictures. FILE.md is the
    text of this lecture, for you to edit; an existing file is not overwritten. The name of such a file stands for your
    lecture.
    """
    _require_title(title)
    import_extra("novikoff book", "book", *NEEDED)
    from ..book import lecture, slides
    from ..book.site import RUNS, render_run
    from ..book.site_data import gather

    is_tex, source = str(file).endswith(".tex"), lecture.find_source(names)
    if str(file).endswith(".md"):
        if source != lecture.SOURCE:
            raise BadInput("only the slides of `lecture` can be written as FILE.md")
        if os.path.lexists(file):
            raise BadInput(f"{file} exists already and is not overwritten; choose another file")
        text = lecture.write_source(title)
        return write_file(file, "slides", text, f"text of the lecture; edit {file}", claims=[])
    if source:
        made, ids = (lecture.lecture_beamer if is_tex else lecture.lecture_deck)(title, source), list[str]()
        what = lecture.describe_source(source)
    else:
        chosen, title = parse_targets(names, title)
        ids = [*chosen]
        with progress("slides", quiet) as tick:
            contents = gather(tick, ids)
        runs = {i: render_run(RUNS[i], transcript) for i in ids if i in RUNS}
        made, what = (slides.beamer if is_tex else slides.deck)(contents, title, ids, runs), ", ".join(ids)
    line = f"slides of {what}; {'compile' if is_tex else 'open'} {file}"
    return write_file(file, "slides", made, line, claims=ids)


def write_handout(
    file: str | Path, names: Sequence[str], *, title: str | None = None, exercises: int | None = None,
    filled: bool = False, solutions: bool = False, quiet: bool | None = None,
) -> Printed:
    """Write a page to print, of claims or of the claims of chapters: proofs with gaps, and exercises.

    Each claim has at most `exercises`. `filled` fills the gaps, and `solutions` prints the solutions of the exercises.
    The name "lecture" alone stands for the lecture on Novikoff's theorem, and FILE.md for your own lecture. Neither has
    exercises.
    """
    _require_title(title)
    import_extra("novikoff book", "book", *NEEDED)
    from ..book import lecture
    from ..book.handout import handout
    from ..book.site_data import gather

    if source := lecture.find_source(names):
        made = lecture.lecture_handout(title, source, filled=filled)
        line = f"handout of {lecture.describe_source(source)}; print {file}"
        line += "; lectures have no exercises" if exercises else ""
        return write_file(file, "handout", made, line, claims=[])
    ids, title = parse_targets(names, title)
    with progress("handout", quiet) as tick:
        contents = gather(tick, ids)
    made = handout(contents, title, ids, filled=filled, solutions=solutions, most=exercises)
    line = f"handout of {', '.join(ids)}; open {file} and print it"
    line += "; there are no exercises about these claims" if exercises and "<h2>Exercises" not in made else ""
    return write_file(file, "handout", made, line, claims=[*ids], filled=filled)


def _require_title(title: str | None) -> None:
    if title is not None and not title.strip():
        raise BadInput("the title is blank; write its words, or leave it out")


def write_file(file: str | Path, what: str, made: str | bytes, line: str, **about: Any) -> Printed:
    """Write a file; return the line to print, with the name and the size of the file as data."""
    write_whole(file, made, what)
    size = len(made.encode() if isinstance(made, str) else made)
    return Printed([line], {"schema": 1, "file": str(file), **about, "bytes": size})


def write_figure(file: str | Path, name: str, changes: str = "{}") -> Printed:
    """Write a figure, with `changes` to its initial state in JSON.

    FILE.svg, FILE.png and FILE.tex (TikZ) are pictures; FILE.html is a page that another page can embed.
    """
    import_extra("novikoff book", "book", *NEEDED)
    from ..book import figure_export

    figure_export.require_figure(name)
    state = figure_export.make_state(name, changes)
    line = f"the figure {name}; open {file}"
    made: str | bytes
    if (suffix := Path(file).suffix) in (".svg", ".png", ".tex"):
        made = figure_export.draw(name, state, suffix)
        line = f"the figure {name}; \\usepackage{{tikz}}, then \\input{{{file}}}" if suffix == ".tex" else line
    else:
        made = figure_export.draw_standalone(name, state)
        title = figure_export.title_of(name)
        frame = f'<iframe src="{Path(file).name}" title="{title}" width="100%" height="900"></iframe>'
        line += f", or put it into a page: {frame}"
    return write_file(file, "figure", made, line, figure=name, state=state)


def parse_targets(names: Sequence[str], title: str | None) -> tuple[dict[str, bool], str]:
    """Return the title and the claims that are named or boxed in the chapters, each with a flag for its proof.

    Raises `BadInput` for chapters without a boxed claim.
    """
    from ..book.chapters import boxed_claims, find_page
    from ..book.prose import Prose

    found = [find_page(name) for name in names]
    ids = dict[str, bool]()
    for each in found:
        ids |= boxed_claims(each) if isinstance(each, Prose) else {each.id: True}
    if not ids:
        raise BadInput(f"the chapter {names[0]} has no claim in a box, so there is nothing to make; name claims")
    return ids, title if title is not None else found[0].title if len(found) == 1 else "Statements and proofs"


def transcript(typed: str) -> str:
    """Return the output of `novikoff run -q` for an algorithm with options, as typed, on the Iris data.

    >>> print(transcript("perceptron -p bias_step=0").splitlines()[0])
    updates    5 in 600 visits; every example is on its side
    """
    algorithm, *words = typed.split()
    options: dict[str, Any] = dict(pair.split("=") for pair in words[1::2])
    return run(algorithm, "iris.csv", label="species", positive="setosa", quiet=True, **options).text(quiet=True)
