"""The solvers' second opinions: right scripts, both solvers, killable, and a disagreement is an error."""

import json
import os
import re
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from novikoff.algorithms.processes import Worker
from novikoff.proofs import kernel
from novikoff.proofs.checking import entry_building
from novikoff.proofs.checking import ledger_check as check_
from novikoff.proofs.checking.outcomes import Times
from novikoff.proofs.prover.prove import to_smtlib
from novikoff.proofs.search import smt_solvers
from novikoff.proofs.search.elaboration import Obligation
from novikoff.proofs.search.smt_solvers import ask
from novikoff.proofs.statements.registry import claims

from ..statement_files import read_statements

MINORS = read_statements(Path(__file__).with_name("known_statements.txt"))["decided by the minors of Gram matrices"]
TRUE = "(set-logic QF_NRA)(declare-const |x| Real)(assert (< (* |x| |x|) 0.0))(check-sat)\n"
FALSE = "(set-logic QF_NRA)(declare-const |x| Real)(assert (> (* |x| |x|) 2.0))(check-sat)\n"


@pytest.mark.parametrize("engine", ["z3", "cvc5"])
def test_a_solver_answers_each_script_at_the_same_cost_in_every_run(engine):
    assert [a.result for a in ask(engine, [TRUE, FALSE, TRUE])] == ["unsat", "sat", "unsat"]
    claim = claims()["smola-mistake-bound"]
    scripts, _ = entry_building.obligations(claim.id)
    assert ask(engine, scripts) == ask(engine, scripts)


def test_z3_is_asked_in_a_second_way_if_the_first_does_not_know(monkeypatch):
    import z3
    class Unsure:
        def __init__(self, context):
            self.solver = z3.SolverFor("QF_NRA", ctx=context)

        def __getattr__(self, name):
            return getattr(self.solver, name)

        def check(self):
            return "unknown"
    monkeypatch.setattr(z3.Tactic, "solver", lambda tactic: Unsure(tactic.ctx))
    assert [a.result for a in smt_solvers.ask_z3([TRUE, FALSE], smt_solvers.Z3_RESOURCES)] == ["unsat", "sat"]
    monkeypatch.setattr(z3, "SolverFor", lambda logic, ctx: Unsure(ctx))
    monkeypatch.setattr(z3.Tactic, "solver", lambda tactic: z3.Solver(ctx=tactic.ctx))
    again = smt_solvers.ask_z3([TRUE, FALSE], smt_solvers.Z3_RESOURCES)
    assert [a.result for a in again] == ["unsat", "sat"], "the first knows"


def endless(scripts, resources):
    while True:
        signal.pause()


def raises(scripts, resources):
    raise ArithmeticError("out of numbers")


@pytest.mark.parametrize(("solver", "why"), [
    (endless, "no answer within 0 s"),
    (lambda *_: bytearray(400 * 2**20), "no answer with 0.25 GiB of memory"),
    (lambda *_: os.kill(os.getpid(), 9), "the process was ended by signal 9 (Killed) before its work was done"),
    (raises, "ArithmeticError: out of numbers"),
])
def test_a_solver_that_does_not_answer_is_ended_and_the_next_one_answers(monkeypatch, solver, why):
    monkeypatch.setattr(smt_solvers, "process", Worker(smt_solvers.answers, memory=2**28, alone=True))
    monkeypatch.setattr(smt_solvers, "ask_z3", solver)
    assert [a.result for a in ask("z3", [TRUE, FALSE], seconds=0 if solver is endless else 30)] == [why, why]
    assert [a.result for a in ask("cvc5", [FALSE])] == ["sat"]
    smt_solvers.process.end()


def test_every_obligation_of_a_wrong_step_is_satisfiable():
    """A leaf whose goal does not follow must not be called valid."""
    context = kernel.Context().naming(["a", "b"]).knowing({"h": (">=", kernel.read_poly("a"))})
    leaf = Obligation("wrong", context, (">=", kernel.read_poly("b")), None)
    assert entry_building.second_opinion(leaf, ["z3", "cvc5"]) == {"z3": "not valid", "cvc5": "not valid"}


