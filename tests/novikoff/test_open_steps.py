"""Errors and open steps of theorem files: the author's file and line, what failed, and what is left to show."""

import json
import re
from collections.abc import Callable
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from novikoff.proofs.checking import ledger_check
from novikoff.proofs.statements.proof_script import COMPUTATION

from .conftest import Run

HEAD = """from fractions import Fraction
import math
from novikoff.proofs.statements.perceptron_runs import homogeneous_run
from novikoff.theorems import *

@theorem("mine", title="Mine")
def mine(p):
    \"\"\"Mine.\"\"\"
    u, v = p.vectors("u v")
    a, b, c = p.reals("a b c")
"""
RUN = """    run = homogeneous_run(p)
    R, k, w, z = p.real("R"), run.k, run.w, run.z
    run.examples(radius=z @ z <= R**2)
"""
# What an author may get wrong, with the line marked by #!, and the sentence. Without a mark it is about the theorem.
WRONG = {
    "p.assume(margin=a >= 0)\np.show(conclusion=2*a >= 0)\np.conclude('margn')  #!": "did you mean margin?",
    "p.show(conclusion=a**2 >= 0)\np.use('schwarz', u=u, v=v)  #!\np.conclude()": "no theorem 'schwarz'",
    "p.show(conclusion=a**2 >= 0)\np.use('cauchy-schwarz', x=u, v=v)  #!": "has no variable x",
    "p.show(conclusion=a**2 >= 0)\np.have('s', u @ u >= 0, by('cauchy-schwarz', u=a, v=v))  #!": "a vector is expected",
    "p.show(conclusion=a**2 >= 0)\np.have('x', a*0.1 >= 0)  #!": "write Fraction(1, 10)",
    "p.show(conclusion=a**2 >= 0)\np.sum('nothing', 'total')  #!": "no fact is named 'nothing'",
    "p.show(conclusion=a**2 >= 0)\np.conclude('nothing')  #!": "no fact is named 'nothing'; there are no facts",
    "p.show(conclusion=a**2 >= 0)\np.conclude()  #!\np.have('x', a**2 >= 0)": "are not the last step",
    "p.show(conclusion=a**2 >= 0)\nwith p.induction(x=a**2 >= 0): p.conclude()  #!": "about runs",
    "p.show(conclusion=a**2 >= 0)\nwith p.case(a >= 0):  #!\n    p.conclude()": "not cover every sign: < 0 is",
    "p.show(conclusion=a**2 >= 0)\nwith p.case(a > 0):  #!\n    p.conclude()": "sign: < and = 0 are missing",
    # of the theorem, and of no line in it
    "p.assume(a=a >= 0)": "the script states no conclusion",
    "q = p.inverse('q', a)\np.show(conclusion=Eq(q*a, 1))": "there is no p.run",
}


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Write the theorem whose script goes on with these lines."""
    monkeypatch.chdir(tmp_path)
    def file(lines: str, before: str = "") -> None:
        body = "\n".join(f"    {line}" for line in lines.splitlines())
        (tmp_path / "mine.py").write_text(HEAD + before + body + "\n", encoding="utf-8")
    return file


@pytest.fixture
def checked(novikoff: Run) -> Callable[..., tuple[dict[str, Any], int]]:
    """The claim of `check --json`, and the exit status."""
    def run(*more: str) -> tuple[dict[str, Any], int]:
        result = novikoff("check", "mine.py", "--json", "-q", "-j", "1", *(more or ("--engine", "kernel")))
        return json.loads(result.stdout)["claims"][0], result.exit_code
    return run


def marked(mark: str = "#!") -> int:
    return next(n for n, line in enumerate(Path("mine.py").read_text().splitlines(), 1) if mark in line)


@pytest.mark.parametrize("lines", WRONG)
def test_an_error_names_the_authors_file_and_line_or_that_of_the_theorem(write, checked, lines: str) -> None:
    write(lines)
    claim, status = checked()
    assert (claim["verdict"], status != 0) == ("error", True)
    assert WRONG[lines] in claim["reason"]
    assert claim["reason"].endswith(f"(mine.py, line {marked('#!' if '#!' in lines else '@theorem')})")
    assert not re.search(r"(elaboration|script|kernel|language|expressions)\.py", claim["reason"])


def test_an_error_in_a_function_of_another_file_is_there(write, checked) -> None:
    Path("helping.py").write_text("def steps(p, a):\n    p.have('x', a**2 >= 0, 'nothing')\n")
    write("import helping\nhelping.steps(p, a)\np.conclude('x', conclusion=a**2 >= 0)")
    assert checked()[0]["reason"].endswith("(helping.py, line 2)")


OPEN = """p.assume(low=a >= 0, more=b >= 2*a)
p.have('first', 2*a >= 0, 'low')
p.have('third', b >= 1, 'low', 'more')  #!
"""


def test_what_is_left_to_show_is_printed_with_its_line(write, novikoff, checked, monkeypatch):
    write(OPEN + "p.conclude('third', 'more', conclusion=b >= a)")
    real = ledger_check.check
    outcomes = cache(lambda: real(["mine"], engines="kernel", jobs=1))  # one for all formats
    monkeypatch.setattr(ledger_check, "check", lambda *_, **__: outcomes())
    known = {"low": "a ≥ 0", "more": "b − 2·a ≥ 0", "first": "2·a ≥ 0"}
    claim, status = checked()
    left = claim["left_to_show"]
    assert left == {"step": "third", "file": str(Path.cwd() / "mine.py"), "line": marked(), "goal": "b − 1 ≥ 0",
                    "known": known}
    assert (claim["verdict"], claim["engines"], claim["trust"]["checked_by"], status) == ("unknown", {}, [], 3)
    for options in ([], ["-v"], ["-q"], ["--trust"], ["--output-format", "github"], ["--output-format", "junit"]):
        said = unescape(novikoff("check", "mine.py", "--engine", "kernel", "-j", "1", *options).stdout)
        assert f"no certificate found for third (mine.py, line {marked()})" in said
        assert "left to show, for third: b − 1 ≥ 0" in said
        for name, fact in known.items():
            assert f"{name}: {fact}" in said
        assert "github" not in options or f"file=mine.py,line={marked()}," in said


def test_no_engine_seems_to_agree_with_unknown(write, checked) -> None:
    write("p.assume(cube=Eq(a**3, 2), low=b >= a)\np.conclude('low', conclusion=b**5 >= a**5)")
    claim, status = checked("--engine", "kernel,z3")
    assert (claim["verdict"], status, claim["trust"]["checked_by"]) == ("unknown", 3, [])
    assert "step-1" not in json.dumps(claim)


@pytest.mark.parametrize("engines", ["kernel", "kernel,z3"])
def test_one_cause_has_one_verdict(write, checked, engines: str) -> None:
    write(OPEN + "p.conclude('third', 'more', conclusion=b >= a)")
    claim, status = checked("--engine", engines)
    assert (claim["verdict"], status) == ("unknown", 3)


@pytest.mark.parametrize(("invariant", "said"), [
    ("growth=w @ w <= k * R**2 / 2", "the invariant growth after a step of the run"),
    ("growth=w @ w <= k * R**2 - 1", "the invariant growth at the start of the run"),
])
def test_an_invariant_that_is_not_kept_is_called_so(write, checked, invariant: str, said: str) -> None:
    write(f"with p.induction({invariant}):  #!\n    pass\np.conclude(conclusion=a**2 >= 0)", RUN)
    claim, _ = checked()
    assert claim["left_to_show"]["step"] == said
    assert claim["left_to_show"]["line"] == marked()


@pytest.mark.parametrize("reasons", ["", "'radius', 'mistake'", "'growth', 'radius', 'mistake'"])
def test_a_conclusion_in_an_induction_need_not_name_the_invariants(write, checked, reasons: str) -> None:
    write(f"with p.induction(growth=w @ w <= k * R**2):\n    p.conclude({reasons})\n"
          "p.conclude('growth', conclusion=w @ w <= k * R**2)", RUN)
    assert checked()[0]["verdict"] == "proved"


@pytest.mark.parametrize("name", sorted(COMPUTATION))
def test_a_fact_may_have_the_name_of_a_computation(write, checked, name: str) -> None:
    write(f"p.assume({name}=a <= b, less=b <= c)\np.have('sum', a <= c, '{name}', 'less')\n"
          f"p.conclude('sum', '{name}', conclusion=2*a <= b + c)")
    assert checked()[0]["verdict"] == "proved"
    write(f"p.assume(low=a <= b, less=b <= c)\np.have('{name}', a <= c, 'low', 'less')\n"
          f"p.conclude('{name}', conclusion=a <= c)")
    assert checked()[0]["verdict"] == "proved"
