"""Fuzzing of the kernel: random proofs whose right to be accepted is known, none of them wrongly accepted.

Main definitions:
    fuzz       so many false statements and corrupted certificates, by blocks, on some processes; a Report
    Report     what was tried, and what was accepted that must not be (or refused that must not be); report_text
               and report_json print it
    shrink     a small entry like one that was wrongly accepted, by Hypothesis and by deletions
    true_item, false_item, corrupted_item   one random Item each
    judge      is an Item accepted?

Every item begins with an exact point. Hypotheses are chosen to hold there, often just so, and a proof is
built from random pieces. Then, for a false statement, one of these is done until the point contradicts it:

    cheat     the proof is built with one step that no rule allows, but around which everything fits
    shift     a conclusion is moved, negated or made stronger; the proof is kept, or mended by a negative summand
    point     a conclusion that is false at the point, with a random proof

A corrupted certificate is a right one in which one thing was made wrong; that it is wrong is known from the
rule that it breaks, or from a computation of both sides by the arithmetic of this module. That arithmetic,
the reading of atoms and the evaluation share no code with the kernel.
"""

import copy
import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from ...algorithms.resuming import Progress, results, state_of
from .. import kernel

Number: TypeAlias = int | Fraction
Poly: TypeAlias = dict[tuple[str, ...], Number]  # {("a", "a", "b"): 2} is 2a²b; atoms are sorted
Fact: TypeAlias = tuple[str, Poly]
Json: TypeAlias = Any
Summand: TypeAlias = tuple[Json, Poly, bool]  # in JSON, what it stands for, and whether it is strictly positive
Check: TypeAlias = Callable[[list[Json]], Mapping[str, tuple[str, str, list[str]]]]

BLOCK = 250  # false statements, and corrupted certificates, that come from one seed
KEPT = 20  # examples that a report keeps of each kind of failure
MAX_TERMS = 40  # larger polynomials are not used in statements

# --- polynomials and their values -----------------------------------------------------------------


def add(*polys: Poly) -> Poly:
    """The sum."""
    total: Poly = {}
    for p in polys:
        for m, c in p.items():
            total[m] = total.get(m, 0) + c
    return {m: c for m, c in total.items() if c}


def scaled(p: Poly, by: Number) -> Poly:
    """The multiple by a number."""
    return {m: by * c for m, c in p.items() if by}


def times(*polys: Poly) -> Poly:
    """The product."""
    total: Poly = {(): 1}
    for q in polys:
        p, total = total, {}
        for m, a in p.items():
            for n, b in q.items():
                both = tuple(sorted(m + n)) if m and n else m or n
                total[both] = total.get(both, 0) + a * b
    return {m: c for m, c in total.items() if c}


def var(name: str) -> Poly:
    """An atom as a polynomial."""
    return {(name,): 1}


def const(value: Number) -> Poly:
    """A constant."""
    return {(): value} if value else {}


def dot(u: Poly, v: Poly) -> Poly:
    """The inner product of two vectors."""
    found = []
    for m, a in u.items():
        for n, b in v.items():
            x, y = (next(name for name in side if name.endswith("@")) for side in (m, n))
            rest = {tuple(sorted(name for name in m + n if not name.endswith("@"))): a * b}
            if "#" in x + y:
                found.append(rest if x == y else {})
            else:
                found.append(times(rest, var("@".join(sorted((x[:-1], y[:-1]))))))
    return add(*found)


def spelled(m: Sequence[str], gap: str) -> str:
    """The monomial in the spelling of proof files."""
    counted = [(name, len(list(same))) for name, same in groupby(sorted(m))]
    return gap.join(name if n == 1 else f"{name}^{n}" for name, n in counted)


def summed(p: Poly) -> Poly:
    """The sum over the index."""
    found = []
    for m, c in p.items():
        under = [name for name in m if family(name)]
        rest = [name for name in m if not family(name)]
        found.append({tuple(sorted([*rest, f"sum({spelled(under, ',')})"])): c})
    return add(*found)


def family(name: str) -> bool:
    """Does the atom depend on the index?"""
    return "[i]" in name and not name.startswith("sum(")


def indexed(p: Poly) -> bool:
    """Does the polynomial?"""
    return any(family(name) for m in p for name in m)


def factors(name: str) -> tuple[str, ...]:
    """What stands under a sum, with repetition."""
    found: list[str] = []
    for part in name[4:-1].split(",") if name != "sum()" else []:
        base, _, power = part.partition("^")
        found += [base] * int(power or 1)
    return tuple(found)


def replaced(p: Poly, images: Mapping[str, Poly]) -> Poly:
    """The polynomial with images put for variables."""

    def image(name: str) -> Poly:
        if name.startswith("sum("):
            return summed(times(*map(image, factors(name))))
        if "@" in name[:-1]:
            x, y = (f"{n}@" for n in name.split("@"))
            return dot(images.get(x, var(x)), images.get(y, var(y)))
        return images.get(name, var(name))

    return add(*(times(const(c), *map(image, m)) for m, c in p.items()))


def written(p: Poly) -> dict[str, str]:
    """The polynomial as in proof files."""
    return {spelled(m, " ") or "1": str(c) for m, c in p.items()}


@dataclass
class Point:
    """Exact values: numbers, lists of coordinates, lists of these for families; steps are inputs of a run."""

    size: int
    dimension: int
    values: dict[str, Any] = field(default_factory=dict)
    steps: list[dict[str, Any]] = field(default_factory=list)

    def atom(self, name: str, i: int = 0) -> Any:
        """The value of an atom at an index."""
        if name.startswith("sum("):
            return sum(self.monomial(factors(name), j) for j in range(self.size))
        if "@" in name[:-1]:
            x, y = (self.atom(f"{n}@", i) for n in name.split("@"))
            return sum(a * b for a, b in zip(x, y, strict=True))
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


# --- statements and proofs ------------------------------------------------------------------------


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
class Leaf:
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
            ideal = [(known[e["fact"]], read(e["by"])) for e in self.proof.get("ideal") or []]
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
        strict = not term.get("squares") and not term.get("norms") and all(r != ">=" for r, _ in used)
        return times(*parts), strict


def read(data: Mapping[str, str]) -> Poly:
    """What `written` wrote."""
    found = []
    for key, c in data.items():
        names: list[str] = []
        for part in key.split(" ") if key != "1" else []:
            base, power = (part, "") if part.endswith(")") else part.partition("^")[::2]
            if part.startswith("sum(") and not part.endswith(")"):
                base, _, power = part.rpartition("^")
            names += [base] * int(power or 1)
        found.append({tuple(sorted(names)): Fraction(c) if "/" in c else int(c)})
    return add(*found)


def facts_written(facts: Mapping[str, Fact]) -> Json:
    """As in proof files."""
    return {name: [relation, written(p)] for name, (relation, p) in facts.items()}


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
    leaves: list[Leaf]
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


# --- the generator --------------------------------------------------------------------------------

CHEATS = (
    "a negative coefficient", "a coefficient 0", "no strict summand", "an equation with summands",
    "an equation for a strict sign", "an inequality as an equation", "a multiplier that may be 0",
    "a square taken once", "a fact != 0 taken once", "an index where there may be none",
    "a sum of strict facts taken as strict",
    "a case left out", "a cut that is not proved", "a cut that uses itself", "the wrong negation", "a weak negation",
    "an inverse of 0", "a root of a negative number", "a premise that is not proved", "a fact that is not known",
    "an index put for a constant", "a conclusion not shown", "an equation out of a sum of signs",
    "a norm that is no square", "a definition whose side is not proved",
)  # fmt: skip
RUN_CHEATS = (
    "a negative coefficient", "a wrong start", "a wrong step", "a fact about the end in a step",
    "a fact about a step at the end", "an invariant that stands for itself", "a simulation from another start",
    "a simulation by another step", "a simulation without its condition",
)  # fmt: skip
COEFFICIENTS: tuple[Number, ...] = (1, 1, 1, -1, -1, -1, 2, 2, -2, -2, 3, Fraction(1, 2))
RELATIONS = (">=", ">", "=", "!=")
NOTHING: Json = {"rule": "poly"}


class Impossible(Exception):
    """The choices made so far lead nowhere; begin again."""


@dataclass
class Scope:
    """Where a proof stands: facts that are known only here, and whether it is about one index."""

    local: dict[str, Fact]
    at: bool = False
    closed: bool = False  # hypotheses cannot be added

    def knowing(self, more: Mapping[str, Fact]) -> "Scope":
        """With further facts."""
        return Scope({**self.local, **more}, self.at, self.closed)


