"""Commands one after another and what they print: `sessions.txt` says how they are written."""

import json
import re
import shlex
from pathlib import Path

import pytest

SHARED, *SESSIONS = re.split(r"^== ", Path(__file__).with_name("sessions.txt").read_text(encoding="utf-8"), flags=re.M)
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def write_files(text, folder):
    """Write the files of a text, each a line `> NAME` and below it lines that begin with a bar."""
    for name, lines in re.findall(r"^> (\S+)\n((?:\|.*\n)*)", text, re.MULTILINE):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("".join(f"{line[2:]}\n" for line in lines.splitlines()), encoding="utf-8")


def pattern_of(lines):
    """The regular expression of printed lines: `...` is any number of them, and … any text in one."""
    return "".join("(.*\n)*" if line == "..." else re.escape(line).replace("…", ".*") + "\n" for line in lines)


def is_within(part, whole):
    """Has a value of JSON all that another one has? An object that is not empty may have more keys."""
    if part and isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and is_within(value, whole[key]) for key, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) == len(whole) and all(map(is_within, part, whole))
    return type(part) is type(whole) and part == whole


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session.partition("\n")[0])
def test_commands_print_what_is_shown(novikoff, tmp_path, monkeypatch, session):
    monkeypatch.chdir(tmp_path)
    write_files(SHARED, tmp_path)
    for step in re.split(r"^(?=[$>] )", session, flags=re.MULTILINE)[1:]:
        write_files(step, tmp_path)
        if step.startswith("$ "):
            first, *lines = step.rstrip().splitlines()
            command, _, status = first.replace("EXAMPLES", str(EXAMPLES)).partition("  # exit ")
            result = novikoff(*shlex.split(command)[2:])
            assert result.exit_code == int(status or 0), result.output
            messages = [line[2:] for line in lines if line.startswith("! ")]
            shown = [line for line in lines if not line.startswith("!")]
            if shown and shown[0].startswith("{"):
                assert is_within(json.loads("\n".join(shown)), json.loads(result.stdout)), result.output
            else:
                assert re.fullmatch(pattern_of(shown), re.sub("\n+$", "\n", result.stdout)), result.output
            assert re.search(pattern_of(messages), result.stderr), result.stderr
            assert "!!" not in lines or re.fullmatch(pattern_of(messages), result.stderr), result.stderr


def test_what_is_not_printed_is_seen():
    assert re.fullmatch(pattern_of(["a", "...", "b…"]), "a\nx\ny\nbc\n")
    assert not re.fullmatch(pattern_of(["a", "c"]), "a\nb\nc\n")
    assert is_within({"a": [{"b": 1}]}, {"a": [{"b": 1, "c": 2}]})
    for wrong in ({"a": []}, {"a": [{"b": 2}]}, {"a": [{"b": 1}, {}]}, {"a": [{"b": True}]}, [], 1):
        assert not is_within({"a": [{"b": 1}]}, wrong)
    assert not is_within({}, {"a": 1})
