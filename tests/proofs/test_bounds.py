"""Bounds are what the claims conclude, for all that use them.

The independent path is `evaluation.Formulas`: the formulas of a claim's script as functions of numbers, without its
stored entry, the kernel's polynomials, or `proofs.bounds`. A bound B on a counter is the claim's when its conclusion
holds with equality where the counter is B, and fails beyond. Roots have to be rational there, so lengths are drawn, and
squares given to the users.
"""

import ast
import copy
import random
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest

from novikoff.algorithms import kozinec, nearest_point
from novikoff.algorithms.registry import ALGORITHMS
from novikoff.api.claimed_bound_checks import NAMED, resolve_runs
from novikoff.proofs import bounds, evidence
from novikoff.proofs.bounds import conclusion
from novikoff.proofs.checking.random_instances import Formulas, Point, value_at
from novikoff.proofs.search.counterexamples import to_exact
from novikoff.proofs.search.elaboration import write_statement
from novikoff.proofs.statements.registry import claims
from novikoff.proofs.statements.vector_language import multiplied_out
from novikoff.properties import applicable_bounds, claimed_bound_statements, compiled_campaign
from novikoff.properties.audit.conventions import FROM_ANY_START, Conventions, updates_theorem
from novikoff.properties.bounds import BOUNDS, Measured, Separator, alignment_bound, growth_bound

from ..bound_formulas import majority_allows, winnow_allows

F = Fraction
ROOT = Path(__file__).parents[2]
TIMES = 12
RULE = Conventions(tie="mistake", start="zero", rate=F(1), bias_step=F(0))


def formulas(claim, values, size=0):
    """The formulas of a claim, and the point where they are asked for."""
    vectors = [value for value in values.values() if isinstance(value, list)]
    numbers = {name: list(map(to_exact, v)) if isinstance(v, list) else to_exact(v) for name, v in values.items()}
    read = Formulas(claims()[claim].script)
    return read, Point(read, max(map(len, vectors), default=1), size, numbers)


def holds(claim, values, name="conclusion", size=0):
    """Whether a conclusion holds there, and whether with equality."""
    read, point = formulas(claim, values, size)
    return read.show[name](point)


def right_side(claim, values, name="conclusion"):
    read, point = formulas(claim, values)
    return F(str(value_at(read.script.conclusions[name].rhs, point)))


def is_bound(value, claim, counter, values, name="conclusion", size=0):
    """Whether this is the bound that the claim gives."""
    return (holds(claim, {**values, counter: value}, name, size) == (True, True)
            and not holds(claim, {**values, counter: value + F(1, 97)}, name, size)[0])


def rationals(seed, count):
    chance = random.Random(seed)
    return [[F(chance.randint(1, 12), chance.randint(1, 7)) for _ in range(count)] for _ in range(TIMES)]


@pytest.mark.parametrize(("D", "gamma", "length"), rationals(1, 3))
def test_novikoff_bound(D, gamma, length):
    for size in (1, length):
        value = BOUNDS["novikoff-mistake-bound"].value(0, D**2, Measured(size**2, 0, gamma * size))
        assert is_bound(value, "novikoff-mistake-bound", "t", {"D": D, "γ": gamma})


@pytest.mark.parametrize(("R", "gamma", "rho", "b", "v", "w"), rationals(2, 6))
def test_bounds_with_bias(R, gamma, rho, b, v, w):
    values, separator = {"R": R, "γ": gamma, "b*": -b, "w*": [v, w]}, Separator([v, w], -b, gamma)
    value = BOUNDS["bias-step-mistake-bound"].value(rho**2, R**2, separator)
    assert is_bound(value, "bias-step-mistake-bound", "k", {**values, "ρ": rho, "α": 1})
    value = BOUNDS["tutorial-mistake-bound"].value(R**2, R**2, separator)
    for name in ("bound", "expanded"):
        assert is_bound(value, "tutorial-mistake-bound", "k", {**values, "γ*": gamma}, name)
    smola = BOUNDS["smola-mistake-bound"].value
    value = smola(1, R**2, Separator([3 * v, 4 * v], 5 * v * b, 5 * v * gamma))
    assert is_bound(value, "smola-mistake-bound", "t", {**values, "w*": [F(3, 5), F(4, 5)]})
    value = smola(1, R**2, Separator([0, 0], b, gamma))
    assert is_bound(value, "bias-step-mistake-bound", "k", {**values, "w*": [0, 0], "ρ": 1, "α": 1})


