"""Classifiers to audit: one perceptron with a hook for each line, right ones with other conventions, and buggy ones.

Main definitions:
    Base     the perceptron of the textbooks: scikit-learn's interface, no counter, no cap, no single steps
    RIGHT    classes with other conventions, each a perceptron
    BUGGY    (class, check, where the bug is from): each a real report or a slip that is easily made
    variant  a class that differs from another one in a few members

Each bug is one overridden line. None of the classes tells anything of itself.
"""

import sys
from typing import ClassVar

import numpy as np


class Base:
    """Pass after pass until no y(⟨w, x⟩ + b) is ≤ 0; labels of any name, the greater one positive."""

    passes = 5000

    def fit(self, X, y):
        X, y = self.prepared(np.asarray(X, float)), self.signs(np.asarray(y))
        self.start(X.shape[1])
        for number in range(self.passes):
            if not self.one_pass(*self.ordered(X, y, number)):
                break
        self.finish(X)
        return self

    def prepared(self, X):
        self.c = 1
        return X

    def signs(self, y):
        self.classes_ = np.unique(y)
        return np.where(y == self.classes_[1], 1, -1)

    def start(self, d):
        self.coef_, self.intercept_ = np.zeros(d), 0.0

    def ordered(self, X, y, number):
        return X, y

    def finish(self, X):
        pass

    def one_pass(self, X, y):
        return sum([self.meet(x, label) for x, label in zip(X, y, strict=True)])

    def meet(self, x, label):
        wrong = self.wrong(x, label)
        if wrong:
            self.update(x, label)
        return wrong

    def wrong(self, x, label):
        return label * self.margin(x) <= 0

    def margin(self, x):
        return x @ self.coef_ + self.intercept_

    def update(self, x, label):
        self.move(label * x, self.c * label)

    def move(self, along, up):
        self.coef_, self.intercept_ = self.rounded(self.coef_ + along), self.intercept_ + up

    def rounded(self, w):
        return w

    def decision_function(self, X):
        return np.asarray(X) @ self.coef_ + self.intercept_

    def predict(self, X):
        return self.classes_[(self.decision_function(X) > 0).astype(int)]


def variant(name, base, **members):
    """Make a class of the calling module that differs from another one in a few members, each an expression."""
    return type(name, (base,), {"__module__": sys._getframe(1).f_globals["__name__"], **members})


# ----------------------------------------------------------------------------------------- right ones
class RadiusSquared(Base):
    """Bias step R²."""

    def prepared(self, X):
        self.c = (X * X).sum(axis=1).max()
        return X


class NoBias(Base):
    """No bias at all, and w under a name of its own."""

    def fit(self, X, y):
        super().fit(X, y)
        self.direction = self.coef_
        del self.coef_, self.intercept_
        return self

    def prepared(self, X):
        self.c = 0
        return X

    def decision_function(self, X):
        return np.asarray(X) @ self.direction


class PositiveTies(Base):
    """A score of 0 is the positive class, in fit as in predict."""

    def wrong(self, x, label):
        return (self.margin(x) >= 0) != (label > 0)

    def predict(self, X):
        return self.classes_[(self.decision_function(X) >= 0).astype(int)]


class Shuffled:
    """Labels 0 and 1, η(y − ŷ), the bias as the first weight, shuffled epochs, a cap: as in textbooks on Python."""

    def __init__(self, eta=0.1, n_iter=50, random_state=None):
        self.eta, self.n_iter, self.random_state = eta, n_iter, random_state

    def fit(self, X, y):
        source = np.random.RandomState(self.random_state)
        self.w_ = np.zeros(1 + X.shape[1])
        for _ in range(self.n_iter):
            errors = 0
            for i in source.permutation(len(y)):
                change = self.eta * (y[i] - self.predict(X[i : i + 1])[0])
                self.w_[1:] += change * X[i]
                self.w_[0] += change
                errors += change != 0
            if not errors:
                break
        return self

    def predict(self, X):
        return np.where(X @ self.w_[1:] + self.w_[0] >= 0, 1, 0)


class WorstFirst(Base):
    """Always the example of the least margin; step size 1/4."""

    passes = 100_000  # of one update

    def one_pass(self, X, y):
        worst = np.argmin(y * self.decision_function(X))
        return self.meet(X[worst], y[worst])

    def update(self, x, label):
        self.move(0.25 * label * x, 0.25 * label)


