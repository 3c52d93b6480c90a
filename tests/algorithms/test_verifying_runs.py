"""The checkers of runs accept every certificate made here and refuse every one that was changed."""

import copy
import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novikoff.algorithms import (
    alma,
    averaged_perceptron,
    batch_perceptron,
    forgetron,
    gradient_descent,
    kozinec,
    margin_perceptron,
    perceptron,
    pocket,
    random_budget_perceptron,
    romma,
    shifting_perceptron,
    variable_increment,
    von_neumann,
    voted_perceptron,
)
from novikoff.algorithms.checkers import Refuted
from novikoff.algorithms.checkers.dispatch import verify

from .example_data import RATIONAL, labelled

F = Fraction
repeatable = settings(deadline=None, derandomize=True, max_examples=40)
X, Y = [[2, 1], [-1, 3], [-2, F(3, 2)], [1, -2], [0, F(1, 2)]], [1, 1, -1, -1, -1]  # separable in a few steps
KINDS = {
    "perceptron": (perceptron, {}),
    "always first": (perceptron, {"order": "first", "tie": "positive", "rate": F(2, 3)}),
    "random": (perceptron, {"order": "random", "seed": 4}),
    "written order": (perceptron, {"order": [0, 3, 3, 1, 2, 2, 0], "start": ([-1, 0], 1)}),
    "increments": (variable_increment, {"rates": [3, F(1, 2)]}),
    "harmonic increments": (variable_increment, {"rates": "1/t", "tie": "negative"}),
    "halved increments": (variable_increment, {"rates": "2^-t", "max_updates": 6}),
    "margin": (margin_perceptron, {"beta": F(5, 2)}),
    "romma": (romma, {"rho": F(1, 3), "bits": 4}),
    "alma": (alma, {"alpha": F(3, 4), "bits": 4}),
    "shifting": (shifting_perceptron, {"lam": F(3, 2)}),
    "forgetron": (forgetron, {"budget": 2, "shrink": F(2, 3), "max_updates": 6}),
    "random budget": (random_budget_perceptron, {"budget": 2, "drop_seed": 3, "max_updates": 6}),
    "averaged": (averaged_perceptron, {}),
    "voted": (voted_perceptron, {"tie": "negative"}),
    "batch": (batch_perceptron, {"bias_step": "R2"}),
    "harmonic": (batch_perceptron, {"rate": "1/t"}),
    "listed": (batch_perceptron, {"rate": [1, F(1, 2)]}),
    "pocket": (pocket, {"patience": 3}),
    "target": (pocket, {"target": 1}),
    "descent": (gradient_descent, {"start": ([-1, 0], 2)}),
    "count": (gradient_descent, {"criterion": "J", "start": ([-1, 0], 2)}),
    "kozinec": (kozinec, {"bias_step": F(2, 3), "start": 2}),
    "eps-kozinec": (kozinec, {"epsilon": F(1, 4), "choose": "cyclic"}),
    "worst": (kozinec, {"epsilon": F(1, 3), "choose": "worst", "kappa_bits": 3}),
    "von Neumann": (von_neumann, {"epsilon": F(1, 4), "start": 1}),
}


def made(name, points=X, labels=Y, **more):
    module, options = KINDS[name]
    record = module.run(points, labels, **{**options, **more})
    return record, json.loads(json.dumps(module.certificate(record, points, labels)))


# ---------------------------------------------------------------------------- what is accepted


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", KINDS)
@repeatable
@given(data=labelled(3, 6, RATIONAL), bias_step=st.sampled_from([0, 1, "R2", F(2, 3)]), cap=st.integers(0, 8))
def test_every_capped_run_is_confirmed(name, data, bias_step, cap):
    points, labels = data
    options = dict(KINDS[name][1])
    if "start" in options and name not in ("kozinec", "von Neumann"):
        options["start"] = ([-1] * len(points[0]), 0)
    if isinstance(options.get("order"), list):
        options["order"] = [i % len(labels) for i in options["order"]]
    module = KINDS[name][0]
    record = module.run(points, labels, **{**options, "bias_step": bias_step, "max_updates": cap})
    facts = verify(module.certificate(record, points, labels))
    claimed = {"updates": record.updates, "stopped": record.stopped, "separated": record.separated}
    assert claimed.items() <= facts.items()


