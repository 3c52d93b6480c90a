"""Observation of a user's rule, which finds branches that its run on symbols does not show.

A rule may learn whether it runs on symbols, and branch on a number only if it runs on numbers: `isinstance(s, Fraction)
and s > 1000`. Small examples do not take this branch. So the rule also runs on fractions whose numerators are
`Watched`, and three observations decide:

* the questions about such a number, such as a comparison or its text;
* the lines that the author's code executes, which must be the same on symbols and on numbers;
* the values that the code keeps between calls.

A rule that catches exceptions is refused, since a division by 0 is a branch as well. So is a rule that looks at types
or attributes.
"""

import dis
import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import CodeType, FrameType, FunctionType, GeneratorType, ModuleType
from typing import Any

from ...algorithms.errors import BadInput
from ...algorithms.perceptron import State
from ...algorithms.source_lines import Place, frames_from, is_foreign, nearest
from ...algorithms.user_rules import Rule
from ...proofs.statements.comparison_guards import is_author_code

# In these functions of `fractions`, results do not depend on comparisons, which only choose how to reduce a fraction.
ARITHMETIC = frozenset({"_add", "_sub", "_mul", "_div", "__pow__", "__new__", "_from_coprime_ints"})
PLAIN = {"forward", "reverse", "__neg__", "__pos__", "__eq__", "__lt__", "__le__", "__gt__", "__ge__"}  # `Watched` asks
SMOOTH = ("add", "sub", "mul", "radd", "rsub", "rmul", "neg", "pos", "pow")
ROUNDING = ("floordiv", "rfloordiv", "mod", "rmod", "abs")
QUESTIONS = (
    *("eq", "ne", "lt", "le", "gt", "ge", "bool", "hash", "str", "repr", "format", "int", "float", "index", "trunc"),
    *("floor", "ceil", "round", "truediv", "rtruediv", "divmod", "rdivmod", "rpow", "and", "rand", "or", "ror", "xor"),
    *("rxor", "lshift", "rlshift", "rshift", "rrshift", "invert", "reduce_ex", "sizeof"),
)
CATCHING = frozenset({"PUSH_EXC_INFO", "WITH_EXCEPT_START"})
TYPES = frozenset({"type", "isinstance", "issubclass", "hasattr", "getattr", "dir", "vars", "id", "getsizeof"})
UNLIKE = "looks at the type or the text of its arguments, or keeps state between calls"


@dataclass
class Observation:
    """The functions and lines of the author's code that a call executes, and the lines that ask about a watched
    number."""

    steps: list[tuple[CodeType, int]] = field(default_factory=list)
    asked: list[Place | None] = field(default_factory=list)


class Watched(int):
    """A whole number that records the questions of an author's code. Numbers computed from it are watched, too."""

    here: Observation | None = None

    @property
    def numerator(self) -> int:
        """Return the number itself, so that a fraction keeps it."""
        return self

    def bit_length(self) -> int:
        """Return the number of binary digits, and record the question."""
        record_question()
        return super().bit_length()


def record_question() -> None:
    """Record a question about a watched number, unless arithmetic or the package asks it."""
    frame: FrameType | None = sys._getframe(2)
    while frame and frame.f_globals.get("__name__") in ("fractions", "numbers"):
        if frame.f_code.co_name in ARITHMETIC:
            return
        frame = frame.f_back
    if frame and Watched.here and is_author_code(frame):
        Watched.here.asked.append(nearest(frames_from(frame)))


def _make_method(name: str, *, asks: bool, computes: bool) -> Callable[..., Any]:
    plain = getattr(int, name)

    def method(self: Watched, *others: Any) -> Any:
        if asks:
            record_question()
        found = plain(self, *others)
        known = name.endswith("mul__") and type(others[0]) is int and others[0] == 0  # on symbols, 0*x is known, too
        return Watched(found) if computes and not known and isinstance(found, int) else found

    return method


for names, is_question, is_number in ((SMOOTH, False, True), (ROUNDING, True, True), (QUESTIONS, True, False)):
    for each in names:
        setattr(Watched, f"__{each}__", _make_method(f"__{each}__", asks=is_question, computes=is_number))


