"""Buggy classifiers without a profile are never passed; right ones with other conventions are, with what they obey."""

import random
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, Perceptron, SGDClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.svm import LinearSVC

import novikoff
from novikoff.algorithms import perceptron
from novikoff.algorithms.errors import use_cli_names
from novikoff.algorithms.perceptron import State
from novikoff.api.audits import AuditReport, resolve_rule
from novikoff.properties.audit import convention_probes, estimator_adapter, parameter_checks, reachable_ends
from novikoff.properties.audit.audit_runner import audit
from novikoff.properties.audit.conventions import Conventions, updates_theorem
from novikoff.properties.audit.implementation_interface import Implementation, profile_from
from novikoff.properties.audit.isolated_checks import ignore_note, run_directly
from novikoff.properties.audit.perceptron_checks import Context
from novikoff.properties.audit.profiles import scikit_learn
from novikoff.properties.audit.verdicts import HOLDS, MUTATES, NO_THEOREM, RAISES, UNCHECKED, VIOLATED

from .classifiers import (
    BUGGY,
    RIGHT,
    Base,
    MayShuffle,
    NoBias,
    PositiveAppearsLast,
    Shuffled,
    StaleScores,
    WithEta0,
    WithIntercept,
    variant,
)
from .test_audit_fairness import finding_of, ready

FEW = 1  # which is 5 datasets for each check; all of these classes end, so they need no process of their own
CONVENTIONS = {  # what the audit finds of the right ones
    "Base": ("mistake", 1, 1, "cyclic"), "RadiusSquared": ("mistake", 1, "R2", "cyclic"),
    "NoBias": ("mistake", 1, 0, "cyclic"), "PositiveTies": ("positive", 1, 1, "cyclic"),
    "Shuffled": (None, Fraction(1, 10), 1, "any"), "WorstFirst": ("mistake", Fraction(1, 4), 1, "any"),
    "FirstMistake": ("mistake", 1, Fraction(1, 2), "first"), "InSlots": ("mistake", 1, 1, "cyclic"),
    "PositiveIsTheSmaller": ("mistake", 1, 1, "cyclic"), "TruthValues": ("positive", 1, 1, "cyclic"),
}

PARAMETERS = {  # with "?": nothing certain is known
    WithIntercept: ["fit_intercept"], MayShuffle: ["shuffle"], Perceptron: ["fit_intercept", "eta0", "sample_weight"],
    LogisticRegression: ["fit_intercept", "C?"], LinearSVC: ["fit_intercept", "C?"], WithEta0: ["eta0"],
    SGDClassifier: ["fit_intercept", "eta0?"], MLPClassifier: [],
}


@pytest.mark.sampled(12)
@pytest.mark.parametrize(("cls", "check", "source"), BUGGY, ids=[cls.__name__ for cls, *_ in BUGGY])
def test_a_buggy_classifier_is_never_passed(cls, check, source):
    profile = profile_from(dict(cls.told), "told") if hasattr(cls, "told") else None
    found = audit(cls, profile=profile, examples=FEW, within=run_directly, only=lambda name: name == check)
    assert [finding.id for finding in found.findings] == [check]
    assert found.exit_status == (3 if check == "theorem.updates" else 1), (source, found.findings)
    assert not found
    shown_by_code(found.findings[0])


SILENT = ("theorem.", "convention.", "fit.reaches", "steps.rule")  # which no few lines of code can show


def shown_by_code(finding):
    """Run the code of a failure: its assertion fails, or it raises what the class raises."""
    if not finding.id.startswith(SILENT) and not (finding.verdict == VIOLATED and "allows" not in finding.reason):
        assert "assert " in finding.reproduce, finding
        with pytest.raises(AssertionError):
            exec(finding.reproduce, {})


def test_there_are_enough_bugs_of_each_kind():
    assert len({cls for cls, *_ in BUGGY}) >= 25
    assert len({check.partition(".")[0] for _, check, _ in BUGGY}) >= 4
    # Too many states are left open
    assert reachable_ends.ends(((1,), (3,)), (-1, 1), Fraction(0), "mistake") is None


