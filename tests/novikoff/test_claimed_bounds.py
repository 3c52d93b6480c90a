"""Claimed bounds, half of them false: no false one is `proved` or `tested`, no true one is refuted.

And the ledger's own refuted bounds: none of them is `proved`.
"""

from pathlib import Path

import pytest

import novikoff as package
from novikoff.algorithms import perceptron
from novikoff.proofs.statements.registry import claims

from ..statement_files import read_statements

ALL = read_statements(Path(__file__).with_name("claimed_bounds.txt"))["two classes"]
FALSE, TRUE = ([(each.text, *each.note.split(" | ")) for each in ALL if each.is_true is mark] for mark in (False, True))
P, R2, H = "perceptron", "perceptron:R2", "perceptron:homogeneous"


def held(statement, algorithm, tie, datasets):
    return package.bound(statement, algorithm=algorithm, tie=tie, datasets=datasets)


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("statement", "algorithm", "tie", "why"), FALSE)
def test_a_false_bound_is_refuted(statement, algorithm, tie, why):
    found = held(statement, algorithm, tie, 60)
    assert found.verdict == "refuted", why
    assert not found
    case = found.found.broken
    step = found.claim.bias_step
    if case.k is None:
        again = perceptron.run(case.X, case.y, bias_step=step, tie=tie, max_updates=1)
        assert (again.stopped, any(again.w), again.b) == ("max_updates", False, 0)
    else:
        assert perceptron.run(case.X, case.y, bias_step=step, tie=tie).updates == case.k
    assert len(case.X) <= 11 or algorithm == H
    exec(compile(found.reproduce, "reproduce", "exec"), {})  # its assertions are the test


@pytest.mark.sampled(2)
@pytest.mark.parametrize("supposed", ["w@w == 1", "norm(w) == 3, n >= 2, d >= 2", "w@w > 0, b < 0",
                                      "w@w >= 100*b**2, d == 10", "w@w > 0, b**2 >= 100*(w@w)"])
def test_a_run_on_zeros_never_ends_whatever_w_is_supposed(supposed):
    """Where all examples are 0, the separators (0, b) are not the only ones."""
    found = held(f"{supposed} |- k <= 2*(R**2*(w@w) + b**2)/gamma**2", R2, "mistake", 60)
    assert (found.verdict, found.found.broken.k) == ("refuted", None)


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("statement", "algorithm", "tie", "verdict"), TRUE)
def test_a_true_bound_is_not_refuted(statement, algorithm, tie, verdict):
    found = held(statement, algorithm, tie, 60)
    assert found.found.datasets >= 5
    assert found.verdict == verdict
    assert found


LEDGER = {  # what its refuted bounds on updates say in the language of bounds; None: it cannot say it
    "tutorial-mistake-bound-as-printed": ("k <= 2*(R**2*(w@w) + b**2)/gamma**2", R2),
    "smola-bound-any-ball": ("w@w == 1, n == 1 |- k <= (1 + b**2)/gamma**2", P),  # a ball of radius 0 about one example
    "plain-lifting-needs-no-more-updates": ("d == 2 |- k <= 2", P),
    "shifted-lifting-needs-no-more-updates": ("d == 2 |- k <= 2", P),
    "smola-mistake-bound-as-printed": None,  # γ < 0: there is no separator
    "printed-update-mistake-bound": None,  # another update rule
    "batch-perceptron-any-rates-bound": None,  # another algorithm
}


def bounds_updates(claim):
    """Whether the claim bounds a counter of the steps of a run from above."""
    run = claim.script.run_spec
    counters = {state for state, _, after in run.state if str(after) == f"{state} + 1"} if run else set()
    return any(r.operator in ("<", "<=") and r.lhs in counters for r in claim.script.conclusions.values())


def test_no_refuted_bound_of_the_ledger_is_proved():
    refuted = {i for i, claim in claims().items() if claim.expected == "refuted" and bounds_updates(claim)}
    assert refuted == set(LEDGER)
    for statement, algorithm in filter(None, LEDGER.values()):
        assert held(statement, algorithm, "mistake", 40).verdict == "refuted"