@contextmanager
def observe(rule: Rule | None) -> Iterator[Observation]:
    """Record what the author's code does in the block, which calls the rule."""
    found, before = Observation(), (sys.gettrace(), Watched.here)
    codes = [getattr(f, "__code__", None) for f in (rule.function, rule.when)] if rule else []
    own = {code.co_filename for code in codes if code}

    def step(frame: FrameType, event: str, _: Any) -> Any:
        if event in ("call", "line"):
            found.steps.append((frame.f_code, frame.f_lineno))
        return step

    def is_own(frame: FrameType | None) -> bool:
        file = frame.f_code.co_filename if frame else "<frozen"
        return file in own or not is_foreign(file, frame.f_globals.get("__name__") or "" if frame else "")

    def enter(frame: FrameType, event: str, value: Any) -> Any:
        if is_own(frame):
            return step(frame, event, value)
        is_question = frame.f_code.co_name not in ARITHMETIC | PLAIN and is_own(frame.f_back)  # such as `numerator`
        if frame.f_globals.get("__name__") == "fractions" and is_question:
            watched = any(type(getattr(e, "numerator", None)) is Watched for e in frame.f_locals.values())
            found.asked += [nearest(frames_from(frame.f_back), own)] * watched
        return None

    Watched.here = found
    sys.settrace(enter if rule else before[0])
    try:
        yield found
    finally:
        sys.settrace(before[0])
        Watched.here = before[1]


def require_plain_code(rule: Rule, found: Observation) -> None:
    """Raise `BadInput` if observed code looks at types or catches exceptions."""
    for code in dict.fromkeys(code for code, _ in found.steps):
        at = f"({Place(code.co_filename, code.co_firstlineno)})"
        operations = [each.opname for each in dis.get_instructions(code)]
        used = [name for name in code.co_names if name in TYPES or (name.startswith("__") and name.endswith("__"))]
        used += ["match"] * any(name.startswith("MATCH_") for name in operations)
        if used:
            raise BadInput(f"{rule.name} uses {used[0]} {at}: it {UNLIKE}")
        if not CATCHING.isdisjoint(operations):
            raise BadInput(f"{rule.name} catches exceptions {at}; write the rule without `try` and `with`")


def require_no_branch(rule: Rule, state: State, x: Any, y: Any, due: bool,
                      on_symbols: tuple[Observation, Observation]) -> None:
    """Run the condition and the step of a rule on watched numbers. Raise `BadInput` if they ask about a number, or
    execute other lines than on symbols. A condition asks once."""
    calls = [(rule.when, on_symbols[0], 1)] if rule.when else []
    for call, expected, most in (*calls, *([(rule.call, on_symbols[1], 0)] if due else [])):
        with observe(rule) as found:
            call(state, x, y)
        if len(found.asked) > most:
            raise BadInput(f"{rule.name} asks for the value of a number ({found.asked[most]}): it {UNLIKE}")
        if found.steps != expected.steps:
            raise BadInput(f"{rule.name} executes other lines on numbers than on symbols: it {UNLIKE}")


def collect_kept_values(rule: Rule) -> Any:
    """Return the values that the functions of a rule can keep between calls, in a form that can be compared."""
    seen = set[int]()

    def values(e: Any) -> Any:
        if isinstance(e, FunctionType | ModuleType | type):
            name = e.__name__ if isinstance(e, ModuleType) else e.__module__
            file = getattr(sys.modules.get(name), "__file__", None) or "<frozen"
            if id(e) in seen or (is_foreign(file, name) and e not in (rule.function, rule.when)):
                return None
            seen.add(id(e))
            kept = dict(vars(e))
            if isinstance(e, FunctionType):
                kept |= {"": (e.__defaults__, e.__kwdefaults__), **inspect.getclosurevars(e).globals}
                kept |= inspect.getclosurevars(e).nonlocals
            return [values(each) for each in kept.values()]
        if isinstance(e, GeneratorType):
            return repr(e.gi_frame and e.gi_frame.f_locals)
        own = getattr(sys.modules.get(type(e).__module__), "__file__", None)
        if own and hasattr(e, "__dict__") and not is_foreign(own, type(e).__module__) and id(e) not in seen:
            seen.add(id(e))
            return [values(each) for each in vars(e).values()]
        return repr(e)

    return [values(each) for each in (rule.function, rule.when)]
