"""`novikoff ledger` and `novikoff errata`: what became of every statement of the documents.

Main definitions
    ledger_command   the rows of each document with claim, verdict and trust, and the totals
    errata_command   each false statement with its counterexample, its correction, and what was missing; the rows that a
                     theorem denies; typographical slips
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from ..algorithms.errors import BadInput
from ..output.printing import Row, emit, exit_status, hanging, progress, terminal_width

SHOWN = ("proved", "proved-bounded", "refuted", "tested", "definition", "informal", "missing")
GOOD = frozenset(SHOWN) - {"missing"}
STATUS = {**dict.fromkeys(GOOD, "ok"), "unknown": "inconclusive"}


def ledger_command(
    ids: tuple[str, ...], *, source: str | None, fresh: bool, output_format: str, quiet: bool, verbose: bool
) -> int:
    """Check what the rows rest on and print the rows."""
    from ..proofs.checking import check
    from ..proofs.documents import coverage

    homes = coverage.home(chosen(ids, source))
    wanted = list(dict.fromkeys(claim.id for home in homes for claim in home.claims))
    with progress("ledger", quiet) as tick:
        outcomes = {o.claim.id: o for o in check.check(wanted, replay=not fresh, progress=tick)}
    verdicts = {i: o.verdict if o.as_expected else "error" for i, o in outcomes.items()}
    found = [(home, computed(home, home.verdict(verdicts))) for home in homes]
    table = [Row(home.row.id, STATUS.get(verdict, "failed"), verdict, home.row.document)
             for home, (verdict, _) in found]  # fmt: skip
    entries = [row_json(home, verdict, note, outcomes) for home, (verdict, note) in found]
    data = {"schema": 1, "rows": entries, "summary": summary(entries)}
    emit(output_format, text=ledger_text(entries, quiet, verbose), data=data, rows=table)
    return exit_status(table)


def chosen(ids: Iterable[str], source: str | None) -> list[str]:
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


def computed(home: Any, verdict: str) -> tuple[str, str]:
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
    from ..proofs.statements.registry import in_words

    trust = ", ".join(entry["trust"]["checked_by"]) if entry["trust"] else ""
    about = entry["claim"] or entry["says"]
    about = about if len(about) <= 60 else about[:59] + "…"
    corrected = f" → {entry['corrected']}" if entry["corrected"] else ""
    checked = f"  [{trust}]" if trust else ""
    supposes = "  supposes something" if entry["supposes"] else ""
    lines = [f"  {entry['ledger_id']:{width}}  {entry['verdict']:10}  {about}{corrected}{checked}{supposes}"]
    claims = ", ".join(f"{claim} ({role})" for claim, role in entry["roles"].items())
    more = [f"place: {entry['place']}", f"claims: {claims or '<none>'}", entry["says"]]
    more += [f"supposes {told}" for told in in_words(entry["supposes"])]
    return [hanging(line, 4) for line in lines] + [hanging(f"      {line}", 8) for line in more if line and verbose]


def total(entries: list[dict[str, Any]]) -> str:
    """All counts in words."""
    found = counts(entries)
    return f"{found.pop('rows')} rows: " + ", ".join(f"{n} {v}" for v, n in found.items() if n or v == "missing")


# --- errata ---------------------------------------------------------------------------------------


def errata_command(
    ids: tuple[str, ...], *, source: str | None, page_format: str, output_format: str, quiet: bool, verbose: bool
) -> int:
    """Check the refuted statements and print them with counterexample and correction."""
    from ..proofs.checking import check
    from .selection import select

    wrong = [claim for claim in select(ids, None, source) if claim.expected == "refuted"]
    against = denied(ids, source)
    checked = check.check([*(c.id for c in wrong), *(row["by"] for row in against)], replay=True)
    outcomes = {o.claim.id: o for o in checked}
    table = [Row(c.id, "ok" if outcomes[c.id].as_expected else "failed", c.missing, c.source.key) for c in wrong]
    table += [Row(row["ledger_id"], "ok" if outcomes[row["by"]].as_expected else "failed", f"denied by {row['by']}",
                  row["document"]) for row in against]  # fmt: skip
    found = slips(source) if not ids else []
    data = {"schema": 1, "errata": [erratum_json(c, outcomes[c.id]) for c in wrong], "denied": against, "slips": found}
    text = errata_text(wrong, against, found, page_format, quiet) if wrong or against or found else ""
    emit(output_format, text=text or ("" if quiet else none_wrong(ids)), data=data, rows=table)
    return exit_status([*table, *(Row(slip["ledger_id"], "ok") for slip in found)])


def none_wrong(ids: Iterable[str]) -> str:
    """Why there is no erratum: what is asked for is not refuted; and which claims that are it corrects."""
    from ..proofs.statements.registry import claims, find

    corrected = [f"{c.id} is corrected by {i}" for i in dict.fromkeys(find(i).id for i in ids)
                 for c in claims().values() if c.corrected == i]  # fmt: skip
    return "; ".join([f"there is no erratum to {', '.join(ids) or 'this source'}", *corrected])


def denied(ids: Iterable[str], source: str | None) -> list[dict[str, str]]:
    """The rows that are false by a theorem, where no counterexample to a statement of their own says so: of the claims
    and rows that are asked for, or all.
    """
    from ..proofs.documents import coverage
    from ..proofs.statements.registry import find

    wanted = {i if i in coverage.rows() else find(i).id for i in ids}
    homes = [(home.row, home.claim, home) for home in coverage.home() if home.claim]
    found = [(row, c) for row, c, home in homes if home.role(c) == "denies" and c.expected == "proved"]
    return [{"ledger_id": row.id, "document": row.document, "place": row.place, "by": claim.id, "title": claim.title}
            for row, claim in found
            if source in (None, row.document) and (not wanted or wanted & {row.id, claim.id})]  # fmt: skip


def slips(source: str | None) -> list[dict[str, str]]:
    """The purely typographical slips."""
    from ..proofs.documents import coverage

    slips = [home for home in coverage.home() if home.account and home.account.slip]
    homes = [home for home in slips if source in (None, home.row.document)]
    return [{"ledger_id": h.row.id, "document": h.row.document, "place": h.row.place, "meant": h.account.slip}
            for h in homes if h.account]  # fmt: skip


def erratum_json(claim: Any, outcome: Any) -> dict[str, Any]:
    """One erratum; the statement, counterexample and correction as text."""
    from .explain import erratum

    return {
        "id": claim.id,
        "ledger": list(claim.ledger),
        "source": {"key": claim.source.key, "locator": claim.source.locator},
        "printed": claim.printed,
        "verdict": outcome.verdict,
        "missing": claim.missing,
        "corrected": claim.corrected,
        **erratum(claim, "text"),
    }


def errata_text(
    wrong: list[Any], against: list[dict[str, str]], slips: list[dict[str, str]], page_format: str, quiet: bool
) -> str:
    """Grouped by document, in text or Markdown."""
    from ..output.writers import WIDTH
    from .explain import errata_page

    if quiet:
        return "\n".join([*(claim.id for claim in wrong), *(row["ledger_id"] for row in against)])
    return errata_page(wrong, against, slips, page_format, terminal_width(WIDTH))
