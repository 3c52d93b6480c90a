"""Claimed bounds, half of them false: no false one is `proved` or `tested`, no true one is refuted.

And the ledger's own refuted bounds: none of them is `proved`.
"""

import pytest

import novikoff as package
from novikoff.algorithms import perceptron
from novikoff.proofs.statements.registry import claims

P, R2, H, QUARTER, FOUR = "perceptron", "perceptron:R2", "perceptron:homogeneous", "perceptron:c=1/4", "perceptron:c=4"
STEPS = {P: 1, R2: "R2", H: 0}

FALSE = [
    # only where all examples are 0 (with bias step R² such a run never ends), or where all are short or long
    ("k <= 2*(R**2*(w@w) + b**2)/gamma**2", R2, "mistake", "x = 0: the run never ends"),
    ("R < 1 |- k <= 2*(R**2*(w@w) + b**2)/gamma**2", R2, "negative", "x = 0, y = 1: a tie is a mistake for this label"),
    ("R > 0 |- k <= 2*R**2*(w@w + b**2)/gamma**2", R2, "mistake", "x = 1/10: wrong for R < 1"),
    ("R > 0 |- k <= D**2*(w@w + b**2)/gamma**2", R2, "mistake", "the same with D² = 2R²"),
    ("k <= (1 + R**4)*(w@w + b**2)/gamma**2", P, "mistake", "x = 1/2: R⁴ < R² for R < 1"),
    ("R == 1/7 |- k <= 49/50*(w@w + b**2)/gamma**2", P, "mistake", "x = 1/7: the factor is 50/49"),
    ("R <= 1/100 |- k <= 2/3*(w@w + b**2)/gamma**2", P, "mistake", "x = 0, b = 1: 1 > 2/3"),
    ("R > 100 |- k <= R**2*(w@w + b**2)/gamma**2", P, "mistake", "x = 1000: R² + 1 is needed, however large R is"),
    ("w@w == 1, gamma <= 1/1000 |- k <= R**2/gamma**2", P, "mistake", "x = ±1/1000: 2 > 1"),
    ("w@w == 1, gamma >= 1 |- k <= R**2 + 1", P, "mistake", "distant examples, all on one side"),
    ("k <= (4*R**2 + 1)*(w@w)/gamma**2", P, "mistake", "x = 0, w = 0: one class alone needs no w"),
    ("b**2 <= w@w |- k <= (R**2 + 1)*(w@w)/gamma**2", P, "mistake", "one example at distance 1"),
    ("R > 0, b == 0 |- k <= R**2*(w@w)/gamma**2", R2, "mistake", "x = ±1: the offset costs updates, used or not"),
    ("k <= n**4 + d**4 + 50", P, "mistake", "x = 0 and x = 1/10 in one dimension: some 200 updates"),
    ("k <= 10*R*norm(w)/gamma", H, "mistake", "144 orthogonal examples"),
    # a slip anywhere
    ("R != 0 |- k <= 1.999*(R**2*(w@w) + b**2)/gamma**2", R2, "mistake", "one example: the factor is 2"),
    ("k <= R**2*(w@w + b**2)/gamma**2 + n", P, "mistake", "1 is forgotten, and n examples do not make up for it"),
    ("w@w == 1 |- k <= (1 + R**2)/gamma**2 + b**2", P, "mistake", "b² stands outside of the product"),
    ("w@w == 1 |- k <= (1 + R)**2*(1 + b)**2/gamma**2", P, "mistake", "b = −1: the right side is 0"),
    ("w@w == 1 |- k <= (R + abs(b))**2/gamma**2", P, "mistake", "true for the bias step R|b| only"),
    ("k <= (R**2 + 1)*(w@w + b**2/c)/gamma**2", FOUR, "mistake", "x = 0: c stands in one factor only"),
    ("k <= (R**2 + c)*(w@w + c*b**2)/gamma**2", QUARTER, "mistake", "x = 0: multiplied by c for divided by c"),
    ("w@w == 1 |- k <= R/gamma", H, "mistake", "neither is squared"),
    ("k <= R**2*norm(w)/gamma**2", H, "mistake", "the scale of w: not homogeneous"),
    ("w@w == 1 |- k < R**2/gamma**2", H, "mistake", "one example: it is attained"),
    ("k <= 10*(R**2 + 1)*(w@w + b**2)/gamma**2/n", P, "mistake", "an example 11 times or more"),
    ("k <= (R**2 + 1)*(w@w + b**2)/gamma**2 - 1/100", P, "negative", "one example with y = 1 is a mistake at 0"),
    ("k >= 1", P, "positive", "y = 1: a score of 0 is right, there is no update"),
    ("sqrt(k) <= R*norm(w)/gamma/1.01", H, "mistake", "one example: it is attained"),
    ("k <= R**2*(w@w + b**2/R**2)/gamma**2", R2, "mistake", "the factor 2 is forgotten"),
    ("w@w == 1 |- k <= R**2*(1 + b**2)/gamma**2", P, "mistake", "the bias coordinate is forgotten"),
    ("w@w == 1 |- k <= (1 + R**2)*(1 + b**2)/gamma", P, "mistake", "the margin is not squared"),
    ("w@w == 1, R <= 1 |- k <= 1/sqrt(gamma)", H, "mistake", "a root for a square; of a root"),
    ("k <= 1000", P, "mistake", "no number bounds all runs"),
]  # fmt: skip

