"""Exit status 0 means that everything that was asked for was checked and holds: nothing is passed over in silence."""

import json
import os
import re
import shlex
from pathlib import Path

import pytest

from novikoff.cli import NAMES

HEAD = "from novikoff.theorems import *\n\n"
THEOREM = """@theorem("{id}", title="A sum")
def t{n}(p):
    u, v = p.vectors("u v")
    p.show(conclusion=(u + v) @ (u + v) <= {factor} * (u @ u + v @ v))
    p.conclude()

"""
KERNEL = ("--engine", "kernel", "-j", "1", "-q")


def theorem(identifier: str, factor: int = 2) -> str:
    return THEOREM.format(id=identifier, n=identifier.replace("-", "_"), factor=factor)


def proof(identifier: str = "sound") -> dict[str, object]:
    show = {"c": [">=", ["^", "a", "2"], "0"]}
    entry = {"statement": {"id": identifier, "declare": ["a"], "assume": {}, "show": show},
             "proof": {"rule": "poly", "sum": [{"square": "a"}]}}
    return {"schema": 1, "entries": [entry]}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with all that is wrong, each beside something that holds."""
    monkeypatch.chdir(tmp_path)
    for folder in ("empty", "plain", "folder.py", "false", "broken", "gone", "skips", "pipe", "nothing"):
        (tmp_path / folder).mkdir()
    for folder in ("false", "broken", "gone", "skips", "pipe"):
        (tmp_path / folder / "sound.py").write_text(HEAD + theorem(f"sound-{folder}"))
    (tmp_path / "sound.py").write_text(HEAD + theorem("sound"))
    (tmp_path / "mixed.py").write_text(HEAD + theorem("right") + theorem("wrong", 1))
    (tmp_path / "plain" / "plain.py").write_text("x = 1\n")
    (tmp_path / "plain.py").write_text("x = 1\n")
    (tmp_path / "latin.py").write_bytes((HEAD + theorem("größer")).encode("latin-1"))
    (tmp_path / "false" / "too_short.py").symlink_to("../too_short.py")
    (tmp_path / "too_short.py").write_text(HEAD + theorem("too-short", 1))
    (tmp_path / "broken" / "broken.py").write_text(HEAD + "@theorem('a'\n")
    (tmp_path / "gone" / "gone.py").symlink_to("nowhere.py")
    skips = "import unittest; raise unittest.SkipTest\n"
    (tmp_path / "skips" / "skips.py").write_text(skips + HEAD + theorem("hidden"))
    os.mkfifo(tmp_path / "pipe" / "pipe.py")
    (tmp_path / "nothing" / "pyproject.toml").write_text('[tool.novikoff]\ntheorems = ["../plain.py"]\n')
    (tmp_path / "bad.csv").write_text("x,y,label\n1,2,1\n2,q,-1\n")
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "header.csv").write_text("x,y,label\n")
    (tmp_path / "mixed.csv").write_text("x,y,label\n1,2,1\n1,2,-1\n")
    (tmp_path / "empty.json").write_text("{}")
    (tmp_path / "list.json").write_text("[]")
    (tmp_path / "no_entries.json").write_text('{"schema": 1, "entries": []}')
    (tmp_path / "half.json").write_text(json.dumps(proof())[:-3])
    (tmp_path / "wrong.txt").write_text("updates/1: 1000000\n")
    (tmp_path / "unanswered.txt").write_text("updates/1:\n")
    (tmp_path / "no_such.txt").write_text("no-such/1: 7\n")
    (tmp_path / "rules.py").write_text("import sys\nsys.exit(0)\n")
    (tmp_path / "leaves.py").write_text("import os\nos._exit(0)\n")
    (tmp_path / "abstract.py").write_text("import sys\nsys.exit(0)\n")
    return tmp_path


COMMANDS = re.findall("^novikoff (.*)", Path(__file__).with_name("not_zero.txt").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_not_checked_or_does_not_hold_is_never_status_0(place, novikoff, command):
    words = shlex.split(command)
    more = KERNEL if words[0] == "check" and "--replay" not in words else ()
    result = novikoff(*words, *more)
    assert result.exit_code in (1, 2, 3, 5), result.output
    assert result.stdout or result.stderr
    assert "Traceback" not in result.stderr


def test_every_command_is_asked() -> None:
    assert {command.partition(" ")[0] for command in COMMANDS} == set(NAMES)