@pytest.mark.sampled(3)
@pytest.mark.parametrize("cls", RIGHT, ids=lambda cls: cls.__name__)
def test_a_right_classifier_passes_and_its_conventions_are_found(cls):
    found = audit(cls, examples=FEW, within=run_directly)
    assert [finding for finding in found.findings if finding.status != "ok"] == []
    assert found.exit_status == 0
    assert sum(finding.verdict == HOLDS for finding in found.findings) >= 30
    assert (found.rule.tie, found.rule.rate, found.rule.bias_step, found.rule.order) == CONVENTIONS[cls.__name__]


def test_a_class_whose_order_of_labels_depends_on_the_examples_is_not_accused():
    names = ("interface.decision-function", "interface.predictions")
    found = audit(PositiveAppearsLast, examples=FEW, within=run_directly, only=names.__contains__)
    assert [finding.verdict for finding in found.findings] == [HOLDS, UNCHECKED]


@pytest.mark.parametrize(("profile", "verdict"), [(None, UNCHECKED), ({"bias_step": 0}, HOLDS)])
def test_a_bias_that_no_example_moves_is_no_success_unless_it_is_declared(profile, verdict):
    """It is forgotten, or there on purpose as in scikit-learn."""
    class Forgotten(Base):
        def prepared(self, X):
            self.c = 0
            return X
    profile = profile and profile_from(profile, "mine")
    assert finding_of(Forgotten, "interface.weights", profile=profile).verdict == verdict


@pytest.mark.sampled(4)
@pytest.mark.parametrize("cls", PARAMETERS)
def test_parameters_that_do_what_they_say_pass(cls):
    profile = estimator_adapter.open_profile("mine")
    found = audit(cls, profile=profile, within=run_directly, only=lambda name: "parameters." in name)
    said = {HOLDS: "", NO_THEOREM: "?"}
    assert [f.id.rpartition(".")[2] + said[f.verdict] for f in found.findings] == PARAMETERS[cls]
    assert all("not checked" in f.reason for f in found.findings if f.verdict == NO_THEOREM)


class StopsWhereItIsLarge(WithEta0):
    """It ends where a weight is larger than 1, with mistakes left: the step size decides when."""

    def one_pass(self, X, y):
        return super().one_pass(X, y) and max(abs(self.coef_)) <= 1


ETA0 = Conventions("mistake", "zero", Fraction(1, 2), Fraction(1), order="cyclic", stop="plateau", dtype="float64")


@pytest.mark.parametrize(("cls", "status"), [(StopsWhereItIsLarge, "ok"), (WithEta0, "ok")])
def test_a_class_whose_weights_decide_when_it_ends_is_not_accused_for_its_step_size(cls, status):
    profile = replace(estimator_adapter.open_profile("mine"), conventions=ETA0)
    finding = finding_of(cls, "parameters.eta0", profile=profile, examples=12)
    assert (finding.status, "undecided" in finding.reason) == (status, cls is StopsWhereItIsLarge)


@pytest.mark.parametrize(("changed", "words"), [
    ({}, ""), ({"start": "random"}, "only a run from 0"), ({"threshold": Fraction(1)}, "without a threshold"),
    ({"penalty": "l2"}, "l2 moves the weights"), ({"rate": "varies"}, "the step size changes"),
])
def test_nothing_is_said_of_eta0_where_it_need_not_be_a_factor(changed, words):
    profile = replace(estimator_adapter.open_profile("mine"), conventions=replace(ETA0, **changed))
    finding = parameter_checks.eta0(Implementation(WithEta0, {}, profile, ""), Context(3, ignore_note))
    assert (finding.verdict, words in finding.reason) == (NO_THEOREM if words else HOLDS, True)


def test_a_class_that_refuses_or_ends_early_is_not_accused():
    class Refuses(WithIntercept):
        def prepared(self, X):
            if not self.fit_intercept:
                raise NotImplementedError("without an intercept")
            return super().prepared(X)
    found = audit(Refuses, within=run_directly, only=lambda name: "parameters." in name)
    assert [finding.verdict for finding in found.findings] == [HOLDS]
    class LearnsBiasLater(WithIntercept):
        passes = 1

        def ordered(self, X, y, number):
            self.c = number * self.fit_intercept
            return X, y
    found = audit(LearnsBiasLater, within=run_directly, only=lambda name: "parameters." in name)
    assert [finding.verdict for finding in found.findings] == [HOLDS]