def test_what_stops_without_separation_is_confirmed_as_that():
    stuck = [[0], [3], [1], [2]], [1, 1, -1, -1]
    for name, stopped in [("batch", "stationary"), ("pocket", "stationary"), ("count", "gradient_undefined")]:
        options = {"start": ([1], -2)} if name == "count" else {"bias_step": 1}
        assert verify(made(name, *stuck, max_updates=9, **options)[1])["stopped"] == stopped
    assert verify(made("descent", *stuck, max_updates=9, start=None)[1])["stopped"] == "gradient_zero"
    assert (
        verify(made("kozinec", [[1], [-1]], [1, 1], bias_step=0, start=0, max_updates=9)[1])["stopped"]
        == "origin"
    )


# ------------------------------------------------------------------------------ what is refused


def paths(data, prefix=()):
    """All places of a JSON value that are no containers."""
    if isinstance(data, dict | list):
        items = data.items() if isinstance(data, dict) else enumerate(data)
        return [path for key, value in items for path in paths(value, (*prefix, key))]
    return [prefix]


def put(data, path, value):
    changed = copy.deepcopy(data)
    target = changed
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    return changed


def at(data, path):
    for key in path:
        data = data[key]
    return data


def another(value):
    """Another value of the same type; a list for none."""
    if value is None:
        return []
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else str(F(value) + 1)


@pytest.mark.parametrize("name", KINDS)
def test_every_value_of_the_result_and_of_the_steps_matters(name):
    """Each number changed by one, each flag turned, each word replaced: the checker sees it."""
    _, data = made(name)
    for path in paths({"result": data["result"], "steps": data["steps"]}):
        if path[-1] != "stopped":
            with pytest.raises(Refuted):
                verify(put(data, path, another(at(data, path))))


STOPS = [
    "separated",
    "max_updates",
    "order_exhausted",
    "interrupted",
    "rates_exhausted",
    "stationary",
    "target",
    "patience",
    "gradient_zero",
    "gradient_undefined",
    "eps_solution",
    "origin",
    "near",
    "contradiction",
    "converged",
]


@pytest.mark.sampled(130)
@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("stopped", STOPS)
def test_another_reason_to_stop_is_refused(name, stopped):
    """An interruption may fall behind the last step, or the last visit of a written order: then that word stays."""
    record, data = made(name)
    by_steps = KINDS[name][0] in (batch_perceptron, pocket, gradient_descent, kozinec, von_neumann)
    if stopped == record.stopped or (stopped == "interrupted" and (by_steps or name == "written order")):
        return
    with pytest.raises(Refuted):
        verify(put(data, ("result", "stopped"), stopped))


@pytest.mark.parametrize("name", KINDS)
def test_the_last_step_left_out_is_refused_and_so_is_one_too_many(name):
    _, data = made(name)
    if data["steps"]:
        for steps in (data["steps"][:-1], [*data["steps"], data["steps"][-1]]):
            changed = put(put(data, ("steps",), steps), ("result", "updates"), len(steps))
            with pytest.raises(Refuted):
                verify(changed)


@pytest.mark.sampled(60)
@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("wrong", [None, True, 1.5, "1/0", [], {}, -1, "-7", 10**6])
def test_malformed_values_are_refused_never_a_crash(name, wrong):
    """Whatever stands anywhere, the answer is facts or `Refuted`; what no place can hold is refused."""
    _, data = made(name)
    for path in [*paths(data), ("X",), ("y",), ("steps",), ("parameters",), ("result",), ("X", 0)]:
        changed = put(data, path, wrong)
        if wrong in (1.5, "1/0", {}):
            with pytest.raises(Refuted):
                verify(changed)
        else:
            try:
                verify(changed)
            except Refuted as error:
                assert "\n" not in str(error)  # noqa: PT017


@pytest.mark.parametrize("name", KINDS)
def test_unknown_and_missing_keys_are_refused(name):
    _, data = made(name)
    for path in ((), ("parameters",), ("result",)):
        where = at(data, path)
        for key in where:
            left_out = {k: v for k, v in where.items() if k != key}
            for changed in (left_out, {**where, "more": 1}):
                with pytest.raises(Refuted):
                    verify(put(data, path, changed) if path else changed)


