"""Mutation: a fixed sample leaves no survivor, and what cannot be decided is reported as one."""

import ast
import contextlib
import importlib.util
import json
import re
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from flint import arb

from novikoff.algorithms import kozinec, perceptron
from novikoff.algorithms.errors import BadInput
from novikoff.proofs import kernel
from novikoff.proofs.prover import irrational_witnesses
from novikoff.proofs.scrutiny.mutation import (
    Report,
    Verdict,
    irrational_points,
    kernel_mutants,
    mutant_verdicts,
    mutate,
    proof_cache,
    proof_search,
    report_json,
    report_text,
    rule_mutants,
    statement_mutants,
    unit_changes,
)
from novikoff.proofs.scrutiny.mutation import stored_evidence as stored
from novikoff.proofs.scrutiny.mutation.kernel_mutants import kernel_verdict, mutants_of_kernel
from novikoff.proofs.scrutiny.mutation.rule_mutants import mutants_of_rule, rule_verdict
from novikoff.proofs.scrutiny.mutation.statement_mutants import mutants_of
from novikoff.proofs.search.counterexamples import Found, descend
from novikoff.proofs.search.elaboration import Prover, Unproved, write_statement
from novikoff.proofs.statements import registry
from novikoff.proofs.statements.registry import claims
from novikoff.proofs.statements.valuation import Valuation
from novikoff.proofs.statements.vector_language import Eq, multiplied_out
from novikoff.properties.rule_mutant_checks import RULE_CHECKS

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


def survivors(report):
    return [f"{v.target}: {v.kind}: {v.change}" for v in report.survivors()]


def test_no_mutant_of_a_claim_survives_in_the_sample():
    report = mutate(SAMPLE, 1, sample=8)
    assert survivors(report) == []
    assert len(report.verdicts) == 8 * len(SAMPLE)
    assert {v.status for v in report.verdicts} == {"killed", "equivalent"}


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("part", "sample"), [("perceptron", 6), ("winnow", 4), ("nearest_mean", 4), ("kozinec", 4), ("kernel", 8)]
)
def test_no_mutant_of_source_survives_in_the_sample(part, sample, monkeypatch):
    monkeypatch.setattr(rule_mutants, "RULE", 8)  # one of the rules in the sample loops, the others need 3
    names = rule_mutants.ALGORITHMS["perceptron"].names
    shipped = {name: getattr(perceptron, name) for name in names}
    report = mutate([part], 1, sample=sample, properties=RULE_CHECKS)
    assert survivors(report) == []
    assert len(report.verdicts) == sample
    assert {name: getattr(perceptron, name) for name in names} == shipped


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
    report = mutate(["update-if-label-differs"], 1)
    (verdict,) = report.verdicts
    count = re.fullmatch(r"it holds at ([0-9]+) exact instances", verdict.by)
    assert verdict.status == "open"
    assert int(count[1]) > 20
    assert "open      update-if-label-differs: always true: Motzkin" in report_text(report)
    assert report_json(report)["summary"]["open"] == 1


@pytest.mark.parametrize(
    ("show", "status"),
    [([">=", "b", "0"], "killed"), ([">=", ["^", "b", "2"], "0"], "equivalent"), (["=", "b", "y"], "killed")],
)
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
])  # fmt: skip
def test_a_formalisation_that_is_too_easy_is_noticed(slack, expected, monkeypatch):
    """What a mistake adds to the length, with a constant that is not needed: the claim with a smaller one is true."""

    def write(p):
        (w, x), (y,) = p.vectors("w x"), p.reals("y")
        p.assume(label=Eq(y**2, 1), mistake=y * (w @ x) <= 0)
        p.show(growth=(w + y * x) @ (w + y * x) <= w @ w + x @ x + slack)

    claim = registry.Claim("too-easy", "Too easy", registry.cite("iml", "nowhere"), "proved", write)
    monkeypatch.setitem(registry._registry, "too-easy", claim)
    judge = mutant_verdicts.Judge(claim)
    changed = {change: f"show.growth: {change} before 1" for change in expected}
    mutants = {change: (kind, change, data) for kind, change, data in mutants_of(judge.data)}
    assert {change: judge.judge(*mutants[changed[change]])[0] for change in expected} == expected


