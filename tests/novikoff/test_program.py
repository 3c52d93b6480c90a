"""The program as a process: what it imports, how it is interrupted, what a closed pipe does."""

import json
import os
import signal
import subprocess
import sys
from typing import Any

import click
import pytest

from novikoff.algorithms.registry import ALGORITHMS
from novikoff.cli import NAMES, commands
from novikoff.proofs.checking import ledger_check
from novikoff.proofs.search import smt_solvers
from novikoff.proofs.statements.registry import claims

HEAVY = ["sympy", "numpy", "z3", "cvc5", "flint", "hypothesis", "rich"]
SOLVERS = ["z3", "cvc5"]
PROGRAM = [sys.executable, "-m", "novikoff"]


def imported_by(code: str, names: list[str]) -> list[str]:
    """Which of the modules are imported after the code has run in a new process."""
    report = f"import sys\n{code}\nprint('imported:', *[n for n in {names!r} if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", report], capture_output=True, text=True, check=True, timeout=120)
    return done.stdout.splitlines()[-1].removeprefix("imported:").split()


def running(arguments: list[str]) -> str:
    """Code that runs the program and stays."""
    return f"from novikoff.cli import cli\ncli.main({arguments!r}, standalone_mode=False)"


def test_imports_are_light() -> None:
    assert imported_by("import novikoff", [*HEAVY, "novikoff.api.claimed_bound_checks"]) == []
    # Help is light
    files = [f"novikoff.commands.{name.replace('-', '_')}" for name in NAMES]
    assert imported_by(running(["--help"]), [*HEAVY, *files, "xml", "html", "subprocess"]) == []
    assert imported_by(running(["check", "--help"]), HEAVY) == []
    # Loading them takes longer than all its runs.
    bound = "import novikoff\nnovikoff.bound('k <= 2*R**2*(w@w + b**2/R**2)/gamma**2', algorithm='perceptron:R2')"
    assert imported_by(bound, ["numba", "clarabel", "scipy", "sympy", "numpy"]) == ["numpy"]
    # Update rules, and the fast engine until it compiles
    assert imported_by("import novikoff.algorithms.perceptron, novikoff.algorithms.fast_perceptron", HEAVY) == []
    assert imported_by("import novikoff.algorithms.fast_perceptron", ["numba"]) == []
    # Algorithms, but for the estimators
    every = ", ".join(f"novikoff.algorithms.{name}" for name in ALGORITHMS)
    assert imported_by(f"import novikoff.algorithms.registry, {every}", ["sklearn"]) == []
    # An audit draws its data without hypothesis
    code = "import novikoff.properties.audit.audit_runner"
    assert imported_by(code, ["hypothesis", "sympy", "z3", "cvc5", "clarabel", "scipy"]) == []
    # The engine "kernel" asks no solver
    assert imported_by(CHECK.format(settings="engines=['kernel']"), ["z3", "cvc5"]) == []
    # Heavy imports would be seen
    assert imported_by("import sqlite3", ["sqlite3", *HEAVY]) == ["sqlite3"]


def test_the_list_of_commands_loads_click_and_next_to_nothing() -> None:
    """Five modules of the house, and of the library none beyond what click needs, that are dear."""
    code = f"{running(['--help'])}\nprint(sum(name.partition('.')[0] == 'novikoff' for name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", f"import sys\n{code}"], capture_output=True, text=True, check=True)
    assert int(done.stdout.split()[-1]) <= 5
    assert imported_by(running(["--help"]), ["json", "dataclasses", "fractions", "decimal", "tempfile", "random"]) == []


def test_at_the_end_no_garbage_is_looked_for() -> None:
    """It would take a tenth of a replay; what was registered first runs last."""
    code = f"import atexit, gc\natexit.register(lambda: print(gc.get_freeze_count() > 1000))\n{running(['list', '-q'])}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "True"


def test_the_list_of_commands_has_their_own_first_sentences() -> None:
    longest = 10**6
    assert {name: commands[name].get_short_help_str(longest) for name in commands} == NAMES


def test_a_help_begins_with_one_sentence_and_an_example() -> None:
    for name in NAMES:
        _, second, *_ = commands[name].help.split("\n\n")
        assert second.strip(" \b\n").startswith("novikoff ")
        assert f"novikoff {name} " in second


