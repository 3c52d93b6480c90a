"""The everyday loop: stop at a failure, check again what failed or changed, where time goes, and where a failure is."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from novikoff.commands import _watch
from novikoff.proofs import kernel
from novikoff.proofs.checking import entry_building, ledger_check, verdict_cache
from novikoff.proofs.search import smt_solvers

from .conftest import A_SUM, Run

ALL = ("cauchy-schwarz", "equal-vectors-have-equal-products", "square-length-convex")
QUICK = ("--engine", "kernel", "-j", "1")


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> str:
    """A claim that the search proves no more."""
    name = "equal-vectors-have-equal-products"
    def proof(claim, *before, real=entry_building.proof):
        if claim.id == name:
            raise ValueError("it is broken")
        return real(claim)
    monkeypatch.setattr(entry_building, "proof", proof)
    return name


def test_the_first_failure_stops_the_check(novikoff: Run, broken: str) -> None:
    made = []
    with pytest.MonkeyPatch.context() as watched:
        watched.setattr(ledger_check, "build_entry",
                        lambda i, *how, real=ledger_check.build_entry, **more: made.append(i) or real(i, *how, **more))
        result = novikoff("check", *ALL, *QUICK, "-x", "--json")
    data = json.loads(result.stdout)
    assert (result.exit_code, data["stopped"]) == (1, True)
    assert [(claim["id"], claim["verdict"]) for claim in data["claims"]] == [(ALL[0], "proved"), (broken, "error")]
    assert made == [*ALL[:2]]
    assert "novikoff: stopped at the first verdict not expected: 2 of 3 claims are done\n" in result.stderr
    assert len(json.loads(novikoff("check", *ALL, *QUICK, "--json").stdout)["claims"]) == 3


def test_a_failure_that_only_the_kernel_sees_stops_it_too(novikoff: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    real = kernel.check_entry
    def check_entry(entry, library):
        kernel.require(entry["statement"]["id"] != ALL[1], "it is broken")
        return real(entry, library)
    monkeypatch.setattr(kernel, "check_entry", check_entry)
    data = json.loads(novikoff("check", *ALL, *QUICK, "-x", "--json").stdout)
    assert [(claim["id"], claim["verdict"]) for claim in data["claims"]] == [(ALL[0], "proved"), (ALL[1], "error")]


def test_a_lemma_that_nobody_asked_for_does_not_hide_what_rests_on_it(novikoff: Run, monkeypatch) -> None:
    monkeypatch.setattr(kernel, "check_entry", lambda *_: kernel.require(False, "it is broken"))
    novikoff("check", ALL[1], *QUICK, "-x", status=1, out=f"error     {ALL[1]}")


def test_what_failed_last_is_checked_alone(novikoff: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NOVIKOFF_CACHE", str(tmp_path))
    monkeypatch.delenv("CI", raising=False)
    def ids(*more: str) -> list[str]:
        return [claim["id"] for claim in json.loads(novikoff("check", *ALL, *QUICK, "--json", *more).stdout)["claims"]]
    with monkeypatch.context() as now:
        now.setattr(entry_building, "proof", lambda claim: 1 / 0)
        assert ids("-k", "cauchy or products") == [*ALL[:2]]
    assert ids("--lf") == [*ALL[:2]]
    assert "so all claims are checked" in novikoff("check", *ALL, *QUICK, "--lf").stderr
    assert ids("--lf") == [*ALL]


def test_where_time_goes_is_told(novikoff: Run) -> None:
    result = novikoff("check", *ALL, "--engine", "kernel,z3", "-j", "1", "--durations", "2", "--json")
    durations = json.loads(result.stdout)["durations"]
    assert {"start-up", "writing", "search", "z3", "kernel", "models", "other"} == set(durations["seconds"])
    assert not smt_solvers.process.keeper  # the solver's process has ended, so its seconds are among those of all
    assert [set(each["seconds"]) for each in durations["slowest"]] == [{"writing", "search", "z3", "kernel"}] * 2
    totals = [sum(each["seconds"].values()) for each in durations["slowest"]]
    assert totals == sorted(totals, reverse=True)
    for kind in ("search", "z3", "kernel"):
        assert durations["seconds"][kind] >= max(each["seconds"][kind] for each in durations["slowest"])
    text = novikoff("check", ALL[0], *QUICK, "--durations").stdout
    assert re.search(r"^  kernel +\d+\.\d\d s$", text, re.MULTILINE)
    assert re.search(rf"^ +\d+ ms  {ALL[0]}  \(.*kernel \d+\)$", text, re.MULTILINE)


def test_github_is_told_file_and_line(novikoff: Run, broken: str) -> None:
    result = novikoff("check", broken, *QUICK, "--output-format", "github")
    file, line = re.search(r"^::error file=(.*),line=(\d+),title=", result.stdout).groups()
    lines = Path(file).read_text(encoding="utf-8").splitlines()
    assert lines[int(line) - 1].startswith("@theorem(")
    assert f'"{broken}"' in "".join(lines[int(line) - 1 : int(line) + 1])


@pytest.fixture
def home(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with a theorem, and a cache."""
    monkeypatch.setenv("NOVIKOFF_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("CI", raising=False)
    return home


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds are made in this process, and what changes is seen at once or never."""
    def never(seconds: float) -> None:
        raise AssertionError("no change is seen")
    monkeypatch.setattr(_watch, "run_in_subprocess", lambda seconds, work: work())
    monkeypatch.setattr(_watch, "pause", never)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


def test_what_changes_is_checked_again_until_it_is_interrupted(novikoff: Run, home: Path, here, monkeypatch) -> None:
    """Each entry of `edits` is done where the program waits; it has to see the change by itself."""
    file, seen = home / "mine.py", []
    edits = [
        lambda: file.write_text(changed(file.read_text(), "factor *", "1 *")),
        lambda: file.write_text("def (:"),
        lambda: file.write_text(changed(A_SUM, "factor *", "3 *")),
        lambda: (home / "more.py").write_text("# nothing\n"),
    ]
    def wait(before, real=_watch.until_change):
        if not edits:
            raise KeyboardInterrupt
        edits.pop(0)()
        seen.append(real(before))
        return seen[-1]
    monkeypatch.setattr(_watch, "until_change", wait)
    result = novikoff("check", "mine.py", "cauchy-schwarz", *QUICK, "-w")
    assert [path.name for path in seen] == ["mine.py", "mine.py", "mine.py", "home"]
    lines = result.stdout.splitlines()
    assert [re.split("  +|; ", line)[:2] for line in lines if " [" in line] == [
        ["proved", "cauchy-schwarz"], ["proved", "a-sum"],
        ["refuted", "a-sum"], ["error", "mine.py"], ["proved", "a-sum"],
    ]
    assert "internal error" not in result.stderr


def test_a_change_of_what_is_loaded_ends_the_watch(novikoff: Run, home: Path, here, monkeypatch, tmp_path) -> None:
    package = tmp_path / "package"
    shutil.copytree(verdict_cache.PACKAGE / "proofs" / "claims", package / "proofs" / "claims")
    shutil.copy(verdict_cache.PACKAGE / "proofs" / "kernel.py", package / "proofs")
    monkeypatch.setattr(verdict_cache, "PACKAGE", package)
    def wait(before, real=_watch.until_change):
        (package / "proofs" / "kernel.py").write_text("# another one")
        return real(before)
    monkeypatch.setattr(_watch, "until_change", wait)
    result = novikoff("check", "cauchy-schwarz", *QUICK, "--watch",
                      err="proofs/kernel.py has changed, and every verdict depends on it; start --watch again")
    assert result.exit_code == 2


@pytest.mark.parametrize("more", [("--replay",), ("--evaluate",), ("--save", "x.json"), ("--engine", "coq")])
def test_there_is_nothing_to_watch_where_nothing_is_kept(novikoff: Run, home: Path, more) -> None:
    assert novikoff("check", "cauchy-schwarz", "-w", *more).exit_code == 2


def test_a_saved_file_is_checked_in_a_program_that_goes_on(home: Path) -> None:
    command = [sys.executable, "-m", "novikoff", "check", "mine.py", *QUICK, "-q", "-w"]
    environment = os.environ | {"PYTHONUNBUFFERED": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(command, cwd=home, env=environment, stdout=subprocess.PIPE, text=True) as program:
        try:
            assert "1 proved" in program.stdout.readline()
            (home / "rules.py").write_text("factor = 1  # too small\n")
            assert program.stdout.readline().startswith("refuted   a-sum")
            assert "1 refuted" in program.stdout.readline()
            program.send_signal(signal.SIGINT)
            assert program.stdout.read() == ""
        except BaseException:
            program.kill()
            raise
    assert program.returncode == 130
