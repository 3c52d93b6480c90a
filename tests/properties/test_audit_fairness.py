"""The audit accuses no class of what the class never promised, and the printed code of each failure shows it."""

from fractions import Fraction

import numpy as np
import pytest

from novikoff.algorithms.perceptron import State
from novikoff.algorithms.processes import OutOfTime
from novikoff.properties.audit import estimator_adapter, perceptron_checks
from novikoff.properties.audit.audit_runner import audit
from novikoff.properties.audit.implementation_interface import Broken, Implementation, Profile, refusal
from novikoff.properties.audit.isolated_checks import run_directly
from novikoff.properties.audit.score_rounding import may_flip_sign
from novikoff.properties.audit.verdicts import BREACH, HANGS, HOLDS, NAN, NO_THEOREM, RAISES, SHAPE, UNCHECKED

from .classifiers import Base, variant

FEW = 1


def finding_of(cls, check, params=None, profile=None, **more):
    (found,) = audit(cls, params, profile, within=run_directly, only=check.__eq__, **{"examples": FEW, **more}).findings
    return found


def ready(cls, **params):
    """The class with the parameters, the labels and the weights that are found."""
    audited = Implementation(cls, estimator_adapter.given_params(cls, params), estimator_adapter.open_profile("test"))
    return estimator_adapter.adapt_implementation(audited, 20, run_directly)[0]


class Ordinal(Base):
    """Keeps its threshold in `theta_`, a rounded one, so that no reading gives its predictions exactly."""

    def finish(self, X):
        self.theta_ = np.array([-self.intercept_ - 0.5])
        del self.intercept_

    def decision_function(self, X):
        return np.round((np.asarray(X, float) @ self.coef_ - self.theta_) * 8)

    def predict(self, X):
        return np.where(self.decision_function(X) > 8, self.classes_[1], self.classes_[0])

    def score(self, X, y):
        return -np.mean(np.abs(self.predict(X) - y))


class OnlyCoef(Base):
    """A perceptron through 0 that keeps no bias."""

    def meet(self, x, label):
        wrong = label * (x @ self.coef_) <= 0
        self.coef_ = self.coef_ + wrong * label * x
        return wrong

    def finish(self, X):
        del self.intercept_

    def decision_function(self, X):
        return np.asarray(X, float) @ self.coef_


class OnlyCoefWrong(OnlyCoef):
    """The same, but predictions are turned round far away."""

    def predict(self, X):
        far = np.abs(np.asarray(X, float)).max(axis=1) > 2.5
        return self.classes_[((self.decision_function(X) > 0) ^ far).astype(int)]


def test_what_a_class_does_not_promise_is_not_asked():
    assert finding_of(Ordinal, "interface.predictions").verdict == UNCHECKED
    assert finding_of(OnlyCoef, "interface.predictions").verdict == HOLDS
    assert finding_of(OnlyCoefWrong, "interface.predictions").verdict == BREACH
    # A class without an end on labels that it does not know is not accused
    assert finding_of(OnlySigns, "interface.input-unchanged").verdict == HOLDS
    # A score is the accuracy only where the class says so
    assert finding_of(Scores, "interface.score").verdict == UNCHECKED
    assert finding_of(ScoresAccuracy, "interface.score").verdict == BREACH
    # Weights that predict makes are not read
    assert not ready(MakesWeightsLater).profile.readable


class OneTuple(Base):
    """`coef_` is (w, ρ), and nothing else holds the weights."""

    def finish(self, X):
        self.coef_ = self.coef_, -self.intercept_
        del self.intercept_

    def decision_function(self, X):
        w, rho = self.coef_
        return np.asarray(X, float) @ w - rho


class InColumn(Base):
    """`coef_` has the shape (d, 1)."""

    def finish(self, X):
        self.coef_ = self.coef_[:, None]

    def decision_function(self, X):
        return np.ravel(np.asarray(X, float) @ self.coef_ + self.intercept_)


