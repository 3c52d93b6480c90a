"""Data with an exact number of updates: the number by exact runs in many orders, and faults that no bound notices."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from novikoff.algorithms import perceptron
from novikoff.proofs.statements.registry import claims
from novikoff.properties.audit.audit_runner import audit
from novikoff.properties.audit.conventions import updates_theorem
from novikoff.properties.audit.implementation_interface import Implementation, Profile
from novikoff.properties.audit.isolated_checks import run_directly
from novikoff.properties.audit.verdicts import BREACH, DEVIATES, HOLDS
from novikoff.properties.audit.worst_case_checks import ANY_ORDER, add_bias, extremal_data

from .classifiers import variant
from .test_audit_mutants import CLAIMED, WITH_R2, Correct, SquaredRadiusBias

STEPS = [Fraction(0), Fraction(1), Fraction(1, 4), Fraction(3), "R2"]


@pytest.mark.parametrize("rate", [1, Fraction(3, 2)])
@pytest.mark.parametrize("c", STEPS)
def test_every_right_run_makes_as_many_updates(c, rate):
    """In all orders, or in the cyclic one: as many as is said, and, but for the doubling data, as the bound."""
    rule = replace(CLAIMED, bias_step=c, rate=Fraction(rate))
    found = list(extremal_data(rule))
    names = ["space"] if c else ["plane", "space"]
    assert [each.name for each in found] == ["orthogonal", *(["doubling"] if c != "R2" else []), *names]
    draw = random.Random(3)
    for each in found:
        assert claims()[each.claim].expected == "proved"
        assert set(each.y) == {1, -1}
        n = len(each.y)
        orders = list(permutations(range(n))) if each.orders == ANY_ORDER else [range(n)]
        for order in draw.sample(orders, min(5, len(orders))):
            X, y = [each.X[i] for i in order], [each.y[i] for i in order]
            assert perceptron.run(X, y, bias_step=c, rate=rate).updates == each.updates
        if each.orders == ANY_ORDER:
            for order, seed in (("first", None), ("random", 5), ("random", 6)):
                assert perceptron.run(each.X, each.y, bias_step=c, order=order, seed=seed).updates == each.updates
        most = updates_theorem(rule).most(each.X, each.y)
        in_the_plane = 1 + most // 2 if each.name == "plane" else most
        assert each.updates <= most
        assert each.name == "doubling" or each.updates == in_the_plane


@pytest.mark.parametrize("c", [Fraction(1), Fraction(1, 4), Fraction(5)])
def test_moved_vectors_have_the_same_inner_products(c):
    draw = random.Random(1)
    Z = [[draw.randint(-2, 2) for _ in range(i)] + [1] + [0] * (4 - i) for i in range(5)]
    y = [draw.choice((-1, 1)) for _ in Z]
    X = add_bias(Z, y, c)
    def gram(rows, step):
        return [[sum(a * b for a, b in zip(p, q, strict=True)) + step for q in rows] for p in rows]
    signs = [[p * q for q in y] for p in y]
    signed = [[s * g for s, g in zip(*rows, strict=True)] for rows in zip(signs, gram(X, c), strict=True)]
    square = signed[0][0] / gram(Z, 0)[0][0]
    assert signed == [[square * g for g in row] for row in gram(Z, 0)]


@pytest.mark.parametrize("changed", [{"tie": "positive"}, {"tie": None}, {"start": "random"},
                                     {"threshold": Fraction(1)}, {"rate": Fraction(1, 3)}, {"rate": Fraction(0.1)},
                                     {"bias_step": Fraction(1, 100)}])
def test_what_has_no_exact_number_has_no_such_check(changed):
    assert list(extremal_data(replace(CLAIMED, **changed))) == []


def test_what_ends_early_or_rounds_has_fewer_such_data():
    for stop in ("plateau", "epochs", None):
        assert [each.name for each in extremal_data(replace(CLAIMED, stop=stop))] == ["orthogonal"]
    assert "space" not in [each.name for each in extremal_data(replace(CLAIMED, dtype="float32"))]
    shuffled = extremal_data(replace(CLAIMED, order="shuffled"))
    assert {each.orders for each in shuffled} == {ANY_ORDER}
    # Floats are exact on these data
    for c in STEPS:
        audited = Implementation(Correct, {}, Profile("told", conventions=CLAIMED))
        for each in extremal_data(replace(CLAIMED, bias_step=c)):
            rows = audited.array(each.X)
            assert [[Fraction(float(v)) for v in row] for row in rows] == [list(map(Fraction, x)) for x in each.X]


class TieIsRight(Correct):
    """After the first update a score of 0 is not a mistake."""

    def wrong(self, x, label):
        score = label * self.margin(x)
        return score < 0 or (score == 0 and not self.coef_.any())


# A pass with one mistake is taken for the last one.
StopsOneShort = variant("StopsOneShort", Correct,
    one_pass=lambda self, X, y: max(0, Correct.one_pass(self, X, y) - 1))


class CapIsTooSmall(Correct):
    """Twenty updates are enough for anybody."""

    def start(self, d):
        super().start(d)
        self.left = 20

    def wrong(self, x, label):
        return self.left > 0 and super().wrong(x, label)

    def update(self, x, label):
        super().update(x, label)
        self.left -= 1


# The bias moves by half of what is said.
HalfBias = variant("HalfBias", Correct, update=lambda self, x, label: self.move(label * x, label / 2))
# The passes go from the last example to the first.
Backwards = variant("Backwards", Correct, one_pass=lambda self, X, y: Correct.one_pass(self, X[::-1], y[::-1]))


class Shuffled(Correct):
    """Each pass has another order."""

    def start(self, d):
        super().start(d)
        self.source = np.random.default_rng(7)

    def one_pass(self, X, y):
        order = self.source.permutation(len(y))
        return super().one_pass(X[order], y[order])


BUGS = [
    (TieIsRight, {"worst-case.orthogonal", "worst-case.doubling"}),
    (StopsOneShort, {"worst-case.doubling"}),
    (CapIsTooSmall, {"worst-case.doubling", "steps.worst-case.doubling"}),
    (HalfBias, {"worst-case.orthogonal", "worst-case.doubling", "worst-case.space"}),
    (Backwards, {"worst-case.space"}),
    (Shuffled, {"worst-case.space"}),
]


def audited(cls, *parts, rule=CLAIMED):
    found = audit(cls, profile=Profile("told", conventions=rule), examples=5, within=run_directly,
                  only=lambda name: any(part in name for part in parts))
    return {finding.id: finding for finding in found.findings}


@pytest.mark.parametrize(("cls", "caught"), BUGS, ids=lambda value: getattr(value, "__name__", None))
def test_a_fault_that_keeps_every_bound_changes_the_number(cls, caught):
    found = audited(cls, "worst-case")
    failed = {name for name, finding in found.items() if finding.verdict != HOLDS}
    assert failed >= caught, {name: finding.reason for name, finding in found.items()}
    assert {found[name].verdict for name in caught} == {DEVIATES}
    exactly = next(each for each in extremal_data(CLAIMED) if f"worst-case.{each.name}" in caught)
    reasons = [found[name].reason for name in sorted(caught)]
    assert any(exactly.said in reason for reason in reasons)


@pytest.mark.parametrize(("cls", "rule", "count"), [(Correct, CLAIMED, 3), (SquaredRadiusBias, WITH_R2, 2)])
def test_a_right_one_makes_exactly_that_number(cls, rule, count):
    found = audited(cls, "worst-case", rule=rule)
    fits = {name: finding for name, finding in found.items() if not name.startswith("steps")}
    assert {finding.verdict for finding in fits.values()} == {HOLDS}
    assert len(fits) == count
    assert "exactly 12 updates on 12 examples in cyclic order (bias-step-bound-attained-in-space)" in (
        fits["worst-case.space"].reason)


def test_a_counter_that_miscounts_is_noticed():
    class Counts(Correct):
        def start(self, d):
            super().start(d)
            self.n_updates_ = 1

        def update(self, x, label):
            super().update(x, label)
            self.n_updates_ += 1
    profile = Profile("told", conventions=CLAIMED, counter=lambda estimator: estimator.n_updates_)
    found = audit(
        Counts, profile=profile, examples=5, within=run_directly, only=lambda name: name == "worst-case.space"
    )
    (finding,) = found.findings
    assert finding.verdict == BREACH
    assert "its own counter says 13 updates, but there are exactly 12" in finding.reason