@pytest.mark.parametrize(("R", "gamma", "rho", "rate", "k"), rationals(3, 5))
def test_the_two_invariants_are_also_those_of_the_claims_with_bias(R, gamma, rho, rate, k):
    """They are taken from the claims without bias, in the space of the (w, b/√c)."""
    values = {"R": R, "γ": gamma, "ρ": rho, "α": rate, "k": k}
    assert growth_bound(k, R**2, rho**2, rate) == right_side("bias-step-norm-growth", values)
    assert alignment_bound(k, gamma, rate) == right_side("bias-step-alignment", values)


def governed(name, X, y, **options):
    row = ALGORITHMS[name]
    return dict(applicable_bounds.find_bounds(name, X, y, row.defaults(options) | options).bounds)


@pytest.mark.parametrize(("p", "q", "rate", "beta", "epsilon"), rationals(4, 5))
def test_bounds_by_the_margin_of_two_points(p, q, rate, beta, epsilon):
    """Without bias ±p and ±q are as far as the margin and the radius say, so that both are rational."""
    X, y, values = [[p], [-q]], [1, -1], {"D": max(p, q), "γ": min(p, q)}
    beyond = values | {"α": rate, "β": beta}
    found = governed("perceptron", X, y, bias_step=0)
    assert found.keys() == {"novikoff-mistake-bound", "plane-mistake-bound"}
    assert is_bound(found["novikoff-mistake-bound"], "novikoff-mistake-bound", "t", values)
    assert is_bound(found["plane-mistake-bound"], "plane-mistake-bound", "k", {"R": max(p, q), "γ": min(p, q)})
    assert governed("perceptron", [[p, 0, 0], [-q, 0, 0]], y, bias_step=0).keys() == {"novikoff-mistake-bound"}
    found = governed("margin_perceptron", X, y, bias_step=0, rate=rate, beta=beta)
    assert is_bound(found["margin-perceptron-update-bound"], "margin-perceptron-update-bound", "k", beyond)
    assert ("margin-perceptron-exact-bound" in found) == (beta / rate <= max(p, q) ** 2)
    if most := found.get("margin-perceptron-exact-bound"):
        exact = {"R": max(p, q), "γ": min(p, q), "β": beta / rate}
        assert most == 1 or holds("margin-perceptron-exact-bound", {**exact, "k": most})[0]
        assert not holds("margin-perceptron-exact-bound", {**exact, "k": most + 1})[0]
    for name in ("batch_perceptron", "pocket", "gradient_descent"):
        found = governed(name, X, y, bias_step=0, rate=rate)
        for claim, said in applicable_bounds.BATCHES.items():
            assert is_bound(found.pop(claim), claim, "t", values | {"x[i]": []}, said, size=2)
        assert not found
    for bits, claim, rounding in ((None, "", {}), (3, "rounded-", {"δ": F(1, 4)})):
        ((id, value),) = governed("kozinec", X, y, bias_step=0, kappa_bits=bits).items()
        assert id == f"{claim}kozinec-mistake-bound"
        assert is_bound(value, id, "T", values | rounding, "count")
        ((id, value),) = governed("kozinec", X, y, bias_step=0, kappa_bits=bits, epsilon=epsilon).items()
        assert id == f"{claim}eps-kozinec-mistake-bound"
        assert is_bound(value, id, "T", values | rounding | {"ε": epsilon}, "count")


def rounded(value, bits):
    """The κ of a step whose exact κ is this value, since w and z are orthogonal."""
    learner = SimpleNamespace(squares=[F(value.denominator - value.numerator)], kappa_bits=bits)
    return kozinec.Towards.step_towards(learner, 0, F(value.numerator), F(0), 1).kappa


@pytest.mark.parametrize("bits", [2, 3, 8])
def test_rounding_takes_at_most_the_part_that_the_claims_on_kozinec_suppose(bits):
    for p in range(1, 60):
        for q in (60, 61, 977):
            assert (1 - F(2, 2**bits)) * F(p, q) <= rounded(F(p, q), bits) <= F(p, q)
    assert rounded(F(1), bits) == 1


