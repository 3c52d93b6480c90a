"""Commands that novikoff refuses in one sentence: `refusals.txt` has each with a part of what it prints."""

import re
import shlex
from pathlib import Path

import pytest

TEXT = Path(__file__).with_name("refusals.txt").read_text(encoding="utf-8")
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
FILES = {name: "".join(f"{line[2:]}\n" for line in lines.splitlines())
         for name, lines in re.findall(r"^> (\S+)\n((?:\|.*\n)*)", TEXT, re.MULTILINE)}
REFUSALS = re.findall(r"^\$ novikoff (.*)\n(.+)", TEXT, re.MULTILINE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The files that the commands read."""
    place = tmp_path_factory.mktemp("refusals")
    for name, text in FILES.items():
        (place / name).write_text(text, encoding="utf-8")
    (place / "empty").mkdir()
    return place


def test_no_command_is_there_twice():
    commands = [line for line in TEXT.splitlines() if line.startswith("$")]
    assert len({*commands}) == len(commands) == len(REFUSALS) > 280


@pytest.mark.parametrize(("command", "said"), REFUSALS)
def test_a_command_is_refused_in_one_sentence(novikoff, folder, monkeypatch, command, said):
    monkeypatch.chdir(folder)
    result = novikoff(*shlex.split(command.replace("EXAMPLES", str(EXAMPLES))))
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1), result.output
    assert result.stderr.startswith("novikoff: ")
    assert "internal error" not in result.stderr
    assert re.search(".*".join(map(re.escape, said.split(" … "))), result.stderr), result.stderr
    assert sorted(path.name for path in folder.iterdir() if path.name != "__pycache__") == sorted([*FILES, "empty"])
