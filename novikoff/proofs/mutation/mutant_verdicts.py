"""The verdict on each mutant of a claim, by exact points, by the search and by the ordinary prover.

The package docstring defines the verdicts killed, equivalent and open.
"""

import contextlib
import itertools
import random
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from itertools import islice
from typing import Any

from .. import kernel
from ..checking import entry_building, necessity
from ..checking.random_instances import instances, read_instance
from ..checking.stored_certificates import stored_entries
from ..checking.vacuity import stored_models
from ..kernel import Rational, Statement
from ..prover import irrational_counterexamples
from ..prover.automatic_derivations import Guided
from ..prover.strategies import STRATEGIES
from ..search import citation_graph
from ..search.counterexamples import Found, find_witness
from ..search.elaboration import Prover, Scope, Unproved, Written, key_of, write_statement
from ..search.linear_certificates import Hints
from ..search.proof_json import REFUSALS
from ..statements.expressions import Expression, read_term
from ..statements.proof_script import By, Use
from ..statements.registry import Claim, known_claims
from ..statements.valuation import Valuation
from ..statements.vector_language import multiplied_out, names_of_let, of_term, write_fact
from ..statements.witness_completion import complete_witness, names_of, replay_steps
from .statement_mutants import Verdict, canonical, mutants_of, sample_mutants

Json = Any
Outcome = tuple[str, str, Json]  # a status, what decided, the evidence
POINTS, MORE = 120, 480  # instances of each claim's hypotheses: first for all mutants, then for undecided ones
ATTEMPTS = 2000  # tries to find an instance
FEW = 8  # strategies of the prover: these take a second, the next one takes four
BUDGETS = ((0, 4_000, False), (0, 30_000, True), (1, 200_000, False))  # seeds, values tried, and whether z3 helps


@dataclass
class Still(Valuation):
    """A valuation whose values no longer change, so that each atom is evaluated once."""

    atoms: dict[tuple[str, int, int], Rational] = field(default_factory=dict)

    def atom(self, name: str, i: int, k: int) -> Rational:
        if (name, i, k) not in self.atoms:
            self.atoms[name, i, k] = super().atom(name, i, k)
        return self.atoms[name, i, k]


@dataclass
class Point:
    """A point where the hypotheses of a claim hold, and the values of all names there."""

    witness: Json
    valuation: Still


class Strong(necessity.Counting, Guided):
    """A prover with the cheap strategies of `novikoff prove`, which also uses that a counter is not negative."""


