"""How far runs are from their best bound: the factors by another path, and what other data make."""

from __future__ import annotations

import random
from fractions import Fraction
from math import prod
from typing import Any

import pytest

from novikoff.algorithms.perceptron import State
from novikoff.algorithms.registry import lookup_algorithm
from novikoff.proofs.statements.registry import claims
from novikoff.properties.applicable_bounds import find_bounds, threshold
from novikoff.properties.bound_slack import FACTORS, WITH_BIAS, WITHOUT_BIAS, Missed, find_slack
from novikoff.properties.worst_cases.by_algorithm import slowest

F = Fraction


def asked(name: str, X: Any, y: Any, **options: Any) -> tuple[Missed, Any, Any, dict[str, Any]]:
    """What a run missed, its record, what governs it, and all its options."""
    entry = lookup_algorithm(name)
    full = entry.defaults(options) | options
    known, record = find_bounds(name, X, y, full), entry.run(X, y, **options)
    found = find_slack(entry, full, y, known, record)
    assert found is not None
    return found, record, known, full


def separable(seed: int, d: int, n: int = 8) -> tuple[list[list[Fraction]], list[int]]:
    """Examples with the label of their first coordinate, which is not 0."""
    draw = random.Random(seed)
    X = [[F(draw.choice((-1, 1)) * draw.randint(1, 9), 3), *(F(draw.randint(-9, 9), 2) for _ in range(d - 1))]
         for _ in range(n)]
    return X, [1 if x[0] > 0 else -1 for x in X]


OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("perceptron", {"bias_step": 0}), ("perceptron", {}), ("perceptron", {"bias_step": "R2", "rate": F(2, 3)}),
    ("perceptron", {"bias_step": F(1, 4), "order": "first"}), ("voted_perceptron", {"bias_step": 0}),
    ("kernel_perceptron", {}), ("margin_perceptron", {"bias_step": 0, "beta": F(5, 2), "rate": F(1, 3)}),
    ("margin_perceptron", {"beta": 100}),
]


@pytest.mark.parametrize("d", [1, 3])
@pytest.mark.parametrize(("name", "options"), OPTIONS)
def test_the_factors_are_those_of_the_run(name: str, options: dict[str, Any], d: int) -> None:
    """The sums of the claim, step by step along the run of the shipped rule."""
    X, y = separable(7 * d, d)
    found, record, known, full = asked(name, X, y, **options)
    best, beta = known.best, threshold(full)
    (w, b, gamma), c, D2 = best.separator, best.c, best.R2 + best.c
    state, S = State([F(0)] * d, F(0)), F(0)
    for i in record.mistakes:
        score = sum(p * q for p, q in zip(state.w, X[i], strict=True)) + state.b
        assert y[i] * score <= beta
        state = State([p + y[i] * q for p, q in zip(state.w, X[i], strict=True)], state.b + c * y[i])
        S += sum(v * v for v in X[i]) + c
    k, price = len(record.mistakes), 1 / c if c else F(0)
    size = sum(p * p for p in state.w) + state.b**2 * price
    ahead = sum(p * q for p, q in zip(state.w, w, strict=True)) + state.b * b * price
    assert k >= 1
    assert found.factors == {
        "lengths": k * (D2 + 2 * beta) / (S + 2 * k * beta), "scores": (S + 2 * k * beta) / size,
        "direction": size * best.V / ahead**2, "margins": (ahead / (k * gamma)) ** 2,
    }
    assert min(found.factors.values()) >= 1
    sharper = "plane-mistake-bound", "small-radius-sharper-bound", "margin-perceptron-exact-bound"
    assert {found.times * k} == {value for claim, value in known.bounds if claim not in sharper}


@pytest.mark.parametrize(("X", "y", "due"), [
    ([[1, 0], [0, F(1, 2)]], [1, 1], {"lengths", "direction"}),
    ([[2, 0], [0, 2], [1, -F(1, 2)]], [1, 1, 1], {"direction", "margins"}),
    ([[3, 4], [-4, 3]], [1, 1], set()),
    ([[4, 3], [-5, 0]], [1, 1], {"scores"}),
])
def test_what_is_lost_has_its_name(X: Any, y: Any, due: set[str]) -> None:
    found, *_ = asked("perceptron", X, y, bias_step=0)
    assert {name for name, value in found.factors.items() if value != 1} == due