class FirstMistake:
    """Begins again at the first example after each update; bias step 1/2; labels ±1; a threshold; no cap."""

    def fit(self, X, y):
        self.normal, self.threshold = np.zeros(X.shape[1]), 0.0
        while any(self.learned(x, label) for x, label in zip(X, y, strict=True)):
            pass

    def learned(self, x, label):
        wrong = label * (self.normal @ x - self.threshold) <= 0
        if wrong:
            self.normal, self.threshold = self.normal + label * x, self.threshold - label / 2
        return wrong

    def predict(self, X):
        return np.where(X @ self.normal > self.threshold, 1, -1)


class InSlots(Base):
    """Its weights stand in slots."""

    __slots__ = ("coefficients", "offset")

    def finish(self, X):
        self.coefficients, self.offset = self.__dict__.pop("coef_"), self.__dict__.pop("intercept_")

    def predict(self, X):
        return self.classes_[(self.decision_function(X) > 0).astype(int)]

    def decision_function(self, X):
        w, b = (self.coefficients, self.offset) if not hasattr(self, "coef_") else (self.coef_, self.intercept_)
        return np.asarray(X) @ w + b


class PositiveIsTheSmaller(Base):
    """The positive class is the smaller label, which `classes_` has last."""

    def signs(self, y):
        self.classes_ = np.unique(y)[::-1]
        return np.where(y == self.classes_[1], 1, -1)


class PositiveAppearsLast(Base):
    """`classes_` has the labels in the order of the examples."""

    def signs(self, y):
        self.classes_ = np.array(list(dict.fromkeys(y.tolist())))
        return np.where(y == self.classes_[1], 1, -1)


class TruthValues(PositiveTies):
    """Its labels are False and True."""

    def signs(self, y):
        if y.dtype != bool:
            raise TypeError("y must be bool")
        return super().signs(y)


RIGHT = [Base, RadiusSquared, NoBias, PositiveTies, Shuffled, WorstFirst, FirstMistake, InSlots, PositiveIsTheSmaller,
         TruthValues]

# ----------------------------------------------------------------------------------------- buggy ones
BUGGY = []
FEW_PASSES = 150  # for those that never end


def slip(check, where):
    """Note where a bug is from, and the check that has to find it."""
    def noted(cls):
        if hasattr(cls, "passes"):
            cls.passes = min(cls.passes, FEW_PASSES)
        BUGGY.append((cls, check, where))
        return cls
    return noted


@slip("theorem.updates", "scores computed once for a whole pass")
class StaleScores(Base):
    def one_pass(self, X, y):
        wrong = y * (X @ self.coef_ + self.intercept_) <= 0
        for x, label in zip(X[wrong], y[wrong], strict=True):
            self.update(x, label)
        return wrong.sum()


class WithRate(Base):
    def __init__(self, eta=0.1):
        self.eta = eta

    def update(self, x, label):
        self.move(self.eta * label * x, self.eta * label)


@slip("separates.plain", "ciml issue 97: an average whose count is not reset after an update")
class AveragedWrongly(Base):
    def start(self, d):
        super().start(d)
        self.count, self.sum_, self.bias_sum = 0, np.zeros(d), 0.0

    def meet(self, x, label):
        self.count += 1
        return super().meet(x, label)

    def update(self, x, label):
        self.sum_, self.bias_sum = self.sum_ + self.count * self.coef_, self.bias_sum + self.count * self.intercept_
        super().update(x, label)

    def finish(self, X):
        self.coef_, self.intercept_ = self.sum_ / self.count, self.bias_sum / self.count


@slip("interface.refit", "a mutable default argument")
class MutableDefault(Base):
    def __init__(self, bias=[0.0]):  # noqa: B006
        self.bias = bias

    def start(self, d):
        super().start(d)
        self.intercept_ = self.bias[0]

    def finish(self, X):
        self.bias[0] = self.intercept_


@slip("interface.refit", "a list that all objects share")
class OneListForAllObjects(Base):
    kept: ClassVar[list] = []

    def finish(self, X):
        self.kept[:] = self.__dict__.pop("coef_"), self.__dict__.pop("intercept_")

    def decision_function(self, X):
        return np.asarray(X) @ self.kept[0] + self.kept[1]


@slip("interface.input-unchanged", "labels 0 replaced by -1 in place")
class ReplacesTheLabels(Base):
    def signs(self, y):
        y[y == 0] = -1
        return super().signs(y)


