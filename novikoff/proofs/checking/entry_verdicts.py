"""Verdicts: the kernel's result for each entry, unless other evidence contradicts it.

The other evidence is: a solver that disagrees (`error`), hypotheses without a model (`vacuous`), a random instance
where a conclusion fails (`error`), or an unproved statement that the proof cites (`unknown` or `proved-bounded`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...algorithms.processes import imap
from ...algorithms.safe_files import write_whole
from .. import kernel
from ..kernel import Statement
from ..search.citation_graph import in_order, read
from ..search.elaboration import Json
from ..search.proof_json import describe_refusal
from ..statements.registry import known_claims, known_claims_of_coq
from . import trust
from .entry_building import FOREIGN, Arrival, ProofRecord
from .outcomes import Outcome, Trust
from .trust import Assumed
from .vacuity import vacuity_reason

if TYPE_CHECKING:
    from ..export.coq import Result as Coq

Progress = Callable[[str, int, int], None]
UNPROVED = re.compile(r"no theorem before this has this id: '([^']+)'")  # what the kernel says of a citation


def judge_records(arriving: Iterable[Arrival], engines: tuple[str, ...], made: dict[str, ProofRecord] | None = None,
                  proved: dict[str, Statement] | None = None) -> dict[str, Outcome]:
    """Return the outcome of each record. The kernel reads the records while they arrive. The function stores the
    records in `made` and the proved statements in `proved`. Then it judges proofs that depend on assumed statements."""
    made = {} if made is None else made

    def book() -> Iterator[Json]:
        for identifier, m, statements in arriving:
            made[identifier] = m if m.is_about(statements) else replace(FOREIGN, seconds=m.seconds)
            for entry in made[identifier].entries:
                with m.times.of("kernel"):  # the kernel works on an entry before it takes the next
                    yield entry

    verdicts = kernel.check_book(book(), proved)
    entries = [entry for m in made.values() for entry in m.entries]
    assumed = assumptions(made, verdicts)
    used = citations(verdicts) | trust.conditional_citations(entries, verdicts, assumed)
    return {i: outcome(i, m, verdicts, engines, used, assumed) for i, m in made.items()}


def citations(verdicts: Mapping[str, Any]) -> dict[str, Collection[str]]:
    """Return the citations of each entry that the kernel accepts."""
    return {i: cites for i, (verdict, _, cites) in verdicts.items() if verdict != "error"}


def assumptions(made: Mapping[str, ProofRecord], verdicts: Mapping[str, Any]) -> dict[str, Assumed]:
    """Return the statements that may be cited without proof. These are admitted claims, steps that solvers find valid,
    and claims that are proved for each size."""
    found: dict[str, Assumed] = {}
    for identifier, m in made.items():
        claim = known_claims()[identifier]
        if claim.admitted:
            found[identifier] = Assumed(read(identifier, claim.script)[1], "admitted", claim.admitted)
        if m.parts and claim.sizes is not None and all(verdicts[p["statement"]["id"]][0] == "proved" for p in m.parts):
            statement, sizes = read(identifier, claim.script)[1], len(m.parts) - 1
            found[identifier] = Assumed(statement, "bounded", f"at most {sizes} members", sizes)
        found |= {step["id"]: Assumed(kernel.read_statement(step), "solver-only", why) for step, why in m.steps}
    return found


def outcome(identifier: str, made: ProofRecord, verdicts: Mapping[str, Any], engines: tuple[str, ...],
            used: Mapping[str, Collection[str]] | None = None, assumed: Mapping[str, Assumed] | None = None) -> Outcome:
    """Return the outcome of a claim: the kernel's verdict, unless the solvers or the citations contradict it."""
    used, assumed = citations(verdicts) if used is None else used, assumed or {}
    rests = trust.trust_in(identifier, used, assumed, checkers(identifier, made, used, assumed))
    if made.undecided:
        verdict, reason = "unknown", made.reason
    elif rests.taint:
        verdict, reason = rests.verdict, rests.taint if rests.verdict == "unknown" else ""
    elif made.entry is None:
        bad = [verdicts[part["statement"]["id"]][1] for part in made.parts]
        verdict, reason = "error", made.reason or describe_refusal(next(filter(None, bad), ""))
    else:
        verdict, reason = verdicts[identifier][0], describe_refusal(verdicts[identifier][1])
        if verdict == "refuted" and known_claims()[identifier].expected != "refuted":
            from ..statements.witness_completion import describe_witness

            names = known_claims()[identifier].script.names
            reason = f"false at {describe_witness(made.entry['counterexample'], names)}"
        elif unproved := UNPROVED.search(reason):
            reason = f"it cites {unproved[1]}, which is not proved"
    if verdict == "error" and known_claims()[identifier].origin and not made.reason:
        reason += f" ({known_claims()[identifier].begins})"
    said = {"kernel": verdict, **made.engines} if "kernel" in engines and made.entries else dict(made.engines)
    unanswered = made.engines.get("verified", "").startswith("no answer")
    if unanswered and engines == ("verified",) and verdict in ("proved", "refuted"):
        verdict, reason = "unknown", f"only the verified checker was asked: {made.engines['verified']}"
    against = [f"{engine} {said}" for engine, said in made.engines.items() if said.startswith("disagrees")]
    if against:
        verdict, reason = "error", f"kernel says {verdict}, but {' and '.join(against)}"
    claim = known_claims()[identifier]
    return Outcome(claim, verdict, said, rests.lemmas, made.seconds, reason, made.entry, made.cost, rests, made.parts,
                   times=made.times, open=made.open)


