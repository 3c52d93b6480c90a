"""-o means one thing, and what cannot be written is refused before the work begins."""

import os

import click
import pytest

from novikoff.algorithms.errors import BadInput
from novikoff.algorithms.safe_files import require_writable
from novikoff.cli import cli
from novikoff.commands._shared import Failure, Writable

WRITING = {("audit", "--write-profile"), ("campaign", "--output"), ("check", "--save"), ("export", "--output"),
           ("mutate", "--resume"), ("new", "--output"), ("prove", "--save"), ("run", "--certificate"),
           ("separate", "--certificate"), *(("worst-case", f"--{what}") for what in ("book", "certificate", "data")),
           *((name, "--plot") for name in ("audit", "bound", "campaign", "run"))}
ARGUMENTS = {
    "audit": ["m:C"], "bound": ["k <= R"], "campaign": ["k <= R"], "export": ["coq"], "new": ["theorem", "x"],
    "prove": ["|- 0 <= 1"], "run": ["perceptron", "iris.csv"], "separate": ["iris.csv"],
    "worst-case": ["perceptron"],
}


def options(name):
    return [parameter for parameter in cli.commands[name].params if isinstance(parameter, click.Option)]


@pytest.mark.parametrize("name", sorted(cli.commands))
def test_o_is_where_to_write(name):
    short = [option for option in options(name) if "-o" in option.opts]
    assert [option.opts for option in short] == [["-o", "--output"]]
    assert isinstance(short[0].type, Writable)


@pytest.mark.parametrize("name", sorted(cli.commands))
def test_every_path_that_is_written_is_tried_first(name):
    """A path of `click` is only that of what is read, which has to exist."""
    assert all(option.type.exists for option in options(name) if isinstance(option.type, click.Path))
    tried = {(name, option.opts[-1]) for option in options(name) if isinstance(option.type, Writable)}
    assert tried == {pair for pair in WRITING if pair[0] == name} | {(name, "--output")}


@pytest.mark.parametrize(("name", "option"), sorted(WRITING))
def test_it_is_refused_while_the_command_line_is_read(name, option, tmp_path, monkeypatch):
    """The context is made of the words; the command's work begins after that."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("mine")
    below = str(tmp_path / "file" / "below.svg")
    for path, words in (below, r"cannot be written to .*below.svg: "), ("", "'' cannot be the name of |a picture is"):
        with pytest.raises(Failure, match=words) as refusal:
            cli.commands[name].make_context(name, [*ARGUMENTS.get(name, []), option, path])
        assert refusal.value.exit_code == 2
    assert os.listdir(tmp_path) == ["file"]


def test_what_can_be_written_leaves_nothing_behind(tmp_path):
    require_writable(tmp_path / "new.json")
    require_writable(tmp_path / "a" / "b", folder=True)
    require_writable(tmp_path, folder=True)
    assert os.listdir(tmp_path) == []
    (tmp_path / "old").write_text("kept")
    require_writable(tmp_path / "old")
    assert (tmp_path / "old").read_text() == "kept"


@pytest.mark.parametrize(("path", "reason"),
                         [("/", "it is a directory"), ("/dev/null", "it is a device"),
                          ("/nowhere/x", "there is no folder /nowhere"), ("/proc/x", "No such file|Permission")])
def test_what_cannot_be_written_is_told_with_its_reason(path, reason):
    with pytest.raises(BadInput, match=f"the proof cannot be written to .*: .*{reason}"):
        require_writable(path, "proof")


def test_a_name_that_is_none():
    with pytest.raises(BadInput, match=r"'a\\x00b' cannot be the name of a proof"):
        require_writable("a\0b", "proof")


def test_o_has_what_would_be_printed_and_a_failure_writes_nothing(novikoff, tmp_path):
    words = ("run", "nearest_mean", "iris.csv", "--positive", "setosa")
    printed = novikoff(*words).stdout
    novikoff(*words, "-o", str(tmp_path / "page.txt"), status=0, stdout="")
    assert (tmp_path / "page.txt").read_text() == printed != ""
    assert os.listdir(tmp_path) == ["page.txt"]
    words = ("separate", "iris.csv", "--no-bias", "--json", "-o")
    novikoff(*words, str(tmp_path / "answer"), "--positive", "virginica", status=1)
    assert '"separable": false' in (tmp_path / "answer").read_text()
    assert novikoff(*words, str(tmp_path / "page"), "--positive", "rose").exit_code == 2
    assert sorted(os.listdir(tmp_path)) == ["answer", "page.txt"]


@pytest.mark.parametrize("spelled", [["-p", "k=2"], ["-o", "k=2"], ["-ok=2"], ["--option", "k=2"]])
def test_an_option_of_an_algorithm_is_also_read_as_it_was(spelled, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    given = ["nearest_neighbours", "iris.csv", *spelled, "-o", "report"]
    context = cli.commands["run"].make_context("run", given)
    assert context.params["option"] == ("k=2",)
    assert context.params["printed"] == "report"