@slip("interface.input-unchanged", "cuml issue 5482: fit centres X in place and does not put it back")
class CentresInPlace(Base):
    def fit(self, X, y):
        self.mean = X.mean(axis=0)
        X -= self.mean
        return super().fit(X, y)

    def decision_function(self, X):
        return super().decision_function(X - self.mean)


@slip("interface.input-unchanged", "pygsp issue 71: y[y == 0] = -1 in the array of the caller")
class ChangesLabels(Base):
    def signs(self, y):
        y[y == 0] = -1
        return y

    def predict(self, X):
        return (self.decision_function(X) > 0).astype(int)


@slip("separates.plain", "classes in the order in which they appear, in fit only")
class ClassesAsTheyAppear(Base):
    def signs(self, y):
        super().signs(y)
        return np.where(y == y[0], -1, 1)


@slip("separates.plain", "spu pull request 314: stops when the errors make no progress")
class StopsWithoutProgress(Base):
    def one_pass(self, X, y):
        before, self.errors = self.errors, super().one_pass(X, y)
        return self.errors < before

    def start(self, d):
        super().start(d)
        self.errors = 10**9


@slip("interface.number-types", "adversarial-robustness-toolbox issue 224: unsigned bytes in arithmetic")
class WrapsBytes(RadiusSquared):
    def fit(self, X, y):
        self.radius2 = np.max(np.sum(np.asarray(X) ** 2, axis=1))
        return super().fit(X, y)

    def prepared(self, X):
        self.c = float(self.radius2)
        return X


@slip("separates.closer-pair", "no more than 2000 examples are met, which is said nowhere")
class HiddenCapOfVisits(Base):
    def start(self, d):
        super().start(d)
        self.met = 0

    def meet(self, x, label):
        self.met += 1
        return self.met <= 2000 and super().meet(x, label)


@slip("separates.close-pair", "the updates of an example counted in int8, from which w is made: the 128th is -128")
class CountsInBytes(Base):
    def start(self, d):
        super().start(d)
        self.counts = {}

    def update(self, x, label):
        byte = self.counts.setdefault((*x, label), np.zeros(1, np.int8))
        byte += np.int8(1)
        w = sum(n * key[-1] * np.array([*key[:-1], 1]) for key, (n,) in self.counts.items())
        self.coef_, self.intercept_ = w[:-1], w[-1]


@slip("fit.counter", "visits counted as updates")
class CountsVisits(Base):
    def start(self, d):
        super().start(d)
        self.n_updates_ = 0

    def meet(self, x, label):
        self.n_updates_ += 1
        return super().meet(x, label)


@slip("theorem.updates", "a weight decay left in the perceptron")
class Decays(Base):
    def one_pass(self, X, y):
        self.coef_ = 0.99 * self.coef_
        return super().one_pass(X, y)


@slip("separates.large", "astype(np.int32) where all features are whole")
class Int32(Base):
    def prepared(self, X):
        return super().prepared(X.astype(np.int32) if (X.round() == X).all() else X)

    def margin(self, x):
        return (x @ self.coef_.astype(x.dtype)) + self.intercept_


@slip("interface.input-unchanged", "predict centres X in place")
class PredictCentresInPlace(Base):
    def predict(self, X):
        said = super().predict(X)
        X -= np.mean(X, axis=0)
        return said


