"""What becomes of each mutant of a claim, decided by points, by the search and by proofs.

Main definitions:
    Judge           what is known of one claim, and the verdict on each of its mutants
    claim_verdicts  the verdicts on all mutants of a claim, or on a fixed sample of them

A mutant of a claim is killed by an exact counterexample, which the kernel confirms, by a theorem that it fails where a
number is a logarithm, or by a point at which a quotient or root has no meaning; it is equivalent if the kernel accepts
a proof of it (see `proof_search`). A mutant of a statement that is to be refuted is also killed by a proof: its verdict
changes. One that is neither is open: it may be a sharper theorem, and the verdict says at how many exact instances it
was seen to hold.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property, partial
from itertools import combinations, islice
from typing import Any

from .. import kernel
from ..checking import citations, entries, necessity
from ..checking.random_instances import instances, read_found
from ..checking.stored_book import stored_entries
from ..checking.vacuity import stored_models
from ..kernel import Poly, Rational, Statement
from ..search.counterexamples import Found, descend, find_witness
from ..search.elaboration import Prover, Scope, Unproved, write_statement
from ..statements.registry import Claim, claims
from ..statements.valuation import Valuation
from ..statements.vector_language import multiplied_out, names_of_let, write_fact, write_poly
from ..statements.witness import complete, follow, names_of, root
from . import irrational_points
from .proof_cache import Remembering
from .proof_search import ERRORS, Reasoner, Step, consequence, invariants, steps_of, theorem, up_to_zeros, weaker
from .statement_mutants import Verdict, canonical, mutants_of, sampled, sort_of
from .unit_changes import Powers, rescaled, units

Json = Any
Outcome = tuple[str, str, Json]  # a status, what decided, the evidence
POINTS, MORE = 120, 480  # instances of each claim's hypotheses: for all mutants, and for what they leave open
ATTEMPTS = 2000  # at instances
BUDGETS = ((0, 4_000, False), (0, 30_000, True), (1, 200_000, False))  # seeds, values tried, and whether z3 is asked
TIGHT, NUMBERS = 16, (Fraction(2), Fraction(1, 2), Fraction(5), Fraction(1, 5))  # points that are told in other units
KIN = 20  # points of other claims
STARTS = 8  # points from which the search goes downhill
PUTS = 6  # substitutions of one name for another
STATES = 20  # points whose runs are looked at for invariants
NOTHING: Mapping[str, Poly] = {}


@dataclass
class Still(Valuation):
    """A valuation whose values do not change any more, so that each atom is evaluated once."""

    atoms: dict[tuple[str, int, int], Rational] = field(default_factory=dict)

    def atom(self, name: str, i: int, k: int) -> Rational:
        """The value of an atom."""
        if (name, i, k) not in self.atoms:
            self.atoms[name, i, k] = super().atom(name, i, k)
        return self.atoms[name, i, k]


@dataclass
class Point:
    """A point where the hypotheses of a claim hold, and the values of all names there."""

    witness: Json
    valuation: Still


class Deriving(necessity.Counting, Remembering):
    """A prover of derivations, which knows that a counter is not negative, and computes each leaf once."""


class Judge:
    """What is known of one claim: its statement, its proof, points where its hypotheses hold."""

    def __init__(self, claim: Claim) -> None:
        """Read the claim."""
        self.claim = claim
        self.written = write_statement(claim.id, claim.script)
        self.data = multiplied_out(self.written.data)
        self.entry = stored_entries().get(claim.id) or entries.make(claim.id, ("kernel",)).entry
        self.sides = (self.entry or {}).get("sides") or {}
        self.statement = kernel.read_statement(self.data, self.sides)
        self.is_true = claim.expected == "proved"

    @cached_property
    def points(self) -> list[Point]:
        """Points where the hypotheses hold: the stored ones, and random instances with ties on purpose."""
        model = stored_models().get(self.claim.id, {}).get("witness")
        known = [model] if model else []
        self.instances = self.instances_near(self.statement, known)
        return self.points_of(itertools.chain(known, self.known(), self.of_kin(), islice(self.instances, POINTS)))

    def known(self) -> Iterable[Json]:
        """Yield further points at which the hypotheses hold."""
        return ()

    @cached_property
    def more_points(self) -> list[Point]:
        """Further instances, for all mutants that those points do not decide."""
        telling = self.points_of(self.telling())
        tight = [*telling, *sorted(self.points, key=self.slackness)[:TIGHT]] if self.units else []
        others = itertools.chain(*map(self.in_other_units, tight), islice(self.instances, MORE))
        return [*telling, *self.points_of(others)]

    def telling(self) -> Iterator[Json]:
        """Points for each conclusion at which it holds only just, though nothing in it is 0, or even 1."""
        for name, (relation, p) in self.statement.show.items():
            tight = {**self.statement.assume, f"{name} only just": ("=", p)}
            for plain in ((0, 1), (0,)) if relation in (">=", ">") and not kernel.is_indexed(p) else ():
                pairs = itertools.product(sorted({atom for m in p for atom, _ in m}), plain)
                show = {f"{a} is not {q}": ("!=", kernel.add(kernel.atom(a), kernel.constant(-q))) for a, q in pairs}
                with contextlib.suppress(*ERRORS):
                    there = self.statement._replace(assume=tight, show=show)
                    if witness := find_witness(there, want="model", budget=BUDGETS[1][1]):
                        yield witness

    @cached_property
    def units(self) -> list[Powers]:
        """What may be multiplied by any number: first so that the conclusions stay as they are, too."""
        whole = {**self.statement.assume, **{f"conclusion {name}": fact for name, fact in self.statement.show.items()}}
        found = [*units(self.statement._replace(assume=whole)), *units(self.statement)]
        return [powers for n, powers in enumerate(found) if powers not in found[:n]]

    def in_other_units(self, point: Point) -> Iterator[Json]:
        """The point, with its names multiplied by some numbers."""
        for powers, number in itertools.product(self.units, NUMBERS):
            with contextlib.suppress(*ERRORS):
                yield rescaled(point.witness, powers, number)

    def slackness(self, point: Point) -> tuple[bool, int]:
        """Whether all conclusions hold with room to spare, and the number of zeros: least where a point tells most."""
        zeros = json.dumps([point.witness["values"], point.witness.get("steps")]).count('"0"')
        equations = [("=", p) for _, p in self.statement.show.values()]
        return all(point.valuation.hold([fact]) is not True for fact in equations), zeros

    def of_kin(self) -> Iterator[Json]:
        """What is stored for other claims with the same names, where the hypotheses of this one hold too."""
        hypotheses, alike = self.statement_without_goals(), points_by_names().get(names_given(self.data), [])
        for point in [point for other, point in alike if other != self.claim.id][:KIN]:
            witness = self.completed(point)
            if witness and confirmed(hypotheses, witness, fails=False):
                yield witness

    def completed(self, given: Json) -> Json | None:
        """A point with its roots and quotients, if they are rational."""
        with contextlib.suppress(*ERRORS):
            return complete(self.data, self.statement, given)
        return None

    def instances_near(self, statement: Statement, known: list[Json]) -> Iterator[Json]:
        """Random instances of the hypotheses of a statement, in some attempts."""
        pool = [read_found(self.statement, witness) for witness in known]
        found = islice(instances(statement, random.Random(self.claim.id), pool), ATTEMPTS)
        return filter(None, (written(statement, each) for each in found if each))

    def points_of(self, witnesses: Iterable[Json]) -> list[Point]:
        """The points, each once."""
        points: dict[str, Point] = {}
        for witness in witnesses:
            with contextlib.suppress(*ERRORS):
                points.setdefault(canonical(witness), point_at(self.statement, witness))
        return list(points.values())

    def verdict(self, kind: str, change: str, data: Json) -> Verdict:
        """What becomes of a mutant."""
        return Verdict(self.claim.id, kind, change, *self.judge(kind, change, data))

    def judge(self, kind: str, change: str, data: Json) -> Outcome:
        """Its status, what decided it, and the evidence."""
        if kind == "hypothesis dropped" and (known := self.known_of(change)):
            return known
        sides = self.sides_of(data)
        if sides is None:
            return self.senseless(data) or ("open", "whether its quotients and roots exist is not known", None)
        statement = kernel.read_statement(data, sides)
        ways = self.attempts(data, statement, sides), self.searches(data, statement, sides)
        outcome = next(filter(None, itertools.chain(*ways)), None)
        return outcome or ("open", f"it holds at {self.held(data, statement)} exact instances", None)

    def senseless(self, data: Json) -> Outcome | None:
        """What becomes of a mutant whose quotients and roots may have no meaning: it fails where they have one, or
        there is a point where they have none.
        """
        table = with_meaning(data)
        if sides := self.sides_of(table):
            witness = self.refuted_at(self.points, table, kernel.read_statement(table, sides))
            if witness:
                return "killed", "a known point", witness
        witness = self.meaningless_at_a_point(data) or meaningless(data)
        return killed("a quotient or root has no meaning", witness)

    def attempts(self, data: Json, statement: Statement, sides: Json) -> Iterator[Outcome | None]:
        """Ways to decide, the cheapest first: what is shared by all mutants of the claim, proofs, a short search."""
        proved = partial(self.proved, data, sides)
        yield killed("a known point", self.refuted_at(self.points, data, statement))
        yield killed("a theorem about numbers", irrational_points.refutation(data, statement, sides))
        if self.is_true:
            yield proved(self.own_proof)
            yield proved(partial(self.at_once, data, statement))
            yield proved(partial(self.without, data))
            yield proved(partial(self.with_zeros, data, statement))
            yield proved(partial(self.derived, statement))
            yield proved(partial(self.follows, data, statement, Remembering()))
        yield killed("a random instance", self.refuted_at(self.more_points, data, statement))
        yield killed("search", self.searched(statement, *BUDGETS[0]))
        yield proved(partial(self.follows, data, statement, Reasoner()))
        yield killed("search", self.searched(statement, *BUDGETS[1]))

    def searches(self, data: Json, statement: Statement, sides: Json) -> Iterator[Outcome | None]:
        """Longer searches, for what nothing else has decided."""
        yield killed("search from a known point", self.downhill(statement))
        if {**data, "show": 0} != {**self.data, "show": 0}:
            yield killed("a random instance", self.random_instance(statement))
        yield killed("a theorem about numbers", irrational_points.refutation(data, statement, sides, "sqrt"))
        for seed, budget, ask in BUDGETS[2:]:
            yield killed("search", self.searched(statement, seed, budget, ask))

    def true(self, by: str) -> Outcome:
        """The verdict on a mutant that is proved."""
        if self.is_true:
            return "equivalent", by, None
        return "killed", f"it is true, and no longer refuted: {by}", None

    def known_of(self, name: str) -> Outcome | None:
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

    def refuted_at(self, points: list[Point], data: Json, statement: Statement) -> Json | None:
        """A point of the claim at which the mutant fails; what has just helped comes first the next time."""
        moved = meaning(data) != meaning(self.data)
        for n, point in enumerate(points):
            here = self.moved(data, statement, point) if moved else point
            if here and fails(statement, here.valuation) and (witness := confirmed(statement, here.witness)):
                points.insert(0, points.pop(n))
                return witness
        return None

    def held(self, data: Json, statement: Statement) -> int:
        """At how many known points the hypotheses of a mutant hold; none of them refutes it."""
        moved, points = meaning(data) != meaning(self.data), [*self.points, *self.more_points]
        here = [self.moved(data, statement, point) if moved else point for point in points]
        return sum(point.valuation.hold(statement.assume.values()) is True for point in here if point)

    def moved(self, data: Json, statement: Statement, point: Point) -> Point | None:
        """The same point with states, roots and quotients as the mutant has them."""
        with contextlib.suppress(*ERRORS):
            witness = complete(data, statement, self.given(point.witness))
            return point_at(statement, witness)
        return None

    def given(self, witness: Json) -> Json:
        """What is left of a point without roots and quotients, by the names that people use."""
        return given(self.data, witness)

    def meaningless_at_a_point(self, data: Json) -> Json | None:
        """A point of the claim, where all hypotheses hold, at which what changed first has no meaning."""
        if {**data, "let": 0} != {**self.data, "let": 0}:
            return None
        pairs = zip(data["let"], self.data["let"], strict=True)
        changed = next(new for new, old in pairs if new != old)
        side = necessity.side_of(changed)
        return next((point.witness for point in self.points if point.valuation.hold([side]) is False), None)

    def searched(self, statement: Statement, seed: int, budget: int, ask: bool) -> Json | None:
        """A counterexample, which may refute others too."""
        witness = find_witness(statement, seed=seed, budget=budget, ask=ask)
        if witness and confirmed(self.statement_without_goals(), witness, fails=False):
            self.points.insert(0, point := point_at(self.statement, witness))
            self.more_points[:0] = self.points_of(self.in_other_units(point))
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
        with contextlib.suppress(*ERRORS):
            found = self.instances_near(statement, [point.witness for point in self.points[:STATES]])
            return next(filter(None, (refuted(statement, witness) for witness in found)), None)
        return None

    # --- proofs ---

    def proved(self, data: Json, sides: Json, make: Callable[[], tuple[str, Json]]) -> Outcome | None:
        """The verdict, if the kernel accepts the proof that is made."""
        with contextlib.suppress(Unproved, *ERRORS):
            by, proof = make()
            if proves({"statement": data, "proof": proof, **({"sides": sides} if sides else {})}, data):
                return self.true(by)
        return None

    def own_proof(self) -> tuple[str, Json]:
        """The claim's own certificate, as it is."""
        return "the claim's own certificate", (self.entry or {})["proof"]

    def without(self, data: Json) -> tuple[str, Json]:
        """The proof without a hypothesis, if it is that hypothesis that has changed."""
        (name,) = (n for n in necessity.hypotheses(data) if fact_of(data, n) != fact_of(self.data, n))
        found = stored_necessity()[self.claim.id][name]
        return "a proof without the hypothesis (necessity)", found["entries"][-1]["proof"]

    def at_once(self, data: Json, statement: Statement) -> tuple[str, Json]:
        """By little computation from the claim, where only conclusions differ."""
        if {**data, "show": 0} != {**self.data, "show": 0}:
            raise ValueError("it is not the conclusion that has changed")
        return "it follows from the claim", weaker(statement, self.cited(data, NOTHING, "of the claim"))

    def with_zeros(self, data: Json, statement: Statement) -> tuple[str, Json]:
        """The claim, where its conclusions are the mutant's but for sums of zeros."""
        if {**data, "show": 0} != {**self.data, "show": 0}:
            raise ValueError("it is not the conclusion that has changed")
        proof = up_to_zeros(statement.context, statement.show, self.cited(data, NOTHING, "of the claim"))
        return "it follows from the claim", proof

    def derived(self, statement: Statement) -> tuple[str, Json]:
        """The claim's own derivation, for another statement."""
        prover = Deriving(library=citations.library())
        prover.terms, prover.counter = self.written.terms, len(self.written.defined) + 1
        scope = Scope(statement.context, self.written.defined)
        return "the claim's own derivation", prover.script(scope, statement.show, self.claim.script.steps)

    def follows(self, data: Json, statement: Statement, prover: Prover) -> tuple[str, Json]:
        """From the claim by computation; with a Reasoner also from its mirror images, from what it rests on, from
        invariants.
        """
        steps = [self.cited(data, NOTHING, "of the claim")] if self.is_true else []
        if isinstance(prover, Reasoner):
            ours = invariants(statement, self.states(statement)) if statement.context.run else None
            steps = [*([ours] if ours else []), *steps]
            puts = [*self.rescalings(data), *self.replacements(statement), *self.symmetries()]
            steps += [self.cited(data, put, f"mirrored {n}") for n, put in enumerate(puts)]
            steps += self.with_own_definitions(data) if self.is_true else []
            steps += steps_of((self.entry or {}).get("proof"), necessity.Proved()) if self.is_true else []
        proof = consequence(prover, statement.context, statement.show, steps)
        return resting_on(proof, self.claim.id), proof

    def cited(self, data: Json, put: Mapping[str, Poly], called: str) -> Step:
        """The claim as a theorem, with every name for itself, or for what `put` says."""
        run = self.statement.context.run
        inputs = {name: kernel.atom(name) for name in run.input} if run else {}
        return theorem(self.claim.id, self.statement, self.images(data, put), called, inputs)

    def with_own_definitions(self, data: Json) -> Iterator[Step]:
        """The claim with its own quotients and roots, under other names, where the mutant defines others."""
        put = dict[str, Poly]()
        for new, old in zip(data.get("let", []), self.data.get("let", []), strict=True):
            name, of = f"own{old['name']}", kernel.substitute(kernel.read_poly(old["of"]), put)
            found = multiple(new, of)
            put[old["name"]] = kernel.atom(name) if found is None else found
            if found is None:
                yield Step({"rule": "define", "let": {**old, "name": name, "of": write_poly(of)}})
                roots = (old["name"], name) if old["kind"] == "sqrt" else ()
                yield from (Step({"rule": "larger root", "roots": pair}) for pair in itertools.permutations(roots, 2))
        if data.get("let") != self.data.get("let"):
            yield self.cited(data, put, "as it was")

    def states(self, statement: Statement) -> Iterator[Valuation]:
        """What a run of the statement reaches by the steps of known points, as far as it allows them."""
        run = statement.context.run
        if run is None:
            return
        for point in self.runs:
            valuation = world_at(statement, {**point.witness, "steps": []})
            yield valuation
            for step in point.witness.get("steps") or []:
                valuation = replace(valuation, values=dict(valuation.values))
                valuation.read(run.input, step)
                if not valuation.hold(run.when.values()):
                    break
                valuation.values |= {name: valuation.term(name, p) for name, p in run.next.items()}
                yield valuation

    @cached_property
    def runs(self) -> list[Point]:
        """Points whose steps are allowed; a counterexample to a mutant may break a hypothesis of the claim."""
        hypotheses = self.statement_without_goals()
        allowed = (point for point in self.points if confirmed(hypotheses, point.witness, fails=False))
        return list(islice(allowed, STATES))

    def rescalings(self, data: Json) -> list[dict[str, Poly]]:
        """Substitutions under which a definition, or a start, becomes the mutant's: for one name, a multiple of it; for
        a state that starts at a multiple, the part of it that starts as in the claim.
        """
        if not self.is_true:
            return []
        pairs = zip(data.get("let", []), self.data.get("let", []), strict=True)
        found = [(kernel.read_poly(new["of"]), kernel.read_poly(old["of"])) for new, old in pairs if new != old]
        ours = data.get("run", {}).get("start", {})
        starts = [(n, kernel.read_poly(start), self.start_of(n)) for n, start in ours.items()]
        found += [(p, q) for _, p, q in starts]
        single = [(p, next(iter(q))) for p, q in found if p != q and p.keys() <= q.keys() and len(q) == 1]
        puts = [{m[0][0]: p} for p, m in single if len(m) == 1 and m[0][1] == 1 and m[0][0] in self.data["declare"]]
        parts = [(n, Fraction(q[m]) / p[m]) for n, p, q in starts for m in p if p != q and [m] == [*q]]
        return puts + [{n: kernel.product([kernel.constant(c), kernel.atom(n)])} for n, c in parts]

    def replacements(self, statement: Statement) -> list[dict[str, Poly]]:
        """Substitutions of one name for another, where a conclusion has the one instead of the other."""
        puts = list[dict[str, Poly]]()
        for name, (_, p) in self.statement.show.items() if self.is_true and not self.data.get("run") else ():
            ours, theirs = (kernel.variables(q) & set(self.data["declare"]) for q in (p, statement.show[name][1]))
            pairs = [*itertools.product(ours - theirs, theirs), *itertools.product(ours, theirs - ours)]
            puts += [{a: kernel.atom(b)} for a, b in sorted({*pairs}) if a != b and sort_of(a) == sort_of(b)]
        return puts[:PUTS]

    def symmetries(self) -> list[dict[str, Poly]]:
        """Substitutions that may keep the hypotheses: another sign, two variables exchanged."""
        if not self.is_true or self.data.get("run"):
            return []
        used = {name for _, p in self.statement.show.values() for name in kernel.variables(p)}
        names = sorted(used & set(self.data["declare"]))
        signs = [{n: kernel.negative(kernel.atom(n))} for n in names]
        signs += [{n: kernel.product([kernel.atom(y), kernel.atom(n)])} for n in names for y in self.labels() if n != y]
        pairs = [p for p in combinations(names, 2) if sort_of(p[0]) == sort_of(p[1])]
        return signs[:8] + [{a: kernel.atom(b), b: kernel.atom(a)} for a, b in pairs[:4]]

    def start_of(self, name: str) -> Poly:
        """Where a state of the claim starts."""
        return kernel.read_poly(self.data["run"]["start"][name])

    def labels(self) -> list[str]:
        """The names that stand for 1 or -1."""
        names = [name for name in self.data["declare"] if "[i]" not in name and not name.endswith("@")]
        facts = list(self.statement.assume.values())
        return [y for y in names if ("=", {((y, 2),): 1, (): -1}) in facts]

    def images(self, data: Json, put: Mapping[str, Poly]) -> dict[str, Poly]:
        """What is put for the names of the claim: `put`, or themselves; moved for a state that then starts elsewhere,
        and multiplied for a definition that is scaled.
        """
        images = {name: put.get(name, kernel.atom(name)) for name in self.statement.context.names}
        for name, start in data.get("run", {}).get("start", {}).items():
            ours = kernel.substitute(images[name], {name: kernel.read_poly(start)})
            theirs = kernel.substitute(self.start_of(name), images)
            images[name] = kernel.add(images[name], theirs, kernel.negative(ours))
        for new, old in zip(data.get("let", []), self.data.get("let", []), strict=True):
            of = kernel.substitute(kernel.read_poly(old["of"]), images)
            found = multiple(new, of)
            images[new["name"]] = images[new["name"]] if found is None else found
        return images


