"""Check again whenever a file changes: `novikoff check --watch`.

Each round runs in a fork of this process. This process has loaded the prover, but no claims, so that each round reads
claims and theorems again. A change of a loaded file ends the loop.
"""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path

from ..algorithms.errors import BadInput
from ..algorithms.processes import run_in_subprocess
from ..algorithms.source_lines import relative_path
from ..algorithms.user_rules import user_module_files
from ..api.theorem_loading import find_files, is_path, read_configuration
from ..proofs.checking import verdict_cache
from ..report.result_output import note

POLL = 0.1  # seconds between two looks at the files
COARSE = 20_000_000  # nanoseconds by which the time of a file may be behind the clock
LOADED = (
    "novikoff.theorems", "novikoff.proofs.checking.ledger_check", "novikoff.proofs.checking.user_certificate_saving",
    "novikoff.proofs.search.counterexamples", "novikoff.proofs.search.smt_solvers",
)
pause = time.sleep
State = Mapping[Path, object]


def watch(check: Callable[[bool], int], ids: tuple[str, ...], engines: Iterable[str]) -> int:
    """Check again after each change of a file, until the user interrupts.

    `check` receives whether the round is the first. Raises `BadInput` if a loaded file has changed.
    """
    sources = verdict_cache.source_digests()
    for module in (*LOADED, *({"z3", "cvc5"} & set(engines))):
        import_module(module)
    first, before = True, state(watched_files(ids, sources))
    while True:
        began = time.time_ns() - COARSE
        modules = run_in_subprocess(None, partial(one_round, check, first))
        before = {**state(modules, began), **before}
        file = until_change(before)
        now = verdict_cache.source_digests()
        if different := [name for name, _ in now.items() ^ sources.items() if not verdict_cache.is_of_claims(name)]:
            raise BadInput(f"{min(different)} has changed, and every verdict depends on it; start --watch again")
        first, before = False, state([*watched_files(ids, now), *modules])
        note(f"{time.strftime('%H:%M:%S')} {relative_path(file)} has changed")


def one_round(check: Callable[[bool], int], first: bool) -> list[Path]:
    """Check once; if a file has a mistake, print the message. Return the module files that the user's theorems have
    imported."""
    sys.dont_write_bytecode = True  # Python overlooks a second change of a file in one second
    try:
        check(first)
    except (BadInput, OSError) as problem:
        note(str(problem))
    return user_module_files()


def until_change(before: State) -> Path:
    """Wait until a file differs from its state `before`; return the file."""
    while True:
        for file, seen in before.items():
            if file_states(file) != seen:
                return file
        pause(POLL)


def state(files: Iterable[Path], began: float = math.inf) -> dict[Path, object]:
    """Return the state of each file without reading it.

    A file written after the round began has the state None, because the round may have read either version.
    """
    seen = {file: file_states(file) for file in files}
    return {file: None if isinstance(now, tuple) and now[0] > began else now for file, now in seen.items()}


def file_states(file: Path) -> object:
    """Return the time, size and inode of a file, or the names of the programs in a folder; None if the path does not
    exist."""
    with suppress(OSError):
        if file.is_dir():
            return sorted(each.name for each in file.glob("*.py"))
        about = file.stat()
        return about.st_mtime_ns, about.st_size, about.st_ino
    return None


def watched_files(ids: Iterable[str], sources: Iterable[str]) -> list[Path]:
    """Return the files to watch: the package's, the user's theorems, their folders, and pyproject.toml files."""
    own = [Path(each.partition("::")[0]).resolve() for each in ids if is_path(each)]
    with suppress(BadInput):  # the round reports it
        found = read_configuration()
        own += [*found.files, *([found.bibliography] if found.bibliography else [])]
        own += [Path(os.path.realpath(file)) for each in ids for file in find_files(each)]
    projects = [folder / "pyproject.toml" for folder in (Path.cwd(), *Path.cwd().parents)]
    files = [*own, *(verdict_cache.PACKAGE / name for name in sources)]
    return [*files, *{file.parent for file in files}, *projects]