@pytest.mark.parametrize(
    ("name", "path", "value", "words"),
    [
        ("perceptron", ("parameters", "bias_step"), "-1", "below 0"),
        ("perceptron", ("parameters", "rate"), "0", "not above 0"),
        ("perceptron", ("parameters", "tie"), "correct", "step 1|mistake"),
        ("perceptron", ("parameters", "tie"), "up", r"parameters\.tie: 'up' is not 'mistake', 'correct', 'positive' o"),
        ("perceptron", ("parameters", "order"), "random", "the seed is None: an integer goes with the order 'random',"),
        ("perceptron", ("parameters", "order"), "first", "visits|step|end"),
        ("perceptron", ("parameters", "order"), [True, 0], r"parameters\.order\[0\]: True is not an integer"),
        ("perceptron", ("parameters", "seed"), 3, "seed"),
        ("random", ("parameters", "seed"), True, "seed"),
        ("random", ("parameters", "seed"), None, "the seed is None: an integer goes with the order 'random', null wit"),
        ("written order", ("parameters", "seed"), 3, "the seed is 3: an integer goes with the order 'random', null wi"),
        ("perceptron", ("result", "visits"), 10**15, "visits is 20, not 1000000000000000"),
        ("perceptron", ("result", "visits"), True, r"result\.visits: True is not an integer"),
        ("perceptron", ("steps", 0), True, r"steps\[0\]: True is not an integer"),
        ("perceptron", ("steps", 0), 5, "step 1: the next mistake is example 0, not 5"),
        ("perceptron", ("y", 0), True, r"y\[0\]: True is not -1 or 1"),
        ("perceptron", ("y", 0), 2, r"y\[0\]: 2 is not -1 or 1"),
        ("perceptron", ("algorithm",), "winnow", "is expected"),
        ("margin", ("parameters", "beta"), "-1", "below 0"),
        ("margin", ("parameters", "beta"), "0", "step|mistake|visit"),
        ("romma", ("parameters", "rho"), "1", r"parameters\.rho: 1 is not in \[0, 1\)"),
        ("romma", ("parameters", "rho"), "0", "step|mistake|visit"),
        ("romma", ("parameters", "bits"), 3, r"w is \["),
        ("romma", ("parameters", "bits"), 1, "bits"),
        ("alma", ("parameters", "alpha"), "1", "step|mistake|visit"),
        ("alma", ("parameters", "alpha"), "2", "alpha must be at most 1"),
        ("alma", ("parameters", "bits"), 5, "step|mistake|visit"),
        ("forgetron", ("parameters", "shrink"), "1/3", r"w is \[|step|mistake"),
        ("forgetron", ("parameters", "shrink"), "3/2", "shrink must be at most 1"),
        ("forgetron", ("parameters", "budget"), 3, r"w is \[|step|mistake"),
        ("forgetron", ("parameters", "budget"), 0, "not from 1 to 10000"),
        ("random budget", ("parameters", "budget"), 3, r"w is \[|step|mistake"),
        ("random budget", ("parameters", "budget"), 0, "not from 1 to 10000"),
        ("random budget", ("parameters", "drop_seed"), 0, r"w is \[|step|mistake"),
        ("shifting", ("parameters", "lam"), "1", r"w is \[|step|mistake"),
        ("shifting", ("parameters", "lam"), "0", "not above 0"),
        ("shifting", ("parameters", "tie"), "correct", "step 1|mistake"),
        ("shifting", ("parameters", "bias_step"), "2", "b is|step|mistake"),
        ("averaged", ("result", "votes"), [], r"votes is \[0, 3, 1, 3, 4, 1, 8\], not \[\]"),
        ("voted", ("result", "votes", 0), False, r"result\.votes\[0\]: False is not an integer"),
        ("batch", ("parameters", "rate"), "2", r"step 1: rate 2, wrong \[0, 1, 2, 3, 4\] is due there, not rate 1, wr"),
        ("batch", ("parameters", "rate"), "-1", "not above 0"),
        ("batch", ("parameters", "bias_step"), "0", "step|end"),
        ("harmonic", ("steps", 1, "rate"), "1", r"step 2: rate 1/2, wrong \[2, 4\] is due there, not rate 1, wrong \["),
        ("listed", ("steps", 1, "rate"), "-1", r"steps\[1\]\.rate: -1 is not above 0"),
        ("batch", ("steps", 0, "wrong"), [0, 1], r"step 1: rate 1, wrong \[0, 1, 2, 3, 4\] is due there, not rate 1,"),
        ("batch", ("steps", 0, "wrong", 0), False, r"steps\[0\]\.wrong\[0\]: False is not an integer"),
        ("pocket", ("parameters", "target"), -1, r"parameters\.target: -1 is below 0"),
        ("pocket", ("parameters", "patience"), 0, r"parameters\.patience: 0 is below 1 and 0 is not null"),
        ("target", ("parameters", "target"), True, r"parameters\.target: True is not an integer"),
        ("pocket", ("parameters", "patience"), True, r"parameters\.patience: True is not an integer and True is not n"),
        ("descent", ("parameters", "criterion"), "J_q", "criterion"),
        ("descent", ("parameters", "criterion"), "J", "the run ends there"),
        ("descent", ("parameters", "bias_step"), "0", "the start has a bias, but bias step 0 means that there is none"),
        ("descent", ("result", "value"), "1", "value is 0, not 1"),
        ("eps-kozinec", ("parameters", "epsilon"), "0", "not above 0"),
        ("eps-kozinec", ("parameters", "epsilon"), "100", "no step is due"),
        ("eps-kozinec", ("parameters", "epsilon"), "1/100", "stopped is 'max_updates', not 'eps_solution'"),
        ("eps-kozinec", ("parameters", "epsilon"), None, "due|no step|end"),
        ("eps-kozinec", ("parameters", "choose"), "best", r"parameters\.choose: 'best' is not 'first', 'cyclic' or 'w"),
        ("eps-kozinec", ("parameters", "kappa_bits"), None, "step 2: example 2, kappa 314/757 is due there, not examp"),
        ("eps-kozinec", ("parameters", "kappa_bits"), 1, "kappa_bits"),
        ("eps-kozinec", ("parameters", "kappa_bits"), 40, "step 2: example 2, kappa 314/757 is due there, not example"),
        ("von Neumann", ("parameters", "epsilon"), "0", "not above 0"),
        ("von Neumann", ("parameters", "epsilon"), "100", "step 1: the run ends there as 'near'"),
        ("von Neumann", ("parameters", "kappa_bits"), 3, "step 1: example "),
        ("von Neumann", ("result", "combination"), ["1/5"] * 5, r"Σ λ\[i\]·y\[i\] is not 0"),
        ("von Neumann", ("result", "combination"), ["1"] * 5, "a sum other than 1"),
        ("von Neumann", ("result", "inseparable"), True, "inseparable is False, not True"),
        ("kozinec", ("parameters", "start"), 5, "start is 5, not an index from 0 to 4"),
        ("kozinec", ("parameters", "start"), True, r"parameters\.start: True is not an integer"),
    ],
)
def test_guards(name, path, value, words):
    _, data = made(name)
    with pytest.raises(Refuted, match=words):
        verify(put(data, path, value))


