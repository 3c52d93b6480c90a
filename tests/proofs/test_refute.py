"""Counterexamples: found, exact, small, in the smallest dimension, the same again; none for what is true."""

import json
import os
import random
import subprocess
import sys
from fractions import Fraction

import pytest

from novikoff.proofs import kernel
from novikoff.proofs.search import counterexamples

POSITIVE = {"positive": [">", "g", "0"]}
UNIT = {"unit": ["=", ["+", ["@", "w*@", "w*@"], "-1"], "0"]}
LABEL = {"label": ["=", ["+", ["^", "y", "2"], "-1"], "0"]}
RADIUS = {"radius": [">=", ["+", ["^", "R", "2"], ["-", ["@", "x@", "x@"]]], "0"]}
MISTAKE = {"mistake": [">=", ["+", ["-", ["*", "y", ["@", "w@", "x@"]]], ["-", ["*", "b", "y"]]], "0"]}
ONE = {"one": ["=", ["+", ["sum", "a[i]"], "-1"], "0"]}
SCORE, LENGTH = ["@", "w@", "x@"], ["@", "x@", "x@"]
GROWTH = [">=", ["+", ["^", "R", "2"], "1"],
          ["*", "y", ["+", ["*", "2", SCORE], ["*", "y", LENGTH], ["*", "2", "b"], "y"]]]
CAUCHY = ["-", ["*", ["@", "w@", "w@"], LENGTH], ["^", SCORE, "2"]]
BOUND, TWICE = ([">=", ["*", ["+", ["^", "R", "2"], "1"], ["+", ["^", "b*", "2"], "1"]], ["*", c, "k", ["^", "g", "2"]]]
                for c in "12")
LETS = [
    {"name": "root1", "kind": "sqrt", "of": ["@", "w@", "w@"]},
    {"name": "inv1", "kind": "inverse", "of": "root1"},
    {"name": "root2", "kind": "sqrt", "of": ["^", "b", "2"]},
]
SIDES = {
    "root1": {"rule": "poly", "sum": [{"norms": ["w@"]}]},
    "root2": {"rule": "poly", "sum": [{"squares": ["b"]}]},
    "inv1": {
        "rule": "contra",
        "name": "zero",
        "then": {
            "rule": "poly",
            "times": [{"facts": ["nonzero"]}],
            "ideal": [{"fact": "root1.def", "by": ["@", "w@", "w@"]},
                      {"fact": "zero", "by": ["-", ["*", "root1", ["@", "w@", "w@"]]]}],
        },
    },
}


def statement(declare, assume, goal, sides=None, **more):
    show = goal if isinstance(goal, dict) else {"goal": goal}
    return kernel.read_statement({"id": "t", "declare": declare, "assume": assume, "show": show, **more}, sides)


def perceptron(assume, goal, bias_step="y", margin=True, **more):
    """A statement about every run with a bias."""
    separable = {"margin": [">=", ["*", "y", ["+", ["@", "w*@", "x@"], "b*"]], "g"]} if margin else {}
    run = {
        "state": ["w@", "b", "k"],
        "start": {"w@": "0", "b": "0", "k": "0"},
        "input": ["x@", "y"],
        "when": {**LABEL, **RADIUS, **MISTAKE, **separable},
        "next": {"w@": ["+", "w@", ["*", "y", "x@"]], "b": ["+", "b", bias_step], "k": ["+", "k", "1"]},
    }
    return statement(["w*@", "b*", "g", "R"], assume, goal, run=run, **more)


def families(assume, goal, declare=("a[i]",)):
    return statement(list(declare), {"sign": [">=", "a[i]", "0"], **assume}, goal)


