"""docs/explanation/formalising.md: the rows are those drawn, the code and the claims are those of today."""

import random
import re
from pathlib import Path

import pytest

from novikoff.proofs.documents.coverage import accounts, home, rows
from novikoff.proofs.statements.registry import claims

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "explanation" / "formalising.md").read_text(encoding="utf-8")
DOCUMENTS = ("tutorial", "notes", "lecture", "slides", "iml")
SECTIONS = dict(re.findall(r"^### (\S+)\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL))


def drawn(document):
    ids = [row.id for row in rows().values() if row.document == document]
    return sorted(random.Random(f"formalising {document}").sample(ids, 3), key=ids.index)


def claims_named(section):
    """What is named after "Claim:" or "Claims:"."""
    found = re.search(r"^Claims?: (.*?)\n\n", section + "\n\n", re.MULTILINE | re.DOTALL)
    return set(re.findall(r"`([a-z0-9-]+)`", found[1])) if found else set()


def test_three_statements_of_each_document_are_drawn_and_listed_by_the_command():
    parts = re.split(r"^## (\w+)\n", PAGE, flags=re.MULTILINE)
    written = dict(zip(parts[1::2], parts[2::2], strict=True))
    for document in DOCUMENTS:
        assert re.findall(r"^### (\S+)$", written[document], re.MULTILINE) == drawn(document)
    command = re.search(r"^\$ novikoff ledger (.*?)^\.\.\.", PAGE, re.MULTILINE | re.DOTALL)[1]
    assert re.findall(r"00\d-[\w-]+", command) == list(SECTIONS)


@pytest.mark.parametrize("row", SECTIONS)
def test_the_row_is_at_home_where_the_page_says(row):
    """All that decide on it are named; others may have come since."""
    named, (found,) = claims_named(SECTIONS[row]), home([row])
    assert {claim.id for claim in found.decisive} <= named <= {claim.id for claim in found.claims}
    assert named or row in accounts()


@pytest.mark.parametrize("row", SECTIONS)
def test_the_code_is_that_of_the_claim_or_account(row):
    (code,) = re.findall(r"^```(?:python|toml)\n(.*?)^```", SECTIONS[row], re.MULTILINE | re.DOTALL)
    modules = {claims()[name].module for name in claims_named(SECTIONS[row])}
    files = [ROOT.joinpath(*module.split(".")[1:]).with_suffix(".py") for module in modules]
    files.append(ROOT / "proofs" / "documents" / "accounts.toml")
    assert any(code in path.read_text(encoding="utf-8") for path in files)
