"""What every algorithm promises, tried on all of them: runs are repeated, certified, capped, interrupted and refused.

The runs are those of `sweeping.CASES`, at least one of every algorithm, variant and reason to stop. What is particular
to an algorithm, and worked by hand, is in the file of its own name.
"""

import dataclasses
import json
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache, wraps
from importlib import import_module

import pytest

from metatests import update_rule_mutants
from metatests.certificate_mutants import CASES, EASY, SIGNS, THREE, Case
from novikoff.algorithms import perceptron
from novikoff.algorithms.checkers import Refuted
from novikoff.algorithms.checkers.dispatch import verify
from novikoff.algorithms.errors import BadInput, Interrupted, NoSeparator, ReplayError
from novikoff.algorithms.perceptron import State
from novikoff.algorithms.registry import ALGORITHMS

from .example_data import F

CHOICES = [[[2, 0], [0, 1], [1, 1]], [[0, 3], [1, 0]], [[F(1, 2), 1], [3, -1]]], [0, 1, 1]
COMPOSED = ("one_vs_rest",)  # of runs of others, which their own tests compare with these
OF_RUNS = {name for name, row in ALGORITHMS.items() if row.certificate == "run" and name not in COMPOSED}
STARTS = [
    Case("multi_class_perceptron", {"start": [([1, 0], 0), ([0, 1], F(1, 2)), ([0, 0], -1)], "bias_step": "R2"}, THREE),
    Case("structured_perceptron", {"start": [F(1, 2), 3]}, CHOICES),
]
RUNS = [case for case in [*CASES, *STARTS] if not case.made and case.algorithm in OF_RUNS]
STEPWISE = [name for name, row in ALGORITHMS.items() if "max_updates" in row.takes({})]
ORDERED = [name for name in STEPWISE if {"order", "seed"} <= {*ALGORITHMS[name].takes({})} and name in OF_RUNS]
PRECISE = {"alma": {"bits": 40}, "ellipsoid": {"bits": 40}, "von_neumann": {"kappa_bits": None},
           "kozinec": {"kappa_bits": None}, "hull_distance": {"bits": None}}
NEEDED = {"hull_distance": {"epsilon": 1}, "hinge": {"lam": 1, "max_updates": 9}, "widrow_hoff": {"max_updates": 9},
          "pegasos": {"lam": 1, "max_updates": 9}}
by_case = pytest.mark.parametrize("case", [pytest.param(c, id=f"{i}-{c.algorithm}") for i, c in enumerate(RUNS)])


def data_of(name):
    """Examples that an algorithm takes."""
    row = ALGORITHMS[name]
    return CHOICES if row.grouped else THREE if row.only_classes or name == "prank" else SIGNS if row.signs else EASY


def run(name, data, **options):
    """A run by the algorithm's own driver; the perceptron's is the reference, as the engine tells few updates."""
    row = ALGORITHMS[name]
    return (perceptron.run if name == "perceptron" else row.run)(*data, **options)


@cache
def _record(number):
    case = RUNS[number]
    return run(case.algorithm, case.data, **case.options)


def record_of(case):
    return _record(next(i for i, other in enumerate(RUNS) if other is case))


def certificate_of(case, record):
    return json.loads(json.dumps(ALGORITHMS[case.algorithm].certify(record, *case.data, **case.options)))


def replay(name, record, data):
    return ALGORITHMS[name].module.replay(record, *data)


def trace_of(record):
    return next((name for name in ("mistakes", "steps", "stumps") if hasattr(record, name)), "")


def steps_of(record):
    return getattr(record, trace_of(record), None)


def stop_at(count, seen):
    def progress(updates):
        seen.append(updates)
        if updates == count:
            raise KeyboardInterrupt

    return progress


def test_there_is_a_run_of_every_algorithm():
    assert {case.algorithm for case in RUNS} == OF_RUNS


@by_case
def test_a_run_is_repeated_and_its_certificate_confirmed(case):
    record = record_of(case)
    facts, data = verify(certificate_of(case, record)), certificate_of(case, record)
    for key, value in facts.items():
        assert value in (getattr(record, key, value), data["result"].get(key))
    if hasattr(ALGORITHMS[case.algorithm].module, "replay"):
        assert replay(case.algorithm, record, case.data) == record


@by_case
@pytest.mark.parametrize("count", [1, 2])
def test_an_interruption_keeps_what_was_done(case, count):
    if case.algorithm not in STEPWISE:
        return
    seen = []
    try:
        record = run(case.algorithm, case.data, **case.options, progress=stop_at(count, seen))
        assert record.updates < count
    except Interrupted as interruption:
        record = interruption.record
        assert (record.updates, record.stopped) == (count, "interrupted")
        assert steps_of(record) == steps_of(record_of(case))[:count]
        assert replay(case.algorithm, record, case.data) == record
        assert verify(certificate_of(case, record))["stopped"] == "interrupted"
    assert seen == [*range(1, record.updates + 1)]