VECTORS = ["w@", "x@", "b", "y", "R"]
FALSE = {  # name: (statement, dimension, size, steps)
    "growth without mistake": (statement(VECTORS, {**LABEL, **RADIUS}, GROWTH), 1, 0, 0),
    "growth with R for R^2": (statement(VECTORS, {**LABEL, **MISTAKE, "radius": [">=", "R", LENGTH]}, GROWTH), 1, 0, 0),
    "signed distance": (
        statement(["w@", "b"], {"nonzero": ["!=", ["@", "w@", "w@"], "0"]},
                  ["=", ["-", ["*", "b", "inv1"]], ["*", "inv1", "root2"]],
                  SIDES, let=LETS), 1, 0, 0,
    ),
    "Cauchy-Schwarz as an equation": (statement(["w@", "x@"], {}, ["=", CAUCHY, "0"]), 2, 0, 0),
    "no three orthogonal": (
        statement(["u@", "v@", "w@"], {f"{p}{q}": ["=", ["@", f"{p}@", f"{q}@"], "0"] for p, q in ("uv", "uw", "vw")},
                  ["=", ["*", ["@", "u@", "u@"], ["@", "v@", "v@"], ["@", "w@", "w@"]], "0"]), 3, 0, 0,
    ),
    "bound without positive margin": (perceptron(UNIT, BOUND), 1, 0, 1),
    "half the bound": (perceptron({**UNIT, **POSITIVE}, TWICE), 1, 0, 1),
    "tutorial with R = 0": (
        perceptron(POSITIVE, [">=", ["*", "2", ["+", ["*", "R", "R", ["@", "w*@", "w*@"]], ["^", "b*", "2"]]],
                              ["*", "k", ["^", "g", "2"]]], bias_step=["*", "R", "R", "y"]), 1, 0, 3,
    ),
    "no more than seven": (perceptron({}, [">=", ["+", ["-", "k"], "7"], "0"], margin=False), 1, 0, 8),
    "root of the bound": (
        perceptron({**UNIT, **POSITIVE, "bias": ["=", ["+", "b*", "-1"], "0"]},
                   [">=", ["+", ["^", "R", "2"], "1", ["-", ["*", "k", "g"]]], "0"]),
        1, 0, 1,
    ),
    "norm after a run": (perceptron({}, [">=", ["-", "root1"], "0"], let=LETS[:1], sides={"root1": SIDES["root1"]}), 1,
                         0, 1),
    "sums of squares": (families({}, [">=", ["+", ["sum", "a[i]"], ["-", ["sum", ["^", "a[i]", "2"]]]], "0"]), 0, 1, 0),
    "each is the sum": (families(ONE, ["=", ["+", "a[i]", "-1"], "0"]), 0, 2, 0),
    "an empty sum": (families({}, [">", ["sum", "a[i]"], "0"]), 0, 0, 0),
    "a family of vectors": (
        families({}, ["=", ["sum", ["*", "a[i]", ["@", "w@", "x[i]@"]]], "0"], ["a[i]", "x[i]@", "w@"]), 1, 1, 0,
    ),
    "second of two conclusions": (
        statement(["a"], {}, {"square": [">=", ["^", "a", "2"], "0"], "sign": [">=", "a", "0"]}), 0, 0, 0,
    ),
    "a narrow interval": (
        statement(["a"], {"low": [">=", ["*", "1000", "a"], "1001"], "high": ["<=", ["*", "1000", "a"], "1002"]},
                  ["=", "a", "0"]), 0, 0, 0,
    ),
}
TRUE = {
    "Cauchy-Schwarz": statement(["w@", "x@"], {}, [">=", CAUCHY, "0"]),
    "growth": statement(VECTORS, {**LABEL, **RADIUS, **MISTAKE}, GROWTH),
    "Theorem 1.7": perceptron({**UNIT, **POSITIVE}, BOUND),
    "distance": statement(["w@", "b"], {"nonzero": ["!=", ["@", "w@", "w@"], "0"]},
                          ["=", ["^", ["*", "b", "inv1"], "2"], ["^", ["*", "inv1", "root2"], "2"]], SIDES, let=LETS),
    "a convex combination": families(ONE, [">=", ["+", ["-", "a[i]"], "1"], "0"]),
}
CONTRADICTORY = statement(["a"], {"plus": [">", "a", "0"], "minus": [">", ["-", "a"], "0"]}, ["=", "a", "0"])


def numbers(data):
    """All numbers in a witness."""
    if isinstance(data, str):
        return [Fraction(data)]
    parts = data.values() if isinstance(data, dict) else data if isinstance(data, list) else []
    return [q for part in parts for q in numbers(part)]


