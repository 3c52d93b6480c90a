"""The mistake bounds, and the invariants after every mistake, for every bias convention: each run is drawn once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novikoff.properties.run_properties import (
    check_alignment,
    check_mistake_bound,
    check_norm_growth,
    check_update_improvement,
)
from novikoff.properties.strategies import CONVENTIONS, DRIVERS, runs


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("driver", DRIVERS)
@given(source=st.data())
def test_each_step_and_the_number_of_updates(source, driver, convention):
    data, run = source.draw(runs(driver, convention))
    for check in (check_mistake_bound, check_alignment, check_norm_growth, check_update_improvement):
        check(data, run)
