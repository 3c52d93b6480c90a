"""Reading files that others wrote: what is within the limits is read exactly, all else is one sentence."""

import ast
import contextlib
import json
import os
import re
import stat
import sys
from pathlib import Path

import pytest

from novikoff.algorithms.errors import BadInput
from novikoff.algorithms.safe_files import (
    MAX_DEPTH,
    MAX_DIGITS,
    other_writers,
    read_json,
    read_text,
    replace_folder,
    write_whole,
)


def refused(path, limit=1000, read=read_json):
    with pytest.raises(BadInput) as caught:
        read(path, limit)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert len(sentence) < 250
    return sentence


def test_text_is_read_as_it_stands(file):
    assert read_text(file("γ ≤ 1\r\nx\n")) == "γ ≤ 1\r\nx\n"
    # A byte order mark is no text
    assert read_text(file("\ufeffa")) == "a"
    assert read_json(file("\ufeff[1]")) == [1]
    # A file of exactly the limit is read
    assert read_text(file("x" * 10), 10) == "x" * 10
    assert refused(file("x" * 11), 10, read_text) == "data.csv has 11 bytes; at most 10 are read"


def test_json_is_read_exactly(file):
    data = {"p": "1/3", "n": 10 ** (MAX_DIGITS - 1), "e": [], "f": {"a": [True, None, -1]}, "γ": "🙂\ud83d"[:1]}
    assert read_json(file(json.dumps(data)), 10_000) == data
    assert read_json(file(json.dumps("🙂"))) == "🙂"  # written as a pair of surrogates
    # Nesting up to the limit is read
    assert read_json(file("[" * MAX_DEPTH + "]" * MAX_DEPTH))
    assert "nested too deeply; at most 200" in refused(file("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1)))
    # Brackets in strings are no nesting
    assert read_json(file(json.dumps("[" * 900))) == "[" * 900


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "data.csv, line 1, column 1: not JSON: the end is where a value is expected"),
        ("[1,\n2,]", "line 2, column 2: not JSON: ',]' is where a closing bracket is expected"
         if sys.version_info >= (3, 13) else "line 2, column 3: not JSON: ']' is where a value is expected"),
        ("[1] [2]", "column 5: not JSON: '[2]' is where the end is expected"),
        ("['a']", "not JSON"),
        ('["a', "not JSON: '\"a' is where a string with a closing quote is expected"),
        ('["a\nb"]', "not JSON: the end of the line is where a printable character is expected"),
        ("[01]", "not JSON: '1]' is where ',' or a closing bracket is expected"),
        ("[+1]", "not JSON"),
        ("[٣]", "not JSON"),
        ("[0x10]", "not JSON"),
        ("2**10**9", "not JSON"),
        ("[NaN]", "'NaN' is not a whole number"),
        ("[-Infinity]", "'-Infinity' is not a whole number"),
        ("[1e999999999]", "'1e999999999' is not a whole number"),
        ("[1.5]", "'1.5' is not a whole number; write rationals as strings \"p/q\""),
        (f"[{'9' * (MAX_DIGITS + 1)}]", "a number has 1001 digits; at most 1000 are read"),
        (f"[-{'9' * 5000}]", "digits; at most 1000 are read"),
        ('{"a": 1, "b": 2, "a": 1}', "the key 'a' is repeated in one object"),
        ('[{"b": {"\\u0061": 1, "a": 1}}]', "the key 'a' is repeated"),
        ('{"' + "k" * 500 + '": 1, "' + "k" * 500 + '": 1}', "the key 'kkkk"),
        ('["\\ud800"]', "one half of a surrogate pair"),
        ('{"\\udc00\\ud800": 1}', "one half of a surrogate pair"),
        (b'["\xed\xa0\x80"]', "line 1: not UTF-8 text (invalid continuation byte); save the file as UTF-8"),
        (b"[1,\n2,\n\xff]", "line 3: not UTF-8 text"),
        ("[1]".encode("utf-16"), "not UTF-8 text"),
        (b"[1,\n\x00]", "line 2: a NUL character"),
        (b"\x80\x04\x95\x0b\x00\x00\x00cos\nsystem\n.", "not UTF-8 text"),  # a pickle
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ("[" * 990 + "]" * 990, "nested too deeply"),
    ],
    ids=range(30),
)
def test_what_is_not_within_the_limits_is_one_sentence(file, content, words):
    sentence = refused(file(content), 1_000_000)
    assert sentence.startswith("data.csv")
    assert words in sentence


