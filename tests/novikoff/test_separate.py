"""`novikoff separate`: an exact separator with the best margin, or an exact proof that there is none."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from novikoff.algorithms import run_certificates
from novikoff.algorithms.dataset_reader import read_csv
from novikoff.report.value_text import round_root_down

from .conftest import Run

IRIS = {"setosa": True, "versicolor": False, "virginica": False}


@pytest.mark.parametrize("species", IRIS)
def test_iris_as_three_problems(novikoff: Run, tmp_path: Path, species: str) -> None:
    """One is separable and two are not; each answer is checked here, and by `verify`."""
    certificate = str(tmp_path / "proof.json")
    result = novikoff("separate", "iris.csv", "--positive", species, "--certificate", certificate, "--json",
                      status=1 - IRIS[species])
    answer = json.loads(result.stdout)
    assert (answer["schema"], answer["separable"]) == (1, IRIS[species])
    data = read_csv("iris", positive=species)
    if answer["separable"]:
        w, b = [Fraction(value) for value in answer["w"]], Fraction(answer["b"])
        values = [sum(u * v for u, v in zip(w, x, strict=True)) + b for x in data.X]
        assert all(value * sign > 0 for value, sign in zip(values, data.y, strict=True))
        assert answer["no_separator"] is None
    else:
        weights = {int(line): Fraction(weight) for line, weight in answer["no_separator"]["weights_by_line"].items()}
        signed = [(weights.get(line, 0) * y, x) for line, x, y in zip(data.lines, data.X, data.y, strict=True)]
        assert min(weights.values()) > 0
        assert sum(weights.values()) == 1
        assert sum(weight for weight, _ in signed) == 0
        assert [sum(weight * x[k] for weight, x in signed) for k in range(4)] == [0] * 4
        assert (answer["w"], answer["b"], answer["margin"]) == (None, None, None)
    assert json.loads(novikoff("verify", certificate, "--json").stdout)["facts"]["separable"] == answer["separable"]


def test_breast_cancer(novikoff: Run, tmp_path: Path) -> None:
    certificate = str(tmp_path / "proof.json")
    result = novikoff("separate", "breast_cancer.csv", "--certificate", certificate, status=0)
    assert result.stdout.startswith("separable\n")
    assert novikoff("verify", certificate).exit_code == 0


@pytest.mark.parametrize("square", [
    Fraction(1, 3),
    Fraction(2),
    Fraction(10**9 + 7),
    Fraction(7, 10**20),
    Fraction(4),
    Fraction(3, 10**801),
    Fraction(7 * 10**801),
])
def test_a_root_is_rounded_down(square: Fraction) -> None:
    """The decimal r has r² ≤ the number, and one unit of its sixth significant digit more is too much."""
    text = round_root_down(square)
    below = Fraction(text)
    digits = text.partition("e")[0].replace(".", "").lstrip("0")
    unit = below / int(digits)
    assert below**2 <= square < (below + unit) ** 2
    assert len(digits) >= 6
    assert len(text) < 16


def test_a_long_separator_is_counted_and_not_printed(novikoff: Run, file) -> None:
    """Of 2000 features, and of numbers with hundreds of digits; JSON has them in full."""
    names = ",".join(f"f{k}" for k in range(2000))
    path = file(f"{names},label\n{'1,' * 2000}a\n{'2,' * 2000}b\n")
    for command in (["separate"], ["run", "perceptron"]):
        said = novikoff(*command, path).stdout
        assert "w with 2000 coordinates, 2000 of them not 0 (in full in JSON" in said
        assert max(map(len, said.splitlines())) < 200
        assert len(json.loads(novikoff(*command, path, "--json").stdout)["w"]) == 2000
    path = file(f"a,label\n1e-400,u\n{'7' * 300}e-400,v\n")
    for command in (["separate", "-v"], ["run", "perceptron:R2", "--max-updates", "9", "-v"], ["run", "nearest_point"]):
        said = novikoff(*command, path).stdout
        assert max(map(len, said.splitlines())) < 250


def test_numbers_too_long_for_a_certificate_get_fitting_advice(novikoff: Run, monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr(run_certificates, "TOO_LONG", 100)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "long.csv").write_text("x,label\n1/3,1\n1/101,-1\n2/3,-1\n")
    said = "digits, too many for a certificate; round the data to shorter numbers"
    result = novikoff("separate", "long.csv", "--certificate", "c.json")
    assert (result.exit_code, result.stderr.endswith(f"{said}\n")) == (2, True), result.stderr
    result = novikoff("run", "perceptron", "long.csv", "--max-updates", "3", "--certificate", "c.json", "-q")
    assert result.stderr.endswith(f"{said}, or end the run earlier with --max-updates N\n"), result.stderr
    assert not (tmp_path / "c.json").exists()
