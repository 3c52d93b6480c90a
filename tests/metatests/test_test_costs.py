"""Which of the slow tests a run makes."""

import ast
from pathlib import Path

import pytest

from metatests.test_costs import beyond_budget, read_costs, sum_costs

ROOT = Path(__file__).parents[2]
COSTLY = {"a.py::one": 3.0, "a.py::many": 8.0}
NAMES = ["a.py::one", *(f"a.py::many[{case}]" for case in "12345678"), "a.py::cheap[1]", "a.py::cheap[2]"]


@pytest.mark.parametrize("seed", range(20))
def test_what_is_left_in_costs_what_is_allowed(seed) -> None:
    out = beyond_budget(NAMES, COSTLY, 6.0, seed)
    assert all("cheap" not in name for name in out)
    assert 3.0 < 11.0 - sum(3.0 if name == "a.py::one" else 1.0 for name in out) <= 6.0


def test_the_seed_alone_decides_and_no_case_is_left_out_by_all_seeds() -> None:
    runs = [beyond_budget(NAMES, COSTLY, 6.0, seed) for seed in range(20)]
    assert runs[3] == beyond_budget(reversed(NAMES), COSTLY, 6.0, 3)
    assert set.intersection(*runs) == set()


def test_cases_are_added_up(tmp_path) -> None:
    said = '<property name="test" value="{}"/><property name="cpu" value="{}"/>'
    costs = [("a::b", 0.75), ("a::b", 0.5), ("a::c", 0.2)]
    cases = "".join(f"<testcase><properties>{said.format(*each)}</properties></testcase>" for each in costs)
    (tmp_path / "report.xml").write_text(f"<testsuite>{cases}</testsuite>")
    assert sum_costs(tmp_path / "report.xml") == {"a::b": 1.2}


def test_every_test_with_a_cost_is_there() -> None:
    defined: dict[str, set[str]] = {}
    for name in read_costs():
        file, *_, test = name.split("::")
        if file not in defined:
            text = (ROOT / file).read_text(encoding="utf-8") if (ROOT / file).exists() else ""
            defined[file] = {node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)}
        assert test in defined[file], f"{name}: write tests/costs.json again (docs/dev/testing.md)"
