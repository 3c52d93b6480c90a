"""Certificates read as typed records: every key is known and present, every value has its type and range.

Main definitions:
    read                           convert JSON data to an annotated type
    from_to                        a range of numbers, in `Annotated[int, from_to(0)]`
    Vectors, Count, Positive, ...  the types that many records share
    Classifier                     a (w, b)

A dataclass, which `record` makes from its fields, is read from an object with exactly its fields as keys. `tuple[A, B]`
is read from an array of two, and `Literal` from one of its words, or from True or False. `Q` is read from a string "p"
or "p/q" in lowest terms, so each number has one name.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, make_dataclass
from functools import cache, lru_cache
from itertools import pairwise
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from . import Refuted
from .budgeted_fractions import Q, SparseNumbers, charge

T = TypeVar("T")
Reader = Callable[[Any], Any]
SHORT = 14  # characters: five decimals, as a fraction
RATIONAL = re.compile(r"(-?[1-9][0-9]{0,3999}|0)(?:/([1-9][0-9]{0,3999}))?\Z")


@dataclass(frozen=True)
class Range:
    """The numbers for which `holds` is true; `others` describes all other numbers in messages."""

    others: str
    holds: Callable[[Any], bool]


def from_to(least: int, most: int | None = None) -> Range:
    """Return the range from `least` to `most`; without `most` it has no upper end."""
    if most is None:
        return Range(f"below {least}", lambda value: value >= least)
    return Range(f"not from {least} to {most}", lambda value: least <= value <= most)


class _Unfit(Exception):
    """A value of the wrong type or range; `place` leads to it."""

    def __init__(self, reason: str, place: str = "") -> None:
        super().__init__(reason)
        self.reason, self.place = reason, place

    def under(self, key: str) -> "_Unfit":
        """Return the same problem, with its place seen from one level higher."""
        return _Unfit(self.reason, key + self.place)


def record(**kinds: Any) -> Any:
    """Return a dataclass with these fields.

    >>> read(record(length=Q, steps=list[int]), {"length": "1/2", "steps": [3]}).steps
    [3]
    """
    return make_dataclass("Record", kinds.items(), frozen=True)


def read(kind: type[T], data: Any, where: str = "") -> T:
    """Return JSON data as a value of type `kind`; raise `Refuted`, naming the place after `where`.

    >>> read(list[Q], ["1/2", "3"])
    [Q(1, 2), Q(3, 1)]
    >>> read(list[Q], ["1/2", "2/4"], "w")
    Traceback (most recent call last):
    novikoff.algorithms.checkers.Refuted: w[1]: '2/4' is not in lowest terms; write 1/2
    """
    try:
        value: T = _reader(kind)(data)  # type: ignore[arg-type]
    except _Unfit as problem:
        place = (where + problem.place).lstrip(".")
        raise Refuted(f"{place}: {problem.reason}" if place else problem.reason) from None
    return value


@cache
def _reader(kind: Any) -> Reader:
    """Return the function that reads a value of this type."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated and isinstance(arguments[1], str):
        return _row(_reader(arguments[0]), written_out=arguments[1] == "written out")
    if origin is Annotated:
        return _in_range(_reader(arguments[0]), arguments[1])
    if origin is Literal:
        return _one_of(arguments)
    if origin in (Union, UnionType):
        return _any_of([_reader(one) for one in arguments])
    if origin is list:
        return _list_of(_reader(arguments[0]))
    if origin is tuple:
        return _array_of([_reader(one) for one in arguments])
    if is_dataclass(kind) and isinstance(kind, type):
        hints = get_type_hints(kind, include_extras=True)
        return _object_of(kind, {field.name: _reader(hints[field.name]) for field in fields(kind)})
    return _rational if kind is Q else _exactly(kind)


NAMES = {int: "an integer", bool: "true or false", str: "a text", NoneType: "null"}


def _exactly(kind):
    if kind is Any:
        return lambda data: data

    def take(data):
        charge(1)
        if type(data) is not kind:
            raise _Unfit(f"{data!r:.60} is not {NAMES[kind]}")
        return data

    return take


def _rational(data):
    if not isinstance(data, str):
        charge(1)
        raise _Unfit(f"{data!r:.60} is not a rational number; write it as a string 'p/q' in lowest terms")
    charge((60 if len(data) >= SHORT else 30) + (len(data) ** 2 >> 8))
    return _short_number(data) if len(data) < SHORT else _number(data)


def _number(text):
    match = RATIONAL.match(text)
    if not match:
        raise _Unfit(f"{text!r:.60} is not a rational number; write it as a string 'p/q' in lowest terms")
    p, q = match.groups()
    value = Q(int(p)) if q is None else Q(int(p), int(q))
    if q is not None and (q == "1" or value.denominator != int(q)):
        raise _Unfit(f"{text!r:.60} is not in lowest terms; write {value!s:.60}")
    return value


_short_number = lru_cache(2**17)(_number)  # examples repeat their numbers: there are 100 001 of five decimals in [0, 1]


def _in_range(reader, allowed):
    def take(data):
        value = reader(data)
        if not allowed.holds(value):
            raise _Unfit(f"{data!s:.60} is {allowed.others}")
        return value

    return take