class Judge:
    """A judge of the mutants of one claim, with the statement and the proof of the claim, and points where its
    hypotheses hold."""

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self.written: Written = write_statement(claim.id, claim.script)
        self.data: Any = multiplied_out(self.written.data)
        stored = stored_entries().get(claim.id)
        self.entry: Any = stored or entry_building.build_entry(claim.id, ("kernel",)).entry or {}
        self.sides: Any = self.entry.get("sides") or {}
        self.statement: Statement = kernel.read_statement(self.data, self.sides)
        self.is_true: bool = claim.expected == "proved"

    @cached_property
    def points(self) -> list[Point]:
        """Return points where the hypotheses hold: the stored model, and random instances, with ties on purpose."""
        model = stored_models().get(self.claim.id, {}).get("witness")
        known = [model] if model else []
        self.instances: Iterator[Json] = self.instances_near(self.statement, known)
        return self.points_of(itertools.chain(known, self.find_points(), islice(self.instances, POINTS)))

    def find_points(self) -> Iterable[Json]:
        """Return further points where the hypotheses hold."""
        return ()

    @cached_property
    def more_points(self) -> list[Point]:
        """Return further instances, for mutants that `points` does not decide."""
        return self.points_of(islice(self.instances, MORE))

    def instances_near(self, statement: Statement, known: list[Json]) -> Iterator[Json]:
        """Yield random instances of the hypotheses of a statement, from a limited number of attempts."""
        pool = [read_instance(self.statement, witness) for witness in known]
        found = islice(instances(statement, random.Random(self.claim.id), pool), ATTEMPTS)
        return filter(None, (to_json(statement, each) for each in found if each))

    def points_of(self, witnesses: Iterable[Json]) -> list[Point]:
        """Return the points of the witnesses, without duplicates."""
        points: dict[str, Point] = {}
        for witness in witnesses:
            with contextlib.suppress(*REFUSALS):
                points.setdefault(canonical(witness), point_at(self.statement, witness))
        return list(points.values())

    def verdict(self, kind: str, change: str, data: Json) -> Verdict:
        """Return the verdict on a mutant."""
        return Verdict(self.claim.id, kind, change, *self.judge(kind, change, data))

    def judge(self, kind: str, change: str, data: Json) -> Outcome:
        """Return the status of a mutant, the reason, and the evidence."""
        if kind == "hypothesis dropped" and (known := self.known_of(change)):
            return known
        sides = self.sides_of(data)
        if sides is None:
            return self.senseless(data) or ("open", "whether its quotients and roots exist is not known", None)
        statement = kernel.read_statement(data, sides)
        outcome = next(filter(None, self.attempts(data, statement, sides)), None)
        return outcome or ("open", f"it holds at {self.count_points(data, statement)} exact instances", None)

    def attempts(self, data: Json, statement: Statement, sides: Json) -> Iterator[Outcome | None]:
        """Yield the outcomes of all attempts, the cheapest first: known points, short proofs, longer searches."""
        yield kill("a known point", self.refuted_at(self.points, data, statement))
        for by, make in self.proofs(data, statement):
            yield self.accept(data, sides, by, make)
        yield kill("irrational values", irrational_counterexample(data, sides))
        yield kill("a random instance", self.refuted_at(self.more_points, data, statement))
        yield kill("search", self.search(statement, *BUDGETS[0]))
        for by, make in self.longer_proofs(data, statement):
            yield self.accept(data, sides, by, make)
        for budget in BUDGETS[1:]:
            yield kill("search", self.search(statement, *budget))
        if {**data, "show": 0} != {**self.data, "show": 0}:
            yield kill("a random instance", self.random_instance(statement))

    def true(self, by: str) -> Outcome:
        """Return the verdict on a mutant that is proved."""
        if self.is_true:
            return "equivalent", by, None
        return "killed", f"it is true, and no longer refuted: {by}", None

    def known_of(self, name: str) -> Outcome | None:
        """Return the verdict that follows from the stored necessity of a hypothesis, if it is still valid."""
        result = necessity.stored_results().get(self.claim.id, {}).get(name)
        if not result or necessity.flaw(self.claim, name, result):
            return None
        if result["kind"] == "superfluous":
            return self.true("a proof without it (necessity)")
        return "killed", f"{result['kind']} (necessity)", result["witness"]

    def sides_of(self, data: Json) -> Json | None:
        """Return proofs that the definitions exist: the claim's own or new ones; None if there are none."""
        for make in (lambda: self.sides, lambda: Prover().sides(data), lambda: Guided().sides(data)):
            with contextlib.suppress(Unproved, *REFUSALS):
                sides = make()
                kernel.read_statement(data, sides)
                return sides
        return None

    # --- refutations ---

    def senseless(self, data: Json) -> Outcome | None:
        """Refute a mutant whose quotients and roots may be undefined. The mutant fails at a point where its terms are
        defined, or there is a point where they are undefined."""
        table = with_meaning(data)
        if sides := self.sides_of(table):
            witness = self.refuted_at(self.points, table, kernel.read_statement(table, sides))
            if witness:
                return "killed", "a known point", witness
        witness = self.meaningless_at_a_point(data) or meaningless(data)
        return kill("a quotient or root has no meaning", witness)

    def refuted_at(self, points: list[Point], data: Json, statement: Statement) -> Json | None:
        """Return a point of the claim where the mutant fails, and move it to the front of the points."""
        moved = meaning(data) != meaning(self.data)
        for n, point in enumerate(points):
            here = self.move(data, statement, point) if moved else point
            if here and fails(statement, here.valuation) and (witness := confirm(statement, here.witness)):
                points.insert(0, points.pop(n))
                return witness
        return None

    def count_points(self, data: Json, statement: Statement) -> int:
        """Count the known points where the hypotheses of a mutant hold; none of them refutes it."""
        moved, points = meaning(data) != meaning(self.data), [*self.points, *self.more_points]
        here = [self.move(data, statement, point) if moved else point for point in points]
        return sum(point.valuation.hold(statement.assume.values()) is True for point in here if point)

    def complete(self, given: Json) -> Json | None:
        """Return a point with its roots and quotients, if they are rational."""
        with contextlib.suppress(*REFUSALS):
            return complete_witness(self.data, self.statement, given)
        return None

    def move(self, data: Json, statement: Statement, point: Point) -> Point | None:
        """Return the point with the mutant's states, roots and quotients; None if they do not exist there."""
        with contextlib.suppress(*REFUSALS):
            return point_at(statement, complete_witness(data, statement, self.name_values(point.witness)))
        return None

    def name_values(self, witness: Json) -> Json:
        """Return a point without the values of definitions, by the names that an author writes."""
        lets = {name for entry in self.data.get("let", []) for name in names_of(entry)}
        steps = [{n.rstrip("@"): v for n, v in step.items()} for step in witness.get("steps") or []]
        values = {n.rstrip("@"): v for n, v in witness["values"].items() if n not in lets}
        return {**witness, "values": values, "steps": steps}

    def meaningless_at_a_point(self, data: Json) -> Json | None:
        """Return a point of the claim where the first changed definition is undefined, or None."""
        if {**data, "let": 0} != {**self.data, "let": 0}:
            return None
        pairs = zip(data["let"], self.data["let"], strict=True)
        changed = next(new for new, old in pairs if new != old)
        side = necessity.side_of(changed)
        return next((point.witness for point in self.points if point.valuation.hold([side]) is False), None)

    def search(self, statement: Statement, seed: int, budget: int, ask: bool) -> Json | None:
        """Search for a counterexample; add it to the points if the claim's hypotheses hold there."""
        witness = find_witness(statement, seed=seed, budget=budget, ask=ask)
        if witness and confirm(self.statement._replace(show={"nothing": ("=", {})}), witness, fails=False):
            self.points.insert(0, point_at(self.statement, witness))
        return witness

    def random_instance(self, statement: Statement) -> Json | None:
        """Return a random instance of the mutant's own hypotheses where it fails, or None."""
        with contextlib.suppress(*REFUSALS):
            found = self.instances_near(statement, [point.witness for point in self.points[:20]])
            failing = (each for each in found if fails(statement, point_at(statement, each).valuation))
            return next((each for each in failing if confirm(statement, each)), None)
        return None

    # --- proofs ---

    def accept(self, data: Json, sides: Json, by: str, make: Callable[[], Json]) -> Outcome | None:
        """Return the verdict, if the kernel accepts the proof that `make` returns."""
        with contextlib.suppress(Unproved, *REFUSALS):
            if proves({"statement": data, "proof": make(), **({"sides": sides} if sides else {})}, data):
                return self.true(by)
        return None

    def proofs(self, data: Json, statement: Statement) -> Iterator[tuple[str, Callable[[], Json]]]:
        """Yield short attempts at a proof, each with its name: the claim's own proof, and a citation of the claim."""
        if self.is_true:
            yield "the claim's own certificate", lambda: self.entry["proof"]
            yield "a proof without the hypothesis (necessity)", lambda: self.without(data)
            for scaled in (False, True) if starts(data) != starts(self.data) else (False,):
                yield "it follows from the claim", partial(self.from_claim, statement, data, scaled)

    def longer_proofs(self, data: Json, statement: Statement) -> Iterator[tuple[str, Callable[[], Json]]]:
        """Yield longer attempts: the claim's derivation, induction, the strategies of the prover."""
        if self.is_true:
            steps, before = self.claim.script.steps, self.entry["proof"]
            yield "the claim's own derivation", lambda: self.derive(statement, data, steps, before=before)
        if statement.context.run:
            yield "induction", lambda: self.by_induction(statement, data)
        some = STRATEGIES[:FEW]
        if self.is_true:
            steps = self.citing(data)
            yield "it follows from the claim", lambda: self.derive(statement, data, steps, strategies=some)
        yield "computation", lambda: self.derive(statement, data, [], strategies=some)

    def citing(self, data: Json, scaled: bool = False) -> list[Any]:
        """Return the step that cites the claim, in which each name is kept. If the mutant's state starts
        elsewhere, the citation shifts the state, or multiplies it if `scaled`."""
        put = dict[str, Any]()
        for name, there in starts(data).items():
            start = self.data["run"]["start"][name]
            of = of_term if name.endswith("@") else Expression
            if there != start and scaled:
                put[name.rstrip("@")] = of(("*", str(Fraction(start) / Fraction(there)), name))
            elif there != start:
                put[name.rstrip("@")] = of(("+", name, read_term(start), ("-", read_term(there))))
        return [Use("the claim", By(self.claim.id, put), {})]

    def from_claim(self, statement: Statement, data: Json, scaled: bool) -> Json:
        """Return a proof of a mutant that cites the claim and needs little computation."""
        return self.derive(statement, data, self.citing(data, scaled), quick=True)

    def without(self, data: Json) -> Json:
        """Return the stored proof without a hypothesis, if only that hypothesis has changed."""
        (name,) = (n for n in necessity.hypotheses(data) if _fact_of(data, n) != _fact_of(self.data, n))
        return necessity.stored_results()[self.claim.id][name]["entries"][-1]["proof"]

    def derive(self, statement: Statement, data: Json, steps: list[Any], before: Json = None, **options: Any) -> Json:
        """Return a proof of a mutant by the steps of a script."""
        prover, scope = self.prover(statement, data, before, **options)
        return prover.script(scope, statement.show, steps)

    def by_induction(self, statement: Statement, data: Json) -> Json:
        """Return a proof of the conclusions as invariants of the run."""
        prover, scope = self.prover(statement, data)
        run, arbitrary = statement.context.stepping()
        base, step = scope.move(statement.context.before()), scope.move(arbitrary.knowing(statement.show))

        def each(where: Scope, images: kernel.Images) -> Json:
            facts = {n: (relation, kernel.substitute(p, images)) for n, (relation, p) in statement.show.items()}
            return {n: prover.leaf(where, fact, Hints(), n) for n, fact in facts.items()}

        invariants = {n: write_fact(fact) for n, fact in statement.show.items()}
        then = prover.close(scope.knowing(statement.show), statement.show, ())
        return {"rule": "induction", "invariants": invariants, "base": each(base, run.start),
                "step": each(step, run.next), "then": then}

    def prover(self, statement: Statement, data: Json, before: Json = None, **options: Any) -> tuple[Prover, Scope]:
        """Return a prover that may cite the claim, and the scope in which the mutant's proof begins."""
        library = ChainMap({self.claim.id: (self.data, self.statement)}, citation_graph.library())  # type: ignore[arg-type]
        prover = Strong(library=library, terms=self.written.terms, counter=len(self.written.defined) + 1, **options)
        table = kernel.read_table(data.get("let"))
        defined = {}
        for let in data.get("let", []):
            d = kernel.read_definition(let, statement.context, table)
            defined[key_of(d.kind, *d.of)] = d.names[0]
        return prover, Scope(statement.context, defined, before=before)


