"""Work with a hard limit of time, in a process that can be ended: a solver's own limit is only a wish."""

from __future__ import annotations

import signal
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import TypeVar

T = TypeVar("T")


def within(seconds: float, work: Callable[[], T]) -> T | None:
    """What the work returns or raises; None if it takes longer. What it returns must be picklable.

    >>> within(60, lambda: 6 * 7)
    42
    """
    context = get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=deliver, args=(sender, work))
    process.start()
    sender.close()
    try:
        if not receiver.poll(seconds):
            return None
        succeeded, result = receiver.recv()
    except EOFError:
        raise RuntimeError("the process that did the work has ended before it was done") from None
    finally:
        process.kill()
        process.join()
    if succeeded:
        return result
    raise result


def deliver(sender: Connection, work: Callable[[], object]) -> None:
    """Do the work and send what comes of it. An interruption is for the parent, which ends this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        sender.send((True, work()))
    except Exception as problem:
        sender.send((False, problem))
