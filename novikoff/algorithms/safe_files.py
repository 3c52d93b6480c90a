"""Safe files: reading files within limits of time and memory, and writing files as a whole.

Nothing is evaluated or unpickled. Pipes and devices, which may have no end, are refused before they are opened. Files
that are too large are refused before they are read.
"""

import contextlib
import json
import os
import shutil
import stat
import time
from collections.abc import Collection, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NoReturn

from .errors import BadInput

MAX_BYTES = 64 * 2**20
MAX_DIGITS = 1000  # of one number: the cost of exact arithmetic grows with the digits
MAX_DEPTH = 200  # a proof opens a bracket or two for each of its steps; Python's own limit is near 1000
DAY = 86_400  # seconds; no write takes as long
KINDS = {
    stat.S_IFDIR: "a directory",
    stat.S_IFIFO: "a pipe",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFSOCK: "a socket",
}


def read_text(path: str | os.PathLike[str], limit: int = MAX_BYTES) -> str:
    """Return the text of a regular UTF-8 file of at most `limit` bytes, without a byte order mark.

    Raises `BadInput`, naming the file, for anything else: a pipe or device, a file that is too large, cannot be
    read, is not UTF-8, or has a NUL character.
    """
    return decode_text(read_bytes(path, limit), path)


def decode_text(data: bytes, path: str | os.PathLike[str]) -> str:
    """Return the text of these bytes, as `read_text` does; `path` is their origin in messages."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        refuse(path, f"not UTF-8 text ({error.reason}); save the file as UTF-8", data.count(b"\n", 0, error.start) + 1)
    if (nul := text.find("\0")) >= 0:
        refuse(path, "a NUL character, which no text has; save the file as UTF-8", text.count("\n", 0, nul) + 1)
    return text


def read_json(path: str | os.PathLike[str], limit: int = MAX_BYTES, advice: str = "") -> Any:
    """Return the data of a JSON file of at most `limit` bytes; raise `BadInput` as `read_text` and `parse_json` do."""
    return parse_json(read_text(path, limit), path, advice=advice)


def parse_json(text: str, path: str | os.PathLike[str], line: int | None = None, advice: str = "", *,
               floats: bool = False) -> Any:
    """Return the data of JSON whose numbers are integers (rationals are strings "p/q"), or `floats`. Messages name
    `path`, and `line` if the text is one line of a file. For text that is not JSON, `advice` says what to give instead.

    Raises `BadInput`, naming the file, for text that is not JSON. It refuses other floats and NaN, numbers of more than
    `MAX_DIGITS` digits, nesting deeper than `MAX_DEPTH`, repeated keys, and lone surrogates.

    >>> parse_json('{"p": "1/3", "n": 2}', "numbers.json")
    {'p': '1/3', 'n': 2}
    """
    parse_float: Any = float if floats else _reject_float
    try:
        data = json.loads(text, object_pairs_hook=_reject_repeats, parse_int=_parse_integer, parse_float=parse_float,
                          parse_constant=parse_float)
        if _depth(data) > MAX_DEPTH:
            raise RecursionError
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        place = f"{safe_file_name(path)}, line {line or error.lineno}, column {error.colno}"
        raise BadInput(f"{place}: not JSON: {describe_json_error(error)}{advice and '; '}{advice}") from None
    except RecursionError:
        refuse(path, f"nested too deeply; at most {MAX_DEPTH} brackets may be open at once", line)
    except UnicodeEncodeError:
        refuse(path, "a string has one half of a surrogate pair, which is not a character", line)
    except _Unfit as problem:
        refuse(path, str(problem), line)
    except MemoryError:
        refuse(path, "too large for the memory of this machine", line)
    return data


EXPECTED = {
    "Expecting value": "a value",
    "Expecting property name enclosed in double quotes": "a key in double quotes",
    "Expecting ':' delimiter": "':'",
    "Expecting ',' delimiter": "',' or a closing bracket",
    "Extra data": "the end",
    "Illegal trailing comma before end of array": "a closing bracket",  # from Python 3.13 on
    "Illegal trailing comma before end of object": "a closing bracket",
    "Invalid control character at": "a printable character",
    "Unterminated string starting at": "a string with a closing quote",
}


def describe_json_error(error: ValueError) -> str:
    """Return a phrase for the error of a text that is not JSON: what is there, and what JSON has there.

    >>> try:
    ...     json.loads("x,y")
    ... except json.JSONDecodeError as error:
    ...     describe_json_error(error)
    "'x,y' is where a value is expected"
    """
    if not isinstance(error, json.JSONDecodeError):
        return str(error)  # such as a number of too many digits
    rest = error.doc[error.pos :].strip(" \t")
    line = rest.split("\n")[0]
    found = quote_short(line, 20) if line else "the end of the line" if rest.strip() else "the end"
    expected = EXPECTED.get(error.msg)
    return f"{found} is where {expected} is expected" if expected else f"{error.msg}, at {found}"


def write_whole(path: str | os.PathLike[str], content: str | bytes, what: str = "file", *,
                private: bool = False) -> None:
    """Write a text, or bytes, to a new file beside `path`, then rename it, so that no reader sees half of it.

    The new file replaces a link at `path`; the target of the link stays as it is. If `private`, only the owner can read
    and write the file. Raises `BadInput` if writing fails, with `what` in its message; `path` is then unchanged.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_whole(Path(folder) / "a.txt", "1/3")
    ...     os.listdir(folder), read_text(Path(folder) / "a.txt")
    (['a.txt'], '1/3')
    """
    target = Path(path)
    beside = _temporary_name(target, "new")
    try:
        _remove_leftovers(target.parent)
        with open(beside, "xb", opener=partial(open_no_link, mode=0o600 if private else 0o666)) as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())  # otherwise a power failure could leave a renamed but empty file
        beside.replace(target)
    except OSError as error:
        raise BadInput(f"the {what} cannot be written to {safe_path(path)}: {error.strerror}") from None
    finally:
        beside.unlink(missing_ok=True)


def open_no_link(name: str, flags: int, mode: int = 0o666) -> int:
    """Open a file as `os.open` does, but no link; use it as the `opener` of a file to write."""
    return os.open(name, flags | getattr(os, "O_NOFOLLOW", 0), mode)


def _temporary_name(target: Path, end: str) -> Path:
    """Return a name in the target's folder that is unpredictable and unused."""
    return target.with_name(f".novikoff-{os.urandom(8).hex()}.{end}")


