"""The proofs run the shipped update rule: change the rule, and they fail."""

import pytest

from novikoff.algorithms import perceptron
from novikoff.algorithms.perceptron import State
from novikoff.proofs.checking import entry_building
from novikoff.proofs.search import citation_graph
from novikoff.proofs.search.citation_graph import in_order
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
        citation_graph.library.cache_clear()
        for claim in claims().values():
            claim.__dict__.pop("script", None)
    def after(name, changed, chain):
        monkeypatch.setattr(perceptron, name, changed)
        forget()
        return {i for i in chain if entry_building.build_entry(i, ("kernel",)).entry is None}
    yield after
    monkeypatch.undo()
    forget()


WITH_BIAS = [bound for bound in BOUNDS if bound != "novikoff-mistake-bound"]
BROKEN = [  # a function of the rule, the fault, and the claims of which each is no longer proved
    *(("update", fault, BOUNDS) for fault in (wrong_sign, doubled, forgetful)),
    *(("update", fault, WITH_BIAS) for fault in (without_label, without_bias, bias_of_wrong_sign)),
    ("mistake_condition", correct_side, BOUNDS),
    *(("update", fault, ["update-improvement"]) for fault in (wrong_sign, doubled, without_bias, bias_of_wrong_sign)),
]


@pytest.mark.parametrize(("name", "fault", "claim"), [(n, fault, claim) for n, fault, of in BROKEN for claim in of])
def test_a_wrong_rule_breaks_the_claims_that_rest_on_it(unproved, name, fault, claim):
    assert unproved(name, fault, in_order([claim]) if claim in BOUNDS else [claim])


def test_the_unchanged_rule_proves_them_all(unproved):
    chain = in_order([*BOUNDS, "update-improvement"])
    assert unproved("update", perceptron.update, chain) == set()
