"""Entries as Lean theorems, with proofs, over every real inner-product space.

This module has the words and sentences of Lean; `kernel_proofs` composes proofs. A theorem is stated as its author
wrote it; its proof begins by multiplying out the hypotheses. `linear_combination` proves equations; `nlinarith` proves
inequalities with the products of the certificate as hints. A run is an inductive predicate `<theorem>_Reached`; a
finite family is a function on the indices in a `Finset`.

A part without translation becomes `sorry`; the reason is beside it and in `Translation.omitted`.
"""

from collections.abc import Callable, Iterable, Mapping

from ...kernel import Context, Definition, Poly, Run
from ..prover_syntax import Lines, Unsupported, add_brackets, indent
from ..prover_syntax import wrap_words as wrapped_words
from .mathlib_names import LEAN
from .statements import Stating, facts_defining

SPACE = "{V : Type*} [NormedAddCommGroup V] [InnerProductSpace ℝ V]"


class Sentences(Stating):
    """The words and sentences of Lean; `omitted` says why a proof is `sorry`."""

    omitted: str = ""

    # --- statements ---

    def head(self, name: str, variables: Iterable[str], hypotheses: Lines, conclusion: str) -> Lines:
        """Return the statement of a theorem."""
        size = " {ι : Type*} (s : Finset ι)" * self.sized
        binders = f"theorem {name} {SPACE}{size} {self.binders(variables)}".rstrip()
        stated = [part for h in hypotheses for part in wrap_line(f"    {h}")]
        return [*wrap_line(binders), *stated, *wrap_line(f"    : {conclusion} := by")]

    def argument(self, name: str, image: Poly, context: Context, level: int = 0) -> str:
        """Return the image of a variable; for a family, a function of the index."""
        text = LEAN.value(name, image, self.here(context), level)
        return f"(fun i => {text})" if "[i]" in name else text

    def every_state(self, context: Context, run: Run, claim: str) -> str:
        """Return the sentence that the claim holds for every reached state."""
        return f"∀ {self.binders(run.state)}, {self.state(context)} → {claim}"

    # --- steps of proofs ---

    def write_proof(self, proof: Callable[[], Lines]) -> Lines:
        """Return a proof, or `sorry` and the reason."""
        try:
            return indent(proof())
        except Unsupported as problem:
            self.omitted = str(problem)
            return [f"  sorry -- not translated: {problem}"]

    def subproof(self, lines: Lines) -> Lines:
        """Return the proof of one of several goals."""
        first, *rest = lines
        return [f"· {first}", *indent(rest)]

    def each(self, count: int) -> Lines:
        """Split a conjunction into its parts, if there are several."""
        return [] if count == 1 else [f"refine ⟨{', '.join(['?_'] * count)}⟩"]

    def at_index(self, facts: list[str]) -> Lines:
        """Return tactics that introduce an arbitrary index and restate these facts at it."""
        return ["intro i hi", *(f"have {name} := {name} i hi" for name in facts)]

    def assert_fact(self, name: str, text: str, why: Iterable[str]) -> Lines:
        """Return `have` with its proof."""
        return [*wrap_line(f"have {name} : {text} := by"), *indent(why)]

    def enough(self, raw: str, text: str, swaps: str, rules: Iterable[str], *, vector: bool = False) -> Lines:
        """Replace the goal `raw` by its multiplied-out form."""
        reduced = self.fresh("reduced")
        why = convert_goal(raw, text, reduced, swaps, rules=rules, vector=vector)
        return [*wrap_line(f"suffices {reduced} : {text} by"), *indent(why)]

    def expand_fact(self, name: str, text: str, given: str, raw: str, swaps: str, rules: Iterable[str], *,
                    vector: bool = False) -> Lines:
        """Multiply out a fact `raw` to the given text."""
        return self.assert_fact(name, text, convert_goal(text, given, raw, swaps, raw, rules, vector=vector))

    def name_parts(self, names: list[str], proof: str) -> Lines:
        """Name the parts of a proved conjunction."""
        return wrap_line(f"obtain {pattern(names)} := {proof}")

    def every(self, there: Context, d: Definition, found: str) -> Lines:
        """Return the facts of a definition, one for each index."""
        facts, (obtained, used) = facts_defining(d), (["obtain ⟨low, root⟩ := {} i hi"], "low, root")
        if d.kind != "sqrt":
            obtained, used = [], f"{found} i hi"
        why = ["intro i hi", *(line.format(found) for line in obtained), f"linarith [{used}]"]
        return [line for n, f in facts.items() for line in self.assert_fact(self.fact(n), self.text(there, f), why)]

    def over_run(self, run: Run) -> Lines:
        """Begin an induction over the steps that lead to any state."""
        return [f"intro {' '.join(map(self.ident, run.state))} reached", "induction reached with"]

    def case(self, constructor: str, run: Run, facts: list[str], lines: Lines) -> Lines:
        """Return the case of the start or of a step, in which the facts are known."""
        if constructor == "start":
            return ["| start =>", *indent(lines)]
        names = [*map(self.ident, [*run.state, *run.input]), "reached", *map(self.fact, run.when), "ih"]
        known = [f"obtain {pattern(facts)} := ih"] * bool(facts)
        return [f"| step {' '.join(names)} =>", *indent([*known, *lines])]

    def compare(self, vector: bool, family: bool, swaps: str | None, rules: Iterable[str]) -> Lines:
        """Reduce an equation of families to each index, and an equation of vectors to a difference of length 0. Given
        swaps, prove the equation by multiplying out."""
        lines = ["funext i"] * family + rewrite(rules)
        if swaps is None:
            return lines + ["apply vector_eq.mpr"] * vector
        return [*lines, *finish(swaps, "module" if vector else "ring")]

    # --- certificates and sums ---

    def real(self, p: Poly, here: Mapping[str, str]) -> str:
        """Return the text of a number, in brackets if it needs them."""
        return add_brackets(LEAN.real(p, here))


