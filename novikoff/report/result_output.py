"""Output of results as text, JSON, JUnit XML or GitHub annotations; progress on stderr.

Data goes to stdout, everything else to stderr, so that output can be piped.
"""

from __future__ import annotations

import importlib
import json
import shutil
import sys
import time
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..algorithms import command_results
from ..algorithms.command_results import FAILED, INCONCLUSIVE, INTERNAL, INTERRUPTED, MISUSE, NOTHING, OK  # noqa: F401
from .output_streams import has_all_characters

if TYPE_CHECKING:
    from .document_formats import Block

BLINK = 0.1  # seconds between two changes of a live bar
FORMATS = ("text", "json", "junit", "github")
COLOURS = {
    "proved": "green", "proved-by-coq": "green", "proved-bounded": "yellow", "refuted": "cyan", "unknown": "yellow",
}  # else red


@dataclass(frozen=True)
class Row:
    """One result: a name, a status, an explanation, and its group and place."""

    name: str
    status: str  # "ok", "failed", "inconclusive" or "error"
    message: str = ""
    group: str = "novikoff"
    seconds: float = 0.0
    file: str = ""
    line: int = 0


def exit_status(rows: Iterable[Row]) -> int:
    """Return 0 if all hold, 1 if a result failed, 3 if some are only inconclusive, 5 if there are none."""
    return command_results.exit_status(row.status for row in rows)


class Reported(command_results.Result):
    """A result that can be printed in each format; its blocks are also its notebook page."""

    @property
    def exit_status(self) -> int:
        """Return the exit status of the command; by default it follows from the rows."""
        return exit_status(self.rows())

    @abstractmethod
    def blocks(self, quiet: bool = False, verbose: bool = False) -> Sequence[Block]:
        """Return the result for a reader; the first block is a line."""

    def text(self, quiet: bool = False, verbose: bool = False) -> str:
        """Return the result for a reader as text."""
        return to_text(self.blocks(quiet, verbose))

    @abstractmethod
    def json(self) -> dict[str, Any]:
        """Return the result as data; rationals are strings."""

    def rows(self) -> Sequence[Row]:
        """Return a row for each part that was checked; none by default."""
        return ()


@dataclass(frozen=True, repr=False)
class Printed(Reported):
    """Lines of text and the same content as data: the result of a command that checks nothing."""

    lines: Sequence[str]
    data: dict[str, Any]
    exit_status: int = OK

    def in_short(self) -> str:
        return next(iter(self.lines), "")

    def blocks(self, quiet: bool = False, verbose: bool = False) -> Sequence[Block]:
        return to_blocks(self.lines)

    def json(self) -> dict[str, Any]:
        return self.data


def to_blocks(lines: Iterable[str]) -> list[Block]:
    """Return each line as a block."""
    from .document_formats import Words

    return [Words([line]) for line in lines]


def to_text(blocks: Iterable[Block]) -> str:
    """Return blocks as a command prints them."""
    from .document_formats import Report

    return Report({}).blocks(blocks)


def show(result: Reported, output_format: str, quiet: bool, verbose: bool) -> int:
    """Print a result in the given format, and return its exit status."""
    if output_format == "json":
        print(json.dumps(result.json(), indent=2, ensure_ascii=not has_all_characters(sys.stdout)))
    elif output_format == "junit":
        print(_junit(result.rows()))
    elif output_format == "github":
        print(github(result.rows()))
    elif text := result.text(quiet, verbose):
        print(text)
    return result.exit_status


def _junit(rows: Sequence[Row]) -> str:
    from xml.etree import ElementTree

    bad = {"failed": "failure", "error": "error", "inconclusive": "error"}
    suite = ElementTree.Element("testsuite", name="novikoff", tests=str(len(rows)))
    suite.set("failures", str(sum(row.status == "failed" for row in rows)))
    suite.set("errors", str(sum(row.status in ("error", "inconclusive") for row in rows)))
    suite.set("time", f"{sum(row.seconds for row in rows):.3f}")
    for row in rows:
        case = ElementTree.SubElement(suite, "testcase", classname=row.group, name=row.name, time=f"{row.seconds:.3f}")
        if row.status in bad:
            ElementTree.SubElement(case, bad[row.status], message=_printable(row.message), type=row.status)
    ElementTree.indent(suite)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(suite, encoding="us-ascii").decode()


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() or c in "\n\t" else repr(c)[1:-1] for c in text)


