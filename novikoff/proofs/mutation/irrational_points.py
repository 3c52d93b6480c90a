"""Counterexamples at which a number is a logarithm or a root: a theorem without variables says that they are some.

Main definitions:
    refutation   a book whose theorem is that a mutant fails at some values, which the kernel accepts; or None

The kernel's witnesses have rational numbers and exponentials of these; a mutant of a statement about ln T may fail only
where ln T is none of them. As in `proofs.prover.irrational_witnesses`, a theorem then says that all hypotheses hold at
the values and a conclusion does not. Of a run, the kernel confirms that it reaches the numbers of which the theorem
speaks.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any

from .. import kernel
from ..checking.random_instances import instances
from ..kernel import Statement
from ..prover import irrational_witnesses
from ..search.elaboration import Prover
from ..statements.valuation import Valuation
from ..statements.vector_language import write_fact
from ..statements.witness import define, follow, json_of, names_of
from .proof_search import ERRORS
from .statement_mutants import canonical

Json = Any
ATTEMPTS, RUNS = 400, 60  # at instances of the other hypotheses of a run, and the shortest of these
TRIED = 3  # theorems of one mutant


def refutation(data: Json, statement: Statement, sides: Json, kind: str = "ln") -> Json | None:
    """The book, with what it refutes, which the kernel has accepted; of statements that define what is of the kind:
    "ln", or "sqrt", unless there is a run.
    """
    if not any(entry["kind"] == kind for entry in data.get("let", [])):
        return None
    with suppress(*ERRORS):
        if "run" not in data or kind != "ln":
            found = irrational_witnesses.refutation(data, sides)
            return found and found[1]
        return next(filter(None, (at_the_end(data, ended) for ended in islice(ends(data, statement), TRIED))), None)
    return None


def ends(data: Json, statement: Statement) -> Iterator[Json]:
    """Values of all names at the ends of some runs, at which the mutant fails, as far as numbers near by tell."""
    plain = without_definitions(data)
    for witness, valuation in runs(canonical(plain)):
        with suppress(ValueError, *ERRORS):
            there = replace(valuation, values=dict(valuation.values))
            for entry in data["let"]:
                define(there, entry)
            if there.hold(statement.show.values()) is False and there.hold(statement.assume.values()) is not False:
                names = [*witness["values"], *plain["run"]["state"]]
                values = {name: json_of(valuation.values[name]) for name in names}
                if reached(plain, witness, values):
                    yield {**witness, "values": values, "steps": []}


@lru_cache(4)
def runs(plain: str) -> list[tuple[Json, Valuation]]:
    """Instances of a statement about runs, with the values of all names at the end, the shortest runs first."""
    read, found = kernel.read_statement(json.loads(plain)), dict[str, tuple[Json, Valuation]]()
    assert read.context.run
    for each in islice(instances(read, random.Random(read.context.run.state[0])), ATTEMPTS):
        with suppress(ValueError, *ERRORS):
            if each and (text := canonical(witness := each.json(read))) not in found:
                valuation = Valuation(witness["dimension"], witness["size"])
                valuation.read(list(witness["values"]), witness["values"])
                follow(valuation, read.context.run, witness["steps"])
                found[text] = witness, valuation
    return sorted(found.values(), key=lambda pair: len(pair[0]["steps"]))[:RUNS]


def without_definitions(data: Json) -> Json:
    """The statement without quotients, roots and logarithms, and what is said with them."""
    names = {name for entry in data["let"] for name in names_of(entry)}
    facts = kernel.read_facts(data["assume"])
    kept = {n: data["assume"][n] for n, (_, p) in facts.items() if not kernel.variables(p) & names}
    rest = {key: value for key, value in data.items() if key != "let"}
    return {**rest, "assume": kept, "show": {"any": ["=", "0", "0"]}}


def reached(plain: Json, witness: Json, values: Json) -> bool:
    """Does the kernel find that the run ends with these numbers?"""
    differences = {name: [("=", p) for p in difference(name, values[name])] for name in plain["run"]["state"]}
    facts = {f"{name} {n}": write_fact(fact) for name, all_ in differences.items() for n, fact in enumerate(all_)}
    statement = kernel.read_statement({**plain, "show": facts})
    return kernel.false_conclusions(statement, witness) == []


def difference(name: str, value: Json) -> list[kernel.Poly]:
    """A number less its value; Rejected for what is not a number."""
    kernel.require("@" not in name and "[i]" not in name, "not a number", name)
    return [kernel.add(kernel.atom(name), kernel.constant(-kernel.read_rational(value)))]


def at_the_end(data: Json, ended: Json) -> Json | None:
    """The book about the values where a run ends."""
    still = {key: value for key, value in data.items() if key != "run"}
    state = data["run"]["state"]
    still["declare"] = [*data["declare"], *state]
    pinned = {f"{name} there": write_fact(("=", p)) for name in state for p in difference(name, ended["values"][name])}
    still["assume"] = {**data["assume"], **pinned}
    sides = Prover().sides(still)
    statement = kernel.read_statement(still, sides)
    book = irrational_witnesses.proved(statement, still, ended)
    return book and {**book, "refutes": {"statement": still, "sides": sides, "counterexample": ended}}