def test_kappa_above_the_best_is_refused():
    """Rounding is down only: above the best κ the decrease could be anything."""
    _, data = made("worst")
    step = next(i for i, step in enumerate(data["steps"]) if F(step["kappa"]).numerator > 1)
    kappa = F(data["steps"][step]["kappa"])
    with pytest.raises(Refuted, match=f"kappa {kappa} is due there"):
        verify(put(data, ("steps", step, "kappa"), str(kappa * F(5, 4))))
    with pytest.raises(Refuted, match=f"kappa {kappa} is due there"):
        verify(put(data, ("steps", step, "kappa"), str(kappa * F(1, 2))))


def test_a_separator_is_claimed_for_the_average_not_for_the_last_weights():
    """The trap (2, −2) → −, (−2, 1) → −: calling the average a separator is refused."""
    trap = [[2, -2], [-2, 1]], [-1, -1]
    for name in ("averaged", "voted"):
        _, data = made(name, *trap, bias_step=0)
        assert data["result"]["separated"] is False
        with pytest.raises(Refuted, match="separated is False"):
            verify(put(data, ("result", "separated"), True))


def test_a_rate_is_positive_even_if_no_step_uses_it():
    _, data = made("batch", max_updates=0)
    with pytest.raises(Refuted, match=r"parameters\.rate: '0' is not '1/t' or 'listed' and 0 is not above 0"):
        verify(put(data, ("parameters", "rate"), "0"))


def test_true_is_no_count():
    _, data = made("pocket", max_updates=1)
    assert (data["result"]["updates"], data["result"]["found"]) == (1, 1)
    for key in ("updates", "found"):
        with pytest.raises(Refuted, match=f"{key}: True is not an integer"):
            verify(put(data, ("result", key), True))
    for wrong in (0, "false", None):
        with pytest.raises(Refuted, match="separated"):
            verify(put(data, ("result", "separated"), wrong))


def test_no_step_is_due_at_the_origin():
    _, data = made("kozinec", [[1], [-1]], [1, 1], bias_step=0, start=0, max_updates=9)
    more = put(data, ("steps",), [*data["steps"], {"example": 0, "kappa": "1"}])
    more["result"] |= {"updates": 2, "stopped": "max_updates", "norm2": "1", "least": "-1", "w": ["1"]}
    with pytest.raises(Refuted, match="step 2: the run ends there"):
        verify(more)


def test_true_is_no_index_of_a_step():
    _, data = made("eps-kozinec")
    step = [step["example"] for step in data["steps"]].index(1)
    with pytest.raises(Refuted, match=r"steps\[0\]\.example: True is not an integer"):
        verify(put(data, ("steps", step, "example"), True))
