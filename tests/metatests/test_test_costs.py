"""Which of the slow tests a run makes."""

import ast
from pathlib import Path

import pytest

from metatests.test_costs import beyond_budget, read_costs, sum_costs

ROOT = Path(__file__).parents[2]
COSTLY = {"a.py::one": 3.0, "a.py::many": 8.0, "b.py:made": 4.0, "b.py::first": 1.0, "c.py:made": 5.0}
NAMES = ["a.py::one", *(f"a.py::many[{case}]" for case in "12345678"), "a.py::cheap[1]", "a.py::cheap[2]"]
ALONE = dict.fromkeys(NAMES, ())
SHARING = {f"{file}::{test}": ("made",) for file in ("b.py", "c.py") for test in ("first", "second")}


@pytest.mark.parametrize("seed", range(20))
def test_what_is_left_in_costs_what_is_allowed_and_perhaps_a_test_more(seed) -> None:
    out = beyond_budget(ALONE, COSTLY, 6.0, seed)
    assert all("cheap" not in name for name in out)
    assert 6.0 <= 11.0 - sum(3.0 if name == "a.py::one" else 1.0 for name in out) < 9.0


def test_the_seed_alone_decides_and_no_case_is_left_out_by_all_seeds() -> None:
    needs = ALONE | SHARING
    runs = [beyond_budget(needs, COSTLY, 6.0, seed) for seed in range(20)]
    assert runs[3] == beyond_budget(dict(reversed(needs.items())), COSTLY, 6.0, 3)
    assert set.intersection(*runs) == set()


def test_tests_that_need_an_expensive_fixture_are_drawn_with_it_for_half_of_the_budget() -> None:
    for seed in range(20):
        out = beyond_budget(SHARING | ALONE, COSTLY, 6.0, seed)
        left_in = {name.partition("::")[0] for name in {*SHARING} - out}
        assert left_in in ({"b.py"}, {"c.py"})  # either of the fixtures costs more than half
        assert out & {*ALONE}
    assert beyond_budget(SHARING, COSTLY, 100.0, 0) == set()


def test_cases_are_added_up_and_fixtures_are_listed_apart(tmp_path) -> None:
    said = '<property name="test" value="{}"/><property name="cpu" value="{}"/>'
    costs = [("a.py::b", 0.75), ("a.py::b", 0.5), ("a.py::c", 0.2)]
    made = ['<property name="fixture made" value="7.5"/><property name="fixture cheap" value="0.1"/>', "", ""]
    cases = [f"<testcase><properties>{said.format(*each)}{more}</properties></testcase>"
             for each, more in zip(costs, made, strict=True)]
    (tmp_path / "report.xml").write_text(f"<testsuite>{''.join(cases)}</testsuite>")
    assert sum_costs(tmp_path / "report.xml") == {"a.py:made": 7.5, "a.py::b": 1.2}


def test_every_test_and_fixture_with_a_cost_is_there() -> None:
    defined: dict[str, set[str]] = {}
    for name in read_costs():
        file, *_, test = name.replace("::", ":").split(":")
        if file not in defined:
            text = (ROOT / file).read_text(encoding="utf-8") if (ROOT / file).exists() else ""
            defined[file] = {node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)}
        assert test in defined[file], f"{name}: write tests/costs.json again (docs/dev/testing.md)"
