"""`novikoff check`: checks each claim, and prints which engines checked it and what it rests on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ..algorithms.errors import BadInput
from ..report.result_output import note, show
from ._shared import AT_LEAST_ONE, SECONDS, Writable, command, expression_option, ids_argument, jobs_option

BESIDE = "beside the files"


@command(
    ids_argument,
    expression_option,
    click.option("--source", metavar="KEY", help="Only claims from this source (a key of the bibliography)."),
    click.option(
        "--engine", "engines", multiple=True, metavar="NAME",
        help="Ask this checker or solver: kernel, z3, cvc5, coq or verified. Default: kernel, z3 and cvc5. To name "
        "several, repeat the option or separate the names by commas.",
    ),
    jobs_option,
    click.option(
        "--replay", is_flag=True, help="Check the stored certificates with the kernel alone, without any solver."
    ),
    click.option(
        "--evaluate", is_flag=False, flag_value=100, type=AT_LEAST_ONE, metavar="[N]",
        help="Also evaluate each proved claim on N random exact instances of its hypotheses (100 if no N is given).",
    ),
    click.option(
        "--trust", is_flag=True,
        help="Print what each claim depends on: lemmas, assumed facts, unproved facts, and the checkers that accepted "
        "it.",
    ),
    click.option(
        "--save", type=Writable("certificates", allowed=BESIDE), is_flag=False, flag_value=BESIDE, metavar="[FILE]",
        help="Also write the certificates to FILE. Without FILE, write the certificates of your own theorems beside "
        "their files, where --replay finds them.",
    ),
    click.option(
        "--certificates", type=click.Path(file_okay=False, exists=True), metavar="FOLDER",
        help="Read and write the certificates of your own theorems in FOLDER. Default: beside the theorem files.",
    ),
    click.option(
        "--limit", type=SECONDS, metavar="SECONDS",
        help="Stop the search, z3 and cvc5 after SECONDS of wall-clock time for each claim. The verdict is then "
        "unknown. A script that takes longer than SECONDS and longer than 10 seconds is an error. The kernel has no "
        "time limit. Default: 300 for your own theorems, none for the ledger.",
    ),
    click.option("-x", "--fail-fast", is_flag=True, help="Stop at the first verdict that is not the expected one."),
    click.option(
        "--lf", is_flag=True,
        help="Check only the claims that failed in the last check from this folder. If none failed, check all.",
    ),
    click.option(
        "--durations", is_flag=False, flag_value=10, type=click.IntRange(min=0), metavar="[N]",
        help="Also print the CPU time of each phase, and the N claims that take longest. Default for N: 10.",
    ),
    click.option("-w", "--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C."),
    click.option("--fresh", is_flag=True, help="Ignore earlier verdicts."),
    click.option("--anew", is_flag=True, help="Ignore earlier verdicts and stored certificates."),
)
def check_command(
    ids: tuple[str, ...], *, expression: str | None, source: str | None, engines: tuple[str, ...], jobs: int | None,
    replay: bool, save: str | None, certificates: str | None, evaluate: int | None, trust: bool, fail_fast: bool,
    limit: float | None, lf: bool, durations: int | None, watch: bool, fresh: bool, anew: bool, output_format: str,
    quiet: bool, verbose: bool,
) -> int:
    """Check the claims of the ledger, and your own theorems.

    \b
    novikoff check                        the whole ledger
    novikoff check smola-mistake-bound    one claim and the claims that it cites
    novikoff check -k "norm and not smola" --engine kernel
    novikoff check --trust --evaluate     also print what each claim depends on; try 100 random instances of each
    novikoff check my_bound.py            your own theorems: a file, a folder, or one as my_bound.py::my-bound
    novikoff check my_bound.py --save     write their certificates beside the file, for --replay
    novikoff check --fresh                check everything again
    novikoff check --anew                 also search every proof again
    novikoff check --lf -x                check what failed last time; stop at the first failure
    novikoff check my_bound.py -w         check again whenever a file is saved; print only what is new

    The kernel checks a certificate for each claim. z3 and cvc5 read every obligation and can object. A refuted source
    statement counts only with its proved correction. A claim is vacuous without an exact model of its hypotheses. A
    claim is unknown if it depends on an admitted fact, or on a fact that only a solver found valid. The verdict is
    proved-bounded if the claim depends on a result for bounded sizes. With --engine coq, the verdict of a claim that
    only Coq proves is proved-by-coq. Without it, such a claim is unknown if you name it, and left out otherwise.

    Checking a theorem file runs its code. Do not check a file that you would not run. Novikoff also checks the theorems
    that pyproject.toml names ([tool.novikoff] theorems = ["theorems/"]), and the theorems of installed packages.

    `check` does not check a claim again if neither the program, nor the claim, nor a claim that it cites has changed.
    It repeats the earlier verdict, and counts the claim as unchanged. NOVIKOFF_CACHE names the folder of these verdicts
    ("off" for none). With CI=true, --replay, --evaluate, --save or an engine that is not a default, `check` checks
    everything.
    """
    from ..api.claim_checks import Asked, check_claims, last_failed
    from ..proofs.checking.outcomes import ENGINES, OPTIONAL, parse_engines
    from ..proofs.checking.verdict_cache import cache_folder

    names = parse_engines(engines) or ENGINES
    if replay and (set(parse_engines(engines)) - {"kernel"} or save):
        raise BadInput("--replay uses the kernel only; leave out other engines and --save")
    if replay and anew:
        raise BadInput("--replay reads the stored certificates, and --anew ignores them; give one of the two")
    if save and Path(save).suffix == ".py":
        raise BadInput(f"--save {save} would write over a program; put --save behind the file to store beside it")
    place = cache_folder()
    settings: dict[str, Any] = {"engines": names, "jobs": jobs, "replay": replay, "evaluate": evaluate or 0}
    settings |= {"anew": anew, "fail_fast": fail_fast, "limit": limit}
    asked = Asked(ids, expression, source, save, certificates, settings, last_failed(place) if lf else [])
    new = replay or evaluate or save or set(names) & set(OPTIONAL) or place is None

    def check_once(first: bool = True) -> int:
        kept = None if new else place
        found = check_claims(asked, kept, failures=place, forget=(fresh or anew) and first, quiet=quiet)
        if found.stopped:
            note(found.stopped)
        shown = replace(found, trust=trust, only_new=not first, slowest=durations)
        return show(shown, output_format, quiet, verbose)

    if not watch:
        return check_once()
    if new:
        where = "with --replay, --evaluate, --save, an engine such as coq, CI=true or NOVIKOFF_CACHE=off"
        raise BadInput(f"--watch needs stored verdicts, which `check` does not use {where}")
    from ._watch import watch as rounds

    return rounds(check_once, ids, names)
