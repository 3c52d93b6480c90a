"""Each property catches what it is there to catch: a wrong bound, a wrong update rule, a wrong tie, a wrong record.

A search through generated runs must find a violation; half of a mistake bound is also shrunk, to one or two points
and updates. The searches have so many examples that they hardly ever miss: Hypothesis also draws the constants of the
modules that happen to be loaded. The table RULES_CAUGHT below says which property catches which fault. The others are
blind to it, rightly: an update that is twice too large is a rate of 2, and no bound depends on the rate; a rule that
waits for y·f < 0 makes fewer updates than the bounds allow, but it ends on the hyperplane.
"""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from novikoff.algorithms import perceptron
from novikoff.properties import test_mistake_bounds
from novikoff.properties.bounds import BOUNDS, alignment_bound, growth_bound
from novikoff.properties.float_safety import root_above
from novikoff.properties.run_properties import (
    PROPERTIES,
    check_alignment,
    check_mistake_bound,
    check_norm_growth,
    check_replay,
    check_scale_invariance,
    check_separation,
    check_update_improvement,
    improvement,
)
from novikoff.properties.separable_instances import SeparableData, drive
from novikoff.properties.strategies import CONVENTIONS, DRIVERS, runs

from ..faulty_rules import bias_step_of_1, bias_without_rate, doubled, eager, strict_tie, without_bias, wrong_sign

SHRUNK = settings(max_examples=1000, derandomize=True, database=None, deadline=None,
                  suppress_health_check=list(HealthCheck))
FOUND = settings(SHRUNK, phases=[Phase.generate])
CONVENTION_OF = {
    "novikoff-mistake-bound": "homogeneous",
    "tutorial-mistake-bound": "R2",
    "smola-mistake-bound": "one",
    "bias-step-mistake-bound": "any",
}


def violation(strategy, check, *wrong, search=FOUND):
    """Return (data, run) on which the check fails; `find` raises NoSuchExample if there is none."""
    def fails(example):
        try:
            check(*example, *wrong)
        except AssertionError:
            return True
        return False
    return find(strategy, fails, settings=search)


WRONG_VALUES = {
    "half": lambda value: lambda c, R2, separator: value(c, R2, separator) / 2,
    "R for R²": lambda value: lambda c, R2, separator: value(c, root_above(R2), separator),
    "no b*": lambda value: lambda c, R2, separator: value(c, R2, separator._replace(b=0)),
}
WRONG_BOUNDS = [(claim, mistake) for claim in BOUNDS for mistake in WRONG_VALUES
                if (claim, mistake) != ("novikoff-mistake-bound", "no b*")]  # it has none


def wrong_bound(claim, mistake):
    return replace(BOUNDS[claim], value=WRONG_VALUES[mistake](BOUNDS[claim].value))


def test_the_tables_are_complete_and_searches_repeat():
    assert CONVENTION_OF.keys() == BOUNDS.keys()
    # Every property catches some rule
    assert {name for names in RULES_CAUGHT.values() for name in names} == PROPERTIES.keys()
    # The search finds the same violation again
    wrong = wrong_bound("tutorial-mistake-bound", "half")
    first, second = (violation(runs("cyclic", "R2"), check_mistake_bound, wrong) for _ in range(2))
    assert first == second


@pytest.mark.parametrize(("claim", "mistake"), WRONG_BOUNDS)
def test_a_wrong_mistake_bound_is_caught(claim, mistake):
    violation(runs(convention=CONVENTION_OF[claim]), check_mistake_bound, wrong_bound(claim, mistake))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("claim", BOUNDS)
def test_half_of_a_bound_is_shrunk_to_one_or_two_updates(claim):
    """From x = 1 and x = −1 no single step leads to one point: there the shrinking may end."""
    wrong = wrong_bound(claim, "half")
    data, run = violation(runs(convention=CONVENTION_OF[claim]), check_mistake_bound, wrong, search=SHRUNK)
    assert len(data.X) == run.updates <= 2


