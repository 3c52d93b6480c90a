"""Every command and every option explains itself."""

from pkgutil import iter_modules

import click
import pytest

from novikoff import commands
from novikoff.cli import cli
from novikoff.report.outcome_text import VERDICTS

from .conftest import Run


@pytest.mark.parametrize("name", sorted(cli.commands))
def test_a_command_explains_itself_and_each_option(novikoff: Run, name: str) -> None:
    printed = novikoff(name, "--help", status=0, out="Exit status: 0 all hold").stdout
    assert f"novikoff {name} " in printed.replace(f"Usage: novikoff {name} ", ""), "an example"
    assert "000000000" not in printed, "a limit that nobody meets"
    options = [parameter for parameter in cli.commands[name].params if isinstance(parameter, click.Option)]
    for option in options:
        assert option.help, f"{name} {option.opts}"
    shared = {"--output-format", "--json", "-q", "--quiet", "-v", "--verbose"}
    assert {each for option in options for each in option.opts} >= shared


@pytest.mark.parametrize("width", [80, 100])
def test_the_examples_of_the_first_page_keep_their_columns(novikoff: Run, width: int) -> None:
    novikoff("--help", terminal_width=width,
             out="  novikoff help                        verdicts, grammar, exit status, files, trust\n")


def test_the_first_page_names_every_command(novikoff: Run) -> None:
    result = novikoff("--help", out="_NOVIKOFF_COMPLETE=bash_source")
    assert all(name in result.stdout for name in cli.commands)


def test_each_command_is_a_file_and_each_file_a_command() -> None:
    files = {module.name for module in iter_modules(commands.__path__) if not module.name.startswith("_")}
    assert {name.replace("_", "-") for name in files} == set(cli.commands)
    assert all(command.name == name for name, command in cli.commands.items())


def test_topics_are_listed_and_help_is_the_same_in_both_ways(novikoff: Run) -> None:
    listed = novikoff("help").stdout.split("\n\n")[0].splitlines()
    names = [line.split()[0] for line in listed]
    assert {"verdicts", "grammar", "exit-status", "files", "trust"} <= set(names)
    assert len({novikoff("help", name).stdout for name in names}) == len(names)
    # Every verdict is explained
    lines = novikoff("help", "verdicts").stdout.split("\n\n")[0].splitlines()
    assert [line.split()[0] for line in lines] == list(VERDICTS)
    # The help of a command is printed in two ways
    assert novikoff("help", "separate").stdout == novikoff("separate", "--help").stdout
    assert "`|-` precedes the conclusion" in " ".join(novikoff("help", "grammar").stdout.split())