def _remove_leftovers(folder: Path) -> None:
    """Remove files that `write_whole` left in a folder when its process was killed, more than a day ago."""
    for left in folder.glob(f".novikoff-{'[0-9a-f]' * 16}.new"):
        with contextlib.suppress(OSError):  # as of a folder, which `replace_folder` left
            if time.time() - left.lstat().st_mtime > DAY:
                left.unlink()


def replace_folder(path: str | os.PathLike[str], files: Mapping[str, bytes], what: str = "folder") -> None:
    """Write a folder with exactly these files, by relative path, beside the one that it replaces, then swap them.

    Raises `BadInput`, which names `what` is written, if that cannot be done.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as above:
    ...     replace_folder(Path(above) / "site", {"a/b.txt": b"1"})
    ...     replace_folder(Path(above) / "site", {"a/c.txt": b"2"})
    ...     sorted(path.relative_to(above).as_posix() for path in Path(above).rglob("*"))
    ['site', 'site/a', 'site/a/c.txt']
    """
    target = Path(path)
    new, old = _temporary_name(target, "new"), _temporary_name(target, "old")
    try:
        new.mkdir(parents=True)
        for name, content in files.items():
            place = new / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        if os.path.lexists(target):
            target.rename(old)
        new.rename(target)
    except OSError as error:
        if os.path.lexists(old) and not os.path.lexists(target):
            old.rename(target)
        raise BadInput(f"the {what} cannot be written to {safe_path(path)}: {error.strerror}") from None
    finally:
        for left in (new, old):
            if left.is_symlink():
                left.unlink()
            shutil.rmtree(left, ignore_errors=True)


def require_writable(path: str | os.PathLike[str], what: str = "file", *, folder: bool = False) -> None:
    """Raise `BadInput`, which names `what`, if it cannot be written to `path`; leave nothing behind.

    The file must be new or a regular file, in a folder that exists. A `folder` and the folders above it may be missing.

    >>> require_writable("/dev/null", "proof")
    Traceback (most recent call last):
    novikoff.algorithms.errors.BadInput: the proof cannot be written to /dev/null: it is a device
    """
    if not str(path) or "\0" in str(path):
        raise BadInput(f"{safe_file_name(path)} cannot be the name of a {what}")
    target = Path(path)
    try:
        if folder:
            parent = next(place for place in (target, *target.absolute().parents) if place.exists())
            wrong = "" if parent.is_dir() else f"{safe_path(parent)} is not a folder; name a folder"
        else:
            parent = target.absolute().parent
            kind = stat.S_IFMT(target.stat().st_mode) if target.exists() else stat.S_IFREG
            wrong = f"it is {KINDS.get(kind, 'no regular file')}" if kind != stat.S_IFREG else ""
            if not parent.is_dir():
                wrong = f"there is no folder {safe_path(parent)}; name a file in a folder that exists"
        if not wrong:
            with TemporaryFile(dir=parent):  # try it: permissions do not show that a file system is read-only or full
                pass
    except OSError as error:
        wrong = error.strerror or str(error)
    if wrong:
        raise BadInput(f"the {what} cannot be written to {safe_path(path)}: {wrong}")


# --------------------------------------------------------------------------------------- bytes


def read_bytes(path: str | os.PathLike[str], limit: int = MAX_BYTES) -> bytes:
    """Return all bytes of a regular file of at most `limit` bytes; raise `BadInput`, naming the file."""
    path = Path(path)
    if "\0" in str(path):
        raise BadInput(f"{safe_file_name(path)} cannot be the name of a file")
    try:
        about = require_regular(path)
        if about.st_size > limit:
            raise BadInput(f"{safe_file_name(path)} has {about.st_size} bytes; at most {limit} are read")
        with path.open("rb") as stream:
            data = stream.read(about.st_size + 1)
            if len(data) > about.st_size:  # the size was wrong, as in /proc
                data += stream.read(limit + 1 - len(data))
    except OSError as error:
        raise BadInput(f"{safe_file_name(path)} cannot be read: {error.strerror}") from None
    if len(data) > limit:
        raise BadInput(f"{safe_file_name(path)} is longer than {limit} bytes; longer files are not read")
    return data