@pytest.mark.parametrize("driver", DRIVERS)
def test_half_of_theorem_1_7_and_a_strict_tie_are_caught_on_every_driver(driver, monkeypatch):
    violation(runs(driver, "one", unit=True), check_mistake_bound, wrong_bound("smola-mistake-bound", "half"))
    install(monkeypatch, strict_tie)
    violation(runs(driver), check_separation)


WRONG_STEPS = {
    "alignment, twice": (check_alignment, None, lambda k, gamma, rate: 2 * alignment_bound(k, gamma, rate)),
    "alignment, one ahead": (check_alignment, None, lambda k, gamma, rate: alignment_bound(k + 1, gamma, rate)),
    "alignment, no rate": (check_alignment, None, lambda k, gamma, rate: alignment_bound(k, gamma)),
    "growth, half": (check_norm_growth, None, lambda *given: growth_bound(*given) / 2),
    "growth, R for R²": (check_norm_growth, None,
                         lambda k, R2, c, rate: growth_bound(k, root_above(R2), c, rate)),
    "growth, no c": (check_norm_growth, None, lambda k, R2, c, rate: growth_bound(k, R2, 0, rate)),
    "growth, α for α²": (check_norm_growth, None, lambda k, R2, c, rate: growth_bound(k, R2, c) * rate),
    "improvement, half": (check_update_improvement, None, lambda *given: improvement(*given) / 2),
    "improvement, R for R²": (check_update_improvement, "R2",
                              lambda norm2, c, rate: improvement(norm2, root_above(c), rate)),
    "improvement, no c": (check_update_improvement, None, lambda norm2, c, rate: improvement(norm2, 0, rate)),
    "scale, R for R²": (lambda data, run, power: check_scale_invariance(data, run, power=power), "R2", 1),
    "scale, c = 1": (lambda data, run, power: check_scale_invariance(data, run, power=power), "one", 0),
}


@pytest.mark.parametrize("mistake", WRONG_STEPS)
def test_a_wrong_right_hand_side_is_caught(mistake):
    check, convention, wrong = WRONG_STEPS[mistake]
    violation(runs(convention=convention), check, wrong)


RULES_CAUGHT = {
    wrong_sign: ["mistake-bound", "alignment", "norm-growth", "update-improvement", "replay", "separation"],
    without_bias: ["mistake-bound", "alignment", "update-improvement", "replay", "separation"],
    bias_step_of_1: ["alignment", "norm-growth", "update-improvement", "replay", "scale-invariance"],
    doubled: ["norm-growth", "update-improvement", "replay"],
    bias_without_rate: ["alignment", "norm-growth", "update-improvement", "replay", "rate-invariance"],
    strict_tie: ["separation"],
    eager: ["mistake-bound", "norm-growth", "rate-invariance", "scale-invariance"],
}
CONDITIONS = (strict_tie, eager)  # they stand for `mistake_condition`, the others for `update`


def install(monkeypatch, rule):
    monkeypatch.setattr(perceptron, "mistake_condition" if rule in CONDITIONS else "update", rule)


@pytest.mark.parametrize(("rule", "name"), [(rule, name) for rule, names in RULES_CAUGHT.items() for name in names])
def test_a_wrong_rule_is_caught(monkeypatch, rule, name):
    install(monkeypatch, rule)
    convention = "R2" if name == "scale-invariance" else None
    violation(runs(convention=convention), PROPERTIES[name])


@pytest.mark.parametrize("rule", [rule for rule in RULES_CAUGHT if rule is not eager], ids=lambda rule: rule.__name__)
def test_a_run_of_the_shipped_rule_is_no_run_of_a_wrong_one(monkeypatch, rule):
    data = SeparableData.of([(1,), (3,)], [-1, 1], (1,), -2)
    run = drive(data, "cyclic", bias_step=2, rate=Fraction(1, 2))
    check_replay(data, run)
    install(monkeypatch, rule)
    with pytest.raises(AssertionError, match="replay"):
        check_replay(data, run)


