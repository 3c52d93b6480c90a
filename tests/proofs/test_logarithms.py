"""Counterexamples in which numbers are logarithms or roots: a theorem refutes, and only what is false is refuted."""

import copy
import json
import random
import re
from collections.abc import Callable
from fractions import Fraction
from math import exp, log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from novikoff.proofs import kernel
from novikoff.proofs.prover import closed_forms, irrational_counterexamples
from novikoff.proofs.prover import prove as prover
from novikoff.proofs.prover.irrational_counterexamples import instance, prove_instance, read_refutation, refutation
from novikoff.proofs.prover.prove import parse_question, prove
from novikoff.proofs.prover.strategies import proof_of
from novikoff.proofs.search import numerical_counterexamples

# A statement, and the values at which `refutation` finds that it fails; null, if it is true.
KNOWN = json.loads(Path(__file__).with_name("irrational_counterexamples.json").read_text("utf-8"))


def at_ln_2(t: str) -> dict[str, object]:
    """A witness in which t is c·ln 2."""
    return {"dimension": 0, "size": 0, "steps": [], "values": {"t": ["*", t, ["ln", "2"]]}}


@pytest.mark.parametrize(("text", "values"), KNOWN.items())
def test_just_what_is_false_at_a_logarithm_or_root_is_refuted_by_a_theorem(text: str, values: Any) -> None:
    asked = parse_question(text)
    found = refutation(asked.written.data, asked.sides)
    assert (found is None) == (values is None)
    if found:
        witness, book = found
        assert read_refutation(book) == (asked.written.data, witness)
        assert witness["values"] == values
        (entry,) = book["entries"]
        failing = next(name for name in entry["statement"]["show"] if re.fullmatch(r"conclusion at \d+ fails", name))
        assert entry["statement"] == instance(asked.statement, asked.written.data, witness, failing)
        assert kernel.check_book(book["entries"])["refutation"][0] == "proved"


def test_an_equation_without_a_closed_solution_is_left_open() -> None:
    assert prove("real x; exp(x) + x == 2 |- x >= 1/2", limit=2).verdict == "unknown"


