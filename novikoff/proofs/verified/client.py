"""Asking the verified checker about entries.

Main functions: `ask`, `ask_each`, `opinions`, `first_doubt`.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ...algorithms.processes import Stopped, run_command
from .. import kernel
from . import extraction

Json = Any
HANGING = 3600.0  # seconds; the program limits its own work, and takes less than 1 for the ledger


def ask(entries: Iterable[Json]) -> dict[str, tuple[str, str]]:
    """Return for each entry, in order, "proved", "refuted", "rejected" or (if the checker was stopped) "no answer", and
    the reason.

    Entries may cite earlier entries. Raises `BadInput` if the program is not built.
    """
    (answers,) = ask_each([entries])
    return answers


def ask_each(books: Iterable[Iterable[Json]]) -> list[dict[str, tuple[str, str]]]:
    """Return what `ask` returns for each book; no book cites entries of another."""
    program, given = extraction.program(), [list(entries) for entries in books]
    unanswered = ("no answer", "it has not answered")
    found: list[dict[str, tuple[str, str]]] = [dict.fromkeys(keys(entries), unanswered) for entries in given]
    with tempfile.TemporaryDirectory(prefix="novikoff-verified-") as place:
        for n, entries in enumerate(given):
            (Path(place) / str(n)).write_text(json.dumps(entries), encoding="utf-8")
        try:
            done = run_command([str(program), *map(str, range(len(given)))], HANGING, folder=place)
        except Stopped as problem:
            return [dict.fromkeys(each, ("no answer", f"it was stopped: {problem}")) for each in found]
    for line in done.err.splitlines():
        name, _, why = line.partition(": ")
        found[int(name)] = dict.fromkeys(found[int(name)], ("rejected", f"it cannot read this: {why:.200}"))
    book = 0
    for line in done.out.split("\n"):
        verdict, _, rest = line.partition(" ")
        if verdict == "==>":
            book = int(rest)
        elif verdict:
            key, _, why = rest.partition(": ")
            found[book][key] = verdict, why
    return found


def keys(entries: Iterable[Json]) -> list[str]:
    """Return the name that the kernel uses for each entry: its id, or its place if it has no id."""
    found: dict[str, None] = {}
    for number, entry in enumerate(entries, 1):
        known = isinstance(entry, dict) and isinstance(entry.get("statement"), dict)
        identifier = entry["statement"].get("id") if known else None
        good = isinstance(identifier, str) and kernel.IDENTIFIER.match(identifier) and identifier not in found
        found[str(identifier) if good else f"entry {number}"] = None
    return [*found]


def opinions(entries: Iterable[Json]) -> dict[str, str]:
    """Return "agrees", "disagrees: why" or "no answer: why" for each entry."""
    said = {"proved": "agrees", "refuted": "agrees", "rejected": "disagrees"}
    return {key: said.get(verdict, verdict) + f": {why}" * bool(why) for key, (verdict, why) in ask(entries).items()}


def first_doubt(entries: Iterable[Json]) -> tuple[str, str]:
    """Return the verdict on the first rejected entry, or else on the first entry without an answer, and the reason with
    the name of the entry. If there is no such entry, return "accepted"."""
    answers = ask(entries)
    for worst in ("rejected", "no answer"):
        for key, (verdict, why) in answers.items():
            if verdict == worst:
                return verdict, f"{key}: {why}"
    return "accepted", ""
