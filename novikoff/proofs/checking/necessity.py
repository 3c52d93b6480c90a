"""Necessity: whether each hypothesis of a claim is needed.

A hypothesis is a fact in `assume`, or for a claim about runs also a fact in `when`, which every step must satisfy. The
result about the claim without it is one of these:

    needed         a point where all other hypotheses hold and a conclusion does not
    makes-sense    a point where all other hypotheses hold and a quotient or root in the claim is undefined
    superfluous    a proof of the claim without it: by the derivation of the claim, by this derivation without the
                   reason, with other theorems, with other cases, or with other invariants
    undecided      the search found no result of the other kinds

A refuted claim is false with all its hypotheses, so it has no results.
"""

import copy
import random
from collections import ChainMap
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from ...algorithms.safe_files import read_json
from .. import evidence, kernel
from ..kernel import Fact, Statement
from ..search import citation_graph
from ..search.counterexamples import Found, find_telling_witness, find_witness, is_confirmed, problem_at, shrink
from ..search.elaboration import Prover, Scope, Unproved, write_statement
from ..search.linear_certificates import Hints
from ..search.proof_json import REFUSALS, negation
from ..statements.notation import Notation
from ..statements.proof_script import By, Calc, Cases, Conclude, Have, Induction, Script, Times
from ..statements.registry import Claim, cache_by_claims, claims
from ..statements.vector_language import OPPOSITES, Relation, Vector, write_fact
from ..statements.witness_completion import complete_witness, names_of
from .ledger_check import check
from .random_instances import complete_instance, conclusions, guessable_hypotheses, instances, read_instance
from .stored_certificates import statement_in, statement_of, stored_entries
from .vacuity import find_model, hypotheses_of

Json = Any
Entries = list[Json]
Table = Mapping[str, Mapping[str, Json]]  # results in JSON, by claim and hypothesis
KINDS = ("needed", "makes-sense", "superfluous", "undecided")
BUDGETS = ((1, 400_000), (2, 1_500_000))  # seeds and numbers of values for the last searches
INSTANCES = 600  # random instances tried


class Result(NamedTuple):
    """A result about one hypothesis: a kind, with evidence unless the kind is `undecided`."""

    kind: str
    witness: Json = None  # needed, makes-sense: values as in kernel.false_conclusions
    definition: str = ""  # makes-sense: the name of the quotient or root in the statement
    entries: Json = None  # superfluous: cited theorems without a hypothesis, then the claim without it

    def json(self) -> Json:
        """Return the result as stored."""
        return {name: value for name, value in self._asdict().items() if value}


# --- statements without a hypothesis --------------------------------------------------------------


def hypotheses(data: Json) -> list[str]:
    """Return the names of the hypotheses of a statement in JSON, first the hypotheses of steps."""
    return [*data.get("run", {}).get("when", {}), *data["assume"]]


def statement_to_json(claim: Claim) -> Json:
    """Return the claim's statement in JSON."""
    return write_statement(claim.id, claim.script).data


def is_of_steps(data: Json, name: str) -> bool:
    """Return whether a hypothesis is about the steps of the run."""
    return name in data.get("run", {}).get("when", {})


def without(statement: Statement, name: str) -> Statement:
    """Return the statement without one hypothesis. The definitions in it keep their meaning where they are defined."""
    run = statement.context.run
    if run and name in run.when:
        less = run._replace(when={n: fact for n, fact in run.when.items() if n != name})
        return statement._replace(context=replace(statement.context, run=less))
    return statement._replace(assume={n: fact for n, fact in statement.assume.items() if n != name})


def data_without(data: Json, name: str) -> Json:
    """Return the statement in JSON without a hypothesis."""
    table = copy.deepcopy(data)
    del (table["run"]["when"] if is_of_steps(data, name) else table["assume"])[name]
    return table


