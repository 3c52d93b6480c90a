"""The public names as static tools see them: with their types, and no others."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import novikoff

ROOT = Path(__file__).parents[2]
USE = """
import novikoff
reveal_type(novikoff.prove("real a |- a**2 >= 0"))
reveal_type(novikoff.claims())
reveal_type(novikoff.check_bounds("package:Class"))
reveal_type(novikoff.parametrize_with_bounds([]))
novikoff.chekc()
novikoff.prove(5)
"""
SEEN = [
    'Revealed type is "novikoff.proofs.prover.prove.Finding"',
    'Revealed type is "dict[str, novikoff.proofs.statements.registry.Claim]"',
    'Revealed type is "novikoff.properties.audit.audit_runner.Audit"',
    'Revealed type is "_pytest.mark.structures.MarkDecorator"',
    'Module has no attribute "chekc"; maybe "check"?  [attr-defined]',
    'Argument 1 to "prove" has incompatible type "int"; expected "str"  [arg-type]',
]


def test_static_tools_see_the_names_that_are_loaded_and_no_others() -> None:
    tree = ast.parse(Path(novikoff.__file__).read_text())
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level == 1]
    assert {(name.name, name.asname, node.module) for node in imports for name in node.names} == {
        (name, name, home) for name, home in novikoff._HOMES.items()
    }
    with pytest.raises(AttributeError, match="chekc"):
        _ = novikoff.chekc


def test_types_and_misspelt_names_are_noticed(tmp_path) -> None:
    user = tmp_path / "user.py"
    user.write_text(USE)
    # In a process of its own: mypy raises the recursion limit, and leaves it so.
    done = subprocess.run([sys.executable, "-m", "mypy", user], cwd=ROOT, capture_output=True, text=True)
    assert done.stderr == ""
    assert [line.split(": ", 2)[2] for line in done.stdout.splitlines()[:-1]] == SEEN
