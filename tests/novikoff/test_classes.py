"""Several classes through the front door: the run with its bound, the proof that there is no separator, and Python."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

import novikoff as suite
from novikoff.algorithms import multi_class_perceptron
from novikoff.properties import applicable_bounds

from .conftest import Run

CORNERS = "docs/examples/corners.csv"
X, Y = [[0, 3], [3, 0], [-3, -3]], ["a", "b", "c"]


@pytest.mark.parametrize("options", [[], ["-p", "shares=equal"], ["--tie", "first", "--order", "random", "--seed", "3"],
                                     ["-p", "bias_step=0"], ["-p", "bias_step=R2", "--rate", "1/3"]])
def test_the_bound_of_the_claim_holds(novikoff: Run, options: list[str]) -> None:
    found = json.loads(novikoff("run", "multi_class_perceptron", CORNERS, "--json", *options, status=0).stdout)
    (bound,) = found["bounds"]
    assert (found["separated"], bound["holds"]) == (True, True)
    c, R2, V = Fraction(found["bias_step"]), Fraction(found["R2"]), Fraction(found["margin"]["upper"])
    assert Fraction(bound["value"]) == 2 * (R2 + c) * V >= found["updates"] > 0
    assert bound["id"] == ("multi-class-bias-step-mistake-bound" if c else "multi-class-mistake-bound")
    assert [one["class"] for one in found["classifiers"]] == ["north", "east", "south-west"]


def test_a_bound_that_is_broken_is_told(novikoff: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule with the wrong sign goes on where the bound says that it has to end."""
    real = multi_class_perceptron.update
    def backwards(states, x, given, **settings):  # type: ignore[no-untyped-def]
        return real(states, x, [-share for share in given], **settings)
    monkeypatch.setattr(multi_class_perceptron, "update", backwards)
    novikoff("run", "multi_class_perceptron", CORNERS, "--max-updates", "99", status=1, out="VIOLATED  99 >")


def test_iris_is_refused_with_a_proof(novikoff: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "none.json")
    result = novikoff("run", "multi_class_perceptron", "iris.csv", "--json", "--certificate", file, status=1)
    found = json.loads(result.stdout)
    assert (found["separable"], found["updates"]) == (False, None)
    weights = found["no_separator"]["weights_by_line"]
    assert sum(map(Fraction, weights.values())) == 1
    confirmed = json.loads(novikoff("verify", file, "--data", "iris.csv", "--json").stdout)
    assert confirmed["facts"]["separable"] is False
    assert [i + 2 for i in confirmed["facts"]["active"]] == sorted(map(int, weights))
    novikoff("separate", "iris.csv", "--classes", "--certificate", str(tmp_path / "same.json"), status=1)
    assert (tmp_path / "same.json").read_text() == Path(file).read_text()


def test_the_same_from_python() -> None:
    run = suite.run("multi_class_perceptron", (X, Y), shares="equal")
    assert run
    assert run.record.classes == ("a", "b", "c")
    apart = suite.separate((X, Y), classes=True)
    assert apart
    assert apart.margin == (run.governed.margin.lower, run.governed.margin.upper)
    assert repr(apart).startswith("<separable; (X, y): 3 examples")
    assert str(apart._repr_html_()).count("<tr") == 4  # the examples, and a row for each class
    assert not suite.separate(([[1], [1]], ["a", "b"]), classes=True)


def test_for_two_classes_the_bound_is_the_perceptrons() -> None:
    points, signs = [[2, 1], [-1, 3], [-2, Fraction(3, 2)], [1, -2]], [1, 1, -1, -1]
    for c, claim in ((0, "novikoff-mistake-bound"), (1, "bias-step-mistake-bound"), (3, "bias-step-mistake-bound")):
        options = {"bias_step": c}
        two = applicable_bounds.find_bounds("multi_class_perceptron", points, signs, options)
        one = applicable_bounds.find_bounds("perceptron", points, signs, options)
        assert [value for _, value in two.bounds] == [dict(one.bounds)[claim]]