def test_a_disagreement_is_an_error_that_names_the_engine_and_keeps_the_file(monkeypatch):
    def contrary(engine, scripts, **_):
        result = "sat" if engine == "cvc5" else "unsat"
        return [smt_solvers.Answer(result, 1) for _ in scripts]
    monkeypatch.setattr(smt_solvers, "ask", contrary)
    (outcome,) = check_.check(["count-at-most-quotient"], jobs=1)
    assert outcome.verdict == "error"
    assert "kernel says proved, but cvc5 disagrees" in outcome.reason
    kept = Path(outcome.reason.split("disagrees: ")[1])
    assert "(check-sat)" in kept.read_text(encoding="utf-8")


def test_the_raw_inequality_of_a_step_is_asked_without_its_certificate():
    """It follows from all that is known, and not from less or for more."""
    leaves = [
        leaf for leaf in entry_building.proof(claims()["perceptron-norm-growth"])[1]
        if smt_solvers.write_raw_script(leaf)
    ]
    assert [a.result for a in ask("z3", list(map(smt_solvers.write_raw_script, leaves)))] == ["unsat"] * len(leaves)
    leaf = next(leaf for leaf in leaves if "mistake" in smt_solvers.used_facts(leaf.proof)[0])
    assert smt_solvers.write_raw_script(leaf) == smt_solvers.write_raw_script(replace(leaf, proof=None))
    without = replace(leaf.context, facts={n: f for n, f in leaf.context.facts.items() if n != "mistake"})
    strict = (">", leaf.goal[1])
    wrong = [replace(leaf, context=without), replace(leaf, goal=strict)]
    assert [a.result for a in ask("z3", list(map(smt_solvers.write_raw_script, wrong)))] == ["sat", "sat"]


def leaf_about(facts, goal):
    """A leaf over some vectors, with a certificate that says nothing."""
    known = {name: (relation, kernel.read_poly(p)) for name, (relation, p) in facts.items()}
    context = kernel.Context().naming(["a@", "b@", "c@", "t"]).knowing(known)
    return Obligation("a step", context, (goal[0], kernel.read_poly(goal[1])), {"rule": "poly"})


def test_a_raw_model_is_one_of_vectors():
    """Cauchy–Schwarz, and three vectors of which no two are far apart, follow from the minors alone."""
    units = {f"unit {v}": ("=", ["-", ["@", f"{v}@", f"{v}@"], "1"]) for v in "abc"}
    near = ["+", ["@", "a@", "b@"], "-9/10"], ["+", ["@", "b@", "c@"], "-9/10"]
    close = {**units, "first": (">=", near[0]), "second": (">=", near[1])}
    for facts, goal, result in (
        (units, (">=", ["+", ["@", "a@", "b@"], "1"]), "unsat"), (units, (">=", ["@", "a@", "b@"]), "sat"),
        (close, (">=", ["-", ["@", "a@", "c@"], "3/5"]), "unsat"),
        (close, (">=", ["-", ["@", "a@", "c@"], "2/3"]), "sat"),
    ):
        assert [a.result for a in ask("z3", [smt_solvers.write_raw_script(leaf_about(facts, goal))])] == [result]


@pytest.mark.parametrize(("is_true", "_", "statement"), MINORS)
def test_the_exported_question_is_decided_by_the_minors(is_true, _, statement):
    """Without the minors each of the first three had a model, which was none of vectors."""
    answers = ask("z3", [script for script, _ in to_smtlib(statement)])
    assert [answer.result for answer in answers] == ["unsat" if is_true else "sat"]


@pytest.mark.parametrize(("names", "exponential", "said"), [
    ("abc", False, "not valid"), ("abcd", False, "unknown"), ("abc", True, "unknown"),
])
def test_a_model_that_may_be_none_of_vectors_is_no_opinion(names, exponential, said):
    """Four vectors have a minor of order 4, which the script does not give, and exponentials have laws of their own."""
    total = kernel.add(*(kernel.gram(kernel.atom(f"{v}@"), kernel.atom("a@")) for v in names))
    goal = kernel.add(total, kernel.exponential(kernel.atom("t"))) if exponential else total
    context = kernel.Context().naming([*(f"{v}@" for v in names), "t"])
    assert entry_building.second_opinion(Obligation("a step", context, (">", goal), None), ["z3"]) == {"z3": said}


