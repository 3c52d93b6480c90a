"""Vacuity: every claim needs a model, an exact point where its hypotheses hold.

A statement with contradictory hypotheses is easily proved and says nothing; the same holds for a statement about runs
that cannot take a step. The search for witnesses finds the model of a claim. `kernel.false_conclusions` evaluates it,
and raises unless every hypothesis holds and every step is allowed. A claim about the start of a run
(`first-update-is-a-tie`) excludes steps by its own hypotheses. Its model has a second point, where a step is taken and
all hypotheses hold that do not depend on the final state.

The model of a refuted claim is its counterexample: there the hypotheses hold, and a conclusion does not.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from ...algorithms.safe_files import read_json
from .. import evidence, kernel
from ..kernel import Fact, Statement
from ..search.citation_graph import read
from ..search.proof_json import REFUSALS
from ..statements.registry import Claim
from ..statements.term_values import rational_root
from . import entry_building
from .stored_certificates import statement_in, statement_of, user_evidence

Json = Any
BUDGETS = (100_000, 1_000_000)  # values that the first and the second search may try
NOTHING: dict[str, kernel.Fact] = {"nothing": ("=", {})}  # a conclusion that holds anywhere


class Model(NamedTuple):
    """A witness where all hypotheses hold and, if these exclude steps, a second witness where a step is taken."""

    witness: Json
    step: Json = None

    def json(self) -> Json:
        """Return the model as stored."""
        return {"witness": self.witness, **({"step": self.step} if self.step else {})}


def hypotheses_of(statement: Statement) -> Statement:
    """Return the statement with its hypotheses only.

    Logarithms, irrational roots and numbers defined by these or by exponentials are left out if only conclusions
    contain them. Their side conditions guarantee that these numbers exist, but a model may have no names for them.
    """
    context, assume = statement.context, dict(statement.assume)
    run = context.run
    moves = [*run.start.values(), *run.next.values(), *(p for _, p in run.when.values())] if run else []
    for name in sorted(irrational_names(assume)):
        own = {fact for fact in assume if fact.startswith(f"{name}.")}
        others = [*moves, *(p for fact, (_, p) in assume.items() if fact not in own)]
        if not any(name in kernel.variables(p) for p in others):
            for fact in own:
                del assume[fact]
            reduced = replace(context, names=context.names - {name}, state=context.state - {name})
            return hypotheses_of(Statement(reduced, assume, NOTHING))
    return Statement(context, assume, NOTHING)


def irrational_names(assume: Mapping[str, Fact]) -> set[str]:
    """Return the names of logarithms, of irrational roots, and of numbers defined by these or by exponentials."""
    definitions = {fact.removesuffix(".def"): p for fact, (_, p) in assume.items() if fact.endswith(".def")}
    found = {name for name, p in definitions.items() if any("exp(" in a for m in p for a, _ in m)}
    plain = {name: -p[()] for name, p in definitions.items() if p.keys() == {((name, 2),), ()}}
    found |= {name for name, square in plain.items() if rational_root(square) is None}
    for _ in definitions:
        found |= {name for name, p in definitions.items() if kernel.variables(p) & found}
    return found


def drop_end_state(statement: Statement) -> Statement:
    """Return the run of a statement with the hypotheses that do not depend on the final state."""
    context = statement.context
    late = context.state - set(context.run.state if context.run else [])
    assume = {name: fact for name, fact in statement.assume.items() if not kernel.variables(fact[1]) & context.state}
    return Statement(replace(context, names=context.names - late), assume, NOTHING)


def find_model(claim: Claim, *, seed: int = 0) -> Model | None:
    """Return a small model of the claim's hypotheses, or its author's model; None if there is none. The claim is then
    `vacuous`."""
    if claim.expected == "refuted":
        return counterexample_of(claim)
    statement = hypotheses_of(statement_of(claim))
    if claim.script.model:
        own = authors_model(claim)
        return None if find_flaw(claim, own.json()) else own
    witness = _search_model(statement, seed)
    if witness is not None or statement.context.run is None:
        return witness and Model(witness)
    start, step = _search_model(put_start_state(statement), seed), _search_model(drop_end_state(statement), seed)
    return Model(start, step) if start and step else None


def authors_model(claim: Claim) -> Model:
    """Return the values that the script gives with `p.example`; they need not satisfy the hypotheses."""
    from ..statements.witness_completion import complete_witness

    statement = hypotheses_of(statement_of(claim))
    return Model(complete_witness(read(claim.id, claim.script)[0], statement, claim.script.model or {}))


def counterexample_of(claim: Claim) -> Model | None:
    """Return the counterexample of a refuted claim as a model, or None if it is not valid."""
    try:
        return Model(entry_building.refutation(claim)[0]["counterexample"])
    except (kernel.Rejected, ValueError):
        return None


def put_start_state(statement: Statement) -> Statement:
    """Return the statement before the first step, as a statement without a run."""
    context = statement.context
    assert context.run is not None
    start = context.run.start
    put = {name: (r, kernel.substitute(p, start)) for name, (r, p) in statement.assume.items()}
    return Statement(kernel.Context(context.names - set(start)), put, NOTHING)


def _search_model(statement: Statement, seed: int) -> Json | None:
    from ..search.counterexamples import find_witness

    found = (find_witness(statement, want="model", seed=seed, budget=budget) for budget in BUDGETS)
    return next((witness for witness in found if witness is not None), None)


def find_flaw(claim: Claim, model: Json, entry: Json | None = None, statement: Statement | None = None) -> str:
    """Return why this is not a model of the claim's current statement, "" if it is one; nothing is searched. `entry`
    may give the claim's certificate, and `statement` the statement in it, which then is not read again."""
    try:
        witness, step = kernel.fields(model, "witness", optional=["step"])
        if statement is None:
            statement = statement_of(claim) if entry is None else statement_in(entry)
        hypotheses = hypotheses_of(statement)
        kernel.false_conclusions(hypotheses, witness)
        if claim.expected == "refuted":
            kernel.require(kernel.false_conclusions(statement, witness), "no conclusion is false at it")
        elif statement.context.run and not witness.get("steps"):
            kernel.require(step is not None and step.get("steps"), "no step is taken")
            kernel.false_conclusions(drop_end_state(hypotheses), step)
    except REFUSALS as problem:
        return str(problem)
    return ""


def vacuity_reason(claim: Claim, entry: Json | None = None, *, search: bool = True,
                   statement: Statement | None = None) -> str:
    """Return why the claim is vacuous; "" if its stored model, or else a model found by search, is valid. A sentence in
    Coq has no model that the kernel can read; tests have examples of its hypotheses."""
    if claim.coq and claim.script.in_coq:
        return ""
    models = user_evidence(claim.origin.certificates, "models") if claim.origin else stored_models()
    reason = find_flaw(claim, models[claim.id], entry, statement) if claim.id in models else "no model is stored"
    if not reason or (search and find_model(claim) is not None):
        return ""
    if search and claim.script.model and claim.expected != "refuted":
        flaw = find_flaw(claim, authors_model(claim).json())
        return f"the values of p.example are no model of its hypotheses: {flaw}"
    found = "no model of its hypotheses was found; they may contradict each other, or p.example gives a model"
    return found if search else f"no model of its hypotheses is known: {reason}"


@cache
def stored_models() -> dict[str, Json]:
    """Return the models that ship with the package, by claim; callers do not change them."""
    stored: dict[str, Json] = read_json(evidence.MODELS)
    return stored
