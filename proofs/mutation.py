"""Mutation: changed claims, changed update rules and a changed kernel, each of which has to be noticed.

Main definitions:
    mutate          a report on all mutants of the claims, of the perceptron's rule and of the kernel
    mutants_of      the mutants of a statement, made from its JSON
    Gate            what is known of one claim, and the verdict on each of its mutants
    rule_mutants    the mutants of `algorithms/perceptron.py`: rule, tie convention, table of ties
    kernel_mutants  the mutants of `kernel.py`
    EQUIVALENT      mutants of the kernel that no proof can tell from it, each with the reason

A mutant is one of

    killed        by an exact counterexample, confirmed by the kernel, or one at which a quotient or root has no
                  meaning; of a rule, by a claim that it leaves unproved or a property that fails; of the kernel, by a
                  verdict that changes; of a statement that is to be refuted, also by a proof: then the verdict changes
    equivalent    true as well, which the kernel has checked: a weaker statement, a superfluous hypothesis
    survived      neither; there should be none

Everything is found from fixed seeds, with effort counted in values tried.
"""

from __future__ import annotations

import ast
import contextlib
import copy
import hashlib
import importlib.util
import io
import itertools
import json
import os
import random
import signal
import sys
import tempfile
import time
import types
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, partial
from itertools import combinations, islice
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any, NamedTuple

from ..algorithms import perceptron
from ..algorithms.errors import BadInput
from . import checking, kernel, necessity
from .evaluation import instances, read_found
from .kernel import Monomial, Poly, Statement
from .language import write_fact, write_poly
from .ledger import Claim, claims
from .proving import Prover, Scope, Unproved, write_statement
from .refute import find_witness
from .search import Hints
from .vacuity import stored_entries, stored_models
from .witness import complete, root

Json = Any
RULE, KERNEL = "perceptron", "kernel"  # what can be mutated besides the claims, by the name that `mutate` takes
POINTS, ATTEMPTS = 120, 500  # instances of each claim's hypotheses, and attempts at them
BUDGETS = ((0, 30_000), (1, 300_000), (2, 600_000))  # seeds and numbers of values for the search
PARTNERS = 8  # swaps of variables for one fact
SECONDS = 15  # of computing for one mutant of the kernel, some five times what it needs: what takes longer does not end
NOTHING: Mapping[str, Poly] = {}
ERRORS = (kernel.Rejected, ArithmeticError, LookupError, TypeError, ValueError, AttributeError, RecursionError)


class Verdict(NamedTuple):
    """What became of one mutant, by what, and the evidence."""

    target: str  # a claim's id, or a function
    kind: str
    change: str
    status: str  # killed, equivalent, survived
    by: str = ""
    evidence: Json = None


@dataclass(frozen=True)
class Report:
    """The verdicts on all mutants, in order."""

    verdicts: list[Verdict]
    seconds: float

    def survivors(self) -> list[Verdict]:
        """Those that nothing has noticed."""
        return [v for v in self.verdicts if v.status == "survived"]


# --- mutants of a statement -----------------------------------------------------------------------

Change = tuple[str, str, Json]  # kind, what is changed, the statement
RELATIONS = {">=": (">", "=", "<="), ">": (">=", "=", "<"), "=": ("!=", ">=", "<="), "!=": ("=",)}
TIES = {">=": (">", "<="), ">": (">=", "<")}


def mutants_of(data: Json) -> Iterator[Change]:
    """All mutants of a statement, each just once."""
    seen = {canonical(data)}
    for mutator in MUTATORS:
        for kind, change, mutant in mutator(data):
            text = canonical(mutant)
            if text not in seen:
                seen.add(text)
                yield kind, change, mutant


def canonical(data: Json) -> str:
    """Equal for equal statements."""
    return json.dumps(data, sort_keys=True)


def put(data: Json, path: tuple[Any, ...], value: Json) -> Json:
    """The data with another value at the path."""
    table = copy.deepcopy(data)
    place = table
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return table


def terms_at(data: Json) -> Iterator[tuple[tuple[Any, ...], str]]:
    """The paths to the polynomials whose terms are mutated, and the sort of each ("@" for vectors).

    What a step does is no part of them: it is the shipped rule, which is mutated where it is written.
    """
    for name in data["show"]:
        yield ("show", name, 1), ""
    for name in data.get("run", {}).get("start", {}):
        yield ("run", "start", name), "@" * name.endswith("@")


def at(data: Json, path: tuple[Any, ...]) -> Json:
    """What is at the path."""
    for key in path:
        data = data[key]
    return data


def named(path: tuple[Any, ...]) -> str:
    """A path as it is printed."""
    return ".".join(str(key) for key in path if key != 1)


def relations(data: Json) -> Iterator[Change]:
    """Another relation in a conclusion."""
    for name, fact in data["show"].items():
        for other in RELATIONS[fact[0]]:
            change = f"{name}: {fact[0]} becomes {other}"
            yield "relation", change, put(data, ("show", name), related(fact, other))


def related(fact: Json, relation: str) -> Json:
    """The fact with another relation, <= and < too."""
    if relation in ("<=", "<"):
        return [{"<=": ">=", "<": ">"}[relation], write_poly(kernel.negative(kernel.read_poly(fact[1])))]
    return [relation, fact[1]]


def hypothesis_paths(data: Json) -> list[tuple[str, ...]]:
    """Where the hypotheses are: of the steps, of the statement."""
    return [("run", "when", n) for n in data.get("run", {}).get("when", {})] + [("assume", n) for n in data["assume"]]


def tie_rules(data: Json) -> Iterator[Change]:
    """A hypothesis with < for <= and the reverse; what allows a step, or speaks of a mistake, on the wrong side too."""
    for path in hypothesis_paths(data):
        fact = at(data, path)
        others = TIES.get(fact[0], ())
        for other in others if path[0] == "run" or "mistake" in path[-1] else others[:1]:
            yield "tie rule", f"{path[-1]}: {fact[0]} becomes {other}", put(data, path, related(fact, other))


def dropped(data: Json) -> Iterator[Change]:
    """A statement without one of its hypotheses."""
    for path in hypothesis_paths(data):
        yield "hypothesis dropped", path[-1], necessity.data_without(data, path[-1])


def coefficients(data: Json) -> Iterator[Change]:
    """Another sign, a number by 1 larger or smaller, twice or half of it; a constant where there was none."""
    for path, sort in terms_at(data):
        p = kernel.read_poly(at(data, path))
        monomials = p if sort else {**p, (): p.get((), 0)}
        for m, c in sorted(monomials.items()):
            others = {-c: "sign", c + 1: "constant", c - 1: "constant", 2 * c: "constant", Fraction(c) / 2: "constant"}
            for other, kind in others.items():
                if other != c:
                    q = kernel.add(p, {m: other - c})
                    yield kind, f"{named(path)}: {c} becomes {other} before {shown(m)}", put(data, path, write_poly(q))


def shown(m: Monomial) -> str:
    """A monomial as it is printed."""
    return next(iter(write_poly({m: 1})))