class Maker:
    """Makes one item. With a cheat, one step of the proof breaks a rule on purpose, if it comes to that step."""

    def __init__(self, chance: random.Random, cheat: str = "", point: Point | None = None, declare: str = "") -> None:
        """Choose the point and the names."""
        self.chance, self.cheat, self.cheated, self.number = chance, cheat, False, 0
        names = declare.split() or ["a", "b", *self.some(["u@", "v@"]), *self.some(["c[i]", "x[i]@"])]
        self.statement = Statement(point or self.point(names), names)
        self.end = self.statement.point
        self.leaves: list[Leaf] = []
        self.lemmas: list[Json] = []
        self.sides: dict[str, Json] = {}
        scalars = [n for n in names if "@" not in n]
        vectors = [n[:-1] for n in names if "@" in n]
        pairs = ["@".join(sorted((u, v))) for u in vectors for v in vectors if u <= v]
        self.free = [n for n in scalars + pairs if "[i]" not in n]
        self.families = [n for n in scalars + pairs if "[i]" in n]
        if self.families:
            under = [n for n in self.families if chance.random() < 0.6]
            self.free += [f"sum({n})" for n in under] + (["sum()"] if chance.random() < 0.3 else [])
        self.vectors = [f"{v}@" for v in vectors]

    # choices

    def some(self, pool: Sequence[Any]) -> list[Any]:
        """Some of these."""
        return [x for x in pool if self.chance.random() < 0.5]

    def coin(self, p: float) -> bool:
        """True with probability p."""
        return self.chance.random() < p

    def fresh(self, letter: str) -> str:
        """A new name of a fact."""
        self.number += 1
        return f"{letter}{self.number}"

    def small(self) -> Number:
        """A small number."""
        return self.chance.choice((0, 1, -1, 2, -2, 1, 3, 0, 1, -1, 2, -3, Fraction(1, 2)))

    def point(self, names: Iterable[str]) -> Point:
        """Random values."""
        found = Point(self.chance.choice((0, 1, 2, 2, 3)), self.chance.choice((0, 1, 2, 3)))
        for n in names:
            found.values[n] = self.value(found, n)
        return found

    def value(self, point: Point, name: str) -> Any:
        """A random value for a name."""
        one = (lambda: [self.small() for _ in range(point.dimension)]) if "@" in name else self.small
        return [one() for _ in range(point.size)] if "[i]" in name else one()

    def poly(self, scope: Scope, terms: int = 2, degree: int = 2) -> Poly:
        """A random polynomial that may stand here."""
        pool = self.free + (self.families * 2 if scope.at else [])
        found: list[Poly] = [const(self.chance.choice((0, 0, 1, -1, 2)))]
        for _ in range(self.chance.randint(1, terms)):
            atoms = [self.chance.choice(pool) for _ in range(self.chance.randint(1, degree))]
            c: Number = self.chance.choice(COEFFICIENTS)
            found.append({tuple(sorted(atoms)): c})
        return add(*found)

    def vector(self, scope: Scope) -> Poly:
        """A random vector."""
        pool = [v for v in self.vectors if scope.at or "[i]" not in v] + ["#1@"]
        numbers = [n for n in self.free if "@" not in n and "(" not in n]
        found: list[Poly] = []
        for name in self.chance.sample(pool, min(len(pool), self.chance.randint(1, 2))):
            factor = [self.chance.choice(numbers)] if numbers and self.coin(0.4) else []
            found.append({tuple(sorted([*factor, name])): self.chance.choice((1, -1, 2))})
        return add(*found)

    def known(self, scope: Scope) -> dict[str, Fact]:
        """All facts that may be used here."""
        base = {} if scope.closed else {**self.statement.defined(), **self.statement.assume}
        known = {**base, **scope.local}
        return known if scope.at else {n: f for n, f in known.items() if not indexed(f[1])}

    # hypotheses

    def fact(self, p: Poly, relation: str = "") -> Fact:
        """The polynomial with a relation, moved by a constant so that it holds at the point, often just so."""
        values, relation = self.here.range(p), relation or self.chance.choice(RELATIONS)
        if relation == "=" and len(set(values)) > 1:
            relation = ">="
        least = min(values, default=0)
        if relation == "!=":
            shift = next(s for s in (0, 1, 2, 3, 4, 5) if all(v + s for v in values))
        else:
            room = {"=": 0, ">=": self.chance.choice((0, 0, 1, 2)), ">": self.chance.choice((1, Fraction(1, 2)))}
            shift = room[relation] - least  # type: ignore[assignment]
        return relation, add(p, const(shift))

    def suppose(self, fact: Fact) -> str:
        """A new hypothesis, which holds at the point."""
        if not self.here.holds(fact) or len(fact[1]) > MAX_TERMS:
            raise Impossible
        name = self.fresh("h")
        self.statement.assume[name] = fact
        return name

    @property
    def here(self) -> Point:
        """The point, at the end of the run."""
        return self.end if self.statement.run else self.statement.point

    # certificates

    def leaf(self, scope: Scope, goal: Fact, **proof: Json) -> Json:
        """A certificate."""
        found = {"rule": "poly", **{key: value for key, value in proof.items() if value}}
        base = {} if scope.closed else self.statement.assume
        local = scope.local if scope.closed else {**self.statement.defined(), **scope.local}
        self.leaves.append(Leaf(found, base, local, goal, scope.at))
        return found

    def term(self, scope: Scope, facts: Sequence[str] = (), more: bool = True) -> Summand:
        """A summand, its polynomial, and whether it is strictly positive."""
        known: dict[str, Fact] = self.known(scope)
        c: Number = 1
        signed = [n for n, (r, p) in known.items() if r != "=" and len(p) <= 6]
        names = list(facts)
        if more and signed:
            names += self.chance.choices(signed, k=self.chance.choice((0, 1, 1, 2)))
        squares = [self.poly(scope, 2, 1)] if more and self.coin(0.25) else []
        norms = [self.vector(scope)] if more and self.vectors and self.coin(0.25) else []
        if more:
            c = self.chance.choice((1, 1, 1, 1, 2, 2, 3, 3, Fraction(1, 2)))
        polys = [known[n][1] for n in names for _ in range(2 if known[n][0] == "!=" else 1)]
        p = times(const(c), *polys, *(times(s, s) for s in squares), *(dot(v, v) for v in norms))
        data = {"c": str(c), "facts": names, "squares": [*map(written, squares)], "norms": [*map(written, norms)]}
        strict = not squares and not norms and all(known[n][0] != ">=" for n in names)
        return {key: value for key, value in data.items() if value and value != "1"}, p, strict

    def multiples(self, scope: Scope, most: int = 2) -> list[tuple[Json, Poly]]:
        """Multiples of equations."""
        equations = [n for n, (r, p) in self.known(scope).items() if r == "=" and len(p) <= 6]
        found = []
        for n in self.chance.choices(equations, k=self.chance.randint(1, most)) if equations else []:
            by = self.poly(scope, 2, 1)
            found.append(({"fact": n, "by": written(by)}, times(self.known(scope)[n][1], by)))
        return found

    # derivations that choose their conclusion

    def derive(self, scope: Scope, depth: int) -> tuple[Fact, Json]:
        """A true fact and its proof."""
        ways: list[Callable[[Scope, int], tuple[Fact, Json]]] = [self.direct, self.direct]
        if depth:
            ways += [self.open_goal, self.open_goal, self.contradict, self.cut, self.cut]
            if not scope.at and not scope.closed and self.families:
                ways += [self.total, self.total]
            if not scope.closed and len(self.lemmas) < 2:
                ways.append(self.cite)
        if self.cheat in FORCED and not self.cheated and not scope.closed and depth:
            ways = [getattr(self, FORCED[self.cheat])]
        goal, proof = self.chance.choice(ways)(scope, depth)
        if scope.at != indexed(goal[1]) or not 0 < len(goal[1]) <= MAX_TERMS:
            raise Impossible
        return goal, proof

    def direct(self, scope: Scope, depth: int = 0) -> tuple[Fact, Json]:
        """A sum is positive."""
        summands = [self.term(scope) for _ in range(self.chance.randint(1, 2))]
        ideal = self.multiples(scope) if self.coin(0.5) else []
        if ideal and self.coin(0.5):
            summands = []
        relations = [">="] if summands else ["=", ">="]
        if any(s for _, _, s in summands):
            relations = [">=", ">", "!="]
        relation = self.chance.choice(relations)
        if self.cheat and not self.cheated and not scope.closed:
            relation, summands, ideal = self.cheat_directly(scope, relation, summands, ideal)
        goal = relation, add(*(p for _, p, _ in summands), *(p for _, p in ideal))
        return goal, self.leaf(scope, goal, sum=[t for t, _, _ in summands], ideal=[m for m, _ in ideal])

    def cheat_directly(
        self, scope: Scope, relation: str, summands: list[Summand], ideal: list[tuple[Json, Poly]]
    ) -> tuple[str, list[Summand], list[tuple[Json, Poly]]]:
        """Break a rule of certificates."""
        known, cheat = self.known(scope), self.cheat

        def pick(*relations: str) -> str:
            found = [n for n, (r, p) in known.items() if r in relations and len(p) <= 6]
            if not found:
                raise Impossible
            return self.chance.choice(found)

        weak = [t for t in summands if not t[2]]
        match cheat:
            case "a negative coefficient":
                data, p, _ = self.term(scope)
                sizes: list[Number] = [max(v, -v) for _, q, _ in summands for v in self.here.range(q)]
                c = -1 - max(sizes, default=0) * self.chance.choice((1, 2))
                ratio = c / Fraction(data.get("c", 1))
                summands = [*summands, ({**data, "c": str(c)}, scaled(p, ratio), False)]
                relation = self.chance.choice((">=", relation if relation != "=" else ">"))
            case "a coefficient 0":
                relation, summands = ">", [*weak, ({"c": "0"}, {}, True)]
            case "no strict summand":
                relation = self.chance.choice((">", "!="))
                summands = weak or [self.term(scope, [pick(">=")], more=False)]
            case "an equation with summands":
                relation, summands = "=", summands or [self.term(scope)]
            case "an equation for a strict sign":
                name = pick("=")
                relation, summands = self.chance.choice((">", "!=")), [*weak, ({"facts": [name]}, known[name][1], True)]
            case "an inequality as an equation":
                name, by = pick(">=", ">", "!="), self.chance.choice((const(-1), const(-2), self.poly(scope, 1, 1)))
                ideal = [*ideal, ({"fact": name, "by": written(by)}, times(known[name][1], by))]
                relation = self.chance.choice((relation, "=")) if not summands else relation
            case "a square taken once":
                p = self.poly(scope)
                summands = [*summands, ({"squares": [written(p)]}, p, False)]
            case "a fact != 0 taken once":
                name = pick("!=")
                summands = [*summands, ({"facts": [name]}, known[name][1], True)]
            case "a norm that is no square":
                u, v = self.vector(scope), self.vector(scope)
                summands = [*summands, ({"norms": [written(add(u, v))]}, add(dot(u, u), scaled(dot(v, v), -1)), False)]
            case "a fact that is not known":
                name, p = self.fresh("h"), self.poly(scope)
                summands = [*summands, ({"facts": [name]}, p, True)]
            case _:
                return relation, summands, ideal
        self.cheated = True
        return relation, summands, ideal

    def contradict(self, scope: Scope, depth: int) -> tuple[Fact, Json]:
        """Suppose not."""
        relation, name = self.chance.choice((">=", ">")), self.fresh("n")
        summands = [self.term(scope) for _ in range(self.chance.randint(1, 2))]
        p = add(*(q for _, q, _ in summands))
        strict = next((t for t in summands if t[2]), None)
        data = [t for t, _, _ in summands]
        if relation == ">" and not strict and self.cheat != "a weak negation":
            relation = ">="
        false = (">=", const(-1))
        if self.cheat == "the wrong negation" and not self.cheated:
            self.cheated = True  # what follows from p > 0 is a contradiction, where -p > 0 is to be refuted
            goal, inner = (self.chance.choice((">=", ">")), scaled(p, -1)), scope.knowing({name: (">", p)})
            then = self.leaf(inner, false, times=[{"facts": [name]}], sum=data)
        elif self.cheat == "a weak negation" and not self.cheated:
            self.cheated, goal = True, (">", p)
            then = self.leaf(scope.knowing({name: (">=", scaled(p, -1))}), false, times=[{"facts": [name]}], sum=data)
        elif relation == ">=":
            goal = relation, p
            inner = scope.knowing({name: (">", scaled(p, -1))})
            then = self.leaf(inner, false, times=[{"facts": [name]}], sum=data)
        else:
            goal = relation, p
            if not strict:
                raise Impossible
            inner = scope.knowing({name: (">=", scaled(p, -1))})
            rest = [t for t in data if t is not strict[0]]
            then = self.leaf(inner, false, times=[strict[0]], sum=[{"facts": [name]}, *rest])
        return goal, {"rule": "contra", "name": name, "then": then}

    def cut(self, scope: Scope, depth: int) -> tuple[Fact, Json]:
        """A fact first."""
        name = self.fresh("f")
        if self.cheat in ("a cut that is not proved", "a cut that uses itself") and not self.cheated:
            self.cheated = True
            fact = self.chance.choice(RELATIONS), self.poly(scope)
            if scope.at != indexed(fact[1]):
                raise Impossible
            itself = self.cheat == "a cut that uses itself"
            multiple = {"fact": name, "by": {"1": "1"}}
            why: Json = dict(NOTHING)
            if itself:
                why |= {"ideal": [multiple]} if fact[0] == "=" else {"sum": [{"facts": [name]}]}
            inner = scope.knowing({name: fact})
            goal = ">" if fact[0] == ">" else ">=", fact[1]
            if fact[0] == "!=":
                goal = "!=", times(fact[1], fact[1])
            then = self.leaf(inner, goal, **({"ideal": [multiple]} if fact[0] == "=" else {"sum": [{"facts": [name]}]}))
            return goal, {"rule": "have", "name": name, "fact": [fact[0], written(fact[1])], "why": why, "then": then}
        at = scope.at or (bool(self.families) and not scope.closed and self.coin(0.3))
        fact, why = self.derive(Scope(scope.local, at, scope.closed), depth - 1)
        goal, then = self.derive(scope.knowing({name: fact}), depth - 1)
        return goal, {"rule": "have", "name": name, "fact": [fact[0], written(fact[1])], "why": why, "then": then}

    def total(self, scope: Scope, depth: int) -> tuple[Fact, Json]:
        """A fact summed over the index."""
        known = {**self.statement.assume, **scope.local}
        signed = [n for n, (r, p) in known.items() if r != "!=" and len(p) <= 6]
        forced = self.cheat == "a sum of strict facts taken as strict" and not self.cheated
        if forced:
            signed = [n for n in signed if known[n][0] == ">" and indexed(known[n][1])]
        if not signed:
            raise Impossible
        fact, name = self.chance.choice(signed), self.fresh("S")
        relation, p = known[fact]
        new = ("=" if relation == "=" else ">=", summed(p))
        if forced:
            self.cheated, goal = True, (self.chance.choice((">", "!=")), new[1])
            then = self.leaf(scope.knowing({name: new}), goal, sum=[{"facts": [name]}])
        else:
            goal, then = self.derive(scope.knowing({name: new}), depth - 1)
        return goal, {"rule": "sum", "fact": fact, "name": name, "then": then}

    def without_index(self, scope: Scope, depth: int) -> tuple[Fact, Json]:
        """Cheat: c - b >= 0 from b <= q(i) <= c, where there may be no i."""
        if scope.at or not self.families:
            raise Impossible
        self.cheated = True
        q = self.poly(Scope({}, True), 1, 1)
        if not indexed(q):
            raise Impossible
        low, high = self.poly(scope, 1, 1), self.poly(scope, 1, 1)
        h = self.suppose(self.fact(add(q, scaled(low, -1)), self.chance.choice((">=", ">"))))
        g = self.suppose(self.fact(add(high, scaled(q, -1)), ">="))
        goal = ">=", add(self.statement.assume[h][1], self.statement.assume[g][1])
        return goal, self.leaf(scope, goal, sum=[{"facts": [h]}, {"facts": [g]}])

    # a conclusion chosen first, closed by new hypotheses

    def open_goal(self, scope: Scope, depth: int) -> tuple[Fact, Json]:
        """A random fact that holds at the point."""
        if scope.closed:
            raise Impossible
        goal = self.fact(self.poly(scope))
        return goal, self.prove(scope, goal, depth)

    def prove(self, scope: Scope, goal: Fact, depth: int) -> Json:
        """Some proof, with the hypotheses that it needs."""
        ways: list[Callable[[Scope, Fact, int], Json]] = [self.close, self.close]
        if depth:
            ways += [self.cases, self.cases, self.invert, self.root]
        if self.cheat in FORCED_CLOSED and not self.cheated:
            ways = [getattr(self, FORCED_CLOSED[self.cheat])]
        return self.chance.choice(ways)(scope, goal, depth)

    def close(self, scope: Scope, goal: Fact, depth: int = 0) -> Json:
        """T times the goal is a sum of which one summand is supposed."""
        relation, p = goal
        if relation == "!=":
            return self.close_unequal(scope, p)
        t = self.term(scope) if self.coin(0.3) else ({}, const(1), True)
        values = self.here.range(t[1]) if indexed(t[1]) or scope.at else [self.here.number(t[1])]
        if scope.at:
            values = [self.here.number(t[1], i) for i in range(self.here.size)]
        if not t[2] or not all(v > 0 for v in values):
            t = ({}, const(1), True)
        multiplied = times(t[1], p)
        summands = [] if relation == "=" else [self.term(scope) for _ in range(self.chance.randrange(3))]
        ideal = self.multiples(scope) if self.coin(0.3) else []
        rest = add(multiplied, scaled(add(*(q for _, q, _ in summands), *(q for _, q in ideal)), -1))
        if not self.here.holds((relation, rest)) or (scope.at and not indexed(rest)) or len(rest) > MAX_TERMS:
            summands, ideal, rest = [], [], multiplied
        name = self.suppose((relation, rest))
        data, more = [s for s, _, _ in summands], [m for m, _ in ideal]
        front = [t[0]] if t[0] else None
        if relation == "=":
            return self.leaf(scope, goal, times=front, ideal=[{"fact": name, "by": {"1": "1"}}, *more])
        return self.leaf(scope, goal, times=front, sum=[{"facts": [name]}, *data], ideal=more)

    def close_unequal(self, scope: Scope, p: Poly) -> Json:
        """A proof of p != 0."""
        name = self.fresh("n")
        inner = scope.knowing({name: ("=", p)})
        values = self.here.range(p)
        false = (">=", const(-1))
        if values and all(v > 0 for v in values) and self.coin(0.5):
            return self.leaf(scope, ("!=", p), sum=[{"facts": [self.suppose((">", p))]}])
        if values and all(v < 0 for v in values) and self.coin(0.5):
            h = self.suppose((">", scaled(p, -1)))
            then = self.leaf(inner, false, times=[{"facts": [h]}], ideal=[{"fact": name, "by": {"1": "1"}}])
        else:
            h = self.suppose(("!=", p))
            by = written(scaled(p, -1))
            then = self.leaf(inner, false, times=[{"facts": [h]}], ideal=[{"fact": name, "by": by}])
        return {"rule": "contra", "name": name, "then": then}

    def cases(self, scope: Scope, goal: Fact, depth: int) -> Json:
        """By the sign of a polynomial."""
        on, name = self.poly(scope, 2, 1), self.fresh("k")
        arms = list(self.chance.choice((("<", ">="), ("<=", ">"), ("<", "=", ">"), ("<=", ">="))))
        down = scaled(on, -1)
        facts = {"<": (">", down), "<=": (">=", down), "=": ("=", on), ">=": (">=", on), ">": (">", on)}
        if self.cheat == "a case left out" and not self.cheated:
            self.cheated = True
            missing = [a for a in arms if all(map(self.here.holds, [facts[a]]))] or arms
            arms.remove(self.chance.choice(missing))
        proofs = {}
        for arm in arms:
            inner = scope.knowing({name: facts[arm]})
            if self.cheated and self.cheat == "a case left out":  # a goal that is false in the missing case
                proofs[arm] = self.close_by(inner, goal, name)
            else:
                proofs[arm] = self.prove(inner, goal, depth - 1)
        return {"rule": "cases", "on": written(on), "name": name, "arms": proofs}

    def close_by(self, scope: Scope, goal: Fact, name: str) -> Json:
        """From one fact that is false at the point, a goal that may be so too."""
        relation, p = scope.local[name]
        if relation == "=":
            by = const(self.chance.choice((1, -1, 2, -5)))
            h = self.suppose((">=", add(goal[1], scaled(times(p, by), -1))))
            return self.leaf(scope, goal, sum=[{"facts": [h]}], ideal=[{"fact": name, "by": written(by)}])
        c = self.chance.choice((1, 3, 20))
        h = self.suppose((">=", add(goal[1], scaled(p, -c))))
        return self.leaf(scope, goal, sum=[{"facts": [h]}, {"facts": [name], "c": str(c)}])

    def false_goal(self, scope: Scope, depth: int) -> tuple[Fact, Json]:
        """Cheat: begin with a conclusion that is false at the point."""
        if scope.closed:
            raise Impossible
        p = self.poly(scope)
        values = self.here.range(p)
        p = add(p, const(-1 - max(values, default=0)))
        goal = ">=", p
        return goal, self.prove(scope, goal, depth)

    def no_multiplier(self, scope: Scope, goal: Fact, depth: int = 0) -> Json:
        """Cheat: cancel a factor that may be 0."""
        self.cheated = True
        p = self.poly(scope, 2, 1)
        values = self.here.range(p) or [0]
        p = add(p, const(-self.chance.choice(values)))
        if self.coin(0.5):
            front: Json = {"squares": [written(p)]}
            factor = times(p, p)
        else:
            front, factor = {"facts": [self.suppose((">=", p))]}, p
        h = self.suppose((goal[0], times(factor, goal[1])))
        return self.leaf(scope, goal, times=[front], sum=[{"facts": [h]}])

    def sum_of_signs(self, scope: Scope, depth: int) -> tuple[Fact, Json]:
        """Cheat: p = 0 out of p >= 0 alone."""
        self.cheated = True
        h = self.suppose(self.fact(self.poly(scope), self.chance.choice((">=", ">"))))
        goal = "=", self.statement.assume[h][1]
        if self.coin(0.5):
            return goal, self.leaf(scope, goal, sum=[{"facts": [h]}])
        return goal, self.leaf(scope, goal, ideal=[{"fact": h, "by": {"1": "1"}}])

    # definitions

    def invert(self, scope: Scope, goal: Fact, depth: int) -> Json:
        """G from p²G by an inverse of p."""
        n, p = self.fresh("r"), self.poly(scope, 2, 1)
        cheat = self.cheat == "an inverse of 0" and not self.cheated
        relation, g = goal
        where = range(self.here.size) if scope.at else [0]
        if cheat:
            self.cheated = True
            values = [self.here.number(p, i) for i in where] or [0]
            p = add(p, const(-values[0]))
            if any(self.here.number(p, i) for i in where):
                raise Impossible
            why: Json = self.chance.choice([dict(NOTHING), {"rule": "poly", "sum": [{}]}])
        else:
            if relation not in (">=", "="):
                return self.close(scope, goal)
            if scope.at and not indexed(p):
                p = add(p, var(self.chance.choice(self.families)))
            if not all(self.here.number(p, i) for i in where):
                p = add(p, const(7))
            if not p or indexed(p) != scope.at:
                raise Impossible
            why = self.close_unequal(Scope(scope.local, scope.at), p)
        facts = definition(n, "inverse", p)
        inner = scope.knowing(facts)
        known = f"{n}.def"
        if cheat:  # p = 0, hence 0 = 1
            if scope.at and not indexed(p):
                raise Impossible
            e = self.suppose(("=", p))
            zero = {"fact": e, "by": written(times(g, var(n)))}
            then = self.leaf(inner, goal, ideal=[zero, {"fact": known, "by": written(scaled(g, -1))}])
        else:
            h = self.suppose((relation, times(p, p, g)))
            by = written(scaled(times(add(times(var(n), p), const(1)), g), -1))
            if relation == "=":
                square = written(times(var(n), var(n)))
                ideal = [{"fact": h, "by": square}, {"fact": known, "by": by}]
                then = self.leaf(inner, goal, ideal=ideal)
            else:
                ideal = [{"fact": known, "by": by}]
                then = self.leaf(inner, goal, sum=[{"facts": [h], "squares": [{n: "1"}]}], ideal=ideal)
        let = {"name": n, "kind": "inverse", "of": written(p)}
        return {"rule": "define", "let": let, "why": why, "then": then}

    def root(self, scope: Scope, goal: Fact, depth: int) -> Json:
        """G from G >= p q² by a root of p."""
        n, g, q = self.fresh("r"), goal[1], self.poly(scope, 1, 1)
        if self.cheat == "a root of a negative number" and not self.cheated:
            self.cheated = True  # p < 0 has a root r, so (-p) G = G² r² / ...: here -1 >= 0
            p = self.fact(self.poly(scope), ">")[1]
            if scope.at != indexed(p):
                raise Impossible
            h, name = self.suppose((">", p)), f"{n}.def"
            facts = definition(n, "sqrt", scaled(p, -1))
            square = {"squares": [{n: "1"}]}
            have = self.fresh("f")
            why = self.leaf(scope.knowing(facts), (">=", const(-1)), times=[{"facts": [h]}], sum=[square],
                            ideal=[{"fact": name, "by": {"1": "-1"}}])  # fmt: skip
            inner = scope.knowing({**facts, have: (">=", const(-1))})
            then: Json = self.ex_falso(inner, goal, have)
            then = {"rule": "have", "name": have, "fact": [">=", {"1": "-1"}], "why": why, "then": then}
            let = {"name": n, "kind": "sqrt", "of": written(scaled(p, -1))}
            return {"rule": "define", "let": let, "why": dict(NOTHING), "then": then}
        relation, p = self.fact(self.poly(scope, 2, 1), ">=")
        rest = add(g, scaled(times(p, q, q), -1))
        if goal[0] != ">=" or indexed(p) != scope.at or not self.here.holds((">=", rest)):
            return self.close(scope, goal)
        facts = definition(n, "sqrt", p)
        h = self.suppose((">=", rest))
        why = self.leaf(scope, (">=", p), sum=[{"facts": [self.suppose((relation, p))]}])
        summands = [{"facts": [h]}, {"squares": [written(times(var(n), q))]}]
        ideal = [{"fact": f"{n}.def", "by": written(scaled(times(q, q), -1))}]
        then = self.leaf(scope.knowing(facts), goal, sum=summands, ideal=ideal)
        return {"rule": "define", "let": {"name": n, "kind": "sqrt", "of": written(p)}, "why": why, "then": then}

    def ex_falso(self, scope: Scope, goal: Fact, have: str) -> Json:
        """Anything from -1 >= 0, by (G/2 + 1)² - (G/2)² - 1 = G."""
        g = scaled(goal[1], Fraction(1, 2))
        up = {"squares": [written(add(g, const(1)))]}
        down = {"squares": [written(g)], "facts": [have]}
        if goal[0] == "=":
            raise Impossible
        return self.leaf(scope, goal, sum=[up, down, {}, {"facts": [have], "c": "2"}])

    def define(self, scope: Scope) -> None:
        """A definition in the statement."""
        n, kind = self.fresh("d"), self.chance.choice(("inverse", "sqrt"))
        p = self.poly(scope)
        cheat = self.cheat == "a definition whose side is not proved" and not self.cheated
        value = self.here.number(p)
        if kind == "inverse":
            p = add(p, const(1)) if not value else p
            value = self.here.number(p)
            found: Number = 1 / Fraction(value)
            relation = "!="
        else:
            found = self.chance.choice((0, 1, 2, Fraction(1, 2)))
            p, relation = add(p, const(found**2 - value)), ">="
        if not p:
            raise Impossible
        if cheat:
            self.cheated = True
            self.sides[n] = dict(NOTHING)
            if set(p) == {()}:
                raise Impossible
        elif kind == "inverse":
            self.sides[n] = self.close_unequal(scope, p)
        else:
            self.sides[n] = self.leaf(scope, (">=", p), sum=[{"facts": [self.suppose((relation, p))]}])
        self.statement.let.append((n, kind, p))
        self.here.values[n] = found
        self.free.append(n)

    # lemmas

    def cite(self, scope: Scope, depth: int) -> tuple[Fact, Json]:
        """A theorem made for this place, seen through random images."""
        cheat = self.cheat if not self.cheated else ""
        shape = "p q" if scope.at else self.chance.choice(("p q", "p z@", "p q e[i]", "p e[i] f[i]@"))
        names = shape.split()
        images: dict[str, Poly] = {}
        for n in names:
            inner = Scope(scope.local, scope.at or "[i]" in n)
            images[n] = self.vector(inner) if "@" in n else self.poly(inner, 2, 1)
        if cheat == "an index put for a constant" and (not self.families or scope.at):
            raise Impossible
        if cheat == "an index put for a constant":
            return self.captured(scope, depth)
        if scope.at:  # what is put depends on the index: a lemma that is easily met at all of them
            images = {n: self.fact(p, ">=")[1] for n, p in images.items()}
            statement = Statement(Point(0, 0), names, {"hp": (">=", var("p")), "hq": (">=", var("q"))})
            statement.show = {"goal": (">=", times(var("p"), var("q")))}
            proof: Json = {"rule": "poly", "sum": [{"facts": ["hp", "hq"]}]}
            entry = {"statement": statement.data(name := self.fresh("lemma")), "proof": proof}
        else:
            dimension = self.here.dimension + 1  # for the adjoined unit
            padded = Point(self.here.size, dimension)
            for n, v in self.here.values.items():
                one = [*v, 0] if "@" in n and "[i]" not in n else [[*e, 0] for e in v] if "@" in n else v
                padded.values[n] = one
            padded.values["#1@"] = [0] * (dimension - 1) + [1]
            point = Point(self.here.size, dimension, {n: padded.term(n, p) for n, p in images.items()})
            maker = Maker(self.chance, point=point, declare=shape)
            maker.number = self.number + 100
            item = maker.finish(depth - 1)
            statement, name = item.statement, self.fresh("lemma")
            entry = {"statement": statement.data(name), "proof": item.proof}
            if item.sides:
                entry["sides"] = item.sides
            for n, _, _ in statement.let:  # any term with the right value
                images[n] = add(q := self.poly(scope, 1, 1), const(statement.point.values[n] - self.here.number(q)))
            self.number = maker.number
            self.lemmas += item.lemmas
        if cheat == "a premise that is not proved":  # so that it may be false
            images |= {n: add(images[n], const(self.chance.choice((-1, 2, -5, 9)))) for n in ("p", "q") if n in images}
        premises: dict[str, Json] = {}
        for n, (relation, p) in {**statement.defined(), **statement.assume}.items():
            q = replaced(p, images)
            if len(q) > MAX_TERMS:
                raise Impossible
            if cheat == "a premise that is not proved":
                self.cheated, premises[n] = self.cheated or bool(q), dict(NOTHING)
            else:
                premises[n] = self.premise(Scope(scope.local, scope.at and indexed(q)), (relation, q))
        labels = {n: self.fresh("g") for n in statement.show}
        new = {labels[n]: (r, replaced(p, images)) for n, (r, p) in statement.show.items()}
        if any(len(p) > MAX_TERMS for _, p in new.values()):
            raise Impossible
        if any(indexed(p) and not indexed(replaced(p, images)) for _, p in statement.show.values()):
            raise Impossible
        self.lemmas.append(entry)
        inner = scope.knowing(new)
        if cheat == "a premise that is not proved":
            goal = next(iter(new.values()))
            if indexed(goal[1]) != scope.at:
                raise Impossible
            then = self.again(inner, next(iter(new)))
        else:
            goal, then = self.derive(inner, depth - 1)
        put = {n: written(p) for n, p in images.items()}
        return goal, {"rule": "lemma", "of": name, "put": put, "premises": premises, "as": labels, "then": then}

    def premise(self, scope: Scope, fact: Fact) -> Json:
        """A proof of a fact that is supposed."""
        relation, p = fact
        if not p and relation in (">", "!="):  # with [i] it held, as there is no i; here it is no more about each i
            raise Impossible
        if not p:
            return self.leaf(scope, fact)
        if relation == "!=":
            return self.close_unequal(scope, p)
        return self.close(scope, fact)

    def again(self, scope: Scope, name: str) -> Json:
        """A proof of a known fact by itself."""
        relation, p = fact = scope.local[name]
        if relation == "=":
            return self.leaf(scope, fact, ideal=[{"fact": name, "by": {"1": "1"}}])
        if relation == "!=":
            label = self.fresh("n")
            ideal = [{"fact": label, "by": written(scaled(p, -1))}]
            inner = scope.knowing({label: ("=", p)})
            then = self.leaf(inner, (">=", const(-1)), times=[{"facts": [name]}], ideal=ideal)
            return {"rule": "contra", "name": label, "then": then}
        return self.leaf(scope, fact, sum=[{"facts": [name]}])

    def captured(self, scope: Scope, depth: int) -> tuple[Fact, Json]:
        """Cheat: if all e[i] = p then p sum(e[i]) = p² sum(), with e[i] put for p; summed, this is no truth."""
        self.cheated = True
        one = self.poly(Scope({}, True), 1, 1)
        if not indexed(one):
            raise Impossible
        name, label = self.fresh("lemma"), self.fresh("g")
        statement = Statement(Point(0, 0), ["p", "e[i]"], {"h": ("=", add(var("e[i]"), scaled(var("p"), -1)))})
        statement.show = {"goal": ("=", {("p", "sum(e[i])"): 1, ("p", "p", "sum()"): -1})}
        by = {"rule": "poly", "ideal": [{"fact": "S", "by": {"p": "1"}}]}
        proof: Json = {"rule": "sum", "fact": "h", "name": "S", "then": by}
        self.lemmas.append({"statement": statement.data(name), "proof": proof})
        images = {"p": one, "e[i]": one}
        new = {label: ("=", add(times(one, summed(one)), scaled(times(one, one, var("sum()")), -1)))}
        inner = scope.knowing(new)
        then: Json = {"rule": "sum", "fact": label, "name": (total := self.fresh("S")), "then": None}
        p = summed(new[label][1])
        goal = self.chance.choice((">=", "=")), p
        inner = inner.knowing({total: ("=", p)})
        then["then"] = self.leaf(inner, goal, ideal=[{"fact": total, "by": {"1": "1"}}])
        put = {n: written(q) for n, q in images.items()}
        named = {"of": name, "put": put, "premises": {"h": dict(NOTHING)}, "as": {"goal": label}}
        return goal, {"rule": "lemma", **named, "then": then}

    # whole entries

    def finish(self, depth: int) -> Item:
        """An entry without a run."""
        scope, statement = Scope({}), self.statement
        for _ in range(self.chance.randint(1, 3)):
            at = bool(self.families) and self.coin(0.5)
            self.suppose(self.fact(self.poly(Scope({}, at))))
        if self.cheat == "a definition whose side is not proved" or self.coin(0.15):
            self.define(scope)
        proofs = {}
        for n in range(1 if self.coin(0.85) else 2):
            at = bool(self.families) and self.coin(0.3)
            goal, proofs[f"goal{n}"] = self.derive(Scope({}, at), depth)
            statement.show[f"goal{n}"] = goal
        if self.cheat == "a conclusion not shown":
            self.cheated = True
            p = self.poly(scope)
            statement.show["more"] = (">=", add(p, const(-1 - self.here.number(p))))
            proof = next(iter(proofs.values()))
            if len(proofs) > 1:
                proof = {"rule": "split", "parts": proofs}
        else:
            proof = {"rule": "split", "parts": proofs} if len(proofs) > 1 else proofs["goal0"]
        kind = proof["rule"] + " at an index" * indexed(statement.show["goal0"][1])
        return Item(self.cheat or kind, statement, proof, self.sides, self.lemmas, self.leaves)

    # runs

    def finish_run(self, depth: int) -> Item:
        """An entry about a run whose invariant is t + f: the state t makes up for what the others do."""
        statement, point, cheat = self.statement, self.statement.point, self.cheat
        vectors = "v@" in statement.declare
        for _ in range(self.chance.randrange(3)):
            self.suppose(self.fact(self.poly(Scope({}))))
        given = dict(statement.assume)
        parameters, self.free = self.free, [*self.free, "s", "x", *(["v@w", "w@y"] if vectors else [])]
        start = {"s": self.among(parameters), "t": {}}
        after = {"s": self.poly(Scope({}), 2, 1), "t": {}}
        inputs = ["x"]
        if vectors:
            start["w@"] = {("v@",): self.small() or 1} if self.coin(0.5) else {}
            turns: list[Poly] = [{("x", "y@"): 1}, {("y@",): -1}, {("v@",): 2}]
            after["w@"] = add(var("w@"), self.chance.choice(turns))
            inputs.append("y@")
        point.steps = [{n: self.value(point, n) for n in inputs} for _ in range(self.chance.choice((0, 1, 1, 2, 3)))]
        others = {n: p for n, p in start.items() if n != "t"}
        here = Point(point.size, point.dimension, point.values | {n: point.term(n, p) for n, p in others.items()})
        seen = []
        for step in point.steps:
            seen.append(here := Point(point.size, point.dimension, here.values | step))
            moved = {n: here.term(n, after[n]) for n in others}
            here = Point(point.size, point.dimension, here.values | moved)
        when = {f"w{n}": self.throughout(seen, self.poly(Scope({}))) for n in range(self.chance.randint(1, 2))}
        self.free = [*parameters, "s", *(["v@w", "w@w"] if vectors else [])]
        if cheat == "a fact about a step at the end":
            when["w0"] = self.throughout(seen, add({("s",): self.small() or 1}, self.among(parameters)), ">=")
        f = self.poly(Scope({}))
        relation = self.chance.choice((">=", ">=", ">", "="))
        if cheat == "a negative coefficient":
            relation = ">="
        invariant = relation, add(var("t"), f)
        during = Scope({**given, **when, "I": invariant}, closed=True)
        if cheat == "a fact about the end in a step":
            self.cheated, relation = True, ">="
            invariant = relation, invariant[1]
            ended: Poly = {("s",): self.small() or 1}
            value = here.number(ended)
            statement.assume["e"] = (">=", add(ended, const(-value)))
            during = Scope({**given, **when, "e": statement.assume["e"], "I": invariant}, closed=True)
        gain, data, ideal = self.gain(during, relation, cheat == "a negative coefficient" and self.coin(0.6))
        if cheat == "a fact about the end in a step":
            data, gain = [*data, {"facts": ["e"]}], add(gain, during.local["e"][1])
        states, self.free = self.free, parameters
        base, base_data, base_ideal = self.gain(Scope(given, closed=True), relation, cheat == "a negative coefficient")
        self.free = states
        if relation == ">":
            base, base_data = add(base, const(1)), [*base_data, {}]
        start["t"] = add(base, scaled(replaced(f, start), -1))
        after["t"] = add(var("t"), f, gain, scaled(replaced(f, {n: after[n] for n in others}), -1))
        if max(map(len, after.values())) > MAX_TERMS:
            raise Impossible
        first = self.leaf(Scope(given, closed=True), (relation, base), sum=base_data, ideal=base_ideal)
        kept = [{"facts": ["I"]}] if relation != "=" else []
        kept_ideal = [{"fact": "I", "by": {"1": "1"}}] if relation == "=" else []
        goal = relation, add(invariant[1], gain)
        then_step = self.leaf(during, goal, sum=[*kept, *data], ideal=[*kept_ideal, *ideal])
        less = const(-self.chance.choice((1, 3, 30)))
        if cheat == "a wrong start":
            self.cheated, start["t"] = True, add(start["t"], less)
        elif cheat == "an invariant that stands for itself":
            self.cheated, self.free = True, parameters
            p, self.free = self.poly(Scope({})), states
            invariant = relation, add(p, scaled(const(1), -point.number(p) - 1))
            first = {"rule": "poly", "ideal": kept_ideal} if relation == "=" else {"rule": "poly", "sum": kept}
            then_step = dict(first)
        elif cheat == "a wrong step":
            self.cheated, after["t"] = True, add(after["t"], less)
        statement.run = Run(start, after, inputs, when)
        ended_at = statement.reached()
        if ended_at is None:
            raise Impossible
        self.end = ended_at
        self.free.append("t")
        inner = Scope({"I": invariant})
        if cheat == "a fact about a step at the end":
            self.cheated = True
            goal, then = when["w0"], {"rule": "poly", "sum": [{"facts": ["w0"]}]}
        elif cheat:
            goal, then = invariant, self.again(inner, "I")
        else:
            if self.coin(0.5):
                self.suppose(self.fact(self.poly(Scope({}))))
            goal, then = self.derive(inner, depth)
        if not goal[1]:
            raise Impossible
        statement.show["goal"] = goal
        proof = {
            "rule": "induction",
            "invariants": facts_written({"I": invariant}),
            "base": {"I": first},
            "step": {"I": then_step},
            "then": then,
        }
        return Item(cheat or "run", statement, proof, self.sides, self.lemmas, self.leaves)

    def among(self, atoms: Sequence[str]) -> Poly:
        """A linear polynomial in these."""
        parts: list[Poly] = [{(self.chance.choice(atoms),): self.small() or 1} for _ in "12"]
        return add(const(self.small()), *parts)

    def throughout(self, points: Sequence[Point], p: Poly, relation: str = "") -> Fact:
        """The polynomial with a relation, moved so that it holds at all these points."""
        values = [q.number(p) for q in points]
        relation = relation or self.chance.choice((">=", ">=", ">", "!=", "="))
        if relation == "=" and len(set(values)) > 1:
            relation = ">="
        if relation == "!=":
            shift = next(s for s in range(9) if all(v + s for v in values))
            return relation, add(p, const(shift))
        return relation, add(p, const((relation == ">") - min(values, default=0)))

    def gain(self, scope: Scope, relation: str, spoil: bool) -> tuple[Poly, list[Json], list[Json]]:
        """A sum that the relation survives, with its certificate."""
        summands = [self.term(scope) for _ in range(self.chance.randrange(3))] if relation != "=" else []
        ideal = self.multiples(scope) if self.coin(0.4) else []
        if spoil and not self.cheated:
            self.cheated, c = True, -self.chance.choice((1, 2, 20))
            data, p, _ = self.term(scope)
            summands.append(({**data, "c": str(c)}, scaled(p, c / Fraction(data.get("c", 1))), False))
        p = add(*(q for _, q, _ in summands), *(q for _, q in ideal))
        return p, [t for t, _, _ in summands], [m for m, _ in ideal]

    def finish_simulation(self, depth: int) -> Item:
        """A run that is seen as the run of a lemma: other names, moved by constants."""
        cheat, self.cheat = self.cheat, ""
        item = self.finish_run(0)
        theirs, run = item.statement, item.statement.run
        assert run
        self.leaves.clear()
        name, k, j = self.fresh("lemma"), self.small(), self.small()
        self.lemmas.append({"statement": theirs.data(name), "proof": item.proof})
        mine = {n: n.replace("@", "") + "2" + "@" * n.endswith("@") for n in [*run.start, *run.input]}
        images = {n: var(m) for n, m in mine.items()} | {"s": add(var("s2"), const(k)), "x": add(var("x2"), const(j))}
        images |= {n: var(n) for n in theirs.declare}
        back = {"s2": const(-k)}
        start = {mine[n]: add(p, back.get(mine[n], {})) for n, p in run.start.items()}
        after = {mine[n]: add(replaced(p, images), back.get(mine[n], {})) for n, p in run.next.items()}
        when = {n: (r, replaced(p, images)) for n, (r, p) in run.when.items()}
        steps = [{mine[n]: v - j if n == "x" else v for n, v in step.items()} for step in theirs.point.steps]
        less = const(-self.chance.choice((1, 3, 30)))
        proofs = {n: self.again(Scope({n: f}, closed=True), n) if f[1] else NOTHING for n, f in when.items()}
        if any(not f[1] and f[0] in (">", "!=") for f in when.values()):
            raise Impossible
        if cheat == "a simulation from another start":
            start["t2"] = add(start["t2"], less)
        elif cheat == "a simulation by another step":
            after["t2"] = add(after["t2"], less)
        elif cheat:
            lost = self.chance.choice(list(when))
            if not when[lost][1]:
                raise Impossible
            del when[lost]
            proofs[lost] = dict(NOTHING)
            steps = [{n: self.value(theirs.point, n) for n in mine.values() if n in ("x2", "y2@")} for _ in range(3)]
            steps = [{**step, "x2": step["x2"] * self.chance.choice((1, 5, 20))} for step in steps]
        point = Point(theirs.point.size, theirs.point.dimension, dict(theirs.point.values), steps)
        statement = Statement(point, theirs.declare)
        self.statement = statement
        statement.run = Run(start, after, [mine[n] for n in run.input], when)
        reached = statement.reached()
        if reached is None:
            raise Impossible
        self.end = reached
        self.free = [*theirs.declare[:1], "s2", "t2", *(["v@v", "v@w2", "w2@w2"] if "w@" in mine else ["q"])]
        premises: dict[str, Json] = {}
        for n, (r, p) in theirs.assume.items():
            q = replaced(p, images)
            premises[n] = self.premise(Scope({}), (r, q))
        labels = {n: self.fresh("g") for n in theirs.show}
        new = {labels[n]: (r, replaced(p, images)) for n, (r, p) in theirs.show.items()}
        if cheat or self.coin(0.5):
            goal = next(iter(new.values()))
            then = self.again(Scope(new), next(iter(new)))
        else:
            goal, then = self.derive(Scope(new), depth)
        if not goal[1]:
            raise Impossible
        statement.show["goal"], self.cheat = goal, cheat
        zero = dict.fromkeys(run.start, NOTHING)
        put = {n: written(images[n]) for n in [*theirs.declare, *run.start]}
        taken = {n: written(images[n]) for n in run.input}
        self.cheated = bool(cheat)
        proof = {
            "rule": "lemma", "of": name, "put": put, "premises": premises, "as": labels, "then": then,
            "run": {"input": taken, "start": zero, "when": proofs, "next": dict(zero)},
        }  # fmt: skip
        return Item(cheat or "simulation", statement, proof, self.sides, self.lemmas, self.leaves)