def test_mutants_differ_from_the_statement_and_from_each_other():
    for name in SAMPLE:
        data = statement(name)
        texts = [json.dumps(mutant, sort_keys=True) for _, _, mutant in mutants_of(data)]
        assert len({*texts, json.dumps(data, sort_keys=True)}) == len(texts) + 1
        assert len(texts) >= 8


def test_every_kind_of_mutant_is_made():
    kinds = {kind for name in [*SAMPLE, "smola-mistake-bound"] for kind, _, _ in mutants_of(statement(name))}
    assert kinds == {
        "relation", "sign", "constant", "exponent", "variable", "index", "hypothesis dropped", "tie rule",
    }  # fmt: skip


def test_mutants_of_source_are_python_and_change_one_place():
    shipped = ast.unparse(ast.parse(Path(perceptron.__file__).read_text(encoding="utf-8")))
    for source in mutants_of_rule("perceptron"):
        with source.tree() as tree:
            text = ast.unparse(tree)
        assert text != shipped
        changed = [a for a, b in zip(text.splitlines(), shipped.splitlines(), strict=True) if a != b]
        assert len(changed) == 1


def changed_sign():
    """The perceptron that moves away from its mistakes."""
    return next(s for s in mutants_of_rule("perceptron") if s.change.endswith("-> state.w - rate * (y * x)"))


def test_a_changed_rule_is_noticed_by_claims_and_by_runs():
    source = changed_sign()
    verdict = rule_verdict("perceptron", source, RULE_CHECKS)
    assert verdict.status == "killed"
    assert "is not proved" in verdict.by
    assert "property" in verdict.by


def test_a_kernel_that_checks_less_is_noticed():
    source = next(s for s in mutants_of_kernel() if s.kind == "check deleted" and "two sides" in s.change)
    verdict = kernel_verdict(source)
    assert verdict.status == "killed"
    assert not verdict.by.startswith("accepted: "), "what is right is accepted all the same"


def test_every_argument_for_an_equivalent_mutant_is_about_one():
    keys = [f"{source.target}: {source.change}" for source in mutants_of_kernel()]
    assert len(set(keys)) == len(keys)
    assert set(kernel_mutants.ARGUED) <= set(keys)


# --- stored evidence ------------------------------------------------------------------------------

PROVED, REFUTED = "smola-mistake-bound-as-printed", "kozinec-mistake-bound"  # on a mutant of each, something is stored


def record_on(name):
    """Its judge, a mutant on which something is stored, with its name, the key and the record."""
    judge = mutant_verdicts.Judge(claims()[name])
    for _, change, data in mutants_of(judge.data):
        if record := stored.stored_table().get(stored.key_of(data)):
            return judge, change, data, stored.key_of(data), record
    raise AssertionError(f"nothing is stored on mutants of {name}")


