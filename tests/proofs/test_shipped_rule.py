"""The proofs run the shipped update rule: change the rule, and they fail."""

import pytest

from novikoff.algorithms import perceptron
from novikoff.algorithms.perceptron import State
from novikoff.proofs.checking import entry_building
from novikoff.proofs.search import citations
from novikoff.proofs.search.citations import in_order
from novikoff.proofs.statements.registry import claims

from ..faulty_rules import bias_of_wrong_sign, doubled, without_bias, without_label, wrong_sign

BOUNDS = ["novikoff-mistake-bound", "tutorial-mistake-bound", "smola-mistake-bound", "bias-step-mistake-bound"]


def forgetful(state, x, y, *, bias_step=1, rate=1):
    return State(rate * (y * x), rate * bias_step * y)


def correct_side(state, x, y):
    return perceptron.margin(state, x, y) >= 0


@pytest.fixture
def unproved(monkeypatch):
    """Change a function of the shipped rule; which claims of a chain are then no longer proved?"""
    def forget():
        citations.library.cache_clear()
        for claim in claims().values():
            claim.__dict__.pop("script", None)
    def after(name, changed, chain):
        monkeypatch.setattr(perceptron, name, changed)
        forget()
        return {i for i in chain if entry_building.build_entry(i, ("kernel",)).entry is None}
    yield after
    monkeypatch.undo()
    forget()


@pytest.mark.parametrize("bound", BOUNDS)
@pytest.mark.parametrize("rule", [wrong_sign, doubled, forgetful])
def test_a_wrong_update_breaks_every_bound(unproved, rule, bound):
    chain = in_order([bound])
    assert unproved("update", rule, chain)


@pytest.mark.parametrize("bound", [b for b in BOUNDS if b != "novikoff-mistake-bound"])
@pytest.mark.parametrize("rule", [without_label, without_bias, bias_of_wrong_sign])
def test_a_wrong_bias_or_label_breaks_the_bounds_with_bias(unproved, rule, bound):
    chain = in_order([bound])
    assert unproved("update", rule, chain)


@pytest.mark.parametrize("bound", BOUNDS)
def test_updating_on_the_wrong_side_breaks_every_bound(unproved, bound):
    chain = in_order([bound])
    assert unproved("mistake_condition", correct_side, chain)


@pytest.mark.parametrize("rule", [wrong_sign, doubled, without_bias, bias_of_wrong_sign])
def test_the_update_improvement_identity_needs_the_rule(unproved, rule):
    assert unproved("update", rule, ["update-improvement"])


def test_the_unchanged_rule_proves_them_all(unproved):
    chain = in_order([*BOUNDS, "update-improvement"])
    assert unproved("update", perceptron.update, chain) == set()
