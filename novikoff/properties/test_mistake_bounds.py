"""The mistake bounds, for every driver and every bias convention."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novikoff.properties.bounds import BOUNDS, Measured, bounds_for
from novikoff.properties.run_properties import check_bound_is_attained, check_bound_is_near, check_mistake_bound
from novikoff.properties.strategies import (
    CONVENTIONS,
    DRIVERS,
    attaining_runs,
    positive_rationals,
    runs,
    separable,
    tight_runs,
)


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("driver", DRIVERS)
@given(source=st.data())
def test_updates_come_within_a_fifth_of_every_bound_and_stay_below(source, driver, convention):
    data, run = source.draw(tight_runs(driver, convention))
    check_mistake_bound(data, run)
    check_bound_is_near(data, run)


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("driver", DRIVERS)
@settings(max_examples=10)  # a bound that is wrong by a tenth fails on the first few
@given(source=st.data())
def test_up_to_sixty_updates_attain_every_bound(source, driver, convention):
    data, run = source.draw(attaining_runs(driver, convention))
    check_mistake_bound(data, run)
    check_bound_is_attained(data, run)


@pytest.mark.parametrize("driver", DRIVERS)
@given(source=st.data())
def test_theorem_1_7_as_stated_with_a_unit_separator(source, driver):
    data, run = source.draw(runs(driver, "one", unit=True))
    assert sum(weight**2 for weight in data.w_star) == 1
    assert run.updates <= (1 + data.R2) * (1 + data.b_star**2) / data.gamma**2


FAMILY = BOUNDS["bias-step-mistake-bound"].value


@given(separable())
def test_a_bias_step_of_1_or_R2_gives_the_printed_bounds(data):
    for c in (1, data.R2 or 1):
        assert {value(data.separator) for _, value in bounds_for(c, data.R2)} == {FAMILY(c, data.R2, data.separator)}


@given(separable(), st.integers(1, 5))
def test_a_bias_step_is_the_homogeneous_perceptron_on_augmented_points(data, rho):
    augmented = [(*x, rho) for x in data.X]
    D2 = max(sum(value**2 for value in x) for x in augmented)
    u_norm2 = sum(weight**2 for weight in data.w_star) + (Fraction(data.b_star) / rho) ** 2
    homogeneous = BOUNDS["novikoff-mistake-bound"].value(0, D2, Measured(u_norm2, 0, data.gamma))
    assert FAMILY(rho**2, data.R2, data.separator) == homogeneous


@given(separable(), positive_rationals(), positive_rationals())
def test_no_bound_depends_on_the_length_of_the_separator(data, factor, c):
    w, b, gamma = data.separator
    longer = data.separator._replace(w=[factor * weight for weight in w], b=factor * b, gamma=factor * gamma)
    assert FAMILY(c, data.R2, longer) == FAMILY(c, data.R2, data.separator)


@given(separable(), positive_rationals())
def test_the_bound_for_the_bias_step_R2_is_independent_of_the_unit_of_length(data, factor):
    tutorial = BOUNDS["tutorial-mistake-bound"].value
    if data.R2:
        values = {tutorial(each.R2, each.R2, each.separator) for each in (data, data.scale_by(factor))}
        assert len(values) == 1
