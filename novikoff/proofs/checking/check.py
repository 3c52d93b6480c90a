"""Checking the ledger: every claim gets a verdict, and it is said who gave it.

A claim's entry (statement and certificate, or counterexample) is made in worker processes, where z3 and
cvc5 are asked for their opinion too. The verdict is the kernel's, which reads the entries in order in this
process, while later ones are made. With `replay`, the stored book is read instead, and nothing is searched or
solved; workers only write down what the claims state today, for this process to compare.

Claims that are for Coq alone are `proved-by-coq` if Coq, asked now, accepts them. Without it they are `unknown`.
"""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ...algorithms.errors import BadInput, format_option
from ...algorithms.processes import imap
from ...algorithms.run_loop import check_integer, check_seconds
from ..kernel import Statement
from ..search.citations import cited_by, in_order
from ..search.elaboration import Json
from ..search.previous_certificates import lines
from ..statements.registry import claims, claims_of_coq, find, known_claims, known_claims_of_coq
from .entries import (
    ENGINES,
    Arrival,
    ProofRecord,
    build_entry,
    make_coq_entry,
    statements_by_id,
    statements_of,
    stopped_record,
)
from .outcomes import Interrupted, Outcome, Outcomes, Times, add_corrections, as_list, parse_engines, with_correction
from .stored_book import read_records
from .verdict_cache import Kept
from .verdicts import Progress, check_vacuity, coq_outcome, evaluate_instances, judge_records

if TYPE_CHECKING:
    from ..export.coq import Result

PART = 20  # claims whose statements are written in one go
INSTANCES = 100  # of the hypotheses of each claim, if claims are evaluated


