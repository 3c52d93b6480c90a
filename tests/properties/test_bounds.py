"""The bounds as functions: which apply, and where they are attained."""

from fractions import Fraction

import pytest

from novikoff.algorithms import perceptron
from novikoff.algorithms.nearest_point import best_margin
from novikoff.properties.bounds import BOUNDS, Separator, bounds_for

HALF = Fraction(1, 2)


def value(name, c, R2, *separator):
    return BOUNDS[f"{name}-mistake-bound"].value(c, R2, Separator(*separator))


@pytest.mark.parametrize(("bias_step", "R2", "ids"), [
    (0, 2, ["novikoff"]), (0, 0, ["novikoff"]), (1, 2, ["smola", "bias-step"]), (2, 2, ["tutorial", "bias-step"]),
    (1, 1, ["tutorial", "smola", "bias-step"]), (HALF, 2, ["bias-step"]), (1, 0, ["smola", "bias-step"]),
])
def test_the_bounds_that_apply(bias_step, R2, ids):
    assert [name for name, _ in bounds_for(bias_step, R2)] == [f"{name}-mistake-bound" for name in ids]


@pytest.mark.parametrize("R", [1, 2, Fraction(3, 5)])
@pytest.mark.parametrize("bias_step", [0, 1, Fraction(1, 4), "R2"])
def test_one_point_attains_the_bound(R, bias_step):
    run = perceptron.run([[R]], [1], bias_step=bias_step)
    b = run.bias_step / Fraction(R)  # the best separator for this bias step
    separator = Separator((1,), b, R + b)
    values = {name: value(separator) for name, value in bounds_for(run.bias_step, R * R)}
    assert run.updates == 1
    assert set(values.values()) == {1}


def test_the_best_margin_serves_as_separator_and_values_are_fractions():
    X, y = [[1], [3]], [-1, 1]
    run, margin = perceptron.run(X, y), best_margin(X, y)
    for _, value in bounds_for(run.bias_step, 9):
        assert run.updates <= value(Separator(margin.w, margin.b, 1)) == 10 * margin.upper
    separator = Separator((1, 2), 3, 4)
    for c, s in ((0, separator._replace(b=0)), (1, separator), (9, separator), (HALF, separator)):
        assert all(type(value(s)) is Fraction for _, value in bounds_for(c, 9))
