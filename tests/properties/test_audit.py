"""What an audit says of classes that cannot be checked, of conventions, theorems, counts and versions."""

import os
import re
import signal
import time
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from novikoff.algorithms import perceptron
from novikoff.algorithms.errors import BadInput
from novikoff.algorithms.nearest_point import best_margin
from novikoff.algorithms.perceptron import State
from novikoff.algorithms.processes import OutOfTime, run_in_subprocess, run_with_cpu_limit
from novikoff.proofs.statements.registry import claims
from novikoff.properties.audit import (
    audit_data,
    audit_runner,
    check_table,
    convention_free_checks,
    convention_probes,
    data_search,
    estimator_adapter,
    isolated_checks,
    perceptron_checks,
    score_rounding,
    update_counting,
)
from novikoff.properties.audit.conventions import Conventions, Theorem, convergence_theorem, updates_theorem
from novikoff.properties.audit.implementation_interface import Implementation, Profile, profile_of
from novikoff.properties.audit.perceptron_checks import Subject
from novikoff.properties.audit.profiles import known_version, load_profiles
from novikoff.properties.audit.verdicts import (
    BREACH,
    CAP,
    DEVIATES,
    DIED,
    EARLY,
    HANGS,
    HOLDS,
    MUTATES,
    NO_THEOREM,
    PRINTS,
    RAISES,
    UNCHECKED,
    Finding,
)

from ..statement_files import read_statements
from .classifiers import Base, StopsWithoutProgress, variant

RULE = Conventions("mistake", "zero", Fraction(1), Fraction(1), order="cyclic", stop="separated", dtype="float64")
PROFILE = Profile("test", conventions=RULE)
CONTEXT = perceptron_checks.Context(5, isolated_checks.ignore_note)


class Good:
    """The reference run, in floats that hold its integers."""

    def fit(self, X, y):
        record = perceptron.run([[Fraction(v) for v in x] for x in X.tolist()], y.tolist(), max_updates=5000)
        self.coef_, self.intercept_ = np.array(record.w, float), float(record.b)
        return self

    def predict(self, X):
        return np.where(X @ self.coef_ + self.intercept_ > 0, 1, -1)


class Raises(Good):
    def fit(self, X, y):
        raise ZeroDivisionError("no\n reason")


class Spoilt(Good):
    """Does something after the fit."""

    def fit(self, X, y):
        super().fit(X, y)
        self.spoil(X, y)
        return self


ChangesX = variant("ChangesX", Spoilt, spoil=lambda self, X, y: np.subtract(X, 1, out=X))
ChangesY = variant("ChangesY", Spoilt, spoil=lambda self, X, y: y.fill(1))
Wanders = variant("Wanders", Spoilt, spoil=lambda self, X, y: vars(self).update(
    coef_=self.coef_ + np.random.default_rng().normal()))
Single = variant("Single", Spoilt, spoil=lambda self, X, y: vars(self).update(coef_=self.coef_.astype(np.float32)))


class Hangs(Good):
    def fit(self, X, y):
        while X[0, 0] != 2.5:
            time.sleep(0.01)


class Prints(Good):
    def fit(self, X, y):
        print("epoch 1")
        os.write(2, b"and on stderr\n")
        return super().fit(X, y)


class Exits(Good):
    def fit(self, X, y):
        os._exit(3)


def found(cls, *ids, profile=PROFILE, seconds=20, params=None):
    chosen = {"only": lambda name: name in ids} if ids else {}
    result = audit_runner.audit(cls, params or {}, profile, examples=5, seconds=seconds, within=run_with_cpu_limit,
                                **chosen)
    return {finding.id: finding for finding in result.findings}


RaisesLater = variant("RaisesLater", Good,
    fit=lambda self, X, y: Good.fit(self, X, y) if len(y) == 4 else Raises().fit(X, y))
HangsLater = variant("HangsLater", Good,
    fit=lambda self, X, y: Good.fit(self, X, y) if len(y) == 4 else Hangs().fit(X, y))


class Demands:
    """It has a parameter without a default, and no methods."""

    def __init__(self, k, *, more):
        pass


PROBLEMS = [
    (RaisesLater, "interface.finite", RAISES, "ZeroDivisionError: no reason"),
    (ChangesX, "interface.input-unchanged", MUTATES, "fit changes X"),
    (ChangesY, "interface.input-unchanged", MUTATES, "fit changes y"),
    (Wanders, "interface.repeatable", BREACH, "two fits to the same data"),
]


@pytest.mark.parametrize(("cls", "check", "verdict", "words"), PROBLEMS)
def test_each_problem_is_reported_as_what_it_is_and_the_other_checks_go_on(cls, check, verdict, words):
    results = found(cls, check, "theorem.updates")
    assert results[check].verdict == verdict, results[check]
    assert words in results[check].reason
    assert results["theorem.updates"].verdict == HOLDS


def test_checks_share_a_process(tmp_path):
    class Tells(Good):
        def fit(self, X, y):
            with (tmp_path / "processes").open("a") as file:
                print(os.getpid(), file=file)
            return super().fit(X, y)
    chosen = [f"interface.{name}" for name in ("fit", "finite", "predictions", "input-unchanged", "number-types")]
    results = found(Tells, *chosen)
    assert {name: finding.verdict for name, finding in results.items()} == dict.fromkeys(chosen, HOLDS)
    used = set((tmp_path / "processes").read_text().split())
    assert len(used) <= 3  # one for the easiest data, one in which it is probed, and one for these checks


