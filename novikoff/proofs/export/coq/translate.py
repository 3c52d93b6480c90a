"""Entries of the kernel's book as Coq theorems with proofs.

A statement becomes a theorem over every record `ips`; its vectors and reals are quantified, its hypotheses are
named arguments, its inner products are terms `inner w x`. An inverse or square root is a real number with its
defining equation, as in the kernel; a lemma `<theorem>_<name>_exists` shows that there is one. A run is an
inductive predicate `<theorem>_run` with a start and a step, a finite family a function on the indices below `size`.
What is true of exponentials, logarithms and nearest points is proved in libraries of their own, without further axioms.

Each rule of the kernel has its counterpart here. What a certificate multiplies is asserted, then `lra` finds
the linear combination. Nothing here has to be trusted: Coq checks the proof, a reader the statement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from ... import kernel
from ...kernel import Context, Definition, Fact, Json, Poly, Run
from ...search.elaboration import outside_sums
from ..spelling import Lines, Unsupported, bracketed, bracketed_once, level_of, parted, wrapped
from ..stating import Goals, Stating, Substitution, Theorem, exponent, facts_defining, facts_in, sum_atoms
from .refuting import refutation
from .signs import Signs
from .spelling import COQ
from .tactics import alternatives, block, converting, each, pattern


def replaced(text: str, names: Mapping[str, str]) -> str:
    """A term with names for some of its parts, the longest first."""
    for part, name in sorted(names.items(), key=lambda item: -len(item[0])):
        text = text.replace(part, name)
    return text


def quantified(held: Mapping[str, str], reals: str) -> str:
    """For all numbers, and for all vectors, of these sorts."""
    numbers = [name for name, sort in held.items() if sort == reals]
    if len(numbers) == len(held):
        return f"forall {' '.join(numbers)} : {reals}, " * bool(numbers)
    return f"forall {' '.join(f'({name} : {sort})' for name, sort in held.items())}, "


class Held(NamedTuple):
    """Names for sums: by the text of the sum, by its atom; the variables of the kernel that they are, their sorts."""

    texts: dict[str, str]
    images: dict[str, Poly]
    symbols: list[str]
    types: list[str]

    @property
    def terms(self) -> dict[str, str]:
        """The names, by the variables of the kernel."""
        return dict(zip(self.symbols, self.texts.values(), strict=True))

    @property
    def sorts(self) -> dict[str, str]:
        """The types, by the names."""
        return dict(zip(self.texts.values(), self.types, strict=True))

    def values(self) -> list[str]:
        """What the names stand for."""
        return list(map(bracketed, self.texts))


class Translation(Stating):
    """The Coq text of one entry.

    Another language has its own `spell`, and its own form of the sentences below "sentences of the language".
    """

    spell = COQ
    explicit = "{}_run"  # the run of a theorem with all its arguments
    constructor = "{}_run_{}"  # its start and step
    keywords = "Theorem", "Lemma"  # for what the entry claims, and for what it needs before
    known, evaluated = "IH", "cbv beta."  # what is known before a step; families put to use

    def render(self) -> str:
        """Definition of the run, existence of what is defined, theorem and proof; or that it is false."""
        context, lines = self.theorem.statement.context, list[str]()
        if context.run:
            lines += [*self.inductive(context, context.run), ""]
        proof = self.entry.get("proof")
        if proof is None:
            if "exp(" in repr(self.entry["statement"]):
                raise Unsupported("a counterexample with exponentials, of whose values only bounds are known")
            return "\n".join([*lines, *self.refuted(self.entry["counterexample"]), ""])
        for side in self.sides:
            lines += [*self.side(*side), ""]
        lines += self.head(self.keywords[0], self.name, self.theorem.variables, self.hypotheses(context), self.shown())
        return "\n".join([*lines, *self.proved(lambda: self.prove(context, self.theorem.statement.show, proof)), ""])

    def side(self, d: Definition, names: list[str], facts: Goals, context: Context, proof: Json) -> Lines:
        """The number that a definition names exists."""
        numbers, there = [self.ident(n) for n in d.names], context.defining(d)
        claims = self.spell.all_of([self.text(there, f) for f in facts_defining(d).values()])
        some = "".join(self.some(n, typed=len(d.names) > 1) for n in d.names)
        hypotheses, goal = self.hypotheses(context, facts), some + claims
        known = [self.fact(n) for n in facts_defining(d)]
        head = self.head(self.keywords[1], f"{self.name}_{numbers[0]}_exists", names, hypotheses, goal)
        return [*head, *self.proved(lambda: [*self.defined(d, context, proof), self.exhibited(numbers, known)])]

    def inductive(self, context: Context, run: Run) -> Lines:
        """The states that finitely many steps reach."""
        sorts = [f"({self.spell.sort(n)})" if "[i]" in n else self.spell.sort(n) for n in run.state]
        before = replace(context, names=frozenset(self.theorem.parameters))
        start = [self.argument(n, run.start[n], before) for n in run.state]
        step = replace(context, names=frozenset([*self.theorem.parameters, *run.state, *run.input]))
        moved = [self.argument(n, run.next[n], step) for n in run.state]
        when = [f"(reached : {self.state(context)})"]
        when += [f"({self.fact(n)} : {self.text(step, f)})" for n, f in run.when.items()]
        start_text, moved_text = (" ".join([self.reach(), *state]) for state in (start, moved))
        arrows, given = self.spell.arrow.join([*sorts, "Prop"]), self.binders([*run.state, *run.input])
        return self.defined_run(arrows, start_text, given, when, moved_text)

    # --- proofs ---

    def prove(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """The tactics that show all goals, whose conjunction is the goal."""
        lines: Lines = []
        is_open = context.at_index or not isinstance(proof, dict) or proof.get("open") or proof.get("rule") == "entry"
        if len(goals) == 1 and not is_open and kernel.is_indexed(next(iter(goals.values()))[1]):
            used = facts_in(proof)
            indexed = [self.fact(n) for n, (_, p) in context.facts.items() if n in used and kernel.is_indexed(p)]
            lines, context = self.at_index(indexed), replace(context, at_index=True)
        rules = {
            "poly": self.poly, "cases": self.cases, "contra": self.contra, "have": self.have, "split": self.split,
            "define": self.define, "lemma": self.lemma, "induction": self.induction, "sum": self.sum,
            "entry": self.one_entry, "coq": self.by_hand,
        }  # fmt: skip
        if not isinstance(proof, dict) or proof.get("rule") not in rules:
            raise Unsupported("a rule that is not known here")
        return [*lines, *rules[proof["rule"]](context, goals, proof)]

    def bridged(
        self, context: Context, raw: str, fact: Fact, swaps: str, proof: Json, sums: Iterable[str] = ()
    ) -> Lines:
        """A proof of `raw`, which is the fact before inner products and sums are multiplied out."""
        proved, text = self.prove(context, {"": fact}, proof), self.text(context, fact)
        if raw == text:
            return proved
        return [*self.enough(raw, text, swaps, sums), *proved]

    def quoted(self, context: Context, proof: Json) -> str:
        """The fact that a certificate merely quotes, if it does."""
        terms, ideal = proof.get("sum") or [], proof.get("ideal") or []
        if proof.get("times") or len(terms) + len(ideal) != 1:
            return ""
        if terms:
            return terms[0]["facts"][0] if set(terms[0]) == {"facts"} and len(terms[0]["facts"]) == 1 else ""
        return ideal[0].get("fact") or "" if ideal[0]["by"] == {"1": "1"} else ""

    def cases(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """One of the signs holds."""
        p, name, arms = kernel.read_poly(proof["on"]), proof["name"], proof["arms"]
        minus = kernel.negative(p)
        facts = {"<": (">", minus), "<=": (">=", minus), "=": ("=", p), ">=": (">=", p), ">": (">", p)}
        less, more = self.spell.sides(p, self.here(context))
        lines = self.alternatives(self.fact(name), less, more, [self.text(context, facts[arm]) for arm in arms])
        for arm, then in arms.items():
            lines += self.subproof(self.prove(context.knowing({name: facts[arm]}), goals, then))
        return lines

    def contra(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """Suppose not."""
        name, (relation, p) = proof["name"], next(iter(goals.values()))
        minus = kernel.negative(p)
        negation = {">=": (">", minus), ">": (">=", minus), "=": ("!=", p), "!=": ("=", p)}[relation]
        less, more = self.spell.sides(p, self.here(context))
        lines = self.supposed(self.fact(name), relation, less, more, self.text(context, negation))
        return [*lines, *self.prove(context.knowing({name: negation}), {"false": kernel.FALSE}, proof["then"])]

    def have(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """First the fact, then the goals with it."""
        name, new = proof["name"], kernel.read_facts({proof["name"]: proof["fact"]})
        text = self.text(context, new[name])
        why = self.prove(context, new, proof["why"])
        return [*self.asserted(self.fact(name), text, why), *self.prove(context.knowing(new), goals, proof["then"])]

    def split(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """Each conclusion by itself."""
        lines = self.each(len(goals))
        for name, goal in goals.items():
            lines += self.subproof(self.prove(context, {name: goal}, proof["parts"][name]))
        return lines

    def define(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """A number that exists."""
        d = kernel.read_definition(proof["let"], context)
        return [*self.defined(d, context, proof["why"]), *self.prove(context.defining(d), goals, proof["then"])]

    def defined(self, d: Definition, context: Context, why: Json) -> Lines:
        """Obtain the number and its property."""
        symbol, *more = d.names
        if more:
            return self.constructed(d, context)
        side, there = self.fresh("side"), context.defining(d)
        lines = self.asserted(side, self.text(context, d.side), self.prove(context, {"side": d.side}, why))
        name, found, fact = self.ident(symbol), self.fresh("found"), self.fact(f"{symbol}.def")
        exists = {"inverse": "inverse_exists", "sqrt": "root_exists", "ln": "log_exists"}[d.kind]
        if "[i]" in symbol:
            lines += self.obtained([name, found], self.for_each(exists, side))
            return [*lines, *self.every(there, d, found)]
        names = [name, self.fact(f"{symbol}.sign"), found] if d.kind == "sqrt" else [name, found]
        text = self.text(there, d.facts[f"{symbol}.def"])
        return [*lines, *self.obtained(names, f"{exists} {side}"), *self.rearranged(fact, text, found)]

    def constructed(self, d: Definition, context: Context) -> Lines:
        """Obtain the weights of a nearest point, by the theorem on any vectors c and f[i], put to use."""
        (weights, multiplier), there, level = d.names, context.defining(d), level_of(d.of)
        images = dict(zip(("f[i]@", "c@", "y[i]"), d.of, strict=True))
        images |= {n: kernel.atom(n) for n in d.names}
        f, c, y = map(kernel.atom, ("f[i]@", "c@", "y[i]"))
        theirs, here = facts_defining(kernel.nearest(weights, d.kind, f, c, y, multiplier)), self.here(there)
        put = Substitution(images, {n: self.spell.term(n, p, here, level) for n, p in images.items()}, level)
        swaps = self.swaps(d.of, sums=[p for _, p in d.facts.values()])
        raws, lines = {n: self.fresh("raw") for n in theirs}, list[str]()
        for n, fact in theirs.items():
            asserted, sums = self.sums(there, fact, put)
            text, raw = self.text(there, d.facts[n]), self.given(fact, put)
            lines += [*asserted, *self.reduced(self.fact(n), text, raw, raws[n], swaps, sums)]
        values = [self.argument(n, images[n], context, level) for n in ("f[i]@", "c@", "y[i]")]
        proof = " ".join([f"{d.kind}_exists", *self.parameters_of_space(level), *values])
        return [*self.obtained([*map(self.ident, d.names), *raws.values()], proof), *lines]

    def one_entry(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """What holds of any entries with these facts holds at every index."""
        names, facts = proof["names"], proof["facts"]
        ((goal_name, goal),), there = goals.items(), context.naming(list(names.values()))
        images = {z: kernel.atom(x) for z, x in names.items()}
        moved = {new: context.facts[old] for new, old in facts.items()}
        moved = {new: (r, kernel.substitute(p, images, outside_sums)) for new, (r, p) in moved.items()}
        shown = goal[0], kernel.substitute(goal[1], images, outside_sums)
        state = {x for z, x in names.items() if z in context.state}
        there = replace(there, state=context.state | state).knowing(moved)
        general, claims = self.fresh("entry"), [self.text(there, f) for f in [*moved.values(), shown]]
        known = [self.ident(x) for x in names.values()] + [self.fact(n) for n in facts]
        body = [*self.introduced(known), *self.prove(there, {goal_name: shown}, proof["then"])]
        binders = self.binders(names.values())
        lines = self.asserted(general, self.for_all(binders, self.spell.arrow.join(claims)), body)
        here = replace(context, at_index=True)
        texts = self.here(context)
        spelled = self.here(there) | {x: texts[z] for z, x in names.items()}
        lines, arguments = [*lines, *self.at_index([])], [texts[z] for z in names]
        for new, old in facts.items():
            fact, premise = context.facts[old], self.fresh("premise")
            swaps, raw = self.swaps([fact[1]]), self.spell.fact(moved[new], spelled)
            why = [*self.enough(raw, self.text(here, fact), swaps, []), self.exactly(self.member(old, fact))]
            lines, arguments = [*lines, *self.asserted(premise, raw, why)], [*arguments, premise]
        raw, last, text = self.fresh("raw"), self.fresh("found"), self.text(here, goal)
        lines += self.obtained([raw], " ".join([general, *arguments]))
        lines += self.reduced(last, text, self.spell.fact(shown, spelled), raw, self.swaps([goal[1]]), [])
        return [*lines, self.exactly(last)]

    def by_hand(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """The tactic of this theorem's name in a file that is written by hand; the kernel knows no such rule."""
        return [f"{proof['file']}.{self.name}."]

    # --- lemmas ---

    def lemma(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """An earlier theorem, applied."""
        if proof["of"] not in self.library:
            raise Unsupported(f"it cites {proof['of']}, which is not exported")
        theirs = self.library[proof["of"]]
        images = context.table(sorted(theirs.statement.context.names), proof["put"])
        inputs = [kernel.read_poly(p) for p in ((proof.get("run") or {}).get("input") or {}).values()]
        level = level_of([*images.values(), *inputs])
        spelled = {n: self.spell.term(n, p, self.here(context), level) for n, p in images.items()}
        put = Substitution(images, spelled, level)
        swaps = self.swaps(images.values(), sums=self.stated(theirs, put))
        lines, arguments = list[str](), list[str]()
        if theirs.run and context.run:
            seen = self.fresh("seen")
            lines += self.simulation(seen, context, theirs, images, proof["run"], level)
            arguments.append(f"({seen} {' '.join(map(self.ident, context.run.state))} reached)")
        for n, fact in theirs.statement.assume.items():
            asserted, argument = self.premise(context, fact, put, proof["premises"][n])
            lines, arguments = lines + asserted, [*arguments, argument]
        values = [self.argument(n, images[n], context, level) for n in theirs.variables]
        space, size = self.spell.in_space.format(self.spell.larger(level)), [self.spell.size] * theirs.sized
        new = {proof["as"][n]: put.fact(f) for n, f in theirs.statement.show.items()}
        found, after = list[str](), list[str]()
        for (name, fact), shown in zip(new.items(), theirs.statement.show.values(), strict=True):
            raw, goal = self.given(shown, put), self.text(context, fact)
            found.append(self.fact(name) if raw == goal else self.fresh("raw"))
            if raw != goal:
                asserted, sums = self.sums(context, shown, put)
                after += [*asserted, *self.reduced(self.fact(name), goal, raw, found[-1], swaps, sums)]
        lines += [*self.obtained(found, " ".join([theirs.name, space, *size, *values, *arguments])), *after]
        return [*lines, *self.prove(context.knowing(new), goals, proof["then"])]

    def premise(self, context: Context, theirs: Fact, put: Substitution, proof: Json) -> tuple[Lines, str]:
        """What a theorem assumes: tactics, and the argument that stands for it."""
        quoted = self.quoted(context, proof) if proof.get("rule") == "poly" else ""
        raw, fact = self.given(theirs, put), put.fact(theirs)
        swaps = self.swaps(put.images.values(), sums=[fact[1]])
        if quoted and self.text(context, context.facts[quoted]) == raw:
            return [], self.fact(quoted)
        name, (asserted, sums) = self.fresh("premise"), self.sums(context, theirs, put)
        return [*asserted, *self.asserted(name, raw, self.bridged(context, raw, fact, swaps, proof, sums))], name

    def stated(self, theirs: Theorem, put: Substitution) -> list[Poly]:
        """What a theorem says of what is put for its variables."""
        facts = [*theirs.statement.assume.values(), *theirs.statement.show.values()]
        return [put.fact(fact)[1] for fact in facts] if theirs.sized else []

    def sums(self, context: Context, fact: Fact, put: Substitution) -> tuple[Lines, list[str]]:
        """Equations for the sums in a fact, before and after the substitution is multiplied out; their names.

        Sums that are put for a variable stay as they are: in the equation they are arbitrary numbers or vectors.
        """
        lines, names, found = list[str](), list[str](), dict[str, Poly]()
        held = self.held(context, put.images.values())
        for atom in sorted(sum_atoms([fact[1]]) - {"sum()"}):
            self.equate(context, atom, put, held, lines, names, found)
        return lines, names

    def equate(
        self, context: Context, atom: str, put: Substitution, held: Held, lines: Lines, names: list[str],
        found: dict[str, Poly],
    ) -> None:  # fmt: skip
        """Add the equation for a sum, after those for the sums inside it; what it is in the end is `found`."""
        if atom in found:
            return
        inner = sorted(sum_atoms([kernel.shape(atom).inner]))
        for part in inner:
            self.equate(context, part, put, held, lines, names, found)
        parts = {part: found[part] for part in inner}
        images = {**put.images, **parts}
        found[atom] = kernel.substitute(kernel.atom(atom), images)
        if parts:
            held = self.held(context, images.values())
        moved = {n: kernel.substitute(p, held.images) for n, p in images.items()}
        terms = self.here(context) | held.terms
        spelled = {n: replaced(text, held.texts) for n, text in put.texts.items()}
        spelled |= {part: self.spell.term(part, moved[part], terms, put.level) for part in parts}
        after, before = kernel.substitute(kernel.atom(atom), moved), self.spell.atom(atom, spelled)
        vector = atom.endswith("@")
        text = self.spell.vector(after, terms, put.level) if vector else self.spell.real(after, terms)
        summand, bare = kernel.shape(atom).inner, ""
        if summand in map(kernel.atom, moved):  # but for brackets around a single factor
            bare = self.spell.total.format(self.spell.real(kernel.substitute(summand, moved), terms))
        if bracketed_once(text) not in (bracketed_once(before), bracketed_once(bare)):
            names.append(self.fresh("total"))
            swaps = self.swaps([p for n, p in moved.items() if n in put.images], held=held.terms)
            lines += self.summed(names[-1], before, text, swaps, held.sorts, vector=vector)
            lines += self.specialized(names[-1], held.values())

    def held(self, context: Context, polys: Iterable[Poly]) -> Held:
        """Names for the sums in terms, so that nothing is known of them."""
        atoms = sorted(sum_atoms(polys))
        symbols = {a: f"sum{k:03}{'@' * a.endswith('@')}" for k, a in enumerate(atoms)}  # which keeps the order
        return Held(
            {self.spell.atom(atom, self.here(context)): self.fresh("total") for atom in atoms},
            {atom: kernel.atom(symbol) for atom, symbol in symbols.items()},
            list(symbols.values()),
            [self.spell.space if atom.endswith("@") else self.spell.reals for atom in atoms],
        )

    def schema(self, context: Context, entry: Json) -> tuple[Lines, str, list[Poly]]:
        """An equation that holds of sums of vectors, or of exponentials: tactics, its name, the terms in it."""
        name, here = self.fresh("schema"), self.here(context)
        if law := entry.get("law"):
            p, q = kernel.read_poly(law["of"]), kernel.read_poly(law["and"])
            texts = [bracketed(self.spell.real(exponent(r), here)) for r in (p, q, kernel.add(p, q))]
            return self.law(name, *texts), name, [p, q]
        u, v = (kernel.read_poly(entry["sum"][part]) for part in ("of", "with"))
        held = self.held(context, [u, v])
        summand, other = (kernel.substitute(p, held.images) for p in (u, v))
        sides = kernel.gram(kernel.sum_over(summand), other), kernel.sum_over(kernel.gram(summand, other))
        equation = " = ".join(self.spell.real(p, here | held.terms) for p in sides)
        swaps = self.swaps([summand, other], held=held.terms)
        lines = self.by_induction(name, equation, swaps, held.sorts, rewritten=False)
        lines += [*self.specialized(name, held.values()), *self.ordered(name, self.swaps([kernel.sum_over(u), v]))]
        return lines, name, [kernel.sum_over(u), v]

    # --- runs ---

    def simulation(
        self, seen: str, context: Context, theirs: Theorem, images: Mapping[str, Poly], data: Json, level: int
    ) -> Lines:
        """Our run, seen through the images, is one of theirs."""
        (ours, step), run, before = context.stepping(), theirs.run, context.before()
        assert run is not None
        taken = {**images, **step.table(run.input, data["input"])}
        there = [n for n in taken if n in run.state or n in run.input or n not in theirs.statement.context.state]
        put = Substitution(taken, {n: self.spell.term(n, taken[n], self.here(step), level) for n in there})
        values = [self.argument(n, images[n], before, level) for n in theirs.parameters]
        whens, arguments = list[str](), list[str]()
        for n, fact in run.when.items():
            asserted, argument = self.premise(step, fact, put, data["when"][n])
            whens, arguments = whens + asserted, [*arguments, argument]
        given = [self.argument(n, taken[n], step, level) for n in [*run.state, *run.input]]
        swaps, body = self.swaps([*taken.values(), *ours.start.values(), *ours.next.values()]), list[str]()
        parameters = self.parameters(theirs, values, level)
        for made, where, here, moved, lines, proofs, applied in (
            ("start", before, ours.start, run.start, list[str](), data["start"], list[str]()),
            ("step", step, ours.next, run.next, whens, data["next"], [*given, self.known, *arguments]),
        ):
            spelled = self.here(where) | {n: self.spell.term(n, p, self.here(where)) for n, p in here.items()}
            for n in run.state:
                used = {v: self.spell.term(v, taken[v], self.here(where), level) for v in kernel.variables(moved[n])}
                left = self.spell.applied(n, moved[n], used, level)
                right = self.spell.term(n, images[n], spelled, level)
                gap = kernel.negative(kernel.substitute(moved[n], taken))
                gap = kernel.add(kernel.substitute(images[n], here), gap)
                lines += self.same(where, n, left, right, gap, swaps, proofs[n]) if left != right else []
            constructor = " ".join([self.constructor.format(theirs.name, made), *parameters, *applied])
            body += self.case(made, ours, [], [*lines, *self.transported(constructor)])
        image = " ".join(self.argument(n, images[n], context, level) for n in run.state)
        claim = f"{self.explicit.format(theirs.name)} {' '.join(parameters)} {image}"
        return self.asserted(seen, self.every_state(context, ours, claim), [*self.over_run(context, ours, []), *body])

    def same(self, where: Context, name: str, left: str, right: str, gap: Poly, swaps: str, proof: Json) -> Lines:
        """Two terms are equal, since their difference is (or has length) zero."""
        vector, family = name.endswith("@"), "[i]" in name
        goal: Fact = "=", kernel.gram(gap, gap) if vector else gap
        if goal[1] and family:
            raise Unsupported("a simulation where families are equal only on the index set")
        if family:
            left, right = f"(fun i => {left})", f"(fun i => {right})"
        lines = self.compared(vector, family, None if goal[1] else swaps, like="exp " in left + right)
        lines += self.bridged(where, "", goal, swaps, proof) if goal[1] else []
        return self.asserted(self.fresh("same"), f"{left} = {right}", lines)

    def induction(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """Invariants hold at the start and are kept by each step."""
        facts, (run, arbitrary) = kernel.read_facts(proof["invariants"]), context.stepping()
        known = [self.fact(n) for n in facts]
        body = self.over_run(context, run, known)
        for made, where, moved, proofs, gone in (
            ("start", context.before(), run.start, proof["base"], run.state),
            ("step", arbitrary.knowing(facts), run.next, proof["step"], []),
        ):
            spelled = {n: self.spell.term(n, p, self.here(where)) for n, p in moved.items()}
            put = Substitution(moved, self.here(context) | spelled)
            terms = [*moved.values(), *(p for _, p in facts.values())]
            lines = [self.evaluated] * any("[i]" in n for n in moved) + self.each(len(facts))
            for n, fact in facts.items():
                asserted, sums = self.sums(where, fact, put)
                raw, meant = self.given(fact, put), put.fact(fact)
                swaps = self.swaps(terms, gone, sums=[meant[1]])
                proved = [*asserted, *self.bridged(where, raw, meant, swaps, proofs[n], sums)]
                lines += proved if len(facts) == 1 else self.subproof(proved)
            body += self.case(made, run, known, lines)
        invariants, claim = self.fresh("invariants"), self.spell.all_of([self.text(context, f) for f in facts.values()])
        state = " ".join(map(self.ident, run.state))
        return [
            *self.asserted(invariants, self.every_state(context, run, claim), body),
            *self.obtained(known, f"{invariants} {state} reached"),
            *self.prove(context.knowing(facts), goals, proof["then"]),
        ]

    # --- sentences of the language: statements ---

    def head(self, keyword: str, name: str, variables: Iterable[str], hypotheses: Lines, conclusion: str) -> Lines:
        """A theorem's statement."""
        size = " (size : nat)" if self.sized else ""
        binders = f"{keyword} {name} (E : ips){size} {self.binders(variables)}".rstrip()
        return [*wrapped(binders), *(f"    {h}" for h in hypotheses), f"  : {conclusion}."]

    def defined_run(self, sorts: str, start: str, given: str, when: list[str], moved: str) -> Lines:
        """The run as an inductive predicate: what it starts with, and what a step makes of what is given."""
        name, size = self.run.format(self.name), " (size : nat)" * self.theorem.run_sized
        head = f"Inductive {name} (E : ips){size} {self.binders(self.theorem.parameters)}".rstrip()
        return [
            *wrapped(f"{head} : {sorts} :="),
            f"  | {name}_start : {start}",
            f"  | {name}_step {given}",
            *(f"      {condition}" for condition in when),
            f"      : {moved}.",
        ]

    def refuted(self, data: Json) -> Lines:
        """The theorem that the statement is false, with its proof."""
        return refutation(self, data)

    def argument(self, name: str, image: Poly, context: Context, level: int = 0) -> str:
        """What is put for a variable; for a family a function of the index."""
        if "[i]" not in name:
            return self.spell.term(name, image, self.here(context), level)
        for other in context.names:
            if "[i]" in other and image == kernel.atom(other) and level == 0:
                return self.ident(other)
        return f"(fun i => {self.spell.term(name, image, self.here(context), level)})"

    def parameters(self, theirs: Theorem, values: list[str], level: int) -> list[str]:
        """What the run of a theorem is applied to."""
        return [self.spell.larger(level), *[self.spell.size] * theirs.run_sized, *values]

    def every_state(self, context: Context, run: Run, claim: str) -> str:
        """The claim holds of every state that is reached."""
        return f"forall {' '.join(map(self.ident, run.state))}, {self.state(context)} -> {claim}"

    # --- sentences of the language: steps of proofs ---

    def proved(self, proof: Callable[[], Lines]) -> Lines:
        """A proof, from its first word to its last."""
        return ["Proof.", *(f"  {line}" for line in proof()), "Qed."]

    def subproof(self, lines: Lines) -> Lines:
        """The proof of one of several goals."""
        return block(lines)

    def each(self, count: int) -> Lines:
        """A conjunction as its parts, if there are several."""
        return each(count)

    def at_index(self, facts: list[str]) -> Lines:
        """Prove it at an arbitrary index, where these facts are used."""
        return ["intros i below.", *(f"specialize ({name} i below)." for name in facts)]

    def asserted(self, name: str, text: str, why: Iterable[str]) -> Lines:
        """assert, with its proof."""
        return [f"assert ({name} : {text}).", *block(why)]

    def enough(self, raw: str, text: str, swaps: str, sums: Iterable[str]) -> Lines:
        """Go on with a text from which the goal `raw` follows when it is multiplied out."""
        reduced = self.fresh("reduced")
        return [f"enough ({reduced} : {text}) by ({converting(raw, text, reduced, '', swaps, sums)})."]

    def reduced(self, name: str, text: str, given: str, raw: str, swaps: str, sums: Iterable[str]) -> Lines:
        """A fact `raw`, whose text is given, multiplied out."""
        return [f"assert ({name} : {text}) by ({converting(text, given, raw, raw, swaps, sums)}). clear {raw}."]

    def rearranged(self, name: str, text: str, found: str) -> Lines:
        """A fact that follows linearly from one that was found."""
        return [f"assert ({name} : {text}) by (clear - {found}; lra). clear {found}."]

    def obtained(self, names: list[str], proof: str) -> Lines:
        """Names for the parts of what is proved."""
        return wrapped(f"pose proof ({proof}) as {pattern(names)}.")

    def some(self, name: str, *, typed: bool) -> str:
        """There is a number, or a family of numbers."""
        sort = self.spell.sort(name)
        return f"exists {f'({self.ident(name)} : {sort})' if typed or '[i]' in name else self.ident(name)}, "

    def exhibited(self, numbers: list[str], known: list[str]) -> str:
        """The numbers that exist."""
        given = known[-1]
        for fact in reversed(known[:-1]):
            given = f"(conj {fact} {given})"
        return f"exists {', '.join(numbers)}. exact {given}."

    def for_each(self, exists: str, side: str) -> str:
        """The proof that there is a number for each index, from that for one."""
        return f"each_exists size _ (fun i below => {exists} ({side} i below))"

    def every(self, there: Context, d: Definition, found: str) -> Lines:
        """The facts of a definition, one for each index, from what was found."""
        facts = [(self.fact(n), self.text(there, f)) for n, f in facts_defining(d).items()]
        return [*(f"assert ({n} : {text}) by (each_of {found})." for n, text in facts), f"clear {found}."]

    def parameters_of_space(self, level: int) -> list[str]:
        """The space and the index set, as arguments."""
        return [self.spell.larger(level), self.spell.size]

    def for_all(self, binders: str, claim: str) -> str:
        """The claim holds for all of these."""
        return f"forall {binders}, {claim}" if binders else claim

    def introduced(self, names: list[str]) -> Lines:
        """Arbitrary things, and facts about them."""
        return [f"intros {' '.join(names)}."] * bool(names)

    def exactly(self, proof: str) -> str:
        """The goal, by its proof."""
        return f"exact {proof}."

    def member(self, name: str, fact: Fact) -> str:
        """The proof of a fact at the index."""
        return f"({self.fact(name)} i below)" if kernel.is_indexed(fact[1]) else self.fact(name)

    def alternatives(self, name: str, less: str, more: str, texts: list[str]) -> Lines:
        """One of these comparisons of two numbers holds, under a name."""
        covered, disjunction = self.fresh("arms"), " \\/ ".join(texts)
        return [
            f"assert ({covered} : {disjunction}).",
            f"{{ clear. destruct (Rtotal_order {bracketed(less)} {bracketed(more)}) as [?|[?|?]]; intuition lra. }}",
            f"destruct {covered} as {alternatives([name] * len(texts))}.",
        ]

    def supposed(self, name: str, relation: str, less: str, more: str, negation: str) -> Lines:
        """Suppose that the goal, this relation of two numbers, is wrong; then find a contradiction."""
        less, more = bracketed(less), bracketed(more)
        decided = {
            ">=": f"destruct (Rle_or_lt {less} {more}) as [found|{name}]; [exact found|].",
            ">": f"destruct (Rle_or_lt {more} {less}) as [{name}|found]; [|exact found].",
            "=": f"destruct (Req_dec {more} {less}) as [found|{name}]; [exact found|].",
            "!=": f"intro {name}.",
        }
        return [decided[relation], "enough (1 <= 0) by lra."]

    def over_run(self, context: Context, run: Run, facts: list[str]) -> Lines:
        """Forget the state that the run has reached, then induction over the steps."""
        known = pattern(facts) if facts else self.known
        names = [*map(self.ident, [*run.state, *run.input]), "reached", known, *map(self.fact, run.when)]
        return [
            *(f"clear dependent {self.ident(n)}." for n in sorted(context.state)),
            f"intros {' '.join(map(self.ident, run.state))} reached.",
            f"induction reached as [| {' '.join(names)}].",
        ]

    def case(self, constructor: str, run: Run, facts: list[str], lines: Lines) -> Lines:
        """The case of the start or of a step, before which the facts are known."""
        return block(lines)

    def transported(self, constructor: str) -> Lines:
        """A step of a run, whose states are equal to those of the goal."""
        return [f"apply (transport ({constructor})). same_arguments; assumption."]

    def compared(self, vector: bool, family: bool, swaps: str | None, *, like: bool) -> Lines:
        """Equal if so at each index, and if the difference has length 0; with swaps, proved by multiplying out."""
        lines = ["apply same_family; intro i."] * family
        if swaps is None:
            return [*lines, *["apply vector_eq."] * vector]
        formal = "; ".join(["gram", *[swaps] * bool(swaps), *["exponents"] * like, "ring."])
        return [*lines, *["apply same_inner; intro."] * vector, formal]

    # --- sentences of the language: certificates and sums ---

    def poly(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """Products are asserted; the rest is linear."""
        relation, goal = next(iter(goals.values()))
        times, terms, ideal = (kernel.items(proof.get(key)) for key in ("times", "sum", "ideal"))
        goal_text = self.text(context, (relation, goal))
        quoted = self.quoted(context, proof)
        if quoted and self.text(context, context.facts[quoted]) == goal_text:
            return [f"exact {self.fact(quoted)}."]
        signs = Signs(self, context, goal_text)
        multiplier = signs.sum_of(times, strict=relation != ">") if times and relation != "!=" else ""
        signs.sum_of(terms, strict=relation in (">", "!="))
        for entry in ideal:
            signs.multiple(entry)
        lines = signs.lines()
        if relation == "!=":
            m = self.spell.real(kernel.add(*map(signs.value, times)), self.here(context)) if times else "1"
            return [*lines, f"apply (cancel_neq {bracketed(m)}). lra."]
        if multiplier:
            name = {">=": "cancel_le", ">": "cancel_lt", "=": "cancel_eq"}[relation]
            lines.append(f"assert (multiplier : 0 {'<=' if relation == '>' else '<'} {multiplier}) by lra.")
            return [*lines, f"apply ({name} _ _ _ multiplier). lra."]
        return [*lines, "lra."]

    def summed(
        self, name: str, before: str, after: str, swaps: str, held: Mapping[str, str], *, vector: bool = False
    ) -> Lines:
        """An equation between a sum and what is left of it when constants are taken out, for any numbers `held`."""
        return self.by_induction(name, f"{before} = {after}", swaps, held, vector=vector)

    def ordered(self, name: str, swaps: str) -> Lines:
        """The vectors of inner products in a hypothesis, brought into order."""
        return [f"{swaps} in {name}."] * bool(swaps)

    def law(self, name: str, p: str, q: str, both: str) -> Lines:
        """The law of exponents."""
        return [f"pose proof (exp_law {p} {q} {both} ltac:(linear)) as {name}. rewrite ?exp_0 in {name}."]

    def by_induction(
        self, name: str, equation: str, swaps: str, held: Mapping[str, str], *, vector: bool = False,
        rewritten: bool = True,
    ) -> Lines:  # fmt: skip
        """An equation between sums, for any numbers and vectors `held`, proved by induction over the index set: what is
        known of fewer indices is rewritten, or else it is used linearly.
        """
        rewriting, closing = ("rewrite ?S_INR, IH", "ring") if rewritten else ("rewrite ?S_INR", "linear")
        functions, numbers = "total vsum" if "vsum" in equation else "total", " ".join(held)
        like = ["exponents"] * ("exp " in equation)
        apart = ["apply same_inner; intro"] * vector
        tactics = [*apart, f"cbn [{functions}]", rewriting, "gram", *[swaps] * bool(swaps), *like, closing]
        start = f"clear. {f'intros {numbers}. ' * bool(numbers)}induction size as [|index IH]."
        base = [*apart, f"cbn [{functions} INR]", "gram", "ring"] if "vsum" in equation else ["cbn [total INR]. ring"]
        why = [start, f"{{ {'; '.join(base)}. }}", f"{{ {'; '.join(tactics)}. }}"]
        return self.asserted(name, f"{quantified(held, self.spell.reals)}{equation}", why)

    def specialized(self, name: str, values: list[str]) -> Lines:
        """The equation for these numbers."""
        return [f"specialize ({' '.join([name, *values])})."] * bool(values)

    def sum(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """A fact for every index, added up."""
        relation, p = context.facts[proof["fact"]]
        new: Fact = ("=" if relation == "=" else ">=", kernel.sum_over(p))
        raw, given = self.fresh("raw"), self.fact(proof["fact"])
        given = given if kernel.is_indexed(p) else f"(fun _ _ => {given})"
        added = {">=": "total_le", ">": "total_lt", "=": "total_eq"}[relation]
        less, more = parted(p)
        pair = (more, less) if relation == "=" else (less, more)
        texts = [self.spell.real(q, self.here(context)) for q in pair]
        functions = f"size (fun i => {texts[0]}) (fun i => {texts[1]}) {given}"
        lines, single = [f"pose proof ({added} {functions}) as {raw}."], self.fresh("single")
        if each := proof.get("each"):
            lines.append(f"pose proof (total_each{'_lt' * (relation == '>')} {functions}) as {single}.")
        for text, q in zip(texts, pair, strict=True):
            total, held = self.fresh("total"), self.held(context, [q])
            terms, inner = self.here(context) | held.terms, kernel.substitute(q, held.images)
            before, after = (self.spell.real(r, terms) for r in (inner, kernel.sum_over(inner)))
            before = f"total size (fun i => {before})"
            if after not in (f"(total size (fun i => {text}))", f"({before})"):
                lines += self.summed(total, before, after, "", held.sorts)
                lines += self.specialized(total, held.values())
                lines.append(f"rewrite {total} in {raw}{f', {single}' * bool(each)}. clear {total}.")
        name, text = self.fact(proof["name"]), self.text(context, new)
        lines.append(f"assert ({name} : {text}) by (clear - {raw}; lra). clear {raw}.")
        known = context
        if each:
            whole: Fact = (">=", kernel.add(kernel.sum_over(p), kernel.negative(p)))
            known = context.knowing({each: whole})
            why = f"clear - {single}; intros i below; specialize ({single} i below); cbv beta in {single}; lra"
            lines.append(f"assert ({self.fact(each)} : {self.text(context, whole)}) by ({why}). clear {single}.")
        return [*lines, *self.prove(known.knowing({proof["name"]: new}), goals, proof["then"])]

