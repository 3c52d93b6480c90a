"""The table of algorithms in docs/reference/algorithms.md is the registry's; the registry fits modules and ledger."""

import ast
import inspect
import pickle
import re
import textwrap
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import sympy

from novikoff.algorithms import options, registry
from novikoff.algorithms.checkers import dispatch
from novikoff.algorithms.errors import BadInput
from novikoff.algorithms.registry import ALGORITHMS, Algorithm
from novikoff.proofs.statements.registry import claims
from novikoff.properties import applicable_bounds

ROOT = Path(__file__).parents[2]
ROWS = [pytest.param(row, id=row.name) for row in registry.ROWS]
NOT_TYPED = {"progress", "start", "classes"}  # what a text cannot say, or the program says itself


def test_the_page_holds_the_table() -> None:
    page = (ROOT / "docs" / "reference" / "algorithms.md").read_text(encoding="utf-8")
    found = re.findall(r"<!-- algorithms -->\n(.*?)<!-- /algorithms -->", page, re.DOTALL)
    assert found == [f"\n{registry.markdown()}\n\n"], "put the output of registry.markdown() between the two comments"


def test_every_module_with_a_driver_and_a_certificate_is_in_the_table() -> None:
    modules = [
        path for path in (ROOT / "algorithms").glob("*.py") if path.stem not in ("_int64_loops", "run_certificates")
    ]
    text = re.compile(r"\n(def |run, replay, |)certificate\b[ (]")
    drivers = {path.stem for path in modules if text.search(path.read_text(encoding="utf-8"))}
    assert drivers == set(ALGORITHMS)


@pytest.mark.parametrize("row", ROWS)
def test_a_row_can_be_part_of_the_answer_of_another_process(row: Algorithm) -> None:
    assert pickle.loads(pickle.dumps(row)).name == row.name


@pytest.mark.parametrize("row", ROWS)
def test_options_are_the_parameters_of_the_driver(row: Algorithm) -> None:
    parameters = set(row.defaults()) - NOT_TYPED
    if row.name in ("kozinec", "von_neumann", "hull_distance"):
        parameters.add("start")  # an example, not a pair (w, b)
    if row.name == "pegasos":
        parameters.remove("projection")  # a root, which the exact data of a CSV file do not have
    assert set(row.takes({})) == parameters


def function_called(row: Algorithm, name: str) -> Any:
    """The function that `steps` names: of the row's own module, or with the module or class before it."""
    *where, step = name.split(".")
    own = row.module
    if where and not hasattr(own, where[0]):
        own = import_module(f"novikoff.algorithms.{where[0]}")
    elif where:
        own = getattr(own, where[0])
    return getattr(own, step)


@pytest.mark.parametrize("row", [row for row in registry.ROWS if row.generic == "yes"], ids=lambda row: row.name)
def test_generic_steps_convert_nothing(row: Algorithm) -> None:
    for name in row.steps:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function_called(row, name))))
        called = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        assert not called & {"float", "int", "Fraction", "np.array", "np.asarray"}, name


def test_multiplicative_steps_take_any_scalars() -> None:
    """They work on coordinates, of which there is no inner product; the scalars may be symbols."""
    factor = sympy.Symbol("F")
    assert [row.name for row in registry.ROWS if row.generic != "yes" and row.steps] == ["winnow", "weighted_majority"]
    assert list(ALGORITHMS["winnow"].module.update([1, 1], [1, -1], 1, factor)) == [factor, 1 / factor]
    assert list(ALGORITHMS["weighted_majority"].module.update([1, 1], [1, -1], 1, factor)) == [1, factor]


@pytest.mark.parametrize("row", ROWS)
def test_a_bound_is_a_claim_or_has_a_source_or_a_reason(row: Algorithm) -> None:
    words = re.findall(r"`([^`]+)`", row.bound)
    known = {*claims(), *re.findall(r"`([^`]+)`", row.source)}
    assert set(words) <= known
    assert words or re.search(r"none, because|derived in the module|that of|value ≤|at every step", row.bound)


DATA = [[1, 1], [-1, 1], [-1, -1]], [1, -1, -1]


