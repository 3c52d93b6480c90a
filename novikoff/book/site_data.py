"""The content of the book: all claims with their verdicts, how they are related, and the rows of the documents.

Main definitions: `Contents`, `gather`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from inspect import getdoc
from sys import modules
from typing import Any

from ..algorithms.errors import BadInput
from ..proofs import evidence
from ..proofs.checking.ledger_check import check
from ..proofs.checking.outcomes import Outcome, add_corrections
from ..proofs.documents import coverage
from ..proofs.documents.coverage import Home
from ..proofs.search.citation_graph import citing, in_order
from ..proofs.statements.registry import CLAIMS, Claim, claims, claims_of_coq

Progress = Callable[[str, int, int], None]

SUBJECTS = {  # the folders of claims, in the order of the book
    "inner_products": "Inner products",
    "margins": "Margins and distances",
    "separability": "Separability",
    "perceptron": "The perceptron",
    "kozinec": "Kozinec and nearest points",
    "winnow": "Winnow and experts",
    "svm": "Support vector machines",
    "kernels": "Kernels and lifting",
    "classifiers": "Classifiers and risk",
    "exponentials": "Exponentials and logarithms",
}
DOCUMENTS = {  # with the names of their pages
    "tutorial": "A tutorial on the perceptron",
    "notes": "Notes on linear classifiers",
    "lecture": "A lecture on the perceptron",
    "slides": "Slides on support vector machines",
    "iml": "Sections of a book on machine learning",
    "relations": "How the documents compare",
}
VERDICTS = {  # with the sign and the explanation of each
    "proved": ("✓", "the kernel accepts a proof of it"),
    "proved-by-coq": ("✓", "Coq accepts a proof by hand, which the kernel cannot check"),
    "proved-with-added-hypothesis": ("✓", "the kernel accepts a proof with a hypothesis that the text does not state"),
    "proved-bounded": ("✓", "the kernel accepts a proof for the sizes that are named"),
    "refuted": ("✗", "it is false: the kernel has evaluated an exact counterexample"),
    "tested": ("=", "no proof; it holds on the exact examples that are counted"),
    "definition": ("≔", "it fixes a word"),
    "informal": ("…", "it says nothing that can be checked; the reason is given"),
}


@dataclass(frozen=True)
class Module:
    """The claims of one file, with the first line of its docstring."""

    name: str
    subject: str
    title: str
    claims: tuple[Claim, ...]


@dataclass(frozen=True)
class Contents:
    """The contents of all pages, as data."""

    claims: Mapping[str, Claim]
    outcomes: Mapping[str, Outcome]  # of those that were checked; all of them are as expected
    entries: Mapping[str, Any]  # certificates by id
    homes: Mapping[str, Home]

    @cached_property
    def needs(self) -> dict[str, tuple[str, ...]]:
        """Return the claims that the proof of each claim cites."""
        return {i: () if c.coq else tuple(sorted(citing(c) & set(self.claims))) for i, c in self.claims.items()}

    @cached_property
    def users(self) -> dict[str, tuple[str, ...]]:
        """Return the claims that cite each claim, in the order of the book."""
        return {i: tuple(j for j in self.claims if i in self.needs[j]) for i in self.claims}

    @cached_property
    def corrects(self) -> dict[str, tuple[str, ...]]:
        """Return the false statements that each claim corrects."""
        wrong = [c for c in self.claims.values() if c.corrected]
        return {i: tuple(c.id for c in wrong if c.corrected == i) for i in self.claims}

    @cached_property
    def rows_of(self) -> dict[str, tuple[str, ...]]:
        """Return the rows of the documents to which each claim belongs."""
        found: dict[str, list[str]] = {i: [] for i in self.claims}
        for row, home in self.homes.items():
            for claim in home.claims:
                found[claim.id].append(row)
        return {i: tuple(rows) for i, rows in found.items()}

    @cached_property
    def modules(self) -> dict[str, Module]:
        """Return the files of claims by name, in the order of their subjects."""
        files: dict[str, list[Claim]] = {}
        for claim in self.claims.values():
            files.setdefault(claim.module, []).append(claim)
        found = {}
        for subject in SUBJECTS:
            for name, members in files.items():
                if name.startswith(f"{CLAIMS}.{subject}."):
                    first = (getdoc(modules[name]) or "").splitlines()[0].rstrip(".")
                    short = name.removeprefix(f"{CLAIMS}.{subject}.")
                    found[name] = Module(short, subject, first, tuple(members))
        return found

    @cached_property
    def row_verdicts(self) -> dict[str, str]:
        """Return the verdict on each row of the documents."""
        verdicts = {i: claim.expected for i, claim in self.claims.items()}
        return {row: home.verdict(verdicts) for row, home in self.homes.items()}

    def subject(self, identifier: str) -> str:
        """Return the subject of a claim."""
        return self.modules[self.claims[identifier].module].subject

    def beside(self, identifier: str) -> tuple[str, str]:
        """Return the claims before and after one in the book, "" at the ends."""
        order = [claim.id for module in self.modules.values() for claim in module.claims]
        at = order.index(identifier)
        return (order[at - 1] if at else ""), (order[at + 1] if at + 1 < len(order) else "")

    def counts(self) -> Counter[str]:
        """Count the claims with each verdict."""
        return Counter(claim.expected for claim in self.claims.values())


def gather(progress: Progress = lambda what, done, total: None, wanted: Iterable[str] | None = None) -> Contents:
    """Replay the certificates of all claims, or of the wanted claims and the claims that they depend on. Raises
    `BadInput` if a claim is not as expected.
    """
    known = {**claims(), **claims_of_coq()}
    chosen = list(known) if wanted is None else list(wanted)
    by_coq = [i for i in chosen if i in claims_of_coq()]
    decided = in_order(add_corrections((i for i in chosen if i not in by_coq), known))
    outcomes = {o.claim.id: o for o in check(decided, replay=True, progress=progress)} if decided else {}
    unsure = [i for i, o in outcomes.items() if not o.as_expected]
    if unsure:  # as where a claim has changed since the certificates were stored
        outcomes |= {o.claim.id: o for o in check(unsure, engines="kernel", progress=progress)}
    for outcome in outcomes.values():
        if not outcome.as_expected:
            raise BadInput(f"a claim does not have its expected verdict: {outcome.in_short()}; see novikoff check")
    outcomes |= {o.claim.id: o for o in check(by_coq, engines="kernel")} if by_coq else {}
    entries = evidence.certificates()
    entries |= {i: outcomes[i].entry for i in unsure if outcomes[i].entry is not None}
    return Contents(known, outcomes, entries, {home.row.id: home for home in coverage.home()})