def github(rows: Sequence[Row]) -> str:
    """Return workflow commands: an error or a warning for each bad row, and a notice with the totals.

    A failure is an error at its file and line, if known; an inconclusive result is a warning.
    """
    lines = []
    for row in rows:
        if row.status != "ok":
            level = "warning" if row.status == "inconclusive" else "error"
            place = f"file={escape_github(row.file, ',:')},line={row.line}," if row.file else ""
            lines.append(
                f"::{level} {place}title={escape_github(row.name, ',:')}::{escape_github(row.message or row.status)}"
            )
    good = sum(row.status == "ok" for row in rows)
    return "\n".join([*lines, f"::notice title=novikoff::{good} of {len(rows)} hold"])


def escape_github(text: str, more: str = "") -> str:
    """Escape a text for a workflow command; `more` are further characters to escape."""
    for c in "%\r\n" + more:
        text = text.replace(c, f"%{ord(c):02X}")
    return text


def terminal_width(otherwise: int) -> int:
    """Return the width of the terminal, or COLUMNS if set; `otherwise` if stdout is a file or a pipe."""
    return max(40, shutil.get_terminal_size((otherwise, 24)).columns)


def hang_indent(line: str, indent: int) -> str:
    """Break a line at the width of the terminal, with continuation lines indented."""
    import textwrap

    rows = textwrap.wrap(line, terminal_width(sys.maxsize), subsequent_indent=" " * indent, break_on_hyphens=False,
                         break_long_words=False)
    return "\n".join(rows)


def note(text: str) -> None:
    """Print a remark on stderr, with escapes for control characters that a user's words may contain."""
    print(f"novikoff: {_printable(text)}", file=sys.stderr)


@contextmanager
def progress(label: str, quiet: bool | None) -> Iterator[Any]:
    """Yield a function (what, done, total) that shows progress.

    It draws a live bar on a terminal or in a notebook, and elsewhere prints a line from time to time. With `quiet` =
    None, the default in Python, only a notebook shows it.
    """
    if quiet or (quiet is None and not in_notebook()):
        yield lambda what, done, total: None
    elif in_notebook():
        yield from notebook_bar(label)
    elif sys.stderr.isatty():
        yield from live_bar(label)
    else:
        yield plain_lines(label)


def live_bar(label: str) -> Iterator[Any]:
    """Show a rich progress bar on stderr, and remove it when the work is done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    what = TextColumn("{task.description}")
    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), what)
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda what, done, total: bar.update(task, completed=done, total=total, description=what)


def in_notebook() -> bool:
    """Return whether this process is the kernel of a notebook; import nothing."""
    ipython = sys.modules.get("IPython")
    return getattr(ipython and ipython.get_ipython(), "kernel", None) is not None


def has_live_bar() -> bool:
    """Return whether a live bar can be shown."""
    return in_notebook() or sys.stderr.isatty()


def notebook_bar(label: str) -> Iterator[Any]:
    """Show a bar in the output of the cell, without widgets, and remove it when the work is done."""
    display = importlib.import_module("IPython.display")
    bar, last = None, 0.0

    def show(what: str, done: int, total: int | None) -> None:
        nonlocal bar, last
        if time.monotonic() - last < BLINK and done != total:
            return
        last = time.monotonic()
        page = display.HTML(bar_html(label, what, done, total))
        if bar is None:
            bar = display.display(page, display_id=True)
        else:
            bar.update(page)

    try:
        yield show
    finally:
        if bar is not None:
            bar.update(display.HTML(""))


def bar_html(label: str, what: str, done: int, total: int | None) -> str:
    """Return a bar with its label and numbers as HTML.

    >>> bar_html("check", "a<b", 1, 4)
    'check <progress value="1" max="4"></progress> 1 of 4 a&lt;b'
    """
    from html import escape

    size = f' value="{done}" max="{total}"' if total else ""
    count = f"{done} of {total}" if total else f"{done}"
    return f"{escape(label)} <progress{size}></progress> {count} {escape(what)}"


def plain_lines(label: str) -> Callable[[str, int, int], None]:
    """Return a function that prints one line when the work reaches a further quarter."""
    printed = 0

    def print_quarter(what: str, done: int, total: int) -> None:
        nonlocal printed
        quarter = done * 4 // total if total else 0
        if quarter > printed:
            print(f"{label}: {done} of {total}", file=sys.stderr)
        printed = quarter

    return print_quarter
