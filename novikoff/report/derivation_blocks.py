"""The statement, the derivation and the necessity of hypotheses of a claim, as blocks of a document.

Main definitions: `Reader`, `Evaluation`.

The blocks come from the same script as the kernel's certificate. This module adds only the parts that a reader wants
written out: a cited theorem after substitution, an invariant before and after a step, the numbers of a counterexample.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import singledispatchmethod
from itertools import zip_longest
from types import MappingProxyType
from typing import Any

from ..proofs import kernel
from ..proofs.search.elaboration import Written, write_statement
from ..proofs.statements import proof_script
from ..proofs.statements.expressions import (
    COMPARISONS,
    Expression,
    Symbol,
    is_numeral,
    term_of,
    walk_terms,
    with_terms,
    write_term,
)
from ..proofs.statements.printable_polynomials import atom, term
from ..proofs.statements.registry import Claim, known_claims, require_claim
from ..proofs.statements.vector_language import (
    OPPOSITES,
    Relation,
    Sum,
    Translation,
    Vector,
    equal,
    exp,
    names_in,
    of_term,
    write_poly,
)
from .document_formats import Cite, Code, Formula, Group, Inline, Line, Lines, Name, Words

COMPUTED: Inline = ("by computation",)


# --- substitution and evaluation ------------------------------------------------------------------


def substitute(e: Any, images: Mapping[str, Any], in_sums: bool = True) -> Any:
    """Replace variables in a number, vector or relation; with `in_sums=False`, leave sums unchanged."""
    if isinstance(e, Relation):
        return Relation(substitute(e.lhs, images, in_sums), e.operator, substitute(e.rhs, images, in_sums))
    put = {f"{name}{sort}": term_of(image) for name, image in images.items() for sort in ("", "@")}
    return (of_term if isinstance(e, Vector) else Expression)(with_terms(term_of(e), put, in_sums))


def mentions(e: Any, names: Collection[str]) -> bool:
    """Return whether a number, vector or relation contains one of the variables."""
    return any(name in names for name in names_in(e))


class Evaluation:
    """A counterexample, evaluated with the kernel's arithmetic."""

    def __init__(
        self, claim: Claim, statement: kernel.Statement | None = None, witness: Any = None,
        written: Written | None = None, failing: list[str] | None = None,
    ):
        """Evaluate the claim at its own counterexample, or a related statement at a given witness.

        `written` and `failing` may hold the claim's statement in JSON, and the conclusions that fail.
        Raises `ValueError` if the claim has no counterexample.
        """
        from ..proofs.checking.necessity import false_at
        from ..proofs.search.counterexamples import find_witness
        from ..proofs.search.elaboration import Prover, key_of
        from ..proofs.statements.witness_completion import complete_witness

        written = written or write_statement(claim.id, claim.script)
        if statement is None:
            statement = kernel.read_statement(written.data, Prover().sides_of(written))
            given = claim.script.witness
            witness = complete_witness(written.data, statement, given) if given else find_witness(statement)
        if witness is None:
            raise ValueError(f"no counterexample to {claim.id} was found")
        self.data: Any = witness
        self.conclusions: dict[str, Relation] = claim.script.conclusions
        self.run: kernel.Run = statement.context.run or kernel.Run([], {}, [], {}, {})
        self.failing: list[str] = false_at(written.data, statement, witness) if failing is None else failing
        lets = written.data.get("let", [])
        self.left_out: list[Any] = [entry for entry in lets if entry["name"] not in witness["values"]]
        self.witness: kernel.Witness = kernel.Witness(witness["dimension"], witness["size"])
        self.witness.read(witness["values"], witness["values"])
        self.move(self.run.start)

        def name_of(kind: str, of: kernel.Poly) -> str:
            return written.defined[key_of(kind, of)]

        self.translation: Translation = Translation(written.terms, name_of, written.defined)

    def move(self, terms: Mapping[str, kernel.Poly]) -> None:
        """Replace all parts of the state simultaneously."""
        self.witness.terms |= {name: self.witness.at(p) for name, p in terms.items()}

    def steps(self) -> Iterator[dict[str, Any]]:
        """Take the steps of the run from its start; after each, yield the values of the inputs and of the state."""
        self.move(self.run.start)
        for step in self.data.get("steps") or []:
            self.witness.read(self.run.input, step)
            self.move(self.run.next)
            yield {name: self.value(name) for name in (*self.run.input, *self.run.state)}

    def value(self, name: str) -> Any:
        """Return the value of a variable: a number or a list of coordinates; for a family, a list of either."""
        terms, size = self.witness.terms[name], self.witness.size if "[i]" in name else 1
        width = self.witness.dimension if name.endswith("@") else None
        values = [numbers(terms[i % len(terms)], width) for i in range(size)]
        return values if "[i]" in name else values[0]

    def name_definitions(self) -> dict[str, Any]:
        """Introduce a name for each definition without a value in the witness; return the definitions by name.

        A definition over a family gets one name for each index.
        """
        lets: dict[str, Any] = {}
        for entry in self.left_out:
            stem, of = entry["name"].replace("[i]", ""), self.witness.at(kernel.read_poly(entry["of"]))
            names = [f"{stem}__{i}" for i in range(len(of))]
            self.witness.terms[entry["name"]] = [kernel.atom(name) for name in names]
            lets |= {name: {**entry, "of": write_poly(p)} for name, p in zip(names, of, strict=True)}
        return lets

    def values(self, r: Relation) -> Relation:
        """Return a relation with both sides evaluated; for families, at the first index where it fails."""
        is_vector, lets = isinstance(r.lhs, Vector) or isinstance(r.rhs, Vector), self.name_definitions()
        translated = self.translation.vector if is_vector else self.translation.scalar
        dimension = self.witness.dimension  # the kernel's units are coordinates; those of the page come after them
        units = {f"#{k}@": kernel.atom(f"#{k + dimension}@") for k in range(1, 10 - dimension)}
        sides = [self.witness.at(kernel.substitute(translated(side), units)) for side in (r.lhs, r.rhs)]
        names = set[str]().union(*(kernel.variables(p) for side in sides for p in side))
        used = (int(name[1:-1]) for name in kernel.UNITS.intersection(names))
        width = max([dimension, *used]) if is_vector else None
        pairs = ([numbers(side[i % len(side)], width, lets) for side in sides] for i in range(max(map(len, sides))))
        return next(s for s in (Relation(a, r.operator, b) for a, b in pairs) if not is_true(s))


