"""Classes held against the exact runs of an algorithm: what only looks alike on its examples is not passed."""

from dataclasses import replace

import numpy as np
import pytest

from novikoff.algorithms.registry import ALGORITHMS
from novikoff.commands.audit import rule_of
from novikoff.properties.audit import adapting, ruled
from novikoff.properties.audit.auditing import audit
from novikoff.properties.audit.implementations import Implementation
from novikoff.properties.audit.isolation import directly
from novikoff.properties.audit.verdicts import DIFFERS, HOLDS, UNCHECKED

DATA = [
    ([(0,), (2,)], [-1, 1]),
    ([(1, 0, 2), (1, 0, -2), (-1, 0, -1)], [1, 1, -1]),
    ([(2, 1), (1, 3), (-1, 0), (0, -2)], [1, 1, -1, -1]),
    ([(3, -1), (-1, 3), (2, 3)], [-1, 1, 1]),
]


def judged(cls, rule, data=DATA):
    """What is said of the class on each of the data."""
    told = adapting.open_profile("test")
    audited = adapting.adapted(Implementation(cls, {}, told, ""), 20, lambda seconds, work: work())
    return [ruled.ends_alike(rule, audited, each) for each in data]


def verdicts(said):
    """The verdicts, "holds" for none."""
    return {HOLDS if each is None else each.verdict for each in said}


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


class OtherKernel(Dual):
    """Its examples it has right, as any kernel perceptron has."""

    power = 3


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
])  # fmt: skip
def test_a_class_that_is_right_on_its_examples_alone_is_not_passed(cls, name):
    assert DIFFERS in verdicts(judged(cls, rule_of(name)))


def test_the_code_of_a_failure_shows_what_is_said_of_the_point():
    found = audit(Remembers, rule=rule_of("lifting"), examples=6, within=directly,
                  only=lambda name: name == "algorithm.plain")  # fmt: skip
    (finding,) = found.findings
    assert finding.verdict == DIFFERS
    assert finding.reproduce.splitlines()[-2].startswith("print(model.predict(np.array([[")
    exec(finding.reproduce, shown := {})
    assert shown["labels"].tolist() == shown["y"].tolist()


@pytest.mark.parametrize(("cls", "name"), [
    (Dual, "kernel_perceptron"), (Nearest, "nearest_neighbours"), (Means, "nearest_mean"),
])  # fmt: skip
def test_a_right_class_is_passed_wherever_it_decides_ties_otherwise(cls, name):
    assert verdicts(judged(cls, rule_of(name))) == {HOLDS}


def test_nothing_is_concluded_where_an_algorithm_gives_no_labels_to_other_points():
    entry = ALGORITHMS["kernel_perceptron"]
    on_examples = replace(entry, classify=lambda module, record, X, y, points: y if points is X else None)
    found = audit(Dual, rule=on_examples, examples=1, within=directly, only=lambda name: name == "algorithm.plain")
    assert [(finding.verdict, finding.status) for finding in found.findings] == [(UNCHECKED, "inconclusive")]
    assert "gives no labels to points other than its examples" in found.findings[0].reason
