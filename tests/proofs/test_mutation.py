"""Mutation testing of claims: a fixed sample is decided, and what cannot be decided is reported as open."""

import json
import re
from fractions import Fraction

import pytest
from flint import arb

from novikoff.proofs import kernel
from novikoff.proofs.mutation import mutant_verdicts, mutate, statement_mutants
from novikoff.proofs.mutation.statement_mutants import mutants_of
from novikoff.proofs.search.counterexamples import Found
from novikoff.proofs.search.elaboration import write_statement
from novikoff.proofs.statements.registry import claims
from novikoff.proofs.statements.valuation import Valuation
from novikoff.proofs.statements.vector_language import Eq, multiplied_out
from novikoff.report.mutation_text import MutationReport

SAMPLE = [  # one steps, runs, sums, roots, quotients; a refuted statement
    "notes-alignment",
    "homogeneous-update-on-pairs",
    "lecture-alignment-from-any-start",
    "projection-pythagoras",
    "cauchy-schwarz",
    "functional-margin-scales",
    "origin-distance",
    "corrected-update-raises-margin",
    "update-if-label-differs",
]


def statement(name):
    return multiplied_out(write_statement(name, claims()[name].script).data)


def test_mutants_of_known_claims_are_decided():
    report = mutate(SAMPLE, 1, sample=2)
    assert len(report.verdicts) == 2 * len(SAMPLE)
    assert {v.status for v in report.verdicts} == {"killed", "equivalent"}


def test_what_is_true_but_cannot_be_proved_is_open(monkeypatch):
    """Motzkin's polynomial is not negative, and no sum of squares."""
    def undecided(data):
        score = ["@", "w@", "x@"]
        squares = ["+", ["^", "b", "2"], ["^", score, "2"], "-3"]
        motzkin = ["+", ["*", ["^", "b", "2"], ["^", score, "2"], squares], "1"]
        yield "always true", "Motzkin", {**data, "show": {"goal": [">=", motzkin, "0"]}}
    monkeypatch.setattr(statement_mutants, "MUTATORS", [undecided])
    monkeypatch.setattr(mutant_verdicts, "BUDGETS", ((0, 2000, True),) * 3)
    monkeypatch.setattr(mutant_verdicts, "ATTEMPTS", 40)
    monkeypatch.setattr(mutant_verdicts, "FEW", 1)
    report = mutate(["update-if-label-differs"], 1)
    (verdict,) = report.verdicts
    count = re.fullmatch(r"it holds at ([0-9]+) exact instances", verdict.by)
    assert verdict.status == "open"
    assert int(count[1]) > 20
    assert "open        update-if-label-differs: always true: Motzkin" in MutationReport(report).text()
    assert MutationReport(report).json()["summary"]["open"] == 1


@pytest.mark.parametrize(("show", "status"), [([">=", "b", "0"], "killed"),
                                              ([">=", ["^", "b", "2"], "0"], "equivalent"),
                                              (["=", "b", "y"], "killed")])
def test_the_kernel_decides(show, status):
    judge = mutant_verdicts.Judge(claims()["update-if-label-differs"])
    data = {**judge.data, "show": {"goal": show}}
    verdict = judge.verdict("any", "any", data)
    assert verdict.status == status
    if status == "killed":
        changed = kernel.read_statement(data, judge.sides)
        assert kernel.false_conclusions(changed, verdict.evidence) == ["goal"]


@pytest.mark.parametrize(("slack", "expected"), [
    (0, {"0 becomes -1": "killed", "0 becomes 1": "equivalent"}),
    (5, {"5 becomes -5": "killed", "5 becomes 5/2": "equivalent", "5 becomes 4": "equivalent"}),
])
def test_a_formalisation_that_is_too_easy_is_noticed(slack, expected, plant):
    """What a mistake adds to the length, with a constant that is not needed: the claim with a smaller one is true."""
    def write(p):
        (w, x), (y,) = p.vectors("w x"), p.reals("y")
        p.assume(label=Eq(y**2, 1), mistake=y * (w @ x) <= 0)
        p.show(growth=(w + y * x) @ (w + y * x) <= w @ w + x @ x + slack)
    judge = mutant_verdicts.Judge(plant(write, "too-easy"))
    changed = {change: f"show.growth: {change} before 1" for change in expected}
    mutants = {change: (kind, change, data) for kind, change, data in mutants_of(judge.data)}
    assert {change: judge.judge(*mutants[changed[change]])[0] for change in expected} == expected