def definitions(data: Json) -> Iterator[Change]:
    """A quotient or root of another sign or size, or of one term less."""
    for number, entry in enumerate(data.get("let", [])):
        of = kernel.read_poly(entry["of"])
        scales: tuple[Any, ...] = (-1, 2, Fraction(1, 2)) if entry["kind"] == "inverse" else (-1, 4, Fraction(1, 4))
        for scale in scales:
            kind = "sign" if scale == -1 else "constant"
            q = kernel.product([kernel.constant(scale), of])
            yield kind, f"{entry['name']}: of {scale} times as much", put(data, ("let", number, "of"), write_poly(q))
        for m in sorted(of) if len(of) > 1 else ():
            q = {n: c for n, c in of.items() if n != m}
            yield "constant", f"{entry['name']}: without {shown(m)}", put(data, ("let", number, "of"), write_poly(q))


def exponents(data: Json) -> Iterator[Change]:
    """An exponent by 1 larger or smaller."""
    for path, _ in terms_at(data):
        p = kernel.read_poly(at(data, path))
        for m, c in sorted(p.items()):
            for name, e in m:
                for other in (e + 1, e - 1) if not name.endswith("@") else ():
                    changed = tuple((n, other if n == name else k) for n, k in m if n != name or other)
                    q = write_poly(kernel.add(p, {m: -c}, {changed: c}))
                    yield "exponent", f"{named(path)}: {shown(m)} becomes {shown(changed)}", put(data, path, q)


def names_of(data: Json) -> list[str]:
    """The names that conclusions may use."""
    return sorted({*data["declare"], *data.get("run", {}).get("state", []), *(d["name"] for d in data.get("let", []))})


def swaps(data: Json) -> Iterator[Change]:
    """Two variables of the same sort exchanged in a conclusion."""
    names = names_of(data)
    for name, (relation, terms) in data["show"].items():
        p = kernel.read_poly(terms)
        used = kernel.variables(p)
        pairs = [(a, b) for a, b in combinations(names, 2) if {a, b} & used and sort_of(a) == sort_of(b)]
        pairs.sort(key=lambda pair: (-len({*pair} & used), digest(name, *pair)))
        for a, b in pairs[:PARTNERS]:
            q = kernel.substitute(p, {a: kernel.atom(b), b: kernel.atom(a)})
            yield "variable", f"{name}: {a} and {b} exchanged", put(data, ("show", name), [relation, write_poly(q)])


def shifts(data: Json) -> Iterator[Change]:
    """The number of steps off by one, in a conclusion."""
    for k, after in data.get("run", {}).get("next", {}).items():
        if kernel.read_poly(after) != kernel.add(kernel.atom(k), kernel.constant(1)):
            continue
        for name, (relation, terms) in data["show"].items():
            for by in (1, -1):
                q = kernel.substitute(kernel.read_poly(terms), {k: kernel.add(kernel.atom(k), kernel.constant(by))})
                yield "index", f"{name}: {k} becomes {k}{by:+}", put(data, ("show", name), [relation, write_poly(q)])


def sort_of(name: str) -> tuple[bool, bool]:
    """Is it a family, of vectors?"""
    return "[i]" in name, name.endswith("@")


def digest(*parts: str) -> str:
    """A number that depends on the parts alone."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


MUTATORS: list[Callable[[Json], Iterator[Change]]] = [
    relations, tie_rules, dropped, coefficients, definitions, exponents, swaps, shifts,
]  # fmt: skip


# --- verdicts on mutants of a claim ---------------------------------------------------------------


@dataclass
class Point:
    """A point where the hypotheses of a claim hold, and the values of all names there."""

    witness: Json
    world: kernel.World


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
        known = [model] if model else []
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
        for by, entry in self.proofs(data, statement, sides, cheap=False):
            if proves(entry, data):
                return self.true(by)
        for seed, budget in BUDGETS[1:]:
            if witness := self.searched(statement, seed, budget):
                return "killed", "search", witness
        if witness := self.random_instance(statement):
            return "killed", "a random instance", witness
        return "survived", "", None

    def true(self, by: str) -> tuple[str, str, Json]:
        """The verdict on a mutant that is proved."""
        if self.is_true:
            return "equivalent", by, None
        return "killed", f"it is true, and no longer refuted: {by}", None

    def known_of(self, name: str) -> tuple[str, str, Json] | None:
        """What is stored on the necessity of a hypothesis, if it still holds."""
        result = necessity.stored_results().get(self.claim.id, {}).get(name)
        if not result or necessity.flaw(self.claim, name, result):
            return None
        if result["kind"] == "superfluous":
            return self.true("a proof without it (necessity)")
        return "killed", f"{result['kind']} (necessity)", result["witness"]

    def sides_of(self, data: Json) -> Json | None:
        """Proofs that the definitions make sense: the claim's own, or new ones; None if there are none."""
        for make in (lambda: self.sides, lambda: Prover().sides(data), lambda: Squaring().sides(data)):
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
        side = kernel.Definition(changed["name"], changed["kind"], kernel.read_poly(changed["of"])).side()
        return next((point.witness for point in self.points if not point.world.holds(side)), None)

    def searched(self, statement: Statement, seed: int, budget: int) -> Json | None:
        """A counterexample, which may refute others too."""
        witness = find_witness(statement, seed=seed, budget=budget)
        if witness and confirmed(self.statement_without_goals(), witness, fails=False):
            self.points.insert(0, Point(witness, world_at(self.statement, witness)))
        return witness

    def statement_without_goals(self) -> Statement:
        """The hypotheses of the claim."""
        return necessity.replace(self.statement, show={"nothing": ("=", {})})

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
        """Proofs to try: the claim's own, one by the claim; its derivation, induction and computation anew."""
        makers: list[tuple[str, Callable[[], Json]]] = []
        if cheap and self.is_true:
            makers = [
                ("the claim's own certificate", lambda: (self.entry or {})["proof"]),
                ("it follows from the claim", lambda: self.by_the_claim(data, statement)),
            ]
        if not cheap:
            steps, symmetries = self.claim.page.steps if self.is_true else [], self.symmetries()
            makers = [
                ("the claim's own derivation", lambda: self.by_steps(statement, steps)),
                *(("it follows from the claim", partial(self.by_the_claim, data, statement, p)) for p in symmetries),
                ("computation", lambda: self.by_steps(statement, [])),
                ("computation", lambda: by_squares(statement)),
                ("computation", lambda: by_signs(data, statement.context, statement.show)),
                ("induction", lambda: by_induction(statement)),
                ("induction", lambda: by_counters(statement)),
            ]
        for by, make in makers:
            with contextlib.suppress(Unproved, *ERRORS):
                yield by, {"statement": data, "proof": make(), **({"sides": sides} if sides else {})}

    def by_steps(self, statement: Statement, steps: list[Any]) -> Json:
        """The proof that the steps describe, for another statement."""
        prover = necessity.Counting(library=checking.library())
        prover.abbreviations, prover.counter = self.written.abbreviations, len(self.written.defined) + 1
        return prover.script(Scope(statement.context, self.written.defined), statement.show, steps)

    def by_the_claim(self, data: Json, statement: Statement, put: kernel.Images = NOTHING) -> Json:
        """The claim as a lemma, with every name for itself (or as `images` says), then computation."""
        theirs, ours, prover = self.statement, statement.context, Prover()

        def leaf(context: kernel.Context, goal: kernel.Fact) -> Json:
            return prover.leaf(Scope(context, {}), goal, Hints(), "")

        images = self.images(data, put)
        names = {name: f"{name} of the claim" for name in theirs.show}
        proof: Json = {
            "rule": "lemma", "of": self.claim.id, "as": names,
            "put": {name: write_poly(p) for name, p in images.items()},
            "premises": {n: leaf(ours, (r, kernel.substitute(p, images))) for n, (r, p) in theirs.assume.items()},
        }  # fmt: skip
        run = theirs.context.run
        if run and ours.run:
            step, zero = ours.stepping()[1], {name: {"rule": "poly"} for name in run.state}
            when = {name: leaf(step, fact) for name, fact in run.when.items()}
            inputs = {name: write_poly(kernel.atom(name)) for name in run.input}
            proof["run"] = {"input": inputs, "start": zero, "when": when, "next": zero}
        inner = ours.knowing({names[n]: (r, kernel.substitute(p, images)) for n, (r, p) in theirs.show.items()})
        try:
            return {**proof, "then": goals_proved(prover, inner, statement.show)}
        except Unproved:
            return {**proof, "then": by_signs(data, inner, statement.show)}


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
        """What is put for the names of the claim: `put`, or themselves; a multiple for a definition that is scaled."""
        images = {name: put.get(name, kernel.atom(name)) for name in self.statement.context.names}
        for new, old in zip(data.get("let", []), self.data.get("let", []), strict=True):
            p, q = kernel.read_poly(new["of"]), kernel.substitute(kernel.read_poly(old["of"]), images)
            m = next(iter(q), ())
            scale = Fraction(p.get(m, 0)) / Fraction(q.get(m, 1))
            if scale not in (0, 1) and p == kernel.product([kernel.constant(scale), q]):
                factor = scale if new["kind"] == "inverse" else 1 / root(scale)
                images[new["name"]] = kernel.product([kernel.constant(factor), kernel.atom(new["name"])])
        return images


