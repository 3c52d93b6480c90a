"""Certificates of runs: the checker applies the rule again to the question, and compares every field of the answer.

The question is the algorithm, its parameters, the examples, and the number of steps. The steps and the result are the
answer. `stopped` is the reason why the rule has no further step. If the rule has one, the run was ended from outside:
"max_updates" claims no more than that, and "interrupted" claims nothing about the next step.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass, make_dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeVar

from . import Refuted
from .budgeted_fractions import Q, Vector, extend, vectors
from .typed_records import Count, Sign, Table, Weights, read, record, require_table


@dataclass(frozen=True)
class Ended:
    """The fields that the result of every run has; `stopped` is a word that its rule gives."""

    updates: Count
    stopped: str
    separated: bool


LINEAR = {"w": Weights, "b": Q}


class Run(NamedTuple):
    """The parts of a certificate of kind "run", each of the type that its `Rule` names."""

    parameters: Any
    X: Any
    y: list[Any]
    steps: list[Any]
    result: Any

    def sign_examples(self, *more: Any) -> list[Vector]:
        """Return the vectors yᵢ(xᵢ, more) over one denominator.

        >>> [z.values for z in Run(None, [[Q(1, 2)], [Q(3)]], [1, -1], [], None).sign_examples(1)]
        [[1, 2], [-6, -2]]
        """
        return [row.times(y) for row, y in zip(self.extend(*more), self.y, strict=True)]

    def extend(self, *more: Any) -> list[Vector]:
        """Return the vectors (xᵢ, more) over one denominator."""
        return vectors([extend(x, *more) for x in self.X])

    def end(self, reason: str | None) -> str:
        """Return the value that `stopped` must have if the rule gives this reason to stop, or None."""
        return "interrupted" if self.result.stopped == "interrupted" else reason or "max_updates"

    def require_step(self, count: int, due: Any) -> None:
        """Raise `Refuted` unless step number `count`, from 1, equals `due`."""
        if (given := self.steps[count - 1]) != due:
            raise Refuted(f"step {count}: {format_short(due)} is due there, not {format_short(given)}")

    def require_due(self, count: int, reason: str | None) -> None:
        """Raise `Refuted` if the rule gives a reason to stop before step number `count`."""
        if reason:
            raise Refuted(f"step {count}: the run ends there as {reason!r}, so no step is due")


@dataclass(frozen=True)
class Rule:
    """The types in a certificate of an algorithm, and the function that repeats its runs.

    `parameters` and `result` map their fields to types; a result also has the fields of `Ended`. `repeat` returns
    the fields that the result must have, except `updates`. `facts` are the fields shown as facts, and `summarise`
    computes further facts from the result. `check` raises `Refuted` if examples and labels do not fit together.
    """

    repeat: Callable[[Run], dict[str, Any]]
    step: Any
    parameters: dict[str, Any]
    result: dict[str, Any]
    facts: tuple[str, ...] = ()
    labels: Any = Sign
    examples: Any = Table
    check: Callable[[Any, list[Any]], None] = require_table
    summarise: Callable[[Any], dict[str, Any]] = lambda result: {}

    @cached_property
    def parameters_type(self) -> Any:
        """Return the type of the parameters."""
        return record(**self.parameters)

    @cached_property
    def result_type(self) -> Any:
        """Return the type of the result."""
        return make_dataclass("Result", self.result.items(), bases=(Ended,), frozen=True)


_Frame = record(schema=Literal[1], kind=Literal["run"], algorithm=str, parameters=Any, X=Any, y=Any, steps=Any,
                result=Any)


def check_run(rule: Rule, certificate: Any) -> dict[str, Any]:
    """Check a run and return {"updates", "stopped", "separated"} and the facts of the rule; raise `Refuted`."""
    frame = read(_Frame, certificate)
    run = Run(
        read(rule.parameters_type, frame.parameters, "parameters"),
        read(rule.examples, frame.X, "X"),
        read(list[rule.labels], frame.y, "y"),  # type: ignore[name-defined]
        read(list[rule.step], frame.steps, "steps"),  # type: ignore[name-defined]
        read(rule.result_type, frame.result, "result"),
    )
    rule.check(run.X, run.y)
    if run.result.updates != len(run.steps):
        raise Refuted(f"updates must be {len(run.steps)}, the number of steps (got {run.result.updates})")
    require_agreement(run.result, rule.result_type(updates=len(run.steps), **rule.repeat(run)))
    shown = {key: frame.result[key] for key in ("updates", "stopped", "separated", *rule.facts)}
    return shown | rule.summarise(frame.result)


T = TypeVar("T")


def require_agreement(claimed: T, found: T) -> None:
    """Raise `Refuted`, naming the first field in which the claimed record differs from the one found."""
    for field in fields(found):  # type: ignore[arg-type]
        given, due = getattr(claimed, field.name), getattr(found, field.name)
        if given != due:
            raise Refuted(f"{field.name} is {format_short(due)}, not {format_short(given)}")


def format_short(value: Any, most: int = 80) -> str:
    """Return a text of at most `most` characters for a value that may be long.

    >>> format_short([Q(1, 2), -3]), format_short(Q(10) ** 90, 40)
    ('[1/2, -3]', 'a number of 300 bits')
    """
    if isinstance(value, str):
        text = repr(value)
    elif isinstance(value, int | Q):
        bits = value.numerator.bit_length() + value.denominator.bit_length()
        text = str(value) if bits < 4 * most else f"a number of {bits} bits"
    elif is_dataclass(value):
        text = ", ".join(f"{field.name} {format_short(getattr(value, field.name), most)}" for field in fields(value))
    elif isinstance(value, Sequence):
        text = "[" + ", ".join(format_short(one, most) for one in value[: most // 3]) + "]"
    else:
        text = str(value)
    return text if len(text) <= most else f"{text[: most - 4]} ..."
