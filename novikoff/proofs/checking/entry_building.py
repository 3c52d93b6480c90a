"""Entries: the statement of a claim with its certificate or counterexample, and the opinions of the solvers.

This module decides no verdict. `build_entry` never raises: an error becomes the reason why a claim has no entry.
"""

import json
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from ...algorithms.errors import format_option
from ...algorithms.processes import OutOfTime, Stopped
from ...algorithms.safe_files import write_whole
from .. import kernel
from ..search.citation_graph import library
from ..search.elaboration import Json, Obligation, Prover, Unproved, write_statement
from ..search.previous_certificates import entry_of
from ..search.proof_json import REFUSALS
from ..search.smt_solvers import second_opinion
from ..statements.registry import Claim, Unwritten, blame_author, describe_error, known_claims
from . import trust
from .outcomes import ENGINES, OPTIONAL, Times  # noqa: F401


@dataclass(frozen=True)
class ProofRecord:
    """The result of a worker for one claim.

    In place of one entry there may be an entry for each size of the families (`parts`). There may also be only a draft,
    which cites `steps` without certificates: their statements, each with the solvers that found it valid.
    """

    entry: Json = None
    engines: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    cost: dict[str, int] = field(default_factory=dict)
    reason: str = ""
    parts: tuple[Json, ...] = ()
    draft: Json = None
    steps: tuple[tuple[Json, str], ...] = ()
    undecided: bool = False  # the search found neither a certificate nor a counterexample, without any error
    open: Obligation | None = None  # the first step without a certificate, if it is known
    times: Times = field(default_factory=Times, compare=False)

    @property
    def entries(self) -> list[Json]:
        """Return all entries for the kernel."""
        return [entry for entry in (*self.parts, self.entry, self.draft) if entry is not None]

    def is_about(self, statements: list[Json] | str) -> bool:
        """Return whether the entries, if there are any, are about these statements."""
        return not self.entries or [entry["statement"] for entry in self.entries] == statements

    def promises(self, expected: str, statements: list[Json] | str) -> bool:
        """Return whether the kernel may give the expected verdict and no solver disagrees."""
        fits = self.entry is not None and ("counterexample" in self.entry) == (expected == "refuted")
        against = any("disagrees" in said for said in self.engines.values())
        return (fits or bool(self.parts)) and self.is_about(statements) and not against


Leaves = list[Obligation] | tuple[kernel.Statement, Json]  # or a statement and its counterexample
OPPOSITE = {"sat": "unsat", "unsat": "sat"}
Arrival = tuple[str, ProofRecord, list[Json]]  # a claim, its record, and its current statements
FOREIGN = ProofRecord(reason="the certificate is for another statement; `novikoff check --save` renews the stored one")


def build_entry(identifier: str, engines: tuple[str, ...], aided: bool = False) -> ProofRecord:
    """Return the record of one claim, with the solvers' opinions. With `aided`, the search reuses the stored
    certificate. Never raises: an error becomes the reason."""
    claim, began, times = known_claims()[identifier], time.perf_counter(), Times()
    solvers_asked = [e for e in engines if e not in ("kernel", *OPTIONAL)]
    try:
        if claim.admitted:
            return ProofRecord(reason=f"admitted: {claim.admitted}")
        if claim.sizes is not None:
            data, sizes = write_statement(claim.id, claim.script).data, range(claim.sizes + 1)
            parts = tuple(trust.entry_at_size(data, size) for size in sizes)
            return ProofRecord(seconds=time.perf_counter() - began, parts=parts)
        with times.of("search"):
            before = entry_of(claim) if aided else None
            found = refutation(claim, before) if claim.expected == "refuted" else proof_or_counterexample(claim, before)
        entry, leaves, wanted = found
    except Unproved as problem:
        leaf = replace(problem.leaf, at=problem.leaf.at or claim.begins)
        opinions = second_opinion(leaf, solvers_asked)
        draft, steps = draft_proof(claim, solvers_asked)
        return ProofRecord(None, opinions, time.perf_counter() - began, reason=describe_open_step(leaf, opinions),
                           draft=draft, steps=steps, undecided=True, open=leaf, times=times)
    except Exception as problem:  # an error in one claim becomes its verdict; the other claims are still checked
        return ProofRecord(seconds=time.perf_counter() - began, reason=_describe_problem(problem, claim), times=times)
    said, cost = ask_solvers(leaves, wanted, solvers_asked, times)
    cost["certificate"] = len(json.dumps(entry, separators=(",", ":")))
    return ProofRecord(entry, said, time.perf_counter() - began, cost, times=times)


