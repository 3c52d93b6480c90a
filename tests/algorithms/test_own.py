"""Update rules of somebody's own: exact runs, and what a rule must not do."""

import itertools
import math
import random
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from novikoff.algorithms import perceptron
from novikoff.algorithms.errors import BadInput, NoSeparator
from novikoff.algorithms.perceptron import State
from novikoff.algorithms.registry import lookup_algorithm, parse_algorithm
from novikoff.algorithms.user_rule_certificates import replay_certificate
from novikoff.algorithms.user_rules import Rule, algorithm, count_updates, estimate_updates, load_rule, run

X, Y = [[2, 1], [1, 3], [-1, 1], [0, -2]], [1, -1, -1, 1]


def damped(state: State, x: Any, y: Any) -> State:
    return state._replace(w=state.w + y * x / (1 + x @ x))


def by_example(state: State, example: Any) -> Any:
    return damped(state, example.x, example.y)


DAMPED = Rule.of(damped)


@pytest.mark.parametrize("order", ["cyclic", "first", "random"])
@pytest.mark.parametrize("tie", perceptron.TIES)
def test_the_shipped_rule_makes_the_shipped_run(order: str, tie: str) -> None:
    chance = random.Random(f"{order}{tie}")
    rule, seed = Rule.of(perceptron.update), 3 if order == "random" else None
    for _ in range(20):
        points = [[Fraction(chance.randint(-6, 6), chance.randint(1, 3)) for _ in range(2)] for _ in range(4)]
        signs = [chance.choice((-1, 1)) for _ in points]
        given = {"order": order, "seed": seed, "tie": tie, "max_updates": 40}
        ours, theirs = run(points, signs, rule=rule, **given), perceptron.run(points, signs, **given)
        if ours.stopped != "cycle":
            for name in set(vars(ours)) & set(vars(theirs)):
                assert getattr(ours, name) == getattr(theirs, name), name
        else:
            assert theirs.stopped == "max_updates"


def test_a_run_worked_by_hand() -> None:
    found = run([[1, 0], [1, 1]], [1, -1], rule=DAMPED)
    # (1/2, 0); then 1/2 is a mistake on (1, 1), step 1/3: (1/6, −1/3); both are right
    assert (found.w, found.b, found.mistakes) == ((Fraction(1, 6), Fraction(-1, 3)), 0, (0, 1))
    assert (found.separated, found.stopped) == (True, "separated")
    assert run([[1, 0], [1, 1]], [1, -1], rule=Rule.of(by_example)).w == found.w


def test_numbers_are_fractions_so_that_nothing_divides_to_a_float() -> None:
    def seen(state: State, x: Any, y: Any) -> State:
        numbers.extend([*state.w, state.b, *x, y])
        return State(state.w + y * x, state.b + 1 / y)
    numbers: list[Any] = []
    assert run(X, Y, rule=Rule.of(seen), max_updates=9).updates
    assert {type(number) for number in numbers} == {Fraction}


def test_the_rule_says_when_it_learns_and_whether_b_moves() -> None:
    @algorithm(when=lambda state, x, y: y * (state.w @ x) <= 2, bias=False)
    def eager(state: State, x: Any, y: Any) -> State:
        return State(state.w + y * x, 0)
    found = run([[1], [-1]], [1, -1], rule=Rule.of(eager))
    assert (found.updates, found.w, found.stopped) == (3, (3,), "separated")
    assert [Rule.of(f).bias for f in (damped, perceptron.update)] == [False, True]
    def late(state: State, x: Any, y: Any) -> State:
        return State(state.w + y * x, state.b + y * (x @ x == 49))
    with pytest.raises(BadInput, match=r"moves b to 1, but a trial run left b at 0; decorate it"):
        run([[7]], [1], rule=Rule.of(late))
    assert run([[7]], [1], rule=Rule.of(algorithm(bias=True)(late))).b == 1


