"""The checks of `novikoff audit`, as tests."""

from linear import Perceptron

import novikoff


@novikoff.parametrize_with_bounds([Perceptron], profile="profile.json")
def test_bounds(estimator, check):
    """Make one check."""
    check(estimator)