def test_stored_evidence_is_accepted_by_the_kernel(sample):
    """Each piece is on a mutant of today; a third of them is asked of the kernel."""
    table = stored.stored_table()
    assert len(table) > 300
    named = {stored.key_of(data): change for _, all_ in stored.mutants_by_claim(table) for _, change, data in all_}
    assert {key: record["change"] for key, record in table.items()} == {key: named.get(key) for key in table}
    assert stored.flaws({key: table[key] for key in sample(table, len(table) // 3)}) == {}


@pytest.mark.parametrize(("name", "verdict", "by"), [
    ("bound-family-minimum", "equivalent", "a stored proof"),
    (REFUTED, "killed", "a stored counterexample"),
    (PROVED, "killed", "it is true, and no longer refuted: a stored proof"),
])  # fmt: skip
def test_what_is_stored_decides(name, verdict, by):
    judge, change, data, _, _ = record_on(name)
    assert judge.verdict("any", change, data)[3:5] == (verdict, by)


def spoilt(proof):
    """The proof with a number changed in its first certificate."""
    text = json.dumps(proof)
    changed = re.sub(r'"c": "([0-9]+)', lambda m: f'"c": "{int(m[1]) + 1}', text, count=1)
    return json.loads(changed if changed != text else text.replace('"poly"', '"induction"'))


def test_forged_evidence_is_refused(monkeypatch):
    """Of another mutant, of another statement, with a changed proof or point; none of it decides anything."""
    _, change, data, key, proved = record_on(PROVED)
    judge, other_change, other, other_key, refuted = record_on(REFUTED)
    witness = refuted["counterexample"]
    forged = [
        (key, data, {**refuted, "change": change}),
        (key, data, {**proved, "proof": spoilt(proved["proof"])}),
        (key, data, {**proved, "counterexample": witness}),
        (key, data, {"change": change}),
        (other_key, other, {**proved, "change": other_change}),
        (other_key, other, {**refuted, "counterexample": {**witness, "steps": []}}),
        (other_key, other, {**refuted, "statement": judge.data}),
    ]
    for place, mutant, record in forged:
        assert stored.verdict_on(mutant, record) == "", record
        assert stored.flaws({place: record}) == {place: "the kernel refuses it"}
    assert stored.verdict_on(other, "proved") == ""
    monkeypatch.setattr(stored, "stored_table", lambda: {other_key: {**proved, "change": other_change}})
    assert judge.known_from_store(other) is None


def test_evidence_under_another_key_is_noticed():
    _, _, _, key, record = record_on(PROVED)
    _, _, _, other_key, other = record_on(REFUTED)
    assert set(stored.flaws({key: other, other_key: record})) == {key, other_key}
    assert stored.flaws({"no-claim/0": record, f"{PROVED}/0": record}) == dict.fromkeys(
        ["no-claim/0", f"{PROVED}/0"], "there is no such mutant"
    )


def test_renewing_keeps_what_still_holds():
    """The key may be that of the statement before its claim changed; what the kernel refuses goes."""
    _, change, _, key, record = record_on(PROVED)
    text = stored.renewed({key: record})
    assert json.loads(text) == {key: record}
    assert stored.renewed({f"{PROVED}/old": record}) == text
    assert json.loads(stored.renewed({key: {"change": change, "proof": {"rule": "poly"}}, "no-claim/0": record})) == {}


def test_the_statement_itself_is_never_refuted_by_what_is_stored_on_its_mutants():
    """A point that breaks a claim would kill every mutant."""
    for name in (REFUTED, "smola-mistake-bound", "eps-kozinec-step"):
        judge = mutant_verdicts.Judge(claims()[name])
        for given in map(judge.completed, judge.of_mutants):
            with contextlib.suppress(kernel.Rejected):  # a hypothesis fails, which the mutant does not have
                assert given is None or kernel.false_conclusions(judge.statement, given) == []


def test_a_rule_that_no_claim_is_about_is_noticed_by_its_example_or_test():
    found = {s.change: rule_verdict("pegasos", s, {}) for s in mutants_of_rule("pegasos")[:3]}
    assert {verdict.status for verdict in found.values()} == {"killed"}


def test_a_changed_rule_that_loops_is_noticed_by_its_computing_time(monkeypatch):
    """Where ε stands for ε², Kozinec's rule goes on for ever; nothing of this process is changed."""
    monkeypatch.setattr(rule_mutants, "RULE", 1)
    source = next(s for s in mutants_of_rule("kozinec") if s.change == "epsilon * epsilon -> epsilon")
    shipped = {name: getattr(kozinec, name) for name in rule_mutants.ALGORITHMS["kozinec"].names}
    verdict = rule_verdict("kozinec", source, {})
    assert (verdict.status, verdict.by) == ("killed", "what runs it is stopped: no answer within 1 s of computing")
    assert {name: getattr(kozinec, name) for name in shipped} == shipped


def test_the_tests_of_an_algorithm_see_the_changed_rule_although_they_were_read_before():
    """A test module binds the shipped functions when it is read; here it is read, as in a run of the whole suite."""
    path = Path(__file__).parents[1] / "algorithms" / "test_kozinec.py"
    spec = importlib.util.spec_from_file_location("tests.algorithms.test_kozinec", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
        source = next(s for s in mutants_of_rule("kozinec") if s.change == "gap * abs(gap) -> gap + abs(gap)")
        assert "test" in rule_verdict("kozinec", source, {}).by
    finally:
        del sys.modules[spec.name]


def test_sums_that_grow_and_squares_of_roots_are_seen_to_be_consequences():
    """A term of a sum is doubled; a hypothesis that others make strict; a root of other squares."""
    for name, change in (
        ("soft-objective-at-hinge", "show.conclusion: 1 becomes 2 before C sum(ξ[i])"),
        ("error-count-locally-constant", "f_if_zero: > becomes >="),
        ("update-only-if-label-differs", "root1: without b w@x"),
    ):
        judge = mutant_verdicts.Judge(claims()[name])
        (mutant,) = [m for m in mutants_of(judge.data) if m[1] == change]
        assert judge.verdict(*mutant).status == "equivalent", name


def test_verdicts_are_kept_and_used_again(tmp_path):
    notes, done = tmp_path / "notes.jsonl", []
    first = mutate(["cauchy-schwarz"], 1, sample=5, resume=notes)
    with notes.open("a") as file:
        file.write('{"key": "cut o')
    again = mutate(["cauchy-schwarz"], 1, lambda *at: done.append(at), sample=5, resume=notes)
    assert first.verdicts == again.verdicts
    assert done == []


def test_two_processes_say_the_same():
    names, seen = SAMPLE[:3], []
    one = mutate(names, 1, sample=3)
    two = mutate(names, 2, lambda name, done, total: seen.append((done, total)), sample=3)
    assert one.verdicts == two.verdicts
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_the_report_names_what_killed():
    verdicts = [Verdict("a", "sign", "x", "killed", "search", {}), Verdict("kernel.poly", "relation", "y", "survived")]
    report = Report(verdicts, 1.0)
    assert report_json(report)["kinds"] == [
        {"part": "claims", "kind": "sign", "killed": 1, "equivalent": 0, "open": 0, "argued": 0, "survived": 0},
        {"part": "kernel", "kind": "relation", "killed": 0, "equivalent": 0, "open": 0, "argued": 0, "survived": 1},
    ]
    last = {"target": "kernel.poly", "killed": 0, "equivalent": 0, "open": 0, "argued": 0, "survived": 1}
    assert report_json(report)["targets"][1] == last
    assert "survived  kernel.poly: relation: y" in report_text(report)
    assert "a: sign: x  [search]" in report_text(report, verbose=True)
    assert report_text(report, quiet=True).splitlines() == [
        "survived  kernel.poly: relation: y",
        "2 mutants: 1 killed, 0 equivalent, 0 open, 0 argued, 1 survived",
    ]


def test_an_unknown_name_is_bad_input():
    with pytest.raises(BadInput, match="nothing named 'no-claim'"):
        mutate(["no-claim"])


def test_a_rule_that_only_properties_notice_survives_without_them():
    """Ties are no matter of claims: so properties are asked; without properties a change of the rule still shows."""
    source = changed_sign()
    verdict = rule_verdict("perceptron", source, {})
    assert "is not proved" in verdict.by
    assert "property" not in verdict.by


# --- proofs that a mutant is true -----------------------------------------------------------------


def follows(assume, show, let=()):
    """Does the kernel accept what the reasoner makes of a statement?"""
    names = ["a", "b", "r", "u@", "v@"]
    data = {"id": "it", "declare": names, "assume": assume, "show": {"goal": show}}
    data |= {"let": list(let)} if let else {}
    sides = proof_search.Reasoner().sides(data)
    statement = kernel.read_statement(data, sides)
    proof = proof_search.consequence(proof_search.Reasoner(), statement.context, statement.show, [])
    return mutant_verdicts.proves({"statement": data, "proof": proof, "sides": sides}, data)


ABSOLUTE = [{"name": "m", "kind": "sqrt", "of": ["+", ["^", "a", "2"], ["*", "-2", "a", "b"], ["^", "b", "2"]]}]
TRUE = {
    "a product of signs": (
        {"p": [">=", "a", "0"], "q": [">", "b", "0"]},
        [">=", ["*", "a", "b", ["+", ["*", "b", "b"], "a"]], "0"], (),
    ),
    "signs up to an equation": (
        {"p": ["=", ["+", ["*", "a", "b"], ["-", ["^", "r", "2"]]], "0"], "q": [">=", "b", "0"]},
        [">=", ["*", "a", ["^", "b", "2"]], "0"],
        (),
    ),
    "a maximum": ({}, [">=", ["+", ["*", "1/2", "a"], ["*", "-1/2", "b"], ["*", "1/2", "m"]], "0"], ABSOLUTE),
    "a square of a difference": ({}, [">=", ["+", ["^", "a", "2"], ["-", ["*", "a", "b"]], ["^", "b", "2"]], "0"], ()),
    "Cauchy and Schwarz": (
        {"unit": ["=", ["@", "u@", "u@"], "1"], "small": ["<=", ["@", "v@", "v@"], "1"]},
        [">=", ["+", "1", ["-", ["^", ["@", "u@", "v@"], "2"]]], "0"],
        (),
    ),
    "a length": ({}, [">=", ["+", ["@", "u@", "u@"], ["*", "-2", ["@", "u@", "v@"]], ["@", "v@", "v@"]], "0"], ()),
}


@pytest.mark.parametrize("title", TRUE)
def test_the_reasoner_proves(title):
    assert follows(*TRUE[title])


def test_the_reasoner_proves_nothing_false():
    from novikoff.proofs.search.elaboration import Unproved

    vectors = [">=", ["@", "u@", ["+", "u@", "v@"]], "0"]
    for show in ([">=", ["*", "a", "b"], "0"], [">", ["^", "a", "2"], "0"], vectors):
        with pytest.raises(Unproved):
            follows({"p": [">=", "a", "0"]}, show)


FOLLOWING = {
    ("smola-mistake-bound", "run.start.t: 0 becomes -1 before 1"): "it follows from the claim",
    ("winnow-mistake-bound-one-input", "run.start.P: 1 becomes 1/2 before 1"): "it follows from the claim",
    ("start-anywhere-mistake-bound", "run.start.w@: 1 becomes 0 before w0@"): "it follows from the claim",
    ("weighted-majority-mistake-bound", "show.each_expert: w[i] becomes w[i]^2"): "it follows from the claim",
    ("weighted-majority-mistake-bound", "run.start.w[i]: 1 becomes -1 before 1"): "induction",
    ("update-more-aligned-as-printed", "show.closer: -1 becomes 0 before inv4 w@w*"): "induction",
    ("sample-behind-another-never-decides", "show.conclusion: -2 becomes -1 before s[i] u@u"): "computation",
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("name", "change"), FOLLOWING)
def test_what_follows_is_seen_to_be_true(name, change):
    """From the claim for another start; from invariants, of families too; for one index, where no theorem is cited."""
    judge = mutant_verdicts.Judge(claims()[name])
    (data,) = [data for _, made, data in mutants_of(judge.data) if made == change]
    changed = kernel.read_statement(data, judge.sides)
    by, proof = judge.follows(data, changed, proof_search.Reasoner())
    assert mutant_verdicts.proves({"statement": data, "proof": proof, "sides": judge.sides}, data)
    assert by == FOLLOWING[name, change]


def test_at_a_point_where_a_sign_is_not_known_nothing_fails():
    near_zero = Valuation(0, 0, {"t": arb(0, 1e-9), "a": Fraction(1)})
    zero, two = ("=", kernel.atom("t")), ("=", kernel.atom("a"))
    one = ("=", kernel.add(kernel.atom("a"), kernel.constant(-1)))
    assert (near_zero.hold([zero]), near_zero.hold([one]), near_zero.hold([two])) == (None, True, False)
    context = kernel.Context(frozenset("ta"))
    for assume, show, known in (({}, zero, False), ({"h": zero}, two, False), ({"h": one}, two, True)):
        assert mutant_verdicts.fails(kernel.Statement(context, assume, {"c": show}), near_zero) is known


def test_a_point_without_the_value_of_a_logarithm_is_no_point():
    statement = kernel.Statement(kernel.Context(frozenset({"a", "log1"})), {}, {"c": (">=", kernel.atom("a"))})
    known = {("a", 0, 0): Fraction(2)}
    assert mutant_verdicts.written(statement, Found(0, 0, known, [])) is None
    assert (
        mutant_verdicts.written(statement, Found(0, 0, known | {("log1", 0, 0): Fraction(1)}, []))["values"]["a"] == "2"
    )


# --- what makes it cheap: nothing is computed twice, nothing is asked twice ------------------------


def test_what_is_remembered_is_what_would_be_found_again():
    """The answer depends on the facts by content, and on each of them."""
    asked = []

    @proof_cache.remembered
    def search(context, goal, more=0):
        asked.append((context, goal, more))
        return {"facts": len(context.facts), "more": more}

    def known(**facts):
        return kernel.Context(frozenset("ab"), facts)

    positive, goal = (">", kernel.atom("a")), (">=", {(("a", 1),): Fraction(1)})
    first = search(known(h=positive), goal)
    assert search(known(h=(">", {(("a", 1),): 1})), (">=", kernel.atom("a"))) is first
    assert len(asked) == 1
    for changed in (
        (known(h=(">=", kernel.atom("a"))), goal), (known(g=positive), goal), (known(h=positive, g=positive), goal),
        (known(h=positive), (">", goal[1])), (known(h=positive), goal, 1),
        (kernel.Context(frozenset("ab"), {"h": positive}, at_index=True), goal),
        (kernel.Context(frozenset("a"), {"h": positive}), goal),
    ):  # fmt: skip
        before = len(asked)
        search(*changed)
        assert len(asked) == before + 1


def test_a_prover_that_remembers_finds_what_another_finds():
    for name in ("smola-norm-growth", "update-if-label-differs"):
        judge = mutant_verdicts.Judge(claims()[name])
        for _, _, data in list(mutants_of(judge.data))[:12]:
            found = []
            for prover in (Prover(), proof_cache.Remembering(), proof_cache.Remembering()):
                with contextlib.suppress(Unproved, *mutant_verdicts.ERRORS):
                    mutant = kernel.read_statement(data, judge.sides)
                    found.append(judge.follows(data, mutant, prover))
            assert found in ([], [found[0]] * 3 if found else [])


def test_points_in_other_units_are_points():
    """Lengths are multiplied, labels and numbers of steps are not."""
    for name in ("margin-of-optimal-labels", "plane-mistake-bound", "margin-perceptron-sharp-bound"):
        judge = mutant_verdicts.Judge(claims()[name])
        hypotheses, basis = judge.statement_without_goals(), unit_changes.units(judge.statement)
        assert basis
        witness = judge.points[0].witness
        for powers in basis:
            there = unit_changes.rescaled(witness, powers, Fraction(7, 3))
            assert kernel.false_conclusions(hypotheses, there) == []
    assert unit_changes.units(mutant_verdicts.Judge(claims()["smola-mistake-bound"]).statement) == []


def test_a_point_in_other_units_kills_what_the_point_does_not():
    """‖w‖² = ‖x‖ holds at unit vectors only."""
    data = {
        "id": "it", "declare": ["w@", "x@"], "assume": {"h": ["=", ["@", "w@", "w@"], ["@", "x@", "x@"]]},
        "show": {"goal": ["=", ["^", ["@", "w@", "w@"], "2"], ["@", "x@", "x@"]]},
    }  # fmt: skip
    statement = kernel.read_statement(data)
    point = {"dimension": 1, "size": 0, "values": {"w@": ["1"], "x@": ["-1"]}, "steps": []}
    (powers,) = unit_changes.units(statement)
    assert kernel.false_conclusions(statement, point) == []
    assert kernel.false_conclusions(statement, unit_changes.rescaled(point, powers, Fraction(2))) == ["goal"]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("name", "change"), [
    ("logarithm-below-tangent", "show.above: log1 becomes log1^2"),
    ("harmonic-sum-below-logarithm", "show.conclusion: 1 becomes 1/2 before log1"),
])  # fmt: skip
def test_a_mutant_about_logarithms_is_killed_by_a_theorem(name, change):
    """The book says that the mutant fails at numbers, of which one is a logarithm; the claim itself does not."""
    judge = mutant_verdicts.Judge(claims()[name])
    (data,) = [data for _, made, data in mutants_of(judge.data) if made == change]
    book = irrational_points.refutation(data, kernel.read_statement(data, judge.sides), judge.sides)
    assert kernel.check_book(book["entries"])["refutation"][0] == "proved"
    told, witness = irrational_witnesses.refuted(book)
    assert told["show"] == data["show"]
    assert told["let"] == data["let"]
    assert witness["values"].get("T", "2") == "2" or "run" in data
    assert irrational_points.refutation(judge.data, judge.statement, judge.sides) is None


def test_a_theorem_about_the_end_of_a_run_is_about_numbers_that_the_run_reaches():
    judge = mutant_verdicts.Judge(claims()["harmonic-sum-below-logarithm"])
    plain = irrational_points.without_definitions(judge.data)
    witness = {"dimension": 0, "size": 0, "values": {}, "steps": [{"r": "1/2"}]}
    assert irrational_points.reached(plain, witness, {"T": "2", "H": "3/2"})
    assert not irrational_points.reached(plain, witness, {"T": "2", "H": "2"})
    with pytest.raises(kernel.Rejected):  # the step is not allowed
        irrational_points.reached(plain, {**witness, "steps": [{"r": "1"}]}, {"T": "2", "H": "2"})


def test_the_way_down_ends_where_there_is_nothing_to_change():
    """At the empty family, Σ c[i]³ ≥ Σ c[i]² has no number that could be changed."""
    statement = kernel.read_statement({
        "id": "it", "declare": ["c[i]"], "assume": {"indicator": ["=", ["^", "c[i]", "2"], "c[i]"]},
        "show": {"goal": [">=", ["sum", ["^", "c[i]", "3"]], ["sum", ["^", "c[i]", "2"]]]},
    })  # fmt: skip
    assert descend(statement, [Found(0, 0, {}, [])]) is None


def test_a_telling_point_is_one_where_the_conclusion_only_just_holds():
    """Of weak duality, one where nothing in the objectives is 0: both are equal there."""
    judge = mutant_verdicts.Judge(claims()["svm-weak-duality"])
    strict = {name: (">", p) for name, (_, p) in judge.statement.show.items()}
    told = list(judge.telling())
    assert told
    for witness in told:
        assert kernel.false_conclusions(judge.statement, witness) == []
        assert kernel.false_conclusions(judge.statement._replace(show=strict), witness) == ["conclusion"]
        assert witness["values"]["w@"] != ["0"]


def test_a_point_that_tells_kills_in_other_units():
    """‖w‖⁴ for ‖w‖² is noticed where the vectors are longer and both objectives are still equal."""
    judge = mutant_verdicts.Judge(claims()["svm-weak-duality"])
    judge.instances = iter(())
    (data,) = [data for _, change, data in mutants_of(judge.data) if change.endswith("w@w becomes w@w^2")]
    judge.points = []
    witness = judge.refuted_at(judge.more_points, data, kernel.read_statement(data, judge.sides))
    assert kernel.false_conclusions(kernel.read_statement(data, judge.sides), witness) == ["conclusion"]


def test_points_of_claims_about_the_same_names_are_shared():
    """What breaks a mutant of margin-of-optimal-labels is a point of the bound for an even number of points."""
    judge = mutant_verdicts.Judge(claims()["margin-capacity-even"])
    names = mutant_verdicts.names_given(judge.data)
    assert "margin-of-optimal-labels" in {identifier for identifier, _ in mutant_verdicts.points_by_names()[names]}
    shared = list(judge.of_kin())
    assert any(len(witness["steps"]) == 2 for witness in shared)
    for witness in shared:
        assert kernel.false_conclusions(judge.statement, witness) == []
