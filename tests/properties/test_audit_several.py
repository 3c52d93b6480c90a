"""Perceptrons for several classes, and among candidates, that know nothing of this suite: the buggy ones fail."""

import json

import numpy as np
import pytest

from novikoff.algorithms.errors import BadInput
from novikoff.properties.audit.audit_runner import audit
from novikoff.properties.audit.implementation_interface import profile_of
from novikoff.properties.audit.isolated_checks import run_directly
from novikoff.properties.audit.verdicts import SHAPE

from .classifiers import variant

FEW = 3  # datasets for a check
BUGGY = []  # (class, check, what the profile tells besides)


def slip(check, told=None):
    """Note the check that has to find the bug of a class."""
    def noted(cls):
        BUGGY.append((cls, check, told))
        return cls
    return noted


def declare(name, base, check, **methods):
    """A class whose bug is one method that is an expression."""
    globals()[name] = slip(check)(variant(name, base, **methods))
    return globals()[name]


# -------------------------------------------------------------------------------------- several classes
class Several:
    """Pass after pass: the class of x gains it, and the one with the largest score loses it; a tie is a mistake."""

    passes = 100

    def fit(self, X, y):
        X = np.asarray(X, float)
        self.classes_, own = np.unique(y, return_inverse=True)
        self.coef_, self.intercept_ = np.zeros((len(self.classes_), X.shape[1])), np.zeros(len(self.classes_))
        for _ in range(self.passes):
            if not sum([self.meet(x, k) for x, k in zip(X, own, strict=True)]):
                break
        return self

    def meet(self, x, k):
        scores = self.coef_ @ x + self.intercept_
        wrong = [j for j in range(len(scores)) if j != k and self.too_high(scores[j], scores[k])]
        if wrong:
            self.move(k, x, 1)
            self.punish(wrong, scores, x)
        return bool(wrong)

    def too_high(self, score, own):
        return score >= own

    def punish(self, wrong, scores, x):
        self.move(max(wrong, key=lambda j: scores[j]), x, -1)

    def move(self, j, x, share):
        self.coef_[j] += share * x
        self.intercept_[j] += self.of_bias(share)

    def of_bias(self, share):
        return share

    def predict(self, X):
        return self.classes_[(np.asarray(X, float) @ self.coef_.T + self.intercept_).argmax(axis=1)]


@slip("classes.replay")
class EqualShares(Several):
    """All that score too high lose x alike; the profile says that only the highest does."""

    def punish(self, wrong, scores, x):
        for j in wrong:
            self.move(j, x, -1 / len(wrong))


@slip("classes.weights-sum")
class AllByOne(Several):
    """Every class that scores too high loses all of x, instead of a share."""

    def punish(self, wrong, scores, x):
        for j in wrong:
            self.move(j, x, -1)


@slip("classes.predictions")
class Remembering(Several):
    """It remembers the examples, and says of all others that they are of the first class."""

    def fit(self, X, y):
        self.known = dict(zip(map(tuple, X.tolist()), y.tolist(), strict=True))
        return super().fit(X, y)

    def predict(self, X):
        return np.array([self.known.get(tuple(x), self.classes_[0]) for x in X.tolist()])


@slip("classes.refit")
class GoesOn(Several):
    """A second fit adds to the first."""

    def fit(self, X, y):
        before = getattr(self, "coef_", 0)
        super().fit(X, y)
        self.coef_ = self.coef_ + (before if np.shape(before) == self.coef_.shape else 0)
        return self


@slip("classes.replay")
class Int32(Several):
    """Scores in int32."""

    def meet(self, x, k):
        kept, self.coef_ = self.coef_, self.coef_.astype(np.int32)
        moved = super().meet(x.astype(np.int32), k)
        self.coef_ = kept + (self.coef_ - kept.astype(np.int32))
        return moved


NoSubtraction = declare("NoSubtraction", Several, "classes.weights-sum",  # who scores too high keeps its weights
        punish=lambda self, wrong, scores, x: None)
declare("TiesAreRight", Several, "classes.separates",  # from 0 nothing is ever learned
        too_high=lambda self, score, own: score > own)
declare("LastOfTheHighest", Several, "classes.replay",  # of equal scores the last loses x; the profile says the first
        punish=lambda self, wrong, scores, x: self.move(max(reversed(wrong), key=lambda j: scores[j]), x, -1))
