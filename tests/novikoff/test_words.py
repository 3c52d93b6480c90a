"""No page, help or message has words that are private to this project or archaic: `tests/private_words.txt`."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from metatests import command_line_page_writer
from novikoff.cli import NAMES

ROOT = Path(__file__).parents[2]
LINES = (ROOT / "tests" / "private_words.txt").read_text(encoding="utf-8").splitlines()
WORDS = re.compile("|".join(f"(?:{line})" for line in LINES if line and not line.startswith("#")), re.IGNORECASE)
PLACES = ("*.md", "docs/**/*.md", "tests/*.md", "benchmarks/*.md", "novikoff/book/**/*.md")
PAGES = [page for place in PLACES for page in sorted(ROOT.glob(place))]
CODE = re.compile(r"```.*?```|`[^`\n]*`|\]\([^)]*\)|\{\{.*?\}\}", re.DOTALL)  # commands, links and claims are not prose


def private(text: str) -> list[str]:
    """The words of a text that are private, each with what is around it."""
    prose = CODE.sub(" ", text)
    return [prose[max(0, m.start() - 30) : m.end() + 30].replace("\n", " ") for m in WORDS.finditer(prose)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_has_no_private_words(page: Path) -> None:
    assert private(page.read_text(encoding="utf-8")) == []


def test_the_help_has_no_private_words() -> None:
    found = {name: private(text.replace("--anew", "")) for name, text in command_line_page_writer.help_texts()}
    assert len(found) > len(NAMES)
    assert {name: words for name, words in found.items() if words} == {}


def messages(path: Path) -> Iterator[tuple[int, str]]:
    """The line and text of each string of several words that is no docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    scopes = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docstrings = {id(scope.body[0].value) for scope in ast.walk(tree)
                  if isinstance(scope, scopes) and scope.body and isinstance(scope.body[0], ast.Expr)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in docstrings else None
        if isinstance(text, str) and " " in text.strip():
            yield node.lineno, text


def test_no_message_has_private_words_and_they_would_be_found() -> None:
    files = [path for path in sorted((ROOT / "novikoff").rglob("*.py")) if "claims" not in path.parts]
    found = [(path.name, line, words) for path in files for line, text in messages(path)
             if (words := private(text.replace("--anew", "")))]
    assert found == []
    assert len(private("Nobody told it, `told`, [here](told.md): it stands there.")) == 3
