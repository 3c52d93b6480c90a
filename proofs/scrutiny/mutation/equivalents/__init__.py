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
from typing import Any

from ....statements.language import Eq, Relation, Vector
from ....statements.script import Script, length

Derivation = Callable[[Script], None]
_written: dict[str, Derivation] = {}
_meanings: dict[str, Derivation] = {}


def noted(table: dict[str, Derivation], keys: list[str]) -> Callable[[Derivation], Derivation]:
    """What enters a derivation in a table; it raises ValueError where there is another."""

    def enter(derivation: Derivation) -> Derivation:
        for key in keys:
            if table.setdefault(key, derivation) is not derivation:
                raise ValueError(f"{key} is derived twice")
        return derivation

    return enter


def derives(claim: str, *changes: str) -> Callable[[Derivation], Derivation]:
    """Register a derivation of some mutants of a claim; raises ValueError if one has a derivation already."""
    return noted(_written, [f"{claim}: {change}" for change in changes])


def gives_meaning(claim: str, definition: str) -> Callable[[Derivation], Derivation]:
    """Register a derivation that a quotient or root of some mutants of a claim exists; raises ValueError if there is
    one already.
    """
    return noted(_meanings, [f"{claim}: {definition}"])


@cache
def derivations() -> dict[str, Derivation]:
    """All derivations, by "claim: change"; reads the modules of this folder."""
    for module in sorted(m.name for m in pkgutil.iter_modules(__path__, __name__ + ".")):
        importlib.import_module(module)
    return dict(_written)


def meanings(claim: str) -> dict[str, Derivation]:
    """By definition, why it exists in those mutants of a claim for which that is derived."""
    derivations()
    prefix = f"{claim}: "
    return {key.removeprefix(prefix): found for key, found in _meanings.items() if key.startswith(prefix)}


def steps_written(derivation: Derivation) -> list[Any]:
    """What it writes on a script of its own."""
    script = Script()
    derivation(script)
    return script.steps


def in_words(derivation: Derivation) -> str:
    """Why the mutant is true: the docstring, in one line."""
    return " ".join((derivation.__doc__ or "").split())


def no_step(p: Script, w: Vector, x: Vector, denied: str, **still: Relation) -> None:
    """As long as w is 0, so is ⟨w, x⟩, which denies a condition of a step; `still` says what else is 0."""
    with p.induction({"short": w @ w <= 0, **still}):
        p.suppose_not("moved")
        p.use("cauchy-schwarz", u=w, v=x, name="product")
        p.have("small", (w @ x) ** 2 <= 0, "product", "short", length(x))
        p.have("score", Eq(w @ x, 0), "small")
        p.conclude(denied, "score", *still)