declare("Lowest", Several, "classes.replay",  # the class with the lowest score loses x
        punish=lambda self, wrong, scores, x: self.move(int(scores.argmin()), x, -1))
declare("OnePass", Several, "classes.separates", passes=1)
declare("BiasOfTheRightOnly", Several, "classes.weights-sum",  # the bias of the class that loses x stays
        of_bias=lambda self, share: max(0, share))
declare("Stale", Several, "classes.separates",  # it predicts without the biases
        predict=lambda self, X: self.classes_[(np.asarray(X, float) @ self.coef_.T).argmax(axis=1)])
declare("Close", Several, "classes.replay.plain",  # a lead of less than 1e-6 is none
        too_high=lambda self, score, own: score >= own - 1e-6)
declare("Forgiving", Several, "classes.replay.plain",  # to be behind by less than 1e-6 is not a mistake
        too_high=lambda self, score, own: score > own + 1e-6 or score == own)

# ------------------------------------------------------------------------------------- among candidates
class Chooser:
    """Pass after pass: the right candidate is added to w, and the one that is chosen is taken from it."""

    passes = 100

    def fit(self, X, y, groups):
        X, y = np.asarray(X, float), np.asarray(y)
        self.coef_ = np.zeros(X.shape[1])
        groups = [np.flatnonzero(groups == g) for g in dict.fromkeys(groups.tolist())]
        for _ in range(self.passes):
            if not sum([self.meet(X[places], int((y[places] > 0).argmax())) for places in groups]):
                break
        return self

    def meet(self, candidates, right):
        scores = candidates @ self.coef_
        wrong = [j for j in range(len(scores)) if j != right and self.too_high(scores[j], scores[right])]
        if wrong:
            self.coef_ = self.coef_ + self.moved(candidates, right, wrong, scores)
        return bool(wrong)

    def too_high(self, score, right):
        return score >= right

    def moved(self, candidates, right, wrong, scores):
        return candidates[right] - candidates[max(wrong, key=lambda j: scores[j])]

    def predict(self, X, groups):
        scores, said = np.asarray(X, float) @ self.coef_, np.full(len(X), -1)
        for g in set(groups.tolist()):
            places = np.flatnonzero(groups == g)
            said[places[self.best(X[places], scores[places])]] = 1
        return said

    def best(self, candidates, scores):
        return scores.argmax()


@slip("choices.bound", {"counter": "updates_"})
class Counting(Chooser):
    """It counts visits for updates."""

    def fit(self, X, y, groups):
        self.updates_ = 0
        return super().fit(X, y, groups)

    def meet(self, candidates, right):
        self.updates_ += 10
        return super().meet(candidates, right)


@slip("choices.predictions")
class RemembersTheRight(Chooser):
    """It remembers the right candidates, and of others takes the first."""

    def fit(self, X, y, groups):
        self.known = {tuple(x) for x, label in zip(X.tolist(), y, strict=True) if label > 0}
        return super().fit(X, y, groups)

    def best(self, candidates, scores):
        return np.array([tuple(x) in self.known for x in candidates.tolist()]).argmax()


@slip("choices.refit")
class AddsToTheFirst(Chooser):
    """A second fit adds to the first."""

    def fit(self, X, y, groups):
        before = getattr(self, "coef_", 0)
        super().fit(X, y, groups)
        self.coef_ = self.coef_ + (before if np.size(before) == len(self.coef_) else 0)


@slip("choices.input-unchanged")
class InPlace(Chooser):
    """It centres the data where they are."""

    def fit(self, X, y, groups):
        super().fit(X, y, groups)
        X -= X.mean(axis=0)


AllAlike = declare("AllAlike", Chooser, "choices.replay",  # all that score too high; the profile says: the highest
        moved=lambda self, candidates, right, wrong, scores: candidates[right] - candidates[wrong].mean(axis=0))
for check in ("choices.replay", "choices.bound"):  # the one that is chosen is not taken from w
    declare("OnlyAdds", Chooser, check, moved=lambda self, candidates, right, wrong, scores: candidates[right])
TakesTheLowest = declare("TakesTheLowest", Chooser, "choices.replay",  # the lowest is taken from w
        moved=lambda self, candidates, right, wrong, scores:
            candidates[right] - candidates[min(wrong, key=lambda j: scores[j])])
