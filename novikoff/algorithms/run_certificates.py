"""Runs as data: everything that a checker needs to repeat them with fractions only.

Only exact runs have certificates: the checkers compute in rational arithmetic, where a rounded run is no run of the
rule. A float is taken as exact data by `Fraction(value)`, which is its binary value.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .checkers import Refuted
from .checkers.typed_records import Count, read
from .errors import BadInput, TooLong
from .labelled_examples import exact_rows, labels
from .sparse_rows import SparseRows

MAX_DIGITS = 4000  # of a numerator or denominator: the checkers read no more, and Python itself stops at 4300
TOO_LONG = 10**MAX_DIGITS
WIDE = 1000  # coordinates of a vector that is written with its zeros
LARGEST = 16 * 2**20  # bytes of a certificate that is read


def make_certificate(algorithm: str, record: Any, X: Iterable[Iterable[Any]], y: Iterable[Any], *,
                     parameters: dict[str, Any], steps: list[Any], result: dict[str, Any],
                     named: bool = False) -> dict[str, Any]:
    """Return the certificate of an exact run; `result` holds the fields of the record besides the common ones. Labels
    are ±1, or if `named` the names of classes.
    """
    if record.arithmetic != "exact":
        raise BadInput(f"this {algorithm} run was made in float64, so exact arithmetic cannot repeat it; run it on "
                       "ints or Fractions to get a certificate")
    table = exact_rows(X)
    return {"schema": 1, "kind": "run", "algorithm": algorithm, "parameters": parameters, "X": table_to_json(table),
            "y": [*map(str, y)] if named else [*labels(y, len(table))], "steps": steps,
            "result": {"updates": record.updates, "stopped": record.stopped, "separated": record.separated, **result}}


def rational_to_text(value: Any) -> str:
    """Return an int or Fraction as "p" or "p/q"; raise `TooLong` for more than `MAX_DIGITS` digits.

    >>> rational_to_text(Fraction(1, 3)), rational_to_text(2)
    ('1/3', '2')
    """
    exact = value if type(value) in (int, Fraction) else Fraction(value)  # converting would take longer than the rest
    p, q = exact.as_integer_ratio()
    if abs(p) >= TOO_LONG or q >= TOO_LONG:
        raise TooLong(f"a number of the result has more than {MAX_DIGITS} digits, too many for a certificate; round "
                      "the data to shorter numbers")
    return str(p) if q == 1 else f"{p}/{q}"


def rationals_to_text(values: Iterable[Any]) -> list[str]:
    """Return numbers as strings.

    >>> rationals_to_text([1, Fraction(1, 2)])
    ['1', '1/2']
    """
    return [rational_to_text(value) for value in values]


def vector_to_json(values: Sequence[Any]) -> Any:
    """Return a vector as strings; of more than `WIDE` coordinates only the non-zeros, at their indices from 0.

    >>> vector_to_json([0, Fraction(1, 2)]), vector_to_json([0] * 2000 + [3])
    (['0', '1/2'], {'dimension': 2001, 'indices': [2000], 'values': ['3']})
    """
    if len(values) <= WIDE:
        return rationals_to_text(values)
    there = [(j, value) for j, value in enumerate(values) if value]
    return _non_zeros(len(values), [j for j, _ in there], [value for _, value in there])


def _non_zeros(dimension, indices, values):
    return {"dimension": dimension, "indices": indices, "values": rationals_to_text(values)}


def table_to_json(X: Any) -> list[Any]:
    """Return checked vectors, each as in `vector_to_json`."""
    return [row_to_json(X, i) for i in range(len(X))]


def row_to_json(X: Any, i: int) -> Any:
    """Return row i of checked vectors, or of lists of candidates, as strings."""
    if isinstance(X, SparseRows) and X.shape[1] > WIDE:
        return _non_zeros(X.shape[1], *X.entries(i))
    return example_to_json(X[i])


def example_to_json(x: Sequence[Any]) -> Any:
    """Return an example as strings: a vector, or a list of candidates.

    >>> example_to_json([1, 2]), example_to_json([(1, 2), (3, 4)])
    (['1', '2'], [['1', '2'], ['3', '4']])
    """
    given = list(x)
    if given and isinstance(given[0], tuple | list):
        return [rationals_to_text(value) for value in given]
    return vector_to_json(given)


def classifier_to_json(record: Any) -> dict[str, Any]:
    """Return the (w, b) of a record as strings."""
    return {"w": vector_to_json(record.w), "b": rational_to_text(record.b)}


# ------------------------------------------------------------------------------------- of very many examples


@dataclass(frozen=True)
class _Digest:
    examples: Count
    sha256: str


def omit_examples(certificate: dict[str, Any]) -> dict[str, Any]:
    """Return the certificate with the number of its examples and the digest of their exact values in place of "X" and
    "y".

    >>> whole = {"kind": "separability", "X": [["1/2"]], "y": [1]}
    >>> small = omit_examples(whole)
    >>> small["data"]["examples"], add_examples(small, [[Fraction(1, 2)]], [1]) == whole
    (1, True)
    """
    rest = {key: value for key, value in certificate.items() if key not in ("X", "y")}
    return {**rest, "data": {"examples": len(certificate["y"]), "sha256": digest(certificate["X"], certificate["y"])}}


def digest(X: Iterable[Any], y: Iterable[Any]) -> str:
    """Return the SHA-256 of examples: for each, its exact values and its label as a line of JSON."""
    found = hashlib.sha256()
    for row, label in zip(X, y, strict=True):
        found.update(json.dumps([row, label]).encode() + b"\n")
    return found.hexdigest()


def is_by_reference(certificate: Any) -> bool:
    """Return whether a certificate has a digest in place of its examples."""
    return isinstance(certificate, dict) and "data" in certificate


def add_examples(certificate: dict[str, Any], X: Sequence[Any], y: Iterable[Any]) -> dict[str, Any]:
    """Return the whole certificate; raise `Refuted` if these are not its examples, or if it has examples already."""
    given = read(_Digest, certificate["data"], "data")
    table, signs = table_to_json(X), list(y)
    if "X" in certificate or "y" in certificate:
        raise Refuted("it has both the examples and their digest; it must have only one of the two")
    if (given.examples, given.sha256) != (len(signs), digest(table, signs)):
        raise Refuted(f"its {given.examples} examples are not the {len(signs)} given ones: the number or digest "
                      "differs")
    return {key: value for key, value in certificate.items() if key != "data"} | {"X": table, "y": signs}
