"""Every hypothesis is needed, or shown to be superfluous; stored results hold for today's claims."""

import copy
import dataclasses
from functools import partial

import pytest

from metatests import clearer_counterexamples, hypothesis_evidence
from novikoff.proofs import kernel
from novikoff.proofs.checking import necessity, stored_certificates
from novikoff.proofs.statements.perceptron_runs import homogeneous_run, perceptron_run
from novikoff.proofs.statements.registry import claims

from ..planted_claims import planted


@pytest.fixture(autouse=True)
def few_instances(monkeypatch):
    """Before a proof is searched, fewer random instances are than when the stored results are made."""
    monkeypatch.setattr(necessity, "INSTANCES", 50)


@pytest.fixture(scope="module")
def stored():
    return necessity.stored_results()


def test_every_hypothesis_has_a_result_that_holds_today(stored, sample):
    """All results of a third of the claims; `test_stored_results_are_what_saving_writes` looks for those of all."""
    assert hypothesis_evidence.problems(stored, [claims()[name] for name in sample(claims(), len(claims()) // 3)]) == {}
    assert set(stored) <= set(claims())


def test_stored_results_are_what_saving_writes(stored, monkeypatch):
    monkeypatch.setattr(necessity, "decide", None)  # nothing is searched
    monkeypatch.setattr(necessity, "flaw", lambda claim, name, result: "")  # each holds, by the test above
    assert hypothesis_evidence.save_necessity(stored) == hypothesis_evidence.to_json_lines(stored)


def test_most_examples_are_in_the_plane_and_have_no_zero_vector(stored):
    """As `metatests.clearer_counterexamples` has found them; on a line, or with a vector that is 0, are the rest."""
    count, flat, zero = clearer_counterexamples.flat_share(stored)
    assert count > 2000
    assert flat < 0.3 * count
    assert zero < 0.2 * count


def test_an_example_is_retold_without_zeros(stored):
    claim = claims()["lecture-norm-step"]
    values = {"D": "0", "w@": ["0"], "x@": ["1"]}
    poor = necessity.Result("needed", {"dimension": 1, "size": 0, "steps": [], "values": values})
    assert necessity.flaw(claim, "radius", poor.json()) == ""
    told = clearer_counterexamples.retell(claim, "radius", poor.json())
    assert necessity.flaw(claim, "radius", told) == ""
    assert clearer_counterexamples.is_telling(told["witness"])
    assert not clearer_counterexamples.is_telling(poor.witness)
    assert clearer_counterexamples.retell(claim, "radius", told) is told


def test_superfluous_hypotheses_are_said_to_be_so(stored, monkeypatch):
    assert hypothesis_evidence.find_unexcused(stored) == []
    silent = {i: dataclasses.replace(c, says="") for i, c in claims().items()}
    monkeypatch.setattr(hypothesis_evidence, "claims", lambda: silent)
    assert hypothesis_evidence.find_unexcused(stored) == hypothesis_evidence.superfluous(stored) != []


def growth(p, extra=False, steps=True):
    R = p.real("R")
    if extra:
        p.assume(nonnegative=R >= 0)
    run = perceptron_run(p)
    w, b, k, x, after = run.w, run.b, run.k, run.x, run.after
    run.examples(radius=x @ x <= R**2)
    with p.induction(growth=w @ w + b**2 <= k * (R**2 + 1)):
        if steps:
            p.calc(after.w @ after.w + after.b**2, "<=", w @ w + b**2 + R**2 + 1, "label", "mistake", "radius",
                   *(["nonnegative"] if extra else []))
    p.show(conclusion=w @ w + b**2 <= k * (R**2 + 1))


def test_a_planted_superfluous_hypothesis_is_found():
    claim = planted(lambda p: growth(p, extra=True))
    results = necessity.necessity_of(claim)
    assert {n: r.kind for n, r in results.items()} == {"label": "needed", "radius": "needed", "mistake": "needed",
                                                       "nonnegative": "superfluous"}
    for name, result in results.items():
        assert necessity.flaw(claim, name, result.json()) == ""
    table = {claim.id: {n: r.json() for n, r in results.items()}}
    assert hypothesis_evidence.superfluous(table) == [("planted", "nonnegative")]


def with_example(hypothesis, **values):
    def write(p):
        a, b = p.reals("a b")
        p.assume(positive=a > 0, less=a <= b)
        p.show(conclusion=b > 0)
        p.example_without(hypothesis, **values)
    return planted(write)


def test_an_example_of_the_author_is_what_the_hypothesis_is_for():
    result = necessity.decide(with_example("less", a=5, b=-7), "less")
    assert (result.kind, result.witness["values"]) == ("needed", {"a": "5", "b": "-7"})
    with pytest.raises(ValueError, match="no conclusion is false"):
        necessity.decide(with_example("less", a=5, b=7), "less")
    with pytest.raises(kernel.Rejected):
        necessity.decide(with_example("less", a=-5, b=-7), "less")
    with pytest.raises(ValueError, match="an example without 'lesser', which is not one of the hypotheses"):
        with_example("lesser", a=5, b=7).script.finish()


def test_a_hypothesis_that_gives_a_quotient_its_meaning():
    def quotient(p):
        a, b = p.reals("a b")
        p.assume(divisor=b > 0, order=a >= b)
        p.show(conclusion=a / b >= 1)
    claim = planted(quotient)
    results = necessity.necessity_of(claim)
    assert {n: r.kind for n, r in results.items()} == {"divisor": "needed", "order": "needed"}
    def square(p):
        a, b = p.reals("a b")
        p.assume(divisor=b > 0)
        p.show(conclusion=a**2 / b**2 >= 0)
    claim = planted(square)
    result = necessity.decide(claim, "divisor")
    assert (result.kind, result.definition, result.witness["values"]["b"]) == ("makes-sense", "inv1", "0")
    assert necessity.flaw(claim, "divisor", result.json()) == ""


def test_a_hypothesis_that_a_cited_theorem_asks_for_in_vain(plant):
    def alignment(p):
        u, gamma = p.vector("u"), p.real("γ")
        run = homogeneous_run(p)
        run.examples(margin=u @ run.z >= gamma)
        return run.w @ u, run.k * gamma
    def lemma(p):
        aligned, least = alignment(p)
        with p.induction(conclusion=aligned >= least):
            pass
        p.show(conclusion=aligned >= least)
    def citing(p):
        aligned, least = alignment(p)
        p.use("planted-lemma", name="lemma")
        p.conclude("lemma", conclusion=2 * aligned >= 2 * least)
    plant(lemma, "planted-lemma")
    claim = plant(citing)
    result = necessity.decide(claim, "mistake")
    assert [e["statement"]["id"] for e in result.entries] == ["planted-lemma.without.1", "planted"]
    assert [list(e["statement"]["run"]["when"]) for e in result.entries] == [["margin"], ["margin"]]
    assert necessity.flaw(claim, "mistake", result.json()) == ""


def test_what_cannot_be_decided_is_said(monkeypatch):
    def hard(p):
        a, b = p.reals("a b")
        p.assume(vain=b >= 0)
        p.show(conclusion=a**8 - a**6 - a**2 + 2 > 0)
    monkeypatch.setattr(necessity, "prove_without", lambda claim, name: None)
    monkeypatch.setattr(necessity, "BUDGETS", ((1, 1000),))
    claim = planted(hard)
    result = necessity.decide(claim, "vain")
    assert result.kind == "undecided"
    assert necessity.flaw(claim, "vain", result.json()) == "undecided"


def test_refuted_claims_need_nothing_and_examples_break_what_they_show():
    refuted = next(c for c in claims().values() if c.expected == "refuted")
    assert necessity.necessity_of(refuted) == {}
    claim = planted(growth)
    result = necessity.decide(claim, "mistake")
    (*_, last) = result.witness["steps"]
    assert result.kind == "needed"
    assert last["y"] in ("1", "-1")
    assert necessity.flaw(claim, "mistake", result.json()) == ""


def damaged(result, **change):
    return {**copy.deepcopy(result), **change}


def test_damaged_results_are_noticed(stored):
    claim = claims()["perceptron-norm-growth"]
    flaw = partial(necessity.flaw, claim)
    good = stored[claim.id]["mistake"]
    assert flaw("mistake", good) == ""
    values = good["witness"]["values"]
    for name, result in (
        ("mistake", {}),
        ("mistake", {"kind": "needed"}),
        ("mistake", damaged(good, kind="certain")),
        ("mistake", damaged(good, kind="superfluous")),
        ("mistake", damaged(good, more=1)),
        ("mistake", damaged(good, witness={**good["witness"], "values": {**values, "y": "3"}})),
        ("radius", good),
        ("nothing", good),
    ):
        assert flaw(name, result), (name, result)


def test_a_proof_of_something_else_shows_nothing(stored):
    claim = claims()["smola-mistake-bound"]
    own = stored_certificates.read_records([claim.id])[claim.id].entry
    for name in stored[claim.id]:
        assert necessity.flaw(claim, name, {"kind": "superfluous", "entries": [own]})
        less = {**own, "statement": necessity.data_without(own["statement"], name)}
        assert necessity.flaw(claim, name, {"kind": "superfluous", "entries": [less]})
        cited = {**own, "statement": {**own["statement"], "id": "smola-norm-growth.without.0"}}
        assert necessity.flaw(claim, name, {"kind": "superfluous", "entries": [cited, less]})


def test_a_proof_must_not_rest_on_the_claim_itself():
    claim = claims()["smola-norm-growth"]
    own = stored_certificates.read_records([claim.id])[claim.id].entry
    context = necessity.statement_of(claim).context
    put = {n: n for n in context.names}
    circular = {
        "rule": "lemma", "of": claim.id, "put": put, "premises": {}, "as": {"conclusion": "itself"},
        "run": {
            "input": {n: n for n in context.run.input},
            "start": {n: {"rule": "poly"} for n in context.run.state},
            "when": {n: {"rule": "poly", "sum": [{"facts": [n]}]} if n != "label" else
                     {"rule": "poly", "ideal": [{"fact": n, "by": "1"}]} for n in context.run.when},
            "next": {n: {"rule": "poly"} for n in context.run.state},
        },
        "then": {"rule": "poly", "sum": [{"facts": ["itself"]}]},
    }
    entry = {"statement": own["statement"], "proof": circular}
    assert necessity.kernel.check_entry(entry, necessity.Proved())[0] == "proved"
    assert not necessity.accepts([entry])


def test_missing_and_unknown_results_are_noticed(stored, monkeypatch):
    claim = claims()["perceptron-norm-growth"]
    assert set(hypothesis_evidence.problems({}, [claim]).values()) == {"no result is stored"}
    table = {claim.id: {**stored[claim.id], "other": {"kind": "needed"}}}
    assert hypothesis_evidence.problems(table, [claim]) == {(claim.id, "other"): "there is no such hypothesis"}
    monkeypatch.setattr(hypothesis_evidence, "claims", lambda: {claim.id: claim})
    table = {claim.id: stored[claim.id], "nobody": {}}
    assert hypothesis_evidence.problems(table) == {("nobody", ""): "there is no such claim"}
