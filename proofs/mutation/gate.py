"""The gate: what becomes of each mutant of a claim, decided by points, by the search and by proofs.

Main definitions:
    Gate            what is known of one claim, and the verdict on each of its mutants
    claim_verdicts  the verdicts on all mutants of a claim, or on a fixed sample of them

A mutant of a claim is killed by an exact counterexample, which the kernel confirms, or by a point at which a
quotient or root has no meaning; it is equivalent if the kernel accepts a proof of it (see `consequences`). A mutant
of a statement that is to be refuted is also killed by a proof: its verdict changes.
"""

from __future__ import annotations

import contextlib
import itertools
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, partial
from itertools import combinations, islice
from typing import Any

from .. import checking, kernel, necessity
from ..evaluation import instances, read_found
from ..kernel import Poly, Statement
from ..language import write_fact
from ..ledger import Claim, claims
from ..proving import Prover, Scope, Unproved, write_statement
from ..refute import descend, find_witness
from ..vacuity import stored_entries, stored_models
from ..witness import complete, root
from ..world import World
from . import arguments
from .consequences import ERRORS, Reasoner, Step, consequence, invariants, steps_of, theorem
from .statements import Verdict, canonical, mutants_of, sampled, sort_of

Json = Any
POINTS, ATTEMPTS = 120, 500  # instances of each claim's hypotheses, and attempts at them
BUDGETS = ((0, 30_000), (1, 200_000))  # seeds and numbers of values for the search
STARTS = 8  # points from which the search goes downhill
STATES = 20  # points whose runs are looked at for invariants
NOTHING: Mapping[str, Poly] = {}


@dataclass
class Point:
    """A point where the hypotheses of a claim hold, and the values of all names there."""

    witness: Json
    world: World


