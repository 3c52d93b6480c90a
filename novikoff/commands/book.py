"""`novikoff book`: all claims and their proofs as a site that opens from a file."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import click

from ..output.printing import OK, Row, emit, progress
from ._shared import Writable, command, jobs_option

NEEDED = {"jinja2": "jinja2", "markdown_it": "markdown-it-py", "pygments": "pygments"}


@command(
    click.option(
        "-o", "--output", type=Writable("book", folder=True), metavar="FOLDER", required=True,
        help="The folder to write to: a new or an empty one, or one that holds a book.",
    ),
    jobs_option,
)  # fmt: skip
def book_command(*, output: str, jobs: int | None, output_format: str, quiet: bool, verbose: bool) -> int:
    """Write all claims, their proofs and what became of the documents as a site that opens from a file.

    \b
    novikoff book -o book
    xdg-open book/index.html

    No server is needed, and no page asks for anything that is not in the folder. All certificates are checked anew;
    pages of claims in which nothing has changed are taken from the cache folder. Needs the extra `book`.
    """
    from ..algorithms.errors import BadInput

    if missing := [package for module, package in NEEDED.items() if find_spec(module) is None]:
        raise BadInput(f"novikoff book needs {', '.join(missing)}; pip install 'novikoff[book]'")

    from ..book.site import Options, build
    from ..proofs.checking.kept import folder

    with progress("book", quiet) as tick:
        options = Options(folder(), jobs or os.cpu_count() or 1, transcript, tick)
        site = build(output, options)
    size = sum(map(len, site.files.values()))
    first = Path(output) / "index.html"
    text = f"{len(site.files)} files, {size / 1e6:.1f} MB; {site.pieces.made} claims set anew; open {first}"
    data = {"schema": 1, "folder": output, "files": len(site.files), "bytes": size, "made": site.pieces.made}
    emit(output_format, text=text, data=data, rows=[Row("book", "ok", text)])
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
