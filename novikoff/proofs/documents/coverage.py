"""The statements of the five documents, row by row, with the claims and accounts of each.

Main definitions: `Row`, `Account`, `Erratum`, `Home`, and the functions `rows`, `accounts`, `errata`, `home`.

A claim names its rows in `ledger=`, with its role for each row (`registry.ROLES`). A row that cannot become a theorem
has an account in `accounts.toml`. A row may have both, for example a definition and claims that follow from it.
`Home.verdict` is the rule for the verdict.
"""

import json
import tomllib
from collections.abc import Iterable, Mapping
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
)
GRADES = {"false": "false, however it is read",
          "lacks a hypothesis": "true with a hypothesis that the text does not state",
          "unkind reading": "false if read literally; another reading is true, or asserts nothing"}
"""The grades of an erratum."""


@dataclass(frozen=True)
class Row:
    """A statement of a document; `document` is a bibliography key, or RELATIONS."""

    id: str
    document: str
    place: str


@dataclass(frozen=True)
class Account:
    """An account for a row besides claims. `verdict` is definition or informal. `slip` is the correction of a purely
    typographical slip."""

    row: str
    verdict: str
    says: str
    slip: str = ""


@dataclass(frozen=True)
class Erratum:
    """An error in a row: the printed sentence, one of GRADES, and a sentence that says what is wrong and why."""

    row: str
    grade: str
    quote: str
    wrong: str


@cache
def rows() -> dict[str, Row]:
    """Return all rows by id, in the order of the documents."""
    text = files(PACKAGE).joinpath("rows.json").read_text(encoding="utf-8")
    return {identifier: Row(identifier, document, place) for identifier, document, place in json.loads(text)}


def read_accounts(text: str) -> tuple[dict[str, Account], dict[str, Erratum]]:
    """Return the accounts and the errata in a text in the format of `accounts.toml`, by row.

    Raises KeyError for an unknown row or grade, ValueError for a row with two tables or with a key that is not known.

    >>> read_accounts('''['004-kmeans']\\ninformal = "it names an aim"''')[0]["004-kmeans"].verdict
    'informal'
    """
    found, wrong = dict[str, Account](), dict[str, Erratum]()
    for row, table in tomllib.loads(text).items():
        said = {key: " ".join(words.split()) for key, words in table.items()}
        if row not in rows():
            raise KeyError(f"there is no row {row!r} in rows.json")
        if verdict := next((key for key in ("definition", "informal") if key in said), ""):
            found[row] = Account(row, verdict, said.pop(verdict), said.pop("slip", ""))
        if "erratum" in said:
            wrong[row] = Erratum(row, *(said.pop(key) for key in ("erratum", "quote", "wrong")))
            if wrong[row].grade not in GRADES:
                raise KeyError(f"{wrong[row].grade!r} is not one of {', '.join(GRADES)}")
        if said:
            raise ValueError(f"{row} has {', '.join(said)}, which belongs to no account")
    return found, wrong


@cache
def _read_both() -> tuple[dict[str, Account], dict[str, Erratum]]:
    return read_accounts(files(PACKAGE).joinpath("accounts.toml").read_text(encoding="utf-8"))


def accounts() -> Mapping[str, Account]:
    """Return all accounts, by row."""
    return _read_both()[0]


def errata() -> Mapping[str, Erratum]:
    """Return all errata, by row."""
    return _read_both()[1]


@dataclass(frozen=True)
class Home:
    """A row with its claims and its account."""

    row: Row
    claims: tuple[Claim, ...]
    account: Account | None

    @property
    def claim(self) -> Claim | None:
        """Return the claim that represents the row. This is the first deciding claim that refutes the row, else the
        first that states it, else the first deciding claim. If no claim decides the row, return the first claim."""
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
        """Return the id of the claim that corrects a false row: the correction of the claim, or a correction of the
        row."""
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
        """Return the verdict on the row that follows from a verdict on the claim. A claim that denies the row gives the
        opposite verdict; a proved claim that restricts it gives RESTRICTED."""
        role = self.role(claim)
        if role == "restricts":
            return RESTRICTED if verdict in ("proved", "proved-by-coq") else verdict
        return {"proved": "refuted", "refuted": "proved"}.get(verdict, verdict) if role == "denies" else verdict

    def verdict(self, verdicts: Mapping[str, str]) -> str:
        """Return the verdict on the row, given the verdicts on its claims; "missing" if it has no claim and no account.

        The claims that state a source statement, or a part of it, decide its verdict. A claim that contradicts
        it counts with the opposite verdict. A claim that adds a hypothesis which the source lacks counts as
        proved with an added hypothesis. If one of these verdicts is refuted, the statement is refuted;
        otherwise it has the weakest of them. Without such claims, the statement is a definition or informal.
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
