"""The statements of the documents: the claims that decide them, and their errors.

Main definitions: `read_ledger`, `Ledger`, `read_errata`, `Errata`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..algorithms.command_results import format_count
from ..algorithms.errors import BadInput
from ..report.document_formats import WIDTH, Block, Words
from ..report.result_output import Reported, Row, exit_status, hang_indent, progress, terminal_width, to_blocks

if TYPE_CHECKING:
    from ..proofs.documents.coverage import Home

SHOWN = ("proved", "proved-by-coq", "proved-with-added-hypothesis", "proved-bounded", "refuted", "tested", "definition",
         "informal", "missing")
GOOD = frozenset(SHOWN) - {"missing"}
STATUS = {**dict.fromkeys(GOOD, "ok"), "unknown": "inconclusive"}


@dataclass(frozen=True, repr=False)
class Ledger(Reported):
    """The selected rows, as data."""

    entries: Sequence[dict[str, Any]]

    def in_short(self) -> str:
        return total(self.entries)

    def rows(self) -> list[Row]:
        return [Row(e["ledger_id"], STATUS.get(e["verdict"], "failed"), e["verdict"], e["document"])
                for e in self.entries]

    def json(self) -> dict[str, Any]:
        return {"schema": 2, "rows": self.entries, "summary": summary(self.entries)}

    def blocks(self, quiet: bool = False, verbose: bool = False) -> list[Block]:
        """Return the rows by document; with `quiet`, only the totals and the rows without a good verdict."""
        lines: list[str] = []
        width = max((len(e["ledger_id"]) for e in self.entries), default=0)
        for document in dict.fromkeys(e["document"] for e in self.entries):
            mine = [e for e in self.entries if e["document"] == document]
            shown = [e for e in mine if not quiet or e["verdict"] not in GOOD]
            lines.append(hang_indent(f"{document}: {total(mine)}", 4))
            lines += [*(line for e in shown for line in row_lines(e, width, verbose)), ""]
        return to_blocks([*lines, hang_indent(f"all documents: {total(self.entries)}", 4)])


def read_ledger(
    ids: Iterable[str] = (), source: str | None = None, *, fresh: bool = False, quiet: bool | None = None
) -> Ledger:
    """Return every statement of the documents, or these rows, with claims and verdict; `fresh` proves them from
    scratch.

    Raises `BadInput` for an unknown row or document.
    """
    from ..proofs.checking import ledger_check
    from ..proofs.documents import coverage
    from ..proofs.export.coq import available

    homes = coverage.home(choose_rows(ids, source))
    wanted = list(dict.fromkeys(claim.id for home in homes for claim in home.claims))
    with progress("ledger", quiet) as tick:
        outcomes = {o.claim.id: o for o in ledger_check.check(wanted, replay=not fresh, progress=tick)}
    if available() and (left := [i for i in wanted if outcomes[i].claim.coq]):
        outcomes |= {o.claim.id: o for o in ledger_check.check(left, engines="coq")}
    unasked = {i for i, o in outcomes.items() if o.claim.coq and o.verdict == "unknown"}
    verdicts = {i: o.verdict if o.as_expected or i in unasked else "error" for i, o in outcomes.items()}
    return Ledger([row_json(home, home.verdict(verdicts), outcomes) for home in homes])


def choose_rows(ids: Iterable[str], source: str | None) -> list[str]:
    """Return the ids of the selected rows. Raises `BadInput` for an unknown row or document."""
    from ..proofs.documents import coverage

    known = coverage.rows()
    unknown = [i for i in ids if i not in known]
    documents = list(dict.fromkeys(row.document for row in known.values()))
    if unknown:
        raise BadInput(f"no document has a statement {unknown[0]!r}; `novikoff ledger` lists all statements")
    if source is not None and source not in documents:
        raise BadInput(f"--source {source}: no document of the ledger has this key; they are {', '.join(documents)}")
    return [i for i in (ids or known) if source in (None, known[i].document)]


def row_json(home: Any, verdict: str, outcomes: Mapping[str, Any]) -> dict[str, Any]:
    """Return one row as JSON data.

    `trust` is the trust of its claim, null without a claim. `adds` and `supposes` have the hypotheses that the deciding
    claims add to the source, and the hypotheses that they suppose without proof.
    """
    from ..proofs.documents.coverage import errata

    claim, erratum = home.claim, errata().get(home.row.id)
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
        "adds": home.adds,
        "supposes": supposed,
        "says": home.account.says if home.account else home.differs,
        "grade": erratum.grade if erratum else None,
        "trust": trust,
    }


def summary(entries: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return how many rows have each verdict, in all and by document."""
    documents = dict.fromkeys(entry["document"] for entry in entries)
    by_document = {d: counts([e for e in entries if e["document"] == d]) for d in documents}
    return {**counts(entries), "documents": by_document}


