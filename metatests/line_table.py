"""Lines of code by package, for one commit or two:  python -m metatests.line_table [COMMIT [COMMIT]]

Main definitions:
    count_lines    package -> files and lines of Python at a commit
    table          the packages in rows, with the change from one commit to the other

Without COMMIT, it counts the files of the work tree that git knows. A line is a line: blank ones and docstrings count.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
PARTS = ("novikoff/proofs/claims", "novikoff/proofs", "novikoff/properties", "novikoff/algorithms")
"""Folders inside the package that are counted by themselves; once they were at the top of the repository."""


def git(*words: str) -> bytes:
    """Return what a git command prints."""
    return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, check=True).stdout


def sources(commit: str | None) -> dict[str, int]:
    """Return the number of lines of each Python file that is not a link, by path."""
    if commit is None:
        names = git("ls-files", "-z", "--", "*.py").decode().split("\0")[:-1]
        return {name: (ROOT / name).read_bytes().count(b"\n") for name in names if (ROOT / name).is_file()}
    listed = git("ls-tree", "-r", "-z", commit).decode().split("\0")[:-1]
    blobs = {path: about.split()[2] for about, _, path in (line.partition("\t") for line in listed)
             if path.endswith(".py") and about.split()[0] != "120000"}
    asked = "\n".join(blobs.values()) + "\n"
    done = subprocess.run(["git", "-C", str(ROOT), "cat-file", "--batch"], input=asked.encode(), capture_output=True,
                          check=True).stdout
    found, at = {}, 0
    for path in blobs:
        end = done.index(b"\n", at)
        size = int(done[at:end].split()[2])
        found[path] = done.count(b"\n", end + 1, end + 1 + size)
        at = end + 2 + size
    return found


def package_of(path: str) -> str:
    """Return the package that a file belongs to.

    >>> [package_of(path) for path in ("proofs/kernel.py", "novikoff/proofs/claims/svm/hinge.py", "novikoff/cli.py")]
    ['novikoff/proofs', 'novikoff/proofs/claims', 'novikoff']
    >>> [package_of(path) for path in ("novikoff/book/site.py", "tests/book/test_book.py", "setup.py")]
    ['novikoff/book', 'tests', 'others']
    """
    inside = f"novikoff/{path}" if path.startswith(("algorithms/", "proofs/", "properties/")) else path
    if is_test(inside):
        return "tests"
    for part in PARTS:
        if inside.startswith(f"{part}/"):
            return part
    first, *more = inside.split("/")
    if first == "novikoff":
        return f"novikoff/{more[0]}" if len(more) > 1 else "novikoff"
    return first if more else "others"


def is_test(path: str) -> bool:
    """Return whether a file has tests; properties that pytest runs are in the folders of their subject."""
    name = path.rpartition("/")[2]
    return path.startswith("tests/") or name.startswith(("test_", "conftest"))


def count_lines(commit: str | None) -> dict[str, tuple[int, int]]:
    """Return the files and lines of each package."""
    files, lines = Counter[str](), Counter[str]()
    for path, count in sources(commit).items():
        files[package_of(path)] += 1
        lines[package_of(path)] += count
    for name in [name for name in lines if name.startswith("novikoff")]:
        files["the product"] += files[name]
        lines["the product"] += lines[name]
    return {name: (files[name], lines[name]) for name in sorted(lines, key=lambda n: (not n.startswith("novikoff"), n))}


def table(commits: Sequence[str | None]) -> list[str]:
    """Return a line for each package: files and lines at each commit, and the change of lines."""
    counts = [count_lines(commit) for commit in commits]
    names = sorted({name for count in counts for name in count}, key=lambda n: (not n.startswith("novikoff"), n))
    heads = [git("rev-parse", "--short", commit).decode().strip() if commit else "work tree" for commit in commits]
    lines = [f"{'files, lines of Python':24}" + "".join(f"{head:>20}" for head in heads)]
    for name in names:
        each = [count.get(name, (0, 0)) for count in counts]
        change = f"{each[-1][1] - each[0][1]:+12}" if len(each) > 1 else ""
        lines.append(f"{name:24}" + "".join(f"{files:10}{number:10}" for files, number in each) + change)
    return lines


if __name__ == "__main__":
    print("\n".join(table(sys.argv[1:3] or [None])))
