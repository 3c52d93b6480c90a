"""The statements of the five documents, row by row, and what accounts for each.

Main definitions
    Row, rows            a statement of a document: its permanent ledger id, the document, the place in it
    definition           accounts for a row that fixes a word
    informal             accounts for a row in which nothing can be checked, with the reason
    example              accounts for a row by exact computation on finitely many examples
    Home, home           the claims and accounts of a row, and its verdict once the claims have theirs

A row is at home in every claim that names it in `ledger=`, with the role that the claim has there (`registry.ROLES`).
What no theorem can be made of is accounted for in `proofs/documents/`, one file for each document. A row may have both:
the word that a definition fixes and the claims that follow from it. The rule for the verdict is `Home.verdict`.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ..statements.registry import Claim, claims, claims_of_coq

PACKAGE = __name__.rpartition(".")[0]
RELATIONS = "relations"  # the "document" of the rows that relate the documents to each other
SETTLED = frozenset({"proved", "proved-by-coq", "proved-bounded", "refuted"})
WEAKEST_FIRST = ("error", "vacuous", "unknown", "tested", "proved-bounded", "proved-by-coq", "proved", "refuted")


@dataclass(frozen=True)
class Row:
    """A statement of a document. `document` is a bibliography key, or RELATIONS."""

    id: str
    document: str
    place: str


@dataclass(frozen=True)
class Account:
    """What accounts for a row besides claims.

    `verdict` is definition, informal, tested, or unknown. `slip` is what should be written where the document has a
    purely typographical slip. `compute`, of an example, returns how many exact examples agree, or raises `Disagrees`.
    """

    row: str
    verdict: str
    says: str
    slip: str = ""
    compute: Callable[[], int] | None = None


class Disagrees(Exception):
    """A computed example is not what the document says; the message has both."""


_accounts: dict[str, Account] = {}


def _register(account: Account) -> None:
    if account.row not in rows():
        raise KeyError(f"there is no row {account.row!r} in rows.json")
    if account.row in _accounts:
        raise ValueError(f"{account.row} is accounted for twice")
    _accounts[account.row] = account


def definition(row: str, says: str, *, slip: str = "") -> None:
    """The row fixes a word: what it means here, in mathematics. Its checkable consequences are claims of their own."""
    _register(Account(row, "definition", says, slip))


def informal(row: str, because: str, *, slip: str = "") -> None:
    """Nothing in the row can be checked, because …"""
    _register(Account(row, "informal", because, slip))


def example(row: str) -> Callable[[Callable[[], int]], Callable[[], int]]:
    """The decorated function repeats the document's example exactly; its docstring says what agrees."""

    def register(compute: Callable[[], int]) -> Callable[[], int]:
        says = " ".join((compute.__doc__ or "").split("\n\n")[0].split())
        _register(Account(row, "tested", says, compute=compute))
        return compute

    return register


@cache
def rows() -> dict[str, Row]:
    """All rows by id, in the order of the documents."""
    text = files(PACKAGE).joinpath("rows.json").read_text(encoding="utf-8")
    return {identifier: Row(identifier, document, place) for identifier, document, place in json.loads(text)}


@cache
def accounts() -> Mapping[str, Account]:
    """All accounts, by row."""
    package = importlib.import_module(PACKAGE)
    for module in sorted(m.name for m in pkgutil.iter_modules(package.__path__, package.__name__ + ".")):
        importlib.import_module(module)
    return _accounts


@dataclass(frozen=True)
class Home:
    """Where a row is at home."""

    row: Row
    claims: tuple[Claim, ...]
    account: Account | None

    @property
    def claim(self) -> Claim | None:
        """The claim that is the row's own: of those that decide on it one that refutes it, or else the first, rather
        one that states it than one that it denies; where none decides, the first of all.
        """
        order = {c: (self.says(c, c.expected) != "refuted", self.role(c) != "states") for c in self.decisive}
        return min(order, key=order.__getitem__) if order else next(iter(self.claims), None)

    @property
    def decisive(self) -> tuple[Claim, ...]:
        """The claims that decide on the row: those that state it, wholly or in part, and those that it denies."""
        return tuple(c for c in self.claims if self.role(c) in ("states", "denies"))

    @property
    def corrected(self) -> str | None:
        """The claim that holds where the row is false: the correction of its own claim, or what corrects the row."""
        corrections = [self.claim.corrected if self.claim and self.claim in self.decisive else None]
        corrections += [c.id for c in self.claims if self.role(c) == "corrects"]
        return next(filter(None, corrections), None)

    def role(self, claim: Claim) -> str:
        """What a claim is to the row. If it only names the row, it states it; but a proved claim follows from the
        account of the row, if it has one, and beside a refuted claim that states the row it corrects that or goes
        with it.
        """
        false = [c for c in self.claims if c.expected == "refuted" and c.ledger[self.row.id] in ("", "states")]
        beside = "corrects" if claim.id in {c.corrected for c in false} else "follows"
        usual = "states" if claim in false or not (false or self.account) else beside
        return claim.ledger[self.row.id] or usual

    def says(self, claim: Claim, verdict: str) -> str:
        """The verdict on the row that one on the claim amounts to: where the row denies the claim, the opposite."""
        opposite = {"proved": "refuted", "refuted": "proved"}
        return opposite.get(verdict, verdict) if self.role(claim) == "denies" else verdict

    def verdict(self, verdicts: Mapping[str, str]) -> str:
        """The verdict on the row, given those on its claims; "missing" if nothing accounts for it.

        The claims that state a source statement, or a part of it, decide its verdict. A claim that contradicts
        it counts with the opposite verdict. If one of these verdicts is refuted, the statement is refuted;
        otherwise it has the weakest of them. Without such claims, it has the verdict of its account.
        Corrections, consequences, and false statements that show what the source lacks do not count. But if any
        claim of the statement is vacuous, unknown or an error, so is the statement.
        """
        unsettled = [verdicts[c.id] for c in self.claims if verdicts[c.id] not in SETTLED]
        found = [self.says(c, verdicts[c.id]) for c in self.decisive]
        if unsettled or not found:
            return min(unsettled, key=weakness) if unsettled else self.account.verdict if self.account else "missing"
        return "refuted" if "refuted" in found else min(found, key=weakness)


def weakness(verdict: str) -> int:
    """The place of a verdict among all, weakest first; what is not known is weakest."""
    return WEAKEST_FIRST.index(verdict) if verdict in WEAKEST_FIRST else -1


def home(wanted: Iterable[str] | None = None) -> list[Home]:
    """The homes of the wanted rows (default: all)."""
    known, by_row = rows(), dict[str, list[Claim]]()
    for claim in (*claims().values(), *claims_of_coq().values()):
        for identifier in claim.ledger:
            by_row.setdefault(identifier, []).append(claim)
    chosen = list(known if wanted is None else wanted)
    return [Home(known[i], tuple(by_row.get(i, ())), accounts().get(i)) for i in chosen]
