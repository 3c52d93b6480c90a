"""Witnesses given by an author, completed with the values of roots and quotients."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import isqrt
from typing import Any

from .. import kernel
from .valuation import Valuation


def complete(data: Mapping[str, Any], statement: kernel.Statement, given: Mapping[str, Any]) -> dict[str, Any]:
    """The kernel's witness JSON from an author's values: names without @, numbers of any exact kind.

    Definitions are computed in order; the state that they may depend on is the one that the steps reach.
    Raises ValueError if a value is missing or superfluous, or a root is irrational at these values.
    """
    names = {n.rstrip("@"): n for n in statement.context.names}
    lets = {entry["name"]: entry for entry in data.get("let", [])}
    run = statement.context.run or kernel.Run([], {}, [], {}, {})
    expected = {n for n in names if names[n] not in lets and names[n] not in run.state}
    if set(given["values"]) != expected:
        raise ValueError(f"values are given for {sorted(given['values'])}, where {sorted(expected)} are needed")
    valuation = Valuation(given["dimension"], given["size"])
    values = {names[n]: text(v) for n, v in given["values"].items()}
    valuation.read(list(values), values)
    inputs = {n.rstrip("@"): n for n in run.input}
    steps = [{inputs[n]: text(v) for n, v in step.items()} for step in given["steps"]]
    for name, entry in lets.items():
        of = kernel.read_poly(entry["of"])
        if kernel.variables(of) & statement.context.state:
            continue
        values[name] = define(valuation, entry["kind"], name, of)
    follow(valuation, run, steps)
    for name, entry in lets.items():
        if name not in values:
            values[name] = define(valuation, entry["kind"], name, kernel.read_poly(entry["of"]))
    witness = {"dimension": given["dimension"], "size": given["size"], "values": values}
    return {**witness, "steps": steps} if statement.context.run else witness


def follow(valuation: Valuation, run: kernel.Run, steps: Iterable[Mapping[str, Any]]) -> None:
    """Take the steps of a run from its start; the valuation has its state then."""
    valuation.values |= {name: valuation.term(name, p) for name, p in run.start.items()}
    for step in steps:
        valuation.read(run.input, step)
        valuation.values |= {name: valuation.term(name, p) for name, p in run.next.items()}


def define(valuation: Valuation, kind: str, name: str, of: kernel.Poly) -> str:
    """The value of a root or quotient, also entered into the valuation."""
    value = Fraction(valuation.number(of))
    if kind == "inverse":
        if value == 0:
            raise ValueError("a denominator is 0 at the given values")
        result = 1 / value
    else:
        result = root(value)
    valuation.values[name] = result
    return str(result)


def root(value: Fraction) -> Fraction:
    """The exact square root of a rational square.

    >>> root(Fraction(9, 4))
    Fraction(3, 2)
    """
    if value >= 0:
        found = Fraction(isqrt(value.numerator), isqrt(value.denominator))
        if found**2 == value:
            return found
    raise ValueError(f"{value} has no rational square root; choose values where every length is rational")


def text(value: Any) -> Any:
    """Numbers as the strings of the kernel's JSON, lists of any depth."""
    return [text(v) for v in value] if isinstance(value, list | tuple) else str(Fraction(value))
