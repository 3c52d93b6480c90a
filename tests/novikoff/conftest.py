"""What the tests of the front door share."""

from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from novikoff.cli import cli


@pytest.fixture(autouse=True)
def no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are laid out as for a file: workers of pytest-xdist have the width of its terminal."""
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture
def novikoff() -> Callable[..., Result]:
    """Run the program in this process: novikoff("prove", "…") has .exit_code, .stdout and .stderr."""

    def run(*arguments: str, **settings: object) -> Result:
        return CliRunner().invoke(cli, arguments, prog_name="novikoff", **settings)

    return run


@pytest.fixture
def command(novikoff: Callable[..., Result]) -> Callable[..., Result]:
    """The same, for tests in which `novikoff` is the module."""
    return novikoff
