"""Whether bounds are reached: each row names claims that are there, and each that says so has an exact run.

A claim has to have a row if one of its conclusions bounds the count of the steps of its run, if an algorithm or a
property names it as the bound of its runs, or if its id calls it a bound; but for those in NO_BOUND.
"""

import re
from fractions import Fraction
from itertools import combinations, product
from math import isqrt, sqrt
from pathlib import Path

import numpy as np
import pytest

from novikoff.algorithms import (
    alma,
    kozinec,
    margin_perceptron,
    pegasos,
    perceptron,
    relaxation,
    romma,
    structured_perceptron,
    variable_increment,
    von_neumann,
    weighted_majority,
    widrow_hoff,
    winnow,
)
from novikoff.algorithms.registry import ALGORITHMS
from novikoff.proofs import evidence
from novikoff.proofs.bounds import bound, conclusions
from novikoff.proofs.statements.bound_tightness import STATUSES, find_tightness, open_bounds_table, read_results
from novikoff.proofs.statements.registry import claims, claims_of_coq
from novikoff.properties.bounds import BOUNDS

from ..bound_formulas import pegasos_regret, winnow_allows

ROOT = Path(__file__).parents[2]
KS = (1, 2, 3, 5)
ROWS, SAME = read_results()


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


def by_von_neumann(k):
    """The last step begins where ‖w‖² = ε² = 4/k²."""
    run = von_neumann.run(basis(k * k + 1, 2), [1] * (k * k + 1), bias_step=0, epsilon=Fraction(2, k))
    return run.updates, 4 / Fraction(2, k) ** 2


def by_romma(k):
    run = romma.run(basis(k, 2), [1] * k, bias_step=0)
    return run.updates, 4 * dot(run.w, run.w)


def by_classes_with_bias(k):
    """The same with the bias step c = 4 = R², on 2k points of a cross, the opposite ones of different classes."""
    first = second = perceptron.State(np.array([0] * k, dtype=object), 0)
    mistakes, signed = 0, [(s * np.array(x), s) for x in basis(k, 2) for s in (1, -1)]
    for x, y in signed:
        assert perceptron.margin(first, x, y) - perceptron.margin(second, x, y) <= 0
        first, second = (perceptron.update(s, x, z, bias_step=4) for s, z in ((first, y), (second, -y)))
        mistakes += 1
    gamma = min(perceptron.margin(first, x, y) - perceptron.margin(second, x, y) for x, y in signed)
    assert (first.b, second.b) == (0, 0)
    return mistakes, Fraction(2 * (4 + 4) * int(first.w @ first.w + second.w @ second.w), int(gamma) ** 2)


def by_candidates(k):
    """Two candidates each: 0, and one of k orthogonal vectors, which is right."""
    X = [[[0] * k, x] for x in basis(k, 3)]
    run = structured_perceptron.run(X, [1] * k)
    return run.updates, structured_perceptron.reach2(X, [1] * k) * structured_perceptron.best_lead(X, [1] * k).upper


def by_errors_of_any_length(k, a=Fraction(1, 3)):
    """Orthogonal examples of the lengths 1, …, k with the rates a/‖x‖²; u is w in the end."""
    state, total, steps = perceptron.State(np.array([Fraction(0)] * k), 0), 0, []
    for i, x in enumerate(np.array(basis(k), dtype=object)):
        z, y = (i + 1) * x, i - 2
        total += Fraction(widrow_hoff.error(state, z, y) ** 2) / int(z @ z)
        state = widrow_hoff.update(state, z, y, rate=a / int(z @ z), bias_step=0)
        steps.append((z, y))
    losses = sum(Fraction(widrow_hoff.error(state, z, y) ** 2) / int(z @ z) for z, y in steps)
    return total, (state.w @ state.w) / a + losses / (1 - a)