class Gate:
    """What is known of one claim: its statement, its proof, points where its hypotheses hold."""

    def __init__(self, claim: Claim) -> None:
        """Read the claim."""
        self.claim = claim
        self.written = write_statement(claim.id, claim.page)
        self.data = self.written.data
        self.entry = stored_entries().get(claim.id) or checking.make(claim.id, ("kernel",)).entry
        self.sides = (self.entry or {}).get("sides") or {}
        self.statement = kernel.read_statement(self.data, self.sides)
        self.is_true = claim.expected == "proved"

    @cached_property
    def points(self) -> list[Point]:
        """Points where the hypotheses hold: the stored ones, and random instances with ties on purpose."""
        model = stored_models().get(self.claim.id, {}).get("witness")
        known = [*([model] if model else []), *arguments.POINTS.get(self.claim.id, [])]
        found = instances(self.statement, random.Random(self.claim.id), [read_found(self.statement, w) for w in known])
        new = (f.json(self.statement) for f in islice(found, ATTEMPTS) if f)
        points: dict[str, Point] = {}
        for witness in itertools.chain(known, islice(new, POINTS)):
            with contextlib.suppress(*ERRORS):
                kernel.false_conclusions(self.statement, witness)
                points.setdefault(canonical(witness), Point(witness, world_at(self.statement, witness)))
        return list(points.values())

    def verdict(self, kind: str, change: str, data: Json) -> Verdict:
        """What becomes of a mutant."""
        return Verdict(self.claim.id, kind, change, *self.judge(kind, change, data))

    def judge(self, kind: str, change: str, data: Json) -> tuple[str, str, Json]:
        """Its status, what decided it, and the evidence."""
        if kind == "hypothesis dropped" and (known := self.known_of(change)):
            return known
        sides = self.sides_of(data)
        if sides is None:
            witness = self.meaningless_at_a_point(data) or meaningless(data)
            return ("killed", "a quotient or root has no meaning", witness) if witness else ("survived", "", None)
        statement = kernel.read_statement(data, sides)
        if witness := self.refuted_at_a_point(data, statement):
            return "killed", "a known point", witness
        for by, entry in self.proofs(data, statement, sides, cheap=True):
            if proves(entry, data):
                return self.true(by)
        if witness := self.searched(statement, *BUDGETS[0]):
            return "killed", "search", witness
        if witness := self.downhill(statement):
            return "killed", "search from a known point", witness
        if witness := self.random_instance(statement):
            return "killed", "a random instance", witness
        for by, entry in self.proofs(data, statement, sides, cheap=False):
            if proves(entry, data):
                return self.true(by)
        for seed, budget in BUDGETS[1:]:
            if witness := self.searched(statement, seed, budget):
                return "killed", "search", witness
        if reason := arguments.ARGUED.get(f"{self.claim.id}: {change}"):
            return "argued", reason, None
        return "survived", "", None

    def true(self, by: str) -> tuple[str, str, Json]:
        """The verdict on a mutant that is proved."""
        if self.is_true:
            return "equivalent", by, None
        return "killed", f"it is true, and no longer refuted: {by}", None

    def known_of(self, name: str) -> tuple[str, str, Json] | None:
        """What is stored on the necessity of a hypothesis, if it still holds."""
        result = stored_necessity().get(self.claim.id, {}).get(name)
        if not result or necessity.flaw(self.claim, name, result):
            return None
        if result["kind"] == "superfluous":
            return self.true("a proof without it (necessity)")
        return "killed", f"{result['kind']} (necessity)", result["witness"]

    def sides_of(self, data: Json) -> Json | None:
        """Proofs that the definitions make sense: the claim's own, or new ones; None if there are none."""
        for make in (lambda: self.sides, lambda: Prover().sides(data), lambda: Reasoner().sides(data)):
            with contextlib.suppress(Unproved, *ERRORS):
                sides = make()
                kernel.read_statement(data, sides)
                return sides
        return None

    # --- refutations ---

    def refuted_at_a_point(self, data: Json, statement: Statement) -> Json | None:
        """A point of the claim at which the mutant fails; what has just helped comes first the next time."""
        only_shown = {**data, "show": 0} == {**self.data, "show": 0}
        for n, point in enumerate(self.points):
            if only_shown and all(map(point.world.holds, statement.show.values())):
                continue
            if witness := confirmed(statement, point.witness) or (
                recomputed(data, statement, point.witness) if not only_shown else None
            ):
                self.points.insert(0, self.points.pop(n))
                return witness
        return None

    def meaningless_at_a_point(self, data: Json) -> Json | None:
        """A point of the claim, where all hypotheses hold, at which what changed first has no meaning."""
        if {**data, "let": 0} != {**self.data, "let": 0}:
            return None
        pairs = zip(data["let"], self.data["let"], strict=True)
        changed = next(new for new, old in pairs if new != old)
        side = kernel.definition(changed["name"], changed["kind"], kernel.read_poly(changed["of"])).side
        return next((point.witness for point in self.points if not point.world.holds(side)), None)

    def searched(self, statement: Statement, seed: int, budget: int) -> Json | None:
        """A counterexample, which may refute others too."""
        witness = find_witness(statement, seed=seed, budget=budget)
        if witness and confirmed(self.statement_without_goals(), witness, fails=False):
            self.points.insert(0, Point(witness, world_at(self.statement, witness)))
        return witness

    def downhill(self, statement: Statement) -> Json | None:
        """A counterexample near the known points with the longest runs, and near some others."""
        known = sorted(self.points, key=lambda point: -len(point.witness.get("steps") or []))
        with contextlib.suppress(*ERRORS):
            return descend(statement, [read_found(self.statement, point.witness) for point in known[:STARTS]])
        return None

    def statement_without_goals(self) -> Statement:
        """The hypotheses of the claim."""
        return self.statement._replace(show={"nothing": ("=", {})})

    def random_instance(self, statement: Statement) -> Json | None:
        """A random instance of the mutant's own hypotheses at which it fails."""
        known = [read_found(self.statement, p.witness) for p in self.points[:20]]
        with contextlib.suppress(*ERRORS):
            for found in islice(instances(statement, random.Random(self.claim.id), known), ATTEMPTS):
                if found and (witness := confirmed(statement, found.json(statement))):
                    return witness
        return None

    # --- proofs ---

    def proofs(self, data: Json, statement: Statement, sides: Json, *, cheap: bool) -> Iterator[tuple[str, Json]]:
        """Proofs to try: the claim's own, one by the claim; then its derivation anew, and all that may help."""
        makers: list[Callable[[], tuple[str, Json]]]
        if cheap:
            makers = [self.own_proof, partial(self.follows, data, statement, Prover())] if self.is_true else []
        else:
            makers = [partial(self.without, data), partial(self.derived, statement)] if self.is_true else []
            makers += [partial(self.follows, data, statement, Reasoner())]
        for make in makers:
            with contextlib.suppress(Unproved, *ERRORS):
                by, proof = make()
                yield by, {"statement": data, "proof": proof, **({"sides": sides} if sides else {})}

    def own_proof(self) -> tuple[str, Json]:
        """The claim's own certificate, as it is."""
        return "the claim's own certificate", (self.entry or {})["proof"]

    def without(self, data: Json) -> tuple[str, Json]:
        """The proof without a hypothesis, if it is that hypothesis that has changed."""
        (name,) = (n for n in necessity.hypotheses(data) if fact_of(data, n) != fact_of(self.data, n))
        found = stored_necessity()[self.claim.id][name]
        return "a proof without the hypothesis (necessity)", found["entries"][-1]["proof"]

    def derived(self, statement: Statement) -> tuple[str, Json]:
        """The claim's own derivation, for another statement."""
        prover = necessity.Counting(library=checking.library())
        prover.abbreviations, prover.counter = self.written.abbreviations, len(self.written.defined) + 1
        scope = Scope(statement.context, self.written.defined)
        return "the claim's own derivation", prover.script(scope, statement.show, self.claim.page.steps)

    def follows(self, data: Json, statement: Statement, prover: Prover) -> tuple[str, Json]:
        """From the claim by computation; with a Reasoner also from its mirror images, from what it rests on, from
        invariants.
        """
        steps = [self.cited(data, NOTHING, "of the claim")] if self.is_true else []
        if isinstance(prover, Reasoner):
            ours = invariants(statement, self.states()) if statement.context.run else None
            steps = [*([ours] if ours else []), *steps]
            steps += [self.cited(data, put, f"mirrored {n}") for n, put in enumerate(self.symmetries())]
            steps += steps_of((self.entry or {}).get("proof"), necessity.Proved()) if self.is_true else []
        proof = consequence(prover, statement.context, statement.show, steps)
        return reason_of(proof, self.claim.id), proof

    def cited(self, data: Json, put: Mapping[str, Poly], called: str) -> Step:
        """The claim as a theorem, with every name for itself, or for what `put` says."""
        run = self.statement.context.run
        inputs = {name: kernel.atom(name) for name in run.input} if run else {}
        return theorem(self.claim.id, self.statement, self.images(data, put), called, inputs)

    def states(self) -> Iterator[dict[str, Any]]:
        """The scalars of the runs at the known points, before and after each step."""
        for point in self.points[:STATES]:
            steps = point.witness.get("steps") or []
            for count in range(len(steps) + 1):
                yield world_at(self.statement, {**point.witness, "steps": steps[:count]}).values

    def symmetries(self) -> list[dict[str, Poly]]:
        """Substitutions that may keep the hypotheses: another sign, two variables exchanged."""
        if not self.is_true or self.data.get("run"):
            return []
        used = {name for _, p in self.statement.show.values() for name in kernel.variables(p)}
        names = sorted(used & set(self.data["declare"]))
        signs = [{n: kernel.negative(kernel.atom(n))} for n in names]
        pairs = [p for p in combinations(names, 2) if sort_of(p[0]) == sort_of(p[1])]
        return signs[:6] + [{a: kernel.atom(b), b: kernel.atom(a)} for a, b in pairs[:4]]

    def images(self, data: Json, put: Mapping[str, Poly]) -> dict[str, Poly]:
        """What is put for the names of the claim: `put`, or themselves; moved for a state that starts elsewhere, and
        multiplied for a definition that is scaled.
        """
        images = {name: put.get(name, kernel.atom(name)) for name in self.statement.context.names}
        for name, start in data.get("run", {}).get("start", {}).items():
            ours, theirs = kernel.read_poly(start), kernel.read_poly(self.data["run"]["start"][name])
            images[name] = kernel.add(images[name], theirs, kernel.negative(ours))
        for new, old in zip(data.get("let", []), self.data.get("let", []), strict=True):
            p, q = kernel.read_poly(new["of"]), kernel.substitute(kernel.read_poly(old["of"]), images)
            m = next(iter(q), ())
            scale = Fraction(p.get(m, 0)) / Fraction(q.get(m, 1))
            if scale not in (0, 1) and p == kernel.product([kernel.constant(scale), q]):
                factor = scale if new["kind"] == "inverse" else 1 / root(scale)
                images[new["name"]] = kernel.product([kernel.constant(factor), kernel.atom(new["name"])])
        return images


