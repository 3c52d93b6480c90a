"""Attempts to have a false claim shown as proved through every entry point above the kernel: stored files,
constructors, pickled objects, workers, solvers, the environment. (The kernel itself: tests/proofs/test_kernel.py.)
"""

import ast
import copy
import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any

import pytest

import novikoff as package
from novikoff.algorithms.errors import BadInput
from novikoff.proofs import evidence, kernel
from novikoff.proofs.checking import entry_building, entry_verdicts, ledger_check, necessity, vacuity
from novikoff.proofs.checking import stored_certificates as book_
from novikoff.proofs.search import citation_graph as citing_
from novikoff.proofs.search import smt_solvers
from novikoff.proofs.statements import registry
from novikoff.proofs.statements.proof_script import Script
from novikoff.proofs.statements.registry import Claim, cite, claims
from novikoff.proofs.statements.vector_language import Eq, Relation
from novikoff.report import claim_text, derivation_blocks

from .conftest import Run, impossible

Json = Any
QUOTE = {"rule": "poly", "sum": [{"facts": ["new"]}]}
NOTHING = {"rule": "poly"}


def false(p: Script) -> None:
    """Every number is positive."""
    (a,) = p.reals("a")
    p.show(conclusion=a > 0)


@pytest.fixture
def replay(monkeypatch: pytest.MonkeyPatch, novikoff: Run) -> Callable[..., Json]:
    """What `check planted --replay` says of a book; the run has to fail."""
    def run(entries: list[Json], status: int = 1, **more: Json) -> Json:
        monkeypatch.setattr(evidence, "read_evidence",
                            lambda file: json.dumps({"schema": 1, "entries": entries, **more}))
        return json.loads(novikoff("check", "planted", "--replay", "--json", status=status).stdout)["claims"][0]
    return run


def statement(identifier: str = "planted") -> Json:
    return citing_.read(identifier, claims()[identifier].script)[0]


def lemma(of: str, then: Json = QUOTE) -> Json:
    return {"rule": "lemma", "of": of, "put": {"a": "a"}, "premises": {}, "as": {"conclusion": "new"}, "then": then}


@pytest.fixture
def true_entry() -> Json:
    return copy.deepcopy(book_.stored_entry("cauchy-schwarz"))


# --- a forged book ------------------------------------------------------------------------------------
def test_the_way_of_forging_works_where_nothing_is_forged(plant, replay, monkeypatch) -> None:
    plant(lambda p: p.show(conclusion=p.reals("a")[0] ** 2 + 1 > 0))
    monkeypatch.setattr(vacuity, "stored_models", lambda: {"planted": model("0")})
    proof = {"rule": "poly", "sum": [{"squares": ["a"]}, {}]}
    assert replay([{"statement": statement(), "proof": proof}], status=0)["verdict"] == "proved"


@pytest.mark.parametrize("proof", [NOTHING, {"rule": "poly", "sum": [{"c": "-1"}]},
                                   {"rule": "poly", "sum": [{"squares": ["a"]}]}, {"rule": "trust"}, {"rule": None}, [],
                                   "proved", True, {}, lemma("cauchy-schwarz"), lemma("planted"),
                                   {"rule": "have", "name": "f", "fact": [">", "a", "0"], "why": lemma("planted"),
                                    "then": NOTHING}])
def test_a_wrong_proof(plant, replay, proof: Json) -> None:
    plant(false)
    assert replay([{"statement": statement(), "proof": proof}])["verdict"] == "error"


@pytest.mark.parametrize("field", [{"verdict": "proved"}, {"expected": "refuted"}, {"proved": True},
                                   {"engines": {"kernel": "proved"}}])
def test_an_entry_that_says_itself_what_its_verdict_is(plant, replay, true_entry, field: Json) -> None:
    plant(false)
    assert replay([{"statement": statement(), "proof": NOTHING, **field}])["verdict"] == "error"
    assert replay([{"statement": statement(), **field}])["verdict"] == "error"
    assert {v for v, _, _ in kernel.check_book([{**true_entry, **field}]).values()} == {"error"}


def test_a_book_that_says_itself_what_the_verdicts_are(plant, replay) -> None:
    plant(false)
    said = {"verdicts": {"planted": "proved"}, "claims": [{"id": "planted", "verdict": "proved"}]}
    assert replay([{"statement": statement(), "proof": NOTHING}], **said)["verdict"] == "error"