@pytest.mark.parametrize(("cls", "check", "verdict", "words"), [
    (Raises, "interface.fit", RAISES, "ZeroDivisionError: no reason"),
    (Exits, "interface.fit", DIED, "ended with status 3 before"), (Hangs, "interface.fit", HANGS, "no end within 1 s"),
])
def test_a_class_that_breaks_on_the_easiest_data_has_one_line(cls, check, verdict, words):
    result = audit_runner.audit(
        cls, {}, PROFILE, seconds=1, within=run_with_cpu_limit, only=lambda name: "separates" in name
    )
    (finding,) = result.findings
    assert not result
    assert (finding.id, finding.verdict, words in finding.reason) == (check, verdict, True)
    assert ("model.fit(X, y)" in finding.reproduce) == (check == "interface.fit")
    assert ("ZeroDivisionError" in finding.traceback) == (verdict == RAISES)


class Pair(Good):
    """Keeps weights and threshold in one attribute, in a form that is not a table of numbers."""

    def fit(self, X, y):
        super().fit(X, y)
        self.coef_ = self.coef_, self.intercept_

    def predict(self, X):
        return np.where(X @ self.coef_[0] + self.coef_[1] > 0, 1, -1)


class Sometimes(Good):
    """Has no coef_ if the first example is right from the start."""

    def fit(self, X, y):
        super().fit(X, y)
        if y[0] > 0:
            self.hidden, self.bias = self.__dict__.pop("coef_"), self.intercept_

    def predict(self, X):
        return np.where(X @ getattr(self, "hidden", getattr(self, "coef_", None)) + self.intercept_ > 0, 1, -1)


class Longer(Good):
    """Has one weight too many if the first example is positive."""

    def fit(self, X, y):
        super().fit(X, y)
        self.coef_ = np.append(self.coef_, 0) if y[0] > 0 else self.coef_

    def predict(self, X):
        return np.where(X @ self.coef_[: X.shape[1]] + self.intercept_ > 0, 1, -1)


class Property(Good):
    @property
    def intercept_(self):
        raise ValueError("not yet")

    @intercept_.setter
    def intercept_(self, value):
        self.b = value

    def predict(self, X):
        return np.where(X @ self.coef_ + self.b > 0, 1, -1)


Ragged = variant("Ragged", Good, predict=lambda self, X: [[1], [1, -1]])
Rude = variant("Rude", Good,
    predict=lambda self, X: [None] * len(X),
    decision_function=lambda self, X: ["high"] * len(X))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("cls", [Pair, Sometimes, Longer, Property, Ragged, Rude])
@pytest.mark.parametrize("profile", [None, PROFILE], ids=["probed", "told"])
def test_what_the_audit_cannot_read_is_not_raised_by_the_class(cls, profile):
    verdicts = {
        finding.id: finding.verdict
        for finding in audit_runner.audit(cls, {}, profile, within=run_with_cpu_limit).findings
    }
    blamed = {name for name, verdict in verdicts.items() if verdict == RAISES}
    assert not blamed or cls is Property  # whose code does raise


def test_a_mistake_of_the_audit_is_no_finding(monkeypatch):
    def mistaken(audited, context):
        assert not context
    monkeypatch.setitem(check_table.TABLE, "perceptron",
                        (check_table.Row("interface.copy", "A copy is alike.", (), mistaken),))
    with pytest.raises(AssertionError):
        audit_runner.audit(Good, {}, PROFILE, within=run_with_cpu_limit)


def test_what_a_profile_names_or_expects_and_the_class_has_not():
    profile = replace(PROFILE, counter=lambda estimator: estimator.updates_made)
    finding = found(Good, "fit.counter", profile=profile)["fit.counter"]
    assert finding.status == "inconclusive"
    assert "no attribute 'updates_made'" in finding.reason
    profile = replace(PROFILE, expected={"interface.fit": (RAISES, "so")})
    assert found(Raises, "theorem.updates", profile=profile)["theorem.updates"].verdict == HOLDS


def test_a_class_that_hangs_is_ended_and_the_data_are_shown():
    results = found(HangsLater, "interface.finite", "theorem.updates", seconds=1)
    assert results["interface.finite"].verdict == HANGS
    assert "model.fit(X, y)" in results["interface.finite"].reproduce
    assert results["theorem.updates"].verdict == HOLDS


@pytest.mark.parametrize(("params", "words"), [
    ({}, """Demands needs the parameters k and more; give params={"k": …, "more": …}"""),
    ({"k": 1}, """Demands needs the parameter more; give params={"more": …}"""),
])
def test_a_parameter_that_is_needed_is_one_sentence(params, words):
    with pytest.raises(BadInput, match=re.escape(words)):
        found(Demands, params=params)


def test_what_is_printed_is_caught_and_reported(capfd):
    results = found(Prints, "interface.silent")
    assert results["interface.silent"].verdict == PRINTS
    assert "epoch 1" in results["interface.silent"].reason
    assert "epoch" not in "".join(capfd.readouterr())
    assert found(Good, "interface.silent")["interface.silent"].verdict == HOLDS


class NeedsLater(Good):
    def fit(self, X, y):
        import no_such_package  # noqa: F401


def test_a_package_that_a_class_needs_is_named():
    with pytest.raises(BadInput, match=r"NeedsLater needs a package that is not installed: .* 'no_such_package'"):
        found(NeedsLater)
    with pytest.raises(BadInput, match="needs no-such-package, which is not installed; pip install 'no-such-package'"):
        found("no.such:Class", profile=Profile("mine", distribution="no-such-package", versions=">=1"))


