"""The check of the ledger, which gives every claim a verdict.

Worker processes make the entry of each claim (statement with certificate or counterexample), and call z3 and cvc5 for
their opinions. The kernel decides the verdict: it reads the entries in order in this process, while workers make later
ones. With `replay`, the stored certificates take the place of the search and no solver runs; workers only write the
current statements of the claims, for comparison.

A claim that only Coq proves is `proved-by-coq` if Coq runs now and accepts it; otherwise it is `unknown`.
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
from ..search.citation_graph import cited_by, in_order
from ..search.elaboration import Json
from ..search.previous_certificates import lines
from ..statements.registry import claims, claims_of_coq, find, known_claims, known_claims_of_coq
from .entry_building import (
    ENGINES,
    Arrival,
    ProofRecord,
    build_entry,
    make_coq_entry,
    statements_by_id,
    statements_of,
    stopped_record,
)
from .entry_verdicts import Progress, check_vacuity, coq_outcome, evaluate_instances, judge_records
from .outcomes import Interrupted, Outcome, Outcomes, Times, add_corrections, as_list, parse_engines, with_correction
from .stored_certificates import read_records
from .verdict_cache import Kept

if TYPE_CHECKING:
    from ..export.coq import Result

PART = 20  # claims whose statements are written in one go
INSTANCES = 100  # random instances of the hypotheses of each claim, with `evaluate`


@contextmanager
def pause_garbage_collector() -> Iterator[None]:
    """Disable the search for circular garbage within the block, and in processes that the block starts.

    A check of all claims leaves only 7 MiB of such garbage, and each search would scan all objects.
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
    wanted: str | Iterable[str] | None = None, *, engines: str | Iterable[str] = ENGINES, jobs: int | None = None,
    replay: bool = False, evaluate: int = 0, fail_fast: bool = False, anew: bool = False, kept: Kept | None = None,
    limit: float | None = None, progress: Progress = lambda identifier, done, total: None
) -> Outcomes:
    """Return verdicts on the wanted claims (default: all), after checking everything that they cite.

    wanted       one id or several
    engines      names in ENGINES or OPTIONAL
    jobs         the number of worker processes; default: the number of processors
    replay       check the stored certificates with the kernel alone
    evaluate     the number of random instances on which each proved claim is evaluated
    fail_fast    leave out all outcomes after the first unexpected one
    anew         search without the help of stored certificates; the kernel confirms each reused step in any case
    kept         earlier verdicts, which are reused if still valid and extended by new expected ones; not with
                 `replay`, `evaluate` or the engine coq
    limit        seconds of search after which a claim is `unknown`; a user's script that takes longer, and more than
                 10 seconds, is an `error`
    progress     called as progress(id, done, total) when a claim is done

    Raises `BadInput` for an unknown claim or engine, or an invalid number; `OSError` if a replay finds no stored
    certificates; `Interrupted`, a KeyboardInterrupt with the outcomes so far, after Ctrl-C.

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
    reused = kept.recall(known, needed) if kept else {}
    left = [i for i in needed if i not in reused]
    try:
        if replay:
            names, arriving = ("kernel",), read_stored_records(left, workers, progress)
        else:
            with times.of("writing"):
                order = in_order(left, limit)  # runs each script once
            arriving = build_records(order, names, workers, progress, kept, aided=not anew, limit=limit)
        if fail_fast:
            arriving = stop_at_unexpected(arriving, set(chosen))
        with closing(arriving):  # ends the workers after an interruption anywhere
            outcomes = judge_records(arriving, names, made, proved)
        outcomes |= _check_with_coq(alone, workers) if "coq" in names else {i: coq_outcome(i, None) for i in alone}
        done = [i for i in [*left, *alone] if i in outcomes]
        with times.of("models"):
            outcomes |= {i: check_vacuity(outcomes[i], search=not replay, statement=proved.get(i)) for i in done}
        if evaluate:
            with times.of("evaluation"):
                outcomes |= evaluate_instances([outcomes[i] for i in done], evaluate, workers, progress)
    except KeyboardInterrupt:
        outcomes = judge_records(add_statements(made.items()), names)
        outcomes |= {i: check_vacuity(outcomes[i], search=False) for i in left if i in outcomes}
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
    """Return the ids of the wanted claims; by default all, with the claims of Coq only if `coq`."""
    if wanted is None:
        return [*claims(), *(claims_of_coq() if coq else ())]
    return [find(one).id for one in as_list("claims", wanted)]


def build_records(order: list[str], engines: tuple[str, ...], jobs: int, progress: Progress, kept: Kept | None = None,
                  *, aided: bool, limit: float | None = None) -> Generator[Arrival]:
    """Yield the records of the claims, new or kept, each after the claims that it cites."""
    workers = jobs if jobs > 1 else 0
    before = {i: o for i in order if (o := kept.outcome(known_claims()[i]))} if kept else {}
    old = {i: ProofRecord(o.entry, o.opinions, 0.0, o.cost, parts=o.parts) for i, o in before.items()}
    todo = [i for i in order if i not in old]
    if aided and todo:
        with suppress(OSError, BadInput):
            lines()  # loaded here, so that all workers share them
    new = imap(partial(build_entry, engines=engines, aided=aided), todo, workers, progress, stopped_record, limit)
    made: Iterable[tuple[str, ProofRecord]] = _merge_in_order(order, old, new)
    if "coq" in engines:
        made = add_coq_opinions(dict(made), order, jobs).items()
    if "verified" in engines:
        made = add_verified_opinions(dict(made), order).items()
    return add_statements(made)


def _merge_in_order(order: Iterable[str], old: Mapping[str, ProofRecord],
                   new: Generator[tuple[str, ProofRecord]]) -> Generator[tuple[str, ProofRecord]]:
    with closing(new):
        for identifier in order:
            yield (identifier, old[identifier]) if identifier in old else next(new)


def stop_at_unexpected(arriving: Generator[Arrival], chosen: Collection[str]) -> Generator[Arrival]:
    """Yield records up to the first chosen claim that cannot get its expected verdict."""
    with closing(arriving):
        for identifier, made, statements in arriving:
            yield identifier, made, statements
            if identifier in chosen and not made.promises(known_claims()[identifier].expected, statements):
                return


def read_stored_records(needed: Iterable[str], jobs: int, progress: Progress) -> Generator[Arrival]:
    """Yield the stored records; workers write the current statements while the kernel reads."""
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
    """Yield each record with the current statements of its claim."""
    return ((identifier, m, statements_of(known_claims()[identifier]) if m.entries else []) for identifier, m in made)


def add_coq_opinions(made: dict[str, ProofRecord], order: list[str], jobs: int) -> dict[str, ProofRecord]:
    """Return the records with Coq's opinion: export and compile the entries, and check their assumptions."""
    results = run_coq([made[i].entry for i in order if made[i].entry is not None], jobs)
    said = {"proved": "agrees", "refuted": "agrees", "not exported": "unknown"}
    opinions = {i: said.get(r.verdict, f"disagrees: {r.reason}") for i, r in results.items()}
    return {i: replace(m, engines={**m.engines, "coq": opinions.get(i, "unknown")}) for i, m in made.items()}