@pytest.mark.parametrize(("target", "params"), [("sklearn.neighbors:NearestCentroid", {}),
                                                ("sklearn.neighbors:KNeighborsClassifier", {"n_neighbors": 3})])
def test_a_class_that_refuses_examples_is_not_failed_by_the_search_for_changed_ones(target, params):
    assert finding_of(target, "interface.input-unchanged", params, examples=8).verdict == HOLDS


def test_a_class_that_hides_its_number_of_neighbours_is_not_judged_by_that_of_its_parent():
    class Hides(KNeighborsClassifier):
        def __init__(self, **given):
            super().__init__(**{"n_neighbors": 1, **given})
    like = next(profile for profile in scikit_learn.PROFILES if profile.family == "neighbours")
    hidden = audit(Hides, profile=like, within=run_directly, examples=2, only=lambda name: "rule" in name)
    assert [(f.verdict, f.reason) for f in hidden.findings] == [
        (NO_THEOREM, "the class does not show n_neighbors; give it as a parameter")]
    given = audit(Hides, {"n_neighbors": 3}, like, within=run_directly, examples=2, only=lambda name: "rule" in name)
    assert {f.verdict for f in given.findings} == {HOLDS}


@pytest.mark.parametrize("installed", [True, False])
def test_nothing_holds_of_sparse_arrays_where_scipy_is_missing(monkeypatch, installed):
    if not installed:
        monkeypatch.setitem(sys.modules, "scipy.sparse", None)
    found = finding_of(RIGHT[0], "interface.sparse", examples=1)
    assert found.verdict == (HOLDS if installed else NO_THEOREM)
    assert installed or found.reason.startswith("nothing is compared with csr_array(X): import of scipy.sparse")


# ------------------------------------------------------------------------- held against an algorithm
class Averaged(Base):
    """The sum of the weights after each visit; `summed` says after which."""

    def start(self, d):
        super().start(d)
        self.total, self.offset = np.zeros(d), 0.0

    def meet(self, x, label):
        wrong = super().meet(x, label)
        if self.summed(wrong):
            self.total, self.offset = self.total + self.coef_, self.offset + self.intercept_
        return wrong

    def summed(self, wrong):
        return True

    def finish(self, X):
        self.coef_, self.intercept_ = self.total, self.offset


class AveragesUpdates(Averaged):
    """It averages over the updates, not over the visits."""

    def summed(self, wrong):
        return wrong


@pytest.mark.parametrize(("cls", "status"), [(Averaged, "ok"), (AveragesUpdates, "failed")])
def test_a_class_may_be_held_against_an_algorithm(cls, status):
    assert finding_of(cls, "algorithm.plain", rule=resolve_rule("averaged_perceptron")).status == status


@pytest.mark.parametrize("name", ["structured_perceptron", "perceptron:R2"])
def test_an_algorithm_that_does_not_compare_is_one_sentence(name):
    with pytest.raises(novikoff.BadInput, match="an audit compares a class with your own rule"):
        resolve_rule(name)


# ---------------------------------------------------------------------------------- what is found out
def test_labels_weights_seed_and_cap_are_found():
    audited = ready(Shuffled)
    assert audited.labels == (0, 1)
    assert audited.params == {"random_state": 0, "n_iter": estimator_adapter.LEAST_CAP}
    w, b = audited.weights(audited.fit([(-1,), (3,)], [-1, 1]))
    assert audited.profile.weights_code == "np.ravel(model.w_)[1:], np.ravel(model.w_)[0]"
    assert 3 * w[0] + b > 0 > b - w[0]
    # Labels may be words
    assert ready(OnlyWords).labels == ("no", "yes")
    found = novikoff.check_bounds(OnlyWords, examples=FEW, only=lambda name: "plain" in name or "interface" in name)
    assert found.exit_status == 0
    # A class without a bias is shown only what a plane through 0 separates
    assert ready(NoBias).homogeneous
    assert not ready(Base).homogeneous


class OnlyWords(Base):
    def signs(self, y):
        assert {type(each) for each in y.tolist()} == {str}
        return super().signs(y)