def multiple(definition: Json, p: Poly) -> Poly | None:
    """The quotient, or root, of p as a multiple of a defined one; None if it is no rational multiple."""
    if not p and definition["kind"] == "sqrt":
        return {}
    of, m = kernel.read_poly(definition["of"]), next(iter(p), ())
    scale = Fraction(of.get(m, 0)) / Fraction(p.get(m, 1))
    with contextlib.suppress(*ERRORS):
        factor = scale if definition["kind"] == "inverse" else 1 / root(scale)
        if of == kernel.product([kernel.constant(scale), p]):
            return kernel.product([kernel.constant(factor), kernel.atom(definition["name"])])
    return None


def given(data: Json, witness: Json) -> Json:
    """What is left of a point without what the statement defines, by the names that people use."""
    lets = {name for entry in data.get("let", []) for name in names_of(entry)}
    steps = [{n.rstrip("@"): v for n, v in step.items()} for step in witness.get("steps") or []]
    values = {n.rstrip("@"): v for n, v in witness["values"].items() if n not in lets}
    return {**witness, "values": values, "steps": steps}


def names_given(data: Json) -> tuple[frozenset[str], ...]:
    """The names that have values at a point, and those that have values in its steps."""
    return frozenset(data["declare"]), frozenset(data.get("run", {}).get("input", []))