def describe_open_step(leaf: Obligation, opinions: Mapping[str, str]) -> str:
    """Describe the step without a certificate: its place and the opinions of the solvers.

    >>> from novikoff.algorithms.source_lines import Place
    >>> leaf = Obligation("squares", kernel.Context(), kernel.FALSE, None, Place("bound.py", 31))
    >>> describe_open_step(leaf, {"z3": "valid", "cvc5": "valid"})
    'no certificate found for squares (bound.py, line 31); z3 and cvc5 find that it follows, so a reason may be missing'
    >>> describe_open_step(leaf, {"z3": "not valid", "cvc5": "unknown"})
    'no certificate found for squares (bound.py, line 31); z3 finds that it does not follow'
    """
    said = f"no certificate found for {leaf.label}" + (f" ({leaf.at})" if leaf.at else "")
    for opinion, words in {"valid": "follows, so a reason may be missing", "not valid": "does not follow"}.items():
        engines = [engine for engine, found in opinions.items() if found == opinion]
        said += f"; {' and '.join(engines)} find{'s' * (len(engines) == 1)} that it {words}" if engines else ""
    return said


def _describe_problem(problem: Exception, claim: Claim) -> str:
    return str(problem) if isinstance(problem, Unwritten) else describe_error(problem, claim.begins)


def make_coq_entry(claim: Claim) -> Json:
    """Return the entry of a claim with a Coq proof: the statement, and the file of the proof. The kernel has no rule
    for it and rejects it."""
    sentence = claim.script.in_coq
    statement = {"id": claim.id, "coq": sentence} if sentence else statements_of(claim)[0]
    return {"statement": statement, "proof": {"rule": "coq", "file": claim.coq}}


def stopped_record(identifier: str, problem: Stopped) -> ProofRecord:
    """Return the record of a claim at which the worker was stopped."""
    if isinstance(problem, OutOfTime):
        why = f"neither a certificate nor a counterexample was found: {problem}; give a larger {format_option('limit')}"
        return ProofRecord(reason=why, undecided=True)
    return ProofRecord(reason=str(problem))


def draft_proof(claim: Claim, engines: list[str]) -> tuple[Json, tuple[tuple[Json, str], ...]]:
    """Return a proof that cites the steps without certificates, and these steps, if solvers find all of them valid."""
    prover = trust.Leaping(library=library(), identifier=claim.id)
    if not engines:
        return None, ()
    try:
        draft = prover.entry(claim.id, claim.script)
    except Exception:
        return None, ()
    steps = []
    for name, leaf in prover.gaps.items():
        said = second_opinion(leaf, engines)
        if "valid" not in said.values() or "not valid" in said.values():
            return None, ()
        believers = " and ".join(engine for engine, opinion in said.items() if opinion == "valid")
        steps.append((trust.statement_of_step(name, leaf), f"{leaf.label}, which {believers} found valid"))
    return draft, tuple(steps)


def obligations(identifier: str) -> tuple[list[str], str]:
    """Return the SMT-LIB scripts of a claim, and the answer that each should get."""
    claim = known_claims()[identifier]
    with blame_author(claim):
        _, leaves, wanted = refutation(claim) if claim.expected == "refuted" else proof_or_counterexample(claim)
    return to_smtlib(leaves), wanted


def proof(claim: Claim, before: Json = None) -> tuple[Json, Leaves, str]:
    """Return the proof of a claim, its obligations, and the answer that solvers should give."""
    prover = Prover(library=library(), before=before)
    entry = prover.entry(claim.id, claim.script)
    return entry, [leaf for leaf in prover.leaves if not leaf.is_quotation], "unsat"


def refutation(claim: Claim, before: Json = None) -> tuple[Json, Leaves, str]:
    """Return the counterexample of a claim, the statement with it, and the answer that solvers should give."""
    from ..search.counterexamples import find_witness
    from ..statements.witness_completion import complete_witness

    written = write_statement(claim.id, claim.script)
    data, sides = written.data, Prover(before=before).sides_of(written)
    statement, witness = kernel.read_statement(data, sides), None
    if claim.script.witness:
        witness = complete_witness(data, statement, claim.script.witness)
    elif before and before.get("statement") == data and _is_counterexample(statement, before.get("counterexample")):
        witness = before["counterexample"]
    witness = witness or find_witness(statement)
    if witness is None:
        raise ValueError("no counterexample was found")
    entry = {"statement": data, **({"sides": sides} if sides else {}), "counterexample": witness}
    return entry, (statement, witness), "sat"


