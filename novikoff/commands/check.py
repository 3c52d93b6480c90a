"""`novikoff check`: each claim proved or refuted, with who checked it and what it rests on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from ..algorithms.errors import BadInput
from ..output.printing import COLOURS, INTERRUPTED, Row, emit, exit_status, progress, style
from ._own import with_own_theorems
from ._shared import Writable, command, expression_option, ids_argument, jobs_option

VERDICTS = (
    "proved", "proved-by-coq", "proved-bounded", "refuted", "tested", "definition", "informal", "unknown", "vacuous",
    "error",
)  # fmt: skip
ALWAYS_COUNTED = ("proved", "refuted", "unknown", "vacuous", "error")
LEDGER, OWN = "ledger", "own"
BESIDE = "beside the files"
ASSUMED = ("admitted", "solver_only", "bounded", "supposed")


@command(
    ids_argument,
    expression_option,
    click.option("--source", metavar="KEY", help="Only claims from this source (a key of the bibliography)."),
    click.option(
        "--engine",
        "engines",
        multiple=True,
        metavar="NAME",
        help="kernel, z3, cvc5 (the default: all three) or coq; repeat, or separate by commas.",
    ),
    jobs_option,
    click.option(
        "--replay", is_flag=True, help="Re-check the stored certificates by the kernel alone; no solver is loaded."
    ),
    click.option(
        "--evaluate",
        is_flag=False,
        flag_value=100,
        type=click.IntRange(min=1),
        metavar="[N]",
        help="Also evaluate each proved claim on N random exact instances of its hypotheses (100 if no N is given).",
    ),
    click.option(
        "--trust", is_flag=True, help="Say what each claim rests on: lemmas, all supposed or unproved, who checked it."
    ),
    click.option(
        "--save",
        type=Writable("certificates", allowed=BESIDE),
        is_flag=False,
        flag_value=BESIDE,
        metavar="[FILE]",
        help="Also write the certificates to FILE; --replay reads those that ship with the package. Without FILE, "
        "store those of theorems of your own beside their files, where --replay finds them.",
    ),
    click.option(
        "--certificates",
        type=click.Path(file_okay=False, exists=True),
        metavar="FOLDER",
        help="Where those of your own are, if not beside their files.",
    ),
)
@with_own_theorems
def check_command(
    ids: tuple[str, ...], *, expression: str | None, source: str | None, engines: tuple[str, ...], jobs: int | None,
    replay: bool, save: str | None, certificates: str | None, evaluate: int | None, trust: bool, output_format: str,
    quiet: bool, verbose: bool,
) -> int:  # fmt: skip
    """Prove or refute the claims of the ledger, and theorems of your own, from scratch.

    Each claim gets its verdict from the kernel, which checks a certificate; z3 and cvc5 give their
    opinion on every obligation. A refuted statement of a source counts only with its proved correction.
    A claim without an exact model of its hypotheses is vacuous. What rests on something that is admitted,
    or that only a solver has found valid, is unknown; on sizes up to a bound, proved-bounded. What only Coq can
    prove is proved-by-coq with --engine coq, and unknown if it is named without.

    \b
    novikoff check                        the whole ledger
    novikoff check smola-mistake-bound    one claim and all that it rests on
    novikoff check -k "norm and not smola" --engine kernel
    novikoff check --trust --evaluate     also what all rests on, and 100 random instances of each claim
    novikoff check my_bound.py            theorems of your own: a file, a folder, or one as my_bound.py::my-bound
    novikoff check my_bound.py --save     their certificates beside the file, for --replay

    To check a file of theorems is to run it: check none that you would not run. What pyproject.toml names
    ([tool.novikoff] theorems = ["theorems/"]) and installed packages offer is checked with the ledger.
    """
    from ..proofs.checking import check, making, verdicts
    from ..proofs.scrutiny import own_book
    from ..proofs.statements.registry import claims_of_coq
    from ._selection import select

    engines = check.engines_named(engines)
    if replay and (set(engines) - {"kernel"} or save):
        raise BadInput("--replay asks the kernel alone; it goes neither with other engines nor with --save")
    if save and Path(save).suffix == ".py":
        raise BadInput(f"--save {save} would write over a program; put --save behind the file to store beside it")
    found = select(ids, expression, source, coq=True)
    if save == BESIDE and not any(claim.origin for claim in found):
        raise BadInput("--save without a FILE is for theorems of your own, and none is selected")
    selected = [claim.id for claim in found]
    unasked = set(claims_of_coq()) - set(ids) if "coq" not in engines else set()
    chosen, left = [i for i in selected if i not in unasked], [i for i in selected if i in unasked]
    settings: dict[str, Any] = {"engines": engines or making.ENGINES, "jobs": jobs, "replay": replay}
    settings |= {"evaluate": evaluate or 0}
    try:
        with progress("check", quiet) as tick:
            outcomes, interrupted = check.check(chosen, **settings, progress=tick), False
    except verdicts.Interrupted as interruption:
        outcomes, interrupted = interruption.outcomes, True
    if save == BESIDE and not interrupted:
        for file in own_book.save(outcomes):
            click.echo(f"novikoff: certificates are in {file}", err=True)
    elif save and not interrupted:
        verdicts.save(outcomes, Path(save))
    rows = [Row(o.claim.id, o.status, explanation(o), o.claim.source.key, o.seconds) for o in outcomes]
    data = {"schema": 1, "claims": [claim_json(o) for o in outcomes], "summary": summary_json(outcomes)}
    if len(parts := parted(outcomes)) > 1 or OWN in parts:
        data["summaries"] = {name: summary_json(part) for name, part in parts.items()}
    if interrupted:
        data["interrupted"] = True
        click.echo(f"novikoff: interrupted: {len(outcomes)} of {len(chosen)} claims are done", err=True)
    text = check_text(outcomes, quiet, verbose, trust) if rows or not interrupted else ""
    if left:
        data["left_to_coq"] = left
        text += f"\nleft to Coq, which `--engine coq` asks: {', '.join(left)}" * (not quiet and not interrupted)
    emit(output_format, text=text, data=data, rows=rows)
    return INTERRUPTED if interrupted else exit_status(rows)


def parted(outcomes: list[Any]) -> dict[str, list[Any]]:
    """The outcomes of the ledger, and those of theorems of somebody's own, each if there are any."""
    parts = {LEDGER: [o for o in outcomes if not o.claim.origin], OWN: [o for o in outcomes if o.claim.origin]}
    return {name: part for name, part in parts.items() if part}