def numbers(p: kernel.Poly, width: int | None, lets: Mapping[str, Any] = MappingProxyType({})) -> Any:
    """Return a number, or `width` coordinates of a vector, with the definitions in `lets` written out."""
    if width is None:
        return term(p, lets)
    return [term(kernel.gram(p, kernel.atom(f"#{k}@")), lets) for k in range(1, width + 1)]


def is_true(r: Relation) -> bool:
    """Return whether a relation between two numbers, or two lists of numbers, is true.

    Raises `kernel.Rejected` if a sign cannot be decided.
    """
    if isinstance(r.lhs, list):
        return all(is_true(Relation(a, "==", b)) for a, b in zip(r.lhs, r.rhs, strict=True))
    is_same = term_of(r.lhs) == term_of(r.rhs)  # the difference of two equal exponentials is enclosed, and never 0
    q = 0 if is_same else sign_of(r.lhs - r.rhs)
    return COMPARISONS[r.operator](q, 0)


def sign_of(number: Any) -> int:
    """Return the sign of a number; logarithms, roots and exponentials are enclosed by intervals.

    Raises `kernel.Rejected` if the sign cannot be decided.
    """
    from ..proofs.checking.random_instances import Formulas, Point, value_at
    from ..proofs.statements import valuation

    if any(part[0] in ("ln", "sqrt", "exp") for part in walk_terms(term_of(number))):
        return valuation.sign(value_at(number, Point(Formulas(proof_script.Script()), 0, 0, {})))
    return kernel.sign(Translation({}, no_name).scalar(number))


def no_name(kind: str, of: kernel.Poly) -> str:
    """Raise `TypeError`, because a number refers to no definition."""
    raise TypeError(f"{kind} of {of} is not a number")


# --- from a page to blocks ------------------------------------------------------------------------


def reader_of(claim: Claim) -> Reader:
    """Return the reader of a claim's script."""
    return Reader(claim.script, supposed=claim.supposes)


