"""Strategies of Hypothesis for entries: right ones, and those with one fault.

Main definitions:
    items       entries of a kind: right, with one of FAULTS or RUN_FAULTS, or with a false conclusion (SHIFTS)
    corrupted   entries in which one part of the JSON is changed anywhere
    Item        an entry, with its kind, its point and whether it is false
    Maker       the steps of proofs; each method draws what it needs

Every entry begins with an exact point, at which each hypothesis is true, often with equality. A right proof reduces a
goal that is true there to new hypotheses. A faulty proof begins with a goal that is false at the point, and reaches
true hypotheses by a step that breaks one rule. The kernel only normalises terms here; `points` decides whether a
statement is false.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from hypothesis import reject
from hypothesis import strategies as st

from novikoff.proofs import kernel

from .points import Fact, Json, Point, Term, Undefined, Value, is_refuted, put, reached, witness

SMALL = [Fraction(n) for n in ("0", "1", "-1", "2", "-2", "3", "1/2")]
COEFFICIENTS = "1", "-1", "2", "-2", "3", "1/2"
RELATIONS = ">=", ">", "=", "!="
FALSE: Fact = (">=", "-1")
POLY: Json = {"rule": "poly"}
MAX_TERMS = 40  # of a hypothesis
EMPTY = {"an index where there may be none", "a sum of strict facts taken as strict"}  # false if there is no index
SHIFTS = "a conclusion moved", "a conclusion moved, its certificate mended", "a stronger conclusion"
RUN_FAULTS = (
    "a wrong start", "a wrong step", "a negative summand in a step", "an invariant that is its own reason",
    "a fact about the end in a step", "a fact about a step at the end",
    "a simulation from another start", "a simulation by another step", "a simulation without its condition",
)


class Item(NamedTuple):
    """An entry after the lemmas that it cites."""

    kind: str
    book: list[Json]
    point: Point
    is_false: bool  # at its point

    def record(self) -> Json:
        """Return the entry for a report."""
        statement = self.book[-1]["statement"]
        return {"kind": self.kind, "book": self.book} | (
            {"counterexample": witness(statement, self.point)} if self.is_false else {}
        )


class Scope(NamedTuple):
    """The facts known only here, and whether the proof is about one index."""

    local: Mapping[str, Fact] = {}
    at: bool = False

    def knowing(self, facts: Mapping[str, Fact]) -> Scope:
        """Return the scope with further facts."""
        return Scope({**self.local, **facts}, self.at)


class Product(NamedTuple):
    """A nonnegative product: as JSON, as a term, and whether it is strictly positive."""

    data: Json
    term: Term
    strict: bool


Inner = Callable[[Scope], Json] | None


def add(*terms: Term) -> Term:
    """Return the sum."""
    return ["+", *terms] if len(terms) > 1 else terms[0] if terms else "0"


def times(*terms: Term) -> Term:
    """Return the product."""
    return ["*", *terms] if len(terms) > 1 else terms[0] if terms else "1"


def minus(term: Term) -> Term:
    """Return the negative."""
    return ["*", "-1", term]


def indexed(term: Term) -> bool:
    """Return whether the term, multiplied out, still depends on the index."""
    return kernel.is_indexed(kernel.read_term(term, {}, None)[0])


def readable(term: Term) -> Term:
    """Return the term; raise Rejected if [i] cancels in it."""
    kernel.read_poly(term)
    return term


def leaf(times: Json = None, sum: Json = None, ideal: Json = None) -> Json:
    """Return a certificate of these parts."""
    return POLY | {k: v for k, v in {"times": times, "sum": sum, "ideal": ideal}.items() if v}


def by_itself(name: str, fact: Fact) -> Json:
    """Return the proof of a fact by itself."""
    if fact[0] == "!=":
        equation = {"fact": f"{name}.0", "by": minus(fact[1])}
        return {"rule": "contra", "name": f"{name}.0", "then": leaf([{"facts": [name]}], None, [equation])}
    if fact[0] == "=":
        return leaf(ideal=[{"fact": name, "by": "1"}])
    return leaf(sum=[{"facts": [name]}])


def as_json(facts: Mapping[str, Fact]) -> Json:
    """Return facts as in certificates."""
    return {name: [relation, term, "0"] for name, (relation, term) in facts.items()}


def remainder(p: Term, q: Term, degree: int) -> Term:
    """Return exp(p) without exp(q) times the series of exp(p - q) up to this degree."""
    x, factorial, series = add(p, minus(q)), 1, ["1"]
    for k in range(1, degree + 1):
        factorial *= k
        series.append(times(str(Fraction(1, factorial)), *[x] * k))
    return add(["exp", p], minus(times(["exp", q], add(*series))))


@dataclass
class Maker:
    """A maker of one entry; `fault` is the rule that its proof breaks."""

    draw: Any
    fault: str = ""
    names: list[str] = field(default_factory=list)
    point: Point = field(default_factory=lambda: Point(0, 0))
    inside: bool = False  # a lemma, or an entry about a run: without exponentials and definitions
    number: int = 0

    def __post_init__(self) -> None:
        """Draw the point, unless it is given, and collect the parts of terms."""
        self.assume: dict[str, Fact] = {}
        self.show: dict[str, Fact] = {}
        self.lets: list[Json] = []
        self.sides: dict[str, Json] = {}
        self.lemmas: list[Json] = []
        self.run: Json = None
        optional = ["u@", "v@", "c[i]", "x[i]@"]
        if not self.names:
            self.names = ["a", "b", *(n for n in optional if self.fault or self.coin(50))]
        if not self.point.values:
            size = 0 if self.fault in EMPTY else self.one((2, 1, 3, 0) if not self.fault else (2, 3))
            self.point = Point(size, self.one((2, 1, 0, 3)))
            self.point.values |= {n: self.new_value(n) for n in self.names}
        vectors = [n for n in self.names if "@" in n]
        pairs: list[Term] = [["@", u, v] for u in vectors for v in vectors if u <= v]
        atoms: list[Term] = [*(n for n in self.names if "@" not in n), *pairs]
        self.families = [t for t in atoms if "[i]" in str(t)]
        self.numbers = [t for t in atoms if "[i]" not in str(t)]
        self.numbers += [["sum", t] for t in self.families if self.coin(60)] + [["sum", "1"]] * self.coin(20)
        self.vectors: list[Term] = [*vectors]
        if "x[i]@" in vectors and self.coin(50):
            whole: Term = ["sum", ["*", "c[i]", "x[i]@"] if "c[i]" in self.names else "x[i]@"]
            self.vectors = [*vectors, whole]
            self.numbers += [["@", whole, v] for v in [*vectors, whole] if "[i]" not in v]
            self.families.append(["@", whole, "x[i]@"])
        self.units = ["#1@"]  # none in a run, which may not leave the space

    # choices

    def one(self, options: Sequence[Any]) -> Any:
        """Draw one of these; the first is the simplest."""
        return self.draw(st.sampled_from(options))

    def coin(self, percent: int) -> bool:
        """Draw True with this probability in percent."""
        return bool(self.draw(st.integers(0, 99)) >= 100 - percent)

    def many(self, make: Callable[[], Any], least: int, most: int) -> list[Any]:
        """Draw from `least` to `most` values of `make`."""
        return [make() for _ in range(self.draw(st.integers(least, most)))]

    def fresh(self, letter: str) -> str:
        """Return a new name of a fact."""
        self.number += 1
        return f"{letter}{self.number}"

    def new_value(self, name: str) -> Value:
        """Draw a value for a name."""

        def make() -> Value:
            return (*self.many(lambda: self.one(SMALL), dim, dim), Fraction(0)) if "@" in name else self.one(SMALL)

        dim, size = self.point.dimension, self.point.size
        return self.many(make, size, size) if "[i]" in name else make()

    def poly(self, at: bool = False, terms: int = 2, degree: int = 2) -> Term:
        """Draw a number."""
        pool = self.numbers + self.families * 2 * at
        parts = self.many(
            lambda: times(self.one(COEFFICIENTS), *self.many(lambda: self.one(pool), 1, degree)), 1, terms
        )
        return readable(add(self.one(("0", "0", "1", "-1", "2")), *parts))

    def vector(self, at: bool = False) -> Term:
        """Draw a vector."""
        pool = [v for v in self.vectors if at or "[i]" not in str(v) or v[0] == "sum"] + self.units
        scalars = [n for n in self.numbers if isinstance(n, str)]

        def part() -> Term:
            return times(self.one(COEFFICIENTS), *([self.one(scalars)] if self.coin(30) else []), self.one(pool))

        return readable(add(*self.many(part, 1, 2)))

    def moved(self, p: Term, to: Fraction | int = 0) -> Term:
        """Return the number plus a constant, so that its greatest value at the point is `to`."""
        return add(p, str(to - Fraction(max(self.point.range(p), default=0))))

    def fact(self, p: Term, relation: str = "", points: Sequence[Point] | None = None) -> Fact:
        """Draw a relation of the number, moved by a constant, with 0 that is true at the points, often with equality.
        """
        values = [v for point in (points if points is not None else [self.point]) for v in point.range(p)]
        relation = relation or self.one(RELATIONS)
        if relation == "=" and len(set(values)) > 1:
            relation = ">="
        if relation == "!=":
            return relation, add(p, next(str(s) for s in range(99) if all(v + s for v in values)))
        above = {"=": 0, ">=": self.one((0, 0, 1)), ">": 1}[relation]
        return relation, add(p, str(above - Fraction(min(values, default=0))))

    def suppose(self, fact: Fact) -> str:
        """Add a hypothesis and return its name; reject one that is false at the point."""
        if not self.point.holds(*fact) or len(kernel.read_poly(fact[1])) > MAX_TERMS:  # or [i] cancels: Rejected
            reject()
        name = self.fresh("h")
        self.assume[name] = fact
        return name

    def some_fact(self, relation: str = "", at: bool = False) -> tuple[str, Term]:
        """Add a random hypothesis, and return its name and number."""
        fact = self.fact(self.poly(at), relation)
        return self.suppose(fact), fact[1]

    def zero(self) -> Term:
        """Draw a number that is 0 at the point."""
        return self.moved(self.poly(False, 1, 1))

    def known(self, scope: Scope) -> dict[str, Fact]:
        """Return the facts that a certificate may use here."""
        facts = {**self.assume, **scope.local}
        return {n: f for n, f in facts.items() if scope.at or not indexed(f[1])}

    def product(self, known: Mapping[str, Fact]) -> Product:
        """Draw a product that is not negative."""
        signed = [n for n, (relation, _) in known.items() if relation != "="]
        names = self.many(lambda: self.one(signed), 0, 2) if signed else []
        data: Json = {"facts": names, "c": self.one(("1", "1", "2", "1/2"))}
        parts = [data["c"], *(known[n][1] for n in names for _ in range(1 + (known[n][0] == "!=")))]
        if self.coin(25):
            data["squares"] = [self.poly(False, 2, 1)]
            parts += data["squares"] * 2
        if self.vectors and self.coin(25):
            data["norms"] = [self.vector()]
            parts.append(["@", *data["norms"] * 2])
        if not self.inside and self.coin(15):
            data["exponentials"] = [self.zero()]
            parts.append(["exp", *data["exponentials"]])
        if not self.inside and self.coin(8):
            rest = {"of": self.zero(), "at": self.zero(), "degree": self.one((1, 3))}
            data["remainders"] = [rest]
            parts.append(remainder(*rest.values()))
        strict = not data.keys() & {"squares", "norms", "remainders"} and all(known[n][0] != ">=" for n in names)
        return Product(data, times(*parts), strict)

    def multiples(self, known: Mapping[str, Fact]) -> list[tuple[Json, Term]]:
        """Draw multiples of equations."""
        found: list[tuple[Json, Term]] = []
        by = self.poly(False, 2, 1)
        if equations := [n for n, (relation, _) in known.items() if relation == "="]:
            name = self.one(equations)
            found.append(({"fact": name, "by": by}, times(known[name][1], by)))
        if not self.inside and self.coin(15):
            p, q = self.zero(), self.zero()
            law = add(["exp", add(p, q)], minus(times(["exp", p], ["exp", q])))
            found.append(({"law": {"of": p, "and": q}, "by": by}, times(law, by)))
        if "x[i]@" in self.vectors and self.coin(25):
            found.append(self.unfolded(self.vector(), by))
        return found

    def unfolded(self, v: Term, by: Term) -> tuple[Json, Term]:
        """Draw an equation between an inner product with a sum and a sum of inner products."""
        u = self.vector(True)
        law = add(["@", ["sum", u], v], minus(["sum", ["@", u, v]]))
        return {"sum": {"of": u, "with": v}, "by": by}, times(law, by)

    # right proofs

    def prove(self, scope: Scope, goal: Fact, depth: int) -> Json:
        """Draw a right proof, and add the hypotheses that it needs."""
        ways: list[Callable[..., Json]] = [self.close]
        if depth:
            ways += [self.close, self.cases, self.contra, self.have, self.invert, self.root]
            ways += [self.total, self.cite] * (not scope.at)
        way = self.one(ways)
        at = scope.at or (indexed(goal[1]) and way not in (self.total, self.cite))
        return way(Scope(scope.local, at), goal, depth)

    def close(self, scope: Scope, goal: Fact, depth: int = 0) -> Json:
        """Return a proof that a multiple of the goal is a sum, one summand of which is supposed."""
        relation, p = goal
        if relation == "!=":
            return self.close_unequal(scope, p)
        known = self.known(scope)
        front = self.product(known) if self.coin(30) else Product(None, "1", True)
        summands = [] if relation == "=" else self.many(lambda: self.product(known), 0, 2)
        ideal = self.multiples(known) if self.coin(30) else []
        others = [s.term for s in summands] + [term for _, term in ideal]
        rest = add(times(front.term, p), *map(minus, others))
        if not front.strict or not self.point.holds(relation, rest) or (scope.at and not indexed(rest)):
            front, summands, ideal, rest = Product(None, "1", True), [], [], p
        name = self.suppose((relation, rest))
        data, more, first = [s.data for s in summands], [m for m, _ in ideal], [front.data] if front.data else None
        if relation == "=":
            return leaf(first, None, [{"fact": name, "by": "1"}, *more])
        return leaf(first, [{"facts": [name]}, *data], more)

    def close_unequal(self, scope: Scope, p: Term) -> Json:
        """Return a proof of p != 0 by its sign, or by itself."""
        values = self.point.range(p)
        if values and min(values) > 0 and self.coin(50):
            return leaf(sum=[{"facts": [self.suppose((">", p))]}])
        return by_itself(self.suppose(("!=", p)), ("!=", p))

    def contra(self, scope: Scope, goal: Fact, depth: int) -> Json:
        """Return a proof by contradiction."""
        (relation, p), name = goal, self.fresh("n")
        if relation == "!=":
            return self.close_unequal(scope, p)
        h = self.suppose(goal)
        if relation == "=":
            then = leaf([{"facts": [name]}], None, [{"fact": h, "by": minus(p)}])
        else:
            front, back = (name, h) if relation == ">=" else (h, name)
            then = leaf([{"facts": [front]}], [{"facts": [back]}])
        return {"rule": "contra", "name": name, "then": then}

    def cases(self, scope: Scope, goal: Fact, depth: int) -> Json:
        """Return a proof by the sign of a number."""
        on, name = self.poly(scope.at, 2, 1), self.fresh("k")
        arms = self.one((("<", ">="), ("<=", ">"), ("<", "=", ">"), ("<=", ">=")))
        facts = {arm: {name: arm_fact(arm, on)} for arm in arms}
        proofs = {arm: self.prove(scope.knowing(facts[arm]), goal, depth - 1) for arm in arms}
        return {"rule": "cases", "on": on, "name": name, "arms": proofs}

    def have(self, scope: Scope, goal: Fact, depth: int, inner: Inner = None) -> Json:
        """Return a proof that proves a fact first."""
        fact, name = self.fact(self.poly(scope.at or (bool(self.families) and self.coin(30)))), self.fresh("f")
        why = self.prove(scope, fact, depth - 1)
        then = self.rest(scope.knowing({name: fact}), goal, depth, inner)
        return {"rule": "have", "name": name, "fact": [*fact, "0"], "why": why, "then": then}

    def rest(self, scope: Scope, goal: Fact, depth: int, inner: Inner) -> Json:
        """Return the proof inside another one."""
        return inner(scope) if inner else self.prove(scope, goal, depth - 1)

    def total(self, scope: Scope, goal: Fact, depth: int, inner: Inner = None) -> Json:
        """Return a proof that sums a fact over the index."""
        facts = {n: f for n, f in {**self.assume, **scope.local}.items() if f[0] != "!="}
        if not facts:
            reject()
        old, name = self.one([*facts]), self.fresh("S")
        relation, p = facts[old]
        new: dict[str, Fact] = {name: ("=" if relation == "=" else ">=", ["sum", p])}
        node: Json = {"rule": "sum", "fact": old, "name": name}
        if relation != "=" and indexed(p) and self.coin(30):
            node["each"] = self.fresh("e")
            new[node["each"]] = (">=", add(["sum", p], minus(p)))
        return self.opened(node, scope.knowing(new), goal, depth, inner)

    def opened(self, node: Json, scope: Scope, goal: Fact, depth: int, inner: Inner) -> Json:
        """Return a step that leaves the index open."""
        is_open = {"open": True} if indexed(goal[1]) else {}
        return node | is_open | {"then": self.rest(scope, goal, depth, inner)}

    def cite(self, scope: Scope, goal: Fact, depth: int, inner: Inner = None) -> Json:
        """Return a citation of a theorem made for this place, whose names stand for random terms."""
        names = self.one(("p q", "p z@", "p q e[i]", "p e[i] f[i]@")).split()
        images = {n: self.vector("[i]" in n) if "@" in n else self.poly("[i]" in n, 2, 1) for n in names}
        return self.cited(scope, goal, depth, inner, images)

    def cited(self, scope: Scope, goal: Fact, depth: int, inner: Inner, images: dict[str, Term]) -> Json:
        """Return a citation of a theorem at the values of these terms; its premises are supposed."""

        def longer(value: Value) -> Value:  # for an adjoined unit of its own
            if isinstance(value, list):
                return [*map(longer, value)]
            return (*value, 0) if isinstance(value, tuple) else value

        values = {n: longer(self.point.image(n, t)) for n, t in images.items()}
        theirs = Maker(self.draw, "", [*images], Point(self.point.size, self.point.dimension + 1, values), True)
        theirs.number = self.number + 100
        item = theirs.finish(max(depth - 1, 0))
        if "#1@" in str(images) and "#1@" in str((theirs.assume, theirs.show)):
            reject()  # their unit is not the unit in the images, but `put` would write both as one
        self.number, name = theirs.number, self.fresh("lemma")
        item.book[-1]["statement"]["id"] = name
        self.lemmas += item.book
        premises = {}
        for n, (relation, p) in theirs.assume.items():
            q = put(p, images)
            premises[n] = self.close(Scope(scope.local, scope.at or indexed(q)), (relation, q))
        return self.used(name, theirs, images, premises, scope, goal, depth, inner)

    def used(
        self, name: str, theirs: Maker, images: dict[str, Term], premises: Json, scope: Scope, goal: Fact, depth: int,
        inner: Inner, **more: Json,
    ) -> Json:
        """Return a citation of a theorem."""
        labels = {n: self.fresh("g") for n in theirs.show}
        new = {labels[n]: (relation, put(p, images)) for n, (relation, p) in theirs.show.items()}
        if any(indexed(p) and not indexed(put(p, images)) for _, p in theirs.show.values()):
            reject()
        node = {"rule": "lemma", "of": name, "put": images, "premises": premises, "as": labels, **more}
        return self.opened(node, scope.knowing(new), goal, depth, inner)

    def invert(self, scope: Scope, goal: Fact, depth: int) -> Json:
        """Return a proof of the goal g from q²g, by an inverse r of q."""
        (relation, g), r, (_, q) = goal, self.fresh("r"), self.fact(self.poly(scope.at, 2, 1), "!=")
        if relation not in (">=", "="):
            return self.close(scope, goal)
        h = self.suppose((relation, times(q, q, g)))
        ideal = [{"fact": f"{r}.def", "by": minus(times(add(times(r, q), "1"), g))}]
        if relation == "=":
            then = leaf(ideal=[{"fact": h, "by": times(r, r)}, *ideal])
        else:
            then = leaf(sum=[{"facts": [h], "squares": [r]}], ideal=ideal)
        return self.defined(r, "inverse", q, self.close_unequal(scope, q), then)

    def root(self, scope: Scope, goal: Fact, depth: int) -> Json:
        """Return a proof of the goal g from g - pq² >= 0, by a root r of p."""
        (relation, g), r, q = goal, self.fresh("r"), self.poly(False, 1, 1)
        fact = self.fact(self.poly(scope.at, 2, 1), ">=")
        gap = add(g, minus(times(fact[1], q, q)))
        if relation != ">=" or not self.point.holds(">=", gap):
            return self.close(scope, goal)
        summands = [{"facts": [self.suppose((">=", gap))]}, {"squares": [times(r, q)]}]
        then = leaf(sum=summands, ideal=[{"fact": f"{r}.def", "by": minus(times(q, q))}])
        return self.defined(r, "sqrt", fact[1], self.close(scope, fact), then)

    def defined(self, name: str, kind: str, of: Term, why: Json, then: Json) -> Json:
        """Return a definition in a proof."""
        return {"rule": "define", "let": {"name": name, "kind": kind, "of": of}, "why": why, "then": then}

    def let(self) -> None:
        """Draw a definition in the statement."""
        name, kind = self.fresh("d"), self.one(("inverse", "sqrt"))
        value = self.one((Fraction(1), Fraction(2), Fraction(1, 2)))
        p = self.moved(self.poly(), 1 / value if kind == "inverse" else value * value)
        fact = "!=" if kind == "inverse" else ">=", p
        self.lets.append({"name": name, "kind": kind, "of": p})
        self.sides[name] = POLY if self.fault else by_itself(self.suppose(fact), fact)
        self.point.values[name] = value
        self.numbers.append(name)

    # faulty proofs: a goal that is false at the point, if nothing else is said

    def below(self) -> Term:
        """Draw a number that is negative at the point."""
        return self.moved(self.poly(), -1)

    def negative_coefficient(self) -> tuple[Fact, Json]:
        """Return p = h + (-k)q with q > 0, or with a multiple of q > 0 as if it were 0, or with q != 0 taken once."""
        p = self.below()
        (bound,) = self.point.range(p)
        way = self.fault
        if way == "a fact != 0 taken once":
            q = self.moved(self.poly(), -1)
            name, k = self.suppose(("!=", q)), 1 - 2 * bound
            data: Json = {"facts": [name], "c": str(k)}
        else:
            name, q = self.some_fact(">")
            k = 2 * bound - 1
            data = {"facts": [name], "c": str(k)} if way == "a negative coefficient" else {"fact": name, "by": str(k)}
        h = self.suppose((">=", add(p, minus(times(str(k), q)))))
        summands, ideal = ([data], []) if "c" in data else ([], [data])
        return (">=", p), leaf(sum=[{"facts": [h]}, *summands], ideal=ideal)

    def not_strict(self) -> tuple[Fact, Json]:
        """Return a proof of p > 0, or p != 0, for a p that is 0 at the point."""
        p, zero, data, term = self.zero(), self.zero(), dict[str, Json](), "0"
        if self.fault == "a coefficient 0":
            data, term = {"c": "0"}, "0"
        elif self.fault == "an equation for a strict sign":
            data, term = {"facts": [self.suppose(("=", zero))]}, zero
        elif self.fault == "a remainder taken as strict":
            rest = {"of": zero, "at": self.zero(), "degree": 1}
            data, term = {"remainders": [rest]}, remainder(*rest.values())
        elif self.coin(50):
            data, term = {"squares": [zero]}, times(zero, zero)
        else:
            data, term = {"facts": [self.suppose((">=", zero))]}, zero
        h = self.suppose((">=", add(p, minus(term))))
        return (self.one((">", "!=")), p), leaf(sum=[{"facts": [h]}, data])

    def equation_with_summands(self) -> tuple[Fact, Json]:
        """Return a proof of p = 0 from p >= 0."""
        p = self.moved(self.poly(), 1)
        return ("=", p), by_itself(self.suppose((self.one((">=", ">")), p)), (self.one((">=", "=")), p))

    def weak_multiplier(self) -> tuple[Fact, Json]:
        """Return a proof of p >= 0 from tp >= 0, where t is 0 at the point."""
        p, zero, relation = self.below(), self.zero(), self.one((">=", "="))
        square = self.coin(50)
        front = {"squares": [zero]} if square else {"facts": [self.suppose((">=", zero))]}
        fact = relation, times(zero, *[zero] * square, p)
        return (relation, p), by_itself(self.suppose(fact), fact) | {"times": [front]}

    def wrong_sides(self) -> tuple[Fact, Json]:
        """Return a proof of p >= 0 from another fact, or from a missing one."""
        name, _ = self.some_fact(">=") if self.fault == "two sides that differ" else ("h0", "")
        return (">=", self.below()), leaf(sum=[{"facts": [name]}])

    def missing_case(self) -> tuple[Fact, Json]:
        """Return a proof with all cases but the one that is true at the point."""
        p, on, name = self.below(), self.moved(self.poly(False, 2, 1), self.one((0, 1, -1))), self.fresh("k")
        (value,), (bound,), proofs = self.point.range(on), self.point.range(p), {}
        for arm in self.one((("<", "=", ">"), ("<=", ">"), ("<", ">="))):
            relation, q = arm_fact(arm, on)
            if self.point.holds(relation, q):
                continue
            if relation == ">":
                proofs[arm] = leaf([{"facts": [name]}], [{"facts": [self.suppose((">=", times(q, p)))]}])
                continue
            by = str(bound * (1 if value > 0 else -1) if relation == "=" else -bound + 1)
            h = {"facts": [self.suppose((">=", add(p, minus(times(by, q)))))]}
            proofs[arm] = leaf(None, [h], [{"fact": name, "by": by}]) if relation == "=" else leaf(
                None, [h, {"facts": [name], "c": by}])
        return (">=", p), {"rule": "cases", "on": on, "name": name, "arms": proofs}

    def bad_cut(self) -> tuple[Fact, Json]:
        """Return a proof with a fact that has no reason, or itself as its reason."""
        goal, name = (self.one((">=", "=")), self.below()), self.fresh("f")
        why = by_itself(name, goal) if self.fault == "a cut that uses itself" else POLY
        return goal, {"rule": "have", "name": name, "fact": [*goal, "0"], "why": why, "then": by_itself(name, goal)}

    def wrong_negation(self) -> tuple[Fact, Json]:
        """Return a proof of p > 0 from p >= 0, or of p >= 0 from -p >= 0."""
        name, weak = self.fresh("n"), self.fault == "a weak negation"
        p = self.zero() if weak else self.below()
        h = self.suppose((">=", p if weak else minus(p)))
        then = leaf([{"facts": [name]}], [{"facts": [h]}])
        return (">" if weak else ">=", p), {"rule": "contra", "name": name, "then": then}

    def bad_definition(self) -> tuple[Fact, Json]:
        """Return a proof with an inverse of 0, hence 0 = 1; or with a root of a negative number, hence a negative
        square.
        """
        p, r = self.below(), self.fresh("r")
        if self.fault == "an inverse of 0":
            q = self.zero()
            zero = {"fact": self.suppose(("=", q)), "by": times(p, r)}
            then = leaf(ideal=[zero, {"fact": f"{r}.def", "by": minus(p)}])
            return (">=", p), self.defined(r, "inverse", q, self.one((POLY, leaf(sum=[{}]))), then)
        half, f = times("1/2", p), self.fresh("f")
        name, q = self.some_fact(">")
        why = leaf([{"facts": [name]}], [{"squares": [r]}], [{"fact": f"{r}.def", "by": "-1"}])
        up, down = {"squares": [add(half, "1")]}, {"squares": [half], "facts": [f]}
        cut = {"rule": "have", "name": f, "fact": [*FALSE, "0"], "why": why}
        then = cut | {"then": leaf(sum=[up, down, {"facts": [f]}])}
        return (">=", p), self.defined(r, "sqrt", minus(q), POLY, then)

    def no_premise(self) -> tuple[Fact, Json]:
        """Return a citation without proofs of its premises: its conclusion at other values."""
        p, name, label = self.below(), self.fresh("lemma"), self.fresh("g")
        weak: Fact = (self.one((">=", "=")), "p")
        self.lemmas.append(entry(name, ["p"], {"h": weak}, {"goal": weak}, by_itself("h", weak)))
        node = {"of": name, "put": {"p": p}, "premises": {"h": POLY}, "as": {"goal": label}}
        goal = weak[0], p
        return goal, {"rule": "lemma", **node, "then": by_itself(label, goal)}

    def captured(self) -> tuple[Fact, Json]:
        """Return a citation that captures an index. If e[i] = p for all i, then p·Σe[i] = p²·Σ1; it is false with e[i]
        for p.
        """
        one, name, label = self.moved(add("c[i]", self.poly(False, 1, 1)), 1), self.fresh("lemma"), self.fresh("g")
        goal: Fact = ("=", add(times("p", ["sum", "e[i]"]), minus(times("p", "p", ["sum", "1"]))))
        proof = {"rule": "sum", "fact": "h", "name": "S", "then": leaf(ideal=[{"fact": "S", "by": "p"}])}
        self.lemmas.append(entry(name, ["p", "e[i]"], {"h": ("=", add("e[i]", minus("p")))}, {"goal": goal}, proof))
        images = {"p": one, "e[i]": one}
        node: Json = {"of": name, "put": images, "premises": {"h": POLY}, "as": {"goal": label}, "open": True}
        fact = "=", put(goal[1], images)
        return fact, {"rule": "lemma", **node, "then": by_itself(label, fact)}

    def no_index(self) -> tuple[Fact, Json]:
        """Return a proof of high >= 0 from c[i] >= 0 and high - c[i] >= 0, where there is no i."""
        p, q = self.below(), self.one(self.families)
        h, g = self.suppose((">=", q)), self.suppose((">=", add(p, minus(q))))
        return (">=", p), leaf(sum=[{"facts": [h]}, {"facts": [g]}])

    def strict_sum(self) -> tuple[Fact, Json]:
        """Return a proof of Σp > 0 from p > 0, where there is no i."""
        name, p = self.fresh("S"), add(self.one(self.families), self.poly(True, 1, 1))
        h = self.suppose((">", p))
        goal = self.one((">", "!=")), ["sum", p]
        return goal, {"rule": "sum", "fact": h, "name": name, "then": leaf(sum=[{"facts": [name]}])}

    def captured_by_a_sum(self) -> tuple[Fact, Json]:
        """Return a proof of ⟨Σu, v⟩ = Σ⟨u, v⟩, where v mentions [i]."""
        data, law = self.unfolded(add("x[i]@", self.vector()), "1")
        return ("=", law), leaf(ideal=[data])

    def goal_left_out(self) -> tuple[Fact, Json]:
        """Return two conclusions with a proof of one."""
        goal = self.fact(self.poly())
        proof = self.close(Scope(), goal)
        self.show |= {"goal0": goal, "more": (">=", self.below())}  # a kernel that looks at the first one accepts it
        return goal, self.one((proof, {"rule": "split", "parts": {"goal0": proof}}))

    def bad_side(self) -> tuple[Fact, Json]:
        """Return a definition in the statement, whose side condition has no proof."""
        self.let()
        goal = self.fact(self.poly())
        return goal, self.close(Scope(), goal)

    # whole entries

    def statement(self) -> Json:
        """Return the statement made so far."""
        found = {"id": "it", "declare": self.names, "assume": as_json(self.assume), "show": as_json(self.show)}
        return found | ({"let": self.lets} if self.lets else {}) | ({"run": self.run} if self.run else {})

    def item(self, kind: str, proof: Json, point: Point) -> Item:
        """Return the entry with this proof."""
        last = {"statement": self.statement(), "proof": proof} | ({"sides": self.sides} if self.sides else {})
        return Item(kind, [*self.lemmas, last], point, is_refuted(last["statement"], point))

    def finish(self, depth: int) -> Item:
        """Return an entry without a run."""
        for _ in range(self.draw(st.integers(1, 3))):
            self.suppose(self.fact(self.poly(bool(self.families) and self.coin(50))))
        if self.fault:
            self.show["goal0"], proof = FAULTS[self.fault](self)
            goal = self.show["goal0"]
            if "more" not in self.show and not indexed(goal[1]) and self.coin(40):
                inner, frame = proof, self.one((self.have, self.total, self.cite))
                proof = frame(Scope(), goal, 1, lambda scope: inner)
            return self.item(self.fault, proof, self.point)
        if not self.inside and self.coin(15):
            self.let()
        proofs = {}
        for n in range(1 + self.coin(15)):
            goal = self.fact(self.poly(bool(self.families) and self.coin(50)))
            kernel.read_poly(goal[1])  # Rejected if [i] cancels
            self.show[f"goal{n}"], proofs[f"goal{n}"] = goal, self.prove(Scope(), goal, depth)
        proof = {"rule": "split", "parts": proofs} if len(proofs) > 1 else proofs["goal0"]
        at = " at an index" * indexed(self.show["goal0"][1])
        return self.item(proof["rule"] + at, proof, self.point)

    def finish_run(self, depth: int, keeps: bool = False) -> Item:
        """Return an entry about a run. The state t compensates for the others, so that t + f keeps its sign."""
        fault, parameters, vectors = self.fault, self.numbers, "v@" in self.names
        for _ in range(self.draw(st.integers(0, 2))):
            self.suppose(self.fact(self.poly()))
        given, self.units = dict(self.assume), []
        inputs = ["x", *["y@"] * vectors]
        self.point.steps = self.many(lambda: {n: self.new_value(n) for n in inputs}, int(bool(fault)), 3)
        start, after = {"s": self.poly(False, 1, 1)}, {}
        self.numbers = [*parameters, "s", "x", *[["@", "v@", "w@"], ["@", "w@", "y@"]] * vectors]
        after["s"] = self.poly(False, 2, 1)
        if vectors:
            start["w@"] = times(self.one(COEFFICIENTS), "v@")
            after["w@"] = add("w@", self.one((times("x", "y@"), minus("y@"), times("2", "v@"))))
        during, end = self.trace(start, after)
        when = {f"w{n}": self.fact(self.poly(), "", during) for n in range(1 + self.coin(50))}
        self.numbers = [*parameters, "s", *[["@", "v@", "w@"], ["@", "w@", "w@"]] * vectors]
        if fault == "a fact about a step at the end":
            when["w0"] = self.fact(add("s", self.poly(False, 1, 1)), ">=", during)
        f, relation = self.poly(), ">=" if fault else self.one((">=", ">", "="))
        invariant: Fact = relation, add("t", f)
        known = {**given, **when, "I": invariant}
        gain, data, ideal = self.gain(known, relation)
        if fault == "a fact about the end in a step":
            ended = times(self.one(COEFFICIENTS), "s")
            known["e"] = self.assume["e"] = (">=", add(ended, str(-end.value(ended))))
            gain, data = add(gain, known["e"][1]), [*data, {"facts": ["e"]}]
        if fault == "a negative summand in a step":
            gain, data = add(gain, "-30"), [*data, {"c": "-30"}]
        self.numbers = parameters
        base, base_data, base_ideal = self.gain(given, relation)
        if relation == ">":
            base, base_data = add(base, "1"), [*base_data, {}]
        self.units = ["#1@"]
        start["t"] = add(base, minus(put(f, start)))
        after["t"] = add("t", f, gain, minus(put(f, after)))
        first = leaf(None, base_data, base_ideal)
        own = by_itself("I", invariant)
        step = leaf(None, [*own.get("sum", []), *data], [*own.get("ideal", []), *ideal])
        if fault == "an invariant that is its own reason":
            invariant, first, step = (relation, self.below()), by_itself("I", invariant), by_itself("I", invariant)
        elif fault in ("a wrong start", "a wrong step"):
            place = start if fault == "a wrong start" else after
            place["t"] = add(place["t"], "-30")
        self.run = {"state": [*start], "start": start, "input": inputs, "when": as_json(when), "next": after}
        before, self.point = self.point, self.end()
        self.numbers = [*parameters, "s", "t", *[["@", "v@", "w@"]] * vectors]
        scope = Scope({"I": invariant})
        goal = invariant if fault or keeps else self.fact(self.poly())
        if fault == "a fact about a step at the end":
            goal = when["w0"]
        name = "w0" if goal is when["w0"] else "I"
        self.show["goal"] = goal
        then = by_itself(name, goal) if fault or keeps else self.prove(scope, goal, depth)
        parts = {"invariants": as_json({"I": invariant}), "base": {"I": first}, "step": {"I": step}, "then": then}
        return self.item(fault or "run", {"rule": "induction", **parts}, before)

    def trace(self, start: dict[str, Term], after: dict[str, Term]) -> tuple[list[Point], Point]:
        """Return the point in each step of a run, and at its end."""
        here, seen = self.point.moved(start), []
        for step in self.point.steps:
            seen.append(Point(here.size, here.dimension, here.values | step))
            here = seen[-1].moved(after)
        return seen, here

    def end(self) -> Point:
        """Return the point at the end of the run."""
        found = reached(self.statement(), self.point)
        return found if found else reject()

    def gain(self, known: Mapping[str, Fact], relation: str) -> tuple[Term, list[Json], list[Json]]:
        """Draw a sum that preserves the relation, with its certificate."""
        summands = [] if relation == "=" else self.many(lambda: self.product(known), 0, 2)
        ideal = self.multiples(known) if self.coin(40) else []
        term = add(*(s.term for s in summands), *(t for _, t in ideal))
        return term, [s.data for s in summands], [m for m, _ in ideal]

    def finish_simulation(self, depth: int) -> Item:
        """Return an entry about a run that equals the run of a lemma under other names, moved by constants."""
        fault, theirs = self.fault, Maker(self.draw, "", self.names, self.point, True)
        book = theirs.finish_run(0, bool(fault)).book
        name, k, j = self.fresh("lemma"), self.one(COEFFICIENTS), self.one(COEFFICIENTS)
        book[-1]["statement"]["id"] = name
        self.lemmas, self.number, run = book, theirs.number + 100, theirs.run
        mine = {n: f"{n.rstrip('@')}2{'@' * n.endswith('@')}" for n in [*run["start"], *run["input"]]}
        images: dict[str, Term] = {n: n for n in self.names} | mine | {"s": add("s2", k), "x": add("x2", j)}
        back = {"s": str(-Fraction(k))}
        start = {mine[n]: add(t, back[n]) if n in back else t for n, t in run["start"].items()}
        after = {mine[n]: add(put(t, images), back[n]) if n in back else put(t, images) for n, t in run["next"].items()}
        when = {n: (relation, put(p, images)) for n, (relation, p, _) in run["when"].items()}
        steps = [{mine[n]: v - Fraction(j) if n == "x" else v for n, v in step.items()} for step in self.point.steps]
        proofs = {n: by_itself(n, fact) for n, fact in when.items()}
        if fault == "a simulation without its condition":
            lost = self.one([*when])
            del when[lost]
            proofs[lost] = POLY
            steps = self.many(lambda: {n: self.new_value(n) for n in steps[0]}, 1, 3) if steps else steps
        elif fault:
            place = start if fault == "a simulation from another start" else after
            place["t2"] = add(place["t2"], "-30")
        self.run = {"state": [*start], "start": start, "input": [mine[n] for n in run["input"]],
                    "when": as_json(when), "next": after}
        self.point = Point(self.point.size, self.point.dimension, self.point.values, steps)
        before, self.point = self.point, self.end()
        self.numbers = [*self.numbers, "s2", "t2"]
        premises = {n: self.close(Scope(), (r, put(p, images))) for n, (r, p) in theirs.assume.items()}
        zero = dict.fromkeys(run["start"], POLY)
        seen = {"input": {n: images[n] for n in run["input"]}, "start": zero, "when": proofs, "next": zero}
        ((_, shown),) = theirs.show.items()
        fact: Fact = shown[0], put(shown[1], images)
        other = self.fact(self.poly())
        self.show["goal"] = fact if fault or self.coin(50) else other

        def inner(scope: Scope) -> Json:
            if self.show["goal"] is other:
                return self.prove(scope, other, depth)
            return by_itself(next(n for n, known in scope.local.items() if known == fact), fact)

        put_for = {n: images[n] for n in [*self.names, *run["start"]]}
        proof = self.used(name, theirs, put_for, premises, Scope(), self.show["goal"], depth, inner, run=seen)
        return self.item(fault or "simulation", proof, before)


def arm_fact(arm: str, on: Term) -> Fact:
    """Return the fact known in a case."""
    relation = {"<": ">", "<=": ">="}.get(arm, arm)
    return relation, minus(on) if arm in ("<", "<=") else on


def entry(name: str, names: list[str], assume: Mapping[str, Fact], show: Mapping[str, Fact], proof: Json) -> Json:
    """Return an entry."""
    statement = {"id": name, "declare": names, "assume": as_json(assume), "show": as_json(show)}
    return {"statement": statement, "proof": proof}


FAULTS: dict[str, Callable[[Maker], tuple[Fact, Json]]] = {
    **dict.fromkeys(("a negative coefficient", "an inequality as an equation", "a fact != 0 taken once"),
                    Maker.negative_coefficient),
    **dict.fromkeys(("a coefficient 0", "no strict summand", "an equation for a strict sign",
                     "a remainder taken as strict"), Maker.not_strict),
    "an equation with summands": Maker.equation_with_summands,
    "a multiplier that may be 0": Maker.weak_multiplier,
    **dict.fromkeys(("two sides that differ", "a fact that is not known"), Maker.wrong_sides),
    "a case left out": Maker.missing_case,
    **dict.fromkeys(("a cut that is not proved", "a cut that uses itself"), Maker.bad_cut),
    **dict.fromkeys(("the wrong negation", "a weak negation"), Maker.wrong_negation),
    **dict.fromkeys(("an inverse of 0", "a root of a negative number"), Maker.bad_definition),
    "a premise that is not proved": Maker.no_premise,
    "an index put for a constant": Maker.captured,
    "an index where there may be none": Maker.no_index,
    "a sum of strict facts taken as strict": Maker.strict_sum,
    "an index captured by a sum": Maker.captured_by_a_sum,
    "a conclusion not shown": Maker.goal_left_out,
    "a definition whose side is not proved": Maker.bad_side,
}
KINDS = ("right", *SHIFTS, *FAULTS, *RUN_FAULTS)


@st.composite
def items(draw: Any, kind: str = "right") -> Item:
    """Draw an entry of a kind."""
    fault = kind if kind in FAULTS or kind in RUN_FAULTS else ""
    way = "run" if fault in RUN_FAULTS else "plain"
    if not fault:
        way = draw(st.sampled_from(("plain", "plain", "plain", "run", "simulation")))
    try:
        if way == "plain":
            item = Maker(draw, fault).finish(draw(st.integers(0, 2)))
        else:
            maker = Maker(draw, fault, draw(st.sampled_from((["p", "q"], ["p", "v@"]))), inside=True)
            simulated = fault.startswith("a simulation") or way == "simulation"
            item = (maker.finish_simulation if simulated else maker.finish_run)(draw(st.integers(0, 1)))
        return shifted(draw, item, kind) if kind in SHIFTS else item
    except (Undefined, kernel.Rejected):
        reject()


def shifted(draw: Any, item: Item, kind: str) -> Item:
    """Return the entry with one conclusion that is false at its point."""
    book = copy.deepcopy(item.book)
    statement, end = book[-1]["statement"], reached(item.book[-1]["statement"], item.point)
    name = draw(st.sampled_from([*statement["show"]]))
    relation, p, _ = statement["show"][name]
    if end is None or not (values := end.range(p)):
        reject()
    if kind == "a stronger conclusion":
        stronger = {">=": (">", "="), ">": ("=",), "!=": (">", ">="), "=": ("!=", ">")}
        statement["show"][name] = [draw(st.sampled_from(stronger[relation])), p, "0"]
    else:
        by = str(-Fraction(min(values)) - (0 if relation in (">", "!=") else draw(st.sampled_from((1, 2)))))
        statement["show"][name] = [relation, ["+", p, by], "0"]
        if "mended" in kind:
            for node in parts(book[-1]["proof"]):
                if isinstance(node, dict) and node.get("sum"):
                    node["sum"] = [*node["sum"], {"c": by}]
    found = Item(kind, book, item.point, is_refuted(statement, item.point))
    return found if found.is_false else reject()


def parts(data: Json) -> Iterator[Json]:
    """Yield all nonempty objects and arrays in data."""
    if isinstance(data, dict | list) and data:
        yield data
        for part in data.values() if isinstance(data, dict) else data:
            yield from parts(part)


ODD: tuple[Json, ...] = (
    "0", "1", "-1", "2", "1/0", " 1", "+1", "1.0", "1e3", "1_0", "٣", "--1", "", "1/-2", "NaN", 1, 1.0, True, None, [],
    {}, ["1"], "1\n", "9" * 401, "poly", "h0", "a", "c[i]", "x[i]@", ">", "=", ["+", "a", "2"],
)


@st.composite
def corrupted(draw: Any) -> Item:
    """Draw a right entry, and change its JSON at one place: omit, repeat or replace a part."""
    item = draw(items())
    book = copy.deepcopy(item.book)
    containers = [*parts(book[-1] if draw(st.integers(0, 3)) == 3 else book[-1]["proof"])]
    place = draw(st.sampled_from(containers))
    key = draw(st.sampled_from(range(len(place)) if isinstance(place, list) else [*place]))
    match draw(st.sampled_from(("odd", "part", "number", "drop", "repeat"))):
        case "drop":
            del place[key]
        case "repeat" if isinstance(place, list):
            place.append(copy.deepcopy(place[key]))
        case "part":
            place[key] = copy.deepcopy(draw(st.sampled_from(containers)))
        case "number" if isinstance(place, dict) and place.keys() & {"c", "facts", "squares"}:
            place["c"] = draw(st.sampled_from(("0", "-1", "1/1000000", "2", "3")))
        case _:
            place[key] = draw(st.sampled_from(ODD))
    try:
        is_false = is_refuted(book[-1]["statement"], item.point)
    except Exception:
        is_false = False
    return Item("corrupted", book, item.point, is_false)