class OnlySigns(Base):
    """Labels are −1 and 1. With a label 0, no pass is without a mistake, and the fit has no end."""

    passes = 10**9

    def signs(self, y):
        self.classes_ = np.array([-1, 1])
        return y


class StepIsLikeABias(Base):
    """On all easy data the bias is −1, and −c is too. A pass with one mistake is the last."""

    def one_pass(self, X, y):
        return super().one_pass(X, y) > 1

    def wrong(self, x, label):
        return label * self.margin(x) < (label < 0) * 1e-9

    def finish(self, X):
        self.w_, self.z_ = self.coef_, self.intercept_
        del self.coef_, self.intercept_

    def decision_function(self, X):
        return np.asarray(X, float) @ self.w_ + self.z_

    def predict(self, X):
        return self.classes_[(self.decision_function(X) >= 0).astype(int)]


@pytest.mark.parametrize(("cls", "code"), [
    (StepIsLikeABias, "np.ravel(model.w_), np.ravel(model.z_)[0]"),
    (OneTuple, "np.ravel(model.coef_[0]), -np.ravel(model.coef_[1])[0]"),
    (InColumn, "np.ravel(model.coef_), np.ravel(model.intercept_)[0]"),
])
def test_weights_are_read_from_any_attributes(cls, code):
    read = ready(cls)
    assert read.profile.readable
    assert read.profile.weights_code == code
    assert finding_of(cls, "interface.predictions").verdict == HOLDS


# `score` is no share of right answers, and nothing says that it is.
Scores = variant("Scores", Base, score=lambda self, X, y: -np.mean(np.abs(self.predict(X) - y)))


class ScoresAccuracy(Scores):
    def score(self, X, y):
        """Return the accuracy."""
        return 100 * np.mean(self.predict(X) == y)


class Hidden(Base):
    """Keeps no weights that can be read; given float32, it moves scores by `noise`."""

    noise = 2.0**-24

    def fit(self, X, y):
        given = getattr(X, "dtype", None)
        super().fit(np.asarray(X, float), y)
        w, b, noise = self.coef_, self.intercept_, self.noise * (given == np.float32)
        del self.coef_, self.intercept_
        self.f = lambda points: (np.asarray(points, float) @ w + b) // 8192 - noise
        return self

    def decision_function(self, X):
        return self.f(X)

    def predict(self, X):
        return np.where(self.f(X) >= 0, self.classes_[1], self.classes_[0])


HiddenAndWrong = variant("HiddenAndWrong", Hidden, noise=16.0)


def test_predictions_of_float32_are_compared_where_the_scores_are_no_rounding_errors():
    X, y = [(50, 0), (100, 75)], [-1, 1]
    given = np.array(X, float)
    said = [Hidden().fit(form, np.array(y)).predict(np.vstack([given, -given, given[:1] + 25])).tolist()
            for form in (given, given.astype(np.float32))]
    assert said[0] != said[1]
    assert finding_of(Hidden, "interface.number-types").verdict == HOLDS
    found = finding_of(HiddenAndWrong, "interface.number-types")
    assert found.verdict == BREACH
    shows(found)


class TwoScores(Base):
    """One score for each of the two classes."""

    sign = 1

    def decision_function(self, X):
        f = super().decision_function(X)
        return np.stack([-f, f], axis=1) * self.sign

    def predict(self, X):
        return self.classes_[(super().decision_function(X) > 0).astype(int)]


TwoScoresTurned = variant("TwoScoresTurned", TwoScores, sign=-1)


class TwoScoresUnnamed(TwoScores):
    """No attribute says which score is of which class."""

    def fit(self, X, y):
        super().fit(X, y)
        self.known = vars(self).pop("classes_")
        return self

    def predict(self, X):
        return self.known[(Base.decision_function(self, X) > 0).astype(int)]


def test_scores_of_two_classes_are_read_as_their_difference():
    assert finding_of(TwoScores, "interface.decision-function").verdict == HOLDS
    assert finding_of(TwoScoresUnnamed, "interface.decision-function").verdict == UNCHECKED
    found = finding_of(TwoScoresTurned, "interface.decision-function")
    assert found.verdict == BREACH
    shows(found)
    base = pytest.importorskip("sklearn.base").BaseEstimator
    assert finding_of(type("Derived", (TwoScores, base), {}), "interface.decision-function").verdict == SHAPE


