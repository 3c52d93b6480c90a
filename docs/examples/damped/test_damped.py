"""The rule, its bound and the class, in each run of the tests."""

import novikoff


def test_the_bound_holds():
    """On exact data, some of which reach it."""
    assert novikoff.bound("k <= (1 + R**2)**2*(w@w)/(4*gamma**2)", algorithm="rules:damped", datasets=30)


def test_the_class_implements_the_rule():
    """But for rounding, it ends where the exact run ends."""
    assert novikoff.audit("estimators:Damped", algorithm="rules:damped", examples=5)