@dataclass
class Reader:
    """A script turned into blocks; `facts` are the facts named so far, and `supposed` are the names of marked
    hypotheses.

    `evaluated` has the counterexamples shown so far: to the claim without a hypothesis, and under "" to the claim.
    """

    script: proof_script.Script
    facts: dict[str, Relation] = field(default_factory=dict)
    supposed: Collection[str] = ()
    evaluated: dict[str, Evaluation] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Order the variables of formulas: state, labels, examples, weights, then parameters."""
        spec = self.script.run_spec
        state = [str(v) for v, _, _ in spec.state] if spec else []
        inputs = sorted(spec.inputs, key=lambda v: isinstance(v, Vector)) if spec else []
        self.state = state
        self.given: list[str] = [n.rstrip("@") for n in self.script.names]
        steps = (*self.script.constructions, *self.script.steps)
        made = [step for step in steps if isinstance(step, proof_script.Construct)]
        weights = [name for step in made for name in (step.weights, step.multiplier)]
        self.order: tuple[str, ...] = tuple(dict.fromkeys([*state, *map(str, inputs), *weights, *self.given]))
        self.facts |= self.script.assumptions | (spec.when if spec else {})

    # --- formulas ---

    def formula(self, e: Any) -> Formula:
        """Return a formula for a relation, scalar, vector or tuple."""
        return Formula("relation" if isinstance(e, Relation) else "term", (e,), self.order)

    def rows(self, relations: Mapping[str, Relation], reasons: Inline = ()) -> Lines:
        """Return named relations, one on each line."""
        return Lines(tuple(self.row(n, r, reasons) for n, r in relations.items()))

    def row(self, name: str, r: Relation, reasons: Inline = (), *, unnamed: bool = False) -> Line:
        """Return a line for a relation, without its name if `unnamed`. If there are reasons, the line links to its
        certificate."""
        return Line("" if unnamed or not name else f"{name}:", self.formula(r), reasons, fact=name if reasons else "")

    def hypotheses(self, relations: Mapping[str, Relation]) -> Lines:
        """Return named relations, with "supposed" beside each supposition."""
        rows = (self.row(n, r, ["supposed"] if n in self.supposed else ()) for n, r in relations.items())
        return Lines(tuple(replace(row, fact="") for row in rows))

    def conclusions(self, goals: Mapping[str, Relation], reasons: Inline = ()) -> Lines:
        """Return the conclusions; a single one has no name."""
        return Lines(tuple(self.row(n, r, reasons, unnamed=len(goals) == 1) for n, r in goals.items()))

    # --- the statement ---

    def statement(self) -> list[Any]:
        """Return the variables, the run, the hypotheses by name, and the conclusions; or the sentence in Coq."""
        if self.script.in_coq:
            return [Code(self.script.in_coq)]
        page, spec = self.script, self.script.run_spec
        inputs = {str(v) for v in spec.inputs} if spec else set()
        later = {n: r for n, r in page.assumptions.items() if mentions(r, self.collect_reached())}
        first = {n: r for n, r in page.assumptions.items() if n not in later}
        names = [n for n in page.names if n.rstrip("@") not in {*self.state, *inputs}]
        blocks: list[Any] = [Words(["Let ", *self.sorts(names), ", with" if first else "."])] if names else []
        blocks += [self.hypotheses(first)] if first else []
        blocks += self.run() if spec else []
        blocks += [block for made in page.constructions for block in self.construction(made)]
        blocks += self.abbreviations()
        if later:
            blocks += [Words(["If after any number of steps" if spec else "If"]), self.hypotheses(later)]
        then = "Then" if later or not spec else "Then after any number of steps"
        return [*blocks, Words([then]), self.conclusions(page.conclusions)]

    def collect_reached(self) -> set[str]:
        """Return the names of the state and of the abbreviations that depend on it."""
        names = set(self.state)
        for name, value in self.script.abbreviations.items():
            if mentions(value, names):
                names.add(name)
        return names

    def sorts(self, names: Iterable[str], verb: str = "be ") -> Inline:
        """Describe variables grouped by sort: "u and v be vectors and b be a real number"."""
        kinds: dict[tuple[bool, bool], list[str]] = {}
        for name in names:
            kinds.setdefault(("[i]" in name, name.endswith("@")), []).append(name.rstrip("@"))
        listed = {kind: join_words(([Formula("name", (n,))] for n in found), " and ") for kind, found in kinds.items()}
        parts = ([*listed[kind], f" {verb}", sort(*kind, len(found))] for kind, found in kinds.items())
        return join_words(parts, " and ")

    def abbreviations(self) -> list[Any]:
        """Return the abbreviations, except those that name the next state of the run."""
        state = self.script.run_spec.state if self.script.run_spec else []
        taken = {str(after) for _, _, after in state if _is_name(after)}
        rest = {n: v for n, v in self.script.abbreviations.items() if n not in taken}
        rows = Lines(tuple(Line("", self.formula(equal(_variable(n, v), v))) for n, v in rest.items()))
        return [Words(["Write"]), rows] if rest else []

    def construction(self, made: proof_script.Construct) -> list[Any]:
        """Introduce the weights of a nearest point, and return the facts that hold for them."""
        facts = facts_of(made)
        self.facts |= {f"{made.weights}.{name}": fact for name, fact in facts.items()}
        weights, multiplier = map(Symbol, (made.weights, made.multiplier))
        numbers: list[Any] = [self.formula(facts.get("sign", weights))]
        numbers += [" and ", self.formula(multiplier)] if "balance" in facts else []
        called = "the weights and the multiplier" if "balance" in facts else "the weights"
        among: list[Any] = [" cone of the " if "sign" in facts else " span of the ", self.formula(made.of)]
        among += [", with ", self.formula(facts["balance"]), ","] if "balance" in facts else []
        point: list[Any] = [f" be {called} of the point ", self.formula(Sum(weights * made.of)), " of the", *among]
        words = ["Let ", *numbers, *point, " that is nearest to ", self.formula(made.to)]
        known = self.rows({f"{made.weights}.{name}": fact for name, fact in facts.items()})
        return [Words([*words, "; there are such numbers, by the nearest-point rule, and"]), known]

    def run(self) -> list[Any]:
        """Return the start, the condition and the effect of a step."""
        spec = self.script.run_spec
        assert spec is not None
        start = join_words(([self.formula(equal(v, value))] for v, value, _ in spec.state), " and ")
        after = [Line("", self.formula(self.next(v, value))) for v, _, value in spec.state]
        return [
            Words(["Start: ", *start, "."]),
            *(self.condition(spec) if spec.inputs else [Words(["A step leads to"])]),
            Lines(tuple(after)),
        ]

    def condition(self, spec: proof_script.RunSpec) -> list[Any]:
        """Return the condition that an example must satisfy for a step."""
        example = tuple(spec.inputs) if len(spec.inputs) > 1 else spec.inputs[0]
        kinds = self.sorts((n for n in self.script.names if n.rstrip("@") in set(map(str, spec.inputs))), "")
        opening = ["While there is an example ", self.formula(example), ", ", *kinds]
        if not spec.when:
            return [Words([*opening, ", update to"])]
        return [Words([*opening, ", with"]), self.hypotheses(spec.when), Words(["update to"])]

    def next(self, v: Any, value: Any) -> Relation:
        """Return the equation of one update, such as w' = w + y·x, with abbreviations written out."""
        if _is_name(value) and str(value) in self.script.abbreviations:
            value = self.script.abbreviations[str(value)]
        family = "[i]" if "[i]" in str(v) else ""
        return equal(_variable(f"{str(v).removesuffix('[i]')}'{family}", v), value)

    # --- the derivation ---

    def proof(self) -> list[Any]:
        """Return why each term of the statement is defined, then all steps to the conclusions."""
        senses = [self.sense(value, steps) for value, steps in self.script.reasons]
        return [*senses, *_merge_lines(self.steps(self.script.steps, self.script.conclusions))]

    def sense(self, value: Any, steps: Sequence[Any]) -> Group:
        """Return why a quotient, a root or a logarithm is defined."""
        needed = condition(value)
        body = replace(self, facts=dict(self.facts)).steps(steps, {"": needed})
        return Group([self.formula(value), " makes sense: ", self.formula(needed), ", because"], _merge_lines(body))

    def steps(self, steps: Sequence[Any], goals: Mapping[str, Relation]) -> list[Any]:
        """Return the blocks of all steps, then the goals that no step has stated.

        Without goals, the steps derive a contradiction.
        """
        blocks: list[Any] = []
        latest: list[Relation] = []
        for number, step in enumerate(steps):
            known = dict(self.facts)
            blocks += self.step(step, goals, number == len(steps) - 1)
            latest = [r for n, r in self.facts.items() if known.get(n) is not r]
            if isinstance(step, proof_script.Suppose):
                goals = {}
            if isinstance(step, proof_script.Entry):
                goals = {n: _at_entry(step, r) for n, r in goals.items()}
        if steps and isinstance(steps[-1], proof_script.Conclude | proof_script.Cases):
            return blocks
        return [*blocks, *self.remaining(goals, latest)]

    def remaining(self, goals: Mapping[str, Relation], latest: Sequence[Relation]) -> list[Any]:
        """Return the goals, except the goals that the last step has stated."""
        if not goals:
            return [self.close(goals, COMPUTED)]
        known, stated = {key_of(r): n for n, r in self.facts.items()}, set(map(key_of, latest))
        left = {n: (r, known.get(key_of(r))) for n, r in goals.items() if key_of(r) not in stated}
        return [Lines((self.row(n, r, [Name(fact)] if fact else COMPUTED, unnamed=len(goals) == 1),))
                for n, (r, fact) in left.items()]

    def close(self, goals: Mapping[str, Relation], reasons: Inline) -> Any:
        """Return the last line of a derivation."""
        return self.conclusions(goals, reasons) if goals else Words(["This is a contradiction: ", *reasons, "."])

    @singledispatchmethod
    def step(self, step: Any, goals: Mapping[str, Relation], last: bool) -> list[Any]:
        """Return the blocks of one step."""
        raise TypeError(f"not a step: {step!r}")

    @step.register
    def _(self, step: proof_script.Conclude, goals: Mapping[str, Relation], last: bool) -> list[Any]:
        return [self.close(goals, self.reasons(step.reasons))]

    @step.register
    def _(self, step: proof_script.Have, goals: Mapping[str, Relation], last: bool) -> list[Any]:
        if step.steps is None:
            blocks: list[Any] = [self.rows({step.name: step.claim}, self.reasons(step.reasons))]
        else:
            body = self.steps(step.steps, {step.name: step.claim})
            blocks = [Group([f"{step.name}: ", self.formula(step.claim), ", because"], _merge_lines(body))]
        self.facts[step.name] = step.claim
        return blocks

    @step.register
    def _(self, step: proof_script.Calc, goals: Mapping[str, Relation], last: bool) -> list[Any]:
        is_unnamed = str(self.script.steps).count(f"'{step.name}") == 1 and re.fullmatch(r"chain\d+", step.name)
        label = "" if is_unnamed else f"{step.name}:"
        self.facts[step.name] = step.claim
        facts = [step.name] if len(step.links) == 1 else [f"{step.name}.{n}" for n in range(1, len(step.links) + 1)]
        links = [Line("", self.formula(e), self.reasons(reasons), operator, fact)
                 for fact, (operator, e, reasons) in zip(facts, step.links, strict=True)]
        return [Lines((Line(label, self.formula(step.start)), *links))]

    @step.register
    def _(self, step: proof_script.Use, goals: Mapping[str, Relation], last: bool) -> list[Any]:
        conclusions, reason = self.citation(step.by, step.inputs)
        named = {step.name if len(conclusions) == 1 else f"{step.name}.{n}": r for n, r in conclusions.items()}
        self.facts |= named
        return [self.rows(named, reason)]

    @step.register
    def _(self, step: proof_script.Cases, goals: Mapping[str, Relation], last: bool) -> list[Any]:
        called: Inline = [] if step.name == "case" else [", called ", Name(step.name)]
        blocks = []
        for given, steps in step.arms:
            inner = replace(self, facts={**self.facts, step.name: given})
            body = inner.steps(steps, goals) if last else inner.within(steps, goals)
            blocks.append(Group(["Case ", self.formula(given), *called, ":"], _merge_lines(body)))
        return blocks if last else [*blocks, Words(["In each case:"])]

    def within(self, steps: Sequence[Any], goals: Mapping[str, Relation]) -> list[Any]:
        """Return the blocks of steps that do not conclude."""
        return [block for step in steps for block in self.step(step, goals, False)]

    @step.register
    def _(self, step: proof_script.Suppose, goals: Mapping[str, Relation], last: bool) -> list[Any]:
        (goal,) = goals.values()
        self.facts[step.name] = Relation(goal.lhs, OPPOSITES[goal.operator], goal.rhs)
        return [Words(["Suppose that it were not so:"]), self.rows({step.name: self.facts[step.name]})]

    @step.register
    def _(self, step: proof_script.SumUp, goals: Mapping[str, Relation], last: bool) -> list[Any]:
        given = self.facts[step.fact]
        weak = {">": ">=", "<": "<="}.get(given.operator, given.operator)  # there may be no index
        self.facts[step.name] = Relation(total(given.lhs), weak, total(given.rhs))
        reason: Inline = ["sum over ", Formula("name", ("i",)), " of ", Name(step.fact)]
        rows = [self.rows({step.name: self.facts[step.name]}, reason)]
        if step.each:
            less, more = (given.lhs, given.rhs) if given.operator in ("<", "<=") else (given.rhs, given.lhs)
            self.facts[step.each] = Relation(more - less, "<=", total(more) - total(less))
            rows.append(self.rows({step.each: self.facts[step.each]}, ["one term of a sum without negative terms"]))
        return rows

    @step.register
    def _(self, step: proof_script.Construct, goals: Mapping[str, Relation], last: bool) -> list[Any]:
        return self.construction(step)

    @step.register
    def _(self, step: proof_script.Entry, goals: Mapping[str, Relation], last: bool) -> list[Any]:
        there = {n: _at_entry(step, r) for n, r in self.facts.items() if is_indexed(r)}
        self.facts |= {f"{n}@{step.label}": r for n, r in there.items() if not is_indexed(r)}
        names = [(new.rstrip("@"), old.rstrip("@")) for old, new in step.names.items()]
        entries = join_words(
            ([Formula("name", (new,)), " be ", Formula("name", (old,))] for new, old in names), " and "
        )
        label = Name(f"@{step.label}")
        return [Words(["At one index, let ", *entries, "; names of facts about this index end in ", label, "."])]

    @step.register
    def _(self, step: proof_script.Induction, goals: Mapping[str, Relation], last: bool) -> list[Any]:
        spec = self.script.run_spec
        assert spec is not None
        start, after = ({str(v): s[place] for s in spec.state for v in s[:1]} for place in (1, 2))
        before, then = ({n: self.restate(r, to) for n, r in step.invariants.items()} for to in (start, after))
        known, self.facts = self.facts, {**self.facts, **step.invariants}
        body = self.steps(step.steps, then)
        self.facts = {**known, **step.invariants}
        blocks = [
            self.rows(step.invariants),
            Group(["At the start"], [self.conclusions(before, COMPUTED)]),
            Group(["After a step"], _merge_lines(body)),
        ]
        return [Group(["Induction over the steps of the run:"], blocks)]

    def restate(self, r: Relation, to: Mapping[str, Any]) -> Relation:
        """Return a relation about the state, restated for another state."""
        images = {n: Vector({}) if isinstance(v, int) and n + "@" in self.script.names else v for n, v in to.items()}
        for name, value in self.script.abbreviations.items():
            if mentions(value, images):
                images.setdefault(name, substitute(value, images))
        return substitute(r, images)

    # --- reasons ---

    def reasons(self, reasons: Sequence[Any]) -> Inline:
        """Return the reasons of a step, joined by commas."""
        return join_words(map(self.reason, reasons)) if reasons else COMPUTED

    def reason(self, reason: Any) -> Inline:
        """Return one reason as words and formulas."""
        if isinstance(reason, proof_script.By):
            return self.citation(reason, {})[1]
        if isinstance(reason, proof_script.Square | proof_script.Length):
            return [Formula("is_square", (reason.of,), self.order)]
        if isinstance(reason, proof_script.Tangent):
            curve = f"Taylor polynomial of degree {reason.degree}" if reason.degree > 1 else "tangent"
            return [f"the {curve} of exp at ", self.formula(reason.at), ", at ", self.formula(reason.of)]
        if isinstance(reason, proof_script.Exponents):
            total = reason.a + reason.b
            return [self.formula(Relation(exp(total) if total != 0 else 1, "==", exp(reason.a) * exp(reason.b)))]
        if isinstance(reason, proof_script.Times):
            return ["multiplied by ", *join_words(([Name(n)] for n in reason.facts), " and ")]
        if isinstance(reason, proof_script.Product):
            first, *rest = map(self.reason, reason.factors)
            return [*first, *(piece for each in rest for piece in (" times ", *each))]
        if reason in proof_script.COMPUTATION and reason not in self.facts:
            return [reason]
        if reason.removesuffix(".all") in self.facts:
            return [Name(reason.removesuffix(".all"))]
        factors = [reason] if reason in self.facts else [factor.strip() for factor in reason.split("*")]
        return [Name("\xa0·\xa0".join(factors))]

    def citation(self, by: proof_script.By, inputs: Mapping[str, Any]) -> tuple[dict[str, Relation], Inline]:
        """Return the conclusions of an earlier theorem after a substitution, and the words that cite it."""
        lemma = require_claim(by.theorem).script
        images, own = dict(by.put), [(v, _variable(n, v)) for n, v in self.script.abbreviations.items()]
        for name, value in lemma.abbreviations.items():
            image = substitute(value, images)
            images[name] = next((short for long, short in own if long == image), image)
        changed = [(n, v) for n, v in {**by.put, **inputs}.items() if not _is_name(v) or str(v) != n]
        put = join_words([Formula("put", pair, self.order)] for pair in changed)
        words = ["by ", Cite(by.theorem), *([" with ", *put] if changed else [])]
        return {n: substitute(r, images) for n, r in lemma.conclusions.items()}, words

    # --- refutations ---

    def counterexample(self, claim: Claim) -> list[Any]:
        """Return the values, the steps of the run, and the conclusions that fail."""
        found = self.evaluated[""] = Evaluation(claim)
        return list(map(Words, [*self.describe_run(found), *self.broken(found)]))

    def describe_run(self, found: Evaluation) -> Iterator[Inline]:
        """Yield the values and the steps of the run, one sentence each."""
        chosen = {n: found.value(n) for n in found.data["values"] if n in self.script.names}
        if chosen:
            yield ["Take ", *self.assignments(chosen), "."]
        for number, step in enumerate(found.steps(), 1):
            reached = {n: v for n, v in step.items() if n.rstrip("@") in self.state}
            seen = {n: v for n, v in step.items() if n not in reached}
            leads = [*self.assignments(seen), " leads to ", *self.assignments(reached), "."]
            yield [f"Step {number}: ", *leads]

    def broken(self, found: Evaluation) -> Iterator[Inline]:
        """Yield one sentence for each conclusion that fails, with both sides evaluated."""
        for name in found.failing:
            formula = self.formula(self.script.conclusions[name])
            yield ["Then ", formula, " would say ", self.formula(found.values(found.conclusions[name])), "."]

    # --- what each hypothesis is for ---

    def necessity(self, claim: Claim) -> list[Any]:
        """Return one line for each hypothesis that says what happens without it; [] if nothing is stored."""
        from ..proofs.checking.stored_certificates import statement_of, user_evidence

        table = user_evidence(claim.origin.certificates, "necessity") if claim.origin else shipped_necessity()
        stored = table.get(claim.id, {}) if known_claims().get(claim.id) is claim else {}
        when = self.script.run_spec.when if self.script.run_spec else {}
        if not stored:
            return []
        # once, as reading a statement takes longer than checking a result
        said = write_statement(claim.id, claim.script), statement_of(claim)
        lines = [
            Line(f"{name}:", self.formula(r), _join_sentences(self.without(claim, name, stored.get(name), *said)))
            for name, r in {**when, **self.script.assumptions}.items()
        ]
        return [Group(["What each hypothesis is for"], [Lines(tuple(lines))])] if lines else []

    def without(
        self, claim: Claim, name: str, result: Any, written: Written, statement: kernel.Statement
    ) -> Iterator[Inline]:
        """Yield sentences about the claim without one hypothesis, after checking the stored result."""
        from ..proofs.checking import necessity

        data = written.data
        reason, failing = necessity.examine(claim, name, result, data, statement)
        if reason:
            yield [f"It is not known whether it is needed: {reason}."]
        elif result["kind"] == "superfluous":
            yield ["Superfluous: the claim is proved without it."]
            if necessity.is_mentioned(claim, name):
                yield [claim.says]
        elif result["kind"] == "needed":
            weaker = necessity.without(statement, name)
            found = self.evaluated[name] = Evaluation(claim, weaker, result["witness"], written, failing)
            yield ["Needed."]
            yield from self.describe_run(found)
            yield from self.broken(found)
        else:
            senses = dict(necessity.sense_of(data, statement, name))
            term = self.formula(defined_term(claim, data, result["definition"]))
            yield ["Gives ", term, " a meaning."]
            yield from self.describe_run(Evaluation(claim, senses[result["definition"]], result["witness"], written))
            yield ["Then ", term, " has no value."]

    def assignments(self, values: Mapping[str, Any]) -> Inline:
        """Return the values of variables as equations."""
        pairs = ((n.rstrip("@"), tuple(v) if isinstance(v, list) else v) for n, v in values.items())
        return join_words(([self.formula(Relation(Vector({n: 1}), "==", v))] for n, v in pairs), " and ")


