"""Certificates of runs and data, re-checked with nothing but fractions.

Main definitions:
    Refuted             the certificate does not show what it claims; the message says where
    fraction, fractions, dot   numbers from their strings "p/q", and the inner product
    fields              the values of a JSON object that has exactly the keys asked for

Each file of this folder has functions `check(certificate) -> facts`: they recompute everything that the
certificate claims and return what is confirmed, or raise `Refuted`. Nothing here imports the algorithms, a solver
or numpy.
"""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

RATIONAL = re.compile(r"-?[0-9]{1,4000}(/[0-9]{1,4000})?\Z")


class Refuted(ValueError):
    """The certificate does not show what it claims."""


def fraction(text: Any) -> Fraction:
    """Return the number written "p" or "p/q".

    >>> fraction("-3/6")
    Fraction(-1, 2)
    """
    if not isinstance(text, str) or not RATIONAL.match(text):
        raise Refuted(f"{text!r:.60} is no rational number; write it as a string 'p/q'")
    p, _, q = text.partition("/")
    if q and not int(q):
        raise Refuted(f"{text!r:.60} has the denominator 0")
    return Fraction(int(p), int(q or 1))


def fractions(values: Any, length: int | None = None) -> list[Fraction]:
    """Return a list of numbers, of the given length if there is one."""
    if not isinstance(values, list) or (length is not None and len(values) != length):
        raise Refuted(f"{values!r:.60} is no list of {'' if length is None else str(length) + ' '}numbers")
    return [fraction(value) for value in values]


def dot(u: Sequence[Fraction], v: Sequence[Fraction]) -> Fraction:
    """Return the inner product of two vectors of one length."""
    return sum((a * b for a, b in zip(u, v, strict=True)), Fraction(0))


def fields(data: Any, *needed: str, optional: Iterable[str] = ()) -> list[Any]:
    """Return the values of a JSON object in the order asked for; None for an optional key that is absent."""
    names = [*needed, *optional]
    if not isinstance(data, dict) or not set(needed) <= set(data) <= set(names):
        keys = sorted(map(str, data)) if isinstance(data, dict) else f"{data!r:.40}"
        raise Refuted(f"an object with the keys {', '.join(names)} is expected, not {keys}")
    return [data.get(name) for name in names]
