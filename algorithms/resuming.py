"""Long work in parts: on several processes, with progress, and taken up again where it was interrupted.

Main definitions:
    results    what comes of each part, in order
    digest     a number that depends on texts alone
    state_of   a number that changes with any source or data file below some folders

What comes of a part can be noted in a file, one line of JSON for each part, as soon as it is there. A note counts as
long as `state`, on which the parts depend, is the same; so one that was made by other sources is not used.
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
    noted = noted_in(resume) if resume else {}
    done = {part: noted[key] for part, key in keys.items() if key in noted}

    def finished(part: Part, result: Json) -> None:
        done[part] = result
        if resume:
            with resume.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": keys[part], "result": result}, ensure_ascii=False) + "\n")
        progress(str(part), len(done), len(keys))

    todo = [part for part in keys if part not in done]
    count = min(jobs or os.cpu_count() or 1, len(todo))
    with contextlib.closing(as_they_come(work, todo, count if count > 1 else 0)) as made:
        for part, result in made:
            finished(part, json.loads(json.dumps(result)))
    return [done[part] for part in parts]


def noted_in(path: Path) -> dict[str, Json]:
    """The results noted in a file, by key; a last line that was cut off is left out."""
    found: dict[str, Json] = {}
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines() if path.exists() else ():
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
    """A number that changes with any source or data file below the folders."""
    paths = sorted({path for folder in folders for path in folder.rglob("*") if path.suffix in SUFFIXES})
    return digest(*(part for path in paths for part in (path.name, path.read_text(encoding="utf-8"))))
