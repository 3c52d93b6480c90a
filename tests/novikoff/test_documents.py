"""What the documents show in ```console blocks is what the commands print, and the files that they name are there.

How a command and its output are written: `tests/documented_commands.py`. Of `make`, only the target is looked up;
`git`, `pip`, `open` and `cd` by themselves are not run.
"""

import contextlib
import doctest
import os
import re
import shutil
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from novikoff.cli import cli
from novikoff.proofs.statements import registry

from ..documented_commands import Shown, by_the_shell, commands_in, judged, misnamed, missing, names_in

ROOT = Path(__file__).parents[2]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/**/*.md"))]
PAGES = [*DOCUMENTS, ROOT / "tests" / "README.md", ROOT / "benchmarks" / "README.md"]
PROSE = sorted(ROOT.glob("novikoff/book/prose/*.md"))
FOLDERS = ("algorithms", "benchmarks", "docs", "metatests", "novikoff", "proofs", "properties", "tests")
BENCHMARKS = sorted({*ROOT.glob("benchmarks/*.py")} - {ROOT / "benchmarks" / "measuring.py"})
FILES = {path.name for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")}


@cache
def run(command: str) -> tuple[int, str]:
    """The exit status and the standard output of a command. What several documents show is run once.

    The program itself is called in this process, which keeps what it has imported and read; all else by the shell.
    """
    shown = Shown("", "", command, 0, ())
    if shown.is_for_the_shell:
        status, printed, messages = by_the_shell(command, sys.executable, ROOT, os.environ)
        return status, printed or messages
    program, *arguments = shown.words
    with contextlib.chdir(ROOT):
        found = CliRunner().invoke(cli, arguments, prog_name=program, env={"NO_COLOR": "1"})
    return found.exit_code, found.stdout or found.stderr


def make_targets() -> set[str]:
    """The targets of the Makefile."""
    return set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def is_dear(shown: Shown) -> bool:
    """Does a command start programs, or compute for seconds?"""
    long = [["novikoff", name] for name in ("audit", "bound", "campaign", "mutate")]
    return (shown.is_run and shown.is_for_the_shell) or shown.words[:2] in long


@pytest.fixture(scope="module")
def options(pytestconfig) -> dict[str, set[str]]:
    """The options of the program, of each command and of pytest."""
    parser = pytestconfig._parser
    groups = [parser._anonymous, *parser._groups]
    found = {"pytest": {name for group in groups for option in group.options for name in option.names()}}
    todo: list[tuple[str, click.Command]] = [("", cli)]
    while todo:
        name, command = todo.pop()
        parameters = command.get_params(click.Context(command, **command.context_settings))
        found[name or "novikoff"] = {option for each in parameters for option in (*each.opts, *each.secondary_opts)}
        todo += [(f"{name} {each}".strip(), one) for each, one in getattr(command, "commands", {}).items()]
    return found


# read when the tests are collected
SHOWN = [shown for path in DOCUMENTS for shown in commands_in(path.read_text(encoding="utf-8"), path.name)]


@pytest.mark.parametrize("shown", [each for each in SHOWN if not is_dear(each)], ids=lambda shown: shown.place)
def test_a_command_does_what_is_shown(shown: Shown) -> None:
    program, *arguments = shown.words
    if program == "make":
        assert set(arguments) <= make_targets()
    elif shown.is_run:
        does_what_is_shown(shown)


def test_a_command_after_cd_is_run_and_cd_by_itself_is_not() -> None:
    (cd, both, git) = commands_in("```console\n$ cd docs\n$ cd docs && novikoff list\n$ git status\n```\n")
    assert [each.is_run for each in (cd, both, git)] == [False, True, False]
    assert (is_dear(cd), is_dear(both)) == (False, True)


@pytest.mark.parametrize(("status", "printed", "messages", "verdict"), [
    (0, "a\nb\n", "run: 1 of 2\n", None),
    (2, "", "novikoff: --plot needs the extra 'plots' (No module named 'x'); pip install 'x>=1'\n", ""),
    (2, "", "novikoff: m:C needs scikit-learn, which is not installed; pip install 'scikit-learn>=1.6,<2'\n", ""),
    (3, "unknown\nskipped without the extra 'solvers': squares\n", "", ""),
    (0, "a\n", "", "does not print b"),
    (0, "a\nb\n", "x.py:1: RuntimeWarning: slow\n", "prints a raw warning"),
    (2, "", "novikoff: no such file: x\n", "ends with 2, not 0"),
    (2, "a\n", "novikoff: --plot needs the extra 'plots' (y); pip install 'x>=1'\n", "ends with 2, not 0"),
    (2, "", "note\nnovikoff: --plot needs the extra 'plots' (y); pip install 'x>=1'\n", "ends with 2, not 0"),
    (2, "", "novikoff: --plot needs the extra 'plots' (y); pip install x[plots]\n", "ends with 2, not 0"),
    (70, "", "novikoff: internal error\n", "ends with 70, not 0"),
])
def test_with_the_wheel_alone_a_command_does_its_work_or_names_an_extra(status, printed, messages, verdict) -> None:
    found = judged(Shown("x:1", "x:1", "novikoff x", 0, ("a", "b")), status, printed, messages)
    assert (verdict in found.splitlines()) if verdict else found == verdict


@pytest.mark.sampled(6)
@pytest.mark.parametrize("shown", [*filter(is_dear, SHOWN)], ids=lambda shown: shown.place)
def test_a_command_that_takes_long_does_what_is_shown(shown: Shown) -> None:
    does_what_is_shown(shown)


@pytest.fixture(scope="module")
def examples(tmp_path_factory) -> Path:
    """A folder with the examples of the documents, in which the commands of the book are run."""
    return Path(shutil.copytree(ROOT / "docs" / "examples", tmp_path_factory.mktemp("book") / "examples"))


@pytest.mark.sampled(5)
@pytest.mark.parametrize("shown", [each for path in PROSE
                                   for each in commands_in(path.read_text(encoding="utf-8"), path.name)],
                         ids=lambda shown: shown.place)
def test_a_command_of_the_book_does_what_is_shown(shown: Shown, examples: Path) -> None:
    status, printed, messages = by_the_shell(shown.command, sys.executable, examples, os.environ)
    assert status == shown.status, printed + messages
    assert (line := missing(shown.output, printed.splitlines())) is None, f"not printed: {line}\n{printed}"


@pytest.mark.parametrize("page", [page for page in [*PAGES, *PROSE] if page.name != "CHANGELOG.md"],  # old names
                         ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_command_that_is_named_exists_with_its_options(page: Path, options: dict[str, set[str]]) -> None:
    found = {call: part for call in names_in(page.read_text(encoding="utf-8")) if (part := misnamed(call, options))}
    assert found == {}


@pytest.mark.parametrize(("text", "calls", "wrong"), [
    ("`novikoff check -x` and `novikoff`", ["novikoff check -x"], None),
    ("`novikoff export coq ID -o coq`", ["novikoff export coq ID -o coq"], None),
    ("`novikoff COMMAND --help`, `make test`", ["novikoff COMMAND --help"], None),
    ("```\npytest --novikoff a:B\n```\n", ["pytest --novikoff a:B"], "--novikoff"),
    ("```sh\nnovikoff chek\n```\n", ["novikoff chek"], "chek"),
    ("```console\n$ novikoff chek\n```\n", [], None),
    ("```\nnovikoff check a.py \\\n  --nothing=1\n```\n", ["novikoff check a.py    --nothing=1"], "--nothing=1"),
    ("`novikoff --nothing`", ["novikoff --nothing"], "--nothing"),
])
def test_a_call_that_does_not_exist_is_seen(text, calls, wrong, options) -> None:
    assert names_in(text) == calls
    assert next((part for call in calls if (part := misnamed(call, options))), None) == wrong


def does_what_is_shown(shown: Shown) -> None:
    block = [each for each in SHOWN if each.block == shown.block]
    for each in filter(lambda each: each.is_run, block[: block.index(shown)]):  # it may use what these have made
        run(each.command)
    status, printed = run(shown.command)
    assert status == shown.status, printed
    assert (line := missing(shown.output, printed.splitlines())) is None, f"not printed: {line}\n{printed}"


@pytest.mark.parametrize("page", [page for page in DOCUMENTS if "\n>>> " in page.read_text(encoding="utf-8")
                                  and page.name != "python-api.md"],  # its examples are those of docstrings
                         ids=lambda page: page.name)
def test_examples_in_python_do_what_is_shown(page: Path) -> None:
    text = page.read_text(encoding="utf-8").replace("```", "")  # a blank line ends what is expected
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert len(examples.examples) > 1
    with registry.temporary_claims():  # an example may state a theorem
        assert doctest.DocTestRunner().run(examples).failed == 0


def test_commands_are_read() -> None:
    text = "\n```console\n$ novikoff prove 'real a\n> |- a <= 1'  # exit 1\nrefuted\n...\n  a = 2\n\n$ make x\n```\n"
    first, second = commands_in(text)
    assert (first.command, first.status) == ("novikoff prove 'real a\n|- a <= 1'", 1)
    assert first.output == ("refuted", "...", "  a = 2")
    assert (second.place, second.command, second.output) == ("text:9", "make x", ())


@pytest.mark.parametrize("page", [*PAGES, *PROSE], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_block_of_code_ends(page: Path) -> None:
    fences = re.findall(r"^.*```.*$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert [line for line in fences if not re.fullmatch(r" *```\w*", line)] == []
    assert len(fences) % 2 == 0


def test_what_is_not_printed_is_seen() -> None:
    printed = ["a", "b", "c", "d"]
    assert missing(("a", "...", "d"), printed) is None
    assert missing(("a", "b", "..."), printed) is None
    assert missing(("a", "c"), printed) == "c"
    assert missing(("b",), printed) == "b"
    assert missing(("...", "d", "...", "c"), printed) == "c"
    assert missing(("a",), []) == "a"


def not_there(text: str, folder: Path) -> Iterator[str]:
    """The files that a page of a folder names or links to, and that are not there; NAME stands for any."""
    for name in re.findall(rf"`((?:{'|'.join(FOLDERS)})/[\w./*-]*)`", text):
        if not list(ROOT.glob(re.sub(r"[A-Z]{4,}(?!\.md)", "*", name))):
            yield name
    for name in re.findall(r"`(\w+\.py)`", text):
        if name not in FILES:
            yield name
    for above, names in re.findall(r"`([\w/]+/)\w+\.py`((?:, `\w+\.py`)+)", text):  # more files of the same folder
        for name in re.findall(r"\w+\.py", names):
            if not (ROOT / above / name).exists():
                yield above + name
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        if "://" not in link and not (folder / link).exists():
            yield link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_file_that_is_named_exists(page: Path) -> None:
    assert list(not_there(page.read_text(encoding="utf-8"), page.parent)) == []


def test_every_file_that_a_script_names_exists() -> None:
    scripts = [path for path in ROOT.glob("novikoff/**/*.*") if path.suffix in (".js", ".css", ".html", ".v", ".ml")]
    assert len(scripts) > 50
    named = {name: path for path in scripts for name in re.findall(r"\w+\.py\b", path.read_text(encoding="utf-8"))}
    assert {name: path for name, path in named.items() if name not in FILES} == {}


def test_the_page_of_benchmarks_has_all_of_them() -> None:
    page = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| `(.+?)` \|", page, re.MULTILINE)) == [path.name for path in BENCHMARKS]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("path", BENCHMARKS, ids=lambda path: path.stem)
def test_a_benchmark_starts_with_the_command_and_the_options_that_it_names(path: Path) -> None:
    call, options = re.findall(r"^    (python .*?)( \[.*)", path.read_text(encoding="utf-8"), re.MULTILINE)[0]
    status, printed, messages = by_the_shell(f"{call} --help", sys.executable, ROOT, os.environ)
    assert status == 0, messages
    assert set(re.findall(r"\[(-[\w-]+)", options)) <= set(re.findall(r"(?<=[ \[])-[\w-]+", printed.split("\n\n")[0]))


def test_files_that_are_not_there_are_seen() -> None:
    there = "`proofs/kernel.py` `proofs/` `kernel.py` `tests/*/test_k*.py` `algorithms/NAME.py` [x](docs/index.md#a)"
    assert list(not_there(there, ROOT)) == []
    gone = ["proofs/gone.py", "tests/gone/*.py", "gone.py", "proofs/check.py", "docs/gone.md"]
    assert list(not_there("`{0}` `{1}` `{2}` `proofs/kernel.py`, `check.py` [x]({4}#a)".format(*gone), ROOT)) == gone
