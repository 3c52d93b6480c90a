"""`novikoff audit` and `novikoff.check_bounds`: the shipped profiles against the real packages, formats, statuses."""

import json
import re
import warnings
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import novikoff as package
from metatests import audits_page_writer
from novikoff.algorithms.errors import BadInput
from novikoff.api import audits as auditing
from novikoff.properties.audit import check_table, svm_checks
from novikoff.properties.audit.audit_runner import audit
from novikoff.properties.audit.convention_probes import DATA
from novikoff.properties.audit.implementation_interface import Implementation, Profile
from novikoff.properties.audit.isolated_checks import run_directly
from novikoff.properties.audit.perceptron_checks import Context, Subject
from novikoff.properties.audit.profiles import load_profiles
from novikoff.properties.audit.update_counting import replay
from novikoff.properties.audit.verdicts import (
    BREACH,
    CAP,
    DIFFERS,
    EARLY,
    ENDLESS,
    HOLDS,
    NO_THEOREM,
    VIOLATED,
    Finding,
)

PERCEPTRON = "sklearn.linear_model:Perceptron"
FLOATS = {"known.absorption-float64": ENDLESS, "known.float64-false-mistake": VIOLATED}
SPARSE = {"interface.sparse": BREACH}
EXPECTED = [  # what is known to fail, in the order of the page
    {**FLOATS, **SPARSE, "fit.separates": EARLY, "known.scikit-learn-early-stop": EARLY},
    {**FLOATS, **SPARSE},  # Perceptron
    {"known.absorption-float64": ENDLESS, "known.float64-cycle": ENDLESS, "known.float32-absorption": ENDLESS},
    SPARSE, {**FLOATS, **SPARSE}, {**SPARSE, "known.absorption-float64": ENDLESS},  # SGD: penalty, perceptron, hinge
    {}, {}, {}, {}, FLOATS, {"known.mlxtend-random-start": VIOLATED}, {}, {}, {},
]
PAGE = (Path(__file__).parents[2] / "docs" / "dev" / "audits.md").read_text(encoding="utf-8")


def shown_by(finding):
    """Run the code that reproduces a finding, and say whether it shows what the verdict says."""
    names = {}
    with pytest.raises(AssertionError), warnings.catch_warnings(action="ignore"):  # as scikit-learn's at its cap
        exec(finding.reproduce, names)
    if finding.verdict == BREACH:
        told = float(re.search(r"b = (\S+), but", finding.reason)[1])  # sums of floats may differ in their last digits
        return abs(told - names["b"]) <= 1e-9 * abs(told)
    if finding.verdict == EARLY:
        return min((names["X"] @ names["w"] + names["b"]) * names["y"]) <= 0 and f"b = {names['b']:g}" in finding.reason
    if finding.verdict == ENDLESS:
        return names["updates"] >= 20  # one or more in each of 20 passes
    said, allowed = map(int, re.search(r"(\d+) updates, .* allows (?:from 0 )?(\d+)", finding.reason).groups())
    return allowed < said == (names["updates"] if "updates" in names else sum(names["model"].cost_))


def installed(target):
    pytest.importorskip(target.partition(".")[0])


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("case", "expected"), list(zip(audits_page_writer.AUDITS, EXPECTED, strict=True)),
                         ids=lambda value: str(value)[:60])
def test_a_shipped_profile_is_right_about_the_real_package_and_so_is_the_page(case, expected):
    target, params = case
    installed(target)
    found = audit(target, params, examples=audits_page_writer.EXAMPLES, within=run_directly)
    assert {f.id: f.said for f in found.findings if f.status != "ok"} == {}
    assert {f.id: f.verdict for f in found.findings if f.expected and not f.id.startswith("data.")} == expected
    assert not found.profile.endswith("unknown to it")
    reproduced = {finding.id: shown_by(finding) for finding in found.findings if finding.reproduce}
    assert reproduced == dict.fromkeys(expected, True)
    written = audits_page_writer.section(found)
    title = audits_page_writer.title(target, params)
    if f"{title}\n\nVersion {found.version};" in PAGE:  # the page is about this version
        assert written in PAGE


def test_the_page_has_all_audits_and_every_shipped_profile_is_tested():
    titles = [audits_page_writer.title(*case) for case in audits_page_writer.AUDITS]
    assert [line for line in PAGE.splitlines() if line.startswith("## ")] == titles
    assert PAGE.startswith(audits_page_writer.INTRODUCTION)
    assert {target for target, _ in audits_page_writer.AUDITS} == set(load_profiles())


