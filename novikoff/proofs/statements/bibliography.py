"""The bibliography: the entries of `references.bib`, and of a file that accompanies user-defined theorems."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path

from ...algorithms.errors import BadInput
from ...algorithms.safe_files import read_text

NOTE = "Not confirmed against the text: "
ENTRY = re.compile(r"@(\w+)\s*\{\s*([^,\s{}=]+)\s*,")
FIELD = re.compile(r"[\s,]*(\w+)\s*=\s*")
CAPITALS = re.compile(r"\{([^{}\\]*)\}")
_added: dict[str, dict[str, str]] = {}


@cache
def bibliography() -> dict[str, dict[str, str]]:
    """Return the fields of each entry of `references.bib`, by key.

    >>> bibliography()["lecture"]["year"]
    '2016'
    """
    return entries_in(files("novikoff.proofs").joinpath("references.bib").read_text(encoding="utf-8"))


def entries_in(text: str) -> dict[str, dict[str, str]]:
    """Return the entries of a BibTeX text, without brackets that only protect capitals.

    Raises `BadInput` for an entry that is not closed.

    >>> entries_in('@book{key, title = {A {Title}}, year = 1998}')
    {'key': {'title': 'A Title', 'year': '1998'}}
    """
    found, at = dict[str, dict[str, str]](), 0
    while start := ENTRY.search(text, at):
        fields, at = dict[str, str](), start.end()
        while field := FIELD.match(text, at):
            value, at = _value(text, field.end(), start[2])
            fields[field[1]] = CAPITALS.sub(r"\1", " ".join(value.split()))
        if not (end := re.compile(r"[\s,]*\}").match(text, at)):
            line = text.count("\n", 0, at) + 1
            raise BadInput(f"the entry {start[2]!r:.60} cannot be read at line {line}; write NAME = {{VALUE}}, then }}")
        at = end.end()
        if start[1].lower() not in ("string", "comment", "preamble"):
            found[start[2]] = fields
    return found


def _value(text: str, at: int, key: str) -> tuple[str, int]:
    """Return the value at an index, {…} with brackets inside, "…", or a word, and the index where it ends."""
    if text[at : at + 1] not in ("{", '"'):
        word = re.compile(r"[\w.+-]*").match(text, at)
        return (word[0], word.end()) if word else ("", at)
    depth, quoted = 0, text[at] == '"'
    for place in range(at + quoted, len(text)):
        depth += (text[place] == "{") - (text[place] == "}")
        if depth == 0 and (text[place] == '"' if quoted else text[place] == "}"):
            return text[at + 1 : place], place + 1
    raise BadInput(f"the entry {key!r:.60} has a value without its closing bracket or quote")


@contextmanager
def with_entries_of(file: Path | None) -> Iterator[None]:
    """Add the entries of a file within the block. Raises `BadInput` if it has no readable entry."""
    try:
        added = entries_in(read_text(file)) if file else {}
    except BadInput as problem:
        raise BadInput(f"{file and file.name}: {problem}") from None
    if file and not added:
        raise BadInput(f"{file.name} has no entry; write @book{{KEY, title = {{TITLE}}, year = 2026}}")
    before = dict(_added)
    _added.update(added)
    try:
        yield
    finally:
        _added.clear()
        _added.update(before)


def works() -> Mapping[str, Mapping[str, str]]:
    """Return the fields of all entries by key; a key of `references.bib` always means that work."""
    return {**_added, **bibliography()}


def is_ambiguous(key: str) -> bool:
    """Return whether the added entries give this key to a different work."""
    ours, theirs = bibliography().get(key), _added.get(key)
    return ours is not None and theirs is not None and ours.get("title") != theirs.get("title")


def unconfirmed_places(key: str) -> str:
    """Return the places in a work that are not confirmed against its text, "" if there are none."""
    return bibliography()[key].get("note", "").partition(NOTE)[2]
