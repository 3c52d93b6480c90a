"""Your own theorems: which files are read, and how they are named.

Main definitions:
    load_named          reads what is named: ids, FILE.py, FILE.py::ID and folders
    load_configured     reads what is needed to cite some theorems
    read_configuration  what `[tool.novikoff]` of pyproject.toml and the installed packages name

To read a file of theorems is to run it. So nothing that a pyproject.toml names is read if another user can have written
it: that user could run code as this one. What the command line names is read, whoever wrote it.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..algorithms.errors import BadInput
from ..algorithms.safe_files import other_writers, read_text

GROUP = "novikoff.theorems"
KEYS = {"theorems": list, "bibliography": str, "certificates": str}


@contextmanager
def load_named(given: Iterable[str], certificates: str | None = None) -> Iterator[list[str]]:
    """Read what is named, until the end, and give the ids that are meant: a file or folder names all its theorems.

    Nothing is read if only claims of the ledger are named.
    """
    names = list(given)
    if names and all(map(is_of_the_ledger, names)):
        yield names
        return
    with load_also(names, certificates):
        yield [identifier for name in names for identifier in ids_of(name)]


def select_theorem(name: str, ids: list[str]) -> str:
    """Return the theorem that a name means; raise `BadInput` if these are several."""
    if len(ids) > 1:
        raise BadInput(f"{name} has {len(ids)} theorems; name one, as {name}::{ids[0]}")
    return ids[0]


@contextmanager
def load_also(given: Iterable[str], certificates: str | None = None) -> Iterator[None]:
    """Read what the project has, and the files that are given, until the end. If other users can have written what the
    project has, raise `BadInput`, or say so on stderr if files are given, which are then all that is read.
    """
    from ..proofs.statements.user_theorems import load_theorems

    try:
        own = read_configuration()
    except Foreign as problem:
        if not (given := list(given)) or not all(map(is_path, given)):
            raise
        print(f"novikoff: {problem}", file=sys.stderr)
        own = installed_targets()
    if certificates:
        own = replace(own, certificates=Path(certificates).resolve())
    with load_theorems(replace(own, files=(*own.files, *(file for each in given for file in find_files(each))))):
        yield


@contextmanager
def load_configured(cited: Iterable[str]) -> Iterator[None]:
    """What is needed to cite these is read, until the end: nothing, if all are of the ledger."""
    names = [name for name in cited if not is_of_the_ledger(name)]
    with load_also(names) if names else nullcontext():
        for name in names:
            ids_of(name)
        yield


def is_only_ledger() -> bool:
    """Is there no theorem but those of the ledger, as long as none is named?"""
    own = read_configuration()
    return not own.files and not own.modules


def is_of_the_ledger(given: str) -> bool:
    """Is it a claim or row of the ledger, or a statement, and nothing to be read for?"""
    from ..proofs.statements.registry import find

    try:
        return "|-" in given or find(given) is not None
    except BadInput:
        return False


def is_path(given: str) -> bool:
    """Is it the name of a file or folder, and not an id?"""
    if given.endswith(".py") or "/" in given:
        return True
    return given != "" and Path(given).is_dir() and not is_of_the_ledger(given)  # Path("") is the current folder


def find_files(given: str) -> list[Path]:
    """The files that are meant, if it is no id. Raises `BadInput` for what is not there."""
    path, _, _ = given.partition("::")
    return theorem_files(Path(path), path) if is_path(path) else []


def theorem_files(path: Path, name: str) -> list[Path]:
    """The file, or those of the folder that have theorems."""
    from ..proofs.statements.user_theorems import files_in

    if not path.exists():
        raise BadInput(f"there is no file or folder {name}; `novikoff new theorem ID` writes a file")
    return files_in(path) if path.is_dir() else [path]


def ids_of(given: str) -> list[str]:
    """The ids that are meant; of a file or folder, those of its theorems."""
    from ..proofs.statements.user_theorems import claims_of_file

    path, _, wanted = given.partition("::")
    if not is_path(path):
        return [given]
    ids = [claim.id for claim in claims_of_file(Path(path))]
    if wanted and wanted not in ids:
        raise BadInput(f"{path} has no theorem {wanted!r}; it has {', '.join(ids) or 'none'}")
    if not ids:
        raise BadInput(f"{path} has no theorem: nothing there uses `theorem` of novikoff.theorems; "
                       "`novikoff new theorem ID` writes one")  # fmt: skip
    return [wanted] if wanted else ids


class Foreign(BadInput):
    """Another user can have written what would be run."""


def installed_targets() -> Any:
    """What installed packages offer."""
    from importlib.metadata import entry_points

    from ..proofs.statements.user_theorems import Own

    return Own(modules=tuple(sorted({point.module for point in entry_points(group=GROUP)})))


def read_configuration(start: Path | None = None, *, trust: bool = False) -> Any:
    """Return what the nearest pyproject.toml with a table [tool.novikoff] names, in a folder (default: the current one)
    or above it, and what installed packages offer.

    Raises `Foreign` if another user can have written that file or one of the theorem files that it names, unless it is
    below a folder in NOVIKOFF_SAFE, or `trust` says that code of this folder is run anyway, as pytest does.
    """
    start = start or Path.cwd()
    for folder in (start, *start.parents):
        file, safe = folder / "pyproject.toml", trust or is_safe(folder)
        if file.is_file() and (table := table_of(file, safe)) is not None:
            paths = {key: folder / table[key] for key in ("bibliography", "certificates") if key in table}
            files = tuple(file for entry in table.get("theorems", ()) for file in entry_files(folder, entry))
            for each in files:
                require_ours(each, file, safe)
            entries = (folder / entry for entry in table.get("theorems", ()))
            return replace(
                installed_targets(), files=files, named=tuple(each for each in entries if each in files), **paths
            )
    return installed_targets()


def is_safe(folder: Path) -> bool:
    """Is the folder, or one above it, one of those that the user trusts?"""
    safe = filter(None, os.environ.get("NOVIKOFF_SAFE", "").split(os.pathsep))
    return any(folder.resolve().is_relative_to(Path(each).resolve()) for each in safe)


def require_ours(file: Path, project: Path, trust: bool) -> None:
    """Raise `Foreign` if another user than this one or root can have written a file that the project would run. For
    root, the user who called sudo is this one too.
    """
    caller = os.environ.get("SUDO_UID", "") if getattr(os, "geteuid", int)() == 0 else ""
    trusted = {0, *([int(caller)] if caller.isdecimal() else [])}
    others = ""
    with suppress(OSError):  # as of a link that leads nowhere: who reads it says so
        others = other_writers(file, trusted)
    if others and not trust:
        named = "it" if file == project else project
        raise Foreign(f"{file} {others}, so no theorem that {named} names is read; name the files that you want, as in "
                      f"`novikoff check FILE.py`, or trust the folder with NOVIKOFF_SAFE={project.parent}")  # fmt: skip


def table_of(file: Path, trust: bool = True) -> dict[str, Any] | None:
    """Return the table [tool.novikoff] of a file, or None if it has none. Raises `BadInput` for what is no table, and
    for unknown keys; `Foreign` if another user can have written it, unless it is to be trusted.
    """
    import tomllib

    try:
        tool = tomllib.loads(read_text(file)).get("tool", {})
    except (tomllib.TOMLDecodeError, BadInput) as problem:
        require_ours(file, file, trust)
        raise BadInput(f"{file} cannot be read: {problem}") from None
    table: Any = tool.get("novikoff") if isinstance(tool, dict) else None
    if table is None:
        return None
    require_ours(file, file, trust)
    for key, value in table.items() if isinstance(table, dict) else [("tool.novikoff", table)]:
        if key not in KEYS:
            raise BadInput(f"{file}: [tool.novikoff] has no key {key!r}; it has {', '.join(KEYS)}")
        if not isinstance(value, KEYS[key]) or not all(isinstance(each, str) for each in value):
            kind = "a list of paths" if KEYS[key] is list else "a path"
            raise BadInput(f"{file}: {key} of [tool.novikoff] is {kind} (got {value!r:.60})")
    return dict(table)


def entry_files(folder: Path, entry: str) -> list[Path]:
    """The files that an entry of `theorems` names: a file, a folder, or a pattern such as theorems/*.py. That it names
    none is an error, or a slip in a name would check nothing and succeed.
    """
    if re.search(r"[*?\[]", entry):
        with suppress(NotImplementedError):  # of a pattern that is absolute
            if found := sorted(path for path in folder.glob(entry) if not path.is_dir()):
                return found
    elif found := theorem_files(folder / entry, entry):
        return found
    raise BadInput(f"theorems of [tool.novikoff] names {entry}, where no file below {folder} has theorems")
