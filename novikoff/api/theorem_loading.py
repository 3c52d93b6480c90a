"""User-defined theorems: which files are read, and how they are named.

Main definitions: `load_named`, `load_configured`, `read_configuration`.

Reading a file of theorems runs its code. So a file that a pyproject.toml names is not read if another user could have
written it: otherwise that user could run code with the current user's rights. Files that the command line names are
read, whoever wrote them.
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
    """Read the named files for the duration of the block, and yield the selected ids.

    A file or folder selects all its theorems. Nothing is read if only claims of the ledger are named.
    """
    names = list(given)
    if names and all(map(is_of_the_ledger, names)):
        yield names
        return
    with load_also(names, certificates):
        yield [identifier for name in names for identifier in ids_of(name)]


def select_theorem(name: str, ids: list[str]) -> str:
    """Return the theorem that a name means. Raises `BadInput` if there are several."""
    if len(ids) > 1:
        raise BadInput(f"{name} has {len(ids)} theorems; name one, as {name}::{ids[0]}")
    return ids[0]


@contextmanager
def load_also(given: Iterable[str], certificates: str | None = None) -> Iterator[None]:
    """Read the project's files and the given files for the duration of the block.

    If other users could have written the project's files, they are not read. Then `BadInput` is raised, or, if files
    are given, a note is printed on stderr.
    """
    from ..proofs.statements.user_theorems import load_theorems

    try:
        own = read_configuration()
    except Foreign as problem:
        if not (given := list(given)) or not all(map(is_path, given)):
            raise
        print(f"novikoff: {problem}", file=sys.stderr)
        own = _installed_targets()
    if certificates:
        own = replace(own, certificates=Path(certificates).resolve())
    with load_theorems(replace(own, files=(*own.files, *(file for each in given for file in find_files(each))))):
        yield


@contextmanager
def load_configured(cited: Iterable[str]) -> Iterator[None]:
    """Read the files that are needed to cite these theorems, for the duration of the block.

    Claims of the ledger need no file.
    """
    names = [name for name in cited if not is_of_the_ledger(name)]
    with load_also(names) if names else nullcontext():
        for name in names:
            ids_of(name)
        yield


def is_only_ledger() -> bool:
    """Return whether the project and the installed packages define no theorems."""
    own = read_configuration()
    return not own.files and not own.modules


def is_of_the_ledger(given: str) -> bool:
    """Return whether a name is a claim or row of the ledger, or a statement, so that no file is needed."""
    from ..proofs.statements.registry import find

    try:
        return "|-" in given or find(given) is not None
    except BadInput:
        return False


def is_path(given: str) -> bool:
    """Return whether a name is a file or folder, and not an id."""
    if given.endswith(".py") or "/" in given:
        return True
    return os.path.isdir(given) and not is_of_the_ledger(given)  # also for a name that is too long for a path


def find_files(given: str) -> list[Path]:
    """Return the files that a name means; none for an id. Raises `BadInput` for a missing file."""
    path, _, _ = given.partition("::")
    return theorem_files(Path(path), path) if is_path(path) else []


def theorem_files(path: Path, name: str) -> list[Path]:
    """Return the file, or the files with theorems in the folder.

    Raises `BadInput` if there is no such path, and for a file with another suffix than .py.
    """
    from ..proofs.statements.user_theorems import files_in

    if not path.exists():
        raise BadInput(f"there is no file or folder {name}; `novikoff new theorem ID` writes a file")
    if path.is_file() and path.suffix not in ("", ".py"):
        raise BadInput(f"{name} is not a theorem file; the name of a theorem file ends in .py")
    return files_in(path) if path.is_dir() else [path]


def ids_of(given: str) -> list[str]:
    """Return the ids that a name means; for a file or folder, the ids of its theorems.

    Raises `BadInput` for a file without theorems, and for an unknown theorem.
    """
    from ..proofs.statements.user_theorems import claims_of_file

    path, _, wanted = given.partition("::")
    if not is_path(path):
        return [given]
    found = claims_of_file(Path(path))
    ids = [claim.id for claim in found]
    if wanted not in ids and (unread := [claim.id for claim in found if claim.unread]):
        return unread if wanted else ids  # its error is the answer: the theorem may come after it
    if wanted and wanted not in ids:
        raise BadInput(f"{path} has no theorem {wanted!r}; it has {', '.join(ids) or 'none'}")
    if not ids:
        raise BadInput(f"{path} has no theorem: nothing there uses `theorem` of novikoff.theorems; "
                       "`novikoff new theorem ID` writes one")
    return [wanted] if wanted else ids


class Foreign(BadInput):
    """The error for code that another user could have written."""


def _installed_targets() -> Any:
    from importlib.metadata import entry_points

    from ..proofs.statements.user_theorems import Own

    return Own(modules=tuple(sorted({point.module for point in entry_points(group=GROUP)})))


def read_configuration(start: Path | None = None, *, trust: bool = False) -> Any:
    """Return the theorems that a pyproject.toml and the installed packages name.

    The file is the nearest one with a table [tool.novikoff], in the folder `start` (default: the current one) or above
    it.

    Raises `Foreign` if another user could have written that file or one of the theorem files that it names, unless it
    is below a folder in NOVIKOFF_SAFE. With `trust`, nothing is raised, because the caller, such as pytest, runs code
    of this folder anyway.
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
                _installed_targets(), files=files, named=tuple(each for each in entries if each in files), **paths
            )
    return _installed_targets()


def is_safe(folder: Path) -> bool:
    """Return whether the folder, or one above it, is in NOVIKOFF_SAFE."""
    safe = filter(None, os.environ.get("NOVIKOFF_SAFE", "").split(os.pathsep))
    return any(folder.resolve().is_relative_to(Path(each).resolve()) for each in safe)


def require_ours(file: Path, project: Path, trust: bool) -> None:
    """Raise `Foreign` if a user other than the current one and root could have written a file that the project would
    run.

    For root, the user who called sudo counts as the current one too.
    """
    caller = os.environ.get("SUDO_UID", "") if getattr(os, "geteuid", int)() == 0 else ""
    trusted = {0, *([int(caller)] if caller.isdecimal() else [])}
    others = ""
    with suppress(OSError):  # as for a broken link; reading the file then reports it
        others = other_writers(file, trusted)
    if others and not trust:
        named = "it" if file == project else project
        raise Foreign(f"{file} {others}, so no theorem that {named} names is read; name the files that you want, as in "
                      f"`novikoff check FILE.py`, or trust the folder with NOVIKOFF_SAFE={project.parent}")


def table_of(file: Path, trust: bool = True) -> dict[str, Any] | None:
    """Return the table [tool.novikoff] of a file, or None if it has none.

    Raises `BadInput` for a value that is not a table, and for unknown keys. Raises `Foreign` if another user could have
    written the file, unless `trust` is set.
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
    """Return the files that an entry of `theorems` names: a file, a folder, or a pattern such as theorems/*.py.

    Raises `BadInput` if the entry names no file: it is probably mistyped, and nothing would be checked.
    """
    if re.search(r"[*?\[]", entry):
        with suppress(NotImplementedError):  # for an absolute pattern
            if found := sorted(path for path in folder.glob(entry) if not path.is_dir()):
                return found
    elif found := theorem_files(folder / entry, entry):
        return found
    raise BadInput(f"theorems of [tool.novikoff] names {entry}, but {folder} has no theorem file there")
