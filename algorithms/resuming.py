"""Long work in parts: on several processes, with progress, and taken up again where it was interrupted.

Main definitions:
    results    what comes of each part, in order
    Notes      a file in which that is noted as soon as it is there
    digest     a number that depends on texts alone
    state_of   a number that changes with any source or data file below some folders
    package    those of the package on which results depend

What comes of a part can be noted in a file. A note counts as long as `state`, on which the parts depend, is the same;
so one that was made by other sources is not used.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from .processes import as_they_come

Json = Any
Part = TypeVar("Part", bound=Hashable)
Progress = Callable[[str, int, int], None]
SUFFIXES = (".py", ".json", ".bib", ".csv")


class Notes:
    """A file with one line of JSON for each part that is done: a part is done if and only if its line is there.

    A line that has no end was cut off when its writer was killed; it does not count, and the next one replaces it.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     notes = Notes(Path(folder) / "notes.jsonl")
    ...     notes.add({"part": 1})
    ...     with notes.path.open("a") as file:
    ...         _ = file.write('{"part"')
    ...     before = notes.lines()
    ...     Notes(notes.path).add({"part": 2})
    ...     before, notes.lines()
    (['{"part": 1}'], ['{"part": 1}', '{"part": 2}'])
    """

    def __init__(self, path: Path):
        """Notes in this file, which need not exist."""
        self.path = path
        self.whole = False  # whether it is known to end with the end of a line

    def lines(self) -> list[str]:
        """The lines that are whole, of a file that there may not be."""
        return self._whole_lines().decode("utf-8", "replace").split("\n")[:-1]

    def add(self, data: Json) -> None:
        """Append a line, at once."""
        if not self.whole and self.path.exists():
            os.truncate(self.path, len(self._whole_lines()))
        self.whole = True
        with self.path.open("ab") as file:
            file.write(as_line(data).encode())

    def _whole_lines(self) -> bytes:
        data = self.path.read_bytes() if self.path.exists() else b""
        return data[: data.rfind(b"\n") + 1]


def as_line(data: Json) -> str:
    """A line of notes."""
    return json.dumps(data, ensure_ascii=False) + "\n"


def results(
    parts: list[Part],
    work: Callable[[Part], Json],
    *,
    jobs: int | None = None,
    progress: Progress = lambda name, done, total: None,
    resume: Path | None = None,
    state: str = "",
) -> list[Json]:
    """What `work` returns for each part, as JSON, in the order of the parts.

    work      a function that can be pickled; what it returns can be written as JSON
    jobs      worker processes (default: one a processor); with 1, the work is done in this process
    progress  is called with (name of a part, how many are done, how many there are)
    resume    the file in which results are noted as they come, and from which those of the same `state` are taken

    >>> results([1, 2, 3], abs, jobs=1)
    [1, 2, 3]
    """
    keys = {part: digest(state, repr(part)) for part in parts}
    notes = Notes(resume) if resume else None
    noted = noted_in(notes) if notes else {}
    done = {part: noted[key] for part, key in keys.items() if key in noted}
    todo = [part for part in keys if part not in done]
    count = min(jobs or os.cpu_count() or 1, len(todo))
    with contextlib.closing(as_they_come(work, todo, count if count > 1 else 0)) as made:
        for part, result in made:
            done[part] = json.loads(json.dumps(result))
            if notes:
                notes.add({"key": keys[part], "result": done[part]})
            progress(str(part), len(done), len(keys))
    return [done[part] for part in parts]


def noted_in(notes: Notes) -> dict[str, Json]:
    """The results that are noted, by key; what is no note is left out."""
    found: dict[str, Json] = {}
    for line in notes.lines():
        with contextlib.suppress(ValueError, KeyError, TypeError):
            data = json.loads(line)
            found[data["key"]] = data["result"]
    return found


def digest(*texts: str) -> str:
    """A number that depends on the texts alone.

    >>> digest("a", "b") == digest("a", "b") != digest("ab", "")
    True
    """
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def state_of(folders: Iterable[Path]) -> str:
    """A number that changes with any source or data file below the folders, and with files that are given."""
    below = (path for folder in folders for path in (folder.rglob("*") if folder.is_dir() else [folder]))
    paths = sorted({path for path in below if path.suffix in SUFFIXES})
    return digest(*(part for path in paths for part in (path.name, path.read_text("utf-8", "backslashreplace"))))


def package() -> list[Path]:
    """The folders of the package on which results depend."""
    return [Path(__file__).parents[1] / name for name in ("algorithms", "proofs", "properties")]
