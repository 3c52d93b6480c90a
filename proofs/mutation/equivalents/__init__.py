"""Mutants of claims that are true as well, each with a derivation that the kernel checks.

Main definitions:
    derivations  by claim and change, all of them
    derives      adds one

The modules of this folder are named as those of `proofs/claims`. A derivation is written like that of a claim, on a
page of its own: its names are those of the mutant, among them the names of quotients and roots (`inv1`, `root1`), whose
definitions are the facts `inv1.def`, `root1.sign`, `root1.def`. It may cite every proved claim, the mutant's own too.
Its docstring says in words why the mutant is true.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache

from ...page import Page

Derivation = Callable[[Page], None]
_written: dict[str, Derivation] = {}


def derives(claim: str, *changes: str) -> Callable[[Derivation], Derivation]:
    """Register a derivation of some mutants of a claim; raises ValueError if one has a derivation already."""

    def register(derivation: Derivation) -> Derivation:
        for change in changes:
            if _written.setdefault(f"{claim}: {change}", derivation) is not derivation:
                raise ValueError(f"{claim}: {change} is derived twice")
        return derivation

    return register


@cache
def derivations() -> dict[str, Derivation]:
    """All derivations, by "claim: change"; reads the modules of this folder."""
    for module in sorted(m.name for m in pkgutil.iter_modules(__path__, __name__ + ".")):
        importlib.import_module(module)
    return dict(_written)


def in_words(derivation: Derivation) -> str:
    """Why the mutant is true: the docstring, in one line."""
    return " ".join((derivation.__doc__ or "").split())
