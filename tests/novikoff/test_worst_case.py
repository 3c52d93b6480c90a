"""`novikoff worst-case`: answers, formats, files, and what cannot be asked."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

import novikoff as package
from novikoff.algorithms import perceptron
from novikoff.algorithms.processes import OutOfTime

from .conftest import Run


def test_json_has_the_data(novikoff: Run) -> None:
    answer = json.loads(novikoff("worst-case", "perceptron:homogeneous", "--ratio", "21/2", "--json", status=0).stdout)
    assert (answer["schema"], answer["algorithm"], answer["updates"], answer["ratio"]) == (
        1, "perceptron:homogeneous", 10, "21/2")
    assert answer["upper"] == {"value": "21/2", "theorem": "novikoff-mistake-bound"}
    reached = answer["reached"]
    X = [[Fraction(value) for value in x] for x in reached["X"]]
    assert perceptron.run(X, reached["y"], bias_step=0).updates == reached["updates"] == 10
    assert Fraction(reached["ratio"]) <= Fraction(21, 2)
    assert answer["closed"]
    assert "gap" not in answer


@pytest.mark.parametrize(
    "question",
    ["perceptron --updates 4", "perceptron:R2 --updates 6", "perceptron:c=1/3 --updates 3", "perceptron --updates 1",
     "margin_perceptron:homogeneous -p beta=1/3 --updates 7", "kozinec:homogeneous --updates 3",
     "perceptron:homogeneous --ratio 10 --dimension 2", "voted_perceptron:homogeneous --ratio 33/10",
     "multi_class_perceptron:homogeneous --updates 7 --dimension 3", "structured_perceptron --updates 5",
     "multi_class_perceptron:homogeneous --ratio 3/2 --dimension 3"],
)
def test_the_certificate_and_the_table(novikoff: Run, tmp_path: Path, question: str) -> None:
    """The run of the certificate is that on the table, read as any file of data."""
    table, proof = str(tmp_path / "worst.csv"), str(tmp_path / "worst.json")
    made = novikoff("worst-case", *question.split(), "--data", table, "--certificate", proof, "--json")
    assert made.exit_code in (0, 3)
    reached = json.loads(made.stdout)["reached"]
    verified = json.loads(novikoff("verify", proof, "--data", table, "--json").stdout)
    assert verified["verdict"] == "verified"
    assert verified["facts"]["updates"] == reached["updates"]


def test_at_the_limit_what_was_tried_is_said(novikoff: Run) -> None:
    novikoff("worst-case", "perceptron:homogeneous", "--updates", "60", "--dimension", "3", "--limit", "0.001",
             status=3, stdout="", stderr="novikoff: no verdict: the work limit was reached: novikoff has read the "
             "theorems on perceptron:homogeneous and tried data for 60 updates; give a larger limit\n")
    with pytest.raises(OutOfTime, match=r"on perceptron:homogeneous and tried data for R²/γ² = 7/2; give"):
        package.worst_case("perceptron:homogeneous", ratio="7/2", limit=0.0001)
    inside = package.worst_case("perceptron:homogeneous", ratio="7/2", limit=0.01)
    assert inside == package.worst_case("perceptron:homogeneous", ratio="7/2")


def test_a_start_of_length_0_is_no_start(novikoff: Run) -> None:
    question = ["worst-case", "perceptron:homogeneous", "--updates", "3", "--json"]
    assert novikoff(*question, "--start", "0").stdout == novikoff(*question).stdout


def test_step_sizes_have_an_answer_and_a_certificate(novikoff: Run, tmp_path: Path) -> None:
    """1 + (Σ η)²/Σ η² for 1 and 1/2 is 1 + (9/4)/(5/4)."""
    question = ["worst-case", "perceptron:homogeneous", "--updates", "3", "--rates", "1,1/2,1/4"]
    answer = json.loads(novikoff(*question, "--json").stdout)
    assert (answer["ratio"], answer["upper"]["theorem"]) == ("14/5", "any-step-sizes-mistake-bound")
    assert (answer["closed"], answer["reached"]["updates"]) == (True, 3)
    proof = tmp_path / "rates.json"
    novikoff(*question, "--certificate", str(proof))
    verified = json.loads(novikoff("verify", str(proof), "--json").stdout)
    assert (verified["verdict"], verified["facts"]["updates"]) == ("verified", 3)
    forged = json.loads(proof.read_text())
    assert (forged["algorithm"], forged["parameters"]["rates"]) == ("variable_increment", ["1", "1/2", "1/4"])
    later = ["worst-case", "perceptron:homogeneous", "--updates", "5", "--rates", "2,1/3"]  # 1/3 from the second on
    novikoff(*later, "--certificate", str(tmp_path / "later.json"))
    assert json.loads(novikoff("verify", str(tmp_path / "later.json"), "--json").stdout)["facts"]["updates"] == 5
    for rates in (["1", "1/2", "1/8"], ["1", "1/4", "1/2"], ["1"], [], "1", ["1", "-1/2", "1/4"]):
        forged["parameters"]["rates"] = rates
        proof.write_text(json.dumps(forged))
        assert novikoff("verify", str(proof)).exit_code == 1


@pytest.mark.parametrize("rates", ["1,1/2,1/4", "1/t", "2^-t"])
@pytest.mark.parametrize("asked", [["--updates", "9"], ["--ratio", "17/5"]])
def test_step_sizes_are_the_same_question_in_two_words(novikoff, tmp_path, rates, asked):
    """--rates of the perceptron and the option of variable_increment: one answer, one certificate, of one run."""
    words = (["perceptron:homogeneous", "--rates", rates], ["variable_increment:homogeneous", "-p", f"rates={rates}"])
    answers, proofs = [], []
    for i, typed in enumerate(words):
        proof, table = str(tmp_path / f"{i}.json"), str(tmp_path / f"{i}.csv")
        made = novikoff("worst-case", *typed, *asked, "--json", "--certificate", proof, "--data", table, status=0)
        answers.append({key: value for key, value in json.loads(made.stdout).items() if key != "algorithm"})
        proofs.append(Path(proof).read_text())
        verified = json.loads(novikoff("verify", proof, "--data", table, "--json").stdout)
        assert (verified["verdict"], verified["facts"]["updates"]) == ("verified", answers[i]["reached"]["updates"])
    assert answers[0] == answers[1]
    assert proofs[0] == proofs[1]
    assert package.worst_case("variable_increment:homogeneous", rates=rates, updates=9).reached == 9
    assert package.worst_case("perceptron:homogeneous", rates=rates, updates=9).reached == 9


def test_from_python() -> None:
    found = package.worst_case("margin_perceptron:homogeneous", updates=3, beta="1/2", R2=2)
    assert found.record.updates == found.reached == 3
    assert "R²/γ²" in str(found._repr_html_())
    assert str(found._repr_latex_()).startswith("$$")
    assert bool(found) == found.closed