def side_of(entry: Json) -> Fact:
    """Return the condition under which a definition exists; a nearest point always exists."""
    if "multiplier" in entry:
        return "=", {}
    return kernel.definition(entry["name"], entry["kind"], kernel.read_poly(entry["of"])).side


def sense_of(data: Json, statement: Statement, name: str) -> Iterator[tuple[str, Statement]]:
    """Yield for each definition the statement that it exists, given the earlier hypotheses without `name`. As in the
    kernel, a definition that does not depend on the state comes before the run."""
    weaker, lets = without(statement, name), data.get("let", [])
    for number, entry in enumerate(lets):
        later, side = set[str]().union(*map(names_of, lets[number:])), side_of(entry)
        context = replace(weaker.context, names=weaker.context.names - later, state=weaker.context.state - later)
        if not kernel.variables(side[1]) & context.state:
            context = kernel.Context(context.names - context.state)
        assume = {n: fact for n, fact in weaker.assume.items() if kernel.variables(fact[1]) <= context.names}
        sense = Statement(context, assume, {"side": side})
        bare = hypotheses_of(sense)
        speaks = kernel.variables(side[1]) <= bare.context.names
        yield entry["name"], bare._replace(show=sense.show) if speaks else sense


# --- finding --------------------------------------------------------------------------------------


def necessity_of(claim: Claim) -> dict[str, Result]:
    """Return a result for each hypothesis of the claim, by name; {} for a refuted claim."""
    if claim.expected == "refuted":
        return {}
    return {name: decide(claim, name) for name in hypotheses(statement_to_json(claim))}


def decide(claim: Claim, name: str) -> Result:
    """Search for a result about the hypothesis `name`: examples, random points, proofs without it."""
    data, statement = statement_to_json(claim), statement_of(claim)
    weaker = without(statement, name)
    if own := transplant_proof(claim, name):
        return Result("superfluous", entries=[own])
    if name in claim.script.examples:
        return Result("needed", read_example(claim, name))
    if witness := find_telling_witness(weaker) or find_witness(weaker):
        return Result("needed", witness)
    for definition, sense in sense_of(data, statement, name):
        if witness := find_witness(sense):
            return Result("makes-sense", witness, definition)
    if witness := random_counterexample(claim, weaker):
        return Result("needed", witness)
    if entries := prove_without(claim, name):
        return Result("superfluous", entries=entries)
    for seed, budget in BUDGETS:
        if witness := find_witness(weaker, seed=seed, budget=budget):
            return Result("needed", witness)
    return Result("undecided")


def read_example(claim: Claim, name: str) -> Json:
    """Return the author's example without the hypothesis. Raises ValueError if no conclusion is false there."""
    data, weaker = statement_to_json(claim), without(statement_of(claim), name)
    witness = complete_witness(data, weaker, claim.script.examples[name])
    if not false_at(data, weaker, witness):
        raise ValueError(f"{claim.id}: in the example without {name!r} no conclusion is false")
    return witness


def random_counterexample(claim: Claim, weaker: Statement) -> Json | None:
    """Return a random instance of the other hypotheses at which a conclusion fails, or None."""
    model, lets = find_model(claim), statement_to_json(claim).get("let", [])
    guessed, known = guessable_hypotheses(weaker, lets), [read_instance(weaker, model.witness)] if model else []
    for found in islice(instances(guessed, random.Random(claim.id), known), INSTANCES):
        if found and guessed.context.names == weaker.context.names and is_confirmed(weaker, "counterexample", found):
            return simplify(weaker, found).json(weaker)
        witness = found and complete_instance(weaker, lets, found.json(guessed))
        if witness and (conclusions(weaker, witness, lets) or ([], []))[0]:
            return witness
    return None


def simplify(weaker: Statement, found: Found) -> Found:
    """Return a simpler counterexample."""
    failing = kernel.false_conclusions(weaker, found.json(weaker))[0]
    goals = [negation(weaker.show[failing])]
    problem = problem_at(weaker, "counterexample", goals, found.dimension, found.size)
    return shrink(problem, found) if problem else found