class OnlyPredicts:
    """A perceptron that hides its weights."""

    def fit(self, X, y):
        self.model = Base().fit(X, y)

    def predict(self, X):
        return self.model.predict(X)


def test_a_class_without_weights_is_held_to_its_predictions():
    found = novikoff.check_bounds(OnlyPredicts, examples=FEW, only=lambda name: "plain" in name or "theorem" in name)
    verdicts = {finding.id: finding.verdict for finding in found.findings}
    assert verdicts == {"theorem.updates": UNCHECKED, "theorem.convergence": UNCHECKED, "separates.plain": HOLDS}
    assert found.exit_status == 3
    assert "no attributes of the class are the weights" in found.findings[0].reason
    found = novikoff.check_bounds(SaysOne, examples=FEW, only=lambda name: name == "separates.wide")
    assert found.findings[0].reason.startswith("predict returns 1 for the example x = (0, ")


class SaysOne(OnlyPredicts):
    def predict(self, X):
        return np.ones(len(X), int)


def test_the_data_that_nothing_explains_are_shown():
    found = novikoff.check_bounds(StaleScores, examples=FEW, only=lambda name: name == "theorem.updates")
    assert "y = (1, 1, -1) it ends at w = (5, 2), b = 1, where no run of a perceptron" in found.findings[0].reason
    assert found.findings[0].reason.endswith(
        "if the class runs another algorithm, algorithm=NAME compares it with the runs of that algorithm"
    )
    with use_cli_names():
        found = novikoff.check_bounds(StaleScores, examples=FEW, only=lambda name: name == "theorem.updates")
    assert "another algorithm, --algorithm NAME compares" in found.findings[0].reason


# ---------------------------------------------------------------------------------------- all runs at once
@pytest.mark.sampled(10)
@pytest.mark.parametrize(("X", "y"), convention_probes.DATA)
@pytest.mark.parametrize("tie", ["mistake", "positive", "negative"])
def test_every_order_ends_in_one_of_the_states_that_are_found(X, y, tie):
    ends = reachable_ends.ends(tuple(X), tuple(y), Fraction(1), tie)
    drawn = random.Random(0)
    for _ in range(10):
        order = [drawn.randrange(len(y)) for _ in range(3000)]
        record = perceptron.run(X, y, tie=tie, order=order)
        assert tuple(record.mistakes.count(i) for i in range(len(y))) in ends
    states = [reachable_ends.state_of(k, X, y, Fraction(1)) for k in ends]
    for state in states:  # nothing too many: no mistake is left
        assert not any(perceptron.is_mistake(State(np.array(state.w), state.b), np.array(x), label, tie)
                       for x, label in zip(X, y, strict=True))


@pytest.mark.parametrize(("X", "y"), convention_probes.DATA)
def test_every_state_of_a_run_is_within_the_bounds_and_a_longer_one_is_not(X, y):
    rule = Conventions("mistake", "zero", Fraction(1), Fraction(1))
    theorem = updates_theorem(rule)
    record = perceptron.run(X, y)
    states = [perceptron.run(X, y, max_updates=k + 1) for k in range(record.updates)]
    assert all(reachable_ends.within_bounds(theorem, State(each.w, each.b), X, y) for each in states)
    far = State(tuple(1000 * value for value in record.w), 1000 * record.b)
    assert not reachable_ends.within_bounds(theorem, far, X, y)
    assert all(one.updates < two.updates for one, two in pairwise(states))


# ------------------------------------------------------------------------------- the code of a failure
def test_what_comes_of_changed_examples_is_not_said_of_the_class():
    """Every fit is looked at; the other checks do not blame what ends wrong because its examples were changed."""
    class Aliased(Base):
        def fit(self, X, y):
            super().fit(X, y)
            X[...] = -X
            self.intercept_ += 100
            return self
    found = audit(Aliased, examples=FEW, within=run_directly)
    by_id = {finding.id: finding for finding in found.findings}
    assert by_id["interface.input-unchanged"].verdict == MUTATES
    assert "fit changes X from [[2.0, 1.0]," in by_id["interface.input-unchanged"].reason
    assert by_id["separates.plain"].verdict == UNCHECKED
    assert {finding.id for finding in found.findings if finding.status in ("failed", "error")} == {
        "interface.input-unchanged"}


