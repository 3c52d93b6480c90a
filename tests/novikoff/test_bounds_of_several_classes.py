"""Claimed bounds for several classes: no false one is derived, no true one is refuted; and what its letters are."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

import novikoff as package
from novikoff.algorithms import multi_class_perceptron, perceptron, prank
from novikoff.api.claimed_bound_checks import NAMED, resolve_claim, resolve_runs
from novikoff.proofs import kernel
from novikoff.proofs.statements.registry import claims
from novikoff.properties import multiclass_claimed_bounds
from novikoff.properties.bounds import multiclass_bound
from novikoff.properties.campaign import make_dataset
from novikoff.properties.claimed_bound_counterexamples import check_dataset, updates_of
from novikoff.properties.claimed_bound_proofs import contradiction, derive_bound, page_of
from novikoff.properties.claimed_bound_statements import claim
from novikoff.properties.compiled_campaign import PLAIN, SCALES, Shape

from ..statement_files import read_statements

ALL = read_statements(Path(__file__).with_name("claimed_bounds.txt"))["several classes"]
FALSE, TRUE = ([(each.text, *each.note.split(" | ")) for each in ALL if each.is_true is mark] for mark in (False, True))

M, H, R2 = "multi_class_perceptron", "multi_class_perceptron:homogeneous", "multi_class_perceptron:R2"
QUARTER, P = "multi_class_perceptron:c=1/4", "prank"


def stated(statement, algorithm, tie="mistake"):
    return claim(statement, tie=tie, **resolve_runs(algorithm))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("statement", "algorithm", "tie", "why"), FALSE)
def test_a_false_bound_is_refuted(statement, algorithm, tie, why):
    held = package.bound(statement, algorithm=algorithm, tie=tie, datasets=250)
    assert held.verdict == "refuted", why
    exec(compile(held.reproduce, "reproduce", "exec"), {})  # its assertions are the test


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("statement", "algorithm", "tie", "why"), FALSE)
def test_a_false_bound_is_not_derived(statement, algorithm, tie, why):
    """Whether it is refuted or not."""
    assert derive_bound(stated(statement, algorithm, tie)) is None, why


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("statement", "algorithm", "tie", "verdict"), TRUE)
def test_a_true_bound_is_not_refuted(statement, algorithm, tie, verdict):
    held = package.bound(statement, algorithm=algorithm, tie=tie, datasets=24)
    assert held.verdict == verdict
    assert held.found.datasets > 0 or "m >= 3" in statement
    if verdict == "proved":
        assert kernel.check_book(held.derivation.certificate["entries"])["statement"][0] == "proved"


@pytest.mark.parametrize("algorithm", [M, H, P])
def test_the_page_says_of_a_run_what_the_theorem_supposes(algorithm):
    """Of the bias step c = 2 it knows ρ² = 2, and ρ is the letter of the theorem."""
    name = next(name for name, (_, about) in NAMED.items() if about == algorithm)
    about = resolve_runs(algorithm)
    of = claim("k <= R", bias_step=2 if algorithm == M else about["bias_step"], several=about["several"])
    page, theorem = page_of(of)
    supposed = claims()[name].script.run_spec
    assert theorem == name
    assert set(map(str, page.run_spec.when.values())) == set(map(str, supposed.when.values()))
    assert set(map(str, page.run_spec.state)) == set(map(str, supposed.state))


def test_the_bounds_of_the_ledger_are_sharp_for_several_classes():
    for name in ("multi-class-mistake-bound", "multi-class-bias-step-mistake-bound"):
        held = package.bound(name, datasets=20)
        assert (held.verdict, held.derivation.theorem, held.times) == ("proved", name, (1, 1))
    assert resolve_claim("prank-change-bound", None)[1] == P


def test_what_no_examples_meet_is_vacuous():
    for statement in ("R < 1, R > 1 |- k <= 0", "m < 2 |- k <= 0", "n < m |- k <= 0", "b@b < 0 |- k <= 0",
                      "m > 2, m < 3 |- k <= 0"):
        assert contradiction(stated(statement, M)) is not None
    assert contradiction(stated("m == 3, R == 1 |- k <= 0", M)) is None


def made(algorithm, number):
    """A dataset with its separator, and the claims that are about such runs."""
    kind = resolve_runs(algorithm)["several"]
    return kind, make_dataset(kind, Shape(6, 3, 3), SCALES[number % len(SCALES)], 1, number)


@pytest.mark.parametrize("algorithm", [M, H, R2, QUARTER])
def test_the_best_separator_gives_the_bound_of_the_theorem(algorithm):
    """The size that a claim speaks of is that of `best_lead`, which has another way to its separator."""
    step, compared = resolve_runs(algorithm)["bias_step"], 0
    text = "k <= 2*(R**2 + c)*(w@w + b@b/c)/gamma**2" if step else "k <= 2*R**2*(w@w)/gamma**2"
    for number in range(8):
        _, (X, y, _, _) = made(algorithm, number)
        if len(set(y)) > 1:
            case = check_dataset(stated(text, algorithm), X, y)
            c = max(sum(v * v for v in x) for x in X) if step == "R2" else step
            best = multi_class_perceptron.best_lead(X, y, step)
            separator = [[state.w for state in best.classifiers.values()], [s.b for s in best.classifiers.values()]]
            at_best = case.claim.at(X, y, *separator, case.k)
            R2 = max(sum(v * v for v in x) for x in X)
            assert at_best.right == multiclass_bound(R2, c, best.upper)[1]
            assert case.right <= at_best.right  # it has tried this separator
            compared += 1
    assert compared > 4


def test_the_best_ranking_gives_the_bound_of_the_theorem():
    X, y = [[0], [2], [4], [5]], [1, 2, 3, 3]
    case = check_dataset(stated("k <= ((m - 1)*R**2 + 1)*(w@w + b@b)/gamma**2", P), X, y)
    assert case.right == (2 * 25 + 1) * prank.margin(X, y).upper


@pytest.mark.parametrize("algorithm", [M, H, P])
def test_a_margin_is_the_least_product_with_the_vectors(algorithm):
    for number in range(20):
        kind, (X, y, w, b) = made(algorithm, number)
        if len(set(y)) > 1:
            points, _ = kind.vectors(tuple(map(tuple, X)), tuple(y))
            u = multiclass_claimed_bounds.flatten((w, b))
            assert kind.margin(X, y, w, b) == min(sum(p * q for p, q in zip(z, u, strict=True)) for z in points) > 0


@pytest.mark.parametrize("step", [Fraction(0), Fraction(1), "R2"])
def test_two_classes_are_two_signs(step):
    """By `two-classes-run-as-one-perceptron` the runs are the same, and the bound at (±w/2, ±b/2) is that of (w, b)."""
    kind = multiclass_claimed_bounds.Classes(step != 0)
    text = "k <= 2*(R**2 + c)*({} + {}/c)/gamma**2" if step else "k <= 2*R**2*({})/gamma**2"
    for number in range(12):
        X, y, w, b = make_dataset(kind, Shape(5, 2, 3), PLAIN, 2, number)
        if len(set(y)) != 2:
            continue
        signs = [1 if label == y[0] else -1 for label in y]
        k = updates_of(tuple(map(tuple, X)), tuple(y), step, "mistake", kind)
        assert k == perceptron.run(X, signs, bias_step=step).updates
        gap = [p - q for p, q in zip(*w, strict=True)], b[0] - b[1]
        half = Fraction(1, 2)
        pair = [[[half * v for v in gap[0]], [-half * v for v in gap[0]]], [half * gap[1], -half * gap[1]]]
        ours = claim(text.format("w@w", "b@b"), bias_step=step, several=kind).at(X, y, *pair, k)
        theirs = claim(text.format("w@w/2", "b**2/2"), bias_step=step).at(X, signs, *gap, k)
        assert (ours.right, ours.gamma) == (theirs.right, theirs.gamma)


def test_data_may_have_classes_with_names():
    X, y = [[1, 0], [0, 1], [-1, -1]], ["up", "right", "down"]
    held = package.bound("k <= R**2*(w@w)/(2*gamma**2)", algorithm=H, data=(X, y))
    assert held.verdict == "refuted"
    assert "down" in held._repr_html_()
    exec(compile(held.reproduce, "reproduce", "exec"), {})


def test_a_campaign_counts_what_it_compares(novikoff, tmp_path):
    """By the reference: each dataset of its number, run and compared."""
    text, file = "k <= R**2*(w@w)/gamma**2", tmp_path / "file"
    result = novikoff("campaign", text, "--algorithm", H, "--count", "150", "-j", "1", "--points", "5", "-q", "--json",
                      "-o", str(file), status=1)
    data = json.loads(result.stdout)
    kind, of = multiclass_claimed_bounds.Classes(False), stated(text, H)
    cases = []
    for number in range(150):
        scale = SCALES[number // 16 % len(SCALES)] if number % 16 == 0 else PLAIN
        X, y, w, b = make_dataset(kind, Shape(5, 3, 3), scale, 0, number)
        if len(set(y)) > 1:
            k = multi_class_perceptron.run(X, y, bias_step=0).updates
            cases.append(of.at(X, y, w, b, k))
    assert (data["verdict"], data["datasets"]) == ("refuted", 150)
    assert (data["compared"], data["updates"]) == (len(cases), sum(case.k for case in cases))
    assert data["broken"] == sum(not case.holds for case in cases) > 0
    assert Fraction(data["largest"]["ratio"]) == max(case.ratio for case in cases)
    exec(compile(data["counterexample"]["reproduce"], "reproduce", "exec"), {})
    header = json.loads(file.read_text().splitlines()[0])
    assert (header["algorithm"], header["scaled"]["longest_run"]) == (H, 2000)


def test_a_campaign_goes_on(novikoff, tmp_path):
    files = [tmp_path / name for name in ("one", "other")]
    for file, counts in zip(files, ((120,), (50, 120)), strict=True):
        for count in counts:
            assert novikoff("campaign", "prank-change-bound", "--count", str(count), "-j", "1", "-q", "--points", "3",
                            "-o", str(file), *["--resume"] * (count != counts[0])).exit_code == 0
    assert files[0].read_bytes() == files[1].read_bytes()
