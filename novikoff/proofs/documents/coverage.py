"""The statements of the five documents, row by row, with the claims and accounts of each.

Main definitions
    Row, rows            a statement of a document: its permanent ledger id, the document, the place in it
    definition           account for a row that fixes a word
    informal             account for a row that says nothing checkable, with the reason
    example              account for a row by exact computation on finitely many examples
    erratum              record the error in the printed sentence of a row, with its grade
    Home, home           the claims and accounts of a row, which determine its verdict

A claim names its rows in `ledger=`, with its role for each row (`registry.ROLES`). A row that cannot become a theorem
has an account in `proofs/documents/`. A row may have both, for example a definition and claims that follow from it.
`Home.verdict` is the rule for the verdict.
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
RESTRICTED = "proved-with-added-hypothesis"
WEAKEST_FIRST = (
    "error", "vacuous", "unknown", "tested", "proved-bounded", RESTRICTED, "proved-by-coq", "proved", "refuted",
)  # fmt: skip
GRADES = {
    "false": "false, however it is read",
    "lacks a hypothesis": "true with a hypothesis that the text does not state",
    "unkind reading": "false if read literally; another reading is true, or asserts nothing",
}
"""The grades of an erratum."""


@dataclass(frozen=True)
class Row:
    """A statement of a document; `document` is a bibliography key, or RELATIONS."""

    id: str
    document: str
    place: str


@dataclass(frozen=True)
class Account:
    """An account for a row besides claims.

    `verdict` is definition, informal, tested or unknown. `slip` is the correction of a purely typographical slip. For
    an example, `compute` returns the number of exact examples that agree, or raises `Disagrees`.
    """

    row: str
    verdict: str
    says: str
    slip: str = ""
    compute: Callable[[], int] | None = None


class Disagrees(Exception):
    """A computed example differs from the document; the message has both."""


@dataclass(frozen=True)
class Erratum:
    """An error in a row: the printed sentence, one of GRADES, and a sentence that says what is wrong and why."""

    row: str
    grade: str
    quote: str
    wrong: str


_accounts: dict[str, Account] = {}
_errata: dict[str, Erratum] = {}


def _register(account: Account) -> None:
    if account.row not in rows():
        raise KeyError(f"there is no row {account.row!r} in rows.json")
    if account.row in _accounts:
        raise ValueError(f"{account.row} is accounted for twice")
    _accounts[account.row] = account


def definition(row: str, says: str, *, slip: str = "") -> None:
    """Record that a row fixes a word, with its mathematical meaning; checkable consequences are separate claims."""
    _register(Account(row, "definition", says, slip))


def informal(row: str, because: str, *, slip: str = "") -> None:
    """Record that a row says nothing checkable, with the reason."""
    _register(Account(row, "informal", because, slip))


def example(row: str) -> Callable[[Callable[[], int]], Callable[[], int]]:
    """Return a decorator for a function that repeats the row's example exactly.

    The function returns the number of examples that agree; its docstring says what agrees.
    """

    def register(compute: Callable[[], int]) -> Callable[[], int]:
        says = " ".join((compute.__doc__ or "").split("\n\n")[0].split())
        _register(Account(row, "tested", says, compute=compute))
        return compute

    return register


def erratum(row: str, grade: str, quote: str, wrong: str) -> None:
    """Record an error in a row. Raises KeyError for an unknown row or grade, ValueError for a second erratum."""
    if row not in rows() or grade not in GRADES:
        raise KeyError(f"{row!r} is not in rows.json, or {grade!r} is none of {', '.join(GRADES)}")
    if row in _errata:
        raise ValueError(f"{row} has two errata")
    _errata[row] = Erratum(row, grade, quote, wrong)


@cache
def rows() -> dict[str, Row]:
    """Return all rows by id, in the order of the documents."""
    text = files(PACKAGE).joinpath("rows.json").read_text(encoding="utf-8")
    return {identifier: Row(identifier, document, place) for identifier, document, place in json.loads(text)}


@cache
def _load() -> None:
    package = importlib.import_module(PACKAGE)
    for module in sorted(m.name for m in pkgutil.iter_modules(package.__path__, package.__name__ + ".")):
        importlib.import_module(module)


def accounts() -> Mapping[str, Account]:
    """Return all accounts, by row."""
    _load()
    return _accounts


def errata() -> Mapping[str, Erratum]:
    """Return all errata, by row."""
    _load()
    return _errata


@dataclass(frozen=True)
class Home:
    """A row with its claims and its account."""

    row: Row
    claims: tuple[Claim, ...]
    account: Account | None

    @property
    def claim(self) -> Claim | None:
        """Return the claim that represents the row.

        This is the first deciding claim that refutes the row, else the first that states it, else the first deciding
        claim. If no claim decides the row, return the first claim.
        """
        order = {c: (self.says(c, c.expected) != "refuted", self.role(c) == "denies") for c in self.decisive}
        return min(order, key=order.__getitem__) if order else next(iter(self.claims), None)

    @property
    def decisive(self) -> tuple[Claim, ...]:
        """Return the claims that decide the row, because they state, restrict or deny it."""
        return tuple(c for c in self.claims if self.role(c) in ("states", "restricts", "denies"))

    @property
    def adds(self) -> dict[str, str]:
        """Return the hypotheses that the row lacks, as CLAIM.HYPOTHESIS (or CLAIM) -> the hypothesis in words."""
        found = {c: c.adds for c in self.claims if self.role(c) == "restricts"}
        return {f"{c.id}.{name}".rstrip("."): words for c, adds in found.items() for name, words in adds.items()}

    @property
    def differs(self) -> str:
        """Return how the row differs from the claims that decide it, "" if there is no difference."""
        said = (c.says for c in sorted(self.decisive, key=lambda c: c is not self.claim) if c.expected != "refuted")
        return "; ".join(dict.fromkeys(filter(None, said)))

    @property
    def corrected(self) -> str | None:
        """Return the id of the claim that holds where the row is false: its own claim's correction, or one for the row.
        """
        own = self.claim if self.claim in self.decisive else None
        if own is None or self.says(own, own.expected) != "refuted":
            return None
        corrections = [own.corrected, *(c.id for c in self.claims if self.role(c) == "corrects")]
        return next(filter(None, corrections), None)

    def role(self, claim: Claim) -> str:
        """Return the role of a claim for the row: the role that the claim names, or else

        * a refuted claim states the row, unless the grade of its erratum is not "false": then it shows a lack;
        * a proved claim follows if the row has an account; beside a refuted claim, its correction corrects, restricts
          or states the row, by the grade of the erratum, and other proved claims follow;
        * any other proved claim states the row, or restricts it if it adds a hypothesis. Relations between the
          documents have their hypotheses in the row, so that nothing is added.
        """
        if given := claim.ledger[self.row.id]:
            return given
        erratum = errata().get(self.row.id)
        grade = erratum.grade if erratum else "false"
        false = [c for c in self.claims if c.expected == "refuted" and c.ledger[self.row.id] in ("", "states")]
        if claim in false:
            return "states" if grade == "false" else "lacks"
        corrects = claim.id in {c.corrected for c in false}
        if self.account or (false and not corrects):
            return "follows"
        if corrects and grade == "false":
            return "corrects"
        return "restricts" if claim.adds and self.row.document != RELATIONS else "states"

    def says(self, claim: Claim, verdict: str) -> str:
        """Return the verdict on the row that follows from a verdict on the claim.

        A claim that denies the row gives the opposite verdict; a proved claim that restricts it gives RESTRICTED.
        """
        role = self.role(claim)
        if role == "restricts":
            return RESTRICTED if verdict in ("proved", "proved-by-coq") else verdict
        return {"proved": "refuted", "refuted": "proved"}.get(verdict, verdict) if role == "denies" else verdict

    def verdict(self, verdicts: Mapping[str, str]) -> str:
        """Return the verdict on the row, given the verdicts on its claims; "missing" if it has no claim and no account.

        The claims that state a source statement, or a part of it, decide its verdict. A claim that contradicts
        it counts with the opposite verdict. A claim that adds a hypothesis which the source lacks counts as
        proved with an added hypothesis. If one of these verdicts is refuted, the statement is refuted;
        otherwise it has the weakest of them. Without such claims, it has the verdict of its account.
        Corrections, consequences, and statements that show what the source lacks do not count. But if any
        claim of the statement is vacuous, unknown or an error, so is the statement.
        """
        unsettled = [verdicts[c.id] for c in self.claims if verdicts[c.id] not in SETTLED]
        found = [self.says(c, verdicts[c.id]) for c in self.decisive]
        if unsettled or not found:
            return min(unsettled, key=weakness) if unsettled else self.account.verdict if self.account else "missing"
        return "refuted" if "refuted" in found else min(found, key=weakness)


def weakness(verdict: str) -> int:
    """Return the position of a verdict in WEAKEST_FIRST; -1 for an unknown verdict."""
    return WEAKEST_FIRST.index(verdict) if verdict in WEAKEST_FIRST else -1


def home(wanted: Iterable[str] | None = None) -> list[Home]:
    """Return the wanted rows (default: all) with their claims and accounts."""
    known, by_row = rows(), dict[str, list[Claim]]()
    for claim in (*claims().values(), *claims_of_coq().values()):
        for identifier in claim.ledger:
            by_row.setdefault(identifier, []).append(claim)
    chosen = list(known if wanted is None else wanted)
    return [Home(known[i], tuple(by_row.get(i, ())), accounts().get(i)) for i in chosen]
