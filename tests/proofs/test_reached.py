"""Whether bounds are reached: each row names claims that are there, and each that says so has an exact run."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from novikoff.algorithms import kozinec, margin_perceptron, perceptron
from novikoff.proofs.statements.reached import ROWS, STATUSES, markdown, reached
from novikoff.proofs.statements.registry import claims

ROOT = Path(__file__).parents[2]
KS = (1, 2, 3, 5)


def basis(k, length=1):
    return [[length * int(i == j) for j in range(k)] for i in range(k)]


def orthonormal(k, rate=1):
    """Mistakes, and D²‖u‖²/γ² for the weights u at the end."""
    run = perceptron.run(basis(k), [1] * k, bias_step=0, rate=rate)
    gamma = min(run.w)
    return run.updates, sum(v * v for v in run.w) / Fraction(gamma) ** 2


def by_kozinec(k):
    run = kozinec.run(basis(k, 2), [1] * k, bias_step=0)
    return run.updates + 1, 4 / sum(v * v for v in run.w)


def by_hinge(k, c=Fraction(1, 3)):
    """(k − H)² and kR²‖u‖² for u = cw, of which the bound is the larger root."""
    run = perceptron.run(basis(k), [1] * k, bias_step=0)
    u = [c * v for v in run.w]
    H = sum(max(0, 1 - v) for v in u)
    return (run.updates - H) ** 2, run.updates * sum(v * v for v in u)


def by_classes(k):
    """Two classes, updated by the shipped rule with the labels 1 and −1; a tie is a mistake."""
    first = second = perceptron.State(np.array([0] * k, dtype=object), 0)
    mistakes = 0
    for x in map(np.array, basis(k, 3)):
        assert first.w @ x - second.w @ x <= 0
        first, second = (perceptron.update(s, x, y, bias_step=0) for s, y in ((first, 1), (second, -1)))
        mistakes += 1
    gamma = min((first.w - second.w) @ np.array(x) for x in basis(k, 3))
    return mistakes, Fraction(2 * 9 * int(first.w @ first.w + second.w @ second.w), int(gamma) ** 2)


def by_passive_aggressive(k):
    """The squared losses with h/‖x‖² as rate, and R²‖u‖² for u = w."""
    state, total = perceptron.State(np.array([Fraction(0)] * k), 0), 0
    for x in map(np.array, basis(k, 2)):
        loss = max(0, 1 - perceptron.margin(state, x, 1))
        total, state = total + loss**2, perceptron.update(state, x, 1, bias_step=0, rate=Fraction(loss, int(x @ x)))
    return total, 4 * state.w @ state.w


def in_the_plane(k):
    """(N, m), (−m², m), (m², m) with odd m = 2k + 1 and N = (m² + 1)/2, in this order, again and again."""
    m = 2 * k + 1
    N = (m * m + 1) // 2
    run = perceptron.run([[N, m], [-m * m, m], [m * m, m]], [1] * 3, bias_step=0)
    return run.updates, 1 + Fraction(m**4 + m**2, 2 * m**2)


def by_simplex(h):
    """4PQ(h − 1)m² and h²R², with P = ⌊h/2⌋ positive corners of the simplex of h·e_i − Σ e_j."""
    corners = [np.array([h * int(i == j) - 1 for j in range(h)], dtype=object) for i in range(h)]
    P = max(h // 2, 1)
    d = sum(Fraction(1, P) * x for x in corners[:P]) - sum(Fraction(1, h - P) * x for x in corners[P:])
    gap = min(d @ x for x in corners[:P]) - max(d @ x for x in corners[P:])
    m2 = Fraction(gap) ** 2 / (4 * (d @ d))
    return 4 * P * (h - P) * (h - 1) * m2, h * h * (corners[0] @ corners[0])


def by_margin_perceptron(k):
    """With β = R² = 4: 2e₁ twice, then half of the last one and three new coordinates, so that all is rational."""
    k += 1
    Z = [np.array([Fraction(2)] + [Fraction(0)] * 3 * k)] * 2
    for j in range(k - 2):
        Z.append(Z[-1] / 2)
        Z[-1][1 + 3 * j : 4 + 3 * j] = 1
    state = perceptron.State(0 * Z[0], 0)
    for z in Z:
        assert margin_perceptron.update_condition(state, z, 1, 4)
        state = perceptron.update(state, z, 1, bias_step=0)
    u = state.w + Z[-1]
    return len(Z), 3 * 4 * (u @ u) / min(u @ z for z in Z) ** 2 - 1


EXAMPLES = {
    "novikoff-mistake-bound": orthonormal,
    "notes-mistake-bound-unit": orthonormal,
    "learning-rate-mistake-bound": lambda k: orthonormal(k, Fraction(2, 7)),
    "plane-mistake-bound": in_the_plane,
    "hinge-loss-sharp-mistake-bound": by_hinge,
    "margin-perceptron-three-bound": by_margin_perceptron,
    "multi-class-mistake-bound": by_classes,
    "kozinec-mistake-bound": by_kozinec,
    "passive-aggressive-separable-bound": by_passive_aggressive,
    "margin-capacity-even": lambda k: by_simplex(2 * k),
    "margin-of-odd-optimal-labels": lambda k: by_simplex(2 * k + 1),
    "three-points-shattered": lambda k: by_simplex(3),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_bound_that_is_reached_is_reached_exactly(name):
    assert reached(name).status == "reached"
    for k in KS:
        made, bound = EXAMPLES[name](k)
        assert made == bound


def test_rows_name_claims_that_are_proved():
    known = claims()
    assert len({row.bound for row in ROWS}) == len(ROWS)
    for row in ROWS:
        assert row.status in STATUSES
        assert row.words
        assert row.by
        assert {known[claim].expected for claim in (row.bound, *row.by)} == {"proved"}


def test_what_is_called_reached_is_run_or_only_with_roots():
    """In three dimensions the data have roots, which `novikoff worst-case` approximates; those are proved only."""
    with_roots = {row.bound for row in ROWS if row.status == "reached"} - EXAMPLES.keys()
    others = {"any-step-sizes-mistake-bound", "step-sizes-kantorovich-bound", "margin-perceptron-exact-bound"}
    assert with_roots == others


def test_the_page_has_what_is_open():
    page = (ROOT / "docs" / "open.md").read_text(encoding="utf-8")
    found = page.partition("<!-- open -->")[2].partition("<!-- /open -->")[0]
    assert found == f"\n{markdown()}\n", "put the output of reached.markdown() between the two comments"
