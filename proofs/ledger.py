"""The ledger of claims: what is claimed, by whom, and what is expected of it.

A claim lives in one file of `proofs/claims/`; the decorators here register it. Nothing else has to
be changed to add one.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache, cached_property
from importlib.resources import files

from ..algorithms.errors import BadInput
from .language import as_written
from .page import Page


@dataclass(frozen=True)
class Citation:
    """A bibliography key and a locator such as "eq. (13)"."""

    key: str
    locator: str

    def __str__(self) -> str:
        """As it is printed."""
        return f"{self.key}, {self.locator}"


@cache
def bibliography() -> frozenset[str]:
    """The keys of references.bib."""
    text = files(__package__).joinpath("references.bib").read_text(encoding="utf-8")
    return frozenset(re.findall(r"^@\w+\{([^,\s]+),", text, re.MULTILINE))


def cite(key: str, locator: str) -> Citation:
    """A citation; the key must be in references.bib."""
    if key not in bibliography():
        raise KeyError(f"references.bib has no entry {key!r}; it has {', '.join(sorted(bibliography()))}")
    return Citation(key, locator)


@dataclass(frozen=True)
class Claim:
    """One claim. `expected` is the verdict that counts as success; a refuted statement names its correction."""

    id: str
    title: str
    source: Citation
    expected: str
    write: Callable[[Page], None] = field(repr=False)
    ledger: tuple[str, ...] = ()
    says: str = ""  # what the source states, where that differs
    corrected: str | None = None  # for a refuted statement: the id of the claim that holds
    missing: str = ""  # for a refuted statement: the hypothesis or sign that was missing
    module: str = ""
    admitted: str = ""  # why the claim is believed without proof; no verdict on it, or on what cites it, is a success
    sizes: int | None = None  # for a claim that is proved for families with at most so many members

    @property
    def sentence(self) -> str:
        """The claim in plain language: the first paragraph of its docstring."""
        return " ".join((self.write.__doc__ or "").split("\n\n")[0].split())

    @cached_property
    def page(self) -> Page:
        """The statement and its derivation, written down."""
        page = Page()
        with as_written():
            self.write(page)
        return page.finish()


_registry: dict[str, Claim] = {}


def _register(claim: Claim) -> None:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", claim.id):
        raise ValueError(f"{claim.id!r} is no claim id: lower-case words joined by hyphens are expected")
    if claim.id in _registry and _registry[claim.id].module != claim.module:
        raise ValueError(f"two claims are named {claim.id!r}: in {_registry[claim.id].module} and {claim.module}")
    _registry[claim.id] = claim


def theorem(
    identifier: str, *, title: str, source: Citation, ledger: Iterable[str] = (), says: str = "",
    admitted: str = "", sizes: int | None = None,
) -> Callable:  # fmt: skip
    """Register a claim that is to be proved; the decorated function writes its page.

    `admitted` is the reason why the claim is believed though its page has no proof: its verdict is `unknown`, and so
    is that of all that rests on it. With `sizes`, the claim is to be proved by computation for families of 0, 1, …,
    `sizes` members, and it and all that rests on it is `proved-bounded` at best.
    """
    expected = "proved" if sizes is None else "proved-bounded"

    def register(write: Callable[[Page], None]) -> Callable[[Page], None]:
        claim = Claim(identifier, title, source, expected, write, tuple(ledger), says, module=write.__module__)
        _register(replace(claim, admitted=admitted, sizes=sizes))
        return write

    return register


def refuted(
    identifier: str, *, title: str, source: Citation, corrected: str, missing: str, ledger: Iterable[str] = ()
) -> Callable:
    """Register a statement of a source that is false, with the claim that corrects it."""

    def register(write: Callable[[Page], None]) -> Callable[[Page], None]:
        _register(
            Claim(identifier, title, source, "refuted", write, tuple(ledger), "", corrected, missing, write.__module__)
        )
        return write

    return register


@cache
def load() -> None:
    """Import every module of `proofs/claims/`."""
    package = importlib.import_module(f"{__package__}.claims")
    for module in sorted(m.name for m in pkgutil.walk_packages(package.__path__, package.__name__ + ".")):
        importlib.import_module(module)


def claims() -> dict[str, Claim]:
    """All claims by id, in the order of their modules and of the definitions in them."""
    load()
    return dict(_registry)


def find(identifier: str) -> Claim:
    """The claim with this id (or ledger id); BadInput with near matches if there is none."""
    known = claims()
    if identifier in known:
        return known[identifier]
    for claim in known.values():
        if identifier in claim.ledger:
            return claim
    near = get_close_matches(identifier, known, n=3, cutoff=0.5)
    hint = f"; did you mean {' or '.join(near)}?" if near else "; `novikoff list` shows all"
    raise BadInput(f"there is no claim named {identifier!r}{hint}")