def test_runs_without_an_end_are_seen_and_a_cap_is_no_separation() -> None:
    def still(state: State, x: Any, y: Any) -> State:
        return state
    assert run([[1]], [1], rule=Rule.of(still)).stopped == "cycle"
    assert count_updates([[1]], [1], Rule.of(still), "mistake", 9) is None
    with pytest.raises(NoSeparator):
        run([[1], [1]], [1, -1], rule=Rule.of(perceptron.update))
    found = run([[1], [1]], [1, -1], rule=Rule.of(perceptron.update), max_updates=99)
    assert (found.stopped, found.separated) == ("cycle", False)
    assert run(X, Y, rule=DAMPED, max_updates=1).stopped == "max_updates"
    with pytest.raises(TimeoutError):
        count_updates(X, Y, DAMPED, "mistake", 1)


def test_an_estimate_is_near_and_never_breaks() -> None:
    points, signs = np.array(X, float), np.array(Y)
    assert estimate_updates(points, signs, DAMPED, "mistake", 99) == run(X, Y, rule=DAMPED).updates
    broken = Rule("broken", lambda state, x, y: 1 / 0, None, False)
    assert estimate_updates(points, signs, broken, "mistake", 99) == 0


calls = itertools.count()


def growing(state: State, x: Any, y: Any) -> State:
    return State(state.w + next(calls) * y * x, 0)


def drawing(state: State, x: Any, y: Any) -> State:
    return State(state.w + random.randint(1, 10**9) * y * x, 0)


@algorithm(when=lambda state, x, y: next(calls) % 2 == 0, bias=False)
def now_and_then(state: State, x: Any, y: Any) -> State:
    return State(state.w + y * x, 0)


def in_place(state: State, x: Any, y: Any) -> State:
    state.w[:] += y * x
    return state


def writing(state: State, x: Any, y: Any) -> State:
    x.flags.writeable = True
    x[0] = 5
    return state


WRONG = [
    (growing, "returns two states for the same arguments, w = "),
    (drawing, "it is random, or keeps state between calls"),
    (in_place, "raises ValueError"),
    (in_place, "it changes its arguments; it must return a new state instead, at w = (0, 0), b = 0, x = (1, 0)"),
    (writing, "raises ValueError: cannot set WRITEABLE flag"),
    (lambda state, x, y: State(state.w + 0.1 * y * x, 0), "returns the float w[0] = "),
    (lambda state, x, y: State(state.w + y * x, 0.0), "returns the float b = 0.0"),
    (lambda state, x, y: State(state.w + y * x / math.sqrt(x @ x), 0), "‖x‖² = x @ x is exact, ‖x‖ is not"),
    (lambda state, x, y: State(state.w + y * x / np.sqrt(x @ x), 0), "a root is not rational"),
    (lambda state, x, y: State(state.w + y * x / np.linalg.norm(x), 0), "a root is not rational"),
    (lambda state, x, y: State(state.w * float("nan"), 0), "returns w[0] = nan is not finite"),
    (lambda state, x, y: State([1], 0), "returns 1 weights for an example with 2 coordinates"),
    (lambda state, x, y: State(5, 0), "returns State(w=5, b=0), not a state (w, b)"),
    (lambda state, x, y: state.w + y * x * 0, ", not a state"),
    (lambda state, x, y: None, "returns None, not a state (w, b)"),
    (lambda state, x, y: State(state.w + y * x, "b"), "returns b = 'b' is not a number"),
    (lambda state, x, y: {}[x], "raises TypeError: unhashable type"),
    (lambda state, x, y: 1 / (x[1] * 0), "raises ZeroDivisionError: Fraction(1, 0) (test_own.py, line "),
    (lambda state, x, y: sys.exit(0), "raises SystemExit: 0 (test_own.py, line "),
    (lambda state: state, "is not a function of (state, x, y), nor of (state, example)"),
    (3, "is not a function of (state, x, y)"),
]


