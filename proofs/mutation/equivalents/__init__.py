"""Mutants of claims that are true as well, each with a derivation that the kernel checks.

Main definitions:
    derivations    by claim and change, all of them
    derives        adds one
    meanings       of one claim, by definition: derivations that what its mutants define exists
    gives_meaning  adds one
    no_step        the derivation that several share

The modules of this folder are named as those of `proofs/claims`. A derivation is written like that of a claim, on a
page of its own: its names are those of the mutant, among them the names of quotients and roots (`inv1`, `root1`), whose
definitions are the facts `inv1.def`, `root1.sign`, `root1.def`. It may cite every proved claim, the mutant's own too.
Its docstring says in words why the mutant is true. That a quotient or root exists is derived for all mutants of a claim
that need it, from the hypotheses alone: no claim can be cited.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache

from ...language import Eq, Relation, Vector
from ...page import Page, length

Derivation = Callable[[Page], None]
_written: dict[str, Derivation] = {}
_meanings: dict[tuple[str, str], Derivation] = {}


def derives(claim: str, *changes: str) -> Callable[[Derivation], Derivation]:
    """Register a derivation of some mutants of a claim; raises ValueError if one has a derivation already."""

    def register(derivation: Derivation) -> Derivation:
        for change in changes:
            if _written.setdefault(f"{claim}: {change}", derivation) is not derivation:
                raise ValueError(f"{claim}: {change} is derived twice")
        return derivation

    return register


def gives_meaning(claim: str, definition: str) -> Callable[[Derivation], Derivation]:
    """Register a derivation that a quotient or root of some mutants of a claim exists; raises ValueError if there is
    one already.
    """

    def register(derivation: Derivation) -> Derivation:
        if _meanings.setdefault((claim, definition), derivation) is not derivation:
            raise ValueError(f"{definition} of {claim} is derived twice")
        return derivation

    return register


@cache
def derivations() -> dict[str, Derivation]:
    """All derivations, by "claim: change"; reads the modules of this folder."""
    for module in sorted(m.name for m in pkgutil.iter_modules(__path__, __name__ + ".")):
        importlib.import_module(module)
    return dict(_written)


def meanings(claim: str) -> dict[str, Derivation]:
    """By definition, why it exists in those mutants of a claim for which that is derived."""
    derivations()
    return {definition: derivation for (name, definition), derivation in _meanings.items() if name == claim}


def in_words(derivation: Derivation) -> str:
    """Why the mutant is true: the docstring, in one line."""
    return " ".join((derivation.__doc__ or "").split())


def no_step(p: Page, w: Vector, x: Vector, denied: str, **still: Relation) -> None:
    """As long as w is 0, so is ⟨w, x⟩, which denies a condition of a step; `still` says what else is 0."""
    with p.induction({"short": w @ w <= 0, **still}):
        p.suppose_not("moved")
        p.use("cauchy-schwarz", u=w, v=x, name="product")
        p.have("small", (w @ x) ** 2 <= 0, "product", "short", length(x))
        p.have("score", Eq(w @ x, 0), "small")
        p.show(denied, "score", *still)
