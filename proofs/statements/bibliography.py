"""The works that are cited: the entries of `references.bib`, and those of a file that goes with theorems of one's own.

Main definitions:
    bibliography    the fields of each entry, by key
    also            adds the entries of another file for a while
    works           the fields of each entry of both
    unconfirmed     the places in a work that nobody could compare with its text
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path

from ...algorithms.errors import BadInput
from ...algorithms.files import read_text

NOTE = "Not confirmed against the text: "
CAPITALS = re.compile(r"\{([^{}\\]*)\}")
_added: dict[str, dict[str, str]] = {}


@cache
def bibliography() -> dict[str, dict[str, str]]:
    """The fields of each entry, by key.

    >>> bibliography()["lecture"]["year"]
    '2016'
    """
    return entries_in(files("novikoff.proofs").joinpath("references.bib").read_text(encoding="utf-8"))


def entries_in(text: str) -> dict[str, dict[str, str]]:
    """The entries of a text in BibTeX, one field a line and the last bracket on a line of its own, without the brackets
    that only keep capitals.

    >>> entries_in('@book{key,\\n  title = {A {Title}},\\n  year = 1998\\n}')
    {'key': {'title': 'A Title', 'year': '1998'}}
    """
    entries = re.findall(r"^@\w+\s*\{\s*([^,\s]+)\s*,[^\S\n]*\n(.*?)^\s*\}\s*$", text, re.MULTILINE | re.DOTALL)
    field = re.compile(r"^\s*(\w+)\s*=\s*(?:\{(.*)\}|\"(.*)\"|(\w+))\s*,?\s*$", re.MULTILINE)
    return {key: {name: CAPITALS.sub(r"\1", "".join(values)) for name, *values in field.findall(body)}
            for key, body in entries}  # fmt: skip


@contextmanager
def also(file: Path | None) -> Iterator[None]:
    """What this file has can be cited too, until the end. Raises `BadInput` if no entry can be read."""
    added = entries_in(read_text(file)) if file else {}
    if file and not added:
        raise BadInput(f"{file.name} has no entry; write @book{{KEY, then a field a line, then }} on a line")
    before = dict(_added)
    _added.update(added)
    try:
        yield
    finally:
        _added.clear()
        _added.update(before)


def works() -> Mapping[str, Mapping[str, str]]:
    """The fields of all entries by key; a key of `references.bib` is that work, whatever is added."""
    return {**_added, **bibliography()}


def ambiguous(key: str) -> bool:
    """Is there another work with this key in what was added?"""
    ours, theirs = bibliography().get(key), _added.get(key)
    return ours is not None and theirs is not None and ours.get("title") != theirs.get("title")


def unconfirmed(key: str) -> str:
    """Which places in a work nobody could compare with its text, "" if there are none."""
    return bibliography()[key].get("note", "").partition(NOTE)[2]
