"""From a script to a statement and a certificate that the kernel can check.

Each step of a script becomes a rule of the kernel. The search proves the parts that a step leaves to a computation
(leaves). If a stored proof of the same script is given (`before`), the kernel first checks whether its step at the same
place proves the leaf. Nothing here is trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import singledispatchmethod
from itertools import count
from typing import Any

from ...algorithms.errors import suggest_name
from ...algorithms.source_lines import Place
from .. import kernel
from ..kernel import Context, Definition, Fact, Poly
from ..statements import proof_script
from ..statements.expressions import leaves, term_of, with_terms, write_value
from ..statements.registry import require_claim
from ..statements.vector_language import (
    Key,
    Relation,
    Translation,
    Vector,
    key_of,
    sort_monomials,
    terms_of,
    text_of,
    write_poly,
)
from . import linear_certificates
from .factoring import vector_of_square
from .linear_certificates import Hints, Term, norm_term, square_term, tangent_term
from .proof_json import REFUSALS, fresh_name, negation, refute_signs

Json = Any
Goals = Mapping[str, Fact]
Terms = Mapping[str, Poly]
CONCLUSION, FACT = "the conclusion {}", "{}"  # what is to be shown
INVARIANT, START = "the invariant {} after a step of the run", "the invariant {} at the start of the run"
# steps that are none at one index
OPENING = (proof_script.SumUp, proof_script.Induction, proof_script.Construct, proof_script.Entry)
FLIPPED = {"<": ">", "<=": ">=", "==": "==", ">=": "<=", ">": "<"}


def describe_aim(aim: str, name: str) -> str:
    """Return what is to be shown in words: "the conclusion" for a conclusion with the usual name."""
    return "the conclusion" if (aim, name) == (CONCLUSION, "conclusion") else aim.format(name)


def translate_factor(t: Translation, part: proof_script.Square | proof_script.Length | proof_script.Tangent) -> Term:
    """Return a term that is never negative, as a factor for the kernel."""
    match part:
        case proof_script.Square(of):
            return square_term(t.scalar(of))
        case proof_script.Length(of):
            return norm_term(t.vector(of))
    return tangent_term(t.scalar(part.of), t.scalar(part.at), part.degree)


class Unproved(Exception):
    """A step for which the search finds no certificate; `leaf` is the part that the search had to prove."""

    def __init__(self, leaf: Obligation):
        super().__init__(f"no certificate found for {leaf.label}")
        self.leaf = leaf


@dataclass(frozen=True)
class Obligation:
    """A leaf of a proof, proved by computation: the goal, the known facts, the certificate (None: not found), and the
    line of the author's step."""

    label: str
    context: Context
    goal: Fact
    proof: Json | None
    at: Place | None = None

    @property
    def is_quotation(self) -> bool:
        """Return whether the goal is literally a known fact, or 0 = 0, so that a solver is not needed."""
        return self.goal in self.context.facts.values() or not self.goal[1]


@dataclass(frozen=True)
class Written:
    """A statement in the kernel's JSON, with the data that its proof needs."""

    data: dict[str, Any]
    terms: dict[str, Any]  # of the abbreviations
    defined: dict[Key, str]
    reasons: dict[str, list[Any]]  # steps to the side condition of a definition


def _write_definition(d: Definition) -> dict[str, Any]:
    of, *more = map(write_poly, d.of)
    data = {"name": d.names[0], "kind": d.kind, "of": of}
    return {**data, "to": more[0], "balance": more[1], "multiplier": d.names[1]} if more else data


def _kernel_name(term: Any) -> str:
    return f"{term}{'@' * isinstance(term, Vector)}"


def is_computation(proof: Json) -> bool:
    """Return whether a proof is a polynomial certificate, perhaps by contradiction or by sign."""
    rule = proof["rule"]
    inner = [proof["then"]] if rule == "contra" else list(proof["arms"].values()) if rule == "cases" else []
    return rule == "poly" or (bool(inner) and all(map(is_computation, inner)))


def keep_sums(m: kernel.Monomial) -> Poly:
    """Return a monomial unchanged, so that `kernel.substitute` leaves sums as they are."""
    return {kernel.summed(m): 1}


WORDS = {"inverse": "a quotient", "sqrt": "a root", "ln": "a logarithm"}
STEMS = {"inverse": "inv", "sqrt": "root", "ln": "log"}


