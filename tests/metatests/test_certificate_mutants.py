"""No leaf of a certificate is without consequence: what is verified after a change is true; the judge can say no."""

import json
from pathlib import Path

import pytest

from metatests import certificate_mutants
from novikoff.algorithms.registry import ALGORITHMS

STOPS = {"separated", "max_updates", "interrupted", "order_exhausted", "rates_exhausted", "stationary", "target",
         "patience", "gradient_zero", "eps_solution", "epsilon", "origin", "computed"}


def test_every_algorithm_and_reason_to_stop_is_among_the_cases() -> None:
    found = [json.loads(text) for text in certificate_mutants.certificates()]
    assert {case.algorithm for case in certificate_mutants.CASES} == set(ALGORITHMS)
    assert {one["kind"] for one in found} == {"run", "separability", "margin", "svm", "classes", "choices"}
    assert {one["result"]["stopped"] for one in found if one["kind"] == "run"} >= STOPS
    assert all(map(certificate_mutants.is_true, found))


def test_the_page_about_trust_counts_what_a_complete_run_tries() -> None:
    """Its outcomes are those of the last complete run; what was tried is counted here anew."""
    found = [json.loads(text) for text in certificate_mutants.certificates()]
    leaves = sum(certificate_mutants.is_leaf(value) for one in found for _, value in certificate_mutants.places(one))
    tried = sum(1 for one in found for _ in certificate_mutants.changes(one))
    page = Path(__file__).parents[2] / "docs" / "dev" / "testing.md"
    page = page.read_text(encoding="utf-8").replace("\u00a0", " ")
    words = f"changes of {len(found)} certificates of runs and data, with {leaves:,} leaves | {tried:,} |"
    assert words.replace(",", " ") in page.replace("data,", "data ")


def one_of_each() -> dict[str, str]:
    """The first certificate of each algorithm."""
    found: dict[str, str] = {}
    for case, text in zip(certificate_mutants.CASES, certificate_mutants.certificates(), strict=True):
        found.setdefault(case.algorithm, text)
    return found


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_judge_sees_what_a_blind_checker_lets_pass(algorithm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a checker that confirms everything, another number in the answer is verified and false."""
    monkeypatch.setattr(certificate_mutants, "verify", lambda certificate: {})
    certificate = json.loads(one_of_each()[algorithm])
    place = certificate.get("result") or certificate.get("proof") or certificate
    for key in set(place) & {"updates", "separated", "b", "w", "upper", "lower"}:
        changed = json.loads(json.dumps(certificate))
        inside = changed.get("result") or changed.get("proof") or changed
        value = inside[key]
        if value is None:
            continue
        if isinstance(value, list):
            inside[key] = ["-1000", *value[1:]]
        else:
            inside[key] = "-1000" if isinstance(value, str) else type(value)(1 - value)
        assert certificate_mutants.outcome_of(changed) == "false", key


def test_a_false_certificate_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    case = certificate_mutants.Case("winnow", {"max_updates": 1}, certificate_mutants.SIGNS)
    texts = (one_of_each()["winnow"],)
    monkeypatch.setattr(certificate_mutants, "CASES", (case,))
    monkeypatch.setattr(certificate_mutants, "certificates", lambda: texts)
    monkeypatch.setattr(certificate_mutants, "outcome_of", lambda certificate: "false")
    report = certificate_mutants.sweep(5)
    assert report.false
    assert certificate_mutants.report_text(report).startswith("verified, and false: ")