# cheats that are made in one kind of step, which is then taken
FORCED = {
    "an index where there may be none": "without_index",
    "a sum of strict facts taken as strict": "total",
    "a cut that is not proved": "cut",
    "a cut that uses itself": "cut",
    "the wrong negation": "contradict",
    "a weak negation": "contradict",
    "a premise that is not proved": "cite",
    "an index put for a constant": "cite",
    "an equation out of a sum of signs": "sum_of_signs",
    "a case left out": "false_goal",
    "a multiplier that may be 0": "false_goal",
    "an inverse of 0": "false_goal",
    "a root of a negative number": "false_goal",
}
FORCED_CLOSED = {
    "a case left out": "cases",
    "a multiplier that may be 0": "no_multiplier",
    "an inverse of 0": "invert",
    "a root of a negative number": "root",
}


# --- items ----------------------------------------------------------------------------------------


def made(chance: random.Random, cheat: str = "") -> Item | None:
    """One item; None if the choices led nowhere, or never to the cheat."""
    try:
        runs = [c for c in (cheat,) if c in RUN_CHEATS]
        shared = cheat in CHEATS and cheat in RUN_CHEATS
        if (runs and not (shared and chance.random() < 0.5)) or (not cheat and chance.random() < 0.2):
            maker = Maker(chance, cheat, declare=chance.choice(("p q", "p v@")))
            simulated = cheat.startswith("a simulation") or (not cheat and chance.random() < 0.4)
            item = (maker.finish_simulation if simulated else maker.finish_run)(chance.randrange(2))
        else:
            maker = Maker(chance, cheat)
            item = maker.finish(chance.choice((1, 1, 2)) if cheat else chance.choice((0, 1, 1, 2)))
    except Impossible:
        return None
    if cheat and not maker.cheated:
        return None
    item.witness = item.statement.is_false()
    return item