@contextmanager
def pause_garbage_collector() -> Iterator[None]:
    """Meanwhile nobody looks for circular garbage, here or in processes that are started: all claims together leave
    7 MiB of it, and what is kept of them would be looked through again and again.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@pause_garbage_collector()
def check(
    wanted: str | Iterable[str] | None = None,
    *,
    engines: str | Iterable[str] = ENGINES,
    jobs: int | None = None,
    replay: bool = False,
    evaluate: int = 0,
    fail_fast: bool = False,
    anew: bool = False,
    kept: Kept | None = None,
    limit: float | None = None,
    progress: Progress = lambda identifier, done, total: None,
) -> Outcomes:
    """Verdicts on the wanted claims (default: all), with everything they rest on checked too.

    `wanted` is one id or several, `engines` are names in ENGINES or OPTIONAL. `jobs` worker processes are used
    (default: the number of processors). `evaluate` is the number of random instances on which each proved claim is
    evaluated. With `fail_fast`, what comes after the first outcome that is not as expected is left out. The search is
    aided by stored certificates, of which the kernel confirms each step that is taken over, unless it is to search
    `anew`. What is `kept`
    of former checks is taken from there, if it counts today, and what is as expected is kept; it goes neither with a
    replay, nor with Coq, nor with instances. A claim for which the search takes more than `limit` seconds is `unknown`.
    `progress(id, done, total)` is called as claims are done.

    Raises `BadInput` for an unknown claim or engine, or a number that is none; `OSError` if a replay finds no stored
    book; `Interrupted`, a KeyboardInterrupt with the outcomes so far, after Ctrl-C.

    >>> check("cauchy-schwarz", engines="kernel")[0].verdict
    'proved'
    """
    names = parse_engines(engines)
    chosen = identifiers(wanted, coq="coq" in names)
    check_integer(1 if jobs is None else jobs, "jobs", 1)
    check_integer(evaluate, "evaluate", 0)
    if limit is not None:
        check_seconds(limit, "limit")
    known, alone = known_claims(), [i for i in chosen if i in known_claims_of_coq()]
    needed, workers = add_corrections((i for i in chosen if i not in alone), known), jobs or os.cpu_count() or 1
    made, proved, times = dict[str, ProofRecord](), dict[str, Statement](), Times()
    reused = kept.recalled(known, needed) if kept else {}
    left = [i for i in needed if i not in reused]
    try:
        if replay:
            names, arriving = ("kernel",), read_stored_records(left, workers, progress)
        else:
            with times.of("writing"):
                order = in_order(left)  # whose pages are written once here
            arriving = build_records(order, names, workers, progress, kept, aided=not anew, limit=limit)
        if fail_fast:
            arriving = stop_at_unexpected(arriving, set(chosen))
        with closing(arriving):  # an interruption ends the workers, wherever it comes
            outcomes = judge_records(arriving, names, made, proved)
        outcomes |= check_with_coq(alone, workers) if "coq" in names else {i: coq_outcome(i, None) for i in alone}
        done = [i for i in [*left, *alone] if i in outcomes]
        with times.of("models"):
            outcomes |= {i: check_vacuity(outcomes[i], search=not replay, statement=proved.get(i)) for i in done}
        if evaluate:
            with times.of("evaluation"):
                outcomes |= evaluate_instances([outcomes[i] for i in done], evaluate, workers, progress)
    except KeyboardInterrupt:
        outcomes = current_outcomes(left, made, names)
        if kept:
            kept.keep(outcomes, cited_by(made), left)
        outcomes |= reused
        done = [i for i in chosen if i not in alone and all(one in outcomes for one in add_corrections([i], known))]
        raise Interrupted(Outcomes(with_correction(outcomes[i], outcomes) for i in done)) from None
    if kept:
        kept.keep({i: o for i, o in outcomes.items() if i in made}, cited_by(made), left)
    outcomes |= reused
    found = Outcomes(with_correction(outcomes[i], outcomes) for i in chosen if i in outcomes)
    bad = next((n for n, o in enumerate(found) if not o.as_expected), len(found)) if fail_fast else len(found)
    for record in made.values():
        times.add(record.times)
    return Outcomes(found[: bad + 1], times)


def identifiers(wanted: str | Iterable[str] | None, *, coq: bool) -> list[str]:
    """Return the ids that are meant: of all claims, those for Coq alone only if it is asked, of one, or of several."""
    if wanted is None:
        return [*claims(), *(claims_of_coq() if coq else ())]
    return [find(one).id for one in as_list("claims", wanted)]


def current_outcomes(
    needed: Iterable[str], made: Mapping[str, ProofRecord], engines: tuple[str, ...]
) -> dict[str, Outcome]:
    """Return the outcomes of those made; no model is searched of those that are needed."""
    outcomes = judge_records(add_statements(made.items()), engines)
    return outcomes | {i: check_vacuity(outcomes[i], search=False) for i in needed if i in outcomes}


def build_records(
    order: list[str], engines: tuple[str, ...], jobs: int, progress: Progress, kept: Kept | None = None, *, aided: bool,
    limit: float | None = None,
) -> Generator[Arrival]:
    """Yield what is made of the claims, each after all that it cites, or was made of them before."""
    workers = jobs if jobs > 1 else 0
    before = {i: o for i in order if (o := kept.outcome(known_claims()[i]))} if kept else {}
    old = {i: ProofRecord(o.entry, o.opinions, 0.0, o.cost, parts=o.parts) for i, o in before.items()}
    todo = [i for i in order if i not in old]
    if aided and todo:
        with suppress(OSError, BadInput):
            lines()  # for all workers
    new = imap(partial(build_entry, engines=engines, aided=aided), todo, workers, progress, stopped_record, limit)
    made: Iterable[tuple[str, ProofRecord]] = merge_in_order(order, old, new)
    if "coq" in engines:
        made = add_coq_opinions(dict(made), order, jobs).items()
    if "verified" in engines:
        made = add_verified_opinions(dict(made), order).items()
    return add_statements(made)


def merge_in_order(
    order: Iterable[str], old: Mapping[str, ProofRecord], new: Generator[tuple[str, ProofRecord]]
) -> Generator[tuple[str, ProofRecord]]:
    """Yield what is old, and what comes new, in order."""
    with closing(new):
        for identifier in order:
            yield (identifier, old[identifier]) if identifier in old else next(new)


def stop_at_unexpected(arriving: Generator[Arrival], chosen: Collection[str]) -> Generator[Arrival]:
    """Yield what arrives up to the first chosen claim that has nothing which could give it its expected verdict."""
    with closing(arriving):
        for identifier, made, statements in arriving:
            yield identifier, made, statements
            if identifier in chosen and not made.promises(known_claims()[identifier].expected, statements):
                return


def read_stored_records(needed: Iterable[str], jobs: int, progress: Progress) -> Generator[Arrival]:
    """Yield what the stored book has; the scripts of today are written by workers while the kernel reads."""
    made = read_records(needed)
    progress("", len(made), len(made))
    yield from ((identifier, m, []) for identifier, m in made.items() if not m.entries)
    stored_ids = [i for i, m in made.items() if m.entries]
    parts = [tuple(stored_ids[n : n + PART]) for n in range(0, len(stored_ids), PART)]
    for _, stated in imap(statements_by_id, parts, jobs - 1):
        for identifier, statements in stated.items():
            if isinstance(statements, str):
                yield identifier, replace(made[identifier], entry=None, parts=(), reason=statements), []
            else:
                yield identifier, made[identifier], statements


def add_statements(made: Iterable[tuple[str, ProofRecord]]) -> Generator[Arrival]:
    """Yield what was made of claims, with what they say today."""
    return ((identifier, m, statements_of(known_claims()[identifier]) if m.entries else []) for identifier, m in made)


def add_coq_opinions(made: dict[str, ProofRecord], order: list[str], jobs: int) -> dict[str, ProofRecord]:
    """Coq's opinion too: the entries are exported, compiled, and asked for their assumptions."""
    results = run_coq([made[i].entry for i in order if made[i].entry is not None], jobs)
    said = {"proved": "agrees", "refuted": "agrees", "not exported": "unknown"}
    opinions = {i: said.get(r.verdict, f"disagrees: {r.reason}") for i, r in results.items()}
    return {i: replace(m, engines={**m.engines, "coq": opinions.get(i, "unknown")}) for i, m in made.items()}