def world_at(statement: Statement, witness: Json) -> kernel.World:
    """The values of all names at a witness, after its steps."""
    world, run = kernel.World(witness["dimension"], witness["size"]), statement.context.run
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
        d = kernel.Definition(entry["name"], entry["kind"], kernel.read_poly(entry["of"]))
        early = {**data, "let": lets[:number], "show": {"side": write_fact(d.side())}}
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


def goals_proved(prover: Prover, context: kernel.Context, goals: Mapping[str, kernel.Fact]) -> Json:
    """Each goal by computation."""
    parts = {name: prover.leaf(Scope(context, {}), goal, Hints(), "") for name, goal in goals.items()}
    return next(iter(parts.values())) if len(parts) == 1 else {"rule": "split", "parts": parts}


def by_signs(data: Json, context: kernel.Context, goals: Mapping[str, kernel.Fact]) -> Json:
    """Each goal as a known fact plus terms of known sign; for that the signs of quotients are found out first."""
    prover, haves = Prover(), list[tuple[str, kernel.Fact, Json]]()
    used = {name for _, p in goals.values() for name in kernel.variables(p)}
    for entry in data.get("let", []):
        n = kernel.atom(entry["name"])
        for p in (n, kernel.negative(n)) if entry["kind"] == "inverse" and entry["name"] in used else ():
            with contextlib.suppress(Unproved):
                fact = ">", p
                haves.append((f"{entry['name']} sign", fact, prover.leaf(Scope(context, {}), fact, Hints(), "")))
                context = context.knowing({haves[-1][0]: fact})
                break
    parts = {name: as_signed_terms(prover, context, goal) for name, goal in goals.items()}
    proof = next(iter(parts.values())) if len(parts) == 1 else {"rule": "split", "parts": parts}
    for name, fact, why in reversed(haves):
        proof = {"rule": "have", "name": name, "fact": write_fact(fact), "why": why, "then": proof}
    return proof


def as_signed_terms(prover: Prover, context: kernel.Context, goal: kernel.Fact) -> Json:
    """The goal by computation, or as one known fact plus a sum of terms, each of known sign by its factors."""
    with contextlib.suppress(Unproved):
        return prover.leaf(Scope(context, {}), goal, Hints(), "")
    signs: dict[str, tuple[str, kernel.Rational]] = {}
    for name, (relation, p) in context.facts.items():
        if relation in (">=", ">") and len(p) == 1:
            ((monomial, c),) = p.items()
            if len(monomial) == 1 and monomial[0][1] == 1:
                signs.setdefault(monomial[0][0], (name, c))
    for name, (relation, p) in [*context.facts.items(), ("", (">=", {}))]:
        if relation in (">=", ">", "=") and goal[0] in (">=", ">"):
            with contextlib.suppress(ValueError):
                terms = [signed(m, c, signs) for m, c in kernel.add(goal[1], kernel.negative(p)).items()]
                own: Json = {"ideal": [{"fact": name, "by": {"1": "1"}}]} if relation == "=" else {}
                terms += [{"facts": [name]}] if name and relation != "=" else []
                if goal[0] == ">=" or any(context.facts[n][0] == ">" for t in terms for n in t.get("facts", [])):
                    return {"rule": "poly", "sum": terms, **own}
    raise ValueError("no fact differs by terms of known sign")


