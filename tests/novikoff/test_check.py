"""`novikoff check` and `novikoff list`: selection, formats, exit status, engines, the stored book."""

import json
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from click.testing import Result

from novikoff.proofs import evidence, kernel
from novikoff.proofs.checking import entry_building, ledger_check, vacuity
from novikoff.proofs.checking import entry_verdicts as verdicts_
from novikoff.proofs.checking.outcomes import Outcomes, with_correction
from novikoff.proofs.search import citation_graph
from novikoff.proofs.statements import registry
from novikoff.proofs.statements.proof_script import Script
from novikoff.proofs.statements.registry import claims, claims_of_coq
from novikoff.proofs.statements.vector_language import Eq
from novikoff.report.result_output import exit_status

from .conftest import Run, impossible

FEW = ["cauchy-schwarz", "cauchy-schwarz-norm", "pair-cauchy-schwarz", "count-at-most-quotient"]


def data(result: Result) -> dict:
    """What a command printed as JSON."""
    return json.loads(result.stdout)


def untimed(result: Result) -> dict:
    """The same without seconds."""
    found = data(result)
    for claim in found["claims"]:
        assert claim.pop("seconds") >= 0
    return found


def test_json(novikoff: Run) -> None:
    result = novikoff("check", "pair-cauchy-schwarz", "--json", "-q", status=0)
    assert set(data(result)) == {"schema", "claims", "summary"}
    (claim,) = data(result)["claims"]
    assert set(claim) >= {"id", "verdict", "expected", "source", "engines", "rests_on", "seconds"}
    assert claim["engines"] == {"kernel": "proved", "z3": "agrees", "cvc5": "agrees"}
    assert claim["rests_on"] == ["cauchy-schwarz"]
    summary = data(result)["summary"]
    assert (summary["claims"], summary["proved"], summary["vacuous"]) == (1, 1, 0)
    assert "instances" not in result.stdout
    claim = untimed(novikoff("check", "cauchy-schwarz", "--engine", "kernel", "--json"))["claims"][0]
    assert claim["engines"] == {"kernel": "proved"}
    found = data(novikoff("check", "cauchy-schwarz", "smola-mistake-bound-as-printed", "--engine", "kernel",
                          "--evaluate", "30", "--json"))
    assert [claim.get("instances") for claim in found["claims"]] == [30, None]
    assert (found["summary"]["instances"], found["summary"]["failures"]) == (30, 0)


@pytest.mark.parametrize("more", [(), ("--replay", "--evaluate", "20")])
def test_the_number_of_workers_changes_nothing(novikoff: Run, more: tuple[str, ...]) -> None:
    one, two = (untimed(novikoff("check", *FEW, *more, "--json", "-q", "-j", jobs)) for jobs in "12")
    assert one == two


