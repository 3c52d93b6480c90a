"""Claims that are proved by hand in Coq: each is proved as it is exported, by no more than the axioms of the reals, and
the kernel neither accepts nor cites it.
"""

import copy
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from novikoff.cli import cli
from novikoff.proofs import analysis, kernel
from novikoff.proofs.checking import entry_building, entry_verdicts, ledger_check, trust, vacuity
from novikoff.proofs.checking.random_instances import evaluate
from novikoff.proofs.documents.coverage import rows
from novikoff.proofs.export.coq import AXIOMS, Result, available, compile_and_audit, export
from novikoff.proofs.search import citation_graph as citing_
from novikoff.proofs.statements import registry
from novikoff.proofs.statements.registry import Claim, cite, claims, claims_of_coq
from novikoff.proofs.statements.vector_language import Eq

needs_coq = pytest.mark.skipif(not available(), reason="skipped: coqc is not installed (Debian package coq)")
IN_THE_LANGUAGE = [i for i, claim in claims_of_coq().items() if not claim.script.in_coq]
GAUSSIAN, FILE = "gaussian-kernel-positive", "GaussianKernel"
NAME = GAUSSIAN.replace("-", "_")
HEAD = "From Novikoff Require Import InnerProduct Exponential.\nOpen Scope R_scope.\n"
IN_WORDS = (Path(__file__).parent / "in_words.v").read_text(encoding="utf-8")


def for_zero(text):
    """The file, but that the theorem is about γ = 0."""
    text = text.replace("  0 <= gamma -> 0 <= square", "  gamma = 0 -> 0 <= square")
    proved = "  intro {}.\n  assert (known"
    return text.replace(proved.format("sign"), proved.format("zero. assert (sign : 0 <= gamma) by lra"))


# Files that do not prove the statement: their texts, and what is said of the claims whose tactic is in them.
ASSUMING = f"{HEAD}Lemma all (P : Prop) : P.\nProof. Admitted.\nAxiom cheat : forall P : Prop, P.\n"
TACTICS = "Ltac unproved := apply all.\nLtac assumed := apply cheat.\n"
MEANING = 'Definition exp (x : Real) := 0.\nNotation "a <= b" := (a = a) : R_scope.\nLtac renamed := reflexivity.\n'
WRONG = {
    "Assuming": (ASSUMING + TACTICS, {"unproved": "it rests on .*all", "assumed": "it rests on .*cheat"}),
    "Easier": (for_zero(analysis.source(FILE)).replace(NAME, "easier") + MEANING,
               {"easier": "Unable to unify", "renamed": "reflexive"}),
    "Broken": ("Lemma wrong : False. Proof. exact I. Qed.\n", {"broken": r"Broken\.v: .*False"}),
}


@pytest.fixture(scope="module")
def wrong(sample):
    """One of the wrong files."""
    return {name: WRONG[name] for name in sample(WRONG, 1)}


@pytest.fixture(scope="module")
def files(sample):
    """The files that are compiled: that of the limits, and any one."""
    return {FILE, *sample({claim.coq for claim in claims_of_coq().values()}, 1)}


@pytest.fixture(scope="module")
def compiled(wrong, files, libraries_compiled_once, tmp_path_factory):
    """What Coq says of the exported claims, of their titles in words, and of one with wrong proofs."""
    folder = tmp_path_factory.mktemp("by-hand")
    entries = [entry_building.make_coq_entry(claim) for claim in claims_of_coq().values() if claim.coq in files]
    export(None, folder, entries)
    stated, written = ((folder / f"{name}.v").read_text(encoding="utf-8") for name in ("Theorems", FILE))
    assert written == analysis.source(FILE) != for_zero(written)
    texts = {"Theorems": stated + IN_WORDS}
    mark = "(** **"
    head, *theorems = stated.split(mark)
    (theorem,) = (text for text in theorems if text.startswith(f" {GAUSSIAN} "))
    for file, (text, names) in wrong.items():
        theorems = [(mark + theorem).replace(GAUSSIAN, n).replace(NAME, n).replace(FILE, file) for n in names]
        texts |= {file: text, f"{file}Claims": head + "\n".join(theorems)}
    for name, text in texts.items():
        (folder / f"{name}.v").write_text(text, encoding="utf-8")
    project = folder / "_CoqProject"
    more = [f"{name}.v" for file in wrong for name in (file, f"{file}Claims")]
    project.write_text("\n".join([project.read_text(encoding="utf-8"), *more]), encoding="utf-8")
    return compile_and_audit(folder, jobs=2)


@needs_coq
def test_the_exported_statement_is_proved_by_the_axioms_of_the_reals(compiled, files):
    chosen = [claim.id for claim in claims_of_coq().values() if claim.coq in files]
    assert {(compiled[i].verdict, compiled[i].reason) for i in chosen} == {("proved", "")}
    assert set().union(*(compiled[i].assumptions for i in chosen)) <= AXIOMS