def test_minors_and_raw_questions_are_few():
    names = [f"v{n}@" for n in range(smt_solvers.MOST_VECTORS + 1)]
    assert len(smt_solvers.minor_facts(names)) == len(names)
    assert len(smt_solvers.minor_facts(names[:-1])) == 12 + 66 + 220
    # What is large or no polynomial is not asked raw
    many = {f"fact {i}": (">=", ["+", ["*", str(i), "t"], "1"]) for i in range(smt_solvers.RAW_FACTS + 1)}
    assert smt_solvers.write_raw_script(leaf_about(many, (">=", "t"))) is None
    small = leaf_about({}, (">=", "t"))
    assert smt_solvers.write_raw_script(small) is not None
    assert smt_solvers.write_raw_script(replace(small, goal=(">", kernel.exponential(kernel.atom("t"))))) is None


RUN_AWAY = ["frank-wolfe-rate", "bias-step-bound-attained-in-space", "bias-step-bound-attained-by-labels"]
# z3 stops counting in one of their steps, if it gets far enough.


@pytest.mark.parametrize("name", RUN_AWAY)
def test_the_resources_end_every_raw_question(name):
    """A question that only the limit in seconds ends would cost minutes, and depend on the load."""
    leaves = entry_building.proof(claims()[name])[1]
    found = ask("z3", [script for leaf in leaves if (script := smt_solvers.write_raw_script(leaf))],
                resources=smt_solvers.Z3_RAW)
    assert {answer.result for answer in found} <= {"unsat", "unknown"}
    assert 0 < max(answer.cost for answer in found) < 1.1 * smt_solvers.Z3_RAW  # one solver is asked


@pytest.mark.parametrize(("result", "said"), [("sat", "disagrees: "), ("unknown", "agrees"), ("no answer", "agrees")])
def test_only_a_model_of_the_raw_inequality_changes_an_opinion(monkeypatch, result, said):
    asked = []
    def ask_(engine, scripts, *, resources=smt_solvers.Z3_RESOURCES, **_):
        asked.append(resources)
        return [smt_solvers.Answer("unsat" if resources > smt_solvers.Z3_RAW else result, 1) for _ in scripts]
    monkeypatch.setattr(smt_solvers, "ask", ask_)
    opinions, cost = entry_building.ask_solvers(leaves_of("smola-mistake-bound"), "unsat", ["z3", "cvc5"], Times())
    assert opinions["z3"].startswith(said)
    assert opinions["cvc5"] == "agrees"
    assert asked == [smt_solvers.Z3_RESOURCES, smt_solvers.Z3_RAW, smt_solvers.Z3_RESOURCES]
    assert cost == {"z3": 1}  # of the certificate's obligations alone


def test_a_counterexample_is_satisfiable_in_coordinates_and_a_spoiled_one_is_not():
    claim = claims()["smola-mistake-bound-as-printed"]
    entry, leaves, wanted = entry_building.refutation(claim)
    assert wanted == "sat"
    scripts = entry_building.to_smtlib(leaves)
    spoiled = json.loads(json.dumps(entry["counterexample"]))
    spoiled["steps"] = spoiled["steps"][:1]
    statement = kernel.read_statement(entry["statement"], entry.get("sides"))
    other = smt_solvers.Unrolled(statement, spoiled).text()
    for engine in ("z3", "cvc5"):
        assert [a.result for a in ask(engine, [*scripts, other])] == ["sat", "unsat"]


SOME = ["smola-mistake-bound", "kozinec-mistake-bound", "winnow-step-lemma", "rounded-bounds-compared"]


def leaves_of(identifier):
    leaves = entry_building.proof(claims()[identifier])[1]
    assert len(leaves) > 2
    return leaves