def test_mutants_are_of_every_kind_and_differ():
    for name in SAMPLE:
        data = statement(name)
        texts = [json.dumps(mutant, sort_keys=True) for _, _, mutant in mutants_of(data)]
        assert len({*texts, json.dumps(data, sort_keys=True)}) == len(texts) + 1
        assert len(texts) >= 8
    kinds = {kind for name in [*SAMPLE, "smola-mistake-bound"] for kind, _, _ in mutants_of(statement(name))}
    assert kinds == {"relation", "sign", "constant", "exponent", "variable", "index", "hypothesis dropped", "tie rule"}


@pytest.mark.parametrize(("name", "change", "by"), [
    ("soft-objective-at-hinge", "show.conclusion: 1 becomes 2 before C sum(ξ[i])", "it follows from the claim"),
    ("smola-mistake-bound", "run.start.t: 0 becomes -1 before 1", "it follows from the claim"),
    ("winnow-mistake-bound-one-input", "run.start.a[i]: 1 becomes 2 before 1", "it follows from the claim"),
    ("sample-behind-another-never-decides", "show.conclusion: -2 becomes -1 before s[i] u@u", "computation"),
])
def test_what_is_true_is_seen_to_be_equivalent(name, change, by):
    """A term of a sum is doubled; a run starts elsewhere, or at a multiple; a statement is for one index, where no
    theorem on families can be cited.
    """
    judge = mutant_verdicts.Judge(claims()[name])
    judge.points, judge.instances = [], iter(())
    (mutant,) = [m for m in mutants_of(judge.data) if m[1] == change]
    assert judge.verdict(*mutant)[3:5] == ("equivalent", by)


def test_nothing_false_is_proved():
    """A prover that may cite the claim shows none of the mutants that a point refutes."""
    judge = mutant_verdicts.Judge(claims()["homogeneous-update-on-pairs"])
    for kind, change, data in mutants_of(judge.data):
        sides = judge.sides_of(data)
        statement = sides is not None and kernel.read_statement(data, sides)
        if statement and judge.refuted_at(judge.points, data, statement):
            for by, make in judge.proofs(data, statement):
                assert judge.accept(data, sides, by, make) is None, (kind, change, by)


def test_at_a_point_without_a_sign_or_a_logarithm_nothing_fails():
    near_zero = Valuation(0, 0, {"t": arb(0, 1e-9), "a": Fraction(1)})
    zero, two = ("=", kernel.atom("t")), ("=", kernel.atom("a"))
    one = ("=", kernel.add(kernel.atom("a"), kernel.constant(-1)))
    assert (near_zero.hold([zero]), near_zero.hold([one]), near_zero.hold([two])) == (None, True, False)
    context = kernel.Context(frozenset("ta"))
    for assume, show, known in (({}, zero, False), ({"h": zero}, two, False), ({"h": one}, two, True)):
        assert mutant_verdicts.fails(kernel.Statement(context, assume, {"c": show}), near_zero) is known
    statement = kernel.Statement(kernel.Context(frozenset({"a", "log1"})), {}, {"c": (">=", kernel.atom("a"))})
    known = {("a", 0, 0): Fraction(2)}
    assert mutant_verdicts.to_json(statement, Found(0, 0, known, [])) is None
    assert (
        mutant_verdicts.to_json(statement, Found(0, 0, known | {("log1", 0, 0): Fraction(1)}, []))["values"]["a"] == "2"
    )