MOST_CALLS = {"fit": 450, "partial_fit": 600, "predict": 500}  # with the fewest datasets; an eighth to spare


@pytest.fixture(scope="module")
def watched():
    """An audit of scikit-learn's class, and how often it calls each method."""
    linear_model, found = pytest.importorskip("sklearn.linear_model"), Counter()
    def counted(name, method):
        def called(*arguments, **more):
            found[name] += 1
            return method(*arguments, **more)
        return called
    with pytest.MonkeyPatch.context() as patch:
        for name in MOST_CALLS:
            method = getattr(linear_model.Perceptron, name)
            patch.setattr(linear_model.Perceptron, name, counted(name, method))
        return audit(PERCEPTRON, {"shuffle": False}, examples=2, within=run_directly), found


@pytest.fixture(scope="module")
def default(watched):
    return watched[0]


def test_an_audit_calls_the_class_no_more_often_than_it_must(watched):
    made, calls = watched
    assert made
    assert {name: count for name, count in calls.items() if count > MOST_CALLS[name]} == {}


def test_the_default_audit_makes_enough_checks_and_shrinks_to_two_points(default):
    assert default.summary["checks"] == len(default.findings) >= 30
    assert default.summary["as_expected"] == default.summary["checks"]
    finding = next(f for f in default.findings if f.id == "fit.separates")
    assert re.search(r"X = \(\(\d+\), \(\d+\)\), y = \((-1, 1|1, -1)\)", finding.reason), finding.reason


@pytest.fixture
def in_this_process(monkeypatch):
    """Checks of classes that end need no processes of their own."""
    monkeypatch.setattr(auditing, "run_with_cpu_limit", run_directly)


@pytest.mark.usefixtures("in_this_process")
def test_json_text_and_exit_status(novikoff, monkeypatch):
    installed(PERCEPTRON)
    monkeypatch.setattr(auditing, "check_bounds", cache_of(auditing.check_bounds))
    options = (PERCEPTRON, "--params", '{"penalty": "l2"}', "--examples", "2", "--seed", "7", "-q")
    data = json.loads(novikoff("audit", *options, "--json", status=0).stdout)
    assert data["schema"] == 2
    assert (data["implementation"], data["seed"]) == (PERCEPTRON, 7)
    assert data["summary"]["checks"] == len(data["checks"])
    assert {"id", "verdict", "reason", "reproduce"} <= data["checks"][0].keys()
    theorem = next(check for check in data["checks"] if check["id"] == "theorem.updates")
    assert theorem["verdict"] == NO_THEOREM
    assert "l2 penalty (alpha=0.0001) moves the weights" in theorem["reason"]
    assert novikoff("audit", *options).stdout.splitlines()[-1] == auditing.summarise(data["summary"])


def cache_of(function):
    """The function, called once."""
    made = []
    return lambda *arguments, **more: (made or made.append(function(*arguments, **more)) or made)[0]


@pytest.mark.usefixtures("in_this_process")
def test_a_failure_has_exit_status_1_and_its_code_is_printed(novikoff, monkeypatch, tmp_path):
    installed(PERCEPTRON)
    few = partial(auditing.check_bounds, only=lambda name: name in ("convention.tie", "fit.separates"))
    monkeypatch.setattr(auditing, "check_bounds", few)
    profile = tmp_path / "strict.json"
    profile.write_text('{"tie": "correct", "start": "zero", "rate": 1, "bias_step": 1, "stop": "separated"}')
    novikoff("audit", PERCEPTRON, "--profile", str(profile), "--examples", "2", "-q", status=1,
             out=["declared rule: declared: correct; found by single steps or fits: mistake",
                  "    from sklearn.linear_model import Perceptron"])