def explanation(outcome: Any) -> str:
    """Why a claim does not have its expected verdict; nothing if it has."""
    if outcome.as_expected:
        return ""
    reason = outcome.reason or outcome.trust.taint
    return f"{outcome.verdict}, expected {outcome.claim.expected}" + (f": {reason}" if reason else "")


def claim_json(outcome: Any) -> dict[str, Any]:
    """One claim of `check --json`."""
    claim = outcome.claim
    data = {
        "id": claim.id,
        "verdict": outcome.verdict,
        "expected": claim.expected,
        "source": {"key": claim.source.key, "locator": claim.source.locator},
        "engines": outcome.engines,
        "rests_on": outcome.rests_on,
        "supposes": dict(claim.supposes),
        "trust": outcome.trust.json(),
        "seconds": round(outcome.seconds, 4),
    }
    more = {"reason": outcome.reason, "corrected": claim.corrected, "cost": outcome.cost}
    if claim.origin:
        false = outcome.verdict == "refuted" and outcome.entry
        more |= {"file": str(claim.origin.file), "counterexample": false and outcome.entry["counterexample"]}
    evaluated = {} if outcome.instances is None else {"instances": outcome.instances, "failures": outcome.failures}
    return data | evaluated | {key: value for key, value in more.items() if value}


def summary_json(outcomes: list[Any]) -> dict[str, Any]:
    """How many claims have each verdict, and how many the expected one; what all rest on; instances evaluated."""
    counts = Counter(o.verdict for o in outcomes)
    instances = [(o.instances, o.failures) for o in outcomes if o.instances is not None]
    evaluated = {"instances": sum(n for n, _ in instances), "failures": sum(bad for _, bad in instances)}
    return {
        "claims": len(outcomes),
        "as_expected": sum(o.as_expected for o in outcomes),
        "suppose": sum(bool(o.trust.supposed) for o in outcomes),
        **{verdict: counts[verdict] for verdict in VERDICTS},
        "trust": overall_trust(outcomes),
        **(evaluated if instances else {}),
    }


def overall_trust(outcomes: list[Any]) -> dict[str, Any]:
    """What all claims together rest on, and how many each checker has checked."""
    all_of = [o.trust.json() for o in outcomes]
    assumed = {key: dict(sorted(p for t in all_of for p in t[key].items())) for key in ASSUMED}
    lemmas = sorted({lemma for t in all_of for lemma in t["lemmas"]})
    axioms = sorted({axiom for t in all_of for axiom in t["axioms"]})
    counted = dict(Counter(e for t in all_of for e in t["checked_by"]))
    return {"lemmas": lemmas, **assumed, "checked_by": counted, "axioms": axioms}