# ---------------------------------------------------------------------------------- the theorem
@pytest.mark.parametrize(("changed", "name"), [
    ({}, "smola-mistake-bound"), ({"bias_step": Fraction(0)}, "novikoff-mistake-bound"),
    ({"bias_step": "R2"}, "tutorial-mistake-bound"), ({"bias_step": Fraction(1, 100)}, "bias-step-mistake-bound"),
    ({"start": "random"}, "start-anywhere-mistake-bound"),
    ({"threshold": Fraction(1)}, "margin-perceptron-update-bound"),
    ({"stop": "plateau"}, "smola-mistake-bound"),
])
def test_the_theorem_that_governs(changed, name):
    theorem = updates_theorem(Conventions(**{**vars(RULE), **changed}))
    assert isinstance(theorem, Theorem)
    assert theorem.name == name
    assert claims()[name].expected == "proved"


@pytest.mark.parametrize(("changed", "why"), [
    ({"penalty": "the l2 penalty"}, "the l2 penalty moves"), ({"rate": "varies"}, "step size changes"),
    ({"order": "batch"}, "several"),
    ({"rate": Fraction(-1)}, "moves away from its example"),
    ({"start": None}, "start are not known"), ({"bias_step": None}, "bias increment is not known"),
])
def test_why_no_theorem_applies(changed, why):
    assert why in updates_theorem(Conventions(**{**vars(RULE), **changed}))


@pytest.mark.parametrize("stop", ["plateau", "epochs"])
def test_an_early_stop_leaves_no_theorem_on_convergence(stop):
    assert "no theorem" in convergence_theorem(Conventions(**{**vars(RULE), "stop": stop}))


@pytest.mark.parametrize("c", [Fraction(1, 100), Fraction(1), Fraction(7, 2)])
def test_the_bound_is_that_of_the_family_with_the_best_margin(c):
    X, y = [(1,), (3,)], [-1, 1]
    theorem = updates_theorem(Conventions(**{**vars(RULE), "bias_step": c}))
    bound = (9 + c) * (1 + 4 / c)  # w* = 1, b* = -2, γ = 1
    assert theorem.most(X, y) == bound.numerator // bound.denominator
    assert theorem.is_exceeded(theorem.most(X, y) + 1, X, y)
    assert not theorem.is_exceeded(theorem.most(X, y), X, y)


@pytest.mark.parametrize(("X", "y"), convention_probes.DATA)
def test_a_start_against_the_separator_breaks_the_bound_from_zero_and_keeps_the_one_with_its_term(X, y):
    theorem = updates_theorem(RULE)
    best = best_margin(X, y)
    start = tuple(-1000 * value for value in best.w), -1000 * best.b
    record = perceptron.run(X, y, start=start)
    assert theorem.is_exceeded(record.updates, X, y)
    assert not theorem.is_exceeded(record.updates, X, y, start)
    assert theorem.is_exceeded(theorem.most(X, y, start) + 1, X, y, start)


# ------------------------------------------------------------------------------------ the probing
class Online:
    """A perceptron with any conventions, one example at a time."""

    def __init__(self, tie="mistake", rate=1.0, bias=1.0, shrink=1.0, fade=1.0, start=0.0, dtype=float, power=0):
        self.tie, self.rate, self.bias, self.shrink, self.fade, self.start = tie, rate, bias, shrink, fade, start
        self.dtype, self.power = dtype, power

    def partial_fit(self, X, y, classes=None):
        if not hasattr(self, "coef_"):
            self.coef_, self.intercept_, self.steps = np.full(X.shape[1], self.start, self.dtype), 0.0, self.rate
        for x, label in zip(X, y, strict=True):
            self.coef_ = self.coef_ * self.shrink
            if perceptron.is_mistake(State(self.coef_, self.intercept_), x, int(label), self.tie):
                step = self.steps / (1 + x @ x) ** self.power
                self.coef_ = (self.coef_ + step * label * x).astype(self.dtype)
                self.intercept_ += self.steps * self.bias * label
                self.steps *= self.fade


@pytest.mark.parametrize(("params", "name", "value"), [
    ({}, "tie", "mistake"), ({"tie": "positive"}, "tie", "positive"), ({"tie": "negative"}, "tie", "negative"),
    ({"tie": "correct"}, "tie", "correct"), ({"rate": 0.25}, "rate", Fraction(1, 4)),
    ({"bias": 0.5}, "bias_step", Fraction(1, 2)), ({"bias": 0.0}, "bias_step", 0), ({"fade": 0.5}, "rate", "varies"),
    ({"shrink": 0.5}, "penalty", "that shrinks the weights"), ({}, "penalty", ""), ({"start": 0.5}, "start", "random"),
    ({}, "start", "zero"), ({}, "dtype", "float64"), ({"dtype": np.float32}, "dtype", "float32"),
    ({"power": 1}, "rate", "varies"), ({"power": 1}, "dtype", "float64"),
])
def test_conventions_are_found_by_single_steps(params, name, value):
    seen = convention_probes.probe_steps(Implementation(Online, params, Profile("unknown")))
    assert getattr(seen, name) == value


class Scaled(Good):
    """Points on the unit sphere, with a coordinate 1: whatever the dtype, no digits of a long coordinate are left."""

    def fit(self, X, y):
        A = np.c_[X, np.ones(len(X))]
        super().fit(A / np.linalg.norm(A, axis=1, keepdims=True), y)
        self.coef_, self.intercept_ = self.coef_[:-1], self.coef_[-1]


class Clipped(Good):
    def fit(self, X, y):
        super().fit(np.clip(X, -100, 100), y)


