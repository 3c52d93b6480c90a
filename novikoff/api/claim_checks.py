"""The check of claims that `novikoff check` makes, with kept verdicts and certificate files.

Main definitions: `check_claims`, `Asked`, `CheckReport`, `last_failed`.

This module imports the prover only when it needs it. So a check is fast if all verdicts are stored.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..algorithms.command_results import exit_status
from ..algorithms.errors import BadInput
from ..algorithms.processes import cpu_seconds
from ..report.document_formats import Block
from ..report.outcome_text import check_blocks, outcomes_json, row
from ..report.result_output import INTERRUPTED, Reported, Row, note, progress, to_blocks
from .claim_selection import select
from .theorem_loading import is_only_ledger, load_named

if TYPE_CHECKING:
    from ..proofs.checking.outcomes import Outcome
    from ..proofs.checking.verdict_cache import Kept
    from .claim_selection import Ledger

__all__ = ["Asked", "CheckReport", "check_claims"]
BESIDE = "beside the files"
LIMIT = 300.0  # seconds for the search for a proof of a user-defined theorem


@dataclass(frozen=True, repr=False)
class CheckReport(Reported):
    """The outcomes of a check.

    `left` are the claims that only Coq decides. `undone` counts the claims without an outcome because the check was
    interrupted or stopped. `started` and `times` are CPU seconds before and after the start. With `trust`, each claim
    comes with its trust. `only_new` leaves out unchanged claims. `slowest` is the number of slowest claims to list with
    CPU seconds.
    """

    outcomes: Sequence[Outcome]
    left: list[str]
    undone: int = 0
    interrupted: bool = False
    started: float = field(default_factory=time.process_time)
    times: Mapping[str, float] = field(default_factory=dict)
    trust: bool = False
    only_new: bool = False
    slowest: int | None = None

    @property
    def exit_status(self) -> int:
        return INTERRUPTED if self.interrupted else exit_status(o.status for o in self.outcomes)

    @property
    def is_whole(self) -> bool:
        """Return whether there is an outcome for each claim."""
        return not self.undone and not self.interrupted

    @property
    def stopped(self) -> str:
        """Return a sentence that says why the check is incomplete; "" if it is complete."""
        if self.is_whole:
            return ""
        done, all_ = len(self.outcomes), len(self.outcomes) + self.undone
        why = "interrupted" if self.interrupted else "stopped at the first verdict not expected"
        return f"{why}: {done} of {all_} claims are done"

    def blocks(self, quiet: bool = False, verbose: bool = False) -> list[Block]:
        """Return a line for each claim, and a line with the counts of all verdicts."""
        is_empty = self.interrupted and not self.outcomes
        made = [] if is_empty else check_blocks(self.outcomes, quiet, verbose, self.trust, self.only_new)
        if self.slowest is not None:
            made += to_blocks(duration_lines(durations_json(self, self.slowest)))
        if self.left and not quiet and self.is_whole:
            made += to_blocks([f"not checked, since only Coq proves them; add `--engine coq`: {', '.join(self.left)}"])
        return made

    def json(self) -> dict[str, Any]:
        more: dict[str, Any] = {} if self.is_whole else {"interrupted" if self.interrupted else "stopped": True}
        if self.slowest is not None:
            more["durations"] = durations_json(self, self.slowest)
        return outcomes_json(self.outcomes) | more | ({"left_to_coq": self.left} if self.left else {})

    def rows(self) -> list[Row]:
        return [row(outcome) for outcome in self.outcomes]


@dataclass(frozen=True)
class Asked:
    """The selected claims, the certificate files to read and to write, and the settings of `check`."""

    ids: tuple[str, ...]
    expression: str | None
    source: str | None
    save: str | None
    certificates: str | None
    settings: dict[str, Any]
    failed: list[str]  # if any of the selected claims is in this list, only those are checked

    def select(self, ids: Sequence[str], ledger: Ledger) -> tuple[list[str], list[str]]:
        """Return the ids of the claims to check, and the ids of the selected claims that only Coq decides."""
        unasked = {} if "coq" in self.settings["engines"] else ledger[1]
        found = [claim.id for claim in select(ids, self.expression, self.source, coq=True, ledger=ledger)]
        found = [i for i in found if i in self.failed] or found
        left = [i for i in found if i in unasked and i not in ids]
        return [i for i in found if i not in left], left


def check_claims(
    asked: Asked, cache: Path | None = None, *, failures: Path | None = None, forget: bool = False, quiet: bool = True
) -> CheckReport:
    """Check claims; verdicts in the `cache` are reused where nothing has changed, unless `forget` is set.

    `failures` is the folder that records the claims which are not as expected. Raises `BadInput` for claims and files
    that cannot be read.
    """
    from ..proofs.checking.verdict_cache import Kept, write_failures

    kept = None if cache is None else Kept(cache, asked.settings["engines"], forget=forget)
    found = None if kept is None else recall_all(kept, asked)
    if found is None:
        with load_named(asked.ids, asked.certificates) as ids:
            found = check_now(asked, ids, kept, quiet)
    if failures:
        write_failures(failures, found.outcomes)
    return found


def last_failed(place: Path | None) -> list[str]:
    """Return the claims that --lf selects; print a note if there are none."""
    from ..proofs.checking.verdict_cache import read_failures

    found = read_failures(place) if place else []
    if not found:
        note("no earlier check from this folder failed, so all claims are checked")
    return found


def recall_all(kept: Kept, asked: Asked) -> CheckReport | None:
    """Return the earlier outcomes if they still hold and cover all selected claims, else None. Imports no prover."""
    from ..proofs.checking.outcomes import add_corrections, with_correction

    if kept.ledger is None or not (asked.ids or is_only_ledger()):
        return None
    try:
        chosen, left = asked.select(asked.ids, kept.ledger)
    except BadInput:  # perhaps a user-defined theorem, which is not loaded yet
        return None
    needed = add_corrections(chosen, kept.ledger[0]) if set(chosen) <= kept.ledger[0].keys() else []
    outcomes = kept.recall(kept.ledger[0], needed)
    if not needed or len(outcomes) < len(set(needed)):
        return None
    return CheckReport([with_correction(outcomes[i], outcomes) for i in chosen], left)


def check_now(asked: Asked, ids: Sequence[str], kept: Kept | None, quiet: bool) -> CheckReport:
    """Return the report of a new check of claims and of theorems that are loaded."""
    from ..proofs.checking import entry_verdicts, ledger_check
    from ..proofs.checking.outcomes import Interrupted
    from ..proofs.statements.registry import known_claims, known_claims_of_coq

    known = known_claims()
    chosen, left = asked.select(ids, (known, known_claims_of_coq()))
    is_own = any(known[i].origin for i in chosen if i in known)
    if asked.save == BESIDE and not is_own:
        raise BadInput("--save without a FILE is for theorems of your own, but none is selected")
    started = time.process_time()
    settings: dict[str, Any] = asked.settings | {"kept": kept}
    if settings["limit"] is None and is_own:
        settings = settings | {"limit": LIMIT}
    try:
        with progress("check", quiet) as tick:
            outcomes = ledger_check.check(chosen, **settings, progress=tick)
    except Interrupted as interruption:
        outcomes = interruption.outcomes
        return CheckReport(outcomes, left, len(chosen) - len(outcomes), interrupted=True)
    found = CheckReport(outcomes, left, len(chosen) - len(outcomes), False, started, outcomes.times)
    if found.undone:
        return found
    if asked.save == BESIDE:
        from ..proofs.checking import user_certificate_saving

        for file in user_certificate_saving.save(outcomes):
            note(f"certificates are in {file}")
    elif asked.save:
        entry_verdicts.save_entries(outcomes, Path(asked.save))
    return found


def durations_json(found: CheckReport, count: int) -> dict[str, Any]:
    """Return the CPU seconds for each kind of work, over all processes, and the slowest claims."""
    if found.times:
        from ..proofs.search import smt_solvers

        smt_solvers.process.end()  # what a process has used counts when it has ended
    parts = {"start-up": found.started, **found.times}
    parts["other"] = cpu_seconds() - sum(parts.values())
    slowest = sorted(found.outcomes, key=lambda o: -sum(o.times.values()))[:count]
    claims = [{"id": o.claim.id, "seconds": _round_seconds(o.times)} for o in slowest if o.times]
    return {"seconds": _round_seconds(parts), "slowest": claims}


def _round_seconds(times: Mapping[str, float]) -> dict[str, float]:
    return {kind: round(seconds, 4) for kind, seconds in times.items()}


def duration_lines(durations: Mapping[str, Any]) -> list[str]:
    """Return a line for each kind of work, and for each of the slowest claims."""
    lines = ["CPU seconds of all processes together"]
    lines += [f"  {kind:10}  {seconds:7.2f} s" for kind, seconds in durations["seconds"].items()]
    for each in durations["slowest"]:
        parts = ", ".join(f"{kind} {1000 * seconds:.0f}" for kind, seconds in each["seconds"].items())
        lines.append(f"  {1000 * sum(each['seconds'].values()):7.0f} ms  {each['id']}  ({parts})")
    return lines