@by_case
def test_a_cap_is_a_prefix_and_no_end(case):
    if case.algorithm not in STEPWISE:
        return
    whole = record_of(case)
    for cap in range(min(whole.updates, 4)):
        capped = run(case.algorithm, case.data, **case.options | {"max_updates": cap})
        assert (capped.updates, capped.stopped) == (cap, "max_updates")
        assert steps_of(capped) == steps_of(whole)[:cap]
        assert verify(certificate_of(case, capped))["stopped"] == "max_updates"


@pytest.mark.parametrize("order", ["first", "random", [0, 2, 2, 1]])
@pytest.mark.parametrize("name", ORDERED)
def test_a_run_in_any_order_is_repeated_and_confirmed(name, order):
    data, options = data_of(name), NEEDED.get(name, {}) | {"order": order, "seed": 3 if order == "random" else None}
    record = run(name, data, **{"max_updates": 40} | options)
    assert record.order == (order if isinstance(order, str) else (0, 2, 2, 1)[: record.visits])
    assert record.stopped in ("max_updates", "order_exhausted" if isinstance(order, list) else "separated")
    assert replay(name, record, data) in (record, getattr(record, "w", 0) and (record.w, record.b))
    if name != "lifting" or isinstance(order, str):  # whose certificates have no list
        assert verify(ALGORITHMS[name].certify(record, *data, **options))["updates"] == record.updates


@pytest.mark.parametrize("name", [name for name in sorted(OF_RUNS) if not ALGORITHMS[name].signs])
def test_a_certificate_has_the_numbers_of_the_data(name):
    """Fraction(0.1) is the binary value of the float, and not 1/10."""
    X, y = data_of(name)
    X = changed(X, lambda value: value + F(0.1))
    options = NEEDED.get(name, {}) | ({"max_updates": 1} if name in STEPWISE else {})
    assert ALGORITHMS[name].certify(run(name, (X, y), **options), X, y, **options)["X"] == changed(X, str)


def another(value):
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if value is None:
        return (1,)
    if isinstance(value, int | Fraction):
        return value + 1
    if isinstance(value, str):
        return "separated" if value != "separated" else "stationary"
    if isinstance(value, Mapping):
        return dict(list(value.items())[1:])
    if isinstance(value, State):
        return State(value.w, value.b + 1)
    return value[:-1] if value else (0,)


@by_case
def test_every_field_of_a_record_matters(case):
    """What the options are is another question: the tests below ask it."""
    record, name = record_of(case), case.algorithm
    if not hasattr(ALGORITHMS[name].module, "replay"):
        return
    unchecked = {"arithmetic", "margin", *ALGORITHMS[name].defaults(case.options)}
    if name == "perceptron":
        unchecked |= {"visits", "stopped"}  # its replay makes the updates, and not the visits
    for field in {f.name for f in dataclasses.fields(record)} - unchecked:
        if field == "steps" and not record.steps:
            continue  # of which form one would be is nowhere said
        changed = dataclasses.replace(record, **{field: another(getattr(record, field))})
        with pytest.raises((ReplayError, BadInput)) as caught:
            replay(name, changed, case.data)
        if field not in ("stopped", "updates", trace_of(record)):
            assert field in str(caught.value)


def changed(X, change):
    return [changed(part, change) for part in X] if isinstance(X, list | tuple) else change(X)


@by_case
def test_a_record_of_other_data_is_refused(case):
    """In another order, negated, or moved: one of them at least is not a symmetry of the data."""
    record, (X, y), refused = record_of(case), case.data, 0
    if not hasattr(ALGORITHMS[case.algorithm].module, "replay") or not steps_of(record):
        return
    moved = changed(X, lambda value: value + 1)
    for other in ((X[::-1], y[::-1]), (changed(X, lambda value: -value), y), (moved, y)):
        try:
            refused += replay(case.algorithm, record, other) != record
        except (ReplayError, BadInput):
            refused += 1
    assert refused


