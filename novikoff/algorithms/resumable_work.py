"""Long work in parts: in several processes, with progress, and resumed after an interruption.

The result of a part can be stored in a file. A stored result counts while `state`, on which the parts depend, is the
same. So results of other sources are not used.
"""

import contextlib
import errno
import hashlib
import json
import os
import re
import weakref
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from .errors import BadInput
from .processes import imap_unordered
from .safe_files import open_no_link, refuse, write_whole

Json = Any
Part = TypeVar("Part", bound=Hashable)
Progress = Callable[[str, int, int], None]
WRITTEN = re.compile(r'(\{.*), "digest": "([0-9a-f]{64})"\}')
SUFFIXES = (".py", ".json", ".bib", ".csv")


class Notes:
    """A file with one line of JSON for each part that is done: a part is done if and only if its line is there.

    A line that has no end was cut off when its writer was killed; it does not count, and the next one replaces it.
    Each line ends with its digest, so an edited line is noticed.
    After its first read or write the object locks the file until it is deleted, so two processes cannot mix their
    lines. The system releases the lock when the process ends, however it ends.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     notes = Notes(Path(folder) / "notes.jsonl")
    ...     notes.add({"part": 1})
    ...     with notes.path.open("a") as file:
    ...         _ = file.write('{"part"')
    ...     again = Notes(notes.path)
    ...     before = again.lines()
    ...     again.add({"part": 2})
    ...     before, again.lines()
    (['{"part": 1}'], ['{"part": 1}', '{"part": 2}'])
    """

    def __init__(self, path: Path):
        """Set the path, where there may be no file yet."""
        self.path = path
        self._file: Any = None
        self._whole = False  # whether it is known to end with the end of a line

    def lines(self, require_own: Callable[[str], None] = lambda first: None) -> list[str]:
        """Return the lines that are whole, without their digests; none if there is no file.

        require_own   called with the first line; it raises `BadInput` if the file is of another kind

        Raises `BadInput` if another process writes to the file, or if a line was changed or has no digest.
        """
        data = self._read() if self.path.exists() else b""
        lines = data.decode("utf-8", "replace").split("\n")[:-1]
        found = [WRITTEN.fullmatch(line) for line in lines]
        texts = [f"{match[1]}}}" if match else line for match, line in zip(found, lines, strict=True)]
        for number, (text, match) in enumerate(zip(texts, found, strict=True), 1):
            if not match or match[2] != digest(text):
                if number == 1 and not match:
                    require_own(text)
                refuse(self.path, "it was changed after it was written; give another file of results, or delete this "
                                  "line and all after it", number)
        if self.path.exists() and self.path.stat().st_size:
            require_own(texts[0] if texts else "")
        return texts

    def add(self, data: Json) -> None:
        """Append a line to the file immediately.

        Raises `BadInput` if another process writes to the file, and `OSError` if it cannot be written.
        """
        if not self._whole:
            self._own().truncate(len(self._read()))
            self._whole = True
        rest = memoryview(to_line(data).encode())
        while rest:
            rest = rest[self._file.write(rest) :]

    def replace(self, data: Iterable[Json], what: str = "file") -> None:
        """Replace all lines of the file by these lines. If the writing fails, the file stays unchanged.

        Raises `BadInput`, which names `what` is written, if that cannot be done.
        """
        new = not os.path.lexists(self.path)
        try:
            before = self._own()
            write_whole(self.path, "".join(map(to_line, data)), what)
        except BaseException:
            if new:
                self.path.unlink(missing_ok=True)
            raise
        self._file, self._whole = None, True
        self._own()
        before.close()

    def _read(self) -> bytes:
        file = self._own()
        file.seek(0)
        data = b"".join(iter(lambda: file.read(2**20), b""))
        return data[: data.rfind(b"\n") + 1]

    def _own(self) -> Any:
        """Return the open file, and create it if there is none."""
        if self._file is None:
            try:
                file = open(self.path, "a+b", buffering=0, opener=open_no_link)  # noqa: SIM115 - closed with this object
            except PermissionError:  # it can be read, perhaps, and nobody needs a lock for that
                self._file = open(self.path, "rb", buffering=0)  # noqa: SIM115
                weakref.finalize(self, self._file.close)
                return self._file
            except OSError as problem:
                if problem.errno != errno.ELOOP:
                    raise
                raise BadInput(f"{self.path} is a link; give the path of the file itself") from None
            weakref.finalize(self, file.close)
            if not (_try_lock(file) and os.path.samestat(os.fstat(file.fileno()), self.path.stat())):
                file.close()
                raise BadInput(f"another process writes to {self.path}; wait until it ends, or give another file")
            self._file = file
        return self._file