def test_every_hypothesis_has_to_hold_at_the_values(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = parse_question("real t; exp(t) == 2, t >= 1/2 |- t >= 7/10")
    assert prove_instance(asked.statement, asked.written.data, at_ln_2("1")) is not None
    for wrong in ("2", "1/2", "-1"):
        assert prove_instance(asked.statement, asked.written.data, at_ln_2(wrong)) is None
    monkeypatch.setattr(
        irrational_counterexamples.Values, "sign", lambda self, p: 0
    )  # if balls were believed that know nothing
    asked = parse_question("real t; exp(t) == 3 |- t != t")
    assert prove_instance(asked.statement, asked.written.data, at_ln_2("1")) is None


def test_the_theorem_has_each_hypothesis_at_each_index() -> None:
    asked = parse_question("real q[i]; all(q[i] > 0), Sum(q[i]) == 1 |- -Sum(q[i]*ln(q[i])) >= ln(Sum(1))")
    statement, found = asked.statement, refutation(asked.written.data, asked.sides)
    assert found is not None
    witness, book = found
    size = witness["size"]
    assert size > 1
    shown = book["entries"][0]["statement"]["show"]
    indexed = [name for name, (_, p) in statement.assume.items() if kernel.is_indexed(p)]
    assert all(f"{name} at {n}" in shown for name in indexed for n in range(1, size + 1))
    assert len(shown) == len(indexed) * size + len(statement.assume) - len(indexed) + 1


def test_values_are_refused_where_the_kernel_would_refuse_them() -> None:
    asked = parse_question("real t; exp(t) == 2 |- t >= 7/10")
    for value in (["ln", "-2"], ["ln", "0"], ["sqrt", ["-", ["exp", "1"]]], ["ln", "2", "3"], ["+", "l1", "1"],
                  "l1", "x", "#1@", [], [["x"]], ["sqrt"], ["/"], ["/", "1", ["ln", "1"]], ["ln", 2], 1, None, True,
                  {"ln(2)": "1"}):
        with pytest.raises(kernel.Rejected):
            irrational_counterexamples.Values.read({**at_ln_2("1"), "values": {"t": value}}, asked.written.data)
    for values in ({}, {"t": "1", "s": "1"}):
        with pytest.raises(kernel.Rejected):
            instance(asked.statement, asked.written.data, {**at_ln_2("1"), "values": values}, "conclusion at 1 fails")


@pytest.mark.parametrize(("statement", "rest"), [
    ("real t; exp(t) + exp(-t) == 3 |- t <= 9/10", "3/2"), ("real t; exp(t)*(exp(t) - 1) == 1 |- t >= 1/2", "1/2")])
def test_an_equation_that_is_quadratic_in_an_exponential_is_solved(statement: str, rest: str) -> None:
    finding = prove(statement)
    assert finding.verdict == "refuted"
    assert finding.counterexample["values"] == {"t": ["ln", ["+", rest, ["*", "1/2", ["sqrt", "5"]]]]}


def test_a_verdict_comes_with_the_values_of_both_sides() -> None:
    finding = prove("real t; exp(-t) == 3 |- t >= -1")
    assert (finding.verdict, finding.status) == ("refuted", "failed")
    assert finding.counterexample["values"] == {"t": ["-", ["ln", "3"]]}
    hypothesis, conclusion = finding.evaluated
    assert (hypothesis.values, hypothesis.holds) == (("3", "3"), True)
    assert (conclusion.values, conclusion.holds) == ((["-", ["ln", "3"]], "-1"), False)


CHANGES: dict[str, Callable[[Any], Any]] = {
    "another statement": lambda b: b["refutes"]["statement"]["show"].update(conclusion=[">=", "t", "0"]),
    "another hypothesis": lambda b: b["refutes"]["statement"]["assume"].update(more=[">=", "t", "1"]),
    "a definition more": lambda b: (b["refutes"]["statement"].update(let=[{"name": "r", "kind": "inverse", "of": "2"}]),
                                    b["refutes"].update(sides={"r": {"rule": "poly", "sum": [{"c": "2"}]}})),
    "other values": lambda b: b["refutes"]["counterexample"]["values"].update(t=["ln", "3"]),
    "a theorem less": lambda b: b["entries"][0]["statement"]["show"].popitem(),
    "a hypothesis of the theorem": lambda b: b["entries"][0]["statement"].update(assume={"h": ["=", "l1", "0"]}),
    "another logarithm": lambda b: b["entries"][0]["statement"]["let"][0].update(of="3"),
    "no conclusion": lambda b: b["refutes"]["statement"].update(show={}),
    "a huge space": lambda b: b["refutes"]["counterexample"].update(dimension=10**9),
    "a run": lambda b: b["refutes"]["counterexample"].update(steps=[{}]),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_book_that_was_changed_refutes_nothing(change: str) -> None:
    asked = parse_question("real t; exp(t) == 2 |- t >= 7/10")
    _, book = refutation(asked.written.data, asked.sides) or (None, None)
    forged = copy.deepcopy(book)
    CHANGES[change](forged)
    with pytest.raises(kernel.Rejected):
        read_refutation(forged)


TERMS = {"sqrt(a)": 2**0.5, "1/a": 0.5, "ln(b)": log(7), "t": log(3), "sqrt(a*b)": 14**0.5, "1/t": 1 / log(3),
         "sqrt(t)": log(3) ** 0.5}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("seed", range(12))
def test_of_random_statements_just_the_false_ones_are_refuted(seed: int) -> None:
    rng = random.Random(seed)
    (left, x), (right, y) = rng.sample(list(TERMS.items()), 2)
    gap = rng.choice([-1, 1]) * rng.choice([Fraction(1, 1000), Fraction(1, 50), Fraction(3, 10)])
    bound = Fraction(x - 2 * y).limit_denominator(10**6) + gap
    asked = parse_question(f"real a b t; a == 2, b == 7, exp(t) == 3 |- {left} - 2*({right}) <= {bound}")
    found = refutation(asked.written.data, asked.sides)
    assert (found is None) == (x - 2 * y <= bound)
    if found:
        assert read_refutation(found[1])[1] == found[0]


@pytest.mark.parametrize(("statement", "is_false"), [("real x; 0 <= x, x <= 7/10 |- ln(1 - x) >= -x - x**2", True),
                                                     ("real x; 0 <= x, x <= 1/2 |- ln(1 - x) >= -x - x**2", False)])
def test_numbers_near_a_numerical_point_refute(statement: str, is_false: bool) -> None:
    asked = parse_question(statement)
    points = list(numerical_counterexamples.nearest(asked.statement))
    found = irrational_counterexamples.refutation_near(asked.written.data, asked.sides, points)
    assert (found is not None) == is_false
    if found:
        witness, book = found
        assert all(verdict == "proved" for verdict, _, _ in kernel.check_book(book["entries"]).values())
        assert read_refutation(book) == (asked.written.data, witness)


def test_a_point_where_a_logarithm_is_too_small_is_found_before_long_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    def prove_cheaply(strategy: Any, *given: Any) -> Any:
        assert strategy in prover.STRATEGIES[: prover.CHEAP]
        return proof_of(strategy, *given)
    monkeypatch.setattr(prover, "proof_of", prove_cheaply)
    found = prove("real x; 0 <= x, x <= 7/10 |- ln(1 - x) >= -x - x**2")
    assert found.verdict == "refuted"
    assert found.counterexample["values"]["x"] == "7/10"


@pytest.mark.parametrize(("statement", "values"), [
    ("real a b |- abs(ln(1 + exp(a)) - ln(1 + exp(b))) <= abs(a - b)/2", {"a": "4", "b": "1"}),
    ("real a |- ln(1 + exp(a)) <= a/2 + 2", {"a": "6"}),
    ("real a b; a > b |- sqrt((exp(a) - exp(b))**2) <= 3*(a - b)", {"a": "3", "b": "-1"}),
])
def test_logarithms_and_roots_of_exponentials_have_bounds(statement: str, values: dict[str, str]) -> None:
    asked = parse_question(statement)
    witness = {"dimension": 0, "size": 0, "steps": [], "values": values}
    book = prove_instance(asked.statement, asked.written.data, witness)
    assert book is not None
    assert kernel.check_book(book["entries"])["refutation"][0] == "proved"
    true = parse_question(statement.replace("|- ", "|- -9 + ").replace("-9 + sqrt", "-200 + sqrt"))
    assert prove_instance(true.statement, true.written.data, witness) is None


def test_roots_of_random_equations_break_only_what_they_exceed() -> None:
    """Of cubics with one real root, of equations that are quadratic in a power, and of pure powers."""
    chance, tried = random.Random(3), 0
    while tried < 12:
        n, (a, b, c) = chance.choice((1, 2, 3)), (chance.randint(-6, 6) for _ in range(3))
        left, roots = chance.choice([
            (f"x**3 + {a}*x**2 + {b}*x", np.roots([1, a, b, -c])),
            (f"x**{2 * n} + {b}*x**{n}", np.roots([1, *[0] * (n - 1), b, *[0] * (n - 1), -c])),
        ])
        real = [z.real for z in roots if abs(z.imag) < 1e-4]
        if len(real) not in ((1,) if "x**2 +" in left else (1, 2)):
            continue
        tried += 1
        for distance, is_false in ((-0.01, True), (0.01, False)):
            asked = parse_question(f"real x; {left} == {c} |- x <= {round(max(real) + distance, 3)}")
            assert (refutation(asked.written.data, asked.sides) is not None) == is_false, (left, c)


@pytest.mark.parametrize(("statement", "verdict"), [
    ("real x y; x**3 + x == {} |- y**2 >= 0", "proved"),
    ("real x y; exp(x) == {} |- y**2 >= 0", "proved"),
    ("real x; x**2 == {} |- x < 0", "refuted"),
    ("real x; x**3 + x == {} |- x < 0", "unknown"),
    ("real x; exp(x) == {} |- x < 0", "unknown"),
])
def test_a_number_beyond_all_floats_ends_no_search(statement: str, verdict: str) -> None:
    assert prove(statement.format("*".join(["10**32"] * 13)), patience=1).verdict == verdict


def test_a_number_with_a_tiny_exponential_is_no_logarithm() -> None:
    """exp(-1000) is 0 in the approximation, which has no logarithm."""
    assert closed_forms.simplify_number(Fraction(-1_000_001, 1001)) is None
    assert closed_forms.simplify_number(Fraction(1, 100_003)) is None, "nor is a tiny number a root of 0"


@pytest.mark.parametrize("exponent", ["-9/2", "-1", "0", "3/7", "7"])
def test_bounds_of_an_exponential_are_on_both_sides(exponent: str) -> None:
    low, high = irrational_counterexamples.exponential_bounds(Fraction(exponent))
    assert low <= Fraction(exp(float(Fraction(exponent)))) * (1 + Fraction(1, 10**12))
    assert low < high < low * (1 + Fraction(1, 10**12)) or exponent == "0"


def test_searches_of_logarithms_begin_where_they_are_short() -> None:
    statement = parse_question("real x; 0 <= x, x <= 69/100 |- ln(1 - x) >= -x - x**2").statement
    lowest = next(numerical_counterexamples.nearest(statement))
    assert lowest.gap < -0.005
    assert lowest.values()["x"] == pytest.approx(0.69)
    asked = parse_question("real a b |- abs(ln(1 + exp(a)) - ln(1 + exp(b))) <= abs(a - b)/2")
    assert prover.has_only_numbers_and_exponentials(asked.statement)
