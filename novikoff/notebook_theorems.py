"""Theorems stated and proved in a cell of a notebook, or in a script.

    with novikoff.theorem("sum-is-not-long", title="A sum is not long") as p:
        u, v = p.vectors("u v")
        p.show(conclusion=(u + v) @ (u + v) <= 2*(u @ u) + 2*(v @ v))
        p.conclude()
    p.result

At the end of the block, the kernel and the other engines check the theorem, and its hypotheses need a model. Then it is
a claim until the program ends: later theorems may cite it, and `check`, `explain` and `claims` accept it. Running the
block again replaces the theorem. Its id must not be in the ledger. If the block raises an exception, nothing changes.

    @novikoff.theorem("sum-is-not-long", title="A sum is not long")
    def sum_is_not_long(p): ...

does the same, and `explain` prints its formulas as the author wrote them. A block runs only once, in the form that the
kernel reads. In a file of theorems, this is the decorator of `novikoff.theorems`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from copy import copy
from dataclasses import fields
from pathlib import Path
from types import TracebackType
from typing import Any

from .algorithms.command_results import Shown
from .algorithms.errors import BadInput
from .algorithms.run_loop import check_text
from .proofs.checking.ledger_check import check
from .proofs.checking.outcomes import ENGINES, Outcome, parse_engines
from .proofs.statements import registry
from .proofs.statements.comparison_guards import forbid_questions
from .proofs.statements.proof_script import Script
from .proofs.statements.registry import Citation, Claim, Origin

HERE = Origin(Path("this session"), 0, Path("this session.certificates.json"), session=True)


class Proof(Script):
    """The script of a theorem; `result` is an `Outcome` once the block has ended."""

    result: Outcome | None = None

    def in_short(self) -> str:
        return self.result.in_short() if self.result is not None else super().in_short()


class Theorem(Shown):
    """A theorem to state in a block; see `theorem`."""

    def __init__(self, identifier: str, title: str, sentence: str, source: Citation | None, engines: tuple[str, ...]):
        self.id: str = identifier
        self.title: str = title
        self.sentence: str = sentence
        self.source: Citation | None = source
        self.engines: tuple[str, ...] = engines
        self.result: Outcome | None = None
        self._script, self._open = Proof(), ExitStack()

    def in_short(self) -> str:
        return self.result.in_short() if self.result is not None else f"theorem {self.id}, not stated yet"

    def __enter__(self) -> Proof:
        """Return the script in which to state and prove the theorem. Raises `BadInput` for an id that is taken."""
        self._require_free()
        self._script, self._open = Proof(), ExitStack()
        self._open.enter_context(forbid_questions())
        return self._script

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, where: TracebackType | None
    ) -> None:
        """Check the theorem, unless the block has raised an exception."""
        self._open.__exit__(kind, problem, where)
        if kind is None:
            recorded = self._script
            self._script.result = self._check(lambda script: copy_script(recorded, script))

    def __call__(self, write: Callable[[Script], None]) -> Any:
        """Check the theorem that a function writes; in a file of theorems, register it."""
        if registry.is_reading_file():
            return registry.theorem(self.id, title=self.title, source=self.source)(write)
        self._require_free()
        self.sentence = self.sentence or " ".join((write.__doc__ or "").split("\n\n")[0].split())
        self._check(write)
        return self

    def _require_free(self) -> None:
        registry.load()
        registry.require_free(self._claim(lambda script: None))

    def _claim(self, write: Callable[[Any], None]) -> Claim:
        """Return the claim whose script `write` writes."""

        def write_once(script: Script) -> None:
            write(script)

        write_once.__doc__ = self.sentence or self.title
        source = self.source or Citation("this session", self.id)
        return Claim(self.id, self.title, source, "proved", write_once, module=__name__, origin=HERE)

    def _check(self, write: Callable[[Any], None]) -> Outcome:
        before = registry.claims().get(self.id)
        registry.register(self._claim(write))
        try:
            (self.result,) = check([self.id], engines=self.engines, jobs=1)
        except BaseException:  # such as claims that cite each other in a circle, or Ctrl-C
            registry.restore_claim(self.id, before)
            raise
        return self.result


def copy_script(recorded: Script, script: Script) -> None:
    """Copy all fields of one script into another."""
    for each in fields(Script):
        setattr(script, each.name, copy(getattr(recorded, each.name)))


def theorem(
    identifier: str, *, title: str = "", sentence: str = "", source: Citation | None = None,
    engines: str | Iterable[str] = ENGINES,
) -> Theorem:
    """State and prove a theorem in the block of `with`, or by the function that this decorates.

    identifier   a new id, lower-case words joined by hyphens
    title        by default the words of the id
    sentence     the theorem in plain words; for a function, its docstring
    source       `novikoff.theorems.cite(key, place)`
    engines      kernel, z3, cvc5 (default: all three), coq or verified

    Raises `BadInput` for an invalid id, for one that is taken, and for theorems that cite each other in a circle.

    >>> with theorem("square-of-a-sum", engines="kernel") as p:
    ...     a, b = p.reals("a b")
    ...     p.show(conclusion=(a + b)**2 <= 2*a**2 + 2*b**2)
    ...     p.conclude()
    >>> p.result
    <proved square-of-a-sum [kernel]>
    """
    if not isinstance(identifier, str) or not re.fullmatch(registry.ID, identifier):
        raise BadInput(f"{str(identifier)[:60]!r} is not an id of a theorem; write lower-case words joined by hyphens")
    for name, given in (("title", title), ("sentence", sentence)):
        check_text(given, name)
    words = title or identifier.replace("-", " ").capitalize()
    return Theorem(identifier, words, sentence, source, parse_engines(engines))