@pytest.mark.parametrize(("cls", "told", "dtype"), [
    (Scaled, None, None), (Clipped, None, None), (Good, None, "float64"), (Single, None, "float32"),
    (Single, "float64", "float32"), (Good, "exact", "exact"),
])
def test_a_dtype_is_told_where_fits_show_it(cls, told, dtype):
    profile = Profile("", conventions=told and Conventions(dtype=told))
    assert convention_probes.probe_dtype(Implementation(cls, {}, profile)).dtype == dtype


def test_a_dtype_is_told_where_steps_show_it():
    class ClipsSteps(Online):
        def partial_fit(self, X, y, classes=None):
            super().partial_fit(np.clip(X, -100, 100), y)
    assert convention_probes.probe_steps(Implementation(ClipsSteps, {}, Profile("unknown"))).dtype is None


class Edge(Good):
    """The plane x₁ = x₂ with rounded weights, in whose sums one row rounds otherwise than many."""

    def fit(self, X, y):
        self.coef_, self.intercept_ = np.array([1 / 3, -1 / 3]), 0.0

    def decision_function(self, X):
        return X @ self.coef_ + (1e-17 if len(X) == 1 else -1e-17)

    def predict(self, X):
        return np.where(self.decision_function(X) > 0, 1, -1)


class HiddenEdge(Good):
    """The same without weights that can be read."""

    def fit(self, X, y):
        pass

    def predict(self, X):
        return np.where(X @ [1 / 3, -1 / 3] + (1e-17 if len(X) == 1 else -1e-17) > 0, 1, -1)


class OtherEdge(Edge):
    """Weights that nothing rounds: there the score is 0, and the label may not depend on what is beside."""

    def fit(self, X, y):
        self.coef_, self.intercept_ = np.array([1.0, -1.0]), 0.0


# The hidden plane, and for one row another one.
WrongAlone = variant("WrongAlone", HiddenEdge,
    predict=lambda self, X: HiddenEdge.predict(self, X) if len(X) > 1 else np.sign(X[:, 0] + 5))


class Blames(StopsWithoutProgress):
    """A class that calls the labels by the names that it met first."""

    def fit(self, X, y):
        super().fit(X, y)
        self.classes_ = np.array(list(dict.fromkeys(y.tolist())) if y.dtype.kind == "U" else self.classes_)
        return self


def test_a_run_that_stops_early_is_not_blamed_for_names_in_the_other_order():
    early: audit_data.Data = ([(0,), (1,)], [-1, 1])
    X = np.array(early[0])
    assert [StopsWithoutProgress().fit(X, y).predict(X).tolist() for y in ([-1, 1], [1, -1])] == [[-1, 1], [-1, -1]]
    assert convention_free_checks.other_names(Implementation(StopsWithoutProgress, {}, PROFILE), early) is None
    said = convention_free_checks.other_names(Implementation(Blames, {}, PROFILE), ([(3,), (-1,)], [1, -1]))
    assert said.reason.startswith("with 'no' for -1 and 'yes' for 1, predict returns ['no', 'yes'] for examples")


class NoBias:
    """A perceptron through 0 whose sums of one row are exact, and rounded of many, as those of BLAS may be."""

    def fit(self, X, y):
        self.coef_ = np.array(perceptron.run(X, y, bias_step=0, max_updates=100).w, float)
        return self

    def predict(self, X):
        alone = len(X) == 1 and [sum(Fraction(a) * Fraction(b) for a, b in zip(X[0], self.coef_, strict=True))]
        return np.where(np.array(alone or (X * self.coef_).sum(axis=1), float) >= 0, 1, -1)


def test_a_score_that_no_float_holds_has_any_sign():
    audited = Implementation(NoBias, {}, replace(PROFILE, conventions=replace(RULE, bias_step=Fraction(0))))
    X, y = nearly = audit_data.near_ties(0)[1]
    estimator, halfway = audited.fit(X, y), estimator_adapter.points_around(X)[-1]
    assert [audited.raw(estimator, points)[0] for points in ([halfway], [halfway, X[0]])] == [-1, 1]
    assert convention_free_checks.alone(audited, nearly) is None
    assert perceptron_checks.predict_rightly(audited, nearly) is None


TINY = Fraction(1, 2**30)


@pytest.mark.parametrize(("w", "b", "x", "dtype", "is_one"), [
    ((1 - TINY, -1), 0, ((1 + TINY) / 2, Fraction(1, 2)), "float64", True),  # −2⁻⁶¹, of terms that need 60 digits
    ((1 - TINY, -1), 0, ((1 + TINY) / 2, Fraction(1, 2)), "exact", False),
    ((1, -1), TINY, (1, 1), "float64", False),  # all sums are exact
    ((1, -1), TINY, (1, 1), "float32", True),
    ((2**60, 1), 0, (1, -(2**60)), "float64", False),  # of large numbers, too
    ((2**60 + 2**10, 1), 0, (1, -(2**60)), "float64", False),
    ((2**60 + 2**8, 1), 1, (1, -(2**60) - 2**8), "float64", True),  # the bias is lost beside them
    ((2**60 + 2**8, 1), 0, (-1, 2**59), "float64", False),  # far from 0
])
def test_rounding_is_an_excuse_where_it_happens(w, b, x, dtype, is_one):
    assert score_rounding.may_flip_sign(State(w, b), x, dtype) is is_one


ON_THE_EDGE: audit_data.Data = ([(1, 1), (2, 1), (-3, -3)], [1, 1, -1])