def _try_lock(file: Any) -> bool:
    """Return whether this process alone now has the file. On a system without such locks the answer is True."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, lockf
    except ImportError:
        return True
    try:
        lockf(file, LOCK_EX | LOCK_NB)  # unlike that of flock, no child inherits it
    except OSError as problem:
        return problem.errno not in (errno.EACCES, errno.EAGAIN)
    return True


def to_line(data: Json) -> str:
    """Return data, an object with at least one key, as a line of notes.

    >>> to_line({"part": 1})[:34], to_line({"part": 1})[-3:]
    ('{"part": 1, "digest": "8f3d72abac2', '"}\\n')
    """
    text = json.dumps(data, ensure_ascii=False)
    return f'{text[:-1]}, "digest": "{digest(text)}"}}\n'


def run_parts(parts: list[Part], work: Callable[[Part], Json], *, jobs: int | None = None,
              progress: Progress = lambda name, done, total: None, resume: Path | None = None,
              state: str = "") -> list[Json]:
    """Return the result of `work` for each part, as JSON, in the order of the parts.

    work      a picklable function, whose result can be written as JSON
    jobs      worker processes (default: one a processor); with 1, the work is done in this process
    progress  called with (name of a part, how many are done, how many there are)
    resume    a file that stores results as they come; stored results of the same `state` are reused

    >>> run_parts([1, 2, 3], abs, jobs=1)
    [1, 2, 3]
    """
    keys = {part: digest(state, repr(part)) for part in parts}
    notes = Notes(resume) if resume else None
    noted = read_results(notes) if notes else {}
    done = {part: noted[key] for part, key in keys.items() if key in noted}
    todo = [part for part in keys if part not in done]
    count = min(jobs or os.cpu_count() or 1, len(todo))
    with contextlib.closing(imap_unordered(work, todo, count if count > 1 else 0)) as made:
        for part, result in made:
            done[part] = json.loads(json.dumps(result))
            if notes:
                notes.add({"key": keys[part], "result": done[part]})
            progress(str(part), len(done), len(keys))
    return [done[part] for part in parts]


def read_results(notes: Notes) -> dict[str, Json]:
    """Return the stored results, by key.

    Raises `BadInput` for a file whose first line is no result, so that results are never added to another file.
    """

    def result_in(line: str) -> dict[str, Json]:
        with contextlib.suppress(ValueError, KeyError, TypeError):
            data = json.loads(line)
            return {data["key"]: data["result"]}
        return {}

    def require_result(first: str) -> None:
        if not result_in(first):
            raise BadInput(f"{notes.path} holds something other than results: its first line is no result; give "
                           "another file, or delete this one")

    return {key: result for line in notes.lines(require_result) for key, result in result_in(line).items()}


def digest(*texts: str) -> str:
    """Return a hash that depends on the texts alone.

    >>> digest("a", "b") == digest("a", "b") != digest("ab", "")
    True
    """
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def hash_files(folders: Iterable[Path]) -> str:
    """Return a hash that changes with any source or data file below the folders, and with the given files."""
    below = (path for folder in folders for path in (folder.rglob("*") if folder.is_dir() else [folder]))
    paths = sorted({path for path in below if path.suffix in SUFFIXES})
    return digest(*(part for path in paths for part in (path.name, path.read_text("utf-8", "backslashreplace"))))


def package_folders() -> list[Path]:
    """Return the folders of the package on which results depend."""
    return [Path(__file__).parents[1] / name for name in ("algorithms", "proofs", "properties")]
