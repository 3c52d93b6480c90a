"""Perceptrons that choose among candidates and know nothing of this suite: a right one passes, a buggy one does not."""

import json

import numpy as np
import pytest

from novikoff.algorithms.errors import BadInput
from novikoff.properties.audit.audit_runner import audit
from novikoff.properties.audit.implementations import profile_of
from novikoff.properties.audit.isolated_checks import run_directly

FEW = 3  # datasets for a check


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
            said[places[scores[places].argmax()]] = 1
        return said


class EqualShares(Chooser):
    """All that score too high are taken alike."""

    def moved(self, candidates, right, wrong, scores):
        return candidates[right] - candidates[wrong].mean(axis=0)


class TiesAreRight(Chooser):
    """From 0 nothing is ever learned."""

    def too_high(self, score, right):
        return score > right


class NoSubtraction(Chooser):
    """The one that is chosen is not taken from w."""

    def moved(self, candidates, right, wrong, scores):
        return candidates[right]


class AllByOne(Chooser):
    """All that score too high are taken as a whole."""

    def moved(self, candidates, right, wrong, scores):
        return len(wrong) * candidates[right] - candidates[wrong].sum(axis=0)


class Lowest(Chooser):
    """The lowest is taken from w."""

    def moved(self, candidates, right, wrong, scores):
        return candidates[right] - candidates[min(wrong, key=lambda j: scores[j])]


class OnePass(Chooser):
    """It stops after one pass."""

    passes = 1


class LowestPredicted(Chooser):
    """It predicts what it takes for the worst."""

    def predict(self, X, groups):
        return super().predict(-np.asarray(X), groups)


class Counting(Chooser):
    """It counts visits for updates."""

    def fit(self, X, y, groups):
        self.updates_ = 0
        return super().fit(X, y, groups)

    def meet(self, candidates, right):
        self.updates_ += 10
        return super().meet(candidates, right)


class Close(Chooser):
    """A lead of less than 1e-6 is none."""

    def too_high(self, score, right):
        return score >= right - 1e-6


class Remembering(Chooser):
    """It remembers the right candidates, and of others takes the first."""

    def fit(self, X, y, groups):
        self.known = {tuple(x) for x, label in zip(X.tolist(), y, strict=True) if label > 0}
        return super().fit(X, y, groups)

    def predict(self, X, groups):
        known, said = np.array([tuple(x) in self.known for x in X.tolist()]), np.full(len(X), -1)
        for g in set(groups.tolist()):
            places = np.flatnonzero(groups == g)
            said[places[known[places].argmax()]] = 1
        return said


class AllTied(Chooser):
    """It chooses all that have the largest score."""

    def predict(self, X, groups):
        scores = np.asarray(X, float) @ self.coef_
        return np.array([1 if s == scores[groups == g].max() else -1 for s, g in zip(scores, groups, strict=True)])


class FirstOfTheClose(Chooser):
    """It predicts the first whose score is within 1e-6 of the largest."""

    def predict(self, X, groups):
        scores, said = np.asarray(X, float) @ self.coef_, np.full(len(X), -1)
        for g in set(groups.tolist()):
            places = np.flatnonzero(groups == g)
            said[places[np.flatnonzero(scores[places] >= scores[places].max() - 1e-6)[0]]] = 1
        return said


class OneAfterTheOther(Chooser):
    """It takes the rows of a group for neighbours."""

    def predict(self, X, groups):
        runs = np.cumsum(np.r_[True, groups[1:] != groups[:-1]])
        return super().predict(X, runs)


class GoesOn(Chooser):
    """A second fit adds to the first."""

    def fit(self, X, y, groups):
        before = getattr(self, "coef_", 0)
        super().fit(X, y, groups)
        self.coef_ = self.coef_ + (before if np.size(before) == len(self.coef_) else 0)


class InPlace(Chooser):
    """It centres the data where they are."""

    def fit(self, X, y, groups):
        super().fit(X, y, groups)
        X -= X.mean(axis=0)


def audited(cls, only=lambda name: True, more=None, **told):
    told = profile_of(json.dumps({"choices": told, **(more or {})}), "mine")
    return audit(cls, profile=told, examples=FEW, within=run_directly, only=only)


@pytest.mark.parametrize(("cls", "shares"), [(Chooser, "chosen"), (EqualShares, "equal")])
def test_a_right_one_passes(cls, shares):
    found = audited(cls, shares=shares)
    assert [finding for finding in found.findings if finding.status != "ok"] == []
    assert len(found.findings) == 13


def test_the_weights_may_have_another_name():
    class Renamed(Chooser):
        def fit(self, X, y, groups):
            super().fit(X, y, groups)
            self.w_ = self.__dict__.pop("coef_")
            return self

    found = audited(Renamed, only="choices.replay.plain".__eq__, more={"weights": ["w_", "none"]})
    assert [finding.status for finding in found.findings] == ["ok"]


BUGGY = [
    (TiesAreRight, "choices.separates", None), (OnePass, "choices.separates", None),
    (LowestPredicted, "choices.separates", None), (NoSubtraction, "choices.replay", None),
    (AllByOne, "choices.replay", None), (Lowest, "choices.replay", None), (EqualShares, "choices.replay", None),
    (Counting, "choices.bound", {"counter": "updates_"}), (NoSubtraction, "choices.bound", None),
    (Close, "choices.replay", None), (Remembering, "choices.predictions", None), (AllTied, "choices.predictions", None),
    (FirstOfTheClose, "choices.predictions", None), (OneAfterTheOther, "choices.predictions", None),
    (GoesOn, "choices.refit", None), (InPlace, "choices.input-unchanged", None),
]


@pytest.mark.parametrize(("cls", "check", "more"), BUGGY, ids=[f"{cls.__name__}-{check}" for cls, check, _ in BUGGY])
def test_a_buggy_one_does_not(cls, check, more):
    found = audited(cls, only=(check, f"{check}.reversed").__contains__, more=more)
    assert [finding.status in ("failed", "error") for finding in found.findings] == [True]
    assert found.exit_status == 1


def test_the_failure_is_reproduced_by_the_code_that_is_printed(capsys):
    (finding,) = audited(Lowest, only="choices.replay.plain".__eq__).findings
    exec(finding.reproduce, {})
    assert "[" in capsys.readouterr().out


@pytest.mark.parametrize("told", [3, {"shares": "half"}, {"share": "equal"}, {"tie": "positive"}])
def test_what_a_profile_must_not_say_of_choices(told):
    with pytest.raises(BadInput, match=r"choices = .* must hold"):
        profile_of(json.dumps({"choices": told}), "mine")
