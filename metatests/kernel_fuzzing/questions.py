"""Statements with a point at which their hypotheses hold, and proofs of them: what a kernel is asked.

Main definitions:
    Point         exact values of all names, and the steps of a run
    Run           a transition system
    Statement     what is claimed; whether it is false at its point
    Certificate   one leaf of a proof; whether it is wrong, by the arithmetic of `polynomials`
    Item, judge   an entry with all that is known about it; is it accepted?
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from novikoff.proofs import kernel

from .polynomials import (
    Fact,
    Number,
    Poly,
    add,
    const,
    dot,
    exponent,
    exponential,
    factors,
    indexed,
    inside,
    read,
    scaled,
    summed,
    times,
    var,
    written,
)

Json: TypeAlias = Any
Check: TypeAlias = Callable[[list[Json]], Mapping[str, tuple[str, str, list[str]]]]


class Irrational(Exception):
    """The value of an exponential is no rational number: only e to 0 is used at a point."""


@dataclass
class Point:
    """Exact values: numbers, lists of coordinates, lists of these for families; steps are inputs of a run."""

    size: int
    dimension: int
    values: dict[str, Any] = field(default_factory=dict)
    steps: list[dict[str, Any]] = field(default_factory=list)

    def atom(self, name: str, i: int = 0) -> Any:
        """The value of an atom at an index."""
        if pair := inside(name):
            x, y = (self.atom(n, i) for n in pair)
            return sum(a * b for a, b in zip(x, y, strict=True))
        if name.startswith("sum("):
            under: Poly = {factors(name): 1}
            if not name.endswith("@"):
                return sum(self.number(under, j) for j in range(self.size))
            each = [self.vector(under, j) for j in range(self.size)]
            return [sum(column) for column in zip([0] * self.dimension, *each, strict=True)]
        if name.startswith("exp("):
            if self.number(exponent(name), i):
                raise Irrational
            return 1
        return self.values[name][i] if "[i]" in name else self.values[name]

    def monomial(self, m: Iterable[str], i: int) -> Number:
        """The product of the atoms."""
        value: Number = 1
        for name in m:
            value = value * self.atom(name, i)
        return value

    def number(self, p: Poly, i: int = 0) -> Number:
        """The value of a polynomial."""
        return sum(c * self.monomial(m, i) for m, c in p.items())

    def vector(self, p: Poly, i: int = 0) -> list[Number]:
        """The value of a vector."""
        total: list[Number] = [0] * self.dimension
        for m, c in p.items():
            (name,) = (n for n in m if n.endswith("@"))
            by = c * self.monomial((n for n in m if n != name), i)
            total = [t + by * x for t, x in zip(total, self.atom(name, i), strict=True)]
        return total

    def term(self, name: str, p: Poly) -> Any:
        """The value of what is put for a name."""
        one = self.vector if name.endswith("@") else self.number
        return [one(p, i) for i in range(self.size)] if "[i]" in name else one(p)

    def range(self, p: Poly) -> list[Number]:
        """The values at all indices, or the value."""
        return [self.number(p, i) for i in range(self.size)] if indexed(p) else [self.number(p)]

    def holds(self, fact: Fact) -> bool:
        """Is it true, for every index?"""
        relation, p = fact
        truth: dict[str, Callable[[Number], bool]] = {
            ">=": lambda v: v >= 0, ">": lambda v: v > 0, "=": lambda v: v == 0, "!=": lambda v: v != 0,
        }  # fmt: skip
        return all(map(truth[relation], self.range(p)))


@dataclass
class Run:
    """A transition system."""

    start: dict[str, Poly]
    next: dict[str, Poly]
    input: list[str]
    when: dict[str, Fact]

    def data(self) -> Json:
        """As in proof files."""
        return {
            "state": list(self.start),
            "start": {n: written(p) for n, p in self.start.items()},
            "input": self.input,
            "when": facts_written(self.when),
            "next": {n: written(p) for n, p in self.next.items()},
        }


@dataclass
class Certificate:
    """A certificate with the facts that it may use and its goal."""

    proof: Json
    assume: Mapping[str, Fact]
    local: Mapping[str, Fact]
    goal: Fact
    at: bool

    def wrong(self) -> bool:
        """Is it no proof, by this module's arithmetic?"""
        known = {**self.assume, **self.local}
        relation, goal = self.goal
        try:
            left = [self.summand(t, known) for t in self.proof.get("times") or [{}]]
            right = [self.summand(t, known) for t in self.proof.get("sum") or []]
            ideal = [(equation(e, known), read(e["by"])) for e in self.proof.get("ideal") or []]
        except (KeyError, ValueError):
            return True
        strict = any(s for _, s in right)
        total = add(*(p for p, _ in right), *(times(f[1], q) for f, q in ideal))
        return (
            times(add(*(p for p, _ in left)), goal) != total
            or any(f[0] != "=" for f, _ in ideal)
            or (relation in (">=", "=") and not all(s for _, s in left))
            or (relation in (">", "!=") and not strict)
            or (relation == "=" and bool(right))
        )

    def summand(self, term: Json, known: Mapping[str, Fact]) -> tuple[Poly, bool]:
        """The polynomial, and whether it is strictly positive; ValueError if it has no sign."""
        c, used = Fraction(term.get("c", 1)), [known[n] for n in term.get("facts") or []]
        if c <= 0 or any(relation == "=" for relation, _ in used):
            raise ValueError
        squares, norms = map(read, term.get("squares") or []), map(read, term.get("norms") or [])
        parts = [const(c), *(p for r, p in used for _ in range(2 if r == "!=" else 1))]
        parts += [times(q, q) for q in squares] + [dot(v, v) for v in norms]
        parts += [exponential(read(e)) for e in term.get("exponentials") or []]
        rests = term.get("remainders") or []
        if not all(type(rest["degree"]) is int and rest["degree"] % 2 == 1 for rest in rests):
            raise ValueError
        parts += [remainder(read(rest["of"]), read(rest["at"]), rest["degree"]) for rest in rests]
        weak = [term.get(key) for key in ("squares", "norms", "remainders")]
        strict = not any(weak) and all(r != ">=" for r, _ in used)
        return times(*parts), strict


