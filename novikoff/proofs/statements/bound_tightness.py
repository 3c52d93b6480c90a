"""Tightness of the bounds in the ledger: the data that reach them, or what is open.

A bound is a proved claim that limits a quantity by the data: mistakes, updates, steps, errors, losses, a regret, the
length of the weights, a margin, a distance, or the number of shattered points. Equations, lines of a proof and
comparisons of two bounds are no bounds. `tests/proofs/test_reached.py` decides which claims need a row.

A bound is reached if some data make it equal to the quantity. Claims of the ledger prove this, or the tests run data.
"""

import tomllib
from functools import cache
from importlib.resources import files
from typing import NamedTuple

STATUSES = {"reached": "for every number that it allows, or for the numbers in the row",
            "approached": "no data reach it, but some come arbitrarily close",
            "smaller": "a smaller bound is proved, so only data with equal bounds reach it",
            "open": "not known; the row says what is known"}


class Reached(NamedTuple):
    """The result about a bound: one of STATUSES, the numbers or the bracket in words, and the claims that prove it. If
    no claim proves it, the text gives the reason, and the tests run the data."""

    bound: str
    status: str
    words: str
    by: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.status}: {self.words}" + (f" ({', '.join(self.by)})" if self.by else "")


@cache
def read_results() -> tuple[dict[str, Reached], dict[str, str]]:
    """Return the results in `tightness.toml` by bound, and for each claim that restates another bound that bound."""
    table = tomllib.loads(files("novikoff.proofs.statements").joinpath("tightness.toml").read_text(encoding="utf-8"))
    same, rows = table.pop("same"), dict[str, Reached]()
    for bound, entry in table.items():
        by = tuple(entry.pop("by", ()))
        ((status, words),) = entry.items()
        rows[bound] = Reached(bound, status, " ".join(words.split()), by)
    return rows, same


def find_tightness(identifier: str) -> Reached | None:
    """Return the result about a claim's bound, or None if the claim is not a bound.

    >>> find_tightness("kozinec-mistake-bound").status
    'reached'
    """
    rows, same = read_results()
    found = rows.get(same.get(identifier, identifier))
    return found and found._replace(bound=identifier)


def open_bounds_table() -> str:
    """Return the open bounds as the Markdown table of docs/explanation/open-problems.md.

    >>> open_bounds_table().splitlines()[0]
    '| bound | what is known |'
    """
    found = [row for row in read_results()[0].values() if row.status == "open"]
    by = (f" ({', '.join(f'`{claim}`' for claim in row.by)})" if row.by else "" for row in found)
    rows = [f"| `{row.bound}` | {row.words}{proofs} |" for row, proofs in zip(found, by, strict=True)]
    return "\n".join(["| bound | what is known |", "|---|---|", *rows])