def test_no_colour_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    from novikoff.report import output_streams, result_output
    monkeypatch.setattr(result_output.sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert output_streams.style("proved", fg="green") != "proved"
    for name, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
        with monkeypatch.context() as patched:
            patched.setenv(name, value)
            assert output_streams.style("proved", fg="green") == "proved"


@pytest.mark.parametrize(("verdict", "status", "junit", "github"),
                         [("refuted", 1, "failure", "::error"), ("unknown", 3, "error", "::warning"),
                          ("error", 1, "error", "::error")])
def test_what_is_not_as_expected(novikoff, monkeypatch, verdict, status, junit, github):
    claim = claims()["cauchy-schwarz"]
    outcome = verdicts_.Outcome(claim, verdict, {"kernel": verdict}, [], 0.0, "a reason, with: <marks> & 100%\n")
    monkeypatch.setattr(ledger_check, "check", lambda *_, **__: Outcomes([outcome]))
    novikoff("check", claim.id, status=status, out=f"{verdict}, expected proved: a reason")
    case = ElementTree.fromstring(novikoff("check", claim.id, "--output-format", "junit").stdout)[0]
    assert (case[0].tag, "<marks> & 100%" in case[0].get("message", "")) == (junit, True)
    line = novikoff("check", claim.id, "--output-format", "github").stdout.splitlines()[0]
    file, number = claim.location
    said = f"title=cauchy-schwarz::{verdict}, expected proved: a reason, with: <marks> & 100%25%0A"
    assert line == f"{github} file={file},line={number},{said}"


def test_a_solver_that_disagrees_is_an_error() -> None:
    outcome = ledger_check.check(["cauchy-schwarz"], engines=["kernel"])[0]
    made = entry_building.ProofRecord(outcome.entry, {"z3": "disagrees"}, 0.0, {})
    verdicts = kernel.check_book([outcome.entry])
    assert verdicts_.outcome("cauchy-schwarz", made, verdicts, ("kernel", "z3")).verdict == "error"


def test_inconclusive_is_weaker_than_failed() -> None:
    from novikoff.report.result_output import Row
    unknown, failed = Row("u", "inconclusive"), Row("f", "failed")
    assert [exit_status(rows) for rows in ([], [Row("o", "ok")], [unknown], [unknown, failed])] == [5, 0, 3, 1]


# --- selection ------------------------------------------------------------------------------------
def test_what_is_listed(novikoff: Run) -> None:
    found = novikoff("list", "--source", "iml", "-k", "mistake and not (printed or tutorial)", "-q").stdout.split()
    assert "smola-mistake-bound" in found
    assert not any("printed" in name for name in found)
    assert all(claims()[name].source.key == "iml" for name in found)
    # All claims, with all their keys
    found = data(novikoff("list", "--json"))["claims"]
    assert [claim["id"] for claim in found] == [*claims(), *claims_of_coq()]
    keys = {"id", "title", "expected", "source", "printed", "sentence", "notes", "ledger", "corrected", "adds",
            "supposes", "reached"}
    assert set(found[0]) == keys
    assert claims()["cauchy-schwarz"].sentence in novikoff("list", "cauchy-schwarz", "-v").stdout
    # A word of -k begins a word
    found = novikoff("list", "-k", "eps", "-q").stdout.split()
    assert "eps-kozinec-step" in found
    assert "kozinec-mistake-bound" not in found, "its title has steps"
    for part in ("smola", "mistake-bound", "smola-mistake-bound", "iml", "Mistake", "mist"):
        assert "smola-mistake-bound" in novikoff("list", "-k", part, "-q").stdout.split(), part
    for part in ("mola", "take-bound", "istake"):
        assert "smola-mistake-bound" not in novikoff("list", "-k", part, "-q").stdout.split(), part


# --- the stored book --------------------------------------------------------------------------------
@pytest.fixture
def book(tmp_path, monkeypatch: pytest.MonkeyPatch, novikoff: Run):
    """A stored book of one claim and its lemma, in place of the one that ships with the package."""
    path = tmp_path / "book.json"
    novikoff("check", "cauchy-schwarz", "pair-cauchy-schwarz", "--engine", "kernel", "--save", str(path), status=0)
    monkeypatch.setattr(evidence, "CERTIFICATES", path)
    return path


def test_replay(novikoff: Run, book) -> None:
    result = novikoff("check", "pair-cauchy-schwarz", "--replay", "--json", status=0)
    assert data(result)["claims"][0]["engines"] == {"kernel": "proved"}
    novikoff("check", "count-at-most-quotient", "--replay", status=1, out="no certificate is stored")
    stored = json.loads(book.read_text(encoding="utf-8"))
    stored["entries"][0]["statement"]["show"]["conclusion"] = [">=", ["@", "u@", "u@"], "0"]
    book.write_text(json.dumps(stored), encoding="utf-8")
    novikoff("check", "cauchy-schwarz", "--replay", status=1, out="for another statement")


def test_replay_without_any_book(novikoff: Run, monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr(evidence, "CERTIFICATES", tmp_path / "none.json")
    novikoff("check", "cauchy-schwarz", "--replay", status=2, err="`novikoff check --save` renews them")


def test_a_refuted_statement_counts_only_with_its_correction() -> None:
    claim = next(c for c in claims().values() if c.expected == "refuted")
    outcome = verdicts_.Outcome(claim, "refuted", {"kernel": "refuted"}, [], 0.0)
    right = verdicts_.Outcome(claims()[claim.corrected], "proved", {"kernel": "proved"}, [], 0.0)
    assert with_correction(outcome, {claim.corrected: right}).as_expected
    assert not with_correction(outcome, {claim.corrected: replace(right, verdict="unknown")}).as_expected


def test_a_vacuous_correction_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = next(c for c in claims().values() if c.expected == "refuted")
    assert ledger_check.check([claim.id], engines=["kernel"], jobs=1)[0].as_expected
    monkeypatch.setattr(verdicts_, "vacuity_reason", lambda given, *_, **__: "no" * (given.id == claim.corrected))
    outcome = ledger_check.check([claim.id], engines=["kernel"], jobs=1)[0]
    assert (outcome.verdict, outcome.as_expected) == ("refuted", False)


# --- against vacuous and false claims ---------------------------------------------------------------
def positive(p: Script) -> None:
    """Some numbers are positive."""
    (a,) = p.reals("a")
    p.assume(positive=a > 0)
    p.show(conclusion=a**2 > 0)


def test_a_claim_without_a_model_is_vacuous_and_a_new_one_gets_a_model_searched(novikoff: Run, plant) -> None:
    plant(impossible)
    novikoff("check", "planted", "--engine", "kernel", status=1,
             out=["vacuous, expected proved: no model of its hypotheses was found; they may contradict each other, or "
                  "p.example gives a model",
                  "1 claim: 0 proved, 0 refuted, 0 unknown, 1 vacuous, 0 error; 0 as expected"])
    plant(positive)
    assert novikoff("check", "planted", "--engine", "kernel").exit_code == 0
    plant(lambda p: (positive(p), p.example(a=-1)))
    novikoff("check", "planted", "--engine", "kernel", status=1,
             out="the values of p.example are no model of its hypotheses: a hypothesis does not hold: ['positive']")


@pytest.mark.parametrize(("write", "model", "verdict"), [(positive, "1", "proved"), (positive, "0", "vacuous"),
                                                         (positive, None, "vacuous"), (impossible, "1", "vacuous")])
def test_replay_evaluates_the_stored_model_and_searches_none(novikoff, plant, monkeypatch, tmp_path, write, model,
                                                             verdict):
    plant(write)
    entry = entry_building.build_entry("planted", ("kernel",)).entry
    book = json.dumps({"schema": 1, "costs": {}, "entries": [entry]})
    witness = {"dimension": 0, "size": 0, "values": {"a": model}, "steps": []}
    monkeypatch.setattr(evidence, "read_evidence", lambda file: book)
    monkeypatch.setattr(vacuity, "stored_models", lambda: {"planted": {"witness": witness}} if model else {})
    monkeypatch.setattr(vacuity, "find_model", None)
    found = novikoff("check", "planted", "--replay", "--json", status=0 if verdict == "proved" else 1)
    assert data(found)["claims"][0]["verdict"] == verdict


def test_a_proved_claim_that_fails_once_is_an_error(novikoff: Run, plant, monkeypatch: pytest.MonkeyPatch) -> None:
    def false(p: Script) -> None:
        """False for a ≤ 1 and for a ≥ 6 only."""
        (a,) = p.reals("a")
        p.assume(positive=a > 0)
        p.show(conclusion=a**2 * (6 - a) > a * (6 - a))
    plant(false)
    statement, _ = citation_graph.read("planted", registry.claims()["planted"].script)
    entry = {"statement": statement, "proof": {"rule": "poly"}}
    record = entry_building.ProofRecord(entry, {}, 0.0, {})
    monkeypatch.setattr(ledger_check, "build_entry", lambda i, engines, **more: record)
    assert novikoff("check", "planted", "--evaluate").exit_code == 1, "the kernel rejects it"
    believed = lambda entries, proved: {entry["statement"]["id"]: ("proved", "", []) for entry in entries}  # noqa: E731
    monkeypatch.setattr(kernel, "check_book", believed)
    assert novikoff("check", "planted").exit_code == 0, "now the kernel is broken"
    (claim,) = data(novikoff("check", "planted", "--evaluate", "--json", status=1))["claims"]
    assert (claim["verdict"], claim["instances"]) == ("error", 100)
    assert 0 < claim["failures"] < 100
    assert "an instance of the hypotheses refutes it: false: conclusion at {" in claim["reason"]


def test_too_few_instances_are_an_error_of_the_generator_and_named(novikoff: Run, plant) -> None:
    def isolated(p: Script) -> None:
        """The hypotheses hold at two points."""
        (a,) = p.reals("a")
        p.assume(square=Eq(a**2, 1))
        p.conclude("square", conclusion=a**2 <= 1)
    plant(isolated)
    (claim,) = data(novikoff("check", "planted", "--engine", "kernel", "--evaluate", "--json", status=1))["claims"]
    assert (claim["verdict"], claim["instances"]) == ("error", 2)
    assert claim["reason"] == "the generator made 2 instances of the hypotheses of planted, not 100"


# --- what goes wrong in one claim -------------------------------------------------------------------
def slip(p: Script) -> None:
    """A name is misspelt."""
    p.reals("a")
    p.show(conclusion=b >= 0)  # type: ignore[name-defined]  # noqa: F821


@pytest.mark.parametrize("options", [["--engine", "kernel"], ["--replay"], ["--engine", "kernel", "-j", "1"]])
def test_an_exception_in_one_claim_is_its_own_error(novikoff: Run, plant, options: list[str]) -> None:
    plant(slip)
    found = data(novikoff("check", "planted", *FEW, *options, "--json"))["claims"]
    assert {claim["id"]: claim["verdict"] for claim in found} == {"planted": "error", **dict.fromkeys(FEW, "proved")}
    if options != ["--replay"]:
        assert re.search(r"NameError: name 'b' is not defined \(.*test_check.py, line \d+\)", found[0]["reason"])
    assert novikoff("check", "planted", *options).exit_code == 1
    assert novikoff("explain", "planted").exit_code == 2


def test_what_cites_a_broken_claim_is_an_error_too(novikoff: Run, plant, monkeypatch) -> None:
    broken = replace(claims()["cauchy-schwarz"], write=slip)
    monkeypatch.setitem(registry._registry, "cauchy-schwarz", broken)
    monkeypatch.setattr(entry_building, "library", lambda: citation_graph.Library())
    outcomes = ledger_check.check(["pair-cauchy-schwarz", "count-at-most-quotient"], engines="kernel")
    found = {o.claim.id: o for o in outcomes}
    assert {i: o.verdict for i, o in found.items()} == {"pair-cauchy-schwarz": "error",
                                                        "count-at-most-quotient": "proved"}
    assert "the script of cauchy-schwarz cannot be run: NameError" in found["pair-cauchy-schwarz"].reason


# --- from Python ------------------------------------------------------------------------------------
def test_one_id_is_one_claim() -> None:
    assert [o.claim.id for o in ledger_check.check("cauchy-schwarz", engines="kernel")] == ["cauchy-schwarz"]


# --- trust ------------------------------------------------------------------------------------------
def test_what_is_admitted_is_printed_and_the_run_is_inconclusive(novikoff: Run, plant, monkeypatch) -> None:
    plant(positive)
    claim = replace(registry.claims()["planted"], admitted="a reason")
    monkeypatch.setitem(registry._registry, "planted", claim)
    result = novikoff("check", "planted", "--trust", "-q", status=3,
                      out="unknown, expected proved: it rests on unproved facts: planted is admitted (a reason)")
    assert result.stdout.count("admitted facts: planted (a reason)") == 2
    summary = data(novikoff("check", "planted", "--json"))["summary"]
    assert (summary["trust"]["admitted"], summary["as_expected"]) == ({"planted": "a reason"}, 0)


# --- what is supposed ---------------------------------------------------------------------------------
def there_is(p: Script) -> None:
    """Numbers of which the one is larger than the other one."""
    a, b = p.reals("a b")
    p.assume(size=b >= 1, larger=a >= b)
    p.conclude("size", "larger", conclusion=a > 0)


def resting(p: Script) -> None:
    """The same, again."""
    a, b = p.reals("a b")
    p.assume(size=b >= 1, larger=a >= b)
    p.use("supposing", name="there")
    p.conclude("there", conclusion=2 * a > 0)


@pytest.fixture
def supposing(plant) -> None:
    """A claim that supposes something, and one that rests on it and supposes something itself."""
    plant(there_is, "supposing", supposes={"larger": "there is a larger number"})
    plant(resting, supposes={"size": "there is a number"})


def test_what_is_supposed_is_shown_and_counted(novikoff: Run, supposing: None) -> None:
    arguments = ["check", "planted", "cauchy-schwarz", "--engine", "kernel"]
    novikoff(*arguments, "--trust", out=["planted         [kernel]  supposes size, supposing.larger\n",
                                         "          suppositions: there is a number (planted.size)",
                                         "2 claims: 2 proved", "; 1 supposes something"])
    found = data(novikoff(*arguments, "--json"))
    own, none = (claim["supposes"] for claim in found["claims"])
    assert (own, none) == ({"size": "there is a number"}, {})
    assert found["claims"][0]["trust"]["supposed"]["planted.size"] == own["size"]
    assert set(found["summary"]["trust"]["supposed"]) == {"planted.size", "supposing.larger"}
    assert found["summary"]["suppose"] == 1


def test_the_list_of_what_supposes_something_has_what_rests_on_it_too(novikoff: Run, plant, supposing: None) -> None:
    plant(resting)
    listed = data(novikoff("list", "--supposes", "--json"))["claims"]
    assert [claim["id"] for claim in listed] == ["supposing", "planted"]
    assert "supposes there is a larger number (supposing.larger)" in novikoff("list", "--supposes", "planted").stdout
    assert "supposes there is a larger number (larger)" in novikoff("list", "supposing").stdout


def test_no_claim_of_the_ledger_supposes_anything() -> None:
    assert [claim.id for claim in claims().values() if claim.supposes or claim.discharges] == []
