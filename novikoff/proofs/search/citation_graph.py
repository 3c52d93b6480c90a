"""Citations of claims: the theorems that a proof names, the order of checking that follows, and the statements to cite.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property
from typing import Any

from ...algorithms.errors import BadInput
from ...algorithms.processes import end_after
from .. import kernel
from ..statements.proof_script import By, Script
from ..statements.registry import Claim, Unwritten, cache_by_claims, claims, known_claims
from .elaboration import Json, Prover, write_statement
from .previous_certificates import entry_of

CITED = ("proved", "proved-bounded")  # expected of a claim that may be cited
LEAST_WRITING = 10.0  # seconds for a script, which may import a large package on a busy machine


def cited(script: Script) -> set[str]:
    """Return the theorems that the steps of a script cite."""
    found: set[str] = set()
    todo: list[Any] = list(script.steps)
    while todo:
        item = todo.pop()
        if isinstance(item, By):
            found.add(item.theorem)
        elif is_dataclass(item):
            todo += [getattr(item, f.name) for f in fields(item)]
        elif isinstance(item, list | tuple):
            todo += item
    return found


def citing(claim: Claim) -> set[str]:
    """Return the theorems that a claim cites; the empty set if its script cannot be written, which `make` reports."""
    try:
        return cited(claim.script)
    except Unwritten:
        return set()


def in_order(wanted: Iterable[str], limit: float | None = None) -> list[str]:
    """Return the wanted claims and all claims that they cite, each after the claims that it cites. A script of a user
    that takes more than `limit` seconds, or `LEAST_WRITING` if these are more, is an error from then on."""
    known, order, open_ = known_claims(), list[str](), list[str]()

    def visit(identifier: str) -> None:
        if identifier in order:
            return
        if identifier in open_:
            circle = open_[open_.index(identifier):]
            at = f" ({known[circle[-1]].begins})" if known[circle[-1]].origin else ""
            raise BadInput(f"claims cite each other in a circle: {' -> '.join([*circle, identifier])}{at}")
        open_.append(identifier)
        claim = known[identifier]
        with end_after(max(limit, LEAST_WRITING) if limit and claim.origin else None):
            others = citing(claim)
        for other in sorted(others & set(known)):
            visit(other)
        open_.pop()
        order.append(identifier)

    for identifier in wanted:
        visit(identifier)
    return order


def cited_by(order: Iterable[str]) -> dict[str, set[str]]:
    """Return for each claim all claims that it cites, directly or through other claims, in the order of the ledger.

    >>> sorted(cited_by(in_order(["smola-norm-growth"]))["smola-norm-growth"])
    ['perceptron-norm-growth']
    """
    known, found = known_claims(), dict[str, set[str]]()
    for identifier in order:
        direct = citing(known[identifier]) & set(known)
        found[identifier] = direct.union(*(found[other] for other in direct))
    return found


class Library(Mapping[str, tuple[Json, kernel.Statement]]):
    """The statements, as JSON and as the kernel reads them, of the claims that may be cited, each read on first use."""

    def __init__(self) -> None:
        self._read: dict[str, tuple[Json, kernel.Statement]] = {}

    @cached_property
    def _claims(self) -> dict[str, Claim]:
        return {i: c for i, c in claims().items() if c.expected in CITED}

    def __getitem__(self, identifier: str) -> tuple[Json, kernel.Statement]:
        if identifier not in self._read:
            claim = known_claims()[identifier]
            if claim.expected not in CITED:
                raise KeyError(identifier)
            self._read[identifier] = read(identifier, claim.script, entry_of(claim))
        return self._read[identifier]

    def __iter__(self) -> Iterator[str]:
        return iter(self._claims)

    def __len__(self) -> int:
        return len(self._claims)


def read(identifier: str, script: Script, before: Json = None) -> tuple[Json, kernel.Statement]:
    """Return a script's statement as JSON and as the kernel reads it. A stored entry helps to prove its side
    conditions."""
    written = write_statement(identifier, script)
    return written.data, kernel.read_statement(written.data, Prover(before=before).sides_of(written))


@cache_by_claims
def library() -> Library:
    """Return the library of this process."""
    return Library()