def _one_of(words):
    *before, last = map(repr, words)
    names = f"{', '.join(before)} or {last}" if before else last

    def take(data):
        charge(1)
        if not any(type(data) is type(word) and data == word for word in words):
            raise _Unfit(f"{data!r:.60} is not {names}")
        return data

    return take


def _any_of(readers):
    def take(data):
        problems = []
        for reader in readers:
            try:
                return reader(data)
            except _Unfit as problem:
                problems.append(problem)
        deepest = max(problems, key=lambda problem: len(problem.place))
        raise deepest if deepest.place else _Unfit(" and ".join(problem.reason for problem in problems))

    return take


def _list_of(reader):
    def take(data):
        if type(data) is not list:
            raise _Unfit(f"{data!r:.60} is not a list")
        taken: list[Any] = []
        try:
            for value in data:
                taken.append(reader(value))  # noqa: PERF401 - its length says where a problem is
        except _Unfit as problem:
            raise problem.under(f"[{len(taken)}]") from None
        return taken

    return take


def _row(reader, written_out):
    """Return the function that reads a vector: a list of all numbers, or an object with its non-zeros."""
    sparse = _object_of(SparseNumbers, {"dimension": _in_range(_exactly(int), from_to(1, MOST_COORDINATES)),
                                        "indices": _list_of(_exactly(int)), "values": _list_of(_rational)})

    def take(data):
        if type(data) is not dict:
            return reader(data)
        row = sparse(data)
        rising = all(i < j for i, j in pairwise([-1, *row.indices, row.dimension]))
        if not rising or len(row.indices) != len(row.values) or not all(row.values):
            raise _Unfit(f"the indices must increase and be at most {row.dimension - 1}, and each entry must be other "
                         "than 0")
        if not written_out:
            return row
        charge(row.dimension)
        return list(row)

    return take


def _array_of(readers):
    def take(data):
        if type(data) is not list or len(data) != len(readers):
            raise _Unfit(f"{data!r:.60} is not a list of {len(readers)} entries")
        return tuple(reader(value) for reader, value in zip(readers, data, strict=True))

    return take


def _object_of(kind, readers):
    def take(data):
        if type(data) is not dict:
            raise _Unfit(f"an object with the keys {', '.join(readers)} is expected, not {data!r:.200}")
        if wrong := set(data) ^ set(readers):
            fault = "missing" if (key := min(wrong)) in readers else "unknown"
            raise _Unfit(f"the key {key!r:.60} is {fault}; the keys are {', '.join(readers)}")
        taken = {}
        for name, reader in readers.items():
            try:
                taken[name] = reader(data[name])
            except _Unfit as problem:
                raise problem.under(f".{name}") from None
        return kind(**taken)

    return take


# ----------------------------------------------------------------------------- what records share

Count = Annotated[int, from_to(0)]
Weights = Annotated[list[Q], "written out"]  # given by all numbers, or by the non-zeros alone
Table = list[Weights]
Vectors = list[Annotated[list[Q], "sparse"]]  # the same, and kept as they are given
MOST_COORDINATES = 2**24
Sign = Literal[-1, 1]
Tie = Literal["mistake", "correct", "positive", "negative"]
NotNegative = Annotated[Q, from_to(0)]
Positive = Annotated[Q, Range("not above 0", lambda value: value > 0)]
Part = Annotated[Q, Range("not in [0, 1)", lambda value: 0 <= value < 1)]
TIES: dict[str, tuple[int, ...]] = {"mistake": (-1, 1), "correct": (), "positive": (-1,), "negative": (1,)}


@dataclass(frozen=True)
class Classifier:
    """The (w, b) of f(x) = ⟨w, x⟩ + b."""

    w: Weights
    b: Q


def require_table(X: Vectors, y: list[Any]) -> None:
    """Raise `Refuted` unless X has shape (n, d) with n, d ≥ 1, and as many rows as y has labels."""
    if not X or not X[0]:
        raise Refuted("X must be a list of at least one vector, of at least one coordinate")
    require_lengths(X, len(X[0]), "X")
    if len(y) != len(X):
        raise Refuted(f"there must be {len(X)} labels y, one for each example, not {len(y)}")


def require_lengths(table: Vectors, dimension: int, name: str) -> None:
    """Raise `Refuted` for a row whose dimension differs."""
    charge(len(table) * 4)
    for i, row in enumerate(table):
        if len(row) != dimension:
            require_length(row, dimension, f"{name}[{i}]")


def require_length(vector: list[Q], dimension: int, name: str) -> None:
    """Raise `Refuted` for a vector whose dimension differs."""
    if len(vector) != dimension:
        raise Refuted(f"{name} has {len(vector)} coordinates, not {dimension}")


def require_seed(seed: int | None, order: Any) -> None:
    """Raise `Refuted` for a random order without a seed, and for a seed with any other order."""
    if (seed is None) == (order == "random"):
        raise Refuted(f"the seed is {seed!r:.40}; it must be an integer for the order 'random', and null for other "
                      "orders")


def require_index(i: int, count: int, name: str) -> None:
    """Raise `Refuted` unless 0 ≤ i < count."""
    if not 0 <= i < count:
        raise Refuted(f"{name} is {i!r:.40}, not an index from 0 to {count - 1}")