declare("TiedIsRight", Chooser, "choices.separates",  # from 0 nothing is ever learned
        too_high=lambda self, score, right: score > right)
declare("AllAsAWhole", Chooser, "choices.replay",  # all that score too high are taken as a whole
        moved=lambda self, candidates, right, wrong, scores:
            len(wrong) * candidates[right] - candidates[wrong].sum(axis=0))
declare("OnceOver", Chooser, "choices.separates", passes=1)
declare("LowestPredicted", Chooser, "choices.separates",  # it predicts what it takes for the worst
        best=lambda self, candidates, scores: scores.argmin())
declare("CloseIsWrong", Chooser, "choices.replay",  # a lead of less than 1e-6 is none
        too_high=lambda self, score, right: score >= right - 1e-6)
declare("AllTied", Chooser, "choices.predictions",  # it chooses all that have the largest score
        best=lambda self, candidates, scores: scores == scores.max())
declare("FirstOfTheClose", Chooser, "choices.predictions",  # the first whose score is within 1e-6 of the largest
        best=lambda self, candidates, scores: (scores >= scores.max() - 1e-6).argmax())
declare("OneAfterTheOther", Chooser, "choices.predictions",  # it takes the rows of a group for neighbours
        predict=lambda self, X, groups: Chooser.predict(self, X, np.cumsum(np.r_[True, groups[1:] != groups[:-1]])))

# ---------------------------------------------------------------------------------------------- the audit
def audited(cls, only=lambda name: True, more=None, **told):
    family = "choices" if issubclass(cls, Chooser) else "classes"
    told = profile_of(json.dumps({family: told, **(more or {})}), "mine")
    return audit(cls, profile=told, examples=FEW, within=run_directly, only=only)


@pytest.mark.parametrize(("cls", "shares", "number"), [
    (Several, "chosen", 19), (EqualShares, "equal", 19), (Chooser, "chosen", 13), (AllAlike, "equal", 13),
])
def test_a_right_one_passes(cls, shares, number):
    found = audited(cls, shares=shares)
    assert [finding for finding in found.findings if finding.status != "ok"] == []
    assert len(found.findings) == number


def test_weights_may_have_another_name_but_not_another_shape():
    class Renamed(Chooser):
        def fit(self, X, y, groups):
            super().fit(X, y, groups)
            self.w_ = self.__dict__.pop("coef_")
            return self
    found = audited(Renamed, only="choices.replay.plain".__eq__, more={"weights": ["w_", "none"]})
    assert [finding.status for finding in found.findings] == ["ok"]
    exchanged = {"weights": ["intercept_", "coef_"]}
    (finding,) = audited(Several, only="classes.replay.plain".__eq__, more=exchanged).findings
    assert (finding.verdict, "w has the shape (3,)" in finding.reason) == (SHAPE, True)
    with pytest.raises(AssertionError):
        exec(finding.reproduce, {})


@pytest.mark.parametrize(("cls", "check", "told"), BUGGY, ids=[f"{cls.__name__}-{check}" for cls, check, _ in BUGGY])
def test_a_buggy_one_does_not(cls, check, told):
    found = audited(cls, only=(check, f"{check}.reversed").__contains__, more=told)
    assert [finding.status for finding in found.findings] == ["error" if cls is InPlace else "failed"]
    assert found.exit_status == 1


@pytest.mark.parametrize(("cls", "check"), [(NoSubtraction, "classes.weights-sum.plain"),
                                            (TakesTheLowest, "choices.replay.plain")])
def test_the_failure_is_reproduced_by_the_code_that_is_printed(cls, check, capsys):
    (finding,) = audited(cls, only=check.__eq__).findings
    exec(finding.reproduce, {})
    assert "[" in capsys.readouterr().out


@pytest.mark.parametrize("family", ["classes", "choices"])
@pytest.mark.parametrize("told", [3, {"shares": "half"}, {"share": "equal"}, {"tie": "positive"}])
def test_a_wrong_profile_is_one_sentence(family, told):
    words = f'{family} = .* must hold "shares", one of chosen, equal and "tie", one of'
    with pytest.raises(BadInput, match=words):
        profile_of(json.dumps({family: told}), "mine")
