"""How the commands read files with examples: columns and rows left out, what is asked, and the tie to a certificate."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from novikoff.algorithms.dataset_reader import read_csv

from .conftest import Run

TEXT = "id;a;b;kind\n7;0.5;1;u\n3;;2;u\n1;3;4;v\n"


@pytest.mark.parametrize(("said", "features"), [("y", 1), ("n", 2), ("", 1)])
def test_on_a_terminal_it_is_asked(novikoff, file, monkeypatch, said, features):
    monkeypatch.setattr("novikoff.commands._shared.on_terminal", lambda: True)
    result = novikoff("separate", file("id,a,y\n2,1,1\n1,2,0\n"), "--json", input=f"{said}\n",
                      err="leave it out? [Y/n]")
    assert len(json.loads(result.stdout)["w"]) == features


@pytest.mark.parametrize("algorithm", ["perceptron", "nearest_neighbours", "separability"])
def test_a_certificate_is_tied_to_the_file_as_it_was_read(novikoff, file, tmp_path, algorithm):
    path, proof, how = file(TEXT), str(tmp_path / "proof.json"), ("--drop", "id", "--missing", "drop")
    assert novikoff("run", algorithm, path, *how, "--certificate", proof, "-q").exit_code == 0
    assert "all 2 examples of data.csv" in novikoff("verify", proof, "--data", path, *how).stdout
    libsvm = file("-1 1:0.5 2:1\n1 1:3 2:4\n", "same.svm")  # the same numbers in another format
    novikoff("verify", proof, "--data", libsvm, status=algorithm == "nearest_neighbours")
    assert novikoff("verify", proof, "--data", path, "--missing", "drop").exit_code == 1
    assert novikoff("verify", proof, *how).exit_code == 2


@pytest.mark.parametrize(("command", "place"), [(["run", "perceptron"], "result"), (["separate"], "proof")])
@pytest.mark.parametrize("rule", ["integers", "unit", "range", "standard"])
def test_a_separator_of_scaled_examples_is_given_for_the_file_too(novikoff, tmp_path, command, place, rule):
    proof, how = str(tmp_path / "proof.json"), ("iris.csv", "--positive", "setosa")
    answer = json.loads(novikoff(*command, *how, "--scale", rule, "--certificate", proof, "--json").stdout)
    scaled, data = answer["scaled"], read_csv("iris", positive="setosa")
    w, b = [Fraction(value) for value in scaled["original"]["w"]], Fraction(scaled["original"]["b"])
    assert w == [Fraction(v) * Fraction(f) for v, f in zip(answer["w"], scaled["factor"], strict=True)]
    for x, y in zip(data.X, data.y, strict=True):
        assert y * (sum(u * v for u, v in zip(w, x, strict=True)) + b) > 0
    checked = json.loads(novikoff("verify", proof, "--data", *how, "--json").stdout)
    assert (checked["facts"]["scaling"], checked["facts"]["original"]) == (rule, scaled["original"])
    text = novikoff(*command, *how, "--scale", rule).stdout
    assert text.count("\nunscaled   w = (") == text.count("\nscaled     ") == 1


def test_each_classifier_of_many_classes_is_given_for_the_file_too(novikoff: Run) -> None:
    command = ("run", "one_vs_rest", "iris.csv", "--scale", "standard", "-p", "driver=pocket", "-p", "patience=20")
    answer = json.loads(novikoff(*command, "--json").stdout)
    factor, shift = (list(map(Fraction, answer["scaled"][name])) for name in ("factor", "shift"))
    for one in answer["runs"]:
        w = [Fraction(v) * f for v, f in zip(one["w"], factor, strict=True)]
        assert one["original"]["w"] == list(map(str, w))
        moved = sum(v * s for v, s in zip(w, shift, strict=True))
        assert Fraction(one["original"]["b"]) == Fraction(one["b"]) - moved
    text = novikoff(*command).stdout
    assert "; only the next 3 lines are about the data as given\nunscaled   setosa: w = (" in text
    assert text.count("\nunscaled   ") == 3


@pytest.mark.parametrize("change", ["kind", "shift", "factor", "removed"])
def test_a_forged_scaling_is_refused_beside_the_file(novikoff: Run, tmp_path: Path, change: str) -> None:
    proof, how = tmp_path / "proof.json", ("iris.csv", "--positive", "setosa")
    assert novikoff("separate", *how, "--scale", "standard", "--certificate", str(proof)).exit_code == 0
    written = json.loads(proof.read_text(encoding="utf-8"))
    forged = dict(written["scaling"])
    if change == "removed":
        del written["scaling"]
    else:
        forged[change] = "range" if change == "kind" else [*forged[change][:-1], "1/7"]
        written["scaling"] = forged
    if change == "kind":  # the rule alone: the examples have to be in its box, or the file tells
        written["X"] = [["0"] * len(x) for x in written["X"]]
        written |= {"separable": False, "proof": {"combination": ["0"] * 150}}
        written["proof"]["combination"][0] = written["proof"]["combination"][-1] = "1/2"
    proof.write_text(json.dumps(written), encoding="utf-8")
    assert novikoff("verify", str(proof)).exit_code == 0
    assert novikoff("verify", str(proof), "--data", *how, status=1).stdout.split(":")[0] == "refuted"


def test_the_certificate_of_many_examples_is_tied_to_the_file(novikoff, file, tmp_path, monkeypatch):
    """It holds few of them, and the file is asked for these and for how many there are."""
    monkeypatch.setattr("novikoff.algorithms.separability.SAMPLE", 20)
    rows = [f"{7 * k % 61},{k % 5},{int(7 * k % 61 > 30) ^ (k % 6 == 0)}" for k in range(60)]
    path, proof = file("\n".join(["a,b,y", *rows])), tmp_path / "proof.json"
    for command in (["separate"], ["run", "perceptron"]):
        assert novikoff(*command, path, "--certificate", str(proof)).exit_code == 1
        novikoff("verify", str(proof), "--data", path, status=0, out="chosen of 60 examples of data.csv")
    chosen = json.loads(proof.read_text(encoding="utf-8"))["chosen"]
    assert novikoff("verify", str(proof), "--data", file("\n".join(["a,b,y", *rows[:-1]]), "less.csv")).exit_code == 1
    rows[chosen[0]] = "99,6,0"
    novikoff("verify", str(proof), "--data", file("\n".join(["a,b,y", *rows]), "changed.csv"), status=1,
             out=f"line {chosen[0] + 2} of changed.csv")
