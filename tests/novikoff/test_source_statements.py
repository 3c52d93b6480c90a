"""`novikoff ledger` and `novikoff errata`: one entry for each source statement, its verdict, exit statuses."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from novikoff.api.source_statements import counts, total
from novikoff.cli import cli
from novikoff.proofs.checking import ledger_check, trust
from novikoff.proofs.checking.outcomes import Outcome
from novikoff.proofs.documents import coverage
from novikoff.proofs.documents.coverage import rows
from novikoff.proofs.export import coq
from novikoff.proofs.statements.registry import claims, claims_of_coq
from novikoff.report import claim_text
from novikoff.report.claim_text import errata_page

REFUTED = [c for c in claims().values() if c.expected == "refuted"]


@pytest.fixture
def replayed(monkeypatch):
    """Every claim has the expected verdict, as `tests/proofs/test_ledger.py` shows; and Coq is not asked."""
    known = claims() | claims_of_coq()
    monkeypatch.setattr(ledger_check, "check", lambda wanted, *, replay, **_: [
        Outcome(known[i], known[i].expected, {"kernel": known[i].expected}, [], 0.0) for i in wanted if replay
    ])
    monkeypatch.setattr(coq, "available", lambda: False)


def run(*arguments):
    return CliRunner().invoke(cli, [*arguments, "-q"] if "-q" not in arguments else arguments)


def test_one_entry_for_each_row_of_a_document():
    done = run("ledger", "--source", "tutorial", "--json")
    data = json.loads(done.stdout)
    assert [e["ledger_id"] for e in data["rows"]] == [r.id for r in rows().values() if r.document == "tutorial"]
    by_id = {e["ledger_id"]: e for e in data["rows"]}
    printed = by_id["000-one-pass"]
    assert (printed["claim"], printed["verdict"], printed["grade"]) == (
        "one-pass-classifies-all-as-printed", "definition", "unkind reading",
    )
    assert printed["trust"]["checked_by"] == ["kernel"]
    added = by_id["000-eq15-bound"]
    assert (added["verdict"], added["adds"]) == (
        "proved-with-added-hypothesis", {"tutorial-mistake-bound.radius_positive": "R > 0"},
    )
    assert by_id["000-in-r3"] | {"says": ""} == {
        "ledger_id": "000-in-r3", "document": "tutorial", "place": "before (11)", "claim": None, "claims": [],
        "roles": {}, "verdict": "definition", "corrected": None, "adds": {}, "supposes": {}, "says": "",
        "grade": None, "trust": None,
    }
    assert (data["schema"], data["summary"]["rows"], done.exit_code) == (2, 50, 0)
    assert sum(n for v, n in data["summary"]["documents"]["tutorial"].items() if v != "rows") == 50


def test_a_row_without_a_home_fails(monkeypatch):
    monkeypatch.setattr(coverage, "accounts", dict)
    done = run("ledger", "000-in-r3", "000-eq3-dO", "-q")
    assert done.exit_code == 1
    assert "1 missing" in done.stdout
    assert "  000-in-r3   missing" in done.stdout
    assert "000-eq3-dO" not in done.stdout  # quiet: only what is not accounted for


def test_errata_have_statement_counterexample_and_correction():
    data = json.loads(run("errata", "--source", "tutorial", "--json").stdout)
    assert {e["id"] for e in data["errata"]} == {c.id for c in REFUTED if c.source.key == "tutorial"}
    (one,) = (e for e in data["errata"] if e["id"] == "one-pass-classifies-all-as-printed")
    assert (one["verdict"], one["corrected"]) == ("refuted", "tutorial-mistake-bound")
    assert "would say −1 > 0" in one["counterexample"]
    assert "first:" in one["statement"]
    assert "at most 2R²‖w̃*‖²/γ*²" in one["correction"].replace("\n", " ").replace("  ", " ")
    assert {s["ledger_id"] for s in data["slips"]} == {"000-training-set-subset", "000-in-r3", "000-one-pass"}


def test_errata_are_grouped_by_document_and_slips_stand_apart(replayed):
    page = CliRunner().invoke(cli, ["errata", "--format", "markdown"]).stdout
    keys = list(dict.fromkeys(c.source.key for c in REFUTED))
    parts = list(claim_text.PARTS)
    wrong = sorted(REFUTED, key=lambda c: (parts.index(claim_text.grade_of(c)), keys.index(c.source.key)))
    order = [page.index(f'<a id="{c.id}">') for c in wrong]
    assert order == sorted(order)
    assert page.index("Typographical slips") > max(order)


@pytest.mark.parametrize("page_format", ["text", "markdown", "html", "latex"])
def test_nothing_is_attributed_to_an_author_who_did_not_print_it(page_format):
    some = [c for c in REFUTED if c.printed][:3] + [c for c in REFUTED if not c.printed][:3]
    page = errata_page(some[::-1], [], [], [], page_format).split("</nav>")[-1]
    start, nobody = (page.lower().index(words) for words in ("printed in the source", "no source prints"))
    assert start < min(page.index(c.id) for c in some if c.printed)
    for claim in some:
        assert (page.index(claim.id) > nobody) == (not claim.printed)
    assert (page.count("As printed"), page.count("The statement")) == (3, 3)


def test_every_refuted_row_is_among_the_errata(replayed, monkeypatch):
    """Each by a counterexample to a claim that states it, or by a theorem that denies it; what is printed of them, the
    test before it has seen.
    """
    monkeypatch.setattr(claim_text, "erratum", lambda claim, page_format: {})
    data = json.loads(run("errata", "--json").stdout)
    named = {row for e in data["errata"] for row in e["ledger"]} | {row["ledger_id"] for row in data["denied"]}
    refuted = {e["ledger_id"] for e in json.loads(run("ledger", "--json").stdout)["rows"] if e["verdict"] == "refuted"}
    assert refuted <= named
    assert {row["ledger_id"] for row in data["denied"]} <= refuted


def test_what_only_lacks_a_hypothesis_is_listed(replayed):
    data = json.loads(run("errata", "--source", "slides", "--json").stdout)
    added = {row["ledger_id"]: (row["by"], row["adds"]) for row in data["added"]}
    assert added["003-c-plane"] == ("scaled-plane-is-same-plane", "c ≠ 0")
    assert "003-yf-pos" not in added, "it is among the errata"


def test_errata_of_one_claim_have_no_other_part():
    page = CliRunner().invoke(cli, ["errata", "one-pass-classifies-all-as-printed"]).stdout
    assert page.count("Counterexample") == 1
    assert "Typographical" not in page


def test_a_claim_that_is_no_longer_refuted_fails(monkeypatch):
    real = ledger_check.check
    monkeypatch.setattr(ledger_check, "check", lambda *a, **k: [covered(o) for o in real(*a, **k)])
    assert run("errata", "one-pass-classifies-all-as-printed").exit_code == 1
    (row,) = json.loads(run("ledger", "000-one-pass", "--json").stdout)["rows"]
    assert row["verdict"] == "error"


def covered(outcome):
    return replace(outcome, verdict="proved")


def test_the_rule_for_the_verdict_is_in_the_help():
    rule = " ".join(coverage.Home.verdict.__doc__.split("\n\n", 1)[1].split())
    assert rule in " ".join(CliRunner().invoke(cli, ["ledger", "--help"]).stdout.split())


def test_a_row_shows_what_its_claims_suppose(monkeypatch):
    monkeypatch.setattr(trust, "suppositions", lambda *_: {"smola-mistake-bound.unit": "there is a unit vector"})
    text = CliRunner().invoke(cli, ["ledger", "004-novikoff", "-v"]).stdout
    assert "smola-mistake-bound  [kernel]  supposes something" in text
    assert "smola-mistake-bound (restricts)" in text
    assert "supposes there is a unit vector (smola-mistake-bound.unit)" in text


@pytest.mark.parametrize(("there", "verdict", "status"), [(True, "proved-by-coq", 0), (False, "unknown", 3)])
def test_a_row_that_only_coq_decides_is_asked_of_coq_if_it_is_there(monkeypatch, there, verdict, status):
    monkeypatch.setattr(coq, "available", lambda: there)
    monkeypatch.setattr(ledger_check, "run_coq",
                        lambda entries, jobs: {entry["statement"]["id"]: coq.Result("proved", "") for entry in entries})
    done = run("ledger", "004-rbf", "--json")
    (row,) = json.loads(done.stdout)["rows"]
    assert (row["claim"], row["verdict"], done.exit_code) == ("gaussian-kernel-positive", verdict, status)
    assert row["trust"]["checked_by"] == ["coq"] * there


def longest(text):
    return max(map(len, text.splitlines()))


def test_pages_are_broken_at_the_width_of_the_terminal_and_only_there():
    for arguments in (["list", "winnow-step-lemma"], ["ledger", "001-winnow-bound", "-v"]):
        wide, narrow = (CliRunner(env=env).invoke(cli, arguments).stdout for env in ({}, {"COLUMNS": "60"}))
        assert longest(narrow) <= 60 < longest(wide)
        assert narrow.split() == wide.split()
    seen = ("errata", "one-pass-classifies-all-as-printed")
    pages = {n: CliRunner(env={"COLUMNS": str(n)}).invoke(cli, seen).stdout for n in (60, 120)}
    assert longest(pages[60]) <= 60
    assert 100 < longest(pages[120]) <= 120


def test_counts_add_up():
    entries = [{"verdict": v, "document": "iml"} for v in ("proved", "proved", "missing", "error")]
    assert counts(entries) == {
        "rows": 4, "proved": 2, "proved-by-coq": 0, "proved-with-added-hypothesis": 0,
        "proved-bounded": 0, "refuted": 0, "tested": 0, "definition": 0,
        "informal": 0, "missing": 1, "error": 1,
    }
    assert total(entries) == "4 source statements: 2 proved, 1 missing, 1 error"
