"""The lines of the Python files in each room of the house at two commits: `benchmarks/lines.py 762c3fb [COMMIT]`.

A file that was moved is counted in the room where it is now; one that git finds nowhere, where PARTED says.
"""

from __future__ import annotations

import argparse
import subprocess
from collections import Counter

PARTED = {  # files that became several, or data: what they held is there now
    "novikoff/governing.py": "properties",
    "novikoff/": "novikoff/commands",
    "proofs/checking.py": "proofs/checking",
    "proofs/fuzzing.py": "metatests",
    "proofs/mutation/": "metatests",
    "proofs/points.py": "metatests",
}


def git(*arguments: str) -> list[str]:
    """The lines that a git command prints."""
    return subprocess.run(["git", *arguments], check=True, capture_output=True, text=True).stdout.splitlines()


def lengths(commit: str) -> dict[str, int]:
    """File -> number of its lines, blank ones too."""
    counted = (line.removeprefix(f"{commit}:").rpartition(":") for line in git("grep", "-c", "", commit, "--", "*.py"))
    return {path: int(number) for path, _, number in counted}


def room(path: str) -> str:
    """The folder below the top of the house, or the top folder."""
    top, *rest = path.split("/")
    return top if len(rest) < 2 or top == "tests" else f"{top}/{rest[0]}"


def homes(before: str, after: str) -> dict[str, str]:
    """File of the first commit that is elsewhere at the second, or gone -> the room where its content is."""
    moved = (line.split("\t")[1:] for line in git("diff", "-M", "--diff-filter=R", "--name-status", before, after))
    found = {old: room(new) for old, new in moved}
    for path in git("diff", "-M", "--diff-filter=D", "--name-only", before, after):
        found[path] = next((home for start, home in PARTED.items() if path.startswith(start)), room(path))
    return found


def table(before: str, after: str) -> list[str]:
    """Lines of each room before and after, and the total."""
    where, old, new = homes(before, after), Counter[str](), Counter[str]()
    for path, number in lengths(before).items():
        old[where.get(path) or room(path)] += number
    for path, number in lengths(after).items():
        new[room(path)] += number
    rows = [(name, old[name], new[name]) for name in sorted({*old, *new})] + [("total", old.total(), new.total())]
    return ["| room | before | after | |", "|---|---:|---:|---:|"] + [
        f"| {name} | {was} | {now} | {f'{100 * (now - was) / was:+.0f} %' if was else 'new'} |"
        for name, was, now in rows
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", help="a commit")
    parser.add_argument("after", nargs="?", default="HEAD", help="another one (default: HEAD)")
    print("\n".join(table(**vars(parser.parse_args()))))
