"""Update rules of a user's own on the command line: run, searched, proved about, and audited as any algorithm is."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from novikoff import bound, check_bounds
from novikoff.algorithms import user_rules
from novikoff.algorithms.errors import BadInput
from novikoff.properties import campaign
from novikoff.properties.claimed_bound_counterexamples import check_dataset, require_same_run
from novikoff.properties.claimed_bound_statements import claim

from .conftest import Run

RULES = """
import random

import novikoff

def damped(state, x, y):
    return state._replace(w=state.w + y * x / (1 + x @ x))

def with_bias(state, x, y):
    return state._replace(w=state.w + y * x / (1 + x @ x), b=state.b + y)

def inexact(state, x, y):
    return state._replace(w=state.w + 0.5 * y * x)

def still(state, x, y):
    return state

past = []

def changing(state, x, y):
    past.append(0)
    return state._replace(w=state.w + (y * x if len(past) % 8 else 0 * x))

@novikoff.algorithm(when=lambda state, x, y: y * (state.w @ x) <= 1, bias=False)
def below_one(state, x, y):
    return state._replace(w=state.w + y * x)

@novikoff.algorithm(when=lambda state, x, y: y * (state.w @ x + state.b) <= 1, bias=True)
def below_one_with_bias(state, x, y):
    return state._replace(w=state.w + y * x, b=state.b + y)

@novikoff.algorithm(bias=False)
def to_the_nearest(state, x, y):
    \"\"\"The point of the segment from w to yx that is nearest to 0; its numbers have three times as many digits.\"\"\"
    d = y * x - state.w
    t = -(state.w @ d) / (d @ d) if any(d) else 0
    return state._replace(w=state.w + max(0, min(1, t)) * d if any(state.w) else y * x)

@novikoff.algorithm(bias=False)
def breaking(state, x, y):
    return state._replace(w=state.w + y * x / (x @ x - 9))

def shrinking(state, x, y):
    return state._replace(w=state.w + y * x / (1 + state.w @ state.w))
"""
ESTIMATORS = """
import numpy as np

class Damped:
    def __init__(self, tie=0, power=1, order=1, noted=0):
        self.tie, self.power, self.order, self.noted, self.mistakes_ = tie, power, order, noted, []

    def fit(self, X, y):
        self.mistakes_ = []
        self.coef_, self.intercept_, self.n_updates_ = np.zeros(X.shape[1]), 0.0, 0
        clean = False
        while not clean:
            clean = True
            for i, (x, label) in list(enumerate(zip(X, y)))[::self.order]:
                if self.learn(x, label):
                    self.mistakes_.append(i + self.noted)
                    clean = False
        return self

    def partial_fit(self, X, y, classes=None):
        if not hasattr(self, "coef_"):
            self.coef_, self.intercept_, self.n_updates_ = np.zeros(X.shape[1]), 0.0, 0
        for x, label in zip(X, y):
            self.learn(x, label)

    def learn(self, x, label):
        due = label * (self.coef_ @ x) <= self.tie
        if due:
            self.coef_ = self.coef_ + label * x / (1 + (x @ x) ** self.power)
            self.n_updates_ += 1
        return due

    def predict(self, X):
        return np.where(X @ self.coef_ >= 0, 1, -1)

class Shrinking(Damped):
    def learn(self, x, label):
        due = label * (self.coef_ @ x) <= 0
        if due:
            self.coef_ = self.coef_ + label * x / (1 + self.coef_ @ self.coef_)
            self.n_updates_ += 1
        return due
"""
THEOREM = """from rules import damped
from novikoff.theorems import Eq, Script, State, length, square, theorem

@theorem("step-is-short", title="A step of the rule is short")
def step_is_short(p: Script) -> None:
    \"\"\"Four times the square of the length of w is at most the number of updates.\"\"\"
    w, x = p.vectors("w x")
    k, y = p.reals("k y")
    q = p.inverse("q", {of})
    after = damped(State(w, 0), x, y).w
    p.run([(w, 0, after), (k, 0, k + 1)], [x, y], dict(label=Eq(y**2, 1), mistake=y * (w @ x) <= 0))
    p.show(conclusion=4 * (w @ w) <= {most})
    with p.induction(growth=4 * (w @ w) <= {most}):
        p.have("sign", q >= 0, "q", square(q), length(q * x))
        p.have("short", 4 * q**2 * (x @ x) <= 1, "q", square(2 * q - 1))
        p.have("against", q * y * (w @ x) <= 0, "sign * mistake")
        p.conclude()
    p.conclude("growth")