EASY = ["real a |- a <= a**2 + 1", "vec u v; u@v == 0 |- norm(u + v)**2 == norm(u)**2 + norm(v)**2",
        "real a |- a <= a**2", "real t |- exp(t) >= 1 + t", "real t; 0 <= t, t <= 1 |- exp(t) <= 1 + (exp(1) - 1)*t"]
CITING = ["vec u v |- (u@v)**2 <= (u@u)*(v@v)", "vec u v |- norm(u + v) <= norm(u) + norm(v)"]


@pytest.mark.parametrize(("statements", "more"), [(EASY, ["novikoff.proofs.claims"]), (CITING, [])])
def test_what_is_easy_is_decided_before_a_solver_is_loaded(statements: list[str], more: list[str]) -> None:
    code = (
        f"from novikoff.proofs.prover.prove import prove\nfor text in {statements!r}: assert prove(text).reason == ''"
    )
    assert imported_by(code, ["numpy", "scipy", "clarabel", "z3", "cvc5", "hypothesis", "rich", "sympy", *more]) == []


def test_no_claim_needs_a_heavy_library_to_be_written_or_read_again(sample) -> None:
    """All in one process, which first checks some with nothing heavy at all, and then writes all statements."""
    code = f"""
from novikoff.proofs.checking.ledger_check import check
assert {{outcome.verdict for outcome in check({sample(claims(), 150)!r}, replay=True, jobs=1)}} >= {{"proved"}}
assert not {{*{HEAVY}}} & {{*sys.modules}}
from novikoff.proofs.checking.stored_certificates import stored_entries
assert len(stored_entries()) > 500
"""
    assert imported_by(code, ["sympy", "numpy", "scipy", *SOLVERS]) == []