@pytest.mark.parametrize(("cls", "readable", "differs"), [
    (Edge, True, False), (HiddenEdge, False, False), (OtherEdge, True, True), (WrongAlone, False, True),
])
def test_where_rounding_decides_a_label_may_depend_on_the_rows_beside(cls, readable, differs):
    audited = Implementation(cls, {}, Profile("", readable=readable))
    assert bool(convention_free_checks.alone(audited, ON_THE_EDGE)) is differs
    if readable:
        assert bool(convention_free_checks.decision(audited, ([(1, 1)], [1]))) is differs


@pytest.mark.parametrize(("cls", "verdict"), [(Edge, HOLDS), (OtherEdge, BREACH)])
def test_where_rounding_decides_a_label_may_depend_on_how_many_rows_there_are(cls, verdict, monkeypatch):
    class Longer(cls):
        def predict(self, X):
            return np.where(X @ self.coef_ + (1e-17 if len(X) < 100 else -1e-17) > 0, 1, -1)
    monkeypatch.setattr(convention_free_checks, "EASY", ON_THE_EDGE)
    assert convention_free_checks.check_many(Implementation(Longer, {}, Profile("")), CONTEXT).verdict == verdict


class Whole(Good):
    """Only `fit`, with any conventions."""

    def __init__(self, **settings):
        self.settings = settings

    def fit(self, X, y):
        points = [[Fraction(v) for v in x] for x in X.tolist()]
        record = perceptron.run(points, y.tolist(), max_updates=5000, **self.settings)
        self.coef_, self.intercept_ = np.array(record.w, float), float(record.b)


@pytest.mark.parametrize("settings", [{}, {"tie": "positive"}, {"bias_step": "R2"}, {"rate": Fraction(1, 2)},
                                      {"order": "first", "tie": "negative"}])
def test_conventions_are_found_by_fits(settings):
    seen = convention_probes.infer_conventions(Implementation(Whole, settings, Profile("unknown")))
    told = {"tie": "mistake", "bias_step": 1, "rate": 1, "order": "cyclic", "start": "zero", **settings}
    assert {name: getattr(seen, name) for name in told} == told


def test_an_unknown_implementation_is_probed_and_held_against_the_theorem_it_obeys():
    results = found(Whole, "fit.bound.plain", "theorem.updates", profile=Profile("unknown"), params={"bias_step": "R2"})
    assert "tutorial-mistake-bound" in results["theorem.updates"].reason
    assert results["fit.bound.plain"].verdict == HOLDS


class OnlyOnline(Online):
    """Single steps, and no fit."""

    def predict(self, X):
        return np.where(X @ self.coef_ + self.intercept_ > 0, "yes", "no")

    def partial_fit(self, X, y, classes):
        super().partial_fit(X, np.where(y == "yes", 1, -1))


def test_a_class_that_only_takes_single_steps_is_held_to_these():
    results = found(OnlyOnline, profile=estimator_adapter.open_profile("found out"))
    assert {name: finding for name, finding in results.items() if finding.status != "ok"} == {}
    assert {"steps.bound.cyclic", "steps.rows", "theorem.convergence"} <= results.keys()
    assert results["theorem.convergence"].verdict == HOLDS
    assert not any("fit" in finding.reason for finding in results.values())


class SeveralRows(Good):
    """One row of weights for each class."""

    def fit(self, X, y):
        super().fit(X, y)
        self.coef_, self.intercept_ = np.array([-self.coef_, self.coef_]), np.array([-1, 1]) * self.intercept_

    def predict(self, X):
        return np.array([-1, 1])[(X @ self.coef_.T + self.intercept_).argmax(axis=1)]


def test_weights_of_several_classes_are_named_with_the_profile_that_they_need():
    results = found(SeveralRows, profile=estimator_adapter.open_profile("found out"))
    assert {name for name, finding in results.items() if finding.status != "ok"} == {
        "theorem.updates", "theorem.convergence", "interface.predictions"}
    assert 'coef_ has 2 rows, like a perceptron for several classes; give profile=FILE with {"classes": ' in (
        results["theorem.updates"].reason)


# ----------------------------------------------------------------------------------- the counting
class Absorbs(Online):
    """At x = (0, 0) an update changes the bias alone; with bias 0, nothing."""


@pytest.mark.parametrize("tie", ["mistake", "positive", "negative"])
@pytest.mark.parametrize(("X", "y"), convention_probes.DATA)
def test_a_watched_run_makes_the_updates_of_the_reference(X, y, tie):
    rule = Conventions(**{**vars(RULE), "tie": tie})
    run = update_counting.watch(Implementation(Online, {"tie": tie}, Profile("", conventions=rule)), X, y)
    record = perceptron.run(X, y, tie=tie)
    assert (run.updates, run.end, run.state) == (record.updates, "separated", (record.w, record.b))
    assert run.wrong == ""


def test_replays_agree_with_runs_and_updates_are_counted_by_signs():
    audited = Implementation(Whole, {"bias_step": 2}, PROFILE)
    X, y = convention_probes.DATA[0]
    assert not update_counting.replay(audited, audited.fit(X, y), X, y).agrees
    rule = Conventions(**{**vars(RULE), "bias_step": Fraction(0)})
    audited = Implementation(Absorbs, {"bias": 0.0}, Profile("", conventions=rule))
    run = update_counting.watch(audited, [(0, 0), (1, 0)], [1, 1])
    assert run.end == "cycle"
    assert run.cycle[1:] == (1, 1)  # one update in one pass, which changes nothing