"""
DATA = "a,b,label\n2,1,1\n1,3,-1\n-1,1,-1\n0,-2,1\n"
FALSE, TRUE = "k <= (w@w)/(4*gamma**2)", "k <= (1 + R**2)**2*(w@w)/(4*gamma**2)"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a module of rules, which Python would not find by itself."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [part for part in sys.path if part])
    for name, text in (("rules.py", RULES), ("estimators.py", ESTIMATORS), ("data.csv", DATA)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    """Other files of tests have modules of these names, too."""
    for name in ("rules", "estimators"):
        sys.modules.pop(name, None)
    user_rules.load_rule.cache_clear()


# --- run -----------------------------------------------------------------------------------------------
def saved(novikoff: Run, home: Path, *more: str) -> tuple[Path, dict[str, Any]]:
    """The certificate of a run, as a file and as data."""
    path = home / "run.json"
    assert novikoff("run", "rules:damped", "data.csv", *more, "--certificate", str(path)).exit_code in (0, 1)
    return path, json.loads(path.read_text())


@pytest.mark.parametrize("more", [(), ("--max-updates", "1"), ("--order=random", "--seed=3"), ("--scale", "range")])
def test_a_run_is_verified_by_the_rule_alone(novikoff: Run, home: Path, more: tuple[str, ...]) -> None:
    path, certificate = saved(novikoff, home, *more)
    assert certificate["rule"]["source"].startswith("def damped(")
    novikoff("verify", str(path), status=3,
             out="no checker knows the update rule rules:damped, so the steps of its run cannot be confirmed")
    data = ("--data", "data.csv")
    novikoff("verify", str(path), "--algorithm", "rules:damped", *data, status=0,
             out="repeated by running rules:damped; the result depends on that code")
    facts = json.loads(novikoff("verify", str(path), "--algorithm", "rules:damped", "--json").stdout)["facts"]
    assert (facts["updates"], facts["ran"]) == (certificate["result"]["updates"], "rules:damped")


CHANGES: dict[str, tuple[Callable[[Any], Any], str]] = {
    "a step": (lambda c: c["steps"].reverse(), "updates on the examples [0, 1], not on [1, 0]"),
    "the end": (lambda c: c["result"].update(stopped="max_updates"), "stopped = separated, not max_updates"),
    "the weights": (lambda c: c["result"].update(w=["0", "0"]), "w = ['8/33', '-7/66'], not ['0', '0']"),
    "separated": (lambda c: c["result"].update(separated=False), "separated = True, not False"),
    "the updates": (lambda c: c["result"].update(updates=3), "updates = 2, not 3"),
    "the visits": (lambda c: c["result"].update(visits=3), "visits = 8, not 3"),
    "the examples": (lambda c: c["X"].pop(), "there must be 3 labels"),
    "the source": (lambda c: c["rule"].update(source="def damped(s, x, y): ..."), "differs from the recorded one"),
    "the rule": (lambda c: c["rule"].update(name="rules:still"), "with the rule 'rules:still', not by rules:damped"),
    "the name": (lambda c: c.update(algorithm="perceptron"), "its run is by 'perceptron'"),
    "something more": (lambda c: c.update(proof=1), "the key 'proof' is unknown"),
    "a seed of nothing": (lambda c: c["parameters"].update(seed=7), "the seed is 7; it must be an integer"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_another_run_is_not_verified(novikoff: Run, home: Path, change: str) -> None:
    path, certificate = saved(novikoff, home)
    alter, said = CHANGES[change]
    alter(certificate)
    path.write_text(json.dumps(certificate))
    novikoff("verify", str(path), "--algorithm", "rules:damped", status=1, out=said)
    assert novikoff("verify", str(path)).exit_code == 3


def test_neither_the_end_of_an_interrupted_run_nor_one_without_its_rule_is_confirmed(novikoff: Run, home: Path) -> None:
    """Its steps do not tell how many visits there were after them."""
    path, certificate = saved(novikoff, home)
    certificate["result"].update(stopped="interrupted", visits=10**30)
    path.write_text(json.dumps(certificate))
    facts = json.loads(novikoff("verify", str(path), "--algorithm", "rules:damped", "--json", status=0).stdout)["facts"]
    assert (facts["updates"], facts.keys() & {"stopped", "visits"}) == (2, set())
    path, certificate = saved(novikoff, home)
    del certificate["rule"]
    path.write_text(json.dumps(certificate))
    novikoff("verify", str(path), status=1)


# --- searched ------------------------------------------------------------------------------------------
def test_a_false_bound_is_refuted_by_exact_data(novikoff: Run) -> None:
    data = json.loads(novikoff("bound", FALSE, "--algorithm", "rules:damped", "--json", "-q", status=1).stdout)
    assert (data["verdict"], data["algorithm"]) == ("refuted", "rules:damped")
    broken = data["counterexample"]
    assert len(broken["X"]) <= 4
    names: dict[str, object] = {}
    exec(broken["reproduce"], names)  # asserts the number of updates, and that the bound is refuted


def test_the_search_is_about_the_runs_of_the_rule() -> None:
    data = [[3, 0], [1, 1]], [1, -1]
    statement = "k <= R**2*(w@w)/gamma**2 - 1"
    assert [bound(TRUE, algorithm=f"rules:{rule}", data=data).found.largest.k for rule in ("damped", "with_bias")] == [
        user_rules.count_updates(*data, user_rules.load_rule(f"rules:{rule}"), "mistake", 99) for rule in ("damped",
                                                                                                           "with_bias")
    ]
    held = bound(statement, algorithm="rules:damped", datasets=30)
    assert held.claim.bias_step == 0
    assert held.verdict == "refuted"
    assert all(case.b == 0 for case in held.found.seeds)


def test_no_theorem_about_the_perceptron_is_taken_for_another_rule() -> None:
    statement, data = "w@w == 1 |- k <= R**2/gamma**2", ([[1, 0], [0, 1]], [1, -1])
    assert bound(statement, algorithm="perceptron:homogeneous", data=data).verdict == "proved"
    assert bound(statement, algorithm="rules:damped", data=data).verdict == "tested"


def test_a_run_that_has_no_end_breaks_every_bound() -> None:
    held = bound("k <= 10**9", algorithm="rules:still", datasets=20)
    assert held.reason == "false for a run on 1 example that never ends: a state repeats"
    exec(held.reproduce, {})


BACKWARDS = {"algorithm": "forgetting:backwards", "data": ([[1], [2]], [1, 1])}  # no run of it has an end


@pytest.mark.usefixtures("examples")
def test_a_run_that_is_past_its_bound_need_not_end() -> None:
    held = bound("k <= R**2*(w@w)/gamma**2", **BACKWARDS)
    assert (held.verdict, held.reason) == (
        "refuted", "false for a run of 1001 updates and more on 2 examples: 1001 > 4")
    exec(held.reproduce, {})


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize("statement", ["k <= 2000*R**2*(w@w)/gamma**2", "k - k**2 <= R**2", "1/k <= 1/500", "k >= 5",
                                       "k >= 4, k <= 6 |- k <= 5"])
def test_where_all_runs_are_too_long_it_is_said(statement: str) -> None:
    held = bound(statement, **BACKWARDS)
    assert (held.verdict, held.reason) == (
        "unknown", "nothing was tested: 1 run was left out, of more than 1000 updates")


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules of the documents can be imported."""
    monkeypatch.chdir(Path(__file__).parents[2] / "docs" / "examples")


