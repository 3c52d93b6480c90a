"""Asking the verified checker about entries.

Main functions:
    ask          its verdict on each entry
    opinions     the same as what an engine says to `novikoff check`
    first_doubt  the worst verdict on several entries
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

from ...algorithms.processes import Stopped, run
from . import building
from .writing import Json, written

SECONDS = 120.0  # for one book; the ledger takes less than 1


def ask(entries: Iterable[Json]) -> dict[str, tuple[str, str]]:
    """Return "proved", "refuted", "rejected" or "not covered" for each entry, and why, in no particular order.

    Entries may cite those before them. Raises `BadInput` if the program is not built.
    """
    program = building.program()
    text, verdicts = written(entries)
    with tempfile.TemporaryDirectory(prefix="novikoff-verified-") as place:
        (Path(place) / "book").write_text(text, encoding="utf-8")
        try:
            done = run([str(program), "book"], SECONDS, folder=place)
        except Stopped as problem:
            return verdicts | dict.fromkeys(keys(text), ("not covered", f"it was stopped: {problem}"))
    if done.status:
        return verdicts | dict.fromkeys(keys(text), ("not covered", f"it cannot read this: {done.err.strip():.200}"))
    said = (line.split(" ", 1) for line in done.out.split("\n") if line and line[0] != " ")
    reasons = {"proved": "", "refuted": "", "rejected": "its rules do not accept this"}
    found = {key: (verdict, reasons[verdict]) for verdict, key in said}
    undecided = set(keys("\n".join(line for line in text.splitlines() if "(values " in line and "(exp " in line)))
    no_rule = "not covered", "exponentials in a counterexample"
    silent = dict.fromkeys(keys(text), ("not covered", "it has not answered"))
    found = {key: no_rule if key in undecided and v[0] == "rejected" else v for key, v in found.items()}
    return verdicts | silent | found


def keys(text: str) -> list[str]:
    """Return the ids of the entries in a text."""
    return [line[1:].partition(" ")[0] for line in text.splitlines() if line]


def opinions(entries: Iterable[Json]) -> dict[str, str]:
    """Return "agrees", "disagrees: why" or "not covered: what" for each entry."""
    said = {"proved": "agrees", "refuted": "agrees", "rejected": "disagrees"}
    return {key: said.get(verdict, verdict) + f": {why}" * bool(why) for key, (verdict, why) in ask(entries).items()}


def first_doubt(entries: Iterable[Json]) -> tuple[str, str]:
    """Return the verdict on the first entry that is rejected, or else not covered, and which; else "accepted"."""
    answers = ask(entries)
    for worst in ("rejected", "not covered"):
        for key, (verdict, why) in answers.items():
            if verdict == worst:
                return verdict, f"{key}: {why}"
    return "accepted", ""