def counts(entries: Sequence[dict[str, Any]]) -> dict[str, int]:
    """Return the number of rows, and the number with each verdict."""
    found = Counter(entry["verdict"] for entry in entries)
    return {"rows": len(entries), **{v: found[v] for v in (*SHOWN, *sorted(set(found) - set(SHOWN)))}}


def row_lines(entry: dict[str, Any], width: int, verbose: bool) -> list[str]:
    """Return the lines of a row: verdict, claim, trust, and added hypotheses.

    With `verbose`, also the place, all claims, the text of the source where it differs, and the supposed hypotheses.
    """
    from ..proofs.statements.registry import format_suppositions

    trust = ", ".join(entry["trust"]["checked_by"]) if entry["trust"] else ""
    about = entry["claim"] or entry["says"]
    about = about if len(about) <= 60 else about[:59] + "…"
    corrected = f" → {entry['corrected']}" if entry["corrected"] else ""
    checked = f"  [{trust}]" if trust else ""
    supposes = "  supposes something" if entry["supposes"] else ""
    lines = [f"  {entry['ledger_id']:{width}}  {entry['verdict']:10}  {about}{corrected}{checked}{supposes}"]
    lines += [f"      added: {words}" for words in format_suppositions(entry["adds"])]
    claims = ", ".join(f"{claim} ({role})" for claim, role in entry["roles"].items())
    more = [f"place: {entry['place']}", f"claims: {claims or '<none>'}", entry["says"] and f"source: {entry['says']}"]
    more += [f"erratum: {entry['grade']}"] if entry["grade"] else []
    more += [f"supposes {told}" for told in format_suppositions(entry["supposes"])]
    return [hang_indent(line, 4) for line in lines] + [
        hang_indent(f"      {line}", 8) for line in more if line and verbose
    ]


def total(entries: Sequence[dict[str, Any]]) -> str:
    """Return all counts as text."""
    found = counts(entries)
    rows = format_count(found.pop("rows"), "source statement")
    return f"{rows}: " + ", ".join(f"{n} {v}" for v, n in found.items() if n or v == "missing")


@dataclass(frozen=True, repr=False)
class Errata(Reported):
    """The refuted claims with their outcomes, the rows that theorems deny, misprints, and rows that lack a hypothesis.
    """

    ids: Sequence[str]
    wrong: Sequence[Any]
    outcomes: Mapping[str, Any]
    denied: Sequence[dict[str, str]]
    slips: Sequence[dict[str, str]]
    added: Sequence[dict[str, str]]
    page_format: str = "text"

    @property
    def exit_status(self) -> int:
        return exit_status([*self.rows(), *(Row(row["ledger_id"], "ok") for row in (*self.slips, *self.added))])

    def in_short(self) -> str:
        return f"{len(self.wrong)} refuted, {len(self.denied)} denied, {len(self.slips)} misprinted"

    def rows(self) -> list[Row]:
        found = [(c.id, c.id, c.missing, c.source.key) for c in self.wrong]
        found += [(d["ledger_id"], d["by"], f"denied by {d['by']}", d["document"]) for d in self.denied]
        return [Row(name, "ok" if self.outcomes[claim].as_expected else "failed", says, source)
                for name, claim, says, source in found]

    def json(self) -> dict[str, Any]:
        entries = [erratum_json(c, self.outcomes[c.id]) for c in self.wrong]
        return {"schema": 1, "errata": entries, "denied": self.denied, "slips": self.slips, "added": self.added}

    def blocks(self, quiet: bool = False, verbose: bool = False) -> list[Block]:
        """Return the page in its format, grouped by document; with `quiet`, the ids."""
        from ..report.claim_text import errata_page

        if quiet:
            return [Words([name]) for name in (*(c.id for c in self.wrong), *(d["ledger_id"] for d in self.denied))]
        if not (self.wrong or self.denied or self.slips or self.added):
            return [Words([nothing_wrong_text(self.ids)])]
        page = errata_page(self.wrong, self.denied, self.slips, self.added, self.page_format, terminal_width(WIDTH))
        return [Words([page])]


