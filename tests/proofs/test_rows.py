"""Every row of the documents is accounted for, and the verdict on a row is the weakest of what it rests on."""

import json
from pathlib import Path

import pytest

from novikoff.proofs.documents import coverage
from novikoff.proofs.documents.coverage import Account, Home, Row
from novikoff.proofs.statements.registry import ROLES, Claim, cite, claims

SHARED = Path(__file__).parents[3] / "shared" / "ledger" / "claims.json"


def claim(identifier, expected="proved", role="", **more):
    return Claim(identifier, "", cite("iml", "nowhere"), expected, lambda p: None, {"a-row": role}, **more)


def home_of(*own, account=None):
    return Home(Row("a-row", "iml", ""), own, account and Account("a-row", account, ""))


def verdict(*found, account=None):
    """The verdict on a row with a claim for each verdict, perhaps after a role, and perhaps an account."""
    pairs = [given.split() if " " in given else ["", given] for given in found]
    own = [claim(f"c{n}", "refuted" if v == "refuted" else "proved", role) for n, (role, v) in enumerate(pairs)]
    return home_of(*own, account=account).verdict({f"c{n}": v for n, (_, v) in enumerate(pairs)})


@pytest.mark.parametrize(
    ("expected", "found", "account"),
    [
        ("proved", ["proved", "proved"], None),
        ("proved-bounded", ["proved", "proved-bounded"], None),
        ("unknown", ["proved", "unknown", "proved-bounded"], None),
        ("error", ["error", "proved"], None),
        ("refuted", ["proved", "refuted"], None),
        ("error", ["refuted", "error"], None),
        ("vacuous", ["refuted", "vacuous"], None),
        ("definition", ["proved"], "definition"),
        ("unknown", ["unknown"], "definition"),
        ("unknown", ["proved", "proved"], "unknown"),
        ("tested", [], "tested"),
        ("informal", [], "informal"),
        ("missing", [], None),
        ("proved", ["proved", "denies refuted"], None),
        ("proved", ["denies refuted"], None),
        ("refuted", ["proved", "denies proved"], None),
        ("proved", ["proved", "lacks refuted"], None),
        ("error", ["proved", "lacks error"], None),
        ("missing", ["follows proved"], None),
        ("refuted", ["refuted", "corrects proved"], None),
        ("unknown", ["refuted", "corrects unknown"], None),
        ("definition", ["lacks refuted", "follows proved"], "definition"),
        ("refuted", ["states refuted"], "definition"),
    ],
)
def test_the_verdict_on_a_row(expected, found, account):
    assert verdict(*found, account=account) == expected


def test_a_claim_that_only_names_a_row_states_it_unless_an_account_or_a_false_claim_does():
    holds, false = claim("holds"), claim("false", "refuted", corrected="holds")
    beside, apart = claim("beside"), claim("apart", "refuted", "lacks", corrected="beside")
    home = home_of(holds, false, beside, apart)
    assert [home.role(c) for c in home.claims] == ["corrects", "states", "follows", "lacks"]
    assert [home_of(holds, account="definition").role(holds), home_of(holds).role(holds)] == ["follows", "states"]


def test_the_claim_of_a_row_is_the_one_that_decides_it():
    def own(*given):
        found = home_of(*given).claim
        return found and found.id

    assert own(claim("holds"), claim("printed", "refuted")) == "printed"
    assert own(claim("holds"), claim("false", "refuted", "denies")) == "holds"
    assert own(claim("more", role="follows"), claim("holds")) == "holds"
    assert own(claim("holds"), claim("more")) == "holds"
    assert own(claim("only", role="follows")) == "only"
    assert own() is None


def test_every_row_has_a_home():
    nobody = [home.row.id for home in coverage.home() if not home.claims and home.account is None]
    assert nobody == []


@pytest.mark.parametrize("home", coverage.home(), ids=lambda home: home.row.id)
def test_each_row_agrees_with_all_its_claims(home):
    verdicts = {c.id: c.expected for c in home.claims}
    decided = {c.id: home.says(c, c.expected) for c in home.decisive}
    verdict = home.verdict(verdicts)
    assert bool(home.decisive) != (home.account is not None), "either claims decide on a row, or its account does"
    assert ("refuted" in decided.values()) == (verdict == "refuted")
    if verdict == "proved":
        assert set(decided.values()) == {"proved"}
    if verdict == "refuted":
        assert claims()[home.corrected].expected == "proved", "what holds instead is shown"
    for claim in home.claims:
        allowed = {"states", "denies", "lacks"} if claim.expected == "refuted" else set(ROLES) - {"lacks"}
        assert home.role(claim) in allowed
        assert claim.printed or home.role(claim) in ("denies", "lacks"), "what nobody printed states no row"


def test_what_a_document_has_wrong_refutes_a_row_of_it():
    documents = {row.document for row in coverage.rows().values()} - {coverage.RELATIONS}
    for claim in claims().values():
        if claim.expected == "refuted" and claim.printed and claim.source.key in documents:
            stated = [r for r in claim.ledger if Home(coverage.rows()[r], (claim,), None).decisive]
            assert claim.source.key in {coverage.rows()[r].document for r in stated}, claim.id


def test_what_is_called_as_printed_is_printed():
    assert [c.id for c in claims().values() if c.id.endswith("-as-printed") and not c.printed] == []


def test_no_claim_names_a_row_that_there_is_not():
    named = {(c.id, row) for c in claims().values() for row in c.ledger}
    assert {(identifier, row) for identifier, row in named if row not in coverage.rows()} == set()


@pytest.mark.skipif(not SHARED.exists(), reason="the list of statements is not beside the project")
def test_no_statement_is_left_out():
    listed = [row["id"] for row in json.loads(SHARED.read_text(encoding="utf-8"))["claims"]]
    assert list(coverage.rows()) == listed


def test_every_row_belongs_to_a_document_of_the_bibliography():
    documents = {row.document for row in coverage.rows().values()}
    assert documents == {"tutorial", "notes", "lecture", "slides", "iml", coverage.RELATIONS}
    assert all(cite(document, "") for document in documents - {coverage.RELATIONS})


def test_examples_agree_with_the_documents():
    computed = {row: a.compute() for row, a in coverage.accounts().items() if a.compute is not None}
    assert [row for row, count in computed.items() if count < 1] == []


def test_accounts_say_something():
    assert [a.row for a in coverage.accounts().values() if len(a.says.split()) < 4] == []


def test_an_account_is_for_a_row_that_there_is_and_only_once(monkeypatch):
    monkeypatch.setattr(coverage, "_accounts", {})
    with pytest.raises(KeyError, match="no row"):
        coverage.definition("000-nowhere", "nothing")
    coverage.informal("000-in-r3", "it is said twice")
    with pytest.raises(ValueError, match="accounted for twice"):
        coverage.definition("000-in-r3", "it is said twice")