@pytest.mark.parametrize(("rule", "said"), [
    ("rules:changing", "returns two states for the same arguments"),
    ("rules:inexact", "returns the float"),
    ("rules:breaking", "rules:breaking raises ZeroDivisionError: Fraction("),
    ("kozinec", "or MODULE:FUNCTION, a rule of your own"),
])
def test_what_cannot_be_searched_is_one_sentence(rule: str, said: str) -> None:
    with pytest.raises(BadInput) as problem:
        bound("k <= 5*R**2*(w@w)/gamma**2", algorithm=rule, data=([[3], [4], [9]], [1, 1, 1]))
    assert said in str(problem.value)
    assert "\n" not in str(problem.value)


def test_a_rule_that_changes_between_runs_is_noticed() -> None:
    size = [1]
    rule = user_rules.Rule("m:later", lambda state, x, y: state._replace(w=state.w + y * x - y * size[0]), None, False)
    case = check_dataset(claim("k <= 0", rule=rule), [[2]], [1])
    assert case is not None
    require_same_run(case)
    size[0] = 3
    with pytest.raises(BadInput, match="it keeps state between runs"):
        require_same_run(case)


def test_a_campaign_counts_and_goes_on(novikoff: Run, home: Path) -> None:
    pytest.importorskip("numba")
    arguments = ["campaign", FALSE, "--algorithm", "rules:damped", "-j", "1", "-o", "c.jsonl", "--size", "2", "-q"]
    data = json.loads(novikoff(*arguments, "--count", "40", "--json").stdout)
    assert (data["verdict"], data["datasets"], data["compared"]) == ("refuted", 40, 40)
    assert data["counterexample"]["X"] == [["-1"]]
    more = json.loads(novikoff(*arguments, "--count", "60", "--resume", "--json").stdout)
    (home / "c.jsonl").unlink()
    assert more == json.loads(novikoff(*arguments, "--count", "60", "--json").stdout)
    (home / "c.jsonl").unlink()
    for more in ([], ["--resume"]):
        novikoff("campaign", TRUE, *arguments[2:], "--count", "40", *more, status=0,
                 out="40 of 40 datasets compared exactly, 0 broken")


