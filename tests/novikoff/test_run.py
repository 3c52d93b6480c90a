"""`novikoff run`: the exact run, its bounds, and one clear sentence for every mistake."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import Result

Run = Callable[..., Result]
IRIS = ["iris.csv", "--label", "species", "--positive", "setosa"]


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], str]:
    """Write a file and return its path."""

    def write(text: str) -> str:
        path = tmp_path / "data.csv"
        path.write_bytes(text.encode())
        return str(path)

    return write


def test_iris(novikoff: Run) -> None:
    result = novikoff("run", "perceptron", *IRIS, "--json")
    data = json.loads(result.stdout)
    assert result.exit_code == 0
    assert set(data) >= {"schema", "algorithm", "updates", "separated", "R2", "w", "b", "bounds"}
    assert (data["schema"], data["algorithm"], data["separated"], data["R2"]) == (1, "perceptron", True, "6173/50")
    assert set(data["bounds"][0]) == {"id", "value", "holds"}
    assert "smola-mistake-bound" in [bound["id"] for bound in data["bounds"]]
    for bound in data["bounds"]:
        assert bound["holds"] is True
        assert data["updates"] <= Fraction(bound["value"])
    margin = data["margin"]
    assert Fraction(margin["lower"]) <= Fraction(margin["upper"])
    assert Fraction(margin["upper"]) == sum(Fraction(v) ** 2 for v in [*margin["w"], margin["b"]])


def test_text(novikoff: Run) -> None:
    lines = novikoff("run", "perceptron", *IRIS).stdout.splitlines()
    assert [line.split()[0] for line in lines if line] == [
        "perceptron:", "iris.csv:", "updates", "separator", "R²", "margin", "bounds", "holds", "holds",
    ]  # fmt: skip
    assert "every example is on its side" in lines[3]
    more = novikoff("run", "perceptron", *IRIS, "-v").stdout
    assert "mistakes   lines 2, 52, 2, 52, 2 of iris.csv" in more
    assert "best       w = (" in more
    assert novikoff("run", "perceptron", *IRIS, "-q").stdout.startswith("updates    5 in 600 visits")


@pytest.mark.parametrize(
    ("algorithm", "step", "bound"),
    [
        ("perceptron:R2", "6173/50", "tutorial-mistake-bound"),
        ("perceptron:c=1/4", "1/4", "bias-step-mistake-bound"),
        ("perceptron:homogeneous", "0", "novikoff-mistake-bound"),
    ],
)
def test_variants(novikoff: Run, algorithm: str, step: str, bound: str) -> None:
    data = json.loads(novikoff("run", algorithm, *IRIS, "--json").stdout)
    assert (data["algorithm"], data["bias_step"]) == (algorithm, step)
    assert bound in [b["id"] for b in data["bounds"]]
    assert all(b["holds"] for b in data["bounds"])


@pytest.mark.parametrize("settings", [["--order", "first"], ["--order", "random", "--seed", "7"], ["--rate", "1/3"]])
def test_settings(novikoff: Run, settings: list[str]) -> None:
    result = novikoff("run", "perceptron", *IRIS, *settings)
    assert result.exit_code == 0
    assert result.stdout == novikoff("run", "perceptron", *IRIS, *settings).stdout


def test_formats_for_machines(novikoff: Run) -> None:
    suite = ElementTree.fromstring(novikoff("run", "perceptron", *IRIS, "--output-format", "junit").stdout)
    assert suite[0].get("name") == "separates"
    assert suite.get("failures") == "0"
    github = novikoff("run", "perceptron", *IRIS, "--output-format", "github").stdout
    assert github == "::notice title=novikoff::3 of 3 hold\n"


def test_a_capped_run_is_no_convergence(novikoff: Run) -> None:
    result = novikoff("run", "perceptron", *IRIS, "--max-updates", "1")
    assert result.exit_code == 1
    assert "stopped at the cap of --max-updates, which is no convergence" in result.stdout


def test_data_without_separator(novikoff: Run) -> None:
    result = novikoff("run", "perceptron", "iris", "--positive", "virginica", "--json")
    data = json.loads(result.stdout)
    assert result.exit_code == 1
    assert (data["separated"], data["updates"], data["bounds"]) == (False, None, [])
    assert sum(map(Fraction, data["no_separator"]["weights_by_line"].values())) == 1
    for output_format in ("text", "github", "junit"):
        result = novikoff("run", "perceptron", "iris", "--positive", "virginica", "--output-format", output_format)
        assert result.exit_code == 1
        assert "no separator exists" in result.stdout


def test_the_same_point_with_both_labels(novikoff: Run, file: Callable[[str], str]) -> None:
    path = file("x,y,label\n1,2,a\n3,4,b\n1.0,2,b\n")
    result = novikoff("run", "perceptron", path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "line 2" in result.stderr
    assert "line 4" in result.stderr
    assert "no separator exists" in result.stderr


@pytest.mark.parametrize(
    ("text", "arguments", "words"),
    [
        ("", [], "is empty"),
        ("x,label\n", [], "no rows of data"),
        ("x,y,label\n1,2,a\n1,b\n", [], "line 3: 2 cells where 3 are expected"),
        ("x,label\nnan,a\n", [], "line 2, column 'x': nan is not finite"),
        ("x,label\n1,a\n-inf,b\n", [], "line 3, column 'x': -inf is not finite"),
        ("x,label\n1,a\none,b\n", [], "line 3, column 'x': 'one' is not a number"),
        ("x,label\n1,a\n,b\n", [], "line 3, column 'x': the cell is empty"),
        ("x,label\n1,a\n2,b\n", ["--label", "lable"], "no column 'lable' (did you mean 'label'?)"),
        ("x,label\n1,a\n2,b\n3,c\n", [], "3 label values where two are expected: a, b, c"),
        ("x,label\n1,a\n2,b\n", ["--positive", "c"], "no row has the label 'c'"),
        ("x,label\n1e999999999,a\n2,b\n", [], "too many digits"),
        ("x,label\n1,a\n2,\xff\n", ["--label", "y"], "no column 'y'"),
    ],
)
def test_bad_data(novikoff: Run, file: Callable[[str], str], text: str, arguments: list[str], words: str) -> None:
    result = novikoff("run", "perceptron", file(text), *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr
    assert result.stderr.startswith("novikoff: data.csv")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["perceptron", "nowhere.csv"], "no such file: nowhere.csv"),
        (["perceptron", "/"], "is a directory"),
        (["winow", *IRIS], "there is no algorithm 'winow'"),
        (["perceptron:R3", *IRIS], "there is no variant 'R3'"),
        (["perceptron:c=0", *IRIS], "the bias step must be > 0"),
        (["perceptron:c=x", *IRIS], "'x' is not a rational number"),
        (["perceptron", *IRIS, "--rate", "0"], "rate must be > 0"),
        (["perceptron", *IRIS, "--rate", "1/0"], "--rate: '1/0' is not a rational number"),
        (["perceptron", *IRIS, "--rate", "1e9"], "--rate: '1e9' is not a rational number"),
        (["perceptron", *IRIS, "--order", "spiral"], "'spiral' is unknown; choose one of: cyclic, first, random"),
        (["perceptron", *IRIS, "--order", "random"], "needs an integer seed"),
        (["perceptron", *IRIS, "--seed", "3"], "--seed goes with --order random only"),
        (["perceptron", *IRIS, "--tie", "heads"], "'heads' is unknown; choose one of: mistake, correct"),
    ],
)
def test_wrong_use(novikoff: Run, arguments: list[str], words: str) -> None:
    result = novikoff("run", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_negative_cap(novikoff: Run) -> None:
    result = novikoff("run", "perceptron", *IRIS, "--max-updates", "-1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--max-updates" in result.stderr
