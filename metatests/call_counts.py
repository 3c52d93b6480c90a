"""Count the files, functions, calls and switches between files that a question needs.

    python -m metatests.call_counts [COMMAND...]

Without COMMAND, the program asks five questions: prove, check, run, bound, audit. It counts calls of functions of the
package in one process; a switch is a call from one file into another. Work in other processes is not counted.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from types import FrameType
from typing import Any

import novikoff

PACKAGE = str(Path(novikoff.__file__).parent) + os.sep
QUESTIONS = (
    "prove 'vec w x; real b y R; y**2 == 1, y*(w@x + b) <= 0, x@x <= R**2 |- "
    "(w + y*x)@(w + y*x) + (b + y)**2 <= w@w + b**2 + R**2 + 1'",
    "check smola-mistake-bound -j 1",
    "run perceptron iris.csv --label species --positive setosa",
    "bound 'w@w == 1 |- k <= (1 + R**2)*(1 + b**2)/gamma**2'",
    "audit sklearn.linear_model:Perceptron",
)


class Walk:
    """Counted calls of functions of the package."""

    def __init__(self) -> None:
        self.calls, self.switches = Counter[tuple[str, int]](), 0

    def count(self, frame: FrameType, event: str, _: object) -> None:
        """Count a call, as a function for `sys.setprofile`."""
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(PACKAGE):
            return
        self.calls[code.co_filename, code.co_firstlineno] += 1
        caller: FrameType | None = frame.f_back
        while caller is not None and not caller.f_code.co_filename.startswith(PACKAGE):
            caller = caller.f_back
        self.switches += caller is not None and caller.f_code.co_filename != code.co_filename

    def describe(self) -> str:
        """Return the counts in columns."""
        files = len({file for file, _ in self.calls})
        return f"{files:6}{len(self.calls):10}{self.calls.total():12}{self.switches:10}"


def walk(command: str) -> Walk:
    """Return the walk of a command, with all work done in this process."""
    from novikoff.algorithms import processes
    from novikoff.cli import cli

    def here(limit: Any, work: Any, *_: Any, **__: Any) -> Any:
        return work()

    for module in [processes, *sys.modules.values()]:
        for name in ("run_in_subprocess", "run_with_cpu_limit", "yield_latest"):
            if getattr(module, "__name__", "").startswith("novikoff") and hasattr(module, name):
                setattr(module, name, here)
    found = Walk()
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()), suppress(SystemExit):
        sys.setprofile(found.count)
        try:
            cli.main(shlex.split(command), standalone_mode=False)
        finally:
            sys.setprofile(None)
    return found


if __name__ == "__main__":
    os.environ["NOVIKOFF_CACHE"] = "off"
    print(f"{'files':>6}{'functions':>10}{'calls':>12}{'switches':>10}")
    for question in [" ".join(map(shlex.quote, sys.argv[1:]))] if sys.argv[1:] else QUESTIONS:
        print(f"{walk(question).describe()}  {question[:60]}", flush=True)
