"""The rule, its bound and the class, in each run of the tests."""

import novikoff


def test_the_bound_holds():
    """Compare the bound with exact runs, some of which attain it."""
    assert novikoff.bound("k <= (1 + R**2)**2*(w@w)/(4*gamma**2)", algorithm="rules:damped", datasets=30)


def test_the_class_implements_the_rule():
    """Compare the class with exact runs, up to rounding."""
    assert novikoff.audit("estimators:Damped", algorithm="rules:damped", examples=5)
