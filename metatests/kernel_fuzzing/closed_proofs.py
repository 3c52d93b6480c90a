"""Proofs of a conclusion that is chosen first: they are closed by new hypotheses, which hold at the point.

Main definitions:
    Closing         certificates, cases, inverses and roots; definitions in the statement
    FORCED_CLOSED   the cheats that are made in one kind of step here
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from .polynomials import Fact, Number, Poly, add, const, indexed, scaled, times, var, written
from .questions import Json, definition
from .random_terms import FALSE, MAX_TERMS, NOTHING, Choices, Impossible, Scope, itself, once


class Closing(Choices):
    """Closes a goal."""

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
            return self.leaf(scope, goal, times=front, ideal=[once(name), *more])
        return self.leaf(scope, goal, times=front, sum=[{"facts": [name]}, *data], ideal=more)

    def close_unequal(self, scope: Scope, p: Poly) -> Json:
        """A proof of p != 0."""
        name = self.fresh("n")
        values = self.here.range(p)
        if values and all(v > 0 for v in values) and self.coin(0.5):
            return self.leaf(scope, ("!=", p), sum=[{"facts": [self.suppose((">", p))]}])
        if values and all(v < 0 for v in values) and self.coin(0.5):
            return self.if_it_were_zero(scope, name, p, self.suppose((">", scaled(p, -1))), const(1))
        return self.if_it_were_zero(scope, name, p, self.suppose(("!=", p)), scaled(p, -1))

    def if_it_were_zero(self, scope: Scope, name: str, p: Poly, fact: str, by: Poly) -> Json:
        """From p = 0, called `name`, a contradiction to a fact."""
        inner = scope.knowing({name: ("=", p)})
        then = self.leaf(inner, FALSE, times=[{"facts": [fact]}], ideal=[{"fact": name, "by": written(by)}])
        return {"rule": "contra", "name": name, "then": then}

    def cases(self, scope: Scope, goal: Fact, depth: int) -> Json:
        """By the sign of a polynomial."""
        on, name = self.poly(scope, 2, 1), self.fresh("k")
        arms: list[str] = list(self.chance.choice((("<", ">="), ("<=", ">"), ("<", "=", ">"), ("<=", ">="))))
        down = scaled(on, -1)
        facts: dict[str, Fact] = {
            "<": (">", down), "<=": (">=", down), "=": ("=", on), ">=": (">=", on), ">": (">", on),
        }  # fmt: skip
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
        if relation == "!=":
            return self.if_it_were_zero(scope, self.fresh("n"), p, name, scaled(p, -1))
        return self.leaf(scope, fact, **itself(relation, name))

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
                then = self.leaf(inner, goal, sum=[{"facts": [h], "squares": [n]}], ideal=ideal)
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
            square = {"squares": [n]}
            have = self.fresh("f")
            why = self.leaf(scope.knowing(facts), FALSE, times=[{"facts": [h]}], sum=[square],
                            ideal=[{"fact": name, "by": "-1"}])  # fmt: skip
            inner = scope.knowing({**facts, have: FALSE})
            then: Json = self.ex_falso(inner, goal, have)
            then = {"rule": "have", "name": have, "fact": [">=", "-1", "0"], "why": why, "then": then}
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


FORCED_CLOSED = {
    "a case left out": "cases",
    "a multiplier that may be 0": "no_multiplier",
    "an inverse of 0": "invert",
    "a root of a negative number": "root",
}
