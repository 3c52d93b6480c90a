"""`novikoff check`: each claim proved or refuted, with who checked it and what it rests on."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..algorithms.errors import BadInput
from ..algorithms.results import exit_status as exit_status_of
from ..api.user_files import is_only_ledger
from ..report.printing import INTERRUPTED, emit, note, progress
from ._shared import (
    AT_LEAST_ONE,
    SECONDS,
    Writable,
    command,
    expression_option,
    ids_argument,
    jobs_option,
    with_own_theorems,
)

if TYPE_CHECKING:
    from ..api.claim_selection import Ledger
    from ..proofs.checking.outcomes import Outcome
    from ..proofs.checking.verdict_cache import Kept

BESIDE = "beside the files"
LIMIT = 300.0  # seconds for the search of a theorem that is none of the ledger


@command(
    ids_argument,
    expression_option,
    click.option("--source", metavar="KEY", help="Only claims from this source (a key of the bibliography)."),
    click.option(
        "--engine",
        "engines",
        multiple=True,
        metavar="NAME",
        help="kernel, z3, cvc5 (the default: all three), coq or verified; repeat, or separate by commas.",
    ),
    jobs_option,
    click.option(
        "--replay", is_flag=True, help="Check the stored certificates with the kernel alone, without any solver."
    ),
    click.option(
        "--evaluate",
        is_flag=False,
        flag_value=100,
        type=AT_LEAST_ONE,
        metavar="[N]",
        help="Also evaluate each proved claim on N random exact instances of its hypotheses (100 if no N is given).",
    ),
    click.option(
        "--trust", is_flag=True,
        help="Print what each claim rests on: lemmas, assumed and unproved facts, who checked it."
    ),
    click.option(
        "--save",
        type=Writable("certificates", allowed=BESIDE),
        is_flag=False,
        flag_value=BESIDE,
        metavar="[FILE]",
        help="Also write the certificates to FILE. Without FILE, write the certificates of your own theorems beside "
        "their files, where --replay finds them.",
    ),
    click.option(
        "--certificates",
        type=click.Path(file_okay=False, exists=True),
        metavar="FOLDER",
        help="The folder of the certificates of your own theorems. Default: beside their files.",
    ),
    click.option(
        "--limit", type=SECONDS, metavar="SECONDS",
        help="Wall-clock seconds for each claim: its script, the search, z3 and cvc5. A claim that takes longer is "
        "unknown. The kernel has no limit of time. Default: 300 for your own theorems, none for the ledger.",
    ),
    click.option("-x", "--fail-fast", is_flag=True, help="Stop at the first verdict that is not the expected one."),
    click.option(
        "--lf", is_flag=True,
        help="Check only the claims that failed in the last check from this folder; if none failed, check all.",
    ),
    click.option(
        "--durations",
        is_flag=False,
        flag_value=10,
        type=click.IntRange(min=0),
        metavar="[N]",
        help="Also print where CPU time goes, and the N most expensive claims. Default for N: 10.",
    ),
    click.option("-w", "--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C."),
    click.option("--fresh", is_flag=True, help="Ignore earlier verdicts."),
    click.option(
        "--anew", is_flag=True,
        help="Ignore earlier verdicts and stored certificates.",
    ),
)
def check_command(
    ids: tuple[str, ...], *, expression: str | None, source: str | None, engines: tuple[str, ...], jobs: int | None,
    replay: bool, save: str | None, certificates: str | None, evaluate: int | None, trust: bool, fail_fast: bool,
    limit: float | None, lf: bool, durations: int | None, watch: bool, fresh: bool, anew: bool, output_format: str,
    quiet: bool, verbose: bool,
) -> int:  # fmt: skip
    """Check the claims of the ledger, and your own theorems.

    \b
    novikoff check                        the whole ledger
    novikoff check smola-mistake-bound    one claim and the claims that it cites
    novikoff check -k "norm and not smola" --engine kernel
    novikoff check --trust --evaluate     also what each claim rests on, and 100 random instances of each
    novikoff check my_bound.py            your own theorems: a file, a folder, or one as my_bound.py::my-bound
    novikoff check my_bound.py --save     write their certificates beside the file, for --replay
    novikoff check --fresh                check everything again
    novikoff check --anew                 also search every proof again
    novikoff check --lf -x                check what failed last time; stop at the first failure
    novikoff check my_bound.py -w         check again whenever a file is saved; print only what is new

    The kernel checks a certificate for each claim. z3 and cvc5 read every obligation and can object. A refuted source
    statement counts only with its proved correction. A claim is vacuous without an exact model of its hypotheses. A
    claim is unknown if it rests on an admitted fact, or on one that only a solver found valid. A claim that rests on a
    result for bounded sizes is proved-bounded. A claim that only Coq proves is proved-by-coq with --engine coq. Without
    it, it is unknown if you name it, and left out otherwise.

    To check a theorem file is to run it: check no file that you would not run. Novikoff also checks the theorems that
    pyproject.toml names ([tool.novikoff] theorems = ["theorems/"]), and those of installed packages.

    `check` repeats an expected verdict, and counts it as unchanged, while nothing has changed that it rests on: the
    program, the claim, the claims that it cites. NOVIKOFF_CACHE names the folder of these verdicts ("off" for none).
    With CI=true, --replay, --evaluate, --save or an engine that is not a default, `check` checks everything.
    """
    from ..proofs.checking.outcomes import ENGINES, OPTIONAL, parse_engines
    from ..proofs.checking.verdict_cache import Kept, cache_folder, write_failures

    names = parse_engines(engines) or ENGINES
    if replay and (set(parse_engines(engines)) - {"kernel"} or save):
        raise BadInput("--replay asks the kernel alone; it goes neither with other engines nor with --save")
    if replay and anew:
        raise BadInput("--replay reads the stored certificates, and --anew ignores them; give one of the two")
    if save and Path(save).suffix == ".py":
        raise BadInput(f"--save {save} would write over a program; put --save behind the file to store beside it")
    place = cache_folder()
    settings: dict[str, Any] = {"engines": names, "jobs": jobs, "replay": replay, "evaluate": evaluate or 0}
    settings |= {"anew": anew, "fail_fast": fail_fast, "limit": limit}
    asked = Asked(expression, source, save, settings, last_failed(place) if lf else [])
    view = View(output_format, quiet, verbose, trust, durations)

    new = replay or evaluate or save or set(names) & set(OPTIONAL) or place is None

    def check_once(first: bool = True) -> int:
        kept = None if new or place is None else Kept(place, names, forget=(fresh or anew) and first)
        found = kept and recall_failed(kept, ids, asked)
        found = found or check_now(ids=ids, certificates=certificates, asked=asked.using(kept), quiet=quiet)
        if place:
            write_failures(place, found.outcomes)
        return report(found, view if first else replace(view, only_new=True))

    if not watch:
        return check_once()
    if new:
        where = "with --replay, --evaluate, --save or such an engine as coq, nor with CI=true or NOVIKOFF_CACHE=off"
        raise BadInput(f"--watch needs verdicts that are kept, which there are neither {where}")
    from ._watch import watch as rounds

    return rounds(check_once, ids, names)


@dataclass(frozen=True)
class Asked:
    """Which claims are meant, where certificates are to be written, and the settings of `check`."""

    expression: str | None
    source: str | None
    save: str | None
    settings: dict[str, Any]
    failed: list[str]  # of these only those, if any of them is meant

    def using(self, kept: Kept | None) -> Asked:
        """The same, with what is kept."""
        return replace(self, settings=self.settings | {"kept": kept})

    def select(self, ids: tuple[str, ...], ledger: Ledger) -> tuple[list[str], list[str]]:
        """The ids of the claims to be checked, and of those that are left to Coq."""
        from ..api.claim_selection import select

        unasked = {} if "coq" in self.settings["engines"] else ledger[1]
        found = [claim.id for claim in select(ids, self.expression, self.source, coq=True, ledger=ledger)]
        found = [i for i in found if i in self.failed] or found
        left = [i for i in found if i in unasked and i not in ids]
        return [i for i in found if i not in left], left


@dataclass(frozen=True)
class Found:
    """The outcomes, what is left to Coq, of how many claims there is no outcome, since the check was interrupted or had
    to stop, and where time went before and after the start.
    """

    outcomes: list[Outcome]
    left: list[str]
    undone: int = 0
    interrupted: bool = False
    started: float = field(default_factory=time.process_time)
    times: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class View:
    """How it is printed."""

    output_format: str
    quiet: bool
    verbose: bool
    trust: bool
    durations: int | None = None
    only_new: bool = False  # no line for what is unchanged


def last_failed(place: Path | None) -> list[str]:
    """The claims that --lf means; that there is none is told."""
    from ..proofs.checking.verdict_cache import read_failures

    found = read_failures(place) if place else []
    if not found:
        note("no failure of a check from this folder is known; nothing is left out")
    return found


def recall_failed(kept: Kept, ids: tuple[str, ...], asked: Asked) -> Found | None:
    """What was found before, if it still holds and is all that is asked for. Nothing is imported that proves."""
    from ..proofs.checking.outcomes import add_corrections, with_correction

    if kept.ledger is None or not (ids or is_only_ledger()):
        return None
    try:
        chosen, left = asked.select(ids, kept.ledger)
    except BadInput:  # perhaps a theorem of one's own
        return None
    needed = add_corrections(chosen, kept.ledger[0]) if set(chosen) <= kept.ledger[0].keys() else []
    outcomes = kept.recalled(kept.ledger[0], needed)
    if not needed or len(outcomes) < len(set(needed)):
        return None
    return Found([with_correction(outcomes[i], outcomes) for i in chosen], left)


@with_own_theorems
def check_now(*, ids: tuple[str, ...], certificates: str | None, asked: Asked, quiet: bool) -> Found:
    """What is found by checking."""
    from ..proofs.checking import check, verdicts
    from ..proofs.checking.outcomes import Interrupted
    from ..proofs.statements.registry import claims, claims_of_coq

    chosen, left = asked.select(ids, (claims(), claims_of_coq()))
    if asked.save == BESIDE and not any(claims()[i].origin for i in chosen if i in claims()):
        raise BadInput("--save without a FILE is for theorems of your own, and none is selected")
    started = time.process_time()
    settings: dict[str, Any] = asked.settings
    if settings["limit"] is None and any(claims()[i].origin for i in chosen if i in claims()):
        settings = settings | {"limit": LIMIT}
    try:
        with progress("check", quiet) as tick:
            outcomes = check.check(chosen, **settings, progress=tick)
    except Interrupted as interruption:
        outcomes = interruption.outcomes
        return Found(outcomes, left, len(chosen) - len(outcomes), interrupted=True)
    found = Found(outcomes, left, len(chosen) - len(outcomes), False, started, outcomes.times)
    if found.undone:
        return found
    if asked.save == BESIDE:
        from ..proofs.checking import user_certificates

        for file in user_certificates.save(outcomes):
            note(f"certificates are in {file}")
    elif asked.save:
        verdicts.save_entries(outcomes, Path(asked.save))
    return found


def report(found: Found, view: View) -> int:
    """Print what was found; return the exit status."""
    from ..report.outcome_text import check_text, outcomes_json, row

    outcomes = found.outcomes
    how, why = ("interrupted", "") if found.interrupted else ("stopped", " at the first verdict not expected")
    if found.undone or found.interrupted:
        done, all_ = len(outcomes), len(outcomes) + found.undone
        note(f"{how}{why}: {done} of {all_} claims are done")
    durations = None if view.durations is None else durations_json(found, view.durations)

    def data() -> dict[str, Any]:
        more: dict[str, Any] = {how: True} if found.undone or found.interrupted else {}
        more |= {} if durations is None else {"durations": durations}
        return outcomes_json(outcomes) | more | ({"left_to_coq": found.left} if found.left else {})

    def text() -> str:
        is_empty = found.interrupted and not outcomes
        shown = "" if is_empty else check_text(outcomes, view.quiet, view.verbose, view.trust, view.only_new)
        shown += "" if durations is None else "\n" + durations_text(durations)
        if found.left and not view.quiet and not found.undone and not found.interrupted:
            shown += f"\nleft to Coq, which `--engine coq` asks: {', '.join(found.left)}"
        return shown

    emit(view.output_format, text=text, data=data, rows=lambda: [row(o) for o in outcomes])
    return INTERRUPTED if found.interrupted else exit_status_of(o.status for o in outcomes)


def durations_json(found: Found, count: int) -> dict[str, Any]:
    """CPU seconds for each kind of work, of all processes together, and the claims that took most."""
    from ..algorithms.processes import cpu_seconds

    parts = {"start-up": found.started, **found.times}
    parts["other"] = cpu_seconds() - sum(parts.values())
    slowest = sorted(found.outcomes, key=lambda o: -sum(o.times.values()))[:count]
    claims = [{"id": o.claim.id, "seconds": round_seconds(o.times)} for o in slowest if o.times]
    return {"seconds": round_seconds(parts), "slowest": claims}


def round_seconds(times: Mapping[str, float]) -> dict[str, float]:
    """Seconds to the tenth of a millisecond."""
    return {kind: round(seconds, 4) for kind, seconds in times.items()}


def durations_text(durations: Mapping[str, Any]) -> str:
    """A line for each kind of work, and for each of the slowest claims."""
    lines = ["CPU seconds of all processes together"]
    lines += [f"  {kind:10}  {seconds:7.2f} s" for kind, seconds in durations["seconds"].items()]
    for each in durations["slowest"]:
        parts = ", ".join(f"{kind} {1000 * seconds:.0f}" for kind, seconds in each["seconds"].items())
        lines.append(f"  {1000 * sum(each['seconds'].values()):7.0f} ms  {each['id']}  ({parts})")
    return "\n".join(lines)
