"""Twelve bugs of real perceptrons, planted one at a time in a correct one: the audit finds each, and passes that one.

All are told by the same small profile, the conventions of Theorem 1.7 of the book: that is what each claims to be.
"""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from novikoff.algorithms.processes import run_with_cpu_limit
from novikoff.properties.audit.audit_runner import audit
from novikoff.properties.audit.conventions import Conventions
from novikoff.properties.audit.implementation_interface import Profile, profile_from
from novikoff.properties.audit.isolated_checks import run_directly
from novikoff.properties.audit.verdicts import BREACH, DEVIATES, EARLY, ENDLESS, HOLDS, NO_THEOREM, UNMET, VIOLATED

from .classifiers import Base, variant

CLAIMED = Conventions("mistake", "zero", Fraction(1), Fraction(1), order="cyclic", stop="separated", dtype="float64")
WITH_R2 = Conventions("mistake", "zero", Fraction(1), "R2", order="cyclic", stop="separated", dtype="float64")


class Correct(Base):
    """The perceptron in floats of a dtype, also one example at a time."""

    passes, dtype = 3000, np.float64

    def signs(self, y):
        return y

    def partial_fit(self, X, y, classes=None):
        if not hasattr(self, "coef_"):
            self.start(X.shape[1])
        self.one_pass(X, y)
        return self

    def start(self, d):
        self.coef_ = np.zeros(d, self.dtype)
        self.intercept_ = self.dtype(0)

    def one_pass(self, X, y):
        return super().one_pass(X.astype(self.dtype), y)

    def update(self, x, label):
        self.move(self.dtype(label) * x, self.dtype(label))

    def predict(self, X):
        return np.where(X @ self.coef_ + self.intercept_ > 0, 1, -1)


StrictTie = variant("StrictTie", Correct, wrong=lambda self, x, label: label * self.margin(x) < 0)
LabelsZeroAndOne = variant("LabelsZeroAndOne", Correct,
    meet=lambda self, x, label: Correct.meet(self, x, max(label, 0)))
BiasPerFeature = variant("BiasPerFeature", Correct, update=lambda self, x, label: self.move(label * x, len(x) * label))
SmallBias = variant("SmallBias", Correct, update=lambda self, x, label: self.move(label * x, 0.01 * label))


class Batch(Correct):
    def one_pass(self, X, y):
        wrong = [(x, label) for x, label in zip(X, y, strict=True) if self.wrong(x, label)]
        for x, label in wrong:
            self.update(x, label)
        return len(wrong)


class CapForSuccess(Correct):
    def fit(self, X, y):
        self.start(X.shape[1])
        for _ in range(3):
            self.one_pass(X, y)
        self.converged_ = True
        return self


class RadiusBias(Correct):
    """Adds R·y to the bias, and cites the theorem for R²·y."""

    def prepared(self, X):
        self.step_ = np.sqrt((X**2).sum(axis=1).max())
        return X

    def update(self, x, label):
        self.move(label * x, self.step_ * label)


class SquaredRadiusBias(RadiusBias):
    def prepared(self, X):
        self.step_ = (X**2).sum(axis=1).max()
        return X


RandomStart = variant("RandomStart", Correct,
    start=lambda self, d: vars(self).update(coef_=np.random.default_rng().normal(size=d), intercept_=0.0))
WrongSign = variant("WrongSign", Correct, update=lambda self, x, label: Correct.update(self, x, -label))
LabelIgnoredOnTies = variant("LabelIgnoredOnTies", Correct,
    update=lambda self, x, label: Correct.update(self, x, 1 if self.margin(x) == 0 else label))
Float32 = variant("Float32", Correct, dtype=np.float32)
ForgottenBias = variant("ForgottenBias", Correct, update=lambda self, x, label: self.move(self.dtype(label) * x, 0))
Float32WithoutBias = variant("Float32WithoutBias", ForgottenBias, dtype=np.float32)


