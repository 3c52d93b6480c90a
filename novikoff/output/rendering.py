"""Formulas as the author of a claim wrote them, in the place of what the kernel reads.

Main definitions:
    Page    blocks of a claim with formulas as they are written

A page is made twice from the same script: from its expressions, in which inner products are multiplied out, and from
the terms that its author wrote (see `proofs.statements.authored`). A formula of the second is printed only where it has
the polynomial of its counterpart in the first; else the first is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass, replace
from functools import cached_property
from typing import Any

import sympy
from sympy.core.function import AppliedUndef

from ..proofs.search.elaboration import write_statement
from ..proofs.statements.authored import authored, kept, same, tree_of
from ..proofs.statements.registry import Claim
from .derivation import Reader
from .writers import Formula


class Page:
    """The blocks of a claim; with `expanded`, as the kernel reads them."""

    def __init__(self, claim: Claim, expanded: bool = False):
        """Read the claim both ways."""
        self.reader = Reader(claim.script, supposed=claim.supposes)
        self.author = self.reader
        if not expanded:
            self.author = Reader(authored(claim), supposed=claim.supposes, script_of=authored)
            self.abbreviations = write_statement(claim.id, claim.script).terms

    def blocks(self, part: Callable[[Reader], list[Any]]) -> list[Any]:
        """A part of the page."""
        blocks = part(self.reader)
        if self.author is self.reader:
            return blocks
        with kept():
            return list(self.paired(blocks, part(self.author)))

    def paired(self, block: Any, author: Any) -> Any:
        """A block with the formulas of another one that are the same by computation."""
        if type(block) is not type(author):
            return block
        if isinstance(block, Formula):
            return self.formula(block, author)
        if isinstance(block, list | tuple):
            both = zip(block, author, strict=False)
            return type(block)(self.paired(*pair) for pair in both) if len(block) == len(author) else block
        return made_of(block, [self.paired(*pair) for pair in zip(parts(block), parts(author), strict=True)])

    def formula(self, read: Formula, author: Formula) -> Formula:
        """The author's formula, if it is the same as that which the kernel reads, and not written in the same way."""
        if read.method != author.method or read.write("text") == author.write("text"):
            return read
        is_same = same(read.arguments, author.arguments, self.abbreviations)
        return replace(author, expanded=read) if is_same else read

    def told(self, block: Any) -> Any:
        """A block in which what the claim states, and the quotients and roots in it, are written as the author did."""
        if self.author is self.reader:
            return block
        if isinstance(block, Formula):
            return next((stated for stated in self.stated if stated.expanded == block), None) or self.term(block)
        if isinstance(block, list | tuple):
            return type(block)(map(self.told, block))
        return made_of(block, map(self.told, parts(block)))

    def term(self, read: Formula) -> Formula:
        """A quotient, root or logarithm, as it stands in what the author stated."""
        e = read.arguments[0]
        if read.method != "term" or not isinstance(e, sympy.Pow | AppliedUndef):
            return read
        script = self.author.script
        sides = (side for r in script.stated().values() for side in (r.lhs, r.rhs))
        trees = map(tree_of, (*sides, *script.abbreviations.values()))
        found = (part for tree in trees for part in sympy.preorder_traversal(tree) if part.func == e.func)
        return next((f for f in (self.formula(read, replace(read, arguments=(p,))) for p in found) if f != read), read)

    @cached_property
    def stated(self) -> list[Formula]:
        """The hypotheses and conclusions that the author wrote in another way."""
        rows = self.blocks(lambda reader: [reader.rows(reader.script.stated())])
        return [line.formula for row in rows for line in row.lines if line.formula.expanded]


def parts(block: Any) -> list[Any]:
    """What a part of a page is made of, if it is no text."""
    return [getattr(block, f.name) for f in fields(block)] if is_dataclass(block) else []


def made_of(block: Any, new: Iterable[Any]) -> Any:
    """The same with other parts."""
    kind: Any = type(block)
    return kind(*new) if is_dataclass(block) else block