@pytest.mark.parametrize("change",
                         [{"show": {"conclusion": [">=", ["^", "a", "2"], "0"]}}, {"assume": {"h": [">", "a", "0"]}},
                          {"declare": ["a", "b"]}, {"show": {"conclusion": [">", ["*", "2/2", "a"], "0"]}}, {"let": []},
                          {"run": None}, {"more": 1}])
def test_a_changed_statement(plant, replay, change: Json) -> None:
    plant(false)
    proofs = {"rule": "poly", "sum": [{"squares": ["a"]}]}, {"rule": "poly", "sum": [{"facts": ["h"]}]}
    for proof in proofs:
        claim = replay([{"statement": {**statement(), **change}, "proof": proof}])
        assert (claim["verdict"], "for another statement" in claim["reason"]) == ("error", True)


def test_the_entry_or_the_proof_of_another_claim(plant, replay, true_entry) -> None:
    plant(false)
    true_entry["statement"]["id"] = "planted"
    assert kernel.check_book([true_entry])["planted"][0] == "proved"
    claim = replay([true_entry])
    assert (claim["verdict"], "for another statement" in claim["reason"]) == ("error", True)
    assert replay([{**true_entry, "statement": statement()}])["verdict"] == "error"


def test_two_entries_with_swapped_proofs(monkeypatch, true_entry) -> None:
    other = copy.deepcopy(book_.stored_entry("count-at-most-quotient"))
    true_entry["proof"], other["proof"] = other["proof"], true_entry["proof"]
    book = json.dumps({"entries": [true_entry, other]})
    monkeypatch.setattr(evidence, "read_evidence", lambda file: book)
    found = ledger_check.check(["cauchy-schwarz", "count-at-most-quotient"], replay=True)
    assert [o.verdict for o in found] == ["error", "error"]


@pytest.mark.parametrize("evil", [NOTHING, lemma("evil"), lemma("planted")])
def test_extra_entries_are_not_believed(plant, replay, evil: Json) -> None:
    plant(false)
    extra = {"statement": {**statement(), "id": "evil"}, "proof": evil}
    mine = {"statement": statement(), "proof": lemma("evil")}
    assert replay([extra, mine])["verdict"] == "error"
    assert replay([mine, extra])["verdict"] == "error"


def test_claims_that_cite_each_other_in_their_certificates(plant, monkeypatch) -> None:
    plant(false)
    plant(false, "evil")
    entries = [{"statement": statement(i), "proof": lemma(j)} for i, j in (("planted", "evil"), ("evil", "planted"))]
    monkeypatch.setattr(evidence, "read_evidence", lambda file: json.dumps({"entries": entries}))
    assert [o.verdict for o in ledger_check.check(["planted", "evil"], replay=True)] == ["error", "error"]
    assert [o.verdict for o in ledger_check.check(["evil", "planted"], replay=True)] == ["error", "error"]


def test_claims_that_cite_each_other_in_their_pages(plant) -> None:
    for one, other in (("planted", "evil"), ("evil", "planted")):
        plant(lambda p, other=other: (p.use(other, name="n"), false(p)), one)
    with pytest.raises(ValueError, match="in a circle"):
        ledger_check.check(["planted"])


def test_a_counterexample_in_place_of_a_proof(plant, replay) -> None:
    plant(false)
    witness = {"dimension": 0, "size": 0, "values": {"a": "-1"}}
    assert replay([{"statement": statement(), "counterexample": witness}])["verdict"] == "refuted"
    both = {"statement": statement(), "counterexample": witness, "proof": NOTHING}
    assert replay([both])["verdict"] == "error"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"entries": [{}]}', '{"entries": [{"statement": {"id": []}}]}',
                                  "[" * 100_000, '{"entries": [], "entries": []}'])
def test_a_book_that_is_none_is_one_sentence(plant, novikoff: Run, monkeypatch, text: str) -> None:
    plant(false)
    monkeypatch.setattr(evidence, "read_evidence", lambda file: text)
    result = novikoff("check", "planted", "--replay", status=2)
    assert result.stderr.startswith("novikoff: the stored certificates cannot be read")


def test_an_id_or_a_key_twice(plant, novikoff: Run, monkeypatch) -> None:
    plant(false)
    entry = json.dumps({"statement": statement(), "proof": NOTHING})
    for text in (f'{{"entries": [{entry}, {entry}]}}', f'{{"entries": [{entry[:-1]}, "proof": {{}}}}]}}'):
        monkeypatch.setattr(evidence, "read_evidence", lambda file, text=text: text)
        assert novikoff("check", "planted", "--replay").exit_code == 2


