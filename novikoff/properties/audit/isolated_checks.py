"""One check in a separate process with a time limit. The caller gets the output of the process and its last note.

A class under audit may hang, print, or end its process. A note says what the child process is doing; the parent finds
the note even if the child does not return.
"""

import contextlib
import os
import pickle
import sys
import tempfile
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, BinaryIO

from ...algorithms.processes import Expired, OutOfTime, Stopped
from .implementation_interface import Broken
from .verdicts import DIED

Note = Callable[[Any], None]
Work = Callable[[Note], Any]
Within = Callable[[float, Callable[[], Any]], Any]


def run_directly(seconds: float, work: Callable[[], Any]) -> Any:
    """Return the result of the work in this process, without a time limit: for classes that are trusted to end.

    >>> run_directly(1, lambda: 6 * 7)
    42
    """
    return work()


@contextlib.contextmanager
def limit_lines(count: int) -> Iterator[None]:
    """Raise `Expired` in the block after about `count` lines of Python in the functions that it calls. The count does
    not depend on the load of the machine. Compiled code is not limited.

    >>> try:
    ...     with limit_lines(1000):
    ...         sum(i for i in iter(int, 1))
    ... except Expired:
    ...     print("no end")
    no end
    """
    left, outer = count, sys.gettrace()

    def trace(frame: Any, event: str, argument: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise Expired(f"it was not finished after {count} lines")
        return trace

    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(outer)


MOST_TEXT = 2000  # characters of output that are kept
PATIENT = 2  # the most works without an end that are tried; after the first each work has less time
HASTE = 10  # the time is divided by this after a work without an end
QUICK = 4  # works that share a process have this part of the time of one work


@dataclass(frozen=True)
class Isolated:
    """The outcome of isolated work: `result`, or `problem` ("" or in `verdicts.PROBLEMS`) with its reason and code."""

    result: Any = None
    problem: str = ""
    reason: str = ""
    traceback: str = ""
    printed: str = ""
    note: Any = None
    late: bool = False
    code: tuple[str, ...] = ()


def run_together(works: Sequence[Work], seconds: float, within: Within, hung: bool = False,
                 apart: bool = False) -> list[Isolated]:
    """Call each function with a limit of `seconds`: in one process while all are quick, then each in a separate
    process.

    A function that ends its process or exceeds its time does not affect the other functions, which are called again
    separately. After a function that does not end, the other functions get less time; `hung` says that there was such a
    function before. After `PATIENT` such checks, the remaining ones are skipped. With `apart`, each function has a
    separate process from the start.
    """
    done: list[Isolated] = []
    seconds = seconds / HASTE if hung else seconds
    if len(works) > 1 and not apart:
        with contextlib.suppress(Stopped):
            done = within(seconds / 2, partial(_run_in_one_process, works, seconds / QUICK))
    for work in works[len(done) :]:
        late = hung + sum(each.late for each in done)
        if late < PATIENT:
            done.append(run_isolated(work, seconds / HASTE if late > hung else seconds, within))
        else:
            done.append(Isolated(reason="left out", late=True))
    return done


def _run_in_one_process(works: Sequence[Work], seconds: float) -> list[Isolated]:
    """Return the outcomes of the functions, called one after the other, as far as they start within `seconds`."""
    done = list[Isolated]()
    end = time.monotonic() + seconds
    while len(done) < len(works) and time.monotonic() < end:
        notes = deque[Any](maxlen=1)
        with tempfile.TemporaryFile() as output:
            one = _run_quietly(works[len(done)], notes.append, output)
        done.append(replace(one, note=notes[0] if notes and one.problem else None))
    return done


def ignore_note(what: Any) -> None:
    """Ignore a note, for work without a parent process that reads it."""


def run_isolated(work: Work, seconds: float, within: Within) -> Isolated:
    """Run work(note) by `within`, which raises `Stopped` if the work ends too late or its process dies."""
    with tempfile.TemporaryFile() as notes, tempfile.TemporaryFile() as output:

        def note(what: Any) -> None:
            data = pickle.dumps(what)
            notes.seek(0)
            notes.truncate()
            notes.write(len(data).to_bytes(8, "little") + data)
            notes.flush()

        try:
            done: Isolated = within(seconds, lambda: _run_quietly(work, note, output))
        except OutOfTime:
            done = Isolated(reason=f"no end within {seconds:g} s", late=True)
        except Stopped as problem:
            done = Isolated(problem=DIED, reason=str(problem))
        return replace(done, note=_read_note(notes)) if done.late or done.problem else done


def _run_quietly(work: Work, note: Note, output: BinaryIO) -> Isolated:
    """Run the work and send its printed output to `output`; a problem of the class becomes a result. Other exceptions
    are errors in the audit, and propagate."""
    with _capture_output(output), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            done = Isolated(result=work(note))
        except Broken as problem:
            done = Isolated(None, problem.problem, problem.reason, problem.trace, code=problem.code)
    output.seek(0)
    return replace(done, printed=output.read(MOST_TEXT).decode("utf-8", "replace"))


@contextlib.contextmanager
def _capture_output(output: BinaryIO) -> Iterator[None]:
    kept = [os.dup(descriptor) for descriptor in (1, 2)]
    with open(output.fileno(), "w", encoding="utf-8", closefd=False, buffering=1) as stream:
        for descriptor in (1, 2):
            os.dup2(output.fileno(), descriptor)
        try:
            with contextlib.redirect_stdout(stream), contextlib.redirect_stderr(stream):
                yield
        finally:
            for descriptor, copy in zip((1, 2), kept, strict=True):
                os.dup2(copy, descriptor)
                os.close(copy)


def _read_note(file: BinaryIO) -> Any:
    """Return the last note that was written in full, or None."""
    file.seek(0)
    size, data = int.from_bytes(file.read(8), "little"), file.read()
    return pickle.loads(data[:size]) if data and len(data) >= size else None