@pytest.mark.parametrize(("function", "said"), WRONG, ids=[str(n) for n in range(len(WRONG))])
def test_what_a_rule_must_not_do_is_one_sentence(function: Any, said: str, monkeypatch) -> None:
    monkeypatch.chdir(Path(__file__).parent)
    with pytest.raises(BadInput) as problem:
        Rule.of(function, "m:rule")
    assert said in str(problem.value)
    assert "\n" not in str(problem.value)


def test_a_condition_that_counts_its_calls_is_no_condition_and_floats_no_data() -> None:
    with pytest.raises(BadInput, match="float among exact numbers"):
        run([[0.5]], [1], rule=DAMPED)
    with pytest.raises(BadInput, match=r"the condition `when` gives two answers at w = \(0, 0\), .*between calls"):
        run(X, Y, rule=Rule.of(now_and_then))


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Write a module of a fresh name into the current folder, which is not on the path."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [part for part in sys.path if part])
    name = f"rules_{tmp_path.name}".replace("-", "_")
    def write(text: str) -> str:
        (tmp_path / f"{name}.py").write_text(text)
        return name
    return write


def test_a_rule_is_an_algorithm_by_its_module_and_name(module) -> None:
    name = module("def mine(state, x, y):\n    return state._replace(w=state.w + y * x)\n")
    entry, variant = parse_algorithm(f"{name}:mine")
    assert (entry.name, variant, entry.bounded_by) == (f"{name}:mine", None, ())
    assert entry.run([[1]], [1]).w == (1,)
    assert set(entry.takes({})) == {"order", "seed", "tie", "max_updates"}
    certificate = entry.certify(entry.run([[1]], [1]), [[1]], [1])
    assert replay_certificate(certificate, entry.rule) == {"updates": 1, "stopped": "separated", "separated": True,
                                                           "visits": 2, "ran": f"{name}:mine"}
    assert lookup_algorithm(f"{name}:mine").rule is entry.rule


def test_names_of_the_suite_come_first() -> None:
    assert parse_algorithm("perceptron:R2") == (lookup_algorithm("perceptron"), "R2")
    assert parse_algorithm("averaged-perceptron")[0].name == "averaged_perceptron"


def asks_only_where_due(state, x, y):
    """The perceptron, which says where it is called."""
    assert y * (state.w @ x + state.b) <= 0, "the rule is called where no update is due"
    return State(state.w + y * x, state.b + y)


def by_the_score(state, x, y):
    """The same without b, as a step that divides by a number which is positive where an update is due."""
    assert y * (state.w @ x) <= 0, "the rule is called where no update is due"
    return State(state.w + y * x / (1 - y * (state.w @ x)), 0)


@pytest.mark.parametrize(("rule", "moves"), [(asks_only_where_due, True), (by_the_score, False)])
def test_whether_b_moves_is_seen_without_calls_where_no_update_is_due(rule, moves) -> None:
    assert Rule.of(rule).bias is moves


@pytest.mark.parametrize("period", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("asked_before", range(5))
def test_a_rule_that_counts_its_calls_is_refused_whatever_the_period(period: int, asked_before: int) -> None:
    """The step is 1 and 100 in turn, each for so many calls."""
    calls = asked_before
    def counts(state, x, y):
        nonlocal calls
        calls += 1
        step = 100 if (calls - 1) // period % 2 else 1
        return State(state.w + step * y * x, 0)
    rule = Rule("counts", counts, None, bias=False)
    X = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [-1, -1, -1, 5], [-5, 1, 1, -1]]
    with pytest.raises(BadInput, match="returns two states for the same arguments"):
        run(X, [1, 1, 1, 1, -1, -1], rule=rule)


def test_an_error_in_a_helper_is_at_its_line(tmp_path, monkeypatch) -> None:
    (tmp_path / "helper_of_rule.py").write_text("def step(x):\n    return 1 / 0\n")
    (tmp_path / "rule_with_helper.py").write_text(
        "import helper_of_rule\ndef rule(state, x, y):\n    return state._replace(w=helper_of_rule.step(x))\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BadInput, match=r"ZeroDivisionError.*\(helper_of_rule\.py, line 2\)"):
        load_rule("rule_with_helper:rule")
