"""Every command and every option explains itself."""

from pkgutil import iter_modules

import click
import pytest

from novikoff import commands
from novikoff.cli import cli
from novikoff.report.outcome_text import VERDICTS

from .conftest import Run


@pytest.mark.parametrize("name", sorted(cli.commands))
def test_a_command_teaches_by_example(novikoff: Run, name: str) -> None:
    result = novikoff(name, "--help", status=0, out="Exit status: 0 all hold")
    assert f"novikoff {name} " in result.stdout.replace(f"Usage: novikoff {name} ", "")


@pytest.mark.parametrize("name", sorted(cli.commands))
def test_every_option_has_help(name: str) -> None:
    for parameter in cli.commands[name].params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{name} {parameter.opts}"


@pytest.mark.parametrize("name", sorted(cli.commands))
def test_every_command_has_the_shared_options(name: str) -> None:
    options = {option for parameter in cli.commands[name].params for option in parameter.opts}
    assert options >= {"--output-format", "--json", "-q", "--quiet", "-v", "--verbose"}


@pytest.mark.parametrize("name", sorted(cli.commands))
def test_no_help_speaks_of_a_limit_that_nobody_meets(novikoff: Run, name: str) -> None:
    assert "000000000" not in novikoff(name, "--help").stdout


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


def test_topics_are_listed_and_each_is_told(novikoff: Run) -> None:
    listed = novikoff("help").stdout.split("\n\n")[0].splitlines()
    names = [line.split()[0] for line in listed]
    assert {"verdicts", "grammar", "exit-status", "files", "trust"} <= set(names)
    assert len({novikoff("help", name).stdout for name in names}) == len(names)


def test_every_verdict_is_explained(novikoff: Run) -> None:
    lines = novikoff("help", "verdicts").stdout.split("\n\n")[0].splitlines()
    assert [line.split()[0] for line in lines] == list(VERDICTS)


def test_help_of_a_command_is_its_help(novikoff: Run) -> None:
    assert novikoff("help", "separate").stdout == novikoff("separate", "--help").stdout
    assert "`|-` precedes the conclusion" in " ".join(novikoff("help", "grammar").stdout.split())