CHANGED = [  # a run, and an option whose change the record does not survive
    ("alma", {"alpha": F(4, 5), "bits": 3}, {"alpha": F(8, 9)}),
    ("alma", {"alpha": F(4, 5), "bits": 3}, {"bits": 9}),
    ("romma", {"rho": F(1, 3), "bits": 3}, {"rho": F(2, 3)}),
    ("romma", {"rho": F(1, 3), "bits": 3}, {"bits": 9}),
    ("ellipsoid", {}, {"bits": 9}),
    ("margin_perceptron", {"beta": 1}, {"beta": 2}),
    ("relaxation", {"rate": F(3, 2), "threshold": F(1, 4)}, {"rate": 1}),
    ("dynamic_margin_perceptron", {"epsilon": F(1, 2)}, {"epsilon": F(1, 9)}),
    ("shifting_perceptron", {}, {"lam": F(5, 2)}),
    ("shifting_perceptron", {}, {"tie": "correct"}),
    ("shifting_perceptron", {}, {"bias_step": 2}),
    ("forgetron", {"budget": 2, "shrink": F(2, 3), "max_updates": 5}, {"budget": 3}),
    ("forgetron", {"budget": 2, "shrink": F(2, 3), "max_updates": 5}, {"shrink": F(1, 3)}),
    ("random_budget_perceptron", {"budget": 2, "max_updates": 6}, {"budget": 3}),
    ("random_budget_perceptron", {"budget": 2, "max_updates": 9}, {"drop_seed": 5}),
    ("variable_increment", {"rates": [1, 2]}, {"rates": F(5, 2)}),
    ("variable_increment", {"rates": [1, 2]}, {"rates": "1/t"}),
    ("variable_increment", {"rates": [1, 2]}, {"start": State((1, 0), 0)}),
    ("widrow_hoff", {"max_updates": 6}, {"rate": 1}),
    ("perceptron", {}, {"bias_step": 3}),
    ("averaged_perceptron", {}, {"rate": 3}),
    ("voted_perceptron", {}, {"order": "first"}),
    ("kernel_perceptron", {}, {"bias_step": 2}),
    ("batch_perceptron", {}, {"rate": 2}),
    ("noise_tolerant_perceptron", {"max_updates": 5}, {"noise": F(1, 3)}),
    ("noise_tolerant_perceptron", {"max_updates": 5}, {"epsilon": F(9, 10)}),
    ("gradient_descent", {}, {"criterion": "J"}),
    ("gradient_descent", {}, {"start": ((1, 0), 0)}),
    ("kozinec", {"epsilon": F(1, 4)}, {"start": 1}),
    ("kozinec", {"epsilon": F(1, 4)}, {"epsilon": F(9)}),
    ("von_neumann", {"epsilon": F(1, 4)}, {"start": 1}),
    ("pegasos", {"lam": 1, "max_updates": 9}, {"seed": 1}),
    ("weighted_majority", {}, {"beta": F(1, 3)}),
    ("winnow", {}, {"delta": 2}),
]


@pytest.mark.parametrize(("name", "options", "change"), CHANGED)
def test_another_option_is_another_run(name, options, change):
    record = run(name, data_of(name), **options)
    with pytest.raises(ReplayError):
        replay(name, dataclasses.replace(record, **change), data_of(name))


ELSEWHERE = {  # of rounded runs; of the engine; of other questions; of runs that none of the cases is
    ("pegasos", "project"), ("one_vs_rest", "perceptron.update"), ("multi_class_perceptron", "classifiers_of"),
    ("kernel_perceptron", "kernels.linear"), ("lifting", "PolynomialMap.__call__"),
}


def names_of(row):
    """The functions that its runs use, by name: the steps that proofs call, and those that mutation changes."""
    mutated = update_rule_mutants.ALGORITHMS.get(row.name)
    own = {*mutated.names} - {"TIES"} if mutated else set()
    return [(row, name) for name in sorted({*row.steps, *own}) if (row.name, name) not in ELSEWHERE]


@pytest.mark.parametrize(("row", "name"), [pair for row in ALGORITHMS.values() for pair in names_of(row)],
                         ids=lambda value: getattr(value, "name", value))
def test_a_run_uses_the_function_of_its_module(monkeypatch, row, name):
    """Or the checks of the functions, symbolic and by mutation, would say nothing of runs."""
    *where, function = name.split(".")
    module, calls = import_module(f"novikoff.algorithms.{where[0]}") if where else row.module, Counter()
    shipped = getattr(module, function)

    @wraps(shipped)
    def counted(*given, **named):
        calls[function] += 1
        return shipped(*given, **named)

    monkeypatch.setattr(module, function, counted)
    for case in CASES:
        if case.algorithm == row.name and not case.made and not calls:
            record = run(row.name, case.data, **case.options)
            if not calls and hasattr(row.module, "step_sizes"):
                row.module.step_sizes(record, case.data[0])
    assert calls[function]


ROUNDED = [name for name in STEPWISE if not ALGORITHMS[name].signs and name not in COMPOSED]