TRUE = [
    ("R > 0 |- k <= 2*(R**2*(w@w) + b**2)/gamma**2", R2, "mistake", "proved"),  # the tutorial's
    ("k <= 2*R**2*(w@w + b**2/R**2)/gamma**2", R2, "mistake", "proved"),  # the same: it divides by R
    ("R != 0 |- k <= D**2*(w@w + b**2/R**2)/gamma**2", R2, "positive", "proved"),
    ("R >= 1/1000 |- k <= 3*(R**2*(w@w) + b**2)/gamma**2", R2, "mistake", "proved"),
    ("gamma <= R |- k <= 2*(R**2*(w@w) + b**2)/gamma**2", R2, "mistake", "proved"),  # 0 < γ ≤ R
    ("R <= 1, R > 0 |- k <= 2*(w@w + b**2)/gamma**2", R2, "mistake", "proved"),
    ("R >= 1 |- k <= 2*R**2*(w@w + b**2)/gamma**2", R2, "mistake", "proved"),  # b² ≤ R²b²
    ("k <= 2*(R**2*(w@w) + b**2)/gamma**2", R2, "correct", "tested"),  # never a mistake, not even for R = 0
    ("R > 0 |- k >= 1", R2, "mistake", "tested"),  # the first example is a mistake
    ("w@w == 1 |- k <= (1 + R**2)*(1 + b**2)/gamma**2", P, "mistake", "proved"),  # the book's
    ("w@w == 1 |- k <= (1 + R**2)*(1 + b**2)/gamma**2", P, "positive", "proved"),
    ("k <= (R**2 + 1)*(w@w + b**2)/gamma**2", P, "mistake", "proved"),
    ("k <= n*(R**2 + 1)*(w@w + b**2)/gamma**2", P, "mistake", "proved"),
    ("k <= (R**2 + 1)*(w@w + b**2)/gamma**2 + 1/R", P, "mistake", "proved"),
    ("k <= max(R**2, 1)*2*(w@w + b**2)/gamma**2", P, "mistake", "proved"),
    ("w@w + b**2 == 1 |- k <= D**2/gamma**2", P, "mistake", "proved"),
    ("gamma == 1 |- k <= (R**2 + 1)*(w@w + b**2)", P, "mistake", "proved"),
    ("b == 0 |- k <= (R**2 + 1)*(w@w)/gamma**2", P, "mistake", "proved"),
    ("R <= 1 |- k <= 2*(w@w + b**2)/gamma**2", P, "mistake", "proved"),
    ("R <= 1/10 |- k <= 1.01*(w@w + b**2)/gamma**2", P, "mistake", "proved"),
    ("w@w == 1, R == 1 |- k <= 2*(1 + b**2)/gamma**2", P, "mistake", "proved"),
    ("n == 1 |- k <= 1", P, "mistake", "tested"),  # after the update its score is ‖x‖² + 1 > 0
    ("k <= 0", P, "correct", "tested"),  # at the start all scores are 0
    ("k <= (R**2 + c)*(w@w + b**2/c)/gamma**2", QUARTER, "mistake", "proved"),
    ("k <= (R**2 + c)*(w@w + b**2)/gamma**2", FOUR, "mistake", "proved"),  # c ≥ 1
    ("w@w == 1 |- k <= R**2/gamma**2", H, "mistake", "proved"),  # Novikoff's
    ("k*gamma**2 <= R**2*(w@w)", H, "mistake", "proved"),
    ("sqrt(k) <= R*norm(w)/gamma", H, "mistake", "proved"),
    ("norm(w) == 1, R <= 1 |- k <= 1/gamma**2", H, "mistake", "proved"),
    ("w@w == 1, R <= 1 |- k <= R/gamma**2", H, "mistake", "proved"),  # R² ≤ R
]  # fmt: skip


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
@pytest.mark.parametrize("supposed", [
    "w@w == 1", "norm(w) == 3, n >= 2, d >= 2", "w@w > 0, b < 0", "w@w >= 100*b**2, d == 10",
    "w@w > 0, b**2 >= 100*(w@w)",
])  # fmt: skip
def test_a_run_on_zeros_never_ends_whatever_w_is_supposed(supposed):
    """Where all examples are 0, the separators (0, b) are not the only ones."""
    found = held(f"{supposed} |- k <= 2*(R**2*(w@w) + b**2)/gamma**2", R2, "mistake", 60)
    assert (found.verdict, found.found.broken.k) == ("refuted", None)


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("statement", "algorithm", "tie", "verdict"), TRUE)
def test_a_true_bound_is_not_refuted(statement, algorithm, tie, verdict):
    found = held(statement, algorithm, tie, 60)
    assert found.found.datasets >= 10
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
