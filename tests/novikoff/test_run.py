"""`novikoff run`: the exact run, its bounds, and one clear sentence for every mistake."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import click
import pytest

from novikoff.algorithms import kernels
from novikoff.algorithms.dataset_reader import read_csv
from novikoff.algorithms.registry import ALGORITHMS
from novikoff.api import exact_runs as running
from novikoff.cli import cli
from novikoff.commands import _shared
from novikoff.properties import applicable_bounds

from .conftest import Run

IRIS = ["iris.csv", "--label", "species", "--positive", "setosa"]


@pytest.mark.parametrize("algorithm", ["multi_class_perceptron", "prank", "one_vs_rest"])
@pytest.mark.parametrize("scaled", [[], ["--scale", "standard"]])
@pytest.mark.parametrize("pair", ["1,2", "2,3", "1,3"])
def test_the_same_point_with_two_of_three_labels(novikoff: Run, file: Callable[[str], str], tmp_path: Path,
                                                 algorithm: str, pair: str, scaled: list[str]) -> None:
    """There is a weight for each difference between classes, not for each example."""
    one, other = pair.split(",")
    path, proof = file(f"x,y,label\n1,2,{one}\n3,4,1\n1.0,2,{other}\n5,6,2\n0,1,3\n"), str(tmp_path / "proof.json")
    result = novikoff("run", algorithm, path, "--certificate", proof, "-q", *scaled, status=1,
                      out="so every run goes on for ever")
    assert result.stdout.count("no separator exists") == 1
    assert novikoff("verify", proof, status=0).stdout.splitlines()[1].split() == ["separable", "no"]


# ------------------------------------------------------------------------------- every algorithm
AND = "a,b,c\n1,1,p\n1,-1,n\n-1,1,n\n-1,-1,n\n"
DICTATOR = "a,b,c\n-1,1,n\n1,1,p\n-1,-1,n\n1,-1,p\n"
CAP = ["--max-updates", "9"]
ENDS = {name: [] for name in ALGORITHMS} | {"hull_distance": ["--option", "epsilon=1/10"],
                                            "hinge": ["--option", "lam=1", *CAP],
                                            "pegasos": ["--option", "lam=1", *CAP], "smo": ["--option", "epsilon=1/10"],
                                            "widrow_hoff": CAP}
FIELDS = {"schema", "algorithm", "updates", "separated", "R2", "w", "b", "bounds"}


@pytest.mark.parametrize("algorithm", ENDS)
def test_every_algorithm_runs_with_the_same_fields(novikoff: Run, file: Callable[[str], str], algorithm: str) -> None:
    """These data are separable through 0, so that each algorithm ends as it should, unless only its cap ends it."""
    path = file(DICTATOR)
    result = novikoff("run", algorithm, path, *ENDS[algorithm], "--json")
    data = json.loads(result.stdout)
    capped = data["stopped"] == "max_updates"
    assert set(data) >= FIELDS
    radius2 = "4" if algorithm == "lifting" else "2"  # that of the space where the run is made
    assert (data["schema"], data["algorithm"], data["R2"]) == (1, algorithm, radius2)
    assert (result.exit_code, capped) == ((1, True) if algorithm in ("hinge", "pegasos", "widrow_hoff") else (0, False))
    if data["w"] is not None:
        w, b = [Fraction(value) for value in data["w"]], Fraction(data["b"])
        points = read_csv(path)
        scores = [sum(u * v for u, v in zip(w, x, strict=True)) + b for x in map(lifted(algorithm), points.X)]
        wrong = sum(score * sign <= 0 for score, sign in zip(scores, points.y, strict=True))
        assert data["training_errors"] == wrong
    text = novikoff("run", algorithm, path, *ENDS[algorithm]).stdout
    assert text.startswith(algorithm)
    assert ("which does not count as convergence" in text) == capped
    if capped:
        said = novikoff("run", algorithm, path, *ENDS[algorithm]).stderr
        assert "novikoff: stopped at --max-updates 9, which does not count as convergence: " in said
        assert f"convergence: {data['updates']} updates" in said


def lifted(algorithm: str) -> Callable[[tuple[Fraction, ...]], tuple[Fraction, ...]]:
    """Where the classifier lives."""
    return (lambda x: (*x, *(v * v for v in x))) if algorithm == "lifting" else lambda x: x


BOUNDED = {"averaged_perceptron": [], "voted_perceptron": [], "margin_perceptron": ["beta=3"], "batch_perceptron": [],
           "variable_increment": ["rates=2,1/2,1"], "variable_increment:R2": ["rates=normalised"], "romma": ["rho=1/2"],
           "alma": ["alpha=1/2"], "ellipsoid": [], "shifting_perceptron": [], "forgetron": ["budget=3000"],
           "random_budget_perceptron": ["budget=3000"], "dynamic_margin_perceptron": ["epsilon=3/4"],
           "noise_tolerant_perceptron": ["epsilon=1/10"], "pocket": [], "gradient_descent": [],
           "kozinec": ["kappa_bits=none"], "kozinec:c=4": ["epsilon=1/2"], "von_neumann": ["epsilon=1/2"],
           "lifting": ["lifting=monomials", "degree=2"], "kernel_perceptron": ["kernel=polynomial", "offset=1/2"]}


@pytest.mark.parametrize("algorithm", BOUNDED)
def test_bounds_hold(novikoff: Run, algorithm: str) -> None:
    options = [word for option in BOUNDED[algorithm] for word in ("--option", option)]
    data = json.loads(novikoff("run", algorithm, *IRIS, *options, "--json").stdout)
    assert data["bounds"]
    for bound in data["bounds"]:
        assert bound["holds"] is (data["updates"] <= Fraction(bound["value"]))
        assert bound["holds"]


HARMONIC = next(k for k in range(1, 99) if sum(Fraction(1, t) for t in range(1, k + 1)) ** 2
                > 8 * sum(Fraction(1, t * t) for t in range(1, k + 1)))

DYNAMIC = [Fraction(1)]  # W for ε = 3/4, in units of R²
while (len(DYNAMIC) + 1) ** 2 <= 9 * (DYNAMIC[-1] * (1 + Fraction(1, 2 * len(DYNAMIC))) + 1):
    DYNAMIC.append(DYNAMIC[-1] * (1 + Fraction(1, 2 * len(DYNAMIC))) + 1)


@pytest.mark.parametrize(("algorithm", "options", "values"), [
    ("margin_perceptron", ["beta=2", "rate=1/2"], [(2 + 1 + 8) * 3]),
    ("variable_increment", ["rates=2/3"], [3 * 3, 3 * 3]),
    ("variable_increment", ["rates=4,1"], [12, 1 + Fraction(25, 16) * (3 * 3 - 1)]),  # (4 + 11)² > 8·(16 + 11)
    ("variable_increment", ["rates=1/t"], [HARMONIC]),
    ("variable_increment", ["rates=2^-t", "max_updates=2"], []),
    ("variable_increment", ["rates=normalised"], [3 * 3, 3 * 3]),
    ("dynamic_margin_perceptron", [], [3 * 3, 3 * 3]),
    ("dynamic_margin_perceptron", ["epsilon=3/4"], [len(DYNAMIC), 2 * 3 * 3]),
    ("adaboost", [], [24]),
    ("romma", ["bits=none"], [3 * 3]),
    ("romma", ["rho=1/2", "bits=none"], [3 * 3 * 4]),
    ("romma", ["rho=1/2", "bits=3"], [3 * 3 * 4 * Fraction(4, 3)]),
    ("alma", ["alpha=1/2"], [18 * 3 * 3]),
    ("shifting_perceptron", ["lam=1"], [3 * 3]),
    ("shifting_perceptron", ["lam=3"], [1 + Fraction(9, 5) * (3 * 3 - 1)]),
    ("shifting_perceptron", ["lam=1/2"], []),
    ("forgetron", ["budget=20", "shrink=19/20"], [9 / (1 - Fraction(9, 39))]),
    ("random_budget_perceptron", ["budget=9"], [3 * 3]),
    ("random_budget_perceptron", ["budget=8", "max_updates=3"], []),
    ("batch_perceptron", ["rate=1/2"], [4 * 3 * 3, 1 + Fraction(25, 16) * (3 * 3 - 1)]),
    ("one_vs_rest", ["driver=batch_perceptron", "rate=1/2"], [2 * 4 * 3 * 3, 2 + Fraction(25, 8) * (3 * 3 - 1)]),
    ("batch_perceptron", ["rate=1/t"], []),
    ("noise_tolerant_perceptron", ["epsilon=1/3"], [3 * 3]),
    ("gradient_descent", [], [4 * 3 * 3, 1 + Fraction(25, 16) * (3 * 3 - 1)]),
    ("gradient_descent", ["criterion=J"], []),
    ("kozinec", ["kappa_bits=none"], [3 * 3 - 1]),
    ("kozinec", ["kappa_bits=2"], [Fraction(8 * 5, 3)]),
    ("von_neumann", ["kappa_bits=none"], [3 * 3 - 1]),
    ("von_neumann", ["epsilon=1/2", "kappa_bits=none"], [3 * 4, 3 * 3 - 1]),
    ("von_neumann", ["epsilon=1/2", "kappa_bits=2"], [3 * 4 * Fraction(5, 3), Fraction(8 * 5, 3)]),
    ("kozinec", ["epsilon=1/2", "kappa_bits=none"], [3 * (3 - Fraction(1, 3)) * 4 * 3]),
    ("kozinec", ["epsilon=1/2", "kappa_bits=2"], [3 * (3 - Fraction(1, 3)) * 4 * 3 * Fraction(4, 3)]),
])
def test_bounds_by_hand(novikoff, file, algorithm, options, values):
    """AND has R² = 2 and, for c = 1, the best classifier x + y − 1, so that V = 3, D² = 3 and m² = 1/3."""
    typed = [word for option in options for word in ("--option", option)]
    data = json.loads(novikoff("run", algorithm, file(AND), *typed, "--json").stdout)
    assert [bound["value"] for bound in data["bounds"]] == list(map(str, values))


def test_the_condition_of_the_last_mistake(novikoff: Run, file: Callable[[str], str]) -> None:
    """It is in JSON, in words, and in the rows of other formats; the sums are those before the last update."""
    typed = ["run", "variable_increment", file(AND), "-p", "rates=4,1,1/2"]
    data = json.loads(novikoff(*typed, "--json").stdout)
    (met,) = data["conditions"]
    before = [4, 1, *[Fraction(1, 2)] * (data["updates"] - 3)]
    assert (met["id"], met["holds"]) == ("any-step-sizes-mistake-bound", True)
    assert (met["left"], met["right"]) == (str(sum(before) ** 2), str(8 * sum(eta**2 for eta in before)))
    text = novikoff(*typed).stdout
    assert f"holds  {met['left']} ≤ {met['right']}" in text
    assert "(Σ η)² ≤ (D²/γ² − 1)·Σ η² for the updates before the last mistake" in text
    assert novikoff(*typed, "--output-format", "junit").stdout.count("any-step-sizes-mistake-bound") == 2
    assert json.loads(novikoff("run", "perceptron", file(AND), "--json").stdout)["conditions"] == []


def test_a_violated_condition_is_a_failure(novikoff, file, monkeypatch):
    never = applicable_bounds.Condition("any-step-sizes-mistake-bound", "so it should be", Fraction(2), Fraction(1))
    monkeypatch.setattr(applicable_bounds, "conditions", lambda *given: [never])
    novikoff("run", "variable_increment", file(AND), status=1, out="VIOLATED  2 > 1")


def test_the_bound_of_a_kernel_is_that_of_its_features(file: Callable[[str], str]) -> None:
    """The margin of ⟨u, v⟩² with its metric is that of all products of two coordinates without one."""
    data = read_csv(file("x,y,label\n1,2,a\n-1,1,b\n3,0,a\n"))
    options = {"kernel": "polynomial", "degree": 2, "offset": None, "gamma": None, "bias_step": 1}
    power = {"lifting": "tensor_power", "degree": 2, "bias_step": 1}
    here = applicable_bounds.find_bounds("kernel_perceptron", data.X, data.y, options)
    there = applicable_bounds.find_bounds("lifting", data.X, data.y, power)
    assert here.R2 == there.R2 == max(kernels.gram(kernels.kernel("polynomial"), data.X).diagonal())
    assert here.bounds == there.bounds


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("algorithm", "options"), [("perceptron", ["--max-updates", "300"]), ("svm", []),
                                                    ("nearest_mean", []), ("nearest_point", [])])
def test_breast_cancer_with_certificates(novikoff: Run, tmp_path: Path, algorithm: str, options: list[str]) -> None:
    certificate = tmp_path / "run.json"
    result = novikoff("run", algorithm, "breast_cancer.csv", *options, "--certificate", str(certificate), "--json",
                      status=1 if options else 0)
    assert json.loads(result.stdout)["data"] == "breast_cancer.csv"
    assert novikoff("verify", str(certificate)).exit_code == 0


def test_completion_knows_algorithms_and_their_options() -> None:
    context = click.Context(cli.commands["run"], **cli.commands["run"].context_settings)
    parameter = cli.commands["run"].params[0]
    assert _shared.complete_algorithm(context, parameter, "nearest-n") == ["nearest_neighbours"]
    assert _shared.complete_option(context, parameter, "eps") == []
    context.params["algorithm"] = "kozinec"
    assert _shared.complete_option(context, parameter, "eps") == ["epsilon="]


# --------------------------------------------------------------------------- progress, interruption
def interrupt_at(updates: int) -> Callable[..., contextlib.nullcontext[Callable[[int], None]]]:
    """What Ctrl-C does, in the progress of a run."""
    def line(made: int) -> None:
        if made >= updates:
            raise KeyboardInterrupt
    return lambda *_: contextlib.nullcontext(line)


@pytest.mark.parametrize("algorithm",
                         ["margin_perceptron", "voted_perceptron", "kernel_perceptron", "lifting", "perceptron"])
def test_an_interrupted_run_keeps_what_was_done(novikoff, file, monkeypatch, tmp_path, algorithm):
    monkeypatch.setattr(running, "reporting", interrupt_at(3))
    certificate = tmp_path / "run.json"
    path = file("x,label\n200,a\n201,b\n")  # the perceptron needs more visits than one stretch in Python has
    result = novikoff("run", algorithm, path, "--certificate", str(certificate), "--json", status=130)
    data = json.loads(result.stdout)
    assert (data["stopped"], data["separated"]) == ("interrupted", False)
    made = data["updates"]
    said = f"novikoff: interrupted: {made} updates were made; the best bound known is "
    assert result.stderr.splitlines()[-1].startswith(said)
    assert made == 3 if algorithm != "perceptron" else made > 3
    facts = json.loads(novikoff("verify", str(certificate), "--json").stdout)["facts"]
    assert (facts["updates"], facts["stopped"]) == (made, "interrupted")


def test_an_interruption_stays_one_where_there_is_no_certificate(novikoff, file, monkeypatch, tmp_path):
    """The run of the second class is never begun, so there is no certificate of all classes."""
    monkeypatch.setattr(running, "reporting", interrupt_at(3))
    certificate = tmp_path / "run.json"
    arguments = ["one_vs_rest", file("x,label\n100,a\n101,b\n"), "-o", "driver=margin_perceptron"]
    result = novikoff("run", *arguments, "--certificate", str(certificate), status=130)
    assert not certificate.exists()
    first, second = result.stderr.splitlines()[-2:]
    assert first.startswith("novikoff: interrupted: 3 updates were made; the best bound known is ")
    assert second.startswith("novikoff: no certificate was written: the runs of 1 class are missing")


def interrupted_margin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while the margin is computed."""
    governed = applicable_bounds.find_bounds
    def interrupted(*arguments: object, margin: bool = True) -> object:
        if margin:
            raise KeyboardInterrupt
        return governed(*arguments, margin=False)
    monkeypatch.setattr(applicable_bounds, "find_bounds", interrupted)


