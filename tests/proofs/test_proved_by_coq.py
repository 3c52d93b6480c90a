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
from novikoff.proofs.checking import check, making, models, trust, verdicts
from novikoff.proofs.checking import citing as citing_
from novikoff.proofs.checking.evaluation import evaluate
from novikoff.proofs.documents.coverage import rows
from novikoff.proofs.export.coq import AXIOMS, Result, available, compile_and_audit, export
from novikoff.proofs.statements import registry
from novikoff.proofs.statements.registry import Claim, cite, claims, claims_of_coq

needs_coq = pytest.mark.skipif(not available(), reason="skipped: coqc is not installed (Debian package coq)")
GAUSSIAN, FILE = "gaussian-kernel-positive", "GaussianKernel"
NAME = GAUSSIAN.replace("-", "_")
HEAD = "From Novikoff Require Import InnerProduct Exponential.\nOpen Scope R_scope.\n"
# The words of the title, from the exported theorem and from nothing that is proved of exp elsewhere.
IN_WORDS = """
(** ** in-words *)

Theorem in_words (E : ips) size (x : nat -> E) gamma (a : nat -> Real) (width : 0 <= gamma)
  : 0 <= total size (fun i => total size (fun j =>
      a i * a j * exp (- gamma * inner (x i + (-1) *: x j)%V (x i + (-1) *: x j)%V))).
Proof.
  destruct (GaussianKernel.pairs_reached E size x gamma a (gaussian_kernel_positive_run E size x gamma))
    as (b & reached & _).
  - apply gaussian_kernel_positive_run_start.
  - intros b q z t reached only_z.
    pose proof (gaussian_kernel_positive_run_step E size x gamma b q z t reached only_z) as next.
    eapply transport; [exact next|]. do 5 f_equal. apply total_eq. intros i _.
    unfold GaussianKernel.gaussian. do 2 f_equal. gram. rewrite (inner_comm z (x i)). ring.
  - exact (gaussian_kernel_positive E size x gamma b _ reached width).
Qed.
"""


def for_zero(text):
    """The file, but that the theorem is about γ = 0."""
    text = text.replace(": 0 <= gamma -> 0 <= pairs", ": gamma = 0 -> 0 <= pairs")
    proved = "  intro {}.\n  assert (known"
    return text.replace(proved.format("sign"), proved.format("zero. assert (sign : 0 <= gamma) by lra"))


# Files that do not prove the statement: their texts, and what is said of the claims whose tactic is in them.
ASSUMING = f"{HEAD}Lemma all (P : Prop) : P.\nProof. Admitted.\nAxiom cheat : forall P : Prop, P.\n"
TACTICS = "Ltac unproved := apply all.\nLtac assumed := apply cheat.\n"
MEANING = 'Definition exp (x : Real) := 0.\nNotation "a <= b" := (a = a) : R_scope.\nLtac renamed := reflexivity.\n'
WRONG = {
    "Assuming": (ASSUMING + TACTICS, {"unproved": "it rests on .*all", "assumed": "it rests on .*cheat"}),
    "Easier": (
        for_zero(analysis.source(FILE)).replace(NAME, "easier") + MEANING,
        {"easier": "Cannot solve this goal", "renamed": "reflexive"},
    ),
    "Broken": ("Lemma wrong : False. Proof. exact I. Qed.\n", {"broken": r"Broken\.v: .*False"}),
}
REFUSED = {name: reason for _, reasons in WRONG.values() for name, reason in reasons.items()}


@pytest.fixture(scope="module")
def compiled(libraries_compiled_once, tmp_path_factory):
    """What Coq says of the exported claim, of its title in words, and of the claim with each of the wrong proofs."""
    folder = tmp_path_factory.mktemp("by-hand")
    export(None, folder, [making.by_hand(claims_of_coq()[GAUSSIAN])])
    stated, written = ((folder / f"{name}.v").read_text(encoding="utf-8") for name in (f"{FILE}Claims", FILE))
    assert written == analysis.source(FILE) != for_zero(written)
    texts = {f"{FILE}Claims": stated + IN_WORDS}
    head, mark, theorem = stated.partition("(** **")
    for file, (text, names) in WRONG.items():
        theorems = [(mark + theorem).replace(GAUSSIAN, n).replace(NAME, n).replace(FILE, file) for n in names]
        texts |= {file: text, f"{file}Claims": head.replace(FILE, file) + "\n".join(theorems)}
    for name, text in texts.items():
        (folder / f"{name}.v").write_text(text, encoding="utf-8")
    project = folder / "_CoqProject"
    more = [f"{name}.v" for file in WRONG for name in (file, f"{file}Claims")]
    project.write_text("\n".join([project.read_text(encoding="utf-8"), *more]), encoding="utf-8")
    return compile_and_audit(folder, jobs=2)