def number_name(kind: str, number: int, taken: Collection[str], *, family: bool = False) -> str:
    """Return an unused name for a defined number, or with `family` for one number for each index."""
    names = (STEMS[kind] + str(number) + "'" * primes + "[i]" * family for primes in count())
    return next(name for name in names if name not in taken)


def write_statement(identifier: str, script: proof_script.Script) -> Written:
    """Return the statement of a script; roots and quotients in it become definitions, in order of appearance."""
    defined: dict[Key, str] = {}
    definitions: list[Definition] = []

    inputs = set(map(_kernel_name, script.run_spec.inputs)) if script.run_spec else set()

    def define(kind: str, of: Poly) -> str:
        if key_of(kind, of) not in defined:
            require_steady(kind, of, inputs)
            name = number_name(kind, len(defined) + 1, script.names, family=kernel.is_indexed(of))
            defined[key_of(kind, of)] = name
            definitions.append(kernel.definition(name, kind, of))
        return defined[key_of(kind, of)]

    terms: dict[str, Any] = {}
    translation = Translation(terms, define)
    for name, value in script.abbreviations.items():
        translation.scalar(value)
        terms[name + "@" * isinstance(value, Vector)] = with_terms(term_of(value), terms)
    for e in script.mentions:
        translation.scalar(e)
    data: dict[str, Any] = {"id": identifier, "declare": list(script.names)}
    assume = {name: translation.fact_as_written(r)[1] for name, r in script.assumptions.items()}
    state: set[str] = set()
    if script.run_spec:
        data["run"] = _write_run(script, translation, terms)
        state = set(data["run"]["state"])
        data["declare"] = [n for n in script.names if n not in state and n not in data["run"]["input"]]
    definitions += [_define_nearest(translation, made) for made in script.constructions]
    reasons: dict[str, list[Any]] = {}
    for value, steps in script.reasons:
        ((((name, _),), _),) = translation.scalar(value).items()
        reasons[name] = steps
    show = {name: translation.fact_as_written(r)[1] for name, r in script.conclusions.items()}
    data |= {"assume": assume, "show": show}
    require_declared(script, data)
    if definitions:
        data["let"] = [_write_definition(d) for d in sort_definitions(definitions, state)]
    return Written(data, terms, defined, reasons)


def require_declared(script: proof_script.Script, data: Mapping[str, Any]) -> None:
    """Refuse a statement with undeclared names, because a root in it may get the same name."""
    given = {*script.names, *(name for made in script.constructions for name in (made.weights, made.multiplier))}
    run = data.get("run", {})
    facts = [*data["assume"].values(), *data["show"].values(), *run.get("when", {}).values()]
    for term in (*facts, *run.get("start", {}).values(), *run.get("next", {}).values()):
        names = {name for name in leaves(term) if not (kernel.RATIONAL.match(name) or name in kernel.UNITS)}
        if unknown := sorted(names - given):
            name = unknown[0].rstrip("@")
            how = f"p.vector({name!r})" if name != unknown[0] else f"p.real({name!r})"
            raise ValueError(f"the statement has {name}, which its script does not declare; write {how}")


def require_steady(kind: str, of: Poly, moving: Collection[str]) -> None:
    """Refuse a definition of a term that changes from step to step."""
    if not kernel.variables(of).isdisjoint(moving):
        word = "p.inverse('q', …) names 1/…" if kind == "inverse" else "declare it as a number of the example"
        raise ValueError(f"a step of the run has {WORDS[kind]} that the example or the state determines; before p.run, "
                         f"{word}")


def _define_nearest(translation: Translation, made: proof_script.Construct) -> Definition:
    of, to, balance = translation.vector(made.of), translation.vector(made.to), translation.scalar(made.balance)
    return kernel.nearest(made.weights, made.kind, of, to, balance, made.multiplier)


def _write_run(script: proof_script.Script, translation: Translation, terms: Mapping[str, Any]) -> dict[str, Any]:
    assert script.run_spec is not None
    spec = script.run_spec

    state, inputs = [_kernel_name(v) for v, _, _ in spec.state], [_kernel_name(v) for v in spec.inputs]

    def steady(kind: str, of: Poly) -> str:
        require_steady(kind, of, [*state, *inputs])
        return translation.names.define(kind, of)

    step = Translation(terms, steady)

    def term(variable: Any, value: Any, where: Translation) -> Json:
        _ = where.vector(value) if isinstance(variable, Vector) else where.scalar(value)
        return write_value(value, terms)

    start = {_kernel_name(v): term(v, first, translation) for v, first, _ in spec.state}
    when = {name: step.fact_as_written(r)[1] for name, r in spec.when.items()}
    after = {_kernel_name(v): term(v, then, step) for v, _, then in spec.state}
    return {"state": state, "start": start, "input": inputs, "when": when, "next": after}


