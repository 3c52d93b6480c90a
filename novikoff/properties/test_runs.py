"""Properties of a run as a whole, and the bounds and invariants after every mistake: each run is drawn once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novikoff.properties.run_properties import (
    check_alignment,
    check_mistake_bound,
    check_norm_growth,
    check_rate_invariance,
    check_replay,
    check_scale_invariance,
    check_separation,
    check_update_improvement,
)
from novikoff.properties.strategies import CONVENTIONS, DRIVERS, positive_rationals, runs


@pytest.mark.parametrize("driver", DRIVERS)
@given(source=st.data())
def test_each_run(source, driver):
    data, run = source.draw(runs(driver))
    for check in (check_replay, check_separation, check_rate_invariance):
        check(data, run)


@pytest.mark.parametrize("driver", DRIVERS)
@given(source=st.data())
def test_the_bias_step_R2_makes_runs_independent_of_the_unit_of_length(source, driver):
    data, run = source.draw(runs(driver, "R2"))
    check_scale_invariance(data, run, scale=source.draw(positive_rationals()))


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("driver", DRIVERS)
@given(source=st.data())
def test_each_step_and_the_number_of_updates(source, driver, convention):
    data, run = source.draw(runs(driver, convention))
    for check in (check_mistake_bound, check_alignment, check_norm_growth, check_update_improvement):
        check(data, run)
