"""Choices among candidates through the front door: groups of rows, the bound, proofs, and what is refused."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

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


def test_rows_of_a_group_need_not_stand_together(novikoff: Run, file: Callable[..., str]) -> None:
    """The group is a column of texts, before or after the labels; the examples are in the order of their first rows."""
    together = file("id,a,b,y\np,2,0,1\np,0,1,0\nq,1,0,0\nq,0,3,1\n")
    words = ("--group", "id", "--label", "y", "--json")
    first = json.loads(novikoff("run", "structured_perceptron", together, *words).stdout)
    apart = file("a,y,b,id\n2,1,0,p\n1,0,0,q\n0,0,1,p\n0,1,3,q\n")
    other = json.loads(novikoff("run", "structured_perceptron", apart, *words).stdout)
    assert [first[key] for key in ("w", "updates", "bounds")] == [other[key] for key in ("w", "updates", "bounds")]
    assert first["mistakes"] == other["mistakes"]


def test_without_groups_it_is_the_perceptron_without_bias(novikoff: Run) -> None:
    words = ("iris.csv", "--positive", "setosa", "--json")
    choice, plain = (json.loads(novikoff("run", name, *words).stdout)
                     for name in ("structured_perceptron", "perceptron:homogeneous"))
    for key in ("updates", "visits", "mistakes", "w", "R2"):
        assert choice[key] == plain[key]
    assert [bound["value"] for bound in choice["bounds"]] == [bound["value"] for bound in plain["bounds"]]
    assert "setosa is right against 0 (50), the rest wrong (100)" in novikoff(
        "run", "structured_perceptron", *words[:-1]).stdout


def test_both_answers_have_certificates(novikoff: Run, file: Callable[..., str], tmp_path: Path) -> None:
    proof = str(tmp_path / "proof.json")
    assert novikoff("separate", PHRASES, *GROUP, "--certificate", proof).exit_code == 0
    assert novikoff("verify", proof, "--data", PHRASES, *GROUP).exit_code == 0
    none = file("id,a,y\np,0,1\np,1,0\nq,2,1\nq,1,0\n")
    novikoff("run", "structured_perceptron", none, "--group", "id", "--certificate", proof, status=1,
             out="of 2 examples is 0 (lines 2, 4 of data.csv)")
    confirmed = json.loads(novikoff("verify", proof, "--data", none, "--group", "id", "--json").stdout)
    assert confirmed["facts"]["active"] == [0, 1]
    other = file("id,a,y\np,0,1\np,1,0\nq,2,0\nq,1,1\n")
    novikoff("verify", proof, "--data", other, "--group", "id", status=1,
             out="its example 1 is x = [['2'], ['1']], y = 0")


def test_scaled_choices_are_told_for_the_file(novikoff: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "run.json")
    words = (PHRASES, *GROUP, "--scale", "standard", "--certificate", file)
    assert "unscaled   w = " in novikoff("run", "structured_perceptron", *words).stdout
    assert novikoff("verify", file, "--data", PHRASES, *GROUP).exit_code == 0


def test_the_same_from_python() -> None:
    X, y = [[[2, 0], [0, 1]], [[1, 1], [3, 0], [0, 0]]], [0, 1]
    run = suite.run("structured_perceptron", (X, y), rate="1/2")
    assert run
    assert run.record.mistakes == (0,)
    apart = suite.separate(PHRASES, group="phrase")
    assert apart
    assert apart.margin == (Fraction(11, 4), Fraction(11, 4))
    assert "phrases.csv" in apart._repr_html_()
    with pytest.raises(suite.BadInput, match="y has 1 entries for 2 examples"):
        suite.run("structured_perceptron", (X, [0]))