def test_a_campaign_of_another_rule_is_not_gone_on_with(novikoff, home, monkeypatch):
    """Of one that is changed in what it imports, so that its runs have no end; the left side is below 0."""
    pytest.importorskip("numba")
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # of two texts of one second Python takes the first
    (home / "sized.py").write_text("import sizes\ndef rule(state, x, y):\n    return state._replace("
                                   "w=state.w + sizes.size * y * x)\n")
    arguments = ["campaign", "k - 99 <= R**2*(w@w)/gamma**2", "--algorithm", "sized:rule", "-j", "1", "-q", "-o", "s"]
    said = "novikoff: s holds another campaign: it differs in the source of sized:rule, or of what that imports; " \
           "give another file of results, or delete this one\n"
    for size, more, status, err in ((1, [], 0, ""), (1, ["--resume"], 0, ""), (0, ["--resume"], 2, said)):
        (home / "sizes.py").write_text(f"size = {size}\n")
        for name in ("sizes", "sized"):
            sys.modules.pop(name, None)
        user_rules.load_rule.cache_clear()
        campaign.sources.cache_clear()
        novikoff(*arguments, "--count", "12", *more, status=status, stderr=err)


# --- proved about --------------------------------------------------------------------------------------
@pytest.mark.parametrize(("of", "most", "verdict"),
                         [("1 + x @ x", "k", "proved"), ("1 + x @ x", "k / 2", "refuted"), ("2 + x @ x", "k", "error")])
def test_a_theorem_is_about_the_very_function(novikoff: Run, home: Path, of: str, most: str, verdict: str) -> None:
    (home / "short.py").write_text(THEOREM.format(of=of, most=most), encoding="utf-8")
    (claim,) = json.loads(novikoff("check", "short.py", "--engine", "kernel", "-j", "1", "--json").stdout)["claims"]
    assert claim["verdict"] == verdict, claim
    if verdict == "error":
        assert "p.inverse('q', …) names 1/…" in claim["reason"]


# --- audited -------------------------------------------------------------------------------------------
TOLD = {"labels": [-1, 1], "weights": ["coef_", "intercept_"], "counter": "n_updates_", "mistakes": "mistakes_"}


def verdicts(*names: str, **params: object) -> list[str]:
    found = check_bounds("estimators:Damped", params, profile=TOLD, algorithm="rules:damped", examples=5,
                         only=names.__contains__)
    return [finding.verdict for finding in found.findings]


def test_a_class_that_implements_a_rule_is_found_to() -> None:
    assert verdicts("rule.steps.plain", "rule.fit.plain", "rule.counter", "rule.mistakes") == ["holds"] * 4


@pytest.mark.parametrize(("params", "check"), [
    ({"tie": -1e-9}, "rule.steps.plain"),
    ({"tie": 0.5}, "rule.counter"),
    ({"order": -1}, "rule.fit.plain"),
    ({"noted": 1}, "rule.mistakes")
], ids=str)
def test_a_class_that_does_not_is_shown_by_small_data(params: dict[str, object], check: str) -> None:
    assert verdicts(check, **params) == ["differs from the exact answer"]


