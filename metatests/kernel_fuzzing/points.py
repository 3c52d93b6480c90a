"""Terms, facts and statements at a point, evaluated from their JSON without any code of the kernel.

Main definitions:
    Point        exact values of names and the steps of a run: the value of a term, the truth of a fact
    is_refuted   whether all hypotheses of a statement are true at a point, and a conclusion is false
    witness      the point as a counterexample for the kernel
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import prod
from typing import Any, TypeAlias

Json: TypeAlias = Any
Term: TypeAlias = Any  # a name, a number as text, or a list of an operation and terms
Fact: TypeAlias = tuple[str, Term]  # a relation of a term with 0
Value: TypeAlias = Any  # a number, or a tuple of coordinates

NUMBER = re.compile(r"-?[0-9]+(/[0-9]+)?\Z")
TRUE_OF = {
    ">=": lambda v: v >= 0, ">": lambda v: v > 0, "=": lambda v: v == 0, "!=": lambda v: v != 0,
    "<=": lambda v: v <= 0, "<": lambda v: v < 0,
}


class Undefined(Exception):
    """The term has no rational value: only exp(0) is allowed at a point."""


@dataclass
class Point:
    """Values of names; a family has a list of them. The last coordinate is the adjoined unit's."""

    size: int
    dimension: int
    values: dict[str, Value] = field(default_factory=dict)
    steps: list[dict[str, Value]] = field(default_factory=list)

    def value(self, term: Term, i: int = 0) -> Value:
        """Return the value of a term at an index."""
        if isinstance(term, str):
            if NUMBER.match(term):
                return Fraction(term)
            if term == "#1@":
                return (0,) * self.dimension + (1,)
            return self.values[term][i] if "[i]" in term else self.values[term]
        word, *parts = term
        if word == "sum":
            zero = (0,) * (self.dimension + 1) if is_vector(parts[0]) else 0
            return total([zero, *(self.value(parts[0], j) for j in range(self.size))])
        values = [self.value(part, i) for part in parts]
        match word:
            case "+":
                return total(values)
            case "@":
                return sum(a * b for a, b in zip(*values, strict=True))
            case "*":
                scale = prod(v for v in values if not isinstance(v, tuple))
                vectors = [v for v in values if isinstance(v, tuple)]
                return tuple(scale * c for c in vectors[0]) if vectors else scale
            case "exp" if values[0] == 0:
                return 1
        raise Undefined

    def range(self, term: Term) -> list[Value]:
        """Return the values at all indices, or the one value."""
        return [self.value(term, i) for i in range(self.size if mentions_index(term) else 1)]

    def image(self, name: str, term: Term) -> Value:
        """Return the value of a term that replaces a name."""
        return [self.value(term, i) for i in range(self.size)] if "[i]" in name else self.value(term)

    def moved(self, images: dict[str, Term]) -> Point:
        """Return the point with the values of these terms for these names."""
        return replace(self, values={**self.values, **{n: self.image(n, t) for n, t in images.items()}})

    def holds(self, relation: str, left: Term, right: Term = "0") -> bool:
        """Return whether the fact is true, for every index."""
        gap = ["+", left, ["*", "-1", right]]
        if is_vector(left):
            return all(not any(self.value(gap, i)) for i in range(self.size if mentions_index(gap) else 1))
        return all(map(TRUE_OF[relation], self.range(gap)))


def total(values: list[Value]) -> Value:
    """Return the sum of numbers, or of vectors."""
    if isinstance(values[0], tuple):
        return tuple(map(sum, zip(*values, strict=True)))
    return sum(values)


def is_vector(term: Term) -> bool:
    """Return whether a term is a vector."""
    if isinstance(term, str):
        return term.endswith("@")
    return term[0] in ("+", "*", "sum") and any(map(is_vector, term[1:]))


def mentions_index(term: Term) -> bool:
    """Return whether the term depends on the index, as written."""
    return "[i]" in term if isinstance(term, str) else term[0] != "sum" and any(map(mentions_index, term[1:]))


def put(term: Term, images: dict[str, Term]) -> Term:
    """Return the term with these terms for these names."""
    if isinstance(term, str):
        return images.get(term, term)
    return [term[0], *(put(part, images) for part in term[1:])]


def definition(name: str, kind: str, of: Term) -> dict[str, Fact]:
    """Return the facts that define an inverse or a root."""
    if kind == "inverse":
        return {f"{name}.def": ("=", ["+", ["*", name, of], "-1"])}
    return {f"{name}.sign": (">=", name), f"{name}.def": ("=", ["+", ["*", name, name], ["*", "-1", of]])}


def reached(statement: Json, point: Point) -> Point | None:
    """Return the point at the end of the run; None if a step is not allowed."""
    if not (run := statement.get("run")):
        return point
    here = point.moved(run["start"])
    for step in point.steps:
        here = replace(here, values={**here.values, **step})
        if not all(here.holds(*fact) for fact in run["when"].values()):
            return None
        here = here.moved(run["next"])
    return here


def is_refuted(statement: Json, point: Point) -> bool:
    """Return whether all hypotheses are true at the point, and a conclusion is false."""
    here = reached(statement, point)
    if here is None:
        return False
    lets = [definition(d["name"], d["kind"], d["of"]) for d in statement.get("let", [])]
    known = [*statement["assume"].values(), *(fact for facts in lets for fact in facts.values())]
    return all(here.holds(*fact) for fact in known) and not all(here.holds(*f) for f in statement["show"].values())


def witness(statement: Json, point: Point) -> Json:
    """Return the point as a counterexample of a certificate file."""

    def text(value: Value) -> Json:
        if isinstance(value, list):
            return [text(v) for v in value]
        return [str(c) for c in value[:-1]] if isinstance(value, tuple) else str(value)

    names = [*statement["declare"], *(d["name"] for d in statement.get("let", []))]
    found = {"dimension": point.dimension, "size": point.size, "values": {n: text(point.values[n]) for n in names}}
    if run := statement.get("run"):
        found["steps"] = [{n: text(step[n]) for n in run["input"]} for step in point.steps]
    return found
