"""Certificates as files, and the certificate of data that no run can separate.

Main definitions:
    write             a certificate to a file, as a whole or not at all
    of_combination    the certificate that a convex combination of the signed examples is 0
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from .algorithms import separability
from .algorithms.errors import BadInput


def write(file: str, certificate: dict[str, Any], what: str = "certificate") -> None:
    """Write beside the file, then rename, so that no one reads half of it; raises `BadInput` if that cannot be done."""
    path = Path(file)
    temporary = None
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as stream:
            temporary = stream.name
            json.dump(certificate, stream, ensure_ascii=False)
            stream.write("\n")
        os.replace(temporary, path)
    except OSError as error:
        raise BadInput(f"the {what} cannot be written to {file}: {error.strerror}") from None
    finally:
        if temporary and os.path.exists(temporary):
            os.unlink(temporary)


def of_combination(
    X: Sequence[Sequence[Fraction]], y: Sequence[Any], weights: Sequence[Fraction]
) -> dict[str, Any] | None:
    """Return the certificate that Σλᵢyᵢ(xᵢ, 1) = 0, or at least Σλᵢyᵢxᵢ = 0; None if neither is so.

    Labels other than ±1 are classes, each of which is tried against the rest.

    >>> of_combination([[0], [1], [2]], ["a", "b", "a"], [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)])["y"]
    [1, -1, 1]
    """
    for signs in _questions(y):
        signed = [weight * sign for weight, sign in zip(weights, signs, strict=True)]
        if not any(sum(s * x[k] for s, x in zip(signed, X, strict=True)) for k in range(len(X[0]))):
            bias = sum(signed) == 0
            active = tuple(i for i, weight in enumerate(weights) if weight)
            answer = separability.Separability(False, None, None, tuple(weights), active, bias, "", "", "exact")
            return separability.certificate(answer, X, signs)
    return None


def _questions(y: Sequence[Any]) -> Iterable[list[int]]:
    if set(y) <= {-1, 1}:
        return [list(y)]
    return ([1 if label == name else -1 for label in y] for name in dict.fromkeys(y))