def transplant_proof(claim: Claim, name: str) -> Json | None:
    """Return the entry of the claim without the hypothesis, if the kernel accepts it with the same proof; otherwise
    None."""
    entry = stored_entries().get(claim.id) if claims().get(claim.id) is claim else None
    if entry is None:
        return None
    less = {**entry, "statement": data_without(entry["statement"], name)}
    return less if accepts([less]) else None


@cache
def prove_without(claim: Claim, name: str) -> Entries | None:
    """Return entries, the last of which is the claim without the hypothesis, or None if no attempt succeeds."""
    for script, before in scripts_without(claim, name):
        library = {e["statement"]["id"]: (e["statement"], statement_in(e)) for e in before}
        try:
            entry = Counting(library=ChainMap(library, citation_graph.library())).entry(claim.id, script)  # type: ignore[arg-type]
        except (Unproved, kernel.Rejected, ValueError, KeyError, TypeError):
            continue
        cited = set(library) & citation_graph.cited(script)
        entries = [*(e for e in before if cited), entry]
        if accepts(entries):
            return entries
    return None


def scripts_without(claim: Claim, name: str) -> Iterator[tuple[Script, Entries]]:
    """Yield scripts to try without the hypothesis, each with the entries that it may cite."""
    script, given = script_without(claim.script, name), claim.script.assumptions.get(name)
    yield script, []
    lemmas, entries = lemmas_without(claim.script, name)
    if lemmas:
        yield replace(script, steps=rewrite_steps(script.steps, name, lemmas)), entries
    if given is not None and not isinstance(given.lhs, Vector) and not isinstance(given.rhs, Vector):
        arms = [(replace(given, operator=operator), steps) for operator, steps in cases_of(given, claim.script.steps)]
        zero = [(Relation(r.lhs - r.rhs, r.operator, 0), steps) for r, steps in arms]
        yield replace(script, steps=[Cases(name, zero)]), []
    if script.run_spec:
        yield replace(script, steps=[Induction(dict(script.conclusions), [])]), []
    yield replace(script, steps=[]), []


def cases_of(given: Relation, steps: list[Any]) -> list[tuple[str, list[Any]]]:
    """Return the case of the hypothesis, with the derivation, and the other cases, without steps."""
    if given.operator == "==":
        return [("<", []), ("==", steps), (">", [])]
    if given.operator == "!=":
        return [("<", steps), ("==", []), (">", steps)]
    return [(given.operator, steps), (OPPOSITES[given.operator], [])]


def lemmas_without(script: Script, name: str) -> tuple[dict[str, str], Entries]:
    """Find cited theorems that do not need a hypothesis of the same name. Returns new ids for them, with the entries
    that prove them."""
    lemmas, entries = dict[str, str](), list[Json]()
    for other in sorted(citation_graph.cited(script) & set(claims())):
        theirs = claims()[other]
        names = hypotheses(statement_to_json(theirs))
        if name not in names or theirs.expected != "proved":
            continue
        own = transplant_proof(theirs, name)
        found = [own] if own else prove_without(theirs, name)
        if found:
            lemmas[other] = f"{other}.without.{names.index(name)}"
            *more, last = found
            entries += [e for e in more if e not in entries]
            entries.append({**last, "statement": {**last["statement"], "id": lemmas[other]}})
    return lemmas, entries