def add_verified_opinions(made: dict[str, ProofRecord], order: list[str]) -> dict[str, ProofRecord]:
    """Return the records with the verified checker's opinion, which must accept all entries of a claim."""
    from ..verified.client import opinions

    said = opinions(entry for i in order for entry in made[i].entries)
    own = {i: [said[entry["statement"]["id"]] for entry in made[i].entries] for i in order}
    worst = {i: next((one for one in answers if one != "agrees"), "agrees") for i, answers in own.items() if answers}
    return {i: replace(m, engines={**m.engines, "verified": worst[i]}) if i in worst else m for i, m in made.items()}


def _check_with_coq(identifiers: Iterable[str], jobs: int) -> dict[str, Outcome]:
    entries = [make_coq_entry(known_claims_of_coq()[i]) for i in identifiers]
    return {i: coq_outcome(i, result) for i, result in run_coq(entries, jobs).items()}


def run_coq(entries: list[Json], jobs: int) -> dict[str, Result]:
    """Return Coq's result for each entry. Raises `BadInput` if Coq is not installed."""
    from ..export.coq import available, compile_and_audit, export

    if not available():
        raise BadInput(f"{format_option('engine', 'coq', python='engines')} needs coqc; "
                       "install Coq 8.16 or later (Debian: apt-get install coq)")
    if not entries:
        return {}
    with tempfile.TemporaryDirectory(prefix="novikoff-coq-") as folder:
        export([entry["statement"]["id"] for entry in entries], Path(folder), entries)
        return compile_and_audit(Path(folder), jobs)
