"""Proofs of the kernel as proofs in Lean.

Each rule of the kernel has a method here; module `theorems` has the words and sentences of Lean.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from ... import kernel
from ...kernel import Context, Definition, Fact, Json, Poly, Run
from ...search.elaboration import keep_sums
from ...search.proof_json import facts_used, negation
from ...statements.expressions import is_vector
from ..prover_syntax import (
    ATOM,
    POWER,
    Lines,
    Unsupported,
    add_brackets,
    indent,
    join_terms,
    level_of,
    nearest_point_facts,
    poly_to_term,
    uses,
)
from .counterexamples import refutation
from .mathlib_names import LEAN, larger, leaf
from .statements import Goals, Substitution, Theorem, exponent, facts_defining
from .theorems import SPACE, Sentences, convert_goal, factor, finish, nlinarith, reduce_products, rewrite, wrap_line

COMPUTED = ("/", "sqrt", "abs", "max", "min", "ln", "exp", "sum")  # operations whose values are asserted first
MADE = {"start": "start", "next": "step"}  # the constructors of a run


def _is_equation(data: Json) -> bool:
    return any(map(is_vector, data[1:]))


def terms_apart(p: Poly) -> Json:
    """Return a polynomial as a sum of products, in which the factors that do not depend on the index are separate."""
    products = list[Json]()
    for m, c in p.items():
        same, other = (tuple(f for f in m if kernel.is_indexed({(f,): 1}) is indexed) for indexed in (False, True))
        last = tuple(f for f in same if f[0].endswith("@"))
        factors: list[Poly] = [{tuple(f for f in same if f not in last): c}, {other: 1}, {last: 1}]
        products.append(join_terms("*", [poly_to_term(q) for q in factors if q != {(): 1}] or ["1"]))
    return join_terms("+", products) if products else "0"


class Translation(Sentences):
    """The Lean text of one entry; `theorem` is the information that later entries need."""

    def render(self) -> str:
        """Return the definition of the run, the theorem and its proof, or the proof that it is false."""
        proof = self.entry.get("proof")
        if proof is None:
            statement = self.entry["statement"]
            tables = [nearest_point_facts(statement.get("let")), statement["assume"], statement["show"]]
            tables += [statement["run"][part] for part in ("when", "start", "next")] if statement.get("run") else []
            if uses("exp", *tables):
                raise Unsupported("a counterexample with exponentials, because only bounds of their values are known")
            return "\n".join([*self.run_definition(), *refutation(self, self.entry["counterexample"]), ""])
        lines = self.stated()
        context = self.theorem.statement.context
        return "\n".join([*lines, *self.write_proof(lambda: self.from_stated(context, proof)), ""])

    def stated(self) -> Lines:
        """Return the definition of the run, and the theorem up to its proof."""
        head = self.head(self.name, self.theorem.variables, self.hypotheses(), self.write_conclusion())
        return [*self.run_definition(), *head]

    def without_proof(self) -> str:
        """Return the definition of the run and the theorem, or that it is false, without a proof."""
        text = self.render() if self.entry.get("proof") is None else "\n".join(self.stated())
        return re.split(r"\s:=\s+by\b", text, maxsplit=1)[0]  # a line may end between them

    def run_definition(self) -> Lines:
        """Return the definition of the run, if there is one."""
        context = self.theorem.statement.context
        return [*self.inductive(context, context.run), ""] if context.run else []

    def inductive(self, context: Context, run: Run) -> Lines:
        """Return the inductive predicate of the states that finitely many steps reach."""
        sorts, data = [f"({LEAN.sort(n)})" if "[i]" in n else LEAN.sort(n) for n in run.state], self.theorem.data["run"]
        own = self.own(replace(context, names=context.names | set(run.input)))
        start, after = ([self.state_value(n, data[part][n], own) for n in run.state] for part in ("start", "next"))
        when = [f"(reached : {self.state(context)})"]
        when += [f"({self.fact(n)} : {own.relation(f)})" for n, f in data["when"].items()]
        start_text, moved_text = (" ".join([self.reach(), *state]) for state in (start, after))
        arrows, given = LEAN.arrow.join([*sorts, "Prop"]), self.binders([*run.state, *run.input])
        size = " {ι : Type*} (s : Finset ι)" * self.theorem.run_sized
        head = f"inductive {self.name}_Reached {SPACE}{size} {self.binders(self.theorem.parameters)}".rstrip()
        stated = [f"{head} : {arrows} where", f"  | start : {start_text}", f"  | step {given}"]
        stated += [*(f"      {condition}" for condition in when), f"      : {moved_text}"]
        return [part for line in stated for part in wrap_line(line)]

    def state_value(self, name: str, data: Json, put: Substitution) -> str:
        """Return a value of the state as its author wrote it; for a family, a function of the index."""
        return f"(fun i => {put.term(data)})" if "[i]" in name else put.term(data, ATOM)

    # --- from the statement as written to the multiplied-out statement of the certificate ---

    def from_stated(self, context: Context, proof: Json) -> Lines:
        """Return the proof of the statement as written: multiply out hypotheses, define numbers, show conclusions."""
        lines, known = list[str](), set[str]()
        own, hypotheses, statement = self.own(context), self.theorem.hypotheses, self.theorem.statement
        for d, early, where, side in [*self.sides, (None, statement.assume, context, None)]:
            new = {n: statement.assume[n] for n in early if n not in known and n in self.theorem.data["assume"]}
            new |= {n: f for n, f in facts_defining(d).items() if n in hypotheses} if d else {}
            there = where.defining(d) if d else where
            lines += [line for n, f in new.items() for line in self.multiplied_out(there, n, hypotheses[n], f, own)]
            known |= {*new}
            lines += self.obtain(d, where, side) if d and len(d.names) == 1 else []
        proved = self.prove(context, statement.show, proof)
        stated = list(map(own.relation, self.theorem.data["show"].values()))
        meant = [self.text(context, f) for f in statement.show.values()]
        if stated == meant:
            return [*lines, *proved]
        names = [self.fresh("found") for _ in meant]
        whole = names[0] if len(names) == 1 else self.fresh("found")
        lines += self.assert_fact(whole, LEAN.all_of(meant), proved)
        lines += [*self.name_parts(names, whole), *self.each(len(meant))] if len(names) > 1 else []
        conclusions = zip(names, meant, self.theorem.data["show"].values(), statement.show.values(), strict=True)
        for name, text, data, fact in conclusions:
            goal, before = own.relation(data), list[str]()
            rules, swaps = self.rules(context, data, own, before), self.swaps([*own.leaves(data), fact[1]])
            why = [*before, *convert_goal(goal, text, name, swaps, rules=rules, vector=_is_equation(data))]
            why = [f"exact {name}"] if goal == text else why
            lines += why if len(meant) == 1 else self.subproof(why)
        return lines

    def multiplied_out(self, there: Context, name: str, data: Json, fact: Fact, put: Substitution) -> Lines:
        """Replace a hypothesis as written by its multiplied-out form, under the same name."""
        given, text, lines = put.relation(data), self.text(there, fact), list[str]()
        if given == text:
            return []
        rules, name = self.rules(there, data, put, lines), self.fact(name)
        swaps = self.swaps([*put.leaves(data), fact[1]])
        return [*lines, *self.expand_fact(name, text, given, name, swaps, rules, vector=_is_equation(data))]

    def rules(self, there: Context, data: Json, put: Substitution, lines: Lines) -> list[str]:
        """Assert the values of quotients, roots, sums … in a term; return the names of these equations. The term is
        rewritten by these equations, the longest first."""
        found = dict[str, str]()
        self.compute_parts(there, data, put.within(data), lines, found)
        return [name for text, name in sorted(found.items(), key=lambda item: -len(item[0])) if name]

    def compute_parts(self, there: Context, data: Json, put: Substitution, lines: Lines, found: dict[str, str]) -> None:
        """Add to `found` the equations for the largest quotients, roots, sums … in a term; the keys are their texts."""
        if isinstance(data, str):
            return
        word, *parts = data
        if word == "/" and is_vector(data):
            parts = [parts[0], ["/", "1", parts[1]]]
        elif word in COMPUTED and not (word == "/" and set(put.read(parts[1])) <= {()}):
            if (text := put.term(data)) not in found:
                found[text] = self.assert_value(there, data, put, lines)
            return
        for part in parts[:1] if word == "^" else parts:
            self.compute_parts(there, part, put, lines, found)

    def assert_value(self, there: Context, data: Json, put: Substitution, lines: Lines) -> str:
        """Assert the multiplied-out value of a quotient, root, sum …; return the equation's name, "" if the equation is
        trivial."""
        word, *parts = data
        image, result = put.image(data), self.image_text(there, data, put)
        if put.term(data) == result:
            return ""
        every = kernel.mentions_index(data) and not there.at_index
        inner = [self.rules(replace(there, at_index=False) if word == "sum" else there, p, put, lines) for p in parts]
        if word == "sum":
            why = self.prove_sum(there, parts[0], put, inner[0])
        else:
            swaps = self.swaps([*put.leaves(data), image, *map(put.image, parts)])
            rewriting = rewrite(dict.fromkeys(rule for rules in inner for rule in rules))
            why = self.defining_equation(there, data, put, rewriting, swaps, lines)
        name, anywhere = self.fresh("same"), word == "exp" and not any("hi" in rule for rule in inner[0])
        everywhere, at = ("∀ i, ", "i") if anywhere else (LEAN.everywhere, "i hi")
        why = [f"intro {at}"] * every + why
        lines += self.assert_fact(name, f"{everywhere * every}{put.term(data)} = {result}", why)
        return f"{name} {at}" if every else name

    def defining_equation(self, there: Context, data: Json, put: Substitution, rewriting: Lines, swaps: str,
                          lines: Lines) -> Lines:
        """Return the proof that a quotient, root, logarithm, … is the kernel's number for it."""
        word, *parts = data
        if word == "exp":
            return [*rewriting, "congr 1", *finish(swaps, "ring")]
        if word == "/":
            proof = self.inverse(there, parts[1], put, lines)
            return [*wrap_line(f"refine (quotient_is {proof}).trans ?_"), *rewriting, *finish(swaps, "ring")]
        root = ["abs", ["-", *parts]] if word in ("max", "min") else data
        number, sign, known = self.known_number(there, next(iter(put.read(root)))[0][0], put)
        image, square = f"(n := {number})", [*rewriting, *finish(swaps, f"linarith [{known}]")]
        if word == "ln":
            return [f"refine log_is {image} ?_", *square]
        lemma = {"sqrt": "root_is", "abs": "abs_is", "max": "max_is", "min": "min_is"}[word]
        signed = self.subproof([f"linarith [{sign}]"]) + self.subproof(square)
        if word in ("sqrt", "abs"):
            return [f"refine {lemma} {image} ?_ ?_", *signed]
        whole = self.subproof([*rewriting, *finish(swaps, "ring")])
        return [f"refine ({lemma} {image} ?_ ?_).trans ?_", *signed, *whole]

    def known_number(self, there: Context, name: str, put: Substitution) -> tuple[str, str, str]:
        """Return the number of a definition, and the names of its sign fact and of its property."""
        at = " i hi" * ("[i]" in name and not there.at_index)
        image = LEAN.value(name, kernel.substitute(kernel.atom(name), put.images), self.here(there))
        sign, known = (put.known.get(f"{name}.{part}", "") for part in ("sign", "def"))
        return image, f"{sign}{at}", f"{known}{at}"

    def inverse(self, there: Context, data: Json, put: Substitution, lines: Lines) -> str:
        """Return the proof that a number times its inverse is 1, as `kernel.inverse` finds the inverse."""
        p = put.read(data)
        name = put.table.get(("inverse", frozenset(p.items())))
        word, *parts = data if isinstance(data, list) and not name and set(p) != {()} else [""]
        if word == "-":
            return f"(inverse_of_opposite {self.inverse(there, parts[0], put, lines)})"
        if word == "^":
            return f"(inverse_of_power {self.inverse(there, parts[0], put, lines)} {parts[1]})"
        if word == "*":
            one, two = (self.inverse(there, part, put, lines) for part in parts)
            return f"(inverse_of_product {one} {two})"
        if name:
            number, _, known = self.known_number(there, name, put)
            steps = rewrite(self.rules(there, data, put, lines))
            steps += finish(self.swaps([*put.leaves(data), put.image(data)]), f"linarith [{known}]")
        else:
            number, steps = LEAN.real(kernel.constant(1 / Fraction(p[()])), {}), ["norm_num"]
        return f"(show {number} * {put.term(data, POWER)} = 1 by {'; '.join(steps)})"

    def prove_sum(self, there: Context, data: Json, put: Substitution, inner: list[str]) -> Lines:
        """Return the proof that a sum equals its multiplied-out form, term by term."""
        p, vector = put.image(data), is_vector(data)
        total, names = ["sum", terms_apart(p)], leaf(self.here(there), put.level + put.units)
        middle = LEAN.argument(total, names) if vector else LEAN.term(total, names)
        close = "module" if vector else "ring"
        each = [*rewrite(inner), *finish(self.swaps([*put.leaves(data), p]), close)]
        refined = wrap_line(f"refine Eq.trans (b := {middle}) (Finset.sum_congr rfl fun i hi => ?_) ?_")
        return [*refined, *self.subproof(each), f"· split_sums <;> {close}"]

    def image_text(self, there: Context, data: Json, put: Substitution) -> str:
        """Return the text of a multiplied-out number or vector."""
        p, here = put.image(data), self.here(there)
        return LEAN.vector(p, here, put.level + put.units) if is_vector(data) else LEAN.real(p, here)

    def expand_states(self, where: Context, made: str, state: Iterable[str]) -> Lines:
        """Multiply out the next values of the state in the goal."""
        lines, names, own = list[str](), list[str](), self.own(where)
        for n in state:
            data, vector, before = self.theorem.data["run"][made][n], n.endswith("@"), list[str]()
            p = own.read(data)
            left, right = own.term(data, ATOM), LEAN.value(n, p, self.here(where))
            if left == right:
                continue
            rules, names = self.rules(where, data, own, before), [*names, self.fresh("same")]
            family = "∀ i, " * ("[i]" in n)
            if family and any("hi" in rule for rule in rules):
                raise Unsupported("a run where families are equal only on the index set")
            why = ["intro i"] * bool(family) + rewrite(rules)
            why += finish(self.swaps([*own.leaves(data), p]), "module" if vector else "ring")
            lines += [*before, *self.assert_fact(names[-1], f"{family}{left} = {right}", why)]
        return [*lines, *wrap_line(f"simp only [{', '.join(names)}]")] if names else []

    # --- proofs ---

    def prove(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """Return the tactics that show the conjunction of all goals."""
        lines: Lines = []
        is_open = context.at_index or not isinstance(proof, dict) or proof.get("open") or proof.get("rule") == "entry"
        if len(goals) == 1 and not is_open and kernel.is_indexed(next(iter(goals.values()))[1]):
            used = facts_used(proof)
            indexed = [self.fact(n) for n, (_, p) in context.facts.items() if n in used and kernel.is_indexed(p)]
            lines, context = self.at_index(indexed), replace(context, at_index=True)
        rules = {"poly": self.poly, "cases": self.cases, "contra": self.contra, "have": self.have, "split": self.split,
                 "define": self.define, "lemma": self.lemma, "induction": self.induction, "sum": self.sum,
                 "entry": self.one_entry}
        if not isinstance(proof, dict) or proof.get("rule") not in rules:
            raise Unsupported(f"the rule {proof.get('rule')!r}" if isinstance(proof, dict) else "no proof")
        return [*lines, *rules[proof["rule"]](context, goals, proof)]

    def raw(self, fact: Fact, put: Substitution) -> str:
        """Return a fact after substitution, not multiplied out."""
        return LEAN.fact(fact, put.texts, everywhere=kernel.is_indexed(fact[1]))

    def find_quoted(self, context: Context, proof: Json) -> str:
        """Return the name of the fact that is all of a certificate, "" for other certificates."""
        terms, ideal = proof.get("sum") or [], proof.get("ideal") or []
        if proof.get("times") or len(terms) + len(ideal) != 1:
            return ""
        if terms:
            return terms[0]["facts"][0] if set(terms[0]) == {"facts"} and len(terms[0]["facts"]) == 1 else ""
        return ideal[0].get("fact") or "" if ideal[0]["by"] == "1" else ""

    def cases(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """Split on the sign of a number."""
        p, name, arms = kernel.read_poly(proof["on"]), proof["name"], proof["arms"]
        minus = kernel.negative(p)
        facts = {"<": (">", minus), "<=": (">=", minus), "=": ("=", p), ">=": (">=", p), ">": (">", p)}
        less, more = LEAN.sides(p, self.here(context))
        texts, covered = [self.text(context, facts[arm]) for arm in arms], self.fresh("arms")
        last = len(texts) - 1
        choices = ["Or.inr (" * k + "Or.inl " * (k < last) + "(by linarith)" + ")" * k for k in range(len(texts))]
        why = [f"rcases lt_trichotomy ({less}) ({more}) with found | found | found <;>",
               f"  first | {' | '.join(f'exact {choice}' for choice in choices)}"]
        named = f"rcases {covered} with {' | '.join([self.fact(name)] * len(texts))}"
        lines = [*self.assert_fact(covered, " ∨ ".join(texts), why), named]
        for arm, then in arms.items():
            lines += self.subproof(self.prove(context.knowing({name: facts[arm]}), goals, then))
        return lines

    def contra(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """Suppose the negation of the goal."""
        name, goal = proof["name"], next(iter(goals.values()))
        relation, opposite = goal[0], negation(goal)
        known = {">=": "not_le.mp found", ">": "not_lt.mp found", "=": "found"}
        lines = [f"intro {self.fact(name)}"] if relation == "!=" else [
            "by_contra found",
            *wrap_line(f"have {self.fact(name)} : {self.text(context, opposite)} := {known[relation]}"),
        ]
        lines += [f"suffices {self.fresh('found')} : (1 : ℝ) ≤ (0 : ℝ) by", "  linarith"]
        return [*lines, *self.prove(context.knowing({name: opposite}), {"false": kernel.FALSE}, proof["then"])]

    def have(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """Prove a fact, then the goals with it."""
        name, new = proof["name"], kernel.read_facts({proof["name"]: proof["fact"]})
        text = self.text(context, new[name])
        why = self.prove(context, new, proof["why"])
        return [*self.assert_fact(self.fact(name), text, why), *self.prove(context.knowing(new), goals, proof["then"])]

    def split(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """Prove each conclusion separately."""
        lines = self.each(len(goals))
        for name, goal in goals.items():
            lines += self.subproof(self.prove(context, {name: goal}, proof["parts"][name]))
        return lines

    def define(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """Introduce a number that exists."""
        d = kernel.read_definition(proof["let"], context)
        return [*self.obtain(d, context, proof["why"]), *self.prove(context.defining(d), goals, proof["then"])]

    def obtain(self, d: Definition, context: Context, why: Json) -> Lines:
        """Obtain the number and its property."""
        symbol, *more = d.names
        if more:
            raise Unsupported("a nearest point that is defined in a proof")
        side, there = self.fresh("side"), context.defining(d)
        lines = self.assert_fact(side, self.text(context, d.side), self.prove(context, {"side": d.side}, why))
        name, found, fact = self.ident(symbol), self.fresh("found"), self.fact(f"{symbol}.def")
        exists = {"inverse": "inverse_exists", "sqrt": "root_exists", "ln": "log_exists"}[d.kind]
        if "[i]" in symbol:
            lines += self.name_parts([name, found], f"each_exists s (fun i hi => {exists} ({side} i hi))")
            return [*lines, *self.every(there, d, found)]
        names = [name, self.fact(f"{symbol}.sign"), found] if d.kind == "sqrt" else [name, found]
        text = self.text(there, d.facts[f"{symbol}.def"])
        parts = self.name_parts(names, f"{exists} {side}")
        return [*lines, *parts, *self.assert_fact(fact, text, [f"linarith [{found}]"])]

    def one_entry(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """Prove facts about one arbitrary entry, and conclude them at every index."""
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
        lines = self.assert_fact(general, f"∀ {binders}, " * bool(binders) + LEAN.arrow.join(claims), body)
        here = replace(context, at_index=True)
        texts = self.here(context)
        spelled = self.here(there) | {x: texts[z] for z, x in names.items()}
        lines, arguments = [*lines, *self.at_index([])], [texts[z] for z in names]
        for new, old in facts.items():
            fact, premise = context.facts[old], self.fresh("premise")
            member = f"({self.fact(old)} i hi)" if kernel.is_indexed(fact[1]) else self.fact(old)
            swaps, raw = self.swaps([fact[1]]), LEAN.fact(moved[new], spelled)
            why = [*self.enough(raw, self.text(here, fact), swaps, []), f"exact {member}"]
            lines, arguments = [*lines, *self.assert_fact(premise, raw, why)], [*arguments, premise]
        raw, last, text = self.fresh("raw"), self.fresh("found"), self.text(here, goal)
        lines += self.name_parts([raw], " ".join([general, *arguments]))
        lines += self.expand_fact(last, text, LEAN.fact(shown, spelled), raw, self.swaps([goal[1]]), [])
        return [*lines, f"exact {last}"]

    # --- lemmas ---

    def lemma(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """Apply an earlier theorem."""
        if proof["of"] not in self.library:
            raise Unsupported(f"it cites {proof['of']}, which is not exported")
        theirs = self.library[proof["of"]]
        images = context.table(sorted(theirs.statement.context.names), proof["put"])
        inputs = [kernel.read_poly(p) for p in ((proof.get("run") or {}).get("input") or {}).values()]
        level, known = level_of([*images.values(), *inputs]), dict[str, str]()
        lines, arguments = list[str](), list[str]()
        texts = {n: LEAN.value(n, p, self.here(context), level) for n, p in images.items()}
        put, assumed = Substitution(images, texts, level, theirs.table, known), theirs.hypotheses
        for n, fact in theirs.statement.assume.items():
            if n not in assumed:
                asserted, known[n] = self.premise(context, put.fact(fact), None, put, proof["premises"][n])
                lines += asserted
        if theirs.run and context.run:
            seen = self.fresh("seen")
            lines += self.simulation(seen, context, theirs, put, proof["run"])
            arguments.append(f"({seen} {' '.join(map(self.ident, context.run.state))} reached)")
        for n, data in assumed.items():
            fact = put.fact(theirs.statement.assume[n])
            asserted, argument = self.premise(context, fact, data, put, proof["premises"][n])
            lines, arguments = lines + asserted, [*arguments, argument]
        values = [self.argument(n, images[n], context, level) for n in theirs.variables]
        space, size = f"(V := {larger(level)})", ["s"] * theirs.sized
        new = {proof["as"][n]: put.fact(f) for n, f in theirs.statement.show.items()}
        found, after = list[str](), list[str]()
        for (name, fact), data in zip(new.items(), theirs.data["show"].values(), strict=True):
            raw, goal = put.relation(data), self.text(context, fact)
            found.append(self.fact(name) if raw == goal else self.fresh("raw"))
            if raw != goal:
                rules, swaps = self.rules(context, data, put, after), self.swaps([*images.values(), fact[1]])
                why = self.expand_fact(self.fact(name), goal, raw, found[-1], swaps, rules, vector=_is_equation(data))
                after += why
        lines += [*self.name_parts(found, " ".join([theirs.name, space, *size, *values, *arguments])), *after]
        return [*lines, *self.prove(context.knowing(new), goals, proof["then"])]

    def premise(self, context: Context, fact: Fact, data: Json, put: Substitution, proof: Json) -> tuple[Lines, str]:
        """Return tactics for a premise of a theorem (as written, if there are data), and the argument for it."""
        quoted = self.find_quoted(context, proof) if proof.get("rule") == "poly" else ""
        text = self.text(context, fact)
        raw = put.relation(data) if data else text
        if quoted and self.text(context, context.facts[quoted]) == raw:
            return [], self.fact(quoted)
        name, lines, why = self.fresh("premise"), list[str](), self.prove(context, {"": fact}, proof)
        if raw != text:
            rules, swaps = self.rules(context, data, put, lines), self.swaps([*put.images.values(), fact[1]])
            why = [*self.enough(raw, text, swaps, rules, vector=_is_equation(data)), *why]
        return [*lines, *self.assert_fact(name, raw, why)], name

    def schema(self, context: Context, entry: Json) -> tuple[Lines, str]:
        """Return tactics for an equation between sums of vectors or exponentials, and its name."""
        name, here = self.fresh("schema"), self.here(context)
        if law := entry.get("law"):
            p, q = kernel.read_poly(law["of"]), kernel.read_poly(law["and"])
            texts = [add_brackets(LEAN.real(exponent(r), here)) for r in (p, q, kernel.add(p, q))]
            why = [f"have raw := Real.exp_add {texts[0]} {texts[1]}",
                   f"have both : {texts[0]} + {texts[1]} = {texts[2]} := by ring",
                   "simpa only [both, Real.exp_zero] using raw"]
            one, other, whole = ("(1 : ℝ)" if text == "(0 : ℝ)" else f"Real.exp {text}" for text in texts)
            return self.assert_fact(name, f"{whole} = {one} * {other}", why), name
        u, v = (kernel.read_poly(entry["sum"][part]) for part in ("of", "with"))
        left, right = ["sum", poly_to_term(u)], poly_to_term(v)
        raw, own, before = ["=", ["@", left, right], ["sum", ["@", left[1], right]]], self.own(context), list[str]()
        rules, swaps = self.rules(context, raw, own, before), self.swaps([kernel.sum_over(u), v])
        sides = kernel.gram(kernel.sum_over(u), v), kernel.sum_over(kernel.gram(u, v))
        equation = " = ".join(LEAN.real(p, here) for p in sides)
        why = [*wrap_line(f"have raw : {LEAN.plain_relation(raw, own.within(raw).leaf())} := sum_inner s _ _")]
        why += [*rewrite(rules, " at raw"), *reduce_products(swaps, " at raw"), "linarith"]
        return [*before, *self.assert_fact(name, equation, why)], name

    # --- runs ---

    def simulation(self, seen: str, context: Context, theirs: Theorem, put: Substitution, data: Json) -> Lines:
        """Prove that the run of this proof, after a substitution, is a run of the cited theorem."""
        (ours, step), run, before = context.stepping(), theirs.run, context.before()
        images, level = put.images, put.level
        assert run is not None
        taken = {**images, **step.table(run.input, data["input"])}
        there = [n for n in taken if n in run.state or n in run.input or n not in theirs.statement.context.state]
        texts = {n: LEAN.value(n, taken[n], self.here(step), level) for n in there}
        through = replace(put, images=taken, texts=texts)
        values = [self.argument(n, images[n], before, level) for n in theirs.parameters]
        whens, arguments = self.conditions(step), list[str]()
        for n, fact in run.when.items():
            premised = through.fact(fact), theirs.data["run"]["when"][n], through, data["when"][n]
            asserted, argument = self.premise(step, *premised)
            whens, arguments = whens + asserted, [*arguments, argument]
        given, body = [self.argument(n, taken[n], step, level) for n in [*run.state, *run.input]], list[str]()
        parameters = [larger(level), "_", "_", *["ι", "s"] * theirs.run_sized, *values]
        for made, where, here, moved, lines, proofs, applied in (
            ("start", before, ours.start, run.start, list[str](), data["start"], list[str]()),
            ("next", step, ours.next, run.next, whens, data["next"], [*given, "ih", *arguments]),
        ):
            own, terms = self.own(where), self.theorem.data["run"][made]
            spelled = self.here(where) | {n: own.ascribe_type(n, terms[n]) for n in ours.state}
            for n in run.state:
                left, right = through.term(theirs.data["run"][made][n], ATOM), LEAN.value(n, images[n], spelled, level)
                if left != right:
                    rules = self.rules(where, theirs.data["run"][made][n], through, lines)
                    used = [terms[m] for m in ours.state if m in kernel.variables(images[n])]
                    rules += [rule for term in used for rule in self.rules(where, term, own, lines)]
                    gap = kernel.negative(kernel.substitute(moved[n], taken))
                    gap = kernel.add(kernel.substitute(images[n], here), gap)
                    swaps = self.swaps([*taken.values(), *here.values()])
                    lines += self.same(where, n, left, right, gap, swaps, rules, proofs[n])
            constructor = " ".join([f"@{theirs.name}_Reached.{MADE[made]}", *parameters, *applied])
            lines += wrap_line(f"convert {constructor} using 1 <;>")
            body += self.case(MADE[made], ours, [], [*lines, "  first | assumption | exact Eq.symm (by assumption)"])
        image = " ".join(self.argument(n, images[n], context, level) for n in run.state)
        claim = f"@{theirs.name}_Reached {' '.join(parameters)} {image}"
        return self.assert_fact(seen, self.every_state(context, ours, claim), [*self.over_run(ours), *body])

    def conditions(self, step: Context) -> Lines:
        """Multiply out the conditions of a step."""
        own, run, lines = self.own(step), self.theorem.run, list[str]()
        assert run is not None
        for n, fact in run.when.items():
            lines += self.multiplied_out(step, n, self.theorem.data["run"]["when"][n], fact, own)
        return lines

    def same(self, where: Context, name: str, left: str, right: str, gap: Poly, swaps: str, rules: list[str],
             proof: Json) -> Lines:
        """Prove two terms equal, because their difference is zero or has length zero."""
        vector, family = name.endswith("@"), "[i]" in name
        goal: Fact = "=", kernel.gram(gap, gap) if vector else gap
        if goal[1] and family:
            raise Unsupported("a simulation where families are equal only on the index set")
        if family:
            left, right = f"(fun i => {left})", f"(fun i => {right})"
        if family and any("hi" in rule for rule in rules):
            raise Unsupported("a simulation where families are equal only on the index set")
        lines = self.compare(vector, family, None if goal[1] else swaps, rules)
        if goal[1]:
            lines += [*self.enough("", self.text(where, goal), swaps, []), *self.prove(where, {"": goal}, proof)]
        return self.assert_fact(self.fresh("same"), f"{left} = {right}", lines)

    def induction(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """Prove that invariants hold at the start and that each step preserves them."""
        facts, (run, arbitrary) = kernel.read_facts(proof["invariants"]), context.stepping()
        known = [self.fact(n) for n in facts]
        body = self.over_run(run)
        for made, where, moved, proofs, gone in (("start", context.before(), run.start, proof["base"], run.state),
                                                 ("next", arbitrary.knowing(facts), run.next, proof["step"], [])):
            spelled = {n: LEAN.value(n, p, self.here(where)) for n, p in moved.items()}
            put = Substitution(moved, self.here(context) | spelled)
            terms = [*moved.values(), *(p for _, p in facts.values())]
            lines = self.conditions(where) if made == "next" else []
            lines += ["beta_reduce"] * any("[i]" in n for n in moved) + self.expand_states(where, made, run.state)
            lines += self.each(len(facts))
            for n, fact in facts.items():
                raw, meant, proved = self.raw(fact, put), put.fact(fact), list[str]()
                text, swaps = self.text(where, meant), self.swaps(terms, gone, sums=[meant[1]])
                if raw != text:
                    rules = self.rules(where, poly_to_term(fact[1]), put, proved)
                    proved += self.enough(raw, text, swaps, rules)
                proved += self.prove(where, {"": meant}, proofs[n])
                lines += proved if len(facts) == 1 else self.subproof(proved)
            body += self.case(MADE[made], run, known, lines)
        invariants, claim = self.fresh("invariants"), LEAN.all_of([self.text(context, f) for f in facts.values()])
        state = " ".join(map(self.ident, run.state))
        return [*self.assert_fact(invariants, self.every_state(context, run, claim), body),
                *self.name_parts(known, f"{invariants} {state} reached"),
                *self.prove(context.knowing(facts), goals, proof["then"])]

    # --- certificates and sums ---

    def poly(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """Combine equations; give the products of the certificate as hints for inequalities."""
        relation, goal = next(iter(goals.values()))
        times, terms, ideal = (kernel.items(proof.get(key)) for key in ("times", "sum", "ideal"))
        quoted = self.find_quoted(context, proof)
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
        """Return the name of an equation: a fact, or a schema that is added to `before`."""
        if "fact" in entry:
            return self.fact(entry["fact"])
        lines, name = self.schema(context, entry)
        before += lines
        return name

    def combination(self, context: Context, equations: list[tuple[Json, str]]) -> str:
        """Return the sum of multiples of equations that gives an equation."""
        here = self.here(context)
        parts = [f"{self.real(kernel.read_poly(e['by']), here)} * {name}" for e, name in equations]
        return " + ".join(parts) or "(0 : ℝ)"

    def product(self, context: Context, term: Json, strict: bool, before: Lines) -> Lines:
        """Return the proof that a product of a certificate is positive or not negative; [] for a constant."""
        here = self.here(context)
        facts = [(self.fact(n), context.facts[n][0]) for n in term.get("facts") or []]
        squares, norms, exponents = ([kernel.read_poly(q) for q in term.get(key) or []]
                                     for key in ("squares", "norms", "exponentials"))
        remainders = term.get("remainders") or []
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

    def remainder(self, data: Json, here: Mapping[str, str], before: Lines) -> str:
        """Return the name of the fact that an exponential is at least its series; add the fact to `before`."""
        name, (p, q), d = self.fresh("remainder"), (kernel.read_poly(data[k]) for k in ("of", "at")), data["degree"]
        of, at = (self.real(exponent(term), here) for term in (p, q))
        text = LEAN.fact((">=", kernel.remainder(p, q, d)), here)
        why = [f"have raw := exp_remainder {d // 2} {of} {at}", "norm_num [exp_series, exp_power] at raw"]
        before += self.assert_fact(name, text, [*why, "linarith"])
        return f"sub_nonneg.mpr {name}"

    def norm(self, context: Context, v: Poly, before: Lines) -> str:
        """Return the name of the fact that a squared length is not negative; add the fact to `before`."""
        here, name = self.here(context), self.fresh("norm")
        gram = LEAN.fact((">=", kernel.gram(v, v)), here)
        raw = f"have raw := real_inner_self_nonneg (x := {LEAN.vector(v, here, level_of([v]))})"
        swapped = reduce_products(self.swaps([v]), " at raw")
        before += [*wrap_line(f"have {name} : {gram} := by"), *indent([*wrap_line(raw), *swapped, "linarith"])]
        return name

    def sum(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """Sum a fact over every index."""
        relation, p = context.facts[proof["fact"]]
        new: Fact = ("=" if relation == "=" else ">=", kernel.sum_over(p))
        given = f"({self.fact(proof['fact'])}{' i hi' * kernel.is_indexed(p)}){'.le' * (relation == '>')}"
        added = "Finset.sum_congr rfl" if relation == "=" else "Finset.sum_le_sum"
        why = [*wrap_line(f"have raw := {added} (fun i (hi : i ∈ s) => {given})"), "split_sums at raw"]
        lines = self.assert_fact(self.fact(proof["name"]), self.text(context, new), [*why, "linarith"])
        known = context
        if each := proof.get("each"):
            whole: Fact = (">=", kernel.add(kernel.sum_over(p), kernel.negative(p)))
            known = context.knowing({each: whole})
            weak = ".le" * (relation == ">")
            term = f"(fun i (hi : i ∈ s) => sub_nonneg.mpr ({self.fact(proof['fact'])} i hi){weak})"
            single = wrap_line(f"have raw := Finset.single_le_sum {term} hi")
            why = ["intro i hi", *single, "split_sums at raw", "linarith"]
            lines += self.assert_fact(self.fact(each), self.text(context, whole), why)
        return [*lines, *self.prove(known.knowing({proof["name"]: new}), goals, proof["then"])]
