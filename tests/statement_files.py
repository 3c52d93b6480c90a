"""Statements in text files: below a group in brackets, lines with + or -, a note, two colons and the statement."""

from pathlib import Path
from typing import NamedTuple


class Noted(NamedTuple):
    """A statement, true for + and false for -."""

    is_true: bool
    note: str
    text: str


def read_statements(path: Path) -> dict[str, list[Noted]]:
    """Return the statements of a file by group, in their order."""
    found = dict[str, list[Noted]]()
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            group = found.setdefault(line.strip("[]"), [])
        elif line[:2] in ("+ ", "- "):
            note, text = line[2:].split(":: ", 1)
            group.append(Noted(line[0] == "+", note.strip(), text))
    return found