def shipped_necessity() -> dict[str, dict[str, Any]]:
    """Return the stored necessity results of all shipped claims; the file is read once."""
    from ..proofs.checking.necessity import stored_results

    return stored_results()


def defined_term(claim: Claim, data: Any, name: str) -> Any:
    """Return the quotient, root or logarithm for which a definition stands, as the author wrote it."""
    script, table = claim.script, kernel.read_table(data["let"])
    sides = (side for r in script.stated().values() for side in (r.lhs, r.rhs))
    stated = [*script.abbreviations.values(), *sides]
    abbreviations = write_statement(claim.id, script).terms
    for part in (part for e in stated for inner in walk_terms(term_of(e)) for part in partial(inner)):
        with suppress(kernel.Rejected):
            if kernel.read_term(write_term(with_terms(part, abbreviations)), table)[0] == kernel.atom(name):
                return Expression(part)
    return atom(name, {let["name"]: let for let in data["let"] if "to" not in let})


def partial(term: Any) -> list[Any]:
    """Return the parts of a term that may be undefined, without the parts of its arguments."""
    word, *parts = term if isinstance(term, tuple) else ("",)
    if word == "/":
        return [("/", "1", factor) for factor in (parts[1][1:] if parts[1][0] == "*" else parts[1:])]
    return [term] if word in ("^", "sqrt", "ln") else []