# ------------------------------------------------------------------------------------- refusals
class TakesCounts(Base):
    word = "Negative values in data passed to TakesCounts"

    def fit(self, X, y):
        if (np.asarray(X) < 0).any():
            raise self.problem(self.word)
        return super().fit(X, y)

    problem = ValueError


class TakesVariables(Base):
    def fit(self, X, y):
        if (np.ptp(np.asarray(X, float), axis=0) == 0).any():
            raise OverflowError("The variable 0 is constant. Please drop this variable")
        return super().fit(X, y)


SaysNaN = variant("SaysNaN", TakesCounts, word="Input X contains NaN")


def test_an_exception_that_names_a_property_of_the_examples_is_a_refusal():
    for cls in (TakesCounts, TakesVariables):
        found = audit(cls, examples=FEW, within=run_directly)
        assert {finding.verdict for finding in found.findings if finding.status in ("failed", "error")} == set()
    assert finding_of(TakesCounts, "interface.fit").verdict == UNCHECKED
    assert RAISES in {finding.verdict for finding in audit(SaysNaN, examples=FEW, within=run_directly).findings}


@pytest.mark.parametrize(("problem", "X"), [
    (ValueError("negative dimensions are not allowed"), [[-1], [2], [3]]),
    (ValueError("X must be non-negative"), [[1], [2], [3]]),
    (OverflowError("int too large"), [[-1], [2], [3]]),
    (ValueError("the variable 1 is constant"), [[1, 2], [2, 3], [3, 4]]),
])
def test_other_exceptions_are_no_refusals(problem, X):
    assert refusal(problem, X, [1, 1, -1]) == ""


# ------------------------------------------------------------------------------------- missed faults
# Predicts 0 on the plane.
SignOfScore = variant("SignOfScore", Base, predict=lambda self, X: np.sign(self.decision_function(X)))


def test_a_prediction_on_the_plane_is_a_label():
    found = finding_of(SignOfScore, "interface.predictions")
    assert found.verdict == BREACH
    shows(found)
    audited = Implementation(SignOfScore, {}, Profile("mine"))  # w = 3 and b = −1, and no example, opposite or middle
    with pytest.raises(Broken, match=r"predict returns \[0.0\]"):  # of two examples is on the plane
        perceptron_checks.predict_rightly(audited, ([(0,), (3,)], [-1, 1]))


class MakesWeightsLater(Base):
    """`predict` makes the weights."""

    def finish(self, X):
        hidden = self.coef_, self.intercept_
        self.kept, self.w, self.b = (lambda: hidden), None, None
        del self.coef_, self.intercept_

    def decision_function(self, X):
        self.w, self.b = self.kept()
        return np.asarray(X, float) @ self.w + self.b


# Predicts 0 and 1, whatever the labels are, and often the wrong one.
Zeros = variant("Zeros", Base, predict=lambda self, X: (self.decision_function(X) > 9).astype(int))


def test_a_class_that_is_never_right_has_the_labels_of_its_predictions_unless_it_takes_all():
    base = pytest.importorskip("sklearn.base").BaseEstimator
    for cls, labels in ((Zeros, (0, 1)), (type("Derived", (Zeros, base), {}), (-1, 1))):
        assert ready(cls).profile.labels == labels


def test_a_bias_that_is_a_rounding_error_beside_the_weights_decides_nothing():
    w, b = Fraction(4.570827983667447), Fraction(-7.788908407135871e-17)
    assert may_flip_sign(State((w, 0), b), (0, 0))
    assert not may_flip_sign(State((w, 0), Fraction(-1, 2**30)), (0, 0))


class HardSVM(Base):
    """Its bias is wrong, and it has no soft margin unless C is given."""

    def __init__(self, C=None):
        self.C = C

    def finish(self, X):
        self.intercept_ = self.intercept_ - 100