def test_an_interruption_before_the_run_says_so(novikoff: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The run is long, so that the margin comes first."""
    interrupted_margin(monkeypatch)
    novikoff("run", "perceptron", "breast_cancer.csv", status=130, stdout="",
             stderr="novikoff: interrupted: 0 updates were made; the best bound was still being computed\n")


def test_a_short_run_does_not_wait_for_its_margin(novikoff: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = novikoff("run", "perceptron", *IRIS).stdout
    interrupted_margin(monkeypatch)
    for arguments in ((), ("--max-updates", "3")):
        result = novikoff("run", "perceptron", *IRIS, *arguments, status=130,
                          err="interrupted: the best margin was still being computed")
        assert result.stdout.endswith("margin     not computed, interrupted\n")
        assert arguments or whole.startswith(result.stdout[: result.stdout.index("margin")])
        answer = json.loads(novikoff("run", "perceptron", *IRIS, *arguments, "--json").stdout)
        assert (answer["updates"], answer["bounds"]) == (3 if arguments else 5, [])


def test_the_progress_of_the_margin(novikoff: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "MUCH", 0)
    said = novikoff("run", "perceptron", *IRIS).stderr.splitlines()
    assert said[:2] == ["margin: 1 step", "margin: 2 steps"]
    assert novikoff("run", "perceptron", *IRIS, "-q").stderr == ""


def test_without_the_margin(novikoff: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not computed, whatever the length of the run."""
    interrupted_margin(monkeypatch)
    for algorithm, arguments in (("perceptron", IRIS), ("perceptron", ("breast_cancer.csv", "--scale", "standard")),
                                 ("romma", IRIS), ("one_vs_rest", ("iris.csv", "--max-updates", "9")),
                                 ("multi_class_perceptron", ("iris.csv", "--max-updates", "9")),
                                 ("structured_perceptron", IRIS), ("lifting", IRIS), ("perceptron:R2", IRIS),
                                 ("nearest_neighbours", IRIS)):
        result = novikoff("run", algorithm, *arguments, "--no-margin", "--json")
        answer = json.loads(result.stdout)
        assert result.exit_code in (0, 1)
        assert "margin" not in answer
        assert answer["separable"] is None


def test_a_signal_interrupts_the_program(file: Callable[[str], str], tmp_path: Path) -> None:
    """The bound is above 10¹⁰ updates; the signal comes when the program has shown progress."""
    certificate = tmp_path / "run.json"
    path = file("x,label\n100000,a\n100001,b\n")
    command = [sys.executable, "-m", "novikoff", "run", "margin_perceptron", path, "--certificate", str(certificate)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        foretold, first = program.stderr.readline(), program.stderr.readline()
        program.send_signal(signal.SIGINT)
        printed, said = program.communicate(timeout=300)
    assert foretold.startswith("novikoff: separable: at most ")
    assert first == "margin_perceptron: 10000 updates\n"
    assert program.returncode == 130
    made = int(re.match(r"novikoff: interrupted: (\d+) updates were made", said.splitlines()[-1])[1])
    assert made >= 10000
    assert f"updates    {made} in " in printed
    assert "Traceback" not in said
    assert len(json.loads(certificate.read_text())["steps"]) == made


@pytest.mark.parametrize("scale", [(), ("--scale", "standard")])
def test_what_a_run_will_be_is_said_when_it_begins(novikoff, monkeypatch, scale):
    """On the breast-cancer data: separable, how many updates there may be, and what helps."""
    monkeypatch.setattr(running, "reporting", interrupt_at(1))
    result = novikoff("run", "perceptron", "breast_cancer.csv", *scale, "--json")
    first, _ = result.stderr.splitlines()
    answer = json.loads(result.stdout)
    assert first.startswith("novikoff: separable: at most ")
    assert "(smola-mistake-bound)" in first
    assert ("too many to wait for; --scale standard" in first) == (scale == ())
    assert ("`novikoff separate`" in first) == (scale == ())
    assert (answer["separable"], answer["separated"]) == (True, False)
    assert Fraction(answer["bounds"][0]["value"]) * 10**7 < 10**16 or scale == ()


def test_a_certificate_is_written_whole_or_not_at_all(novikoff, file, monkeypatch, tmp_path):
    path, target = file(AND), tmp_path / "run.json"
    target.write_text("before")
    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(os, "fsync", fail)
    result = novikoff("run", "perceptron", path, "--certificate", str(target))
    assert (result.exit_code, target.read_text()) == (2, "before")
    assert result.stderr.endswith("run.json: No space left on device\n")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["data.csv", "run.json"]
    monkeypatch.setattr("novikoff.commands.run.show", fail)  # as if standard output were a full disk
    result = novikoff("run", "perceptron", path, "--json", status=2)
    assert result.stderr.endswith("novikoff: the output cannot be written: No space left on device\n")
