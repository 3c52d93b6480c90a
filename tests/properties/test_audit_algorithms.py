"""Classes held against the exact runs of an algorithm: what only looks alike on its examples is not passed."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from novikoff.algorithms.errors import BadInput
from novikoff.algorithms.registry import ALGORITHMS
from novikoff.api.audits import resolve_rule
from novikoff.properties.audit import reference_checks
from novikoff.properties.audit.audit_runner import audit
from novikoff.properties.audit.conventions import Conventions
from novikoff.properties.audit.data_search import UNDECIDED
from novikoff.properties.audit.isolated_checks import run_directly
from novikoff.properties.audit.profiles import load_profiles
from novikoff.properties.audit.reference_checks import Claim
from novikoff.properties.audit.verdicts import BREACH, DIFFERS, EARLY, HOLDS, NO_THEOREM, UNCHECKED

from .classifiers import NoBias, OtherTieInPredict, PositiveTies, variant
from .test_audit_fairness import finding_of, ready

DATA = [
    ([(0,), (2,)], [-1, 1]),
    ([(1, 0, 2), (1, 0, -2), (-1, 0, -1)], [1, 1, -1]),
    ([(2, 1), (1, 3), (-1, 0), (0, -2)], [1, 1, -1, -1]),
    ([(3, -1), (-1, 3), (2, 3)], [-1, 1, 1]),
]


def judged(cls, rule, data=DATA):
    """What is said of the class on each of the data."""
    audited = ready(cls)
    return [reference_checks.ends_alike(rule, audited, each) for each in data]


def verdicts(said):
    """The verdicts, "holds" for none."""
    return {HOLDS if each is None else each.verdict for each in said}


def compared(cls, name, *options, check="algorithm.plain", params=None):
    """The finding of one check against an algorithm; the code of a difference shows it."""
    finding = finding_of(cls, check, params, rule=resolve_rule(name, options), examples=12)
    if finding.verdict == DIFFERS:
        with pytest.raises(AssertionError):
            exec(finding.reproduce, names := {})
        if check.startswith("rule.fit"):
            assert names["exact"].stopped in ("order_exhausted", "separated")
    return finding


# ------------------------------------------------------------------------------- what has not been seen
class Nearest:
    """The label of the nearest example."""

    def fit(self, X, y):
        self.X, self.y = X, y

    def predict(self, X):
        return self.y[((X[:, None] - self.X[None]) ** 2).sum(2).argmin(1)]


class Remembers:
    """The examples, and 1 for all else."""

    def fit(self, X, y):
        self.known = {tuple(x): label for x, label in zip(X.tolist(), y.tolist(), strict=True)}

    def predict(self, X):
        return np.array([self.known.get(tuple(x), 1) for x in X.tolist()])


class Dual:
    """A kernel perceptron."""

    power = 1

    def kernel(self, X):
        return (X @ self.X.T + 1) ** self.power

    def fit(self, X, y):
        self.X, self.y, self.counts, before = X, y, np.zeros(len(y)), -1
        while before < self.counts.sum():
            before = self.counts.sum()
            for i, row in enumerate(self.kernel(X)):
                self.counts[i] += y[i] * (row @ (self.counts * y)) <= 0

    def predict(self, X):
        return np.where(self.kernel(X) @ (self.counts * self.y) > 0, 1, -1)


# Its examples it has right, as any kernel perceptron has.
OtherKernel = variant("OtherKernel", Dual, power=3)


class Means:
    """The label of the nearer mean, 1 halfway, where the algorithm of that name says −1."""

    def fit(self, X, y):
        self.means = [X[y == label].mean(0) for label in (-1, 1)]

    def predict(self, X):
        far, near = (((X - mean) ** 2).sum(1) for mean in self.means)
        return np.where(near <= far, 1, -1)


@pytest.mark.parametrize(("cls", "name"), [
    (Nearest, "kernel_perceptron"), (OtherKernel, "kernel_perceptron"), (Nearest, "voted_perceptron"),
    *((Remembers, name) for name in ("kernel_perceptron", "nearest_neighbours", "forgetron", "nearest_mean", "lifting",
                                     "perceptron", "prank")),
])
def test_a_class_that_is_right_on_its_examples_alone_is_not_passed(cls, name):
    assert DIFFERS in verdicts(judged(cls, resolve_rule(name)))


def test_the_code_of_a_failure_shows_what_is_said_of_the_point():
    finding = compared(Remembers, "lifting")
    assert finding.verdict == DIFFERS
    assert finding.reproduce.splitlines()[-2].startswith("assert model.predict(np.array([[")
    with pytest.raises(AssertionError):
        exec(finding.reproduce, shown := {})
    assert shown["labels"].tolist() == shown["y"].tolist()


@pytest.mark.parametrize(("cls", "name"), [
    (Dual, "kernel_perceptron"), (Nearest, "nearest_neighbours"), (Means, "nearest_mean"),
])
def test_a_right_class_is_passed_wherever_it_decides_ties_otherwise(cls, name):
    assert verdicts(judged(cls, resolve_rule(name))) == {HOLDS}


# ------------------------------------------------------------------------------------------ what is rounded
class Linear:
    """Weights of (x, 1), and the sign of their product."""

    def fit(self, X, y):
        Z = np.hstack([X, np.ones((len(X), 1))]) * y[:, None]
        self.v, before = self.begin(Z), None
        while before is not self.v:
            before = self.v
            self.one_pass(Z)
        self.coef_, self.intercept_ = self.v[:-1], self.v[-1]

    def one_pass(self, Z):
        for z in Z:
            if self.v @ z <= self.least():
                self.v = self.after(self.v, z)

    def begin(self, Z):
        return np.zeros(Z.shape[1])

    def least(self):
        return 0

    def predict(self, X):
        return np.where(X @ self.coef_ + self.intercept_ > 0, 1, -1)


class Kozinec(Linear):
    """It takes the first mistake."""

    most = 1

    def begin(self, Z):
        return Z[0]

    def one_pass(self, Z):
        wrong = np.flatnonzero(Z @ self.v <= 0)
        if len(wrong):
            self.v = self.after(self.v, Z[wrong[0]])

    def after(self, v, z):
        kappa = min(v @ (v - z) / ((v - z) @ (v - z)), self.most)
        return (1 - kappa) * v + kappa * z


# Half of the way at most.
ShortSteps = variant("ShortSteps", Kozinec, most=0.5)


class Romma(Linear):
    part = 1

    def after(self, v, z):
        vv, vz, zz = v @ v, v @ z, z @ z
        if not vv:
            return z / zz
        return ((vv * zz - vz) * v + vv * (1 - vz) * self.part * z) / (vv * zz - vz * vz)


# A coefficient is too small.
RommaSlips = variant("RommaSlips", Romma, part=0.9)


class Alma(Linear):
    """With α = 1/2."""

    factor = 8**0.5

    def begin(self, Z):
        self.radius, self.number = max(np.linalg.norm(Z, axis=1)), 1
        return np.zeros(Z.shape[1])

    def least(self):
        return self.factor * self.radius / self.number**0.5

    def after(self, v, z):
        v = v + (2 / self.number) ** 0.5 * z / self.radius
        self.number += 1
        return v / max(1, np.linalg.norm(v))


# Its threshold is that of α = 3/4, nearly.
AlmaOtherwise = variant("AlmaOtherwise", Alma, factor=1)


ROUNDED = [  # on which 8 digits are too few, and no score is nearly 0
    ([(-1, 3, -3), (3, -4, -1), (-4, 3, 2), (-4, -4, 0), (2, 3, 0)], [1, 1, -1, -1, -1]),
    ([(-3, -3), (3, 0), (1, 1), (-3, 2)], [-1, -1, 1, 1]),
    ([(1, -2), (-1, 3), (4, 4), (-1, -3)], [1, -1, 1, -1]),
]
TIES = [
    (Kozinec, "kozinec", [], [(-1, 3, 3), (1, -1, 1), (1, -1, 1), (2, 1, -2), (-1, 3, 3), (2, -3, -3), (3, 1, -2),
                              (3, 1, -2)], [1, -1, -1, 1, 1, -1, 1, 1]),
    (Romma, "romma", [], [(-2, 1, -1, 1), (2, 1, -1, 1), (-4, 1, -1, -3), (-4, 1, -1, -3), (-3, -2, -3, 0)],
     [-1, 1, -1, -1, 1]),
    # Two ties meet: ‖√2·z‖ = D, and √2‖z‖² = D²/√2, the threshold; one of several moves shows it
    (Alma, "alma", ["alpha=0.738796125036258"], [(-2,), (-2,), (0,), (0,), (3,), (3,)], [-1, -1, 1, 1, 1, 1]),
]


@pytest.mark.parametrize(("cls", "name"), [(Kozinec, "kozinec"), (Romma, "romma"), (Alma, "alma")])
def test_what_is_compared_with_keeps_all_digits(cls, name):
    assert verdicts(judged(cls, resolve_rule(name), ROUNDED)) == {HOLDS}


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("cls", "name"), [(ShortSteps, "kozinec"), (RommaSlips, "romma"), (AlmaOtherwise, "alma")])
def test_another_step_is_not_rounding(cls, name):
    assert DIFFERS in verdicts(judged(cls, resolve_rule(name), ROUNDED))


@pytest.mark.parametrize(("cls", "name", "options", "X", "y"), TIES)
def test_nothing_is_said_where_a_tie_decides_whose_score_is_rounded(cls, name, options, X, y):
    (said,) = judged(cls, resolve_rule(name, options), [(X, y)])
    assert said.reason == f"a near tie, or rounding, decides where the exact {name} ends"


class NoWeights(Linear):
    """It ends with none."""

    def after(self, v, z):
        return v + z

    def predict(self, X):
        right, self.coef_, self.intercept_ = super().predict(X), 0 * self.coef_, 0.0
        return right


# A score of 0 is a mistake at the start alone.
TiesAreRight = variant("TiesAreRight", NoWeights,
    least=lambda self: 0 if not self.v.any() else -1e-9,
    predict=Linear.predict)


@pytest.mark.parametrize("cls", [NoWeights, TiesAreRight])
def test_a_tie_of_whole_numbers_and_weights_0_are_no_rounding(cls):
    assert DIFFERS in verdicts(judged(cls, resolve_rule("perceptron"), [([(0,), (1,)], [-1, 1]), *DATA]))


# ---------------------------------------------------------------------------------------- what is told
class Nearest3(Nearest):
    """The majority of the three nearest."""

    def predict(self, X):
        near = ((X[:, None] - self.X[None]) ** 2).sum(2).argsort(1, kind="stable")[:, :3]
        return np.where(self.y[near].sum(1) > 0, 1, -1)


def test_the_options_of_an_algorithm_can_be_told():
    three = [data for data in DATA if len(data[0]) > 2]
    assert verdicts(judged(Nearest3, resolve_rule("nearest_neighbours", ["k=3"]), three)) == {HOLDS}
    assert DIFFERS in verdicts(judged(Nearest3, resolve_rule("nearest_neighbours"), three))
    (said,) = judged(Nearest3, resolve_rule("nearest_neighbours", ["k=3"]), DATA[:1])
    assert said.reason == "k = 3 neighbours are more than the 2 examples; give k <= 2"


@pytest.mark.parametrize(("name", "told"), [
    ("margin_perceptron", {"beta": 2}), ("relaxation", {"threshold": 2}), ("romma", {"rho": 2}), ("perceptron", {}),
    ("weighted_majority", {}),
])
def test_the_threshold_of_a_profile_is_that_of_updates(name, told):
    settings = Claim(ALGORITHMS[name]).settings(Conventions(threshold=2))
    assert {key: settings[key] for key in ("beta", "threshold", "rho") if key in settings} == told
    assert not {"beta", "threshold", "rho"} & {*Claim(ALGORITHMS[name]).settings(Conventions())}


def test_options_and_profiles_are_told_apart():
    assert resolve_rule("relaxation", ["threshold=1/2"]).settings(Conventions(threshold=2))["threshold"] == 0.5
    claim = resolve_rule("batch-perceptron")
    assert claim.settings(Conventions(tie="positive"))["tie"] == "positive"
    with pytest.raises(BadInput, match="tie = 'up' is unknown"):
        claim.run([[1], [2]], [-1, 1], tie="up", max_updates=1)


# ------------------------------------------------------------------------------------- what is solved
class Between(Linear):
    """The plane halfway between two examples, its weights wrong by `error`."""

    error = 1e-8

    def fit(self, X, y):
        far, near = X[y == -1][0], X[y == 1][0]
        self.coef_, self.intercept_ = near - far, (far @ far - near @ near) / 2
        self.coef_ = self.coef_ * (1 + self.error)


# A solver that ended too early.
Nearly = variant("Nearly", Between, error=1e-4)


TWO = [DATA[0], ([(1, 0), (-1, 1)], [1, -1]), ([(2, 3), (-1, 1)], [-1, 1])]


def test_what_solves_has_no_steps_and_is_compared():
    assert verdicts(judged(Between, resolve_rule("svm"), TWO)) == {HOLDS}
    assert verdicts(judged(Nearly, resolve_rule("svm"), TWO)) == {DIFFERS}
    assert DIFFERS in verdicts(judged(Between, resolve_rule("nearest_point"), TWO))  # whose bias has a price


class Once(Linear):
    """One pass of the perceptron."""

    def fit(self, X, y):
        Z = np.hstack([X, np.ones((len(X), 1))]) * y[:, None]
        self.v = self.begin(Z)
        self.one_pass(Z)
        self.coef_, self.intercept_ = self.v[:-1], self.v[-1]

    def after(self, v, z):
        return v + z


# It separates, and predicts something else.
SaysOtherwise = variant("SaysOtherwise", Romma, predict=lambda self, X: Romma.predict(self, -X))


def test_any_separator_is_an_answer_of_separability():
    separable = resolve_rule("separability")
    assert verdicts(judged(Romma, separable)) == verdicts(judged(Kozinec, separable)) == {HOLDS}
    assert EARLY in verdicts(judged(Once, separable))
    assert BREACH in verdicts(judged(SaysOtherwise, separable))
    assert {said.reason for said in judged(Remembers, separable)} == {
        "any separator is an answer of separability, but the class shows no weights that separate"
    }


# ------------------------------------------------------------------------------------- coordinates ±1
class Winnow:
    """Positive weights, normalised; it takes ±1 only."""

    factor = 2.0

    def fit(self, X, y):
        self.coef_, before = np.ones(X.shape[1]) / X.shape[1], None
        while before is not self.coef_:
            before = self.coef_
            for x, label in zip(self.signs(X), y, strict=True):
                if label * (x @ self.coef_) <= 0:
                    self.coef_ = self.coef_ * self.factor ** (label * x)
                    self.coef_ = self.coef_ / self.coef_.sum()

    def signs(self, X):
        if set(X.flat) - {-1, 1}:
            raise ValueError("coordinates are ±1")
        return X

    def predict(self, X):
        return np.where(self.signs(X) @ self.coef_ > 0, 1, -1)


# Its δ is 1/2.
WinnowSlowly = variant("WinnowSlowly", Winnow, factor=1.5)


@pytest.mark.parametrize(("cls", "options", "verdict"), [
    (Winnow, [], HOLDS), (WinnowSlowly, ["delta=1/2"], HOLDS), (WinnowSlowly, [], DIFFERS),
])
def test_coordinates_are_signs_where_an_algorithm_takes_no_others(cls, options, verdict):
    found = audit(cls, rule=resolve_rule("winnow", options), examples=4, within=run_directly)
    assert [finding.id for finding in found.findings] == [f"algorithm.{form}" for form in reference_checks.FORMS]
    assert {finding.verdict for finding in found.findings} == {verdict}


class OnlyRaises(Winnow):
    """A mistake raises weights and lowers none, which is Winnow with the root of the factor."""

    def fit(self, X, y):
        self.coef_ = np.ones(X.shape[1])
        while any(label * (x @ self.coef_) <= 0 for x, label in zip(self.signs(X), y, strict=True)):
            for x, label in zip(X, y, strict=True):
                if label * (x @ self.coef_) <= 0:
                    self.coef_ = np.where(label * x > 0, 2, 1) * self.coef_


def test_weights_that_are_always_positive_are_read():
    assert compared(OnlyRaises, "winnow").verdict == DIFFERS


# ------------------------------------------------------------------------------------------- boosting
class Boosts:
    """AdaBoost on stumps with thresholds halfway between values."""

    def __init__(self, n_rounds=10):
        self.n_rounds = n_rounds

    def stumps(self, X):
        return [(j, t, sign) for j, column in enumerate(X.T) for low in [np.unique(column)]
                for t in (low[0] - 1, *(low[1:] + low[:-1]) / 2) for sign in (1, -1)]

    def fit(self, X, y):
        D, self.votes, known = np.ones(len(y)) / len(y), [], self.stumps(X)
        for _ in range(self.n_rounds):
            errors = [D[self.said(stump, X) != y].sum() for stump in known]
            stump, error = known[int(np.argmin(errors))], min(errors)
            alpha = np.log((1 - error) / error) / 2 if error > 1e-12 else 99.0
            self.votes.append((alpha, stump))
            D = self.reweighted(D, alpha, y * self.said(stump, X))
            if error <= 1e-12 or self.ends(X, y):
                break

    def said(self, stump, X):
        j, threshold, sign = stump
        return np.where(X[:, j] > threshold, sign, -sign)

    def reweighted(self, D, alpha, right):
        D = D * np.exp(-alpha * right)
        return D / D.sum()

    def ends(self, X, y):
        return (self.predict(X) == y).all()

    def predict(self, X):
        return np.where(sum(alpha * self.said(stump, np.asarray(X)) for alpha, stump in self.votes) > 0, 1, -1)


# The last of equally good stumps, and all rounds.
BoostsBackwards = variant("BoostsBackwards", Boosts, stumps=lambda self, X: Boosts.stumps(self, X)[::-1],
                          ends=lambda self, X, y: False)
ReweightsTheWrong = variant("ReweightsTheWrong", Boosts,
                            reweighted=lambda self, D, a, right: Boosts.reweighted(self, D, a, right.clip(max=0)))
VotesEqually = variant("VotesEqually", Boosts, predict=lambda self, X: np.where(
    sum(self.said(stump, np.asarray(X)) for _, stump in self.votes) > 0, 1, -1))


class BoostsOften(Boosts):
    def __init__(self):
        super().__init__(50)

    def ends(self, X, y):
        return False


@pytest.mark.parametrize(("cls", "verdict"), [
    (Boosts, HOLDS), (BoostsBackwards, HOLDS), (ReweightsTheWrong, DIFFERS), (VotesEqually, DIFFERS)])
def test_boosting_is_free_to_choose_among_equally_good_stumps(cls, verdict):
    assert compared(cls, "adaboost").verdict == verdict


def test_nothing_is_said_of_boosting_whose_number_of_rounds_is_not_known():
    finding = compared(BoostsOften, "adaboost")
    assert finding.verdict in (HOLDS, UNCHECKED)
    assert "no parameter gives the number of rounds" in finding.reason


# ------------------------------------------------------------------------------------- what is not known
def test_what_is_not_known_is_undecided():
    (said,) = judged(Nearest, resolve_rule("perceptron", ["max_updates=1"]), DATA[:1])
    assert said is UNDECIDED
    # Nothing is concluded where an algorithm gives no labels to other points
    entry = ALGORITHMS["kernel_perceptron"]
    on_examples = replace(entry, classify=lambda module, record, X, y, points: y if points is X else None)
    found = audit(Dual, rule=Claim(on_examples), examples=1, within=run_directly, only="algorithm.plain".__eq__)
    assert [(finding.verdict, finding.status) for finding in found.findings] == [(UNCHECKED, "inconclusive")]
    assert "gives no labels to points other than its examples" in found.findings[0].reason


# ---------------------------------------------------------------------------------------- so many passes
class Passes:
    """A perceptron that visits all examples `count` times, and counts the visits that its weights outlive."""

    parameter, last, count = "", True, 10

    def __init__(self, **settings):
        vars(self).update(settings)

    def fit(self, X, y):
        self.coef_, self.intercept_, self.votes = np.zeros(X.shape[1]), 0.0, [[0, np.zeros(X.shape[1]), 0.0]]
        for _ in range(getattr(self, self.parameter or "count")):
            for x, label in zip(X, y, strict=True):
                if label * (x @ self.coef_ + self.intercept_) <= 0:
                    self.coef_, self.intercept_ = self.coef_ + label * x, self.intercept_ + label
                    self.votes.append([0, self.coef_, self.intercept_])
                self.votes[-1][0] += 1
        self.end(self.votes if self.last else self.votes[:-1])
        return self

    def end(self, votes):
        self.coef_ = sum(count * w for count, w, _ in votes) / 8
        self.intercept_ = sum(count * b for count, _, b in votes) / 8

    def predict(self, X):
        return np.where(X @ self.coef_ + self.intercept_ >= 0, 1, -1)


# The last weights count one visit too few.
OffByOne = variant("OffByOne", Passes,
    end=lambda self, votes: Passes.end(self, [*votes[:-1], [votes[-1][0] - 1, *votes[-1][1:]]]))


class Votes(Passes):
    """The signs of all weights vote."""

    def end(self, votes):
        del self.coef_
        self.voters = votes

    def predict(self, X):
        return np.where(sum(count * np.sign(X @ w + b) for count, w, b in self.voters) >= 0, 1, -1)


LastMissing = variant("LastMissing", Votes, last=False)


def with_parameter(cls, name, default):
    """The class, whose number of passes is a parameter."""
    namespace = {"parameter": name}
    exec(f"def __init__(self, {name}={default}): self.{name} = {name}", namespace)
    return type(cls.__name__, (cls,), {"parameter": name, "__init__": namespace["__init__"]})


@pytest.mark.parametrize(("cls", "name", "verdict"), [
    (Passes, "averaged_perceptron", HOLDS), (OffByOne, "averaged_perceptron", DIFFERS),
    (Votes, "voted_perceptron", HOLDS), (LastMissing, "voted_perceptron", DIFFERS),
])
@pytest.mark.parametrize("parameter", ["", "n_iter", "epochs"])
@pytest.mark.sampled(4)
def test_a_number_of_passes_that_is_given_or_is_a_parameter_tells_right_from_wrong(cls, name, verdict, parameter):
    told, options = (with_parameter(cls, parameter, 3), []) if parameter else (cls, ["passes=10"])
    assert compared(told, name, *options, check="algorithm.reversed").verdict == verdict


def test_another_number_of_passes_differs():
    assert compared(Passes, "averaged_perceptron", "passes=9").verdict == DIFFERS


# --------------------------------------------------------------------------- all mistakes at once, and ties
class Batch:
    """Each step adds all mistakes, by the label that `predict` gives or by the score."""

    steps, size = 10_000, 1.0

    def fit(self, X, y):
        self.coef_, self.intercept_ = np.zeros(X.shape[1]), 0.0
        for _ in range(self.steps):
            wrong = self.wrong(X, y)
            if not wrong.any():
                break
            self.step(X[wrong], y[wrong])
        return self

    def wrong(self, X, y):
        return y * (X @ self.coef_ + self.intercept_) <= 0

    def step(self, X, y):
        self.coef_, self.intercept_ = self.coef_ + self.size * y @ X, self.intercept_ + self.size * y.sum()

    def predict(self, X):
        return np.where(X @ self.coef_ + self.intercept_ >= 0, 1, -1)


# A score of 0 has the label 1.
BatchPositive = variant("BatchPositive", Batch, size=0.25, wrong=lambda self, X, y: self.predict(X) != y)
BatchNegative = variant("BatchNegative", BatchPositive,
    predict=lambda self, X: np.where(X @ self.coef_ + self.intercept_ > 0, 1, -1))
# A score of 0 is right, also at the start.
BatchForgives = variant("BatchForgives", Batch, wrong=lambda self, X, y: y * (X @ self.coef_ + self.intercept_) < 0)
# The mean of the mistakes.
BatchMean = variant("BatchMean", BatchPositive,
    step=lambda self, X, y: BatchPositive.step(self, X / len(y), y / len(y)))
# The first mistake alone.
BatchFirst = variant("BatchFirst", BatchPositive, step=lambda self, X, y: BatchPositive.step(self, X[:1], y[:1]))

# Scores that would be 0 are rounded.
BatchTenth = variant("BatchTenth", Batch, size=0.1)
BatchTenthFirst = variant("BatchTenthFirst", BatchFirst, size=0.1)


class BatchNoBias(Batch):
    def step(self, X, y):
        self.coef_ = self.coef_ + y @ X


@pytest.mark.parametrize(("cls", "name", "options"), [
    (Batch, "batch_perceptron", []), (BatchPositive, "batch_perceptron, tie positive", []),
    (BatchNegative, "batch_perceptron, tie negative", []),
    (BatchPositive, "batch_perceptron, tie positive", ["tie=positive"]),
    (BatchForgives, "batch_perceptron, tie correct", ["tie=correct"]), (BatchTenth, "batch_perceptron", []),
])
def test_a_right_batch_perceptron_passes_under_its_rule_for_ties(cls, name, options):
    found = audit(cls, rule=resolve_rule("batch_perceptron", options), examples=12, within=run_directly,
                  only="algorithm.plain".__eq__)
    assert (found.profile, found.findings[0].verdict) == (f"the rule {name}", HOLDS)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("cls", "options"), [
    (Batch, ["tie=positive"]), (BatchPositive, ["tie=negative"]), (BatchPositive, ["tie=mistake"]),
    (BatchForgives, []), (BatchMean, []), (BatchMean, ["tie=positive"]), (BatchFirst, []), (BatchNoBias, []),
    (BatchTenthFirst, []),
])
def test_a_batch_perceptron_with_another_rule_for_ties_or_another_step_fails(cls, options):
    assert compared(cls, "batch_perceptron", *options).verdict == DIFFERS


def test_the_rule_for_ties_of_the_perceptron_is_found_out_where_it_is_not_told():
    found = [audit(PositiveTies, rule=resolve_rule("perceptron", options), examples=12, within=run_directly,
                   only="algorithm.plain".__eq__) for options in ([], ["tie=mistake"])]
    assert [each.findings[0].verdict for each in found] == [HOLDS, DIFFERS]
    assert found[0].profile == "the rule perceptron, tie positive"


Truncates = variant("Truncates", PositiveTies, prepared=lambda self, X: PositiveTies.prepared(self, X.astype(int)))
Int16 = variant("Int16", PositiveTies, rounded=lambda self, w: w.astype(np.int16),
    prepared=lambda self, X: PositiveTies.prepared(self, X if (X % 1).any() else X.astype(np.int16)))


@pytest.mark.parametrize(("cls", "check"), [(Truncates, "algorithm.halved"), (Int16, "algorithm.large")])
def test_numbers_are_compared_that_are_not_whole_or_not_small(cls, check):
    assert compared(cls, "perceptron", "tie=positive", check=check).verdict == DIFFERS
    assert compared(PositiveTies, "perceptron", "tie=positive", check=check).verdict == HOLDS


@pytest.mark.parametrize(("k", "verdict"), [(3, HOLDS), (5, UNCHECKED)])
def test_neighbours_of_scikit_learn_may_be_more_than_the_examples(k, verdict):
    found = audit(KNeighborsClassifier, {"n_neighbors": k}, load_profiles()["sklearn.neighbors:KNeighborsClassifier"],
                  rule=resolve_rule("nearest_neighbours", [f"k={k}"]), examples=12, within=run_directly)
    assert {finding.status for finding in found.findings} <= {"ok", "inconclusive"}
    assert {finding.id: finding.verdict for finding in found.findings}["interface.many-at-a-time"] == verdict


def test_predict_treats_a_score_of_0_as_the_run_does():
    finding = compared(OtherTieInPredict, "perceptron", "tie=positive", check="algorithm.plain")
    assert (finding.verdict, "whose score is 0" in finding.reason) == (DIFFERS, True)
    with pytest.raises(AssertionError):
        exec(finding.reproduce, {})


@pytest.mark.parametrize(("steps", "verdict", "words"), [
    (20, UNDECIDED.verdict, "has after 20 steps, but the exact run continues, so fit seems to stop at a cap"),
    (4, DIFFERS, "has after 4 steps, but the exact run continues"),
])
def test_a_cap_in_the_code_is_a_reason_to_end_early_if_it_is_large_and_is_named_if_it_is_not(steps, verdict, words):
    capped = type("Capped", (BatchPositive,), {"steps": steps, "size": 1.0})
    (said,) = judged(capped, resolve_rule("batch_perceptron", ["tie=positive"]), reference_checks.LONGER[1:])
    assert (said.verdict, said.reason.endswith(words)) == (verdict, True)


@pytest.mark.parametrize(("passes", "verdict"), [(25, UNDECIDED.verdict), (5, DIFFERS)])
def test_a_cap_in_the_code_counts_passes_where_examples_are_visited_in_turn(passes, verdict):
    (said,) = judged(type("Capped", (Passes,), {"count": passes, "end": lambda *_: None}), resolve_rule("perceptron"),
                     [([(8,), (9,)], [-1, 1])])
    assert (said.verdict, f"has after {passes} passes" in said.reason) == (verdict, True)


# ----------------------------------------------------------------------- passive-aggressive, several classes
class Hinge:
    """PA-I or PA, in which the bias is a feature."""

    largest, power = np.inf, 1

    def __init__(self, epochs=4):
        self.epochs = epochs

    def fit(self, X, y):
        self.coef_, self.intercept_ = np.zeros(X.shape[1]), 0.0
        for _ in range(self.epochs):
            for x, label in zip(X, y, strict=True):
                loss = max(0, 1 - label * (x @ self.coef_ + self.intercept_))
                step = min(self.largest, loss / (x @ x + 1) ** self.power)
                self.coef_, self.intercept_ = self.coef_ + step * label * x, self.intercept_ + step * label
        return self

    def predict(self, X):
        return np.where(X @ self.coef_ + self.intercept_ >= 0, 1, -1)


AtMost = variant("AtMost", Hinge, largest=0.125)
ByLength = variant("ByLength", Hinge, power=0.5)


@pytest.mark.parametrize(("cls", "options", "verdict"), [
    (Hinge, [], HOLDS), (AtMost, ["variant=PA-I", "C=1/8"], HOLDS), (AtMost, [], DIFFERS),
    (ByLength, ["passes=4"], DIFFERS), (Hinge, ["variant=PA-II", "C=4"], DIFFERS), (Hinge, ["bias=apart"], DIFFERS),
])
def test_passive_aggressive_rules_are_told_apart(cls, options, verdict):
    assert compared(cls, "passive-aggressive", *options, check="rule.fit.plain").verdict == verdict


class HingeApart(Hinge):
    """PA, in which the bias does not count for the step size."""

    learns_bias = True

    def fit(self, X, y):
        self.coef_, self.intercept_ = np.zeros(X.shape[1]), 0.0
        for x, label in [*zip(X, y, strict=True)] * self.epochs:
            step = max(0, 1 - label * (x @ self.coef_ + self.intercept_)) / (x @ x or np.inf)
            self.coef_ = self.coef_ + step * label * x
            self.intercept_ += step * label * self.learns_bias


HingeNoBias = variant("HingeNoBias", HingeApart, learns_bias=False)


@pytest.mark.parametrize(("cls", "bias", "other"), [
    (Hinge, "none", "feature"), (HingeNoBias, "feature", "none"), (HingeApart, "feature", "apart")])
def test_a_failure_of_a_passive_aggressive_class_names_the_bias_with_which_it_agrees(cls, bias, other):
    finding = compared(cls, "passive_aggressive", f"bias={bias}", check="rule.fit.plain")
    assert finding.reason.endswith(f"; on probe data fit agrees with bias={other}")
    assert compared(cls, "passive_aggressive", f"bias={other}", check="rule.fit.plain").verdict == HOLDS


class WithC(Hinge):
    """PA-I; the largest step is C."""

    def __init__(self, C=1.0, epochs=4):
        self.C, self.epochs = C, epochs

    @property
    def largest(self):
        return self.C


Ignores = variant("Ignores", WithC, largest=1.0)


class Inverse(WithC):
    @property
    def largest(self):
        return 1 / self.C


@pytest.mark.parametrize(("cls", "params", "options", "verdict"), [
    (WithC, {}, [], HOLDS), (WithC, {"C": 0.125}, ["C=1/8"], HOLDS), (WithC, {"C": 0.1}, ["C=0.1"], HOLDS),
    (Ignores, {}, [], DIFFERS), (Inverse, {}, [], DIFFERS), (WithC, {}, ["C=1/8"], NO_THEOREM),
])
def test_a_parameter_C_is_that_of_the_passive_aggressive_rule(cls, params, options, verdict):
    finding = compared(cls, "passive_aggressive", "variant=PA-I", *options, check="parameters.C", params=params)
    assert finding.verdict == verdict


class Machine(SVC):
    def __init__(self, C=1.0):
        super().__init__(kernel="linear", tol=1e-10, C=C)


class NoC(Machine):
    """C is 1, whatever is given."""

    def fit(self, X, y):
        given, self.C = self.C, 1.0
        super().fit(X, y)
        self.C = given
        return self


@pytest.mark.parametrize(("cls", "verdicts"), [(Machine, [HOLDS, HOLDS]), (NoC, [DIFFERS, HOLDS])])
def test_a_soft_margin_is_compared_where_it_has_one_bias(cls, verdicts):
    found = [compared(cls, "svm", "C=1", check=check).verdict for check in ("parameters.C", "algorithm.plain")]
    assert found == verdicts


class EachAgainstTheRest(AtMost):
    """PA-I with C = 1/8 for each class."""

    def fit(self, X, y):
        self.classes_, runs = np.unique(y), []
        for name in self.classes_[len(self.classes_) == 2 :]:
            super().fit(X, np.where(y == name, 1, -1))
            runs.append((self.coef_, self.intercept_))
        self.coef_, self.intercept_ = (np.array(part) for part in zip(*runs, strict=True))
        return self

    def predict(self, X):
        scores = X @ self.coef_.T + self.intercept_
        return self.classes_[(scores[:, 0] >= 0).astype(int) if scores.shape[1] == 1 else self.best(scores)]

    def best(self, scores):
        return scores.argmax(1)


TheLowestWins = variant("TheLowestWins", EachAgainstTheRest, best=lambda self, scores: scores.argmin(1))


class Highest(EachAgainstTheRest):
    """The class of x, and the other one of the highest score, are moved."""

    along = 2

    def fit(self, X, y):
        names, numbers = np.unique(y, return_inverse=True)
        if len(names) == 2:
            return super().fit(X, y)
        self.classes_, self.coef_, self.intercept_ = names, np.zeros((len(names), X.shape[1])), np.zeros(len(names))
        for x, right in list(zip(X, numbers, strict=True)) * self.epochs:
            scores = self.coef_ @ x + self.intercept_
            other = max((k for k in range(len(names)) if k != right), key=scores.__getitem__)
            loss = max(0, 1 - scores[right] + scores[other])
            step = min(self.largest, loss / (self.along * (x @ x + 1)))
            for k, sign in ((right, 1), (other, -1)):
                self.coef_[k] += sign * step * x
                self.intercept_[k] += sign * step
        return self


# Its step is that of one class.
TooLong = variant("TooLong", Highest, along=1)


class RefusesThree(AtMost):
    def fit(self, X, y):
        if len(np.unique(y)) > 2:
            raise ValueError("two classes")
        return super().fit(X, y)


@pytest.mark.parametrize(("cls", "options", "verdict", "words"), [
    (EachAgainstTheRest, [], HOLDS, "as by one-vs-rest"), (Highest, [], HOLDS, "as by highest"),
    (EachAgainstTheRest, ["classes=one-vs-rest"], HOLDS, ""), (Highest, ["classes=highest"], HOLDS, ""),
    (EachAgainstTheRest, ["classes=highest"], DIFFERS, ""), (Highest, ["classes=one-vs-rest"], DIFFERS, ""),
    (TooLong, [], UNCHECKED, "another rule for several classes"), (TooLong, ["classes=highest"], DIFFERS, ""),
    (TheLowestWins, [], UNCHECKED, ""), (TheLowestWins, ["classes=one-vs-rest"], DIFFERS, ""),
    (AtMost, [], NO_THEOREM, "seems to take two"), (RefusesThree, [], NO_THEOREM, "refuses examples of three classes"),
])
@pytest.mark.sampled(6)
def test_a_passive_aggressive_rule_for_several_classes_is_found_or_is_not_checked(cls, options, verdict, words):
    finding = compared(cls, "passive_aggressive", "variant=PA-I", "C=1/8", *options, check="rule.classes")
    assert (finding.verdict, words in finding.reason) == (verdict, True)


class OneEach:
    """A perceptron for several classes, of which the first or the last with the largest wrong score is moved."""

    def __init__(self, first=True):
        self.first = first

    def fit(self, X, y):
        self.classes_, numbers = np.unique(y, return_inverse=True)
        self.W, self.b, clean = np.zeros((len(self.classes_), X.shape[1])), np.zeros(len(self.classes_)), False
        while not clean:
            clean = True
            for x, k in zip(X, numbers, strict=True):
                j = self.rival(self.W @ x + self.b, k)
                if j != k:
                    self.W[k], self.W[j], clean = self.W[k] + x, self.W[j] - x, False
                    self.b[k], self.b[j] = self.b[k] + 1, self.b[j] - 1
        return self

    def rival(self, scores, k):
        wrong = [j for j in range(len(scores)) if j != k and scores[j] == np.delete(scores, k).max()]
        j = wrong[0 if self.first else -1]
        return j if scores[j] >= scores[k] else k

    def predict(self, X):
        return self.classes_[(X @ self.W.T + self.b).argmax(1)]


@pytest.mark.parametrize(("name", "first", "verdict"), [
    ("multi_class_perceptron", True, HOLDS), ("multi_class_perceptron", False, DIFFERS), ("one_vs_rest", True, DIFFERS),
])
def test_an_algorithm_for_several_classes_is_compared_with(name, first, verdict):
    found = [compared(OneEach, name, check=check, params={"first": first}).verdict
             for check in ("interface.input-unchanged", "algorithm.reversed")]
    assert found == [HOLDS, verdict]


class TiesToTheFirst(OneEach):
    """Moves the class that `predict` returns, the first with the largest score, if it is wrong."""

    def rival(self, scores, k):
        return scores.argmax()


class KernelNoBias:
    def fit(self, X, y):
        self.X, self.a = X.copy(), np.zeros(len(X))
        while (y * self.score(X) <= 0).any():
            for i, x in enumerate(X):
                self.a[i] += y[i] * (y[i] * self.score([x])[0] <= 0)
        return self

    def score(self, X):
        return (X @ self.X.T + 1) ** 2 @ self.a

    def predict(self, X):
        return np.where(self.score(X) > 0, 1, -1)


@pytest.mark.parametrize(("cls", "name", "options", "profile", "words"), [
    (TiesToTheFirst, "multi_class_perceptron", [], "multi_class_perceptron, tie first", None),
    (TiesToTheFirst, "multi_class_perceptron", ["tie=mistake"], "multi_class_perceptron, tie mistake", ""),
    (KernelNoBias, "kernel_perceptron", ["kernel=polynomial", "degree=2", "offset=1"],
     "kernel_perceptron, kernel polynomial, degree 2, offset 1", "bias_step=0"),
    (NoBias, "perceptron", [], "perceptron", "on probe data fit agrees with bias_step=0"),
])
def test_an_option_with_which_the_class_agrees_is_found_or_named(cls, name, options, profile, words):
    found = audit(cls, rule=resolve_rule(name, options), examples=12, within=run_directly,
                  only="algorithm.plain".__eq__)
    assert found.profile.startswith(f"the rule {profile}")
    [finding] = found.findings
    assert (finding.verdict, (words or "") in finding.reason) == (HOLDS if words is None else DIFFERS, True)