@needs_coq
def test_the_exported_statement_is_proved_by_the_axioms_of_the_reals(compiled):
    assert compiled[GAUSSIAN] == Result("proved", "", tuple(sorted(AXIOMS)))


@needs_coq
def test_the_statement_says_no_less_than_its_title(compiled):
    assert compiled["in-words"] == Result("proved", "", tuple(sorted(AXIOMS)))


@needs_coq
@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_does_not_prove_the_statement_is_refused(compiled, name):
    assert compiled[name].verdict == "failed"
    assert re.search(REFUSED[name], compiled[name].reason)


def test_every_claim_has_its_file_its_rows_and_a_claim_that_supposes_something():
    for claim in claims_of_coq().values():
        assert claim.id not in claims()
        assert claim.expected == "proved-by-coq"
        assert claims()[claim.completes].supposes
        assert set(claim.ledger) <= set(rows())
        assert claim.script.steps == []
        tactic = claim.id.replace("-", "_")
        assert f"\nLtac {tactic} :=" in analysis.source(claim.coq)
    assert {claim.coq for claim in claims_of_coq().values()} == {path.stem for path in analysis.HOME.glob("*.v")}


@pytest.mark.parametrize("identifier", claims_of_coq())
def test_random_instances_do_not_refute_it(identifier):
    found = evaluate(claims_of_coq()[identifier], count=100)
    assert (found.satisfied, found.failures) == (100, [])
    assert found.steps > 1


FALSE = {  # without a hypothesis: numbers for γ, and steps (z, t) for the points 0 and 1
    "width": (-1, [(0, [1, 0]), (1, [0, -1])]),
    "equal_to_z": (10, [(0, [1, 0]), (0, [0, -1]), (0, [0, -1])]),
}


@pytest.mark.parametrize("name", FALSE)
def test_it_is_false_without_a_hypothesis(name):
    data, (gamma, steps) = copy.deepcopy(making.by_hand(claims_of_coq()[GAUSSIAN])["statement"]), FALSE[name]
    steps = [{"z@": [str(z)], "t[i]": list(map(str, t))} for z, t in steps]
    witness = {"dimension": 1, "size": 2, "values": {"x[i]@": [["0"], ["1"]], "γ": str(gamma)}, "steps": steps}
    with pytest.raises(kernel.Rejected):  # the hypothesis does not hold
        kernel.false_conclusions(kernel.read_statement(data), witness)
    del (data["assume"] if name in data["assume"] else data["run"]["when"])[name]
    assert kernel.false_conclusions(kernel.read_statement(data), witness) == ["positive"]


# --- the kernel -------------------------------------------------------------------------------------


def test_the_kernel_does_not_accept_the_entry():
    verdict, reason, _ = kernel.check_book([making.by_hand(claims_of_coq()[GAUSSIAN])])[GAUSSIAN]
    assert (verdict, "rule" in reason) == ("error", True)


def test_no_proof_of_the_kernel_cites_it(monkeypatch):
    def citing(p):
        """q ≥ 0 again."""
        claims_of_coq()[GAUSSIAN].write(p)
        p.use(GAUSSIAN, name="known")
        p.conclude("known.positive")

    assert GAUSSIAN not in citing_.library()
    monkeypatch.setitem(registry._registry, "citing", Claim("citing", "", cite("iml", "nowhere"), "proved", citing))
    for engines in ("kernel", ("kernel", "z3")):
        (outcome,) = check.check("citing", engines=engines, jobs=1)
        assert outcome.verdict in ("unknown", "error")
        assert not outcome.as_expected


# --- verdicts ---------------------------------------------------------------------------------------


def test_without_coq_it_is_unknown():
    for settings in ({}, {"engines": "kernel"}, {"replay": True}):
        (outcome,) = check.check(GAUSSIAN, **settings)
        assert (outcome.verdict, outcome.engines, outcome.trust) == ("unknown", {}, trust.Trust())
        assert "--engine coq" in outcome.reason
        assert not outcome


