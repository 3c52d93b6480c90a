"""Entries of the kernel's book as Lean theorems over every real inner-product space, with proofs.

The statement is read as for Coq, and each rule of the kernel has its counterpart: equations are proved by
`linear_combination`, inequalities by `nlinarith` with the products of the certificate as hints, runs are an inductive
predicate `<theorem>_Reached`, a finite family is a function on the indices in a `Finset`.

What cannot be translated is left out with `sorry`, whose reason stands beside it and in `Translation.omitted`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from .. import kernel
from ..coq.spelling import Unsupported, level_of
from ..coq.tactics import Lines
from ..coq.tactics import wrapped as wrapped_words
from ..coq.translate import Goals, Substitution, Theorem, facts_in
from ..coq.translate import Translation as Statements
from ..kernel import Context, Definition, Fact, Json, Poly, Run
from .refuting import refutation
from .spelling import RESERVED, fact_text, real, real_text, sides, space_text, term_text, vector_text

SPACE = "{V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V]"
SUMS = ("Finset.sum_add_distrib, Finset.sum_sub_distrib, ← Finset.mul_sum, ← Finset.sum_mul, Finset.sum_const, "
        "nsmul_eq_mul")  # fmt: skip


class Translation(Statements):
    """The Lean text of one entry; `theorem` is what later entries need of it, `omitted` why a proof is `sorry`."""

    reserved = RESERVED.split()
    real = staticmethod(real_text)
    omitted = ""

    # --- the statement ---

    def text(self, context: Context, fact: Fact) -> str:
        """A fact, for every index unless the index is fixed."""
        return fact_text(fact, self.here(context), everywhere=kernel.is_indexed(fact[1]) and not context.at_index)

    def binders(self, names: Iterable[str]) -> str:
        """(w x : V) (b R : ℝ), grouped by sort."""
        groups: list[tuple[str, list[str]]] = []
        for n in names:
            if not groups or groups[-1][0] != sort(n):
                groups.append((sort(n), []))
            groups[-1][1].append(self.ident(n))
        return " ".join(f"({' '.join(members)} : {kind})" for kind, members in groups)

    def reach(self) -> str:
        """The predicate of our run, with its parameters."""
        size = ["s"] * self.theorem.run_sized
        return " ".join([f"{self.name}_Reached", "(V := V)", *size, *map(self.ident, self.theorem.parameters)])

    def shown(self) -> str:
        """What is claimed."""
        return conjunction([self.text(self.theorem.statement.context, f) for f in self.theorem.statement.show.values()])

    def head(self, keyword: str, name: str, variables: Iterable[str], hypotheses: Lines, conclusion: str) -> Lines:
        """A theorem's statement."""
        size = " {ι : Type*} (s : Finset ι)" * self.sized
        binders = f"{keyword} {name} {SPACE}{size} {self.binders(variables)}".rstrip()
        stated = [part for h in hypotheses for part in wrapped(f"    {h}")]
        return [*wrapped(binders), *stated, *wrapped(f"    : {conclusion} := by")]

    def render(self) -> str:
        """Definition of the run, existence of what is defined, theorem and proof; or that it is false."""
        context, lines = self.theorem.statement.context, list[str]()
        if context.run:
            lines += [*self.inductive(context, context.run), ""]
        if self.entry.get("proof") is None:
            return "\n".join([*lines, *refutation(self, self.entry["counterexample"]), ""])
        for side in self.sides:
            lines += [*self.side(*side), ""]
        lines += self.head("theorem", self.name, self.theorem.variables, self.hypotheses(context), self.shown())
        tactics = self.attempted(lambda: self.prove(context, self.theorem.statement.show, self.entry["proof"]))
        return "\n".join([*lines, *indented(tactics), ""])

    def attempted(self, proof: Callable[[], Lines]) -> Lines:
        """The proof, or `sorry` and the reason."""
        try:
            return proof()
        except Unsupported as problem:
            self.omitted = str(problem)
            return [f"sorry -- not translated: {problem}"]

    def side(self, d: Definition, names: list[str], facts: Goals, context: Context, proof: Json) -> Lines:
        """The number that a definition names exists."""
        number, there = self.ident(d.name), context.defining(d)
        claims = conjunction([self.text(there, f) for f in d.facts.values()])
        hypotheses, goal = self.hypotheses(context, facts), f"∃ {number} : ℝ, {claims}"
        head = self.head("theorem", f"{self.name}_{number}_exists", names, hypotheses, goal)
        given = ", ".join([number, *(self.fact(n) for n in d.facts)])
        return [*head, *indented([*self.attempted(lambda: [*self.defined(d, context, proof), f"exact ⟨{given}⟩"])])]

    def inductive(self, context: Context, run: Run) -> Lines:
        """The states that finitely many steps reach."""
        reach, before = self.reach(), replace(context, names=frozenset(self.theorem.parameters))
        size = " {ι : Type*} (s : Finset ι)" * self.theorem.run_sized
        sorts = " → ".join([f"({sort(n)})" if "[i]" in n else sort(n) for n in run.state] + ["Prop"])
        start = " ".join(self.argument(n, run.start[n], before) for n in run.state)
        step = replace(context, names=frozenset([*self.theorem.parameters, *run.state, *run.input]))
        moved = " ".join(self.argument(n, run.next[n], step) for n in run.state)
        head = f"inductive {self.name}_Reached {SPACE}{size} {self.binders(self.theorem.parameters)}".rstrip()
        return [
            *wrapped(f"{head} : {sorts} where"),
            *wrapped(f"  | start : {reach} {start}".rstrip()),
            *wrapped(f"  | step {self.binders([*run.state, *run.input])}"),
            *wrapped(f"      (reached : {self.state(context)})"),
            *(part for n, f in run.when.items() for part in wrapped(f"      ({self.fact(n)} : {self.text(step, f)})")),
            *wrapped(f"      : {reach} {moved}"),
        ]

    # --- proofs ---

    def prove(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """The tactics that show all goals, whose conjunction is the goal."""
        lines: Lines = []
        if len(goals) == 1 and not context.at_index and kernel.is_indexed(next(iter(goals.values()))[1]):
            used = facts_in(proof)
            indexed = [self.fact(n) for n, (_, p) in context.facts.items() if n in used and kernel.is_indexed(p)]
            lines = ["intro i hi", *(f"have {name} := {name} i hi" for name in indexed)]
            context = replace(context, at_index=True)
        rules = {
            "poly": self.poly, "cases": self.cases, "contra": self.contra, "have": self.have, "split": self.split,
            "define": self.define, "lemma": self.lemma, "induction": self.induction, "sum": self.sum,
        }  # fmt: skip
        if not isinstance(proof, dict) or proof.get("rule") not in rules:
            raise Unsupported("a rule that is not known here")
        return [*lines, *rules[proof["rule"]](context, goals, proof)]

    def asserted(self, name: str, text: str, why: Iterable[str]) -> Lines:
        """have, with its proof."""
        return [*wrapped(f"have {name} : {text} := by"), *indented(why)]

    def bridged(
        self, context: Context, raw: str, fact: Fact, swaps: str, proof: Json, sums: Iterable[str] = ()
    ) -> Lines:
        """A proof of `raw`, which is the fact before inner products are multiplied out."""
        proved, text = self.prove(context, {"": fact}, proof), self.text(context, fact)
        if raw == text:
            return proved
        reduced = self.fresh("reduced")
        how = converting(raw, text, reduced, swaps, sums=sums)
        return [*wrapped(f"suffices {reduced} : {text} by"), *indented(how), *proved]

    def poly(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """Equations are combined; to inequalities the products of the certificate are hints."""
        relation, goal = next(iter(goals.values()))
        times, terms, ideal = (kernel.items(proof.get(key)) for key in ("times", "sum", "ideal"))
        quoted = self.quoted(context, proof)
        if quoted and self.text(context, context.facts[quoted]) == self.text(context, (relation, goal)):
            return [f"exact {self.fact(quoted)}"]
        here, before = self.here(context), list[str]()
        if relation == "=" and not times:
            return wrapped(f"linear_combination {self.combination(context, ideal)}")
        hints = [h for term in terms for h in self.product(context, term, relation in (">", "!="), before)]
        hints += [f"multiple {real(kernel.read_poly(e['by']), here)} {self.fact(e['fact'])}" for e in ideal]
        finish = nlinarith(hints)
        if not times and relation != "!=":
            return [*before, *finish]
        values = [kernel.Checker({}).positive(context, term)[0] for term in times] or [kernel.constant(1)]
        factor = real_text(kernel.add(*values), here)
        if relation == "!=":
            return [*before, f"refine cancel_ne (m := {factor}) ?_", *finish]
        signs = [h for term in times for h in self.product(context, term, relation != ">", before)]
        positive = wrapped(f"have multiplier : 0 {'≤' if relation == '>' else '<'} {factor} := by")
        cancel = {">=": "cancel_le", ">": "cancel_lt", "=": "cancel_eq"}[relation]
        if relation == "=":
            finish = wrapped(f"linear_combination {self.combination(context, ideal)}")
        signed = indented(nlinarith(signs))
        return [*before, *positive, *signed, f"refine {cancel} multiplier ?_", *finish]

    def combination(self, context: Context, ideal: list[Json]) -> str:
        """The multiples of equations that an equation is the sum of."""
        here = self.here(context)
        parts = [f"{real(kernel.read_poly(e['by']), here)} * {self.fact(e['fact'])}" for e in ideal]
        return " + ".join(parts) or "(0 : ℝ)"

    def product(self, context: Context, term: Json, strict: bool, before: Lines) -> Lines:
        """The proof that one product of a certificate is positive or not negative; none for a constant."""
        here = self.here(context)
        facts = [(self.fact(n), context.facts[n][0]) for n in term.get("facts") or []]
        squares, norms = ([kernel.read_poly(q) for q in term.get(key) or []] for key in ("squares", "norms"))
        strict = strict and not squares and not norms and all(relation != ">=" for _, relation in facts)
        factors = [factor(name, relation, strict) for name, relation in facts]
        factors += [f"mul_self_nonneg {real(q, here)}" for q in squares]
        factors += [self.norm(context, v, before) for v in norms]
        if not factors:
            return []
        proof = factors[0]
        for other in factors[1:]:
            proof = f"{'mul_pos' if strict else 'mul_nonneg'} ({proof}) ({other})"
        return [proof]

    def norm(self, context: Context, v: Poly, before: Lines) -> str:
        """The name of the fact that a square length is not negative, which goes before."""
        here, name = self.here(context), self.fresh("norm")
        gram = fact_text((">=", kernel.gram(v, v)), here)
        raw = f"have raw := real_inner_self_nonneg (x := {vector_text(v, here, level_of([v]))})"
        swapped = reduced_by(self.swaps([v]), " at raw")
        before += [*wrapped(f"have {name} : {gram} := by"), *indented([*wrapped(raw), *swapped, "linarith"])]
        return name

    def cases(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """One of the signs holds."""
        p, name, arms = kernel.read_poly(proof["on"]), proof["name"], proof["arms"]
        minus = kernel.negative(p)
        facts = {"<": (">", minus), "<=": (">=", minus), "=": ("=", p), ">=": (">=", p), ">": (">", p)}
        less, more = sides(p, self.here(context))
        covered, disjunction = self.fresh("arms"), " ∨ ".join(self.text(context, facts[arm]) for arm in arms)
        choices = ["Or.inr (" * k + ("Or.inl " if k < len(arms) - 1 else "") + "(by linarith)" + ")" * k
                   for k in range(len(arms))]  # fmt: skip
        why = [f"rcases lt_trichotomy ({less}) ({more}) with found | found | found <;>",
               f"  first | {' | '.join(f'exact {choice}' for choice in choices)}"]  # fmt: skip
        lines = self.asserted(covered, disjunction, why)
        lines.append(f"rcases {covered} with {' | '.join([self.fact(name)] * len(arms))}")
        for arm, then in arms.items():
            lines += bullet(self.prove(context.knowing({name: facts[arm]}), goals, then))
        return lines

    def contra(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """Suppose not."""
        name, (relation, p) = proof["name"], next(iter(goals.values()))
        minus = kernel.negative(p)
        negation = {">=": (">", minus), ">": (">=", minus), "=": ("!=", p), "!=": ("=", p)}[relation]
        known = {">=": "not_le.mp found", ">": "not_lt.mp found", "=": "found"}
        given = self.fact(name)
        lines = [f"intro {given}"] if relation == "!=" else [
            "by_contra found", *wrapped(f"have {given} : {self.text(context, negation)} := {known[relation]}"),
        ]  # fmt: skip
        absurd = self.fresh("found")
        proved = self.prove(context.knowing({name: negation}), {"false": kernel.FALSE}, proof["then"])
        return [*lines, f"suffices {absurd} : (1 : ℝ) ≤ (0 : ℝ) by", "  linarith", *proved]

    def split(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """Each conclusion by itself."""
        lines = each(len(goals))
        for name, goal in goals.items():
            lines += bullet(self.prove(context, {name: goal}, proof["parts"][name]))
        return lines

    def defined(self, d: Definition, context: Context, why: Json) -> Lines:
        """Obtain the number and its property."""
        side, there = self.fresh("side"), context.defining(d)
        lines = self.asserted(side, self.text(context, d.side), self.prove(context, {"side": d.side}, why))
        name, found, fact = self.ident(d.name), self.fresh("found"), self.fact(f"{d.name}.def")
        as_ = [name, found] if d.kind == "inverse" else [name, self.fact(f"{d.name}.sign"), found]
        exists = "inverse_exists" if d.kind == "inverse" else "root_exists"
        text = self.text(there, d.facts[f"{d.name}.def"])
        obtained = f"obtain ⟨{', '.join(as_)}⟩ := {exists} {side}"
        return [*lines, obtained, *self.asserted(fact, text, [f"linarith [{found}]"])]

    # --- lemmas ---

    def lemma(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """An earlier theorem, applied."""
        if proof["of"] not in self.library:
            raise Unsupported(f"it cites {proof['of']}, which is not exported")
        theirs = self.library[proof["of"]]
        images = context.table(sorted(theirs.statement.context.names), proof["put"])
        inputs = [kernel.read_poly(p) for p in ((proof.get("run") or {}).get("input") or {}).values()]
        level = level_of([*images.values(), *inputs])
        put = Substitution(images, {n: term_text(n, p, self.here(context), level) for n, p in images.items()})
        swaps, lines, arguments = self.swaps(images.values()), list[str](), list[str]()
        if theirs.run and context.run:
            seen = self.fresh("seen")
            lines += self.simulation(seen, context, theirs, images, proof["run"], level)
            arguments.append(f"({seen} {' '.join(map(self.ident, context.run.state))} reached)")
        for n, fact in theirs.statement.assume.items():
            asserted, argument = self.premise(context, fact, put, proof["premises"][n])
            lines, arguments = lines + asserted, [*arguments, argument]
        values = [self.argument(n, images[n], context, level) for n in theirs.variables]
        applied = " ".join([theirs.name, f"(V := {space_text(level)})", *["s"] * theirs.sized, *values, *arguments])
        new, found, after = dict[str, Fact](), list[str](), list[str]()
        for n, shown in theirs.statement.show.items():
            name, raw, fact = proof["as"][n], given_text(shown, put), put.fact(shown)
            new[name], text = fact, self.text(context, fact)
            found.append(self.fact(name) if raw == text else self.fresh("raw"))
            if raw != text:
                totals, sums = self.sums(context, shown, put)
                how = converting(text, raw, found[-1], swaps, at=found[-1], sums=sums)
                after += [*totals, *self.asserted(self.fact(name), text, how)]
        pattern = found[0] if len(found) == 1 else f"⟨{', '.join(found)}⟩"
        lines += [*wrapped(f"obtain {pattern} := {applied}"), *after]
        return [*lines, *self.prove(context.knowing(new), goals, proof["then"])]

    def premise(self, context: Context, theirs: Fact, put: Substitution, proof: Json) -> tuple[Lines, str]:
        """What a theorem assumes: tactics, and the argument that stands for it."""
        raw, fact, swaps = given_text(theirs, put), put.fact(theirs), self.swaps(put.images.values())
        quoted = self.quoted(context, proof) if proof.get("rule") == "poly" else ""
        if quoted and self.text(context, context.facts[quoted]) == raw:
            return [], self.fact(quoted)
        name, (asserted, sums) = self.fresh("premise"), self.sums(context, theirs, put)
        return [*asserted, *self.asserted(name, raw, self.bridged(context, raw, fact, swaps, proof, sums))], name

    def summed(self, name: str, before: str, after: str, swaps: str, held: Iterable[str] = ()) -> Lines:
        """An equation between a sum and what is left of it when constants are taken out, by induction over the set."""
        equation = f"{before} = {after}".replace("∈ s,", "∈ t,").replace("s.card", "t.card")
        numbers = "".join(f" ({number} : ℝ)" for number in held)
        one_more = "simp only [Finset.sum_insert out, Finset.card_insert_of_notMem out, Nat.cast_add, Nat.cast_one, ih]"
        why = [
            "classical", f"intro {' '.join(['t', *held])}", "induction t using Finset.induction_on with",
            "| empty => simp", "| insert j t out ih =>", *indented([one_more, *reduced_by(swaps), "ring"]),
        ]  # fmt: skip
        return self.asserted(name, f"∀ (t : Finset ι){numbers}, {equation}", why)

    def specialized(self, name: str, values: list[str]) -> Lines:
        """The equation for the whole index set, and these numbers."""
        return wrapped(f"have {name} := {' '.join([name, 's', *values])}")

    def argument(self, name: str, image: Poly, context: Context, level: int = 0) -> str:
        """What is put for a variable; for a family a function of the index."""
        text = term_text(name, image, self.here(context), level)
        return f"(fun i => {text})" if "[i]" in name else text

    def swaps(self, polys: Iterable[Poly], without: Iterable[str] = ()) -> str:
        """The equations that bring the two vectors of inner products into alphabetical order."""
        mentioned = set[str]().union(*map(kernel.variables, polys)) - set(without)
        vectors = {n for n in mentioned if n.endswith("@") and not n.startswith("#")}
        names = [f"({self.ident(n)} _)" if "[i]" in n else self.ident(n) for n in sorted(vectors, key=lambda n: n[:-1])]
        pairs = [f"real_inner_comm {name} {later}" for k, later in enumerate(names) for name in names[:k]]
        return ", ".join(pairs)

    def simulation(
        self, seen: str, context: Context, theirs: Theorem, images: Mapping[str, Poly], data: Json, level: int
    ) -> Lines:
        """Our run, seen through the images, is one of theirs."""
        (ours, step), run, before = context.stepping(), theirs.run, context.before()
        assert run is not None
        taken = {**images, **step.table(run.input, data["input"])}
        there = [n for n in taken if n in run.state or n in run.input or n not in theirs.statement.context.state]
        put = Substitution(taken, {n: term_text(n, taken[n], self.here(step), level) for n in there})
        values = " ".join(self.argument(n, images[n], before, level) for n in theirs.parameters)
        space = f"{space_text(level)} _ _ {'ι s ' * theirs.run_sized}{values}".rstrip()
        swaps = self.swaps([*taken.values(), *ours.start.values(), *ours.next.values()])
        whens, arguments, cases = list[str](), list[str](), list[str]()
        for n, fact in run.when.items():
            asserted, argument = self.premise(step, fact, put, data["when"][n])
            whens, arguments = whens + asserted, [*arguments, argument]
        given = " ".join(self.argument(n, taken[n], step, level) for n in [*run.state, *run.input])
        moves = (("start", before, ours.start, run.start, list[str](), "start"),
                 ("next", step, ours.next, run.next, whens, f"step {' '.join([given, 'ih', *arguments])}"))  # fmt: skip
        for key, where, here, moved, lines, made in moves:
            spelled = self.here(where) | {n: term_text(n, p, self.here(where)) for n, p in here.items()}
            for n in run.state:
                used = {v: term_text(v, taken[v], self.here(where), level) for v in kernel.variables(moved[n])}
                left, right = term_text(n, moved[n], used, level), term_text(n, images[n], spelled, level)
                gap = kernel.negative(kernel.substitute(moved[n], taken))
                gap = kernel.add(kernel.substitute(images[n], here), gap)
                lines += self.same(where, n, left, right, gap, swaps, data[key][n]) if left != right else []
            constructor, _, rest = made.partition(" ")
            applied = f"convert @{theirs.name}_Reached.{constructor} {space} {rest}".rstrip()
            closing = "first | assumption | exact Eq.symm (by assumption)"
            tactics = [*lines, *wrapped(f"{applied} using 1 <;>"), f"  {closing}"]
            cases += [self.alternative(constructor, ours, "ih"), *indented(tactics)]
        image = " ".join(self.argument(n, images[n], context, level) for n in run.state)
        claim = f"{self.over(ours)}, {self.state(context)} → @{theirs.name}_Reached {space} {image}"
        return self.asserted(seen, claim, [*self.over_run(context, ours, "ih"), *cases])

    def same(self, where: Context, name: str, left: str, right: str, gap: Poly, swaps: str, proof: Json) -> Lines:
        """Two terms are equal, since their difference is (or has length) zero."""
        vector, family = name.endswith("@"), "[i]" in name
        goal: Fact = "=", kernel.gram(gap, gap) if vector else gap
        lines = ["funext i"] * family + ["apply vector_eq"] * vector
        if goal[1] and family:
            raise Unsupported("a simulation where families are equal only on the index set")
        if family:
            left, right = f"(fun i => {left})", f"(fun i => {right})"
        if goal[1]:
            lines += self.bridged(where, "", goal, swaps, proof)
        else:
            lines += [*reduced_by(swaps), "ring"]
        return self.asserted(self.fresh("same"), f"{left} = {right}", lines)

    # --- runs and sums ---

    def over(self, run: Run) -> str:
        """For every state."""
        return f"∀ {self.binders(run.state)}"

    def over_run(self, context: Context, run: Run, known: str) -> Lines:
        """Induction over the steps that lead to any state."""
        return [f"intro {' '.join(map(self.ident, run.state))} reached", "induction reached with"]

    def alternative(self, constructor: str, run: Run, known: str) -> str:
        """The case of the start or of a step."""
        names = [*map(self.ident, [*run.state, *run.input]), "reached", *map(self.fact, run.when), known]
        return "| start =>" if constructor == "start" else f"| step {' '.join(names)} =>"

    def induction(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """Invariants hold at the start and are kept by each step."""
        facts, (run, arbitrary) = kernel.read_facts(proof["invariants"]), context.stepping()
        known = [self.fact(n) for n in facts]
        pattern = known[0] if len(known) == 1 else f"⟨{', '.join(known)}⟩"
        body = self.over_run(context, run, "ih")
        for constructor, where, moved, proofs in (
            ("start", context.before(), run.start, proof["base"]),
            ("step", arbitrary.knowing(facts), run.next, proof["step"]),
        ):
            spelled = {n: term_text(n, p, self.here(where)) for n, p in moved.items()}
            put = Substitution(moved, self.here(context) | spelled)
            gone = run.state if constructor == "start" else []
            swaps = self.swaps([*moved.values(), *(p for _, p in facts.values())], gone)
            lines = [f"obtain {pattern} := ih"] * (constructor == "step")
            lines += ["beta_reduce"] * any("[i]" in n for n in moved) + each(len(facts))
            for n, fact in facts.items():
                totals, sums = self.sums(where, fact, put)
                proved = [*totals, *self.bridged(where, given_text(fact, put), put.fact(fact), swaps, proofs[n], sums)]
                lines += proved if len(facts) == 1 else bullet(proved)
            body += [self.alternative(constructor, run, "ih"), *indented(lines)]
        invariants, claim = self.fresh("invariants"), conjunction([self.text(context, f) for f in facts.values()])
        state = " ".join(map(self.ident, run.state))
        return [
            *self.asserted(invariants, f"{self.over(run)}, {self.state(context)} → ({claim})", body),
            f"obtain {pattern} := {invariants} {state} reached",
            *self.prove(context.knowing(facts), goals, proof["then"]),
        ]

    def sum(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """A fact for every index, added up."""
        relation, p = context.facts[proof["fact"]]
        new: Fact = ("=" if relation == "=" else ">=", kernel.sum_over(p))
        given = f"({self.fact(proof['fact'])}{' i hi' * kernel.is_indexed(p)}){'.le' * (relation == '>')}"
        added = "Finset.sum_congr rfl" if relation == "=" else "Finset.sum_le_sum"
        why = [*wrapped(f"have raw := {added} (fun i (hi : i ∈ s) => {given})"), *wrapped(f"simp only [{SUMS}] at raw")]
        lines = self.asserted(self.fact(proof["name"]), self.text(context, new), [*why, "linarith"])
        known = context
        if each := proof.get("each"):
            whole: Fact = (">=", kernel.add(kernel.sum_over(p), kernel.negative(p)))
            known = context.knowing({each: whole})
            weak = ".le" * (relation == ">")
            term = f"(fun i (hi : i ∈ s) => sub_nonneg.mpr ({self.fact(proof['fact'])} i hi){weak})"
            single = wrapped(f"have raw := Finset.single_le_sum {term} hi")
            why = ["intro i hi", *single, *wrapped(f"simp only [{SUMS}] at raw"), "linarith"]
            lines += self.asserted(self.fact(each), self.text(context, whole), why)
        return [*lines, *self.prove(known.knowing({proof["name"]: new}), goals, proof["then"])]


# --- forms of Lean sentences ------------------------------------------------------------------------


def wrapped(line: str) -> Lines:
    """A long line, broken at spaces; all of it stays to the right of where it began."""
    margin = line[: len(line) - len(line.lstrip())]
    return [margin + part for part in wrapped_words(line.lstrip())]


def conjunction(texts: list[str]) -> str:
    """All of them."""
    return texts[0] if len(texts) == 1 else " ∧ ".join(f"({t})" if "∀" in t else t for t in texts)


def indented(lines: Iterable[str]) -> Lines:
    """Two columns to the right."""
    return [f"  {line}" for line in lines]


def bullet(lines: Lines) -> Lines:
    """One of several goals."""
    first, *rest = lines
    return [f"· {first}", *indented(rest)]


def each(count: int) -> Lines:
    """A conjunction as its parts, if there are several."""
    return [] if count == 1 else [f"refine ⟨{', '.join(['?_'] * count)}⟩"]


def nlinarith(hints: list[str]) -> Lines:
    """An inequality that follows linearly from the hypotheses and these products."""
    return wrapped(f"nlinarith [{', '.join(hints)}]" if hints else "norm_num")


def factor(name: str, relation: str, strict: bool) -> str:
    """A proof that what a fact compares with 0 is positive, or not negative."""
    if relation == "!=":
        return (
            f"mul_self_pos.mpr (sub_ne_zero.mpr {name})"
            if strict
            else f"(mul_self_pos.mpr (sub_ne_zero.mpr {name})).le"
        )
    if relation == ">=":
        return f"sub_nonneg.mpr {name}"
    return f"sub_pos.mpr {name}" if strict else f"(sub_pos.mpr {name}).le"


def reduced_by(swaps: str, where: str = "") -> Lines:
    """Inner products multiplied out, and in alphabetical order."""
    return [f"gram{where}", *(wrapped(f"try simp only [{swaps}]{where}") if swaps else [])]


def converting(goal: str, given: str, name: str, swaps: str, at: str = "", sums: Iterable[str] = ()) -> Lines:
    """A goal shown by what is given under a name; one of the two (`at`: the given) is multiplied out first."""
    intros = ["intro i hi"] * goal.startswith("∀") + [f"have {name} := {name} i hi"] * given.startswith("∀")
    apart = ["intro same", f"apply {name}"] if "≠" in given else []
    where = " at same" if apart and not at else f" at {at}" if at else ""
    rewriting = [f"rw [{', '.join(sums)}]{where}"] * bool(sums)
    return [*intros, *apart, *rewriting, *reduced_by(swaps, where), "linarith"]


def given_text(fact: Fact, put: Substitution) -> str:
    """What a fact says with something put for its variables, not multiplied out."""
    return fact_text(fact, put.texts, everywhere=kernel.is_indexed(fact[1]))


def sort(name: str) -> str:
    """The type of a variable."""
    return ("ι → " if "[i]" in name else "") + ("V" if name.endswith("@") else "ℝ")