@needs_coq
@pytest.mark.parametrize("name", ["gaussian-in-words", "polynomial-in-words", "series-in-words"])
def test_the_statement_says_no_less_than_its_title(compiled, name):
    assert compiled[name].verdict == "proved"
    assert set(compiled[name].assumptions) <= AXIOMS


@needs_coq
def test_a_file_that_does_not_prove_the_statement_is_refused(compiled, wrong):
    refused = {name: reason for _, reasons in wrong.values() for name, reason in reasons.items()}
    assert refused
    for name, reason in refused.items():
        assert compiled[name].verdict == "failed"
        assert re.search(reason, compiled[name].reason)


def test_every_claim_has_its_file_and_its_rows():
    for claim in claims_of_coq().values():
        assert claim.id not in claims()
        assert claim.expected == "proved-by-coq"
        assert set(claim.ledger) <= set(rows())
        assert claim.script.steps == []
        tactic = claim.id.replace("-", "_")
        assert f"\nLtac {tactic} :=" in analysis.source(claim.coq)
    assert {claim.coq for claim in claims_of_coq().values()} == {path.stem for path in analysis.HOME.glob("*.v")}


@pytest.mark.parametrize("identifier", IN_THE_LANGUAGE)
def test_random_instances_do_not_refute_it(identifier):
    found = evaluate(claims_of_coq()[identifier], count=100)
    assert (found.satisfied, found.failures) == (100, [])
    assert found.steps > 1


POLYNOMIAL = "polynomial-kernel-positive"
FALSE = {  # without a hypothesis: numbers, the points x[i], and steps
    (GAUSSIAN, "width"): ({"γ": -1}, [0, 1], [{"z@": 0, "t[i]": [1, 0]}, {"z@": 1, "t[i]": [0, -1]}]),
    (GAUSSIAN, "equal_to_z"): ({"γ": 10}, [0, 1], [{"z@": 0, "t[i]": t} for t in ([1, 0], [0, -1], [0, -1])]),
    (POLYNOMIAL, "constant"): ({"c": -1, "d": 1}, [0], [{"z'@": 0, "u": u, "t[i]": [u]} for u in (0, 1)]),
    (POLYNOMIAL, "degree"): (
        {"c": 2, "d": 1}, [0, 0], [{"z'@": 0, "u": u, "t[i]": t} for u, t in ((1, [1, 0]), (0, [0, 0]), (1, [0, -1]))],
    ),
    (POLYNOMIAL, "equal_to_z"): (
        {"c": 0, "d": 1}, [0, 1],
        [{"z'@": 1, "u": u, "t[i]": t} for u, t in ((0, [0, 0]), (1, [0, 1]), (0, [0, 0]), (1, [0, -1]))],
    ),
}


def as_data(name, value):
    """A value as a witness has it: lists of texts, vectors of dimension 1."""
    if isinstance(value, list):
        return [as_data(name, one) for one in value] if name != "t[i]" else list(map(str, value))
    return [str(value)] if name.endswith("@") else str(value)


@pytest.mark.parametrize(("identifier", "name"), FALSE)
def test_it_is_false_without_a_hypothesis(identifier, name):
    data = copy.deepcopy(entry_building.make_coq_entry(claims_of_coq()[identifier])["statement"])
    numbers, points, steps = FALSE[identifier, name]
    values = {n: as_data(n, v) for n, v in {"x[i]@": points, **numbers}.items()}
    witness = {"dimension": 1, "size": len(points), "values": values}
    witness["steps"] = [{n: as_data(n, v) for n, v in step.items()} for step in steps]
    with pytest.raises(kernel.Rejected):  # the hypothesis does not hold
        kernel.false_conclusions(kernel.read_statement(data), witness)
    del (data["assume"] if name in data["assume"] else data["run"]["when"])[name]
    assert kernel.false_conclusions(kernel.read_statement(data), witness) == ["positive"]


def test_the_kernel_and_its_proofs_do_not_know_it(plant):
    verdict, reason, _ = kernel.check_book([entry_building.make_coq_entry(claims_of_coq()[GAUSSIAN])])[GAUSSIAN]
    assert (verdict, "rule" in reason) == ("error", True)
    def citing(p):
        """q ≥ 0 again."""
        claims_of_coq()[GAUSSIAN].write(p)
        p.use(GAUSSIAN, name="known")
        p.conclude("known.positive")
    assert GAUSSIAN not in citing_.library()
    plant(citing, "citing")
    for engines in ("kernel", ("kernel", "z3")):
        (outcome,) = ledger_check.check("citing", engines=engines, jobs=1)
        assert outcome.verdict in ("unknown", "error")
        assert not outcome.as_expected


def test_without_coq_it_is_unknown():
    for settings in ({}, {"engines": "kernel"}, {"replay": True}):
        (outcome,) = ledger_check.check(GAUSSIAN, **settings)
        assert (outcome.verdict, outcome.engines, outcome.trust) == ("unknown", {}, trust.Trust())
        assert "--engine coq" in outcome.reason
        assert not outcome
    outcome = entry_verdicts.coq_outcome(GAUSSIAN, Result("failed", "it rests on cheat"))
    assert (outcome.verdict, outcome.reason, outcome.trust.axioms) == ("error", "coq: it rests on cheat", [])
    assert outcome.exit_status != 0


