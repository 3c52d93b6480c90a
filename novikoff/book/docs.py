"""The documentation of a checkout as pages of the site.

Every document to which `docs/index.md` leads becomes a page, at the same path with `.html`. Every other file to which a
document links is copied to the same path. So a link is the same in the checkout and on the site. A link to a folder
becomes plain words.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from ..algorithms.errors import BadInput

CHECKOUT = Path(__file__).parents[2]
START = "docs/index.md"
SECTIONS: Mapping[str, str] = {"docs/tutorial": "Tutorials", "docs/how-to": "How to", "docs/reference": "Reference",
                               "docs/explanation": "Explanation", "": "For developers"}
"""The titles of the folders; "" stands for every other folder."""
LINK = re.compile(r"\]\(([^)#\s]+)")


@dataclass(frozen=True)
class Docs:
    """The text of each document by its path in the checkout, in reading order; the other files to which they link."""

    texts: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, Path] = field(default_factory=dict)

    @cached_property
    def titles(self) -> dict[str, str]:
        """Return the title of each document, without Markdown."""
        return {name: text.splitlines()[0].removeprefix("# ").replace("`", "") for name, text in self.texts.items()}

    def section(self, name: str) -> str:
        """Return the folder in `SECTIONS` to which a document belongs."""
        folder = posixpath.dirname(name)
        return folder if folder in SECTIONS else ""

    @cached_property
    def sections(self) -> dict[str, list[str]]:
        """Return the documents of each section, in reading order."""
        return {folder: [n for n in self.texts if n != START and self.section(n) == folder] for folder in SECTIONS}


def find_docs() -> Path | None:
    """Return the folder of the checkout that holds this package, or None if the package is installed without it."""
    return CHECKOUT if (CHECKOUT / START).is_file() and (CHECKOUT / "pyproject.toml").is_file() else None


def read_docs(root: Path | None) -> Docs:
    """Read the documents of a checkout, in the order in which links lead to them. Without a root there are none.

    A document is sorted by its last occurrence in `docs/index.md`, whose tables after the first are by kind.

    Raises `BadInput` if a document links to a file that does not exist, or does not begin with its title.
    """
    texts, files = dict[str, str](), dict[str, Path]()
    todo = [START] if root else []
    while todo and root:
        name = todo.pop(0)
        if name in texts:
            continue
        texts[name] = text = (root / name).read_text(encoding="utf-8")
        if not text.startswith("# "):
            raise BadInput(f"{name}, line 1: a document begins with its title, # …")
        targets = [resolve_link(name, link) for link in LINK.findall(text)]
        for target in reversed(dict.fromkeys(reversed([*filter(None, targets)]))):
            if not (root / target).exists():
                raise BadInput(f"{name}: there is no file {target}")
            if target.endswith(".md"):
                todo.append(target)
            elif (root / target).is_file():
                files[target] = root / target
    return Docs(texts, files)


def resolve_link(name: str, link: str) -> str:
    """Return the path that a link of a document leads to; "" for another site or an anchor.

    >>> resolve_link("docs/how-to/ci.md", "../index.md")
    'docs/index.md'
    """
    return "" if "://" in link else posixpath.normpath(posixpath.join(posixpath.dirname(name), link))


def to_page(name: str) -> str:
    """Return the path of the page of a document.

    >>> to_page("docs/how-to/ci.md")
    'docs/how-to/ci.html'
    """
    return f"{name.removesuffix('.md')}.html"
