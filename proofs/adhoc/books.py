"""What a file of entries shows, as `novikoff prove --save` writes it: the one place where a verdict is more than that
of the two checkers on one entry.

Main definitions:
    Shown       a statement, whether it is proved or refuted, at which values, by which theorems
    shown_by    what the last entry of a book shows, or what its theorem refutes
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .. import evidence, kernel, second_checker
from ..statements.registry import claims_of_coq
from . import logarithms

Json = Any
KEYS = {"schema", "entries", "refutes"}
EVIDENCE = {"costs", "models", "necessity"}  # of a book that is stored: of use to `check`, and no part of a proof
UNREADABLE = (kernel.Rejected, ValueError, TypeError, LookupError, AttributeError, ArithmeticError)


@dataclass(frozen=True)
class Shown:
    """`verdict` is "proved" or "refuted"; `cited` are the theorems that the proof rests on, `beside` what else is shown
    and its verdict, and `unread` the parts of the file that say nothing of it.
    """

    statement: Json
    verdict: str
    witness: Json | None
    cited: list[str]
    beside: dict[str, str]
    unread: list[str]

    @property
    def is_contradiction(self) -> bool:
        """Is it that what is supposed contradicts itself?"""
        return self.verdict == "proved" and kernel.FALSE in kernel.read_facts(self.statement["show"]).values()


class NotShown(Exception):
    """The book does not show what it should; the message says where."""


def shown_by(book: Mapping[str, Json]) -> Shown:
    """What the last entry shows or, if the book has "refutes", that the statement there is refuted by it.

    Raises `ValueError` for what is no book, and `NotShown` if the checkers do not accept each entry, if one that is
    named as a claim of the ledger states something else, or if the last one does not refute what it should.
    """
    if book.get("schema") != 1 or isinstance(book["schema"], bool):
        raise ValueError(f"its schema is {book.get('schema')!r:.40}, not 1")
    if unknown := sorted(set(book) - KEYS - EVIDENCE):
        raise ValueError(f"nothing is known of its {unknown[0]!r:.40}")
    try:
        entries = kernel.items(book["entries"])
        first, second = kernel.check_book(entries), second_checker.check_book(entries)
    except UNREADABLE as problem:
        raise ValueError(f"{problem!s:.200}") from None
    if not first:
        raise ValueError("it has no entry")
    for identifier, (verdict, reason, _) in first.items():
        if verdict == "error" or second.get(identifier, ("", ""))[0] != verdict:
            raise NotShown(f"{identifier}: {reason or second.get(identifier, ('', 'the second checker differs'))[1]}")
    ledger = evidence.certificates()
    for entry in entries:
        require_own_name(entry["statement"], ledger)
    *_, last = first
    verdict, statement, witness = first[last][0], entries[-1]["statement"], entries[-1].get("counterexample")
    if "refutes" in book:
        try:
            kernel.require(verdict == "proved", "that it fails at the values is not proved")
            statement, witness = logarithms.refuted(book)
        except UNREADABLE as problem:
            raise NotShown(f"{last} is {verdict}, but {problem!s:.300}") from None
        require_own_name(statement, ledger)
        verdict = "refuted"
    names = cited(last, first)
    beside = {name: result[0] for name, result in first.items() if name not in (*names, last)}
    return Shown(statement, verdict, witness, names, beside, sorted(EVIDENCE & set(book)))


def require_own_name(statement: Json, ledger: Mapping[str, Json]) -> None:
    """Raise `NotShown` for what is named as a claim of the ledger and states something else, or has no name."""
    name = statement.get("id")
    if not isinstance(name, str) or not second_checker.IDENTIFIER.fullmatch(name):
        raise NotShown(f"its statement has no id, but {name!r:.60}")
    claim = ledger.get(name)
    if name in claims_of_coq() or (claim and claim["statement"] != statement):
        raise NotShown(f"{name} is a claim of the ledger, which is stated otherwise; `novikoff explain` shows it")


def cited(last: str, results: dict[str, tuple[str, str, list[str]]]) -> list[str]:
    """The theorems on which one rests, in their order."""
    needed = {last}
    for identifier in reversed(results):
        needed |= set(results[identifier][2]) if identifier in needed else set()
    return [identifier for identifier in results if identifier in needed - {last}]
