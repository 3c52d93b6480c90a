"""Proofs that are searched for again and again, as the mutants of a claim differ in one fact only: each is sought once.

Main definitions:
    remembered     a function of a context, a goal and more, whose answers are kept by the content of what it is given
    Remembering    a prover that computes each leaf once

What is known is compared by its content, so that an answer is the one that the search would give again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, wraps
from typing import Any

from ..kernel import Context, Fact
from ..search.elaboration import Obligation, Prover, Scope, Unproved
from ..search.linear_certificates import Hints

Json = Any
KEPT = 4096  # answers of each function


class ByContent:
    """Arguments of a function, equal to those with the same content."""

    def __init__(self, arguments: tuple[Any, ...]) -> None:
        """What is kept of them is not to be changed."""
        self.arguments = arguments
        self.content = tuple(map(content_of, arguments))
        self.hash = hash(self.content)

    def __hash__(self) -> int:
        """Equal for equal content."""
        return self.hash

    def __eq__(self, other: object) -> bool:
        """Is the content the same?"""
        return isinstance(other, ByContent) and self.content == other.content


def content_of(part: Any) -> Any:
    """What can be compared and hashed: of a context the names and facts, and whether it is at one index."""
    match part:
        case Context():
            return part.names, part.at_index, tuple((name, *content_of(fact)) for name, fact in part.facts.items())
        case (str() as relation, dict() as p):
            return relation, frozenset(p.items())
        case Hints():
            return repr(part)
        case _:
            return part


def remembered(search: Callable[..., Json | None]) -> Callable[..., Json | None]:
    """The same function, whose answers are kept; nobody may change them.

    It may depend on nothing but the facts of the context and whether it is at one index, the goal and the rest of what
    it is given.
    """

    @lru_cache(KEPT)
    def by_content(key: ByContent) -> Json | None:
        return search(*key.arguments)

    @wraps(search)
    def remembering(*arguments: Any) -> Json | None:
        return by_content(ByContent(arguments))

    return remembering


class Remembering(Prover):
    """A prover that computes each leaf once."""

    def leaf(self, scope: Scope, goal: Fact, hints: Hints, label: str) -> Json:
        """A proof by computation from the facts that may be used."""
        proof = computed(within_reach(scope.context, hints), goal, hints)
        if proof is None:
            raise Unproved(Obligation(label, scope.context, goal, None))
        return proof


@remembered
def computed(context: Context, goal: Fact, hints: Hints) -> Json | None:
    """What a prover finds for a leaf."""
    try:
        return Prover().leaf(Scope(context, {}), goal, hints, "")
    except Unproved:
        return None


def within_reach(context: Context, hints: Hints) -> Context:
    """The context without the facts that the hints leave out; those of definitions are always in use."""
    if hints.facts is None:
        return context
    named = {*hints.facts, *hints.also, *(name for names in (*hints.products, *hints.times) for name in names)}
    used = {n: f for n, f in context.facts.items() if n in named or n.endswith((".def", ".sign"))}
    return replace(context, facts=used)