# --- forged models --------------------------------------------------------------------------------------
def model(value: Json, **more: Json) -> Json:
    return {"witness": {"dimension": 0, "size": 0, "values": {"a": value}, "steps": [], **more}}


@pytest.mark.parametrize("forged", [model("1"), model("-1"), model("0"), model("1/0"), model("1e3"), model("+1"),
                                    model(" 1"), model("١"), model(1), model(["1", "-1"]), model("1", dimension=True),
                                    model("1", holds=True), model("1", steps=[{}]), {}, None, "model",
                                    {"witness": None}, {**model("1"), "vacuous": False},
                                    {"step": model("1")["witness"]}, {"witness": {"values": {}}}])
def test_a_forged_model_does_not_save_a_vacuous_claim(plant, replay, monkeypatch, forged: Json) -> None:
    plant(impossible)
    entry = entry_building.build_entry("planted", ("kernel",)).entry
    assert kernel.check_book([entry])["planted"][0] == "proved"
    monkeypatch.setattr(vacuity, "stored_models", lambda: {"planted": forged})
    assert replay([entry])["verdict"] == "vacuous"
    assert ledger_check.check(["planted"], engines=["kernel"], jobs=1)[0].verdict == "vacuous"


def test_the_model_of_another_claim(plant, replay, monkeypatch) -> None:
    plant(impossible)
    entry, models = entry_building.build_entry("planted", ("kernel",)).entry, vacuity.stored_models()
    for other in ("cauchy-schwarz", "smola-mistake-bound"):
        monkeypatch.setattr(vacuity, "stored_models", lambda other=other: {"planted": models[other]})
        assert replay([entry])["verdict"] == "vacuous"


# --- forged necessity -----------------------------------------------------------------------------------
@pytest.mark.parametrize("forged", [{"kind": "superfluous"}, {"kind": "superfluous", "entries": []},
                                    {"kind": "needed", "witness": {}}, {}, None,
                                    {"kind": "superfluous",
                                     "entries": [{"statement": {"id": "perceptron-norm-growth"}, "proof": NOTHING}]},
                                    {"kind": "certain"}, {"kind": "undecided"}])
def test_forged_necessity_is_not_shown(monkeypatch, forged: Json) -> None:
    stored = copy.deepcopy(necessity.stored_results())
    stored["perceptron-norm-growth"]["label"] = forged
    monkeypatch.setattr(derivation_blocks, "shipped_necessity", lambda: stored)
    claim_text.section_of.cache_clear()
    page = " ".join(claim_text.explain("perceptron-norm-growth", depth=0).split())
    claim_text.section_of.cache_clear()
    assert "label: y² = 1 It is not known whether it is needed" in page


def test_a_proof_with_the_hypothesis_does_not_make_it_superfluous(monkeypatch) -> None:
    stored, entry = necessity.stored_results(), book_.stored_entry("perceptron-norm-growth")
    less = {**entry, "statement": necessity.data_without(entry["statement"], "label")}
    for forged in (entry, less, {**less, "statement": entry["statement"]}):
        result = {"kind": "superfluous", "entries": [forged]}
        assert necessity.flaw(claims()["perceptron-norm-growth"], "label", result) != ""
    assert stored["perceptron-norm-growth"]["label"]["kind"] == "needed"


# --- constructors, copies, pickled objects ----------------------------------------------------------------
def test_an_outcome_is_a_report_and_no_proof(plant, replay, tmp_path) -> None:
    claim = plant(false)
    entry = {"statement": statement(), "proof": NOTHING}
    forged = entry_verdicts.Outcome(claim, "proved", {"kernel": "proved"}, [], 0.0, entry=entry)
    entry_verdicts.save_entries([forged], tmp_path / "book.json")
    assert replay(json.loads((tmp_path / "book.json").read_text())["entries"])["verdict"] == "error"


def test_nothing_can_be_made_proved_afterwards(plant) -> None:
    outcome = ledger_check.check([plant(false).id], engines=["kernel"])[0]
    assert not outcome.as_expected
    for thing, name, value in ((outcome, "verdict", "proved"), (outcome.claim, "expected", "unknown"),
                               (outcome.trust, "admitted", {})):
        with pytest.raises(FrozenInstanceError):
            setattr(thing, name, value)