@pytest.mark.parametrize("name", FALSE)
def test_a_false_statement_is_refuted_in_the_smallest_shape_by_small_numbers(name):
    claim, dimension, size, steps = FALSE[name]
    witness = counterexamples.find_witness(claim)
    assert kernel.false_conclusions(claim, witness)
    assert (witness["dimension"], witness["size"], len(witness["steps"])) == (dimension, size, steps)
    assert name == "a narrow interval" or all(abs(q.numerator) <= 3 and q.denominator <= 3 for q in numbers(witness))


@pytest.mark.parametrize("name", TRUE)
def test_a_true_statement_has_no_counterexample_but_a_model(name):
    claim = TRUE[name]
    assert counterexamples.find_witness(claim, budget=20_000) is None
    model = counterexamples.find_witness(claim, want="model")
    assert kernel.false_conclusions(claim, model) == []


def test_the_simplest_counterexamples_and_models_are_exactly_these():
    sums, distance = FALSE["sums of squares"][0], FALSE["signed distance"][0]
    assert counterexamples.find_witness(sums)["values"] == {"a[i]": ["2"]}
    found = counterexamples.find_witness(distance)["values"]
    assert found == {"w@": ["1"], "b": "1", "root1": "1", "inv1": "1", "root2": "1"}
    assert len(counterexamples.find_witness(TRUE["Theorem 1.7"], want="model")["steps"]) == 1
    assert counterexamples.find_witness(TRUE["a convex combination"], want="model")["size"] == 1


def test_what_contradicts_itself_or_takes_no_step_has_no_model():
    assert counterexamples.find_witness(CONTRADICTORY, budget=5000) is None
    assert counterexamples.find_witness(CONTRADICTORY, want="model", budget=5000) is None
    never = {"state": ["k"], "start": {"k": "0"}, "input": ["a"], "when": {"no": [">", ["-", ["^", "a", "2"]], "0"]},
             "next": {"k": ["+", "k", "1"]}}
    claim = statement(["r"], {}, ["=", "k", "0"], run=never)
    assert counterexamples.find_witness(claim, want="model", budget=5000) is None


@pytest.mark.parametrize("name", ["bound without positive margin", "each is the sum", "a narrow interval"])
def test_the_same_seed_gives_the_same_witness(name):
    assert counterexamples.find_witness(FALSE[name][0], seed=3) == counterexamples.find_witness(FALSE[name][0], seed=3)


def test_a_witness_does_not_depend_on_the_hash_seed():
    data = {"id": "t", "declare": VECTORS, "assume": {**LABEL, **RADIUS}, "show": {"goal": GROWTH}}
    script = (
        "import json, sys; from novikoff.proofs import kernel; from novikoff.proofs.search import counterexamples\n"
        "print(json.dumps(counterexamples.find_witness(kernel.read_statement(json.loads(sys.argv[1])), seed=1)))"
    )
    outputs = {
        subprocess.run([sys.executable, "-c", script, json.dumps(data)], env={**os.environ, "PYTHONHASHSEED": seed},
                       capture_output=True, text=True, check=True).stdout
        for seed in "012"
    }
    assert len(outputs) == 1
    assert json.loads(outputs.pop()) is not None


def test_z3_does_not_end_the_process_after_its_limit():
    """The solver that z3 5.4 has for this logic crashed in five of five such runs, when it was freed."""
    vectors = [[f"v[{i}]" for i in indices] for indices in ((1, 2, 3), (4, 5, 6))]
    u_u, u_v, v_v = (" + ".join(f"{a}*{b}" for a, b in zip(*pair, strict=True))
                     for pair in ([vectors[0]] * 2, vectors, [vectors[1]] * 2))
    facts = (f"v[0]*v[0] - ({u_u}) == 0", "v[0] >= 0", "v[0]**3 - 2 == 0", f"({u_v})**3 - v[0] == 0", f"{v_v} - 3 == 0")
    script = ("from novikoff.proofs.search.counterexamples import ask_z3\n"
              f"assert [ask_z3.__wrapped__(7, {facts!r}) for _ in range(10)] == [None] * 10")
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, check=False).returncode == 0