def test_a_support_vector_machine_with_no_soft_margin_separates():
    found = audit(HardSVM, examples=FEW, within=run_directly, only=lambda name: name.startswith("separates"))
    assert found.exit_status == 1
    found = audit(HardSVM, {"C": 1}, examples=FEW, within=run_directly, only=lambda name: name.startswith("separates"))
    assert found.exit_status == 0


@pytest.mark.parametrize(("name", "params", "why"), [
    ("SVM", {"C": None}, ""), ("SVC", {"lam": float("inf")}, ""), ("SVM", {"C": 1.0}, "it has the parameter C"),
    ("LinearSVM", {}, "its name is LinearSVM"), ("RidgeSVM", {"C": None}, "its name is RidgeSVM"),
])
def test_what_excuses_a_class_from_separation(name, params, why):
    cls = type(name, (), {"__init__": lambda self, C=None, lam=None: None} if params else {})
    assert estimator_adapter.why_no_separator(cls, params) == why


# ------------------------------------------------------------------------------------- printed code
def shows(finding):
    """Run the printed code by itself: its assertion fails, or it raises what the finding names."""
    assert finding.status in ("failed", "error"), finding
    assert finding.reproduce, finding
    if finding.verdict == RAISES:
        with pytest.raises((AttributeError, IndexError, KeyError, ZeroDivisionError)) as raised:
            exec(finding.reproduce, {})
        assert finding.reason == f"{raised.type.__name__}: {raised.value}"
    else:
        with pytest.raises(AssertionError):
            exec(finding.reproduce, {})


RaisesOnOneFeature = variant("RaisesOnOneFeature", Base,
    predict=lambda self, X: Base.predict(self, X if np.shape(X)[1] > 1 else np.ravel(X)[:, 0]))


class RaisesInScores(Base):
    def decision_function(self, X):
        raise KeyError("scores")

    def predict(self, X):
        return self.classes_[(Base.decision_function(self, X) > 0).astype(int)]


ScoresOfThree = variant("ScoresOfThree", Base,
    decision_function=lambda self, X: np.stack([Base.decision_function(self, X)] * 3, axis=1),
    predict=lambda self, X: self.classes_[(Base.decision_function(self, X) > 0).astype(int)])
PredictsNaN = variant("PredictsNaN", Base,
    predict=lambda self, X: np.where(np.asarray(X, float)[:, 0] > 2.5, np.nan, Base.predict(self, X)))
PredictsTable = variant("PredictsTable", Base, predict=lambda self, X: np.stack([Base.predict(self, X)] * 2, axis=1))


class TooManyWeights(Base):
    def finish(self, X):
        self.coef_ = np.append(self.coef_, 0) if X.shape[1] == 2 else self.coef_

    def decision_function(self, X):
        X = np.asarray(X, float)
        return X @ self.coef_[: X.shape[1]] + self.intercept_


class WeightsOfNaN(Base):
    def finish(self, X):
        self.coef_ = self.coef_ * np.nan if len(X) > 4 else self.coef_


class RaisesWithoutCoef(Base):
    """There are no attributes coef_ and intercept_, and `predict` raises for many points."""

    def finish(self, X):
        self.f = np.append(self.coef_, self.intercept_)
        del self.coef_, self.intercept_

    def decision_function(self, X):
        return np.asarray(X, float) @ self.f[:-1] + self.f[-1]

    def predict(self, X):
        return super().predict(X) if len(X) < 60 else self.missing


