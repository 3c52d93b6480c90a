"""Exact numbers, lists and arrays as code."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

LONG = 8  # equal rows one after the other


def number_code(value: Any) -> str:
    """Return the code of an exact number: an int, a float that is the same, or a Fraction.

    >>> number_code(Fraction(1, 2)), number_code(Fraction(1, 3))
    ('0.5', 'Fraction(1, 3)')
    """
    exact = Fraction(value)
    if exact.denominator == 1:
        return str(exact.numerator)
    if exact.denominator & (exact.denominator - 1) == 0:
        return repr(float(exact))
    return repr(exact)


def list_code(items: Sequence[str]) -> str:
    """Return the code of a list, given the code of its items; consecutive equal items are written once.

    >>> list_code(["1"] * 2048 + ["2", "2", "3"])
    '[1] * 2048 + [2, 2, 3]'
    """
    parts: list[str] = []
    for is_long, runs in groupby([(item, len(list(run))) for item, run in groupby(items)], lambda run: run[1] > LONG):
        if is_long:
            parts += [f"[{item}] * {length}" for item, length in runs]
        else:
            parts.append(f"[{', '.join(item for item, length in runs for _ in range(length))}]")
    return " + ".join(parts)


def array_code(points: Sequence[Any], dtype: str | None = None) -> str:
    """Return the code of an array of points in this dtype of the conventions.

    >>> array_code([(1, Fraction(1, 2))], "float32")
    'np.array([[1, 0.5]], dtype=np.float32)'
    """
    kind = {"exact": "object", "float32": "np.float32"}.get(dtype or "", "float")
    rows = list_code([f"[{', '.join(map(number_code, x))}]" for x in points])
    return f"np.array({rows}, dtype={kind})"
