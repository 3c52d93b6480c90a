"""`novikoff ledger`: every statement of the documents with claim, verdict and trust, and the totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import click

from ..algorithms.errors import BadInput
from ..algorithms.results import format_count
from ..report.printing import Row, emit, exit_status, hang_indent, progress
from ._shared import command

SHOWN = ("proved", "proved-by-coq", "proved-bounded", "refuted", "tested", "definition", "informal", "missing")
GOOD = frozenset(SHOWN) - {"missing"}
STATUS = {**dict.fromkeys(GOOD, "ok"), "unknown": "inconclusive"}


@command(
    click.argument("ids", nargs=-1, metavar="[ROW]..."),
    click.option("--source", metavar="KEY", help="Only rows of this document (tutorial, notes, …, relations)."),
    click.option("--fresh", is_flag=True, help="Prove everything from scratch instead of replaying certificates."),
)
def ledger_command(
    ids: tuple[str, ...], *, source: str | None, fresh: bool, output_format: str, quiet: bool, verbose: bool
) -> int:
    """List every statement of the five documents, with its claims and its verdict.

    \b
    novikoff ledger -q                      the totals, and statements that are not accounted for
    novikoff ledger --source lecture -v     with places, all claims and their roles
    novikoff ledger --json                  one entry for each statement

    The claims that state a source statement, or a part of it, decide its verdict. A claim that contradicts it
    counts with the opposite verdict. If one of these verdicts is refuted, the statement is refuted; otherwise it
    has the weakest of them. Without such claims, it has the verdict of its account. Corrections, consequences, and
    false statements that show what the source lacks do not count. But if any claim of the statement is vacuous,
    unknown or an error, so is the statement. The command asks Coq about claims that only Coq proves; without coqc
    they are unknown.
    """
    from ..proofs.checking import check
    from ..proofs.documents import coverage
    from ..proofs.export.coq import available

    homes = coverage.home(choose_rows(ids, source))
    wanted = list(dict.fromkeys(claim.id for home in homes for claim in home.claims))
    with progress("ledger", quiet) as tick:
        outcomes = {o.claim.id: o for o in check.check(wanted, replay=not fresh, progress=tick)}
    if available() and (left := [i for i in wanted if outcomes[i].claim.coq]):
        outcomes |= {o.claim.id: o for o in check.check(left, engines="coq")}
    unasked = {i for i, o in outcomes.items() if o.claim.coq and o.verdict == "unknown"}
    verdicts = {i: o.verdict if o.as_expected or i in unasked else "error" for i, o in outcomes.items()}
    found = [(home, compute_verdicts(home, home.verdict(verdicts))) for home in homes]
    table = [Row(home.row.id, STATUS.get(verdict, "failed"), verdict, home.row.document)
             for home, (verdict, _) in found]  # fmt: skip
    entries = [row_json(home, verdict, note, outcomes) for home, (verdict, note) in found]
    data = {"schema": 1, "rows": entries, "summary": summary(entries)}
    emit(output_format, text=ledger_text(entries, quiet, verbose), data=data, rows=table)
    return exit_status(table)


def choose_rows(ids: Iterable[str], source: str | None) -> list[str]:
    """The rows that are asked for; BadInput for a row or document that there is not."""
    from ..proofs.documents import coverage

    known = coverage.rows()
    unknown = [i for i in ids if i not in known]
    documents = list(dict.fromkeys(row.document for row in known.values()))
    if unknown:
        raise BadInput(f"the ledger has no row {unknown[0]!r}; `novikoff ledger` shows all")
    if source is not None and source not in documents:
        raise BadInput(f"--source {source}: no document of the ledger has this key; they are {', '.join(documents)}")
    return [i for i in (ids or known) if source in (None, known[i].document)]


def compute_verdicts(home: Any, verdict: str) -> tuple[str, str]:
    """The verdict once the row's example, if it rests on one, is computed; and how many examples agree."""
    from ..proofs.documents.coverage import Disagrees

    if verdict != "tested" or home.account is None or home.account.compute is None:
        return verdict, ""
    try:
        return verdict, f"{home.account.compute()} exact examples"
    except Disagrees as problem:
        return "error", str(problem)