@pytest.mark.parametrize("tie", ["mistake", "positive", "negative"])
def test_a_rule_for_ties_that_is_not_known_is_any_in_a_replay(tie):
    X, y = convention_probes.DATA[0]
    audited = Implementation(Whole, {"tie": tie}, Profile("", conventions=Conventions(**{**vars(RULE), "tie": None})))
    run = update_counting.replay(audited, audited.fit(X, y), X, y)
    assert run.agrees
    assert run.updates == perceptron.run(X, y, tie=tie).updates


# ------------------------------------------------------------------- searching, isolation, data, versions
@pytest.mark.parametrize("step", [0, 1, "R2", Fraction(1, 100), Fraction(1, 10**6), Fraction(100)])
def test_a_close_pair_needs_the_passes_that_are_told(step):
    (X, y), passes = audit_data.close_pair(step, 200)
    assert 200 <= passes <= 2000
    record = perceptron.run(X, y, bias_step=step)
    assert record.separated
    assert -(-record.visits // len(y)) == passes


def test_a_cap_that_is_a_parameter_is_no_reason_to_end_early():
    class Capped(Whole):
        def __init__(self, max_iter=200):
            super().__init__(order="cyclic")
            self.max_iter = max_iter

        def fit(self, X, y):
            record = perceptron.run([[Fraction(v) for v in x] for x in X.tolist()], y.tolist(),
                                    max_updates=self.max_iter)
            self.coef_, self.intercept_ = np.array(record.w, float), float(record.b)
    verdicts = {name: finding.verdict for name, finding in found(Capped, "separates.close-pair").items()}
    assert verdicts == {"separates.close-pair": HOLDS}


def in_code(passes):
    """A perceptron whose cap is not a parameter."""
    return type("Capped", (Base,), {"passes": passes})


@pytest.mark.parametrize(("check", "passes", "verdict"), [
    ("worst-case.doubling", 25, CAP), ("worst-case.doubling", 1000, HOLDS), ("separates.close-pair", 25, EARLY),
    ("worst-case.doubling", 10, DEVIATES),
])
def test_a_cap_that_is_no_parameter_is_named(check, passes, verdict):
    finding = found(in_code(passes), check)[check]
    assert finding.verdict == verdict
    assert verdict == HOLDS or f"that the cyclic run has after {passes} passes" in finding.reason


@pytest.mark.parametrize("judge", ["fit_separates", "fit_replay", "classifies"])
@pytest.mark.parametrize(("passes", "verdict"), [(25, data_search.UNDECIDED.verdict), (10, "")])
def test_a_large_cap_in_the_code_is_no_failure_and_a_small_one_is(judge, passes, verdict):
    audited = Implementation(in_code(passes), {}, replace(PROFILE, separates=True), "")
    said = getattr(convention_free_checks if judge == "classifies" else perceptron_checks, judge)(
        audited, ([(8,), (9,)], [-1, 1])
    )
    assert said.verdict == verdict or (not verdict and said.verdict in (EARLY, DEVIATES))
    assert f"has after {passes} passes, with mistakes left, so it seems to stop at a cap" in said.reason


GOLDEN = [([(4,), (3,)], [-1, 1]), ([(2,), (3,)], [-1, 1]), ([(6,), (5,)], [1, -1])]


def few_points(failing):
    return data_search.Failure("fails", "", *failing) if len(failing[0]) >= 2 else None


def test_a_failure_is_shrunk_until_nothing_smaller_fails(monkeypatch):
    noted = []
    first = data_search.search(audit_data.datasets("plain"), few_points, key="test", examples=20, note=noted.append)
    assert first.failure == noted[-1]
    assert (len(first.failure.X), len(first.failure.X[0])) == (2, 1)
    for X, y in data_search.shrink_data(list(first.failure.X), list(first.failure.y)):
        assert len(X) < 2 or not audit_data.is_separable(X, y, 1)
    # Shrinking asks no more often than it may
    monkeypatch.setattr(data_search, "MOST_SHRINKS", 3)
    asked = []
    def judge(each):
        asked.append(each)
        return data_search.Failure("fails", "", *each)
    first = next(n for n in range(9) if len(taken("plain", f"0/{n}")[0][0]) > 5)
    assert data_search.search(audit_data.datasets("plain"), judge, key=str(first), examples=20).shrinks == 3
    assert len(asked) == 4


def taken(variant, key, count=10):
    source = audit_data.datasets(variant)
    return [source.form(*base) for base in source.take(data_search.Draws(key), count)]


def test_datasets_are_those_of_the_seed_and_of_no_library():
    assert taken("plain", "0/same") == taken("plain", "0/same")
    assert len({repr(each) for each in taken("plain", "0/same", 30)}) == 30
    assert taken("plain", "0/same") != taken("plain", "1/same")
    assert taken("plain", "7/golden", 3) == GOLDEN
    def seen(seed):
        judged = []
        Keep = type("Keep", (Good,), {"fit": lambda self, X, y: judged.append(X.tolist()) or Good.fit(self, X, y)})
        audit_runner.audit(Keep, profile=PROFILE, seed=seed, within=lambda seconds, work: work(),
                       only=lambda name: name == "fit.bound.plain")
        return judged
    assert seen(0) == seen(0) != seen(1)


@pytest.mark.parametrize("variant", audit_data.VARIANTS)
def test_generated_data_are_separable_and_exact_in_floats(variant):
    from novikoff.algorithms.nearest_point import require_separator
    def judge(given):
        X, y = given
        assert require_separator(X, y, 1).norm2 > 0
        assert all(Fraction(float(value)) == value for x in X for value in x)
        assert set(y) == {-1, 1}
    found = data_search.search(audit_data.datasets(variant), judge, key=variant, examples=10)
    assert found.held == 10


def process(note):
    return os.getpid()


def test_works_share_a_process_if_they_are_quick_and_end_alone(monkeypatch):
    one, other = isolated_checks.run_together([process, process], 20, run_with_cpu_limit)
    assert one.result == other.result != os.getpid()
    found = isolated_checks.run_together([process, lambda note: os._exit(3), process], 20, run_with_cpu_limit)
    assert [each.problem for each in found] == ["", DIED, ""]
    assert found[0].result != found[2].result
    monkeypatch.setattr(isolated_checks, "QUICK", float("inf"))
    one, other = isolated_checks.run_together([process, process], 20, run_with_cpu_limit)
    assert one.result != other.result


@pytest.mark.parametrize(("hung", "given", "reasons"), [
    (False, [10, 20, 2], ["no end within 20 s", "no end within 2 s", "left out", "left out"]),
    (True, [1, 2], ["no end within 2 s", "left out", "left out", "left out"]),
])
def test_after_a_work_without_an_end_the_others_have_less_time_or_none(hung, given, reasons):
    asked = []
    def late(seconds, work):
        asked.append(seconds)
        raise OutOfTime
    found = isolated_checks.run_together([process] * 4, 20, late, hung)
    assert asked == given  # the first is that of all in company
    assert [each.reason for each in found] == reasons
    assert all(each.late for each in found)


class Endless(BaseException):
    """Where a class would have no end."""


class HangsOnOthers(Good):
    """Has no end on data of another size than the easiest ones."""

    def fit(self, X, y):
        if X.shape != (4, 2):
            raise Endless
        return super().fit(X, y)


def test_a_hang_is_found_once_and_not_once_a_check():
    asked = []
    def counted(seconds, work):
        try:
            return work()
        except Endless:
            asked.append(seconds)
            raise OutOfTime from None
    result = audit_runner.audit(HangsOnOthers, {}, PROFILE, within=counted)
    hanging = [finding for finding in result.findings if finding.verdict == HANGS]
    unmade = [finding for finding in result.findings if f"since {hanging[0].id} has no end" in finding.reason]
    assert (len(hanging), result.exit_status) == (1, 1)
    assert len(unmade) > 20
    assert {finding.verdict for finding in unmade} == {UNCHECKED}
    assert sum(asked) < 100  # of seconds, of which each check took 20


def test_hangs_that_several_processes_find_are_one_unless_expected():
    one = Finding("a", HANGS, "no end within 20 s", "code")
    first, other = audit_runner._keep_one_hang([one, Finding("b", HANGS, "left out")])
    assert first == one
    assert other == Finding("b", UNCHECKED, "left out, since a has no end")
    known = dict.fromkeys(("fit.bound.plain", "fit.bound.reversed"), (HANGS, "so"))
    found = [Finding(name, HANGS, "no end", expected=HANGS) for name in known]
    assert audit_runner._keep_one_hang(found) == found


def test_the_limit_of_all_checks_leaves_the_others_unmade(monkeypatch):
    spent = iter(range(0, 10000, 15))
    monkeypatch.setattr(audit_runner, "cpu_seconds", lambda: next(spent))
    result = audit_runner.audit(Good, {}, PROFILE, limit=100, within=lambda seconds, work: work())
    unmade = [finding for finding in result.findings if finding.reason.startswith("the limit of 100 s for all checks")]
    assert 0 < len(unmade) < len(result.findings)
    assert {finding.verdict for finding in unmade} == {UNCHECKED}
    assert result.exit_status == 3
    assert result.unmade == (f"{len(unmade)} checks of {len(result.findings)} not made: {unmade[0].reason}; "
                             "give more time with limit=SECONDS")


def test_a_budget_counts_what_other_processes_spent_before_they_were_split_off(monkeypatch):
    now = {"computed": 5.0, "monotonic": 0.0, "pid": 1}
    monkeypatch.setattr(audit_runner, "cpu_seconds", lambda: now["computed"])
    monkeypatch.setattr(audit_runner.time, "monotonic", lambda: now["monotonic"])
    monkeypatch.setattr(audit_runner.os, "getpid", lambda: now["pid"])
    budget = audit_runner.Budget(10)
    now["computed"] = 8.0
    assert budget.measure_left() == 7
    budget.hand_on()
    now |= {"computed": 1.0, "pid": 2}
    assert budget.measure_left() == 6
    now["monotonic"] = 49.0
    assert budget.measure_left() == 1
    assert audit_runner.Budget(None).measure_left() == float("inf")


def test_work_that_takes_too_long_leaves_its_last_note():
    def work(note):
        note("so far")
        signal.pause()
    done = isolated_checks.run_isolated(work, 3, run_in_subprocess)
    assert (done.late, done.note) == (True, "so far")


@pytest.mark.parametrize(("text", "words"), [
    *((each.text, each.note) for each in read_statements(Path(__file__).with_name("refused_profiles.txt"))["refused"]),
    ("[" * 10**5, "nested too deeply"), (f'{{"rate": {"1" * 10**5}}}', "has 100000 digits"),
    *((f'{{"{name}": [{"[1], " * 200}2]}}', "[1], [1") for name in ("tie", "rate", "labels", "penalty", "counter")),
])
def test_a_bad_profile_is_one_sentence(text, words):
    with pytest.raises(BadInput, match=re.escape(words)) as refusal:
        profile_of(text, "mine")
    assert len(str(refusal.value)) < 400


def test_checks_have_known_names_and_versions():
    profile = profile_of('{"tie": "mistake", "expected": {"fit.separate": ["holds", "misspelt"]}}', "mine")
    said = r"expected has an unknown check: 'fit.separate' \(did you mean 'fit.separates'\?\)"
    with pytest.raises(BadInput, match=said):
        found(Good, profile=profile)
    # Versions outside the range are unknown
    profile = load_profiles()["sklearn.linear_model:Perceptron"]
    assert not known_version("0.24.1", profile.versions)
    assert not known_version("", profile.versions)
    about, _ = audit_runner._describe_profile("x:Y", Profile("mine", distribution="numpy", versions="<1"))
    assert "is unknown to it" in about


@pytest.mark.parametrize("word", ["none", "None", ""])
def test_the_word_none_is_no_penalty(word):
    profile = profile_of(f'{{"tie": "mistake", "bias_step": 1, "penalty": "{word}"}}', "mine")
    finding = found(Good, "theorem.updates", profile=profile)["theorem.updates"]
    assert (finding.verdict, "smola-mistake-bound" in finding.reason) == (HOLDS, True)


def test_what_a_profile_leaves_out_is_found_out_and_what_it_tells_wrongly_fails():
    told = found(Good, "theorem.updates", "fit.replay", profile=profile_of('{"tie": "mistake"}', "mine"))
    assert {finding.verdict for finding in told.values()} == {HOLDS}
    wrong = found(Good, "fit.replay", profile=profile_of('{"bias_step": "R2"}', "mine"))["fit.replay"]
    assert (wrong.verdict, wrong.status) == (DEVIATES, "failed")
    assert "the replay by the declared rule ends at" in wrong.reason


def test_checks_have_ids_of_their_own_and_a_page():
    audited = Implementation(Good, {}, PROFILE)
    for family, rows in check_table.TABLE.items():
        if family != "--algorithm":
            ids = [id for row in rows for id in row.make_checks(Subject(audited, RULE))]
            assert len(ids) == len(set(ids))
    page = (Path(__file__).parents[2] / "docs" / "reference" / "audit-checks.md").read_text(encoding="utf-8")
    assert page == check_table.page()
    made = [row for rows in check_table.TABLE.values() for row in rows]
    assert all(f"`{row.ids}`" in page for row in made)
    assert {row.id for rows in check_table.GROUPS.values() for row in rows} == {row.id for row in made}
    explained = [row.ids for rows in check_table.GROUPS.values() for row in rows if row.why]
    assert sorted(explained) == sorted({row.ids for row in made})


# ------------------------------------------------------------------------------ what is not claimed
class LeastSquares:
    """The weights of least squares, with a penalty on their length: they need not separate."""

    def fit(self, X, y):
        X1 = np.c_[np.asarray(X, float), np.ones(len(X))]
        full = np.linalg.solve(X1.T @ X1 + 64 * np.eye(len(X1[0])), X1.T @ y.astype(float))
        kind = np.float32 if getattr(X, "dtype", None) == np.float32 else float
        self.coef_, self.intercept_ = full[:-1].astype(kind), full[-1].astype(kind)
        return self

    def predict(self, X):
        return np.where(X @ self.coef_ + self.intercept_ > 0, 1, -1)


class Plane(LeastSquares):
    """The same under a name that says nothing."""


def unnamed(**told):
    """Least squares under a name that says nothing, with these attributes."""
    return type("Plane", (), {"fit": LeastSquares.fit, "predict": LeastSquares.predict, **told})


def with_default(name, value):
    namespace = {}
    exec(f"def __init__(self, {name}={value!r}): self.{name} = {name}", namespace)
    return namespace["__init__"]


@pytest.mark.parametrize(("cls", "reason"), [
    (LeastSquares, "its name is LeastSquares"), (Plane, "its base is LeastSquares"),
    (unnamed(predict_proba=lambda self, X: X), "it has the method predict_proba"),
    (unnamed(__init__=with_default("C", 1.0)), "it has the parameter C"),
    (unnamed(__init__=with_default("loss", "squared_error")), "its loss is 'squared_error'"),
])
def test_a_method_that_does_not_promise_to_separate_is_not_failed_for_it(cls, reason):
    findings = found(cls, "separates", "interface.number-types", profile=None)
    assert (findings["separates"].verdict, findings["separates"].status) == (NO_THEOREM, "ok")
    assert f"({reason})" in findings["separates"].reason
    assert findings["interface.number-types"].verdict == HOLDS  # it computes in float32 if it is given float32


@pytest.mark.parametrize("cls", [unnamed(), unnamed(__init__=with_default("loss", "perceptron"))])
def test_a_class_of_no_such_kind_claims_to_separate(cls):
    assert "separates.plain" in found(cls, "separates.plain", profile=None)


def test_a_profile_says_whether_a_class_claims_to_separate():
    claimed = profile_of('{"separates": true}', "mine")
    assert found(LeastSquares, "separates.plain", profile=claimed)["separates.plain"].verdict == EARLY
    findings = found(Good, "separates", profile=profile_of('{"separates": false}', "mine"))
    assert "(its profile says so)" in findings["separates"].reason
    with pytest.raises(BadInput, match="profile mine: separates must be True or False"):
        profile_of('{"separates": "no"}', "mine")


def test_a_class_that_refuses_two_examples_is_not_failed_for_it():
    class AtLeastThree(Good):
        def fit(self, X, y):
            if len(X) < 3:
                raise ValueError("give three")
            return super().fit(X, y)
    findings = found(AtLeastThree, "fit.bound.plain", "interface.number-types", "interface.repeatable")
    assert {finding.verdict for finding in findings.values()} == {HOLDS}
    assert "the class refuses 2 examples: give three" in findings["fit.bound.plain"].reason