@pytest.mark.parametrize(("p", "q", "rho"), rationals(5, 3))
def test_bounds_by_the_margin_with_bias(p, q, rho):
    for step, square in ((rho**2, rho**2), ("R2", max(p, p + q) ** 2)):
        X, y = [[p], [p + q]], [-1, 1]
        best = nearest_point.best_margin(X, y, square)
        values = {"R": p + q, "w*": list(best.w), "b*": best.b, "γ": 1, "γ*": 1, "ρ": rho, "α": 1}
        for name in ("perceptron", "averaged_perceptron", "voted_perceptron", "kernel_perceptron"):
            found = governed(name, X, y, bias_step=step)
            if step == "R2":
                assert is_bound(found["tutorial-mistake-bound"], "tutorial-mistake-bound", "k", values, "bound")
                values["ρ"] = p + q
            assert is_bound(found["bias-step-mistake-bound"], "bias-step-mistake-bound", "k", values)
            if square > (p + q) ** 2:
                short = {"R": p + q, "w*": list(best.w), "b*": best.b, "γ": 1, "ρ": rho}
                most = found["small-radius-sharper-bound"]
                assert most == 1 or holds("small-radius-sharper-bound", {**short, "k": most})[0]
                assert not holds("small-radius-sharper-bound", {**short, "k": most + 1})[0]
            assert ("small-radius-sharper-bound" in found) == (square > (p + q) ** 2)
        squared = governed("kernel_perceptron", X, y, kernel="polynomial", degree=2, offset=0, bias_step=square)
        there = governed("perceptron", [[x**2] for (x,) in X], y, bias_step=square)
        assert squared == there


def test_weighted_majority_is_its_claim():
    for m in range(1, 9):
        for k in range(4):
            for beta in (F(0), F(1, 2), F(2, 3)):
                left = {"C": ((1 + beta) / 2) ** m, "w[i]": [beta**k] * 3, "β": beta}
                within, _ = holds("weighted-majority-mistake-bound", left, "each_expert", size=3)
                assert majority_allows(m, k, 3, beta) == within
    X, y = [[1, 1, -1], [1, -1, 1], [-1, 1, -1], [1, 1, 1], [-1, -1, 1], [1, -1, -1]] * 2, [1, 1, -1, 1, 1, -1] * 2
    found = governed("weighted_majority", X, y, beta=F(1, 2))["weighted-majority-mistake-bound"]
    best = min(sum(x[i] != sign for x, sign in zip(X, y, strict=True)) for i in range(3))
    assert found == max(m for m in range(len(y) + 1) if majority_allows(m, best, 3, F(1, 2)))


def test_winnow_is_its_claim():
    """The claim is linear in η = ln F, ln cosh η and ln n: their coefficients are exponents of F, c and n."""
    identifier = "winnow-mistake-bound-any-rate"
    claim, lets = conclusion(identifier), evidence.certificate(identifier)["statement"]["let"]
    (number,) = (let["name"] for let in lets if let["of"] == ["sum", "1"])
    powers = [["*", "1/2", ["exp", exponent]] for exponent in (["-", "η"], "η")]
    (cosh,) = (let["name"] for let in lets if let["of"] == ["+", *powers])
    for M, m, W, delta, n in ((3, 1, 2, F(1, 2), 4), (9, 2, 3, F(1, 3), 4), (40, 1, 2, F(1, 2), 2), (5, 1, 1, 1, 16)):
        names = ("η", cosh, number)
        at = {"M": M, "m": m, "W": W, **dict.fromkeys(names, 0)}
        exponents = [int(claim.value({**at, name: 1})) for name in names]
        factor = F(1 + delta)
        size = F(1)
        for base, exponent in zip((factor, (factor + 1 / factor) / 2, F(n)), exponents, strict=True):
            size *= base**exponent
        assert winnow_allows(M, n, W, delta, m) == (size >= 1)


@pytest.mark.parametrize(("p", "q", "rate", "beta", "w0"), rationals(6, 5))
def test_audits_compare_with_the_claims(p, q, rate, beta, w0):
    X, y, values = [(p,), (-q,)], [1, -1], {"D": max(p, q), "γ": min(p, q), "α": rate, "β": beta}
    cases = (F(0), "novikoff-mistake-bound", "t"), (beta, "margin-perceptron-update-bound", "k")
    for threshold, claim, counter in cases:
        theorem = updates_theorem(Conventions(**{**vars(RULE), "rate": rate, "threshold": threshold}))
        assert theorem.name == claim
        most = theorem.most(X, y)
        assert [holds(claim, {**values, counter: k})[0] for k in (most, most + 1)] == [True, False]
        assert [theorem.is_exceeded(k, X, y) for k in (most, most + 1)] == [False, True]
    start = ((-w0,), F(0))
    theorem = updates_theorem(Conventions(**{**vars(RULE), "rate": rate, "threshold": beta, "start": "random"}))
    assert theorem.name == FROM_ANY_START
    at = {**values, "γ": 1, "u": [1 / min(p, q)], "w0": [-w0]}
    most = theorem.most(X, y, start)
    for k in range(most + 3):
        ahead = rate * k > w0 / min(p, q)
        assert theorem.is_exceeded(k, X, y, start) == (ahead and not holds(FROM_ANY_START, {**at, "k": k})[0])


