"""`novikoff separate`: an exact separator with the best margin, or an exact proof that there is none."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import Result

from novikoff.algorithms import run_certificates
from novikoff.algorithms.datasets import read_csv
from novikoff.report.value_text import round_root_down

Run = Callable[..., Result]
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


def test_the_margin_is_the_distance_of_the_plane(novikoff: Run, file) -> None:
    """Classes at distance 1/2 from x = 1/2 in the plane: 1/√V = 1/2, V = 4."""
    path = file("x,y,label\n0,0,a\n0,3,a\n1,1,b\n1,-5,b\n")
    answer = json.loads(novikoff("separate", path, "--json").stdout)
    assert answer["margin"] == {"lower": "4", "upper": "4"}
    text = novikoff("separate", path).stdout.splitlines()
    assert text[0] == "separable"
    assert text[3] == ("margin     distance 1/√V ≥ 0.500000, least V = ‖w‖² under y(⟨w, x⟩ + b) ≥ 1  = 4, attained and "
                       "proved least by a dual point")


def test_without_bias(novikoff: Run, file) -> None:
    """1 and 2 on different sides: with a bias they are separable, through 0 they are not."""
    path = file("x,label\n1,a\n2,b\n")
    assert novikoff("separate", path).exit_code == 0
    result = novikoff("separate", path, "--no-bias", "--json", status=1)
    assert json.loads(result.stdout)["bias"] is False
    assert json.loads(result.stdout)["no_separator"]["weights_by_line"] == {"2": "2/3", "3": "1/3"}
    assert novikoff("separate", path, "--no-bias").stdout.startswith("not separable by a hyperplane through 0: ")


def test_one_point_with_both_labels(novikoff: Run, file) -> None:
    """Two rows are a combination of two points."""
    path = file("x,y,label\n1,2,a\n5,4,b\n1.0,2,b\n")
    novikoff("separate", path, "-v", status=1,
             out=["no separator exists: lines 2 and 4 of data.csv are one point with both labels",
                  "weight     1/2 of line 2"])


def test_one_class_alone(novikoff: Run, file) -> None:
    for labels, more in (("1", ()), ("-1", ()), ("a", ("--positive", "a"))):
        novikoff("separate", file(f"x,label\n1,{labels}\n2,{labels}\n"), *more, status=0,
                 out="without limit, since all examples are of one class")
    for label in ("a", "2"):
        novikoff("separate", file(f"x,label\n1,{label}\n2,{label}\n"), status=2,
                 err=f"all rows have the label '{label}'; two values are expected, or 1 or -1, or say which")


def test_decimals_are_decimals(novikoff: Run, file) -> None:
    """0.1 + 0.2 is 0.3 in decimals and not in floats: only exactly read are these three points on one line."""
    path = file("x,y,label\n0.1,0.1,a\n0.3,0.3,b\n0.2,0.2,a\n0.3,0.3000000000000000001,a\n")
    assert novikoff("separate", path).exit_code == 0
    path = file("x,label\n0.1,a\n0.30000000000000000001,b\n0.3,a\n")
    assert novikoff("separate", path).exit_code == 0


def test_quiet_and_machines(novikoff: Run) -> None:
    arguments = ["separate", "iris.csv", "--positive", "setosa"]
    assert novikoff(*arguments, "-q").stdout == "separable\n"
    assert novikoff(*arguments, "--output-format", "github").stdout == "::notice title=novikoff::1 of 1 hold\n"
    junit = novikoff("separate", "iris.csv", "--positive", "virginica", "--output-format", "junit").stdout
    assert 'failures="1"' in junit


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
    result = novikoff("separate", "long.csv", "--certificate", "c.json", status=2)
    assert result.stderr.endswith(f"{said}\n"), result.stderr
    result = novikoff("run", "perceptron", "long.csv", "--max-updates", "3", "--certificate", "c.json", "-q")
    assert result.stderr.endswith(f"{said}, or end the run earlier with --max-updates N\n"), result.stderr
    assert not (tmp_path / "c.json").exists()