WITHOUT_BIAS = replace(CLAIMED, bias_step=Fraction(0), dtype="float32")


def found(cls, rule=CLAIMED, stepwise=True, only=lambda name: True, examples=8, within=run_with_cpu_limit):
    """The verdicts of an audit, by check."""
    profile = Profile("the theorem it cites", conventions=rule, **({} if stepwise else {"step": None}))
    result = audit(cls, {}, profile, examples=examples, seconds=20, within=within, only=only)
    return {finding.id: finding for finding in result.findings}


CAUGHT = [  # the mutant, the check that must find it, the verdict
    (StrictTie, "fit.separates", EARLY),
    (LabelsZeroAndOne, "steps.bound.cyclic", ENDLESS),
    (BiasPerFeature, "convention.bias_step", DEVIATES),
    (SmallBias, "steps.bound.close-pair", VIOLATED),
    (Batch, "fit.replay", DEVIATES),
    (CapForSuccess, "fit.separates", EARLY),
    (RandomStart, "convention.start", DEVIATES),
    (WrongSign, "steps.bound.cyclic", VIOLATED),
    (LabelIgnoredOnTies, "steps.rule", DEVIATES),
    (Float32, "known.absorption-float32", ENDLESS),
    (ForgottenBias, "steps.bound.cyclic", ENDLESS),
]


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("mutant", "check", "verdict"), CAUGHT, ids=lambda value: getattr(value, "__name__", None))
def test_each_mutant_is_caught_with_the_right_verdict(mutant, check, verdict):
    finding = found(mutant, only=lambda name: name == check)[check]
    assert finding.verdict == verdict, finding
    assert finding.status == "failed"


def test_runs_without_end_and_R_for_R2_are_found():
    pytest.importorskip("numba")
    check = "known.float32-absorption"
    finding = found(Float32WithoutBias, WITHOUT_BIAS, only=lambda name: name == check)[check]
    assert finding.verdict == ENDLESS, finding
    assert "comes back after 2 updates in 1 pass" in finding.reason
    finding = found(RadiusBias, WITH_R2, stepwise=False, only=lambda name: name == "fit.replay")["fit.replay"]
    assert finding.verdict == DEVIATES, finding


EXPECTED = {"known.absorption-float64": ENDLESS, "known.float64-false-mistake": VIOLATED}  # of every float64 perceptron


def test_correct_perceptrons_pass():
    results = found(Correct, examples=4, within=run_directly)  # which ends
    assert {name for name, f in results.items() if f.status != "ok"} == set(), results
    assert {name: f.verdict for name, f in results.items() if f.why} == EXPECTED
    assert {f.verdict for name, f in results.items() if name not in EXPECTED} <= {HOLDS, UNMET}
    assert len(results) >= 30
    # The correct perceptron with the bias step R2 passes
    results = found(SquaredRadiusBias, WITH_R2, stepwise=False, examples=4, within=run_directly)
    assert {name for name, f in results.items() if f.status != "ok"} == set(), results
    assert not any(f.verdict == NO_THEOREM for f in results.values())
    # Rows that are shuffled are not compared
    shuffled = replace(CLAIMED, order="shuffled")
    assert found(Correct, shuffled, only=lambda name: name == "steps.rows") == {}


def known(cls, **told):
    """What is found of the known failures, if only this is told."""
    profile = profile_from(told, "told")
    result = audit(cls, {}, profile, examples=1, within=run_directly, only=lambda name: name.startswith("known."))
    return {finding.id: (finding.verdict, finding.status) for finding in result.findings}


class Whole(Correct):
    """In numbers that round nothing, which look like float64."""

    dtype = Fraction

    def start(self, d):
        self.coef_, self.intercept_ = np.array([Fraction(0)] * d), Fraction(0)

    def one_pass(self, X, y):
        rows = [np.array([Fraction(v) for v in x], object) for x in X.tolist()]
        return sum(self.meet(x, int(label)) for x, label in zip(rows, y, strict=True))