def test_the_expected_verdict_does_not_make_the_verdict(plant, monkeypatch) -> None:
    claim = plant(false)
    for expected in ("proved", "proved-bounded", "tested", "definition", "informal", "error", "vacuous"):
        monkeypatch.setitem(registry._registry, "planted", replace(claim, expected=expected))
        outcome = ledger_check.check(["planted"], engines=["kernel"])[0]
        assert outcome.verdict in ("unknown", "error")
        assert not outcome.as_expected


def test_a_claim_outside_of_the_ledger_is_not_checked_or_cited(plant) -> None:
    Claim("outside", "A claim", cite("iml", "nowhere"), "proved", false)
    claims()["outside"] = claims()["cauchy-schwarz"]  # a copy
    with pytest.raises(BadInput, match="no claim named 'outside'"):
        registry.find("outside")
    def citing(p: Script) -> None:
        p.use("outside", name="n", a=0)
        false(p)
    plant(citing)
    assert not ledger_check.check(["planted"], engines=["kernel"])[0].as_expected


def test_an_id_belongs_to_one_module() -> None:
    old = claims()["cauchy-schwarz"]
    with pytest.raises(ValueError, match="two claims are named 'cauchy-schwarz'"):
        registry.theorem("cauchy-schwarz", title="Other", source=cite("iml", "nowhere"))(false)
    assert claims()["cauchy-schwarz"] is old


@pytest.mark.parametrize("joined", [lambda r: r and Relation(0, "==", 0), lambda r: r or Relation(0, "==", 1),
                                    lambda r: not r, bool])
def test_of_facts_joined_by_words_none_is_dropped(plant, joined: Callable[[Relation], Any]) -> None:
    claim = plant(lambda p: p.show(conclusion=joined(Eq(p.reals("a")[0], 7))))
    (outcome,) = ledger_check.check([claim.id], engines=["kernel"])
    assert outcome.verdict == "error"
    assert "state facts one by one" in outcome.reason


@pytest.mark.parametrize("decided", [lambda a, b: a != b, lambda a, b: (a + b) ** 2 == a, lambda a, b: 1])
def test_what_python_decides_about_spellings_is_no_fact(plant, decided: Callable[[Any, Any], Any]) -> None:
    claim = plant(lambda p: p.show(conclusion=decided(*p.reals("a b"))))
    (outcome,) = ledger_check.check([claim.id], engines=["kernel"])
    assert outcome.verdict == "error"
    assert "fact" in outcome.reason


def test_objects_in_place_of_data_are_no_entries(true_entry) -> None:
    read = kernel.read_statement(true_entry["statement"], true_entry.get("sides"))
    thawed = pickle.loads(pickle.dumps(read))
    for given in (read, thawed, {"statement": thawed, "proof": NOTHING}, pickle.dumps(true_entry), [true_entry]):
        assert {v for v, _, _ in kernel.check_book([given]).values()} == {"error"}


def test_nothing_is_unpickled_or_evaluated() -> None:
    """The package imports nothing that turns data into code, and calls neither eval nor exec on a file's text.

    `processes.py` and the audit's `isolated_checks.py` do: what they read so comes through pipes and files without a
    name, from processes that they have forked themselves.
    """
    dangerous = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib"}
    for path, tree in sources(dangerous):
        if path.parts[-2:] in (("algorithms", "processes.py"), ("audit", "isolated_checks.py")):
            continue
        for node in ast.walk(tree):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            assert not dangerous & {name.split(".")[0] for name in names}, path


def sources(words: set[str]) -> list[tuple[Path, ast.Module]]:
    """The package's own files that have one of the words."""
    paths = sorted(Path(package.__file__ or "").parent.rglob("*.py"))
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    return [(path, ast.parse(text)) for path, text in texts.items() if any(word in text for word in words)]


# --- workers, solvers, the environment --------------------------------------------------------------------
def judged(claim: Claim, **made: Any) -> entry_verdicts.Outcome:
    """The verdict on what a forged worker hands over."""
    given = {"entry": None, "engines": {}, "seconds": 0.0, "cost": {}, **made}
    records = ledger_check.add_statements([(claim.id, entry_building.ProofRecord(**given))])
    return entry_verdicts.judge_records(records, ("kernel",))[claim.id]