def test_large_files_are_not_read(file, monkeypatch):
    path = file("")
    os.truncate(path, 2**30)
    monkeypatch.setattr("pathlib.Path.open", lambda *_: pytest.fail("the file was opened"))
    assert refused(path) == "data.csv has 1073741824 bytes; at most 1000 are read"
    monkeypatch.undo()
    path = file("x" * 2000)
    about = os.stat(file("", "empty"))
    monkeypatch.setattr("pathlib.Path.stat", lambda *_: about)
    assert refused(path, read=read_text) == "data.csv is longer than 1000 bytes; longer files are not read"


def test_what_is_not_a_regular_file_is_not_opened(tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.setattr("pathlib.Path.open", lambda *_: pytest.fail("it was opened"))
    assert refused(tmp_path / "pipe") == "pipe is a pipe; give a regular file"
    assert "is a directory" in refused(tmp_path)
    assert refused("/dev/zero") == "zero is a device; give a regular file"


@pytest.mark.parametrize(
    ("name", "words"),
    [("nowhere.json", "cannot be read: No such file"), ("a\0b", "cannot be the name of a file"),
     ("n" * 300, "...' cannot be read: File name too long"), ("a\nb", r"'a\nb' cannot be read")],
)
def test_what_cannot_be_opened_is_one_sentence(tmp_path, name, words):
    assert words in refused(tmp_path / name)


def test_too_little_memory_is_one_sentence(file, monkeypatch):
    def full(*_, **__):
        raise MemoryError
    monkeypatch.setattr(json, "loads", full)
    assert "too large for the memory" in refused(file("[1]"))


def test_a_file_that_cannot_be_written_whole_stays_as_it_was(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError(28, "No space left on device")
    target = tmp_path / "a.json"
    target.write_text("before")
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(BadInput, match=r"the report cannot be written to .*a\.json: No space left on device"):
        write_whole(target, "after", "report")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a.json", "before")]


@pytest.fixture
def opened(monkeypatch):
    """The names and flags with which files are opened to be written."""
    seen, really = [], os.open
    def noted(path, flags, *more, **named):
        if flags & (os.O_WRONLY | os.O_RDWR):
            seen.append((os.fspath(path), flags))
        return really(path, flags, *more, **named)
    monkeypatch.setattr(os, "open", noted)
    return seen


def test_what_is_written_goes_into_a_file_that_is_new_and_has_a_name_that_nobody_can_foresee(tmp_path, opened):
    """Not even a process with the same number, as in another container, has the same name."""
    for _ in range(3):
        write_whole(tmp_path / "a.json", "1")
    wanted = os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    assert all(flags & wanted == wanted for _, flags in opened)
    names = [os.path.basename(name) for name, _ in opened]
    assert len(set(names)) == 3
    assert all(re.fullmatch(r"\.novikoff-[0-9a-f]{16}\.new", name) for name in names)


@pytest.mark.parametrize("end", ["new", "old"])
def test_a_planted_link_is_not_followed(tmp_path, monkeypatch, end):
    """Even if somebody foresees the name."""
    monkeypatch.setattr(os, "urandom", bytes)
    (tmp_path / "victim").mkdir()
    (victim := tmp_path / "victim" / "a.txt").write_text("precious")
    beside = tmp_path / f".novikoff-{'00' * 8}.{end}"
    for planted in (victim, victim.parent, tmp_path / "victim" / "new"):
        beside.symlink_to(planted)
        for write in (write_whole, replace_folder):
            with contextlib.suppress(BadInput):
                write(tmp_path / "out", {"a.txt": b"1"} if write is replace_folder else "1")
        beside.unlink(missing_ok=True)
    assert [(path.name, path.read_text()) for path in victim.parent.iterdir()] == [("a.txt", "precious")]


def test_a_link_that_is_named_is_replaced_and_not_followed(tmp_path):
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "a.txt").write_text("precious")
    for name, place in (("file", "site/a.txt"), ("folder", "site"), ("nothing", "nowhere"), ("site2", "nowhere")):
        (tmp_path / name).symlink_to(tmp_path / place)
    for name in ("file", "nothing"):
        write_whole(tmp_path / name, "1")
    for name in ("folder", "site2"):
        replace_folder(tmp_path / name, {"b.txt": b"1"})
    found = {path.relative_to(tmp_path).as_posix(): path.read_text() for path in tmp_path.rglob("*") if path.is_file()}
    assert found == {"site/a.txt": "precious", "file": "1", "nothing": "1", "folder/b.txt": "1", "site2/b.txt": "1"}
    assert not any(path.is_symlink() for path in tmp_path.iterdir())
    assert sorted(os.listdir(tmp_path)) == ["file", "folder", "nothing", "site", "site2"]


def test_what_a_killed_process_left_is_removed_after_a_day(tmp_path):
    """Another process may still write to what is younger; what has another name is not ours."""
    names = [f".novikoff-{digit * 16}.new" for digit in "0123"] + [".novikoff-mine.new", ".a.json.new"]
    for name in names:
        (tmp_path / name).write_text("half")
    for name in (names[0], *names[3:]):
        os.utime(tmp_path / name, (0, 0))
    (tmp_path / names[3]).unlink()
    (tmp_path / names[3]).mkdir()
    os.utime(tmp_path / names[3], (0, 0))
    write_whole(tmp_path / "a.json", "whole")
    assert sorted(os.listdir(tmp_path)) == sorted([*names[1:], "a.json"])


WRITERS_OF = {  # of a file: owner, group, mode, and of a link to it the owner; who else can write it
    "one's own": (7, 7, 0o644, 7, ""),
    "of another": (8, 7, 0o644, 7, "belongs to the user 8"),
    "by a link of another": (7, 7, 0o644, 8, "belongs to the user 8"),
    "of one who is trusted": (9, 9, 0o664, 7, ""),
    "for a group of one's own": (7, 7, 0o664, 7, ""),
    "for another group": (7, 100, 0o664, 7, "can be written by the group 100"),
    "for another group to read": (7, 100, 0o644, 7, ""),
    "for a group that is trusted": (7, 9, 0o660, 7, ""),
    "for all": (7, 7, 0o666, 7, "can be written by all users"),
}


@pytest.mark.parametrize("case", WRITERS_OF)
def test_who_else_can_have_written_a_file(monkeypatch, case):
    owner, group, mode, owner_of_link, words = WRITERS_OF[case]
    with monkeypatch.context() as patched:
        patched.setattr(os, "geteuid", lambda: 7)
        patched.setattr(os, "lstat", lambda _: os.stat_result((0o777, 0, 0, 1, owner_of_link, 7, 0, 0, 0, 0)))
        patched.setattr(os, "stat", lambda _: os.stat_result((mode, 0, 0, 1, owner, group, 0, 0, 0, 0)))
        patched.setitem(sys.modules, "pwd", None)
        found = other_writers("a", {9})
    assert found == words


def test_the_mode_of_a_file_is_what_the_user_wants_and_without_owners_nothing_is_said(monkeypatch, tmp_path):
    (tmp_path / "usual").write_text("")
    write_whole(tmp_path / "file", "1")
    write_whole(tmp_path / "secret", "1", private=True)
    modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("usual", "file", "secret")]
    assert modes == [modes[0], modes[0], 0o600]
    monkeypatch.delattr(os, "geteuid")
    assert other_writers("a") == ""


