"""One-vs-rest on any linear driver, with its tie rule, against scikit-learn on the same binary rule."""

import numpy as np
import pytest

from novikoff.algorithms import pocket
from novikoff.algorithms.checkers import Refuted
from novikoff.algorithms.checkers.dispatch import verify
from novikoff.algorithms.errors import BadInput, Interrupted, NoSeparator
from novikoff.algorithms.one_vs_rest import certificate, predict, run, scores
from novikoff.algorithms.registry import ALGORITHMS

from .example_data import F

LINE = [[1], [2], [3]], ["low", "middle", "high"]


def test_by_hand():
    """a: (0,0),0 → (0,3),1 → (−3,3),0 → (0,6),−1; b is its mirror image; c learns its first − and no more."""
    result = run([[0, 3], [3, 0], [-3, -3]], ["a", "b", "c"])
    assert [(one.w, one.b) for one in result.runs] == [((0, 6), -1), ((6, 0), -1), ((0, -3), -1)]
    assert scores(result, [3, 0]) == [-1, 17, -1]
    assert (result.updates, result.stopped, result.separated) == (7, "separated", True)


SIGNS = [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]], list("abca")


@pytest.mark.parametrize(("driver", "settings"), [
    ("hinge", {"lam": 1, "max_updates": 5}), ("pegasos", {"lam": F(1, 2), "max_updates": 5}),
    ("hull_distance", {"epsilon": F(1, 4), "max_updates": 9}), ("winnow", {"max_updates": 4}),
    ("winnow", {"balanced": True, "max_updates": 9}), ("weighted_majority", {"beta": 0}),
    ("gradient_descent", {"max_updates": 30}), ("kozinec", {"max_updates": 30}),
])
def test_whatever_driver_the_registry_takes_has_a_certificate(driver, settings):
    row = ALGORITHMS["one_vs_rest"]
    record = row.run(*SIGNS, driver=driver, **settings)
    data = row.certify(record, *SIGNS, driver=driver)
    assert verify(data) == {
        "updates": record.updates, "stopped": record.stopped, "separated": record.separated, "classes": ["a", "b", "c"],
    }
    data["result"]["separated"] ^= True
    with pytest.raises(Refuted, match=f"separated is {record.separated}, not {not record.separated}"):
        verify(data)


def test_ties_go_to_the_first_class_named():
    result = run(*LINE, max_updates=0)  # all scores are 0
    assert predict(result, [2]) == "low"
    assert predict(run(*LINE, max_updates=0, classes=["high", "low", "middle"]), [2]) == "high"
    assert (result.separated, result.stopped) == (False, "max_updates")


def test_no_f_separates_the_middle_but_the_greatest_score_may_be_right():
    with pytest.raises(NoSeparator, match="class 'middle' against the rest") as caught:
        run(*LINE)
    assert caught.value.certificate == (F(1, 4), F(1, 2), F(1, 4))
    result = run(*LINE, driver=pocket.run, patience=30)
    assert result.stopped == "mixed"
    assert [one.separated for one in result.runs] == [True, False, True]


def test_agrees_with_scikit_learns_one_vs_rest():
    """The same binary rule (y·f <= 0 is a mistake, b += y, three passes in order) and the same arg max."""
    multiclass, linear_model = pytest.importorskip("sklearn.multiclass"), pytest.importorskip("sklearn.linear_model")
    draw = np.random.default_rng(3)
    X = draw.integers(-5, 6, size=(20, 3)).astype(float)
    y = draw.choice(list("abc"), size=20)
    binary = linear_model.SGDClassifier(loss="perceptron", penalty=None, alpha=0, learning_rate="constant", eta0=1,
                                        shuffle=False, max_iter=3, tol=None)
    theirs = multiclass.OneVsRestClassifier(binary).fit(X, y)
    mine = run(X, y, classes="abc", order=[*range(20)] * 3)
    assert theirs.decision_function(X).tolist() == [scores(mine, x) for x in X]
    assert theirs.predict(X).tolist() == [predict(mine, x) for x in X]


def test_interruption_keeps_the_runs_made():
    calls = []
    def progress(updates):
        calls.append(updates)
        if len(calls) == 5:
            raise KeyboardInterrupt
    with pytest.raises(Interrupted) as caught:
        run([[0, 3], [3, 0], [-3, -3]], ["a", "b", "c"], progress=progress)
    record = caught.value.record
    assert (record.updates, record.stopped, record.separated) == (5, "interrupted", False)
    assert [one.stopped for one in record.runs] == ["separated", "interrupted"]
    with pytest.raises(BadInput, match="runs of 1 class are missing"):
        certificate(record, [[0, 3], [3, 0], [-3, -3]], ["a", "b", "c"])