def by_projections(k):
    """The squares of the amounts β/‖z‖ = 1 by which 0 fails, and ‖w‖²/(λ(2 − λ)) for the projection w."""
    run = relaxation.run(basis(k, 3), [1] * k, bias_step=0, beta=3)
    return run.updates, sum(v * v for v in run.w)


def by_reflections(k):
    """The amounts β = 1 by which 0 fails, and ‖w‖²/(2λρ) for the reflection w, the centre of a ball with ρ = 1."""
    run = relaxation.run(basis(k), [1] * k, bias_step=0, rate=2)
    assert min(run.w) == 1 + 1
    return run.updates, sum(v * v for v in run.w) / Fraction(2 * 2 * 1)


def by_steps_of_length_one(k):
    """Examples of the lengths 1, …, k, divided by them."""
    state = perceptron.State(np.array([Fraction(0)] * k), 0)
    for i, x in enumerate(np.array(basis(k), dtype=object)):
        z = (i + 1) * x
        assert perceptron.mistake_condition(state, z, 1)
        state = perceptron.update(state, z, 1, bias_step=0, rate=Fraction(1, i + 1))
    return k, (state.w @ state.w) / min(state.w) ** 2


def by_square_lengths(k):
    """Orthogonal examples of length 3, each a mistake; u is w in the end."""
    run = variable_increment.run(basis(k, 3), [1] * k, bias_step=0, rates="normalised")
    gamma2 = (3 * min(run.w)) ** 2 / sum(v * v for v in run.w)
    return run.updates, bound("square-length-steps-mistake-bound", {"R": 3, "γ^2": gamma2}, "count")


def dot(x, z):
    return sum(p * q for p, q in zip(x, z, strict=True))


def apart(k, *, more=0):
    """k examples with the products −1 and ‖x‖² = k − 1 + more²: with any labels the signed (x, 1) are orthogonal."""
    pairs = list(combinations(range(k), 2))
    return [[(i == p) - (i == q) for p, q in pairs] + [more * (i == j) for j in range(k)] for i in range(k)]


def with_bias(X, y, c):
    """A run with the bias step c; its updates, and what the bounds take of its end as a separator."""
    run = perceptron.run(X, y, bias_step=c)
    given = {"R^2": max(dot(x, x) for x in X), "w*@w*": dot(run.w, run.w), "b*^2": run.b**2}
    return run, given, Fraction(min(s * (dot(run.w, x) + run.b) for x, s in zip(X, y, strict=True))) ** 2


def for_unit_weights(given, g2):
    return {"R^2": given["R^2"], "b*^2": Fraction(given["b*^2"], given["w*@w*"]), "γ^2": g2 / given["w*@w*"]}


def by_alternating(k):
    """Labels that alternate, with the bias step 1 and R² = k."""
    run, given, g2 = with_bias(apart(k, more=1), [(-1) ** i for i in range(k)], 1)
    assert run.updates == bound("bias-step-mistake-bound", {**given, "ρ^2": 1, "γ^2": g2})
    return run.updates, bound("smola-mistake-bound", for_unit_weights(given, g2))


def by_opposites(k):
    """With the bias step R² = 4; b* = 0."""
    run, given, g2 = with_bias([[s * v for v in x] for x in basis(k, 2) for s in (1, -1)], [1, -1] * k, 4)
    assert (run.updates, run.b) == (2 * k, 0)
    assert run.updates == bound("no-offset-bound-from-family", {"R^2": 4, "ρ^2": 4, "w*@w*": given["w*@w*"], "γ^2": g2})
    return run.updates, bound("tutorial-mistake-bound", {**given, "γ*^2": g2}, "bound")


def by_short_weights(k):
    """‖w̃‖²γ*² and (2R²‖w̃*‖)² of the same run, for the weights at the end as separator."""
    run, given, g2 = with_bias([[s * v for v in x] for x in basis(k, 2) for s in (1, -1)], [1, -1] * k, 4)
    length2 = given["w*@w*"] + Fraction(run.b**2, 4)
    return length2 * g2, (2 * 4) ** 2 * length2