def true_item(chance: random.Random) -> Item:
    """A true statement with a right proof."""
    while True:
        if item := made(chance):
            return item


def cheated_item(chance: random.Random, cheat: str = "") -> Item:
    """A proof with one wrong step; mostly of a false statement."""
    while True:
        this = cheat or chance.choice(CHEATS + RUN_CHEATS)
        for _ in range(12):  # or else those that rarely come about would be rare
            item = made(chance, this)
            if item and (item.witness or item.kind not in COMPUTED or any(leaf.wrong() for leaf in item.leaves)):
                return item


# cheats that may by chance come out right: whether they did is computed
COMPUTED = {"a square taken once", "a fact != 0 taken once", "a norm that is no square", "a negative coefficient"}


def shifted(item: Item, chance: random.Random) -> bool:
    """Make a conclusion false at the point; mend the certificates by negative numbers, or not."""
    statement, end = item.statement, item.statement.reached()
    name = chance.choice(list(statement.show))
    relation, p = statement.show[name]
    assert end
    values = end.range(p)
    if not values:
        return False
    worst = min(values)
    by = -worst - chance.choice((1, 1, 2, Fraction(1, 2)))
    match chance.choice(("shift", "shift", "mend", "mend", "negate", "stronger")):
        case "negate":
            new: Fact = relation, scaled(p, -1)
        case "stronger":
            new = chance.choice({">=": (">", "="), ">": ("=",), "!=": (">", ">="), "=": ("!=", ">")}[relation]), p
        case "shift":
            new = relation, add(p, const(-worst if relation in (">", "!=") else by))
        case _:
            if relation == "=":
                return False
            new = relation, add(p, const(by))
            for leaf in item.leaves:
                if leaf.goal is statement.show[name] and not leaf.proof.get("times"):
                    leaf.proof["sum"] = [*leaf.proof.get("sum", []), {"c": str(by)}]
    statement.show[name] = new
    item.kind, item.witness = f"shift of {item.kind}", statement.is_false()
    return item.witness