@cache
def points_by_names() -> dict[tuple[frozenset[str], ...], list[tuple[str, Json]]]:
    """The stored models of all claims, by the names that they have values for."""
    found: dict[tuple[frozenset[str], ...], list[tuple[str, Json]]] = {}
    models = stored_models()
    for identifier, entry in stored_entries().items():
        if witness := models.get(identifier, {}).get("witness"):
            names = names_given(entry["statement"])
            found.setdefault(names, []).append((identifier, given(entry["statement"], witness)))
    return found


def written(statement: Statement, found: Found) -> Json | None:
    """The point as JSON, unless its numbers are too long to be written, or a logarithm has no value among them."""
    with contextlib.suppress(ValueError, KeyError):
        return found.json(statement)
    return None


def killed(by: str, witness: Json | None) -> Outcome | None:
    """The verdict on a mutant with a counterexample, if there is one."""
    return ("killed", by, witness) if witness else None


def point_at(statement: Statement, witness: Json) -> Point:
    """The witness with the values of all names."""
    return Point(witness, Still(**vars(world_at(statement, witness))))


def world_at(statement: Statement, witness: Json) -> Valuation:
    """The values of all names at a witness, after its steps."""
    valuation, run = Valuation(witness["dimension"], witness["size"]), statement.context.run
    valuation.read(statement.context.names - set(run.state if run else []), witness["values"])
    if run:
        follow(valuation, run, witness.get("steps") or [])
    return valuation