def require_regular(path: Path) -> os.stat_result:
    """Return the system's information on a regular file; raise `BadInput` for anything else, such as a broken link."""
    try:
        about = path.stat()
    except OSError as error:
        raise BadInput(f"{safe_file_name(path)} cannot be read: {error.strerror}") from None
    if not stat.S_ISREG(about.st_mode):
        kind = KINDS.get(stat.S_IFMT(about.st_mode), "something else")
        raise BadInput(f"{safe_file_name(path)} is {kind}; give a regular file")
    return about


def other_writers(path: str | os.PathLike[str], trusted: Collection[int] = ()) -> str:
    """Return a phrase that says which users, besides this one and the `trusted` ones, by number, could write a file; ""
    if none.

    Both a link and its target are checked. A group may write if it is the owner's own, which has the owner's number.
    Windows has no such numbers: there the answer is "". Raises OSError if there is no such file.
    """
    if not hasattr(os, "geteuid"):
        return ""
    link, about = _link_and_file(path)
    for owner in (link.st_uid, about.st_uid):
        if owner not in (os.geteuid(), *trusted):
            return f"belongs to {_user(owner)}"
    if about.st_mode & stat.S_IWOTH:
        return "can be written by all users"
    if about.st_mode & stat.S_IWGRP and about.st_gid not in (about.st_uid, *trusted):
        return f"can be written by the group {about.st_gid}"
    return ""


def _link_and_file(path: str | os.PathLike[str]) -> tuple[os.stat_result, os.stat_result]:
    return os.lstat(path), os.stat(path)


def _user(number: int) -> str:
    """Return the name of a user, with the number, as far as the system knows it."""
    with contextlib.suppress(ImportError, KeyError):
        from pwd import getpwuid

        return f"the user {getpwuid(number).pw_name}"
    return f"the user {number}"


def refuse(path: str | os.PathLike[str], reason: str, line: int | None = None) -> NoReturn:
    """Raise `BadInput` that names the file, and the line if there is one."""
    raise BadInput(f"{safe_file_name(path)}{f', line {line}' if line else ''}: {reason}") from None


def safe_file_name(path: str | os.PathLike[str]) -> str:
    """Return the name of a file in a form for messages; see `safe_text`."""
    return safe_text(Path(path).name or str(path) or "''", 100)


def safe_path(path: str | os.PathLike[str]) -> str:
    """Return a path in a form for messages; see `safe_text`."""
    return safe_text(str(path), 1000)


def safe_text(text: str, most: int = 40) -> str:
    r"""Return the text in a form that can be printed anywhere: in quotes if it is long or has a character that acts.

    Characters that act are line breaks, control characters, marks of text direction, and the signs at which GitHub's
    runner looks for commands. All text from files is printed by this function or by `quote_short`.

    >>> safe_text("setosa"), safe_text("a b"), safe_text("x" * 50, most=10)
    ('setosa', 'a b', "'xxxxxxx...'")
    >>> print(safe_text(chr(27) + "[2J" + chr(10)), safe_text("::warning::"), safe_text("##[group]"))
    '\x1b[2J\n' '::warning::' '#\x23[group]'
    """
    acts = not text.isprintable() or "::" in text or "##[" in text
    return quote_short(text, most) if acts or len(text) > most else text


def quote_short(text: str, most: int = 40) -> str:
    """Return the text in quotes, without its end if it is long.

    >>> quote_short("abc"), quote_short("x" * 50, most=10)
    ("'abc'", "'xxxxxxx...'")
    """
    return escape_commands(repr(text if len(text) <= most else text[: most - 3] + "..."))


def escape_commands(text: str) -> str:
    r"""Return a line in which GitHub's runner finds no command; the runner looks for `##[` anywhere.

    >>> print(escape_commands("'##[group]'"))
    '#\x23[group]'
    """
    return text.replace("##[", "#\\x23[")


# ---------------------------------------------------------------------------------------- JSON


class _Unfit(Exception):
    """JSON beyond the limits; the message says why."""


def _reject_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        repeated = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise _Unfit(f"the key {quote_short(repeated)} is repeated in one object")
    return found


def _parse_integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise _Unfit(f"a number has {len(digits)} digits; at most {MAX_DIGITS} are read")
    return int(digits)


def _reject_float(text: str) -> NoReturn:
    raise _Unfit(f'{quote_short(text)} is not a whole number; write rationals as strings "p/q"')


def _depth(data: Any) -> int:
    """Return the largest number of brackets open at once."""
    depth, level = 0, [data] if isinstance(data, (dict, list)) else []
    while level:
        depth, children = depth + 1, (node.values() if isinstance(node, dict) else node for node in level)
        level = [child for each in children for child in each if isinstance(child, (dict, list))]
    return depth