def at_a_point(chance: random.Random) -> Item | None:
    """Hypotheses that hold at a random point, a conclusion that does not, and a random proof of something else."""
    item = made(chance)
    if item is None or item.statement.run:
        return None
    maker = Maker(chance, point=item.statement.point, declare=" ".join(item.statement.declare))
    at = bool(maker.families) and chance.random() < 0.3 and item.statement.point.size > 0
    relation, p = chance.choice(RELATIONS), maker.poly(Scope({}, at), 3, 2)
    values = maker.here.range(p)
    p = add(p, const(-values[0] - (relation in (">=", "=")) * chance.choice((1, 2))))
    item.statement.show = {"goal0": (relation, p)}
    item.kind, item.witness = "point", item.statement.is_false()
    return item if item.witness else None


def false_item(chance: random.Random, kind: str = "") -> Item:
    """A false statement with a proof that cannot be right."""
    while True:
        way = chance.random()
        if kind.startswith("shift") or (not kind and way < 0.3):
            item: Item | None = true_item(chance)
            if item and shifted(item, chance):
                return item
        elif kind == "point" or (not kind and way < 0.4):
            if item := at_a_point(chance):
                return item
        elif (item := cheated_item(chance, kind)).witness:
            return item


ODD: tuple[Json, ...] = (
    "1/0", " 1", "1 ", "+1", "1.0", "1e3", "1_0", "٣", "0x1", "--1", "-", "", "/2", "1/-2", "1/2/3", "NaN", "inf",
    "\u0661", 1, 1.0, True, [], {}, ["1"], "1\n", "9" * 401, "1/" + "9" * 401,
)  # fmt: skip


