"""The limit of `prove` is work: what is found up to there is the same on every machine; what is open is reported."""

import pytest

from novikoff.proofs.prover import prove as prover
from novikoff.proofs.search import numerical_counterexamples, sums_of_squares, work
from novikoff.proofs.search.sums_of_squares import Strength
from novikoff.proofs.statements.grammar import parse

PTOLEMY = "vec x y z |- norm(x)*norm(y - z) <= norm(y)*norm(z - x) + norm(z)*norm(x - y)"
TIGHT = "real x; x >= 0 |- sqrt(x + 1) <= 1 + x/2"


def test_a_limit_ends_the_search_with_evidence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prover, "EVIDENCE", work.PER_SECOND / 20)
    found = prover.prove(PTOLEMY, limit=0.2)
    assert found.verdict == "unknown"
    assert found.reason.startswith("the work limit was reached")
    assert found.evidence is not None
    assert found.evidence.residual
    assert found.evidence.tried
    assert found.evidence.advice


def test_a_goal_that_would_fill_pages_is_written_as_the_statement_has_it() -> None:
    nested = "x"
    for k in range(11):
        nested = f"max({nested}, {k}*y)"
    asked = prover.parse_question(f"real x y |- {nested} >= x")
    assert prover.failure_evidence(asked, []).residual == (f"{nested} >= x",)


def test_work_is_counted_and_a_limit_ends_with_its_block() -> None:
    with work.limited_to(10):
        work.spend(10)
        assert not work.is_over()
        work.spend(1)
        assert work.is_over()
        with work.limited_to(None):
            assert not work.is_over()
    assert not work.is_over()


def test_a_turn_is_left_without_units_and_they_count_outside() -> None:
    with work.limited_to(10):
        for units, left in (4, 4), (100, -2):
            with work.in_turn(units):
                work.spend(3)
                work.spend(3)
                pytest.fail("more units were used than allowed")
            assert work.Meter.left == left
        assert work.is_over()
    with work.in_turn(4):
        work.spend(4)
    assert not work.is_over()


def test_strategies_that_take_long_wait_for_the_others_and_have_another_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prover, "TURN", 1)
    monkeypatch.setattr(prover, "attempts", lambda *_: iter(()))
    monkeypatch.setattr(prover, "guess_witness", lambda *_, **__: None)
    order, proof_of = [], prover.proof_of
    monkeypatch.setattr(prover, "proof_of", lambda *asked: order.append(asked[0].name) or proof_of(*asked))
    assert prover.prove("real x y z |- (x + y + z)**2 <= 3*(x**2 + y**2 + z**2)").verdict == "proved"
    assert order[-1] in order[:-1]


@pytest.mark.parametrize("statement", [TIGHT, "real x; x > 0 |- ln(x) <= x - 1",
                                       "real x y; x > 0 |- y/x + x*y**2/4 >= -1/x**3", "real x |- abs(x) >= x"])
def test_no_point_shows_a_gap_of_a_true_statement(statement: str) -> None:
    points = list(numerical_counterexamples.nearest(prover.parse_question(statement).statement))
    assert points
    assert all(point.gap > -1e-9 for point in points)


def test_roots_are_computed_at_a_point() -> None:
    statement = prover.parse_question(TIGHT).statement
    point = next(numerical_counterexamples.nearest(statement))
    place = next(n for n, (name, _, _) in enumerate(point.problem.keys) if name.startswith("root"))
    numbers = list(point.numbers)
    numbers[place] += 1  # a root that is none makes the statement fail
    recomputed = numerical_counterexamples.recomputing(point.problem, point.goal)
    moved = recomputed(point.__class__(point.problem, point.goal, tuple(numbers), -1.0))
    assert moved is not None
    assert moved.numbers == pytest.approx(point.numbers)
    assert moved.gap == pytest.approx(point.gap)


@pytest.mark.parametrize("statement", ["vec x y; real a |- (x@y)**2 <= a",
                                       "vec u v; real t; t > 0 |- norm(u)/t <= (u@v)**2 + ln(t)",
                                       "real a[i] |- Sum(a[i]**2) >= exp(Sum(a[i]))"])
def test_what_is_left_to_show_can_be_pasted_back(statement: str) -> None:
    (left,) = prover.describe_outlook(statement).residual
    declared, _, facts = statement.partition("|-")[0].partition(";")
    page = parse(f"{declared}; {facts} |- {left}" if facts else f"{declared} |- {left}")
    again = prover.describe_outlook(f"{declared}; {facts} |- {left}" if facts else f"{declared} |- {left}")
    assert page.conclusions
    assert again.residual == (left,)


def test_a_limit_interrupts_a_search_for_squares() -> None:
    text = "vec u v w; real a b; u@v >= a, v@w >= b |- (u@u)*(v@v)*(w@w) >= a*b - 1"
    statement = prover.parse_question(text).statement
    goal, vectors, limit = statement.show["conclusion"], ["u@", "v@", "w@"], 2000
    with work.limited_to(limit):
        assert sums_of_squares.certificate(statement.context, goal, Strength(6, 3), vectors) is None
        assert work.is_over()
        spent = limit - work.Meter.left
    with work.limited_to(None):
        work.Meter.left = 10**9
        sums_of_squares.certificate(statement.context, goal, Strength(6, 3), vectors)
        whole = 10**9 - work.Meter.left
    assert spent < whole / 4


def test_zeros_of_one_polynomial_are_found_once_for_all_guesses() -> None:
    assert prover.prove("real x; 2*x**5 == 5 |- x**2 >= 1", limit=2).verdict == "proved"
