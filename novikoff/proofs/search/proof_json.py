"""Proofs in the kernel's JSON: the theorems and facts that they use, and proofs composed of others."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from .. import kernel
from ..kernel import Fact, Poly
from ..statements.vector_language import write_poly

Json = Any
# What functions of the kernel raise for a part that it refuses, or that is malformed.
REFUSALS = (kernel.Rejected, RecursionError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
MALFORMED = ("AttributeError", "IndexError", "TypeError", "ValueError")  # what the kernel raises for a malformed part
NO_MULTIPLES: Mapping[str, Poly] = MappingProxyType({})


def objects_in(data: Json) -> Iterator[dict[str, Any]]:
    """Yield all objects inside JSON data, each before the objects in it."""
    todo = [data]
    while todo:
        part = todo.pop()
        if isinstance(part, dict):
            yield part
            part = list(part.values())
        todo += reversed(part) if isinstance(part, list) else ()


def cited_ids(data: Json) -> set[str]:
    """Return the ids of the theorems that an entry, or a part of a proof, cites."""
    of = (node.get("of") for node in objects_in(data) if node.get("rule") == "lemma")
    return {identifier for identifier in of if isinstance(identifier, str)}


def reachable(start: Iterable[str], following: Callable[[str], Iterable[str]]) -> set[str]:
    """Return the start and everything that follows from it, directly or indirectly."""
    found, todo = set[str](), list(start)
    while todo:
        if (one := todo.pop()) not in found:
            found.add(one)
            todo += following(one)
    return found


def with_citations(entries: Mapping[str, Json], wanted: Iterable[str]) -> set[str]:
    """Return the ids of the wanted entries and of everything that they cite, also indirectly."""
    return reachable(wanted, lambda identifier: cited_ids(entries[identifier]) & entries.keys())


def facts_used(proof: Json) -> set[str]:
    """Return the names of the facts that a proof uses."""
    named = [name for node in objects_in(proof) for name in [*(node.get("facts") or ()), node.get("fact")]]
    return {name for name in named if isinstance(name, str)}


def negation(fact: Fact) -> Fact:
    """Return the opposite of a fact."""
    relation, p = fact
    minus = kernel.negative(p)
    return {">=": (">", minus), ">": (">=", minus), "=": ("!=", p), "!=": ("=", p)}[relation]


def describe_refusal(reason: str) -> str:
    """Return the kernel's reason for a refusal in words, if the reason is an exception of Python.

    >>> describe_refusal("KeyError: 'h'")
    "Rejected: nothing is named 'h'"
    """
    kind, _, what = reason.partition(": ")
    if kind == "KeyError":
        return f"Rejected: nothing is named {what}"
    return f"Rejected: a part is not of the expected type or length: {what}" if kind in MALFORMED else reason


def quote(fact: str, relation: str, multiples: Mapping[str, Poly] = NO_MULTIPLES) -> Json:
    """Return a proof of a relation: it adds multiples of equations to a fact with the same relation."""
    ideal = [{"fact": name, "by": write_poly(q)} for name, q in multiples.items()]
    if relation == "=":
        return {"rule": "poly", "ideal": [{"fact": fact, "by": "1"}, *ideal]}
    return {"rule": "poly", "sum": [{"facts": [fact]}], **({"ideal": ideal} if ideal else {})}


def split_cases(on: Poly, name: str, arms: Iterable[tuple[str, Json | None]]) -> Json | None:
    """Return a split on the sign of a polynomial, given the proof of each arm; None as soon as a proof is missing."""
    found = dict[str, Json]()
    for arm, proof in arms:
        if proof is None:
            return None
        found[arm] = proof
    return {"rule": "cases", "on": write_poly(on), "name": name, "arms": found}


def refute_signs(p: Poly, name: str, taken: Collection[str], refute: Callable[[Fact], Json | None]) -> Json | None:
    """Return a proof of p = 0, or None. `refute` gets the facts p < 0 and p > 0 of this name; other names are taken."""
    opposite = fresh_name(name + "'", taken)

    def arms() -> Iterator[tuple[str, Json | None]]:
        yield "=", quote(name, "=")
        for arm, q in (("<", kernel.negative(p)), (">", p)):
            then = refute((">", q))
            yield arm, then and {"rule": "contra", "name": opposite, "then": then}

    return split_cases(p, name, arms())


def fresh_name(stem: str, taken: Collection[str]) -> str:
    """Return a name with primes that is not taken."""
    return next(name for name in (stem + "'" * i for i in range(99)) if name not in taken)