ODDLY = "an odd number"


def nodes(proof: Json) -> Iterator[Json]:
    """All proofs inside a proof."""
    if isinstance(proof, dict):
        if "rule" in proof:
            yield proof
        for value in proof.values():
            yield from nodes(value)


def spoiled(item: Item, chance: random.Random) -> tuple[str, Callable[[], None]]:
    """Make one thing in the proof wrong; say what, or nothing if it is not known to be wrong, and how to undo it."""
    leaf = chance.choice(item.leaves)
    if chance.random() < 0.8:
        place, before = leaf.proof, copy.deepcopy(leaf.proof)
        how = spoiled_leaf(leaf, chance)
        how = how if how == ODDLY or (how and leaf.wrong()) else ""
    else:  # the proofs inside stay the same objects
        place = chance.choice([*nodes(item.proof), *(n for s in item.sides.values() for n in nodes(s))])
        before = {k: dict(v) if isinstance(v, dict) and "rule" not in v else v for k, v in place.items()}
        how = spoiled_node(place, chance)

    def undo() -> None:
        place.clear()
        place.update(before)

    return how, undo


def spoiled_leaf(leaf: Leaf, chance: random.Random) -> str:
    """Change a certificate somewhere."""
    proof, known = leaf.proof, [*leaf.assume, *leaf.local, "h0"]
    terms = [*(proof.get("times") or []), *(proof.get("sum") or [])]
    ideal = proof.get("ideal") or []
    ways = "coefficient", "sign", "odd", "drop", "double", "fact", "more", "by", "side", "square", "relation"
    match way := chance.choice(ways):
        case "coefficient" | "sign" if terms:
            term = chance.choice(terms)
            c = Fraction(term.get("c", 1))
            other = (c + 1, c / 2, c * 2, c + Fraction(1, 10**9))
            term["c"] = str(-c if way == "sign" else chance.choice((*other, Fraction(0))))
        case "odd" if terms or ideal:
            numbers = [(term, "c") for term in terms] + [(e["by"], key) for e in ideal for key in e["by"]]
            if not numbers:
                return ""
            entry, key = chance.choice(numbers)
            entry[key] = chance.choice(ODD)
            return ODDLY
        case "drop" if terms or ideal:
            key = chance.choice([k for k in ("times", "sum", "ideal") if proof.get(k)])
            proof[key] = [e for n, e in enumerate(proof[key]) if n != chance.randrange(len(proof[key]))]
        case "double" if terms or ideal:
            key = chance.choice([k for k in ("times", "sum", "ideal") if proof.get(k)])
            proof[key] = [*proof[key], chance.choice(proof[key])]
        case "fact" if any(t.get("facts") for t in terms) or ideal:
            entry = chance.choice([*ideal, *(t for t in terms if t.get("facts"))])
            name = chance.choice(known)
            if "by" in entry:
                entry["fact"] = name
            else:
                entry["facts"] = [name, *entry["facts"][1:]]
        case "more":
            term = {"facts": [chance.choice(known)]} if chance.random() < 0.7 else {"c": "1/1000000"}
            proof["sum"] = [*(proof.get("sum") or []), term]
        case "by" if ideal:
            by = chance.choice(ideal)["by"]
            key = chance.choice([*by, "1"])
            by[key] = str(Fraction(by.get(key, 0)) + chance.choice((1, -1)))
        case "side" if ideal:
            entry = proof["ideal"].pop(chance.randrange(len(ideal)))
            proof["sum"] = [*(proof.get("sum") or []), {"facts": [entry["fact"]]}]
        case "square" if terms:
            term = chance.choice(terms)
            term["squares"] = [*(term.get("squares") or []), {"1": "2", "a": "1"}]
        case "relation" if terms:
            term = proof["sum"].pop() if proof.get("sum") else {}
            proof["ideal"] = [*ideal, {"fact": next(iter(term.get("facts") or known)), "by": {"1": term.get("c", "1")}}]
        case _:
            return ""
    return f"a certificate's {way}"


