"""Single entries of the book as text for Lean, without what they rest on; nothing is written to files.

    texts    the theorem and its proof, as they stand in the files of `export`
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from .. import kernel
from ..kernel import Json
from .lean.stating import Theorem
from .lean.translate import Translation
from .spelling import Names, Unsupported
from .stating import cited


def texts(entries: Iterable[Json], wanted: Collection[str]) -> Iterator[tuple[str, str]]:
    """The text of each wanted entry by id; "" for one that has no translation. `entries` are a book, in order.

    >>> from ..evidence import certificate
    >>> text = dict(texts([certificate("cauchy-schwarz")], ["cauchy-schwarz"]))["cauchy-schwarz"]
    >>> text.splitlines()[0]
    'theorem cauchy_schwarz {V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V] (u v : V)'
    """
    theorems, names, book = dict[str, Theorem](), Names(), list(entries)
    needed = {*wanted}.union(*(cited(entry) for entry in book if entry["statement"]["id"] in wanted))
    for entry in book:
        identifier = entry["statement"]["id"]
        name = names(identifier, "fact")
        if identifier not in needed:
            continue
        try:
            translation = Translation(entry, theorems, name)
            text = translation.render() if identifier in wanted else ""
        except (Unsupported, kernel.Rejected, AttributeError, LookupError, TypeError, ValueError):
            if identifier in wanted:
                yield identifier, ""
            continue
        if entry.get("proof") is not None:
            theorems[identifier] = translation.theorem
        if identifier in wanted:
            yield identifier, text