ALLOWED = {
    "algorithms/safe_files.py: open": "writes beside the file, and then renames: write_whole",
    "algorithms/safe_files.py: write_bytes": "in a new folder beside the one that it replaces: replace_folder",
    "algorithms/safe_files.py: TemporaryFile": "nothing, into a file without a name, to see if a folder takes files",
    "algorithms/resumable_work.py: open": "appends a line, which counts when it is whole",
    "algorithms/processes.py: TemporaryFile": "what a command prints, and the queue of parts: files without a name",
    "properties/audit/isolated_checks.py: open": "what an implementation prints, into a file without a name",
    "properties/audit/isolated_checks.py: TemporaryFile": "the same, and what is known when it dies",
    "report/pictures.py: savefig": "into memory: what is drawn is then written by write_whole",
    "book/picture_formats.py: savefig": "into memory, too",
    "algorithms/processes.py: os.open": "nowhere: /dev/null for what a library prints before it ends its process",
    "report/output_streams.py: os.open": "nowhere: /dev/null for a stream that was closed at the start",
    "report/output_streams.py: open": "the same, as a stream",
    "proofs/verified/client.py: write_text": "in a folder that is made for one question and goes with it",
}
WRITERS = {"write_text", "write_bytes", "fdopen", "TemporaryFile", "NamedTemporaryFile", "mkstemp", "savefig", "tofile"}
OPEN_TO_WRITE = {"O_WRONLY", "O_RDWR", "O_CREAT", "O_APPEND", "O_TRUNC"}