@needs_coq
def test_with_coq_it_is_proved_by_coq_and_says_by_what(compiled, monkeypatch):
    monkeypatch.setattr(check, "asked", lambda entries, jobs: {GAUSSIAN: compiled[GAUSSIAN]} if entries else {})
    result = CliRunner().invoke(cli, ["check", GAUSSIAN, "--engine", "coq", "--json"])
    (claim,) = json.loads(result.stdout)["claims"]
    summary = json.loads(result.stdout)["summary"]
    assert result.exit_code == 0
    assert claim["verdict"] == claim["expected"] == "proved-by-coq"
    assert claim["engines"] == {"coq": "agrees"}
    assert (claim["trust"]["checked_by"], set(claim["trust"]["axioms"])) == (["coq"], AXIOMS)
    assert (summary["proved"], summary["proved-by-coq"], summary["as_expected"]) == (0, 1, 1)


def test_what_coq_refuses_is_an_error():
    outcome = verdicts.by_coq(GAUSSIAN, Result("failed", "it rests on cheat"))
    assert (outcome.verdict, outcome.reason, outcome.trust.axioms) == ("error", "coq: it rests on cheat", [])
    assert outcome.exit_status != 0


def test_hypotheses_that_contradict_each_other_make_it_vacuous(monkeypatch):
    monkeypatch.setattr(models, "BUDGETS", (4000,))

    def empty(p):
        claims_of_coq()[GAUSSIAN].write(p)
        p.assume(negative=p.assumptions["width"].lhs < 0)

    claim = Claim("empty", "", cite("iml", "nowhere"), "proved-by-coq", empty, coq=FILE)
    monkeypatch.setitem(registry._by_coq, "empty", claim)
    proved = Result("proved", "", tuple(AXIOMS))
    assert verdicts.with_model(verdicts.by_coq("empty", proved), search=True).verdict == "vacuous"
    assert verdicts.with_model(verdicts.by_coq(GAUSSIAN, proved), search=True).verdict == "proved-by-coq"


# --- commands ---------------------------------------------------------------------------------------


def novikoff(*arguments):
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_page_has_a_row_for_each():
    page = (Path(__file__).parents[2] / "docs" / "trust.md").read_text(encoding="utf-8")
    row = "| `{0.id}` | `proved-by-coq`, by `proofs/analysis/{0.coq}.v` | `{0.completes}` |"
    shown = [line for line in page.splitlines() if "| `proved-by-coq`" in line]
    assert shown == [row.format(claim) for claim in claims_of_coq().values()]


def test_a_check_without_coq_says_what_is_left_to_it():
    arguments = ["check", "-k", "gaussian-kernel", "--replay", "--engine", "kernel"]
    assert f"left to Coq, which `--engine coq` asks: {GAUSSIAN}" in novikoff(*arguments)
    found = json.loads(novikoff(*arguments, "--json"))
    assert found["left_to_coq"] == [GAUSSIAN]
    assert GAUSSIAN not in [claim["id"] for claim in found["claims"]]
    assert "left" not in novikoff("check", "cauchy-schwarz", "--replay", "--engine", "kernel")


def test_named_without_coq_it_is_inconclusive():
    result = CliRunner().invoke(cli, ["check", GAUSSIAN])
    assert (result.exit_code, result.stdout.split()[0]) == (3, "unknown")


def test_pages_say_who_proves_it():
    other = claims_of_coq()[GAUSSIAN].completes
    assert "By Coq only, in proofs/analysis/GaussianKernel.v" in novikoff("explain", GAUSSIAN)
    for arguments in (["explain", other], ["list", "--supposes"], ["ledger", "004-rbf", "-v"]):
        assert f"{GAUSSIAN}, proved by coq" in " ".join(novikoff(*arguments).split())
    assert "without" not in novikoff("explain", "exponential-series-remainder").lower()


def test_it_is_exported_to_coq_only(tmp_path):
    novikoff("export", "coq", GAUSSIAN, "-o", str(tmp_path))
    assert (tmp_path / f"{FILE}.v").read_text(encoding="utf-8") == analysis.source(FILE)
    assert f"Theorem {NAME} " in (tmp_path / f"{FILE}Claims.v").read_text(encoding="utf-8")
    for language in ("smt2", "lean"):
        result = CliRunner().invoke(cli, ["export", language, GAUSSIAN, "-o", str(tmp_path)])
        assert (result.exit_code, "in Coq only" in result.output) == (2, True)