SAME_EXAMPLES = settings(max_examples=300, derandomize=True, database=None, deadline=None, phases=[Phase.generate])
AT_THE_BOUND = test_mistake_bounds.test_updates_come_within_a_fifth_of_every_bound_and_stay_below
at_the_bound = SAME_EXAMPLES(given(source=st.data())(AT_THE_BOUND.hypothesis.inner_test))  # the test, unshrunk
UNHARMED = {  # a fault that changes no number of updates of a convention
    ("homogeneous", without_bias), ("homogeneous", bias_step_of_1), ("homogeneous", bias_without_rate),
    ("one", bias_step_of_1),
}


@pytest.mark.sampled(15)
@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize(("convention", "rule"), [
    (convention, rule) for convention in CONVENTIONS
    for rule in (wrong_sign, without_bias, bias_step_of_1, bias_without_rate, strict_tie, eager)
    if (convention, rule) not in UNHARMED
])
def test_a_wrong_rule_breaks_the_test_of_the_bounds(monkeypatch, convention, rule, driver):
    install(monkeypatch, rule)
    with pytest.raises(AssertionError, match="updates"):
        at_the_bound(driver=driver, convention=convention)


@pytest.mark.sampled(15)
@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize(("claim", "mistake"), [
    *WRONG_BOUNDS, *((claim, factor) for claim in BOUNDS for factor in (Fraction(4, 5), Fraction(5, 4))),
], ids=str)
def test_a_wrong_bound_breaks_the_test_of_the_bounds(monkeypatch, claim, mistake, driver):
    right = BOUNDS[claim].value
    wrong = WRONG_VALUES[mistake](right) if mistake in WRONG_VALUES else lambda *given: right(*given) * mistake
    monkeypatch.setitem(BOUNDS, claim, replace(BOUNDS[claim], value=wrong))
    with pytest.raises(AssertionError, match=f"{claim}: .*updates"):
        at_the_bound(driver=driver, convention=CONVENTION_OF[claim])


ATTAINING = test_mistake_bounds.test_up_to_sixty_updates_attain_every_bound
attaining = settings(SAME_EXAMPLES, max_examples=20)(given(source=st.data())(ATTAINING.hypothesis.inner_test))


def wrong_above(value, factor, most):
    """The bound times a factor where it is above a number of mistakes, and right below."""
    def wrong(*given):
        right = value(*given)
        return right * factor if right > most else right
    return wrong


@pytest.mark.sampled(8)
@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("claim", BOUNDS)
@pytest.mark.parametrize("most", [10, 50])
@pytest.mark.parametrize("factor", [Fraction(9, 10), Fraction(11, 10)], ids=str)
def test_a_bound_that_is_wrong_above_some_mistakes_only_breaks_a_test(monkeypatch, most, claim, driver, factor):
    """A tenth too small or too large above ten mistakes, and above fifty."""
    wrong = wrong_above(BOUNDS[claim].value, factor, most)
    monkeypatch.setitem(BOUNDS, claim, replace(BOUNDS[claim], value=wrong))
    with pytest.raises(AssertionError, match=f"{claim}: .*updates"):
        attaining(driver=driver, convention=CONVENTION_OF[claim])


DATA = SeparableData.of([(1,), (3,)], [-1, 1], (1,), -2)
RUN = drive(DATA, "cyclic")


@pytest.mark.parametrize("change", [{"mistakes": RUN.mistakes[:-1], "updates": RUN.updates - 1},
                                    {"mistakes": RUN.mistakes[::-1]}, {"updates": RUN.updates + 1}, {"b": RUN.b + 1},
                                    {"w": (0,)}, {"rate": 2}, {"bias_step": 2}, {"separated": False}], ids=str)
def test_a_forged_record_is_caught(change):
    check_replay(DATA, RUN)
    with pytest.raises(AssertionError, match="replay"):
        check_replay(DATA, replace(RUN, **change))


def test_what_is_cut_or_takes_ties_for_correct_is_no_separation():
    check_separation(DATA, RUN)
    with pytest.raises(AssertionError, match=r"stopped \(max_updates\) at margin -?\d+ after 3 updates"):
        check_separation(DATA, drive(DATA, "cyclic", max_updates=3))
    run = perceptron.run(DATA.X, DATA.y, tie="correct")
    check_mistake_bound(DATA, run)
    with pytest.raises(AssertionError, match="recorded as True, but the margin is 0"):
        check_separation(DATA, run)