def check_text(outcomes: list[Any], quiet: bool, verbose: bool, trust: bool = False) -> str:
    """A line for each claim, and one that counts all verdicts; with `trust`, what each and all of them rest on. What is
    of the ledger, and what is not, is counted by itself.
    """
    if len(parts := parted(outcomes)) > 1:
        return "\n".join(check_text(part, quiet, verbose, trust) for part in parts.values())
    lines = []
    width = max((len(o.claim.id) for o in outcomes), default=0)
    for o in outcomes:
        if quiet and o.as_expected:
            continue
        said = ", ".join(e if a in ("agrees", o.verdict) else f"{e}: {a}" for e, a in o.engines.items())
        mark = "" if o.as_expected else style("  ← " + explanation(o), fg="red")
        correction = f"  → {o.claim.corrected}" if o.claim.corrected else ""
        verdict = style(f"{o.verdict:8}", fg=COLOURS.get(o.verdict, "red"))
        lines.append(f"{verdict}  {o.claim.id:{width}}  [{said}]{correction}{supposed(o)}{mark}")
        if verbose:
            rests = ", ".join(o.rests_on) or "<none>"
            evaluated = "" if o.instances is None else f"; {o.instances} instances evaluated, {o.failures} failures"
            lines.append(f"{'':10}{o.claim.source}; rests on {rests}{evaluated}; {1000 * o.seconds:.0f} ms")
        if trust:
            lines += trust_lines(o.trust.json(), 10)
    if trust and len(outcomes) > 0:
        overall = overall_trust(outcomes)
        checked = [f"{engine} ({n})" for engine, n in overall["checked_by"].items()]
        lines += [f"All {len(outcomes)} claims rest on", *trust_lines({**overall, "checked_by": checked}, 2)]
    return "\n".join([*lines, summary_line(outcomes)])


def supposed(outcome: Any) -> str:
    """What a claim supposes, by the names of hypotheses, its own without its id; or the axioms of a proof by Coq."""
    names = [key.removeprefix(f"{outcome.claim.id}.") for key in outcome.trust.supposed]
    axioms = f"  assumes {', '.join(name.rpartition('.')[2] for name in outcome.trust.axioms)}"
    return f"  supposes {', '.join(names)}" if names else axioms * bool(outcome.trust.axioms)


def trust_lines(trust: Mapping[str, Any], indent: int) -> list[str]:
    """What is rested on, one kind a line; `<none>` where there is nothing."""
    from ..proofs.statements.registry import in_words

    said = {
        "lemmas": trust["lemmas"],
        "suppositions": in_words(trust["supposed"]),
        "admitted facts": [f"{name} ({why})" for name, why in trust["admitted"].items()],
        "solver-only steps": [f"{name} ({why})" for name, why in trust["solver_only"].items()],
        "bounded sizes": [f"{name} (at most {n} members)" for name, n in trust["bounded"].items()],
        "checked by": trust["checked_by"],
        **({"axioms of Coq": trust["axioms"]} if trust["axioms"] else {}),
    }
    return [f"{'':{indent}}{kind}: {', '.join(names) or '<none>'}" for kind, names in said.items()]


def summary_line(outcomes: list[Any]) -> str:
    """All counts in one line, what is 0 too; and in another those of evaluated instances."""
    if len(outcomes) == 0:
        return "no claim is selected"
    summary = summary_json(outcomes)
    counts = ", ".join(f"{summary[v]} {v}" for v in VERDICTS if summary[v] or v in ALWAYS_COUNTED)
    engines = sorted({e for o in outcomes for e in o.engines} - {"kernel"})
    agree = sum(all(o.engines.get(e) == "agrees" for e in engines) for o in outcomes)
    opinions = f"; {' and '.join(engines)} agree{'s' * (len(engines) == 1)} on {agree}" if engines else ""
    evaluated = "\n{} instances of hypotheses evaluated, {} failures".format(
        *(f"{summary[key]:,}".replace(",", " ") for key in ("instances", "failures"))
    ) if "instances" in summary else ""  # fmt: skip
    supposing = f"; {summary['suppose']} suppose{'s' * (summary['suppose'] == 1)} something" * bool(summary["suppose"])
    what = "theorems of your own" if OWN in parted(outcomes) else "claims"
    return f"{len(outcomes)} {what}: {counts}; {summary['as_expected']} as expected{supposing}{opinions}{evaluated}"
