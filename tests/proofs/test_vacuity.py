"""Every claim has a model; contradictory hypotheses and impossible steps are found."""

from fractions import Fraction

import pytest

from metatests import hypothesis_evidence
from novikoff.proofs import kernel
from novikoff.proofs.checking import vacuity
from novikoff.proofs.statements.perceptron_runs import homogeneous_run
from novikoff.proofs.statements.registry import claims
from novikoff.proofs.statements.vector_language import Sum, augment, ln

from ..planted_claims import planted


@pytest.fixture(autouse=True)
def small_budget(monkeypatch):
    monkeypatch.setattr(vacuity, "BUDGETS", (4000,))


def signs(p, **more):
    (a,) = p.reals("a")
    p.assume(positive=a > 0, **{name: fact(a) for name, fact in more.items()})
    p.show(conclusion=a**2 > 0)


def test_every_claim_has_a_stored_model(sample):
    """Each has one, and that of every second claim is one today."""
    models = vacuity.stored_models()
    assert {*models} == {*claims()}
    half = [claims()[name] for name in sample(claims(), len(claims()) // 2)]
    assert hypothesis_evidence.model_problems(models, half) == {}


def test_stored_models_are_what_saving_writes(monkeypatch):
    stored = vacuity.stored_models()
    monkeypatch.setattr(vacuity, "find_model", lambda claim: None)  # nothing is searched
    monkeypatch.setattr(vacuity, "find_flaw", lambda claim, model: "")  # each is one, by the test above
    assert hypothesis_evidence.make_models_text(stored) == hypothesis_evidence.to_json_lines(stored)


def test_contradictory_hypotheses_have_no_model():
    assert vacuity.find_model(planted(signs)) is not None
    assert vacuity.find_model(planted(lambda p: signs(p, negative=lambda a: a < 0))) is None


def test_the_model_may_be_the_authors_if_it_is_one():
    def write(p, value):
        signs(p)
        p.example(a=value)
    assert vacuity.find_model(planted(lambda p: write(p, 5))).witness["values"] == {"a": "5"}
    assert vacuity.find_model(planted(lambda p: write(p, -5))) is None
    def stepping(p, steps):
        p.show(conclusion=run(p).k >= 0)
        p.example(steps=steps)
    assert vacuity.find_model(planted(lambda p: stepping(p, [{"z": [2]}]))).witness["steps"] == [{"z@": ["2"]}]
    assert vacuity.find_model(planted(lambda p: stepping(p, []))) is None


def test_a_model_may_have_exponentials_as_values():
    def logarithm(p):
        q = p.real("q")
        p.assume(positive=q > 0, large=ln(q) >= 1)
        p.show(conclusion=q >= 2)
    model = vacuity.find_model(planted(logarithm)).json()
    values = model["witness"]["values"]
    assert kernel.shape(next(iter(kernel.read_poly(values["q"])))[0][0]).kind == "exp"
    assert vacuity.find_flaw(planted(logarithm), model) == ""
    for q in ("3", ["*", "2", ["exp", "2"]], ["exp", "1/2"]):
        assert (
            vacuity.find_flaw(planted(logarithm), {"witness": {**model["witness"], "values": {**values, "q": q}}}) != ""
        )


def test_the_model_of_a_nearest_point_has_its_weights():
    def cone(p):
        x = p.vector("x[i]")
        p.assume(some=Sum(1) > 0, long=x @ x >= 1)
        m, _ = p.nearest("m[i] β", augment(x, 1), augment(0 * x, 1))
        p.show(conclusion=Sum(m) >= 0)
    model = vacuity.find_model(planted(cone)).json()
    assert vacuity.find_flaw(planted(cone), model) == ""
    values = model["witness"]["values"]
    assert Fraction(values["m[i]"][0]) > 0
    damaged = {**model["witness"], "values": {**values, "m[i]": ["7"]}}
    assert vacuity.find_flaw(planted(cone), {"witness": damaged}) != ""


def run(p, **facts):
    homogeneous = homogeneous_run(p)
    homogeneous.examples(**{name: fact(homogeneous.z) for name, fact in facts.items()})
    return homogeneous


def test_runs_have_models_that_take_a_step():
    def stuck(p):
        steps = run(p, long=lambda z: z @ z >= 1, short=lambda z: 2 * (z @ z) <= 1)
        p.show(conclusion=steps.k >= 0)
    assert vacuity.find_model(planted(stuck)) is None
    def moving(p):
        p.show(conclusion=run(p, long=lambda z: z @ z >= 1).k >= 0)
    model = vacuity.find_model(planted(moving))
    assert model.witness["steps"]
    assert vacuity.find_flaw(planted(moving), model.json()) == ""
    assert vacuity.find_flaw(planted(moving), {"witness": {**model.witness, "steps": []}}) == "no step is taken"


def test_a_claim_about_the_start_shows_that_steps_are_possible():
    def start(p):
        steps = run(p, long=lambda z: z @ z >= 1)
        p.assume(first=steps.k <= 0)
        p.show(conclusion=steps.w @ steps.w <= 0)
    model = vacuity.find_model(planted(start))
    assert (model.witness["steps"], len(model.step["steps"])) == ([], 1)
    assert vacuity.find_flaw(planted(start), model.json()) == ""
    assert vacuity.find_flaw(planted(start), {"witness": model.witness}) == "no step is taken"


def test_the_model_of_a_refuted_claim_is_a_counterexample():
    def false(p):
        (a,) = p.reals("a")
        p.assume(positive=a > 0)
        p.show(conclusion=a**2 >= a)
        p.counterexample(a="1/2")
    refuted = planted(false, expected="refuted")
    model = vacuity.find_model(refuted)
    assert model.witness["values"] == {"a": "1/2"}
    assert "no conclusion is false" in vacuity.find_flaw(refuted, {"witness": {**model.witness, "values": {"a": "1"}}})


def test_damaged_models_are_noticed(monkeypatch):
    identifier = "perceptron-norm-growth"
    good = vacuity.stored_models()[identifier]
    for damaged in ({}, {"witness": None}, {**good, "more": 1}, {"witness": {**good["witness"], "values": {}}},
                    {"witness": {**good["witness"], "values": {**good["witness"]["values"], "y": "2"}}},
                    {"witness": {**good["witness"], "dimension": "1"}}):
        assert vacuity.find_flaw(claims()[identifier], damaged), damaged
    assert set(hypothesis_evidence.model_problems({identifier: good}, [claims()[identifier]])) == set()
    assert hypothesis_evidence.model_problems({}, [claims()[identifier]]) == {identifier: "no model is stored"}
    monkeypatch.setattr(hypothesis_evidence, "claims", lambda: {identifier: claims()[identifier]})
    both = {identifier: good, "nobody": good}
    assert hypothesis_evidence.model_problems(both) == {"nobody": "there is no such claim"}