def condition(value: Any) -> Relation:
    """Return the condition under which a quotient, a root or a logarithm is defined."""
    word, *parts = term_of(value)
    if word == "^":
        return Relation(Expression(parts[0]), "!=" if parts[1].startswith("-") else ">=", 0)
    return Relation(Expression(parts[-1]), {"ln": ">", "sqrt": ">=", "/": "!="}[word], 0)


def total(e: Any) -> Any:
    """Return the sum of an expression over the index, 0 for the expression 0."""
    return 0 if e == 0 else Sum(e)


def key_of(r: Relation) -> Any:
    """Return a key that two relations share if they are written alike."""
    return term_of(r.lhs), r.operator, term_of(r.rhs)


def facts_of(made: proof_script.Construct) -> dict[str, Relation]:
    """Return the facts about a nearest point q to c.

    The point q lies in the cone, or the span, of the vectors f. The facts are about its weights m and the multiplier β
    of the constraint Σ my = 0; the constraint is omitted if y is 0.
    """
    weights, multiplier = map(Symbol, (made.weights, made.multiplier))
    free, point = made.kind == "projection", Sum(weights * made.of)
    gap = made.to - point
    facts = {} if free else {"sign": Relation(weights, ">=", 0)}
    facts |= {} if made.balance == 0 else {"balance": Relation(Sum(weights * made.balance), "==", 0)}
    across = Relation(gap @ made.of + multiplier * made.balance, "==" if free else "<=", 0)
    return {**facts, "along": Relation(gap @ point, "==", 0), "across": across}