class Counting(Prover):
    """A prover that also uses the fact that a counter of steps is not negative, if it finds no other proof."""

    def leaf(self, scope: Scope, goal: kernel.Fact, hints: Hints, label: str) -> Json:
        try:
            return super().leaf(scope, goal, hints, label)
        except Unproved:
            context = scope.context
            if context.run is None or kernel.is_indexed(goal[1]) or context.at_index:
                raise
            run, _ = context.stepping()
            plus_one = {n: kernel.add(kernel.atom(n), kernel.constant(1)) for n in run.state}
            counters = [n for n in run.state if not run.start[n] and run.next[n] == plus_one[n]]
            facts: dict[str, kernel.Fact] = {f"{n} counts": (">=", kernel.atom(n)) for n in counters}
            if not counters or set(facts) & set(context.facts):
                raise
            wider = hints if hints.facts is None else replace(hints, facts=(*hints.facts, *facts))
            return {"rule": "induction",
                    "invariants": {n: write_fact(fact) for n, fact in facts.items()},
                    "base": {n: {"rule": "poly"} for n in facts},
                    "step": {n: {"rule": "poly", "sum": [{"facts": [n]}, {}]} for n in facts},
                    "then": super().leaf(scope.knowing(facts), goal, wider, label)}


def script_without(script: Script, name: str) -> Script:
    """Return the script without a hypothesis and the reasons that name it. A step without remaining reasons uses all
    known facts."""
    run, steps = script.run_spec, rewrite_steps(script.steps, name, {})
    if run and name in run.when:
        less = replace(run, when={n: r for n, r in run.when.items() if n != name})
        return replace(script, run_spec=less, steps=steps)
    return replace(script, assumptions={n: r for n, r in script.assumptions.items() if n != name}, steps=steps)


def rewrite_steps(step: Any, name: str, lemmas: Mapping[str, str]) -> Any:
    """Return a part of a script in which no reason names the hypothesis and `lemmas` replaces cited theorems."""
    if isinstance(step, By):
        return replace(step, theorem=lemmas.get(step.theorem, step.theorem))
    if isinstance(step, list):
        return [rewrite_steps(item, name, lemmas) for item in step]
    if isinstance(step, tuple):
        return tuple(rewrite_steps(item, name, lemmas) for item in step)
    if isinstance(step, Have | Conclude):
        step = replace(step, reasons=reasons_without(step.reasons, name))
    if isinstance(step, Calc):
        step = replace(step, links=tuple((op, e, reasons_without(r, name)) for op, e, r in step.links))
    if is_dataclass(step) and not isinstance(step, Relation | type):
        nested = {f.name: getattr(step, f.name) for f in fields(step)}
        return replace(step, **{n: rewrite_steps(v, name, lemmas) for n, v in nested.items()})
    return step


def reasons_without(reasons: tuple[Any, ...], name: str) -> tuple[Any, ...]:
    """Return the reasons that do not name the hypothesis."""

    def names_it(reason: Any) -> bool:
        if isinstance(reason, Times):
            return name in reason.facts
        return isinstance(reason, str) and name in reason.split(" * ")

    return tuple(reason for reason in reasons if not names_it(reason))


# --- checking -------------------------------------------------------------------------------------


def false_at(data: Json, weaker: Statement, witness: Json) -> list[str]:
    """Return the conclusions that are false at a point where all hypotheses hold.

    The kernel decides. Logarithms that the point leaves out, and that only conclusions contain, are enclosed by
    intervals. Raises `Rejected` if a hypothesis does not hold.
    """
    named = weaker.context.names - set(weaker.context.run.state if weaker.context.run else [])
    if named <= set(witness["values"]):
        return kernel.false_conclusions(weaker, witness)
    found = conclusions(weaker, witness, data.get("let", []))
    kernel.require(bool(found), "a hypothesis is not known to hold at the witness")
    return found[0] if found else []


class Proved(Mapping[str, Statement]):
    """The statements of all claims that are expected to be proved, as the kernel's library."""

    def __getitem__(self, identifier: str) -> Statement:
        return proved_statement(identifier)

    def __iter__(self) -> Iterator[str]:
        return (identifier for identifier, claim in claims().items() if claim.expected == "proved")

    def __len__(self) -> int:
        return sum(1 for _ in self)