@slip("interface.many-at-a-time", "predict by chunks of 64, and the rest is left as it was")
class LosesTheRest(Base):
    def predict(self, X):
        said = super().predict(X)
        if len(X) > 64:
            said[len(X) // 64 * 64 :] = self.classes_[0]
        return said


@slip("interface.many-at-a-time", "the scores of more than 30 rows are centred; a mean of 0 changes none")
class CentresManyScores(Base):
    def predict(self, X):
        scores = self.decision_function(X)
        return self.classes_[(scores > (np.mean(scores) if len(X) > 30 else 0)).astype(int)]


@slip("interface.predictions", "a dictionary of the examples is asked first, and the bias is forgotten elsewhere")
class Remembers(Base):
    def finish(self, X):
        self.known = {tuple(x): Base.predict(self, [x])[0] for x in X.tolist()}

    def predict(self, X):
        new = self.classes_[(np.asarray(X) @ self.coef_ > 0).astype(int)]
        return np.array([self.known.get(tuple(x), label) for x, label in zip(X.tolist(), new, strict=True)])


@slip("interface.copy", "a deep copy that moves the bias")
class NotCopied(Base):
    def __deepcopy__(self, memo):
        other = type(self)()
        vars(other).update(vars(self), intercept_=self.intercept_ + 5)
        return other


class Seeded(Base):
    def __init__(self, random_state=None):
        self.random_state = random_state


@slip("interface.repeatable", "random_state is taken, and the global generator shuffles")
class IgnoresItsSeed(Seeded):
    def ordered(self, X, y, number):
        order = np.random.permutation(len(y))
        return X[order], y[order]


@slip("interface.repeatable", "random_state becomes the seed of the global generator")
class SeedsAllOthers(Seeded):
    def start(self, d):
        super().start(d)
        np.random.seed(self.random_state)


@slip("interface.sparse", "the values of a row of a sparse array taken for its first features")
class ShiftsSparseRows(Base):
    def fit(self, X, y):
        if hasattr(X, "toarray"):
            X = np.array([[*row.data, *np.zeros(X.shape[1] - row.nnz)] for row in (X[[i]] for i in range(X.shape[0]))])
        return super().fit(X, y)


@slip("separates.other-names", "classes_ sorted as text after fit: 10 comes before 9")
class SortsClassesAsText(Base):
    def finish(self, X):
        self.classes_ = np.array(sorted(self.classes_.tolist(), key=str))


class WithIntercept(Base):
    """The bias is learned if fit_intercept says so."""

    def __init__(self, fit_intercept=True):
        self.fit_intercept = fit_intercept

    def prepared(self, X):
        self.c = int(self.learns_bias())
        return X

    def learns_bias(self):
        return self.fit_intercept


class MayShuffle(Base):
    """Passes in an order of their own, from a seed, if shuffle says so."""

    def __init__(self, shuffle=True, random_state=0):
        self.shuffle, self.random_state = shuffle, random_state

    def ordered(self, X, y, number):
        if not self.shuffles():
            return X, y
        order = np.random.RandomState((self.random_state, number)).permutation(len(y))
        return X[order], y[order]

    def shuffles(self):
        return self.shuffle


class WithEta0(Base):
    """Every update is eta0 times that of the perceptron."""

    def __init__(self, eta0=0.5):
        self.eta0 = eta0

    def update(self, x, label):
        self.move(self.eta0 * label * x, self.eta0 * label)


def declare(name, base, check, where, **methods):
    """A class whose bug is one method that is an expression."""
    globals()[name] = slip(check, where)(variant(name, base, **methods))


declare("SkipsOneInEachPass", Base, "separates.plain", "an example skipped in each pass, another one each time",
    ordered=lambda self, X, y, number: (np.delete(X, number % len(y), 0), np.delete(y, number % len(y))))
declare("SkipsTheLast", Base, "separates.plain", "range(len(X) - 1)",
    ordered=lambda self, X, y, number: (X[:-1], y[:-1]))
declare("SkipsTheFirst", Base, "separates.plain", "range(1, len(X))",
    ordered=lambda self, X, y, number: (X[1:], y[1:]))
declare("OnePass", Base, "separates.plain", "break after the first pass, whatever came of it",
    passes=1)
declare("MovesTheBiasAway", Base, "separates.plain", "neuroph issue 48: the threshold moves the wrong way",
    update=lambda self, x, label: self.move(label * x, -label))
declare("BiasForEveryFeature", Base, "theorem.updates",
    "trustyai-explainability pull request 26, manning issue 46: b moved once for every feature",
    update=lambda self, x, label: self.move(label * x, len(x) * label))
declare("RadiusOfTheLast", Base, "theorem.updates", "the bias moved by the ‖x‖² of the example at hand, for R²",
    update=lambda self, x, label: self.move(label * x, x @ x * label))
declare("Float16", Base, "fit.replay", "weights added up in float16",
    rounded=lambda self, w: w.astype(np.float16).astype(float))
declare("Float32", Base, "convention.dtype", "weights kept in float32, and the profile says float64",
    told=(("dtype", "float64"),), rounded=lambda self, w: w.astype(np.float32))
declare("GoesOnFromTheFirstFit", Base, "interface.refit", "xcsf issue 84: a second fit goes on from the first",
    start=lambda self, d: hasattr(self, "coef_") or Base.start(self, d))
declare("KeepsTheBias", Base, "interface.refit", "the weights reset for a new fit, the bias not",
    start=lambda self, d: vars(self).update(coef_=np.zeros(d), intercept_=getattr(self, "intercept_", 0.0)))
declare("ZeroForMinusOne", Base, "separates.plain", "labels 0 and 1 used as if they were -1 and 1",
    signs=lambda self, y: (Base.signs(self, y) > 0).astype(int))
declare("AbsoluteError", Base, "separates.plain", "the absolute value of the error",
    update=lambda self, x, label: Base.update(self, x, abs(label)))
declare("RateTwice", WithRate, "fit.rate", "the step size applied to the difference, and again to the update",
    update=lambda self, x, label: WithRate.update(self, self.eta * x, label))
declare("RateSquared", WithRate, "fit.rate", "the step size applied twice to both",
    update=lambda self, x, label: self.move(self.eta**2 * label * x, self.eta**2 * label))
declare("Eta0OfWeightsOnly", WithEta0, "parameters.eta0", "the bias moves by 1, whatever eta0 is",
    update=lambda self, x, label: self.move(self.eta0 * label * x, label))
declare("Eta0Squared", WithEta0, "parameters.eta0", "the step size applied twice",
    update=lambda self, x, label: self.move(self.eta0**2 * label * x, self.eta0**2 * label))
declare("Eta0Ignored", WithEta0, "parameters.eta0", "eta0 is taken and not used",
    update=Base.update)
declare("InterceptTurnedRound", WithIntercept, "parameters.fit_intercept", "mlpack pull request 2419: turned round",
    learns_bias=lambda self: not self.fit_intercept)
declare("AlwaysIntercept", WithIntercept, "parameters.fit_intercept", "a bias that is learned though it is false",
    learns_bias=lambda self: True)
declare("NeverIntercept", WithIntercept, "parameters.fit_intercept", "a bias that is never learned though it is true",
    learns_bias=lambda self: False)
declare("UpdatesOnCorrect", Base, "separates.plain", "the comparison turned round",
    wrong=lambda self, x, label: not Base.wrong(self, x, label))
declare("OtherTieInPredict", PositiveTies, "separates.reversed", ">= in fit and > in predict",
    predict=lambda self, X: Base.predict(self, X))
declare("Int8", Base, "separates.large", "astype(np.int8) to save memory",
    prepared=lambda self, X: Base.prepared(self, X.astype(np.int8)))
declare("Truncates", Base, "separates.halved", "astype(int) of features that are no integers",
    prepared=lambda self, X: Base.prepared(self, X.astype(int)))
declare("ForgetsTheCentre", Base, "separates.plain", "features centred in fit and not in predict",
    prepared=lambda self, X: Base.prepared(self, X - X.mean(axis=0)))
declare("NormalisesInFit", Base, "theorem.updates", "rows normalised in fit and not in predict",
    prepared=lambda self, X: Base.prepared(self, X / (np.linalg.norm(X, axis=1, keepdims=True) + 1e-300)))
declare("CentresEachCall", Base, "interface.one-at-a-time", "fit_transform for transform: predict takes its own mean",
    prepared=lambda self, X: Base.prepared(self, X - X.mean(axis=0)),
    decision_function=lambda self, X: Base.decision_function(self, X - np.mean(X, axis=0)))
declare("ClassesSwapped", Base, "separates.plain", "classes in the order of np.unique, taken for that of (1, -1)",
    predict=lambda self, X: self.classes_[(self.decision_function(X) <= 0).astype(int)])
declare("DecisionFlipped", Base, "interface.decision-function", "scikit-learn pull 546: the sign of the other class",
    decision_function=lambda self, X: -Base.decision_function(self, X),
    predict=lambda self, X: self.classes_[(self.decision_function(X) < 0).astype(int)])
declare("DecisionWithoutBias", Base, "interface.decision-function", "handson-ml2 issue 641: the bias is not added",
    decision_function=lambda self, X: np.asarray(X) @ self.coef_,
    predict=lambda self, X: self.classes_[(np.asarray(X) @ self.coef_ + self.intercept_ > 0).astype(int)])
declare("ShufflesPointsOnly", Base, "separates.plain", "X shuffled, and y not",
    ordered=lambda self, X, y, number: (np.random.RandomState(number).permutation(X), y))
declare("HalfIsEnough", Base, "separates.reversed", "converged when half of the examples are right",
    one_pass=lambda self, X, y: 2 * Base.one_pass(self, X, y) >= len(y))
declare("LastExampleDecides", Base, "separates.plain", "shogun pull request 4335: the last example decides on the end",
    one_pass=lambda self, X, y: [self.meet(x, label) for x, label in zip(X, y, strict=True)][-1])
declare("PredictsBooleans", Base, "separates.other-names", "neupy issue 195: predict returns booleans",
    predict=lambda self, X: self.decision_function(X) > 0)
declare("LosesParams", WithRate, "interface.params", "revrand issue 115: a parameter that get_params does not tell",
    get_params=lambda self, deep=True: {})
declare("CoinForTies", Base, "interface.repeatable", "ties decided by a coin without a seed",
    margin=lambda self, x: Base.margin(self, x) or np.random.default_rng().choice([-1, 1]))
declare("HiddenCap", Base, "separates.close-pair", "no more than 100 passes, which is said nowhere",
    passes=100)
declare("EightFeatures", Base, "separates.wide", "a loop over eight features",
    decision_function=lambda self, X: np.asarray(X)[:, :8] @ self.coef_[:8] + self.intercept_)
declare("First500", Base, "separates.crowd", "X[:500] left in from an experiment",
    ordered=lambda self, X, y, number: (X[:500], y[:500]))
declare("LearnsPositiveOnly", Base, "separates.plain", "only examples of the positive class are learned",
    wrong=lambda self, x, label: Base.wrong(self, x, label) and label > 0)
declare("CloseIsMistake", Base, "fit.replay", "np.isclose(score, 0) for score == 0",
    wrong=lambda self, x, label: Base.wrong(self, x, label) or np.isclose(self.margin(x), 0))
declare("ForgivesALittle", Base, "separates.plain", "mistakes by less than 1e-9 are forgiven",
    wrong=lambda self, x, label: label * self.margin(x) < -1e-09 or self.margin(x) == 0)
declare("OnePercentIsNothing", Base, "separates.crowd", "converged when less than one percent is wrong",
    one_pass=lambda self, X, y: Base.one_pass(self, X, y) >= 0.01 * len(y))
declare("MostAreRight", Base, "separates.crowd", "converged when nine of ten examples are right after a pass",
    one_pass=lambda self, X, y: Base.one_pass(self, X, y) and np.mean(y * Base.decision_function(self, X) > 0) <= 0.9)
declare("PredictsAColumn", Base, "interface.many-at-a-time", "predict returns the shape (n, 1)",
    predict=lambda self, X: Base.predict(self, X)[:, None])
declare("ScoresErrors", Base, "interface.score", "score returns the error",
    _estimator_type="classifier", score=lambda self, X, y: np.mean(self.predict(X) != y))
declare("ScoresTheBetter", Base, "interface.score", "score is that of the better of the two orders of labels",
    _estimator_type="classifier",
    score=lambda self, X, y: max(np.mean(self.predict(X) == y), np.mean(self.predict(X) != y)))
declare("ScoresAllButOne", Base, "interface.score", "score leaves out the last example",
    _estimator_type="classifier", score=lambda self, X, y: np.mean(self.predict(X[:-1]) == y[:-1]))
declare("DecisionOfOneFlipped", Base, "interface.decision-function", "a single row has the score of the other class",
    decision_function=lambda self, X: (-1 if len(X) == 1 else 1) * Base.decision_function(self, X),
    predict=lambda self, X: self.classes_[(Base.decision_function(self, X) > 0).astype(int)])
declare("DecisionDrifts", Base, "interface.decision-function", "each call adds a little to the scores",
    calls=0, decision_function=lambda self, X: Base.decision_function(self, X) + self.count_call() / 1000,
    count_call=lambda self: setattr(self, "calls", self.calls + 1) or self.calls,
    predict=lambda self, X: self.classes_[(Base.decision_function(self, X) > 0).astype(int)])
declare("PredictMovesTheBias", Base, "interface.input-unchanged", "each prediction adds a little to the bias",
    predict=lambda self, X: (Base.predict(self, X), self.move(0, 1e-9))[0])
declare("IgnoresWeights", Base, "parameters.sample_weight", "sample_weight is taken and not used",
    fit=lambda self, X, y, sample_weight=None: Base.fit(self, X, y))
declare("AlwaysShuffles", MayShuffle, "parameters.shuffle", "the order is shuffled though shuffle is false",
    shuffles=lambda self: True)