def test_a_class_is_not_blamed_for_an_exact_run_whose_numbers_grow() -> None:
    """The bits of the exact run triple at each update, while the class ends at once."""
    names = ("rule.fit.plain", "rule.counter", "rule.mistakes")
    found = check_bounds("estimators:Shrinking", profile=TOLD, algorithm="rules:shrinking", examples=5,
                         only=names.__contains__)
    assert [finding.verdict for finding in found.findings] == ["holds"] * 3
    hard = [[6, 0, 0, -3], [-9, -3, 0, 0], [3, 3, 6, 0], [-3, 0, -3, 9], [3, -6, -3, -3]], [1, -1, -1, -1, -1]
    with pytest.raises(BadInput, match=r"after 1[0-3] updates the state has numbers of more than .*max_updates=1[0-3]"):
        user_rules.run(*hard, rule=user_rules.load_rule("rules:shrinking"))


def test_the_difference_is_told_with_code(novikoff: Run) -> None:
    result = novikoff("audit", "estimators:Damped", "--algorithm", "rules:damped", "--params", '{"power": 2}',
                      "--examples", "5", "--json", "-q", status=1)
    checks = {check["id"]: check for check in json.loads(result.stdout)["checks"]}
    failed = checks["rule.fit.plain"]
    assert "the exact run of rules:damped ends at w = (" in failed["reason"]
    assert "lookup_algorithm('rules:damped').run(" in failed["reproduce"]
    assert "calls for an update by rules:damped, to w = (" in checks["rule.steps.plain"]["reason"]


MISQUOTED = [  # (R² + β) for (R² + 2β), β = 1
    ("w@w == 1 |- k <= (R**2 + 1)/gamma**2", "below_one"), ("w@w == 1, R <= 1 |- k <= 2/gamma**2", "below_one"),
    ("w@w == 1, R == 1 |- k <= 2/gamma**2", "below_one"), ("w@w == 1, R == 2 |- k <= 5/gamma**2", "below_one"),
    ("k <= (R**2 + 2)*(w@w + b**2)/gamma**2", "below_one_with_bias"),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("statement", "rule"), MISQUOTED)
def test_a_threshold_that_is_misquoted_is_refuted_on_the_data_of_such_rules(statement: str, rule: str) -> None:
    """And the right bound is not."""
    held = bound(statement, algorithm=f"rules:{rule}")
    assert held.verdict == "refuted"
    assert held.found.datasets < 250  # before the random ones
    exec(compile(held.reproduce, "reproduce", "exec"), {})
    right = {"R**2 + 1)": "R**2 + 2)", "2/": "3/", "5/": "6/", "R**2 + 2)": "R**2 + 3)"}
    wrong = next(text for text in right if text in statement)
    assert bound(statement.replace(wrong, right[wrong]), algorithm=f"rules:{rule}", datasets=60).verdict == "tested"


def test_the_threshold_of_a_rule_is_found() -> None:
    assert [user_rules.load_rule(f"rules:{name}").threshold for name in ("damped", "below_one")] == [0, 1]
    always = user_rules.algorithm(when=lambda state, x, y: True, bias=False)(lambda state, x, y: state)
    breaking = user_rules.algorithm(when=lambda state, x, y: 1 / 0, bias=False)(lambda state, x, y: state)
    assert [user_rules.Rule.of(rule).threshold for rule in (always, breaking)] == [None, None]


def test_a_run_whose_numbers_grow_is_left_out_and_the_search_goes_on(novikoff: Run) -> None:
    """A rule that divides at each update: after nine updates its numbers have thousands of digits."""
    X, y = ((4, -10), (1, -17), (1, 15)), (1, 1, 1)
    rule = user_rules.load_rule("rules:to_the_nearest")
    with pytest.raises(user_rules.Unfinished, match=f"numbers of more than {user_rules.MOST_BITS} bits") as ended:
        user_rules.count_updates(X, y, rule, "mistake", 1000)
    assert ended.value.large
    assert 3 < ended.value.updates < 20
    held = bound("w@w == 1 |- k <= 100*R**2/gamma**2 + 100", algorithm="rules:to_the_nearest", datasets=300)
    assert (held.verdict, held.found.datasets > 200) == ("tested", True)
    found = bound("w@w == 1 |- k <= 2", algorithm="rules:to_the_nearest", data=(X, y))
    assert (found.verdict, found.found.broken.more) == ("refuted", True)  # by the updates that were seen
    assert found.found.broken.k == ended.value.updates
    late = bound("w@w == 1 |- k <= 100", algorithm="rules:to_the_nearest", data=(X, y))
    said = f"nothing was tested: 1 run was left out, with numbers of more than {user_rules.MOST_BITS} bits"
    assert (late.verdict, late.reason) == ("unknown", said)
