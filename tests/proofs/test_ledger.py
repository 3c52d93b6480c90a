"""The whole ledger: verdicts, engines, corrections, costs, stored certificates."""

import gc
import json
import re
from pathlib import Path

import pytest

from novikoff.proofs import evidence, kernel
from novikoff.proofs.checking import entry_verdicts, ledger_check
from novikoff.proofs.checking import stored_certificates as book_
from novikoff.proofs.search.citation_graph import cited, in_order
from novikoff.proofs.statements import registry as ledger
from novikoff.proofs.statements.registry import claims

# What the issue of the first release names, claim by claim; an id is permanent.
SPINE = ["cauchy-schwarz", "novikoff-mistake-bound", "tutorial-mistake-bound", "smola-mistake-bound",
         "bias-step-mistake-bound", "smola-alignment", "smola-norm-growth", "tutorial-alignment",
         "tutorial-norm-growth", "update-improvement", "geometric-margin", "notes-mistake-bound"]

WORK_A_LETTER = 1.8  # of the kernel, for all claims together


@pytest.fixture(scope="module")
def fresh(sample):
    """A tenth of the claims, and the spine, proved from scratch; `make check` proves all so."""
    chosen = sorted({*sample(claims(), len(claims()) // 10), *SPINE})
    return {o.claim.id: o for o in ledger_check.check(chosen, engines="kernel", jobs=1)}


@pytest.fixture(scope="module")
def replayed():
    """All claims from the stored book, where the kernel may do little for each letter of it: in units of work, which
    it counts itself, a tenth more than what it needs.
    """
    entries = evidence.certificates().values()
    letters = sum(len(json.dumps(entry, ensure_ascii=False, separators=(",", ":"))) for entry in entries)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "MAX_BOOK", WORK_A_LETTER * letters)
        return {o.claim.id: o for o in ledger_check.check(replay=True, jobs=1)}


def test_every_claim_has_its_expected_verdict(fresh, replayed):
    """Also from the stored book."""
    for outcomes in (fresh, replayed):
        assert {i: (o.verdict, o.reason) for i, o in outcomes.items() if not o.as_expected} == {}
    assert {*replayed} == {*claims()}


def test_kernel_z3_and_cvc5_agree(fresh, sample):
    """On a sample; `make check` asks all of them about every claim."""
    assert {o.engines["kernel"] == o.verdict for o in fresh.values()} == {True}
    for outcome in ledger_check.check(sample(fresh, 10), jobs=1):
        assert outcome.engines == {"kernel": outcome.verdict, "z3": "agrees", "cvc5": "agrees"}, outcome.claim.id
        assert outcome.verdict == fresh[outcome.claim.id].verdict


def test_the_spine_is_proved_and_rests_on_what_it_cites(fresh):
    assert {i: fresh[i].verdict for i in SPINE} == dict.fromkeys(SPINE, "proved")
    assert "cauchy-schwarz" in fresh["smola-mistake-bound"].rests_on
    assert fresh["cauchy-schwarz"].rests_on == []


def test_refuted_statements_name_proved_corrections(replayed, monkeypatch):
    for outcome in replayed.values():
        if outcome.verdict == "refuted":
            assert replayed[outcome.claim.corrected].verdict == "proved"
    refuted = next(c for c in claims().values() if c.expected == "refuted")
    broken = dict(claims()) | {refuted.id: ledger.Claim(**{**vars_of(refuted), "corrected": None})}
    monkeypatch.setattr(entry_verdicts, "known_claims", lambda: broken)
    (outcome,) = ledger_check.check([refuted.id], engines=["kernel"], jobs=1)
    assert outcome.verdict == "refuted"
    assert not outcome.as_expected


def vars_of(claim):
    return {name: getattr(claim, name) for name in claim.__dataclass_fields__}


def test_claims_cite_what_exists_and_discharge_what_is_supposed():
    order = in_order(claims())
    for place, identifier in enumerate(order):
        assert cited(claims()[identifier].script) <= set(order[:place])
    for claim in claims().values():
        supposed = {f"{i}.{name}" for i in cited(claim.script) for name in claims()[i].supposes}
        assert set(claim.discharges) <= supposed


def test_nothing_that_a_statement_says_was_decided_before():
    decided = [
        (claim.id, name)
        for claim in claims().values()
        for name, r in {**claim.script.assumptions, **claim.script.conclusions}.items()
        if type(r.lhs) is int and type(r.rhs) is int
    ]
    assert decided == []
    for claim in claims().values():
        claim.script.require_language()


SILENT = {"+": "0", "*": "1", "-": "0", "/": "1", "^": "1"}  # a last part that changes nothing


def plainly(term):
    """The term without sums of 0, factors 1 and exponents 1, and with its summands and factors in one order."""
    if isinstance(term, str):
        return term
    word, *parts = term[:1] + [plainly(part) for part in term[1:]]
    if word in ("-", "/", "^"):
        return parts[0] if parts[1:] == [SILENT[word]] else [word, *parts]
    if word not in ("+", "*"):
        return [word, *parts]
    if word == "*" and "0" in parts:
        return "0"
    flat = [q for p in parts for q in (p[1:] if p[0] == word else [p]) if q != SILENT[word]]
    flat.sort(key=str)
    return [word, *flat] if len(flat) > 1 else (flat or [SILENT[word]])[0]


def says_nothing(entry):
    return [name for name, (_, left, right) in entry["statement"]["show"].items() if plainly(left) == plainly(right)]


def test_no_conclusion_has_the_same_term_on_both_sides():
    assert {i: names for i, entry in evidence.certificates().items() if (names := says_nothing(entry))} == {}


@pytest.mark.parametrize("right", ["a", ["+", "0", ["*", "a", "1"]], ["^", "a", "1"]])
def test_a_conclusion_with_the_same_term_on_both_sides_is_noticed(right):
    assert says_nothing({"statement": {"show": {"empty": ["=", "a", right], "other": ["=", "a", "b"]}}}) == ["empty"]


def test_no_claim_costs_more_than_twice_what_is_stored(fresh, replayed):
    stored = json.loads(evidence.read_evidence(evidence.CERTIFICATES))["costs"]
    assert set(stored) == set(replayed)
    grown = {
        (i, name): (stored[i][name], cost)
        for i, o in fresh.items()
        for name, cost in o.cost.items()
        if cost > 2 * stored[i][name]
    }
    assert grown == {}


def test_replay_gives_the_same_verdicts_from_the_stored_book(fresh, replayed):
    assert {i: o.reason for i, o in replayed.items() if "the work takes too long" in o.reason} == {}
    assert {i: replayed[i].verdict for i in fresh} == {i: o.verdict for i, o in fresh.items()}


def test_a_replay_reads_what_the_stored_proofs_cite_in_the_order_of_the_book(monkeypatch):
    assert list(book_.read_records(["smola-mistake-bound", "no-claim"]))[-1] == "smola-mistake-bound"
    entries = json.loads(evidence.read_evidence(evidence.CERTIFICATES))["entries"]
    monkeypatch.setattr(evidence, "read_evidence", lambda file: json.dumps({"entries": entries[::-1]}))
    by_id = {o.claim.id: o for o in ledger_check.check(["smola-mistake-bound", "cauchy-schwarz"], replay=True)}
    assert by_id["cauchy-schwarz"].verdict == "proved"
    assert by_id["smola-mistake-bound"].verdict == "error", "a proof cites what stands before it"


def test_in_a_replay_each_statement_is_read_once_and_no_garbage_is_looked_for(monkeypatch):
    """The kernel reads it, and its model is held against what was read; a refuted one is read for both."""
    read, real = [], kernel.read_statement
    def read_statement(data, *more, **named):
        read.append((data["id"], gc.isenabled()))
        return real(data, *more, **named)
    monkeypatch.setattr(kernel, "read_statement", read_statement)
    outcomes = ledger_check.check("smola-mistake-bound", replay=True, jobs=1)
    assert outcomes[0].verdict == "proved"
    assert sorted(read) == [(i, False) for i in sorted({*outcomes[0].rests_on, "smola-mistake-bound"})]
    assert gc.isenabled()


def test_a_changed_certificate_is_not_replayed(monkeypatch):
    book = json.loads(evidence.read_evidence(evidence.CERTIFICATES))
    entry = next(e for e in book["entries"] if e["statement"]["id"] == "smola-mistake-bound")
    entry["statement"]["show"]["conclusion"][1] = ["*", "2", "t"]
    monkeypatch.setattr(evidence, "read_evidence", lambda file: json.dumps(book))
    (outcome,) = ledger_check.check(["smola-mistake-bound"], replay=True)
    assert not outcome.as_expected
    assert "another statement" in outcome.reason


def test_a_stored_proof_that_is_wrong_is_rejected(monkeypatch):
    book = json.loads(evidence.read_evidence(evidence.CERTIFICATES))
    entry = next(e for e in book["entries"] if e["statement"]["id"] == "cauchy-schwarz")
    entry["proof"] = {"rule": "poly"}
    monkeypatch.setattr(evidence, "read_evidence", lambda file: json.dumps(book))
    by_id = {o.claim.id: o for o in ledger_check.check(["smola-mistake-bound", "cauchy-schwarz"], replay=True)}
    assert by_id["cauchy-schwarz"].verdict == "error"
    assert by_id["smola-mistake-bound"].verdict == "error", "what rests on a rejected proof is not proved"


@pytest.fixture
def registry(monkeypatch):
    """A copy of the ledger, to be spoilt."""
    monkeypatch.setattr(ledger, "_registry", dict(claims()))


def test_claims_are_found_under_their_ids_and_as_contributors_are_shown(registry):
    page = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    package = "novikoff.proofs.claims.separability"
    exec(compile(code, "shown.py", "exec"), {"__name__": f"{package}.shown", "__package__": package})
    (outcome,) = ledger_check.check("separators-add", engines="kernel", jobs=1)
    assert (outcome.verdict, outcome.status) == ("proved", "ok")
    ledger.theorem("a-claim", title="", source=HERE, ledger=["000-nowhere"], aliases=["a-name"])(nothing)
    assert {ledger.find(name).id for name in ("a-claim", "a-name", "000-nowhere")} == {"a-claim"}


HERE = ledger.cite("iml", "nowhere")


def nothing(p):
    """Nothing."""


@pytest.mark.parametrize(("register", "more", "words"), [
    (ledger.refuted, {}, "needs exactly one of `source` and `near`"),
    (ledger.refuted, {"source": HERE, "near": HERE}, "needs exactly one of `source` and `near`"),
    (ledger.theorem, {"source": HERE, "ledger": {"000-eq5": "proves"}}, "'proves' is not a role of a claim"),
    (ledger.theorem, {"source": HERE, "supposes": {"a": "b"}, "discharges": ["c.d"]}, "has both `supposes`"),
    (ledger.theorem, {"source": HERE, "aliases": ["cauchy-schwarz"]}, "two claims are named"),
])
def test_what_is_said_wrongly_of_a_claim_is_refused(registry, register, more, words):
    rest = {"corrected": "cauchy-schwarz", "missing": ""} if register is ledger.refuted else {}
    with pytest.raises(ValueError, match=words):
        register("a-claim", title="", **rest, **more)(nothing)
