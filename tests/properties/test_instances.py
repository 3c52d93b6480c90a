"""Separable data and the drivers; what the checks refuse to judge."""

from dataclasses import FrozenInstanceError, replace
from fractions import Fraction

import pytest

from novikoff.algorithms.errors import BadInput
from novikoff.algorithms.perceptron import State
from novikoff.properties.run_properties import check_alignment, check_mistake_bound, check_norm_growth
from novikoff.properties.separable_instances import SeparableData, drive

DATA = SeparableData.of([(1, 0), (0, 2)], [1, -1], (3, -4), 0)


def test_data_are_exact_frozen_and_driven_in_their_order():
    assert (DATA.gamma, DATA.R2) == (3, 4)
    # Data are frozen
    with pytest.raises(FrozenInstanceError):
        DATA.gamma = 1
    # Every driver records its order
    assert drive(DATA, "first").order == "first"
    assert drive(DATA, "random", seed=3).seed == 3
    assert drive(DATA, (1, 1, 0)).order == (1, 1, 0)
    assert drive(DATA, "online").order == "online"


@pytest.mark.parametrize(("y", "b", "margin"), [([1, 1], 0, -8), ([1, -1], -3, 0)])
def test_what_does_not_separate_or_has_no_unit_form_is_refused(y, b, margin):
    with pytest.raises(BadInput, match=rf"must be > 0 \(got {margin}\)"):
        SeparableData.of(DATA.X, y, DATA.w_star, b)
    for w in ((1, 1), (0, 0), (Fraction(1, 2), Fraction(1, 2))):
        with pytest.raises(BadInput, match="not the square of a rational number > 0"):
            SeparableData.of([(0, 0)], [1], w, 1).unit()


@pytest.mark.parametrize("change", [
    DATA.unit, lambda: DATA.scale_by(Fraction(1, 3)), lambda: DATA.take([1, 0, 1]),
    lambda: SeparableData.of([(1,), (3,)], [-1, 1], (1,), -2).scale_by(5),
])
def test_every_change_keeps_the_margin_exact(change):
    data = change()
    assert data == SeparableData.of(data.X, data.y, data.w_star, data.b_star)


@pytest.mark.parametrize("check", [check_mistake_bound, check_alignment, check_norm_growth])
def test_what_the_theorems_do_not_speak_of_is_refused(check):
    run = drive(DATA, "cyclic", bias_step=0)
    check(DATA, run)
    with pytest.raises(BadInput, match=r"start at 0 \(got w = \(1, 0\), b = 0\)"):
        check(DATA, replace(run, start=State((1, 0), 0)))
    with pytest.raises(BadInput, match=r"separator with b\* = 0 \(got b\* = 1\)"):
        check(replace(DATA, b_star=1, gamma=4), run)
