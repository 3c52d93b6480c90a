"""The checkers compute in `budgeted_fractions` only: all work is counted, and no certificate costs more."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from novikoff.algorithms import checkers

FILES = sorted(Path(checkers.__file__).parent.glob("*.py"))
STANDARD = {"bisect", "collections", "collections.abc", "dataclasses", "fractions", "functools", "importlib",
            "itertools", "math", "operator", "random", "re", "types", "typing"}
COMPUTING = {"Fraction", "gcd", "lcm", "prod", "comb", "factorial", "isqrt", "mul", "pow", "fractions", "operator"}


def nodes(file, *kinds):
    return [node for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, kinds)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_checker_imports_the_standard_library_and_its_own_folder(file):
    """So no algorithm can vouch for itself."""
    for node in nodes(file, ast.Import, ast.ImportFrom):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module]
        assert getattr(node, "level", 0) == 1 or set(names) <= STANDARD


def test_the_checkers_load_no_numpy_and_no_algorithm():
    names = ", ".join(f"novikoff.algorithms.checkers.{file.stem}" for file in FILES if file.stem != "__init__")
    code = (
        f"import sys, {names}; print(sorted(name for name in sys.modules if 'numpy' in name or "
        "(name.startswith('novikoff.algorithms.') and not name.startswith('novikoff.algorithms.checkers'))))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


OTHERS = [file for file in FILES if file.stem != "budgeted_fractions"]


@pytest.mark.parametrize("file", OTHERS, ids=lambda file: file.stem)
def test_only_one_file_computes_with_what_is_not_counted(file):
    """No other has Fraction, common divisors or products of lists at hand."""
    imported = {alias.name for node in nodes(file, ast.Import, ast.ImportFrom) for alias in node.names}
    assert not imported & COMPUTING