def starts(data: Json) -> Json:
    """Return the start of each part of the state; {} without a run."""
    return data.get("run", {}).get("start", {})


def to_json(statement: Statement, found: Found) -> Json | None:
    """Return the point as JSON, or None if its numbers are too long or a logarithm has no value."""
    with contextlib.suppress(ValueError, KeyError):
        return found.json(statement)
    return None


def kill(by: str, witness: Json | None) -> Outcome | None:
    """Return the verdict on a mutant with a counterexample, None without one."""
    return ("killed", by, witness) if witness else None


def irrational_counterexample(data: Json, sides: Json) -> Json | None:
    """Return certificates that a statement with roots or logarithms fails at irrational values, or None."""
    with contextlib.suppress(*REFUSALS):
        if any(entry["kind"] in ("ln", "sqrt") for entry in data.get("let", [])):
            found = irrational_counterexamples.refutation(data, sides)
            return found and found[1]
    return None


def point_at(statement: Statement, witness: Json) -> Point:
    """Return the witness with the values that all names have after the steps of its run."""
    valuation, run = Still(witness["dimension"], witness["size"]), statement.context.run
    valuation.read(statement.context.names - set(run.state if run else []), witness["values"])
    if run:
        replay_steps(valuation, run, witness.get("steps") or [])
    valuation.atoms.clear()
    return Point(witness, valuation)


