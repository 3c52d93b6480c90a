"""Proofs that choose their conclusion, and entries without a run.

Main definitions:
    Deriving   sums of positive terms, contradictions, cuts, sums over the index, lemmas; `finish` makes an entry
    FORCED     the cheats that are made in one kind of step, which is then taken
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from .closed_proofs import Closing
from .polynomials import Fact, Number, Poly, add, const, dot, indexed, replaced, scaled, summed, times, var, written
from .questions import Item, Json, Point, Statement, fact_written, remainder, unfolded
from .random_terms import FALSE, MAX_TERMS, NOTHING, RELATIONS, Impossible, Scope, Summand, itself, once


class Deriving(Closing):
    """Derives a conclusion, and makes an entry of it."""

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
            case "a remainder taken as strict":
                p, q = self.exponent(), self.exponent()
                data = {"remainders": [{"of": written(p), "at": written(q), "degree": 1}]}
                relation, summands, ideal = self.chance.choice((">", "!=")), [(data, remainder(p, q, 1), True)], []
            case "an index captured by a sum":
                u, v = self.vector(Scope({}, True)), self.vector(Scope({}, True))
                if not scope.at or not indexed(v):
                    raise Impossible
                data = {"sum": {"of": written(u), "with": written(v)}, "by": "1"}
                ideal = [(data, unfolded(u, v))]
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
        if self.cheat == "the wrong negation" and not self.cheated:
            self.cheated = True  # what follows from p > 0 is a contradiction, where -p > 0 is to be refuted
            goal, inner = (self.chance.choice((">=", ">")), scaled(p, -1)), scope.knowing({name: (">", p)})
            then = self.leaf(inner, FALSE, times=[{"facts": [name]}], sum=data)
        elif self.cheat == "a weak negation" and not self.cheated:
            self.cheated, goal = True, (">", p)
            then = self.leaf(scope.knowing({name: (">=", scaled(p, -1))}), FALSE, times=[{"facts": [name]}], sum=data)
        elif relation == ">=":
            goal = relation, p
            inner = scope.knowing({name: (">", scaled(p, -1))})
            then = self.leaf(inner, FALSE, times=[{"facts": [name]}], sum=data)
        else:
            goal = relation, p
            if not strict:
                raise Impossible
            inner = scope.knowing({name: (">=", scaled(p, -1))})
            rest = [t for t in data if t is not strict[0]]
            then = self.leaf(inner, FALSE, times=[strict[0]], sum=[{"facts": [name]}, *rest])
        return goal, {"rule": "contra", "name": name, "then": then}

    def cut(self, scope: Scope, depth: int) -> tuple[Fact, Json]:
        """A fact first."""
        name = self.fresh("f")
        if self.cheat in ("a cut that is not proved", "a cut that uses itself") and not self.cheated:
            self.cheated = True
            fact = self.chance.choice(RELATIONS), self.poly(scope)
            if scope.at != indexed(fact[1]):
                raise Impossible
            why = {**NOTHING, **(itself(fact[0], name) if self.cheat == "a cut that uses itself" else {})}
            inner = scope.knowing({name: fact})
            goal = ">" if fact[0] == ">" else ">=", fact[1]
            if fact[0] == "!=":
                goal = "!=", times(fact[1], fact[1])
            then = self.leaf(inner, goal, **itself(fact[0], name))
            return goal, {"rule": "have", "name": name, "fact": fact_written(fact), "why": why, "then": then}
        at = scope.at or (bool(self.families) and not scope.closed and self.coin(0.3))
        fact, why = self.derive(Scope(scope.local, at, scope.closed), depth - 1)
        goal, then = self.derive(scope.knowing({name: fact}), depth - 1)
        return goal, {"rule": "have", "name": name, "fact": fact_written(fact), "why": why, "then": then}

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

    def false_goal(self, scope: Scope, depth: int) -> tuple[Fact, Json]:
        """Cheat: begin with a conclusion that is false at the point."""
        if scope.closed:
            raise Impossible
        p = self.poly(scope)
        values = self.here.range(p)
        p = add(p, const(-1 - max(values, default=0)))
        goal = ">=", p
        return goal, self.prove(scope, goal, depth)

    def sum_of_signs(self, scope: Scope, depth: int) -> tuple[Fact, Json]:
        """Cheat: p = 0 out of p >= 0 alone."""
        self.cheated = True
        h = self.suppose(self.fact(self.poly(scope), self.chance.choice((">=", ">"))))
        goal = "=", self.statement.assume[h][1]
        return goal, self.leaf(scope, goal, **itself(">=" if self.coin(0.5) else "=", h))

    # lemmas

    def cite(self, scope: Scope, depth: int) -> tuple[Fact, Json]:
        """A theorem made for this place, seen through random images."""
        cheat = self.cheat if not self.cheated else ""
        shape = "p q" if scope.at else self.chance.choice(("p q", "p z@", "p q e[i]", "p e[i] f[i]@"))
        names = [str(name) for name in shape.split()]
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
            maker = Deriving(self.chance, point=point, declare=shape)
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

    def captured(self, scope: Scope, depth: int) -> tuple[Fact, Json]:
        """Cheat: if all e[i] = p then p sum(e[i]) = p² sum(), with e[i] put for p; summed, this is no truth."""
        self.cheated = True
        one = self.poly(Scope({}, True), 1, 1)
        if not indexed(one):
            raise Impossible
        name, label = self.fresh("lemma"), self.fresh("g")
        statement = Statement(Point(0, 0), ["p", "e[i]"], {"h": ("=", add(var("e[i]"), scaled(var("p"), -1)))})
        statement.show = {"goal": ("=", {("p", "sum(e[i])"): 1, ("p", "p", "sum()"): -1})}
        by = {"rule": "poly", "ideal": [{"fact": "S", "by": "p"}]}
        proof: Json = {"rule": "sum", "fact": "h", "name": "S", "then": by}
        self.lemmas.append({"statement": statement.data(name), "proof": proof})
        images = {"p": one, "e[i]": one}
        new = {label: ("=", add(times(one, summed(one)), scaled(times(one, one, var("sum()")), -1)))}
        inner = scope.knowing(new)
        then: Json = {"rule": "sum", "fact": label, "name": (total := self.fresh("S")), "then": None}
        p = summed(new[label][1])
        goal = self.chance.choice((">=", "=")), p
        inner = inner.knowing({total: ("=", p)})
        then["then"] = self.leaf(inner, goal, ideal=[once(total)])
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
