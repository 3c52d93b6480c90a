"""Every row of the documents is accounted for, and the verdict on a row is the weakest of what it rests on."""

import json
from pathlib import Path

import pytest
from novikoff.proofs import rows
from novikoff.proofs.ledger import Claim, cite, claims
from novikoff.proofs.rows import Account, Home, Row

SHARED = Path(__file__).parents[3] / "shared" / "ledger" / "claims.json"


def claim(identifier, expected="proved"):
    return Claim(identifier, "", cite("iml", "nowhere"), expected, lambda p: None, ("a-row",))


def verdict(*found, account=None):
    """The verdict on a row with a claim for each (expected, found) and perhaps an account."""
    own = tuple(claim(f"c{n}", expected) for n, (expected, _) in enumerate(found))
    given = account and Account("a-row", account, "")
    return Home(Row("a-row", "iml", ""), own, given).verdict({f"c{n}": v for n, (_, v) in enumerate(found)})


@pytest.mark.parametrize(
    ("expected", "found", "account"),
    [
        ("proved", ["proved", "proved"], None),
        ("proved-bounded", ["proved", "proved-bounded"], None),
        ("unknown", ["proved", "unknown", "proved-bounded"], None),
        ("error", ["error", "proved"], None),
        ("refuted", ["proved", "refuted"], None),
        ("refuted", ["refuted"], "definition"),
        ("error", ["refuted", "error"], None),
        ("vacuous", ["refuted", "vacuous"], None),
        ("definition", ["proved"], "definition"),
        ("unknown", ["unknown"], "definition"),
        ("unknown", ["proved", "proved"], "unknown"),
        ("tested", [], "tested"),
        ("informal", [], "informal"),
        ("missing", [], None),
    ],
)
def test_the_verdict_on_a_row(expected, found, account):
    assert verdict(*((("refuted" if v == "refuted" else "proved"), v) for v in found), account=account) == expected


def test_the_claim_of_a_row_is_the_one_that_refutes_it():
    home = Home(Row("a-row", "iml", ""), (claim("holds"), claim("printed", "refuted")), None)
    assert home.claim.id == "printed"
    assert Home(Row("a-row", "iml", ""), (claim("holds"), claim("more")), None).claim.id == "holds"
    assert Home(Row("a-row", "iml", ""), (), None).claim is None


def test_every_row_has_a_home():
    nobody = [home.row.id for home in rows.home() if not home.claims and home.account is None]
    assert nobody == []


def test_no_claim_names_a_row_that_there_is_not():
    named = {(c.id, row) for c in claims().values() for row in c.ledger}
    assert {(identifier, row) for identifier, row in named if row not in rows.rows()} == set()


@pytest.mark.skipif(not SHARED.exists(), reason="the list of statements is not beside the project")
def test_no_statement_is_left_out():
    listed = [row["id"] for row in json.loads(SHARED.read_text(encoding="utf-8"))["claims"]]
    assert list(rows.rows()) == listed


def test_every_row_belongs_to_a_document_of_the_bibliography():
    documents = {row.document for row in rows.rows().values()}
    assert documents == {"tutorial", "notes", "lecture", "slides", "iml", rows.RELATIONS}
    assert all(cite(document, "") for document in documents - {rows.RELATIONS})


def test_examples_agree_with_the_documents():
    computed = {row: a.compute() for row, a in rows.accounts().items() if a.compute is not None}
    assert [row for row, count in computed.items() if count < 1] == []


def test_accounts_say_something():
    assert [a.row for a in rows.accounts().values() if len(a.says.split()) < 4] == []


def test_an_account_is_for_a_row_that_there_is_and_only_once(monkeypatch):
    monkeypatch.setattr(rows, "_accounts", {})
    with pytest.raises(KeyError, match="no row"):
        rows.definition("000-nowhere", "nothing")
    rows.informal("000-in-r3", "it is said twice")
    with pytest.raises(ValueError, match="accounted for twice"):
        rows.definition("000-in-r3", "it is said twice")
