"""Processes: limits, results and ends. That a process has ended is seen by a pipe which all of its kind hold open.

A test waits for what cannot happen (another process's end that never comes) only when the code is broken.
"""

import ast
import contextlib
import copyreg
import faulthandler
import gc
import mmap
import os
import pickle
import re
import select
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from novikoff.algorithms import processes
from novikoff.algorithms.processes import (
    Died,
    Done,
    OutOfMemory,
    OutOfTime,
    Worker,
    _memory_in_use,
    cpu_seconds,
    imap,
    imap_unordered,
    run_command,
    run_in_subprocess,
    yield_latest,
)
from novikoff.proofs.search import smt_solvers

MIB, GIB = 1 << 20, 1 << 30
NEVER = 60_000  # milliseconds after which what should have ended is a survivor


class Held:
    """A pipe whose writing end everything holds that is forked from here."""

    def __init__(self):
        self.reading, self.writing = os.pipe()
        os.set_inheritable(self.writing, True)

    def is_let_go(self):
        """Nobody but this process has the writing end."""
        os.close(self.writing)
        events = select.poll()
        events.register(self.reading, select.POLLIN)
        return bool(events.poll(NEVER)) and os.read(self.reading, 1) == b""


@pytest.fixture
def held():
    return Held()


@pytest.fixture(autouse=True)
def crashes_are_quiet():
    faulthandler.disable()
    yield
    faulthandler.enable()


