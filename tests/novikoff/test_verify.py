"""`novikoff verify`: certificates of every algorithm are confirmed, and refuted when one thing in them is changed."""

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from metatests import certificate_mutants
from novikoff.algorithms.checkers.dispatch import verify
from novikoff.algorithms.registry import ALGORITHMS
from novikoff.algorithms.scaling import KINDS
from novikoff.report import certificate_files as written

from .conftest import Run

# All yᵢxᵢ differ and they are not orthogonal: else a step or label could be changed and the same run result.
DATA = "a,b,c,d,label\n-1,1,1,-1,n\n1,1,-1,-1,p\n-1,-1,-1,1,n\n1,-1,1,1,p\n-1,-1,-1,-1,n\n"
INSEPARABLE = "x,label\n1/2,p\n1,n\n2,p\n"
OTHER_DATA = [  # what stands in DATA, what stands there instead, and how the difference is told
    ("1,1,-1,-1,p\n-1", "1,1,-1,1,p\n-1", "line 3 of data.csv has x = ['1', '1', '-1', '1']"),
    ("1,-1,1,1,p\n", "1,-1,1,1,n\n", "line 5 of data.csv"),
    ("-1,-1,-1,-1,n\n", "", "data.csv has 4"),
]
CAP, ENDS = ["--max-updates", "5"], ("updates", "stopped", "separated")
# What is typed, and whether the run ends by itself.
CASES = {
    "perceptron": [],
    "perceptron:R2": ["--order", "random", "--seed", "3"],
    "averaged_perceptron": [],
    "voted_perceptron": ["--rate", "1/3"],
    "variable_increment": ["--option", "rates=2,1/2"],
    "margin_perceptron": ["--option", "beta=2"],
    "dynamic_margin_perceptron": ["--option", "epsilon=2/3"],
    "romma": ["--option", "rho=1/2"],
    "alma": ["--option", "alpha=3/4"],
    "shifting_perceptron": ["--option", "lam=3/2"],
    "forgetron": ["--option", "budget=30"],
    "random_budget_perceptron": ["--option", "budget=2", "--option", "drop_seed=1", *CAP],
    "batch_perceptron": ["--option", "rate=1/t"],
    "noise_tolerant_perceptron": ["--option", "epsilon=1/10"],
    "pocket": ["--option", "patience=3"],
    "gradient_descent": ["--option", "rate=1,1/2,1/4"],
    "kozinec": ["--option", "epsilon=1/10"],
    "von_neumann": ["--option", "epsilon=1/10"],
    "hull_distance": ["--option", "epsilon=1/10", "--option", "rule=gilbert"],
    "ellipsoid": [],
    "nearest_point": [],
    "separability": ["--option", "bias=false"],
    "svm": [],
    "svm:soft": ["--option", "C=1"],
    "hinge": ["--option", "lam=1/2", *CAP],
    "smo": ["--option", "C=3/2", "--option", "choose=violation", *CAP],
    "pegasos": ["--option", "lam=1/2", "--option", "batch=2", "--seed", "4", *CAP],
    "kernel_perceptron": ["--option", "kernel=polynomial", "--option", "degree=3"],
    "lifting": ["--option", "lifting=monomials"],
    "nearest_mean": [],
    "nearest_neighbours": ["--option", "k=1"],
    "winnow": ["--option", "delta=1/2"],
    "weighted_majority": [],
    "adaboost": [],
    "one_vs_rest": ["--option", "driver=margin_perceptron"],
    "multi_class_perceptron": ["--option", "shares=equal", "--tie", "first"],
    "structured_perceptron": [],
    "prank": ["--option", "ranks=n,p"],
    "relaxation": ["--option", "threshold=1/3", "--rate", "2"],
    "widrow_hoff": ["--rate", "1/9", *CAP],
}


def typed(case: str) -> list[str]:
    """The algorithm and its options; the second part of "svm:soft" is only a name."""
    return [case.removesuffix(":soft"), *CASES[case]]


def test_every_algorithm_is_tried() -> None:
    assert {case.partition(":")[0] for case in CASES} == set(ALGORITHMS)