def coq_outcome(identifier: str, result: Coq | None) -> Outcome:
    """Return the outcome of a claim that only Coq decides; unknown if Coq did not run."""
    claim = known_claims_of_coq()[identifier]
    if result is None:
        return Outcome(claim, "unknown", {}, [], 0.0, "only Coq can decide it; run `novikoff check --engine coq`")
    if result.verdict != "proved":
        return Outcome(claim, "error", {"coq": f"disagrees: {result.reason}"}, [], 0.0, f"coq: {result.reason}")
    rests = Trust(checked_by=["coq"], axioms=list(result.assumptions))
    return Outcome(claim, "proved-by-coq", {"coq": "agrees"}, [], 0.0, trust=rests)


def checkers(identifier: str, made: ProofRecord, used: Mapping[str, Collection[str]],
             assumed: Mapping[str, Assumed]) -> list[str]:
    """Return the engines that checked the claim: the kernel, if it accepts all its proofs, and the solvers that agree.
    A claim that has a step without a certificate has no engine."""
    if made.undecided:
        return []
    if identifier not in used and (identifier not in assumed or assumed[identifier].kind != "bounded"):
        return [engine for engine, opinion in made.engines.items() if opinion == "agrees"]
    return ["kernel", *(engine for engine, opinion in made.engines.items() if opinion in ("agrees", "valid"))]


def check_vacuity(given: Outcome, *, search: bool, statement: Statement | None = None) -> Outcome:
    """Return the outcome, with the verdict vacuous if a proved claim has no model of its hypotheses. `statement` may
    give the statement in its certificate, if the kernel has just read it."""
    if given.verdict not in ("proved", "proved-by-coq", "proved-bounded"):
        return given
    reason = vacuity_reason(given.claim, given.entry, search=search, statement=statement)
    return replace(given, verdict="vacuous", reason=reason) if reason else given


def evaluate_instances(given: Iterable[Outcome], count: int, jobs: int, progress: Progress) -> dict[str, Outcome]:
    """Return the outcomes of proved claims after evaluation on random instances. A claim becomes an error if it fails
    once, or if the generator finds too few instances. A sentence in Coq has no instances."""
    from .random_instances import summary_of

    proved = {o.claim.id: o for o in given if o.verdict in ("proved", "proved-by-coq") and not o.claim.script.in_coq}
    outcomes = {}
    results = imap(partial(summary_of, count=count), list(proved), jobs, progress)
    for identifier, (instances, failures, reason) in results:
        old = replace(proved[identifier], instances=instances, failures=failures)
        outcomes[identifier] = replace(old, verdict="error", reason=reason) if reason else old
    return outcomes


def save_entries(outcomes: Iterable[Outcome], path: Path) -> None:
    """Write a certificate file with the entries that the kernel accepts by themselves, and their costs."""
    write_whole(path, book_text(outcomes))


def book_text(outcomes: Iterable[Outcome], others: Iterable[Json] = (), **more: Json) -> str:
    """Return the text of a certificate file, with further entries and further keys."""
    by_id = {o.claim.id: o for o in outcomes if o.verdict in ("proved", "refuted") or o.parts}
    order = [i for i in in_order(by_id) if i in by_id]
    entries = [*others, *(e for i in order for e in (*by_id[i].parts, by_id[i].entry) if e is not None)]
    costs = {i: dict(sorted(by_id[i].cost.items())) for i in sorted(by_id)}
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in entries)
    added = "".join(f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)},\n" for k, v in more.items())
    return f'{{"schema": 1,\n"costs": {json.dumps(costs, indent=0)},\n{added}"entries": [\n{lines}\n]}}\n'