@pytest.fixture
def classifiers(monkeypatch):
    """Make the classifiers of the tests importable, as a user's module is."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "properties"))


@pytest.mark.usefixtures("classifiers", "in_this_process")
@pytest.mark.parametrize(("name", "status"), [
    ("SkipsOneInEachPass", 1), ("MovesTheBiasAway", 1), ("StaleScores", 3),  # which once passed, with status 0
])
def test_a_class_whose_conventions_cannot_be_found_out_has_another_status_than_0(novikoff, name, status):
    data = json.loads(novikoff("audit", f"classifiers:{name}", "--examples", "1", "-q", "--json", status=status).stdout)
    verdicts = {check["id"]: check["verdict"] for check in data["checks"]}
    assert verdicts["theorem.updates"] == "not checked"
    assert ("stopped early, does not separate" in verdicts.values()) == (status == 1)


@pytest.mark.usefixtures("classifiers", "in_this_process")
@pytest.mark.parametrize(("options", "status"), [((), 0), (("-p", "bias_step=0"), 1)])
def test_a_class_is_held_against_an_algorithm_with_the_options_that_are_typed(novikoff, options, status):
    result = novikoff("audit", "classifiers:Base", "--algorithm", "perceptron", *options, "--examples", "2", "-q",
                      status=status)
    told = "".join(f", {option.replace('=', ' ')}" for option in options[1:])
    assert result.stdout.splitlines()[0] == f"classifiers:Base; conventions: the rule perceptron{told}"


@pytest.mark.usefixtures("classifiers", "in_this_process")
def test_what_is_found_out_is_written_and_read_again(novikoff, tmp_path):
    file = tmp_path / "found.json"
    novikoff("audit", "classifiers:Shuffled", "--write-profile", str(file), "--examples", "1", "-q", status=0)
    told = json.loads(file.read_text())
    assert told == {"start": "zero", "rate": "1/10", "bias_step": "1", "order": "any", "stop": "separated",
                    "penalty": "none", "dtype": "float64", "labels": [0, 1]}
    again = package.check_bounds("classifiers:Shuffled", profile=str(file), examples=1, only=lambda id: "theorem" in id)
    assert [finding.verdict for finding in again.findings] == [HOLDS, HOLDS]
    assert auditing.describe_conventions(again.rule)["rate"] == "1/10"


@pytest.mark.usefixtures("classifiers")
def test_a_wrong_parameter_is_one_error(novikoff):
    novikoff("audit", "classifiers:Shuffled", "--params", '{"n_iters": 3}', "-q", status=2, stdout="",
             err="Shuffled has no parameter 'n_iters' (did you mean 'n_iter'?)")


def test_help_says_that_the_module_is_imported(novikoff):
    assert "imports the module and runs its code" in " ".join(novikoff("audit", "--help").stdout.split())


def test_an_unexpected_success_is_a_failure():
    profile = Profile("x", conventions=load_profiles()[PERCEPTRON].conventions,
                      expected={"theorem.updates": (VIOLATED, "so")})
    installed(PERCEPTRON)
    found = auditing.check_bounds(PERCEPTRON, profile=profile, only=lambda name: name == "theorem.updates")
    assert [(f.verdict, f.status) for f in found.findings] == [(HOLDS, "failed")]


@pytest.mark.parametrize(("told", "status"), [(True, "failed"), (False, "ok")])
def test_the_plugin_is_told_what_is_expected_of_the_dtype_and_not_what_somebody_expects(told, status):
    class Made:
        def make_finding(self, check):
            return Finding("known.absorption-float64", ENDLESS, expected=ENDLESS, why="so")
    assert auditing.finding_without_expectation(Made(), None, told)[0] == status


def test_an_estimator_is_audited_with_its_own_parameters():
    linear_model = pytest.importorskip("sklearn.linear_model")
    found = package.check_bounds(linear_model.Perceptron(penalty="l1"), only=lambda name: name == "theorem.updates")
    assert found.params == {"penalty": "l1"}
    assert found.profile.startswith("scikit-learn Perceptron")
    assert found.findings[0].verdict == NO_THEOREM


@pytest.mark.parametrize("estimator", [3, np.zeros(2), None])
def test_what_is_no_estimator_is_refused(estimator):
    with pytest.raises(BadInput, match=r"is an object of the class .*, not a class"):
        package.check_bounds(estimator)


@pytest.mark.parametrize("wrong", [{"examples": 0}, {"check_limit": -1}, {"limit": 0}])
def test_a_budget_must_be_positive(wrong):
    with pytest.raises(BadInput, match=r"must be (a number of seconds )?> 0"):
        package.check_bounds(PERCEPTRON, **wrong)


def disturbed(cls, **changes):
    """The class, whose fitted attributes are then changed."""
    class Disturbed(cls):
        def fit(self, X, y):
            super().fit(X, y)
            for name, change in changes.items():
                setattr(self, name, change(getattr(self, name)))
            return self
        __init__ = cls.__init__
    return Disturbed


def verdicts(cls, rows, params=None):
    audited, context = Implementation(cls, params or {}, Profile("x", step=None), ""), Context(3, lambda what: None)
    return {id: work(audited, context).verdict for id, work in check_table.checks_of(Subject(audited), rows).items()}


@pytest.mark.parametrize(("changes", "fails"), [
    ({"coef_": lambda w: w * 1.25}, {"svm.duality-gap", "svm.bracket"}),
    ({"intercept_": lambda b: b + 0.5}, {"svm.duality-gap", "svm.bracket", "svm.margin"}),
])
def test_a_disturbed_linear_svc_is_caught(changes, fails):
    svm = pytest.importorskip("sklearn.svm")
    seen = verdicts(disturbed(svm.LinearSVC, **changes), check_table.LINEAR_SVC)
    assert {name for name, verdict in seen.items() if verdict == VIOLATED} >= fails, seen


def test_a_disturbed_svc_is_caught():
    svm = pytest.importorskip("sklearn.svm")
    class Moved(svm.SVC):
        def fit(self, X, y):
            super().fit(X, y)
            self.intercept_ = self.intercept_ + 0.5
            return self
    class Stretched(svm.SVC):
        coef_ = property(lambda self: 1.25 * super().coef_)
    for cls, fails in ((Moved, {"svm.kkt", "svm.margin"}), (Stretched, {"svm.kkt", "svm.duality-gap", "svm.bracket"})):
        seen = verdicts(cls, check_table.SVC, {"kernel": "linear"})
        assert {name for name, verdict in seen.items() if verdict == VIOLATED} >= fails, seen


def test_a_kernel_that_a_signature_does_not_show_is_not_taken_for_the_linear_one():
    hidden = Implementation(type("Machine", (), {"__init__": lambda self, **params: None}), {}, Profile("x"))
    assert svm_checks.svc_unlike(hidden) == "kernel='rbf': the exact bounds are for kernel='linear'"
    assert svm_checks.svc_unlike(hidden.with_params(kernel="linear")) == ""


def turned_round(cls):
    """The class, whose C is the inverse of that which it is given."""
    class TurnedRound(cls):
        def fit(self, X, y):
            given, self.C = self.C, 1 / self.C
            super().fit(X, y)
            self.C = given
            return self
        __init__ = cls.__init__
    return TurnedRound


@pytest.mark.parametrize(("name", "family", "params"),
                         [("SVC", check_table.SVC, {"kernel": "linear"}), ("LinearSVC", check_table.LINEAR_SVC, {})])
def test_a_training_loss_that_grows_with_C_is_caught(name, family, params):
    cls = getattr(pytest.importorskip("sklearn.svm"), name)
    seen = [verdicts(each, family, params) for each in (cls, turned_round(cls))]
    assert [each["parameters.C"] for each in seen] == [HOLDS, VIOLATED]
    assert all(each["svm.duality-gap"] == HOLDS for each in seen)  # which looks at C = 1 alone


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("name", "checks", "params"), [
    ("NearestCentroid", check_table.MEANS, {}),
    ("KNeighborsClassifier", check_table.NEIGHBOURS, {"n_neighbors": 1}),
])
def test_a_classifier_that_swaps_its_labels_is_caught(name, checks, params):
    neighbors = pytest.importorskip("sklearn.neighbors")
    right = getattr(neighbors, name)
    class Swapped(right):
        def predict(self, X):
            return -super().predict(X)
    seen = verdicts(Swapped, checks, params)
    assert set(seen.values()) == {DIFFERS}
    assert set(verdicts(right, checks, params).values()) <= {HOLDS, CAP}


def test_the_order_of_shuffled_epochs_is_that_of_scikit_learn():
    linear_model = pytest.importorskip("sklearn.linear_model")
    profile = load_profiles()[PERCEPTRON]
    audited = Implementation(linear_model.Perceptron, {"random_state": 7}, profile, PERCEPTRON)
    fitted = [(audited.fit(X, y), X, y) for X, y in DATA]
    assert all(replay(audited, *each).agrees for each in fitted)
    in_turn = Implementation(linear_model.Perceptron, {},
                             replace(profile, visits=lambda e, X, y: [*range(len(y))] * e.n_iter_))
    assert not all(replay(in_turn, *each).agrees for each in fitted)