def row_json(home: Any, verdict: str, note: str, outcomes: Mapping[str, Any]) -> dict[str, Any]:
    """One row as JSON; `trust` is that of its claim, null where no claim carries the verdict; `supposes` has what the
    claims suppose that decide on the row.
    """
    claim = home.claim
    trust = outcomes[claim.id].trust.json() if claim else None
    supposed = {key: fact for c in home.decisive for key, fact in outcomes[c.id].trust.supposed.items()}
    return {
        "ledger_id": home.row.id,
        "document": home.row.document,
        "place": home.row.place,
        "claim": claim.id if claim else None,
        "claims": [c.id for c in home.claims],
        "roles": {c.id: home.role(c) for c in home.claims},
        "verdict": verdict,
        "corrected": home.corrected,
        "supposes": supposed,
        "says": "; ".join(filter(None, [home.account.says if home.account else "", note])),
        "trust": trust,
    }


def summary(entries: list[dict[str, Any]]) -> dict[str, Any]:
    """How many rows have each verdict, in all and by document."""
    documents = dict.fromkeys(entry["document"] for entry in entries)
    by_document = {d: counts([e for e in entries if e["document"] == d]) for d in documents}
    return {**counts(entries), "documents": by_document}


def counts(entries: list[dict[str, Any]]) -> dict[str, int]:
    """How many there are, and how many with each verdict."""
    found = Counter(entry["verdict"] for entry in entries)
    return {"rows": len(entries), **{v: found[v] for v in (*SHOWN, *sorted(set(found) - set(SHOWN)))}}


def ledger_text(entries: list[dict[str, Any]], quiet: bool, verbose: bool) -> str:
    """The rows by document; with `quiet`, only the totals and what is not accounted for."""
    lines: list[str] = []
    width = max((len(e["ledger_id"]) for e in entries), default=0)
    for document in dict.fromkeys(e["document"] for e in entries):
        mine = [e for e in entries if e["document"] == document]
        shown = [e for e in mine if not quiet or e["verdict"] not in GOOD]
        lines += [f"{document}: {total(mine)}", *(line for e in shown for line in row_lines(e, width, verbose)), ""]
    return "\n".join([*lines, f"all documents: {total(entries)}"])


def row_lines(entry: dict[str, Any], width: int, verbose: bool) -> list[str]:
    """Row, verdict, claim, trust; with `verbose`, the place, all claims, what the account says, what is supposed."""
    from ..proofs.statements.registry import format_suppositions

    trust = ", ".join(entry["trust"]["checked_by"]) if entry["trust"] else ""
    about = entry["claim"] or entry["says"]
    about = about if len(about) <= 60 else about[:59] + "…"
    corrected = f" → {entry['corrected']}" if entry["corrected"] else ""
    checked = f"  [{trust}]" if trust else ""
    supposes = "  supposes something" if entry["supposes"] else ""
    lines = [f"  {entry['ledger_id']:{width}}  {entry['verdict']:10}  {about}{corrected}{checked}{supposes}"]
    claims = ", ".join(f"{claim} ({role})" for claim, role in entry["roles"].items())
    more = [f"place: {entry['place']}", f"claims: {claims or '<none>'}", entry["says"]]
    more += [f"supposes {told}" for told in format_suppositions(entry["supposes"])]
    return [hang_indent(line, 4) for line in lines] + [
        hang_indent(f"      {line}", 8) for line in more if line and verbose
    ]


def total(entries: list[dict[str, Any]]) -> str:
    """All counts in words."""
    found = counts(entries)
    rows = format_count(found.pop("rows"), "row")
    return f"{rows}: " + ", ".join(f"{n} {v}" for v, n in found.items() if n or v == "missing")