def refuted(statement: Statement, witness: Json) -> Json | None:
    """The witness, if a conclusion fails there, for certain; the kernel is asked only then."""
    return confirmed(statement, witness) if fails(statement, world_at(statement, witness)) else None


def confirmed(statement: Statement, witness: Json, fails: bool = True) -> Json | None:
    """The witness, if the kernel finds all hypotheses true and a conclusion false (or, if not `fails`, any)."""
    with contextlib.suppress(*ERRORS):
        if kernel.false_conclusions(statement, witness) or not fails:
            return witness
    return None


def meaning(data: Json) -> Json:
    """On what the values of names depend: definitions and what steps do, not what is said of them."""
    run = data.get("run", {})
    return data.get("let"), run.get("start"), run.get("next"), data["declare"]


def fails(statement: Statement, valuation: Valuation) -> bool:
    """Do the hypotheses hold there, and a conclusion not, for certain?"""
    return valuation.hold(statement.show.values()) is False and valuation.hold(statement.assume.values()) is True


def with_meaning(data: Json) -> Json:
    """The statement with one more hypothesis for each definition: that it has a meaning."""
    sides = {f"{d['name']} exists": write_fact(necessity.side_of(d)) for d in data.get("let", [])}
    return {**data, "assume": {**data["assume"], **sides}}