def signed(monomial: Monomial, c: kernel.Rational, signs: Mapping[str, tuple[str, kernel.Rational]]) -> Json:
    """A term as a product of facts, squares and lengths with a positive coefficient; ValueError if it is none."""
    names, squares, norms = list[str](), list[Json](), list[Json]()
    coefficient = Fraction(c)
    for name, e in monomial:
        squares += [write_poly(kernel.atom(name))] * (e // 2)
        u, at, v = name.partition("@")
        if e % 2 and at and u == v:
            norms.append(write_poly(kernel.atom(u + at)))
        elif e % 2:
            if name not in signs:
                raise ValueError(f"the sign of {name} is not known")
            names.append(signs[name][0])
            coefficient /= signs[name][1]
    if coefficient <= 0:
        raise ValueError("the term is negative")
    return {"c": str(coefficient), "facts": names, "squares": squares, "norms": norms}


class Squaring(Prover):
    """A prover that knows that squares and lengths are not negative, wherever it finds no proof without."""

    def leaf(self, scope: Scope, goal: kernel.Fact, hints: Hints, label: str) -> Json:
        """By computation, else by computation with these facts."""
        try:
            return super().leaf(scope, goal, hints, label)
        except Unproved:
            facts, reasons = dict[str, kernel.Fact](), dict[str, Json]()
            for name in sorted(scope.context.names):
                if "[i]" not in name:
                    v, called, vectorial = kernel.atom(name), f"{name} squared", name.endswith("@")
                    facts[called] = ">=", kernel.gram(v, v) if vectorial else kernel.product([v, v])
                    part = "norms" if vectorial else "squares"
                    reasons[called] = {"rule": "poly", "sum": [{part: [write_poly(v)]}]}
            proof = super().leaf(scope.knowing(facts), goal, hints, label)
            for name, why in reversed(reasons.items()):
                proof = {"rule": "have", "name": name, "fact": write_fact(facts[name]), "why": why, "then": proof}
            return proof


def by_squares(statement: Statement) -> Json:
    """By computation from the facts and that squares and lengths are not negative."""
    return goals_proved(Squaring(), statement.context, statement.show)


def by_induction(statement: Statement) -> Json:
    """The conclusions as invariants."""
    return inductive(statement, {f"{name} always": fact for name, fact in statement.show.items()})


def by_counters(statement: Statement) -> Json:
    """That counters only grow, or only fall, as invariants; then computation."""
    run, facts = statement.context.run, dict[str, kernel.Fact]()
    for name in run.state if run else []:
        assert run
        gap = kernel.add(run.next[name], kernel.negative(kernel.atom(name)))
        if gap and set(gap) == {()} and set(run.start[name]) <= {()}:
            up = kernel.add(kernel.atom(name), kernel.negative(run.start[name]))
            facts[f"{name} counts"] = (">=", up if gap[()] > 0 else kernel.negative(up))
    return inductive(statement, facts)


def inductive(statement: Statement, facts: Mapping[str, kernel.Fact]) -> Json:
    """From invariants, by computation."""
    prover, run = Prover(), statement.context.run
    if run is None or not facts:
        raise ValueError("there is no run, or no invariant")

    def leaves(context: kernel.Context, images: kernel.Images) -> Json:
        goals = {n: (r, kernel.substitute(p, images)) for n, (r, p) in facts.items()}
        return {n: prover.leaf(Scope(context, {}), goal, Hints(), "") for n, goal in goals.items()}

    base = leaves(statement.context.before(), run.start)
    step = leaves(statement.context.stepping()[1].knowing(facts), run.next)
    return {
        "rule": "induction", "invariants": {n: write_fact(fact) for n, fact in facts.items()},
        "base": base, "step": step, "then": goals_proved(prover, statement.context.knowing(facts), statement.show),
    }  # fmt: skip


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


def sampled(mutants: list[Any], name: str, sample: int | None) -> list[Any]:
    """At most so many of them, always the same."""
    if sample is None or sample >= len(mutants):
        return mutants
    chosen = set(random.Random(name).sample(range(len(mutants)), sample))
    return [mutant for n, mutant in enumerate(mutants) if n in chosen]


# --- mutants of source ----------------------------------------------------------------------------

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt), ast.LtE: (ast.Lt, ast.GtE), ast.Gt: (ast.GtE, ast.Lt), ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
}  # fmt: skip
OPERATIONS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,), ast.Sub: (ast.Add,), ast.Mult: (ast.Add,), ast.BitOr: (ast.BitAnd,), ast.BitAnd: (ast.BitOr,),
}  # fmt: skip
FACTS = {">=": ">", ">": ">=", "=": ">=", "!=": ">", "<": "<=", "<=": "<"}


class Edit(NamedTuple):
    """One change to a syntax tree: the node that goes, what comes for it, and how it is called."""

    old: ast.AST
    new: ast.AST
    kind: str


def edits(node: ast.AST) -> Iterator[Edit]:
    """Small changes of one node."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id="require"), args=[condition, *rest]) as call):
            yield Edit(node, ast.Pass(), "check deleted")
            negated = ast.UnaryOp(ast.Not(), condition)
            yield Edit(node, ast.Expr(ast.Call(call.func, [negated, *rest], [])), "check negated")
        case ast.Compare(left=left, ops=ops, comparators=right):
            for n, op in enumerate(ops):
                for other in COMPARISONS[type(op)]:
                    yield Edit(node, ast.Compare(left, [*ops[:n], other(), *ops[n + 1 :]], right), "comparison")
        case ast.BoolOp(op=op, values=values):
            yield Edit(node, ast.BoolOp(ast.And() if isinstance(op, ast.Or) else ast.Or(), values), "and, or")
            for n in range(len(values)):
                rest = [*values[:n], *values[n + 1 :]]
                yield Edit(node, rest[0] if len(rest) == 1 else ast.BoolOp(op, rest), "part of a condition dropped")
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield Edit(node, operand, "not, minus")
        case ast.BinOp(left=left, op=op, right=right):
            for operation in OPERATIONS.get(type(op), ()):
                yield Edit(node, ast.BinOp(left, operation(), right), "operation")
            if isinstance(op, ast.Add | ast.Mult | ast.BitOr):
                yield Edit(node, left, "term dropped")
                yield Edit(node, right, "term dropped")
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield Edit(node, ast.IfExp(test, orelse, body), "branches exchanged")
        case ast.If(test=test):
            negated_if = copy.copy(node)
            negated_if.test = ast.UnaryOp(ast.Not(), test)
            yield Edit(node, negated_if, "branches exchanged")
        case ast.Name(id="all" | "any" as name):
            yield Edit(node, ast.Name("any" if name == "all" else "all", ast.Load()), "all, any")
        case ast.Constant(value=bool(value)):
            yield Edit(node, ast.Constant(not value), "constant")
        case ast.Constant(value=int(value)):
            yield Edit(node, ast.Constant(value + 1), "constant")
            yield Edit(node, ast.Constant(value - 1), "constant")
        case ast.Constant(value=str(value)) if value in FACTS:
            yield Edit(node, ast.Constant(FACTS[value]), "relation")


class Source(NamedTuple):
    """A changed piece of source: where, what kind of change, how it reads; the shipped tree and the edit."""

    target: str
    kind: str
    change: str
    shipped: ast.Module
    edit: Edit

    @contextlib.contextmanager
    def tree(self) -> Iterator[ast.Module]:
        """The tree with the new node in the old one's place, for as long as it is needed."""
        for parent in ast.walk(self.shipped):
            for name, value in ast.iter_fields(parent):
                if value is self.edit.old:
                    setattr(parent, name, self.edit.new)
                    yield ast.fix_missing_locations(self.shipped)
                    setattr(parent, name, self.edit.old)
                    return
                if isinstance(value, list) and any(item is self.edit.old for item in value):
                    n = next(n for n, item in enumerate(value) if item is self.edit.old)
                    value[n] = self.edit.new
                    yield ast.fix_missing_locations(self.shipped)
                    value[n] = self.edit.old
                    return

    def code(self) -> types.CodeType:
        """The changed module, compiled."""
        with self.tree() as tree:
            return compile(tree, "<mutant>", "exec")