def _at_entry(step: proof_script.Entry, r: Relation) -> Relation:
    pairs = ((old.rstrip("@"), new) for old, new in step.names.items())
    names = {old: of_term(new) if new.endswith("@") else Symbol(new) for old, new in pairs}
    at_one_index: Relation = substitute(r, names, in_sums=False)
    return at_one_index


def is_indexed(r: Relation) -> bool:
    """Return whether a relation is about every index, which is the case if it contains a family outside a sum."""
    return any("[i]" in name for name in names_in(r, in_sums=False))


def _join_sentences(sentences: Iterable[Inline]) -> Inline:
    return [piece for number, words in enumerate(sentences) for piece in ([" "] * (number > 0) + [*words])]


def _merge_lines(blocks: Sequence[Any]) -> list[Any]:
    result: list[Any] = []
    for block in blocks:
        before = result[-1] if result else None
        if isinstance(block, Lines) and isinstance(before, Lines) and not (block.is_chain or before.is_chain):
            result[-1] = Lines((*before.lines, *block.lines))
        else:
            result.append(block)
    return result


def _is_name(v: Any) -> bool:
    return isinstance(term_of(v), str) and not is_numeral(term_of(v))


def _variable(name: str, like: Any) -> Any:
    return Vector({name: 1}) if isinstance(like, Vector) else Symbol(name)