@pytest.mark.sampled(0)  # it takes half a minute
def test_bounds_are_derived_and_tested_without_sympy(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    statement = "norm(w) == 1 |- k <= (R**2 + 1)*(1 + b**2)/gamma**2"
    commands = [["bound", statement, "--datasets", "2"], ["campaign", statement, "--count", "9", "-j", "1"]]
    code = f"""
import sys
from novikoff.cli import main
sys.modules["sympy"] = None
for sys.argv[1:] in {commands!r}:
    try:
        main()
    except SystemExit as end:
        assert not end.code
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    ends = [line.split()[0] for line in done.stdout.splitlines() if line[:1] in "pt"]
    assert (done.returncode, ends) == (0, ["proved", "tested", "tested"]), done.stderr


def test_a_command_imports_no_other() -> None:
    files = [f"novikoff.commands.{name.replace('-', '_')}" for name in NAMES]
    assert imported_by(running(["check", "--help"]), files) == ["novikoff.commands.check"]


# The limits are the numbers of modules that each command needs, packages included: the modules of the claim and of the
# claims that it cites, the algorithms that these are about, and what reads exact data and results. A higher number
# means that an import at the top of a module loads claims or algorithms for commands that do not use them.
@pytest.mark.parametrize(("command", "claims_read", "algorithms"), [
    (["check", "smola-mistake-bound", "--engine", "kernel"], 5, 18),
    (["check", "cauchy-schwarz", "--engine", "kernel"], 2, 9),
    (["prove", "vec u v |- u@v <= norm(u)*norm(v)"], 2, 15),  # cites a claim
    (["explain", "cauchy-schwarz"], 2, 14),
    (["export", "coq", "cauchy-schwarz", "-o", "coq"], 2, 9),
])
def test_a_command_on_a_claim_reads_it_and_what_it_cites(tmp_path, command, claims_read, algorithms) -> None:
    """Of more than a hundred files of claims, and the algorithms that they are about."""
    code = f"""
import os, sys
os.environ["NOVIKOFF_CACHE"] = "off"
from novikoff.algorithms import processes
processes.run_in_subprocess = lambda seconds, work, **more: work()  # so that what it imports is seen here
try:
    from novikoff.cli import cli
    cli.main({[*command, "-q"]!r})
except SystemExit as end:
    assert end.code == 0
for part in ("proofs.claims.", "algorithms."):
    print(sum(name.startswith(f"novikoff.{{part}}") for name in sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    read, known = map(int, done.stdout.split()[-2:])
    assert 0 < read <= claims_read
    assert 0 < known <= algorithms


def test_claims_are_in_one_order_whichever_is_read_first(sample) -> None:
    """The index names each claim with its module, before any module is read."""
    code = """
from novikoff.proofs.statements import registry
index = registry.claim_index()
first = registry.known_claims()[{first!r}]
assert {first!r} in registry.known_claims() and first.module == index[{first!r}][0]
everything = [*registry.claims(), *registry.claims_of_coq()]
assert sorted(everything, key=[*index].index) == sorted(index, key=[*index].index)
print(*everything)
"""
    printed = set[str]()
    for first in ("prank-mistake-bound", *sample([*claims()], 2)):
        printed.add(subprocess.check_output([sys.executable, "-c", code.format(first=first)], text=True))
    (order,) = printed
    assert len(order.split()) > 600


CHECK = "from novikoff.proofs.checking.ledger_check import check; check(['cauchy-schwarz'], {settings})"


def test_replay_asks_no_solver(tmp_path) -> None:
    made = subprocess.run([*PROGRAM, "check", "cauchy-schwarz", "-q", "--save", str(tmp_path / "book.json")])
    assert made.returncode == 0
    code = f"""
from pathlib import Path
from novikoff.proofs import evidence
from novikoff.proofs.checking.ledger_check import check
evidence.CERTIFICATES = Path({str(tmp_path / "book.json")!r})
outcome, = check(["cauchy-schwarz"], replay=True)
assert outcome.verdict == "proved" and outcome.engines == {{"kernel": "proved"}}
"""
    assert imported_by(code, SOLVERS) == []


@pytest.mark.parametrize("engines", [["kernel"], ["kernel", "z3"], ["cvc5"], ["kernel", "z3", "cvc5"]])
def test_only_the_engines_named_are_asked(monkeypatch, engines) -> None:
    asked = set()
    def ask(engine, scripts, **_):
        asked.add(engine)
        return [smt_solvers.Answer("unsat", 0) for _ in scripts]
    monkeypatch.setattr(smt_solvers, "ask", ask)
    ledger_check.check(["pair-cauchy-schwarz"], engines=engines, jobs=1)
    assert asked == set(engines) - {"kernel"}


SLOW = """
import os, signal, sys
from novikoff.algorithms.processes import run_in_subprocess
from novikoff.proofs.checking import ledger_check as checking
def make(identifier, *how, **more):
    os.write(1, b"working\\n")
    run_in_subprocess(None, lambda: os.write(1, b"solving\\n") and signal.pause())
checking.build_entry = make
from novikoff.cli import main
sys.argv[1:] = ["check", "-j", "2"]
main()
"""


def left(*code: str) -> subprocess.Popen[str]:
    """A program in a session of its own. Its output ends when all that it started has ended."""
    return subprocess.Popen([sys.executable, "-c", *code], text=True, start_new_session=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("whom", ["the group, as Ctrl-C does", "the program alone", "the program, killed"])
def test_an_interruption_ends_everything(whom: str) -> None:
    program, killed = left(SLOW), whom.endswith("killed")
    assert program.stdout is not None
    assert sorted(program.stdout.readline() for _ in range(4)) == ["solving\n"] * 2 + ["working\n"] * 2
    if whom.startswith("the group"):
        os.killpg(program.pid, signal.SIGINT)
    else:
        os.kill(program.pid, signal.SIGKILL if killed else signal.SIGINT)
    out, err = program.communicate(timeout=60)
    assert program.returncode == (-signal.SIGKILL if killed else 130)
    assert ("novikoff: interrupted: 0 of" in err) is not killed
    assert "Traceback" not in err
    assert out == ""


HANGING = """
import os, signal, sys
from novikoff.proofs.prover import prove as prover
from novikoff.proofs.search import smt_solvers as solvers
solvers.ask_cvc5 = lambda scripts: os.write(1, b"solving\\n") and [signal.pause() for _ in iter(int, 1)]
prover.prove = lambda text, **options: solvers.ask("cvc5", [""])
from novikoff.api import claims
claims.GUARD = 1  # seconds by the clock, and as many times the limit
from novikoff.cli import main
sys.argv[1:] = ["prove", "real a |- a >= 0", "--limit", "2"]
main()
"""


def test_prove_ends_at_its_limits_of_time_and_memory() -> None:
    program = left(HANGING)
    printed, errors = program.communicate(timeout=60)
    assert printed.startswith("solving\nunknown: no answer within 3 s; give a larger --limit\n")
    assert (errors, program.returncode) == ("", 3)
    program = left(HUNGRY)
    assert program.communicate(timeout=60) == ("unknown: no answer with 4 GiB of memory\n", "")
    assert program.returncode == 3


HUNGRY = HANGING.replace('solvers.ask("cvc5", [""])', "bytearray(2**36)")


DONE_AND_SLOW = """
import os, sys, time
from novikoff.proofs.checking import ledger_check as checking
made = checking.build_entry
def make(identifier, *how, **more):
    if identifier == "count-at-most-quotient":
        time.sleep(120)
    return made(identifier, *how, **more)
checking.build_entry = make
from novikoff.cli import main
few = ["cauchy-schwarz", "pair-cauchy-schwarz", "square-root-monotone", "count-at-most-quotient"]
sys.argv[1:] = ["check", *few, "--engine", "kernel", "-j", sys.argv[1], "--json"]
main()
"""


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupted_check_prints_what_is_done(workers: str) -> None:
    program = left(DONE_AND_SLOW, workers)
    try:
        assert program.stderr is not None
        while line := program.stderr.readline():
            if "check: 3 of 4" in line:  # the first two have arrived
                break
        os.killpg(program.pid, signal.SIGINT)
        out, err = program.communicate(timeout=60)
    finally:
        if program.poll() is None:
            os.killpg(program.pid, signal.SIGKILL)
            program.communicate()
    found = json.loads(out)
    assert [(claim["id"], claim["verdict"]) for claim in found["claims"]][:2] == [
        ("cauchy-schwarz", "proved"), ("pair-cauchy-schwarz", "proved"),
    ]
    assert (program.returncode, found["interrupted"], found["summary"]["claims"]) == (130, True, len(found["claims"]))
    assert err == f"novikoff: interrupted: {len(found['claims'])} of 4 claims are done\n"


BROKEN_MODULE = """
import sys
from novikoff.proofs import claims
claims.__path__.append(sys.argv[1])
from novikoff.cli import main
sys.argv[1:] = ["check", "cauchy-schwarz", "module-broken", "--engine", "kernel", *sys.argv[2:]]
main()
"""


def test_a_module_of_claims_that_cannot_be_imported_is_an_error_of_its_own(tmp_path) -> None:
    folder = tmp_path / "claims"
    folder.mkdir()
    (folder / "broken.py").write_text('"""Claims."""\n\nthere = 1\nelsewhere = here\n', encoding="utf-8")
    for more in ([], ["--replay"]):
        program = [sys.executable, "-c", BROKEN_MODULE, str(folder), *(more or ["-q"])]
        done = subprocess.run(program, capture_output=True, text=True, timeout=120)
        assert done.returncode == 1
        assert "2 claims: 1 proved, 0 refuted, 0 unknown, 0 vacuous, 1 error; 1 as expected" in done.stdout
        if not more:
            assert "NameError: name 'here' is not defined (" in done.stdout
            assert "claims/broken.py, line 4)" in done.stdout


HLAWKA = "vec x y z |- norm(x) + norm(y) + norm(z) + norm(x + y + z) >= norm(x + y) + norm(y + z) + norm(z + x)"
UNREAD = [(["list"], 0), (["--help"], 0), (["help", "exit-status"], 0), (["prove", "real x |- x**2 >= 0"], 0),
          (["prove", "real x |- x**2 > x"], 1), (["check", "no-such-claim"], 2), (["prove", HLAWKA, "--limit", "1"], 3)]


@pytest.mark.parametrize(("arguments", "status"), UNREAD)
def test_a_reader_that_has_seen_enough_changes_no_exit_status(arguments: list[str], status: int) -> None:
    unread, written = os.pipe()
    os.close(unread)
    with os.fdopen(written, "wb") as pipe:
        done = subprocess.run([sys.executable, "-m", "novikoff", *arguments], stdout=pipe, stderr=pipe, timeout=120)
    assert done.returncode == status


@pytest.mark.parametrize(("statement", "status"), [("real x |- x**2 >= 0", 0), ("real x |- x**2 > x", 1), ("-", 2)])
def test_what_is_closed_at_the_start_changes_no_exit_status(statement: str, status: int) -> None:
    for closed in (">&-", "<&- >&- 2>&-"):
        program = ["sh", "-c", f'"$@" {closed}', "sh", *PROGRAM, "prove", statement]
        assert subprocess.run(program, stdin=subprocess.DEVNULL, timeout=120).returncode == status


ENDING = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (2**44, 2**44))
from novikoff.cli import main
sys.argv[1:] = ["run", "perceptron", "iris.csv", "--positive", "setosa"]
main()
"""


@pytest.mark.parametrize("how", ["os._exit(1)", "signal.raise_signal(signal.SIGINT)"])
def test_a_library_that_finds_no_memory_gives_no_verdict(tmp_path, how: str) -> None:
    """OpenBLAS ends so, where it gets none: 1 is what is refuted, and 130 what somebody has interrupted."""
    (tmp_path / "numpy.py").write_text(f"import os, signal\n{how}\n", encoding="utf-8")
    paths = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", ENDING], capture_output=True, text=True, env=paths, timeout=120)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("novikoff: no verdict: numpy does not fit into the memory limit")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "1e400", "1e300"])
def test_no_option_takes_what_is_no_number(text: str) -> None:
    kinds = (click.types.IntParamType, click.types.FloatParamType)
    every = [parameter for name in NAMES for parameter in commands[name].params]
    numbers: list[tuple[click.Parameter, Any]] = [(p, p.type) for p in every if isinstance(p.type, kinds)]
    assert {"limit", "check_limit", "seed", "datasets", "jobs"} <= {p.name for p, _ in numbers}
    for parameter, kind in numbers:
        with pytest.raises(click.BadParameter):
            kind.convert(text, parameter, None)


def test_a_reader_may_take_one_line() -> None:
    pipe = f"{sys.executable} -m novikoff list | head -1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", pipe], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.sampled(1)
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_what_an_encoding_lacks_is_spelled_out(encoding: str) -> None:
    plain = {**os.environ, "PYTHONIOENCODING": encoding}
    shown, listed = (subprocess.run([*PROGRAM, *arguments], capture_output=True, env=plain, timeout=120)
                     for arguments in (["explain", "cauchy-schwarz"],
                                       ["list", "bias-step-mistake-bound", "-v", "--json"]))
    assert (shown.returncode, shown.stderr, listed.returncode, listed.stderr) == (0, b"", 0, b"")
    assert "<u, v>" in shown.stdout.decode(encoding)
    (claim,) = json.loads(listed.stdout.decode(encoding))["claims"]
    assert claim["sentence"] == claims()["bias-step-mistake-bound"].sentence, "data are never spelled otherwise"
    assert not claim["sentence"].isascii()


def completed(**asked: str) -> list[str]:
    """What the shell would be told."""
    done = subprocess.run(PROGRAM, capture_output=True, text=True, env=os.environ | asked, timeout=60)
    return done.stdout.splitlines()


def test_completion() -> None:
    assert any("_novikoff_completion" in line for line in completed(_NOVIKOFF_COMPLETE="bash_source"))
    asked = {"_NOVIKOFF_COMPLETE": "bash_complete", "COMP_WORDS": "novikoff explain smola-mis", "COMP_CWORD": "2"}
    assert "plain,smola-mistake-bound" in completed(**asked)
    asked |= {"COMP_WORDS": "novikoff run perceptron ir", "COMP_CWORD": "3"}
    assert "plain,iris.csv" in completed(**asked)


def test_public_names() -> None:
    code = """
import novikoff
assert novikoff.explain("cauchy-schwarz").startswith("Cauchy")
assert novikoff.prove("real a |- a**2 >= 0").verdict == "proved"
assert all(getattr(novikoff, name) for name in novikoff.__all__ if name != "parametrize_with_bounds")  # pytest's own
assert set(novikoff.__all__) <= set(dir(novikoff))
"""
    assert imported_by(code, ["pytest"]) == []
