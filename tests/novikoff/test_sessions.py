"""Commands one after another and what they print: `sessions.txt` says how they are written."""

import json
import re
import shlex
from pathlib import Path

import pytest

SHARED, *SESSIONS = re.split(r"^== ", Path(__file__).with_name("sessions.txt").read_text(encoding="utf-8"), flags=re.M)
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
NO_NUMBA = "(novikoff: numba is not installed, so exact runs use Python integers, .*\n)?"  # once in a process
PROGRESS = NO_NUMBA + "(\\S+: [0-9]+ (of [0-9]+(, .*)?|updates)\n)*"


def write_files(text, folder):
    """Write the files of a text, each a line `> NAME` and below it lines that begin with a bar."""
    for name, lines in re.findall(r"^> (\S+)\n((?:\|.*\n)*)", text, re.MULTILINE):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("".join(f"{line[2:]}\n" for line in lines.splitlines()), encoding="utf-8")


def pattern_of(lines):
    """The regular expression of printed lines: `...` is any number of them, and … any text in one."""
    return "".join("(.*\n)*" if line == "..." else re.escape(line).replace("…", ".*") + "\n" for line in lines)


def are_messages(lines, printed):
    """Are these lines of stderr what is printed there? Without `!!`, lines on progress may come before each."""
    shown = [pattern_of([line[2:]]) for line in lines if line.startswith("! ")]
    progress = "" if "!!" in lines else PROGRESS
    return bool(re.fullmatch("".join(progress + one for one in shown) or progress, printed))


def is_within(part, whole):
    """Has a value of JSON all that another one has? An object may have more keys, unless it is {} or has the key =."""
    if part and isinstance(part, dict) and isinstance(whole, dict):
        named = part.keys() - {"="}
        return (named <= whole.keys() if named == part.keys() else named == whole.keys()) and all(
            is_within(part[key], whole[key]) for key in named)
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) == len(whole) and all(map(is_within, part, whole))
    return type(part) is type(whole) and part == whole


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session.partition("\n")[0])
def test_commands_print_what_is_shown(novikoff, tmp_path, monkeypatch, session):
    for package in re.findall(r"^# needs (\S+)$", session, re.MULTILINE):
        pytest.importorskip(package, reason=f"{package} is not installed")
    monkeypatch.chdir(tmp_path)
    write_files(SHARED, tmp_path)
    for step in re.split(r"^(?=[$>] )", session, flags=re.MULTILINE)[1:]:
        write_files(step, tmp_path)
        if step.startswith("$ "):
            first, *lines = step.rstrip().splitlines()
            command, _, status = first.replace("EXAMPLES", str(EXAMPLES)).partition("  # exit ")
            shown = [line for line in lines if not line.startswith("!")]
            result = novikoff(*shlex.split(command)[2:], status=None if shown else int(status or 0))
            assert result.exit_code == int(status or 0), result.output
            if shown and shown[0].startswith("{"):
                exact = "\n".join(shown).replace("{= ", '{"=": 0, ')
                assert is_within(json.loads(exact), json.loads(result.stdout)), result.output
            else:
                assert re.fullmatch(pattern_of(shown), re.sub("\n+$", "\n", result.stdout)), result.output
            assert are_messages(lines, result.stderr), result.stderr


def test_what_is_not_printed_is_seen():
    assert re.fullmatch(pattern_of(["a", "...", "b…"]), "a\nx\ny\nbc\n")
    assert not re.fullmatch(pattern_of(["a", "c"]), "a\nb\nc\n")
    assert is_within({"a": [{"b": 1}]}, {"a": [{"b": 1, "c": 2}]})
    for wrong in ({"a": []}, {"a": [{"b": 2}]}, {"a": [{"b": 1}, {}]}, {"a": [{"b": True}]}, [], 1):
        assert not is_within({"a": [{"b": 1}]}, wrong)
    assert not is_within({}, {"a": 1})