def sort_definitions(definitions: list[Definition], state: set[str]) -> list[Definition]:
    """Sort definitions so that each comes after the definitions that it needs. Definitions that do not depend on the
    state that the run reached come first."""
    left, definitions = definitions, []
    while left:
        missing = {name for d in left for name in d.names}
        definitions.append(next(d for d in left if not any(kernel.variables(p) & missing for p in d.of)))
        left = [d for d in left if d is not definitions[-1]]
    dependent = set(state)
    for d in definitions:
        if any(kernel.variables(p) & dependent for p in d.of):
            dependent.update(d.names)
    return sorted(definitions, key=lambda d: d.names[0] in dependent)


@dataclass(frozen=True)
class Scope:
    """A place in a proof: the known facts, the definitions, and the last facts; whether the goal is for every index;
    the part of a stored proof at this place, if there is one; the name of the goal; and the invariants of the run if
    the goal is one of them.
    """

    context: Context
    defined: Mapping[Key, str]
    latest: tuple[str, ...] = ()
    is_open: bool = False
    before: Json = None
    aim: str = CONCLUSION
    invariants: tuple[str, ...] = ()

    def move(self, context: Context) -> Scope:
        """Return the scope in another context, with the definitions that are known there."""
        known = {key: name for key, name in self.defined.items() if name in context.names}
        return Scope(context, known, before=self.before)

    def into(self, rule: str, *path: str, **known: str) -> Scope:
        """Return the scope at the part of the stored proof that the keys lead to. The part begins with the next stored
        step that has this rule and these data. Otherwise the step is new, and so is everything in it. Later steps may
        still have stored proofs.
        """
        node = self.before
        while isinstance(node, dict) and not (node.get("rule") == rule and known.items() <= node.items()):
            node = node.get("then")
        if isinstance(node, dict):
            return replace(self, before=node).of(*path)
        return self if self.before is None or path == ("then",) else replace(self, before=None)

    def of(self, *path: str) -> Scope:
        """Return the scope at the part of the stored proof that the keys lead to."""
        node = self.before
        for key in path:
            node = node.get(key) if isinstance(node, dict) else None
        return self if node is self.before else replace(self, before=node)

    def at_index(self) -> Scope:
        """Return the scope inside a proof for one arbitrary index."""
        return replace(self, context=replace(self.context, at_index=True), is_open=False)

    def rule(self, name: str, /, **data: Any) -> Json:
        """Return a node of the proof, by a rule that leaves the index open if the scope has one."""
        return {"rule": name, **data, **({"open": True} if self.is_open else {})}

    def knowing(self, facts: Goals) -> Scope:
        """Return the scope with further facts."""
        return replace(self, context=self.context.knowing(facts), latest=tuple(facts))