def read_errata(ids: Sequence[str] = (), source: str | None = None, page_format: str = "text") -> Errata:
    """Return the errors of the documents, or of one of them; `page_format` is a key of `document_formats.WRITERS`."""
    from ..proofs.checking import ledger_check
    from .claim_selection import select

    homes = find_homes(ids, source)
    stated = [i for i in ids if is_stated(i)]
    named = select(stated, None, source) if stated or not ids else []
    wrong, denied = [claim for claim in named if claim.expected == "refuted"], denied_rows(homes)
    checked = ledger_check.check([*(c.id for c in wrong), *(row["by"] for row in denied)], replay=True)
    outcomes = {o.claim.id: o for o in checked}
    return Errata(ids, wrong, outcomes, denied, slips(homes, ids), added_rows(homes), page_format)


def find_homes(ids: Iterable[str], source: str | None) -> list[Home]:
    """Return the source statements that `ids` name, by their own id or by the claim that decides them; without `ids`,
    all. Raises `BadInput` for an unknown id.
    """
    from ..proofs.documents import coverage
    from ..proofs.statements.registry import find

    wanted = {i if i in coverage.rows() else find(i).id for i in ids}
    return [h for h in coverage.home() if source in (None, h.row.document)
            and (not wanted or wanted & {h.row.id, h.claim and h.claim.id})]


def is_stated(identifier: str) -> bool:
    """Return whether an id names a claim, or a source statement that has claims."""
    from ..proofs.documents import coverage

    return identifier not in coverage.rows() or any(home.claims for home in coverage.home([identifier]))


def nothing_wrong_text(ids: Iterable[str]) -> str:
    """Return a sentence that the selected claims have no erratum, and which refuted claims they correct."""
    from ..proofs.statements.registry import claims, find

    corrected = [f"{c.id} is corrected by {i}" for i in dict.fromkeys(find(i).id for i in ids if is_stated(i))
                 for c in claims().values() if c.corrected == i]
    return "; ".join([f"there is no erratum to {', '.join(ids) or 'this source'}", *corrected])


def denied_rows(homes: Iterable[Home]) -> list[dict[str, str]]:
    """Return the rows that a theorem denies, without a counterexample to a statement of their own."""
    found = [(h, h.claim) for h in homes if h.claim]
    return [{**_place_of(h.row), "by": claim.id, "title": claim.title, **erratum_of(h.row.id)}
            for h, claim in found if h.role(claim) == "denies" and claim.expected == "proved"]


def _place_of(row: Any) -> dict[str, str]:
    return {"ledger_id": row.id, "document": row.document, "place": row.place}


def erratum_of(*rows: str) -> dict[str, Any]:
    """Return grade, quotation and reason of the first row that has an erratum, as JSON data; null without one."""
    from ..proofs.documents.coverage import errata

    found = next((errata()[row] for row in rows if row in errata()), None)
    return {name: found and getattr(found, name) for name in ("grade", "quote", "wrong")}


def added_rows(homes: Iterable[Home]) -> list[dict[str, str]]:
    """Return the rows without counterexample that are proved with an added hypothesis."""
    from ..proofs.documents.coverage import errata

    return [{**_place_of(h.row), "by": h.claim.id, "adds": "; ".join(dict.fromkeys(h.adds.values()))}
            for h in homes if h.adds and h.row.id not in errata() and h.claim and h.corrected is None]


def slips(homes: Iterable[Home], ids: Collection[str]) -> list[dict[str, str]]:
    """Return the purely typographical slips of the rows in `ids`; without `ids`, of all."""
    return [{**_place_of(h.row), "meant": h.account.slip} for h in homes
            if h.account and h.account.slip and (not ids or h.row.id in ids)]


def erratum_json(claim: Any, outcome: Any) -> dict[str, Any]:
    """Return one erratum as JSON data, with the statement, counterexample and correction as text."""
    from ..report.claim_text import erratum

    return {
        "id": claim.id,
        "ledger": list(claim.ledger),
        "source": {"key": claim.source.key, "locator": claim.source.locator},
        "printed": claim.printed,
        "verdict": outcome.verdict,
        "missing": claim.missing,
        "corrected": claim.corrected,
        **erratum_of(*(claim.ledger if claim.printed else ())),
        **erratum(claim, "text"),
    }
