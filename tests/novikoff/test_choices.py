"""Choices among candidates through the front door: groups of rows, the bound, proofs, and what is refused."""

import json
from fractions import Fraction

import pytest

import novikoff as suite

from .conftest import Run

PHRASES = "docs/examples/phrases.csv"
GROUP = ("--group", "phrase")


@pytest.mark.parametrize("options", [[], ["-p", "shares=equal"], ["--tie", "first", "--order", "random", "--seed", "2"],
                                     ["--rate", "1/3", "--order", "first"]])
def test_collins_bound_holds(novikoff: Run, options: list[str]) -> None:
    found = json.loads(novikoff("run", "structured_perceptron", PHRASES, *GROUP, "--json", *options, status=0).stdout)
    (bound,) = found["bounds"]
    assert (found["separated"], bound["holds"]) == (True, True)
    assert bound["id"] == "structured-mistake-bound"
    assert Fraction(bound["value"]) == Fraction(found["R2"]) * Fraction(found["margin"]["upper"]) == 8 * Fraction(11, 4)


def test_without_groups_it_is_the_perceptron_without_bias(novikoff: Run) -> None:
    words = ("iris.csv", "--positive", "setosa", "--json")
    choice, plain = (json.loads(novikoff("run", name, *words).stdout)
                     for name in ("structured_perceptron", "perceptron:homogeneous"))
    for key in ("updates", "visits", "mistakes", "w", "R2"):
        assert choice[key] == plain[key]
    assert [bound["value"] for bound in choice["bounds"]] == [bound["value"] for bound in plain["bounds"]]
    assert "setosa: candidate x is right (50); otherwise, candidate 0 (100)" in novikoff(
        "run", "structured_perceptron", *words[:-1]).stdout


def test_the_same_from_python() -> None:
    X, y = [[[2, 0], [0, 1]], [[1, 1], [3, 0], [0, 0]]], [0, 1]
    run = suite.run("structured_perceptron", (X, y), rate="1/2")
    assert run
    assert run.record.mistakes == (0,)
    apart = suite.separate(PHRASES, group="phrase")
    assert apart
    assert apart.margin == (Fraction(11, 4), Fraction(11, 4))
    assert "phrases.csv" in apart._repr_html_()
    with pytest.raises(suite.BadInput, match="y has 1 number for 2 examples"):
        suite.run("structured_perceptron", (X, [0]))
