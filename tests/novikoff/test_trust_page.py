"""docs/trust.md: the counts of lines and of mutants are those of today."""

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

from novikoff.proofs.scrutiny.mutation import kernel_mutants

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
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
    table = PAGE.split("<!-- trusted -->")[1].split("<!-- /trusted -->")[0]
    return re.findall(r"^\| \[`(\S+)`\]\(\S+\) \| (\d+) \| (\d+) \|", table, re.MULTILINE)


@pytest.mark.parametrize(("path", "lines", "code"), trusted())
def test_the_counts_are_those_of_today(path, lines, code):
    source = (ROOT / path).read_text(encoding="utf-8")
    assert (int(lines), int(code)) == (len(source.splitlines()), code_lines(source))
    assert code_lines(source) < 560


def test_the_kernel_imports_the_standard_library_only():
    import sys

    assert [path for path, _, _ in trusted()] == ["proofs/kernel.py"]
    tree = ast.parse((ROOT / "proofs" / "kernel.py").read_text(encoding="utf-8"))
    names = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    names |= {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


def test_the_mutants_of_the_kernel_are_counted():
    """A mutant has one argument or none, and each argument is about one (tests/proofs/test_mutation.py)."""
    row = re.search(r"`novikoff mutate`: the kernel \| (\d+) \| (\d+) killed, (\d+) argued, 0 survived", PAGE)
    mutants, argued = len(kernel_mutants.mutants_of_kernel()), len(kernel_mutants.ARGUED)
    assert list(map(int, row.groups())) == [mutants, mutants - argued, argued]