ForgetsTheBias = variant("ForgetsTheBias", Base, predict=lambda self, X: self.classes_[(X @ self.coef_ > 0) * 1])
ForgetsItTwice = variant("ForgetsItTwice", ForgetsTheBias, decision_function=lambda self, X: X @ self.coef_)


@pytest.mark.parametrize(("cls", "first", "words"), [
    (ForgetsTheBias, "interface.decision-function", "predict returns -1; the weights agree with decision_function"),
    (ForgetsItTwice, "interface.predictions", "b = -1 the score of x = (1/4) is -0.5, but predict returns 1"),
])
def test_a_predict_that_contradicts_right_weights_is_reported_once(cls, first, words):
    found = audit(cls, examples=FEW, within=run_directly)
    failed = [finding for finding in found.findings if finding.status != "ok"]
    assert words in failed[0].reason
    assert found.same_cause == {first: [finding.id for finding in failed[1:]]}
    assert len(failed) > 10
    assert any("these weights are right on all examples, but predict returns" in each.reason for each in failed)
    shown_by_code(failed[-1])


class Capped(Base):
    """It stops after a number of passes, which is a parameter."""

    def __init__(self, max_iter=5):
        self.max_iter = self.passes = max_iter


def test_a_cap_that_the_audit_raises_is_named_and_a_given_one_is_no_failure():
    found = audit(Capped, examples=FEW, within=run_directly, only="fit.replay".__eq__)
    assert (found.exit_status, found.untested) == (0, {"max_iter": 5})
    assert "fit is called with max_iter=200; with the default, 5, it may stop earlier" in AuditReport(found).text()
    given = audit(Capped, {"max_iter": 9}, examples=12, within=run_directly, only="fit.replay".__eq__)
    assert (given.findings[0].verdict, given.untested) == (HOLDS, {})
    assert "undecided at the cap" in given.findings[0].reason
    few = audit(Capped, {"max_iter": 4}, examples=FEW, within=run_directly, only="theorem.updates".__eq__)
    assert "it ends at its cap, with mistakes left; give more passes in max_iter" in few.findings[0].reason


class TakesTheClassesOfABatch(Base):
    """A batch of one label is taken for the positive class."""

    def partial_fit(self, X, y, classes=None):
        if not hasattr(self, "coef_"):
            self.prepared(X)
            self.start(X.shape[1])
        self.classes_ = np.unique(y)
        self.one_pass(X, np.where(y == self.classes_[-1], 1, -1))


def test_steps_that_differ_from_a_right_fit_are_named():
    found = audit(TakesTheClassesOfABatch, examples=FEW, within=run_directly, only="theorem.updates".__eq__)
    assert "but single steps by partial_fit are not steps of such a run" in found.findings[0].reason


def test_two_parameters_that_are_ignored_have_two_causes():
    class IgnoresBoth(Base):
        def __init__(self, fit_intercept=True, eta0=1.0):
            self.fit_intercept, self.eta0 = fit_intercept, eta0
    found = audit(IgnoresBoth, examples=FEW, within=run_directly, only=lambda name: "parameters." in name)
    assert (len(found.findings), found.exit_status, found.same_cause) == (2, 1, {})


class RaisesOnThree(Base):
    def fit(self, X, y):
        if len(X) == 3:
            raise RuntimeError("three")
        return super().fit(X, y)


def test_failures_of_one_cause_are_shown_once():
    found = audit(RaisesOnThree, examples=FEW, within=run_directly)
    raising = [finding.id for finding in found.findings if finding.verdict == RAISES]
    first, *others = raising
    assert len(others) > 3
    assert found.same_cause == {first: others}
    text = AuditReport(found).text()
    assert text.count("RuntimeError: three") <= 2  # in the line and in its code
    assert f"probably for the same reason: {', '.join(others)}" in text
    assert AuditReport(found).text(verbose=True).count("RuntimeError: three") >= len(raising)
    data = {check["id"]: check for check in AuditReport(found).json()["checks"]}
    assert data[others[0]]["same_as"] == first
    assert "same_as" not in data[first]
