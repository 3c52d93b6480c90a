"""Statements whose truth is known independently: a sample here, all by `benchmarks/decided_statements.py`."""

import json
import runpy
import sys
from collections import Counter
from pathlib import Path

import pytest

from novikoff.proofs import kernel
from novikoff.proofs.prover.prove import NAME, prove

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))  # for `measuring`
BENCHMARK = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "decided_statements.py"))
ALL = BENCHMARK["statements"](Path(__file__).parent / "statements.txt")


def test_there_are_six_kinds() -> None:
    assert Counter((group, mark) for group, mark, _, _ in ALL) == {
        ("inner products", "+"): 60, ("inner products", "-"): 25, ("real parameters", "+"): 30,
        ("real parameters", "-"): 13, ("families", "+"): 35, ("families", "-"): 13, ("steps of runs", "+"): 32,
        ("steps of runs", "-"): 13, ("sums of vectors", "+"): 19, ("sums of vectors", "-"): 8,
        ("exponentials", "+"): 34, ("exponentials", "-"): 14,
    }
    assert len({text for _, _, _, text in ALL}) == 296


def test_the_statements_of_the_benchmark_are_others() -> None:
    others = {text.replace(" ", "") for _, _, _, text in BENCHMARK["statements"](BENCHMARK["FILE"])}
    assert len(others) >= 150
    assert not others & {text.replace(" ", "") for _, _, _, text in ALL}


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("mark", "text"), [(mark, text) for _, mark, _, text in ALL])
def test_the_verdict_is_the_truth(mark: str, text: str) -> None:
    finding = prove(text, patience=1)
    assert finding.verdict == BENCHMARK["WANTED"][mark], finding.reason
    found = kernel.check_book(json.loads(json.dumps(finding.certificate))["entries"])
    assert found[NAME][0] == finding.verdict if NAME in found else found["refutation"][0] == "proved"
