"""Guards against questions that symbols cannot answer, such as `y == 1`.

A symbol represents every number, so `y == 1` has no answer. A rule that branches on an answer would lose one branch,
and a theorem about the other branch would be false for the rule. The package itself needs to compare terms. So a symbol
examines its caller: modules of the package get an answer, except update rules and claims.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import FrameType
from typing import Any

from ...algorithms.source_lines import CLAIMS, Place, frames_from, nearest

INSIDE = ("novikoff.", "sympy.")  # modules that may compare how terms are written,
RULES = ("novikoff.algorithms.", CLAIMS)  # but not these: update rules, and proof scripts
PASSED = frozenset({"__eq__", "__hash__", "__bool__"})  # methods that pass the question on to their parts
FACTS = "state each fact by itself, with Eq, Ne, <=, <, >= or >; an update rule cannot branch on symbols"
WHOLE = "no statement has a function that rounds; write w + c*x, and quotients with /"
COORDINATES = "write w + c*x and w @ x, which hold in every dimension"
MOST = 60  # characters of a symbol in a message
_asked: ContextVar[list[Undecided] | None] = ContextVar("asked", default=None)


class Undecided(TypeError):
    """An author's code asks a symbol a question that only a number can answer. `at` is the line of the code, and `why`
    is the question."""

    at: Place
    why: str


def is_author_code(frame: FrameType) -> bool:
    """Return whether a frame runs an update rule, a proof script, or anything else from outside the package."""
    module = f"{frame.f_globals.get('__name__')}."
    return module.startswith(RULES) or not module.startswith(INSIDE)


@contextmanager
def forbid_questions() -> Iterator[None]:
    """Raise `Undecided` after the block if its code needed the value of a symbol, even if it caught the error."""
    asked = list[Undecided]()
    token = _asked.set(asked)
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException as problem:
        if asked and problem is not asked[0]:
            raise asked[0] from problem
        raise
    finally:
        _asked.reset(token)
    if asked:
        raise asked[0]


def refuse(question: str, *symbols: Any, instead: str = FACTS, shipped: bool = False) -> None:
    """Raise `Undecided` if an author's code asks a symbol for its truth value. `question` and `instead` may have a {}
    for each symbol. With `shipped` the update rules and claims of the package may ask."""
    frame: FrameType | None = sys._getframe(2)
    while frame and frame.f_code.co_name in PASSED and not is_author_code(frame):
        frame = frame.f_back
    if frame and is_author_code(frame) and not (shipped and f"{frame.f_globals.get('__name__')}.".startswith(INSIDE)):
        texts = [f"{s}" if len(f"{s}") <= MOST else f"{s}"[:MOST] + "…" for s in symbols]
        problem = Undecided(f"{question.format(*texts)}; {instead.format(*texts)}")
        problem.why = question.format(*texts)
        problem.at = nearest(frames_from(frame)) or Place(frame.f_code.co_filename, frame.f_lineno)
        if (asked := _asked.get()) is not None:
            asked.append(problem)
        raise problem


class Symbolic:
    """A symbol or an expression: in an author's code it has no truth value and no parts, unless its value is known."""

    __slots__ = ()
    is_settled = False

    def __bool__(self) -> bool:
        """Raise in an author's code; return True inside the package, which asks whether an object is given."""
        if not self.is_settled:
            refuse("{} is a symbol, and `if`, `and`, `or`, `not` need a truth value", self)
        return True

    def __len__(self) -> int:
        if not self.is_settled:
            refuse("{} is a symbol without coordinates, so it has no length", self, instead=COORDINATES)
        raise TypeError(f"{self} has no len()")

    def __iter__(self) -> Iterator[Any]:
        if not self.is_settled:
            refuse("{} is a symbol without coordinates, so nothing iterates over it", self, instead=COORDINATES)
        raise TypeError(f"{self} is not iterable")

    def __getitem__(self, index: Any) -> Any:
        if not self.is_settled:
            refuse("{} is a symbol without coordinates, so it has no entry [{}]", self, index, instead=COORDINATES)
        raise TypeError(f"{self} is not subscriptable")