def by_squares(k):
    """k² mistakes with labels of the sum k; the bias step is R|b*| for ‖w*‖ = 1."""
    K = k * k
    X = apart(K) if k > 1 else [[1]]
    run, given, g2 = with_bias(X, [1] * ((K + k) // 2) + [-1] * ((K - k) // 2), 1)
    assert given["w*@w*"] == given["R^2"] * given["b*^2"]
    return run.updates, bound("bias-step-mistake-bound", {**given, "ρ^2": 1, "γ^2": g2})


def by_offset(k):
    """The numbers R and −R, of both classes, w* = 1 and γ = 1: |b*| and R − γ."""
    R, b = k + 1, k
    assert min(R + b, -(-R + b)) == 1
    return b, R - 1


def by_one_class_at_zero(k):
    return perceptron.run([[0]] * k, [1] * k, bias_step=1).updates, 1


def from_across(k):
    """The updates, and the bound from a start orthogonal to the examples, u along the end."""
    start, X = [0] * k + [7], [[*x, 0] for x in basis(k, 2)]
    run = perceptron.run(X, [1] * k, bias_step=0, start=(start, 0))
    gamma2 = Fraction(min(dot(run.w, x) for x in X) ** 2, int(dot(run.w, run.w)))
    assert Fraction(4**2) / gamma2 == dot(run.w, run.w)  # so that (D²/γ)u is the end
    apart_ = [p - q for p, q in zip(start, run.w, strict=True)]
    return run.updates, Fraction(dot(apart_, apart_), 4)


def by_deviations(k):
    """k orthogonal examples of length 2, u = Σ e_i, the deviations 3 for g = 5; k and (R + D)²/g² for u/‖u‖."""
    run = perceptron.run(basis(k, 2), [1] * k, bias_step=0)
    u = [v // 2 for v in run.w]
    d2 = sum((5 - dot(u, x)) ** 2 for x in basis(k, 2))
    D2 = Fraction(d2, dot(u, u))
    assert isqrt(int(D2)) ** 2 == D2
    return run.updates, (2 + isqrt(int(D2))) ** 2 * Fraction(dot(u, u), 5**2)


def by_obtuse(k):
    run = perceptron.run([[1, 0], [-k, 1]], [1, 1], bias_step=0)
    counts = [run.mistakes.count(i) for i in (0, 1)]
    assert min(dot([counts[0] - k * counts[1], counts[1]], x) for x in ([1, 0], [-k, 1])) > 0
    return run.updates, sum(counts)


def by_margin_from_start(k, beta=3):
    """From β·e₀, with examples 1 along e₀ that are orthogonal to each other; s² and (‖w0‖² + k(D² + 2β))‖u‖²."""
    Z = [np.array([1, *x], dtype=object) for x in apart(k)]
    state = start = perceptron.State(beta * (np.arange(len(Z[0])) == 0).astype(object), 0)
    for z in Z:
        assert margin_perceptron.update_condition(state, z, 1, beta)
        state = perceptron.update(state, z, 1, bias_step=0)
    u, D2 = state.w, max(z @ z for z in Z)
    s = start.w @ u + k * min(u @ z for z in Z)
    return s**2, (start.w @ start.w + k * (D2 + 2 * beta)) * (u @ u)


def passive_aggressive(k, size):
    """The losses on k orthogonal examples of length 2, each once, and the weights, for a step size of the loss."""
    state, losses = perceptron.State(np.array([Fraction(0)] * k), 0), []
    for x in map(np.array, basis(k, 2)):
        losses.append(max(0, 1 - perceptron.margin(state, x, 1)))
        state = perceptron.update(state, x, 1, bias_step=0, rate=size(losses[-1]))
    return losses, state.w


def by_passive_one(k, C=Fraction(1, 4)):
    losses, w = passive_aggressive(k, lambda loss: min(C, Fraction(loss) / 4))
    assert min(w @ np.array(x) for x in basis(k, 2)) == 1
    return sum(loss >= 1 for loss in losses), max(4, 1 / C) * (w @ w)


def by_passive_two(k, C=Fraction(3, 7)):
    losses, u = passive_aggressive(k, lambda loss: loss / (4 + 1 / (2 * C)))
    after = sum((1 - u @ np.array(x)) ** 2 for x in basis(k, 2))
    return sum(loss**2 for loss in losses), (4 + 1 / (2 * C)) * (u @ u + 2 * C * after)


def by_digits(m):
    """2ᵐ experts, of whom half are wrong in each trial: the opposite of the label, 1."""
    return [[1 - 2 * bit for bit in column] for column in zip(*product((0, 1), repeat=m), strict=True)]


def by_halving(m):
    run = weighted_majority.run(by_digits(m), [1] * m, beta=0, tie="mistake")
    assert min(run.expert_mistakes) == 0
    return 2**run.updates, 2**m


def by_useless_rounds(T):
    """Two samples of which each classifier has one right: the edge is 0, no weight changes, and both are wrong."""
    D, P, e = [Fraction(1, 2)] * 2, Fraction(1), 0
    for t in range(T):
        m = [(-1) ** t, (-1) ** (t + 1)]
        assert sum(d * v for d, v in zip(D, m, strict=True)) == e
        D, P = [d / (1 + v * e) for d, v in zip(D, m, strict=True)], P * (1 - e**2)
    losses = [4 * P * d**2 for d in D]
    return sum(loss >= 1 for loss in losses) ** 2, 4 * P


def by_one_sample(T):
    """Its weight stays 1, and it counts as wrong after rounds with e = 0."""
    return 1, Fraction(1) ** 2 * (1 - Fraction(0)) ** T


def by_linear_costs(T, eta=Fraction(2, 3), g=5):
    w = [Fraction(1) - eta * g * t for t in range(T + 1)]
    return sum(g * (v - w[-1]) for v in w[:-1]), (w[0] - w[-1]) ** 2 / (2 * eta) + eta / 2 * T * g**2


def by_square_costs(T, lam=Fraction(3), G=5):
    """Costs λ/2·(w − c)², c = w + G/λ or w − G/λ."""
    w, c = [Fraction(2)], []
    for t in range(1, T + 1):
        c.append(w[-1] + (-1) ** (t // 2) * G / lam)
        w.append(w[-1] - lam * (w[-1] - c[-1]) / (lam * t))
    regret = sum(lam / 2 * ((v - a) ** 2 - (w[-1] - a) ** 2) for v, a in zip(w, c, strict=False))
    return regret, pegasos_regret(G**2, lam, T)


def by_violations(T, lam=Fraction(100)):
    """x with |λw − x| = 1 in each round, and all margins below 1."""
    w, X = [Fraction(0)], []
    for t in range(1, T + 1):
        X.append(lam * w[-1] + 1)
        assert w[-1] * X[-1] < 1
        w.append(pegasos.step(w[-1], [X[-1]], t=Fraction(t), lam=lam))
    assert max(w[-1] * x for x in X) <= 1
    def cost(v, x):
        return lam / 2 * v * v + max(0, 1 - v * x)
    return sum(cost(v, x) - cost(w[-1], x) for v, x in zip(w, X, strict=False)), pegasos_regret(1, lam, T)


def by_two_samples(k):
    """On a line at k and −k, each left out: the solution for the other is (0, its label). Both are support vectors."""
    samples = [(k, 1), (-k, -1)]
    alphas = [Fraction(1, 2 * k * k)] * 2
    assert sum(a * y * x for a, (x, y) in zip(alphas, samples, strict=True)) * k == 1
    return sum(s * (0 * z - s) <= 0 for z, s in samples), sum(a != 0 for a in alphas)


def on_a_line(k):
    """From a start across the line, of length k."""
    run = perceptron.run([[3, 0]], [1], bias_step=0, start=([0, k], 0), max_updates=1)
    return dot(run.w, run.w), k * k + 9


def by_worst_mistake(k):
    """For r ≥ R/2: max(‖w0‖², R², R⁴/(4r²)) = R² = k²."""
    run = perceptron.run([[k]], [1], bias_step=0)
    return dot(run.w, run.w), max(0, k * k, Fraction(k**4, 4 * k**2))


def by_norm_guard(k):
    """k² orthogonal examples of length 2, the rate 1 and x' along the end: ⟨w, x'⟩² and L² = KD²."""
    run = perceptron.run(basis(k * k, 2), [1] * k * k, bias_step=0)
    x = [Fraction(v, k) for v in run.w]
    assert dot(x, x) == 4
    return dot(run.w, x) ** 2, run.updates * 4**2


def by_gram_guard(k):
    """The rate k and x = (1, …, k): L² = (0 + 1·k²·D)·D."""
    x = range(1, k + 1)
    return (k * dot(x, x)) ** 2, k**2 * dot(x, x) * dot(x, x)


def by_term_guard(k):
    c, M = range(1, k + 1), range(2, k + 2)
    return abs(sum(u * x for u, x in zip(c, M, strict=True))), dot(c, M)


def by_shared_coordinate(k):
    run = perceptron.run([[1, *x] for x in apart(k)], [1] * k, bias_step=0)
    return run.w[0], k


def by_left_out(k):
    """The errors on orthonormal samples that are left out, and the updates of the run on all of them."""
    X = basis(k)
    without = [perceptron.run(X[:i] + X[i + 1 :], [1] * (k - 1), bias_step=0).w if k > 1 else [0] for i in range(k)]
    return sum(dot(w, x) <= 0 for w, x in zip(without, X, strict=True)), perceptron.run(X, [1] * k, bias_step=0).updates


def by_left_out_of_margin(k):
    """The same for the hard margin Σ e_j over the other samples, and R²‖w‖² for w = Σ e_j."""
    X = basis(k)
    wrong = sum(dot([int(i != j) for j in range(k)], x) <= 0 for i, x in enumerate(X))
    return wrong, dot([1] * k, [1] * k)


def by_dual_steps(k):
    """The square lengths of the k steps w + e_j, each the best one, and ‖u‖² for u = Σ e_j."""
    w, total = [0] * k, 0
    for x in basis(k):
        t = 1 - dot(w, x)
        w, total = [a + t * b for a, b in zip(w, x, strict=True)], total + t * t * dot(x, x)
    return total, dot(w, w)


EXAMPLES = {
    "leave-one-out-errors-at-most-updates": by_left_out,
    "leave-one-out-errors-within-svm-margin": by_left_out_of_margin, "dual-steps-square-summable": by_dual_steps,
    "mirror-descent-mistake-bound": orthonormal, "novikoff-mistake-bound": orthonormal,
    "notes-mistake-bound-unit": orthonormal, "learning-rate-mistake-bound": lambda k: orthonormal(k, Fraction(2, 7)),
    "multi-class-bias-step-mistake-bound": by_classes_with_bias, "structured-mistake-bound": by_candidates,
    "structured-deviation-mistake-bound": by_deviations, "normalised-widrow-hoff-bound": by_errors_of_any_length,
    "relaxation-squares-bound": by_projections, "relaxation-ways-bound": by_reflections,
    "normalised-steps-mistake-bound": by_steps_of_length_one, "square-length-steps-mistake-bound": by_square_lengths,
    "kozinec-mistake-bound": by_kozinec, "von-neumann-step-bound": by_von_neumann, "romma-mistake-bound": by_romma,
    "notes-cosine-lower-bound": orthonormal, "smola-mistake-bound": by_alternating,
    "bias-step-mistake-bound": by_alternating, "rescaled-data-mistake-bound": by_alternating,
    "tutorial-mistake-bound": by_opposites, "no-offset-bound-from-family": by_opposites,
    "tutorial-weights-bounded": by_short_weights, "best-bias-step-mistake-bound": by_squares,
    "two-classes-bound-offset": by_offset, "zero-radius-one-class-stops": by_one_class_at_zero,
    "start-anywhere-distance-bound": from_across, "deviation-mistake-bound": by_deviations,
    "obtuse-examples-least-counts": by_obtuse, "margin-perceptron-bound-from-any-start": by_margin_from_start,
    "passive-aggressive-one-mistake-bound": by_passive_one, "passive-aggressive-two-loss-bound": by_passive_two,
    "weighted-majority-mistake-bound": by_halving, "halving-mistake-bound": by_halving,
    "cutting-mistake-bound": by_halving, "adaboost-squared-error": by_useless_rounds,
    "adaboost-round-bound": by_one_sample, "online-gradient-regret-constant-step": by_linear_costs,
    "online-gradient-regret-strongly-convex": by_square_costs, "pegasos-regret-bound": by_violations,
    "leave-one-out-errors-at-most-support": by_two_samples, "cycling-line-bound": on_a_line,
    "cycling-worst-mistake-bound": by_worst_mistake, "norm-guard-no-overflow": by_norm_guard,
    "gram-guard-no-overflow": by_gram_guard, "term-guard-no-overflow": by_term_guard,
    "term-growth": by_shared_coordinate,
}

WITHOUT_RUNS = Path(__file__).with_name("bounds_without_runs.txt").read_text(encoding="utf-8").split("\n[")[1:]
PROVED_ONLY, NO_BOUND = ({claim for group in WITHOUT_RUNS if group.startswith(why) for claim in group.split("\n")[1:]}
                         - {""} for why in ("reached", "no bound"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_bound_that_is_reached_is_reached_exactly(name):
    assert find_tightness(name).status == "reached"
    for k in KS:
        made, bound = EXAMPLES[name](k)
        assert made == bound


def test_rows_name_claims_that_are_proved_and_run():
    known = claims() | claims_of_coq()
    assert not ROWS.keys() & SAME.keys()
    for row in ROWS.values():
        assert row.status in STATUSES
        assert row.words
        assert row.by or row.bound in EXAMPLES or row.status in ("open", "approached")
        assert {known[claim].expected for claim in (row.bound, *row.by)} <= {"proved", "proved-by-coq"}
    assert {known[claim].expected for claim in SAME} == {"proved"}
    assert set(SAME.values()) <= ROWS.keys()
    assert {row.bound for row in ROWS.values() if row.status == "reached"} - EXAMPLES.keys() == PROVED_ONLY
    assert all(find_tightness(claim).by for claim in PROVED_ONLY)


def counting_steps():
    """The claims of which a conclusion, as it is stored, bounds the count of the steps of the run."""
    with_run = [claim for claim, entry in evidence.certificates().items() if "run" in entry["statement"]]
    return {claim for claim in with_run if any(c.counter and c.bounds_counter for c in conclusions(claim).values())}


def test_every_bound_has_a_row():
    proved = {claim for claim, told in claims().items() if told.expected == "proved"}
    called = {claim for claim in proved if re.search("-bound$|regret|guard|capacity", claim)}
    named = BOUNDS.keys() | {claim for entry in ALGORITHMS.values() for claim in entry.bounded_by}
    needed = named | called | counting_steps() & proved
    assert {claim for claim in needed - NO_BOUND if find_tightness(claim) is None} == set()
    assert needed >= NO_BOUND
    assert not any(find_tightness(claim) for claim in NO_BOUND)


def test_many_corrections_come_near_to_the_bound_of_alma():
    """On a line, with w = r, x = γ = 1, c = 1 and D the last r; r is a root, so that floats must do."""
    for T in (4, 6, 11):
        r, near = 0.0, []
        for j in range(1, 2001):
            r = alma.step(r, 1, sqrt(1 / j), sqrt(j / (j - 1 + T)))
            given = {"T": T, "D^2": Fraction(r) ** 2, "u@u": 1, "c": 1, "γ^2": 1}
            near.append(j / bound("alma-update-bound", given, "count"))
        assert 0.997 < near[-1] < 1
        assert near[200:] == sorted(near[200:])
        assert (near[0] > 1 - 1e-12) == (T == 4)


@pytest.mark.parametrize("m", KS)
def test_many_inputs_come_as_near_to_the_bounds_as_one_likes(m):
    """As a whole number Winnow's is reached, and that of the experts for small β."""
    X, many = by_digits(m), 10**6
    a = np.array([1] * 2**m, dtype=object)
    for x in X:
        assert winnow.is_mistake(a, x, 1)
        a = np.array(winnow.update(a, x, 1, Fraction(many)), dtype=object)
    assert [winnow_allows(M, 2**m, 1, many - 1) for M in (m, m + 1)] == [True, False]
    excess = 2**m * Fraction(many + Fraction(1, many), 2 * many) ** m
    assert 1 < excess < 1 + Fraction(1, many)
    beta = Fraction(1, many)
    run = weighted_majority.run(X, [1] * m, beta=beta, tie="mistake")
    assert (run.updates, min(run.expert_mistakes)) == (m, 0)
    assert 2**m < 2**m * (1 + beta) ** m < 2**m + Fraction(1, 1000)


def test_four_mistakes_reach_the_bound_for_known_margins():
    """R = 3, γ = 2 and b* = 1, with the bias step R(R − γ) = 3."""
    X, y = [[3, 0, 0, 0], [-1, 2, 2, 0], [-1, -2, 0, 2], [-1, 0, -2, -2]], [1, -1, 1, 1]
    run, given, g2 = with_bias(X, y, 3)
    assert (given["R^2"], g2 / given["w*@w*"], given["b*^2"] / given["w*@w*"]) == (9, 4, 1)
    assert run.updates == bound("known-margin-mistake-bound", {"R": 3, "γ": 2}) == (2 * Fraction(3, 2) - 1) ** 2


def test_the_page_has_what_is_open():
    page = (ROOT / "docs" / "explanation" / "open-problems.md").read_text(encoding="utf-8")
    found = page.partition("<!-- open -->")[2].partition("<!-- /open -->")[0]
    assert found == f"\n{open_bounds_table()}\n", "put what open_bounds_table returns between the two comments"


def test_batches_of_chosen_vectors_take_more_than_a_fifth():
    """The bracket of the sharper bound for the batch perceptron: 0.213·L·D²/γ² steps, where a step adds those of the
    misclassified vectors that it likes. M vectors are the same; where they are right, one vector of a circle is added,
    the first one that is misclassified ahead of w, which turns w at about the same length until they are wrong again.
    """
    M, circle, gamma, side = 2000, 100, 20 * 10**4, 99 * 10**4  # for D = 101·10⁴, as 20² + 99² = 101²
    angles = 2 * np.pi * np.arange(circle) / circle
    singles = np.trunc(np.stack([np.full(circle, gamma), side * np.cos(angles), side * np.sin(angles)], axis=1))
    singles, many = singles.astype(np.int64), np.array([gamma, side, 0])
    D2 = max(int(v @ v) for v in (*singles, many))
    L, ratio = M + circle, Fraction(D2, gamma**2)
    w, steps = np.zeros(3, np.int64), 0
    while True:
        if many @ w <= 0:
            added = M * many
        else:
            wrong = singles @ w <= 0
            ahead = np.flatnonzero(wrong & ~np.roll(wrong, 1))
            if not wrong.any():
                break
            added = singles[ahead[0]]
        w, steps = w + added, steps + 1
    assert int(abs(w).max()) * 3 * 101 * 10**4 < 2**63  # no score has left the integers of 64 bits
    most = bound("batch-perceptron-sharper-step-bound", {"D^2": ratio, "γ^2": 1, "sum()": L})
    assert Fraction(213, 1000) * L * ratio < steps <= most < Fraction(1, 4) * (L + 2) * ratio
