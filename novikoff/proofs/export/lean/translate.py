"""Entries of the kernel's book as Lean theorems over every real inner-product space, with proofs.

Statements are read and proofs are put together as for Coq; here are the words and sentences of Lean. Equations are
proved by `linear_combination`, inequalities by `nlinarith` with the products of the certificate as hints, runs are an
inductive predicate `<theorem>_Reached`, a finite family is a function on the indices in a `Finset`.

What cannot be translated is left out with `sorry`, whose reason stands beside it and in `Translation.omitted`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ... import kernel
from ...kernel import Context, Definition, Fact, Json, Poly, Run
from ..coq.signs import Remainder
from ..coq.translate import Translation as Statements
from ..spelling import Lines, Unsupported, bracketed, level_of
from ..spelling import wrapped as wrapped_words
from ..stating import Goals, Theorem, exponent, facts_defining
from .refuting import refutation
from .spelling import LEAN, RESERVED

SPACE = "{V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V]"
SUMS = ("Finset.sum_add_distrib, Finset.sum_sub_distrib, ← Finset.mul_sum, ← Finset.sum_mul, Finset.sum_const, "
        "nsmul_eq_mul")  # fmt: skip


class Translation(Statements):
    """The Lean text of one entry; `theorem` is what later entries need of it, `omitted` why a proof is `sorry`."""

    spell = LEAN
    reserved = RESERVED.split()
    run, explicit = "{}_Reached", "@{}_Reached"
    constructor = "@{}_Reached.{}"
    keywords = "theorem", "theorem"
    known, evaluated = "ih", "beta_reduce"
    swap, swapping = "real_inner_comm {0} {1}", "{}"
    omitted = ""

    # --- statements ---

    def head(self, keyword: str, name: str, variables: Iterable[str], hypotheses: Lines, conclusion: str) -> Lines:
        """A theorem's statement."""
        size = " {ι : Type*} (s : Finset ι)" * self.sized
        binders = f"{keyword} {name} {SPACE}{size} {self.binders(variables)}".rstrip()
        stated = [part for h in hypotheses for part in wrapped(f"    {h}")]
        return [*wrapped(binders), *stated, *wrapped(f"    : {conclusion} := by")]

    def defined_run(self, sorts: str, start: str, given: str, when: list[str], moved: str) -> Lines:
        """The run as an inductive predicate: what it starts with, and what a step makes of what is given."""
        name, size = self.run.format(self.name), " {ι : Type*} (s : Finset ι)" * self.theorem.run_sized
        head = f"inductive {name} {SPACE}{size} {self.binders(self.theorem.parameters)}".rstrip()
        stated = [f"{head} : {sorts} where", f"  | start : {start}", f"  | step {given}"]
        stated += [*(f"      {condition}" for condition in when), f"      : {moved}"]
        return [part for line in stated for part in wrapped(line)]

    def refuted(self, data: Json) -> Lines:
        """The theorem that the statement is false, with its proof."""
        return refutation(self, data)

    def argument(self, name: str, image: Poly, context: Context, level: int = 0) -> str:
        """What is put for a variable; for a family a function of the index."""
        text = self.spell.term(name, image, self.here(context), level)
        return f"(fun i => {text})" if "[i]" in name else text

    def parameters(self, theirs: Theorem, values: list[str], level: int) -> list[str]:
        """What the run of a theorem is applied to, with what Lean finds by itself."""
        return [self.spell.larger(level), "_", "_", *["ι", "s"] * theirs.run_sized, *values]

    def every_state(self, context: Context, run: Run, claim: str) -> str:
        """The claim holds of every state that is reached."""
        return f"∀ {self.binders(run.state)}, {self.state(context)} → {claim}"

    # --- steps of proofs ---

    def by_hand(self, context: Context, goals: Goals, proof: Json) -> Lines:
        """There is no such file for Lean."""
        raise Unsupported("a proof that is written by hand for Coq")

    def proved(self, proof: Callable[[], Lines]) -> Lines:
        """A proof; or `sorry` and the reason."""
        try:
            return indented(proof())
        except Unsupported as problem:
            self.omitted = str(problem)
            return [f"  sorry -- not translated: {problem}"]

    def subproof(self, lines: Lines) -> Lines:
        """The proof of one of several goals."""
        first, *rest = lines
        return [f"· {first}", *indented(rest)]

    def each(self, count: int) -> Lines:
        """A conjunction as its parts, if there are several."""
        return [] if count == 1 else [f"refine ⟨{', '.join(['?_'] * count)}⟩"]

    def at_index(self, facts: list[str]) -> Lines:
        """Prove it at an arbitrary index, where these facts are used."""
        return ["intro i hi", *(f"have {name} := {name} i hi" for name in facts)]

    def asserted(self, name: str, text: str, why: Iterable[str]) -> Lines:
        """have, with its proof."""
        return [*wrapped(f"have {name} : {text} := by"), *indented(why)]

    def enough(self, raw: str, text: str, swaps: str, sums: Iterable[str]) -> Lines:
        """Go on with a text from which the goal `raw` follows when it is multiplied out."""
        reduced = self.fresh("reduced")
        why = converting(raw, text, reduced, swaps, sums=sums)
        return [*wrapped(f"suffices {reduced} : {text} by"), *indented(why)]

    def reduced(self, name: str, text: str, given: str, raw: str, swaps: str, sums: Iterable[str]) -> Lines:
        """A fact `raw`, whose text is given, multiplied out."""
        return self.asserted(name, text, converting(text, given, raw, swaps, at=raw, sums=sums))

    def rearranged(self, name: str, text: str, found: str) -> Lines:
        """A fact that follows linearly from one that was found."""
        return self.asserted(name, text, [f"linarith [{found}]"])

    def obtained(self, names: list[str], proof: str) -> Lines:
        """Names for the parts of what is proved."""
        return wrapped(f"obtain {pattern(names)} := {proof}")

    def some(self, name: str, *, typed: bool) -> str:
        """There is a number, or a family of numbers."""
        return f"∃ {self.ident(name)} : {self.spell.sort(name)}, "

    def exhibited(self, numbers: list[str], known: list[str]) -> str:
        """The numbers that exist."""
        return f"exact {pattern([*numbers, *known])}"

    def for_each(self, exists: str, side: str) -> str:
        """The proof that there is a number for each index, from that for one."""
        return f"each_exists s (fun i hi => {exists} ({side} i hi))"

    def every(self, there: Context, d: Definition, found: str) -> Lines:
        """The facts of a definition, one for each index, from what was found."""
        facts, (obtained, used) = facts_defining(d), (["obtain ⟨low, root⟩ := {} i hi"], "low, root")
        if d.kind != "sqrt":
            obtained, used = [], f"{found} i hi"
        why = ["intro i hi", *(line.format(found) for line in obtained), f"linarith [{used}]"]
        return [line for n, f in facts.items() for line in self.asserted(self.fact(n), self.text(there, f), why)]

    def parameters_of_space(self, level: int) -> list[str]:
        """The index set, as argument; the space is found by what follows."""
        return [self.spell.size]

    def for_all(self, binders: str, claim: str) -> str:
        """The claim holds for all of these."""
        return f"∀ {binders}, {claim}" if binders else claim

    def introduced(self, names: list[str]) -> Lines:
        """Arbitrary things, and facts about them."""
        return [f"intro {' '.join(names)}"] * bool(names)

    def exactly(self, proof: str) -> str:
        """The goal, by its proof."""
        return f"exact {proof}"

    def member(self, name: str, fact: Fact) -> str:
        """The proof of a fact at the index."""
        return f"({self.fact(name)} i hi)" if kernel.is_indexed(fact[1]) else self.fact(name)

    def alternatives(self, name: str, less: str, more: str, texts: list[str]) -> Lines:
        """One of these comparisons of two numbers holds, under a name."""
        covered, last = self.fresh("arms"), len(texts) - 1
        choices = ["Or.inr (" * k + "Or.inl " * (k < last) + "(by linarith)" + ")" * k for k in range(len(texts))]
        why = [f"rcases lt_trichotomy ({less}) ({more}) with found | found | found <;>",
               f"  first | {' | '.join(f'exact {choice}' for choice in choices)}"]  # fmt: skip
        named = f"rcases {covered} with {' | '.join([name] * len(texts))}"
        return [*self.asserted(covered, " ∨ ".join(texts), why), named]

    def supposed(self, name: str, relation: str, less: str, more: str, negation: str) -> Lines:
        """Suppose that the goal, this relation of two numbers, is wrong; then find a contradiction."""
        known = {">=": "not_le.mp found", ">": "not_lt.mp found", "=": "found"}
        lines = [f"intro {name}"] if relation == "!=" else [
            "by_contra found", *wrapped(f"have {name} : {negation} := {known[relation]}"),
        ]  # fmt: skip
        return [*lines, f"suffices {self.fresh('found')} : (1 : ℝ) ≤ (0 : ℝ) by", "  linarith"]

    def over_run(self, context: Context, run: Run, facts: list[str]) -> Lines:
        """Induction over the steps that lead to any state."""
        return [f"intro {' '.join(map(self.ident, run.state))} reached", "induction reached with"]

    def case(self, constructor: str, run: Run, facts: list[str], lines: Lines) -> Lines:
        """The case of the start or of a step, before which the facts are known."""
        if constructor == "start":
            return ["| start =>", *indented(lines)]
        names = [*map(self.ident, [*run.state, *run.input]), "reached", *map(self.fact, run.when), self.known]
        known = [f"obtain {pattern(facts)} := {self.known}"] * bool(facts)
        return [f"| step {' '.join(names)} =>", *indented([*known, *lines])]

    def transported(self, constructor: str) -> Lines:
        """A step of a run, whose states are equal to those of the goal."""
        closing = "first | assumption | exact Eq.symm (by assumption)"
        return [*wrapped(f"convert {constructor} using 1 <;>"), f"  {closing}"]

    def compared(self, vector: bool, family: bool, swaps: str | None, *, like: bool) -> Lines:
        """Equal if so at each index, and if the difference has length 0; with swaps, proved by multiplying out."""
        lines = ["funext i"] * family + ["apply vector_eq"] * vector
        return lines if swaps is None else [*lines, *reduced_by(swaps), "ring"]

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
            return [*before, *wrapped(f"linear_combination {self.combination(context, equations)}")]
        hints = [h for term in terms for h in self.product(context, term, relation in (">", "!="), before)]
        hints += [f"multiple {self.real(kernel.read_poly(e['by']), here)} {name}" for e, name in equations]
        finish = nlinarith(hints)
        if not times and relation != "!=":
            return [*before, *finish]
        values = [kernel.Checker({}).positive(context, term)[0] for term in times] or [kernel.constant(1)]
        factor = self.spell.real(kernel.add(*values), here)
        if relation == "!=":
            return [*before, f"refine cancel_ne (m := {factor}) ?_", *finish]
        signs = [h for term in times for h in self.product(context, term, relation != ">", before)]
        positive = wrapped(f"have multiplier : 0 {'≤' if relation == '>' else '<'} {factor} := by")
        cancel = {">=": "cancel_le", ">": "cancel_lt", "=": "cancel_eq"}[relation]
        if relation == "=":
            finish = wrapped(f"linear_combination {self.combination(context, equations)}")
        signed = indented(nlinarith(signs))
        return [*before, *positive, *signed, f"refine {cancel} multiplier ?_", *finish]

    def real(self, p: Poly, here: Mapping[str, str]) -> str:
        """A number, in brackets if it needs them."""
        return bracketed(self.spell.real(p, here))

    def equation(self, context: Context, entry: Json, before: Lines) -> str:
        """The name of an equation, which is a fact or a schema that goes before."""
        if "fact" in entry:
            return self.fact(entry["fact"])
        lines, name, _ = self.schema(context, entry)
        before += lines
        return name

    def ordered(self, name: str, swaps: str) -> Lines:
        """The vectors of inner products in a hypothesis, brought into order."""
        return wrapped(f"try simp only [{swaps}] at {name}") if swaps else []

    def law(self, name: str, p: str, q: str, both: str) -> Lines:
        """The law of exponents."""
        why = [f"have raw := Real.exp_add {p} {q}", f"have both : {p} + {q} = {both} := by ring",
               "simpa only [both, Real.exp_zero] using raw"]  # fmt: skip
        whole, *factors = ("(1 : ℝ)" if x == "(0 : ℝ)" else f"Real.exp {x}" for x in (both, p, q))
        return self.asserted(name, f"{whole} = {' * '.join(factors)}", why)

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
        text = self.spell.fact((">=", kernel.remainder(*r)), here)
        why = [f"have raw := exp_remainder {r.degree // 2} {of} {at}", "norm_num [exp_series, exp_power] at raw"]
        before += self.asserted(name, text, [*why, "linarith"])
        return f"sub_nonneg.mpr {name}"

    def norm(self, context: Context, v: Poly, before: Lines) -> str:
        """The name of the fact that a square length is not negative, which goes before."""
        here, name = self.here(context), self.fresh("norm")
        gram = self.spell.fact((">=", kernel.gram(v, v)), here)
        raw = f"have raw := real_inner_self_nonneg (x := {self.spell.vector(v, here, level_of([v]))})"
        swapped = reduced_by(self.swaps([v]), " at raw")
        before += [*wrapped(f"have {name} : {gram} := by"), *indented([*wrapped(raw), *swapped, "linarith"])]
        return name

    def summed(
        self, name: str, before: str, after: str, swaps: str, held: Mapping[str, str], *, vector: bool = False
    ) -> Lines:
        """An equation between a sum and what is left of it when constants are taken out."""
        return self.by_induction(name, f"{before} = {after}", swaps, held, vector=vector)

    def by_induction(
        self, name: str, equation: str, swaps: str, held: Mapping[str, str], *, vector: bool = False,
        rewritten: bool = True,
    ) -> Lines:  # fmt: skip
        """An equation between sums, for any numbers and vectors `held`, by induction over the set."""
        equation = equation.replace("∈ s,", "∈ t,").replace("s.card", "t.card")
        numbers = "".join(f" ({number} : {sort})" for number, sort in held.items())
        one_more = "Finset.sum_insert out, Finset.card_insert_of_notMem out, Nat.cast_add, Nat.cast_one"
        rewriting, closing = (", ih", "ring") if rewritten else ("", "linarith")
        apart = ["apply ext_inner_right ℝ", "intro z"] * vector
        why = [
            "classical", f"intro {' '.join(['t', *held])}", "induction t using Finset.induction_on with",
            "| empty => simp", "| insert j t out ih =>",
            *indented([f"simp only [{one_more}{rewriting}]", *apart, *reduced_by(swaps), closing]),
        ]  # fmt: skip
        return self.asserted(name, f"∀ (t : Finset ι){numbers}, {equation}", why)

    def specialized(self, name: str, values: list[str]) -> Lines:
        """The equation for the whole index set, and these numbers."""
        return wrapped(f"have {name} := {' '.join([name, 's', *values])}")

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


def pattern(names: list[str]) -> str:
    """A pattern for the parts of a conjunction."""
    return names[0] if len(names) == 1 else f"⟨{', '.join(names)}⟩"


def indented(lines: Iterable[str]) -> Lines:
    """Two columns to the right."""
    return [f"  {line}" for line in lines]


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
    like = [f"ring_nf at {name} ⊢"] * ("Real.exp" in goal + given and not apart)  # exponents too
    return [*intros, *apart, *rewriting, *reduced_by(swaps, where), *like, "linarith"]