def meaningless(data: Json) -> Json | None:
    """A point where the hypotheses before a definition hold, and what it defines does not exist."""
    lets, moving = data.get("let", []), set(data.get("run", {}).get("state", []))
    for number, entry in enumerate(lets):
        later = set[str]().union(*map(names_of, lets[number:]))
        early = {**data, "let": lets[:number], "show": {"side": write_fact(necessity.side_of(entry))}}
        if names_of_let(entry) & moving:
            moving |= {*names_of(entry)}
        elif data.get("run"):  # the definition is made before the run
            later |= moving
            early = {key: value for key, value in early.items() if key != "run"}
        read = kernel.read_facts(data["assume"])
        early["assume"] = {n: data["assume"][n] for n, (_, p) in read.items() if not kernel.variables(p) & later}
        with contextlib.suppress(Unproved, *ERRORS):
            statement = kernel.read_statement(early, Prover().sides(early))
            for seed, budget, ask in BUDGETS[1:]:
                if witness := find_witness(statement, seed=seed, budget=budget, ask=ask):
                    return witness
    return None


@cache
def stored_necessity() -> dict[str, dict[str, Json]]:
    """What is stored on the necessity of hypotheses, read once."""
    return necessity.stored_results()


def fact_of(data: Json, name: str) -> Json:
    """A hypothesis, by its name."""
    return data["run"]["when"][name] if necessity.is_of_steps(data, name) else data["assume"][name]


def resting_on(proof: Json, identifier: str) -> str:
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


def claim_verdicts(identifier: str, sample: int | None, kind: type[Judge] = Judge) -> list[Verdict]:
    """Return the verdicts on the mutants of one claim (or on a fixed sample of them), by this kind of judge."""
    judge = kind(claims()[identifier])
    return [judge.verdict(*mutant) for mutant in sampled(list(mutants_of(judge.data)), identifier, sample)]