@pytest.mark.parametrize("row", ROWS)
def test_the_claims_of_a_record_are_those_that_bound_its_runs(row: Algorithm) -> None:
    assert set(row.bounded_by) <= {claim.id for claim in claims().values() if claim.expected == "proved"}
    if row.bounded_by or row.driver:
        bounds = [claim for claim, _ in applicable_bounds.find_bounds(row.name, *DATA, row.defaults()).bounds]
        assert bounds
        assert row.driver or set(bounds) <= set(row.bounded_by)


def test_sources_are_in_the_bibliography() -> None:
    bibliography = (ROOT / "proofs" / "references.bib").read_text(encoding="utf-8")
    known = set(re.findall(r"^@\w+\{([^,]+),", bibliography, re.MULTILINE))
    for row in registry.ROWS:
        sources = re.findall(r"`([^`]+)`", row.source)
        assert sources, row.name
        assert set(sources) <= known, row.name


@pytest.mark.parametrize("row", ROWS)
def test_every_run_has_a_checker(row: Algorithm) -> None:
    assert row.certificate in dispatch.KINDS
    assert (row.name in dispatch.CHECKERS) == (row.certificate == "run")


OTHER_WORDS = {  # where such a name means something else, or a table is meant to be apart from the registry
    "book/site_data.py": "subjects",
    "book/figures.py": "figures",
    "api/endless_runs.py": "a kind of certificate",
    "api/verification.py": "kinds of certificates",
    "properties/audit/estimator_adapter.py": "names of losses",
    "properties/audit/check_table.py": "families of other people's classifiers",
    "properties/audit/audit_runner.py": "a family of other people's classifiers",
    "properties/audit/passive_aggressive_reference.py": "names of rules for several classes",
    "properties/audit/profiles/scikit_learn.py": "names of losses",
}


def named_in(tree: ast.AST) -> set[str]:
    """The algorithms whose names are compared with, are keys of a dictionary, are looked up or matched."""
    words: list[ast.AST | None] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            words += [part for side in (node.left, *node.comparators) for part in ast.walk(side)]
        elif isinstance(node, ast.Dict):
            words += node.keys
        elif isinstance(node, ast.MatchValue):
            words.append(node.value)
    found = {node.value for node in words if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {word for word in found if word.partition(":")[0].replace("-", "_") in ALGORITHMS}


def test_what_is_particular_to_an_algorithm_is_in_its_record() -> None:
    """Nothing outside the registry asks which algorithm it has; a record says all that there is to know."""
    asking = set()
    for path in (ROOT / "novikoff").rglob("*.py"):
        own = path.relative_to(ROOT / "novikoff")
        if own.parts[0] not in ("algorithms", "proofs") and named_in(ast.parse(path.read_text(encoding="utf-8"))):
            asking.add(own.as_posix())
    assert asking == set(OTHER_WORDS)


@pytest.mark.parametrize("text", ['x == "svm"', '{"winnow": 1}', 'x in ("a", "one-vs-rest")', 'x == "perceptron:R2"'])
def test_a_question_for_an_algorithm_is_seen(text: str) -> None:
    assert named_in(ast.parse(text))


def test_names_may_have_hyphens() -> None:
    assert registry.lookup_algorithm("kernel-perceptron") is ALGORITHMS["kernel_perceptron"]


@pytest.mark.parametrize(("read", "text", "value"), [
    (options.parse_rational, "0.1", "1/10"),
    (options.parse_integer, "-3", "-3"),
    (options.parse_integer_or_none, "none", "None"),
    (options.parse_flag, "false", "False"),
    (options.parse_bias_step, "R2", "R2"),
    (options.parse_step_sizes, "1/t", "1/t"),
])
def test_texts_are_read_exactly(read, text, value) -> None:  # type: ignore[no-untyped-def]
    assert str(read(text, "here")) == value


@pytest.mark.parametrize(("read", "text"), [(options.parse_rational, "1e5"), (options.parse_integer, "1.5"),
                                            (options.parse_integer, "٣"), (options.parse_flag, "yes"),
                                            (options.parse_bias_step, "R3"), (options.parse_step_sizes, "1,,2")])
def test_wrong_texts_are_refused(read, text) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BadInput, match=r"^here: "):
        read(text, "here")
