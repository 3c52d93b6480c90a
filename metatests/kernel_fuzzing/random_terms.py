"""Random points, polynomials, hypotheses and certificates: what proofs are built from.

Main definitions:
    CHEATS, RUN_CHEATS   the steps that no rule allows, for entries without and with a run
    Choices              the choices for one item, and what has been made of it
    Scope                where a proof stands
    Impossible           the choices made so far lead nowhere
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from .polynomials import Fact, Number, Poly, add, const, dot, exponential, indexed, times, written
from .questions import Certificate, Json, Point, Statement, power_law, remainder, unfolded

Summand: TypeAlias = tuple[Json, Poly, bool]  # in JSON, what it stands for, and whether it is strictly positive
MAX_TERMS = 40  # larger polynomials are not used in statements


CHEATS = (
    "a negative coefficient", "a coefficient 0", "no strict summand", "an equation with summands",
    "an equation for a strict sign", "an inequality as an equation", "a multiplier that may be 0",
    "a square taken once", "a fact != 0 taken once", "an index where there may be none",
    "a sum of strict facts taken as strict",
    "a case left out", "a cut that is not proved", "a cut that uses itself", "the wrong negation", "a weak negation",
    "an inverse of 0", "a root of a negative number", "a premise that is not proved", "a fact that is not known",
    "an index put for a constant", "a conclusion not shown", "an equation out of a sum of signs",
    "a norm that is no square", "a definition whose side is not proved", "a remainder taken as strict",
    "an index captured by a sum",
)  # fmt: skip
RUN_CHEATS = (
    "a negative coefficient", "a wrong start", "a wrong step", "a fact about the end in a step",
    "a fact about a step at the end", "an invariant that stands for itself", "a simulation from another start",
    "a simulation by another step", "a simulation without its condition",
)  # fmt: skip
COEFFICIENTS: tuple[Number, ...] = (1, 1, 1, -1, -1, -1, 2, 2, -2, -2, 3, Fraction(1, 2))
RELATIONS = (">=", ">", "=", "!=")
NOTHING: Json = {"rule": "poly"}
FALSE: Fact = (">=", const(-1))


def once(name: str) -> Json:
    """An equation, taken once."""
    return {"fact": name, "by": "1"}


def itself(relation: str, name: str) -> dict[str, Json]:
    """What makes a fact out of one with the same polynomial."""
    return {"ideal": [once(name)]} if relation == "=" else {"sum": [{"facts": [name]}]}


class Impossible(Exception):
    """The choices made so far lead nowhere; begin again."""


@dataclass
class Scope:
    """Where a proof stands: facts that are known only here, and whether it is about one index."""

    local: dict[str, Fact]
    at: bool = False
    closed: bool = False  # hypotheses cannot be added

    def knowing(self, more: Mapping[str, Fact]) -> Scope:
        """With further facts."""
        return Scope({**self.local, **more}, self.at, self.closed)


class Choices:
    """What one item is made of. With a cheat, one step breaks a rule on purpose, if it comes to that step."""

    def __init__(self, chance: random.Random, cheat: str = "", point: Point | None = None, declare: str = "") -> None:
        """Choose the point and the names."""
        self.chance, self.cheat, self.cheated, self.number = chance, cheat, False, 0
        self.exponents = not declare  # in theorems that are cited, and in runs, there are none
        names = declare.split() or ["a", "b", *self.some(["u@", "v@"]), *self.some(["c[i]", "x[i]@"])]
        self.statement = Statement(point or self.point(names), names)
        self.end = self.statement.point
        self.leaves: list[Certificate] = []
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
        if "x[i]@" in names and chance.random() < 0.5:
            total = f"sum({'c[i],' * ('c[i]' in names)}x[i]@)"
            self.vectors.append(f"{total}@")
            self.free += [f"{total}@{v}" for v in (*vectors, total) if f"{total}@" <= f"{v}@" and "[i]" not in v]
            self.free.append(f"{total}@{total}")
            self.families.append(f"{total}@x[i]")

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

    def exponent(self) -> Poly:
        """A number that is 0 at the point, so that its exponential is 1."""
        p = self.poly(Scope({}), 1, 1)
        return add(p, const(-self.here.number(p)))

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
        self.leaves.append(Certificate(found, base, local, goal, scope.at))
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
        exponents = [self.exponent()] if more and self.exponents and self.coin(0.15) else []
        degrees = [self.chance.choice((1, 1, 3))] if exponents and self.coin(0.3) else []
        rests = [(self.exponent(), self.exponent(), degree) for degree in degrees]
        polys += [*map(exponential, exponents), *(remainder(*rest) for rest in rests)]
        p = times(const(c), *polys, *(times(s, s) for s in squares), *(dot(v, v) for v in norms))
        data = {"c": str(c), "facts": names, "squares": [*map(written, squares)], "norms": [*map(written, norms)]}
        data["exponentials"] = [*map(written, exponents)]
        data["remainders"] = [{"of": written(p), "at": written(q), "degree": d} for p, q, d in rests]
        strict = not squares and not norms and not rests and all(known[n][0] != ">=" for n in names)
        return {key: value for key, value in data.items() if value and value != "1"}, p, strict

    def multiples(self, scope: Scope, most: int = 2) -> list[tuple[Json, Poly]]:
        """Multiples of equations."""
        equations = [n for n, (r, p) in self.known(scope).items() if r == "=" and len(p) <= 6]
        found = []
        for n in self.chance.choices(equations, k=self.chance.randint(1, most)) if equations else []:
            by = self.poly(scope, 2, 1)
            found.append(({"fact": n, "by": written(by)}, times(self.known(scope)[n][1], by)))
        if self.exponents and self.coin(0.2):
            p, q, by = self.exponent(), self.exponent(), self.poly(scope, 1, 1)
            data: Json = {"law": {"of": written(p), "and": written(q)}, "by": written(by)}
            found.append((data, times(power_law(p, q), by)))
        if "x[i]@" in self.vectors and self.coin(0.3):
            u, v, by = self.vector(Scope({}, True)), self.vector(Scope({})), self.poly(scope, 1, 1)
            data = {"sum": {"of": written(u), "with": written(v)}, "by": written(by)}
            found.append((data, times(unfolded(u, v), by)))
        return found