@pytest.mark.parametrize(("R", "gamma", "b", "c", "beta"), rationals(7, 5))
def test_the_formulas_that_audits_print_are_those_of_the_claims(R, gamma, b, c, beta):
    """For ‖w*‖ = 1; with V = ‖w*‖² + b*²/c at margin 1, that is (1 + b*²/c)/γ²."""
    for rule, offset in (({"bias_step": F(0)}, 0), ({"bias_step": F(1)}, b), ({"bias_step": "R2"}, b),
                         ({"bias_step": c**2}, b), ({"bias_step": F(0), "threshold": beta}, 0)):
        theorem = updates_theorem(Conventions(**{**vars(RULE), "rate": F(2, 3), **rule}))
        text = theorem.formula.partition(", V")[0].replace("b*²", "bb").replace("R²", "RR").replace("γ²", "gg")
        text = text.replace(")(", ")*(").replace("2(", "2*(").replace("·", "*")
        for number in sorted({str(c**2), str(3 * beta)}, key=len, reverse=True):
            text = text.replace(f"{number})", f"F('{number}'))")
        value = eval(text, {"RR": R**2, "bb": offset**2, "gg": gamma**2, "V": 1 / gamma**2, "F": F})
        values = {"R": R, "D": R, "γ": gamma, "γ*": gamma, "b*": offset, "w*": [1], "ρ": c, "α": F(2, 3), "β": beta}
        ((counter, name),) = {(each.counter, each.name) for each in bounds.conclusions(theorem.name).values()
                              if each.name != "expanded"}
        assert is_bound(value, theorem.name, counter, values, name), theorem.formula


@pytest.mark.parametrize("dimensions", [1, 4])
@pytest.mark.parametrize(("step", "claim", "name"), [
    (F(0), "no-bias-mistake-bound", "conclusion"), ("R2", "tutorial-mistake-bound", "bound"),
    (F(9, 4), "bias-step-mistake-bound", "conclusion"),
])
def test_the_cap_of_campaigns_is_the_bound_at_the_largest_numbers(dimensions, step, claim, name):
    shape = compiled_campaign.Shape(points=3, dimensions=dimensions, size=2)
    claimed = claimed_bound_statements.claim("k <= R**2*(w@w)/gamma**2", bias_step=step)
    cap = compiled_campaign.formula(claimed, shape).cap(1)
    root = {1: 1, 4: 2}[dimensions]
    values = {"R": root * compiled_campaign.PLAIN.coordinate(shape), "w*": [2] * dimensions, "b*": 2, "ρ": F(3, 2),
              "α": 1, "γ*": 1}
    values["γ"] = F(1, 2 * root) if not step else 1  # the claim without bias is for a unit vector
    assert holds(claim, {**values, "k": cap - 1}, name)[0]
    assert not holds(claim, {**values, "k": cap + 1}, name)[0]


@pytest.mark.parametrize(("R", "gamma", "b"), rationals(8, 3))
@pytest.mark.parametrize("identifier", [name for name, (_, runs) in NAMED.items() if runs.startswith("perceptron")])
def test_named_bounds_say_what_their_claims_say(identifier, R, gamma, b):
    """Those of two classes: of several, what the names stand for is another thing."""
    stated = claimed_bound_statements.claim(NAMED[identifier][0], **resolve_runs(NAMED[identifier][1]))
    offset = b if stated.bias_step else F(0)
    value = claimed_bound_statements.value(stated.right, {"k": 0, "R": R, "γ": gamma, "b*": offset, "w*@w*": 1})
    first = next(each for each in bounds.conclusions(identifier).values() if each.bounds_counter)
    values = {"R": R, "γ": gamma, "γ*": gamma, "b*": offset, "w*": [1]}
    assert is_bound(value, identifier, first.counter, values, first.name)


SEVERAL = {  # the claims' names for what a statement calls w@w, b@b and m
    "multi-class-mistake-bound": {"sum(u[i]@u[i])": "w*@w*"},
    "multi-class-bias-step-mistake-bound": {"sum(u[i]@u[i])": "w*@w*", "sum(β[i]^2)": "b*@b*"},
    "prank-change-bound": {"u@u": "w*@w*", "sum(v[i]^2)": "b*@b*"},
}


