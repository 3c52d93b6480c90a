"""What `check`, `prove`, `explain` and `list` print."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from .algorithms.errors import BadInput
from .output import OK, Row, emit, exit_status, progress, style
from .selection import select

VERDICTS = ("proved", "proved-bounded", "refuted", "tested", "definition", "informal", "unknown", "vacuous", "error")
COLOURS = {"proved": "green", "refuted": "cyan", "unknown": "yellow"}


# --- check ----------------------------------------------------------------------------------------


def check_command(
    ids: tuple[str, ...], *, expression: str | None, source: str | None, engines: tuple[str, ...], jobs: int | None,
    replay: bool, save: str | None, output_format: str, quiet: bool, verbose: bool,
) -> int:  # fmt: skip
    """Check the selected claims and print their verdicts."""
    from .proofs import checking

    unknown = set(engines) - set(checking.ENGINES)
    if unknown:
        raise BadInput(f"there is no engine {sorted(unknown)[0]!r}; engines are {', '.join(checking.ENGINES)}")
    if replay and (set(engines) - {"kernel"} or save):
        raise BadInput("--replay asks the kernel alone; it goes neither with other engines nor with --save")
    if save and not Path(save).resolve().parent.is_dir():
        raise BadInput(f"--save {save}: the folder does not exist")
    chosen = [claim.id for claim in select(ids, expression, source)]
    with progress("check", quiet) as tick:
        outcomes = checking.check(chosen, engines=engines or checking.ENGINES, jobs=jobs, replay=replay, progress=tick)
    if save:
        checking.save(outcomes, Path(save))
    rows = [Row(o.claim.id, status_of(o), explanation(o), o.claim.source.key, o.seconds) for o in outcomes]
    data = {"schema": 1, "claims": [claim_json(o) for o in outcomes], "summary": summary_json(outcomes)}
    emit(output_format, text=check_text(outcomes, quiet, verbose), data=data, rows=rows)
    return exit_status(rows)


def status_of(outcome: Any) -> str:
    """ok, failed, inconclusive or error."""
    if outcome.as_expected:
        return "ok"
    return {"unknown": "inconclusive", "error": "error"}.get(outcome.verdict, "failed")


def explanation(outcome: Any) -> str:
    """Why a claim does not have its expected verdict; nothing if it has."""
    if outcome.as_expected:
        return ""
    return f"{outcome.verdict}, expected {outcome.claim.expected}" + (f": {outcome.reason}" if outcome.reason else "")


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
        "seconds": round(outcome.seconds, 4),
    }
    more = {"reason": outcome.reason, "corrected": claim.corrected, "cost": outcome.cost}
    return data | {key: value for key, value in more.items() if value}


def summary_json(outcomes: list[Any]) -> dict[str, Any]:
    """How many claims have each verdict, and how many the expected one."""
    counts = Counter(o.verdict for o in outcomes)
    return {
        "claims": len(outcomes),
        "as_expected": sum(o.as_expected for o in outcomes),
        **{verdict: counts[verdict] for verdict in VERDICTS},
    }


def check_text(outcomes: list[Any], quiet: bool, verbose: bool) -> str:
    """A line for each claim, and one that counts all verdicts."""
    lines = []
    width = max((len(o.claim.id) for o in outcomes), default=0)
    for o in outcomes:
        if quiet and o.as_expected:
            continue
        said = ", ".join(e if a in ("agrees", o.verdict) else f"{e}: {a}" for e, a in o.engines.items())
        mark = "" if o.as_expected else style("  ← " + explanation(o), fg="red")
        correction = f"  → {o.claim.corrected}" if o.claim.corrected else ""
        verdict = style(f"{o.verdict:8}", fg=COLOURS.get(o.verdict, "red"))
        lines.append(f"{verdict}  {o.claim.id:{width}}  [{said}]{correction}{mark}")
        if verbose:
            rests = ", ".join(o.rests_on) or "<none>"
            lines.append(f"{'':10}{o.claim.source}; rests on {rests}; {1000 * o.seconds:.0f} ms")
    return "\n".join([*lines, summary_line(outcomes)])


def summary_line(outcomes: list[Any]) -> str:
    """All counts in one line; what is 0 is said too."""
    if not outcomes:
        return "no claim is selected"
    summary = summary_json(outcomes)
    counts = ", ".join(f"{summary[v]} {v}" for v in VERDICTS if summary[v] or v in ("proved", "refuted", "unknown", "vacuous", "error"))
    engines = sorted({e for o in outcomes for e in o.engines} - {"kernel"})
    agree = sum(all(o.engines.get(e) == "agrees" for e in engines) for o in outcomes)
    opinions = f"; {' and '.join(engines)} agree{'s' * (len(engines) == 1)} on {agree}" if engines else ""
    return f"{len(outcomes)} claims: {counts}; {summary['as_expected']} as expected{opinions}"


# --- prove ----------------------------------------------------------------------------------------


def prove_command(text: str, *, seed: int, output_format: str, quiet: bool, verbose: bool) -> int:
    """Prove or refute one statement and print what came out."""
    from .proofs.adhoc import prove

    finding = prove(text, seed=seed)
    data: dict[str, Any] = {"schema": 1, "verdict": finding.verdict}
    if finding.certificate is not None:
        data["certificate"] = finding.certificate
    elif finding.counterexample is not None:
        data["counterexample"] = finding.counterexample
    else:
        data["reason"] = finding.reason
    status = {"proved": "ok", "refuted": "failed", "unknown": "inconclusive"}.get(finding.verdict, "error")
    rows = [Row("statement", status, finding.reason or finding.verdict)]
    emit(output_format, text=finding_text(finding, verbose), data=data, rows=rows)
    return exit_status(rows)


def finding_text(finding: Any, verbose: bool) -> str:
    """The verdict in words, with the certificate or the values that break the statement."""
    import json

    verdict = style(finding.verdict, fg=COLOURS.get(finding.verdict, "red"), bold=True)
    if finding.certificate is not None:
        entries = finding.certificate["entries"]
        cited = [entry["statement"]["id"] for entry in entries[:-1]]
        lines = [f"{verdict} in every dimension; the certificate passed the kernel"]
        if cited:
            lines.append(f"using {', '.join(cited)}")
        if verbose:
            lines.append(json.dumps(entries[-1]["proof"], ensure_ascii=False, indent=1))
        return "\n".join(lines)
    if finding.counterexample is not None:
        return "\n".join([f"{verdict}: every hypothesis holds and the conclusion fails at", *witness_lines(finding)])
    return f"{verdict}: {finding.reason}"


def witness_lines(finding: Any) -> list[str]:
    """The values of a counterexample, vectors in coordinates; then both sides of each relation there."""
    witness = finding.counterexample
    declared = {n for n in finding.page.names}
    values = {n.rstrip("@"): v for n, v in witness["values"].items() if n in declared}
    return [f"  {name} = {shown(value)}" for name, value in sorted(values.items())]


def shown(value: Any) -> str:
    """A number, a vector (1, -1/2), or a family of either."""
    return value if isinstance(value, str) else "(" + ", ".join(map(shown, value)) + ")"


# --- explain and list -----------------------------------------------------------------------------


def explain_command(identifier: str, *, page_format: str, output_format: str, quiet: bool, verbose: bool) -> int:
    """Print the page of a claim."""
    from .explain import explain
    from .proofs.ledger import find

    claim = find(identifier)
    page = explain(claim, page_format)
    data = {"schema": 1, "id": claim.id, "format": page_format, "page": page}
    emit(output_format, text=page, data=data, rows=[Row(claim.id, "ok", claim.title, claim.source.key)])
    return OK


def list_command(ids: tuple[str, ...], *, expression: str | None, source: str | None, output_format: str, quiet: bool,
                 verbose: bool) -> int:  # fmt: skip
    """Print the selected claims."""
    found = select(ids, expression, source)
    width = max((len(claim.id) for claim in found), default=0)
    lines = []
    for claim in found:
        lines.append(claim.id if quiet else f"{claim.id:{width}}  {claim.expected:8}  {claim.title} [{claim.source}]")
        if verbose:
            lines.append(f"{'':{width}}  {claim.sentence}")
    if not quiet:
        lines.append(f"{len(found)} claims" if found else "no claim is selected")
    data = {
        "schema": 1,
        "claims": [
            {
                "id": claim.id,
                "title": claim.title,
                "expected": claim.expected,
                "source": {"key": claim.source.key, "locator": claim.source.locator},
                "sentence": claim.sentence,
                "ledger": list(claim.ledger),
                "corrected": claim.corrected,
            }
            for claim in found
        ],
    }
    rows = [Row(claim.id, "ok", claim.title, claim.source.key) for claim in found]
    emit(output_format, text="\n".join(lines), data=data, rows=rows)
    return exit_status(rows)