def test_rational_norms_are_found_and_only_confirmed_witnesses(monkeypatch):
    """Norms must be rational: two vectors that are not parallel need a triple such as 3, 4, 5."""
    lets = [{"name": f"n_{v}", "kind": "sqrt", "of": ["@", f"{v}@", f"{v}@"]} for v in "uv"]
    sides = {f"n_{v}": {"rule": "poly", "sum": [{"norms": [f"{v}@"]}]} for v in "uv"}
    acute = {"acute": [">", ["@", "u@", "v@"], "0"]}
    claim = statement(["u@", "v@"], acute, ["=", ["@", "u@", "v@"], ["*", "n_u", "n_v"]], sides, let=lets)
    assert counterexamples.find_witness(claim)["dimension"] == 2
    monkeypatch.setattr(kernel, "false_conclusions", lambda claim, witness: [])
    assert counterexamples.find_witness(FALSE["growth without mistake"][0], budget=2000) is None


SHARES = {"positive": [">", "a[i]", "0"], **ONE}
CROWDED = {  # true of at most three indices, with how many of them there are and how many values they have
    "squares of equal shares": (SHARES, [">=", ["+", ["sum", ["^", "a[i]", "2"]], "-1/3"], "0"], 4, 1),
    "squares of many equal shares": (
        {**SHARES, "seven": [">=", ["sum", "1"], "7"]}, [">=", ["sum", ["^", "a[i]", "2"]], "1/6"], 8, 1),
    "one against all others": ({"zero": ["=", ["sum", "a[i]"], "0"], "small": [">=", ["+", ["-", "a[i]"], "1"], "0"]},
                               [">=", ["+", "a[i]", "4"], "0"], 6, 2),
    "one half against the other": (
        {"zero": ["=", ["sum", "a[i]"], "0"], "unit": ["=", ["+", ["^", "a[i]", "2"], "-1"], "0"]},
        [">", ["+", ["-", ["sum", "1"]], "4"], "0"], 4, 2),
}


@pytest.mark.parametrize("name", CROWDED)
def test_families_of_many_indices_have_few_values(name):
    assume, goal, size, values = CROWDED[name]
    claim = statement(["a[i]"], assume, goal)
    assert counterexamples.find_witness(claim, budget=20_000) is None
    found = counterexamples.find_witness(claim, budget=20_000, crowds=True)
    assert (found["size"], len(set(found["values"]["a[i]"]))) == (size, values)
    assert kernel.false_conclusions(claim, found) == ["goal"]


def test_crowds_come_last_with_a_number_for_each_group():
    for claim, *_ in FALSE.values():
        found, same = (counterexamples.find_witness(claim, budget=3000, crowds=c) for c in (False, True))
        assert found is None or same == found
    claim = statement(["a[i]"], SHARES, [">=", ["+", ["sum", ["^", "a[i]", "2"]], "-1/3"], "0"])
    sizes = [(len(p.keys), len(p.facts)) for p, _ in counterexamples.search_crowds(claim, random.Random(0), True)]
    assert sizes == [(1, 3), (2, 4), (2, 4)] * len(counterexamples.CROWDS)
    assert not list(counterexamples.search_crowds(claim, random.Random(0), False))


@pytest.mark.parametrize("wrong", [{"want": "proof"}, {"budget": 0}])
def test_wrong_use_is_an_error(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))} must be"):
        counterexamples.find_witness(CONTRADICTORY, **wrong)


@pytest.mark.parametrize(
    ("a", "b", "c", "expected"),
    [(0, 0, 0, None), (0, 0, 1, []), (0, 2, 1, ["-1/2"]), (1, 0, -2, []), (1, 0, 1, []), (1, 0, 0, ["0"]),
     (4, 0, -9, ["-3/2", "3/2"]), (2, -3, 1, ["1/2", "1"])],
)
def test_roots(a, b, c, expected):
    found = counterexamples.roots(a, b, c)
    assert expected == (found and sorted((str(q) for q in found), key=Fraction)) if found else found == expected