@pytest.fixture(autouse=True)
def broken_code_is_noticed():
    """What waits for ever is ended, and has failed."""
    def fail(*_):
        raise AssertionError("this has not come to an end")
    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(2 * NEVER // 1000)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def forever():
    while True:
        signal.pause()


def leave_behind(how):
    """Start a process that does not end when it is asked to; return when it is there."""
    told, tell = os.pipe()
    if not os.fork():
        for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(each, signal.SIG_IGN)
        if how != "child":
            os.setsid()
        if how == "daemon" and os.fork():
            os._exit(0)
        os.write(tell, b"!")
        forever()
    os.read(told, 1)


def test_what_work_has_yielded_is_kept_when_it_is_stopped(monkeypatch):
    monkeypatch.setattr(processes, "REPORT", 0.0)  # each value is reported
    def work():
        yield from (1, 2)
        forever()
    values = yield_latest(5, work)
    assert [next(values), next(values)] == [1, 2]
    with pytest.raises(OutOfTime, match="no answer within 5 s"):
        next(values)


def test_the_last_value_comes_and_errors_do():
    assert list(yield_latest(None, lambda: iter(range(100_000))))[-1] == 99_999
    assert list(yield_latest(None, lambda: iter(()))) == []
    values = yield_latest(None, lambda: (1 // n for n in (1, 0)))
    assert next(values) == 1
    with pytest.raises(ZeroDivisionError):
        next(values)


HOW = ["child", "session", "daemon"]
on_linux = pytest.mark.skipif(not processes._prctl(), reason="only Linux tells of those that leave the process group")
HIDDEN = [HOW[0], *(pytest.param(how, marks=on_linux) for how in HOW[1:])]


# --- nobody is left ---------------------------------------------------------------------------------
@pytest.mark.parametrize("how", HIDDEN)
def test_what_is_left_behind_is_ended_with_the_work(held, how):
    assert run_in_subprocess(None, lambda: leave_behind(how)) is None
    assert held.is_let_go()


@pytest.mark.parametrize("how", HIDDEN)
def test_the_limit_of_time_holds_for_all_descendants(held, how):
    worker = Worker(lambda wait: forever() if wait else leave_behind(how))
    worker.ask(False)
    with pytest.raises(OutOfTime, match="no answer within 0 s"):
        worker.ask(True, 0)
    assert held.is_let_go()


@pytest.mark.parametrize("ending", [sys.exit, os.abort, os._exit, "killed"])
def test_a_process_that_dies_takes_its_descendants_along_and_is_reported(held, ending):
    def work():
        leave_behind("child")
        if ending == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        ending(*[3] * (ending is not os.abort))
    words = {os.abort: r"signal 6 \(Aborted\)", "killed": r"signal 9 \(Killed\)"}.get(ending, "status 3")
    with pytest.raises(Died, match=f"the process .*{words} before its work was done"):
        run_in_subprocess(None, work)
    assert held.is_let_go()


def test_without_help_of_the_system_the_group_is_ended(held, monkeypatch):
    monkeypatch.setattr(processes, "_prctl", lambda: None)
    run_in_subprocess(None, lambda: leave_behind("child"))
    run_in_subprocess(None, lambda: nested.ask("child"))
    assert held.is_let_go()


nested = Worker(leave_behind)
SCRIPT = """
import os, signal, sys
sys.path.insert(0, {tests!r})
from test_processes import *
{start}
"""
STARTED = {
    "one": "run_in_subprocess(None, lambda: (leave_behind('child'), nested.ask('session'), os.write(1, b'!'), "
           "forever()))",
    "pool": "list(imap_unordered(lambda _: (nested.ask('child'), os.write(1, b'!'), forever()), [1, 2], 2))",
    "idle": "nested.ask('child'); os.write(1, b'!'); forever()",
    "stopped": "nested.ask('child'); os.write(1, b'!'); os.kill(os.getpid(), signal.SIGSTOP)",
}


@pytest.mark.parametrize("what", STARTED)
def test_nobody_survives_the_death_of_the_starter(held, what):
    code = SCRIPT.format(tests=str(Path(__file__).parent), start=STARTED[what])
    program = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, pass_fds=[held.writing])
    assert program.stdout.read(2 if what == "pool" else 1)
    program.kill()
    program.wait()
    assert held.is_let_go()
    assert program.stdout.read() == b""
    program.stdout.close()


def test_nobody_survives_the_end_of_the_starter(held):
    code = SCRIPT.format(tests=str(Path(__file__).parent), start="nested.ask('child')")
    subprocess.run([sys.executable, "-c", code], pass_fds=[held.writing], check=True)
    assert held.is_let_go()


def test_a_dropped_worker_ends(held):
    Worker(leave_behind).ask("child")
    assert held.is_let_go()


@pytest.mark.parametrize("start", [
    lambda work: run_in_subprocess(None, lambda: work(1)), lambda work: list(imap_unordered(work, [1, 2], 2)),
])
def test_an_interruption_ends_all(held, start):
    def work(number):
        leave_behind("child")
        if number == 1:
            os.kill(main, signal.SIGINT)
        forever()
    main = os.getpid()
    with pytest.raises(KeyboardInterrupt):
        start(work)
    assert held.is_let_go()


def test_a_process_that_outlives_its_call_holds_no_pipe_of_its_starter(held):
    """Or a program that is told the end of its input by the end of a pipe would wait for ever."""
    worker = Worker(str.upper, alone=True)
    assert worker.ask("a") == "A"
    assert held.is_let_go()
    assert worker.ask("b") == "B"


def test_the_process_of_the_solvers_holds_no_pipe_of_its_starter(held):
    smt_solvers.process.end()
    assert smt_solvers.ask("z3", ["(assert false)(check-sat)"])[0].result == "unsat"
    assert held.is_let_go()
    assert smt_solvers.process.keeper


def test_what_is_done_before_an_interruption_is_there():
    told, tell = os.pipe()
    def work(number):
        if number == 2:
            os.read(told, 1)
            os.kill(main, signal.SIGINT)
            forever()
        return number
    main, done = os.getpid(), []
    with contextlib.suppress(KeyboardInterrupt):
        for part, _ in imap_unordered(work, [1, 2, 3], 1):
            done.append(part)
            os.write(tell, b"!")
    assert done == [1]


def test_an_interrupted_question_has_no_late_answer():
    main = os.getpid()
    worker = Worker(lambda asked: os.kill(main, signal.SIGINT) if asked == "interrupt" else asked)
    with pytest.raises(KeyboardInterrupt):
        worker.ask("interrupt")
    assert worker.ask("next") == "next"


# --- limits ------------------------------------------------------------------------------------------
def test_the_limit_of_memory():
    with pytest.raises(OutOfMemory, match=r"^no answer with 0.0625 GiB of memory$"):
        run_in_subprocess(None, lambda: bytearray(100 * MIB), memory=64 * MIB)
    assert run_in_subprocess(None, lambda: len(bytearray(100 * MIB)), memory=200 * MIB) == 100 * MIB


def test_a_library_that_crashes_for_want_of_memory():
    def work(hungry):
        blocks = []
        with contextlib.suppress(MemoryError):
            while hungry:
                blocks.append(bytearray(b"1" * MIB))
        os.abort()
    with tempfile.TemporaryFile() as file:
        file.truncate(300 * MIB)
        with mmap.mmap(file.fileno(), 0) as libraries:  # a starter has much in memory that no process of it gets
            assert not any(libraries[::4096])
            with pytest.raises(OutOfMemory):
                run_in_subprocess(None, lambda: work(True), memory=200 * MIB)
            with pytest.raises(Died, match="Aborted"):
                run_in_subprocess(None, lambda: work(False), memory=200 * MIB)


@pytest.mark.parametrize("how", ["fork", "within", "command"])
def test_the_limit_of_memory_holds_for_descendants(how):
    much = GIB + _memory_in_use()[1]  # for a program that begins anew, the limit is beyond what this one has
    def child():
        told, tell = os.pipe()
        if not os.fork():
            with contextlib.suppress(MemoryError):
                bytearray(much)
                os.write(tell, b"has it")
            os._exit(0)
        os.close(tell)
        return os.read(told, 10)
    command = [sys.executable, "-c", f"bytearray({much}); print('has it')"]
    work = {
        "fork": child,
        "within": lambda: run_in_subprocess(None, lambda: bytearray(much), memory=2 * much),
        "command": lambda: run_command(command, 60).out,
    }[how]
    with contextlib.suppress(OutOfMemory):
        assert not run_in_subprocess(None, work, memory=64 * MIB)


def test_the_limit_of_computing_time():
    def work():
        while True:
            pass
    with pytest.raises(OutOfTime, match=r"^no answer within 1 s of computing$"):
        run_in_subprocess(None, work, computing=1)


# --- results -----------------------------------------------------------------------------------------
def test_results_are_ready_whatever_their_size_or_a_worker_that_dies():
    large = os.urandom(3 * MIB)
    worker = Worker(lambda given: given + given)
    assert worker.ask(large) == large + large
    assert list(imap(lambda n: bytes(n * MIB), [4, 3, 2, 1], 2)) == [(n, bytes(n * MIB)) for n in (4, 3, 2, 1)]
    # Results come as they are ready
    told, tell = os.pipe()
    results = imap_unordered(lambda n: n == 2 or os.read(told, 1), [1, 2], 2)
    assert next(results) == (2, True)
    os.write(tell, b"!")
    assert list(results) == [(1, b"!")]
    # A part at which a worker dies has a result instead
    found = dict(imap(die_at_two, [1, 2, 3, 4, 5], 2, instead=lambda part, why: (part, str(why))))
    assert found.pop(2) == (2, "the process was ended by signal 9 (Killed) before its work was done")
    assert found == {n: n for n in (1, 3, 4, 5)}


def test_a_process_that_stops_in_the_middle_of_its_answer_is_too_late(held):
    worker = Worker(None)
    beginning = (1000).to_bytes(8, "big") + b"the beginning"
    worker.body = lambda requests, answers: os.write(answers, beginning) and forever()
    with pytest.raises(OutOfTime):
        worker.ask(None, 0.1)
    assert held.is_let_go()


class Odd(Exception):
    """Cannot be made again from its arguments."""

    def __init__(self, one, two):
        super().__init__(f"{one} and {two}")


def test_exceptions_come_over(monkeypatch):
    def work():
        raise KeyError("what was sought")
    with pytest.raises(KeyError) as caught:
        run_in_subprocess(None, work)
    assert caught.value.args == ("what was sought",)
    assert "in work\n    raise KeyError" in caught.value.__notes__[0]
    def work():
        raise Odd(1, 2)
    monkeypatch.delitem(copyreg.dispatch_table, Odd, raising=False)  # which dask writes into
    with pytest.raises(RuntimeError, match="Odd: 1 and 2"):
        run_in_subprocess(None, work)
    with pytest.raises((pickle.PicklingError, AttributeError)):
        run_in_subprocess(None, lambda: work)  # a local function


@pytest.mark.parametrize("problem", [OutOfTime, OutOfMemory, Died])
def test_what_stopped_a_nested_process_comes_over(problem):
    def work():
        if problem is Died:
            os._exit(1)
        return bytearray(100 * MIB) if problem is OutOfMemory else forever()
    with pytest.raises(problem):
        run_in_subprocess(None, lambda: run_in_subprocess(0 if problem is OutOfTime else None, work, memory=64 * MIB))


def test_what_is_printed_is_printed_once_and_there_is_no_input():
    code = """
from novikoff.algorithms.processes import run_in_subprocess
print("a", end="")
run_in_subprocess(None, lambda: print("b", end=""))
print("c", end="")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "abc"
    assert run_in_subprocess(None, lambda: os.read(0, 1)) == b""


# --- workers -----------------------------------------------------------------------------------------
def test_a_worker_that_has_died_begins_anew():
    worker = Worker(lambda text: os.abort() if text == "die" else text + text)
    with pytest.raises(Died, match="Aborted"):
        worker.ask("die")
    assert worker.ask("a") == "aa"
    keeper = worker.keeper
    os.kill(keeper, signal.SIGKILL)
    processes._wait_for(select.POLLIN, [worker.answers])  # until what it kept has ended too
    assert worker.ask("b") == "bb"
    assert worker.keeper != keeper
    worker.end()


def test_a_process_that_nobody_has_ends_also_if_its_work_has_failed(held):
    def fail(_):
        raise ArithmeticError("out of numbers")
    def ask():
        with pytest.raises(ArithmeticError):
            Worker(fail).ask(None)
    gc.disable()
    try:
        ask()
        assert held.is_let_go()
    finally:
        gc.enable()


def test_a_fork_has_workers_of_its_own():
    worker = Worker(lambda _: os.getppid())  # its keeper
    mine = worker.ask(None)
    theirs = run_in_subprocess(None, lambda: worker.ask(None))
    assert theirs != mine
    assert worker.ask(None) == mine
    worker.end()


@pytest.mark.parametrize("workers", [0, 1, 2, 9])
def test_each_part_is_worked_on_once(workers):
    parts = list(range(20, 0, -1))
    assert sorted(imap_unordered(str, parts, workers)) == [(n, str(n)) for n in range(1, 21)]
    handed = []
    turns = imap(str, parts, workers, lambda *done: handed.append(done))
    assert next(turns) == (20, "20")
    assert handed == [(20, 1, 20)]
    assert list(turns) == [(n, str(n)) for n in range(19, 0, -1)]


def test_the_end_of_a_pool_before_its_time(held):
    results = imap_unordered(lambda n: leave_behind("child") if n == 1 else forever(), [1, 2, 3], 2)
    assert next(results) == (1, None)
    results.close()
    assert held.is_let_go()


def die_at_two(n):
    return os.kill(os.getpid(), signal.SIGKILL) if n == 2 else n


@pytest.mark.parametrize("workers", [0, 2])
def test_a_part_that_takes_longer_than_it_may_is_stopped_and_the_others_are_done(held, workers):
    def work(n):
        return forever() if n % 2 else n
    late = "no answer within 1 s"
    found = imap(work, [1, 2, 3, 4], workers, instead=lambda n, why: str(why), seconds=1)
    assert list(found) == [(1, late), (2, 2), (3, late), (4, 4)]
    assert held.is_let_go()


@pytest.mark.parametrize(("start", "error", "words"), [
    (lambda: list(imap_unordered(die_at_two, [1, 2, 3, 4, 5], 2)), Died, "signal 9"),
    (lambda: list(imap(lambda n: 1 / n, [3, 2, 1, 0, 1, 2], 2)), ZeroDivisionError, "division"),
    pytest.param(lambda: run_in_subprocess(None, lambda: os.kill(os.getppid(), signal.SIGKILL) or forever()), Died,
                 "signal 9", marks=on_linux),
])
def test_a_part_or_keeper_that_dies_ends_the_work(held, start, error, words):
    with pytest.raises(error, match=words):
        start()
    assert held.is_let_go()


# --- commands ----------------------------------------------------------------------------------------
def test_a_command_with_what_it_leaves_in_the_background(tmp_path):
    fifo = tmp_path / "held"
    os.mkfifo(fifo)
    reading = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    script = "exec 3> held; echo left >&3; sleep 1000 & echo out; echo err >&2; exit 4"
    done = run_command(["sh", "-c", script], 60, folder=tmp_path)
    assert (done.status, done.out, done.err) == (4, "out\n", "err\n")
    assert os.read(reading, 100) == b"left\n"
    assert os.read(reading, 100) == b""  # nobody has it open; else there would be BlockingIOError


def test_a_command_that_takes_too_long_or_is_none(tmp_path):
    with pytest.raises(OutOfTime):
        run_command(["sleep", "1000"], 0)
    with pytest.raises(FileNotFoundError):
        run_command(["no-such-command"], 60)


# --- a system without fork ---------------------------------------------------------------------------
@pytest.fixture
def no_fork(monkeypatch):
    """What it says once, it may say in each test."""
    monkeypatch.setattr(processes, "can_fork", lambda: False)
    processes._warn_no_limits.cache_clear()
    yield
    processes._warn_no_limits.cache_clear()


def test_without_fork_the_work_is_done_here_and_a_sentence_says_so_once(no_fork, capfd):
    worker = Worker(lambda n: (n, os.getpid()))
    worker.start()
    assert [worker.ask(1), worker.ask(2, 0)] == [(1, os.getpid()), (2, os.getpid())]
    assert run_in_subprocess(0, os.getpid, memory=1, computing=1) == os.getpid()
    assert list(yield_latest(0, lambda: range(3)))[-1] == 2
    assert capfd.readouterr() == (
        "", "novikoff: this system cannot fork processes, so the work is done in this one, without limits of time and "
        "memory; Ctrl-C ends it\n")
    assert isinstance(worker.end(), Died)


def test_without_fork_parts_are_worked_on_one_after_the_other_without_a_word(no_fork, capfd):
    assert list(imap_unordered(lambda n: (n, os.getpid()), range(9), 4)) == [(n, (n, os.getpid())) for n in range(9)]
    assert list(imap(abs, range(-9, 0), 4)) == [(n, -n) for n in range(-9, 0)]
    assert cpu_seconds() > 0
    assert capfd.readouterr() == ("", "")


def test_without_fork_what_would_end_a_process_ends_the_work(no_fork):
    for leave in (lambda: os._exit(0), lambda: sys.exit(0)):
        with pytest.raises(Died, match="the work ended with status 0 before it was done"):
            run_in_subprocess(60, leave)
    with pytest.raises(OutOfMemory):
        run_in_subprocess(60, lambda: bytearray(2**62))
    with pytest.raises(ZeroDivisionError):
        run_in_subprocess(60, lambda: 1 / 0)


def test_without_fork_a_command_still_has_a_limit_of_time(no_fork):
    assert run_command(["sh", "-c", "echo out; exit 4"], 60) == Done(4, "out\n", "")
    with pytest.raises(OutOfTime):
        run_command(["sleep", "1000"], 0)


# --- there is no other place -------------------------------------------------------------------------
MODULES = {"multiprocessing", "subprocess", "pty", "joblib", "distributed", "signal", "resource"}
CALLS = {"fork", "forkpty", "system", "popen", "kill", "killpg", "setsid", "setpgid", "wait", "wait4", "waitpid"}
FAMILIES = ("exec", "spawn", "posix_spawn")  # os.execv …, os.spawnl …
ANYWHERE = {"ProcessPoolExecutor", "create_subprocess_exec", "create_subprocess_shell"}
ALLOWED = {"cli.py: resource": "asks whether there is a limit, before this is loaded",
           "properties/campaign.py: distributed": "where a campaign's workers are on other machines, they are Dask's"}


def starts(tree):
    """What a module uses that starts, limits or ends processes."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from MODULES & {alias.name.split(".")[0] for alias in names}
            case ast.ImportFrom(module=module, names=names, level=0):
                yield from MODULES & {module.split(".")[0]}
                told = {alias.name for alias in names}
                yield from told & ANYWHERE | (set(filter(of_os, told)) if module == "os" else set())
            case ast.Attribute(value=ast.Name(id="os"), attr=name) if of_os(name):
                yield name
            case ast.Attribute(attr=name) if name in ANYWHERE:
                yield name
            case ast.Call(args=[ast.Constant(value=str(name)), *_]) if name.split(".")[0] in MODULES:
                yield name  # an import at run time


PACKAGE = Path(processes.__file__).parents[1]


def of_os(name):
    return name in CALLS or name.startswith(FAMILIES)


def test_nothing_else_starts_limits_or_ends_processes():
    found, named = set(), re.compile(rf"\b({'|'.join({'os', *MODULES, *ANYWHERE})})\b")
    for path in PACKAGE.rglob("*.py"):
        text, place = path.read_text(encoding="utf-8"), path.relative_to(PACKAGE).as_posix()
        if named.search(text):
            found |= {f"{place}: {what}" for what in starts(ast.parse(text))}
    assert {each for each in found if not each.startswith("algorithms/processes.py")} == set(ALLOWED)


@pytest.mark.parametrize("code", [
    "import subprocess", "from multiprocessing import Pool", "import multiprocessing.pool", "import os\nos.fork()",
    "from os import fork", "os.execv('a', [])", "from concurrent.futures import ProcessPoolExecutor",
    "concurrent.futures.ProcessPoolExecutor()", "os.popen('a')", "asyncio.create_subprocess_exec('a')",
    "importlib.import_module('multiprocessing.pool')",
])
def test_another_place_would_be_seen(code):
    assert list(starts(ast.parse(code)))