def sort(is_family: bool, is_vector: bool, count: int) -> str:
    """Describe the sort of `count` variables in words."""
    noun = "vector" if is_vector else "real number"
    if is_family:
        return f"{'a finite family' if count == 1 else 'finite families'} of {noun}s"
    return f"a {noun}" if count == 1 else f"{noun}s"


def join_words(parts: Iterable[Inline], last: str = ", ") -> Inline:
    """Join parts as a list in words: "a, b and c" if `last` is " and "."""
    items = list(parts)
    separators = ["", *[", "] * (len(items) - 2), last][: len(items)]
    return [piece for separator, item in zip(separators, items, strict=True) for piece in (separator, *item) if piece]


# --- derivations by sympy ---------------------------------------------------------------------------


DERIVATIONS = {"decision-boundary-offset": ("distance-to-boundary",)}
"""The claims that show a sympy derivation, besides the claim with the derivation's own name."""


def derivations_of(identifier: str) -> Iterator[Any]:
    """Yield the sympy derivations that belong to a claim."""
    from ..proofs.derivations import derivations

    for name, derive in derivations().items():
        if identifier == name or identifier in DERIVATIONS.get(name, ()):
            yield derive()


def sympy_derivation(page: Any, order: tuple[str, ...]) -> Group:
    """Return a sympy derivation as numbered lines."""
    from ..proofs.derivations._trees import as_written

    lines = []
    for line in page.lines:
        symbols = [Formula("term", (as_written(s),), order) for s in line.symbols]
        pieces = [p for pair in zip_longest(line.step.split("{}"), symbols, fillvalue="") for p in pair if p]
        reason = [*pieces, f": {line.why}"] if line.why else pieces
        lines.append(Line(f"({line.number})", Formula("relation", (as_written(line.equation),), order), reason))
    source = f"{page.title} ({', '.join(page.source)}):"
    return Group(["As a sympy derivation"], [Words([source]), Lines(tuple(lines))])
