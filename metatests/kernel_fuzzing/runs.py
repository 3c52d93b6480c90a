"""Entries about runs.

Main definitions:
    Maker   makes an entry with or without a run; `finish_run` by an invariant, `finish_simulation` by a lemma on a run
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from .forward_proofs import Deriving
from .polynomials import Fact, Poly, add, const, replaced, scaled, var, written
from .questions import Item, Json, Point, Run, Statement, facts_written
from .random_terms import MAX_TERMS, NOTHING, Impossible, Scope, itself


class Maker(Deriving):
    """Makes one item. With a cheat, one step of the proof breaks a rule on purpose, if it comes to that step."""

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
        kept = itself(relation, "I")
        goal = relation, add(invariant[1], gain)
        then_step = self.leaf(during, goal, sum=[*kept.get("sum", []), *data], ideal=[*kept.get("ideal", []), *ideal])
        less = const(-self.chance.choice((1, 3, 30)))
        if cheat == "a wrong start":
            self.cheated, start["t"] = True, add(start["t"], less)
        elif cheat == "an invariant that stands for itself":
            self.cheated, self.free = True, parameters
            p, self.free = self.poly(Scope({})), states
            invariant = relation, add(p, scaled(const(1), -point.number(p) - 1))
            first, then_step = {**NOTHING, **kept}, {**NOTHING, **kept}
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
