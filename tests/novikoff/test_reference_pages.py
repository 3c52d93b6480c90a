"""The reference pages have every field, command and setting that the code has."""

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner

from metatests import command_line_page_writer, python_api_page_writer
from novikoff.api import theorem_loading
from novikoff.cli import NAMES, cli
from novikoff.properties.audit import conventions, implementation_interface, verdicts

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference"
VERBS = (ROOT / "tests" / "imperative_verbs.txt").read_text(encoding="utf-8").split()
NO_ERRORS = ("Abs BadInput Eq Max Min Ne Script State Sum Vector algorithm augment by claims equal exp exponents "
             "homogeneous_run length ln norm perceptron_run sqrt square tangent times")
"""The names that raise nothing of their own."""
PRODUCT = [path.read_text(encoding="utf-8") for path in (ROOT / "novikoff").rglob("*.py")]


def words_of(page: str) -> set[str]:
    """Return what the page sets as code, with the line breaks in it as spaces."""
    text = (REFERENCE / page).read_text(encoding="utf-8")
    return {" ".join(each.split()) for each in re.findall(r"(?<!`)`([^`]+)`(?!`)", text)}


def test_the_pages_of_commands_and_of_the_api_are_made_of_help_and_docstrings() -> None:
    page = (REFERENCE / "command-line.md").read_text(encoding="utf-8")
    assert page == command_line_page_writer.page(), (
        "python -m metatests.command_line_page_writer > docs/reference/command-line.md")
    assert set(re.findall(r"^## novikoff (\S+)$", page, re.MULTILINE)) == set(NAMES)
    page = (REFERENCE / "python-api.md").read_text(encoding="utf-8")
    assert page == python_api_page_writer.page(), (
        "python -m metatests.python_api_page_writer > docs/reference/python-api.md")


PUBLIC = [*python_api_page_writer.public_names()]


@pytest.mark.parametrize(("module", "name", "found"), PUBLIC, ids=[f"{module}.{name}" for module, name, _ in PUBLIC])
def test_a_public_docstring_starts_with_a_verb_and_has_an_example(module: str, name: str, found: object) -> None:
    first, *_ = (found.__doc__ or "").strip().split()
    assert first in VERBS, f"{module}.{name} begins with {first!r}: a new verb belongs in imperative_verbs.txt"
    assert ">>> " in (found.__doc__ or ""), f"{module}.{name} has no example"
    if name not in NO_ERRORS.split():
        assert "Raise" in (found.__doc__ or ""), f"{module}.{name} does not say what it raises"


def test_the_pages_have_every_field_value_key_variable_and_kind() -> None:
    # The page of profiles has every field and value
    values = [*conventions.RULES.values(), *conventions.WORDS.values(), *implementation_interface.CHOOSING.values()]
    known = {field.name for field in fields(conventions.Conventions)} | {each for words in values for each in words}
    known |= {*implementation_interface.PROFILE_KEYS, *verdicts.VERDICTS, *verdicts.PROBLEMS, conventions.NO_PENALTY}
    assert known - words_of("profiles.md") == set()
    (shown,) = re.findall(r"```json\n(.*?)```", (REFERENCE / "profiles.md").read_text(encoding="utf-8"), re.DOTALL)
    profile = implementation_interface.profile_of(shown, "the page")
    assert (profile.labels, profile.separates, len(profile.find_known({}))) == ((0, 1), True, 1)
    # The page of settings has every key and variable
    pattern = re.compile(r'environ(?:\.get\(|\[)"(\w+)"')
    read = {name for text in PRODUCT for name in pattern.findall(text)}
    assert len(read) > 3
    assert read | {*theorem_loading.KEYS, "_NOVIKOFF_COMPLETE"} <= words_of("configuration.md")
    # The page of certificates has every kind
    kinds = {kind for text in PRODUCT for kind in re.findall(r'"schema": 1, "kind": "(\w+)"', text)}
    assert len(kinds) > 4
    assert kinds <= words_of("certificates-and-json.md")


@pytest.mark.parametrize("arguments",
                         ["explain cauchy-schwarz", "help files", "ledger 002-eq12-13", "list -k cauchy-schwarz",
                          "run perceptron docs/examples/label_first.csv", "separate docs/examples/label_first.csv"])
def test_the_page_has_every_field_of_the_output(arguments: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = json.loads(CliRunner().invoke(cli, [*arguments.split(), "--json"]).stdout)
    page = (REFERENCE / "certificates-and-json.md").read_text(encoding="utf-8")
    (schema,) = re.findall(rf"^\| `{arguments.split()[0]}` \| (\d+) \|", page, re.MULTILINE)
    assert int(schema) == found["schema"]
    rows = [each for value in found.values() if isinstance(value, list) for each in value[:1] if isinstance(each, dict)]
    assert {key for each in [found, *rows] for key in each} <= words_of("certificates-and-json.md")
