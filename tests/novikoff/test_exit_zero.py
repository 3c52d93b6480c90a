"""Exit status 0 means that everything that was asked for was checked and holds: nothing is passed over in silence."""

import json
import os
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


QUESTIONS = {
    "check": ["empty", "plain", "folder.py", "false", "broken", "gone", "skips", "pipe", "plain.py", "latin.py",
              "missing.py", "mixed.py", "mixed.py mixed.py", "sound.py mixed.py", "sound.py empty", "sound.py plain.py",
              "sound.py false", "sound.py missing.py", "cauchy-schwarz missing.py", "cauchy-schwarz no-such",
              "sound.py::no-such", "sound.py -k nothing-like-it", "cauchy-schwarz -k nothing-like-it",
              "broken -k sound", "gone -k sound", "cauchy-schwarz --source iml", "gaussian-kernel-positive",
              "sound.py --replay", "mixed.py --lf", "sound.py gaussian-kernel-positive", "mixed.py -x", "pipe/pipe.py"],
    "list": ["empty", "plain", "broken", "gone", "missing.py", "no-such", "-k nothing-like-it",
             "cauchy-schwarz missing.py", "cauchy-schwarz --output-format junit",
             "cauchy-schwarz --output-format github"],
    "explain": ["empty", "missing.py", "latin.py", "no-such", "broken", "cauchy-schwarz --output-format junit",
                "cauchy-schwarz --output-format github", "broken/broken.py"],
    "help": ["no-such", "verdicts --output-format junit", "verdicts --output-format github"],
    "ledger": ["no-such", "--source no-such", "000-eq5 no-such"],
    "errata": ["no-such", "--source no-such"],
    "export": ["smt2 empty -o out", "smt2 broken -o out", "coq mixed.py -o out", "lean mixed.py -o out",
               "coq too_short.py -o out", "smt2 no-such -o out", "coq -k nothing-like-it -o out",
               "coq cauchy-schwarz -o out --output-format junit", "smt2 broken/broken.py -o out"],
    "prove": ["a", "real~a~|-~a~>=~0", "real~a;~a~>~0,~a~<~0~|-~a~>=~7", "real~a~|-~a**4~>=~7 --limit 1"],
    "run": ["perceptron missing.csv", "perceptron empty.csv", "perceptron header.csv", "perceptron bad.csv",
            "perceptron mixed.csv", "perceptron empty", "rules:mine iris", "leaves:mine iris"],
    "separate": ["missing.csv", "empty.csv", "header.csv", "bad.csv", "mixed.csv", "empty"],
    "verify": ["missing.json", "empty.json", "list.json", "no_entries.json", "half.json", "empty"],
    "bound": ["k~<=~R", "no-such", "k~<=~0", "k~<=~R --algorithm rules:mine", "k~<=~R --algorithm leaves:mine",
              "1~==~2~|-~k~<=~0 --datasets 9"],
    "campaign": ["no-such --count 10", "k~<=~R --count 0", "k~<=~0 --count 50 -j 1"],
    "worst-case": ["perceptron", "no-such --ratio 2", "rules:mine --updates 2", "leaves:mine --updates 2"],
    "audit": ["missing:Class", "abstract:Class", "leaves:Class", "json:dumps"],
    "exercise": ["check wrong.txt", "check unanswered.txt", "check no_such.txt", "check missing.txt", "show no-such",
                 "list --claim no-such", "list --output-format junit", "check empty.csv"],
    "book": ["--only no-such -o out", "--slides no-such -o out.html", "--only missing.py -o out",
             "--figure no-such -o x.svg"],
    "mutate": ["no-such", "mixed.py::wrong", "empty", "broken", "missing.py", "cauchy-schwarz missing.py"],
    "new": ["theorem cauchy-schwarz", "theorem my-bound -o sound.py", "theorem x --output-format junit"]
}


@pytest.mark.parametrize(("command", "line"), [(name, line) for name, lines in QUESTIONS.items() for line in lines])
def test_what_is_not_checked_or_does_not_hold_is_never_status_0(place, novikoff, command, line):
    words = [word.replace("~", " ") for word in line.split()]
    more = KERNEL if command == "check" and "--replay" not in words else ()
    result = novikoff(command, *words, *more)
    assert result.exit_code in (1, 2, 3, 5), result.output
    assert result.stdout or result.stderr
    assert "Traceback" not in result.stderr


def test_every_command_is_asked() -> None:
    assert QUESTIONS.keys() == set(NAMES)