@pytest.mark.parametrize("name", ROUNDED)
def test_floats_are_rounded_need_a_cap_and_have_no_certificate(name):
    row, (X, y) = ALGORITHMS[name], data_of(name)
    floats = json.loads(json.dumps(X, default=float), parse_int=float)
    options = NEEDED.get(name, {}) | {"max_updates": 3} | PRECISE.get(name, {})
    record, exact = run(name, (floats, y), **options), run(name, (X, y), **options)
    assert (record.arithmetic, exact.arithmetic) == ("float64", "exact")
    assert record.updates == exact.updates
    if hasattr(record, "mistakes"):
        assert record.mistakes == exact.mistakes
    if getattr(record, "w", None):
        assert {type(v) for v in (*record.w, record.b)} <= {float, int}
        assert all(abs(a - b) < 1e-9 for a, b in zip(record.w, exact.w, strict=True))
    assert replay(name, record, (floats, y)) in (record, getattr(record, "w", 0) and (record.w, record.b))
    with pytest.raises(BadInput, match="float"):
        row.certify(record, floats, y, **options)
    with pytest.raises(BadInput, match="max_updates"):
        run(name, (floats, y), **options | {"max_updates": None})


@pytest.mark.parametrize("name", [name for name in STEPWISE if "separated" in ALGORITHMS[name].ends])
def test_without_a_separator_a_run_needs_a_cap(name):
    row = ALGORITHMS[name]
    data = ([[[0], [1]], [[2], [1]]], [0, 0]) if row.grouped else ([[1], [1]], ["a", "b"] if row.classes else [1, -1])
    with pytest.raises(NoSeparator):
        run(name, data)
    record = run(name, data, max_updates=9)
    assert not record.separated
    assert record.stopped in ("max_updates", "stationary", "origin", "contradiction", "gradient_zero")


COMMON = {
    "order": [("last", "order = 'last' is unknown"), ([99], "is not an index of an example|one of: cyclic, first")],
    "tie": [("up", "tie = 'up' is unknown")],
    "max_updates": [(1.5, "max_updates must be an integer >= 0"), (-1, "max_updates must be an integer >= 0")],
    "bias_step": [(-1, "bias_step must be >= 0"), ("R3", "bias_step = 'R3' is unknown"), (0.5, "float among exact")],
    "rate": [(0, "rate must be > 0"), (-1, "rate must be > 0"), (0.5, "float among exact"), ("fast", "rate = 'fast'")],
    "bias": [], "kernel": [("cubic", "cubic")],
}
WRONG = [
    pytest.param(name, option, value, words, id=f"{name}-{option}-{number}")
    for name, row in ALGORITHMS.items()
    for option in row.takes({})
    for number, (value, words) in enumerate(COMMON.get(option, []))
]


@pytest.mark.parametrize(("name", "option", "value", "words"), WRONG)
def test_a_wrong_option_is_one_sentence(name, option, value, words):
    with pytest.raises(BadInput, match=words) as caught:
        run(name, data_of(name), **NEEDED.get(name, {}) | {option: value})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "option", "value"),
    [("alma", "alpha", 1), ("forgetron", "shrink", 1), ("forgetron", "budget", 10_000), ("romma", "rho", 0),
     ("margin_perceptron", "beta", 0), ("relaxation", "rate", 2), ("weighted_majority", "beta", 0)],
)
def test_the_end_of_a_range_belongs_to_it(name, option, value):
    assert getattr(run(name, data_of(name), **{option: value}), option) == value


@pytest.mark.parametrize("name", ORDERED)
def test_a_random_order_needs_a_seed(name):
    with pytest.raises(BadInput, match="needs an integer seed"):
        run(name, data_of(name), **NEEDED.get(name, {}) | {"order": "random"})


@pytest.mark.parametrize("name", [name for name in ALGORITHMS if not ALGORITHMS[name].classes])
def test_labels_have_to_be_labels(name):
    X, y = data_of(name)
    with pytest.raises(BadInput, match=r"is not a label|is not one of the candidates"):
        run(name, (X, [7, *y[1:]]), **NEEDED.get(name, {}))


def test_a_rule_that_is_broken_is_noticed(monkeypatch):
    """A wrong step is in no certificate: the checkers know the rules by themselves."""
    from novikoff.algorithms import margin_perceptron

    monkeypatch.setattr(perceptron, "update", lambda state, x, y, **more: State(state.w + 2 * y * x, state.b))
    with pytest.raises(Refuted):
        verify(margin_perceptron.certificate(margin_perceptron.run(*EASY, max_updates=3), *EASY))
