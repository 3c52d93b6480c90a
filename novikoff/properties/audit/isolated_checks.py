"""One check in a process of its own: with a limit of time, its output caught, its last note kept.

Main definitions:
    Isolated     what came of it: the result, or the problem; what it printed; its last note
    run_isolated  do the work so
    run_together  do several works, in one process as long as that goes well
    run_directly  a runner that neither forks nor limits

A class under audit may hang, print, or end its process. A note is what was being done, written where the parent finds
it if the child does not come back.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import tempfile
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, BinaryIO

from ...algorithms.processes import OutOfTime, Stopped
from .implementations import Broken
from .verdicts import DIED

Note = Callable[[Any], None]
Work = Callable[[Note], Any]
Within = Callable[[float, Callable[[], Any]], Any]


def run_directly(seconds: float, work: Callable[[], Any]) -> Any:
    """Do the work in this process, without a limit of time: for classes that are trusted to end.

    >>> run_directly(1, lambda: 6 * 7)
    42
    """
    return work()


MOST_TEXT = 2000  # characters of output that are kept
PATIENT = 2  # works without an end that are waited for; after the first of them each work has less time
HASTE = 10  # times less
QUICK = 4  # such a part of the time that one work may take is for what is done in company


@dataclass(frozen=True)
class Isolated:
    """What came of isolated work: `result`, or `problem` (in `verdicts.PROBLEMS`, "" for none) with its reason, and the
    code that shows it.
    """

    result: Any = None
    problem: str = ""
    reason: str = ""
    traceback: str = ""
    printed: str = ""
    note: Any = None
    late: bool = False
    code: tuple[str, ...] = ()


def run_together(
    works: Sequence[Work], seconds: float, within: Within, hung: bool = False, apart: bool = False
) -> list[Isolated]:
    """Do each work in `seconds`: in one process while that is quick, the rest of them in a process of its own each.

    A work that ends the process, or its time, takes no other with it: then each is done once more, by itself. After a
    work that had no end, or if one is known (`hung`), the others have less time; after `PATIENT` they are left out.
    With `apart` each has a process of its own at once, since some are expected to have no end.
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
    """What comes of the works, one after the other, as far as they are begun in so many seconds."""
    done = list[Isolated]()
    end = time.monotonic() + seconds
    while len(done) < len(works) and time.monotonic() < end:
        notes = deque[Any](maxlen=1)
        with tempfile.TemporaryFile() as output:
            one = _run_quietly(works[len(done)], notes.append, output)
        done.append(replace(one, note=notes[0] if notes and one.problem else None))
    return done


def ignore_note(what: Any) -> None:
    """Where nobody reads it, no note is taken."""


def run_isolated(work: Work, seconds: float, within: Within) -> Isolated:
    """Do work(note) by `within`, which raises `Stopped` when the work ends too late or not by itself."""
    with tempfile.TemporaryFile() as notes, tempfile.TemporaryFile() as output:

        def note(what: Any) -> None:
            _overwrite(notes, pickle.dumps(what))

        try:
            done: Isolated = within(seconds, lambda: _run_quietly(work, note, output))
        except OutOfTime:
            done = Isolated(reason=f"no end within {seconds:g} s", late=True)
        except Stopped as problem:
            done = Isolated(problem=DIED, reason=str(problem))
        return replace(done, note=_read_note(notes)) if done.late or done.problem else done


def _run_quietly(work: Work, note: Note, output: BinaryIO) -> Isolated:
    """Do the work with what it prints going to `output`; a problem of the class becomes a result.

    Raises what is no problem of the class, but a mistake of the audit.
    """
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
    """Send stdout and stderr, of Python and of the process, to `output`."""
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


def _overwrite(file: BinaryIO, data: bytes) -> None:
    file.seek(0)
    file.truncate()
    file.write(len(data).to_bytes(8, "little") + data)
    file.flush()


def _read_note(file: BinaryIO) -> Any:
    """The last note that was written in full, or None."""
    file.seek(0)
    size, data = int.from_bytes(file.read(8), "little"), file.read()
    return pickle.loads(data[:size]) if data and len(data) >= size else None