@cache_by_claims
def proved_statement(identifier: str) -> Statement:
    """Return the statement of a claim that is expected to be proved; raise KeyError for other claims. A user-defined
    theorem is proved first."""
    claim = claims()[identifier]
    if claim.expected != "proved" or (claim.origin and not check(identifier, engines="kernel", jobs=1)):
        raise KeyError(identifier)
    return statement_of(claim)


def accepts(entries: Entries) -> bool:
    """Return whether the kernel accepts the proofs. Each may cite the entries before it, and all claims that do not
    depend on the claims in question."""
    before: dict[str, Statement] = {}
    for entry in entries:
        identifier = entry["statement"]["id"]
        about = identifier.partition(".")[0]
        try:
            verdict, statement, used = kernel.check_entry(entry, ChainMap(before, Proved()))  # type: ignore[arg-type]
        except REFUSALS:
            return False
        if verdict != "proved" or any(about in citation_graph.in_order([other]) for other in used - set(before)):
            return False
        before[identifier] = statement
    return bool(entries)


def is_about(entry: Json) -> bool:
    """Return whether a cited theorem "ID.without.N" is the claim ID without its hypothesis N."""
    identifier, _, number = entry["statement"]["id"].partition(".without.")
    data = statement_to_json(claims()[identifier])
    less = data_without(data, hypotheses(data)[int(number)])
    return bool(entry["statement"] == {**less, "id": entry["statement"]["id"]})


def flaw(claim: Claim, name: str, result: Json, data: Json | None = None, statement: Statement | None = None) -> str:
    """Return why a result about a hypothesis is not valid today, "" if it is valid; nothing is searched. `data` and
    `statement` may hold the claim's statement, in JSON and as the kernel reads it."""
    return examine(claim, name, result, data, statement)[0]


def examine(claim: Claim, name: str, result: Json, data: Json | None = None,
            statement: Statement | None = None) -> tuple[str, list[str]]:
    """Return the flaw of a result, "" if it has none, and the conclusions that its witness breaks."""
    failing = list[str]()
    try:
        evidence = kernel.fields(result, "kind", optional=["witness", "definition", "entries"])
        kind, witness, definition, entries = evidence
        data = statement_to_json(claim) if data is None else data
        kernel.require(kind in KINDS and name in hypotheses(data), "no such hypothesis or kind")
        statement = statement_of(claim) if statement is None else statement
        if kind == "needed":
            failing = false_at(data, without(statement, name), witness)
            kernel.require(failing, "no conclusion is false at the witness")
        elif kind == "makes-sense":
            senses = dict(sense_of(data, statement, name))
            kernel.require(definition in senses, f"there is no definition {definition!r:.40}")
            kernel.require(kernel.false_conclusions(senses[definition], witness), f"{definition} exists at the witness")
        elif kind == "superfluous":
            *before, last = kernel.items(entries)
            kernel.require(last["statement"] == data_without(data, name), "the proof is for another statement")
            kernel.require(all(map(is_about, before)), "it cites a theorem about another statement")
            kernel.require(accepts(entries), "the kernel does not accept the proof")
        else:
            return "undecided", []
    except REFUSALS as problem:
        return str(problem), []
    return "", failing


@cache
def stored_results() -> dict[str, dict[str, Json]]:
    """Return the results that ship with the package, by claim and hypothesis; callers do not change them."""
    stored: dict[str, dict[str, Json]] = read_json(evidence.NECESSITY)
    return stored


def is_mentioned(claim: Claim, name: str) -> bool:
    """Return whether `says` mentions the hypothesis, by its name or by its formula."""
    script = claim.script
    given = {**(script.run_spec.when if script.run_spec else {}), **script.assumptions}[name]
    printed = Notation(order=[n.rstrip("@") for n in script.names]).relation(given)
    said = claim.says.replace(" ", "").lower()
    return any(form.replace(" ", "").lower() in said for form in (name.replace("_", " "), printed))