def test_what_every_perceptron_of_a_dtype_does_is_no_failure_unless_demanded():
    assert known(Correct) == {"known.absorption-float32": (HOLDS, "ok")} | {
        name: (verdict, "ok") for name, verdict in EXPECTED.items()
    }
    assert set(known(Whole).values()) == {(HOLDS, "ok")}
    assert set(known(Float32).values()) == {(ENDLESS, "ok")}
    demanded = {name: [HOLDS, "sums are compensated"] for name in EXPECTED}
    assert known(Correct, expected=demanded) == {"known.absorption-float32": (HOLDS, "ok")} | {
        name: (verdict, "failed") for name, verdict in EXPECTED.items()
    }


class ScoresAllRowsFirst(Correct):
    def partial_fit(self, X, y, classes=None):
        if not hasattr(self, "coef_"):
            self.start(X.shape[1])
        wrong = y * (X @ self.coef_ + self.intercept_) <= 0
        for x, label in zip(X[wrong], y[wrong], strict=True):
            self.update(x, label)
        return self


MINI_BATCHES = {"steps.rows": (BREACH, "mini-batches")}


@pytest.mark.parametrize(("cls", "expected", "status"), [
    (Correct, {}, "ok"), (ScoresAllRowsFirst, {}, "failed"), (ScoresAllRowsFirst, MINI_BATCHES, "ok"),
    (Correct, MINI_BATCHES, "failed"),
])
def test_several_rows_at_once_teach_what_they_teach_one_at_a_time(cls, expected, status):
    profile = Profile("rows", conventions=CLAIMED, expected=expected)
    only = audit(cls, {}, profile, examples=1, within=run_directly, only=lambda name: name == "steps.rows")
    assert [finding.status for finding in only.findings] == [status]
    if cls is ScoresAllRowsFirst:
        exec(only.findings[0].reproduce, names := {})
        assert "at once goes to w = (5, 2), b = 1," in only.findings[0].reason
        assert ([*names["w"]], names["b"]) == ([5, 2], 1)


class ForgetsItsClasses(Correct):
    """Each call without classes takes those of its rows."""

    def partial_fit(self, X, y, classes=None):
        self.classes_ = np.unique(y if classes is None else classes)
        return super().partial_fit(X, np.where(y == self.classes_[-1], 1, -1))


class ForgetsItsWeights(Correct):
    def partial_fit(self, X, y, classes=None):
        if classes is None:
            self.start(X.shape[1])
        return super().partial_fit(X, y)


NeedsItsClasses = variant("NeedsItsClasses", Correct,
    partial_fit=lambda self, X, y, classes=None: Correct.partial_fit(self, X, np.where(y == max(classes), 1, -1)))


class AsksForItsClasses(Correct):
    def partial_fit(self, X, y, classes=None):
        if classes is None:
            raise ValueError("give classes in each call")
        return super().partial_fit(X, y)


HasNoDefault = variant("HasNoDefault", Correct,
    partial_fit=lambda self, X, y, classes: Correct.partial_fit(self, X, np.where(y == max(classes), 1, -1)))


@pytest.mark.parametrize(("cls", "said"), [
    (ForgetsItsClasses, "if only the first call has `classes`"), (ForgetsItsWeights, "if only the first call has"),
    (NeedsItsClasses, "TypeError: 'NoneType' object is not iterable"), (AsksForItsClasses, ""), (HasNoDefault, ""),
])
def test_later_rows_may_come_without_the_classes(cls, said):
    profile = Profile("rows", conventions=CLAIMED)
    only = audit(cls, {}, profile, examples=1, within=run_directly, only=lambda name: name == "steps.rows")
    (finding,) = only.findings
    assert (finding.verdict != HOLDS, said in finding.reason) == (bool(said), True), finding
    if "first call" in said:
        exec(finding.reproduce, names := {})
        assert f"w = ({', '.join(map(str, map(int, names['w'])))}), b = {int(names['b'])} if only" in finding.reason