def test_a_worker_hands_over_entries_and_no_verdicts(plant, true_entry) -> None:
    claim = plant(false)
    renamed = {**true_entry, "statement": {**true_entry["statement"], "id": "planted"}}
    for made in ({"entry": {"statement": statement(), "proof": NOTHING}, "engines": {"z3": "agrees", "cvc5": "agrees"}},
                 {"entry": true_entry}, {"entry": renamed}, {"draft": renamed}, {"parts": (true_entry,)},
                 {"parts": (renamed,)}, {"entry": renamed, "parts": (true_entry,)}):
        outcome = judged(claim, **made)
        assert outcome.verdict == "error"
        assert outcome.trust.checked_by in ([], ["z3", "cvc5"])


def test_sizes_that_are_left_out_are_missed(plant) -> None:
    claim = plant(lambda p: p.show(conclusion=p.reals("a[i]")[0] ** 2 >= 0), sizes=2)
    parts = entry_building.build_entry(claim.id, ("kernel",)).parts
    assert judged(claim, parts=parts).verdict == "proved-bounded"
    for forged in (parts[:2], parts[1:], (parts[0], parts[0], parts[2]), parts[::-1], ()):
        assert judged(claim, parts=forged).verdict == "error"


def test_a_step_on_trust_never_gives_a_plain_verdict(plant) -> None:
    claim = plant(false)
    step = {**statement(), "id": "planted.step-1"}
    draft = {"statement": statement(), "proof": lemma("planted.step-1")}
    outcome = judged(claim, draft=draft, steps=((step, "because"),), engines={"z3": "valid"})
    assert (outcome.verdict, outcome.trust.solver_only) == ("unknown", {"planted.step-1": "because"})
    assert not outcome.as_expected
    assert judged(claim, draft=draft, engines={"z3": "valid"}).verdict != "proved"


def test_solvers_that_find_everything_valid_prove_nothing(plant, novikoff: Run, monkeypatch) -> None:
    plant(false)
    monkeypatch.setattr(smt_solvers, "ask",
                        lambda engine, scripts, **_: [smt_solvers.Answer("unsat", 0) for _ in scripts])
    for engines in ([], ["--engine", "z3"], ["--engine", "z3,cvc5"]):
        (claim,) = json.loads(novikoff("check", "planted", "--json", *engines, status=3).stdout)["claims"]
        assert (claim["verdict"], list(claim["trust"]["solver_only"])) == ("unknown", ["planted.step-1"])


FORGED = """
import json, sys
from novikoff.proofs import evidence
from novikoff.proofs.checking import vacuity
from novikoff.proofs.search import citation_graph
from novikoff.proofs.statements import registry
write = lambda p: p.show(conclusion=p.reals("a")[0] > 0)
registry.claims()
registry._registry["planted"] = registry.Claim("planted", "", registry.cite("iml", "nowhere"), "proved", write)
entry = {"statement": citation_graph.read("planted", registry.claims()["planted"].script)[0], "proof": {"rule": "poly"}}
evidence.read_evidence = lambda file: json.dumps({"entries": [entry]})
vacuity.stored_models = lambda: {"planted": {"witness": {"dimension": 0, "size": 0, "values": {"a": "1"}}}}
from novikoff.cli import main
sys.argv[1:] = ["check", "planted", "--replay", "--json"]
main()
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("variables", [{"PYTHONOPTIMIZE": "2"}, {"PYTHONHASHSEED": "1"}, {"PYTHONDEVMODE": "1"},
                                       {"PYTHONINTMAXSTRDIGITS": "0"},
                                       {"NOVIKOFF_TRUST": "1", "NOVIKOFF_ENGINE": "none", "NOVIKOFF_REPLAY": "0"}],
                         ids=lambda v: next(iter(v)))
def test_no_variable_of_the_environment_makes_it_proved(variables: dict[str, str]) -> None:
    done = subprocess.run([sys.executable, "-c", FORGED], env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert json.loads(done.stdout)["claims"][0]["verdict"] == "error"


def test_the_environment_is_asked_for_colour_the_folder_of_verdicts_trusted_folders_and_nothing_else() -> None:
    words = {"environ", "getenv"}
    readers = {path.name for path, tree in sources(words)
               for node in ast.walk(tree) if (isinstance(node, ast.Attribute) and node.attr in words)}
    assert readers == {"output_streams.py", "verdict_cache.py", "theorem_loading.py"}