def source_mutants(
    text: str, wanted: Callable[[ast.stmt], bool], more: Callable[[ast.AST], Iterator[Edit]]
) -> list[Source]:
    """The mutants of the wanted definitions of a module. Annotations, texts and messages stay."""
    tree = ast.parse(text)
    found: list[Source] = []
    counts = Counter[str]()
    for top in tree.body:
        if not wanted(top):
            continue
        for where, node in nodes_of(top):
            for edit in itertools.chain(edits(node), more(node)):
                change = f"{shortened(edit.old)} -> {shortened(edit.new)}"
                counts[f"{where}: {change}"] += 1
                if (n := counts[f"{where}: {change}"]) > 1:
                    change += f" #{n}"
                found.append(Source(where, edit.kind, change, tree, edit))
    return found


def nodes_of(top: ast.AST, where: str = "") -> Iterator[tuple[str, ast.AST]]:
    """All nodes that are run, with the definition in which they are."""
    if isinstance(top, ast.FunctionDef | ast.ClassDef):
        where = f"{where}.{top.name}".lstrip(".")
    elif isinstance(top, ast.Assign) and not where:
        where = ast.unparse(top.targets[0])
    yield where, top
    for name, value in ast.iter_fields(top):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            is_text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            if isinstance(child, ast.AST) and not is_text and not isinstance(child, ast.JoinedStr):
                yield from nodes_of(child, where)


def shortened(node: ast.AST) -> str:
    """The source of a node, on one line."""
    text = "deleted" if isinstance(node, ast.Pass) else " ".join(ast.unparse(ast.fix_missing_locations(node)).split())
    return text if len(text) < 130 else f"{text[:100]}... {digest(text)[:6]}"


# --- mutants of the perceptron's rule -------------------------------------------------------------

RULES = ("update", "margin", "mistake_condition", "is_mistake", "TIES")
EXCHANGED = {"x": "y", "y": "x", "w": "b", "b": "w", "bias_step": "rate", "rate": "bias_step"}


def rule_mutants() -> list[Source]:
    """The mutants of the rule and of its tie convention."""
    text = Path(perceptron.__file__).read_text(encoding="utf-8")

    def wanted(top: ast.stmt) -> bool:
        names = [ast.unparse(t) for t in top.targets] if isinstance(top, ast.Assign) else [getattr(top, "name", "")]
        return names[0] in RULES

    return source_mutants(text, wanted, rule_edits)


def rule_edits(node: ast.AST) -> Iterator[Edit]:
    """Names exchanged, labels of ties added or taken away."""
    match node:
        case ast.Name(id=name, ctx=ast.Load()) if name in EXCHANGED:
            yield Edit(node, ast.Name(EXCHANGED[name], ast.Load()), "name")
        case ast.Attribute(value=value, attr=name, ctx=ast.Load()) if name in EXCHANGED:
            yield Edit(node, ast.Attribute(value, EXCHANGED[name], ast.Load()), "name")
        case ast.Tuple(elts=labels, ctx=ast.Load()):
            old = [ast.unparse(e) for e in labels]
            for new in ("()", "(-1,)", "(1,)", "(-1, 1)"):
                if sorted(ast.unparse(e) for e in ast.parse(new).body[0].value.elts) != sorted(old):  # type: ignore
                    yield Edit(node, ast.parse(new, mode="eval").body, "tie rule")


@contextlib.contextmanager
def rule_changed(source: Source) -> Iterator[None]:
    """The perceptron with another rule; what was written or read with the old one is forgotten, then restored."""
    code = source.code()
    module = types.ModuleType(perceptron.__name__)
    module.__dict__.update({"__package__": perceptron.__package__, "__file__": perceptron.__file__})
    before, pages = {name: getattr(perceptron, name) for name in RULES}, {}
    with registered(module):
        exec(code, module.__dict__)
    for identifier, claim in claims().items():
        pages[identifier] = claim.__dict__.pop("page", None)
    checking.library.cache_clear()
    try:
        for name in RULES:
            new = getattr(module, name)
            if isinstance(new, types.FunctionType):  # one that looks the rule up in the shipped module
                new = rebound(new)
            setattr(perceptron, name, new)
        yield
    finally:
        for name, value in before.items():
            setattr(perceptron, name, value)
        for identifier, claim in claims().items():
            claim.__dict__.pop("page", None)
            if pages[identifier] is not None:
                claim.__dict__["page"] = pages[identifier]
        checking.library.cache_clear()


def rebound(function: types.FunctionType) -> types.FunctionType:
    """The function with the shipped module as its surroundings."""
    new = types.FunctionType(function.__code__, vars(perceptron), function.__name__, function.__defaults__)
    new.__kwdefaults__ = function.__kwdefaults__
    return new


@contextlib.contextmanager
def registered(module: types.ModuleType) -> Iterator[None]:
    """A module that can be found by its name while it is executed, as dataclasses need it."""
    old = sys.modules.get(module.__name__)
    sys.modules[module.__name__] = module
    try:
        yield
    finally:
        if old is None:
            del sys.modules[module.__name__]
        else:
            sys.modules[module.__name__] = old


def rule_verdict(source: Source) -> Verdict:
    """Which claim a changed rule leaves unproved, and which property it breaks."""
    users = claims_of_the_rule()  # of the shipped rule
    with rule_changed(source):
        unproved = unproved_claim(users) if source.target in ("update", "margin", "mistake_condition") else ""
        broken = broken_tie() or broken_property()
    by = "; ".join(filter(None, [unproved, broken]))
    return Verdict(f"{RULE}.{source.target}", source.kind, source.change, "killed" if by else "survived", by)


@cache
def claims_of_the_rule() -> list[str]:
    """The claims that are expected to be proved and whose pages call the rule; short statements first."""
    called: list[str] = []
    names = RULES[:3]
    before = {name: getattr(perceptron, name) for name in names}
    users = list[tuple[int, str]]()
    for identifier, claim in claims().items():
        called.clear()
        pages = claim.__dict__.pop("page", None)
        for name in names:
            setattr(perceptron, name, noting(before[name], called))
        try:
            steps = len(claim.page.steps)
        finally:
            for name in names:
                setattr(perceptron, name, before[name])
            claim.__dict__.pop("page", None)
            if pages is not None:
                claim.__dict__["page"] = pages
        if called and claim.expected == "proved":
            users.append((steps, identifier))
    return [identifier for _, identifier in sorted(users)]


def noting(function: Callable[..., Any], called: list[str]) -> Callable[..., Any]:
    """The function, which notes that it is called."""

    def noted(*args: Any, **options: Any) -> Any:
        called.append(function.__name__)
        return function(*args, **options)

    return noted


def unproved_claim(users: list[str]) -> str:
    """The first claim about the rule that is not proved of the rule as it is now."""
    for identifier in users:
        made = checking.make(identifier, ("kernel",))
        if made.entry is None or not proves(made.entry, made.entry["statement"]):
            return f"{identifier} is not proved"
    return ""