def _is_counterexample(statement: kernel.Statement, witness: Json) -> bool:
    left = kernel.Work.left
    try:
        kernel.Work.left = kernel.MAX_WORK
        return bool(kernel.false_conclusions(statement, witness))
    except REFUSALS:
        return False
    finally:
        kernel.Work.left = left


def to_smtlib(leaves: Leaves) -> list[str]:
    """Return SMT-LIB scripts of obligations, or of a statement with its counterexample."""
    from ..search.smt_solvers import Unrolled, obligation

    if isinstance(leaves, tuple):
        return [Unrolled(*leaves).text()]
    return sorted({obligation(leaf) for leaf in leaves})


def proof_or_counterexample(claim: Claim, before: Json = None) -> tuple[Json, Leaves, str]:
    """Return the proof of a claim, or for a false user-defined theorem the counterexample found."""
    try:
        return proof(claim, before)
    except Unproved:
        if claim.origin:
            with suppress(Unproved, kernel.Rejected, ValueError):
                return refutation(claim, before)
        raise


def ask_solvers(
    leaves: Leaves, wanted: str, engines: Sequence[str], times: Times
) -> tuple[dict[str, str], dict[str, int]]:
    """Return each solver's opinion: "agrees", "unknown", or "disagrees" with the file of the script; and the cost.

    A solver first gets all obligations together, then each one. z3 also disagrees if it finds values at which a small
    obligation is false.
    """
    from ..search.smt_solvers import Z3_RAW, Answer, ask, write_joint_script, write_raw_script

    said, cost = dict[str, str](), dict[str, int]()
    with times.of("writing"):
        first = [write_joint_script(leaves)] if engines and leaves and isinstance(leaves, list) else []
        scripts = to_smtlib(leaves) if engines and isinstance(leaves, tuple) else []
        raws = sorted({s for leaf in leaves if (s := write_raw_script(leaf))}) if "z3" in engines and first else []  # type: ignore[arg-type]
    for engine in engines:
        answers = asked = list[Answer](ask(engine, first)) if first else []
        if not first or answers[0].result != wanted:
            with times.of("writing"):
                scripts = scripts or to_smtlib(leaves)
            answers = ask(engine, scripts)
            asked = [*asked, *answers]
        agrees = all(answer.result == wanted for answer in answers)
        against = [] if agrees else [s for s, a in zip(scripts, answers, strict=True) if a.result == OPPOSITE[wanted]]
        if engine == "z3" and raws and not against:
            answers = ask(engine, raws, resources=Z3_RAW)
            against = [s for s, a in zip(raws, answers, strict=True) if a.result == OPPOSITE[wanted]]
            times.add({engine: sum(answer.seconds for answer in answers)})
        times.add({engine: sum(answer.seconds for answer in asked)})
        said[engine] = f"disagrees: {save_script(engine, against[0])}" if against else "agrees" if agrees else "unknown"
        if engine == "z3":
            cost[engine] = sum(answer.cost for answer in asked)
    return said, cost


def save_script(engine: str, script: str) -> Path:
    """Write a script on which engines disagree to a new temporary file, and return its path."""
    path = Path(tempfile.mkdtemp(prefix="novikoff-")) / f"{engine}-disagrees.smt2"
    write_whole(path, script)
    return path


def statements_of(claim: Claim) -> list[Json]:
    """Return the statements to prove or refute: the claim's, or one for each size of its families."""
    data = write_statement(claim.id, claim.script).data
    return [data] if claim.sizes is None else [trust.expand_at_size(data, size) for size in range(claim.sizes + 1)]


def statements_by_id(identifiers: Iterable[str]) -> dict[str, list[Json] | str]:
    """Return the statements of each claim, or the error that prevents writing them."""
    return {identifier: statements_or_problem(identifier) for identifier in identifiers}


def statements_or_problem(identifier: str) -> list[Json] | str:
    """Return the statements to prove or refute, or the error."""
    try:
        return statements_of(known_claims()[identifier])
    except Exception as problem:
        return _describe_problem(problem, known_claims()[identifier])


def identifiers_of(claim: Claim) -> list[str]:
    """Return the ids of these statements, without writing them."""
    sizes = [] if claim.sizes is None else range(claim.sizes + 1)
    return [trust.identifier_at_size(claim.id, size) for size in sizes] or [claim.id]