def confirm(statement: Statement, witness: Json, fails: bool = True) -> Json | None:
    """Return the witness if the kernel finds all hypotheses true and, if `fails`, a conclusion false."""
    with contextlib.suppress(*REFUSALS):
        if kernel.false_conclusions(statement, witness) or not fails:
            return witness
    return None


def meaning(data: Json) -> Json:
    """Return the parts of a statement that determine the values of names: definitions and the effect of steps."""
    run = data.get("run", {})
    return data.get("let"), run.get("start"), run.get("next"), data["declare"]


def fails(statement: Statement, valuation: Valuation) -> bool:
    """Return whether all hypotheses hold there and a conclusion certainly fails."""
    return valuation.hold(statement.show.values()) is False and valuation.hold(statement.assume.values()) is True


def with_meaning(data: Json) -> Json:
    """Return the statement with one more hypothesis for each definition: that the defined number exists."""
    sides = {f"{d['name']} exists": write_fact(necessity.side_of(d)) for d in data.get("let", [])}
    return {**data, "assume": {**data["assume"], **sides}}


def meaningless(data: Json) -> Json | None:
    """Return a point where the hypotheses before a definition hold and the definition does not exist, or None."""
    lets, moving = data.get("let", []), set(data.get("run", {}).get("state", []))
    for number, entry in enumerate(lets):
        later = set[str]().union(*map(names_of, lets[number:]))
        early = {**data, "let": lets[:number], "show": {"side": write_fact(necessity.side_of(entry))}}
        if names_of_let(entry) & moving:
            moving |= {*names_of(entry)}
        elif data.get("run"):  # the definition precedes the run
            later |= moving
            early = {key: value for key, value in early.items() if key != "run"}
        read = kernel.read_facts(data["assume"])
        early["assume"] = {n: data["assume"][n] for n, (_, p) in read.items() if not kernel.variables(p) & later}
        with contextlib.suppress(Unproved, *REFUSALS):
            statement = kernel.read_statement(early, Prover().sides(early))
            for seed, budget, ask in BUDGETS[1:]:
                if witness := find_witness(statement, seed=seed, budget=budget, ask=ask):
                    return witness
    return None


def _fact_of(data: Json, name: str) -> Json:
    return data["run"]["when"][name] if necessity.is_of_steps(data, name) else data["assume"][name]


def proves(entry: Json, data: Json) -> bool:
    """Return whether the kernel accepts the proof of this very statement, which may cite all proved claims."""
    try:
        return entry["statement"] == data and kernel.check_entry(entry, necessity.Proved())[0] == "proved"
    except REFUSALS:
        return False


def claim_verdicts(identifier: str, sample: int | None, kind: type[Judge] = Judge) -> list[Verdict]:
    """Return the verdicts on the mutants of one claim, or on a fixed sample, by a judge of class `kind`."""
    judge = kind(known_claims()[identifier])
    return [judge.verdict(*mutant) for mutant in sample_mutants(list(mutants_of(judge.data)), identifier, sample)]
