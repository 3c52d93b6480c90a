"""Every row of the documents is accounted for, and the verdict on a row is the weakest of what it rests on."""

import json
import re
from pathlib import Path

import pytest

from novikoff.proofs import evidence
from novikoff.proofs.documents import coverage
from novikoff.proofs.documents.coverage import GRADES, RESTRICTED, Account, Erratum, Home, Row
from novikoff.proofs.statements.registry import ROLES, Claim, cite, claims

from ..statement_files import read_statements

HERE = Path(__file__).parent
SHARED = HERE.parents[2] / "shared" / "ledger" / "claims.json"
SOURCES = SHARED.parents[1] / "sources"
DEGENERATE = re.compile(r"[^\s@*+]+ > 0|([^\s@]+)@\1 > 0|.* != 0")  # a number or vector is not 0
STATED = {*re.findall(r"^[\w-]+\.\w+$", (HERE / "stated_hypotheses.txt").read_text(), re.MULTILINE)}


def claim(identifier, expected="proved", role="", **more):
    return Claim(identifier, "", cite("iml", "nowhere"), expected, lambda p: None, {"a-row": role}, **more)


def home_of(*own, account=None):
    return Home(Row("a-row", "iml", ""), own, account and Account("a-row", account, ""))


def verdict(*found, account=None):
    """The verdict on a row with a claim for each verdict, perhaps after a role, and perhaps an account."""
    pairs = [given.split() if " " in given else ["", given] for given in found]
    own = [claim(f"c{n}", "refuted" if v == "refuted" else "proved", role) for n, (role, v) in enumerate(pairs)]
    return home_of(*own, account=account).verdict({f"c{n}": v for n, (_, v) in enumerate(pairs)})


@pytest.mark.parametrize(("account", "expected", "found"), [
    (account, each.note, each.text) for account, cases in read_statements(HERE / "row_verdicts.txt").items()
    for each in cases
])
def test_the_verdict_on_a_row(account, expected, found):
    given = [] if found == "no claim" else found.split(", ")
    assert verdict(*given, account=None if account == "no account" else account) == expected


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


def test_every_row_has_a_home_and_every_erratum_a_document():
    nobody = [home.row.id for home in coverage.home() if not home.claims and home.account is None]
    assert nobody == []
    documents = {row.document for row in coverage.rows().values()} - {coverage.RELATIONS}
    for claim in claims().values():
        if claim.expected == "refuted" and claim.printed and claim.source.key in documents:
            graded = [r for r in claim.ledger if r in coverage.errata()]
            assert claim.source.key in {coverage.rows()[r].document for r in graded}, claim.id


@pytest.mark.parametrize("home", coverage.home(), ids=lambda home: home.row.id)
def test_each_row_agrees_with_all_its_claims(home):
    verdicts = {c.id: c.expected for c in home.claims}
    decided = {c.id: home.says(c, c.expected) for c in home.decisive}
    verdict = home.verdict(verdicts)
    assert bool(home.decisive) != (home.account is not None), "either claims decide on a row, or its account does"
    assert ("refuted" in decided.values()) == (verdict == "refuted")
    if verdict == "proved":
        assert set(decided.values()) == {"proved"}
    assert (verdict == RESTRICTED) == bool(home.adds)
    if verdict == "refuted":
        assert claims()[home.corrected].expected == "proved", "what holds instead is shown"
    for claim in home.claims:
        allowed = {"states", "denies", "lacks"} if claim.expected == "refuted" else set(ROLES)
        assert home.role(claim) in allowed
        assert claim.printed or home.role(claim) in ("denies", "lacks"), "what nobody printed states no row"
    # The grade of an erratum agrees with the verdict
    found = coverage.errata().get(home.row.id)
    assert (verdict == "refuted") == (found is not None and found.grade == "false")
    if found and found.grade == "lacks a hypothesis":
        assert verdict in (RESTRICTED, "definition")
        assert "lacks" in map(home.role, home.claims), "a claim shows the lack"
    if found:
        assert not re.search(r"(?<!Eq)\. ", found.wrong), "it is one sentence"
        assert found.wrong.endswith(".")
    # A row is restricted just if a claim adds what its source lacks
    derived = home.row.document == coverage.RELATIONS or "derived" in home.row.place  # the row has its hypotheses
    for claim in () if derived else home.decisive:
        if claim.expected == "proved" and home.role(claim) != "denies":
            script = claim.script
            given = script.assumptions | (script.run_spec.when if script.run_spec else {})
            found = {n for n, r in given.items() if DEGENERATE.fullmatch(str(r)) and f"{claim.id}.{n}" not in STATED}
            assert found <= set(claim.adds), f"{claim.id} has {found}: is it stated, or added?"
            assert not (claim.adds and home.role(claim) == "states") or claim.ledger[home.row.id] == "states"