def spoiled_node(node: Json, chance: random.Random) -> str:
    """Change the frame of a proof."""
    match node["rule"], chance.choice(("rule", "key", "own", "own", "unknown")):
        case rule, "rule":
            other = chance.choice([r for r in RULES if r != rule])
            node["rule"] = other
            return "" if rule == "poly" and other == "poly" else "another rule"
        case rule, "key" if rule != "poly":
            key = chance.choice([k for k in node if k not in ("rule", "run")])
            del node[key]
            return "a key left out"
        case rule, "unknown":
            node["note"] = "QED"
            return "a key that is not known"
        case "cases", _:
            del node["arms"][chance.choice(list(node["arms"]))]
            return "" if set("".join(node["arms"])) == set("<=>") else "a case left out"
        case "lemma", _:
            key = chance.choice(["premises", "put", "as"])
            if not node[key]:
                return ""
            del node[key][chance.choice(list(node[key]))]
            return "something left out of a lemma"
        case "induction", _:
            del node[chance.choice(["base", "step"])]["I"]
            return "an induction without base or step"
        case "split", _:
            del node["parts"][chance.choice(list(node["parts"]))]
            return "a conclusion not shown"
        case (("have" | "define"), _):
            node["why"] = None
            return "no reason"
    return ""


RULES = ("poly", "cases", "contra", "have", "split", "define", "lemma", "induction", "sum", "trust", "", None)