@needs_coq
def test_with_coq_it_is_proved_by_coq_and_says_by_what(compiled, monkeypatch):
    found = {GAUSSIAN: compiled[GAUSSIAN]}
    monkeypatch.setattr(ledger_check, "run_coq", lambda entries, jobs: found if entries else {})
    result = CliRunner().invoke(cli, ["check", GAUSSIAN, "--engine", "coq", "--json"])
    (claim,) = json.loads(result.stdout)["claims"]
    summary = json.loads(result.stdout)["summary"]
    assert result.exit_code == 0
    assert claim["verdict"] == claim["expected"] == "proved-by-coq"
    assert claim["engines"] == {"coq": "agrees"}
    assert (claim["trust"]["checked_by"], set(claim["trust"]["axioms"])) == (["coq"], AXIOMS)
    assert (summary["proved"], summary["proved-by-coq"], summary["as_expected"]) == (0, 1, 1)


def test_hypotheses_that_contradict_each_other_make_it_vacuous(monkeypatch):
    monkeypatch.setattr(vacuity, "BUDGETS", (4000,))
    def empty(p):
        claims_of_coq()[GAUSSIAN].write(p)
        p.assume(negative=p.assumptions["width"].lhs < 0)
    claim = Claim("empty", "", cite("iml", "nowhere"), "proved-by-coq", empty, coq=FILE)
    monkeypatch.setitem(registry._by_coq, "empty", claim)
    proved = Result("proved", "", tuple(AXIOMS))
    assert entry_verdicts.check_vacuity(entry_verdicts.coq_outcome("empty", proved), search=True).verdict == "vacuous"
    gaussian = entry_verdicts.coq_outcome(GAUSSIAN, proved)
    assert entry_verdicts.check_vacuity(gaussian, search=True).verdict == "proved-by-coq"


def novikoff(*arguments):
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_check_without_coq_says_what_is_left_to_it():
    arguments = ["check", "-k", "gaussian-kernel or gaussian-exponent", "--replay", "--engine", "kernel"]
    assert f"not checked, since only Coq proves them; add `--engine coq`: {GAUSSIAN}" in novikoff(*arguments)
    found = json.loads(novikoff(*arguments, "--json"))
    assert found["left_to_coq"] == [GAUSSIAN]
    assert GAUSSIAN not in [claim["id"] for claim in found["claims"]]
    assert "left" not in novikoff("check", "cauchy-schwarz", "--replay", "--engine", "kernel")
    result = CliRunner().invoke(cli, ["check", GAUSSIAN])
    assert (result.exit_code, result.stdout.split()[0]) == (3, "unknown")


def test_pages_say_who_proves_it():
    for claim in claims_of_coq().values():
        said = novikoff("explain", claim.id)
        assert f"By Coq only, in proofs/analysis/{claim.coq}.v" in said
        assert ("Statement\n    forall" in said) == bool(claim.script.in_coq)
    page = (Path(__file__).parents[2] / "docs" / "explanation" / "trust.md").read_text(encoding="utf-8")
    row = "| `{0.id}` | `proved-by-coq`, by `proofs/analysis/{0.coq}.v` | {0.title} |"
    shown = [line for line in page.splitlines() if "| `proved-by-coq`" in line]
    assert shown == [row.format(claim) for claim in claims_of_coq().values()]


def test_only_a_claim_that_coq_alone_proves_is_stated_in_coq():
    def both(p):
        a = p.real("a")
        p.state_in_coq("forall n : nat, n = n")
        p.show(conclusion=Eq(a, a))
    for verdict, write, file in (("proved-by-coq", both, FILE), ("proved", lambda p: p.state_in_coq("True"), "")):
        claim = Claim("both", "", cite("iml", "nowhere"), verdict, write, coq=file)
        with pytest.raises(registry.Unwritten, match="Coq"):
            print(claim.script)


def test_a_sentence_in_coq_has_one_full_stop():
    """Its audit reads it up to there."""
    for claim in claims_of_coq().values():
        assert not re.search(r'[."]|\(\*|\n  : ', claim.script.in_coq)


def test_it_is_exported_to_coq_only(tmp_path):
    novikoff("export", "coq", GAUSSIAN, "-o", str(tmp_path))
    assert (tmp_path / f"{FILE}.v").read_text(encoding="utf-8") == analysis.source(FILE)
    assert f"Theorem {NAME} " in (tmp_path / "Theorems.v").read_text(encoding="utf-8")
    for language in ("smt2", "lean"):
        result = CliRunner().invoke(cli, ["export", language, GAUSSIAN, "-o", str(tmp_path)])
        assert (result.exit_code, "in Coq only" in result.output) == (2, True)