def world_at(statement: Statement, witness: Json) -> World:
    """The values of all names at a witness, after its steps."""
    world, run = World(witness["dimension"], witness["size"]), statement.context.run
    world.read(statement.context.names - set(run.state if run else []), witness["values"])
    if run:
        world.values |= {name: world.term(name, p) for name, p in run.start.items()}
        for step in witness.get("steps") or []:
            world.read(run.input, step)
            world.values |= {name: world.term(name, p) for name, p in run.next.items()}
    return world


def confirmed(statement: Statement, witness: Json, fails: bool = True) -> Json | None:
    """The witness, if the kernel finds all hypotheses true and a conclusion false (or, if not `fails`, any)."""
    with contextlib.suppress(*ERRORS):
        if kernel.false_conclusions(statement, witness) or not fails:
            return witness
    return None


def recomputed(data: Json, statement: Statement, witness: Json) -> Json | None:
    """The same point with roots and quotients as the mutant defines them, if that refutes it."""
    lets = {entry["name"] for entry in data.get("let", [])}
    given = {**witness, "values": {n.rstrip("@"): v for n, v in witness["values"].items() if n not in lets}}
    given["steps"] = [{n.rstrip("@"): v for n, v in step.items()} for step in witness.get("steps") or []]
    with contextlib.suppress(*ERRORS):
        return confirmed(statement, complete(data, statement, given))
    return None