def wrap_line(line: str) -> Lines:
    """Break a long line at spaces; continuation lines are indented further than its beginning."""
    margin = line[: len(line) - len(line.lstrip())]
    return [margin + part for part in wrapped_words(line.lstrip())]


def pattern(names: list[str]) -> str:
    """Return the pattern for the parts of a conjunction."""
    return names[0] if len(names) == 1 else f"⟨{', '.join(names)}⟩"


def nlinarith(hints: list[str]) -> Lines:
    """Return the tactic that proves an inequality linearly from the hypotheses and these products."""
    return wrap_line(f"nlinarith [{', '.join(hints)}]" if hints else "norm_num")


def factor(name: str, relation: str, strict: bool) -> str:
    """Return a proof that the number in a fact is positive, or not negative."""
    if relation == ">=":
        return f"sub_nonneg.mpr {name}"
    proof = f"sub_pos.mpr {name}" if relation == ">" else f"mul_self_pos.mpr (sub_ne_zero.mpr {name})"
    return proof if strict else f"({proof}).le"


def reduce_products(swaps: str, where: str = "") -> Lines:
    """Return tactics that multiply out inner products and order their vectors alphabetically."""
    return [f"gram{where}", *(wrap_line(f"try simp only [{swaps}]{where}") if swaps else [])]


def finish(swaps: str, tactic: str) -> Lines:
    """Return tactics that multiply out inner products in the goal and close it by `tactic` if it is still open."""
    return wrap_line(" <;> ".join(["gram", *[f"(try simp only [{swaps}])"] * bool(swaps), tactic]))


def convert_goal(goal: str, given: str, name: str, swaps: str, at: str = "", rules: Iterable[str] = (), *,
                 vector: bool = False) -> Lines:
    """Return tactics that prove a goal from a fact under a name. First the goal, or with `at` the fact, is rewritten by
    the rules and multiplied out; it may be an equation between vectors."""
    intros = ["intro i hi"] * goal.startswith("∀") + [f"have {name} := {name} i hi"] * given.startswith("∀")
    apart = ["intro same", f"apply {name}"] if "≠" in given else []
    where = "" if bool(apart) == bool(at) else " at same" if apart else f" at {at}"
    lengths = [f"have {at} := vector_eq.mp {at}" if at else "apply vector_eq.mpr"] * vector
    like = [f"ring_nf at {name} ⊢"] * ("Real.exp" in goal + given and not apart)  # exponents too
    return [*intros, *apart, *rewrite(rules, where), *lengths, *reduce_products(swaps, where), *like, "linarith"]


def rewrite(rules: Iterable[str], where: str = "") -> Lines:
    """Return the tactic that rewrites by the rules, one after another."""
    rules = list(rules)
    return wrap_line(f"rewrite [{', '.join(rules)}]{where}") if rules else []