def test_what_a_claim_adds_is_needed_and_not_stated_in_vain():
    kinds = json.loads(evidence.read_evidence(evidence.NECESSITY))
    names = {(c.id, name) for c in claims().values() for name in c.adds if name}
    assert {(i, name) for i, name in names if kinds[i][name]["kind"] == "superfluous"} == set()
    known = {f"{c.id}.{n}" for c in claims().values() if c.expected == "proved"
             for n in (*c.script.assumptions, *(c.script.run_spec.when if c.script.run_spec else ()))}
    assert known >= STATED


def test_the_role_in_a_row_depends_on_the_grade_of_its_erratum(monkeypatch):
    holds, false = claim("holds"), claim("false", "refuted", corrected="holds")
    more = claim("more", adds={"": "w ≠ 0"})
    found = {}
    for grade in GRADES:
        monkeypatch.setattr(coverage, "errata", lambda grade=grade: {"a-row": Erratum("a-row", grade, "", "")})
        found[grade] = [home_of(holds, false).role(c) for c in (holds, false)]
    assert found == {"false": ["corrects", "states"], "lacks a hypothesis": ["states", "lacks"],
                     "unkind reading": ["states", "lacks"]}
    assert home_of(more).role(more) == "restricts"
    assert Home(Row("a-row", coverage.RELATIONS, ""), (more,), None).role(more) == "states"


@pytest.mark.skipif(not SOURCES.exists(), reason="the documents are not beside the project")
@pytest.mark.parametrize("found", coverage.errata().values(), ids=lambda found: found.row)
def test_a_quotation_is_in_its_document(found):
    """The longer words of a quotation are in the document, in their order and close together."""
    (document,) = SOURCES.glob(f"{found.row[:3]}_*.txt")
    order = re.findall(r"[a-z]{4,}", document.read_text(encoding="utf-8").lower())
    words = [w for w in re.findall(r"[a-z]{4,}", found.quote.lower()) if w in order]
    assert len(words) >= 0.8 * len(re.findall(r"[a-z]{4,}", found.quote.lower()))
    def fits(start: int) -> bool:
        window = iter(order[start : start + 4 * len(words) + 40])
        return all(word in window for word in words)
    assert not words or any(fits(n) for n, word in enumerate(order) if word == words[0])


def test_claims_and_accounts_name_rows_that_there_are():
    assert [c.id for c in claims().values() if c.id.endswith("-as-printed") and not c.printed] == []
    # No claim names a row that there is not
    named = {(c.id, row) for c in claims().values() for row in c.ledger}
    assert {(identifier, row) for identifier, row in named if row not in coverage.rows()} == set()
    # Every row belongs to a document of the bibliography
    documents = {row.document for row in coverage.rows().values()}
    assert documents == {"tutorial", "notes", "lecture", "slides", "iml", coverage.RELATIONS}
    assert all(cite(document, "") for document in documents - {coverage.RELATIONS})
    # Accounts say something
    assert [a.row for a in coverage.accounts().values() if len(a.says.split()) < 4] == []


@pytest.mark.skipif(not SHARED.exists(), reason="the list of statements is not beside the project")
def test_no_statement_is_left_out():
    listed = [row["id"] for row in json.loads(SHARED.read_text(encoding="utf-8"))["claims"]]
    assert list(coverage.rows()) == listed


@pytest.mark.parametrize(("text", "error", "words"), [
    ("[000-nowhere]\ninformal = 'nothing'", KeyError, "no row"),
    ("[000-in-r3]\ninformal = 'twice'\n[000-in-r3]\ndefinition = 'twice'", ValueError, "000-in-r3"),
    ("[000-in-r3]\ninformal = 'said'\ndefinition = 'twice'", ValueError, "has informal"),
    ("[000-in-r3]\nslip = 'of no account'", ValueError, "has slip"),
    ("[000-in-r3]\nerratum = 'odd'\nquote = 'a'\nwrong = 'b'", KeyError, "is not one of false"),
])
def test_an_account_is_for_a_row_that_there_is_and_only_once(text, error, words):
    with pytest.raises(error, match=words):
        coverage.read_accounts(text)