def writes(tree):
    """The names by which code opens files to write; what has a mode that cannot be read off counts."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name in WRITERS:
                yield name
            case ast.Call(func=ast.Attribute(value=ast.Name(id="os"), attr="open"), args=args):
                flags = {each.attr for arg in args for each in ast.walk(arg) if isinstance(each, ast.Attribute)}
                yield from ["os.open"] * bool(flags & OPEN_TO_WRITE)
            case ast.Call(func=ast.Name(id="open"), args=[_, *modes], keywords=named) if to_write(modes, named):
                yield "open"
            case ast.Call(func=ast.Attribute(attr="open"), args=modes, keywords=named) if to_write(modes, named):
                yield "open"


def to_write(modes, named):
    """Do the arguments after the file ask for it to be written?"""
    mode = [*modes[:1], *(each.value for each in named if each.arg == "mode")]
    return any(not isinstance(each, ast.Constant) or set(str(each.value)) & set("wax+") for each in mode)


def test_no_other_place_can_leave_a_file_half_written():
    package, found = Path(__file__).parents[2] / "novikoff", set()
    for path in package.rglob("*.py"):
        if not path.name.startswith(("test_", "conftest")):
            place, text = path.relative_to(package).as_posix(), path.read_text(encoding="utf-8")
            if any(name in text for name in {*WRITERS, "open"}):
                found |= {f"{place}: {name}" for name in writes(ast.parse(text))}
    assert found == set(ALLOWED)


@pytest.mark.parametrize("code", ["open('a', 'w')", "open('a', mode='ab')", "path.open('x')", "path.open(mode=mode)",
                                  "path.write_text('a')", "os.open('a', os.O_RDWR | os.O_CREAT)", "os.fdopen(3)",
                                  "io.open('a', 'r+')", "plot.savefig('a.svg')", "tempfile.mkstemp()"])
def test_another_place_would_be_seen(code):
    assert list(writes(ast.parse(code)))


@pytest.mark.parametrize("code", ["open('a')", "open('a', 'rb')", "path.open(encoding='ascii')",
                                  "os.open(a, os.O_RDONLY)"])
def test_reading_is_no_writing(code):
    assert not list(writes(ast.parse(code)))
