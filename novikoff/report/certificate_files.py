"""Certificates as files, and the certificate of data that no run can separate."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ..algorithms import separability
from ..algorithms.errors import BadInput
from ..algorithms.run_certificates import LARGEST, omit_examples
from ..algorithms.safe_files import write_whole


def write(file: str, certificate: dict[str, Any], what: str = "certificate") -> None:
    """Write a certificate to a file, completely or not at all.

    A certificate larger than the reader's limit is written with a digest of its examples in place of the examples.
    Raises `BadInput` if the file cannot be written, or if the certificate is still too large.
    """
    text = json.dumps(certificate, ensure_ascii=False)
    if len(text) > LARGEST and "X" in certificate and "mapped" not in certificate:  # no file has the mapped points
        text = json.dumps(omit_examples(certificate), ensure_ascii=False)
    if len(text) > LARGEST and "kind" in certificate:
        raise BadInput(f"the certificate would have {len(text) >> 20} MiB, but `novikoff verify` reads at most "
                       f"{LARGEST >> 20}, so it is not written")
    write_whole(file, text + "\n", what)


def combination_certificate(
    X: Sequence[Sequence[Fraction]], y: Sequence[Any], weights: Sequence[Fraction]
) -> dict[str, Any] | None:
    """Return the certificate that Σλᵢyᵢ(xᵢ, 1) = 0, else that Σλᵢyᵢxᵢ = 0, else None.

    If the labels are not all ±1, each class in turn is tried against the rest.

    >>> combination_certificate([[0], [1], [2]], ["a", "b", "a"], [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)])["y"]
    [1, -1, 1]
    """
    for name in [1] if set(y) <= {-1, 1} else dict.fromkeys(y):
        signs = [1 if label == name else -1 for label in y]
        signed = [weight * sign for weight, sign in zip(weights, signs, strict=True)]
        active = [(s, x) for s, x in zip(signed, X, strict=True) if s]
        if not any(sum(s * x[k] for s, x in active) for k in range(len(X[0]))):
            bias = sum(signed) == 0
            used = tuple(i for i, weight in enumerate(weights) if weight)
            answer = separability.Separability(False, None, None, tuple(weights), used, bias, "", "", "exact")
            return separability.certificate(answer, X, signs)
    return None
