"""What the tests of the front door share."""

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from novikoff.cli import cli
from novikoff.proofs.checking import vacuity
from novikoff.proofs.statements.proof_script import Script
from novikoff.proofs.statements.registry import Claim

Run = Callable[..., Result]
Parts = str | Iterable[str]

A_SUM = """from novikoff.theorems import *
from rules import factor

@theorem("a-sum", title="A sum is not long")
def a_sum(p):
    \"\"\"A sum.\"\"\"
    u, v = p.vectors("u v")
    p.show(conclusion=(u + v) @ (u + v) <= factor * (u @ u + v @ v))
    p.conclude()
"""


@pytest.fixture(autouse=True)
def no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are laid out as for a file: workers of pytest-xdist have the width of its terminal."""
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture
def novikoff() -> Run:
    """Run the program in this process: novikoff("prove", "…") has .exit_code, .stdout and .stderr.

    What is given of these is compared: the exit status, all of an output, and a part, or parts, of one in `out`, `err`.
    What is refused, with status 2, is refused in one sentence.
    """
    def run(*arguments: str, status: int | None = None, out: Parts = (), err: Parts = (), stdout: str | None = None,
            stderr: str | None = None, **settings: object) -> Result:
        try:
            result = CliRunner().invoke(cli, arguments, prog_name="novikoff", **settings)
        except pytest.skip.Exception as problem:  # of a file that the program read; it would skip the test
            raise AssertionError("the program lets a skip pass") from problem
        assert status in (None, result.exit_code), result.output
        assert status != 2 or (result.stdout, result.stderr.count("\n")) == (stdout or "", 1), result.output
        for printed, whole, parts in ((result.stdout, stdout, out), (result.stderr, stderr, err)):
            assert whole in (None, printed), result.output
            for part in [parts] if isinstance(parts, str) else parts:
                assert part in printed, result.output
        return result
    return run


@pytest.fixture
def command(novikoff: Run) -> Run:
    """The same, for tests in which `novikoff` is the module."""
    return novikoff


@pytest.fixture
def plant(plant: Callable[..., Claim], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Claim]:
    """Add a claim to the ledger, whose model is not searched for long."""
    monkeypatch.setattr(vacuity, "BUDGETS", (4000,))
    return plant


def impossible(p: Script) -> None:
    """Numbers that are positive and negative are 7 or more."""
    (a,) = p.reals("a")
    p.assume(positive=a > 0, negative=a < 0)
    p.show(conclusion=a >= 7)


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., str]:
    """Write a file of data and return its path."""
    def write(text: str, name: str = "data.csv") -> str:
        path = tmp_path / name
        path.write_bytes(text.encode())
        return str(path)
    return write


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a theorem and a rule that it imports, which is the current one."""
    place = tmp_path / "home"
    place.mkdir()
    (place / "mine.py").write_text(A_SUM)
    (place / "rules.py").write_text("factor = 2\n")
    monkeypatch.chdir(place)
    monkeypatch.syspath_prepend(str(place))
    sys.modules.pop("rules", None)
    yield place
    sys.modules.pop("rules", None)