def test_runs_of_short_examples_or_in_the_plane_have_sharper_bounds() -> None:
    X, y = separable(2, 2)
    assert asked("perceptron", X, y, bias_step=0)[0].claim == "plane-mistake-bound"
    on_a_line = asked("perceptron", [x[:1] for x in X], y)  # with the bias they are vectors of a plane
    assert dict(on_a_line[2].bounds)["plane-mistake-bound"] == 1 + dict(on_a_line[2].bounds)["smola-mistake-bound"] / 2
    assert on_a_line[0].others is None
    for options in ({"bias_step": 0}, {}):
        assert "plane-mistake-bound" not in dict(asked("perceptron", *separable(3, 3), **options)[2].bounds)
    X, y = separable(5, 3)
    short = [[v / 30 for v in x] for x in X]
    found, _, known, _ = asked("perceptron", short, y)
    assert found.claim == "small-radius-sharper-bound"
    assert found.most < dict(known.bounds)["smola-mistake-bound"]
    assert "small-radius-sharper-bound" not in dict(asked("perceptron", X, y)[2].bounds)


@pytest.mark.parametrize(("name", "options", "scale"), [
    ("perceptron", {"bias_step": 0}, 1), ("perceptron", {}, 1), ("perceptron", {"bias_step": "R2"}, 1),
    ("perceptron", {"bias_step": F(9)}, 1), ("margin_perceptron", {"bias_step": 0, "beta": F(1)}, F(1, 9)),
])
@pytest.mark.parametrize("d", [2, 3])
def test_other_data_make_as_many_updates(name: str, options: dict[str, Any], scale: Any, d: int) -> None:
    """The data that the family makes have the R² and at most the ratio of the run, but for their rounding."""
    X, y = separable(11, d, 5)
    found, _, known, full = asked(name, X, y, **options)
    if found.others is None:
        assert d == 2
        assert full["bias_step"] or name == "margin_perceptron"
        return
    assert found.most - 1 <= found.others <= found.most
    assert {claims()[claim].expected for claim in found.by} == {"proved"}
    family = (WITH_BIAS if known.best.c else WITHOUT_BIAS)[found.claim](known.best, full)
    assert family is not None
    data = family.exactly(found.others, known.best.ratio) or family.data(found.others, known.best.ratio)
    assert data is not None
    assert data.ratio <= known.best.ratio
    assert not data.bias_step or data.bias_step / data.R2 == known.best.c / known.best.R2
    assert family.run(lookup_algorithm(name), data).updates >= found.others


@pytest.mark.parametrize(("options", "known"), [
    ({"bias_step": 0, "rates": [F(2), F(1)]}, True), ({"rates": [F(2), F(1)]}, False),
    ({"bias_step": 0, "rates": "normalised"}, False),
])
def test_data_for_step_sizes_that_change_have_no_bias(options: dict[str, Any], known: bool) -> None:
    found, *_ = asked("variable_increment", *separable(11, 3, 5), **options)
    assert (found.others is not None) == known
    assert found.others in (None, found.most)
    assert list(found.by) == ["any-step-sizes-bound-reached-in-space"] * known


def test_factors_have_names_and_are_1_where_nothing_is_missed() -> None:
    found, *_ = asked("perceptron", *separable(1, 3))
    assert list(found.factors) == list(FACTORS)
    assert found.times == prod(found.factors.values())
    capped, *_ = asked("perceptron", *separable(1, 3), max_updates=0)
    assert (capped.updates, capped.factors) == (0, {})
    # Data of the bound miss nothing
    for k in (1, 2, 5):
        found, *_ = asked("perceptron", [[int(i == j) for j in range(k)] for i in range(k)], [1] * k, bias_step=0)
        assert (found.updates, found.most, set(found.factors.values())) == (k, k, {1})
    # The first visit has the score 0: without a mistake there, no update is made
    X, y = separable(1, 3)
    found, record, *_ = asked("perceptron", X, y, bias_step=0, tie="positive")
    assert (found.others, found.updates) == (None, record.updates)
    # What the worst cases miss is what their rounding costs
    for X, y in slowest(F(0), [9]):
        found, *_ = asked("perceptron", X, y, bias_step=0)
        assert found.updates == found.most == 9
        if len(X[0]) == 3:
            assert 1 < found.times < 1 + F(1, 1000)
