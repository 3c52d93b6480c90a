"""What `check`, `prove`, `explain` and `list` print."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from ..algorithms.errors import BadInput
from ..output.printing import INTERRUPTED, OK, Row, emit, exit_status, hanging, progress, style, terminal_width
from .selection import select

VERDICTS = ("proved", "proved-bounded", "refuted", "tested", "definition", "informal", "unknown", "vacuous", "error")
ALWAYS_COUNTED = ("proved", "refuted", "unknown", "vacuous", "error")
ASSUMED = ("admitted", "solver_only", "bounded", "supposed")
COLOURS = {"proved": "green", "proved-bounded": "yellow", "refuted": "cyan", "unknown": "yellow"}


# --- check ----------------------------------------------------------------------------------------


def check_command(
    ids: tuple[str, ...], *, expression: str | None, source: str | None, engines: tuple[str, ...], jobs: int | None,
    replay: bool, save: str | None, evaluate: int | None, trust: bool, output_format: str, quiet: bool, verbose: bool,
) -> int:  # fmt: skip
    """Check the selected claims and print their verdicts."""
    from ..proofs.checking import check, making, verdicts

    engines = check.engines_named(engines)
    if replay and (set(engines) - {"kernel"} or save):
        raise BadInput("--replay asks the kernel alone; it goes neither with other engines nor with --save")
    if save and not Path(save).resolve().parent.is_dir():
        raise BadInput(f"--save {save}: the folder does not exist")
    chosen = [claim.id for claim in select(ids, expression, source)]
    settings: dict[str, Any] = {"engines": engines or making.ENGINES, "jobs": jobs, "replay": replay}
    settings |= {"evaluate": evaluate or 0}
    try:
        with progress("check", quiet) as tick:
            outcomes, interrupted = check.check(chosen, **settings, progress=tick), False
    except verdicts.Interrupted as interruption:
        outcomes, interrupted = interruption.outcomes, True
    if save and not interrupted:
        verdicts.save(outcomes, Path(save))
    rows = [Row(o.claim.id, o.status, explanation(o), o.claim.source.key, o.seconds) for o in outcomes]
    data = {"schema": 1, "claims": [claim_json(o) for o in outcomes], "summary": summary_json(outcomes)}
    if interrupted:
        data["interrupted"] = True
        click.echo(f"novikoff: interrupted: {len(outcomes)} of {len(chosen)} claims are done", err=True)
    text = check_text(outcomes, quiet, verbose, trust) if rows or not interrupted else ""
    emit(output_format, text=text, data=data, rows=rows)
    return INTERRUPTED if interrupted else exit_status(rows)


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
    return {"lemmas": lemmas, **assumed, "checked_by": dict(Counter(e for t in all_of for e in t["checked_by"]))}


def check_text(outcomes: list[Any], quiet: bool, verbose: bool, trust: bool = False) -> str:
    """A line for each claim, and one that counts all verdicts; with `trust`, what each and all of them rest on."""
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
    """What a claim supposes, by the names of hypotheses, its own without its id."""
    names = [key.removeprefix(f"{outcome.claim.id}.") for key in outcome.trust.supposed]
    return f"  supposes {', '.join(names)}" if names else ""


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
    return f"{len(outcomes)} claims: {counts}; {summary['as_expected']} as expected{supposing}{opinions}{evaluated}"


# --- prove ----------------------------------------------------------------------------------------


def prove_command(text: str, *, seed: int, limit: float, output_format: str, quiet: bool, verbose: bool) -> int:
    """Prove or refute one statement and print what came out."""
    from ..algorithms.processes import OutOfTime, Stopped, within
    from ..proofs.adhoc.prove import Finding, prove
    from ..proofs.statements.script import Script

    try:
        answer = within(limit, lambda: answer_of(prove(text, seed=seed, patience=limit / 2), quiet, verbose))
    except Stopped as problem:
        reason = f"{problem}; --limit allows more" if isinstance(problem, OutOfTime) else str(problem)
        answer = answer_of(Finding(Script(), "unknown", reason=reason), quiet, verbose)
    printed, data, row = answer
    emit(output_format, text=printed, data=data, rows=[row])
    return exit_status([row])


def answer_of(finding: Any, quiet: bool, verbose: bool) -> tuple[str, dict[str, Any], Row]:
    """A finding as text, as data and as a result."""
    data: dict[str, Any] = {"schema": 1, "verdict": finding.verdict}
    if finding.certificate is not None:
        data["certificate"] = finding.certificate
    if finding.counterexample is not None:
        data["counterexample"] = finding.counterexample
    if finding.reason:
        data["reason"] = finding.reason
    message = finding.verdict
    if finding.counterexample is not None:
        message += " by " + ", ".join(line.strip() for line in witness_lines(finding))
    printed = finding.verdict if quiet else finding_text(finding, verbose)
    return printed, data, Row("statement", finding.status, finding.reason or message)


def finding_text(finding: Any, verbose: bool) -> str:
    """The verdict in words, with the certificate or the values that break the statement."""
    verdict = style(finding.verdict, fg=COLOURS.get(finding.verdict, "red"), bold=True)
    if finding.certificate is not None and finding.verdict == "proved":
        entries = finding.certificate["entries"]
        scope = " in every dimension" * is_about(finding, "@")
        scope += " for every number of indices" * is_about(finding, "[i]")
        lines = [f"{verdict}{scope}; the certificate passed the kernel"]
        if cited := [entry["statement"]["id"] for entry in entries[:-1]]:
            lines.append(f"using {', '.join(cited)}")
        lines += [f"but {finding.reason}"] * bool(finding.reason)
        return "\n".join(lines + proof_lines(finding, verbose))
    if finding.counterexample is None:
        return "\n".join([f"{verdict}: {finding.reason}", *proof_lines(finding, verbose)])
    at = " at" if finding.script.names else ""
    lines = [f"{verdict}: every hypothesis holds and the conclusion fails{at}", *witness_lines(finding)]
    for e in finding.evaluated:
        if verbose or not e.holds:
            lines += ["", *evaluated_lines(e)]
    return "\n".join(lines)


def proof_lines(finding: Any, verbose: bool) -> list[str]:
    """The last proof of the certificate, if there is one and it is asked for."""
    if finding.certificate is None or not verbose:
        return []
    return [json.dumps(finding.certificate["entries"][-1]["proof"], ensure_ascii=False, indent=1)]


def is_about(finding: Any, mark: str) -> bool:
    """Does the statement declare vectors (@) or families ([i])?"""
    return any(mark in name for name in finding.script.names)


def witness_lines(finding: Any) -> list[str]:
    """The values of a counterexample, vectors in coordinates."""
    values = finding.counterexample["values"]
    given = [f"  {name.rstrip('@')} = {shown(values[name])}" for name in finding.script.names]
    size = finding.counterexample["size"]
    return given + ([f"  with {size} ind{'ex' if size == 1 else 'ices'} i"] if is_about(finding, "[i]") else [])


def evaluated_lines(e: Any) -> list[str]:
    """Both sides of a relation with their exact values, and whether it holds."""
    where = f"at index {e.index} " if e.index else ""
    left, right = map(shown, e.values)
    width = max(len(e.left), len(e.right))
    return [
        f"  {e.name} {where}{'holds' if e.holds else 'fails'}: {left} {e.operator} {right} is {str(e.holds).lower()}",
        f"    left-hand side   {e.left:{width}} = {left}",
        f"    right-hand side  {e.right:{width}} = {right}",
    ]


def shown(value: Any) -> str:
    """A number, a vector (1, -1/2), or a family of either."""
    return value if isinstance(value, str) else "(" + ", ".join(map(shown, value)) + ")"


# --- explain and list -----------------------------------------------------------------------------


def explain_command(identifier: str, *, page_format: str, output_format: str, quiet: bool, verbose: bool) -> int:
    """Print the page of a claim."""
    from ..output.writers import WIDTH
    from ..proofs.statements.registry import find
    from .explain import explain

    claim = find(identifier)
    script = explain(claim, page_format, width=WIDTH if output_format == "json" else terminal_width(WIDTH))
    data = {"schema": 1, "id": claim.id, "format": page_format, "page": script}
    emit(output_format, text=script, data=data, rows=[Row(claim.id, "ok", claim.title, claim.source.key)])
    return OK


def list_command(ids: tuple[str, ...], *, expression: str | None, source: str | None, supposes: bool,
                 output_format: str, quiet: bool, verbose: bool) -> int:  # fmt: skip
    """Print the selected claims; with `supposes`, those that suppose something or rest on what does, with what."""
    from ..proofs.checking.citing import cited
    from ..proofs.statements.registry import in_words, suppositions

    found = select(ids, expression, source)
    supposed = {c.id: suppositions(c, lambda other: cited(other.script) if supposes else ()) for c in found}
    supposed = {i: {key.removeprefix(f"{i}."): fact for key, fact in s.items()} for i, s in supposed.items()}
    found = [claim for claim in found if supposed[claim.id] or not supposes]
    width = max((len(claim.id) for claim in found), default=0)
    further = width + 2
    if further + 40 > terminal_width(sys.maxsize):  # no room for a column
        width, further = 0, 4
    lines = []
    for claim in found:
        told = [claim.sentence] * verbose + [f"supposes {fact}" for fact in in_words(supposed[claim.id]) if not quiet]
        first = claim.id if quiet else f"{claim.id:{width}}  {claim.expected:8}  {claim.title} [{claim.source}]"
        lines += [hanging(first, further), *(hanging(f"{'':{further}}{line}", further) for line in told)]
    if not quiet:
        lines.append(f"{len(found)} claims" if found else "no claim is selected")
    data = {"schema": 1, "claims": [listed_json(claim) for claim in found]}
    rows = [Row(claim.id, "ok", claim.title, claim.source.key) for claim in found]
    emit(output_format, text="\n".join(lines), data=data, rows=rows)
    return exit_status(rows)


def listed_json(claim: Any) -> dict[str, Any]:
    """One claim of `list --json`."""
    return {
        "id": claim.id,
        "title": claim.title,
        "expected": claim.expected,
        "source": {"key": claim.source.key, "locator": claim.source.locator},
        "printed": claim.printed,
        "sentence": claim.sentence,
        "ledger": list(claim.ledger),
        "corrected": claim.corrected,
        "supposes": dict(claim.supposes),
    }