def corrupted_item(chance: random.Random) -> Item:
    """A right proof made wrong."""
    while True:
        item = true_item(chance)
        if item.leaves and (how := spoiled(item, chance)[0]):
            item.kind = how
            return item


# --- the campaign ---------------------------------------------------------------------------------


@dataclass
class Report:
    """What a campaign tried. `accepted` must be empty, and so must `refused`, or the generator is idle."""

    seed: int
    false_statements: int = 0
    corrupted: int = 0
    right: int = 0  # certificates that were not corrupted
    right_accepted: int = 0
    wrongly_accepted: int = 0
    accepted: list[Json] = field(default_factory=list)  # the first of them, false statements before corrupted proofs
    refused: list[Json] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)  # of what was tried

    def add(self, other: "Report") -> None:
        """Take in the report of a block."""
        self.false_statements += other.false_statements
        self.corrupted += other.corrupted
        self.right += other.right
        self.right_accepted += other.right_accepted
        self.wrongly_accepted += other.wrongly_accepted
        self.accepted = kept([*self.accepted, *other.accepted])
        self.refused = (self.refused + other.refused)[:KEPT]
        self.kinds.update(other.kinds)

    @property
    def sound(self) -> bool:
        """Was nothing wrong accepted, and everything right?"""
        return not self.wrongly_accepted and not self.refused and self.right == self.right_accepted


def kept(records: list[Json]) -> list[Json]:
    """The first of these, false statements before others."""
    return sorted(records, key=lambda record: "counterexample" not in record)[:KEPT]


def block(seed: int, number: int, count: int, check: Check = kernel.check_book) -> Report:
    """A part of a campaign, which depends on nothing but its seed and its number."""
    chance, report = random.Random(f"{seed}:{number}"), Report(seed)

    def wrong(item: Item) -> None:
        report.kinds[item.kind.partition(" of ")[0] if item.kind.startswith("shift") else item.kind] += 1
        if judge(item, check)[0]:
            report.wrongly_accepted += 1
            report.accepted = kept([*report.accepted, item.record()])

    while report.false_statements < count or report.corrupted < count:
        right = true_item(chance)
        proved, reason = judge(right, check)
        report.right += 1
        report.right_accepted += proved
        report.kinds[f"right: {right.kind}"] += 1
        if not proved:
            report.refused = [*report.refused, right.record(reason)][:KEPT]
        elif right.witness:
            report.wrongly_accepted += 1
            report.accepted = kept([*report.accepted, right.record()])
        for _ in range(6 if right.leaves else 0):
            if report.corrupted < count:
                how, undo = spoiled(right, chance)
                if how:
                    wrong(replace(right, kind=how))
                    report.corrupted += 1
                undo()
        if report.false_statements < count and shifted(right, chance):
            wrong(right)
            report.false_statements += 1
        if report.false_statements < count and chance.random() < 0.5 and (point := at_a_point(chance)):
            wrong(point)
            report.false_statements += 1
        for _ in range(3):
            if report.false_statements < count:
                item = cheated_item(chance)
                if item.witness or report.corrupted < count:
                    wrong(item)
                    report.false_statements += item.witness
                    report.corrupted += not item.witness
    return report


def fuzz(
    count: int = 100_000,
    seed: int = 0,
    jobs: int | None = 1,
    progress: Progress = lambda name, done, total: None,
    *,
    resume: Path | None = None,
    check: Check = kernel.check_book,
) -> Report:
    """Try `count` false statements and as many corrupted certificates; the report does not depend on `jobs`.

    jobs      worker processes (None: one a processor)
    progress  is called with (name, done, total) after each block
    resume    a file in which the reports of blocks are noted; those noted there for the same sources are taken from it
    check     stands in for the kernel's
    """
    parts = [Part(seed, n // BLOCK, min(BLOCK, count - n)) for n in range(0, count, BLOCK)]
    state = state_of([Path(kernel.__file__).parent]) if resume else ""
    report, work = Report(seed), partial(block_json, check=check)
    for data in results(parts, work, jobs=jobs, progress=progress, resume=resume, state=state):
        report.add(Report(**{**data, "kinds": Counter(data["kinds"])}))
    return report


class Part(NamedTuple):
    """A block: what it depends on."""

    seed: int
    number: int
    size: int


def block_json(part: Part, check: Check) -> Json:
    """The report of a block, as data."""
    return vars(block(*part, check))


def report_json(report: Report) -> Json:
    """The report as data."""
    return {
        "schema": 1,
        "seed": report.seed,
        "false_statements": report.false_statements,
        "corrupted": report.corrupted,
        "right": report.right,
        "accepted": report.accepted,
        "refused": report.refused,
        "kinds": dict(sorted(report.kinds.items())),
        "summary": {"wrongly_accepted": report.wrongly_accepted, "right_accepted": report.right_accepted},
    }


def report_text(report: Report, *, quiet: bool = False, verbose: bool = False) -> str:
    """The report for people: what was tried, by kind (verbose), and what the kernel accepted."""
    lines = [f"{n:8}  {kind}" for kind, n in sorted(report.kinds.items())] if verbose else []
    accepted = [f"accepted  {r['kind']}: {json.dumps(r, ensure_ascii=False)}" for r in report.accepted]
    refused = [f"refused   {r['kind']}: {json.dumps(r, ensure_ascii=False)}" for r in report.refused]
    if not quiet:
        lines += [f"{report.right} right proofs, of which {report.right_accepted} are accepted"]
        lines += [f"{len(report.kinds)} kinds of items, from seed {report.seed}"]
    total = f"{report.false_statements} false statements and {report.corrupted} corrupted certificates: "
    return "\n".join([*lines, *accepted, *refused, total + f"{report.wrongly_accepted or 'none'} accepted"])


# --- shrinking ------------------------------------------------------------------------------------


def shrink(entry: Json, check: Check = kernel.check_book, examples: int = 2000) -> Json:
    """A small entry that is wrongly accepted like this one, as Report.accepted has it.

    Hypothesis takes over the choices of the generator, for the same kind of item, and shrinks what is accepted;
    then parts of the smaller of the two are left out while it is still accepted and still false.
    """
    from hypothesis import HealthCheck, Phase, find, settings
    from hypothesis import strategies as st
    from hypothesis.errors import NoSuchExample

    kind = entry["kind"]
    false = "counterexample" in entry

    def item(chance: random.Random) -> Item | None:
        if kind in CHEATS or kind in RUN_CHEATS:
            return made(chance, kind)
        if kind.startswith("shift"):
            found = made(chance)
            return found if found and shifted(found, chance) else None
        if kind == "point":
            return at_a_point(chance)
        found = made(chance)
        return found if found and found.leaves and spoiled(found, chance)[0] else None

    best = entry

    def accepted(chance: random.Random) -> bool:
        nonlocal best
        found = item(chance)
        if found is None or found.witness < false or not judge(found, check)[0]:
            return False
        best = min(best, found.record() | {"kind": kind}, key=size_of)
        return True

    options = settings(
        max_examples=examples, database=None, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )  # fmt: skip
    with suppress(NoSuchExample):
        find(st.randoms(use_true_random=False), accepted, settings=options)
    return pruned(best, lambda data: still(data, check))


def size_of(data: Json) -> int:
    """How long it is."""
    return len(json.dumps(data))


def still(data: Json, check: Check) -> bool:
    """Is its last entry accepted, and refuted by the counterexample?"""
    results = list(check(data["book"]).values())
    if not results or results[-1][0] != "proved":
        return False
    if "counterexample" not in data:
        return True
    last = {"statement": data["book"][-1].get("statement"), "sides": data["book"][-1].get("sides")}
    entry = {**{k: v for k, v in last.items() if v is not None}, "counterexample": data["counterexample"]}
    return list(check([*data["book"][:-1], entry]).values())[-1][0] == "refuted"


def pruned(data: Json, good: Callable[[Json], bool]) -> Json:
    """With parts left out as long as it stays good."""
    changed = good(data)
    while changed:
        changed = False
        for path in sorted(places(data["book"]), key=len):
            smaller = copy.deepcopy(data)
            place = smaller["book"]
            for key in path[:-1]:
                place = place[key]
            del place[path[-1]]
            if good(smaller):
                data, changed = smaller, True
                break
    return data


def places(data: Json, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all parts."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield (*at, key)
        yield from places(value, (*at, key))
