"""The tables of docs/testing.md about mutants: `novikoff mutate --json > FILE`, then `benchmarks/mutants.py FILE`."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from textwrap import wrap
from typing import Any

STATUSES = ("killed", "equivalent", "open", "argued", "survived")
Report = Mapping[str, Any]
KINDS = ("relation", "tie rule", "hypothesis dropped", "sign", "constant", "exponent", "variable", "index")  # of claims


def rows(report: Report) -> list[str]:
    """What is changed, how many mutants there are, and how many of them have which status; those of claims by kind."""
    table = dict[str, Counter[str]]()
    for each in report["kinds"]:
        part, kind = each["part"], each["kind"]
        titles = {"kernel": ["the kernel"], "claims": [f"claims: {kind}", "claims"]}.get(part, ["update rules"])
        for title in titles:
            table.setdefault(title, Counter()).update({status: each[status] for status in STATUSES})
    order = ["the kernel", "update rules", *(f"claims: {kind}" for kind in KINDS), "claims"]
    order = [title for title in order if title in table]
    if set(table) != set(order):
        raise ValueError(f"kinds of mutants for which there is no row: {sorted(set(table) - set(order))}")
    known = {each["target"] for each in report["targets"] if "." not in each["target"]}
    words = {"claims": f"all {len(known)} claims"}
    head = ["what is changed", "mutants", *STATUSES]
    cells = [[words.get(t, t), table[t].total(), *(table[t][status] for status in STATUSES)] for t in order]
    return [line(head), "|---|" + "---:|" * (len(head) - 1), *map(line, cells)]


def still_open(report: Report) -> list[str]:
    """The claims with mutants that are open, those with the most first, in lines of a page."""
    found = sorted((-each["open"], each["target"]) for each in report["targets"] if each["open"])
    return wrap(", ".join(f"`{name}` ({-count})" for count, name in found), 120, break_on_hyphens=False)


def line(cells: list[Any]) -> str:
    """A row of a table, with gaps between thousands."""
    return "| " + " | ".join(f"{cell:,}".replace(",", " ") if isinstance(cell, int) else cell for cell in cells) + " |"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("report", type=Path)
    told = json.loads(parser.parse_args().report.read_text(encoding="utf-8"))
    print("\n".join([*rows(told), "", *still_open(told)]))
