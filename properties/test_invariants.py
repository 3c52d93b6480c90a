"""What holds after every single mistake, for every bias convention."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novikoff.properties.checks import check_alignment, check_norm_growth, check_update_improvement
from novikoff.properties.strategies import CONVENTIONS, DRIVERS, runs


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("check", [check_alignment, check_norm_growth, check_update_improvement])
@given(source=st.data())
def test_each_step(source, check, driver, convention):
    check(*source.draw(runs(driver, convention)))