FitsFewRows = variant("FitsFewRows", Base, fit=lambda self, X, y: Base.fit(self, X, y) if len(X) < 5 else 1 // 0)


@pytest.mark.parametrize(("cls", "check", "verdict"), [
    (RaisesOnOneFeature, "interface.one-at-a-time", RAISES), (RaisesOnOneFeature, "interface.predictions", RAISES),
    (RaisesInScores, "interface.decision-function", RAISES), (ScoresOfThree, "interface.decision-function", SHAPE),
    (PredictsNaN, "interface.predictions", NAN), (PredictsNaN, "separates.plain", NAN),
    (PredictsTable, "interface.many-at-a-time", SHAPE), (PredictsTable, "interface.score", SHAPE),
    (TooManyWeights, "interface.copy", SHAPE), (WeightsOfNaN, "interface.finite", NAN),
    (RaisesWithoutCoef, "interface.many-at-a-time", RAISES), (FitsFewRows, "interface.repeatable", RAISES),
    (FitsFewRows, "separates.repeated", RAISES),
])
def test_printed_code_shows_the_failure_by_itself(cls, check, verdict):
    if check == "interface.score":
        cls = type(cls.__name__, (cls,), {"score": lambda self, X, y: 1.0, "__module__": cls.__module__})
        globals()[cls.__name__] = cls
    found = finding_of(cls, check)
    assert found.verdict == verdict, found
    shows(found)
    assert "model.coef_" not in found.reproduce or hasattr(cls().fit(np.eye(2), np.array([-1, 1])), "coef_")


# ------------------------------------------------------------------------------------- fits without an end
class Endless(BaseException):
    """Stands for a fit without an end."""


class HasNoEnd(Base):
    """Has no end with two examples."""

    def fit(self, X, y):
        if len(X) == 2:
            raise Endless
        return super().fit(X, y)


class HasNoEndWithBytes(Base):
    """Has no end with bytes."""

    def fit(self, X, y):
        if getattr(X, "dtype", None) == np.uint8:
            raise Endless
        return super().fit(X, y)


@pytest.mark.parametrize("cls", [HasNoEnd, HasNoEndWithBytes])
def test_a_fit_without_an_end_is_waited_for_once(cls):
    waited = []
    def within(seconds, work):
        try:
            return work()
        except Endless:
            waited.append(seconds)
            raise OutOfTime(f"no end within {seconds:g} s") from None
    found = audit(cls, examples=FEW, seconds=20, within=within)
    (hanging,) = (finding for finding in found.findings if finding.verdict == HANGS)
    assert waited.count(20) == 1
    assert sum(waited) < 40
    assert found.exit_status == 1
    with pytest.raises(Endless):
        exec(hanging.reproduce, {})


class InFloat32(Base):
    """Stores and computes in float32, under names that only its predictions explain."""

    def rounded(self, w):
        return w.astype(np.float32)

    def finish(self, X):
        self.w_, self.b_ = self.coef_, np.float32(self.intercept_)
        del self.coef_, self.intercept_

    def decision_function(self, X):
        return np.asarray(X, np.float32) @ self.w_ + self.b_


class Conditional(Base):
    """Has scores under a condition that is false."""

    @property
    def decision_function(self):
        raise AttributeError("no scores")

    def predict(self, X):
        return self.classes_[(np.asarray(X) @ self.coef_ + self.intercept_ > 0).astype(int)]


def test_a_method_that_objects_do_not_have_is_not_asked_for():
    assert finding_of(Conditional, "interface.decision-function").verdict == NO_THEOREM


def test_weights_in_float32_are_found():
    assert ready(InFloat32).profile.weights_code == "np.ravel(model.w_), np.ravel(model.b_)[0]"


class Weighted(Base):
    """Multiplies each update by the weight of its example."""

    def fit(self, X, y, sample_weight=None):
        self.sizes = np.ones(len(X)) if sample_weight is None else sample_weight
        return super().fit(X, y)

    def one_pass(self, X, y):
        wrong = [i for i, (x, label) in enumerate(zip(X, y, strict=True))
                 if self.wrong(x, label) and not self.move(self.sizes[i] * label * x, self.sizes[i] * label)]
        return len(wrong)


def test_weights_of_examples_that_have_an_effect_pass():
    assert finding_of(Weighted, "parameters.sample_weight").verdict == HOLDS


class StillBias(InFloat32):
    """Has a bias that no update moves."""

    def move(self, along, up):
        super().move(along, 0)


def test_a_bias_that_no_example_moves_is_reported():
    assert "no example moves it" in finding_of(StillBias, "interface.weights").reason
