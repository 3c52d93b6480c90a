"""docs/explanation/trust.md and docs/dev/testing.md: the counts of lines, mutants and audits are those of today."""

import ast
import importlib.util
import io
import json
import re
import tokenize
from pathlib import Path

import pytest

from metatests import audits_page_writer, kernel_mutants, update_rule_mutants

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "dev" / "testing.md").read_text(encoding="utf-8")
TRUST = (ROOT / "docs" / "explanation" / "trust.md").read_text(encoding="utf-8")
SILENT = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)


def code_lines(source):
    """The lines with code: neither blank, nor comment, nor docstring."""
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef)
    documented = [n.body[0] for n in ast.walk(ast.parse(source)) if isinstance(n, holders) and ast.get_docstring(n)]
    words = {line for text in documented for line in range(text.lineno, text.end_lineno + 1)}
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    lines = {n for t in tokens if t.type not in SILENT for n in range(t.start[0], t.end[0] + 1)}
    return len(lines - words)


def test_code_lines_are_counted():
    source = '"""Doc\nstring."""\n\n# why\nx = 1\n\n\ndef f():\n    """Doc."""\n    return (\n        x\n    )\n'
    assert code_lines(source) == 5


def trusted():
    table = TRUST.split("<!-- trusted -->")[1].split("<!-- /trusted -->")[0]
    return re.findall(r"^\| \[`(\S+)`\]\(\S+\) \| (\d+) \| (\d+) \|", table, re.MULTILINE)


@pytest.mark.parametrize(("path", "lines", "code"), trusted())
def test_the_counts_are_those_of_today(path, lines, code):
    source = (ROOT / path).read_text(encoding="utf-8")
    assert (int(lines), int(code)) == (len(source.splitlines()), code_lines(source))
    assert code_lines(source) <= 600


def test_the_kernel_imports_the_standard_library_only():
    import sys
    assert [path for path, _, _ in trusted()] == ["proofs/kernel.py"]
    tree = ast.parse((ROOT / "proofs" / "kernel.py").read_text(encoding="utf-8"))
    names = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    names |= {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


def test_the_mutants_are_counted_and_add_up():
    """A mutant has one argument or none, and each argument is about one (tests/metatests/test_kernel_mutants.py)."""
    row = re.search(r"`metatests.kernel_mutants` \| (\d+) \| (\d+) killed, (\d+) argued, 0 survived", PAGE)
    mutants, argued = len(kernel_mutants.mutants_of_kernel()), len(kernel_mutants.ARGUED)
    assert list(map(int, row.groups())) == [mutants, mutants - argued, argued]
    # Each row over its statuses, and the kinds over all.
    table = PAGE.split("<!-- mutants -->")[1].split("<!-- /mutants -->")[0]
    cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in table.splitlines() if row.startswith("| ")]
    numbers = [row for row in cells if len(row) == 5 and row[1] != "mutants"]
    rows = {title: [int(cell.replace(" ", "")) for cell in row] for title, *row in numbers}
    assert all(row[0] == sum(row[1:]) for row in rows.values())
    (total,) = (rows.pop(title) for title in [*rows] if re.fullmatch(r"all \d+ claims", title))
    assert [sum(column) for column in zip(*rows.values(), strict=True)] == total
    row = re.search(r"`metatests.update_rule_mutants`, of (\d+) algorithms \| (\d+) \| (\d+) killed, 0 survived", PAGE)
    mutants = sum(len(update_rule_mutants.mutants_of_rule(name)) for name in update_rule_mutants.ALGORITHMS)
    assert list(map(int, row.groups())) == [len(update_rule_mutants.ALGORITHMS), mutants, mutants]


def made_by(program):
    """A program of benchmarks/ as a module."""
    spec = importlib.util.spec_from_file_location(program, ROOT / "benchmarks" / f"{program}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.sampled(1)
@pytest.mark.parametrize("case", audits_page_writer.AUDITS, ids=lambda value: str(value)[:60])
def test_another_seed_gives_the_same_verdicts(case):
    target, params = case
    pytest.importorskip(target.partition(".")[0])
    seeds = made_by("audit_seeds")
    assert list(seeds.differences({seed: seeds.verdicts(target, params, seed) for seed in (0, 1)})) == []


def test_the_seeds_of_the_trust_page_are_those_that_were_run():
    table = json.loads((ROOT / "benchmarks" / "audit_seeds.json").read_text())
    assert [(row["target"], row["params"]) for row in table] == audits_page_writer.AUDITS
    assert {(row["seeds"], len(row["differences"])) for row in table} == {(50, 0)}
    checks = sum(row["checks"] for row in table)
    sentence = f"{50 * len(table)} audits: {len(table)} classes with their parameters, {checks} checks with each seed"
    assert sentence in " ".join(PAGE.split())


def test_a_verdict_that_differs_between_seeds_is_shown():
    seeds = made_by("audit_seeds")
    found = {0: {"a": "holds", "b": "raises (FAILED)"}, 1: {"a": "holds"}, 2: {"a": "hangs", "b": "raises (FAILED)"}}
    assert list(seeds.differences(found)) == [
        "b: raises (FAILED) with seed 0", "b: raises (FAILED) with seed 0, None with seed 1",
        "a: holds with seed 0, hangs with seed 2",
    ]