@pytest.mark.parametrize(("R", "gamma", "size"), rationals(8, 3))
@pytest.mark.parametrize("identifier", SEVERAL)
def test_named_bounds_of_several_classes_say_what_their_claims_say(identifier, R, gamma, size):
    """The bias step is 1; m classes have m − 1 thresholds."""
    stated = claimed_bound_statements.claim(NAMED[identifier][0], **resolve_runs(NAMED[identifier][1]))
    at = {"R": R, "γ": gamma, "w*@w*": size**2 + 1, "b*@b*": size**2, "m": 4}
    (claim,) = (each for each in bounds.conclusions(identifier).values() if each.bounds_counter)
    known = {name: at[ours] for name, ours in SEVERAL[identifier].items()}
    known |= {"ρ": 1} if "bias-step" in identifier else {"sum()": 3} if identifier.startswith("prank") else {}
    assert claim.bound({"R": R, "γ": gamma, **known}) == claimed_bound_statements.value(stated.right, {"k": 0, **at})


def test_a_changed_claim_changes_all_that_use_it(monkeypatch):
    """2β becomes 3β in the stored claim: run and audit say 3β, and so the tests above would fail."""
    entry = copy.deepcopy(evidence.certificate("margin-perceptron-update-bound"))
    entry["statement"] = multiplied_out(entry["statement"])
    sides, twice = entry["statement"]["show"]["conclusion"], ["*", "2", "inv1", ["^", "inv2", "2"], "β"]
    (changed,) = (term for term in sides[1] if term == twice)
    changed[1] = "3"
    monkeypatch.setattr(evidence, "certificate", lambda identifier: entry)
    X, y, theorem = [(1,), (-1,)], [1, -1], updates_theorem(Conventions(**{**vars(RULE), "threshold": F(5)}))
    monkeypatch.setattr(bounds, "conclusions", bounds.conclusions.__wrapped__)
    monkeypatch.setattr(bounds, "conclusion", bounds.conclusion.__wrapped__)
    assert theorem.most(X, y) == 16
    assert governed("margin_perceptron", X, y, bias_step=0, beta=5) == {"margin-perceptron-update-bound": 16}


def test_the_claims_in_use_are_stored_as_they_are_stated_today():
    used = {*NAMED, FROM_ANY_START, *(claim for row in ALGORITHMS.values() for claim in row.bounded_by)}
    book = evidence.certificates()
    for identifier in used | {"lecture-alignment-from-any-start", "lecture-norm-growth-from-any-start"}:
        assert claims()[identifier].expected == "proved"
        stated = write_statement(identifier, claims()[identifier].script).data
        assert evidence.certificate(identifier)["statement"] == stated
        assert evidence.certificate(identifier) == book[identifier]


def test_a_conclusion_is_asked_for_at_a_state():
    growth = conclusion("lecture-norm-growth-from-any-start")
    assert [growth.holds({"t": 2, "D^2": 3, "w0@w0": 0, "w@w": ww}) for ww in (6, 7)] == [True, False]
    majority = conclusion("weighted-majority-mistake-bound", "each_expert")
    assert majority.step("C", {"C": 4, "β": F(1, 2)}) == 3
    assert SEVERAL.keys() == {name for name, (_, runs) in NAMED.items() if not runs.startswith("perceptron")}


RADIUS, SEPARATOR = {"R2", "D2", "radius2"}, {"gamma", "gamma2", "V", "upper", "norm2", "w_star", "b_star", "margin"}
USERS = ["properties/bounds.py", "properties/applicable_bounds.py", "properties/compiled_campaign.py",
         "properties/strategies.py", "properties/run_properties.py", "properties/claimed_bound_counterexamples.py",
         "properties/audit/conventions.py", "properties/audit/reachable_ends.py", "novikoff/commands/run.py",
         "novikoff/commands/bound.py"]


def products(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div):
            yield node, {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} | {
                each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)
            }


@pytest.mark.parametrize("path", USERS)
def test_no_bound_is_written_by_hand(path):
    """A bound multiplies a radius with what a separator is measured by; no product in the users does."""
    written = [ast.unparse(node) for node, names in products(ast.parse((ROOT / path).read_text(encoding="utf-8")))
               if names & RADIUS and names & SEPARATOR]
    assert not written


def test_a_bound_written_by_hand_is_seen():
    (_, names), *_ = products(ast.parse("(known.R2 + c) * known.margin.upper"))
    assert names & RADIUS
    assert names & SEPARATOR