def broken_tie() -> str:
    """The first tie convention that is not what it is called, by the score of one example."""
    scores: tuple[Any, ...] = (-2, Fraction(-1, 2), 0, Fraction(1, 2), 3)
    for name, at_zero in (("mistake", (1, 1)), ("correct", (0, 0)), ("positive", (0, 1)), ("negative", (1, 0))):
        for score, y in itertools.product(scores, (1, -1)):
            expected = bool(at_zero[y < 0]) if score == 0 else score * y < 0
            try:
                said = perceptron.is_mistake(perceptron.State(Line(1), score - 5), Line(5), y, name)
            except Exception as problem:
                return f"the tie convention {name!r} raises {type(problem).__name__}"
            if said is not expected:
                return f"the tie convention {name!r} is wrong for y = {y} and score {score}"
    return ""


class Line(int):
    """A number as a vector of one coordinate."""

    def __matmul__(self, other: int) -> int:
        """The inner product."""
        return int(self) * int(other)


def broken_property() -> str:
    """The first property that a fixed run with the rule does not have."""
    # the gate looks at all folders; nothing else in `proofs` knows of `properties`
    from ..properties.checks import PROPERTIES
    from ..properties.instances import SeparableData, drive

    rows: list[Any] = [
        ([(1,), (3,)], [-1, 1], (1,), -2), ([(1, 2), (3, 0)], [1, -1], (-1, 2), 0),
        ([(0, 1), (1, 0)], [1, -1], (-1, 1), 0),
        ([(2, 1), (1, 3), (-1, 0)], [1, 1, -1], (1, 1), 0), ([(Fraction(1, 2),), (-1,)], [1, -1], (2,), 0),
    ]  # fmt: skip
    options: list[tuple[Any, ...]] = [
        ("cyclic", 1, 1), ("first", 2, 1), ("random", 1, Fraction(1, 2)), ("cyclic", 3, 2), ("online", 1, 1)]
    for row, (order, c, rate) in itertools.product(rows, options):
        data = SeparableData.of(*row)
        cap = {} if order == "online" else {"max_updates": 300}
        for name, check in PROPERTIES.items():
            try:
                check(data, drive(data, order, seed=1 if order == "random" else None, bias_step=c, rate=rate, **cap))
            except BadInput:
                continue
            except Exception as problem:
                how = "" if isinstance(problem, AssertionError) else f" ({type(problem).__name__})"
                return f"the property {name} fails{how}"
    return ""


# --- mutants of the kernel ------------------------------------------------------------------------

LIMITS = {20_000, 100, 400, 99, 4000}  # limits keep a reader from waiting; no statement depends on them
Outcome = Any
OTHER_ERROR = "without the check the same data raise another of the errors that check_book counts as a refusal"
LIMIT = "a limit by one larger or smaller; no statement depends on it"
COEFFICIENT = "only the monomials of this polynomial are looked at, not its coefficients"
SPELLING = "the name of a sum is spelled otherwise, in all places alike, and is read the same"
OPTIONAL_AT = "the pattern of a name takes a final @ or none"
SAME_LENGTH = "the two sequences have the same length: one value for each name, or one is made from the other"
SUM_POSITIVE = "non-negative terms, one of them positive, have a positive sum: it accepts more, nothing that is false"
NO_INDEX = "the default index or coordinate is put only where the polynomial mentions none"
EQUIVALENT: dict[str, str] = {
    'sum_over: 1 -> 0': COEFFICIENT,
    'sum_over: 1 -> 0 #2': SPELLING,
    'variables: 1 -> 2': COEFFICIENT,
    'read_monomial: 1 -> 0 #2': COEFFICIENT,
    'read_monomial: 1 -> 2 #3': COEFFICIENT,
    'read_monomial: x + at -> x': OPTIONAL_AT,
    'read_poly: len(data) <= MAX_TERMS -> len(data) < MAX_TERMS': LIMIT,
    "read_facts: len(f) == 2 and f[0] in ('>=', '>', '=', '!=') -> f[0] in ('>=', '>', '=', '!=')": OTHER_ERROR,
    'Context.naming: isinstance(n, str) and NAME.match(n) and (n not in taken) -> NAME.match(n) and n not in taken': OTHER_ERROR,  # noqa: E501
    "Checker.prove: require(isinstance(rule, str) and rule in rules, f'not a proof: {proof!r:.60}') -> deleted": OTHER_ERROR,  # noqa: E501
    'Checker.prove: isinstance(rule, str) and rule in rules -> isinstance(rule, str) or rule in rules': OTHER_ERROR,
    'Checker.prove: isinstance(rule, str) and rule in rules -> isinstance(rule, str)': OTHER_ERROR,
    "Checker.fact: require(isinstance(name, str) and name in context.facts, f'no fact is named {name!r:.40}') -> deleted": OTHER_ERROR,  # noqa: E501
    'Checker.fact: isinstance(name, str) and name in context.facts -> isinstance(name, str) or name in context.facts': OTHER_ERROR,  # noqa: E501
    'Checker.fact: isinstance(name, str) and name in context.facts -> isinstance(name, str)': OTHER_ERROR,
    'Checker.prove_each: True -> False': SAME_LENGTH,
    'Checker.cases: isinstance(arms, dict) and set(arms) <= set(facts) -> set(arms) <= set(facts)': OTHER_ERROR,
    'Checker.lemma: isinstance(of, str) and of in self.library -> of in self.library': OTHER_ERROR,
    'Checker.lemma: True -> False #2': SAME_LENGTH,
    'World.number: 0 -> -1': NO_INDEX,
    'World.number: 0 -> -1 #2': NO_INDEX,
    'World.holds: 0 -> 1': NO_INDEX,
    'product: len(total) * len(q) <= MAX_TERMS -> len(total) * len(q) < MAX_TERMS': LIMIT,
    'sum_over: 1 -> 2': COEFFICIENT,
    'variables: 1 -> 0': COEFFICIENT,
    'read_rational: isinstance(text, str) and RATIONAL.match(text) -> RATIONAL.match(text)': OTHER_ERROR,
    "read_rational: require(not q or int(q), f'the denominator is 0: {text!r:.60}') -> deleted": OTHER_ERROR,
    'read_monomial: 1 -> 2 #2': COEFFICIENT,
    'read_monomial: y + at -> y': OPTIONAL_AT,
    'Context.table: True -> False': SAME_LENGTH,
    "read_definition: isinstance(name, str) and (not {'@', '['} & set(name)) and (kind in ('inverse', 'sqrt')) -> not {'@', '['} & set(name) and kind in ('inverse', 'sqrt')": OTHER_ERROR,  # noqa: E501
    'Checker.prove: isinstance(rule, str) and rule in rules -> rule in rules': OTHER_ERROR,
    'Checker.fact: isinstance(name, str) and name in context.facts -> name in context.facts': OTHER_ERROR,
    'Checker.poly: all -> any': SUM_POSITIVE,
    "Checker.cases: require(isinstance(arms, dict) and set(arms) <= set(facts), 'not a table of cases') -> deleted": OTHER_ERROR,  # noqa: E501
    'Checker.cases: isinstance(arms, dict) and set(arms) <= set(facts) -> isinstance(arms, dict) or set(arms) <= set(facts)': OTHER_ERROR,  # noqa: E501
    'Checker.cases: isinstance(arms, dict) and set(arms) <= set(facts) -> isinstance(arms, dict)': OTHER_ERROR,
    "Checker.lemma: require(isinstance(of, str) and of in self.library, f'no theorem {of!r:.60} before this') -> deleted": OTHER_ERROR,  # noqa: E501
    'Checker.lemma: isinstance(of, str) and of in self.library -> isinstance(of, str) or of in self.library': OTHER_ERROR,  # noqa: E501
    'Checker.lemma: isinstance(of, str) and of in self.library -> isinstance(of, str)': OTHER_ERROR,
    'Checker.lemma: True -> False': SAME_LENGTH,
    'World.number: 0 -> 1': NO_INDEX,
    'World.number: 0 -> 1 #2': NO_INDEX,
    'World.holds: 0 -> -1': NO_INDEX,
    'World.read: True -> False': SAME_LENGTH,
}


