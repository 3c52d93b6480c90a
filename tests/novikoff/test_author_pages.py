"""The reference pages of scripts and verdicts have every name that the code has."""

import re
from pathlib import Path

import pytest

from novikoff import theorems
from novikoff.book.figures import STARTS
from novikoff.commands import EXIT
from novikoff.proofs.statements import grammar, proof_script
from novikoff.properties.audit.verdicts import PROBLEMS
from novikoff.properties.audit.verdicts import VERDICTS as AUDIT
from novikoff.report.outcome_text import VERDICTS

DOCS = Path(__file__).parents[2] / "docs"
LINKS = proof_script.LINKS
REASONS = ("square", "length", "tangent", "exponents", "times", "by")
METHODS = [f"p.{name}" for name, value in vars(proof_script.Script).items() if callable(value) and name[0] != "_"]
NAMES = {
    "reference/proof-script.md": [*METHODS, *REASONS, *theorems.__all__, *proof_script.COMPUTATION, *LINKS],
    "reference/statement-grammar.md": [*grammar.FUNCTIONS, *LINKS, "!=", "all", "vec", "real", "using", "by"],
    "how-to/book-and-slides.md": [*STARTS, *(key for start in STARTS.values() for key in start)],
    "reference/verdicts-and-exit-codes.md": [*VERDICTS, *AUDIT, *PROBLEMS],
}


def missing_names(text, names):
    """Return the names that no piece of code on a page begins with or is made of."""
    code = re.findall(r"`([^`\n]+)`", text)
    return [name for name in names if not any(re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", c) for c in code)]


@pytest.mark.parametrize("page", NAMES)
def test_every_name_of_the_code_is_on_the_page(page):
    assert missing_names((DOCS / page).read_text(encoding="utf-8"), NAMES[page]) == []


def test_every_exit_code_of_the_help_is_on_the_page():
    page = (DOCS / "reference/verdicts-and-exit-codes.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| (\d+) \|", page, re.MULTILINE) == re.findall(r"(?<=[ ;\n])(\d+)(?= )", EXIT)


def test_the_code_of_the_first_theorem_is_its_file():
    page = (DOCS / "tutorial/your-first-theorem.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    file = (DOCS / "examples/half_step.py").read_text(encoding="utf-8")
    assert file == file[: file.index("from fractions")] + "\n\n".join(blocks)


def test_missing_names_are_found():
    assert missing_names("`p.sum(x)` `a <= b` p.use", ["p.sum", "<=", "p.use", "p.su"]) == ["p.use", "p.su"]
