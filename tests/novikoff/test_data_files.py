"""How the commands read files with examples: columns and rows left out, what is asked, and the tie to a certificate."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
TEXT = "id;a;b;kind\n7;0.5;1;u\n3;;2;u\n1;3;4;v\n"


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., str]:
    """Write a file and return its path."""

    def write(text: str, name: str = "data.csv") -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


@pytest.mark.parametrize("command", [["run", "perceptron"], ["run", "nearest_neighbours"], ["separate"]])
def test_what_was_left_out_is_said(novikoff: Run, file: Callable[..., str], command: list[str]) -> None:
    path = file(TEXT)
    result = novikoff(*command, path, "--drop", "id", "--missing", "drop", "--json")
    answer = json.loads(result.stdout)
    assert (answer["dropped"], answer["missing"]) == (["id"], [3])
    assert result.stderr == "novikoff: 1 row of data.csv left out, where a value is missing (line 3)\n"
    text = novikoff(*command, path, "--drop", "id", "--missing", "drop")
    assert "data.csv: 2 examples (1 left out, where a value is missing), 2 features" in text.stdout
    assert novikoff(*command, path).exit_code == 2


def test_a_column_that_numbers_the_rows_is_named(novikoff: Run, file: Callable[..., str]) -> None:
    path = file("my id,a,y\n2,1,1\n1,2,0\n")
    result = novikoff("separate", path, "--json")
    assert "column 'my id' of data.csv seems to number its rows" in result.stderr
    assert "--drop 'my id' leaves it out" in result.stderr
    assert len(json.loads(result.stdout)["w"]) == 2
    assert novikoff("separate", path, "-q").stderr == ""
    assert novikoff("separate", path, "--drop", "my id").stderr == ""


@pytest.mark.parametrize(("said", "features"), [("y", 1), ("n", 2), ("", 1)])
def test_on_a_terminal_it_is_asked(
    novikoff: Run, file: Callable[..., str], monkeypatch: pytest.MonkeyPatch, said: str, features: int
) -> None:
    monkeypatch.setattr("novikoff.commands._shared.on_terminal", lambda: True)
    result = novikoff("separate", file("id,a,y\n2,1,1\n1,2,0\n"), "--json", input=f"{said}\n")
    assert "leave it out? [Y/n]" in result.stderr
    assert len(json.loads(result.stdout)["w"]) == features


@pytest.mark.parametrize("algorithm", ["perceptron", "nearest_neighbours", "separability"])
def test_a_certificate_is_tied_to_the_file_as_it_was_read(
    novikoff: Run, file: Callable[..., str], tmp_path: Path, algorithm: str
) -> None:
    path, proof, how = file(TEXT), str(tmp_path / "proof.json"), ("--drop", "id", "--missing", "drop")
    assert novikoff("run", algorithm, path, *how, "--certificate", proof, "-q").exit_code == 0
    assert "all 2 examples of data.csv" in novikoff("verify", proof, "--data", path, *how).stdout
    libsvm = file("-1 1:0.5 2:1\n1 1:3 2:4\n", "same.svm")  # the same numbers in another format
    same = novikoff("verify", proof, "--data", libsvm)
    assert same.exit_code == (algorithm == "nearest_neighbours")  # whose labels are u and v
    assert novikoff("verify", proof, "--data", path, "--missing", "drop").exit_code == 1
    assert novikoff("verify", proof, *how).exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--drop", "c"], "--drop: data.csv has no column 'c'; its columns are: id, a, b, kind"),
        (["--sep", ","], "has one column"),
        (["--sep", "ab"], "can separate no cells"),
        (["--missing", "keep"], "Invalid value for '--missing'"),
    ],
)
def test_wrong_use(novikoff: Run, file: Callable[..., str], arguments: list[str], words: str) -> None:
    result = novikoff("run", "perceptron", file(TEXT), *arguments)
    assert result.exit_code == 2
    assert words in result.stderr
