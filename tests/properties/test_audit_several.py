"""Perceptrons for several classes that know nothing of this suite: a right one passes, and no buggy one does."""

import json

import numpy as np
import pytest

import novikoff
from novikoff.properties.audit.audit_runner import audit
from novikoff.properties.audit.implementations import profile_of
from novikoff.properties.audit.isolated_checks import run_directly

FEW = 3  # datasets for a check


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
        self.intercept_[j] += share

    def predict(self, X):
        return self.classes_[(np.asarray(X, float) @ self.coef_.T + self.intercept_).argmax(axis=1)]


class EqualShares(Several):
    """All that score too high lose x alike."""

    def punish(self, wrong, scores, x):
        for j in wrong:
            self.move(j, x, -1 / len(wrong))


class TiesAreRight(Several):
    """From 0 nothing is ever learned."""

    def too_high(self, score, own):
        return score > own


class AllByOne(Several):
    """Every class that scores too high loses all of x, instead of a share."""

    def punish(self, wrong, scores, x):
        for j in wrong:
            self.move(j, x, -1)


class NoSubtraction(Several):
    """The class that scores too high keeps its weights."""

    def punish(self, wrong, scores, x):
        pass


class LastOfTheHighest(Several):
    """Of equal scores the last class loses x; the profile says that it is the first."""

    def punish(self, wrong, scores, x):
        self.move(max(reversed(wrong), key=lambda j: scores[j]), x, -1)


class Lowest(Several):
    """The class with the lowest score loses x."""

    def punish(self, wrong, scores, x):
        self.move(int(scores.argmin()), x, -1)


class BiasOfTheRightOnly(Several):
    """The bias of the class that loses x stays."""

    def move(self, j, x, share):
        self.coef_[j] += share * x
        self.intercept_[j] += max(0, share)


class OnePass(Several):
    """It stops after one pass."""

    passes = 1


class Stale(Several):
    """It predicts without the biases."""

    def predict(self, X):
        return self.classes_[(np.asarray(X, float) @ self.coef_.T).argmax(axis=1)]


class Close(Several):
    """A lead of less than 1e-6 is none."""

    def too_high(self, score, own):
        return score >= own - 1e-6


class Forgiving(Several):
    """To be behind by less than 1e-6 is not a mistake."""

    def too_high(self, score, own):
        return score > own + 1e-6 or score == own


class Remembering(Several):
    """It remembers the examples, and says of all others that they are of the first class."""

    def fit(self, X, y):
        self.known = dict(zip(map(tuple, X.tolist()), y.tolist(), strict=True))
        return super().fit(X, y)

    def predict(self, X):
        return np.array([self.known.get(tuple(x), self.classes_[0]) for x in X.tolist()])


class GoesOn(Several):
    """A second fit adds to the first."""

    def fit(self, X, y):
        before = getattr(self, "coef_", 0)
        super().fit(X, y)
        self.coef_ = self.coef_ + (before if np.shape(before) == self.coef_.shape else 0)
        return self


class Int32(Several):
    """Scores in int32."""

    def meet(self, x, k):
        kept, self.coef_ = self.coef_, self.coef_.astype(np.int32)
        moved = super().meet(x.astype(np.int32), k)
        self.coef_ = kept + (self.coef_ - kept.astype(np.int32))
        return moved


def audited(cls, only=lambda name: True, **told):
    told = profile_of(json.dumps({"classes": told}), "mine")
    return audit(cls, profile=told, examples=FEW, within=run_directly, only=only)


@pytest.mark.parametrize(("cls", "shares"), [(Several, "chosen"), (EqualShares, "equal")])
def test_a_right_one_passes(cls, shares):
    found = audited(cls, shares=shares)
    assert [finding for finding in found.findings if finding.status != "ok"] == []
    assert len(found.findings) >= 16


BUGGY = [
    (TiesAreRight, "classes.separates"), (AllByOne, "classes.weights-sum"), (NoSubtraction, "classes.weights-sum"),
    (LastOfTheHighest, "classes.replay"), (Lowest, "classes.replay"), (BiasOfTheRightOnly, "classes.weights-sum"),
    (OnePass, "classes.separates"), (Stale, "classes.separates"), (EqualShares, "classes.replay"),
    (Close, "classes.replay.plain"), (Forgiving, "classes.replay.plain"), (Remembering, "classes.predictions"),
    (GoesOn, "classes.refit"), (Int32, "classes.replay"),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("cls", "check"), BUGGY, ids=[cls.__name__ for cls, _ in BUGGY])
def test_a_buggy_one_does_not(cls, check):
    found = audited(cls, only=(check, f"{check}.reversed").__contains__)
    assert [finding.status for finding in found.findings] == ["failed"]
    assert found.exit_status == 1


def test_the_failure_is_reproduced_by_the_code_that_is_printed(capsys):
    (finding,) = audited(NoSubtraction, only="classes.weights-sum.plain".__eq__).findings
    exec(finding.reproduce, {})
    assert "[" in capsys.readouterr().out


@pytest.mark.parametrize("told", [3, {"shares": "half"}, {"share": "equal"}, {"tie": "positive"}])
def test_a_wrong_profile_is_one_sentence(told):
    with pytest.raises(novikoff.BadInput, match='must hold "shares", one of chosen, equal and "tie", one of'):
        profile_of(json.dumps({"classes": told}), "mine")