def add_verified_opinions(made: dict[str, ProofRecord], order: list[str]) -> dict[str, ProofRecord]:
    """Return what was made, with the verified checker's opinion: on a claim with several entries, on all of them."""
    from ..verified.client import opinions

    said = opinions(entry for i in order for entry in made[i].entries)
    own = {i: [said[entry["statement"]["id"]] for entry in made[i].entries] for i in order}
    worst = {i: next((one for one in answers if one != "agrees"), "agrees") for i, answers in own.items() if answers}
    return {i: replace(m, engines={**m.engines, "verified": worst[i]}) if i in worst else m for i, m in made.items()}


def check_with_coq(identifiers: Iterable[str], jobs: int) -> dict[str, Outcome]:
    """Return the outcomes of claims that only Coq decides."""
    entries = [make_coq_entry(known_claims_of_coq()[i]) for i in identifiers]
    return {i: coq_outcome(i, result) for i, result in run_coq(entries, jobs).items()}


def run_coq(entries: list[Json], jobs: int) -> dict[str, Result]:
    """Return what Coq says of these entries."""
    from ..export.coq import available, compile_and_audit, export

    if not available():
        raise BadInput(f"{format_option('engine', 'coq', python='engines')} needs coqc; "
                       "install Coq 8.16 or later (Debian: apt-get install coq)")  # fmt: skip
    if not entries:
        return {}
    with tempfile.TemporaryDirectory(prefix="novikoff-coq-") as folder:
        export([entry["statement"]["id"] for entry in entries], Path(folder), entries)
        return compile_and_audit(Path(folder), jobs)
