"""Random sentences to read, as many of each kind of text:  python -m metatests.sample_sentences --seed N

Main definitions:
    sentences        the sentences of a Python file, each with its line and kind: docstring, message, help or claim
    page_sentences   the sentences of a page in Markdown, each with its line
    sample           random sentences for a seed; the kinds take turns
"""

from __future__ import annotations

import argparse
import ast
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[1]
FEWEST = 4  # words of a sentence
PAGES = {"front": ("*.md",), "docs": ("docs/**/*.md",), "book": ("novikoff/book/**/*.md",)}  # their kinds and places
GENERATED = ("command-line.md", "python-api.md")  # pages that repeat the help and the docstrings
BLOCK = re.compile(r"\n(?=\s*(?:\||#|[*-] |\d+\. |<!--|> ))|\n\s*\n")  # begin of a row, item or paragraph
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)


def split_sentences(text: str) -> list[str]:
    r"""Return the sentences of a text, without doctests.

    >>> split_sentences("Return the sum of all.  It is\n0 if there is nothing.\n\n>>> f(2)\n3")
    ['Return the sum of all.', 'It is 0 if there is nothing.']
    """
    prose = [p for p in re.split(r"\n\s*\n", text) if not p.lstrip().startswith((">>>", "\\b"))]
    lines = [" ".join(part.split()) for p in prose for part in re.split(r"\n(?=\s*\S+(?:, \S+)*  +\S)", p)]
    return [s for line in lines for s in re.split(r"(?<=[.?!]) (?=[A-Z`*[])", line) if len(s.split()) >= FEWEST]


def text_of(node: ast.expr) -> str:
    """Return a literal text, with … for each value in it; "" for any other expression."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(p.value) if isinstance(p, ast.Constant) else "…" for p in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def sentences(source: str, is_claim: bool = False) -> Iterator[tuple[str, int, str]]:
    """Yield kind, line and text of each sentence in a Python source.

    >>> list(sentences('raise BadInput(f"the number {n} is too large")'))
    [('message', 1, 'the number … is too large')]
    """
    for node in ast.walk(ast.parse(source)):
        found: list[tuple[str, int, str]] = []
        if isinstance(node, DOCUMENTED) and (text := ast.get_docstring(node)):
            found.append(("claim" if is_claim else "docstring", node.body[0].lineno, text))
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            found += [("message", node.lineno, text_of(each)) for each in node.exc.args]
        elif isinstance(node, ast.Call):
            found += [("help", k.value.lineno, text_of(k.value)) for k in node.keywords if k.arg == "help"]
            if getattr(node.func, "attr", getattr(node.func, "id", "")) in ("echo", "print", "Words", "note"):
                found += [("message", node.lineno, text_of(each)) for each in node.args]
        yield from ((kind, line, each) for kind, line, text in found for each in split_sentences(text))


def page_sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each sentence of a page in Markdown, without code blocks and headings.

    >>> list(page_sentences("# A title of four words\\n\\nRun it as `novikoff` does.\\n\\n* One item of a list.\\n"))
    [(3, 'Run it as `novikoff` does.'), (5, '* One item of a list.')]
    """
    prose = re.sub(r"^```.*?^```|^ *#.*?$", lambda m: "\n" * m[0].count("\n"), text, flags=re.DOTALL | re.MULTILINE)
    starts = [0, *(m.end() for m in BLOCK.finditer(prose)), len(prose)]
    for start, end in pairwise(starts):
        line = 1 + prose.count("\n", 0, end - len(prose[start:end].lstrip()))
        yield from ((line, each) for each in split_sentences(prose[start:end]))


def sample(seed: int, count: int) -> list[str]:
    """Return `count` random sentences with file, line and kind, chosen by `seed`: as many of each kind."""
    found = defaultdict(list)
    for path in sorted((ROOT / "novikoff").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        for kind, line, text in sentences(path.read_text(encoding="utf-8"), "/claims/" in name):
            found[kind].append(f"{name}:{line} [{kind}] {text}")
    for kind, places in PAGES.items():
        for path in (each for place in places for each in sorted(ROOT.glob(place)) if each.name not in GENERATED):
            name = path.relative_to(ROOT).as_posix()
            page = path.read_text(encoding="utf-8")
            found[kind] += [f"{name}:{line} [{kind}] {text}" for line, text in page_sentences(page)]
    draw = random.Random(seed)
    turns = zip(*(draw.sample(found[kind], -(-count // len(found))) for kind in sorted(found)), strict=True)
    return [each for turn in turns for each in turn][:count]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=str(__doc__).partition(":")[0])
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=60)
    given = parser.parse_args()
    print(f"seed {given.seed}")
    print("\n".join(sample(given.seed, given.count)))