def changed_labels(certificate: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Each label in turn the other way round."""
    for i, label in enumerate(certificate["y"]):
        forged = copy.deepcopy(certificate)
        choice = certificate.get("algorithm") == "structured_perceptron"
        forged["y"][i] = 1 - label if choice else -label if isinstance(label, int) else {"p": "n", "n": "p"}[label]
        yield forged


@pytest.fixture
def certified(novikoff: Run, tmp_path: Path) -> Callable[..., tuple[dict[str, Any], dict[str, Any], Path]]:
    """Run an algorithm on data and return what it printed, its certificate, and the file of that."""
    def run(*arguments: str, data: str = DATA) -> tuple[dict[str, Any], dict[str, Any], Path]:
        source, file = tmp_path / "data.csv", tmp_path / "certificate.json"
        source.write_text(data)
        algorithm, *options = arguments
        printed = novikoff("run", algorithm, str(source), *options, "--json", "--certificate", str(file))
        assert file.exists(), printed.stderr
        return json.loads(printed.stdout), json.loads(file.read_text()), file
    return run


@pytest.mark.parametrize("case", CASES)
def test_a_certificate_says_what_the_run_said_and_was_asked_of_these_data(novikoff: Run, certified, case: str) -> None:
    """What is confirmed holds for its options: weights that are 0 separate by one rule for ties, and by another not."""
    printed, certificate, file = certified(*typed(case))
    result = novikoff("verify", str(file), "--json", status=0)
    answer = json.loads(result.stdout)
    assert (answer["verdict"], answer["schema"]) == ("verified", 1)
    x = ["1", "1", "-1", "-1"]
    assert certificate["X"][1] in (x, [x, ["0"] * 4])  # alone, or as a choice between it and 0
    facts = answer["facts"]
    assert {key: facts.get(key, printed[key]) for key in ENDS} == {key: printed[key] for key in ENDS}
    settings = certificate.get("parameters") or {
        name: certificate[name] for name in ("bias", "bias_step", "C") if name in certificate}
    assert settings
    settings.pop("points", None)  # the points that are classified, of which the facts have the number
    assert {name: facts[name] for name in settings} == settings
    source = file.with_name("data.csv")
    result = novikoff("verify", str(file), "--data", str(source), status=0, out="all 5 examples of data.csv")
    for before, after, words in OTHER_DATA:
        source.write_text(DATA.replace(before, after))
        result = novikoff("verify", str(file), "--data", str(source), status=1)
        assert words in result.stdout.replace("x = [[", "x = ["), result.output
    file.write_text(json.dumps(next(changed_labels(certificate))))
    result = novikoff("verify", str(file), status=1, stderr="")
    assert result.stdout.count("\n") == 1
    assert result.stdout.startswith("refuted: certificate.json: ")


VARIANTS = {  # more options, with which a classifier has other coordinates than the features, or none
    "nearest_mean": [["kernel=polynomial", "degree=2"]],
    "kernel_perceptron": [["kernel=linear"]],
    "forgetron": [["budget=2", "max_updates=5"]],
    "lifting": [["lifting=squares"], ["lifting=tensor_power"]],
    "winnow": [["balanced=true"]],
    "one_vs_rest": [["driver=winnow"], ["driver=kernel_perceptron"], ["driver=svm"]],
}


@pytest.mark.sampled(40)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_certificate_of_scaled_examples_is_confirmed(novikoff, tmp_path, algorithm, kind):
    """Where there is a run: rules for signs alone refuse other features."""
    (source := tmp_path / "data.csv").write_text(DATA)
    file, verified = tmp_path / "certificate.json", 0
    tried = [options for case, options in CASES.items() if case.partition(":")[0] == algorithm]
    tried += [[word for option in each for word in ("--option", option)] for each in VARIANTS.get(algorithm, [])]
    for options in tried:
        arguments = [algorithm, str(source), *options, "--scale", kind, "--no-margin", "--certificate", str(file)]
        made = novikoff("run", *arguments)
        if made.exit_code == 2:
            assert made.stderr.startswith("novikoff: ")
            continue
        verified += 1
        assert json.loads(file.read_text())["scaling"]["kind"] == kind
        for more in ([], ["--data", str(source)]):
            novikoff("verify", str(file), *more, status=0, stderr="")
    assert verified or (algorithm in ("winnow", "weighted_majority") and kind in ("unit", "range", "standard"))


def test_every_certificate_can_be_of_scaled_examples() -> None:
    """Whatever its kind, variant or reason to stop: that its points were scaled changes nothing of what it shows."""
    for case, text in zip(certificate_mutants.CASES, certificate_mutants.certificates(), strict=True):
        certificate = json.loads(text)
        point = certificate["X"][0]
        while point and isinstance(point[0], list):
            point = point[0]
        numbers = {"shift": ["1/3"] * len(point), "factor": ["2"] * len(point)}
        scaled = {**certificate, "scaling": {"kind": "standard", **numbers}}
        facts = verify(scaled)
        assert facts["scaling"] == "standard", case
        facts.pop("original", None)
        assert facts == {**verify(certificate), "scaling": "standard"}, case


SQUARES = {  # the labels are those of x² > 5, and no separator of x gives them
    "schema": 1, "kind": "run", "algorithm": "lifting", "X": [["-3"], ["1"], ["3"]], "y": [1, -1, 1], "steps": [],
    "parameters": {"lifting": [[{"exponents": [2], "coefficient": "1"}]], "bias_step": "1", "rate": "1",
                   "tie": "mistake", "start": {"w": ["1"], "b": "-5"}},
    "result": {"updates": 0, "stopped": "separated", "separated": True, "w": ["1"], "b": "-5",
               "discriminant": [{"exponents": [2], "coefficient": "1"}, {"exponents": [0], "coefficient": "-5"}]},
    "scaling": {"kind": "integers", "shift": ["0"], "factor": ["1"]},
}


def test_a_separator_of_other_points_is_none_of_the_features(novikoff: Run, tmp_path: Path) -> None:
    """That of the x² is none of the x, though it has one coordinate as well."""
    file = tmp_path / "certificate.json"
    file.write_text(json.dumps(SQUARES))
    facts = json.loads(novikoff("verify", str(file), "--json").stdout)["facts"]
    assert (facts["separated"], facts["scaling"], "original" in facts) == (True, "integers", False)


@pytest.mark.parametrize("algorithm", ["perceptron", "kozinec", "lifting", "kernel_perceptron", "svm", "one_vs_rest"])
def test_data_without_separator_give_the_certificate_of_that(novikoff: Run, certified, algorithm: str) -> None:
    options = ["--option", "lifting=tensor_power", "--option", "degree=1"] if algorithm == "lifting" else []
    printed, certificate, file = certified(algorithm, *options, data=INSEPARABLE)
    assert (printed["separated"], certificate["kind"], certificate["separable"]) == (False, "separability", False)
    assert novikoff("verify", str(file)).exit_code == 0
    for forged in changed_labels(certificate):
        file.write_text(json.dumps(forged))
        assert novikoff("verify", str(file)).exit_code == 1


# -------------------------------------------------------------------------------------- other files


def test_a_number_of_thousands_of_digits_makes_no_long_sentence(novikoff: Run, certified, tmp_path: Path) -> None:
    _, certificate, file = certified("batch_perceptron")
    certificate["steps"][0]["rate"] = "9" * 3999
    file.write_text(json.dumps(certificate))
    result = novikoff("verify", str(file), status=1, stderr="", out="not rate a number of")
    assert result.stdout.startswith("refuted: certificate.json: step 1: rate 1, ")
    assert len(result.stdout) < 500


def test_what_takes_too_much_work_is_neither_confirmed_nor_refuted(novikoff: Run, tmp_path: Path) -> None:
    """Its exit status is that of what is inconclusive, and the page says where the limit is."""
    file = tmp_path / "costly.json"
    kernel = {"name": "polynomial", "degree": 1000, "offset": "1/3"}
    parameters = {"kernel": kernel, "bias_step": "1", "tie": "mistake"}
    result = {"updates": 1000, "stopped": "max_updates", "separated": False, "counts": [0] * 40, "b": "0"}
    run = {"schema": 1, "kind": "run", "algorithm": "kernel_perceptron", "parameters": parameters, "result": result}
    file.write_text(json.dumps({**run, "X": [[str(10**29 + i)] * 20 for i in range(40)], "y": [1] * 40,
                                "steps": [0] * 1000}))
    answer = novikoff("verify", str(file), status=3, stderr="")
    why = "checking it takes more work than --limit {} allows; give a larger limit\n"
    assert answer.stdout == f"unknown: costly.json: {why.format(30)}"
    assert novikoff("verify", str(file), "--limit", "0.5").stdout == f"unknown: costly.json: {why.format(0.5)}"
    assert json.loads(novikoff("verify", str(file), "--json").stdout)["verdict"] == "unknown"


A = {"a": "1"}  # a polynomial, as older versions wrote it
POLY = {"rule": "poly", "sum": [{"facts": ["h"]}]}


@pytest.mark.parametrize(("right", "proof", "is_older"), [
    ("0", {"rule": "have", "name": "f", "fact": [">=", A], "why": POLY, "then": POLY}, True),
    (A, POLY, True),
    ("0", {"rule": "poly", "sum": [{"facts": ["h"], "squares": [A]}]}, True),
    ("0", {"rule": "poly", "ideal": [{"by": A, "fact": "h"}]}, True),
    ("0", {"rule": "cases", "on": A, "name": "f", "arms": {"<": POLY}}, True),
    ("0", {"rule": "poly", "sum": [{"c": "2", "facts": ["h"]}]}, False),
    ("0", {"rule": "poly", "sum": "h"}, False),
])
def test_a_proof_of_an_older_format_is_called_so(novikoff: Run, tmp_path: Path, right, proof, is_older: bool) -> None:
    statement = {"id": "it", "declare": ["a"], "assume": {"h": [">=", "a", "0"]}, "show": {"g": [">=", "a", right]}}
    (tmp_path / "old.json").write_text(json.dumps({"schema": 1, "entries": [{"statement": statement, "proof": proof}]}))
    result = novikoff("verify", str(tmp_path / "old.json"))
    older = "novikoff: old.json: an older version of novikoff wrote it; prove it again with `novikoff prove --save`\n"
    assert (result.exit_code, result.stderr) == ((2, older) if is_older else (1, ""))


def test_more_than_16_mebibytes_are_not_read(novikoff: Run, tmp_path: Path) -> None:
    file = tmp_path / "large.json"
    file.write_bytes(b"{}" + b" " * 16 * 2**20)
    novikoff("verify", str(file), status=2, err="at most 16777216 are read")


def test_formats_for_machines(novikoff: Run, certified) -> None:
    _, certificate, file = certified("perceptron")
    novikoff("verify", str(file), "--output-format", "github", stdout="::notice title=novikoff::1 of 1 hold\n")
    file.write_text(json.dumps({**certificate, "y": [1] * 5}))
    assert "::error title=certificate.json::" in novikoff("verify", str(file), "--output-format", "github").stdout
    assert json.loads(novikoff("verify", str(file), "--json").stdout)["verdict"] == "refuted"


# --- of very many examples -----------------------------------------------------------------------------
IRIS = ("iris.csv", "--positive", "setosa")


def by_reference(novikoff: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *command: str) -> Path:
    """A certificate that is written as those are whose examples do not fit into what is read."""
    path = tmp_path / "small.json"
    monkeypatch.setattr(written, "LARGEST", 4000)
    assert novikoff(*command, "-q", "--certificate", str(path)).exit_code == 0
    return path


@pytest.mark.parametrize("more", [(), ("--scale", "range")])
@pytest.mark.parametrize("command", [("separate",), ("run", "perceptron"), ("run", "kozinec"), ("run", "svm")])
def test_the_examples_may_be_in_a_file_of_data(novikoff: Run, tmp_path, monkeypatch, command, more) -> None:
    path = by_reference(novikoff, tmp_path, monkeypatch, *command, *IRIS, *more)
    data = json.loads(path.read_text())
    assert data["data"]["examples"] == 150
    assert not {"X", "y"} & data.keys()
    novikoff("verify", str(path), status=3, stdout="unknown: small.json: the file has only a digest of its examples, "
             "so it cannot be confirmed; give them with --data FILE\n")
    novikoff("verify", str(path), "--data", *IRIS, status=0, out="all 150 examples of iris.csv")
    novikoff("verify", str(path), "--data", "iris.csv", "--positive", "virginica", status=1,
             out="the number or digest differs")


DIGESTS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "another number of examples": (lambda c: c["data"].update(examples=149), "its 149 examples are not the 150 given"),
    "another digest": (lambda c: c["data"].update(sha256="0" * 64), "the number or digest differs"),
    "examples as well": (lambda c: c.update(X=[["1"]], y=[1]), "it must have only one of the two"),
    "no digest": (lambda c: c.update(data={}), "data: the key 'examples' is missing"),
    "no object": (lambda c: c.update(data="iris.csv"), "data: an object with the keys examples, sha256"),
    "another answer": (lambda c: c["proof"].update(b="100"), "does not separate"),
    "a scaling that is none": (lambda c: c.update(scaling=[1]), "which is not a scaling"),
    "a scaling of no kind": (lambda c: c.update(scaling={"kind": ["range"]}), "which is not a scaling"),
}


@pytest.mark.parametrize("change", DIGESTS)
def test_another_certificate_by_reference_is_refuted(novikoff: Run, tmp_path, monkeypatch, change: str) -> None:
    path = by_reference(novikoff, tmp_path, monkeypatch, "separate", *IRIS)
    data, (alter, said) = json.loads(path.read_text()), DIGESTS[change]
    alter(data)
    path.write_text(json.dumps(data))
    novikoff("verify", str(path), "--data", *IRIS, status=1, out=said)


def test_what_is_too_large_all_the_same_is_not_written(novikoff: Run, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(written, "LARGEST", 100)
    result = novikoff("separate", *IRIS, "--certificate", str(tmp_path / "c.json"))
    assert result.exit_code == 2
    says = "the certificate would have 0 MiB, but `novikoff verify` reads at most 0, so it is not written"
    assert says in result.stderr
    assert not (tmp_path / "c.json").exists()