@pytest.mark.parametrize("engine", ["z3", "cvc5"])
@pytest.mark.parametrize("identifier", SOME)
def test_all_leaves_together_are_one_question_in_which_each_of_them_counts(engine, identifier):
    leaves = leaves_of(identifier)
    assert [a.result for a in ask(engine, [smt_solvers.write_joint_script(leaves)])] == ["unsat"]
    relation, p = leaves[1].goal
    wrong = (relation, kernel.add(p, kernel.atom("unheard"))) if relation == "=" else (">", kernel.negative(p))
    for place in (0, len(leaves) - 1):
        spoilt = [*leaves[:place], replace(leaves[1], goal=wrong), *leaves[place + 1 :]]
        assert [a.result for a in ask(engine, [smt_solvers.write_joint_script(spoilt)])] == ["sat"]


def test_the_question_about_all_is_linear_and_has_each_leaf_once():
    leaves = leaves_of("kozinec-mistake-bound")
    text = smt_solvers.write_joint_script(leaves)
    assert "(set-logic QF_LRA)" in text
    assert text == smt_solvers.write_joint_script([*leaves, *leaves])
    assert not re.search(r"\(\* [^()]*\|[^|]*\| \|", text), "no product of two unknowns"


def test_each_leaf_is_asked_about_if_all_together_are_not_decided(monkeypatch):
    leaves, asked, real = leaves_of("smola-mistake-bound"), [], smt_solvers.ask
    def unsure(engine, scripts, **more):
        asked.append(len(scripts))
        linear = len(scripts) == 1 and scripts[0] == smt_solvers.write_joint_script(leaves)
        return [smt_solvers.Answer("sat", 5)] if linear else real(engine, scripts, **more)
    monkeypatch.setattr(smt_solvers, "ask", unsure)
    said, cost = entry_building.ask_solvers(leaves, "unsat", ["z3"], Times())
    assert said == {"z3": "agrees"}
    assert asked == [1, len(entry_building.to_smtlib(leaves)), len({*map(smt_solvers.write_raw_script, leaves)})]
    assert cost["z3"] > 5


@pytest.mark.parametrize("engine", ["z3", "cvc5"])
def test_a_leaf_of_the_whole_language_follows_with_its_schemas_and_not_without(engine):
    named = ("exponential-of-a-sum", "logarithm-of-an-inverse", "hull-nearest-point-sufficient", "svm-duality-gap")
    every = [leaf for identifier in named for leaf in entry_building.proof(claims()[identifier])[1]]
    leaves = [leaf for leaf in every if re.search(r"'(law|sum)': {", str(leaf.proof))]
    assert len(leaves) > 6
    right = [smt_solvers.obligation(leaf) for leaf in leaves]
    bare = [smt_solvers.obligation(replace(leaf, proof=without_schemas(leaf.proof))) for leaf in leaves]
    assert {a.result for a in ask(engine, right)} == {"unsat"}
    assert "unsat" not in {a.result for a in ask(engine, bare)}


def without_schemas(proof):
    return {**proof, "ideal": [entry for entry in proof["ideal"] if "fact" in entry]}


@pytest.mark.parametrize("engine", ["z3", "cvc5"])
def test_exponentials_in_a_counterexample_are_between_their_bounds(engine):
    """exp(t) + exp(−a[i]) is at most 3 at t = 1/2 and a = (3/2, 2), not at t = 1 and a = (3/2, −2)."""
    statement = kernel.read_statement({"id": "x", "declare": ["t", "a[i]"], "assume": {}, "show": {
        "small": [">=", ["+", "3", ["-", ["exp", "t"]], ["-", ["exp", ["-", "a[i]"]]]], "0"]}})
    scripts = [
        smt_solvers.Unrolled(statement, {"dimension": 0, "size": 2, "values": {"t": t, "a[i]": ["3/2", last]}}).text()
        for t, last in (("1", "-2"), ("1/2", "2"))
    ]
    assert [a.result for a in ask(engine, scripts)] == ["sat", "unsat"]
