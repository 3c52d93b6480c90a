"""Lines of an author's code: of update rules and proof scripts, for messages."""

import sys
import sysconfig
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from traceback import walk_tb
from types import FrameType
from typing import NamedTuple

PACKAGE, CLAIMS = "novikoff.", "novikoff.proofs.claims."  # of the package, only the modules of claims have authors
INSTALLED = frozenset({"site-packages", "dist-packages"})  # folders


class Place(NamedTuple):
    """A line of an author's file."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{relative_path(self.file)}, line {self.line}"


def relative_path(file: str | Path) -> str:
    """Return a path as it is printed: relative to the current folder, if it is below that folder."""
    path = Path(file)
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)


def place(depth: int = 1) -> Place | None:
    """Return the line of the author's code that is running, outside the `depth` innermost calls."""
    return nearest(frames_from(sys._getframe(depth)))


def place_of(problem: BaseException, files: Collection[str] = ()) -> Place | None:
    """Return the line of the author's code that raised an exception, which may bring its place along as `at`. Code in
    `files` is an author's even if it is installed.
    """
    return getattr(problem, "at", None) or nearest(reversed([*walk_tb(problem.__traceback__)]), files)


def frames_from(frame: FrameType | None) -> Iterator[tuple[FrameType, int]]:
    """Yield a frame and its callers, each with its line."""
    while frame:
        yield frame, frame.f_lineno
        frame = frame.f_back


def nearest(frames: Iterable[tuple[FrameType, int]], files: Collection[str] = ()) -> Place | None:
    """Return the first line of an author's code.

    That is a line in one of `files`, in a claim of the ledger, or outside the package and all installed packages.
    """
    for frame, line in frames:
        file = frame.f_code.co_filename
        if file in files or not is_foreign(file, frame.f_globals.get("__name__") or ""):
            return Place(file, line)
    return None


@cache
def is_foreign(file: str, module: str) -> bool:
    """Return whether a file is installed, or belongs to a module of the package that has no claims."""
    standard = (sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"), "<frozen", "<string", "<__array")
    is_installed = file.startswith(standard) or not INSTALLED.isdisjoint(Path(file).parts)
    return not module.startswith(CLAIMS) and (is_installed or f"{module}.".startswith(PACKAGE))
