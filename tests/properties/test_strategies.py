"""The strategies make the corner cases, on purpose, and never leave the hypotheses of the theorems."""

from collections import Counter
from functools import cache

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from novikoff.algorithms.errors import BadInput
from novikoff.proofs.statements.term_values import rational_root
from novikoff.properties.separable_instances import dot
from novikoff.properties.strategies import CONVENTIONS, DRIVERS, pythagorean, runs, separable

SAMPLE = 300


def sample(strategy, count=SAMPLE):
    """Return the same examples every time."""
    seen = []
    @settings(max_examples=count, derandomize=True, database=None, deadline=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))
    @given(strategy)
    def collect(example):
        seen.append(example)
    collect()
    return seen


@cache
def datasets(**options):
    return sample(separable(**options))


def margins(data):
    return [y * (dot(data.w_star, x) + data.b_star) for x, y in zip(data.X, data.y, strict=True)]


CORNERS = {
    "one class": lambda data: len(set(data.y)) == 1 and len(data.X) > 1,
    "two classes": lambda data: len(set(data.y)) == 2,
    "repeated points": lambda data: len(set(data.X)) < len(data.X),
    "several points at the least margin": lambda data: len({x for x, margin in zip(data.X, margins(data), strict=True)
                                                            if margin == data.gamma}) > 1,
    "both sides at the least margin": lambda data: len({y for y, margin in zip(data.y, margins(data), strict=True)
                                                        if margin == data.gamma}) > 1,
    "b* = 0": lambda data: data.b_star == 0,
    "R < 1": lambda data: 0 < data.R2 < 1,
    "R > 1": lambda data: data.R2 > 1,
    "d = 1": lambda data: len(data.w_star) == 1,
    "d = 5": lambda data: len(data.w_star) == 5,
    "n = 1": lambda data: len(data.X) == 1,
    "n = 8": lambda data: len(data.X) == 8,
}
WITH_BIAS = {
    "R = 0": lambda data: data.R2 == 0,
    "R = 0, w* = 0": lambda data: data.R2 == 0 and not any(data.w_star),
    "b* > 0": lambda data: data.b_star > 0,
    "b* < 0": lambda data: data.b_star < 0,
}


@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.parametrize("options", [{}, {"unit": True}, {"homogeneous": True}], ids=str)
def test_every_corner_is_met(options, corner):
    assert sum(map(CORNERS[corner], datasets(**options))) >= SAMPLE // 50


@pytest.mark.parametrize("corner", WITH_BIAS)
def test_every_corner_with_a_bias_is_met(corner):
    assert any(map(WITH_BIAS[corner], datasets()))


@pytest.mark.parametrize("options", [{}, {"unit": True}, {"homogeneous": True}], ids=str)
def test_the_margin_is_exact_and_positive(options):
    for data in datasets(**options):
        assert 0 < data.gamma == min(margins(data))
        assert set(data.y) <= {-1, 1}
        assert not any(isinstance(value, float) for x in (*data.X, data.w_star) for value in x)


@pytest.mark.parametrize("options", [{"unit": True}, {"unit": True, "homogeneous": True}], ids=str)
def test_unit_separators_have_length_1(options):
    found = datasets(**options)
    assert {dot(data.w_star, data.w_star) for data in found} == {1}
    assert len({data.w_star for data in found}) > 20


def test_homogeneous_separators_have_no_bias_and_the_data_a_radius():
    assert {data.b_star for data in datasets(homogeneous=True)} == {0}
    assert all(data.R2 > 0 for data in datasets(homogeneous=True))


@pytest.mark.parametrize("numbers", [(1,), (2, 1), (1, -2), (1, 1, 1), (3, 2, -1, 0, 2)])
def test_a_pythagorean_vector_has_an_integer_norm(numbers):
    vector = pythagorean(numbers)
    assert len(vector) == len(numbers)
    assert rational_root(dot(vector, vector)).denominator == 1


def test_all_runs_together():
    found = sample(runs())
    orders = Counter(run.order if isinstance(run.order, str) else "caller" for _, run in found)
    assert min(orders[driver] for driver in DRIVERS) >= SAMPLE // 20
    assert any(run.rate < 1 for _, run in found)
    assert any(run.rate > 1 for _, run in found)
    assert {run.stopped for _, run in found} == {"separated", "order_exhausted"}  # no cap was reached
    assert any(not run.separated for _, run in found)
    assert any(run.updates > 10 for _, run in found)
    assert {run.arithmetic for _, run in found} == {"exact"}


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("convention", CONVENTIONS)
def test_runs_of_one_kind(driver, convention):
    holds = {
        "homogeneous": lambda data, run: run.bias_step == data.b_star == 0,
        "one": lambda data, run: run.bias_step == 1,
        "R2": lambda data, run: run.bias_step == data.R2 > 0,
        "any": lambda data, run: run.bias_step > 0,
    }[convention]
    found = sample(runs(driver, convention), 10)
    assert all(holds(data, run) for data, run in found)
    assert {isinstance(run.order, tuple) if driver == "caller" else run.order == driver for _, run in found} == {True}


@pytest.mark.parametrize(("arguments", "near"), [(("cyclick",), "driver = 'cyclick'"),
                                                 ((None, "c"), "convention = 'c'")])
def test_an_unknown_kind_of_run_is_refused_at_once(arguments, near):
    with pytest.raises(BadInput, match=f"{near} is unknown; choose one of: "):
        runs(*arguments)