@dataclass
class Prover:
    """Proves one script. `library` has the statements that it may cite, as JSON and as read; `before` is a stored entry
    for the script, if there is one."""

    library: Mapping[str, tuple[Json, kernel.Statement]] = field(default_factory=dict)
    terms: Mapping[str, Any] = field(default_factory=dict)  # of abbreviations
    leaves: list[Obligation] = field(default_factory=list)
    counter: int = 0
    before: Json = None
    here: Place | None = None  # the line of the step that is looked at

    # --- entries ---

    def entry(self, identifier: str, script: proof_script.Script) -> Json:
        """Return a complete certificate: statement, side conditions, proof."""
        written = write_statement(identifier, script)
        sides = self.sides_of(written)
        statement = kernel.read_statement(written.data, sides)
        before = self.before.get("proof") if self.before else None
        proof = self.script(Scope(statement.context, written.defined, before=before), statement.show, script.steps)
        entry = {"statement": written.data, "proof": proof}
        return {**entry, "sides": sides} if sides else entry

    def sides(self, data: Json, reasons: Mapping[str, list[Any]] | None = None) -> dict[str, Json]:
        """Return proofs of the side conditions of a statement's definitions (see kernel.read_statement)."""
        if not data.get("let"):
            return {}
        context, sides, defined = Context().naming(data["declare"]), {}, dict[Key, str]()
        before = (self.before or {}).get("sides", {})
        table, run = kernel.read_table(data["let"]), data.get("run")
        hypotheses = kernel.read_facts(data["assume"], table)
        for entry in data["let"]:
            if run and not kernel.is_over(context.names, terms_of(entry), table):
                context, run = kernel.read_run(run, context, table), None
            d = kernel.read_definition(entry, context, table)
            known = {n: f for n, f in hypotheses.items() if kernel.is_over(context.names, data["assume"][n][1:], table)}
            scope = Scope(context.knowing(known), dict(defined), before=before.get(d.names[0]))
            steps = (reasons or {}).get(d.names[0])
            sides[d.names[0]] = self.script(scope, {"side": d.side}, steps) if steps else self.side(scope, d)
            context = context.defining(d)
            defined[key_of(d.kind, *d.of)] = d.names[0]
        return sides

    def sides_of(self, written: Written) -> dict[str, Json]:
        """Return proofs of the side conditions of a statement that was just written, with the author's reasons."""
        self.terms, self.counter = written.terms, len(written.defined)
        return self.sides(written.data, written.reasons)

    def side(self, scope: Scope, d: Definition) -> Json:
        """Return a proof that a definition makes sense."""
        terms = [(str(c), text_of(m, "*")) for m, c in sort_monomials(d.of[0]).items()]
        of = " + ".join(c if not m else m if c == "1" else f"{c}*{m}" for c, m in terms)
        v = vector_of_square(d.of[0]) if d.kind == "sqrt" else None
        hints = Hints(terms=(norm_term(v),)) if v and len(v) > 1 else Hints()
        return self.leaf(scope, d.side, hints, f"the side condition of {d.names[0]} ({d.kind} of {of})")

    # --- leaves ---

    def leaf(self, scope: Scope, goal: Fact, hints: Hints, label: str) -> Json:
        """Return a proof by computation, or by contradiction or by sign if no direct certificate exists."""
        context = scope.context
        if kernel.is_indexed(goal[1]):
            context = replace(context, at_index=True)
        proof = self.find_former_proof(scope, context, goal) or linear_certificates.certificate(context, goal, hints)
        if proof is None and goal[0] == "=":
            proof = self.by_sign(context, goal, hints)
        elif proof is None:
            proof = self.by_contradiction(context, goal, hints)
        if proof is None and hints.also:
            wider = replace(hints, facts=(*(hints.facts or ()), *hints.also), also=())
            return Prover.leaf(self, scope, goal, wider, label)
        if proof is None:
            raise Unproved(Obligation(label, context, goal, None, self.here))
        self.leaves.append(Obligation(label, context, goal, proof, self.here))
        return proof

    def find_former_proof(self, scope: Scope, context: Context, goal: Fact) -> Json | None:
        """Return the stored proof at this place if the kernel accepts it for the goal, else None."""
        proof, left = scope.before, kernel.Work.left
        if proof is None:
            return None
        try:
            kernel.require(is_computation(proof), "a proof with steps of its own")
            kernel.Work.left = kernel.MAX_WORK
            kernel.Checker({}).prove(context, {"goal": goal}, proof)
            return proof
        except REFUSALS:
            return None
        finally:
            kernel.Work.left = left

    def by_contradiction(self, context: Context, goal: Fact, hints: Hints) -> Json | None:
        """Suppose the opposite of the goal, and compute a contradiction."""
        name = fresh_name("not", context.facts)
        wider = replace(hints, facts=None if hints.facts is None else (*hints.facts, name))
        then = linear_certificates.certificate(context.knowing({name: negation(goal)}), kernel.FALSE, wider)
        return then and {"rule": "contra", "name": name, "then": then}

    def by_sign(self, context: Context, goal: Fact, hints: Hints) -> Json | None:
        """Return a proof of an equation, which refutes both signs of the difference, or None."""
        name = fresh_name("sign", context.facts)
        wider = replace(hints, facts=None if hints.facts is None else (*hints.facts, name))
        return refute_signs(goal[1], name, context.facts, lambda fact: linear_certificates.certificate(
            context.knowing({name: fact}), kernel.FALSE, wider))

    # --- terms ---

    def translated(self, scope: Scope, make: Callable[[Translation], Any], body: Callable[[Scope, Any], Json]) -> Json:
        """Translate terms, define the new roots and quotients in them, and continue."""
        fresh: list[Definition] = []
        defined = dict(scope.defined)

        def define(kind: str, of: Poly) -> str:
            if key_of(kind, of) not in defined:
                self.counter += 1
                family = kernel.is_indexed(of) and not scope.context.at_index
                name = number_name(kind, self.counter, scope.context.names, family=family)
                defined[key_of(kind, of)] = name
                fresh.append(kernel.definition(name, kind, of))
            return defined[key_of(kind, of)]

        result = make(Translation(self.terms, define, scope.defined))
        return self.defining(scope, fresh, lambda inner: body(inner, result))

    def defining(self, scope: Scope, fresh: list[Definition], body: Callable[[Scope], Json]) -> Json:
        """Return nested `define` rules around the body."""
        if not fresh:
            return body(scope)
        d = fresh[0]
        why = self.side(scope.into("define", "why"), d)
        defined = {**scope.defined, key_of(d.kind, *d.of): d.names[0]}
        inner = replace(scope.into("define", "then"), context=scope.context.defining(d), defined=defined)
        then = self.defining(inner, fresh[1:], body)
        return scope.rule("define", let=_write_definition(d), why=why, then=then)

    def prepared(self, scope: Scope, reasons: tuple[Any, ...], body: Callable[[Scope, Hints], Json]) -> Json:
        """Turn reasons into hints; theorems among them are used first."""
        if not reasons:
            return body(scope, Hints())
        return self._prepare(scope, list(reasons), Hints(facts=()), body)

    def _prepare(self, scope: Scope, reasons: list[Any], hints: Hints, body: Callable[[Scope, Hints], Json]) -> Json:
        if not reasons:
            return body(scope, hints)
        reason, *rest = reasons
        facts = hints.facts or ()

        def go_on(inner: Scope, **more: Any) -> Json:
            return self._prepare(inner, rest, replace(hints, **more), body)

        if isinstance(reason, proof_script.By):
            taken = {name.split(".")[0] for name in scope.context.facts}  # conclusions are named STEM.NAME
            step = proof_script.Use(fresh_name(reason.theorem, taken), reason, {})
            return self.cite(scope, step, lambda inner: go_on(inner, facts=facts + inner.latest))
        if isinstance(reason, proof_script.Product):
            names = self.known(scope, tuple(part for part in reason.factors if isinstance(part, str)))
            return self.translated(
                scope, lambda t: tuple(translate_factor(t, p) for p in reason.factors if not isinstance(p, str)),
                lambda inner, terms: go_on(inner, products=(*hints.products, (*names, *terms))),
            )
        if isinstance(reason, proof_script.Square | proof_script.Length | proof_script.Tangent):
            return self.translated(scope, lambda t: translate_factor(t, reason),
                                   lambda inner, term: go_on(inner, terms=(*hints.terms, term)))
        if isinstance(reason, proof_script.Exponents):
            return self.translated(scope, lambda t: (t.scalar(reason.a), t.scalar(reason.b)),
                                   lambda inner, pq: go_on(inner, laws=(*hints.laws, pq)))
        if isinstance(reason, proof_script.Times):
            return go_on(scope, times=(*hints.times, self.known(scope, reason.facts)))
        if named := self.facts_named(scope, reason):  # a fact may have the name of a computation
            return go_on(scope, facts=facts + named)
        if reason in proof_script.COMPUTATION:
            return go_on(scope)
        if " * " in reason:
            return go_on(scope, products=(*hints.products, self.known(scope, tuple(reason.split(" * ")))))
        return go_on(scope, facts=facts + self.known(scope, (reason,)))

    def known(self, scope: Scope, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names; raise unless each is the name of a fact, or of a theorem with all its conclusions."""
        found: list[str] = []
        for name in names:
            matches = self.facts_named(scope, name)
            if not matches:
                known = scope.context.facts
                hint = suggest_name(name, known, f"the facts are {', '.join(known)}" if known else "there are no facts")
                raise ValueError(f"no fact is named {name!r}; {hint}")
            found += matches
        return tuple(found)

    def facts_named(self, scope: Scope, name: str) -> tuple[str, ...]:
        """Return the fact of this name, or all the conclusions of the theorem of this name."""
        return tuple(n for n in scope.context.facts if n == name or n.startswith(name + "."))

    # --- steps ---

    def script(self, scope: Scope, goals: Goals, steps: list[Any]) -> Json:
        """Return the proof that the steps describe."""
        if len(goals) == 1 and any(kernel.is_indexed(p) for _, p in goals.values()):
            stays = not scope.context.at_index and any(isinstance(step, OPENING) for step in steps)
            scope = replace(scope, is_open=True) if stays else scope.at_index()
        else:
            scope = replace(scope, is_open=False)
        if not steps:
            return self.close(scope, goals, ())
        outer, self.here = self.here, steps[0].at or self.here
        try:
            return self.step(steps[0], scope, goals, steps[1:])
        except Exception as problem:
            if not hasattr(problem, "at"):  # of no step in this one
                problem.at = self.here  # type: ignore[attr-defined]
            raise
        finally:
            self.here = outer

    def close(self, scope: Scope, goals: Goals, reasons: tuple[Any, ...]) -> Json:
        """Return a proof of the goals by computation; without reasons, the last facts are tried first."""
        if len(goals) > 1:
            parts = {n: self.close(scope.into("split", "parts", n), {n: goal}, reasons) for n, goal in goals.items()}
            return {"rule": "split", "parts": parts}
        ((name, goal),) = goals.items()
        if not reasons and scope.latest:
            proof = self.find_former_proof(scope, scope.context, goal)
            proof = proof or linear_certificates.certificate(scope.context, goal, Hints(facts=scope.latest))
            if proof:
                self.leaves.append(Obligation(describe_aim(scope.aim, name), scope.context, goal, proof, self.here))
                return proof
        also = scope.invariants if reasons else ()

        def leaf(inner: Scope, hints: Hints) -> Json:
            return self.leaf(inner, goal, replace(hints, also=also), describe_aim(inner.aim, name))

        return self.prepared(scope, reasons, leaf)

    @singledispatchmethod
    def step(self, step: Any, scope: Scope, goals: Goals, rest: list[Any]) -> Json:
        """Return the proof by one step and the rest after it."""
        raise TypeError(f"not a step: {step!r}")

    @step.register
    def _(self, step: proof_script.Conclude, scope: Scope, goals: Goals, rest: list[Any]) -> Json:
        if rest:
            raise ValueError("the reasons for the conclusion are not the last step")
        return self.close(scope, goals, step.reasons)

    @step.register
    def _(self, step: proof_script.Have, scope: Scope, goals: Goals, rest: list[Any]) -> Json:
        def body(inner: Scope, given: tuple[Fact, Json]) -> Json:
            fact, written = given
            new = {step.name: fact}
            there = replace(inner.into("have", "why", name=step.name), aim=FACT, invariants=())
            if step.steps is not None:
                why = self.script(there, new, step.steps)
            else:
                at = there.at_index() if kernel.is_indexed(fact[1]) else replace(there, is_open=False)
                why = self.prepared(at, step.reasons, lambda s, hints: self.leaf(s, fact, hints, step.name))
            then = self.script(inner.into("have", "then", name=step.name).knowing(new), goals, rest)
            return inner.rule("have", name=step.name, fact=written, why=why, then=then)

        return self.translated(scope, lambda t: t.state_relation(step.claim), body)

    @step.register
    def _(self, step: proof_script.Calc, scope: Scope, goals: Goals, rest: list[Any]) -> Json:
        links, before = [], step.start
        for number, (operator, expression, reasons) in enumerate(step.links, 1):
            name = step.name if len(step.links) == 1 else f"{step.name}.{number}"
            links.append(proof_script.Have(name, Relation(before, operator, expression), reasons, at=step.at))
            before = expression
        if len(links) > 1:
            every = tuple(link.name for link in links)
            links.append(proof_script.Have(step.name + ".all", step.claim, every, at=step.at))
        return self.script(scope, goals, [*links, *rest])

    @step.register
    def _(self, step: proof_script.Suppose, scope: Scope, goals: Goals, rest: list[Any]) -> Json:
        (goal,) = goals.values()
        inner = scope.into("contra", "then").knowing({step.name: negation(goal)})
        then = self.script(inner, {"false": kernel.FALSE}, rest)
        return {"rule": "contra", "name": step.name, "then": then}

    @step.register
    def _(self, step: proof_script.Cases, scope: Scope, goals: Goals, rest: list[Any]) -> Json:
        def body(inner: Scope, polys: list[Poly]) -> Json:
            on, arms = polys[0], {}
            for p, (given, steps) in zip(polys, step.arms, strict=True):
                if p != on and p != kernel.negative(on):
                    raise ValueError("the cases of a split are about different expressions")
                operator = given.operator if p == on else FLIPPED[given.operator]
                fact = Translation({}, lambda kind, of: "").fact(Relation(0, operator, 0))[0], {
                    "<": kernel.negative(on), "<=": kernel.negative(on),
                }.get(operator, on)
                arm = "=" if operator == "==" else operator
                there = inner.into("cases", "arms", arm).knowing({step.name: fact})
                arms[arm] = self.script(there, goals, [*steps, *rest])
            if missing := sorted({"<", "=", ">"} - {*"".join(arms)}):
                lacking = f"{' and '.join(missing)} 0 {'is' if len(missing) == 1 else 'are'} missing"
                raise ValueError(f"the cases do not cover every sign: {lacking}")
            return {"rule": "cases", "on": write_poly(on), "name": step.name, "arms": arms}

        def difference(t: Translation, given: Relation) -> Poly:
            return kernel.add(t.scalar(given.lhs), kernel.negative(t.scalar(given.rhs)))

        return self.translated(scope, lambda t: [difference(t, given) for given, _ in step.arms], body)

    @step.register
    def _(self, step: proof_script.SumUp, scope: Scope, goals: Goals, rest: list[Any]) -> Json:
        self.known(scope, (step.fact,))
        relation, p = scope.context.facts[step.fact]
        total = kernel.sum_over(p)
        single: dict[str, kernel.Fact] = {step.each: (">=", kernel.add(total, kernel.negative(p)))} if step.each else {}
        summed: dict[str, kernel.Fact] = {step.name: ("=" if relation == "=" else ">=", total)}
        then = self.script(scope.into("sum", "then").knowing(single).knowing(summed), goals, rest)
        each = {"each": step.each} if step.each else {}
        return scope.rule("sum", fact=step.fact, name=step.name, then=then, **each)

    @step.register
    def _(self, step: proof_script.Construct, scope: Scope, goals: Goals, rest: list[Any]) -> Json:
        def body(inner: Scope, d: Definition) -> Json:
            return self.defining(inner, [d], lambda there: self.script(there, goals, rest))

        return self.translated(scope, lambda t: _define_nearest(t, step), body)

    @step.register
    def _(self, step: proof_script.Entry, scope: Scope, goals: Goals, rest: list[Any]) -> Json:
        ((name, (relation, p)),) = goals.items()
        images = {old: kernel.atom(new) for old, new in step.names.items()}
        there = {n: (r, kernel.substitute(q, images, keep_sums)) for n, (r, q) in scope.context.facts.items()}
        facts = {f"{n}@{step.label}": n for n, (_, q) in scope.context.facts.items()
                 if kernel.is_indexed(q) and not kernel.is_indexed(there[n][1])}
        state = {new for old, new in step.names.items() if old in scope.context.state}
        context = scope.context.naming(list(step.names.values()))
        context = replace(context, state=context.state | state).knowing({new: there[n] for new, n in facts.items()})
        inner = replace(scope.into("entry", "then"), context=context, is_open=False)
        goal = relation, kernel.substitute(p, images, keep_sums)
        return {"rule": "entry", "names": step.names, "facts": facts, "then": self.script(inner, {name: goal}, rest)}

    @step.register
    def _(self, step: proof_script.Induction, scope: Scope, goals: Goals, rest: list[Any]) -> Json:
        def body(inner: Scope, given: dict[str, tuple[Fact, Json]]) -> Json:
            facts = {n: fact for n, (fact, _) in given.items()}
            run, arbitrary = inner.context.stepping()
            base = inner.into("induction", "base").move(inner.context.before())
            moved = inner.into("induction", "step").move(arbitrary.knowing(facts))
            moved = replace(moved, aim=INVARIANT, invariants=tuple(facts))
            return inner.rule(
                "induction",
                invariants={n: written for n, (_, written) in given.items()},
                base={n: self.leaf(base.of(n), (r, kernel.substitute(p, run.start)), Hints(), START.format(n))
                      for n, (r, p) in facts.items()},
                step={n: self.script(moved.of(n), {n: (r, kernel.substitute(p, run.next))}, step.steps)
                      for n, (r, p) in facts.items()},
                then=self.script(inner.into("induction", "then").knowing(facts), goals, rest),
            )

        def made(t: Translation) -> dict[str, tuple[Fact, Json]]:
            return {n: t.state_relation(r) for n, r in step.invariants.items()}

        return self.translated(scope, made, body)

    @step.register
    def _(self, step: proof_script.Use, scope: Scope, goals: Goals, rest: list[Any]) -> Json:
        return self.cite(scope, step, lambda inner: self.script(inner, goals, rest))

    # --- theorems as lemmas ---

    def cite(self, scope: Scope, step: proof_script.Use, body: Callable[[Scope], Json]) -> Json:
        """Return the use of an earlier theorem, followed by the body with its conclusions."""
        if step.by.theorem not in self.library:
            require_claim(step.by.theorem)  # its error suggests similar names
            raise ValueError(f"there is no theorem {step.by.theorem!r} to cite")
        data, lemma = self.library[step.by.theorem]
        unknown = set(step.by.put) - {n.rstrip("@") for n in lemma.context.names}
        if unknown:
            raise ValueError(f"{step.by.theorem} has no variable {', '.join(sorted(unknown))}")

        def images(t: Translation) -> dict[str, Poly]:
            found: dict[str, Poly] = {}
            lets = {entry["name"]: entry for entry in data.get("let", []) if "multiplier" not in entry}
            for name in sorted(lemma.context.names - set(lets)):
                plain = name.rstrip("@")
                if plain in step.by.put:
                    value = step.by.put[plain]
                    found[name] = t.vector(value) if name.endswith("@") else t.scalar(value)
                elif name in scope.context.names:
                    found[name] = kernel.atom(name)
                else:
                    raise ValueError(f"{step.by.theorem} needs a value for {plain}")
            for name, entry in lets.items():
                of = kernel.substitute(kernel.read_poly(entry["of"]), found)
                found[name] = t.define(entry["kind"], of)
            return found

        return self.translated(scope, images, lambda inner, put: self._cite(inner, step, data, lemma, put, body))

    def _cite(self, scope: Scope, step: proof_script.Use, data: Json, lemma: kernel.Statement, put: dict[str, Poly],
              body: Callable[[Scope], Json]) -> Json:
        single = len(lemma.show) == 1
        names = {n: step.name if single else f"{step.name}.{n}" for n in lemma.show}
        where, there = f"of {step.by.theorem}", scope.into("lemma", "premises", of=step.by.theorem)
        premises = {n: self.leaf(there.of(n), (r, kernel.substitute(p, put)), Hints(), f"the hypothesis {n} {where}")
                    for n, (r, p) in lemma.assume.items()}
        written = {n: write_poly(p) for n, p in put.items()}
        node = scope.rule("lemma", of=step.by.theorem, put=written, premises=premises, **{"as": names})
        if lemma.context.run:
            node["run"] = self.simulation(scope, step, lemma.context, lemma.context.run, put)
        facts = {names[n]: (r, kernel.substitute(p, put)) for n, (r, p) in lemma.show.items()}
        node["then"] = body(scope.into("lemma", "then", of=step.by.theorem).knowing(facts))
        return node

    def simulation(self, scope: Scope, step: proof_script.Use, theirs: Context, run: kernel.Run,
                   put: dict[str, Poly]) -> Json:
        """Return the proof that the script's run is a run of the theorem."""
        ours, arbitrary = scope.context.stepping()
        there = scope.into("lemma", "run", of=step.by.theorem)
        before, taking = there.move(scope.context.before()), there.move(arbitrary)
        translation = Translation(self.terms, self._no_definition, scope.defined)
        inputs: dict[str, Poly] = {}
        for name in run.input:
            value = step.inputs.get(name.rstrip("@"))
            if value is None:
                inputs[name] = kernel.atom(name)
            else:
                inputs[name] = translation.vector(value) if name.endswith("@") else translation.scalar(value)
        seen = {n: p for n, p in put.items() if n not in theirs.state or n in run.state}
        taken = {**seen, **inputs}

        def gaps(here: Terms, there: Terms, through: Terms) -> Iterator[tuple[str, Fact]]:
            for n in run.state:
                p = kernel.add(kernel.substitute(put[n], here), kernel.negative(kernel.substitute(there[n], through)))
                yield n, ("=", kernel.gram(p, p) if n.endswith("@") else p)

        where = f"for {step.by.theorem}"
        return {"input": {n: write_poly(p) for n, p in inputs.items()},
                "start": {n: self.leaf(before.of("start", n), g, Hints(), f"the start of {n} {where}")
                          for n, g in gaps(ours.start, run.start, seen)},
                "when": {n: self.leaf(taking.of("when", n), g, Hints(), f"the condition {n} {where}")
                         for n, g in ((n, (r, kernel.substitute(p, taken))) for n, (r, p) in run.when.items())},
                "next": {n: self.leaf(taking.of("next", n), g, Hints(), f"the next {n} {where}")
                         for n, g in gaps(ours.next, run.next, taken)}}

    def _no_definition(self, kind: str, of: Poly) -> str:
        raise ValueError("the inputs of a simulation need no new roots or quotients; define them before")
