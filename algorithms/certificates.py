"""Runs as data: what a checker needs to repeat them with nothing but fractions.

Main definitions:
    run                    the certificate of a run, in the form that all algorithms share
    rational, rationals    numbers as strings "p/q"
    classifier             the (w, b) of a record

Only exact runs have certificates: the checkers of `verifying` compute in rational arithmetic, and a rounded run is
no run of the rule there. A float is taken as exact data by `Fraction(value)`, which is its binary value.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from .errors import BadInput
from .examples import exact_rows, labels

MAX_DIGITS = 4000  # of a numerator or denominator: the checkers read no more, and Python itself stops at 4300
TOO_LONG = 10**MAX_DIGITS


def run(
    algorithm: str,
    record: Any,
    X: Iterable[Iterable[Any]],
    y: Iterable[int],
    *,
    parameters: dict[str, Any],
    steps: list[Any],
    result: dict[str, Any],
) -> dict[str, Any]:
    """The certificate of an exact run; `result` is what the record says beyond the fields of every run."""
    if record.arithmetic != "exact":
        raise BadInput(
            f"this {algorithm} run was made in float64, so exact arithmetic cannot repeat it; run it on "
            "ints or Fractions to get a certificate"
        )
    table = exact_rows(X)
    return {
        "schema": 1, "kind": "run", "algorithm": algorithm, "parameters": parameters,
        "X": [rationals(row) for row in table], "y": [*labels(y, len(table))], "steps": steps,
        "result": {"updates": record.updates, "stopped": record.stopped, "separated": record.separated, **result},
    }  # fmt: skip


def rational(value: Any) -> str:
    """An int or Fraction as "p" or "p/q".

    >>> rational(Fraction(1, 3)), rational(2)
    ('1/3', '2')
    """
    exact = value if type(value) in (int, Fraction) else Fraction(value)  # which would take longer than the rest
    p, q = exact.as_integer_ratio()
    if abs(p) >= TOO_LONG or q >= TOO_LONG:
        raise BadInput(
            f"a number of this run has more than {MAX_DIGITS} digits, too many for a certificate; end the "
            "run earlier with max_updates, or take shorter numbers"
        )
    return str(p) if q == 1 else f"{p}/{q}"


def rationals(values: Iterable[Any]) -> list[str]:
    """Numbers as strings.

    >>> rationals([1, Fraction(1, 2)])
    ['1', '1/2']
    """
    return [rational(value) for value in values]


def classifier(record: Any) -> dict[str, Any]:
    """The (w, b) of a record as strings."""
    return {"w": rationals(record.w), "b": rational(record.b)}
