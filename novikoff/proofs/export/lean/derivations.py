"""Proofs of the kernel as proofs in Lean.

Each rule of the kernel has its counterpart here; the words and sentences of Lean are those of `sentences`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from ... import kernel
from ...kernel import Context, Definition, Fact, Json, Poly, Run
from ...search.elaboration import keep_sums
from ..entry_parts import sum_atoms
from ..prover_syntax import Lines, Unsupported, add_brackets, level_of, remove_double_brackets
from .counterexamples import refutation
from .mathlib_names import LEAN
from .statements import Goals, Substitution, Theorem, exponent, facts_defining, facts_in
from .theorems import SUMS, Sentences, factor, indent, nlinarith, pattern, reduce_products, wrap_line


def replace_parts(text: str, names: Mapping[str, str]) -> str:
    """A term with names for some of its parts, the longest first."""
    for part, name in sorted(names.items(), key=lambda item: -len(item[0])):
        text = text.replace(part, name)
    return text


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
        return list(map(add_brackets, self.texts))


class Remainder(NamedTuple):
    """exp(of) less exp(at) times the series of odd degree of the difference."""

    of: Poly
    at: Poly
    degree: int

    @classmethod
    def read(cls, data: Json) -> Remainder:
        """From {"of", "at", "degree"}."""
        return cls(exponent(kernel.read_poly(data["of"])), exponent(kernel.read_poly(data["at"])), data["degree"])


class Translation(Sentences):
    """The Lean text of one entry; `theorem` is what later entries need of it."""

    def render(self) -> str:
        """Definition of the run, existence of what is defined, theorem and proof; or that it is false."""
        context, lines = self.theorem.statement.context, list[str]()
        if context.run:
            lines += [*self.inductive(context, context.run), ""]
        proof = self.entry.get("proof")
        if proof is None:
            if "'exp'" in repr(self.entry["statement"]):
                raise Unsupported("a counterexample with exponentials, of whose values only bounds are known")
            return "\n".join([*lines, *refutation(self, self.entry["counterexample"]), ""])
        for side in self.sides:
            lines += [*self.side(*side), ""]
        lines += self.head(self.name, self.theorem.variables, self.hypotheses(context), self.shown())
        return "\n".join([*lines, *self.proved(lambda: self.prove(context, self.theorem.statement.show, proof)), ""])

    def side(self, d: Definition, names: list[str], facts: Goals, context: Context, proof: Json) -> Lines:
        """The number that a definition names exists."""
        numbers, there = [self.ident(n) for n in d.names], context.defining(d)
        claims = LEAN.all_of([self.text(there, f) for f in facts_defining(d).values()])
        some = "".join(f"∃ {self.ident(n)} : {LEAN.sort(n)}, " for n in d.names)
        hypotheses, goal = self.hypotheses(context, facts), some + claims
        known = [self.fact(n) for n in facts_defining(d)]
        head = self.head(f"{self.name}_{numbers[0]}_exists", names, hypotheses, goal)
        return [*head, *self.proved(lambda: [*self.defined(d, context, proof), f"exact {pattern([*numbers, *known])}"])]

    def inductive(self, context: Context, run: Run) -> Lines:
        """The states that finitely many steps reach."""
        sorts = [f"({LEAN.sort(n)})" if "[i]" in n else LEAN.sort(n) for n in run.state]
        before = replace(context, names=frozenset(self.theorem.parameters))
        start = [self.argument(n, run.start[n], before) for n in run.state]
        step = replace(context, names=frozenset([*self.theorem.parameters, *run.state, *run.input]))
        moved = [self.argument(n, run.next[n], step) for n in run.state]
        when = [f"(reached : {self.state(context)})"]
        when += [f"({self.fact(n)} : {self.text(step, f)})" for n, f in run.when.items()]
        start_text, moved_text = (" ".join([self.reach(), *state]) for state in (start, moved))
        arrows, given = LEAN.arrow.join([*sorts, "Prop"]), self.binders([*run.state, *run.input])
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
            "entry": self.one_entry,
        }  # fmt: skip
        if isinstance(proof, dict) and proof.get("rule") == "coq":
            raise Unsupported("a proof that is written by hand for Coq")
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
        return ideal[0].get("fact") or "" if ideal[0]["by"] == "1" else ""

    def cases(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """One of the signs holds."""
        p, name, arms = kernel.read_poly(proof["on"]), proof["name"], proof["arms"]
        minus = kernel.negative(p)
        facts = {"<": (">", minus), "<=": (">=", minus), "=": ("=", p), ">=": (">=", p), ">": (">", p)}
        less, more = LEAN.sides(p, self.here(context))
        lines = self.alternatives(self.fact(name), less, more, [self.text(context, facts[arm]) for arm in arms])
        for arm, then in arms.items():
            lines += self.subproof(self.prove(context.knowing({name: facts[arm]}), goals, then))
        return lines

    def contra(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """Suppose not."""
        name, (relation, p) = proof["name"], next(iter(goals.values()))
        minus = kernel.negative(p)
        negation = {">=": (">", minus), ">": (">=", minus), "=": ("!=", p), "!=": ("=", p)}[relation]
        less, more = LEAN.sides(p, self.here(context))
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
            lines += self.obtained([name, found], f"each_exists s (fun i hi => {exists} ({side} i hi))")
            return [*lines, *self.every(there, d, found)]
        names = [name, self.fact(f"{symbol}.sign"), found] if d.kind == "sqrt" else [name, found]
        text = self.text(there, d.facts[f"{symbol}.def"])
        return [*lines, *self.obtained(names, f"{exists} {side}"), *self.asserted(fact, text, [f"linarith [{found}]"])]

    def constructed(self, d: Definition, context: Context) -> Lines:
        """Obtain the weights of a nearest point, by the theorem on any vectors c and f[i], put to use."""
        (weights, multiplier), there, level = d.names, context.defining(d), level_of(d.of)
        images = dict(zip(("f[i]@", "c@", "y[i]"), d.of, strict=True))
        images |= {n: kernel.atom(n) for n in d.names}
        f, c, y = map(kernel.atom, ("f[i]@", "c@", "y[i]"))
        theirs, here = facts_defining(kernel.nearest(weights, d.kind, f, c, y, multiplier)), self.here(there)
        put = Substitution(images, {n: LEAN.value(n, p, here, level) for n, p in images.items()}, level)
        swaps = self.swaps(d.of, sums=[p for _, p in d.facts.values()])
        raws, lines = {n: self.fresh("raw") for n in theirs}, list[str]()
        for n, fact in theirs.items():
            asserted, sums = self.sums(there, fact, put)
            text, raw = self.text(there, d.facts[n]), self.given(fact, put)
            lines += [*asserted, *self.reduced(self.fact(n), text, raw, raws[n], swaps, sums)]
        values = [self.argument(n, images[n], context, level) for n in ("f[i]@", "c@", "y[i]")]
        proof = " ".join([f"{d.kind}_exists", "s", *values])
        return [*self.obtained([*map(self.ident, d.names), *raws.values()], proof), *lines]

    def one_entry(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """What holds of any entries with these facts holds at every index."""
        names, facts = proof["names"], proof["facts"]
        ((goal_name, goal),), there = goals.items(), context.naming(list(names.values()))
        images = {z: kernel.atom(x) for z, x in names.items()}
        moved = {new: context.facts[old] for new, old in facts.items()}
        moved = {new: (r, kernel.substitute(p, images, keep_sums)) for new, (r, p) in moved.items()}
        shown = goal[0], kernel.substitute(goal[1], images, keep_sums)
        state = {x for z, x in names.items() if z in context.state}
        there = replace(there, state=context.state | state).knowing(moved)
        general, claims = self.fresh("entry"), [self.text(there, f) for f in [*moved.values(), shown]]
        known = [self.ident(x) for x in names.values()] + [self.fact(n) for n in facts]
        body = [*[f"intro {' '.join(known)}"] * bool(known), *self.prove(there, {goal_name: shown}, proof["then"])]
        binders = self.binders(names.values())
        lines = self.asserted(general, f"∀ {binders}, " * bool(binders) + LEAN.arrow.join(claims), body)
        here = replace(context, at_index=True)
        texts = self.here(context)
        spelled = self.here(there) | {x: texts[z] for z, x in names.items()}
        lines, arguments = [*lines, *self.at_index([])], [texts[z] for z in names]
        for new, old in facts.items():
            fact, premise = context.facts[old], self.fresh("premise")
            member = f"({self.fact(old)} i hi)" if kernel.is_indexed(fact[1]) else self.fact(old)
            swaps, raw = self.swaps([fact[1]]), LEAN.fact(moved[new], spelled)
            why = [*self.enough(raw, self.text(here, fact), swaps, []), f"exact {member}"]
            lines, arguments = [*lines, *self.asserted(premise, raw, why)], [*arguments, premise]
        raw, last, text = self.fresh("raw"), self.fresh("found"), self.text(here, goal)
        lines += self.obtained([raw], " ".join([general, *arguments]))
        lines += self.reduced(last, text, LEAN.fact(shown, spelled), raw, self.swaps([goal[1]]), [])
        return [*lines, f"exact {last}"]

    # --- lemmas ---

    def lemma(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """An earlier theorem, applied."""
        if proof["of"] not in self.library:
            raise Unsupported(f"it cites {proof['of']}, which is not exported")
        theirs = self.library[proof["of"]]
        images = context.table(sorted(theirs.statement.context.names), proof["put"])
        inputs = [kernel.read_poly(p) for p in ((proof.get("run") or {}).get("input") or {}).values()]
        level = level_of([*images.values(), *inputs])
        spelled = {n: LEAN.value(n, p, self.here(context), level) for n, p in images.items()}
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
        space, size = f"(V := {LEAN.larger(level)})", ["s"] * theirs.sized
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
        spelled = {n: replace_parts(text, held.texts) for n, text in put.texts.items()}
        spelled |= {part: LEAN.value(part, moved[part], terms, put.level) for part in parts}
        after, before = kernel.substitute(kernel.atom(atom), moved), LEAN.atom(atom, spelled)
        vector = atom.endswith("@")
        text = LEAN.vector(after, terms, put.level) if vector else LEAN.real(after, terms)
        summand, bare = kernel.shape(atom).inner, ""
        if summand in map(kernel.atom, moved):  # but for brackets around a single factor
            bare = LEAN.total[0].format(LEAN.real(kernel.substitute(summand, moved), terms))
        if remove_double_brackets(text) not in (remove_double_brackets(before), remove_double_brackets(bare)):
            names.append(self.fresh("total"))
            swaps = self.swaps([p for n, p in moved.items() if n in put.images], held=held.terms)
            lines += self.by_induction(names[-1], f"{before} = {text}", swaps, held.sorts, vector=vector)
            lines += self.specialized(names[-1], held.values())

    def held(self, context: Context, polys: Iterable[Poly]) -> Held:
        """Names for the sums in terms, so that nothing is known of them."""
        atoms = sorted(sum_atoms(polys))
        symbols = {a: f"sum{k:03}{'@' * a.endswith('@')}" for k, a in enumerate(atoms)}  # which keeps the order
        return Held(
            {LEAN.atom(atom, self.here(context)): self.fresh("total") for atom in atoms},
            {atom: kernel.atom(symbol) for atom, symbol in symbols.items()},
            list(symbols.values()),
            [LEAN.space if atom.endswith("@") else LEAN.reals for atom in atoms],
        )

    def schema(self, context: Context, entry: Json) -> tuple[Lines, str, list[Poly]]:
        """An equation that holds of sums of vectors, or of exponentials: tactics, its name, the terms in it."""
        name, here = self.fresh("schema"), self.here(context)
        if law := entry.get("law"):
            p, q = kernel.read_poly(law["of"]), kernel.read_poly(law["and"])
            texts = [add_brackets(LEAN.real(exponent(r), here)) for r in (p, q, kernel.add(p, q))]
            return self.law(name, *texts), name, [p, q]
        u, v = (kernel.read_poly(entry["sum"][part]) for part in ("of", "with"))
        held = self.held(context, [u, v])
        summand, other = (kernel.substitute(p, held.images) for p in (u, v))
        sides = kernel.gram(kernel.sum_over(summand), other), kernel.sum_over(kernel.gram(summand, other))
        equation = " = ".join(LEAN.real(p, here | held.terms) for p in sides)
        swaps = self.swaps([summand, other], held=held.terms)
        lines = self.by_induction(name, equation, swaps, held.sorts, rewritten=False)
        lines += self.specialized(name, held.values())
        swaps = self.swaps([kernel.sum_over(u), v])
        lines += wrap_line(f"try simp only [{swaps}] at {name}") if swaps else []
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
        put = Substitution(taken, {n: LEAN.value(n, taken[n], self.here(step), level) for n in there})
        values = [self.argument(n, images[n], before, level) for n in theirs.parameters]
        whens, arguments = list[str](), list[str]()
        for n, fact in run.when.items():
            asserted, argument = self.premise(step, fact, put, data["when"][n])
            whens, arguments = whens + asserted, [*arguments, argument]
        given = [self.argument(n, taken[n], step, level) for n in [*run.state, *run.input]]
        swaps, body = self.swaps([*taken.values(), *ours.start.values(), *ours.next.values()]), list[str]()
        parameters = [LEAN.larger(level), "_", "_", *["ι", "s"] * theirs.run_sized, *values]
        for made, where, here, moved, lines, proofs, applied in (
            ("start", before, ours.start, run.start, list[str](), data["start"], list[str]()),
            ("step", step, ours.next, run.next, whens, data["next"], [*given, "ih", *arguments]),
        ):
            spelled = self.here(where) | {n: LEAN.value(n, p, self.here(where)) for n, p in here.items()}
            for n in run.state:
                used = {v: LEAN.value(v, taken[v], self.here(where), level) for v in kernel.variables(moved[n])}
                left = LEAN.applied(n, moved[n], used, level)
                right = LEAN.value(n, images[n], spelled, level)
                gap = kernel.negative(kernel.substitute(moved[n], taken))
                gap = kernel.add(kernel.substitute(images[n], here), gap)
                lines += self.same(where, n, left, right, gap, swaps, proofs[n]) if left != right else []
            constructor = " ".join([f"@{theirs.name}_Reached.{made}", *parameters, *applied])
            lines += wrap_line(f"convert {constructor} using 1 <;>")
            body += self.case(made, ours, [], [*lines, "  first | assumption | exact Eq.symm (by assumption)"])
        image = " ".join(self.argument(n, images[n], context, level) for n in run.state)
        claim = f"@{theirs.name}_Reached {' '.join(parameters)} {image}"
        return self.asserted(seen, self.every_state(context, ours, claim), [*self.over_run(ours), *body])

    def same(self, where: Context, name: str, left: str, right: str, gap: Poly, swaps: str, proof: Json) -> Lines:
        """Two terms are equal, since their difference is (or has length) zero."""
        vector, family = name.endswith("@"), "[i]" in name
        goal: Fact = "=", kernel.gram(gap, gap) if vector else gap
        if goal[1] and family:
            raise Unsupported("a simulation where families are equal only on the index set")
        if family:
            left, right = f"(fun i => {left})", f"(fun i => {right})"
        lines = self.compared(vector, family, None if goal[1] else swaps)
        lines += self.bridged(where, "", goal, swaps, proof) if goal[1] else []
        return self.asserted(self.fresh("same"), f"{left} = {right}", lines)

    def induction(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """Invariants hold at the start and are kept by each step."""
        facts, (run, arbitrary) = kernel.read_facts(proof["invariants"]), context.stepping()
        known = [self.fact(n) for n in facts]
        body = self.over_run(run)
        for made, where, moved, proofs, gone in (
            ("start", context.before(), run.start, proof["base"], run.state),
            ("step", arbitrary.knowing(facts), run.next, proof["step"], []),
        ):
            spelled = {n: LEAN.value(n, p, self.here(where)) for n, p in moved.items()}
            put = Substitution(moved, self.here(context) | spelled)
            terms = [*moved.values(), *(p for _, p in facts.values())]
            lines = ["beta_reduce"] * any("[i]" in n for n in moved) + self.each(len(facts))
            for n, fact in facts.items():
                asserted, sums = self.sums(where, fact, put)
                raw, meant = self.given(fact, put), put.fact(fact)
                swaps = self.swaps(terms, gone, sums=[meant[1]])
                proved = [*asserted, *self.bridged(where, raw, meant, swaps, proofs[n], sums)]
                lines += proved if len(facts) == 1 else self.subproof(proved)
            body += self.case(made, run, known, lines)
        invariants, claim = self.fresh("invariants"), LEAN.all_of([self.text(context, f) for f in facts.values()])
        state = " ".join(map(self.ident, run.state))
        return [
            *self.asserted(invariants, self.every_state(context, run, claim), body),
            *self.obtained(known, f"{invariants} {state} reached"),
            *self.prove(context.knowing(facts), goals, proof["then"]),
        ]

    # --- certificates and sums ---

    def poly(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """Equations are combined; to inequalities the products of the certificate are hints."""
        relation, goal = next(iter(goals.values()))
        times, terms, ideal = (kernel.items(proof.get(key)) for key in ("times", "sum", "ideal"))
        quoted = self.quoted(context, proof)
        if quoted and self.text(context, context.facts[quoted]) == self.text(context, (relation, goal)):
            return [f"exact {self.fact(quoted)}"]
        here, before = self.here(context), list[str]()
        equations = [(e, self.equation(context, e, before)) for e in ideal]
        if relation == "=" and not times:
            return [*before, *wrap_line(f"linear_combination {self.combination(context, equations)}")]
        hints = [h for term in terms for h in self.product(context, term, relation in (">", "!="), before)]
        hints += [f"multiple {self.real(kernel.read_poly(e['by']), here)} {name}" for e, name in equations]
        finish = nlinarith(hints)
        if not times and relation != "!=":
            return [*before, *finish]
        values = [kernel.Checker({}).positive(context, term)[0] for term in times] or [kernel.constant(1)]
        factor = LEAN.real(kernel.add(*values), here)
        if relation == "!=":
            return [*before, f"refine cancel_ne (m := {factor}) ?_", *finish]
        signs = [h for term in times for h in self.product(context, term, relation != ">", before)]
        positive = wrap_line(f"have multiplier : 0 {'≤' if relation == '>' else '<'} {factor} := by")
        cancel = {">=": "cancel_le", ">": "cancel_lt", "=": "cancel_eq"}[relation]
        if relation == "=":
            finish = wrap_line(f"linear_combination {self.combination(context, equations)}")
        signed = indent(nlinarith(signs))
        return [*before, *positive, *signed, f"refine {cancel} multiplier ?_", *finish]

    def equation(self, context: Context, entry: Json, before: Lines) -> str:
        """The name of an equation, which is a fact or a schema that goes before."""
        if "fact" in entry:
            return self.fact(entry["fact"])
        lines, name, _ = self.schema(context, entry)
        before += lines
        return name

    def combination(self, context: Context, equations: list[tuple[Json, str]]) -> str:
        """The multiples of equations that an equation is the sum of."""
        here = self.here(context)
        parts = [f"{self.real(kernel.read_poly(e['by']), here)} * {name}" for e, name in equations]
        return " + ".join(parts) or "(0 : ℝ)"

    def product(self, context: Context, term: Json, strict: bool, before: Lines) -> Lines:
        """The proof that one product of a certificate is positive or not negative; none for a constant."""
        here = self.here(context)
        facts = [(self.fact(n), context.facts[n][0]) for n in term.get("facts") or []]
        squares, norms, exponents = (
            [kernel.read_poly(q) for q in term.get(key) or []] for key in ("squares", "norms", "exponentials")
        )
        remainders = [Remainder.read(data) for data in term.get("remainders") or []]
        weak = squares or norms or remainders
        strict = strict and not weak and all(relation != ">=" for _, relation in facts)
        factors = [factor(name, relation, strict) for name, relation in facts]
        factors += [f"mul_self_nonneg {self.real(q, here)}" for q in squares]
        factors += [self.norm(context, v, before) for v in norms]
        positive = "Real.exp_pos" if strict else "Real.exp_nonneg"
        factors += [f"{positive} {self.real(exponent(p), here)}" for p in exponents if p]
        factors += [self.remainder(r, here, before) for r in remainders]
        if not factors:
            return []
        proof = factors[0]
        for other in factors[1:]:
            proof = f"{'mul_pos' if strict else 'mul_nonneg'} ({proof}) ({other})"
        return [proof]

    def remainder(self, r: Remainder, here: Mapping[str, str], before: Lines) -> str:
        """The name of the fact that an exponential is at least its series, which goes before."""
        name, of, at = self.fresh("remainder"), self.real(r.of, here), self.real(r.at, here)
        text = LEAN.fact((">=", kernel.remainder(*r)), here)
        why = [f"have raw := exp_remainder {r.degree // 2} {of} {at}", "norm_num [exp_series, exp_power] at raw"]
        before += self.asserted(name, text, [*why, "linarith"])
        return f"sub_nonneg.mpr {name}"

    def norm(self, context: Context, v: Poly, before: Lines) -> str:
        """The name of the fact that a square length is not negative, which goes before."""
        here, name = self.here(context), self.fresh("norm")
        gram = LEAN.fact((">=", kernel.gram(v, v)), here)
        raw = f"have raw := real_inner_self_nonneg (x := {LEAN.vector(v, here, level_of([v]))})"
        swapped = reduce_products(self.swaps([v]), " at raw")
        before += [*wrap_line(f"have {name} : {gram} := by"), *indent([*wrap_line(raw), *swapped, "linarith"])]
        return name

    def sum(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """A fact for every index, added up."""
        relation, p = context.facts[proof["fact"]]
        new: Fact = ("=" if relation == "=" else ">=", kernel.sum_over(p))
        given = f"({self.fact(proof['fact'])}{' i hi' * kernel.is_indexed(p)}){'.le' * (relation == '>')}"
        added = "Finset.sum_congr rfl" if relation == "=" else "Finset.sum_le_sum"
        why = [
            *wrap_line(f"have raw := {added} (fun i (hi : i ∈ s) => {given})"),
            *wrap_line(f"simp only [{SUMS}] at raw"),
        ]
        lines = self.asserted(self.fact(proof["name"]), self.text(context, new), [*why, "linarith"])
        known = context
        if each := proof.get("each"):
            whole: Fact = (">=", kernel.add(kernel.sum_over(p), kernel.negative(p)))
            known = context.knowing({each: whole})
            weak = ".le" * (relation == ">")
            term = f"(fun i (hi : i ∈ s) => sub_nonneg.mpr ({self.fact(proof['fact'])} i hi){weak})"
            single = wrap_line(f"have raw := Finset.single_le_sum {term} hi")
            why = ["intro i hi", *single, *wrap_line(f"simp only [{SUMS}] at raw"), "linarith"]
            lines += self.asserted(self.fact(each), self.text(context, whole), why)
        return [*lines, *self.prove(known.knowing({proof["name"]: new}), goals, proof["then"])]
