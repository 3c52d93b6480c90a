"""The verdict on a file of `novikoff prove --save`. All other verdicts need only the answers of both checkers on one
certificate.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .. import evidence, kernel
from ..search.proof_json import REFUSALS, describe_refusal, reachable
from ..statements.registry import Claim, claims, claims_of_coq
from ..statements.vector_language import facts_of
from . import irrational_counterexamples

Json = Any
KEYS = {"schema", "entries", "refutes"}
EVIDENCE = {"costs", "models", "necessity"}  # of a book that is stored: of use to `check`, and no part of a proof
FACTS = (">=", ">", "=", "!=")  # the relations of an older format
PLACES = ("by", "on", "squares", "norms", "exponentials")  # of terms in proofs


@dataclass(frozen=True)
class Shown:
    """`verdict` is "proved" or "refuted". `cited` are the theorems that the proof uses, `beside` are the other shown
    statements with their verdicts, and `unread` are the parts of the file that do not concern the proof."""

    statement: Json
    verdict: str
    witness: Json | None
    cited: list[str]
    beside: dict[str, str]
    unread: list[str]

    @property
    def is_contradiction(self) -> bool:
        """Return whether the proved statement says that the hypotheses contradict each other."""
        return self.verdict == "proved" and kernel.FALSE in facts_of(self.statement, "show").values()


class NotShown(Exception):
    """The book does not show what it should; the message says where."""


class Outdated(ValueError):
    """An older version wrote the book; the message says what to do."""


class TooLong(Exception):
    """Checking the book takes more work than the checkers allow; the message says where."""


def check_saved_proof(book: Mapping[str, Json]) -> Shown:
    """Return what the last entry shows; if the book has "refutes", this is the refutation of the statement there.

    Raises `ValueError` for data that are not a book, and `NotShown` at the first entry that a checker does not accept,
    for an entry that has a name of the ledger and states something else, and if the last entry does not refute the
    statement. Raises `TooLong` at the first entry for which the work of a checker does not suffice.
    """
    if book.get("schema") != 1 or isinstance(book["schema"], bool):
        raise ValueError(f"its schema is {book.get('schema')!r:.40}, not 1")
    if unknown := sorted(set(book) - KEYS - EVIDENCE):
        raise ValueError(f"it has the unknown key {unknown[0]!r:.40}")
    try:
        entries = kernel.items(book["entries"])
    except REFUSALS as problem:
        raise ValueError(f"{problem!s:.200}") from None
    if not entries:
        raise ValueError("it has no entry")
    first = check_entries(entries)
    names, ledger = names_of_the_ledger(), evidence.certificates()
    for entry in entries:
        require_own_name(entry["statement"], names, ledger)
    *_, last = first
    verdict, statement, witness = first[last][0], entries[-1]["statement"], entries[-1].get("counterexample")
    if "refutes" in book:
        try:
            kernel.require(verdict == "proved", "no proof shows that the statement fails at these values")
            statement, witness = irrational_counterexamples.read_refutation(book)
        except REFUSALS as problem:
            raise NotShown(f"{last} is {verdict}, but {problem!s:.300}") from None
        require_own_name(statement, names, ledger)
        verdict = "refuted"
    cited = reachable(first[last][2], lambda identifier: first[identifier][2])
    needed = [identifier for identifier in first if identifier in cited]
    beside = {name: result[0] for name, result in first.items() if name not in (*needed, last)}
    return Shown(statement, verdict, witness, needed, beside, sorted(EVIDENCE & set(book)))


def check_entries(entries: list[Json]) -> dict[str, kernel.Result]:
    """Return the kernel's results, in order. Raises `NotShown` or `TooLong` at the first entry that it refuses, and
    `Outdated` if that entry has an older format. Entries after the last one are not checked."""
    results = dict[str, kernel.Result]()
    for entry, (name, result) in zip(entries, kernel.check_each(entries, {}), strict=True):
        verdict, reason, _ = result
        if verdict == "error":
            if has_polynomials(entry):
                why = f"an older version of novikoff wrote {name}; prove it again with `novikoff prove --save`"
                raise Outdated(why)
            if "too long" in reason:
                raise TooLong(f"{name}: {reason.partition(': ')[2] or reason}")
            raise NotShown(f"{name}: {describe_refusal(reason)}")
        results[name] = result
    return results


def has_polynomials(entry: Json) -> bool:
    """Return whether the entry has tables of monomials in the places of terms. Older versions wrote them."""
    todo = [entry]
    while todo:
        part, terms = todo.pop(), list[Json]()
        if isinstance(part, dict):
            given = [part.get(key) for key in PLACES]
            terms = [term for one in given for term in (one if isinstance(one, list) else [one])]
            todo += part.values()
        elif isinstance(part, list):
            terms = part[1:] if part and part[0] in FACTS else []
            todo += part
        if any(isinstance(term, dict) for term in terms):
            return True
    return False


def names_of_the_ledger() -> dict[str, str]:
    """Return each name under which `find` finds a claim of the ledger, in lower case, with the id of the claim."""
    known = [claim for claim in (*claims().values(), *claims_of_coq().values()) if not claim.origin]
    kinds: tuple[Callable[[Claim], Iterable[str]], ...] = (lambda c: c.ledger, lambda c: c.aliases, lambda c: [c.id])
    return {name.lower(): claim.id for names in kinds for claim in reversed(known) for name in names(claim)}


def require_own_name(statement: Json, names: Mapping[str, str], ledger: Mapping[str, Json]) -> None:
    """Raise `NotShown` for a statement without an id, or with a name of the ledger that states something else."""
    name = statement.get("id")
    if not isinstance(name, str) or not kernel.IDENTIFIER.match(name):
        raise NotShown(f"its statement has {name!r:.60} where an id is expected")
    same = name in ledger and ledger[name]["statement"] == statement and name not in claims_of_coq()
    if name.lower() in names and not same:
        which = names[name.lower()]
        what = "is" if which == name else f"names {which},"
        raise NotShown(f"{name} {what} a claim of the ledger, which states something else; "
                       f"`novikoff explain {which}` prints it")