def kernel_mutants() -> list[Source]:
    """The mutants of all functions and methods of the kernel."""
    text = Path(kernel.__file__).read_text(encoding="utf-8")
    found = source_mutants(text, lambda top: isinstance(top, ast.FunctionDef | ast.ClassDef), lambda node: iter(()))
    return [source for source in found if not is_limit(source)]


def is_limit(source: Source) -> bool:
    """Does only a limit change?"""
    return source.kind == "constant" and source.change.split(" ")[0] in {str(n) for n in LIMITS}


def loaded(source: Source) -> types.ModuleType:
    """The changed kernel as a module."""
    module = types.ModuleType("changed_kernel")
    module.__dict__["__file__"] = kernel.__file__
    with registered(module):
        exec(source.code(), module.__dict__)
    return module


class Case(NamedTuple):
    """Something to ask a kernel, and what the shipped one answers."""

    name: str
    ask: Callable[[Any], Outcome]
    answer: Outcome


def verdicts_on(book: Json) -> Callable[[Any], Outcome]:
    """A kernel's verdicts on a book, and what it says is cited; not why it refuses."""
    text = json.dumps(book)
    return lambda k: [(verdict, used) for verdict, _, used in k.check_book(json.loads(text)).values()]


def exit_of(text: str | bytes) -> Callable[[Any], Outcome]:
    """A kernel's exit status and words on a file."""

    def ask(k: Any) -> Outcome:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "book.json"
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
            return script(k, [str(path)])

    return ask


def script(k: Any, arguments: list[str]) -> Outcome:
    """A kernel run as a script: its status and its lines, up to the reasons."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = k.main(arguments)
    return status, [line[:30].split(": ")[0] for line in out.getvalue().splitlines()], bool(err.getvalue())


def tests_folder() -> Path:
    """Where the kernel's cases are."""
    folder = Path(__file__).resolve().parents[1] / "tests" / "proofs"
    if not (folder / "test_kernel.py").exists():
        raise BadInput("the kernel's mutants need its cases, tests/proofs/test_kernel*.py, beside the package")
    return folder


def table_of(name: str) -> Any:
    """A test module, loaded by its path for its tables."""
    path = tests_folder() / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"cases_of_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def parameters(test: Any) -> list[Any]:
    """What a test is parametrized with."""
    return list(test.pytestmark[0].args[1])


@cache
def cases() -> list[Case]:
    """All cases, the cheap ones first: those of the tests, spoiled and random ones, the script, the stored book."""
    own, attacks = table_of("test_kernel"), table_of("test_kernel_attacks")
    asked: list[tuple[str, Callable[[Any], Outcome]]] = []
    for table in (own.TRUE, own.FALSE):
        asked += [(f"accepted: {name}", verdicts_on(book)) for name, book in table.items()]
    asked += [(f"kept out: {part or 'of no message'} {n}", verdicts_on(book)) for n, (part, book) in enumerate(own.OUT)]
    for name, (entries, witness) in attacks.FALSE.items():
        asked.append((f"attack: {name}", verdicts_on(entries)))
        if witness:
            last = {key: value for key, value in entries[-1].items() if key != "proof"}
            asked.append((f"witness: {name}", verdicts_on([*entries[:-1], {**last, "counterexample": witness}])))
    texts = parameters(own.test_the_script_ends_with_2_if_it_cannot_read)
    asked += [(f"script: file {n}", exit_of(text)) for n, text in enumerate(texts)]
    books = [*parameters(own.test_the_script_ends_with_1_if_not_all_is_well), [own.GROWTH], [own.SQUARE, own.TWO]]
    asked += [(f"script: book {n}", exit_of(json.dumps({"entries": book}))) for n, book in enumerate(books)]
    asked += [(f"script: {n} arguments", partial(script, arguments=["none.json"] * n)) for n in (0, 1, 2)]
    rng = random.Random(5)
    for make, count in ((attacks.random_entry, 600), (attacks.random_run, 400)):
        asked += [(f"random: {make.__name__} {n}", verdicts_on([make(rng)])) for n in range(count)]
    for name, (entries, _) in attacks.FALSE.items():
        paths = list(attacks.places(entries))[1:]
        chosen = rng.sample(paths, min(12, len(paths)))
        spoiled = [attacks.spoil(entries, path, rng.choice(attacks.JUNK)) for path in chosen]
        asked += [(f"spoiled: {name} {n}", verdicts_on(book)) for n, book in enumerate(spoiled)]
    entries = json.loads(checking.stored_text())["entries"]
    asked.append(("the stored book", verdicts_on(entries)))
    return [Case(name, ask, ask(kernel)) for name, ask in asked]


class Endless(BaseException):
    """A mutant does not come to an end."""


@contextlib.contextmanager
def limited(seconds: int) -> Iterator[None]:
    """Raise Endless after so many seconds of computing; only in a process's main thread."""

    def stop(*_: Any) -> None:
        raise Endless

    old = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, old)


def kernel_verdict(source: Source) -> Verdict:
    """Which case tells a changed kernel from the shipped one."""
    target = f"{KERNEL}.{source.target}"
    name = ""
    expected = cases()
    try:
        with limited(SECONDS):
            module = loaded(source)
            for case in expected:
                name = case.name
                if case.ask(module) != case.answer:
                    return Verdict(target, source.kind, source.change, "killed", name)
    except BaseException as problem:
        if isinstance(problem, KeyboardInterrupt):
            raise
        return Verdict(target, source.kind, source.change, "killed", f"{type(problem).__name__}: {name or 'loading'}")
    reason = EQUIVALENT.get(f"{source.target}: {source.change}")
    return Verdict(target, source.kind, source.change, "equivalent" if reason else "survived", reason or "")