def equation(multiple: Json, known: Mapping[str, Fact]) -> Fact:
    """The equation of which this is a multiple; ValueError if a sum would capture an index."""
    if law := multiple.get("law"):
        return "=", power_law(read(law["of"]), read(law["and"]))
    if total := multiple.get("sum"):
        u, v = read(total["of"]), read(total["with"])
        if indexed(v):
            raise ValueError
        return "=", unfolded(u, v)
    return known[multiple["fact"]]


def power_law(p: Poly, q: Poly) -> Poly:
    """What is 0, as exp(p + q) = exp(p) exp(q)."""
    return add(exponential(add(p, q)), scaled(times(exponential(p), exponential(q)), -1))


def unfolded(u: Poly, v: Poly) -> Poly:
    """What is 0, as an inner product with a sum is a sum."""
    return add(dot(summed(u), v), scaled(summed(dot(u, v)), -1))


def remainder(p: Poly, q: Poly, degree: int) -> Poly:
    """What is not negative, for an odd degree: exp(p) without exp(q) times the series of exp(p - q)."""
    x, power, series = add(p, scaled(q, -1)), const(1), const(1)
    for k in range(1, degree + 1):
        power = scaled(times(power, x), Fraction(1, k))
        series = add(series, power)
    return add(exponential(p), scaled(times(exponential(q), series), -1))


def facts_written(facts: Mapping[str, Fact]) -> Json:
    """As in proof files."""
    return {name: fact_written(fact) for name, fact in facts.items()}


def fact_written(fact: Fact) -> Json:
    """The same of one."""
    return [fact[0], written(fact[1]), "0"]


@dataclass
class Statement:
    """What is claimed, and a point at which its hypotheses hold."""

    point: Point
    declare: list[str]
    assume: dict[str, Fact] = field(default_factory=dict)
    show: dict[str, Fact] = field(default_factory=dict)
    let: list[tuple[str, str, Poly]] = field(default_factory=list)
    run: Run | None = None

    def data(self, name: str) -> Json:
        """As in proof files."""
        found = {"id": name, "declare": self.declare, "assume": facts_written(self.assume)}
        found["show"] = facts_written(self.show)
        if self.let:
            found["let"] = [{"name": n, "kind": kind, "of": written(p)} for n, kind, p in self.let]
        if self.run:
            found["run"] = self.run.data()
        return found

    def defined(self) -> dict[str, Fact]:
        """The facts that come with the definitions."""
        found: dict[str, Fact] = {}
        for n, kind, p in self.let:
            found |= definition(n, kind, p)
        return found

    def reached(self) -> Point | None:
        """The point after the run; None if a step is not allowed."""
        point = Point(self.point.size, self.point.dimension, dict(self.point.values))
        if self.run:
            point.values |= {n: point.term(n, p) for n, p in self.run.start.items()}
            for step in self.point.steps:
                point.values |= step
                if not all(map(point.holds, self.run.when.values())):
                    return None
                point.values |= {n: point.term(n, p) for n, p in self.run.next.items()}
        return point

    def is_false(self) -> bool:
        """Is some conclusion false at the point, and every hypothesis true?"""
        point = self.reached()
        if point is None or not all(map(point.holds, [*self.assume.values(), *self.defined().values()])):
            return False
        return not all(map(point.holds, self.show.values()))

    def witness(self) -> Json:
        """The point as a counterexample in proof files."""

        def text(value: Any) -> Json:
            return [text(v) for v in value] if isinstance(value, list) else str(value)

        names = [*self.declare, *(n for n, _, _ in self.let)]
        point = self.point
        found = {"dimension": point.dimension, "size": point.size, "values": {n: text(point.values[n]) for n in names}}
        if self.run:
            found["steps"] = [{n: text(step[n]) for n in self.run.input} for step in point.steps]
        return found


def definition(name: str, kind: str, of: Poly) -> dict[str, Fact]:
    """What defines an inverse or a root."""
    n = var(name)
    if kind == "inverse":
        return {f"{name}.def": ("=", add(times(n, of), const(-1)))}
    return {f"{name}.sign": (">=", n), f"{name}.def": ("=", add(times(n, n), scaled(of, -1)))}


@dataclass
class Item:
    """An entry, after the lemmas that it cites, and what is known about it."""

    kind: str
    statement: Statement
    proof: Json
    sides: dict[str, Json]
    lemmas: list[Json]
    leaves: list[Certificate]
    witness: bool = False  # the statement is false at its point

    def book(self) -> list[Json]:
        """All entries."""
        entry = {"statement": self.statement.data("it"), "proof": self.proof}
        return [*self.lemmas, entry | ({"sides": self.sides} if self.sides else {})]

    def record(self, reason: str = "") -> Json:
        """For a report."""
        found = {"kind": self.kind, "book": json.loads(json.dumps(self.book()))}
        if self.witness:
            found["counterexample"] = self.statement.witness()
        return found | ({"reason": reason} if reason else {})


def judge(item: Item, check: Check = kernel.check_book) -> tuple[bool, str]:
    """Is the last entry proved, and if not, why not?"""
    verdict, reason, _ = check(item.book())["it"]
    return verdict == "proved", reason