def meaningless(data: Json) -> Json | None:
    """A point where the hypotheses before a definition hold, and what it defines does not exist."""
    lets = data.get("let", [])
    for number, entry in enumerate(lets):
        later = {other["name"] for other in lets[number:]}
        d = kernel.definition(entry["name"], entry["kind"], kernel.read_poly(entry["of"]))
        early = {**data, "let": lets[:number], "show": {"side": write_fact(d.side)}}
        run = data.get("run")
        if run and not kernel.variables(d.of) & set(run["state"]):  # the definition is made before the run
            later |= set(run["state"])
            early = {key: value for key, value in early.items() if key != "run"}
        read = kernel.read_facts(data["assume"])
        early["assume"] = {n: data["assume"][n] for n, (_, p) in read.items() if not kernel.variables(p) & later}
        with contextlib.suppress(Unproved, *ERRORS):
            statement = kernel.read_statement(early, Prover().sides(early))
            for seed, budget in BUDGETS[:2]:
                if witness := find_witness(statement, seed=seed, budget=budget):
                    return witness
    return None


@cache
def stored_necessity() -> dict[str, dict[str, Json]]:
    """What is stored on the necessity of hypotheses, read once."""
    return necessity.stored_results()


def fact_of(data: Json, name: str) -> Json:
    """A hypothesis, by its name."""
    return data["run"]["when"][name] if necessity.is_of_steps(data, name) else data["assume"][name]


def reason_of(proof: Json, identifier: str) -> str:
    """What a proof rests on, in words."""
    rules = set[str]()
    while proof:
        rules |= {proof["rule"], proof.get("of", "")}
        proof = proof.get("then")
    if identifier in rules:
        return "it follows from the claim"
    if "lemma" in rules:
        return "it follows from what the claim rests on"
    return "induction" if "induction" in rules else "computation"


def proves(entry: Json, data: Json) -> bool:
    """Does the kernel accept the proof of just this statement? It may cite all proved claims."""
    try:
        return entry["statement"] == data and kernel.check_entry(entry, necessity.Proved())[0] == "proved"
    except ERRORS:
        return False


def claim_verdicts(identifier: str, sample: int | None) -> list[Verdict]:
    """The verdicts on the mutants of one claim (or a fixed sample of them)."""
    gate = Gate(claims()[identifier])
    return [gate.verdict(*mutant) for mutant in sampled(list(mutants_of(gate.data)), identifier, sample)]