# --- all of it ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Unit:
    """A part of the work: a claim, or some mutants of the rule or of the kernel."""

    name: str
    part: int = 0
    parts: int = 1
    sample: int | None = None

    def verdicts(self) -> list[Verdict]:
        """Of all mutants of this part."""
        if self.name not in (RULE, KERNEL):
            return claim_verdicts(self.name, self.sample)
        sources = sampled(rule_mutants() if self.name == RULE else kernel_mutants(), self.name, self.sample)
        judge = rule_verdict if self.name == RULE else kernel_verdict
        return [judge(source) for source in sources[self.part :: self.parts]]

    def key(self) -> str:
        """What the verdicts depend on, as far as it is cheap to say: a result is kept as long as this stays."""
        if self.name in (RULE, KERNEL):
            source = perceptron.__file__ if self.name == RULE else kernel.__file__
            paths = [Path(source), *sorted(tests_folder().glob("test_kernel*.py"))]
            about = [path.read_text(encoding="utf-8") for path in paths]
        else:
            about = [canonical(write_statement(self.name, claims()[self.name].page).data)]
        about += [Path(__file__).read_text(encoding="utf-8"), Path(search_file()).read_text(encoding="utf-8")]
        return digest(self.name, str((self.part, self.parts, self.sample)), *about)


def search_file() -> str:
    """The file of the search for counterexamples."""
    return find_witness.__code__.co_filename


def units(wanted: Iterable[str] | None, sample: int | None) -> list[Unit]:
    """The parts of the work: claims by id, `perceptron` and `kernel`; all of them if nothing is named."""
    names = [KERNEL, RULE, *claims()] if wanted is None else list(wanted)
    unknown = [name for name in names if name not in (KERNEL, RULE) and name not in claims()]
    if unknown:
        raise BadInput(f"there is nothing named {unknown[0]!r} to mutate; claims, {RULE!r} and {KERNEL!r} can be")
    found: list[Unit] = []
    for name in names:
        parts = {KERNEL: 40, RULE: 6}.get(name, 1) if sample is None else 1
        found += [Unit(name, part, parts, sample) for part in range(parts)]
    return found


def mutate(
    wanted: Iterable[str] | None = None,
    jobs: int | None = None,
    progress: Callable[[str, int, int], None] = lambda name, done, total: None,
    *,
    sample: int | None = None,
    resume: Path | None = None,
) -> Report:
    """The verdicts on all mutants of the wanted claims, of the `perceptron` and of the `kernel` (default: of all).

    jobs      worker processes (default: the number of processors)
    progress  is called with (name, done, total) as parts of the work are done
    sample    at most so many mutants of each, always the same
    resume    a file in which verdicts are noted as they come; those noted there for the same sources are taken from it
    """
    began, work = time.perf_counter(), units(wanted, sample)
    noted = noted_in(resume)
    keys = {unit: unit.key() for unit in work} if resume else {}
    done: dict[Unit, list[Verdict]] = {unit: noted[key] for unit, key in keys.items() if key in noted}

    def finished(unit: Unit, verdicts: list[Verdict]) -> None:
        done[unit] = verdicts
        if resume:
            with resume.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": keys[unit], "verdicts": verdicts}, ensure_ascii=False) + "\n")
        progress(unit.name, len(done), len(work))

    todo = [unit for unit in work if unit not in done]
    count = jobs or os.cpu_count() or 1
    if count == 1 or len(todo) < 2:
        for unit in todo:
            finished(unit, unit.verdicts())
    else:
        in_workers(todo, count, finished)
    return Report([verdict for unit in work for verdict in done[unit]], time.perf_counter() - began)


def in_workers(todo: list[Unit], jobs: int, finished: Callable[[Unit, list[Verdict]], None]) -> None:
    """Do the work in processes; an interruption ends them."""
    stored_entries()
    others = active_children()
    with ProcessPoolExecutor(jobs, mp_context=get_context("fork"), initializer=checking.leave_interruptions) as pool:
        try:
            futures = {pool.submit(Unit.verdicts, unit): unit for unit in todo}
            pending = set(futures)
            while pending:
                ready, pending = wait(pending, timeout=0.5, return_when=FIRST_COMPLETED)
                for future in ready:
                    finished(futures[future], future.result())
        except BaseException:
            for worker in active_children():
                if worker not in others:
                    worker.kill()
            raise


def noted_in(path: Path | None) -> dict[str, list[Verdict]]:
    """The verdicts noted in a file; a last line that was cut off is left out."""
    found: dict[str, list[Verdict]] = {}
    if path is None or not path.exists():
        return found
    for line in path.read_text(encoding="utf-8").splitlines():
        with contextlib.suppress(ValueError, KeyError, TypeError):
            data = json.loads(line)
            found[data["key"]] = [Verdict(*verdict) for verdict in data["verdicts"]]
    return found


# --- reports --------------------------------------------------------------------------------------

STATUSES = ("killed", "equivalent", "survived")


def part_of(verdict: Verdict) -> str:
    """Claims, perceptron or kernel."""
    start = verdict.target.partition(".")[0]
    return start if start in (RULE, KERNEL) and "." in verdict.target else "claims"


def counts(report: Report) -> dict[tuple[str, str], Counter[str]]:
    """How many mutants of each kind have which status, by part and kind."""
    table: dict[tuple[str, str], Counter[str]] = {}
    for v in report.verdicts:
        table.setdefault((part_of(v), v.kind), Counter())[v.status] += 1
    return dict(sorted(table.items()))


def report_json(report: Report) -> dict[str, Any]:
    """The report as data."""
    totals = Counter(v.status for v in report.verdicts)
    return {
        "schema": 1,
        "mutants": [{key: value for key, value in v._asdict().items() if value} for v in report.verdicts],
        "kinds": [
            {"part": part, "kind": kind, **{s: table[s] for s in STATUSES}}
            for (part, kind), table in counts(report).items()
        ],
        "summary": {**{s: totals[s] for s in STATUSES}, "seconds": round(report.seconds, 1)},
    }


def report_text(report: Report) -> str:
    """The report for people: a table of kinds, what decided, the survivors, a summary."""
    lines = [f"{'':34}" + "".join(f"{s:>12}" for s in STATUSES)]
    for (part, kind), table in counts(report).items():
        lines.append(f"{part:12}{kind:22}" + "".join(f"{table[s]:12}" for s in STATUSES))
    lines += ["", "decided by"]
    deciders = Counter((v.status, decider(v)) for v in report.verdicts if v.status != "survived")
    lines += [f"  {status:12}{n:6}  {by}" for (status, by), n in deciders.most_common()]
    lines += ["", "survivors"] + [f"  {v.target}: {v.kind}: {v.change}" for v in report.survivors()]
    lines += [] if report.survivors() else ["  <none>"]
    totals = Counter(v.status for v in report.verdicts)
    return "\n".join([*lines, "", ", ".join(f"{totals[s]} {s}" for s in STATUSES), ""])


def decider(verdict: Verdict) -> str:
    """What decided, without particulars."""
    if part_of(verdict) == RULE:
        return "an unproved claim" if "not proved" in verdict.by else "a property or the table of ties"
    if part_of(verdict) == KERNEL:
        return verdict.by.split(":")[0] if verdict.status == "killed" else "an argument (EQUIVALENT)"
    return verdict.by
